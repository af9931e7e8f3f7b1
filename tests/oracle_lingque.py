# mypy: ignore-errors
# Only ``score`` is typed: the rest is meant to be read beside the rule texts.
"""A second opinion on 灵雀 scores: naive, brute force, written from the rule texts alone.

It shares no code with the implementation it is compared with.  Everything is spelled out on plain lists:
an arrangement is a list of sets (type, suit, number, concealed) and a pair (suit, number); every fan is a small
function on that; every "不计 / 互斥" is an unordered pair in CONFLICTS; the best choice of fans is searched exactly.

Suits: 0 萬, 1 饼, 2 条, 3 honours (numbers 1..7 = 東 南 西 北 中 發 白).  The number of a chow is its lowest number.
"""

from collections import Counter, namedtuple
from itertools import combinations, pairwise, permutations

Set = namedtuple("Set", "type suit number concealed")  # type: "chow", "pung" or "kong"
Hand = namedtuple("Hand", "shape sets pair pairs tiles readings hand13 closed self_drawn seat last_tile kong first_turn edition")
# shape: "general", "pairs" (七对), "apart" (全不靠), "orphans" (十三幺)
# sets, pair: the arrangement ("general" only, else [] and None)
# pairs: the kinds that stand as a pair: the pair of a general hand, the seven of 七对, the doubled tile of 十三幺
# tiles: all tiles as (suit, number), a kong as four; readings: all readings of the hand with melds fixed (for 镜数)
# hand13: the concealed tiles without the winning one, [] if there is any meld; closed: no chow, pung or open kong claimed

