"""The sockets of rooms: who may open one, how much they may send, and how it is closed. ``docs/protocol.md`` has the messages."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlsplit

from starlette.websockets import WebSocket, WebSocketDisconnect

from quepu.errors import QuepuError
from quepu.server.addresses import Addresses
from quepu.server.cluster.limits import SharedLimits
from quepu.server.http import STATUS
from quepu.server.metrics.counted import MESSAGE_SECONDS, REFUSED, timed
from quepu.server.play.connection import Connection, encode
from quepu.server.play.messages import MAX_BYTES, MAX_FIRST_BYTES, BadMessage, Hello, read_message
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.room_task import CONNECTS_TOO_OFTEN, MOVED, RoomTask, scaled_buckets
from quepu.server.settings import Rate, Settings
from quepu.server.tokens import Buckets

LOG = logging.getLogger("quepu.server")

Message = TypeVar("Message")

HELLO_SECONDS = 10.0
_REFUSED = Rate(per_second=1, burst=100)
"""The rate of refused messages at which a connection is closed."""

_LIMITS = (4409, 4429, CONNECTS_TOO_OFTEN)
"""The codes that close a connection because of a limit."""


class Closed(Exception):
    """The connection is to be closed with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Sockets:
    """All sockets of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.who = Addresses(settings).who
        self.addresses: Counter[str] = Counter()
        self.connects = Buckets(settings.connect_rate) if settings.connect_rate else None
        self.local_connects = Buckets(settings.local_connect_rate) if settings.local_connect_rate else None
        self.messages = scaled_buckets(settings.address_socket_rate, settings.pace)

    def share(self, limits: SharedLimits) -> None:
        """Let these limits hold for all nodes together."""
        for name, buckets in (("connects", self.connects), ("local_connects", self.local_connects), ("messages", self.messages)):
            limits.add(name, buckets)

    async def serve(self, socket: WebSocket, rooms: RoomRegistry, room_id: str) -> None:
        """Serve one connection to a room until it ends."""
        await self.admit(socket, lambda *who: self._converse(socket, rooms, room_id, *who))

    async def admit(self, socket: WebSocket, converse: Callable[[str, bool], Awaitable[None]], is_limited: bool = True) -> None:
        """Accept a connection, if its address may have one more, and close it when ``converse`` has ended. It is called with the address,
        and whether that is a local one. Without ``is_limited`` it does not count."""
        if not is_from_here(socket, self.settings.origins):
            await socket.close(1008)
            return
        await socket.accept()
        address, local = self.who(socket.scope)
        connects = self.local_connects if local else self.connects
        self.addresses[address] += is_limited
        try:
            if is_limited and not local and self.addresses[address] > self.settings.address_connections:
                raise Closed(4409)
            if is_limited and connects is not None and connects.take(address, 1):
                raise Closed(CONNECTS_TOO_OFTEN)
            await converse(address, local)
        except Closed as closed:
            if closed.code in _LIMITS:
                REFUSED.labels("socket").inc()
            await _close(socket, closed.code)
        except WebSocketDisconnect:
            pass
        finally:
            self.addresses[address] -= is_limited
            if not self.addresses[address]:
                del self.addresses[address]

    async def _converse(self, socket: WebSocket, rooms: RoomRegistry, room_id: str, address: str, local: bool) -> None:
        try:
            task = await rooms.find(room_id)
        except QuepuError as error:
            raise Closed({"not_found": 4404, "moved": MOVED}.get(error.code, 1011)) from error
        except Exception as error:  # of the store: the client may try again, and the log has the reason
            LOG.exception("the room %s cannot be opened", room_id[:64])
            raise Closed(1011) from error
        hello = await first_message(socket, read_message)
        if not isinstance(hello, Hello):
            raise Closed(4400)
        connection = Connection(address, local)
        writing = asyncio.create_task(write_all(socket, connection))
        try:
            refused = await task.connect(connection, hello, self.settings.room_connections)
            if refused is not None:
                raise Closed(refused)
            reading = asyncio.create_task(_Reader(socket, task, connection, self).run())
            try:
                await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                reading.cancel()
                with suppress(asyncio.CancelledError, WebSocketDisconnect):
                    await reading
        except QuepuError as error:
            raise Closed(MOVED if error.code == "moved" else 1011) from error
        finally:
            await task.disconnect(connection)
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing


class _Reader:
    """Reads the messages of a connection, and limits their rate."""

    def __init__(self, socket: WebSocket, task: RoomTask, connection: Connection, sockets: Sockets) -> None:
        self.socket = socket
        self.task = task
        self.connection = connection
        self.bucket = scaled_buckets(sockets.settings.socket_rate, sockets.settings.pace)
        self.shared = sockets.messages
        self.refused = Buckets(_REFUSED)
        self.lang = "zh" if socket.query_params.get("lang") == "zh" else "en"

    async def run(self) -> None:
        while True:
            text = await receive_text(self.socket, MAX_BYTES)
            if self._is_too_fast():
                REFUSED.labels("message").inc()
                self._refuse()
                continue
            try:
                message = read_message(text)
                if isinstance(message, Hello):
                    raise BadMessage("hello has been said", "hello")
            except BadMessage as error:
                self._send_error(error, error.re)
                continue
            try:
                with timed(MESSAGE_SECONDS.labels(message.t)):
                    await self.task.do(partial(self.task.room.receive, self.connection.number, message), self._send_answer)
            except QuepuError as error:
                if STATUS.get(error.code, 400) >= 500:
                    raise Closed(MOVED if error.code == "moved" else 1011) from error
                self._send_error(error, message.t)

    def _send_answer(self, answer: dict[str, Any] | None) -> None:
        if answer is not None:
            self.connection.send(answer)

    def _is_too_fast(self) -> bool:
        """Whether this connection, or all connections of its address together, send too much."""
        if self.bucket is not None and self.bucket.take("", 1):
            return True
        return self.shared is not None and self.shared.take(self.connection.address, 1) > 0

    def _send_error(self, error: QuepuError, re: str | None) -> None:
        self.connection.send({"t": "error", "re": re, "error": error.as_dict(self.lang)})

    def _refuse(self) -> None:
        if self.refused.take("", 1):
            raise Closed(4429)
        self._send_error(QuepuError("too_fast"), None)


async def first_message(socket: WebSocket, read: Callable[[str], Message]) -> Message:
    """The first message of a connection, which is to say who it is."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            return read(await receive_text(socket, MAX_FIRST_BYTES))
    except TimeoutError as error:
        raise Closed(4408) from error
    except BadMessage as error:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(encode({"t": "error", "re": error.re, "error": error.as_dict()}))
        raise Closed(4400) from error


async def receive_text(socket: WebSocket, largest: int) -> str:
    """The next text, of at most ``largest`` bytes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if not isinstance(text, str):
        raise Closed(4400)
    if len(text) > largest or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > largest):
        raise Closed(4413)
    return text


async def write_all(socket: WebSocket, connection: Connection) -> None:
    """Send what is queued until the connection is to be closed."""
    while True:
        outgoing = await connection.next()
        if isinstance(outgoing, int):
            await _close(socket, outgoing)
            return
        try:
            await socket.send_text(outgoing)
        except (RuntimeError, WebSocketDisconnect):  # it is gone
            return


async def _close(socket: WebSocket, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(code)


def is_from_here(socket: WebSocket, origins: tuple[str, ...]) -> bool:
    """Whether the page that opens a socket is this server's own. Programs other than browsers send no origin."""
    origin = socket.headers.get("origin")
    if origin is None or origin in origins:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc == socket.headers.get("host")
