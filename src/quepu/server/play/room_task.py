"""The task of a room: it does everything that happens in the room, one thing after the other.

What the room leaves in ``writes`` is stored before what it leaves in ``outbox`` is sent. If storing fails, or the room itself, its
connections are closed and it is forgotten; the next who come find it as it was stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy.engine import Connection as SQLConnection

from quepu.engine import Player
from quepu.engine.deal import Deal
from quepu.engine.events import Event
from quepu.errors import QuepuError
from quepu.players import DEFAULT_LEVEL
from quepu.players import player_at_table as make_player
from quepu.players.hints import hint, no_win
from quepu.players.master import Master
from quepu.players.reach import out_of_reach
from quepu.rules.settlement import Payment
from quepu.server.cluster.leases import Lease, Leases
from quepu.server.metrics.counted import BOT_SECONDS, DEALS, GAMES_FINISHED, GAMES_STARTED, timed
from quepu.server.play import schemas
from quepu.server.play import store_people as people
from quepu.server.play.banned import BANNED, Banned
from quepu.server.play.connected import ConnectedBots, bot_of
from quepu.server.play.connection import Connection, encode
from quepu.server.play.game import record_of
from quepu.server.play.members import Member
from quepu.server.play.messages import Hello
from quepu.server.play.room import Room
from quepu.server.play.session import BotRequest, Session
from quepu.server.play.settings import RoomSettings
from quepu.server.play.store import Store
from quepu.server.play.store_rows import Write
from quepu.server.ratings.results import GameResult, result_of
from quepu.server.settings import Rate, Settings
from quepu.server.signed_in import SignedIn
from quepu.server.threads import Check, Job, Threads
from quepu.server.tokens import Buckets

LOG = logging.getLogger("quepu.server")

Result = TypeVar("Result")

SYSTEM = secrets.SystemRandom()
UNKNOWN_TOKEN = 4401
"""The code that closes a connection whose token is not known, or not any more."""
CONNECTS_TOO_OFTEN = 4431
"""The code that closes a connection which may be tried again later."""
MOVED = 1012
"""The code that closes a connection which is to be opened again at once: another node has the room, or will have it."""
_IDLE_SECONDS = 60.0
"""How long a room without connections stays in memory."""
_FASTEST = 100.0
"""The maximum factor on the rates of messages and connections in rooms without pauses."""
_MAX_BLOCKED = 1000
"""The maximum number of addresses that are remembered because the host blocks somebody there."""
_MAX_DEVICES = 8
"""The maximum number of connections of a member; a new one ends the oldest."""


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def scaled_buckets(rate: Rate | None, pace: float) -> Buckets | None:
    """Buckets of a rate that is meant for a pace of 1. The faster games are, the more messages are legitimate."""
    times = max(1.0, min(_FASTEST, 1 / pace) if pace else _FASTEST)
    return None if rate is None else Buckets(Rate(rate.per_second * times, rate.burst * times))


@dataclass(frozen=True, slots=True)
class Services:
    """What all rooms share."""

    store: Store
    settings: Settings
    bots: Threads
    """Half of them at most search; the others are for bots that choose at once."""
    background: Threads
    """Restores one long game after the other, and writes one record after the other, while other rooms go on."""
    leases: Leases
    connected: ConnectedBots | None = None
    """The bots that are connected to the server."""
    notice: Callable[[], dict[str, Any] | None] = lambda: None
    """The message that all are shown, if there is one."""
    banned: Banned | None = None


@dataclass(slots=True)
class _Job(Generic[Result]):
    """Something to do in a room; ``then`` is called after it was stored and sent."""

    work: Callable[[float], Result]
    done: asyncio.Future[Result]
    then: Callable[[Result], None] | None = None

    def fail(self, error: QuepuError) -> None:
        """Unless it has ended otherwise."""
        if not self.done.done():
            self.done.set_exception(error)


class RoomTask:
    def __init__(self, room: Room, tokens: dict[str, int], services: Services, ended: Callable[[RoomTask], None], lease: Lease) -> None:
        """``ended`` is called when the task ends. It writes only as long as this server holds the lease."""
        self.room = room
        self.since = time.time()
        """Since when the room is in memory."""
        self.lease = lease
        self.tokens = tokens
        """The hash of each member's token → their number, also of those who were removed."""
        self.services = services
        self.addresses: dict[int, str] = {}
        """The last address of each member."""
        self.removed_addresses: set[str] = set()
        """The addresses of members who were removed since the task began, except those that other members have too."""
        self._blocked_at: dict[str, str] = {}
        """The addresses from which accounts have tried to join that the host blocks, and these accounts."""
        settings = services.settings
        self._spectators = scaled_buckets(settings.room_connect_rate, settings.pace)
        self._devices = scaled_buckets(settings.member_connect_rate, settings.pace)
        self.connections: set[Connection] = set()
        self.bots: dict[int, tuple[Session, Player, asyncio.Lock]] = {}
        self.finished: str | None = None
        """The game whose record is stored."""
        self._ended = ended
        self._jobs: deque[_Job[Any]] = deque()
        self._wake = asyncio.Event()
        self._used = self.now()
        self._leaves = False
        self._choosing: set[asyncio.Task[None]] = set()
        self.task = asyncio.create_task(self._run())

    @staticmethod
    def now() -> float:
        return asyncio.get_running_loop().time()

    # For sockets and the API.

    async def do(self, work: Callable[[float], Result], then: Callable[[Result], None] | None = None) -> Result:
        """Do something in the room's own task. A QuepuError of ``work`` is raised here, and the room goes on."""
        if self.task.done():
            raise QuepuError("moved" if self._leaves else "internal_error")
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Job(work, done, then))
        self._wake.set()
        return await done

    async def join(
        self, name: str, address: str = "", invite: str | None = None, token: str | None = None, account: SignedIn | None = None
    ) -> tuple[Member, str]:
        """A new member and their token; who is signed in has the name of their account. ``token`` is the one that they had before, if any.
        An account that is a member already gets that member, and its old token is not valid any more. Raises QuepuError if they were
        removed, or if the invitation is not valid."""
        new = secrets.token_urlsafe(24)
        hashed = token_hash(new)
        id = account.id if account else None
        is_friend = self.room.members.of_account(id) is None and await self._is_friend(address, account)

        def enter(now: float) -> Member:
            if self.room.members.of_account(id) is not None:
                return self.room.join("", hashed, now, id)
            if self._is_removed(token):
                raise QuepuError("removed")
            if account is None and not self.room.settings.guests and self.room.members:
                raise QuepuError("no_guests")
            if not is_friend and not self.room.admits(invite):
                raise QuepuError("invite_needed")
            if self.room.invite is None and address in self.removed_addresses:
                raise QuepuError("removed")
            return self.room.join(name if account is None else account.name, hashed, now, id)

        def keep(member: Member) -> None:
            self.tokens = {known: number for known, number in self.tokens.items() if number != member.number}
            self.tokens[hashed] = member.number
            for connection in self.connections:
                if connection.number == member.number:  # with the old token
                    connection.close(UNKNOWN_TOKEN)
            self.addresses[member.number] = address

        member = await self.do(enter, keep)
        await self.look_at_blocks()
        return member, new

    async def _is_friend(self, address: str, signed_in: SignedIn | None) -> bool:
        """Whether somebody may come in as a friend of the host. Raises QuepuError if the host blocks them; also if they are a guest who has
        tried it before, from the same address, with an account that the host blocks."""
        account = self._blocked_at.get(address) if signed_in is None else signed_in.id
        host = self.room.host_account
        if account is None or host is None or host == account:
            return False

        def look(connection: SQLConnection) -> tuple[bool, bool]:
            return bool(people.blockers_of(connection, account, [host])), people.are_friends(connection, host, account)

        blocked, is_friend = await self.services.store.do(look)
        if blocked and address not in self.addresses.values():
            if len(self._blocked_at) >= _MAX_BLOCKED:
                self._blocked_at.clear()
            self._blocked_at[address] = account
        if blocked and (signed_in is not None or address not in self.addresses.values()):
            raise QuepuError("not_welcome")
        return is_friend and signed_in is not None and self.room.settings.friends

    async def look_at_blocks(self) -> None:
        """Read again which members block which others."""
        accounts = self.room.accounts()
        found = await self.services.store.do(lambda connection: people.blocks_among(connection, accounts)) if len(accounts) > 1 else ()
        self.room.blocks = frozenset(found)

    async def claim(self, token: str, account: SignedIn) -> None:
        """The member with this token has signed in. Raises QuepuError if there is none."""

        def claimed(_: float) -> None:
            number = self.tokens.get(token_hash(token))
            if number is None:
                raise QuepuError("not_a_player")
            self.room.claim(number, account.id, account.name)

        await self.do(claimed)
        await self.look_at_blocks()

    def _is_removed(self, token: str | None) -> bool:
        number = None if token is None else self.tokens.get(token_hash(token))
        return number is not None and self.room.members[number].removed

    async def connect(self, connection: Connection, hello: Hello, max_spectators: int) -> int | None:
        """Let a connection in and welcome it; or the code to close it with."""

        def enter(now: float) -> int | None:
            refused = self._admit(connection, hello, max_spectators)
            if refused is None:
                self.room.connect(connection.number, now)
            return refused

        def welcome(refused: int | None) -> None:
            if refused is not None:
                return
            own = [one for one in self.connections if one.number == connection.number >= 0]
            if len(own) >= _MAX_DEVICES:
                min(own, key=lambda one: one.since).close(4409)  # there is always a place for a member
            self.connections.add(connection)
            connection.send(self.room.welcome(connection.number, hello.game, hello.after))
            if (notice := self.services.notice()) is not None:
                connection.send(notice)

        return await self.do(enter, welcome)

    def _admit(self, connection: Connection, hello: Hello, max_spectators: int) -> int | None:
        """The code of the refusal, or None. It runs in the task, as a number may have gone to another member in the meantime."""
        if hello.token is not None:
            number = self.tokens.get(token_hash(hello.token))
            if number is None:
                return UNKNOWN_TOKEN
            if self.room.members[number].removed:
                return 4403
            if self.services.banned is not None and self.services.banned.has_account(self.room.members[number].account):
                return BANNED
            if self._devices is not None and self._devices.take(str(number), 1):
                return CONNECTS_TOO_OFTEN
            connection.number = number
            self.addresses[number] = connection.address
        elif not self.room.admits(hello.invite):
            return 4410
        elif sum(one.number < 0 for one in self.connections) >= max_spectators:
            return 4409
        elif self._spectators is not None and self._spectators.take("", 1):
            return CONNECTS_TOO_OFTEN
        return None

    def close_banned(self, banned: Banned) -> None:
        """Close the connections of banned people."""
        for connection in self.connections:
            account = None if connection.number < 0 else self.room.members[connection.number].account
            if banned.has_account(account) or banned.has_address(connection.address, connection.is_local):
                connection.close(BANNED)

    async def disconnect(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            with suppress(QuepuError):
                await self.do(lambda now: self.room.disconnect(connection.number, now))

    async def read_as(self, secret: str | None, read: Callable[[], Result]) -> Result:
        """Read the room when everything is stored. If the room has an invitation, ``secret`` must be that or a member's token."""

        def checked(_: float) -> Result:
            number = None if secret is None else self.tokens.get(token_hash(secret))
            if not self.room.admits(secret) and (number is None or self.room.members[number].removed):
                raise QuepuError("invite_needed")
            return read()

        return await self.do(checked)

    async def change(self, token: str, changed: Callable[[RoomSettings], RoomSettings]) -> schemas.Room:
        """The host changes the settings; the room as it is then."""

        def change(_: float) -> schemas.Room:
            self.room.change(self.tokens.get(token_hash(token)), changed)
            return self.room.describe()

        return await self.do(change)

    async def hint(self, token: str, lang: str) -> Callable[[], dict[str, Any]]:
        """A function that computes the hint for the member with this token; another thread may call it."""
        return await self.do(lambda _: self._hint(token, lang))

    def _hint(self, token: str, lang: str) -> Callable[[], dict[str, Any]]:
        session, deal, seat = self._seat_of(token)
        n, view, why, win = session.game.n, deal.view(seat), no_win(deal, seat), deal.offered_win(seat)
        return lambda: {"game": session.id, "n": n, **hint(view, deal.book, why, win).as_dict(lang)}

    async def reach(self, token: str) -> Callable[[], dict[str, Any]]:
        """A function that computes which fans are out of reach for the member with this token; another thread may call it."""
        return await self.do(lambda _: self._reach(token))

    def _reach(self, token: str) -> Callable[[], dict[str, Any]]:
        session, deal, seat = self._seat_of(token)
        n, view, flowers = session.game.n, deal.view(seat), session.game.match.settings.tiles > 136
        return lambda: {"game": session.id, "n": n, "out": out_of_reach(view, deal.book, flowers)}

    def _seat_of(self, token: str) -> tuple[Session, Deal, int]:
        """The deal in play, and the seat in it of the member with this token."""
        number = self.tokens.get(token_hash(token))
        session = self.room.session
        player = None if number is None or self.room.members[number].removed else self.room.viewer(number)
        if session is None or player is None:
            raise QuepuError("not_a_player")
        if not self.room.settings.hints:
            raise QuepuError("no_hints")
        deal = session.game.deal
        if deal is None:
            raise QuepuError("not_now")
        return session, deal, session.game.seats.index(player)

    def last_batch(self) -> tuple[Session, int, list[Event], tuple[Payment, ...]] | None:
        """The session, the number of its deal, the last events in it, and the payments if it is over; None before the first deal."""
        session = self.room.session
        if session is None or session.game.began is None:
            return None
        latest = session.game.latest
        return session, session.game.began.number, list(session.game.batches[-1]), latest.payments() if latest is not None else ()

    def is_unused(self) -> bool:
        """Whether nobody is connected or wants something."""
        return not self.connections and not self._jobs

    def look_again(self) -> None:
        """Do what is due now, as something outside of the room has changed."""
        self._wake.set()

    def leave(self) -> asyncio.Task[None]:
        """End the task between two of its steps, when everything is stored, so that another node goes on with the room."""
        self._leaves = True
        self._wake.set()
        return self.task

    # The task.

    async def _run(self) -> None:
        reason = QuepuError("internal_error")
        try:
            await self._store_and_send()
            while not self._leaves and not self._is_idle():
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._sleep()):
                        await self._wake.wait()
                self._wake.clear()
                await self._turn()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # other rooms go on, and this one comes back as it was stored
            if isinstance(error, QuepuError):  # of the store
                reason = error
            if reason.code == "moved":
                self._leaves = True
            else:
                LOG.exception("the room %s failed", self.room.id)
        finally:
            self._ended(self)
            if self._leaves:
                reason = QuepuError("moved")
            if self.services.connected is not None and self.room.session is not None:
                self.services.connected.leave(self.room.session.id)
            for connection in self.connections:
                connection.close(MOVED if self._leaves else 1011)
            for job in self._jobs:
                job.fail(reason)

    def _sleep(self) -> float | None:
        wakes_at = self.room.wakes_at()
        if not self.connections:
            idle = self._used + _IDLE_SECONDS
            wakes_at = idle if wakes_at is None else min(wakes_at, idle)
        return None if wakes_at is None else max(0.0, wakes_at - self.now())

    def _is_idle(self) -> bool:
        if self.connections or self._jobs or self.room.ends_alone:
            self._used = self.now()
        return self.now() >= self._used + _IDLE_SECONDS

    async def _turn(self) -> None:
        """All jobs, one by one; then what is due."""
        self.services.leases.check(self.lease)
        while self._jobs and not self._leaves:
            await self._do(self._jobs.popleft())
        if self._leaves:
            return
        self.room.tick(self.now())
        await self._store_and_send()

    async def _do(self, job: _Job[Any]) -> None:
        try:
            try:
                self.room.now = self.now()
                result = job.work(self.room.now)
            except QuepuError as error:
                await self._store_and_send()
                job.fail(error)
                return
            await self._store_and_send()
            if job.then is not None:
                job.then(result)
            if not job.done.done():
                job.done.set_result(result)
        except QuepuError as error:  # of the store
            job.fail(error)
            raise
        finally:
            job.fail(QuepuError("internal_error"))  # if it has not ended otherwise

    async def _store_and_send(self) -> None:
        room = self.room
        room.collect()
        writes, room.writes = room.writes, []
        if writes:
            await self.services.store.write(writes, self.lease)
            self._count(writes)
        if room.session is not None and room.session.game.over and self.finished != room.session.id:
            await self._finish(room.session)
        self._drop(room.dropped)
        outbox, room.outbox = room.outbox, []
        for outgoing in outbox:
            to = [one for one in self.connections if outgoing.to is None or one.number in outgoing.to]
            if to:
                text = encode(outgoing.message)
                for connection in to:
                    connection.send_text(text)
        if room.session is not None:
            requests, room.session.bot_requests = room.session.bot_requests, []
            for request in requests:
                task = asyncio.create_task(self._choose(room.session, request, self._asked(room.session, request)))
                self._choosing.add(task)
                task.add_done_callback(self._choosing.discard)
            if self.services.connected is not None:
                self.services.connected.follow(room.session)

    def _count(self, writes: list[Write]) -> None:
        """Count the games and deals that began, now that they are stored."""
        for write in writes:
            if write.kind == "game":
                GAMES_STARTED.labels(self.room.settings.rules).inc()
            elif write.kind == "entry" and write.values["body"]["e"] == "deal":
                DEALS.labels(self.room.settings.rules).inc()

    def _drop(self, dropped: list[int]) -> None:
        """Members whose token is not valid any more: removed, or another has their number."""
        for number in dropped:
            for connection in self.connections:
                if connection.number == number:
                    connection.close(4403)
            address = self.addresses.pop(number, "")
            if self.room.members[number].removed:
                if address and address not in self.addresses.values():
                    self.removed_addresses.add(address)
            else:
                self.tokens = {hashed: other for hashed, other in self.tokens.items() if other != number}
        dropped.clear()

    async def _finish(self, session: Session) -> None:
        """Store the record of a game that is over, and what it says about its players."""
        store, game = self.services.store, session.game
        entries = await store.journal(session.id)
        members = [player.member for player in session.players]

        def finish(check: Check) -> tuple[bytes | None, GameResult | None]:
            record = record_of(game.header, entries)
            return record, None if record is None else result_of(record, entries, members, check)

        record, result = await self.services.background.run(Job(finish, "records"))
        done = {"id": session.id, "room": self.room.id, "scores": game.match.scores, "hands": game.deals_played}
        done |= {"record": record, "result": result}
        await store.write([Write("finish", done)], self.lease)
        self.finished = session.id
        GAMES_FINISHED.labels(self.room.settings.rules).inc()

    def _asked(self, session: Session, request: BotRequest) -> Awaitable[int] | None:
        """Ask a connected bot; None if another one chooses, or there is nothing to choose."""
        connected = self.services.connected
        if connected is None or bot_of(request.bot) is None or len(request.view.legal) < 2:
            return None
        return connected.ask(session, request)

    async def _choose(self, session: Session, request: BotRequest, asked: Awaitable[int] | None) -> None:
        """Let a bot choose, a built-in one in another thread, and pass its choice to the session."""
        action = request.view.legal[0]
        if asked is not None:
            action = await asked
        elif len(request.view.legal) > 1:
            bot, lock = self._built_in(session, request)
            try:
                async with lock:
                    job = Job(lambda check: bot.choose(request.view), address=self.room.id, is_long=isinstance(bot, Master))
                    with timed(BOT_SECONDS):
                        action = await self.services.bots.run(job)
            except Exception:  # a bot may be anybody's program: the game goes on with the first legal action
                LOG.exception("the bot %s failed", request.bot)
        with suppress(QuepuError):
            await self.do(lambda now: session.bot_chose(request.id, action, now) if session is self.room.session else None)

    def _built_in(self, session: Session, request: BotRequest) -> tuple[Player, asyncio.Lock]:
        """The built-in player of a request, which stays the same during a game, and a lock for it."""
        known = self.bots.get(request.player)
        if known is None or known[0] is not session:
            name = DEFAULT_LEVEL if bot_of(request.bot) is not None else request.bot
            bot = make_player(name, session.game.header.book, SYSTEM.getrandbits(32))
            known = self.bots[request.player] = (session, bot, asyncio.Lock())
        return known[1], known[2]
