"""The sockets of bots (``docs/bots.md``)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from pydantic import TypeAdapter
from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect

from quepu.errors import QuepuError
from quepu.server.addresses import RELAYED
from quepu.server.bots.elsewhere import Elsewhere
from quepu.server.bots.hub import TOO_MANY_ERRORS, UNKNOWN, BotConnection, BotHub
from quepu.server.bots.messages import BOT_MESSAGES, NODE_MESSAGES, Act, Announced, BotMessage, GamesElsewhere, Hello, Join, Ping, Sandbox
from quepu.server.bots.tables import BotTables
from quepu.server.cluster.leases import OwnedElsewhere
from quepu.server.http import STATUS
from quepu.server.play.banned import BANNED
from quepu.server.play.connection import Connection
from quepu.server.play.messages import MAX_BYTES, BadMessage, read_one_of
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.room_task import token_hash
from quepu.server.play.socket import Closed, Sockets, first_message, receive_text, write_all
from quepu.server.play.store_bots import StoredBot, find_bot
from quepu.server.settings import Rate
from quepu.server.tokens import Buckets

_OTHER = Rate(per_second=5, burst=50)
"""The rate of messages that answer no question."""
_REFUSED = Rate(per_second=1, burst=100)
"""The rate of such messages beyond it at which a connection is closed."""


_PASSING = ("too_many_bot_games", "moved")
"""Errors of the server that end no connection: it plays enough games; another node has the room."""


class BotSockets:
    """All sockets of bots. Addresses have as many connections as ``sockets`` lets them have to rooms. Other nodes, where these are counted,
    open sockets too, for bots that are connected to them."""

    def __init__(
        self,
        sockets: Sockets,
        hub: BotHub,
        tables: BotTables,
        rooms: Callable[[], RoomRegistry],
        elsewhere: Callable[[BotConnection, Scope], Elsewhere | None],
    ) -> None:
        """``elsewhere`` returns what connects a bot to other nodes, if there may be any."""
        self.sockets = sockets
        self.hub = hub
        self.tables = tables
        self.rooms = rooms
        self.elsewhere = elsewhere

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        converse = self._converse_with_node if RELAYED in socket.scope else self._converse
        await self.sockets.admit(socket, partial(converse, socket), is_limited=RELAYED not in socket.scope)

    async def _converse(self, socket: WebSocket, address: str, local: bool) -> None:
        hello = await first_message(socket, partial(read_one_of, BOT_MESSAGES))
        if not isinstance(hello, Hello):
            raise Closed(4400)
        found = await self._found(hello, address, local)
        found.elsewhere = self.elsewhere(found, socket.scope)
        await self._serve(socket, found, _Reader(socket, found, self))

    async def _converse_with_node(self, socket: WebSocket, address: str, local: bool) -> None:
        """The socket of another node, to which the bot is connected."""
        said = await first_message(socket, partial(read_one_of, NODE_MESSAGES))
        if not isinstance(said, Announced):
            raise Closed(4400)
        bot = StoredBot(said.id, said.name, said.account, said.owner, said.seen)
        wants = said.program, said.rooms, frozenset(said.ladder), said.games
        found = BotConnection(bot, Connection(address, local), address, local, *wants, games_elsewhere=said.elsewhere)
        await self._serve(socket, found, _NodeReader(socket, found, self))

    async def _serve(self, socket: WebSocket, found: BotConnection, reader: _Reader) -> None:
        writing = asyncio.create_task(write_all(socket, found.connection))
        try:
            self.hub.connect(found)
            if found.elsewhere is not None:
                found.elsewhere.look()  # before its first message is read
                found.tasks.add(asyncio.create_task(found.elsewhere.run()))
            reading = asyncio.create_task(reader.run())
            try:
                await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                reading.cancel()
                with suppress(asyncio.CancelledError, WebSocketDisconnect):
                    await reading
        finally:
            self.hub.disconnect(found)
            writing.cancel()
            for task in list(found.tasks):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await writing

    async def _found(self, hello: Hello, address: str, local: bool) -> BotConnection:
        try:
            bot = await self.rooms().store.do(lambda connection: find_bot(connection, token_hash(hello.token)))
        except QuepuError as error:
            raise Closed(1011) from error
        if bot is None:
            raise Closed(UNKNOWN)
        if self.hub.banned.has_account(bot.account):
            raise Closed(BANNED)
        connection, wanted = Connection(address, local), (hello.program, hello.rooms, frozenset(hello.ladder), hello.games)
        return BotConnection(bot, connection, address, local, *wanted)


class _Reader:
    """Reads the messages of a bot."""

    messages: ClassVar[TypeAdapter[Any]] = BOT_MESSAGES

    def __init__(self, socket: WebSocket, found: BotConnection, sockets: BotSockets) -> None:
        self.socket = socket
        self.found = found
        self.hub = sockets.hub
        self.tables = sockets.tables
        self.rooms = sockets.rooms
        self.others = Buckets(_OTHER)
        self.refused = Buckets(_REFUSED)
        self.lang = "zh" if socket.query_params.get("lang") == "zh" else "en"

    async def run(self) -> None:
        while True:
            text = await receive_text(self.socket, MAX_BYTES)
            try:
                message = read_one_of(self.messages, text)
                if isinstance(message, Hello | Announced):
                    raise BadMessage("hello has been said", "hello")
            except BadMessage as error:
                self._refuse(error, error.re)
                continue
            try:
                await self._do(message)
            except QuepuError as error:
                if STATUS.get(error.code, 400) >= 500 and error.code not in _PASSING:
                    raise Closed(1011) from error
                self._refuse(error, message.t)

    async def _do(self, message: BotMessage) -> None:
        elsewhere = self.found.elsewhere
        if isinstance(message, Act):
            if elsewhere is None or not elsewhere.answer(message):
                self.hub.answered(self.found.bot.id, message.game, message.id, message.action)
            return
        if self._is_too_fast():
            raise QuepuError("too_fast")
        if isinstance(message, Ping):
            self.found.connection.send({"t": "pong"})
        elif isinstance(message, Sandbox):
            self.tables.sandbox(self.found, message)
        elif isinstance(message, Join):
            await self._join(message)
        else:
            self.found.ladder = frozenset(message.rules)
            self.hub.changed.set()
            if elsewhere is not None:
                elsewhere.want(message)

    def _is_too_fast(self) -> bool:
        return self.others.take("", 1) > 0

    async def _join(self, message: Join) -> None:
        bot, elsewhere = self.found.bot, self.found.elsewhere
        try:
            task = await self.rooms().find(message.room)
        except OwnedElsewhere as error:
            if elsewhere is None:
                raise
            await elsewhere.join(error.owner.address, message)
            return

        def enter(now: float) -> None:
            if not task.room.admits(message.invite):
                raise QuepuError("invite_needed")
            task.room.bots.add(bot.id, bot.name)

        await task.do(enter)

    def _refuse(self, error: QuepuError, re: str | None) -> None:
        """An error costs more than an answer: who causes too many is disconnected."""
        if self.refused.take("", 1):
            raise Closed(TOO_MANY_ERRORS)
        self.found.connection.send({"t": "error", "re": re, "error": error.as_dict(self.lang)})


class _NodeReader(_Reader):
    """Reads what another node passes on of a bot, whose rate it has limited, and what it says itself."""

    messages = NODE_MESSAGES

    async def _do(self, message: BotMessage | GamesElsewhere) -> None:
        if isinstance(message, GamesElsewhere):
            self.found.games_elsewhere = message.games
            self.hub.changed.set()
        else:
            await super()._do(message)

    def _is_too_fast(self) -> bool:
        return False
