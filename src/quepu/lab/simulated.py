"""The figures of a simulation: shares and means with their confidence intervals.

Every deal has its own wall, so deals are independent: shares have Wilson's interval, means that of the normal distribution. All figures are
simulated, none is exact; ``source`` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

from quepu.errors import QuepuError
from quepu.intervals import CONFIDENCE, student
from quepu.lab.arena import Estimate
from quepu.lab.simulate import Counts, Study
from quepu.tiles import WINDS

SOURCE = "simulated"
MOST_PAIRS = 50
"""The number of pairs of fans that are listed, the most frequent first."""


def share(count: int, of: int) -> Estimate:
    """A share of independent trials, with Wilson's interval.

    >>> never = share(0, 100)
    >>> never.mean, [round(bound, 3) for bound in never.interval]
    (0.0, [0.0, 0.037])
    """
    if of < 2:
        return Estimate(count / of if of else 0.0, None)
    t, mean = student(of - 1), count / of
    middle = (mean + t * t / (2 * of)) / (1 + t * t / of)
    reach = t / (1 + t * t / of) * sqrt(mean * (1 - mean) / of + t * t / (4 * of * of))
    return Estimate(mean, (max(0.0, middle - reach), min(1.0, middle + reach)))


def average(values: Mapping[int, int]) -> Estimate:
    """The mean of whole numbers, each of which was found a number of times, with its interval. The sums are exact.

    >>> average({1: 50, 3: 50}).mean
    2.0
    """
    count = sum(values.values())
    if not count:
        return Estimate(0.0, None)
    total = sum(value * times for value, times in values.items())
    if count < 2:
        return Estimate(total / count, None)
    squares = sum(value * value * times for value, times in values.items())
    variance = (squares * count - total * total) / (count * (count - 1))
    reach = student(count - 1) * sqrt(variance / count)
    return Estimate(total / count, (total / count - reach, total / count + reach))


def figures(study: Study) -> dict[str, Any]:
    """All figures of a study that has at least one deal, as JSON."""
    counts, design = study.counts, study.design
    if not counts.deals:
        raise QuepuError("nothing_simulated")
    decided = counts.deals - counts.draws
    self_draws = sum(count for key, count in counts.wins.items() if key.endswith(",1"))
    return {
        "source": SOURCE,
        "rules": design.rules,
        "overlay": design.overlay,
        "seed": design.seed,
        "hands": design.hands,
        "shard": f"{study.shard}/{study.shards}",
        "deals": counts.deals,
        "complete": study.is_complete,
        "confidence": CONFIDENCE,
        "draws": share(counts.draws, counts.deals).as_dict(),
        "self_draws": share(self_draws, decided).as_dict(),
        "refused": share(counts.refused, counts.deals).as_dict(),
        "discards": average(numbers(counts.discards)).as_dict(),
        "points": average(numbers(counts.points)).as_dict(),
        "dealer_advantage": dealer_advantage(counts).as_dict(),
        "players": [standing(counts, i, counts.deals, seat=None) | {"name": name} for i, name in enumerate(design.players)],
        "seats": [standing(counts, None, counts.deals, seat) | {"seat": wind} for seat, wind in enumerate(WINDS)],
        "fans": fans(study),
        "pairs": pairs(study),
        "distributions": {
            "discards": distribution(counts.discards),
            "points": distribution(counts.points),
            "payments": distribution(added(counts.payments, lambda key: True)),
        },
    }


def dealer_advantage(counts: Counts) -> Estimate:
    """What the dealer receives a deal less the mean of the three others. The payments of a deal add up to 0, so the others receive minus a
    third of what the dealer receives, and the difference is four thirds of it: its error is that of the dealer's payments alone. The
    payments of the four seats depend on each other, so the errors of seats may not be combined."""
    dealer = average(points_of_east(counts))
    return Estimate(4 / 3 * dealer.mean, dealer.interval and (4 / 3 * dealer.interval[0], 4 / 3 * dealer.interval[1]))


def points_of_east(counts: Counts) -> Mapping[int, int]:
    """What the dealer receives."""
    return added(counts.payments, lambda key: key.split(",")[1] == "0")


def numbers(counter: Counter[str]) -> dict[int, int]:
    return {int(value): count for value, count in counter.items()}


def distribution(counter: Mapping[str, int] | Mapping[int, int]) -> list[list[int]]:
    """Each value with its count, the smallest value first."""
    return sorted([int(value), count] for value, count in counter.items())


def added(counter: Counter[str], wanted: Any) -> Counter[int]:
    """The last number of the keys that are wanted, with how often it was found."""
    found: Counter[int] = Counter()
    for key, count in counter.items():
        if wanted(key):
            found[int(key.rpartition(",")[2])] += count
    return found


def standing(counts: Counts, player: int | None, deals: int, seat: int | None) -> dict[str, Any]:
    """The results of a player at all seats, or of all players at a seat."""

    def is_meant(key: str) -> bool:
        of, at = key.split(",")[:2]
        return (player is None or of == str(player)) and (seat is None or at == str(seat))

    def total(counter: Counter[str], end: str = "") -> int:
        return sum(count for key, count in counter.items() if is_meant(key) and key.endswith(end))

    found = {
        "points": average(added(counts.payments, is_meant)).as_dict(),
        "wins": share(total(counts.wins), deals).as_dict(),
        "self_draws": share(total(counts.wins, ",1"), deals).as_dict(),
        "deal_ins": share(total(counts.deal_ins), deals).as_dict(),
    }
    if seat is None:
        found["refused"] = share(counts.refusals[str(player)], deals).as_dict()
    return found


def fans(study: Study) -> list[dict[str, Any]]:
    """How often each fan of the book is in a winning hand, the most frequent first; those that were never made too."""
    counts, book = study.counts, study.design.book()
    hands = sum(counts.points.values())
    found = []
    for id, fan in book.fans.items():
        wins = counts.fans[id]
        found.append(
            {
                "id": id,
                "name": fan.name,
                "wins": wins,
                "times": counts.times[id],
                "share": share(wins, hands).as_dict(),
                "points": round(counts.fan_points[id] / wins, 3) if wins else None,
            }
        )
    return sorted(found, key=lambda one: -one["wins"])


def pairs(study: Study) -> list[dict[str, Any]]:
    """The pairs of fans that are most often in a winning hand together; ``lift`` is how many times as often as if they were independent."""
    counts, hands = study.counts, sum(study.counts.points.values())
    found = []
    for key, wins in most(counts.together.items()):
        first, second = key.split(",")
        lift = wins * hands / (counts.fans[first] * counts.fans[second])
        found.append({"fans": [first, second], "wins": wins, "share": share(wins, hands).as_dict(), "lift": round(lift, 3)})
    return found


def most(items: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The greatest counts; among equals in the order of the keys."""
    return sorted(items, key=lambda item: (-item[1], item[0]))[:MOST_PAIRS]
