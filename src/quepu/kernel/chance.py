"""Chance for many tables at once: walls and actions at random, the same for the same seed on every machine.

It is fast and fair, and no secret: who knows the seed knows the walls. Where people play, ``quepu.engine.shuffle`` shuffles. The C types
stand in ``chance.pxd``.

The numbers are those of SplitMix64: the state grows by a fixed odd step, and a word is the state, mixed. The first state of a wall comes of
the seed: its first word, plus the number of the table, is a state; the first word of that, plus the number of the hand, is another; the
first word of that is it.
"""

from __future__ import annotations

from collections.abc import MutableSequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard
from quepu.kernel.actions import PASS
from quepu.kernel.shapes import FULL_SET, PLAIN_SET

HALF = (1 << 32) - 1
STEP, FIRST_MIXER, SECOND_MIXER = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Chance:
    """A stream of random numbers."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed

    def begin(self, seed: int, table: int, hand: int) -> None:
        """Go to where the wall of a hand begins."""
        self.state = seed
        self.state = bits.wrapping_sum(self.word(), table)
        self.state = bits.wrapping_sum(self.word(), hand)
        self.state = self.word()

    def word(self) -> int:
        """64 bits."""
        self.state = bits.wrapping_sum(self.state, STEP)
        mixed: int = self.state
        mixed = bits.wrapping_product(mixed ^ mixed >> 30, FIRST_MIXER)
        mixed = bits.wrapping_product(mixed ^ mixed >> 27, SECOND_MIXER)
        return mixed ^ mixed >> 31

    def below(self, bound: int) -> int:
        """A number from 0 up to bound − 1, all equally likely: the upper half of a word times the bound, of which the upper half is taken;
        where the lower half is among the few that would make some numbers likelier, another word is drawn."""
        product = (self.word() >> 32) * bound
        if product & HALF < bound:
            least = (HALF + 1 - bound) % bound
            while product & HALF < least:
                product = (self.word() >> 32) * bound
        return product >> 32

    def shuffle(self, wall: MutableSequence[int], size: int) -> None:
        """Lay a wall of so many tiles: all in order, then, from the last place down, each place changes with itself or one before it."""
        for i in range(size):
            wall[i] = i >> 2 if i < 136 else i - 102
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            tile = wall[i]
            wall[i] = wall[j]
            wall[j] = tile

    def choose(self, masks: memoryview, actions: memoryview) -> None:
        """For each mask of two words one of its actions, all equally likely; PASS where it has none."""
        count = len(actions)
        guard.check_length("masks", len(masks), 2 * count)
        with cython.nogil:
            for n in range(count):
                actions[n] = self.one_of(masks[2 * n], masks[2 * n + 1])

    def one_of(self, low: int, high: int) -> int:
        size = bits.bit_count(low) + bits.bit_count(high)
        if size == 0:
            return PASS
        which = self.below(size) if size > 1 else 0
        first = 0
        if which >= bits.bit_count(low):
            which -= bits.bit_count(low)
            low = high
            first = 64
        for _ in range(which):
            low &= low - 1
        action: int = first + bits.lowest_bit(low)
        return action


def wall_of(seed: int, table: int, hand: int, size: int) -> bytes:
    """The wall, in the order of drawing, of a hand of a table."""
    check_wall_size(size)
    if not cython.compiled:
        cells = bytearray(144)
    chance = Chance()
    chance.begin(seed, table, hand)
    chance.shuffle(cells, size)
    return bytes(cells[:size])


def check_wall_size(size: int) -> None:
    """Raise unless a wall has so many tiles."""
    if size != PLAIN_SET and size != FULL_SET:
        raise ValueError(f"a wall has {PLAIN_SET} or {FULL_SET} tiles, not {size}")
