"""国标, 2 and 1 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import CLOSED_WAIT, EDGE_WAIT, KNITTED_STRAIGHT, PAIR_WAIT
from quepu.rules.base import HAND, NOTHING, TILES, WINNING, Omission
from quepu.rules.guobiao.book import P1, P2, book, concealed_kongs, open_kongs, outside_pungs
from quepu.tiles import DRAGON_KINDS, HONOUR_KINDS, SIMPLE_KINDS, TERMINAL_KINDS, WIND_KINDS


def concealed_hand(f: Facts) -> int:
    """Nothing was claimed, and the winning tile is another's."""
    return f.claimed == 0 and not f.self_drawn


book.fan(
    concealed_hand, "门前清", "Concealed Hand",
    zh="没有吃、碰、明杠，和他家打出的牌。",
    fan=2, category=P2, scope=HAND, self_drawn=False, closed=True,
    yes=("2223334499m234s +4m", "23m456678p55s (9999s) +4m"),
    no=("2223334499m234s +4m | self", "23m456678p55s [9999s] +4m"),
)  # fmt: skip


def all_simples(f: Facts) -> int:
    """Neither ones, nines nor honours."""
    return f.only(SIMPLE_KINDS)


book.fan(
    all_simples, "断幺", "All Simples",
    zh="没有一、九和字牌。",
    fan=2, category=P2, scope=HAND, honours=False, simples=True,
    excludes=("no_honours",),
    yes=("23m55p [678p] [567s] [345s] +4m", "2244m6688p22448s +8s"),
    no=("23m55p [678p] [567s] [345s] +1m", "2244m6688p22449s +9s"),
)  # fmt: skip


def all_chows(f: Facts) -> int:
    """Four chows and a pair of numbered tiles; a knitted straight is three chows."""
    return (f.chow_count == 4 or (f.shape == KNITTED_STRAIGHT and f.chow_count == 1)) and f.kinds & HONOUR_KINDS == 0


book.fan(
    all_chows, "平和", "All Chows",
    zh="四副顺子和序数牌的将；组合龙算三副顺子。",
    fan=2, category=P2, scope=HAND, chows=1, honours=False,
    excludes=("no_honours",),
    yes=("23m55p [678p] [567s] [345s] +4m", "47m36999p258s [678m] +1m"),
    no=("23mPP [678p] [567s] [345s] +4m", "23m55p [678p] [567s] [333s] +4m"),
)  # fmt: skip


def dragon_pung(f: Facts) -> int:
    """A pung of a dragon; counted for each."""
    return f.size(f.pungs & DRAGON_KINDS)


book.fan(
    dragon_pung, "箭刻", "Dragon Pung",
    zh="中、发、白的刻子；每副计一次。",
    fan=2, category=P2, pungs=1, honours=True, honour_pung=True,
    yes=("EECC [123m] [555m] [789m] +C", "369m47p258sWW [CCC] +1p"),
    no=("EECC [123m] [555m] [789m] +E", "55pCC [123m] [555m] [PPP] +C"),
)  # fmt: skip


def prevalent_wind(f: Facts) -> int:
    """A pung of the round wind."""
    return f.pungs >> 27 + f.round & 1


book.fan(
    prevalent_wind, "圈风刻", "Prevalent Wind",
    zh="圈风的刻子。",
    fan=2, category=P2, pungs=1, honours=True, sees=("round",), honour_pung=True,
    yes=("23m55p [SSS] [567s] [345s] +4m | round=S", "23m55p [EEEE] [567s] [345s] +4m | seat=W"),
    no=("23m55p [SSS] [567s] [345s] +4m | seat=S", "23mEE [789p] [567s] [345s] +4m | seat=W"),
)  # fmt: skip


def seat_wind(f: Facts) -> int:
    """A pung of one's seat wind."""
    return f.pungs >> 27 + f.seat & 1


