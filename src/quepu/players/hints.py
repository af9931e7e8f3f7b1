"""Hints about a hand in play, computed from what its player may know. The terminal prints them, the server sends them as JSON.

A tile that is visible is not left to draw, so a tile on offer counts as seen. After a claim it is part of the player's own meld and counts
there instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Literal

from quepu.aims import Aim, Aims, aims, fan_dict, win_dict
from quepu.engine.deal import Deal, NoWin
from quepu.engine.view import View
from quepu.hand import Hand, Meld, Win
from quepu.kernel.actions import CLAIM_KONG, CONCEALED_KONG_OF, DECLARE_READY, PASS
from quepu.players.hands import circumstances, may_win, melded, own_hand, seen, tiles_left
from quepu.players.reason_parts import Target
from quepu.players.reasons import Changing, Discarding, LastTile, Passing, Reason, WinOffered, reason
from quepu.rules.base import RuleBook
from quepu.rules.fan import Fan
from quepu.score import Score
from quepu.tiles import NAMES
from quepu.waits import Discard, DiscardsReport, WaitsReport, discards, discards_report, waits_report


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


Word = Literal[
    "win", "ready", "safe", "aim", "nearest", "best", "nearer", "worth", "hopeless", "lost", "no_nearer", "cheaper", "less", "last_ready",
    "last_far",
]  # fmt: skip

MUCH_LESS = 0.7
"""A hand that is worth less than this part of another is worth much less."""

ADVISER = "careful"
"""The player whose choice is suggested."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a beginner may well do now, and why: the choice of ``ADVISER``."""

    word: Word
    """The reason in a word. ``win``: it wins. Of a discard: the hand is ``ready`` then; this one is ``safe``, and what promises more is
    more dangerous; it keeps the ``aim`` of the suggestion, or is ``nearest`` to a win; or simply the ``best``, as a declaration is. Of a
    claim or kong: the hand is ``ready`` or ``nearer`` then, or of more ``worth``. Of passing: after a claim it is ``hopeless`` or
    ``no_nearer``, or nearer, but has ``lost`` fans, is too much ``cheaper`` or promises ``less``. The last tile may win (``last_ready``)
    or not (``last_far``)."""
    because: Reason
    """The whole reason."""

    @property
    def action(self) -> int:
        return self.because.action

    @property
    def instead(self) -> int | None:
        """Of passing: the best claim."""
        return self.because.claim.act.number if isinstance(self.because, Passing) else None

    @property
    def aim(self) -> Target | None:
        """The hand to aim for, if one that may win is within reach."""
        weighed = self.because
        target = weighed.option.target if isinstance(weighed, Discarding | Changing | Passing) else None
        return target if target is not None and target.score.legal else None

    def as_dict(self, lang: str) -> dict[str, Any]:
        return {
            "action": self.action,
            "reason": self.word,
            "instead": self.instead,
            "aim": self.aim and self.aim.as_aim(),
            "because": self.because.as_text(lang),
        }


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
            "suggestion": self.suggestion and self.suggestion.as_dict(lang),
        }


def no_win(deal: Deal, seat: int) -> NoWin | None:
    """Why a seat may not win on the tile that it has drawn or is offered; None if it may, or if there is no such tile."""
    view = deal.view(seat)
    return None if view.offer is None and view.drawn is None else deal.why_no_win(seat)


