"""A hand in a text that was pasted: with a name, a time or a few words before it, the name of a rule book, several lines.

``find`` returns the part of the text that is a hand, and the book that the text names. What can be read as a hand as it is stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from quepu import notation, vocabulary
from quepu.errors import NotationError
from quepu.informal import Words, no_book
from quepu.rules import BOOKS, named
from quepu.rules.fan import Fan
from quepu.rules.search import called

_BOOKS: Mapping[str, tuple[str, ...]] = {
    "guobiao98": (r"国标\s*+麻?将?\s*+[（(]?\s*+(?:19)?98\s*+年?\s*+版?\s*+[）)]?", r"(?:19)?98\s*+年?\s*+版?\s*+国标(?:麻将)?",
                  r"guobiao\s*+,?\s*+(?:the\s++table\s++of\s++)?(?:19)?98"),
    "guobiao": (r"国标(?:麻将)?", r"guobiao(?:\s*+,\s*+as\s++played)?(?:\s*+\(MCR\))?", r"MCR"),
    "lingque26": (r"灵雀\s*+[（(]?\s*+第?\s*+(?:26|二十六)\s*+版?\s*+[）)]?", r"lingque\s*+,?\s*+26(?:th)?(?:\s++edition)?"),
    "lingque28": (r"灵雀\s*+[（(]?\s*+第?\s*+(?:28|二十八)\s*+版?\s*+[）)]?",
                  r"lingque\s*+,?\s*+28(?:th)?(?:\s++edition)?", r"灵雀", r"lingque"),
    "woodshole": (r"麻[将將]记分法\s*+(?:[（(]\s*+Woods\s*+Hole\s*+[）)])?", r"woods\s*+hole(?:\s*+,\s*+the\s++sheet\s++of\s++2010)?"),
}  # fmt: skip
"""What people call the books; an edition before the name that all editions share. Spaces are possessive (``*+``): a long row of them would
take seconds."""
_GENERIC = re.compile("国标(?:麻将)?|灵雀|guobiao|lingque|MCR", re.IGNORECASE)
"""Names that all editions share."""
_BOOK = "|".join(
    rf"(?P<{id}>{'|'.join(rf'(?<![a-zA-Z]){one}(?![a-zA-Z0-9])' if one.isascii() else one for one in names)})"
    for id, names in _BOOKS.items()
)

_CLOCK = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s?[ap]\.?m\.?)?"
_DAY = r"(?:\d{2,4}[-/.年])?\d{1,2}[-/.月]\d{1,2}日?|昨天|今天|前天|星期[一二三四五六日天]|周[一二三四五六日]|yesterday|today"
_NAME = r"[^\s\d:：\[\](){}|+【】（）]{1,16}"
_TIME = rf"[\[(（【]?\s*+(?:{_NAME}\s++)?(?:(?:{_DAY})\s*+,?\s*+)?(?:上午|下午|晚上|早上|中午|凌晨)?\s*+{_CLOCK}\s*+[\])）】]?"
_SAID = (
    r"昨天|今天|前天|刚才|刚刚|我(?:刚才|刚刚|昨天|今天)?(?:自己)?[和胡]了?(?:一把|一手|的)?(?:牌)?|[和胡]了|我的(?:手)?牌|这[手副把]牌?|"
    r"(?:请问|帮忙|帮我|求)?(?:算一下|算算|算)|请问|my\s+(?:winning\s+)?hand(?:\s+(?:is|was))?|i\s+won(?:\s+(?:with|on))?|hand|score"
)
_LABEL = r"(?P<label>[^:：|+\[\]【】\n\d]{1,24}|[^\s:：|+\[\]【】]{1,16})[:：]"
_BEFORE = re.compile(
    rf"\s*+(?:(?:{_BOOK})\s*[:：,，、]?|{_TIME}\s*[,，]?|(?:{_SAID})(?=[\s:：,，、]|$)\s*[:：,，、]?|{_LABEL})\s*", re.IGNORECASE
)
"""Before a hand: a book, who said it and when, a few words, or a label with a colon."""
_AFTER = re.compile(
    rf"(?<![\s,，、。;；])[\s,，、。;；]*+(?:{_BOOK})?[\s,，、]*+(?:(?:值|算|是|有)?(?:多少|几)[分番]|怎么算|算多少|求算分?|谢谢|"
    r"how\s+(?:much|many\s+points)(?:\s+is\s+(?:it|this))?(?:\s+worth)?)?[?？!！。.\s]*+$",
    re.IGNORECASE,
)
"""After a hand: a book, a question."""
_QUESTION = re.compile(
    r"(?<![\s,，、。;；])[\s,，、。;；]++(?P<question>[^\s,，、。;；]*[^\s,，、。;；?？!！](?:[?？]+|(?<=[吗么嘛呢吧])))[!！。.\s]*$"
)
"""A question after a hand: 算88吗？"""
_TILE = re.compile(r"[东東南西北中发發白萬万筒饼餅条條索ESWNCFP]|[1-9一二三四五六七八九][mpszwbt万萬饼餅筒条條索]")
_SET_WORDS = re.compile("[吃碰杠]|(?i:pungs?|pongs?|pon|chows?|chi|kongs?|melds?|melded|open|exposed)(?![a-zA-Z])")
_OF_THE_HAND = {
    *vocabulary.MELDS, *vocabulary.WON, *vocabulary.ENGLISH_WON, *vocabulary.VALUED, *vocabulary.FLAGS,
    *vocabulary.OPEN, *vocabulary.OPEN_WITH_COLON, *vocabulary.HAND_WITH_COLON,
}  # fmt: skip
"""Words before a colon that say something about the hand."""
_FEWEST = 13
"""A line of several is a hand if it has this number of tiles."""
_LONGEST = 1000
"""A longer text is not searched."""

WordsOf = Callable[[str | None], Mapping[str, str]]
"""The words of the book with this id; without one, of the book in use."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """The hand in a text; ``at``: the position of its first character."""

    hand: str
    at: int
    rules: str | None = None
    """The id of the book that the text names."""
    is_edition: bool = False
    """Whether it names an edition of it, not only the name that all editions share."""


def find(text: str, words: WordsOf = lambda rules: no_book()) -> Pasted:
    """The hand in a text, or the text without what is known not to be a part of it.

    >>> find("张三 10:32 国标 12345678m22p [EEE] +9m")
    Pasted(hand='12345678m22p [EEE] +9m', at=12, rules='guobiao', is_edition=False)
    """
    if len(text) > _LONGEST or _size(text, lambda: words(None)) is not None:
        return Pasted(text, 0)
    lines = [_in_line(line[0], line.start()) for line in re.finditer(r"[^\n]+", text)] or [Pasted(text, 0)]
    named = next((line for line in lines if line.rules), Pasted("", 0))
    whole = [line for line in lines if (_size(line.hand, lambda: words(named.rules)) or 0) >= _FEWEST]
    best = whole[0] if whole and len(lines) > 1 else _in_line(text, 0)
    return replace(best, rules=named.rules, is_edition=named.is_edition)


def _size(text: str, words: Words) -> int | None:
    """The number of tiles; None if the text is not a hand."""
    try:
        return notation.parse(text, words)[0].size
    except NotationError:
        return None


def _in_line(line: str, at: int) -> Pasted:
    """What is left of a line without what stands before and after a hand."""
    start = 0
    found: list[re.Match[str]] = []
    while (before := _BEFORE.match(line, start) or _fans().match(line, start)) and before.end() > start:
        if _is_of_the_hand(before.groupdict().get("label"), line[before.end() :]):
            break
        start = before.end()
        found.append(before)
    rest = line[start:]
    while after := _after(rest):
        found.append(after)
        rest = rest[: after.start()]
    labels = [inside for one in found if (inside := re.search(_BOOK, one.groupdict().get("label") or "", re.IGNORECASE))]
    name = next(((id, one[id]) for one in (*found, *labels) for id in _BOOKS if one.groupdict().get(id)), None)
    fan = next((one for one in found if one.re is _fans()), None)
    if not rest and fan:  # nothing but its name
        start, rest = fan.start(), fan[0]
    hand = Pasted(rest, at + start) if rest else Pasted(line, at)
    return replace(hand, rules=name[0], is_edition=not _GENERIC.fullmatch(name[1])) if name else hand


def _after(text: str) -> re.Match[str] | None:
    """What stands at the end of a text and is not a part of the hand."""
    usual = _AFTER.search(text)
    if usual and usual[0].strip(" ,，、。;；?？!！."):
        return usual
    return _question(text) or _fans_after().search(text) or (usual if usual and usual[0] else None)


def _question(text: str) -> re.Match[str] | None:
    """A question at the end, if no word of it can be a part of the hand."""
    found = _QUESTION.search(text)
    return None if found is None or _says_something(found["question"]) else found


def _says_something(words: str) -> bool:
    """Whether a tile, a set or a circumstance is in some words."""
    parts = (vocabulary.TOKEN.match(words, at) for at in range(len(words)))
    return _TILE.search(words) is not None or _SET_WORDS.search(words) is not None or any(part and part[0].strip() for part in parts)


def _is_of_the_hand(label: str | None, rest: str) -> bool:
    """Whether what stands before a colon can be a part of the hand: tiles, a set, an option, or a word for the melds before the others."""
    if not label:
        return False
    last = label.split()[-1].lower() if label.split() else ""
    tiles = len(_TILE.findall(label))
    return (
        last in _OF_THE_HAND
        or tiles > 2
        or re.search(r"\d[mpszwbt万萬饼餅筒条條索]", label) is not None
        or _SET_WORDS.search(label) is not None
        or (tiles > 0 and _size(label, no_book) is not None)
        or _may_be_melds(rest)
    )


def _may_be_melds(text: str) -> bool:
    """Whether tiles in a text are apart from those that it says are in the hand: 摆着的：中中中 手牌：发发发…"""
    hand = vocabulary.HANDS_FOLLOW.search(text.replace("：", ":"))
    if hand is None:
        return False
    before = text[: hand.start()]
    try:
        return bool(notation.parse(before)[0].concealed)
    except NotationError:
        return _TILE.search(before) is not None


# Names of fans.

_NOT_A_REMARK = re.compile("[吃碰]$|[明暗]杠|暗坎|不求人|花|听$|自摸")
_NOT_A_REMARK_ENGLISH = re.compile("pung|kong|chow|wind|tile|hand|wait|draw|self|discard|flower|ready|concealed|melded", re.IGNORECASE)
"""Names of fans that say something about the tiles after them, or about how the hand was won."""


@cache
def _fan_names() -> str:
    """A pattern for the names of fans that can be left out of a text: what they say follows from the tiles."""
    names = {name for id in BOOKS for fan in named(id).rows for name in (fan.name, fan.en)}
    names |= {name.replace("和", "胡") for name in names if name.endswith("和")} | {"九宝莲灯", "十三么", "七小对", "清七对"}
    known = {*_OF_THE_HAND, *vocabulary.OF_THE_BOOK, *vocabulary.ENGLISH_FLAGS}
    chosen = [name for name in names if len(name) > 1 and name.lower() not in known and "（" not in name and not _is_said(name)]
    return "|".join(rf"{re.escape(name)}" for name in sorted(chosen, key=len, reverse=True))


def _is_said(name: str) -> bool:
    """Whether the name of a fan also says something that does not follow from the tiles."""
    words = _NOT_A_REMARK_ENGLISH if name.isascii() else _NOT_A_REMARK
    return words.search(name) is not None


def fan_named(text: str, rules: str) -> tuple[str, Fan] | None:
    """The fan whose name a text is, and the id of its book: the one in use, if it has such a fan.

    >>> fan_named("大三元？", "guobiao")[1].id
    'big_three_dragons'
    """
    for id in dict.fromkeys((rules, *BOOKS)):
        fan = called(named(id), text)
        if fan is not None:
            return id, fan
    return None


@cache
def _fans() -> re.Pattern[str]:
    """The name of a fan before a hand."""
    return re.compile(rf"\s*+(?:{_fan_names()})(?:\s*+\d+\s*[番分])?(?:[\s:：,，、。!！]+|(?=\d))(?=\S)", re.IGNORECASE)


@cache
def _fans_after() -> re.Pattern[str]:
    """The name of a fan after a hand."""
    return re.compile(rf"(?<![\s,，、。;；])[\s,，、。;；]++(?:{_fan_names()})(?:\s*\d+\s*[番分])?[!！。.\s]*$", re.IGNORECASE)
