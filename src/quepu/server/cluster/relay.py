"""Relays a request or a WebSocket to another process of this site, one hop.

The other process learns from headers who the client is. Only processes of the site may set these: they share a secret. A request that was
relayed is never relayed again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import h11
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from quepu.server.addresses import FORWARDED
from quepu.server.cluster.upstream import Broken, Link, Unreachable, Upstreams, place
from quepu.server.tokens import Account

LOG = logging.getLogger("quepu.server")

PREFIX = b"x-quepu-"
"""Of the headers that processes of the site send to each other. They are removed from all other requests and answers."""
SECRET, CLIENT, IS_FORWARDED, SCHEME, HOST = (PREFIX + name for name in (b"relay", b"client", b"forwarded", b"scheme", b"host"))
TAKES = PREFIX + b"takes"
"""Of a request: the version of the engine of a node that would rather have the room itself."""
MOVED = PREFIX + b"moved"
"""Of an answer: the process is not responsible, or not any more; another attempt finds out who is."""
COST = PREFIX + b"cost"
"""Of an answer: the processor time and the stored bytes, for which the client pays where the request came in."""

RESTARTED = 1012
"""The code that closes a socket if the other process is gone: the client connects again."""
_WITHOUT_A_CODE = (None, 1005, 1006)
"""How the end of a connection is reported that nobody has closed with a code; these cannot be sent."""

_CONNECT_SECONDS = 2.0
_ASK_SECONDS = 0.5
_HOP_BY_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect".split()
)
_OF_PROXIES = frozenset((b"forwarded", b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-real-ip"))
_OF_SERVERS = frozenset((b"date", b"server"))
"""uvicorn adds them again."""
_OF_HANDSHAKES = b"sec-websocket-"

Headers = list[tuple[bytes, bytes]]


class Relay:
    """Relays to other processes that have this secret."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._upstreams = Upstreams(_CONNECT_SECONDS)
        self._active: dict[str, set[Callable[[], None]]] = {}
        """What ends each request and socket that is relayed now, by the address of the other process."""

    # Requests.

    async def http(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Relay a request. Raises Unreachable or Broken as long as the client has received nothing."""
        link = await self._upstreams.take(address)
        with self._until_dropped(address, link.abort):
            await self._exchange(link, scope, receive, send)
        self._upstreams.give_back(link)

    async def _exchange(self, link: Link, scope: Scope, receive: Receive, send: Send) -> None:
        has_body = any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"])
        request = h11.Request(method=scope["method"], target=_target(scope), headers=self._request_headers(scope, has_body))
        try:
            await link.send(request, *([] if has_body else [h11.EndOfMessage()]))
        except OSError as error:
            link.close()
            raise link.broken() from error
        sending = asyncio.create_task(_send_body(link, receive, has_body))
        answering = asyncio.create_task(_pass_answer(link, scope, send))
        try:
            await asyncio.wait({sending, answering}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():  # the client has disconnected; the end of the connection stops the work
                raise ClientDisconnect
            answering.result()
        except BaseException:
            link.close()
            raise
        finally:
            for task in (sending, answering):
                task.cancel()
            await asyncio.gather(sending, answering, return_exceptions=True)

    def _request_headers(self, scope: Scope, has_body: bool) -> Headers:
        kept = [*_kept(scope["headers"], _HOP_BY_HOP | _OF_PROXIES), *self._own_headers(scope)]
        if not any(name == b"host" for name, _ in kept):
            kept.append((b"host", b"quepu"))
        if has_body and not any(name == b"content-length" for name, _ in kept):
            kept.append((b"transfer-encoding", b"chunked"))
        return kept

    def _own_headers(self, scope: Scope) -> Headers:
        client = scope.get("client") or ("",)
        own = [(SECRET, self._secret), (CLIENT, str(client[0]).encode()), (SCHEME, scope["scheme"].encode())]
        if FORWARDED in scope:
            own.append((IS_FORWARDED, b"1"))
        own += [(HOST if name == b"host" else name, value) for name, value in scope["headers"] if name in (b"host", TAKES)]
        return own

    # Sockets.

    async def ask(self, address: str, scope: Scope, takes: str) -> None:
        """Ask a process whether it answers a socket. ``takes`` is the version of the engine of this one, if it would rather have the room
        itself. Raises Unreachable, or Broken if the process does not answer it."""
        head = {**scope, "type": "http", "method": "GET", "headers": [*scope["headers"], (TAKES, takes.encode())]}

        async def ignore(message: Message) -> None:
            pass

        try:
            async with asyncio.timeout(_ASK_SECONDS):
                await self.http(address, head, asyncio.Event().wait, ignore)  # type: ignore[arg-type]  # it never receives anything
        except TimeoutError as error:  # the process starts, or hangs
            raise Unreachable(address) from error

    async def websocket(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Relay a socket until one of its ends is closed. Raises Unreachable as long as the client has received nothing."""
        try:
            upstream = await self._open(address, scope)
        except InvalidStatus:  # refused
            await send({"type": "websocket.close", "code": 1008})
            return
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise Unreachable(address) from error
        try:
            with self._until_dropped(address, upstream.transport.abort):
                await receive()  # that the client wants to connect
                await send({"type": "websocket.accept", "subprotocol": upstream.subprotocol})
                await _first_of(_to_upstream(upstream, receive), _to_client(upstream, send))
        finally:
            upstream.transport.abort()  # unless it is closed already: its end is of no interest any more

    async def _open(self, address: str, scope: Scope) -> ClientConnection:
        kept = [(name, value) for name, value in scope["headers"] if not name.startswith(_OF_HANDSHAKES)]
        headers = [*_kept(kept, _HOP_BY_HOP | _OF_PROXIES | {b"host"}), *self._own_headers(scope)]
        options: dict[str, Any] = {
            "additional_headers": [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers],
            "subprotocols": scope.get("subprotocols") or None,
            "user_agent_header": None,
            "compression": None,
            "max_size": None,
            "open_timeout": _CONNECT_SECONDS,
            "ping_interval": None,  # both ends check their own connection with the client, and nodes each other
            "close_timeout": _CONNECT_SECONDS,
        }
        where, uri = place(address), f"ws://quepu{_target(scope).decode('latin-1')}"
        if where.path:
            return await unix_connect(where.path, uri, **options)
        return await connect(uri, host=where.host, port=where.port, proxy=None, **options)

    # Processes that are gone.

    @contextmanager
    def _until_dropped(self, address: str, end: Callable[[], None]) -> Iterator[None]:
        active = self._active.setdefault(address, set())
        active.add(end)
        try:
            yield
        finally:
            active.discard(end)
            if not active:
                self._active.pop(address, None)

    def addresses(self) -> set[str]:
        """The processes to which something is relayed now."""
        return set(self._active)

    def drop(self, address: str) -> None:
        """End everything that is relayed to a process that is gone; clients of sockets connect again."""
        for end in list(self._active.get(address, ())):
            end()

    def close(self) -> None:
        for address in self.addresses():
            self.drop(address)
        self._upstreams.close()


class Kept:
    """What a client has sent, so that it can be read again if a relay fails."""

    def __init__(self, receive: Receive, most: int = 2**20) -> None:
        self._receive = receive
        self._left = most
        self._messages: list[Message] = []

    async def receive(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left >= 0:
            self._messages.append(message)
        else:
            self._messages.clear()
        return message

    def again(self) -> Receive:
        """Receives everything from the beginning. Raises Broken if that was too much to be kept."""
        if self._left < 0:
            raise Broken
        messages, self._messages = self._messages, []
        kept = iter(messages)

        async def receive() -> Message:
            for message in kept:
                self._messages.append(message)
                return message
            return await self.receive()

        return receive


def _target(scope: Scope) -> bytes:
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope["query_string"]
    return path.partition(b"?")[0] + (b"?" + query if query else b"")


def _kept(headers: Iterable[tuple[bytes, bytes]], without: frozenset[bytes]) -> Headers:
    return [(name, value) for name, value in headers if name not in without and not name.startswith(PREFIX)]


async def _send_body(link: Link, receive: Receive, has_body: bool) -> None:
    """Send the body as it comes. Ends when the client has disconnected, and only then."""
    can_send = has_body
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not can_send:
            continue
        body, more = message.get("body", b""), message.get("more_body", False)
        try:
            await link.send(*([h11.Data(body)] if body else []), *([] if more else [h11.EndOfMessage()]))
            can_send = more
        except (OSError, h11.LocalProtocolError):  # the answer may be there all the same; a body may have another length than it says
            can_send = False


async def _pass_answer(link: Link, scope: Scope, send: Send) -> None:
    started = False
    data = bytearray()
    try:
        while True:
            event = link.received()
            if event is h11.NEED_DATA:
                if data:
                    await send({"type": "http.response.body", "body": bytes(data), "more_body": True})
                    data.clear()
                await link.read()
            elif isinstance(event, h11.Response):
                headers = list(event.headers)
                if any(name == MOVED for name, _ in headers):
                    raise link.broken()
                _pay(scope, headers)
                started = True
                await send(
                    {"type": "http.response.start", "status": event.status_code, "headers": _kept(headers, _HOP_BY_HOP | _OF_SERVERS)}
                )
            elif isinstance(event, h11.Data):
                data += event.data
            elif isinstance(event, h11.EndOfMessage):
                await send({"type": "http.response.body", "body": bytes(data), "more_body": False})
                return
            elif isinstance(event, h11.ConnectionClosed):
                raise ConnectionResetError
    except (OSError, h11.RemoteProtocolError) as error:
        if not started:
            raise link.broken() from error
        LOG.warning("the answer of %s ended in the middle", link.address)
        raise ClientDisconnect from error  # the server closes the connection, so the client notices too


def _pay(scope: Scope, headers: Headers) -> None:
    """Charge what the other process has spent."""
    account = scope.get(Account.KEY)
    for name, value in headers:
        if name == COST and account is not None:
            seconds, stored = value.split()
            account.spend(float(seconds), int(stored))


async def _first_of(*works: Awaitable[None]) -> None:
    """Do several things until one of them has ended."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result


async def _to_upstream(upstream: ClientConnection, receive: Receive) -> None:
    with suppress(ConnectionClosed):
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                if (code := message.get("code", 1005)) not in _WITHOUT_A_CODE:  # else the connection just ends on the other side too
                    await upstream.close(code, message.get("reason") or "")
                return
            text = message.get("text")
            await upstream.send(text if text is not None else message["bytes"])
    await asyncio.Event().wait()  # the other direction ends it, after what has arrived


async def _to_client(upstream: ClientConnection, send: Send) -> None:
    try:
        async for message in upstream:
            await send({"type": "websocket.send", "text" if isinstance(message, str) else "bytes": message})
        code, reason = upstream.close_code, upstream.close_reason
    except ConnectionClosed as closed:
        code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
    except (RuntimeError, OSError):  # the client is gone
        return
    with suppress(RuntimeError, OSError):
        await send({"type": "websocket.close", "code": RESTARTED if code in _WITHOUT_A_CODE else code, "reason": reason or ""})
