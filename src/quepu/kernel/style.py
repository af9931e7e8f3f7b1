"""The styles of play that the kernel knows, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

MOST_STYLES = 8
"""The maximum number of styles that one ``Chooser`` plays."""

ALL_DISCARDS = 255
"""More discards than a deal has."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a player of the kernel chooses."""

    budget: int
    """The number of winning hands that are weighed for each hand (see ``quepu.kernel.prospects``)."""
    beyond: int = 2
    """How many tiles more than the nearest of them they may lack."""
    haste: float = 1.0
    """The number of tiles that come is divided by this. With more haste, a hand that lacks fewer tiles is preferred to one worth more."""
    caution: float = 0.0
    """How much the expected loss by a discard counts beside the gain that the hand promises; 0: not at all."""
    eagerness: float = 1.0
    """How many times its value a hand after a claim or a kong counts. With more than 1 a player claims what does not help. The value of a
    hand that waits does not know that others may discard what it needs, so a little less than 1 is best."""

    chow: float = 0.0
    pung: float = 0.0
    """How many times as fast tiles come that complete a chow or a pung, since they can be claimed; 0: only drawn tiles are considered."""

    # What people do less well than a program. The defaults are those of a program.
    memory: int = ALL_DISCARDS
    """The number of last discards, by anybody, that count as seen. With a short memory a player waits for tiles that are gone."""
    indifference: float = 0.0
    """How little the points of a hand matter. At 1 every winning shape counts like a plain win (see ``Prospects``), also one below the
    minimum: a player who does not know the fans hurries to the nearest hand and forgets the minimum."""
    imprecision: float = 0.0
    """Discards look alike if the hands that they leave are worth at most this share less than the best one. Of those that look alike, a
    player discards by habit: single tiles before pairs, honours and terminals before the middle."""


STYLES = {
    "efficient": Style(budget=100),
    "swift": Style(budget=32, beyond=1, haste=1.6),
    "careful": Style(budget=200, haste=4.0, caution=0.6, eagerness=0.8, chow=1.3, pung=2.5),
    # The levels for people (``quepu.players.LEVELS``) that are no other player.
    "beginner": Style(budget=32, beyond=1, haste=1.6, memory=4, indifference=0.75, eagerness=2.0, imprecision=0.5),
    "easy": Style(budget=32, beyond=1, haste=1.6, memory=12, indifference=0.45, eagerness=1.5, imprecision=0.3),
    "normal": Style(budget=32, beyond=1, haste=1.6, memory=24, indifference=0.2, eagerness=1.2, imprecision=0.15),
}
"""By the names of the players."""
