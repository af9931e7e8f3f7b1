"""A hand whose secret is missing or does not fit, dealt again from what its events tell.

All tiles that were dealt and drawn are in the record; those that were not drawn yet lie in any order. So such a hand can be played again as
far as it goes, and everything checked but the shuffle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quepu.engine.events import Dealt, Drew, Event, HandBegan
from quepu.engine.shuffle import Secret
from quepu.engine.wall import as_shuffled, dealt_places, full_set
from quepu.kernel.actions import ORDINARY
from quepu.kernel.shapes import DEALT_TILES


@dataclass(frozen=True)
class ReconstructedWall(Secret):
    """Stands for a secret: it gives the wall, the dice and the commitments that a record tells of."""

    wall: bytes
    dice: tuple[int, int, int, int]
    told: bytes

    @property
    def commitment(self) -> bytes:
        return self.told

    def shuffle(self, hand: int, size: int) -> tuple[bytes, tuple[int, int, int, int]]:
        return self.wall, self.dice


def reconstruct(events: Sequence[Event], size: int, began: HandBegan) -> ReconstructedWall:
    """What deals these events' tiles, as far as so many exist."""
    left = Counter(full_set(size))
    ordered: list[int | None] = [None] * size
    for place, tile in _places(events, size):
        if left[tile] and ordered[place] is None:  # a record may tell of a second deal
            left[tile] -= 1
            ordered[place] = tile
    rest = left.elements()
    wall = bytes(next(rest) if tile is None else tile for tile in ordered)
    first, second, third, fourth = dice = began.dice
    return ReconstructedWall(
        bytes(32),
        (bytes(16),) * 4,
        as_shuffled(wall, dice),
        (first, second, third, fourth),
        began.commitment,
        nonce_commitments=began.nonce_commitments,
    )


def _places(events: Sequence[Event], size: int) -> Iterator[tuple[int, int]]:
    """The tiles that were dealt and drawn, each with its place in the drawing order."""
    places = list(range(size))
    front, back = DEALT_TILES, size
    for event in events:
        if isinstance(event, Dealt):
            for seat, hand in enumerate(event.hands):
                yield from zip(dealt_places(seat), hand, strict=False)
        elif isinstance(event, Drew) and front < back:
            if event.why == ORDINARY:
                yield places[front], event.tile
                front += 1
            else:
                back -= 1
                if back % 2 and front < back:  # of a stack the upper tile goes first
                    places[back - 1], places[back] = places[back], places[back - 1]
                yield places[back], event.tile