book.fan(
    seat_wind, "门风刻", "Seat Wind",
    zh="门风的刻子。",
    fan=2, category=P2, pungs=1, honours=True, honour_pung=True,
    yes=("23m55p [SSS] [567s] [345s] +4m | seat=S", "23m55p [EEEE] [567s] [345s] +4m | round=W"),
    no=("23m55p [SSS] [567s] [345s] +4m | round=S", "23mEE [789p] [567s] [345s] +4m | round=W"),
)  # fmt: skip


def tile_hog(f: Facts) -> int:
    """Four equal tiles that are no kong; counted for each such kind."""
    return f.size(f.fours & ~f.kongs)


book.fan(
    tile_hog, "四归一", "Tile Hog",
    zh="四张相同的牌而不成杠；每有一组计一次。",
    fan=2, category=P2, scope=TILES, fours=True,
    yes=("78m55p [999m] [678p] [345s] +9m", "2222444466668s +8s"),
    no=("78m55p [9999m] [678p] [345s] +6m", "78m55p [999m] [678p] [345s] +6m"),
)  # fmt: skip


def double_pung(f: Facts) -> int:
    """Pungs of one number in two suits."""
    return f.size(f.picked) == 2 and f.in_two_suits(f.picked) != 0


book.fan(
    double_pung, "双同刻", "Double Pung",
    zh="两色同一序数的两副刻子。",
    fan=2, category=P2, takes=2, of_pungs=True,
    yes=("33m55p [333p] [678p] [456s] +3m", "33m55s [333p] [777s] [777p] +3m"),
    no=("33m55p [444p] [678p] [456s] +3m", "33m55p [333p] [333s] [456s] +3m"),
)  # fmt: skip


def two_concealed_pungs(f: Facts) -> int:
    """Two concealed pungs."""
    return f.concealed_count >= 2


book.fan(
    two_concealed_pungs, "双暗刻", "Two Concealed Pungs",
    zh="两个暗刻（暗杠）。",
    fan=2, category=P2, concealed_pungs=2,
    yes=("222m444p5s [678m] [234s] +5s", "222m55s34p [678m] (WWWW) +5p"),
    no=("222m44p55s [678m] [234s] +4p", "222m55s34p [678m] [WWWW] +5p"),
)  # fmt: skip


def concealed_kong(f: Facts) -> int:
    """One concealed kong."""
    return f.size(f.kongs & f.concealed_pungs) == 1


book.fan(
    concealed_kong, "暗杠", "Concealed Kong",
    zh="一个暗杠。",
    fan=2, category=P2, kongs=1,
    omissions=(
        Omission(by=("two_concealed_kongs",), would_hold=concealed_kongs),
        Omission(by=("four_concealed_pungs", "three_concealed_pungs", "two_concealed_pungs"), beside=("four_kongs", "three_kongs"),
                 would_hold=concealed_kongs, reason=(
            "{fan}：{beside}里的暗杠不止一个，以{by}代替暗杠",
            "{fan}: {beside} with more than one concealed kong counts {by} in its place",
        )),
    ),
    yes=("23m456678p55s (9999s) +4m", "23m55p [3333s] [7777p] (8888s) +4m"),
    no=("23m456678p55s [9999s] +4m", "23m55p [3333s] (7777p) [678m] +4m"),
)  # fmt: skip


def missing_suit(f: Facts) -> int:
    """One suit is missing."""
    return f.suit_count() == 2


book.fan(
    missing_suit, "缺一门", "One Voided Suit",
    zh="缺一种花色的序数牌。",
    fan=1, category=P1, scope=HAND, suits=2,
    yes=("23m55p [678m] [345p] [789p] +4m", "2223334499m234s +4m"),
    no=("23m55p [678m] [345p] [789s] +4m", "23m55m [678m] [345m] [EEE] +4m"),
)  # fmt: skip


def no_honours(f: Facts) -> int:
    """No honours."""
    return f.kinds & HONOUR_KINDS == 0


