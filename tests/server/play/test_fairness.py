"""Nothing that a viewer is sent, and no time at which it is sent, depends on hidden tiles."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from quepu.engine import Deal
from quepu.kernel.actions import PASS
from quepu.rules import BOOKS
from quepu.server.play.connection import encode
from quepu.server.play.snapshot import Viewer
from quepu.server.play.timing import CLAIMS
from tests.server.play.driver import CLOCK, Driver, settings

every_book = pytest.mark.parametrize("rules", BOOKS)

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, 3, None)


def seat_of(driver: Driver, viewer: Viewer) -> int | None:
    return None if viewer is None else driver.session.game.seats.index(viewer)


def rearrange(hand: Deal, seat: int | None, random: Random) -> None:
    """Lay the tiles that a seat cannot see in another order; for somebody without a seat those of all, one seat after the other."""
    for one in range(4) if seat is None else [seat]:
        tiles = bytearray(hand.state.hidden(one))
        random.shuffle(tiles)
        hand.state.rearrange(one, bytes(tiles))


def exchange(hand: Deal, seat: int, random: Random) -> None:
    """Exchange the tiles of the others' hands. The wall stays, so that what is drawn next, and whether it is a flower, stays too."""
    tiles = bytearray(hand.state.hidden(seat))
    held = len(tiles) - hand.state.left()
    hands = list(tiles[:held])
    random.shuffle(hands)
    hand.state.rearrange(seat, bytes(hands) + bytes(tiles[held:]))


# What is sent.


@every_book
@pytest.mark.parametrize("clock", [None, CLOCK], ids=["untimed", "timed"])
def test_a_snapshot_does_not_depend_on_hidden_tiles(rules: str, clock: Any) -> None:
    """At every moment the hidden tiles are laid in another order; not a byte of what is shown may change."""
    driver = Driver(settings(rules, hands=1, clock=clock), people=3, seed=3)
    driver.start()
    random = Random(4)
    looked = others = 0
    while driver.room.phase == "playing":
        driver.play(1)
        hand = driver.session.game.deal
        if hand is None:
            continue
        for viewer in VIEWERS:
            seat = seat_of(driver, viewer)
            state = hand.state.copy()
            shown = encode(driver.snapshot(viewer))
            rearrange(hand, seat, random)
            others += not hand.state.equals(state)
            assert encode(driver.snapshot(viewer)) == shown
            hand.state.copy_from(state)
            looked += 1
    assert looked > 200
    assert others > 0.9 * looked


@every_book
def test_the_events_of_a_viewer_have_only_tiles_that_they_may_know(rules: str) -> None:
    driver = Driver(settings(rules, hands=2), people=4, seed=6)
    driver.connect(-1)
    driver.start()
    driver.play(100_000)
    for number in (0, 1, 2, 3, -1):
        seats: list[int] = []
        own: str | None = None
        kinds = set()
        for message in driver.sent(number):
            for event in message["events"] if message["t"] == "update" else []:
                kinds.add(event["t"])
                if event["t"] == "hand":
                    seats = event["seats"]
                    own = None if number < 0 else "ESWN"[seats.index(driver.player(number))]
                elif event["t"] == "deal":
                    assert set(event) == ({"t"} if own is None else {"t", "seat", "hand"})
                    assert event.get("seat") == own
                elif event["t"] == "draw":
                    assert ("tile" in event) == (event["seat"] == own)
                elif event["t"] == "kong" and rules.startswith("guobiao") and "meld" in event:
                    assert event["seat"] == own or event["meld"].startswith("["), "a concealed kong is face down"
        assert {"commit", "hand", "deal", "draw", "discard", "pay", "reveal"} <= kinds


def test_nobody_sees_the_seed_or_the_nonces_during_a_deal() -> None:
    driver = Driver(settings(hands=2), people=4)
    driver.connect(-1)
    driver.start()
    count = 0
    while driver.room.phase == "playing":
        driver.play(1)
        game = driver.session.game
        secret = [] if game.seed is None else [game.seed.hex(), *(nonce.hex() for nonce in game.opened.values())]
        secret += [] if game.deal is None else [nonce.hex() for nonce in game.nonces]
        for log in driver.log.values():
            assert not any(one in text for _, text in log for one in secret)
            count += len(log)
            log.clear()
    assert count > 500


def test_open_hands_lie_open_to_all() -> None:
    driver = Driver(settings(open_hands=True), people=1)
    driver.start()
    driver.play(8)
    hands = [driver.snapshot(viewer)["view"]["hands"] for viewer in VIEWERS]
    assert all(one == hands[0] for one in hands)
    assert [len(hand) > 10 for hand in hands[0]] == [True] * 4
    closed = Driver(settings(), people=1)
    closed.start()
    closed.play(8)
    assert all("hands" not in closed.snapshot(viewer)["view"] for viewer in VIEWERS)


# When it is sent.


def at_an_offer(rules: str, seed: int, offers: int, people: int, clock: Any) -> Driver:
    """A session in which this many tiles have been offered. The same arguments give the same session."""
    # a flower that the table replaces is public, and not to be compared
    driver = Driver(settings(rules, hands=None, clock=clock, flowers=False), people=people, seed=seed)
    driver.connect(-1)
    driver.start()
    for _ in range(offers):
        driver.play(1)
        driver.play_to(CLAIMS)
    driver.pass_time(0)
    for log in driver.log.values():
        log.clear()
    return driver


