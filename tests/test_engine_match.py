"""Payments and matches of every book."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations
from math import sqrt, tanh
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.engine.deal import Outcome
from quepu.engine.match import Match, MatchSettings, reduced_scores
from quepu.engine.rules import PlayRules, play_rules
from quepu.errors import QuepuError
from quepu.kernel.actions import ADDED_KONG_OF, CLAIM_PUNG, WIN
from quepu.rules import BOOKS, book
from quepu.rules.settlement import Settlement
from tests.tables import E, N, S, Scene, W, kind, wall_with

LINGQUE_28, LINGQUE_26, GUOBIAO, WOODSHOLE = (play_rules(book(rules)) for rules in ("lingque28", "lingque26", "guobiao", "woodshole"))
lingque, guobiao, woodshole = (book(rules).family.settlement for rules in ("lingque28", "guobiao", "woodshole"))
PLAY_RULES = {rules: play_rules(book(rules)) for rules in BOOKS}
NOTHING = (0, 0, 0, 0)

# 灵雀.


def test_the_examples_of_the_text_north_wins_thirty_points_by_self_draw() -> None:
    """北 gets 135; the others lose 45 each; with 西 half liable, 西 loses 91 and the others 22; with 南 wholly liable, 南 loses all 135."""
    assert lingque.settle(N, None, 30, NOTHING) == (-45, -45, -45, 135)
    assert lingque.settle(N, None, 30, (0, 0, 4, 0)) == (-22, -22, -91, 135)
    assert lingque.settle(N, None, 30, (0, 5, 0, 0)) == (0, -135, 0, 135)


def test_the_discarder_pays_double() -> None:
    assert lingque.settle(S, W, 36, (0, 0, 1, 0)) == (-36, 144, -72, -36)


def test_liability_binds_one_who_did_not_discard_the_winning_tile_too() -> None:
    """東 gave four sets, 西 the tile: 東 takes half of 西's double share and half of 北's."""
    assert lingque.settle(S, W, 10, (4, 0, 1, 0)) == (-10 - 10 - 5, 40, -10, -5)
    assert lingque.settle(S, E, 10, (4, 0, 0, 0)) == (-20 - 5 - 5, 40, -5, -5)
    assert lingque.settle(S, E, 10, (5, 0, 0, 0)) == (-40, 40, 0, 0)


def test_three_tiles_make_nobody_liable() -> None:
    assert lingque.settle(S, None, 10, (3, 0, 1, 0)) == (-15, 45, -15, -15)


def test_each_half_is_rounded_up_separately() -> None:
    assert lingque.settle(E, None, 11, NOTHING) == (51, -17, -17, -17)
    assert lingque.settle(E, None, 11, (0, 4, 0, 0)) == (51, -17 - 9 - 9, -8, -8)


def test_a_claimed_set_gives_one_tile_an_added_kong_no_more_the_winning_tile_one() -> None:
    """南 has a pung from 東 that became a kong, and wins on 西's discard."""
    hands = ["147m147p147sESWN", "CC 34p 345s 66p 789s 9m", "147m147p147sESWN"]
    scene = Scene("lingque28", wall_with(hands, draws="C F F F C 5p", tail="N"))
    scene.discard(E, "C")
    scene.act(S, CLAIM_PUNG)
    for seat, tile in ((S, "9m"), (W, "F"), (N, "F"), (E, "F")):
        scene.discard(seat, tile)
    scene.act(S, ADDED_KONG_OF + kind("C"))
    scene.discard(S, "N")
    assert scene.state.given() == [0, 0, 0, 0]  # nobody has won yet
    scene.discard(W, "5p")
    scene.act(S, WIN)
    assert scene.state.given() == [1, 0, 1, 0]
    assert scene.hand.outcome() == Outcome(S, W, 10, (-10, 40, -20, -10))


# Payments in words.


def words(settlement: Settlement, *win: Any) -> list[tuple[int, int, str, str]]:
    return [(one.seat, one.points, "；".join(one.zh), "; ".join(one.en)) for one in settlement.explain(*win)]


