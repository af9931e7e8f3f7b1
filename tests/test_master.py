"""The search player: what it chooses from an observation, with a fixed number of deals and with a clock."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from threading import Thread

import pytest

from quepu.engine.observation import decode, observation
from quepu.errors import QuepuError
from quepu.kernel import is_compiled
from quepu.kernel.actions import REPLACE_FLOWER, WIN
from quepu.players import PLAYERS, in_words, player, player_at_table
from quepu.players.master import ROUND, Judgement, Master, Prior, read_options
from quepu.players.trials import FAST, Trials, borrowed_rollouts
from quepu.rules import BOOKS, book
from tests.decisions import QUICK, SEAT, decisions
from tests.sizes import sizes

LATE = 144 if is_compiled() else 12
"""The number of tiles in the wall from which on deals are played to their end."""


def master(rules: str, samples: int = 2, seed: int = 1, candidates: int = 2) -> Master:
    return Master(book(rules), seed, samples=samples, style=QUICK, candidates=candidates)


@pytest.mark.compiled
@sizes(few=6, many=300)
@pytest.mark.parametrize("rules", BOOKS)
def test_a_choice_is_legal_and_repeatable(rules: str, count: int) -> None:
    one, other = master(rules), master(rules)
    for _, view in decisions(rules, count, most_left=LATE):
        chosen = one.choose(view)
        assert chosen in view.legal
        assert other.choose(view) == chosen


@pytest.mark.compiled
@sizes(few=4, many=100)
@pytest.mark.parametrize("rules", BOOKS)
def test_nothing_hidden_is_used(rules: str, count: int) -> None:
    """With the hidden tiles exchanged for others that fit what the seat may know, the choice and its numbers stay the same."""
    random = Random(3)
    for state, view in decisions(rules, count, most_left=LATE):
        hidden = list(state.hidden(SEAT))
        random.shuffle(hidden)
        other = state.copy()
        other.rearrange(SEAT, bytes(hidden))
        if other.legal(SEAT) == state.legal(SEAT):
            exchanged = decode(observation(other, SEAT))
            mine = master(rules).judge(view.observation, view.legal)
            assert master(rules).judge(exchanged.observation, exchanged.legal).weighed == mine.weighed


@pytest.mark.parametrize("rules", ["lingque28", "guobiao"])
def test_a_win_and_a_flower_need_no_search(rules: str) -> None:
    clear = (WIN,) if rules == "lingque28" else (WIN, REPLACE_FLOWER)
    found: set[int] = set()
    for _, view in decisions(rules, 10**6, seed=1):
        usual = [action for action in clear if action in view.legal]
        if usual and usual[0] not in found:
            found.add(usual[0])
            one = master(rules)
            assert one.choose(view) == usual[0]
            assert one.judgement is not None
            assert one.judgement.weighed == ()
            if found == set(clear):
                break


class Ticking:
    """A clock that shows a millisecond more whenever it is read."""

    def __init__(self) -> None:
        self.read = 0

    def __call__(self) -> float:
        self.read += 1
        return self.read / 1000


def discard(rules: str) -> tuple[bytes, tuple[int, ...]]:
    """A decision between several discards."""
    for _, view in decisions(rules, 10**6, most_left=LATE):
        if view.offer is None and len(view.legal) > 5 and view.legal[-1] < 34:
            return view.observation, tuple(view.legal)
    raise AssertionError


@pytest.mark.parametrize(("milliseconds", "rounds"), [(0, 0), (1, 0), (2, 1), (5, 4)])
def test_it_stops_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch, milliseconds: int, rounds: int) -> None:
    """The clock is read before each round. So the more time there is, the more deals are played, and without any there is a choice too."""
    monkeypatch.setattr(Judgement, "promising", lambda judgement: [one.action for one in judgement.weighed])
    clock = Ticking()
    one = Master(book("lingque28"), milliseconds=milliseconds, style=QUICK, candidates=2, prior_samples=0.0, clock=clock)
    judgement = one.judge(*discard("lingque28"))
    assert rounds or judgement.choice == judgement.prior.usual
    assert [weighed.samples for weighed in judgement.weighed] == [ROUND * rounds] * (2 if rounds else 0)
    assert clock.read == 2 + rounds


def made_up(points: list[list[float]], prior: list[float], prior_samples: float) -> Judgement:
    """A judgement about actions 0, 1, … with these results. Action 0 is the usual one."""
    with borrowed_rollouts(book("lingque28"), QUICK) as rollouts:
        trials = Trials(rollouts, b"", range(len(points)), 0)
    for action, numbers in enumerate(points):
        trials.points[action].extend(numbers)
        trials.ends[action].extend(bytes(len(numbers)))
    return Judgement(trials, Prior(0, dict(enumerate(prior))), prior_samples, range(len(points)))


def test_results_and_the_prior_count_by_their_precision() -> None:
    """Four deals beside a prior that counts as four: an action with better results must make up for what is expected of it."""
    judgement = made_up([[0.0] * 4, [3.0, 5.0, 3.0, 5.0], [1.0, 2.0, 1.0, 2.0]], [10.0, 4.0, 10.0], 4.0)
    assert [(one.action, one.prior, one.difference, one.combined) for one in judgement.weighed] == [
        (2, 0.0, 1.5, 0.75),
        (0, 0.0, 0.0, 0.0),
        (1, -6.0, 4.0, -1.0),
    ]
    assert judgement.choice == 2
    # the standard error of the mean of four deals, and of as many again
    assert judgement.weighed[2].combined_error == pytest.approx((4 / 3 / 4 / 2) ** 0.5)


def test_an_action_that_cannot_be_better_is_not_tried_further() -> None:
    judgement = made_up([[0.0, 1.0] * 8, [0.5, 0.6] * 8, [-30.0, -31.0] * 8], [0.0, 0.0, 0.0], 1.0)
    assert set(judgement.promising()) == {0, 1}


def test_the_bound_is_how_much_better_another_action_may_be() -> None:
    alike = made_up([[0.0, 10.0, 5.0, 5.0] * 4, [10.0, 0.0, 5.0, 5.0] * 4], [0.0, -1.0], 16.0)
    assert alike.choice == 0
    assert alike.bound == pytest.approx(alike.weighed[1].combined + 1.645 * alike.weighed[1].combined_error, abs=0.01)
    assert made_up([[0.0] * 4, [-9.0] * 4], [0.0, 0.0], 1.0).bound == 0.0
    assert made_up([[], []], [0.0, 0.0], 1.0).bound == float("inf")


def test_without_a_deal_it_makes_the_usual_choice() -> None:
    assert made_up([[], []], [0.0, 5.0], 1.0).choice == 0


@pytest.mark.compiled
def test_with_more_deals_it_errs_less() -> None:
    seen, legal = discard("guobiao")
    few, many = (master("guobiao", samples, candidates=3).judge(seen, legal) for samples in (64, 1024))
    errors = [
        {one.action: one.combined_error for one in judgement.weighed if one.action != judgement.prior.usual} for judgement in (few, many)
    ]
    assert errors[0]
    assert all(errors[1].get(action, 0.0) < error for action, error in errors[0].items())


@pytest.mark.compiled
def test_threads_share_the_rollouts_of_a_book() -> None:
    """Each has its own while it decides, and all choose what one alone chooses."""
    views = [view for _, view in decisions("guobiao", 6)]
    expected = [master("guobiao", 8).judge(view.observation, view.legal).weighed for view in views]
    found: dict[int, list[object]] = {}

    def play(n: int) -> None:
        found[n] = [master("guobiao", 8).judge(view.observation, view.legal).weighed for view in views]

    threads = [Thread(target=play, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(4), expected)


def test_options_are_read_from_its_name() -> None:
    one = player("master:samples=8,candidates=3,prior_samples=20,horizon=4,budget=4,caution=0.5", book(), 3)
    assert isinstance(one, Master)
    assert (one.samples, one.candidates, one.prior_samples, one.horizon, one.seed) == (8, 3, 20.0, 4, 3)
    assert one.style == replace(FAST, budget=4, caution=0.5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *((text, "unknown_player_option") for text in ("", "depth=3", "samples=1,,", "samples=8,samples=9", "Samples=8")),
        *((f"samples={value}", "out_of_range") for value in ("", "x", "0", "-3", "1000000000000", "1.5")),
        *((text, "out_of_range") for text in ("samples", "budget=0", "beyond=99", "horizon=-5", "horizon=99999999999", "candidates=0")),
        *((f"{name}=nan", "decimal_out_of_range") for name in ("milliseconds", "prior_samples", "haste", "caution")),
        *((text, "decimal_out_of_range") for text in ("caution=inf", "caution=-1", "haste=0", "prior_samples=-1", "milliseconds=1e9")),
    ],
)
def test_other_options_are_refused(text: str, code: str) -> None:
    with pytest.raises(QuepuError, match="master") as refused:
        read_options(text)
    assert refused.value.code == code


def test_at_a_table_with_people_its_time_is_limited() -> None:
    one = player_at_table("master", book(), 3)
    assert isinstance(one, Master)
    assert (one.samples, one.milliseconds, one.seed) == (None, 300.0, 3)
    fixed = player_at_table("master:samples=8", book(), 3)
    assert isinstance(fixed, Master)
    assert fixed.samples == 8
    assert {name: type(player_at_table(name, book())) for name in PLAYERS} == {name: type(player(name, book())) for name in PLAYERS}


def test_it_is_registered() -> None:
    assert isinstance(player("master", book(), 3), Master)
    assert (in_words("master", "zh"), in_words("master 2", "en")) == ("大师机器人", "master bot 2")
