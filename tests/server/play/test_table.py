"""A table, with a clock that the test holds: turns, claims, clocks, absence, what is taken back."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from quepu.errors import QuepuError
from quepu.kernel.actions import PASS
from quepu.rules import BOOKS
from quepu.server.play.game import Game, record_of
from quepu.server.play.messages import Plain
from quepu.server.play.settings import Pace
from quepu.server.play.table import CLAIMS, READY, TURN
from quepu.table import Header, verify
from tests.server.play.driver import CLOCK, Driver, settings

every_book = pytest.mark.parametrize("rules", BOOKS)


def refused(driver: Driver, number: int, message: dict[str, object]) -> str:
    """The code of the error; and nothing was told to anybody."""
    before = {one: len(log) for one, log in driver.log.items()}
    n, writes = driver.n, len(driver.writes)
    with pytest.raises(QuepuError) as error:
        driver.send(number, message)
    driver.settle()
    assert (before, n, writes) == ({one: len(log) for one, log in driver.log.items()}, driver.n, len(driver.writes))
    return error.value.code


# Whole games.


@every_book
def test_a_game_goes_from_the_first_nonce_to_the_record(rules: str) -> None:
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
    told = 0
    while driver.room.phase == "playing":
        driver.play(7)
        entries = [json.loads(json.dumps(write.values["body"])) for write in driver.writes if write.kind == "entry"]
        again = Game.restore(driver.table.game.header, entries)
        game = driver.table.game
        assert (again.n, again.told, again.batches, again.by, again.answers) == (game.n, game.told, game.batches, game.by, game.answers)
        assert (again.seed, again.play.match.scores, again.over) == (game.seed, game.play.match.scores, game.over)
        if again.hand is not None:
            assert again.hand.state.equals(driver.hand.state)
        told += 1
    assert told > 10


def test_a_journal_that_does_not_fit_is_not_played_on() -> None:
    driver = Driver(settings(), people=1)
    driver.start()
    driver.play(12)
    entries = [json.loads(json.dumps(write.values["body"])) for write in driver.writes if write.kind == "entry"]
    deal = next(entry for entry in entries if entry["e"] == "deal")
    deal["events"][1]["hands"].reverse()
    with pytest.raises(QuepuError) as error:
        Game.restore(driver.table.game.header, entries)
    assert error.value.code == "journal_differs"


def test_all_who_are_there_are_told_every_update_from_the_first() -> None:
    driver = Driver(settings(hands=1), people=4)
    driver.connect(-1)
    driver.start()
    driver.play(10_000)
    for number in driver.log:
        assert [message["n"] for message in driver.sent(number) if message["t"] == "update"] == list(range(1, driver.n + 1))


# The shuffle.


def test_the_seed_is_stored_and_told_before_the_nonces_and_revealed_after_the_hand() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.start()
    assert driver.table.decision.phase == READY
    commitment = driver.table.snapshot(0)["waits"]["commitment"]
    [stored] = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    assert stored["e"] == "commit"
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
        if driver.table.chairs[player].member is None:
            assert reveal["nonces"][seat] == sha256(b"quepu-nonce-1" + seed + bytes([seat])).hexdigest()[:32]


def test_nobody_is_waited_for_longer_than_the_clock_allows_before_a_hand() -> None:
    driver = Driver(settings(clock=CLOCK), people=2)
    driver.start()
    driver.answer(0)
    driver.pass_time(29.9)
    assert driver.table.decision.phase == READY
    driver.pass_time(0.2)
    assert driver.table.decision.phase != READY


# Answers.


def test_each_answer_names_what_it_answers_and_counts_once() -> None:
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
    assert driver.table.decision.phase == CLAIMS
    assert refused(driver, member, {"t": "act", "n": driver.n, "action": PASS}) == "not_asked", "it is his own tile"
    passing = {"t": "act", "n": driver.n, "action": PASS}
    assert refused(driver, other, {**passing, "from_hand": True}) == "illegal_action"
    driver.send(other, passing)
    assert refused(driver, other, passing) == "answered_already"
    assert driver.table.snapshot(driver.player(other))["answered"] == PASS
    assert driver.table.snapshot(driver.player(other))["prompt"] is None


def test_who_looks_on_can_do_nothing() -> None:
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


# Clocks.


def test_a_turn_takes_from_the_bank_and_then_a_bot_plays() -> None:
    driver = Driver(settings(clock=CLOCK), people=2)
    driver.start()
    driver.play_to(TURN)
    while driver.member_at(driver.hand.asked()[0]) is None:
        driver.play(1)
        driver.play_to(TURN)
    seat = driver.hand.asked()[0]
    player = driver.table.game.seats[seat]
    assert driver.table.snapshot(None)["waits"] == {"for": "turn", "seat": "ESWN"[seat], "left": 20000, "bank": 30000}
    driver.pass_time(25)
    assert driver.table.snapshot(None)["waits"] == {"for": "turn", "seat": "ESWN"[seat], "left": 0, "bank": 25000}
    member = driver.member_at(seat)
    assert member is not None
    driver.answer(member)
    assert driver.table.banks[player] == pytest.approx(25)
    while driver.table.decision.phase != TURN or driver.hand.asked() != [seat]:
        driver.play(1)
    driver.pass_time(44.9)
    assert not driver.table.chairs[player].away
    n = driver.n
    driver.pass_time(0.2)
    assert driver.table.chairs[player].away
    assert driver.n > n, "the bot has thrown a tile"
    assert driver.table.banks[player] == 0, "and the bank is used up"


def at_own_turn(people: int, number: int = 0, **others: Any) -> tuple[Driver, int]:
    """A table at which it is a member's turn; and his seat."""
    driver = Driver(settings(**others), people=people)
    driver.start()
    driver.play(1)
    while driver.table.decision.phase != TURN or driver.member_at(driver.hand.asked()[0]) != number:
        driver.play(1)
    return driver, driver.hand.asked()[0]


