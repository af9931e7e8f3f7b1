"""灵雀 28, 丙 10–11: 部分一致类, 部分关联类."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import SEVEN_PAIRS
from quepu.rules.lingque28.book import EQUAL, RELATED, book

# 10 部分一致类


def four_equal_chows(f: Facts) -> int:
    """Four equal chows."""
    return f.chows_four_times != 0


book.fan(
    four_equal_chows, "四同顺", "Four Equal Chows",
    zh="四副完全相同的顺子。",
    fu=112, fan=6, category=EQUAL, chows=4, equal_chows=True,
    excludes=("four_of_a_kind", "three_equal_chows", "two_double_chows", "double_chow"),
    yes=("23m55p [234m] [234m] [234m] +4m", "22223333444m55p +4m"),
    no=("23m55p [234m] [234m] [345m] +4m", "23m55p [234m] [234m] [234p] +4m"),
)  # fmt: skip


def three_equal_chows(f: Facts) -> int:
    """Three equal chows."""
    return f.chows_thrice != 0


book.fan(
    three_equal_chows, "三同顺", "Three Equal Chows",
    zh="三副完全相同的顺子。",
    fu=32, fan=4, category=EQUAL, chows=3, equal_chows=True,
    excludes=("double_chow",),
    yes=("23m55p [234m] [234m] [678s] +4m", "23m55p [234m] [234m] [NNN] +4m"),
    no=("23m55p [234m] [345m] [678s] +4m", "23m55p [234m] [234m] [234m] +4m"),
)  # fmt: skip


def two_double_chows(f: Facts) -> int:
    """Two times two equal chows."""
    return f.size(f.chows_twice) + f.size(f.chows_four_times) >= 2


book.fan(
    two_double_chows, "二般高", "Two Double Chows",
    zh="两组各两副完全相同的顺子。",
    fu=24, fan=3, category=EQUAL, chows=4, equal_chows=True,
    excludes=("double_chow",),
    yes=("23m55p [234m] [678s] [678s] +4m", "23m55p [234m] [456m] [456m] +4m"),
    no=("23m55p [234m] [678s] [567s] +4m", "23m55p [234m] [234m] [234m] +4m"),
)  # fmt: skip


def double_chow(f: Facts) -> int:
    """Two equal chows."""
    return f.chows_twice != 0


book.fan(
    double_chow, "一般高", "Pure Double Chow",
    zh="两副完全相同的顺子。",
    fu=4, fan=2, category=EQUAL, chows=2, equal_chows=True,
    yes=("23m55p [234m] [678s] [999p] +4m", "23m55p [234m] [NNN] [567s] +4m"),
    no=("23m55p [345m] [678s] [999p] +4m", "23m55p [234m] [678s] [678s] +4m"),
)  # fmt: skip


# 11 部分关联类


def triple_pung(f: Facts) -> int:
    """Pungs of one number in all three suits."""
    return f.in_three_suits(f.pungs, 0)


book.fan(
    triple_pung, "三同刻", "Triple Pung",
    zh="三色同一序数的三副刻子。",
    fu=24, fan=3, category=RELATED, pungs=3,
    excludes=("double_pung",),
    yes=("33m55p [333p] [333s] [678m] +3m", "23m55p [777p] [777s] [777m] +4m"),
    no=("33m55p [333p] [444s] [678m] +3m", "333m5p [333p] [678m] [345s] +5p"),
)  # fmt: skip


def double_pung(f: Facts) -> int:
    """Pungs of one number in two suits; twice if there are two such couples."""
    return f.size(f.in_two_suits(f.pungs))


book.fan(
    double_pung, "双同刻", "Double Pung",
    zh="两色同一序数的两副刻子；有两组则计两次。",
    fu=4, fan=2, category=RELATED, pungs=2,
    yes=("23m55p [333p] [333s] [678m] +4m", "33m55p [333p] [777s] [777p] +3m"),
    no=("23m55p [333p] [444s] [678m] +4m", "33m55p [333p] [333s] [678m] +3m"),
)  # fmt: skip


def mixed_triple_chow(f: Facts) -> int:
    """The same chow in all three suits."""
    return f.in_three_suits(f.chows, 0)


book.fan(
    mixed_triple_chow, "三色同顺", "Mixed Triple Chow",
    zh="三色序数相同的三副顺子。",
    fu=8, fan=3, category=RELATED, chows=3, chow_suits=3,
    excludes=("two_suit_chows",),
    yes=("23m55p [234s] [234p] [789m] +4m", "23m55p [234s] [234p] [CCC] +4m"),
    no=("23m55p [234s] [345p] [789m] +4m", "23m55p [234s] [234s] [789p] +4m"),
)  # fmt: skip


def two_suit_chows(f: Facts) -> int:
    """The same chow in two suits; twice if there are two such couples without a common chow."""
    twice = f.suit(f.chows_twice, 0) | f.suit(f.chows_twice, 1) | f.suit(f.chows_twice, 2)
    three_suits = f.suit(f.chows, 0) & f.suit(f.chows, 1) & f.suit(f.chows, 2)
    return f.size(f.in_two_suits(f.chows)) + f.size(f.in_two_suits(f.chows_twice) | twice & three_suits)


book.fan(
    two_suit_chows, "喜相逢", "Mixed Double Chow",
    zh="两色序数相同的两副顺子；有互不共用的两组则计两次。",
    fu=2, fan=1, category=RELATED, chows=2, chow_suits=2,
    yes=("23m55p [234s] [678p] [999m] +4m", "23m55p [234s] [678p] [678m] +4m"),
    no=("23m55p [345s] [678p] [999m] +4m", "23m55p [234s] [234p] [789m] +4m"),
)  # fmt: skip


def twin_pairs_in_three_suits(f: Facts) -> int:
    """Seven pairs in which all three suits have the pairs of some two numbers."""
    return f.shape == SEVEN_PAIRS and f.size(f.suit(f.pairs, 0) & f.suit(f.pairs, 1) & f.suit(f.pairs, 2)) >= 2


book.fan(
    twin_pairs_in_three_suits, "三同二对", "Two Numbers in Three Suits",
    zh="七对之中，三色都有某两个序数的对子。",
    fu=24, fan=3, category=RELATED, shape=SEVEN_PAIRS,
    yes=("2255m2255p2255s8m +8m", "2255m2255p225sNN +5s"),
    no=("2255m2255p2266s8m +8m", "2255m225588p88s9s +9s"),
)  # fmt: skip


def reflected_sets(f: Facts) -> int:
    """All four sets in two suits, two and two, with the same sets in both."""
    if f.set_count != 4 or f.pungs >> 27:
        return 0
    for third in range(3):
        one, other = (third + 1) % 3, (third + 2) % 3
        if (
            f.suit(f.chows | f.pungs, third) == 0
            and f.suit(f.chows, one) == f.suit(f.chows, other)
            and f.suit(f.chows_twice, one) == f.suit(f.chows_twice, other)
            and f.suit(f.pungs, one) == f.suit(f.pungs, other)
        ):
            return 1
    return 0


book.fan(
    reflected_sets, "镜同", "Reflected Sets",
    zh="四个面子分属两色，每色两个，且两色的面子序数相同。",
    fu=4, fan=3, category=RELATED, against=("double_dragons",),
    yes=("23m55s [234p] [777p] [777m] +4m", "23m55p [234p] [678p] [678m] +4m"),
    no=("23m55s [234p] [777p] [777s] +4m", "23m55p [234p] [567p] [567m] +4m"),
)  # fmt: skip


def reflected_pairs(f: Facts) -> int:
    """Seven pairs in which two suits share the pairs of three numbers."""
    if f.shape != SEVEN_PAIRS:
        return 0
    characters, dots, bamboos = f.suit(f.pairs, 0), f.suit(f.pairs, 1), f.suit(f.pairs, 2)
    return f.size(characters & dots) >= 3 or f.size(dots & bamboos) >= 3 or f.size(bamboos & characters) >= 3


book.fan(
    reflected_pairs, "镜同对", "Reflected Pairs",
    zh="七对之中，某两色有三个相同序数的对子。",
    fu=16, fan=3, category=RELATED, shape=SEVEN_PAIRS,
    yes=("224466m224466pN +N", "114488m114488s3p +3p"),
    no=("224466m224455pN +N", "2244m2244p2266s8m +8m"),
)  # fmt: skip


def reflected_dragons(f: Facts) -> int:
    """双龙会 in two suits with the same numbers: where 镜同 and 双龙会 meet."""
    return reflected_sets(f) and double_dragons(f)


book.fan(
    reflected_dragons, "镜龙会", "Reflected Dragons",
    zh="两色序数相同的双龙会，即镜同与双龙会兼备。",
    fu=12, fan=3, category=RELATED, chows=4,
    excludes=("two_suit_chows", "reflected_sets", "double_dragons", "short_straight", "two_terminal_chows"),
    yes=("23m55s [567m] [234p] [567p] +4m", "12m55s [789m] [123p] [789p] +3m"),
    no=("23m55s [567m] [345p] [678p] +4m", "23m55s [678m] [234p] [678p] +4m"),
)  # fmt: skip


def four_shifted_pungs(f: Facts) -> int:
    """Four pungs of one suit with consecutive numbers."""
    return f.in_sequence(f.pungs, 1, 4) != 0


book.fan(
    four_shifted_pungs, "四连刻", "Four Pure Shifted Pungs",
    zh="一色四副序数相连的刻子。",
    fu=48, fan=4, category=RELATED, pungs=4,
    excludes=("all_pungs", "three_shifted_pungs"),
    yes=("55p33m [444m] [555m] [666m] +3m", "33mNN [444m] [5555m] [666m] +3m"),
    no=("55p33m [444m] [555m] [777m] +3m", "55p33m [444m] [555m] [666p] +3m"),
)  # fmt: skip


def three_shifted_pungs(f: Facts) -> int:
    """Three pungs of one suit with consecutive numbers."""
    return f.in_sequence(f.pungs, 1, 3) != 0


book.fan(
    three_shifted_pungs, "三连刻", "Three Shifted Pungs",
    zh="一色三副序数相连的刻子。",
    fu=24, fan=3, category=RELATED, pungs=3,
    yes=("55p33m [444m] [555m] [678s] +3m", "23p88m [777s] [888s] [999s] +4p"),
    no=("55p33m [444m] [666m] [678s] +3m", "55p33m [444m] [555m] [666m] +3m"),
)  # fmt: skip


def four_shifted_chows(f: Facts) -> int:
    """Four chows of one suit, each one higher than the last."""
    return f.in_sequence(f.chows, 1, 4) != 0


book.fan(
    four_shifted_chows, "四步高", "Four Pure Shifted Chows",
    zh="一色四副顺子，序数依次高一。",
    fu=48, fan=4, category=RELATED, chows=4, chows_of_a_suit=True,
    excludes=("three_shifted_chows", "short_straight"),
    yes=("23m55p [345m] [456m] [567m] +4m", "12sNN [234s] [345s] [456s] +3s"),
    no=("23m55p [345m] [456m] [678m] +4m", "23m55p [345m] [456m] [567p] +4m"),
)  # fmt: skip


def three_shifted_chows(f: Facts) -> int:
    """Three chows of one suit, each one higher than the last."""
    return f.in_sequence(f.chows, 1, 3) != 0


book.fan(
    three_shifted_chows, "三步高", "Three Shifted Chows",
    zh="一色三副顺子，序数依次高一。",
    fu=16, fan=3, category=RELATED, chows=3, against=("three_stepped_chows",), chows_of_a_suit=True,
    yes=("23m55p [345m] [456m] [678s] +4m", "23m55p [345m] [456m] [678m] +4m"),
    no=("23m55p [345m] [567m] [678s] +4m", "23m55p [345m] [456m] [567m] +4m"),
)  # fmt: skip


def four_stepped_chows(f: Facts) -> int:
    """Four chows of one suit, each two higher than the last: 123, 345, 567 and 789."""
    return f.in_sequence(f.chows, 2, 4) != 0


book.fan(
    four_stepped_chows, "四连环", "Four Stepped Chows",
    zh="一色四副顺子，序数依次高二：123、345、567、789。",
    fu=32, fan=4, category=RELATED, chows=4, chows_of_a_suit=True,
    excludes=("three_stepped_chows", "two_terminal_chows"),
    yes=("12m55p [345m] [567m] [789m] +3m", "12sNN [345s] [567s] [789s] +3s"),
    no=("12m55p [345m] [567m] [678m] +3m", "12m55p [345m] [567m] [789p] +3m"),
)  # fmt: skip


def three_stepped_chows(f: Facts) -> int:
    """Three chows of one suit, each two higher than the last."""
    return f.in_sequence(f.chows, 2, 3) != 0


book.fan(
    three_stepped_chows, "三连环", "Three Stepped Chows",
    zh="一色三副顺子，序数依次高二。",
    fu=8, fan=3, category=RELATED, chows=3, chows_of_a_suit=True,
    yes=("12m55p [345m] [567m] [999s] +3m", "34p55p [567p] [789p] [NNN] +5p"),
    no=("12m55p [345m] [678m] [999s] +3m", "12m55p [234m] [345m] [567m] +3m"),
)  # fmt: skip


def pure_straight(f: Facts) -> int:
    """123, 456 and 789 of one suit."""
    return f.in_sequence(f.chows, 3, 3) != 0


book.fan(
    pure_straight, "一气贯通", "Pure Straight",
    zh="一色的 123、456、789。",
    fu=8, fan=3, category=RELATED, chows=3, chows_of_a_suit=True,
    excludes=("short_straight", "two_terminal_chows"), against=("double_dragons",),
    yes=("12345678m22p [EEE] +9m", "12m55p [456m] [789m] [678s] +3m"),
    no=("12m55p [456p] [789s] [EEE] +3m", "12m55p [567m] [789m] [678s] +3m"),
)  # fmt: skip


def double_dragons(f: Facts) -> int:
    """The four chows are two couples of one suit each: both couples three apart, or both 123 and 789. The couples may be equal, or in
    different suits."""
    if f.chow_count != 4:
        return 0
    for i in range(1, 4):
        j = i % 3 + 1
        k = j % 3 + 1
        apart = f.chows_apart(0, i)
        if (apart == 3 or apart == 6) and f.chows_apart(j, k) == apart:
            return 1
    return 0


book.fan(
    double_dragons, "双龙会", "Double Dragons",
    zh="四副顺子分为两组，每组同色；两组都相差三，或都是 123 与 789。两组可以相同，也可以异色。",
    fu=8, fan=3, category=RELATED, chows=4,
    excludes=("short_straight", "two_terminal_chows"),
    yes=("23m55s [567m] [345p] [678p] +4m", "23m55s [567m] [234m] [567m] +4m"),
    no=("23m55s [567m] [123p] [789p] +4m", "23m55s [567m] [345p] [567p] +4m"),
)  # fmt: skip


def mixed_shifted_pungs(f: Facts) -> int:
    """Three pungs in three suits with consecutive numbers."""
    return f.in_three_suits(f.pungs, 1)


book.fan(
    mixed_shifted_pungs, "三色连刻", "Mixed Shifted Pungs",
    zh="三色三副刻子，序数依次高一。",
    fu=8, fan=2, category=RELATED, pungs=3,
    yes=("33m22p [444p] [555s] [678s] +3m", "23m22p [888p] [777s] [666m] +4m"),
    no=("33m22p [444p] [666s] [678s] +3m", "33m22p [444m] [555s] [678s] +3m"),
)  # fmt: skip


def mixed_shifted_chows(f: Facts) -> int:
    """Three chows in three suits, each one higher than the last."""
    return f.in_three_suits(f.chows, 1)


book.fan(
    mixed_shifted_chows, "三色步高", "Mixed Shifted Chows",
    zh="三色三副顺子，序数依次高一。",
    fu=4, fan=2, category=RELATED, chows=3, chow_suits=3,
    excludes=("mixed_stepped_chows",),
    yes=("23m22p [345p] [456s] [888s] +4m", "23m22p [345s] [456p] [NNN] +4m"),
    no=("23m22p [345p] [567s] [888s] +4m", "23m22p [345p] [456p] [888s] +4m"),
)  # fmt: skip


def mixed_stepped_chows(f: Facts) -> int:
    """Three chows in three suits, each two higher than the last."""
    return f.in_three_suits(f.chows, 2)


book.fan(
    mixed_stepped_chows, "三色连环", "Mixed Stepped Chows",
    zh="三色三副顺子，序数依次高二。",
    fu=4, fan=2, category=RELATED, chows=3, chow_suits=3,
    yes=("23m22p [456p] [678s] [888s] +4m", "12m22p [345s] [567p] [NNN] +3m"),
    no=("23m22p [456p] [789s] [888s] +4m", "23m22p [345p] [456s] [678p] +4m"),
)  # fmt: skip


def mixed_straight(f: Facts) -> int:
    """Three chows in three suits, each three higher than the last: 123, 456 and 789."""
    return f.in_three_suits(f.chows, 3)


book.fan(
    mixed_straight, "三色贯通", "Mixed Straight",
    zh="三色三副顺子，序数依次高三：123、456、789。",
    fu=8, fan=3, category=RELATED, chows=3, chow_suits=3,
    excludes=("short_straight", "two_terminal_chows"),
    yes=("12m22p [456p] [789s] [888p] +3m", "12m22s [456s] [789p] [NNN] +3m"),
    no=("12m22p [456p] [678s] [888p] +3m", "12m22p [456m] [789s] [888p] +3m"),
)  # fmt: skip


def short_straight(f: Facts) -> int:
    """Two chows of one suit three apart, as 123 and 456. Counted once."""
    return f.in_sequence(f.chows, 3, 2) != 0


book.fan(
    short_straight, "连六", "Short Straight",
    zh="同色相差三的两副顺子，如 123 与 456；只计一次。",
    fu=2, fan=1, category=RELATED, chows=2, chows_of_a_suit=True,
    yes=("23m22p [567m] [678s] [999p] +4m", "12m22p [456m] [NNN] [678s] +3m"),
    no=("23m22p [678m] [678s] [999p] +4m", "12m55p [456m] [789m] [678s] +3m"),
)  # fmt: skip


def two_terminal_chows(f: Facts) -> int:
    """123 and 789 of one suit. Counted once."""
    return f.in_sequence(f.chows, 6, 2) != 0


book.fan(
    two_terminal_chows, "老少副", "Two Terminal Chows",
    zh="同色的 123 与 789；只计一次。",
    fu=2, fan=1, category=RELATED, chows=2, chows_of_a_suit=True,
    yes=("12m22p [789m] [678s] [999p] +3m", "12m22p [789m] [NNN] [345s] +3m"),
    no=("12m22p [678m] [678s] [999p] +3m", "12m55p [345m] [567m] [789m] +3m"),
)  # fmt: skip
