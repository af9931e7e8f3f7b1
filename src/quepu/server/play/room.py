"""A room: its members, its chairs, and one game after another. Like a session it has no clock, network or disk of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from hmac import compare_digest
from random import Random
from typing import Any, cast

from quepu.engine import Header
from quepu.errors import QuepuError
from quepu.players import DEFAULT_LEVEL, PLAYERS
from quepu.server.play import schemas
from quepu.server.play.connected import ConnectedBots, SeatedBot, player_of
from quepu.server.play.game import Entry, Game
from quepu.server.play.ids import new_id
from quepu.server.play.members import Member, Members, PresenceLimit
from quepu.server.play.messages import (
    Act,
    ChangeSpeed,
    ClientMessage,
    Commit,
    More,
    Open,
    Phrase,
    Plain,
    Propose,
    Ready,
    Remove,
    Rename,
    SeatBot,
    Skip,
    Vote,
)
from quepu.server.play.plan import Plan, Start
from quepu.server.play.proposals import Proposals
from quepu.server.play.seated_bots import SeatedBots
from quepu.server.play.session import Session
from quepu.server.play.session_player import SessionPlayer
from quepu.server.play.settings import Pace, RoomSettings
from quepu.server.play.snapshot import Viewer
from quepu.server.play.store_rows import Write
from quepu.server.ratings.rate import is_rateable

MAX_MEMBERS = 100
MAX_MISSED = 400
"""The maximum number of missed updates that a new connection is sent: more than a deal has, unless choices are taken back repeatedly."""


@dataclass(slots=True)
class Outgoing:
    """A message to members by their number (-1: spectators without a name), or to all (None)."""

    to: frozenset[int] | None
    message: dict[str, Any]


class Room:
    def __init__(self, id: str, settings: RoomSettings, pace: Pace, random: Random) -> None:
        self.id = id
        self._use(settings)
        self.pace = pace
        self.random = random
        self.now = 0.0
        """When something happened last."""
        self.members = Members()
        self.session: Session | None = None
        self.spectators = 0
        """The number of connections without a token."""
        self.proposals = Proposals(self)
        self.writes: list[Write] = []
        self.outbox: list[Outgoing] = []
        self.dropped: list[int] = []
        """Members whose token is not valid any more."""
        self.invite: str | None = None
        """The secret that a private room requires besides its id, after somebody was removed."""
        self.connected: ConnectedBots | None = None
        """The bots that are connected to the server."""
        self.bots = SeatedBots(self)
        """Those that have a chair here."""
        self.plan: Plan | None = None
        self.arranged = Start(self)
        self.blocks: frozenset[tuple[str, str]] = frozenset()
        """Which accounts of members block which others."""
        self.is_closing: Callable[[], bool] = lambda: False
        """Whether no game begins any more, as the server is about to be stopped."""
        self._presence = PresenceLimit(pace.presence)
        self.games = 0
        self.entries = 0
        """The number of entries in the journal of the game."""

    # Set-up.

    def _use(self, settings: RoomSettings) -> None:
        self.settings = settings
        book = settings.book
        self.overlay = None if settings.overlay is None else {"zh": book.name, "en": book.en}
        """The name of custom rules."""

    def change(self, number: int | None, changed: Callable[[RoomSettings], RoomSettings]) -> None:
        """The host changes the settings of a room in which nothing was played yet. Raises QuepuError, and nothing has changed."""
        if self.phase != "lobby" or self.plan is not None:
            raise QuepuError("not_now")
        if number is None or self.members[number].removed or number != self.members.host:
            raise QuepuError("not_the_host")
        self._use(changed(self.settings))
        if not self.settings.private and self.invite is not None:
            self.invite = None  # everybody may come in
            self._send_invite()
        elif self.settings.private and self.invite is None and any(member.removed for member in self.members):
            self._change_invite()
        self.store_settings()
        self.announce()

    def _change_speed(self, number: int, speed: schemas.Speed, now: float) -> None:
        if number != self.members.host:
            raise QuepuError("not_the_host")
        self.members[number].check_may_speak(now)
        self.members[number].quiet_until = now + 0.3
        self.settings = replace(self.settings, speed=speed)
        if self.session is not None:
            self.session.timing.speed = speed
        self.store_settings()
        self.announce()

    @property
    def phase(self) -> schemas.Phase:
        if self.session is None:
            return "lobby"
        return "over" if self.session.game.over else "playing"

    @property
    def is_rated(self) -> bool:
        """Whether the game in this room, or the next one, is rated, as far as its settings and its players are concerned."""
        if self.session is None:
            players = [member.account for member in self.members.seated()]
        else:  # connected bots have a rating of their own
            built_in = [one.bot if one.bot in PLAYERS else None for one in self.session.players]
            players = [one.account if one.member is not None else bot for one, bot in zip(self.session.players, built_in, strict=True)]
        return (self.plan is None or self.plan.rated) and is_rateable(self.settings.as_dict(), players)

    @property
    def ends_alone(self) -> bool:
        """Whether the game goes on, at once or after a while, although nobody is connected."""
        return self.session is not None and self.session.is_rated and not self.session.game.over

    def restore_game(self, id: str, game: Game, players: list[SessionPlayer], entries: list[Entry], now: float) -> None:
        """Continue the game that was being played when the room was stored, restored from its entries."""
        session = self._open_session(id, game, players, now)
        session.timing.restore(entries)
        for player in players:
            player.has_come = True  # as far as is known
            player.away = player.member is not None and self.members[player.member].removed
        self.entries = len(entries)

    def _open_session(self, id: str, game: Game, players: list[SessionPlayer], now: float) -> Session:
        settings = self.settings
        self.session = Session(id, game, players, settings, self.pace, self.random, now, self.plan)
        self.session.is_rated = self.is_rated
        self.session.spectated = any(self.viewer(number) is None for number in self._connected())
        return self.session

    def _connected(self) -> list[int]:
        return [member.number for member in self.members if member.connections] + ([-1] if self.spectators else [])

    def viewer(self, number: int) -> Viewer:
        """The player that a member is in the session, or None."""
        if self.session is None or number < 0:
            return None
        return next((player for player, one in enumerate(self.session.players) if one.member == number), None)

    # Members.

    def join(self, name: str, token_hash: str, now: float, account: str | None = None) -> Member:
        """Add a member. Before the first game they get a chair, if there is a free one. An account that is a member already stays the same
        one: it would see two hands otherwise. Its token is replaced."""
        self.now = now
        known = self.members.of_account(account)
        if known is not None:
            known.gone = now
            self.writes.append(Write("token", {"room": self.id, "number": known.number, "token": token_hash}))
            return known
        number = self._free_number(now)
        chair = self._free_chair(now) if self.phase == "lobby" and not self.arranged.is_open else None
        member = Member(number, self.members.free_name(name), chair, now, account=account)
        if number < len(self.members):
            self.dropped.append(number)
        self.members[number : number + 1] = [member]
        self.writes.append(Write("member", {"room": self.id, **member.as_row(), "token": token_hash}))
        self.announce()
        return member

    def _free_number(self, now: float) -> int:
        """A new number; in a full room that of a member who is not needed: removed, or gone, preferably one who was never connected."""
        if len(self.members) < MAX_MEMBERS:
            return len(self.members)
        idle = [one for one in self.members[1:] if one.chair is None and self.viewer(one.number) is None and self._is_gone(one, now)]
        if not idle:
            raise QuepuError("room_full")
        return min(idle, key=lambda one: (not one.removed, one.seen, one.gone)).number

    def _is_gone(self, member: Member, now: float) -> bool:
        return member.is_gone(now, self.pace.grace)

    def _free_chair(self, now: float) -> int | None:
        """An empty chair, or that of a member who is gone, who loses it."""
        seated = {member.chair: member for member in self.members if member.chair is not None}
        free = next((chair for chair in range(4) if chair not in seated), None)
        if free is None and (gone := next((member for _, member in sorted(seated.items()) if self._is_gone(member, now)), None)):
            free = gone.chair
            self._set_chair(gone, None)
        return free

    def _set_chair(self, member: Member, chair: int | None) -> None:
        member.chair = chair
        self.writes.append(Write("chair", {"room": self.id, **member.as_row()}))

    def connect(self, number: int, now: float) -> None:
        """A member (or -1) has one more connection. In the lobby they get a chair, if there is a free one and they have not stood up."""
        self.now = now
        if number < 0:
            self.spectators += 1
        else:
            member = self.members[number]
            if member.removed:
                raise QuepuError("not_a_player")
            member.connections += 1
            member.seen = True
            if self.phase == "lobby" and member.chair is None and not member.stands and not self.arranged.is_open:
                chair = self._free_chair(now)
                if chair is not None:
                    self._set_chair(member, chair)
        if self.session is not None:
            player = self.viewer(number)
            if player is None:
                self.session.spectated = True
            else:
                self.session.connect(player, now)
        self._announce_presence(now)

    def disconnect(self, number: int, now: float) -> None:
        self.now = now
        if number < 0:
            self.spectators -= 1
        else:
            self.members[number].connections -= 1
            self.members[number].gone = now
        if self.session is not None:
            player = self.viewer(number)
            if player is not None and not self.members[number].connections:
                self.session.disconnect(player, now)
            self.session.spectated = any(self.viewer(one) is None for one in self._connected())
        self._announce_presence(now)

    # Messages from members.

    def receive(self, number: int, message: ClientMessage, now: float) -> dict[str, Any] | None:
        """Carry out a message of a member (or -1); the answer for that connection alone. Raises QuepuError, and nothing has changed."""
        self.now = now
        if isinstance(message, Plain) and message.t == "ping":
            return {"t": "pong"}
        if number < 0 or self.members[number].removed:
            raise QuepuError("not_a_player")
        if isinstance(message, Phrase):
            self._say(self.members[number], message.phrase, now)
        elif isinstance(message, ChangeSpeed):
            self._change_speed(number, message.speed, now)
        elif isinstance(message, Remove):
            self._remove(number, message.member, now)
        elif isinstance(message, SeatBot):
            self.bots.receive(number, message)
        elif isinstance(message, Rename):
            self._rename(self.members[number], message.name, now)
        elif isinstance(message, Plain) and message.t == "start":
            self._start(number, now)
        elif isinstance(message, Plain) and message.t in ("sit", "stand"):
            self._change_chair(self.members[number], message.t == "sit", now)
        elif isinstance(message, Propose | Vote):
            self._propose_or_vote(self.members[number], message, now)
        else:
            self._play(number, message, now)
        return None

    def running_session(self) -> Session:
        """Raises QuepuError if there is none."""
        if self.session is None:
            raise QuepuError("not_now")
        return self.session

    def _player(self, number: int) -> int:
        """The player that a member is. Raises QuepuError if they are none."""
        player = self.viewer(number)
        if player is None:
            raise QuepuError("not_a_player")
        return player

    def _play(self, number: int, message: Act | Commit | Open | Ready | More | Skip | Plain, now: float) -> None:
        """Pass a message about the game to the session."""
        session, player = self.running_session(), self._player(number)
        match message:
            case Act():
                session.act(player, message.n, message.action, message.from_hand, now)
            case Commit():
                session.commit_nonce(player, message.hand, bytes.fromhex(message.commitment), now)
            case Open():
                session.open_nonce(player, message.hand, bytes.fromhex(message.nonce), now)
            case Ready():
                session.ready(player, message.hand, now)
            case More():
                session.more_time(player, message.n, message.done, now)
            case Skip():
                session.skip(player, message.n, now)
            case Plain(t="away"):
                session.go_away(player, now)
            case _:
                session.come_back(player, now)
        self.proposals.drop_stale(now)

    def _say(self, member: Member, phrase: str, now: float) -> None:
        member.check_may_speak(now)
        member.quiet_until = now + 1
        deaf = {one.number for one in self.members if (one.account, member.account) in self.blocks}
        to = frozenset({-1, *(one.number for one in self.members)} - deaf) if deaf else None
        self.outbox.append(Outgoing(to, {"t": "phrase", "member": member.number, "phrase": phrase}))

    def _propose_or_vote(self, member: Member, message: Propose | Vote, now: float) -> None:
        player = self._player(member.number)
        if isinstance(message, Vote):
            self.proposals.vote(player, message.id, message.agree, now)
            return
        # not of somebody who is alone with bots, and not what another has proposed
        concerns_others = not self.proposals.voters() <= {player} and not self.proposals.is_seconded(message.kind)
        if concerns_others:
            member.check_may_speak(now)
        self.proposals.propose(player, message.kind, now)
        if concerns_others:
            member.quiet_until = now + 3

    def _change_chair(self, member: Member, sits: bool, now: float) -> None:
        if self.phase == "playing" or self.arranged.is_open:
            raise QuepuError("not_now")
        chair = self._free_chair(now) if sits and member.chair is None else None
        if sits and chair is None:
            raise QuepuError("no_chair")
        member.stands = not sits
        self._set_chair(member, chair)
        self.announce()

    def _rename(self, member: Member, name: str, now: float) -> None:
        """Between games a member takes another name. A game keeps the names with which it began."""
        if self.phase == "playing":
            raise QuepuError("not_now")
        if member.account is not None:
            raise QuepuError("name_of_account")
        member.check_may_speak(now)
        member.quiet_until = now + 1
        member.name = self.members.free_name(name, member)
        self.writes.append(Write("name", {"room": self.id, **member.as_row()}))
        self.announce()

    def claim(self, number: int, account: str, name: str) -> None:
        """A guest has signed in. Raises QuepuError if the member is somebody else."""
        member = self.members[number]
        if member.removed:
            raise QuepuError("not_a_player")
        if member.account not in (None, account):
            raise QuepuError("claimed_already")
        if member.account is None:
            member.account = account
            member.name = self.members.free_name(name, member) if self.phase != "playing" else member.name
            self.writes.append(Write("claim", {"room": self.id, **member.as_row()}))
            self.announce()

    def forget_account(self, account: str, name: str, bots: set[str]) -> None:
        """An account was deleted with its bots, and the store has done its part: who had it is a guest of this name. A game keeps the names
        with which it began until it is over."""
        self.bots.forget(bots)
        for member in self.members:
            if member.account == account:
                member.account, member.name = None, self.members.free_name(name, member)
                self.announce()

    def _remove(self, number: int, other: int, now: float) -> None:
        """The host removes a member who came after them. A bot goes on for a player; a host who replaces an absent one cannot remove
        players."""
        if number != self.members.host:
            raise QuepuError("not_the_host")
        player = self.viewer(other) if other < len(self.members) else None
        is_replacement = any(member.chair is not None for member in self.members[:number])
        plays = player is not None and self.phase == "playing"
        if plays and (self.is_rated or self.plan is not None):
            raise QuepuError("rated_game")
        if not number < other < len(self.members) or self.members[other].removed or (plays and is_replacement):
            raise QuepuError("cannot_remove")
        member = self.members[other]
        member.removed, member.chair = True, None
        self.dropped.append(other)
        self.writes.append(Write("remove", {"room": self.id, "number": other}))
        if self.settings.private:
            self._change_invite()
        if player is not None:
            self.running_session().go_away(player, now)
        self.announce()

    def _change_invite(self) -> None:
        """Make the old link invalid, and send the new one to the members."""
        self.invite = new_id(self.random)
        self.store_settings()
        self._send_invite()

    def store_settings(self) -> None:
        plan = None if self.plan is None else self.plan.as_dict()
        room = {"invite": self.invite, "seated_bots": self.bots.stored(), "plan": plan}
        self.writes.append(Write("settings", {"id": self.id, "settings": {**self.settings.as_dict(), **room}}))

    def _send_invite(self) -> None:
        members = frozenset(member.number for member in self.members if not member.removed)
        self.outbox.append(Outgoing(members, {"t": "invite", "invite": self.invite}))

    @property
    def host_account(self) -> str | None:
        """The account of the host; of the first member if there is no host."""
        host = self.members.host
        return self.members[host or 0].account if self.members else None

    def accounts(self) -> set[str]:
        """The accounts of members."""
        return {member.account for member in self.members if member.account is not None and not member.removed}

    def admits(self, invite: str | None) -> bool:
        """Whether somebody with this invitation may come in who is not a member. Nobody may come to a table of an event."""
        if self.plan is not None and self.plan.kind == "event":
            return False
        return self.invite is None or (invite is not None and compare_digest(invite.encode("utf-8", "surrogatepass"), self.invite.encode()))

    # Games.

    def _start(self, number: int, now: float) -> None:
        if self.plan is not None:
            raise QuepuError("not_now")
        abandoned = self.phase == "over" and not any(player.here for player in self.running_session().players)
        if self.phase != "lobby" and not abandoned:
            raise QuepuError("not_now")
        if number != self.members.host:
            raise QuepuError("not_the_host")
        self.start(now)

    def start(self, now: float) -> None:
        """Start a game with all who have a chair, in random order, and bots."""
        arranged = self.arranged.is_open
        seated: list[Member | SeatedBot | None] = [*(self.arranged.players() if arranged else self.next_players(now))]
        if not arranged:
            seated += self.bots.present()[: 4 - len(seated)]
        seated += [None] * (4 - len(seated))
        if self.plan is None or self.plan.kind != "event":
            self.random.shuffle(seated)
        bot = self._bot()
        players: list[SessionPlayer] = []
        for one in seated:
            if isinstance(one, SeatedBot):
                players.append(SessionPlayer(one.name, None, player_of(one.id)))
            elif one is not None:
                players.append(SessionPlayer(one.name, one.number, bot, one.account))
            else:
                number = 1 + sum(player.member is None and player.bot == bot for player in players)
                players.append(SessionPlayer(f"{bot} {number}", None, bot))
        self.begin_game(players, now)

    def next_players(self, now: float) -> list[Member]:
        """The members who would play in the next game: not those who joined long ago and were never connected. Raises QuepuError if they
        are too few."""
        seated = [one for one in self.members.seated() if one.seen or not self._is_gone(one, now)]
        if self.settings.bots is None and len(seated) + len(self.bots.present()) < 4:
            raise QuepuError("too_few_players")
        return seated

    def _bot(self) -> str:
        wanted = self.settings.bots
        return wanted if wanted in PLAYERS else DEFAULT_LEVEL

    def begin_game(self, players: list[SessionPlayer], now: float, begun: tuple[Game, list[Entry]] | None = None) -> None:
        """Open a session for a new game. It may continue another one: ``begun`` is that game so far, and its entries."""
        if self.is_closing():
            raise QuepuError("closed_for_maintenance")
        match = begun[0].match.settings if begun else self.settings.game_match
        header = Header(self.settings.book, tuple(player.name for player in players), match)
        game, entries = begun or (Game(header), [])
        game.header = header  # with the names of those who play now
        id = new_id(self.random)
        self.games += 1
        self.entries = 0
        row = {"id": id, "room": self.id, "ordinal": self.games, "header": header.as_dict()}
        by_player = {
            "members": [one.member for one in players],
            "bots": [one.bot for one in players],
            "accounts": [one.account for one in players],
        }
        self.writes.append(Write("game", {**row, **by_player}))
        self._journal(id, entries)
        self.proposals.forget()
        for player in players:
            player.here = player.has_come = player.member is not None and self.members[player.member].connections > 0
        session = self._open_session(id, game, players, now)
        self.announce()  # before the first update
        session.begin()
        session.tick(now)

    def _journal(self, game: str, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.entries += 1
            self.writes.append(Write("entry", {"game": game, "number": self.entries, "body": entry}))

    # Time.

    def tick(self, now: float) -> None:
        self.now = now
        if self._presence.planned is not None and now >= self._presence.planned:
            self._announce_presence(now)
        self.proposals.drop_stale(now)
        self.arranged.tick(now)
        if self.session is not None:
            self.session.tick(now)
            self.proposals.drop_stale(now)
            with suppress(QuepuError):
                self.proposals.count_votes(now)  # somebody whose vote was missing may be away now

    def wakes_at(self) -> float | None:
        proposal = self.proposals.current
        times = [
            self.session.wakes_at() if self.session else None,
            proposal.until if proposal else None,
            self._presence.planned,
            self.arranged.wakes_at(),
        ]
        return min((time for time in times if time is not None), default=None)

    # What is sent.

    def collect(self) -> None:
        """Move what the session has left into ``writes`` and ``outbox``. Call it after everything else, before those are read."""
        session = self.session
        if session is None:
            return
        self._journal(session.id, session.writes)
        session.writes = []
        if session.outbox:
            numbers: dict[Viewer, set[int]] = {}
            for number in self._connected():
                numbers.setdefault(self.viewer(number), set()).add(number)
            for viewer, message in session.outbox:
                self.outbox.append(Outgoing(frozenset(numbers.get(viewer, ())), message))
            session.outbox = []
        if session.changed:
            session.changed = False
            self.announce()

    def _announce_presence(self, now: float) -> None:
        """Somebody has come or gone."""
        if self._presence.allows(now):
            self.announce()

    def announce(self) -> None:
        """Send the description of the room to all."""
        self._presence.planned = None
        self.outbox.append(Outgoing(None, {"t": "room", "room": self.describe()}))

    def welcome(self, number: int, game: str | None, after: int | None) -> dict[str, Any]:
        """The first message to a connection."""
        viewer, session = self.viewer(number), self.session
        missed = None
        if session is not None and game is None and after is None:
            missed = session.views.missed(viewer, session.views.first_update)
        elif session is not None and game == session.id and after is not None:
            missed = session.views.missed(viewer, after)
        if missed is not None and len(missed) > MAX_MISSED:
            missed = None
        return {
            "t": "welcome",
            "you": {"member": None if number < 0 else number, "player": viewer},
            "room": self.describe(),
            "invite": None if number < 0 else self.invite,
            "table": None if session is None else session.views.snapshot(viewer),
            "missed": missed,
        }

    def describe(self) -> schemas.Room:
        """The room as all see it."""
        session = self.session
        return {
            "id": self.id,
            "settings": cast(schemas.RoomSettings, {**self.settings.as_dict(), "overlay": self.overlay}),
            "phase": self.phase,
            "game": session.id if session else None,
            "host": self.members.host,
            "members": [member.as_dict() for member in self.members if not member.removed],
            "players": None if session is None else session.describe_players(self.now),
            "bots": self.bots.as_dicts(),
            "spectators": self.spectators,
            "proposal": self.proposals.as_dict(),
            "settled": self.proposals.settled,
            "arranged": None if self.plan is None else self.plan.kind,
            "rated": self.is_rated,
        }
