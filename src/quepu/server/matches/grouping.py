"""Who plays with whom: a function of those who wait, without a clock or a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

TABLE = 4
NEAR, WIDER = 4.0, 0.4
"""How far the ratings of two people may be apart who have just come, and how much further with each second that one of them has waited;
in units of the model, of which a rating as it is shown has 60."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits: a key, the account (None for a guest), the mean of the rating, and for how many seconds."""

    key: str
    account: str | None
    mu: float
    waited: float
    avoids: frozenset[str] = frozenset()
    """The accounts that they block, or that block them."""

    @property
    def reach(self) -> float:
        return NEAR + WIDER * self.waited


def may_meet(one: Waiting, other: Waiting) -> bool:
    """Whether their ratings are near enough for how long they have waited. Nobody plays with themselves, or with whom they block."""
    same = one.account is not None and one.account == other.account
    apart = other.account in one.avoids or one.account in other.avoids
    return not same and not apart and abs(one.mu - other.mu) <= max(one.reach, other.reach)


def next_table(waiting: Sequence[Waiting], bots_after: float) -> list[Waiting]:
    """The people of the next game; an empty list if all should wait on.

    Who has waited longest chooses first, and gets the nearest others. Four people make a game at once; after ``bots_after`` seconds a game
    begins with fewer, and bots take the other seats.
    """
    for first in sorted(waiting, key=lambda one: (-one.waited, one.key)):
        table = [first]
        for other in sorted(waiting, key=lambda one: (abs(one.mu - first.mu), -one.waited, one.key)):
            if other is not first and len(table) < TABLE and all(may_meet(other, one) for one in table):
                table.append(other)
        if len(table) == TABLE or first.waited >= bots_after:
            return table
    return []


def nearest_bot(levels: dict[str, float], table: Sequence[Waiting], usual: str) -> str:
    """The bot whose rating is nearest to those of the people; the usual one if none has a rating."""
    mean = fmean(one.mu for one in table)
    return min(levels, key=lambda name: (abs(levels[name] - mean), name)) if levels else usual
