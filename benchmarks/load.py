"""How many tables one server carries, and two nodes behind nginx that share a PostgreSQL: clients that play, over real sockets, on the same
machine.

Four clients sit at each table, each with a connection of its own, so no bot of the server plays. Every table does one action (a discard, a
kong, a win) as soon as the time to claim the last discard is over, but at most one a second; the other three answer every discard that they
could claim. What is measured is the time from sending to the answer: for an action to the update that shows it, for an answer to a discard
to its confirmation. In both cases something was stored on the disk in between. The pause that every discard has by the rules of the table
is no part of it.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from quepu.kernel.actions import CONCEALED_KONG_OF, PASS, WIN

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.cluster.nodes import nginx, two_nodes, without_limits
from tests.server.play.conftest import Server
from tests.server.play.postgres import running
from tests.server.play.test_supervisor import children

RESULTS = Path(__file__).with_name("load.json")
SPEED = "instant"
"""Of the games: the one with the shortest time to claim a discard."""
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


class Served:
    """What serves the tables: where clients connect, and the processes of each kind."""

    def __init__(self, port: int, processes: dict[str, list[int]]) -> None:
        self.port = port
        self.processes = processes

    def memory(self) -> int:
        """The resident memory in bytes of the processes that serve (Linux)."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.processes["serving"])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def processor_seconds(self) -> dict[str, float]:
        """By kind of process."""
        return {kind: sum(map(_processor_seconds, pids)) for kind, pids in self.processes.items()}


