"""A hand and how it was won, laid out as the kernel reads it, and checked on the way.

The layout is told in ``quepu.kernel.facts``; the C types stand in ``layout.pxd``.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cy as cython

from quepu.errors import ImpossibleHand
from quepu.kernel.shapes import (
    CONCEALED_KONG,
    DECLARATIONS,
    FLAGS,
    FLOWER_COUNT,
    FLOWER_MASK,
    KONG,
    MELDS,
    NO_TILE,
    PUNG,
    READY,
    ROW,
    TILES_LEFT,
    WINDS,
)
from quepu.tiles import KINDS, NAMES

if TYPE_CHECKING:
    from quepu.hand import Hand, Win

_KINDS = frozenset(range(KINDS))


def row(hand: Hand, win: Win) -> bytes:
    """A win as a row. Raises ImpossibleHand if there can be no such win."""
    if not cython.compiled:
        cells = [0] * ROW
    lay_out_tiles(hand, 14, cells)
    win.check(hand)
    lay_out_circumstances(win, cells)
    return bytes(cells[:ROW])


def check(hand: Hand, size: int) -> None:
    """Raise ImpossibleHand unless such a hand of this size can lie on a table."""
    if not cython.compiled:
        cells = [0] * ROW
    lay_out_tiles(hand, size, cells)


def lay_out_tiles(hand: Hand, size: int, cells: MutableSequence[int]) -> None:
    """The concealed tiles, the winning one last, and the melds."""
    # tuples, lest one grow under our hands: C would write beyond the row
    concealed, melds, winning = tuple(hand.concealed), tuple(hand.melds), hand.winning
    if len(melds) > 4:
        raise ImpossibleHand("too_many_melds", found=len(melds))
    found = len(concealed) + 3 * len(melds) + (winning is not None)
    if found != size:
        raise ImpossibleHand("tile_count", wanted=size, found=found)
    if not cython.compiled:
        counts = [0] * KINDS
    for place in range(FLAGS):
        cells[place] = NO_TILE
    for kind in range(KINDS):
        counts[kind] = 0
    place = MELDS
    for meld in melds:
        kind = known(meld.tile)
        code = meld.type << 6
        if not 0 <= code <= CONCEALED_KONG:
            raise ValueError(f"{meld.type} is not a type of meld")
        if code < PUNG:
            if kind > 26 or kind % 9 > 6:
                raise ImpossibleHand("no_such_meld", tile=NAMES[kind])
            counts[kind] += 1
            counts[kind + 1] += 1
            counts[kind + 2] += 1
        else:
            counts[kind] += 3 if code < KONG else 4
        cells[place] = code | kind
        place += 1
    place = 0
    for tile in concealed:
        kind = known(tile)
        counts[kind] += 1
        cells[place] = kind
        place += 1
    if winning is not None:
        kind = known(winning)
        counts[kind] += 1
        cells[place] = kind
    for kind in range(KINDS):
        if counts[kind] > 4:
            raise ImpossibleHand("five_of_a_tile", tile=NAMES[kind], found=counts[kind], limit=4)


def lay_out_circumstances(win: Win, cells: MutableSequence[int]) -> None:
    """How the hand was won."""
    self_drawn, last_tile, kong = win.self_drawn, win.last_tile, win.kong
    first_turn, last_copy = win.first_turn, win.last_copy
    seat, round = win.seat, win.round
    winds = seat | round << 2
    flowers = win.flowers
    mask = 0
    if isinstance(flowers, int):
        count = flowers
    else:
        count = len(flowers)
        for kind in flowers:
            mask |= 1 << kind - KINDS
    ready = 0 if win.ready is None else 1 + DECLARATIONS.index(win.ready)
    left = NO_TILE if win.tiles_left is None else win.tiles_left
    if (winds | count | mask | left) & ~255:
        raise ValueError(f"{win} does not fit into a row")
    cells[FLAGS] = self_drawn | last_tile << 1 | kong << 2 | first_turn << 3 | last_copy << 4
    cells[WINDS], cells[FLOWER_COUNT], cells[FLOWER_MASK], cells[READY], cells[TILES_LEFT] = winds, count, mask, ready, left


def known(kind: int) -> int:
    """The kind, if there is such a one."""
    if kind not in _KINDS:
        raise ImpossibleHand("no_such_kind", found=kind)
    return kind
