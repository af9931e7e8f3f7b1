"""What a seat may know. Everything that a player, a bot or a socket gets to know of a state comes from here.

Hidden tiles are absent from a view, not masked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from quepu.engine.events import Dealt, DealtTo, DealtUnseen, Drew, DrewUnseen, Event, MadeKong, MadeKongUnseen
from quepu.hand import READY, Meld, MeldType
from quepu.kernel.actions import CLAIMED, CLAIMING, FROM_HAND, NO_SEAT, OVER, ROBBING
from quepu.kernel.observation import observation
from quepu.kernel.shapes import NO_TILE
from quepu.kernel.state import State


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld. ``tiles`` is empty for a concealed kong that is face down."""

    type: MeldType
    tiles: tuple[int, ...]
    claimed: int | None
    """The claimed tile; None for a concealed kong."""
    source: int | None
    """The seat that discarded it."""


@dataclass(frozen=True, slots=True)
class DiscardView:
    tile: int
    from_hand: bool
    """Whether it came from the hand and was not the tile just drawn."""
    claimed: bool
    """Whether another seat has claimed it."""


DISCARDS = tuple(DiscardView(tile, bool(marks & FROM_HAND), bool(marks & CLAIMED)) for tile in range(42) for marks in range(4))
"""Every possible value, made in advance: views are made at every decision and consist mostly of these."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody sees of a seat."""

    concealed: int
    """The number of concealed tiles."""
    melds: tuple[MeldView, ...]
    discards: tuple[DiscardView, ...]
    flowers: tuple[int, ...]
    ready: str | None
    """Its 听 declaration, one of ``quepu.hand.READY``."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that the other seats may claim: a discard, or one that is being added to a pung."""

    seat: int
    tile: int
    robbing: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal. ``hand`` has the winner's concealed tiles, including the winning tile."""

    winner: int | None
    loser: int | None
    points: int
    hand: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat knows, or a spectator, where ``seat`` is NO_SEAT. Seats are 0–3 for 東南西北; 東 is the dealer."""

    seat: int
    round: int
    hand: tuple[int, ...]
    """The seat's own concealed tiles in order, including the drawn tile and flowers."""
    drawn: int | None
    """The tile that the seat has just drawn."""
    legal: tuple[int, ...]
    """The legal actions of the seat, by number; empty if it has nothing to decide."""
    turn: int
    """The seat whose turn it is; while a discard can be claimed, the seat that discarded it."""
    offer: Offer | None
    wall_left: int
    seats: tuple[SeatView, ...]
    result: Result | None
    """None until the deal is over."""
    observation: bytes = field(default=b"", repr=False, compare=False)
    """The same as bytes, for the players of the kernel (see ``quepu.engine.observation``)."""


def view(state: State, seat: int | None) -> View:
    """What this seat may know of a state; for None, what a spectator may know."""
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
        observation=observation(state, NO_SEAT if seat is None else seat),
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
    """An event as this seat may see it, or for None a spectator: hidden tiles are left out."""
    if isinstance(event, Dealt):
        return DealtUnseen() if seat is None else DealtTo(seat, event.hands[seat])
    if isinstance(event, Drew) and event.seat != seat:
        return DrewUnseen(event.seat, event.why)
    if isinstance(event, MadeKong) and event.meld.type == MeldType.CONCEALED_KONG and event.seat != seat and not shows_concealed_kongs:
        return MadeKongUnseen(event.seat)
    return event


@dataclass(frozen=True, slots=True)
class NumberedEvent:
    """An event as one seat sees it, with its number for that seat."""

    number: int
    event: Event


class Feed:
    """The events as one seat sees them, numbered from 1 for this seat alone, so that a number reveals nothing about the others."""

    def __init__(self, seat: int | None, shows_concealed_kongs: bool) -> None:
        self.seat = seat
        self.shows_concealed_kongs = shows_concealed_kongs
        self.events: list[NumberedEvent] = []

    def add(self, event: Event) -> NumberedEvent:
        numbered = NumberedEvent(len(self.events) + 1, seen(event, self.seat, self.shows_concealed_kongs))
        self.events.append(numbered)
        return numbered

    def after(self, number: int) -> list[NumberedEvent]:
        """All events after this number."""
        return self.events[number:]
