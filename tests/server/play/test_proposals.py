"""What all must agree to: taking a move back, ending early, playing again."""

from __future__ import annotations

import json

import pytest

from quepu.engine import verify
from quepu.errors import QuepuError
from quepu.kernel.actions import PASS
from quepu.server.play.game import record_of
from quepu.server.play.settings import Clock
from quepu.server.play.timing import CLAIMS, TURN
from tests.server.play.driver import CLOCK, Driver, Message, at_own_turn, refused, settings


def test_a_choice_is_taken_back_if_all_agree() -> None:
    driver = Driver(settings(), people=3)
    driver.start()
    driver.play(6)
    while driver.session.decision.phase != TURN or driver.member_at(driver.hand.asked()[0]) != 0:
        driver.play(1)
    before = {number: driver.session.views.snapshot(driver.player(number)) for number in range(3)}
    state, batches = driver.hand.state.copy(), len(driver.session.game.batches)
    driver.answer(0)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    driver.pass_time(20)  # the tile stays on offer meanwhile
    proposal = driver.description["proposal"]
    asked = sorted(driver.player(number) for number in range(3))
    assert proposal == {"id": 1, "kind": "takeback", "by": driver.player(0), "agreed": [driver.player(0)], "asked": asked}
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.proposals.current is not None
    driver.send(2, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.proposals.current is None
    assert len(driver.session.game.batches) == batches
    assert driver.hand.state.equals(state)
    update = next(message for message in reversed(driver.sent(1)) if message["t"] == "update")
    assert update["events"] == [{"t": "back", "player": driver.player(0)}]
    for number, shown in before.items():
        again = driver.session.views.snapshot(driver.player(number))
        assert (again["view"], again["prompt"], again["n"]) == (shown["view"], shown["prompt"], driver.n)
    driver.play(10_000)
    assert driver.room.phase == "over"
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    record = record_of(driver.session.game.header, entries)
    assert record is not None
    verify(record)


def test_a_player_who_is_disconnected_for_a_moment_must_agree_too() -> None:
    driver = Driver(settings(clock=CLOCK), people=2)
    driver.start()
    driver.play(10)
    driver.disconnect(1)
    driver.send(0, {"t": "propose", "kind": "end"})
    assert driver.room.phase == "playing"
    assert driver.description["proposal"]["asked"] == sorted(driver.player(number) for number in (0, 1))
    driver.connect(1)
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    driver.pass_time(4)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.disconnect(1)
    driver.pass_time(14.9)
    assert driver.room.phase == "playing"
    driver.pass_time(0.2)
    assert driver.description["phase"] == "over", "they are away, and the others have agreed"


@pytest.mark.parametrize("ends", ["refused", "expired"])
def test_nothing_is_played_while_people_vote_on_taking_a_move_back_and_claims_have_their_full_time_again(ends: str) -> None:
    driver, _ = at_own_turn(3, clock=CLOCK)
    driver.answer(0)
    assert driver.session.decision.phase == CLAIMS
    driver.pass_time(1)
    n = driver.n
    driver.send(0, {"t": "propose", "kind": "takeback"})
    shown = [(message["table"]["waits"], message["table"]["prompt"]) for message in (driver.sent(number)[-1] for number in range(3))]
    assert shown == [({"for": "vote"}, None)] * 3
    for message in ({"t": "act", "n": n, "action": PASS}, {"t": "more", "n": n}):
        assert refused(driver, 1, message) == "not_now"
    driver.pass_time(29.9)
    assert driver.n == n
    if ends == "refused":
        driver.send(1, {"t": "vote", "id": 1, "agree": False})
    else:
        driver.pass_time(0.1)
    assert driver.room.proposals.current is None
    [left] = {driver.sent(number)[-1]["table"]["waits"]["left"] for number in range(3)}
    assert 3500 <= left <= 4200
    outcome = {"id": 1, "kind": "takeback", "by": driver.player(0), "outcome": ends}
    assert [driver.description["settled"]] + [last_room(driver, number)["settled"] for number in range(3)] == [outcome] * 4
    if ends == "refused":
        assert refused(driver, 0, {"t": "propose", "kind": "takeback"}) == "not_now", "not the same one again"
    driver.pass_time(left / 1000 + 0.01)
    assert driver.n > n
    assert refused(driver, 1, {"t": "vote", "id": 1, "agree": True}) == "stale"


def last_room(driver: Driver, number: int) -> Message:
    """The last description of the room that a member was sent."""
    room: Message = [message["room"] for message in driver.sent(number) if message["t"] == "room"][-1]
    return room


def test_the_time_of_a_turn_or_of_somebody_who_thinks_goes_on_after_a_vote_where_it_was() -> None:
    driver, _ = at_own_turn(3, clock=CLOCK)
    driver.answer(0)
    other = 1
    driver.send(other, {"t": "more", "n": driver.n})
    driver.pass_time(6)
    assert driver.snapshot(None)["waits"]["held"]
    left = driver.snapshot(None)["waits"]["left"]
    driver.send(0, {"t": "propose", "kind": "takeback"})
    driver.pass_time(10)
    driver.send(other, {"t": "vote", "id": 1, "agree": False})
    assert driver.snapshot(None)["waits"] == {"for": "claims", "left": left, "held": True, "window": True}


def test_a_vote_goes_on_without_those_for_whom_a_bot_plays_and_when_all_were_gone() -> None:
    driver, _ = at_own_turn(3, clock=CLOCK)
    driver.answer(0)
    driver.disconnect(2)
    driver.pass_time(1)
    n = driver.n
    driver.send(0, {"t": "propose", "kind": "takeback"})
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    for number in (0, 1):
        driver.disconnect(number)
    assert driver.snapshot(None)["waits"] == {"for": "paused"}
    driver.connect(0)
    assert driver.snapshot(None)["waits"] == {"for": "vote"}
    driver.connect(1)
    driver.pass_time(14.9)
    assert driver.n == n
    driver.pass_time(0.2)
    assert driver.n > n, "it is taken back: a bot plays for the third"
    assert [message["events"] for message in driver.sent(1) if message["t"] == "update"][-1][0] == {"t": "back", "player": driver.player(0)}


def test_a_proposal_that_cannot_be_carried_out_is_dropped() -> None:
    driver = Driver(settings(hands=1, bots=None), people=4)
    driver.start()
    driver.play(10_000)
    driver.send(3, {"t": "stand"})
    assert refused(driver, 0, {"t": "propose", "kind": "rematch"}) == "too_few_players"
    driver.send(3, {"t": "sit"})
    driver.send(0, {"t": "propose", "kind": "rematch"})
    driver.send(3, {"t": "stand"})
    for number in (1, 2):
        driver.send(number, {"t": "vote", "id": 1, "agree": True})
    with pytest.raises(QuepuError) as error:
        driver.send(3, {"t": "vote", "id": 1, "agree": True})
    driver.settle()
    assert error.value.code == "too_few_players"
    for number in range(4):
        room = driver.sent(number)[-1]["room"]
        assert (room["proposal"], room["settled"]["outcome"]) == (None, "dropped")


@pytest.mark.parametrize(("clock", "stops"), [(None, True), (CLOCK, False)], ids=["untimed", "timed"])
def test_a_vote_on_ending_the_game_stops_play_unless_there_is_a_clock(clock: Clock | None, stops: bool) -> None:
    driver = Driver(settings(clock=clock), people=2)
    driver.start()
    driver.play(10)
    driver.send(0, {"t": "propose", "kind": "end"})
    assert (driver.snapshot(None)["waits"]["for"] == "vote") == stops
    n = driver.n
    driver.pass_time(29)
    assert (driver.n == n) == stops
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.phase == "over"
    assert driver.snapshot(None)["waits"]["for"] == "over"


def test_a_refusal_or_no_answer_ends_a_proposal() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play(10)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    assert driver.room.proposals.current is None
    driver.pass_time(4)
    driver.send(0, {"t": "propose", "kind": "end"})
    assert refused(driver, 1, {"t": "vote", "id": 1, "agree": True}) == "stale"
    driver.pass_time(30)
    assert driver.room.proposals.current is None
    assert driver.description["settled"] == {"id": 2, "kind": "end", "by": driver.player(0), "outcome": "expired"}
    assert driver.room.phase == "playing"


def test_nothing_is_taken_back_in_a_serious_game() -> None:
    driver = Driver(settings(casual=False), people=1)
    driver.start()
    driver.play(30)
    assert refused(driver, 0, {"t": "propose", "kind": "takeback"}) == "nothing_to_take_back"


def test_a_game_that_is_ended_keeps_the_hands_that_were_played() -> None:
    driver = Driver(settings(hands=5), people=2)
    driver.start()
    while driver.session.game.deals_played < 2:
        driver.play(1)
    driver.play(20)
    scores = list(driver.session.game.match.scores)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.phase == "over"
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    record = record_of(driver.session.game.header, entries)
    assert record is not None
    assert verify(record).settings.hands == 2
    assert json.loads(record.splitlines()[-3])["scores"] == scores


def test_a_game_of_which_no_hand_was_played_leaves_no_record() -> None:
    driver = Driver(settings(), people=1)
    driver.start()
    driver.play(10)
    driver.send(0, {"t": "propose", "kind": "end"})
    assert driver.room.phase == "over"
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    assert record_of(driver.session.game.header, entries) is None


def test_after_a_game_all_can_play_again_and_spectators_can_sit_down() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.start()
    driver.room.join("late", "hash", driver.now)
    driver.log[2] = []
    driver.connect(2)
    assert refused(driver, 2, {"t": "sit"}) == "not_now"
    driver.play(10_000)
    first = driver.session.id
    driver.send(2, {"t": "sit"})
    driver.send(0, {"t": "propose", "kind": "rematch"})
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.session.id != first
    assert sorted(chair.member is not None for chair in driver.session.players) == [False, True, True, True]
    assert driver.prompted() == [0, 1, 2]
    driver.play(10_000)
    assert driver.room.phase == "over"


def after_a_game(people: int) -> Driver:
    driver = Driver(settings(hands=1), people=people)
    driver.start()
    driver.play(10_000)
    assert driver.room.phase == "over"
    return driver


def test_who_proposes_to_play_again_while_another_has_proposed_it_agrees() -> None:
    """And one who proposes it twice is not refused."""
    driver = after_a_game(3)
    first = driver.session.id
    for number in (0, 0, 1):
        driver.send(number, {"t": "propose", "kind": "rematch"})
    proposal = driver.description["proposal"]
    assert (proposal["id"], proposal["by"], len(proposal["agreed"])) == (1, driver.player(0), 2)
    sent = len(driver.log[2])
    driver.send(1, {"t": "propose", "kind": "rematch"})
    assert len(driver.log[2]) == sent, "nothing has changed, and nothing is sent"
    driver.send(2, {"t": "propose", "kind": "rematch"})
    assert driver.session.id != first
    assert (driver.description["proposal"], driver.description["settled"]) == (None, None)


def test_who_proposes_the_end_while_another_has_proposed_it_agrees_but_a_take_back_is_ones_own() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play(20)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    assert refused(driver, 1, {"t": "propose", "kind": "takeback"}) == "not_now"
    assert refused(driver, 1, {"t": "propose", "kind": "end"}) == "not_now"
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    driver.pass_time(4)
    for number in (0, 1):
        driver.send(number, {"t": "propose", "kind": "end"})
    assert driver.room.phase == "over"
    assert driver.description["settled"] == {"id": 2, "kind": "end", "by": driver.player(0), "outcome": "agreed"}


def test_a_proposal_to_play_again_stays_open_until_somebody_refuses_or_its_proposer_has_left() -> None:
    driver = after_a_game(3)
    driver.send(0, {"t": "propose", "kind": "rematch"})
    driver.pass_time(3600)
    assert driver.description["proposal"]["agreed"] == [driver.player(0)]
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    assert driver.description["settled"]["outcome"] == "refused"
    driver.send(0, {"t": "propose", "kind": "rematch"})
    driver.send(1, {"t": "propose", "kind": "rematch"})
    driver.disconnect(0)
    driver.pass_time(59)
    assert driver.description["proposal"] is not None
    driver.pass_time(2)
    assert driver.description["settled"] == {"id": 2, "kind": "rematch", "by": driver.player(0), "outcome": "expired"}
    driver.send(1, {"t": "propose", "kind": "rematch"})
    driver.disconnect(2)
    first = driver.session.id
    driver.pass_time(61)
    assert driver.session.id != first, "those who have left are not waited for"


def test_proposals_of_one_player_among_bots_are_not_limited() -> None:
    driver = Driver(settings(), people=1)
    driver.start()
    for _ in range(2):
        driver.send(0, {"t": "propose", "kind": "end"})
        assert driver.room.phase == "over"
        driver.send(0, {"t": "propose", "kind": "rematch"})
        assert driver.description["phase"] == "playing"
    driver.send(0, {"t": "phrase", "phrase": "hello"})
    assert refused(driver, 0, {"t": "phrase", "phrase": "hello"}) == "too_fast"


def test_proposals_to_others_are_limited() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    assert refused(driver, 0, {"t": "propose", "kind": "end"}) == "too_fast"
    driver.now += 3
    driver.send(0, {"t": "propose", "kind": "end"})
    assert driver.room.proposals.current is not None
    driver.send(1, {"t": "vote", "id": 2, "agree": True})
    driver.send(0, {"t": "propose", "kind": "rematch"})
    assert driver.description["proposal"]["kind"] == "rematch", "where all agreed there is no limit"


def test_the_proposer_withdraws_a_proposal_and_may_make_it_again() -> None:
    driver, _ = at_own_turn(2)
    driver.answer(0)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    driver.send(0, {"t": "vote", "id": 1, "agree": False})
    settled = {"id": 1, "kind": "takeback", "by": driver.player(0), "outcome": "withdrawn"}
    assert (driver.description["proposal"], driver.description["settled"]) == (None, settled)
    assert driver.session.views.snapshot(driver.player(1))["waits"]["for"] != "vote"
    assert refused(driver, 1, {"t": "vote", "id": 1, "agree": True}) == "stale"
    driver.pass_time(3)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.send(0, {"t": "vote", "id": 2, "agree": False})
    assert (driver.room.phase, driver.description["settled"]["outcome"]) == ("playing", "withdrawn")
