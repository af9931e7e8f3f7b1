"""Woods Hole, table I: seven pairs. The best of the chains (A), tiles (B), colours (C) and numbers (D) adds its 2^N to their 20 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import SEVEN_PAIRS
from quepu.rules.base import HAND, Grade
from quepu.rules.woodshole.book import PAIRS, book
from quepu.tiles import EYE_KINDS, HONOUR_KINDS, TERMINAL_KINDS


def chains(f: Facts) -> int:
    """A. The pairs cut into chains for the largest N. In a single chain each step from one pair to the next is 1: up through a suit, from
    a nine to the one of another suit or to 东, and through 东南西北中发白. The same n numbers in two rows are 2n - 1, in three rows 3n - 1;
    one number in four, five, six or seven rows is 3, 4, 6 or 7, and there 东南西北 are 1234 or 6789, 中发白 123 or 789."""
    return f.chain + 1


book.fan(
    chains, "链牌", "Chains",
    zh="A. 把对子分成链，使 N 最大。单链：同色上行，九接他色之一或东，东南西北接中发白，每接一步计 1。"
    "双链、三链：同样的 n 个数有两行、三行，计 2n − 1、3n − 1。"
    "四、五、六、七行同一个数计 3、4、6、7，此时东南西北可当 1234 或 6789，中发白可当 123 或 789。",
    category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    grades=(
        Grade(1, "0", "N = 0", "N = 0", 2**0, yes=("226688pEEWWWCC +W", "2277pEEEEWWFFF +F")),
        Grade(2, "1", "N = 1", "N = 1", 2**1, yes=("111122sNNNFFFF +N", "111133sEEWFFFF +W")),
        Grade(3, "2", "N = 2", "N = 2", 2**2, yes=("111122pNNFFPPP +P", "111133sSSSSFPP +F")),
        Grade(4, "3", "N = 3", "N = 3", 2**3, yes=("1111222233sWWW +W", "1111222299sWWP +P")),
        Grade(5, "4", "N = 4", "N = 4", 2**4, yes=("1111222233mSSS +S", "11112222mEEEFF +E")),
        Grade(6, "5", "N = 5", "N = 5", 2**5, yes=("11112222mEEECC +E", "11113333pWWPPP +P")),
        Grade(7, "6", "N = 6", "N = 6", 2**6, yes=("113333pWWWPPPP +W", "EESSWWNNCCFFP +P")),
        Grade(8, "7", "N = 7", "N = 7", 2**7, yes=("111m1111p1111sEE +1m", "3333m33pWWWPPPP +W")),
    ),
    no=("2266688p [EEE] [CCC] +2p", "22288pEEEWWWFF +F"),
)  # fmt: skip


def eyes_and_honours(f: Facts) -> int:
    """B. Only twos, fives, eights and honours: N = 3."""
    return f.shape == SEVEN_PAIRS and f.only(EYE_KINDS | HONOUR_KINDS)


book.fan(
    eyes_and_honours, "将字", "258 and Honours",
    zh="B. 只有二、五、八和字：N = 3。",
    fan=2**3, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    yes=("222255mEWWNNFF +E", "222288pEEEPPPP +E"),
    no=("222m33p33sEEWWNN +2m", "226688p3sEEPPPP +3s"),
)  # fmt: skip


def only_eyes(f: Facts) -> int:
    """B. Only twos, fives and eights: N = 4."""
    return f.shape == SEVEN_PAIRS and f.only(EYE_KINDS)


book.fan(
    only_eyes, "将将", "258 Only",
    zh="B. 只有二、五、八：N = 4。",
    fan=2**4, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    no=("2255m2288p5588sE +E", "222255m2255p555s +5s"),
)  # fmt: skip


def only_honours(f: Facts) -> int:
    """B. Only honours: N = 5."""
    return f.shape == SEVEN_PAIRS and f.only(HONOUR_KINDS)


book.fan(
    only_honours, "全字对", "Honours Only",
    zh="B. 只有字：N = 5。",
    fan=2**5, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS, honours=True,
    no=("EESSWWNNCCF11m +F", "EEEESSSSWWWWN +N"),
)  # fmt: skip


def terminals_and_honours(f: Facts) -> int:
    """B. Only ones, nines and honours: N = 4."""
    return f.shape == SEVEN_PAIRS and f.only(TERMINAL_KINDS | HONOUR_KINDS)


book.fan(
    terminals_and_honours, "混么", "Terminals and Honours",
    zh="B. 只有幺和字：N = 4。",
    fan=2**4, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    yes=("11119999pSSSCC +S", "111199mSSSPPPP +S"),
    no=("11m111999pCC [SSS] +C", "11199mEESSSPPP +E"),
)  # fmt: skip


def only_terminals(f: Facts) -> int:
    """B. Only ones and nines: N = 6."""
    return f.shape == SEVEN_PAIRS and f.only(TERMINAL_KINDS)


book.fan(
    only_terminals, "清么", "Terminals Only",
    zh="B. 只有幺：N = 6。",
    fan=2**6, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS, honours=False,
    yes=("119m11119999p99s +9m", "999m119999p1111s +9m"),
    no=("11199m11999p999s +1p", "999m111999p1199s +1s"),
)  # fmt: skip


def five_colours(f: Facts) -> int:
    """C. All five colours, the three suits, winds and dragons: N = 2."""
    return f.shape == SEVEN_PAIRS and f.colour_count() == 5


book.fan(
    five_colours, "五色", "Five Colours",
    zh="C. 萬、饼、条、风、箭五色齐全：N = 2。",
    fan=2**2, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS, honours=True,
    yes=("1111m33p77sEFFFF +E", "112222m66p33sNNP +P"),
    no=("1111299m33p77sEE +2m", "12222m111166pNN +1m"),
)  # fmt: skip


def two_colours(f: Facts) -> int:
    """C. Two colours: N = 3."""
    return f.shape == SEVEN_PAIRS and f.colour_count() == 2


book.fan(
    two_colours, "二色", "Two Colours",
    zh="C. 只有两色：N = 3。",
    fan=2**3, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    yes=("1111223388pEWW +E", "1111224444sPPP +P"),
    no=("1122333458pWWW +8p", "1111223344s [234s] +4s"),
)  # fmt: skip


def one_colour(f: Facts) -> int:
    """C. One colour: N = 5."""
    return f.shape == SEVEN_PAIRS and f.colour_count() == 1


book.fan(
    one_colour, "一色", "One Colour",
    zh="C. 只有一色：N = 5。",
    fan=2**5, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    yes=("1111222233779s +9s", "1111222266777s +7s"),
    no=("1112223477s (9999s) +2s", "11122227777sWW +1s"),
)  # fmt: skip


def three_number_pairs(f: Facts) -> int:
    """D. Three numbers, the winds being one number and the dragons one: N = 5."""
    return f.shape == SEVEN_PAIRS and f.eleven_number_count() == 3


book.fan(
    three_number_pairs, "三数对", "Pairs of Three Numbers",
    zh="D. 只有三个数，风算一数，箭算一数：N = 5。",
    fan=2**5, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    yes=("11112222pEEWNN +W", "111133mCCCCFFF +F"),
    no=("2222pEEWWWNNNN +W", "11223mCCCCFFFF +3m | self"),
)  # fmt: skip


def two_number_pairs(f: Facts) -> int:
    """D. Two numbers or one, the winds being one number and the dragons one: N = 6."""
    return f.shape == SEVEN_PAIRS and f.eleven_number_count() <= 2


book.fan(
    two_number_pairs, "二数对", "Pairs of Two Numbers",
    zh="D. 不超过两个数，风算一数，箭算一数：N = 6。",
    fan=2**6, category=PAIRS, scope=HAND, shape=SEVEN_PAIRS,
    yes=("3333sEEEESSSNN +S", "44pCCCCFFFFPPP +P"),
    no=("33sEEEESSSSNNF +F", "44pCCCFF [PPPP] [NNN] +F"),
)  # fmt: skip
