"""The rooms that are alive: one task each, which does everything that happens in the room, one thing after the other.

What a room leaves to be stored is stored before what it leaves to be told is told. If storing fails, or something is wrong with a room, its
connections are closed and it is forgotten; whoever comes back finds it as it was stored.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Generic, TypeVar

from quepu.engine import Header, Player
from quepu.engine.events import Event
from quepu.errors import QuepuError
from quepu.players import player as make_player
from quepu.players.hints import hint, no_win
from quepu.server.play.game import Entry, Game, record_of
from quepu.server.play.messages import VERSION, ContinueRequest, Hello, RoomRequest, Sent
from quepu.server.play.room import Member, Room, new_id
from quepu.server.play.settings import Pace, RoomSettings
from quepu.server.play.store import REMOVED, Store, StoredGame, Write
from quepu.server.play.table import Chair, Table, Thought
from quepu.server.settings import Rate, Settings
from quepu.server.threads import Check, Job, Threads
from quepu.server.tokens import Buckets

LOG = logging.getLogger("quepu.server")

Result = TypeVar("Result")

_KEPT_ALIVE = 60.0
"""So many seconds a room without connections stays in memory."""
_QUEUE = 256
"""So many messages may wait for a connection that does not take them,"""
_QUEUE_BYTES = 2**21
"""and so many bytes of them, or one message."""
_STOP_SECONDS = 0.5
"""So long the end of the server waits for bots that think, and for games that are restored."""
CONNECTS_TOO_OFTEN = 4431
"""The code that closes a connection which may be tried again later."""
_FASTEST = 100.0
"""At tables without pauses so many times as many messages and connections may come."""
_DEVICES = 8
"""So many connections a member may have; a new one ends the oldest."""
_ORDER = count()

SYSTEM = secrets.SystemRandom()
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Connection:
    """One socket: what is to be sent over it, and how it is to be closed."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        """Where it comes from."""
        self.number = -1
        """The member, or -1."""
        self.since = next(_ORDER)
        self.outgoing: asyncio.Queue[str | int] = asyncio.Queue(_QUEUE + 1)
        """Texts; a number is the code to close it with."""
        self.waiting = 0
        """How many bytes of text wait."""
        self.closed = False

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        size = len(text) if text.isascii() else len(text.encode())
        if self.outgoing.qsize() >= _QUEUE or (self.waiting and self.waiting + size > _QUEUE_BYTES):
            self.close(4430)
        if not self.closed:
            self.waiting += size
            self.outgoing.put_nowait(text)

    async def next(self) -> str | int:
        """What is to be sent next, when there is something."""
        outgoing = await self.outgoing.get()
        if isinstance(outgoing, str):
            self.waiting -= len(outgoing) if outgoing.isascii() else len(outgoing.encode())
        return outgoing

    def close(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            self.outgoing.put_nowait(code)


def encode(message: dict[str, Any]) -> str:
    """As JSON that can be sent, whatever is in it: half a surrogate pair as an escape."""
    text = _JSON.encode({"v": VERSION, **message})
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


@dataclass(slots=True)
class _Job(Generic[Result]):
    """Something to be done in a room; ``then`` comes after it was stored and told."""

    work: Callable[[float], Result]
    done: asyncio.Future[Result]
    then: Callable[[Result], None] | None = None

    def fail(self, error: QuepuError) -> None:
        """If nothing else has come of it."""
        if not self.done.done():
            self.done.set_exception(error)


class LiveRoom:
    def __init__(self, rooms: Rooms, room: Room, tokens: dict[str, int]) -> None:
        self.rooms = rooms
        self.room = room
        self.tokens = tokens
        """The hash of each member's token → their number, also of those who were removed."""
        self.addresses: dict[int, str] = {}
        """Where each member was seen last."""
        self.removed_addresses: set[str] = set()
        """Where those come from who were removed, as long as the room is alive; not where other members come from too."""
        settings = rooms.settings
        self._spectators = scaled_buckets(settings.room_connect_rate, settings.pace)
        self._devices = scaled_buckets(settings.member_connect_rate, settings.pace)
        self.connections: set[Connection] = set()
        self.bots: dict[int, tuple[Table, Player, asyncio.Lock]] = {}
        self.finished: str | None = None
        """The game whose record is stored."""
        self._jobs: deque[_Job[Any]] = deque()
        self._wake = asyncio.Event()
        self._used = self.now()
        self._thinking: set[asyncio.Task[None]] = set()
        self.task = asyncio.create_task(self._run())

    @staticmethod
    def now() -> float:
        return asyncio.get_running_loop().time()

    # What others ask of it.

    async def do(self, work: Callable[[float], Result], then: Callable[[Result], None] | None = None) -> Result:
        """Do something in the room's own task. What ``work`` raises as QuepuError is raised here, and harms nobody."""
        if self.task.done():
            raise QuepuError("internal_error")
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Job(work, done, then))
        self._wake.set()
        return await done

    async def join(self, name: str, address: str = "", invite: str | None = None, token: str | None = None) -> tuple[Member, str]:
        """A new member and their token. ``token`` is the one that they had before, if they had one. Raises QuepuError for who was removed,
        and where the invitation is not valid."""
        new = secrets.token_urlsafe(24)
        hashed = token_hash(new)

        def enter(now: float) -> Member:
            if self._is_removed(token):
                raise QuepuError("removed")
            if not self.room.lets_in(invite):
                raise QuepuError("invite_needed")
            if self.room.invite is None and address in self.removed_addresses:
                raise QuepuError("removed")
            return self.room.join(name, hashed, now)

        def keep(member: Member) -> None:
            self.tokens[hashed] = member.number
            self.addresses[member.number] = address

        return await self.do(enter, keep), new

    def _is_removed(self, token: str | None) -> bool:
        number = None if token is None else self.tokens.get(token_hash(token))
        return number is not None and self.room.members[number].removed

    async def connect(self, connection: Connection, hello: Hello, most_spectators: int) -> int | None:
        """Let a connection in and welcome it; or the code to close it with."""

        def enter(now: float) -> int | None:
            # looked up here and not before: the number may have gone to somebody else meanwhile
            if hello.token is not None:
                number = self.tokens.get(token_hash(hello.token))
                if number is None:
                    return 4401
                if self.room.members[number].removed:
                    return 4403
                if self._devices is not None and self._devices.take(str(number), 1):
                    return CONNECTS_TOO_OFTEN
                connection.number = number
                self.addresses[number] = connection.address
            elif not self.room.lets_in(hello.invite):
                return 4410
            elif sum(one.number < 0 for one in self.connections) >= most_spectators:
                return 4409
            elif self._spectators is not None and self._spectators.take("", 1):
                return CONNECTS_TOO_OFTEN
            self.room.connect(connection.number, now)
            return None

        def welcome(refused: int | None) -> None:
            if refused is not None:
                return
            own = [one for one in self.connections if one.number == connection.number >= 0]
            if len(own) >= _DEVICES:
                min(own, key=lambda one: one.since).close(4409)  # a member has a place in any case
            self.connections.add(connection)
            connection.send(self.room.welcome(connection.number, hello.game, hello.after))

        return await self.do(enter, welcome)

    async def disconnect(self, connection: Connection) -> None:
        if connection in self.connections:
            self.connections.discard(connection)
            with suppress(QuepuError):
                await self.do(lambda now: self.room.disconnect(connection.number, now))

    async def receive(self, connection: Connection, message: Sent) -> None:
        def answer(message: dict[str, Any] | None) -> None:
            if message is not None:
                connection.send(message)

        await self.do(lambda now: self.room.receive(connection.number, message, now), answer)

    async def look(self, what: Callable[[], Result]) -> Result:
        """Look at the room, at a moment of which everything is stored."""
        return await self.do(lambda _: what())

    async def look_as(self, secret: str | None, what: Callable[[], Result]) -> Result:
        """The same for a stranger, who needs a member's token or the invitation where the room has one."""

        def look(_: float) -> Result:
            number = None if secret is None else self.tokens.get(token_hash(secret))
            if not self.room.lets_in(secret) and (number is None or self.room.members[number].removed):
                raise QuepuError("invite_needed")
            return what()

        return await self.do(look)

    async def hint(self, token: str, lang: str) -> Callable[[], dict[str, Any]]:
        """What can be told to who has this token about his own hand; it is worked out by calling it."""
        return await self.look(lambda: self._hint(token, lang))

    def _hint(self, token: str, lang: str) -> Callable[[], dict[str, Any]]:
        number = self.tokens.get(token_hash(token))
        table = self.room.table
        player = None if number is None or self.room.members[number].removed else self.room.viewer(number)
        if table is None or player is None:
            raise QuepuError("not_a_player")
        deal, n, seat = table.game.hand, table.game.n, table.game.seats.index(player)
        if deal is None:
            raise QuepuError("not_now")
        view, why = deal.view(seat), no_win(deal, seat)
        return lambda: {"game": table.id, "n": n, **hint(view, deal.book, why).as_dict(lang)}

    def last_batch(self) -> tuple[Table, int, list[Event]] | None:
        """The table, the number of its hand, and what happened last in it; None before the first."""
        table = self.room.table
        if table is None or table.game.began is None:
            return None
        return table, table.game.began.number, list(table.game.batches[-1])

    # The task.

    async def _run(self) -> None:
        reason = QuepuError("internal_error")
        try:
            await self._store_and_tell()
            while not self._is_idle():
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._sleep()):
                        await self._wake.wait()
                self._wake.clear()
                await self._turn()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever is wrong with this room, or with storing it: others go on, and it comes back as it was stored
            LOG.exception("the room %s failed", self.room.id)
            if isinstance(error, QuepuError):  # of the store
                reason = error
        finally:
            self.rooms.forget(self)
            for connection in self.connections:
                connection.close(1011)
            for job in self._jobs:
                job.fail(reason)

    def _sleep(self) -> float | None:
        wakes_at = self.room.wakes_at()
        if not self.connections:
            idle = self._used + _KEPT_ALIVE
            wakes_at = idle if wakes_at is None else min(wakes_at, idle)
        return None if wakes_at is None else max(0.0, wakes_at - self.now())

    def _is_idle(self) -> bool:
        if self.connections or self._jobs:
            self._used = self.now()
        return self.now() >= self._used + _KEPT_ALIVE

    async def _turn(self) -> None:
        """All that waits, each thing by itself; then what the time brings."""
        while self._jobs:
            await self._do(self._jobs.popleft())
        self.room.tick(self.now())
        await self._store_and_tell()

    async def _do(self, job: _Job[Any]) -> None:
        try:
            try:
                result = job.work(self.now())
            except QuepuError as error:
                await self._store_and_tell()
                job.fail(error)
                return
            await self._store_and_tell()
            if job.then is not None:
                job.then(result)
            if not job.done.done():
                job.done.set_result(result)
        except QuepuError as error:  # of the store
            job.fail(error)
            raise
        finally:
            job.fail(QuepuError("internal_error"))  # if it has come to no end

    async def _store_and_tell(self) -> None:
        room = self.room
        room.collect()
        writes, room.writes = room.writes, []
        if writes:
            await self.rooms.store.write(writes)
        if room.table is not None and room.table.game.over and self.finished != room.table.id:
            await self._finish(room.table)
        self._drop(room.dropped)
        outbox, room.outbox = room.outbox, []
        for outgoing in outbox:
            to = [one for one in self.connections if outgoing.to is None or one.number in outgoing.to]
            if to:
                text = encode(outgoing.message)
                for connection in to:
                    connection.send_text(text)
        if room.table is not None:
            thoughts, room.table.thoughts = room.table.thoughts, []
            for thought in thoughts:
                task = asyncio.create_task(self._think(room.table, thought))
                self._thinking.add(task)
                task.add_done_callback(self._thinking.discard)

    def _drop(self, dropped: list[int]) -> None:
        """Members whose token counts no more: removed, or another has their number."""
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

    async def _finish(self, table: Table) -> None:
        """Keep the record of a game that is over."""
        store, game = self.rooms.store, table.game
        entries = await store.journal(table.id)
        record = await self.rooms.restoring.run(Job(lambda check: record_of(game.header, entries), "records"))
        done = {"id": table.id, "room": self.room.id, "scores": game.play.match.scores, "hands": game.hands_played, "record": record}
        await store.write([Write("finish", done)])
        self.finished = table.id

    async def _think(self, table: Table, thought: Thought) -> None:
        """Let a bot choose, in another thread, and bring its choice back."""
        known = self.bots.get(thought.player)
        if known is None or known[0] is not table:
            bot = make_player(thought.bot, table.game.header.book, SYSTEM.getrandbits(32))
            known = self.bots[thought.player] = (table, bot, asyncio.Lock())
        _, bot, lock = known
        action = thought.view.legal[0]
        if len(thought.view.legal) > 1:
            try:
                async with lock:
                    action = await self.rooms.threads.run(Job(lambda check: bot.choose(thought.view), address=self.room.id))
            except Exception:  # a bot is anybody's program: the table goes on with the first thing that is legal
                LOG.exception("the bot %s failed", thought.bot)
        with suppress(QuepuError):
            await self.do(lambda now: table.chosen(thought.id, action, now) if table is self.room.table else None)


