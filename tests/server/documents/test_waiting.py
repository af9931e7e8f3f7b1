"""Clients that wait for new entries: woken at once, limited, and in nobody's way."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any

from fastapi import FastAPI

from quepu.server.app import create_app
from quepu.server.documents.documents import Documents
from quepu.server.settings import Settings
from tests.server.documents.client import draw, some_id, some_key
from tests.server.play.conftest import Server, quick_folder

LONG = 25
ID, KEY = some_id(), some_key()


class Request:
    """A request to an application in this process. Its client can disconnect."""

    def __init__(
        self, app: FastAPI, method: str, path: str, body: object = None, address: str = "192.0.2.7", key: str | None = None
    ) -> None:
        self.gone = asyncio.Event()
        self.sent: list[dict[str, Any]] = []
        self.content = b"" if body is None else json.dumps(body).encode()
        self.is_read = False
        bare, _, query = path.partition("?")
        headers = [(b"content-type", b"application/json"), *([(b"authorization", f"Bearer {key}".encode())] if key else [])]
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": f"/api/v1{bare}",
            "query_string": query.encode(), "headers": headers, "client": (address, 1),
        }  # fmt: skip
        self.task = asyncio.create_task(app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self.is_read:
            self.is_read = True
            return {"type": "http.request", "body": self.content, "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)

    async def answer(self) -> tuple[int, Any]:
        await self.task
        return self.sent[0]["status"], json.loads(b"".join(message.get("body", b"") for message in self.sent))


Work = Callable[[FastAPI, Documents], Awaitable[None]]


def during(work: Work, **settings: Any) -> None:
    """Run this while an application runs that has a document with one entry."""

    async def whole() -> None:
        app = create_app(Settings(**{"rate": None, "local_rate": None, **settings}))
        async with app.router.lifespan_context(app), asyncio.timeout(60):
            made = {"kind": "sheet", "id": ID, "key": KEY, "entries": [draw(1)]}
            assert (await Request(app, "POST", "/documents", made).answer())[0] == 200
            await work(app, app.state.documents)

    asyncio.run(whole())


def wait(app: FastAPI, after: int = 1, **more: Any) -> Request:
    return Request(app, "GET", f"/documents/{ID}?after={after}&wait={LONG}", **more)


def add(app: FastAPI, number: int) -> Request:
    return Request(app, "POST", f"/documents/{ID}/entries", {"entries": [draw(number)]}, key=KEY)


async def all_wait(documents: Documents, count: int) -> None:
    while documents.waiting.count != count:
        await asyncio.sleep(0.001)


def test_a_write_wakes_all_who_wait_at_once() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        waiting = [wait(app, address=f"192.0.2.{number}") for number in range(200)]
        await all_wait(documents, 200)
        other = Request(app, "GET", "/health", address="198.51.100.1")
        assert (await other.answer())[0] == 200, "nobody else waits for them"
        began = time.monotonic()
        assert (await add(app, 2).answer())[0] == 200
        for each in waiting:
            status, answer = await each.answer()
            assert (status, answer["entries"], answer["seq"]) == (200, [draw(2)], 2)
        assert time.monotonic() - began < LONG / 2
        await all_wait(documents, 0)

    during(work)


def test_an_entry_that_comes_while_the_client_begins_to_wait_is_not_missed() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        for number in range(2, 40):
            waiting, writing = wait(app, number - 1), add(app, number)
            if number % 2:
                await asyncio.sleep(0)
            assert (await waiting.answer())[1]["entries"] == [draw(number)]
            await writing.answer()

    during(work)


def test_a_new_pin_and_the_end_of_a_document_wake_too() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        waiting = wait(app)
        await all_wait(documents, 1)
        await Request(app, "POST", f"/documents/{ID}/pin", {"pin": "1234"}, key=KEY).answer()
        assert (await waiting.answer())[1]["has_pin"] is True
        waiting = wait(app)
        await all_wait(documents, 1)
        await Request(app, "POST", f"/documents/{ID}/delete", {}, key=KEY).answer()
        status, answer = await waiting.answer()
        assert (status, answer["error"]["code"]) == (404, "no_document")

    during(work)


def test_the_wait_ends_after_its_time() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        status, answer = await Request(app, "GET", f"/documents/{ID}?after=1&wait=0.05").answer()
        assert (status, answer["entries"], answer["seq"]) == (200, [], 1)

    during(work)


def test_a_client_that_goes_leaves_its_place() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        waiting = [wait(app) for _ in range(10)]
        await all_wait(documents, 10)
        for each in waiting:
            each.gone.set()
        await all_wait(documents, 0)
        await asyncio.gather(*(each.task for each in waiting))
        assert [each.sent for each in waiting] == [[]] * 10

    during(work)


def test_beyond_the_limits_a_client_is_answered_at_once() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        waiting = [wait(app, address="192.0.2.7") for _ in range(3)]
        await all_wait(documents, 3)
        assert (await wait(app, address="192.0.2.7").answer())[1]["entries"] == []
        waiting += [wait(app, address="192.0.2.8") for _ in range(2)]
        await all_wait(documents, 5)
        assert (await wait(app, address="192.0.2.9").answer())[1]["entries"] == []
        assert (await wait(app, address="127.0.0.1").answer())[1]["entries"] == [], "the limit of all is also for local ones"
        await add(app, 2).answer()
        assert {len((await each.answer())[1]["entries"]) for each in waiting} == {1}

    during(work, address_waiting=3, waiting_limit=5)


def test_local_addresses_have_no_limit_of_their_own() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        waiting = [wait(app, address="127.0.0.1") for _ in range(9)]
        await all_wait(documents, 9)
        await add(app, 2).answer()
        await asyncio.gather(*(each.answer() for each in waiting))

    during(work, address_waiting=3)


def test_those_who_wait_occupy_no_thread() -> None:
    async def work(app: FastAPI, documents: Documents) -> None:
        waiting = [wait(app, address=f"192.0.2.{number}") for number in range(50)]
        await all_wait(documents, 50)
        status, answer = await Request(app, "POST", "/score", {"hand": "12345678m22p [EEE] +9m"}).answer()
        assert (status, answer["points"]) == (200, 36)
        await add(app, 2).answer()
        await asyncio.gather(*(each.answer() for each in waiting))

    during(work, threads=2)


def test_the_server_ends_at_once_while_clients_wait() -> None:
    with quick_folder() as folder:
        server = Server(folder)
        server.post("/documents", {"kind": "sheet", "id": ID, "key": KEY, "entries": [draw(1)]})
        line = f"GET /api/v1/documents/{ID}?after=1&wait=25 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        waiting = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(20)]
        for each in waiting:
            each.sendall(line)
        # answered after the requests before it were read
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        with closing(connection):
            connection.request("GET", f"/api/v1/documents/{ID}")
            assert connection.getresponse().status == 200
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            raise
        assert (server.process.returncode, time.monotonic() - began < 15) == (0, True)
        for each in waiting:
            with closing(each):
                answer = each.recv(65536)
                assert answer.startswith(b"HTTP/1.1 200 OK"), "answered, not cut off"