def _processor_seconds(pid: int) -> float:
    """Of a process and its children, also those that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(_processor_seconds, children(pid)))


@contextmanager
def one_process() -> Iterator[Served]:
    """``quepu serve`` with a folder of its own, at the pace of people."""
    with without_limits(), TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield Served(server.port, {"serving": children(server.process.pid)})
        finally:
            server.kill()


@contextmanager
def two_processes() -> Iterator[Served]:
    """Two nodes that share a PostgreSQL, behind nginx."""
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(TemporaryDirectory())) for _ in range(2)]
        postgres = stack.enter_context(running(folders[0]))
        nodes = stack.enter_context(two_nodes(folders[1], postgres.database()))
        port = stack.enter_context(nginx(folders[1], [node.port for node in nodes]))
        assert postgres.process is not None
        serving = [child for node in nodes for child in children(node.process.pid)]
        proxy = int((folders[1] / "nginx.pid").read_text())
        yield Served(port, {"serving": serving, "proxy": [proxy], "database": [postgres.process.pid]})


KINDS = {"one": one_process, "two": two_processes}


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def figures(times: list[float]) -> dict[str, float]:
    """Milliseconds."""
    named = {"p50": share(times, 0.5), "p99": share(times, 0.99), "most": max(times)}
    under = sum(one < 0.1 for one in times) / len(times)
    return {"count": len(times), **{key: round(1000 * value, 1) for key, value in named.items()}, "under_100_ms": round(under, 4)}


class Rooms:
    """Requests for rooms."""

    def __init__(self, port: int) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, given: object) -> Any:
        self.http.request("POST", f"/api/v1{path}", json.dumps(given), {"Content-Type": "application/json"})
        answer = self.http.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(body.decode())
        return json.loads(body)

    def room(self) -> tuple[str, list[str]]:
        """A room of four, and their tokens."""
        opened = self.post("/rooms", {"name": "client", "rules": "guobiao", "rounds": 4, "speed": SPEED})
        joined = [self.post(f"/rooms/{opened['room']}/join", {"name": "client"})["token"] for _ in range(3)]
        return opened["room"], [opened["token"], *joined]


async def play(port: int, first: int, tables: int, seconds: tuple[float, float], begin: Any, report: Any) -> None:
    """The clients of some tables: they connect, wait for the others, and play; what they have measured goes to ``report``."""
    loop = asyncio.get_running_loop()
    at = Rooms(port)
    clients: list[list[Client]] = []
    for number in range(first, first + tables):
        room, tokens = at.room()
        table = Table()
        clients.append([await _connected(port, room, token, table, 4 * number + chair) for chair, token in enumerate(tokens)])
    await asyncio.to_thread(begin.wait)
    for made in clients:
        made[0].table.next_action = loop.time() + 3 * made[0].random.random()
        made[0].send({"t": "start"})
    await asyncio.sleep(seconds[0])
    began, own_before = loop.time(), time.process_time()
    await asyncio.sleep(seconds[1])
    ended, own = loop.time(), time.process_time() - own_before
    everyone = [client for made in clients for client in made]
    within = [[took for sent, took in times if began <= sent < ended - 0.5] for times in _all(clients)]
    closed, errors = sum(client.closed is not None for client in everyone), sum(len(client.errors) for client in everyone)
    report.put((ended - began, *within, own, closed, errors))


async def _connected(port: int, room: str, token: str, table: Table, seed: int) -> Client:
    """A client that is welcomed. Where a node cannot take a room at once, clients connect again."""
    while True:
        client = Client(port, room, token, table, Random(seed))
        try:
            await client.open()
        except ConnectionError:
            await asyncio.sleep(0.1)
        else:
            return client


def _play(*given: Any) -> None:
    asyncio.run(play(*given))


def _all(clients: list[list[Client]]) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    tables = [made[0].table for made in clients]
    return [one for table in tables for one in table.actions], [one for table in tables for one in table.answers]


def load(served: Served, tables: int, warm: float, seconds: float, processes: int) -> dict[str, Any]:
    """Play at so many tables, with clients in several processes, and measure."""
    context = multiprocessing.get_context("fork")
    begin, report = context.Barrier(processes + 1), context.Queue()
    alone = served.memory()
    shares = [tables * (number + 1) // processes - tables * number // processes for number in range(processes)]
    playing = [
        context.Process(target=_play, args=(served.port, sum(shares[:number]), count, (warm, seconds), begin, report), daemon=True)
        for number, count in enumerate(shares)
    ]
    for process in playing:
        process.start()
    begin.wait(600)
    time.sleep(warm)
    before, since = served.processor_seconds(), time.monotonic()
    time.sleep(seconds)
    used, wall = served.processor_seconds(), time.monotonic() - since
    memory = served.memory()
    parts = [report.get(timeout=120) for _ in playing]
    for process in playing:
        process.join()
    actions, answers = ([one for part in parts for one in part[which]] for which in (1, 2))
    return {
        "tables": tables,
        "connections": 4 * tables,
        "seconds": round(wall, 1),
        "actions_a_second_and_table": round(len(actions) / (parts[0][0] - 0.5) / tables, 2),
        "actions": figures(actions),
        "answers": figures(answers),
        "kib_a_table": round((memory - alone) / tables / 1024),
        "cores": {kind: round((used[kind] - before[kind]) / wall, 2) for kind in used},
        "client_cores": round(sum(part[3] for part in parts) / wall, 2),
        "closed": sum(part[4] for part in parts),
        "errors": sum(part[5] for part in parts),
    }


def measure(kind: str, tables: int, options: argparse.Namespace) -> dict[str, Any]:
    """One run, with servers of its own."""
    busy = round(os.getloadavg()[0], 1)
    with KINDS[kind]() as served:
        found = load(served, tables, options.warm, options.seconds, options.clients)
    print(json.dumps({"processes": kind, **found}), flush=True)
    return {**found, "load_before": busy}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="of one and of two processes, in turn")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--many", type=int, default=1000, help="the tables of a run with two processes; 0: none")
    parser.add_argument("--clients", type=int, default=2, help="how many processes play")
    parser.add_argument("--warm", type=float, default=10, help="seconds before it is measured")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {RESULTS.name}")
    options = parser.parse_args()
    found: dict[str, Any] = {kind: [] for kind in KINDS}
    for _ in range(options.runs):
        for kind, runs in found.items():
            runs.append(measure(kind, options.tables, options))
    if options.many:
        found["two_with_many"] = measure("two", options.many, options)
    found["cores_of_the_machine"] = os.cpu_count()
    print(json.dumps(found, indent=1))
    if options.write:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
