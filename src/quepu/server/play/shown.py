"""What a viewer is shown, as JSON. All of it comes from ``quepu.table.view``: hidden tiles are not here to be left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quepu.hand import MeldType
from quepu.kernel.actions import CLAIMED, FROM_HAND, NO_SEAT
from quepu.notation import format_tiles
from quepu.table.events import Event, HandBegan
from quepu.table.play import HandInPlay
from quepu.table.view import DiscardView, MeldView, SeatView, View, seen
from quepu.tiles import NAMES, WINDS

_MELDS = {type: type.name.lower() for type in MeldType}


def events_dicts(events: Sequence[Event], hand: HandInPlay, seat: int | None, is_open: bool) -> list[dict[str, Any]]:
    """Events as a seat is told of them, or as somebody without a seat is."""
    if is_open:
        return [event.as_dict() for event in events]
    return [seen(event, seat, hand.rules.shows_concealed_kongs).as_dict() for event in events]


def view_dict(hand: HandInPlay, seat: int | None, is_open: bool) -> dict[str, Any]:
    """What a seat, or somebody without one, sees of a hand."""
    view = hand.view(seat)
    shown: dict[str, Any] = {
        "seat": None if view.seat == NO_SEAT else WINDS[view.seat],
        "hand": format_tiles(view.hand),
        "drawn": None if view.drawn is None else NAMES[view.drawn],
        "turn": WINDS[view.turn],
        "offer": _offer(view),
        "wall_left": view.wall_left,
        "seats": [_seat(one) for one in view.seats],
        "result": _result(view),
    }
    if is_open:
        shown["hands"] = [format_tiles(hand.view(other).hand) for other in range(4)]
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
        "flowers": format_tiles(seat.flowers),
        "ready": seat.ready,
    }


def _meld(meld: MeldView) -> dict[str, Any]:
    return {
        "type": _MELDS[meld.type],
        "tiles": format_tiles(meld.tiles),
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
        "hand": format_tiles(view.result.hand),
    }


def _wind(seat: int | None) -> str | None:
    return None if seat is None else WINDS[seat]
