"""The server is killed at random moments: every game goes on, and nothing that was sent is lost or happens twice."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from quepu.engine import verify
from quepu.rules import BOOKS
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.expected import check_updates
from tests.server.play.postgres import Postgres

CLOCK = {"turn": 20, "bank": 10, "claim": 10}


def rooms(server: Server, count: int, random: Random) -> list[list[Client]]:
    """Games by every rule book, of one to four people, with a clock or without; none has begun."""
    found = []
    for number in range(count):
        wanted: dict[str, Any] = {"rules": BOOKS[number % len(BOOKS)], "hands": 1 + number % 5 // 4, "bots": "random"}
        wanted["clock"] = CLOCK if number % 2 else None
        opened = server.post("/rooms", {"name": "friend 0", **wanted})
        tokens = [opened["token"]]
        for friend in range(1, 1 + number % 4):
            tokens.append(server.post(f"/rooms/{opened['room']}/join", {"name": f"friend {friend}"})["token"])
        found.append([Client(server.port, opened["room"], token, at_random(random.getrandbits(32))) for token in tokens])
    return found


async def play_through(server: Server, tables: list[list[Client]], random: Random) -> int:
    """Play all games while the server is killed and started again; how often it was."""
    up = asyncio.Event()
    up.set()

    async def again() -> None:
        await asyncio.sleep(0.01)
        await up.wait()

    async def table(clients: list[Client]) -> None:
        for client in clients:
            await client.open()
        await clients[0].send({"t": "start"})
        await asyncio.gather(*(client.play_on(again) for client in clients))

    playing = asyncio.gather(*(table(clients) for clients in tables))
    kills = 0
    while not playing.done():
        seen = sum(len(client.raw) for clients in tables for client in clients)
        until = seen + random.randrange(100, 2000)  # not before something has happened since the last time
        while not playing.done() and sum(len(client.raw) for clients in tables for client in clients) < until:
            await asyncio.sleep(random.uniform(0, 0.02))
        if playing.done():
            break
        up.clear()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        kills += 1
        up.set()
    await playing
    return kills


def check_crashes(games: int, seed: int, *options: str) -> int:
    random = Random(seed)
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0", *options)
        try:
            tables = rooms(server, games, random)
            kills = asyncio.run(play_through(server, tables, random))
            server.kill()  # once more: what is over stays
            server.start()
            for clients in tables:
                game = clients[0].game
                assert game is not None
                record = server.record(game)
                assert {f"friend {number}" for number in range(len(clients))} <= set(verify(record).players)
                for client in clients:
                    check_updates(client, record)
            assert "Traceback" not in (folder / "server.log").read_text()
        finally:
            server.kill()
    return kills


def test_games_survive_being_killed() -> None:
    assert check_crashes(5, seed=1) >= 1


def test_games_on_postgresql_survive_being_killed(postgres: Postgres) -> None:
    assert check_crashes(4, 2, "--database", postgres.database()) >= 1


@pytest.mark.long
@pytest.mark.parametrize("batch", range(20))
def test_two_hundred_games_survive_being_killed(batch: int) -> None:
    kills = check_crashes(10, seed=100 + batch)
    print(f"killed {kills} times")
    assert kills >= 2
