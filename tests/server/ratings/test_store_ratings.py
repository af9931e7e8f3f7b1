"""Games that count are rated with their end, in one order; everything can be computed again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.server.play import store_ratings, store_rows
from quepu.server.play.store import Store
from quepu.server.play.store_names import delete_game
from quepu.server.play.store_ratings import ratings_from_games
from quepu.server.play.store_tables import player_results, rated_games, rating_changes, ratings, won_hands
from quepu.server.ratings.rate import Rating
from tests.server.play.postgres import Postgres
from tests.server.play.test_store import opened
from tests.server.ratings.played import PlayedGame

Result = TypeVar("Result")


def do(store: Store, work: Callable[[Connection], Result]) -> Result:
    async def run() -> Result:
        return await store.do(work)

    return asyncio.run(run())


def stored_ratings(connection: Connection) -> dict[tuple[str, str], Rating]:
    return {(row.who, row.rules): Rating(row.mu, row.sigma) for row in connection.execute(sa.select(ratings))}


def count(connection: Connection, table: sa.Table) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


def rated(connection: Connection) -> list[str]:
    return list(connection.scalars(sa.select(rated_games.c.game).order_by(rated_games.c.number)))


def test_the_ratings_follow_from_the_rated_games_in_their_order(database: str) -> None:
    with opened(database) as store:
        played = [
            PlayedGame(people, seed, rules=rules).play()
            for seed, (people, rules) in enumerate(
                [
                    (["ann", "bob"], "lingque28"),
                    (["ann", "bob", "eve", "joe"], "lingque28"),
                    (["eve"], "guobiao"),
                    (["bob", "eve", "joe"], "lingque28"),
                    (["ann", "joe"], "guobiao"),
                ]
            )
        ]
        ids = [do(store, partial(game.store, room=f"room{number}")) for number, game in enumerate(played)]
        found, again, order = do(store, lambda connection: (stored_ratings(connection), ratings_from_games(connection), rated(connection)))
        assert order == ids
        assert found == again
        assert set(found) == {
            *((who, "lingque28") for who in ("ann", "bob", "eve", "joe", "bot:swift")),
            *((who, "guobiao") for who in ("ann", "eve", "joe", "bot:swift")),
        }
        assert do(store, games_of_all) == {"ann": 2, "bob": 3, "eve": 2, "joe": 2, "bot:swift": 2}
        changes = sa.select(rating_changes).where(rating_changes.c.who == "ann").order_by(rating_changes.c.number)
        last = do(store, lambda connection: connection.execute(changes).all())
        assert [(row.number, row.rules) for row in last] == [(1, "lingque28"), (2, "lingque28"), (5, "guobiao")]
        assert [row.mu_before for row in last] == [25.0, last[0].mu, 25.0]


def games_of_all(connection: Connection) -> dict[str, int]:
    """How many games under one book were rated for each."""
    return {row.who: row.games for row in connection.execute(sa.select(ratings).where(ratings.c.rules == "lingque28"))}


@pytest.mark.parametrize(
    ("people", "others"),
    [
        ([None], {}),
        (["ann", None], {}),
        (["ann", "ann"], {}),
        (["ann"], {"private": True}),
        (["ann"], {"casual": True}),
        (["ann"], {"hints": True}),
        (["ann"], {"hands": 3}),
        (["ann"], {"open_hands": True}),
    ],
    ids=["only a guest", "with a guest", "one person twice", "private", "casual", "with hints", "too short", "open hands"],
)
def test_other_games_are_not_rated(people: list[str | None], others: dict[str, Any]) -> None:
    with opened("sqlite://") as store:
        do(store, lambda connection: PlayedGame(people, **others).play().store(connection, "room"))
        assert do(store, rated) == []
        kept = do(store, lambda connection: connection.execute(sa.select(player_results.c.who)).scalars().all())
        assert len(kept) == (0 if others.get("open_hands") else 4)


def test_bots_alone_are_not_rated() -> None:
    with opened("sqlite://") as store:
        game = PlayedGame(["ann"]).play()
        bots = {"members": [None] * 4, "bots": ["swift"] * 4, "accounts": [None] * 4}
        for write in game.driver.writes:
            if write.kind == "game":
                write.values.update(bots)
        do(store, lambda connection: game.store(connection, "room"))
        assert do(store, rated) == []


def test_a_game_that_was_ended_early_is_not_rated_and_one_that_was_left_only_for_who_left() -> None:
    with opened("sqlite://") as store:
        ended = PlayedGame(["ann"], seed=2, hands=8)
        ended.play(lambda driver: driver.session.game.match.number == 6 and driver.session.game.deal is not None)
        ended.driver.session.end(ended.driver.now)  # as its players could have agreed to do, were it not rated
        ended.driver.settle()
        do(store, lambda connection: ended.store(connection, "ended"))
        assert do(store, rated) == []
        left = PlayedGame(["ann", "bob"], seed=5)
        left.play(lambda driver: driver.session.game.match.number == 2)
        left.driver.send(1, {"t": "away"})
        do(store, lambda connection: left.play().store(connection, "left"))
        assert do(store, rated) == [left.id]
        found = do(store, stored_ratings)
        assert set(found) == {("bob", "lingque28")}
        assert found["bob", "lingque28"].mu < Rating().mu
        assert found == do(store, ratings_from_games)


def test_a_game_is_rated_in_the_transaction_of_its_end_and_only_once(database: str) -> None:
    game = PlayedGame(["ann"], seed=7).play()
    finish = store_rows.Write(
        "finish", {"id": game.id, "room": "room", "scores": [0] * 4, "hands": 4, "record": game.record, "result": game.result}
    )

    def fails(connection: Connection) -> None:
        store_rows.write(connection, finish)
        raise ZeroDivisionError

    with opened(database) as store:
        do(store, lambda connection: game.store(connection, "room"))
        before = do(store, stored_ratings)
        with pytest.raises(ZeroDivisionError):
            do(store, fails)
        do(store, lambda connection: store_rows.write(connection, finish))
        assert do(store, stored_ratings) == before
        assert do(store, rated) == [game.id]


def test_two_servers_rate_one_game_after_the_other(postgres: Postgres) -> None:
    """Nothing is lost, though all games have the same bots."""
    database = postgres.database()
    played = [PlayedGame([f"account{seed}"], seed=seed).play() for seed in range(1, 7)]
    engines = [sa.create_engine(database) for _ in range(2)]

    async def both() -> None:
        def rate(number: int) -> None:
            for at in range(number, len(played), 2):
                with engines[number].begin() as connection:
                    played[at].store(connection, f"room{at}")

        await asyncio.gather(asyncio.to_thread(rate, 0), asyncio.to_thread(rate, 1))

    with opened(database):
        asyncio.run(both())
    for engine in engines:
        with engine.connect() as connection:
            assert stored_ratings(connection) == ratings_from_games(connection)
            assert connection.scalar(sa.select(ratings.c.games).where(ratings.c.who == "bot:swift")) == 6
        engine.dispose()


def test_a_guest_who_signs_up_later_can_claim_a_game_for_their_statistics(database: str) -> None:
    game = PlayedGame([None], seed=7, private=True).play()
    with opened(database) as store:
        id = do(store, lambda connection: game.store(connection, "room"))
        player = game.driver.player(0)
        before = do(store, results)
        do(store, lambda connection: store_ratings.claim_game(connection, id, player, "ann"))
        assert do(store, results) == [(one, "ann" if one == player else who, rest) for one, who, rest in before]

        def as_it_was_before_there_were_results(connection: Connection) -> None:
            connection.execute(player_results.delete())
            connection.execute(won_hands.delete())

        do(store, as_it_was_before_there_were_results)
        do(store, lambda connection: store_ratings.claim_game(connection, id, player, "ann"))
        assert do(store, results) == [(one, "ann" if one == player else who, rest) for one, who, rest in before]
        assert do(store, rated) == []
        do(store, lambda connection: store_ratings.claim_game(connection, "unknown", 0, "ann"))


def results(connection: Connection) -> list[tuple[int, str | None, tuple[Any, ...]]]:
    columns = [column for column in player_results.c if column.name not in ("who", "player", "fans")]
    rows = connection.execute(sa.select(player_results.c.player, player_results.c.who, *columns).order_by(player_results.c.player))
    return [(row[0], row[1], tuple(row[2:])) for row in rows]


def test_of_an_account_that_is_deleted_nothing_is_listed_and_the_ratings_of_others_stay() -> None:
    with opened("sqlite://") as store:
        do(store, lambda connection: PlayedGame(["ann", "bob"]).play().store(connection, "room"))
        before = do(store, stored_ratings)
        do(store, lambda connection: store_ratings.forget_player(connection, "ann"))
        after = do(store, stored_ratings)
        assert after == {key: rating for key, rating in before.items() if key[0] != "ann"}
        again = do(store, ratings_from_games)
        assert {key: again[key] for key in after} == after
        assert do(store, lambda connection: set(connection.scalars(sa.select(player_results.c.who)))) == {"bob", "bot:swift", None}


def test_of_a_game_that_is_deleted_nothing_is_left_but_its_rating() -> None:
    with opened("sqlite://") as store:
        id = do(store, lambda connection: PlayedGame(["ann"], seed=3).play().store(connection, "room"))
        before = do(store, stored_ratings)
        do(store, lambda connection: delete_game(connection, id))
        for table in (player_results, won_hands):
            assert do(store, partial(count, table=table)) == 0
        assert do(store, stored_ratings) == before == do(store, ratings_from_games)
