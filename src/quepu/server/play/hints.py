"""What a player may be told when he asks: how far his hand is from a win, what it waits for, why he may not win yet. All of it follows from
his own view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quepu.engine import Deal
from quepu.engine.view import View
from quepu.hand import Hand, Meld
from quepu.notation import format_tiles
from quepu.rules.base import RuleBook
from quepu.tiles import KINDS, WINDS
from quepu.waits import discards_dict, waits_dict


def hint(hand: Deal, seat: int, lang: str) -> Callable[[], dict[str, Any]]:
    """What there is to tell a seat: looked at now, worked out when it is called, which may be in another thread."""
    view = hand.view(seat)
    why = hand.why_no_win(seat) if view.offer is not None or view.drawn is not None else None

    def tell() -> dict[str, Any]:
        score = why.score if why else None
        return {
            "why": why and {"reason": why.reason, "score": score and score.as_dict(False, lang)},
            **_hand_told(view, hand.book),
        }

    return tell


def _hand_told(view: View, book: RuleBook) -> dict[str, Any]:
    """The waits of thirteen tiles, or the discards of fourteen; neither while flowers are held that count as none of them."""
    held = tuple(tile for tile in view.hand if tile < KINDS)
    own = view.seats[view.seat]
    melds = tuple(Meld(meld.type, meld.tiles[0]) for meld in own.melds)
    size = len(held) + 3 * len(melds)
    circumstances = {"seat": WINDS[view.seat], "round": WINDS[view.round], "flowers": len(own.flowers), "ready": own.ready}
    told: dict[str, Any] = {"waits": None, "discards": None}
    if size == 13:
        told["waits"] = waits_dict(Hand(held, melds), book, _seen(view), **circumstances)
    elif size == 14:
        told["discards"] = discards_dict(Hand(held, melds), book, _seen(view), **circumstances)
    return told


def _seen(view: View) -> str:
    """The tiles that lie open elsewhere: discards that nobody took, and others' sets."""
    thrown = [discard.tile for seat in view.seats for discard in seat.discards if not discard.claimed]
    laid = [tile for seat, one in enumerate(view.seats) if seat != view.seat for meld in one.melds for tile in meld.tiles]
    return format_tiles([tile for tile in (*thrown, *laid) if tile < KINDS])
