"""The 28th edition of 灵雀: what its parts share."""

from quepu.kernel.shapes import KNITTED_HONOURS, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.base import Category, RuleBook, Variant
from quepu.rules.family import FuTimesFan
from quepu.rules.play import AS_FIRST, PlayRules
from quepu.texts import Text

ACCIDENTAL = Category("偶然", "Accidental")
SPECIAL = Category("特殊", "Special shapes")
EXPOSURE = Category("副露", "Exposure")
PUNGS = Category("刻、杠", "Pungs and kongs")
HONOURS = Category("字牌", "Honours")
TERMINALS = Category("幺九", "Terminals")
SUITS = Category("花色", "Suits")
NUMBERS = Category("序数", "Numbers")
WHOLE = Category("全体关联", "The whole hand related")
EQUAL = Category("部分一致", "Equal parts")
RELATED = Category("部分关联", "Related parts")
HEADINGS = (ACCIDENTAL, SPECIAL, EXPOSURE, PUNGS, HONOURS, TERMINALS, SUITS, NUMBERS, WHOLE, EQUAL, RELATED)
"""The numbered headings of the table of fans, which is part 丙 of chapter 二."""
LOST = """全不靠 十三幺 门前清 番牌中 番牌發 番牌白 客风刻 清幺九 混幺九 清带幺
镜龙会 三色连刻 三色步高 三色连环 三色贯通 连六 老少副"""


def sections(first: int) -> dict[str, Text]:
    """The places of the categories in the text, whose headings are numbered from ``first``."""
    return {
        category.name: (f"二丙{number} {category.name}类", f"Chapter 2, part C, {number}: {category.en}")
        for number, category in enumerate(HEADINGS, first)
    }


book = RuleBook(
    id="lingque28",
    name="灵雀（第二十八版）",
    en="Lingque, 28th edition",
    source="灵雀 第二十八版，莫莫柴，甲辰年腊月廿七",
    source_en="Lingque, 28th edition, by 莫莫柴, 26 January 2025",
    shapes=(STANDARD, SEVEN_PAIRS, KNITTED_HONOURS, THIRTEEN_ORPHANS),
    minimum=10,
    flower_points=2,
    family=FuTimesFan(),
    play=PlayRules(
        tiles=136,
        dealer_stays=True,
        # as printed: the player who starts as 東 sits at 東南北西 in the four 圈; from 南: 南東西北; from 西: 西北東南; from 北: 北西南東
        seatings=(AS_FIRST, (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)),
        kong_after_claim=True,
        plays_on=True,
    ),
    # 镜同对 has 16 副 in the body of the text and in its worked example, 12 in the appendix. The body rules.
    variants={"appendix": Variant("附录：镜同对 12 副", "appendix: Reflected Pairs 12 fu", {"reflected_pairs": {"fu": 12}})},
    sections=sections(1),
    lost=frozenset(LOST.split()),
    about=(
        "副数乘以翻数就是分数，10 分起和；点炮的付双份，另外两家也各付一份。",
        "Points are fu times fan, and a win needs 10. The discarder pays double, the other two once.",
    ),
)
