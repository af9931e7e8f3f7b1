"""Random winning hands of fourteen concealed tiles, each as likely as when fourteen tiles are drawn at random: a second opinion on
``quepu.lab.count``, which shares nothing with it.

Hands are proposed by choosing a shape, then its sets and pairs at random. How likely a proposal was follows from all ways to arrive at the
same tiles; it is accepted with a chance in proportion to the ways to draw the tiles, divided by that.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

CHOWS = [(9 * suit + at, 9 * suit + at + 1, 9 * suit + at + 2) for suit in range(3) for at in range(7)]
PUNGS = [(kind, kind, kind) for kind in range(34)]
SETS = np.zeros((55, 34), dtype=np.int8)
for number, tiles in enumerate([*CHOWS, *PUNGS]):
    for tile in tiles:
        SETS[number, tile] += 1
# a chow can be drawn in 4 · 4 · 4 ways, a pung in 4
CHANCES = np.array([64.0] * 21 + [4.0] * 34) / (21 * 64 + 34 * 4)
ROWS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
KNITTED = [[9 * suit + number for suit, row in enumerate(order) for number in row] for order in permutations(ROWS)]
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
GROUPS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))
STANDARD, PAIRS, THIRTEEN, HONOURS, STRAIGHT = range(5)
SHAPES = (0.9, 0.07, 0.01, 0.01, 0.01)
CEILING = 1e14
"""Above the ways to draw a hand divided by the chance that it is proposed; checked for every hand."""


def winning_hands(seed: int, proposals: int, four_as_two_pairs: bool, honours: bool, straights: bool) -> Array:
    """Accepted hands, a row of 34 counts each. ``honours``: honours and knitted tiles win; ``straights``: nine knitted tiles, a set and a
    pair."""
    random = np.random.default_rng(seed)
    shapes = random.choice(5, proposals, p=SHAPES)
    hands = np.zeros((proposals, 34), dtype=np.int8)
    makers = {STANDARD: standard, PAIRS: seven_pairs, THIRTEEN: orphans, HONOURS: knitted_honours, STRAIGHT: knitted_straight}
    for shape, make in makers.items():
        where = np.flatnonzero(shapes == shape)
        hands[where] = make(random, len(where))
    possible = (hands.max(axis=1) <= 4) & ((shapes != HONOURS) | honours) & ((shapes != STRAIGHT) | straights)
    if not four_as_two_pairs:
        possible &= (shapes != PAIRS) | (hands.max(axis=1) == 2)
    hands = hands[possible]
    ways = np.array([1, 4, 6, 4, 1])[hands].prod(axis=1, dtype=np.float64)
    chance = proposed(hands, four_as_two_pairs, straights)
    assert (ways <= CEILING * chance).all()
    accepted: Array = hands[random.random(len(hands)) * CEILING * chance < ways]
    return accepted


def standard(random: np.random.Generator, count: int) -> Array:
    hands = np.zeros((count, 34), dtype=np.int8)
    for _ in range(4):
        hands += SETS[random.choice(55, count, p=CHANCES)]
    hands[np.arange(count), random.integers(34, size=count)] += 2
    return hands


def seven_pairs(random: np.random.Generator, count: int) -> Array:
    hands = np.zeros((count, 34), dtype=np.int8)
    for _ in range(7):
        hands[np.arange(count), random.integers(34, size=count)] += 2
    return hands


def orphans(random: np.random.Generator, count: int) -> Array:
    hands = np.zeros((count, 34), dtype=np.int8)
    hands[:, ORPHANS] = 1
    hands[np.arange(count), np.array(ORPHANS)[random.integers(13, size=count)]] += 1
    return hands


def knitted_honours(random: np.random.Generator, count: int) -> Array:
    """All but two of nine knitted tiles and the seven honours."""
    hands = np.zeros((count, 34), dtype=np.int8)
    kinds = np.array([[*knitted, *range(27, 34)] for knitted in KNITTED])[random.integers(6, size=count)]
    kept = random.permuted(np.tile(np.arange(16), (count, 1)), axis=1)[:, :14]
    np.put_along_axis(hands, np.take_along_axis(kinds, kept, axis=1), 1, axis=1)
    return hands


def knitted_straight(random: np.random.Generator, count: int) -> Array:
    hands = np.zeros((count, 34), dtype=np.int8)
    np.put_along_axis(hands, np.array(KNITTED)[random.integers(6, size=count)], 1, axis=1)
    hands += SETS[random.choice(55, count, p=CHANCES)]
    hands[np.arange(count), random.integers(34, size=count)] += 2
    return hands


def proposed(hands: Array, four_as_two_pairs: bool, straights: bool) -> Array:
    """The chance that these tiles are proposed, in whatever shape."""
    chance: Array = (
        SHAPES[STANDARD] * standard_chance(hands)
        + SHAPES[PAIRS] * pairs_chance(hands, four_as_two_pairs)
        + SHAPES[THIRTEEN] / 13 * ((hands[:, ORPHANS] > 0).all(axis=1) & (hands[:, ORPHANS].sum(axis=1) == 14))
        + SHAPES[HONOURS] / (6 * 120) * is_knitted_honours(hands)
        + (SHAPES[STRAIGHT] / 6 * straight_chance(hands) if straights else 0.0)
    )
    return chance


def standard_chance(hands: Array) -> Array:
    """4! times the sum, over all ways to see four sets and a pair, of the sets' chances over the factorials of how often each occurs: a
    product over the suits and the honours, as no set is in two of them."""
    chance = np.full(len(hands), 24 / 34)
    sets, pairs = np.zeros(len(hands), dtype=int), np.zeros(len(hands), dtype=int)
    for group in GROUPS:
        found, where = np.unique(hands[:, group], axis=0, return_inverse=True)
        totals = found.sum(axis=1)
        values = np.array([ways_of(tuple(map(int, tiles))) for tiles in found])
        chance *= values[where]
        sets += (totals // 3)[where]
        pairs += (totals % 3 == 2)[where]
    return np.where((sets == 4) & (pairs == 1), chance, 0.0)


KNOWN: dict[tuple[int, ...], float] = {}


def ways_of(tiles: tuple[int, ...]) -> float:
    """The sum for a suit or the honours: over all ways to see sets, and a pair if there are two tiles too many."""
    if tiles not in KNOWN:
        total = 0.0
        if sum(tiles) % 3 == 0:
            total = sets_of(tiles, 0)
        elif sum(tiles) % 3 == 2:
            for kind, count in enumerate(tiles):
                if count >= 2:
                    total += sets_of((*tiles[:kind], count - 2, *tiles[kind + 1 :]), 0)
        KNOWN[tiles] = total
    return KNOWN[tiles]


def sets_of(tiles: tuple[int, ...], kind: int) -> float:
    if kind == len(tiles):
        return 1.0
    total = 0.0
    for pungs in range(tiles[kind] // 3 + 1):
        chows = tiles[kind] - 3 * pungs
        if chows and (len(tiles) == 7 or kind > 6 or min(tiles[kind + 1], tiles[kind + 2]) < chows):
            continue
        rest = list(tiles)
        rest[kind] = 0
        if chows:
            rest[kind + 1] -= chows
            rest[kind + 2] -= chows
        weight = CHANCES[21] ** pungs * CHANCES[0] ** chows / factorial(chows)
        total += weight * sets_of(tuple(rest), kind + 1)
    return total


def pairs_chance(hands: Array, four_as_two_pairs: bool) -> Array:
    all_pairs = (hands % 2 == 0).all(axis=1) & (four_as_two_pairs | (hands.max(axis=1) == 2))
    return np.where(all_pairs, factorial(7) / 34.0**7 / 2.0 ** (hands == 4).sum(axis=1), 0.0)


def is_knitted_honours(hands: Array) -> Array:
    found = np.zeros(len(hands), dtype=bool)
    for knitted in KNITTED:
        kinds = [*knitted, *range(27, 34)]
        found |= (hands.max(axis=1) == 1) & (hands[:, kinds].sum(axis=1) == 14)
    return found


def straight_chance(hands: Array) -> Array:
    """The chance of the set and the pair beside nine knitted tiles, for each arrangement of these."""
    chances: dict[tuple[int, ...], float] = defaultdict(float)
    for number, group in enumerate(SETS):
        for pair in range(34):
            tiles = group.copy()
            tiles[pair] += 2
            chances[tuple(tiles)] += CHANCES[number] / 34
    found = np.zeros(len(hands))
    for knitted in KNITTED:
        for n in np.flatnonzero((hands[:, knitted] > 0).all(axis=1)):
            rest = hands[n].copy()
            rest[knitted] -= 1
            found[n] += chances.get(tuple(rest), 0.0)
    return found


def rows(hands: Array, seed: int, self_drawn: bool) -> bytes:
    """Each hand as a row (see ``docs/architecture.md``), won on one of its tiles at random, in the East round by the dealer."""
    random = np.random.default_rng(seed)
    order = np.repeat(np.tile(np.arange(34), len(hands)), hands.reshape(-1)).reshape(len(hands), 14).astype(np.uint8)
    winning = random.integers(14, size=len(hands))
    places = np.arange(len(hands))
    order[places, winning], order[places, 13] = order[places, 13], order[places, winning].copy()
    found = np.full((len(hands), 24), 255, dtype=np.uint8)
    found[:, :14] = order
    found[:, 18:23] = 0
    found[:, 18] = self_drawn
    return found.tobytes()
