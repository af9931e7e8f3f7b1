"""Planes: observations as planes of 4 × 9 cells, for networks that learn. ``planes_layout`` describes them, ``observation_layout`` the
bytes that they are made from. The C types are in ``planes.pxd``.

The bytes may come from anywhere. Each observation is copied before it is read, and every number in it is compared with its limits before it
becomes an index; numbers that no state has leave the planes as they are.
"""

from __future__ import annotations

from collections.abc import MutableSequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard
from quepu.kernel.actions import ADDED_KONG_OF, CHOW_LOW, CLAIMED, CONCEALED_KONG_OF, DISCARD, FROM_HAND, MOST_DISCARDS
from quepu.kernel.observation_layout import (
    DISCARD_COUNT,
    DISCARD_MARKS,
    DISCARDS,
    DRAWN,
    FLOWERS,
    HAND,
    LEFT,
    MELD_COUNT,
    MELDS,
    OBSERVATION,
    OFFERED,
    OFFERER,
    READY,
    ROBBED,
    ROUND,
    SEAT,
    SEAT_BYTES,
    SEATS,
    TURN_OF,
    WINNER,
    WINNING_HAND,
)
from quepu.kernel.planes_layout import (
    ALL_DISCARDS,
    CELLS,
    CHOWS,
    CLAIMED_FROM,
    CLAIMED_KINDS,
    COLUMNS,
    CONCEALED_KONGS,
    COPIES,
    DISCARDED_FLOWERS,
    DRAWN_TILE,
    FROM_HAND_KINDS,
    HIDDEN_KONGS,
    IS_ROBBED,
    KONGS,
    LAID_FLOWERS,
    LATEST,
    LATEST_CLAIMED,
    LATEST_DISCARDS,
    LATEST_FROM_HAND,
    MAY,
    MAY_ADDED_KONG,
    MAY_CONCEALED_KONG,
    MAY_DISCARD,
    OF_SEATS,
    OFFERED_BY,
    OFFERED_TILE,
    OWN_FLOWERS,
    OWN_HAND,
    PLANE,
    PUNGS,
    READY_GRADE,
    ROUND_WIND,
    SEAT_PLANES,
    SEAT_WIND,
    UNSEEN,
    WALL_LEFT,
    WHOSE_TURN,
)
from quepu.kernel.shapes import CONCEALED_KONG, DECLARATIONS, FLOWER, KONG, NO_TILE, PUNG

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memset

Cells = MutableSequence[int] | memoryview
"""What planes are written into, and what an observation is read from."""

LAST_READY = len(DECLARATIONS)
EAST = 27
"""The kind of the first wind."""
LAST_CHOW = 25
"""No chow begins with this kind or a later one."""
MOST_LEFT = 3 * PLANE
"""The maximum number of tiles in a wall that the planes can show, more than a wall ever has."""
ACTION_BYTES = 15


def write_planes(observations: memoryview, planes: memoryview) -> None:
    """Write the planes of a number of observations, one after the other."""
    count = len(observations) // OBSERVATION
    guard.check_range("the length of the observations", len(observations), OBSERVATION * count, OBSERVATION * count)
    guard.check_length("planes", len(planes), CELLS * count)
    if not cython.compiled:
        cells = bytearray(OBSERVATION)
    with cython.nogil:
        for n in range(count):
            # another thread may write into the observations, so each byte is read once
            if cython.compiled:
                memcpy(cython.address(cells[0]), cython.address(observations[n * OBSERVATION]), OBSERVATION)
                draw(cells, cython.address(planes[n * CELLS]))
            else:
                cells[:] = observations[n * OBSERVATION : (n + 1) * OBSERVATION]
                draw(cells, memoryview(planes)[n * CELLS : (n + 1) * CELLS])


