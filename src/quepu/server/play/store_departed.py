"""Deleted accounts: the names of their owners are removed from everything that is stored.

``store_names.py`` says how a name is removed from a record. ``games.accounts`` and ``rated_games.players`` keep the id, of which nothing
else is known any more: the results and the ratings of the other players follow from it. A game that is being played keeps its names until
it is over.
"""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.server.play.store import Store
from quepu.server.play.store_bots import drop_bots_of
from quepu.server.play.store_names import remove_name
from quepu.server.play.store_ratings import forget_player
from quepu.server.play.store_tables import (
    account_codes,
    account_games,
    account_profiles,
    account_sessions,
    accounts,
    bans,
    blocks,
    departed_accounts,
    event_players,
    events,
    friends,
    games,
    match_tickets,
    members,
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
    connection.execute(bans.delete().where((bans.c.kind == "account") & (bans.c.subject == id)))
    connection.execute(reports.update().where(reports.c.reporter == id).values(reporter=None))
    connection.execute(reports.update().where(reports.c.account == id).values(account=None, name=DEPARTED))
    forget_player(connection, id)
    drop_bots_of(connection, id)
    connection.execute(match_tickets.delete().where(match_tickets.c.account == id))
    connection.execute(event_players.update().where(event_players.c.account == id).values(account=None, name=DEPARTED))
    connection.execute(events.update().where(events.c.account == id).values(account=None))
    _find_games_without_account(connection, id)
    connection.execute(members.update().where(members.c.account == id).values(account=None, name=DEPARTED))


def _find_games_without_account(connection: Connection, id: str) -> None:
    """Games that count for no account, as they continue from a replay, have the name too."""
    of = members.c
    played = sa.select(games.c.id, games.c.header, games.c.members, of.number, of.name).join(members, of.room == games.c.room)
    known = sa.exists().where((account_games.c.game == games.c.id) & (account_games.c.account == id))
    for row in connection.execute(played.where((of.account == id) & games.c.members.is_not(None) & ~known)).all():
        numbers, names = json.loads(row.members), json.loads(row.header)["players"]
        if row.number in numbers and names[player := numbers.index(row.number)] == row.name:
            connection.execute(account_games.insert().values(account=id, game=row.id, player=player, claimed=True))


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
        remove_name(connection, row.id, row.player, DEPARTED)
        connection.execute(account_games.delete().where((account_games.c.account == row.account) & (account_games.c.game == row.id)))
    if not found:
        has_games = sa.exists().where(account_games.c.account == departed_accounts.c.id)
        connection.execute(departed_accounts.delete().where(~has_games))
    return len(found)
