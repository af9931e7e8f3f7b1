"""The facts that a fan can require, each a bit of ``Facts.has``.

A fan is asked only if all facts that it requires hold, so that most fans cost nothing. Compiled modules take the numbers from
``fact_bits.pxd``; this file is never compiled.
"""

from __future__ import annotations

CHOWS, PUNGS, KONGS, CONCEALED_PUNGS = 0, 4, 8, 12
"""Four bits each: at least one, two, three, four."""
SHAPE = 16
"""A bit for each shape, in the order of ``shapes``."""
HONOURS, NO_HONOURS = 22, 23
SELF_DRAWN, DISCARDED = 24, 25
LAST_TILE, ON_KONG, FIRST_TURN = 26, 27, 28
CLOSED = 29
"""No set was claimed."""
FOURS = 30
"""Four tiles of some kind."""
AT_MOST_ONE_SUIT, ONE_SUIT, TWO_SUITS, THREE_SUITS = 31, 32, 33, 34
FOUR_NUMBERS, THREE_NUMBERS = 35, 36
"""At most four, at most three different numbers."""
SIMPLES, NO_SIMPLES = 37, 38
"""Simples only; none."""
NO_FIVES = 39
HONOUR_PUNG, HONOUR_PAIR = 40, 41
EQUAL_CHOWS, CHOWS_IN_TWO_SUITS, CHOWS_IN_THREE_SUITS, CHOWS_OF_A_SUIT = 42, 43, 44, 45
"""Two equal chows; chows in at least two suits, in three; two different chows of one suit."""
WAIT = 46
"""A bit for each wait: EDGE_WAIT, CLOSED_WAIT, PAIR_WAIT of ``shapes``."""
LAST_COPY = 49
FLOWERS = 50
SPECIAL = 51
"""Any shape except four sets and a pair."""
NO_MIDDLES, NO_OUTERS, NO_CHARACTERS = 52, 53, 54
"""No 4, 5, 6; no 1, 2, 8, 9; no characters."""
ALL_CLAIMED = 55
"""All four sets were claimed."""


def needs(
    chows: int = 0,
    pungs: int = 0,
    kongs: int = 0,
    concealed_pungs: int = 0,
    shape: int | None = None,
    honours: bool | None = None,
    self_drawn: bool | None = None,
    last_tile: bool = False,
    kong: bool = False,
    first_turn: bool = False,
    closed: bool = False,
    fours: bool = False,
    suits: int | None = None,
    at_most_one_suit: bool = False,
    at_most_numbers: int | None = None,
    simples: bool | None = None,
    fives: bool = True,
    honour_pung: bool = False,
    honour_pair: bool = False,
    equal_chows: bool = False,
    chow_suits: int = 1,
    chows_of_a_suit: bool = False,
    wait: int = 0,
    last_copy: bool = False,
    flowers: bool = False,
    special: bool = False,
    middles: bool = True,
    outers: bool = True,
    characters: bool = True,
    all_claimed: bool = False,
) -> int:
    """The facts that a fan requires, as the bits that ``Facts.has`` must have: a minimum of chows, pungs, …; a shape; with (True) or
    without (False) honours, simples, self-draw; the others as the constants of this module describe them. A test checks that each fan
    truly requires what it states."""
    bits = _first(chows) << CHOWS | _first(pungs) << PUNGS | _first(kongs) << KONGS | _first(concealed_pungs) << CONCEALED_PUNGS
    required = {
        LAST_TILE: last_tile, ON_KONG: kong, FIRST_TURN: first_turn, LAST_COPY: last_copy, FLOWERS: flowers,
        CLOSED: closed, ALL_CLAIMED: all_claimed, FOURS: fours, AT_MOST_ONE_SUIT: at_most_one_suit, SPECIAL: special,
        NO_FIVES: not fives, NO_MIDDLES: not middles, NO_OUTERS: not outers, NO_CHARACTERS: not characters,
        HONOUR_PUNG: honour_pung, HONOUR_PAIR: honour_pair, EQUAL_CHOWS: equal_chows, CHOWS_OF_A_SUIT: chows_of_a_suit,
        CHOWS_IN_TWO_SUITS: chow_suits >= 2, CHOWS_IN_THREE_SUITS: chow_suits >= 3,
        HONOURS: honours is True, NO_HONOURS: honours is False,
        SELF_DRAWN: self_drawn is True, DISCARDED: self_drawn is False,
        SIMPLES: simples is True, NO_SIMPLES: simples is False,
    }  # fmt: skip
    for bit, is_required in required.items():
        bits |= is_required << bit
    if shape is not None:
        bits |= 1 << SHAPE + shape
    if suits is not None:
        bits |= 1 << (AT_MOST_ONE_SUIT, ONE_SUIT, TWO_SUITS, THREE_SUITS)[suits]
    if at_most_numbers is not None:
        bits |= 1 << {4: FOUR_NUMBERS, 3: THREE_NUMBERS}[at_most_numbers]
    return bits | wait << WAIT


def _first(count: int) -> int:
    """The lowest bits: one for each of this count."""
    return (1 << count) - 1
