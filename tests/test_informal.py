"""Hands as people type them: full-width characters, names of tiles, other letters for suits, options in Chinese, melds first."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import quepu
from quepu import notation, pasted, tiles
from quepu.errors import MESSAGES, FanNamed, ImpossibleHand, NotationError
from quepu.json_lines import answer_line
from quepu.rules import BOOKS, named
from quepu.server.answers import parse_hand
from quepu.server.constants import constants

FILE = Path(__file__).parent / "data/hands_as_typed.tsv"
PASTED = Path(__file__).parent / "data/hands_as_pasted.tsv"

IMPOSSIBLE = (
    "kong_without_kong", "first_turn_impossible", "first_turn_last_tile", "last_tile_not_last", "heaven_ready_claimed", "last_copy_held",
    "robbed_copy_held",
)  # fmt: skip
"""The errors of circumstances that cannot be."""


def rows(file: Path) -> list[list[str]]:
    lines = [line.split("\t") for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [[text.encode("latin-1", "backslashreplace").decode("unicode_escape"), *rest] for text, *rest in lines]


def typed() -> list[tuple[str, str]]:
    """Each text of the file, and what it is: a hand in the notation, or an error."""
    return [(text, found) for text, found in rows(FILE)]


def found(text: str) -> str:
    try:
        return notation.format_hand(*notation.read(text))
    except NotationError as error:
        return f"error {error.code} {error.position}"


@pytest.mark.parametrize(("text", "expected"), typed())
def test_a_hand_as_people_type_it(text: str, expected: str) -> None:
    assert found(text) == expected


def test_there_are_more_than_three_hundred() -> None:
    assert len({text for text, _ in typed()}) >= 300


@pytest.mark.parametrize(("text", "rules", "expected"), rows(PASTED))
def test_a_hand_in_a_text_that_people_paste(text: str, rules: str, expected: str) -> None:
    hand = pasted.find(text, lambda id: named(id or "woodshole").words)
    name = f"{hand.rules} edition" if hand.is_edition else hand.rules or "-"
    try:
        read = notation.format_hand(*notation.read(hand.hand, words=lambda: named(hand.rules or "woodshole").words))
    except NotationError as error:
        read = f"error {error.code} {error.position + hand.at}"
    assert (name, read) == (rules, expected)


def test_a_book_is_called_what_it_is_called_on_the_site() -> None:
    for id in BOOKS:
        for name in (named(id).name, named(id).en, id):
            assert pasted.find(f"{name} 12345678m22p [EEE] +9m").rules == id


def test_a_long_text_is_not_searched() -> None:
    assert pasted.find("小明: " + "1" * 1000 + "m").at == 0
    for text in ("a" * 1000, " " * 1000, "国标" * 500, "10:32 " * 160, "[" * 1000, "东:" * 500, "国标" + " " * 990, "。" * 990 + "x"):
        pasted.find(text)


# Words that mean different things in different books.

LAST_TILE = {
    "lingque28": "self last_tile",
    "lingque26": "self last_tile",
    "guobiao": "last_tile",
    "guobiao98": "last_tile",
    "woodshole": None,
}


@pytest.mark.parametrize(("rules", "options"), LAST_TILE.items())
@pytest.mark.parametrize("word", ["海底捞月", "海底"])
def test_海底_is_what_the_book_calls_so(rules: str, options: str | None, word: str) -> None:
    hand = "12345678m22p [EEE] +9m"
    if options is None:
        with pytest.raises(NotationError) as caught:
            quepu.score(f"{hand} {word}", rules)
        assert caught.value.code == "ambiguous_text"
        assert caught.value.message("zh") == f"第 24 个字符：'{word}' 有两种意思，请写 '自摸 {word}' 或 '点和 {word}'"
        assert caught.value.message("en") == f"character 24: '{word}' can mean two things: write 'self-drawn {word}' or 'by discard {word}'"
    else:
        scored = quepu.score(f"{hand} {word}", rules)
        assert notation.format_hand(scored.hand, scored.circumstances) == f"{hand} | {options}"
        assert "海底捞月" in scored.names
    for said, meant in (("自摸", "self last_tile"), ("self-drawn", "self last_tile"), ("点和", "last_tile"), ("by discard", "last_tile")):
        scored = quepu.score(f"{hand} {said} {word}", rules)
        assert notation.format_hand(scored.hand, scored.circumstances) == f"{hand} | {meant}"


def test_every_function_reads_the_words_of_its_book() -> None:
    hand = "12345678m22p [EEE] +9m 海底捞月"
    assert quepu.score_many([hand, {"hand": hand}], "guobiao").points.tolist() == [29, 29]
    assert answer_line(json.dumps({"hand": hand, "rules": "guobiao"}).encode())["hand"] == "12345678m22p [EEE] +9m | last_tile"
    assert quepu.discards(hand, "guobiao")
    with pytest.raises(NotationError, match="two things"):  # the books disagree
        quepu.compare(hand)
    assert {score.circumstances.self_drawn for score in quepu.compare(hand, ["guobiao", "guobiao98"]).scores} == {False}


def test_last_tile_is_also_the_name_of_a_fan_of_国标() -> None:
    """和绝张 is called Last Tile in English: the last copy of its kind."""
    assert quepu.score("12345678m22p [EEE] +9m last tile").circumstances.last_tile
    with pytest.raises(NotationError) as caught:
        quepu.score("12345678m22p [EEE] +9m last tile", "guobiao")
    assert caught.value.message() == "character 24: 'last tile' can mean two things: write 'last tile of the wall' or 'last copy'"
    assert quepu.score("12345678m22p [EEE] +9m last tile of the wall", "guobiao").circumstances.last_tile
    assert quepu.score("12345678m22p [EEE] +9m last copy", "guobiao").circumstances.last_copy


def test_the_name_of_every_circumstance_on_the_page_is_understood() -> None:
    hands = {"last_tile": "12345678m22p [EEE] +9m", "kong": "12345678m55p (2222p) +9m", "last_copy": "12345678m22p [EEE] +9m"}
    for id, facts in constants()["books"].items():
        for flag, names in facts["circumstances"].items():
            for way, name in names.items():
                for word in name.values():
                    if word == "Last Tile" or flag == "first_turn":
                        continue
                    said = "自摸" if way == "self" else "点和"
                    win = quepu.score(f"{hands[flag]} {said} {word}", id).circumstances
                    assert getattr(win, flag), (id, word)
                    assert win.self_drawn == (way == "self")


@pytest.mark.parametrize("text", ["东东东东 南南南 西西西 北北北 五万五万", "EEEE SSS WWW NNN 5m +5m", "5555m 6666m 777m 888m 99m"])
def test_four_equal_tiles_too_many_may_be_a_kong(text: str) -> None:
    for function in (quepu.score, quepu.waits, quepu.discards):
        with pytest.raises(ImpossibleHand) as caught:
            function(text)
        assert caught.value.code == "kong_not_marked"
    tile = "五萬" if text[0] == "5" else "東"
    assert f"请写成“杠{tile}”，暗杠写成“暗杠{tile}”" in caught.value.message("zh")
    assert "write 'kong " in caught.value.message("en")


def test_a_letter_before_a_meld_shows_the_right_form() -> None:
    with pytest.raises(NotationError) as caught:
        quepu.score("c[EEE] p[SSS] 123m 456p 7s +7s")
    assert caught.value.details["right"] == "[EEE]"


def test_a_message_in_chinese_has_no_name_of_an_option() -> None:
    for code, (chinese, _) in MESSAGES.items():
        if code in IMPOSSIBLE:
            assert not re.search("[a-z]+_[a-z]+|self|ready=", chinese), code
    for code in IMPOSSIBLE:
        assert "_" not in MESSAGES[code][1], code


@pytest.mark.parametrize(("text", "expected"), [(text, expected) for text, expected in typed() if not expected.startswith("error")])
def test_what_is_read_is_read_again(text: str, expected: str) -> None:
    assert found(expected) == expected


def test_an_ambiguous_text_shows_how_to_write_each() -> None:
    with pytest.raises(NotationError) as caught:
        quepu.score("123456789b22m [EEE] +E | 海底捞月")
    assert caught.value.message("en") == "character 9: '9b' can mean two things: write '9p' or '9s'"
    assert caught.value.message("zh") == "第 9 个字符：'9b' 有两种意思，请写 '9p' 或 '9s'"
    assert {"ambiguous_text", "capital_suit", "red_five"} <= set(MESSAGES)


def test_a_very_long_text_is_not_rewritten() -> None:
    """It would take long; the error is that of the notation."""
    assert found("１" * 1000) == "error missing_suit 0"
    assert found("１" * 1001) == "error unknown_character 0"


def test_a_tile_has_its_chinese_name_in_a_chinese_error() -> None:
    for name, chinese in list(zip(tiles.NAMES, tiles.CHINESE, strict=True))[: tiles.KINDS]:
        error = ImpossibleHand("kong_not_marked", tile=name, found=15, limit=14)
        assert f"请写成“杠{chinese}”" in error.message("zh")
        assert f"write 'kong {name}'" in error.message("en")


def test_five_of_a_tile_are_called_what_players_call_them() -> None:
    zh = {"1m": "一萬", "E": "东风", "C": "红中", "F": "发财", "P": "白板"}
    en = {"1m": "1m", "E": "east wind E", "C": "red dragon C", "F": "green dragon F", "P": "white dragon P"}
    for name, chinese in zh.items():
        error = ImpossibleHand("five_of_a_tile", tile=name, found=5, limit=4)
        assert error.message("zh") == f"{chinese} 有 5 张，而一副牌中只有 4 张"
        assert error.message("en") == f"5 copies of {en[name]}, but only 4 exist"


@pytest.mark.parametrize(
    "words", ["已碰：{} 手牌：", "副露：{} 手牌：", "副露 {} 手牌 ", "明牌：{} 暗牌：", "亮：{} 暗：", "吃碰：{} 手牌："]
)
def test_a_set_that_is_said_to_be_claimed_is_not_concealed(words: str) -> None:
    score = quepu.score(words.format("中中中") + "发发发白白白23万55饼 和4万", "guobiao")
    assert score.points == 91
    assert score.names == ["大三元", "双暗刻", "缺一门"]


@pytest.mark.parametrize(
    ("text", "rules", "fan"),
    [
        ("大三元", "guobiao", ("guobiao", "大三元")),
        ("四杠？", "guobiao", ("guobiao", "四杠")),
        ("大三元 多少分？", "lingque28", ("lingque28", "大三元")),
        ("一气贯通", "guobiao", ("lingque28", "一气贯通")),
        ("清龙", "guobiao+kongs2008", ("guobiao", "清龙")),
        ("国标 清龙", "lingque28", ("guobiao", "清龙")),
        ("碰碰胡", "guobiao", ("guobiao", "碰碰和")),
        ("Thirteen Orphans", "guobiao", ("guobiao", "十三幺")),
    ],
)
def test_the_name_of_a_fan_is_not_a_hand_and_the_error_says_which_fan_it_is(text: str, rules: str, fan: tuple[str, str]) -> None:
    with pytest.raises(FanNamed) as caught:
        parse_hand({"hand": text, "rules": rules})
    error = caught.value.as_dict("zh")
    assert (error["code"], error["rules"]) == ("names_a_fan", fan[0])
    assert {row.id: row.name for row in named(fan[0]).rows}[str(error["fan"])] == fan[1]
    assert error["message"] == f"“{fan[1]}”是番种，不是一手牌；请把牌写出来"


def test_a_word_for_how_a_hand_was_won_is_not_the_name_of_a_fan() -> None:
    for text in ("自摸", "海底捞月", "花2"):
        with pytest.raises(NotationError) as caught:
            parse_hand({"hand": text, "rules": "guobiao"})
        assert caught.value.code == "empty_hand"


def test_an_empty_hand_has_no_place() -> None:
    with pytest.raises(NotationError) as caught:
        quepu.score("花1234")
    assert (caught.value.message("zh"), caught.value.message("en")) == ("没有给出手牌", "the hand is empty")


def test_a_west_wind_beside_red_and_green_dragons_may_be_the_white_one() -> None:
    with pytest.raises(NotationError) as caught:
        quepu.score("RRR GGG WWW 234m 55p")
    assert caught.value.message() == "character 9: 'WWW' can mean two things: write 'PPP' or 'west west west'"
    assert caught.value.message("zh") == "第 9 个字符：'WWW' 有两种意思，请写 '白白白' 或 '西西西'"
