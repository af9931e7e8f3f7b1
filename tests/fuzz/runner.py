"""Runs fuzzers in processes of their own, so that one that dies or hangs is a failure with a name and not the end of the run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.fuzz.entries import ENTRIES
from tests.fuzz.worker import Slot

OUTPUT = Path("test-output/fuzz")
_LARGEST_PART = 200_000
"""So many inputs, at most, are run by one process: then what grows in it is given back."""
HANG_SECONDS = 120.0
"""An input that takes longer is a failure, on a busy machine and with a sanitizer too;"""
START_SECONDS = 600.0
"""as is a process that has not begun by then."""


@dataclass
class Failure:
    """An input that did what none may do."""

    entry: str
    data: bytes
    report: str

    def save(self) -> Path:
        OUTPUT.mkdir(parents=True, exist_ok=True)
        path = OUTPUT / f"{self.entry}-{sha256(self.data).hexdigest()[:12]}.bin"
        path.write_bytes(self.data)
        path.with_suffix(".txt").write_text(self.report, "utf-8")
        return path


@dataclass
class Count:
    """What became of the inputs of an entry."""

    inputs: int = 0
    seconds: float = 0.0
    """Of the processor, of all its processes together: other programs on the machine do not count."""
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: int = 0


@dataclass(frozen=True)
class Task:
    """What one process does: ``inputs`` of its own, or those given."""

    entry: str
    seed: str
    inputs: int
    seconds: float
    guided: bool = False
    inputs_hex: tuple[str, ...] | None = None


class Process:
    """One worker and its folder."""

    def __init__(self, task: Task, folder: Path) -> None:
        self.task = task
        self.folder = folder
        folder.mkdir(parents=True)
        (folder / "task.json").write_text(json.dumps(task.__dict__), "utf-8")
        self.slot = Slot(folder / "slot", create=True)
        self.moved = time.monotonic()
        self.number = 0
        self.hangs = False
        with (folder / "output").open("wb") as output:
            self.child = subprocess.Popen(
                [sys.executable, "-m", "tests.fuzz.worker", str(folder)], stdout=output, stderr=output, start_new_session=True
            )

    def is_running(self) -> bool:
        number, _ = self.slot.get()
        now = time.monotonic()
        if number != self.number:
            self.number, self.moved = number, now
        elif now - self.moved > (HANG_SECONDS if number else START_SECONDS) and self.child.poll() is None:
            self.hangs = True
            self.stop(signal.SIGABRT)  # the fault handler shows where it is
        return self.child.poll() is None

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the process and wait for it, then whatever it has started."""
        if self.child.poll() is None:
            self.child.send_signal(how)
            try:
                self.child.wait(20)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)

    def result(self) -> tuple[Count, list[Failure]]:
        """What became of its inputs, and what failed."""
        self.stop()
        path = self.folder / "result.json"
        if self.child.returncode == 0 and path.exists():
            found = json.loads(path.read_text("utf-8"))
            failures = [Failure(self.task.entry, bytes.fromhex(one["input"]), one["report"]) for one in found["failures"]]
            return Count(found["ran"], found["seconds"], Counter(found["outcomes"]), len(failures)), failures
        number, data = self.slot.get()
        said = (self.folder / "output").read_text("utf-8", "replace")[-20_000:]
        what = "took too long and was ended" if self.hangs else f"ended with {self.child.returncode}"
        report = f"input {number} of seed {self.task.seed}: the process {what}\n{said}"
        return Count(number, 0.0, Counter({"FAILED": 1}), 1), [Failure(self.task.entry, data, report)]


class Run:
    """Runs tasks in several processes at once. After an interruption the counts of finished processes remain."""

    def __init__(self, tasks: list[Task], processes: int) -> None:
        self.waiting = list(tasks)
        self.processes = processes
        self.counts = {task.entry: Count() for task in tasks}
        self.failures: list[Failure] = []
        self.running: list[Process] = []

    def run(self, watch: Callable[[Run], None]) -> None:
        with tempfile.TemporaryDirectory(prefix="quepu-fuzz-") as folder:
            try:
                for number, task in self._tasks():
                    self.running.append(Process(task, Path(folder) / str(number)))
                    while len(self.running) >= self.processes:
                        self._wait(watch)
                while self.running:
                    self._wait(watch)
            finally:
                for process in self.running:
                    process.stop()

    def _tasks(self) -> Iterator[tuple[int, Task]]:
        number = 0
        while self.waiting:
            number += 1
            yield number, self.waiting.pop(0)

    def _wait(self, watch: Callable[[Run], None]) -> None:
        """Wait a moment, and collect the processes that have ended."""
        time.sleep(0.05)
        for process in [process for process in self.running if not process.is_running()]:
            found, failures = process.result()
            self.running.remove(process)
            count = self.counts[process.task.entry]
            count.inputs += found.inputs
            count.seconds += found.seconds
            count.outcomes += found.outcomes
            count.failures += found.failures
            self.failures += failures
        watch(self)

    def ran(self) -> int:
        return sum(count.inputs for count in self.counts.values()) + sum(process.number for process in self.running)

    def as_dict(self) -> dict[str, Any]:
        return {
            name: {
                "inputs": count.inputs,
                "seconds": round(count.seconds, 1),
                "failures": count.failures,
                "outcomes": dict(count.outcomes.most_common(12)),
            }
            for name, count in self.counts.items()
        }


def shared_out(names: list[str], inputs: int) -> dict[str, int]:
    """Divides a total number of inputs among the entries by their shares, with a minimum for each."""
    shares = {name: ENTRIES[name].share if name in ENTRIES else 1 for name in names}
    whole = sum(shares.values())
    least = min(150, inputs // len(names))
    counts = {name: max(least, inputs * share // whole) for name, share in shares.items()}
    most = max(counts, key=lambda name: counts[name])
    counts[most] += inputs - sum(counts.values())
    return counts


def tasks_for(name: str, inputs: int | None, seconds: float, seed: int, processes: int, guided: bool = False) -> list[Task]:
    """The inputs of an entry in parts, each with a seed of its own; without a number of inputs one part that ends with the time."""
    if inputs is None:
        return [Task(name, f"{seed}/{name}/0", 1 << 62, seconds, guided)]
    parts = max(-(-inputs // _LARGEST_PART), min(processes, -(-inputs // 2000)))
    sizes = [inputs // parts + (part < inputs % parts) for part in range(parts)]
    return [Task(name, f"{seed}/{name}/{part}", size, seconds, guided) for part, size in enumerate(sizes)]
