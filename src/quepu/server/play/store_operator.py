"""What operators do, in the database: bans, reports, closing for maintenance. The server and the command ``quepu admin`` use it."""

from __future__ import annotations

import ipaddress
import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server import account_names
from quepu.server.play.store_accounts import end_sessions, lock
from quepu.server.play.store_tables import accounts, bans, games, journal, maintenance, match_tickets, members, reports, rooms
from quepu.server.settings import Network

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
MOST_LISTED = 200
LEAST_PREFIX = {4: 8, 6: 16}
"""A network with a shorter prefix, by the version of IP, is so large that a ban would exclude everybody."""
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
"""The IPv6 addresses that are written for IPv4 addresses."""
_DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Maintenance:
    """From ``at`` on no game begins."""

    at: float
    text: str

    @property
    def has_begun(self) -> bool:
        return time.time() >= self.at


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


# Bans.


def network(text: str, local: Iterable[str], own: str | None = None) -> str:
    """An address or a network that is to be banned, as it is stored. An IPv6 address stands for its /64, which one person has; one that is
    written for an IPv4 address is that, as it is where requests come from. ``local`` are the networks of the machine itself, which are
    never banned, ``own`` is the address, or the /64, of who bans it. Raises QuepuError, also if this would exclude everybody, themselves,
    or nobody."""
    found = _network(text)
    if found is None:
        raise QuepuError("wrong_network", text=text[:100])
    least = LEAST_PREFIX[found.version]
    if found.prefixlen < least:
        raise QuepuError("network_too_large", text=str(found), least=least)
    mine = None if own is None else _network(own)
    if mine is not None and mine.version == found.version and mine.overlaps(found):
        raise QuepuError("bans_yourself", text=str(found))
    if any(_contains(one, found) for one in map(_network, local)):
        raise QuepuError("bans_this_machine", text=str(found))
    return str(found)


def _contains(network: Network | None, other: Network) -> bool:
    if isinstance(network, ipaddress.IPv4Network):
        return isinstance(other, ipaddress.IPv4Network) and other.subnet_of(network)
    return isinstance(other, ipaddress.IPv6Network) and network is not None and other.subnet_of(network)


def _network(text: str) -> Network | None:
    """None if this is neither an address nor a network."""
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv4Network):
        return found
    if found.overlaps(_MAPPED) and found.prefixlen >= LEAST_PREFIX[6]:
        mapped = ipaddress.IPv4Address(int(found.network_address) & 0xFFFF_FFFF)
        return ipaddress.ip_network((mapped, max(0, found.prefixlen - 96)), strict=False)
    return ipaddress.ip_network((found.network_address, 64), strict=False) if found.prefixlen == 128 else found


def ban(connection: Connection, kind: str, subject: str, reason: str, days: float | None) -> QuepuError | str:
    """Ban an account or a network, for some days or until it is lifted; the id of the ban."""
    if kind == "account":
        if lock(connection, subject) is None:
            return QuepuError("no_such_account", text=subject)
        end_sessions(connection, subject)
        waits = (match_tickets.c.account == subject) & match_tickets.c.room.is_(None)
        connection.execute(match_tickets.delete().where(waits))
    id, now = new_id(), time.time()
    until = None if days is None else now + days * _DAY
    connection.execute(bans.insert().values(id=id, kind=kind, subject=subject, reason=reason, created=now, until=until))
    return id


def unban(connection: Connection, id: str) -> bool:
    """Lift a ban; whether there was one with this id."""
    return connection.execute(bans.delete().where(bans.c.id == id)).rowcount == 1


def _in_force() -> sa.ColumnElement[bool]:
    return bans.c.until.is_(None) | (bans.c.until > time.time())


def bans_in_force(connection: Connection) -> list[dict[str, Any]]:
    """All of them, the newest first, with the names of accounts."""
    named = sa.select(bans, accounts.c.name).join(accounts, accounts.c.id == bans.c.subject, isouter=True)
    found = connection.execute(named.where(_in_force()).order_by(bans.c.created.desc()).limit(MOST_LISTED)).mappings()
    return [dict(row) for row in found]


