"""Second opinion for the sheet 麻将记分法 (Woods Hole, July 12, 2010).

A deliberately naive scorer: it shares no code with the package, writes every table of the sheet down
as a literal, and tries every arrangement, every place of the winning tile, every choice of disjoint
groups in III and IV and every partition of the seven pairs into chains.  It was written from
shared/rules/RULINGS.md (section 麻将记分法) and the text 004 alone.

Lines marked "Decision:" settle what both leave open.  Those that could as well be settled the other way
read a switch in ``CHOICES`` so that a test can see which reading a difference comes from.

Kinds: 0-8 萬, 9-17 饼, 18-26 条, 27-30 东南西北, 31-33 中发白.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from typing import Any

Meld = tuple[str, int]  # ("chow", lowest), ("pung", kind), ("kong", kind), ("hidden_kong", kind)
Way = tuple[Meld, ...]
Found = tuple[int, list[tuple[str, int]]]  # (番, items)

# ----------------------------------------------------------------------------------------------------
# What the texts leave open (see the comments where each is used)
# ----------------------------------------------------------------------------------------------------
CHOICES = {
    # Inclusions that RULINGS does not list but that follow by its general sentence, "what necessarily comes
    # with a counted item is not added".
    "quanzipeng_includes": True,  # 全字碰 ⊃ 混幺碰, 三数
    "four_open_kongs_include": True,  # 明明明明 ⊃ 金鸡独立
    "five_steps_include": True,  # 五节高碰 of one colour ⊃ 清一色, of two ⊃ 缺一门
    "sigui_includes_colour": True,  # II 34, 344 ⊃ 清一色, 平胡; II 223 ⊃ 清一色
    "sigui_includes_equal_chows": True,  # II 4, 34, 44 ⊃ one 二般高 of one colour, 344 ⊃ both
    "concealed_cell_includes": True,  # an all-concealed cell of II that takes up all four sets ⊃ 门清
    "thirteen_includes": True,  # 十三幺 ⊃ 五门齐
    "first_turn_includes_ready": True,  # 天胡, 地胡 ⊃ 天听
    "jiangjiangpeng_includes": False,  # 将将碰 ⊃ one 同数碰 of two
    # Other readings.
    "dragons_add": True,  # 一色龙, 二色龙, 三色龙 of one hand add up (else only the dearest)
    "one_number_is_two": True,  # seven pairs of winds alone count as 二数 in D
    "dead_tiles_wait": False,  # 独听 counts a tile of which the hand holds all four as a wait
    "thirteen_single_wait": True,  # 十三幺 on one tile only adds 独听
    "honour_rows": False,  # 双链, 三链 of honours as themselves (东东东东: two rows of 东)
    "honours_only_superchain": True,  # chains of four or more rows need no suit tile
}

# ----------------------------------------------------------------------------------------------------
# The tables
# ----------------------------------------------------------------------------------------------------
MAIN = {
    "自摸": 1,
    "坐圈风碰": 1,
    "大一元": 1,
    "独听": 1,
    "断幺": 1,
    "258将": 1,
    "绝张": 1,
    "门清": 2,
    "平胡": 2,
    "缺一门": 2,
    "老少": 2,
    "老少碰": 2,
    "金鸡独立": 2,
    "二色龙": 2,
    "虫听": 3,
    "大二风": 3,
    "小二元": 3,
    "三色龙": 3,
    "混一色": 5,
    "小三风": 5,
    "混带幺": 5,
    "碰碰胡": 5,
    "五门齐": 5,
    "鬼听": 7,
    "大二元": 7,
    "清带幺": 7,
    "一色龙": 7,
    "清一色": 12,
    "大三风": 12,
    "三数": 12,
    "全带": 12,
    "人听": 20,
    "小三元": 20,
    "混幺碰": 20,
    "将将碰": 20,
    "对对胡": 20,
    "地听": 30,
    "小四风": 30,
    "二数": 30,
    "清幺碰": 30,
    "天听": 60,
    "大三元": 60,
    "十三幺": 60,
    "全字碰": 60,
    "大四风": 100,
    "全幺": 100,
    "全字": 100,
    "天胡": 200,
    "地胡": 200,
    "春夏秋冬": 8,
    "梅兰竹菊": 8,
    "八花盛开": 200,
}

READY = {1: "天听", 2: "地听", 3: "人听", 4: "鬼听", 5: "虫听"}

# II without a kong: values for 0, 1, 2, 3 concealed items.
II_NO_KONG = {
    "2": [4, 8],
    "3": [10, 15],
    "22": [14, 20, 30],
    "23": [20, 30, 40],
    "222": [30, 45, 60, 80],
    "223": [40, 60, 80, 100],
    "4": [50, 100],
    "34": [60, 80, 120],
    "44": [80, 120, 150],
    "344": [100, 130, 160, 200],
    "444": [150, 180, 240, 300],
}
# II with one kong: the kong and the 四归 are counted together.
II_ONE_KONG = {
    "": [3, 6],
    "2": [12, 18, 27],
    "3": [24, 36, 54],
    "22": [30, 60, 80, 100],
    "23": [40, 80, 100, 120],
}
# II with two kongs: [concealed kongs] or [concealed kongs][四归 concealed].
II_TWO_KONGS: dict[str, Any] = {
    "": [12, 18, 24],
    "2": [[24, 36], [36, 54], [45, 75]],
    "3": [[48, 54], [54, 90], [60, 100]],
}
II_THREE_KONGS = [24, 30, 36, 48]
II_FOUR_KONGS = [96, 120, 150, 180, 240]
# The items of II (kongs, 四归) that can not do without all four sets; four kongs are ruled on by name.
II_FOUR_SETS = [
    (0, "222"),
    (0, "223"),
    (0, "4"),
    (0, "34"),
    (0, "44"),
    (0, "344"),
    (0, "444"),
    (1, "22"),
    (1, "23"),
    (2, "2"),
    (2, "3"),
]

# III: (N, colours) for n般高 and n节高碰 alike.
III = {
    (2, 2): 1,
    (2, 1): 2,
    (3, 3): 3,
    (3, 2): 7,
    (3, 1): 16,
    (4, 3): 12,
    (4, 2): 25,
    (4, 1): 100,
    (5, 3): 20,
    (5, 2): 40,
    (5, 1): 150,
}

# IV: pungs of a number, then the number.
IV = {
    2: {1: 3, 2: 4, 3: 2, 4: 2, 5: 4, 6: 2, 7: 2, 8: 4, 9: 3},
    3: {1: 12, 2: 16, 3: 8, 4: 8, 5: 16, 6: 8, 7: 8, 8: 16, 9: 12},
}

V = {0: 0, 1: 1, 2: 3, 3: 9, 4: 27}

# 对对胡.
CHAIN_1 = {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6}  # n - 1
CHAIN_2 = {1: 1, 2: 3, 3: 5}  # 2n - 1
CHAIN_3 = {1: 2, 2: 5}  # 3n - 1
CHAIN_SUPER = {4: 3, 5: 4, 6: 6, 7: 7}  # one number
HONOUR_AS_NUMBER = {  # the printed correspondence
    27: (1, 6),
    28: (2, 7),
    29: (3, 8),
    30: (4, 9),  # 东南西北
    31: (1, 7),
    32: (2, 8),
    33: (3, 9),  # 中发白
}
TABLE_B = {"将字": 3, "将将": 4, "全字": 5, "混么": 4, "清么": 6}
TABLE_C = {"五色": 2, "二色": 3, "一色": 5}
TABLE_D = {"三数": 5, "二数": 6}

# "X ⊃ Y": Y is not added when X holds.  "one 老少", "one 老少碰", 同数碰 and III are dealt with in the code.
INCLUDES = {
    "金鸡独立": ["独听"],
    "清一色": ["缺一门"],
    "大四风": ["小四风", "大三风", "小三风", "大二风", "全字碰", "混幺碰", "二数", "三数", "坐圈风碰", "碰碰胡"],
    "小四风": ["大三风", "小三风", "大二风"],
    "大三风": ["小三风", "大二风"],
    "小三风": ["大二风"],
    "大三元": ["小三元", "大二元", "小二元", "大一元"],
    "小三元": ["大二元", "小二元", "大一元"],
    "大二元": ["小二元", "大一元"],
    "小二元": ["大一元"],
    "混幺碰": ["碰碰胡"],
    "清幺碰": ["碰碰胡", "混幺碰", "三数"],
    "将将碰": ["碰碰胡"],
    "全字碰": ["碰碰胡"],
    "二数": ["碰碰胡", "三数"],
    "四节高碰": ["碰碰胡"],
    "五节高碰": ["碰碰胡"],
    "四杠": ["碰碰胡", "独听"],
    "四暗坎": ["碰碰胡", "门清"],
    "四暗杠": ["门清"],
    "全幺": ["清幺碰", "清带幺", "二数", "混幺碰", "混带幺", "三数", "碰碰胡"],
    "全字": ["全字碰", "混幺碰", "混带幺", "二数", "三数", "碰碰胡"],
    "清带幺": ["混带幺"],
    "抢杠": ["绝张"],
    "杠上开花": ["自摸"],
    "十三幺": ["门清"],
    "对对胡": ["门清"],
    "天听": ["门清"],
    # Decision: "the other fans that do not come with them": the dealt hand is drawn (天胡) and claims nothing (both).
    "天胡": ["自摸", "门清"],
    "地胡": ["门清"],
}
# Decision: further inclusions by the general sentence; each group hangs on a switch.
MORE_INCLUDES = [
    # Decision: four honour pungs are four 幺 pungs, and with any pair show at most three numbers (winds, dragons, x),
    # just as 清幺碰 does.
    ("quanzipeng_includes", "全字碰", ["混幺碰", "三数"]),
    # Decision: four open kongs are four sets claimed from others.
    ("four_open_kongs_include", "四明杠", ["金鸡独立"]),
    # Decision: four pungs and the pair of one suit / of two suits are the whole hand.
    ("five_steps_include", "五节高碰一色", ["清一色", "缺一门"]),
    ("five_steps_include", "五节高碰二色", ["缺一门"]),
    # Decision: the four sets and the pair all take part, and in one suit.
    ("sigui_includes_colour", "II 34", ["清一色", "缺一门", "平胡"]),
    ("sigui_includes_colour", "II 344", ["清一色", "缺一门", "平胡"]),
    ("sigui_includes_colour", "II 223", ["清一色", "缺一门"]),
    # Decision: when all its items are concealed and take up all four sets, nothing is claimed (as for four 暗杠).
    ("concealed_cell_includes", "II 四副全暗", ["门清"]),
    # Decision: 十三幺 has all five colours.
    ("thirteen_includes", "十三幺", ["五门齐"]),
    # Decision: who wins with the tiles as dealt was ready as dealt; 天听 comes with it.  地听…虫听 cannot happen
    # then and are added if the caller says so.
    ("first_turn_includes_ready", "天胡", ["天听"]),
    ("first_turn_includes_ready", "地胡", ["天听"]),
]

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
DIGITS = {1: "一", 2: "二", 3: "三", 4: "四", 5: "五"}


# ----------------------------------------------------------------------------------------------------
# Tiles
# ----------------------------------------------------------------------------------------------------
def is_honour(kind: int) -> bool:
    return kind >= 27


def is_terminal(kind: int) -> bool:
    return kind < 27 and kind % 9 in (0, 8)


def is_258(kind: int) -> bool:
    return kind < 27 and kind % 9 in (1, 4, 7)


def number(kind: int) -> int:
    """One of the eleven numbers: 1-9, 10 the winds, 11 the dragons."""
    if kind >= 31:
        return 11
    if kind >= 27:
        return 10
    return kind % 9 + 1


def colour(kind: int) -> int:
    """m, p, s, winds, dragons."""
    if kind >= 31:
        return 4
    return kind // 9 if kind < 27 else 3


# ----------------------------------------------------------------------------------------------------
# Shapes
# ----------------------------------------------------------------------------------------------------
def sets_of(counts: list[int], need: int) -> set[Way]:
    """All ways to cut the counts into `need` sets, each way a sorted tuple of ("chow"/"pung", lowest)."""
    first = next((k for k in range(34) if counts[k]), None)
    if first is None:
        return {()} if need == 0 else set()
    if need == 0:
        return set()
    ways: set[Way] = set()
    if counts[first] >= 3:
        rest = list(counts)
        rest[first] -= 3
        ways |= {tuple(sorted((*way, ("pung", first)))) for way in sets_of(rest, need - 1)}
    if first < 27 and first % 9 <= 6 and counts[first + 1] and counts[first + 2]:
        rest = list(counts)
        for k in (first, first + 1, first + 2):
            rest[k] -= 1
        ways |= {tuple(sorted((*way, ("chow", first)))) for way in sets_of(rest, need - 1)}
    return ways


def arrangements(tiles: list[int], need: int) -> list[tuple[Way, int]]:
    """All (sets, pair) of the concealed tiles, the winning tile among them."""
    counts = [tiles.count(k) for k in range(34)]
    result = []
    for pair in range(34):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            result += [(way, pair) for way in sorted(sets_of(rest, need))]
    return result


def is_seven_pairs(tiles: list[int], melds: list[Meld]) -> bool:
    return not melds and len(tiles) == 14 and all(tiles.count(k) % 2 == 0 for k in range(34))


def is_thirteen(tiles: list[int], melds: list[Meld]) -> bool:
    return not melds and len(tiles) == 14 and set(tiles) == set(ORPHANS)


def wins(tiles: list[int], melds: list[Meld]) -> bool:
    return bool(is_seven_pairs(tiles, melds) or is_thirteen(tiles, melds) or arrangements(tiles, 4 - len(melds)))


def meld_tiles(meld: Meld) -> list[int]:
    name, kind = meld
    if name == "chow":
        return [kind, kind + 1, kind + 2]
    return [kind] * (3 if name == "pung" else 4)


def single_wait(concealed: list[int], melds: list[Meld]) -> bool:
    """独听: exactly one kind of tile wins."""
    held = list(concealed) + [k for meld in melds for k in meld_tiles(meld)]
    waits = 0
    for kind in range(34):
        # Decision: a tile of which the hand itself holds all four can not be won on, so it is no wait.
        if held.count(kind) >= 4 and not CHOICES["dead_tiles_wait"]:
            continue
        if wins([*concealed, kind], melds):
            waits += 1
    return waits == 1


# ----------------------------------------------------------------------------------------------------
# Groups of III and IV
# ----------------------------------------------------------------------------------------------------
def group_of_three(sets: list[Any], chosen: tuple[int, ...]) -> tuple[str, int, int] | None:
    """The item of III that the chosen sets (indices) form, or None: (name, N, colours)."""
    kinds = [sets[i]["low"] for i in chosen]
    chows = {sets[i]["shape"] == "chow" for i in chosen}  # a kong is a pung
    if any(is_honour(k) for k in kinds) or len(chows) != 1:
        return None
    colours = len({colour(k) for k in kinds})
    if chows == {True}:
        if len({number(k) for k in kinds}) == 1:
            return ("般高", len(kinds), colours)
        return None
    numbers = sorted(number(k) for k in kinds)
    if all(b - a == 1 for a, b in pairwise(numbers)):
        return ("节高碰", len(kinds), colours)
    return None


def five_steps(sets: list[Any], pair: int) -> tuple[str, int, int] | None:
    """五节高碰: four pungs rising by 1 and the pair one below or one above."""
    group = group_of_three(sets, (0, 1, 2, 3))
    if group is None or group[0] != "节高碰" or is_honour(pair):
        return None
    numbers = sorted(number(s["low"]) for s in sets)
    if number(pair) not in (numbers[0] - 1, numbers[-1] + 1):
        return None
    # Decision: the pair's suit counts among the colours.
    return ("节高碰", 5, len({colour(s["low"]) for s in sets} | {colour(pair)}))


def disjoint_choices(groups: list[Any]) -> list[list[Any]]:
    """All sets of pairwise disjoint groups; a group is (indices, item)."""
    if not groups:
        return [[]]
    (first, item), rest = groups[0], groups[1:]
    result = disjoint_choices(rest)
    apart = [g for g in rest if not set(g[0]) & set(first)]
    return result + [[(first, item), *more] for more in disjoint_choices(apart)]


def choices_of_three(sets: list[Any], pair: int) -> list[list[tuple[str, int, int]]]:
    groups = []
    for size in (2, 3, 4):
        for chosen in combinations(range(4), size):
            item = group_of_three(sets, chosen)
            if item and (item[1], item[2]) in III:
                groups.append((chosen, item))
    five = five_steps(sets, pair)
    if five:
        groups.append(((0, 1, 2, 3), five))
    return [[item for _, item in choice] for choice in disjoint_choices(groups)]


def choices_of_four(sets: list[Any]) -> list[list[tuple[int, int]]]:
    groups = []
    for size in (2, 3):
        for chosen in combinations(range(4), size):
            kinds = [sets[i]["low"] for i in chosen]
            pungs = all(sets[i]["shape"] != "chow" for i in chosen) and not any(is_honour(k) for k in kinds)
            if pungs and len({number(k) for k in kinds}) == 1:
                groups.append((chosen, (size, number(kinds[0]))))
    return [[item for _, item in choice] for choice in disjoint_choices(groups)]


# ----------------------------------------------------------------------------------------------------
# II
# ----------------------------------------------------------------------------------------------------
def table_two(sets: list[Any], pair: int) -> dict[str, Any] | None:
    """The one item of II: its name, 番 and what else must be known of it; None without kong and 四归."""
    kongs = [s for s in sets if s["shape"] == "kong"]
    hidden_kongs = sum(not s["claimed"] for s in kongs)
    items = []  # (k of 四归k, concealed)
    for kind in range(27):
        groups, tiles = 0, 0
        claimed = False
        for s in sets:
            if s["shape"] == "kong":
                continue
            here = s["tiles"].count(kind)
            if here:
                groups += 1
                tiles += here
                claimed = claimed or s["claimed"]
        if pair == kind:
            groups += 1
            tiles += 2
        if tiles == 4:
            items.append((groups, not claimed))
    items.sort(key=lambda item: item[0])
    code = "".join(str(item[0]) for item in items)
    hidden = sum(item[1] for item in items)
    if not kongs and not items:
        return None
    if len(kongs) == 0:
        value = II_NO_KONG[code][hidden]
        name = f"四归{code}({hidden}暗)"
    elif len(kongs) == 1:
        value = II_ONE_KONG[code][hidden + hidden_kongs]
        name = ("暗杠" if hidden_kongs else "明杠") if not code else f"一杠{code}({hidden + hidden_kongs}暗)"
    elif len(kongs) == 2:
        kong_name = ["明明", "明暗", "暗暗"][hidden_kongs] + "杠"
        if code:
            value = II_TWO_KONGS[code][hidden_kongs][hidden]
            name = f"{kong_name}{code}({'暗' if hidden else '明'})"
        else:
            value = II_TWO_KONGS[code][hidden_kongs]
            name = kong_name
    elif len(kongs) == 3:
        value = II_THREE_KONGS[hidden_kongs]
        name = "明" * (3 - hidden_kongs) + "暗" * hidden_kongs + "杠"
    else:
        value = II_FOUR_KONGS[hidden_kongs]
        name = "明" * (4 - hidden_kongs) + "暗" * hidden_kongs + "杠"
    all_hidden = hidden == len(items) and hidden_kongs == len(kongs)
    return {
        "name": name,
        "value": value,
        "code": code,
        "kongs": len(kongs),
        "hidden_kongs": hidden_kongs,
        "four_sets_hidden": (len(kongs), code) in II_FOUR_SETS and all_hidden,
    }


# ----------------------------------------------------------------------------------------------------
# Four sets and a pair
# ----------------------------------------------------------------------------------------------------
def main_counts(sets: list[Any], pair: int, seat: int, round_: int) -> dict[str, int]:
    """Name -> how often it holds, for everything of the main table that the tiles alone decide."""
    tiles = [k for s in sets for k in s["tiles"]] + [pair, pair]
    groups = [s["tiles"] for s in sets] + [[pair, pair]]
    chows = [s["low"] for s in sets if s["shape"] == "chow"]
    pungs = [s["low"] for s in sets if s["shape"] != "chow"]
    honours = any(is_honour(k) for k in tiles)
    suits = {colour(k) for k in tiles if not is_honour(k)}
    numbers = {number(k) for k in tiles}
    held: dict[str, int] = {}

    def hold(name: str, times: int) -> None:
        if times:
            held[name] = int(times)

    # Winds and dragons.
    winds = sum(k in pungs for k in (27, 28, 29, 30))
    wind_pair = 27 <= pair <= 30
    dragons = sum(k in pungs for k in (31, 32, 33))
    dragon_pair = pair >= 31
    hold("坐圈风碰", (27 + seat in pungs) + (27 + round_ in pungs))
    hold("大二风", winds >= 2)
    hold("小三风", winds >= 2 and wind_pair)
    hold("大三风", winds >= 3)
    hold("小四风", winds >= 3 and wind_pair)
    hold("大四风", winds == 4)
    hold("大一元", dragons >= 1)
    hold("小二元", dragons >= 1 and dragon_pair)
    hold("大二元", dragons >= 2)
    hold("小三元", dragons >= 2 and dragon_pair)
    hold("大三元", dragons == 3)

    # Colours.
    hold("缺一门", not honours and len(suits) <= 2)
    hold("清一色", not honours and len(suits) == 1)
    hold("混一色", honours and len(suits) == 1)
    hold("五门齐", {colour(k) for k in tiles} == {0, 1, 2, 3, 4})

    # Numbers.
    hold("断幺", not honours and not any(is_terminal(k) for k in tiles))
    hold("258将", is_258(pair))
    hold("三数", len(numbers) == 3)
    hold("二数", len(numbers) == 2)  # one number alone can not be had: four wind pungs leave no wind pair
    hold("全带", any(all(n in map(number, g) for g in groups) for n in range(1, 10)))
    # Decision: 混带幺 asks for no honour and no chow; beside 清带幺 it falls away as necessary.
    hold("混带幺", all(any(is_honour(k) or is_terminal(k) for k in g) for g in groups))
    hold("清带幺", all(any(is_terminal(k) for k in g) for g in groups))
    hold("全幺", all(is_terminal(k) for k in tiles))
    hold("全字", all(is_honour(k) for k in tiles))

    # Chows.
    hold("平胡", len(chows) == 4 and not honours)
    hold("老少", sum(min(chows.count(9 * s), chows.count(9 * s + 6)) for s in range(3)))
    dragon_colours: set[int] = set()
    for a, b, c in product(range(3), repeat=3):
        if 9 * a in chows and 9 * b + 3 in chows and 9 * c + 6 in chows:
            dragon_colours.add(len({a, b, c}))
    # Decision: each n色龙 counts once at most, but different ones of a hand add up (neither necessarily comes with
    # the other), even on common chows: only III, IV, 老少 and 老少碰 have a set serve once.
    if not CHOICES["dragons_add"] and dragon_colours:
        dragon_colours = {max(dragon_colours, key=lambda n: {1: 7, 2: 2, 3: 3}[n])}
    hold("一色龙", 1 in dragon_colours)
    hold("二色龙", 2 in dragon_colours)
    hold("三色龙", 3 in dragon_colours)

    # Pungs (kongs are pungs).
    four = len(pungs) == 4
    hold("碰碰胡", four)
    hold("混幺碰", four and all(is_honour(k) or is_terminal(k) for k in pungs))
    hold("清幺碰", four and all(is_terminal(k) for k in pungs))
    hold("将将碰", four and all(is_258(k) for k in pungs))
    hold("全字碰", four and all(is_honour(k) for k in pungs))
    hold("老少碰", sum(9 * s in pungs and 9 * s + 8 in pungs for s in range(3)))
    return held


def apply_includes(held: dict[str, int], facts: set[str]) -> dict[str, int]:
    """Remove from held what necessarily comes with something that holds (held or a fact)."""
    present = set(held) | facts
    dropped = set()
    for x, ys in INCLUDES.items():
        if x in present:
            dropped.update(ys)
    for switch, x, ys in MORE_INCLUDES:
        if x in present and CHOICES[switch]:
            dropped.update(ys)
    kept = {name: times for name, times in held.items() if name not in dropped}
    if "老少" in kept and "一色龙" in present:
        kept["老少"] -= 1
    if "老少碰" in kept and present & {"清幺碰", "全幺"}:
        kept["老少碰"] -= 1
    return {name: times for name, times in kept.items() if times}


def score_arrangement(
    sets: list[Any], pair: int, base_held: dict[str, int], base_facts: set[str], hidden_pungs: int, seat: int, round_: int
) -> Found:
    """The best items of one arrangement with one place of the winning tile."""
    held = dict(base_held)
    held.update(main_counts(sets, pair, seat, round_))
    facts = set(base_facts)

    two = table_two(sets, pair)
    code = ""
    if two:
        code = two["code"] if two["kongs"] == 0 else ""
        if code:
            facts.add("II " + code)
        if two["kongs"] == 4:
            facts.add("四杠")
            if two["hidden_kongs"] == 4:
                facts.add("四暗杠")
            if two["hidden_kongs"] == 0:
                facts.add("四明杠")
        if two["four_sets_hidden"]:
            facts.add("II 四副全暗")
    if hidden_pungs == 4:
        facts.add("四暗坎")

    # Decision: only the groups of III and IV are a choice.  An item of the main table or of II that holds is counted
    # and takes away what comes with it, even where leaving it out would be worth more (清幺碰 beside 同数碰).
    fours = choices_of_four(sets)
    if set(held) & {"二数", "清幺碰", "全幺"}:
        fours = [[]]
    best: Found | None = None
    for choice3, choice4 in product(choices_of_three(sets, pair), fours):
        here = set(facts)
        for name, n, colours in choice3:
            here.add(DIGITS[n] + name)
            here.add(DIGITS[n] + name + DIGITS[colours] + "色")
        items = [(name, MAIN[name] * times) for name, times in apply_includes(held, here).items()]
        if two:
            items.append((two["name"], two["value"]))
        three = list(choice3)
        if code == "222":
            # ⊃ 三节高碰 of one colour, and with it the 二节高碰 inside it: no other pungs are there.
            three = []
        if code == "444":
            # 四般高 of one colour is the same hand, and the smaller 般高 are inside it.
            three = []
        if CHOICES["sigui_includes_equal_chows"]:
            # Decision: four chows with a common number have two equal ones, whatever they are (344: two and two).
            for _ in range({"4": 1, "34": 1, "44": 1, "344": 2}.get(code, 0)):
                if ("般高", 2, 1) in three:
                    three.remove(("般高", 2, 1))
        for name, n, colours in three:
            items.append((f"{DIGITS[n]}{name}({DIGITS[colours]}色)", III[n, colours]))
        same = list(choice4)
        # Decision: 将将碰 has two pungs of a number by necessity, but the sheet names the hands beside which
        # 同数碰 is not counted (二数, 清么) and 将将碰 is not among them: counted.
        if CHOICES["jiangjiangpeng_includes"] and "将将碰" in held:
            twos = [g for g in same if g[0] == 2]
            if twos:
                same.remove(twos[0])
        for size, n in same:
            items.append((f"{DIGITS[size]}同数碰({n})", IV[size][n]))
        if hidden_pungs:
            items.append((f"暗坎({hidden_pungs}付)", V[hidden_pungs]))
        total = sum(value for _, value in items)
        if best is None or total > best[0]:
            best = (total, items)
    assert best is not None
    return best


def four_sets(
    concealed: list[int],
    melds: list[Meld],
    winning: int,
    self_drawn: bool,
    seat: int,
    round_: int,
    base_held: dict[str, int],
    base_facts: set[str],
) -> Found | None:
    """The best (sum, items) over all arrangements as four sets and a pair, or None."""
    best: Found | None = None
    for way, pair in arrangements([*concealed, winning], 4 - len(melds)):
        sets: list[Any] = []
        for name, low in way:
            sets.append({"shape": name, "low": low, "tiles": meld_tiles((name, low)), "claimed": False, "hand": True})
        for name, low in melds:
            sets.append(
                {
                    "shape": "kong" if name == "hidden_kong" else name,
                    "low": low,
                    "tiles": meld_tiles((name, low)),
                    "claimed": name != "hidden_kong",
                    "hand": False,
                }
            )
        # Where the winning tile went: any set of the hand that holds it, or the pair (place -1).
        places = [i for i, s in enumerate(sets) if s["hand"] and winning in s["tiles"]]
        if pair == winning:
            places.append(-1)
        for place in places:
            hidden_pungs = sum(s["hand"] and s["shape"] == "pung" and (self_drawn or i != place) for i, s in enumerate(sets))
            found = score_arrangement(sets, pair, base_held, base_facts, hidden_pungs, seat, round_)
            if best is None or found[0] > best[0]:
                best = found
    return best


# ----------------------------------------------------------------------------------------------------
# 对对胡
# ----------------------------------------------------------------------------------------------------
def next_in_chain(kind: int) -> list[int]:
    """Where a single chain may go on from this kind."""
    if kind < 27:
        if kind % 9 < 8:
            return [kind + 1]
        return [9 * s for s in range(3) if s != kind // 9] + [27]  # 9 → 1 of another suit, or 东
    return [kind + 1] if kind < 33 else []  # 东南西北 → 中发白


@cache
def all_chains(honour_rows: bool, honours_only: bool) -> dict[int, list[Any]]:
    """Every chain there is, as (pairs needed, as sorted (kind, times) tuple; N; name)."""
    found: dict[Any, tuple[int, str]] = {}

    def add(kinds: list[int], n: int, name: str) -> None:
        need: dict[int, int] = {}
        for k in kinds:
            need[k] = need.get(k, 0) + 1
        if max(need.values()) <= 2 and len(kinds) <= 7:
            key = tuple(sorted(need.items()))
            if key not in found or found[key][0] < n:
                found[key] = (n, name)

    def walk(path: list[int]) -> None:
        if len(path) > 1:
            add(path, CHAIN_1[len(path)], "单链")
        if len(path) < 7:
            for nxt in next_in_chain(path[-1]):
                if nxt not in path:
                    walk([*path, nxt])

    for kind in range(34):
        walk([kind])
    # Decision: a row of a 双链 or 三链 lies in one suit, and neither goes on from 9 to 1 nor to honours: "the same n
    # consecutive numbers", and honours stand for numbers only from four rows on.
    for k, table, name in ((2, CHAIN_2, "双链"), (3, CHAIN_3, "三链")):
        for n, value in table.items():
            for start in range(1, 11 - n):
                for rows in combinations_with_replacement(range(3), k):
                    add([9 * s + start - 1 + i for s in rows for i in range(n)], value, name)
    if honour_rows:
        for n, value in CHAIN_2.items():
            for start in range(27, 35 - n):
                add([start + i for i in range(n)] * 2, value, "双链")
    for n in range(1, 10):
        pool = [9 * s + n - 1 for s in range(3)] + [h for h, stands in HONOUR_AS_NUMBER.items() if n in stands]
        for k, value in CHAIN_SUPER.items():
            for kinds in combinations_with_replacement(pool, k):
                # Decision: such a chain may consist of honours alone (东东东东 中中中中 is a 四链 of 1).
                if honours_only or any(not is_honour(x) for x in kinds):
                    add(list(kinds), value, {4: "四链", 5: "五链", 6: "陆链", 7: "柒链"}[k])
    by_first: dict[int, list[Any]] = {}
    for need, (value, name) in found.items():
        by_first.setdefault(need[0][0], []).append((need, value, name))
    return by_first


def best_chains(pairs: dict[int, int]) -> tuple[int, tuple[Any, ...]]:
    """Table A: the best partition of the pairs (kind -> pairs of it) into chains: (N, chain names)."""
    chains = all_chains(CHOICES["honour_rows"], CHOICES["honours_only_superchain"])

    @cache
    def best(state: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
        if not state:
            return 0, ()
        left = dict(state)
        first = state[0][0]

        def without(need: tuple[Any, ...]) -> tuple[Any, ...]:
            rest = dict(left)
            for k, times in need:
                rest[k] -= times
            return tuple(sorted((k, times) for k, times in rest.items() if times))

        result = best(without(((first, 1),)))  # a chain of one pair: N = 0
        for need, value, name in chains.get(first, ()):  # every chain whose lowest kind is this one
            if all(left.get(k, 0) >= times for k, times in need):
                n, names = best(without(need))
                if n + value > result[0]:
                    result = (n + value, ((name, value), *names))
        return result

    return best(tuple(sorted(pairs.items())))


def seven_pairs_n(tiles: list[int]) -> tuple[int, str]:
    """(N, from which table) of 对对胡; the lists of B speak of all seven pairs."""
    pairs = {k: tiles.count(k) // 2 for k in set(tiles)}
    kinds = set(tiles)
    options = [(0, ""), (best_chains(pairs)[0], "A")]
    colours = {colour(k) for k in kinds}
    numbers = {number(k) for k in kinds}
    if all(is_258(k) or is_honour(k) for k in kinds):
        options.append((TABLE_B["将字"], "B将字"))
    if all(is_258(k) for k in kinds):
        options.append((TABLE_B["将将"], "B将将"))
    if all(is_honour(k) for k in kinds):
        options.append((TABLE_B["全字"], "B全字"))
    if all(is_terminal(k) or is_honour(k) for k in kinds):
        options.append((TABLE_B["混么"], "B混么"))
    if all(is_terminal(k) for k in kinds):
        options.append((TABLE_B["清么"], "B清么"))
    if len(colours) == 5:
        options.append((TABLE_C["五色"], "C五色"))
    if len(colours) == 2:
        options.append((TABLE_C["二色"], "C二色"))
    if len(colours) == 1:
        options.append((TABLE_C["一色"], "C一色"))
    if len(numbers) == 3:
        options.append((TABLE_D["三数"], "D三数"))
    # Decision: seven pairs of winds alone (one number) are 二数 too.
    if len(numbers) == 2 or (len(numbers) == 1 and CHOICES["one_number_is_two"]):
        options.append((TABLE_D["二数"], "D二数"))
    return max(options)


# ----------------------------------------------------------------------------------------------------
# The whole
# ----------------------------------------------------------------------------------------------------
def score(
    concealed: list[int],
    melds: list[tuple[str, int]],
    winning: int,
    *,
    self_drawn: bool = False,
    seat: int = 0,
    round: int = 0,
    kong: bool = False,
    first_turn: bool = False,
    last_copy: bool = False,
    flowers: frozenset[int] = frozenset(),
    ready: int = 0,
    tiles_left: int | None = None,
) -> dict[str, Any] | None:
    concealed, melds = list(concealed), [(name, kind) for name, kind in melds]
    tiles = [*concealed, winning]
    all_flowers = set(flowers) == set(range(8))
    if not wins(tiles, melds) and not all_flowers:
        return None

    # What the circumstances bring to any shape.
    common: dict[str, int] = {}
    facts: set[str] = set()
    if self_drawn:
        common["自摸"] = 1
    if last_copy:
        common["绝张"] = 1
    if ready:
        common[READY[ready]] = 1
    if first_turn:
        common["天胡" if self_drawn else "地胡"] = 1
    if all_flowers:
        common["八花盛开"] = 1
    elif {0, 1, 2, 3} <= set(flowers):
        common["春夏秋冬"] = 1
    elif {4, 5, 6, 7} <= set(flowers):
        common["梅兰竹菊"] = 1

    percent = 0
    if kong:
        percent += 100
        facts.add("杠上开花" if self_drawn else "抢杠")
    # Decision: a robbed tile near the wall's end is won as by discard; 海底 by self-draw still adds 自摸.
    if tiles_left == 0:
        percent += 100 if self_drawn else 50
    elif tiles_left in (1, 2, 3):
        percent += 50 if self_drawn else 25

    ways = []
    # Decision: all eight flowers win at 200 whatever the tiles; a complete hand still adds its own.
    if all_flowers:
        items = [(name, MAIN[name] * times) for name, times in apply_includes(dict(common), facts).items()]
        ways.append((sum(v for _, v in items), items))
    # Four sets and a pair.
    held = dict(common)
    if all(name == "hidden_kong" for name, _ in melds):
        held["门清"] = 1
    if len(melds) == 4 and all(name != "hidden_kong" for name, _ in melds):
        held["金鸡独立"] = 1
    alone = single_wait(concealed, melds)
    if alone:
        held["独听"] = 1
    found = four_sets(concealed, melds, winning, self_drawn, seat, round, held, facts)
    if found:
        ways.append(found)
    # 十三幺.
    if is_thirteen(tiles, melds):
        held = dict(common)
        held["十三幺"] = 1
        held["门清"] = 1
        held["五门齐"] = 1
        # Decision: 独听 does not come with 十三幺 of necessity (thirteen tiles may win), so it is added.
        if alone and CHOICES["thirteen_single_wait"]:
            held["独听"] = 1
        items = [(name, MAIN[name] * times) for name, times in apply_includes(held, facts).items()]
        ways.append((sum(v for _, v in items), items))
    # 对对胡.
    if is_seven_pairs(tiles, melds):
        n, table = seven_pairs_n(tiles)
        # Decision: 天胡 and 地胡 add their 200 to 对对胡 as well.
        items = [(name, MAIN[name] * times) for name, times in apply_includes(dict(common), facts).items()]
        items.append(("对对胡", MAIN["对对胡"]))
        items.append((f"对对胡2^N({table or 'N=0'},N={n})", 2**n))
        ways.append((sum(v for _, v in items), items))

    total, items = max(ways, key=lambda way: way[0])
    points = (total * (100 + percent) + 50) // 100
    return {"points": points, "sum": total, "percent": percent, "items": items}
