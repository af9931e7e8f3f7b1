"""Woods Hole, tables III to V. In III and IV a set is part of one group of its table."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import STANDARD
from quepu.rules.base import Grade
from quepu.rules.woodshole.book import HIDDEN, SAME, STEPS, book
from quepu.tiles import EYE_KINDS, TERMINAL_KINDS, Mask


def _numbers(f: Facts, sets: Mask) -> int:
    """The numbers of some sets, as nine bits."""
    return f.suit(sets, 0) | f.suit(sets, 1) | f.suit(sets, 2)


def _colours(f: Facts, sets: Mask) -> int:
    """The number of suits of some sets."""
    return (f.suit(sets, 0) != 0) + (f.suit(sets, 1) != 0) + (f.suit(sets, 2) != 0)


def _equal(f: Facts, sets: Mask) -> int:
    """The number of suits of some sets, if they are equal but for their suits."""
    return _colours(f, sets) if f.size(_numbers(f, sets)) == 1 else 0


def _rising(f: Facts, sets: Mask, count: int) -> int:
    """The number of suits of this many sets, if their numbers rise by one."""
    numbers = _numbers(f, sets)
    lowest = numbers & ~(numbers - 1)
    return _colours(f, sets) if numbers == lowest * ((1 << count) - 1) else 0


def two_equal_chows(f: Facts) -> int:
    """Two equal chows, in two suits or in one."""
    return _equal(f, f.picked)


book.fan(
    two_equal_chows, "二般高", "Two Equal Chows",
    zh="两副数相同的顺子，分二色或同一色。",
    category=STEPS, takes=2, chows=2, shape=STANDARD,
    grades=(
        Grade(2, "2", "二色", "two suits", 1, yes=("23345m12333s [222p] +1m", "34456m123456sWW +5m")),
        Grade(1, "1", "一色", "one suit", 2, yes=("1133p223344s [123m] +3p", "1112233334455s +1s")),
    ),
    no=("24m11p123s [111m] [222p] +3m", "3334556m234666s +4m"),
)  # fmt: skip


def three_equal_chows(f: Facts) -> int:
    """Three equal chows, in three suits, two or one."""
    return _equal(f, f.picked)


book.fan(
    three_equal_chows, "三般高", "Three Equal Chows",
    zh="三副数相同的顺子，分三色、二色或同一色。",
    category=STEPS, takes=3, chows=3, shape=STANDARD,
    grades=(
        Grade(3, "3", "三色", "three suits", 3, yes=("123m123p1233355s +5s", "789m6678999p789s +6p")),
        Grade(2, "2", "二色", "two suits", 7, yes=("11223344m11p234s +1p", "112233m23345pPP +1p")),
        Grade(1, "1", "一色", "one suit", 16, yes=("112233m3344p [123m] +3p", "66677778889pNN +8p")),
    ),
    no=("123p1233445555s +3s", "7899m678999p789s +9m"),
)  # fmt: skip


def four_equal_chows(f: Facts) -> int:
    """Four equal chows, in three suits, two or one. In one suit they are the 444 of table II, which counts."""
    return _equal(f, f.picked)


book.fan(
    four_equal_chows, "四般高", "Four Equal Chows",
    zh="四副数相同的顺子，分三色、二色或同一色；同一色即表 II 的 444，以表 II 计。",
    category=STEPS, takes=4, chows=4, shape=STANDARD,
    grades=(
        Grade(3, "3", "三色", "three suits", 12, yes=("11233m123p12344s +2m", "13m11223344p123s +2m")),
        Grade(2, "2", "二色", "two suits", 25, yes=("67m66778899p [678m] +8m", "6667788899m678s +7m")),
        Grade(1, "1", "一色", "one suit", 100),
    ),
    no=("122334m123p1244s +3s", "123m2233334p123s +1p"),
)  # fmt: skip


def two_rising_pungs(f: Facts) -> int:
    """Two pungs, the second one number above the first, in two suits or in one."""
    return _rising(f, f.picked, 2)


book.fan(
    two_rising_pungs, "二节高碰", "Two Rising Pungs",
    zh="两副碰，数相连，分二色或同一色。",
    category=STEPS, takes=2, of_pungs=True, pungs=2, shape=STANDARD,
    grades=(
        Grade(2, "2", "二色", "two suits", 1, yes=("111888m222p3555s +3s", "2223555m444p999s +3m")),
        Grade(1, "1", "一色", "one suit", 2, yes=("4445556m777p999s +6m", "1112222333345p +1p")),
    ),
    no=("111m2222p335555s +1m", "2222335555m444p +4p"),
)  # fmt: skip


def three_rising_pungs(f: Facts) -> int:
    """Three pungs, each one number above the last, in three suits, two or one."""
    return _rising(f, f.picked, 3)


book.fan(
    three_rising_pungs, "三节高碰", "Three Rising Pungs",
    zh="三副碰，数相连，分三色、二色或同一色。",
    category=STEPS, takes=3, of_pungs=True, pungs=3, shape=STANDARD,
    grades=(
        Grade(3, "3", "三色", "three suits", 3, yes=("111m222p3337779s +9s", "333m111888p1222s +1s")),
        Grade(2, "2", "二色", "two suits", 7, yes=("999m222444p1333s +1s", "333666m555777sN +N")),
        Grade(1, "1", "一色", "one suit", 16, yes=("1112223334555p +4p", "1112223334555s +4s")),
    ),
    no=("111m22p77779999s +1m", "3m118888p2222sCC +3m"),
)  # fmt: skip


def four_rising_pungs(f: Facts) -> int:
    """Four pungs, each one number above the last, in three suits, two or one."""
    return _rising(f, f.picked, 4)


book.fan(
    four_rising_pungs, "四节高碰", "Four Rising Pungs",
    zh="四副碰，数相连，分三色、二色或同一色。",
    category=STEPS, takes=4, of_pungs=True, pungs=4, shape=STANDARD,
    grades=(
        Grade(3, "3", "三色", "three suits", 12, yes=("333m444555p4666s +4s", "444m4555p666777s +4p")),
        Grade(2, "2", "二色", "two suits", 25, yes=("111222m77p33444s +3s", "111m22333444sCC +2s")),
        Grade(1, "1", "一色", "one suit", 100, yes=("22233344455m11p +5m", "66777888999m66s +6m")),
    ),
    excludes=("all_pungs",),
    no=("333m55p44666s [456p] +5p | self", "44m445555p67777s +6s | self"),
)  # fmt: skip


def five_rising_pungs(f: Facts) -> int:
    """Four pungs, each one number above the last, and the pair one below or above them; the pair's suit counts among the colours."""
    return _rising(f, f.picked | f.pairs, 5) if _rising(f, f.picked, 4) else 0


