"""Where each fan stands in the text of its rule book. The texts themselves are not here; these are the facts taken from them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from quepu import book
from quepu.rules import BOOKS
from quepu.rules.catalogue import summary

VALUES_OF_1998 = {
    88: range(1, 8), 64: range(8, 14), 48: range(14, 16), 32: range(16, 19), 24: range(19, 28), 16: range(28, 34), 12: range(34, 39),
    8: range(39, 48), 6: range(48, 55), 4: range(55, 59), 2: range(59, 69), 1: range(69, 82),
}  # fmt: skip
"""The values of the table of 1998, by the numbers of its fans."""


def sections(rules: str) -> dict[str, str]:
    """The place of every fan by name."""
    return {row.name: book(rules).section(row) for row in book(rules).rows}


@pytest.mark.parametrize("rules", BOOKS)
def test_every_fan_has_a_place_and_no_place_is_given_to_what_is_not_there(rules: str) -> None:
    opened = book(rules)
    names = {row.name for row in opened.rows}
    assert all(sections(rules).values())
    assert set(opened.sections) <= names | {category.name for category in opened.categories}
    assert opened.lost <= names
    assert [opened.fan_dict(row)["section"] for row in opened.rows] == [opened.section(row) for row in opened.rows]


@pytest.mark.parametrize("rules", BOOKS)
def test_every_place_and_source_has_an_english_rendering(rules: str) -> None:
    opened = book(rules)
    for row in opened.rows:
        english = opened.section(row, "en")
        assert re.fullmatch("[^\u4e00-\u9fff]+", english), english
        assert english.endswith(" (page missing)") == opened.section(row).endswith("（页缺）")
        assert opened.fan_dict(row)["section_en"] == english
    assert opened.source_en
    assert not re.search("[\u4e00-\u9fff]", opened.source_en.replace("莫莫柴", ""))
    assert re.findall("[0-9]+", opened.source_en.partition("(")[0]) or rules == "guobiao" or "1998" in opened.source_en


def test_a_place_in_english() -> None:
    places = {id: opened.section(opened.fans[fan], "en") for id, fan in (
        ("lingque28", "short_straight"), ("guobiao", "thirteen_orphans"), ("guobiao98", "all_green"), ("woodshole", "full_flush"),
    ) for opened in [book(id)]}  # fmt: skip
    assert places == {
        "lingque28": "Chapter 2, part C, 11: Related parts (page missing)",
        "guobiao": "Table of fans, 88 points",
        "guobiao98": "No. 3",
        "woodshole": "Main table, 12 points",
    }


def test_the_number_of_fans_of_国标_is_explained() -> None:
    """The text has 81, and 明暗杠 in a note."""
    assert (summary(book("guobiao"))["fan_count"], summary(book("guobiao98"))["fan_count"]) == (82, 81)
    note = summary(book("guobiao"))["count_note"]
    assert "81" in note["zh"]
    assert "明暗杠" in note["zh"]
    assert "81" in note["en"]
    assert summary(book("guobiao98"))["count_note"] is None


def test_灵雀_28_numbers_its_headings_from_1() -> None:
    assert Counter(section.removesuffix("（页缺）") for section in sections("lingque28").values()) == {
        "二丙1 偶然类": 7,
        "二丙2 特殊类": 3,
        "二丙3 副露类": 1,
        "二丙4 刻、杠类": 10,
        "二丙5 字牌类": 13,
        "二丙6 幺九类": 5,
        "二丙7 花色类": 6,
        "二丙8 序数类": 4,
        "二丙9 全体关联类": 2,
        "二丙10 部分一致类": 4,
        "二丙11 部分关联类": 22,
    }


def test_灵雀_26_numbers_the_same_headings_from_0() -> None:
    older, newer = sections("lingque26"), sections("lingque28")
    assert {name: older[name] for name in ("天和", "门前清", "清一色", "老少副")} == {
        "天和": "二丙0 偶然类",
        "门前清": "二丙2 副露类",
        "清一色": "二丙6 花色类",
        "老少副": "二丙10 部分关联类（页缺）",
    }
    for name, section in older.items():
        assert section.split()[1].removesuffix("（页缺）") == newer[name].split()[1].removesuffix("（页缺）")


def test_a_fan_whose_page_is_lost_says_so() -> None:
    newer, older = (
        {name for name, section in sections(rules).items() if section.endswith("（页缺）")} for rules in ("lingque28", "lingque26")
    )
    assert (len(newer), len(older)) == (17, 22)
    assert newer - older == {"全不靠", "十三幺", "门前清"}
    assert older - newer == {"二般高", "一般高", "三同刻", "双同刻", "三色同顺", "喜相逢", "三同二对", "镜同"}


def test_国标_as_played_puts_81_fans_under_their_values_and_明暗杠_in_a_note() -> None:
    places = sections("guobiao")
    assert places.pop("明暗杠") == "番种表 4 分 双明杠（注）"
    counts = ((88, 7), (64, 6), (48, 2), (32, 3), (24, 9), (16, 6), (12, 5), (8, 9), (6, 7), (4, 4), (2, 10), (1, 13))
    assert Counter(places.values()) == {f"番种表 {points} 分": fans for points, fans in counts}
    assert len(places) == 81
    for row in book("guobiao").rows:
        assert row.name == "明暗杠" or places[row.name] == f"番种表 {row.fan} 分"


def test_the_table_of_1998_numbers_its_81_fans_in_the_order_of_their_values() -> None:
    numbers = {name: int(section.removeprefix("序号 ")) for name, section in sections("guobiao98").items()}
    assert sorted(numbers.values()) == list(range(1, 82))
    for row in book("guobiao98").rows:
        assert numbers[row.name] in VALUES_OF_1998[row.fan], row.name
    assert {name: numbers[name] for name in ("绿一色", "七对", "推不倒", "五门齐", "断幺", "花牌")} == {
        "绿一色": 3, "七对": 19, "推不倒": 40, "五门齐": 51, "断幺": 68, "花牌": 81,
    }  # fmt: skip