class Rooms:
    """All rooms: those alive, and through the store all others."""

    def __init__(self, store: Store, settings: Settings, random: Random = SYSTEM) -> None:
        self.store = store
        self.settings = settings
        self.pace = Pace().scaled(settings.pace)
        self.random = random
        self.live: dict[str, LiveRoom] = {}
        self.threads = Threads(2, "quepu-bot")
        self.restoring = Threads(2, "quepu-room")
        """One long game after the other is restored, and one record after the other written, so that the tables go on."""
        self._loading: dict[str, asyncio.Lock] = {}

    async def close(self) -> None:
        tasks = [live.task for live in self.live.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for threads in (self.threads, self.restoring):
            threads.stop_all(_STOP_SECONDS)

    def forget(self, live: LiveRoom) -> None:
        if self.live.get(live.room.id) is live:
            del self.live[live.room.id]

    async def create(self, settings: RoomSettings, name: str, address: str = "") -> tuple[LiveRoom, Member, str]:
        """A new room with its first member, and their token."""
        room = Room(new_id(self.random), settings, self.pace, self.random)
        room.writes.append(Write("room", {"id": room.id, "settings": settings.as_dict()}))
        live = self.live[room.id] = LiveRoom(self, room, {})
        member, token = await live.join(name, address)
        return live, member, token

    async def open(self, request: RoomRequest, settings: RoomSettings, address: str) -> dict[str, Any]:
        """A room as it was asked for, with the settings of the request."""
        live, member, token = await self.create(settings, request.name, address)
        if request.start:
            await live.do(live.room.start)
        return _opened(live, member, token)

    async def go_on(
        self, settings: RoomSettings, game: Game, entries: list[Entry], request: ContinueRequest, address: str
    ) -> dict[str, Any]:
        """A room in which a game goes on from a moment of a record, one player against bots."""
        live, member, token = await self.create(settings, request.name, address)
        chairs = [Chair(name, None, request.bots) for name in game.header.players]
        chairs[request.player] = Chair(member.name, member.number, request.bots)
        await live.do(lambda now: live.room.begin_game(chairs, now, (game, entries)))
        return _opened(live, member, token)

    async def find(self, id: str) -> LiveRoom:
        """A room, alive; raises QuepuError if there is none."""
        if id not in self.live:
            lock = self._loading.setdefault(id, asyncio.Lock())
            try:
                async with lock:
                    if id not in self.live:
                        self.live[id] = await self._load(id)
            finally:
                if not lock.locked():
                    self._loading.pop(id, None)
        return self.live[id]

    async def _load(self, id: str) -> LiveRoom:
        stored = await self.store.room(id)
        if stored is None:
            raise QuepuError("not_found", text=id)
        invite = stored.settings.pop("invite", None)
        room = Room(id, RoomSettings.from_dict(stored.settings), self.pace, self.random)
        room.invite = invite
        loop, game, again = asyncio.get_running_loop(), stored.game, None
        if game is not None:
            room.games = game.ordinal
        if game is not None and (game.finished is None or stored.entries):  # else it is over for so long that only its record is kept
            header, entries = Header.from_dict(game.header), stored.entries
            again = await self.restoring.run(Job(lambda check: Game.restore(header, _checked(entries, check)), "games"))
        for number, name, chair, token in stored.members:
            removed = chair == REMOVED or not token  # earlier versions cleared the token
            room.members.append(Member(number, name, None if removed else chair, loop.time(), seen=True, removed=removed))
        if game is not None and again is not None:
            assert game.members is not None
            assert game.bots is not None
            room.restore_game(game.id, again, game.members, game.bots, stored.entries, loop.time())
        live = LiveRoom(self, room, {token: number for number, _, _, token in stored.members if token})
        if stored.game is not None and stored.game.finished is not None:
            live.finished = stored.game.id
        return live

    async def is_open(self, id: str | None) -> bool:
        """Whether there is such a room, and all may come in."""
        if id is None:
            return False
        if id in self.live:
            return not self.live[id].room.settings.private
        settings = await self.store.room_settings(id)
        return settings is not None and not settings["private"]

    async def game(self, id: str) -> StoredGame:
        """A game; one whose end was stored just before a crash gets its record now. Raises QuepuError if there is none."""
        game = await self.store.game(id)
        if game is not None and game.finished is None and game.room is not None and game.room not in self.live:
            await (await self.find(game.room)).do(lambda _: None)
            game = await self.store.game(id)
        if game is None:
            raise QuepuError("not_found", text=id)
        return game

    def listed(self) -> list[dict[str, Any]]:
        """The open rooms in which somebody is."""
        found = [live.room for live in self.live.values() if live.connections and not live.room.settings.private]
        return [
            {
                "id": room.id,
                "rules": room.settings.rules,
                "overlay": room.settings.overlay is not None,
                "phase": room.phase,
                "host": next((member.name for member in room.members if member.number == room.host), None),
                "seated": sum(member.chair is not None for member in room.members),
                "spectators": room.spectators,
            }
            for room in reversed(found)
        ]


def scaled_buckets(rate: Rate | None, pace: float) -> Buckets | None:
    """Buckets of a rate that is meant for a pace of 1: the faster the tables, the more of everything is honest."""
    times = max(1.0, min(_FASTEST, 1 / pace) if pace else _FASTEST)
    return None if rate is None else Buckets(Rate(rate.per_second * times, rate.burst * times))


def _checked(entries: list[Entry], check: Check) -> Iterator[Entry]:
    for entry in entries:
        check()
        yield entry


def _opened(live: LiveRoom, member: Member, token: str) -> dict[str, Any]:
    table = live.room.table
    return {"room": live.room.id, "member": member.number, "token": token, "game": table.id if table else None}
