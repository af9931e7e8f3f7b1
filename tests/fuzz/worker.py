"""One process of a fuzzer. It writes every input into a file mapped into memory before the input is run: whatever kills the process, the
file has the input that did it.

``python -m tests.fuzz.worker FOLDER`` does what ``FOLDER/task.json`` says and leaves ``FOLDER/result.json``.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import signal
import struct
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.fuzz.mutation import LARGEST, Mutator

if TYPE_CHECKING:
    from tests.fuzz.entry import Entry

HEAD = struct.Struct("<QQ")
SLOT = HEAD.size + 2 * LARGEST
_MOST_FAILURES = 5
_POOL = 512
"""So many inputs, at most, are kept because they ended as none had before."""


class Slot:
    """The file that has the number and the bytes of the current input."""

    def __init__(self, path: Path, create: bool = False) -> None:
        if create:
            path.write_bytes(bytes(SLOT))
        with path.open("r+b") as file:
            self.cells = mmap.mmap(file.fileno(), SLOT)

    def put(self, number: int, data: bytes) -> None:
        self.cells[HEAD.size : HEAD.size + len(data)] = data
        HEAD.pack_into(self.cells, 0, number, len(data))

    def get(self) -> tuple[int, bytes]:
        number, size = HEAD.unpack_from(self.cells)
        return number, self.cells[HEAD.size : HEAD.size + size]


class Worker:
    """Runs inputs at one entry and counts how they end."""

    def __init__(self, entry: Entry, folder: Path, slot: Slot) -> None:
        self.entry = entry
        self.folder = folder
        self.slot = slot
        self.ran = 0
        self.outcomes: Counter[str] = Counter()
        self.failures: list[dict[str, str]] = []
        self.unraisable: list[str] = []
        # a check inside a C function that may not raise is only reported to this hook
        sys.unraisablehook = self.note_unraisable

    def note_unraisable(self, raised: Any) -> None:
        self.unraisable.append(
            "".join(traceback.format_exception(raised.exc_type, raised.exc_value, raised.exc_traceback)) + str(raised.object)
        )

    def run(self, data: bytes) -> bool:
        """Run one input; whether it ended as none had before."""
        self.ran += 1
        self.slot.put(self.ran, data)
        try:
            outcome = self.entry.run(data)
        except Exception:
            self.fail(data, traceback.format_exc())
            return False
        if self.unraisable:
            self.fail(data, "\n".join(self.unraisable))
            self.unraisable.clear()
        self.outcomes[outcome] += 1
        return self.outcomes[outcome] == 1

    def fail(self, data: bytes, report: str) -> None:
        self.outcomes["FAILED"] += 1
        place = report.strip().splitlines()[-3:]
        if len(self.failures) < _MOST_FAILURES and all(place != known["report"].strip().splitlines()[-3:] for known in self.failures):
            self.failures.append({"input": data.hex(), "report": report})

    def fuzz(self, seed: str, inputs: int, seconds: float) -> None:
        """The seeds as they are, then changed ones. What ends as nothing before is changed again in its turn."""
        end = time.monotonic() + seconds
        mutator = Mutator(Random(seed), self.entry.seeds(), self.entry.tokens)
        largest = len(mutator.pool) + _POOL
        for data in mutator.pool[:inputs]:
            self.run(data)
        while self.ran < inputs and time.monotonic() < end and len(self.failures) < _MOST_FAILURES:
            data = self.entry.mutate(mutator)[:LARGEST]
            if self.run(data) and len(mutator.pool) < largest:
                mutator.pool.append(data)

    def write_result(self) -> None:
        result = {"ran": self.ran, "seconds": time.process_time(), "outcomes": dict(self.outcomes), "failures": self.failures}
        (self.folder / "result.json").write_text(json.dumps(result, ensure_ascii=False), "utf-8")


def load(name: str, guided: bool) -> Entry:
    if guided:
        from tests.fuzz.guided import load_instrumented

        return load_instrumented(name)
    from tests.fuzz.entries import make_entry

    return make_entry(name)


def main(folder: Path) -> None:
    task = json.loads((folder / "task.json").read_text("utf-8"))
    faulthandler.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the runner is interrupted, and ends its workers
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    entry = load(task["entry"], task["guided"])
    worker = Worker(entry, folder, Slot(folder / "slot"))
    try:
        if task["inputs_hex"] is not None:
            for data in task["inputs_hex"]:
                worker.run(bytes.fromhex(data))
        elif task["guided"]:
            from tests.fuzz.guided import fuzz_guided

            fuzz_guided(worker, task["seed"], task["inputs"], task["seconds"])
        else:
            worker.fuzz(task["seed"], task["inputs"], task["seconds"])
        worker.write_result()
    finally:
        entry.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
