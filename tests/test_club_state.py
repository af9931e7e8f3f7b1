"""Clubs: members, merges, seasons, standings and evenings."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from quepu.club.clubs import club_state, club_summary
from quepu.club.linked import LinkedSheet
from quepu.club.statistics import member_statistics
from quepu.club.tables import club_csv
from quepu.engine.match import reduced_scores
from quepu.errors import QuepuError
from tests.clubs import DAY, NOON, Club, document, linked, sheet_of
from tests.sheets import Sheet


def shown(state: dict[str, Any]) -> list[tuple[str, bool, int]]:
    return [(member["name"], member["left"], len(member["merged"])) for member in state["members"]]


def test_a_club_has_members_seasons_and_lists() -> None:
    club = Club(rules="guobiao", about="每周五")
    one, two = club.add("member", name="甲"), club.add("member", name="乙")
    club.add("rename", member=two, name="乙乙")
    club.add("leave", member=one)
    season = club.add("season", name="春", begins=0, ends=None)
    for letter in "aba":
        club.add("sheet", sheet=document(letter))
    club.add("tournament", tournament=document("t"))
    assert club.state == {
        "name": "雀友会",
        "rules": "guobiao",
        "about": "每周五",
        "members": [
            {"id": one, "name": "甲", "left": True, "merged": []},
            {"id": two, "name": "乙乙", "left": False, "merged": []},
        ],
        "seasons": [{"id": season, "name": "春", "begins": 0, "ends": None}],
        "sheets": [document("a"), document("b")],
        "tournaments": [document("t")],
        "undone": [],
        "ignored": [],
    }


def test_merged_members_are_one_and_circles_have_no_effect() -> None:
    club = Club()
    a, b, c = (club.add("member", name=name) for name in "abc")
    club.add("merge", member=a, into=b)
    club.add("merge", member=b, into=c)
    circle = club.add("merge", member=c, into=a)
    itself = club.add("merge", member=c, into=c)
    again = club.add("merge", member=a, into=c)
    unknown = club.add("merge", member=c, into="nobody")
    assert club.state["members"] == [{"id": c, "name": "c", "left": False, "merged": [a, b]}]
    assert club.state["ignored"] == [
        {"entry": circle, "reason": "itself"},
        {"entry": itself, "reason": "itself"},
        {"entry": again, "reason": "merged_already"},
        {"entry": unknown, "reason": "unknown_member"},
    ]


def test_an_undone_merge_and_an_undone_leave_restore_members() -> None:
    club = Club()
    a, b = club.add("member", name="a"), club.add("member", name="b")
    merge, leave = club.add("merge", member=a, into=b), club.add("leave", member=b)
    assert shown(club.state) == [("b", True, 1)]
    club.undo(merge)
    club.undo(leave)
    assert shown(club.state) == [("a", False, 0), ("b", False, 0)]


def test_a_season_that_ends_before_it_begins_is_ignored() -> None:
    club = Club()
    wrong = club.add("season", name="倒", begins=5, ends=4)
    assert (club.state["seasons"], club.state["ignored"]) == ([], [{"entry": wrong, "reason": "ends_before_it_begins"}])


def test_without_settings_there_is_no_club() -> None:
    with pytest.raises(QuepuError) as error:
        club_state([])
    assert error.value.code == "entry_wrong"


MEMBERS = ["aaaaaaaa.2", "aaaaaaaa.3", "aaaaaaaa.4", None]


@pytest.fixture
def club() -> Club:
    """Three members, and four sheets."""
    made = Club()
    assert [made.add("member", name=name) for name in ("甲", "乙", "丙")] == MEMBERS[:3]
    for letter in "abcd":
        made.add("sheet", sheet=document(letter))
    return made


@pytest.fixture
def sheets() -> dict[str, LinkedSheet]:
    """Two days: a sheet that is over, one that is not, one without a deal, and one that does not exist. 丁 is a guest."""
    return linked(
        a=sheet_of((0, 2, 12), members=MEMBERS, when=NOON),
        b=sheet_of((3, None, 10), (0, 1, 8), members=MEMBERS, when=NOON + DAY, ended=False),
        c=sheet_of(members=MEMBERS, when=NOON + DAY, title="空"),
        d=None,
    )


def row(rank: int, member: str | None, name: str, points: int, ranks: list[int], standard: float) -> dict[str, Any]:
    """A row of the standings over the two sheets that count."""
    of_sheets = {"sheets": 2, "deals": 3, "points": points, "average": points / 2, "ranks": ranks, "standard": standard}
    return {"rank": rank, "member": member, "name": name, **of_sheets, "reduced": None}


def test_standings_count_sheets_with_a_deal_and_list_guests_by_name(club: Club, sheets: dict[str, LinkedSheet]) -> None:
    """36, −8, −20 and −8 in the one sheet, 14, −34, −26 and 46 in the other."""
    found = club_summary(club.entries, sheets)
    assert found["standings"] == {
        "guobiao": [
            row(1, MEMBERS[0], "甲", 50, [1, 1, 0, 0], 6),
            row(2, None, "丁", 38, [1, 1, 0, 0], 5.5),
            row(3, MEMBERS[1], "乙", -42, [0, 1, 0, 1], 1.5),
            row(4, MEMBERS[2], "丙", -46, [0, 0, 1, 1], 1),
        ]
    }
    assert found["problems"] == [{"document": document("d"), "code": "no_document"}]
    assert found["books"] == [
        {"key": "guobiao", "rules": "guobiao", "name": {"zh": "国标麻将", "en": "Guobiao, as played"}, "reduced_scores": False}
    ]


def test_evenings_are_the_days_of_first_entries_where_the_club_is(club: Club, sheets: dict[str, LinkedSheet]) -> None:
    def days(zone: int) -> list[tuple[str, list[tuple[str, bool, bool]]]]:
        found = club_summary(club.entries, sheets, zone=zone)["evenings"]
        return [(one["date"], [(sheet["id"][0], sheet["over"], sheet["counts"]) for sheet in one["sheets"]]) for one in found]

    assert days(0) == [("2026-02-03", [("c", True, False), ("b", False, True)]), ("2026-02-02", [("a", True, True)])]
    assert [day for day, _ in days(840)] == ["2026-02-03", "2026-02-02"]  # 02:40 UTC is the afternoon there
    assert [day for day, _ in days(-240)] == ["2026-02-02", "2026-02-01"]


def test_a_season_has_the_sheets_between_its_ends(club: Club, sheets: dict[str, LinkedSheet]) -> None:
    first = club.add("season", name="一", begins=0, ends=NOON + DAY)
    second = club.add("season", name="二", begins=NOON + DAY, ends=None)
    counted = [
        [sheet["id"][0] for one in club_summary(club.entries, sheets, season)["evenings"] for sheet in one["sheets"]]
        for season in (first, second, None)
    ]
    assert counted == [["a"], ["c", "b"], ["c", "b", "a"]]
    with pytest.raises(QuepuError) as error:
        club_summary(club.entries, sheets, "nobody")
    assert error.value.code == "not_found"


def test_each_rule_book_and_each_overlay_has_standings_of_its_own(club: Club) -> None:
    overlay = 'base = "guobiao"\nminimum = 6\n'
    new = Sheet("lingque26", members=MEMBERS)
    new.win(1, 0, None, 20)
    sheets = linked(
        a=sheet_of((0, 2, 12), members=MEMBERS),
        b=sheet_of((0, 2, 12), members=MEMBERS, overlay=overlay),
        c=new.entries,
        d=sheet_of((1, 2, 12), members=MEMBERS, overlay=overlay),
    )
    found = club_summary(club.entries, sheets)
    key = f"guobiao~{sha256(overlay.encode()).hexdigest()[:8]}"
    assert [(book["key"], book["name"]["zh"]) for book in found["books"]] == [
        ("guobiao", "国标麻将"),
        (key, "国标麻将（自定规则）"),
        ("lingque26", found["books"][2]["name"]["zh"]),
    ]
    assert {book: [(row["name"], row["points"]) for row in rows] for book, rows in found["standings"].items()} == {
        "guobiao": [("甲", 36), ("乙", -8), ("丁", -8), ("丙", -20)],
        key: [("甲", 28), ("乙", 28), ("丁", -16), ("丙", -40)],
        "lingque26": [("甲", 90), ("乙", -30), ("丙", -30), ("丁", -30)],
    }
    reduced = [row["reduced"] for row in found["standings"]["lingque26"]]
    assert reduced == [round(score, 6) for score in reduced_scores([90, -30, -30, -30])]
    assert [*club_summary(club.entries, sheets, rules=key)["standings"]] == [key]


def test_a_merged_member_has_the_sheets_of_both(club: Club) -> None:
    club.add("merge", member=MEMBERS[0], into=MEMBERS[1])
    sheets = linked(
        a=sheet_of((0, 2, 12), members=[MEMBERS[0], None, None, None]),
        b=sheet_of((0, 2, 12), members=[None, None, MEMBERS[1], "unknown"]),
        c=None,
        d=None,
    )
    rows = club_summary(club.entries, sheets)["standings"]["guobiao"]
    assert [(row["name"], row["member"], row["sheets"], row["points"]) for row in rows] == [
        ("甲", None, 1, 36),
        ("乙", MEMBERS[1], 2, 16),
        ("乙", None, 2, -16),
        ("丁", None, 2, -16),
        ("丙", None, 1, -20),
    ]


def test_the_statistics_of_a_member_are_whole() -> None:
    club = Club()
    me = club.add("member", name="甲")
    sheet = Sheet("guobiao", members=[None, me, None, None], title="周五")
    sheet.win(1, 1, None, 8, fans=["fully_concealed_hand", "no_such_fan"], kongs=[0, 2, 0, 0])
    sheet.win(2, 1, 0, 24, hand="123m456p789s11m99p +9p", fans=["fully_concealed_hand"])
    sheet.win(3, 0, 1, 12)
    sheet.draw(4, kongs=[1, 1, 0, 0])
    sheet.penalty(4, [10, -30, 10, 10], by=1)
    sheet.penalty(5, [5, -15, 5, 5], by=1)
    club.add("sheet", sheet=document("a"))
    entries = [{**entry, "when": NOON} for entry in sheet.entries]
    found = member_statistics(club.entries, linked(a=entries), me)
    score = 48 + (32 + 16) - 20 - 45
    assert found == {
        "member": {"id": me, "name": "甲", "left": False, "merged": []},
        "season": None,
        "rules": None,
        "books": [{"key": "guobiao", "rules": "guobiao", "name": {"zh": "国标麻将", "en": "Guobiao, as played"}, "reduced_scores": False}],
        "sheets": 1,
        "deals": 4,
        "points": score,
        "average": score,
        "ranks": [1, 0, 0, 0],
        "standard": 4,
        "reduced": None,
        "wins": 2,
        "self_drawn": 1,
        "deal_ins": 1,
        "draws": 1,
        "kongs": 3,
        "penalties": -45,
        "best": {
            "sheet": document("a"),
            "rules": "guobiao",
            "deal": 2,
            "points": 24,
            "hand": "123m456p789s11m99p +9p",
            "fans": ["fully_concealed_hand"],
            "when": NOON,
        },
        "win_rate": 0.5,
        "self_drawn_rate": 0.5,
        "deal_in_rate": 0.25,
        "average_win": 16,
        "average_deal_in": 12,
        "average_rank": 1,
        "fans": [{"rules": "guobiao", "id": "fully_concealed_hand", "name": "不求人", "en": "Fully Concealed Hand", "count": 2}],
        "over_time": [
            {"sheet": document("a"), "key": "guobiao", "title": "周五", "when": NOON, "points": score, "total": score, "rank": 1}
        ],
    }


def test_a_member_without_sheets_has_no_rates(club: Club) -> None:
    found = member_statistics(club.entries, linked(a=None, b=None, c=None, d=None), str(MEMBERS[0]))
    rates = ("win_rate", "self_drawn_rate", "deal_in_rate", "average_win", "average_deal_in", "average_rank", "average", "best")
    assert {key: found[key] for key in rates} == dict.fromkeys(rates)
    with pytest.raises(QuepuError) as error:
        member_statistics(club.entries, linked(a=None, b=None, c=None, d=None), "nobody")
    assert error.value.code == "not_found"


def test_the_tables_of_a_club_as_csv(club: Club, sheets: dict[str, LinkedSheet]) -> None:
    found = club_summary(club.entries, sheets)
    assert club_csv("standings", found).decode("utf-8-sig").split("\r\n")[:2] == [
        "rules,rank,name,guest,sheets,deals,points,average,first,second,third,fourth,standard,reduced",
        "guobiao,1,甲,0,2,3,50,25.0,1,1,0,0,6,",
    ]
    assert club_csv("players", found).decode("utf-8-sig").split("\r\n")[:2] == ["id,name,left", "aaaaaaaa.2,甲,0"]
    with pytest.raises(QuepuError) as error:
        club_csv("draw", found)
    assert error.value.code == "not_one_of"
