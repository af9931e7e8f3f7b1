"""The styles of play that the kernel knows, as numbers."""

from __future__ import annotations

from dataclasses import dataclass

MOST_STYLES = 8
"""The maximum number of styles that one ``Chooser`` plays."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a player of the kernel chooses."""

    budget: int
    """The number of winning hands that are weighed for each hand (see ``quepu.kernel.prospects``)."""
    beyond: int = 2
    """How many tiles more than the nearest of them they may lack."""
    haste: float = 1.0
    """The number of tiles that come is divided by this. With more haste, a hand that lacks fewer tiles is preferred to one worth more."""
    caution: float = 0.0
    """How much the expected loss by a discard counts beside the gain that the hand promises; 0: not at all."""


STYLES = {
    "efficient": Style(budget=100),
    "swift": Style(budget=32, beyond=1, haste=1.6),
    "careful": Style(budget=200, haste=2.0, caution=0.6),
}
"""By the names of the players."""
