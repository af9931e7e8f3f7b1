"""Rooms that several nodes share: one plays a room at a time, and another goes on with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from quepu.errors import QuepuError
from quepu.rules import named
from quepu.server.cluster import nodes as cluster_nodes
from quepu.server.cluster.leases import OwnedElsewhere
from quepu.server.cluster.nodes import Nodes
from quepu.server.play import store_rows
from quepu.server.play.connection import Connection
from quepu.server.play.messages import Hello, Phrase
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.room_task import MOVED, RoomTask
from quepu.server.play.settings import RoomSettings, match_settings
from quepu.server.play.store import Store
from quepu.server.play.store_departed import DEPARTED
from quepu.server.play.store_rows import Write
from quepu.server.play.store_tables import leases, nodes, rooms
from quepu.server.play.upkeep import Upkeep
from quepu.server.settings import Settings
from quepu.server.signed_in import SignedIn
from tests.server.play.postgres import Postgres

SETTINGS = RoomSettings("lingque28", None, match_settings(named("lingque28"), None, 1, 1), None, "first", False, True, False)
HERE, THERE = "127.0.0.1:1", "127.0.0.1:2"


@asynccontextmanager
async def node(url: str, address: str, engine: int = 1) -> AsyncIterator[RoomRegistry]:
    """The rooms of a node, whose players need no time."""
    store = Store(url, shared=True)
    cluster = Nodes(url, address, engine)
    try:
        async with cluster.running():
            registry = RoomRegistry(store, Settings(pace=0), cluster=cluster)
            lobby = asyncio.create_task(registry.lobby.run())
            try:
                yield registry
            finally:
                lobby.cancel()
                await asyncio.gather(lobby, return_exceptions=True)
                await registry.close()
    finally:
        store.close()


@asynccontextmanager
async def two(url: str, engine: int = 1) -> AsyncIterator[tuple[RoomRegistry, RoomRegistry]]:
    """Two nodes; the second has this version of the engine."""
    async with AsyncExitStack() as running:
        here = await running.enter_async_context(node(url, HERE))
        there = await running.enter_async_context(node(url, THERE, engine))
        yield here, there


async def connected(task: RoomTask, token: str | None) -> Connection:
    connection = Connection()
    assert await task.connect(connection, Hello(t="hello", token=token), 10) is None
    return connection


async def begun(registry: RoomRegistry) -> tuple[RoomTask, str, Connection]:
    """A room with a game that waits for its only person, who is connected."""
    task, _, token = await registry.create(SETTINGS, "Ann")
    connection = await connected(task, token)
    await task.do(task.room.start)
    return task, token, connection


async def closed_with(connection: Connection) -> int:
    async with asyncio.timeout(60):
        while not isinstance(found := await connection.next(), int):
            pass
    return found


async def code_of(work: Any) -> str | None:
    try:
        await work
    except QuepuError as error:
        return error.code
    return None


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.01)


async def ask(registry: RoomRegistry, query: sa.Executable) -> list[Any]:
    def work(connection: sa.Connection) -> list[Any]:
        found = connection.execute(query)
        return [tuple(row) for row in found] if found.returns_rows else []

    return await registry.store.do(work)


async def expire(registry: RoomRegistry) -> None:
    """Let the row of a node be as old as if it had not renewed it."""
    await ask(registry, nodes.update().where(nodes.c.id == registry.cluster.id).values(expires=sa.func.now() - sa.text("interval '1 s'")))


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes do not renew their rows, and believe that they live."""
    monkeypatch.setattr(cluster_nodes, "RENEWAL", 3600)
    monkeypatch.setattr(cluster_nodes, "EXPIRY", 3600)


def test_a_room_is_at_one_node_and_the_other_says_so(postgres: Postgres) -> None:
    async def work() -> None:
        async with two(postgres.database()) as (here, there):
            task, _, _ = await begun(here)
            with pytest.raises(OwnedElsewhere) as error:
                await there.find(task.room.id)
            assert (error.value.owner.node, error.value.owner.address) == (here.cluster.id, HERE)
            assert await code_of(there.find("nosuchroom")) == "not_found"
            assert await ask(here, sa.select(leases.c.name)) == [(f"room:{task.room.id}",)], "nobody claims what is not there"

    asyncio.run(work())


def test_a_game_that_is_asked_for_stays_with_its_node(postgres: Postgres) -> None:
    """A server alone restores it, as its end may have been stored just before a crash."""

    async def work() -> None:
        async with two(postgres.database()) as (here, there):
            task, _, _ = await begun(here)
            assert task.room.session is not None
            found = await there.game(task.room.session.id)
            assert (found.finished, there.live, not task.task.done()) == (None, {}, True)

    asyncio.run(work())


