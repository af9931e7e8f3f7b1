"""What can be wrong with an entry of a score sheet, a club or a tournament."""

from __future__ import annotations

from quepu.texts.text import Text

ENTRY_REASONS: dict[str, Text] = {
    "object": ("应为 JSON 对象", "expected a JSON object"),
    "list": ("应为数组，长度在范围内", "expected an array of an allowed length"),
    "type": ("没有这种条目", "there is no such type of entry"),
    "unknown": ("没有这个字段", "there is no such field"),
    "missing": ("缺少这个字段", "the field is missing"),
    "null": ("不能是 null", "it cannot be null"),
    "int": ("应为范围内的整数", "expected an integer within its range"),
    "number": ("应为范围内的数", "expected a number within its range"),
    "text": ("应为文本，不太长，没有控制字符", "expected a text that is not too long and has no control characters"),
    "one_of": ("不是可用的值之一", "it is not one of the possible values"),
    "sum": ("总和不对", "the sum is wrong"),
    "distinct": ("有重复的值", "a value is there twice"),
    "entry": ("不是条目的 id", "it is not the id of an entry"),
    "document": ("不是文件的 id", "it is not the id of a document"),
    "size": ("条目太大", "the entry is too large"),
    "ahead": ("逻辑时间跳得太远", "the logical time is too far ahead"),
    "table_of_four": ("每桌应为四人", "a table has four players"),
    "unknown_player": ("没有这位选手", "there is no such player"),
    "player_twice": ("同一轮中有人排了两次", "somebody is there twice in one round"),
    "no_club": ("没有俱乐部的设置", "there are no settings of a club"),
    "no_tournament": ("没有比赛的设置", "there are no settings of a tournament"),
    "no_sheet": ("没有记分单的设置", "there are no settings of a sheet"),
}
"""The reasons of the error ``entry_wrong``."""

CLUBS: dict[str, Text] = {
    "own_rules": ("{name}（自定规则）", "{name} (own rules)"),
}
"""What the API says of clubs."""
