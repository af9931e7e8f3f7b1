"""国标, 6, 5 and 4 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import KNITTED_STRAIGHT, STANDARD
from quepu.rules.base import HAND, WINNING, Omission
from quepu.rules.guobiao.book import P4, P5, P6, SEVEN_SELF_DRAWN, book, once, two_concealed_kongs_at_least, two_open_kongs_at_least
from quepu.tiles import DRAGON_KINDS, HONOUR_KINDS, OUTSIDE_CHOWS, TERMINAL_KINDS, WIND_KINDS


def all_pungs(f: Facts) -> int:
    """Four pungs."""
    return f.pung_count == 4


book.fan(
    all_pungs, "碰碰和", "All Pungs",
    zh="四副刻子（杠）。",
    fan=6, category=P6, pungs=4,
    yes=("55sPP [333p] [444p] [555p] +5s", "99mEE [666m] [777p] [8888s] +9m"),
    no=("56sPP [333p] [444p] [555p] +7s", "99mEE [666m] [777p] [789s] +9m"),
)  # fmt: skip


def half_flush(f: Facts) -> int:
    """Numbered tiles of one suit, and honours."""
    return f.suit_count() == 1 and f.kinds & HONOUR_KINDS != 0


book.fan(
    half_flush, "混一色", "Half Flush",
    zh="一种花色的序数牌和字牌。",
    fan=6, category=P6, scope=HAND, honours=True, suits=1,
    yes=("EECC [123m] [555m] [789m] +C", "23m99m [EEE] [678m] [SSS] +4m"),
    no=("EECC [123m] [555m] [789p] +C", "23m99m [444m] [678m] [888m] +1m"),
)  # fmt: skip


def melded_hand(f: Facts) -> int:
    """Four sets claimed, and another's tile for the pair."""
    return f.claimed == 4 and not f.self_drawn


book.fan(
    melded_hand, "全求人", "Melded Hand",
    zh="四副牌全部吃、碰、明杠，单钓他家打出的牌。",
    fan=6, category=P6, scope=HAND, self_drawn=False, all_claimed=True,
    excludes=("single_wait",),
    yes=("N [678p] [567s] [345s] [234m] +N", "9m [1111m] [2222m] [444m] [888m] +9m"),
    no=("N [678p] [567s] [345s] [234m] +N | self", "9m (1111m) [2222m] [444m] [888m] +9m"),
)  # fmt: skip


def mixed_shifted_chows(f: Facts) -> int:
    """Three chows in three suits, each one higher than the last."""
    return f.in_three_suits(f.picked, 1)


book.fan(
    mixed_shifted_chows, "三色三步高", "Mixed Shifted Chows",
    zh="三色三副顺子，序数依次高一。",
    fan=6, category=P6, takes=3,
    yes=("55m55p [345m] [456p] [567s] +5m", "89m55p [678p] [567s] [345s] +7m"),
    no=("55m55p [345m] [456p] [678s] +5m", "89m55p [678p] [567p] [345s] +7m"),
)  # fmt: skip


def all_types(f: Facts) -> int:
    """Tiles of all three suits, winds and dragons."""
    return f.suit_count() == 3 and f.kinds & WIND_KINDS != 0 and f.kinds & DRAGON_KINDS != 0


book.fan(
    all_types, "五门齐", "All Types",
    zh="三种花色、风牌、箭牌俱全。",
    fan=6, category=P6, scope=HAND, honours=True, suits=3,
    yes=("NNFF [123m] [123p] [789s] +F", "116677m44p99sSSF +F"),
    no=("99mFF [123m] [123p] [789s] +F", "116677m44p99sSSN +N"),
)  # fmt: skip


def two_concealed_kongs(f: Facts) -> int:
    """Two concealed kongs, and no other."""
    return f.kong_count == 2 and f.size(f.kongs & f.concealed_pungs) == 2


book.fan(
    two_concealed_kongs, "双暗杠", "Two Concealed Kongs",
    zh="两个暗杠，别无他杠。",
    fan=6, category=P6, kongs=2,
    excludes=("two_concealed_pungs",),
    omissions=(Omission(by=("four_kongs", "three_kongs"), would_hold=two_concealed_kongs_at_least),),
    yes=("23m55p (3333s) (7777p) [678m] +4m", "23m55678p (3333s) (7777s) +4m"),
    no=("23m55p (3333s) [7777p] [678m] +4m", "23m55p (3333s) (7777p) [6666m] +4m"),
)  # fmt: skip


def two_dragon_pungs(f: Facts) -> int:
    """Pungs of two dragons."""
    return f.size(f.pungs & DRAGON_KINDS) >= 2


