"""灵雀 28, 丙 5–6: 字牌类, 幺九类."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import SEVEN_PAIRS
from quepu.rules.base import HAND
from quepu.rules.lingque28.book import HONOURS, TERMINALS, book
from quepu.tiles import DRAGON_KINDS, HONOUR_KINDS, OUTSIDE_CHOWS, TERMINAL_KINDS, WIND_KINDS

# 5 字牌类

# 番牌: the seat wind and the three dragons, each as a pung (4 副) or as a pair (2 副).
DRAGON_PUNGS = ("red_pung", "green_pung", "white_pung")
DRAGON_PAIRS = ("red_pair", "green_pair", "white_pair")


def seven_stars(f: Facts) -> int:
    """Seven pairs, one of each honour."""
    return f.shape == SEVEN_PAIRS and f.only(HONOUR_KINDS)


book.fan(
    seven_stars, "大七星", "Seven Stars",
    zh="七种字牌各一对。",
    fu=112, fan=5, category=HONOURS, scope=HAND, shape=SEVEN_PAIRS,
    excludes=("seven_pairs", "concealed_hand", "all_honours", "four_wind_pairs", "three_dragon_pairs", "seat_wind_pair", *DRAGON_PAIRS,
              "half_flush", "all_terminals_and_honours"),
    yes=("EESSWWNNCCFFP +P", "EESSWWNNCFFPP +C | self seat=S"),
    no=("EESSWWNNCCFF1m +1m", "EEESSSWWWNNNC +C"),
)  # fmt: skip


def all_honours(f: Facts) -> int:
    """Only honours."""
    return f.only(HONOUR_KINDS)


book.fan(
    all_honours, "字一色", "All Honours",
    zh="全部是字牌。",
    fu=32, fan=5, category=HONOURS, scope=HAND, honours=True, simples=False,
    excludes=("half_flush", "all_terminals_and_honours"),
    yes=("NNSS [FFF] [PPP] [WWW] +S", "CCEE [SSS] [WWW] [NNN] +E"),
    no=("99sNN [FFF] [PPP] [WWW] +N", "EESSWWNNCCFFP +P"),
)  # fmt: skip


def big_four_winds(f: Facts) -> int:
    """Pungs of all four winds."""
    return f.pungs & WIND_KINDS == WIND_KINDS


book.fan(
    big_four_winds, "大四喜", "Big Four Winds",
    zh="四种风牌都成刻。",
    fu=88, fan=5, category=HONOURS, pungs=4, honours=True, honour_pung=True,
    excludes=("all_pungs", "seat_wind_pung", "guest_wind_pung", "half_flush"),
    yes=("2mEEE [SSS] [WWW] [NNN] +2m", "NN9s9s [EEE] [SSS] [WWW] +N"),
    no=("22mEE [SSS] [WWW] [NNN] +2m", "222mN [EEE] [SSS] [WWW] +N"),
)  # fmt: skip


def little_four_winds(f: Facts) -> int:
    """Pungs of three winds and a pair of the fourth."""
    return f.size(f.pungs & WIND_KINDS) == 3 and f.pairs & WIND_KINDS != 0


book.fan(
    little_four_winds, "小四喜", "Little Four Winds",
    zh="三种风牌成刻，第四种作雀头。",
    fu=48, fan=5, category=HONOURS, pungs=3, honours=True, honour_pung=True,
    excludes=("seat_wind_pung", "seat_wind_pair", "guest_wind_pung", "half_flush"),
    yes=("23mNN [EEE] [SSS] [WWW] +4m", "55sEE [NNN] [SSS] [WWW] +5s"),
    no=("23m55m [EEE] [SSS] [WWW] +4m", "2mEEE [SSS] [WWW] [NNN] +2m"),
)  # fmt: skip


def four_wind_pairs(f: Facts) -> int:
    """Seven pairs with all four winds."""
    return f.shape == SEVEN_PAIRS and f.pairs & WIND_KINDS == WIND_KINDS


book.fan(
    four_wind_pairs, "四喜对", "Four Wind Pairs",
    zh="七对之中有四种风牌的对子。",
    fu=24, fan=3, category=HONOURS, shape=SEVEN_PAIRS, honours=True,
    excludes=("seat_wind_pair",),
    yes=("EESSWWNN22m55p7s +7s", "ESSWWNNCC22m55p +E"),
    no=("EESSWW22m55p77s8s +8s", "EESSWWNNCCFFP +P"),
)  # fmt: skip


def big_three_dragons(f: Facts) -> int:
    """Pungs of all three dragons."""
    return f.pungs & DRAGON_KINDS == DRAGON_KINDS


book.fan(
    big_three_dragons, "大三元", "Big Three Dragons",
    zh="中、發、白都成刻。",
    fu=48, fan=4, category=HONOURS, pungs=3, honours=True, honour_pung=True,
    excludes=DRAGON_PUNGS,
    yes=("23m55p [CCC] [FFF] [PPP] +4m", "23m55pCCC [FFF] [PPP] +4m"),
    no=("23m55p [CCC] [FFF] [NNN] +4m", "234mP [CCC] [FFF] [678s] +P"),
)  # fmt: skip


def little_three_dragons(f: Facts) -> int:
    """Pungs of two dragons and a pair of the third."""
    return f.size(f.pungs & DRAGON_KINDS) == 2 and f.pairs & DRAGON_KINDS != 0


book.fan(
    little_three_dragons, "小三元", "Little Three Dragons",
    zh="中、發、白两种成刻，另一种作雀头。",
    fu=24, fan=4, category=HONOURS, pungs=2, honours=True, honour_pung=True,
    excludes=(*DRAGON_PUNGS, *DRAGON_PAIRS),
    yes=("234mP [CCC] [FFF] [678s] +P", "PP23m [CCC] [FFFF] [678s] +4m"),
    no=("234mS [CCC] [FFF] [678s] +S", "CCFFPP2255m448p +8p"),
)  # fmt: skip


def three_dragon_pairs(f: Facts) -> int:
    """Seven pairs with all three dragons."""
    return f.shape == SEVEN_PAIRS and f.pairs & DRAGON_KINDS == DRAGON_KINDS


book.fan(
    three_dragon_pairs, "三元对", "Three Dragon Pairs",
    zh="七对之中有中、發、白三种对子。",
    fu=12, fan=3, category=HONOURS, shape=SEVEN_PAIRS, honours=True,
    excludes=DRAGON_PAIRS,
    yes=("CCFFPP22m55m44p8s +8s", "CFFPP22m55m44pEE +C"),
    no=("CCFF2255m44p88s9s +9s", "EESSWWNNCCFFP +P"),
)  # fmt: skip


def seat_wind_pung(f: Facts) -> int:
    """A pung of one's seat wind."""
    return f.pungs >> 27 + f.seat & 1


