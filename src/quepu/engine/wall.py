"""The wall: four sides of stacks, two throws of two dice, and the place where the wall is broken.

A shuffled wall is a sequence of tiles: stacks of two, the upper tile first, in the order in which stacks are drawn. It begins at the right
end of 東's side, runs to its left end, and goes on with the sides of 北, 西 and 南.
"""

from __future__ import annotations

from collections.abc import Sequence

from quepu.errors import QuepuError, as_json
from quepu.kernel.shapes import DEAL_ORDER
from quepu.tiles import ALL_TILES, SET_SIZES


def full_set(size: int) -> bytes:
    """A set of 136 or 144 tiles in order: four of each kind, then the flowers."""
    if size not in SET_SIZES:
        raise QuepuError("bad_value", option="tiles", text=as_json(size))
    return ALL_TILES[:size]


def check_wall(wall: bytes) -> None:
    """Raise QuepuError unless these are the tiles of a whole set, in any order."""
    if len(wall) not in SET_SIZES or bytes(sorted(wall)) != full_set(len(wall)):
        raise QuepuError("bad_wall")


def opener(dice: Sequence[int]) -> int:
    """The seat whose side of the wall is broken: the sum of the first two dice, counted round from 東.

    >>> [opener((first, 1, 1, 1)) for first in (1, 2, 3, 4)]
    [1, 2, 3, 0]
    """
    return (dice[0] + dice[1] - 1) % 4


def tail(dice: Sequence[int], size: int) -> tuple[int, int]:
    """The last stack of the wall: the seat whose side it is on, and its number there, counted from the right from 1. The sum of all four
    dice is counted on the opener's side and, where that is too short, on the side of the seat before.

    >>> tail((2, 4, 1, 5), 136), tail((6, 6, 6, 6), 136)
    ((1, 12), (2, 7))
    """
    stacks = size // 8
    beyond, place = divmod(sum(dice) - 1, stacks)
    return (opener(dice) - beyond) % 4, place + 1


def drawing_order(wall: bytes, dice: Sequence[int]) -> bytes:
    """The tiles of a shuffled wall in the order in which they are drawn, from the first tile dealt to the end of the tail."""
    first = _first_drawn(dice, len(wall))
    return wall[first:] + wall[:first]


def as_shuffled(ordered: bytes, dice: Sequence[int]) -> bytes:
    """The shuffled wall that has this drawing order with these dice.

    >>> as_shuffled(drawing_order(full_set(136), (2, 4, 1, 5)), (2, 4, 1, 5)) == full_set(136)
    True
    """
    behind = len(ordered) - _first_drawn(dice, len(ordered))
    return ordered[behind:] + ordered[:behind]


def dealt_places(seat: int) -> list[int]:
    """The places in the drawing order whose tiles are dealt to a seat.

    >>> dealt_places(1)
    [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49]
    """
    return [place for place, owner in enumerate(DEAL_ORDER) if owner == seat]


def _first_drawn(dice: Sequence[int], size: int) -> int:
    """The place in a shuffled wall where the deal begins."""
    if len(dice) != 4 or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise QuepuError("bad_value", option="dice", text=as_json(list(dice)))
    seat, place = tail(dice, size)
    return 2 * (-seat % 4 * (size // 8) + place) % size
