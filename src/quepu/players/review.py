"""Reviews of games: for each decision of a player, what ``master`` would have done, and what the difference costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from quepu.engine.decisions import Decision
from quepu.engine.observation import decode
from quepu.players.analysed import estimate_dict
from quepu.players.analysis import ActionEstimate, Analysis, analyse
from quepu.players.reasons import Reason, reason, tried
from quepu.rules.base import RuleBook
from quepu.texts import Both, both
from quepu.tiles import NAMES, WINDS

_DIGITS = 3
"""Digits after the point of stored numbers: far fewer are certain."""

ADVISER, MASTER = "careful", "master"
"""The player that gives reasons in terms of hands and dangers, if it agrees; and the one whose choice is compared."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision, and the analysis of what the player could know."""

    decision: Decision
    analysis: Analysis
    why: Both | None
    """Of a mistake: what speaks for the better action."""

    @property
    def chosen(self) -> ActionEstimate:
        """The estimate for what the player chose."""
        return self._estimate(self.decision.action)

    @property
    def better(self) -> ActionEstimate:
        """The estimate for what ``master`` would have chosen; it may be the same."""
        return self._estimate(self.analysis.choice)

    @property
    def cost(self) -> float:
        """How many expected points less it brings than what ``master`` would have chosen. Its error is that of the
        difference to the action with the best average, which is often, but not always, the choice of master."""
        return max(0.0, self.chosen.behind - self.better.behind)

    @property
    def agrees(self) -> bool:
        return self.decision.action == self.analysis.choice

    @property
    def is_mistake(self) -> bool:
        """Whether the cost is larger than its error."""
        return self.cost > self.chosen.behind_error

    def _estimate(self, action: int) -> ActionEstimate:
        return next(one for one in self.analysis.actions if one.action == action)

    def as_dict(self) -> dict[str, Any]:
        """As JSON: ``hand`` is the number of the deal, ``step`` the one after which the player chose; ``points`` and ``win`` are those of
        the action that was chosen, ``choice_points`` and ``choice_win`` those of the ``choice`` of master."""
        decision, chosen, better = self.decision, self.chosen, self.better
        offer = decode(decision.observation).offer
        return {
            "hand": decision.deal,
            "step": decision.step,
            "seat": WINDS[decision.seat],
            "offered": None if offer is None else NAMES[offer.tile],
            "action": decision.action,
            "choice": self.analysis.choice,
            "cost": round(self.cost, _DIGITS),
            "cost_error": round(0.0 if self.agrees else chosen.behind_error, _DIGITS),
            "mistake": self.is_mistake,
            "points": round(chosen.points, _DIGITS),
            "error": round(chosen.error, _DIGITS),
            "choice_points": round(better.points, _DIGITS),
            "win": round(chosen.win, _DIGITS),
            "choice_win": round(better.win, _DIGITS),
            "samples": self.analysis.samples,
            "why": self.why,
            "actions": [estimate_dict(one) for one in self.analysis.actions],
        }


def review(book: RuleBook, decision: Decision, samples: int, seed: int = 0, check: Callable[[], None] = lambda: None) -> Reviewed:
    """Review one decision. ``check`` is called now and then, and may raise to stop."""
    found = Reviewed(decision, analyse(book, decision.observation, samples, seed, check), None)
    if not found.is_mistake:
        return found
    better: Reason = reason(book, decision.observation, ADVISER)
    if better.action != found.analysis.choice:  # its reasons would be those for something else
        better = tried(decision.observation, found.analysis, MASTER)
    return replace(found, why=both((better.as_text("zh"), better.as_text("en"))))
