"""A room: its members, its chairs, and one game after another. Like the table it has no clock, network or disk of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from hmac import compare_digest
from random import Random
from typing import Any

from quepu.engine import Header
from quepu.errors import QuepuError
from quepu.players import PLAYERS
from quepu.server.play.game import Entry, Game
from quepu.server.play.messages import Act, Commit, More, Open, Phrase, Plain, Propose, Ready, Remove, Sent, Vote
from quepu.server.play.settings import Pace, RoomSettings, default_bot
from quepu.server.play.store import Write
from quepu.server.play.table import Chair, Table, Viewer

MOST_MEMBERS = 100
MOST_MISSED = 400
"""So many updates are sent again to who connects: more than a hand has, unless moves are taken back again and again."""
_QUICK = 8.0
"""So many times in a row all are told at once who comes and goes."""

_BOTS_NAME = re.compile(rf"(bot|机器人|{'|'.join(map(re.escape, PLAYERS))}) *\d", re.IGNORECASE)
"""What a bot is called, in a record or on a page."""


@dataclass(slots=True)
class Member:
    """Somebody who has joined; ``chair`` is where he sits, or None. ``gone`` is when he joined, or lost his last connection."""

    number: int
    name: str
    chair: int | None
    gone: float
    connections: int = 0
    seen: bool = False
    """He has been here."""
    stands: bool = False
    """He wants no chair."""
    removed: bool = False
    """The host has removed them; their token lets nobody in again."""
    quiet_until: float = 0.0
    """Before then he may say nothing, and propose nothing to others."""

    def may_speak(self, now: float) -> None:
        """Whether he may say something that all hear: not too often."""
        if now < self.quiet_until:
            raise QuepuError("too_fast")


@dataclass(slots=True)
class Proposal:
    """Something that all players must agree to."""

    id: int
    kind: str
    by: int
    until: float
    agreed: set[int]
    target: tuple[int, int] | None = None
    """What to take back: the hand's number, how many batches of it stay."""
    moves: int = 0
    """How many choices people had made when it was proposed."""


@dataclass(slots=True)
class Outgoing:
    """A message to members by their number (-1: spectators without a name), or to all (None)."""

    to: frozenset[int] | None
    message: dict[str, Any]


