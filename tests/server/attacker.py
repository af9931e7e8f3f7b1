"""One address doing its worst: ``python -m tests.server.attacker ADDRESS PORT``. It says "refused" once it was refused for asking too much,
and when it is ended by SIGTERM what answers it had, by their status, as JSON."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections import Counter
from itertools import cycle
from typing import Any

from websockets.asyncio.client import connect

from tests.games import GOLDEN, golden

CONNECTIONS = 60
SOCKETS = 20
HAND = "12345678m22p [EEE] +9m"

Request = tuple[str, str, str, bytes]
"""The method, the path, the media type, the body."""


def _json(path: str, given: object) -> Request:
    return "POST", f"/api/v1{path}", "application/json", json.dumps(given).encode()


def _overlays(base: str, number: int) -> list[dict[str, str]]:
    """A batch in which each hand has rules of its own."""
    return [{"hand": HAND, "overlay": f'base = "{base}"\nname = "{number} {at}"'} for at in range(1000)]


RECORD = "POST", "/api/v1/records", "application/x-ndjson", golden(next(iter(GOLDEN))).read_bytes()


_WINS: list[dict[str, Any]] = [{"at": n, "when": 0, "t": "win", "deal": n, "winner": 0, "source": None, "points": 8} for n in range(2, 501)]
_SHEET: dict[str, Any] = {"at": 1, "when": 0, "t": "sheet", "rules": "guobiao", "names": ["x"] * 4}
DOCUMENT: dict[str, Any] = {
    "kind": "sheet",
    "id": "a" * 16,
    "key": "a" * 24,
    "entries": [{"id": f"abcdefgh.{entry['at']}", **entry} for entry in [_SHEET, *_WINS]],
}


def worst(game: str) -> list[Request]:
    """What takes the server longest."""
    return [
        *(_json("/score/batch", _overlays("woodshole", number)) for number in range(4)),
        *(_json("/score/batch?explain=true", _overlays("lingque28", number)) for number in range(4)),
        _json("/score/batch?explain=true", [{"hand": HAND}] * 1000),
        _json("/discards", {"hand": "11123456789995m"}),
        _json("/compare", {"hand": HAND, "overlay": _overlays("guobiao", 0)[0]["overlay"]}),
        *(("GET", f"/api/v1/games/{game}/steps?hand={hand}&seat={seat}", "", b"") for hand in (1, 2, 3, 4) for seat in "ESWN"),
        _json(f"/games/{game}/continue", {"hand": 4, "step": 3, "seat": "E", "name": "x"}),
        RECORD,
        _json("/documents", DOCUMENT),
        _json(f"/documents/{DOCUMENT['id']}/unlock", {"pin": "1234"}),
        ("GET", f"/api/v1/documents/{DOCUMENT['id']}?wait=25&after=400", "", b""),
        ("GET", f"/api/v1/sheets/{DOCUMENT['id']}/state", "", b""),
        ("GET", "/openapi.json", "", b""),
        ("GET", "/static/shared/texts.js", "", b""),
    ]


class Attacker:
    def __init__(self, address: str, port: int) -> None:
        self.address = address
        self.port = port
        self.answers: Counter[str] = Counter()

    async def ask(self, request: Request) -> tuple[str, bytes]:
        """The status and the body of the answer."""
        method, path, media_type, body = request
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        try:
            head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
            answer = await reader.read()
            return answer[9:12].decode(), answer.partition(b"\r\n\r\n")[2]
        finally:
            writer.close()

    async def go_on_asking(self, requests: list[Request]) -> None:
        for request in cycle(requests):
            try:
                status, _ = await self.ask(request)
            except OSError as error:
                status = type(error).__name__
                await asyncio.sleep(0.05)
            self.answers[status] += 1
            if status == "429" and self.answers[status] == 1:
                print("refused", flush=True)

    async def go_on_talking(self, room: str) -> None:
        """Connects to a room, and sends as much as it can."""
        while True:
            try:
                address = f"ws://127.0.0.1:{self.port}/api/v1/rooms/{room}/socket"
                async with connect(address, local_addr=(self.address, 0), open_timeout=None, compression=None) as socket:
                    await socket.send('{"v":1,"t":"hello"}')
                    while True:
                        await socket.send('{"v":1,"t":"ping"}')
                        await socket.recv()
            except Exception as error:  # refused, closed, reset: it comes again
                self.answers[type(error).__name__] += 1
                await asyncio.sleep(0.05)

    async def run(self) -> None:
        ended = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
        opened: Any = json.loads((await self.ask(_json("/rooms", {"name": "x", "start": True})))[1])
        sent: Any = json.loads((await self.ask(RECORD))[1])
        requests = worst(sent["game"])
        tasks = [asyncio.create_task(self.go_on_asking(requests[at % len(requests) :] + requests)) for at in range(CONNECTIONS)]
        tasks += [asyncio.create_task(self.go_on_talking(opened["room"])) for _ in range(SOCKETS)]
        await ended.wait()
        for task in tasks:
            task.cancel()
        print(json.dumps(self.answers), flush=True)


if __name__ == "__main__":
    asyncio.run(Attacker(sys.argv[1], int(sys.argv[2])).run())
