"""The last choice of a player of the kernel, with what it weighed: asked from the kernel after the choice, never while it plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quepu.aims import score_target
from quepu.engine.view import View
from quepu.hand import READY, Hand, Win
from quepu.kernel.actions import CLAIM_KONG, CONCEALED_KONG_OF, DECLARE_READY, DECLINE, PASS
from quepu.kernel.chooser import Chooser
from quepu.kernel.shapes import KEEP
from quepu.kernel.style import Style
from quepu.players.hands import circumstances, melded, own_hand, seen, tiles_left
from quepu.players.reason_parts import Act, Option, Outlook, Risk, Target, Threat
from quepu.rules.base import RuleBook
from quepu.tiles import KINDS
from quepu.waits import discards, waits_report


def act_of(view: View, action: int) -> Act:
    """An action of the seat of a view."""
    return Act(action, None if view.offer is None else view.offer.tile, DECLINE in view.legal)


class Weighing:
    """A choice that has just been made by a chooser, which must not be used for anything else meanwhile."""

    def __init__(self, chooser: Chooser, book: RuleBook, view: View, style: Style, choice: int) -> None:
        self.chooser = chooser
        self.book = book
        self.view = view
        self.is_careful = style.caution > 0
        self.ignores_minimum = style.indifference > 0
        self.choice = choice
        self.hand = own_hand(view)
        self.left = tiles_left(self.hand, seen(view))
        self.actions = view.legal
        """All of them were weighed: otherwise the player has won or got rid of a flower, and nothing was."""

    def value(self, action: int) -> float:
        return self.chooser.weighed(action)[0]

    def best(self, *without: int) -> int | None:
        """The action with the greatest value besides these; among equals what the player chooses, then the first."""
        rest = [action for action in self.actions if action not in without]
        return max(rest, key=lambda action: (self.value(action), action == self.choice, -action)) if rest else None

    def best_discard(self) -> int | None:
        return self.best(*(action for action in self.actions if action >= KINDS))

    def most_dangerous(self) -> Risk | None:
        """The most dangerous of the legal discards, for a player that considers danger."""
        if not self.is_careful:
            return None
        risks = [self.risk(tile) for tile in self.actions if tile < KINDS]
        return max(risks, key=lambda risk: risk.expected) if risks else None

    def risk(self, tile: int) -> Risk:
        threats = enumerate(self.chooser.threats(tile))
        return Risk(tile, tuple(Threat(seat, *threat) for seat, threat in threats if seat != self.view.seat))

    def option(self, action: int) -> Option:
        """An action as it was weighed."""
        counts, thrown, ready, part = self.chooser.target(action)
        discard = None if thrown == KEEP else thrown
        after = self.hand if action < KINDS or action in (PASS, DECLINE, DECLARE_READY) else melded(self.view, self.hand, action)[1]
        declared = READY[ready - 1] if ready else None
        risk = self.risk(discard) if self.is_careful and discard is not None else None
        value = self.value(action)
        danger = self.chooser.loss_penalty() * risk.expected if risk else 0.0
        target = self._target(counts, after, discard, declared, part) if part else None
        return Option(act_of(self.view, action), value, value + danger, discard, target, self._outlook(after, discard, declared), risk)

    def outlook(self) -> Outlook | None:
        """The hand as it is, while it waits for a tile."""
        return self._outlook(self.hand, None, self.view.seats[self.view.seat].ready)

    def _target(self, counts: bytes, after: Hand, discard: int | None, ready: str | None, part: float) -> Target:
        held = list(after.concealed)
        if discard is not None:
            held.remove(discard)
        lacking = [kind for kind in range(KINDS) for _ in range(counts[kind] - held.count(kind))]
        win = Win(seat=self.view.seat, round=self.view.round, flowers=self.view.seats[self.view.seat].flowers, ready=ready)
        forgotten = tuple(kind for kind in sorted(set(lacking)) if lacking.count(kind) > self.left[kind])
        score, missing = score_target(counts, lacking, self.left, after.melds, win, self.book)
        return Target(score, missing, part, forgotten, self.ignores_minimum)

    def _outlook(self, after: Hand, discard: int | None, ready: str | None) -> Outlook | None:
        """The hand that waits for its next tile, ``after`` the action and its discard."""
        visible = seen(self.view, is_claimed=self.view.offer is not None and len(after.melds) > len(self.hand.melds))
        how = {**circumstances(self.view), "ready": ready}
        if discard is None:
            if after.size != 13:
                return None
            report = waits_report(after, self.book, visible, **how)
            useful = tuple((wait.tile, wait.left) for wait in report.waits if wait.left) if report.waits else report.useful
            return Outlook(after, report.distance + 1, useful, report.waits)
        if after.size != 14:
            return None
        [found] = [one for one in discards(after, self.book, visible, **how) if one.tile == discard]
        rest = list(after.concealed)
        rest.remove(discard)
        return Outlook(Hand(tuple(rest), after.melds), found.distance + 1, found.useful, found.waits)


@contextmanager
def weighing(book: RuleBook, view: View, style: int, styles: tuple[Style, ...]) -> Iterator[Weighing]:
    """Let a player of the kernel choose in this style, to ask why."""
    chooser = book.choosers.take()
    choice = chooser.choose(view.observation, style)
    yield Weighing(chooser, book, view, styles[style], choice)
    book.choosers.put_back(chooser)


def is_change(action: int) -> bool:
    """Whether an action is a kong, a claim or a declaration."""
    return CONCEALED_KONG_OF <= action <= CLAIM_KONG or action == DECLARE_READY
