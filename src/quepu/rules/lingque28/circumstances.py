"""灵雀 28, 丙 1–3: 偶然类, 特殊类, 副露类."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import KNITTED_HONOURS, SEVEN_PAIRS, THIRTEEN_ORPHANS
from quepu.rules.base import HAND, WINNING
from quepu.rules.lingque28.book import ACCIDENTAL, EXPOSURE, SPECIAL, book

# 1 偶然类


def heavenly_hand(f: Facts) -> int:
    """The dealer wins with the thirteen tiles dealt and the first tile drawn."""
    return f.first_turn and f.self_drawn


book.fan(
    heavenly_hand, "天和", "Heavenly Hand",
    zh="庄家以配牌十三张与所摸第一张牌和牌。",
    fu=64, fan=4, category=ACCIDENTAL, scope=WINNING, first_turn=True, self_drawn=True,
    excludes=("self_draw", "concealed_hand"),
    yes=("123m456p78s22pSSS +9s | self first_turn", "1133m5577p22s88sW +W | self first_turn"),
    no=("123m456p78s22pSSS +9s | self", "123m456p78s22pSSS +9s | seat=S first_turn"),
)  # fmt: skip


def earthly_hand(f: Facts) -> int:
    """Another player wins with the thirteen tiles dealt on the dealer's first discard; not if the dealer had a kong before."""
    return f.first_turn and not f.self_drawn


book.fan(
    earthly_hand, "地和", "Earthly Hand",
    zh="闲家以配牌十三张与庄家首张舍牌和牌；庄家此前开过杠则不成立。",
    fu=64, fan=4, category=ACCIDENTAL, scope=WINNING, first_turn=True, self_drawn=False,
    excludes=("concealed_hand",),
    yes=("123m456p78s22pWWW +9s | seat=S first_turn", "1133m5577p22s88sW +W | seat=N first_turn"),
    no=("123m456p78s22pWWW +9s | seat=S", "123m456p78s22pWWW +9s | self first_turn"),
)  # fmt: skip


def kong_blossom(f: Facts) -> int:
    """Won on the tile drawn in place of one's own kong."""
    return f.kong and f.self_drawn


book.fan(
    kong_blossom, "岭上开花", "Out with Replacement Tile",
    zh="以自己开杠后补得的牌和牌。",
    fu=8, fan=2, category=ACCIDENTAL, scope=WINNING, kong=True, self_drawn=True,
    excludes=("self_draw",),
    yes=("23m456p22s [7777s] [789p] +4m | self kong", "23m456p789p22s (7777s) +4m | self last_tile kong"),
    no=("23m456p22s [7777s] [789p] +4m | self", "23m456p22s [7777s] [789p] +4m | kong"),
)  # fmt: skip


def last_draw(f: Facts) -> int:
    """Won on the last tile of the wall."""
    return f.last_tile and f.self_drawn


book.fan(
    last_draw, "海底捞月", "Last Tile Draw",
    zh="以牌墙的最后一张牌自摸和牌。",
    fu=8, fan=2, category=ACCIDENTAL, scope=WINNING, last_tile=True, self_drawn=True,
    excludes=("self_draw",),
    yes=("23m456p22s [567s] [789p] +4m | self last_tile", "23m456p789p22s (7777s) +4m | self last_tile kong"),
    no=("23m456p22s [567s] [789p] +4m | self", "23m456p22s [567s] [789p] +4m | last_tile"),
)  # fmt: skip


def last_discard(f: Facts) -> int:
    """Won on another's tile when the wall is empty."""
    return f.last_tile and not f.self_drawn


book.fan(
    last_discard, "河底捞鱼", "Last Tile Claim",
    zh="牌墙摸完之后，和他家打出或加杠的牌。",
    fu=8, fan=2, category=ACCIDENTAL, scope=WINNING, last_tile=True, self_drawn=False,
    yes=("23m456p22s [567s] [789p] +4m | last_tile", "23m456p22s [567s] [789p] +4m | last_tile kong"),
    no=("23m456p22s [567s] [789p] +4m", "23m456p22s [567s] [789p] +4m | self last_tile"),
)  # fmt: skip


