"""What nobody needs is pruned, by a clock that is plausible; what is being played never is."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.play.connection import Connection
from quepu.server.play.messages import Plain
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.store import Store
from quepu.server.play.store_connect import MEMORY, file_url
from quepu.server.play.store_rows import Write
from quepu.server.play.store_tables import games, journal, members, rooms
from quepu.server.play.upkeep import TrustedClock, Upkeep
from quepu.server.settings import Settings
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.driver import settings
from tests.server.play.test_faults import connected, logged

DAY = 86400.0
GAME = {"header": {"rules": "lingque28"}, "members": [0, None, None, None], "bots": ["first"] * 4, "accounts": [None] * 4}


def room(id: str) -> list[Write]:
    return [
        Write("room", {"id": id, "settings": {}}),
        Write("member", {"room": id, "number": 0, "name": "Ann", "chair": 0, "token": "hash"}),
    ]


def game(id: str, room: str, ordinal: int = 1) -> list[Write]:
    entries = [Write("entry", {"game": id, "number": number, "body": {}}) for number in range(3)]
    return [Write("game", {"id": id, "room": room, "ordinal": ordinal, **GAME}), *entries]


def finish(id: str, room: str, record: bytes | None) -> Write:
    return Write("finish", {"id": id, "room": room, "scores": [0, 0, 0, 0], "hands": int(record is not None), "record": record})


async def stored(store: Store) -> dict[str, list[Any]]:
    """What there is: rooms, members, games, the games with journals."""
    queries = {"rooms": rooms.c.id, "members": members.c.room, "games": games.c.id, "journals": journal.c.game}
    return {
        name: list(await store.do(lambda connection, one=column: connection.scalars(sa.select(one).distinct().order_by(one)).all()))  # type: ignore[misc]
        for name, column in queries.items()
    }


class Time:
    """The clocks of a machine that the test sets: days since now."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.steady = time.time(), time.monotonic()
        monkeypatch.setattr(time, "time", lambda: self.wall)
        monkeypatch.setattr("quepu.server.play.upkeep.monotonic", lambda: self.steady)

    def pass_days(self, days: float) -> None:
        self.wall += days * DAY
        self.steady += days * DAY


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@asynccontextmanager
async def opened(url: str | sa.URL, live: Collection[str] = (), **limits: Any) -> AsyncIterator[tuple[Store, Upkeep]]:
    store = Store(url)
    try:
        yield store, Upkeep(store, replace(Settings(), **limits), lambda: live)
    finally:
        store.close()


async def keep_up(upkeep: Upkeep, clocks: Time, days: float) -> None:
    """Upkeep every half day, as the clock goes on."""
    for _ in range(int(2 * days)):
        clocks.pass_days(0.5)
        await upkeep.once()


def test_rooms_that_nobody_uses_are_pruned_and_their_records_are_not(database: str, clocks: Time, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "quepu.server")

    async def work() -> list[Any]:
        async with opened(database, live={"used"}) as (store, upkeep):
            await store.write([*room("idle"), *game("old", "idle"), finish("old", "idle", b"record"), *game("new", "idle", 2)])
            await store.write([*room("used"), *game("going", "used")])
            await upkeep.once()
            before = await stored(store)
            await keep_up(upkeep, clocks, 91)
            return [before, await stored(store), await store.record("old")]

    before, after, record = asyncio.run(work())
    both = ["idle", "used"]
    assert before == {"rooms": both, "members": both, "games": ["going", "new", "old"], "journals": ["going", "new"]}
    assert after == {"rooms": ["used"], "members": ["used"], "games": ["going", "old"], "journals": ["going"]}
    assert record == b"record"
    assert logged(caplog) == ["pruned: 3 journal entries, 1 games, 1 rooms"]