class Room:
    def __init__(self, id: str, settings: RoomSettings, pace: Pace, random: Random) -> None:
        self.id = id
        self.settings = settings
        book = settings.book
        self.overlay = None if settings.overlay is None else {"zh": book.name, "en": book.en}
        """The name of rules of one's own."""
        self.pace = pace
        self.random = random
        self.members: list[Member] = []
        self.table: Table | None = None
        self.spectators = 0
        """Connections without a token."""
        self.proposal: Proposal | None = None
        self.writes: list[Write] = []
        self.outbox: list[Outgoing] = []
        self.dropped: list[int] = []
        """Members whose token counts no more."""
        self.invite: str | None = None
        """What one must know besides the id to come into a private room from which somebody was removed."""
        self._quick = _QUICK
        self._quick_since = 0.0
        """How often all can still be told at once who comes and goes, and since when."""
        self._tell_at: float | None = None
        """When all are told of it the next time."""
        self.games = 0
        self.entries = 0
        """Of the journal of the game."""
        self._proposals = 0

    # Setting up.

    @property
    def phase(self) -> str:
        if self.table is None:
            return "lobby"
        return "over" if self.table.game.over else "playing"

    def restore_game(self, id: str, game: Game, members: list[int | None], bots: list[str], entries: list[Entry], now: float) -> None:
        """The game that was being played when the room was last seen, as its entries have given it back."""
        chairs = [Chair(name, member, bot) for name, member, bot in zip(game.header.players, members, bots, strict=True)]
        self._lay_table(id, game, chairs, now)
        assert self.table is not None
        self.table.restore_banks(entries)
        for chair in chairs:
            chair.away = chair.member is not None and self.members[chair.member].removed
        self.entries = len(entries)

    def _lay_table(self, id: str, game: Game, chairs: list[Chair], now: float) -> None:
        settings = self.settings
        self.table = Table(id, game, chairs, settings.clock, settings.open_hands, self.pace, self.random, now)
        self.table.spectated = any(self.viewer(number) is None for number in self._connected())

    def _connected(self) -> list[int]:
        return [member.number for member in self.members if member.connections] + ([-1] if self.spectators else [])

    def viewer(self, number: int) -> Viewer:
        """What a member is at the table: a player, or None."""
        if self.table is None or number < 0:
            return None
        return next((player for player, chair in enumerate(self.table.chairs) if chair.member == number), None)

    # Members.

    def join(self, name: str, token_hash: str, now: float) -> Member:
        """A new member; before the first game he takes a chair, if there is one."""
        number = self._free_number(now)
        taken = {member.name for member in self.members if not member.removed}
        alone, count = name, 2
        while name in taken or _BOTS_NAME.fullmatch(name):
            name, count = f"{alone} {count}", count + 1
        member = Member(number, name, self._free_chair(now) if self.phase == "lobby" else None, now)
        if number < len(self.members):
            self.dropped.append(number)
        self.members[number : number + 1] = [member]
        self.writes.append(Write("member", {"room": self.id, **_row(member), "token": token_hash}))
        self._tell_room()
        return member

    def _free_number(self, now: float) -> int:
        """A new one; in a full room that of somebody who is not needed: removed, or else gone, rather one who has never been here."""
        if len(self.members) < MOST_MEMBERS:
            return len(self.members)
        idle = [one for one in self.members[1:] if one.chair is None and self.viewer(one.number) is None and self._is_gone(one, now)]
        if not idle:
            raise QuepuError("room_full")
        return min(idle, key=lambda one: (not one.removed, one.seen, one.gone)).number

    def _is_gone(self, member: Member, now: float) -> bool:
        """Whether a member is gone for longer than it takes to come back."""
        return not member.connections and now >= member.gone + self.pace.grace

    def _free_chair(self, now: float) -> int | None:
        """An empty chair, or else that of somebody who is gone, who stands up for it."""
        seated = {member.chair: member for member in self.members if member.chair is not None}
        free = next((chair for chair in range(4) if chair not in seated), None)
        if free is None and (gone := next((member for _, member in sorted(seated.items()) if self._is_gone(member, now)), None)):
            free = gone.chair
            self._seat(gone, None)
        return free

    def _seat(self, member: Member, chair: int | None) -> None:
        member.chair = chair
        self.writes.append(Write("chair", {"room": self.id, **_row(member)}))

    def connect(self, number: int, now: float) -> None:
        """A member (or -1) has one more connection; in the lobby he takes a chair, if there is one and he has not stood up."""
        if number < 0:
            self.spectators += 1
        else:
            member = self.members[number]
            if member.removed:
                raise QuepuError("not_a_player")
            member.connections += 1
            member.seen = True
            if self.phase == "lobby" and member.chair is None and not member.stands:
                chair = self._free_chair(now)
                if chair is not None:
                    self._seat(member, chair)
        if self.table is not None:
            player = self.viewer(number)
            if player is None:
                self.table.spectated = True
            else:
                self.table.arrive(player, now)
        self._tell_presence(now)

    def disconnect(self, number: int, now: float) -> None:
        if number < 0:
            self.spectators -= 1
        else:
            self.members[number].connections -= 1
            self.members[number].gone = now
        if self.table is not None:
            player = self.viewer(number)
            if player is not None and not self.members[number].connections:
                self.table.depart(player, now)
            self.table.spectated = any(self.viewer(one) is None for one in self._connected())
        self._tell_presence(now)

    @property
    def host(self) -> int | None:
        """The first who sits in a chair and is here; if nobody is, the first who sits."""
        seated = [member for member in self.members if member.chair is not None]
        return next((member.number for member in seated if member.connections), seated[0].number if seated else None)

    # What members send.

    def receive(self, number: int, message: Sent, now: float) -> dict[str, Any] | None:
        """Do what a member (or -1) asks; the answer for him alone. Raises QuepuError, and nothing has changed."""
        if isinstance(message, Plain) and message.t == "ping":
            return {"t": "pong"}
        if number < 0 or self.members[number].removed:
            raise QuepuError("not_a_player")
        if isinstance(message, Act | Commit | Open | Ready):
            self._play(number, message, now)
        elif isinstance(message, More):
            self._table().more_time(self._player(number), message.n, now)
        elif isinstance(message, Phrase):
            self.members[number].may_speak(now)
            self.members[number].quiet_until = now + 1
            said = {"t": "phrase", "member": number, "phrase": message.phrase}
            self.outbox.append(Outgoing(None, said))
        elif isinstance(message, Propose):
            player = self._player(number)
            disturbs = not self._voters() <= {player}  # who is alone with bots disturbs nobody
            if disturbs:
                self.members[number].may_speak(now)
            self._propose(player, message.kind, now)
            if disturbs:
                self.members[number].quiet_until = now + 3
        elif isinstance(message, Vote):
            self._vote(self._player(number), message.id, message.agree, now)
        elif isinstance(message, Remove):
            self._remove(number, message.member, now)
        elif message.t == "start":
            self._start(number, now)
        elif message.t in ("sit", "stand"):
            self._change_chair(self.members[number], message.t == "sit", now)
        else:
            table, player = self._table(), self._player(number)
            (table.go_away if message.t == "away" else table.come_back)(player, now)
        return None

    def _table(self) -> Table:
        if self.table is None:
            raise QuepuError("not_now")
        return self.table

    def _player(self, number: int) -> int:
        player = self.viewer(number)
        if player is None:
            raise QuepuError("not_a_player")
        return player

    def _play(self, number: int, message: Act | Commit | Open | Ready, now: float) -> None:
        table, player = self._table(), self._player(number)
        if isinstance(message, Act):
            table.act(player, message.n, message.action, message.from_hand, now)
        elif isinstance(message, Commit):
            table.commit_nonce(player, message.hand, bytes.fromhex(message.commitment), now)
        elif isinstance(message, Open):
            table.open_nonce(player, message.hand, bytes.fromhex(message.nonce), now)
        else:
            table.ready(player, message.hand, now)
        self._forget_proposal(now)

    def _change_chair(self, member: Member, sits: bool, now: float) -> None:
        if self.phase == "playing":
            raise QuepuError("not_now")
        chair = self._free_chair(now) if sits and member.chair is None else None
        if sits and chair is None:
            raise QuepuError("no_chair")
        member.stands = not sits
        self._seat(member, chair)
        self._tell_room()

    def _remove(self, number: int, other: int, now: float) -> None:
        """The host removes somebody who came after him. For one who plays a bot goes on; who only stands in for the host cannot do that."""
        if number != self.host:
            raise QuepuError("not_the_host")
        player = self.viewer(other) if other < len(self.members) else None
        stands_in = any(member.chair is not None for member in self.members[:number])
        plays = player is not None and self.phase == "playing"
        if not number < other < len(self.members) or self.members[other].removed or (plays and stands_in):
            raise QuepuError("cannot_remove")
        member = self.members[other]
        member.removed, member.chair = True, None
        self.dropped.append(other)
        self.writes.append(Write("remove", {"room": self.id, "number": other}))
        if self.settings.private:
            self._change_invite()
        if player is not None:
            self._table().go_away(player, now)
        self._tell_room()

    def _change_invite(self) -> None:
        """The link that was given away so far lets nobody in any more; members learn the new one."""
        self.invite = new_id(self.random)
        self.writes.append(Write("settings", {"id": self.id, "settings": {**self.settings.as_dict(), "invite": self.invite}}))
        members = frozenset(member.number for member in self.members if not member.removed)
        self.outbox.append(Outgoing(members, {"t": "invite", "invite": self.invite}))

    def lets_in(self, invite: str | None) -> bool:
        """Whether somebody with this invitation may come in who is no member."""
        return self.invite is None or (invite is not None and compare_digest(invite.encode("utf-8", "surrogatepass"), self.invite.encode()))

    # Games.

    def _start(self, number: int, now: float) -> None:
        left_alone = self.phase == "over" and not any(chair.here for chair in self._table().chairs)
        if self.phase != "lobby" and not left_alone:
            raise QuepuError("not_now")
        if number != self.host:
            raise QuepuError("not_the_host")
        self.start(now)

    def start(self, now: float) -> None:
        """A game with all who have a chair, in an order of chance, and bots."""
        seated: list[Member | None] = [*self._seated(now)]
        seated += [None] * (4 - len(seated))
        self.random.shuffle(seated)
        bot = self._bot()
        chairs: list[Chair] = []
        for member in seated:
            name = member.name if member else f"{bot} {1 + sum(chair.member is None for chair in chairs)}"
            chairs.append(Chair(name, member.number if member else None, bot))
        self.begin_game(chairs, now)

    def _seated(self, now: float) -> list[Member]:
        """Who would play in the next game: not who has joined long ago and was never here. Raises QuepuError if they are too few."""
        seated = [one for one in self.members if one.chair is not None and (one.seen or not self._is_gone(one, now))]
        if self.settings.bots is None and len(seated) < 4:
            raise QuepuError("too_few_players")
        return seated

    def _bot(self) -> str:
        wanted = self.settings.bots
        return wanted if wanted in PLAYERS else default_bot()

    def begin_game(self, chairs: list[Chair], now: float, begun: tuple[Game, list[Entry]] | None = None) -> None:
        """Lay the table for a new game, which may begin with what happened in another: that game so far, and its entries."""
        header = Header(self.settings.book, tuple(chair.name for chair in chairs), self.settings.match)
        game, entries = begun or (Game(header), [])
        game.header = header  # with the names of those who play now
        id = new_id(self.random)
        self.games += 1
        self.entries = 0
        row = {"id": id, "room": self.id, "ordinal": self.games, "header": header.as_dict()}
        self.writes.append(Write("game", {**row, "members": [c.member for c in chairs], "bots": [c.bot for c in chairs]}))
        self._journal(id, entries)
        self.proposal = None
        for chair in chairs:
            chair.here = chair.member is not None and self.members[chair.member].connections > 0
        self._lay_table(id, game, chairs, now)
        assert self.table is not None
        self._tell_room()  # before the first update
        self.table.begin()
        self.table.tick(now)

    def _journal(self, game: str, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.entries += 1
            self.writes.append(Write("entry", {"game": game, "number": self.entries, "body": entry}))

    # Proposals.

    def _propose(self, player: int, kind: str, now: float) -> None:
        table = self._table()
        self._forget_proposal(now)
        if self.proposal is not None or (self.phase == "over") != (kind == "rematch"):
            raise QuepuError("not_now")
        target = None
        if kind == "takeback":
            keep = table.last_choice(player)
            if keep is None or not self.settings.casual:
                raise QuepuError("nothing_to_take_back")
            target = table.game.play.match.number, keep
        elif kind == "rematch":
            self._seated(now)
        self._proposals += 1
        self.proposal = Proposal(self._proposals, kind, player, now + self.pace.vote, {player}, target, table.moves)
        self._tell_room()
        self._count_votes(now)

    def _vote(self, player: int, id: int, agree: bool, now: float) -> None:
        self._forget_proposal(now)
        if self.proposal is None or self.proposal.id != id:
            raise QuepuError("stale", n=id, now=self.proposal.id if self.proposal else 0)
        if agree:
            self.proposal.agreed.add(player)
            self._tell_room()
            self._count_votes(now)
        else:
            self.proposal = None
            self._tell_room()

    def _voters(self) -> set[int]:
        """The players who are asked: all people but those who are gone so long that a bot plays for them; and who has agreed already."""
        people = {player for player, chair in enumerate(self._table().chairs) if chair.plays or (chair.member is not None and chair.here)}
        return people | (self.proposal.agreed if self.proposal else set())

    def _count_votes(self, now: float) -> None:
        """Do what all have agreed to. If it cannot be done any more, all are told that the proposal is gone, and QuepuError is raised."""
        proposal, table = self.proposal, self._table()
        if proposal is None or proposal.agreed < self._voters():
            return
        self.proposal = None
        self._tell_room()
        if proposal.kind == "rematch":
            self.start(now)
        elif proposal.kind == "end":
            table.end(now)
        elif proposal.target is not None:
            table.take_back(proposal.by, proposal.target[1], now)

    def _forget_proposal(self, now: float) -> None:
        """One that has stood too long, or whose hand is over; and a move is not taken back when people have played on."""
        proposal = self.proposal
        if proposal is None or self.table is None:
            return
        now_at = self.table.game.play.match.number, self.table.moves
        stale = proposal.target is not None and (proposal.target[0], proposal.moves) != now_at
        if now >= proposal.until or stale or (self.phase == "over") != (proposal.kind == "rematch"):
            self.proposal = None
            self._tell_room()

    # Time.

    def tick(self, now: float) -> None:
        if self._tell_at is not None and now >= self._tell_at:
            self._tell_presence(now)
        self._forget_proposal(now)
        if self.table is not None:
            self.table.tick(now)
            self._forget_proposal(now)
            with suppress(QuepuError):
                self._count_votes(now)  # one who was waited for may be away now

    def wakes_at(self) -> float | None:
        times = [self.table.wakes_at() if self.table else None, self.proposal.until if self.proposal else None, self._tell_at]
        return min((time for time in times if time is not None), default=None)

    # What is told.

    def collect(self) -> None:
        """Take over what the table has left. To be called after anything else, before ``writes`` and ``outbox`` are looked at."""
        table = self.table
        if table is None:
            return
        self._journal(table.id, table.writes)
        table.writes = []
        if table.outbox:
            numbers: dict[Viewer, set[int]] = {}
            for number in self._connected():
                numbers.setdefault(self.viewer(number), set()).add(number)
            for viewer, message in table.outbox:
                self.outbox.append(Outgoing(frozenset(numbers.get(viewer, ())), message))
            table.outbox = []
        if table.changed:
            table.changed = False
            self._tell_room()

    def _tell_presence(self, now: float) -> None:
        """Somebody has come or gone. All are told at once, but not more often than they can be told again: however many come and go,
        others are not sent more for it."""
        if self.pace.presence:
            self._quick = min(_QUICK, self._quick + (now - self._quick_since) / self.pace.presence)
            self._quick_since = now
            if self._quick < 0.999:  # not 1: the time that was waited for may be a rounding error away
                self._tell_at = self._tell_at or now + (1 - self._quick) * self.pace.presence
                return
            self._quick -= 1
        self._tell_room()

    def _tell_room(self) -> None:
        self._tell_at = None
        self.outbox.append(Outgoing(None, {"t": "room", "room": self.describe()}))

    def welcome(self, number: int, game: str | None, after: int | None) -> dict[str, Any]:
        """The first message to a connection."""
        viewer = self.viewer(number)
        table = self.table
        missed = None
        if table is not None and game is None and after is None:
            missed = table.missed(viewer, table.since)
        elif table is not None and game == table.id and after is not None:
            missed = table.missed(viewer, after)
        if missed is not None and len(missed) > MOST_MISSED:
            missed = None
        return {
            "t": "welcome",
            "you": {"member": None if number < 0 else number, "player": viewer},
            "room": self.describe(),
            "invite": None if number < 0 else self.invite,
            "table": None if table is None else table.snapshot(viewer),
            "missed": missed,
        }

    def describe(self) -> dict[str, Any]:
        """The room as all see it."""
        table, proposal = self.table, self.proposal
        return {
            "id": self.id,
            "settings": {**self.settings.as_dict(), "overlay": self.overlay},
            "phase": self.phase,
            "game": table.id if table else None,
            "host": self.host,
            "members": [_shown(one) for one in self.members if not one.removed],
            "players": None if table is None else [_player(chair) for chair in table.chairs],
            "spectators": self.spectators,
            "proposal": None
            if proposal is None
            else {
                "id": proposal.id,
                "kind": proposal.kind,
                "by": proposal.by,
                "agreed": sorted(proposal.agreed),
                "asked": sorted(self._voters()),
            },
        }


def _row(member: Member) -> dict[str, Any]:
    return {"number": member.number, "name": member.name, "chair": member.chair}


def _shown(member: Member) -> dict[str, Any]:
    return {"member": member.number, "name": member.name, "chair": member.chair, "here": member.connections > 0}


def _player(chair: Chair) -> dict[str, Any]:
    is_bot = chair.member is None
    return {
        "name": chair.name,
        "member": chair.member,
        "bot": chair.bot if is_bot else None,
        "here": is_bot or chair.here,
        "away": chair.away,
    }


_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id(random: Random) -> str:
    """A name for a room or a game that nobody can guess: 16 of 31 letters, 79 bits."""
    return "".join(random.choice(_LETTERS) for _ in range(16))
