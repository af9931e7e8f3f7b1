"""The main table of Woods Hole, 1 to 5 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import EIGHT_FLOWERS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.base import HAND, WINNING
from quepu.rules.woodshole.book import T1, T2, T3, T5, book
from quepu.tiles import DRAGON_KINDS, EYE_KINDS, HONOUR_KINDS, NUMBERED, ONE_KINDS, OUTSIDE_CHOWS, SIMPLE_KINDS, TERMINAL_KINDS, WIND_KINDS


def self_draw(f: Facts) -> int:
    """Won on a tile of one's own drawing."""
    return f.self_drawn


book.fan(
    self_draw, "自摸", "Self-drawn",
    zh="和自己摸到的牌。",
    fan=1, category=T1, scope=WINNING, self_drawn=True,
    yes=("23m55p [678p] [567s] [345s] +4m | self", "1133m5577p2288sW +W | self"),
    no=("23m55p [678p] [567s] [345s] +4m", "23m55p [6666p] [567s] [345s] +4m | self kong"),
)  # fmt: skip


def seat_and_round_wind(f: Facts) -> int:
    """A pung of the seat wind, and one of the round wind; a wind that is both counts twice."""
    return (f.pungs >> 27 + f.seat & 1) + (f.pungs >> 27 + f.round & 1)


book.fan(
    seat_and_round_wind, "坐圈风碰", "Seat or Round Wind",
    zh="门风成碰，圈风成碰，各计一次；同一风兼为两者计两次。",
    fan=1, category=T1, shape=STANDARD, pungs=1, honours=True, sees=("round",),
    yes=("44m123p77s [999m] [EEE] +7s", "666999m222pEEEF +F"),
    no=("4m [777s] [333m] [222p] [999m] +4m", "26699m22pEEEEFF +2m | self"),
)  # fmt: skip


def dragon_pung(f: Facts) -> int:
    """A pung of dragons."""
    return f.pungs & DRAGON_KINDS != 0


book.fan(
    dragon_pung, "大一元", "Dragon Pung",
    zh="中、发、白之一成碰。",
    fan=1, category=T1, shape=STANDARD, pungs=1, honours=True,
    yes=("1113m666pNNNCCC +3m", "111m777pWNNNFFF +W"),
    no=("113377mNNNNCCC +C | self", "1111m777pWWWWNN +7p"),
)  # fmt: skip


def only_wait(f: Facts) -> int:
    """Exactly one kind of tile wins. A tile of which the hand has all four cannot win."""
    if f.shape == THIRTEEN_ORPHANS:
        return not f.pairs >> f.winning & 1
    return f.shape == STANDARD and f.only_wait == 1


book.fan(
    only_wait, "独听", "Only Wait",
    zh="只有一种牌可和；手中已有四张的牌不算。",
    fan=1, category=T1, scope=WINNING, sees=("wait",),
    yes=("111333m999sSSSW +W", "111777m999pNNNP +P"),
    no=("111m11p999sSSSWW +1p", "111999m999pNNPP +P"),
)  # fmt: skip


def all_simples(f: Facts) -> int:
    """No ones, nines or honours."""
    return f.shape == STANDARD and f.only(SIMPLE_KINDS)


book.fan(
    all_simples, "断幺", "All Simples",
    zh="没有幺，也没有字。",
    fan=1, category=T1, scope=HAND, shape=STANDARD, honours=False,
    yes=("345m3356667s [456p] +3s", "2334444555666s +6s"),
    no=("345m345sF [456p] [567s] +F", "1133444456666s +5s"),
)  # fmt: skip


def eye_pair(f: Facts) -> int:
    """The pair is a two, five or eight."""
    return f.shape == STANDARD and f.pairs & EYE_KINDS != 0


book.fan(
    eye_pair, "258将", "258 Pair",
    zh="以二、五、八为将。",
    fan=1, category=T1, shape=STANDARD,
    yes=("111777m8999p444s +8p", "1223333444555s +5s"),
    no=("7779m999p444s (6666p) +9m", "1233344445555s +2s"),
)  # fmt: skip


def last_copy(f: Facts) -> int:
    """Won on the last tile of its kind."""
    return f.last_copy


book.fan(
    last_copy, "绝张", "Last Copy",
    zh="和的是该种牌的最后一张。",
    fan=1, category=T1, scope=WINNING, sees=("last_copy",),
    yes=("23m55p [678p] [567s] [345s] +4m | last_copy", "119m19p19sESWNCF +P | last_copy"),
    no=("23m55p [678p] [567s] [345s] +4m", "23m55p [678p] [567s] [345s] +4m | kong last_copy"),
)  # fmt: skip


def concealed_hand(f: Facts) -> int:
    """Nothing claimed from others, won either way; concealed kongs are allowed."""
    return f.claimed == 0 and f.shape != EIGHT_FLOWERS


