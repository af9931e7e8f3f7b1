"""Views and events as JSON. All of it comes from ``quepu.engine.view``, which has no hidden tiles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from quepu.engine.deal import Deal
from quepu.engine.events import Event, HandBegan
from quepu.engine.view import DiscardView, MeldView, SeatView, View, seen
from quepu.hand import MeldType
from quepu.kernel.actions import CLAIMED, FROM_HAND, NO_SEAT
from quepu.notation import format_tiles
from quepu.server.play.schemas import GameEvent, HandOfGame
from quepu.server.position_schemas import MeldJson, MeldName, OfferJson, ResultJson, SeatJson, ViewJson
from quepu.server.schemas import Wind
from quepu.tiles import NAMES, WINDS

_tiles = lru_cache(10_000)(format_tiles)
"""The same hand is serialised many times."""
_MELDS: dict[MeldType, MeldName] = {
    MeldType.CHOW: "chow", MeldType.PUNG: "pung", MeldType.KONG: "kong", MeldType.CONCEALED_KONG: "concealed_kong",
}  # fmt: skip


def events_dicts(events: Sequence[Event], deal: Deal | None, seat: int | None, is_open: bool) -> list[GameEvent]:
    """Events as a seat sees them, or as a spectator does. Nothing is hidden before the first deal."""
    visible = events if is_open or deal is None else [seen(event, seat, deal.rules.shows_concealed_kongs) for event in events]
    return [cast(GameEvent, event.as_dict()) for event in visible]


class SeatCache:
    """The JSON of each seat's visible part. Most of it is the same for all viewers and from update to update."""

    def __init__(self) -> None:
        self._known: tuple[SeatView, ...] = ()
        self._dicts: list[SeatJson] = []

    def dicts(self, seats: tuple[SeatView, ...]) -> list[SeatJson]:
        if not self._known:
            self._dicts = [_seat(seat) for seat in seats]
        else:
            for at, seat in enumerate(seats):
                if self._known[at] != seat:
                    self._dicts[at] = _seat(seat)
        self._known = seats
        return list(self._dicts)


def view_dict(deal: Deal, seat: int | None, is_open: bool, cache: SeatCache | None = None) -> ViewJson:
    """What a seat, or a spectator, sees of a deal."""
    view = deal.view(seat)
    found: ViewJson = {
        "seat": None if view.seat == NO_SEAT else wind(view.seat),
        "hand": _tiles(view.hand),
        "drawn": None if view.drawn is None else NAMES[view.drawn],
        "turn": wind(view.turn),
        "offer": _offer(view),
        "wall_left": view.wall_left,
        "seats": (cache or SeatCache()).dicts(view.seats),
        "result": _result(view),
    }
    if is_open:
        found["hands"] = [_tiles(deal.view(other).hand) for other in range(4)]
    return found


def deal_dict(began: HandBegan) -> HandOfGame:
    """The number, the dealer and so on of a deal."""
    found = began.as_dict()
    del found["t"]
    return cast(HandOfGame, found)


def _offer(view: View) -> OfferJson | None:
    if view.offer is None:
        return None
    return {"seat": wind(view.offer.seat), "tile": NAMES[view.offer.tile], "robbing": view.offer.robbing}


def _seat(seat: SeatView) -> SeatJson:
    return {
        "concealed": seat.concealed,
        "melds": [_meld(meld) for meld in seat.melds],
        "discards": [_discard(discard) for discard in seat.discards],
        "flowers": _tiles(seat.flowers),
        "ready": seat.ready,
    }


def _meld(meld: MeldView) -> MeldJson:
    return {
        "type": _MELDS[meld.type],
        "tiles": _tiles(meld.tiles),
        "claimed": None if meld.claimed is None else NAMES[meld.claimed],
        "from": None if meld.source is None else wind(meld.source),
    }


def _discard(discard: DiscardView) -> list[Any]:
    return [NAMES[discard.tile], FROM_HAND * discard.from_hand + CLAIMED * discard.claimed]


def _result(view: View) -> ResultJson | None:
    result = view.result
    if result is None:
        return None
    return {
        "winner": None if result.winner is None else wind(result.winner),
        "loser": None if result.loser is None else wind(result.loser),
        "points": result.points,
        "hand": _tiles(result.hand),
    }


def wind(seat: int) -> Wind:
    return cast(Wind, WINDS[seat])
