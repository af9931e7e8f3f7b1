"""国标, 48, 32 and 24 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import KNITTED_HONOURS, SEVEN_PAIRS
from quepu.rules.base import HAND
from quepu.rules.guobiao.book import P24, P32, P48, book
from quepu.tiles import EVEN_KINDS, HONOUR_KINDS, LOWER_KINDS, MIDDLE_KINDS, TERMINAL_KINDS, UPPER_KINDS


def quadruple_chow(f: Facts) -> int:
    """Four equal chows."""
    return f.size(f.picked) == 1


book.fan(
    quadruple_chow, "一色四同顺", "Quadruple Chow",
    zh="四副完全相同的顺子。",
    fan=48, category=P48, takes=4,
    excludes=("pure_shifted_pungs", "double_chow", "tile_hog", "pure_triple_chow"),
    yes=("2334466s [234s] [234s] +2s", "11m12233p [123p] [123p] +1p"),
    no=("3466s [234s] [234s] [234m] +2s", "2345666s [234s] [234s] +7s"),
)  # fmt: skip


def four_shifted_pungs(f: Facts) -> int:
    """Four pungs of one suit with consecutive numbers."""
    return f.in_sequence(f.picked, 1, 4) != 0


book.fan(
    four_shifted_pungs, "一色四节高", "Four Pure Shifted Pungs",
    zh="一色四副序数相连的刻子。",
    fan=48, category=P48, takes=4, of_pungs=True,
    excludes=("all_pungs",),
    yes=("44p22s [111p] [222p] [333p] +4p", "55m88m [666m] (7777m) [444m] +5m"),
    no=("55p22s [111p] [222p] [333p] +5p", "55m88m [666m] (7777m) [444m] +8m"),
)  # fmt: skip


def four_shifted_chows(f: Facts) -> int:
    """Four chows of one suit, each one higher than the last, or each two."""
    return f.in_sequence(f.picked, 1, 4) != 0 or f.in_sequence(f.picked, 2, 4) != 0


book.fan(
    four_shifted_chows, "一色四步高", "Four Pure Shifted Chows",
    zh="一色四副顺子，序数依次高一或依次高二。",
    fan=32, category=P32, takes=4,
    yes=("67mNN [234m] [345m] [456m] +5m", "78p99s [123p] [345p] [567p] +9p"),
    no=("78mNN [234m] [345m] [456m] +6m", "78p99s [123p] [345p] [567s] +9p"),
)  # fmt: skip


def all_terminals_and_honours(f: Facts) -> int:
    """Only ones, nines and honours, both of them."""
    return f.only(TERMINAL_KINDS | HONOUR_KINDS) and f.kinds & TERMINAL_KINDS != 0 and f.kinds & HONOUR_KINDS != 0


book.fan(
    all_terminals_and_honours, "混幺九", "All Terminals and Honours",
    zh="全部是一、九序数牌和字牌，两者皆有。",
    fan=32, category=P32, scope=HAND, honours=True, simples=False,
    excludes=("all_pungs", "outside_hand", "terminal_pung"),
    yes=("EEPP [111m] [111p] [111s] +P", "11m1199pEEEESSF +F"),
    no=("EE22m [111m] [111p] [111s] +2m", "11m1188pEEEESSF +F"),
)  # fmt: skip


def three_kongs(f: Facts) -> int:
    """Three kongs."""
    return f.kong_count >= 3


book.fan(
    three_kongs, "三杠", "Three Kongs",
    zh="三个杠。",
    fan=32, category=P32, kongs=3,
    yes=("23m55p [3333s] [7777p] [8888s] +4m", "23m55p (3333s) [7777p] (8888s) +4m"),
    no=("23m55p [3333s] [7777p] [888s] +4m", "6m (3333s) [7777p] (8888s) [5555m] +6m"),
)  # fmt: skip


def seven_pairs(f: Facts) -> int:
    """Seven pairs; four equal tiles may be two of them."""
    return f.shape == SEVEN_PAIRS


book.fan(
    seven_pairs, "七对", "Seven Pairs",
    zh="七个对子，四张相同的牌可作两对。",
    fan=24, category=P24, scope=HAND, shape=SEVEN_PAIRS,
    excludes=("concealed_hand", "single_wait"),
    yes=("116677m44p99sSSF +F", "2222m4466p3377sE +E", "112233m445566p7s +7s"),
    no=("116677m44p999sSS +9m", "112233m7s [456p] [456p] +7s"),
)  # fmt: skip


def greater_honours_and_knitted(f: Facts) -> int:
    """All seven honours, and seven tiles out of 147 of one suit, 258 of another and 369 of the third."""
    return f.shape == KNITTED_HONOURS and f.kinds & HONOUR_KINDS == HONOUR_KINDS


book.fan(
    greater_honours_and_knitted, "七星不靠", "Greater Honours and Knitted Tiles",
    zh="七种字牌各一，加上一色 147、另一色 258、第三色 369 中的七张。",
    fan=24, category=P24, scope=HAND, shape=KNITTED_HONOURS,
    excludes=("all_types", "concealed_hand", "knitted_honours"),
    yes=("14m369p28sESWNCF +P", "147m258p3sESWNCF +P | self"),
    no=("14m369p258sESWNC +P", "14m369p29sESWNCF +P"),
)  # fmt: skip


def full_flush(f: Facts) -> int:
    """Numbered tiles of one suit alone."""
    return f.suit_count() == 1 and f.kinds & HONOUR_KINDS == 0


book.fan(
    full_flush, "清一色", "Full Flush",
    zh="全部是一种花色的序数牌。",
    fan=24, category=P24, scope=HAND, honours=False, suits=1,
    excludes=("no_honours",),
    yes=("2355m [234m] [678m] [666m] +4m", "1122446677889p +9p"),
    no=("2355m [234m] [678m] [EEE] +4m", "2355p [234m] [678m] [666m] +4p"),
)  # fmt: skip


def pure_triple_chow(f: Facts) -> int:
    """Three equal chows."""
    return f.size(f.picked) == 1


book.fan(
    pure_triple_chow, "一色三同顺", "Pure Triple Chow",
    zh="三副完全相同的顺子。",
    fan=24, category=P24, takes=3,
    yes=("23m55p [234m] [234m] [678s] +4m", "2223334499m234s +4m"),
    no=("23m55p [234m] [234s] [678s] +4m", "2223334499m234s +1m"),
)  # fmt: skip


def pure_shifted_pungs(f: Facts) -> int:
    """Three pungs of one suit with consecutive numbers."""
    return f.in_sequence(f.picked, 1, 3) != 0


book.fan(
    pure_shifted_pungs, "一色三节高", "Pure Shifted Pungs",
    zh="一色三副序数相连的刻子。",
    fan=24, category=P24, takes=3, of_pungs=True,
    yes=("78sCC [555s] [666s] [777s] +9s", "22m55p [333m] [4444m] [678s] +2m"),
    no=("78sCC [555s] [666s] [888s] +9s", "22m55p [333m] [4444p] [678s] +2m"),
)  # fmt: skip


def upper_tiles(f: Facts) -> int:
    """Only sevens, eights and nines."""
    return f.only(UPPER_KINDS)


book.fan(
    upper_tiles, "全大", "Upper Tiles",
    zh="全部是序数七、八、九。",
    fan=24, category=P24, scope=HAND, honours=False, at_most_numbers=3, fives=False,
    excludes=("upper_four", "no_honours"),
    yes=("78m99p [789m] [789p] [789s] +9m", "7788m7799p88997s +7s"),
    no=("78m99p [789m] [789p] [789s] +6m", "7788m7799p88966s +9s"),
)  # fmt: skip


def middle_tiles(f: Facts) -> int:
    """Only fours, fives and sixes."""
    return f.only(MIDDLE_KINDS)


book.fan(
    middle_tiles, "全中", "Middle Tiles",
    zh="全部是序数四、五、六。",
    fan=24, category=P24, scope=HAND, honours=False, at_most_numbers=3, simples=True,
    excludes=("all_simples", "no_honours"),
    yes=("66p44s [444p] [555s] [666m] +4s", "4455m4466p55664s +4s"),
    no=("66p44s [444p] [555s] [777m] +4s", "4455m4466p55667s +7s"),
)  # fmt: skip


def lower_tiles(f: Facts) -> int:
    """Only ones, twos and threes."""
    return f.only(LOWER_KINDS)


book.fan(
    lower_tiles, "全小", "Lower Tiles",
    zh="全部是序数一、二、三。",
    fan=24, category=P24, scope=HAND, honours=False, at_most_numbers=3, fives=False,
    excludes=("lower_four", "no_honours"),
    yes=("11m12233p [123p] [123p] +1p", "1122m1133p22331s +1s"),
    no=("11m12334p [123p] [123p] +2p", "1122m1133p22334s +4s"),
)  # fmt: skip


def all_even_pungs(f: Facts) -> int:
    """Four pungs and a pair of twos, fours, sixes and eights."""
    return f.pung_count == 4 and f.only(EVEN_KINDS)


book.fan(
    all_even_pungs, "全双刻", "All Even Pungs",
    zh="四副刻子和将全是序数二、四、六、八。",
    fan=24, category=P24, scope=HAND, pungs=4, honours=False,
    excludes=("all_pungs", "all_simples", "no_honours"),
    yes=("4488s [222p] [888p] [666s] +8s", "22m88p [444p] [6666s] [888s] +8p"),
    no=("4488s [222p] [888p] [777s] +8s", "2244m6688p22448s +8s"),
)  # fmt: skip