def test_lingque_says_who_pays_how_much_and_why() -> None:
    assert words(lingque, S, W, 36, (0, 0, 1, 0)) == [
        (E, 36, "没有点炮：和牌分 36", "did not discard the winning tile: 36 points"),
        (W, 72, "点炮：和牌分 36 × 2 = 72", "discarded the winning tile: 36 points × 2 = 72"),
        (N, 36, "没有点炮：和牌分 36", "did not discard the winning tile: 36 points"),
    ]
    by_self_draw = "自摸，三家都付：和牌分 11 × 1.5（进位） = 17", "won by self-draw, all three pay: 11 points × 1.5 (rounded up) = 17"
    assert words(lingque, E, None, 11, NOTHING) == [(seat, 17, *by_self_draw) for seat in (S, W, N)]


def test_liability_is_said_to_those_who_pay_and_to_those_who_do_not() -> None:
    assert [(seat, points, zh) for seat, points, zh, _ in words(lingque, E, None, 11, (0, 4, 0, 0))] == [
        (S, 35, "自摸，三家都付：和牌分 11 × 1.5（进位） = 17；包牌：喂了和家 4 张牌，替西、北付 18"),
        (W, 8, "自摸，三家都付：和牌分 11 × 1.5（进位） = 17；包牌：南喂了和家 4 张牌，替付 9"),
        (N, 8, "自摸，三家都付：和牌分 11 × 1.5（进位） = 17；包牌：南喂了和家 4 张牌，替付 9"),
    ]


def test_guobiao_names_its_base_and_woods_hole_the_dealer() -> None:
    assert words(guobiao, E, W, 12, (0, 0, 1, 0))[:2] == [
        (S, 8, "没有点炮：底分 8", "did not discard the winning tile: base 8"),
        (W, 20, "点炮：底分 8 + 和牌分 12 = 20", "discarded the winning tile: base 8 + 12 points = 20"),
    ]
    assert words(woodshole, S, None, 7, NOTHING)[:2] == [
        (E, 14, "自摸，三家都付：和牌分 7；庄家加倍：7 × 2 = 14", "won by self-draw, all three pay: 7 points; as dealer, 7 × 2 = 14"),
        (W, 7, "自摸，三家都付：和牌分 7", "won by self-draw, all three pay: 7 points"),
    ]
    assert words(woodshole, E, None, 40, NOTHING, True)[0] == (
        (
            S,
            80,
            "八花，三家都付：和牌分 40；和家是庄家，加倍：40 × 2 = 80",
            "won by eight flowers, all three pay: 40 points; the winner is the dealer: 40 × 2 = 80",
        )
    )


@given(
    st.sampled_from(BOOKS), st.integers(0, 3), st.none() | st.integers(1, 3), st.integers(0, 500), st.integers(0, 3), st.integers(0, 5)
)  # fmt: skip
def test_what_is_explained_is_what_is_paid(rules: str, winner: int, after: int | None, points: int, giver: int, tiles: int) -> None:
    """The last number of the first sentences is the share; what liability moves is added or taken away."""
    settlement = book(rules).family.settlement
    loser = None if after is None else (winner + after) % 4
    tiles_given = [0 if seat == winner else tiles * (seat == giver) for seat in range(4)]
    paid = settlement.settle(winner, loser, points, tiles_given)
    explained = settlement.explain(winner, loser, points, tiles_given)
    assert {one.seat: -one.points for one in explained} == {seat: paid[seat] for seat in range(4) if seat != winner}
    for one in explained:
        shares = [int(re.findall(r"\d+", text)[-1]) for text in one.zh if "包牌" not in text]
        moved = sum(int(re.findall(r"\d+", text)[-1]) * (1 if text.startswith("包牌：喂了") else -1) for text in one.zh if "包牌" in text)
        assert shares[-1] + moved == one.points


# 国标 and Woods Hole.