# ---------------------------------------------------------------------------------------------------------------------
# Values: category, 副, 翻 (edition 28; 番牌 as a pung, a pair is 2 副)
# ---------------------------------------------------------------------------------------------------------------------
# fmt: off
VALUES_28 = {
    "天和": ("偶然", 64, 4), "地和": ("偶然", 64, 4), "岭上开花": ("偶然", 8, 2), "海底捞月": ("偶然", 8, 2),
    "河底捞鱼": ("偶然", 8, 2), "抢杠": ("偶然", 8, 2), "自摸": ("偶然", 2, 1),
    "七对": ("特殊", 8, 3), "全不靠": ("特殊", 8, 3), "十三幺": ("特殊", 48, 3),
    "门前清": ("副露", 2, 1),
    "四杠": ("刻杠", 88, 5), "三杠": ("刻杠", 32, 4), "双杠": ("刻杠", 8, 2), "杠": ("刻杠", 4, 1),
    "四暗刻": ("刻杠", 48, 3), "三暗刻": ("刻杠", 16, 3), "双暗刻": ("刻杠", 4, 2), "暗刻": ("刻杠", 2, 1),
    "对对和": ("刻杠", 8, 3), "四归": ("刻杠", 4, 1),
    "大七星": ("字牌", 112, 5), "字一色": ("字牌", 32, 5), "大四喜": ("字牌", 88, 5), "小四喜": ("字牌", 48, 5),
    "四喜对": ("字牌", 24, 3), "大三元": ("字牌", 48, 4), "小三元": ("字牌", 24, 4), "三元对": ("字牌", 12, 3),
    "番牌门风牌": ("字牌", 4, 1), "番牌中": ("字牌", 4, 1), "番牌發": ("字牌", 4, 1), "番牌白": ("字牌", 4, 1),
    "客风刻": ("字牌", 2, 1),
    "清幺九": ("幺九", 88, 5), "混幺九": ("幺九", 16, 3), "清带幺": ("幺九", 12, 3), "混带幺": ("幺九", 4, 3),
    "幺九刻": ("幺九", 2, 1),
    "九莲宝灯": ("花色", 112, 5), "连七对": ("花色", 88, 5), "清一色": ("花色", 24, 4), "混一色": ("花色", 8, 3),
    "缺一门": ("花色", 2, 1), "五门齐": ("花色", 4, 3),
    "二数": ("序数", 48, 5), "三聚": ("序数", 24, 3), "四聚": ("序数", 8, 3), "九数贯通": ("序数", 12, 3),
    "镜数": ("全体关联", 12, 3), "镜数对": ("全体关联", 24, 3),
    "四同顺": ("部分一致", 112, 6), "三同顺": ("部分一致", 32, 4), "二般高": ("部分一致", 24, 3),
    "一般高": ("部分一致", 4, 2),
    "三同刻": ("部分关联", 24, 3), "双同刻": ("部分关联", 4, 2), "三色同顺": ("部分关联", 8, 3),
    "喜相逢": ("部分关联", 2, 1), "三同二对": ("部分关联", 24, 3), "镜同": ("部分关联", 4, 3),
    "镜同对": ("部分关联", 16, 3), "四连刻": ("部分关联", 48, 4), "三连刻": ("部分关联", 24, 3),
    "三色连刻": ("部分关联", 8, 2), "四步高": ("部分关联", 48, 4), "三步高": ("部分关联", 16, 3),
    "四连环": ("部分关联", 32, 4), "三连环": ("部分关联", 8, 3), "一气贯通": ("部分关联", 8, 3),
    "双龙会": ("部分关联", 8, 3), "镜龙会": ("部分关联", 12, 3), "三色步高": ("部分关联", 4, 2),
    "三色连环": ("部分关联", 4, 2), "三色贯通": ("部分关联", 8, 3), "连六": ("部分关联", 2, 1),
    "老少副": ("部分关联", 2, 1),
}
VALUES_26 = dict(VALUES_28)
VALUES_26.update({
    "天和": ("偶然", 48, 3), "地和": ("偶然", 48, 3), "四杠": ("刻杠", 96, 5), "大七星": ("字牌", 128, 5),
    "字一色": ("字牌", 48, 5), "大四喜": ("字牌", 96, 5), "清幺九": ("幺九", 96, 5), "九莲宝灯": ("花色", 128, 5),
    "连七对": ("花色", 96, 5), "四同顺": ("部分一致", 128, 6), "四连刻": ("部分关联", 64, 4),
    "三色贯通": ("部分关联", 8, 2),
})
# fmt: on
del VALUES_26["五门齐"]
VALUES = {28: VALUES_28, 26: VALUES_26}
"""By edition."""

HONOUR_FANS = ("番牌门风牌", "番牌中", "番牌發", "番牌白")