book.fan(
    two_dragon_pungs, "双箭刻", "Two Dragon Pungs",
    zh="两副箭刻（杠）。",
    fan=6, category=P6, pungs=2, honours=True, honour_pung=True,
    excludes=("dragon_pung",),
    yes=("EENN [CCC] [FFF] [WWW] +N", "23m55p [CCC] [PPPP] [678s] +4m"),
    no=("EENN [CCC] [SSS] [WWW] +N", "23m55p [CCC] [678p] [678s] +4m"),
)  # fmt: skip


def open_and_concealed_kong(f: Facts) -> int:
    """One open and one concealed kong, and no other."""
    return f.kong_count == 2 and f.size(f.kongs & f.concealed_pungs) == 1


book.fan(
    open_and_concealed_kong, "明暗杠", "Open and Concealed Kong",
    zh="一个明杠和一个暗杠，别无他杠。",
    fan=5, category=P5, kongs=2,
    excludes=("open_kong", "concealed_kong"),
    yes=("23m55p [3333s] (7777p) [678m] +4m", "2m [3333s] (7777p) [678m] [PPP] +2m"),
    no=("23m55p [3333s] [7777p] [678m] +4m", "23m55p [3333s] (7777p) (6666m) +4m"),
)  # fmt: skip


def fully_concealed_hand(f: Facts) -> int:
    """Nothing was claimed, and the winning tile self-drawn."""
    if f.claimed or not f.self_drawn:
        return 0
    if f.kong or f.last_tile:
        # 自摸 is not counted then. Where the text replaces 自摸 by 不求人, it is not counted either.
        special = f.shape if f.shape != KNITTED_STRAIGHT else STANDARD
        return special == STANDARD and f.concealed_count < 4 and not f.is_nine_gates()
    return 1


book.fan(
    fully_concealed_hand, "不求人", "Fully Concealed Hand",
    zh="没有吃、碰、明杠，自摸和牌。",
    fan=4, category=P4, scope=HAND, self_drawn=True, closed=True, sees=("last_tile", "kong"),
    excludes=("self_draw",),
    omissions=(Omission(by=("last_draw", "kong_blossom"), beside=SEVEN_SELF_DRAWN, would_hold=once, reason=(
        "{fan}：{beside}以不求人代替自摸，而{by}不计自摸，所以不求人也不计",
        "{fan}: {beside} counts it in place of Self-drawn 自摸, and {by} leaves Self-drawn 自摸 out, so this is not counted either",
    )),),
    yes=("23m456678p55789s +4m | self", "23m456678p55s (9999s) +4m | self"),
    no=("23m456678p55789s +4m", "23m456678p55s [9999s] +4m | self"),
)  # fmt: skip


def outside_hand(f: Facts) -> int:
    """A terminal or an honour in every set and in the pair."""
    return f.set_count == 4 and f.chows & ~OUTSIDE_CHOWS == 0 and (f.pungs | f.pairs) & ~(TERMINAL_KINDS | HONOUR_KINDS) == 0


book.fan(
    outside_hand, "全带幺", "Outside Hand",
    zh="每副牌和将都有幺九牌。",
    fan=4, category=P4, scope=HAND, shape=STANDARD, middles=False,
    yes=("23m99s [CCC] [FFF] [PPP] +1m", "NNFF [123m] [123p] [789s] +F"),
    no=("23m99s [CCC] [FFF] [PPP] +4m", "NNFF [123m] [123p] [678s] +F"),
)  # fmt: skip


def two_open_kongs(f: Facts) -> int:
    """Two open kongs, and no other."""
    return f.kong_count == 2 and f.kongs & f.concealed_pungs == 0


book.fan(
    two_open_kongs, "双明杠", "Two Melded Kongs",
    zh="两个明杠，别无他杠。",
    fan=4, category=P4, kongs=2,
    omissions=(Omission(by=("four_kongs", "three_kongs"), would_hold=two_open_kongs_at_least),),
    yes=("23m55p [3333s] [7777p] [678m] +4m", "9m [1111m] [2222m] [444m] [888m] +9m"),
    no=("23m55p [3333s] [777p] [678m] +4m", "23m55p [3333s] [7777p] [6666m] +4m"),
)  # fmt: skip


def last_tile(f: Facts) -> int:
    """Won on the fourth of a tile whose other three are visible."""
    return f.last_copy or (f.held[f.winning] == 1 and f.total[f.winning] == 4)


book.fan(
    last_tile, "和绝张", "Last Tile",
    zh="和牌池、桌面已亮明三张的第四张牌。",
    fan=4, category=P4, scope=WINNING, sees=("last_copy",),
    yes=("78m55p [999m] [678p] [345s] +9m", "78m55p [789m] [678p] [345s] +9m | last_copy"),
    no=("78m55p [789m] [678p] [345s] +9m", "78m55p [567s] [234p] [345s] +9m | kong last_copy"),
)  # fmt: skip
