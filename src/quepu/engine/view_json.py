"""A view as JSON, as it goes over the network (``docs/protocol.md``)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from quepu.engine.view import DiscardView, MeldView, SeatView, View
from quepu.hand import MeldType
from quepu.kernel.actions import CLAIMED, FROM_HAND, NO_SEAT
from quepu.notation import format_tiles
from quepu.tiles import NAMES, WINDS

tiles_text = lru_cache(10_000)(format_tiles)
"""The same hand is written many times."""
MELDS = {
    MeldType.CHOW: "chow", MeldType.PUNG: "pung", MeldType.KONG: "kong", MeldType.CONCEALED_KONG: "concealed_kong",
}  # fmt: skip


def view_json(view: View, seats: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """What a seat, or a spectator, sees. ``seats`` are those of the view, if they were written before."""
    return {
        "seat": None if view.seat == NO_SEAT else WINDS[view.seat],
        "hand": tiles_text(view.hand),
        "drawn": None if view.drawn is None else NAMES[view.drawn],
        "turn": WINDS[view.turn],
        "offer": _offer(view),
        "wall_left": view.wall_left,
        "seats": [seat_json(seat) for seat in view.seats] if seats is None else seats,
        "result": _result(view),
    }


def seat_json(seat: SeatView) -> dict[str, Any]:
    """What everybody sees of a seat."""
    return {
        "concealed": seat.concealed,
        "melds": [_meld(meld) for meld in seat.melds],
        "discards": [_discard(discard) for discard in seat.discards],
        "flowers": tiles_text(seat.flowers),
        "ready": seat.ready,
    }


def _offer(view: View) -> dict[str, Any] | None:
    if view.offer is None:
        return None
    return {"seat": WINDS[view.offer.seat], "tile": NAMES[view.offer.tile], "robbing": view.offer.robbing}


def _meld(meld: MeldView) -> dict[str, Any]:
    return {
        "type": MELDS[meld.type],
        "tiles": tiles_text(meld.tiles),
        "claimed": None if meld.claimed is None else NAMES[meld.claimed],
        "from": None if meld.source is None else WINDS[meld.source],
    }


def _discard(discard: DiscardView) -> list[Any]:
    return [NAMES[discard.tile], FROM_HAND * discard.from_hand + CLAIMED * discard.claimed]


def _result(view: View) -> dict[str, Any] | None:
    result = view.result
    if result is None:
        return None
    return {
        "winner": None if result.winner is None else WINDS[result.winner],
        "loser": None if result.loser is None else WINDS[result.loser],
        "points": result.points,
        "hand": tiles_text(result.hand),
    }
