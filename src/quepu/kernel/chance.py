"""Random walls and actions for many tables, the same for the same seed on every machine.

The generator is fast and fair but not secret: the seed determines all walls. Where people play, ``quepu.engine.shuffle`` shuffles. The C
types are in ``chance.pxd``.

The generator is SplitMix64: the state grows by a fixed odd step, and a word is the state, mixed. The first state of a wall follows from the
seed in three steps. The first word of the seed plus the number of the table is a state; its first word plus the number of the deal is
another; the first word of that is the first state of the wall.
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
from quepu.tiles import ALL_TILES

SET_IN_ORDER = ALL_TILES  # compiled, a C pointer: see the .pxd file

HALF = (1 << 32) - 1
TWO_53 = float(1 << 53)
"""The fractions that are drawn are multiples of one divided by this."""
STEP, FIRST_MIXER, SECOND_MIXER = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Chance:
    """A stream of random numbers."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed

    def begin(self, seed: int, table: int, hand: int) -> None:
        """Go to the first state of the wall of a deal."""
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
        """A number from 0 to bound - 1, all equally likely (Lemire's method): the upper half of the product of the bound and the upper half
        of a word. Another word is drawn if the lower half of the product would make some numbers more likely."""
        product = (self.word() >> 32) * bound
        if product & HALF < bound:
            least = (HALF + 1 - bound) % bound
            while product & HALF < least:
                product = (self.word() >> 32) * bound
        return product >> 32

    def fraction(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.word() >> 11) / TWO_53

    def shuffle(self, wall: MutableSequence[int], size: int) -> None:
        """Shuffle ``size`` tiles into a wall: all in order first; then, from the last place down, each is exchanged with one up to
        itself."""
        for i in range(size):
            wall[i] = SET_IN_ORDER[i]
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            tile = wall[i]
            wall[i] = wall[j]
            wall[j] = tile

    def choose(self, masks: memoryview, actions: memoryview) -> None:
        """Choose one action of each mask of two words, all equally likely; PASS if it has none."""
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
    """The wall of a deal of a table, in the order of drawing."""
    check_wall_size(size)
    if not cython.compiled:
        cells = bytearray(FULL_SET)
    chance = Chance()
    chance.begin(seed, table, hand)
    chance.shuffle(cells, size)
    return bytes(cells[:size])


def check_wall_size(size: int) -> None:
    """Raise unless a wall can have this number of tiles."""
    if size != PLAIN_SET and size != FULL_SET:
        raise ValueError(f"a wall has {PLAIN_SET} or {FULL_SET} tiles, not {size}")