# ---------------------------------------------------------------------------------------------------------------------
# Exclusions: fan -> the fans not counted beside it.  Used as unordered pairs.
# ---------------------------------------------------------------------------------------------------------------------
EXCLUDES = {
    # chance
    "天和": "自摸 门前清",
    "地和": "门前清",
    "岭上开花": "自摸",
    "海底捞月": "自摸",
    # special shapes
    "七对": "门前清",
    "全不靠": "门前清",
    "十三幺": "混幺九 门前清",
    # pungs and kongs
    "四杠": "三杠 双杠 杠 对对和",
    "三杠": "双杠 杠",
    "双杠": "杠",
    "四暗刻": "门前清 三暗刻 双暗刻 暗刻 对对和",
    "三暗刻": "双暗刻 暗刻",
    "双暗刻": "暗刻",
    # honours
    # Decision: 大七星 also excludes 混幺九 (RULINGS).  混一色 in edition 26 too (RULINGS).
    "大七星": "七对 门前清 字一色 四喜对 三元对 番牌门风牌 番牌中 番牌發 番牌白 混一色 混幺九",
    "字一色": "混一色 混幺九",
    "大四喜": "对对和 番牌门风牌 客风刻 混一色",
    "小四喜": "番牌门风牌 客风刻 混一色",
    # Decision: the fans of seven pairs allow 七对 to be added but not 门前清, which follows from each of them.
    "四喜对": "番牌门风牌 门前清",
    "大三元": "番牌中 番牌發 番牌白",
    "小三元": "番牌中 番牌發 番牌白",
    "三元对": "番牌中 番牌發 番牌白 门前清",
    # terminals
    "清幺九": "对对和 混幺九 清带幺 混带幺 二数 双同刻 幺九刻",
    "混幺九": "混带幺",
    "清带幺": "混带幺",
    # suits
    # Decision: 连七对 excludes 混一色 too, which follows from it (as it does from 清一色).
    "连七对": "七对 门前清 清一色 镜数对 混一色",
    "清一色": "混一色",
    # numbers
    "二数": "对对和 双同刻",
    # whole hand
    "镜数对": "门前清",
    # equal chows
    "四同顺": "四归 三同顺 二般高 一般高",
    "三同顺": "一般高",
    "二般高": "一般高",
    # related sets
    "三同刻": "双同刻",
    "三色同顺": "喜相逢",
    "喜相逢": "镜龙会",  # printed 镜同: erratum of RULINGS
    "三同二对": "门前清",
    "镜同": "双龙会",
    "镜同对": "门前清",
    "四连刻": "对对和 三连刻",
    "四步高": "三步高 连六",
    "三步高": "三连环",
    "四连环": "三连环 老少副",
    "一气贯通": "双龙会 连六 老少副",
    "双龙会": "连六 老少副",
    # Decision: a hand of 镜龙会 (12 副) may instead count 双龙会 + 喜相逢×2 (8 + 4 副): no text forbids it.  The two
    # lists tie unless something else tips the scale, and both are reported.
    "镜龙会": "喜相逢 镜同 双龙会 连六 老少副",
    "三色步高": "三色连环",
    "三色贯通": "连六 老少副",
}
CONFLICTS = set()
for _fan, _others in EXCLUDES.items():
    for _other in _others.split():
        CONFLICTS.add(frozenset((_fan, _other)))
ALL_FANS = {_fan: _category for _values in VALUES.values() for _fan, (_category, _fu, _han) in _values.items()}
for _fan, _category in ALL_FANS.items():  # 九莲宝灯: nothing but 偶然 fans beside it
    if _category != "偶然" and _fan != "九莲宝灯":
        CONFLICTS.add(frozenset(("九莲宝灯", _fan)))
assert all(name in ALL_FANS for pair in CONFLICTS for name in pair)


# ---------------------------------------------------------------------------------------------------------------------
# Helpers on arrangements
# ---------------------------------------------------------------------------------------------------------------------
def chows(h):
    return [(s.suit, s.number) for s in h.sets if s.type == "chow"]


def pungs(h):
    """Pungs and kongs, honours included."""
    return [(s.suit, s.number) for s in h.sets if s.type != "chow"]


def number_pungs(h):
    return [(suit, number) for suit, number in pungs(h) if suit < 3]


def concealed_pungs(h):
    return [s for s in h.sets if s.type != "chow" and s.concealed]


def kongs(h):
    return [s for s in h.sets if s.type == "kong"]


def set_numbers(s):
    return [s.number, s.number + 1, s.number + 2] if s.type == "chow" else [s.number]


def parts(h):
    """The pair and the sets, each as a list of its different tiles."""
    return [[h.pair]] + [[(s.suit, n) for n in set_numbers(s)] for s in h.sets]


def is_honour(tile):
    return tile[0] == 3


def is_terminal(tile):
    return tile[0] < 3 and tile[1] in (1, 9)


def suits_present(h):
    return {suit for suit, _ in h.tiles if suit < 3}


def numbers_present(h):
    return {number for suit, number in h.tiles if suit < 3}


def has_honours(h):
    return any(is_honour(t) for t in h.tiles)


def run_in_one_suit(groups, length, step):
    """Are there `length` groups of one suit with numbers rising by `step`?"""
    for chosen in combinations(groups, length):
        if len({suit for suit, _ in chosen}) == 1:
            numbers = sorted(number for _, number in chosen)
            if all(b - a == step for a, b in pairwise(numbers)):
                return True
    return False


