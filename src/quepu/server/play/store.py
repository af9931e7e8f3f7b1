"""The store: rooms, members, games, and the journal of each game, in SQLite or PostgreSQL.

One thread does all the work. What waits for it at the same time is committed together, so that many tables share one write to the disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import queue
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from quepu.errors import QuepuError
from quepu.server.play.database import clock as _clock
from quepu.server.play.database import games as _games
from quepu.server.play.database import journal as _journal
from quepu.server.play.database import members as _members
from quepu.server.play.database import metadata as _metadata
from quepu.server.play.database import records as _records
from quepu.server.play.database import rooms as _rooms
from quepu.server.play.database import versions as _versions
from quepu.server.play.files import DatabaseFile

LOG = logging.getLogger("quepu.server")

Result = TypeVar("Result")
Work = Callable[[Connection], Any]
Done = tuple["asyncio.Future[Any]", Any, Exception | None]

VERSION = 1
MEMORY = "sqlite://"
REMOVED = -1
"""The chair of a member whom the host has removed."""
_TOGETHER = 200
"""At most so many changes are committed at once."""
_LOCK = 0x71756570
"""The number of the lock that a server at work holds on PostgreSQL."""
_TRIES = 20
"""So often it is asked for: a server that has just ended holds it a moment longer."""

_INSERT_ENTRY = _journal.insert()
"""Made once, as it is done more often than all else together."""


@dataclass(frozen=True, slots=True)
class Write:
    """Something to be stored; see the functions ``_write_…``."""

    kind: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game without its journal and its record. ``members`` and ``bots`` are None for a record that was sent in."""

    id: str
    room: str | None
    ordinal: int
    header: dict[str, Any]
    members: list[int | None] | None
    bots: list[str] | None
    created: float
    finished: float | None
    scores: list[int] | None
    hands: int | None


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room with its members (number, name, chair, hash of the token) and its last game with its journal."""

    id: str
    settings: dict[str, Any]
    members: list[tuple[int, str, int | None, str]]
    game: StoredGame | None
    entries: list[dict[str, Any]]


class Store:
    """Open it with the URL of a database; ``MEMORY`` keeps nothing."""

    def __init__(self, url: str | sa.URL = MEMORY, check_seconds: float = 5) -> None:
        """``check_seconds`` is how long the check of a SQLite database may take before it is used."""
        self._queue: queue.SimpleQueue[tuple[Work, asyncio.Future[Any]] | None] = queue.SimpleQueue()
        self._engine = _engine(url)
        self._file: DatabaseFile | None = None
        self._damaged = False
        try:
            if self.is_sqlite and _is_file(self._engine.url):
                assert self._engine.url.database is not None
                self._file = DatabaseFile(self._engine.url.database)
            with self._engine.begin() as connection:
                if self._file is not None:
                    _check_sqlite(connection, self._file, check_seconds)
                _prepare(connection)
        except QuepuError:
            self._release()
            raise
        except (SQLAlchemyError, OSError) as error:
            self._release()
            if self._file is not None and _is_damage(error):
                raise QuepuError("database_damaged", file=self._file.path, reason=_reason(error)) from error
            raise QuepuError("no_database", text=self._engine.url.render_as_string(), reason=_reason(error)) from error
        self._thread = threading.Thread(target=self._work, name="quepu-store", daemon=True)
        self._thread.start()

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    def close(self) -> None:
        """Finish what waits, and let go of the database."""
        self._queue.put(None)
        self._thread.join()
        self._release()

    def _release(self) -> None:
        self._engine.dispose()
        if self._file is not None:  # after SQLite has closed it
            self._file.close()

    # The thread.

    async def do(self, work: Callable[[Connection], Result]) -> Result:
        """Let the thread do something; when this returns it has been committed. It may be done twice if it failed among others.
        Raises QuepuError if the database cannot be used."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queue.put((work, future))
        try:
            return await future
        except (OperationalError, InterfaceError, OSError) as error:  # a full disk, a database that is gone; others are mistakes of ours
            raise QuepuError("store_damaged" if self._damaged else "store_unwritable") from error

    def _work(self) -> None:
        ends = False
        while not ends:
            jobs = [self._queue.get()]
            with suppress(queue.Empty):
                while len(jobs) < _TOGETHER:
                    jobs.append(self._queue.get_nowait())
            ends = None in jobs
            todo = [job for job in jobs if job is not None]
            done: list[Done]
            try:
                with self._transaction() as connection:
                    done = [(future, work(connection), None) for work, future in todo]
            except Exception:  # whatever it was: it belongs to one of them, and the thread must go on for all others
                done = self._one_by_one(todo)
            for loop in {future.get_loop() for future, _, _ in done}:
                with suppress(RuntimeError):  # nobody waits any more
                    loop.call_soon_threadsafe(_settle, [each for each in done if each[0].get_loop() is loop])

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Committed at its end. On PostgreSQL the connection itself is the lock; a file of SQLite must still be the one that was opened."""
        if self._file is not None:
            self._file.check()
        with self._engine.begin() as connection:
            yield connection

    def _one_by_one(self, todo: list[tuple[Work, asyncio.Future[Any]]]) -> list[Done]:
        """So that one that fails does not take others with it; but where the database itself fails, not each of them waits in vain."""
        done: list[Done] = []
        broken: Exception | None = None
        for work, future in todo:
            if broken is not None:
                done.append((future, None, broken))
                continue
            try:
                with self._transaction() as connection:
                    result = work(connection)
                done.append((future, result, None))  # not before it is committed
            except Exception as error:  # who asked for it is told, and the log; what is wrong with one harms no other
                LOG.exception("the store failed")
                done.append((future, None, error))
                broken = error if isinstance(error, OperationalError | QuepuError) else None
                self._damaged = self._damaged or _is_damage(error)
        return done

    async def check(self, seconds: float, reserve: int) -> None:
        """Raise QuepuError if nothing can be stored now, or soon: fewer than ``reserve`` bytes of the disk are free."""
        try:
            async with asyncio.timeout(seconds):
                await self.do(lambda connection: connection.execute(_clock.update().values(probe=1 - _clock.c.probe)) and None)
            low = self._file is not None and self._file.free() < reserve
        except QuepuError as error:
            if error.code in ("store_gone", "store_damaged"):
                raise
            raise QuepuError("store_unwritable") from error
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            raise QuepuError("store_damaged" if self._damaged else "store_unwritable") from error
        if self._damaged:
            raise QuepuError("store_damaged")
        if low:
            raise QuepuError("disk_low")

    # What is stored and read.

    async def write(self, writes: list[Write]) -> None:
        """All of them or none."""

        def work(connection: Connection) -> None:
            for write in writes:
                _WRITERS[write.kind](connection, write.values)

        await self.do(work)

    async def room(self, id: str) -> StoredRoom | None:
        return await self.do(lambda connection: _read_room(connection, id)) if _can_be_id(id) else None

    async def room_settings(self, id: str) -> dict[str, Any] | None:
        """The settings of a room, without anything else of it."""
        text = await self.do(lambda connection: connection.scalar(sa.select(_rooms.c.settings).where(_rooms.c.id == id)))
        return None if text is None else dict(json.loads(text))

    async def game(self, id: str) -> StoredGame | None:
        return await self.do(lambda connection: _read_game(connection, _games.c.id == id)) if _can_be_id(id) else None

    async def record(self, id: str) -> bytes | None:
        packed = await self.do(lambda connection: connection.scalar(sa.select(_games.c.record).where(_games.c.id == id)))
        return None if packed is None else zlib.decompress(packed)

    async def keep(self, record: bytes, summary: dict[str, Any]) -> str:
        """Keep a record that was sent in; the id of its game, which is an earlier one if the record is here already."""
        return await self.do(lambda connection: _keep(connection, record, summary))

    async def journal(self, game: str) -> list[dict[str, Any]]:
        return await self.do(lambda connection: _read_journal(connection, game))


def _settle(done: list[Done]) -> None:
    """Tell all who wait, in their own thread."""
    for future, result, error in done:
        if future.done():  # it was cancelled
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def file_url(path: Path) -> sa.URL:
    """The database in a file of SQLite."""
    return sa.URL.create("sqlite", database=str(path))


def _can_be_id(text: str) -> bool:
    """What has other characters is no id of ours; PostgreSQL would refuse to look for some of them."""
    return text.isascii() and text.isalnum()


def _is_file(url: sa.URL) -> bool:
    """Whether a database of SQLite is kept at all."""
    return url.database not in (None, "", ":memory:")


def _engine(url: str | sa.URL) -> Engine:
    """One connection at a time, as one thread does all the work."""
    try:
        url = sa.make_url(url)
        if url.get_backend_name() == "sqlite" and not _is_file(url):
            engine = sa.create_engine(url, poolclass=StaticPool, hide_parameters=True, connect_args={"check_same_thread": False})
        else:
            wait = {"connect_timeout": 10} if url.get_backend_name() == "postgresql" and "connect_timeout" not in url.query else {}
            engine = sa.create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True, hide_parameters=True, connect_args=wait)
    except (SQLAlchemyError, ImportError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "psycopg":
            raise QuepuError("missing_extra", text="psycopg", extra="postgres") from error
        raise QuepuError("no_database", text=str(url).partition(":")[0], reason=_reason(error)) from error
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
    elif engine.dialect.name == "postgresql":
        sa.event.listen(engine, "connect", lambda connection, _: _set_up_postgresql(connection, engine.url.render_as_string()))
    else:
        raise QuepuError("no_database", text=engine.dialect.name, reason="only sqlite and postgresql are known")
    return engine


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _set_up_sqlite(connection: Any, _: object) -> None:
    if connection.execute("PRAGMA page_count").fetchone() == (0,):  # later it would change the file, and count for nothing
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def _set_up_postgresql(connection: Any, name: str) -> None:
    """The connection that does all the work is the one that holds the lock, so if it is lost the next one must get the lock again. Where
    another machine vanishes without a word, the database lets go of its lock after half a minute."""
    settings = ("lock_timeout=10000", "tcp_keepalives_idle=15", "tcp_keepalives_interval=5", "tcp_keepalives_count=3")
    with connection.cursor() as cursor:
        for setting in settings:
            cursor.execute(f"SET {setting}")
        for _ in range(_TRIES):
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,))
            connection.commit()
            if cursor.fetchone()[0]:
                return
            time.sleep(0.1)
    connection.close()
    raise QuepuError("data_in_use", text=name)


def _check_sqlite(connection: Connection, file: DatabaseFile, seconds: float) -> None:
    """Raise an error if the database is damaged: nothing is changed then. One that is too large to be read in time is read in part."""
    driver: Any = connection.connection.driver_connection
    done = threading.Event()

    def interrupt() -> None:
        wait = seconds
        while not done.wait(wait):
            driver.interrupt()
            wait = 0.001  # it counts only while the check runs

    watch = threading.Thread(target=interrupt, daemon=True)
    watch.start()
    try:
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
    except OperationalError as error:
        if "interrupted" not in str(error.orig):
            raise
        LOG.warning("the database was checked in part, as far as %s s went", seconds)
        found = "ok"
    finally:
        done.set()
        watch.join()  # it must not interrupt what comes next
    if found != "ok":
        raise QuepuError("database_damaged", file=file.path, reason=found.splitlines()[-1])


def _is_damage(error: Exception) -> bool:
    """Whether SQLite has found the database damaged."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _prepare(connection: Connection) -> None:
    _metadata.create_all(connection)
    version = connection.scalar(sa.select(_versions.c.version))
    if version is None:
        connection.execute(_versions.insert().values(version=VERSION))
    elif version != VERSION:
        raise QuepuError("no_database", text=str(connection.engine.url.database), reason=f"its version is {version}, known is {VERSION}")
    if connection.scalar(sa.select(_clock.c.id)) is None:
        connection.execute(_clock.insert().values(id=1, seen=None, probe=0))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Writers, by kind.


