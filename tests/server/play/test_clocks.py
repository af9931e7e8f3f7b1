"""Clocks, the time that people have where there is none, and absence."""

from __future__ import annotations

import json

import pytest

from quepu.kernel.actions import PASS, WIN
from quepu.server.play.messages import Plain
from quepu.server.play.settings import Clock
from quepu.server.play.timing import CLAIMS, READY, TURN
from tests.server.play.driver import CLOCK, Driver, at_own_turn, refused, settings


def test_a_turn_takes_from_the_bank_and_then_a_bot_plays() -> None:
    driver = Driver(settings(clock=CLOCK), people=2)
    driver.start()
    driver.play_to(TURN)
    while driver.member_at(driver.hand.asked()[0]) is None:
        driver.play(1)
        driver.play_to(TURN)
    seat = driver.hand.asked()[0]
    player = driver.session.game.seats[seat]
    assert driver.session.views.snapshot(None)["waits"] == {"for": "turn", "seat": "ESWN"[seat], "left": 20000, "bank": 30000}
    driver.pass_time(25)
    assert driver.session.views.snapshot(None)["waits"] == {"for": "turn", "seat": "ESWN"[seat], "left": 0, "bank": 25000}
    member = driver.member_at(seat)
    assert member is not None
    driver.answer(member)
    assert driver.session.timing.banks[player] == pytest.approx(25)
    while driver.session.decision.phase != TURN or driver.hand.asked() != [seat]:
        driver.play(1)
    driver.pass_time(44.9)
    assert not driver.session.players[player].away
    n = driver.n
    driver.pass_time(0.2)
    assert driver.session.players[player].away
    assert driver.n > n, "the bot has thrown a tile"
    assert driver.session.timing.banks[player] == 0, "and the bank is used up"


def test_a_player_who_comes_back_late_gets_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, seat = at_own_turn(2, clock=CLOCK)
    player, n = driver.session.game.seats[seat], driver.n
    with monkeypatch.context() as patched:
        patched.setattr(Driver, "settle", lambda self: None)  # the bot still thinks
        driver.pass_time(50)
    assert driver.session.players[player].away
    driver.send(0, {"t": "back"})
    assert not driver.session.players[player].away
    assert driver.n == n + 1, "what the bot has chosen stands"
    assert driver.session.timing.banks[player] == 0


def test_going_and_coming_back_does_not_stop_a_clock() -> None:
    driver, seat = at_own_turn(2, clock=CLOCK)
    player, n, began = driver.session.game.seats[seat], driver.n, driver.now
    while driver.n == n and driver.now < began + 100:
        driver.pass_time(min(4.0, began + 49.9 - driver.now) if driver.now < began + 49.9 else 0.1)
        if driver.n == n:
            driver.room.receive(0, Plain(t="away"), driver.now)  # and the bot has no time to choose
            driver.room.receive(0, Plain(t="back"), driver.now)
            driver.settle()
            assert driver.session.decision.deadline == pytest.approx(began + 50)
    assert began + 49.9 < driver.now < began + 50.3
    assert driver.session.players[player].away
    assert driver.session.timing.banks[player] == 0


def test_a_player_who_goes_away_late_in_their_turn_has_used_their_bank() -> None:
    driver, seat = at_own_turn(2, clock=CLOCK)
    driver.pass_time(30)
    driver.send(0, {"t": "away"})
    assert driver.session.timing.banks[driver.session.game.seats[seat]] == pytest.approx(20)


def test_one_alone_with_bots_has_all_the_time_there_is_without_a_clock() -> None:
    driver = Driver(settings(), people=1)
    driver.start()
    for phase in (READY, CLAIMS, TURN):
        driver.play_to(phase)
        while 0 not in driver.prompted():
            driver.play(1)
            driver.play_to(phase)
        n = driver.n
        driver.pass_time(1e6)
        assert driver.n == n
        assert driver.session.views.snapshot(0)["waits"]["left"] is None


