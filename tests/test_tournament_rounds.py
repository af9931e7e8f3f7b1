"""The rounds of a tournament: draws, results, sheets, conflicts, and what is missing."""

from __future__ import annotations

from typing import Any

import pytest

from quepu.club.tournaments import tournament_state
from quepu.errors import QuepuError
from tests.clubs import Tournament, document, sheet_of

TWO_TABLES = [[0, 1, 2, 3], [4, 5, 6, 7]]


def only_table(made: Tournament) -> dict[str, Any]:
    [table] = made.state["rounds"][0]["tables"]
    return dict(table)


def missing(made: Tournament) -> list[tuple[Any, ...]]:
    return [(one["what"], one["round"], one["table"]) for one in made.state["missing"]]


@pytest.fixture
def one() -> Tournament:
    """One table of four, drawn."""
    made = Tournament(4)
    made.draw([[0, 1, 2, 3]])
    return made


def test_a_table_without_a_result_is_missing(one: Tournament) -> None:
    table = only_table(one)
    assert table == {
        "table": 1,
        "players": one.players,
        "points": None,
        "penalties": [0, 0, 0, 0],
        "counted": None,
        "ranks": None,
        "standard": None,
        "reduced": None,
        "origin": None,
        "entry": None,
        "candidates": [],
        "conflict": False,
        "not_zero": False,
        "sheet": None,
        "sheet_deals": None,
        "sheet_scores": None,
        "sheet_over": False,
        "other_draw": [],
    }
    assert missing(one) == [("result", 1, 1)]
    assert (one.state["current"], one.state["rounds"][0]["complete"]) == (1, False)


def test_a_result_completes_the_table(one: Tournament) -> None:
    entry = one.result(1, 1, 24, -8, -8, -8)
    table = only_table(one)
    assert [table[key] for key in ("points", "ranks", "standard", "origin", "entry", "candidates")] == [
        [24, -8, -8, -8],
        [1, 2, 2, 2],
        [4, 1, 1, 1],
        "result",
        entry,
        [entry],
    ]
    assert (missing(one), one.state["current"], one.state["rounds"][0]["complete"]) == ([], None, True)


def test_two_results_for_a_table_are_a_conflict_until_one_is_replaced_or_undone(one: Tournament) -> None:
    first, second = one.result(1, 1, 8, 0, 0, -8), one.result(1, 1, 0, 8, 0, -8)
    table = only_table(one)
    assert (table["conflict"], table["candidates"], table["points"]) == (True, [first, second], [8, 0, 0, -8])
    assert missing(one) == [("conflict", 1, 1)]
    back = one.undo(first)
    table = only_table(one)
    assert (table["conflict"], table["candidates"], table["points"]) == (False, [second], [0, 8, 0, -8])
    one.undo(back)
    one.undo(second)
    third = one.result(1, 1, 4, 4, -4, -4, replaces=first)
    table = only_table(one)
    assert (table["conflict"], table["candidates"], table["points"]) == (False, [third], [4, 4, -4, -4])


def test_a_result_that_does_not_add_up_is_kept_and_flagged(one: Tournament) -> None:
    one.result(1, 1, 24, -8, -8, 8)
    table = only_table(one)
    assert (table["points"], table["standard"], table["not_zero"]) == ([24, -8, -8, 8], [4, 0.5, 0.5, 2], True)
    assert missing(one) == [("not_zero", 1, 1)]


def test_a_sheet_gives_the_result_when_it_is_over(one: Tournament) -> None:
    link = one.add("table_sheet", round=1, table=1, sheet=document("s"))
    one.sheets = {document("s"): sheet_of((0, 2, 12), ended=False)}
    table = only_table(one)
    running = {
        "points": None,
        "origin": None,
        "sheet": document("s"),
        "sheet_deals": 1,
        "sheet_scores": [36, -8, -20, -8],
        "sheet_over": False,
    }
    assert {key: table[key] for key in running} == running
    one.sheets = {document("s"): sheet_of((0, 2, 12))}
    table = only_table(one)
    over = running | {"points": [36, -8, -20, -8], "origin": "sheet", "sheet_over": True, "entry": link, "standard": [4, 1.5, 0, 1.5]}
    assert {key: table[key] for key in over} == over
    entered = one.result(1, 1, 30, 0, -10, -20)
    table = only_table(one)
    assert (table["points"], table["origin"], table["candidates"], table["conflict"]) == ([30, 0, -10, -20], "result", [entered], False)


