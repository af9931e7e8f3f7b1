"""Analysis: what every legal action of a decision brings on average, in deals that are played to their end.

The hidden tiles are dealt at random so that they fit what the seat may know (``quepu.kernel.rollouts``); nothing hidden is used. All
actions are tried in the same deals with the same luck of draws, so the difference between two actions is known better than the points of
each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from quepu.engine.observation import decode
from quepu.errors import QuepuError
from quepu.intervals import student
from quepu.kernel.actions import WIN
from quepu.players.master import SAMPLES, Master
from quepu.players.trials import Trials, borrowed_rollouts
from quepu.rules.base import RuleBook

FIRST_SHARE = 8
"""All actions are tried in one deal of this number; then the better half of them goes on, in twice as many deals each time."""

FEWEST_DEALS = 16
"""All actions are tried in at least this number of deals, if so many are asked for: fewer say nothing about the error."""

UNSEEN = 3.0
"""If something has not happened in n deals, its chance is below this number / n (at 95 %)."""

BATCH = 16
"""The number of deals between two calls of ``check``."""

FEWEST = 2
"""This number of actions is tried in all deals, and the choice of ``master``."""


@dataclass(frozen=True, slots=True)
class ActionEstimate:
    """What an action brings."""

    action: int
    """Its number, as in ``quepu.kernel.actions``."""
    points: float
    """The expected points of the seat at the end of the deal."""
    error: float
    """Half the width of their 95 % interval."""
    win: float
    """The chance that the seat wins the deal."""
    win_error: float
    """Half the width of its 95 % interval."""
    deal_in: float
    """The chance that the seat pays for its own discard."""
    samples: int
    """The number of deals."""
    behind: float
    """How many expected points less than the best action it brings; 0 for the best."""
    behind_error: float
    """Half the width of the 95 % interval of this difference, from the deals in which both were tried."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the actions of a decision bring."""

    seat: int
    actions: tuple[ActionEstimate, ...]
    """Every legal action, the best first."""
    choice: int
    """What ``master`` would choose: it combines roll-outs with the values of the kernel."""
    samples: int
    seed: int

    def as_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "choice": self.choice,
            "samples": self.samples,
            "seed": self.seed,
            "actions": [asdict(action) for action in self.actions],
        }


def nothing() -> None:
    """The default of ``check``."""


def analyse(book: RuleBook, observation: bytes, samples: int = 256, seed: int = 0, check: Callable[[], None] = nothing) -> Analysis:
    """Try all legal actions of the seat of an observation, the best ones in this number of deals. The result follows from the arguments.
    ``check`` is called again and again and may raise an exception to end the work."""
    if samples < 2:
        raise QuepuError("bad_value", option="samples", text=str(samples))
    view = decode(observation)
    legal = list(view.legal)
    check()
    choice = Master(book, seed, samples=SAMPLES).judge(observation, legal).choice
    with borrowed_rollouts(book) as rollouts:
        trials = Trials(rollouts, observation, legal, seed)
        left, goal = legal, max(min(FEWEST_DEALS, samples), -(-samples // FIRST_SHARE))
        while True:
            while (done := trials.samples(left[0])) < goal:
                check()
                trials.play(left, min(BATCH, goal - done))
            if goal >= samples:
                break
            goal = min(samples, 2 * goal)
            left = better_half(trials, left, choice)
    best = max(left, key=trials.mean)
    certain = {WIN} if view.offer is None else set()
    estimates = [estimate(trials, action, best, action in certain) for action in legal]
    estimates.sort(key=lambda one: (one.behind, one.action != best))
    return Analysis(view.seat, tuple(estimates), choice, samples, seed)


def better_half(trials: Trials, actions: list[int], choice: int) -> list[int]:
    """The actions with the better results so far, and the choice of ``master``."""
    ranked = sorted(actions, key=trials.mean, reverse=True)
    kept = set(ranked[: max(FEWEST, (len(ranked) + 1) // 2)]) | {choice}
    return [action for action in actions if action in kept]


def estimate(trials: Trials, action: int, best: int, is_certain: bool) -> ActionEstimate:
    """The points are those of the best action less the difference, so that the luck of the deals in which only the best was tried does not
    come between them. Those of a certain action, which ends the deal at once, are the same in all deals."""
    difference, difference_error = trials.difference(best, action)
    # the choice of ``master`` stays in play whatever its first results, and can be the best in the end
    behind = max(0.0, difference)
    samples, more = trials.samples(action), trials.samples(best)
    # mean(best) of all its deals - mean(best - action) of those of the action: the variance is that of the difference in its own deals,
    # less what the deals of the best have in common with it
    error = sqrt(difference_error**2 * (1 - samples / more) + trials.error(action) ** 2 * samples / more)
    width, least = student(samples - 1), UNSEEN / samples * trials.spread()
    win, win_error = (1.0, 0.0) if is_certain else share(trials.share_won(action), samples)
    return ActionEstimate(
        action=action,
        points=trials.mean(best) - behind,
        error=0.0 if is_certain else width * error or least,
        win=win,
        win_error=win_error,
        deal_in=trials.share_dealt_in(action),
        samples=samples,
        behind=behind,
        behind_error=0.0 if action == best else width * difference_error or least,
    )


def share(found: float, count: int) -> tuple[float, float]:
    """A share of some deals with half the width of its interval, which is that of Agresti and Coull, with Student's quantile: it has a
    width even if something always or never happened.

    >>> [round(number, 3) for number in share(0.0, 96)]
    [0.0, 0.028]
    """
    width = student(count - 1)
    more = count + width**2
    middle = (found * count + width**2 / 2) / more
    return found, width * sqrt(middle * (1 - middle) / more)
