"""Analysis: what every legal action brings, in deals that are played to their end."""

from __future__ import annotations

import statistics
from array import array
from collections.abc import Callable
from random import Random

import pytest

from quepu.engine.observation import observation
from quepu.errors import QuepuError
from quepu.intervals import student
from quepu.kernel.actions import WIN
from quepu.kernel.observation_layout import LEFT
from quepu.players.analysis import FEWEST_DEALS, Analysis, analyse, estimate
from quepu.players.trials import PLAYS, Trials, borrowed_rollouts, standard_error
from quepu.rules import BOOKS, book
from tests.decisions import SEAT, decisions
from tests.sizes import sizes

pytestmark = pytest.mark.compiled
"""Interpreted, an analysis takes minutes; ``test_rollouts`` compares the deals of both modes."""

LATE = 60
"""The number of tiles in the wall from which on deals are played to their end."""


def analysed(rules: str, seen: bytes, samples: int = 16, seed: int = 2, check: Callable[[], None] = lambda: None) -> Analysis:
    return analyse(book(rules), seen, samples, seed, check)


@sizes(few=2, many=40)
@pytest.mark.parametrize("rules", BOOKS)
def test_every_legal_action_is_estimated_best_first(rules: str, count: int) -> None:
    for _, view in decisions(rules, count, most_left=LATE):
        found = analysed(rules, view.observation, 16)
        assert sorted(one.action for one in found.actions) == sorted(view.legal)
        assert found.seat == SEAT
        assert found.choice in view.legal
        best = found.actions[0]
        assert (best.behind, best.behind_error, best.samples) == (0.0, 0.0, found.samples)
        assert [one.behind for one in found.actions] == sorted(one.behind for one in found.actions)
        for one in found.actions:
            assert one.points == pytest.approx(best.points - one.behind)
            assert 2 <= one.samples <= found.samples
            assert one.win + one.deal_in <= 1.0
            assert one.win_error > 0.0


def test_equal_arguments_give_equal_results() -> None:
    _, view = next(decisions("guobiao", 1, most_left=LATE))
    assert analysed("guobiao", view.observation) == analysed("guobiao", view.observation)
    assert analysed("guobiao", view.observation).actions != analysed("guobiao", view.observation, seed=3).actions


@pytest.mark.parametrize("rules", BOOKS)
def test_nothing_hidden_is_used(rules: str) -> None:
    """With the hidden tiles exchanged for others that fit what the seat may know, the result stays the same."""
    random = Random(3)
    for state, view in decisions(rules, 2, most_left=LATE):
        hidden = list(state.hidden(SEAT))
        random.shuffle(hidden)
        other = state.copy()
        other.rearrange(SEAT, bytes(hidden))
        if other.legal(SEAT) == state.legal(SEAT):
            assert analysed(rules, observation(other, SEAT)) == analysed(rules, view.observation)


def test_with_more_deals_the_intervals_are_narrower() -> None:
    _, view = next(decisions("guobiao", 1, most_left=LATE))
    few, many = analysed("guobiao", view.observation, 32), analysed("guobiao", view.observation, 1024)
    wide = {one.action: (one.error, one.win_error) for one in few.actions}
    for one in many.actions:
        assert one.error < wide[one.action][0]
        assert one.win_error < wide[one.action][1]


def test_the_mean_of_few_deals_is_not_shifted() -> None:
    """The means of many batches scatter about the mean of many deals as their errors say."""
    _, view = next(decisions("guobiao", 1, most_left=LATE))
    action, other = view.legal[:2]
    with borrowed_rollouts(book("guobiao")) as rollouts:
        whole = Trials(rollouts, view.observation, [action, other], 5)
        whole.play([action, other], 2048)
        expected, _ = whole.difference(action, other)
        scores = []
        for seed in range(40):
            trials = Trials(rollouts, view.observation, [action, other], 1000 + seed)
            trials.play([action, other], 64)
            mean, error = trials.difference(action, other)
            scores.append((mean - expected) / error)
    assert abs(sum(scores) / 40) < 0.6
    assert 0.6 < (sum(score * score for score in scores) / 40) ** 0.5 < 1.5


def test_a_win_that_nobody_else_can_claim_has_no_error() -> None:
    for _, view in decisions("lingque28", 10**6, seed=1):
        if WIN in view.legal and view.offer is None:
            with borrowed_rollouts(book("lingque28")) as rollouts:
                trials = Trials(rollouts, view.observation, [WIN], 1)
                trials.play([WIN], 4)
            assert trials.error(WIN) == 0.0
            assert trials.mean(WIN) > 0.0
            assert trials.share_won(WIN) == 1.0
            break


