"""The targets behind the value of a hand, for those who want to know why (see ``prospects``).

An ordinary search notes nothing. The C types are in ``target_notes.pxd``.
"""

from __future__ import annotations

from collections.abc import Sequence

from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import NO_TILE


class TargetNotes(Guarded):
    """For the hand without one tile: the best target for each tile that may come. ``main`` is the tile whose target contributes most."""

    values: list[float]
    targets: list[list[int]]

    def __init__(self) -> None:
        self.start_init()
        self.is_noting = 0
        self.discarded = 0
        self.main = NO_TILE
        self.finish_init()

    def start(self, discarded: int) -> None:
        """Note targets for the hand without this tile from now on."""
        self.is_noting = 1
        self.discarded = discarded
        for kind in range(34):
            self.values[kind] = 0.0

    def note(self, best: Sequence[float], target: Sequence[int]) -> None:
        """Note the target that was just evaluated for each tile whose value has grown by it. ``best`` has the values of the tiles."""
        for kind in range(34):
            if best[kind] > self.values[kind]:
                self.values[kind] = best[kind]
                for suit in range(4):
                    self.targets[kind][suit] = target[suit]

    def find_main(self, left: Sequence[int]) -> float:
        """Find the tile whose target contributes most to the value of the hand; return what it contributes, 0 if there is none. Nothing
        more is noted. ``left`` counts the tiles that may come."""
        self.is_noting = 0
        self.main = NO_TILE
        most = 0.0
        for kind in range(34):
            part = 0.0
            for other in range(34):
                if self.values[other] > 0.0 and self.is_same(kind, other):
                    part += left[other] * self.values[other]
            if self.values[kind] > 0.0 and part > most:
                most = part
                self.main = kind
        return most

    def is_same(self, kind: int, other: int) -> int:
        """Whether the targets for two tiles are the same."""
        for suit in range(4):
            if self.targets[kind][suit] != self.targets[other][suit]:
                return 0
        return 1
