"""Immutable values: a Meld, a Hand, and a Win with its circumstances."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from quepu import tiles
from quepu.kernel.layout import check_hand, check_win, checked
from quepu.kernel.shapes import DECLARATIONS


class MeldType(IntEnum):
    CHOW = 0
    PUNG = 1
    KONG = 2
    CONCEALED_KONG = 3


@dataclass(frozen=True, slots=True)
class Meld:
    """A claimed set or a kong; ``tile`` is its lowest kind."""

    type: MeldType
    tile: int

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.type == MeldType.CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (3 if self.type == MeldType.PUNG else 4)

    @property
    def code(self) -> int:
        """One byte: the type in the upper two bits, the kind in the lower six."""
        return self.type << 6 | self.tile

    @classmethod
    def from_code(cls, code: int) -> Meld:
        return cls(MeldType(code >> 6), code & 63)


@lru_cache(maxsize=256)
def set_tiles(code: int) -> tuple[int, ...]:
    """The tiles of a set, which is given by the code of its meld.

    >>> set_tiles(0), set_tiles(64)
    ((0, 1, 2), (0, 0, 0))
    """
    return Meld.from_code(code).tiles


@dataclass(frozen=True, slots=True)
class Hand:
    """The concealed tiles in the order given, without the winning tile; the melds; the winning tile, if there is one."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    winning: int | None = None

    @property
    def size(self) -> int:
        """The number of tiles; a kong counts three."""
        return len(self.concealed) + 3 * len(self.melds) + (self.winning is not None)

    def counts(self) -> list[int]:
        """The number of tiles of each kind, including melds and the winning tile."""
        counts = [0] * tiles.KINDS
        for kind in self.concealed:
            counts[kind] += 1
        for meld in self.melds:
            for kind in meld.tiles:
                counts[kind] += 1
        if self.winning is not None:
            counts[self.winning] += 1
        return counts

    def check(self, size: int) -> None:
        """Raise ImpossibleHand unless a hand of this size can have these tiles."""
        check_hand(self, size)


READY = DECLARATIONS
"""The 听 declarations of Woods Hole, 天 地 人 鬼 虫."""


@dataclass(frozen=True, slots=True)
class Win:
    """How a hand was won. ``seat`` and ``round`` are 0–3 for 東南西北."""

    self_drawn: bool = False
    seat: int = 0
    round: int = 0
    last_tile: bool = False
    kong: bool = False
    first_turn: bool = False
    last_copy: bool = False
    flowers: int | tuple[int, ...] = 0
    ready: str | None = None
    tiles_left: int | None = None

    @property
    def flower_count(self) -> int:
        return self.flowers if isinstance(self.flowers, int) else len(self.flowers)

    def check(self, hand: Hand) -> None:
        """Raise ImpossibleHand if these circumstances cannot occur."""
        check_win(hand, self)

    def replace(self, given: dict[str, object]) -> Win:
        """This win with some circumstances replaced. Unknown names and wrong values raise QuepuError."""
        return circumstances({**{name: getattr(self, name) for name in self.__slots__}, **given})

    def as_written(self, name: str) -> object:
        """The value of a circumstance as it is written in notation."""
        value = getattr(self, name)
        if name in ("seat", "round"):
            return tiles.WINDS[value]
        return "".join(tiles.NAMES[kind] for kind in value) if isinstance(value, tuple) else value


won = lru_cache(maxsize=1024)(Win)
"""A Win with values that are already checked, from a cache: wins are immutable, and most are equal to one of a few."""


def circumstances(given: dict[str, object]) -> Win:
    """A Win from Python or JSON values: winds as ``"E"``, flowers as a count or a list of names."""
    return won(**checked(given))
