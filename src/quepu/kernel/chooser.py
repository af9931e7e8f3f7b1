"""Chooser: chooses actions for seats from what they may know, without Python.

It reads an observation (``observation_layout``) and nothing else, so it cannot know a hidden tile. A value of an action is always that of a
hand that waits for its next tile. ``quepu.players`` makes players of it, and ``Stepper`` lets it play at thousands of tables. The C types
are in ``chooser.pxd``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from quepu.kernel import bits, guard, observation_checks
from quepu.kernel.actions import (
    ACTIONS,
    ADDED_KONG_OF,
    CHOW_LOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIMED,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    DECLINE,
    PASS,
    REPLACE_FLOWER,
    WIN,
)
from quepu.kernel.estimates import GAIN_STAGES, GAIN_STEPS, LOWEST_VALUE, NONE, Estimates
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
from quepu.kernel.opponents import Opponents
from quepu.kernel.payments import Payments
from quepu.kernel.prospects import Prospects
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import CONCEALED_KONG, DECLARATIONS, KONG, NO_TILE, PUNG
from quepu.kernel.style import MOST_STYLES, Style

LOWEST = -1e9
"""Less than any value."""
FLOWER = 34
LAST_READY = len(DECLARATIONS)


class Chooser(Guarded):
    """Chooses for one seat after another, by one rule book. ``values`` has the value of each action that was weighed."""

    held: list[int]
    seen: list[int]
    codes: list[int]
    values: list[float]
    budgets: list[int]
    beyonds: list[int]
    hastes: list[float]
    cautions: list[float]
    danger: list[float]

    def __init__(self, scorer: Scorer, payments: Payments, styles: Sequence[Style], estimates: Estimates = NONE) -> None:
        """It plays in each of the styles, which are called by their numbers."""
        self.start_init()
        self.caution = 0.0
        styles = tuple(styles)
        self.style_count = len(styles)
        guard.check_range("the number of styles", self.style_count, 1, MOST_STYLES)
        guard.check_type("estimates", estimates, Estimates)
        self.prospects = Prospects(scorer, payments)
        self.opponents = Opponents(estimates.weights)
        self.gains = array("d", estimates.gains)
        guard.check_range("the number of gains", len(self.gains), GAIN_STAGES * GAIN_STEPS, GAIN_STAGES * GAIN_STEPS)
        for i, style in enumerate(styles):
            guard.check_type("a style", style, Style)
            self.budgets[i] = style.budget
            self.beyonds[i] = style.beyond
            self.hastes[i] = style.haste
            self.cautions[i] = style.caution
            if not self.hastes[i] > 0.0:
                raise ValueError("haste is above 0")
            self.prospects.set_limits(self.budgets[i], self.beyonds[i])
        self.finish_init()

    def choose(self, observation: bytes, style: int = 0) -> int:
        """The action that the seat of an observation chooses in this style; it has at least one legal action."""
        self.check_usable()
        guard.check_range("style", style, 0, self.style_count - 1)
        self.check_observation(observation)
        return self.decide(observation, style)

    def weighed(self, action: int) -> tuple[float, float]:
        """The value of an action that was weighed in the last choice; of a discard of a careful player, also the expected loss in it."""
        self.check_usable()
        guard.check_range("action", action, 0, ACTIONS - 1)
        return self.values[action], self.danger[action] if action < FLOWER and self.caution > 0.0 else 0.0

    def decide(self, cells: Sequence[int], style: int) -> int:
        """``choose`` for the kernel itself: compiled, it takes a pointer and needs no Python."""
        self.load(cells)
        self.prospects.budget = self.budgets[style]
        self.prospects.beyond = self.beyonds[style]
        self.haste = self.hastes[style]
        self.caution = self.cautions[style]
        self.penalty = 0.0
        if self.allows(WIN):
            return WIN
        if self.allows(REPLACE_FLOWER):
            return REPLACE_FLOWER
        if self.caution > 0.0:
            self.find_dangers(cells)
        if self.offered != NO_TILE:
            return self.answer()
        if self.allows(DECLINE):
            return PASS if self.search(self.meld_count, self.ready) == 1 else DECLINE
        return self.take_turn()

    # Reading an observation.

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
            self.seen[cells[DISCARDS + i]] += 0 if marks >> 2 & CLAIMED else 1
            self.discard_count += 1 if marks & 3 == self.seat else 0
        for seat in range(4):
            self.load_melds(cells, SEATS + SEAT_BYTES * seat, seat == self.seat)
        for kind in range(FLOWER):
            left = 4 - self.held[kind] - self.seen[kind]
            self.prospects.left[kind] = left if left > 0 else 0

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

    # Evaluating hands. A hand is searched as it is in ``prospects``; ``begin`` loads the player's own.

    def begin(self) -> None:
        for kind in range(FLOWER):
            self.prospects.held[kind] = self.held[kind]
        for i in range(self.meld_count):
            self.prospects.codes[i] = self.codes[i]

    def search(self, melds: int, ready: int) -> int:
        """Search the hand as it is; ``search_changed`` a changed one."""
        self.begin()
        return self.search_changed(melds, ready)

    def search_changed(self, melds: int, ready: int) -> int:
        self.prospects.melds = melds
        return self.prospects.find_targets(self.draws / self.haste, self.winds, self.flowers, ready)

    def value_of_discard(self, kind: int) -> float:
        """The value of the hand that was searched after this discard; for a careful player less the expected loss by it."""
        return self.prospects.value_without(kind) - self.penalty * self.danger[kind]

    def best_discard_value(self) -> float:
        """The value after the best discard from the hand that was searched."""
        best = LOWEST
        for kind in range(FLOWER):
            if self.prospects.held[kind]:
                best = max(best, self.value_of_discard(kind))
        return best

    def find_dangers(self, cells: Sequence[int]) -> None:
        """Estimate the loss by the discard of each kind in hand."""
        self.opponents.load(cells)
        for kind in range(FLOWER):
            self.danger[kind] = self.opponents.danger(kind) if self.held[kind] else 0.0

    def set_penalty(self, value: float) -> None:
        """Set what a point of expected loss costs in the units of values: a hand of this value wins a certain number of points."""
        gain = self.gain(value)
        self.penalty = self.caution * value / gain if gain > 0.0 else self.caution

    def gain(self, value: float) -> float:
        """The points that a hand of this value wins on average, interpolated between powers of two."""
        at = GAIN_STEPS * min(self.tiles_left // 16, GAIN_STAGES - 1)
        low = LOWEST_VALUE
        if value < low:
            return self.gains[at] * value / low
        for step in range(GAIN_STEPS - 1):
            if value < 2.0 * low:
                part = value / low - 1.0
                return self.gains[at + step] * (1.0 - part) + self.gains[at + step + 1] * part
            low *= 2.0
        return self.gains[at + GAIN_STEPS - 1]

    def pung_of(self, kind: int) -> int:
        """The index of the own pung of a kind, or -1."""
        for i in range(self.meld_count):
            if self.codes[i] == (PUNG | kind):
                return i
        return -1

    # Answers to a tile that can be claimed.

    def answer(self) -> int:
        """The best answer; among equals the first."""
        best = LOWEST
        chosen = PASS
        self.values[PASS] = self.value_of_answer(PASS)
        if self.caution > 0.0:
            self.set_penalty(self.values[PASS])
        for action in range(CHOW_LOW, ACTIONS):
            if self.allows(action):
                if action != PASS:
                    self.values[action] = self.value_of_answer(action)
                if self.values[action] > best:
                    best = self.values[action]
                    chosen = action
        return chosen

    def value_of_answer(self, action: int) -> float:
        tile = self.offered
        self.begin()
        if action == PASS:
            self.search_changed(self.meld_count, 0)
            return self.prospects.value_kept()
        if action == CLAIM_KONG:
            self.prospects.remove(tile, 3)
            self.prospects.codes[self.meld_count] = KONG | tile
            self.search_changed(self.meld_count + 1, 0)
            return self.prospects.value_kept()
        if action == CLAIM_PUNG:
            self.prospects.remove(tile, 2)
            self.prospects.codes[self.meld_count] = PUNG | tile
        else:
            low = tile - (action - CHOW_LOW)
            for kind in range(low, low + 3):
                self.prospects.remove(kind, 1 if kind != tile else 0)
            self.prospects.codes[self.meld_count] = low
        self.search_changed(self.meld_count + 1, 0)
        return self.best_discard_value()

    # Actions of the own turn.

    def take_turn(self) -> int:
        """The best action. Of equal discards, the one with the most visible copies is the safest."""
        for tile in range(FLOWER, CONCEALED_KONG_OF):
            if self.allows(tile):
                return tile
        best = LOWEST
        most_seen = -1
        chosen = PASS
        self.search(self.meld_count, self.ready)
        if self.caution > 0.0:
            self.set_penalty(self.best_discard_value())
        for kind in range(FLOWER):
            if self.allows(kind):
                self.values[kind] = self.value_of_discard(kind)
                if self.values[kind] > best or (self.values[kind] == best and self.seen[kind] > most_seen):
                    best = self.values[kind]
                    most_seen = self.seen[kind]
                    chosen = kind
        for action in range(CONCEALED_KONG_OF, DECLARE_READY + 1):
            if self.allows(action):
                self.values[action] = self.value_of_turn(action)
                if self.values[action] > best or (self.values[action] == best and most_seen < 0):
                    best = self.values[action]
                    most_seen = 0
                    chosen = action
        return chosen

    def value_of_turn(self, action: int) -> float:
        """The value of a kong, or of the declaration of 听."""
        if action == DECLARE_READY:
            self.search(self.meld_count, self.next_declaration())
            return self.best_discard_value()
        self.begin()
        if action < ADDED_KONG_OF:
            kind = action - CONCEALED_KONG_OF
            self.prospects.remove(kind, 4)
            self.prospects.codes[self.meld_count] = CONCEALED_KONG | kind
            self.search_changed(self.meld_count + 1, 0)
        else:
            kind = action - ADDED_KONG_OF
            self.prospects.remove(kind, 1)
            self.prospects.codes[self.pung_of(kind)] = KONG | kind
            self.search_changed(self.meld_count, 0)
        return self.prospects.value_kept()

    def next_declaration(self) -> int:
        """The declaration of 听 that the player could make now. A claimed kong is an exchange too; an added kong looks the same."""
        exchanges = self.discard_count - (1 if self.seat == 0 else 0)
        for i in range(self.meld_count):
            exchanges += 1 if KONG <= self.codes[i] < CONCEALED_KONG else 0
        return min(LAST_READY, 1 + max(0, exchanges))