def draw(cells: Cells, planes: Cells) -> None:
    """The planes of one observation."""
    if not cython.compiled:
        unseen = [0] * FLOWER
    own = cells[SEAT] if cells[SEAT] < 4 else 0
    clear(planes)
    for kind in range(FLOWER):
        unseen[kind] = COPIES - cells[HAND + kind]
    for i in range(COPIES):
        for kind in range(FLOWER):
            planes[(OWN_HAND + i) * PLANE + kind] = cells[HAND + kind] > i
    draw_table(cells, planes, own, unseen)
    draw_legal(cells, planes)
    for other in range(4):
        draw_seat(cells, planes, own, other, unseen)
    draw_discards(cells, planes, own, unseen)
    if cells[WINNER] < 4 and cells[WINNER] != cells[SEAT]:
        for kind in range(FLOWER):
            unseen[kind] -= cells[WINNING_HAND + kind]
    for i in range(COPIES):
        for kind in range(FLOWER):
            planes[(UNSEEN + i) * PLANE + kind] = unseen[kind] > i


def draw_table(cells: Cells, planes: Cells, own: int, unseen: list[int]) -> None:
    """What is not about a single seat: the tile drawn or on offer, the winds, whose turn it is, the wall; and the seat's own flowers."""
    offered, offerer = cells[OFFERED], cells[OFFERER]
    mark(planes, DRAWN_TILE, cells[DRAWN])
    mark_flower(planes, OWN_FLOWERS, 1, cells[DRAWN])
    mark(planes, OFFERED_TILE, offered)
    mark_flower(planes, OWN_FLOWERS, 2, offered)
    if offerer < 4 and offerer != own:
        fill(planes, OFFERED_BY + (offerer - own & 3) - 1)
    if cells[ROBBED]:
        fill(planes, IS_ROBBED)
        # such a tile is neither in the hand nor in the meld
        if offered < FLOWER:
            unseen[offered] -= 1
    if cells[SEAT] < 4:
        mark(planes, SEAT_WIND, EAST + own)
    if cells[ROUND] < 4:
        mark(planes, ROUND_WIND, EAST + cells[ROUND])
    if cells[TURN_OF] < 4:
        fill(planes, WHOSE_TURN + (cells[TURN_OF] - own & 3))
    for i in range(cells[LEFT] if cells[LEFT] < MOST_LEFT else MOST_LEFT):
        planes[WALL_LEFT * PLANE + i] = 1
    for i in range(8):
        if cells[HAND + FLOWER + i]:
            mark_flower(planes, OWN_FLOWERS, 0, FLOWER + i)


def draw_legal(cells: Cells, planes: Cells) -> None:
    """The legal actions. Discards are many, the others few or none."""
    for kind in range(FLOWER):
        planes[MAY_DISCARD * PLANE + kind] = cells[kind >> 3] >> (kind & 7) & 1
    for i in range(FLOWER >> 3, ACTION_BYTES):
        actions = cells[i]
        while actions:
            action = 8 * i + bits.lowest_bit(actions)
            actions &= actions - 1
            if action < CONCEALED_KONG_OF:
                mark_flower(planes, OWN_FLOWERS, 3, action - DISCARD)
            elif action < ADDED_KONG_OF:
                mark(planes, MAY_CONCEALED_KONG, action - CONCEALED_KONG_OF)
            elif action < CHOW_LOW:
                mark(planes, MAY_ADDED_KONG, action - ADDED_KONG_OF)
            else:
                fill(planes, MAY + action - CHOW_LOW)


def draw_seat(cells: Cells, planes: Cells, own: int, other: int, unseen: list[int]) -> None:
    """The flowers, the declaration and the melds of a seat."""
    at = SEATS + SEAT_BYTES * other
    row = other - own & 3
    hidden = 0
    for i in range(8):
        if cells[at + FLOWERS] >> i & 1:
            mark_flower(planes, LAID_FLOWERS, row, FLOWER + i)
    if 1 <= cells[at + READY] <= LAST_READY:
        planes[READY_GRADE * PLANE + COLUMNS * row + cells[at + READY] - 1] = 1
    for i in range(cells[at + MELD_COUNT] if cells[at + MELD_COUNT] < 4 else 4):
        if cells[at + MELDS + 3 * i] == NO_TILE:
            planes[HIDDEN_KONGS * PLANE + COLUMNS * row + hidden] = 1
            hidden += 1
        else:
            draw_meld(cells, at + MELDS + 3 * i, planes, OF_SEATS + SEAT_PLANES * row, other, unseen)


