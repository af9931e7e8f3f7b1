"""What is chosen when a room is made, and how fast a table goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from quepu.engine import MatchSettings, play_rules
from quepu.players import PLAYERS
from quepu.rules import named
from quepu.rules.base import RuleBook
from quepu.rules.overlay import from_dict

MOST_HANDS = 1000

LIMITS = {"rounds": (1, 4), "hands": (1, MOST_HANDS), "turn": (3, 600), "bank": (0, 3600), "claim": (1, 120), "name": (1, 24)}
"""The least and the most of what can be chosen."""

PHRASES = {
    "hello": ("大家好", "Hello"),
    "good_luck": ("祝好运", "Good luck"),
    "nice": ("好牌！", "Nice hand!"),
    "well_played": ("打得好", "Well played"),
    "thanks": ("谢谢", "Thanks"),
    "sorry": ("不好意思", "Sorry"),
    "wait": ("请稍等", "One moment, please"),
    "go_on": ("请快一点", "Please go on"),
    "oops": ("哎呀", "Oops"),
    "close": ("就差一点", "So close"),
    "again": ("再来一局？", "Another game?"),
    "bye": ("再见", "Goodbye"),
}
"""What can be said at a table, by its id: in Chinese, in English."""


def default_bot() -> str:
    """The strongest player there is."""
    return next(name for name in ("efficient", "first") if name in PLAYERS)


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds: for each turn; more of them in each hand; to answer a discard."""

    turn: float
    bank: float
    claim: float


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What is played in a room, and how. ``bots`` sit in empty chairs; None: the chairs must be full."""

    rules: str
    overlay: dict[str, Any] | None
    match: MatchSettings
    clock: Clock | None
    bots: str | None
    private: bool
    casual: bool
    open_hands: bool

    @property
    def book(self) -> RuleBook:
        return named(self.rules) if self.overlay is None else from_dict(self.overlay, "overlay", named)

    def as_dict(self) -> dict[str, Any]:
        """As the protocol tells them."""
        told = asdict(self)
        del told["match"]
        return {**told, **self.match.as_dict()}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> RoomSettings:
        """Of ``as_dict``."""
        rest = dict(given)
        match = MatchSettings(rest.pop("tiles"), rest.pop("rounds"), rest.pop("hands"))
        clock = rest.pop("clock")
        return cls(match=match, clock=clock and Clock(**clock), **rest)


def match_settings(book: RuleBook, tiles: int | None, rounds: int, hands: int | None) -> MatchSettings:
    """A match of a book, with as many tiles as it has if nothing else is wished."""
    return MatchSettings(tiles or play_rules(book).tiles, rounds, hands)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds; pairs are the least and the most of what is drawn at random."""

    bot: tuple[float, float] = (0.5, 1.2)
    """A bot's turn."""
    claims: tuple[float, float] = (0.5, 1.0)
    """How long every discard lies at least before anybody goes on."""
    between: float = 3
    """Between two hands, at least."""
    commit: float = 10
    """How long the table waits for commitments to nonces, which pages send by themselves, before it chooses its seed."""
    ready: float = 30
    """How long a hand waits for players who are not ready, where there is a clock."""
    grace: float = 15
    """How long a player may be disconnected before a bot plays for him."""
    vote: float = 30
    """How long a proposal stands."""
    window: tuple[float, float] = (5, 8)
    """How long people have to answer a discard where there is no clock."""
    more: float = 30
    """How long then, if one of them has asked for more time."""
    idle: float = 600
    """How long people wait for one of them in a turn, or before a hand, where there is no clock."""
    presence: float = 1
    """How often all are told who comes and goes, at most; the first times at once."""

    def scaled(self, factor: float) -> Pace:
        """The same with shorter pauses, or longer ones. What people need to answer and to return stays."""
        bot = self.bot[0] * factor, self.bot[1] * factor
        claims = self.claims[0] * factor, self.claims[1] * factor
        longer = max(1.0, factor)
        window = self.window[0] * longer, self.window[1] * longer
        others = {"between": self.between * factor, "presence": self.presence * factor, "more": self.more * longer}
        return replace(self, bot=bot, claims=claims, window=window, **others)