def test_the_interval_of_an_action_that_is_tried_rarely_covers_its_points() -> None:
    """In about 95 % of the analyses; the truth is the mean of many deals."""
    _, view = next(decisions("guobiao", 1, most_left=30))
    with borrowed_rollouts(book("guobiao")) as rollouts:
        whole = Trials(rollouts, view.observation, view.legal, 99)
        whole.play(view.legal, 2048)
    covered, covered_behind = [], []
    for seed in range(1000, 1040):
        best, *others = analysed("guobiao", view.observation, 128, seed).actions
        for one in others:
            if one.samples == FEWEST_DEALS:
                covered.append(abs(one.points - whole.mean(one.action)) <= one.error)
                covered_behind.append(abs(one.behind - whole.mean(best.action) + whole.mean(one.action)) <= one.behind_error)
    assert len(covered) > 150
    assert 0.9 <= sum(covered) / len(covered) <= 0.99
    assert 0.9 <= sum(covered_behind) / len(covered) <= 0.99


@pytest.mark.parametrize(("samples", "fewest"), [(2, 2), (15, 15), (16, 16), (64, 16), (256, 32)])
def test_every_action_is_tried_in_at_least_sixteen_deals_if_so_many_are_asked_for(samples: int, fewest: int) -> None:
    _, view = next(decisions("guobiao", 1, most_left=LATE))
    found = analysed("guobiao", view.observation, samples)
    assert min(one.samples for one in found.actions) == fewest
    assert max(one.samples for one in found.actions) == samples
    assert min(one.error for one in found.actions) > 0.0


class FewDeals(Trials):
    """Trials with given points."""

    def __init__(self, points: dict[int, list[float]]) -> None:
        self.points = {action: array("d", given) for action, given in points.items()}
        self.ends = {action: bytearray(len(given)) for action, given in points.items()}


def test_the_error_of_an_action_counts_the_deals_of_the_best_that_it_was_not_tried_in() -> None:
    """Var(points) = Var(d) / n + Var(b) / N - 2 Cov(b, d) / N, where b are the points of the best action and d is b less those of this one;
    here b varies equally in both halves of its deals."""
    best, action = [0.0, 8.0, 8.0, 0.0] * 4, [0.0, 4.0, 0.0, 0.0] * 2
    found = estimate(FewDeals({0: best, 1: action}), 1, 0, False)
    d = [b - a for a, b in zip(action, best, strict=False)]
    b = best[:8]
    variance = statistics.variance(d) / 8 + statistics.variance(b) / 16 - 2 * statistics.covariance(b, d) / 16
    assert found.error == pytest.approx(student(7) * variance**0.5)
    assert (found.points, found.behind) == (1.0, 3.0)
    assert found.behind_error == pytest.approx(student(7) * (statistics.variance(d) / 8) ** 0.5)
    alone = estimate(FewDeals({0: best, 1: action}), 0, 0, False)
    assert (alone.points, alone.behind_error) == (4.0, 0.0)
    assert alone.error == pytest.approx(student(15) * (statistics.variance(best) / 16) ** 0.5)


def test_deals_with_equal_results_are_not_certain_unless_the_action_ends_the_deal() -> None:
    """What has not happened in n deals can have a chance of 3 / n, and can be as far off as the other deals of the analysis."""
    trials = FewDeals({0: [0.0] * 24, 1: [-8.0] * 12, 2: [0.0, 24.0] * 6})
    found = estimate(trials, 1, 0, False)
    assert (found.points, found.error, found.behind, found.behind_error) == (-8.0, 3 / 12 * 32, 8.0, 3 / 12 * 32)
    assert estimate(trials, 1, 0, True).error == 0.0
    assert estimate(FewDeals({0: [0.0] * 12}), 0, 0, False).error == 3 / 12


def test_it_can_be_stopped_between_batches() -> None:
    class Stopped(Exception):
        pass

    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise Stopped

    _, view = next(decisions("lingque28", 1, most_left=LATE))
    with pytest.raises(Stopped):
        analysed("lingque28", view.observation, 16, check=check)
    assert calls == 2
    # what was borrowed is back, and usable
    with borrowed_rollouts(book("lingque28")) as rollouts:
        assert rollouts.sample(view.observation, 1, 1, PLAYS).left() == view.observation[LEFT]


def test_as_dict_has_every_number() -> None:
    _, view = next(decisions("lingque28", 1, most_left=LATE))
    found = analysed("lingque28", view.observation, 4)
    content = found.as_dict()
    assert list(content) == ["seat", "choice", "samples", "seed", "actions"]
    assert content["actions"][0] == {
        name: getattr(found.actions[0], name)
        for name in ("action", "points", "error", "win", "win_error", "deal_in", "samples", "behind", "behind_error")
    }


def test_too_few_samples_are_refused() -> None:
    _, view = next(decisions("lingque28", 1))
    with pytest.raises(QuepuError, match="samples"):
        analysed("lingque28", view.observation, 1)


def test_the_error_of_a_mean() -> None:
    assert standard_error([2.0]) == float("inf")
    assert standard_error([0.0, 2.0] * 8) == pytest.approx((16 / 15 / 16) ** 0.5)
