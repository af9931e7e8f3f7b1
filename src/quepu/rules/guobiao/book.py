"""国标麻将 as played: what its parts share."""

from collections.abc import Sequence

from quepu.kernel.shapes import KNITTED_HONOURS, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.base import Category, RuleBook, Variant
from quepu.rules.family import Combinations
from quepu.rules.fan import Part
from quepu.rules.play import AS_FIRST, PlayRules
from quepu.texts import plural
from quepu.tiles import GREEN_KINDS, REVERSIBLE_KINDS, TERMINAL_KINDS, WIND_KINDS

# The text orders its fans by their value, so the values are its headings.
P88, P64, P48, P32, P24, P16, P12, P8, P6, P5, P4, P2, P1 = HEADINGS = tuple(
    Category(f"{points} 分", f"{points} point{plural(points)}") for points in (88, 64, 48, 32, 24, 16, 12, 8, 6, 5, 4, 2, 1)
)

# In the text these say 自摸记不求人: 不求人 takes the place of 自摸.
SEVEN_SELF_DRAWN = (
    "nine_gates",
    "thirteen_orphans",
    "seven_shifted_pairs",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honours_and_knitted",
    "knitted_honours",
)


# What the parts of a hand alone would make, where a predicate leaves it out (``Omission``).


def once(parts: Sequence[Part]) -> int:
    return 1


def open_kongs(parts: Sequence[Part]) -> int:
    return sum(_is_kong(part) and not part.concealed for part in parts)


def concealed_kongs(parts: Sequence[Part]) -> int:
    return sum(_is_kong(part) and part.concealed for part in parts)


def two_open_kongs_at_least(parts: Sequence[Part]) -> int:
    return int(open_kongs(parts) >= 2)


def two_concealed_kongs_at_least(parts: Sequence[Part]) -> int:
    return int(concealed_kongs(parts) >= 2)


def outside_pungs(parts: Sequence[Part]) -> int:
    """Pungs of ones, nines or winds."""
    return sum(
        len(part.tiles) in (3, 4) and len({*part.tiles}) == 1 and (TERMINAL_KINDS | WIND_KINDS) >> part.tiles[0] & 1 for part in parts
    )


def _is_kong(part: Part) -> bool:
    return len(part.tiles) == 4 and len({*part.tiles}) == 1


book = RuleBook(
    id="guobiao",
    name="国标麻将",
    en="Guobiao, as played",
    source="国标麻将（81 番，五项计番原则）",
    source_en="Guobiao mahjong (81 fans, five principles of counting)",
    shapes=(STANDARD, SEVEN_PAIRS, KNITTED_HONOURS, THIRTEEN_ORPHANS, KNITTED_STRAIGHT),
    minimum=8,
    flower_points=0,
    family=Combinations(),
    play=PlayRules(
        tiles=144,
        dealer_stays=False,
        # before the third 圈 東 and 南, 西 and 北 change seats
        seatings=(AS_FIRST, AS_FIRST, (1, 0, 3, 2), (1, 0, 3, 2)),
        has_round_wind=True,
        chosen_flowers=True,
        shows_concealed_kongs=False,
    ),
    four_as_two_pairs=True,
    nothing="chicken_hand",
    particular=(GREEN_KINDS, REVERSIBLE_KINDS),
    # One open and one concealed kong have 5 points with the calculators; 3 as 明杠 and 暗杠 added up, 6 by the note of 2008. Two
    # concealed ones have 8 by that of 2006.
    variants={
        "kongs3": Variant("明暗杠 3 分", "open and concealed kong 3 points", {"open_and_concealed_kong": {"fan": 3}}),
        "kongs2008": Variant("明暗杠 6 分（2008 年）", "open and concealed kong 6 points (2008)", {"open_and_concealed_kong": {"fan": 6}}),
        "kongs2006": Variant("双暗杠 8 分（2006 年）", "two concealed kongs 8 points (2006)", {"two_concealed_kongs": {"fan": 8}}),
    },
    # 明暗杠 has no heading: the text speaks of it in brackets under 双明杠.
    sections={
        **{heading.name: (f"番种表 {heading.name}", f"Table of fans, {heading.en}") for heading in HEADINGS},
        "明暗杠": (f"番种表 {P4.name} 双明杠（注）", f"Table of fans, {P4.en}: note on Two Melded Kongs"),
    },
    also=("", "MCR"),
    count_note=("原文列 81 个，另有注文里的明暗杠", "81 in the text, and Open and Concealed Kong 明暗杠 from a note"),
    about=(
        "通行的竞技麻将：番种的分数相加，8 分起和；点炮的付全部分数，三家还各付 8 分底。",
        "Competition mahjong (MCR): fans add up, and a win needs 8. The discarder pays the points; everybody pays 8 besides.",
    ),
)
