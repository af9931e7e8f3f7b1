"""Arrivals: how likely it is that the tiles come which a target lacks (see ``prospects``).

A tile is drawn, or claimed from a discard of another player. What completes a chow can be claimed from one player and what completes a
pung from three, so such tiles come faster. The C types are in ``arrivals.pxd``.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import DRAWN, FOR_CHOW, FOR_PUNG

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

CHOICES = (1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1)
"""The number of ways to choose k of n tiles, at 5n + k."""


class Arrivals(Guarded):
    """Two numbers for each use of a tile (DRAWN, FOR_CHOW or FOR_PUNG), each number of tiles that are left of a kind, and each number of
    them that a target lacks, at use + 5 * left + lacking. ``come`` is the chance that they all come; ``first`` is by what it is multiplied
    if one of them comes next: the rest must follow, and one that can be claimed is more likely to be the next."""

    choices: list[float]
    come: list[float]
    first: list[float]

    def __init__(self) -> None:
        self.start_init()
        for i in range(25):
            self.choices[i] = CHOICES[i]
        self.finish_init()

    def count_ways(self) -> None:
        """Count the ways to choose the tiles instead of the chance that they come."""
        for left in range(1, 5):
            for lacking in range(1, left + 1):
                self.come[DRAWN + 5 * left + lacking] = self.choices[5 * left + lacking]
                self.first[DRAWN + 5 * left + lacking] = lacking / float(left)

    def find(self, share: float, chow: float, pung: float) -> None:
        """Find the chances if this share of all tiles will be drawn; ``chow`` and ``pung`` times as fast come those that can be claimed."""
        self.find_for(DRAWN, share, 1.0)
        self.find_for(FOR_CHOW, share, chow)
        self.find_for(FOR_PUNG, share, pung)

    def find_for(self, use: int, share: float, rate: float) -> None:
        chance = 1.0 - float(exp(-rate * share))
        for left in range(5):
            for lacking in range(left + 1):
                self.come[use + 5 * left + lacking] = self.at_least(left, lacking, chance)
        for left in range(1, 5):
            for lacking in range(1, left + 1):
                all = self.come[use + 5 * left + lacking]
                rest = self.come[use + 5 * (left - 1) + lacking - 1]
                self.first[use + 5 * left + lacking] = rate * lacking * rest / all if all > 0.0 else 0.0

    def at_least(self, left: int, lacking: int, chance: float) -> float:
        """The chance that at least this number of tiles come, each with the same chance."""
        total = 0.0
        for some in range(lacking, left + 1):
            ways = self.choices[5 * left + some]
            for i in range(left):
                ways *= chance if i < some else 1.0 - chance
            total += ways
        return total
