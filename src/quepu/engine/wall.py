"""The wall: four sides of stacks, two throws of two dice, and where it is broken.

A shuffled wall is a row of tiles. They lie as stacks of two, upper tile first, in the order in which stacks are drawn: from the right end
of 東's side to its left, then on into the side of each one's upper neighbour, 北, 西, 南.
"""

from __future__ import annotations

from collections.abc import Sequence

from quepu.errors import QuepuError

SIZES = (136, 144)


def full_set(size: int) -> bytes:
    """All tiles in order, four of each kind, then (of 144) the flowers."""
    if size not in SIZES:
        raise QuepuError("bad_value", option="tiles", text=repr(size))
    return bytes([*(kind for kind in range(34) for _ in range(4)), *range(34, 34 + size - 136)])


def opener(dice: Sequence[int]) -> int:
    """The seat before whose side the wall is broken: the sum of the first two dice, counted round from 東.

    >>> [opener((first, 1, 1, 1)) for first in (1, 2, 3, 4)]
    [1, 2, 3, 0]
    """
    return (dice[0] + dice[1] - 1) % 4


def tail(dice: Sequence[int], size: int) -> tuple[int, int]:
    """The stack that is the tail: whose side it stands on, and which it is there, counted from his right from 1. Where his stacks do not
    suffice for the sum of all four dice, the count runs on into his upper neighbour's side.

    >>> tail((2, 4, 1, 5), 136), tail((6, 6, 6, 6), 136)
    ((1, 12), (2, 7))
    """
    stacks = size // 8
    beyond, place = divmod(sum(dice) - 1, stacks)
    return (opener(dice) - beyond) % 4, place + 1


def drawing_order(wall: bytes, dice: Sequence[int]) -> bytes:
    """The wall from the first tile of the deal to the last of the tail."""
    first = _first_drawn(dice, len(wall))
    return wall[first:] + wall[:first]


def as_shuffled(ordered: bytes, dice: Sequence[int]) -> bytes:
    """The wall of which these dice make this drawing order.

    >>> as_shuffled(drawing_order(full_set(136), (2, 4, 1, 5)), (2, 4, 1, 5)) == full_set(136)
    True
    """
    behind = len(ordered) - _first_drawn(dice, len(ordered))
    return ordered[behind:] + ordered[:behind]


def check_wall(wall: bytes) -> None:
    """That these are the tiles of a wall, in whatever order."""
    if len(wall) not in SIZES or bytes(sorted(wall)) != full_set(len(wall)):
        raise QuepuError("bad_wall")


def _first_drawn(dice: Sequence[int], size: int) -> int:
    """The place in a shuffled wall at which the deal begins."""
    if len(dice) != 4 or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise QuepuError("bad_value", option="dice", text=repr(list(dice)))
    seat, place = tail(dice, size)
    return 2 * (-seat % 4 * (size // 8) + place) % size