def banned(connection: Connection, kind: str) -> list[str]:
    """All banned accounts, or networks."""
    return list(connection.scalars(sa.select(bans.c.subject).where((bans.c.kind == kind) & _in_force())))


def ban_of(connection: Connection, account: str) -> str | None:
    """The reason why an account is banned; None if it is not."""
    where = (bans.c.kind == "account") & (bans.c.subject == account) & _in_force()
    return connection.scalar(sa.select(bans.c.reason).where(where).order_by(bans.c.created.desc()))


# Accounts and reports.


def find_accounts(connection: Connection, name: str) -> list[dict[str, Any]]:
    """Accounts whose names begin like this, as names are compared, the newest first; all of them if nothing is given."""
    columns = sa.select(accounts.c.id, accounts.c.name, accounts.c.is_operator, accounts.c.created, accounts.c.seen)
    keys = {account_names.skeleton(name), account_names.former_key(name)} if name.strip() else {""}
    chosen = columns.where(sa.or_(*(accounts.c.name_key.startswith(key, autoescape=True) for key in sorted(keys))))
    found = connection.execute(chosen.order_by(accounts.c.created.desc()).limit(MOST_LISTED)).mappings()
    return [dict(row) for row in found]


def list_operators(connection: Connection) -> list[dict[str, Any]]:
    columns = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.is_operator)
    return [dict(row) for row in connection.execute(columns.order_by(accounts.c.name_key)).mappings()]


def list_reports(connection: Connection) -> list[dict[str, Any]]:
    """The open ones, the oldest first; then the latest that are closed."""
    by = accounts.alias()
    named = sa.select(reports, by.c.name.label("by")).join(by, by.c.id == reports.c.reporter, isouter=True)
    is_open = named.where(reports.c.closed.is_(None)).order_by(reports.c.created).limit(MOST_LISTED)
    done = named.where(reports.c.closed.is_not(None)).order_by(reports.c.closed.desc()).limit(20)
    return [dict(row) for query in (is_open, done) for row in connection.execute(query).mappings()]


def close_report(connection: Connection, id: str) -> None:
    connection.execute(reports.update().where((reports.c.id == id) & reports.c.closed.is_(None)).values(closed=time.time()))


# Rooms.


def list_rooms(connection: Connection) -> list[dict[str, Any]]:
    """The rooms that were used last, with the names of those who sit there."""
    unfinished = sa.exists().where((games.c.room == rooms.c.id) & games.c.finished.is_(None))
    found = connection.execute(sa.select(rooms, unfinished.label("playing")).order_by(rooms.c.touched.desc()).limit(MOST_LISTED)).all()
    ids = [row.id for row in found]
    seated: dict[str, list[str]] = {id: [] for id in ids}
    chosen = sa.select(members.c.room, members.c.name).where(members.c.room.in_(ids) & (members.c.chair >= 0)).order_by(members.c.number)
    for room, name in connection.execute(chosen) if ids else ():
        seated[room].append(name)
    settings = {row.id: json.loads(row.settings) for row in found}
    return [
        {
            "room": row.id,
            "rules": settings[row.id].get("rules", ""),
            "private": bool(settings[row.id].get("private")),
            "playing": bool(row.playing),
            "touched": row.touched,
            "seated": seated[row.id],
        }
        for row in found
    ]


def delete_room(connection: Connection, id: str) -> None:
    """Delete a room with its game in play; games that are over keep their records."""
    unfinished = sa.select(games.c.id).where((games.c.room == id) & games.c.finished.is_(None))
    connection.execute(journal.delete().where(journal.c.game.in_(unfinished)))
    connection.execute(games.delete().where((games.c.room == id) & games.c.finished.is_(None)))
    connection.execute(members.delete().where(members.c.room == id))
    connection.execute(rooms.delete().where(rooms.c.id == id))


# Maintenance.


def read_maintenance(connection: Connection) -> Maintenance | None:
    row = connection.execute(sa.select(maintenance)).first()
    return None if row is None else Maintenance(row.at, row.text)


def set_maintenance(connection: Connection, wanted: Maintenance | None) -> None:
    connection.execute(maintenance.delete())
    if wanted is not None:
        connection.execute(maintenance.insert().values(id=1, at=wanted.at, text=wanted.text))
