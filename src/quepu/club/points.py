"""Points of a tournament, exactly: 标准分 with ties are fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

STANDARD = (4, 2, 1, 0)
"""标准分 of the first to the fourth of a table."""


def standard_points(scores: Sequence[Fraction | int]) -> list[Fraction]:
    """标准分 of the players of a table: equal scores share the mean of their places.

    >>> [str(points) for points in standard_points([10, 10, 10, -30])]
    ['7/3', '7/3', '7/3', '0']
    """
    found = []
    for own in scores:
        first = sum(other > own for other in scores)
        places = STANDARD[first : first + sum(other == own for other in scores)]
        found.append(Fraction(sum(places), len(places)))
    return found


def exactly(value: float) -> Fraction:
    """A number of an entry, as it was typed.

    >>> exactly(0.1)
    Fraction(1, 10)
    """
    return Fraction(str(value))


def number(value: Fraction | int) -> int | float:
    """A number for JSON: whole, or with six decimals."""
    return int(value) if value == int(value) else round(float(value), 6)


def ranked(keys: Sequence[Sequence[Fraction | int]]) -> list[int]:
    """The rank of each key, the greatest first; equal keys share it.

    >>> ranked([(2, 5), (3, 0), (2, 5), (2, 1)])
    [2, 1, 2, 4]
    """
    scale = lcm(*(Fraction(value).denominator for key in keys for value in key))
    whole = [tuple(int(value * scale) for value in key) for key in keys]  # compares faster
    first: dict[tuple[int, ...], int] = {}
    for rank, key in enumerate(sorted(whole, reverse=True), 1):
        first.setdefault(key, rank)
    return [first[key] for key in whole]
