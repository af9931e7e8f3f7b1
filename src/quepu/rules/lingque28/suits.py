"""灵雀 28, 丙 7–9: 花色类, 序数类, 全体关联类."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import PUNG, SEVEN_PAIRS, STANDARD
from quepu.rules.base import EVERY_OTHER, HAND
from quepu.rules.lingque28.book import NUMBERS, SUITS, WHOLE, book
from quepu.tiles import DRAGON_KINDS, HONOUR_KINDS, WIND_KINDS

# 7 花色类


def nine_gates(f: Facts) -> int:
    """1112345678999 of one suit in hand, completed by any tile of the suit."""
    return f.is_nine_gates()


book.fan(
    nine_gates, "九莲宝灯", "Nine Gates",
    zh="手中为一色的 1112345678999，和同色任意一张。",
    fu=112, fan=5, category=SUITS, scope=HAND, shape=STANDARD, honours=False, closed=True, suits=1,
    excludes=(EVERY_OTHER, "偶然"),
    yes=("1112345678999s +5s", "1112345678999p +1p | self"),
    no=("1112345567899s +9s", "1112345678889s +9s"),
)  # fmt: skip


def seven_shifted_pairs(f: Facts) -> int:
    """Seven pairs of one suit with consecutive numbers."""
    return f.shape == SEVEN_PAIRS and f.in_sequence(f.pairs, 1, 7) != 0


book.fan(
    seven_shifted_pairs, "连七对", "Seven Shifted Pairs",
    zh="一色连续七个序数的对子。",
    fu=88, fan=5, category=SUITS, scope=HAND, shape=SEVEN_PAIRS, honours=False, suits=1,
    excludes=("seven_pairs", "concealed_hand", "full_flush", "half_flush", "mirrored_pairs"),
    yes=("1122334455667m +7m", "3344556677889s +9s"),
    no=("1122334455668m +8m", "112233445566m7p +7p"),
)  # fmt: skip


def full_flush(f: Facts) -> int:
    """Numbered tiles of one suit alone."""
    return f.suit_count() == 1 and f.kinds & HONOUR_KINDS == 0


book.fan(
    full_flush, "清一色", "Full Flush",
    zh="全部是一种花色的序数牌。",
    fu=24, fan=4, category=SUITS, scope=HAND, honours=False, suits=1,
    excludes=("half_flush",),
    yes=("2355m [234m] [678m] [666m] +4m", "1122446677889p +9p"),
    no=("2355m [234m] [678m] [EEE] +4m", "2355p [234m] [678m] [666m] +4p"),
)  # fmt: skip


def half_flush(f: Facts) -> int:
    """Numbered tiles of at most one suit, with honours or without."""
    return f.suit_count() <= 1


book.fan(
    half_flush, "混一色", "Half Flush",
    zh="序数牌至多一种花色，可有字牌。",
    fu=8, fan=3, category=SUITS, scope=HAND, at_most_one_suit=True,
    yes=("2355m [234m] [678m] [EEE] +4m", "1122446677mSSW +W"),
    no=("2355m [234m] [678p] [EEE] +4m", "2355m [234m] [678m] [666m] +4m"),
)  # fmt: skip


def missing_suit(f: Facts) -> int:
    """Numbered tiles of exactly two suits alone."""
    return f.suit_count() == 2 and f.kinds & HONOUR_KINDS == 0


book.fan(
    missing_suit, "缺一门", "One Voided Suit",
    zh="没有字牌，恰有两种花色。",
    fu=2, fan=1, category=SUITS, scope=HAND, honours=False, suits=2,
    yes=("2355m [678p] [678m] [333p] +4m", "1122446m667788p +6m"),
    no=("2355m [678p] [678m] [333s] +4m", "23mSS [678p] [678m] [333p] +4m"),
)  # fmt: skip


def all_types(f: Facts) -> int:
    """Four sets and a pair with tiles of all three suits, winds and dragons."""
    return f.shape == STANDARD and f.suit_count() == 3 and f.kinds & WIND_KINDS != 0 and f.kinds & DRAGON_KINDS != 0


book.fan(
    all_types, "五门齐", "All Types",
    zh="四面子一雀头，三种花色、风牌、三元牌俱全。",
    fu=4, fan=3, category=SUITS, scope=HAND, shape=STANDARD, honours=True, suits=3,
    yes=("23mSS [FFF] [678p] [345s] +4m", "23m88p [PPP] [NNN] [345s] +4m"),
    no=("23mCC [FFF] [678p] [345s] +4m", "EECC22m55p44s77s8s +8s"),
)  # fmt: skip


# 8 序数类


def two_numbers(f: Facts) -> int:
    """Numbered tiles of exactly two numbers alone."""
    return f.number_count() == 2 and f.kinds & HONOUR_KINDS == 0


book.fan(
    two_numbers, "二数", "Two Numbers",
    zh="没有字牌，恰有两种序数。",
    fu=48, fan=5, category=NUMBERS, scope=HAND, honours=False, at_most_numbers=3,
    excludes=("all_pungs", "double_pung"),
    yes=("22m33p [333s] [222p] [333m] +3p", "66m88p [888s] [666p] [666s] +8p"),
    no=("22m33p [333s] [222p] [444m] +3p", "11m99p [111p] [999m] [999s] +9p"),
)  # fmt: skip


def three_numbers(f: Facts) -> int:
    """Numbered tiles of exactly three consecutive numbers alone."""
    return f.kinds & HONOUR_KINDS == 0 and f.number_count() == 3 and f.numbers() & f.numbers() >> 1 & f.numbers() >> 2 != 0


book.fan(
    three_numbers, "三聚", "Three Numbers",
    zh="没有字牌，恰有相连的三种序数。",
    fu=24, fan=3, category=NUMBERS, scope=HAND, honours=False, at_most_numbers=3,
    yes=("23m22p [234s] [333p] [444s] +4m", "2233m2244p334s44m +4s"),
    no=("23m22p [234s] [333p] [555s] +4m", "55m77p [555s] [777s] [888s] +7p"),
)  # fmt: skip


def four_numbers(f: Facts) -> int:
    """Numbered tiles of exactly four consecutive numbers alone."""
    numbers = f.numbers()
    return f.kinds & HONOUR_KINDS == 0 and f.number_count() == 4 and numbers & numbers >> 1 & numbers >> 2 & numbers >> 3 != 0


book.fan(
    four_numbers, "四聚", "Four Numbers",
    zh="没有字牌，恰有相连的四种序数。",
    fu=8, fan=3, category=NUMBERS, scope=HAND, honours=False, at_most_numbers=4,
    yes=("23m22p [234s] [333p] [345s] +4m", "5566m5588p667s77m +7s"),
    no=("23m22p [234s] [333p] [456s] +4m", "23m22p [234s] [333p] [444s] +4m"),
)  # fmt: skip


def nine_numbers(f: Facts) -> int:
    """Numbered tiles alone, all nine numbers, none of them shared by two sets or by a set and the pair. (So two chows, two pungs and
    the pair.)"""
    return f.kinds & HONOUR_KINDS == 0 and f.chow_count == 2 and f.pung_count == 2 and f.numbers() == 511


book.fan(
    nine_numbers, "九数贯通", "Nine Numbers",
    zh="没有字牌，九种序数俱全，各面子与雀头之间序数互不重复（故为两顺两刻一雀头）。",
    fu=12, fan=3, category=NUMBERS, scope=HAND, chows=2, pungs=2, honours=False,
    yes=("23m55p [111s] [678p] [999s] +4m", "12m99p [456s] [777p] [888s] +3m"),
    no=("23m55p [111s] [678p] [888s] +4m", "23mNN [111s] [678p] [999s] +4m"),
)  # fmt: skip


# 9 全体关联类


def mirrored(f: Facts) -> int:
    """Numbered tiles alone, four sets and a pair that are symmetric: turned about some middle, every suit for itself, they are again a
    reading of this hand with its melds fixed. Open or concealed, kong or pung does not matter."""
    if f.shape != STANDARD or f.kinds & HONOUR_KINDS:
        return 0
    ends = _ends(f.numbers())
    for kind in range(27):
        n = kind % 9
        tiles = f.total[kind] - (f.kongs >> kind & 1)
        if tiles:
            image = kind - n + ends - n
            if f.total[image] - (f.kongs >> image & 1) != tiles:
                return 0
    # The image has the same tiles. It is a reading of the hand if every meld is in it, that is, if the image of every meld
    # is in the hand's own reading.
    for i in range(f.meld_count):
        code = f.melds[i]
        kind = code & 63
        image = kind - kind % 9 + ends - kind % 9
        if code >= PUNG:
            if f.pungs >> image & 1 == 0:
                return 0
        else:
            copies = 0
            for j in range(f.meld_count):
                if f.melds[j] == code:
                    copies += 1
            if f.chow_copies(image - 2) < copies:
                return 0
    return 1


def _ends(numbers: int) -> int:
    """The lowest and the highest of some numbers added up, counted from 0: a map of the numbers onto themselves in reverse order
    swaps these two."""
    if numbers == 0:
        return 0
    low = 0
    while numbers >> low & 1 == 0:
        low += 1
    high = 8
    while numbers >> high & 1 == 0:
        high -= 1
    return low + high


book.fan(
    mirrored, "镜数", "Mirrored",
    zh="没有字牌的四面子一雀头，各花色的序数关于同一中心左右翻转后，仍是这手牌（副露不动）的一种拆解；明暗、刻杠不论。",
    fu=12, fan=3, category=WHOLE, scope=HAND, shape=STANDARD, honours=False,
    yes=("23m55p [678m] [456s] [555s] +4m", "23m55p [678m] [234s] [678s] +4m"),
    no=("23m55p [678m] [345s] [555s] +4m", "23mEE [678m] [456s] [555s] +4m"),
)  # fmt: skip


def mirrored_pairs(f: Facts) -> int:
    """Seven pairs of numbered tiles alone that are symmetric: turned about some number, every suit for itself, they are the same."""
    if f.shape != SEVEN_PAIRS or f.kinds & HONOUR_KINDS:
        return 0
    ends = _ends(f.numbers())
    for kind in range(27):
        if f.pairs >> kind & 1:
            n = kind % 9
            image = kind - n + ends - n
            if f.pairs >> image & 1 == 0:
                return 0
    return 1


book.fan(
    mirrored_pairs, "镜数对", "Mirrored Pairs",
    zh="没有字牌的七对，各花色的序数关于同一个数左右翻转后不变。",
    fu=24, fan=3, category=WHOLE, scope=HAND, shape=SEVEN_PAIRS, honours=False,
    yes=("2288m4466p33s77s5s +5s", "1199m55p2244668s +8s"),
    no=("2288m4466p33s77s6s +6s", "2288m4466p33s77sN +N"),
)  # fmt: skip