@pytest.mark.parametrize("clock", [None, CLOCK], ids=["untimed", "timed"])
def test_among_people_no_answer_to_a_discard_is_a_pass(clock: Clock | None) -> None:
    driver = Driver(settings(clock=clock), people=4)
    driver.start()
    windows = set()
    for _ in range(20):
        driver.play_to_claim()
        n, opened = driver.n, driver.now
        [left] = {driver.snapshot(viewer)["waits"]["left"] for viewer in (0, 1, 2, 3, None)}
        while driver.n == n:
            driver.advance()
        windows.add(driver.now - opened)
        assert left == round(1000 * (driver.now - opened)), "all know it, before anybody has answered"
    assert len(windows) > 15
    assert all(3.5 <= window <= 4.2 for window in windows)
    assert not any(chair.away for chair in driver.session.players)


@pytest.mark.parametrize("clock", [None, CLOCK], ids=["untimed", "timed"])
def test_any_player_may_ask_for_more_time_and_nobody_sees_who_did(clock: Clock | None) -> None:
    """Also one who could only pass."""
    driver = Driver(settings(clock=clock), people=4)
    driver.start()
    driver.play_to(CLAIMS)
    while driver.prompted():
        driver.play(1)
        driver.play_to(CLAIMS)
    n, offerer = driver.n, driver.member_at(driver.hand.state.offerer)
    assert offerer is not None
    asking, *others = sorted(set(range(4)) - {offerer})
    assert refused(driver, offerer, {"t": "more", "n": n}) == "not_now"
    assert refused(driver, asking, {"t": "more", "n": n - 1}) == "stale"
    for log in driver.log.values():
        log.clear()
    driver.send(asking, {"t": "more", "n": n})
    assert driver.sent(asking) == [{"v": 1, "t": "more", "n": n, "done": False}]
    assert not any(driver.log[other] for other in [*others, offerer])
    driver.pass_time(driver.session.decision.due - driver.now)
    assert driver.n == n
    shown = [driver.sent(number)[-1]["table"]["waits"] for number in range(4)]
    assert shown == [{"for": "claims", "left": 8000 if clock else None, "held": True, "window": True}] * 4
    driver.pass_time(7.9)
    assert driver.n == n
    if clock is None:
        driver.pass_time(590)
        assert driver.n == n, "there is as much time as for a turn"
        driver.send(asking, {"t": "more", "n": n, "done": True})
    else:
        driver.pass_time(0.2)
    assert driver.n > n


def test_more_time_ends_with_the_answer_of_the_player_who_asked() -> None:
    driver = Driver(settings(), people=4)
    driver.start()
    asking = driver.play_to_claim()
    n = driver.n
    driver.send(asking, {"t": "more", "n": n})
    driver.pass_time(20)
    assert driver.n == n
    driver.answer(asking)
    assert driver.n > n
    asking = driver.play_to_claim()
    due = driver.session.decision.due
    driver.send(asking, {"t": "more", "n": driver.n})
    driver.answer(asking)
    assert refused(driver, asking, {"t": "more", "n": driver.n}) == "not_now"
    n = driver.n
    driver.pass_time(due - driver.now)
    assert driver.n > n, "an answer within the window changes nothing"


def before_a_win(clock: Clock | None) -> tuple[Driver, int, int]:
    """Four people, one of whom can win on the tile on offer: that member, and the one whose tile it is. It is always the same session."""
    driver = Driver(settings(hands=None, clock=clock), people=4, seed=3)
    driver.start()
    winner, offerer = driver.play_to_win(), driver.member_at(driver.hand.state.offerer)
    assert offerer is not None
    for log in driver.log.values():
        log.clear()
    return driver, winner, offerer


@pytest.mark.parametrize("answer", [WIN, PASS], ids=["win", "pass"])
def test_without_a_clock_a_win_waits_for_its_answer(answer: int) -> None:
    driver, winner, _ = before_a_win(None)
    n = driver.n
    driver.pass_time(500)
    assert driver.n == n
    driver.answer(winner, answer)
    events = next(message["events"] for message in driver.sent(winner) if message["t"] == "update")
    assert (events[0]["t"] == "win") == (answer == WIN)


