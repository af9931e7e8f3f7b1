"""Reviews in the database: those that are done, by deal, and those that somebody has asked for."""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.server.play.store_tables import games, review_requests, reviews

WHOLE_GAME = 0
"""Instead of the number of a deal: all of them."""


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """A review that is not done yet: of which player, by their first seat, and which deal, or WHOLE_GAME."""

    game: str
    player: int
    deal: int


def keep_request(connection: Connection, request: ReviewRequest) -> None:
    """Store a request, instead of an earlier one for the same player."""
    drop_request(connection, request.game, request.player)
    row = {"game": request.game, "player": request.player, "deal": request.deal, "created": time.time()}
    connection.execute(review_requests.insert().values(**row))


def drop_request(connection: Connection, game: str, player: int) -> None:
    where = (review_requests.c.game == game) & (review_requests.c.player == player)
    connection.execute(review_requests.delete().where(where))


def read_requests(connection: Connection) -> list[ReviewRequest]:
    """All requests, the oldest first."""
    columns = sa.select(review_requests.c.game, review_requests.c.player, review_requests.c.deal)
    return [ReviewRequest(*row) for row in connection.execute(columns.order_by(review_requests.c.created))]


def keep_review(connection: Connection, game: str, player: int, deal: int, decisions: list[dict[str, Any]]) -> None:
    """Store the review of a deal, unless its game has been deleted."""
    if connection.scalar(sa.select(games.c.id).where(games.c.id == game)) is None:
        return
    where = (reviews.c.game == game) & (reviews.c.player == player) & (reviews.c.deal == deal)
    connection.execute(reviews.delete().where(where))
    body = zlib.compress(json.dumps(decisions, separators=(",", ":")).encode(), 6)
    connection.execute(reviews.insert().values(game=game, player=player, deal=deal, body=body))


def reviewed_deals(connection: Connection, game: str, player: int) -> set[int]:
    """The numbers of the deals whose review is done."""
    where = (reviews.c.game == game) & (reviews.c.player == player)
    return set(connection.scalars(sa.select(reviews.c.deal).where(where)))


def reviewed_players(connection: Connection, game: str) -> list[int]:
    """The players of whom a deal has been reviewed, by their first seats."""
    return list(connection.scalars(sa.select(reviews.c.player).where(reviews.c.game == game).distinct().order_by(reviews.c.player)))


def read_reviews(connection: Connection, game: str, player: int) -> list[tuple[int, bytes]]:
    """The reviews of a player that are done: the number of the deal, and the packed decisions (see ``unpack``)."""
    where = (reviews.c.game == game) & (reviews.c.player == player)
    rows = connection.execute(sa.select(reviews.c.deal, reviews.c.body).where(where).order_by(reviews.c.deal))
    return [(deal, body) for deal, body in rows]


def unpack(body: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(zlib.decompress(body))
    return found


def drop_reviews(connection: Connection, of_games: sa.Select[Any]) -> None:
    """Delete the reviews of games that are deleted, and the requests for them."""
    for table in (reviews, review_requests):
        connection.execute(table.delete().where(table.c.game.in_(of_games)))
