"""Each rule book for those who know another one: what is different, from the books themselves, and hands to compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quepu.rules import book
from quepu.rules.base import RuleBook
from quepu.rules.family import Combinations, FuTimesFan, Percentages
from quepu.rules.play import AS_FIRST
from quepu.texts import Text

EXAMPLE_POINTS = 24
"""The points of the win by which the payments are shown."""


@dataclass(frozen=True)
class BookLesson:
    """A book for players of another one."""

    rules: str
    known: str
    lead: Text
    hands: tuple[str, ...]
    """Hands that are worth more, or less, than in the other book."""

    def facts(self) -> list[tuple[Text, Text]]:
        """What is different in counting, paying and playing: in this book, in the other one."""
        new, old = book(self.rules), book(self.known)
        pairs = [(words(new), words(old)) for words in (_minimum, _counting, _payments)]
        pairs += [
            (words(getattr(new.play, name)), words(getattr(old.play, name))) for name, words in _PLAY.items() if _matters(name, new, old)
        ]
        return [(of_new, of_old) for of_new, of_old in pairs if of_new != of_old]


def _minimum(rules: RuleBook) -> Text:
    return (f"{rules.minimum} 分起和", f"{rules.minimum} points to win") if rules.minimum else ("不设起和", "no minimum")


_COUNTING: dict[type, Text] = {
    FuTimesFan: ("副相加，再乘翻", "fu add up and are multiplied by the greatest multiplier"),
    Combinations: ("番种的分数相加", "the points of the fans add up"),
    Percentages: ("番数相加，再按百分比加成", "points add up, then percentages raise them"),
}


def _counting(rules: RuleBook) -> Text:
    return _COUNTING[type(rules.family)]


def _payments(rules: RuleBook) -> Text:
    """Who pays for a win of 24 points that is not the dealer's."""
    settle = rules.family.settlement.settle
    dealer, _, discarder, other = (-paid for paid in settle(1, 2, EXAMPLE_POINTS, (0, 0, 1, 0)))
    own_dealer, _, own_other, _ = (-paid for paid in settle(1, None, EXAMPLE_POINTS, (0, 0, 0, 0)))
    if dealer != other:
        return (
            f"{EXAMPLE_POINTS} 分：庄家付 {dealer}，闲家各付 {other}，点炮和自摸都一样",
            f"for {EXAMPLE_POINTS} points: the dealer pays {dealer}, the others {other} each, whoever discarded",
        )
    return (
        f"{EXAMPLE_POINTS} 分：点炮付 {discarder}，另两家各付 {other}；自摸三家各付 {own_other}",
        f"for {EXAMPLE_POINTS} points: the discarder pays {discarder}, the others {other} each; on a self-draw all pay {own_dealer}",
    )


def _either(yes: Text, no: Text) -> Callable[[Any], Text]:
    return lambda value: yes if value else no


_PLAY: dict[str, Callable[[Any], Text]] = {
    "tiles": lambda tiles: (
        f"{tiles} 张牌" + ("，连同八张花牌" if tiles == 144 else "，一般不用花牌"),
        f"{tiles} tiles, " + ("with the eight flowers" if tiles == 144 else "usually without flowers"),
    ),
    "chosen_flowers": _either(
        ("花牌可以先留着，想补再补", "flowers may be kept, and replaced later"),
        ("摸到花牌立刻亮出来补牌", "flowers are laid down and replaced at once"),
    ),
    "eight_flowers": _either(("集齐八张花就和", "all eight flowers win"), ("集齐八张花也不算和", "eight flowers win nothing")),
    "has_round_wind": _either(
        ("圈风、门风都算", "the winds of the round and of the seat count"), ("只看门风，不看圈风", "only the wind of the seat counts")
    ),
    "dealer_stays": _either(("庄家和牌就连庄", "a dealer who wins deals again"), ("庄家和了也要下庄", "the deal passes on, whoever wins")),
    "seatings": lambda seatings: (
        ("座位不换", "players keep their seats")
        if set(seatings) == {AS_FIRST}
        else ("打完一圈或两圈要换座位", "players change seats between rounds")
    ),
    "kong_after_claim": _either(
        ("吃、碰之后也能马上暗杠、加杠", "a concealed or added kong may also follow a chow or pung"),
        ("摸牌之后才能暗杠、加杠", "a concealed or added kong only follows a draw"),
    ),
    "shows_concealed_kongs": _either(
        ("暗杠要亮给大家看", "concealed kongs are shown"),
        ("暗杠扣着，这一手结束才翻开", "concealed kongs stay face down until the deal ends"),
    ),
    "plays_on": _either(
        ("牌墙摸完以后还可以吃、碰", "with the wall empty, sets may still be claimed"),
        ("牌墙摸完以后只许和", "with the wall empty, only a win is allowed"),
    ),
    "ready_limit": lambda limit: (
        ("没有报听", "ready is not declared")
        if limit < 0
        else (f"换牌不超过 {limit} 张就听，可以报听加番", f"ready may be declared after at most {limit} exchanges, for more points")
    ),
    "may_decline": _either(("最后一张牌可以不摸", "the last tile may be declined"), ("最后一张牌必须摸", "the last tile must be drawn")),
}


