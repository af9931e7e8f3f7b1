"""Cost curves: the time for a unit while the work grows. It must stay flat, and memory must be that of the rows and columns.

Every size works on the same hands (in small batches one after the other, in large ones repeated), every number of tables goes on for ever:
only the size makes a difference. Each curve is measured in a process of its own, so that its memory is its own too.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypedDict

from work import uniform_rows, win_rows

import quepu
from quepu.batch import HandBatch
from quepu.engine.batch import Sampler, Tables
from quepu.kernel.shapes import ROW
from quepu.lab.workers import map_in_processes
from quepu.rules import book

HANDS = tuple(10**power for power in range(3, 8))
TABLES = tuple(10**power for power in range(5))
POOL = 10_000
LEAST_TIME = 0.3
"""Small work is repeated until it has taken this many seconds."""


@dataclass(frozen=True)
class Curve:
    """Work of growing size: ``prepare`` makes it ready and gives back what is timed, which says how many units it did."""

    name: str
    unit: str
    sizes: tuple[int, ...]
    prepare: Callable[[int], Callable[[], int]]


def curves() -> Iterator[Curve]:
    for rules in ("lingque28", "guobiao"):
        yield Curve(f"score_many {rules}", "hand", HANDS, partial(scoring, rules))
    yield Curve("distance_many guobiao", "hand", HANDS, distances)
    yield Curve("play guobiao, many tables", "decision", TABLES, many_tables)


class Point(TypedDict):
    size: int
    ns: float


class Drawn(TypedDict):
    """A curve as in curves.json."""

    name: str
    unit: str
    points: list[Point]
    largest_to_smallest: float
    bytes_each: int


def measure(curve: Curve, most: int, rounds: int) -> Drawn:
    """The points of a curve up to a size, by a new process."""
    sizes = tuple(size for size in curve.sizes if size <= most)
    [drawn] = map_in_processes(partial(points_of, curve, sizes), [rounds], workers=1)
    return drawn


def points_of(curve: Curve, sizes: tuple[int, ...], rounds: int) -> Drawn:
    """Nanoseconds a unit for every size, and how many bytes of memory each of the greatest number took."""
    before = peak_memory()
    works = {size: curve.prepare(size) for size in sizes}
    times: dict[int, list[float]] = {size: [] for size in sizes}
    for _ in range(rounds):  # all sizes in every round, so that a noisy machine disturbs all alike
        for size, work in works.items():
            times[size].append(_nanoseconds(work))
    points: list[Point] = [{"size": size, "ns": round(median(figures), 1)} for size, figures in times.items()]
    return {
        "name": curve.name,
        "unit": curve.unit,
        "points": points,
        "largest_to_smallest": round(points[-1]["ns"] / points[0]["ns"], 2),
        "bytes_each": round((peak_memory() - before) / sizes[-1]),
    }


def _nanoseconds(work: Callable[[], int]) -> float:
    done, began = 0, time.process_time()
    while True:
        done += work()
        passed = time.process_time() - began
        if passed > LEAST_TIME:
            return passed / done * 1e9


def peak_memory() -> int:
    """The peak memory of this process in bytes, from /proc if possible: getrusage includes the process that started this one."""
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(status.read_text().split("VmHWM:")[1].split()[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def batches(rows: bytes, size: int) -> list[bytes]:
    """All these hands in batches of this size."""
    hands = len(rows) // ROW
    if size >= hands:
        return [rows * (size // hands)]
    return [rows[ROW * first : ROW * (first + size)] for first in range(0, hands, size)]


def scoring(rules: str, size: int) -> Callable[[], int]:
    ready = [HandBatch(rows, book(rules)) for rows in batches(win_rows(POOL), size)]
    return lambda: sum(len(quepu.score_many(batch)) for batch in ready)


def distances(size: int) -> Callable[[], int]:
    rulebook = book("guobiao")
    ready = batches(uniform_rows(POOL), size)
    return lambda: sum(len(quepu.distance_many(rows, rulebook)) for rows in ready)


def many_tables(tables: int) -> Callable[[], int]:
    """Tables that play without end, one decision of each in a call; choosing at random is included."""
    batch, sampler = Tables("guobiao", tables, 2026), Sampler(2026)
    actions = bytearray(tables)

    def work() -> int:
        sampler.choose(batch.masks, actions)
        batch.step(actions)
        return tables

    return work
