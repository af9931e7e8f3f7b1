"""Walls that deal what one wants: for lessons, and for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from quepu import notation
from quepu.engine.wall import dealt_places, full_set


def kinds(text: str) -> list[int]:
    """The tiles of a text; spaces separate nothing."""
    return notation.parse_tiles(text.replace(" ", ""))


def wall_with(hands: Sequence[str] = (), draws: str = "", tail: str = "", last: str = "", size: int = 136) -> bytes:
    """A wall in the order of drawing that deals these hands to 東南西北, then has these draws from the front and these from the tail, each
    in the order in which they come; or these last of all. The rest is filled in a fixed mixed order, flowers as late as
    possible."""
    wanted = [kinds(hand) for hand in hands] + [[] for _ in range(4 - len(hands))]
    front, back = kinds(draws), kinds(tail)
    left = Counter(full_set(size))
    for tile in [tile for part in (*wanted, front, back, kinds(last)) for tile in part]:
        left[tile] -= 1
        assert left[tile] >= 0, f"too many of {tile}"
    rest = list(left.elements())
    Random(5).shuffle(rest)
    rest.sort(key=lambda tile: tile > 33)
    for hand in wanted:
        assert len(hand) <= 13
        while len(hand) < 13:
            hand.append(rest.pop(0))
    wall = [255] * size
    for seat in range(4):
        for place, tile in zip(dealt_places(seat), wanted[seat], strict=True):
            wall[place] = tile
    for i, tile in enumerate(front):
        wall[52 + i] = tile
    for i, tile in enumerate(back):
        wall[size - 1 - (i ^ 1)] = tile
    assert not (last and tail)
    for i, tile in enumerate(reversed(kinds(last))):
        wall[-1 - i] = tile
    empty = [place for place in range(size) if wall[place] == 255]
    for place, tile in zip(empty, rest, strict=True):
        wall[place] = tile
    return bytes(wall)