def run_in_three_suits(groups, step):
    """Are there three groups of three suits with numbers rising by `step` (0: equal)?"""
    for chosen in combinations(groups, 3):
        if len({suit for suit, _ in chosen}) == 3:
            a, b, c = sorted(number for _, number in chosen)
            if b - a == step and c - b == step:
                return True
    return False


def pairings(groups):
    """The three ways to divide four groups into two pairs."""
    if len(groups) != 4:
        return []
    a, b, c, d = groups
    return [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]


def twins(groups):
    """How many disjoint pairs 'same number, other suit'?  0, 1 or 2."""

    def twin(x, y):
        return x[0] != y[0] and x[1] == y[1]

    if any(twin(*first) and twin(*second) for first, second in pairings(groups)):
        return 2
    return int(any(twin(x, y) for x, y in combinations(groups, 2)))


# ---------------------------------------------------------------------------------------------------------------------
# The fans: each function says how often the fan holds (False/0 = not at all)
# ---------------------------------------------------------------------------------------------------------------------
FANS = {}


def fan(name):
    def register(function):
        FANS[name] = function
        return function

    return register


# --- 偶然
FANS["天和"] = lambda h: h.first_turn and h.self_drawn
FANS["地和"] = lambda h: h.first_turn and not h.self_drawn
FANS["岭上开花"] = lambda h: h.kong and h.self_drawn
FANS["抢杠"] = lambda h: h.kong and not h.self_drawn
FANS["海底捞月"] = lambda h: h.last_tile and h.self_drawn
FANS["河底捞鱼"] = lambda h: h.last_tile and not h.self_drawn
FANS["自摸"] = lambda h: h.self_drawn

# --- 特殊, 副露
FANS["七对"] = lambda h: h.shape == "pairs"
FANS["全不靠"] = lambda h: h.shape == "apart"
FANS["十三幺"] = lambda h: h.shape == "orphans"
FANS["门前清"] = lambda h: h.closed

# --- 刻、杠.  Decision: "there are n" is read as "at least n"; the larger excludes the smaller.
FANS["四杠"] = lambda h: len(kongs(h)) >= 4
FANS["三杠"] = lambda h: len(kongs(h)) >= 3
FANS["双杠"] = lambda h: len(kongs(h)) >= 2
FANS["杠"] = lambda h: len(kongs(h)) >= 1
FANS["四暗刻"] = lambda h: len(concealed_pungs(h)) >= 4
FANS["三暗刻"] = lambda h: len(concealed_pungs(h)) >= 3
FANS["双暗刻"] = lambda h: len(concealed_pungs(h)) >= 2
FANS["暗刻"] = lambda h: len(concealed_pungs(h)) >= 1
FANS["对对和"] = lambda h: len(pungs(h)) == 4


@fan("四归")
def _(h):
    kong_tiles = [(s.suit, s.number) for s in kongs(h)]
    return sum(1 for tile, n in Counter(h.tiles).items() if n == 4 and tile not in kong_tiles)


# --- 字牌
WINDS = [(3, 1), (3, 2), (3, 3), (3, 4)]
DRAGONS = [(3, 5), (3, 6), (3, 7)]
FANS["大七星"] = lambda h: h.shape == "pairs" and all(is_honour(t) for t in h.tiles)
FANS["字一色"] = lambda h: all(is_honour(t) for t in h.tiles)
FANS["大四喜"] = lambda h: all(w in pungs(h) for w in WINDS)
FANS["小四喜"] = lambda h: h.pair in WINDS and all(w in pungs(h) for w in WINDS if w != h.pair)
FANS["四喜对"] = lambda h: h.shape == "pairs" and all(w in h.pairs for w in WINDS)
FANS["大三元"] = lambda h: all(d in pungs(h) for d in DRAGONS)
FANS["小三元"] = lambda h: h.pair in DRAGONS and all(d in pungs(h) for d in DRAGONS if d != h.pair)
FANS["三元对"] = lambda h: h.shape == "pairs" and all(d in h.pairs for d in DRAGONS)


