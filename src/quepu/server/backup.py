"""Backups of the database. They are made while a server uses it, checked, and restored where there is nothing yet.

A backup of SQLite is a database itself; one of PostgreSQL is a file of ``pg_dump``, in its own format. Both hold what was committed at one
moment.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from quepu.errors import QuepuError
from quepu.lab.whole_files import beside
from quepu.server.play import store_tables as tables
from quepu.server.play.store_connect import is_file, reason_of
from quepu.server.play.store_migrate import check_known

SQLITE, POSTGRESQL = "sqlite", "postgresql"
_MAGIC = {b"SQLite format 3\0": SQLITE, b"PGDMP": POSTGRESQL}
_ENDINGS = {SQLITE: ".db", POSTGRESQL: ".dump"}
_LEFT_OVER = ("", "-wal", "-shm")
"""What is left of a database of SQLite; a file that is beside a restored one would be applied to it."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    file: str
    database: str
    """Its kind."""
    revision: str | None
    """Of the tables; None from before there were revisions."""
    rooms: int
    games: int
    bytes: int

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def back_up(url: sa.URL, path: Path) -> Backup:
    """Make a backup of a database that a server may be using, as a new file, or in a folder, named by the time. Raises QuepuError."""
    kind = _kind_of(url)
    if path.is_dir():
        path /= time.strftime("quepu-%Y-%m-%d-%H%M%S", time.gmtime()) + _ENDINGS[kind]
    if path.exists():
        raise QuepuError("file_exists", text=str(path))
    with beside(path) as (target, part):
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        found = _copy_sqlite(url, part) if kind == SQLITE else _dump(url, part)
        with open(part, "rb") as file:
            os.fsync(file.fileno())
        size = part.stat().st_size
        os.replace(part, target)
    return Backup(str(path), kind, *found, size)


def restore(path: Path, url: sa.URL) -> Backup:
    """Restore a backup into a database that does not exist yet, or is empty. Raises QuepuError, and then nothing is changed."""
    kind = _kind_of(url)
    try:
        with open(path, "rb") as file:
            head = file.read(16)
    except OSError as error:
        raise QuepuError("unreadable_file", text=str(path), reason=error.strerror or str(error)) from error
    made_of = next((of for magic, of in _MAGIC.items() if head.startswith(magic)), None)
    if made_of is None:
        raise QuepuError("not_a_backup", text=str(path))
    if made_of != kind:
        raise QuepuError("backup_of_another_kind", text=str(path), kind=made_of, wanted=kind)
    found = _restore_sqlite(path, url) if kind == SQLITE else _restore_dump(path, url)
    return Backup(str(path), kind, *found, path.stat().st_size)


def _kind_of(url: sa.URL) -> str:
    kind = url.get_backend_name()
    if kind not in _ENDINGS or (kind == SQLITE and not is_file(url)):
        raise QuepuError("no_database", text=url.render_as_string(), reason="neither a file of SQLite nor PostgreSQL")
    return kind


Found = tuple[str | None, int, int]
"""The revision, and how many rooms and games there are."""


# SQLite.


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing. Errors become a QuepuError."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)) as connection:
            yield connection
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise QuepuError("database_damaged", file=path, reason=str(error)) from error
        raise QuepuError("no_database", text=str(path), reason=str(error)) from error


def _copy_whole(source: sqlite3.Connection, file: Path) -> Found:
    """Copy a database at one moment into a file, and check the copy. Writers need not wait."""
    with closing(sqlite3.connect(file)) as copy:
        source.backup(copy)  # in one step: in several, a writer would make it begin anew
        copy.execute("PRAGMA journal_mode=DELETE")
        wrong = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if wrong != "ok":
            raise QuepuError("database_damaged", file=file, reason=str(wrong).splitlines()[-1])
        names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables.rooms.name not in names:
            raise QuepuError("not_a_backup", text=str(file))
        revision = copy.execute("SELECT version_num FROM alembic_version").fetchone()[0] if tables.revisions.name in names else None
        rooms, games = (copy.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0] for table in (tables.rooms, tables.games))
    return revision, rooms, games