book.fan(
    seat_wind_pung, "番牌门风牌", "Seat Wind",
    zh="门风牌成刻。",
    label="番牌（刻）", fu=4, fan=1, category=HONOURS, merged=True, adds=True, honour_pung=True,
    pungs=1, honours=True,
    yes=("23m55p [EEE] [789p] [678s] +4m", "23m55p [SSS] [789p] [678s] +4m | seat=S"),
    no=("23m55p [SSS] [789p] [678s] +4m", "234mE [345p] [789p] [678s] +E"),
)  # fmt: skip


def seat_wind_pair(f: Facts) -> int:
    """A pair of one's seat wind."""
    return f.pairs >> 27 + f.seat & 1


book.fan(
    seat_wind_pair, "番牌门风牌", "Seat Wind",
    zh="门风牌成对。",
    label="番牌（对）", fu=2, fan=1, category=HONOURS, merged=True, honours=True, honour_pair=True,
    yes=("234mE [345p] [789p] [678s] +E", "EE2255m44p8866s9p +9p"),
    no=("234mS [345p] [789p] [678s] +S", "23m55p [EEE] [789p] [678s] +4m"),
)  # fmt: skip


def red_pung(f: Facts) -> int:
    """A pung of the red dragon."""
    return f.pungs >> 31 & 1


