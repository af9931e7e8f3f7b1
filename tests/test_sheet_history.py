"""Score sheets: corrections, undo, inserted deals, conflicts, and entries that make no sense."""

from __future__ import annotations

import pytest

from quepu.club.sheet import sheet_state
from quepu.errors import QuepuError
from tests.sheets import Sheet


def test_a_correction_takes_the_place_of_what_it_replaces() -> None:
    sheet = Sheet("guobiao")
    wrong = sheet.win(1, 0, 1, 8)
    sheet.win(2, 1, 2, 8)
    right = sheet.win(1, 0, 2, 8, replaces=wrong)
    state = sheet.state()
    first = state["deals"][0]
    assert (first["entry"], first["source"], first["candidates"]) == (right, 2, [right])
    assert (state["replaced"], state["conflicts"], state["next"]["number"]) == ([wrong], [], 3)


def test_a_win_may_be_corrected_to_a_draw_and_back() -> None:
    sheet = Sheet("guobiao")
    win = sheet.win(1, 0, 1, 8)
    draw = sheet.draw(1, replaces=win)
    assert sheet.state()["deals"][0]["kind"] == "draw"
    again = sheet.win(1, 0, 1, 9, replaces=draw)
    state = sheet.state()
    assert (state["deals"][0]["entry"], state["replaced"], state["conflicts"]) == (again, [win, draw], [])


def test_undoing_a_correction_makes_the_corrected_entry_count_again() -> None:
    sheet = Sheet("guobiao")
    first = sheet.win(1, 0, 1, 8)
    second = sheet.win(1, 0, 2, 8, replaces=first)
    third = sheet.win(1, 0, 3, 8, replaces=second)
    assert sheet.state()["deals"][0]["entry"] == third
    undo = sheet.undo(third)
    assert sheet.state()["deals"][0]["candidates"] == [second]
    sheet.undo(undo)
    assert sheet.state()["deals"][0]["candidates"] == [third]


def test_undoing_the_middle_of_three_leaves_two_that_contradict_each_other() -> None:
    sheet = Sheet("guobiao")
    first = sheet.win(1, 0, 1, 8)
    second = sheet.win(1, 0, 2, 8, replaces=first)
    third = sheet.win(1, 0, 3, 8, replaces=second)
    sheet.undo(second)
    state = sheet.state()
    assert (state["deals"][0]["candidates"], state["conflicts"]) == ([first, third], [1])


def test_undo_of_undo_of_undo() -> None:
    sheet = Sheet("guobiao")
    id = sheet.win(1, 0, 1, 8)
    history = []
    for _ in range(4):
        id = sheet.undo(id)
        history.append(len(sheet.state()["deals"]))
    assert history == [0, 1, 0, 1]
    assert sheet.state()["undone"] == ["aaaaaaaa.3", "aaaaaaaa.5"]


def test_two_undos_of_one_entry_are_both_to_be_undone() -> None:
    """Two phones undo the same deal."""
    sheet = Sheet("guobiao")
    win = sheet.win(1, 0, 1, 8)
    one, other = sheet.undo(win, device="bbbbbbbb"), sheet.undo(win, device="cccccccc")
    sheet.undo(one)
    assert sheet.state()["deals"] == []
    sheet.undo(other)
    assert sheet.state()["deals"][0]["entry"] == win


def test_two_entries_for_one_deal_are_a_conflict_and_the_first_counts_meanwhile() -> None:
    sheet = Sheet("guobiao")
    one = sheet.win(1, 0, 1, 8, device="bbbbbbbb", at=7)
    other = sheet.win(1, 2, None, 10, device="cccccccc", at=7)
    sheet.at = 7
    state = sheet.state()
    assert (state["deals"][0]["candidates"], state["deals"][0]["entry"], state["conflicts"]) == ([one, other], one, [1])
    assert (state["scores"], len(state["deals"])) == ([32, -16, -8, -8], 1)


def test_a_conflict_is_settled_by_undoing_one() -> None:
    sheet = Sheet("guobiao")
    one, other = sheet.win(1, 0, 1, 8), sheet.win(1, 2, None, 10)
    sheet.undo(one)
    state = sheet.state()
    assert (state["deals"][0]["candidates"], state["conflicts"]) == ([other], [])


def test_a_conflict_is_settled_by_an_entry_that_replaces_one_while_the_other_is_undone() -> None:
    sheet = Sheet("guobiao")
    one, other = sheet.win(1, 0, 1, 8), sheet.win(1, 2, None, 10)
    sheet.undo(other)
    both = sheet.win(1, 2, None, 12, replaces=one)
    state = sheet.state()
    assert (state["deals"][0]["candidates"], state["conflicts"]) == ([both], [])


def test_a_conflict_is_settled_by_moving_one_to_a_slot_of_its_own() -> None:
    """They were two deals: the other phone did not know the first."""
    sheet = Sheet("guobiao")
    one, other = sheet.win(1, 0, 1, 8), sheet.win(1, 2, None, 10)
    moved = sheet.win(1.5, 2, None, 10)
    sheet.undo(other)
    state = sheet.state()
    assert [(deal["slot"], deal["number"], deal["entry"]) for deal in state["deals"]] == [(1, 1, one), (1.5, 2, moved)]
    assert (state["conflicts"], state["next"]["slot"], state["next"]["number"]) == ([], 2, 3)


