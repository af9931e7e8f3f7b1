"""Tiles of which a text says that they are melds (副露：中中中 234万), split into sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from quepu import tiles

_DIGITS = {character: str(n) for n, character in enumerate("一二三四五六七八九", 1)} | {str(n): str(n) for n in range(1, 10)}
_SUITS = dict.fromkeys("萬万", "m") | dict.fromkeys("筒饼餅", "p") | dict.fromkeys("条條索", "s") | {suit: suit for suit in "mpsz"}
_WHOLE = (
    {letter: letter for letter in tiles.HONOURS}
    | dict(zip("东南西北中发白", tiles.HONOURS, strict=True))
    | dict(zip(tiles.GLYPHS[: tiles.KINDS], tiles.NAMES[: tiles.KINDS], strict=True))
)
_TILES = re.compile("([1-9一二三四五六七八九]+)([a-z萬万筒饼餅条條索])|([^\\s\ufe0e\ufe0f])")
_MOST = 16
"""The tiles of four kongs."""

Named = tuple[str, int]
"""A tile in the notation, or a meld, and where it is in the text."""


def split(text: str) -> list[Named] | None:
    """The melds in a text; None if it is not clear which they are.

    >>> split("中中中 234万"), split("中中中发发发"), split("中中")
    ([('[CCC]', 0), ('[2m3m4m]', 4)], [('[CCC]', 0), ('[FFF]', 3)], None)
    """
    words = [list(_named(text, word.start(), word.end())) for word in re.finditer(r"\S+", text)]
    # spaces are between melds, or between all tiles
    return _sets(words) or _sets([[tile for word in words for tile in word]])


def are_tiles(text: str) -> bool:
    """Whether there is nothing but tiles in a text."""
    return all(found[3] in _WHOLE if found[3] else found[2] in _SUITS for found in _TILES.finditer(text))


def _named(text: str, start: int, end: int) -> Iterator[Named]:
    """The tiles in a part of the text."""
    for found in _TILES.finditer(text, start, end):
        if found[3]:
            yield _WHOLE[found[3]], found.start()
        else:
            yield from ((_DIGITS[digit] + _SUITS[found[2]], found.start() + n) for n, digit in enumerate(found[1]))


def _sets(words: Iterable[list[Named]]) -> list[Named] | None:
    melds: list[Named] = []
    for word in words:
        ways = list(_ways(word)) if len(word) <= _MOST else []
        if len(ways) != 1:
            return None
        melds += ways[0]
    return melds


def _ways(word: list[Named]) -> Iterator[list[Named]]:
    """The ways to read tiles as sets one after another."""
    if not word:
        yield []
    for size in (3, 4):
        first = [name for name, _ in word[:size]]
        if len(first) == size and _is_set(first):
            meld = (f"[{''.join(first)}]", word[0][1])
            yield from ([meld, *rest] for rest in _ways(word[size:]))


def _is_set(names: list[str]) -> bool:
    if len(set(names)) == 1:
        return True
    low = min(names)
    return low[1:] in tuple(tiles.SUITS) and sorted(names) == [f"{int(low[0]) + step}{low[1:]}" for step in range(3)]