book.fan(
    concealed_hand, "门清", "Concealed Hand",
    zh="没有吃、碰、明杠，自摸、点和都算。",
    fan=2, category=T2, scope=HAND, closed=True,
    yes=("67m677889p456sCC +5m", "112233m23345pPP +1p"),
    no=("77899p456sCC [678p] +8p", "22234m12334p [123m] +5p"),
)  # fmt: skip


def all_chows(f: Facts) -> int:
    """Four chows and a pair that is not of honours."""
    return f.chow_count == 4 and f.only(NUMBERED)


book.fan(
    all_chows, "平胡", "All Chows",
    zh="四副顺子，不带字。",
    fan=2, category=T2, scope=HAND, shape=STANDARD, chows=4, honours=False,
    yes=("1223444m123p [123s] +3m", "1111222233334m +4m"),
    no=("122334444m1223p +2p", "1111222334m [345m] +2m"),
)  # fmt: skip


def missing_suit(f: Facts) -> int:
    """No honours, and two suits at most."""
    return f.shape == STANDARD and f.only(NUMBERED) and f.suit_count() <= 2


book.fan(
    missing_suit, "缺一门", "One Voided Suit",
    zh="没有字，序数牌不超过两色。",
    fan=2, category=T2, scope=HAND, shape=STANDARD, honours=False,
    yes=("66m67788999p [999m] +6m", "1113334p555999s +4p"),
    no=("666m5566778899p +6m", "4m333p555999s (4444p) +4m"),
)  # fmt: skip


def two_terminal_chows(f: Facts) -> int:
    """123 and 789 of a suit; counted for each two chows."""
    found = 0
    for suit in range(3):
        found += min(f.chow_copies(9 * suit), f.chow_copies(9 * suit + 6))
    return found


book.fan(
    two_terminal_chows, "老少", "Two Terminal Chows",
    zh="同色的 123 与 789；有几组计几次。",
    fan=2, category=T2, shape=STANDARD, chows=2,
    yes=("6789m567789p [123p] +9m", "13789p345888sNN +2p"),
    no=("56677899m56778p +9p", "12378p34555588s +6p | self"),
)  # fmt: skip


def two_terminal_pungs(f: Facts) -> int:
    """111 and 999 of a suit; counted for each two pungs."""
    return f.size(f.pungs & f.pungs >> 8 & ONE_KINDS)


book.fan(
    two_terminal_pungs, "老少碰", "Old and Young Pungs",
    zh="同色的 111 与 999；有几组计几次。",
    fan=2, category=T2, shape=STANDARD, pungs=2,
    yes=("111999m111999p1s +1s", "111999m11p11199s +9s"),
    no=("11m11199p [111s] [444m] +1m", "11m111777p11999s +1m"),
)  # fmt: skip


def melded_hand(f: Facts) -> int:
    """Four sets claimed from others, waiting on the pair."""
    return f.shape == STANDARD and f.claimed == 4


book.fan(
    melded_hand, "金鸡独立", "Melded Hand",
    zh="四副都是吃、碰或明杠，单钓将牌。",
    fan=2, category=T2, scope=HAND, shape=STANDARD,
    excludes=("only_wait",),
    yes=("P [123p] [444s] [234p] [345p] +P", "C [222m] [999m] [444s] [SSS] +C"),
    no=("35p44s [234p] [234s] [123p] +4p", "22mCC [666m] (9999m) [444s] +2m"),
)  # fmt: skip


def two_suit_straight(f: Facts) -> int:
    """123, 456 and 789 in two suits."""
    found = 0
    for a in range(3):
        for b in range(3):
            for c in range(3):
                if (a == b) + (b == c) + (c == a) == 1:
                    found |= f.chows >> 9 * a & f.chows >> 9 * b + 3 & f.chows >> 9 * c + 6 & 1
    return found


book.fan(
    two_suit_straight, "二色龙", "Two-suit Straight",
    zh="123、456、789 分属两色。",
    fan=2, category=T2, shape=STANDARD, chows=3,
    yes=("1333p789s [345s] [456s] +2p", "1239m678p [456m] [789p] +9m"),
    no=("2333p [234s] [456s] [345p] +1p", "23499m67788p [456m] +6p"),
)  # fmt: skip


def insect_ready(f: Facts) -> int:
    """Declared ready after four discards of one's own, and nothing changed since. The dealer's first discard is free."""
    return f.ready == 5


book.fan(
    insect_ready, "虫听", "Insect Ready",
    zh="自己打过四次牌后叫听，此后不换牌；庄家的第一打不算。",
    fan=3, category=T3, scope=HAND, sees=("ready",),
    yes=("23m456678p55567s +4m | ready=insect", "1133m5577p2288sW +W | self ready=insect"),
    no=("23m456678p55567s +4m", "23m456678p55567s +4m | ready=heaven"),
)  # fmt: skip


