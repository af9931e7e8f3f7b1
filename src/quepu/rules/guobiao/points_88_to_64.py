"""国标, 88 and 64 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.base import HAND
from quepu.rules.guobiao.book import P64, P88, book
from quepu.tiles import DRAGON_KINDS, GREEN_KINDS, HONOUR_KINDS, TERMINAL_KINDS, WIND_KINDS


def big_four_winds(f: Facts) -> int:
    """Pungs of all four winds."""
    return f.pungs & WIND_KINDS == WIND_KINDS


book.fan(
    big_four_winds, "大四喜", "Big Four Winds",
    zh="四种风牌都成刻。",
    fan=88, category=P88, pungs=4, honours=True, honour_pung=True,
    excludes=("prevalent_wind", "seat_wind", "big_three_winds", "terminal_pung", "all_pungs"),
    yes=("99sNN [EEE] [SSS] [WWW] +N", "5mNNN [EEE] [SSSS] [WWW] +5m"),
    no=("99sNN [EEE] [SSS] [WWW] +9s", "99sNN [EEE] [SSS] [999m] +N"),
)  # fmt: skip


def big_three_dragons(f: Facts) -> int:
    """Pungs of all three dragons."""
    return f.pungs & DRAGON_KINDS == DRAGON_KINDS


book.fan(
    big_three_dragons, "大三元", "Big Three Dragons",
    zh="中、发、白都成刻。",
    fan=88, category=P88, pungs=3, honours=True, honour_pung=True,
    excludes=("two_dragon_pungs", "dragon_pung"),
    yes=("23m99s [CCC] [FFF] [PPP] +1m", "55pPP [CCCC] (FFFF) [234s] +P"),
    no=("23m99s [CCC] [FFF] [NNN] +1m", "55pPP [CCCC] (FFFF) [234s] +5p"),
)  # fmt: skip


def thirteen_orphans(f: Facts) -> int:
    """One of each of the thirteen terminals and honours, and one more of them."""
    return f.shape == THIRTEEN_ORPHANS


book.fan(
    thirteen_orphans, "十三幺", "Thirteen Orphans",
    zh="十三种幺九牌各一张，另加其中任意一张。",
    fan=88, category=P88, scope=HAND, shape=THIRTEEN_ORPHANS,
    excludes=("all_types", "single_wait", "concealed_hand", "all_terminals_and_honours"),
    yes=("19m19p19sESWNCFP +1m", "11m19p19sESWNCFP +9m | self"),
    no=("19m19p19sESWNCCP +P", "11m19p1sESSWNCFP +9m"),
)  # fmt: skip


def all_green(f: Facts) -> int:
    """Only 2, 3, 4, 6, 8 of bamboo and the green dragon."""
    return f.only(GREEN_KINDS)


book.fan(
    all_green, "绿一色", "All Green",
    zh="全部由 23468 条和发组成。",
    fan=88, category=P88, scope=HAND, at_most_one_suit=True,
    yes=("88sFF [234s] [444s] [666s] +F", "2222444466668s +8s"),
    no=("88sFF [234s] [345s] [666s] +F", "2222444466667s +7s"),
)  # fmt: skip


def nine_gates(f: Facts) -> int:
    """1112345678999 of one suit in hand, completed by any tile of the suit."""
    return f.is_nine_gates()


book.fan(
    nine_gates, "九莲宝灯", "Nine Gates",
    zh="手中为一色的 1112345678999，和同色任意一张。",
    fan=88, category=P88, scope=HAND, shape=STANDARD, honours=False, closed=True, suits=1,
    excludes=("full_flush", "terminal_pung", "concealed_hand", "no_honours"),
    yes=("1112345678999m +5m", "1112345678999p +1p | self"),
    no=("1122345678999m +1m", "2345678999m [111m] +5m"),
)  # fmt: skip


def seven_shifted_pairs(f: Facts) -> int:
    """Seven pairs of one suit with consecutive numbers."""
    return f.shape == SEVEN_PAIRS and f.in_sequence(f.pairs, 1, 7) != 0


book.fan(
    seven_shifted_pairs, "连七对", "Seven Shifted Pairs",
    zh="一色连续七个序数的对子。",
    fan=88, category=P88, scope=HAND, shape=SEVEN_PAIRS, honours=False, suits=1,
    excludes=("full_flush", "seven_pairs", "single_wait", "concealed_hand", "no_honours"),
    yes=("1122334455667m +7m", "3344556677889s +9s"),
    no=("1122334455668m +8m", "112233445566m7p +7p"),
)  # fmt: skip


def four_kongs(f: Facts) -> int:
    """Four kongs."""
    return f.kong_count == 4


book.fan(
    four_kongs, "四杠", "Four Kongs",
    zh="四个杠。",
    fan=88, category=P88, kongs=4,
    excludes=("single_wait", "all_pungs", "three_kongs"),
    yes=("6m [3333s] [7777p] [8888s] [5555m] +6m", "6m (3333s) [7777p] (8888s) [5555m] +6m | self kong"),
    no=("6m [3333s] [7777p] [8888s] [555m] +6m", "66m55m [3333s] [7777p] [8888s] +5m"),
)  # fmt: skip


def little_four_winds(f: Facts) -> int:
    """Pungs of three winds and a pair of the fourth."""
    return f.size(f.pungs & WIND_KINDS) == 3 and f.pairs & WIND_KINDS != 0


book.fan(
    little_four_winds, "小四喜", "Little Four Winds",
    zh="三种风牌成刻，第四种作将。",
    fan=64, category=P64, pungs=3, honours=True, honour_pung=True,
    excludes=("big_three_winds", "terminal_pung"),
    yes=("77sNN [EEE] [SSS] [WWW] +7s", "56sEE [SSS] [WWWW] [NNN] +7s"),
    no=("77sNN [EEE] [SSS] [777m] +7s", "999p7s [EEE] [SSS] [WWW] +7s"),
)  # fmt: skip


def little_three_dragons(f: Facts) -> int:
    """Pungs of two dragons and a pair of the third."""
    return f.size(f.pungs & DRAGON_KINDS) == 2 and f.pairs & DRAGON_KINDS != 0


book.fan(
    little_three_dragons, "小三元", "Little Three Dragons",
    zh="两种箭牌成刻，第三种作将。",
    fan=64, category=P64, pungs=2, honours=True, honour_pung=True,
    excludes=("two_dragon_pungs", "dragon_pung"),
    yes=("11sPP [CCC] [FFF] [111p] +1s", "23mCC [FFFF] [PPP] [678s] +4m"),
    no=("11s99p [CCC] [FFF] [111p] +1s", "23mCC [FFFF] [SSS] [678s] +4m"),
)  # fmt: skip


def all_honours(f: Facts) -> int:
    """Only honours."""
    return f.only(HONOUR_KINDS)


book.fan(
    all_honours, "字一色", "All Honours",
    zh="全部是字牌。",
    fan=64, category=P64, scope=HAND, honours=True, simples=False,
    excludes=("all_pungs", "outside_hand", "terminal_pung"),
    yes=("EENN [CCC] [FFF] [WWW] +N", "EESSWWNNCCFFP +P"),
    no=("EE11m [CCC] [FFF] [WWW] +1m", "EESSWWNNCCFF1m +1m"),
)  # fmt: skip


def pure_terminal_chows(f: Facts) -> int:
    """123 and 789 of one suit twice, and a pair of its fives."""
    for suit in range(3):
        if f.suit(f.chows_twice, suit) == 0b1000001 and f.suit(f.pairs, suit) == 0b10000:
            return 1
    return 0


book.fan(
    pure_terminal_chows, "一色双龙会", "Pure Terminal Chows",
    zh="一种花色的两个老少副，五作将。",
    fan=64, category=P64, scope=HAND, takes=4, chows=4, honours=False,
    excludes=("all_chows", "seven_pairs", "full_flush", "double_chow", "two_terminal_chows", "no_honours"),
    yes=("5578s [123s] [123s] [789s] +9s", "1122335577899m +8m"),
    no=("5578s [123s] [123s] [789s] +6s", "5578s [123s] [123s] [789p] +9s"),
)  # fmt: skip


def all_terminals(f: Facts) -> int:
    """Only ones and nines."""
    return f.only(TERMINAL_KINDS)


book.fan(
    all_terminals, "清幺九", "All Terminals",
    zh="全部是一、九序数牌。",
    fan=64, category=P64, scope=HAND, honours=False, simples=False,
    excludes=("all_pungs", "outside_hand", "terminal_pung", "no_honours", "tile_hog"),
    yes=("1199s [111m] [111p] [999m] +9s", "1199m1199p11999s +9s"),
    no=("11sNN [111m] [111p] [999m] +1s", "1199m1199p11s99sE +E"),
)  # fmt: skip


def four_concealed_pungs(f: Facts) -> int:
    """Four concealed pungs."""
    return f.concealed_count == 4


book.fan(
    four_concealed_pungs, "四暗刻", "Four Concealed Pungs",
    zh="四个暗刻（暗杠）。",
    fan=64, category=P64, concealed_pungs=4,
    excludes=("concealed_hand", "all_pungs", "three_concealed_pungs", "two_concealed_pungs"),
    yes=("222888m4445p777s +5p", "222888m44p777s55p +4p | self"),
    no=("222888m44p777s55p +4p", "222888m5p777s [444p] +5p"),
)  # fmt: skip
