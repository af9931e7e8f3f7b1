"""The rules of play that go with a rule book: the differences between the books, as values."""

from __future__ import annotations

from dataclasses import dataclass

Seating = tuple[int, int, int, int]

AS_FIRST: Seating = (0, 1, 2, 3)


@dataclass(frozen=True)
class PlayRules:
    """How a rule book is played. The engine uses these values and never the book's id."""

    tiles: int
    """136, or 144 with flowers, unless a match says otherwise."""
    dealer_stays: bool
    """连庄: a dealer who wins deals again."""
    seatings: tuple[Seating, Seating, Seating, Seating] = (AS_FIRST,) * 4
    """For each 圈: which player sits at 東南西北 when it begins."""
    has_round_wind: bool = False
    chosen_flowers: bool = False
    """Players may keep a flower, replace it in any of their turns, or discard it; else it is laid down and replaced at once."""
    kong_after_claim: bool = False
    """A concealed or added kong may follow a chow or pung; else it follows a draw."""
    plays_on: bool = False
    """With the wall empty chow, pung and kong stay legal, and a kong ends the deal when its replacement is due; else only a win is."""
    shows_concealed_kongs: bool = True
    """Everybody sees the tiles of a concealed kong at once; else when the deal is over."""
    ready_limit: int = -1
    """听 may be declared after at most this number of changes of a tile; -1: never."""
    may_decline: bool = False
    """The player who is due the last tile may decline it, and the deal is drawn."""
    eight_flowers: str = ""
    """The fan of all eight flowers: they win its points at once. Empty: they win nothing."""
    uses_tiles_left: bool = False
    """The number of tiles left is a circumstance of a win."""
