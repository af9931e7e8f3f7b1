"""灵雀, 26th edition (second draft): the 28th with these differences."""

from quepu.rules.lingque28 import book as edition28
from quepu.rules.lingque28.book import sections
from quepu.rules.play import PlayRules

FANS = """天和 地和 岭上开花 海底捞月 河底捞鱼 抢杠 自摸
七对 全不靠 十三幺
门前清
四杠 三杠 双杠 杠 四暗刻 三暗刻 双暗刻 暗刻 对对和 四归
大七星 字一色 大四喜 小四喜 四喜对 大三元 小三元 三元对 番牌门风牌 番牌中 番牌發 番牌白 客风刻
清幺九 混幺九 清带幺 混带幺 幺九刻
九莲宝灯 连七对 清一色 混一色 缺一门
二数 三聚 四聚 九数贯通
镜数 镜数对
四同顺 三同顺 二般高 一般高
三同刻 双同刻 三色同顺 喜相逢 三同二对 镜同 镜同对 镜龙会 四连刻 三连刻 四步高 三步高 四连环 三连环
一气贯通 双龙会 三色连刻 三色步高 三色连环 三色贯通 连六 老少副"""

LOST = """番牌中 番牌發 番牌白 客风刻 清幺九 混幺九 清带幺
二般高 一般高 三同刻 双同刻 三色同顺 喜相逢 三同二对 镜同
镜龙会 三色连刻 三色步高 三色连环 三色贯通 连六 老少副"""

book = edition28.derive(
    "lingque26",
    "灵雀（第二十六版）",
    "Lingque, 26th edition",
    "灵雀 第二十六版（第二稿），莫莫柴，甲辰年冬月初四",
    fans=FANS.split(),
    changes={
        "heavenly_hand": {"fu": 48, "fan": 3},
        "earthly_hand": {"fu": 48, "fan": 3},
        "four_kongs": {"fu": 96},
        "seven_stars": {"fu": 128},
        "all_honours": {"fu": 48},
        "big_four_winds": {"fu": 96},
        "all_terminals": {"fu": 96},
        "nine_gates": {"fu": 128},
        "seven_shifted_pairs": {"fu": 96},
        "four_equal_chows": {"fu": 128},
        "four_shifted_pungs": {"fu": 64},
        "mixed_straight": {"fan": 2},
    },
    play=PlayRules(tiles=136, dealer_stays=False, kong_after_claim=True, plays_on=True),
    reduced_scores=True,
    variants={},  # the appendix is the 28th edition's
    source_en="Lingque, 26th edition (second draft), by 莫莫柴, 4 December 2024",
    sections=sections(0),
    lost=frozenset(LOST.split()),
    about=(
        "灵雀较早的一版：同样是副乘翻，10 分起和，只是少数大番的副数不同，庄家和了也不连庄。",
        "An earlier edition: also fu times fan, with 10 to win, but other values for some great hands, and the dealer never stays.",
    ),
)
