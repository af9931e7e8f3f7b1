"""Opponents: what a seat can conclude about the others: who is ready, which tiles would let them win, and what that would cost.

Each estimate is the sum of a few weights, chosen by what is on the table, put through a link function: the chance that a hand is ready
and the chance that it wins with a certain tile (logistic), and the points that the discarder then pays (exponential). ``quepu.lab.fit``
finds the weights from deals whose hidden tiles are known. Nothing here reads a hidden tile: an observation has none. The C types are in
``opponents.pxd``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard, observation_checks
from quepu.kernel.actions import FROM_HAND
from quepu.kernel.guard import Guarded
from quepu.kernel.observation_layout import (
    DISCARD_COUNT,
    DISCARD_MARKS,
    DISCARDS,
    FLOWERS,
    HAND,
    MELD_COUNT,
    MELDS,
    READY,
    ROUND,
    SEAT,
    SEAT_BYTES,
    SEATS,
)
from quepu.kernel.shapes import KONG, NO_TILE, PUNG

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

READY_FEATURES, WAIT_FEATURES, LOSS_FEATURES = 5, 8, 8
"""How many weights are added up for each estimate."""

AFTER_READY = 100 + 20 + 8 + 12 + 4
AFTER_WAIT = AFTER_READY + 35 + 21 + 27 + 60 + 6 + 10 + 4 + 20
AFTER_LOSS = AFTER_WAIT + 25 + 5 + 20 + 5 + 9 + 7 + 4 + 4
"""Where the weights end: of being ready, of waiting for a tile, of the loss."""

RECENT = 8
"""The number of last discards, by anybody, that count as recent."""

SEAT_WIND, OTHER_WIND, DRAGON, TERMINAL, SECOND, THIRD, MIDDLE = range(7)
"""The classes of tiles: a wind that scores for the opponent, another, 中發白, 1 and 9, 2 and 8, 3 and 7, 4 to 6."""


class Opponents(Guarded):
    """The estimates for one observation at a time. ``chances``: for each seat, that it is ready. ``load`` computes them."""

    left: list[int]
    held: list[int]
    thrown: list[list[int]]
    in_suit: list[list[int]]
    counts: list[int]
    changed: list[int]
    runs: list[int]
    recents: list[int]
    last_class: list[int]
    melds: list[int]
    pungs: list[int]
    kongs: list[int]
    scoring: list[int]
    flowers: list[int]
    declared: list[int]
    suit_melds: list[list[int]]
    passed: list[int]
    chances: list[float]
    features: list[int]

    def __init__(self, weights: Sequence[float]) -> None:
        self.start_init()
        self.weights = array("d", weights)
        guard.check_range("the number of weights", len(self.weights), AFTER_LOSS, AFTER_LOSS)
        self.one = 1
        self.finish_init()

    # Reading an observation, which ``Chooser`` has checked.

    def load(self, cells: Sequence[int]) -> None:
        """Read what lies on the table, and estimate who is ready."""
        self.seat = cells[SEAT]
        self.round = cells[ROUND]
        for kind in range(34):
            self.held[kind] = cells[HAND + kind]
            self.left[kind] = 4 - self.held[kind]
        for seat in range(4):
            self.clear_seat(seat)
        self.read_discards(cells)
        for seat in range(4):
            self.read_melds(cells, seat)
        self.find_passed(cells)
        for seat in range(4):
            self.chances[seat] = 0.0 if seat == self.seat else self.chance_of_ready(seat)

    def clear_seat(self, seat: int) -> None:
        for kind in range(34):
            self.thrown[seat][kind] = 0
        for suit in range(4):
            self.in_suit[seat][suit] = self.suit_melds[seat][suit] = 0
        self.counts[seat] = self.runs[seat] = self.recents[seat] = self.last_class[seat] = 0
        self.melds[seat] = self.pungs[seat] = self.kongs[seat] = self.scoring[seat] = 0
        self.changed[seat] = -1
        self.passed[seat] = 0

    def read_discards(self, cells: Sequence[int]) -> None:
        """What each seat has discarded, and when it last did so from its hand."""
        self.discard_count = cells[DISCARD_COUNT]
        for i in range(self.discard_count):
            tile = cells[DISCARDS + i]
            marks = cells[DISCARD_MARKS + i]
            seat = marks & 3
            self.counts[seat] += 1
            if marks >> 2 & FROM_HAND:
                self.changed[seat] = i
                self.runs[seat] = 0
            else:
                self.runs[seat] += 1
            self.recents[seat] = (self.recents[seat] << 1 | marks >> 2 & FROM_HAND) & 7
            if tile < 34:
                self.left[tile] -= 0 if marks >> 3 else 1
                self.thrown[seat][tile] += 1
                self.in_suit[seat][tile // 9] += 1
                if marks >> 2 & FROM_HAND:
                    self.last_class[seat] = 1 if tile > 26 else 2 if tile % 9 == 0 or tile % 9 == 8 else 3

    def read_melds(self, cells: Sequence[int], seat: int) -> None:
        at = SEATS + SEAT_BYTES * seat
        self.flowers[seat] = bits.bit_count(cells[at + FLOWERS])
        self.declared[seat] = cells[at + READY]
        self.melds[seat] = cells[at + MELD_COUNT]
        for i in range(self.melds[seat]):
            code = cells[at + MELDS + 3 * i]
            if code == NO_TILE:
                self.pungs[seat] += 1
                self.kongs[seat] += 1
                continue
            kind = code & 63
            self.suit_melds[seat][kind // 9] += 1
            if code < PUNG:
                for n in range(3):
                    self.left[kind + n] -= 1
            else:
                self.left[kind] -= 3 if code < KONG else 4
                self.pungs[seat] += 1
                self.kongs[seat] += 1 if code >= KONG else 0
                tile = self.class_of(seat, kind)
                self.scoring[seat] += 1 if tile in (SEAT_WIND, DRAGON) else 0

    def find_passed(self, cells: Sequence[int]) -> None:
        """The kinds that a seat has let pass since its hand last changed, and those discarded of late."""
        self.recent = 0
        for i in range(self.discard_count):
            tile = cells[DISCARDS + i]
            if tile < 34:
                bit = self.one << tile
                for seat in range(4):
                    if i > self.changed[seat]:
                        self.passed[seat] |= bit
                if i >= self.discard_count - RECENT:
                    self.recent |= bit

    def class_of(self, seat: int, kind: int) -> int:
        """The class of a kind, for a seat."""
        if kind > 30:
            return DRAGON
        if kind > 26:
            return SEAT_WIND if kind - 27 == seat or kind - 27 == self.round else OTHER_WIND
        n = kind % 9
        n = n if n < 5 else 8 - n
        return TERMINAL if n == 0 else SECOND if n == 1 else THIRD if n == 2 else MIDDLE

    # The weights that are added up, as places in the table.

    def find_ready_features(self, seat: int) -> None:
        melds = self.melds[seat]
        count = self.counts[seat]
        least = min(self.in_suit[seat][0], min(self.in_suit[seat][1], self.in_suit[seat][2]))
        self.features[0] = 20 * melds + min(count, 19)
        self.features[1] = 100 + 4 * melds + bits.bit_count(self.recents[seat])
        self.features[2] = 120 + min(self.runs[seat], 7)
        self.features[3] = 128 + 3 * min(least, 3) + (0 if count < 6 else 1 if count < 10 else 2)
        self.features[4] = 140 + self.last_class[seat]

    def find_wait_features(self, seat: int, kind: int) -> None:
        tile = self.class_of(seat, kind)
        suit = kind // 9
        is_late = 1 if self.counts[seat] > 8 else 0
        left = self.left[kind]
        at = AFTER_READY
        self.features[0] = at + 5 * tile + max(0, min(left, 4))
        self.features[1] = at + 35 + 3 * tile + min(self.thrown[seat][kind], 2)
        at += 56
        if kind < 27:
            thrown = 3 * self.near_thrown(seat, kind, 1) + self.near_thrown(seat, kind, 2)
            self.features[2] = at + 3 * thrown + self.near_thrown(seat, kind, 3)
            self.features[3] = at + 27 + 10 * self.suit_melds[seat][suit] + 2 * min(self.in_suit[seat][suit], 4) + is_late
            chows = self.possible_chows(kind)
            self.features[4] = at + 87 + (0 if chows == 0 else min(5, 1 + (chows - 1) // 8))
        else:
            self.features[2] = at
            self.features[3] = at + 77 + 2 * self.pungs[seat] + is_late
            self.features[4] = at + 87
        at += 93
        self.features[5] = at + 2 * self.pungs[seat] + (1 if kind < 27 else 0)
        self.features[6] = at + 10 + 2 * (self.passed[seat] >> kind & 1) + (self.recent >> kind & 1)
        in_melds = 1 if self.suit_melds[seat][suit] else 0
        self.features[7] = at + 14 + 4 * self.melds[seat] + 2 * in_melds + (1 if self.meld_suits(seat) == 1 else 0)

    def near_thrown(self, seat: int, kind: int, distance: int) -> int:
        """On how many sides the seat has discarded the tile of its suit at this distance."""
        n = kind % 9
        below = n >= distance and self.thrown[seat][kind - distance] > 0
        above = n + distance < 9 and self.thrown[seat][kind + distance] > 0
        return (1 if below else 0) + (1 if above else 0)

    def possible_chows(self, kind: int) -> int:
        """In how many ways two tiles that are not seen wait for this one in a chow."""
        n = kind % 9
        ways = 0
        if n > 1:
            ways += self.left[kind - 2] * self.left[kind - 1]
        if n > 0 and n < 8:
            ways += self.left[kind - 1] * self.left[kind + 1]
        if n < 7:
            ways += self.left[kind + 1] * self.left[kind + 2]
        return ways

    def meld_suits(self, seat: int) -> int:
        """The number of suits among the melds."""
        count = 0
        for suit in range(3):
            count += 1 if self.suit_melds[seat][suit] else 0
        return count

    def find_loss_features(self, seat: int, kind: int) -> None:
        melds = self.melds[seat]
        suits = self.meld_suits(seat)
        honours = 1 if self.suit_melds[seat][3] else 0
        colours = 0 if suits > 1 else 1 + honours if suits == 1 else 3 * honours
        count = self.counts[seat]
        at = AFTER_WAIT
        self.features[0] = at + 5 * melds + min(self.pungs[seat], 4)
        self.features[1] = at + 25 + min(self.scoring[seat], 4)
        self.features[2] = at + 30 + 5 * colours + melds
        self.features[3] = at + 50 + min(self.kongs[seat], 4)
        self.features[4] = at + 55 + min(self.flowers[seat], 8)
        self.features[5] = at + 64 + self.class_of(seat, kind)
        self.features[6] = at + 71 + (2 if seat == 0 else 0) + (1 if self.seat == 0 else 0)
        self.features[7] = at + 75 + (0 if count < 5 else 1 if count < 9 else 2 if count < 13 else 3)

    # The estimates.

    def sum_of_weights(self, count: int) -> float:
        total = 0.0
        for i in range(count):
            total += self.weights[self.features[i]]
        return total

    def chance_of_ready(self, seat: int) -> float:
        """The chance that a seat is ready, with a hand that may win on a discard."""
        if self.declared[seat]:
            return 1.0
        self.find_ready_features(seat)
        return logistic(self.sum_of_weights(READY_FEATURES))

    def chance_of_wait(self, seat: int, kind: int) -> float:
        """The chance that a seat that is ready wins with a tile of this kind."""
        self.find_wait_features(seat, kind)
        return logistic(self.sum_of_weights(WAIT_FEATURES))

    def evidence(self, seat: int, kind: int) -> float:
        """How the discards of a seat, and those that it let pass, change the odds that it waits for a kind: a sum of weights."""
        self.find_wait_features(seat, kind)
        thrown, near, passed = self.features[1], self.features[2], self.features[6]
        total = self.weights[thrown] - self.weights[thrown - min(self.thrown[seat][kind], 2)]
        total += self.weights[near] - self.weights[AFTER_READY + 56]
        return total + self.weights[passed] - self.weights[passed - 2 * (self.passed[seat] >> kind & 1)]

    def loss(self, seat: int, kind: int) -> float:
        """The points that the discarder of such a tile pays to this seat, if it wins with it."""
        self.find_loss_features(seat, kind)
        return float(exp(self.sum_of_weights(LOSS_FEATURES)))

    def danger(self, kind: int) -> float:
        """The expected loss of the seat if it discards a tile of this kind."""
        total = 0.0
        for seat in range(4):
            if self.chances[seat] > 0.0:
                total += self.chances[seat] * self.chance_of_wait(seat, kind) * self.loss(seat, kind)
        return total

    def threat(self) -> float:
        """The expected number of opponents that are ready."""
        return self.chances[0] + self.chances[1] + self.chances[2] + self.chances[3]

    # For ``quepu.lab.fit``.

    def features_of(self, observation: bytes, seat: int, kind: int) -> tuple[list[int], list[int], list[int]]:
        """The places of the weights for a seat and a tile in a checked observation: of being ready, of the wait, of the loss."""
        self.check_usable()
        guard.check_seat(seat)
        guard.check_range("kind", kind, 0, 33)
        observation_checks.check_observation(observation)
        self.load(observation)
        self.find_ready_features(seat)
        ready = [self.features[i] for i in range(READY_FEATURES)]
        self.find_wait_features(seat, kind)
        wait = [self.features[i] for i in range(WAIT_FEATURES)]
        self.find_loss_features(seat, kind)
        return ready, wait, [self.features[i] for i in range(LOSS_FEATURES)]


def logistic(x: float) -> float:
    """1 / (1 + e⁻ˣ)."""
    return 1.0 / (1.0 + float(exp(-x)))
