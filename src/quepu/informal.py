"""Hands as people type them, rewritten in the notation.

``notation.parse`` calls ``rewrite`` for a text that it cannot read, and reads the result instead. What could mean two things is an error
that shows how to write each. Every character of the result has the position of what it stands for, so that errors point at what was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from quepu import vocabulary
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
        plain = "".join(one for one, _ in characters)
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
        self.in_meld = one in "[(" or (self.in_meld and one not in "])")
        if not (self.in_meld and one.isspace()):
            self.body.append((one, self.places[at]))

    def token(self, found: re.Match[str], before_bar: bool) -> bool:
        """Rewrite what was found; whether it is something here."""
        at = self.places[found.start()]
        groups = found.groupdict()
        if self.circumstance(groups, at):
            return True
        if not before_bar:
            return False
        if groups["meld"] or groups["meld_after"]:
            return self.meld(groups, at)
        if groups["open_or_not"]:
            return self.open_or_not(groups["open_or_not"], at)
        if groups["won"] or groups["won_last"] or groups["english_won"] or groups["drawn_last"]:
            self.winning(groups, at)
            return True
        _refuse(groups, at)
        self.body.append((self.tiles(groups), at))
        if groups["bare_self"]:
            self.option("self", at)
        return True

    def circumstance(self, groups: dict[str, str], at: int) -> bool:
        """An option, if it is one."""
        if groups["valued"]:
            name = vocabulary.VALUED[_key(groups["valued"])]
            value = groups["value"].replace(" ", "")
            self.option(f"{name}={value.upper() if value.isalpha() else value}", at)
        elif groups["seat"] or groups["round"] or groups["flowers"]:
            name = next(name for name in ("seat", "round", "flowers") if groups[name])
            self.option(f"{name}={groups[name]}", at)
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

    def meld(self, groups: dict[str, str], at: int) -> bool:
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
        self.body.append((f" {opening}{found}{closing} ", at))
        return True

    def open_or_not(self, tiles: str, at: int) -> bool:
        """Round brackets are those of a concealed kong. Three tiles in them could be a meld, or a set in the hand."""
        found = _plain(tiles)
        if re.fullmatch(vocabulary.FOUR, tiles):
            self.body.append((f"({found})", at))
            return True
        raise NotationError("ambiguous_text", at, text=f"({found})", first=f"[{found}]", second=found)

    def winning(self, groups: dict[str, str], at: int) -> None:
        """Words before the winning tile; some say how it came, too."""
        self.body.append((f" +{_plain(groups['tile'])} " if groups["won"] else " +", at))
        self.option("self" if groups["drawn_last"] else vocabulary.FLAGS.get(groups["won"] or groups["won_last"] or "", ""), at)

    def tiles(self, groups: dict[str, str]) -> str:
        """Tiles in the notation; nothing for what has no meaning: a space within tiles, or, of other calculators, who discarded the tile
        of a meld ([123m,1])."""
        if groups["several"]:
            return _plain(groups["several"]) * int(groups["times"] or groups["times_more"] or 3)
        if groups["pair"]:
            return _plain(groups["pair"]) * 2
        if groups["name"]:
            return vocabulary.NAMES[groups["name"]]
        if groups["filler"]:
            return " "
        return "+" if groups["plus"] else (groups["small"] or "").upper()

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
