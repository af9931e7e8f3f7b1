"""Rooms that were arranged: the game begins by itself, and the tables of an event have the same walls."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from quepu.engine import Header, verify
from quepu.engine.events import Revealed
from quepu.errors import QuepuError
from quepu.server.play.game import Game, record_of
from quepu.server.play.plan import Plan, seed_of
from quepu.server.play.settings import Clock, Pace
from tests.server.play.driver import Driver, settings

SECRET = "5a" * 32
MATCH: dict[str, Any] = {"private": False, "casual": False, "hints": False, "hands": 4, "clock": Clock(20, 60, 8)}


def arranged(plan: Plan, people: int, seed: int = 1, accounts: bool = False, **others: Any) -> Driver:
    """A room with these people, of whom nobody is there yet."""
    driver = Driver(settings(**{**MATCH, **others}), people=0, seed=seed)
    for number in range(people):
        account = f"account{number}" if accounts else None
        member = driver.room.join(f"member {number}", f"hash {number}", driver.now, account)
        member.chair, driver.log[number] = number, []
    driver.room.plan = plan
    driver.gives_nonces = plan.kind != "event"
    driver.settle()
    return driver


def event(people: int, seed: int = 1, **others: Any) -> Driver:
    return arranged(Plan("event", SECRET), people, seed, private=True, **others)


def test_a_match_begins_when_the_last_one_comes() -> None:
    driver = arranged(Plan("match"), 3)
    for number in range(3):
        assert driver.room.phase == "lobby"
        driver.connect(number)
        driver.room.tick(driver.now)
        driver.settle()
    assert driver.room.phase == "playing"
    assert sorted(player.member for player in driver.session.players if player.member is not None) == [0, 1, 2]
    assert driver.description["arranged"] == "match"


def test_a_match_begins_without_who_does_not_come_after_a_while() -> None:
    driver = arranged(Plan("match"), 3)
    driver.connect(1)
    driver.room.tick(driver.now)
    driver.pass_time(Pace().arrival - 1)
    assert driver.room.session is None
    driver.pass_time(2)
    assert driver.room.phase == "playing"
    assert [player.member for player in driver.session.players if player.member is not None] == [1]


def test_nothing_begins_while_nobody_is_there() -> None:
    driver = arranged(Plan("match"), 2)
    driver.connect(0)
    driver.room.tick(driver.now)
    driver.disconnect(0)
    driver.room.tick(driver.now)
    assert driver.room.wakes_at() is None
    assert driver.room.phase == "lobby"


@pytest.mark.parametrize("message", [{"t": "start"}, {"t": "stand"}, {"t": "sit"}])
def test_nobody_changes_what_was_arranged(message: dict[str, object]) -> None:
    driver = arranged(Plan("match"), 2)
    driver.connect(0)
    with pytest.raises(QuepuError) as error:
        driver.send(0, message)
    assert error.value.code == "not_now"
    with pytest.raises(QuepuError):
        driver.room.change(0, lambda settings: settings)


def test_who_comes_uninvited_to_a_match_gets_no_chair() -> None:
    driver = arranged(Plan("match"), 2)
    stranger = driver.room.join("stranger", "hash of stranger", driver.now)
    driver.log[stranger.number] = []
    driver.connect(stranger.number)
    assert stranger.chair is None
    driver.connect(0)
    driver.connect(1)
    driver.room.tick(driver.now)
    driver.settle()
    assert sorted(player.member for player in driver.session.players if player.member is not None) == [0, 1]


def test_a_rated_game_is_played_to_its_end() -> None:
    driver = arranged(Plan("match"), 2, accounts=True)
    for number in range(2):
        driver.connect(number)
    driver.room.tick(driver.now)
    driver.settle()
    assert driver.description["rated"] is True
    for message in ({"t": "propose", "kind": "end"}, {"t": "remove", "member": 1}):
        with pytest.raises(QuepuError) as error:
            driver.send(0, message)
        assert error.value.code == "rated_game"


@pytest.mark.parametrize("others", [{"private": True}, {"casual": True}, {"hints": True}, {"open_hands": True}, {"hands": 3}])
def test_a_room_says_whether_its_game_is_rated(others: dict[str, Any]) -> None:
    driver = arranged(Plan("match"), 1, accounts=True, **others)
    assert driver.description["rated"] is False
    driver.connect(0)
    driver.room.tick(driver.now)
    driver.settle()
    assert driver.description["rated"] is False
    guest = arranged(Plan("match"), 1)
    guest.connect(0)
    guest.room.tick(guest.now)
    assert guest.description["rated"] is False


def play_event(driver: Driver) -> bytes:
    """Play the event to its end; the record."""
    for number in range(len(driver.room.members)):
        driver.connect(number)
    driver.room.tick(driver.now)
    driver.settle()
    while driver.room.phase == "playing":
        driver.play(1)
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    record = record_of(driver.session.game.header, entries)
    assert record is not None
    return record


def secrets_of(record: bytes) -> list[tuple[str, list[str]]]:
    events = [json.loads(line) for line in record.splitlines()]
    return [(event["seed"], event["nonces"]) for event in events if event.get("t") == "reveal"]


def test_all_tables_of_an_event_have_the_walls_that_were_committed_to() -> None:
    records = [play_event(event(people, seed, hands=3)) for people, seed in ((1, 1), (4, 2), (2, 3))]
    for record in records:
        verify(record)
    first, *others = map(secrets_of, records)
    assert [seed for seed, _ in first] == [seed_of(bytes.fromhex(SECRET), deal).hex() for deal in (1, 2, 3)]
    assert others == [first, first]


def test_the_seats_of_an_event_are_those_that_were_drawn() -> None:
    driver = event(3)
    play_event(driver)
    assert [player.member for player in driver.session.players] == [0, 1, 2, None]


def test_nobody_sees_a_seed_of_an_event_or_gives_a_nonce() -> None:
    driver = event(2, hands=2)
    record = play_event(driver)
    shown = "".join(text for log in driver.log.values() for _, text in log)
    for seed, _ in secrets_of(record):
        assert seed not in shown
        assert sha256(bytes.fromhex(seed)).hexdigest() in shown
    assert '"reveal"' not in shown
    assert '"commit":null' in shown
    assert not any('"t":"committed"' in text for log in driver.log.values() for _, text in log)
    with pytest.raises(QuepuError):
        driver.session.commit_nonce(0, 1, bytes(32), driver.now)
    last = driver.room.welcome(0, None, None)
    assert "reveal" not in json.dumps(last)
    assert any(isinstance(one, Revealed) for batch in driver.session.game.batches for one in batch)


def test_who_does_not_come_to_an_event_plays_it_all_the_same() -> None:
    """A bot plays for them until they come: the others at their table have drawn four players."""
    driver = event(2)
    driver.connect(1)
    driver.room.tick(driver.now)
    driver.pass_time(Pace().arrival + 1)
    assert [player.member for player in driver.session.players] == [0, 1, None, None]
    while not driver.session.players[0].away:
        driver.advance()
    driver.connect(0)
    assert driver.session.players[0].plays


def test_nobody_else_may_come_to_a_table_of_an_event() -> None:
    driver = event(2)
    assert not driver.room.admits(None)
    assert not driver.room.admits("anything")


def test_a_game_of_an_event_continues_after_a_restart_with_the_same_walls() -> None:
    driver = event(1, hands=2)
    driver.connect(0)
    driver.room.tick(driver.now)
    driver.settle()
    driver.play_to("turn")
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    header = Header.from_dict(driver.session.game.header.as_dict())
    again = Game.restore(header, entries)
    other = event(1, seed=9, hands=2)
    other.connect(0)
    other.room.session = None
    other.room.restore_game("game", again, driver.session.players, entries, other.now)
    assert other.session.has_fixed_walls
    assert again.began == driver.session.game.began


def test_the_seeds_of_an_event_say_nothing_of_each_other() -> None:
    secret = Random(1).randbytes(32)
    seeds = [seed_of(secret, deal) for deal in range(1, 17)]
    assert len({*seeds, secret}) == 17
    assert seeds[0] == sha256(b"quepu-event-1" + secret + bytes([0, 0, 0, 1])).digest()