def honour_tile(name, h):
    return {"番牌门风牌": (3, h.seat + 1), "番牌中": (3, 5), "番牌發": (3, 6), "番牌白": (3, 7)}[name]


for _name in HONOUR_FANS:  # pungs, and pairs in every shape that has pairs (十三幺: the doubled tile)
    FANS[_name] = lambda h, name=_name: honour_tile(name, h) in pungs(h) or honour_tile(name, h) in h.pairs
FANS["客风刻"] = lambda h: sum(1 for w in WINDS if w in pungs(h) and w != (3, h.seat + 1))

# --- 幺九
FANS["清幺九"] = lambda h: all(is_terminal(t) for t in h.tiles)
FANS["混幺九"] = lambda h: all(is_terminal(t) or is_honour(t) for t in h.tiles)
# Decision: 清带幺 asks for no chow (RULINGS' wording); it matters nowhere, 清幺九 is always worth more.
FANS["清带幺"] = lambda h: h.shape == "general" and all(any(is_terminal(t) for t in part) for part in parts(h))


@fan("混带幺")
def _(h):
    return (
        h.shape == "general"
        and len(chows(h)) > 0
        and all(any(is_terminal(t) or is_honour(t) for t in part) for part in parts(h))
        and any(is_terminal(t) for t in h.tiles)
        and any(is_honour(t) for t in h.tiles)
    )


FANS["幺九刻"] = lambda h: sum(1 for p in pungs(h) if is_terminal(p))


# --- 花色
@fan("九莲宝灯")
def _(h):
    return any(h.hand13 == [(suit, n) for n in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)] for suit in range(3))


@fan("连七对")
def _(h):
    if h.shape != "pairs" or has_honours(h) or len(suits_present(h)) != 1:
        return False
    numbers = sorted(n for _, n in h.pairs)
    return numbers == list(range(numbers[0], numbers[0] + 7))


FANS["清一色"] = lambda h: not has_honours(h) and len(suits_present(h)) == 1
FANS["混一色"] = lambda h: len(suits_present(h)) <= 1
# Decision: 缺一门 asks for exactly two suits (the examples of 清一色 do not count it), no honours
FANS["缺一门"] = lambda h: not has_honours(h) and len(suits_present(h)) == 2


@fan("五门齐")
def _(h):
    return (
        h.edition == 28
        and h.shape == "general"
        and len(suits_present(h)) == 3
        and any(t in WINDS for t in h.tiles)
        and any(t in DRAGONS for t in h.tiles)
    )


# --- 序数
def consecutive_numbers(h, how_many):
    numbers = sorted(numbers_present(h))
    return not has_honours(h) and len(numbers) == how_many and numbers == list(range(numbers[0], numbers[0] + how_many))


FANS["二数"] = lambda h: not has_honours(h) and len(numbers_present(h)) == 2
# Decision: 三聚 and 四聚 speak of no sets: seven pairs may have them too
FANS["三聚"] = lambda h: consecutive_numbers(h, 3)
FANS["四聚"] = lambda h: consecutive_numbers(h, 4)


@fan("九数贯通")
def _(h):
    if h.shape != "general" or has_honours(h):
        return False
    return sorted(number for part in parts(h) for _, number in part) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


# --- 全体关联
def as_reading(sets, pair):
    """What a reading is for 镜数: kong = pung, open = concealed."""
    return (pair, tuple(sorted(("chow" if s.type == "chow" else "pung", s.suit, s.number) for s in sets)))


