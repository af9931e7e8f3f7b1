"""What if: two rule books on the same walls, between players that know the rules they play, and what differs.

Games on the same wall soon go different ways, so the two studies are compared like independent samples. What they have in common makes the
true error smaller, so a difference is called significant too seldom rather than too often. Many differences are tested at once: by Holm's
method the chance that any is called significant without a reason is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

from quepu.intervals import CONFIDENCE, WIDTH
from quepu.lab.progress import Progress, no_progress
from quepu.lab.simulate import Counts, Study, new_study, simulate
from quepu.lab.simulated import SOURCE, numbers, points_of_east
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

LEVEL = 1 - CONFIDENCE
SEAT_POINTS = "points_east"


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure under two rule books, and whether it differs."""

    name: str
    """The name of a measure, or the id of a fan."""
    is_fan: bool
    before: float
    after: float
    error: float
    """The standard error of the difference."""
    p: float
    """The chance of such a difference, or a larger one, if there is none in truth."""
    corrected: float = 1.0
    """The same after Holm's correction for all differences that are tested."""

    @property
    def difference(self) -> float:
        return self.after - self.before

    @property
    def is_significant(self) -> bool:
        return self.corrected < LEVEL

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the difference."""
        reach = WIDTH * self.error
        return self.difference - reach, self.difference + reach

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "before": round(self.before, 6),
            "after": round(self.after, 6),
            "difference": round(self.difference, 6),
            "interval": [round(bound, 6) for bound in self.interval],
            "p": self.p,
            "corrected": self.corrected,
            "significant": self.is_significant,
        }


def what_if(
    before: str | RuleBook,
    after: str | RuleBook,
    players: Sequence[str],
    hands: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress = no_progress,
) -> tuple[Study, Study]:
    """Both rule books on the same walls."""
    books = [find_book(before), find_book(after)]
    first, second = (simulate(new_study(book, players, hands, seed), workers, progress=progress) for book in books)
    return first, second


def differences(before: Study, after: Study) -> tuple[Difference, ...]:
    """All differences: the measures, then the fans that both books have, the most certain first. A fan that only one book has is no
    difference of a frequency."""
    one, other = before.counts, after.counts
    found = [
        of_shares("draws", one.draws, one.deals, other.draws, other.deals),
        of_shares("self_draws", self_draws(one), decided(one), self_draws(other), decided(other)),
        of_shares("refused", one.refused, one.deals, other.refused, other.deals),
        of_means("discards", numbers(one.discards), numbers(other.discards)),
        of_means("points", numbers(one.points), numbers(other.points)),
        of_means(SEAT_POINTS, points_of_east(one), points_of_east(other)),
    ]
    hands = sum(one.points.values()), sum(other.points.values())
    known = after.design.book().fans
    fans = [of_shares(id, one.fans[id], hands[0], other.fans[id], hands[1], is_fan=True) for id in before.design.book().fans if id in known]
    corrected = holm([*found, *fans])
    return (*corrected[: len(found)], *sorted(corrected[len(found) :], key=lambda one: (one.p, -abs(one.difference))))


def decided(counts: Counts) -> int:
    return counts.deals - counts.draws


def self_draws(counts: Counts) -> int:
    return sum(count for key, count in counts.wins.items() if key.endswith(",1"))


def of_shares(name: str, first: int, of_first: int, second: int, of_second: int, is_fan: bool = False) -> Difference:
    """Two shares of independent trials, tested with the share of both together.

    >>> round(of_shares("x", 50, 100, 70, 100).p, 4), of_shares("x", 0, 100, 0, 90).p
    (0.0039, 1.0)
    """
    if not of_first or not of_second:
        return Difference(name, is_fan, 0.0, 0.0, 0.0, 1.0)
    one, other, both = first / of_first, second / of_second, (first + second) / (of_first + of_second)
    error = sqrt(one * (1 - one) / of_first + other * (1 - other) / of_second)
    return Difference(name, is_fan, one, other, error, chance(other - one, sqrt(both * (1 - both) * (1 / of_first + 1 / of_second))))


def of_means(name: str, first: Mapping[int, int], second: Mapping[int, int]) -> Difference:
    """Two means of whole numbers, each of which was found a number of times."""
    (one, variance), (other, other_variance) = moments(first), moments(second)
    error = sqrt(variance + other_variance)
    return Difference(name, False, one, other, error, chance(other - one, error))


def moments(values: Mapping[int, int]) -> tuple[float, float]:
    """The mean, and the variance of the mean."""
    count = sum(values.values())
    if not count:
        return 0.0, 0.0
    total = sum(value * times for value, times in values.items())
    squares = sum(value * value * times for value, times in values.items())
    return total / count, (squares * count - total * total) / (count * count * max(1, count - 1))


def chance(difference: float, error: float) -> float:
    """The chance of such a difference, or a larger one in either direction, by the normal distribution."""
    return 2 * NormalDist().cdf(-abs(difference) / error) if error else 1.0


def holm(tested: Sequence[Difference]) -> list[Difference]:
    """All differences, corrected: the smallest chance times their number, the next times one less, and so on; never falling.

    >>> [one.corrected for one in holm([Difference("a", True, 0, 1, 1, 0.01), Difference("b", True, 0, 1, 1, 0.04)])]
    [0.02, 0.04]
    """
    corrected = [1.0] * len(tested)
    last = 0.0
    for rank, i in enumerate(sorted(range(len(tested)), key=lambda i: tested[i].p)):
        last = corrected[i] = min(1.0, max(last, tested[i].p * (len(tested) - rank)))
    return [
        Difference(one.name, one.is_fan, one.before, one.after, one.error, one.p, found)
        for one, found in zip(tested, corrected, strict=True)
    ]


def as_dict(before: Study, after: Study) -> dict[str, Any]:
    """The comparison as JSON."""
    found = differences(before, after)
    design = before.design
    return {
        "source": SOURCE,
        "before": {"rules": design.rules, "overlay": design.overlay},
        "after": {"rules": after.design.rules, "overlay": after.design.overlay},
        "players": list(design.players),
        "seed": design.seed,
        "hands": design.hands,
        "level": round(LEVEL, 6),
        "measures": [one.as_dict() for one in found if not one.is_fan],
        "fans": [one.as_dict() for one in found if one.is_fan],
    }
