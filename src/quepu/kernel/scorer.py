"""Scoring: the readings of a hand × the fans of a rule book → exclusions → the best score.

``FanTable`` holds a rule book's numbers and is never changed once made; ``Scorer`` is the workspace of one thread, so that any number of
them can share a table. The C types stand in ``scorer.pxd``.
"""

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.errors import ImpossibleHand
from quepu.kernel.arrange import Arrangements
from quepu.kernel.facts import Facts
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import MOST_FANS, MOST_HELD, MOST_VALUE, NO_TILE, RIVALS, ROW, TAKES_ALL
from quepu.kernel.shapes import NAMES as SHAPES
from quepu.tiles import KINDS

if cython.compiled:
    from cython.cimports.cpython.pycapsule import PyCapsule_GetName, PyCapsule_GetPointer
    from cython.cimports.quepu.kernel.bits import lowest_bit
    from cython.cimports.quepu.kernel.guard import check_length, check_range, check_type
    from cython.cimports.quepu.kernel.row_checks import check_part, check_win_at, is_set, is_wrong_row
else:
    from quepu.kernel.cython_stub import lowest_bit
    from quepu.kernel.guard import check_length, check_range, check_type
    from quepu.kernel.row_checks import check_part, check_win_at, is_set, is_wrong_row

Predicate = Callable[[Facts], int]

WORDS = MOST_FANS // 64
"""A mask of fans takes so many words of 64 bits."""
NEEDS_BYTES = 7
"""``Facts.has`` has so many bytes."""
MOST_COMBINATIONS = 15
"""What three sets make is kept in so many bits."""


def no_fan(f: Facts) -> int:
    """A predicate that never holds. Compiled, all others must have its C signature."""
    return 0


