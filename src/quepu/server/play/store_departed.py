"""Deleted accounts: the names of their owners are removed from everything that is stored.

A record has the names of its players in its first line, and ends with a hash of all lines. So the name is replaced, and the hash computed
again: the record stays valid, and everything else in it as it was. ``games.accounts`` keeps the id, of which nothing else is known any
more: the results of the other players follow from it. A game that is being played keeps its names until it is over.
"""

from __future__ import annotations

import hashlib
import json
import time
import zlib

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from quepu.engine.record import canonical
from quepu.server.play.store import Store
from quepu.server.play.store_tables import (
    account_codes,
    account_games,
    account_profiles,
    account_sessions,
    accounts,
    blocks,
    departed_accounts,
    friends,
    games,
    members,
    records,
    reports,
)

DEPARTED = "已注销 former player"
"""The name of everybody whose account was deleted."""
_AT_ONCE = 20
"""The maximum number of games that are changed at once: all games wait for it."""


def delete_account(connection: Connection, id: str) -> None:
    """Delete an account and all that belongs to it. Its name remains in games that are over, until ``forget_departed``."""
    connection.execute(departed_accounts.insert().values(id=id, departed=time.time()))
    connection.execute(accounts.delete().where(accounts.c.id == id))
    for table in (account_sessions, account_codes, account_profiles, friends, blocks):
        connection.execute(table.delete().where(table.c.account == id))
    for table in (friends, blocks):
        connection.execute(table.delete().where(table.c.other == id))
    connection.execute(reports.update().where(reports.c.reporter == id).values(reporter=None))
    connection.execute(reports.update().where(reports.c.account == id).values(account=None, name=DEPARTED))
    connection.execute(members.update().where(members.c.account == id).values(account=None, name=DEPARTED))


async def forget_departed(store: Store) -> None:
    """Remove the names of deleted accounts from games that are over, a few at a time."""
    while await store.do(_forget_some):
        pass


def _forget_some(connection: Connection) -> int:
    """How many games were changed."""
    theirs = sa.select(account_games.c.account, account_games.c.player, games).join(games, games.c.id == account_games.c.game)
    is_departed = account_games.c.account.in_(sa.select(departed_accounts.c.id))
    found = connection.execute(theirs.where(is_departed & games.c.finished.is_not(None)).limit(_AT_ONCE)).all()
    for row in found:
        _forget(connection, row)
        connection.execute(account_games.delete().where((account_games.c.account == row.account) & (account_games.c.game == row.id)))
    if not found:
        has_games = sa.exists().where(account_games.c.account == departed_accounts.c.id)
        connection.execute(departed_accounts.delete().where(~has_games))
    return len(found)


def _forget(connection: Connection, row: Row[tuple[object, ...]]) -> None:
    """Remove the name of one player of a game. Another one may have been changed just before, so the game is read again."""
    header, packed = connection.execute(sa.select(games.c.header, games.c.record).where(games.c.id == row.id)).one()
    names = list(json.loads(header)["players"])
    names[row.player] = _free(names)
    changed = {"header": _to_text({**json.loads(header), "players": names})}
    connection.execute(games.update().where(games.c.id == row.id).values(**changed))
    if packed is not None:
        record = with_names(zlib.decompress(packed), names)
        connection.execute(games.update().where(games.c.id == row.id).values(record=zlib.compress(record, 6)))
        # the hash of the old one stays known, so that a copy which somebody uploads is this game
        hash = hashlib.sha256(record).hexdigest()
        if connection.scalar(sa.select(records.c.game).where(records.c.sha256 == hash)) is None:
            connection.execute(records.insert().values(sha256=hash, game=row.id))


def _free(names: list[str]) -> str:
    name, count = DEPARTED, 2
    while name in names:
        name, count = f"{DEPARTED} {count}", count + 1
    return name


def _to_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def with_names(record: bytes, names: list[str]) -> bytes:
    """A record with other names of its players, and else the same lines."""
    first, _, rest = record.partition(b"\n")
    lines = rest[: rest.rindex(b"\n", 0, -1) + 1]
    changed = canonical({**json.loads(first), "players": names}) + lines
    return changed + canonical({"t": "end", "sha256": hashlib.sha256(changed).hexdigest()})