def test_a_table_that_waits_for_a_win_looks_to_others_like_one_that_waits_for_somebody_who_asked() -> None:
    waiting, winner, offerer = before_a_win(None)
    waiting.pass_time(100)
    asked, *_ = before_a_win(None)
    other = next(number for number in range(4) if number not in (winner, offerer))
    asked.send(other, {"t": "more", "n": asked.n})
    asked.answer(winner, PASS)
    asked.pass_time(100)
    assert waiting.log[offerer] == asked.log[offerer]
    [(_, text)] = waiting.log[offerer]
    assert json.loads(text)["table"]["waits"] == {"for": "claims", "left": None, "held": True, "window": True}


def test_without_a_clock_a_win_is_waited_for_as_long_as_a_turn_and_not_after_a_bot_plays() -> None:
    for leaves in (False, True):
        driver, winner, _ = before_a_win(None)
        n = driver.n
        driver.pass_time(20)
        if leaves:
            driver.send(winner, {"t": "away"})
        else:
            driver.pass_time(579)
            assert driver.n == n
            driver.pass_time(10)
        assert driver.n > n


def test_with_a_clock_a_win_that_is_not_answered_is_a_pass_as_everything_else() -> None:
    driver, *_ = before_a_win(CLOCK)
    n, due = driver.n, driver.session.decision.due
    driver.pass_time(due - driver.now)
    assert driver.n > n


def test_a_discard_waits_for_a_person_who_has_lost_the_connection_whatever_they_hold() -> None:
    for can_claim in (True, False):
        driver = Driver(settings(), people=4)
        driver.start()
        driver.play_to_claim()
        while bool(driver.prompted()) != can_claim or driver.session.decision.phase != CLAIMS:
            driver.play(1)
        number = driver.prompted()[0] if can_claim else driver.member_at((driver.hand.state.offerer + 2) % 4)
        assert number is not None
        n = driver.n
        driver.disconnect(number)
        driver.pass_time(10)
        assert (driver.n, driver.snapshot(None)["waits"]["held"]) == (n, True)
        driver.connect(number)
        waits = driver.sent(next(other for other in range(4) if other != number))[-2]["table"]["waits"]
        assert (waits["held"], 3500 <= waits["left"] <= 4200) == (False, True), "all see that it is on offer again"
        driver.pass_time(3.4)
        assert driver.n == n, "who is back has the time that all have"
        driver.pass_time(1.2)
        assert driver.n > n
        driver.play_to(CLAIMS)
        gone = driver.member_at((driver.hand.state.offerer + 2) % 4)
        assert gone is not None
        n = driver.n
        driver.disconnect(gone)
        driver.pass_time(59.9)
        assert driver.n == n
        driver.pass_time(0.2)
        assert driver.n > n, "a bot plays for them"


def test_people_do_not_wait_for_ever_for_one_of_them() -> None:
    driver, seat = at_own_turn(2)
    n = driver.n
    driver.pass_time(599)
    assert driver.n == n
    assert driver.session.views.snapshot(0)["waits"]["left"] is None
    driver.pass_time(2)
    assert driver.n > n
    assert driver.session.players[driver.session.game.seats[seat]].away
    driver.send(0, {"t": "back"})
    driver.play_to(READY)
    driver.pass_time(599)
    assert driver.session.decision.phase == READY
    driver.pass_time(5)
    assert driver.session.decision.phase != READY


def test_nobody_is_waited_for_longer_than_the_clock_allows_before_a_hand() -> None:
    driver = Driver(settings(clock=CLOCK), people=2)
    driver.start()
    driver.answer(0)
    driver.pass_time(29.9)
    assert driver.session.decision.phase == READY
    driver.pass_time(0.2)
    assert driver.session.decision.phase != READY


