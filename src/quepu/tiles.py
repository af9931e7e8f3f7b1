"""The tiles: 34 kinds and 8 flowers, their names and masks.

A kind is a number: 0–8 萬, 9–17 饼, 18–26 条, 27–33 東南西北中發白. Flowers are 34–41: 春夏秋冬梅兰竹菊.
A set of kinds is one integer with a bit for each, so that "only terminals" is a single comparison.
"""

from typing import TypeAlias

Mask: TypeAlias = int
"""A set of kinds. Compiled, an ``int`` is a C int of 32 bits; a ``Mask`` has 64."""

KINDS = 34
FLOWERS = 8
COPIES = 4
"""The tiles of each kind in a set; of each flower there is one."""

ALL_TILES = bytes([kind for kind in range(KINDS) for _ in range(COPIES)]) + bytes(range(KINDS, KINDS + FLOWERS))
"""A whole set in order: the copies of each kind, then the flowers."""

SET_SIZES = (COPIES * KINDS, len(ALL_TILES))
"""The tiles in a set without and with flowers: 136, 144. The first 136 of ``ALL_TILES`` are a set without flowers."""

SUITS = "mps"
HONOURS = "ESWNCFP"
"""東南西北中發白, in the order of the kinds 27–33."""

WINDS = "ESWN"

NAMES: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in SUITS for number in range(1, 10)),
    *HONOURS,
    *(f"{number}f" for number in range(1, 9)),
)
"""The names of all kinds in the notation, by number."""

CHINESE: tuple[str, ...] = (
    *(number + suit for suit in "萬饼条" for number in "一二三四五六七八九"),
    *"東南西北中發白",
    *"春夏秋冬梅兰竹菊",
)

GLYPHS: tuple[str, ...] = (
    *(chr(0x1F007 + i) for i in range(9)),
    *(chr(0x1F019 + i) for i in range(9)),
    *(chr(0x1F010 + i) for i in range(9)),
    *(chr(0x1F000 + i) for i in range(7)),
    *(chr(0x1F026 + i) for i in range(4)),
    *(chr(0x1F022 + i) for i in range(4)),
)
"""The Unicode character of every kind."""

BY_NAME = {name: kind for kind, name in enumerate(NAMES)}


def mask(kinds: str) -> int:
    """The bits of some kinds: ``mask("19m E")`` has three.

    >>> bin(mask("19m"))
    '0b100000001'
    """
    bits = 0
    numbers: list[str] = []
    for character in kinds:
        if character.isdigit():
            numbers.append(character)
        elif character in SUITS:
            for number in numbers:
                bits |= 1 << BY_NAME[number + character]
            numbers.clear()
        elif character in HONOURS:
            bits |= 1 << BY_NAME[character]
    return bits


CHARACTERS, DOTS, BAMBOOS = mask("123456789m"), mask("123456789p"), mask("123456789s")
NUMBERED = CHARACTERS | DOTS | BAMBOOS
WIND_KINDS, DRAGON_KINDS = mask("ESWN"), mask("CFP")
HONOUR_KINDS = WIND_KINDS | DRAGON_KINDS
ONE_KINDS, TERMINAL_KINDS = mask("1m1p1s"), mask("19m19p19s")
OUTSIDE_CHOWS = mask("17m17p17s")
"""The chows with a terminal, by their lowest kind."""
GREEN_KINDS = mask("23468sF")
REVERSIBLE_KINDS = mask("1234589p245689sP")
"""The tiles whose face looks the same upside down."""
EVEN_KINDS = mask("2468m2468p2468s")
LOWER_KINDS, MIDDLE_KINDS, UPPER_KINDS = mask("123m123p123s"), mask("456m456p456s"), mask("789m789p789s")
BELOW_FIVE, ABOVE_FIVE = mask("1234m1234p1234s"), mask("6789m6789p6789s")
EYE_KINDS = mask("258m258p258s")
"""将: the twos, fives and eights."""
SIMPLE_KINDS = NUMBERED & ~TERMINAL_KINDS
FIVE_KINDS, FIVE_CHOWS = mask("5m5p5s"), mask("345m345p345s")
"""The fives, and the chows with a five, by their lowest kind."""


def is_numbered(kind: int) -> bool:
    return kind < 27


def number(kind: int) -> int:
    """1–9 for a numbered tile.

    >>> number(BY_NAME["7s"])
    7
    """
    return kind % 9 + 1
