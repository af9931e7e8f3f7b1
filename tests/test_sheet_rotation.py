"""Score sheets: who sits where and who deals, under every rule book; seats that are corrected; the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from quepu.club.sheet import sheet_state
from quepu.rules import BOOKS
from tests.sheets import Sheet

ALL_BOOKS = pytest.mark.parametrize("rules", BOOKS)


def places(state: dict[str, Any]) -> list[tuple[int, list[int]]]:
    """(圈, players at 東南西北) of every deal."""
    return [(deal["round"], deal["seats"]) for deal in state["deals"]]


def drawn(rules: str, deals: int, **settings: Any) -> dict[str, Any]:
    sheet = Sheet(rules, **settings)
    for deal in range(1, deals + 1):
        sheet.draw(deal)
    return sheet.state()


def test_lingque_28_the_seats_of_the_four_rounds_are_as_printed() -> None:
    """東起家 東南北西, 南起家 南東西北, 西起家 西北東南, 北起家 北西南東."""
    state = drawn("lingque28", 16)
    first_of_round = [state["deals"][4 * n]["seats"] for n in range(4)]
    winds = ["".join("東南西北"[seats.index(player)] for seats in first_of_round) for player in range(4)]
    assert winds == ["東南北西", "南東西北", "西北東南", "北西南東"]
    assert (state["over"], state["next"]) == (True, None)


def test_lingque_26_and_woodshole_nobody_changes_seats() -> None:
    for rules in ("lingque26", "woodshole"):
        assert [seats for _, seats in places(drawn(rules, 16))] == [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]] * 4


def test_guobiao_seats_change_before_the_third_round() -> None:
    for rules in ("guobiao", "guobiao98"):
        found = places(drawn(rules, 16))
        assert [found[n] for n in (0, 4, 8, 12)] == [(0, [0, 1, 2, 3]), (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [1, 0, 3, 2])]


@ALL_BOOKS
def test_a_dealer_who_wins_deals_again_under_lingque_28_and_woodshole(rules: str) -> None:
    sheet = Sheet(rules)
    sheet.win(1, 0, None, 20)
    sheet.win(2, 0, 3, 20)
    state = sheet.state()
    assert [deal["dealer"] for deal in state["deals"]] + [state["next"]["dealer"]] == (
        [0, 0, 0] if rules in ("lingque28", "woodshole") else [0, 1, 2]
    )


@ALL_BOOKS
def test_a_draw_and_a_win_of_another_pass_the_deal(rules: str) -> None:
    sheet = Sheet(rules)
    sheet.draw(1)
    sheet.win(2, 0, 1, 20)
    state = sheet.state()
    assert [deal["dealer"] for deal in state["deals"]] == [0, 1]
    assert state["next"] == {"slot": 3, "number": 3, "round": 0, "dealer": 2, "seats": [2, 3, 0, 1]}


@ALL_BOOKS
def test_a_new_sheet_begins_with_the_first_player_as_dealer(rules: str) -> None:
    state = Sheet(rules).state()
    assert state["next"] == {"slot": 1, "number": 1, "round": 0, "dealer": 0, "seats": [0, 1, 2, 3]}
    assert (state["deals"], state["scores"], state["over"], state["open"]) == ([], [0, 0, 0, 0], False, None)
    assert state["final"] == {"ranks": [1, 1, 1, 1], "reduced": [0, 0, 0, 0] if rules == "lingque26" else None, "transfers": []}


# Seats that were corrected.


def test_corrected_seats_hold_from_their_deal_on_and_the_rotation_goes_on_from_them() -> None:
    """The third deal is played with 南 and 西 exchanged: they are each other from then on, also after the change of seats."""
    sheet = Sheet("guobiao")
    for deal in range(1, 10):
        sheet.draw(deal)
    plain = sheet.state()
    seats = plain["deals"][2]["seats"]
    assert seats == [2, 3, 0, 1]
    sheet.add("seats", deal=3, seats=[1, 3, 0, 2])
    corrected = sheet.state()
    exchanged = {0: 0, 1: 2, 2: 1, 3: 3}
    assert places(corrected)[:2] == places(plain)[:2]
    assert places(corrected)[2:] == [(round, [exchanged[player] for player in players]) for round, players in places(plain)[2:]]
    assert [deal["dealer"] for deal in corrected["deals"]] == [0, 1, 1, 3, 0, 2, 1, 3, 2]


def test_corrected_seats_move_the_payments_of_the_dealer() -> None:
    """Woods Hole: the dealer pays double; who that was is corrected afterwards."""
    sheet = Sheet("woodshole")
    sheet.win(1, 2, 3, 10)
    assert sheet.state()["scores"] == [-20, -10, 40, -10]
    correction = sheet.add("seats", deal=1, seats=[1, 0, 2, 3])
    assert sheet.state()["scores"] == [-10, -20, 40, -10]
    sheet.undo(correction)
    assert sheet.state()["scores"] == [-20, -10, 40, -10]


def test_the_last_seats_entered_for_a_deal_count_and_those_for_later_deals_wait() -> None:
    sheet = Sheet("lingque26")
    sheet.add("seats", deal=1, seats=[3, 2, 1, 0])
    sheet.add("seats", deal=1, seats=[1, 0, 2, 3])
    sheet.add("seats", deal=3, seats=[0, 1, 2, 3])
    assert sheet.state()["next"]["seats"] == [1, 0, 2, 3]
    sheet.draw(1)
    assert sheet.state()["next"]["seats"] == [0, 2, 3, 1]
    sheet.draw(2)
    assert sheet.state()["next"]["seats"] == [0, 1, 2, 3]


def test_seats_between_two_deals_hold_for_the_later_one() -> None:
    sheet = Sheet("lingque26")
    sheet.draw(1)
    sheet.draw(2)
    sheet.add("seats", deal=1.5, seats=[0, 1, 2, 3])
    assert [deal["dealer"] for deal in sheet.state()["deals"]] == [0, 0]


# The end.


@ALL_BOOKS
def test_a_sheet_is_over_after_its_rounds_or_its_deals(rules: str) -> None:
    assert drawn(rules, 7, rounds=2)["over"] is False
    assert drawn(rules, 8, rounds=2)["over"] is True
    assert (drawn(rules, 3, hands=3)["over"], drawn(rules, 3, hands=3)["ended"]) == (True, False)


def test_deals_after_the_end_are_shown_and_do_not_count() -> None:
    """A deal that was forgotten is inserted; the last one is then one too many. Its penalty counts."""
    sheet = Sheet("guobiao", rounds=1)
    for deal in (1, 2, 3, 4):
        sheet.win(deal, 3, 0, 8)
    before = sheet.state()
    assert before["scores"] == [-64, -32, -32, 128]
    sheet.penalty(4, [-10, 10, 0, 0])
    sheet.win(2.5, 1, None, 8)
    state = sheet.state()
    assert [(deal["slot"], deal["number"], deal["counts"]) for deal in state["deals"]] == [
        (1, 1, True), (2, 2, True), (2.5, 3, True), (3, 4, True), (4, 5, False)
    ]  # fmt: skip
    last = state["deals"][-1]
    assert (last["payments"], last["penalty_payments"], last["winner"], last["points"]) == ([0] * 4, [-10, 10, 0, 0], 3, 8)
    assert (last["round"], last["seats"]) == (0, [3, 0, 1, 2])
    assert state["scores"] == [-48 - 16 - 10, -24 + 48 + 10, -24 - 16, 96 - 16]
    assert state["over"]


def test_an_end_can_be_taken_back() -> None:
    sheet = Sheet("guobiao")
    sheet.draw(1)
    end = sheet.add("end")
    state = sheet.state()
    assert (state["over"], state["ended"], state["next"]) == (True, True, None)
    sheet.undo(end)
    state = sheet.state()
    assert (state["over"], state["ended"], state["next"]["number"]) == (False, False, 2)


def test_what_is_entered_after_the_end_is_not_lost() -> None:
    sheet = Sheet("guobiao")
    sheet.add("end")
    sheet.win(1, 0, None, 8)
    assert (sheet.state()["scores"], sheet.state()["over"]) == ([48, -16, -16, -16], True)


def test_changed_settings_change_the_whole_sheet() -> None:
    sheet = Sheet("guobiao")
    for deal in range(1, 6):
        sheet.win(deal, 0, None, 10)
    sheet.add("sheet", rules="woodshole", names=list("ABCD"), rounds=1)
    state = sheet.state()
    assert (state["rules"], state["rounds"], state["names"]) == ("woodshole", 1, list("ABCD"))
    assert [deal["dealer"] for deal in state["deals"]] == [0] * 5
    assert state["scores"] == [300, -100, -100, -100]


@ALL_BOOKS
def test_every_deal_of_a_whole_match_has_four_seats_and_the_next_dealer_follows(rules: str) -> None:
    state = drawn(rules, 16)
    assert all(sorted(deal["seats"]) == [0, 1, 2, 3] and deal["dealer"] == deal["seats"][0] for deal in state["deals"])
    for one, following in pairwise(state["deals"]):
        assert one["round"] != following["round"] or following["dealer"] == one["seats"][1]


def test_entries_may_come_in_any_order() -> None:
    sheet = Sheet("lingque28")
    for deal in range(1, 8):
        sheet.win(deal, deal % 4, (deal + 1) % 4, 10 + deal)
    assert sheet_state(sheet.entries[::-1]) == sheet.state()
