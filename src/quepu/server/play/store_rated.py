"""Rated games that are being played. Nobody plays two that were arranged at a time; games that no server has in memory are found, so that
they end."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.server.play.store_operator import delete_room
from quepu.server.play.store_ratings import may_be_rated, players_of
from quepu.server.play.store_tables import account_games, games, match_tickets, members, rooms

_LOCK = 0x71756573
"""The number of the lock of PostgreSQL under which people get tickets and tables, and arranged games begin."""


def lock_matches(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))


def _is_arranged(settings: dict[str, Any]) -> bool:
    """Whether a room with these settings is one for a rated match."""
    plan = settings.get("plan")
    return plan is not None and plan["kind"] == "match" and may_be_rated(settings)


def running_game(connection: Connection, account: str, besides: str | None = None) -> str | None:
    """The room of an arranged rated game of this account that is not over; not of this one, if a room is given."""
    joined = account_games.join(games, games.c.id == account_games.c.game).join(rooms, rooms.c.id == games.c.room)
    where = (account_games.c.account == account) & ~account_games.c.claimed & games.c.finished.is_(None)
    for row in connection.execute(sa.select(rooms.c.id, rooms.c.settings).select_from(joined).where(where).order_by(games.c.created)):
        if row.id != besides and _is_arranged(json.loads(row.settings)):
            return str(row.id)
    return None


def begins_without_others(connection: Connection, room: str, accounts: Sequence[str | None]) -> bool:
    """Whether a game may begin in a room: always, but for an arranged rated one of somebody who plays another one. They lose their chairs
    here, and if nobody else has one the room is closed.

    It is asked in the transaction that stores the beginning, under the lock: whoever has places in two rooms plays in the one that begins
    first.
    """
    text = connection.scalar(sa.select(rooms.c.settings).where(rooms.c.id == room))
    if text is None or not _is_arranged(json.loads(text)):
        return True
    lock_matches(connection)
    busy = [one for one in accounts if one is not None and running_game(connection, one, besides=room) is not None]
    if busy:
        _take_chairs(connection, room, busy)
    return not busy


def _take_chairs(connection: Connection, room: str, accounts: Collection[str]) -> None:
    theirs = (members.c.room == room) & members.c.account.in_(accounts)
    connection.execute(members.update().where(theirs & (members.c.chair >= 0)).values(chair=None))
    connection.execute(match_tickets.delete().where((match_tickets.c.room == room) & match_tickets.c.account.in_(accounts)))
    seated = sa.select(sa.func.count()).select_from(members).where((members.c.room == room) & (members.c.chair >= 0))
    if not connection.scalar(seated):
        delete_room(connection, room)


def rooms_of_rated_games(connection: Connection) -> list[str]:
    """The rooms in which a rated game is not over, the oldest first."""
    columns = sa.select(games.c.room, games.c.members, games.c.bots, games.c.accounts, rooms.c.settings)
    has_accounts = games.c.accounts.contains('"')
    query = columns.join(rooms, rooms.c.id == games.c.room).where(games.c.finished.is_(None) & has_accounts).order_by(games.c.created)
    return [row.room for row in connection.execute(query) if may_be_rated(json.loads(row.settings), players_of(row))]
