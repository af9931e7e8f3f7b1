"""The row of one fan in a ``FanTable``, and the table's sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import MOST_FANS

Predicate = Callable[[Facts], int]

WORDS = MOST_FANS // 64
"""The words of 64 bits in a mask of fans."""
NEEDS_BYTES = 7
"""The bytes of ``Facts.has``."""
MOST_COMBINATIONS = 15
"""The maximum of fans that are made of the same number of chows, or of pungs."""


class FanRow(NamedTuple):
    """One fan as numbers."""

    predicate: Predicate
    needs: int = 0
    """The facts without which it cannot hold; see ``fact_bits.needs``."""
    fu: int = 0
    fan: int = 0
    """翻, or points."""
    percent: int = 0
    """Percent on the sum."""
    outside: int = 0
    """Points outside the minimum."""
    category: int = 0
    merged: int = 0
    """1: one of the fans whose 翻 are counted as one fan's; 2: it also adds its 翻 to the others'."""
    grade: int = 0
    """The fan holds once if the predicate returns this number; 0: it holds as often as the predicate returns."""
    sets: int = 0
    """The fan is made of this number of sets and evaluated for each choice of them; 0: it is evaluated for the whole hand."""
    of_pungs: bool = False
    """These sets are pungs, not chows."""
