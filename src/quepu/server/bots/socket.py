"""The sockets of bots (``docs/bots.md``)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from quepu.errors import QuepuError
from quepu.server.bots.hub import BotConnection, BotHub
from quepu.server.bots.messages import BOT_MESSAGES, Act, BotMessage, Hello, Join, Ping, Sandbox
from quepu.server.bots.tables import BotTables
from quepu.server.http import STATUS
from quepu.server.play.banned import BANNED
from quepu.server.play.connection import Connection
from quepu.server.play.messages import MAX_BYTES, BadMessage, read_one_of
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.room_task import token_hash
from quepu.server.play.socket import Closed, Sockets, first_message, receive_text, write_all
from quepu.server.play.store_bots import find_bot
from quepu.server.settings import Rate
from quepu.server.tokens import Buckets

_OTHER = Rate(per_second=5, burst=50)
"""The rate of messages that answer no question."""
_REFUSED = Rate(per_second=1, burst=100)
"""The rate of such messages beyond it at which a connection is closed."""


_PASSING = ("too_many_bot_games", "moved")
"""Errors of the server that end no connection: it plays enough games; another node has the room."""


class BotSockets:
    """All sockets of bots. Addresses have as many connections as ``sockets`` lets them have to rooms."""

    def __init__(self, sockets: Sockets, hub: BotHub, tables: BotTables, rooms: Callable[[], RoomRegistry]) -> None:
        self.sockets = sockets
        self.hub = hub
        self.tables = tables
        self.rooms = rooms

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection until it ends."""
        await self.sockets.admit(socket, lambda address, local: self._converse(socket, address, local))

    async def _converse(self, socket: WebSocket, address: str, local: bool) -> None:
        hello = await first_message(socket, partial(read_one_of, BOT_MESSAGES))
        if not isinstance(hello, Hello):
            raise Closed(4400)
        found = await self._found(hello, address, local)
        writing = asyncio.create_task(write_all(socket, found.connection))
        try:
            self.hub.connect(found)
            reading = asyncio.create_task(_Reader(socket, found, self).run())
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
            raise Closed(4401)
        if self.hub.banned.has_account(bot.account):
            raise Closed(BANNED)
        connection, wanted = Connection(address, local), (hello.program, hello.rooms, frozenset(hello.ladder), hello.games)
        return BotConnection(bot, connection, address, local, *wanted)


class _Reader:
    """Reads the messages of a bot."""

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
                message = read_one_of(BOT_MESSAGES, text)
                if isinstance(message, Hello):
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
        if isinstance(message, Act):
            self.hub.answered(self.found.bot.id, message.game, message.id, message.action)
            return
        if self.others.take("", 1):
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

    async def _join(self, message: Join) -> None:
        task = await self.rooms().find(message.room)
        bot = self.found.bot

        def enter(now: float) -> None:
            if not task.room.admits(message.invite):
                raise QuepuError("invite_needed")
            task.room.bots.add(bot.id, bot.name)

        await task.do(enter)

    def _refuse(self, error: QuepuError, re: str | None) -> None:
        """An error costs more than an answer: who causes too many is disconnected."""
        if self.refused.take("", 1):
            raise Closed(4429)
        self.found.connection.send({"t": "error", "re": re, "error": error.as_dict(self.lang)})
