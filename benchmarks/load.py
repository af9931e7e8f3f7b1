"""How many tables one server carries: clients that play, over real sockets, on the same machine.

Four clients sit at each table, each with a connection of its own, so no bot of the server plays. Every table does one action a second (a
discard, a kong, a win); the other three answer every discard, as people must. What is measured is the time from sending to the answer: for
an action to the update that shows it, for an answer to a discard to its confirmation. In both cases something was stored on the disk in
between. The pause that every discard has by the rules of the table is no part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from quepu.cli.progress import progress
from quepu.kernel.actions import CONCEALED_KONG_OF, PASS, WIN

RESULTS = Path(__file__).with_name("load.json")
PING, PONG, TEXT, CLOSE = 0x9, 0xA, 0x1, 0x8


class Table:
    """When the table may act next; and all times that its clients have measured."""

    def __init__(self) -> None:
        self.next_action = 0.0
        self.actions: list[tuple[float, float]] = []
        """When an action was sent, and how long its answer took."""
        self.answers: list[tuple[float, float]] = []


class Client(asyncio.Protocol):
    """A player, as small as can be, so that the server has the machine."""

    def __init__(self, port: int, room: str, token: str, table: Table, random: Random) -> None:
        self.port = port
        self.room = room
        self.token = token
        self.table = table
        self.random = random
        self.loop = asyncio.get_running_loop()
        self.welcomed: asyncio.Future[None] = self.loop.create_future()
        self.is_over = False
        self.closed: int | None = None
        self.errors: list[str] = []
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._upgraded = False
        self._answered = 0
        """The last update that it has answered."""
        self._nonces: dict[int, bytes] = {}
        """Its nonce of each hand."""
        self._given: set[tuple[str, int]] = set()
        """What it has sent of them: the commitment, the nonce; by hand."""
        self._sent: tuple[float, bool] | None = None
        """When it sent what it has no answer to yet, and whether that was an action."""

    async def open(self) -> None:
        await self.loop.create_connection(lambda: self, "127.0.0.1", self.port)
        await self.welcomed

    # Frames.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        lines = (
            f"GET /api/v1/rooms/{self.room}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: cXVlcHUgcXVlcHUgcXVlcA==",
        )
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self.welcomed.done():
            self.welcomed.set_exception(ConnectionError(f"closed with {self.closed}"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._upgraded:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._upgraded, self._buffer = True, rest
            self.send({"t": "hello", "token": self.token, "game": None, "after": None})
        while (frame := self._frame()) is not None:
            kind, payload = frame
            if kind == TEXT:
                self.receive(payload)
            elif kind == PING:
                self._write(PONG, payload)
            elif kind == CLOSE:
                self.closed = int.from_bytes(payload[:2])

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame. Frames of the server are neither masked nor fragmented."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, size = 2, buffer[1]
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start])
        if len(buffer) < start + size:
            return None
        frame = buffer[0] & 0xF, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return frame

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
        assert self._transport is not None
        self._transport.write(bytes((0x80 | kind,)) + length + bytes(4) + payload)  # masked with zeros

    def send(self, message: dict[str, Any]) -> None:
        self._write(TEXT, json.dumps({"v": 1, **message}).encode())

    # Play.

    def receive(self, payload: bytes) -> None:
        if not self.welcomed.done():
            self.welcomed.set_result(None)
        kind = payload[12:20]  # after {"v":1,"t":"
        if kind.startswith((b"update", b"answered")) and self._sent is not None:
            self._measure(is_update=kind.startswith(b"update"))
        if kind.startswith(b"room"):
            self.is_over = b'"phase":"over"' in payload
        elif kind.startswith(b"error"):
            self.errors.append(payload.decode())
        elif kind.startswith((b"welcome", b"update", b"table")):
            asks_for_nonce = b'"commit":null,"open":null' not in payload
            if asks_for_nonce or b'"prompt":{' in payload:
                table = json.loads(payload)["table"]
                if table is not None:
                    self._give_nonces(table)
                    if table["prompt"] is not None:
                        self._answer(table)

    def _give_nonces(self, table: dict[str, Any]) -> None:
        for kind in ("open", "commit"):
            hand = table[kind]
            if hand is not None and (kind, hand) not in self._given:
                self._given.add((kind, hand))
                nonce = self._nonces.setdefault(hand, secrets.token_bytes(16))
                value = {"nonce": nonce.hex()} if kind == "open" else {"commitment": sha256(nonce).hexdigest()}
                self.send({"t": kind, "hand": hand, **value})

    def _measure(self, is_update: bool) -> None:
        assert self._sent is not None
        sent, is_action = self._sent
        if is_action == is_update:
            now = self.loop.time()
            (self.table.actions if is_action else self.table.answers).append((sent, now - sent))
            self._sent = None

    def _answer(self, table: dict[str, Any]) -> None:
        n = table["n"]
        if n <= self._answered:
            return
        self._answered = n
        prompt = table["prompt"]
        if "ready" in prompt:
            self.send({"t": "ready", "hand": table["waits"]["hand"]})
            return
        legal: list[int] = prompt["legal"]
        if table["waits"]["for"] == "claims":
            action = WIN if WIN in legal else PASS
            self.loop.call_later(self.random.uniform(0.05, 0.35), self._act, n, action, False)
            return
        discards = [action for action in legal if action < CONCEALED_KONG_OF]
        action = WIN if WIN in legal else self.random.choice(discards or legal)
        now = self.loop.time()
        at = max(now + 0.01, self.table.next_action)
        self.table.next_action = max(at, self.table.next_action) + 1
        self.loop.call_at(at, self._act, n, action, True)

    def _act(self, n: int, action: int, is_action: bool) -> None:
        if self.closed is None:
            self._sent = self.loop.time(), is_action
            self.send({"t": "act", "n": n, "action": action})


class Server:
    """``quepu serve`` with a folder of its own, at the pace of people."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "quepu", "serve", "--port", "0", "--no-browser", "--lang", "en", "--data", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"the server did not start: {said}")
            said += line
        [port] = re.findall(r"http://127\.0\.0\.1:(\d+)/", said)
        self.port = int(port)
        pid = self.process.pid
        [self.serving] = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        """The process that serves, a child of the command."""
        self.http = http.client.HTTPConnection("127.0.0.1", self.port)

    def post(self, path: str, given: object) -> Any:
        self.http.request("POST", f"/api/v1{path}", json.dumps(given), {"Content-Type": "application/json"})
        answer = self.http.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(body.decode())
        return json.loads(body)

    def room(self) -> tuple[str, list[str]]:
        """A room of four, and their tokens."""
        opened = self.post("/rooms", {"name": "client", "rules": "guobiao", "rounds": 4})
        joined = [self.post(f"/rooms/{opened['room']}/join", {"name": "client"})["token"] for _ in range(3)]
        return opened["room"], [opened["token"], *joined]

    def memory(self) -> int:
        """The resident memory in bytes (Linux)."""
        resident = int(Path(f"/proc/{self.serving}/statm").read_text().split()[1])
        return resident * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.serving}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def figures(times: list[float]) -> dict[str, float]:
    """Milliseconds."""
    named = {"p50": share(times, 0.5), "p99": share(times, 0.99), "most": max(times)}
    under = sum(one < 0.1 for one in times) / len(times)
    return {"count": len(times), **{key: round(1000 * value, 1) for key, value in named.items()}, "under_100_ms": round(under, 4)}


