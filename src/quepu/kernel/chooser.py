"""Chooser: chooses actions for seats from what they may know, without Python.

It reads an observation (``observation_layout``) and nothing else, so it cannot know a hidden tile. A value of an action is always that of a
hand that waits for its next tile. ``quepu.players`` makes players of it, and ``Stepper`` lets it play at thousands of tables. The C types
are in ``chooser.pxd``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from quepu.kernel import guard
from quepu.kernel.actions import (
    ACTIONS,
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
from quepu.kernel.estimates import GAIN_STAGES, GAIN_STEPS, LOWEST_VALUE, NONE, Estimates
from quepu.kernel.opponents import Opponents
from quepu.kernel.payments import Payments
from quepu.kernel.prospects import Prospects
from quepu.kernel.scorer import Scorer
from quepu.kernel.seat import Seat
from quepu.kernel.shapes import CONCEALED_KONG, FLOWER, KEEP, KONG, NO_TILE, PUNG
from quepu.kernel.style import ALL_DISCARDS, MOST_STYLES, Style

LOWEST = -1e9
"""Less than any value."""
MOST_HASTE = MOST_CAUTION = MOST_EAGERNESS = MOST_RATE = 100.0
MOST_RANKS = 12
"""Twice the number of ranks from honours to 5, for single tiles and for others."""


class Chooser(Seat):
    """Chooses for one seat after another, by one rule book. ``values`` has the value of each action that was weighed."""

    values: list[float]
    budgets: list[int]
    beyonds: list[int]
    hastes: list[float]
    cautions: list[float]
    memories: list[int]
    indifferences: list[float]
    eagernesses: list[float]
    chows: list[float]
    pungs: list[float]
    imprecisions: list[float]
    danger: list[float]

    def __init__(self, scorer: Scorer, payments: Payments, styles: Sequence[Style], estimates: Estimates = NONE) -> None:
        """It plays in each of the styles, which are called by their numbers."""
        self.start_init()
        self.caution = self.penalty = 0.0
        self.has_weighed = 0
        self.memory = ALL_DISCARDS
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
            self.eagernesses[i] = style.eagerness
            self.chows[i] = style.chow
            self.pungs[i] = style.pung
            # neither infinite nor NaN: every value can be compared
            if not 0.0 < self.hastes[i] <= MOST_HASTE:
                raise ValueError(f"haste is above 0, and {MOST_HASTE:g} at most")
            if not 0.0 <= self.cautions[i] <= MOST_CAUTION:
                raise ValueError(f"caution is a number from 0 to {MOST_CAUTION:g}")
            if not 0.0 < self.eagernesses[i] <= MOST_EAGERNESS:
                raise ValueError(f"eagerness is above 0, and {MOST_EAGERNESS:g} at most")
            if not (0.0 <= self.chows[i] <= MOST_RATE and 0.0 <= self.pungs[i] <= MOST_RATE):
                raise ValueError(f"chow and pung are numbers from 0 to {MOST_RATE:g}")
            self.prospects.set_limits(self.budgets[i], self.beyonds[i])
            self.set_weaknesses(i, style)
        self.finish_init()

    def set_weaknesses(self, i: int, style: Style) -> None:
        """Set what the i-th style does less well than a program."""
        self.memories[i] = style.memory
        guard.check_range("memory", self.memories[i], 0, ALL_DISCARDS)
        self.indifferences[i] = style.indifference
        self.imprecisions[i] = style.imprecision
        if not 0.0 <= self.indifferences[i] <= 1.0:
            raise ValueError("indifference is a number from 0 to 1")
        if not 0.0 <= self.imprecisions[i] <= 1.0:
            raise ValueError("imprecision is a number from 0 to 1")

    def choose(self, observation: bytes, style: int = 0) -> int:
        """The action that the seat of an observation chooses in this style; it has at least one legal action."""
        self.check_usable()
        guard.check_range("style", style, 0, self.style_count - 1)
        self.has_weighed = 0
        self.check_observation(observation)
        action = self.decide(observation, style)
        # a win and a flower are not weighed against anything
        self.has_weighed = action != WIN and action != REPLACE_FLOWER and (action < FLOWER or action >= CONCEALED_KONG_OF)
        return action

    def weighed(self, action: int) -> tuple[float, float]:
        """The value of an action that was weighed in the last choice; of a discard of a careful player, also the expected loss in it."""
        self.check_usable()
        guard.check_range("action", action, 0, ACTIONS - 1)
        return self.values[action], self.danger[action] if action < FLOWER and self.caution > 0.0 else 0.0

    def has_estimates(self) -> int:
        """Whether it can estimate anything about opponents."""
        for weight in self.opponents.weights:
            if weight != 0.0:
                return 1
        return 0

    # Why it chose so: more about the last choice, computed on request.

    def target(self, action: int) -> tuple[bytes, int, int, float]:
        """The winning hand that contributes most to the value of an action in the last choice: its concealed tiles, counted by kind; the
        tile that is discarded with the action, KEEP if none is; the 听 declaration that counts for it; and its part of the value of the
        hand. All counts and the part are 0 if no hand is within reach."""
        self.check_weighed(action)
        ready = 0 if self.offered != NO_TILE else self.next_declaration() if action == DECLARE_READY else self.ready
        self.weigh_again(action)
        discarded = self.discard_with(action)
        self.prospects.start_notes(discarded)
        self.weigh_again(action)
        value = self.prospects.value_without(discarded)
        part = self.prospects.find_main_target()
        counts = bytearray(34)
        if part > 0.0:
            for kind in range(34):
                counts[kind] = self.prospects.count_of(kind)
            part /= value
        return bytes(counts), discarded, ready, part

    def threats(self, kind: int) -> tuple[tuple[float, float, float], ...]:
        """What a careful player estimated about a tile in the last choice, for each seat: the chance that it is ready, the chance that it
        then wins with a tile of this kind, and the points that the discarder would pay. All are 0 for the player's own seat."""
        self.check_careful()
        guard.check_range("kind", kind, 0, FLOWER - 1)
        found = []
        for seat in range(4):
            if seat == self.seat:
                found.append((0.0, 0.0, 0.0))
            else:
                found.append((self.opponents.chances[seat], self.opponents.chance_of_wait(seat, kind), self.opponents.loss(seat, kind)))
        return tuple(found)

    def loss_penalty(self) -> float:
        """How much a point of expected loss was subtracted from the values in the last choice of a careful player."""
        self.check_careful()
        return self.penalty

    def check_careful(self) -> None:
        self.check_usable()
        if not self.has_weighed or not self.caution > 0.0:
            raise ValueError("no danger was estimated in the last choice")

    def check_weighed(self, action: int) -> None:
        self.check_usable()
        guard.check_range("action", action, 0, ACTIONS - 1)
        if not self.has_weighed or not self.allows(action) or action in (WIN, REPLACE_FLOWER):
            raise ValueError(f"action {action} was not weighed in the last choice")

    def weigh_again(self, action: int) -> None:
        """Search the hand after an action again, as the last choice did."""
        if self.offered != NO_TILE:
            self.value_of_answer(action)
        elif action < FLOWER or self.allows(DECLINE):
            self.search(self.meld_count, self.ready)
        else:
            self.value_of_turn(action)

    def discard_with(self, action: int) -> int:
        """The tile that is discarded with an action, whose hand has just been searched: after a claim or a declaration the best one."""
        if action < FLOWER:
            return action
        if action < CHOW_LOW or action in (CLAIM_KONG, PASS, DECLINE):
            return KEEP
        best = LOWEST
        found = KEEP
        for kind in range(FLOWER):
            if self.prospects.held[kind] and self.value_of_discard(kind) > best:
                best = self.value_of_discard(kind)
                found = kind
        return found

    def decide(self, cells: Sequence[int], style: int) -> int:
        """``choose`` for the kernel itself: compiled, it takes a pointer and needs no Python."""
        self.set_style(style)
        self.load(cells)
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

    def set_style(self, style: int) -> None:
        """Read observations and weigh hands in this style from now on."""
        self.memory = self.memories[style]
        self.prospects.worths.indifference = self.indifferences[style]
        self.eagerness = self.eagernesses[style]
        self.imprecision = self.imprecisions[style]
        self.prospects.budget = self.budgets[style]
        self.prospects.beyond = self.beyonds[style]
        self.haste = self.hastes[style]
        self.prospects.set_claims(self.chows[style], self.pungs[style])
        self.caution = self.cautions[style]
        self.penalty = 0.0

    # Evaluating hands. A hand is searched as it is in ``prospects``; ``begin`` loads the player's own.

    def begin(self) -> None:
        for kind in range(FLOWER):
            self.prospects.held[kind] = self.held[kind]
            self.prospects.left[kind] = self.left[kind]
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

    def points_of(self, action: int) -> float:
        """The points that the value of an action that was weighed promises: what such a hand wins less the expected loss by the discard."""
        value = self.values[action]
        if self.penalty <= 0.0:
            return self.gain(value)
        if action < FLOWER:
            return self.gain(value + self.penalty * self.danger[action]) - self.caution * self.danger[action]
        # a claim and the discard after it have one value; below 0 the loss prevails
        return self.gain(value) if value >= 0.0 else value * self.caution / self.penalty

    def hand_points(self, cells: Sequence[int], style: int) -> float:
        """The points that the hand of an observation wins on average; of one that has a tile to discard, after the best discard."""
        self.set_style(style)
        self.load(cells)
        self.search(self.meld_count, self.ready)
        return self.gain(self.best_discard_value() if self.tile_count() % 3 == 2 else self.prospects.value_kept())

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
                    self.values[action] = self.eager(self.value_of_answer(action))
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

    def eager(self, value: float) -> float:
        """The value of a hand after a claim or a kong, as the player sees it."""
        return value * self.eagerness if value > 0.0 else value

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
        return self.by_habit(chosen) if self.imprecision > 0.0 and best > 0.0 and chosen < FLOWER else chosen

    def by_habit(self, best: int) -> int:
        """Of the discards that look as good as the best one: single tiles before pairs, then the outermost; of equal ones the best. Even a
        beginner sees which of them leave the hand further from ready."""
        chosen = best
        lacking = self.lacking_without(best)
        first = MOST_RANKS
        for kind in range(FLOWER):
            if self.allows(kind) and self.values[kind] >= (1.0 - self.imprecision) * self.values[best]:
                rank = self.habitual_rank(kind)
                comes_first = rank < first or (rank == first and self.values[kind] > self.values[chosen])
                if comes_first and self.lacking_without(kind) <= lacking:
                    first = rank
                    chosen = kind
        return chosen

    def habitual_rank(self, kind: int) -> int:
        """0 for what people discard first."""
        rank = 1 + min(kind % 9, 8 - kind % 9) if kind < 27 else 0
        return rank + MOST_RANKS // 2 if self.held[kind] > 1 else rank

    def lacking_without(self, kind: int) -> int:
        """The number of tiles that the hand lacks after this discard."""
        self.begin()
        self.prospects.remove(kind, 1)
        self.prospects.melds = self.meld_count
        return self.prospects.lacking()

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
        return self.eager(self.prospects.value_kept())
