"""Speed against strength: variants of ``swift`` with other numbers of hands that are weighed, each against three ``efficient``.

    python benchmarks/trade_off.py --deals 40000 --seed 1

plays with all cores and writes ``trade_off.json``, which ``docs/generate.py`` draws. Every variant gets the same walls, each wall four
times: the variant sits at every seat once. These four deals are a set; intervals are computed over sets. The time for a decision is
measured afterwards on one core, so nothing else should be running then.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from measure import HERE, write_json
from players import decision_rate

from quepu.engine.batch import Tables
from quepu.intervals import CONFIDENCE
from quepu.kernel import is_compiled
from quepu.kernel.style import STYLES, Style
from quepu.lab.arena import estimate
from quepu.lab.cores import cores
from quepu.lab.workers import map_in_processes
from quepu.rules import book

RULES = ("lingque28", "guobiao", "woodshole")
BUDGETS = (4, 8, 16, 32, 64, 128)
BEYOND = (0, 1, 2)
SEATS = 4
WALLS = 64
"""The number of walls in a task of a process."""
TIMED_DECISIONS, TIMED_ROUNDS = 1_000, 3


@dataclass(frozen=True, slots=True)
class Task:
    """One variant with some walls."""

    rules: str
    style: Style
    seed: int
    walls: int


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments)
    if not is_compiled():
        print("the kernel is not compiled: nothing worth measuring", file=sys.stderr)
        return 2
    points = [*measured(options.rules, options.deals, options.seed, options.workers, options.decisions)]
    content = {"seed": options.seed, "deals": points[0]["deals"], "confidence": CONFIDENCE, "points": points}
    write_json(HERE / "trade_off.json", content)
    return 0


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed against strength of variants of swift, against three efficient.")
    parser.add_argument("--rules", nargs="+", default=RULES, choices=RULES, metavar="BOOK", help=f"rule books; default {' '.join(RULES)}")
    parser.add_argument("--deals", type=int, default=40_000, help="deals of each variant by each book, rounded up to whole tasks")
    parser.add_argument("--seed", type=int, default=1, help="determines the walls")
    parser.add_argument("--workers", type=int, default=cores(), help="processes; default one for each core")
    parser.add_argument("--decisions", type=int, default=TIMED_DECISIONS, help="decisions that are timed in each of three rounds")
    return parser.parse_args(arguments)


def variants() -> list[Style]:
    haste = STYLES["swift"].haste
    return [Style(budget=budget, beyond=beyond, haste=haste) for beyond in BEYOND for budget in BUDGETS]


def measured(rules: Sequence[str], deals: int, seed: int, workers: int, decisions: int) -> Iterator[dict[str, Any]]:
    """The points of the curves: first all deals, then all times."""
    drawn = [(id, style) for id in rules for style in variants()]
    chunks = max(1, -(-deals // (SEATS * WALLS)))
    tasks = [Task(id, style, seed * 1_000_000 + chunk, WALLS) for id, style in drawn for chunk in range(chunks)]
    sums: dict[tuple[str, Style], list[int]] = {key: [] for key in drawn}
    for done, (task, found) in enumerate(zip(tasks, map_in_processes(sums_of_sets, tasks, workers), strict=True), 1):
        sums[task.rules, task.style] += found
        if done % chunks == 0:
            print(
                f"{task.rules} budget {task.style.budget}, beyond {task.style.beyond}: {len(sums[task.rules, task.style])} sets", flush=True
            )
    for id, style in drawn:
        found = sums[id, style]
        times = [1e6 / decision_rate(id, style, decisions) for _ in range(TIMED_ROUNDS)]
        yield {
            "rules": id,
            "budget": style.budget,
            "beyond": style.beyond,
            "haste": style.haste,
            "deals": SEATS * len(found),
            "microseconds": round(median(times), 1),
            "points": estimate(found, [SEATS] * len(found)).as_dict(),
        }


def sums_of_sets(task: Task) -> list[int]:
    """The points of the variant with each wall, over the four seats."""
    sums = [0] * task.walls
    for seat in range(SEATS):
        players = [task.style if place == seat else STYLES["efficient"] for place in range(SEATS)]
        tables = Tables(book(task.rules), task.walls, task.seed, players=players, observes=False)
        tables.step()
        for n in range(task.walls):
            sums[n] += tables.rewards[SEATS * n + seat]
    return sums


if __name__ == "__main__":
    sys.exit(main())