@fan("镜数")
def _(h):
    if h.shape != "general" or has_honours(h):
        return False
    for twice_q in range(2, 19):  # q = 1, 1½, ..., 9
        pair = (h.pair[0], twice_q - h.pair[1])
        sets = [s._replace(number=twice_q - max(set_numbers(s))) for s in h.sets]
        if as_reading(sets, pair) in h.readings:
            return True
    return False


@fan("镜数对")
def _(h):
    if h.shape != "pairs" or has_honours(h):
        return False
    return any({(suit, 2 * n - number) for suit, number in h.pairs} == set(h.pairs) for n in range(1, 10))


# --- 部分一致
FANS["四同顺"] = lambda h: any(n >= 4 for n in Counter(chows(h)).values())
FANS["三同顺"] = lambda h: any(n >= 3 for n in Counter(chows(h)).values())
FANS["二般高"] = lambda h: sum(n // 2 for n in Counter(chows(h)).values()) >= 2
FANS["一般高"] = lambda h: any(n >= 2 for n in Counter(chows(h)).values())

# --- 部分关联
FANS["三同刻"] = lambda h: run_in_three_suits(number_pungs(h), 0)
FANS["双同刻"] = lambda h: twins(number_pungs(h))
FANS["三色同顺"] = lambda h: run_in_three_suits(chows(h), 0)
FANS["喜相逢"] = lambda h: twins(chows(h))


@fan("三同二对")
def _(h):
    return h.shape == "pairs" and any(
        all((suit, a) in h.pairs and (suit, b) in h.pairs for suit in range(3)) for a, b in combinations(range(1, 10), 2)
    )


@fan("镜同")
def _(h):
    # Decision: the two suits must match one to one (丁6: 镜同 always contains two disjoint 喜相逢/双同刻), so
    # 123 123 in one suit and 123 456 in another are no 镜同.
    for a, b in combinations(range(3), 2):
        in_a = sorted((s.type == "chow", s.number) for s in h.sets if s.suit == a)
        in_b = sorted((s.type == "chow", s.number) for s in h.sets if s.suit == b)
        if len(in_a) == 2 and in_a == in_b:
            return True
    return False


@fan("镜同对")
def _(h):
    if h.shape != "pairs":
        return False
    numbers = [{n for suit, n in h.pairs if suit == s} for s in range(3)]
    return any(len(numbers[a] & numbers[b]) >= 3 for a, b in combinations(range(3), 2))


FANS["四连刻"] = lambda h: run_in_one_suit(number_pungs(h), 4, 1)
FANS["三连刻"] = lambda h: run_in_one_suit(number_pungs(h), 3, 1)
FANS["三色连刻"] = lambda h: run_in_three_suits(number_pungs(h), 1)
FANS["四步高"] = lambda h: run_in_one_suit(chows(h), 4, 1)
FANS["三步高"] = lambda h: run_in_one_suit(chows(h), 3, 1)
FANS["四连环"] = lambda h: run_in_one_suit(chows(h), 4, 2)
FANS["三连环"] = lambda h: run_in_one_suit(chows(h), 3, 2)
FANS["一气贯通"] = lambda h: run_in_one_suit(chows(h), 3, 3)


def apart(x, y, distance):
    return x[0] == y[0] and abs(x[1] - y[1]) == distance


@fan("双龙会")
def _(h):
    return any(apart(*first, distance) and apart(*second, distance) for first, second in pairings(chows(h)) for distance in (3, 6))


@fan("镜龙会")
def _(h):
    for a, b in combinations(range(3), 2):
        in_a = sorted(n for suit, n in chows(h) if suit == a)
        in_b = sorted(n for suit, n in chows(h) if suit == b)
        if len(in_a) == 2 and in_a == in_b and in_a[1] - in_a[0] in (3, 6):
            return True
    return False


FANS["三色步高"] = lambda h: run_in_three_suits(chows(h), 1)
FANS["三色连环"] = lambda h: run_in_three_suits(chows(h), 2)
FANS["三色贯通"] = lambda h: run_in_three_suits(chows(h), 3)
FANS["连六"] = lambda h: any(apart(x, y, 3) for x, y in combinations(chows(h), 2))
FANS["老少副"] = lambda h: any(apart(x, y, 6) for x, y in combinations(chows(h), 2))

assert set(FANS) == set(ALL_FANS)


# ---------------------------------------------------------------------------------------------------------------------
# From the fans that hold to points
# ---------------------------------------------------------------------------------------------------------------------
def holding_fans(h):
    """{name: (count, 副 in all, category, 翻, is it a 番牌 pung)}"""
    values = VALUES[h.edition]
    result = {}
    for name, (category, fu, han) in values.items():
        count = int(FANS[name](h))
        if count:
            pung = name in HONOUR_FANS and honour_tile(name, h) in pungs(h)
            if name in HONOUR_FANS and not pung:
                fu = 2
            result[name] = (count, fu * count, category, han, pung)
    return result


def evaluate(holding, chosen, closed):
    """(副, 翻) of a choice of fans."""
    fu = sum(holding[name][1] for name in chosen)
    fans = [holding[name][2:4] for name in chosen if name not in HONOUR_FANS]
    honour = [name for name in chosen if name in HONOUR_FANS]
    if honour:
        fans.append(("字牌", max(1, sum(1 for name in honour if holding[name][4]))))
    if not fans:
        return 0, 0  # no fan at all; never a closed hand
    f0 = max(han for _, han in fans)
    # 甲 is a fan of f0; if several categories share f0, f1 is f0 whichever is taken
    first = next(category for category, han in fans if han == f0)
    f1 = max([han for category, han in fans if category != first], default=0)
    return fu, f0 + (1 if f1 * f1 > 2 * f0 else 0) + (1 if closed else 0)


def choices(names):
    """All maximal subsets of `names` without a forbidden pair (and perhaps some smaller ones, which never win:
    a further fan adds 副 and never takes 翻 away)."""
    rivals = {a: [b for b in names if frozenset((a, b)) in CONFLICTS] for a in names}
    most = max(names, key=lambda a: len(rivals[a]), default=None)
    if most is None or not rivals[most]:
        yield names
        return
    yield from choices([a for a in names if a != most])  # without it
    yield from choices([a for a in names if a not in rivals[most]])  # with it, hence without its rivals


# ---------------------------------------------------------------------------------------------------------------------
# From tiles to arrangements
# ---------------------------------------------------------------------------------------------------------------------
def tile_of(kind):
    return (kind // 9, kind % 9 + 1)


def divisions(tiles):
    """All ways to divide sorted tiles into chows and pungs: lists of (type, suit, number)."""
    if not tiles:
        return [[]]
    suit, number = first = tiles[0]
    result = []
    if tiles.count(first) >= 3:
        rest = list(tiles)
        for _ in range(3):
            rest.remove(first)
        result += [[("pung", suit, number), *more] for more in divisions(rest)]
    if suit < 3 and (suit, number + 1) in tiles and (suit, number + 2) in tiles:
        rest = list(tiles)
        for n in (number, number + 1, number + 2):
            rest.remove((suit, n))
        result += [[("chow", suit, number), *more] for more in divisions(rest)]
    return result


def general_arrangements(in_hand, winning, claimed, self_drawn):
    tiles = sorted([*in_hand, winning])
    result = []
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            if any(sum(1 for t in rest if t[0] == suit) % 3 for suit in range(4)):
                continue
            seen = set()
            for division in divisions(rest):
                key = tuple(sorted(division))
                if key in seen:
                    continue
                seen.add(key)
                # A pung is concealed if self-drawn, or if its three tiles were in hand before the winning tile came.
                sets = [Set(kind, suit, number, self_drawn or in_hand.count((suit, number)) >= 3) for kind, suit, number in division]
                result.append((claimed + sets, pair))
    return result


def is_apart(tiles):
    """全不靠: fourteen different tiles out of the sixteen of some 147 / 258 / 369 and the seven honours."""
    if len(tiles) != 14 or len(set(tiles)) != 14:
        return False
    for start in permutations((1, 2, 3)):
        sixteen = [(3, n) for n in range(1, 8)]
        sixteen += [(suit, start[suit] + step) for suit in range(3) for step in (0, 3, 6)]
        if all(t in sixteen for t in tiles):
            return True
    return False


ORPHANS = {(suit, n) for suit in range(3) for n in (1, 9)} | {(3, n) for n in range(1, 8)}


def hands(concealed, melds, winning, self_drawn, seat, last_tile, kong, first_turn, edition):
    """Every arrangement of the tiles as a Hand."""
    in_hand = sorted(tile_of(k) for k in concealed)
    win = tile_of(winning)
    claimed = []
    meld_tiles = []
    for kind_of_meld, kind in melds:
        suit, number = tile_of(kind)
        if kind_of_meld == "chow":
            claimed.append(Set("chow", suit, number, False))
            meld_tiles += [(suit, number), (suit, number + 1), (suit, number + 2)]
        elif kind_of_meld == "pung":
            claimed.append(Set("pung", suit, number, False))
            meld_tiles += [(suit, number)] * 3
        elif kind_of_meld in ("kong", "hidden_kong"):
            claimed.append(Set("kong", suit, number, kind_of_meld == "hidden_kong"))
            meld_tiles += [(suit, number)] * 4
        else:
            raise ValueError(kind_of_meld)
    if len(in_hand) + 3 * len(melds) != 13:
        return []
    hand_tiles = sorted([*in_hand, win])
    tiles = sorted(hand_tiles + meld_tiles)
    common = {
        "tiles": tiles,
        "hand13": in_hand if not melds else [],
        "closed": all(kind_of_meld == "hidden_kong" for kind_of_meld, _ in melds),
        "self_drawn": self_drawn,
        "seat": seat,
        "last_tile": last_tile,
        "kong": kong,
        "first_turn": first_turn,
        "edition": edition,
    }
    result = []
    general = general_arrangements(in_hand, win, claimed, self_drawn)
    readings = {as_reading(sets, pair) for sets, pair in general}
    for sets, pair in general:
        if len(sets) == 4:
            result.append(Hand(shape="general", sets=sets, pair=pair, pairs=[pair], readings=readings, **common))
    if not melds:
        counts = Counter(hand_tiles)
        special = dict(sets=[], pair=None, readings=set(), **common)
        if len(counts) == 7 and set(counts.values()) == {2}:
            result.append(Hand(shape="pairs", pairs=sorted(counts), **special))
        if is_apart(hand_tiles):
            result.append(Hand(shape="apart", pairs=[], **special))
        if set(counts) == ORPHANS:
            result.append(Hand(shape="orphans", pairs=[t for t in counts if counts[t] == 2], **special))
    return result


def score(
    concealed: list[int],
    melds: list[tuple[str, int]],
    winning: int,
    *,
    self_drawn: bool = False,
    seat: int = 0,
    last_tile: bool = False,
    kong: bool = False,
    first_turn: bool = False,
    edition: int = 28,
) -> dict | None:
    if edition not in VALUES:
        raise ValueError(edition)
    arrangements = hands(concealed, melds, winning, self_drawn, seat, last_tile, kong, first_turn, edition)
    if not arrangements:
        return None
    found = []
    for h in arrangements:
        holding = holding_fans(h)
        for chosen in choices(list(holding)):
            fu, han = evaluate(holding, chosen, h.closed)
            found.append({"fans": {name: holding[name][0] for name in chosen}, "fu": fu, "fan": han, "points": fu * han})
    best = max(solution["points"] for solution in found)
    solutions = []
    for solution in found:
        if solution["points"] == best and solution not in solutions:
            solutions.append(solution)
    return {"points": best, "solutions": solutions}