class FanTable(Guarded):
    """A rule book's fans by their numbers: predicates, needs, values, and who excludes whom."""

    def __init__(
        self,
        predicates: Sequence[Predicate],
        needs: Sequence[int],
        fu: Sequence[int],
        fan: Sequence[int],
        category: Sequence[int],
        merged: Sequence[int],
        rivals: Sequence[tuple[int, int, int]],
        order: Sequence[int],
        shapes: int,
        four_as_two_pairs: bool,
        minimum: int,
        flower_points: int,
        takes: Sequence[int] = (),
        of_pungs: Sequence[bool] = (),
        nothing: int = -1,
        grade: Sequence[int] = (),
        percent: Sequence[int] = (),
        outside: Sequence[int] = (),
        fifth_tile_waits: bool = True,
    ) -> None:
        """``merged``: 1 for a fan of the group counted as one, 2 for one that adds its 翻 there. ``rivals``: pairs of fans that are not
        counted together, and how they stand. ``order``: the fans from the dearest down, in which the choice among rivals is tried.
        ``takes``: of how many sets a fan is made, if it is asked about each choice of so many (chows, or pungs where ``of_pungs``) and not
        about the whole; 0 for all others. ``nothing``: the fan that counts where no other does. ``grade``: what the predicate must say for
        this fan to hold once; 0: it holds as often as the predicate says. ``percent`` and ``outside``: values of other kinds, on the sum
        and after the minimum. ``fifth_tile_waits``: a wait for a tile of which the hand has all four is a wait."""
        self.start_init()
        self.one = 1
        predicates = tuple(predicates)
        check_range("the number of fans", len(predicates), 0, MOST_FANS)
        self.size = len(predicates)
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.minimum = minimum
        self.nothing = nothing
        check_range("nothing", self.nothing, -1, self.size - 1)
        self.fifth_tile_waits = fifth_tile_waits
        self.plain_count = self.combination_count = self.outside_count = 0
        if not cython.compiled:
            self.predicates = list(predicates)
            self.needs, self.fu, self.fan = [0] * self.size, [0] * self.size, [0] * self.size
            self.category, self.merged, self.order = [0] * self.size, [0] * self.size, [0] * self.size
            self.contested, self.grade = [0] * self.size, [0] * self.size
            self.percent, self.outside, self.outsiders = [0] * self.size, [0] * self.size, [0] * self.size
            self.combinations, self.first_combination = [0] * self.size, [0] * 11
            self.rivals = bytearray(MOST_FANS * MOST_FANS)
            self.askable = [0] * (NEEDS_BYTES * 256 * WORDS)
            self.against = [0] * (MOST_FANS * WORDS)
        self.flower_points = self.value(flower_points)
        self.enter_fans(
            predicates,
            self.column(needs),
            self.column(fu),
            self.column(fan),
            self.column(category),
            self.column(merged),
            self.column(grade or (0,) * self.size),
            self.column(percent or (0,) * self.size),
            self.column(outside or (0,) * self.size),
        )
        self.enter_order(self.column(order), self.column(takes or (0,) * self.size), self.column(of_pungs or (0,) * self.size))
        for a, b, how in rivals:
            self.enter_rivals(a, b, how)
        self.words = (self.plain_count + 63) // 64
        for byte in range(NEEDS_BYTES):
            for word in range(self.words):
                self.find_askable(byte, word)
        self.finish_init()

    def column(self, given: Sequence[int]) -> tuple[int, ...]:
        """A number for every fan."""
        column = tuple(given)
        if len(column) != self.size:
            raise ValueError(f"{len(column)} numbers for {self.size} fans")
        return column

    def value(self, given: int) -> int:
        """What a fan is worth."""
        check_range("the value of a fan", given, 0, MOST_VALUE)
        return given

    def enter_fans(
        self,
        predicates: tuple[Predicate, ...],
        needs: tuple[int, ...],
        fu: tuple[int, ...],
        fan: tuple[int, ...],
        category: tuple[int, ...],
        merged: tuple[int, ...],
        grade: tuple[int, ...],
        percent: tuple[int, ...],
        outside: tuple[int, ...],
    ) -> None:
        """The fans' predicates and values. A predicate is called as a C function, so it must have the C signature of all."""
        for i in range(self.size):
            if cython.compiled:
                signature = PyCapsule_GetName(sys.modules[__name__].__pyx_capi__["no_fan"])
                capsule = sys.modules[predicates[i].__module__].__pyx_capi__[predicates[i].__name__]
                self.predicates[i] = cython.cast(predicate_t, PyCapsule_GetPointer(capsule, signature))  # type: ignore[name-defined]  # noqa: F821  # a name of the .pxd
            self.needs[i] = needs[i]
            self.fu[i] = self.value(fu[i])
            self.fan[i] = self.value(fan[i])
            self.category[i] = category[i]
            self.merged[i] = merged[i]
            self.grade[i] = grade[i]
            self.percent[i] = self.value(percent[i])
            self.outside[i] = self.value(outside[i])
            if self.outside[i]:
                self.outsiders[self.outside_count] = i
                self.outside_count += 1

    def enter_order(self, order: tuple[int, ...], takes: tuple[int, ...], of_pungs: tuple[int, ...]) -> None:
        """The order in which fans are asked; those made of sets apart, those of so many chows or pungs together."""
        for place in range(self.size):
            i = order[place]
            check_range("a fan", i, 0, self.size - 1)
            taken = takes[i]
            if i != self.nothing and taken == 0:
                self.order[self.plain_count] = i
                self.plain_count += 1
        for kind in range(2):
            for size in range(5):
                first = self.first_combination[5 * kind + size] = self.combination_count
                for place in range(self.size):
                    i = order[place]
                    taken, pungs = takes[i], of_pungs[i]
                    if size and taken == size and pungs == kind:
                        self.combinations[self.combination_count] = i
                        self.combination_count += 1
                check_range("the number of fans made of such sets", self.combination_count - first, 0, MOST_COMBINATIONS)
        self.first_combination[10] = self.combination_count

    def enter_rivals(self, a: int, b: int, how: int) -> None:
        """Two fans that are not counted together."""
        check_range("a fan", a, 0, self.size - 1)
        check_range("a fan", b, 0, self.size - 1)
        check_range("how two fans stand", how, RIVALS, TAKES_ALL)
        self.rivals[a * MOST_FANS + b] = how
        self.contested[a] = self.contested[b] = 1
        if how == RIVALS or how == TAKES_ALL:  # noqa: SIM109  # compiled, `in` would make a tuple
            if self.rivals[b * MOST_FANS + a] == 0:
                self.rivals[b * MOST_FANS + a] = RIVALS
            self.against[a * WORDS + (b >> 6)] |= self.one << (b & 63)
            self.against[b * WORDS + (a >> 6)] |= self.one << (a & 63)

    def find_askable(self, byte: int, word: int) -> None:
        """For each value of one byte of ``Facts.has``: which fans (a bit for each place in ``order``, 64 to a word) have all they need in
        that byte. The fans to ask are those in the masks of every byte, so the others cost nothing."""
        if not cython.compiled:
            needing = [0] * 8
        every = 0
        for place in range(min(64, self.plain_count - 64 * word)):
            every |= self.one << place
        for bit in range(8):
            needing[bit] = 0
            for place in range(min(64, self.plain_count - 64 * word)):
                if self.needs[self.order[64 * word + place]] >> 8 * byte + bit & 1:
                    needing[bit] |= self.one << place
        at = 256 * byte * WORDS + word
        self.askable[at + 255 * WORDS] = every
        for value in range(254, -1, -1):
            missing = lowest_bit(~value)
            self.askable[at + value * WORDS] = self.askable[at + (value | 1 << missing) * WORDS] & ~needing[missing]

    def ask(self, i: int, f: Facts) -> int:
        """How often fan ``i`` holds."""
        if cython.compiled:
            said = self.predicates[i](f, 0)  # type: ignore[call-arg]  # the C function has one argument more
        else:
            said = int(self.predicates[i](f))
        return said == self.grade[i] if self.grade[i] else said


