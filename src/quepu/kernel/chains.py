"""链牌: the chains that seven pairs form on the sheet of Woods Hole.

The pairs are divided into chains with the largest sum. A single chain runs through a suit, from a nine to the one of another suit or to 东,
and through 东南西北中发白: a step from each pair to the next is worth 1. A chain of k rows is the same n numbers in k rows: 2n - 1 or
3n - 1 for two or three, and with four to seven rows, of one number, 3, 4, 6, 7; there honours count as numbers. The C types are in
``chains.pxd``.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel.arrays import allocate
from quepu.kernel.facts import Facts

STANDS_FOR = ((1, 6), (2, 7), (3, 8), (4, 9), (1, 7), (2, 8), (3, 9))
"""The two numbers as which 东南西北中发白 count in a chain of four or more rows."""

MANY_ROWS = {4: 3, 5: 4, 6: 6, 7: 7}
"""The worth of chains of one number, by the number of rows."""


def _all_chains() -> list[tuple[int, int, int]]:
    """Every chain of two or more rows: its worth, the kinds it uses, those of them that it uses twice."""
    needs: list[tuple[int, tuple[int, ...]]] = []
    for rows, longest in ((2, 3), (3, 2)):
        for length in range(1, longest + 1):
            for start, suits in product(range(10 - length), combinations_with_replacement(range(3), rows)):
                needs.append((rows * length - 1, tuple(9 * suit + start + n for suit in suits for n in range(length))))
    for number in range(1, 10):
        kinds = [9 * suit + number - 1 for suit in range(3)] + [27 + i for i, numbers in enumerate(STANDS_FOR) if number in numbers]
        for rows, worth in MANY_ROWS.items():
            needs += [(worth, chosen) for chosen in combinations_with_replacement(kinds, rows)]
    return [
        (worth, sum(1 << kind for kind in set(chosen)), sum(1 << kind for kind in set(chosen) if chosen.count(kind) == 2))
        for worth, chosen in needs
        if max(map(chosen.count, chosen)) <= 2
    ]


STEPS = sum(0b11111111 << 9 * suit for suit in range(3)) | 0b111111 << 27
"""The kinds from which a single chain continues to the next kind, in its suit or among the honours."""


class Chains:
    """All chains of two or more rows, few enough to try them all. It never changes."""

    worth: list[int]
    once: list[int]
    twice: list[int]

    def __init__(self) -> None:
        found = _all_chains()
        self.count = len(found)
        self.steps = STEPS
        if not cython.compiled:
            allocate(self)
        for i in range(self.count):
            self.worth[i], self.once[i], self.twice[i] = found[i]

    def best(self, f: Facts) -> int:
        """The largest sum of chains into which the pairs of a hand can be divided."""
        if not cython.compiled:
            fitting = [0] * self.count
        count = 0
        for i in range(self.count):
            fitting[count] = i
            count += 1 if (self.once[i] & ~f.kinds | self.twice[i] & ~f.fours) == 0 else 0
        return self.search(f, fitting, 0, count, f.kinds, f.fours)

    def search(self, f: Facts, fitting: Sequence[int], first: int, count: int, once: int, twice: int) -> int:
        """The same for these pairs (``twice``: the kinds with two pairs), with the chains of several rows that fit the hand, from the
        ``first`` on. A chain that uses one of two pairs of a kind leaves the other."""
        most = self.single(f, once, twice)
        for j in range(first, count):
            i = fitting[j]
            if self.once[i] & ~once == 0 and self.twice[i] & ~twice == 0:
                left = once & ~self.twice[i] & (twice | ~self.once[i])
                most = max(most, self.worth[i] + self.search(f, fitting, j, count, left, twice & ~self.once[i]))
        return most

    def single(self, f: Facts, once: int, twice: int) -> int:
        """The maximum number of steps in single chains: each pair has at most one before it and one after it."""
        steps = f.size(once & once >> 1 & self.steps) + f.size(twice & twice >> 1 & self.steps)
        # from the nines to the ones of other suits and to 东: limited by the number of either; a suit's nines never lead to its own ones
        nines = ones = 0
        for suit in range(3):
            nines += self.pairs(once, twice, 9 * suit + 8)
            ones += self.pairs(once, twice, 9 * suit)
        ends = ones + self.pairs(once, twice, 27)
        most = min(nines, ends)
        for suit in range(3):
            of_suit = self.pairs(once, twice, 9 * suit + 8)
            most = min(most, nines - of_suit + ends - self.pairs(once, twice, 9 * suit))
        return steps + most

    def pairs(self, once: int, twice: int, kind: int) -> int:
        """The number of pairs of a kind."""
        return (once >> kind & 1) + (twice >> kind & 1)


@cache
def chains() -> Chains:
    """The object that all scorers share."""
    return Chains()
