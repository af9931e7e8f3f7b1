"""What the program says, in both languages."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    # explanation: zh, en
    "no_win": ("不成和牌：不是四个面子加雀头，也不是{rules}的特殊牌型", "not a winning hand: no four sets and a pair, nor a special shape of {rules}"),
    "read_as": ("拆解：{reading}", "read as {reading}"),
    "value": ("{fu} 副 {fan} 翻", "{fu} fu, {fan} fan"),
    "points": ("{points} 点", "{points} points"),
    "fu_sum": ("副数 {sum} = {fu}", "fu {sum} = {fu}"),
    "merged": ("番牌合并为一个番种，刻子数即翻数：{fan} 翻", "the value tiles are one fan of as many fan as pungs: {fan}"),
    "most": ("最大单番：{name} {fan} 翻", "the greatest single fan: {name}, {fan} fan"),
    "jump": (
        "复合跳翻：不同类的{name}（{category}）{fan} 翻，{fan}² = {square} > 2×最大 = {twice}，加 1 翻，得 {total} 翻",
        "combination: {name} of another category ({category}) has {fan} fan, {fan}² = {square} > twice the greatest = {twice}: one more, {total}",
    ),
    "closed": ("门清跳翻：没有吃、碰、明杠，加 1 翻，得 {total} 翻", "concealed: nothing was claimed, one more, {total}"),
    "product": ("{fu} 副 × {fan} 翻 = {points} 点", "{fu} fu × {fan} fan = {points} points"),
    "no_fans": ("没有番种：0 点", "no fan at all: 0 points"),
    "flowers": ("花牌 {count} 枚，每枚 {each} 点：{base} + {count}×{each} = {points} 点", "{count} flowers at {each} points: {base} + {count}×{each} = {points} points"),
    "legal": ("{base} ≥ {minimum}，达到起和点数", "{base} ≥ {minimum}: the minimum is met"),
    "illegal": ("{base} < {minimum}，未达起和点数，不能和牌", "{base} < {minimum}: below the minimum, this may not win"),
    "refused": ("不计：", "Not counted:"),
    "refused_follows": ("{fan}：不计，{by}已计入", "{fan}: not counted, {by} counts already"),
    "refused_against": ("{fan}：与{by}互斥，取点数较高者", "{fan}: excludes and is excluded by {by}; the better choice counts"),
    "others": ("其他拆解：", "Other readings:"),
    "other": ("{reading}  {fu} 副 {fan} 翻 {points} 点  {names}", "{reading}  {fu} fu, {fan} fan, {points} points  {names}"),
}


def say(lang: str, key: str, **details: object) -> str:
    """A sentence in Chinese (``zh``) or English."""
    return TEXTS[key][lang != "zh"].format(**details)