def test_records_are_pruned_by_their_age_if_an_operator_wants_that(database: str, clocks: Time, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "quepu.server")

    async def work() -> list[Any]:
        async with opened(database, live={"used"}, record_days=10, journal_seconds=30 * DAY) as (store, upkeep):
            await store.write([*room("idle"), *game("old", "idle"), finish("old", "idle", b"record"), *game("going", "idle", 2)])
            await store.write([*room("used"), *game("seen", "used"), finish("seen", "used", b"another")])
            uploaded = await store.keep(b"sent", {"header": {"rules": "lingque28"}, "scores": [0, 0, 0, 0], "hands": 1})
            await keep_up(upkeep, clocks, 5)
            await store.write([*room("later"), *game("young", "later"), finish("young", "later", b"young record")])
            await keep_up(upkeep, clocks, 6)
            found = await stored(store)
            again = await store.keep(b"record", {"header": {"rules": "lingque28"}, "scores": [0, 0, 0, 0], "hands": 1})
            return [found, [await store.record(id) for id in ("old", "seen", uploaded, "young")], again != "old"]

    after, records, is_new = asyncio.run(work())
    assert after["games"] == ["going", "seen", "young"]
    assert after["journals"] == ["going", "seen", "young"]
    assert records == [None, b"another", None, b"young record"]
    assert is_new
    assert logged(caplog) == ["pruned: 2 games"]


