"""The settings of a room, and the pace of its games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from quepu.engine import MatchSettings, play_rules
from quepu.rules import named
from quepu.rules.base import RuleBook
from quepu.rules.overlay import from_dict

MAX_HANDS = 1000

LIMITS = {"rounds": (1, 4), "hands": (1, MAX_HANDS), "turn": (3, 600), "bank": (0, 3600), "claim": (1, 120), "name": (1, 24)}
"""The minimum and maximum of what can be chosen."""

PHRASES = {
    "hello": ("大家好", "Hello"),
    "good_luck": ("祝好运", "Good luck"),
    "nice": ("好牌！", "Nice hand!"),
    "well_played": ("打得好", "Well played"),
    "thanks": ("谢谢", "Thanks"),
    "sorry": ("不好意思", "Sorry"),
    "wait": ("请稍等", "One moment, please"),
    "go_on": ("请快一点", "A little faster, please"),
    "oops": ("哎呀", "Oops"),
    "close": ("就差一点", "So close"),
    "again": ("再来一场？", "Another game?"),
    "bye": ("再见", "Goodbye"),
}
"""The phrases that players can send, by id: in Chinese, in English."""


NORMAL: Final = "normal"
SPEEDS: dict[str, tuple[float, float]] = {"instant": (0, 0.5), "fast": (0.4, 0.7), NORMAL: (1, 1), "leisurely": (3, 2)}
"""By name: a factor on the pauses of bots, and one on the time in which people can claim a discard."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds: for each turn; a bank of more for each deal; to think about a discard."""

    turn: float
    bank: float
    claim: float


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What is played in a room, and how. ``bots`` fill empty chairs; None: all chairs must be taken."""

    rules: str
    overlay: dict[str, Any] | None
    match: MatchSettings
    clock: Clock | None
    bots: str | None
    private: bool
    casual: bool
    open_hands: bool
    flowers: bool = True
    """The table replaces flowers, where the book leaves that to the players."""
    hints: bool = True
    """Players may ask for hints."""
    friends: bool = False
    """Friends of the host see the room, and may come in without an invitation."""
    guests: bool = True
    """People without an account may join; otherwise only who is signed in."""
    speed: str = NORMAL
    """One of ``SPEEDS``; the host can change it during a game."""

    @property
    def book(self) -> RuleBook:
        return named(self.rules) if self.overlay is None else from_dict(self.overlay, "overlay", named)

    @property
    def game_match(self) -> MatchSettings:
        """The match that a new game plays: the table replaces flowers, where it has to and the book does not."""
        at_once = self.flowers and self.match.tiles > 136 and play_rules(self.book).chosen_flowers
        return replace(self.match, flowers_at_once=at_once)

    def as_dict(self) -> dict[str, Any]:
        """As in the protocol."""
        settings = asdict(self)
        match = settings.pop("match")
        return {**settings, **{key: match[key] for key in ("tiles", "rounds", "hands")}}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> RoomSettings:
        """The inverse of ``as_dict``."""
        rest = dict(given)
        match = MatchSettings(rest.pop("tiles"), rest.pop("rounds"), rest.pop("hands"))
        clock = rest.pop("clock")
        return cls(match=match, clock=clock and Clock(**clock), **rest)


def match_settings(book: RuleBook, tiles: int | None, rounds: int, hands: int | None) -> MatchSettings:
    """A match under a book, by default with the book's number of tiles."""
    return MatchSettings(tiles or play_rules(book).tiles, rounds, hands)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds. A pair is the minimum and maximum of a random time."""

    bot: tuple[float, float] = (0.15, 0.35)
    """A bot's turn."""
    claims: tuple[float, float] = (0.3, 0.45)
    """How long every discard is on offer, where one person plays with bots. (From one turn of that person to the next, the pauses of three
    bots and four discards are less than 3 s.)"""
    window: tuple[float, float] = (3.5, 4.2)
    """How long every discard is on offer among people, whoever could claim it and whenever they answer: enough to notice, think and tap on
    a phone. Without such a time the table waits for all who can claim."""
    between: float = 3
    """The minimum time between two deals."""
    commit: float = 10
    """How long the server waits for commitments to nonces, which pages send by themselves, before it chooses its seed."""
    ready: float = 30
    """With a clock: how long a deal waits for players who are not ready."""
    grace: float = 15
    """How long a player may be disconnected before a bot plays for them, with a clock; and a member before their chair is free."""
    untimed_grace: float = 60
    """The same for a player at a table without a clock."""
    vote: float = 30
    """How long a proposal is open."""
    idle: float = 600
    """Without a clock: how long people wait for one of them in a turn, or before a deal."""
    presence: float = 1
    """The minimum time between two announcements of who comes and goes; the first few are sent at once."""
    deserted: float = 600
    """How long a rated game waits when all people have left it. Then bots play on for them, until it is over."""
    arrival: float = 30
    """How long a game that was arranged waits for the others, once the first of them is there."""

    def scaled(self, factor: float) -> Pace:
        """The same with shorter or longer pauses. The time that people have to claim and to return does not get shorter; without any
        pauses there is none to claim."""
        window = max(1.0, factor) if factor else 0.0
        return replace(self._times(factor, window), between=self.between * factor, presence=self.presence * factor)

    def at(self, speed: str) -> Pace:
        """The pace of a game at one of ``SPEEDS``."""
        return self._times(*SPEEDS[speed])

    def _times(self, pauses: float, window: float) -> Pace:
        def scaled(times: tuple[float, float], factor: float) -> tuple[float, float]:
            return times[0] * factor, times[1] * factor

        return replace(self, bot=scaled(self.bot, pauses), claims=scaled(self.claims, pauses), window=scaled(self.window, window))
