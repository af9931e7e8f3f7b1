"""What is read from and written to the database: rooms, members, games, and their journals."""

from __future__ import annotations

import hashlib
import json
import time
import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.server.cluster.leases import ROOM, Lease
from quepu.server.play import store_accounts
from quepu.server.play import store_tables as tables
from quepu.server.play.engine import ENGINE
from quepu.server.play.store_names import REMOVED, forget_member
from quepu.server.play.store_ratings import write_result

_INSERT_ENTRY = tables.journal.insert()
"""Made once, as it is used more often than all others together."""


_LATER = 0.001
"""How many seconds later than its event a game ends at least that does not count."""


@dataclass(frozen=True, slots=True)
class Write:
    """Something to be stored; see the functions ``_write_…``."""

    kind: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game without its journal and its record. ``members`` and ``bots`` are None for a record that was uploaded."""

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
    accounts: list[str | None] | None = None
    """By player; None for a game from before there were accounts."""


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room with its members (number, name, chair, hash of the token, account) and its last game with its journal."""

    id: str
    settings: dict[str, Any]
    members: list[tuple[int, str, int | None, str, str | None]]
    game: StoredGame | None
    entries: list[dict[str, Any]]


def _to_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Leases.


def ended_leases(connection: Connection, wanted: Collection[Lease]) -> set[Lease]:
    """Those leases that their nodes do not hold any more. The others are locked until the transaction ends, so that nobody claims them
    before it is committed."""
    fenced = {lease for lease in wanted if lease.is_fenced}
    if not fenced:
        return set()
    columns = sa.select(tables.leases.c.name, tables.leases.c.node, tables.leases.c.epoch)
    names = tables.leases.c.name.in_(sorted({lease.name for lease in fenced}))
    held = connection.execute(columns.where(names).order_by(tables.leases.c.name).with_for_update(read=True))
    return fenced - {Lease(*row) for row in held}


def rooms_of_nodes(connection: Connection) -> frozenset[str]:
    """The rooms that live nodes have in memory."""
    is_live = (tables.nodes.c.id == tables.leases.c.node) & (tables.nodes.c.expires > sa.func.now())
    names = connection.scalars(sa.select(tables.leases.c.name).where(sa.exists().where(is_live)))
    return frozenset(name.removeprefix(ROOM) for name in names if name.startswith(ROOM))


# Writing.


def _write_room(connection: Connection, values: dict[str, Any]) -> None:
    connection.execute(tables.rooms.insert().values(id=values["id"], settings=_to_text(values["settings"]), touched=stamp(time.time())))


def _write_member(connection: Connection, values: dict[str, Any]) -> None:
    """A new member. They may get the number of one who is not needed."""
    where = (tables.members.c.room == values["room"]) & (tables.members.c.number == values["number"])
    connection.execute(tables.members.delete().where(where))
    connection.execute(tables.members.insert().values(**values))
    _touch(connection, values["room"])


def _write_token(connection: Connection, values: dict[str, Any]) -> None:
    """A member has another token; the one before is not valid any more."""
    where = (tables.members.c.room == values["room"]) & (tables.members.c.number == values["number"])
    connection.execute(tables.members.update().where(where).values(token=values["token"]))
    _touch(connection, values["room"])


def _write_chair(connection: Connection, values: dict[str, Any]) -> None:
    where = (tables.members.c.room == values["room"]) & (tables.members.c.number == values["number"])
    connection.execute(tables.members.update().where(where).values(chair=values["chair"]))


def _write_name(connection: Connection, values: dict[str, Any]) -> None:
    where = (tables.members.c.room == values["room"]) & (tables.members.c.number == values["number"])
    connection.execute(tables.members.update().where(where).values(name=values["name"]))


def _write_remove(connection: Connection, values: dict[str, Any]) -> None:
    """A member who was removed keeps their name, for the games they have played, and the hash of their token, to refuse it."""
    where = (tables.members.c.room == values["room"]) & (tables.members.c.number == values["number"])
    connection.execute(tables.members.update().where(where).values(chair=REMOVED))


