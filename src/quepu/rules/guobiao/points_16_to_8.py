"""国标, 16, 12 and 8 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import KNITTED_HONOURS, KNITTED_STRAIGHT, STANDARD
from quepu.rules.base import HAND, WINNING
from quepu.rules.guobiao.book import P8, P12, P16, book
from quepu.tiles import ABOVE_FIVE, BELOW_FIVE, FIVE_CHOWS, FIVE_KINDS, NUMBERED, REVERSIBLE_KINDS, WIND_KINDS


def pure_straight(f: Facts) -> int:
    """123, 456 and 789 of one suit."""
    return f.in_sequence(f.picked, 3, 3) != 0


book.fan(
    pure_straight, "清龙", "Pure Straight",
    zh="一色的 123、456、789。",
    fan=16, category=P16, takes=3,
    yes=("23m55p [456m] [789m] [678s] +1m", "12345678m22p [EEE] +9m"),
    no=("23m55p [456m] [789m] [678s] +4m", "12345678m22p [EEE] +6m"),
)  # fmt: skip


def pure_shifted_chows(f: Facts) -> int:
    """Three chows of one suit, each one higher than the last, or each two."""
    return f.in_sequence(f.picked, 1, 3) != 0 or f.in_sequence(f.picked, 2, 3) != 0


book.fan(
    pure_shifted_chows, "一色三步高", "Pure Shifted Chows",
    zh="一色三副顺子，序数依次高一或依次高二。",
    fan=16, category=P16, takes=3,
    yes=("56m55p [345s] [456s] [567s] +4m", "12m88s [345m] [567m] [678p] +3m"),
    no=("56m55p [345s] [456s] [678s] +4m", "12m88s [345m] [678m] [678p] +3m"),
)  # fmt: skip


def three_suited_terminal_chows(f: Facts) -> int:
    """123 and 789 in two suits, and a pair of fives in the third."""
    for suit in range(3):
        one, other = (suit + 1) % 3, (suit + 2) % 3
        if f.suit(f.picked, one) == 0b1000001 and f.suit(f.picked, other) == 0b1000001 and f.suit(f.pairs, suit) == 0b10000:
            return 1
    return 0


book.fan(
    three_suited_terminal_chows, "三色双龙会", "Three-Suited Terminal Chows",
    zh="两种花色各有 123、789，第三种花色的五作将。",
    fan=16, category=P16, scope=HAND, takes=4, honours=False,
    excludes=("two_suit_chows", "two_terminal_chows", "no_honours", "all_chows"),
    yes=("78p55s [123m] [789m] [123p] +9p", "55m12378p123789s +9p"),
    no=("78p55s [123m] [789m] [123s] +9p", "78p55s [123m] [789m] [123p] +6p"),
)  # fmt: skip


def all_fives(f: Facts) -> int:
    """A five in every set and in the pair."""
    return f.set_count == 4 and f.chows & ~FIVE_CHOWS == 0 and (f.pungs | f.pairs) & ~FIVE_KINDS == 0


book.fan(
    all_fives, "全带五", "All Fives",
    zh="每副牌和将都含五。",
    fan=16, category=P16, scope=HAND, shape=STANDARD, honours=False, outers=False,
    excludes=("all_simples", "no_honours"),
    yes=("55m55p [345m] [456p] [567s] +5m", "5556s [456m] [456p] [456s] +4s"),
    no=("55m66p [345m] [456p] [567s] +5m", "5556s [456m] [456p] [678s] +4s"),
)  # fmt: skip


def triple_pung(f: Facts) -> int:
    """Pungs of one number in all three suits."""
    return f.in_three_suits(f.picked, 0)


book.fan(
    triple_pung, "三同刻", "Triple Pung",
    zh="三色同一序数的三副刻子。",
    fan=16, category=P16, takes=3, of_pungs=True,
    yes=("66m66s [444m] [444p] [444s] +6s", "33m55p [333p] [3333s] [678m] +3m"),
    no=("66m66s [444m] [444p] [555s] +6s", "33m55p [333p] [3333s] [678m] +5p"),
)  # fmt: skip


def three_concealed_pungs(f: Facts) -> int:
    """Three concealed pungs."""
    return f.concealed_count >= 3


book.fan(
    three_concealed_pungs, "三暗刻", "Three Concealed Pungs",
    zh="三个暗刻（暗杠）。",
    fan=16, category=P16, concealed_pungs=3,
    excludes=("two_concealed_pungs",),
    yes=("222m444p777s5p [678m] +5p", "222m444p5599s [678m] +9s | self"),
    no=("222m444p5599s [678m] +9s", "222m444p5p [777s] [678m] +5p"),
)  # fmt: skip


def knitted_honours(f: Facts) -> int:
    """Fourteen different tiles out of the seven honours, 147 of one suit, 258 of another and 369 of the third."""
    return f.shape == KNITTED_HONOURS


book.fan(
    knitted_honours, "全不靠", "Lesser Honours and Knitted Tiles",
    zh="七种字牌与一色 147、另一色 258、第三色 369 中，取十四种各一张。",
    fan=12, category=P12, scope=HAND, shape=KNITTED_HONOURS,
    excludes=("all_types", "concealed_hand"),
    yes=("28m369p147sESWNC +P", "369m147p258sSWNC +P"),
    no=("28m369p147sESWNC +C", "28m369p148sESWNC +P"),
)  # fmt: skip


def knitted_straight(f: Facts) -> int:
    """147 of one suit, 258 of another and 369 of the third, with a set and a pair or within 全不靠."""
    return f.shape == KNITTED_STRAIGHT or (f.shape == KNITTED_HONOURS and f.size(f.kinds & NUMBERED) == 9)


book.fan(
    knitted_straight, "组合龙", "Knitted Straight",
    zh="一色 147、另一色 258、第三色 369 俱全；或加一副牌和将，或在全不靠之中。",
    fan=12, category=P12, scope=HAND, special=True,
    yes=("369m147p258sSWNC +P", "47m36999p258s [678m] +1m"),
    no=("69m147p258sSWNCF +P", "48m36999p258s [678m] +1m"),
)  # fmt: skip


def upper_four(f: Facts) -> int:
    """Only sixes to nines."""
    return f.only(ABOVE_FIVE)


book.fan(
    upper_four, "大于五", "Upper Four",
    zh="全部是序数六至九。",
    fan=12, category=P12, scope=HAND, honours=False, at_most_numbers=4, fives=False,
    excludes=("no_honours",),
    yes=("78m99p [678m] [678p] [678s] +6m", "6677m6699p77886s +6s"),
    no=("67m99p [678m] [678p] [678s] +5m", "6677m6699p77885s +5s"),
)  # fmt: skip


def lower_four(f: Facts) -> int:
    """Only ones to fours."""
    return f.only(BELOW_FIVE)


book.fan(
    lower_four, "小于五", "Lower Four",
    zh="全部是序数一至四。",
    fan=12, category=P12, scope=HAND, honours=False, at_most_numbers=4, fives=False,
    excludes=("no_honours",),
    yes=("2344p [123p] [123p] [123p] +4p", "1122m1144p33441s +1s"),
    no=("2345p [123p] [123p] [123p] +5p", "1122m1144p33445s +5s"),
)  # fmt: skip


def big_three_winds(f: Facts) -> int:
    """Pungs of three winds."""
    return f.size(f.pungs & WIND_KINDS) >= 3


book.fan(
    big_three_winds, "三风刻", "Big Three Winds",
    zh="三种风牌成刻。",
    fan=12, category=P12, pungs=3, honours=True, honour_pung=True,
    yes=("FFPP [EEE] [SSS] [NNN] +F", "23m55p [EEEE] [SSS] [NNN] +4m"),
    no=("FFPP [EEE] [SSS] [CCC] +F", "55pNN [EEEE] [SSS] [234m] +5p"),
)  # fmt: skip


def mixed_straight(f: Facts) -> int:
    """123, 456 and 789 in three suits."""
    return f.in_three_suits(f.picked, 3)


book.fan(
    mixed_straight, "花龙", "Mixed Straight",
    zh="三色的 123、456、789。",
    fan=8, category=P8, takes=3,
    yes=("22p78s [123p] [456m] [789s] +9s", "23pCC [123m] [456p] [789s] +1p"),
    no=("22p78s [123p] [456m] [789m] +6s", "23pCC [123m] [456p] [678s] +1p"),
)  # fmt: skip


def mixed_triple_chow(f: Facts) -> int:
    """The same chow in all three suits."""
    return f.in_three_suits(f.picked, 0)


book.fan(
    mixed_triple_chow, "三色三同顺", "Mixed Triple Chow",
    zh="三色序数相同的三副顺子。",
    fan=8, category=P8, takes=3,
    yes=("77m56s [123m] [123p] [123s] +4s", "23m55p [234p] [234s] [345s] +4m"),
    no=("77m56s [123m] [123p] [234s] +4s", "23m55p [234p] [345s] [345s] +4m"),
)  # fmt: skip


def mixed_shifted_pungs(f: Facts) -> int:
    """Three pungs in three suits with consecutive numbers."""
    return f.in_three_suits(f.picked, 1)


book.fan(
    mixed_shifted_pungs, "三色三节高", "Mixed Shifted Pungs",
    zh="三色三副刻子，序数依次高一。",
    fan=8, category=P8, takes=3, of_pungs=True,
    yes=("88m99p [777m] [888p] [999s] +8m", "99mEE [666m] [777p] [888s] +9m"),
    no=("88m99p [777m] [888p] [888s] +8m", "99mEE [666m] [777p] [777s] +9m"),
)  # fmt: skip


def chicken_hand(f: Facts) -> int:
    """A win to which nothing else is counted, flowers aside. (The book names it as the fan that counts where no other does; it never holds
    by itself.)"""
    return 0


book.fan(
    chicken_hand, "无番和", "Chicken Hand",
    zh="除花牌外数不出任何番种的和牌。",
    fan=8, category=P8, scope=HAND,
    yes=("123m78sPP [345m] [222p] +6s", "123m78sPP [345m] [222p] +9s | flowers=2"),
    no=("123m78sPP [345m] [222p] +6s | self", "123m78sNN [345m] [111p] +6s"),
)  # fmt: skip


def reversible_tiles(f: Facts) -> int:
    """Only tiles whose face has no upside down: 1234589 of dots, 245689 of bamboo, white dragon."""
    return f.only(REVERSIBLE_KINDS)


book.fan(
    reversible_tiles, "推不倒", "Reversible Tiles",
    zh="全部是牌面上下无别的牌：1234589 饼、245689 条、白。",
    fan=8, category=P8, scope=HAND, characters=False,
    excludes=("missing_suit",),
    yes=("33p99s [345p] [999p] [456s] +9s", "1122334455889p +9p"),
    no=("33p99s [345p] [999p] [567s] +9s", "112233445588pC +C"),
)  # fmt: skip


def last_draw(f: Facts) -> int:
    """Won on the last tile of the wall."""
    return f.last_tile and f.self_drawn


book.fan(
    last_draw, "妙手回春", "Last Tile Draw",
    zh="以牌墙的最后一张牌自摸和牌。",
    fan=8, category=P8, scope=WINNING, last_tile=True, self_drawn=True,
    excludes=("self_draw",),
    yes=("23m456678p55789s +4m | self last_tile", "23m55p [678p] [567s] [345s] +4m | self last_tile"),
    no=("23m456678p55789s +4m | last_tile", "23m55p [678p] [567s] [345s] +4m | self"),
)  # fmt: skip


def last_claim(f: Facts) -> int:
    """Won on the last discard."""
    return f.last_tile and not f.self_drawn


book.fan(
    last_claim, "海底捞月", "Last Tile Claim",
    zh="和打出的最后一张牌。",
    fan=8, category=P8, scope=WINNING, last_tile=True, self_drawn=False,
    yes=("23m55p [678p] [567s] [345s] +4m | last_tile", "116677m44p99sSSF +F | last_tile"),
    no=("23m55p [678p] [567s] [345s] +4m | self last_tile", "116677m44p99sSSF +F"),
)  # fmt: skip


def kong_blossom(f: Facts) -> int:
    """Won on the tile drawn in place of one's own kong."""
    return f.kong and f.self_drawn


book.fan(
    kong_blossom, "杠上开花", "Out with Replacement Tile",
    zh="以自己开杠后补得的牌和牌（补花不算）。",
    fan=8, category=P8, scope=WINNING, kong=True, self_drawn=True,
    excludes=("self_draw",),
    yes=("23m456678p55s (9999s) +4m | self kong", "23m55p [678p] [9999s] [345s] +4m | self kong"),
    no=("23m456678p55s (9999s) +4m | self", "23m55p [678p] [9999s] [345s] +4m | kong"),
)  # fmt: skip


def robbing_the_kong(f: Facts) -> int:
    """Won on the tile with which another makes a pung into a kong."""
    return f.kong and not f.self_drawn


book.fan(
    robbing_the_kong, "抢杠和", "Robbing the Kong",
    zh="和他家用来加杠的牌。",
    fan=8, category=P8, scope=WINNING, kong=True, self_drawn=False,
    excludes=("last_tile",),
    yes=("78m55p [567s] [234p] [345s] +9m | kong", "23m55p [678p] [9999s] [345s] +4m | last_tile kong"),
    no=("78m55p [567s] [234p] [345s] +9m", "23m55p [678p] [9999s] [345s] +4m | self last_tile kong"),
)  # fmt: skip
