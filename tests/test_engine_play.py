"""Play: the legal actions of each rule book, and the circumstances that the scorer gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quepu import notation
from quepu.engine.events import Claimed, Discarded, Drew, Exhausted, LaidFlower, MadeKong, read_row
from quepu.engine.rules import play_rules
from quepu.errors import IllegalAction, RuleBookError
from quepu.hand import Meld, MeldType
from quepu.kernel.actions import (
    ADDED_KONG_OF,
    CHOW_HIGH,
    CHOW_LOW,
    CHOW_MIDDLE,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIMING,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    OVER,
    PASS,
    REPLACE_FLOWER,
    WIN,
)
from quepu.rules import BOOKS, book
from tests.goldens import GUOBIAO, LINGQUE
from tests.tables import JUNK, WAITS_FOR_5M, E, N, S, Scene, W, kind, wall_with


def discards(scene: Scene, seat: int) -> set[int]:
    return {action for action in scene.may(seat) if action < CONCEALED_KONG_OF}


def hand_of(scene: Scene, seat: int) -> str:
    """The hand that a seat would win with now, in notation."""
    row = scene.state.winning_row(seat)
    assert row is not None
    return notation.format_hand(*read_row(row))


# Claims.


def test_only_the_next_seat_may_chow_with_the_tile_low_middle_or_high() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "3467m 258p 258s CFP", "3467m 369p 369s CFP"], draws="5m"))
    scene.discard(E, "5m")
    assert scene.may(S) == {CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH, PASS}
    assert scene.state.asked() == [S]
    for action, meld in ((CHOW_LOW, "567m"), (CHOW_MIDDLE, "456m"), (CHOW_HIGH, "345m")):
        copy = scene.state.copy()
        copy.apply(S, action)
        assert copy.melds_of(S) == [(kind(meld[0] + "m"), kind("5m"), E)]
        assert copy.actions(S) == [tile for tile in range(34) if tile in copy.hand(S)]


@pytest.mark.parametrize(
    ("tile", "held", "chows"),
    [
        ("1m", "23m", {CHOW_LOW}),
        ("2m", "134m", {CHOW_LOW, CHOW_MIDDLE}),
        ("8p", "679p", {CHOW_MIDDLE, CHOW_HIGH}),
        ("9p", "78p", {CHOW_HIGH}),
        ("9m", "12p", set()),
        ("1p", "89m", set()),
        ("9s", "ES", set()),
        ("E", "89s", set()),
        ("E", "SW", set()),
    ],
)
def test_a_chow_stays_within_its_suit(tile: str, held: str, chows: set[int]) -> None:
    scene = Scene("lingque28", wall_with([JUNK, held + "SWNCFPCFPC"], draws=tile))
    scene.discard(E, tile)
    assert {action for action in scene.may(S) if CHOW_LOW <= action <= CHOW_HIGH} == chows


def test_a_win_takes_priority_over_a_pung_and_a_pung_over_a_chow() -> None:
    """南 may chow, 西 pung, 北 win; each order of answers has the same end."""
    hands = [JUNK, "46m 258p 258s 1s2s CFP", "55m 369p 369s ESCFP", "34m 345p 345s 66p 789s"]
    scene = Scene("lingque28", wall_with(hands, draws="5m"))
    scene.discard(E, "5m")
    answers = {S: CHOW_MIDDLE, W: CLAIM_PUNG, N: WIN}
    for order in ((S, W, N), (N, W, S), (W, N, S)):
        ends = []
        for gone in (set(), {N}, {N, W}, {N, W, S}):
            copy = scene.state.copy()
            for seat in order:
                copy.apply(seat, PASS if seat in gone else answers[seat])
            ends.append((copy.winner if copy.phase == OVER else None, [len(copy.melds_of(seat)) for seat in range(4)], copy.turn))
        assert ends == [(N, [0, 0, 0, 0], E), (None, [0, 0, 1, 0], W), (None, [0, 1, 0, 0], S), (None, [0, 0, 0, 0], S)]


def test_of_several_winners_the_first_in_turn_after_the_discarder_wins_alone() -> None:
    ready = "34m 345p 345s 66p 789s"
    hands = [ready.replace("789s", "678s"), JUNK, ready, ready.replace("789s", "678s").replace("66p", "77p")]
    scene = Scene("lingque28", wall_with(hands, draws="9s 5m"))
    scene.discard(E, "9s")
    scene.discard(S, "5m")
    assert all(WIN in scene.may(seat) for seat in (E, W, N))
    for seat in (E, N, W):
        scene.state.apply(seat, WIN)
    assert (scene.state.winner, scene.state.loser) == (W, S)
    assert scene.win().as_dict()["from"] == "S"


def test_nobody_is_barred_from_winning_after_a_pass() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "34m 345p 345s 66p 789s", JUNK], draws="5m C 5m"))
    scene.discard(E, "5m")
    scene.state.apply(S, PASS)
    scene.discard(S, "C")
    scene.discard(W, "5m")
    assert WIN in scene.may(S)
    scene.state.apply(S, WIN)
    assert scene.state.winner == S


def test_a_seat_that_can_only_pass_has_nothing_to_decide() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "46m 258p 258s 1s2s CFP", JUNK, JUNK], draws="5m"))
    scene.discard(E, "5m")
    assert scene.state.asked() == [S]
    for seat in (E, W, N):
        with pytest.raises(IllegalAction) as caught:
            scene.state.apply(seat, PASS)
        assert caught.value.code == "not_asked"


def test_a_discard_can_be_the_drawn_tile_or_an_equal_one_from_the_hand() -> None:
    scene = Scene("lingque28", wall_with([JUNK, JUNK], draws="1m 9m"))
    drawn, other = scene.state.copy(), scene.state.copy()
    drawn.apply(E, kind("1m"))
    other.apply(E, kind("1m"), from_hand=True)
    assert [state.discard_list() for state in (drawn, other)] == [[(E, 0, 0)], [(E, 0, 1)]]
    with pytest.raises(IllegalAction):
        scene.state.apply(E, CONCEALED_KONG_OF, from_hand=True)
    scene.discard(E, "4m")
    assert scene.events[-2] == Discarded(E, kind("4m"), True)
    # 南 has drawn the only nine of characters it has
    with pytest.raises(IllegalAction):
        scene.state.apply(S, kind("9m"), from_hand=True)
    scene.discard(S, "9m")
    assert Discarded(S, kind("9m"), False) in scene.events


# Kongs.


def test_a_kong_is_replaced_from_the_tail_and_a_win_on_it_is_kong_blossom() -> None:
    scene = Scene("lingque28", wall_with(["1111m 34p 345s 678s 9s"], draws="9s", tail="5p"))
    scene.act(E, CONCEALED_KONG_OF + kind("1m"))
    assert scene.events[-2:] == [MadeKong(E, Meld(MeldType.CONCEALED_KONG, 0), False), Drew(E, kind("5p"), 1)]
    scene.act(E, WIN)
    won = scene.win()
    assert won.hand == "34p34567899s (1111m) +5p | self kong"
    assert won.fans == {
        "kong_blossom": 1,
        "concealed_hand": 1,
        "kong": 1,
        "concealed_pung": 1,
        "terminal_pung": 1,
        "two_suit_chows": 1,
        "short_straight": 1,
    }


@pytest.mark.parametrize("rules", LINGQUE)
def test_in_lingque_a_concealed_or_added_kong_may_follow_a_claim(rules: str) -> None:
    """Also of the pung just made, with its fourth tile."""
    scene = Scene(rules, wall_with([JUNK, "555m 9999p 258s CFP"], draws="5m", tail="C"))
    scene.discard(E, "5m")
    scene.act(S, CLAIM_PUNG)
    assert {action for action in scene.may(S) if action >= CONCEALED_KONG_OF} == {
        CONCEALED_KONG_OF + kind("9p"),
        ADDED_KONG_OF + kind("5m"),
    }
    scene.act(S, ADDED_KONG_OF + kind("5m"))
    assert scene.events[-2:] == [MadeKong(S, Meld(MeldType.KONG, kind("5m")), True), Drew(S, kind("C"), 1)]
    scene.act(S, CONCEALED_KONG_OF + kind("9p"))
    assert [meld[0] >> 6 for meld in scene.state.melds_of(S)] == [MeldType.KONG, MeldType.CONCEALED_KONG]


@pytest.mark.parametrize("rules", GUOBIAO)
def test_in_guobiao_a_kong_follows_a_draw_only(rules: str) -> None:
    scene = Scene(rules, wall_with([JUNK, "555m 9999p 258s CFP"], draws="5m", size=144))
    scene.discard(E, "5m")
    scene.act(S, CLAIM_PUNG)
    assert scene.may(S) == discards(scene, S)
    scene.discard(S, "C")
    scene.pass_all()
    while scene.state.turn != S:
        scene.state.apply(scene.state.turn, scene.state.drawn)
        scene.pass_all()
    assert {CONCEALED_KONG_OF + kind("9p"), ADDED_KONG_OF + kind("5m")} <= scene.may(S)


def test_an_open_kong_takes_three_tiles_from_the_hand_and_is_replaced() -> None:
    scene = Scene("lingque28", wall_with([JUNK, JUNK, "555m 369p 369s CFP E"], draws="5m", tail="9m"))
    scene.discard(E, "5m")
    assert scene.may(W) == {CLAIM_PUNG, CLAIM_KONG, PASS}
    scene.act(W, CLAIM_KONG)
    assert scene.events[-2:] == [Claimed(W, E, Meld(MeldType.KONG, kind("5m")), kind("5m")), Drew(W, kind("9m"), 1)]
    assert scene.state.hand_size(W) == 11


def with_an_added_kong(rules: str, tail: str = "") -> Scene:
    """南 has made a pung of fives and adds the fourth; 北 waits for a five between four and six."""
    hands = [JUNK, "55m 258p 369s CFPEE", JUNK, "46m 345p 345s 66p 789s"]
    scene = Scene(rules, wall_with(hands, draws="5m F 9m 9p 5m", tail=tail))
    scene.discard(E, "5m")
    scene.act(S, CLAIM_PUNG)
    for seat, tile in ((S, "2p"), (W, "F"), (N, "9m"), (E, "9p")):
        scene.discard(seat, tile)
    scene.pass_all()
    scene.state.apply(S, ADDED_KONG_OF + kind("5m"))
    return scene


@pytest.mark.parametrize("rules", BOOKS)
def test_an_added_kong_that_is_robbed_is_not_a_kong(rules: str) -> None:
    scene = with_an_added_kong(rules)
    assert scene.may(N) == {WIN, PASS}
    scene.state.apply(N, WIN)
    assert (scene.state.winner, scene.state.loser) == (N, S)
    assert [meld[0] >> 6 for meld in scene.state.melds_of(S)] == [MeldType.PUNG]
    assert kind("5m") in scene.state.hand(N)
    assert scene.state.given() == [0, 1, 0, 0]
    assert scene.win().hand.split(" tiles_left")[0] == "46m34566p345789s +5m | seat=N kong last_copy"
    assert scene.win().source == S


@pytest.mark.parametrize("rules", BOOKS)
def test_an_added_kong_that_nobody_robs_is_replaced(rules: str) -> None:
    scene = with_an_added_kong(rules, tail="9s")
    scene.state.apply(N, PASS)
    assert [meld[0] >> 6 for meld in scene.state.melds_of(S)] == [MeldType.KONG]
    assert scene.state.melds_of(S)[0][1:] == (kind("5m"), E)
    assert scene.events[-1] == Drew(S, kind("9s"), 1)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_concealed_kong_cannot_be_robbed_not_even_by_thirteen_orphans(rules: str) -> None:
    hands = ["9999m 147p147s ESW", "19p19s1m ESWNCFP P"]
    scene = Scene(rules, wall_with(hands, draws="N"))
    scene.state.apply(E, CONCEALED_KONG_OF + kind("9m"))
    assert scene.state.asked() == [E]


def test_a_win_after_replacing_a_flower_is_not_kong_blossom() -> None:
    """灵雀 with flowers, and 国标: self-drawn only."""
    hand = "1111m 34p 345s 678s 9s"
    scene = Scene("lingque28", wall_with([hand], draws="9s", tail="1f 5p", size=144))
    scene.act(E, CONCEALED_KONG_OF)
    assert scene.events[-3:] == [Drew(E, 34, 1), LaidFlower(E, 34), Drew(E, kind("5p"), 2)]
    scene.act(E, WIN)
    assert scene.win().hand == "34p34567899s (1111m) +5p | self flowers=1f"
    scene = Scene("guobiao", wall_with([hand], draws="9s", tail="1f 5p", size=144))
    scene.act(E, CONCEALED_KONG_OF)
    assert WIN not in scene.may(E)
    scene.act(E, REPLACE_FLOWER)
    assert scene.may(E) >= {WIN}
    scene.act(E, WIN)
    assert scene.win().hand == "34p34567899s (1111m) +5p | self flowers=1f"


# The end of the wall.


def at_the_end(rules: str, hands: list[str], last: str, size: int = 136) -> Scene:
    """北 has drawn the last tile and is still to discard it. The hands are those of 北 and the seats after it."""
    placed = ["", "", "", hands[0]]
    for seat, hand in enumerate(hands[1:]):
        placed[seat] = hand
    scene = Scene(rules, wall_with(placed, last=last, size=size))
    scene.drain(0)
    assert (scene.state.turn, scene.state.drawn) == (N, kind(last))
    return scene


@pytest.mark.parametrize("rules", LINGQUE)
def test_lingque_plays_on_with_the_wall_empty_until_a_tile_is_due(rules: str) -> None:
    scene = at_the_end(rules, [JUNK, "555m 67m 258p 25s CCC"], "5m")
    scene.state.apply(N, kind("5m"))
    assert scene.may(E) == {CHOW_LOW, CLAIM_PUNG, CLAIM_KONG, PASS}
    for action in (CHOW_LOW, CLAIM_PUNG):
        claimed = scene.state.copy()
        claimed.apply(E, action)
        assert claimed.phase != OVER
        assert claimed.turn == E
    claimed.apply(E, kind("8p"))
    while claimed.phase != OVER:
        claimed.apply(claimed.asked()[0], PASS)
    assert claimed.winner == 255
    scene.state.apply(E, CLAIM_KONG)
    assert scene.events[-2:] == [Claimed(E, N, Meld(MeldType.KONG, kind("5m")), kind("5m")), Exhausted(None)]


def test_in_lingque_a_kong_with_the_wall_empty_ends_the_deal() -> None:
    scene = at_the_end("lingque28", ["555m 67m 258p 25s CCC"], "5m")
    assert CONCEALED_KONG_OF + kind("5m") in scene.may(N)
    scene.act(N, CONCEALED_KONG_OF + kind("5m"))
    assert scene.events[-2:] == [MadeKong(N, Meld(MeldType.CONCEALED_KONG, kind("5m")), False), Exhausted(None)]


@pytest.mark.parametrize("rules", GUOBIAO)
def test_in_guobiao_the_last_discard_can_only_be_won_and_the_last_draw_makes_no_kong(rules: str) -> None:
    scene = at_the_end(rules, ["555m 28m 28p 28s CCC F", "67m 369p 369s PPP EE"], "5m")
    assert scene.may(N) == discards(scene, N)
    scene.discard(N, "5m")
    assert scene.state.phase == OVER
    assert scene.events[-1] == Exhausted(None)


def test_a_win_on_the_last_tile_of_the_wall_counts_as_last_tile() -> None:
    for rules, fan in (("lingque28", "last_draw"), ("guobiao", "last_draw")):
        scene = at_the_end(rules, [WAITS_FOR_5M], "5m")
        scene.act(N, WIN)
        assert " self seat=N last_tile" in scene.win().hand
        assert fan in scene.win().fans


def test_a_win_on_the_discard_after_the_last_tile_counts_as_last_tile() -> None:
    for rules, fan in (("lingque28", "last_discard"), ("guobiao", "last_claim")):
        scene = at_the_end(rules, [JUNK, WAITS_FOR_5M], "5m")
        scene.discard(N, "5m")
        scene.act(E, WIN)
        assert "| last_tile" in scene.win().hand
        assert fan in scene.win().fans


def test_in_lingque_every_discard_after_the_wall_is_empty_is_a_last_one_and_a_robbed_tile_too() -> None:
    """北 discards the last tile, 東 makes a pung of it; 南 wins on the fourth, which 東 discards or adds."""
    scene = at_the_end("lingque28", [JUNK, "555m 39p 28p 25s CCC F", "46m 123m 345p 345s 66p"], "5m")
    scene.discard(N, "5m")
    scene.act(E, CLAIM_PUNG)
    discarded, added = scene.state.copy(), scene
    discarded.apply(E, kind("5m"))
    assert discarded.winning_row(S)[18] == 2 | 16  # type: ignore[index]
    added.state.apply(E, ADDED_KONG_OF + kind("5m"))
    added.state.apply(S, WIN)
    assert added.win().hand == "12346m34566p345s +5m | seat=S last_tile kong last_copy"
    assert {"last_discard", "robbing_a_kong"} <= set(added.win().fans)


def test_a_kongs_replacement_can_be_the_last_tile_and_both_count() -> None:
    scene = Scene("lingque28", wall_with(["", "", "555m 34p 345s 66p 789s"], last="5m 5p"))
    scene.drain(1)
    scene.act(W, CONCEALED_KONG_OF + kind("5m"))
    scene.act(W, WIN)
    assert "+5p | self seat=W last_tile kong" in scene.win().hand
    assert {"last_draw", "kong_blossom"} <= set(scene.win().fans)


def test_in_lingque_a_flower_as_the_last_tile_ends_the_hand() -> None:
    """Its replacement is due, and there is none."""
    scene = Scene("lingque28", wall_with(["2345678f ESWNCF"], tail="147m147p9s 1f", size=144))
    scene.drain(1)
    drawer = scene.state.turn + 1 & 3
    scene.state.apply(scene.state.turn, scene.state.drawn)
    scene.pass_all()
    assert scene.events[-3:] == [Drew(drawer, 34, 0), LaidFlower(drawer, 34), Exhausted(None)]


@pytest.mark.parametrize("rules", BOOKS)
def test_a_deal_without_a_winner_ends_when_a_tile_is_due(rules: str) -> None:
    scene = at_the_end(rules, [JUNK], "9m")
    scene.discard(N, "9m")
    scene.pass_all()
    assert scene.events[-1] == Exhausted(None)
    assert (scene.state.winner, scene.state.points, scene.state.given()) == (255, 0, [0, 0, 0, 0])
    with pytest.raises(IllegalAction) as caught:
        scene.state.apply(E, PASS)
    assert caught.value.code == "hand_over"


# The books.


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_has_its_rules_of_play(rules: str) -> None:
    assert play_rules(book(rules)) is book(rules).play


def test_an_option_of_a_book_is_played_as_the_book() -> None:
    assert play_rules(book("lingque28+appendix")) is book("lingque28").play
    assert play_rules(book("guobiao+kongs3")) is book("guobiao").play


def test_a_book_without_rules_of_play_is_refused() -> None:
    with pytest.raises(RuleBookError, match="unknown rule book 'unheard of'"):
        play_rules(replace(book(), id="unheard of", play=None))


@pytest.mark.parametrize("rules", BOOKS)
def test_the_round_wind_counts_where_a_book_has_one(rules: str) -> None:
    assert Scene(rules, wall_with(), round=2).state.round == (0 if rules in LINGQUE else 2)


@pytest.mark.parametrize("rules", [rules for rules in BOOKS if rules != "woodshole"])
def test_the_actions_of_woodshole_are_not_legal_in_other_books(rules: str) -> None:
    """听, the tiles left, and the choice about the last tile."""
    scene = Scene(rules, wall_with([WAITS_FOR_5M], draws="C", last="9m"))
    assert DECLARE_READY not in scene.may(E)
    assert "tiles_left" not in hand_of(scene, E)
    scene.drain(1)
    scene.state.apply(scene.state.turn, scene.state.drawn)
    while scene.state.phase == CLAIMING:
        scene.state.apply(scene.state.asked()[0], PASS)
    assert scene.events[-1] == Drew(N, kind("9m"), 0)


def test_a_refused_action_raises_and_changes_nothing() -> None:
    scene = Scene("lingque28", wall_with([JUNK, "46m 258p 258s 1s2s CFP"], draws="5m"))
    before = scene.state.copy()
    events = len(scene.events)
    for seat, action, code in (
        (E, PASS, "illegal_action"),
        (E, kind("2m"), "illegal_action"),
        (S, PASS, "not_asked"),
        (E, 120, "no_such_action"),
        (E, -1, "no_such_action"),
        (4, 0, "no_such_action"),
        (-1, 0, "no_such_action"),
        (10**30, 0, "no_such_action"),
        (E, 10**30, "no_such_action"),
    ):
        with pytest.raises(IllegalAction) as caught:
            scene.state.apply(seat, action)
        assert caught.value.code == code
        assert scene.state.equals(before)
        assert scene.state.dump() == before.dump()
    assert len(scene.events) == events
    for ask in (scene.state.legal, scene.state.actions, scene.state.hand, scene.state.melds_of, scene.state.winning_row):
        for seat in (-1, 4):
            with pytest.raises(IndexError):
                ask(seat)
