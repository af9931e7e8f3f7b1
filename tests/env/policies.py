"""Policies for tests of the environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quepu.kernel.actions import WIN
from quepu.kernel.style import STYLES
from quepu.rules.base import RuleBook


def legal(mask: NDArray[Any]) -> list[int]:
    found: list[int] = np.flatnonzero(mask).tolist()
    return found


class AtRandom:
    """A legal action at random; a win if there is one."""

    def __init__(self, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)

    def choose(self, mask: NDArray[Any]) -> int:
        return WIN if mask[WIN] else int(self.random.choice(np.flatnonzero(mask)))

    def __call__(self, observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
        return np.array([self.choose(mask) for mask in masks], np.int64)


class Swift:
    """What the player ``swift`` does, from observations as bytes."""

    def __init__(self, book: RuleBook) -> None:
        self.choosers = book.choosers
        self.style = list(STYLES).index("swift")

    def choose(self, observation: NDArray[Any]) -> int:
        return self.choosers.choose(observation.tobytes(), self.style)

    def __call__(self, observations: NDArray[Any], masks: NDArray[Any]) -> list[int]:
        return [self.choose(row) for row in observations]