def draw_meld(cells: Cells, at: int, planes: Cells, first: int, owner: int, unseen: list[int]) -> None:
    """A meld, into the planes of its owner from ``first`` on."""
    code, claimed, source = cells[at], cells[at + 1], cells[at + 2]
    kind = code & PUNG - 1
    if code < PUNG:
        if kind < LAST_CHOW and kind % COLUMNS < 7:
            count_one(planes, first + CHOWS, kind)
            for i in range(3):
                unseen[kind + i] -= 1
    elif kind < FLOWER:
        mark(planes, first + (PUNGS if code < KONG else KONGS if code < CONCEALED_KONG else CONCEALED_KONGS), kind)
        unseen[kind] -= 3 if code < KONG else 4
    if source < 4 and source != owner:
        mark(planes, first + CLAIMED_FROM + (source - owner & 3) - 1, claimed)


def draw_discards(cells: Cells, planes: Cells, own: int, unseen: list[int]) -> None:
    """All discards, the last one first. A claimed one is seen in a meld or in the winner's hand. There are many discards, so what can be
    computed without a branch is."""
    if not cython.compiled:
        shown, counts = [0] * 4, [0] * (4 * PLANE)
    for i in range(4):
        shown[i] = 0
    for i in range(4 * PLANE):
        counts[i] = 0
    total = cells[DISCARD_COUNT] if cells[DISCARD_COUNT] < MOST_DISCARDS else MOST_DISCARDS
    for back in range(total):
        tile, marks = cells[DISCARDS + total - 1 - back], cells[DISCARD_MARKS + total - 1 - back]
        row = (marks & 3) - own & 3
        first = OF_SEATS + SEAT_PLANES * row
        from_hand, claimed = (marks >> 2 & FROM_HAND) != 0, (marks >> 2 & CLAIMED) != 0
        if tile < FLOWER:
            if counts[PLANE * row + tile] < COPIES:
                planes[(first + ALL_DISCARDS + counts[PLANE * row + tile]) * PLANE + tile] = 1
                counts[PLANE * row + tile] += 1
            planes[(first + FROM_HAND_KINDS) * PLANE + tile] |= from_hand
            planes[(first + CLAIMED_KINDS) * PLANE + tile] |= claimed
            unseen[tile] -= 1 - claimed
        else:
            mark_flower(planes, DISCARDED_FLOWERS, row, tile)
        if shown[row] < LATEST:
            mark(planes, first + LATEST_DISCARDS + shown[row], tile)
            planes[LATEST_FROM_HAND * PLANE + COLUMNS * row + shown[row]] = from_hand
            planes[LATEST_CLAIMED * PLANE + COLUMNS * row + shown[row]] = claimed
            shown[row] += 1


# Marks. All of them check the kind.


def clear(planes: Cells) -> None:
    if cython.compiled:
        memset(planes, 0, CELLS)
    else:
        for i in range(CELLS):
            planes[i] = 0


def fill(planes: Cells, plane: int) -> None:
    """Fill a plane that answers a question with yes."""
    if cython.compiled:
        memset(cython.address(planes[plane * PLANE]), 1, PLANE)
    else:
        for i in range(PLANE):
            planes[plane * PLANE + i] = 1


def mark(planes: Cells, plane: int, kind: int) -> None:
    """Mark a kind that has a cell: no flower."""
    if 0 <= kind < FLOWER:
        planes[plane * PLANE + kind] = 1


def mark_flower(planes: Cells, plane: int, row: int, kind: int) -> None:
    """Mark a flower in its column."""
    if FLOWER <= kind < FLOWER + 8:
        planes[plane * PLANE + COLUMNS * row + kind - FLOWER] = 1


def count_one(planes: Cells, plane: int, kind: int) -> None:
    """Show one more of a kind."""
    for i in range(COPIES):
        if not planes[(plane + i) * PLANE + kind]:
            planes[(plane + i) * PLANE + kind] = 1
            return
