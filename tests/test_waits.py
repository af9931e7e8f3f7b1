"""Waits with their value, and what to discard."""

import pytest

import quepu
from quepu import tiles
from quepu.errors import ImpossibleHand
from quepu.waits import discards, distance, useful, waits
from tests.hands import random_wins


def test_every_winning_tile_with_what_is_left_and_its_worth() -> None:
    found = waits("12345678m22p [EEE]")
    assert [(tiles.NAMES[w.tile], w.left) for w in found] == [("3m", 3), ("6m", 3), ("9m", 4)]
    by_discard = [w.discard and (w.discard.names, w.discard.points, w.discard.legal) for w in found]
    assert by_discard == [
        (["番牌门风牌", "连六"], 6, False),
        (["番牌门风牌", "连六"], 6, False),
        (["番牌门风牌", "一气贯通"], 36, True),
    ]
    by_self_draw = [w.self_drawn and (w.self_drawn.names, w.self_drawn.points, w.self_drawn.legal) for w in found]
    assert by_self_draw == [
        (["自摸", "番牌门风牌", "连六"], 8, False),
        (["自摸", "番牌门风牌", "连六"], 8, False),
        (["自摸", "番牌门风牌", "一气贯通"], 42, True),
    ]


def test_nine_gates_waits_for_all_nine() -> None:
    found = waits("1112345678999s")
    assert [tiles.NAMES[w.tile] for w in found] == [f"{n}s" for n in range(1, 10)]
    assert {w.discard.points for w in found if w.discard} == {672}
    assert sum(w.left for w in found) == 36 - 13


def test_tiles_seen_elsewhere_are_left_no_more() -> None:
    assert [w.left for w in waits("12345678m22p [EEE]", seen="3m 99m")] == [2, 3, 2]
    assert [w.left for w in waits("12345678m22p [EEE]", seen="333m9999m")] == [0, 3, 0]
    with pytest.raises(ImpossibleHand) as caught:
        waits("12345678m22p [EEE]", seen="3333m")
    assert caught.value.code == "five_of_a_tile"


def test_a_way_of_winning_that_the_circumstances_rule_out_has_no_worth() -> None:
    assert [(w.discard, w.self_drawn and w.self_drawn.names) for w in waits("1133m5577p22s88sW | first_turn")] == [(None, ["天和", "七对"])]


def test_waits_take_thirteen_tiles_and_discards_fourteen() -> None:
    for function, hand in ((waits, "12345678m22p [EEE] +9m"), (discards, "12345678m22p [EEE]"), (useful, "1m")):
        with pytest.raises(ImpossibleHand) as caught:
            function(hand)
        assert caught.value.code == "tile_count"


def test_waits_agree_with_scoring_all_tiles() -> None:
    for hand, _ in random_wins(51, 150):
        thirteen = quepu.Hand(hand.concealed, hand.melds)
        by_scoring = [
            kind
            for kind in range(tiles.KINDS)
            if thirteen.counts()[kind] < 4 and quepu.score(quepu.Hand(hand.concealed, hand.melds, kind)).win
        ]
        assert [w.tile for w in waits(thirteen)] == by_scoring
        assert [tile for tile, _ in useful(thirteen)] == by_scoring


def test_discards_come_nearest_first_with_their_useful_tiles_and_waits() -> None:
    found = discards("123456m2299p [EEE] +5s")
    assert [(tiles.NAMES[d.tile], d.distance, d.useful_left) for d in found] == [
        ("5s", 0, 4),
        ("2p", 1, 35),
        ("9p", 1, 31),
        ("1m", 1, 14),
        ("4m", 1, 11),
        ("6m", 1, 10),
        ("2m", 1, 7),
        ("3m", 1, 7),
        ("5m", 1, 7),
    ]
    best = found[0]
    assert [(tiles.NAMES[tile], left) for tile, left in best.useful] == [("2p", 2), ("9p", 2)]
    assert [(tiles.NAMES[w.tile], w.discard and w.discard.points) for w in best.waits] == [("2p", 6), ("9p", 8)]
    assert all(not d.waits for d in found[1:])


def test_every_discard_agrees_with_the_distance_of_what_remains() -> None:
    for hand, _ in random_wins(52, 20):
        fourteen = quepu.Hand(hand.concealed, hand.melds, hand.winning)
        for discard in discards(fourteen):
            rest = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
            rest.remove(discard.tile)
            thirteen = quepu.Hand(tuple(rest), hand.melds)
            assert discard.distance == distance(thirteen)
            own = fourteen.counts()
            assert [tile for tile, _ in discard.useful] == [tile for tile, _ in useful(thirteen) if own[tile] < 4]
            if discard.distance == 0:
                assert [w.tile for w in discard.waits] == [tile for tile, _ in discard.useful]
