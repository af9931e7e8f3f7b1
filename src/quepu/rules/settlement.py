"""Who pays what when a deal is won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quepu.kernel.actions import NO_SEAT
from quepu.kernel.payments import Payments
from quepu.texts import Text


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

    def in_words(self) -> Text:
        """Who pays what, in Chinese and English.

        >>> print(Settlement(base=8, others=0).in_words()[1])
        Self-draw: all three pay 8 + the points. On a discard: the discarder pays 8 + the points, each of the others 8.
        """
        drawn, discarder, others = (self._amount(halves) for halves in (self.self_drawn, self.discarder, self.others))
        if discarder == others:
            zh = f"自摸：三家各付{drawn[0]}。点和：三家各付{discarder[0]}，点炮的不多付。"
            en = f"Self-draw: all three pay {drawn[1]}. On a discard: all three pay {discarder[1]}, the discarder no more."
        else:
            zh = f"自摸：三家各付{drawn[0]}。点和：点炮的付{discarder[0]}，另两家各付{others[0]}。"
            en = f"Self-draw: all three pay {drawn[1]}. On a discard: the discarder pays {discarder[1]}, each of the others {others[1]}."
        if self.dealer != 1:
            zh += f"庄家收付都乘 {self.dealer}。"
            en += f" What the dealer pays and receives is multiplied by {self.dealer}."
        if self.liable:
            zh += f"包牌：给和家喂过 {self.half_liable} 张的替别家付一半，喂过 {self.liable} 张的全付。"
            en += (
                f" Liability (包牌): who gave the winner {self.half_liable} tiles pays half of what the others owe, "
                f"who gave {self.liable} pays all of it."
            )
        return zh, en

    def _amount(self, halves: int) -> Text:
        """What a player pays: the base, and so many halves of the points."""
        times = {0: ("", ""), 2: ("分数", "the points")}.get(halves, (f"分数 × {halves / 2:g}", f"the points × {halves / 2:g}"))
        parts = [[str(self.base)] * bool(self.base) + [part] * bool(part) for part in times]
        zh, en = (" + ".join(part) or "0" for part in parts)
        return (f" {zh}" if zh[0].isdigit() else zh) + (" 分" if zh[-1].isdigit() and not halves else ""), en
