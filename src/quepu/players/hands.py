"""The hand of a seat in a view: as it is, what is visible beside it, and the hand after an action.

A tile that is visible is not left to draw, so a tile on offer counts as seen. After a claim it is part of the player's own meld and counts
there instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from quepu import notation
from quepu.engine.view import View
from quepu.hand import Hand, Meld, MeldType
from quepu.kernel.actions import ADDED_KONG_OF, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF
from quepu.tiles import KINDS
from quepu.waits import Wait


def own_hand(view: View) -> Hand:
    """The tiles of the seat itself, without flowers."""
    melds = tuple(Meld(meld.type, meld.tiles[0]) for meld in view.seats[view.seat].melds)
    return Hand(tuple(tile for tile in view.hand if tile < KINDS), melds)


def seen(view: View, is_claimed: bool = False) -> str:
    """The tiles that are visible outside a seat's own hand and melds, in our notation; a tile on offer not if it ``is_claimed``."""
    found = [discard.tile for seat in view.seats for discard in seat.discards if not discard.claimed]
    found += [tile for seat, other in enumerate(view.seats) if seat != view.seat for meld in other.melds for tile in meld.tiles]
    if view.offer is not None:
        if view.offer.robbing:  # it is in no discard pile, and not in the meld yet
            found.append(view.offer.tile)
        if is_claimed:
            found.remove(view.offer.tile)
    return notation.format_tiles([tile for tile in found if tile < KINDS])


def circumstances(view: View) -> dict[str, object]:
    """What is known about a win of the seat, for ``quepu.waits``."""
    own = view.seats[view.seat]
    return {"seat": view.seat, "round": view.round, "flowers": own.flowers, "ready": own.ready}


def tiles_left(hand: Hand, seen: str) -> list[int]:
    """How many tiles of each kind may still come, if these are visible beside the hand."""
    left = [4 - own for own in hand.counts()]
    for tile in notation.parse_tiles(seen):
        left[tile] -= 1
    return left


def melded(view: View, hand: Hand, action: int) -> tuple[Meld, Hand]:
    """The meld that an action makes, and the hand after it."""
    melds, used = list(hand.melds), []
    if action < ADDED_KONG_OF:
        meld = Meld(MeldType.CONCEALED_KONG, action - CONCEALED_KONG_OF)
        used = list(meld.tiles)
    elif action < CHOW_LOW:
        meld = Meld(MeldType.KONG, action - ADDED_KONG_OF)
        melds.remove(Meld(MeldType.PUNG, meld.tile))
        used = [meld.tile]
    else:
        assert view.offer is not None
        tile = view.offer.tile
        kind = {CLAIM_KONG: MeldType.KONG, CLAIM_PUNG: MeldType.PUNG}.get(action, MeldType.CHOW)
        meld = Meld(kind, tile - (action - CHOW_LOW) if kind is MeldType.CHOW else tile)
        used = list(meld.tiles)
        used.remove(tile)
    rest = list(hand.concealed)
    for tile in used:
        rest.remove(tile)
    return meld, Hand(tuple(rest), (*melds, meld))


def may_win(waits: Iterable[Wait]) -> bool:
    """Whether one of the waits may win, on a discard or by self-draw."""
    return any(score is not None and score.legal for wait in waits for score in (wait.discard, wait.self_drawn))