def test_guobiao_pays_a_base_of_eight_and_the_points() -> None:
    """By self-draw 3 × (8 + points); by discard 3 × 8 + points, of which the discarder pays 8 + points."""
    assert guobiao.settle(W, None, 12, NOTHING) == (-20, -20, 60, -20)
    assert guobiao.settle(W, N, 12, NOTHING) == (-8, -8, 36, -20)


def test_woodshole_pays_the_points_the_dealer_double_the_discarder_no_more() -> None:
    assert woodshole.settle(W, N, 12, NOTHING) == (-24, -12, 48, -12)
    assert woodshole.settle(W, E, 12, NOTHING) == (-24, -12, 48, -12)
    assert woodshole.settle(E, N, 12, NOTHING) == (72, -24, -24, -24)


payers = st.sampled_from([lingque, guobiao, woodshole])
seats = st.permutations(range(4))


@given(payers, seats, st.booleans(), st.integers(0, 2000), st.permutations([0, 0, 1, 4]) | st.permutations([0, 0, 0, 5]))
def test_every_payment_adds_up_to_zero_and_only_the_winner_gains(
    settlement: Settlement, order: list[int], self_drawn: bool, points: int, given: list[int]
) -> None:
    winner, loser = order[0], None if self_drawn else order[1]
    paid = settlement.settle(winner, loser, points, given)
    assert sum(paid) == 0
    assert all(amount <= 0 for seat, amount in enumerate(paid) if seat != winner)


# Matches.


def win(seat: int) -> Outcome:
    payments = [-1] * 4
    payments[seat] = 3
    east, south, west, north = payments
    return Outcome(seat, None, 1, (east, south, west, north))


DRAWN = Outcome(None, None, 0, NOTHING)


def seatings(match: Match, outcomes: list[Outcome]) -> list[tuple[int, tuple[int, ...]]]:
    """(圈, players at 東南西北) of every hand."""
    found = []
    for outcome in outcomes:
        assert not match.over
        found.append((match.round, match.seats))
        match.finish(outcome)
    return found


def test_lingque_28_the_seats_of_the_four_rounds_are_as_printed() -> None:
    """東起家 東南北西, 南起家 南東西北, 西起家 西北東南, 北起家 北西南東."""
    match = Match(LINGQUE_28)
    hands = seatings(match, [DRAWN] * 16)
    assert match.over
    first_of_round = [hands[4 * n][1] for n in range(4)]
    winds = ["".join("東南西北"[seats.index(player)] for seats in first_of_round) for player in range(4)]
    assert winds == ["東南北西", "南東西北", "西北東南", "北西南東"]


def test_within_a_round_the_deal_passes_to_the_next_seat() -> None:
    match = Match(LINGQUE_28)
    assert [seats for _, seats in seatings(match, [win(1), win(2), win(3), DRAWN])] == [
        (0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)
    ]  # fmt: skip
    assert (match.round, match.dealer_changes, match.number) == (1, 0, 5)


def test_lingque_28_the_dealer_stays_after_winning_and_a_draw_passes_the_deal() -> None:
    match = Match(LINGQUE_28)
    hands = seatings(match, [win(0), win(0), DRAWN, win(0), win(2)])
    assert [seats[0] for _, seats in hands] == [0, 0, 0, 1, 1]
    assert match.seats[0] == 2


def test_woodshole_the_dealer_stays_after_winning() -> None:
    match = Match(WOODSHOLE)
    assert [seats[0] for _, seats in seatings(match, [win(0), DRAWN, win(1)])] == [0, 0, 1]
    assert [seats for _, seats in seatings(Match(WOODSHOLE), [DRAWN] * 16)][12:] == [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]


def test_lingque_26_has_sixteen_hands_whoever_wins_and_no_change_of_seats() -> None:
    match = Match(LINGQUE_26)
    hands = seatings(match, [win(0)] * 16)
    assert match.over
    assert [seats[0] for _, seats in hands] == [0, 1, 2, 3] * 4
    assert [round for round, _ in hands] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


