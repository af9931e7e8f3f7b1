"""Which fans stand beside each other: every 不计, every 互斥, every 可加计 of the texts and of the rulings, each with a hand.

The tables name the fans and the hand; the full result of every hand is in the goldens.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from quepu import Score, notation, score
from quepu.lab.sample import random_win
from quepu.rules import book
from tests.goldens import LINGQUE, load, result

GOLDENS = load()

# 不计: the fan, the fans that follow from it, and a hand in which they all hold. In every hand this fan alone is the reason.
NOT_COUNTED = (
    ("天和", "自摸 门前清", "23m456678p22567s +4m | self first_turn"),
    ("地和", "门前清", "23m456678p22567s +4m | seat=S first_turn"),
    ("岭上开花", "自摸", "23m456p22s [7777s] [678p] +4m | self kong"),
    ("海底捞月", "自摸", "23m456p22s [567s] [678p] +4m | self last_tile"),
    ("七对", "门前清", "1133m5577p2288sW +W"),
    ("全不靠", "门前清", "147m258p369sESWN +C"),
    ("十三幺", "混幺九 门前清", "19m19p19sESWNCFP +1m"),
    ("四杠", "三杠 双杠 杠 对对和", "2m [5555m] [3333p] [8888s] [6666p] +2m"),
    ("三杠", "双杠 杠", "22m23s [5555m] [3333p] [8888p] +4s"),
    ("双杠", "杠", "22m23s [5555m] [3333p] [678s] +4s"),
    ("四暗刻", "门前清 三暗刻 双暗刻 暗刻 对对和", "222888m4445p777s +5p"),
    ("三暗刻", "双暗刻 暗刻", "222m4445p777s [678m] +5p"),
    ("双暗刻", "暗刻", "222m444p5s [678m] [234s] +5s"),
    ("大七星", "七对 门前清 字一色 四喜对 三元对 混一色 混幺九", "EESSWWNNCCFFP +P"),
    ("大七星", "番牌门风牌（对） 番牌中（对） 番牌發（对） 番牌白（对）", "EESSWWNNCCFFP +P"),
    ("字一色", "混一色 混幺九", "SSSWWNN [FFF] [PPP] +W"),
    ("大四喜", "对对和 番牌门风牌（刻） 客风刻 混一色", "5mEEESSS [WWW] [NNN] +5m"),
    ("小四喜", "番牌门风牌（刻） 客风刻 混一色", "23mEEENN [SSS] [WWW] +4m"),
    ("小四喜", "番牌门风牌（对）", "23mEEENN [SSS] [WWW] +4m | seat=N"),
    ("四喜对", "番牌门风牌（对）", "22m55p7sEESSWWNN +7s"),
    ("大三元", "番牌中（刻） 番牌發（刻） 番牌白（刻）", "23m55pCCC [FFF] [PPP] +4m"),
    ("小三元", "番牌中（刻） 番牌發（刻） 番牌白（对）", "234mP [CCC] [FFF] [678s] +P"),
    ("小三元", "番牌中（对） 番牌白（刻）", "234mC [FFF] [PPP] [678s] +C"),
    ("小三元", "番牌發（对）", "234mF [CCC] [PPP] [678s] +F"),
    ("三元对", "番牌中（对） 番牌發（对） 番牌白（对）", "2255m44p8sCCFFPP +8s"),
    ("清幺九", "对对和 混幺九 清带幺 二数 双同刻 幺九刻", "1199s [111p] [999p] [999m] +1s"),
    ("九莲宝灯", "门前清 双暗刻 暗刻 幺九刻 清一色 混一色 九数贯通 镜数", "1112345678999s +5s"),
    ("九莲宝灯", "四归 一气贯通 连六 老少副", "1112345678999s +1s"),
    ("连七对", "七对 门前清 清一色 混一色 镜数对", "1122334455667m +7m"),
    ("清一色", "混一色", "2223499m [567m] [678m] +2m"),
    ("二数", "对对和 双同刻", "222m33p22s [222p] [333s] +3p"),
    ("四同顺", "四归 三同顺 二般高 一般高", "23m55p [234m] [234m] [234m] +4m"),
    ("三同顺", "一般高", "23m55p [234m] [234m] [678s] +4m"),
    ("二般高", "一般高", "23m55p [234m] [678s] [678s] +4m"),
    ("三同刻", "双同刻", "33m55p [333p] [333s] [678m] +3m"),
    ("三色同顺", "喜相逢", "23m55p [234s] [234p] [789m] +4m"),
    ("镜龙会", "喜相逢 镜同 双龙会 连六", "23m55s [567m] [234p] [567p] +4m"),
    ("镜龙会", "老少副", "12m55s [789m] [123p] [789p] +3m"),
    ("四连刻", "对对和 三连刻", "33m55p [444m] [555m] [666m] +3m"),
    ("四步高", "三步高 连六", "23m55p [345m] [456m] [567m] +4m"),
    ("四连环", "三连环 老少副", "12m44p [345m] [567m] [789m] +3m"),
    ("一气贯通", "连六 老少副", "12m55p [456m] [789m] [678s] +3m"),
    ("双龙会", "连六", "23m55s [567m] [345p] [678p] +4m"),
    ("双龙会", "老少副", "12m55s [789m] [123m] [789m] +3m"),
    ("三色步高", "三色连环", "12m99s [234p] [345s] [567p] +3m"),
    ("三色贯通", "连六", "12m22p [456p] [789s] [456m] +3m"),
    ("三色贯通", "老少副", "12m22p [456p] [789s] [789m] +3m"),
)

# 互斥: the fan that is counted, the one that is not, and a hand in which both hold.
EITHER_OR = (
    ("三步高", "三连环", "12m55p [234m] [345m] [567m] +3m"),
    ("一气贯通", "双龙会", "12m55p [456m] [456m] [789m] +3m"),
)

# 可加计, "may be added": the sentence, the fans that count together and how often, and the hand.
ADDED = (
    ("岭上开花 可加计杠", "岭上开花 杠", "23m456p22s [7777s] [678p] +4m | self kong"),
    ("岭上开花 可复合海底捞月", "岭上开花 海底捞月 杠", "23m456678p22s (7777s) +4m | self last_tile kong"),
    ("抢杠 可复合河底捞鱼", "抢杠 河底捞鱼", "23m456p22s [567s] [678p] +4m | last_tile kong"),
    ("四喜对 可加计七对", "四喜对 七对", "22m55p7sEESSWWNN +7s"),
    ("三元对 可加计七对", "三元对 七对", "2255m44p8sCCFFPP +8s"),
    ("镜数对 可加计七对", "镜数对 七对", "2288m4466p33577s +5s"),
    ("三同二对 可加计七对", "三同二对 七对", "22558m2255p2255s +8m"),
    ("镜同对 可加计七对", "镜同对 七对", "224466m224466pN +N"),
    ("七对 可复合番牌、混一色", "七对 三元对 番牌门风牌（对） 混一色", "22558mEECCFFPP +8m"),
    ("七对 可复合清一色", "七对 清一色", "1122446677889p +9p"),
    ("七对 可复合缺一门", "七对 缺一门", "1122446m667788p +6m"),
    ("七对 可复合混幺九", "七对 混幺九", "1199m1199p1sWWNN +1s"),
    ("七对 可复合三聚", "七对 三聚", "223344m2244p334s +4s"),
    ("七对 可复合四聚", "七对 四聚", "556677m5588p667s +7s"),
    ("十三幺 可加计番牌", "十三幺 番牌中（对）", "19m19p19sESWNCFP +C"),
    ("十三幺 可加计番牌门风牌", "十三幺 番牌门风牌（对）", "19m19p19sESWNCFP +E"),
    ("全不靠 可加计偶然类", "全不靠 自摸", "147m258p369sESWN +C | self"),
    ("九莲宝灯 可加计自摸", "九莲宝灯 自摸", "1112345678999p +1p | self"),
    ("九莲宝灯 可加计海底捞月", "九莲宝灯 海底捞月", "1112345678999p +2p | self last_tile"),
    ("九莲宝灯 可加计河底捞鱼", "九莲宝灯 河底捞鱼", "1112345678999p +3p | last_tile"),
    ("九莲宝灯 可加计天和", "九莲宝灯 天和", "1112345678999p +4p | self first_turn"),
    ("九莲宝灯 可加计地和", "九莲宝灯 地和", "1112345678999p +6p | seat=W first_turn"),
    ("字一色 可加计番牌、客风刻", "字一色 番牌發（刻） 番牌白（刻） 客风刻×2 对对和", "SSSWWNN [FFF] [PPP] +W"),
    ("清幺九 可加计三同刻", "清幺九 三同刻", "11m99p [111p] [999m] [999s] +9p"),
    ("清幺九 可加计镜同", "清幺九 镜同", "11m11s [999m] [111p] [999p] +1m"),
    ("清幺九 可加计暗刻", "清幺九 暗刻", "111m9p [111p] [999m] [999s] +9p"),
    ("清幺九 可加计四暗刻", "清幺九 四暗刻", "111999m1119p999s +9p"),
    ("混幺九 可加计对对和、幺九刻、客风刻、番牌", "混幺九 对对和 幺九刻×2 客风刻×2 番牌中（对）", "11mCC [999p] [NNN] [SSS] +1m"),
    ("大四喜 以幺九牌为雀头 可加计混幺九", "大四喜 混幺九", "99sNN [EEE] [SSS] [WWW] +N"),
    ("二数 可加计三同刻", "二数 三同刻", "22m33p [333s] [222p] [333m] +3p"),
    ("二数 可加计镜同", "二数 镜同", "222m33p22s [222p] [333m] +3p"),
    ("二数 可加计幺九刻", "二数 幺九刻×2", "11m55p [111p] [555s] [555m] +1m"),
    ("镜同 可复合喜相逢、双同刻", "镜同 喜相逢 双同刻", "23m55s [234p] [777p] [777m] +4m"),
    ("镜同 可复合两个喜相逢", "镜同 喜相逢×2", "23m99p [234p] [678p] [678m] +4m"),
    ("镜同 可复合两个双同刻", "镜同 双同刻×2", "222m55p33s [222p] [555m] +5p"),
    ("双龙会 两组可相同 可加计二般高", "双龙会 二般高", "23m55s [567m] [234m] [567m] +4m"),
    ("双龙会 两组可异色", "双龙会", "23m55s [567m] [345p] [678p] +4m"),
    ("四归 可计至多三次", "四归×3 三连刻", "23m55p [222m] [333m] [444m] +4m"),
    ("幺九刻 可计至多四次", "幺九刻×4 对对和", "11m55p [999m] [111p] [999s] +1m"),
    ("客风刻 每刻皆计", "客风刻×3", "23m55p [SSS] [WWW] [NNN] +4m"),
    ("双同刻 两组计两次", "双同刻×2", "33m55s [333p] [777s] [777p] +3m"),
    ("喜相逢 两组计两次", "喜相逢×2", "23m55s [234p] [678s] [678p] +4m"),
    ("喜相逢 两组须不相交", "喜相逢 一般高", "23m55p [234m] [234p] [678s] +4m"),
    ("连六 至多计一次", "连六 一般高", "12m55s [123m] [456m] [678p] +3m"),
    ("老少副 至多计一次", "老少副 一般高", "12m55s [123m] [789m] [678p] +3m"),
    ("一组连六、一组老少副 各计其一", "连六 老少副", "23m55s [567m] [123p] [789p] +4m"),
)

# 三色同顺 takes away 喜相逢 even where it would count twice.
CANCELLED_TWICE = "23m55p [234m] [234p] [234s] +4m"

# "All counted fans hold in one arrangement": both fans hold, but in two readings, and only the first counts.
ONE_READING = (
    ("二般高", "七对", "112233m445566p7s +7s"),
    ("三同顺", "三连刻", "22233344m55p [678s] +4m"),
)

# Fans that no reading has together, by their definitions.
NEVER_TOGETHER = (
    ("混带幺", "清带幺"),
    ("混带幺", "混幺九"),
    ("混带幺", "清幺九"),
    ("缺一门", "清一色"),
    ("缺一门", "混一色"),
    ("五门齐", "七对"),
    ("五门齐", "全不靠"),
    ("五门齐", "十三幺"),
    ("二般高", "七对"),
    ("三同顺", "三连刻"),
    ("自摸", "河底捞鱼"),
    ("自摸", "抢杠"),
)

# 门清跳翻: one 翻 more than the greatest fan, though 门前清 itself is not counted, and with a concealed kong.
CLOSED = (
    ("天和", "23m456678p22567s +4m | self first_turn"),
    ("地和", "23m456678p22567s +4m | seat=S first_turn"),
    ("四暗刻", "222888m4445p777s +5p"),
    ("七对", "1133m5577p2288sW +W"),
    ("全不靠", "147m258p369sESWN +C"),
    ("十三幺", "19m19p19sESWNCFP +1m"),
    ("九莲宝灯", "1112345678999s +5s"),
    ("门前清", "23m456678p22s (7777s) +4m"),
)

# 番牌 is one fan of as many 翻 as it has pungs: the hand and its 翻.
MERGED = (
    ("对子 1 翻", "234mE [345p] [567p] [678s] +E", 1),
    ("一刻 1 翻", "23m55p [EEE] [789p] [678s] +4m", 1),
    ("两刻 2 翻", "23m55p [EEE] [CCC] [678p] +4m", 2),
    ("两刻一对 2 翻", "23mFF [EEEE] [CCC] [678p] +4m", 2),
    ("三刻与混一色 3 + 3 得 4 翻", "2267m [EEE] [FFF] [PPP] +8m", 4),
)

HANDS = [
    *(hand for *_, hand in (*NOT_COUNTED, *EITHER_OR, *ADDED, *ONE_READING, *CLOSED)),
    CANCELLED_TWICE,
    *(hand for _, hand, _ in MERGED),
]

for_both_books = pytest.mark.parametrize("rules", LINGQUE)


@cache
def ids() -> dict[str, str]:
    """The id of every fan by the name of its row."""
    return {row.row_name: row.id for rules in LINGQUE for row in book(rules).rows}


def pairs(rules: str, table: tuple[tuple[str, str, str], ...]) -> list[tuple[str, str, str]]:
    """Each two fans of a table with their hand, if the edition has both."""
    found = [(fan, other, hand) for fan, others, hand in table for other in others.split()]
    return [row for row in found if {ids()[row[0]], ids()[row[1]]} <= book(rules).fans.keys()]


def with_both_fans(table: tuple[tuple[str, str, str], ...], link: str) -> pytest.MarkDecorator:
    rows = [pytest.param(rules, *row, id=f"{rules}: {row[0]} {link} {row[1]}") for rules in LINGQUE for row in pairs(rules, table)]
    return pytest.mark.parametrize(("rules", "fan", "other", "hand"), rows)


def scored_as_golden(hand: str, rules: str) -> Score:
    """The hand scored, its full result as it should be."""
    scored = score(hand, rules)
    assert result(scored) == GOLDENS[rules][hand], scored.text("en")
    return scored


def named(fans: str) -> dict[str, int]:
    """``"喜相逢×2 镜同"`` by id."""
    return {ids()[name]: int(count or 1) for name, _, count in (fan.partition("×") for fan in fans.split())}


@with_both_fans(NOT_COUNTED, "不计")
def test_a_fan_that_follows_from_another_is_not_counted(rules: str, fan: str, other: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    assert ids()[fan] in scored.counts, scored.text("en")
    assert ids()[other] not in scored.counts, scored.text("en")
    refused = {refused.fan.row_name: refused for refused in scored.refused}
    assert (refused[other].by.row_name, refused[other].follows) == (fan, True), scored.text("en")


@with_both_fans(EITHER_OR, "互斥")
def test_of_two_fans_that_exclude_each_other_one_is_counted(rules: str, fan: str, other: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    assert ids()[fan] in scored.counts, scored.text("en")
    refused = {refused.fan.row_name: refused for refused in scored.refused}
    assert (refused[other].by.row_name, refused[other].follows) == (fan, False), scored.text("en")


@for_both_books
def test_镜同_与_双龙会_互斥(rules: str) -> None:
    """Where both hold 镜龙会 counts, so neither is seen to refuse the other; but without this rule they would be worth more than it."""
    exclusions = book(rules).exclusions
    assert exclusions["reflected_sets", "double_dragons"] is exclusions["double_dragons", "reflected_sets"] is False
    scored = scored_as_golden("23m55s [567m] [234p] [567p] +4m", rules)
    refused = {refused.fan.id: refused.by.id for refused in scored.refused}
    assert refused["reflected_sets"] == refused["double_dragons"] == "reflected_dragons"


@for_both_books
def test_三色同顺_不计_every_喜相逢(rules: str) -> None:
    scored = scored_as_golden(CANCELLED_TWICE, rules)
    refused = {refused.fan.id: refused for refused in scored.refused}["two_suit_chows"]
    assert (refused.count, refused.by.id) == (2, "mixed_triple_chow")


@for_both_books
def test_every_declared_exclusion_is_in_these_tables(rules: str) -> None:
    declared = {(row.id, other) for row in book(rules).rows for other in (*book(rules).excluded_by(row), *row.against)}
    shown = {(ids()[fan], ids()[other]) for fan, other, _ in pairs(rules, (*NOT_COUNTED, *EITHER_OR))}
    beside_nine_gates = {pair for pair in declared if pair[0] == "nine_gates"}  # its own test finds which of them can hold
    assert declared - shown - beside_nine_gates == {("reflected_sets", "double_dragons")}
    assert shown <= declared


@for_both_books
def test_九莲宝灯_refuses_all_that_can_hold_with_it_but_偶然(rules: str) -> None:
    rows = book(rules).rows
    circumstances = ("", "| self", "| self last_tile", "| last_tile", "| self first_turn", "| seat=S first_turn")
    wins = [score(f"1112345678999s +{number}s {option}", rules) for number in range(1, 10) for option in circumstances]
    beside = {rows[number].row_name for scored in wins for reading in scored.readings for number in reading.held}
    accidental = {row.row_name for row in rows if row.category.name == "偶然"}
    shown = {other for fan, others, _ in NOT_COUNTED if fan == "九莲宝灯" for other in others.split()}
    assert beside - accidental - {"九莲宝灯"} == shown
    assert all(scored.counts.keys() <= {"nine_gates", *(ids()[name] for name in accidental)} for scored in wins)


@pytest.mark.parametrize(
    ("rules", "fans", "hand"),
    [
        pytest.param(rules, fans, hand, id=f"{rules}: {sentence}")
        for rules in LINGQUE
        for sentence, fans, hand in ADDED
        if named(fans).keys() <= book(rules).fans.keys()
    ],
)
def test_these_fans_count_together(rules: str, fans: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    assert named(fans).items() <= scored.counts.items(), scored.text("en")


@for_both_books
@pytest.mark.parametrize(("fan", "other", "hand"), [pytest.param(*row, id=f"{row[0]}, {row[1]}") for row in ONE_READING])
def test_all_fans_hold_in_one_reading(rules: str, fan: str, other: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    number = scored.rules.numbers
    assert ids()[fan] in scored.counts, scored.text("en")
    assert ids()[other] not in scored.counts, scored.text("en")
    assert any(number[ids()[other]] in reading.counted for reading in scored.others)


@cache
def held_together(rules: str) -> frozenset[frozenset[str]]:
    """Every two fans that some reading of a golden hand or of a random win has, with each fan alone."""
    random = Random(28)
    wins = [notation.read(hand) for hand in GOLDENS[rules]] + [random_win(random) for _ in range(2000)]
    rows = book(rules).rows
    pairs: set[frozenset[str]] = set()
    for hand, win in wins:
        for reading in Score(hand, win, book(rules)).readings:
            names = [rows[number].row_name for number in reading.held]
            pairs.update(frozenset((one, other)) for one in names for other in names)
    return frozenset(pairs)


@for_both_books
@pytest.mark.parametrize(("fan", "other"), [pytest.param(*row, id=f"{row[0]}, {row[1]}") for row in NEVER_TOGETHER])
def test_these_fans_never_meet(rules: str, fan: str, other: str) -> None:
    met = held_together(rules)
    assert frozenset((fan, other)) not in met
    assert all(frozenset((one,)) in met or ids()[one] not in book(rules).fans for one in (fan, other))


@for_both_books
@pytest.mark.parametrize(("fan", "hand"), [pytest.param(*row, id=row[0]) for row in CLOSED])
def test_a_concealed_hand_always_has_one_翻_more(rules: str, fan: str, hand: str) -> None:
    scored = scored_as_golden(hand, rules)
    assert ids()[fan] in scored.counts
    assert ("concealed_hand" in scored.counts) == (fan == "门前清")
    assert scored.fan == max(counted.fan.fan for counted in scored.fans) + 1, scored.text("en")


@for_both_books
@pytest.mark.parametrize(("hand", "fan"), [pytest.param(hand, fan, id=sentence) for sentence, hand, fan in MERGED])
def test_番牌_is_one_fan_of_as_many_翻_as_pungs(rules: str, hand: str, fan: int) -> None:
    scored = scored_as_golden(hand, rules)
    assert scored.fan == fan, scored.text("en")