def _write_claim(connection: Connection, values: dict[str, Any]) -> None:
    """A guest is somebody with an account: the games that they played in this room are theirs."""
    where = (tables.members.c.room == values["room"]) & (tables.members.c.number == values["number"])
    connection.execute(tables.members.update().where(where).values(account=values["account"], name=values["name"]))
    played = connection.execute(sa.select(tables.games.c.id, tables.games.c.members).where(tables.games.c.room == values["room"]))
    games = [
        (id, [values["account"] if one == values["number"] else None for one in json.loads(members or "[]")]) for id, members in played
    ]
    store_accounts.add_games(connection, games, claimed=True)


def _write_forget(connection: Connection, values: dict[str, Any]) -> None:
    """A member who wanted to be forgotten."""
    forget_member(connection, values["room"], values["number"])


def _write_settings(connection: Connection, values: dict[str, Any]) -> None:
    changed = {"settings": _to_text(values["settings"]), "touched": time.time()}
    connection.execute(tables.rooms.update().where(tables.rooms.c.id == values["id"]).values(**changed))


def _write_game(connection: Connection, values: dict[str, Any]) -> None:
    """A new game. The journal of the one before it is not needed any more."""
    before = sa.select(tables.games.c.id).where((tables.games.c.room == values["room"]) & tables.games.c.finished.is_not(None))
    connection.execute(tables.journal.delete().where(tables.journal.c.game.in_(before)))
    texts = {key: _to_text(values[key]) for key in ("header", "members", "bots", "accounts")}
    connection.execute(tables.games.insert().values(**{**values, **texts}, created=time.time()))
    store_accounts.add_games(connection, [(values["id"], values["accounts"])], claimed=False)
    _touch(connection, values["room"], engine=ENGINE)


def _write_entry(connection: Connection, values: dict[str, Any]) -> None:
    connection.execute(_INSERT_ENTRY, {"game": values["game"], "number": values["number"], "body": _to_text(values["body"])})


def _write_finish(connection: Connection, values: dict[str, Any]) -> None:
    """A game is over. There is no record, and no ``result``, if no deal of it was finished; a record that was uploaded has no result."""
    record = None if values["record"] is None else zlib.compress(values["record"], 6)
    done = {
        "finished": _end_of(connection, values["room"]),
        "scores": _to_text(values["scores"]),
        "hands": values["hands"],
        "record": record,
    }
    connection.execute(tables.games.update().where(tables.games.c.id == values["id"]).values(**done))
    if values["room"] is not None:
        _touch(connection, values["room"], engine=None)
    if values.get("result") is not None:
        write_result(connection, values["id"], values["result"])
    if values["record"] is not None and _game_of(connection, values["record"]) is None:
        connection.execute(tables.records.insert().values(sha256=hashlib.sha256(values["record"]).hexdigest(), game=values["id"]))


def _end_of(connection: Connection, room: str | None) -> float:
    """When a game ends that is over now. Its event may have ended before, so that it does not count; that shows although the clocks of
    servers differ. An event that has not ended does not end before this is committed."""
    theirs = sa.select(tables.event_players.c.event).where(tables.event_players.c.room == room)
    event = sa.select(tables.events.c.ended).where(tables.events.c.id.in_(theirs)).with_for_update(read=True)
    ended = None if room is None else connection.scalar(event)
    return time.time() if ended is None else max(time.time(), ended + _LATER)


def _game_of(connection: Connection, record: bytes) -> str | None:
    """The first game with this record."""
    where = tables.records.c.sha256 == hashlib.sha256(record).hexdigest()
    game: str | None = connection.scalar(sa.select(tables.records.c.game).where(where))
    return game


