"""国标麻将, the table of 1998: 国标 as played with these differences."""

from quepu.kernel.shapes import KNITTED_HONOURS, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.guobiao import book as as_played

# Where the later text has 不求人 stand in for 自摸, this one says 不计不求人, and 自摸 stands.
WITHOUT_FULLY_CONCEALED = (
    "nine_gates",
    "thirteen_orphans",
    "seven_shifted_pairs",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honours_and_knitted",
    "knitted_honours",
)


def also_excluding(fan: str, *more: str) -> dict[str, tuple[str, ...]]:
    return {"excludes": (*as_played.fans[fan].excludes, *more)}


book = as_played.derive(
    "guobiao98",
    "国标麻将（1998）",
    "Guobiao, the table of 1998",
    "国标麻将竞赛规则 番种分值表（1998）",
    changes={
        **{fan: also_excluding(fan, "fully_concealed_hand") for fan in WITHOUT_FULLY_CONCEALED},
        "all_green": also_excluding("all_green", "half_flush"),
        "all_terminals": also_excluding("all_terminals", "double_pung"),
        "three_kongs": also_excluding("three_kongs", "concealed_kong"),
        "four_kongs": also_excluding("four_kongs", "concealed_kong"),
    },
    without=("open_and_concealed_kong",),
    # 组合龙 is known inside 全不靠 only
    shapes=(STANDARD, SEVEN_PAIRS, KNITTED_HONOURS, THIRTEEN_ORPHANS),
)
