"""Friends, blocks and reports in the database."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server.play.store_tables import accounts, blocks, friends, members, reports, rooms

MOST_FRIENDS, MOST_BLOCKS = 500, 1000
"""The maximum numbers of friends with all requests that were sent, and of people whom somebody blocks."""


_IN_USE = 7200.0
"""A room that was touched in this time, in seconds, is in use: those in memory are touched every hour."""


def _others(connection: Connection, table: sa.Table, where: sa.ColumnElement[bool], who: sa.ColumnElement[str]) -> list[dict[str, Any]]:
    """People with their names, by name."""
    joined = sa.select(accounts.c.id, accounts.c.name, table.c.created).join(accounts, accounts.c.id == who)
    found = connection.execute(joined.where(where).order_by(accounts.c.name_key))
    return [{"id": id, "name": name, "since": since} for id, name, since in found]


def people_of(connection: Connection, id: str) -> dict[str, list[dict[str, Any]]]:
    """The friends of an account, whom it has asked, who has asked it, and whom it blocks."""
    own, theirs, accepted = friends.c.account == id, friends.c.other == id, friends.c.accepted
    blocked = sa.select(blocks.c.other).where(blocks.c.account == id)
    return {
        "friends": _others(connection, friends, own & accepted, friends.c.other),
        "asked": _others(connection, friends, own & ~accepted, friends.c.other),
        "asking": _others(connection, friends, theirs & ~accepted & friends.c.account.not_in(blocked), friends.c.account),
        "blocked": _others(connection, blocks, blocks.c.account == id, blocks.c.other),
    }


def about(connection: Connection, id: str) -> dict[str, Any]:
    """What is stored about an account and other people, for its owner."""
    columns = sa.select(reports.c.created, reports.c.name, reports.c.room, reports.c.reason, reports.c.text, reports.c.closed)
    sent = connection.execute(columns.where(reports.c.reporter == id).order_by(reports.c.created)).mappings()
    return {**people_of(connection, id), "reports": [dict(row) for row in sent]}


# Friends.


def _row(connection: Connection, account: str, other: str) -> bool | None:
    """Whether somebody has accepted another as a friend; None if there is nothing between them in this direction."""
    where = (friends.c.account == account) & (friends.c.other == other)
    return connection.scalar(sa.select(friends.c.accepted).where(where))


def befriend(connection: Connection, id: str, other: str) -> QuepuError | None:
    """Ask somebody to be friends, or accept that they have asked. Somebody who blocks one does not see the request."""
    if id == other or connection.scalar(sa.select(accounts.c.id).where(accounts.c.id == other)) is None:
        return QuepuError("no_such_person")
    if _row(connection, id, other) is not None:
        return None
    count = connection.scalar(sa.select(sa.func.count()).select_from(friends).where(friends.c.account == id)) or 0
    if count >= MOST_FRIENDS:
        return QuepuError("too_many_people")
    connection.execute(blocks.delete().where((blocks.c.account == id) & (blocks.c.other == other)))
    accepts = _row(connection, other, id) is False
    now = time.time()
    connection.execute(friends.insert().values(account=id, other=other, accepted=accepts, created=now))
    if accepts:
        where = (friends.c.account == other) & (friends.c.other == id)
        connection.execute(friends.update().where(where).values(accepted=True, created=now))
    return None


def part(connection: Connection, id: str, other: str) -> None:
    """End a friendship, or take a request back, or decline one."""
    pair = ((friends.c.account == id) & (friends.c.other == other)) | ((friends.c.account == other) & (friends.c.other == id))
    connection.execute(friends.delete().where(pair))


def are_friends(connection: Connection, id: str, other: str) -> bool:
    return _row(connection, id, other) is True


def friends_of(connection: Connection, id: str) -> list[str]:
    return list(connection.scalars(sa.select(friends.c.other).where((friends.c.account == id) & friends.c.accepted)))


def tables_of_friends(connection: Connection, id: str) -> list[dict[str, Any]]:
    """The rooms in use that are open to the friends of their host, and whose host is a friend."""
    theirs = friends_of(connection, id)
    if not theirs:
        return []
    columns = sa.select(rooms.c.id, rooms.c.settings, members.c.name, members.c.account).join(members, members.c.room == rooms.c.id)
    is_open = members.c.account.in_(theirs) & (members.c.number == 0) & members.c.chair.between(0, 3)
    found = connection.execute(columns.where(is_open & (rooms.c.touched > time.time() - _IN_USE)).order_by(rooms.c.touched.desc()))
    listed = [(room, json.loads(settings), name, account) for room, settings, name, account in found]
    return [
        {"room": room, "host": {"id": account, "name": name}, "rules": settings["rules"], "overlay": settings["overlay"] is not None}
        for room, settings, name, account in listed
        if settings.get("friends")
    ]


# Blocks.


def block(connection: Connection, id: str, other: str) -> QuepuError | None:
    """Block somebody, who is no friend any more."""
    if id == other or connection.scalar(sa.select(accounts.c.id).where(accounts.c.id == other)) is None:
        return QuepuError("no_such_person")
    if (connection.scalar(sa.select(sa.func.count()).select_from(blocks).where(blocks.c.account == id)) or 0) >= MOST_BLOCKS:
        return QuepuError("too_many_people")
    part(connection, id, other)
    unblock(connection, id, other)
    connection.execute(blocks.insert().values(account=id, other=other, created=time.time()))
    return None


def unblock(connection: Connection, id: str, other: str) -> None:
    connection.execute(blocks.delete().where((blocks.c.account == id) & (blocks.c.other == other)))


def blockers_of(connection: Connection, id: str, among: Iterable[str]) -> set[str]:
    """Who of these people blocks somebody."""
    wanted = sorted(set(among))
    where = blocks.c.account.in_(wanted) & (blocks.c.other == id)
    return set(connection.scalars(sa.select(blocks.c.account).where(where))) if wanted else set()


def blocks_among(connection: Connection, people: Iterable[str]) -> set[tuple[str, str]]:
    """Who blocks whom among these people."""
    wanted = sorted(set(people))
    if len(wanted) < 2:
        return set()
    where = blocks.c.account.in_(wanted) & blocks.c.other.in_(wanted)
    return {(account, other) for account, other in connection.execute(sa.select(blocks.c.account, blocks.c.other).where(where))}


# Reports.


def report(connection: Connection, values: dict[str, Any], most_a_day: int) -> QuepuError | None:
    """A report to the operators."""
    since = time.time() - 86400
    where = (reports.c.reporter == values["reporter"]) & (reports.c.created > since)
    if (connection.scalar(sa.select(sa.func.count()).select_from(reports).where(where)) or 0) >= most_a_day:
        return QuepuError("too_many_reports")
    connection.execute(reports.insert().values(**values, created=time.time()))
    return None
