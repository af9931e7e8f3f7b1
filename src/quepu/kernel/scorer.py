"""Scoring: the readings of a hand × the fans of a rule book → exclusions → the best score.

A ``Scorer`` is the workspace of one thread; any number of them share a ``FanTable``. The C types are in ``scorer.pxd``.
"""

import time
from collections.abc import Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.errors import ImpossibleHand
from quepu.kernel import bits, guard, row_checks
from quepu.kernel.arrange import Arrangements
from quepu.kernel.facts import Facts
from quepu.kernel.fan_row import WORDS
from quepu.kernel.fan_table import FanTable
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import MOST_FANS, MOST_HELD, NO_TILE, ROW, SELF_DRAWN
from quepu.kernel.shapes import NAMES as SHAPES
from quepu.tiles import KINDS


class Scorer(Guarded):
    """Scores one hand after another with one table, for one thread. This class adds up the fans' values; a scoring family with another
    arithmetic overrides ``points_of``."""

    held: list[int]
    times: list[int]
    rivals: list[int]
    before: list[int]
    counts: list[int]
    best_counts: list[int]

    def __init__(self, table: FanTable) -> None:
        self.start_init()
        guard.check_type("table", table, FanTable)
        self.table = table
        self.table.check_usable()
        self.facts = Facts()
        self.arrangements = Arrangements()
        self.one = 1
        self.prepare()
        self.finish_init()

    def prepare(self) -> None:
        """What a subclass needs besides this; a part of ``__init__``."""

    def points_of(self, open: int) -> int:
        """The points of these held fans (a bit each). What was added up is left in ``sum``, and what it was multiplied by in ``rate``. More
        fans never have fewer points: ``search`` relies on it."""
        sum = 0
        for a in range(self.held_count):
            sum += self.table.fan[self.held[a]] * self.times[a] * (open >> a & 1)
        self.sum = sum
        self.rate = 0
        return sum

    # The fans of one reading: those that hold, and of these the choice that counts.

    def find_held(self) -> None:
        """Which fans hold, and how often; those whose needs are not met are skipped."""
        self.held_count = self.table.find_held(self.facts, self.held, self.times)

    def find_wait(self) -> None:
        """Find out whether the winning tile was the only one waited for, in a family with a fan that needs to know."""

    def add_held(self, i: int, times: int) -> None:
        """Add a fan if it holds. It is written in any case and then kept or not: no branch, which the processor would often guess
        wrongly."""
        self.held[self.held_count] = i
        self.times[self.held_count] = times
        self.held_count += (times != 0) & (self.held_count < MOST_HELD)

    def choose_fans(self) -> None:
        """Choose among the fans that hold."""
        self.find_rivals()
        self.points = -1
        self.eligible = (self.one << self.held_count) - 1
        self.search(self.eligible)
        if self.points == 0 and self.table.nothing >= 0:
            self.counted |= self.one << self.held_count
            self.add_held(self.table.nothing, 1)
        self.points = self.points_of(self.counted)

    def find_rivals(self) -> None:
        """Which of the fans that hold never count together."""
        self.contested = 0
        for word in range(WORDS):
            self.before[word] = 0
        for a in range(self.held_count):
            i = self.held[a]
            self.rivals[a] = 0
            if (
                self.table.against[i * WORDS] & self.before[0]
                | self.table.against[i * WORDS + 1] & self.before[1]
                | self.table.against[i * WORDS + 2] & self.before[2]
            ):
                for b in range(a):
                    if self.table.against[i * WORDS + (self.held[b] >> 6)] >> (self.held[b] & 63) & 1:
                        self.add_rivals(a, b)
            self.before[i >> 6] |= self.one << (i & 63)

    def add_rivals(self, a: int, b: int) -> None:
        """These two never count together."""
        self.rivals[a] |= self.one << b
        self.rivals[b] |= self.one << a
        self.contested |= self.one << a | self.one << b

    def search(self, open: int) -> None:
        """Find the choice with the maximum of points: of the fans still open, count the highest that has a rival; then leave it out, if
        the rest could have more points even if all of it counted. As more fans never have fewer points, nothing is missed."""
        left = open & self.contested
        while left:
            a = bits.lowest_bit(left)
            if self.rivals[a] & open:
                self.search_with_and_without(a, open)
                return
            left &= left - 1
        self.compare_choice(open)

    def search_with_and_without(self, a: int, open: int) -> None:
        """Search with this fan, then without it if that could be better."""
        self.search(open & ~self.rivals[a])
        without = open & ~(self.one << a)
        if self.points_of(without) > self.points:
            self.search(without)

    def compare_choice(self, open: int) -> None:
        """A choice without rivals: keep it if it is the best so far."""
        points = self.points_of(open)
        if points > self.points:
            self.points = points
            self.counted = open

    # The readings of a hand.

    def score(self, rows: bytes, at: int) -> int:
        """Score the hand in the row that begins at ``at``; whether it is a win. The result is left in the ``best_`` fields."""
        self.check_usable()
        row_checks.check_win_at(rows, at)
        return self.score_row(rows, at)

    def score_row(self, rows: Sequence[int], at: int) -> int:
        """``score`` for the kernel itself: compiled, it takes a pointer and needs no Python."""
        self.load_row(rows, at)
        return self.score_readings()

    def load_row(self, rows: Sequence[int], at: int) -> None:
        """Load a row, and find the readings of its tiles."""
        self.facts.load(rows, at)
        self.find_readings()

    def find_readings(self) -> None:
        """Find the readings of the tiles in ``facts``."""
        self.arrangements.find(self.facts, self.table.shapes, self.table.four_as_two_pairs)

    def score_readings(self) -> int:
        """Find the best of the readings; among equals the one whose fans come first in the book."""
        self.best_points = -1
        for reading in range(self.arrangements.count):
            self.score_reading(reading)
        return self.arrangements.count > 0

    def score_self_drawn(self) -> None:
        """Score the readings of a win on a discard, which have been scored, once more: as won on a self-draw."""
        if self.arrangements.count == 1:
            self.best_points = -1
            self.facts.turn_to_self_draw()
            self.score_facts(0)
        else:
            self.facts.set_flags(SELF_DRAWN)
            self.score_readings()

    def score_reading(self, reading: int) -> None:
        """Score a reading, and keep it if it is the best so far."""
        self.arrangements.read(reading, self.facts)
        self.score_facts(reading)

    def score_facts(self, reading: int) -> None:
        """``score_reading`` once the facts are set to the reading."""
        self.find_held()
        self.choose_fans()
        if self.points >= self.best_points:
            self.keep_if_better(reading)

    def keep_if_better(self, reading: int) -> None:
        """Keep the reading just scored, unless an equal one is kept whose fans come first in the book."""
        for i in range(self.table.size):
            self.counts[i] = 0
        for a in range(self.held_count):
            self.counts[self.held[a]] += self.times[a] * (self.counted >> a & 1)
        if self.points == self.best_points:
            i = 0
            while i < self.table.size and self.counts[i] == self.best_counts[i]:
                i += 1
            if i == self.table.size or self.counts[i] < self.best_counts[i]:
                return
        for i in range(self.table.size):
            self.best_counts[i] = self.counts[i]
        self.best_points = self.points
        self.best_sum = self.sum
        self.best_rate = self.rate
        self.best_reading = reading

    def total_points(self) -> int:
        """The points of the best reading with the flowers."""
        return self.best_points + self.outside_points()

    def outside_points(self) -> int:
        """The points outside the minimum: flowers."""
        points = self.table.flower_points * self.facts.flowers
        for j in range(self.table.outside_count):
            i = self.table.outside_fans[j]
            points += self.table.outside[i] * self.best_counts[i]
        return points

    # Many hands.

    def score_rows(
        self,
        rows: bytes,
        first: int,
        last: int,
        points: memoryview,
        base: memoryview,
        sums: memoryview,
        rates: memoryview,
        win: memoryview,
        legal: memoryview,
        fans: memoryview,
    ) -> None:
        """Score the rows from ``first`` up to ``last`` into these columns; the fans of row n begin at n · size. Compiled, other threads
        run meanwhile."""
        self.check_usable()
        row_checks.check_part(rows, first, last)
        guard.check_length("a column", min(len(points), len(base), len(sums), len(rates), len(win), len(legal)), last)
        guard.check_length("fans", len(fans), last * self.table.size)
        self.lock()
        wrong = self.fill(rows, first, last, points, base, sums, rates, win, legal, fans)
        self.unlock()
        if wrong >= 0:
            raise ImpossibleHand("bad_row", found=wrong)

    def fill(
        self,
        rows: bytes,
        first: int,
        last: int,
        points: memoryview,
        base: memoryview,
        sums: memoryview,
        rates: memoryview,
        win: memoryview,
        legal: memoryview,
        fans: memoryview,
    ) -> int:
        """Score until a row is not a hand. Returns the number of that row; -1 if all are hands."""
        size = self.table.size
        wrong = -1
        with cython.nogil:
            for n in range(first, last):
                if row_checks.is_wrong_row(rows, n * ROW):
                    wrong = n
                    break
                if self.score_row(rows, n * ROW):
                    win[n] = 1
                    base[n] = self.best_points
                    points[n] = self.total_points()
                    sums[n] = self.best_sum
                    rates[n] = self.best_rate
                    legal[n] = self.best_points >= self.table.minimum
                    for i in range(size):
                        fans[n * size + i] = self.best_counts[i]
        return wrong

    # For the benchmark's profile.

    def stages(self, rows: bytes, count: int) -> list[tuple[str, float]]:
        """The seconds for the first ``count`` rows, up to and including each stage of the work."""
        self.check_usable()
        row_checks.check_part(rows, 0, count)
        for n in range(count):
            row_checks.check_win_at(rows, n * ROW)
        times = []
        for stage, name in enumerate(
            ("reading the row", "finding the readings", "facts of each reading", "evaluating the fans", "exclusions, 副 × 翻")
        ):
            began = time.process_time()
            self.run_to(rows, count, stage)
            times.append((name, time.process_time() - began))
        return times

    def run_to(self, rows: bytes, count: int, stage: int) -> None:
        for n in range(count):
            if stage == 0:
                self.facts.load(rows, n * ROW)
            else:
                self.load_row(rows, n * ROW)
            if stage >= 4:
                self.score_readings()
            elif stage >= 2:
                for reading in range(self.arrangements.count):
                    self.arrangements.read(reading, self.facts)
                    if stage >= 3:
                        self.find_held()

    # One hand with its reasons.

    def result(self) -> tuple[int, int, int, int, bytes]:
        """The last hand scored: points with and without flowers, ``sum``, ``rate``, and the fans that count, a byte each for the number
        and how often."""
        self.check_usable()
        if not cython.compiled:
            pairs = [0] * (2 * MOST_FANS)
        end = 0
        for i in range(self.table.size):
            # written for every fan, kept for those that count: no branch to mispredict
            pairs[end] = i
            pairs[end + 1] = self.best_counts[i]
            end += 2 * (self.best_counts[i] != 0)
        return self.total_points(), self.best_points, self.best_sum, self.best_rate, bytes(pairs[:end])

    def readings(self, rows: bytes) -> list[dict[str, Any]]:
        """Every reading of a hand, with its fans that hold (``held``) and those that count (``counted``), by number, and the ``trace`` of
        its arithmetic. One scoring of the hand gives all of it."""
        self.check_usable()
        row_checks.check_win_at(rows, 0)
        self.load_row(rows, 0)
        self.best_points = -1
        found = []
        for reading in range(self.arrangements.count):
            self.arrangements.read(reading, self.facts)
            self.find_held()
            held = self.held_counts((self.one << self.held_count) - 1)
            self.choose_fans()
            if self.points >= self.best_points:
                self.keep_if_better(reading)
            found.append(self.describe_reading() | {"held": held})
        for n, described in enumerate(found):
            described["best"] = n == self.best_reading
        return found

    def held_counts(self, which: int) -> dict[int, int]:
        """How often each of these held fans (a bit each) holds, by number."""
        counts: dict[int, int] = {}
        for a in range(self.held_count):
            if which >> a & 1:
                counts[self.held[a]] = counts.get(self.held[a], 0) + self.times[a]
        return counts

    def describe_reading(self) -> dict[str, Any]:
        """The reading just scored."""
        f = self.facts
        return {
            "shape": f.shape,
            "sets": [f.sets[i] for i in range(f.set_count)],
            "pairs": [kind for kind in range(34) if f.pairs >> kind & 1],
            "concealed_pungs": f.concealed_pungs,
            "knitted": f.knitted,
            "counted": self.held_counts(self.counted),
            "links": self.links(),
            "points": self.points,
            "sum": self.sum,
            "rate": self.rate,
            "trace": self.trace(),
        }

    def links(self) -> list[tuple[int, int, bool]]:
        """The fans that are made of certain sets, with those sets (a bit each, in the order of the reading), and whether they count."""
        return []

    def trace(self) -> dict[str, int]:
        """Further numbers with which ``points_of`` came to its result, by name."""
        return {}

    def count_in_part(self, i: int, shape: int, sets: Sequence[int], concealed: int, claimed: int, pairs: Sequence[int]) -> int:
        """How often fan ``i`` would hold if the last hand loaded consisted of these sets and pairs alone. ``concealed``: its concealed
        pungs; ``claimed``: which of the sets are claimed, a bit each."""
        self.check_usable()
        guard.check_range("fan", i, 0, self.table.size - 1)
        guard.check_range("shape", shape, 0, len(SHAPES) - 1)
        sets, pairs = tuple(sets), tuple(pairs)
        guard.check_range("the number of sets", len(sets), 0, 4)
        self.facts.clear(shape)
        self.facts.open_sets = claimed
        for part in sets:
            code = part
            guard.check_range("a set", code, 0, NO_TILE - 1)
            if not row_checks.is_set(code):
                raise ValueError(f"{code} is not the byte of a set")
            self.facts.add_set(code, concealed >> (code & 63) & 1)
        for part in pairs:
            kind = part
            guard.check_range("a pair", kind, 0, KINDS - 1)
            self.facts.add_pair(kind)
        self.facts.finish()
        return self.table.count_fan(i, self.facts)
