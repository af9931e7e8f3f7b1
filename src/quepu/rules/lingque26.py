"""灵雀, 26th edition (second draft): the 28th with these differences."""

from quepu.rules.lingque28 import book as edition28
from quepu.rules.lingque28.book import sections

LOST = """番牌中 番牌發 番牌白 客风刻 清幺九 混幺九 清带幺
二般高 一般高 三同刻 双同刻 三色同顺 喜相逢 三同二对 镜同
镜龙会 三色连刻 三色步高 三色连环 三色贯通 连六 老少副"""

book = edition28.derive(
    "lingque26",
    "灵雀（第二十六版）",
    "Lingque, 26th edition",
    "灵雀 第二十六版（第二稿），莫莫柴，甲辰年冬月初四",
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
    without=("all_types",),
    variants={},  # the appendix is the 28th edition's
    sections=sections(0),
    lost=frozenset(LOST.split()),
)
