"""Whether the server is ready: a full disk, a database that is gone, replaced, damaged or stopped. It is alive all the time."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosedError

from quepu.server.app import create_app
from quepu.server.logs import Discreet
from quepu.server.play.store import Store
from quepu.server.play.store_connect import file_url
from quepu.server.play.store_rows import Write
from quepu.server.settings import Settings
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.postgres import Postgres
from tests.server.play.test_faults import logged
from tests.server.play.test_supervisor import child_of, wait_for

READY = (200, "ready")


@contextmanager
def site(store: Store, **limits: Any) -> Iterator[TestClient]:
    with TestClient(create_app(replace(Settings(), **limits), store), raise_server_exceptions=False) as client:
        yield client


def ready(site: TestClient) -> tuple[int, str]:
    """The status, and what it says; it is looked anew each time."""
    site.app.state.play._check = None  # type: ignore[attr-defined]  # Starlette's type knows less than it has
    answer = site.get("/api/v1/ready")
    assert site.get("/api/v1/health").status_code == 200, "it is alive"
    return answer.status_code, answer.json()["status"] if answer.status_code == 200 else answer.json()["error"]["code"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(file_url(tmp_path / "quepu.db"))
    yield store
    store.close()


def test_it_is_ready(store: Store) -> None:
    with site(store) as client:
        assert ready(client) == READY
        assert client.get("/api/v1/ready").json() == {"status": "ready"}
    assert client.get("/api/v1/ready").json()["error"]["code"] == "not_running"


def test_many_checks_at_once_cost_one_write(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    check = store.check

    async def counted(seconds: float, reserve: int) -> None:
        looked.append(1)
        await check(seconds, reserve)

    monkeypatch.setattr(store, "check", counted)
    with site(store) as client:
        assert {client.get("/api/v1/ready").status_code for _ in range(3)} == {200}
    assert len(looked) <= 2


def test_a_disk_that_is_almost_full_is_said_in_time(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with site(store, disk_reserve=2**62) as client:
        assert [ready(client) for _ in range(3)] == [(503, "disk_low")] * 3
    assert logged(caplog) == ["the store is not ready: disk_low"], "once"


def test_a_database_that_cannot_grow_is_not_ready(store: Store) -> None:
    def limit(connection: Any) -> None:
        connection.exec_driver_sql(
            "CREATE TRIGGER grows AFTER UPDATE ON clock BEGIN INSERT INTO journal VALUES ('x', 1, zeroblob(999999)); END"
        )
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    with site(store) as client:
        asyncio.run(store.do(limit))
        assert ready(client) == (503, "store_unwritable")
        asyncio.run(store.do(lambda connection: connection.exec_driver_sql("DROP TRIGGER grows") and None))
        assert ready(client) == READY


def test_a_store_that_does_not_answer_in_time_is_not_ready(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "quepu.db", isolation_level=None)
    with site(store, ready_seconds=0.2) as client:
        other.execute("BEGIN IMMEDIATE")
        assert ready(client) == (503, "store_unwritable")
        other.execute("ROLLBACK")
        other.close()
        wait_for(lambda: ready(client) == READY, "it is ready again")


def test_a_database_that_was_removed_or_replaced_is_noticed_and_nothing_is_written_into_the_void(store: Store, tmp_path: Path) -> None:
    path, away = tmp_path / "quepu.db", tmp_path / "away.db"
    with site(store) as client:
        path.rename(away)
        assert ready(client) == (503, "store_gone")
        path.write_bytes(b"")
        assert ready(client) == (503, "store_gone")
        made = client.post("/api/v1/rooms", json={"name": "Ann"})
        assert (made.status_code, made.json()["error"]["code"]) == (503, "store_gone")
        away.rename(path)
        assert ready(client) == READY
        assert client.post("/api/v1/rooms", json={"name": "Ann"}).status_code == 200


def test_a_database_that_is_overwritten_is_noticed(store: Store, tmp_path: Path) -> None:
    with site(store) as client, (tmp_path / "quepu.db").open("r+b") as file:
        header = file.read(100)
        file.seek(0)
        file.write(b"\xff" * 100)
        file.flush()
        assert ready(client) == (503, "store_damaged")
        file.seek(0)
        file.write(header)


def test_a_damaged_store_stays_damaged_until_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page in the middle: reading it fails, though a small write elsewhere goes well."""
    path = tmp_path / "quepu.db"
    damage(path)
    monkeypatch.setattr("quepu.server.play.store_connect.check_sqlite", lambda *_: None)  # as when it is too large to be checked
    store = Store(file_url(path))
    try:
        with site(store) as client:
            assert ready(client) == READY
            with pytest.raises(Exception, match="malformed"):
                asyncio.run(store.journal("game"))
            assert ready(client) == (503, "store_damaged")
    finally:
        store.close()


