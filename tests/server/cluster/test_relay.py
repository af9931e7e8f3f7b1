"""The relay: what another process receives, what the client gets back, and what happens when either of them goes away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quepu.server.addresses import FORWARDED, RELAYED, Addresses, Forwarded
from quepu.server.cluster.relay import Relay
from quepu.server.cluster.relayed import Relayed
from quepu.server.cluster.upstream import Broken, Unreachable, place
from quepu.server.settings import Rate, Settings
from quepu.server.tokens import Account, Buckets
from tests.server.cluster.serving import SECONDS, serving

SETTINGS = Settings(trusted_proxies=("127.0.0.1",))


class Front:
    """The process where requests come in: it relays all of them, as a site does behind a trusted proxy."""

    def __init__(self, address: str, secret: str = "secret") -> None:
        self.address = address
        self.relay = Relay(secret)
        self.raised: list[Exception] = []
        self.buckets = Buckets(Rate(1, 100), clock=lambda: 0.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = {**Forwarded(self, SETTINGS).read(scope), Account.KEY: Account(SETTINGS, self.buckets, "somebody", 1)}
        try:
            await (self.relay.http if scope["type"] == "http" else self.relay.websocket)(self.address, scope, receive, send)
        except (Broken, Unreachable) as error:
            self.raised.append(error)
            if scope["type"] == "http":
                await Response(status_code=502)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1013})


@asynccontextmanager
async def relayed(app: ASGIApp, path: Path | None = None, secret: str = "secret") -> AsyncIterator[tuple[str, Front]]:
    """An application behind a relay: the address of the front, and the front."""
    async with serving(Relayed(app, lambda: "secret"), path) as address:
        front = Front(address, secret)
        async with serving(front) as at:
            yield at, front
            front.relay.close()


async def exchange(address: str, head: str, body: bytes = b"") -> tuple[int, Headers, bytes]:
    """Send a request as it is written; the answer."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    writer.write(f"{head}\r\nHost: tables.example\r\nConnection: close\r\n\r\n".encode() + body)
    answer = await asyncio.wait_for(reader.read(), SECONDS)
    writer.close()
    start, _, content = answer.partition(b"\r\n\r\n")
    first, *lines = start.decode().split("\r\n")
    headers = Headers(raw=[(name.lower().encode(), value.strip().encode()) for name, _, value in (line.partition(":") for line in lines)])
    return int(first.split()[1]), headers, content


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with what it has received."""
    request = Request(scope, receive)
    host, local = Addresses(SETTINGS).who(scope)
    seen = {
        "method": request.method,
        "path": scope["raw_path"].decode(),
        "query": scope["query_string"].decode(),
        "url": str(request.base_url),
        "headers": {name: value for name, value in request.headers.items() if name not in ("host", "connection")},
        "client": [host, local, FORWARDED in scope],
        "relayed": RELAYED in scope,
        "body": (await request.body()).decode(),
    }
    await JSONResponse(seen, 418, {"X-Answer": "yes", "Set-Cookie": "a=b", "x-quepu-private": "no"})(scope, receive, send)


@pytest.mark.parametrize("is_unix", [False, True])
def test_another_process_receives_the_request_as_the_client_sent_it(is_unix: bool, tmp_path: Path) -> None:
    async def run() -> None:
        async with relayed(echo, tmp_path / "socket" if is_unix else None) as (address, _):
            head = "POST /a%2Fb/%E7%89%8C?x=1&y=%20 HTTP/1.1\r\nContent-Length: 5\r\nCookie: c=d\r\nX-Forwarded-For: 198.51.100.7"
            status, headers, body = await exchange(address, head + "\r\nX-Forwarded-Proto: https\r\nX-Quepu-Client: 127.0.0.1", b"hello")
            assert status == 418
            assert {name: headers[name] for name in ("x-answer", "set-cookie", "content-type")} == {
                "x-answer": "yes",
                "set-cookie": "a=b",
                "content-type": "application/json",
            }
            assert [name for name in headers if name.startswith("x-quepu-")] == []
            assert [len(headers.getlist(name)) for name in ("date", "server", "content-length")] == [1, 1, 1]
            assert json.loads(body) == {
                "method": "POST",
                "path": "/a%2Fb/%E7%89%8C",
                "query": "x=1&y=%20",
                "url": "https://tables.example/",
                "headers": {"content-length": "5", "cookie": "c=d"},
                "client": ["198.51.100.7", False, True],
                "relayed": True,
                "body": "hello",
            }
            _, _, body = await exchange(address, "GET / HTTP/1.1\r\nX-Forwarded-For: 127.0.0.1")
            seen = json.loads(body)
            assert (seen["body"], seen["client"]) == ("", ["127.0.0.1", False, True]), (
                "what comes through a proxy is not this machine's own"
            )

    asyncio.run(run())


def test_a_body_without_a_length_is_sent_as_it_comes() -> None:
    async def run() -> None:
        arrived: asyncio.Queue[bytes] = asyncio.Queue()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            async for chunk in Request(scope, receive).stream():
                arrived.put_nowait(chunk)
            await Response("done")(scope, receive, send)

        async with relayed(app) as (address, _):
            reader, writer = await asyncio.open_connection(*address.split(":"))
            writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
            for part in (b"one", b"two"):
                writer.write(b"%x\r\n%s\r\n" % (len(part), part))
                assert await asyncio.wait_for(arrived.get(), SECONDS) == part
            writer.write(b"0\r\n\r\n")
            assert (await asyncio.wait_for(reader.read(), SECONDS)).endswith(b"\r\n\r\ndone")
            writer.close()

    asyncio.run(run())


def test_an_answer_is_passed_on_as_it_comes() -> None:
    async def run() -> None:
        goes_on = asyncio.Event()

        async def parts() -> AsyncIterator[bytes]:
            yield b"one"
            await goes_on.wait()
            yield b"two"

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await StreamingResponse(parts())(scope, receive, send)

        async with relayed(app) as (address, _):
            reader, writer = await asyncio.open_connection(*address.split(":"))
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert await asyncio.wait_for(reader.readuntil(b"one\r\n"), SECONDS)
            goes_on.set()
            assert (await asyncio.wait_for(reader.read(), SECONDS)) == b"3\r\ntwo\r\n0\r\n\r\n"
            writer.close()

    asyncio.run(run())


def test_a_connection_is_used_again() -> None:
    async def run() -> None:
        peers = set()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            peers.add(scope["peer"])
            await Response(b"x" * 100_000)(scope, receive, send)

        async def with_peer(scope: Scope, receive: Receive, send: Send) -> None:
            await Relayed(app, lambda: "secret")({**scope, "peer": scope["client"]}, receive, send)

        async with serving(with_peer) as address:
            front = Front(address)
            async with serving(front) as at:
                for _ in range(5):
                    assert (await exchange(at, "GET / HTTP/1.1"))[2] == b"x" * 100_000
                assert len(peers) == 1
                front.relay.close()
                assert (await exchange(at, "GET / HTTP/1.1"))[0] == 200
                assert len(peers) == 2
                front.relay.close()

    asyncio.run(run())


def test_the_work_ends_when_the_client_disconnects() -> None:
    async def run() -> None:
        began, ended = asyncio.Event(), asyncio.Event()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await Request(scope, receive).body()
            began.set()
            while (await receive())["type"] != "http.disconnect":
                pass
            ended.set()

        async with relayed(app) as (address, _):
            _, writer = await asyncio.open_connection(*address.split(":"))
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            await asyncio.wait_for(began.wait(), SECONDS)
            writer.close()
            await asyncio.wait_for(ended.wait(), SECONDS)

    asyncio.run(run())


def test_the_client_pays_where_the_request_came_in() -> None:
    async def run() -> None:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            Account(SETTINGS, None, "", 0, scope[RELAYED]).spend(seconds=0.05, stored=8192)
            await Response("done")(scope, receive, send)

        async with relayed(app) as (address, front):
            front.buckets.take("somebody", 1)  # as the limit of the rate does
            await exchange(address, "GET / HTTP/1.1")
            assert front.buckets.filled["somebody"][0] == pytest.approx(100 - 10 - 2), (
                "50 ms and 8 KiB, of which a token was paid in advance"
            )

    asyncio.run(run())


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_only_processes_with_the_secret_are_believed(kind: str) -> None:
    async def run() -> None:
        async with relayed(echo, secret="guessed") as (address, _):
            if kind == "http":
                status, _, body = await exchange(address, "GET / HTTP/1.1")
                assert (status, json.loads(body)["error"]["code"]) == (403, "not_a_node")
            else:
                with pytest.raises(InvalidStatus) as refused:
                    await connect(f"ws://{address}/", proxy=None)
                assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_a_process_without_others_believes_nobody() -> None:
    async def run() -> None:
        async with serving(Relayed(echo, lambda: None)) as address:
            assert (await exchange(address, "GET / HTTP/1.1\r\nX-Quepu-Relay: None"))[0] == 403
            status, _, body = await exchange(address, "GET / HTTP/1.1\r\nX-Quepu-Client: 10.0.0.1")
            seen = json.loads(body)
            assert (status, seen["client"], seen["headers"]) == (418, ["127.0.0.1", True, False], {})

    asyncio.run(run())


def test_one_that_computes_answers_only_what_was_relayed() -> None:
    async def run() -> None:
        async with serving(Relayed(echo, lambda: "secret", required=True)) as address:
            assert (await exchange(address, "GET / HTTP/1.1"))[0] == 403

    asyncio.run(run())


def test_nothing_is_sent_to_a_process_that_is_gone() -> None:
    async def run() -> None:
        async with serving(echo) as gone:
            pass
        front = Front(gone)
        async with serving(front) as address:
            assert (await exchange(address, "GET / HTTP/1.1"))[0] == 502
            with pytest.raises(InvalidStatus):
                await connect(f"ws://{address}/", proxy=None)
        assert [type(error) for error in front.raised] == [Unreachable, Unreachable]

    asyncio.run(run())


@pytest.mark.parametrize(
    "sent", [b"", b"HTTP/1.1 200 OK\r\ncontent-le", b"HTTP/1.1 100 Continue\r\n\r\n"], ids=["nothing", "a part", "continue"]
)
def test_a_process_that_dies_before_its_answer_leaves_the_answer_to_another(sent: bytes) -> None:
    async def run() -> None:
        async def die(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(sent)
            writer.close()

        async with await asyncio.start_server(die, "127.0.0.1", 0) as dying:
            front = Front(f"127.0.0.1:{dying.sockets[0].getsockname()[1]}")
            async with serving(front) as address:
                assert (await exchange(address, "GET / HTTP/1.1"))[0] == 502
            assert [type(error) for error in front.raised] == [Broken]

    asyncio.run(run())


def test_a_client_notices_that_an_answer_is_not_complete() -> None:
    async def run() -> None:
        async def die(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf")
            writer.close()

        async with await asyncio.start_server(die, "127.0.0.1", 0) as dying:
            front = Front(f"127.0.0.1:{dying.sockets[0].getsockname()[1]}")
            async with serving(front) as address:
                status, headers, body = await exchange(address, "GET / HTTP/1.1")
            assert (status, headers["content-length"], front.raised) == (200, "10", [])
            assert len(body) < 10

    asyncio.run(run())


# Sockets.


async def conversation(scope: Scope, receive: Receive, send: Send) -> None:
    """Repeats what it is sent; closes with the code that it is asked for."""
    socket = WebSocket(scope, receive, send)
    if socket.query_params.get("refuse"):
        await socket.close(1008)
        return
    await socket.accept("second" if "second" in scope["subprotocols"] else None)
    client = Addresses(SETTINGS).who(scope)
    await socket.send_json([*client, scope["scheme"], socket.headers["host"], socket.headers.get("origin"), scope["raw_path"].decode()])
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            scope["app_closed"](message["code"])
            return
        text = message.get("text")
        if text is None:
            await socket.send_bytes(message["bytes"])
        elif text.startswith("close"):
            await socket.close(int(text[5:]), "as you wish")
            return
        else:
            await socket.send_text(text)


@pytest.mark.parametrize("is_unix", [False, True])
def test_a_socket_is_relayed_in_both_directions(is_unix: bool, tmp_path: Path) -> None:
    async def run() -> None:
        async with relayed(conversation, tmp_path / "socket" if is_unix else None) as (address, _):
            headers = {"Origin": "https://tables.example", "X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}
            uri = f"ws://{address}/rooms/a%2Fb/socket?lang=zh"
            async with connect(uri, proxy=None, additional_headers=headers, subprotocols=["first", "second"]) as socket:  # type: ignore[list-item]
                seen = json.loads(await socket.recv())
                assert seen == ["198.51.100.7", False, "wss", address, "https://tables.example", "/rooms/a%2Fb/socket"]
                assert socket.subprotocol == "second"
                for message in ("雀", b"\x00\xff", "x" * 300_000):
                    await socket.send(message)
                    assert await asyncio.wait_for(socket.recv(), SECONDS) == message
                await socket.send("close4403")
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(socket.recv(), SECONDS)
                assert (socket.close_code, socket.close_reason) == (4403, "as you wish")

    asyncio.run(run())


def test_the_code_of_the_client_arrives_too() -> None:
    async def run() -> None:
        closed: asyncio.Queue[int] = asyncio.Queue()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            await conversation({**scope, "app_closed": closed.put_nowait}, receive, send)

        async with relayed(app) as (address, front):
            async with connect(f"ws://{address}/", proxy=None) as socket:
                await socket.recv()
                assert front.relay.addresses() == {front.address}
                await socket.close(4001)
            assert await asyncio.wait_for(closed.get(), SECONDS) == 4001
            async with connect(f"ws://{address}/", proxy=None) as socket:
                await socket.recv()
                socket.transport.abort()
            assert await asyncio.wait_for(closed.get(), SECONDS) == 1005, "as uvicorn reports it without a relay"
            async with asyncio.timeout(SECONDS):
                while front.relay.addresses():
                    await asyncio.sleep(0.001)

    asyncio.run(run())


def test_a_socket_that_is_refused_is_refused_to_the_client() -> None:
    async def run() -> None:
        async with relayed(conversation) as (address, _):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{address}/?refuse=1", proxy=None)
            assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_a_client_may_connect_again_when_the_other_process_is_gone() -> None:
    async def run() -> None:
        async with relayed(conversation) as (address, front), connect(f"ws://{address}/", proxy=None) as socket:
            await socket.recv()
            front.relay.drop(front.address)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), SECONDS)
            assert socket.close_code == 1012

    asyncio.run(run())


@pytest.mark.parametrize("wrong", ["", "host", "http://host:1", "unix", "[::1]", "a:b:1", "host:"])
def test_what_is_not_an_address_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        place(wrong)


def test_addresses() -> None:
    found: list[Any] = [place(text) for text in ("unix:/a b/1", "10.0.0.1:80", "[fd00::1]:8000", "node-2.example:8000")]
    assert [(one.path, one.host, one.port) for one in found] == [
        ("/a b/1", "", 0),
        ("", "10.0.0.1", 80),
        ("", "fd00::1", 8000),
        ("", "node-2.example", 8000),
    ]
