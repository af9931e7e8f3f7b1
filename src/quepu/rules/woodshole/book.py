"""麻将记分法 (Woods Hole, 2010): what its parts share."""

from quepu.kernel.shapes import EIGHT_FLOWERS, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.base import Category, RuleBook
from quepu.rules.family import Percentages
from quepu.rules.play import PlayRules
from quepu.texts import plural

# The main table has a column for each value; then come its last line and the notes, then the tables with numbers of their own.
_VALUES = (1, 2, 3, 5, 7, 12, 20, 30, 60, 100)
COLUMNS = tuple(Category(f"{n} 分", f"{n} point{plural(n)}") for n in _VALUES)
T1, T2, T3, T5, T7, T12, T20, T30, T60, T100 = COLUMNS
PERCENT = Category("加成与 200 分", "Percentages and 200 points")
FLOWERS = Category("花", "Flowers")
PAIRS = Category("I 对对胡", "I Seven pairs", only_one=True)
FOURS = Category("II 杠与四归", "II Kongs and four of a kind")
STEPS = Category("III n 般高、n 节高碰", "III Equal chows and rising pungs")
SAME = Category("IV 同数碰", "IV Pungs of a number")
HIDDEN = Category("V 暗坎", "V Concealed pungs")

book = RuleBook(
    id="woodshole",
    name="麻将记分法（Woods Hole）",
    en="Woods Hole, the sheet of 2010",
    source="麻将记分法，Woods Hole，2010 年 7 月 12 日",
    source_en="How to score mahjong, Woods Hole, 12 July 2010",
    shapes=(STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, EIGHT_FLOWERS),
    minimum=0,
    flower_points=0,
    family=Percentages(),
    play=PlayRules(
        tiles=144,
        dealer_stays=True,
        has_round_wind=True,
        ready_limit=4,
        may_decline=True,
        eight_flowers="eight_flowers",
        uses_tiles_left=True,
    ),
    four_as_two_pairs=True,
    fifth_tile_waits=False,
    honours_in_order=True,
    sections={
        **{column.name: (f"主表 {n} 番", f"Main table, {column.en}") for n, column in zip(_VALUES, COLUMNS, strict=True)},
        PERCENT.name: ("主表末行，注 7、9、10", "Last line of the main table; notes 7, 9 and 10"),
        FLOWERS.name: ("注 6", "Note 6"),
        **{table.name: (f"附表 {table.name}", f"Table {table.en}") for table in (PAIRS, FOURS, STEPS, SAME, HIDDEN)},
    },
    about=(
        "不设起和，成牌就能和；各番相加，再按百分比加成，听牌可以报听，三家都付，庄家加倍。",
        "No minimum, so any complete hand may win. Points add up, then percentages raise them; all three pay, the dealer double.",
    ),
)

SAME_NUMBER_PUNGS = tuple(f"{row}_{numbers}" for row in ("two_same_pungs", "three_same_pungs") for numbers in ("258", "19", "other"))
"""The fans of table IV, which are not counted with hands of one or two numbers."""
