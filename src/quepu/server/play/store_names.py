"""Removing the name of a player from games that are over.

A record has the names of its players in its first line, and ends with a hash of all lines. So the name is replaced and the hash computed
again: the record stays valid, and everything else in it as it was.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.engine.record import canonical
from quepu.server.play.store_reviews import drop_reviews
from quepu.server.play.store_tables import (
    account_games,
    event_players,
    games,
    journal,
    match_tickets,
    members,
    player_results,
    records,
    won_hands,
)

REMOVED = -1
"""The chair of a member who was removed."""
FORMER = "匿名 anonymous"
"""The name of guests who wanted to be forgotten."""
_AT_ONCE = 20
"""The maximum number of games that are changed at once: all games wait for it."""


def forget_member(connection: Connection, room: str, member: int) -> None:
    """Remove the name of a member, whose token is not valid any more; the number remains, for the games of others."""
    where = (members.c.room == room) & (members.c.number == member)
    token = sa.select(members.c.token).where(where).scalar_subquery()
    connection.execute(match_tickets.delete().where(match_tickets.c.hash == token))
    connection.execute(members.update().where(where).values(name=FORMER, chair=REMOVED, token="", account=None))
    of_event = (event_players.c.room == room) & (event_players.c.member == member)
    connection.execute(event_players.update().where(of_event).values(name=FORMER, account=None))


def forget_games(connection: Connection, room: str, member: int) -> int:
    """Remove a member from games of a room that are over, a few at a time; how many there were. A game that nobody else has played is
    deleted, unless it belongs to an event; in others the member's name is replaced, and the game is not theirs any more. What was rated
    stays rated."""
    is_event = connection.scalar(sa.select(event_players.c.event).where(event_players.c.room == room)) is not None
    where = (games.c.room == room) & games.c.finished.is_not(None) & games.c.members.is_not(None)
    rows = connection.execute(sa.select(games.c.id, games.c.header, games.c.members, games.c.accounts).where(where)).all()
    count = 0
    for id, header, text, accounts in rows:
        numbers: list[int | None] = json.loads(text)
        if member not in numbers or count == _AT_ONCE:
            continue
        player = numbers.index(member)
        if is_event:  # who played where is a part of its results
            if not json.loads(header)["players"][player].startswith(FORMER):
                remove_name(connection, id, player, FORMER)
                count += 1
            continue
        if any(one not in (None, member) for one in numbers) or any(json.loads(accounts or "[]")):
            _take_from(connection, id, player, numbers, json.loads(accounts or "null"))
        else:
            delete_game(connection, id)
        count += 1
    return count


def _take_from(connection: Connection, id: str, player: int, numbers: list[int | None], accounts: list[str | None] | None) -> None:
    """Remove the name of a player, and what links the game to them."""
    remove_name(connection, id, player, FORMER)
    without: dict[str, Any] = {"members": _to_text([*numbers[:player], None, *numbers[player + 1 :]])}
    if accounts is not None:
        without["accounts"] = _to_text([*accounts[:player], None, *accounts[player + 1 :]])
    connection.execute(games.update().where(games.c.id == id).values(**without))
    connection.execute(account_games.delete().where((account_games.c.game == id) & (account_games.c.player == player)))
    for table in (player_results, won_hands):
        connection.execute(table.update().where((table.c.game == id) & (table.c.player == player)).values(who=None))


def delete_game(connection: Connection, id: str) -> None:
    """Delete a game with everything that is known of it."""
    drop_reviews(connection, sa.select(games.c.id).where(games.c.id == id))
    for table in (journal, records, account_games, player_results, won_hands):
        connection.execute(table.delete().where(table.c.game == id))
    connection.execute(games.delete().where(games.c.id == id))


def remove_name(connection: Connection, game: str, player: int, name: str) -> None:
    """Replace the name of a player of a game that is over, also in its record."""
    text, packed = connection.execute(sa.select(games.c.header, games.c.record).where(games.c.id == game)).one()
    header = json.loads(text)
    names = list(header["players"])
    names[player] = free_name(names, name)
    changed: dict[str, Any] = {"header": _to_text({**header, "players": names})}
    if packed is not None:
        record = with_names(zlib.decompress(packed), names)
        changed["record"] = zlib.compress(record, 6)
        # the hash of the old one stays known, so that a copy which somebody uploads is this game
        hash = hashlib.sha256(record).hexdigest()
        if connection.scalar(sa.select(records.c.game).where(records.c.sha256 == hash)) is None:
            connection.execute(records.insert().values(sha256=hash, game=game))
    connection.execute(games.update().where(games.c.id == game).values(**changed))


def free_name(names: list[str], wanted: str) -> str:
    """A name that no other player has."""
    name, count = wanted, 2
    while name in names:
        name, count = f"{wanted} {count}", count + 1
    return name


def with_names(record: bytes, names: list[str]) -> bytes:
    """A record with other names of its players, and else the same lines."""
    first, _, rest = record.partition(b"\n")
    lines = rest[: rest.rindex(b"\n", 0, -1) + 1]
    changed = canonical({**json.loads(first), "players": names}) + lines
    return changed + canonical({"t": "end", "sha256": hashlib.sha256(changed).hexdigest()})


def _to_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
