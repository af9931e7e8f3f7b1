"""Views and events as JSON. All of it comes from ``quepu.engine.view``, which has no hidden tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from quepu.engine.deal import Deal
from quepu.engine.events import Event, HandBegan
from quepu.engine.view import SeatView, seen
from quepu.engine.view_json import seat_json, tiles_text, view_json
from quepu.server.play.schemas import GameEvent, HandOfGame
from quepu.server.position_schemas import ViewJson
from quepu.server.schemas import Wind
from quepu.tiles import WINDS


def events_dicts(events: Sequence[Event], deal: Deal | None, seat: int | None, is_open: bool) -> list[GameEvent]:
    """Events as a seat sees them, or as a spectator does. Nothing is hidden before the first deal."""
    visible = events if is_open or deal is None else [seen(event, seat, deal.rules.shows_concealed_kongs) for event in events]
    return [cast(GameEvent, event.as_dict()) for event in visible]


class SeatCache:
    """The JSON of each seat's visible part. Most of it is the same for all viewers and from update to update."""

    def __init__(self) -> None:
        self._known: tuple[SeatView, ...] = ()
        self._dicts: list[dict[str, Any]] = []

    def dicts(self, seats: tuple[SeatView, ...]) -> list[dict[str, Any]]:
        if not self._known:
            self._dicts = [seat_json(seat) for seat in seats]
        else:
            for at, seat in enumerate(seats):
                if self._known[at] != seat:
                    self._dicts[at] = seat_json(seat)
        self._known = seats
        return list(self._dicts)


def view_dict(deal: Deal, seat: int | None, is_open: bool, cache: SeatCache | None = None) -> ViewJson:
    """What a seat, or a spectator, sees of a deal."""
    view = deal.view(seat)
    found = cast(ViewJson, view_json(view, (cache or SeatCache()).dicts(view.seats)))
    if is_open:
        found["hands"] = [tiles_text(deal.view(other).hand) for other in range(4)]
    return found


def deal_dict(began: HandBegan) -> HandOfGame:
    """The number, the dealer and so on of a deal."""
    found = began.as_dict()
    del found["t"]
    return cast(HandOfGame, found)


def wind(seat: int) -> Wind:
    return cast(Wind, WINDS[seat])
