"""Balance: whether the rarer fans of a rule book are worth more, which are not, and what they could be worth instead.

What a fan is worth and how rare it is are compared on logarithmic scales, by a line: *worth = c / share^k*, where the share is that of the
winning hands in which the fan counts. The slope is the median of the slopes of all pairs of fans (Theil and Sen), so the fans in question
hardly move the line. A fan is an *outlier* if it is worth a given factor more or less than the line, anywhere in the interval of its share.

The shares come from one source at a time: a simulation, or an enumeration of concealed hands. They are never mixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import exp, log
from statistics import median
from typing import Any

from quepu.errors import QuepuError
from quepu.lab import simulated
from quepu.lab.count import Count
from quepu.lab.simulate import Study
from quepu.rules.base import Fan, RuleBook
from quepu.rules.overlay import MOST

LEAST_WINS = 30
"""The fans that determine the line are in this number of winning hands at least."""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of the winning hands that have a fan, with its interval: of an enumerated share that is the share itself."""

    fan: Fan
    mean: float
    low: float
    high: float
    hands: int
    """The winning hands that were found with it."""


@dataclass(frozen=True, slots=True)
class Line:
    """What fans of this book are worth by their shares: ``scale`` / share ^ ``slope``."""

    scale: float
    slope: float

    def worth(self, share: float) -> float:
        return float(self.scale * share**-self.slope)


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a proposal must observe."""

    multiple: int = 1
    """Proposed values are multiples of it."""
    keeps_order: bool = False
    """A fan that is worth more than another now is not worth less afterwards, in 灵雀 among the fans of the same 翻."""
    kept: frozenset[str] = frozenset()
    """Fans whose values stay."""
    moves_all: bool = False
    """All fans move to the line, not only the outliers."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A fan with its worth and its rarity."""

    share: Share
    key: str
    """The value that can be changed: ``points``, or ``fu``."""
    value: int
    unit: int
    """What one of the value is worth: in 灵雀 the 翻 of the fan."""
    line: float
    """What the line gives for its share."""
    is_outlier: bool
    proposed: int
    """The value that is proposed."""

    @property
    def worth(self) -> int:
        return self.value * self.unit

    @property
    def ratio(self) -> float:
        """How many times what the line gives it is worth."""
        return self.worth / self.line


@dataclass(frozen=True, slots=True)
class Balance:
    """The fans of a book, the most frequent first; those that have no value in points, or were never found, are left out."""

    book: RuleBook
    source: str
    line: Line
    factor: float
    fans: tuple[Weighed, ...]
    left_out: tuple[Fan, ...]
    pairs: int
    """The pairs of fans of which one is rarer beyond its interval."""
    broken: int
    """Those of them in which the rarer one is worth less."""
    constraints: Constraints = field(default_factory=Constraints)

    def overlay(self) -> dict[str, Any]:
        """The proposal as an overlay, on top of the one that made this book."""
        before = self.book.overlay or {"base": self.book.base_id}
        fans = {id: dict(table) for id, table in before.get("fan", {}).items()}
        for one in self.fans:
            if one.proposed != one.value:
                fans.setdefault(one.share.fan.id, {})[one.key] = one.proposed
        return {**before, "fan": fans}


def of_study(study: Study) -> list[Share]:
    """The shares in the winning hands of a simulation."""
    book = study.design.book()
    hands = sum(study.counts.points.values())
    found = []
    for id, fan in book.fans.items():
        estimate = simulated.share(study.counts.fans[id], hands)
        low, high = estimate.interval or (0.0, 1.0)
        found.append(Share(fan, estimate.mean, low, high, study.counts.fans[id]))
    return found


def of_counts(counts: Sequence[Count]) -> list[Share]:
    """The shares in random winning hands, as many on discards as by self-draw."""
    found = []
    for id, fan in counts[0].book.fans.items():
        share = float(sum(one.chance(id) for one in counts) / len(counts))
        found.append(Share(fan, share, share, share, sum(one.fans[id][0] for one in counts)))
    return found


def balance(book: RuleBook, source: str, shares: Iterable[Share], factor: float = 2.0, constraints: Constraints | None = None) -> Balance:
    """Compare worth with rarity, and propose values."""
    asked = constraints or Constraints()
    for id in asked.kept:
        if id not in book.fans:
            raise QuepuError("unknown_fan", rules=book.id, text=id)
    valued = [(share, *worth_of(book, share.fan)) for share in shares]
    used = [(share, key, value, unit) for share, key, value, unit in valued if value and share.hands]
    line = fitted([(share.mean, value * unit) for share, _, value, unit in used if share.hands >= LEAST_WINS])
    fixed = [(value, unit) for share, _, value, unit in valued if value and not share.hands]
    weighed = []
    for share, key, value, unit in used:
        # the rarer, the more the line gives
        least, most = line.worth(share.high), line.worth(share.low) if share.low else float("inf")
        is_outlier = value * unit > factor * most or value * unit * factor < least
        weighed.append(Weighed(share, key, value, unit, line.worth(share.mean), is_outlier, value))
    named = {one.share.fan.id for one in weighed}
    pairs, broken = promises(weighed)
    return Balance(
        book,
        source,
        line,
        factor,
        tuple(sorted(propose(weighed, asked, fixed), key=lambda one: -one.share.mean)),
        tuple(fan for id, fan in book.fans.items() if id not in named),
        pairs,
        broken,
        asked,
    )