def test_a_node_that_was_paused_cannot_write(postgres: Postgres, steady: None) -> None:
    async def work() -> None:
        async with two(postgres.database()) as (here, there):
            task, token, connection = await begun(here)
            assert task.room.session is not None
            game = task.room.session.id
            before = await here.store.journal(game)
            await expire(here)
            taken = await there.find(task.room.id)
            now = await connected(taken, token)
            assert await code_of(task.join("Bo")) == "moved", "it believes that the room is still its own"
            assert await closed_with(connection) == MOVED
            assert task.room.id not in here.live
            await until(lambda: taken.room.session is not None and taken.room.session.game.n > 0)
            assert [member.name for member in taken.room.members] == ["Ann"]
            assert (await here.store.journal(game))[: len(before)] == before
            assert not now.closed
            stored = await here.store.room(task.room.id)
            assert stored is not None
            assert [name for _, name, *_ in stored.members] == ["Ann"]

    asyncio.run(work())


def test_a_node_that_cannot_renew_its_row_ends_its_rooms_by_itself(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with node(postgres.database(), HERE) as here:
            task, _, connection = await begun(here)
            monkeypatch.setattr(cluster_nodes, "RENEWAL", 3600)
            monkeypatch.setattr(cluster_nodes, "EXPIRY", 0.7)
            cluster = here.cluster
            assert isinstance(cluster, Nodes)
            assert await cluster._renew()  # for the last time
            assert await closed_with(connection) == MOVED
            await until(lambda: not here.live)
            assert (await code_of(task.do(lambda _: None)), cluster.is_live) == ("moved", False)

    asyncio.run(work())


def test_a_deal_goes_on_at_another_node_when_its_node_ends(postgres: Postgres) -> None:
    async def work() -> None:
        async with two(postgres.database()) as (here, there):
            task, token, connection = await begun(here)
            await here.cluster.drain()
            await here.drain(0)
            assert task.room.session is not None
            game, journal = task.room.session.id, await here.store.journal(task.room.session.id)
            assert await closed_with(connection) == MOVED
            assert await code_of(here.find(task.room.id)) == "moved"
            assert await code_of(here.create(SETTINGS, "Bo")) == "moved"
            taken = await there.find(task.room.id)  # at once
            assert taken.room.session is not None
            assert (taken.room.session.id, taken.room.phase) == (game, "playing")
            assert (await there.store.journal(game))[: len(journal)] == journal
            await connected(taken, token)
            assert await taken.do(lambda now: taken.room.receive(0, Phrase(t="phrase", phrase="hello"), now)) is None

    asyncio.run(work())


def test_a_running_game_stays_with_the_version_of_the_engine_that_began_it(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        url = postgres.database()
        async with two(url, engine=2) as (here, there):
            task, _, _ = await begun(here)
            id = task.room.id
            engine = sa.select(rooms.c.engine).where(rooms.c.id == id)
            assert await ask(here, engine) == [(1,)]
            lobby, _, _ = await here.create(SETTINGS, "Bo")
            for one in (task, lobby):
                await one.leave()
            await until(lambda: not here._releasing)
            assert (await there.find(lobby.room.id)).room.phase == "lobby", "a room without a game may go to any node"
            with pytest.raises(OwnedElsewhere) as error:
                await there.find(id)
            assert error.value.owner.node == here.cluster.id
            assert await there.cluster.leases.elsewhere(f"room:{id}") == HERE
            await here.cluster.drain()
            monkeypatch.setattr(store_rows, "ENGINE", 2)  # that of the other node
            assert (await there.find(id)).room.phase == "playing", "there is no other node with that version"
            assert await ask(there, engine) == [(2,)]

    asyncio.run(work())


def test_a_game_that_is_over_binds_its_room_to_no_version(database: str) -> None:
    async def work() -> list[Any]:
        store = Store(database)
        try:
            game = {"id": "game", "room": "room", "ordinal": 1, "header": {}, "members": [], "bots": [], "accounts": []}
            await store.write([Write("room", {"id": "room", "settings": {}}), Write("game", game)])
            query = sa.select(rooms.c.engine)
            during = await store.do(lambda connection: connection.scalar(query))
            await store.write([Write("finish", {"id": "game", "room": "room", "scores": [], "hands": 0, "record": None})])
            await store.room("room")
            return [during, await store.do(lambda connection: connection.scalar(query))]
        finally:
            store.close()

    assert asyncio.run(work()) == [1, None]


def test_the_list_has_the_public_rooms_of_all_live_nodes(postgres: Postgres) -> None:
    async def work() -> None:
        url = postgres.database()
        async with node(url, HERE) as here:
            first, _, connection = await begun(here)
            async with node(url, THERE) as there:
                second, _, _ = await begun(there)
                ids = [second.room.id, first.room.id]
                for registry in (here, there):
                    await until(lambda registry=registry: [room["id"] for room in registry.lobby.rooms()] == ids)  # type: ignore[misc]
                assert here.lobby.rooms()[1] == here.listed()[0].room
                assert there.lobby.rooms() == here.lobby.rooms()
                third, _, _ = await begun(there)
                await until(lambda: [room["id"] for room in here.lobby.rooms()] == [third.room.id, *ids])
                await first.disconnect(connection)
                await until(lambda: [room["id"] for room in there.lobby.rooms()] == [third.room.id, second.room.id])
            await until(lambda: here.lobby.rooms() == [])

    asyncio.run(work())


def test_upkeep_is_done_by_one_node_and_leaves_the_rooms_of_others(postgres: Postgres) -> None:
    async def work() -> None:
        url = postgres.database()
        async with two(url) as (here, there):
            used, _, _ = await here.create(SETTINGS, "Ann")
            await here.store.write([Write("room", {"id": "idle", "settings": SETTINGS.as_dict()})])
            settings = Settings(rooms_limit=1)
            leader = Upkeep(there.store, settings, lambda: there.live, there.cluster)
            await leader.once()
            assert await ask(here, sa.select(rooms.c.id)) == [(used.room.id,)]
            await here.store.write([Write("room", {"id": "later", "settings": SETTINGS.as_dict()})])
            await Upkeep(here.store, settings, lambda: here.live, here.cluster).once()
            assert sorted(await ask(here, sa.select(rooms.c.id))) == sorted([("later",), (used.room.id,)])
            await leader.once()
            assert await ask(here, sa.select(rooms.c.id)) == [(used.room.id,)]

    asyncio.run(work())


def test_what_is_pruned_leaves_no_lease(postgres: Postgres) -> None:
    async def work() -> None:
        async with node(postgres.database(), HERE) as here:
            task, _, _ = await here.create(SETTINGS, "Ann")
            await task.leave()
            await until(lambda: not here._releasing)
            await Upkeep(here.store, Settings(rooms_limit=1), lambda: here.live, here.cluster).once()
            await here.store.write([Write("room", {"id": "newer", "settings": SETTINGS.as_dict()})])
            await Upkeep(here.store, Settings(rooms_limit=1), lambda: here.live, here.cluster).once()
            assert await ask(here, sa.select(rooms.c.id)) == [("newer",)]
            assert await ask(here, sa.select(leases.c.name)) == [("upkeep",)]
            assert await code_of(here.find(task.room.id)) == "not_found"

    asyncio.run(work())


def test_a_node_that_is_asked_to_may_let_its_games_end_first(postgres: Postgres) -> None:
    async def work() -> None:
        async with two(postgres.database()) as (here, there):
            task, _, connection = await begun(here)
            idle, _, token = await here.create(SETTINGS, "Bo")
            waiting = await connected(idle, token)
            await here.cluster.drain()
            draining = asyncio.create_task(here.drain(3600))
            assert await closed_with(waiting) == MOVED
            assert (await there.find(idle.room.id)).room.phase == "lobby"
            with pytest.raises(OwnedElsewhere):
                await there.find(task.room.id)
            session = task.room.session
            assert session is not None

            def end(now: float) -> None:
                session.writes.append(session.game.end())

            assert not draining.done()
            await task.do(end)
            assert await closed_with(connection) == MOVED
            await draining
            assert (await there.find(task.room.id)).room.phase == "over"

    asyncio.run(work())


def test_an_account_that_is_deleted_at_one_node_is_forgotten_at_all(postgres: Postgres) -> None:
    async def work() -> None:
        async with two(postgres.database()) as (here, there):
            task, _, _ = await there.create(SETTINGS, "Ann", account=SignedIn("account", "Ann", False, "hash"))
            own, _, _ = await here.create(SETTINGS, "Ann", account=SignedIn("account", "Ann", False, "hash"))
            await here.forget_account("account")
            assert [member.name for member in own.room.members] == [DEPARTED], "here it is done"
            await until(lambda: [member.name for member in task.room.members] == [DEPARTED])

    asyncio.run(work())
