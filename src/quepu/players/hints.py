"""Hints about a hand in play, computed from what its player may know. The terminal prints them, the server sends them as JSON.

A tile that is visible is not left to draw, so a tile on offer counts as seen. After a claim it is part of the player's own meld and counts
there instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from quepu import notation
from quepu.aims import Aim, Aims, aims, fan_dict, win_dict
from quepu.engine.deal import Deal, NoWin
from quepu.engine.view import View
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.kernel.actions import ADDED_KONG_OF, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF, PASS, WIN
from quepu.rules.base import RuleBook
from quepu.rules.fan import Fan
from quepu.score import Score
from quepu.tiles import KINDS, NAMES
from quepu.waits import Discard, DiscardsReport, Wait, WaitsReport, discards, discards_report, waits_report


@dataclass(frozen=True, slots=True)
class Claim:
    """What a chow, a pung or a kong gives and loses."""

    before: int
    """The distance from ready without it."""
    after: Discard | WaitsReport | None
    """The best discard after it; after a kong, the waits."""
    aim: Aim | None
    """The best aim after it."""
    concealed: int | None
    """What that aim would be worth if the set were not claimed but in hand; None of a kong, or without an aim."""
    lost: tuple[Fan, ...]
    """The fans that are lost, of those that the win on offer or the aims without the claim have: what needs the set in hand, and the main
    fans that are out of reach."""

    @property
    def hopeless(self) -> bool:
        """Whether no hand that may win was found after it."""
        return self.aim is None and not (self.after and may_win(self.after.waits))

    def as_dict(self, action: int) -> dict[str, Any]:
        after = self.after
        return {
            "action": action,
            "before": self.before,
            "distance": None if after is None else after.distance,
            "discard": NAMES[after.tile] if isinstance(after, Discard) else None,
            "hopeless": self.hopeless,
            "aim": self.aim and self.aim.as_dict(),
            "concealed": self.concealed,
            "lost": [fan_dict(fan) for fan in self.lost],
        }


Reason = Literal["win", "ready", "nearest", "aim", "nearer", "worth", "hopeless", "lost", "no_nearer", "cheaper"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a beginner may well do now, and why."""

    action: int
    reason: Reason
    """``win``: it wins. Of a discard: the hand is ``ready`` then, keeps the best ``aim``, or is ``nearest`` to ready. Of a claim: the hand
    is ``ready`` or ``nearer`` then, or has an aim of more ``worth``. Of passing: after a claim it is ``hopeless`` or
    ``no_nearer``, or nearer, but has ``lost`` fans or is too much ``cheaper``."""
    instead: int | None = None
    """Of passing: the best claim."""

    def as_dict(self) -> dict[str, Any]:
        return {"action": self.action, "reason": self.reason, "instead": self.instead}


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player can know about their own hand: ``waits`` of thirteen tiles, ``discards`` of fourteen. Both are None while flowers take
    the place of tiles."""

    no_win: NoWin | None
    """Why the hand may not win now; None if it may, or if there is no tile to win on."""
    win: Score | None
    """The win that is offered now."""
    waits: WaitsReport | None
    discards: DiscardsReport | None
    aims: tuple[Aim, ...] | None = None
    """What to aim for, the best first; None where it is not searched: with a flower to replace, a 听 declaration, or a win."""
    claims: Mapping[int, Claim] = field(default_factory=dict)
    """For each legal chow, pung and kong."""
    suggestion: Suggestion | None = None
    """None where there is nothing to decide, or no advice is searched."""

    @property
    def hopeless(self) -> bool:
        """Whether a search found no hand that may win."""
        waits = [
            *(self.waits.waits if self.waits else ()),
            *(wait for one in (self.discards.discards if self.discards else ()) for wait in one.waits),
        ]
        return self.aims is not None and not self.aims and not may_win(waits)

    def as_dict(self, lang: str) -> dict[str, Any]:
        """The JSON object of the server."""
        score = self.no_win.score if self.no_win else None
        return {
            "why": self.no_win and {"reason": self.no_win.reason, "score": score and score.as_dict(False, lang)},
            "win": self.win and win_dict(self.win),
            "waits": self.waits and self.waits.as_dict(),
            "discards": self.discards and self.discards.as_dict(),
            "hopeless": self.hopeless,
            "aims": None if self.aims is None else [aim.as_dict() for aim in self.aims],
            "claims": [claim.as_dict(action) for action, claim in self.claims.items()],
            "suggestion": self.suggestion and self.suggestion.as_dict(),
        }


def may_win(waits: Iterable[Wait]) -> bool:
    """Whether one of the waits may win, on a discard or by self-draw."""
    return any(score is not None and score.legal for wait in waits for score in (wait.discard, wait.self_drawn))


def no_win(deal: Deal, seat: int) -> NoWin | None:
    """Why a seat may not win on the tile that it has drawn or is offered; None if it may, or if there is no such tile."""
    view = deal.view(seat)
    return None if view.offer is None and view.drawn is None else deal.why_no_win(seat)


def hint(view: View, book: RuleBook, no_win: NoWin | None = None, win: Score | None = None, advice: bool = True) -> Hint:
    """The hint for the seat of a view. ``no_win`` comes from the function of that name, ``win`` from ``Deal.offered_win``; ``advice``
    searches what to aim for, and what each legal claim gives and loses."""
    hand = own_hand(view)
    circumstances = _circumstances(view)
    waits = waits_report(hand, book, seen(view), **circumstances) if hand.size == 13 else None
    discards = discards_report(hand, book, seen(view), **circumstances) if hand.size == 14 else None
    if not advice or (waits is None and discards is None) or view.seats[view.seat].ready is not None:
        return Hint(no_win, win, waits, discards, suggestion=Suggestion(WIN, "win") if advice and win else None)
    now = _aims(view, book, hand, seen(view)) if win is None else Aims((), frozenset())
    before = waits.distance if waits else min(discard.distance for discard in discards.discards) if discards else 0
    had = frozenset(fan for score in (*(aim.score for aim in now.best), *([win] if win else [])) for fan in score.counts)
    claims = {
        action: _claim(view, book, hand, action, before, now, had) for action in view.legal if CONCEALED_KONG_OF <= action <= CLAIM_KONG
    }
    # what one tile makes is among the waits
    shown = tuple(aim for aim in now.best if not waits or not waits.waits or len(aim.missing) > 1)
    if win is not None:
        return Hint(no_win, win, waits, discards, None, claims, Suggestion(WIN, "win"))
    suggestion = _discard_suggested(view, hand, discards, now) if discards else _claim_suggested(view, claims, now)
    return Hint(no_win, win, waits, discards, shown, claims, suggestion)


def _discard_suggested(view: View, hand: Hand, report: DiscardsReport, now: Aims) -> Suggestion | None:
    """A discard after which the hand is ready and may win; else the nearest one that the best aim can spare."""
    legal = [one for one in report.discards if one.tile in view.legal]
    if not legal:
        return None
    for one in legal:
        if one.distance == 0 and may_win(one.waits):
            return Suggestion(one.tile, "ready")
    spare = Counter(hand.concealed)
    if now.best:
        aim = now.best[0]
        spare -= Counter(aim.score.hand.concealed) - Counter(aim.missing[:-1])  # the last one is the winning tile
    best = next((one for one in legal if one.tile in spare), legal[0])
    return Suggestion(best.tile, "aim" if now.best and best.tile in spare else "nearest")


def _claim_suggested(view: View, claims: Mapping[int, Claim], now: Aims) -> Suggestion | None:
    """The claim that raises the measure of the best aim most; else to pass."""
    if not claims or PASS not in view.legal:
        return None
    measure = max((aim.measure for aim in now.best), default=0.0)
    action, claim = max(claims.items(), key=lambda one: one[1].aim.measure if one[1].aim else 0.0)
    distance = None if claim.after is None else claim.after.distance
    is_nearer = distance is not None and distance < claim.before
    if claim.aim is not None and claim.aim.measure > measure:
        return Suggestion(action, "worth" if not is_nearer else "nearer" if distance else "ready")
    if claim.hopeless:
        return Suggestion(PASS, "hopeless", action)
    return Suggestion(PASS, "no_nearer" if not is_nearer else "lost" if claim.lost else "cheaper", action)


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


def _circumstances(view: View) -> dict[str, object]:
    own = view.seats[view.seat]
    return {"seat": view.seat, "round": view.round, "flowers": own.flowers, "ready": own.ready}


def _aims(view: View, book: RuleBook, hand: Hand, seen: str) -> Aims:
    left = [4 - own for own in hand.counts()]
    for tile in notation.parse_tiles(seen):
        left[tile] -= 1
    # of the rest of the wall a quarter comes to this seat, and the deal may end before
    return aims(hand, book, left, view.wall_left / 6, Win(seat=view.seat, round=view.round, flowers=view.seats[view.seat].flowers))


def _claim(view: View, book: RuleBook, hand: Hand, action: int, before: int, now: Aims, had: Set[str]) -> Claim:
    """What a claim gives and loses; ``had`` are the fans of the hands to which the player is near without it."""
    meld, after = _melded(view, hand, action)
    rest = seen(view, view.offer is not None)
    found = _aims(view, book, after, rest)
    aim = found.best[0] if found.best else None
    in_hand = None if aim is None or len(meld.tiles) == 4 else _in_hand(aim.score, meld)
    lost = dict.fromkeys(
        fan for fan in (in_hand.counts if in_hand else ()) if fan in had and aim is not None and fan not in aim.score.counts
    )
    lost |= dict.fromkeys(one.main for one in now.best if one.main and one.main not in found.found_fans)
    return Claim(
        before,
        _after(view, book, after, rest),
        aim,
        in_hand.points if in_hand else None,
        tuple(book.fans[fan] for fan in lost),
    )


def _in_hand(score: Score, meld: Meld) -> Score:
    """The score of the same tiles with this meld in hand."""
    melds = list(score.hand.melds)
    melds.remove(meld)
    return Score(Hand((*score.hand.concealed, *meld.tiles), tuple(melds), score.hand.winning), score.circumstances, score.rules)


def _melded(view: View, hand: Hand, action: int) -> tuple[Meld, Hand]:
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


def _after(view: View, book: RuleBook, hand: Hand, seen: str) -> Discard | WaitsReport | None:
    if hand.size == 13:
        return waits_report(hand, book, seen, **_circumstances(view))
    found = discards(hand, book, seen, **_circumstances(view)) if hand.size == 14 else []
    return found[0] if found else None
