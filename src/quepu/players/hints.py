"""Hints about a hand in play, computed from what its player may know. The terminal prints them, the server sends them as JSON.

A tile that is visible is not left to draw, so a tile on offer counts as seen. After a claim it is part of the player's own meld and counts
there instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quepu import notation
from quepu.engine.deal import Deal, NoWin
from quepu.engine.view import View
from quepu.hand import Hand, Meld, MeldType
from quepu.kernel.actions import CHOW_LOW, CLAIM_KONG, CLAIM_PUNG
from quepu.rules.base import RuleBook
from quepu.tiles import KINDS
from quepu.waits import Discard, DiscardsReport, WaitsReport, discards, discards_report, waits_report


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player can know about their own hand: ``waits`` of thirteen tiles, ``discards`` of fourteen. Both are None while flowers take
    the place of tiles."""

    no_win: NoWin | None
    """Why the hand may not win now; None if it may, or if there is no tile to win on."""
    waits: WaitsReport | None
    discards: DiscardsReport | None
    claims: Mapping[int, Discard | WaitsReport | None] = field(default_factory=dict)
    """For each legal chow, pung and kong: the best discard after it; after a kong, the waits."""

    def as_dict(self, lang: str) -> dict[str, Any]:
        """The JSON object of the server, without ``claims``."""
        score = self.no_win.score if self.no_win else None
        return {
            "why": self.no_win and {"reason": self.no_win.reason, "score": score and score.as_dict(False, lang)},
            "waits": self.waits and self.waits.as_dict(),
            "discards": self.discards and self.discards.as_dict(),
        }


def no_win(deal: Deal, seat: int) -> NoWin | None:
    """Why a seat may not win on the tile that it has drawn or is offered; None if it may, or if there is no such tile."""
    view = deal.view(seat)
    return None if view.offer is None and view.drawn is None else deal.why_no_win(seat)


def hint(view: View, book: RuleBook, no_win: NoWin | None = None, claims: bool = False) -> Hint:
    """The hint for the seat of a view. ``no_win`` comes from the function of that name; ``claims`` computes what each legal claim gives."""
    own = view.seats[view.seat]
    held = [tile for tile in view.hand if tile < KINDS]
    melds = [Meld(meld.type, meld.tiles[0]) for meld in own.melds]
    hand = Hand(tuple(held), tuple(melds))
    circumstances = _circumstances(view)
    return Hint(
        no_win,
        waits_report(hand, book, seen(view), **circumstances) if hand.size == 13 else None,
        discards_report(hand, book, seen(view), **circumstances) if hand.size == 14 else None,
        {action: _after_claim(view, book, hand, action) for action in view.legal if CHOW_LOW <= action <= CLAIM_KONG} if claims else {},
    )


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


def _circumstances(view: View) -> dict[str, object]:
    own = view.seats[view.seat]
    return {"seat": view.seat, "round": view.round, "flowers": own.flowers, "ready": own.ready}


def _after_claim(view: View, book: RuleBook, hand: Hand, action: int) -> Discard | WaitsReport | None:
    """What a claim of the tile on offer gives."""
    assert view.offer is not None
    tile = view.offer.tile
    if action == CLAIM_KONG:
        meld = Meld(MeldType.KONG, tile)
    elif action == CLAIM_PUNG:
        meld = Meld(MeldType.PUNG, tile)
    else:
        meld = Meld(MeldType.CHOW, tile - (action - CHOW_LOW))
    used = list(meld.tiles)
    used.remove(tile)
    rest = list(hand.concealed)
    for kind in used:
        rest.remove(kind)
    after = Hand(tuple(rest), (*hand.melds, meld))
    if action == CLAIM_KONG:
        return waits_report(after, book, seen(view, True), **_circumstances(view)) if after.size == 13 else None
    found = discards(after, book, seen(view, True), **_circumstances(view)) if after.size == 14 else []
    return found[0] if found else None