class Scorer(Guarded):
    """Scores one hand after another with one table, for one thread. Here the fans' values are added up; a book that counts
    otherwise has its own ``worth``."""

    def __init__(self, table: FanTable) -> None:
        self.start_init()
        check_type("table", table, FanTable)
        self.table = table
        self.table.check_usable()
        self.facts = Facts()
        self.arrangements = Arrangements()
        self.one = 1
        if not cython.compiled:
            self.held, self.times, self.rivals, self.before = [0] * 64, [0] * 64, [0] * 64, [0] * WORDS
            self.counts, self.best_counts = [0] * MOST_FANS, [0] * MOST_FANS
        self.prepare()
        self.finish_init()

    def prepare(self) -> None:
        """What else a way of counting needs. It is part of ``__init__``, whichever class that is called of."""

    def worth(self, open: int) -> int:
        """The points of these held fans (a bit each), with ``fu`` and ``fan`` left in the fields of that name. More fans are never
        worth less: ``choose`` relies on it."""
        sum = 0
        for a in range(self.held_count):
            sum += self.table.fan[self.held[a]] * self.times[a] * (open >> a & 1)
        self.fu = 0
        self.fan = sum
        return sum

    def judge(self) -> None:
        """Ask the fans about the reading in ``facts`` and count the best of them that may stand together."""
        self.ask_fans()
        self.settle()

    def ask_fans(self) -> None:
        """Which fans hold, and how often; those whose needs are not met are not asked."""
        self.held_count = 0
        has = self.facts.has
        for word in range(self.table.words):
            open = self.table.askable[(has & 255) * WORDS + word]
            for byte in range(1, NEEDS_BYTES):
                open &= self.table.askable[(256 * byte + (has >> 8 * byte & 255)) * WORDS + word]
            while open:
                i = self.table.order[64 * word + lowest_bit(open)]
                open &= open - 1
                self.hold(i, self.table.ask(i, self.facts))

    def look_at_wait(self) -> None:
        """Find out whether the winning tile was the only one waited for, in a book with a fan that asks."""

    def hold(self, i: int, times: int) -> None:
        """Enter a fan if it holds. It is written in any case and then kept or not: no branch, which the processor would often guess
        wrongly."""
        self.held[self.held_count] = i
        self.times[self.held_count] = times
        self.held_count += (times != 0) & (self.held_count < MOST_HELD)

    def settle(self) -> None:
        """Choose among the fans that hold."""
        self.find_rivals()
        self.points = -1
        self.eligible = (self.one << self.held_count) - 1
        self.choose(self.eligible)
        if self.points == 0 and self.table.nothing >= 0:
            self.counted |= self.one << self.held_count
            self.hold(self.table.nothing, 1)
        self.points = self.worth(self.counted)

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
                        self.set_against(a, b)
            self.before[i >> 6] |= self.one << (i & 63)

    def set_against(self, a: int, b: int) -> None:
        """These two never count together."""
        self.rivals[a] |= self.one << b
        self.rivals[b] |= self.one << a
        self.contested |= self.one << a | self.one << b

    def choose(self, open: int) -> None:
        """Find the choice with the most points: of the fans still open, take the dearest that has a rival, or leave it if the rest
        could be worth more even were they all counted. As more fans are never worth less, nothing is missed."""
        left = open & self.contested
        while left:
            a = lowest_bit(left)
            if self.rivals[a] & open:
                self.take_or_leave(a, open)
                return
            left &= left - 1
        self.consider(open)

    def take_or_leave(self, a: int, open: int) -> None:
        """Choose with this fan, then without it if that could be better."""
        self.choose(open & ~self.rivals[a])
        without = open & ~(self.one << a)
        if self.worth(without) > self.points:
            self.choose(without)

    def consider(self, open: int) -> None:
        """A choice without rivals: keep it if it is the best so far."""
        points = self.worth(open)
        if points > self.points:
            self.points = points
            self.counted = open

    def score(self, rows: bytes, at: int) -> int:
        """Score the hand in the row that begins at ``at``; whether it is a win. The result is left in the ``best_`` fields."""
        self.check_usable()
        check_win_at(rows, at)
        return self.score_row(rows, at)

    def score_row(self, rows: Sequence[int], at: int) -> int:
        """``score`` for the kernel itself: compiled, it takes a pointer and needs no Python."""
        self.facts.load(rows, at)
        self.arrangements.find(self.facts, self.table.shapes, self.table.four_as_two_pairs)
        return self.score_readings()

    def score_readings(self) -> int:
        """The best of the readings found, and among equals the one whose fans stand first in the book."""
        self.best_points = -1
        for reading in range(self.arrangements.count):
            self.try_reading(reading)
        return self.arrangements.count > 0

    def try_reading(self, reading: int) -> None:
        """Judge a reading, and keep it if it is the best so far."""
        self.arrangements.read(reading, self.facts)
        self.judge()
        if self.points >= self.best_points:
            self.take(reading)

    def take(self, reading: int) -> None:
        """Keep the judged reading if it beats the best so far."""
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
        self.best_fu = self.fu
        self.best_fan = self.fan
        self.best_reading = reading

    def total(self) -> int:
        """The points of the best reading with the flowers."""
        return self.best_points + self.best_outside()

    def best_outside(self) -> int:
        """What stands outside the minimum: flowers."""
        points = self.table.flower_points * self.facts.flowers
        for j in range(self.table.outside_count):
            i = self.table.outsiders[j]
            points += self.table.outside[i] * self.best_counts[i]
        return points

    def score_rows(
        self,
        rows: bytes,
        first: int,
        last: int,
        points: memoryview,
        base: memoryview,
        fu: memoryview,
        fan: memoryview,
        win: memoryview,
        legal: memoryview,
        fans: memoryview,
    ) -> None:
        """Score the rows from ``first`` up to ``last`` into these columns; the fans of row n stand from n · size on. Compiled, other
        threads run meanwhile."""
        self.check_usable()
        check_part(rows, first, last)
        check_length("a column", min(len(points), len(base), len(fu), len(fan), len(win), len(legal)), last)
        check_length("fans", len(fans), last * self.table.size)
        self.lock()
        wrong = self.fill(rows, first, last, points, base, fu, fan, win, legal, fans)
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
        fu: memoryview,
        fan: memoryview,
        win: memoryview,
        legal: memoryview,
        fans: memoryview,
    ) -> int:
        """Up to the first row that is none, which is returned; -1 if there is no such row."""
        size = self.table.size
        wrong = -1
        with cython.nogil:
            for n in range(first, last):
                if is_wrong_row(rows, n * ROW):
                    wrong = n
                    break
                if self.score_row(rows, n * ROW):
                    win[n] = 1
                    base[n] = self.best_points
                    points[n] = self.total()
                    fu[n] = self.best_fu
                    fan[n] = self.best_fan
                    legal[n] = self.best_points >= self.table.minimum
                    for i in range(size):
                        fans[n * size + i] = self.best_counts[i]
        return wrong

    # For the benchmark's profile.

    def stages(self, rows: bytes, count: int) -> list[tuple[str, float]]:
        """Seconds for so many rows, up to and including each stage of the work."""
        self.check_usable()
        check_part(rows, 0, count)
        for n in range(count):
            check_win_at(rows, n * ROW)
        times = []
        for stage, name in enumerate(
            ("reading the row", "finding the readings", "facts of each reading", "asking the fans", "exclusions, 副 × 翻")
        ):
            began = time.process_time()
            self.run_to(rows, count, stage)
            times.append((name, time.process_time() - began))
        return times

    def run_to(self, rows: bytes, count: int, stage: int) -> None:
        for n in range(count):
            self.facts.load(rows, n * ROW)
            if stage >= 1:
                self.arrangements.find(self.facts, self.table.shapes, self.table.four_as_two_pairs)
            if stage >= 4:
                self.score_readings()
            elif stage >= 2:
                for reading in range(self.arrangements.count):
                    self.arrangements.read(reading, self.facts)
                    if stage >= 3:
                        self.ask_fans()

    # For the explanation, one hand at a time.

    def result(self) -> tuple[int, int, int, int, bytes]:
        """The last hand scored: points with and without flowers, 副, 翻, and the fans that count, a byte each for the number and how
        often."""
        self.check_usable()
        if not cython.compiled:
            pairs = [0] * (2 * MOST_FANS)
        end = 0
        for i in range(self.table.size):
            # written for every fan, kept for those that count: no branch to mispredict
            pairs[end] = i
            pairs[end + 1] = self.best_counts[i]
            end += 2 * (self.best_counts[i] != 0)
        return self.total(), self.best_points, self.best_fu, self.best_fan, bytes(pairs[:end])

    def readings(self, rows: bytes) -> list[dict[str, Any]]:
        """Every reading of a hand with all its fans that hold (``held``) and those that count (``counted``), by number."""
        self.check_usable()
        check_win_at(rows, 0)
        self.score_row(rows, 0)
        found = []
        for reading in range(self.arrangements.count):
            self.arrangements.read(reading, self.facts)
            self.ask_fans()
            f = self.facts
            held: dict[int, int] = {}
            counted: dict[int, int] = {}
            for a in range(self.held_count):
                held[self.held[a]] = held.get(self.held[a], 0) + self.times[a]
            self.settle()
            for a in range(self.held_count):
                if self.counted >> a & 1:
                    counted[self.held[a]] = counted.get(self.held[a], 0) + self.times[a]
            found.append(
                {
                    "shape": f.shape,
                    "sets": [f.sets[i] for i in range(f.set_count)],
                    "pairs": [kind for kind in range(34) if f.pairs >> kind & 1],
                    "concealed_pungs": f.concealed_pungs,
                    "knitted": f.knitted,
                    "held": held,
                    "counted": counted,
                    "links": self.links(),
                    "points": self.points,
                    "fu": self.fu,
                    "fan": self.fan,
                    "best": reading == self.best_reading,
                }
            )
        return found

    def links(self) -> list[tuple[int, int, bool]]:
        """The fans that are made of certain sets, with those sets (a bit each, in the order of the reading), and whether they count."""
        return []

    def ask_part(self, i: int, shape: int, sets: Sequence[int], concealed: int, claimed: int, pairs: Sequence[int]) -> int:
        """How often fan ``i`` would hold if the last hand loaded were read as these sets and pairs alone. ``concealed``: the pungs of the
        hand that are; ``claimed``: which of the sets were, a bit each."""
        self.check_usable()
        check_range("fan", i, 0, self.table.size - 1)
        check_range("shape", shape, 0, len(SHAPES) - 1)
        sets, pairs = tuple(sets), tuple(pairs)
        check_range("the number of sets", len(sets), 0, 4)
        self.facts.clear(shape)
        self.facts.open_sets = claimed
        for part in sets:
            code = part
            check_range("a set", code, 0, NO_TILE - 1)
            if not is_set(code):
                raise ValueError(f"{code} is the byte of no set")
            self.facts.add_set(code, concealed >> (code & 63) & 1)
        for part in pairs:
            kind = part
            check_range("a pair", kind, 0, KINDS - 1)
            self.facts.add_pair(kind)
        self.facts.finish()
        return self.table.ask(i, self.facts)
