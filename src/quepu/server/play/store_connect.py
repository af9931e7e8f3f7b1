"""Opening the database: SQLite or PostgreSQL, its lock, its checks, its version."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from quepu.errors import QuepuError
from quepu.server.play.store_file import DatabaseFile

LOG = logging.getLogger("quepu.server")

MEMORY = "sqlite://"
_LOCK = 0x71756570
"""The number of the lock that a running server holds on PostgreSQL: a server alone exclusively, nodes together."""
_TRIES = 20
"""How often the lock is tried: a server that has just ended holds it a moment longer."""


def file_url(path: Path) -> sa.URL:
    """The URL of a SQLite file."""
    return sa.URL.create("sqlite", database=str(path))


def known_url(text: str) -> sa.URL:
    """Parse the URL of a database. Raises QuepuError, without what may be a password."""
    try:
        return sa.make_url(text)
    except SQLAlchemyError as error:
        raise QuepuError("no_database", text=text.partition(":")[0], reason=reason_of(error)) from error


def is_file(url: sa.URL) -> bool:
    """Whether a SQLite database is a file, not in memory."""
    return url.database not in (None, "", ":memory:")


def open_engine(url: str | sa.URL, shared: bool = False) -> Engine:
    """One connection at a time, as one thread does all the work. With ``shared``, other nodes use the database too."""
    try:
        url = sa.make_url(url)
        if url.get_backend_name() == "sqlite" and not is_file(url):
            engine = sa.create_engine(url, poolclass=StaticPool, hide_parameters=True, connect_args={"check_same_thread": False})
        else:
            wait = {"connect_timeout": 10} if url.get_backend_name() == "postgresql" and "connect_timeout" not in url.query else {}
            engine = sa.create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True, hide_parameters=True, connect_args=wait)
    except (SQLAlchemyError, ImportError) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "psycopg":
            raise QuepuError("missing_extra", text="psycopg", extra="postgres") from error
        raise QuepuError("no_database", text=str(url).partition(":")[0], reason=reason_of(error)) from error
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
    elif engine.dialect.name == "postgresql":
        sa.event.listen(engine, "connect", lambda connection, _: _set_up_postgresql(connection, engine.url.render_as_string(), shared))
    else:
        raise QuepuError("no_database", text=engine.dialect.name, reason="only sqlite and postgresql are known")
    return engine


@contextmanager
def open_beside(url: str | sa.URL) -> Iterator[Connection]:
    """A transaction in the database of a server, which may be running; it has been used by a server of this version. Raises QuepuError."""
    try:
        url = sa.make_url(url)
        if url.get_backend_name() == "sqlite" and not (is_file(url) and Path(str(url.database)).is_file()):
            raise QuepuError("no_database", text=str(url.database), reason="there is no such file")
        engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": 10} if url.get_backend_name() == "sqlite" else {})
        with engine.begin() as connection:
            yield connection
        engine.dispose()
    except (SQLAlchemyError, ImportError) as error:
        raise QuepuError("no_database", text=str(url).partition(":")[0], reason=reason_of(error)) from error


def reason_of(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _set_up_sqlite(connection: Any, _: object) -> None:
    if connection.execute("PRAGMA page_count").fetchone() == (0,):  # in a database with content it would have no effect
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def _set_up_postgresql(connection: Any, name: str, shared: bool) -> None:
    """The connection that does all the work holds the lock, so if it is lost the next one must get the lock again. If a machine vanishes,
    the database releases its lock after half a minute. A transaction of a node that is paused ends with the node, after three seconds:
    others wait for the rows that it has locked."""
    settings = ["lock_timeout=10000", "tcp_keepalives_idle=15", "tcp_keepalives_interval=5", "tcp_keepalives_count=3"]
    lock = "SELECT pg_try_advisory_lock(%s)"
    if shared:
        settings.append("idle_in_transaction_session_timeout=3000")
        lock = "SELECT pg_try_advisory_lock_shared(%s)"
    with connection.cursor() as cursor:
        for setting in settings:
            cursor.execute(f"SET {setting}")
        for _ in range(_TRIES):
            cursor.execute(lock, (_LOCK,))
            connection.commit()
            if cursor.fetchone()[0]:
                return
            time.sleep(0.1)
    connection.close()
    raise QuepuError("data_in_use", text=name)


def is_conflict(error: Exception) -> bool:
    """Whether a transaction may have failed only because of those of other nodes at the same time, and is to be tried again: a deadlock, or
    a row that was not there when it looked."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in ("40P01", "40001", "23505")


def check_sqlite(connection: Connection, file: DatabaseFile, seconds: float) -> None:
    """Raise an error if the database is damaged; it is not changed then. One that is too large to be read in time is checked in part."""
    driver: Any = connection.connection.driver_connection
    done = threading.Event()

    def interrupt() -> None:
        wait = seconds
        while not done.wait(wait):
            driver.interrupt()
            wait = 0.001  # an interrupt has an effect only while the check runs

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


def is_damage(error: Exception) -> bool:
    """Whether SQLite has found the database damaged."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