async def load(server: Server, tables: int, warm: float, seconds: float) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    alone = server.memory()
    rooms = [server.room() for _ in progress(range(tables), tables, "rooms")]
    clients: list[list[Client]] = []
    for number, (room, tokens) in enumerate(progress(rooms, tables, "connections")):
        table = Table()
        made = [Client(server.port, room, token, table, Random(4 * number + at)) for at, token in enumerate(tokens)]
        await asyncio.gather(*(client.open() for client in made))
        clients.append(made)
    for made in clients:
        made[0].table.next_action = loop.time() + 3 * made[0].random.random()
        made[0].send({"t": "start"})
    for _ in progress(range(round(warm)), round(warm), "warming up"):
        await asyncio.sleep(1)
    began, server_before, own_before = loop.time(), server.processor_seconds(), time.process_time()
    for _ in progress(range(round(seconds)), round(seconds), "measuring"):
        await asyncio.sleep(1)
    ended = loop.time()
    wall = ended - began
    everyone = [client for made in clients for client in made]
    within = [[took for sent, took in times if began <= sent < ended - 0.5] for times in _all(clients)]
    actions, answers = within
    return {
        "tables": tables,
        "connections": len(everyone),
        "seconds": round(wall, 1),
        "actions_a_second_and_table": round(len(actions) / (wall - 0.5) / tables, 2),
        "actions": figures(actions),
        "answers": figures(answers),
        "kib_a_table": round((server.memory() - alone) / tables / 1024),
        "server_cores": round((server.processor_seconds() - server_before) / wall, 2),
        "client_cores": round((time.process_time() - own_before) / wall, 2),
        "closed": sum(client.closed is not None for client in everyone),
        "errors": sum(len(client.errors) for client in everyone),
    }


def _all(clients: list[list[Client]]) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    tables = [made[0].table for made in clients]
    return [one for table in tables for one in table.actions], [one for table in tables for one in table.answers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--warm", type=float, default=10, help="seconds before it is measured")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {RESULTS.name}")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            found = asyncio.run(load(server, options.tables, options.warm, options.seconds))
        finally:
            server.end()
    found["machine_busy_with_others"] = round(os.getloadavg()[0], 1)
    print(json.dumps(found, indent=1))
    if options.write:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
