"""The two-sample test of Kolmogorov and Smirnov."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt


def p_value(first: Sequence[float], second: Sequence[float]) -> float:
    """How likely two samples of the same distribution differ at least as much as these. The formula is for large samples (Numerical
    Recipes, 14.3)."""
    one, two = sorted(first), sorted(second)
    i = j = 0
    distance = 0.0
    while i < len(one) and j < len(two):
        at = min(one[i], two[j])
        while i < len(one) and one[i] == at:
            i += 1
        while j < len(two) and two[j] == at:
            j += 1
        distance = max(distance, abs(i / len(one) - j / len(two)))
    size = sqrt(len(one) * len(two) / (len(one) + len(two)))
    x = (size + 0.12 + 0.11 / size) * distance
    if x < 0.2:
        return 1.0
    return min(1.0, 2 * sum((1 if k % 2 else -1) * exp(-2 * k * k * x * x) for k in range(1, 101)))
