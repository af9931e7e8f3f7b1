"""The row: a hand and how it was won, in the 24 bytes that the scorer reads.

====== ======================================================================
0–13   the concealed tiles, the winning one last; 255 where there are fewer
14–17  the melds, type << 6 | lowest kind; 255 for none
18     1 self-drawn, 2 last tile, 4 kong, 8 first turn, 16 last copy
19     seat wind | round wind << 2
20, 21 how many flowers; which, a bit each, when they are known
22     the ready declaration of Woods Hole, 1–5; 0 for none
23     tiles left in the wall; 255 when not known
====== ======================================================================

``shapes`` names the offsets. All rows are written by the functions below; ``layout`` writes those of a ``Hand`` and a ``Win``, and
``row_checks`` checks rows from outside. The C types are in ``row_codec.pxd``.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from quepu.kernel import guard
from quepu.kernel.shapes import (
    DECLARATIONS,
    FIRST_TURN,
    FLAGS,
    FLOWER_COUNT,
    FLOWER_MASK,
    KONG,
    LAST_COPY,
    LAST_TILE,
    MELDS,
    NO_TILE,
    ON_KONG,
    PUNG,
    READY,
    ROW,
    SELF_DRAWN,
    TILES_LEFT,
    WINDS,
)
from quepu.tiles import KINDS

# Writing. The functions need no Python and check nothing.


def write_concealed(row: MutableSequence[int], counts: Sequence[int], winning: int) -> None:
    """The concealed tiles, counted by kind. The winning tile, which is one of them, comes last; NO_TILE: there is none."""
    at = 0
    for kind in range(KINDS):
        if counts[kind]:
            for _ in range(counts[kind] - (1 if kind == winning else 0)):
                row[at] = kind
                at += 1
    if winning != NO_TILE:
        row[at] = winning
        at += 1
    for i in range(at, MELDS):
        row[i] = NO_TILE


def write_melds(row: MutableSequence[int], melds: Sequence[int], count: int) -> None:
    """The first ``count`` melds."""
    for i in range(4):
        row[MELDS + i] = melds[i] if i < count else NO_TILE


def write_circumstances(
    row: MutableSequence[int], flags: int, winds: int, flower_count: int, flower_mask: int, ready: int, tiles_left: int
) -> None:
    """How the hand was won."""
    row[FLAGS] = flags
    row[WINDS] = winds
    row[FLOWER_COUNT] = flower_count
    row[FLOWER_MASK] = flower_mask
    row[READY] = ready
    row[TILES_LEFT] = tiles_left


# Reading.


def read_counts(rows: Sequence[int], at: int, held: MutableSequence[int], melded: MutableSequence[int]) -> int:
    """Count the concealed tiles and those in melds, by kind, of the row that begins at ``at``; return the number of melds."""
    for kind in range(KINDS):
        held[kind] = melded[kind] = 0
    for i in range(MELDS):
        if rows[at + i] != NO_TILE:
            held[rows[at + i]] += 1
    melds = 0
    for i in range(4):
        code = rows[at + MELDS + i]
        if code != NO_TILE:
            kind = code & 63
            melds += 1
            if code < PUNG:
                melded[kind] += 1
                melded[kind + 1] += 1
                melded[kind + 2] += 1
            else:
                melded[kind] += 3 if code < KONG else 4
    return melds


def decode(row: bytes) -> tuple[list[int], list[int], dict[str, Any]]:
    """The concealed tiles, the bytes of the melds, and the circumstances as the fields of a ``Win``."""
    guard.check_range("the length of a row", len(row), ROW, ROW)
    flags = row[FLAGS]
    win = {
        "self_drawn": flags & SELF_DRAWN != 0,
        "seat": row[WINDS] & 3,
        "round": row[WINDS] >> 2 & 3,
        "last_tile": flags & LAST_TILE != 0,
        "kong": flags & ON_KONG != 0,
        "first_turn": flags & FIRST_TURN != 0,
        "last_copy": flags & LAST_COPY != 0,
        "flowers": tuple([KINDS + i for i in range(8) if row[FLOWER_MASK] >> i & 1]) or row[FLOWER_COUNT],
        "ready": DECLARATIONS[row[READY] - 1] if 0 < row[READY] <= len(DECLARATIONS) else None,
        "tiles_left": None if row[TILES_LEFT] == NO_TILE else row[TILES_LEFT],
    }
    return [tile for tile in row[:MELDS] if tile != NO_TILE], [code for code in row[MELDS:FLAGS] if code != NO_TILE], win