def keep_record(connection: Connection, record: bytes, summary: dict[str, Any]) -> str:
    """Store a record that was uploaded; the id of its game, which is an earlier one if the record is known."""
    known = _game_of(connection, record)
    if known is not None:
        return known
    id = hashlib.sha256(record).hexdigest()[:32]
    if connection.scalar(sa.select(tables.games.c.id).where(tables.games.c.id == id)) is None:
        keep_game(connection, id, record, summary)
    return id


def keep_game(connection: Connection, id: str, record: bytes, summary: dict[str, Any]) -> None:
    """Store a game that was not played in a room, with its record."""
    row = {"id": id, "room": None, "ordinal": 0, "header": _to_text(summary["header"]), "created": time.time()}
    connection.execute(tables.games.insert().values(**row))
    _write_finish(connection, {**summary, "id": id, "room": None, "record": record})


def _touch(connection: Connection, room: str, **more: Any) -> bool:
    """Note the use of a room, and change more of its row; whether there is such a room."""
    changed = tables.rooms.update().where(tables.rooms.c.id == room).values(touched=stamp(time.time()), **more)
    return connection.execute(changed).rowcount == 1


def stamp(now: float) -> sa.ColumnElement[float]:
    """The time to store with a room: not before the last trusted time, or a wrong clock would age the room."""
    seen = sa.select(tables.clock.c.seen).scalar_subquery()
    return sa.case((seen > now, seen), else_=now)


_WRITERS: dict[str, Callable[[Connection, dict[str, Any]], None]] = {
    "room": _write_room,
    "member": _write_member,
    "token": _write_token,
    "chair": _write_chair,
    "name": _write_name,
    "remove": _write_remove,
    "claim": _write_claim,
    "forget": _write_forget,
    "settings": _write_settings,
    "game": _write_game,
    "entry": _write_entry,
    "finish": _write_finish,
}


def write(connection: Connection, change: Write) -> None:
    _WRITERS[change.kind](connection, change.values)


# Reading.


def read_room(connection: Connection, id: str) -> StoredRoom | None:
    # first the change of the row: a room that is pruned at this moment is either locked or gone
    if not _touch(connection, id, engine=sa.case((tables.rooms.c.engine.is_not(None), ENGINE))):
        return None
    settings = connection.execute(sa.select(tables.rooms.c.settings).where(tables.rooms.c.id == id)).scalar_one()
    of = tables.members.c
    columns = sa.select(of.number, of.name, of.chair, of.token, of.account)
    members = [tuple(row) for row in connection.execute(columns.where(of.room == id).order_by(of.number))]
    game = _first_game(connection, tables.games.c.room == id)
    entries = [] if game is None else read_journal(connection, game.id)
    return StoredRoom(id, json.loads(settings), members, game, entries)


def read_settings(connection: Connection, id: str) -> dict[str, Any] | None:
    """The settings of a room, without anything else of it."""
    text = connection.scalar(sa.select(tables.rooms.c.settings).where(tables.rooms.c.id == id))
    return None if text is None else dict(json.loads(text))


def read_record(connection: Connection, id: str) -> bytes | None:
    packed = connection.scalar(sa.select(tables.games.c.record).where(tables.games.c.id == id))
    return None if packed is None else zlib.decompress(packed)


def read_game(connection: Connection, id: str) -> StoredGame | None:
    return _first_game(connection, tables.games.c.id == id)


def _first_game(connection: Connection, where: sa.ColumnElement[bool]) -> StoredGame | None:
    columns = [column for column in tables.games.c if column.name != "record"]
    row = connection.execute(sa.select(*columns).where(where).order_by(tables.games.c.ordinal.desc())).first()
    if row is None:
        return None
    values = dict(row._mapping)
    for key in ("header", "members", "bots", "scores", "accounts"):
        values[key] = None if values[key] is None else json.loads(values[key])
    return StoredGame(**values)


def read_journal(connection: Connection, game: str) -> list[dict[str, Any]]:
    rows = connection.execute(sa.select(tables.journal.c.body).where(tables.journal.c.game == game).order_by(tables.journal.c.number))
    return [json.loads(body) for (body,) in rows]
