"""Nobody chooses a wall: nonces are committed to, then the seed, then the nonces are opened; what is withheld is visible."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from quepu.engine import Header, Secret, read_record, verify
from quepu.engine.events import HandBegan, Revealed
from quepu.engine.fairness import nonces_in
from quepu.engine.shuffle import nonce_commitment, nonce_from_seed
from quepu.errors import RecordError
from quepu.rules import BOOKS
from quepu.server.play.game import Game, record_of
from quepu.server.play.replays import continuation, steps
from quepu.server.play.room import Room
from quepu.server.play.session_player import SessionPlayer
from quepu.server.play.settings import Pace
from quepu.server.play.store_rows import Write
from quepu.server.play.timing import COMMIT, READY, TURN
from tests.server.play.client import Client, Message
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.driver import CLOCK, Driver, refused, settings


def by_hand(people: int, start: bool = True, **others: Any) -> Driver:
    """A table at which the test itself gives the nonces."""
    driver = Driver(settings(**others), people=people)
    driver.gives_nonces = False
    if start:
        driver.start()
    return driver


def commit(driver: Driver, number: int, nonce: bytes, hand: int | None = None) -> None:
    wanted = driver.session.game.next_to_commit if hand is None else hand
    driver.send(number, {"t": "commit", "hand": wanted, "commitment": nonce_commitment(nonce).hex()})


def open_nonce(driver: Driver, number: int, nonce: bytes) -> None:
    driver.send(number, {"t": "open", "hand": driver.session.game.match.number, "nonce": nonce.hex()})


def entries(driver: Driver) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(write.values["body"])) for write in driver.writes if write.kind == "entry"]


def record(driver: Driver) -> bytes:
    game = next(write.values for write in driver.writes if write.kind == "game")
    found = record_of(Header.from_dict(game["header"]), entries(driver))
    assert found is not None
    return found


def tables(driver: Driver, number: int) -> list[Message]:
    """All tables that a member was shown."""
    return [message["table"] for message in driver.sent(number) if message.get("table")]


# The order.


def test_the_seed_is_chosen_only_when_all_present_players_have_committed() -> None:
    driver = by_hand(3)
    assert driver.session.decision.phase == COMMIT
    assert driver.session.views.snapshot(driver.player(0))["waits"] == {"for": "commit", "left": None, "hand": 1}
    for number in range(3):
        assert driver.session.game.seed is None
        shown = driver.session.views.snapshot(driver.player(number))
        assert (shown["commit"], shown["open"], shown["prompt"]) == (1, None, None)
        commit(driver, number, bytes([number]) * 16)
    assert [entry["e"] for entry in entries(driver)] == ["commit_nonce"] * 3 + ["commit"]
    shown = driver.session.views.snapshot(driver.player(0))
    committed = [nonce_commitment(bytes([number]) * 16).hex() for number in range(3)]
    assert sorted(filter(None, shown["waits"]["nonce_commitments"])) == sorted(committed)
    seats = driver.session.game.match.seats
    assert [shown["waits"]["nonce_commitments"][seats.index(driver.player(number))] for number in range(3)] == committed
    assert (shown["commit"], shown["open"], shown["prompt"]) == (2, 1, {"ready": True})


def test_the_server_waits_ten_seconds_for_a_missing_commitment() -> None:
    driver = by_hand(2)
    commit(driver, 0, b"a" * 16)
    driver.pass_time(9.9)
    assert driver.session.decision.phase == COMMIT
    driver.pass_time(0.2)
    assert driver.session.decision.phase == READY
    assert driver.session.views.snapshot(driver.player(1))["open"] is None
    assert refused(driver, 1, {"t": "commit", "hand": 1, "commitment": "00" * 32}) == "stale", "the seed is chosen"
    assert refused(driver, 1, {"t": "open", "hand": 1, "nonce": "00" * 16}) == "wrong_nonce"
    commit(driver, 1, b"b" * 16, hand=2)
    open_nonce(driver, 0, b"a" * 16)
    for number in (0, 1):
        driver.answer(number)
    game = driver.session.game
    assert game.seed is not None
    assert game.nonces[game.seats.index(driver.player(0))] == b"a" * 16
    seat = game.seats.index(driver.player(1))
    assert game.nonces[seat] == nonce_from_seed(game.seed, seat)


def test_bots_have_no_commitment_and_nobody_waits_for_them_or_for_absent_players() -> None:
    driver = by_hand(2, start=False)
    for number in (0, 1):
        driver.connect(number)
    driver.send(0, {"t": "start"})
    driver.send(1, {"t": "away"})
    commit(driver, 0, b"a" * 16)
    assert driver.session.decision.phase == READY
    assert [one is None for one in driver.session.game.nonce_commitments or ()].count(True) == 3


@pytest.mark.parametrize("clock", [None, CLOCK], ids=["untimed", "timed"])
@pytest.mark.parametrize("rules", BOOKS)
def test_no_message_asks_for_a_nonce_without_the_commitments(rules: str, clock: Any) -> None:
    """Nor does any ask whether somebody is ready before there is a commitment: the first update after a hand did."""
    driver = Driver(settings(rules, hands=2, clock=clock), people=2)
    driver.connect(-1)
    driver.start()
    driver.play(10_000)
    asked = 0
    for number in (0, 1):
        for table in tables(driver, number):
            waits = table["waits"]
            ready = table["prompt"] is not None and "ready" in table["prompt"]
            assert waits["for"] == "ready" or not (ready or table["open"] is not None)
            if waits["for"] == "ready":
                own = nonce_commitment(driver.nonce(number, waits["hand"])).hex()
                assert len(waits["commitment"]) == 64
                assert own in waits["nonce_commitments"]
                asked += 1
            assert "commitment" not in waits or waits["commitment"] is not None
    assert asked >= 4
    assert {table["for"] for table in (one["waits"] for one in tables(driver, -1))} >= {"commit", "ready", "over"}


def test_a_person_among_bots_notices_nothing_of_it() -> None:
    """Between two deals there is only the usual pause."""
    driver = Driver(settings(hands=2), people=1)
    driver.start()
    driver.play_to(TURN)
    driver.play_to(READY)
    assert driver.session.decision.due - driver.session.decision.opened == Pace().between
    updates = [message for message in driver.sent(0) if message["t"] == "update"]
    assert [event["t"] for event in updates[-2]["events"]][-1] == "reveal"
    assert updates[-2]["table"]["waits"] == {"for": "commit", "left": None, "hand": 2}
    assert updates[-1]["events"][0]["t"] == "commit"
    assert driver.now == driver.session.decision.opened


def test_a_commitment_counts_once_and_is_confirmed_on_each_device() -> None:
    driver = by_hand(2)
    commit(driver, 0, b"a" * 16)
    assert driver.sent(0)[-1] == {"v": 1, "t": "committed", "hand": 1, "commitment": nonce_commitment(b"a" * 16).hex()}
    assert refused(driver, 0, {"t": "commit", "hand": 1, "commitment": "00" * 32}) == "answered_already"
    assert refused(driver, 1, {"t": "commit", "hand": 2, "commitment": "00" * 32}) == "stale"
    commit(driver, 1, b"b" * 16)
    open_nonce(driver, 0, b"a" * 16)
    assert driver.sent(0)[-1] == {"v": 1, "t": "opened", "hand": 1}
    assert driver.session.views.snapshot(driver.player(0))["open"] is None
    assert refused(driver, 0, {"t": "open", "hand": 1, "nonce": (b"a" * 16).hex()}) == "answered_already"
    assert refused(driver, 1, {"t": "open", "hand": 2, "nonce": (b"b" * 16).hex()}) == "stale"
    assert refused(driver, -1, {"t": "commit", "hand": 2, "commitment": "00" * 32}) == "not_a_player"


# The attack: the operator knows the seed, and holds a seat.


def test_the_operator_with_a_seat_cannot_choose_the_wall() -> None:
    """What worked before: when all others have given their nonces, try one after the other until the wall suits. Every nonce but the one
    committed to is refused, so only two walls are left: with it, and without it, which everybody sees."""
    driver = by_hand(2, hands=1)
    commit(driver, 0, b"operator's nonce")
    commit(driver, 1, b"honest one's own")
    open_nonce(driver, 1, b"honest one's own")
    game, number = driver.session.game, driver.session.game.match.number
    seed, size = game.seed, game.header.settings.tiles
    assert seed is not None
    first, second, third, fourth = game.seat_nonces()
    without = Secret(seed, (first, second, third, fourth)).shuffle(number, size)
    accepted = set()
    for attempt in range(500):
        nonce = sha256(attempt.to_bytes(2, "big")).digest()[:16]
        assert refused(driver, 0, {"t": "open", "hand": 1, "nonce": nonce.hex()}) == "wrong_nonce"
        first, second, third, fourth = game.seat_nonces()
        accepted.add(Secret(seed, (first, second, third, fourth)).shuffle(number, size))
    assert accepted == {without}
    open_nonce(driver, 0, b"operator's nonce")
    first, second, third, fourth = game.seat_nonces()
    assert Secret(seed, (first, second, third, fourth)).shuffle(number, size) != without


def test_the_record_and_other_players_reveal_an_operator_who_deals_with_another_nonce() -> None:
    """The server's own code is the operator's to change; what others hold against it is not."""
    driver = by_hand(2, hands=1)
    commit(driver, 0, b"operator's nonce")
    commit(driver, 1, b"honest one's own")
    seen = driver.session.views.snapshot(driver.player(1))["waits"]  # the other's browser keeps this before it opens its nonce
    open_nonce(driver, 1, b"honest one's own")
    driver.session.game.opened[driver.player(0)] = b"chosen afterward"
    driver.gives_nonces = True
    driver.play(10_000)
    content = record(driver)
    with pytest.raises(RecordError) as error:
        verify(content)
    assert (error.value.code, error.value.line) == ("record_differs", 2)
    # with other commitments in the record it fits in itself, but not with what the other has kept
    events = read_record(content).events
    began, reveal = events[0], events[-1]
    assert isinstance(began, HandBegan)
    assert isinstance(reveal, Revealed)
    changed = [
        None if one is None else nonce_commitment(nonce).hex()
        for one, nonce in zip(began.nonce_commitments or (), reveal.nonces, strict=True)
    ]
    lines = content.splitlines(keepends=True)[:-1]
    lines[1] = json.dumps({**json.loads(lines[1]), "nonce_commitments": changed}, separators=(",", ":")).encode() + b"\n"
    forged = b"".join(lines)
    forged += json.dumps({"t": "end", "sha256": sha256(forged).hexdigest()}, separators=(",", ":")).encode() + b"\n"
    verify(forged)
    assert changed != seen["nonce_commitments"]


def test_a_nonce_that_is_not_opened_is_derived_from_the_seed_and_all_see_it() -> None:
    driver = by_hand(2, hands=1)
    commit(driver, 0, b"a" * 16)
    commit(driver, 1, b"b" * 16)
    open_nonce(driver, 1, b"b" * 16)
    for number in (0, 1):
        driver.answer(number)  # ready without having opened it
    game = driver.session.game
    assert game.seed is not None
    seat = game.seats.index(driver.player(0))
    assert game.nonces[seat] == nonce_from_seed(game.seed, seat)
    driver.play(10_000)
    content = record(driver)
    header = verify(content)
    withheld = [{"hand": 1, "seat": "ESWN"[seat], "player": "member 0"}]
    assert nonces_in(read_record(content).events, header.players) == {"hands": 1, "opened": 1, "withheld": withheld}


def test_a_player_who_leaves_before_the_deal_has_withheld_their_nonce() -> None:
    driver = by_hand(2, hands=1, clock=CLOCK)
    commit(driver, 0, b"a" * 16)
    commit(driver, 1, b"b" * 16)
    driver.disconnect(1)
    open_nonce(driver, 0, b"a" * 16)
    driver.answer(0)
    driver.pass_time(Pace().grace + 1)
    assert driver.session.game.deal is not None
    driver.gives_nonces = True
    driver.play(10_000)
    content = record(driver)
    found = nonces_in(read_record(content).events, verify(content).players)
    assert found is not None
    assert [one["player"] for one in found["withheld"]] == ["member 1"]


# Coming, going, going back.


def test_a_player_who_comes_back_during_a_deal_commits_to_the_next() -> None:
    driver = Driver(settings(hands=2), people=2)
    driver.connect(0)
    driver.send(0, {"t": "start"})
    driver.pass_time(60)
    driver.play_to(TURN)
    assert driver.session.game.committed.keys() == {driver.player(0)}
    driver.connect(1)
    assert driver.session.game.committed.keys() == {driver.player(0), driver.player(1)}
    driver.play_to(READY)
    assert [one is None for one in driver.session.game.nonce_commitments or ()].count(False) == 2
    driver.play(10_000)
    content = record(driver)
    assert nonces_in(read_record(content).events, verify(content).players) == {"hands": 2, "opened": 3, "withheld": []}


def test_taking_back_a_choice_takes_no_commitment_back() -> None:
    driver = Driver(settings(hands=2), people=1)
    driver.start()
    driver.play_to(TURN)
    while driver.session.last_choice(driver.player(0)) is None:
        driver.play(1)
    before = dict(driver.session.game.committed)
    driver.send(0, {"t": "propose", "kind": "takeback"})
    assert driver.session.game.committed == before != {}
    driver.play(10_000)
    verify(record(driver))


def test_a_rematch_begins_with_new_commitments() -> None:
    driver = Driver(settings(hands=1), people=1)
    driver.start()
    driver.play(10_000)
    driver.gives_nonces = False
    driver.send(0, {"t": "propose", "kind": "rematch"})
    shown = driver.sent(0)[-1]["table"]
    assert (shown["n"], shown["commit"], shown["waits"]["for"]) == (0, 1, "commit")


def test_a_game_that_goes_on_from_a_record_keeps_its_commitments() -> None:
    driver = Driver(settings(hands=2), people=2)
    driver.start()
    driver.play(10_000)
    content = record(driver)
    last = len(steps("game", content, 2, None, "en")["steps"]) - 2
    _, game, found = continuation(content, 2, last, "first")
    again = Game.restore(game.header, json.loads(json.dumps(found)))
    assert (again.nonce_commitments, again.n) == (game.nonce_commitments, game.n)
    began = [event for event in read_record(content).events if isinstance(event, HandBegan)]
    assert game.began == began[1]


# What was stored.


def restored(driver: Driver) -> Driver:
    """The same room after its server was killed: what was stored is all there is. All come back."""
    again = Driver(settings(hands=driver.session.game.header.settings.hands), people=0)
    again.gives_nonces = False
    room = again.room = Room("room", driver.room.settings, driver.room.pace, again.random)
    again.now, again.writes = driver.now, list(driver.writes)
    room.members.extend(replace(member, connections=0) for member in driver.room.members)
    again.log |= {member.number: [] for member in room.members}
    game = next(write.values for write in driver.writes if write.kind == "game")
    stored = entries(driver)
    by_player = game["header"]["players"], game["members"], game["bots"], game["accounts"]
    players = [SessionPlayer(*player) for player in zip(*by_player, strict=True)]
    room.restore_game(game["id"], Game.restore(Header.from_dict(game["header"]), stored), players, stored, again.now)
    for member in room.members:
        again.connect(member.number)
    return again


def test_after_a_crash_every_commitment_and_every_nonce_that_was_confirmed_counts() -> None:
    driver = by_hand(2, hands=1)
    commit(driver, 0, b"a" * 16)
    driver = restored(driver)  # before the seed is chosen
    assert driver.session.views.snapshot(driver.player(0))["commit"] is None
    assert driver.session.views.snapshot(driver.player(1))["commit"] == 1
    commit(driver, 1, b"b" * 16)
    promised = driver.session.views.snapshot(driver.player(0))["waits"]
    driver = restored(driver)  # between the commitments and the nonces
    assert driver.session.views.snapshot(driver.player(0))["waits"] == promised
    assert refused(driver, 0, {"t": "open", "hand": 1, "nonce": "00" * 16}) == "wrong_nonce"
    open_nonce(driver, 0, b"a" * 16)
    driver = restored(driver)  # before the last nonce
    assert driver.session.views.snapshot(driver.player(0))["waits"] == promised
    assert (driver.session.views.snapshot(driver.player(0))["open"], driver.session.views.snapshot(driver.player(1))["open"]) == (None, 1)
    open_nonce(driver, 1, b"b" * 16)
    for number in (0, 1):
        driver.answer(number)
    game = driver.session.game
    assert game.began is not None
    assert game.began.commitment.hex() == promised["commitment"]
    assert [game.nonces[game.seats.index(driver.player(number))] for number in (0, 1)] == [b"a" * 16, b"b" * 16]
    driver.play(10_000)
    content = record(driver)
    assert nonces_in(read_record(content).events, verify(content).players) == {"hands": 1, "opened": 2, "withheld": []}


def test_a_game_stored_before_there_were_commitments_goes_on_with_them_from_its_next_hand() -> None:
    """It had chosen its seed already: that hand is dealt without nonces of players, as nobody has committed to one."""
    driver = by_hand(1, hands=2)
    assert entries(driver) == []
    driver.writes.append(Write("entry", {"game": driver.session.id, "number": 1, "body": {"e": "commit", "seed": "ab" * 32}}))
    driver = restored(driver)
    shown = driver.session.views.snapshot(driver.player(0))
    assert (shown["waits"]["for"], shown["open"], shown["commit"], shown["prompt"]) == ("ready", None, 2, {"ready": True})
    assert "nonce_commitments" not in shown["waits"]
    driver.gives_nonces = True
    driver.play(10_000)
    content = record(driver)
    assert verify(content).version == 2
    assert nonces_in(read_record(content).events, verify(content).players) == {"hands": 1, "opened": 1, "withheld": []}


def test_a_game_that_was_played_before_there_were_commitments_keeps_its_record() -> None:
    """No key of a commitment is in its journal, so its record has the first version."""
    driver = by_hand(1, hands=1)
    driver.pass_time(11)
    driver.answer(0)
    driver.play(10_000)
    content = record(driver)
    assert (verify(content).version, b"nonce_commitments" in content) == (1, False)


def test_a_server_killed_between_commitments_and_nonces_deals_as_committed() -> None:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        try:
            opened = server.post("/rooms", {"name": "Ann", "hands": 1, "bots": "first", "start": True})
            client = Client(server.port, opened["room"], opened["token"])

            async def until_promised() -> Message:
                await client.open()
                while client.table is None or client.table["waits"]["for"] != "ready":
                    assert client.table is not None
                    if client.table["commit"] == 1:
                        await client.give_nonces(client.table)
                    await client.receive()
                promised: Message = client.table["waits"]
                return promised

            promised = asyncio.run(until_promised())
            server.kill()
            server.start()
            client.socket = None
            asyncio.run(client.play())
            assert client.game is not None
            content = server.record(client.game)
        finally:
            server.kill()
    events = read_record(content).events
    began, reveal = events[0], events[-1]
    assert isinstance(began, HandBegan)
    assert isinstance(reveal, Revealed)
    committed = [None if one is None else one.hex() for one in began.nonce_commitments or ()]
    assert (began.commitment.hex(), committed) == (promised["commitment"], promised["nonce_commitments"])
    assert client.nonces[1] in [nonce.hex() for nonce in reveal.nonces]
    assert nonces_in(events, verify(content).players) == {"hands": 1, "opened": 1, "withheld": []}
