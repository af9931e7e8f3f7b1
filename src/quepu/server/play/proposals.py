"""Proposals: something that happens in a room once all players have agreed to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.server.play.schemas import ProposalKind as Kind
from quepu.server.play.schemas import ProposalOutcome as Outcome
from quepu.server.play.schemas import RoomProposal, SettledProposal

if TYPE_CHECKING:
    from quepu.server.play.room import Room


@dataclass(slots=True)
class Proposal:
    id: int
    kind: Kind
    by: int
    until: float | None
    """When it expires. One to play again does not: nothing else is waited for then."""
    agreed: set[int]
    keep: int | None = None
    """What to take back: how many batches of the deal stay."""
    stops_play: bool = False
    """Nothing is played until all have voted."""


class Proposals:
    """The proposal of a room. There is at most one at a time."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._last = 0
        self.current: Proposal | None = None
        self.settled: SettledProposal | None = None
        """How the last one of this game ended."""
        self._refused: dict[int, tuple[str, int, int]] = {}
        """By player: the last choice that others did not let them take back, by game, deal and place."""

    def is_seconded(self, kind: Kind) -> bool:
        """Whether to propose this now is to agree to what another player has proposed."""
        return self.current is not None and self.current.kind == kind != "takeback"

    def propose(self, player: int, kind: Kind, now: float) -> None:
        """Raises QuepuError, and nothing has changed."""
        room, session = self._room, self._room.running_session()
        self.drop_stale(now)
        if self.current is not None and self.is_seconded(kind):
            self._agree(self.current, player, now)
            return
        is_event = room.plan is not None and room.plan.kind == "event"
        if self.current is not None or (room.phase == "over") != (kind == "rematch") or (is_event and kind == "rematch"):
            raise QuepuError("not_now")
        if kind == "end" and (room.is_rated or is_event):
            raise QuepuError("rated_game")
        keep = None
        if kind == "takeback":
            keep = session.last_choice(player)
            if keep is None or not room.settings.casual:
                raise QuepuError("nothing_to_take_back")
            if self._refused.get(player) == (session.id, session.game.match.number, keep):
                raise QuepuError("not_now")
        elif kind == "rematch":
            room.next_players(now)
        self._last += 1
        # with a clock, nobody should gain time by a proposal
        stops_play = kind == "takeback" or (kind == "end" and room.settings.clock is None)
        until = None if kind == "rematch" else now + room.pace.vote
        self.current = Proposal(self._last, kind, player, until, {player}, keep, stops_play)
        room.announce()
        self.count_votes(now)
        if stops_play and self.current is not None:
            session.wait_for_vote(True, now)

    def vote(self, player: int, id: int, agree: bool, now: float) -> None:
        self.drop_stale(now)
        if self.current is None or self.current.id != id:
            raise QuepuError("stale", n=id, now=self.current.id if self.current else 0)
        if agree:
            self._agree(self.current, player, now)
        elif player == self.current.by:
            self._drop("withdrawn", now)
        else:
            by, keep, session = self.current.by, self.current.keep, self._room.running_session()
            if keep is not None:
                self._refused[by] = (session.id, session.game.match.number, keep)
            self._drop("refused", now)

    def _agree(self, proposal: Proposal, player: int, now: float) -> None:
        if player not in proposal.agreed:
            proposal.agreed.add(player)
            self._room.announce()
            self.count_votes(now)

    def _settle(self, outcome: Outcome) -> Proposal | None:
        """The proposal has ended, and all see how."""
        proposal, self.current = self.current, None
        if proposal is not None:
            self.settled = {"id": proposal.id, "kind": proposal.kind, "by": proposal.by, "outcome": outcome}
        self._room.announce()
        return proposal

    def _drop(self, outcome: Outcome, now: float) -> None:
        """End the proposal without carrying it out."""
        proposal = self._settle(outcome)
        if proposal is not None and proposal.stops_play:
            self._room.running_session().wait_for_vote(False, now)

    def forget(self) -> None:
        """A new game begins, with other players."""
        self.current = self.settled = None

    def voters(self) -> set[int]:
        """The players who must agree: all people, except those who have been gone so long that a bot plays for them; and those who have
        agreed already."""
        players = enumerate(self._room.running_session().players)
        people = {number for number, player in players if player.plays or (player.member is not None and player.here)}
        return people | (self.current.agreed if self.current else set())

    def count_votes(self, now: float) -> None:
        """Carry the proposal out if all have agreed. If that is not possible any more, the proposal is dropped and QuepuError raised."""
        proposal, room, session = self.current, self._room, self._room.running_session()
        if proposal is None or proposal.agreed < self.voters():
            return
        if proposal.kind == "rematch":
            try:
                room.next_players(now)
            except QuepuError:
                self._drop("dropped", now)
                raise
        self._settle("agreed")
        member = session.players[proposal.by].member
        if member is not None:
            room.members[member].quiet_until = 0.0  # nobody was bothered
        if proposal.kind == "rematch":
            room.start(now)
        elif proposal.kind == "end":
            session.end(now)
        elif proposal.keep is not None:
            session.take_back(proposal.by, proposal.keep, now)

    def drop_stale(self, now: float) -> None:
        """Drop a proposal that has expired, whose game is over or has begun, or to play again with somebody who has left."""
        proposal, session = self.current, self._room.session
        if proposal is None or session is None:
            return
        proposer = session.players[proposal.by]
        if (self._room.phase == "over") != (proposal.kind == "rematch"):
            self._drop("dropped", now)
        elif now >= proposal.until if proposal.until is not None else not (proposer.plays or proposer.here):
            self._drop("expired", now)

    def as_dict(self) -> RoomProposal | None:
        proposal = self.current
        if proposal is None:
            return None
        return {
            "id": proposal.id,
            "kind": proposal.kind,
            "by": proposal.by,
            "agreed": sorted(proposal.agreed),
            "asked": sorted(self.voters()),
        }