@pytest.mark.parametrize("days", [95, 40000, -95, -20000])
def test_a_clock_that_jumped_while_the_server_was_off_deletes_nothing(
    database: str, clocks: Time, days: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> tuple[Any, Any, Any]:
        async with opened(database) as (store, upkeep):
            await store.write([*room("room"), *game("going", "room")])
            await upkeep.once()
            before = await stored(store)
        right = clocks.wall
        clocks.wall += days * DAY
        async with opened(database) as (store, upkeep):
            await upkeep.once()
            clocks.pass_days(0.5)
            await upkeep.once()
            wrong = await stored(store)
        clocks.wall = right + DAY
        async with opened(database) as (store, upkeep):
            await upkeep.once()
            return before, wrong, await stored(store)

    before, wrong, after = asyncio.run(work())
    assert before == wrong == after == {"rooms": ["room"], "members": ["room"], "games": ["going"], "journals": ["going"]}
    [warned] = logged(caplog)
    assert warned.startswith("the clock went from ")
    assert warned.endswith(": nothing is pruned by its age for now")


def test_a_database_of_an_earlier_version_is_as_old_as_its_newest_row(database: str, clocks: Time) -> None:
    async def work() -> list[str]:
        async with opened(database) as (store, upkeep):
            await store.write([*room("room"), *game("going", "room")])
            clocks.wall += 95 * DAY
            await upkeep.once()
            return (await stored(store))["games"]

    assert asyncio.run(work()) == ["going"]


def test_a_jump_that_lasts_is_believed_after_a_day(database: str, clocks: Time, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "quepu.server")

    async def work() -> list[list[str]]:
        async with opened(database) as (store, upkeep):
            await store.write(room("room"))
            await upkeep.once()
            clocks.wall += 95 * DAY
            found = []
            for _ in range(3):
                await upkeep.once()
                found.append((await stored(store))["rooms"])
                clocks.pass_days(0.6)
            return found

    assert asyncio.run(work()) == [["room"], ["room"], []]
    assert logged(caplog)[0].startswith("the clock went from ")
    assert logged(caplog)[1:] == ["the clock has run on steadily since: things are pruned by their age again", "pruned: 1 rooms"]


def test_a_room_used_while_the_clock_was_behind_is_not_old_when_it_is_set_right(database: str, clocks: Time) -> None:
    """As on a machine without a battery: it starts in 1970, and learns the time later."""

    async def work() -> list[str]:
        async with opened(database) as (store, upkeep):
            await upkeep.once()
            right, clocks.wall = clocks.wall, 0.0
            await store.write([*room("room"), *game("going", "room")])
            await upkeep.once()
            clocks.wall = right
            for _ in range(4):
                await upkeep.once()
                clocks.pass_days(1)
            return (await stored(store))["games"]

    assert asyncio.run(work()) == ["going"]


def test_the_clock_may_stand_still_for_a_month_between_two_servers() -> None:
    for days, plausible in ((0, True), (29, True), (31, False), (-0.01, True), (-1, False)):
        assert TrustedClock().look(1e9 + days * DAY, 5.0, 1e9) is plausible
    assert TrustedClock().look(1e9, 5.0, None)


def test_a_finished_game_keeps_its_record_and_not_its_journal(database: str, clocks: Time) -> None:
    async def work() -> list[Any]:
        async with opened(database, live={"live"}) as (store, upkeep):
            for id in ("done", "live"):
                await store.write([*room(id), *game(f"{id} game", id), finish(f"{id} game", id, id.encode())])
            await store.write([*room("unfinished"), *game("going", "unfinished")])
            clocks.pass_days(0.01)
            await upkeep.once()
            early = (await stored(store))["journals"]
            clocks.pass_days(0.1)
            await upkeep.once()
            return [early, (await stored(store))["journals"], await store.record("done game"), (await stored(store))["games"]]

    everything = ["done game", "going", "live game"]
    assert asyncio.run(work()) == [everything, ["going", "live game"], b"done", everything]


def test_games_without_a_record_are_pruned_and_there_are_never_too_many(database: str, clocks: Time) -> None:
    async def work() -> list[list[str]]:
        async with opened(database, unrecorded_limit=2) as (store, upkeep):
            await store.write(room("room"))
            for number in range(4):
                clocks.pass_days(0.001)
                await store.write([*game(f"g{number}", "room", number), finish(f"g{number}", "room", None)])
            await store.write(game("going", "room", 5))
            await upkeep.once()
            capped = (await stored(store))["games"]
            await keep_up(upkeep, clocks, 2)
            return [capped, (await stored(store))["games"]]

    assert asyncio.run(work()) == [["g2", "g3", "going"], ["going"]]


def test_of_too_many_rooms_the_oldest_go_but_never_one_in_which_a_game_is_played(
    database: str, clocks: Time, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> list[list[str]]:
        async with opened(database, live={"live"}, rooms_limit=3) as (store, upkeep):
            await store.write([*room("forsaken"), *game("forsaken game", "forsaken")])
            await upkeep.once()
            await keep_up(upkeep, clocks, 8)
            await store.write(room("live"))
            for number in range(3):
                await store.write([*room(f"playing{number}"), *game(f"game{number}", f"playing{number}")])
                await store.write(room(f"lobby{number}"))
            found = [(await stored(store))["rooms"]]
            await upkeep.once()
            found.append((await stored(store))["rooms"])
            await upkeep.once()
            return [*found, (await stored(store))["rooms"]]

    all_rooms, once, twice = asyncio.run(work())
    playing = ["playing0", "playing1", "playing2"]
    assert all_rooms == ["forsaken", "live", "lobby0", "lobby1", "lobby2", *playing]
    assert once == twice == ["live", *playing]
    assert set(logged(caplog)) == {"there are 8 rooms, and at most 3 are wanted", "there are 4 rooms, and at most 3 are wanted"}


def test_a_room_without_a_journal_is_a_lobby_with_its_members() -> None:
    async def work() -> tuple[str, list[str], str, int]:
        store = Store(MEMORY)
        live_rooms = RoomRegistry(store, Settings(pace=0))
        live, _, token = await live_rooms.create(settings(hands=1), "Ann")
        connection: Connection = await connected(live, token)
        await live.do(live.room.start)
        await live.do(lambda now: live.room.receive(0, Plain(t="away"), now))
        async with asyncio.timeout(60):
            while live.finished is None:
                await connection.next()
        first = live.finished
        await live_rooms.close()
        await store.do(lambda database: database.execute(journal.delete()) and None)
        live_rooms = RoomRegistry(store, Settings(pace=0))
        again = await live_rooms.find(live.room.id)
        phase, names = again.room.phase, [member.name for member in again.room.members]
        await again.do(again.room.start)
        assert again.room.session is not None
        second = again.room.session.id
        found = await store.game(second)
        await live_rooms.close()
        store.close()
        assert first != second
        assert found is not None
        return phase, names, again.room.phase, found.ordinal

    assert asyncio.run(work()) == ("lobby", ["Ann"], "playing", 2)


def size(path: Path) -> int:
    return path.stat().st_size


async def fill(store: Store, rows: int) -> None:
    body = {"text": "x" * 10_000}
    await store.write([*room("room"), *game("game", "room")])
    await store.write([Write("entry", {"game": "game", "number": 10 + number, "body": body}) for number in range(rows)])
    await store.write([finish("game", "room", b"record")])


def test_space_is_given_back(tmp_path: Path, clocks: Time, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "quepu.server")
    path = tmp_path / "quepu.db"

    async def work() -> tuple[int, int]:
        async with opened(file_url(path)) as (store, upkeep):
            await fill(store, 1000)
            await store.do(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())
            before = size(path)
            clocks.pass_days(1)
            await upkeep.once()
            return before, size(path)

    before, after = asyncio.run(work())
    assert before > 10_000_000
    assert after < 3_000_000
    assert logged(caplog)[0] == "pruned: 1003 journal entries"
    assert logged(caplog)[1].startswith("given back: ")


def test_a_database_of_an_earlier_version_gives_its_space_back_when_nobody_is_there(tmp_path: Path, clocks: Time) -> None:
    path = tmp_path / "quepu.db"
    with sqlite3.connect(path) as old:
        old.execute("PRAGMA auto_vacuum = NONE")
        old.execute("CREATE TABLE something (x)")
    live = ["room"]

    async def work() -> tuple[int, int, int]:
        async with opened(file_url(path), live) as (store, upkeep):
            await fill(store, 3000)
            clocks.pass_days(1)
            await store.do(lambda connection: connection.execute(journal.delete()) and None)
            await store.do(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())
            before = size(path)
            await upkeep.once()
            busy = size(path)
            live.clear()
            await upkeep.once()
            return before, busy, size(path)

    before, busy, after = asyncio.run(work())
    assert before == busy > 30_000_000
    assert after < 1_000_000
    with sqlite3.connect(path) as again:
        assert again.execute("PRAGMA auto_vacuum").fetchone() == (2,)


def test_upkeep_comes_again_by_itself(tmp_path: Path, clocks: Time) -> None:
    store = Store(file_url(tmp_path / "quepu.db"))
    try:
        with TestClient(create_app(replace(Settings(), upkeep_seconds=0.01), store)) as site:
            asyncio.run(store.write(room("room")))
            until = time.perf_counter() + 60
            while asyncio.run(stored(store))["rooms"]:
                assert time.perf_counter() < until
                clocks.pass_days(1)
                assert site.get("/api/v1/health").status_code == 200
    finally:
        store.close()


def test_a_server_started_with_a_date_95_days_ahead_keeps_a_running_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a real server: it was the start that deleted it."""
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        try:
            opened = server.post("/rooms", {"name": "Ann", "bots": "first", "start": True})
            server.kill()
            with sqlite3.connect(folder / "quepu.db") as database:  # all that is stored is 95 days old
                database.execute("UPDATE rooms SET touched = touched - 95 * 86400")
                database.execute("UPDATE games SET created = created - 95 * 86400")
                database.execute("UPDATE clock SET seen = seen - 95 * 86400")
            server.start()
            assert server.get(f"/rooms/{opened['room']}")["room"]["phase"] == "playing"
            assert "the clock went from" in (folder / "server.log").read_text("utf-8")
        finally:
            server.kill()
