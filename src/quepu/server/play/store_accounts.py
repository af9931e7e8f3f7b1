"""Accounts in the database: names and passwords, sessions, recovery codes, the profiles of their browsers.

A function that refuses something returns the error and does not raise it, as in ``store_documents.py``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping

from quepu.errors import QuepuError
from quepu.server import account_names
from quepu.server.play.store_ratings import claim_game
from quepu.server.play.store_tables import account_codes, account_games, account_profiles, account_sessions, accounts, games

MOST_SESSIONS = 50
"""The maximum number of sessions of an account; a new one ends the oldest."""
_DAY = 86400.0


@dataclass(frozen=True, slots=True)
class StoredAccount:
    """``password`` is its hash."""

    id: str
    name: str
    password: str
    is_operator: bool
    created: float
    seen: float


def _account(row: RowMapping | None) -> StoredAccount | None:
    if row is None:
        return None
    return StoredAccount(row["id"], row["name"], row["password"], row["is_operator"], row["created"], row["seen"])


def by_name(connection: Connection, name: str) -> StoredAccount | None:
    """The account that somebody means by a name, as names are compared. Of accounts from before names were compared so strictly, two may
    be alike: then capitals and accents tell them apart."""
    key = account_names.skeleton(name)
    found = sa.select(accounts).where(accounts.c.name_key.in_([key, account_names.former_key(name)]))
    rows = connection.execute(found.order_by(accounts.c.name_key != key)).mappings().all()
    exact = (row for row in rows if account_names.is_written_alike(row["name"], name))
    return _account(next(exact, rows[0] if rows else None))


def _is_taken(connection: Connection, name: str, id: str | None = None) -> bool:
    """Whether another account has this name, or one that looks the same."""
    found = connection.scalars(sa.select(accounts.c.id).where(accounts.c.name_key.in_(sorted(account_names.look_alikes(name)))))
    return any(other != id for other in found)


def by_id(connection: Connection, id: str) -> StoredAccount | None:
    return _account(connection.execute(sa.select(accounts).where(accounts.c.id == id)).mappings().first())


def names_of(connection: Connection, ids: Iterable[str]) -> dict[str, str]:
    """The names of those accounts that exist."""
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    rows = connection.execute(sa.select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(wanted)))
    return {row.id: row.name for row in rows}


# Changes.


def create(connection: Connection, id: str, name: str, password: str, codes: Iterable[str]) -> QuepuError | None:
    """A new account, with the hashes of its recovery codes."""
    if _is_taken(connection, name):
        return QuepuError("name_taken")
    now, key = time.time(), account_names.skeleton(name)
    row = {"id": id, "name": name, "name_key": key, "password": password, "is_operator": False, "created": now, "seen": now}
    connection.execute(accounts.insert().values(**row))
    set_codes(connection, id, codes)
    return None


def rename(connection: Connection, id: str, name: str) -> QuepuError | None:
    if _is_taken(connection, name, id):
        return QuepuError("name_taken")
    connection.execute(accounts.update().where(accounts.c.id == id).values(name=name, name_key=account_names.skeleton(name)))
    return None


def still_has(connection: Connection, id: str, password: str) -> bool:
    """Whether the password of an account has this hash. Nobody changes it, or signs in or bans them, before this transaction ends."""
    return lock(connection, id) == password


def lock(connection: Connection, id: str) -> str | None:
    """Let no other transaction change the account, or open a session of it, before this one ends. The hash of its password; None if there
    is no such account."""
    return connection.scalar(sa.select(accounts.c.password).where(accounts.c.id == id).with_for_update())


def set_password(connection: Connection, id: str, password: str) -> None:
    connection.execute(accounts.update().where(accounts.c.id == id).values(password=password))


def set_operator(connection: Connection, id: str, is_operator: bool) -> None:
    connection.execute(accounts.update().where(accounts.c.id == id).values(is_operator=is_operator))


# Recovery codes.


def set_codes(connection: Connection, id: str, codes: Iterable[str]) -> None:
    """Codes instead of those before, by their hashes."""
    connection.execute(account_codes.delete().where(account_codes.c.account == id))
    connection.execute(account_codes.insert(), [{"hash": code, "account": id} for code in codes])


def use_code(connection: Connection, id: str, code: str) -> bool:
    """Use a code up; False if there is no such code."""
    where = (account_codes.c.account == id) & (account_codes.c.hash == code)
    return connection.execute(account_codes.delete().where(where)).rowcount == 1


def codes_left(connection: Connection, id: str) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(account_codes).where(account_codes.c.account == id)) or 0


# Sessions.


def open_session(connection: Connection, id: str, hash: str, before: str | None, seconds: float) -> None:
    """A new session; ``before`` is the one that the browser had, which ends."""
    now = time.time()
    theirs = account_sessions.c.account == id
    ended = account_sessions.c.expires <= now
    connection.execute(account_sessions.delete().where((theirs & ended) | (account_sessions.c.hash == (before or ""))))
    newest = sa.select(account_sessions.c.hash).where(theirs).order_by(account_sessions.c.created.desc()).offset(MOST_SESSIONS - 1)
    oldest = connection.scalars(newest).all()
    if oldest:
        connection.execute(account_sessions.delete().where(account_sessions.c.hash.in_(oldest)))
    connection.execute(account_sessions.insert().values(hash=hash, account=id, created=now, expires=now + seconds))
    connection.execute(accounts.update().where(accounts.c.id == id).values(seen=now))


def session_of(connection: Connection, hash: str) -> StoredAccount | None:
    """The account of a session that has not ended."""
    now = time.time()
    joined = sa.select(accounts).join(account_sessions, account_sessions.c.account == accounts.c.id)
    row = connection.execute(joined.where((account_sessions.c.hash == hash) & (account_sessions.c.expires > now))).mappings().first()
    found = _account(row)
    if found is not None and found.seen < now - _DAY:
        connection.execute(accounts.update().where(accounts.c.id == found.id).values(seen=now))
    return found


def end_session(connection: Connection, hash: str) -> None:
    connection.execute(account_sessions.delete().where(account_sessions.c.hash == hash))


def end_sessions(connection: Connection, id: str) -> None:
    """All sessions of an account."""
    connection.execute(account_sessions.delete().where(account_sessions.c.account == id))


def sessions_of(connection: Connection, id: str) -> list[tuple[float, float]]:
    """When the sessions of an account began and will end, the newest first."""
    columns = sa.select(account_sessions.c.created, account_sessions.c.expires)
    found = connection.execute(columns.where(account_sessions.c.account == id).order_by(account_sessions.c.created.desc()))
    return [(created, expires) for created, expires in found]


def drop_sessions(connection: Connection) -> int:
    """Delete those that have ended."""
    return connection.execute(account_sessions.delete().where(account_sessions.c.expires <= time.time())).rowcount


# The profile of their browsers.


def read_profile(connection: Connection, id: str) -> tuple[int, bytes] | None:
    row = connection.execute(sa.select(account_profiles).where(account_profiles.c.account == id)).first()
    return None if row is None else (row.number, row.body)


def write_profile(connection: Connection, id: str, body: bytes, number: int) -> int | QuepuError:
    """Store a profile that was made from the one with this number, 0 for the first one; its new number. If another browser has stored one
    meanwhile, nothing is changed."""
    table = account_profiles
    if number == 0:
        if read_profile(connection, id) is not None:
            return QuepuError("profile_changed")
        connection.execute(table.insert().values(account=id, number=1, body=body))
        return 1
    where = (table.c.account == id) & (table.c.number == number)
    if connection.execute(table.update().where(where).values(number=number + 1, body=body)).rowcount == 0:
        return QuepuError("profile_changed")
    return number + 1


# Their games.


def add_games(connection: Connection, games: Iterable[tuple[str, list[str | None]]], claimed: bool) -> None:
    """The games of accounts, by player; those that are known stay as they are."""
    for game, players in games:
        known = set(connection.scalars(sa.select(account_games.c.account).where(account_games.c.game == game)))
        for player, account in enumerate(players):
            if account is not None and account not in known:
                known.add(account)
                connection.execute(account_games.insert().values(account=account, game=game, player=player, claimed=claimed))
                if claimed:
                    claim_game(connection, game, player, account)


def drop_games(connection: Connection, ids: sa.Select[tuple[str]]) -> None:
    """Games that are deleted are nobody's."""
    connection.execute(account_games.delete().where(account_games.c.game.in_(ids)))


def games_of(connection: Connection, id: str, before: tuple[float, str] | None, most: int) -> list[RowMapping]:
    """The games of an account, the newest first, without their records; ``before`` is the last one that is known."""
    columns = [column for column in games.c if column.name not in ("record", "members", "room")]
    joined = sa.select(*columns, account_games.c.player, account_games.c.claimed).join(account_games, account_games.c.game == games.c.id)
    where = account_games.c.account == id
    if before is not None:
        where &= sa.tuple_(games.c.created, games.c.id) < sa.tuple_(sa.literal(before[0]), sa.literal(before[1]))
    found = connection.execute(joined.where(where).order_by(games.c.created.desc(), games.c.id.desc()).limit(most))
    return list(found.mappings())
