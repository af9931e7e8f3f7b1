"""Reviews of decisions: what master would have done, and what the difference costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quepu.engine import decode
from quepu.engine.decisions import Decision, decisions
from quepu.engine.record import RecordLines
from quepu.players.analysis import ActionEstimate, Analysis, analyse
from quepu.players.review import Reviewed, review
from tests.games import golden

RECORD = golden("guobiao").read_bytes()
BOOK = RecordLines(RECORD).header().book


def estimate(action: int, points: float, behind: float, behind_error: float) -> ActionEstimate:
    return ActionEstimate(action, points, 1.0, 0.2, 0.1, 0.1, 64, behind, behind_error)


def reviewed(action: int, *estimates: ActionEstimate, choice: int) -> Reviewed:
    decision = replace(next(decisions(RECORD)), action=action)
    return Reviewed(decision, Analysis(0, estimates, choice, 64, 0), None)


def test_the_cost_is_the_difference_to_the_choice_of_master_and_a_mistake_costs_more_than_its_error() -> None:
    best, near, far = estimate(1, 5.0, 0.0, 0.0), estimate(2, 4.0, 1.0, 2.0), estimate(3, -1.0, 6.0, 2.0)
    same = reviewed(1, best, near, far, choice=1)
    assert (same.agrees, same.cost, same.is_mistake) == (True, 0.0, False)
    close = reviewed(2, best, near, far, choice=1)
    assert (close.agrees, close.cost, close.is_mistake) == (False, 1.0, False)
    clear = reviewed(3, best, near, far, choice=1)
    assert (clear.agrees, clear.cost, clear.is_mistake) == (False, 6.0, True)
    other = reviewed(3, best, near, far, choice=2)
    assert (other.cost, other.is_mistake) == (5.0, True)
    better = reviewed(1, best, near, far, choice=2)
    assert (better.agrees, better.cost, better.is_mistake) == (False, 0.0, False)


def test_a_review_as_json_has_the_decision_and_the_estimates() -> None:
    found = reviewed(3, estimate(1, 5.0, 0.0, 0.0), estimate(3, -1.12345, 6.12345, 2.0), choice=1)
    same = {"error": 1.0, "win": 0.2, "win_error": 0.1, "deal_in": 0.1, "samples": 64}
    estimates = [
        {"action": 1, "points": 5.0, **same, "behind": 0.0, "behind_error": 0.0},
        {"action": 3, "points": -1.123, **same, "behind": 6.123, "behind_error": 2.0},
    ]
    decision = found.decision
    assert found.as_dict() == {
        "hand": decision.deal, "step": decision.step, "seat": "ESWN"[decision.seat], "offered": None, "action": 3, "choice": 1,
        "cost": 6.123, "cost_error": 2.0, "mistake": True, "points": -1.123, "error": 1.0, "choice_points": 5.0, "win": 0.2,
        "choice_win": 0.2, "samples": 64, "why": None, "actions": estimates,
    }  # fmt: skip


def at_mistake() -> Decision:
    """A decision with a mistake that can be seen in few deals."""
    return next(one for one in decisions(RECORD, player=0, deal=3) if one.step == 172)


@pytest.mark.compiled
def test_a_review_is_the_analysis_of_what_the_player_could_know_and_gives_a_reason_for_the_better_move() -> None:
    decision = at_mistake()
    found = review(BOOK, decision, 256)
    assert found.analysis == analyse(BOOK, decision.observation, 256)
    assert sorted(one.action for one in found.analysis.actions) == sorted(decode(decision.observation).legal)
    assert found.is_mistake
    assert found.why is not None
    assert found.why["zh"].startswith("打八条：")
    assert found.why["en"].startswith("discard 8s: ")


@pytest.mark.compiled
def test_a_review_can_be_stopped() -> None:
    class StopReview(Exception):
        pass

    def check() -> None:
        raise StopReview

    with pytest.raises(StopReview):
        review(BOOK, at_mistake(), 64, check=check)