book.fan(
    red_pung, "番牌中", "Red Dragon",
    zh="中成刻。",
    label="番牌（刻）", fu=4, fan=1, category=HONOURS, merged=True, adds=True, pungs=1, honours=True, honour_pung=True,
    yes=("23m55p [CCC] [789p] [678s] +4m", "55p67s [CCC] [EEE] [789p] +8s"),
    no=("234mC [345p] [789p] [678s] +C", "23m55p [CCC] [FFF] [PPP] +4m"),
)  # fmt: skip


def red_pair(f: Facts) -> int:
    """A pair of the red dragon."""
    return f.pairs >> 31 & 1


book.fan(
    red_pair, "番牌中", "Red Dragon",
    zh="中成对。",
    label="番牌（对）", fu=2, fan=1, category=HONOURS, merged=True, honours=True, honour_pair=True,
    yes=("234mC [345p] [789p] [678s] +C", "19m19p19sESWNCFP +C"),
    no=("23m55p [CCC] [789p] [678s] +4m", "234mC [PPP] [FFF] [678s] +C"),
)  # fmt: skip


def green_pung(f: Facts) -> int:
    """A pung of the green dragon."""
    return f.pungs >> 32 & 1


book.fan(
    green_pung, "番牌發", "Green Dragon",
    zh="發成刻。",
    label="番牌（刻）", fu=4, fan=1, category=HONOURS, merged=True, adds=True, pungs=1, honours=True, honour_pung=True,
    yes=("23m55p [FFF] [789p] [678s] +4m", "55p67s [CCC] [FFF] [789p] +8s"),
    no=("234mF [345p] [789p] [678s] +F", "234mP [CCC] [FFF] [678s] +P"),
)  # fmt: skip


def green_pair(f: Facts) -> int:
    """A pair of the green dragon."""
    return f.pairs >> 32 & 1


book.fan(
    green_pair, "番牌發", "Green Dragon",
    zh="發成对。",
    label="番牌（对）", fu=2, fan=1, category=HONOURS, merged=True, honours=True, honour_pair=True,
    yes=("234mF [345p] [789p] [678s] +F", "19m19p19sESWNCFP +F"),
    no=("23m55p [FFF] [789p] [678s] +4m", "234mF [PPP] [CCC] [678s] +F"),
)  # fmt: skip


def white_pung(f: Facts) -> int:
    """A pung of the white dragon."""
    return f.pungs >> 33 & 1


book.fan(
    white_pung, "番牌白", "White Dragon",
    zh="白成刻。",
    label="番牌（刻）", fu=4, fan=1, category=HONOURS, merged=True, adds=True, pungs=1, honours=True, honour_pung=True,
    yes=("23m55p [PPP] [789p] [678s] +4m", "55p67s [PPP] [FFF] [789p] +8s"),
    no=("234mP [345p] [789p] [678s] +P", "234mC [PPP] [FFF] [678s] +C"),
)  # fmt: skip


def white_pair(f: Facts) -> int:
    """A pair of the white dragon."""
    return f.pairs >> 33 & 1


book.fan(
    white_pair, "番牌白", "White Dragon",
    zh="白成对。",
    label="番牌（对）", fu=2, fan=1, category=HONOURS, merged=True, honours=True, honour_pair=True,
    yes=("234mP [345p] [789p] [678s] +P", "19m19p19sESWNCFP +P"),
    no=("23m55p [PPP] [789p] [678s] +4m", "234mP [CCC] [FFF] [678s] +P"),
)  # fmt: skip


def guest_wind_pung(f: Facts) -> int:
    """A pung of a wind that is not one's seat wind; counted for each."""
    return f.size(f.pungs & WIND_KINDS & ~f.bit(27 + f.seat))


