"""Trials: the actions of one decision, each tried in the same deals with random hidden tiles (``quepu.kernel.rollouts``)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import sqrt

from quepu.engine.rules import new_state, play_rules
from quepu.kernel.actions import MOST_DISCARDS
from quepu.kernel.rollout_results import DEALT_IN, WON
from quepu.kernel.rollouts import Rollouts
from quepu.kernel.style import STYLES, Style
from quepu.rules.base import RuleBook

USUAL = "careful"
"""The player whose choice is the usual one, and whose values are the prior."""

JUDGE = replace(STYLES[USUAL], budget=32, beyond=1, caution=0.0)
"""Whose values of hands count at the horizon: those of the usual player, found faster."""

FAST = replace(STYLES[USUAL], budget=16, beyond=0, caution=0.0)
"""How all seats play in the deals that are tried: badly, but fast."""

PLAYS, WEIGHS, JUDGES = range(3)
"""The numbers of the styles: that of the deals, that of the prior, and that of the values of hands at the horizon."""


@contextmanager
def borrowed_rollouts(book: RuleBook, style: Style = FAST) -> Iterator[Rollouts]:
    """Roll-outs in a style that belong to the caller for a while. They have large caches, so players and threads share a few of them."""
    free = book.free_rollouts.setdefault(style, [])
    try:
        rollouts = free.pop()
    except IndexError:
        state, payments = new_state(book, play_rules(book)), book.family.settlement.payments()
        rollouts = Rollouts(state, payments, (style, STYLES[USUAL], JUDGE), book.estimates)
    try:
        yield rollouts
    finally:
        free.append(rollouts)


class Trials:
    """The results of the actions. Each of them was tried in the deals from number 0 on, but not all in the same number of deals."""

    def __init__(self, rollouts: Rollouts, observation: bytes, actions: Sequence[int], seed: int, horizon: int = MOST_DISCARDS) -> None:
        """The deals are played on for ``horizon`` discards; by default, to their end."""
        self.rollouts = rollouts
        self.observation = observation
        self.seed = seed
        self.horizon = horizon
        self.points: dict[int, array[float]] = {action: array("d") for action in actions}
        self.ends: dict[int, bytearray] = {action: bytearray() for action in actions}

    def play(self, actions: Sequence[int], samples: int) -> None:
        """Try some actions, which have been tried in the same number of deals, in more deals."""
        count, first = len(actions), len(self.ends[actions[0]])
        points, ends = array("d", bytes(8 * samples * count)), bytearray(samples * count)
        self.rollouts.play(
            self.observation,
            bytes(actions),
            self.seed,
            first,
            samples,
            memoryview(points),
            memoryview(ends),
            PLAYS,
            self.horizon,
            JUDGES,
        )
        for i, action in enumerate(actions):
            self.points[action] += points[i::count]
            self.ends[action] += ends[i::count]

    def samples(self, action: int) -> int:
        """In how many deals an action was tried."""
        return len(self.ends[action])

    def mean(self, action: int) -> float:
        """The points that an action brought on average."""
        return sum(self.points[action]) / self.samples(action)

    def error(self, action: int) -> float:
        """The standard error of the mean."""
        return standard_error(self.points[action])

    def difference(self, action: int, other: int) -> tuple[float, float]:
        """How many points more an action brought than another in the deals that both were tried in, with the standard error."""
        samples = min(self.samples(action), self.samples(other))
        pairs = zip(self.points[action][:samples], self.points[other][:samples], strict=True)
        differences = [mine - others for mine, others in pairs]
        return sum(differences) / samples, standard_error(differences)

    def spread(self) -> float:
        """How far the points of two deals can lie apart: as far as any two that were played, but at least by a point."""
        return max(1.0, max(map(max, self.points.values())) - min(map(min, self.points.values())))

    def share_won(self, action: int) -> float:
        """In which share of the deals the seat won."""
        return self.ends[action].count(WON) / self.samples(action)

    def share_dealt_in(self, action: int) -> float:
        """In which share of the deals the seat gave the winning tile."""
        return self.ends[action].count(DEALT_IN) / self.samples(action)


def standard_error(numbers: Sequence[float]) -> float:
    """The standard error of the mean of some numbers; of less than two, infinite.

    >>> standard_error([1.0, 3.0, 1.0, 3.0])
    0.5773502691896257
    """
    count = len(numbers)
    if count < 2:
        return float("inf")
    mean = sum(numbers) / count
    return sqrt(sum((number - mean) ** 2 for number in numbers) / (count - 1) / count)
