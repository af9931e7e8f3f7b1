"""Bots in the database: programs that may connect."""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server.play.store_tables import accounts, bot_ratings, bots

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
    """Delete the bots of an account."""
    _drop(connection, list(connection.scalars(sa.select(bots.c.id).where(bots.c.account == account))))


def _drop(connection: Connection, ids: list[str]) -> None:
    connection.execute(bot_ratings.delete().where(bot_ratings.c.bot.in_(ids)))
    connection.execute(bots.delete().where(bots.c.id.in_(ids)))