def test_a_fraction_inserts_a_deal_and_those_after_it_have_other_dealers() -> None:
    sheet = Sheet("lingque26")
    for deal in (1, 2, 3):
        sheet.draw(deal)
    inserted = sheet.win(1.5, 0, None, 10)
    first = sheet.draw(0.5)
    state = sheet.state()
    assert [(deal["slot"], deal["number"], deal["dealer"]) for deal in state["deals"]] == [
        (0.5, 1, 0), (1, 2, 1), (1.5, 3, 2), (2, 4, 3), (3, 5, 0)
    ]  # fmt: skip
    assert (state["deals"][0]["entry"], state["deals"][2]["entry"]) == (first, inserted)
    assert state["next"]["slot"] == 4


def test_slots_that_are_left_out_leave_nothing_out() -> None:
    sheet = Sheet("guobiao")
    sheet.draw(5)
    sheet.draw(9.5)
    state = sheet.state()
    assert ([deal["number"] for deal in state["deals"]], state["next"]["slot"]) == ([1, 2], 10)


def test_at_the_last_slot_the_next_deal_becomes_a_conflict_that_is_seen() -> None:
    sheet = Sheet("guobiao")
    sheet.draw(1_000_000)
    assert sheet.state()["next"]["slot"] == 1_000_000


# Entries that make no sense.


def test_what_replaces_an_entry_of_another_type_has_no_effect() -> None:
    sheet = Sheet("guobiao")
    win = sheet.win(1, 0, 1, 8)
    penalty = sheet.penalty(1, [-3, 1, 1, 1], replaces=win)
    seats = sheet.add("seats", deal=1, seats=[3, 2, 1, 0], replaces=win)
    state = sheet.state()
    assert (state["ignored"], state["replaced"], state["scores"]) == ([penalty, seats], [], [32, -16, -8, -8])
    assert state["deals"][0]["seats"] == [0, 1, 2, 3]


def test_nobody_wins_on_a_discard_of_their_own() -> None:
    sheet = Sheet("guobiao")
    good = sheet.win(1, 0, 1, 8)
    wrong = sheet.win(1, 2, 2, 8, replaces=good)
    state = sheet.state()
    assert (state["ignored"], [deal["entry"] for deal in state["deals"]]) == ([wrong], [good])
    sheet.undo(wrong)
    assert (sheet.state()["ignored"], sheet.state()["undone"]) == ([], [wrong])


def test_an_undo_of_something_unknown_or_later_has_no_effect() -> None:
    sheet = Sheet("guobiao")
    unknown = sheet.undo("mmmmmmmm.1")
    early = sheet.undo("aaaaaaaa.4")
    win = sheet.win(1, 0, 1, 8)
    assert win == "aaaaaaaa.4"
    itself = sheet.undo("aaaaaaaa.5")
    state = sheet.state()
    assert (state["ignored"], len(state["deals"]), state["undone"]) == ([unknown, early, itself], 1, [])


def test_a_correction_of_something_unknown_counts_itself() -> None:
    """Its phone knows an entry that has not arrived here; when it arrives it is replaced."""
    sheet = Sheet("guobiao")
    missing = sheet.win(1, 0, 1, 8)
    correction = sheet.win(1, 0, 2, 8, replaces=missing)
    without = sheet_state([entry for entry in sheet.entries if entry["id"] != missing])
    assert (without["deals"], without["ignored"]) == (sheet.state()["deals"], [])
    assert sheet.state()["deals"][0]["entry"] == correction


def test_an_entry_that_arrives_twice_counts_once() -> None:
    sheet = Sheet("guobiao")
    sheet.win(1, 0, 1, 8)
    assert sheet_state(sheet.entries * 2) == sheet.state()


# Names and settings.


def test_the_last_names_count_and_can_be_taken_back() -> None:
    sheet = Sheet("guobiao", members=["m1", None, None, None])
    assert sheet.state()["names"] == ["甲", "乙", "丙", "丁"]
    renamed = sheet.add("names", names=["甲", "乙", "丙", "戊"])
    assert (sheet.state()["names"], sheet.state()["members"]) == (["甲", "乙", "丙", "戊"], ["m1", None, None, None])
    sheet.add("names", names=["A", "B", "C", "D"], members=None)
    assert (sheet.state()["names"], sheet.state()["members"]) == (["A", "B", "C", "D"], None)
    sheet.undo(sheet.entries[-1]["id"])
    sheet.undo(renamed)
    assert sheet.state()["names"] == ["甲", "乙", "丙", "丁"]


def test_settings_entered_after_names_have_names_of_their_own() -> None:
    sheet = Sheet("guobiao")
    sheet.add("names", names=["A", "B", "C", "D"], members=["x", None, None, None])
    sheet.add("sheet", rules="guobiao", names=["1", "2", "3", "4"], title="周五")
    state = sheet.state()
    assert (state["names"], state["members"], state["title"]) == (["1", "2", "3", "4"], None, "周五")


def test_settings_that_are_left_out_have_their_defaults() -> None:
    state = Sheet("guobiao").state()
    wanted = {
        "rules": "guobiao",
        "overlay": None,
        "title": "",
        "names": ["甲", "乙", "丙", "丁"],
        "members": None,
        "rounds": 4,
        "hands": None,
    }
    wanted |= {"t0": 480, "alpha": 1, "stake": None, "club": None, "tournament": None}
    assert {key: state[key] for key in wanted} == wanted


def test_a_state_without_settings_is_an_error() -> None:
    sheet = Sheet("guobiao")
    settings = sheet.entries[0]["id"]
    for entries in ([], sheet.entries[1:], [*sheet.entries, sheet.made("undo", of=settings)]):
        with pytest.raises(QuepuError) as caught:
            sheet_state(entries)
        assert (caught.value.code, caught.value.message("zh")) == ("entry_wrong", "条目有误，entries：没有记分单的设置")