def test_all_see_who_is_not_ready_for_the_next_deal() -> None:
    driver = Driver(settings(), people=3)
    driver.start()
    driver.connect(-1)
    driver.play_to(TURN)
    driver.play_to(READY)
    left = [0, 1, 2]
    for number in (1, 0):
        driver.answer(number)
        left.remove(number)
        missing = sorted(driver.player(other) for other in left)
        assert [driver.sent(viewer)[-1]["table"]["waits"]["players"] for viewer in (0, 1, 2, -1)] == [missing] * 4
    driver.send(2, {"t": "away"})
    assert driver.snapshot(None)["waits"].get("players", []) == []


# Absence.


@pytest.mark.parametrize(("clock", "grace"), [(None, 60), (CLOCK, 15)], ids=["untimed", "timed"])
def test_a_bot_plays_for_an_absent_player_until_they_come_back(clock: Clock | None, grace: float) -> None:
    driver = Driver(settings(clock=clock), people=2)
    driver.start()
    driver.play(20)
    driver.play_to(CLAIMS)
    driver.disconnect(1)
    player = driver.player(1)
    assert not driver.description["players"][player]["here"]
    assert driver.sent(0)[-1]["room"]["players"][player]["bot_in"] == 1000 * grace, "all see when a bot will play"
    driver.pass_time(grace - 0.1)
    assert not driver.session.players[player].away
    assert driver.description["players"][player]["bot_in"] == 100
    driver.pass_time(0.2)
    assert driver.session.players[player].away
    assert [one["bot_in"] for one in driver.description["players"]] == [None] * 4
    discards = len(driver.hand.view(None).seats[driver.session.game.seats.index(player)].discards)
    driver.play(40)  # only member 0 answers
    welcome = driver.connect(1)
    assert not driver.session.players[player].away
    assert welcome["table"]["n"] == driver.n
    made = len(driver.hand.view(None).seats[driver.session.game.seats.index(player)].discards) - discards
    assert welcome["table"]["bot_discards"] == made > 2, "they are told how many tiles the bot has discarded for them"
    assert driver.snapshot(driver.player(0))["bot_discards"] == 0
    n = driver.n
    while 1 not in driver.prompted():
        driver.answer(0) if 0 in driver.prompted() else driver.advance()
    assert driver.n >= n
    driver.answer(1)
    assert driver.snapshot(player)["bot_discards"] == 0


def test_a_player_who_never_came_to_an_untimed_game_is_not_waited_for_so_long() -> None:
    driver = Driver(settings(), people=2)
    driver.disconnect(1)
    driver.start()
    player = driver.session.players[driver.player(1)]
    driver.pass_time(14.9)
    assert not player.away
    driver.pass_time(0.2)
    assert player.away


def test_a_player_who_goes_away_is_replaced_by_a_bot_at_once() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play_to(TURN)
    driver.send(1, {"t": "away"})
    assert driver.session.players[driver.player(1)].away
    for _ in range(30):
        driver.play(1)
        assert 1 not in driver.prompted()
    driver.send(1, {"t": "back"})
    assert not driver.session.players[driver.player(1)].away
    assert driver.sent(1)[-2]["t"] == "table", "their prompt comes again"


def test_a_session_without_players_is_paused_with_its_clocks() -> None:
    driver = Driver(settings(clock=CLOCK), people=1)
    driver.start()
    driver.play_to(TURN)
    while driver.member_at(driver.hand.asked()[0]) is None:
        driver.play(1)
        driver.play_to(TURN)
    driver.connect(-1)
    driver.pass_time(5)
    left = driver.session.views.snapshot(None)["waits"]["left"]
    n = driver.n
    driver.disconnect(0)
    assert driver.session.views.snapshot(None)["waits"] == {"for": "paused"}
    assert driver.room.wakes_at() is None
    driver.now += 100_000
    driver.connect(0)
    assert (driver.n, driver.session.views.snapshot(None)["waits"]["left"]) == (n, left)
    assert driver.sent(-1)[-1]["t"] == "room"
    assert [message["table"]["waits"]["for"] for message in driver.sent(-1) if message["t"] == "table"] == ["paused", "turn"]
