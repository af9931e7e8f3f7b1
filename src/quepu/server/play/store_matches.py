"""Tickets of people who wait for a game, in the database: several servers may share it. One function does everything that happens between
two questions of a client: it renews the ticket, removes those that nobody asks about any more, and makes the next tables."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.players import DEFAULT_LEVEL, LEVELS
from quepu.rules import named
from quepu.server.matches.grouping import TABLE, Waiting, nearest_bot, next_table
from quepu.server.play import store_rows
from quepu.server.play.members import Member, Members
from quepu.server.play.plan import Plan
from quepu.server.play.settings import Clock, RoomSettings, match_settings
from quepu.server.play.store_rated import lock_matches, running_game
from quepu.server.play.store_ratings import read_ratings
from quepu.server.play.store_rows import Write
from quepu.server.play.store_tables import blocks, games, match_tickets, rooms
from quepu.server.ratings.rate import BOT, Rating

_LOST_SECONDS = 20.0
"""A ticket that nobody asks about for so long is not waited for any more."""
_KEPT_SECONDS = 600.0
"""How long it is known which room a ticket has led to."""
CLOCK = Clock(turn=20, bank=60, claim=8)


@dataclass(frozen=True, slots=True)
class Ticket:
    """What somebody waits for. ``hash`` is that of their secret."""

    hash: str
    rules: str
    rounds: int
    rated: bool
    name: str
    account: str | None


@dataclass(frozen=True, slots=True)
class TicketState:
    """How a ticket stands: for how long it has waited, how many wait for the same, and its place in a room once there is one."""

    waited: float
    waiting: int
    room: str | None
    member: int | None


def _arranged_game(connection: Connection, account: str, now: float) -> bool:
    """Whether a ticket of this account has led to a room in which its rated game is about to begin."""
    of = match_tickets.c
    begun = sa.exists().where(games.c.room == of.room)
    is_open = sa.exists().where(rooms.c.id == of.room)
    where = (of.account == account) & of.rated & (of.seen > now - _KEPT_SECONDS) & is_open & ~begun
    return connection.scalar(sa.select(of.room).where(where).limit(1)) is not None


def add_ticket(connection: Connection, ticket: Ticket) -> QuepuError | None:
    """A new ticket. An earlier one of the same account ends. Nobody gets one for a rated game who has another that is not over."""
    lock_matches(connection)
    now = _now(connection)
    account = ticket.account if ticket.rated else None
    if account is not None and (running_game(connection, account) is not None or _arranged_game(connection, account, now)):
        return QuepuError("unfinished_game")
    if ticket.account is not None:
        earlier = (match_tickets.c.account == ticket.account) & match_tickets.c.room.is_(None)
        connection.execute(match_tickets.delete().where(earlier))
    known = read_ratings(connection, ticket.rules, {ticket.account or ""})
    mu = known.get(ticket.account or "", Rating()).mu
    values = {name: getattr(ticket, name) for name in Ticket.__slots__}
    connection.execute(match_tickets.insert().values(**values, mu=mu, created=now, seen=now))
    return None


def drop_ticket(connection: Connection, hash: str) -> None:
    """Somebody does not wait any more; nothing happens if they are in a room already."""
    connection.execute(match_tickets.delete().where((match_tickets.c.hash == hash) & match_tickets.c.room.is_(None)))


def follow_ticket(connection: Connection, hash: str, bots_after: float, room_of: list[str]) -> TicketState | None:
    """The state of a ticket, after the tables that can be made have been made, with these ids for their rooms; None if there is none."""
    lock_matches(connection)
    now = _now(connection)
    of = match_tickets.c
    connection.execute(match_tickets.update().where(of.hash == hash).values(seen=now))
    lost = (of.room.is_(None) & (of.seen < now - _LOST_SECONDS)) | (of.seen < now - _KEPT_SECONDS)
    connection.execute(match_tickets.delete().where(lost))
    row = connection.execute(sa.select(match_tickets).where(of.hash == hash)).first()
    if row is None:
        return None
    same = (of.rules == row.rules) & (of.rounds == row.rounds) & (of.rated == row.rated) & of.room.is_(None)
    waiting = {one.hash: one for one in connection.execute(sa.select(match_tickets).where(same))}
    avoids = _avoids(connection, {one.account for one in waiting.values() if one.account is not None})
    for room in room_of:
        people = [
            Waiting(one.hash, one.account, one.mu, max(0.0, now - one.created), avoids.get(one.account, frozenset()))
            for one in waiting.values()
        ]
        table = next_table(people, bots_after)
        if not table:
            break
        _open_room(connection, room, [waiting.pop(one.key) for one in table], table)
    found = connection.execute(sa.select(match_tickets).where(of.hash == hash)).one()
    return TicketState(max(0.0, now - found.created), len(waiting), found.room, found.member)


def _avoids(connection: Connection, people: set[str]) -> dict[str | None, frozenset[str]]:
    """By account: whom it blocks among these."""
    among = sorted(people)
    found: dict[str | None, frozenset[str]] = {}
    for row in connection.execute(
        sa.select(blocks.c.account, blocks.c.other).where(blocks.c.account.in_(among) & blocks.c.other.in_(among))
    ):
        found[row.account] = found.get(row.account, frozenset()) | {row.other}
    return found


def _now(connection: Connection) -> float:
    """The time that all servers of this database agree on."""
    if connection.dialect.name == "postgresql":
        return float(connection.scalar(sa.select(sa.extract("epoch", sa.func.clock_timestamp()))) or 0)
    return time.time()


def _open_room(connection: Connection, id: str, tickets: list[Any], table: list[Waiting]) -> None:
    """A room with these people in its chairs. Its game begins by itself."""
    rules = tickets[0].rules
    bots = None if len(tickets) == TABLE else _bot(connection, rules, table)
    settings = RoomSettings(
        rules=rules,
        overlay=None,
        match=match_settings(named(rules), None, tickets[0].rounds, None),
        clock=CLOCK,
        bots=bots or DEFAULT_LEVEL,
        private=False,
        casual=False,
        open_hands=False,
        hints=False,
    )
    people = [(one.name, one.hash, one.account) for one in tickets]
    open_planned_room(connection, id, settings, Plan("match", rated=tickets[0].rated), people)
    for number, ticket in enumerate(tickets):
        where = match_tickets.c.hash == ticket.hash
        connection.execute(match_tickets.update().where(where).values(room=id, member=number))


def _bot(connection: Connection, rules: str, table: list[Waiting]) -> str:
    known = read_ratings(connection, rules, {BOT + level for level in LEVELS})
    return nearest_bot({who.removeprefix(BOT): rating.mu for who, rating in known.items()}, table, DEFAULT_LEVEL)


def open_planned_room(
    connection: Connection, id: str, settings: RoomSettings, plan: Plan, people: list[tuple[str, str, str | None]]
) -> None:
    """Store a room whose members (name, hash of the token, account) have its first chairs. The server to which the first of them connects
    brings it to life."""
    stored = {**settings.as_dict(), "invite": None, "plan": plan.as_dict()}
    store_rows.write(connection, Write("room", {"id": id, "settings": stored}))
    members = Members()
    for number, (name, token, account) in enumerate(people):
        member = Member(number, members.free_name(name), number, 0.0, account=account)
        members.append(member)
        store_rows.write(connection, Write("member", {"room": id, **member.as_row(), "token": token}))
