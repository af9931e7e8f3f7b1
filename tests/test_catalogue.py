"""Rule books as JSON, and finding fans in them."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from quepu.errors import RuleBookError
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook
from quepu.rules.catalogue import difference, summary, whole
from quepu.rules.search import _readings, pinyin, search

for_every_book = pytest.mark.parametrize("rules", BOOKS)


def names(rules: str, wanted: str) -> list[str]:
    return [fan.name for fan in search(book(rules), wanted)]


# Finding fans


@for_every_book
def test_every_character_of_every_name_has_its_pinyin(rules: str) -> None:
    for fan in book(rules).rows:
        assert set(re.findall(r"[\u4e00-\u9fff]", fan.name)) <= set(_readings()), fan.name
        assert not re.search(r"[\u3000-\u9fff]", pinyin(fan.name)), "letters and numbers alone"


@for_every_book
def test_every_fan_is_found_by_its_names_its_pinyin_and_its_id(rules: str) -> None:
    for fan in book(rules).rows:
        read = pinyin(fan.name)
        for wanted in (fan.name, fan.row_name, fan.en, fan.en.upper(), fan.id, read, read.replace(" ", "")):
            found = search(book(rules), wanted)
            assert fan in found, wanted
            assert {fan.name, fan.en} & {found[0].name, found[0].en}, f"{wanted}: one that is called so comes first"


@pytest.mark.parametrize(
    ("rules", "wanted", "found"),
    [
        ("lingque28", "一气贯通", ["一气贯通"]),
        ("lingque28", "贯通", ["九数贯通", "一气贯通", "三色贯通"]),
        ("lingque28", "yiqiguantong", ["一气贯通"]),
        ("lingque28", "YI QI", ["一气贯通"]),
        ("lingque28", "yī qì guàn tōng", ["一气贯通"]),
        ("lingque28", "yi\u0304 qi\u0300", ["一气贯通"]),
        ("lingque28", "yi1 qi4 guan4 tong1", ["一气贯通"]),
        ("lingque28", "yí qí", []),
        ("lingque28", "yqgt", ["一气贯通"]),
        ("lingque28", "pure straight", ["一气贯通"]),
        ("lingque28", "pure_straight", ["一气贯通"]),
        ("lingque28", "straight", ["一气贯通", "三色贯通", "连六"]),
        ("lingque28", "三色貫通", ["三色贯通"]),
        ("lingque28", "对对胡", ["对对和"]),
        ("lingque28", "duiduihe", ["对对和"]),
        ("lingque28", "duiduihu", ["对对和"]),
        ("lingque28", "发", ["番牌發", "番牌發"]),
        ("guobiao", "lvyise", ["绿一色"]),
        ("guobiao", "lüyise", ["绿一色"]),
        ("guobiao", "lǜ", ["绿一色"]),
        ("guobiao", "luyise", ["绿一色"]),
        ("guobiao", "碰碰胡", ["碰碰和"]),
        ("guobiao", "单调将", ["单钓将"]),
        ("guobiao", "清", ["清幺九", "清一色", "清龙", "门前清"]),
        ("guobiao", "麻将", []),
        ("guobiao", "88", ["大四喜", "大三元", "十三幺", "绿一色", "九莲宝灯", "连七对", "四杠"]),
        ("guobiao", "88番", ["大四喜", "大三元", "十三幺", "绿一色", "九莲宝灯", "连七对", "四杠"]),
        ("guobiao", "８８ 分", ["大四喜", "大三元", "十三幺", "绿一色", "九莲宝灯", "连七对", "四杠"]),
        ("guobiao", "88 points", ["大四喜", "大三元", "十三幺", "绿一色", "九莲宝灯", "连七对", "四杠"]),
        ("guobiao", "八十八", ["大四喜", "大三元", "十三幺", "绿一色", "九莲宝灯", "连七对", "四杠"]),
        ("guobiao", "八十八番", ["大四喜", "大三元", "十三幺", "绿一色", "九莲宝灯", "连七对", "四杠"]),
        ("guobiao", "四十八分", ["一色四同顺", "一色四节高"]),
        ("guobiao", "4", ["不求人", "全带幺", "双明杠", "和绝张"]),
        ("guobiao", "13幺", ["十三幺"]),
        ("guobiao", "13么", ["十三幺"]),
        ("guobiao", "13", ["十三幺"]),
        ("guobiao", "3色3步高", ["三色三步高"]),
        ("guobiao", "4归1", ["四归一"]),
        ("guobiao", "87", []),
        (
            "lingque28",
            "4副",
            [
                "杠",
                "双暗刻",
                "四归",
                "番牌门风牌",
                "番牌中",
                "番牌發",
                "番牌白",
                "混带幺",
                "五门齐",
                "一般高",
                "双同刻",
                "镜同",
                "三色步高",
                "三色连环",
            ],
        ),
        ("guobiao", "%_*.[", []),
    ],
)
def test_fans_are_found_by_what_people_type(rules: str, wanted: str, found: list[str]) -> None:
    assert names(rules, wanted) == found


def test_an_empty_search_finds_all_fans_in_order() -> None:
    assert search(book(), "") == search(book(), "  ") == list(book().rows)
    assert search(book(), "(") == search(book(), " 。！ ") == []


# Books


@for_every_book
def test_a_whole_book_is_json_and_its_graph_is_its_exclusions(rules: str) -> None:
    told = json.loads(json.dumps(whole(book(rules))))
    ids = list(book(rules).fans)
    assert [fan["id"] for fan in told["fans"]] == [node["id"] for node in told["exclusions"]["nodes"]] == ids
    assert {fan["category"] for fan in told["fans"]} == {category["name"] for category in told["categories"]}
    pairs = {}
    for edge in told["exclusions"]["edges"]:
        assert (edge["from"], edge["to"]) not in pairs
        pairs[edge["from"], edge["to"]] = edge["kind"] == "excludes"
        if edge["kind"] == "against":
            assert (edge["to"], edge["from"]) not in pairs
            pairs[edge["to"], edge["from"]] = False
    assert pairs == {pair: kind for pair, kind in book(rules).exclusions.items() if kind or not book(rules).exclusions[pair[::-1]]}


@for_every_book
def test_every_option_of_a_book_is_a_book(rules: str) -> None:
    for option in summary(book(rules))["options"]:
        changed = book(option["id"])
        assert summary(changed)["options"] == []
        for fan, values in option["changes"].items():
            assert {key: changed.family.value_dict(changed.fans[fan])[key] for key in values} == values


def test_the_options_of_the_books() -> None:
    for id, options in (
        ("lingque28", ["appendix"]),
        ("lingque26", []),
        ("guobiao", ["kongs3", "kongs2008", "kongs2006"]),
        ("guobiao98", ["kongs2006"]),
    ):
        assert list(book(id).variants) == options


def changed(rules: RuleBook, **fields: object) -> RuleBook:
    return rules.derive("other", "别的", "Other", rules.source, rules.fans, {"pure_straight": fields})


def test_the_difference_of_two_books_lists_fans() -> None:
    rules = book()
    other = changed(rules, fu=9, excludes=("two_terminal_chows", "short_straight", "kong"), against=())
    told = difference(rules, other)
    assert (told["a"], told["b"], told["book"]) == (summary(rules), summary(other), {})
    assert told["fans"] == [
        {
            "id": "pure_straight",
            "name": "一气贯通",
            "en": "Pure Straight",
            "changes": {
                "fu": {"a": 8, "b": 9},
                "excludes": {"a": ["short_straight", "two_terminal_chows"], "b": ["two_terminal_chows", "short_straight", "kong"]},
                "against": {"a": ["double_dragons"], "b": []},
            },
        },
        {
            "id": "double_dragons",
            "name": "双龙会",
            "en": "Double Dragons",
            "changes": {"against": {"a": ["reflected_sets", "pure_straight"], "b": ["reflected_sets"]}},
        },
    ]


def test_the_order_of_exclusions_is_not_a_difference() -> None:
    assert difference(book(), changed(book(), excludes=("two_terminal_chows", "short_straight")))["fans"] == []
    assert difference(book(), book()) == {"a": summary(book()), "b": summary(book()), "book": {}, "fans": []}


def test_a_fan_of_only_one_book_is_listed_with_its_value() -> None:
    editions = difference(book("lingque28"), book("lingque26"))
    assert [fan for fan in editions["fans"] if "only" in fan] == [
        {"id": "all_types", "name": "五门齐", "en": "All Types", "only": "a", "value": {"fu": 4, "fan": 3}}
    ]
    assert {fan["id"]: fan["changes"] for fan in editions["fans"] if "only" not in fan}["mixed_straight"] == {"fan": {"a": 3, "b": 2}}
    back = difference(book("lingque26"), book("lingque28"))
    assert [fan["only"] for fan in back["fans"] if "only" in fan] == ["b"]


def test_books_of_different_families_can_be_compared() -> None:
    told = difference(book("lingque28"), book("guobiao"))
    assert told["book"]["has_fu"] == {"a": True, "b": False}
    straight = next(fan for fan in told["fans"] if fan["id"] == "pure_straight")
    assert {key: straight["changes"][key] for key in ("name", "fu", "fan", "points")} == {
        "name": {"a": "一气贯通", "b": "清龙"},
        "fu": {"a": 8, "b": None},
        "fan": {"a": 3, "b": None},
        "points": {"a": None, "b": 16},
    }


@pytest.mark.parametrize(("edition", "parent"), [("lingque26", "lingque28"), ("guobiao98", "guobiao")])
def test_a_fan_added_to_a_book_enters_a_derived_edition_only_if_that_names_it(edition: str, parent: str) -> None:
    of_edition, of_parent = book(edition), book(parent)
    added = replace(of_parent.rows[0], id="new_fan", name="新番", yes=(), no=())
    larger = replace(of_parent, fans={**of_parent.fans, added.id: added})
    names = [row.name for row in of_edition.rows]
    assert set(larger.derive("x", "x", "x", "x", names, {}).fans) == set(of_edition.fans)
    assert set(larger.derive("x", "x", "x", "x", [*names, "新番"], {}).fans) == {*of_edition.fans, "new_fan"}


def test_an_edition_that_names_an_unknown_fan_is_refused() -> None:
    with pytest.raises(RuleBookError, match="has no fan '新番'"):
        book().derive("x", "x", "x", "x", ["新番"], {})


def test_a_fan_has_one_english_name_in_all_books() -> None:
    """But for 幺九刻, which in 国标 is also made of winds."""
    english: dict[str, set[str]] = {}
    for rules in BOOKS:
        for row in book(rules).rows:
            english.setdefault(row.id, set()).add(row.en)
    assert {id for id, found in english.items() if len(found) > 1} == {"terminal_pung"}


@for_every_book
def test_the_sentence_about_a_book_has_its_minimum_in_both_languages(rules: str) -> None:
    minimum = book(rules).minimum
    about = summary(book(rules))["about"]
    expected = {
        "zh": rf"\b{minimum} 分起和" if minimum else "不设起和",
        "en": rf"needs {minimum}\b|with {minimum} to win" if minimum else "No minimum",
    }
    assert {lang: bool(re.search(expected[lang], text)) for lang, text in about.items()} == {"zh": True, "en": True}, about


def test_a_whole_book_says_who_pays_what() -> None:
    told = {rules: whole(book(rules))["payments"] for rules in ("lingque28", "guobiao", "woodshole")}
    assert told == {
        "lingque28": {
            "zh": "自摸：三家各付分数 × 1.5。点和：点炮的付分数 × 2，另两家各付分数。"
            "包牌：给和家喂过 4 张的替别家付一半，喂过 5 张的全付。",
            "en": "Self-draw: all three pay the points × 1.5. On a discard: the discarder pays the points × 2, "
            "each of the others the points. Liability (包牌): "
            "who gave the winner 4 tiles pays half of what the others owe, who gave 5 pays all of it.",
        },
        "guobiao": {
            "zh": "自摸：三家各付 8 + 分数。点和：点炮的付 8 + 分数，另两家各付 8 分。",
            "en": "Self-draw: all three pay 8 + the points. On a discard: the discarder pays 8 + the points, each of the others 8.",
        },
        "woodshole": {
            "zh": "自摸：三家各付分数。点和：三家各付分数，点炮的不多付。庄家收付都乘 2。",
            "en": "Self-draw: all three pay the points. On a discard: all three pay the points, the discarder no more. "
            "What the dealer pays and receives is multiplied by 2.",
        },
    }