def _write_room(connection: Connection, values: dict[str, Any]) -> None:
    connection.execute(_rooms.insert().values(id=values["id"], settings=_text(values["settings"]), touched=stamp(time.time())))


def _write_member(connection: Connection, values: dict[str, Any]) -> None:
    """A new member; he may take the number of one who is not needed."""
    where = (_members.c.room == values["room"]) & (_members.c.number == values["number"])
    connection.execute(_members.delete().where(where))
    connection.execute(_members.insert().values(**values))
    _touch(connection, values["room"])


def _write_chair(connection: Connection, values: dict[str, Any]) -> None:
    where = (_members.c.room == values["room"]) & (_members.c.number == values["number"])
    connection.execute(_members.update().where(where).values(chair=values["chair"]))


def _write_remove(connection: Connection, values: dict[str, Any]) -> None:
    """Of a member who was removed the name stays, for the games they have played, and the hash of the token, which lets nobody in again."""
    where = (_members.c.room == values["room"]) & (_members.c.number == values["number"])
    connection.execute(_members.update().where(where).values(chair=REMOVED))


def _write_settings(connection: Connection, values: dict[str, Any]) -> None:
    connection.execute(_rooms.update().where(_rooms.c.id == values["id"]).values(settings=_text(values["settings"]), touched=time.time()))