def test_who_comes_back_when_his_time_is_up_gets_no_more_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, seat = at_own_turn(2, clock=CLOCK)
    player, n = driver.table.game.seats[seat], driver.n
    with monkeypatch.context() as patched:
        patched.setattr(Driver, "settle", lambda self: None)  # the bot still thinks
        driver.pass_time(50)
    assert driver.table.chairs[player].away
    driver.send(0, {"t": "back"})
    assert not driver.table.chairs[player].away
    assert driver.n == n + 1, "what the bot has chosen stands"
    assert driver.table.banks[player] == 0


def test_going_and_coming_back_does_not_stop_a_clock() -> None:
    driver, seat = at_own_turn(2, clock=CLOCK)
    player, n, began = driver.table.game.seats[seat], driver.n, driver.now
    while driver.n == n and driver.now < began + 100:
        driver.pass_time(min(4.0, began + 49.9 - driver.now) if driver.now < began + 49.9 else 0.1)
        if driver.n == n:
            driver.room.receive(0, Plain(t="away"), driver.now)  # and the bot has no time to choose
            driver.room.receive(0, Plain(t="back"), driver.now)
            driver.settle()
            assert driver.table.decision.deadline == pytest.approx(began + 50)
    assert began + 49.9 < driver.now < began + 50.3
    assert driver.table.chairs[player].away
    assert driver.table.banks[player] == 0


def test_who_goes_away_late_in_his_turn_has_used_his_bank() -> None:
    driver, seat = at_own_turn(2, clock=CLOCK)
    driver.pass_time(30)
    driver.send(0, {"t": "away"})
    assert driver.table.banks[driver.table.game.seats[seat]] == pytest.approx(20)


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
        assert driver.table.snapshot(0)["waits"]["left"] is None


def test_among_people_without_a_clock_who_says_nothing_to_a_discard_passes() -> None:
    driver = Driver(settings(), people=4)
    driver.start()
    windows = set()
    for _ in range(20):
        driver.play_to(TURN)
        driver.play(1)
        driver.play_to(CLAIMS)
        n, opened = driver.n, driver.now
        left = {driver.table.snapshot(viewer)["waits"]["left"] for viewer in (0, 1, 2, 3, None)}
        driver.answer(driver.prompted()[0])
        while driver.n == n:
            driver.advance()
        windows.add(driver.now - opened)
        assert left == {round(1000 * (driver.now - opened))}
    assert len(windows) > 15
    assert all(5 <= window <= 8 for window in windows)
    assert not any(chair.away for chair in driver.table.chairs)


