"""The search player: it tries its actions in deals whose hidden tiles are dealt at random.

The hidden tiles fit what it may know (``quepu.kernel.rollouts``), so it uses nothing else. Each action is tried in the same deals, which
are played on for two rounds of discards; then the hands show what the seat can expect. The mean of few deals is a matter of luck, so it is
combined with a *prior*: the points that the value of the action promises to ``careful``, whose choice is the usual one.

Both are differences to the usual action. The prior is off by some points, with variance *t*²; the mean of *n* deals with variance
*s*² / *n*. The best combination of the two weighs them by the inverse of their variances: *n* to *s*² / *t*². So the prior counts as this
number of deals, PRIOR_SAMPLES. It was chosen among several numbers on only 122 positions, so another one may be as good.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import nan, sqrt
from statistics import NormalDist
from typing import Any

from quepu.engine.view import View
from quepu.errors import QuepuError
from quepu.kernel.actions import ACTIONS, MOST_DISCARDS
from quepu.kernel.rollouts import Rollouts
from quepu.kernel.style import Style
from quepu.players.trials import FAST, WEIGHS, Trials, borrowed_rollouts
from quepu.rules.base import RuleBook

PRIOR_SAMPLES = 30.0
"""The number of deals as which the prior counts."""

MOST_CANDIDATES = 4
"""The maximum number of actions that are tried."""

MILLISECONDS = 300.0
"""The time for a decision where it is limited."""

SAMPLES = 128
"""The number of deals where it is fixed."""

HORIZON = 8
"""The number of discards for which the deals are played on."""

ROUND = 8
"""The number of deals in each round where the time is limited: few, so that the clock is read often."""

CONFIDENCE = 0.95
REACH = NormalDist().inv_cdf(CONFIDENCE)

WORD = (1 << 64) - 1
MIXER = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Prior:
    """What is thought of the actions before any deal is tried."""

    usual: int
    """The choice of ``careful``."""
    points: dict[int, float]
    """What each action is expected to bring. An action without a value is missing."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The numbers that decided about an action. All points but ``points`` are differences to the usual action."""

    action: int
    points: float
    """What the seat can expect on average after the action."""
    error: float
    """The standard error of it."""
    win: float
    """The share of the deals that the seat won up to the horizon."""
    deal_in: float
    """The share of the deals in which the seat gave the winning tile up to the horizon."""
    samples: int
    prior: float
    """What the prior expects."""
    difference: float
    """What the deals show."""
    difference_error: float
    """Its standard error."""
    combined: float
    """Both together: the choice has the greatest."""
    combined_error: float
    """Its standard error."""


class Judgement:
    """The results of some actions combined with the prior. ``weighed`` has their numbers, the choice first."""

    def __init__(self, trials: Trials, prior: Prior, prior_samples: float, actions: Sequence[int]) -> None:
        self.trials = trials
        self.prior = prior
        self.prior_samples = prior_samples
        found = [self.weigh(action) for action in actions if trials.samples(action)]
        # among equals the usual action
        self.weighed = tuple(sorted(found, key=lambda one: (-one.combined, one.action != prior.usual)))

    def weigh(self, action: int) -> Weighed:
        usual = self.prior.usual
        difference, error = self.trials.difference(action, usual)
        samples = self.trials.samples(action)
        expected = self.prior.points[action] - self.prior.points[usual]
        combined = (samples * difference + self.prior_samples * expected) / (samples + self.prior_samples)
        return Weighed(
            action=action,
            points=self.trials.mean(action),
            error=self.trials.error(action),
            win=self.trials.share_won(action),
            deal_in=self.trials.share_dealt_in(action),
            samples=samples,
            prior=expected,
            difference=difference,
            difference_error=error,
            combined=combined,
            combined_error=error * sqrt(samples / (samples + self.prior_samples)),
        )

    @property
    def choice(self) -> int:
        """The action that is likely to bring the most; the usual one if nothing was tried."""
        return self.weighed[0].action if self.weighed else self.prior.usual

    @property
    def bound(self) -> float:
        """The points by which another of the actions is better than the choice at most, with a confidence of 95 % for each."""
        if not self.weighed:
            return float("inf")
        best, *others = self.weighed
        return max([0.0, *(one.combined + REACH * one.combined_error - best.combined for one in others)])

    def promising(self) -> list[int]:
        """The usual action and those that may be better than it and than the choice."""
        best = self.weighed[0].combined
        return [one.action for one in self.weighed if one.action == self.prior.usual or one.combined + REACH * one.combined_error >= best]


