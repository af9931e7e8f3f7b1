"""Who pays what when a deal is won: the arithmetic of ``quepu.rules.settlement``. The C types are in ``payments.pxd``."""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import guard
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.arrays import allocate

MOST_POINTS = 100_000_000
"""More than any hand is worth."""

MOST_BASE, MOST_HALVES, MOST_DEALER = 1_000, 4, 2
"""The maxima of a settlement's numbers, such that no payment exceeds 32 bits."""


class Payments:
    """Settles one deal after another by the same rules. ``given`` is the number of tiles that each seat gave to the winner, ``paid`` what
    each receives."""

    given: list[int]
    shares: list[int]
    paid: list[int]

    def __init__(self, base: int, self_drawn: int, discarder: int, others: int, dealer: int, half_liable: int, liable: int) -> None:
        """``base`` is what each pays besides the points. They pay ``self_drawn`` halves of the points each if the winner drew the tile;
        else the discarder pays ``discarder`` halves and the others ``others``. What the dealer pays or receives is multiplied by
        ``dealer``. A player who gave the winner ``half_liable`` tiles pays half of what the others owe, with ``liable`` tiles all of it
        (包牌); 0: nobody is liable."""
        self.base = base
        self.self_drawn = self_drawn
        self.discarder = discarder
        self.others = others
        self.dealer = dealer
        guard.check_range("base", self.base, 0, MOST_BASE)
        guard.check_range("self_drawn", self.self_drawn, 0, MOST_HALVES)
        guard.check_range("discarder", self.discarder, 0, MOST_HALVES)
        guard.check_range("others", self.others, 0, MOST_HALVES)
        guard.check_range("dealer", self.dealer, 1, MOST_DEALER)
        self.half_liable = half_liable
        self.liable = liable
        if not cython.compiled:
            allocate(self)

    def fresh_copy(self) -> Payments:
        """Another workspace by the same rules, where no tile was given."""
        return Payments(self.base, self.self_drawn, self.discarder, self.others, self.dealer, self.half_liable, self.liable)

    def settled(self, winner: int, loser: int, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
        """What each seat receives; the loser is NO_SEAT by self-draw."""
        guard.check_range("winner", winner, 0, 3)
        if loser != NO_SEAT:
            guard.check_range("loser", loser, 0, 3)
        guard.check_range("points", points, 0, MOST_POINTS)
        given = tuple(given)
        guard.check_range("the number of seats", len(given), 4, 4)
        for seat in range(4):
            self.given[seat] = given[seat]
        self.settle(winner, loser, points)
        return self.paid[0], self.paid[1], self.paid[2], self.paid[3]

    def settle(self, winner: int, loser: int, points: int) -> None:
        """From ``given`` to ``paid``: everybody owes a share, and the winner collects them."""
        for seat in range(4):
            self.shares[seat] = 0 if seat == winner else self.share(seat, winner, loser, points)
        if self.liable:
            self.move_shares(winner)
        self.paid[winner] = 0
        for seat in range(4):
            if seat != winner:
                self.paid[seat] = -self.shares[seat]
                self.paid[winner] += self.shares[seat]

    def share(self, seat: int, winner: int, loser: int, points: int) -> int:
        """What a seat owes."""
        halves = self.self_drawn if loser == NO_SEAT else self.discarder if seat == loser else self.others
        owed = self.base + self.half_up(halves * points)
        return owed * self.dealer if seat == 0 or winner == 0 else owed

    def move_shares(self, winner: int) -> None:
        """包牌: move what the others owe to a player who is liable."""
        for liable in range(4):
            if liable != winner and self.given[liable] >= self.half_liable:
                for seat in range(4):
                    if seat != winner and seat != liable:
                        moved = self.shares[seat] if self.given[liable] >= self.liable else self.half_up(self.shares[seat])
                        self.shares[seat] -= moved
                        self.shares[liable] += moved

    def half_up(self, amount: int) -> int:
        """Half of an amount, rounded up."""
        return (amount + 1) // 2
