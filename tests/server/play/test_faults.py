"""Faults: a full disk, a database that is locked or disappears, a server that gets a signal, parts that fail.

A change that is not stored has not happened; a failure affects nothing else, and is in the log.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.engine import Header, verify
from quepu.engine.view import View
from quepu.errors import QuepuError
from quepu.players import PLAYERS
from quepu.players.master import MILLISECONDS, Master
from quepu.server.app import create_app
from quepu.server.cluster.leases import Lease
from quepu.server.play import room_task
from quepu.server.play.connection import Connection
from quepu.server.play.game import Entry, Game
from quepu.server.play.messages import Hello, Plain
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.room_task import RoomTask
from quepu.server.play.store import Store
from quepu.server.play.store_connect import MEMORY, file_url
from quepu.server.play.store_rows import Write
from quepu.server.settings import Settings
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.driver import settings
from tests.server.play.expected import check_updates
from tests.server.play.postgres import Postgres


def entry(number: int) -> Write:
    return Write("entry", {"game": "game", "number": number, "body": {"number": number}})


async def numbers(store: Store) -> list[int]:
    return [one["number"] for one in await store.journal("game")]


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "quepu.server"]


@asynccontextmanager
async def opened(database: str | sa.URL = MEMORY) -> AsyncIterator[RoomRegistry]:
    store = Store(database)
    rooms = RoomRegistry(store, Settings(pace=0))
    try:
        yield rooms
    finally:
        await rooms.close()
        store.close()


async def connected(live: RoomTask, token: str) -> Connection:
    connection = Connection()
    assert await live.connect(connection, Hello(t="hello", token=token), 10) is None
    return connection


async def closed_with(connection: Connection) -> int:
    async with asyncio.timeout(20):
        while isinstance(outgoing := await connection.next(), str):
            pass
    return outgoing


# The database.


def test_when_the_disk_is_full_nothing_happens_that_is_not_stored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> tuple[int, list[str], list[str]]:
        async with opened(file_url(tmp_path / "quepu.db")) as rooms:
            live, _, token = await rooms.create(settings(), "Ann")
            connection = await connected(live, token)
            await rooms.store.do(lambda database: database.exec_driver_sql("PRAGMA max_page_count = 1"))
            with pytest.raises(QuepuError, match=str(QuepuError("store_unwritable"))):
                await live.join("Bo" * 10_000)
            code = await closed_with(connection)
            await rooms.store.do(lambda database: database.exec_driver_sql("PRAGMA max_page_count = 100000"))
            again = await rooms.find(live.room.id)
            assert again is not live
            before = [member.name for member in again.room.members]
            await again.join("Cy")
            return code, before, [member.name for member in again.room.members]

    code, before, after = asyncio.run(work())
    assert code == 1011
    assert (before, after) == (["Ann"], ["Ann", "Cy"])
    log = logged(caplog)
    assert log[0] == "the store failed"
    assert log[1].startswith("the room ")


def test_a_failed_commit_is_not_reported_as_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> tuple[list[Any], list[int]]:
        store = Store(file_url(tmp_path / "quepu.db"))
        try:
            await store.write([entry(1)])
            with monkeypatch.context() as patched:

                def full(connection: object) -> None:
                    raise sqlite3.OperationalError("database or disk is full")

                patched.setattr(store._engine.dialect, "do_commit", full)
                refused = await asyncio.gather(*(store.write([entry(number)]) for number in range(2, 5)), return_exceptions=True)
            await store.write([entry(5)])
            return refused, await numbers(store)
        finally:
            store.close()

    refused, stored = asyncio.run(work())
    assert [one.code for one in refused] == ["store_unwritable"] * 3
    assert stored == [1, 5]


def test_a_database_that_is_locked_is_waited_for_once_and_not_by_each_in_turn(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> tuple[list[Any], list[int]]:
        store = Store(file_url(tmp_path / "quepu.db"))
        other = sqlite3.connect(tmp_path / "quepu.db", isolation_level=None)
        try:
            await store.do(lambda database: database.exec_driver_sql("PRAGMA busy_timeout = 50"))
            other.execute("BEGIN IMMEDIATE")
            refused = await asyncio.gather(*(store.write([entry(number)]) for number in range(100)), return_exceptions=True)
            other.execute("ROLLBACK")
            await store.write([entry(100)])
            return refused, await numbers(store)
        finally:
            other.close()
            store.close()

    refused, stored = asyncio.run(work())
    assert {(one.code, str(one.__cause__.orig)) for one in refused} == {("store_unwritable", "database is locked")}
    assert stored == [100]
    # the first comes alone; the others together, then one of them by itself
    assert 1 <= len(logged(caplog)) <= 3
    assert set(logged(caplog)) == {"the store failed"}


def test_a_game_goes_on_after_a_restart_of_postgresql(postgres: Postgres) -> None:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0", "--database", postgres.database())
        try:
            opened = server.post("/rooms", {"name": "Ann", "bots": "first", "hands": 2})
            ann = Client(server.port, opened["room"], opened["token"])

            lost = asyncio.Event()

            async def again() -> None:
                lost.set()
                await asyncio.sleep(0.1)

            async def play() -> None:
                await ann.open()
                await ann.send({"t": "start"})
                await ann.play(lambda client: (client.n or 0) > 20)
                await asyncio.to_thread(postgres.stop)
                playing = asyncio.create_task(ann.play_on(again))
                await asyncio.wait_for(lost.wait(), 60)
                await asyncio.to_thread(postgres.start)
                await asyncio.wait_for(playing, 60)

            asyncio.run(play())
            assert ann.game is not None
            record = server.record(ann.game)
            verify(record)
            check_updates(ann, record)
        finally:
            server.kill()


def test_rooms_that_cannot_be_forgotten_do_not_keep_the_server_from_starting(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(file_url(tmp_path / "quepu.db"))
    other = sqlite3.connect(tmp_path / "quepu.db", isolation_level=None)
    try:
        asyncio.run(store.write([Write("room", {"id": "room", "settings": {}})]))
        asyncio.run(store.do(lambda database: database.exec_driver_sql("PRAGMA busy_timeout = 50")))
        other.execute("BEGIN IMMEDIATE")
        with TestClient(create_app(store=store)) as site:
            assert site.get("/api/v1/health").status_code == 200
        assert logged(caplog) == ["the store failed"]
    finally:
        other.close()
        store.close()


def test_a_room_that_cannot_be_read_is_an_error_of_the_server(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def fails(id: str) -> None:
        raise sa.exc.OperationalError("SELECT", None, Exception("disk I/O error"))

    store = Store()
    monkeypatch.setattr(store, "room", fails)
    with TestClient(create_app(store=store), raise_server_exceptions=False) as site:
        answer = site.get("/api/v1/rooms/x")
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal_error")
        with site.websocket_connect("/api/v1/rooms/x/socket") as socket:
            assert socket.receive() == {"type": "websocket.close", "code": 1011, "reason": ""}
    store.close()
    assert logged(caplog) == ["GET /api/v1/rooms/x", "the room x cannot be opened"]


# The process.


def test_a_server_that_gets_a_signal_ends_and_games_go_on_afterwards() -> None:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        try:
            opened = server.post("/rooms", {"name": "Ann", "bots": "first", "hands": 1})
            ann = Client(server.port, opened["room"], opened["token"])

            async def play() -> int | None:
                await ann.open()
                await ann.send({"t": "start"})
                await ann.play(lambda client: (client.n or 0) > 20)
                server.process.send_signal(signal.SIGTERM)
                said = await asyncio.to_thread(server.process.communicate, None, 20)
                assert (server.process.returncode, *said) == (0, "Ended.\n", "")
                assert not list(folder.glob("*-wal")), "the database is closed"
                assert ann.socket is not None
                await ann.socket.wait_closed()
                code, ann.socket = ann.socket.close_code, None
                await asyncio.to_thread(server.start)
                await asyncio.wait_for(ann.play_on(lambda: asyncio.sleep(0.1)), 60)
                return code

            assert asyncio.run(play()) == 1012
            assert ann.game is not None
            record = server.record(ann.game)
            verify(record)
            check_updates(ann, record)
        finally:
            server.kill()


def test_a_clock_that_jumps_changes_nothing_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> bool:
        async with opened() as rooms:
            live, _, token = await rooms.create(settings(hands=1), "Ann")
            connection = await connected(live, token)
            await live.do(live.room.start)
            await live.do(lambda now: live.room.receive(0, Plain(t="away"), now))
            jumps = iter(range(10**6))
            monkeypatch.setattr(time, "time", lambda: [0.0, 4e9][next(jumps) % 2])
            async with asyncio.timeout(30):
                while live.room.phase != "over" or live.finished is None:
                    await connection.next()
            game = await rooms.store.game(live.finished)
            monkeypatch.undo()
            return game is not None and game.finished is not None

    assert asyncio.run(work())


# Parts that fail.


class Broken:
    """A bot that never knows what to do."""

    def choose(self, view: View) -> int:
        raise ZeroDivisionError


def test_a_bot_that_fails_plays_the_first_thing_that_is_legal(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(room_task, "make_player", lambda name, book, seed: Broken())

    async def work() -> bytes | None:
        async with opened() as rooms:
            live, _, token = await rooms.create(settings(hands=1), "Ann")
            connection = await connected(live, token)
            await live.do(live.room.start)
            await live.do(lambda now: live.room.receive(0, Plain(t="away"), now))
            async with asyncio.timeout(30):
                while live.finished is None:
                    await connection.next()
            return await rooms.store.record(live.finished)

    record = asyncio.run(work())
    assert record is not None
    verify(record)
    assert set(logged(caplog)) == {"the bot first failed"}


class Stuck(Master):
    """A bot that searches until it is told to stop."""

    gate: threading.Event

    def choose(self, view: View) -> int:
        self.gate.wait()
        return view.legal[0]


async def played_by_bots(rooms: RoomRegistry, **wanted: Any) -> tuple[RoomTask, Connection]:
    """A room in which a game begins that only bots play."""
    live, _, token = await rooms.create(settings(hands=1, **wanted), "Ann")
    connection = await connected(live, token)
    await live.do(live.room.start)
    await live.do(lambda now: live.room.receive(0, Plain(t="away"), now))
    return live, connection


def test_bots_that_search_leave_threads_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """More tables wait for them than there are threads, and at another one a game goes on to its end."""
    monkeypatch.setattr(Stuck, "gate", threading.Event(), raising=False)
    made = {"master": lambda book, seed: Stuck(book), "first": PLAYERS["first"]}
    monkeypatch.setattr(room_task, "make_player", lambda name, book, seed: made[name](book, seed))

    async def work() -> bool:
        async with opened() as rooms, asyncio.timeout(30):
            for _ in range(rooms.services.bots.most + 1):
                stuck, connection = await played_by_bots(rooms, bots="master")
                while not stuck.bots:
                    await connection.next()
            live, connection = await played_by_bots(rooms, bots="first")
            while live.finished is None:
                await connection.next()
            is_waiting = stuck.finished is None
            Stuck.gate.set()
            return is_waiting

    assert asyncio.run(work())


def test_at_a_table_master_has_a_time_limit() -> None:
    async def work() -> list[tuple[int | None, float]]:
        async with opened() as rooms:
            live, connection = await played_by_bots(rooms, bots="master")
            async with asyncio.timeout(30):
                while not live.bots:
                    await connection.next()
            return [(bot.samples, bot.milliseconds) for _, bot, _ in live.bots.values() if isinstance(bot, Master)]

    assert (None, MILLISECONDS) in asyncio.run(work())


def test_a_room_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> tuple[str, int, list[str], list[str]]:
        async with opened() as rooms:
            bad, _, bad_token = await rooms.create(settings(), "Ann")
            good, _, good_token = await rooms.create(settings(), "Bo")
            its, others = await connected(bad, bad_token), await connected(good, good_token)

            def fails(now: float) -> None:
                raise ZeroDivisionError

            monkeypatch.setattr(bad.room, "tick", fails)
            with pytest.raises(QuepuError, match="internal server error"):
                await bad.do(fails)
            code = await closed_with(its)
            again = await rooms.find(bad.room.id)
            assert again is not bad
            await good.join("Cy")
            assert not others.closed
            return bad.room.id, code, [one.name for one in again.room.members], [one.name for one in good.room.members]

    id, code, bad, good = asyncio.run(work())
    assert (code, bad, good) == (1011, ["Ann"], ["Bo", "Cy"])
    assert logged(caplog) == [f"the room {id} failed"]


def test_a_long_game_is_brought_back_aside_so_that_the_other_tables_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    restore, threads, gone_on = Game.restore, [], threading.Event()

    def slowly(header: Header, entries: list[Entry]) -> Game:
        threads.append(threading.current_thread().name)
        assert gone_on.wait(60)
        return restore(header, entries)

    monkeypatch.setattr(Game, "restore", slowly)

    async def work() -> str:
        async with opened() as rooms:
            live, _, _ = await rooms.create(settings(), "Ann")
            await live.do(live.room.start)
            other, _, _ = await rooms.create(settings(), "Bo")
            live.task.cancel()
            await asyncio.wait([live.task])
            finding = asyncio.create_task(rooms.find(live.room.id))
            for _ in range(6):
                await other.do(lambda _: other.room.describe())
            gone_on.set()
            return (await finding).room.phase

    assert asyncio.run(work()) == "playing"
    assert threads == ["quepu-room"]


# Between storing and telling.


def test_nothing_is_shown_by_http_either_before_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> tuple[list[str], list[str]]:
        async with opened() as rooms:
            live, _, _ = await rooms.create(settings(), "Ann")
            gate = asyncio.Event()
            write = rooms.store.write

            async def slowly(writes: list[Write], lease: Lease | None = None) -> None:
                await gate.wait()
                await write(writes, lease)

            monkeypatch.setattr(rooms.store, "write", slowly)
            joining = asyncio.create_task(live.join("Bo"))
            looking = asyncio.create_task(live.do(lambda _: live.room.describe()))
            for _ in range(100):
                await asyncio.sleep(0)
            early = [task for task in (joining, looking) if task.done()]
            gate.set()
            await joining
            return [str(task) for task in early], [member["name"] for member in (await looking)["members"]]

    assert asyncio.run(work()) == ([], ["Ann", "Bo"])


def test_a_token_is_looked_up_when_its_turn_comes() -> None:
    """Their number may have gone to somebody else while they waited: they are not taken for that member."""

    async def work() -> tuple[int | None, int]:
        async with opened() as rooms:
            live, _, _ = await rooms.create(settings(), "Ann")
            old, token = await live.join("Bo")

            def give_away(now: float) -> None:
                live.room.dropped.append(old.number)

            giving = asyncio.create_task(live.do(give_away))
            await asyncio.sleep(0)
            connection = Connection()
            refused = await live.connect(connection, Hello(t="hello", token=token), 10)
            await giving
            return refused, connection.number

    assert asyncio.run(work()) == (4401, -1)
