"""Confidence intervals of means, for the arena and for analyses."""

from __future__ import annotations

from math import pi, tan
from statistics import NormalDist

CONFIDENCE = 0.95
WIDTH = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""Half the width of an interval, in standard errors that are known exactly."""


def student(freedom: int) -> float:
    """The quantile of Student's distribution for our confidence level: half the width of an interval, in standard errors that are found
    from the sample. By its expansion about the normal distribution, which is accurate from two degrees of freedom; exact for one.

    >>> [round(student(freedom), 2) for freedom in (1, 3, 10, 100)]
    [12.71, 3.18, 2.23, 1.98]
    """
    if freedom == 1:
        return tan(pi * CONFIDENCE / 2)
    z = WIDTH
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
