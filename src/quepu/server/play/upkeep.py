"""Upkeep of the database: regularly prune what is not needed, and free its space.

- A finished game keeps its record, for as long as the operator wants. Its journal is deleted after an hour, when its players have seen the
  end.
- A room that was not used for 90 days is deleted, with its games that have no record. If there are too many rooms, the oldest are
  deleted sooner.
- A game in play is never deleted.
- A study of the laboratory is deleted 90 days after its last progress; if there are too many, the oldest are deleted sooner.
- A bot is deleted a year after its last connection.
- A duplicate event is deleted a year after it was made; the records of its games stay.
- A score sheet, a club or a tournament is deleted after ten years without use, never because there are too many.

To delete by age, the clock must be right. If the clock differs much from the expected time, nothing is deleted by age until it has run
steadily for a day.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import QuepuError
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import ROOM, UPKEEP
from quepu.server.cluster.roles import Role
from quepu.server.metrics.counted import PRUNED
from quepu.server.play import store_rows as rows
from quepu.server.play.store import Store
from quepu.server.play.store_accounts import drop_games, drop_sessions
from quepu.server.play.store_bots import drop_bots
from quepu.server.play.store_departed import forget_departed
from quepu.server.play.store_documents import drop_documents
from quepu.server.play.store_events import drop_events
from quepu.server.play.store_names import delete_game
from quepu.server.play.store_reviews import drop_reviews
from quepu.server.play.store_rows import stamp
from quepu.server.play.store_studies import drop_studies
from quepu.server.play.store_tables import clock, games, journal, leases, members, rooms
from quepu.server.settings import Settings

LOG = logging.getLogger("quepu.server")

_HOUR, _DAY = 3600.0, 86400.0
_AWAY = 30 * _DAY
"""After a longer downtime the clock is not trusted at first."""
_CONFIRMED = _DAY
"""How long a clock must run steadily until it is trusted again."""
_RUNNING = 7 * _DAY
"""An unfinished game in a room that was used in this time is in play: it is kept, however many rooms there are."""
_AT_ONCE = 500
"""The maximum number of rooms, or games, that are pruned at once: all games wait for it."""
_PAGES = 500
"""Pages of SQLite that are freed at once."""
_PAGES_LEFT = 256
"""Fewer free pages than this are kept for new rows."""
_WORTH_VACUUM = 4096
"""The number of free pages from which a database of an earlier version is rewritten, if they are a quarter of it."""


class TrustedClock:
    """Whether the time of the machine can be trusted."""

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None
        self._doubted: float | None = None
        """Since when it is not trusted, by the monotonic clock."""

    def look(self, now: float, steady: float, seen: float | None) -> bool:
        """Whether ``now`` is plausible: ``steady`` is the monotonic clock of this process, ``seen`` an earlier time from the database."""
        if self._last is not None:
            passed, most = steady - self._last[1], _HOUR
            seen = self._last[0] + passed
        else:
            most = _AWAY
        self._last = now, steady
        if seen is not None and not -_HOUR <= now - seen <= most:
            LOG.warning("the clock went from %s to %s: nothing is pruned by its age for now", _date(seen), _date(now))
            self._doubted = steady
        if self._doubted is not None and steady - self._doubted >= _CONFIRMED:
            LOG.info("the clock has run on steadily since: things are pruned by their age again")
            self._doubted = None
        return self._doubted is None


def _date(seconds: float) -> str:
    with suppress(ValueError, OverflowError, OSError):
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
    return f"{seconds:.0f}"


class Upkeep:
    def __init__(self, store: Store, settings: Settings, live: Callable[[], Collection[str]], cluster: Cluster | None = None) -> None:
        """``live`` returns the rooms in memory: they are in use. Of several nodes, one does all upkeep."""
        self._store = store
        self._role = Role(cluster or Cluster(), UPKEEP)
        self._settings = settings
        self._live = live
        self._clock = TrustedClock()

    async def run(self) -> None:
        """Run until cancelled; the first time after ``upkeep_seconds``."""
        while True:
            await asyncio.sleep(self._settings.upkeep_seconds)
            await self.once()

    async def once(self) -> None:
        """Run once, unless another node does it. A failure is in the log, and the next run may succeed."""
        with suppress(SQLAlchemyError, QuepuError):
            lease = await self._role.own()
            live = frozenset(self._live())
            gone = await self._store.do(lambda connection: self._prune(connection, live), lease)
            for what, count in gone.items():
                PRUNED.labels(what).inc(count)
            if gone:
                LOG.info("pruned: %s", ", ".join(f"{count} {what}" for what, count in gone.items()))
            await forget_departed(self._store)
            if self._store.is_sqlite:
                await self._give_back()

    # Pruning, all in one transaction.

    def _prune(self, connection: Connection, live: frozenset[str]) -> Counter[str]:
        now, settings = time.time(), self._settings
        live |= rows.rooms_of_nodes(connection)
        trusted = self._clock.look(now, monotonic(), _last_seen(connection))
        for part in _parts(live):
            connection.execute(rooms.update().where(rooms.c.id.in_(part)).values(touched=stamp(now)))
        gone: Counter[str] = Counter()
        _drop_journals(connection, now - settings.journal_seconds, live, gone)
        if trusted:
            connection.execute(clock.update().values(seen=now))
            old = sa.select(rooms.c.id).where(rooms.c.touched < now - settings.room_days * _DAY).order_by(rooms.c.touched)
            _drop_rooms(connection, _some(connection, old, live, _AT_ONCE), gone)
            _drop_games(connection, games.c.finished < now - _DAY, 0, live, gone)
            _drop_recorded(connection, now - settings.record_days * _DAY, live, gone)
        gone["studies"] += drop_studies(
            connection, now - settings.study_days * _DAY if trusted else None, settings.stored_studies, _AT_ONCE
        )
        gone["events"] += drop_events(connection, now - settings.event_days * _DAY if trusted else None, _AT_ONCE)
        gone["documents"] += drop_documents(
            connection, now - settings.document_days * _DAY if trusted else None, settings.stored_documents, _AT_ONCE
        )
        if trusted:
            gone["sessions"] += drop_sessions(connection)
            gone["bots"] += drop_bots(connection, now - settings.bot_days * _DAY, _AT_ONCE)
        _drop_games(connection, sa.true(), settings.unrecorded_limit, live, gone)
        _drop_rooms(connection, _surplus(connection, settings.rooms_limit, live, now - _RUNNING if trusted else None), gone)
        return +gone

    # Space.

    async def _give_back(self) -> None:
        """Let SQLite free its unused pages, a few at a time, as all games wait meanwhile."""
        store = self._store
        before = await store.do(_free_pages)
        if await store.do(lambda connection: _pragma(connection, "auto_vacuum")) == 0:
            # a database of an earlier version cannot free pages: it is rewritten once, when no room is in use
            if not self._live() and before > max(_WORTH_VACUUM, await store.do(lambda connection: _pragma(connection, "page_count")) // 4):
                await store.do(_vacuum)
        else:
            left = before
            while left > _PAGES_LEFT:
                await store.do(_give_pages_back)
                await asyncio.sleep(0)
                left, last = await store.do(_free_pages), left
                if left >= last:
                    break
        after = await store.do(_free_pages)
        if after < before:
            await store.do(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all())
            LOG.info("given back: %s pages", before - after)


def _last_seen(connection: Connection) -> float | None:
    """The last trusted time; in a database of an earlier version the last time it was used."""
    seen: float | None = connection.scalar(sa.select(clock.c.seen))
    if seen is None:
        times = (sa.select(sa.func.max(column)) for column in (rooms.c.touched, games.c.created, games.c.finished))
        known = [time for time in map(connection.scalar, times) if time is not None]
        seen = max(known, default=None)
    return seen


def _parts(ids: Iterable[str]) -> Iterator[list[str]]:
    """In parts, as the parameters of a statement are limited."""
    rest = iter(ids)
    while part := list(islice(rest, _AT_ONCE)):
        yield part


def _some(connection: Connection, query: sa.Select[Any], live: frozenset[str], most: int) -> list[str]:
    """The first rooms of a query that are not in memory."""
    # one that another node opens at this moment is locked
    found = connection.scalars(query.limit(most + len(live)).with_for_update(skip_locked=True))
    return [id for id in found if id not in live][:most]


def _surplus(connection: Connection, limit: int, live: frozenset[str], before: float | None) -> list[str]:
    """The rooms beyond the limit, the oldest first: those without an unfinished game, then those not used since ``before``."""
    surplus = (connection.scalar(sa.select(sa.func.count()).select_from(rooms)) or 0) - limit
    if surplus <= 0:
        return []
    unfinished = sa.exists().where((games.c.room == rooms.c.id) & games.c.finished.is_(None))
    oldest = sa.select(rooms.c.id).order_by(rooms.c.touched)
    most = min(surplus, _AT_ONCE)
    found = _some(connection, oldest.where(~unfinished), live, most)
    if len(found) < most and before is not None:
        found += _some(connection, oldest.where(unfinished & (rooms.c.touched < before)), live, most - len(found))
    if len(found) < surplus:
        LOG.warning("there are %s rooms, and at most %s are wanted", surplus + limit, limit)
    return found


def _drop_rooms(connection: Connection, ids: list[str], gone: Counter[str]) -> None:
    for part in _parts(ids):
        theirs = sa.select(games.c.id).where(games.c.room.in_(part))
        gone["journal entries"] += connection.execute(journal.delete().where(journal.c.game.in_(theirs))).rowcount
        dropped = games.c.room.in_(part) & games.c.record.is_(None)
        drop_reviews(connection, sa.select(games.c.id).where(dropped))
        drop_games(connection, sa.select(games.c.id).where(dropped))
        gone["games"] += connection.execute(games.delete().where(dropped)).rowcount
        connection.execute(members.delete().where(members.c.room.in_(part)))
        connection.execute(leases.delete().where(leases.c.name.in_([ROOM + id for id in part])))
        gone["rooms"] += connection.execute(rooms.delete().where(rooms.c.id.in_(part))).rowcount


def _drop_journals(connection: Connection, before: float, live: frozenset[str], gone: Counter[str]) -> None:
    """Delete the journals of games that are over: their record is enough."""
    has_journal = sa.exists().where(journal.c.game == games.c.id)
    over = sa.select(games.c.id, games.c.room).where((games.c.finished < before) & has_journal).limit(_AT_ONCE + len(live))
    ids = [id for id, room in connection.execute(over) if room not in live]
    for part in _parts(ids):
        gone["journal entries"] += connection.execute(journal.delete().where(journal.c.game.in_(part))).rowcount


def _drop_games(connection: Connection, which: sa.ColumnElement[bool], kept: int, live: frozenset[str], gone: Counter[str]) -> None:
    """Delete games that are over but have no record, as no deal of them was finished; except the newest ones."""
    over = sa.select(games.c.id, games.c.room).where(games.c.finished.is_not(None) & games.c.record.is_(None) & which)
    found = connection.execute(over.order_by(games.c.finished.desc()).offset(kept).limit(_AT_ONCE + len(live)))
    for part in _parts(id for id, room in found.all() if room not in live):
        gone["journal entries"] += connection.execute(journal.delete().where(journal.c.game.in_(part))).rowcount
        drop_reviews(connection, sa.select(games.c.id).where(games.c.id.in_(part)))
        drop_games(connection, sa.select(games.c.id).where(games.c.id.in_(part)))
        gone["games"] += connection.execute(games.delete().where(games.c.id.in_(part))).rowcount


def _drop_recorded(connection: Connection, before: float, live: frozenset[str], gone: Counter[str]) -> None:
    """Delete games that ended long ago, with their records."""
    where = (games.c.finished < before) & games.c.record.is_not(None)
    found = connection.execute(sa.select(games.c.id, games.c.room).where(where).order_by(games.c.finished).limit(_AT_ONCE + len(live)))
    for id in [id for id, room in found.all() if room not in live][:_AT_ONCE]:
        delete_game(connection, id)
        gone["games"] += 1


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar() or 0)


def _free_pages(connection: Connection) -> int:
    return _pragma(connection, "freelist_count")


def _give_pages_back(connection: Connection) -> None:
    connection.execute(clock.update().values(probe=clock.c.probe))  # so that all of it is one transaction
    for _ in range(_PAGES):  # with Python's sqlite3 this statement frees one page, whatever its argument is
        connection.exec_driver_sql("PRAGMA incremental_vacuum(1)")


def _vacuum(connection: Connection) -> None:
    LOG.info("the database is written anew to give its space back")
    connection.exec_driver_sql("PRAGMA auto_vacuum=INCREMENTAL")
    connection.exec_driver_sql("VACUUM")
