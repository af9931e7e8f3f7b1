"""The store: all or nothing, one server at a time, and errors that say what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quepu.errors import QuepuError
from quepu.rules import named
from quepu.server.play.connection import Connection
from quepu.server.play.messages import Hello, Remove
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.settings import RoomSettings, match_settings
from quepu.server.play.store import Store
from quepu.server.play.store_connect import MEMORY, file_url
from quepu.server.play.store_rows import Write
from quepu.server.settings import Settings
from quepu.server.signed_in import SignedIn
from tests.server.play.postgres import Postgres

ROOM = Write("room", {"id": "room", "settings": {"rules": "lingque28"}})


def entry(number: int, game: str = "game") -> Write:
    return Write("entry", {"game": game, "number": number, "body": {"e": "end", "number": number}})


@contextmanager
def opened(database: str | sa.URL) -> Iterator[Store]:
    store = Store(database)
    try:
        yield store
    finally:
        store.close()


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    async def whole() -> Any:
        return await work()

    return asyncio.run(whole())


def test_the_log_is_complete_after_the_server_has_ended(database: str) -> None:
    with opened(database) as store:
        run(lambda: store.write([ROOM, entry(1), entry(2)]))
    with opened(database) as store:
        assert run(lambda: store.journal("game")) == [{"e": "end", "number": 1}, {"e": "end", "number": 2}]
        room = run(lambda: store.room("room"))
        assert (room.settings, room.members, room.game, room.entries) == ({"rules": "lingque28"}, [], None, [])


def test_it_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    with opened(file_url(tmp_path / "quepu.db")) as store:
        names = ("journal_mode", "synchronous")
        asked = run(lambda: store.do(lambda connection: [connection.scalar(sa.text(f"PRAGMA {name}")) for name in names]))
    assert asked == ["wal", 2]


def test_a_write_is_whole_or_not_at_all_and_harms_no_other(database: str) -> None:
    async def work(store: Store) -> tuple[Any, Any, Any]:
        good, bad = store.write([entry(1)]), store.write([entry(2), entry(3), entry(1)])
        return await asyncio.gather(good, bad, store.write([entry(4)]), return_exceptions=True)

    with opened(database) as store:
        first, second, third = run(lambda: work(store))
        assert first is None
        assert isinstance(second, sa.exc.IntegrityError)
        assert third is None
        assert [one["number"] for one in run(lambda: store.journal("game"))] == [1, 4]


def test_two_servers_never_use_one_database(database: str) -> None:
    with opened(database):
        with pytest.raises(QuepuError) as error:
            Store(database)
        assert error.value.code == "data_in_use"
    with opened(database):
        pass


def test_nor_do_they_by_another_name_of_its_file(tmp_path: Path) -> None:
    with opened(file_url(tmp_path / "quepu.db")):
        (tmp_path / "other.db").symlink_to("quepu.db")
        with pytest.raises(QuepuError) as error:
            Store(file_url(tmp_path / "other.db"))
        assert error.value.code == "data_in_use"


def test_a_lock_that_was_removed_does_not_help_either(tmp_path: Path) -> None:
    url = file_url(tmp_path / "quepu.db")
    with opened(url) as store:
        (tmp_path / "quepu.db.lock").unlink()
        with pytest.raises(QuepuError) as error:
            Store(url)
        assert error.value.code == "data_in_use"
        run(lambda: store.write([entry(1)]))
        assert run(lambda: store.journal("game")) == [{"e": "end", "number": 1}]
    with opened(url):
        pass


def test_a_server_that_lost_the_database_to_another_writes_nothing(postgres: Postgres) -> None:
    url = postgres.database()
    name = url.rpartition("/")[2]

    async def work() -> list[object]:
        first = Store(url)
        try:
            await first.write([entry(1)])
            postgres.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
            second = Store(url)
            [refused] = await asyncio.gather(first.write([entry(2)]), return_exceptions=True)
            await second.write([entry(3)])
            second.close()
            await first.write([entry(4)])
            return [getattr(refused, "code", refused), await first.journal("game")]
        finally:
            first.close()

    refused, journal = run(work)
    assert refused == "data_in_use"
    assert [one["number"] for one in journal] == [1, 3, 4]


def test_postgresql_lets_go_of_a_server_that_has_vanished_and_nobody_waits_for_ever(postgres: Postgres) -> None:
    names = ("lock_timeout", "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count")
    with opened(postgres.database()) as store:
        asked = run(lambda: store.do(lambda connection: [connection.scalar(sa.text(f"SHOW {name}")) for name in names]))
    assert asked == ["10s", "15", "5", "3"]


def test_an_invalid_id_is_not_found(database: str) -> None:
    async def found(store: Store) -> list[object]:
        ids = ("", "\x00", "a\x00b", "é", "a b", "x" * 1000, "'; DROP TABLE rooms; --")
        return [await look(id) for look in (store.room, store.game) for id in ids]

    with opened(database) as store:
        assert run(lambda: found(store)) == [None] * 14


@pytest.mark.parametrize("url", [MEMORY, "sqlite:///:memory:"])
def test_a_database_in_memory_is_one_by_all_its_names(url: str) -> None:
    with opened(url) as store:
        run(lambda: store.write([entry(1)]))
        assert run(lambda: store.journal("game")) == [{"e": "end", "number": 1}]
    assert not Path(":memory:.lock").exists()


@pytest.mark.parametrize(
    "url", ["mysql://localhost/x", "nonsense", "sqlite:////nowhere/at/all/quepu.db", "postgresql+psycopg://127.0.0.1:1/x?connect_timeout=1"]
)
def test_a_database_that_cannot_be_used_says_so(url: str) -> None:
    with pytest.raises(QuepuError) as error:
        Store(url)
    assert error.value.code == "no_database"


def test_a_removed_member_stays_removed_when_the_room_is_loaded_again(database: str) -> None:
    async def work() -> tuple[list[tuple[str, bool]], list[bool], list[int | None], bool]:
        store = Store(database)
        rooms = RoomRegistry(store, Settings(pace=0))
        settings = RoomSettings("lingque28", None, match_settings(named("lingque28"), None, 1, 1), None, "first", True, True, False)
        live, _, ann_token = await rooms.create(settings, "Ann")
        bo, bo_token = await live.join("Bo")
        await live.do(live.room.start)
        await live.do(lambda now: live.room.receive(0, Remove(t="remove", member=bo.number), now))
        invite = live.room.invite
        await rooms.close()
        rooms = RoomRegistry(store, Settings(pace=0))
        again = await rooms.find(live.room.id)
        assert again.room.session is not None
        members = [(member.name, member.removed) for member in again.room.members]
        away = [chair.away for chair in again.room.session.players if chair.member is not None and chair.member == bo.number]
        tokens = (ann_token, bo_token, None)
        refused = [await again.connect(Connection(), Hello(t="hello", token=token), 10) for token in tokens]
        same_invite = invite is not None and again.room.invite == invite
        await rooms.close()
        store.close()
        return members, away, refused, same_invite

    assert asyncio.run(work()) == ([("Ann", False), ("Bo", True)], [True], [None, 4403, 4410], True)


def test_the_accounts_of_members_and_of_players_are_stored_and_read(database: str) -> None:
    async def work() -> None:
        store = Store(database)
        rooms = RoomRegistry(store, Settings(pace=0))
        settings = RoomSettings("lingque28", None, match_settings(named("lingque28"), None, 4, 4), None, "first", True, True, False)
        live, _, _ = await rooms.create(settings, "Ann", account=SignedIn("a" * 16, "Ann", False, ""))
        await live.join("Bo")
        await live.join("Cy", account=SignedIn("c" * 16, "Cy", False, ""))
        await live.do(live.room.start)
        assert live.room.session is not None
        id = live.room.session.id
        await rooms.close()
        rooms = RoomRegistry(store, Settings(pace=0))
        again = await rooms.find(live.room.id)
        assert [(member.name, member.account) for member in again.room.members] == [("Ann", "a" * 16), ("Bo", None), ("Cy", "c" * 16)]
        accounts = {0: "a" * 16, 2: "c" * 16}
        game = await store.game(id)
        assert game is not None
        assert game.members is not None
        assert game.accounts == [None if number is None else accounts.get(number) for number in game.members]
        assert again.room.session is not None
        assert [player.account for player in again.room.session.players] == game.accounts
        await rooms.close()
        store.close()

    asyncio.run(work())


def test_when_the_store_fails_nothing_is_sent_and_the_room_is_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that is not stored has not happened: connections are closed, and those who come back find the stored state."""

    async def work() -> tuple[list[str], list[str]]:
        store = Store(MEMORY)
        rooms = RoomRegistry(store, Settings(pace=0))
        settings = RoomSettings("lingque28", None, match_settings(named("lingque28"), None, 1, 1), None, "first", True, True, False)
        live, _, _ = await rooms.create(settings, "Ann")

        async def fails(writes: list[Write]) -> None:
            raise sa.exc.OperationalError("disk full", None, Exception("disk full"))

        with monkeypatch.context() as patched:
            patched.setattr(store, "write", fails)
            with pytest.raises(QuepuError) as error:
                await live.join("Bo")
            assert error.value.code == "internal_error"
        again = await rooms.find(live.room.id)
        assert again is not live
        names = [member.name for member in again.room.members]
        await again.join("Cy")
        after = [member.name for member in again.room.members]
        await rooms.close()
        store.close()
        return names, after

    assert asyncio.run(work()) == (["Ann"], ["Ann", "Cy"])
