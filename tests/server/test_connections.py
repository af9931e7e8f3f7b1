"""Connections that ask for nothing, or of which there are too many, hold up nobody."""

from __future__ import annotations

import asyncio
import re
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from quepu.server.addresses import Addresses
from quepu.server.connections import limited, max_connections
from quepu.server.settings import Rate, Settings

REQUEST = b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n"
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Answers at once; ``/slow`` takes its time."""
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def serving(settings: Settings, most: int = 1000) -> AsyncIterator[Callable[[bytes], Awaitable[Connection]]]:
    """A server; what is yielded opens a connection and sends something."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, http=limited(settings, most), lifespan="off", log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    opened: list[asyncio.StreamWriter] = []

    async def open(data: bytes) -> Connection:
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        opened.append(writer)
        writer.write(data)
        return reader, writer

    try:
        yield open
    finally:
        for writer in opened:
            writer.close()
        server.should_exit = True
        await asyncio.wait_for(running, 20)


async def answer(connection: Connection) -> bytes:
    """The end of an answer, or nothing where the connection is closed without one."""
    try:
        return (await asyncio.wait_for(connection[0].readuntil(b"ok"), 20))[-2:]
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


def test_idle_connections_are_closed_but_not_those_that_wait_for_an_answer() -> None:
    async def run() -> list[bytes]:
        async with serving(Settings(head_seconds=0.3)) as open:
            silent, half = await open(b""), await open(b"GET /x HTTP/1.1\r\nHost:")
            slow, again = await open(REQUEST % b"slow"), await open(REQUEST % b"x")
            first = await answer(again)
            again[1].write(b"GET /x HTT")
            return [await answer(silent), await answer(half), await answer(slow), first, await answer(again)]

    assert asyncio.run(run()) == [b"", b"", b"ok", b"ok", b""]


def test_the_connections_of_an_address_are_limited_and_others_have_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = chain(["a", "a", "a", "b"], repeat("a"))
    monkeypatch.setattr(Addresses, "who", lambda self, scope: (next(seen), False))

    async def run() -> list[bytes]:
        async with serving(Settings(address_connections=2)) as open:
            first = [await open(b"") for _ in range(2)]
            refused = await answer(await open(REQUEST % b"x"))
            other = await answer(await open(REQUEST % b"x"))
            first[0][1].close()
            await first[0][1].wait_closed()
            async with asyncio.timeout(20):
                while not (freed := await answer(await open(REQUEST % b"x"))):
                    await asyncio.sleep(0.01)
            return [refused, other, freed]

    assert asyncio.run(run()) == [b"", b"ok", b"ok"]


def test_an_address_opens_connections_at_a_limited_rate_but_a_trusted_proxy_does_not() -> None:
    few = {"connection_rate": Rate(per_second=0.001, burst=3), "address_connections": 3}

    async def run(**others: tuple[str, ...]) -> list[bytes]:
        async with serving(Settings(**few, **others)) as open:  # type: ignore[arg-type]  # all of them are fields
            answers = []
            for _ in range(5):
                connection = await open(REQUEST % b"x")
                answers.append(await answer(connection))
                connection[1].close()
            return answers

    assert asyncio.run(run(local_networks=())) == [b"ok", b"ok", b"ok", b"", b""]
    assert asyncio.run(run(local_networks=(), trusted_proxies=("127.0.0.0/8",))) == [b"ok"] * 5
    assert asyncio.run(run()) == [b"ok"] * 5, "this machine itself"


def test_when_there_are_too_many_those_that_are_there_go_on() -> None:
    async def run() -> list[bytes]:
        async with serving(Settings(), most=3) as open:
            there = [await open(b"") for _ in range(3)]
            more = [await answer(await open(REQUEST % b"x")) for _ in range(3)]
            there[0][1].write(REQUEST % b"x")
            return [*more, await answer(there[0])]

    assert asyncio.run(run()) == [b"", b"", b"", b"ok"]


def test_the_limit_on_open_files_is_raised_as_far_as_the_system_allows() -> None:
    script = (
        "import resource; from quepu.server.connections import max_connections; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, 1000)); "
        "print(max_connections(), resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said == "232 (1000, 1000)\n"
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert max_connections() >= 128
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_server_with_few_files_answers_while_hundreds_are_silent(tmp_path: Path) -> None:
    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (900, 900))

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], min(before[1], 4096)), before[1]))
    command = [sys.executable, "-m", "quepu", "serve", "--port", "0", "--no-browser", "--lang", "en", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=few_files) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline().rpartition(":")[2].strip(" /\n"))
            process.stdout.readline()

            async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
                writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
                length = re.search(rb"content-length: (\d+)", head)
                assert length
                await reader.readexactly(int(length[1]))
                return head.partition(b"\r\n")[0]

            async def run() -> set[bytes]:
                there = await asyncio.open_connection("127.0.0.1", port)
                lines, silent, all_open = set(), [], asyncio.Event()

                async def ask_again_and_again() -> None:  # a connection that is silent for seconds is closed, and rightly
                    is_last = False
                    while not is_last:
                        is_last = all_open.is_set()
                        lines.add(await ask(*there))

                asking = asyncio.create_task(ask_again_and_again())
                for _ in range(60):
                    more = (asyncio.open_connection("127.0.0.1", port) for _ in range(20))
                    silent += await asyncio.gather(*more, return_exceptions=True)
                all_open.set()
                await asking
                for one in silent:
                    if not isinstance(one, BaseException):
                        one[1].close()
                return lines

            assert asyncio.run(run()) == {b"HTTP/1.1 200 OK"}
        finally:
            process.kill()
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert "out of system resource" not in (tmp_path / "server.log").read_text()