def test_guobiao_before_the_third_round_east_and_south_west_and_north_change_seats() -> None:
    match = Match(GUOBIAO)
    hands = seatings(match, [win(0)] * 16)
    assert match.over
    assert [hands[n][1] for n in (0, 4, 8, 12)] == [(0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2), (1, 0, 3, 2)]
    assert [seats[0] for _, seats in hands[8:12]] == [1, 0, 3, 2]


@pytest.mark.parametrize("rules", list(PLAY_RULES.values()), ids=list(PLAY_RULES))
def test_a_half_game_has_two_rounds_and_a_match_ends_after_its_maximum_of_deals(rules: PlayRules) -> None:
    half = Match(rules, MatchSettings(136, rounds=2))
    seatings(half, [DRAWN] * 8)
    assert half.over
    short = Match(rules, MatchSettings(136, hands=3))
    seatings(short, [win(0)] * 3)
    assert short.over


@pytest.mark.parametrize("rules", list(PLAY_RULES.values()), ids=list(PLAY_RULES))
def test_everybody_deals_once_in_a_round_and_has_a_seat(rules: PlayRules) -> None:
    hands = seatings(Match(rules), [DRAWN] * 16)
    assert all(sorted(seats) == [0, 1, 2, 3] for _, seats in hands)
    for n in range(4):
        assert sorted(seats[0] for round, seats in hands if round == n) == [0, 1, 2, 3]


def test_payments_reach_the_players_where_they_sit() -> None:
    match = Match(LINGQUE_28)
    seatings(match, [DRAWN] * 4)
    assert match.seats == (1, 0, 3, 2)
    match.finish(Outcome(E, N, 10, (40, -10, -10, -20)))
    assert match.scores == [-10, 40, -20, -10]


@pytest.mark.parametrize(
    "wrong",
    [
        {"tiles": 140},
        {"tiles": 136.0},
        {"tiles": 136, "rounds": 0},
        {"tiles": 136, "rounds": 5},
        {"tiles": 136, "rounds": True},
        {"tiles": 136, "hands": 0},
    ],
)
def test_invalid_settings_of_a_match_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(QuepuError, match="cannot be"):
        MatchSettings(**wrong)


def test_a_match_says_that_flowers_are_replaced_at_once_only_where_that_was_chosen() -> None:
    plain = {"tiles": 144, "rounds": 4, "hands": None}
    assert (MatchSettings(144).as_dict(), Match(GUOBIAO, MatchSettings(144)).rules) == (plain, GUOBIAO)
    chosen = MatchSettings(144, flowers_at_once=True)
    assert chosen.as_dict() == {**plain, "flowers_at_once": True}
    assert MatchSettings.from_dict(chosen.as_dict()) == chosen
    assert Match(GUOBIAO, chosen).rules == replace(GUOBIAO, chosen_flowers=False)
    for wrong in (False, 1, "true", None):
        with pytest.raises(QuepuError, match="flowers_at_once"):
            MatchSettings.from_dict({**plain, "flowers_at_once": wrong})


# 约化分数.


def test_a_higher_score_has_a_higher_reduced_score() -> None:
    """S_i = α Σ tanh((s_i − s_j) / (T0 √n)); the text has s_j − s_i, which would put the winner last."""
    scores = [600, 100, -200, -500]
    reduced = reduced_scores(scores)
    assert reduced == [sum(tanh((own - other) / (480 * 2)) for other in scores) for own in scores]
    assert reduced == sorted(reduced, reverse=True)
    assert abs(sum(reduced)) < 1e-12
    assert reduced_scores([10, 0, -10], t0=100, alpha=2)[0] == 2 * (tanh(10 / (100 * sqrt(3))) + tanh(20 / (100 * sqrt(3))))


def test_a_small_t0_leaves_the_order_alone() -> None:
    for scores in permutations((3, 2, 1, -6)):
        reduced = reduced_scores(scores, t0=1e-6)
        assert [round(value) for value in reduced] == [{3: 3, 2: 1, 1: -1, -6: -3}[score] for score in scores]
