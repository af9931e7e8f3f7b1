"""One deal in play: its state, its typed events, and questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from quepu.engine.events import Event, EventList, WonByFlowers, read_row
from quepu.engine.rules import PlayRules, new_state, play_rules
from quepu.engine.view import View, view
from quepu.engine.wall import check_wall, drawing_order
from quepu.errors import IllegalAction, QuepuError, as_json
from quepu.kernel.actions import ACTIONS, NO_SEAT, OVER, WIN
from quepu.rules.base import RuleBook
from quepu.rules.settlement import Payment
from quepu.score import Score


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a deal. ``winner`` and ``loser`` are seats or None; ``payments`` are the points that each seat gets."""

    winner: int | None
    loser: int | None
    points: int
    payments: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class NoWin:
    """Why a seat cannot win: ``no_tile`` (there is no tile to win on), ``flowers_in_hand``, ``not_a_win`` or ``below_minimum``.
    ``score`` is the score of the hand, where it can be scored."""

    reason: str
    score: Score | None = None


def check_number(option: str, value: object, least: int, most: int) -> None:
    """Raise QuepuError unless the value is an integer within these bounds."""
    if type(value) is not int or not least <= value <= most:
        raise QuepuError("out_of_range", option=option, text=as_json(value), least=least, most=most)


class Deal:
    """A deal from its start to its end. ``wall`` is in the order of the shuffle; the dice break it. A deal that ``holds`` stops after every
    discard and every added kong, even if nobody can claim the tile; then ``release`` continues it."""

    def __init__(
        self, book: RuleBook, wall: bytes, dice: Sequence[int], round: int = 0, rules: PlayRules | None = None, holds: bool = False
    ) -> None:
        check_number("round", round, 0, 3)
        check_wall(wall)
        self.book = book
        self.rules = rules or play_rules(book)
        self._listener = EventList(book)
        self.state = new_state(book, self.rules, round, self._listener, holds)
        self.state.start(drawing_order(wall, dice))

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self._listener.events

    @property
    def over(self) -> bool:
        return self.state.phase == OVER

    def asked(self) -> list[int]:
        """The seats that must act now."""
        return self.state.asked()

    def legal(self, seat: int) -> int:
        """The legal actions of a seat now, as a mask with a bit for each action number."""
        return self.state.legal(seat)

    def apply(self, seat: int, action: int, from_hand: bool = False) -> list[Event]:
        """Apply the action of a seat and everything that follows from it; return the events. Raises IllegalAction without any change."""
        if not (_is_below(4, seat) and _is_below(ACTIONS, action)):
            raise IllegalAction("no_such_action", seat=seat, action=action)
        before = len(self.events)
        self.state.apply(seat, action, from_hand)
        return self.events[before:]

    @property
    def held(self) -> bool:
        """Whether the deal is on hold at a tile that nobody can claim."""
        return bool(self.state.is_held())

    def release(self) -> list[Event]:
        """Continue a deal that is on hold; return the events. Raises IllegalAction if it is not on hold."""
        before = len(self.events)
        self.state.release()
        return self.events[before:]

    def view(self, seat: int | None) -> View:
        """What a seat may know; for None, what a spectator may know."""
        return view(self.state, seat)

    def outcome(self) -> Outcome:
        """The end of the deal, with the payments."""
        state = self.state
        if state.winner == NO_SEAT:
            return Outcome(None, None, 0, (0, 0, 0, 0))
        loser = None if state.loser == NO_SEAT else state.loser
        payments = self.book.family.settlement.settle(state.winner, loser, state.points, state.given())
        return Outcome(state.winner, loser, state.points, payments)

    def offered_win(self, seat: int) -> Score | None:
        """The score if this seat wins now; None if it may not, or if it would win with flowers alone."""
        row = self.state.winning_row(seat) if self.state.may(seat, WIN) else None
        return None if row is None else Score(*read_row(row), self.book)

    def payments(self) -> tuple[Payment, ...]:
        """Who pays what and why, when the deal is over; empty if nobody won."""
        state = self.state
        if state.phase != OVER or state.winner == NO_SEAT:
            return ()
        by_flowers = any(isinstance(event, WonByFlowers) for event in self.events)
        loser = None if state.loser == NO_SEAT else state.loser
        return self.book.family.settlement.explain(state.winner, loser, state.points, state.given(), by_flowers)

    def why_no_win(self, seat: int) -> NoWin | None:
        """Why this seat cannot win now; None if it can."""
        if self.state.may(seat, WIN):
            return None
        row = self.state.winning_row(seat)
        if row is None:
            return NoWin("no_tile")
        if self.rules.chosen_flowers and max(self.state.hand(seat)) > 33:
            return NoWin("flowers_in_hand")
        score = Score(*read_row(row), self.book)
        return NoWin("below_minimum" if score.win else "not_a_win", score)


def _is_below(bound: int, value: object) -> bool:
    """Whether the value is an integer from 0 to ``bound`` − 1. NumPy integers count too."""
    try:
        return 0 <= index(value) < bound  # type: ignore[arg-type]  # other types raise TypeError
    except TypeError:
        return False
