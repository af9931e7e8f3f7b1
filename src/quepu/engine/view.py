"""What a seat may know: the only way in which anything of a table reaches a player, a bot or a socket.

Hidden tiles are not in it at all: nothing here is made of them, so nothing can be told from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from quepu.engine.events import Dealt, DealtTo, DealtUnseen, Drew, DrewUnseen, Event, MadeKong, MadeKongUnseen
from quepu.hand import READY, Meld, MeldType
from quepu.kernel.actions import CLAIMED, CLAIMING, FROM_HAND, NO_SEAT, OVER, ROBBING
from quepu.kernel.shapes import NO_TILE
from quepu.kernel.state import State


@dataclass(frozen=True, slots=True)
class MeldView:
    """A set on the table. ``tiles`` is empty for a concealed kong that lies face down."""

    type: MeldType
    tiles: tuple[int, ...]
    claimed: int | None
    """The tile that another gave; None for a concealed kong."""
    source: int | None
    """Who gave it."""


@dataclass(frozen=True, slots=True)
class DiscardView:
    tile: int
    from_hand: bool
    """It was not the tile just drawn."""
    claimed: bool
    """Another has taken it."""


DISCARDS = tuple(DiscardView(tile, bool(marks & FROM_HAND), bool(marks & CLAIMED)) for tile in range(42) for marks in range(4))
"""All there are: a view is made at every decision, and they are most of it."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What all see of a seat."""

    concealed: int
    """How many tiles it holds."""
    melds: tuple[MeldView, ...]
    discards: tuple[DiscardView, ...]
    flowers: tuple[int, ...]
    ready: str | None
    """Its 听 declaration, as ``quepu.hand.READY`` has them."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that the others may answer to: a discard, or one that is being added to a pung."""

    seat: int
    tile: int
    robbing: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How the hand ended. ``hand`` are the winner's concealed tiles, the one won on among them."""

    winner: int | None
    loser: int | None
    points: int
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat knows; or, where ``seat`` is NO_SEAT, all that lies open to everybody. Seats are 0–3 for 東南西北, and 東 deals."""

    seat: int
    round: int
    hand: tuple[int, ...]
    """Its own concealed tiles, the drawn one and flowers among them, in order."""
    drawn: int | None
    """The tile it has just drawn."""
    legal: tuple[int, ...]
    """What it may do now, by number; empty if it is not asked."""
    turn: int
    """Whose turn it is; while a discard is on offer, still the one who discarded."""
    offer: Offer | None
    wall_left: int
    seats: tuple[SeatView, ...]
    result: Result | None
    """None while the hand goes on."""


def view(state: State, seat: int | None) -> View:
    """What this seat may know of a table; None: what somebody may who sits at none."""
    over = state.phase == OVER
    return View(
        seat=NO_SEAT if seat is None else seat,
        round=state.round,
        hand=() if seat is None else tuple(state.hand(seat)),
        drawn=state.drawn if seat == state.turn and state.drawn != NO_TILE else None,
        legal=() if seat is None else tuple(state.actions(seat)),
        turn=state.turn,
        offer=Offer(state.offerer, state.offered, state.phase == ROBBING) if state.phase in (CLAIMING, ROBBING) else None,
        wall_left=state.left(),
        seats=tuple([_seat_view(state, other, over or other == seat) for other in range(4)]),
        result=_result(state) if over else None,
    )


def _seat_view(state: State, seat: int, knows_kongs: bool) -> SeatView:
    flowers, ready = state.flowers_of(seat), state.ready_of(seat)
    return SeatView(
        concealed=state.hand_size(seat),
        melds=tuple([meld_view(*meld, bool(knows_kongs or state.shows_concealed_kongs)) for meld in state.melds_of(seat)]),
        discards=tuple([DISCARDS[4 * tile + marks] for tile, marks in state.discards_of(seat)]),
        flowers=tuple([34 + i for i in range(8) if flowers >> i & 1]) if flowers else (),
        ready=READY[ready - 1] if ready else None,
    )


@cache
def meld_view(code: int, claimed: int, source: int, knows_kongs: bool) -> MeldView:
    meld = Meld.from_code(code)
    hidden = meld.type == MeldType.CONCEALED_KONG and not knows_kongs
    return MeldView(meld.type, () if hidden else meld.tiles, None if claimed == NO_TILE else claimed, None if source == NO_SEAT else source)


def _result(state: State) -> Result:
    if state.winner == NO_SEAT:
        return Result(None, None, 0, ())
    return Result(state.winner, None if state.loser == NO_SEAT else state.loser, state.points, tuple(state.hand(state.winner)))


def seen(event: Event, seat: int | None, shows_concealed_kongs: bool) -> Event:
    """An event as this seat is told of it, or somebody who sits at none."""
    if isinstance(event, Dealt):
        return DealtUnseen() if seat is None else DealtTo(seat, event.hands[seat])
    if isinstance(event, Drew) and event.seat != seat:
        return DrewUnseen(event.seat, event.why)
    if isinstance(event, MadeKong) and event.meld.type == MeldType.CONCEALED_KONG and event.seat != seat and not shows_concealed_kongs:
        return MadeKongUnseen(event.seat)
    return event


@dataclass(frozen=True, slots=True)
class NumberedEvent:
    """An event as one seat was told of it, with its number for that seat."""

    number: int
    event: Event


class Feed:
    """What one seat is told, event by event, numbered from 1 for it alone: a number tells nothing of what others were told."""

    def __init__(self, seat: int | None, shows_concealed_kongs: bool) -> None:
        self.seat = seat
        self.shows_concealed_kongs = shows_concealed_kongs
        self.told: list[NumberedEvent] = []

    def tell(self, event: Event) -> NumberedEvent:
        told = NumberedEvent(len(self.told) + 1, seen(event, self.seat, self.shows_concealed_kongs))
        self.told.append(told)
        return told

    def after(self, number: int) -> list[NumberedEvent]:
        """Everything told after this number."""
        return self.told[number:]
