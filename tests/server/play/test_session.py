"""A table, with a clock that the test holds: whole games, the shuffle, answers, pauses."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random

import pytest

from quepu.engine import Header, verify
from quepu.errors import QuepuError
from quepu.kernel.actions import PASS
from quepu.rules import BOOKS
from quepu.server.play.game import Game, record_of
from quepu.server.play.settings import Pace
from quepu.server.play.timing import CLAIMS, READY, TURN
from tests.server.play.driver import CLOCK, Driver, refused, settings

every_book = pytest.mark.parametrize("rules", BOOKS)


# Whole games.


@every_book
def test_a_game_from_the_first_nonce_to_the_record(rules: str) -> None:
    driver = Driver(settings(rules), people=2)
    driver.start()
    driver.play(10_000)
    assert driver.room.phase == "over"
    [game] = [write.values for write in driver.writes if write.kind == "game"]
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    record = record_of(Header.from_dict(game["header"]), entries)
    assert record is not None
    assert verify(record).players == tuple(game["header"]["players"])


@every_book
def test_the_journal_gives_the_game_back_at_every_moment(rules: str) -> None:
    driver = Driver(settings(rules, hands=1, clock=CLOCK), people=2)
    driver.start()
    checked = 0
    while driver.room.phase == "playing":
        driver.play(7)
        entries = [json.loads(json.dumps(write.values["body"])) for write in driver.writes if write.kind == "entry"]
        again = Game.restore(driver.session.game.header, entries)
        game = driver.session.game
        assert (again.n, again.updates, again.batches, again.by, again.answers) == (
            game.n,
            game.updates,
            game.batches,
            game.by,
            game.answers,
        )
        assert (again.seed, again.match.scores, again.over) == (game.seed, game.match.scores, game.over)
        assert (again.committed, again.nonce_commitments, again.opened) == (game.committed, game.nonce_commitments, game.opened)
        if again.deal is not None:
            assert again.deal.state.equals(driver.hand.state)
        checked += 1
    assert checked > 10


def test_a_journal_that_does_not_fit_is_not_played_on() -> None:
    driver = Driver(settings(), people=1)
    driver.start()
    driver.play(12)
    entries = [json.loads(json.dumps(write.values["body"])) for write in driver.writes if write.kind == "entry"]
    deal = next(entry for entry in entries if entry["e"] == "deal")
    deal["events"][1]["hands"].reverse()
    with pytest.raises(QuepuError) as error:
        Game.restore(driver.session.game.header, entries)
    assert error.value.code == "journal_differs"


def test_all_viewers_get_every_update_from_the_first() -> None:
    driver = Driver(settings(hands=1), people=4)
    driver.connect(-1)
    driver.start()
    driver.play(10_000)
    for number in driver.log:
        assert [message["n"] for message in driver.sent(number) if message["t"] == "update"] == list(range(1, driver.n + 1))


# The shuffle.


def test_the_seed_is_stored_and_shown_before_the_nonces_and_revealed_after_the_hand() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.start()
    assert driver.session.decision.phase == READY
    commitment = driver.session.views.snapshot(0)["waits"]["commitment"]
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    assert [entry["e"] for entry in entries[:3]] == ["commit_nonce", "commit_nonce", "commit"]
    stored = entries[2]
    driver.play(10_000)
    events = [event for message in driver.sent(0) if message["t"] == "update" for event in message["events"]]
    [reveal] = [event for event in events if event["t"] == "reveal"]
    [began] = [event for event in events if event["t"] == "hand"]
    assert (began["commitment"], reveal["seed"]) == (commitment, stored["seed"])
    for number in (0, 1):
        assert reveal["nonces"][began["seats"].index(driver.player(number))] == f"{number + 16:032x}"
    assert len(set(reveal["nonces"])) == 4
    seed = bytes.fromhex(reveal["seed"])
    for seat, player in enumerate(began["seats"]):  # those of bots were decided with the seed
        if driver.session.players[player].member is None:
            assert reveal["nonces"][seat] == sha256(b"quepu-nonce-1" + seed + bytes([seat])).hexdigest()[:32]


# Answers.


def test_each_answer_names_its_update_and_counts_once() -> None:
    driver = Driver(settings(), people=4)
    driver.start()
    driver.play_to(TURN)
    [seat] = driver.hand.asked()
    member = driver.member_at(seat)
    other = driver.member_at((seat + 1) % 4)
    assert member is not None
    assert other is not None
    tile = min(driver.hand.view(seat).legal)
    act = {"t": "act", "n": driver.n, "action": tile}
    assert refused(driver, member, {**act, "n": driver.n - 1}) == "stale"
    assert refused(driver, member, {**act, "n": driver.n + 1}) == "stale"
    assert refused(driver, member, {**act, "action": PASS}) == "illegal_action"
    assert refused(driver, other, {**act, "action": PASS}) == "not_asked"
    assert refused(driver, other, act) == "not_asked"
    driver.send(member, act)
    assert refused(driver, member, act) == "stale", "a double click"
    assert driver.session.decision.phase == CLAIMS
    assert refused(driver, member, {"t": "act", "n": driver.n, "action": PASS}) == "not_asked", "it is their own tile"
    claims = driver.play_to_claim()
    passing = {"t": "act", "n": driver.n, "action": PASS}
    assert refused(driver, claims, {**passing, "from_hand": True}) == "illegal_action"
    driver.send(claims, passing)
    assert refused(driver, claims, passing) == "answered_already"
    assert driver.snapshot(driver.player(claims))["answered"] == PASS
    assert driver.snapshot(driver.player(claims))["prompt"] is None


def test_spectators_can_do_nothing() -> None:
    driver = Driver(settings(), people=1)
    driver.start()
    driver.connect(-1)
    messages: list[dict[str, object]] = [{"t": "act", "n": driver.n, "action": PASS}, {"t": "away"}]
    all_of: list[dict[str, object]] = [*messages, {"t": "start"}, {"t": "phrase", "phrase": "hello"}]
    for message in all_of:
        assert refused(driver, -1, message) == "not_a_player"
    driver.room.join("late", "hash", driver.now)
    driver.log[1] = []
    driver.connect(1)
    messages.append({"t": "propose", "kind": "end"})
    for message in messages:
        assert refused(driver, 1, message) == "not_a_player"


# Pauses.


def test_pauses_come_from_chance_and_can_be_left_out() -> None:
    assert Pace().scaled(0).claims == (0, 0)
    assert Pace().scaled(2).bot == (0.3, 0.7)
    assert [Pace().scaled(factor).window for factor in (2, 0.1, 0)] == [(7, 8.4), (3.5, 4.2), (0, 0)], "people need their time at any pace"
    assert (Pace().at("instant").bot, Pace().at("instant").window) == ((0, 0), (1.75, 2.1)), "at any speed, too"
    pauses = set()
    driver = Driver(settings(), people=1)
    driver.start()
    for _ in range(20):
        driver.play(1)
        driver.play_to(CLAIMS)
        pauses.add(driver.session.decision.due - driver.session.decision.opened)
    assert len(pauses) > 10
    assert all(0.3 <= pause <= 0.45 for pause in pauses)
    assert Random(1).uniform(0, 0) == 0