def worth_of(book: RuleBook, fan: Fan) -> tuple[str, int, int]:
    """The value of a fan that can be changed: its key, the value (0: there is none), and what one of it is worth."""
    key, unit = book.family.balanced_value(fan)
    return key, getattr(fan, book.family.value_fields(fan)[key]) if key else 0, unit


def fitted(points: Sequence[tuple[float, int]]) -> Line:
    """The line through shares and what fans with these shares are worth.

    >>> line = fitted([(0.1, 4), (0.01, 40), (0.001, 400)])
    >>> round(line.slope, 3), round(line.worth(0.1), 3)
    (1.0, 4.0)
    """
    logs = [(log(share), log(worth)) for share, worth in points]
    slopes = [(y - other_y) / (other - x) for (x, y), (other, other_y) in combinations(logs, 2) if x != other]
    if not slopes:
        raise QuepuError("too_few_fans", least=LEAST_WINS)
    slope = median(slopes)
    return Line(exp(median(y + slope * x for x, y in logs)), slope)


def promises(weighed: Sequence[Weighed]) -> tuple[int, int]:
    """The pairs of fans of which one is surely rarer, and those of them in which it is worth less."""
    pairs = broken = 0
    for one, other in combinations(weighed, 2):
        rarer, commoner = (one, other) if one.share.mean < other.share.mean else (other, one)
        if rarer.share.high < commoner.share.low:
            pairs += 1
            broken += rarer.worth < commoner.worth
    return pairs, broken


# The proposal.


def propose(weighed: Sequence[Weighed], constraints: Constraints, fixed: Sequence[tuple[int, int]] = ()) -> list[Weighed]:
    """The fans with the values that are proposed: those that move come as near to the line as the constraints allow. ``fixed`` are the
    values and units of the fans that were never found: they stay, and where the order is kept the others stay on their side."""
    found = []
    for unit in sorted({one.unit for one in weighed}):
        alike = sorted((one for one in weighed if one.unit == unit), key=lambda one: (one.value, wanted(one, constraints)))
        free = [one for one in alike if one.share.fan.id not in constraints.kept]
        targets = [wanted(one, constraints) for one in free]
        if constraints.keeps_order:
            targets = rising(targets)
        kept = []
        if constraints.keeps_order:
            kept = [one.value for one in alike if one.share.fan.id in constraints.kept]
            kept += [value for value, its_unit in fixed if its_unit == unit]
        for one, target in zip(free, targets, strict=True):
            least = max((value for value in kept if value < one.value), default=1)
            most = min((value for value in kept if value > one.value), default=MOST)
            found.append(replace(one, proposed=nearest(target, one.value, constraints.multiple, least, most)))
        found += [one for one in alike if one.share.fan.id in constraints.kept]
    return found


def wanted(one: Weighed, constraints: Constraints) -> float:
    """The value that a fan would have without other fans and without rounding."""
    return one.line / one.unit if one.is_outlier or constraints.moves_all else float(one.value)


def rising(values: Sequence[float]) -> list[float]:
    """The nearest values that never fall: neighbours that do get their geometric mean.

    >>> [round(value, 3) for value in rising([1, 8, 2, 16])]
    [1.0, 4.0, 4.0, 16.0]
    """
    blocks: list[tuple[float, int]] = []
    for value in values:
        total, size = log(value), 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / size:
            before, more = blocks.pop()
            total, size = total + before, size + more
        blocks.append((total, size))
    return [exp(total / size) for total, size in blocks for _ in range(size)]


def nearest(target: float, value: int, multiple: int, least: int, most: int) -> int:
    """The multiple within these bounds that is nearest to the target by its ratio; if there is none, the value of now.

    >>> nearest(5.2, 8, 2, 1, 88), nearest(5.2, 8, 2, 7, 88), nearest(5.2, 5, 4, 5, 7)
    (6, 8, 5)
    """
    first, last = -(-max(least, multiple) // multiple), most // multiple
    if first > last:
        return value
    place = min(max(target / multiple, first), last)
    low = max(first, min(last, int(place)))
    high = min(last, low + 1)
    return multiple * (low if place * place <= low * high else high)


# Figures.


def figures(found: Balance) -> dict[str, Any]:
    """The balance as JSON."""
    return {
        "source": found.source,
        "rules": found.book.base_id,
        "overlay": found.book.overlay,
        "line": {"scale": round(found.line.scale, 6), "slope": round(found.line.slope, 6)},
        "factor": found.factor,
        "pairs": found.pairs,
        "broken": found.broken,
        "fans": [
            {
                "id": one.share.fan.id,
                "name": one.share.fan.name,
                one.key: one.value,
                "worth": one.worth,
                "share": one.share.mean,
                "interval": [one.share.low, one.share.high],
                "line": round(one.line, 3),
                "ratio": round(one.ratio, 3),
                "outlier": one.is_outlier,
                "proposed": one.proposed,
            }
            for one in found.fans
        ],
        "left_out": [fan.id for fan in found.left_out],
        "proposal": found.overlay(),
    }