def close(driver: Driver, delays: dict[int, float], more: int | None = None) -> None:
    """Let each member pass after their time, those without one not at all; then wait until the offer is over. One may have asked
    for more time."""
    n, opened = driver.n, driver.now
    if more is not None and driver.member_at(driver.hand.state.offerer) != more:
        driver.send(more, {"t": "more", "n": n})
    for delay, number in sorted((delay, number) for number, delay in delays.items()):
        while driver.now < opened + delay and driver.n == n:
            driver.advance(opened + delay)
        if driver.n == n and driver.prompt(number):
            driver.answer(number, PASS)
        elif driver.n == n and driver.player(number) in driver.session.decision.more_time:
            driver.send(number, {"t": "more", "n": n, "done": True})
    while driver.n == n:
        driver.advance()


def able(driver: Driver) -> frozenset[int]:
    return frozenset(driver.hand.asked())


@pytest.mark.parametrize(("rules", "clock"), [*((rules, CLOCK) for rules in BOOKS), ("lingque28", None)])
def test_a_seat_that_passes_and_one_that_cannot_claim_look_the_same(rules: str, clock: Any) -> None:
    """The same table twice, but for the tiles that one viewer cannot see: now another could claim, now nobody could. If all do the same at
    the same times, the viewer is sent the same bytes at the same times."""
    random = Random(8)
    compared = differing = 0
    for seed in range(2):
        for offers in (3, 9):
            delays = {number: random.choice([0.0, 0.2, 0.7, 1.5, 6.0]) for number in range(4)}
            if random.random() < 0.5:
                del delays[random.randrange(4)]  # who says nothing passes
            more = None if random.random() < 0.5 else random.randrange(4)
            one = at_an_offer(rules, seed, offers, 4, clock)
            offerer = one.hand.state.offerer
            # the next player sees their new tile, so the others are compared
            for seat in {offerer, (offerer + 2) % 4, (offerer + 3) % 4}:
                first, second = at_an_offer(rules, seed, offers, 4, clock), at_an_offer(rules, seed, offers, 4, clock)
                for _ in range(50):
                    exchange(second.hand, seat, random)
                    if able(first) != able(second):
                        break
                differing += able(first) != able(second)
                member = first.member_at(seat)
                assert member is not None
                close(first, delays, more)
                close(second, delays, more)
                assert first.log[member] == second.log[member]
                assert len(first.log[member]) >= 1
                compared += 1
    assert compared == 12
    assert differing >= 6, "in many of them others could claim"


@pytest.mark.parametrize("more", [None, 1], ids=["silent", "more time"])
def test_an_untimed_window_that_closes_by_itself_looks_the_same_too(more: int | None) -> None:
    random = Random(10)
    differing = 0
    for seed in range(8):
        first, second = (at_an_offer("lingque28", seed, 9, 4, None) for _ in range(2))
        seat = first.hand.state.offerer
        for _ in range(50):
            exchange(second.hand, seat, random)
            if able(first) != able(second):
                break
        differing += able(first) != able(second)
        member = first.member_at(seat)
        assert member is not None
        close(first, {}, more)
        close(second, {}, more)
        assert first.log[member] == second.log[member]
    assert differing >= 3


@pytest.mark.parametrize("clock", [None, CLOCK], ids=["untimed", "timed"])
def test_bots_that_could_claim_look_like_bots_that_cannot(clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One person among bots that claim nothing."""
    monkeypatch.setattr(Driver, "choose", lambda self, request: PASS if PASS in request.view.legal else min(request.view.legal))
    random = Random(9)
    differing = 0
    for seed in range(12):
        first, second = (at_an_offer("lingque28", seed, 6, 1, clock) for _ in range(2))
        seat = first.session.game.seats.index(first.player(0))
        if first.hand.state.offerer == (seat + 3) % 4:
            continue
        for _ in range(50):
            exchange(second.hand, seat, random)
            if able(first) != able(second):
                break
        # the bots were asked about other hands, so they are asked again
        second.session.decision.bot_requests.clear()
        second.session.decision.bot_choices.clear()
        second.room.tick(second.now)
        second.settle()
        differing += able(first) - {seat} != able(second) - {seat}
        close(first, {0: 0.3})
        close(second, {0: 0.3})
        assert first.log[0] == second.log[0]
    assert differing >= 5


def test_only_those_who_can_claim_are_asked_and_all_see_the_same_wait() -> None:
    driver = Driver(settings("woodshole", hands=1, clock=CLOCK), people=4)
    driver.start()
    offers = asked = 0
    while driver.room.phase == "playing":
        driver.play(1)
        if driver.room.phase == "playing" and driver.session.decision.phase == CLAIMS and not driver.session.game.answers:
            prompts = {seat: driver.prompt(member) for seat in range(4) if (member := driver.member_at(seat)) is not None}
            assert {seat for seat, prompt in prompts.items() if prompt} == able(driver)
            assert all(PASS in prompt["legal"] and len(prompt["legal"]) > 1 for prompt in prompts.values() if prompt)
            [waits] = {json.dumps({**driver.snapshot(viewer)["waits"], "left": 0}) for viewer in VIEWERS}
            assert waits == '{"for": "claims", "left": 0, "held": false, "window": true}'
            asked += len(able(driver))
            offers += 1
    assert offers > 30
    assert asked > 5
