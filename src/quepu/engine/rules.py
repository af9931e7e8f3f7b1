"""How each rule book is played: the differences as data. The engine asks these values and never which book it is."""

from __future__ import annotations

from dataclasses import dataclass

from quepu.engine import settlement
from quepu.errors import RuleBookError
from quepu.kernel.listener import Listener
from quepu.kernel.state import State
from quepu.rules.base import RuleBook

Seating = tuple[int, int, int, int]

AS_FIRST: Seating = (0, 1, 2, 3)


@dataclass(frozen=True)
class PlayRules:
    """The rules of play that go with a rule book."""

    tiles: int
    """136, or 144 with flowers, if nothing else is wished."""
    settle: settlement.Settlement
    dealer_stays: bool
    """连庄: a dealer who wins deals again."""
    seatings: tuple[Seating, Seating, Seating, Seating] = (AS_FIRST,) * 4
    """For each 圈: which player sits at 東南西北 when it begins."""
    has_round_wind: bool = False
    chosen_flowers: bool = False
    """Flowers may be kept, replaced when wanted, or discarded; else they are laid down and replaced at once."""
    kong_after_claim: bool = False
    """A concealed or added kong may follow a chow or pung; else it follows a draw."""
    plays_on: bool = False
    """With the wall empty chow, pung and kong stay legal, and a kong ends the hand when its replacement is due; else only a win."""
    shows_concealed_kongs: bool = True
    """All see the tiles of a concealed kong at once; else when the hand is over."""
    ready_limit: int = -1
    """听 may be declared after at most so many changes of a tile; -1: never."""
    may_decline: bool = False
    """Who is due the last tile may decline it, and the hand is drawn."""
    eight_flowers: str = ""
    """The fan that all eight flowers make: they win its points at once. Empty: they win nothing."""
    tells_tiles_left: bool = False
    """The scorer is told how many tiles are left."""

    def state(self, book: RuleBook, round: int = 0, listener: Listener | None = None, holds: bool = False) -> State:
        """A table of these rules, with a scorer of its own."""
        return State(
            book.scorer(),
            round if self.has_round_wind else 0,
            listener,
            chosen_flowers=self.chosen_flowers,
            kong_after_claim=self.kong_after_claim,
            plays_on=self.plays_on,
            ready_limit=self.ready_limit,
            may_decline=self.may_decline,
            eight_flowers=book.fans[self.eight_flowers].fan if self.eight_flowers in book.fans else 0,
            tells_tiles_left=self.tells_tiles_left,
            shows_concealed_kongs=self.shows_concealed_kongs,
            holds=holds,
        )


LINGQUE_28 = PlayRules(
    tiles=136,
    settle=settlement.lingque,
    dealer_stays=True,
    # as printed: who began as 東 sits 東南北西 in the four 圈, who began as 南 南東西北, as 西 西北東南, as 北 北西南東
    seatings=(AS_FIRST, (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)),
    kong_after_claim=True,
    plays_on=True,
)

LINGQUE_26 = PlayRules(tiles=136, settle=settlement.lingque, dealer_stays=False, kong_after_claim=True, plays_on=True)

GUOBIAO = PlayRules(
    tiles=144,
    settle=settlement.guobiao,
    dealer_stays=False,
    # before the third 圈 東 and 南, 西 and 北 change seats
    seatings=(AS_FIRST, AS_FIRST, (1, 0, 3, 2), (1, 0, 3, 2)),
    has_round_wind=True,
    chosen_flowers=True,
    shows_concealed_kongs=False,
)

WOODSHOLE = PlayRules(
    tiles=144,
    settle=settlement.woodshole,
    dealer_stays=True,
    has_round_wind=True,
    ready_limit=4,
    may_decline=True,
    eight_flowers="eight_flowers",
    tells_tiles_left=True,
)

OF_BOOK = {
    "lingque28": LINGQUE_28,
    "lingque26": LINGQUE_26,
    "guobiao": GUOBIAO,
    "guobiao98": GUOBIAO,
    "woodshole": WOODSHOLE,
}


def base_id(book: RuleBook) -> str:
    """The id of the book, with its option, on which an overlay stands; else its own."""
    return str(book.overlay["base"]) if book.overlay else book.id


def play_rules(book: RuleBook) -> PlayRules:
    """How a book is played; an option or an overlay of it is played alike."""
    id = base_id(book).partition("+")[0]
    if id not in OF_BOOK:
        raise RuleBookError("unknown_rules", text=book.id, known=", ".join(OF_BOOK))
    return OF_BOOK[id]
