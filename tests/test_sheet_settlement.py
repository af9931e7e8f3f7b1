"""Score sheets: who pays what under every rule book, penalties, 约化分数, ranks and transfers."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.club.sheet import ranks, transfers
from quepu.engine.match import reduced_scores
from quepu.rules import BOOKS
from tests.sheets import Sheet, random_sheet, state_of
from tests.sizes import sizes


def settled(rules: str, winner: int, source: int | None, points: int, **more: object) -> list[int]:
    sheet = Sheet(rules)
    sheet.win(1, winner, source, points, **more)
    payments: list[int] = sheet.state()["deals"][0]["payments"]
    return payments


# 灵雀: the examples of the text. 10 副 3 翻 is 30 points; 北 wins by self-draw.


def test_lingque_by_self_draw_each_pays_one_and_a_half_times() -> None:
    assert settled("lingque28", 3, None, 30) == [-45, -45, -45, 135]


def test_lingque_who_gave_four_tiles_pays_half_of_what_the_others_owe() -> None:
    """西 half liable: 91, the others 22 each."""
    assert settled("lingque28", 3, None, 30, given=[0, 0, 4, 0]) == [-22, -22, -91, 135]


def test_lingque_who_gave_five_tiles_pays_all() -> None:
    """南 wholly liable: 135. Five tiles are four claimed ones and the winning tile, so it happens on a discard only: 30 × (2 + 1 + 1)."""
    assert settled("lingque28", 3, None, 30, given=[0, 5, 0, 0]) == [0, -135, 0, 135]
    assert settled("lingque28", 3, 1, 30) == [-30, -60, -30, 120]
    assert settled("lingque28", 3, 1, 30, given=[0, 5, 0, 0]) == [0, -120, 0, 120]


def test_lingque_who_gave_four_tiles_is_liable_on_the_discard_of_another_too() -> None:
    assert settled("lingque28", 1, 2, 10, given=[4, 0, 1, 0]) == [-10 - 10 - 5, 40, -10, -5]


def test_lingque_liability_is_of_players_not_of_seats() -> None:
    """In the second deal 南 sits at 東: the tiles are still those that they gave."""
    sheet = Sheet("lingque28")
    sheet.draw(1)
    sheet.win(2, 3, None, 30, given=[0, 0, 4, 0])
    assert sheet.state()["deals"][1]["payments"] == [-22, -22, -91, 135]


def test_other_books_do_not_use_the_tiles_that_were_given() -> None:
    for rules in ("guobiao", "guobiao98", "woodshole"):
        assert settled(rules, 3, None, 30, given=[0, 0, 4, 0]) == settled(rules, 3, None, 30)


def test_lingque_the_discarder_pays_double() -> None:
    assert settled("lingque26", 1, 2, 36) == [-36, 144, -72, -36]


def test_guobiao_pays_a_base_of_eight_and_the_points() -> None:
    assert settled("guobiao", 2, None, 12) == [-20, -20, 60, -20]
    assert settled("guobiao98", 2, 3, 12) == [-8, -8, 36, -20]


def test_woodshole_the_dealer_pays_and_receives_double_whoever_discarded() -> None:
    assert settled("woodshole", 2, 3, 12) == [-24, -12, 48, -12]
    assert settled("woodshole", 0, 3, 12) == [72, -24, -24, -24]


def test_woodshole_the_dealer_is_a_player_who_changes() -> None:
    sheet = Sheet("woodshole")
    sheet.win(1, 0, 3, 12)  # the dealer stays
    sheet.win(2, 1, None, 10)
    sheet.win(3, 1, None, 10)
    sheet.draw(4)
    sheet.win(5, 0, 1, 1)
    deals = sheet.state()["deals"]
    assert [deal["dealer"] for deal in deals] == [0, 0, 1, 1, 2]
    assert [deal["payments"] for deal in deals] == [[72, -24, -24, -24], [-20, 40, -10, -10], [-20, 60, -20, -20], [0] * 4, [4, -1, -2, -1]]
    assert [deal["scores"] for deal in deals][-1] == [36, 75, -56, -55]


def test_the_greatest_points_are_settled_exactly() -> None:
    assert settled("lingque28", 1, 0, 100_000_000) == [-200_000_000, 400_000_000, -100_000_000, -100_000_000]


# Penalties.


def test_penalties_count_with_the_deal_of_their_slot_and_do_not_end_it() -> None:
    sheet = Sheet("guobiao")
    first = sheet.penalty(1, [-30, 10, 10, 10])
    second = sheet.penalty(1, [0, -6, 3, 3])
    state = sheet.state()
    assert state["open"] == {"slot": 1, "penalties": [first, second], "penalty_payments": [-30, 4, 13, 13]}
    assert (state["scores"], state["next"]["number"], state["deals"]) == ([-30, 4, 13, 13], 1, [])
    sheet.win(1, 0, None, 8)
    state = sheet.state()
    assert (state["open"], state["next"]["number"]) == (None, 2)
    deal = state["deals"][0]
    assert (deal["penalties"], deal["penalty_payments"], deal["payments"]) == ([first, second], [-30, 4, 13, 13], [48, -16, -16, -16])
    assert deal["scores"] == state["scores"] == [18, -12, -3, -3]


def test_each_penalty_can_be_taken_back_alone() -> None:
    sheet = Sheet("lingque28")
    first, second = sheet.penalty(1, [-30, 10, 10, 10]), sheet.penalty(1, [-8, 8, 0, 0])
    sheet.win(1, 3, None, 30)
    sheet.undo(first)
    assert sheet.state()["scores"] == [-53, -37, -45, 135]
    undo = sheet.undo(second)
    assert sheet.state()["scores"] == [-45, -45, -45, 135]
    sheet.undo(undo)
    assert (sheet.state()["scores"], sheet.state()["deals"][0]["penalties"]) == ([-53, -37, -45, 135], [second])


def test_a_penalty_can_be_corrected() -> None:
    sheet = Sheet("guobiao")
    wrong = sheet.penalty(1, [-30, 10, 10, 10])
    right = sheet.penalty(1, [10, -30, 10, 10], replaces=wrong)
    state = sheet.state()
    assert (state["open"]["penalties"], state["scores"], state["replaced"]) == ([right], [10, -30, 10, 10], [wrong])


def test_a_penalty_whose_deal_was_taken_back_belongs_to_the_next() -> None:
    sheet = Sheet("guobiao")
    sheet.draw(1)
    taken_back = sheet.draw(2)
    penalty = sheet.penalty(2, [-3, 1, 1, 1])
    later = sheet.draw(3)
    sheet.undo(taken_back)
    assert [(deal["entry"], deal["penalties"]) for deal in sheet.state()["deals"]][1] == (later, [penalty])
    sheet.undo(later)
    assert (sheet.state()["open"]["penalties"], sheet.state()["scores"]) == ([penalty], [-3, 1, 1, 1])


def test_a_penalty_after_the_last_deal_counts() -> None:
    sheet = Sheet("guobiao", hands=1)
    sheet.draw(1)
    penalty = sheet.penalty(2, [-3, 1, 1, 1])
    state = sheet.state()
    assert (state["over"], state["next"], state["open"]["penalties"], state["scores"]) == (True, None, [penalty], [-3, 1, 1, 1])


# The result.


def test_equal_scores_share_a_rank() -> None:
    assert ranks([0, 0, 0, 0]) == [1, 1, 1, 1]
    assert ranks([5, 20, 5, -30]) == [2, 1, 2, 4]
    assert ranks([-5, 15, -5, -5]) == [2, 1, 2, 2]


@pytest.mark.parametrize("rules", BOOKS)
def test_only_lingque_26_has_reduced_scores(rules: str) -> None:
    sheet = Sheet(rules, t0=300, alpha=2)
    sheet.win(1, 3, 0, 77)
    state = sheet.state()
    assert state["final"]["reduced"] == (reduced_scores(state["scores"], 300, 2) if rules == "lingque26" else None)
    usual = Sheet(rules).state()
    assert (usual["t0"], usual["alpha"]) == (480, 1)


def fewest(scores: tuple[int, ...]) -> int:
    """The fewest transfers, by trying all orders in which debtors and creditors are settled with each other."""
    best = 9
    players = [player for player in range(4) if scores[player]]
    for order in permutations(players):
        groups, sum_so_far = 0, 0
        for player in order:
            sum_so_far += scores[player]
            groups += sum_so_far == 0
        best = min(best, len(players) - groups)
    return best if players else 0


small = st.integers(-4, 4)


@given(st.tuples(small, small, small) | st.tuples(*[st.integers(-(10**12), 10**12)] * 3))
def test_transfers_are_the_fewest_and_settle_everything(three: tuple[int, int, int]) -> None:
    scores = (*three, -sum(three))
    found = transfers(scores)
    assert len(found) == fewest(scores)
    left = list(scores)
    for transfer in found:
        assert transfer["points"] > 0
        left[transfer["from"]] += transfer["points"]
        left[transfer["to"]] -= transfer["points"]
    assert left == [0, 0, 0, 0]


def test_two_pairs_need_two_transfers() -> None:
    assert transfers([7, 5, -7, -5]) == [{"from": 2, "to": 0, "points": 7}, {"from": 3, "to": 1, "points": 5}]
    assert transfers([7, -5, 5, -7]) == [{"from": 3, "to": 0, "points": 7}, {"from": 1, "to": 2, "points": 5}]
    assert len(transfers([7, 5, -6, -6])) == 3


@sizes(300, 20_000)
def test_the_scores_of_random_sheets_add_up_to_zero(count: int) -> None:
    random = Random(5)
    checked = 0
    for _ in range(count):
        state = state_of(random_sheet(random, random.choice(BOOKS)))
        if state is None:
            continue
        checked += 1
        before = [0, 0, 0, 0]
        for deal in state["deals"]:
            before = [sum(parts) for parts in zip(before, deal["payments"], deal["penalty_payments"], strict=True)]
            assert (deal["scores"], sum(before)) == (before, 0)
        assert sum(state["scores"]) == 0
        lists = [state[key] for key in ("undone", "replaced", "ignored")]
        assert len(set().union(*lists)) == sum(map(len, lists))
    assert checked > count / 2