def damage(path: Path) -> None:
    """A database with pages of journal that nobody can read."""
    store = Store(file_url(path))
    asyncio.run(store.write([Write("entry", {"game": "game", "number": number, "body": "x" * 3000}) for number in range(200)]))
    store.close()
    with sqlite3.connect(path) as database:
        root = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xff" * 4096)


def test_a_damaged_database_is_an_error_that_says_what_to_do_and_nothing_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "a folder with a rather long name, so that it would be cut" / "quepu.db"
    path.parent.mkdir()
    damage(path)
    before = path.read_bytes()
    done = Server.run(path.parent)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"error [database_damaged]: the database {path} is damaged (")
    assert "; nothing was changed. Replace it with a backup, or move it away" in done.stderr
    assert done.stderr.count("\n") == 1, "once"
    assert path.read_bytes() == before
    path.write_bytes(b"no database at all" * 1000)
    done = Server.run(path.parent, "--lang", "zh")
    assert (done.returncode, done.stderr.partition("（")[0]) == (2, f"错误 [database_damaged]: 数据库 {path} 已损坏")
    assert path.read_bytes() == b"no database at all" * 1000


def test_a_database_that_is_too_large_to_be_checked_is_used_all_the_same(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "quepu.db"
    store = Store(file_url(path))
    asyncio.run(store.write([Write("entry", {"game": "game", "number": number, "body": "x" * 1000}) for number in range(30_000)]))
    store.close()
    store = Store(file_url(path), check_seconds=0)
    entries = len(asyncio.run(store.journal("game")))
    store.close()
    assert entries == 30_000
    assert logged(caplog) == ["the database was checked in part, as far as 0 s went"]


def test_postgresql_that_is_stopped_is_not_ready_and_when_it_is_started_again_it_is(postgres: Postgres) -> None:
    store = Store(postgres.database())
    try:
        with site(store) as client:
            assert ready(client) == READY
            postgres.stop()
            assert ready(client) == (503, "store_unwritable")
            postgres.start()
            wait_for(lambda: ready(client) == READY, "it is ready again")
    finally:
        store.close()


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A limit on the size of files is what a process can be given without rights; SQLite meets it as it meets a full disk."""
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        try:
            assert server.get("/ready") == {"status": "ready"}
            child = child_of(server)
            opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
            before = resource.prlimit(child, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

            def says() -> tuple[int, str]:
                status, content = server.ask("GET", "/ready")
                return status, json.loads(content).get("error", {}).get("code", "ready")

            wait_for(lambda: says() == (503, "store_unwritable"), "it cannot write")
            assert server.get("/health")["status"] == "ok"
            resource.prlimit(child, resource.RLIMIT_FSIZE, before)
            wait_for(lambda: says() == READY, "it can write again")
            assert server.get(f"/rooms/{opened['room']}")["room"]["phase"] == "lobby"
            assert child_of(server) == child, "nothing has died"
        finally:
            server.kill()


# Files.


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_can_read_the_files_of_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"
    before = os.umask(0)
    try:
        server = Server(folder, "--pace", "0")
    finally:
        os.umask(before)
    try:
        server.post("/rooms", {"name": "Ann", "bots": "first"})
        found = {path.name: mode(path) for path in folder.iterdir()}
        assert found == dict.fromkeys(("quepu.db", "quepu.db-wal", "quepu.db-shm", "quepu.db.lock", "server.log"), 0o600)
        assert mode(folder) == 0o700
    finally:
        server.kill()


def test_files_that_everybody_could_read_are_narrowed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.post("/rooms", {"name": "Ann", "bots": "first"})
    server.kill()  # so that the -wal stays
    (tmp_path / "server.log.1").write_text("older")
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    server.start()
    try:
        assert {path.name: mode(path) for path in tmp_path.iterdir()} == dict.fromkeys(
            ("quepu.db", "quepu.db-wal", "quepu.db-shm", "quepu.db.lock", "server.log", "server.log.1"), 0o600
        )
    finally:
        server.kill()


def test_a_second_server_is_refused_though_the_lock_was_removed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        (tmp_path / "quepu.db.lock").unlink()
        second = Server.run(tmp_path)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("error [data_in_use]: another server is using ")
        assert server.get("/ready") == {"status": "ready"}
    finally:
        server.kill()


# The log.


def test_the_log_of_an_error_of_the_database_has_no_secrets() -> None:
    """A real game, in which the table of the journal is suddenly gone."""
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        try:
            opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
            ann = Client(server.port, opened["room"], opened["token"])

            def entries() -> list[str]:
                with sqlite3.connect(folder / "quepu.db", timeout=20) as database:
                    return [body for (body,) in database.execute("SELECT body FROM journal WHERE game = ?", (ann.game,))]

            async def play() -> None:
                await ann.open()
                await ann.send({"t": "start"})
                await ann.play(lambda client: (client.n or 0) > 10)
                with sqlite3.connect(folder / "quepu.db", timeout=20) as database:
                    database.execute("ALTER TABLE journal RENAME TO hidden")
                with pytest.raises(ConnectionClosedError) as closed:
                    await ann.play()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1011

            asyncio.run(play())
            log = folder / "server.log"
            with sqlite3.connect(folder / "quepu.db", timeout=20) as database:
                database.execute("ALTER TABLE hidden RENAME TO journal")
            bodies = entries()
            with sqlite3.connect(folder / "quepu.db", timeout=20) as database:
                hashes = [token for (token,) in database.execute("SELECT token FROM members")]
        finally:
            server.kill()
        text = log.read_text("utf-8")
    assert "OperationalError: no such table: journal" in text
    assert "in _write_entry\n" in text or "in _read_journal\n" in text, "the functions are there"
    seeds = [value for body in bodies for value in json.loads(body).values() if isinstance(value, str) and len(value) >= 32]
    assert seeds, "a journal begins with the seed"
    secrets = [opened["token"], *hashes, *seeds, *bodies]
    assert [secret for secret in secrets if secret in text] == []
    assert "parameters" not in text
    assert "INSERT" not in text


def test_a_row_that_postgresql_refuses_is_not_logged(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    """Its message quotes the whole row."""
    store = Store(postgres.database())
    try:
        asyncio.run(store.do(lambda connection: connection.exec_driver_sql("ALTER TABLE journal ADD COLUMN more int NOT NULL") and None))
        with pytest.raises(Exception, match="NotNullViolation"):
            asyncio.run(store.write([Write("entry", {"game": "game", "number": 1, "body": {"seed": "5ec3e7"}})]))
    finally:
        store.close()
    [failed] = [record for record in caplog.records if record.name == "quepu.server"]
    logged = Discreet().format(failed)
    assert "NotNullViolation: null value in column" in logged
    assert "5ec3e7" not in logged
