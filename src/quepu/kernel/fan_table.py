"""The fans of a rule book as plain numbers, for the scorers. The C types are in ``fan_table.pxd``."""

import sys
from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard
from quepu.kernel.facts import Facts
from quepu.kernel.fan_row import MOST_COMBINATIONS, NEEDS_BYTES, WORDS, FanRow, Predicate
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import MOST_FANS, MOST_HELD, MOST_VALUE, RIVALS, TAKES_ALL

if cython.compiled:
    from cython.cimports.cpython.pycapsule import PyCapsule_GetName, PyCapsule_GetPointer


def no_fan(f: Facts) -> int:
    """A predicate that never holds. Compiled, all others must have its C signature."""
    return 0


class FanTable(Guarded):
    """The fans by number: predicates, needs, values, and which exclude which. It never changes, so threads may share it."""

    predicates: list[Predicate]
    needs: list[int]
    fu: list[int]
    fan: list[int]
    grade: list[int]
    percent: list[int]
    outside: list[int]
    category: list[int]
    merged: list[int]
    order: list[int]
    contested: list[int]
    combinations: list[int]
    outside_fans: list[int]
    set_count: list[int]
    of_pungs: list[int]
    first_combination: list[int]
    rivals: list[int]
    possible: list[int]
    against: list[int]

    def __init__(
        self,
        fans: Sequence[FanRow],
        relations: Sequence[tuple[int, int, int]],
        order: Sequence[int],
        shapes: int,
        four_as_two_pairs: bool,
        minimum: int,
        flower_points: int,
        nothing: int = -1,
        fifth_tile_waits: bool = True,
    ) -> None:
        """``relations``: pairs of fans that are not counted together, and how they relate. ``order``: the fans from the highest value
        down; the choice among rivals tries them in this order. ``nothing``: the fan that counts where no other does.
        ``fifth_tile_waits``: a wait for a tile of which the hand has all four is a wait."""
        self.start_init()
        self.one = 1
        rows = tuple(fans)
        guard.check_range("the number of fans", len(rows), 0, MOST_FANS)
        self.size = len(rows)
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.minimum = minimum
        self.nothing = nothing
        guard.check_range("nothing", self.nothing, -1, self.size - 1)
        self.fifth_tile_waits = fifth_tile_waits
        self.plain_count = self.combination_count = self.outside_count = 0
        self.flower_points = self.checked_value(flower_points)
        for i in range(self.size):
            self.enter_fan(i, rows[i])
        self.enter_order(bytes(order))
        for a, b, how in relations:
            self.enter_relation(a, b, how)
        self.words = (self.plain_count + 63) // 64
        for byte in range(NEEDS_BYTES):
            for word in range(self.words):
                self.find_possible(byte, word)
        self.finish_init()

    def checked_value(self, given: int) -> int:
        guard.check_range("the value of a fan", given, 0, MOST_VALUE)
        return given

    def enter_fan(self, i: int, row: FanRow) -> None:
        """A fan's predicate and values. The predicate is called as a C function, so it must have the C signature of ``no_fan``."""
        if cython.compiled:
            signature = PyCapsule_GetName(sys.modules[__name__].__pyx_capi__["no_fan"])
            capsule = sys.modules[row.predicate.__module__].__pyx_capi__[row.predicate.__name__]
            self.predicates[i] = cython.cast(predicate_t, PyCapsule_GetPointer(capsule, signature))  # type: ignore[name-defined]  # noqa: F821  # a name of the .pxd
        else:
            self.predicates[i] = row.predicate
        self.needs[i] = row.needs
        self.fu[i] = self.checked_value(row.fu)
        self.fan[i] = self.checked_value(row.fan)
        self.percent[i] = self.checked_value(row.percent)
        self.outside[i] = self.checked_value(row.outside)
        self.category[i] = row.category
        self.merged[i] = row.merged
        self.grade[i] = row.grade
        self.set_count[i] = row.sets
        self.of_pungs[i] = row.of_pungs
        if self.outside[i]:
            self.outside_fans[self.outside_count] = i
            self.outside_count += 1

    def enter_order(self, order: bytes) -> None:
        """The order in which fans are evaluated: first those of the whole hand; then those made of sets, by the number and type of the
        sets."""
        if len(order) != self.size:
            raise ValueError(f"an order of {len(order)} fans for {self.size} fans")
        for place in range(self.size):
            i = order[place]
            guard.check_range("a fan", i, 0, self.size - 1)
            if i != self.nothing and self.set_count[i] == 0:
                self.order[self.plain_count] = i
                self.plain_count += 1
        for pungs in range(2):
            for size in range(5):
                first = self.first_combination[5 * pungs + size] = self.combination_count
                for place in range(self.size):
                    i = order[place]
                    if size and self.set_count[i] == size and self.of_pungs[i] == pungs:
                        self.combinations[self.combination_count] = i
                        self.combination_count += 1
                guard.check_range("the number of fans made of such sets", self.combination_count - first, 0, MOST_COMBINATIONS)
        self.first_combination[10] = self.combination_count

    def enter_relation(self, a: int, b: int, how: int) -> None:
        """Two fans that are not counted together."""
        guard.check_range("a fan", a, 0, self.size - 1)
        guard.check_range("a fan", b, 0, self.size - 1)
        guard.check_range("how two fans relate", how, RIVALS, TAKES_ALL)
        self.rivals[a * MOST_FANS + b] = how
        self.contested[a] = self.contested[b] = 1
        if how == RIVALS or how == TAKES_ALL:  # noqa: SIM109  # compiled, `in` would make a tuple
            if self.rivals[b * MOST_FANS + a] == 0:
                self.rivals[b * MOST_FANS + a] = RIVALS
            self.against[a * WORDS + (b >> 6)] |= self.one << (b & 63)
            self.against[b * WORDS + (a >> 6)] |= self.one << (a & 63)

    def find_possible(self, byte: int, word: int) -> None:
        """For each value of one byte of ``Facts.has``: the fans (a bit for each place in ``order``, 64 to a word) that have all they need
        in that byte. The fans to evaluate are those in the masks of every byte, so the others cost nothing."""
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
        self.possible[at + 255 * WORDS] = every
        for value in range(254, -1, -1):
            missing = bits.lowest_bit(~value)
            self.possible[at + value * WORDS] = self.possible[at + (value | 1 << missing) * WORDS] & ~needing[missing]

    def find_held(self, f: Facts, held: list[int], times: list[int]) -> int:
        """Write down the fans that hold, and how often each does; those whose needs are not met are skipped. Returns how many hold.

        A fan is written in any case and then kept or not: no branch, which the processor would often guess wrongly."""
        count = 0
        for word in range(self.words):
            open = self.possible[(f.has & 255) * WORDS + word]
            for byte in range(1, NEEDS_BYTES):
                open &= self.possible[(256 * byte + (f.has >> 8 * byte & 255)) * WORDS + word]
            while open:
                i = self.order[64 * word + bits.lowest_bit(open)]
                open &= open - 1
                held[count] = i
                times[count] = self.count_fan(i, f)
                count += (times[count] != 0) & (count < MOST_HELD)
        return count

    def count_fan(self, i: int, f: Facts) -> int:
        """How often fan ``i`` holds."""
        if cython.compiled:
            returned = self.predicates[i](f, 0)  # type: ignore[call-arg]  # the C function has one argument more
        else:
            returned = int(self.predicates[i](f))
        return returned == self.grade[i] if self.grade[i] else returned
