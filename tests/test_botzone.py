"""Botzone's protocol for 国标: their names, their requests from our events, and our players behind it."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from functools import partial
from typing import Any

import pytest

from quepu.bot_protocol.match import play_match, program_match
from quepu.bot_protocol.seat import DealSoFar, SeatFeed, ask_message
from quepu.botzone.player import BotzonePlayer, Seen
from quepu.botzone.requests import Requests
from quepu.botzone.tiles import BY_NAME, NAMES, action_of, response_of
from quepu.engine import View
from quepu.engine.shuffle import secret_for
from quepu.errors import QuepuError
from quepu.kernel.actions import CLAIMED, WIN
from quepu.players import player
from quepu.players.position import observation_of
from quepu.rules import named
from quepu.tiles import NAMES as OURS
from quepu.tiles import WINDS
from tests.sizes import sizes

BOOK = named("guobiao")
SWIFT = BotzonePlayer(player("swift", BOOK), BOOK)

DEALT = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 T5 F1"


def test_every_tile_has_a_name_as_botzone_says() -> None:
    documented = {"W4": "4m", "B6": "6p", "T8": "8s", "F1": "E", "F2": "S", "F3": "W", "F4": "N", "J1": "C", "J2": "F", "J3": "P"}
    assert {name: OURS[BY_NAME[name]] for name in documented} == documented
    assert [NAMES[kind] for kind in range(34, 42)] == ["H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8"]
    assert len(set(NAMES)) == 42


# The documented examples: https://wiki.botzone.org.cn/index.php?title=Chinese-Standard-Mahjong


@pytest.mark.parametrize(
    ("response", "offered", "action"),
    [
        ("PASS", None, (119, None)),
        ("PLAY T6", None, (23, None)),
        ("GANG T6", None, (42 + 23, None)),
        ("BUGANG T6", None, (76 + 23, None)),
        ("HU", None, (115, None)),
        ("PENG T6", "T2", (113, 23)),
        ("CHI T2 T5", "T1", (110, 22)),
        ("CHI T2 T5", "T2", (111, 22)),
        ("CHI T2 T5", "T3", (112, 22)),
        ("GANG", "T6", (114, None)),
    ],
)
def test_a_documented_response_is_an_action_and_the_action_is_that_response(
    response: str, offered: str | None, action: tuple[int, int | None]
) -> None:
    tile = None if offered is None else BY_NAME[offered]
    assert action_of(response, tile) == action
    assert response_of(action[0], tile, action[1]) == response


@pytest.mark.parametrize("response", ["", "PLAY", "PLAY X1", "PLAY T1 T2", "CHI T5 T6", "CHI B2 T1", "GANG H1", "hu", "PENG", "PASS T1"])
def test_what_is_no_response_is_no_action(response: str) -> None:
    assert action_of(response, BY_NAME["T1"]) is None


@pytest.mark.parametrize(
    ("requests", "response"),
    [
        (["0 1 2"], "PASS"),
        (["0 1 2", "1 1 2 1 1 W1 B1 B2 B3 B4 T1 T2 T3 F1 F2 F3 J1 T3 H1 H4 H2 H3 H6"], "PASS"),
        (["0 1 2", DEALT, "3 2 BUHUA H7"], "PASS"),
        (["0 1 2", DEALT, "3 2 DRAW"], "PASS"),
        (["0 1 2", DEALT, "3 2 DRAW", "3 2 GANG"], "PASS"),
    ],
)
def test_a_documented_request_that_asks_nothing_is_answered_by_pass(requests: list[str], response: str) -> None:
    assert SWIFT.respond(requests, ["PASS"] * (len(requests) - 1)) == response


def test_a_discard_on_offer_may_be_claimed_and_a_drawn_tile_must_be_answered() -> None:
    before = ["0 0 2", DEALT]
    drawn = SWIFT.respond([*before, "2 J1"], ["PASS"] * 2)
    assert drawn in ("PLAY F1", "PLAY J1", "PLAY T5")
    requests = [*before, "2 J1", f"3 0 {drawn}", "3 1 DRAW", "3 1 PLAY B1"]
    assert SWIFT.respond(requests, ["PASS", "PASS", drawn, "PASS", "PASS"]).split()[0] in ("PASS", "PENG")


@pytest.mark.parametrize(
    "requests",
    [
        [""], ["x"], ["9"], ["0 1"], ["0 0 0", "1 0 0"], ["0 0 0", "2 XX"], ["0 0 0", DEALT, "3 1 PENG W1"],
        ["0 0 0", DEALT, "3 7 PLAY W1"], ["0 0 0", DEALT, "3 0 PLAY J3"], ["0 0 0", DEALT, "3 1 DANCE"],
    ],
)  # fmt: skip
def test_a_request_that_the_protocol_does_not_have_is_an_error(requests: list[str]) -> None:
    with pytest.raises(QuepuError) as error:
        SWIFT.respond(requests, ["PASS"] * (len(requests) - 1))
    assert error.value.code == "bad_botzone"


def test_where_each_player_has_a_wall_the_last_tile_is_when_the_next_one_is_empty() -> None:
    game = Seen()
    for request in ("0 0 0", DEALT):
        game.take(request.split(), [])
    game.draws = [20, 20, 20, 20]
    game.take(["3", "3", "DRAW"], [])
    assert game.wall_left() == 136 - 52 - 81
    game.draws = [21, 20, 20, 20]
    game.take(["3", "3", "DRAW"], [])
    assert game.wall_left() == 0


# Whole games: our events as requests, and back.


class Translated:
    """A player of a match that also reads what its seat sees as Botzone's requests, and compares."""

    def __init__(self, number: int, name: str, counts: Counter[str]) -> None:
        self.feed = SeatFeed(number)
        self.number = number
        self.player = player(name, BOOK, number)
        self.botzone = BotzonePlayer(player(name, BOOK, number), BOOK)
        self.same = name == "swift"
        """It looks at nothing that requests do not have: whether a discard came from the hand."""
        self.deal = 0
        self.counts = counts
        self.planned: int | None = None

    async def choose(self, deal: DealSoFar, view: View) -> int:
        ask = ask_message("game", 1, self.feed.news(deal), deal, view, 1)
        if ask["deal"] != self.deal:
            self.deal, self.requests = ask["deal"], Requests(self.number)
        self.requests.add(ask["events"])
        action = self.player.choose(view)
        if view.offer is None and view.drawn is None:
            assert not self.same or self.planned is None or action == self.planned
            return action
        made = self.requests.made
        responses = [self.requests.own.get(number, "PASS") for number in range(len(made) - 1)]
        game = Seen()
        for number, request in enumerate(made):
            game.take(request.split(), responses[number - 1].split() if number else [])
        assert game.asks
        self.compare(game, ask, view)
        if self.same:
            found = action_of(self.botzone.respond(made, responses), None if view.offer is None else view.offer.tile)
            assert found is not None
            assert found[0] == action or (game.on_kong and action == WIN)
            self.planned = found[1]
        self.count(view, action)
        return action

    def compare(self, game: Seen, ask: dict[str, Any], view: View) -> None:
        ours, theirs = without_marks(ask["view"]), without_marks(game.view())
        if not any(game.flowers):
            theirs["wall_left"] = ours["wall_left"]
        assert theirs == ours
        cells = observation_of({"view": game.view(), "round": WINDS[game.round]}, BOOK)
        assert game.on_kong or not any(game.flowers) or cells[:16] == view.observation[:16]

    def count(self, view: View, action: int) -> None:
        self.counts["decisions"] += 1
        self.counts["robbing"] += view.offer is not None and view.offer.robbing
        self.counts["kongs"] += 42 <= action < 110 or action == 114
        self.counts["claims"] += 110 <= action < 114

    def deal_over(self, deal: DealSoFar) -> None:
        self.feed.news(deal)
        self.planned = None


def without_marks(view: dict[str, Any]) -> dict[str, Any]:
    """A view without whether discards came from the hand, which Botzone does not say."""
    copied: dict[str, Any] = json.loads(json.dumps(view))
    for seat in copied["seats"]:
        seat["discards"] = [[tile, marks & CLAIMED] for tile, marks in seat["discards"]]
    return copied


@pytest.mark.compiled  # whole games: interpreted they take minutes
@sizes(40, 2000)
def test_requests_say_all_that_a_seat_sees_and_our_player_behind_them_plays_the_same(count: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(count // 20):
        players = [Translated(number, name, counts) for number, name in enumerate(("random", "swift", "beginner", "swift"))]
        asyncio.run(play_match(BOOK, program_match(BOOK, 20, 4), players, partial(secret_for, seed)))
    assert counts["decisions"] > 20 * count
    assert counts["claims"] > count // 2
    assert counts["kongs"] > 0
