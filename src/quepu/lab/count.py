"""How many winning hands there are, and how many of them have each fan: enumerated, and so exact.

Counted are all winning hands of fourteen concealed tiles, with each of their tiles as the winning one, on a discard and by self-draw,
without flowers, melds or circumstances. A *random* winning hand is what fourteen tiles, drawn at random one after another, are if they
happen to win with the last: so its chance follows from the ways to choose its tiles among the four of each kind.

No fan distinguishes the suits, except those that require the whole hand to be of certain kinds (``RuleBook.particular``). So of the hands
that differ in an exchange of suits one is scored; where it matters, all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from quepu.errors import QuepuError
from quepu.kernel import is_compiled, shapes
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.census import Census
from quepu.lab.cores import cores
from quepu.lab.progress import Progress, no_progress
from quepu.lab.workers import map_in_processes
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook
from quepu.tiles import KINDS, WINDS

SOURCE = "enumerated"

Tiles = tuple[int, ...]
"""How many tiles of each kind, of a suit, of the honours or of a hand."""
Result = list[tuple[int, int]]
"""Hands and ways: of each fan, of all winning hands, of all complete ones."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of the work: one shape, and of the standard one and of seven pairs the hands whose suits are divided in one way."""

    rules: RuleBook
    winds: int
    shape: int
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Count:
    """The winning hands of a rule book, won in one way. A hand is its fourteen tiles with the winning one among them."""

    book: RuleBook
    self_drawn: bool
    seat: int
    round: int
    """The winds, as numbers."""
    complete: tuple[int, int]
    """All complete hands, and the ways to draw them."""
    winning: tuple[int, int]
    """Those that have the minimum of the book."""
    fans: dict[str, tuple[int, int]]
    """Of these, those that have each fan."""

    def chance(self, fan: str) -> Fraction:
        """The chance that a random winning hand has a fan."""
        return Fraction(self.fans[fan][1], self.winning[1]) if self.winning[1] else Fraction(0)


def count(
    rules: str | RuleBook, seat: int = 0, round: int = 0, workers: int | None = None, progress: Progress = no_progress
) -> tuple[Count, Count]:
    """The winning hands on a discard, and by self-draw."""
    book = find_book(rules)
    if not is_compiled():
        raise QuepuError("needs_compiled")
    units = units_of(book, round << 2 | seat)
    results = progress(map_in_processes(count_unit, units, workers or cores()), len(units), f"count {book.id}")
    sums = [[(0, 0)] * (len(book.rows) + 2) for _ in range(2)]
    for found in results:
        for way in range(2):
            sums[way] = [(hands + more, ways + more_ways) for (hands, ways), (more, more_ways) in zip(sums[way], found[way], strict=True)]
    on_discard, by_self_draw = (
        Count(book, bool(way), seat, round, total[-1], total[-2], dict(zip(book.fans, total[:-2], strict=True)))
        for way, total in enumerate(sums)
    )
    return on_discard, by_self_draw


def units_of(book: RuleBook, winds: int) -> list[Unit]:
    """The parts of the work, the largest first."""
    # of the standard shape: 2 · sets + pairs of each suit, of the honours the rest; of seven pairs the number of pairs
    units = [Unit(book, winds, shapes.STANDARD, sizes) for sizes in falling(9) if sum(size & 1 for size in sizes) <= 1]
    if shapes.SEVEN_PAIRS in book.shapes:
        units += [Unit(book, winds, shapes.SEVEN_PAIRS, sizes) for sizes in falling(7)]
    units.sort(key=lambda unit: (-sum(unit.sizes), max(unit.sizes)))
    return units + [Unit(book, winds, shape) for shape in book.shapes if shape in OTHER_HANDS]


def falling(most: int) -> Iterator[tuple[int, int, int]]:
    """The sizes of three suits, the greatest first, with a sum of at most ``most``."""
    return ((a, b, c) for a in range(most + 1) for b in range(a + 1) for c in range(b + 1) if a + b + c <= most)


def count_unit(unit: Unit) -> tuple[Result, Result]:
    """The counts of a part."""
    census = Census(unit.rules.scorer(), unit.winds)
    for tiles in hands_of(unit):
        count_images(census, tiles, unit.rules.particular)
    return census.result(0), census.result(1)


def count_images(census: Census, tiles: bytes, particular: Sequence[int]) -> None:
    """Count a hand and those that differ from it in an exchange of suits: one for all, unless some of them are of particular kinds."""
    suits, honours = (tiles[:9], tiles[9:18], tiles[18:27]), tiles[27:]
    images = {b"".join(order) + honours for order in permutations(suits)}
    if any(is_within(image, kinds) for image in images for kinds in particular):
        for image in images:
            census.count(image, 1)
    else:
        census.count(tiles, len(images))


def is_within(tiles: bytes, kinds: int) -> bool:
    """Whether all tiles are of these kinds."""
    return all(kinds >> kind & 1 for kind, count in enumerate(tiles) if count)


# The hands: of those that differ in an exchange of suits only one.


def hands_of(unit: Unit) -> Iterable[bytes]:
    """All hands of a part, each once: those of the standard shape have no other."""
    if unit.shape == shapes.STANDARD:
        return joined(unit.sizes, [sets_of(True, size) for size in unit.sizes], sets_of(False, 9 - sum(unit.sizes)))
    if unit.shape == shapes.SEVEN_PAIRS:
        most = 2 if unit.rules.four_as_two_pairs else 1
        groups = [pairs_of(9, size, most) for size in unit.sizes]
        hands = joined(unit.sizes, groups, pairs_of(7, 7 - sum(unit.sizes), most))
        return (hand for hand in hands if not is_standard(hand))
    return OTHER_HANDS[unit.shape]()