def hint(view: View, book: RuleBook, no_win: NoWin | None = None, win: Score | None = None, advice: bool = True) -> Hint:
    """The hint for the seat of a view. ``no_win`` comes from the function of that name, ``win`` from ``Deal.offered_win``; ``advice``
    searches what to aim for, and what each legal claim gives and loses."""
    hand = own_hand(view)
    how = circumstances(view)
    waits = waits_report(hand, book, seen(view), **how) if hand.size == 13 else None
    discards = discards_report(hand, book, seen(view), **how) if hand.size == 14 else None
    if not advice or (waits is None and discards is None):
        return Hint(no_win, win, waits, discards, suggestion=_suggestion(view, book, discards, {}) if advice and win else None)
    if view.seats[view.seat].ready is not None:
        return Hint(no_win, win, waits, discards, suggestion=_suggestion(view, book, discards, {}))
    now = _aims(view, book, hand, seen(view)) if win is None else Aims((), frozenset())
    before = waits.distance if waits else min(discard.distance for discard in discards.discards) if discards else 0
    had = frozenset(fan for score in (*(aim.score for aim in now.best), *([win] if win else [])) for fan in score.counts)
    claims = {
        action: _claim(view, book, hand, action, before, now, had) for action in view.legal if CONCEALED_KONG_OF <= action <= CLAIM_KONG
    }
    # what one tile makes is among the waits
    shown = tuple(aim for aim in now.best if not waits or not waits.waits or len(aim.missing) > 1)
    return Hint(no_win, win, waits, discards, None if win else shown, claims, _suggestion(view, book, discards, claims))


def _suggestion(view: View, book: RuleBook, discards: DiscardsReport | None, claims: Mapping[int, Claim]) -> Suggestion | None:
    """The choice of the adviser; None where there is nothing to choose."""
    if len(view.legal) < 2:
        return None
    found = reason(book, view.observation, ADVISER)
    if isinstance(found, WinOffered):
        return Suggestion("win", found)
    if isinstance(found, LastTile):
        return Suggestion("last_ready" if found.action == PASS else "last_far", found)
    if isinstance(found, Discarding):
        return Suggestion(_word_of_discard(found, discards), found)
    if isinstance(found, Passing):
        return Suggestion(_word_of_passing(found, claims.get(found.claim.act.number)), found)
    return Suggestion(_word_of_change(found), found) if isinstance(found, Changing) else None


def _word_of_discard(found: Discarding, discards: DiscardsReport | None) -> Word:
    option, other = found.option, found.other
    if option.outlook is not None and may_win(option.outlook.waits):
        return "ready"
    if other is not None and other.promise > option.promise:
        return "safe"
    if option.target is not None and option.target.score.legal:
        return "aim"
    nearest = min((one.distance for one in discards.discards), default=0) if discards else 0
    return "nearest" if option.outlook is not None and option.outlook.missing == nearest + 1 else "best"


def _word_of_change(found: Changing) -> Word:
    before, after = found.without.outlook, found.option.outlook
    if found.action == DECLARE_READY or before is None or after is None:
        return "best"
    if after.missing >= before.missing:
        return "worth"
    return "ready" if after.missing == 1 else "nearer"


def _word_of_passing(found: Passing, claim: Claim | None) -> Word:
    before, after = found.option, found.claim
    target = after.target if after.target is not None and after.target.score.legal else None
    if claim is not None and claim.hopeless and target is None:
        return "hopeless"
    if before.outlook is not None and after.outlook is not None and after.outlook.missing >= before.outlook.missing:
        return "no_nearer"
    if claim is not None and claim.lost:
        return "lost"
    is_cheaper = before.target is not None and target is not None and target.score.points < MUCH_LESS * before.target.score.points
    return "cheaper" if is_cheaper else "less"


def _aims(view: View, book: RuleBook, hand: Hand, seen: str) -> Aims:
    # of the rest of the wall a quarter comes to this seat, and the deal may end before
    win = Win(seat=view.seat, round=view.round, flowers=view.seats[view.seat].flowers)
    return aims(hand, book, tiles_left(hand, seen), view.wall_left / 6, win)


def _claim(view: View, book: RuleBook, hand: Hand, action: int, before: int, now: Aims, had: Set[str]) -> Claim:
    """What a claim gives and loses; ``had`` are the fans of the hands to which the player is near without it."""
    meld, after = melded(view, hand, action)
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


def _after(view: View, book: RuleBook, hand: Hand, seen: str) -> Discard | WaitsReport | None:
    if hand.size == 13:
        return waits_report(hand, book, seen, **circumstances(view))
    found = discards(hand, book, seen, **circumstances(view)) if hand.size == 14 else []
    return found[0] if found else None
