"""Bots in the database: programs that may connect."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server.play.store_tables import accounts, bot_ratings, bots, rooms

_MOMENT = 1e-6
"""How much later the next connection of a bot is, if the clock says that it is not later."""


@dataclass(frozen=True, slots=True)
class StoredBot:
    """A bot, and the name of the account of its owner, None for a guest."""

    id: str
    name: str
    account: str | None
    owner: str | None
    seen: float
    """When it connected; later for each of its connections, whichever node they are made to."""


def add_bot(connection: Connection, id: str, name: str, token: str, account: str | None, most: int) -> None:
    """Store a bot; ``token`` is hashed. Raises QuepuError if there are too many."""
    if (connection.scalar(sa.select(sa.func.count()).select_from(bots)) or 0) >= most:
        raise QuepuError("too_many_bots", limit=most)
    now = time.time()
    connection.execute(bots.insert().values(id=id, name=name, token=token, account=account, created=now, seen=now))


def find_bot(connection: Connection, token: str) -> StoredBot | None:
    """The bot with this hash of a token, which has connected now."""
    columns = sa.select(bots.c.id, bots.c.name, bots.c.account, accounts.c.name)
    row = connection.execute(columns.join(accounts, bots.c.account == accounts.c.id, isouter=True).where(bots.c.token == token)).first()
    if row is None:
        return None
    now = time.time()
    later = sa.case((bots.c.seen < now, now), else_=bots.c.seen + _MOMENT)
    seen = connection.scalar(bots.update().where(bots.c.id == row[0]).values(seen=later).returning(bots.c.seen))
    return None if seen is None else StoredBot(*row, seen)  # another node may have deleted it at this moment


def bots_of(connection: Connection, account: str) -> list[dict[str, Any]]:
    """The bots of an account, the oldest first, without their tokens."""
    columns = sa.select(bots.c.id, bots.c.name, bots.c.created, bots.c.seen)
    return [
        dict(row) for row in connection.execute(columns.where(bots.c.account == account).order_by(bots.c.created, bots.c.id)).mappings()
    ]


def drop_bot(connection: Connection, token: str) -> str | None:
    """Delete the bot with this hash of a token, and its ratings; its id, or None if there is none."""
    id: str | None = connection.scalar(sa.select(bots.c.id).where(bots.c.token == token))
    if id is not None:
        _drop(connection, [id])
    return id


def drop_bots(connection: Connection, before: float, at_once: int) -> int:
    """Delete bots that were not connected since a time; how many there were."""
    ids = list(connection.scalars(sa.select(bots.c.id).where(bots.c.seen < before).limit(at_once)))
    _drop(connection, ids)
    return len(ids)


def drop_bots_of(connection: Connection, account: str) -> None:
    """Delete the bots of an account. They have no chair in a room any more."""
    ids = list(connection.scalars(sa.select(bots.c.id).where(bots.c.account == account)))
    _drop(connection, ids)
    for id in ids:
        seated = sa.select(rooms.c.id, rooms.c.settings).where(rooms.c.settings.contains(f'"{id}"', autoescape=True))
        for room, text in connection.execute(seated).all():
            settings = json.loads(text)
            settings["seated_bots"] = [bot for bot in settings["seated_bots"] if bot[0] != id]
            changed = json.dumps(settings, ensure_ascii=False, separators=(",", ":"))
            connection.execute(rooms.update().where(rooms.c.id == room).values(settings=changed))


def deleted_among(connection: Connection, ids: set[str]) -> set[str]:
    """Those of these bots that were deleted."""
    return ids - set(connection.scalars(sa.select(bots.c.id).where(bots.c.id.in_(sorted(ids))))) if ids else set()


def _drop(connection: Connection, ids: list[str]) -> None:
    connection.execute(bot_ratings.delete().where(bot_ratings.c.bot.in_(ids)))
    connection.execute(bots.delete().where(bots.c.id.in_(ids)))
