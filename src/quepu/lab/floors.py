"""Floors: the least (and the greatest) points of any hand that has a fan, found by going through all hands.

What is gone through, and what may be skipped, is told in ``quepu.kernel.sweep``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, product, takewhile

from quepu import notation, tiles
from quepu.engine.events import read_row
from quepu.errors import QuepuError
from quepu.hand import Hand
from quepu.kernel import is_compiled, shapes
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.shapes import CHOW_TYPES, SET_TYPES
from quepu.kernel.sweep import PAIRS, Sweep, low_kind
from quepu.lab.cores import cores
from quepu.lab.watch import Watch, unwatched
from quepu.lab.workers import map_in_processes
from quepu.rules import book
from quepu.rules.base import Fan, RuleBook
from quepu.rules.floors import Floor

Found = list[tuple[int, int, bytes, int, bytes]]
Unit = tuple[str | RuleBook, int, int]
"""A part of the work: a book, the pair of its hands, the type of their first set."""

ANY_HAND = ""
"""In place of a fan's name: any hand, whatever its fans."""

SPECIAL_SHAPES = -1
"""In place of a pair: the unit of the special shapes."""

BITS = {
    "last_tile": shapes.LAST_TILE,
    "kong": shapes.ON_KONG,
    "first_turn": shapes.FIRST_TURN,
    "last_copy": shapes.LAST_COPY,
    "ready": shapes.DECLARED,
    "tiles_left": shapes.FEW_LEFT,
}
"""The circumstances that fans may look at, as the sweep tells them."""

FLOWERS = ((1, 0), (4, 0b1111), (4, 0b11110000), (8, 0b11111111))
"""How many flowers and which: the fewest that make one of the fans for flowers count, in one book or another."""


def floors(rules: str | RuleBook = "lingque28", workers: int | None = None, watch: Watch = unwatched) -> list[Floor]:
    """The floor and the ceiling of every fan, in the order of the book."""
    rulebook = book(rules)
    if not is_compiled():
        raise QuepuError("needs_compiled")
    units = _units(rulebook)
    least: dict[str, tuple[int, bytes]] = {}
    greatest: dict[str, tuple[int, bytes]] = {}
    for found in watch(map_in_processes(_unit, units, workers or cores()), len(units), f"floors {rulebook.id}"):
        for number, low, low_row, high, high_row in found:
            name = _name(rulebook.rows[number]) if number < len(rulebook.rows) else ANY_HAND
            # rows break ties, so that the witnesses do not depend on which worker was faster
            least[name] = min(least.get(name, (low, low_row)), (low, low_row))
            greatest[name] = max(greatest.get(name, (high, high_row)), (high, high_row))
    for fan in rulebook.rows:
        if fan.outside:
            # flowers come with any hand and change nothing else
            least[fan.name], greatest[fan.name] = (_with_flowers(rulebook, fan, found[ANY_HAND]) for found in (least, greatest))
    names = dict.fromkeys(map(_name, rulebook.rows))
    return [
        Floor(name, least[name][0], _hand(rulebook, least[name][1]), greatest[name][0], _hand(rulebook, greatest[name][1]))
        for name in names
        if name in least
    ]


def _units(rules: RuleBook) -> list[Unit]:
    """The parts of the work. The dearest come first, so that the last ones end together."""
    # a wind that is neither the seat's nor the round's stands for itself only where the round wind is seen
    pairs = [pair for pair in PAIRS if pair != 29 or "round" in rules.sees]
    return [(rules, SPECIAL_SHAPES, 0), *((rules, pair, first) for pair in pairs for first in range(SET_TYPES))]


def _name(fan: Fan) -> str:
    """The row of the printed table that the fan stands in."""
    return fan.label or fan.name


def _with_flowers(rules: RuleBook, fan: Fan, found: tuple[int, bytes]) -> tuple[int, bytes]:
    """The same hand with as many flowers as make the fan count."""
    points, row = found
    scorer = rules.scorer()
    for flowers in FLOWERS:
        with_flowers = row[: shapes.FLOWER_COUNT] + bytes(flowers) + row[shapes.READY :]
        scorer.score(with_flowers, 0)
        if rules.numbers[fan.id] in scorer.result()[-1][::2]:
            return points, with_flowers
    raise AssertionError(f"{fan.name} is counted with no flowers")


