"""From a hand and how it was won to the row that the kernel reads, with all checks.

``row_codec`` shows the row. The C types are in ``layout.pxd``.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.errors import ImpossibleHand, QuepuError, as_json
from quepu.kernel import row_checks, row_codec
from quepu.kernel.shapes import (
    DECLARATIONS,
    FIRST_TURN,
    FLAGS,
    FULL_SET,
    KONG,
    LAST_COPY,
    LAST_TILE,
    MELDS,
    NO_TILE,
    ON_KONG,
    PUNG,
    ROW,
    SELF_DRAWN,
)
from quepu.tiles import BY_NAME, FLOWERS, KINDS, NAMES
from quepu.tiles import WINDS as SEATS

if TYPE_CHECKING:
    from quepu.hand import Hand, Win

MOST_TILES = 14
"""The maximum of a hand, a kong counting three, and of a row."""

_KINDS = frozenset(range(KINDS))
_FLAGS = frozenset(("self_drawn", "last_tile", "kong", "first_turn", "last_copy"))


def row(hand: Hand, win: Win) -> bytes:
    """A win as a row. Raises ImpossibleHand if there can be no such win."""
    return encode(hand, MOST_TILES, win)


def tiles_row(hand: Hand, size: int) -> bytes:
    """The tiles of a hand of this size as a row without a win. Raises ImpossibleHand if there can be no such hand."""
    return encode(hand, size, None)


def check_hand(hand: Hand, size: int) -> None:
    """Raise ImpossibleHand unless there can be such a hand of this size."""
    encode(hand, size, None)


def check_win(hand: Hand, win: Win) -> None:
    """Raise ImpossibleHand if no game can lead to this win, or to a win of a hand that still waits for its winning tile."""
    encode(hand, hand.size, win)


def encode(hand: Hand, size: int, win: Win | None) -> bytes:
    """The row of a hand, with its win if there is one."""
    if not cython.compiled:
        cells = [0] * ROW
    encode_tiles(hand, size, cells)
    if win is None:
        row_codec.write_circumstances(cells, 0, 0, 0, 0, 0, NO_TILE)
    else:
        encode_win(win, cells)
        row_checks.check_possible(cells)
    return bytes(cells[:ROW])


def encode_tiles(hand: Hand, size: int, cells: MutableSequence[int]) -> None:
    """The concealed tiles, the winning one last, and the melds."""
    # tuples, so that none can grow meanwhile: C would write beyond the row
    concealed, melds, winning = tuple(hand.concealed), tuple(hand.melds), hand.winning
    if len(melds) > 4:
        raise ImpossibleHand("too_many_melds", found=len(melds))
    found = len(concealed) + 3 * len(melds) + (winning is not None)
    if found != size or found > MOST_TILES:
        raise wrong_count((*concealed, winning), size, found)
    if not cython.compiled:
        counts = [0] * KINDS
    for place in range(FLAGS):
        cells[place] = NO_TILE
    for kind in range(KINDS):
        counts[kind] = 0
    place = MELDS
    for meld in melds:
        kind = known(meld.tile)
        type = meld.type
        if not 0 <= type <= 3:
            raise ValueError(f"{meld.type} is not a type of meld")
        code = type << 6
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


def wrong_count(concealed: tuple[int | None, ...], size: int, found: int) -> ImpossibleHand:
    """The error for a wrong number of tiles. Where there is one too many for every four equal tiles in hand, these may be a kong."""
    fours = [kind for kind in range(KINDS) if concealed.count(kind) == 4]
    if 0 < found - MOST_TILES <= len(fours):
        return ImpossibleHand("kong_not_marked", found=found, limit=MOST_TILES, tile=NAMES[fours[0]])
    if found != size:
        return ImpossibleHand("tile_count", wanted=size, found=found)
    return ImpossibleHand("too_many_tiles", found=found, limit=MOST_TILES)


def encode_win(win: Win, cells: MutableSequence[int]) -> None:
    """How the hand was won."""
    self_drawn, last_tile, kong = win.self_drawn, win.last_tile, win.kong
    first_turn, last_copy = win.first_turn, win.last_copy
    seat, round = win.seat, win.round
    flowers = win.flowers
    count = mask = 0
    good = True
    if isinstance(flowers, int):
        count = flowers
        # a count shows which they are only if it is all eight
        if count == FLOWERS:
            mask = 255
    else:
        for flower in tuple(flowers):
            kind = flower
            good = good and KINDS <= kind < KINDS + FLOWERS and not mask >> kind - KINDS & 1
            if good:
                mask |= 1 << kind - KINDS
                count += 1
    ready = 0 if win.ready is None else 1 + DECLARATIONS.index(win.ready)
    left = NO_TILE
    if win.tiles_left is not None:
        left = win.tiles_left
        good = good and 0 <= left <= FULL_SET
    if not (good and 0 <= seat < 4 and 0 <= round < 4 and 0 <= count <= FLOWERS):
        win.replace({})  # a Win can hold any values; this raises the error for the wrong one
        raise QuepuError("bad_value", option="win", text=repr(win))
    flags = SELF_DRAWN * self_drawn | LAST_TILE * last_tile | ON_KONG * kong | FIRST_TURN * first_turn | LAST_COPY * last_copy
    row_codec.write_circumstances(cells, flags, seat | round << 2, count, mask, ready, left)


def known(kind: int) -> int:
    """The kind, if it exists."""
    if kind not in _KINDS:
        raise ImpossibleHand("no_such_kind", found=kind)
    # an object that equals a kind may have another value as a C number
    number = kind
    if not 0 <= number < KINDS:
        raise ImpossibleHand("no_such_kind", found=number)
    return number


def checked(given: dict[str, object]) -> dict[str, object]:
    """Circumstances by name, as the fields of a Win. Unknown names and wrong values raise."""
    read: dict[str, object] = {}  # the values that a Win stores in another form
    for name, value in given.items():
        if name in _FLAGS:
            good = value is True or value is False
        elif name == "seat" or name == "round":
            if isinstance(value, str):
                read[name] = value = SEATS.find(value) if len(value) == 1 else -1
            good = type(value) is int and 0 <= value < 4
        elif name == "flowers":
            if isinstance(value, list | tuple):
                read[name] = kinds = tuple([flower(one) for one in value])
                good = -1 not in kinds and len(set(kinds)) == len(kinds)
            else:
                good = type(value) is int and 0 <= value <= FLOWERS
        elif name == "ready":
            good = value is None or value in DECLARATIONS
        elif name == "tiles_left":
            good = value is None or (type(value) is int and 0 <= value <= FULL_SET)
        else:
            raise QuepuError("unknown_key", text=name)
        if not good:
            raise QuepuError("bad_value", option=name, text=as_json(given[name]))
    return {**given, **read} if read else given


def flower(value: object) -> int:
    """The kind of a flower given by name or number, or -1."""
    kind = BY_NAME.get(value, -1) if isinstance(value, str) else value if type(value) is int else -1
    return kind if KINDS <= kind < KINDS + FLOWERS else -1
