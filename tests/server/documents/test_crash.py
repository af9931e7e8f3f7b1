"""The server is killed while several devices write: nothing that it has acknowledged is lost, and no request is stored in part."""

from __future__ import annotations

import http.client
import json
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.server.documents.client import draw, some_id, some_key
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.postgres import Postgres
from tests.sizes import sizes

_KILLS_OF_A_DOCUMENT = 10
"""After so many kills another document begins, or the first would be full."""


class Document:
    """A document that several devices write to, and what the server has said about it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.id, self.key = some_id(), some_key()
        self.acknowledged: list[list[str]] = []
        """The ids of the entries of each request that was answered."""
        self.is_up = threading.Event()
        self.is_up.set()
        self.is_over = False
        self.wrong: list[Any] = []

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        try:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
            connection.request(method, f"/api/v1/documents{path}", None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def create(self) -> None:
        status, _ = self.ask("POST", "", {"kind": "sheet", "id": self.id, "key": self.key, "entries": []})
        assert status == 200

    def write(self, device: str, random: Random) -> None:
        """Write as one device, request after request. One without an answer is sent again, as a page does it."""
        number, at = 0, 1
        while not self.is_over:
            entries = [draw(number + n, at=at + n, device=device) for n in range(1, random.randrange(2, 7))]
            status, answer = self._send(entries)
            if status is None:
                return
            if status != 200:
                self.wrong.append(answer)
                return
            self.acknowledged.append([entry["id"] for entry in entries])
            number, at = number + len(entries), max(at, answer["at"])

    def _send(self, entries: list[dict[str, Any]]) -> tuple[int | None, Any]:
        while not self.is_over:
            try:
                return self.ask("POST", f"/{self.id}/entries", {"entries": entries})
            except (OSError, http.client.HTTPException, ValueError):  # refused, or cut off anywhere in the answer
                self.is_up.wait()
                time.sleep(0.001)
        return None, None

    def check(self) -> None:
        """All that was acknowledged before the server was asked is there, in whole requests, with numbers without gaps."""
        acknowledged = list(self.acknowledged)
        found: list[str] = []
        more = True
        while more:
            status, answer = self.ask("GET", f"/{self.id}?after={len(found)}")
            assert status == 200
            found += [entry["id"] for entry in answer["entries"]]
            assert answer["seq"] == len(found)
            more = answer["more"]
        assert len(set(found)) == len(found)
        place = {id: number for number, id in enumerate(found)}
        for request in acknowledged:
            assert [place.get(id) for id in request] == list(range(place[request[0]], place[request[0]] + len(request)))


def check_crashes(kills: int, seed: int, folder: Path, *options: str) -> int:
    """How many requests were acknowledged."""
    random = Random(seed)
    server = Server(folder, *options)
    acknowledged = 0
    try:
        for begun in range(0, kills, _KILLS_OF_A_DOCUMENT):
            document = Document(server)
            document.create()
            _write_and_kill(server, document, min(_KILLS_OF_A_DOCUMENT, kills - begun), random)
            acknowledged += len(document.acknowledged)
        assert "Traceback" not in (folder / "server.log").read_text()
    finally:
        server.kill()
    return acknowledged


def _write_and_kill(server: Server, document: Document, kills: int, random: Random) -> None:
    devices = [f"{letter * 8}" for letter in "abcd"]
    writers = [threading.Thread(target=document.write, args=(device, Random(random.random())), daemon=True) for device in devices]
    for writer in writers:
        writer.start()
    try:
        for _ in range(kills):
            until = len(document.acknowledged) + random.randrange(5, 60)
            while len(document.acknowledged) < until:
                assert any(writer.is_alive() for writer in writers), document.wrong
                time.sleep(random.uniform(0, 0.003))
            document.is_up.clear()
            server.kill()
            server.start()
            document.check()
            document.is_up.set()
    finally:
        document.is_over = True
        document.is_up.set()
        for writer in writers:
            writer.join(60)
    assert document.wrong == []
    document.check()


@sizes(3, 100)
def test_no_acknowledged_entry_is_lost_when_the_server_is_killed(count: int) -> None:
    with quick_folder() as folder:
        assert check_crashes(count, 1, folder) >= 5 * count


@sizes(2, 20)
def test_nor_on_postgresql(count: int, postgres: Postgres) -> None:
    with quick_folder() as folder:
        assert check_crashes(count, 2, folder, "--database", postgres.database()) >= 5 * count