def test_whoever_is_asked_may_have_more_time_and_nobody_is_told_who() -> None:
    driver = Driver(settings(), people=4)
    driver.start()
    driver.play_to(CLAIMS)
    n = driver.n
    asking, others = driver.prompted()[0], driver.prompted()[1:]
    [offerer] = set(range(4)) - {asking, *others}
    assert refused(driver, offerer, {"t": "more", "n": n}) == "not_now"
    assert refused(driver, asking, {"t": "more", "n": n - 1}) == "stale"
    deadline = driver.table.decision.deadline
    assert deadline is not None
    for log in driver.log.values():
        log.clear()
    driver.send(asking, {"t": "more", "n": n})
    assert [message["t"] for message in driver.sent(asking)] == ["more"]
    assert not any(driver.log[other] for other in others)
    driver.pass_time(deadline - driver.now)
    assert driver.n == n
    shown = [driver.sent(number)[-1]["table"]["waits"] for number in range(4)]
    assert shown == [{"for": "claims", "left": 30000}] * 4
    driver.pass_time(29.9)
    assert driver.n == n
    driver.pass_time(0.2)
    assert driver.n > n


def test_who_has_asked_for_more_time_and_answers_holds_up_nobody() -> None:
    driver = Driver(settings(), people=4)
    driver.start()
    driver.play_to(CLAIMS)
    n, deadline = driver.n, driver.table.decision.deadline
    assert deadline is not None
    asking = driver.prompted()[0]
    driver.send(asking, {"t": "more", "n": n})
    driver.answer(asking)
    assert refused(driver, asking, {"t": "more", "n": n}) == "not_now"
    driver.pass_time(deadline - driver.now)
    assert driver.n > n


def test_with_a_clock_there_is_no_more_time_than_it_gives() -> None:
    driver = Driver(settings(clock=CLOCK), people=4)
    driver.start()
    driver.play_to(CLAIMS)
    assert refused(driver, driver.prompted()[0], {"t": "more", "n": driver.n}) == "not_now"


def test_people_do_not_wait_for_ever_for_one_of_them() -> None:
    driver, seat = at_own_turn(2)
    n = driver.n
    driver.pass_time(599)
    assert driver.n == n
    assert driver.table.snapshot(0)["waits"]["left"] is None
    driver.pass_time(2)
    assert driver.n > n
    assert driver.table.chairs[driver.table.game.seats[seat]].away
    driver.send(0, {"t": "back"})
    driver.play_to(READY)
    driver.pass_time(599)
    assert driver.table.decision.phase == READY
    driver.pass_time(5)
    assert driver.table.decision.phase != READY


# Absence.


def test_who_is_gone_is_played_by_a_bot_after_a_while_and_takes_over_again() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play(20)
    driver.play_to(CLAIMS)
    driver.disconnect(1)
    player = driver.player(1)
    assert not driver.room.describe()["players"][player]["here"]
    driver.pass_time(14.9)
    assert not driver.table.chairs[player].away
    driver.pass_time(0.2)
    assert driver.table.chairs[player].away
    driver.play(40)  # only member 0 answers
    welcome = driver.connect(1)
    assert not driver.table.chairs[player].away
    assert welcome["table"]["n"] == driver.n
    n = driver.n
    while 1 not in driver.prompted():
        driver.answer(0) if 0 in driver.prompted() else driver.advance()
    assert driver.n >= n
    driver.answer(1)


def test_who_says_so_is_played_by_a_bot_at_once() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play_to(TURN)
    driver.send(1, {"t": "away"})
    assert driver.table.chairs[driver.player(1)].away
    for _ in range(30):
        driver.play(1)
        assert 1 not in driver.prompted()
    driver.send(1, {"t": "back"})
    assert not driver.table.chairs[driver.player(1)].away
    assert driver.sent(1)[-2]["t"] == "table", "his prompt comes again"


def test_a_table_without_players_stands_still_with_its_clocks() -> None:
    driver = Driver(settings(clock=CLOCK), people=1)
    driver.start()
    driver.play_to(TURN)
    while driver.member_at(driver.hand.asked()[0]) is None:
        driver.play(1)
        driver.play_to(TURN)
    driver.connect(-1)
    driver.pass_time(5)
    left = driver.table.snapshot(None)["waits"]["left"]
    n = driver.n
    driver.disconnect(0)
    assert driver.table.snapshot(None)["waits"] == {"for": "paused"}
    assert driver.room.wakes_at() is None
    driver.now += 100_000
    driver.connect(0)
    assert (driver.n, driver.table.snapshot(None)["waits"]["left"]) == (n, left)
    assert driver.sent(-1)[-1]["t"] == "room"
    assert [message["table"]["waits"]["for"] for message in driver.sent(-1) if message["t"] == "table"] == ["paused", "turn"]


