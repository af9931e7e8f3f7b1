"""The wall of a deal, reconstructed from its events where the secret is missing or wrong.

The record has all tiles that were dealt and drawn; the others may be in any order. So the deal can be replayed as far as it goes, and
everything can be checked except the shuffle.
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
    """Takes the place of a secret, and returns the wall, the dice and the commitments of a record."""

    wall: bytes
    dice: tuple[int, int, int, int]
    recorded_commitment: bytes

    @property
    def commitment(self) -> bytes:
        return self.recorded_commitment

    def shuffle(self, hand: int, size: int) -> tuple[bytes, tuple[int, int, int, int]]:
        return self.wall, self.dice


def reconstruct(events: Sequence[Event], size: int, began: HandBegan) -> ReconstructedWall:
    """A wall that gives the tiles of these events, as far as a set has enough of them."""
    left = Counter(full_set(size))
    ordered: list[int | None] = [None] * size
    for place, tile in _places(events, size):
        if left[tile] and ordered[place] is None:  # a wrong record may have a second deal
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
    """The places in the drawing order of all tiles that were dealt and drawn, and the tiles."""
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
                if back % 2 and front < back:  # the upper tile of a stack is drawn first
                    places[back - 1], places[back] = places[back], places[back - 1]
                yield places[back], event.tile
