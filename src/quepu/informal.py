"""Hands as people type them, rewritten in the notation.

``notation.parse`` calls ``rewrite`` for a text that it cannot read, and reads the result instead. What could mean two things is an error
that shows how to write each. Every character of the result has the position of what it stands for, so that errors point at what was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from quepu import claimed, vocabulary
from quepu.errors import NotationError

Words = Callable[[], Mapping[str, str]]
"""Words that mean different things in different rule books, with the options that they stand for in the one in use."""

_LONGEST = 1000
"""Nobody types a longer hand, and the time for one grows with the square of its length."""
_PIECE = re.compile(r"\[[^\]]*\]?|\([^)]*\)?|\+[^\s\[(+]*|[^\s\[(+]+")
"""A part of a hand, as in ``notation``."""


def no_book() -> Mapping[str, str]:
    """The words where no book is in use."""
    return {"last tile": "last_tile"}


class _Rewriting:
    """The parts of a hand found so far: each a text in the notation and the position in what was typed."""

    def __init__(self, text: str, words: Words) -> None:
        characters = [(vocabulary.CHARACTERS.get(one, one), at) for at, one in _compatible(text) if one not in vocabulary.INVISIBLE]
        self.places = [at for _, at in characters]
        """The position of every character of ``text`` in what was typed."""
        plain = _with_red_and_green("".join(one for one, _ in characters), self.places)
        plain = _replaced(plain, self.places, vocabulary.ENGLISH_SUIT, _suit)
        plain = _replaced(plain, self.places, vocabulary.ENGLISH_HONOUR, _honours)
        plain = _with_plain_suits(plain, self.places)
        self.text = vocabulary.IN_BRACKETS.sub(lambda found: f" {found[1]} ", plain)
        self.words = words
        self.body: list[tuple[str, int]] = []
        self.options: list[tuple[str, int]] = []
        self.given: set[str] = set()
        """The options that were rewritten: 岭上开花 and 自摸 say self twice."""
        self.in_meld = False
        self.is_open = False
        """Whether a word says that the tiles are melds: 副露."""
        self.open: set[int] = set()
        """The parts of ``body`` of which that is said."""

    def run(self) -> None:
        at = 0
        bar = self.text.find("|") % (len(self.text) + 1)
        while at < len(self.text):
            found = vocabulary.TOKEN.match(self.text, at)
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
        was_in_meld = self.in_meld
        self.in_meld = one in "[(" or (self.in_meld and one not in "])")
        self.is_open = self.is_open and one != "+"
        if not (self.in_meld and one.isspace()):
            self.add(one, self.places[at], not (was_in_meld or self.in_meld))

    def add(self, text: str, at: int, may_be_open: bool = True) -> None:
        """A part of the hand."""
        if self.is_open and may_be_open:
            self.open.add(len(self.body))
        self.body.append((text, at))

    def token(self, found: re.Match[str], before_bar: bool) -> bool:
        """Rewrite what was found; whether it is something here."""
        at = self.places[found.start()]
        groups = found.groupdict()
        if self.circumstance(groups, at):
            return True
        if not before_bar:
            return False
        if groups["opens"]:
            self.is_open = True
            self.add(" ", at)
            return True
        if groups["hands"]:
            self.concealed(groups["hands"], at)
            return True
        if groups["dash"] and self.is_range(found):
            return False
        if groups["meld"] or groups["meld_after"]:
            self.is_open = self.is_open or vocabulary.HANDS_FOLLOW.search(self.text, found.end()) is not None
            return self.meld(groups, at, ":" in found[0])
        if groups["open_or_not"]:
            return self.open_or_not(groups["open_or_not"], at)
        if groups["won"] or groups["won_last"] or groups["english_won"] or groups["drawn_last"] or groups["single"]:
            self.winning(groups, at)
            return True
        _refuse(groups, at)
        self.is_open = self.is_open and not groups["plus"]
        self.add(self.tiles(groups), at, not (groups["pair"] or groups["pair_number"] or groups["eyes"] or groups["eyes_number"]))
        if groups["bare_self"]:
            self.option("self", at)
        return True

    def circumstance(self, groups: dict[str, str], at: int) -> bool:
        """An option, if it is one."""
        if groups["valued"]:
            name = vocabulary.VALUED[_key(groups["valued"])]
            value = _digits(groups["value"].replace(" ", ""))
            self.option(f"{name}={value.upper() if value.isalpha() else value}", at)
        elif groups["seat"] or groups["round"] or groups["flowers"]:
            name = next(name for name in ("seat", "round", "flowers") if groups[name])
            self.option(f"{name}={_digits(groups[name])}", at)
        elif groups["sits"]:
            self.option(f"seat={groups['sits']}", at)
        elif groups["no_flowers"]:
            self.option("flowers=0", at)
        elif groups["english_wind"]:
            self.option(f"{'round' if _key(groups['wind_of']) == 'round' else 'seat'}={groups['english_wind']}", at)
        elif groups["of_the_book"]:
            self.option(self.of_the_book(groups["of_the_book"], at), at)
        elif groups["flag"] or groups["bracketed"]:
            word = _key(groups["flag"] or groups["bracketed"])
            self.option(vocabulary.FLAGS[word] if word in vocabulary.FLAGS else vocabulary.ENGLISH_FLAGS[word], at)
        elif groups["drawn"]:
            self.option("self", at)
        else:
            return False
        return True

    def of_the_book(self, written: str, at: int) -> str:
        """The options that a word stands for in the book in use; one that has more than one meaning there is an error."""
        word = _key(written)
        if not word.isascii() and (vocabulary.SAYS_SELF_DRAWN.search(self.text) or vocabulary.SAYS_DISCARDED.search(self.text)):
            return "last_tile"
        meanings = {meaning for known, meaning in self.words().items() if known.startswith(word)}
        if len(meanings) == 1:
            return meanings.pop()
        first = ("last tile of the wall",) * 2 if word.isascii() else (f"自摸 {word}", f"self-drawn {word}")
        second = ("last copy",) * 2 if word.isascii() else (f"点和 {word}", f"by discard {word}")
        raise NotationError("ambiguous_text", at, text=written, first=first, second=second)

    def concealed(self, word: str, at: int) -> None:
        """A word for the concealed tiles. What follows "in hand" may also be what comes before it: CCC FFF in hand."""
        if self.is_open and word.strip().lower() == "in hand":
            before = "".join(self.body[n][0] for n in sorted(self.open)).strip()
            raise NotationError("melds_unclear", at, text=f"{before} {word.strip()}")
        self.is_open = False
        self.add(" ", at)

    def is_range(self, found: re.Match[str]) -> bool:
        """Whether a dash can mean all from one tile to another (1m-9m), and not only stand between groups."""
        before = re.search(rf"(?<!{vocabulary.NUMBERED})({vocabulary.NUMBERED})({vocabulary.SUIT})$", self.text[: found.start()])
        after = re.match(rf"({vocabulary.NUMBERED})({vocabulary.SUIT})", self.text[found.end() :])
        return before is not None and after is not None and before[2] == after[2] and _digits(before[1]) < _digits(after[1])

    def meld(self, groups: dict[str, str], at: int, has_colon: bool) -> bool:
        """A set by its name: 碰东东东, 碰东, 碰(东东东), 东东东(碰), pung EEE."""
        word = _key(groups["meld"] or groups["meld_after"])
        tiles = (groups["tiles"] or groups["tiles_first"] or groups["inside"]).replace(" ", "")
        (opening, closing), count = vocabulary.MELDS[word]
        alone = re.fullmatch(vocabulary.ONE, tiles) is not None
        is_small = re.fullmatch(rf"{vocabulary.SMALL}{{3,4}}", tiles) is not None
        if (alone and not count) or not (alone or is_small or re.fullmatch(vocabulary.SET, tiles)):
            return False
        found = _plain(tiles.upper() if is_small else tiles)
        found = found * count if alone else found
        if groups["bracket"] == "(" and word in vocabulary.PLAIN_KONGS:
            first, second = (f"明杠{found}", f"open kong {found}"), (f"暗杠{found}", f"concealed kong {found}")
            raise NotationError("ambiguous_text", at, text=f"{word}({found})", first=first, second=second)
        if self.is_open and has_colon and word in vocabulary.HAND_WITH_COLON:  # 亮：中中中 暗：发 发 发
            self.is_open = False
            found = _plain(tiles)
        self.add(f" {opening}{found}{closing} ", at, False)
        return True

    def open_or_not(self, tiles: str, at: int) -> bool:
        """Round brackets are those of a concealed kong. Three tiles in them could be a meld, or a set in the hand."""
        found = _plain(tiles)
        if re.fullmatch(vocabulary.FOUR, tiles):
            self.add(f"({found})", at, False)
            return True
        raise NotationError("ambiguous_text", at, text=f"({found})", first=f"[{found}]", second=found)

    def winning(self, groups: dict[str, str], at: int) -> None:
        """Words before the winning tile; some say how it came, too."""
        self.is_open = False
        tile = groups["tile"] or groups["single_tile"]
        self.add(f" +{_plain(tile)} " if tile else " +", at)
        self.option("self" if groups["drawn_last"] else vocabulary.FLAGS.get(groups["won"] or groups["won_last"] or "", ""), at)

    def tiles(self, groups: dict[str, str]) -> str:
        """Tiles in the notation; nothing for what has no meaning: a space within tiles, or, of other calculators, who discarded the tile
        of a meld ([123m,1])."""
        if groups["several"]:
            return _plain(groups["several"]) * int(_digits(groups["times"] or groups["times_many"] or groups["times_more"] or "3"))
        if groups["count"]:
            return _plain(groups["counted"] or groups["counted_honour"]) * int(_digits(groups["count"]))
        if groups["pair"] or groups["eyes"]:
            return f" {_plain(groups['pair'] or groups['eyes']) * 2} "
        if groups["pair_number"] or groups["eyes_number"]:
            return f" {(groups['pair_number'] or groups['eyes_number']) * 2}{groups['pair_suit'] or groups['eyes_suit']} "
        if groups["name"]:
            return vocabulary.NAMES[groups["name"]]
        if groups["filler"] or groups["dash"]:
            return " "
        return "+" if groups["plus"] else (groups["small"] or "").upper()

    def claim(self) -> None:
        """Make melds of the tiles of which a word says that they are."""
        body: list[tuple[str, int]] = []
        for is_open, numbers in groupby(range(len(self.body)), self.open.__contains__):
            parts = [self.body[n] for n in numbers]
            places = [at for piece, at in parts for _ in piece]
            text = "".join(piece for piece, _ in parts)
            if not is_open or not claimed.are_tiles(text):
                body += parts
                continue
            melds = claimed.split(text)
            if melds is None:
                start = len(text) - len(text.lstrip())
                raise NotationError("melds_unclear", places[start], text=text.strip())
            body += [(f" {meld} ", places[n]) for meld, n in melds]
        self.body = body

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


def _key(word: str) -> str:
    """A word as the vocabulary has it."""
    return " ".join(re.split("[ -]+", word.lower()))


def _refuse(groups: dict[str, str], at: int) -> None:
    """What is not rewritten but has an error that shows the right form."""
    if groups["capital"]:
        raise NotationError("capital_suit", at, text=groups["capital"], right=groups["capital"].lower().replace("w", "m"))
    if groups["red"]:
        raise NotationError("red_five", at, text=groups["red"], right=groups["red"].replace("0", "5"))
    if groups["letter"]:
        raise NotationError("letter_before_meld", at, text=groups["letter"] + groups["lettered"], right=groups["lettered"])


def _suit(found: str) -> str:
    """The letter of a suit in words."""
    return vocabulary.SUIT_WORDS[re.split("[ -]+", found)[-1].lower()]


def _honours(found: str) -> str:
    """The letters of east wind, red dragon, RDRD."""
    return "".join(vocabulary.ENGLISH_HONOURS[word] for word in re.findall("|".join(vocabulary.ENGLISH_HONOURS), found.lower()))


def _replaced(text: str, places: list[int], pattern: re.Pattern[str], replacement: Callable[[str], str]) -> str:
    """The text with what the pattern finds replaced; ``places`` changes with it, all of a replacement is where the first character was."""
    for found in reversed(list(pattern.finditer(text))):
        new = replacement(found[0])
        start, end = found.span()
        text = text[:start] + new + text[end:]
        places[start:end] = [places[start]] * len(new)
    return text


def _plain(tiles: str) -> str:
    """Honours of one character: 东 for 东风, 中 for 红中."""
    return re.sub("[风红财板]", "", tiles)


def _digits(text: str) -> str:
    """With digits for Chinese numerals."""
    return text.translate(_NUMERALS)


_NUMERALS = str.maketrans("一二三四五六七八九", "123456789")


def _with_red_and_green(text: str, places: list[int]) -> str:
    """With C and F for R and G. Where they are used, W may be the white dragon."""
    if not vocabulary.RED_AND_GREEN.search(text):
        return text
    unclear = None if vocabulary.WHITE.search(text) else vocabulary.WEST_OR_WHITE.search(text)
    if unclear:
        count, at = len(unclear[1]), places[unclear.start(1)]
        second = ("西" * count, " ".join(["west"] * count))
        raise NotationError("ambiguous_text", at, text=unclear[1], first=("白" * count, "P" * count), second=second)
    return vocabulary.RED_AND_GREEN.sub(lambda found: found[0].replace("R", "C").replace("G", "F"), text)


def says_single(text: str) -> bool:
    """Whether a text says that the hand waited for the other tile of its pair."""
    return vocabulary.SINGLE.search(text) is not None


def says_discarded(text: str) -> bool:
    """Whether a text says that another player discarded the winning tile."""
    return vocabulary.SAYS_DISCARDED.search(text) is not None


def rewrite(text: str, words: Words = no_book) -> tuple[str, list[int]]:
    """The text in the notation, and for each of its characters, and its end, the position in ``text``.

    >>> rewrite("【東東東】１２３４５６７８ｗ２２ｂ，+ 9w | 自摸 门风=南")[0]
    '[东东东]12345678m22p +9m | self seat=南'
    """
    if len(text) > _LONGEST:
        return text, [*range(len(text) + 1)]
    rewriting = _Rewriting(text, words)
    rewriting.run()
    rewriting.claim()
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
