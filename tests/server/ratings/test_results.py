"""What is counted of a game: all of it is in its record."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from quepu.server.play.replays import steps
from quepu.server.ratings.results import result_of
from tests.server.ratings.played import PlayedGame


def test_the_counts_agree_with_the_lines_of_the_record() -> None:
    game = PlayedGame(["ann", "bob"], seed=3, hands=8, rules="guobiao").play()
    result = game.result
    events = [json.loads(line) for line in game.record.splitlines()[1:-1]]
    ends = Counter(event["t"] for event in events)
    assert [counts.deals for counts in result.counts] == [8] * 4
    assert sum(counts.wins for counts in result.counts) == len(result.wins) == ends["win"]
    assert {counts.drawn for counts in result.counts} == {ends["exhausted"]}
    assert sum(counts.deal_ins for counts in result.counts) == sum(event["t"] == "win" and event["from"] is not None for event in events)
    assert sum(counts.points_won for counts in result.counts) == sum(event["points"] for event in events if event["t"] == "win")
    assert list(result.scores) == game.driver.session.game.match.scores
    assert result.ranks == tuple(1 + sum(other > own for other in result.scores) for own in result.scores)
    assert result.complete
    assert ends["win"] >= 1


def test_a_won_hand_leads_to_the_step_of_its_replay() -> None:
    game = PlayedGame(["ann"], seed=3, hands=6).play()
    record, wins = game.record, game.result.wins
    assert wins
    for won in wins:
        shown: list[Any] = list(steps("game", record, won.deal, None, "en")["steps"][won.step]["events"])
        [event] = [event for event in shown if event["t"] == "win"]
        assert (event["hand"], event["points"], event["fans"]) == (won.hand, won.points, won.fans)


def test_it_can_be_made_from_the_record_alone() -> None:
    game = PlayedGame(["ann"], seed=3).play()
    assert result_of(game.record) == game.result


def test_who_leaves_a_game_to_a_bot_has_left_it() -> None:
    game = PlayedGame(["ann", "bob"], seed=5)
    game.play(lambda driver: driver.session.game.match.number == 2)
    driver = game.driver
    driver.send(1, {"t": "away"})
    game.play()
    assert game.result.left == tuple(player.account == "bob" for player in driver.session.players)
    assert game.result.complete


def test_who_misses_a_single_turn_has_not_left() -> None:
    game = PlayedGame(["ann", "bob"], seed=5)
    game.play(lambda driver: driver.session.game.match.number == 2)
    driver = game.driver
    driver.send(1, {"t": "away"})
    before = driver.session.players[driver.player(1)].bot_discards
    game.play(lambda driver: driver.session.players[driver.player(1)].bot_discards > before)
    driver.send(1, {"t": "back"})
    game.play()
    assert game.result.left == (False,) * 4


def test_a_deal_in_which_a_choice_was_taken_back_is_not_counted() -> None:
    game = PlayedGame(["ann"], seed=5, casual=True)
    driver = game.driver
    game.play(lambda driver: driver.session.game.deal is not None and driver.session.last_choice(driver.player(0)) is not None)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    game.play()
    result = game.result
    assert ([counts.deals for counts in result.counts], result.complete) == ([3] * 4, False)
    assert {won.deal for won in result.wins} <= {2, 3, 4}


def test_a_game_that_its_players_have_ended_is_not_complete() -> None:
    game = PlayedGame(["ann"], seed=5)
    game.play(lambda driver: driver.session.game.match.number == 2 and driver.session.game.deal is not None)
    game.driver.session.end(game.driver.now)  # as players of other games can agree to do
    game.driver.settle()
    assert game.driver.room.phase == "over"
    assert (game.result.complete, game.result.counts[0].deals) == (False, 1)
