"""Positions from outside: a hand, a view or an observation, as an observation that can be analysed."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quepu.engine import decode
from quepu.engine.decisions import decisions
from quepu.engine.events import HandBegan
from quepu.engine.record import RecordLines
from quepu.engine.replay import replay_batches
from quepu.errors import MESSAGES, QuepuError
from quepu.kernel.actions import CLAIMED, DECLINE
from quepu.kernel.observation_layout import DISCARD_COUNT, DISCARD_MARKS, DISCARDS, DRAWN
from quepu.kernel.shapes import NO_TILE
from quepu.players.position import observation_of
from quepu.rules import book
from quepu.rules.base import RuleBook
from quepu.server.play.serialize import view_dict
from quepu.tiles import NAMES, WINDS
from tests.games import GOLDEN, golden

VIEWS_AFTER_CLAIMS = json.loads((Path(__file__).parents[1] / "data" / "views_after_claims.json").read_text("utf-8"))
"""Views whose discards fit several orders, not all of which end with the right one."""


def moments(name: str) -> list[tuple[RuleBook, dict[str, Any], bytes]]:
    """Every decision of a golden game: the book, the view of the seat with the round, and the true observation."""
    record = golden(name).read_bytes()
    rules = RecordLines(record).header().book
    known = {(one.deal, one.step, one.seat): one.observation for one in decisions(record)}
    found = []
    deal = step = round = 0
    for batch in replay_batches(record, holds=True):
        event, game = batch[0].event, batch[0].game
        deal, step, round = (event.number, 0, event.round) if isinstance(event, HandBegan) else (deal, step + 1, round)
        for seat in range(4):
            observation = known.get((deal, step, seat))
            if observation is not None and DECLINE not in decode(observation).legal:
                assert game.latest is not None
                found.append((rules, {"view": view_dict(game.latest, seat, False), "round": WINDS[round]}, observation))
    return found


@pytest.mark.parametrize("name", GOLDEN)
def test_a_view_is_read_back_into_the_very_observation_that_it_came_from(name: str) -> None:
    """With the order of all discards, which a view has by seat, and the legal actions, which it does not have."""
    found = moments(name)
    assert len(found) > 200
    for rules, position, observation in found:
        assert observation_of(position, rules) == observation
        sent = json.loads(json.dumps(position))
        assert observation_of(sent, rules) == observation


@pytest.mark.parametrize("given", VIEWS_AFTER_CLAIMS, ids=["a tile on offer", "a claim without a draw"])
def test_the_last_discard_is_the_one_that_the_decision_is_about(given: dict[str, Any]) -> None:
    """Claims allow several orders of the discards before it."""
    observation = observation_of({key: value for key, value in given.items() if key != "rules"}, book(given["rules"]))
    count, offer = observation[DISCARD_COUNT], given["view"]["offer"]
    tile, marks = observation[DISCARDS + count - 1], observation[DISCARD_MARKS + count - 1]
    if offer is None:
        assert marks >> 2 & CLAIMED
    else:
        assert (NAMES[tile], WINDS[marks & 3], marks >> 2 & CLAIMED) == (offer["tile"], offer["seat"], 0)


def test_an_observation_is_read_from_hexadecimal_and_from_base64() -> None:
    rules, _, observation = moments("guobiao")[40]
    plain, safe = base64.b64encode(observation).decode(), base64.urlsafe_b64encode(observation).decode()
    for text in (observation.hex(), observation.hex().upper(), plain, safe, f" {plain[:100]}\n{plain[100:]} "):
        assert observation_of({"observation": text}, rules) == observation


def test_a_hand_alone_is_the_first_decision_of_a_deal() -> None:
    view = decode(observation_of({"hand": "123456m2299p [EEE] +5s"}, book("lingque28")))
    assert (view.seat, view.round, view.turn, view.drawn, view.offer, view.wall_left) == (0, 0, 0, NAMES.index("5s"), None, 83)
    assert [NAMES[tile] for tile in view.hand] == ["1m", "2m", "3m", "4m", "5m", "6m", "2p", "2p", "9p", "9p", "5s"]
    assert [(meld.tiles, meld.claimed, meld.source) for meld in view.seats[0].melds] == [((27, 27, 27), 27, 3)]
    assert [NAMES[action] for action in view.legal] == ["1m", "2m", "3m", "4m", "5m", "6m", "2p", "9p", "5s"]
    assert [(seat.concealed, seat.discards) for seat in view.seats] == [(11, ()), (13, ()), (13, ()), (13, ())]
    south = decode(observation_of({"hand": "1199m1199p1199sEE | seat=S round=W"}, book("guobiao")))
    assert (south.seat, south.round, south.turn, south.wall_left) == (1, 2, 1, 91)
    kong = decode(observation_of({"hand": "123456m99p55s (EEEE) +5s"}, book("lingque28")))
    assert (kong.wall_left, kong.seats[0].melds[0].tiles, kong.seats[0].melds[0].source) == (82, (27,) * 4, None)
    assert 115 in kong.legal


MISSING = "missing"


def change(view: dict[str, Any], path: str, value: object) -> None:
    """Replace a part of a view, such as ``seats.0.concealed``."""
    *parents, last = path.split(".")
    inner: Any = view
    for part in parents:
        inner = inner[int(part)] if part.isdigit() else inner[part]
    if value == MISSING:
        del inner[last]
    else:
        inner[int(last) if last.isdigit() else last] = value


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("seats", MISSING, "missing_key"),
        ("drawn", MISSING, "missing_key"),
        ("colour", "red", "unknown_key"),
        ("seat", None, "not_one_of"),
        ("seat", "X", "not_one_of"),
        ("seat", [], "not_one_of"),
        ("turn", 0, "not_one_of"),
        ("hand", 5, "bad_value"),
        ("hand", "123x", "unknown_character"),
        ("hand", "1m", "bad_position"),
        ("hand", "1111122223333m", "five_of_a_tile"),
        ("drawn", "1q", "bad_value"),
        ("wall_left", 91.0, "out_of_range"),
        ("wall_left", -1, "out_of_range"),
        ("wall_left", 5, "bad_position"),
        ("seats", [], "bad_value"),
        ("seats", {"0": 1}, "bad_value"),
        ("seats.0", "east", "bad_json"),
        ("seats.1.concealed", 12, "bad_position"),
        ("seats.1.concealed", True, "out_of_range"),
        ("seats.1.flowers", "1m", "bad_value"),
        ("seats.1.flowers", "1f1f", "bad_value"),
        ("seats.1.ready", "never", "not_one_of"),
        ("seats.1.melds", [{"type": "chow", "tiles": "135m", "claimed": "1m", "from": "E"}], "bad_value"),
        ("seats.1.melds", [{"type": "chow", "tiles": "123m", "claimed": "9m", "from": "E"}], "bad_value"),
        ("seats.1.melds", [{"type": "pair", "tiles": "11m", "claimed": "1m", "from": "E"}], "not_one_of"),
        ("seats.1.melds", [{"type": [], "tiles": "111m", "claimed": "1m", "from": "E"}], "not_one_of"),
        ("seats.1.melds", [{"type": "pung", "tiles": "111m", "claimed": "1m"}], "missing_key"),
        ("seats.1.melds", [None] * 5, "bad_value"),
        ("seats.1.discards", [["1m", 0]] * 50, "bad_position"),
        ("seats.1.discards", [["1m", 4]], "out_of_range"),
        ("seats.1.discards", ["1m"], "bad_value"),
        ("offer", {"seat": "S", "tile": "1m", "robbing": 0}, "bad_value"),
        ("offer", {"seat": "S", "tile": "1m", "robbing": False}, "bad_position"),
        ("result", {"winner": None}, "nothing_to_decide"),
    ],
    ids=lambda one: str(one)[:40],
)
def test_a_wrong_view_is_refused_with_a_stable_code(path: str, value: object, code: str) -> None:
    rules, position, _ = next(one for one in moments("lingque28") if one[1]["view"]["drawn"] and one[1]["view"]["seats"][1]["discards"])
    position = json.loads(json.dumps(position))
    change(position["view"], path, value)
    with pytest.raises(QuepuError) as error:
        observation_of(position, rules)
    assert error.value.code == code


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "one_position"),
        ({"hand": "1m", "view": {}}, "one_position"),
        ({"hand": "123456m2299p [EEE] +5s", "round": "E"}, "unknown_key"),
        ({"hand": "123456m2299p [EEE] +5s", "colour": 1}, "unknown_key"),
        ({"hand": 5}, "bad_value"),
        ({"hand": "123456m2299p [EEE]"}, "tile_count"),
        ({"hand": "11111m22299p [EEE] +5s"}, "five_of_a_tile"),
        ({"hand": "123456m2299p [EEE] +5s | last_tile"}, "bad_option"),
        ({"hand": "123456m2299p [EEE] +5x"}, "unknown_character"),
        ({"view": None}, "bad_json"),
        ({"view": []}, "bad_json"),
        ({"observation": None}, "bad_value"),
        ({"observation": ""}, "bad_value"),
        ({"observation": "zz" * 408}, "bad_value"),
        ({"observation": "00" * 407}, "bad_value"),
        ({"observation": "é" * 600}, "bad_value"),
        ({"observation": "00" * 408}, "nothing_to_decide"),
        ({"observation": "ff" * 408}, "bad_value"),
    ],
    ids=lambda one: str(one)[:40],
)
def test_what_is_no_position_is_refused_with_a_stable_code(given: dict[str, object], code: str) -> None:
    with pytest.raises(QuepuError) as error:
        observation_of(given, book("lingque28"))
    assert error.value.code == code


def test_damaged_observations_are_refused_or_are_positions_never_anything_else() -> None:
    """Whatever byte is changed."""
    rules, _, observation = moments("woodshole")[60]
    random = Random(7)
    codes = set()
    for _ in range(600):
        cells = bytearray(observation)
        for _ in range(random.randrange(1, 4)):
            cells[random.randrange(len(cells))] = random.choice((0, 1, 4, 33, 127, 255, random.randrange(256)))
        try:
            observation_of({"observation": cells.hex()}, rules)
        except QuepuError as error:
            codes.add(error.code)
    assert codes <= {"bad_value", "bad_position", "nothing_to_decide", "five_of_a_tile"}
    assert "bad_position" in codes
    assert codes <= set(MESSAGES)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_seat_that_is_to_discard_has_drawn_a_tile_or_claimed_one(name: str) -> None:
    changed = 0
    for rules, position, observation in moments(name):
        view = decode(observation)
        # a chow or pung may be the last thing that happened; after a kong the seat has drawn
        claimed = [meld for meld in view.seats[view.seat].melds if len(meld.tiles) == 3]
        if view.drawn is not None and not claimed and any(seat.discards for seat in view.seats):
            cells = bytearray(observation)
            cells[DRAWN] = NO_TILE
            for given in ({**position, "view": {**position["view"], "drawn": None}}, {"observation": cells.hex()}):
                with pytest.raises(QuepuError, match="has neither drawn a tile nor claimed one"):
                    observation_of(given, rules)
            changed += 1
    assert changed > 30


def test_legal_actions_that_the_rules_do_not_give_are_refused() -> None:
    rules, _, observation = next(one for one in moments("lingque28") if 115 not in decode(one[2]).legal)
    cells = bytearray(observation)
    cells[115 >> 3] |= 1 << (115 & 7)
    with pytest.raises(QuepuError) as error:
        observation_of({"observation": cells.hex()}, rules)
    assert error.value.code == "bad_position"
    assert "115" in error.value.message()
