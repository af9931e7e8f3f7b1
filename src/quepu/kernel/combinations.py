"""All combinations of sets and a pair that one suit, or the honours, can have.

A combination is a word. Each kind has four bits, the lowest kind the lowest: as many ones as the combination has tiles of the kind. So what
is missing from it is counted by one instruction. Then follow the bits of a mark, which decides whether it is in a sample. The C types are
in ``combinations.pxd``.
"""

from array import array
from functools import cache

from quepu.kernel import bits, guard
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import MARK, MARK_BITS, MARK_FACTOR

MOST = 1 << 15
"""A limit above the number of combinations: 21,743 of a suit, 498 of the honours."""


class Combinations(Guarded):
    """The combinations of ``done`` sets and pairs (2 · sets + pairs) of a suit are ``words`` from ``first[done]`` up to
    ``first[done + 1]``; those of the honours from ``first[10 + done]`` on."""

    first: list[int]
    tiles: list[int]

    def __init__(self) -> None:
        self.start_init()
        self.words = array("Q", bytes(8 * MOST))
        self.count = 0
        for suit in range(2):
            for done in range(10):
                self.first[10 * suit + done] = self.count
                self.add(7 if suit else 9, 0, 0, 0, done, -1)
        self.first[20] = self.count
        self.finish_init()

    def add(self, kinds: int, n: int, before: int, last: int, done: int, pair: int) -> None:
        """Walk up the numbers; ``before`` and ``last`` chows began at the two numbers before. Three equal chows are three pungs, so at most
        two chows begin at a number; then every combination of sets is found once."""
        if n == kinds:
            if done == 0 and not self.has_lower_pair(kinds, pair):
                self.add_word(kinds)
            return
        for chows in range(3 if kinds == 9 and n < 7 else 1):
            for pung in range(2):
                for paired in range(2 if done & 1 else 1):
                    then = done - 2 * (chows + pung) - paired
                    used = before + last + chows + 3 * pung + 2 * paired
                    if then >= 0 and used <= 4:
                        self.tiles[n] = used
                        self.add(kinds, n + 1, last, chows, then, n if paired else pair)

    def has_lower_pair(self, kinds: int, pair: int) -> int:
        """Whether the tiles are sets and a pair in another way too, with a lower pair. Only the way with the lowest is kept."""
        for lower in range(pair):
            if self.tiles[lower] > 1 and self.is_sets_without(kinds, lower):
                return 1
        return 0

    def is_sets_without(self, kinds: int, pair: int) -> int:
        """Whether the tiles without this pair are sets."""
        before = last = 0
        for n in range(kinds):
            rest = self.tiles[n] - before - last - (2 if n == pair else 0)
            if rest < 0:
                return 0
            chows = rest - 3 if rest > 2 else rest
            if chows and (kinds < 9 or n > 6):
                return 0
            before = last
            last = chows
        return 1

    def add_word(self, kinds: int) -> None:
        mark = word = 0
        for n in range(kinds):
            mark = (7 * mark + self.tiles[n]) * 40503 & 65535
        for n in range(kinds - 1, -1, -1):
            word = word << 4 | (1 << self.tiles[n]) - 1
        self.words[self.count] = (mark * MARK_FACTOR & (1 << MARK_BITS) - 1) << MARK | word
        self.count += 1

    def counts(self, kinds: int, done: int) -> list[tuple[int, ...]]:
        """The tiles of each combination with ``done`` sets and pairs, counted by kind: of a suit (nine kinds) or the honours (seven)."""
        self.check_usable()
        guard.check_range("done", done, 0, 9)
        if kinds != 9 and kinds != 7:
            raise ValueError(f"a suit has 9 kinds and the honours are 7, not {kinds}")
        first = done if kinds == 9 else 10 + done
        words = [self.words[i] for i in range(self.first[first], self.first[first + 1])]
        return [tuple([bits.bit_count(word >> 4 * n & 15) for n in range(kinds)]) for word in words]


@cache
def combinations() -> Combinations:
    """The combinations, shared by all threads. They never change."""
    return Combinations()
