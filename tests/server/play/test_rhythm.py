"""The rhythm of a table: what its pauses reveal, how fast it is, and what it does by itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quepu.engine import MatchSettings, verify
from quepu.engine.events import Event
from quepu.errors import QuepuError
from quepu.kernel.actions import PASS, REPLACE_FLOWER, WIN
from quepu.server.play.game import record_of
from quepu.server.play.messages import ChangeRequest, read_request
from quepu.server.play.schemas import GameEvent, TableJson
from quepu.server.play.settings import SPEEDS, Clock, Pace, RoomSettings
from quepu.server.play.snapshot import SessionViews, Viewer
from quepu.server.play.timing import CLAIMS, READY, TURN
from quepu.tiles import KINDS
from tests.server.play.driver import CLOCK, Driver, Message, at_own_turn, refused, settings
from tests.server.play.kolmogorov import p_value
from tests.sizes import variants

# What the pauses reveal.


EMPTY: TableJson = {
    "game": "", "n": 0, "you": None, "hand": None, "scores": [], "view": None, "waits": {"for": "over"}, "prompt": None, "answered": None,
    "commit": None, "open": None, "bot_discards": 0,
}  # fmt: skip


class NoViews(SessionViews):
    """Viewers see nothing, so that thousands of discards take seconds."""

    def events(self, events: list[Event], viewer: Viewer) -> list[GameEvent]:
        return []

    def snapshot(self, viewer: Viewer) -> TableJson:
        return EMPTY


class Watched:
    """A session whose people and bots do anything at any time; of the updates only the times at which people receive them are kept."""

    def __init__(self, people: int, pace: Pace, random: Random, clock: Clock | None) -> None:
        driver = Driver(settings("guobiao", hands=None, clock=clock), people=people, seed=random.randrange(1000), pace=pace)
        driver.start()
        self.session, self.now, self.random = driver.session, driver.now, random
        self.session.views = NoViews(self.session)
        self.received: dict[int, set[float]] = {}
        """By update: when it came."""

    def people(self) -> dict[int, int]:
        """The people by seat."""
        return {seat: player for seat, player in enumerate(self.session.game.seats) if self.session.players[player].plays}

    def settle(self) -> None:
        session = self.session
        session.writes = []
        while session.bot_requests or session.outbox:
            for viewer, message in session.outbox:
                if viewer is not None and message["t"] == "update":
                    self.received.setdefault(message["n"], set()).add(self.now)
            requests, session.bot_requests, session.outbox = session.bot_requests, [], []
            for request in requests:
                session.bot_chose(request.id, self.chosen(request.view.legal), self.now)

    def chosen(self, legal: Sequence[int]) -> int:
        """Mostly a pass where that is possible, as there is more to claim then."""
        return PASS if PASS in legal and self.random.random() < 0.9 else self.random.choice(legal)

    def act(self, seat: int) -> None:
        session = self.session
        session.act(session.game.seats[seat], session.game.n, self.chosen(session.legal(seat)), False, self.now)
        self.settle()

    def advance(self, until: float = math.inf) -> None:
        """To the next moment at which the session does something, or to a time."""
        self.now = max(self.now, min(until, self.session.wakes_at() or until))
        self.session.tick(self.now)
        self.settle()

    def go_on(self) -> None:
        """To the next tile on offer."""
        session = self.session
        while session.decision.phase != CLAIMS and not session.game.over:
            for player in self.people().values():
                if session.decision.phase == READY and player not in session.ready_players:
                    session.ready(player, session.game.match.number, self.now)
                    self.settle()
            deal = session.game.deal
            asked = deal.asked() if session.decision.phase == TURN and deal is not None else []
            if asked and asked[0] in self.people():
                self.act(asked[0])
            else:
                self.advance()

    def offer(self) -> None:
        """Let those who can claim the tile on offer do so, or pass, or do nothing, sooner or later, until the game goes on. Who can win
        without a clock answers in time: otherwise the table waits for them, and all may see that it does."""
        session, n = self.session, self.session.game.n
        assert session.game.deal is not None
        able = [seat for seat in session.game.deal.asked() if seat in self.people()]
        winning = [seat for seat in able if session.timing.clock is None and session.game.deal.state.may(seat, WIN)]
        longest = {seat: 3.0 if seat in winning else self.random.choice([0.2, 1, 2, 4]) for seat in able}
        for time, seat in sorted((self.now + self.random.uniform(0, longest[seat]), seat) for seat in able):
            while session.game.n == n and self.now < time:
                self.advance(time)
            if session.game.n == n and (self.random.random() < 0.8 or not session.decision.is_window or seat in winning):
                self.act(seat)
        while session.game.n == n:
            self.advance()


def pauses(people: int, wanted: int, pace: Pace, clock: Clock | None = None, seed: int = 1) -> tuple[list[float], list[float]]:
    """How long discards were on offer, as a person saw it who could not claim them and had not discarded them: those that another could
    claim, and those that nobody could."""
    random = Random(seed)
    watched = Watched(people, pace, random, clock)
    possible: list[float] = []
    impossible: list[float] = []
    while min(len(possible), len(impossible)) < wanted:
        watched.go_on()
        deal, n = watched.session.game.deal, watched.session.game.n
        if deal is None:
            watched = Watched(people, pace, random, clock)
            continue
        able = deal.asked()
        third = [seat for seat in watched.people() if seat not in able and seat != deal.state.offerer]
        watched.offer()
        if third:
            [began], [ended] = watched.received.pop(n), watched.received[n + 1]  # for all at the same time
            (possible if able else impossible).append(ended - began)
    return possible, impossible


@pytest.mark.parametrize("clock", [None, CLOCK], ids=["untimed", "timed"])
@variants("people", 4, 2, 1)
def test_no_pause_shows_whether_another_could_have_claimed(people: int, clock: Clock | None) -> None:
    """Of bots, too. Of fair samples one in a hundred looks unfair, so such a one is taken once more."""
    possible, impossible = pauses(people, 2000, Pace(), clock)
    assert p_value(possible, impossible) > 0.01 or p_value(*pauses(people, 2000, Pace(), clock, seed=2)) > 0.01
    least, most = (3.5, 4.2) if people > 1 else (0.3, 0.45)
    assert least <= min(possible) < least + 0.01
    assert most - 0.01 < max(impossible) <= most


def test_the_test_would_notice_pauses_that_depend_on_hands() -> None:
    possible, impossible = pauses(4, 300, replace(Pace(), window=(0, 0)))
    assert p_value(possible, impossible) < 1e-6
    random = Random(1)
    assert p_value([random.uniform(2, 3) for _ in range(2000)], [random.uniform(2.06, 3.06) for _ in range(2000)]) < 0.01
    assert p_value([1.0] * 10, [1.0] * 10) == 1


# How fast it is.


def test_from_my_discard_to_my_next_turn_bots_take_less_than_three_seconds() -> None:
    driver, seat = at_own_turn(1, bots="efficient")
    ways: list[float] = []
    while len(ways) < 10:
        while driver.session.decision.phase != TURN or driver.hand.asked() != [seat]:
            driver.play(1)
            seat = driver.session.game.seats.index(driver.player(0))
        left, number = driver.now, driver.session.game.match.number
        driver.answer(0)
        claimed = False
        while driver.session.game.match.number == number and not (driver.session.decision.phase == TURN and driver.hand.asked() == [seat]):
            claimed = claimed or bool(driver.prompted())
            driver.play(1)
            claimed = claimed or any(event["t"] in ("claim", "kong") for event in driver.sent(0)[-1].get("events", []))
        if not claimed and driver.session.game.match.number == number:
            ways.append(driver.now - left)
    assert 3 * 0.15 + 4 * 0.3 <= min(ways) < max(ways) < 3
    pace = Pace()
    assert 3 * pace.bot[1] + 4 * pace.claims[1] < 3, "however chance has it"


def stored_settings(driver: Driver) -> RoomSettings:
    """The settings that were stored last, of a room without an invitation, connected bots and a plan."""
    stored = {**driver.writes[-1].values["settings"]}
    assert (stored.pop("invite"), stored.pop("seated_bots"), stored.pop("plan")) == (None, [], None)
    return RoomSettings.from_dict(stored)


def test_the_host_changes_the_speed_at_the_table_and_all_see_it() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play_to(TURN)
    assert refused(driver, 1, {"t": "speed", "speed": "instant"}) == "not_the_host"
    assert refused(driver, 0, {"t": "speed", "speed": "quick"}) == "bad_message"
    driver.send(0, {"t": "speed", "speed": "leisurely"})
    assert [driver.sent(number)[-1]["room"]["settings"]["speed"] for number in (0, 1)] == ["leisurely"] * 2
    assert driver.writes[-1].kind == "settings"
    assert stored_settings(driver) == driver.room.settings
    assert refused(driver, 0, {"t": "speed", "speed": "fast"}) == "too_fast"
    driver.play(1)
    driver.play_to(CLAIMS)
    decision = driver.session.decision
    assert 7 <= decision.due - decision.opened <= 8.4


def test_a_table_that_nobody_plays_at_is_not_faster_than_usual() -> None:
    driver, _ = at_own_turn(1, speed="instant", hands=None)
    assert driver.session.timing.pace(1).bot == (0, 0)
    driver.send(0, {"t": "away"})
    began, n = driver.now, driver.n
    while driver.n < n + 40:
        driver.advance()
    assert driver.now - began > 40 * 0.15


def test_one_alone_with_bots_can_play_on_to_their_next_decision_without_pauses() -> None:
    driver, _ = at_own_turn(1, bots="efficient", speed="leisurely")
    assert refused(driver, 0, {"t": "skip", "n": driver.n}) == "not_now", "it is their turn"
    driver.answer(0)
    assert refused(driver, 0, {"t": "skip", "n": driver.n - 1}) == "stale"
    now, number = driver.now, driver.session.game.match.number
    driver.send(0, {"t": "skip", "n": driver.n})
    while not driver.prompted():
        driver.advance()
    assert driver.now == now
    assert driver.session.game.match.number == number
    driver.answer(0)
    assert driver.session.decision.due > driver.now, "the pauses are back"


def test_among_people_nobody_can_skip_the_pauses() -> None:
    driver = Driver(settings(), people=2)
    driver.start()
    driver.play_to(CLAIMS)
    for number in (0, 1):
        assert refused(driver, number, {"t": "skip", "n": driver.n}) == "not_now"


# What it does by itself.


@pytest.mark.parametrize("people", [1, 4])
def test_flowers_are_replaced_at_once_and_nobody_is_asked(people: int) -> None:
    """Those of the deal before its first discard, for people and bots."""
    driver = Driver(settings("guobiao", hands=2), people=people, seed=5)
    driver.start()
    while driver.room.phase == "playing":
        driver.play(1)
        if driver.session.game.deal is not None:
            assert max(max(driver.hand.state.hand(seat)) for seat in range(4)) < KINDS, "nobody holds a flower when somebody is asked"
        for number in driver.prompted():
            assert REPLACE_FLOWER not in (driver.prompt(number) or {}).get("legal", [])
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    dealt, later = ([event["t"] for entry in entries if entry["e"] == kind for event in entry["events"]] for kind in ("deal", "act"))
    assert min(dealt.count("flower"), later.count("flower")) > 1
    record = record_of(driver.session.game.header, entries)
    assert record is not None
    assert verify(record).settings == MatchSettings(144, 4, 2, flowers_at_once=True)


def test_only_a_book_that_leaves_flowers_to_the_players_needs_it_said() -> None:
    def match(rules: str, **others: Any) -> Message:
        return settings(rules, **others).game_match.as_dict()

    plain = {"tiles": 144, "rounds": 4, "hands": 2}
    assert match("guobiao") == {**plain, "flowers_at_once": True}
    assert match("guobiao", flowers=False) == match("woodshole") == plain
    assert settings("guobiao").as_dict().keys() == settings("woodshole").as_dict().keys()


def test_a_game_that_was_stored_before_replaces_a_flower_in_the_turn_of_its_player() -> None:
    driver = Driver(settings("guobiao", hands=2, flowers=False), people=4, seed=5)
    driver.start()
    driver.session.flowers = True
    while driver.room.phase == "playing":
        driver.play(1)
        for number in driver.prompted():
            assert REPLACE_FLOWER not in (driver.prompt(number) or {}).get("legal", [])
    entries = [write.values["body"] for write in driver.writes if write.kind == "entry"]
    chosen = [entry["by"] for entry in entries if entry["e"] == "act" and entry["events"] and entry["events"][0]["t"] == "flower"]
    assert len(chosen) > 3
    assert chosen == [[]] * len(chosen), "it is nobody's choice, which could be taken back"


def test_where_the_settings_say_so_players_replace_their_flowers_themselves() -> None:
    driver = Driver(settings("guobiao", hands=4, flowers=False), people=4, seed=5)
    driver.start()
    while not any(REPLACE_FLOWER in (driver.prompt(number) or {}).get("legal", []) for number in driver.prompted()):
        driver.play(1)


@pytest.mark.parametrize("phase", [TURN, CLAIMS])
def test_a_game_that_was_ended_asks_for_nothing_even_after_a_new_connection(phase: str) -> None:
    driver = Driver(settings(clock=CLOCK), people=2)
    driver.start()
    driver.play_to_claim() if phase == CLAIMS else driver.play_to(TURN)
    driver.send(0, {"t": "propose", "kind": "end"})
    proposal = driver.room.proposals.current
    assert proposal is not None
    driver.send(1, {"t": "vote", "id": proposal.id, "agree": True})
    assert driver.room.phase == "over"
    n = driver.n
    for number in (0, 1):
        driver.disconnect(number)
        shown = driver.connect(number)["table"]
        asked = {key: shown[key] for key in ("waits", "prompt", "answered", "commit", "open")}
        assert asked == {"waits": {"for": "over"}, "prompt": None, "answered": None, "commit": None, "open": None}
        for message in ({"t": "act", "n": n, "action": PASS}, {"t": "more", "n": n}, {"t": "skip", "n": n}):
            assert refused(driver, number, message) == "not_now"
    assert driver.room.wakes_at() is None
    assert driver.description["proposal"] is None


# Settings that change before the first game.


def changed(driver: Driver, number: int | None, given: Message) -> Message:
    """The settings after a change; raises what the room raises."""
    request = read_request(ChangeRequest, {"token": "…", **given})
    driver.room.change(number, request.change(10_000))
    driver.settle()
    return dict(driver.description["settings"])


def test_the_host_changes_any_setting_until_the_start_and_the_others_stay() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    before = driver.description["settings"]
    now = changed(driver, 0, {"rules": "guobiao", "clock": {"turn": 20, "bank": 60, "claim": 8}, "flowers": False, "speed": "fast"})
    rules = {"rules": "guobiao", "tiles": 144, "clock": {"turn": 20, "bank": 60, "claim": 8}, "flowers": False, "speed": "fast"}
    assert now == {**before, **rules}
    assert driver.sent(1)[-1]["room"]["settings"] == now, "all see it at once"
    assert changed(driver, 0, {"hands": 1, "rounds": 4}) == {**now, "hands": 1, "rounds": 4}
    overlay = 'base = "lingque28"\nname = "a try"\nminimum = 5\n'
    named = changed(driver, 0, {"overlay": overlay})
    assert (named["overlay"], named["rules"], named["tiles"], named["hands"]) == ({"zh": "a try", "en": "a try"}, "lingque28", 136, 1)
    assert changed(driver, 0, {"bots": None, "hints": False}) == {**named, "bots": None, "hints": False}
    assert stored_settings(driver) == driver.room.settings
    changed(driver, 0, {"bots": "first", "rules": "woodshole"})
    driver.send(0, {"t": "start"})
    assert driver.session.game.header.book.id == "woodshole"


def test_nobody_else_changes_the_settings_and_nobody_during_a_game() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    before = driver.description
    for number, given, code in (
        (1, {"hands": 1}, "not_the_host"),
        (None, {"hands": 1}, "not_the_host"),
        (0, {"rules": "nothing"}, "unknown_rules"),
        (0, {"hands": 0}, "bad_value"),
        (0, {"speed": "warp"}, "bad_value"),
        (0, {"name": "Ann"}, "unknown_key"),
        (0, {"rules": "guobiao", "overlay": 'base = "lingque28"'}, "two_rules"),
    ):
        with pytest.raises(QuepuError) as error:
            changed(driver, number, given)
        assert error.value.code == code
    assert driver.description == before
    driver.send(0, {"t": "start"})
    with pytest.raises(QuepuError) as error:
        changed(driver, 0, {"hands": 1})
    assert error.value.code == "not_now"


def test_a_room_that_is_opened_to_all_needs_no_invitation_any_more() -> None:
    driver = Driver(settings(), people=2)
    driver.connect(0)
    driver.connect(1)
    driver.send(0, {"t": "remove", "member": 1})
    assert not driver.room.admits(None)
    changed(driver, 0, {"private": False})
    assert driver.room.admits(None)
    assert [message["invite"] for message in driver.sent(0) if message["t"] == "invite"][-1] is None
    changed(driver, 0, {"private": True})
    assert not driver.room.admits(None)


def test_every_speed_leaves_people_time_to_claim() -> None:
    windows = [Pace().at(speed).window for speed in SPEEDS]
    assert [tuple(round(seconds, 1) for seconds in window) for window in windows] == [(1.8, 2.1), (2.4, 2.9), (3.5, 4.2), (7, 8.4)]
