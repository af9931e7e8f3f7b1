"""Who pays what when a deal is won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quepu.kernel.actions import NO_SEAT
from quepu.kernel.payments import Payments


@dataclass(frozen=True)
class Settlement:
    """The payments for a win, as numbers. ``quepu.kernel.payments`` does the arithmetic; halves are rounded up."""

    base: int = 0
    """What each pays besides the points."""
    self_drawn: int = 2
    """Halves of the points that each pays if the winner drew the tile."""
    discarder: int = 2
    """Halves of the points that the discarder pays."""
    others: int = 2
    """Halves of the points that the others pay on a discard."""
    dealer: int = 1
    """What the dealer pays and receives is multiplied by this."""
    half_liable: int = 0
    """包牌: a player who gave the winner this number of tiles pays half of what the others owe. 0: never."""
    liable: int = 0
    """包牌: with this number of tiles all of it."""

    def payments(self) -> Payments:
        """A new workspace of the kernel; give each thread its own."""
        return Payments(self.base, self.self_drawn, self.discarder, self.others, self.dealer, self.half_liable, self.liable)

    def settle(self, winner: int, loser: int | None, points: int, given: Sequence[int]) -> tuple[int, int, int, int]:
        """What each seat receives; the four add up to zero. ``loser`` is the seat whose tile it was, None by self-draw; ``given`` is the
        number of tiles that each seat gave to the winner.

        >>> Settlement(base=8, others=0).settle(0, 2, 12, (0, 0, 1, 0))
        (36, -8, -20, -8)
        """
        return self.payments().settled(winner, NO_SEAT if loser is None else loser, points, given)
