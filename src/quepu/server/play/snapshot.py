"""What each viewer of a session sees: a snapshot, and the updates they have missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from quepu.aims import win_dict
from quepu.engine.deal import Deal
from quepu.engine.events import Event, Revealed
from quepu.kernel.actions import WIN
from quepu.server.play.game import Committed
from quepu.server.play.schemas import GameEvent, Prompt, TableJson, Update, Waiting, WinInBrief
from quepu.server.play.serialize import SeatCache, deal_dict, events_dicts, view_dict, wind
from quepu.server.play.timing import CLAIMS, COMMIT, OVER, READY, TURN

if TYPE_CHECKING:
    from quepu.server.play.session import Session

Viewer = int | None
"""A player's number, or None for a spectator."""


class SessionViews:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._cache = SeatCache()

    def _seat(self, viewer: Viewer) -> int | None:
        return None if viewer is None else self._session.game.seats.index(viewer)

    def events(self, events: list[Event], viewer: Viewer) -> list[GameEvent]:
        """Events as a viewer sees them."""
        if self._session.has_fixed_walls:  # other tables may not have played this deal yet
            events = [event for event in events if not isinstance(event, Revealed)]
        return events_dicts(events, self._session.game.latest, self._seat(viewer), self._session.is_open)

    @property
    def first_update(self) -> int:
        """The number of the update before those that are kept: the last deal and all after it."""
        game = self._session.game
        return game.updates[0][0] - 1 if game.updates else game.n

    def missed(self, viewer: Viewer, after: int) -> list[Update] | None:
        """The updates after this number; None if they are not kept."""
        game = self._session.game
        if not game.updates or not self.first_update <= after <= game.n:
            return None
        return [{"n": n, "events": self.events(events, viewer)} for n, events in game.updates if n > after]

    def snapshot(self, viewer: Viewer) -> TableJson:
        """Everything that a viewer sees now."""
        session, game = self._session, self._session.game
        seat = self._seat(viewer)
        snapshot: TableJson = {
            "game": session.id,
            "n": game.n,
            "you": viewer,
            "hand": None if game.began is None else deal_dict(game.began),
            "scores": list(game.match.scores),
            "view": None if game.latest is None else view_dict(game.latest, seat, session.is_open, self._cache),
            "waits": self._waits(),
            "prompt": None,
            "answered": None,
            "commit": None,
            "open": None,
            "bot_discards": 0 if viewer is None else session.players[viewer].bot_discards,
        }
        if viewer is None or seat is None or session.paused_since is not None:
            return snapshot
        if not game.over and not session.has_fixed_walls and viewer not in game.committed:
            snapshot["commit"] = game.next_to_commit
        if session.decision.phase == READY:
            if game.nonce_commitment_of(viewer) is not None and viewer not in game.opened:
                snapshot["open"] = game.match.number
            if viewer not in session.ready_players:
                snapshot["prompt"] = {"ready": True}
        elif game.deal is not None and session.decision.phase in (TURN, CLAIMS):
            snapshot["answered"] = game.answers.get(seat)
            if session.chooses(viewer) and seat not in game.answers:
                legal = session.legal(seat)
                snapshot["prompt"] = self._prompt(game.deal, seat, legal) if legal else None
        return snapshot

    def _prompt(self, deal: Deal, seat: int, legal: list[int]) -> Prompt:
        """The question to a seat; with what a win is worth where it may win, which nobody else learns."""
        win = deal.offered_win(seat) if WIN in legal else None
        return {"legal": legal} if win is None else {"legal": legal, "win": cast(WinInBrief, win_dict(win))}

    def _waits(self) -> Waiting:
        """What the session waits for, and how much time is left."""
        session, decision, game = self._session, self._session.decision, self._session.game
        if decision.phase == OVER:
            return {"for": OVER}
        if session.paused_since is not None:
            return {"for": "paused" if session.is_deserted else "vote"}
        left = session.timing.visible_left(decision, session.now)
        if decision.phase == COMMIT:
            return {"for": COMMIT, "left": left, "hand": game.match.number}
        if decision.phase == READY:
            committed = Committed(game.match.number, game.commitment, game.nonce_commitments).as_dict()
            del committed["t"]
            return cast(Waiting, {"for": READY, "left": left, "players": session.people_waited_for(), **committed})
        if decision.phase == CLAIMS:
            return {"for": CLAIMS, "left": left, "held": decision.is_held, "window": decision.is_window}
        assert game.deal is not None
        [seat] = game.deal.asked()
        bank = None if left is None else round(1000 * session.timing.banks[game.seats[seat]])
        turn = None if left is None or bank is None else max(0, left - bank)
        return {"for": TURN, "seat": wind(seat), "left": turn, "bank": bank if turn else left}
