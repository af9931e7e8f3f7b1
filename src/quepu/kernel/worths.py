"""Worths: what the winning hands are worth that a search finds (see ``prospects``).

A target is scored once as won on a discard and once as won on a self-draw, as the rule book scores it. What it is worth is cached from
search to search, because later hands lead to the same targets. The C types are in ``worths.pxd``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from quepu.kernel import bits, guard, row_codec
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.guard import Guarded
from quepu.kernel.payments import Payments
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import MELDS, NO_TILE

CACHE_BITS = 14
"""The size of the cache, in bits."""

PLAIN = 8
"""The points of a plain win, where the minimum is not more."""

MIXER = 0x9E3779B97F4A7C15
LOW_28 = (1 << 28) - 1


class Worths(Guarded):
    """Says what one target after another is worth, by ``payments``. All targets have the melds and the circumstances that were set last.
    To a player with ``indifference`` the worth of a target is nearer to that of a plain win."""

    row: list[int]

    def __init__(self, scorer: Scorer, payments: Payments) -> None:
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        guard.check_type("payments", payments, Payments)
        # the caller's object has the tiles that somebody gave
        self.payments = payments.fresh_copy()
        self.indifference = 0.0
        self.plain_win = self.payments.settled(1, 2, max(self.scorer.table.minimum, PLAIN), (0, 0, 0, 0))[1]
        self.keys = array("Q", bytes(24 << CACHE_BITS))
        self.worths = array("d", bytes(8 << CACHE_BITS))
        self.finish_init()

    def set_hand(self, codes: Sequence[int], melds: int, winds: int, flowers: int, ready: int) -> None:
        """Write what all targets have in common into the row, which has no concealed tiles."""
        for i in range(MELDS):
            self.row[i] = NO_TILE
        row_codec.write_melds(self.row, codes, melds)
        row_codec.write_circumstances(self.row, 0, winds, bits.bit_count(flowers), flowers, ready, NO_TILE)
        context = ready << 12 | flowers << 4 | winds
        for i in range(melds):
            context = context << 8 | codes[i]
        self.context = context << 3 | melds

    def worth(self, target: Sequence[int], last: int) -> float:
        """The worth of a target, four words as in ``combinations``, if this tile comes last: from a discard of three other players, or by
        self-draw."""
        first = target[1] | target[0] << 36
        second = target[2] | (self.context >> 28 << 6 | last) << 36
        third = target[3] | (self.context & LOW_28) << 36
        place = bits.wrapping_product(bits.wrapping_product(bits.wrapping_product(first, MIXER) ^ second, MIXER) ^ third, MIXER)
        place >>= 64 - CACHE_BITS
        # a target has tiles, so its key is never 0 as where nothing is cached
        if self.keys[3 * place] != first or self.keys[3 * place + 1] != second or self.keys[3 * place + 2] != third:
            self.keys[3 * place] = first
            self.keys[3 * place + 1] = second
            self.keys[3 * place + 2] = third
            self.worths[place] = self.score(target, last)
        return self.worths[place] + self.indifference * (self.plain_win - self.worths[place])

    def score(self, target: Sequence[int], last: int) -> float:
        """The worth of a target that is not cached."""
        self.scorer.facts.load(self.row, 0)
        self.scorer.facts.draw(target, last)
        self.scorer.find_readings()
        self.scorer.score_readings()
        by_discard = self.value_of_win(2)
        self.scorer.score_self_drawn()
        return 0.75 * by_discard + 0.25 * self.value_of_win(NO_SEAT)

    def value_of_win(self, loser: int) -> float:
        """The value of winning with the hand that the scorer has scored, for a seat that is not the dealer. A hand below the minimum is
        worth almost nothing, but more the nearer it is to the minimum."""
        if self.scorer.best_points < self.scorer.table.minimum:
            return 1e-6 * (1 + self.scorer.best_points)
        self.payments.settle(1, loser, self.scorer.total_points())
        return self.payments.paid[1]
