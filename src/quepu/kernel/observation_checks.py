"""The check of observations from outside: C code that reads them relies on it. The C types are in ``observation_checks.pxd``."""

from __future__ import annotations

from quepu.kernel import guard, row_checks
from quepu.kernel.actions import MOST_DISCARDS
from quepu.kernel.observation_layout import (
    DISCARD_COUNT,
    DISCARDS,
    HAND,
    LEFT,
    MELD_COUNT,
    MELDS,
    OBSERVATION,
    READY,
    ROUND,
    SEAT,
    SEAT_BYTES,
    SEATS,
)
from quepu.kernel.shapes import DECLARATIONS, FULL_SET, NO_TILE
from quepu.tiles import FLOWERS, KINDS

LAST_READY = len(DECLARATIONS)


def check_observation(cells: bytes) -> None:
    """Raise unless these bytes have the form of an observation of a player."""
    guard.check_range("the length of an observation", len(cells), OBSERVATION, OBSERVATION)
    guard.check_seat(cells[SEAT])
    guard.check_range("round", cells[ROUND], 0, 3)
    guard.check_range("tiles left", cells[LEFT], 0, FULL_SET)
    guard.check_range("the number of discards", cells[DISCARD_COUNT], 0, MOST_DISCARDS)
    row_checks.check_counts(cells[HAND : HAND + KINDS], bytes(KINDS))
    for i in range(cells[DISCARD_COUNT]):
        guard.check_range("a discard", cells[DISCARDS + i], 0, KINDS + FLOWERS - 1)
    for seat in range(4):
        at = SEATS + SEAT_BYTES * seat
        guard.check_range("the number of melds", cells[at + MELD_COUNT], 0, 4)
        codes = [cells[at + MELDS + 3 * i] for i in range(cells[at + MELD_COUNT])]
        row_checks.check_melds(bytes([code for code in codes if code != NO_TILE or seat == cells[SEAT]]))
        guard.check_range("the ready declaration", cells[at + READY], 0, LAST_READY)