book.fan(
    no_honours, "无字", "No Honours",
    zh="没有字牌。",
    fan=1, category=P1, scope=HAND, honours=False,
    yes=("78m55p [999m] [678p] [345s] +9m", "99m112233p77889s +9s"),
    no=("78mEE [999m] [678p] [345s] +9m", "2244m6688p22448s +8s"),
)  # fmt: skip


def double_chow(f: Facts) -> int:
    """Two equal chows."""
    return f.size(f.picked) == 1


book.fan(
    double_chow, "一般高", "Pure Double Chow",
    zh="两副完全相同的顺子。",
    fan=1, category=P1, takes=2,
    yes=("78m55p [789m] [678p] [345s] +9m", "22p78s [123p] [456m] [789s] +9s"),
    no=("78m55p [789m] [678p] [345s] +6m", "23m55p [234m] [234m] [678s] +4m"),
)  # fmt: skip


def short_straight(f: Facts) -> int:
    """Two chows of one suit three apart, as 123 and 456."""
    return f.in_sequence(f.picked, 3, 2) != 0


book.fan(
    short_straight, "连六", "Short Straight",
    zh="同色相差三的两副顺子，如 123 与 456。",
    fan=1, category=P1, takes=2,
    yes=("77m56s [123m] [123p] [123s] +4s", "1112345678999m +2m"),
    no=("77m56s [123m] [123p] [123s] +7s", "23m55p [456m] [789m] [678s] +1m"),
)  # fmt: skip


def two_terminal_chows(f: Facts) -> int:
    """123 and 789 of one suit."""
    return f.in_sequence(f.picked, 6, 2) != 0


book.fan(
    two_terminal_chows, "老少副", "Two Terminal Chows",
    zh="同色的 123 与 789。",
    fan=1, category=P1, takes=2,
    yes=("EECC [123m] [555m] [789m] +C", "12mEE [789m] [111p] [999p] +3m"),
    no=("EECC [123m] [555m] [789p] +C", "23mEE [789m] [111p] [999p] +4m"),
)  # fmt: skip


def two_suit_chows(f: Facts) -> int:
    """The same chow in two suits."""
    return f.in_two_suits(f.picked) != 0


book.fan(
    two_suit_chows, "喜相逢", "Mixed Double Chow",
    zh="两色序数相同的两副顺子。",
    fan=1, category=P1, takes=2,
    yes=("56m55p [345s] [456s] [567s] +4m", "NNFF [123m] [123p] [789s] +F"),
    no=("56m55p [345s] [456s] [678s] +7m", "NNFF [123m] [234p] [789s] +F"),
)  # fmt: skip


def terminal_pung(f: Facts) -> int:
    """A pung of ones, nines or a wind that counts as nothing else: not as seat or round wind, nor in 三风刻."""
    winds = f.pungs & WIND_KINDS & ~f.bit(27 + f.seat) & ~f.bit(27 + f.round)
    if f.size(f.pungs & WIND_KINDS) >= 3:
        winds = 0
    return f.size(f.pungs & TERMINAL_KINDS) + f.size(winds)


book.fan(
    terminal_pung, "幺九刻", "Pung of Terminals or Honours",
    zh="一、九或风牌的刻子，且不作圈风刻、门风刻或三风刻；每副计一次。",
    fan=1, category=P1, pungs=1, sees=("round",),
    omissions=(
        Omission(by=("big_three_winds",), would_hold=outside_pungs),
        Omission(by=("prevalent_wind", "seat_wind"), would_hold=outside_pungs),
        # these exclude it: the winds among their pungs too
        Omission(by=("big_four_winds", "little_four_winds"), would_hold=outside_pungs),
    ),
    yes=("78m55p [999m] [678p] [345s] +9m", "23m55p [SSS] [567s] [345s] +4m"),
    no=("23m55p [888m] [678p] [345s] +4m", "23m55p [SSS] [567s] [345s] +4m | seat=S"),
)  # fmt: skip


