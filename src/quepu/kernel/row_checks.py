"""Checks of rows (see ``row_codec``): is it a row of a hand, and can a game lead to it?

``layout`` checks every hand that it encodes, ``HandBatch`` the rows that come from outside. The C types are in ``row_checks.pxd``.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.errors import ImpossibleHand
from quepu.kernel import bits, guard
from quepu.kernel.shapes import (
    CONCEALED_KONG,
    DECLARATIONS,
    FIRST_TURN,
    FLAGS,
    FLOWER_COUNT,
    FLOWER_MASK,
    FULL_SET,
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
from quepu.tiles import FLOWERS, KINDS, NAMES

ALL_FLAGS = SELF_DRAWN | LAST_TILE | ON_KONG | FIRST_TURN | LAST_COPY
HEAVEN, INSECT = 1, len(DECLARATIONS)
"""The first and the last ready declaration."""

POSSIBLE, KONG_MISSING, NOT_FIRST_TURN, FIRST_IS_LAST, MORE_AFTER_LAST, CLAIM_BEFORE_HEAVEN, COPY_HELD, ROBBED_COPY_HELD = range(8)
REASONS = (
    "",
    "kong_without_kong",
    "first_turn_impossible",
    "first_turn_last_tile",
    "last_tile_not_last",
    "heaven_ready_claimed",
    "last_copy_held",
    "robbed_copy_held",
)
"""Why no game can lead to a win: the code of the error, by the number that ``impossibility`` returns."""


def is_set(code: int) -> int:
    """Whether this byte is a set of tiles that exist: a chow by its lowest kind, a pung or kong by its kind."""
    kind = code & 63
    if code < PUNG:
        return kind < 27 and kind % 9 < 7
    return kind < KINDS


def tile_count(rows: Sequence[int], at: int) -> int:
    """How many tiles the row has that begins at ``at``, a kong counting three; -1 if its tiles are not written as they should be, or if
    there is a fifth of a kind."""
    if not cython.compiled:
        copies = [0] * 34
    for kind in range(34):
        copies[kind] = 0
    tiles = 0
    for i in range(MELDS):
        code = rows[at + i]
        if code != NO_TILE:
            if code >= KINDS or tiles < i or copies[code] == 4:
                return -1
            copies[code] += 1
            tiles += 1
    for i in range(MELDS, MELDS + 4):
        code = rows[at + i]
        if code != NO_TILE:
            if not is_set(code):
                return -1
            kind = code & 63
            if code < PUNG:
                copies[kind + 1] += 1
                copies[kind + 2] += 1
                if copies[kind + 1] > 4 or copies[kind + 2] > 4:
                    return -1
            copies[kind] += 1 if code < PUNG else 3 if code < KONG else 4
            if copies[kind] > 4:
                return -1
            tiles += 3
    return tiles


def is_wrong_row(rows: Sequence[int], at: int) -> int:
    """Whether this is not a row of a win: fourteen tiles and well-formed circumstances."""
    flowers: int = bits.bit_count(rows[at + FLOWER_MASK])
    return (
        tile_count(rows, at) != 14
        or rows[at + FLAGS] > ALL_FLAGS
        or rows[at + WINDS] > 15
        or rows[at + FLOWER_COUNT] > FLOWERS
        # a count shows which they are only if it is all eight
        or ((flowers != 0 or rows[at + FLOWER_COUNT] == FLOWERS) and flowers != rows[at + FLOWER_COUNT])
        or rows[at + READY] > INSECT
        or (rows[at + TILES_LEFT] > FULL_SET and rows[at + TILES_LEFT] != NO_TILE)
    )


def impossibility(rows: Sequence[int], at: int) -> int:
    """Why no game can lead to the win in this row (see ``REASONS``), or POSSIBLE. In a row of thirteen tiles, which has no winning tile,
    that tile is not checked."""
    flags = rows[at + FLAGS]
    winning = NO_TILE
    tiles = melds = kongs = claimed = in_hand = in_melds = 0
    while tiles < MELDS and rows[at + tiles] != NO_TILE:
        winning = rows[at + tiles]
        tiles += 1
    for i in range(4):
        code = rows[at + MELDS + i]
        if code != NO_TILE:
            melds += 1
            kongs += code >= KONG
            claimed += code < CONCEALED_KONG
            kind = code & 63
            in_melds += kind <= winning and winning <= (kind + 2 if code < PUNG else kind)
    if flags & ON_KONG and flags & SELF_DRAWN and not kongs:
        return KONG_MISSING
    if flags & FIRST_TURN:
        # the dealer draws, or another player wins on the dealer's first discard. There are no melds, so that no kong can be robbed and no
        # other copy is visible
        if melds or flags & (ON_KONG | LAST_COPY) or (flags & SELF_DRAWN != 0) != (rows[at + WINDS] & 3 == 0):
            return NOT_FIRST_TURN
        if flags & LAST_TILE:
            return FIRST_IS_LAST
    if flags & LAST_TILE and rows[at + TILES_LEFT] and rows[at + TILES_LEFT] != NO_TILE:
        return MORE_AFTER_LAST
    if rows[at + READY] == HEAVEN and claimed:
        return CLAIM_BEFORE_HEAVEN
    if flags & (LAST_COPY | ON_KONG) and tiles + 3 * melds == 14:
        for i in range(tiles):
            in_hand += rows[at + i] == winning
        # all others are visible
        if flags & LAST_COPY and in_hand > 1:
            return COPY_HELD
        # all others are in the pung that was to become a kong
        if flags & ON_KONG and not flags & SELF_DRAWN and in_hand + in_melds > 1:
            return ROBBED_COPY_HELD
    return POSSIBLE


def check_possible(rows: Sequence[int]) -> None:
    """Raise ImpossibleHand if no game can lead to the win in this row."""
    reason = impossibility(rows, 0)
    if reason != POSSIBLE:
        raise ImpossibleHand(REASONS[reason])


def check_wins(rows: bytes) -> None:
    """Raise ImpossibleHand unless these are rows of wins to which a game can lead; ``index`` or ``found`` is the first wrong one."""
    for n in range(len(rows) // ROW):
        if is_wrong_row(rows, n * ROW):
            raise ImpossibleHand("bad_row", found=n)
        reason = impossibility(rows, n * ROW)
        if reason != POSSIBLE:
            error = ImpossibleHand(REASONS[reason])
            error.index = n
            raise error
    if len(rows) % ROW:
        raise ImpossibleHand("bad_row", found=len(rows) // ROW)


def check_hands(rows: bytes) -> None:
    """Raise ImpossibleHand unless these are rows of hands of thirteen or fourteen tiles; nothing else is checked."""
    for n in range(len(rows) // ROW):
        if is_wrong_hand(rows, n * ROW):
            raise ImpossibleHand("bad_row", found=n)
    if len(rows) % ROW:
        raise ImpossibleHand("bad_row", found=len(rows) // ROW)


def is_wrong_hand(rows: Sequence[int], at: int) -> int:
    """Whether this is not a row of thirteen or fourteen tiles."""
    tiles = tile_count(rows, at)
    return tiles != 13 and tiles != 14


# For functions that get rows from Python.


def check_win_at(rows: bytes, at: int) -> None:
    """Raise unless the row of a win begins there."""
    guard.check_range("the place of a row", at, 0, len(rows) - ROW)
    if is_wrong_row(rows, at):
        raise ImpossibleHand("bad_row", found=at // ROW)


def check_hand_at(rows: bytes, at: int) -> None:
    """Raise unless a row of thirteen or fourteen tiles begins there."""
    guard.check_range("the place of a row", at, 0, len(rows) - ROW)
    if is_wrong_hand(rows, at):
        raise ImpossibleHand("bad_row", found=at // ROW)


def check_part(rows: bytes, first: int, last: int) -> None:
    """Raise unless there are rows from ``first`` up to ``last``."""
    guard.check_range("last", last, 0, len(rows) // ROW)
    guard.check_range("first", first, 0, last)


def check_counts(held: bytes, melded: bytes) -> None:
    """Raise ImpossibleHand unless these count the tiles of each kind in hand, fourteen at most, and in melds, without a fifth tile of
    any."""
    if len(held) != KINDS or len(melded) != KINDS:
        raise ValueError(f"there are {KINDS} kinds, and {len(held)} counts in hand, {len(melded)} in melds")
    tiles = 0
    for kind in range(KINDS):
        tiles += held[kind]
        if held[kind] + melded[kind] > 4:
            raise ImpossibleHand("five_of_a_tile", tile=NAMES[kind], found=held[kind] + melded[kind], limit=4)
    guard.check_range("the number of tiles in hand", tiles, 0, 14)


def check_melds(melds: bytes) -> None:
    """Raise unless these are the bytes of at most four melds."""
    if len(melds) > 4:
        raise ImpossibleHand("too_many_melds", found=len(melds))
    for i in range(len(melds)):
        if not is_set(melds[i]):
            raise ValueError(f"{melds[i]} is not the byte of a meld")
