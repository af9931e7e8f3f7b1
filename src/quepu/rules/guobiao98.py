"""国标麻将, the table of 1998: 国标 as played with these differences."""

from quepu.kernel.shapes import KNITTED_HONOURS, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.guobiao import book as as_played
from quepu.rules.guobiao.book import SEVEN_SELF_DRAWN

# The fans of this edition. The table numbers them, in an order of its own; a line for each value.
NUMBERED = """大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺
清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会
一色四同顺 一色四节高
一色四步高 三杠 混幺九
七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小
清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻
全不靠 组合龙 大于五 小于五 三风刻
花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和
碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻
全带幺 不求人 双明杠 和绝张
箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺
一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌"""


def also_excluding(fan: str, *more: str) -> dict[str, tuple[str, ...]]:
    return {"excludes": (*as_played.fans[fan].excludes, *more)}


book = as_played.derive(
    "guobiao98",
    "国标麻将（1998）",
    "Guobiao, the table of 1998",
    "国标麻将竞赛规则 番种分值表（1998）",
    fans=NUMBERED.split(),
    changes={
        # where the later text counts 不求人 instead of 自摸, this one says 不计不求人, and 自摸 counts
        **{fan: also_excluding(fan, "fully_concealed_hand") for fan in SEVEN_SELF_DRAWN},
        "all_green": also_excluding("all_green", "half_flush"),
        "all_terminals": also_excluding("all_terminals", "double_pung"),
        "three_kongs": also_excluding("three_kongs", "concealed_kong"),
        "four_kongs": also_excluding("four_kongs", "concealed_kong"),
    },
    sections={name: (f"序号 {number}", f"No. {number}") for number, name in enumerate(NUMBERED.split(), 1)},
    source_en="Competition rules of Guobiao mahjong, table of fans (1998)",
    also=("", ""),
    count_note=("", ""),
    # 组合龙 is known inside 全不靠 only
    shapes=(STANDARD, SEVEN_PAIRS, KNITTED_HONOURS, THIRTEEN_ORPHANS),
    about=(
        "1998 年竞赛规则的原表，也是 8 分起和；有几个番种的不计，与现在通行的打法不一样。",
        "The competition table as printed in 1998, also with 8 to win; a few fans exclude others than they do today.",
    ),
)