def _write_game(connection: Connection, values: dict[str, Any]) -> None:
    """A new game; the journal of the one before it is not needed any more."""
    before = sa.select(_games.c.id).where((_games.c.room == values["room"]) & _games.c.finished.is_not(None))
    connection.execute(_journal.delete().where(_journal.c.game.in_(before)))
    texts = {key: _text(values[key]) for key in ("header", "members", "bots")}
    connection.execute(_games.insert().values(**{**values, **texts}, created=time.time()))
    _touch(connection, values["room"])


def _write_entry(connection: Connection, values: dict[str, Any]) -> None:
    connection.execute(_INSERT_ENTRY, {"game": values["game"], "number": values["number"], "body": _text(values["body"])})


def _write_finish(connection: Connection, values: dict[str, Any]) -> None:
    """A game is over; without a record if no hand of it was finished."""
    record = None if values["record"] is None else zlib.compress(values["record"], 6)
    done = {"finished": time.time(), "scores": _text(values["scores"]), "hands": values["hands"], "record": record}
    connection.execute(_games.update().where(_games.c.id == values["id"]).values(**done))
    if values["room"] is not None:
        _touch(connection, values["room"])
    if values["record"] is not None and _game_of(connection, values["record"]) is None:
        connection.execute(_records.insert().values(sha256=hashlib.sha256(values["record"]).hexdigest(), game=values["id"]))


