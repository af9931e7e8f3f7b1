"""Two nodes on one PostgreSQL behind nginx, as a whole: rooms are found at any node, and go on when a node is killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from quepu.engine import verify
from tests.server.cluster.nodes import Node, caddy, nginx, two_nodes
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.expected import check_updates
from tests.server.play.postgres import Postgres
from tests.server.play.test_crash import rooms
from tests.server.play.test_supervisor import children


class Proxy(Server):
    """The address of a proxy, for the same requests as to a server."""

    def __init__(self, port: int) -> None:
        self.port = port


@dataclass
class Site:
    nodes: list[Node]
    proxy: Proxy
    killed: list[float] = field(default_factory=list)
    """When a node was killed."""
    waited: list[float] = field(default_factory=list)
    """How long each game took to go on after each kill."""


@contextmanager
def site_of(database: str) -> Iterator[Site]:
    """Two nodes without pauses, behind nginx."""
    with ExitStack() as stack:
        folder = stack.enter_context(quick_folder())
        nodes = stack.enter_context(two_nodes(folder, database, "--pace", "0"))
        yield Site(nodes, Proxy(stack.enter_context(nginx(folder, [node.port for node in nodes]))))


@pytest.fixture(scope="module")
def site(postgres: Postgres) -> Iterator[Site]:
    with site_of(postgres.database()) as found:
        yield found


def test_each_room_is_found_at_each_node(site: Site) -> None:
    one, two = site.nodes
    made = [(node, node.post("/rooms", {"name": "Ann"})["room"]) for node in (one, two) for _ in range(3)]
    for _, room in made:
        for node in (one, two, site.proxy):
            assert node.get(f"/rooms/{room}")["room"]["id"] == room
            assert node.post(f"/rooms/{room}/join", {"name": "Bob"})["room"] == room
        assert len(one.get(f"/rooms/{room}")["room"]["members"]) == 4
    assert one.ask("GET", "/rooms/nothing")[0] == two.ask("GET", "/rooms/nothing")[0] == 404


def test_errors_of_the_owner_arrive_as_they_are(site: Site) -> None:
    one, two = site.nodes
    room = one.post("/rooms", {"name": "Ann"})["room"]
    status, body = two.ask("POST", f"/rooms/{room}/join?lang=zh", {"name": ""})
    assert (status, body) == one.ask("POST", f"/rooms/{room}/join?lang=zh", {"name": ""})
    assert status == 400
    assert json.loads(body)["error"]["code"]


def test_people_at_different_nodes_play_in_one_room(site: Site) -> None:
    """The room is at the node where the first of them connects; the others are relayed to it."""
    one, two = site.nodes
    opened = one.post("/rooms", {"name": "friend 0", "hands": 1, "bots": "random"})
    tokens = [opened["token"], *(two.post(f"/rooms/{opened['room']}/join", {"name": f"friend {n}"})["token"] for n in (1, 2, 3))]
    clients = [Client(node.port, opened["room"], token) for node, token in zip((two, one, two, one), tokens, strict=True)]

    async def play() -> None:
        for client in clients:
            await client.enter()
        await clients[0].send({"t": "start"})
        await asyncio.gather(*(client.play() for client in clients))

    asyncio.run(play())
    game = clients[0].game
    assert game is not None
    record = site.proxy.record(game)
    verify(record)
    for client in clients:
        check_updates(client, record)


def test_a_room_that_nobody_is_connected_to_moves_to_where_people_connect(site: Site) -> None:
    one, two = site.nodes
    opened = one.post("/rooms", {"name": "friend 0", "hands": 1, "bots": "random", "start": True})
    client = Client(two.port, opened["room"], opened["token"])
    path = f"/api/v1/rooms/{opened['room']}/socket"

    async def play() -> None:
        await client.play()
        await client.close()

    asyncio.run(play())
    assert client.game is not None
    record = site.proxy.record(client.game)
    verify(record)
    check_updates(client, record)
    said = [[line.partition(path)[2] for line in node.log().splitlines() if path in line] for node in site.nodes]
    assert said == [[' HTTP/1.1" 421'], ['" [accepted]']], "one was asked, and left the room to the other"


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_all_requests_of_a_room_go_to_one_node(site: Site, proxy: Callable[..., AbstractContextManager[int]], tmp_path: Path) -> None:
    with proxy(tmp_path, [node.port for node in site.nodes]) as port:
        at = Proxy(port)
        made = [at.post("/rooms", {"name": "Ann"})["room"] for _ in range(20)]
        for room in made:
            client = Client(port, room, None)

            async def connect(client: Client = client) -> None:
                await client.enter()
                await client.close()

            asyncio.run(connect())
            for _ in range(3):
                at.get(f"/rooms/{room}?lang=zh")
        counts = [[node.requests(rf"/api/v1/rooms/{room}\?lang=zh") for node in site.nodes] for room in made]
    assert all(sorted(count) == [0, 3] for count in counts), "after the first connection nothing is relayed"
    assert {count.index(3) for count in counts} == {0, 1}, "both nodes have some"


# Nodes are killed.


async def play_through(site: Site, tables: list[list[Client]], random: Random, seconds: float) -> None:
    """Play all games while one of the nodes is killed and started again, again and again. Each game must go on within these seconds."""

    async def again() -> None:
        await asyncio.sleep(0.05)

    async def begin(clients: list[Client]) -> None:
        for client in clients:
            await client.enter()
        await clients[0].send({"t": "start"})
        while clients[0].game is None:
            await clients[0].receive()

    def seen(clients: list[Client]) -> int:
        return sum(len(client.raw) for client in clients)

    def is_over(clients: list[Client]) -> bool:
        return all(client.room.get("phase") == "over" for client in clients)

    async def goes_on(clients: list[Client], killed: float) -> None:
        """Wait until something has happened in a game since a node was killed."""
        before = seen(clients)
        while seen(clients) == before and not is_over(clients):
            await asyncio.sleep(0.01)
        site.waited.append(time.monotonic() - killed)

    await asyncio.gather(*(begin(clients) for clients in tables))
    playing = asyncio.gather(*(client.play_on(again) for clients in tables for client in clients))
    while not playing.done():
        total = sum(map(seen, tables))
        until = total + random.randrange(100, 1000)  # not before something has happened since the last time
        while not playing.done() and sum(map(seen, tables)) < until:
            await asyncio.sleep(random.uniform(0, 0.02))
        if playing.done():
            break
        node = random.choice(site.nodes)
        site.killed.append(time.monotonic())
        await asyncio.to_thread(node.kill)
        waiting = asyncio.gather(*(asyncio.wait_for(goes_on(clients, site.killed[-1]), 60) for clients in tables if not is_over(clients)))
        if random.random() < 0.5:  # the other one must do without it
            await asyncio.wait([waiting, playing], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.to_thread(node.start)
        await asyncio.wait([waiting, playing], return_when=asyncio.FIRST_COMPLETED)
        await waiting
    await playing
    assert max(site.waited) < seconds


def check_kills(postgres: Postgres, games: int, seed: int, seconds: float) -> Site:
    random = Random(seed)
    with site_of(postgres.database()) as site:
        tables = rooms(site.proxy, games, random)
        asyncio.run(play_through(site, tables, random, seconds))
        for clients in tables:
            game = clients[0].game
            assert game is not None
            record = site.proxy.record(game)
            assert {f"friend {number}" for number in range(len(clients))} <= set(verify(record).players)
            for client in clients:
                check_updates(client, record)
        for node in site.nodes:
            assert " ERROR " not in node.log()
    return site


def test_games_go_on_when_one_of_two_nodes_is_killed(postgres: Postgres) -> None:
    """The long form has the limit of 5 s; here the machine may be busy with other tests."""
    site = check_kills(postgres, 6, seed=3, seconds=30)
    assert site.killed


@pytest.mark.long
@pytest.mark.parametrize("batch", range(5))
def test_a_hundred_games_go_on_within_five_seconds_when_one_of_two_nodes_is_killed(postgres: Postgres, batch: int) -> None:
    site = check_kills(postgres, 20, seed=200 + batch, seconds=5)
    print(f"killed {len(site.killed)} times; games went on after {max(site.waited):.2f} s at most")
    assert len(site.killed) >= 2


def test_a_node_that_was_paused_cannot_write(site: Site) -> None:
    """What it would have written belongs to another node now, and its people connect there."""
    one, two = site.nodes
    opened = one.post("/rooms", {"name": "friend 0", "hands": 1, "bots": "random"})
    paused, other = (Client(node.port, opened["room"], opened["token"]) for node in (one, two))
    [serving] = children(one.process.pid)

    async def play() -> None:
        await paused.open()
        os.kill(serving, signal.SIGSTOP)
        try:
            await paused.send({"t": "start"})  # it waits in the socket of the paused process
            assert (await asyncio.to_thread(two.get, f"/rooms/{opened['room']}"))["room"]["phase"] == "lobby"
        finally:
            os.kill(serving, signal.SIGCONT)
        with suppress(ConnectionClosed):
            while True:
                await paused.receive()
        assert paused.socket is not None
        assert (paused.socket.close_code, paused.game) == (1012, None)
        await other.open()
        assert other.room["phase"] == "lobby", "what the paused node was asked for has not happened"
        await other.send({"t": "start"})
        await other.play()

    asyncio.run(play())
    assert other.game is not None
    record = site.proxy.record(other.game)
    verify(record)
    check_updates(other, record)