def two_winds(f: Facts) -> int:
    """Pungs of two winds."""
    return f.size(f.pungs & WIND_KINDS) >= 2


book.fan(
    two_winds, "大二风", "Two Winds",
    zh="两种风牌成碰。",
    fan=3, category=T3, shape=STANDARD, pungs=2, honours=True,
    yes=("111m6667pSSSWWW +7p", "222666mWWWNNNF +F"),
    no=("445566667pSSWW +7p", "226m66sWWNNCCFF +6m"),
)  # fmt: skip


def little_two_dragons(f: Facts) -> int:
    """A pung of one dragon and a pair of another."""
    return f.pungs & DRAGON_KINDS != 0 and f.pairs & DRAGON_KINDS != 0


book.fan(
    little_two_dragons, "小二元", "Little Two Dragons",
    zh="一种箭牌成碰，另一种作将。",
    fan=3, category=T3, shape=STANDARD, pungs=1, honours=True,
    excludes=("dragon_pung",),
    yes=("222m444pWWWFFFP +P", "333555mNNNFPPP +F"),
    no=("111222m44pWWWFF +4p", "3344mNNNFFFPPP +3m"),
)  # fmt: skip


def mixed_straight(f: Facts) -> int:
    """123, 456 and 789 in three suits."""
    return f.in_three_suits(f.chows, 3)


book.fan(
    mixed_straight, "三色龙", "Mixed Straight",
    zh="123、456、789 分属三色。",
    fan=3, category=T3, shape=STANDARD, chows=3,
    yes=("9m [567p] [789s] [456p] [123m] +9m", "456m1237p456789s +7p"),
    no=("9m [888s] [345m] [345p] [678p] +9m | self", "456m77p35s [789s] [678s] +4s"),
)  # fmt: skip


def half_flush(f: Facts) -> int:
    """One suit, and honours."""
    return f.shape == STANDARD and f.kinds & HONOUR_KINDS != 0 and f.suit_count() == 1


book.fan(
    half_flush, "混一色", "Half Flush",
    zh="一色序数牌加字。",
    fan=5, category=T5, scope=HAND, shape=STANDARD, honours=True,
    yes=("22223334444mSS +3m", "123444567pNNCC +N"),
    no=("2222333344445m +5m", "24pNN [789p] [456p] [789s] +3p"),
)  # fmt: skip


def little_three_winds(f: Facts) -> int:
    """Pungs of two winds and a pair of a third."""
    return f.size(f.pungs & WIND_KINDS) >= 2 and f.pairs & WIND_KINDS != 0


book.fan(
    little_three_winds, "小三风", "Little Three Winds",
    zh="两种风牌成碰，第三种作将。",
    fan=5, category=T5, shape=STANDARD, pungs=2, honours=True,
    excludes=("two_winds",),
    yes=("33pNN [SSS] [333m] [WWW] +3p", "111m333sEWWWNNN +E"),
    no=("SSNN [123p] [333p] [333m] +S", "111m333sEENNNFF +E"),
)  # fmt: skip


def outside_hand(f: Facts) -> int:
    """Every set and the pair holds a one, a nine or an honour."""
    return f.shape == STANDARD and f.chows & ~OUTSIDE_CHOWS == 0 and (f.pungs | f.pairs) & ~(TERMINAL_KINDS | HONOUR_KINDS) == 0


book.fan(
    outside_hand, "混带幺", "Outside Hand",
    zh="每副牌和将都带幺或字。",
    fan=5, category=T5, scope=HAND, shape=STANDARD,
    yes=("11122223333sPP +1s", "77778888999sCC +9s"),
    no=("1112222333344s +1s", "7778889999s (CCCC) +7s"),
)  # fmt: skip


def all_pungs(f: Facts) -> int:
    """Four pungs or kongs."""
    return f.pung_count == 4


book.fan(
    all_pungs, "碰碰胡", "All Pungs",
    zh="四副碰（杠）。",
    fan=5, category=T5, scope=HAND, shape=STANDARD, pungs=4,
    yes=("111333m3388s [666p] +8s", "111333p66777sSS +S"),
    no=("11113333m888sWW +8s", "1113333p667788s +2p"),
)  # fmt: skip


def all_types(f: Facts) -> int:
    """Tiles of the three suits, winds and dragons."""
    return f.colour_count() == 5 and f.shape != EIGHT_FLOWERS


book.fan(
    all_types, "五门齐", "All Types",
    zh="萬、饼、条、风、箭都有。",
    fan=5, category=T5, scope=HAND, honours=True,
    yes=("222m3p444sWWWPPP +3p", "777m111p333sSCCC +S"),
    no=("3pWWW [PPP] [CCC] [222m] +3p", "77m1111p333sCCCC +3s"),
)  # fmt: skip
