"""Hints: what a player may be told about his own hand, from what he sees; and the win that ended a hand, explained to all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.engine import read_record
from quepu.engine.events import HandBegan, Won
from quepu.engine.replay import replay_batches
from quepu.kernel.actions import WIN
from quepu.server.play.hints import hint
from quepu.tiles import NAMES, WINDS
from tests.games import GOLDEN, golden
from tests.server.play.driver import Driver, hidden_from, settings

every_game = pytest.mark.parametrize("name", GOLDEN)


@every_game
def test_at_every_step_each_seat_is_told_its_distance_or_why_not(name: str) -> None:
    told = 0
    for batch in replay_batches(golden(name).read_bytes(), holds=True):
        hand = batch[0].game.hand
        if hand is None:
            continue
        for seat in range(4):
            view = hand.view(seat)
            found = hint(hand, seat, "en")()
            if found["waits"] is None and found["discards"] is None:
                assert any(tile > 33 for tile in view.hand)
            if found["discards"] is not None:
                assert {one["tile"] for one in found["discards"]["discards"]} == {NAMES[tile] for tile in view.hand}
            if hand.state.may(seat, WIN):
                assert found["why"] is None
            told += 1
        if told > 400:
            return


def test_a_hint_is_made_of_nothing_that_the_seat_cannot_see() -> None:
    random = Random(5)
    for updates in range(1, 40, 3):
        driver = Driver(settings(hands=1), people=1, seed=4)
        driver.connect(0)
        driver.start()
        driver.play(updates)
        seat = driver.table.game.seats.index(driver.player(0))
        before = hint(driver.hand, seat, "en")()
        driver.hand.state.rearrange(seat, hidden_from(driver, driver.player(0), random))
        assert hint(driver.hand, seat, "en")() == before


def winning(site: TestClient) -> tuple[dict[str, Any], Won, int]:
    """A room in which its only member can win now; the win there was, and its hand."""
    record = golden("lingque28").read_bytes()
    game = site.post("/api/v1/records", content=record, headers={"Content-Type": "application/x-ndjson"}).json()["game"]
    number = 0
    for event in read_record(record).events:
        if isinstance(event, HandBegan):
            began = event
            number += 1
        if isinstance(event, Won) and event.source is not None:
            steps = site.get(f"/api/v1/games/{game}/steps?hand={number}").json()["steps"]
            step = next(one["step"] for one in steps if any(told["t"] == "win" for told in one["events"])) - 1
            wanted = {"hand": number, "step": step, "seat": WINDS[began.seats[event.seat]], "name": "Ann"}
            return site.post(f"/api/v1/games/{game}/continue", json=wanted).json(), event, number
    raise AssertionError


def test_a_player_asks_with_his_token(site: TestClient) -> None:
    opened, won, _ = winning(site)
    told = site.post(f"/api/v1/rooms/{opened['room']}/hint", json={"token": opened["token"]}).json()
    assert told["game"] == opened["game"]
    assert told["why"] is None
    tile = won.hand.split(" +")[1].split(" ")[0]
    [wait] = [one for one in told["waits"]["waits"] if one["tile"] == tile]
    assert wait["discard"]["points"] == won.points
    other = site.post(f"/api/v1/rooms/{opened['room']}/hint", json={"token": "another"}).json()
    assert other["error"]["code"] == "not_a_player"


def test_the_last_win_is_explained_when_there_is_one(site: TestClient) -> None:
    opened, won, number = winning(site)
    path = f"/api/v1/rooms/{opened['room']}"
    assert site.get(f"{path}/score").json() == {"game": opened["game"], "hand": number, "score": None}
    with site.websocket_connect(f"{path}/socket") as socket:
        socket.send_json({"v": 1, "t": "hello", "token": opened["token"]})
        table = socket.receive_json()["table"]
        socket.send_json({"v": 1, "t": "act", "n": table["n"], "action": WIN})
        while (message := socket.receive_json())["t"] != "update":
            assert message["t"] != "error"
        told = site.get(f"{path}/score").json()
    assert told["score"]["points"] == won.points
    assert {fan["id"]: fan["count"] for fan in told["score"]["fans"]} == dict(won.fans)
    assert told["score"]["steps"]["en"]


def test_before_a_game_there_is_nothing_to_tell(site: TestClient) -> None:
    opened = site.post("/api/v1/rooms", json={"name": "Ann"}).json()
    path = f"/api/v1/rooms/{opened['room']}"
    assert site.get(f"{path}/score").json() == {"game": None, "hand": None, "score": None}
    assert site.post(f"{path}/hint", json={"token": opened["token"]}).json()["error"]["code"] == "not_a_player"
