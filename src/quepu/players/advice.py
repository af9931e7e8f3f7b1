"""What a player may want to know about a hand, worked out from the view alone: how far it is from ready, its waits with their points,
what a claim would give."""

from __future__ import annotations

from dataclasses import dataclass

from quepu import notation
from quepu.engine.view import View
from quepu.hand import Hand, Meld, MeldType
from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, CLAIM_PUNG
from quepu.rules.base import RuleBook
from quepu.waits import Discard, Wait, discards, distance, useful, waits

KINDS = 34


@dataclass(frozen=True, slots=True)
class Standing:
    """A hand that waits for a tile: how far from ready; at ready its waits, before it the tiles that help and how many are left of each."""

    distance: int
    waits: tuple[Wait, ...]
    useful: tuple[tuple[int, int], ...]


class Adviser:
    """Answers about one view, under one rule book."""

    def __init__(self, view: View, book: RuleBook) -> None:
        self.view = view
        self.book = book
        own = view.seats[view.seat]
        self.tiles = [tile for tile in view.hand if tile < KINDS]
        self.melds = [Meld(meld.type, meld.tiles[0]) for meld in own.melds]
        self.circumstances: dict[str, object] = {"seat": view.seat, "round": view.round, "flowers": own.flowers, "ready": own.ready}

    @property
    def seen(self) -> str:
        """The tiles that lie open elsewhere, in our notation. One on offer is not counted: it can still be claimed."""
        found = []
        for seat, other in enumerate(self.view.seats):
            found += [discard.tile for discard in other.discards if not discard.claimed and discard.tile < KINDS]
            if seat != self.view.seat:
                found += [tile for meld in other.melds for tile in meld.tiles]
        if self.view.offer is not None and not self.view.offer.robbing:
            found.remove(self.view.offer.tile)
        return notation.format_tiles(found)

    def discards(self) -> list[Discard]:
        """For a hand with a tile too many: what to throw, the best first. Empty while flowers stand in for tiles."""
        return self._discards(self.tiles, self.melds)

    def standing(self) -> Standing | None:
        """For a hand that waits; None while flowers stand in for tiles."""
        return self._standing(self.tiles, self.melds)

    def claim(self, action: int) -> Discard | Standing | None:
        """What a claim of the offered tile would give: the best discard after it, or, after a kong, how the hand stands."""
        assert self.view.offer is not None
        tile = self.view.offer.tile
        if action == CLAIM_KONG:
            return self._standing(self._without([tile] * 3), [*self.melds, Meld(MeldType.KONG, tile)])
        if action == CLAIM_PUNG:
            used, meld = [tile] * 2, Meld(MeldType.PUNG, tile)
        else:
            meld = Meld(MeldType.CHOW, tile - (action - CHOW_LOW))
            used = [kind for kind in meld.tiles if kind != tile]
        found = self._discards(self._without(used), [*self.melds, meld])
        return found[0] if found else None

    def _discards(self, held: list[int], melds: list[Meld]) -> list[Discard]:
        hand = Hand(tuple(held), tuple(melds))
        return discards(hand, self.book, self.seen, **self.circumstances) if hand.size == 14 else []

    def _standing(self, held: list[int], melds: list[Meld]) -> Standing | None:
        hand = Hand(tuple(held), tuple(melds))
        if hand.size != 13:
            return None
        seen = self.seen
        found = tuple(waits(hand, self.book, seen, **self.circumstances))
        return Standing(0 if found else distance(hand, self.book), found, () if found else tuple(useful(hand, self.book, seen)))

    def _without(self, used: list[int]) -> list[int]:
        rest = list(self.tiles)
        for tile in used:
            rest.remove(tile)
        return rest