def prior_of(rollouts: Rollouts, observation: bytes, legal: Sequence[int]) -> Prior:
    """The prior of the legal actions. Where the usual action has no value, it is the only one: a win, or a flower."""
    usual, points = rollouts.weigh(observation, WEIGHS)
    expected = {action: value for action in legal if (value := points[action]) is not None}
    return Prior(usual, expected if usual in expected else {usual: 0.0})


class Master:
    """Plays by search. With ``samples`` it tries its actions in at most this number of deals; it uses no clock and is repeatable. Without,
    it goes on until ``milliseconds`` have passed. ``judgement`` has the numbers of the last decision of this object."""

    def __init__(
        self,
        book: RuleBook,
        seed: int = 0,
        milliseconds: float = MILLISECONDS,
        samples: int | None = None,
        *,
        style: Style = FAST,
        horizon: int = HORIZON,
        candidates: int = MOST_CANDIDATES,
        prior_samples: float = PRIOR_SAMPLES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.book = book
        self.style = style
        self.seed = seed
        self.decisions = 0
        self.milliseconds = milliseconds
        self.samples = samples
        self.horizon = horizon
        self.candidates = candidates
        self.prior_samples = prior_samples
        self.clock = clock
        self.judgement: Judgement | None = None

    def choose(self, view: View) -> int:
        return self.judge(view.observation, view.legal).choice

    def judge(self, observation: bytes, legal: Sequence[int]) -> Judgement:
        """Decide, with the numbers that decided."""
        end = self.clock() + self.milliseconds / 1000 if self.samples is None else 0.0
        self.decisions += 1
        with borrowed_rollouts(self.book, self.style) as rollouts:
            prior = prior_of(rollouts, observation, legal)
            actions = sorted(prior.points, key=lambda action: (action != prior.usual, -prior.points[action]))[: self.candidates]
            trials = Trials(rollouts, observation, actions, (self.seed * MIXER + self.decisions) & WORD, self.horizon)
            judgement = Judgement(trials, prior, self.prior_samples, actions)
            while len(actions) > 1 and (self.samples is None or trials.samples(actions[0]) < self.samples):
                if self.samples is None and self.clock() >= end:
                    break
                trials.play(actions, ROUND if self.samples is None else min(ROUND, self.samples - trials.samples(actions[0])))
                judgement = Judgement(trials, prior, self.prior_samples, actions)
                actions = judgement.promising()
        self.judgement = judgement
        return judgement


OPTIONS: dict[str, tuple[float, float]] = {
    "samples": (1, 100_000),
    "milliseconds": (0.0, 600_000.0),
    "horizon": (0, MOST_DISCARDS),
    "candidates": (1, ACTIONS),
    "prior_samples": (0.0, 1e6),
}
STYLE_OPTIONS: dict[str, tuple[float, float]] = {"budget": (1, 100_000), "beyond": (0, 2), "haste": (0.01, 100.0), "caution": (0.0, 100.0)}
"""What can be set by name, to find the best numbers: arguments of ``Master``, and fields of its style; each with its minimum and maximum,
which are integers where it is one."""


def read_options(text: str) -> dict[str, Any]:
    """Arguments of ``Master`` from a text.

    >>> read_options("samples=32,candidates=3")
    {'samples': 32, 'candidates': 3}
    """
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        limits = (OPTIONS | STYLE_OPTIONS).get(name)
        if limits is None or name in found:
            raise QuepuError("unknown_player_option", text=part, known=", ".join(OPTIONS | STYLE_OPTIONS))
        found[name] = _number(f"master:{name}", value, *limits)
    arguments = {name: value for name, value in found.items() if name in OPTIONS}
    style = {name: value for name, value in found.items() if name in STYLE_OPTIONS}
    return arguments | ({"style": replace(FAST, **style)} if style else {})


def _number(option: str, text: str, least: float, most: float) -> float:
    """A number within limits; an integer if the limits are."""
    is_integer = isinstance(least, int)
    try:
        number = int(text) if is_integer else float(text)
    except ValueError:
        number = nan
    if not least <= number <= most:
        raise QuepuError("out_of_range" if is_integer else "decimal_out_of_range", option=option, text=text, least=least, most=most)
    return number
