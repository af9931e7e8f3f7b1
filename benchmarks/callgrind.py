"""Instruction counts of the kernels under valgrind's callgrind: repeatable where times are not.

This file is both sides of it. ``python callgrind.py KERNEL`` does the work of a kernel on what it is given and prints how many units it
was; the rest runs that under callgrind with the collection switched on only inside functions of the compiled kernel, once with some work
and once with twice as much, and takes the difference, so that neither Python nor what is made ready beforehand counts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from work import uniform_rows, win_rows

import quepu
from quepu.batch import HandBatch
from quepu.engine.batch import Sampler, Tables
from quepu.rules import book

KERNEL_FUNCTIONS = "__pyx_pw_5quepu_6kernel_*"
"""What Python calls of the kernel, by the names that Cython gives it."""
TABLES = 64


def score_rows(rules: str, rows: bytes) -> int:
    return len(quepu.score_many(HandBatch(rows, book(rules))))


def measure_rows(rows: bytes) -> int:
    return len(quepu.distance_many(rows, "guobiao"))


def step_tables(steps: bytes) -> int:
    """Random play at several tables for several steps; the units are decisions."""
    tables, sampler = Tables("guobiao", TABLES, 2026), Sampler(2026)
    actions = bytearray(TABLES)
    for _ in steps:
        sampler.choose(tables.masks, actions)
        tables.step(actions)
    return TABLES * len(steps)


class Kernel(NamedTuple):
    """``ready`` makes the input for a number of hands or steps; ``work`` processes it and returns the number of units."""

    unit: str
    size: int
    ready: Callable[[int], bytes]
    work: Callable[[bytes], int]


KERNELS = {
    "scoring lingque28": Kernel("hand", 2_000, win_rows, partial(score_rows, "lingque28")),
    "scoring guobiao": Kernel("hand", 2_000, win_rows, partial(score_rows, "guobiao")),
    "distance guobiao, uniform": Kernel("hand", 2_000, uniform_rows, measure_rows),
    "engine guobiao, many tables": Kernel("decision", 200, bytes, step_tables),
}


def measure(name: str) -> dict[str, object]:
    """Instructions a unit, counted twice: the second time says how repeatable it is."""
    kernel = KERNELS[name]
    kernel.work(kernel.ready(1))  # so that the cached files exist
    first, again = (_difference(name) for _ in range(2))
    return {"name": name, "unit": kernel.unit, "instructions": round(first, 1), "again": round(again, 1)}


def _difference(name: str) -> float:
    (short, few), (long, many) = (_count(name, KERNELS[name].ready(KERNELS[name].size * times)) for times in (1, 2))
    return (long - short) / (many - few)


def _count(name: str, ready: bytes) -> tuple[int, int]:
    """Instructions inside the kernel, and units, of one run."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", f"--toggle-collect={KERNEL_FUNCTIONS}", f"--callgrind-out-file={Path(folder, 'out')}"]
        command += [sys.executable, __file__, name]
        # the same hashes each time
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        ran = subprocess.run(command, input=ready, env=environment, capture_output=True, check=False)
    report = ran.stderr.decode(errors="replace")
    if ran.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{report}")
    return collected(report), int(ran.stdout)


def collected(report: str) -> int:
    """The instructions that callgrind says it has counted."""
    found = re.search(r"Collected : (\d+)", report)
    if found is None or found[1] == "0":
        raise RuntimeError(f"callgrind counted nothing:\n{report}")
    return int(found[1])


def missing() -> str:
    """Why nothing can be counted here; nothing if it can."""
    return "" if shutil.which("valgrind") else "valgrind is not installed"


if __name__ == "__main__":
    print(KERNELS[sys.argv[1]].work(sys.stdin.buffer.read()))
