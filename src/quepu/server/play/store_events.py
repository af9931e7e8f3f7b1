"""Duplicate events in the database. What a function refuses is an error that it returns: an exception in the thread of the store would also
undo what is committed together with it."""

from __future__ import annotations

import hmac
import json
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server.play.members import Member, Members
from quepu.server.play.plan import Plan
from quepu.server.play.settings import RoomSettings
from quepu.server.play.store_matches import open_planned_room
from quepu.server.play.store_tables import event_players, events, games, journal

_LISTED = 50
"""How many events are listed."""
_LOCK = 0x71756574
"""The number of the lock of PostgreSQL under which people join and events begin and end."""


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """Somebody in an event, and their place in a room once it has begun."""

    number: int
    name: str
    token: str
    account: str | None
    room: str | None
    member: int | None


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table: its room, its game if there is one yet, the deals that are over, and whether all are."""

    table: int
    room: str
    game: str | None
    deals: int
    finished: bool


@dataclass(frozen=True, slots=True)
class StoredEvent:
    id: str
    title: str
    settings: RoomSettings
    people: int
    secret: str
    organiser: str
    created: float
    started: float | None
    ended: float | None
    players: list[EventPlayer]
    tables: list[EventTable]


def add_event(connection: Connection, values: dict[str, Any], settings: RoomSettings, limit: int) -> QuepuError | None:
    """Store a new event."""
    if (connection.scalar(sa.select(sa.func.count()).select_from(events)) or 0) >= limit:
        return QuepuError("event_full")
    text = json.dumps(settings.as_dict(), ensure_ascii=False)
    connection.execute(events.insert().values(**values, settings=text, created=time.time()))
    return None


def read_event(connection: Connection, id: str) -> StoredEvent | None:
    """An event. Where all tables have finished, it ends now."""
    row = connection.execute(sa.select(events).where(events.c.id == id)).first()
    if row is None:
        return None
    of = event_players.c
    columns = (of.number, of.name, of.token, of.account, of.room, of.member)
    players = [EventPlayer(*one) for one in connection.execute(sa.select(*columns).where(of.event == id).order_by(of.number))]
    tables = [] if row.started is None else _tables(connection, players)
    ended = row.ended
    if ended is None and tables and all(table.finished for table in tables):
        ended = _end(connection, id)
    return StoredEvent(
        row.id, row.title, RoomSettings.from_dict(json.loads(row.settings)), row.people, row.secret, row.organiser,
        row.created, row.started, ended, players, tables,
    )  # fmt: skip


def _end(connection: Connection, id: str) -> float:
    """End an event, unless it has ended; when it did. The games that are over by now are over before it."""
    ended: float | None = connection.scalar(sa.select(events.c.ended).where(events.c.id == id).with_for_update())
    if ended is None:
        theirs = games.join(event_players, event_players.c.room == games.c.room)
        last = sa.select(sa.func.max(games.c.finished)).select_from(theirs).where(event_players.c.event == id)
        ended = max(time.time(), connection.scalar(last) or 0.0)
        connection.execute(events.update().where(events.c.id == id).values(ended=ended))
    return ended


def _tables(connection: Connection, players: Sequence[EventPlayer]) -> list[EventTable]:
    rooms = list(dict.fromkeys(player.room for player in players if player.room is not None))
    query = sa.select(games.c.room, games.c.id, games.c.finished, games.c.record.is_not(None).label("has_record"))
    found = {row.room: row for row in connection.execute(query.where(games.c.room.in_(rooms) & (games.c.ordinal == 1)))}
    playing = [row.id for row in found.values() if row.finished is None]
    ended_deals = journal.c.body.contains('"t":"reveal"', autoescape=True)
    counts = sa.select(journal.c.game, sa.func.count()).where(journal.c.game.in_(playing) & ended_deals).group_by(journal.c.game)
    deals: dict[str, int] = dict(connection.execute(counts).tuples().all())
    tables = []
    for number, room in enumerate(rooms, 1):
        row = found.get(room)
        finished = row is not None and row.finished is not None
        tables.append(EventTable(number, room, None if row is None else row.id, 0 if row is None else deals.get(row.id, 0), finished))
    return tables


def list_events(connection: Connection) -> list[tuple[Any, int]]:
    """The newest events, with how many people are in each."""
    count = sa.select(sa.func.count()).where(event_players.c.event == events.c.id).scalar_subquery()
    query = sa.select(events, count.label("joined")).order_by(events.c.created.desc(), events.c.id).limit(_LISTED)
    return [(row, row.joined) for row in connection.execute(query)]


def is_hidden(connection: Connection, room: str | None) -> bool:
    """Whether this is the room of an event that is not over: its records are not shown."""
    if room is None:
        return False
    event = connection.scalar(sa.select(event_players.c.event).where(event_players.c.room == room).limit(1))
    if event is None:
        return False
    found = read_event(connection, event)
    return found is not None and found.ended is None


def hidden_games() -> sa.Select[tuple[str]]:
    """The games of events that are not over: neither their records nor their results are shown."""
    of_event = sa.select(games.c.id).join(event_players, event_players.c.room == games.c.room)
    return of_event.join(events, events.c.id == event_players.c.event).where(events.c.started.is_not(None) & events.c.ended.is_(None))


def hidden_among(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Which of these games are hidden. An event whose tables have all finished ends now."""
    wanted = sa.select(event_players.c.event).distinct().join(games, games.c.room == event_players.c.room).where(games.c.id.in_(ids))
    for event in connection.scalars(wanted).all():
        read_event(connection, event)
    return set(connection.scalars(hidden_games().where(games.c.id.in_(ids))))


