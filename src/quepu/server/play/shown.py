"""What a viewer is shown, as JSON. All of it comes from ``quepu.engine.view``: hidden tiles are not here to be left out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from quepu.engine.deal import Deal
from quepu.engine.events import Event, HandBegan
from quepu.engine.view import DiscardView, MeldView, SeatView, View, seen
from quepu.hand import MeldType
from quepu.kernel.actions import CLAIMED, FROM_HAND, NO_SEAT
from quepu.notation import format_tiles
from quepu.tiles import NAMES, WINDS

_tiles = lru_cache(10_000)(format_tiles)
"""The same hand is shown many times."""
_MELDS = {type: type.name.lower() for type in MeldType}


def events_dicts(events: Sequence[Event], hand: Deal, seat: int | None, is_open: bool) -> list[dict[str, Any]]:
    """Events as a seat is told of them, or as somebody without a seat is."""
    if is_open:
        return [event.as_dict() for event in events]
    return [seen(event, seat, hand.rules.shows_concealed_kongs).as_dict() for event in events]


class Seats:
    """What was last made of each seat's open part: most of it stays the same from viewer to viewer and from update to update."""

    def __init__(self) -> None:
        self._made: list[tuple[SeatView | None, dict[str, Any]]] = [(None, {})] * 4

    def show(self, seats: tuple[SeatView, ...]) -> list[dict[str, Any]]:
        for at, seat in enumerate(seats):
            if self._made[at][0] != seat:
                self._made[at] = seat, _seat(seat)
        return [made for _, made in self._made]


def view_dict(hand: Deal, seat: int | None, is_open: bool, seats: Seats | None = None) -> dict[str, Any]:
    """What a seat, or somebody without one, sees of a hand."""
    view = hand.view(seat)
    shown: dict[str, Any] = {
        "seat": None if view.seat == NO_SEAT else WINDS[view.seat],
        "hand": _tiles(view.hand),
        "drawn": None if view.drawn is None else NAMES[view.drawn],
        "turn": WINDS[view.turn],
        "offer": _offer(view),
        "wall_left": view.wall_left,
        "seats": (seats or Seats()).show(view.seats),
        "result": _result(view),
    }
    if is_open:
        shown["hands"] = [_tiles(hand.view(other).hand) for other in range(4)]
    return shown


def hand_dict(began: HandBegan) -> dict[str, Any]:
    """Which hand it is."""
    told = began.as_dict()
    del told["t"]
    return told


def _offer(view: View) -> dict[str, Any] | None:
    if view.offer is None:
        return None
    return {"seat": WINDS[view.offer.seat], "tile": NAMES[view.offer.tile], "robbing": view.offer.robbing}


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "concealed": seat.concealed,
        "melds": [_meld(meld) for meld in seat.melds],
        "discards": [_discard(discard) for discard in seat.discards],
        "flowers": _tiles(seat.flowers),
        "ready": seat.ready,
    }


def _meld(meld: MeldView) -> dict[str, Any]:
    return {
        "type": _MELDS[meld.type],
        "tiles": _tiles(meld.tiles),
        "claimed": None if meld.claimed is None else NAMES[meld.claimed],
        "from": _wind(meld.source),
    }


def _discard(discard: DiscardView) -> list[Any]:
    return [NAMES[discard.tile], FROM_HAND * discard.from_hand + CLAIMED * discard.claimed]


def _result(view: View) -> dict[str, Any] | None:
    if view.result is None:
        return None
    return {
        "winner": _wind(view.result.winner),
        "loser": _wind(view.result.loser),
        "points": view.result.points,
        "hand": _tiles(view.result.hand),
    }


def _wind(seat: int | None) -> str | None:
    return None if seat is None else WINDS[seat]
