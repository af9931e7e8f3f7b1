"""What is read of results and ratings: the leaderboard, the profile of a player, the gallery."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.players import PLAYERS
from quepu.server.play.store_events import hidden_games
from quepu.server.play.store_tables import accounts, games, player_results, rated_games, rating_changes, ratings, won_hands
from quepu.server.ratings import schemas
from quepu.server.ratings.rate import BOT, SCALE, Rating

PAGE = 50
"""How many players, or hands, an answer has."""
_HISTORY = 100
_COUNTED = 1000
"""How many games, the latest ones, the statistics of a player are made of: they take the time of the store, for which all games wait."""
_SEARCHED = 5000
"""Among how many hands, those with most points, a fan is searched."""
_GAMES = 20
_BEST = 5
_SAFE = ratings.c.mu - 3 * ratings.c.sigma
_IS_BOT = ratings.c.who.like(f"{BOT}%")
_COUNTS = ("deals", "wins", "self_drawn", "deal_ins", "drawn", "opened", "points_won", "points_dealt_in")


def leaderboard(connection: Connection, rules: str, bots: bool, first: int) -> schemas.PlayersAnswer:
    """A page of the players under a rule book, the best first; ``first`` is the place at which it begins, from 0."""
    listed = accounts.c.id.is_not(None) | _IS_BOT if bots else accounts.c.id.is_not(None)
    source = ratings.outerjoin(accounts, accounts.c.id == ratings.c.who)
    where = (ratings.c.rules == rules) & listed
    total = connection.scalar(sa.select(sa.func.count()).select_from(source).where(where)) or 0
    columns = (*ratings.c, accounts.c.name)
    query = sa.select(*columns).select_from(source).where(where).order_by(_SAFE.desc(), ratings.c.who).offset(first).limit(PAGE)
    rows = connection.execute(query).all()
    players: list[schemas.ListedPlayer] = [
        {
            "place": place,
            "player": row.who,
            "name": row.name,
            "bot": bot_of(row.who),
            "rating": rating_dict(row),
            "mean_rank": round(row.rank_sum / row.seats, 2),
        }
        for place, row in enumerate(rows, first + 1)
    ]
    return {"rules": rules, "total": total, "first": first, "players": players, "books": _books(connection)}


def rating_dict(row: Any) -> schemas.RatingJson:
    """A row of the table of ratings."""
    rating = Rating(row.mu, row.sigma)
    return {"rating": rating.shown, "deviation": rating.deviation, "games": row.games, "rated": row.rated}


def bot_of(who: str) -> str | None:
    """The name of a bot; None for the key of a person."""
    return who.removeprefix(BOT) if who.startswith(BOT) else None


def _books(connection: Connection) -> list[str]:
    """The rule books with ratings, the one with most of them first."""
    count = sa.func.count()
    return list(connection.scalars(sa.select(ratings.c.rules).group_by(ratings.c.rules).order_by(count.desc(), ratings.c.rules)))


# A player.


def profile(connection: Connection, who: str) -> schemas.PlayerAnswer | None:
    """Everything that is shown of a player; None if there is no such account or bot."""
    row = connection.execute(sa.select(accounts.c.name, accounts.c.created).where(accounts.c.id == who)).first()
    bot = bot_of(who)
    if row is None and bot not in PLAYERS:
        return None
    return {
        "player": who,
        "name": None if row is None else row.name,
        "bot": bot,
        "created": None if row is None else row.created,
        "books": [_book_dict(connection, who, rules) for rules in _books_of(connection, who)],
        "games": _latest_games(connection, who),
    }


def _books_of(connection: Connection, who: str) -> list[str]:
    """The rule books that a player has played, the one played most first."""
    of = player_results.c
    query = sa.select(of.rules).where((of.who == who) & of.game.not_in(hidden_games())).group_by(of.rules)
    return list(connection.scalars(query.order_by(sa.func.count().desc(), of.rules)))


def _book_dict(connection: Connection, who: str, rules: str) -> schemas.PlayerBook:
    of = player_results.c
    query = sa.select(player_results).where((of.who == who) & (of.rules == rules) & of.game.not_in(hidden_games()))
    rows = connection.execute(query.order_by(of.finished.desc()).limit(_COUNTED)).all()
    fans, ranks = Counter[str](), Counter[int](row.rank for row in rows)
    for row in rows:
        fans.update(json.loads(row.fans))
    statistics = {name: sum(getattr(row, name) for row in rows) for name in ("score", *_COUNTS)}
    rated = connection.execute(sa.select(ratings).where((ratings.c.who == who) & (ratings.c.rules == rules))).first()
    return {
        "rules": rules,
        "rating": None if rated is None else rating_dict(rated),
        "place": None if rated is None else _place(connection, rated),
        "history": _history(connection, who, rules),
        "games": len(rows),
        "ranks": [ranks[rank] for rank in range(1, 5)],
        "fans": [{"fan": fan, "hands": hands} for fan, hands in sorted(fans.items(), key=lambda one: (-one[1], one[0]))],
        "best": best_hands(connection, (won_hands.c.who == who) & (won_hands.c.rules == rules), 0, _BEST),
        **statistics,  # type: ignore[typeddict-item]  # the keys of _COUNTS
    }


def _place(connection: Connection, rated: Any) -> int | None:
    """The place among all people under the rule book; a bot has none."""
    if bot_of(rated.who) is not None:
        return None
    better = (ratings.c.rules == rated.rules) & (rated.mu - 3 * rated.sigma < _SAFE)
    source = ratings.join(accounts, accounts.c.id == ratings.c.who)
    return 1 + (connection.scalar(sa.select(sa.func.count()).select_from(source).where(better)) or 0)


def _history(connection: Connection, who: str, rules: str) -> list[schemas.RatingPoint]:
    """The last rated games, the first of them first."""
    of = rating_changes.c
    query = sa.select(rating_changes, rated_games.c.finished).join(rated_games, rated_games.c.number == of.number)
    rows = connection.execute(query.where((of.who == who) & (of.rules == rules)).order_by(of.number.desc()).limit(_HISTORY)).all()
    return [
        {
            "at": row.finished,
            "rating": Rating(row.mu, row.sigma).shown,
            "deviation": Rating(row.mu, row.sigma).deviation,
            "change": Rating(row.mu, row.sigma).shown - round(SCALE * row.mu_before),
        }
        for row in reversed(rows)
    ]


def _latest_games(connection: Connection, who: str) -> list[schemas.PlayedGame]:
    """The last games in public rooms, the latest first."""
    of = player_results.c
    query = sa.select(of.game, of.player, of.rules, of.finished, of.rank, of.score, games.c.header, games.c.scores)
    where = (of.who == who) & of.public
    rows = connection.execute(
        query.join(games, games.c.id == of.game).where(where).order_by(of.finished.desc(), of.game, of.player).limit(_GAMES)
    )
    return [
        {
            "game": row.game,
            "player": row.player,
            "rules": row.rules,
            "finished": row.finished,
            "rank": row.rank,
            "score": row.score,
            "players": json.loads(row.header)["players"],
            "scores": json.loads(row.scores),
        }
        for row in rows
    ]


# The gallery.


def gallery(connection: Connection, rules: str, since: float | None, fan: str | None, first: int) -> schemas.GalleryAnswer:
    """A page of the hands with most points that people have won under a rule book in public rooms."""
    where = won_hands.c.rules == rules
    if since is not None:
        where &= won_hands.c.finished >= since
    if fan is not None:
        greatest = sa.select(won_hands).where(where).order_by(won_hands.c.points.desc()).limit(_SEARCHED).subquery()
        has_fan = greatest.c.fans.contains(f'"{fan}":', autoescape=True)
        where &= sa.tuple_(won_hands.c.game, won_hands.c.deal, won_hands.c.step).in_(
            sa.select(greatest.c.game, greatest.c.deal, greatest.c.step).where(has_fan)
        )
    books = sa.select(won_hands.c.rules).group_by(won_hands.c.rules).order_by(sa.func.count().desc(), won_hands.c.rules)
    hands = best_hands(connection, where, first, PAGE + 1)
    return {
        "rules": rules,
        "books": list(connection.scalars(books)),
        "first": first,
        "hands": hands[:PAGE],
        "more": len(hands) > PAGE,
    }


def best_hands(connection: Connection, where: sa.ColumnElement[bool], first: int, most: int) -> list[schemas.GreatHand]:
    """The hands with most points; of equal ones the earlier first."""
    of = won_hands.c
    source = won_hands.join(games, games.c.id == of.game).outerjoin(accounts, accounts.c.id == of.who)
    query = sa.select(won_hands, games.c.header, accounts.c.name).select_from(source).where(where)
    rows = connection.execute(query.order_by(of.points.desc(), of.finished, of.game, of.deal).offset(first).limit(most))
    return [
        {
            "game": row.game,
            "deal": row.deal,
            "step": row.step,
            "seat_player": row.player,
            "player": None if row.name is None else row.who,
            "name": row.name or json.loads(row.header)["players"][row.player],
            "rules": row.rules,
            "points": row.points,
            "self_drawn": row.self_drawn,
            "hand": row.hand,
            "fans": json.loads(row.fans),
            "finished": row.finished,
        }
        for row in rows
    ]
