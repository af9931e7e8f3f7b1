"""Tables for tests: walls that deal what a test wants, and a way to play on them step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quepu.engine.deal import Deal
from quepu.engine.events import Won
from quepu.engine.rules import PlayRules
from quepu.engine.shuffle import Secret
from quepu.engine.wall import as_shuffled
from quepu.kernel.actions import CLAIMING, LAST_DRAW, OVER, PASS, ROBBING
from quepu.lab.arranged import kinds as kinds
from quepu.lab.arranged import wall_with as wall_with
from quepu.rules import book
from quepu.rules.base import RuleBook

E, S, W, N = range(4)

DICE = (3, 2, 6, 5)

JUNK = "147m147p147sESWN"
"""Thirteen tiles of which no two belong together."""

WAITS_FOR_5M = "34m 345p 345s 66p 789s"
"""A hand that waits for 2m and 5m, and is worth winning with the latter under every book."""


def kind(text: str) -> int:
    [one] = kinds(text)
    return one


def unbroken(ordered: bytes, dice: tuple[int, int, int, int]) -> bytes:
    """The shuffled wall that has this drawing order with these dice."""
    return as_shuffled(ordered, dice)


@dataclass(frozen=True)
class Arranged(Secret):
    """A shuffle that gives the wall a test wants."""

    wall: bytes = b""

    def shuffle(self, hand: int, size: int) -> tuple[bytes, tuple[int, int, int, int]]:
        return unbroken(self.wall, DICE), DICE


class Scene:
    """A hand that a test plays: ``discard``, ``act`` and ``drain`` let everybody pass who is not named."""

    def __init__(self, rules: str | RuleBook, wall: bytes, round: int = 0, table: PlayRules | None = None) -> None:
        self.hand = Deal(book(rules), unbroken(wall, DICE), DICE, round, table)
        self.state = self.hand.state
        self.events = self.hand.events

    def written(self, since: int = 0) -> list[dict[str, object]]:
        return [event.as_dict() for event in self.events[since:]]

    def may(self, seat: int) -> set[int]:
        """What a seat may do."""
        return set(self.state.actions(seat))

    def pass_all(self, but: Iterable[int] = ()) -> None:
        """All who may claim pass; who is due the last tile draws it."""
        while self.state.phase in (CLAIMING, ROBBING, LAST_DRAW):
            waiting = [seat for seat in self.state.asked() if seat not in but]
            if not waiting:
                return
            self.state.apply(waiting[0], PASS)

    def discard(self, seat: int, tile: str, from_hand: bool = False) -> None:
        self.pass_all()
        self.state.apply(seat, kind(tile), from_hand)

    def act(self, seat: int, action: int) -> None:
        """An action of a seat; all other seats that must act pass."""
        self.pass_all(but=(seat,))
        self.state.apply(seat, action)
        self.pass_all()

    def drain(self, left: int) -> None:
        """Every seat discards the tile it draws until this many tiles are left; the last tile drawn is not yet discarded."""
        self.pass_all()
        while self.state.left() > left:
            self.state.apply(self.state.turn, self.state.drawn)
            self.pass_all()
        assert self.state.left() == left

    def why_no_win(self, seat: int) -> str | None:
        """The reason why a seat cannot win now."""
        why = self.hand.why_no_win(seat)
        return why.reason if why else None

    def win(self) -> Won:
        """The win that ended it."""
        assert self.state.phase == OVER
        won = self.events[-1]
        assert isinstance(won, Won)
        return won
