"""Scenes for how a hand is won: the first turn, the last copy, the minimum, flowers."""

from __future__ import annotations

import pytest

import quepu
from quepu.engine.events import Discarded, Drew, LaidFlower
from quepu.kernel.actions import (
    CHOW_MIDDLE,
    CLAIM_PUNG,
    CONCEALED_KONG_OF,
    PASS,
    REPLACE_FLOWER,
    WIN,
)
from tests.goldens import GUOBIAO, LINGQUE
from tests.tables import JUNK, WAITS_FOR_5M, E, N, S, Scene, W, kind, wall_with
from tests.test_engine_play import at_the_end, discards, hand_of

# 天和 and 地和.


def test_a_win_on_the_dealers_first_draw_is_a_heavenly_hand_even_after_flowers() -> None:
    scene = Scene("lingque28", wall_with([WAITS_FOR_5M], draws="5m"))
    scene.act(E, WIN)
    assert scene.win().hand == "34m34566p345789s +5m | self first_turn"
    assert "heavenly_hand" in scene.win().fans
    scene = Scene("lingque28", wall_with(["1f 4m 345p 345s 66p 789s"], draws="2f", tail="3m 5m", size=144))
    scene.act(E, WIN)
    assert scene.win().hand == "34m34566p345789s +5m | self first_turn flowers=1f2f"


def test_a_kong_before_it_breaks_the_heavenly_hand() -> None:
    scene = Scene("lingque28", wall_with(["1111m 34p 345s 678s 9s"], draws="9s", tail="5p"))
    scene.act(E, CONCEALED_KONG_OF)
    scene.act(E, WIN)
    assert "first_turn" not in scene.win().hand


def test_a_win_on_the_dealers_first_discard_is_an_earthly_hand_unless_there_was_a_kong() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "", WAITS_FOR_5M], draws="5m"))
    scene.discard(E, "5m")
    scene.act(W, WIN)
    assert scene.win().hand == "34m34566p345789s +5m | seat=W first_turn"
    assert "earthly_hand" in scene.win().fans
    scene = Scene("lingque28", wall_with(["9999m 147p147s ESW", "", WAITS_FOR_5M], draws="N", tail="5m"))
    scene.act(E, CONCEALED_KONG_OF + kind("9m"))
    scene.discard(E, "5m")
    scene.act(W, WIN)
    assert scene.win().hand == "34m34566p345789s +5m | seat=W"


def test_a_later_turn_is_not_a_first_turn() -> None:
    scene = Scene("lingque28", wall_with([JUNK, WAITS_FOR_5M], draws="9m 5m"))
    scene.discard(E, "9m")
    scene.act(S, WIN)
    assert scene.win().hand == "34m34566p345789s +5m | self seat=S"


# The last copy.


def test_the_fourth_tile_is_a_last_copy_if_the_others_are_face_up() -> None:
    """Two 5m in 北's pung from 東's discard make three that all see; 南 draws or is given the fourth."""
    hands = [JUNK, WAITS_FOR_5M, JUNK, "55m 258p 258s CFPFP"]
    scene = Scene("guobiao", wall_with(hands, draws="5m C 5m", size=144))
    scene.discard(E, "5m")
    scene.act(N, CLAIM_PUNG)
    scene.discard(N, "C")
    scene.pass_all()
    scene.discard(E, "C")
    scene.pass_all()
    assert scene.state.drawn == kind("5m")
    assert "last_copy" in hand_of(scene, S)
    scene.discard(S, "5m")
    assert "last_copy" not in hand_of(scene, W)


def test_a_last_copy_requires_three_visible_tiles() -> None:
    scene = Scene("guobiao", wall_with([JUNK, WAITS_FOR_5M, JUNK], draws="5m 9m 5m", size=144))
    scene.discard(E, "5m")
    scene.state.apply(S, PASS)
    scene.discard(S, "9m")
    scene.discard(W, "5m")
    assert "last_copy" not in hand_of(scene, S)
    assert scene.state.visible()[kind("5m")] == 2


# Only wins that the book allows.


def test_a_win_below_the_minimum_is_not_legal_and_the_reason_is_known() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "23567m345p99s678s", "2m258m147p147sES", "44m 258p 258s CFP EE"], draws="9m C 4m"))
    for seat, tile in ((E, "9m"), (S, "C"), (W, "4m")):
        scene.discard(seat, tile)
    assert scene.state.asked() == [N]
    below = scene.hand.why_no_win(S)
    assert below is not None
    assert below.reason == "below_minimum"
    assert below.score is not None
    assert (below.score.points, below.score.names) == (8, ["门前清", "连六"])


