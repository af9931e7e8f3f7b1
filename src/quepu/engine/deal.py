"""One hand in play: its state, its typed events, and what is asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from quepu.engine.events import Event, EventList, read_row
from quepu.engine.rules import PlayRules, new_state, play_rules
from quepu.engine.view import View, view
from quepu.engine.wall import check_wall, drawing_order
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import ACTIONS, NO_SEAT, OVER, WIN
from quepu.rules.base import RuleBook
from quepu.score import Score


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended. ``winner`` and ``loser`` are seats or None; ``payments`` is what each seat gets."""

    winner: int | None
    loser: int | None
    points: int
    payments: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class NoWin:
    """Why a seat is not offered to win: ``no_tile`` (there is none to win on), ``flowers_in_hand``, ``not_a_win`` or ``below_minimum``.
    ``score`` is what the hand would be worth, where it can be scored."""

    reason: str
    score: Score | None = None


def check_number(option: str, value: object, least: int, most: int) -> None:
    """That this is a whole number in these bounds."""
    if type(value) is not int or not least <= value <= most:
        raise QuepuError("out_of_range", option=option, text=repr(value), least=least, most=most)


class Deal:
    """A hand from the deal to its end. ``wall`` lies as it was shuffled, the dice break it. A hand that ``holds`` stops after every discard
    and every added kong, whether anybody can answer or not; where nobody can, ``release`` lets it go on."""

    def __init__(
        self, book: RuleBook, wall: bytes, dice: Sequence[int], round: int = 0, rules: PlayRules | None = None, holds: bool = False
    ) -> None:
        check_number("round", round, 0, 3)
        check_wall(wall)
        self.book = book
        self.rules = rules or play_rules(book)
        self._heard = EventList(book)
        self.state = new_state(book, self.rules, round, self._heard, holds)
        self.state.start(drawing_order(wall, dice))

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self._heard.events

    @property
    def over(self) -> bool:
        return self.state.phase == OVER

    def asked(self) -> list[int]:
        """The seats that must act now."""
        return self.state.asked()

    def legal(self, seat: int) -> int:
        """What a seat may do now, as a mask over the numbering of actions."""
        return self.state.legal(seat)

    def apply(self, seat: int, action: int, from_hand: bool = False) -> list[Event]:
        """Do what a seat has chosen, and what follows by itself; the events of it. Raises IllegalAction, and nothing has changed."""
        if not (_is_below(4, seat) and _is_below(ACTIONS, action)):
            raise IllegalAction("no_such_action", seat=seat, action=action)
        before = len(self.events)
        self.state.apply(seat, action, from_hand)
        return self.events[before:]

    @property
    def held(self) -> bool:
        """Whether the hand holds at a tile that nobody can claim."""
        return bool(self.state.is_held())

    def release(self) -> list[Event]:
        """Go on where the hand is held; the events of it. Raises IllegalAction where it is not."""
        before = len(self.events)
        self.state.release()
        return self.events[before:]

    def view(self, seat: int | None) -> View:
        """What a seat may know; None: what somebody at no seat may."""
        return view(self.state, seat)

    def outcome(self) -> Outcome:
        """How the hand ended, settled."""
        state = self.state
        if state.winner == NO_SEAT:
            return Outcome(None, None, 0, (0, 0, 0, 0))
        loser = None if state.loser == NO_SEAT else state.loser
        payments = self.book.family.settlement.settle(state.winner, loser, state.points, state.given())
        return Outcome(state.winner, loser, state.points, payments)

    def why_no_win(self, seat: int) -> NoWin | None:
        """Why this seat may not win now; None if it may."""
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
    """Whether this is one of so many numbers from 0; NumPy's are numbers too."""
    try:
        return 0 <= index(value) < bound  # type: ignore[arg-type]  # what is no number is what this finds out
    except TypeError:
        return False