# Taking back, ending, playing again.


def test_a_choice_is_taken_back_if_all_agree() -> None:
    driver = Driver(settings(), people=3)
    driver.start()
    driver.play(6)
    while driver.table.decision.phase != TURN or driver.member_at(driver.hand.asked()[0]) != 0:
        driver.play(1)
    before = {number: driver.table.snapshot(driver.player(number)) for number in range(3)}
    state, batches = driver.hand.state.copy(), len(driver.table.game.batches)
    driver.answer(0)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    driver.answer(1)  # the game goes on meanwhile
    proposal = driver.sent(2)[-1]["room"]["proposal"]
    asked = sorted(driver.player(number) for number in range(3))
    assert proposal == {"id": 1, "kind": "takeback", "by": driver.player(0), "agreed": [driver.player(0)], "asked": asked}
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.proposal is not None
    driver.send(2, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.proposal is None
    assert len(driver.table.game.batches) == batches
    assert driver.hand.state.equals(state)
    update = next(message for message in reversed(driver.sent(1)) if message["t"] == "update")
    assert update["events"] == [{"t": "back", "player": driver.player(0)}]
    for number, shown in before.items():
        again = driver.table.snapshot(driver.player(number))
        assert (again["view"], again["prompt"], again["n"]) == (shown["view"], shown["prompt"], driver.n)
    driver.play(10_000)
    assert driver.room.phase == "over"
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    record = record_of(driver.table.game.header, entries)
    assert record is not None
    verify(record)


def test_who_is_disconnected_for_a_moment_is_asked_too() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play(10)
    driver.disconnect(1)
    driver.send(0, {"t": "propose", "kind": "end"})
    assert driver.room.phase == "playing"
    assert driver.room.describe()["proposal"]["asked"] == sorted(driver.player(number) for number in (0, 1))
    driver.connect(1)
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    driver.pass_time(4)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.disconnect(1)
    driver.pass_time(14.9)
    assert driver.room.phase == "playing"
    driver.pass_time(0.2)
    assert driver.room.phase == "over", "he is away, and the others have agreed"


def test_a_move_is_not_taken_back_when_people_have_played_on() -> None:
    driver, _ = at_own_turn(2)
    driver.answer(0)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    moves = driver.table.moves
    while driver.table.moves == moves:
        assert driver.room.proposal is not None, "passes and bots do not count"
        driver.play(1)
    assert driver.room.proposal is None
    assert [message["room"]["proposal"] for message in driver.sent(1) if message["t"] == "room"][-1] is None
    assert refused(driver, 1, {"t": "vote", "id": 1, "agree": True}) == "stale"


def test_a_proposal_that_cannot_be_carried_out_is_gone_for_all() -> None:
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
        assert driver.sent(number)[-1]["room"]["proposal"] is None


def test_one_who_does_not_agree_or_a_long_silence_ends_a_proposal() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play(10)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    assert driver.room.proposal is None
    driver.pass_time(4)
    driver.send(0, {"t": "propose", "kind": "end"})
    assert refused(driver, 1, {"t": "vote", "id": 1, "agree": True}) == "stale"
    driver.pass_time(30)
    assert driver.room.proposal is None
    assert driver.room.phase == "playing"


def test_nothing_is_taken_back_in_earnest() -> None:
    driver = Driver(settings(casual=False), people=1)
    driver.start()
    driver.play(30)
    assert refused(driver, 0, {"t": "propose", "kind": "takeback"}) == "nothing_to_take_back"


def test_a_game_that_is_ended_keeps_the_hands_that_were_played() -> None:
    driver = Driver(settings(hands=5), people=2)
    driver.start()
    while driver.table.game.hands_played < 2:
        driver.play(1)
    driver.play(20)
    scores = list(driver.table.game.play.match.scores)
    driver.send(0, {"t": "propose", "kind": "end"})
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.room.phase == "over"
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    record = record_of(driver.table.game.header, entries)
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
    assert record_of(driver.table.game.header, entries) is None


def test_after_a_game_all_can_play_again_and_who_looked_on_can_sit_down() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.start()
    driver.room.join("late", "hash", driver.now)
    driver.log[2] = []
    driver.connect(2)
    assert refused(driver, 2, {"t": "sit"}) == "not_now"
    driver.play(10_000)
    first = driver.table.id
    driver.send(2, {"t": "sit"})
    driver.send(0, {"t": "propose", "kind": "rematch"})
    driver.send(1, {"t": "vote", "id": 1, "agree": True})
    assert driver.table.id != first
    assert sorted(chair.member is not None for chair in driver.table.chairs) == [False, True, True, True]
    assert driver.prompted() == [0, 1, 2]
    driver.play(10_000)
    assert driver.room.phase == "over"


# The lobby.


def test_only_the_host_starts_and_only_from_the_lobby() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    with pytest.raises(QuepuError) as error:
        driver.send(1, {"t": "start"})
    assert error.value.code == "not_the_host"
    driver.send(0, {"t": "stand"})
    assert driver.room.host == 1
    driver.send(1, {"t": "start"})
    with pytest.raises(QuepuError) as error:
        driver.send(1, {"t": "start"})
    assert error.value.code == "not_now"
    assert [chair.member for chair in driver.table.chairs if chair.member is not None] == [1]


def test_without_bots_four_people_are_wanted() -> None:
    driver = Driver(settings(bots=None), people=3)
    driver.connect(0)
    with pytest.raises(QuepuError) as error:
        driver.send(0, {"t": "start"})
    assert error.value.code == "too_few_players"
    driver.room.join("fourth", "hash", driver.now)
    driver.log[3] = []
    driver.send(0, {"t": "start"})
    assert sorted(chair.member or 0 for chair in driver.table.chairs) == [0, 1, 2, 3]


def join(driver: Driver, name: str) -> int:
    """A new member, who is not here yet."""
    number = driver.room.join(name, f"hash of {name}", driver.now).number
    driver.log[number] = []
    driver.settle()
    return number


def chairs(driver: Driver) -> dict[str, int | None]:
    return {member["name"]: member["chair"] for member in driver.room.describe()["members"]}


def test_the_chair_of_who_is_gone_is_free_in_the_lobby() -> None:
    driver = Driver(settings(), people=4)
    driver.connect(0)
    driver.connect(1)
    driver.disconnect(1)
    driver.now += 14
    assert refused_to_sit(driver, join(driver, "early"))
    driver.now += 2
    friend = join(driver, "friend")
    assert chairs(driver) == {"member 0": 0, "member 1": None, "member 2": 2, "member 3": 3, "early": None, "friend": 1}
    driver.connect(1)
    assert chairs(driver)["member 1"] == 2, "who comes back takes another one"
    driver.connect(friend)
    driver.send(1, {"t": "stand"})
    driver.disconnect(1)
    driver.connect(1)
    assert chairs(driver)["member 1"] is None, "who has stood up stays so"


def refused_to_sit(driver: Driver, number: int) -> bool:
    driver.connect(number)
    with pytest.raises(QuepuError) as error:
        driver.send(number, {"t": "sit"})
    driver.disconnect(number)
    return error.value.code == "no_chair"


def test_who_joined_and_never_came_does_not_play() -> None:
    driver = Driver(settings(), people=3)
    driver.connect(0)
    driver.connect(1)
    driver.disconnect(1)
    driver.now += 20
    driver.send(0, {"t": "start"})
    assert sorted(chair.member for chair in driver.table.chairs if chair.member is not None) == [0, 1], "who was here can come back"


def test_a_host_who_is_not_here_does_not_hold_up_the_others() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(1)
    assert driver.room.host == 1
    driver.connect(0)
    assert driver.room.host == 0
    driver.disconnect(0)
    driver.send(1, {"t": "start"})
    assert driver.room.phase == "playing"


def test_a_newcomer_plays_on_when_all_players_of_a_game_that_is_over_are_gone() -> None:
    driver = Driver(settings(hands=1), people=2)
    driver.start()
    driver.play(10_000)
    new = join(driver, "new")
    driver.connect(new)
    driver.send(new, {"t": "sit"})
    with pytest.raises(QuepuError) as error:
        driver.send(new, {"t": "start"})
    assert error.value.code == "not_now"
    first = driver.table.id
    driver.disconnect(0)
    driver.disconnect(1)
    driver.send(new, {"t": "start"})
    assert driver.table.id != first
    assert new in [chair.member for chair in driver.table.chairs]


def test_the_host_removes_who_came_after_him() -> None:
    driver = Driver(settings(), people=3)
    for number in range(3):
        driver.connect(number)
    with pytest.raises(QuepuError) as error:
        driver.send(1, {"t": "remove", "member": 2})
    assert error.value.code == "not_the_host"
    for other in (0, 3, 1000):
        with pytest.raises(QuepuError) as error:
            driver.send(0, {"t": "remove", "member": other})
        assert error.value.code == "cannot_remove"
    driver.send(0, {"t": "remove", "member": 1})
    assert chairs(driver) == {"member 0": 0, "member 2": 2}
    assert driver.room.dropped == [1]
    assert driver.writes[-1].kind == "remove"
    assert refused_as(driver, 1, {"t": "phrase", "phrase": "hello"}) == "not_a_player"
    driver.disconnect(0)
    assert driver.room.host == 2
    assert refused_as(driver, 2, {"t": "remove", "member": 0}) == "cannot_remove"


def refused_as(driver: Driver, number: int, message: dict[str, object]) -> str:
    with pytest.raises(QuepuError) as error:
        driver.send(number, message)
    return error.value.code


def test_for_a_player_who_is_removed_a_bot_plays_to_the_end() -> None:
    driver = Driver(settings(hands=1), people=3)
    driver.start()
    driver.play(12)
    player = driver.player(2)
    driver.disconnect(0)
    assert refused_as(driver, 1, {"t": "remove", "member": 2}) == "cannot_remove", "he only stands in for the host"
    driver.connect(0)
    driver.send(0, {"t": "remove", "member": 2})
    driver.disconnect(2)
    assert driver.table.chairs[player].away
    driver.send(0, {"t": "propose", "kind": "end"})
    assert driver.room.describe()["proposal"]["asked"] == sorted(driver.player(number) for number in (0, 1))
    driver.send(1, {"t": "vote", "id": 1, "agree": False})
    driver.play(10_000)
    assert driver.room.phase == "over"


def test_in_a_full_room_who_never_came_makes_room() -> None:
    driver = Driver(settings(), people=1)
    driver.connect(0)
    for number in range(1, 100):
        join(driver, f"nobody {number}")
    with pytest.raises(QuepuError) as error:
        join(driver, "friend")
    assert error.value.code == "room_full"
    driver.connect(4)
    driver.now += 16
    friend = join(driver, "friend")
    assert (friend, driver.room.members[friend].name, driver.room.dropped) == (5, "friend", [5])
    assert len(driver.room.members) == 100


def test_two_members_never_have_the_same_name() -> None:
    driver = Driver(settings(), people=0)
    assert [driver.room.join("Ann", "hash", driver.now).name for _ in range(3)] == ["Ann", "Ann 2", "Ann 3"]


def test_phrases_reach_all_and_not_too_often() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    driver.connect(-1)
    driver.send(0, {"t": "phrase", "phrase": "hello"})
    for number in (0, 1, -1):
        assert driver.sent(number)[-1] == {"v": 1, "t": "phrase", "member": 0, "phrase": "hello"}
    with pytest.raises(QuepuError) as error:
        driver.send(0, {"t": "phrase", "phrase": "hello"})
    assert error.value.code == "too_fast"
    driver.now += 1
    driver.send(0, {"t": "phrase", "phrase": "bye"})


def test_pauses_come_from_chance_and_can_be_left_out() -> None:
    assert Pace().scaled(0).claims == (0, 0)
    assert Pace().scaled(2).bot == (1.0, 2.4)
    assert (Pace().scaled(2).window, Pace().scaled(0).window) == ((10, 16), (5, 8)), "people need their time at any pace"
    pauses = set()
    driver = Driver(settings(), people=1)
    driver.start()
    for _ in range(20):
        driver.play(1)
        driver.play_to(CLAIMS)
        pauses.add(driver.table.decision.due - driver.table.decision.opened)
    assert len(pauses) > 10
    assert all(0.5 <= pause <= 1.0 for pause in pauses)
    assert Random(1).uniform(0, 0) == 0
