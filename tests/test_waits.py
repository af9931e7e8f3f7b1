"""Waits with their value, and what to discard."""

from collections.abc import Callable

import pytest

import quepu
from quepu import tiles
from quepu.errors import ImpossibleHand, QuepuError
from quepu.waits import discards, distance, useful, waits
from tests.hands import random_wins


def test_every_winning_tile_has_its_number_left_and_its_points() -> None:
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


def test_tiles_seen_elsewhere_are_not_left() -> None:
    assert [w.left for w in waits("12345678m22p [EEE]", seen="3m 99m")] == [2, 3, 2]
    assert [w.left for w in waits("12345678m22p [EEE]", seen="333m9999m")] == [0, 3, 0]


def test_a_tile_of_which_none_is_left_is_not_a_useful_tile() -> None:
    best = [discards("123456m2299pPPP +5s", seen=seen)[0] for seen in ("", "22p")]
    assert [[(tiles.NAMES[tile], left) for tile, left in discard.useful] for discard in best] == [[("2p", 2), ("9p", 2)], [("9p", 2)]]
    assert [[tiles.NAMES[tile] for tile, _ in useful("123m456p78s119pPP", seen=seen)] for seen in ("", "PP")] == [
        ["1p", "6s", "9s", "P"],
        ["1p", "6s", "9s"],
    ]


def test_a_way_of_winning_that_the_circumstances_exclude_has_no_score() -> None:
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
            own = fourteen.counts()
            if own[discard.tile] < 4:
                assert discard.distance == distance(thirteen)
                assert [tile for tile, _ in discard.useful] == [tile for tile, _ in useful(thirteen) if own[tile] < 4]
            else:  # the last copy is discarded: what the thirteen could have hoped for is gone
                assert discard.distance >= distance(thirteen)
            if discard.distance == 0:
                assert [w.tile for w in discard.waits] == [tile for tile, _ in discard.useful]


def test_thirteen_tiles_may_have_the_drawn_one_marked() -> None:
    assert len(waits("111234567899m +9m")) == 9


def test_circumstances_that_no_win_can_have_are_refused() -> None:
    with pytest.raises(ImpossibleHand) as caught:
        waits("12345678m22p [EEE]", first_turn=True)
    assert caught.value.code == "first_turn_impossible"


@pytest.mark.parametrize(
    ("hand", "discarded", "away"),
    [
        ("12345556789p [456p]", "5p", 1),
        ("12233334678m123p", "3m", 1),
        ("66677778m (5555m) [888m]", "8m", 1),
        ("2m12378889p55s [222p]", "2p", 2),
    ],
)
def test_a_discarded_tile_is_not_a_useful_tile(hand: str, discarded: str, away: int) -> None:
    """All its copies are in the hand or on the table then: a hand that waits for it alone is not ready."""
    assert {tiles.NAMES[discard.tile]: discard.distance for discard in discards(hand)}[discarded] == away
    assert all(discard.waits for discard in discards(hand) if discard.distance == 0)


@pytest.mark.parametrize("function", [waits, discards, distance, useful, quepu.distance_and_useful, quepu.legal_distance])
def test_what_is_not_a_hand_is_refused(function: Callable[[object], object]) -> None:
    with pytest.raises(QuepuError) as caught:
        function(None)
    assert str(caught.value) == "hand cannot be None"
