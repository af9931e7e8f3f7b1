"""Whole servers as nodes of one PostgreSQL: they end, are killed and are paused while games go on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from quepu.engine import verify
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.expected import check_updates
from tests.server.play.postgres import Postgres


class Node(Server):
    """``quepu serve --node`` at an address where the others really reach it."""

    def __init__(self, folder: Path, database: str) -> None:
        folder.mkdir()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        self.options = ("--pace", "0", "--database", database, "--node", f"127.0.0.1:{self.port}")
        self.start()

    def stop(self) -> int:
        """As an operator does for an update."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)
        return self.process.returncode

    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")


@contextmanager
def two(database: str) -> Iterator[tuple[Node, Node]]:
    with quick_folder() as folder, ExitStack() as running:
        nodes = []
        for name in ("here", "there"):
            node = Node(folder / name, database)
            running.callback(node.kill)
            nodes.append(node)
        yield nodes[0], nodes[1]


class Traveller(Client):
    """A client behind a proxy that sends it to the first of these nodes that answers."""

    def __init__(self, nodes: list[Node], room: str, token: str, seed: int) -> None:
        super().__init__(0, room, token, at_random(seed))
        self.path = self.address.partition("/api")[2]
        self.nodes = nodes

    async def open(self) -> None:
        for node in self.nodes:
            self.address = f"ws://127.0.0.1:{node.port}/api{self.path}"
            try:
                await super().open()
                return
            except (OSError, InvalidHandshake):
                continue
        raise OSError("no node answers")

    async def play_anywhere(self, until: Callable[[Client], bool] = lambda client: client.room["phase"] == "over") -> None:
        """Play through any number of broken connections: on a busy machine a node may also expire by itself."""
        while True:
            with suppress(ConnectionClosed, OSError, TimeoutError, EOFError):
                if self.socket is None:
                    await self.open()
                if self.room["phase"] == "lobby":
                    await self.send({"t": "start"})
                self.answered = set()
                await self.play(until)
                return
            self.socket = None
            await asyncio.sleep(0.05)


def tables(node: Node, nodes: list[Node], count: int, seed: int) -> list[Traveller]:
    random = Random(seed)
    found = []
    for number in range(count):
        opened = node.post("/rooms", {"name": f"person {number}", "rules": "guobiao", "hands": 1, "bots": "random"})
        found.append(Traveller(nodes, opened["room"], opened["token"], random.getrandbits(32)))
    return found


async def begin(clients: list[Traveller], events: int = 3) -> None:
    """Start all games, and play each a little."""
    for client in clients:
        await client.play_anywhere(lambda client: len(client.updates) >= events)


def check(node: Node, clients: list[Traveller]) -> None:
    """Every game was played to its end, no event is missing or doubled, and each record verifies."""
    for client in clients:
        assert client.game is not None
        record = node.record(client.game)
        verify(record)
        check_updates(client, record)


def test_games_go_on_at_the_other_node_when_one_is_ended_for_an_update(postgres: Postgres) -> None:
    with two(postgres.database()) as (here, there):
        clients = tables(here, [here, there], 5, seed=1)

        async def play() -> None:
            await begin(clients)
            playing = [asyncio.create_task(client.play_anywhere()) for client in clients]
            assert await asyncio.to_thread(here.stop) == 0
            await asyncio.gather(*playing)

        asyncio.run(play())
        check(there, clients)
        assert "Traceback" not in here.log() + there.log()
        here.start()
        check(here, clients)


def test_games_go_on_at_the_other_node_when_one_is_killed(postgres: Postgres) -> None:
    with two(postgres.database()) as (here, there):
        clients = tables(here, [here, there], 5, seed=2)

        async def play() -> None:
            await begin(clients)
            playing = [asyncio.create_task(client.play_anywhere()) for client in clients]
            await asyncio.to_thread(here.kill)
            await asyncio.gather(*playing)

        asyncio.run(play())
        check(there, clients)


def test_a_node_that_is_paused_and_comes_back_leaves_the_games_to_the_other(postgres: Postgres) -> None:
    with two(postgres.database()) as (here, there):
        clients = tables(here, [here, there], 5, seed=3)

        async def play() -> None:
            await begin(clients)
            here.process.send_signal(signal.SIGSTOP)
            children = Path(f"/proc/{here.process.pid}/task/{here.process.pid}/children").read_text().split()
            for child in children:
                os.kill(int(child), signal.SIGSTOP)
            old = [client.socket for client in clients]
            for client in clients:
                client.nodes, client.socket = [there], None
            await asyncio.gather(*(client.play_anywhere() for client in clients))
            for child in children:
                os.kill(int(child), signal.SIGCONT)
            here.process.send_signal(signal.SIGCONT)
            for connection in old:  # the paused node still had them
                assert connection is not None
                await asyncio.wait_for(connection.wait_closed(), 60)
                assert connection.close_code == 1012

        asyncio.run(play())
        check(there, clients)
        check(here, clients)
        assert here.get("/ready") == {"status": "ready"}
        assert "ends what it owns" in here.log()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--node", "127.0.0.1:8000"], "--node needs a PostgreSQL"),
        (["--node", "nowhere", "--database", "postgresql://127.0.0.1/x"], "--node cannot be nowhere"),
        (["--node", "a:b:c", "--database", "postgresql://127.0.0.1/x"], "--node cannot be a:b:c"),
        (["--node", "http://a:80", "--database", "postgresql://127.0.0.1/x"], "--node cannot be http://a:80"),
    ],
)
def test_a_node_needs_an_address_and_a_postgresql(tmp_path: Path, options: list[str], said: str) -> None:
    done = Server.run(tmp_path, *options)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
