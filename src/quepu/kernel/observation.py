"""Observations: all that one seat may know of a state, as bytes. ``observation_layout`` describes them, and
``quepu.engine.observation`` reads them as a view. The C types are in ``observation.pxd``.
"""

from __future__ import annotations

from collections.abc import MutableSequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard
from quepu.kernel.actions import MOST_DISCARDS, NO_SEAT, OVER, ROBBING
from quepu.kernel.observation_layout import (
    CONCEALED,
    DISCARD_COUNT,
    DISCARD_MARKS,
    DISCARDS,
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
    TURN_OF,
    WINNER,
    WINNING_HAND,
)
from quepu.kernel.shapes import CONCEALED_KONG, NO_TILE
from quepu.kernel.state import State

if cython.compiled:
    from cython.cimports.libc.string import memcpy, memset

Cells = MutableSequence[int] | memoryview
"""What an observation is written into."""


def observe(state: State, seat: int, cells: Cells, at: int) -> None:
    """Write what a seat, or a spectator (NO_SEAT), may know into the cells from ``at`` on. Nothing hidden is read."""
    over = state.phase == OVER
    write_discards(state, cells, at)
    if seat != NO_SEAT:
        observe_legal(state, seat, cells, at)
        observe_hand(state, seat, cells, at + HAND)
    for i in range(4):
        cells[at + POINTS + i] = state.points >> 8 * i & 255
    cells[at + SEAT] = seat
    cells[at + ROUND] = state.round
    cells[at + TURN_OF] = state.turn
    cells[at + DRAWN] = state.drawn if seat == state.turn else NO_TILE
    cells[at + LEFT] = state.remaining()
    cells[at + OFFERED] = state.offered if state.is_offer() else NO_TILE
    cells[at + OFFERER] = state.offerer if state.is_offer() else NO_SEAT
    cells[at + ROBBED] = state.phase == ROBBING
    cells[at + IS_OVER] = over
    cells[at + WINNER] = state.winner
    cells[at + LOSER] = state.loser
    cells[at + DISCARD_COUNT] = state.discard_count
    if state.winner != NO_SEAT:
        observe_hand(state, state.winner, cells, at + WINNING_HAND)
    for other in range(4):
        observe_seat(state, other, over or other == seat or state.shows_concealed_kongs, cells, at + SEATS + SEAT_BYTES * other)


def write_discards(state: State, cells: Cells, at: int) -> None:
    """The discards; all other cells become 0."""
    if cython.compiled:
        memset(cython.address(cells[at]), 0, OBSERVATION)
        memcpy(cython.address(cells[at + DISCARDS]), cython.address(state.discards), MOST_DISCARDS)
        memcpy(cython.address(cells[at + DISCARD_MARKS]), cython.address(state.discard_marks), MOST_DISCARDS)
    else:
        for i in range(OBSERVATION):
            cells[at + i] = 0
        for i in range(MOST_DISCARDS):
            cells[at + DISCARDS + i] = state.discards[i]
            cells[at + DISCARD_MARKS + i] = state.discard_marks[i]


def observe_legal(state: State, seat: int, cells: Cells, at: int) -> None:
    low, high = state.legal_low[seat], state.legal_high[seat]
    for i in range(8):
        cells[at + i] = low >> 8 * i & 255
        cells[at + 8 + i] = high >> 8 * i & 255


def observe_hand(state: State, seat: int, cells: Cells, at: int) -> None:
    for i in range(4):
        tiles = state.layers[seat][i]
        while tiles:
            cells[at + bits.lowest_bit(tiles)] += 1
            tiles &= tiles - 1


def observe_seat(state: State, other: int, shows_kongs: int, cells: Cells, at: int) -> None:
    cells[at + CONCEALED] = state.size(other)
    cells[at + FLOWERS] = state.flowers[other]
    cells[at + READY] = state.ready[other]
    cells[at + MELD_COUNT] = state.meld_count[other]
    for i in range(4):
        code = state.melds[other][i]
        cells[at + MELDS + 3 * i] = code if shows_kongs or code < CONCEALED_KONG else NO_TILE
        cells[at + MELDS + 3 * i + 1] = state.meld_tile[other][i]
        cells[at + MELDS + 3 * i + 2] = state.meld_from[other][i]


def observation(state: State, seat: int) -> bytes:
    """What a seat, or a spectator (NO_SEAT), may know."""
    guard.check_type("state", state, State)
    state.check_usable()
    if seat != NO_SEAT:
        guard.check_seat(seat)
    if not cython.compiled:
        cells = bytearray(OBSERVATION)
    observe(state, seat, cells, 0)
    return bytes(cells[:OBSERVATION])
