"""Woods Hole: 听, the last tile declined, eight flowers."""

from __future__ import annotations

from dataclasses import replace

import pytest

import quepu
from quepu import tiles
from quepu.engine.events import DeclaredReady, Drew, Exhausted, LaidFlower, WonByFlowers
from quepu.errors import IllegalAction
from quepu.kernel.actions import (
    CHOW_HIGH,
    CHOW_LOW,
    CHOW_MIDDLE,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    DECLINE,
    OVER,
    PASS,
    WIN,
)
from quepu.rules import book
from tests.tables import JUNK, WAITS_FOR_5M, E, N, S, Scene, W, kind, wall_with


def woodshole(wall: bytes) -> Scene:
    return Scene("woodshole", wall)


def test_ready_is_graded_by_the_discards_before_it_the_dealers_first_being_free() -> None:
    """天 after none, 地 after one, 人, 鬼, 虫; after five it is too late."""
    wall = wall_with([WAITS_FOR_5M, WAITS_FOR_5M.replace("66p", "77p"), JUNK, JUNK])
    scene = woodshole(wall)
    grades: dict[int, list[int | None]] = {E: [], S: []}
    for _ in range(7):
        for seat in (E, S, W, N):
            if seat in grades:
                if DECLARE_READY in scene.may(seat):
                    declared = scene.state.copy()
                    declared.apply(seat, DECLARE_READY)
                    grades[seat].append(declared.ready_of(seat))
                else:
                    grades[seat].append(None)
            scene.state.apply(seat, scene.state.drawn)
            scene.pass_all()
    assert grades == {E: [1, 1, 2, 3, 4, 5, None], S: [1, 2, 3, 4, 5, None, None]}


def test_a_claimed_kong_is_an_exchange_of_its_own_before_ready() -> None:
    """A kong claimed before any discard makes the next declaration 地听: 天听 has no claimed meld. A discard after it is the second."""
    waiting = "CCC 34m 345p 345s 66p"
    scene = woodshole(wall_with([JUNK.replace("E", "C"), waiting], draws="1m9p", tail="9m"))
    scene.discard(E, "C")
    scene.act(S, CLAIM_KONG)
    declared = scene.state.copy()
    declared.apply(S, DECLARE_READY)
    assert declared.ready_of(S) == 2
    scene.discard(S, "9m")
    while scene.state.turn != S:
        scene.discard(scene.state.turn, tiles.NAMES[scene.state.drawn])
        scene.pass_all()
    scene.state.apply(S, DECLARE_READY)
    assert scene.state.ready_of(S) == 3


def test_a_claimed_pung_and_its_discard_are_one_exchange_before_ready() -> None:
    scene = woodshole(wall_with([JUNK.replace("E", "C"), "CC 9m 34m 345p 345s 66p"]))
    scene.discard(E, "C")
    scene.act(S, CLAIM_PUNG)
    scene.discard(S, "9m")
    scene.pass_all()
    while scene.state.turn != S:
        scene.discard(scene.state.turn, tiles.NAMES[scene.state.drawn])
        scene.pass_all()
    scene.state.apply(S, DECLARE_READY)
    assert scene.state.ready_of(S) == 2


def test_ready_needs_a_discard_that_leaves_one_tile_wanting_and_only_such_follows() -> None:
    scene = woodshole(wall_with([WAITS_FOR_5M], draws="C"))
    before = len(scene.events)
    scene.state.apply(E, DECLARE_READY)
    assert scene.events[before:] == [DeclaredReady(E, 1)]
    # the drawn dragon, or one of the threes, fours, … that leave other waits; but nothing that breaks a set for nothing
    for action in scene.state.actions(E):
        left = scene.state.copy()
        left.apply(E, action)
        hand = "".join(tiles.NAMES[tile] for tile in left.hand(E))
        assert quepu.waits(hand, "woodshole"), tiles.NAMES[action]
    assert kind("C") in scene.may(E)
    assert kind("6p") not in scene.may(E)
    scattered = woodshole(wall_with([JUNK], draws="C"))
    assert DECLARE_READY not in scattered.may(E)


def test_a_ready_seat_can_only_discard_the_drawn_tile() -> None:
    """No claim but the win, no kong, and only the drawn tile is discarded."""
    # 東 waits for 2m and 5m; a four, a five of bamboos and a six of dots would make a chow, a kong and a pung
    scene = woodshole(wall_with(["34m 333p 555s 66p 789s", JUNK, JUNK, "147m147p147s SWNC"], draws="C 6p 5s F 3p"))
    scene.state.apply(E, DECLARE_READY)
    scene.discard(E, "C")
    scene.pass_all()
    for seat, tile in ((S, "6p"), (W, "5s"), (N, "F")):
        scene.state.apply(seat, kind(tile))
        assert not scene.may(E) & {CLAIM_PUNG, CLAIM_KONG, CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH}
        scene.pass_all()
    assert scene.state.drawn == kind("3p")
    assert scene.may(E) == {kind("3p")}
    with pytest.raises(IllegalAction):
        scene.state.apply(E, kind("3p"), from_hand=True)


