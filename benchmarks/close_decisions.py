"""How much a better choice can gain: the two actions that ``careful`` values most, each tried in the same deals to their end.

    python benchmarks/close_decisions.py --rules guobiao --positions 20000 --seed 1

A ``careful`` player meets three ``swift``; some of its decisions are written down. Both actions are played on in deals that fit what it
sees, by four ``swift``. The difference of two actions in one deal is mostly luck, so one decision shows nothing. But the luck of two
deals is independent: the mean product of the differences in two deals of a decision is the variance of the *true* difference over the
decisions. With it, and with the mean, follows what a player would gain that always knew the better of the two, if the true differences
are normally distributed. The groups are by how much less the second action is worth to ``careful``, in percent; at a claim, how much less
claiming is worth than passing, before ``eagerness``.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

from quepu.engine.batch import Tables
from quepu.engine.observation import decode
from quepu.engine.rules import new_state, play_rules
from quepu.kernel import is_compiled
from quepu.kernel.actions import DECLINE, MOST_DISCARDS, NO_SEAT, PASS, REPLACE_FLOWER, WIN
from quepu.kernel.chooser import Chooser
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.rollouts import Rollouts
from quepu.kernel.shapes import FLOWER
from quepu.kernel.style import STYLES
from quepu.lab.cores import cores
from quepu.lab.workers import map_in_processes
from quepu.rules import BOOKS, book

TABLES = 16
TASK = 250
"""The number of positions in a task of a process."""
DEALS = 3
"""The number of deals in which both actions of a position are tried."""
SHARE_OF_TURNS, SHARE_OF_CLAIMS = 0.12, 0.5
"""The shares of decisions that are written down."""
GROUPS = {"turn": (5, 15, 30, 60, 100), "claim": (-100, -60, -10, 10, 60, 100)}
"""The upper ends of the groups, in percent."""
SURE = NormalDist().inv_cdf(0.975)

NEUTRAL = replace(STYLES["careful"], eagerness=1.0)


@dataclass(frozen=True, slots=True)
class Task:
    rules: str
    seed: int


@dataclass(frozen=True, slots=True)
class Position:
    """A decision between two actions: its kind, by how many percent the second is worth less, and its differences in some deals."""

    kind: str
    less: float
    differences: tuple[float, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments)
    if not is_compiled():
        print("the kernel is not compiled: this would take days", file=sys.stderr)
        return 2
    tasks = [Task(options.rules, options.seed * 1_000_003 + n) for n in range(-(-options.positions // TASK))]
    found: list[Position] = []
    for done, positions in enumerate(map_in_processes(try_positions, tasks, min(options.workers, len(tasks))), 1):
        found += positions
        print(f"\r{done} of {len(tasks)} tasks", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print("\n".join(report(found)))
    return 0


def read_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much a better choice than that of careful can gain.")
    parser.add_argument("--rules", default="guobiao", choices=list(BOOKS), metavar="BOOK", help="the rule book; default guobiao")
    parser.add_argument("--positions", type=int, default=20_000, help="the number of decisions; default 20000")
    parser.add_argument("--seed", type=int, default=1, help="determines everything")
    parser.add_argument("--workers", type=int, default=cores(), help="processes; default one for each core")
    return parser.parse_args(arguments)


def try_positions(task: Task) -> list[Position]:
    rules = book(task.rules)
    payments, random = rules.family.settlement.payments(), Random(task.seed)
    chooser = Chooser(rules.scorer(), payments, [STYLES["careful"], NEUTRAL], rules.estimates)
    rollouts = Rollouts(new_state(rules, play_rules(rules)), payments, [STYLES["swift"]], rules.estimates)
    found: list[Position] = []
    for seen, actions, kind in pairs(task, chooser, random):
        points, ends = array("d", bytes(16 * DEALS)), bytearray(2 * DEALS)
        rollouts.play(seen, bytes(actions), random.getrandbits(60), 0, DEALS, memoryview(points), memoryview(ends), 0, MOST_DISCARDS)
        first, second = (chooser.weighed(action)[0] for action in actions)
        differences = tuple(points[2 * i + 1] - points[2 * i] for i in range(DEALS))
        found.append(Position(kind, 100 * (1 - second / first) if first > 0 else 100.0, differences))
        if len(found) == TASK:
            break
    return found


def pairs(task: Task, chooser: Chooser, random: Random) -> Iterator[tuple[bytes, list[int], str]]:
    """Some decisions of a careful player: what it sees, the two actions, and whether it is its turn or a claim. ``chooser`` has weighed
    them."""
    number = 0
    while True:
        seat = number % 4
        players = [None if place == seat else "swift" for place in range(4)]
        tables = Tables(task.rules, TABLES, (task.seed * 1_000_003 + number) % (1 << 64), deals_again=False, players=players)
        assert tables.observations is not None
        number += 1
        while any(asked != NO_SEAT for asked in tables.seats):
            actions = bytearray(TABLES)
            for n in range(TABLES):
                if tables.seats[n] == NO_SEAT:
                    continue
                seen = bytes(tables.observations[n * OBSERVATION : (n + 1) * OBSERVATION])
                actions[n] = chooser.choose(seen)
                view = decode(seen)
                legal, kind = list(view.legal), "turn" if view.offer is None else "claim"
                if {WIN, DECLINE, REPLACE_FLOWER} & set(legal) or any(FLOWER <= action < FLOWER + 8 for action in legal):
                    continue
                if len(legal) > 1 and random.random() < (SHARE_OF_TURNS if kind == "turn" else SHARE_OF_CLAIMS):
                    chooser.choose(seen, 1)
                    ranked = sorted(legal, key=lambda action: (action != PASS, -chooser.weighed(action)[0]))
                    yield seen, ranked[:2], kind
            tables.step(actions)


def report(found: Sequence[Position]) -> Iterator[str]:
    """A line for each group."""
    yield f"{'decisions':<28}{'number':>8}  {'second − first':>16}  {'true variance':>16}  {'perfect choice gains':>20}"
    for kind, ends in GROUPS.items():
        start = float("-inf")
        for end in (*ends, float("inf")):
            group = [one.differences for one in found if one.kind == kind and start < one.less <= end]
            label = f"{kind}, {start:g} to {end:g} % less"
            if len(group) > 1:
                mean, mean_error, variance, variance_error = true_spread(group)
                gain = perfect_gain(mean, variance)
                yield (
                    f"{label:<28}{len(group):>8}  {f'{mean:+.2f} ±{mean_error:.2f}':>16}  {f'{variance:.1f} ±{variance_error:.1f}':>16}"
                    f"  {f'{gain:.2f}':>20}"
                )
            start = end


def true_spread(group: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    """The mean of the differences and the variance of the true ones, each with half the width of its 95 % interval. An estimate of the
    variance can be below 0."""
    means = [fmean(one) for one in group]
    middle = fmean(means)
    products = []
    for one in group:
        above = [number - middle for number in one]
        count = len(above)
        products.append((sum(above) ** 2 - sum(number * number for number in above)) / (count * (count - 1)))
    width = SURE / sqrt(len(group))
    return middle, width * stdev(means), fmean(products), width * stdev(products)


def perfect_gain(mean: float, variance: float) -> float:
    """What always choosing the better of two actions gains over always choosing the one that is better on average, for a normal
    difference."""
    if variance <= 0.0:
        return 0.0
    return NormalDist().pdf(mean / sqrt(variance)) * sqrt(variance) - abs(mean) * NormalDist().cdf(-abs(mean) / sqrt(variance))


if __name__ == "__main__":
    sys.exit(main())
