"""Plays for the nearest ready hand that may win.

It searches winning hands within reach, scores each by the rule book, and discards the tile whose loss leaves the highest value. It claims a
tile or declares a kong only if that raises the value of its hand. It does not consider what the others may be waiting for.
"""

from __future__ import annotations

from functools import cache

from quepu.engine.view import View
from quepu.hand import READY, MeldType
from quepu.kernel.actions import (
    ADDED_KONG_OF,
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
from quepu.kernel.prospects import Prospects
from quepu.rules.base import RuleBook

FLOWER = 34
KONG, CONCEALED_KONG = MeldType.KONG << 6, MeldType.CONCEALED_KONG << 6
PUNG = MeldType.PUNG << 6


class Efficient:
    def __init__(self, book: RuleBook, budget: int = 100) -> None:
        settle = book.family.settlement.settle

        @cache
        def income(points: int, self_drawn: bool) -> float:
            paid: int = settle(1, None if self_drawn else 2, points, (0, 0, 0, 0))[1]
            return float(paid)

        self.prospects = Prospects(book.scorer(), income, budget)

    def choose(self, view: View) -> int:
        if WIN in view.legal:
            return WIN
        if REPLACE_FLOWER in view.legal:
            return REPLACE_FLOWER
        evaluation = Evaluation(self.prospects, view)
        if view.offer is not None:
            return max(view.legal, key=evaluation.answer)
        if DECLINE in view.legal:
            return PASS if evaluation.waiting() == 1 else DECLINE
        return max(view.legal, key=evaluation.turn)


class Evaluation:
    """The values of the actions in one view. A value is always that of a hand that waits for its next tile."""

    def __init__(self, prospects: Prospects, view: View) -> None:
        self.prospects = prospects
        self.view = view
        own = view.seats[view.seat]
        self.held = [0] * 42
        for tile in view.hand:
            self.held[tile] += 1
        self.melds = [meld.type << 6 | meld.tiles[0] for meld in own.melds]
        self.seen = [0] * 42
        for seat in view.seats:
            for discard in seat.discards:
                self.seen[discard.tile] += not discard.claimed
            for meld in seat.melds:
                for tile in meld.tiles:
                    self.seen[tile] += 1
        self.left = bytes([max(0, 4 - self.held[kind] - self.seen[kind]) for kind in range(34)])
        self.draws = view.wall_left / 4
        self.winds = view.seat | view.round << 2
        self.flowers = sum(1 << flower - FLOWER for flower in own.flowers)
        self.ready = 0 if own.ready is None else 1 + READY.index(own.ready)
        self.discards: dict[int, float] | None = None

    def search(self, held: list[int], melds: list[int], ready: int = 0) -> int:
        return self.prospects.search(bytes(held[:34]), bytes(melds), self.left, self.draws, self.winds, self.flowers, ready)

    def waiting(self) -> int:
        """The number of tiles that a hand of thirteen lacks."""
        return self.search(self.held, self.melds, self.ready)

    def value_after_meld(self, used: tuple[int, ...], melds: list[int]) -> float:
        """The value of the hand after melding these tiles, without a discard."""
        self.search(self.without(used), melds)
        return self.prospects.kept()

    def value_after_discard(self, used: tuple[int, ...], melds: list[int]) -> float:
        """The value of the hand after melding these tiles and the best discard."""
        rest = self.without(used)
        self.search(rest, melds)
        return max(self.prospects.without(kind) for kind in range(34) if rest[kind])

    def without(self, used: tuple[int, ...]) -> list[int]:
        rest = list(self.held)
        for tile in used:
            rest[tile] -= 1
        return rest

    def answer(self, action: int) -> float:
        """The value of an answer to a tile that can be claimed."""
        assert self.view.offer is not None
        tile = self.view.offer.tile
        if action == PASS:
            return self.value_after_meld((), self.melds)
        if action == CLAIM_KONG:
            return self.value_after_meld((tile,) * 3, [*self.melds, KONG | tile])
        if action == CLAIM_PUNG:
            return self.value_after_discard((tile,) * 2, [*self.melds, PUNG | tile])
        low = tile - (action - CHOW_LOW)
        return self.value_after_discard(tuple(kind for kind in range(low, low + 3) if kind != tile), [*self.melds, low])

    def turn(self, action: int) -> tuple[float, int]:
        """The value of an action in the player's own turn. Of equal discards, the one with the most visible copies is the safest."""
        if action < FLOWER:
            if self.discards is None:
                self.search(self.held, self.melds, self.ready)
                self.discards = {kind: self.prospects.without(kind) for kind in range(34) if self.held[kind]}
            return self.discards[action], self.seen[action]
        if action < CONCEALED_KONG_OF:
            return float("inf"), 0
        if action < ADDED_KONG_OF:
            kind = action - CONCEALED_KONG_OF
            return self.value_after_meld((kind,) * 4, [*self.melds, CONCEALED_KONG | kind]), 0
        if action < CHOW_LOW:
            kind = action - ADDED_KONG_OF
            return self.value_after_meld((kind,), [meld if meld != PUNG | kind else KONG | kind for meld in self.melds]), 0
        assert action == DECLARE_READY
        # a claimed kong is an exchange too; an added kong looks the same
        own = self.view.seats[self.view.seat]
        kongs = sum(meld.type == MeldType.KONG for meld in own.melds)
        ready = min(len(READY), 1 + max(0, len(own.discards) + kongs - (self.view.seat == 0)))
        self.search(self.held, self.melds, ready)
        return max(self.prospects.without(kind) for kind in range(34) if self.held[kind]), 0