def _matters(name: str, new: RuleBook, old: RuleBook) -> bool:
    """Whether a rule of play is worth a line: those about flowers are, where both books play with them."""
    assert new.play is not None
    assert old.play is not None
    return name not in ("chosen_flowers", "eight_flowers") or new.play.tiles == old.play.tiles == 144


BOOK_LESSONS = (
    BookLesson(
        "lingque28", "guobiao",
        (
            "国标的番种是相加，灵雀是副相加、再乘翻。所以先想“翻”：有一个高翻的番种，别的小番添的每一副都会跟着翻上去。",
            "In Guobiao, the points of fans add up. In Lingque the fu of fans add up and are multiplied. "
            "So think of the multiplier first: beside one fan with a large one, the fu of every small fan are multiplied.",
        ),
        ("12345678m22p [EEE] +9m", "123m456p78s22p [SSS] +9s", "34m345p345s66p789s +5m"),
    ),
    BookLesson(
        "lingque26", "lingque28",
        (
            "打法和第二十八版几乎一样。不同的只是少数番种：没有五门齐，三色贯通少一翻，几个大番的副数高一些。",
            "It plays almost like the 28th edition. Only a few fans differ: there is no All Types 五门齐, "
            "a Mixed Straight 三色贯通 has a multiplier one lower, and some great hands have more fu.",
        ),
        ("123m456p78s22p [SSS] +9s", "1112345678999m +5m | self", "EESSWWNNCCFFP +P"),
    ),
    BookLesson(
        "guobiao", "lingque28",
        (
            "习惯了灵雀的乘法，打国标要换个想法：分数只是相加，8 分得靠几个番种凑起来；点炮的一个人付清，另外两家只付底。",
            "Used to multiplying? In Guobiao the points only add up, so 8 points are collected from several fans. "
            "The discarder pays them alone; the other two pay only the base.",
        ),
        ("123m456p78s22p [SSS] +9s", "2233444s [666s] [FFF] +3s", "1133m5577p2288sW +W"),
    ),
    BookLesson(
        "guobiao98", "guobiao",
        (
            "和现在通行的国标只差几处。最常碰到的是七对自摸：1998 年的表只加自摸，不另计不求人。组合龙也只在全不靠里认。",
            "It differs from today's Guobiao in a few places. The most common: seven pairs, self-drawn, "
            "count Self-Drawn 自摸 and not Fully Concealed Hand 不求人. A Knitted Straight 组合龙 is known inside a knitted hand only.",
        ),
        ("1133m5577p2288sW +W | self", "2233444s [666s] [FFF] +3s", "1199m [111p] [999s] [999p] +1m"),
    ),
    BookLesson(
        "woodshole", "guobiao",
        (
            "没有起和，成牌就能和，所以可以求快；番数小，靠百分比加成和报听放大。三家都付、庄家加倍，做庄时输赢都大。",
            "There is no minimum, so speed pays. Points are few; percentages and ready declarations raise them. "
            "All three pay and the dealer double, so much is at stake when you deal.",
        ),
        ("23456m567p33s [CCC] +1m", "1133m5577p2288sW +W", "12345678m22p [EEE] +9m"),
    ),
)  # fmt: skip
"""One for each book, in the order of the books."""
