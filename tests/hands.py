"""Hands for property tests: seeded random ones, and a Hypothesis strategy for any."""

from random import Random

from hypothesis import strategies as st

from quepu.errors import ImpossibleHand
from quepu.hand import Hand, Win
from quepu.kernel.layout import row
from quepu.lab.sample import random_win

wins = st.integers(0, 2**32).map(lambda seed: random_win(Random(seed)))


DROPPED: dict[str, dict[str, object]] = {
    "kong_without_kong": {"kong": False},
    "robbed_copy_held": {"kong": False},
    "last_copy_held": {"last_copy": False},
    "first_turn_impossible": {"first_turn": False},
    "first_turn_last_tile": {"first_turn": False},
    "last_tile_not_last": {"tiles_left": None},
    "heaven_ready_claimed": {"ready": None},
}
"""Which circumstance is dropped to make a win possible, by the code of what is wrong with it."""


def possible(hand: Hand, win: Win) -> Win:
    """The win without the circumstances that contradict others."""
    while True:
        try:
            win.check(hand)
        except ImpossibleHand as error:
            win = win.replace(DROPPED[error.code])
        else:
            return win


def random_wins(seed: int, count: int) -> list[tuple[Hand, Win]]:
    random = Random(seed)
    return [random_win(random) for _ in range(count)]


def random_rows(seed: int, count: int) -> bytes:
    """Random wins packed for the kernel."""
    return b"".join(row(hand, win) for hand, win in random_wins(seed, count))
