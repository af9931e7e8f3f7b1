"""Who pays what when a hand is won.

Each way to settle is a function of the winner, the one whose tile it was (None by self-draw), the points, and how many tiles each seat
gave to the winner. It tells what each seat gets, and the four always add up to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Settlement = Callable[[int, int | None, int, Sequence[int]], tuple[int, int, int, int]]

HALF, ALL = 4, 5
"""包牌: who gave so many tiles takes over half of what the others pay, or all of it."""

BASE = 8
"""国标: what everybody pays."""


def lingque(winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    """灵雀: by self-draw each pays half as much again as the points; by discard the discarder twice the points, the others once. Halves
    are rounded up. Who gave four tiles takes half of each other's share upon himself, who gave five all of it.

    >>> lingque(3, None, 30, (0, 0, 4, 0)), lingque(3, None, 30, (0, 5, 0, 0))
    ((-22, -22, -91, 135), (0, -135, 0, 135))
    """
    shares = [0, 0, 0, 0]
    for seat in range(4):
        if seat != winner:
            shares[seat] = _half_up(3 * points) if loser is None else 2 * points if seat == loser else points
    for liable in range(4):
        if liable != winner and given[liable] >= HALF:
            for seat in range(4):
                if seat not in (winner, liable):
                    taken = shares[seat] if given[liable] >= ALL else _half_up(shares[seat])
                    shares[seat] -= taken
                    shares[liable] += taken
    return _collected(winner, shares)


def guobiao(winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    """国标: everybody pays the base of 8; the discarder, or by self-draw everybody, pays the points too.

    >>> guobiao(0, 2, 12, (0, 0, 1, 0)), guobiao(0, None, 12, (0, 0, 0, 0))
    ((36, -8, -20, -8), (60, -20, -20, -20))
    """
    return _collected(winner, [0 if seat == winner else BASE + (points if loser is None or seat == loser else 0) for seat in range(4)])


def woodshole(winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
    """Woods Hole: each of the others pays the 番, the discarder no more than the rest; the dealer pays and gets double.

    >>> woodshole(0, 2, 10, (0, 0, 1, 0)), woodshole(1, None, 10, (0, 0, 0, 0))
    ((60, -20, -20, -20), (-20, 40, -10, -10))
    """
    return _collected(winner, [0 if seat == winner else points * (2 if 0 in (seat, winner) else 1) for seat in range(4)])


def _half_up(amount: int) -> int:
    return (amount + 1) // 2


def _collected(winner: int, shares: list[int]) -> tuple[int, int, int, int]:
    """What each gets when the winner collects the shares."""
    east, south, west, north = (sum(shares) if seat == winner else -shares[seat] for seat in range(4))
    return east, south, west, north