def test_the_members_of_a_sheet_say_who_is_who(one: Tournament) -> None:
    """The players sat down in another order than drawn."""
    one.add("table_sheet", round=1, table=1, sheet=document("s"))
    one.sheets = {document("s"): sheet_of((0, 2, 12), members=[one.players[player] for player in (2, 3, 0, 1)])}
    assert only_table(one)["points"] == [-20, -8, 36, -8]


def test_two_sheets_for_a_table_are_a_conflict(one: Tournament) -> None:
    links = [one.add("table_sheet", round=1, table=1, sheet=document(letter)) for letter in "st"]
    one.sheets = {document("s"): sheet_of((0, 2, 12)), document("t"): sheet_of((1, None, 10))}
    table = only_table(one)
    assert (table["conflict"], table["candidates"], table["points"]) == (True, links, [36, -8, -20, -8])


def test_two_sheets_are_a_conflict_before_they_are_over(one: Tournament) -> None:
    for letter in "st":
        one.add("table_sheet", round=1, table=1, sheet=document(letter))
        one.sheets[document(letter)] = sheet_of((0, 2, 12), ended=False)
    table = only_table(one)
    assert (table["conflict"], table["candidates"], table["points"]) == (True, [], None)


def test_a_result_is_for_the_draw_that_counted_when_it_was_entered() -> None:
    """A draw that was taken back before does not matter; one that was taken back later does."""
    made = Tournament(8)
    made.draw(TWO_TABLES)
    mistake = made.draw([[4, 5, 6, 7], [0, 1, 2, 3]])
    made.undo(mistake)
    made.result(1, 1, 30, 10, -10, -30)
    assert [table["points"] for table in made.state["rounds"][0]["tables"]] == [[30, 10, -10, -30], None]
    mistake = made.draw([[7, 6, 5, 4], [3, 2, 1, 0]])
    made.result(1, 1, 8, 0, 0, -8)
    made.undo(mistake)
    assert [table["points"] for table in made.state["rounds"][0]["tables"]] == [[30, 10, -10, -30], [-8, 0, 0, 8]]


def test_a_sheet_that_does_not_exist_is_missing(one: Tournament) -> None:
    one.add("table_sheet", round=1, table=1, sheet=document("s"))
    assert [found for found in one.state["missing"] if found["what"] == "no_sheet"] == [
        {"what": "no_sheet", "round": 1, "table": 1, "player": None, "code": "no_document"}
    ]


def test_a_later_draw_replaces_the_rounds_it_has() -> None:
    made = Tournament(8, 3)
    first = made.draw(TWO_TABLES, TWO_TABLES)
    second = made.draw([[0, 4, 1, 5], [2, 6, 3, 7]], TWO_TABLES, from_round=2)
    state = made.state
    assert [one["entry"] for one in state["rounds"]] == [first, second, second]
    assert [made.players.index(player) for table in state["rounds"][1]["tables"] for player in table["players"]] == [0, 4, 1, 5, 2, 6, 3, 7]
    made.undo(second)
    assert [one["entry"] for one in made.state["rounds"]] == [first, first, None]
    assert ("draw", 3, None) in missing(made)


def test_a_result_belongs_to_the_players_it_was_entered_for() -> None:
    made = Tournament(8)
    made.draw(TWO_TABLES)
    kept, gone = made.result(1, 1, 30, 10, -10, -30), made.result(1, 2, 8, 0, 0, -8)
    made.draw([[7, 4, 5, 6], [3, 2, 1, 0]])
    tables = made.state["rounds"][0]["tables"]
    assert [(table["points"], table["entry"]) for table in tables] == [([-8, 8, 0, 0], gone), ([-30, -10, 10, 30], kept)]
    other = made.draw([[0, 1, 2, 4], [3, 5, 6, 7]])
    tables = made.state["rounds"][0]["tables"]
    assert [(table["points"], table["other_draw"]) for table in tables] == [(None, [kept]), (None, [gone])]
    assert missing(made) == [("result", 1, 1), ("other_draw", 1, 1), ("result", 1, 2), ("other_draw", 1, 2)]
    new = made.result(1, 1, 4, 0, 0, -4)
    made.undo(other)
    tables = made.state["rounds"][0]["tables"]
    assert [(table["points"], table["other_draw"]) for table in tables] == [([-8, 8, 0, 0], [new]), ([-30, -10, 10, 30], [])]


def test_a_draw_with_a_fault_has_no_effect() -> None:
    made = Tournament(4)
    unknown = made.add("draw", seed=1, from_round=1, rounds=[[[*made.players[:3], "nobody"]]])
    twice = made.draw([[0, 1, 2, 3], [3, 2, 1, 0]])
    assert made.state["rounds"][0]["tables"] == []
    assert made.state["ignored"] == [{"entry": unknown, "reason": "unknown_player"}, {"entry": twice, "reason": "player_twice"}]
    assert made.state["quality"] is None


