"""The Gymnasium environment of one table: what Gymnasium requires, episodes, and wrong input."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from quepu.engine import replay, verify
from quepu.engine.events import Paid
from quepu.env import IDS, SingleEnv, single_env
from quepu.errors import IllegalAction, QuepuError
from quepu.rules import BOOKS, book
from tests.env.policies import AtRandom, Swift, legal

every_book = pytest.mark.parametrize("rules", BOOKS)


@pytest.mark.parametrize("form", ["planes", "bytes"])
@every_book
def test_it_is_what_gymnasium_requires(rules: str, form: str) -> None:
    """Its samples know no masks, so an illegal action ends the episode here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env: Any = gymnasium.make(IDS[rules], observation=form, illegal_reward=-1.0, render_mode="ansi")
        check_env(env.unwrapped)


@every_book
def test_it_is_registered_with_one_seat_to_learn(rules: str) -> None:
    env: Any = gymnasium.make(IDS[rules], rewards="normalised")
    observed, info = env.reset(seed=4)
    assert info["seat"] == 0
    policy, ended, earned = AtRandom(4), False, 0.0
    while not ended:
        assert env.observation_space.contains(observed)
        observed, reward, ended, truncated, info = env.step(policy.choose(observed["action_mask"]))
        assert not truncated
        earned += reward
    assert (info["seat"], info["player"]) == (255, 255)
    assert -1 <= earned <= 1
    assert verify(env.unwrapped.record()).book.id == rules


@every_book
def test_the_reward_is_what_the_seat_that_learns_gets(rules: str) -> None:
    env, swift, won = SingleEnv(rules, players=("swift", "swift", None, "swift"), observation="bytes", deals=3), Swift(book(rules)), 0
    for seed in range(6):
        observed, info = env.reset(seed=seed)
        assert info["player"] == 2
        ended, earned, paid = False, 0.0, np.zeros(4, np.int32)
        while not ended:
            observed, reward, ended, _, info = env.step(swift.choose(observed["observation"]))
            earned += float(reward)
            paid += info["payments"]
        last = [step.event for step in replay(env.record()) if isinstance(step.event, Paid)][-1]
        assert tuple(paid) == last.scores
        assert earned == last.scores[2]
        won += bool(paid.any())
    assert won


def test_several_seats_can_learn_and_infos_say_which_one_acts() -> None:
    env, policy = single_env("guobiao", players=(None, "swift", None, "swift"), plays_forced=False), AtRandom(2)
    observed, info = env.reset(seed=2)
    acted, ended = set(), False
    while not ended:
        acted.add(int(info["player"]))
        observed, _, ended, _, info = env.step(policy.choose(observed["action_mask"]))
    assert acted == {0, 2}


def test_an_illegal_action_is_an_error_that_changes_nothing_or_ends_the_episode() -> None:
    env = single_env("lingque28")
    observed, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    before = env.record()
    for action in (wrong, -1, 120, None, "x", 1.5, True):
        with pytest.raises(IllegalAction):
            env.step(action)  # type: ignore[arg-type]
    assert env.record() == before
    env.step(legal(observed["action_mask"])[0])
    ending = single_env("lingque28", illegal_reward=-24)
    ending.reset(seed=1)
    _, reward, terminated, truncated, info = ending.step(wrong)
    assert (reward, terminated, truncated) == (-24.0, True, False)
    assert info["payments"].tolist() == [0, 0, 0, 0]
    with pytest.raises(QuepuError) as caught:
        ending.step(legal(observed["action_mask"])[0])
    assert caught.value.code == "not_reset"


def test_the_table_is_drawn() -> None:
    env = single_env("guobiao", render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert drawn.startswith("East round, hand 1,")
    assert single_env("guobiao").render_mode is None


def test_there_is_nothing_to_do_before_the_reset() -> None:
    env = single_env("lingque28")
    for call in (lambda: env.step(0), env.record, env.render):
        with pytest.raises(QuepuError) as caught:
            call()
        assert caught.value.code == "not_reset"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"illegal_reward": "lots"}, "bad_value"),
        ({"illegal_reward": True}, "bad_value"),
        ({"render_mode": "human"}, "not_one_of"),
        ({"players": ["swift"] * 4}, "bad_value"),
        ({"observation": 1}, "not_one_of"),
        ({"deals": 1.0}, "out_of_range"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        single_env("lingque28", **options)
    assert caught.value.code == code
