"""The store: rooms, members, games, and the journal of each game, in SQLite or PostgreSQL.

One thread does all the work. What waits for it at the same time is committed together, so that many games share one write to the disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from quepu.errors import QuepuError
from quepu.server.cluster.leases import Lease
from quepu.server.metrics.counted import COMMIT_SECONDS, STORE_FAILURES, STORE_WAIT_SECONDS, timed
from quepu.server.play import store_connect as connect
from quepu.server.play import store_rows as rows
from quepu.server.play import store_tables as tables
from quepu.server.play.store_file import DatabaseFile
from quepu.server.play.store_migrate import prepare
from quepu.server.play.store_rated import begins_without_others
from quepu.server.play.store_rows import StoredGame, StoredRoom, Write

LOG = logging.getLogger("quepu.server")

Result = TypeVar("Result")
Work = Callable[[Connection], Any]
Queued = tuple[Work, "Lease | None", "asyncio.Future[Any]"]
"""Something to do, and the lease that it depends on."""
Done = tuple["asyncio.Future[Any]", Any, Exception | None]

_MAX_TOGETHER = 200
"""The maximum number of changes that are committed at once."""
_CONFLICTS = 5
"""How often a change is tried that conflicts with those of other nodes."""


class Store:
    """Open it with the URL of a database. Without one it is in memory."""

    def __init__(self, url: str | sa.URL = connect.MEMORY, check_seconds: float = 5, shared: bool = False) -> None:
        """``check_seconds`` is how long the check of a SQLite database may take before it is used. With ``shared`` other nodes use the
        database too, which is a PostgreSQL then."""
        self._queue: queue.SimpleQueue[Queued | None] = queue.SimpleQueue()
        self._engine = connect.open_engine(url, shared)
        self._file: DatabaseFile | None = None
        self._damaged = False
        try:
            if self.is_sqlite and connect.is_file(self._engine.url):
                assert self._engine.url.database is not None
                self._file = DatabaseFile(self._engine.url.database)
            with self._engine.begin() as connection:
                if self._file is not None:
                    connect.check_sqlite(connection, self._file, check_seconds)
                prepare(connection)
        except QuepuError:
            self._release()
            raise
        except (SQLAlchemyError, OSError) as error:
            self._release()
            if self._file is not None and connect.is_damage(error):
                raise QuepuError("database_damaged", file=self._file.path, reason=connect.reason_of(error)) from error
            raise QuepuError("no_database", text=self._engine.url.render_as_string(), reason=connect.reason_of(error)) from error
        self._thread = threading.Thread(target=self._work, name="quepu-store", daemon=True)
        self._thread.start()

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    @property
    def waiting(self) -> int:
        """How much work waits for the thread."""
        return self._queue.qsize()

    def free(self) -> int | None:
        """The free bytes on the disk of a file; None for another database."""
        return None if self._file is None else self._file.free()

    def close(self) -> None:
        """Finish what is queued, and close the database."""
        self._queue.put(None)
        self._thread.join()
        self._release()

    def _release(self) -> None:
        self._engine.dispose()
        if self._file is not None:  # after SQLite has closed it
            self._file.close()

    # The thread.

    async def do(self, work: Callable[[Connection], Result], lease: Lease | None = None) -> Result:
        """Do something in the thread; when this returns it has been committed. It may run twice if it was committed with others that
        failed. Raises QuepuError if the database cannot be used, or if the lease that it depends on has ended."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._queue.put((work, lease, future))
        try:
            with timed(STORE_WAIT_SECONDS):
                return await future
        except (OperationalError, InterfaceError, OSError) as error:  # a full disk, a database that is gone; others are our bugs
            raise QuepuError("store_damaged" if self._damaged else "store_unwritable") from error

    def _work(self) -> None:
        ends = False
        while not ends:
            jobs = [self._queue.get()]
            with suppress(queue.Empty):
                while len(jobs) < _MAX_TOGETHER:
                    jobs.append(self._queue.get_nowait())
            ends = None in jobs
            todo = [job for job in jobs if job is not None]
            done: list[Done]
            try:
                with timed(COMMIT_SECONDS), self._transaction() as connection:
                    ended = rows.ended_leases(connection, {lease for _, lease, _ in todo if lease is not None})
                    done = [_do(connection, job, ended) for job in todo]
            except Exception:  # it belongs to one of them, and the thread must go on for the others
                done = self._one_by_one(todo)
            for loop in {future.get_loop() for future, _, _ in done}:
                with suppress(RuntimeError):  # the event loop has ended
                    loop.call_soon_threadsafe(_settle, [each for each in done if each[0].get_loop() is loop])

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Committed at its end. On PostgreSQL the connection itself is the lock; a file of SQLite must still be the one that was opened."""
        if self._file is not None:
            self._file.check()
        with self._engine.begin() as connection:
            yield connection

    def _one_by_one(self, todo: list[Queued]) -> list[Done]:
        """Each in its own transaction, so that one failure does not affect others. If the database itself fails, the rest is not tried."""
        done: list[Done] = []
        broken: Exception | None = None
        for job in todo:
            if broken is not None:
                done.append((job[2], None, broken))
                continue
            try:
                done.append(self._alone(job))  # not before it is committed
            except Exception as error:  # the caller gets it, and the log has it
                LOG.exception("the store failed")
                STORE_FAILURES.inc()
                done.append((job[2], None, error))
                broken = error if isinstance(error, OperationalError | QuepuError) else None
                self._damaged = self._damaged or connect.is_damage(error)
        return done

    def _alone(self, job: Queued) -> Done:
        """One change in its own transaction. If it conflicts with one of another node, it is tried again."""
        tries = 1
        while True:
            try:
                with timed(COMMIT_SECONDS), self._transaction() as connection:
                    return _do(connection, job, rows.ended_leases(connection, set() if job[1] is None else {job[1]}))
            except (OperationalError, IntegrityError) as error:
                if tries == _CONFLICTS or not connect.is_conflict(error):
                    raise
                tries += 1

    async def check(self, seconds: float, reserve: int) -> None:
        """Raise QuepuError if nothing can be stored now, or soon: fewer than ``reserve`` bytes of the disk are free."""
        try:
            async with asyncio.timeout(seconds):
                await self.do(lambda connection: connection.execute(tables.clock.update().values(probe=1 - tables.clock.c.probe)) and None)
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

    # Writing and reading.

    async def write(self, writes: list[Write], lease: Lease | None = None) -> None:
        """All of them or none. ``lease`` is that of the room which they change. Raises QuepuError (``moved``) if they begin a game of
        somebody who plays another one: the room has changed, and is to be read again."""

        def work(connection: Connection) -> QuepuError | None:
            for write in writes:
                if write.kind == "game" and not begins_without_others(connection, write.values["room"], write.values["accounts"]):
                    return QuepuError("moved")
            for write in writes:
                rows.write(connection, write)
            return None

        refused = await self.do(work, lease)
        if refused is not None:
            raise refused

    async def room(self, id: str, lease: Lease | None = None) -> StoredRoom | None:
        """A room that is to be loaded by the owner of its lease."""
        return await self.do(lambda connection: rows.read_room(connection, id), lease) if _can_be_id(id) else None

    async def room_settings(self, id: str) -> dict[str, Any] | None:
        return await self.do(lambda connection: rows.read_settings(connection, id)) if _can_be_id(id) else None

    async def game(self, id: str) -> StoredGame | None:
        return await self.do(lambda connection: rows.read_game(connection, id)) if _can_be_id(id) else None

    async def record(self, id: str) -> bytes | None:
        return await self.do(lambda connection: rows.read_record(connection, id))

    async def keep(self, record: bytes, summary: dict[str, Any]) -> str:
        """Store a record that was uploaded; the id of its game, which is an earlier one if the record is known."""
        return await self.do(lambda connection: rows.keep_record(connection, record, summary))

    async def journal(self, game: str) -> list[dict[str, Any]]:
        return await self.do(lambda connection: rows.read_journal(connection, game))


def _do(connection: Connection, job: Queued, ended: Collection[Lease]) -> Done:
    """Do something in a transaction, unless its lease has ended."""
    work, lease, future = job
    return (future, None, QuepuError("moved")) if lease in ended else (future, work(connection), None)


def _settle(done: list[Done]) -> None:
    """Pass the results on, in the thread of the event loop."""
    for future, result, error in done:
        if future.done():  # it was cancelled
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _can_be_id(text: str) -> bool:
    """Our ids have no other characters; PostgreSQL would refuse some of them."""
    return text.isascii() and text.isalnum()
