"""Backups: made while games are played, restored into an empty place, and played on from there; nothing is overwritten."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quepu.engine import verify
from quepu.errors import QuepuError
from quepu.server import backup
from quepu.server.play.store import Store
from quepu.server.play.store_connect import file_url
from quepu.server.play.store_migrate import NEWEST
from tests.server.play.client import Client
from tests.server.play.conftest import Server, new_database, quick_folder
from tests.server.play.expected import check_updates


def command(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-m", "quepu", *arguments], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, "--pace", "0", *options)
    try:
        yield server
    finally:
        server.kill()


def open_room(server: Server, hands: int) -> Client:
    opened = server.post("/rooms", {"name": "Ann", "rules": "guobiao", "hands": hands, "bots": "swift", "start": True})
    return Client(server.port, opened["room"], opened["token"])


def moved(client: Client, server: Server) -> Client:
    """The same person, who has seen nothing yet at another server."""
    room = client.address.split("/")[-2]
    return Client(server.port, room, client.token)


def test_a_backup_that_is_taken_while_games_are_played_is_restored_and_played_on(kind: str, request: pytest.FixtureRequest) -> None:
    with quick_folder() as folder:
        options: dict[str, list[str]] = {}
        for name in ("first", "second"):
            url = new_database(kind, request, folder / name / "quepu.db")
            options[name] = ["--database", url] if kind == "postgresql" else []
        file = folder / "backup"

        async def play(server: Server) -> tuple[Client, Client, Client]:
            over, held, going = open_room(server, 1), open_room(server, 2), open_room(server, 8)
            await over.play()
            await held.play(lambda client: (client.n or 0) > 12 and client.table is not None and client.table["prompt"] is not None)
            playing = asyncio.create_task(going.play())
            where = options["first"] or ["--data", str(folder / "first")]
            code, out, errors = await asyncio.to_thread(command, "backup", str(file), *where, "--json")
            assert (code, errors) == (0, "")
            made = json.loads(out)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            size = file.stat().st_size
            assert made == {"file": str(file), "database": kind, "revision": NEWEST, "rooms": 3, "games": 3, "bytes": size}
            return over, held, going

        with running(folder / "first", *options["first"]) as server:
            over, held, going = asyncio.run(play(server))
            assert over.game is not None
            record = server.record(over.game)

        where = options["second"] or ["--data", str(folder / "second")]
        assert command("restore", str(file), *where, "--lang", "en") == (0, "Restored: rooms: 3, games: 3\n", "")
        with running(folder / "second", *options["second"]) as server:
            assert server.record(over.game) == record
            # this one was waited for when the backup was made: for them the game goes on as if nothing had happened
            held.address, held.socket, held.answered = moved(held, server).address, None, set()
            again = moved(going, server)
            for client in (held, again):
                asyncio.run(client.play())
                assert client.game is not None
                verify(server.record(client.game))
            check_updates(held, server.record(held.game or ""))
            assert again.game == going.game
            assert "Traceback" not in (folder / "second" / "server.log").read_text()


# Making one.


def test_a_backup_is_a_new_file_that_only_its_owner_can_read(database: str, tmp_path: Path) -> None:
    Store(database).close()
    url = sa.make_url(database)
    made = backup.back_up(url, tmp_path / "backup")
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600
    assert (made.revision, made.rooms, made.games, made.bytes) == (NEWEST, 0, 0, (tmp_path / "backup").stat().st_size)
    content = (tmp_path / "backup").read_bytes()
    with pytest.raises(QuepuError) as caught:
        backup.back_up(url, tmp_path / "backup")
    assert caught.value.code == "file_exists"
    assert (tmp_path / "backup").read_bytes() == content
    assert not list(tmp_path.glob("*.part"))


def test_in_a_folder_a_backup_is_named_by_the_time(database: str, tmp_path: Path) -> None:
    Store(database).close()
    (tmp_path / "backups").mkdir()
    made = Path(backup.back_up(sa.make_url(database), tmp_path / "backups").file)
    assert made.parent == tmp_path / "backups"
    assert made.is_file()
    ending = "db" if database.startswith("sqlite") else "dump"
    assert re.fullmatch(rf"quepu-\d{{4}}-\d\d-\d\d-\d{{6}}\.{ending}", made.name)


def test_a_database_that_is_not_there_or_not_ours_is_not_backed_up(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    database = new_database(kind, request, tmp_path / "none.db")
    with pytest.raises(QuepuError) as caught:
        backup.back_up(sa.make_url(database), tmp_path / "backup")
    assert caught.value.code == "no_database"
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_database_is_not_backed_up(tmp_path: Path) -> None:
    path = tmp_path / "quepu.db"
    Store(file_url(path)).close()
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 8] = bytes(4096 * 7)
    path.write_bytes(content)
    with pytest.raises(QuepuError) as caught:
        backup.back_up(file_url(path), tmp_path / "backup")
    assert caught.value.code == "database_damaged"
    assert not (tmp_path / "backup").exists()
    assert path.read_bytes() == content


def test_the_password_is_not_among_the_arguments_that_others_can_see(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def run(command: list[str], env: dict[str, str], **_: object) -> subprocess.CompletedProcess[str]:
        seen.update(command=command, env=env)
        return subprocess.CompletedProcess(command, 1, "", "pg_dump: error: it says no\nand more")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(QuepuError) as caught:
        backup._run(sa.make_url("postgresql+psycopg://ann:5ec3e7@db.example:5433/quepu?sslmode=require"), "pg_dump", "--x")
    assert str(caught.value) == "pg_dump failed: pg_dump: error: it says no"
    assert seen["command"][1:] == ["--dbname=host=db.example dbname=quepu user=ann port=5433 sslmode=require", "--x"]
    assert seen["env"]["PGPASSWORD"] == "5ec3e7"


# Restoring one.


@pytest.fixture
def made(database: str, tmp_path: Path) -> Path:
    """A backup of an empty database."""
    Store(database).close()
    file = tmp_path / "backup"
    backup.back_up(sa.make_url(database), file)
    return file


def refused(file: Path, database: str) -> str:
    with pytest.raises(QuepuError) as caught:
        backup.restore(file, sa.make_url(database))
    return caught.value.code


def test_a_backup_is_restored_only_where_nothing_is(made: Path, database: str, other_database: str) -> None:
    assert refused(made, database) == "database_not_empty"
    assert backup.restore(made, sa.make_url(other_database)).revision == NEWEST
    assert refused(made, other_database) == "database_not_empty"
    Store(other_database).close()


def test_a_file_that_is_left_of_another_database_is_not_applied_to_a_restored_one(tmp_path: Path) -> None:
    Store(file_url(tmp_path / "quepu.db")).close()
    backup.back_up(file_url(tmp_path / "quepu.db"), tmp_path / "backup")
    (tmp_path / "other.db-wal").write_bytes(b"")
    assert refused(tmp_path / "backup", file_url(tmp_path / "other.db").render_as_string()) == "database_not_empty"
    assert not (tmp_path / "other.db").exists()


def test_a_backup_that_is_cut_off_changes_nothing(made: Path, other_database: str, kind: str, tmp_path: Path) -> None:
    made.write_bytes(made.read_bytes()[: made.stat().st_size // 2])
    assert refused(made, other_database) == ("database_damaged" if kind == "sqlite" else "program_failed")
    assert not (tmp_path / "other.db").exists()
    Store(other_database).close()  # it is still empty


def test_what_is_not_a_backup_of_this_kind_is_refused(made: Path, kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[kind]
    assert refused(made, new_database(other, request, tmp_path / "new.db")) == "backup_of_another_kind"
    (tmp_path / "text").write_text("a text")
    assert refused(tmp_path / "text", new_database(kind, request, tmp_path / "newer.db")) == "not_a_backup"
    assert refused(tmp_path / "nothing", new_database(kind, request, tmp_path / "newest.db")) == "unreadable_file"


def test_another_database_of_sqlite_is_not_a_backup(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    assert refused(tmp_path / "other.db", file_url(tmp_path / "quepu.db").render_as_string()) == "not_a_backup"
    assert not (tmp_path / "quepu.db").exists()


def test_a_backup_of_a_newer_version_is_refused(database: str, other_database: str, tmp_path: Path) -> None:
    Store(database).close()
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    made = backup.back_up(sa.make_url(database), tmp_path / "backup")
    assert made.revision == "9999"
    assert refused(tmp_path / "backup", other_database) == "database_newer"
    Store(other_database).close()
