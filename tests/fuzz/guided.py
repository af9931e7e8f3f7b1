"""Fuzzing guided by coverage: Atheris, which drives libFuzzer, keeps every input that reaches lines or branches none had reached.

Only Python code is looked at, so this is for the parsers (notation, JSON Lines, records, overlays); of the compiled kernel nothing is
seen. What Atheris keeps is in ``test-output/fuzz/corpus``; ``python -m tests.fuzz.guided`` moves the best of it into the corpus of the
tests, from which the plain runs start, on a sanitized build too.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.fuzz.mutation import LARGEST, Mutator

if TYPE_CHECKING:
    from tests.fuzz.entry import Entry
    from tests.fuzz.worker import Worker

FOUND = Path("test-output/fuzz/corpus")
_MOST_KEPT = 60
_LARGEST_KEPT = 400


def load_instrumented(name: str) -> Entry:
    """An entry with the library instrumented. Nothing of the library may be loaded before."""
    import atheris

    with atheris.instrument_imports(include=["quepu"]):
        from tests.fuzz.entries import make_entry

        return make_entry(name)


def fuzz_guided(worker: Worker, seed: str, inputs: int, seconds: float) -> None:
    """Never returns: libFuzzer ends the process, so the result is written from within."""
    import atheris

    entry = worker.entry
    folder = FOUND / entry.name
    folder.mkdir(parents=True, exist_ok=True)
    seeds = Path(tempfile.mkdtemp(dir=worker.folder))
    for n, data in enumerate(entry.seeds()):
        (seeds / str(n)).write_bytes(data)
    end = time.monotonic() + seconds
    mutator = Mutator(Random(seed), entry.seeds(), entry.tokens)

    def run(data: bytes) -> None:
        worker.run(data)
        if worker.ran >= inputs or time.monotonic() > end or worker.failures:
            worker.write_result()
            os._exit(0)

    def mutate(data: bytes, most: int, number: int) -> bytes:
        if mutator.random.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        mutator.pool[0] = data
        own = entry.mutate(mutator) if mutator.random.random() < 0.2 else mutator.change(data)
        return own[:most]

    atheris.Setup(
        ["fuzz", f"-seed={Random(seed).getrandbits(31)}", f"-max_len={LARGEST}", str(folder), str(seeds)], run, custom_mutator=mutate
    )
    atheris.Fuzz()


def keep() -> None:
    """Add the smallest of what was found to the corpus of the tests."""
    from tests.fuzz.entries import make_entry
    from tests.fuzz.entry import CORPUS

    for folder in sorted(FOUND.iterdir()):
        entry = make_entry(folder.name)
        path = CORPUS / f"{folder.name}.json"
        corpus = json.loads(path.read_text("utf-8"))
        known = set(entry.seeds())
        found = sorted((data for file in folder.iterdir() if (data := file.read_bytes()) not in known), key=lambda data: (len(data), data))
        new = [data for data in found if len(data) <= _LARGEST_KEPT][: _MOST_KEPT - len(corpus.get("found", []))]
        written = [data.hex() if entry.is_binary else data.decode("utf-8", "surrogateescape") for data in new]
        corpus["found"] = [*corpus.get("found", []), *written]
        path.write_text(json.dumps(corpus, indent=1) + "\n", "utf-8")
        print(f"{folder.name}: {len(new)} of {len(found)} kept")


if __name__ == "__main__":
    keep()