book.fan(
    guest_wind_pung, "客风刻", "Guest Wind Pung",
    zh="门风以外的风牌成刻；每有一副计一次。",
    fu=2, fan=1, category=HONOURS, pungs=1, honours=True, honour_pung=True,
    yes=("23m55p [SSS] [789p] [678s] +4m", "23m55p [NNN] [WWW] [678s] +4m"),
    no=("23m55p [EEE] [789p] [678s] +4m", "23m55p [SSS] [789p] [678s] +4m | seat=S"),
)  # fmt: skip


# 6 幺九类


def all_terminals(f: Facts) -> int:
    """Only ones and nines."""
    return f.only(TERMINAL_KINDS)


book.fan(
    all_terminals, "清幺九", "All Terminals",
    zh="全部是一、九序数牌。",
    fu=88, fan=5, category=TERMINALS, scope=HAND, pungs=4, honours=False, simples=False,
    excludes=("all_pungs", "all_terminals_and_honours", "terminals_everywhere", "two_numbers", "double_pung", "terminal_pung"),
    yes=("11m99p [111p] [999m] [999s] +9p", "111m9p [111p] [999m] [999s] +9p"),
    no=("11mNN [111p] [999m] [999s] +N", "12m99p [111p] [999m] [999s] +3m"),
)  # fmt: skip


def all_terminals_and_honours(f: Facts) -> int:
    """Only ones, nines and honours."""
    return f.only(TERMINAL_KINDS | HONOUR_KINDS)


book.fan(
    all_terminals_and_honours, "混幺九", "All Terminals and Honours",
    zh="全部是一、九序数牌和字牌。",
    fu=16, fan=3, category=TERMINALS, scope=HAND, simples=False,
    yes=("11mNN [111p] [999m] [999s] +N", "1199m1199p1sWWNN +1s"),
    no=("22mNN [111p] [999m] [999s] +N", "11m99p [111p] [999m] [999s] +9p"),
)  # fmt: skip


def terminals_everywhere(f: Facts) -> int:
    """A one or a nine in every set and in the pair."""
    return f.set_count == 4 and f.chows & ~OUTSIDE_CHOWS == 0 and (f.pungs | f.pairs) & ~TERMINAL_KINDS == 0


book.fan(
    terminals_everywhere, "清带幺", "Terminals Everywhere",
    zh="每个面子和雀头都含一或九。",
    fu=12, fan=3, category=TERMINALS, scope=HAND, honours=False, middles=False,
    yes=("12m99p [789m] [123s] [111p] +3m", "1m789s [123p] [789p] [999m] +1m"),
    no=("12m99p [789m] [234s] [111p] +3m", "12mNN [789m] [123s] [111p] +3m"),
)  # fmt: skip


def outside_hand(f: Facts) -> int:
    """A terminal or an honour in every set and in the pair, with chows and with honours."""
    return (
        f.chow_count > 0
        and f.kinds & HONOUR_KINDS != 0
        and f.chows & ~OUTSIDE_CHOWS == 0
        and (f.pungs | f.pairs) & ~(TERMINAL_KINDS | HONOUR_KINDS) == 0
    )


book.fan(
    outside_hand, "混带幺", "Outside Hand",
    zh="每个面子和雀头都含幺九牌，其中既有顺子，也有字牌。",
    fu=4, fan=3, category=TERMINALS, scope=HAND, chows=1, honours=True, middles=False,
    yes=("12mNN [789m] [123s] [111p] +3m", "12m99p [789s] [WWW] [FFF] +3m"),
    no=("12mNN [789m] [234s] [111p] +3m", "12m99p [789m] [123s] [111p] +3m"),
)  # fmt: skip


def terminal_pung(f: Facts) -> int:
    """A pung of ones or nines; counted for each."""
    return f.size(f.pungs & TERMINAL_KINDS)


book.fan(
    terminal_pung, "幺九刻", "Terminal Pung",
    zh="一或九的刻子；每有一副计一次。",
    fu=2, fan=1, category=TERMINALS, pungs=1,
    yes=("23m55p [111p] [789s] [678p] +4m", "23m55p [111p] [999s] [678p] +4m"),
    no=("23m55p [NNN] [789s] [678p] +4m", "11m99p [111p] [999m] [999s] +9p"),
)  # fmt: skip