def test_ready_is_declared_after_a_draw_only() -> None:
    scene = woodshole(wall_with([JUNK, "34m 345p 345s 66p 78s N"], draws="5m C"))
    scene.discard(E, "5m")
    scene.act(S, CHOW_HIGH)
    assert DECLARE_READY not in scene.may(S)


def test_the_scorer_gets_the_ready_declaration_and_the_tiles_left() -> None:
    scene = woodshole(wall_with([WAITS_FOR_5M, JUNK], draws="C 5m", size=136))
    scene.state.apply(E, DECLARE_READY)
    scene.discard(E, "C")
    scene.discard(S, "5m")
    scene.act(E, WIN)
    assert scene.win().hand == "34m34566p345789s +5m | ready=heaven tiles_left=82"


def test_a_seat_may_decline_the_last_tile_and_the_deal_ends() -> None:
    scene = woodshole(wall_with(["", "", "", WAITS_FOR_5M], last="C 5m"))
    scene.drain(1)
    scene.discard(W, "C")
    while scene.state.asked() != [N]:
        scene.state.apply(scene.state.asked()[0], PASS)
    assert scene.may(N) == {DECLINE, PASS}
    declined = scene.state.copy()
    declined.apply(N, DECLINE)
    assert (declined.phase, declined.winner) == (OVER, 255)
    scene.state.apply(N, PASS)
    assert scene.events[-1] == Drew(N, kind("5m"), 0)
    scene.act(N, WIN)
    assert "self seat=N last_tile" in scene.win().hand
    assert scene.win().hand.endswith("tiles_left=0")


def test_declining_is_recorded() -> None:
    scene = woodshole(wall_with(last="C 5m"))
    scene.drain(1)
    scene.discard(W, "C")
    while scene.state.asked() != [N]:
        scene.state.apply(scene.state.asked()[0], PASS)
    scene.state.apply(N, DECLINE)
    assert scene.events[-1] == Exhausted(N)


def test_a_kongs_replacement_that_is_the_last_tile_may_be_declined_too() -> None:
    scene = woodshole(wall_with(["", "", "555m 34p 345s 66p 789s"], last="5m 5p"))
    scene.drain(1)
    scene.state.apply(W, CONCEALED_KONG_OF + kind("5m"))
    assert scene.may(W) == {DECLINE, PASS}


def test_all_eight_flowers_end_the_hand_at_once() -> None:
    scene = woodshole(wall_with(["1234567f ESWNCF"], draws="8f", size=144))
    assert scene.events[-2:] == [LaidFlower(E, 41), WonByFlowers(E, 8, 200)]
    assert (scene.state.phase, scene.state.winner, scene.state.loser, scene.state.points) == (OVER, E, 255, 200)
    assert scene.hand.outcome().payments == (1200, -400, -400, -400)
    dealt = woodshole(wall_with(["", "12345678f ESWNC"], size=144))
    assert dealt.events[-1] == WonByFlowers(S, 8, 200)
    assert dealt.hand.outcome().payments == (-400, 800, -200, -200)
    elsewhere = Scene("lingque28", wall_with(["1234567f ESWNCF"], draws="8f", size=144))
    assert elsewhere.state.phase != OVER


def test_woodshole_allows_only_a_win_on_the_last_discard_and_a_kong_after_a_draw() -> None:
    scene = woodshole(wall_with(["555m 67m 258p 25s CCC"], last="5m"))
    scene.drain(0)
    scene.discard(N, "5m")
    assert scene.state.phase == OVER
    scene = woodshole(wall_with([JUNK, "555m 9999p 258s CFP"], draws="5m"))
    scene.discard(E, "5m")
    scene.act(S, CLAIM_PUNG)
    assert max(scene.may(S)) < CONCEALED_KONG_OF


def test_the_points_of_eight_flowers_are_the_rule_books() -> None:
    rules = book("woodshole")
    fewer = replace(rules, fans={**rules.fans, "eight_flowers": replace(rules.fans["eight_flowers"], fan=100)})
    scene = Scene(fewer, wall_with(["1234567f ESWNCF"], draws="8f", size=144))
    assert scene.events[-1] == WonByFlowers(E, 8, 100)
    without = replace(rules, fans={id: fan for id, fan in rules.fans.items() if id != "eight_flowers"})
    assert Scene(without, wall_with(["1234567f ESWNCF"], draws="8f", size=144)).state.phase != OVER