def robbing_a_kong(f: Facts) -> int:
    """Won on the tile with which another makes a pung into a kong."""
    return f.kong and not f.self_drawn


book.fan(
    robbing_a_kong, "抢杠", "Robbing a Kong",
    zh="和他家用来加杠的牌。",
    fu=8, fan=2, category=ACCIDENTAL, scope=WINNING, kong=True, self_drawn=False,
    yes=("23m456p22s [567s] [789p] +4m | kong", "23m456p22s [567s] [789p] +4m | last_tile kong"),
    no=("23m456p22s [567s] [789p] +4m", "23m456p22s [7777s] [789p] +4m | self kong"),
)  # fmt: skip


def self_draw(f: Facts) -> int:
    """Won on a tile one drew oneself."""
    return f.self_drawn


book.fan(
    self_draw, "自摸", "Self-drawn",
    zh="和自己摸到的牌。",
    fu=2, fan=1, category=ACCIDENTAL, scope=WINNING, self_drawn=True,
    yes=("23m456p22s [567s] [789p] +4m | self", "12345678m22p [EEE] +9m | self"),
    no=("23m456p22s [567s] [789p] +4m", "23m456p22s [567s] [789p] +4m | self last_tile"),
)  # fmt: skip


# 2 特殊类


def seven_pairs(f: Facts) -> int:
    """Seven different pairs."""
    return f.shape == SEVEN_PAIRS


book.fan(
    seven_pairs, "七对", "Seven Pairs",
    zh="七个各不相同的对子。",
    fu=8, fan=3, category=SPECIAL, scope=HAND, shape=SEVEN_PAIRS,
    excludes=("concealed_hand",),
    yes=("1133m5577p22s88sW +W", "2244m6688p3377sP +P"),
    no=("112233m445566p7s +7s", "2233445566778m +8m"),
)  # fmt: skip


def knitted_honours(f: Facts) -> int:
    """Fourteen different tiles out of the seven honours, 147 of one suit, 258 of another and 369 of the third."""
    return f.shape == KNITTED_HONOURS


book.fan(
    knitted_honours, "全不靠", "Lesser Honours and Knitted Tiles",
    zh="七种字牌与一色 147、另一色 258、第三色 369 共十六种牌中，取十四种各一张。",
    fu=8, fan=3, category=SPECIAL, scope=HAND, shape=KNITTED_HONOURS,
    excludes=("concealed_hand",),
    yes=("147m258p369sESWN +C", "14m258p36sESWNCF +P"),
    no=("147m258p369sESWE +E", "19m19p19sESWNCFP +E"),
)  # fmt: skip


def thirteen_orphans(f: Facts) -> int:
    """One of each of the thirteen terminals and honours, and one more of them."""
    return f.shape == THIRTEEN_ORPHANS


book.fan(
    thirteen_orphans, "十三幺", "Thirteen Orphans",
    zh="十三种幺九牌各一张，另加其中任意一张。",
    fu=48, fan=3, category=SPECIAL, scope=HAND, shape=THIRTEEN_ORPHANS,
    excludes=("all_terminals_and_honours", "concealed_hand"),
    yes=("19m19p19sESWNCFP +1m", "19m19p19sESWNCFP +C"),
    no=("1199m1199p1199sW +W", "147m258p369sESWN +C"),
)  # fmt: skip


# 3 副露类


def concealed_hand(f: Facts) -> int:
    """No chow, pung or open kong was claimed; a concealed kong is allowed, and the winning tile may be another's."""
    return f.claimed == 0


book.fan(
    concealed_hand, "门前清", "Concealed Hand",
    zh="没有吃、碰、明杠；可有暗杠，所和之牌可来自他家。",
    fu=2, fan=1, category=EXPOSURE, scope=HAND, closed=True,
    yes=("23m456p789p567s22s +4m", "23m456p789p22s (7777s) +4m"),
    no=("23m456p22s567s [789p] +4m", "23m456p789p22s [7777s] +4m"),
)  # fmt: skip