book.fan(
    five_rising_pungs, "五节高碰", "Five Rising",
    zh="四副碰，数相连，将在头尾相接；将的颜色也算。",
    category=STEPS, takes=4, of_pungs=True, pungs=4, shape=STANDARD,
    grades=(
        Grade(3, "3", "三色", "three suits", 20, yes=("1122m444555p333s +2m", "1144555m333p222s +4m")),
        Grade(2, "2", "二色", "two suits", 40, excludes=("missing_suit",), yes=("444555m1222333p +1p", "1122233344m555s +4m")),
        Grade(1, "1", "一色", "one suit", 150, excludes=("full_flush", "missing_suit"), yes=("1222333444555s +1s", "5556667778889m +9m")),
    ),
    excludes=("all_pungs",),
    no=("222m4445p [777s] [333s] +5p", "444555666m3p (2222s) +3p"),
)  # fmt: skip


def _same_number(f: Facts) -> int:
    """If the pungs picked have one number: 1 for two, five, eight, 2 for one and nine, 3 for the others."""
    if not _equal(f, f.picked):
        return 0
    return 1 if f.picked & EYE_KINDS else 2 if f.picked & TERMINAL_KINDS else 3


def two_same_pungs(f: Facts) -> int:
    """Pungs of a number in two suits."""
    return _same_number(f)


book.fan(
    two_same_pungs, "二同数碰", "Two Pungs of a Number",
    zh="两色同数的碰。",
    category=SAME, takes=2, of_pungs=True, pungs=2, shape=STANDARD,
    grades=(
        Grade(1, "258", "2、5、8", "2, 5, 8", 4, yes=("333m111888p6888s +6s", "555m3555p222999s +3p")),
        Grade(2, "19", "1、9", "1, 9", 3, yes=("111m6888p111333s +6p", "888m1116667p111s +7p")),
        Grade(3, "other", "其他", "others", 2, yes=("444m444666p1113s +3s", "111444m45p11444s +3p")),
    ),
    no=("33m1188p448888sF +F", "44555m55p222299s +5m"),
)  # fmt: skip


def three_same_pungs(f: Facts) -> int:
    """Pungs of a number in three suits."""
    return _same_number(f)


book.fan(
    three_same_pungs, "三同数碰", "Three Pungs of a Number",
    zh="三色同数的碰。",
    category=SAME, takes=3, of_pungs=True, pungs=3, shape=STANDARD,
    grades=(
        Grade(1, "258", "2、5、8", "2, 5, 8", 16, yes=("888m888p6668889s +9s", "333555m555p4555s +4s")),
        Grade(2, "19", "1、9", "1, 9", 12, yes=("1119m111777p111s +9m", "1555999m999p999s +1m")),
        Grade(3, "other", "其他", "others", 8, yes=("777m333777p1777s +1s", "11444m444p22444s +2s")),
    ),
    no=("88m7788p6668899s +6s", "33355m555p33455s +4s"),
)  # fmt: skip


def concealed_pungs(f: Facts) -> int:
    """Pungs in hand, no kongs; one that another's tile completed is not among them."""
    return f.size(f.concealed_pungs & ~f.kongs)


book.fan(
    concealed_pungs, "暗坎", "Concealed Pungs",
    zh="未打开的碰，不含杠；点和而成的不算。",
    category=HIDDEN, concealed_pungs=1, shape=STANDARD,
    grades=(
        Grade(1, "1", "1 付", "one", 1, yes=("5777m555678s [999p] +6m", "11123345m444p22s +2s")),
        Grade(2, "2", "2 付", "two", 3, yes=("1111223333444m +4m", "1111223333444p +4p")),
        Grade(3, "3", "3 付", "three", 9, yes=("3444m222444s [123p] +3m", "111333p66777sSS +S")),
        Grade(4, "4", "4 付", "four", 27, excludes=("all_pungs", "concealed_hand"), yes=("6777m444999sNNN +6m", "111333m999sSSSW +W")),
    ),
    no=("56777m55s [567s] [666s] +5s", "123345m234456p2s +2s"),
)  # fmt: skip
