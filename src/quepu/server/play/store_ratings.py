"""Results of finished games in the database: what each player did, the hands that were won, and the ratings that follow."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.players import PLAYERS
from quepu.server.play.store_tables import games, player_results, rated_games, rating_changes, ratings, rooms, won_hands
from quepu.server.ratings.rate import BOT, RATED_DEALS, Played, Rating, is_rateable, rate, recomputed
from quepu.server.ratings.results import Counts, GameResult, result_of

_LOCK = 0x71756572
"""The number of the lock of PostgreSQL that a server holds while it rates a game: games are rated one after the other."""


def write_result(connection: Connection, id: str, result: GameResult) -> None:
    """Store the result of a game that has just been stored as finished, and rate it if it counts. A result is stored once."""
    row = connection.execute(
        sa.select(*_COLUMNS, rooms.c.settings).join_from(games, rooms, games.c.room == rooms.c.id).where(games.c.id == id)
    ).first()
    if row is None or connection.scalar(sa.select(player_results.c.game).where(player_results.c.game == id)) is not None:
        return
    settings, header = json.loads(row.settings), json.loads(row.header)
    if header["overlay"] is not None or settings["open_hands"]:
        return  # custom rules have no statistics, and open hands are another game
    who = players_of(row)
    _insert(connection, row, header["rules"], who, result, is_public=not settings["private"])
    is_played = result.complete and result.counts[0].deals >= RATED_DEALS
    if is_played and may_be_rated(settings, who):
        played = [Played(str(one), rank, left) for one, rank, left in zip(who, result.ranks, result.left, strict=True)]
        _rate(connection, id, header["rules"], row.finished, played)


_COLUMNS = (games.c.id, games.c.header, games.c.members, games.c.bots, games.c.accounts, games.c.finished)


def may_be_rated(settings: Mapping[str, Any], who: Sequence[str | None] = ("",)) -> bool:
    """Whether a game in a room with these stored settings is rated, if it is played to its end by these players, by their keys. Without
    them: if all are accounts or bots."""
    plan = settings.get("plan") or {}
    return bool(plan.get("rated", True)) and is_rateable(settings, [None if one is None else one.removeprefix(BOT) for one in who])


def players_of(row: Any) -> list[str | None]:
    """The keys of the players of a game; None for a guest."""
    members, bots = json.loads(row.members), json.loads(row.bots)
    accounts = [None] * 4 if row.accounts is None else json.loads(row.accounts)
    return [
        account if member is not None else f"{BOT}{bot}" if bot in PLAYERS else None
        for member, bot, account in zip(members, bots, accounts, strict=True)
    ]


def _insert(connection: Connection, row: Any, rules: str, who: Sequence[str | None], result: GameResult, *, is_public: bool) -> None:
    common = {"game": row.id, "rules": rules, "finished": row.finished}
    for player, counts in enumerate(result.counts):
        numbers = {one.name: getattr(counts, one.name) for one in fields(Counts)}
        own = {"who": who[player], "rank": result.ranks[player], "score": result.scores[player]}
        connection.execute(
            player_results.insert().values(**common, public=is_public, player=player, **own, **{**numbers, "fans": _to_text(counts.fans)})
        )
    members = json.loads(row.members)
    for won in result.wins:
        if not is_public or members[won.player] is None:
            continue
        values = {one.name: getattr(won, one.name) for one in fields(won)}
        connection.execute(won_hands.insert().values(**common, who=who[won.player], **{**values, "fans": _to_text(won.fans)}))


def _to_text(value: Mapping[str, int]) -> str:
    return json.dumps(value, separators=(",", ":"))


# Ratings.


def _rate(connection: Connection, game: str, rules: str, finished: float, players: Sequence[Played]) -> None:
    """Rate a game. The number of the game is its place in the order in which all are rated."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    number = 1 + (connection.scalar(sa.select(sa.func.max(rated_games.c.number))) or 0)
    stored = [[player.who, player.rank, player.left] for player in players]
    values = {"number": number, "game": game, "rules": rules, "finished": finished}
    connection.execute(rated_games.insert().values(**values, players=json.dumps(stored, separators=(",", ":"))))
    known = read_ratings(connection, rules, {player.who for player in players})
    for who, rating in sorted(rate(known, players).items()):
        change = {"number": number, "who": who, "rules": rules, "mu_before": known.get(who, Rating()).mu}
        connection.execute(rating_changes.insert().values(**change, mu=rating.mu, sigma=rating.sigma))
        if who not in known:
            none = {"games": 0, "seats": 0, "rank_sum": 0}
            connection.execute(ratings.insert().values(who=who, rules=rules, mu=rating.mu, sigma=rating.sigma, rated=finished, **none))
        ranks = [4 if player.left else player.rank for player in players if player.who == who]
        of = ratings.c
        more = {"games": of.games + 1, "seats": of.seats + len(ranks), "rank_sum": of.rank_sum + sum(ranks)}
        where = (of.who == who) & (of.rules == rules)
        connection.execute(ratings.update().where(where).values(mu=rating.mu, sigma=rating.sigma, rated=finished, **more))


def read_ratings(connection: Connection, rules: str, who: set[str]) -> dict[str, Rating]:
    """The ratings of these players under a rule book, of those who have one."""
    where = (ratings.c.rules == rules) & ratings.c.who.in_(sorted(who))
    found = connection.execute(sa.select(ratings.c.who, ratings.c.mu, ratings.c.sigma).where(where))
    return {row.who: Rating(row.mu, row.sigma) for row in found}


def ratings_from_games(connection: Connection) -> dict[tuple[str, str], Rating]:
    """All ratings, by player and rule book, computed again from all rated games in their order."""
    by_book: dict[str, list[list[Played]]] = {}
    for rules, players in connection.execute(sa.select(rated_games.c.rules, rated_games.c.players).order_by(rated_games.c.number)):
        by_book.setdefault(rules, []).append([Played(*one) for one in json.loads(players)])
    return {(who, rules): rating for rules, played in by_book.items() for who, rating in recomputed(played).items()}


# Accounts.


def claim_game(connection: Connection, id: str, player: int, account: str) -> None:
    """A game that a guest has played counts for their account from now on, in statistics but not in ratings."""
    row = connection.execute(sa.select(*_COLUMNS, games.c.record).where(games.c.id == id)).first()
    if row is None or row.finished is None or row.members is None:
        return
    if row.record is not None and connection.scalar(sa.select(player_results.c.game).where(player_results.c.game == id)) is None:
        header = json.loads(row.header)
        if header["overlay"] is None:  # from before there were results
            _insert(connection, row, header["rules"], players_of(row), result_of(zlib.decompress(row.record)), is_public=False)
    for table in (player_results, won_hands):
        connection.execute(table.update().where((table.c.game == id) & (table.c.player == player)).values(who=account))


def forget_player(connection: Connection, account: str) -> None:
    """The account is deleted: nothing is listed for it any more. The order of rated games keeps its id, which says nothing any more, so
    that the ratings of the others can still be computed again."""
    for table in (player_results, won_hands):
        connection.execute(table.update().where(table.c.who == account).values(who=None))
    for listed in (ratings, rating_changes):
        connection.execute(listed.delete().where(listed.c.who == account))