def joined(sizes: Sequence[int], suits: Sequence[Sequence[Tiles]], honours: Sequence[Tiles]) -> Iterator[bytes]:
    """The hands with these suits and honours. Suits of one size come in falling order."""
    ends = [bytes(group) for group in honours]
    for a, first in enumerate(suits[0]):
        for b, second in enumerate(suits[1][: a + 1] if sizes[1] == sizes[0] else suits[1]):
            begin = bytes(first + second)
            for third in suits[2][: b + 1] if sizes[2] == sizes[1] else suits[2]:
                middle = begin + bytes(third)
                for end in ends:
                    yield middle + end


@cache
def sets_of(is_suit: bool, size: int) -> tuple[Tiles, ...]:
    """The tiles of a suit, or of the honours, that are sets and at most one pair: 2 · sets + pairs = ``size``."""
    kinds = 9 if is_suit else 7
    pungs = [tuple(3 * (kind == at) for kind in range(kinds)) for at in range(kinds)]
    chows = [tuple(int(at <= kind <= at + 2) for kind in range(9)) for at in range(7)] if is_suit else []
    pairs = [tuple(2 * (kind == at) for kind in range(kinds)) for at in range(kinds)] if size & 1 else [(0,) * kinds]
    found = set()
    for sets in combinations_with_replacement([*chows, *pungs], size // 2):
        for pair in pairs:
            tiles = tuple(map(sum, zip(pair, *sets, strict=True)))
            if max(tiles) <= 4:
                found.add(tiles)
    return tuple(sorted(found))


@cache
def pairs_of(kinds: int, size: int, most: int) -> tuple[Tiles, ...]:
    """The tiles of some kinds that are this number of pairs, with at most ``most`` of a kind."""
    return tuple(tuple(2 * pairs for pairs in chosen) for chosen in product(range(most + 1), repeat=kinds) if sum(chosen) == size)


def is_standard(tiles: bytes) -> bool:
    """Whether the tiles are four sets and a pair."""
    groups = tiles[:9], tiles[9:18], tiles[18:27], tiles[27:]
    sizes = [sum(group) // 3 * 2 + (sum(group) % 3 == 2) for group in groups]
    return (
        all(sum(group) % 3 != 1 for group in groups)
        and sum(size & 1 for size in sizes) == 1
        and all(tuple(group) in set_of_sets(len(group) == 9, size) for group, size in zip(groups, sizes, strict=True))
    )


@cache
def set_of_sets(is_suit: bool, size: int) -> frozenset[Tiles]:
    return frozenset(sets_of(is_suit, size))


def thirteen_orphans() -> Iterator[bytes]:
    """The pair is an honour, or of the greatest suit: see ``one_of_images``."""
    hands = (bytes((ORPHANS >> kind & 1) + (kind == double) for kind in range(KINDS)) for double in range(KINDS) if ORPHANS >> double & 1)
    return one_of_images(hands)


def knitted_honours() -> Iterator[bytes]:
    kinds = [kind for kind in range(KINDS) if kind >= 27 or KNITTED[0] >> kind & 1]
    return one_of_images(bytes(kind in chosen for kind in range(KINDS)) for chosen in combinations(kinds, 14))


def knitted_straights() -> Iterator[bytes]:
    """The nine knitted tiles with every set and every pair."""
    knitted = [KNITTED[0] >> kind & 1 for kind in range(KINDS)]
    chows = [tuple(int(9 * suit + at <= kind <= 9 * suit + at + 2) for kind in range(KINDS)) for suit in range(3) for at in range(7)]
    pungs = [tuple(3 * (kind == at) for kind in range(KINDS)) for at in range(KINDS)]
    hands = (
        tuple(one + more + 2 * (kind == pair) for kind, (one, more) in enumerate(zip(knitted, group, strict=True)))
        for group in (*chows, *pungs)
        for pair in range(KINDS)
    )
    return one_of_images(bytes(hand) for hand in hands if max(hand) <= 4)


def one_of_images(hands: Iterable[bytes]) -> Iterator[bytes]:
    """Of the hands that differ in an exchange of suits the one whose suits are in falling order, once."""
    return iter(sorted({b"".join(sorted((hand[:9], hand[9:18], hand[18:27]), reverse=True)) + hand[27:] for hand in hands}))


OTHER_HANDS = {
    shapes.THIRTEEN_ORPHANS: thirteen_orphans,
    shapes.KNITTED_HONOURS: knitted_honours,
    shapes.KNITTED_STRAIGHT: knitted_straights,
}
"""The hands of the shapes that are few."""


# Figures.


def figures(counts: Sequence[Count]) -> dict[str, Any]:
    """The counts, on a discard and by self-draw, as JSON. Hands and ways are exact; a share is their quotient, rounded."""
    book = counts[0].book
    ways = {"by_discard": counts[0], "by_self_draw": counts[1]}
    return {
        "source": SOURCE,
        "rules": book.base_id,
        "overlay": book.overlay,
        "seat": WINDS[counts[0].seat],
        "round": WINDS[counts[0].round],
        "complete": {way: numbers(found.complete) for way, found in ways.items()},
        "winning": {way: numbers(found.winning) for way, found in ways.items()},
        "fans": [
            {"id": id, "name": fan.name}
            | {way: numbers(found.fans[id]) | {"share": float(found.chance(id))} for way, found in ways.items()}
            for id, fan in book.fans.items()
        ],
    }


def numbers(found: tuple[int, int]) -> dict[str, int]:
    return {"hands": found[0], "ways": found[1]}