def open_kong(f: Facts) -> int:
    """One open kong, and not three kongs."""
    return f.kong_count <= 2 and f.size(f.kongs & ~f.concealed_pungs) == 1


book.fan(
    open_kong, "明杠", "Melded Kong",
    zh="一个明杠，且不足三杠。",
    fan=1, category=P1, kongs=1,
    omissions=(Omission(by=("four_kongs", "three_kongs", "two_open_kongs"), would_hold=open_kongs),),
    yes=("78m55p [9999m] [678p] [345s] +6m", "23m456678p55s [9999s] +4m"),
    no=("78m55p [999m] [678p] [345s] +6m", "23m456678p55s (9999s) +4m"),
)  # fmt: skip


def edge_wait(f: Facts) -> int:
    """The tile won on was the only one waited for, the 3 to 12 or the 7 to 89."""
    return f.only_wait == 1 and f.wait & EDGE_WAIT != 0


book.fan(
    edge_wait, "边张", "Edge Wait",
    zh="单听 12 的 3 或 89 的 7。",
    fan=1, category=P1, scope=WINNING, sees=("wait",), wait=EDGE_WAIT,
    against=("closed_wait", "single_wait"),
    yes=("12m55p [678p] [567s] [345s] +3m", "7789m [234p] [567s] [345s] +7m"),
    no=("23m55p [678p] [567s] [345s] +1m", "5678911m [234p] [345s] +7m"),
)  # fmt: skip


def closed_wait(f: Facts) -> int:
    """The tile won on was the only one waited for, the middle of a chow."""
    return f.only_wait == 1 and f.wait & CLOSED_WAIT != 0


book.fan(
    closed_wait, "坎张", "Closed Wait",
    zh="单听顺子中间的一张。",
    fan=1, category=P1, scope=WINNING, sees=("wait",), wait=CLOSED_WAIT,
    against=("single_wait",),
    yes=("46m55p [234p] [567s] [678s] +5m", "4556m [234p] [567s] [678s] +5m"),
    no=("45m55p [234p] [567s] [678s] +6m", "4556799m [678p] [345s] +6m"),
)  # fmt: skip


def single_wait(f: Facts) -> int:
    """The tile won on was the only one waited for, the second of the pair."""
    return f.only_wait == 1 and f.wait & PAIR_WAIT != 0


book.fan(
    single_wait, "单钓将", "Single Wait",
    zh="单听将的另一张。",
    fan=1, category=P1, scope=WINNING, sees=("wait",), wait=PAIR_WAIT,
    yes=("123mN [678p] [567s] [345s] +N", "222m444p5s [678m] [234s] +5s"),
    no=("2345m [678p] [567s] [678s] +2m", "N [678p] [567s] [345s] [234m] +N"),
)  # fmt: skip


def self_draw(f: Facts) -> int:
    """Won on a tile one drew oneself."""
    return f.self_drawn


book.fan(
    self_draw, "自摸", "Self-drawn",
    zh="和自己摸到的牌。",
    fan=1, category=P1, scope=WINNING, self_drawn=True,
    yes=("23m55p [678p] [567s] [345s] +4m | self", "123m78sPP [345m] [222p] +6s | self"),
    no=("23m55p [678p] [567s] [345s] +4m", "23m456678p55789s +4m | self"),
)  # fmt: skip


def flower_tiles(f: Facts) -> int:
    """A flower; counted for each, outside the minimum."""
    return f.flowers


book.fan(
    flower_tiles, "花牌", "Flower Tiles",
    zh="花牌，每张计一分，不在起和分之内。",
    fan=1, category=P1, scope=NOTHING, outside=True, flowers=True,
    yes=("23m55p [678p] [567s] [345s] +4m | flowers=8", "123m78sPP [345m] [222p] +9s | flowers=1f"),
    no=("23m55p [678p] [567s] [345s] +4m", "123m78sPP [345m] [222p] +9s"),
)  # fmt: skip
