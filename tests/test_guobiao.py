"""国标: the printed examples, the five principles with their worked examples, and every ruling, each with the full list of fans."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quepu import Score, score
from quepu.rules import book
from tests.goldens import GUOBIAO, golden_hands, load, result

FILE = Path(__file__).parent / "data" / "guobiao_examples.json"
EXAMPLES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
GOLDENS = load(GUOBIAO)


def names(scored: Score) -> dict[str, int]:
    return {row.name: scored.counts[row.id] for row in scored.rules.rows if row.id in scored.counts}


def listed(text: str) -> dict[str, int]:
    """A list of fans as a table writes it: 四归一×3 counts three times."""
    return {name: int(count or 1) for name, _, count in (fan.partition("×") for fan in text.split())}


def check(hand: str, fans: str, points: int, rules: str = "guobiao") -> Score:
    """The hand has exactly these fans and points."""
    scored = score(hand, rules)
    assert names(scored) == listed(fans), scored.text("en")
    assert scored.points == points, scored.text("en")
    return scored


def refused(scored: Score) -> dict[str, str]:
    """The fans that hold without counting, and the fan that refuses each."""
    return {refused.fan.name: refused.by.name for refused in scored.refused}


# The printed examples. Each has a hand made of its tiles, claimed and won so that no other fan joins where that can be; the full list of it
# (``fans``, ``total``) is the golden.

ERRATA = {
    # fan: what is printed but does not count, and the reason
    "一色四节高": {"无字": "小于五", "缺一门": "推不倒"},
    "碰碰和": {"缺一门": "推不倒"},
    "小于五": {"一色三步高": "", "平和": ""},
}


def printed(example: dict[str, Any]) -> list[tuple[set[str], int]]:
    """The printed fan and its 另计: each a choice of names, and how often it counts."""
    text = (example["also"] or "").partition("（98版")[0].partition("，不计")[0].removeprefix("另计").rstrip("。").replace("帯", "带")
    text = text.replace("（或", "或").replace("）", "")
    fans = [({example["fan"]}, 1)]
    for item in text.split("、"):
        if item:
            twice = re.search(r"2$|^二组|^两副", item)
            name = re.sub(r"\\?[*＊]2$|^二组|^两副", "", item)
            fans.append((set(name.split("或")), 2 if twice else 1))
    return fans


def example_id(example: dict[str, Any]) -> str:
    return f"{example['fan']} {example['tiles']}"


EVERY_EXAMPLE = pytest.mark.parametrize("example", EXAMPLES, ids=example_id)


def test_all_59_printed_examples_are_here() -> None:
    assert len(EXAMPLES) == 59
    values = {row.name: row.fan for row in book("guobiao").rows}
    assert all(values[example["fan"]] == example["points"] for example in EXAMPLES)
    known = {name for example in EXAMPLES for choice, _ in printed(example) for name in choice}
    assert known <= set(values), "every printed name is read as a fan"


@EVERY_EXAMPLE
def test_the_hand_of_an_example_is_made_of_its_tiles(example: dict[str, Any]) -> None:
    tiles = Counter(re.findall(r"[1-9][mps]|[ESWNCFP]", example["tiles"] + example["rest"]))
    hands = example.get("hands", [example["hand"]])
    assert hands[0] == example["hand"]
    for hand in hands:
        counts = score(hand, "guobiao").hand.counts()
        spelled = Counter({name: counts[kind] for kind, name in enumerate(_NAMES) if counts[kind]})
        if example["fan"] == "十三幺" and len(hands) > 1:
            assert spelled - tiles == Counter([hand.rpartition("+")[2]]), "thirteen as printed, and any of them"
        elif example["fan"] == "无番和":
            assert tiles - spelled in (Counter(["6s"]), Counter(["9s"])), "one of the two tiles waited for"
            assert not spelled - tiles
        else:
            assert spelled == tiles


_NAMES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + [*"ESWNCFP"]


def test_十三幺_of_thirteen_waits_and_无番和_of_two_have_a_hand_for_each() -> None:
    several = {example["fan"]: len(example["hands"]) for example in EXAMPLES if "hands" in example}
    assert several == {"十三幺": 13, "无番和": 2}


@EVERY_EXAMPLE
def test_a_printed_example_has_the_printed_fans_and_its_golden_list(example: dict[str, Any]) -> None:
    for hand in example.get("hands", [example["hand"]]):
        scored = score(hand, "guobiao")
        assert names(scored) == example["fans"], scored.text("en")
        assert scored.points == example["total"]
        assert scored.legal
        for choice, count in printed(example):
            found = max(example["fans"].get(name, 0) for name in choice)
            if choice <= ERRATA.get(example["fan"], {}).keys():
                assert found == 0
            else:
                assert found == count, scored.text("en")


@EVERY_EXAMPLE
def test_a_printed_example_has_neither_self_draw_nor_a_special_wait(example: dict[str, Any]) -> None:
    """As the text means its lists; 全求人 of four claimed kongs is the one thing that cannot be helped."""
    extra = set(example["fans"]) - {name for choice, _ in printed(example) for name in choice}
    assert not extra & {"自摸", "不求人", "门前清", "边张", "坎张", "单钓将", "和绝张"}
    assert ("全求人" in extra) == (example["fan"] == "四杠")


@pytest.mark.parametrize("fan", ["一色四节高", "碰碰和"])
def test_erratum_推不倒_has_no_缺一门_nor_小于五_无字(fan: str) -> None:
    """Both are refused by the 不计 of a fan that the same line prints."""
    example = next(example for example in EXAMPLES if example["fan"] == fan)
    reasons = refused(score(example["hand"], "guobiao"))
    for missing, by in ERRATA[fan].items():
        assert reasons[missing] == by
        assert ({by}, 1) in printed(example)
    assert example["total"] == {"一色四节高": 69, "碰碰和": 40}[fan]


def test_erratum_小于五_一色三步高_and_平和_are_no_one_arrangement() -> None:
    """平和 wants four chows: of these tiles they are 123 123 123 234, and no three of them are one or two apart. 一色三步高 would want 123
    234 345 or 123 345 567, and there is no 5."""
    tiles = "111222333234p44p"
    readings = score(f"{tiles[:-2]}p +4p", "guobiao").readings
    rows = book("guobiao").rows
    held = [{rows[number].name for number in reading.held} for reading in readings]
    assert any("平和" in fans for fans in held)
    assert all("一色三步高" not in fans for fans in held)
    check("2344p [111p] [222p] [333p] +4p", "清一色 一色三节高 小于五 推不倒 四归一×2 幺九刻", 73)
    check("3444p [123p] [123p] [123p] +2p", "清一色 一色三同顺 小于五 推不倒 和绝张 平和 四归一×2", 78)
    check("2344p [123p] [123p] [123p] +4p", "清一色 一色三同顺 小于五 推不倒 平和 四归一×2", 74)


def test_erratum_七对_of_绿一色_adds_四归一_three_times() -> None:
    """Nothing refuses it: 清幺九 alone says that seven pairs bring it along."""
    check("2222444466668s +8s", "绿一色 七对 清一色 推不倒 断幺 四归一×3", 152)


# The five principles: 不重复, 不拆移, 不得相同, 就高不就低, 套算一次.


def test_principle_不重复_what_necessarily_comes_along_is_not_counted() -> None:
    scored = check("9m [1111m] [2222m] [444m] [888m] +9m", "清一色 碰碰和 全求人 双明杠 幺九刻", 41)
    assert refused(scored) == {"无字": "清一色", "明杠": "双明杠", "单钓将": "全求人"}
    assert "明杠" not in {scored.rules.rows[number].name for number in scored.reading.held}, "双明杠 are two, 明杠 is one"


def test_principle_不拆移_seven_pairs_are_not_taken_apart() -> None:
    scored = check("99m112233p77889s +9s", "七对 无字", 25)
    assert [reading.shape for reading in scored.others] == ["standard"]
    rows = scored.rules.rows
    other = {rows[number].name for number in scored.others[0].held}
    assert {"平和", "一般高", "全带幺"} <= other, "they hold in the other reading only"


def test_principle_不拆移_a_fan_is_not_taken_apart_into_others() -> None:
    """清龙 is three chows; no two of them count as 连六 or 老少副."""
    scored = check("23m55p [456m] [789m] [678s] +1m", "清龙 平和", 18)
    assert refused(scored) == {"无字": "平和", "连六": "清龙", "老少副": "清龙"}


def test_principle_不得相同_no_set_serves_twice_in_the_same_fan() -> None:
    scored = check("99mEE [666m] [777p] [888s] +9m", "三色三节高 碰碰和 幺九刻", 15)
    held = {scored.rules.rows[number].name: count for number, count in scored.reading.held.items()}
    assert held["三色三节高"] == 2, "666m 777p 888s and 777p 888s 999m"
    assert refused(scored)["三色三节高"] == "三色三节高"


def test_principle_不得相同_two_pairs_of_sets_count_twice() -> None:
    check("23m55p [678m] [234p] [678p] +4m", "断幺 平和 缺一门 喜相逢×2", 7)


def test_principle_就高不就低_the_dearest_way_counts() -> None:
    scored = check("2223334499m234s +4m", "一色三同顺 门前清 平和 缺一门 喜相逢", 30)
    rows = scored.rules.rows
    other = next(reading for reading in scored.others if "一色三节高" in {rows[number].name for number in reading.counted})
    assert {rows[number].name for number in other.counted} == {"一色三节高", "门前清", "双暗刻", "缺一门", "无字"}
    assert other.points == 30, "the text counts both ways and finds them equal"


def test_principle_就高不就低_of_two_fans_that_share_sets_the_dearer_counts() -> None:
    """连六 of two sets of 清龙, 喜相逢 of two sets of 三色三同顺: what shares two sets with the dearer fan falls."""
    scored = check("23m55p [456m] [789m] [456p] +1m", "清龙 平和 缺一门 喜相逢", 20)
    assert refused(scored)["连六"] == "清龙"
    scored = check("23m55p [234p] [234s] [345s] +4m", "三色三同顺 断幺 平和", 12)
    assert refused(scored)["喜相逢"] == "三色三同顺"


def test_principle_套算一次_a_set_joins_those_combined_once() -> None:
    scored = score("23pCC [123m] [456p] [789s] +1p", "guobiao")
    assert scored.points == 9
    assert names(scored) in ({"花龙": 1, "喜相逢": 1}, {"花龙": 1, "连六": 1})
    assert len(refused(scored)) == 1
    assert {*names(scored), *refused(scored)} == {"花龙", "喜相逢", "连六"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("11222333m12399p +1m", {"无字": ("平和", ""), "一般高": ("一色三同顺", "split"), "喜相逢": ("喜相逢", "same")}),
        ("12m456p789sCC [123p] +3m", {"喜相逢": ("花龙", "cycle")}),
    ],
)
def test_a_refused_fan_names_the_principle_and_the_fan_that_bar_it(hand: str, expected: dict[str, tuple[str, str]]) -> None:
    scored = score(hand, "guobiao")
    assert {refused.fan.name: (refused.by.name, refused.principle) for refused in scored.refused} == expected


def test_principle_套算一次_four_chows_have_three_links_at_most() -> None:
    """123 123 456 456 of two suits: 喜相逢 and 连六 twice each would close a circle."""
    scored = score("23m99s [456m] [123p] [456p] +1m", "guobiao")
    assert scored.points == 5
    assert {name: count for name, count in names(scored).items() if name != "平和"} in ({"喜相逢": 2, "连六": 1}, {"喜相逢": 1, "连六": 2})


def test_the_332_points_maximum() -> None:
    check(
        "S (EEEE) (CCCC) (FFFF) (PPPP) +S | self last_tile kong flowers=8",
        "大三元 四杠 字一色 四暗刻 杠上开花 妙手回春 门风刻 圈风刻 花牌×8",
        332,
    )


# The values, by number.

OF_1998 = """
88 大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺
64 清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
48 一色四同顺 一色四节高
32 一色四步高 三杠 混幺九
24 七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小
16 清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻
12 全不靠 组合龙 大于五 小于五 三风刻
8 花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和
6 碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻
4 全带幺 不求人 双明杠 和绝张
2 箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺
1 一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌
"""


def test_the_values_are_those_of_the_table_of_1998_by_number() -> None:
    table = {fan: int(line.split()[0]) for line in OF_1998.split("\n") if line for fan in line.split()[1:]}
    last = {88: 7, 64: 13, 48: 15, 32: 18, 24: 27, 16: 33, 12: 38, 8: 47, 6: 54, 4: 58, 2: 68, 1: 81}
    assert {value: sum(other >= value for other in table.values()) for value in last} == last
    assert {row.name: row.fan for row in book("guobiao98").rows} == table
    assert {row.name: row.fan for row in book("guobiao").rows} == table | {"明暗杠": 5}


# Ruling 1: self-drawn, seven fans have 不求人 for 自摸; it falls away where 自摸 is not counted. The table of 1998 has 自摸.

SEVEN_WITH_不求人 = (
    ("九莲宝灯", "1112345678999m +5m", 88, "双暗刻", 2),
    ("十三幺", "19m19p19sESWNCFP +1m", 88, "", 0),
    ("连七对", "1122334455667m +7m", 88, "", 0),
    ("四暗刻", "222888m4445p777s +5p", 64, "断幺", 2),
    ("七对", "116677m44p99sSSF +F", 24, "五门齐", 6),
    ("七星不靠", "14m369p28sESWNCF +P", 24, "", 0),
    ("全不靠", "28m369p147sESWNC +P", 12, "", 0),
)
EACH_OF_SEVEN = pytest.mark.parametrize(
    ("fan", "hand", "value", "more", "worth"), [pytest.param(*row, id=row[0]) for row in SEVEN_WITH_不求人]
)


@EACH_OF_SEVEN
def test_ruling_1_不求人_in_place_of_自摸(fan: str, hand: str, value: int, more: str, worth: int) -> None:
    check(hand, f"{fan} {more}", value + worth)
    scored = check(f"{hand} | self", f"{fan} {more} 不求人", value + worth + 4)
    assert refused(scored)["自摸"] == "不求人"


@EACH_OF_SEVEN
def test_ruling_1_不求人_falls_away_with_妙手回春(fan: str, hand: str, value: int, more: str, worth: int) -> None:
    check(f"{hand} | self last_tile", f"{fan} {more} 妙手回春", value + worth + 8)
    check(f"{hand} | last_tile", f"{fan} {more} 海底捞月", value + worth + 8)


@EACH_OF_SEVEN
def test_guobiao98_has_自摸_and_no_不求人_beside_the_seven(fan: str, hand: str, value: int, more: str, worth: int) -> None:
    scored = check(f"{hand} | self", f"{fan} {more} 自摸", value + worth + 1, "guobiao98")
    assert refused(scored)["不求人"] == fan
    check(f"{hand} | self last_tile", f"{fan} {more} 妙手回春", value + worth + 8, "guobiao98")


def test_ruling_1_不求人_falls_away_with_杠上开花_in_四暗刻() -> None:
    """Of the seven only 四暗刻 can have a kong."""
    check("222888m5p777s (4444p) +5p | self kong", "四暗刻 杠上开花 断幺 暗杠 单钓将", 77)
    check("222888m5p777s (4444p) +5p | self", "四暗刻 不求人 断幺 暗杠 单钓将", 73)


def reason(scored: Score, name: str, lang: str) -> list[str]:
    """Why a fan is not counted, as the explanation has it."""
    explained = scored.as_dict(explain=True)["refused"]
    return [f"{fan['count']} {fan['clause'][lang]}" for fan in explained if fan["name"] == name]


@EACH_OF_SEVEN
def test_ruling_1_the_explanation_says_why_不求人_falls_away(fan: str, hand: str, value: int, more: str, worth: int) -> None:
    scored = score(f"{hand} | self last_tile", "guobiao")
    assert reason(scored, "不求人", "zh") == [f"1 不求人：{fan}以不求人代替自摸，而妙手回春不计自摸，所以不求人也不计"]
    (english,) = reason(scored, "不求人", "en")
    assert re.fullmatch(rf"1 Fully Concealed Hand 不求人: [\w ]+ {fan} counts it in place of .* Last Tile Draw 妙手回春 leaves .*", english)
    assert reason(score(f"{hand} | self last_tile", "guobiao98"), "不求人", "zh") == [f"1 不求人：不计，{fan}已计入"]
    for lang in ("zh", "en"):
        assert reason(scored, "不求人", lang)[0][2:] in scored.text(lang)
    assert reason(score(f"{hand} | last_tile", "guobiao"), "不求人", "zh") == []


@pytest.mark.parametrize(
    ("hand", "name", "reasons"),
    [
        ("222888m5p777s (4444p) +5p | self kong", "不求人", ["1 不求人：四暗刻以不求人代替自摸，而杠上开花不计自摸，所以不求人也不计"]),
        ("23m456678p55789s +4m | self last_tile", "不求人", []),
        ("23m55p [EEE] [678s] [111s] +4m | seat=E round=S", "幺九刻", ["1 幺九刻：不计，门风刻已计入"]),
        ("23m55p [EEE] [678s] [111s] +4m", "幺九刻", ["1 幺九刻：不计，圈风刻已计入"]),
        ("23m55p [EEE] [SSS] [111s] +4m | seat=S", "幺九刻", ["1 幺九刻：不计，圈风刻已计入", "1 幺九刻：不计，门风刻已计入"]),
        ("23m55p [EEE] [SSS] [WWW] +4m", "幺九刻", ["3 幺九刻：不计，三风刻已计入"]),
        ("56sEE [SSS] [WWWW] [NNN] +7s", "幺九刻", ["3 幺九刻：不计，小四喜已计入"]),
        ("23m55p [3333s] [7777p] [678m] +4m", "明杠", ["2 明杠：不计，双明杠已计入"]),
        ("23m55p (3333s) (7777p) [678m] +4m", "暗杠", ["2 暗杠：不计，双暗杠已计入"]),
        ("23m55p (3333s) [7777p] (8888s) +4m", "明杠", ["1 明杠：不计，三杠已计入"]),
        ("23m55p (3333s) [7777p] (8888s) +4m", "暗杠", ["2 暗杠：三杠里的暗杠不止一个，以双暗刻代替暗杠"]),
        ("23m55p (3333s) [7777p] (8888s) +4m", "双暗杠", ["1 双暗杠：不计，三杠已计入"]),
        ("23m55p [3333s] [7777p] (8888s) +4m", "双明杠", ["1 双明杠：不计，三杠已计入"]),
        ("6m [3333s] [7777p] [8888s] [5555m] +6m", "明杠", ["4 明杠：不计，四杠已计入"]),
    ],
)  # fmt: skip
def test_what_a_definition_leaves_out_for_another_fan_is_explained(hand: str, name: str, reasons: list[str]) -> None:
    assert reason(score(hand, "guobiao"), name, "zh") == reasons
    assert len(reason(score(hand, "guobiao"), name, "en")) == len(reasons)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_ruling_1_elsewhere_不求人_stands_beside_妙手回春_and_杠上开花(rules: str) -> None:
    check("23m456678p55789s +4m | self", "不求人 平和", 6, rules)
    check("23m456678p55789s +4m | self last_tile", "妙手回春 不求人 平和", 14, rules)
    check("23m456678p55s (9999s) +4m | self kong", "杠上开花 不求人 暗杠 无字 幺九刻", 16, rules)
    check("23m456678p55s (9999s) +4m | self kong last_tile", "杠上开花 妙手回春 不求人 暗杠 无字 幺九刻", 24, rules)


def test_ruling_1_组合龙_is_none_of_the_seven() -> None:
    check("467m36999p258s78m +1m | self", "组合龙 不求人 平和", 18)
    check("467m36999p258s78m +1m | self last_tile", "组合龙 妙手回春 不求人 平和", 26)


# Rulings 2–5.


def test_ruling_2_绿一色_with_發_adds_混一色() -> None:
    check("88sFF [234s] [444s] [666s] +F", "绿一色 混一色 箭刻 四归一", 98)
    check("88sFF [234s] [444s] [666s] +F", "绿一色 箭刻 四归一", 92, "guobiao98")


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_ruling_2_绿一色_without_發_adds_清一色(rules: str) -> None:
    check("6688s [222s] [333s] [444s] +8s", "绿一色 清一色 一色三节高 碰碰和 断幺", 144, rules)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_ruling_3_九莲宝灯_不计幺九刻_both_of_them(rules: str) -> None:
    scored = check("1112345678999m +2m", "九莲宝灯 双暗刻 连六", 91, rules)
    assert {refused.fan.name: (refused.count, refused.by.name) for refused in scored.refused}["幺九刻"] == (2, "九莲宝灯")
    scored = check("1112345678999m +1m", "九莲宝灯 清龙 四归一", 106, rules)
    assert {refused.fan.name: (refused.count, refused.by.name) for refused in scored.refused}["幺九刻"] == (1, "九莲宝灯")


def test_九莲宝灯_needs_the_thirteen_tiles_in_hand() -> None:
    check("1112345678999m +5m", "九莲宝灯 双暗刻", 90)
    check("1122345678999m +1m", "清一色 门前清 连六 幺九刻×2", 29)
    check("2345678999m [111m] +5m", "清一色 幺九刻×2", 26)


def test_ruling_4_清幺九_adds_双同刻_and_三同刻() -> None:
    check("1199s [111m] [111p] [999m] +9s", "清幺九 双同刻×2", 68)
    check("1199s [111m] [111p] [999m] +1s", "清幺九 三同刻", 80)
    check("1199s [111m] [111p] [999m] +9s", "清幺九", 64, "guobiao98")
    check("1199s [111m] [111p] [999m] +1s", "清幺九 三同刻", 80, "guobiao98")


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_ruling_4_清幺九_in_七对_has_no_四归一(rules: str) -> None:
    scored = check("1199m1199p11999s +9s", "清幺九 七对", 88, rules)
    assert refused(scored)["四归一"] == "清幺九"


@pytest.mark.parametrize(
    ("kongs", "fans", "points", "points98"),
    [
        ("[3333s] [7777p] [8888s]", "三杠 断幺", 34, 34),
        ("[3333s] [7777p] (8888s)", "三杠 断幺 暗杠", 36, 34),
        ("[3333s] (7777p) (8888s)", "三杠 断幺 双暗刻", 36, 36),
        ("(3333s) (7777p) (8888s)", "三杠 三暗刻 门前清 断幺", 52, 52),
    ],
)
def test_ruling_5_三杠_暗杠加计(kongs: str, fans: str, points: int, points98: int) -> None:
    check(f"23m55p {kongs} +4m", fans, points)
    check(f"23m55p {kongs} +4m", fans.replace(" 暗杠", ""), points98, "guobiao98")


@pytest.mark.parametrize(
    ("kongs", "fans", "points", "points98"),
    [
        ("[3333s] [7777p] [8888s] [5555m]", "四杠 全求人 断幺", 96, 96),
        ("[3333s] [7777p] [8888s] (5555m)", "四杠 断幺 暗杠", 92, 90),
        ("[3333s] [7777p] (8888s) (5555m)", "四杠 断幺 双暗刻", 92, 92),
        ("[3333s] (7777p) (8888s) (5555m)", "四杠 三暗刻 断幺", 106, 106),
        ("(3333s) (7777p) (8888s) (5555m)", "四杠 四暗刻 断幺", 154, 154),
    ],
)
def test_ruling_5_四杠_暗杠加计(kongs: str, fans: str, points: int, points98: int) -> None:
    check(f"6m {kongs} +6m", fans, points)
    check(f"6m {kongs} +6m", fans.replace(" 暗杠", ""), points98, "guobiao98")


# The other sentences.


@pytest.mark.parametrize(("rules", "points"), [("guobiao", 7), ("guobiao+kongs3", 5), ("guobiao+kongs2008", 8), ("guobiao+kongs2006", 7)])
def test_明暗杠_5_or_3_or_6(rules: str, points: int) -> None:
    check("23m55p [3333s] (7777p) [678m] +4m", "明暗杠 断幺", points, rules)


@pytest.mark.parametrize(("rules", "points"), [("guobiao", 8), ("guobiao+kongs3", 8), ("guobiao+kongs2008", 8), ("guobiao+kongs2006", 10)])
def test_双暗杠_6_or_8(rules: str, points: int) -> None:
    check("23m55p (3333s) (7777p) [678m] +4m", "双暗杠 断幺", points, rules)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao+kongs3", "guobiao+kongs2008", "guobiao+kongs2006", "guobiao98"])
def test_双明杠_4(rules: str) -> None:
    check("23m55p [3333s] [7777p] [678m] +4m", "双明杠 断幺", 6, rules)


def test_the_options_change_nothing_else() -> None:
    plain = {row.id: row for row in book("guobiao").rows}
    for option, changed in (("kongs3", "明暗杠"), ("kongs2008", "明暗杠"), ("kongs2006", "双暗杠")):
        assert [row.name for row in book(f"guobiao+{option}").rows if row != plain[row.id]] == [changed]


@pytest.mark.parametrize(
    ("hand", "fans", "points"),
    [
        ("2222444466668s +8s", "绿一色 七对 清一色 推不倒 断幺 四归一×3", 152),
        ("1199m1199p11999s +9s", "清幺九 七对", 88),
        ("1199m1199pEESSW +W", "混幺九 七对 缺一门", 57),
        ("EESSWWNNCCFFP +P", "字一色 七对", 88),
        ("7788m7799p88997s +7s", "七对 全大", 48),
        ("4455m4466p55664s +4s", "七对 全中", 48),
        ("1122m1133p22331s +1s", "七对 全小", 48),
        ("6677m6699p77886s +6s", "七对 大于五", 36),
        ("1122m1144p33441s +1s", "七对 小于五", 36),
    ],
)
@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_these_may_be_seven_pairs(rules: str, hand: str, fans: str, points: int) -> None:
    check(hand, fans, points, rules)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_全双刻_and_全带幺_need_sets(rules: str) -> None:
    check("2244m6688p22448s +8s", "七对 断幺", 26, rules)
    check("22m88p [444p] [666s] [888s] +8p", "全双刻 双同刻", 26, rules)
    check("1199m1199pEESSW +W", "混幺九 七对 缺一门", 57, rules)
    check("12mEE [789m] [111p] [999p] +3m", "全带幺 缺一门 老少副 幺九刻×2 边张", 9, rules)


def test_four_equal_tiles_are_two_pairs() -> None:
    check("2222m44p66s3377sE +E", "七对 四归一", 26)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_和绝张_holds_when_the_other_three_lie_in_ones_own_claimed_melds(rules: str) -> None:
    check("78m55p [999m] [678p] [345s] +9m", "和绝张 四归一 无字 幺九刻", 8, rules)
    check("78m55p [789m] [789m] [789m] +9m", "一色四同顺 和绝张 平和 缺一门", 55, rules)
    check("78m55p [789m] [678p] [345s] +9m | last_copy", "和绝张 平和 一般高", 7, rules)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_和绝张_does_not_hold_when_a_copy_is_concealed(rules: str) -> None:
    check("78999m55p789s [678p] +9m", "四归一 无字 喜相逢 幺九刻", 5, rules)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_抢杠和_has_no_和绝张(rules: str) -> None:
    scored = check("78m55p [567s] [234p] [345s] +9m | kong last_copy", "抢杠和 平和", 10, rules)
    assert refused(scored)["和绝张"] == "抢杠和"


def test_guobiao98_has_no_明暗杠() -> None:
    check("23m55p [3333s] (7777p) [678m] +4m", "断幺 暗杠 明杠", 5, "guobiao98")


def test_guobiao98_knows_组合龙_inside_全不靠_only() -> None:
    check("147m258p369sESWN +C", "全不靠 组合龙", 24)
    check("147m258p369sESWN +C", "全不靠 组合龙", 24, "guobiao98")
    check("47m36999p258s [678m] +1m", "组合龙 平和", 14)
    assert not score("47m36999p258s [678m] +1m", "guobiao98").win


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_flowers_are_1_point_each_outside_the_minimum_of_8(rules: str) -> None:
    plain = check("23m55p [678p] [567s] [345s] +4m", "断幺 平和", 4, rules)
    flowered = check("23m55p [678p] [567s] [345s] +4m | flowers=8", "断幺 平和 花牌×8", 12, rules)
    assert (flowered.base, flowered.legal) == (plain.base, False)
    enough = check("23m55p (3333s) (7777p) [678m] +4m | flowers=1f5f", "双暗杠 断幺 花牌×2", 10, rules)
    assert (enough.base, enough.legal) == (8, True)


@pytest.mark.parametrize("rules", ["guobiao", "guobiao98"])
def test_无番和_counts_where_only_flowers_are(rules: str) -> None:
    check("123m78sPP [345m] [222p] +9s | flowers=2", "无番和 花牌×2", 10, rules)
    check("123m78sPP [345m] [222p] +9s | self", "自摸", 1, rules)
    check("123m78sPP [345m] [222p] +9s | last_copy", "和绝张", 4, rules)


@pytest.mark.parametrize(
    ("hand", "fans", "points"),
    [
        # 单和123的3及789的7或1233和3、7789和7都为边张；手中有12345和3，56789和7不算边张
        ("12m55p [678p] [567s] [345s] +3m", "平和 边张", 3),
        ("89m55p [234p] [567s] [345s] +7m", "平和 边张", 3),
        ("1233m [678p] [567s] [345s] +3m", "平和 边张", 3),
        ("7789m [234p] [567s] [345s] +7m", "平和 边张", 3),
        ("1234599m [678p] [345s] +3m", "平和 喜相逢", 3),
        ("5678911m [234p] [345s] +7m", "平和", 2),
        # 和2张牌之间的牌；4556和5也为坎张，手中有45567和6不算坎张
        ("46m55p [234p] [567s] [678s] +5m", "断幺 平和 坎张", 5),
        ("4556m [234p] [567s] [678s] +5m", "断幺 平和 坎张", 5),
        ("4556799m [678p] [345s] +6m", "平和", 2),
        # 钓单张牌作将成和
        ("123mN [678p] [567s] [345s] +N", "单钓将", 1),
        ("2345m [678p] [567s] [678s] +2m", "断幺 平和 喜相逢", 5),
        ("N [678p] [567s] [345s] [234m] +N", "全求人", 6),
    ],
)
def test_waits_by_the_text(hand: str, fans: str, points: int) -> None:
    check(hand, fans, points)


# Every fan by its examples; every 不计 by a hand.

FANS = [pytest.param(rules, row.id, id=f"{rules} {row.name}") for rules in GUOBIAO for row in book(rules).rows]

NOT_IN_1998 = {
    # an example of guobiao that is none under the table of 1998, and why
    ("knitted_straight", "47m36999p258s [678m] +1m"): "组合龙 with a set and a pair is no win",
    ("all_chows", "47m36999p258s [678m] +1m"): "组合龙 with a set and a pair is no win",
    ("dragon_pung", "369m47p258sWW [CCC] +1p"): "组合龙 with a set and a pair is no win",
    ("concealed_kong", "23m55p [3333s] [7777p] (8888s) +4m"): "三杠 不计暗杠",
}
ONLY_IN_1998 = {("concealed_kong", "23m55p [3333s] (7777p) [678m] +4m"): "there is no 明暗杠 to take it in"}


@pytest.mark.parametrize(("rules", "fan"), FANS)
def test_a_fan_has_two_examples_and_two_near_misses(rules: str, fan: str) -> None:
    row = book(rules).fans[fan]
    assert len(set(row.yes)) >= 2
    assert len(set(row.no)) >= 2


@pytest.mark.parametrize(("rules", "fan"), FANS)
def test_its_examples_count_it(rules: str, fan: str) -> None:
    for hand in book(rules).fans[fan].yes:
        scored = score(hand, rules)
        assert (fan in scored.counts) == (rules == "guobiao" or (fan, hand) not in NOT_IN_1998), scored.text("en")


@pytest.mark.parametrize(("rules", "fan"), FANS)
def test_its_near_misses_do_not_count_it(rules: str, fan: str) -> None:
    for hand in book(rules).fans[fan].no:
        scored = score(hand, rules)
        assert (fan in scored.counts) == (rules == "guobiao98" and (fan, hand) in ONLY_IN_1998), scored.text("en")


def test_the_examples_that_differ_in_1998_are_examples() -> None:
    fans = book("guobiao").fans
    assert all(hand in fans[fan].yes for fan, hand in NOT_IN_1998)
    assert all(hand in fans[fan].no for fan, hand in ONLY_IN_1998)


# 不计: the fan, the fans that follow from it, and a hand in which they all hold.
NOT_COUNTED = (
    ("大四喜", "圈风刻 门风刻 三风刻 碰碰和", "55mNN [EEE] [SSS] [WWW] +N"),
    ("大三元", "双箭刻 箭刻", "23m99s [CCC] [FFF] [PPP] +1m"),
    ("十三幺", "五门齐 单钓将 门前清 混幺九", "19m19p19sESWNCFP +1m"),
    ("九莲宝灯", "清一色 幺九刻 门前清 无字", "1112345678999m +2m"),
    ("连七对", "清一色 七对 单钓将 门前清 无字", "3344556678899s +7s"),
    ("四杠", "单钓将 碰碰和 三杠", "6m [3333s] [7777p] [8888s] (5555m) +6m"),
    ("小四喜", "三风刻", "56sEE [SSS] [WWWW] [NNN] +7s"),
    ("小四喜", "幺九刻", "11pNN [EEE] [SSS] [WWW] +1p"),
    ("小三元", "双箭刻 箭刻", "23mCC [FFFF] [PPP] [678s] +4m"),
    ("字一色", "碰碰和 全带幺 幺九刻", "EENN [CCC] [FFF] [WWW] +N"),
    ("一色双龙会", "平和 清一色 一般高 老少副 无字", "5578s [123s] [123s] [789s] +9s"),
    ("清幺九", "碰碰和 全带幺 幺九刻 无字", "1199s [111m] [111p] [999m] +9s"),
    ("清幺九", "四归一", "1199m1199p11999s +9s"),
    ("四暗刻", "门前清 碰碰和 三暗刻 双暗刻", "222888m4445p777s +5p"),
    ("一色四同顺", "一般高 四归一 一色三同顺", "2334466s [234s] [234s] +2s"),
    ("一色四节高", "碰碰和", "44p22s [111p] [222p] [333p] +4p"),
    ("混幺九", "碰碰和 全带幺 幺九刻", "EEPP [111m] [111p] [111s] +P"),
    ("七对", "门前清 单钓将", "116677m44p99sSSF +F"),
    ("七星不靠", "五门齐 门前清 全不靠", "14m369p28sESWNCF +P"),
    ("清一色", "无字", "1155m [234m] [678m] [666m] +1m"),
    ("全大", "大于五 无字", "78m99p [789m] [789p] [888s] +9m"),
    ("全中", "断幺 无字", "66p44s [444p] [555s] [666m] +4s"),
    ("全小", "小于五 无字", "22m11p [123p] [123p] [333s] +2m"),
    ("全双刻", "碰碰和 断幺 无字", "4488s [222p] [888p] [666s] +8s"),
    ("三色双龙会", "喜相逢 老少副 无字 平和", "78p55s [123m] [789m] [123p] +9p"),
    ("全带五", "断幺 无字", "55m55p [345m] [456p] [567s] +5m"),
    ("三暗刻", "双暗刻", "222m444p777s5p [678m] +5p"),
    ("全不靠", "五门齐 门前清", "28m369p147sESWNC +P"),
    ("大于五", "无字", "66m99p [678m] [678p] [888s] +6m"),
    ("小于五", "无字", "22m44p [234m] [123p] [333s] +2m"),
    ("推不倒", "缺一门", "33p99s [345p] [999p] [456s] +9s"),
    ("妙手回春", "自摸", "23m55p [678p] [567s] [345s] +4m | self last_tile"),
    ("杠上开花", "自摸", "23m55p [678p] [9999s] [345s] +4m | self kong"),
    ("抢杠和", "和绝张", "78m55p [567s] [234p] [345s] +9m | kong last_copy"),
    ("全求人", "单钓将", "N [678p] [567s] [345s] [234m] +N"),
    ("双暗杠", "双暗刻", "23m55p (3333s) (7777p) [678m] +4m"),
    ("双箭刻", "箭刻", "23m55p [CCC] [PPPP] [678s] +4m"),
    ("明暗杠", "明杠 暗杠", "23m55p [3333s] (7777p) [678m] +4m"),
    ("不求人", "自摸", "23m456678p55789s +4m | self"),
    ("断幺", "无字", "22m55p [678p] [567s] [345s] +2m"),
    ("平和", "无字", "23m55p [678p] [567s] [345s] +1m"),
)

# 互斥: a tile is won in one way; the reading would allow two.
EITHER_OR = (
    ("边张", "坎张", "67788899m66s [789s] +7m"),
    ("边张", "单钓将", "1223334p [WWW] [PPP] +3p"),
    ("坎张", "单钓将", "5667p [345m] [345s] [234s] +6p"),
)

# The table of 1998 says these besides.
NOT_COUNTED_IN_1998 = (
    *((fan, "不求人", f"{hand} | self") for fan, hand, *_ in SEVEN_WITH_不求人),
    ("绿一色", "混一色", "88sFF [234s] [444s] [666s] +F"),
    ("清幺九", "双同刻", "1199s [111m] [111p] [999m] +9s"),
    ("三杠", "暗杠", "23m55p [3333s] [7777p] (8888s) +4m"),
    ("四杠", "暗杠", "6m [3333s] [7777p] [8888s] (5555m) +6m"),
)

# Printed in the text, but no reading of any hand has both.
NEVER_MET = {
    ("大四喜", "幺九刻"): "all four sets are winds, and these count in 大四喜 alone",
    ("一色双龙会", "七对"): "the one is four chows, the other seven pairs",
    ("一色四同顺", "一色三节高"): "the one is four chows, the other three pungs",
}


def with_rules(table: tuple[tuple[str, str, str], ...], rules: tuple[str, ...] = GUOBIAO) -> list[Any]:
    return [
        pytest.param(id_, fan, others, hand, id=f"{id_} {fan} 不计 {others}")
        for id_ in rules
        for fan, others, hand in table
        if fan in {row.name for row in book(id_).rows}
    ]


def scored_as_golden(hand: str, rules: str) -> Score:
    scored = score(hand, rules)
    assert result(scored) == GOLDENS[rules][hand], scored.text("en")
    return scored


@pytest.mark.parametrize(("rules", "fan", "others", "hand"), [*with_rules(NOT_COUNTED), *with_rules(NOT_COUNTED_IN_1998, ("guobiao98",))])
def test_these_follow_and_are_not_counted(rules: str, fan: str, others: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    rows = scored.rules.rows
    counted = names(scored)
    held = {rows[number].name: count for number, count in scored.reading.held.items()}
    assert fan in counted, scored.text("en")
    for other in others.split():
        assert other in held, scored.text("en")
        assert other not in counted, scored.text("en")


@pytest.mark.parametrize(("rules", "fan", "other", "hand"), with_rules(EITHER_OR))
def test_one_of_these_is_counted(rules: str, fan: str, other: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    held = {scored.rules.rows[number].name for number in scored.reading.held}
    assert {fan, other} <= held, scored.text("en")
    assert len({fan, other} & set(names(scored))) == 1


@pytest.mark.parametrize("rules", GUOBIAO)
def test_every_declared_exclusion_stands_in_these_tables(rules: str) -> None:
    fans = book(rules).fans
    declared = {(row.name, fans[other].name) for row in fans.values() for other in (*row.excludes, *row.against)}
    tables = (*NOT_COUNTED, *EITHER_OR, *(NOT_COUNTED_IN_1998 if rules == "guobiao98" else ()))
    known = {row.name for row in fans.values()}
    shown = {(fan, other) for fan, others, _ in tables for other in others.split() if fan in known}
    assert declared - shown == set(NEVER_MET)
    assert shown <= declared


HANDS = [
    *(hand for example in EXAMPLES for hand in example.get("hands", [example["hand"]])),
    *(hand for _, _, hand in (*NOT_COUNTED, *EITHER_OR, *NOT_COUNTED_IN_1998)),
]


@pytest.mark.parametrize(("rules", "hand"), [(rules, hand) for rules in GUOBIAO for hand in GOLDENS[rules]])
def test_a_golden_hand_scores_as_it_did(rules: str, hand: str) -> None:
    scored_as_golden(hand, rules)


@pytest.mark.parametrize("rules", GUOBIAO)
def test_the_goldens_are_those_of_the_examples_and_tests(rules: str) -> None:
    assert list(GOLDENS[rules]) == golden_hands(GUOBIAO)[rules], "python -m tests.goldens brings them up to date"