# Changes.


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))


def add_player(connection: Connection, id: str, name: str, token: str, account: str | None, limit: int) -> int | QuepuError:
    """Somebody joins an event that has not begun; their number. An account joins once: later it only gets another token."""
    _lock(connection)
    event = read_event(connection, id)
    if event is None:
        return QuepuError("not_found", text=id)
    if event.started is not None:
        return QuepuError("event_begun")
    of = event_players.c
    again = next((one for one in event.players if account is not None and one.account == account), None)
    if again is not None:
        connection.execute(event_players.update().where((of.event == id) & (of.number == again.number)).values(token=token))
        return again.number
    if len(event.players) >= limit:
        return QuepuError("event_full")
    number = 1 + max((one.number for one in event.players), default=0)
    known = Members(Member(one.number, one.name, None, 0.0) for one in event.players)
    row = {"event": id, "number": number, "name": known.free_name(name), "token": token, "account": account}
    connection.execute(event_players.insert().values(**row))
    return number


def drop_player(connection: Connection, id: str, token: str) -> QuepuError | None:
    """Somebody leaves an event that has not begun."""
    _lock(connection)
    event = read_event(connection, id)
    if event is None:
        return QuepuError("not_found", text=id)
    if event.started is not None:
        return QuepuError("event_begun")
    connection.execute(event_players.delete().where((event_players.c.event == id) & (event_players.c.token == token)))
    return None


def begin_event(connection: Connection, id: str, organiser: str, rooms: Sequence[str], random: Random) -> QuepuError | None:
    """Draw the tables, and open their rooms, with these ids as far as they are needed."""
    _lock(connection)
    event = read_event(connection, id)
    wrong = _not_allowed(event, organiser)
    if event is None or wrong is not None:
        return wrong
    if event.started is not None:
        return QuepuError("event_begun")
    if not event.players:
        return QuepuError("too_few_players")
    drawn = random.sample(event.players, len(event.players))
    of = event_players.c
    for at, room in zip(range(0, len(drawn), event.people), rooms, strict=False):
        table = drawn[at : at + event.people]
        people = [(one.name, one.token, one.account) for one in table]
        open_planned_room(connection, room, event.settings, Plan("event", event.secret), people)
        for member, one in enumerate(table):
            connection.execute(event_players.update().where((of.event == id) & (of.number == one.number)).values(room=room, member=member))
    connection.execute(events.update().where(events.c.id == id).values(started=time.time()))
    return None


def end_event(connection: Connection, id: str, organiser: str) -> QuepuError | None:
    """End an event; tables that are still playing do not count."""
    _lock(connection)
    event = read_event(connection, id)
    wrong = _not_allowed(event, organiser)
    if event is None or wrong is not None:
        return wrong
    if event.started is None:
        return QuepuError("event_not_begun")
    _end(connection, id)
    return None


def _not_allowed(event: StoredEvent | None, organiser: str) -> QuepuError | None:
    if event is None:
        return QuepuError("not_found", text="event")
    return None if hmac.compare_digest(event.organiser, organiser) else QuepuError("wrong_key")


def read_tables(connection: Connection, event: StoredEvent) -> list[tuple[EventTable, list[int | None], bytes]]:
    """The tables whose game was over when the event ended, with the members that their players are, and their records."""
    found = []
    for table in event.tables:
        query = sa.select(games.c.members, games.c.record).where((games.c.id == table.game) & (games.c.finished <= event.ended))
        row = connection.execute(query).first()
        if row is not None and row.record is not None:
            found.append((table, json.loads(row.members), zlib.decompress(row.record)))
    return found


def drop_events(connection: Connection, before: float | None, most: int) -> int:
    """Delete the events that were made before this time, a few at a time; how many were deleted."""
    if before is None:
        return 0
    ids = list(connection.scalars(sa.select(events.c.id).where(events.c.created < before).order_by(events.c.created).limit(most)))
    connection.execute(event_players.delete().where(event_players.c.event.in_(ids)))
    return connection.execute(events.delete().where(events.c.id.in_(ids))).rowcount
