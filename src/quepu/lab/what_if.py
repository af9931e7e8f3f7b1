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
from quepu.lab.workers import Executor
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook

LEVEL = 1 - CONFIDENCE
FEW_VALUES = 30
"""With fewer values, their own variance is too uncertain for a test."""
FEW_EXPECTED = 5
"""With fewer expected in one of the samples, shares are tested exactly."""
NEGLIGIBLE = 1e-18
SEAT_POINTS = "points_east"
OF_WINS = ("self_draws", "points")
"""The measures of wins."""


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
    executor: Executor | None = None,
    progress: Progress = no_progress,
) -> tuple[Study, Study]:
    """Both rule books on the same walls."""
    books = [find_book(before), find_book(after)]
    first, second = (simulate(new_study(book, players, hands, seed), executor, progress=progress) for book in books)
    return first, second


def differences(before: Study, after: Study) -> tuple[Difference, ...]:
    """All differences: the measures, then the fans that both books have, the most certain first. A fan that only one book has is no
    difference of a frequency. Figures of wins are compared only if both have wins."""
    one, other = before.counts, after.counts
    hands = sum(one.points.values()), sum(other.points.values())
    found = [
        of_shares("draws", one.draws, one.deals, other.draws, other.deals),
        of_shares("self_draws", self_draws(one), decided(one), self_draws(other), decided(other)),
        of_shares("refused", one.refused, one.deals, other.refused, other.deals),
        of_means("discards", numbers(one.discards), numbers(other.discards)),
        of_means("points", numbers(one.points), numbers(other.points)),
        of_means(SEAT_POINTS, points_of_east(one), points_of_east(other)),
    ]
    known = after.design.book().fans
    fans = [of_shares(id, one.fans[id], hands[0], other.fans[id], hands[1], is_fan=True) for id in before.design.book().fans if id in known]
    if not all(hands):
        found, fans = [measure for measure in found if measure.name not in OF_WINS], []
    corrected = holm([*found, *fans])
    return (*corrected[: len(found)], *sorted(corrected[len(found) :], key=lambda one: (one.p, -abs(one.difference))))


def decided(counts: Counts) -> int:
    return counts.deals - counts.draws


def self_draws(counts: Counts) -> int:
    return sum(count for key, count in counts.wins.items() if key.endswith(",1"))


def of_shares(name: str, first: int, of_first: int, second: int, of_second: int, is_fan: bool = False) -> Difference:
    """Two shares of independent trials, tested with the share of both together, or exactly if that is too rare.

    >>> round(of_shares("x", 50, 100, 70, 100).p, 4), of_shares("x", 0, 100, 0, 90).p
    (0.0039, 1.0)
    """
    if not of_first or not of_second:
        return Difference(name, is_fan, 0.0, 0.0, 0.0, 1.0)
    one, other, both = first / of_first, second / of_second, (first + second) / (of_first + of_second)
    error = sqrt(one * (1 - one) / of_first + other * (1 - other) / of_second)
    if min(both, 1 - both) * min(of_first, of_second) < FEW_EXPECTED:
        return Difference(name, is_fan, one, other, error, exact_chance(first, of_first, second, of_second))
    return Difference(name, is_fan, one, other, error, chance(other - one, sqrt(both * (1 - both) * (1 / of_first + 1 / of_second))))


def exact_chance(first: int, of_first: int, second: int, of_second: int) -> float:
    """Twice the chance, at most 1, that so many or more (or so few or fewer) of all successes are in the smaller sample, if all trials are
    alike: Fisher's exact test.

    >>> round(exact_chance(3, 3, 0, 3), 3), exact_chance(0, 1, 5, 400), round(exact_chance(1, 1, 4, 399), 3)
    (0.1, 1.0, 0.025)
    """
    if 2 * (first + second) > of_first + of_second:  # look at the failures, which are fewer
        first, second = of_first - first, of_second - second
    (found, size), (others, rest) = sorted([(first, of_first), (second, of_second)], key=lambda one: one[1])
    successes = found + others
    chances, one = [1.0], 1.0  # of 0 successes in the smaller sample, 1, 2 and so on, as multiples of the first
    for n in range(min(size, successes)):
        one *= (size - n) * (successes - n) / ((n + 1) * (rest - successes + n + 1))
        chances.append(one)
        if n > found and one < NEGLIGIBLE:
            break
    return min(1.0, 2 * min(sum(chances[: found + 1]), sum(chances[found:])) / sum(chances))


def of_means(name: str, first: Mapping[int, int], second: Mapping[int, int]) -> Difference:
    """Two means of whole numbers, each of which was found a number of times. The variance of a few values may be small by chance, even 0:
    the error is then at least what the variance within both together gives."""
    sizes = sum(first.values()), sum(second.values())
    if not all(sizes):
        return Difference(name, False, 0.0, 0.0, 0.0, 1.0)
    (one, spread), (other, other_spread) = moments(first), moments(second)
    variance = spread / (sizes[0] * max(1, sizes[0] - 1)) + other_spread / (sizes[1] * max(1, sizes[1] - 1))
    if min(sizes) < FEW_VALUES and sum(sizes) > 2:
        variance = max(variance, (spread + other_spread) / (sum(sizes) - 2) * (1 / sizes[0] + 1 / sizes[1]))
    error = sqrt(variance)
    return Difference(name, False, one, other, error, chance(other - one, error))


def moments(values: Mapping[int, int]) -> tuple[float, float]:
    """The mean, and the sum of the squared distances from it."""
    count = sum(values.values())
    total = sum(value * times for value, times in values.items())
    squares = sum(value * value * times for value, times in values.items())
    return total / count, (squares * count - total * total) / count


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