def _unit(unit: Unit) -> Found:
    rules, pair, first = unit
    rulebook = book(rules)
    sweep = _sweep(rulebook)
    if pair != SPECIAL_SHAPES:
        sweep.standard(pair, first)
    else:
        for held, sets in _special_hands(rulebook):
            sweep.special(held, sets)
    return sweep.result()


def _sweep(rules: RuleBook) -> Sweep:
    """A sweep that goes through all that this book looks at."""
    accidental = [sum(bit for name, bit in BITS.items() if name in fan.sees) for fan in rules.rows]
    return Sweep(rules.scorer(), accidental, rules.particular, 2 if "round" in rules.sees else 1, "wait" in rules.sees)


def _special_hands(rules: RuleBook) -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """All hands of the special shapes, as counts of each kind, one for all its images; with those of their sets that may be exposed."""
    if shapes.SEVEN_PAIRS in rules.shapes:
        alike = (1,) * 7 if rules.honours_in_order else (1, 3, 3)
        for hand in _seven_pairs(2 if rules.four_as_two_pairs else 1, alike):
            yield hand, ()
    kinds = [kind for kind in range(tiles.KINDS) if kind >= 27 or KNITTED[0] >> kind & 1]
    for chosen in combinations(kinds, 14):
        yield bytes(kind in chosen for kind in range(tiles.KINDS)), ()
    for double in range(tiles.KINDS):
        if ORPHANS >> double & 1:
            yield bytes((ORPHANS >> kind & 1) + (kind == double) for kind in range(tiles.KINDS)), ()
    if shapes.KNITTED_STRAIGHT in rules.shapes:
        yield from _knitted_straights()


def _knitted_straights() -> Iterator[tuple[bytes, tuple[int, ...]]]:
    """The nine knitted tiles with every set and every pair."""
    for type, pair in product(range(SET_TYPES), range(tiles.KINDS)):
        held = [KNITTED[0] >> kind & 1 for kind in range(tiles.KINDS)]
        held[pair] += 2
        kind = low_kind(type)
        for tile in (kind, kind + 1, kind + 2) if type < CHOW_TYPES else (kind, kind, kind):
            held[tile] += 1
        if max(held) <= 4:
            yield bytes(held), (type,)


def _seven_pairs(most: int, alike: Sequence[int]) -> Iterator[bytes]:
    """Seven pairs, of a kind at most so many; the suits are alike, and so many honours each."""
    suits = [bytes(2 * (number // (most + 1) ** place % (most + 1)) for place in range(9)) for number in range((most + 1) ** 9)]
    of_size = [[n for n, suit in enumerate(suits) if sum(suit) == 2 * size] for size in range(8)]
    up_to_size = [sorted(chain(*of_size[: size + 1])) for size in range(8)]
    for groups in product(*(_falling(count, most) for count in reversed(alike))):
        honours = bytes(2 * pairs for group in reversed(groups) for pairs in group)
        left = 7 - sum(honours) // 2
        for first in reversed(up_to_size[left] if left >= 0 else []):
            left_then = left - sum(suits[first]) // 2
            for second in takewhile(first.__ge__, up_to_size[left_then]):
                for third in takewhile(second.__ge__, of_size[left_then - sum(suits[second]) // 2]):
                    yield suits[first] + suits[second] + suits[third] + honours


def _falling(alike: int, most: int) -> list[tuple[int, ...]]:
    """How often each of so many kinds occurs that are all alike."""
    return sorted(combinations_with_replacement(range(most, -1, -1), alike))


def _hand(rules: RuleBook, row: bytes) -> str:
    """The hand in a row, in our notation. An earthly hand is another player's: its seat wind is turned from east to south."""
    hand, win = read_row(row)
    if win.first_turn and not win.self_drawn:
        *concealed, winning = ({27: 28, 28: 27}.get(kind, kind) for kind in (*hand.concealed, hand.winning) if kind is not None)
        hand = Hand(tuple(concealed), hand.melds, winning)
        win = win.replace({"seat": 1, "round": 1 - win.round if "round" in rules.sees else win.round})
    return notation.format_hand(hand, win)
