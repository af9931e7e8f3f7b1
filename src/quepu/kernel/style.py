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


STYLES = {
    "efficient": Style(budget=100),
    "swift": Style(budget=32, beyond=1),
}
"""By the names of the players."""
