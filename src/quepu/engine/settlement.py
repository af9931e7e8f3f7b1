"""Who pays what when a hand is won.

Each way to settle is a function of the winner, the one whose tile it was (None by self-draw), the points, and how many tiles each seat
gave to the winner. It tells what each seat gets, and the four always add up to nothing. ``quepu.kernel.payments`` works it out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quepu.kernel.actions import GUOBIAO, LINGQUE, NO_SEAT, WOODSHOLE
from quepu.kernel.payments import Payments

Settlement = Callable[[int, int | None, int, Sequence[int]], tuple[int, int, int, int]]


def lingque(winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    """灵雀: by self-draw each pays half as much again as the points; by discard the discarder twice the points, the others once. Halves
    are rounded up. Who gave four tiles takes half of each other's share upon himself, who gave five all of it.

    >>> lingque(3, None, 30, (0, 0, 4, 0)), lingque(3, None, 30, (0, 5, 0, 0))
    ((-22, -22, -91, 135), (0, -135, 0, 135))
    """
    return _settled(LINGQUE, winner, loser, points, given)


def guobiao(winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    """国标: everybody pays the base of 8; the discarder, or by self-draw everybody, pays the points too.

    >>> guobiao(0, 2, 12, (0, 0, 1, 0)), guobiao(0, None, 12, (0, 0, 0, 0))
    ((36, -8, -20, -8), (60, -20, -20, -20))
    """
    return _settled(GUOBIAO, winner, loser, points, given)


def woodshole(winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    """Woods Hole: each of the others pays the 番, the discarder no more than the rest; the dealer pays and gets double.

    >>> woodshole(0, 2, 10, (0, 0, 1, 0)), woodshole(1, None, 10, (0, 0, 0, 0))
    ((60, -20, -20, -20), (-20, 40, -10, -10))
    """
    return _settled(WOODSHOLE, winner, loser, points, given)


WAYS: dict[Settlement, int] = {lingque: LINGQUE, guobiao: GUOBIAO, woodshole: WOODSHOLE}
"""How the kernel calls them."""


def _settled(way: int, winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    return Payments(way).settled(winner, NO_SEAT if loser is None else loser, points, given)
