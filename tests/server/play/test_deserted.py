"""A rated game that all people have left does not wait for them for ever: bots play on, and it is rated as left."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.play import store_matches
from quepu.server.play.settings import Pace
from quepu.server.play.store import Store
from quepu.server.play.store_tables import games
from quepu.server.play.timing import TURN
from quepu.server.settings import Settings
from tests.server.matches.test_matches import play_here, state, ticket
from tests.server.play.test_store import opened
from tests.server.ratings.played import PlayedGame, add_account
from tests.server.ratings.test_store_ratings import do, stored_ratings

DESERTED = Pace().deserted
SECONDS = 300


def left_by_all(people: list[str | None], **others: Any) -> PlayedGame:
    """A game whose people have left in the middle of the first deal."""
    game = PlayedGame(people, pace=1, **others).play(lambda driver: driver.n > 20)
    for number in range(len(people)):
        game.driver.disconnect(number)
    return game


def test_a_rated_game_that_all_have_left_waits_for_them_and_then_bots_end_it() -> None:
    game = left_by_all(["ann", "bob"])
    driver, n = game.driver, game.driver.n
    driver.pass_time(DESERTED - 1)
    assert (driver.n, driver.room.phase) == (n, "playing")
    driver.pass_time(10)
    assert driver.n > n
    while driver.room.phase == "playing":
        driver.advance()
    assert driver.room.wakes_at() is None
    away = {player.account: player.away for player in driver.session.players}
    assert away == {"ann": True, "bob": True, None: False}
    left = {player.account: is_left for player, is_left in zip(driver.session.players, game.result.left, strict=True)}
    assert left == {"ann": True, "bob": True, None: False}
    assert game.result.complete


@pytest.mark.parametrize(
    ("people", "others"), [(["ann", None], {}), (["ann"], {"private": True}), (["ann"], {"casual": True}), (["ann"], {"hints": True})]
)
def test_a_game_that_is_not_rated_waits_until_somebody_comes(people: list[str | None], others: dict[str, Any]) -> None:
    driver = left_by_all(people, **others).driver
    n = driver.n
    driver.pass_time(10 * DESERTED)
    assert (driver.n, driver.room.wakes_at(), driver.room.phase) == (n, None, "playing")


def test_who_comes_back_while_bots_play_plays_on() -> None:
    game = left_by_all(["ann", "bob"])
    driver = game.driver
    driver.pass_time(DESERTED + 10)
    driver.connect(0)
    [ann, bob] = [next(one for one in driver.session.players if one.account == name) for name in ("ann", "bob")]
    assert (ann.away, bob.away) == (False, True)
    while driver.session.decision.phase != TURN or driver.prompted() != [0]:
        driver.play(1)
    n = driver.n
    driver.disconnect(0)
    driver.pass_time(DESERTED - 1)
    assert driver.n == n, "and when they leave again, the game waits for them again"
    driver.pass_time(10)
    assert driver.n > n


def test_who_has_not_left_for_so_long_is_waited_for_from_the_last_one_who_left() -> None:
    game = PlayedGame(["ann", "bob"], pace=1).play(lambda driver: driver.n > 20)
    driver = game.driver
    driver.disconnect(1)
    for _ in range(3):
        driver.pass_time(DESERTED)
        if driver.prompted():
            driver.answer(0)
    driver.disconnect(0)
    n = driver.n
    driver.pass_time(DESERTED - 1)
    assert driver.n == n


def test_all_who_leave_a_rated_game_are_rated_as_its_last(database: str) -> None:
    game = left_by_all(["ann"])
    while game.driver.room.phase == "playing":
        game.driver.advance()
    with opened(database) as store:
        do(store, partial(game.store, room="room"))
        ratings = do(store, stored_ratings)
        assert set(ratings) == {("ann", "lingque28")}, "for the bots it does not count"
        assert ratings["ann", "lingque28"].mu < 25


# Whole servers.


def site_of(store: Store, **others: Any) -> TestClient:
    return TestClient(create_app(Settings(rate=None, local_rate=None, match_seconds=0, pace=0, **others), store))


def leave_a_match(site: TestClient) -> str:
    """Ann begins a rated match and leaves it; its game."""
    room = state(site, "secret").json()["room"]
    with site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        play_here(socket, "secret", lambda client: client.n is not None and client.n > 10)
    return str(site.get(f"/api/v1/rooms/{room}").json()["room"]["game"])


def wait_for_the_end(store: Store, game: str) -> None:
    """Look at the database alone: whoever asks the server for the game makes it open the room."""
    until = time.monotonic() + SECONDS
    finished = sa.select(games.c.finished).where(games.c.id == game)
    while do(store, lambda connection: connection.scalar(finished)) is None:
        assert time.monotonic() < until
        time.sleep(0.02)


def stored_match(store: Store) -> None:
    do(store, partial(add_account, id="ann", name="Ann"))
    do(store, lambda connection: store_matches.add_ticket(connection, ticket("secret", "ann")))


def rating_of_ann(site: TestClient) -> tuple[int, int]:
    """How many games were rated, and the rating."""
    [listed] = site.get("/api/v1/players").json()["players"]
    return listed["rating"]["games"], listed["rating"]["rating"]


def test_a_match_that_was_left_ends_and_its_player_may_begin_another() -> None:
    store = Store()
    stored_match(store)
    with site_of(store, deserted_seconds=0.1) as site:
        wait_for_the_end(store, leave_a_match(site))
        count, rating = rating_of_ann(site)
        assert count == 1
        assert rating < 1500
        assert do(store, lambda connection: store_matches.add_ticket(connection, ticket("next", "ann"))) is None
    store.close()


def test_a_match_that_was_left_ends_although_the_server_has_started_again(database: str) -> None:
    """Nobody connects any more, and no room is in memory."""
    with opened(database) as store:
        stored_match(store)
        with site_of(store) as site:
            game = leave_a_match(site)
            assert do(store, lambda connection: store_matches.add_ticket(connection, ticket("next", "ann"))) is not None
        with site_of(store, deserted_seconds=0.1) as site:
            wait_for_the_end(store, game)
            assert rating_of_ann(site)[0] == 1