def _copy_sqlite(url: sa.URL, part: Path) -> Found:
    source = Path(str(url.database))
    if not source.is_file():
        raise QuepuError("no_database", text=str(source), reason="no such file")
    with _reading(source) as connection:
        return _copy_whole(connection, part)


def _restore_sqlite(path: Path, url: sa.URL) -> Found:
    target = Path(str(url.database))
    if any(target.with_name(target.name + ending).exists() for ending in _LEFT_OVER):
        raise QuepuError("database_not_empty", text=str(target))
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise QuepuError("unwritable_folder", text=str(target.parent), reason=error.strerror or str(error)) from error
    with beside(target) as (_, part):
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with _reading(path) as connection:
            found = _copy_whole(connection, part)
        check_known(found[0], str(path))
        with open(part, "rb") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    return found


# PostgreSQL.


@contextmanager
def _connected(url: sa.URL) -> Iterator[sa.Connection]:
    """A connection without the lock of a server. Errors become a QuepuError."""
    engine = sa.create_engine(url, poolclass=NullPool, hide_parameters=True, isolation_level="REPEATABLE READ")
    try:
        with engine.connect() as connection:
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise QuepuError("no_database", text=url.render_as_string(), reason=reason_of(error)) from error
    finally:
        engine.dispose()


def _look(connection: sa.Connection) -> Found:
    names = sa.inspect(connection).get_table_names()
    if tables.rooms.name not in names:
        raise QuepuError("no_database", text=connection.engine.url.render_as_string(), reason="it has no tables of Quepu")
    revision = connection.scalar(sa.select(tables.revisions.c.version_num)) if tables.revisions.name in names else None
    rooms, games = (connection.scalar(sa.select(sa.func.count()).select_from(one)) or 0 for one in (tables.rooms, tables.games))
    return revision, rooms, games


def _dump(url: sa.URL, part: Path) -> Found:
    with _connected(url) as connection:
        # what is counted here is what is dumped
        snapshot = connection.scalar(sa.text("SELECT pg_export_snapshot()"))
        found = _look(connection)
        _run(url, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={part}")
    return found


def _restore_dump(path: Path, url: sa.URL) -> Found:
    with _connected(url) as connection:
        if not set(sa.inspect(connection).get_table_names()).isdisjoint(tables.metadata.tables):
            raise QuepuError("database_not_empty", text=url.render_as_string())
    said = _run(None, "pg_restore", "--data-only", f"--table={tables.revisions.name}", "--file=-", str(path))
    version = re.search(r"^COPY .*\n(\w+)$", said, re.MULTILINE)
    check_known(version[1] if version else None, str(path))
    _run(url, "pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(path))
    with _connected(url) as connection:
        return _look(connection)


def _run(url: sa.URL | None, program: str, *arguments: str) -> str:
    """Run a program of PostgreSQL, connected to a database; what it prints. The password is not among its arguments, which all users of
    the machine can see."""
    environment = {**os.environ, "LC_ALL": "C"}
    connected: list[str] = []
    if url is not None:
        from psycopg.conninfo import make_conninfo

        (_, given) = url.get_dialect()().create_connect_args(url)
        if password := given.pop("password", None):
            environment["PGPASSWORD"] = str(password)
        connected = [f"--dbname={make_conninfo(**given)}"]
    command = shutil.which(program) or _newest(program)
    if command is None:
        raise QuepuError("missing_program", text=program, package="postgresql-client")
    done = subprocess.run([command, *connected, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reason = next(iter(done.stderr.strip().splitlines()), "") or str(done.returncode)
        raise QuepuError("program_failed", text=program, reason=reason)
    return done.stdout


def _newest(program: str) -> str | None:
    """A program of the newest version, where Debian has those that are not in the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda path: float(path.parts[-3]))
    return str(found[-1]) if found else None
