"""The ladder of bots in the database: its games, and the ratings that follow from them in their order."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.players import PLAYERS
from quepu.server.play.store_rows import keep_game
from quepu.server.play.store_tables import accounts, bot_ratings, bots, ladder_games
from quepu.server.ratings.rate import Played, Rating, rate, recomputed

_LOCK = 0x71756573
"""The number of the lock of PostgreSQL that a server holds while it rates a game: games are rated one after the other."""
_LATEST = 20
"""How many games are listed."""


def keep_ladder_game(connection: Connection, id: str, record: bytes, summary: dict[str, Any], players: Sequence[Played]) -> None:
    """Store a game that is over, with its record, and rate it."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    rules = summary["header"]["rules"]
    keep_game(connection, id, record, summary)
    stored = {"bots": json.dumps([player.who for player in players]), "ranks": json.dumps([[one.rank, one.left] for one in players])}
    connection.execute(ladder_games.insert().values(game=id, rules=rules, ended=time.time(), **stored))
    who = {player.who for player in players}
    rows = connection.execute(sa.select(bot_ratings).where((bot_ratings.c.rules == rules) & bot_ratings.c.bot.in_(sorted(who))))
    known = {row.bot: Rating(row.mu, row.sigma) for row in rows}
    for bot, rating in sorted(rate(known, players).items()):
        if bot not in known:
            connection.execute(bot_ratings.insert().values(rules=rules, bot=bot, mu=rating.mu, sigma=rating.sigma, games=0))
        where = (bot_ratings.c.rules == rules) & (bot_ratings.c.bot == bot)
        connection.execute(bot_ratings.update().where(where).values(mu=rating.mu, sigma=rating.sigma, games=bot_ratings.c.games + 1))


def ladder_from_games(connection: Connection, rules: str) -> dict[str, Rating]:
    """All ratings of a rule book, computed again from its games."""
    rows = connection.execute(sa.select(ladder_games).where(ladder_games.c.rules == rules).order_by(ladder_games.c.number))
    return recomputed([_played(row) for row in rows])


def _played(row: Any) -> list[Played]:
    pairs = zip(json.loads(row.bots), json.loads(row.ranks), strict=True)
    return [Played(bot, rank, left) for bot, (rank, left) in pairs]


def read_ladder(connection: Connection, rules: str) -> dict[str, Any]:
    """The standings of a rule book, the best first, and its latest games."""
    columns = sa.select(bot_ratings, bots.c.name, accounts.c.name.label("owner"))
    joined = columns.join(bots, bots.c.id == bot_ratings.c.bot, isouter=True).join(accounts, accounts.c.id == bots.c.account, isouter=True)
    places = []
    for row in connection.execute(joined.where(bot_ratings.c.rules == rules)):
        rating = Rating(row.mu, row.sigma)
        name = row.bot if row.bot in PLAYERS else row.name
        if name is not None:
            of = {"bot": row.bot, "name": name, "owner": row.owner, "builtin": row.bot in PLAYERS, "games": row.games}
            places.append((rating.safe, {**of, "rating": rating.shown, "deviation": rating.deviation}))
    places.sort(key=lambda one: (-one[0], one[1]["bot"]))
    latest = list(
        connection.execute(
            sa.select(ladder_games).where(ladder_games.c.rules == rules).order_by(ladder_games.c.number.desc()).limit(_LATEST)
        )
    )
    played = {bot for row in latest for bot in json.loads(row.bots)}
    names: dict[str, str] = {row.id: row.name for row in connection.execute(sa.select(bots.c.id, bots.c.name).where(bots.c.id.in_(played)))}
    names |= {name: name for name in PLAYERS}
    return {
        "rules": rules,
        "standings": [place for _, place in places],
        "latest": [
            {
                "game": row.game,
                "names": [names.get(bot) for bot in json.loads(row.bots)],
                "ranks": [rank for rank, _ in json.loads(row.ranks)],
                "ended": row.ended,
            }
            for row in latest
        ],
    }
