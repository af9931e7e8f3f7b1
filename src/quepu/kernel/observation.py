"""Observations: all that one seat may know of a table, written as bytes. ``fields`` tells where everything stands, and
``quepu.engine.observation`` reads it as a view. The C types stand in ``observation.pxd``.
"""

from __future__ import annotations

from collections.abc import MutableSequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard
from quepu.kernel.actions import NO_SEAT, OVER, RIVER, ROBBING
from quepu.kernel.observation_layout import (
    CONCEALED,
    DRAWN,
    FLOWERS,
    HAND,
    IS_OVER,
    LEFT,
    LOSER,
    MELD_COUNT,
    MELDS,
    OBSERVATION,
    OFFERED,
    OFFERER,
    POINTS,
    READY,
    ROBBED,
    ROUND,
    SEAT,
    SEAT_BYTES,
    SEATS,
    SHOWN,
    THROWN,
    THROWN_COUNT,
    THROWN_MARKS,
    TURN_OF,
    WINNER,
)
from quepu.kernel.position import Position
from quepu.kernel.shapes import CONCEALED_KONG, NO_TILE

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memset

Cells = MutableSequence[int] | memoryview
"""What an observation is written into."""


def observe(table: Position, seat: int, cells: Cells, at: int) -> None:
    """Write what a seat, or nobody (NO_SEAT), may know into the cells from ``at`` on. Nothing here is made of anything hidden."""
    over = table.phase == OVER
    lay_river(table, cells, at)
    if seat != NO_SEAT:
        observe_menu(table, seat, cells, at)
        observe_hand(table, seat, cells, at + HAND)
    for i in range(4):
        cells[at + POINTS + i] = table.points >> 8 * i & 255
    cells[at + SEAT] = seat
    cells[at + ROUND] = table.round
    cells[at + TURN_OF] = table.turn
    cells[at + DRAWN] = table.drawn if seat == table.turn else NO_TILE
    cells[at + LEFT] = table.remaining()
    cells[at + OFFERED] = table.offered if table.is_offer() else NO_TILE
    cells[at + OFFERER] = table.offerer if table.is_offer() else NO_SEAT
    cells[at + ROBBED] = table.phase == ROBBING
    cells[at + IS_OVER] = over
    cells[at + WINNER] = table.winner
    cells[at + LOSER] = table.loser
    cells[at + THROWN_COUNT] = table.river_count
    if table.winner != NO_SEAT:
        observe_hand(table, table.winner, cells, at + SHOWN)
    for other in range(4):
        observe_seat(table, other, over or other == seat or table.shows_concealed_kongs, cells, at + SEATS + SEAT_BYTES * other)


def lay_river(table: Position, cells: Cells, at: int) -> None:
    """The discards; and nothing yet where the rest will stand."""
    if cython.compiled:
        memset(cython.address(cells[at]), 0, OBSERVATION)
        memcpy(cython.address(cells[at + THROWN]), cython.address(table.river), RIVER)
        memcpy(cython.address(cells[at + THROWN_MARKS]), cython.address(table.river_marks), RIVER)
    else:
        for i in range(OBSERVATION):
            cells[at + i] = 0
        for i in range(RIVER):
            cells[at + THROWN + i] = table.river[i]
            cells[at + THROWN_MARKS + i] = table.river_marks[i]


def observe_menu(table: Position, seat: int, cells: Cells, at: int) -> None:
    low, high = table.menu_low[seat], table.menu_high[seat]
    for i in range(8):
        cells[at + i] = low >> 8 * i & 255
        cells[at + 8 + i] = high >> 8 * i & 255


def observe_hand(table: Position, seat: int, cells: Cells, at: int) -> None:
    for i in range(4):
        tiles = table.layers[seat][i]
        while tiles:
            cells[at + bits.lowest_bit(tiles)] += 1
            tiles &= tiles - 1


def observe_seat(table: Position, other: int, shows_kongs: int, cells: Cells, at: int) -> None:
    cells[at + CONCEALED] = table.size(other)
    cells[at + FLOWERS] = table.flowers[other]
    cells[at + READY] = table.ready[other]
    cells[at + MELD_COUNT] = table.meld_count[other]
    for i in range(4):
        code = table.melds[other][i]
        cells[at + MELDS + 3 * i] = code if shows_kongs or code < CONCEALED_KONG else NO_TILE
        cells[at + MELDS + 3 * i + 1] = table.meld_tile[other][i]
        cells[at + MELDS + 3 * i + 2] = table.meld_from[other][i]


def observation(table: Position, seat: int) -> bytes:
    """What a seat, or nobody (NO_SEAT), may know."""
    guard.check_type("table", table, Position)
    table.check_usable()
    if seat != NO_SEAT and not 0 <= seat < 4:
        raise IndexError(f"there is no seat {seat}")
    if not cython.compiled:
        cells = bytearray(OBSERVATION)
    observe(table, seat, cells, 0)
    return bytes(cells[:OBSERVATION])