def _game_of(connection: Connection, record: bytes) -> str | None:
    """The first game with this record."""
    where = _records.c.sha256 == hashlib.sha256(record).hexdigest()
    game: str | None = connection.scalar(sa.select(_records.c.game).where(where))
    return game


def _keep(connection: Connection, record: bytes, summary: dict[str, Any]) -> str:
    known = _game_of(connection, record)
    if known is not None:
        return known
    id = hashlib.sha256(record).hexdigest()[:32]
    if connection.scalar(sa.select(_games.c.id).where(_games.c.id == id)) is None:
        row = {"id": id, "room": None, "ordinal": 0, "header": _text(summary["header"]), "created": time.time()}
        connection.execute(_games.insert().values(**row))
        _write_finish(connection, {**summary, "id": id, "room": None, "record": record})
    return id


def _touch(connection: Connection, room: str) -> None:
    connection.execute(_rooms.update().where(_rooms.c.id == room).values(touched=stamp(time.time())))


def stamp(now: float) -> sa.ColumnElement[float]:
    """The time as it is stored with a room: not before the last that could be trusted, or a clock that goes wrong would age the room."""
    seen = sa.select(_clock.c.seen).scalar_subquery()
    return sa.case((seen > now, seen), else_=now)


_WRITERS: dict[str, Callable[[Connection, dict[str, Any]], None]] = {
    "room": _write_room,
    "member": _write_member,
    "chair": _write_chair,
    "remove": _write_remove,
    "settings": _write_settings,
    "game": _write_game,
    "entry": _write_entry,
    "finish": _write_finish,
}


# Readers.


def _read_room(connection: Connection, id: str) -> StoredRoom | None:
    settings = connection.scalar(sa.select(_rooms.c.settings).where(_rooms.c.id == id))
    if settings is None:
        return None
    _touch(connection, id)
    columns = sa.select(_members.c.number, _members.c.name, _members.c.chair, _members.c.token)
    members = connection.execute(columns.where(_members.c.room == id).order_by(_members.c.number)).all()
    game = _read_game(connection, _games.c.room == id)
    entries = [] if game is None else _read_journal(connection, game.id)
    return StoredRoom(id, json.loads(settings), [(row[0], row[1], row[2], row[3]) for row in members], game, entries)


def _read_game(connection: Connection, where: sa.ColumnElement[bool]) -> StoredGame | None:
    columns = [column for column in _games.c if column.name != "record"]
    row = connection.execute(sa.select(*columns).where(where).order_by(_games.c.ordinal.desc())).first()
    if row is None:
        return None
    values = dict(row._mapping)
    for key in ("header", "members", "bots", "scores"):
        values[key] = None if values[key] is None else json.loads(values[key])
    return StoredGame(**values)


def _read_journal(connection: Connection, game: str) -> list[dict[str, Any]]:
    rows = connection.execute(sa.select(_journal.c.body).where(_journal.c.game == game).order_by(_journal.c.number))
    return [json.loads(body) for (body,) in rows]
