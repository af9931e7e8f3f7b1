"""The ladder: games among connected bots, and the ratings that follow from them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from starlette.testclient import TestClient

from quepu.engine import verify
from quepu.engine.match import MatchSettings
from quepu.engine.record import Header
from quepu.players import LEVELS
from quepu.rules import named
from quepu.server.app import create_app
from quepu.server.bots.hub import BotConnection
from quepu.server.bots.ladder import owner
from quepu.server.play.connection import Connection
from quepu.server.play.store import Store
from quepu.server.play.store_bots import StoredBot
from quepu.server.play.store_ladder import keep_ladder_game, ladder_from_games, read_ladder
from quepu.server.ratings.rate import Played, Rating, recomputed
from quepu.server.settings import Settings
from tests.server.bots.bots import Bot, Message, connected, first, new_bot


@pytest.fixture
def site() -> Iterator[TestClient]:
    settings = Settings(rate=None, local_rate=None, ladder_seconds=0, bot_turn_seconds=60, bot_claim_seconds=60)
    with TestClient(create_app(settings), client=("127.0.0.1", 50_000)) as site:
        yield site


def play_all(bots: list[Bot]) -> list[Message]:
    """Each bot answers in a thread of its own, until its game is over; the last message of each."""
    with ThreadPoolExecutor(len(bots)) as threads:
        return list(threads.map(lambda bot: bot.play(first), bots))


def test_a_game_that_is_not_played_to_its_end_is_not_rated(site: TestClient) -> None:
    made = [new_bot(site, name) for name in ("Ann", "Bo")]
    with connected(site, made[0]["token"]) as ann, connected(site, made[1]["token"]) as bo:
        for bot in (ann, bo):
            bot.until("welcome")
            bot.send("ladder", rules=["guobiao"])
        for bot in (ann, bo):
            assert bot.until("game")["kind"] == "ladder"
    shown = site.get("/api/v1/bots/ladder?rules=guobiao").json()
    assert shown == {"rules": "guobiao", "standings": [], "latest": []}


def test_two_bots_play_with_built_in_players_and_all_are_rated(site: TestClient) -> None:
    made = [new_bot(site, name) for name in ("Ann", "Bo")]
    with connected(site, made[0]["token"]) as ann, connected(site, made[1]["token"]) as bo:
        for bot in (ann, bo):
            bot.until("welcome")
            bot.send("ladder", rules=["lingque26"])
        game = ann.until("game")
        assert bo.until("game")["game"] == game["game"]
        overs = play_all([ann, bo])
        for bot in (ann, bo):
            bot.send("ladder", rules=[])
    assert overs[0]["ranks"] == overs[1]["ranks"]
    assert overs[0]["scores"] == overs[1]["scores"]
    assert sum(overs[0]["scores"]) == 0
    found = site.get(f"/api/v1/games/{game['game']}").json()
    assert (found["status"], found["rules"], found["scores"]) == ("finished", "lingque26", overs[0]["scores"])
    assert verify(site.get(f"/api/v1/games/{game['game']}/record").content).players == tuple(game["players"])
    ladder = site.get("/api/v1/bots/ladder?rules=lingque26").json()
    names = {place["name"] for place in ladder["standings"]}
    assert {"Ann", "Bo"} < names <= {"Ann", "Bo", *LEVELS}
    assert [one["game"] for one in ladder["latest"]] == [game["game"]]
    assert ladder["latest"][0]["ranks"] == overs[0]["ranks"]
    assert site.get("/api/v1/bots/ladder?rules=guobiao").json()["standings"] == []


def test_who_does_not_answer_is_rated_as_the_last_and_nobody_else() -> None:
    settings = Settings(rate=None, local_rate=None, ladder_seconds=0, bot_turn_seconds=0.05, bot_claim_seconds=0.05)
    with TestClient(create_app(settings), client=("127.0.0.1", 50_000)) as site:
        made = [new_bot(site, name) for name in ("Ann", "Bo")]
        with connected(site, made[0]["token"]) as ann, connected(site, made[1]["token"]) as bo:
            for bot in (ann, bo):
                bot.until("welcome")
                bot.send("ladder", rules=["guobiao"])
            assert ann.until("over")["scores"] is not None
            for bot in (ann, bo):
                bot.send("ladder", rules=[])
        ladder = site.get("/api/v1/bots/ladder?rules=guobiao").json()
        assert {place["name"] for place in ladder["standings"]} == {"Ann", "Bo"}
        assert all(place["rating"] < 1500 for place in ladder["standings"])


def test_ratings_are_those_of_all_games_played_again(database: str) -> None:
    header = Header(named("guobiao"), ("a", "b", "c", "d"), MatchSettings(144, 1, 4))
    summary = {"header": header.as_dict(), "scores": [3, 2, -1, -4], "hands": 4}
    games = [
        [Played("ann", 1), Played("bo", 2), Played("normal", 3), Played("normal", 4)],
        [Played("bo", 1), Played("ann", 1), Played("easy", 3), Played("normal", 4)],
        [Played("ann", 4, left=True), Played("bo", 1), Played("strong", 2), Played("easy", 3)],
    ]

    async def run() -> tuple[dict[str, Rating], dict[str, object]]:
        store = Store(database)
        try:
            for number, players in enumerate(games):
                record = f"record {number}".encode()
                await store.do(partial(keep_ladder_game, id=f"game{number}", record=record, summary=summary, players=players))
            return await store.do(lambda connection: (ladder_from_games(connection, "guobiao"), read_ladder(connection, "guobiao")))
        finally:
            store.close()

    again, shown = asyncio.run(run())
    assert again == recomputed(games)
    standings = shown["standings"]
    assert isinstance(standings, list)
    # ann and bo are not registered here, so they have no name and are not listed
    assert {place["bot"]: (place["rating"], place["games"]) for place in standings} == {
        "normal": (again["normal"].shown, 2), "easy": (again["easy"].shown, 1),
    }  # fmt: skip
    assert [place["bot"] for place in standings] == sorted(("normal", "easy"), key=lambda bot: -again[bot].safe)


def test_bots_of_one_owner_never_meet() -> None:
    def bot(id: str, account: str | None, address: str, is_local: bool = False) -> BotConnection:
        return BotConnection(StoredBot(id, id, account, account, 0), Connection(address), address, is_local)

    assert owner(bot("a", "ann", "1.2.3.4")) == owner(bot("b", "ann", "5.6.7.8"))
    assert owner(bot("a", None, "1.2.3.4")) == owner(bot("b", None, "1.2.3.4"))
    assert owner(bot("a", None, "1.2.3.4")) != owner(bot("b", None, "5.6.7.8"))
    assert owner(bot("a", None, "127.0.0.1", True)) != owner(bot("b", None, "127.0.0.1", True))


@pytest.mark.parametrize("rules", ["chess", "guobiao+x", ""])
def test_the_ladder_is_that_of_a_rule_book(site: TestClient, rules: str) -> None:
    assert site.get(f"/api/v1/bots/ladder?rules={rules}").status_code == 400