def test_entries_about_nothing_are_ignored_with_a_reason(one: Tournament) -> None:
    wrong = {
        one.result(1, 2, 1, 0, 0, -1): "unknown_table",
        one.result(2, 1, 1, 0, 0, -1): "no_round",
        one.add("table_sheet", round=1, table=9, sheet=document("s")): "unknown_table",
        one.add("withdraw", player="nobody", round=1): "unknown_player",
        one.add("rename", player="nobody", name="x"): "unknown_player",
        one.add("penalty", player="nobody", round=1, points=-1, of="table"): "unknown_player",
        one.add("timer", round=1, do="pause"): "not_running",
        one.add("undo", of="mmmmmmmm.1"): "unknown_entry",
    }
    assert one.state["ignored"] == [{"entry": entry, "reason": reason} for entry, reason in wrong.items()]


def test_a_withdrawn_player_at_a_table_is_missing_and_does_not_sit_out() -> None:
    made = Tournament(5, 2)
    made.draw([[0, 1, 2, 3]], [[0, 1, 2, 4]])
    made.add("withdraw", player=made.players[4], round=2)
    state = made.state
    assert [one["sitting_out"] for one in state["rounds"]] == [[made.players[4]], [made.players[3]]]
    assert state["missing"] == [
        {"what": "result", "round": 1, "table": 1, "player": None, "code": None},
        {"what": "withdrawn", "round": 2, "table": 1, "player": made.players[4], "code": None},
    ]
    assert [row["withdrawn"] for row in state["standings"]] == [None, None, None, None, 2]


def test_a_substitute_takes_the_seat_of_who_left() -> None:
    made = Tournament(4, 2)
    made.draw([[0, 1, 2, 3]], [[0, 1, 2, 3]])
    made.result(1, 1, 8, 0, 0, -8)
    made.add("withdraw", player=made.players[3], round=2)
    made.players.append(made.add("player", name="替补", role="substitute"))
    made.draw([[0, 1, 2, 4]], from_round=2)
    made.result(2, 1, 0, 0, 4, -4)
    state = made.state
    assert [(row["rank"], row["name"], row["total"], row["played"], row["by_round"]) for row in state["standings"]] == [
        (1, "P1", 5.5, 2, [4, 1.5]),
        (2, "P3", 5.5, 2, [1.5, 4]),
        (3, "P2", 3, 2, [1.5, 1.5]),
        (4, "P4", 0, 1, [0, None]),
        (None, "替补", 0, 1, [None, 0]),
    ]
    assert state["missing"] == []


def test_a_player_who_was_taken_back_stays_while_the_draw_names_them(one: Tournament) -> None:
    gone = one.players[3]
    one.undo(gone)
    state = one.state
    assert [(player["name"], player["withdrawn"]) for player in state["players"]] == [("P1", None), ("P2", None), ("P3", None), ("P4", 1)]
    extra = one.add("player", name="P5")
    one.undo(extra)
    assert [player["name"] for player in one.state["players"]] == ["P1", "P2", "P3", "P4"]


def test_the_last_settings_and_names_count(one: Tournament) -> None:
    one.add("tournament", name="秋季赛", rules="lingque28", rounds=2, minutes=50, system="points", deals={"rounds": 2, "hands": None})
    one.add("rename", player=one.players[0], name="甲")
    state = one.state
    assert state["settings"] == {
        "name": "秋季赛",
        "rules": "lingque28",
        "overlay": None,
        "rounds": 2,
        "minutes": 50,
        "system": "points",
        "deals": {"rounds": 2, "hands": None},
        "club": None,
        "about": "",
    }
    assert state["players"][0] == {
        "id": one.players[0],
        "name": "甲",
        "member": None,
        "team": None,
        "substitute": False,
        "withdrawn": None,
    }


def test_without_settings_there_is_no_tournament(one: Tournament) -> None:
    with pytest.raises(QuepuError) as error:
        tournament_state(one.entries[1:], {})
    assert (error.value.code, error.value.message("zh")) == ("entry_wrong", "条目有误，entries：没有比赛的设置")


def test_the_order_of_arrival_does_not_matter(one: Tournament) -> None:
    one.result(1, 1, 8, 0, 0, -8)
    one.result(1, 1, 0, 8, 0, -8)
    expected = one.state
    one.entries.reverse()
    assert one.state == expected
