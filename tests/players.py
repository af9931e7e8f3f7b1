"""Players for tests: one that plays towards a win, so that whole games show everything that can happen."""

from __future__ import annotations

from random import Random

from quepu.engine.view import View
from quepu.hand import MeldType
from quepu.kernel.actions import (
    CHOW_HIGH,
    CHOW_LOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    DECLINE,
    PASS,
    REPLACE_FLOWER,
    WIN,
)
from quepu.kernel.distance import Distances
from quepu.rules.base import RuleBook


class Nearest:
    """Wins when it may; else keeps its hand as near to a win as it can, claims what brings it nearer more often than not, and chooses among
    equals from a seed."""

    def __init__(self, book: RuleBook, seed: int) -> None:
        self.distances = Distances(book.shape_bits, book.four_as_two_pairs)
        self.random = Random(seed)

    def choose(self, view: View) -> int:
        legal = view.legal
        for action in (WIN, DECLARE_READY, REPLACE_FLOWER):
            if action in legal:
                return action
        kongs = [action for action in legal if CONCEALED_KONG_OF <= action < CHOW_LOW]
        if kongs and self.random.random() < 0.8:
            return kongs[0]
        if DECLINE in legal:
            return self.random.choice(legal)
        return self.claim(view) if PASS in legal else self.discard(view)

    def discard(self, view: View) -> int:
        found = []
        for tile in view.legal:
            if 34 <= tile < CONCEALED_KONG_OF:
                return tile
            if tile < 34:
                found.append((self.missing(view, without=[tile]), self.random.random(), tile))
        return min(found)[2]

    def claim(self, view: View) -> int:
        assert view.offer is not None
        tile = view.offer.tile
        now = self.missing(view)
        for action in reversed(view.legal):
            if action == CLAIM_KONG:
                used = [tile] * 3
            elif action == CLAIM_PUNG:
                used = [tile] * 2
            elif CHOW_LOW <= action <= CHOW_HIGH:
                low = tile - (action - CHOW_LOW)
                used = [kind for kind in (low, low + 1, low + 2) if kind != tile]
            else:
                continue
            # a kong of three in hand brings nothing nearer, but it is fun
            if self.random.random() < 0.6 and self.missing(view, used, melds=1) < now + (action == CLAIM_KONG):
                return action
        return PASS

    def missing(self, view: View, without: list[int] | None = None, melds: int = 0) -> int:
        """How many tiles the hand lacks without some of them, these in a further meld or discarded."""
        held, melded = [0] * 34, [0] * 34
        for tile in view.hand:
            if tile < 34:
                held[tile] += 1
        for tile in without or []:
            held[tile] -= 1
            melded[tile] += 1
        own = view.seats[view.seat].melds
        for meld in own:
            for tile in meld.tiles if meld.type != MeldType.CONCEALED_KONG else ():
                melded[tile] += 1
        return self.distances.missing(bytes(held), bytes(melded), len(own) + melds)
