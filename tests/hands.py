"""Hands for property tests: seeded random ones, and a Hypothesis strategy for any."""

from random import Random

from hypothesis import strategies as st

from quepu.hand import Hand, Win
from quepu.kernel.layout import row
from quepu.lab.sample import random_win

wins = st.integers(0, 2**32).map(lambda seed: random_win(Random(seed)))


def random_wins(seed: int, count: int) -> list[tuple[Hand, Win]]:
    random = Random(seed)
    return [random_win(random) for _ in range(count)]


def random_rows(seed: int, count: int) -> bytes:
    """Random wins packed for the kernel."""
    return b"".join(row(hand, win) for hand, win in random_wins(seed, count))