def test_the_reason_why_a_win_is_not_legal_is_known() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "", WAITS_FOR_5M], draws="5m"))
    assert [scene.why_no_win(seat) for seat in range(4)] == ["not_a_win", "no_tile", "no_tile", "no_tile"]
    scene.discard(E, "5m")
    assert [scene.why_no_win(seat) for seat in range(4)] == ["no_tile", "not_a_win", None, "not_a_win"]
    scene = Scene("guobiao", wall_with(["34m 345p 345s 66p 78s 1f"], draws="5m", size=144))
    assert scene.why_no_win(E) == "flowers_in_hand"


# Flowers.


@pytest.mark.parametrize("rules", LINGQUE)
def test_lingque_replaces_flowers_at_once_beginning_with_the_dealer(rules: str) -> None:
    hands = ["1f 2f 147m147p14s ESW", "3f 147m147p147s EN", "147m147p147s ESWN", "4f 258m258p258s CF"]
    scene = Scene(rules, wall_with(hands, draws="5f", tail="9m 6f 9p 9s 9s 9m C", size=144))
    assert scene.written()[1:] == [
        {"t": "flower", "seat": "E", "tile": "1f"},
        {"t": "draw", "seat": "E", "tile": "9m", "replaces": "flower"},
        {"t": "flower", "seat": "E", "tile": "2f"},
        {"t": "draw", "seat": "E", "tile": "6f", "replaces": "flower"},
        {"t": "flower", "seat": "E", "tile": "6f"},
        {"t": "draw", "seat": "E", "tile": "9p", "replaces": "flower"},
        {"t": "flower", "seat": "S", "tile": "3f"},
        {"t": "draw", "seat": "S", "tile": "9s", "replaces": "flower"},
        {"t": "flower", "seat": "N", "tile": "4f"},
        {"t": "draw", "seat": "N", "tile": "9s", "replaces": "flower"},
        {"t": "draw", "seat": "E", "tile": "5f", "replaces": None},
        {"t": "flower", "seat": "E", "tile": "5f"},
        {"t": "draw", "seat": "E", "tile": "9m", "replaces": "flower"},
    ]
    assert [scene.state.flowers_of(seat) for seat in range(4)] == [0b110011, 0b100, 0, 0b1000]


def test_flowers_add_their_points_after_the_minimum() -> None:
    scene = Scene("lingque28", wall_with(["1f 2f 34m 345p 345s 66p 9s"], draws="5m", tail="7s 8s", size=144))
    scene.act(E, WIN)
    won = scene.win()
    assert won.hand == "34m34566p345789s +5m | self first_turn flowers=1f2f"
    assert won.points == quepu.score("34m34566p345789s +5m | self first_turn").points + 4


@pytest.mark.parametrize("rules", GUOBIAO)
def test_in_guobiao_a_flower_may_be_kept_replaced_later_or_discarded(rules: str) -> None:
    scene = Scene(rules, wall_with(["1f 5f 147m147p14s EES", "46m 258p 258s CFPFP"], draws="5m C F P 9m", tail="9s 9p", size=144))
    assert {34, 38, REPLACE_FLOWER} <= scene.may(E)
    assert scene.state.flowers_of(E) == 0
    for seat, tile in ((E, "5m"), (S, "C"), (W, "F"), (N, "P")):
        scene.discard(seat, tile)
    scene.pass_all()
    assert scene.state.flowers_of(E) == 0
    scene.act(E, REPLACE_FLOWER)
    assert scene.events[-2:] == [LaidFlower(E, 34), Drew(E, kind("9s"), 2)]
    scene.act(E, 38)
    assert Discarded(E, 38, True) in scene.events
    assert scene.state.flowers_of(E) == 1
    assert scene.state.turn == S


def test_a_discarded_flower_cannot_be_claimed() -> None:
    scene = Scene("guobiao", wall_with([JUNK, WAITS_FOR_5M], draws="1f", size=144))
    scene.discard(E, "1f")
    assert scene.events[-2] == Discarded(E, 34, False)
    assert scene.state.turn == S


def test_in_guobiao_a_flower_may_be_replaced_after_a_claim_too_but_not_with_the_wall_empty() -> None:
    scene = Scene("guobiao", wall_with([JUNK, "46m 258p 258s CFPF 1f"], draws="5m", tail="5m", size=144))
    scene.discard(E, "5m")
    scene.act(S, CHOW_MIDDLE)
    assert REPLACE_FLOWER in scene.may(S)
    scene = at_the_end("guobiao", [JUNK], "1f", size=144)
    assert scene.may(N) == discards(scene, N)


def test_with_a_flower_in_hand_nobody_wins() -> None:
    scene = Scene("guobiao", wall_with(["34m 345p 345s 66p 78s 1f"], draws="5m", tail="9s", size=144))
    assert WIN not in scene.may(E)
    scene.act(E, REPLACE_FLOWER)
    assert WIN in scene.may(E)
