"""The numbers that careful players estimate with, fitted by ``quepu.lab.fit`` and stored as one file for each rule book."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

WEIGHTS = 406
"""The number of weights of ``quepu.kernel.opponents``."""

GAIN_STAGES, GAIN_STEPS = 6, 24
"""The gains: for each number of tiles left in the wall, in sixteens, and for each power of two of the value of a hand."""

LOWEST_VALUE = 2.0**-10
"""The first of these powers."""

FOLDER = Path(__file__).parent / "fitted"


@dataclass(frozen=True)
class Estimates:
    """What is estimated for one rule book."""

    weights: tuple[float, ...]
    """See ``quepu.kernel.opponents``."""
    gains: tuple[float, ...]
    """The points that a hand of a certain value wins on average; GAIN_STEPS numbers for each stage."""

    def __post_init__(self) -> None:
        if len(self.weights) != WEIGHTS or len(self.gains) != GAIN_STAGES * GAIN_STEPS:
            raise ValueError(f"{WEIGHTS} weights and {GAIN_STAGES * GAIN_STEPS} gains are needed")


NONE = Estimates((0.0,) * WEIGHTS, (0.0,) * (GAIN_STAGES * GAIN_STEPS))
"""For players that estimate nothing."""


@cache
def estimates(book: str) -> Estimates:
    """The estimates for the book with this id; those of nobody if there are none."""
    file = FOLDER / f"{book}.json"
    if not file.is_file():
        return NONE
    content = json.loads(file.read_text(encoding="utf-8"))
    return Estimates(tuple(content["weights"]), tuple(content["gains"]))
