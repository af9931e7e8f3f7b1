"""Hands as people type them, rewritten in the notation.

``notation.parse`` calls ``rewrite`` for a text that it cannot read, and reads the result instead. What could mean two things is an error
that shows how to write each. Every character of the result has the position of what it stands for, so that errors point at what was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from quepu.errors import NotationError

_BRACKETS = {"[": "［【〔「『｛{", "]": "］】〕」』｝}", "(": "（", ")": "）"}
_SAME = {
    "一": "壹",
    "二": "两兩贰貳",
    "三": "叁參",
    "四": "肆",
    "五": "伍",
    "六": "陆陸",
    "七": "柒",
    "八": "捌",
    "九": "玖",
    "东": "東",
    "风": "風",
    "门": "門",
    "红": "紅",
    "发": "發",
    "财": "財",
    "鸡": "雞",
    "听": "聽",
    "抢": "搶",
}
_SPACES = "、，,·・;；/"
_CHARACTERS = {character: plain for plain, others in (_BRACKETS | _SAME | {" ": _SPACES, "|": "｜¦"}).items() for character in others}
_LONGEST = 1000
"""Nobody types a longer hand, and the time for one grows with the square of its length."""
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060"
"""A byte order mark, and spaces without width."""

_NAMES = {"红中": "C", "发财": "F", "白板": "P", "幺鸡": "1s", "么鸡": "1s", "东风": "E", "南风": "S", "西风": "W", "北风": "N"}
_ENGLISH = {"east": "E", "south": "S", "west": "W", "north": "N", "red": "C", "green": "F", "white": "P"}
_FILLERS = ("手里", "手牌", "手上", "副露", "还有", "加上")
"""Said between the tiles, without a meaning of their own."""
_SUIT_WORDS = {"man": "m", "wan": "m", "pin": "p", "bing": "p", "tong": "p", "sou": "s", "suo": "s", "tiao": "s"}
_DISCARDED = ("点和", "荣和", "点炮", "放铳")
"""Won on a discard."""
_FLAGS = {
    "自摸": "self", **dict.fromkeys(_DISCARDED, ""),
    "河底捞鱼": "last_tile", "妙手回春": "self last_tile",
    "岭上开花": "self kong", "杠上开花": "self kong", "杠开": "self kong", "抢杠和": "kong", "抢杠胡": "kong", "抢杠": "kong",
    "天和": "self first_turn", "天胡": "self first_turn", "地和": "first_turn", "地胡": "first_turn",
    "和绝张": "last_copy", "绝张": "last_copy",
    "天听": "ready=heaven", "地听": "ready=earth", "人听": "ready=human",
}  # fmt: skip
_VALUED = {"门风": "seat", "自风": "seat", "座风": "seat", "圈风": "round", "场风": "round", "花牌": "flowers", "花": "flowers"}
_WON = ("自摸", "荣和", "点和", "和牌", "胡牌", "和", "胡")
"""Before the winning tile."""
_LAST_TILE = ("海底捞月", "海底")
"""The last tile of the wall in 灵雀, the last discard in 国标."""
_CLAIMED, _CONCEALED, _HELD = ("[", "]"), ("(", ")"), ("", "")
_SETS: dict[tuple[str, str], dict[int, tuple[str, ...]]] = {
    _CLAIMED: {3: ("碰", "明刻", "明", "pung", "pong", "peng"), 4: ("明杠", "杠", "kong", "gang"), 0: ("吃", "明顺", "chow", "chi")},
    _CONCEALED: {4: ("暗杠", "concealed kong", "closed kong")},
    _HELD: {3: ("暗刻", "暗")},
}
"""The words for sets by their brackets, and by the number of tiles where one alone is written: 碰西.
A chow is always written whole: one tile of it could be of three."""
_MELDS = {word: (brackets, count) for brackets, counts in _SETS.items() for count, words in counts.items() for word in words}


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_HONOUR = "(?:[东南西北]风?|红?中|发财?|白板?|[ESWNCFP])"
_NUMBERED = "[1-9一二三四五六七八九]"
_SUIT = "[a-z萬万筒饼餅条條索]"
_ONE = f"(?:{_NUMBERED}{_SUIT}|{_HONOUR})"
_SET = f"(?:{_NUMBERED}{{3,4}}{_SUIT}|(?:{_NUMBERED}{_SUIT}){{3,4}}|{_HONOUR}{{3,4}})"
_SMALL = "[eswncfp]"
_TOKEN = re.compile(
    rf"""
      (?P<valued>{_either(_VALUED)}|seat|round|flowers) (?:\s*[=:]\s*|\s+)?
      (?P<value>[东南西北ESWNeswn](?![a-z])|(?:[1-8]f\ ?)+|(?:[春夏秋冬梅兰竹菊]\ ?)+|[0-9]+(?![a-z])) 风?
    | (?P<seat>[东南西北]) 风?[家位]
    | (?P<round>[东南西北]) 风?圈
    | (?<!\S)(?P<flowers>[0-8])[朵张]?花牌?
    | (?P<drawn>(?i:self[- ]?(?:drawn?|pick(?:ed)?)|tsumo|zimo))(?![a-z])
    | (?P<meld>(?i:{_either(_MELDS)})) [:\ ]* (?P<tiles>{_SET}|{_ONE}(?!{_HONOUR}|[家位圈])|{_SMALL}{{3,4}}(?![a-z]))
    | (?P<tiles_first>{_SET}) \ ?\((?P<meld_after>(?i:{_either(_MELDS)}))\)
    | \((?P<open_or_not>{_SET})\)
    | (?P<several>{_ONE}) (?:
        \ ?[×xX*]\ ?(?P<times>[2-4])(?![0-9a-z])
      | 刻子?
      | (?<=[东南西北中发白风财板])(?P<times_more>[2-4])(?![0-9]*\s?{_SUIT}|[0-9]))
    | (?P<won>{_either(_WON)}) :? (?P<tile>{_NUMBERED}{_SUIT}|{_HONOUR}(?![家位圈])) (?=\s|\||$)
    | (?P<won_last>{_either(_WON)}) :?\s+ (?={_ONE}\s*(?:\||$))
    | (?P<plus>\+)\s+
    | (?P<last_tile>{_either(_LAST_TILE)})
    | (?P<flag>{_either(_FLAGS)})
    | \((?P<bracketed>{_either(_FLAGS)})\)
    | (?P<name>{_either(_NAMES)})
    | (?<![a-zA-Z])(?P<english>(?i:{_either(_ENGLISH)}))(?:\ ?(?i:winds?|dragons?))?(?![a-zA-Z])
    | (?P<filler>{_either(_FILLERS)})[:\ ]*
    | 一?对(?P<pair>{_ONE})
    | (?<=[0-9])(?P<suit>{_either(_SUIT_WORDS)})
    | (?P<capital>[0-9]+[PSW])
    | (?P<red>0[0-9]*[mps])
    | (?<={_NUMBERED})(?P<gap>\s+)(?={_NUMBERED}|{_SUIT}(?![a-z]))
    | (?P<discarder>\ [0-7])(?=\])
    | (?P<bare_self>(?i:self))(?![a-z=_])
    | (?<![0-9a-zA-Z一二三四五六七八九])(?<![0-9]\s)(?P<small>{_SMALL}{{1,7}})(?![a-zA-Z])
    """,
    re.VERBOSE,
)
_IN_BRACKETS = re.compile(rf"\(((?:{_either((*_FLAGS, *_LAST_TILE))}|[东南西北]风?[家位圈]|\s)+)\)")
"""Circumstances in brackets: (自摸 南家)."""
_PIECE = re.compile(r"\[[^\]]*\]?|\([^)]*\)?|\+[^\s\[(+]*|[^\s\[(+]+")
"""A part of a hand, as in ``notation``."""


class _Rewriting:
    """The parts of a hand found so far: each a text in the notation and the position in what was typed."""

    def __init__(self, text: str) -> None:
        characters = [(_CHARACTERS.get(one, one), at) for at, one in _compatible(text) if one not in _INVISIBLE]
        self.places = [at for _, at in characters]
        """The position of every character of ``text`` in what was typed."""
        plain = _with_plain_suits("".join(one for one, _ in characters), self.places)
        self.text = _IN_BRACKETS.sub(lambda found: f" {found[1]} ", plain)
        self.body: list[tuple[str, int]] = []
        self.options: list[tuple[str, int]] = []
        self.given: set[str] = set()
        """The options that were rewritten: 岭上开花 and 自摸 say self twice."""
        self.in_meld = False

    def run(self) -> None:
        at = 0
        bar = self.text.find("|") % (len(self.text) + 1)
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is not None and self.token(found, at < bar):
                at = found.end()
                continue
            if at < bar:
                self.character(at)
            elif at > bar:
                self.options.append((self.text[at], self.places[at]))
            at += 1

    def character(self, at: int) -> None:
        """A character of the hand that is not rewritten; within a meld spaces are left out."""
        one = self.text[at]
        self.in_meld = one in "[(" or (self.in_meld and one not in "])")
        if not (self.in_meld and one.isspace()):
            self.body.append((one, self.places[at]))

    def token(self, found: re.Match[str], before_bar: bool) -> bool:
        """Rewrite what was found; whether it is something here."""
        at = self.places[found.start()]
        kind = found.lastgroup
        groups = found.groupdict()
        if groups["valued"]:
            name = _VALUED.get(groups["valued"], groups["valued"])
            value = groups["value"].replace(" ", "")
            self.option(f"{name}={value.upper() if value.isalpha() else value}", at)
        elif groups["seat"] or groups["round"] or groups["flowers"]:
            name = next(name for name in ("seat", "round", "flowers") if groups[name])
            self.option(f"{name}={groups[name]}", at)
        elif groups["last_tile"]:
            if "自摸" in self.text or "self" in self.text:
                self.option("last_tile", at)
                return True
            raise NotationError("ambiguous_text", at, text=groups["last_tile"], first="self last_tile", second="last_tile")
        elif groups["flag"] or groups["bracketed"]:
            self.option(_FLAGS[groups["flag"] or groups["bracketed"]], at)
        elif groups["drawn"]:
            self.option("self", at)
        elif not before_bar:
            return False
        elif groups["meld"] or groups["meld_after"]:
            return self.meld(groups["meld"] or groups["meld_after"], groups["tiles"] or groups["tiles_first"], at)
        elif groups["several"]:
            self.body.append((_plain(groups["several"]) * int(groups["times"] or groups["times_more"] or 3), at))
        elif groups["open_or_not"]:
            return self.open_or_not(groups["open_or_not"], at)
        elif groups["small"]:
            self.body.append((groups["small"].upper(), at))
        elif groups["bare_self"]:
            self.option("self", at)
        elif groups["won"]:
            self.body.append((f" +{_plain(groups['tile'])} ", at))
            self.option(_FLAGS.get(groups["won"], ""), at)
        elif groups["won_last"]:
            self.body.append((" +", at))
            self.option(_FLAGS.get(groups["won_last"], ""), at)
        elif groups["capital"]:
            right = groups["capital"].lower().replace("w", "m")
            raise NotationError("capital_suit", at, text=groups["capital"], right=right)
        elif groups["red"]:
            raise NotationError("red_five", at, text=groups["red"], right=groups["red"].replace("0", "5"))
        elif groups["pair"]:
            self.body.append((_plain(groups["pair"]) * 2, at))
        elif groups["english"]:
            self.body.append((_ENGLISH[groups["english"].lower()], at))
        elif groups["filler"]:
            self.body.append((" ", at))
        elif groups["gap"] or groups["discarder"]:
            pass  # a space within tiles; or, of other calculators, who discarded the tile of a meld: [123m,1]
        else:
            words = {"plus": {"+": "+"}, "name": _NAMES, "suit": _SUIT_WORDS}[str(kind)]
            self.body.append((words[groups[str(kind)]], at))
        return True

    def meld(self, word: str, tiles: str, at: int) -> bool:
        """A set by its name: 碰东东东, 碰东, 东东东(碰), pung EEE."""
        (opening, closing), count = _MELDS[word.lower()]
        alone = re.fullmatch(_ONE, tiles) is not None
        if alone and not count:
            return False
        found = _plain(tiles.upper() if re.fullmatch(rf"{_SMALL}+", tiles) else tiles)
        self.body.append((f" {opening}{found * count if alone else found}{closing} ", at))
        return True

    def open_or_not(self, tiles: str, at: int) -> bool:
        """Round brackets are those of a concealed kong. Three tiles in them could be a meld, or a set in the hand."""
        found = _plain(tiles)
        if re.fullmatch(rf"{_NUMBERED}{{4}}{_SUIT}|(?:{_NUMBERED}{_SUIT}){{4}}|{_HONOUR}{{4}}", tiles):
            self.body.append((f"({found})", at))
            return True
        raise NotationError("ambiguous_text", at, text=f"({found})", first=f"[{found}]", second=found)

    def in_order(self) -> list[tuple[str, int]]:
        """The parts of the hand in the order of the notation: tiles, melds, the winning tile. Each keeps its position."""
        characters = [(one, at) for piece, at in self.body for one in piece]
        parts = [(found.start(), found.end()) for found in _PIECE.finditer("".join(one for one, _ in characters))]
        kinds = [2 if characters[start][0] == "+" else int(characters[start][0] in "[(") for start, _ in parts]
        steps = [kind for n, kind in enumerate(kinds) if n == 0 or kind != kinds[n - 1]]
        if steps in ([], [0], [1], [0, 1], [1, 0], [0, 2], [1, 2], [0, 1, 2], [1, 0, 2]):
            return self.body
        ordered: list[tuple[str, int]] = []
        for _, (start, end) in sorted(zip(kinds, parts, strict=True), key=lambda part: part[0]):
            ordered += [*characters[start:end], (" ", characters[end - 1][1])]
        return ordered

    def option(self, words: str, at: int) -> None:
        """Options that are not there yet."""
        for word in words.split():
            if word not in self.given:
                self.given.add(word)
                self.options.append((f" {word} ", at))


def _plain(tiles: str) -> str:
    """Honours of one character: 东 for 东风, 中 for 红中."""
    return re.sub("[风红财板]", "", tiles)


def says_discarded(text: str) -> bool:
    """Whether a text says that another player discarded the winning tile."""
    return any(word in text for word in _DISCARDED)


def rewrite(text: str) -> tuple[str, list[int]]:
    """The text in the notation, and for each of its characters, and its end, the position in ``text``.

    >>> rewrite("【東東東】１２３４５６７８ｗ２２ｂ，+ 9w | 自摸 门风=南")[0]
    '[东东东]12345678m22p +9m | self seat=南'
    """
    if len(text) > _LONGEST:
        return text, [*range(len(text) + 1)]
    rewriting = _Rewriting(text)
    rewriting.run()
    pieces = rewriting.in_order()
    if rewriting.options:
        bar = text.find("|")
        pieces = [*pieces, (" | ", bar if bar >= 0 else rewriting.options[0][1]), *rewriting.options]
    found = "".join(piece for piece, _ in pieces)
    return found, [at for piece, at in pieces for _ in piece] + [len(text)]


def _compatible(text: str) -> Iterable[tuple[int, str]]:
    """Full-width letters and the like as plain ones, each with its position."""
    for at, character in enumerate(text):
        plain = unicodedata.normalize("NFKC", character)
        yield at, plain if len(plain) == 1 else character


def _with_plain_suits(text: str, places: list[int]) -> str:
    """With m p s instead of w b t, w t s and c d b (characters, dots, bamboos). b and t alone could be two suits."""
    used = {
        letter: at for at, letter in reversed([(found.start(1), found[1]) for found in re.finditer(r"[0-9]\s?([a-zA-Z])(?![a-z])", text)])
    }
    letters = {letter.lower() if letter in "MBTCD" else letter for letter in used}
    suits = {"w": "m", "c": "m", "d": "p"}
    if "b" in letters:
        if letters & set("wt") and not letters & set("pd"):
            suits["b"] = "p"
        elif letters & set("cdp") and not letters & set("s"):
            suits["b"] = "s"
    if "t" in letters:
        if letters & set("bpd"):
            suits["t"] = "s"
        elif "s" in letters:
            suits["t"] = "p"
    for letter in "bt":
        if letter in letters and letter not in suits:
            at = used.get(letter, used.get(letter.upper(), 0))
            number = text[at - 1]
            raise NotationError("ambiguous_text", places[at - 1], text=f"{number}{text[at]}", first=f"{number}p", second=f"{number}s")
    return re.sub(r"(?<=[0-9])([wbtcdMBTCD])(?![a-z])", lambda found: suits.get(found[1].lower(), found[1].lower()), text)
