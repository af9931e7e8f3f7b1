"""The least and the greatest points of every fan so far, and whether further circumstances of a win could change them.

Only the *accidental* fans depend on the circumstances, each on those it names. In each reading all other fans hold as before, and adding
a fan never reduces the points (see ``Scorer.points_of``). So in any circumstances the points of a reading are

- at most what all its eligible fans (those that do not come with another that holds) and all accidental ones are worth together. The rivals
  of the fan in question are left out; only one of the fans that depend on the ready declaration holds at a time, and only one of those that
  depend on the number of tiles left;
- at least what those of its counted fans are worth that are neither accidental nor rivals of an accidental fan, since these can still be
  counted together;
- and with a given accidental fan, at least what these are worth with it.

A score is the points of one reading, and its fans hold in it. If by these bounds no fan of any reading can get less than its least points
so far or more than its greatest, the circumstances can be skipped. The C types are in ``extremes.pxd``.
"""

from __future__ import annotations

from collections.abc import Sequence

from quepu.kernel import guard
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import DECLARED, FEW_LEFT, MOST_FANS, NO_TILE, RIVALS, ROW, TAKES_ALL

NEVER = 1 << 30


class Extremes(Guarded):
    """For every fan the least and the greatest points, with the rows that have them. The number after the last fan stands for any hand."""

    accidental: list[int]
    looks_at: list[int]
    least: list[int]
    greatest: list[int]
    least_row: list[int]
    greatest_row: list[int]

    def __init__(self, scorer: Scorer, accidental: Sequence[int]) -> None:
        """``accidental``: for every fan the circumstances that it depends on, as bits."""
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        self.table, self.facts = self.scorer.table, self.scorer.facts
        guard.check_range("the number of fans", self.table.size, 0, MOST_FANS - 1)
        self.size = self.table.size
        accidental = tuple(accidental)
        guard.check_range("the number of accidental circumstances", len(accidental), self.size, self.size)
        self.one = 1
        self.circumstances = self.accidental_count = 0
        for i in range(MOST_FANS):
            self.least[i] = NEVER
            self.greatest[i] = -1
            self.looks_at[i] = 0
        for i in range(self.size):
            self.looks_at[i] = accidental[i]
            if accidental[i]:
                self.circumstances |= accidental[i]
                self.accidental[self.accidental_count] = i
                self.accidental_count += 1
        self.finish_init()

    # What was found.

    def result(self) -> list[tuple[int, int, bytes, int, bytes]]:
        """For every fan that was counted: its number, the least points and their row, the greatest and theirs. Last, with the next number,
        those of any hand."""
        found = []
        for i in range(self.size + 1):
            if self.greatest[i] >= 0:
                least = bytes([self.least_row[i * ROW + j] for j in range(ROW)])
                greatest = bytes([self.greatest_row[i * ROW + j] for j in range(ROW)])
                found.append((i, self.least[i], least, self.greatest[i], greatest))
        return found

    def is_new(self) -> int:
        """Whether the score just made is an extreme of some fan."""
        points = self.scorer.best_points
        for fan in range(self.size + 1):
            if (fan == self.size or self.scorer.best_counts[fan]) and (points < self.least[fan] or points > self.greatest[fan]):
                return 1
        return 0

    def enter(self, row: Sequence[int]) -> None:
        """Keep the score just made, of the hand in this row, wherever it is an extreme."""
        points = self.scorer.best_points
        for fan in range(self.size + 1):
            if fan == self.size or self.scorer.best_counts[fan]:
                if points < self.least[fan]:
                    self.least[fan] = points
                    for i in range(ROW):
                        self.least_row[fan * ROW + i] = row[i]
                if points > self.greatest[fan]:
                    self.greatest[fan] = points
                    for i in range(ROW):
                        self.greatest_row[fan * ROW + i] = row[i]

    # What could still change it.

    def could_change(self, plain: int, possible: int, claimed: int) -> int:
        """Whether some fan of the reading just judged could get less than its least points, or more than its greatest, in some of the
        possible circumstances. ``plain`` are the flags of the win without them, ``claimed`` is the number of claimed sets."""
        self.plain, self.possible, self.claimed = plain, possible, claimed
        settled = self.scorer.held_count
        self.hold_accidental()
        changes = self.some_fan_may_change(settled)
        self.scorer.held_count = settled
        return changes

    def some_fan_may_change(self, settled: int) -> int:
        """By the bounds above. The accidental fans that are new come after the ``settled`` ones."""
        sure = self.sure_to_count(settled)
        low = self.scorer.points_of(sure)
        if low == 0 and self.table.nothing >= 0:
            self.scorer.add_held(self.table.nothing, 1)
        high = self.scorer.points_of(self.at_most(settled, -1))
        for a in range(self.scorer.held_count):
            if a >= settled or self.scorer.eligible >> a & 1:
                fan = self.scorer.held[a]
                if high > self.greatest[fan] and self.scorer.points_of(self.at_most(settled, fan)) > self.greatest[fan]:
                    return 1
                if low < self.least[fan]:
                    # with a new accidental fan they are sure to count; any other might count alone
                    alone = self.one << a
                    if self.scorer.points_of(sure | alone if a >= settled else alone) < self.least[fan]:
                        return 1
        return 0

    def hold_accidental(self) -> None:
        """Hold every accidental fan that the possible circumstances may bring."""
        for j in range(self.accidental_count):
            fan = self.accidental[j]
            a = 0
            while a < self.scorer.held_count and self.scorer.held[a] != fan:
                a += 1
            if a == self.scorer.held_count and self.may_hold(fan):
                self.scorer.add_held(fan, 1)
        self.facts.set_circumstances(self.plain, 0, NO_TILE)

    def may_hold(self, fan: int) -> int:
        """Whether a fan holds under some of the possible circumstances that it depends on."""
        seen = self.looks_at[fan] & self.possible
        bits = seen
        while bits:
            for ready in range(self.claimed + 1 if bits & DECLARED else 0, 6 if bits & DECLARED else 1):
                self.facts.set_circumstances(self.plain | bits & 30, ready, 1 if bits & FEW_LEFT else NO_TILE)
                if self.table.count_fan(fan, self.facts):
                    return 1
            bits = bits - 1 & seen
        return 0

    def sure_to_count(self, settled: int) -> int:
        """Of the fans just counted those that are neither accidental nor have a rival among the accidental ones that are new."""
        sure = self.scorer.counted
        for b in range(settled):
            if self.looks_at[self.scorer.held[b]] or self.scorer.held[b] == self.table.nothing:
                sure &= ~(self.one << b)
            for a in range(settled, self.scorer.held_count):
                if self.table.rivals[self.scorer.held[a] * MOST_FANS + self.scorer.held[b]]:
                    sure &= ~(self.one << b)
        return sure

    def at_most(self, settled: int, counted: int) -> int:
        """All eligible fans and all new ones, without the rivals of the one that is to be counted (-1: none is). Of those that depend on
        the ready declaration only the one with the highest value, and so of those that depend on the tiles left."""
        most = self.scorer.eligible | (self.one << self.scorer.held_count) - (self.one << settled)
        if counted >= 0:
            for a in range(self.scorer.held_count):
                how = self.table.rivals[counted * MOST_FANS + self.scorer.held[a]]
                if how == RIVALS or how == TAKES_ALL:  # noqa: SIM109  # compiled, `in` would make a tuple
                    most &= ~(self.one << a)
        if self.possible & (DECLARED | FEW_LEFT):
            for a in range(settled, self.scorer.held_count):
                for b in range(settled, self.scorer.held_count):
                    if most >> b & 1 and self.is_outdone(self.scorer.held[a], self.scorer.held[b], a - b):
                        most &= ~(self.one << a)
        return most

    def is_outdone(self, fan: int, other: int, later: int) -> int:
        """Whether only one of two different fans holds at a time, and the other has the higher value or, if they are equal, comes first."""
        if self.looks_at[fan] & self.looks_at[other] & (DECLARED | FEW_LEFT) == 0:
            return 0
        higher = self.table.fan[other] + self.table.percent[other] - self.table.fan[fan] - self.table.percent[fan]
        return higher > 0 or (higher == 0 and later > 0)
