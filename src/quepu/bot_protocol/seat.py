"""What a program is sent about its seat: questions with everything that it may know, and each event of a deal once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quepu.engine.events import Event, HandBegan
from quepu.engine.record import Header
from quepu.engine.view import View, seen
from quepu.engine.view_json import view_json
from quepu.kernel.actions import PASS
from quepu.tiles import WINDS

Message = dict[str, Any]

FIRST_NOT_A_DISCARD = 42


@dataclass(frozen=True, slots=True)
class DealSoFar:
    """A deal in play, or one that has just ended: its first event, and all its events by action."""

    began: HandBegan
    batches: Sequence[list[Event]]
    shows_concealed_kongs: bool


class SeatFeed:
    """The events of a deal as one player may see them. It remembers which of them were sent."""

    def __init__(self, player: int) -> None:
        self.player = player
        self._number = 0
        self._sent: list[list[Event]] = []

    def forget(self) -> None:
        """Send everything of the deal again: to a new connection, or a new process."""
        self._sent = []

    def news(self, deal: DealSoFar) -> Message:
        """The events that were not sent yet, after the ``from`` first ones. If moves were taken back, ``from`` is smaller than before."""
        if deal.began.number != self._number:
            self._number, self._sent = deal.began.number, []
        same = 0
        for known, now in zip(self._sent, deal.batches, strict=False):
            if known is not now:
                break
            same += 1
        seat = deal.began.seats.index(self.player)
        new = [event for batch in deal.batches[same:] for event in batch]
        self._sent = list(deal.batches)
        return {
            "deal": deal.began.number,
            "from": sum(map(len, deal.batches[:same])),
            "events": [seen(event, seat, deal.shows_concealed_kongs).as_dict() for event in new],
        }


def game_message(game: str, kind: str, header: Header, player: int) -> Message:
    """The beginning of a game, or its description for a program that has connected again."""
    described = header.as_dict()
    return {
        "t": "game",
        "game": game,
        "kind": kind,
        "rules": described["rules"],
        "overlay": described["overlay"],
        "match": described["match"],
        "players": described["players"],
        "player": player,
    }


def ask_message(game: str, id: int, news: Message, deal: DealSoFar, view: View, seconds: float) -> Message:
    """A question: the view of the seat, its legal actions, and how many seconds the answer may take."""
    return {
        "t": "ask",
        "game": game,
        "id": id,
        **news,
        "round": WINDS[deal.began.round],
        "view": view_json(view),
        "legal": list(view.legal),
        "seconds": round(seconds, 3),
    }


def substitute(view: View) -> int:
    """What is done for a program that does not answer: it passes, or discards the tile that it has drawn, else its last tile."""
    if PASS in view.legal:
        return PASS
    if view.drawn is not None and view.drawn in view.legal:
        return view.drawn
    return max((action for action in view.legal if action < FIRST_NOT_A_DISCARD), default=view.legal[0])
