"""Seat: what one seat may know of a deal, as far as its own hand and its legal actions are concerned.

It is read from an observation (``observation_layout``), which has no hidden tile. ``Chooser`` plays for it. The C types are in
``seat.pxd``.
"""

from __future__ import annotations

from collections.abc import Sequence

from quepu.kernel import bits, guard, observation_checks
from quepu.kernel.actions import (
    ACTIONS,
    ADDED_KONG_OF,
    CHOW_LOW,
    CLAIM_PUNG,
    CLAIMED,
    CONCEALED_KONG_OF,
    PASS,
    WIN,
)
from quepu.kernel.guard import Guarded
from quepu.kernel.observation_layout import (
    DISCARD_COUNT,
    DISCARD_MARKS,
    DISCARDS,
    FLOWERS,
    HAND,
    LEFT,
    MELD_COUNT,
    MELDS,
    OFFERED,
    READY,
    ROUND,
    SEAT,
    SEAT_BYTES,
    SEATS,
)
from quepu.kernel.shapes import CONCEALED_KONG, DECLARATIONS, FLOWER, KONG, NO_TILE, PUNG

LAST_READY = len(DECLARATIONS)


class Seat(Guarded):
    """The seat of the observation that was read last. ``memory`` is the number of last discards that count as seen."""

    held: list[int]
    seen: list[int]
    left: list[int]
    codes: list[int]
    memory: int

    def check_observation(self, cells: bytes) -> None:
        """Raise unless these bytes describe a position with something to decide."""
        observation_checks.check_observation(cells)
        self.load(cells)
        guard.check_range("the number of tiles", self.tile_count(), 1, 14 if self.offered == NO_TILE else 13)
        for kind in range(FLOWER):
            guard.check_range("the number of tiles of a kind", self.copies(kind), 0, 4)
        self.check_legal()

    def check_legal(self) -> None:
        """Raise unless the legal actions fit the hand that is loaded."""
        if self.low == 0 and self.high == 0:
            raise ValueError("this seat has nothing to decide")
        guard.check_range("an action", bits.bit_count(self.high >> ACTIONS - 64), 0, 0)
        for action in range(ACTIONS):
            if self.allows(action) and not self.is_possible(action):
                raise ValueError(f"action {action} does not fit the hand")

    def is_possible(self, action: int) -> int:
        """Whether the hand has the tiles of an action."""
        if action < CONCEALED_KONG_OF:
            return self.offered == NO_TILE and self.held[action] > 0
        if action < ADDED_KONG_OF:
            return self.offered == NO_TILE and self.held[action - CONCEALED_KONG_OF] == 4 and self.meld_count < 4
        if action < CHOW_LOW:
            return self.offered == NO_TILE and self.held[action - ADDED_KONG_OF] > 0 and self.pung_of(action - ADDED_KONG_OF) >= 0
        if action < WIN:
            if self.offered >= FLOWER or self.meld_count == 4:
                return 0
            if action >= CLAIM_PUNG:
                return self.held[self.offered] > action - CLAIM_PUNG + 1
            low = self.offered - (action - CHOW_LOW)
            if low < 0 or low > 26 or low % 9 > 6:
                return 0
            for kind in range(low, low + 3):
                if kind != self.offered and self.held[kind] == 0:
                    return 0
        return action in (WIN, PASS) or (action < WIN) == (self.offered != NO_TILE)

    def copies(self, kind: int) -> int:
        """The number of tiles of a kind in the hand, its melds and on offer."""
        count = self.held[kind] + (1 if self.offered == kind else 0)
        for i in range(self.meld_count):
            code = self.codes[i]
            low = code & 63
            if code < PUNG:
                count += 1 if low <= kind <= low + 2 else 0
            elif low == kind:
                count += 3 if code < KONG else 4
        return count

    def tile_count(self) -> int:
        """The number of tiles in hand without flowers, a meld counting three."""
        tiles = 3 * self.meld_count
        for kind in range(FLOWER):
            tiles += self.held[kind]
        return tiles

    def load(self, cells: Sequence[int]) -> None:
        """Read what matters: the own hand, what is left to come, and what may be done."""
        self.seat = cells[SEAT]
        self.low = self.high = 0
        for i in range(7, -1, -1):
            self.low = self.low << 8 | cells[i]
            self.high = self.high << 8 | cells[8 + i]
        self.offered = cells[OFFERED]
        self.winds = self.seat | cells[ROUND] << 2
        self.tiles_left = cells[LEFT]
        self.draws = self.tiles_left / 4.0
        for tile in range(42):
            self.held[tile] = cells[HAND + tile]
            self.seen[tile] = 0
        self.discard_count = 0
        for i in range(cells[DISCARD_COUNT]):
            marks = cells[DISCARD_MARKS + i]
            if i >= cells[DISCARD_COUNT] - self.memory:
                self.seen[cells[DISCARDS + i]] += 0 if marks >> 2 & CLAIMED else 1
            self.discard_count += 1 if marks & 3 == self.seat else 0
        for seat in range(4):
            self.load_melds(cells, SEATS + SEAT_BYTES * seat, seat == self.seat)
        for kind in range(FLOWER):
            left = 4 - self.held[kind] - self.seen[kind]
            self.left[kind] = left if left > 0 else 0

    def load_melds(self, cells: Sequence[int], at: int, is_own: int) -> None:
        """Read the melds of a seat; of the own seat, also its flowers and its declaration."""
        for i in range(cells[at + MELD_COUNT]):
            code = cells[at + MELDS + 3 * i]
            if code == NO_TILE:
                continue
            kind = code & 63
            if code < PUNG:
                self.seen[kind] += 1
                self.seen[kind + 1] += 1
                self.seen[kind + 2] += 1
            else:
                self.seen[kind] += 3 if code < KONG else 4
            if is_own:
                self.codes[i] = code
        if is_own:
            self.meld_count = cells[at + MELD_COUNT]
            self.flowers = cells[at + FLOWERS]
            self.ready = cells[at + READY]

    def allows(self, action: int) -> int:
        """Whether this action is legal."""
        return self.low >> action & 1 if action < 64 else self.high >> action - 64 & 1

    def pung_of(self, kind: int) -> int:
        """The index of the own pung of a kind, or -1."""
        for i in range(self.meld_count):
            if self.codes[i] == (PUNG | kind):
                return i
        return -1

    def next_declaration(self) -> int:
        """The declaration of 听 that the player could make now. A claimed kong is an exchange too; an added kong looks the same."""
        exchanges = self.discard_count - (1 if self.seat == 0 else 0)
        for i in range(self.meld_count):
            exchanges += 1 if KONG <= self.codes[i] < CONCEALED_KONG else 0
        return min(LAST_READY, 1 + max(0, exchanges))
