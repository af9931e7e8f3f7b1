"""The leaderboard, the profile of a player and the gallery."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.play.store import Store
from quepu.server.play.store_tables import player_results, won_hands
from quepu.server.ratings.rate import Played, recomputed
from quepu.server.ratings.store import PAGE
from quepu.server.settings import Settings
from tests.server.play.client import Client
from tests.server.play.conftest import Server
from tests.server.ratings.played import PlayedGame, add_account
from tests.server.ratings.test_store_ratings import do

PEOPLE = {"ann": "Ann", "bob": "Bob", "eve": "伊芙"}


def played() -> list[PlayedGame]:
    return [
        PlayedGame(["ann", "bob"], 11).play(),
        PlayedGame(["eve", "ann"], 12).play(),
        PlayedGame(["bob", None], 13, hands=8).play(),
        PlayedGame(["ann"], 14, private=True).play(),
    ]


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    return played()


@pytest.fixture(scope="module")
def site(games: list[PlayedGame]) -> Iterator[TestClient]:
    store = Store()
    for id, name in PEOPLE.items():
        do(store, partial(add_account, id=id, name=name))
    for number, game in enumerate(games):
        do(store, partial(game.store, room=f"room{number}"))
    with TestClient(create_app(Settings(rate=None, local_rate=None), store)) as client:
        yield client
    store.close()


def get(site: TestClient, path: str) -> Any:
    answer = site.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_leaderboard_is_in_the_order_of_what_players_are_at_least(site: TestClient) -> None:
    found = get(site, "/players?rules=lingque28")
    assert {one["player"]: one["name"] for one in found["players"]} == PEOPLE
    ratings = [one["rating"] for one in found["players"]]
    safe = [one["rating"] - 3 * one["deviation"] for one in ratings]
    assert safe == sorted(safe, reverse=True)
    assert [one["place"] for one in found["players"]] == [1, 2, 3]
    assert (found["total"], found["first"], found["books"]) == (3, 0, ["lingque28"])
    assert {one["player"]: one["rating"]["games"] for one in found["players"]} == {"ann": 2, "bob": 1, "eve": 1}


def test_bots_are_listed_on_request(site: TestClient) -> None:
    found = get(site, "/players?bots=true")["players"]
    [bot] = [one for one in found if one["bot"]]
    assert (bot["player"], bot["name"], bot["bot"], bot["rating"]["games"]) == ("bot:swift", None, "swift", 2)
    assert len(found) == 4


def test_the_mean_rank_is_that_of_rated_games(site: TestClient, games: list[PlayedGame]) -> None:
    ranks = [game.result.ranks[game.driver.player(number)] for game, number in ((games[0], 0), (games[1], 1))]
    [ann] = [one for one in get(site, "/players")["players"] if one["player"] == "ann"]
    assert ann["mean_rank"] == sum(ranks) / 2


def test_a_profile_has_the_statistics_of_all_games_of_a_book(site: TestClient, games: list[PlayedGame]) -> None:
    found = get(site, "/players/ann")
    assert (found["name"], found["bot"], found["created"]) == ("Ann", None, 1.0)
    [book] = found["books"]
    mine = [(game, game.driver.player(number)) for game, number in ((games[0], 0), (games[1], 1), (games[3], 0))]
    counts = [game.result.counts[player] for game, player in mine]
    for name in ("deals", "wins", "self_drawn", "deal_ins", "drawn", "opened", "points_won", "points_dealt_in"):
        assert book[name] == sum(getattr(one, name) for one in counts), name
    assert book["score"] == sum(game.result.scores[player] for game, player in mine)
    assert book["games"] == sum(book["ranks"]) == 3
    assert sum(one["hands"] for one in book["fans"]) == sum(one.fans.total() for one in counts)
    assert book["rating"]["games"] == len(book["history"]) == 2
    assert book["history"][-1]["rating"] == book["rating"]["rating"]
    assert book["history"][0]["change"] == book["history"][0]["rating"] - 1500
    assert book["place"] in (1, 2, 3)


def test_a_profile_lists_the_games_of_public_rooms_only(site: TestClient, games: list[PlayedGame]) -> None:
    found = get(site, "/players/ann")["games"]
    assert [one["game"] for one in found] == [games[1].id, games[0].id]
    for one, game in zip(found, (games[1], games[0]), strict=True):
        assert one["players"] == list(game.header.players)
        assert one["scores"] == list(game.result.scores)
        assert one["score"] == one["scores"][one["player"]]
        assert (one["rank"], one["rules"]) == (game.result.ranks[one["player"]], "lingque28")


def test_a_bot_has_a_profile_too(site: TestClient) -> None:
    found = get(site, "/players/bot:swift")
    assert (found["name"], found["bot"]) == (None, "swift")
    assert found["books"][0]["rating"]["games"] == 2
    assert found["books"][0]["place"] is None


@pytest.mark.parametrize("player", ["nobody", "bot:nobody", "bot:", "%00", "a%27b", "' OR 1=1 --", "\u202eann", "x" * 64])
def test_who_is_unknown_is_not_found(site: TestClient, player: str) -> None:
    answer = site.get(f"/api/v1/players/{player}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_somebody_who_has_not_played_has_an_empty_profile() -> None:
    store = Store()
    do(store, partial(add_account, id="new", name="New"))
    with TestClient(create_app(Settings(), store)) as site:
        assert get(site, "/players/new") == {"player": "new", "name": "New", "bot": None, "created": 1.0, "books": [], "games": []}
        assert get(site, "/players") == {"rules": "lingque28", "books": [], "total": 0, "first": 0, "players": []}
        assert get(site, "/gallery") == {"rules": "lingque28", "books": [], "first": 0, "hands": [], "more": False}
    store.close()


def test_the_gallery_has_the_hands_of_people_in_public_rooms_with_their_moments(site: TestClient, games: list[PlayedGame]) -> None:
    found = get(site, "/gallery")
    expected = []
    for game in games[:3]:
        for won in game.result.wins:
            if game.driver.session.players[won.player].member is not None:
                expected.append((won.points, game.id, won.deal, won.step, won.hand))
    assert sorted((one["points"], one["game"], one["deal"], one["step"], one["hand"]) for one in found["hands"]) == sorted(expected)
    assert len(expected) >= 3
    points = [one["points"] for one in found["hands"]]
    assert points == sorted(points, reverse=True)
    for one in found["hands"]:
        steps = get(site, f"/games/{one['game']}/steps?hand={one['deal']}")["steps"]
        [won] = [event for event in steps[one["step"]]["events"] if event["t"] == "win"]
        assert (won["hand"], won["points"]) == (one["hand"], one["points"])
        assert one["name"] in {*PEOPLE.values(), "guest 1"}
        assert (one["player"] is None) == (one["name"] == "guest 1")


def test_the_gallery_finds_a_fan_and_the_last_days(site: TestClient) -> None:
    all_hands = get(site, "/gallery")["hands"]
    fan = next(iter(all_hands[0]["fans"]))
    assert get(site, f"/gallery?fan={fan}")["hands"] == [one for one in all_hands if fan in one["fans"]]
    assert get(site, "/gallery?fan=unknown")["hands"] == []
    assert get(site, "/gallery?days=1")["hands"] == all_hands
    assert get(site, "/gallery?first=1")["hands"] == all_hands[1:]
    assert get(site, "/gallery?rules=guobiao")["hands"] == []


def test_a_page_of_the_gallery_says_whether_there_are_more() -> None:
    store = Store()
    game = PlayedGame([None, None], 11, hands=8).play()
    do(store, partial(game.store, room="room"))
    [row] = do(store, lambda connection: connection.execute(sa.select(won_hands).limit(1)).mappings().all())
    more = [{**row, "deal": 100 + number, "points": number} for number in range(PAGE + 7)]
    do(store, lambda connection: connection.execute(won_hands.delete()) and connection.execute(won_hands.insert(), more) and None)
    with TestClient(create_app(Settings(), store)) as site:
        first, second = get(site, "/gallery"), get(site, f"/gallery?first={PAGE}")
    assert [one["points"] for one in (*first["hands"], *second["hands"])] == [*range(PAGE + 7)][::-1]
    assert (first["more"], second["more"]) == (True, False)
    store.close()


@pytest.mark.parametrize(
    "query", ["rules=nothing", "fan=%22", "fan=", "days=-1", "first=-1", "first=9999999", "x=1", "rules=lingque28&rules=guobiao"]
)
def test_a_wrong_question_is_refused(site: TestClient, query: str) -> None:
    for path in ("players", "gallery"):
        if path == "players" and query.startswith(("fan", "days")):
            continue
        assert site.get(f"/api/v1/{path}?{query}").status_code == 400


def test_a_game_over_sockets_is_counted_at_its_end(server: Server) -> None:
    """A guest's game: it is in the gallery, but nobody is rated."""
    public = {"private": False, "casual": False, "hints": False}
    opened = server.post("/rooms", {"name": "Guest", "start": True, "hands": 8, "bots": "first", "rules": "guobiao98", **public})
    asyncio.run(Client(server.port, opened["room"], opened["token"]).play())
    record = server.record(opened["game"])
    assert server.get("/players?bots=true&rules=guobiao98")["players"] == []
    won = [event for event in map(json.loads, record.splitlines()) if event.get("t") == "win"]
    found = [one for one in server.get("/gallery?rules=guobiao98")["hands"] if one["game"] == opened["game"]]
    assert {one["hand"] for one in found} <= {event["hand"] for event in won}
    assert {one["name"] for one in found} <= {"Guest"}


def test_the_ratings_of_the_site_follow_from_its_games(site: TestClient, games: list[PlayedGame]) -> None:
    def of(game: PlayedGame) -> list[Played]:
        who = [player.account or "bot:swift" for player in game.driver.session.players]
        return [Played(*one) for one in zip(who, game.result.ranks, strict=True)]

    expected = recomputed([of(games[0]), of(games[1])])
    found = {one["player"]: one["rating"]["rating"] for one in get(site, "/players?bots=true")["players"]}
    assert found == {who: rating.shown for who, rating in expected.items()}


def test_hands_of_private_rooms_are_kept_nowhere_but_in_their_records(games: list[PlayedGame]) -> None:
    store = Store()
    do(store, partial(games[3].store, room="room"))
    assert do(store, lambda connection: connection.scalar(sa.select(sa.func.count()).select_from(won_hands))) == 0
    assert do(store, lambda connection: connection.scalar(sa.select(sa.func.count()).select_from(player_results))) == 4
    store.close()
