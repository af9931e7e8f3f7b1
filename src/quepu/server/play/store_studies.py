"""Studies of the laboratory in the database: those that run, with what is done of them, and those that have ended."""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu import __version__
from quepu.lab.simulate import Study
from quepu.server.play.store_tables import studies

Status = Literal["open", "done", "cancelled", "failed"]
"""``open``: it waits or runs, now or when the server starts again."""


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study as it is stored."""

    id: str
    token: str
    """The hash of the token of who has started it."""
    status: Status
    error: str | None
    version: str
    """The version of Quepu that has stored it last, for people; what has simulated it is in the body."""
    created: float
    touched: float
    """The time of its last progress."""
    body: bytes

    @property
    def study(self) -> Study:
        return unpack(self.body)


def pack(study: Study) -> bytes:
    return zlib.compress(study.as_bytes(), 6)


def unpack(body: bytes) -> Study:
    return Study.from_bytes(zlib.decompress(body))


def keep_study(connection: Connection, id: str, token: str, body: bytes) -> None:
    """Store a study that has not begun."""
    now = time.time()
    row = {"id": id, "token": token, "status": "open", "error": None, "version": __version__, "created": now, "touched": now, "body": body}
    connection.execute(studies.insert().values(**row))


def keep_progress(connection: Connection, id: str, body: bytes, is_done: bool) -> bool:
    """Store what is done of a study; False if it has been deleted or has ended meanwhile."""
    changed = {"body": body, "status": "done" if is_done else "open", "version": __version__, "touched": time.time()}
    found = connection.execute(studies.update().where((studies.c.id == id) & (studies.c.status == "open")).values(**changed))
    return found.rowcount == 1


def end_study(connection: Connection, id: str, status: Status, error: str | None = None) -> None:
    """End a study that is not done; what is done of it stays."""
    changed = {"status": status, "error": error}
    connection.execute(studies.update().where((studies.c.id == id) & (studies.c.status == "open")).values(**changed))


def read_study(connection: Connection, id: str) -> StoredStudy | None:
    row = connection.execute(sa.select(studies).where(studies.c.id == id)).first()
    return None if row is None else _stored(row)


def read_open_studies(connection: Connection) -> list[StoredStudy]:
    """The studies that wait or run, the oldest first."""
    return [_stored(row) for row in connection.execute(sa.select(studies).where(studies.c.status == "open").order_by(studies.c.created))]


def _stored(row: sa.Row[Any]) -> StoredStudy:
    return StoredStudy(**row._mapping)


def drop_studies(connection: Connection, before: float | None, limit: int, most: int) -> int:
    """Delete the studies without progress since ``before``, then the oldest beyond the limit that have ended, those without a result before
    the others; at most ``most`` of each. Returns how many were deleted."""
    ended = studies.c.status != "open"
    old = [] if before is None else list(connection.scalars(sa.select(studies.c.id).where(studies.c.touched < before).limit(most)))
    surplus = (connection.scalar(sa.select(sa.func.count()).select_from(studies)) or 0) - len(old) - limit
    if surplus > 0:
        oldest = sa.select(studies.c.id).where(ended & studies.c.id.not_in(old)).order_by(studies.c.status == "done", studies.c.touched)
        old += connection.scalars(oldest.limit(min(surplus, most)))
    return connection.execute(studies.delete().where(studies.c.id.in_(old))).rowcount if old else 0
