"""Who pays what when a hand is won: the arithmetic of ``quepu.engine.settlement``, which tells the rules. The C types stand in
``payments.pxd``."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel.actions import GUOBIAO, LINGQUE, NO_SEAT

if cython.compiled:
    from cython.cimports.quepu.kernel.guard import check_range
else:
    from quepu.kernel.guard import check_range

MOST_POINTS = 100_000_000
"""More than any hand is worth."""

HALF, ALL = 4, 5
"""包牌: who gave so many tiles takes over half of what the others pay, or all of it."""

BASE = 8
"""国标: what everybody pays."""


class Payments:
    """Settles one hand after another in one way. ``given`` is how many tiles each seat gave to the winner, ``paid`` what each gets."""

    def __init__(self, way: int) -> None:
        self.way = way
        if not cython.compiled:
            self.given, self.shares, self.paid = [0] * 4, [0] * 4, [0] * 4

    def settled(self, winner: int, loser: int, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
        """What each seat gets; the loser is NO_SEAT by self-draw."""
        check_range("winner", winner, 0, 3)
        if loser != NO_SEAT:
            check_range("loser", loser, 0, 3)
        check_range("points", points, 0, MOST_POINTS)
        given = tuple(given)
        check_range("the number of seats", len(given), 4, 4)
        for seat in range(4):
            self.given[seat] = given[seat]
        self.settle(winner, loser, points)
        return self.paid[0], self.paid[1], self.paid[2], self.paid[3]

    def settle(self, winner: int, loser: int, points: int) -> None:
        """From ``given`` to ``paid``: everybody has a share, and the winner collects them."""
        for seat in range(4):
            self.shares[seat] = 0 if seat == winner else self.share(seat, winner, loser, points)
        if self.way == LINGQUE:
            self.take_over_shares(winner)
        self.paid[winner] = 0
        for seat in range(4):
            if seat != winner:
                self.paid[seat] = -self.shares[seat]
                self.paid[winner] += self.shares[seat]

    def share(self, seat: int, winner: int, loser: int, points: int) -> int:
        if self.way == LINGQUE:
            if loser == NO_SEAT:
                return self.half_up(3 * points)
            return 2 * points if seat == loser else points
        if self.way == GUOBIAO:
            return BASE + points if loser == NO_SEAT or seat == loser else BASE
        return 2 * points if seat == 0 or winner == 0 else points

    def take_over_shares(self, winner: int) -> None:
        """包牌."""
        for liable in range(4):
            if liable != winner and self.given[liable] >= HALF:
                for seat in range(4):
                    if seat != winner and seat != liable:
                        taken = self.shares[seat] if self.given[liable] >= ALL else self.half_up(self.shares[seat])
                        self.shares[seat] -= taken
                        self.shares[liable] += taken

    def half_up(self, amount: int) -> int:
        return (amount + 1) // 2
