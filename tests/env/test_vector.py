"""The Gymnasium vector environment: it plays as the engine does, in memory of its own that is shared and not copied; and wrong input."""

from __future__ import annotations

import builtins
import importlib
import sys
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from quepu.engine import Sampler
from quepu.engine.observation import decode
from quepu.env import IDS, PLANES, TablesEnv, planes, vector_env
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import NO_SEAT, OVER
from quepu.kernel.perft import accepted
from quepu.kernel.style import STYLES
from quepu.rules import BOOKS, book
from tests.env.policies import AtRandom, Swift
from tests.sizes import sizes
from tests.test_engine_batch import Single

every_book = pytest.mark.parametrize("rules", BOOKS)


def sampled(env: TablesEnv, sampler: Sampler) -> np.ndarray[Any, Any]:
    actions = np.zeros(env.num_envs, np.uint8)
    sampler.choose(env.words, actions)
    return actions


@every_book
def test_what_it_returns_is_in_its_spaces(rules: str) -> None:
    env = vector_env(rules, 5)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.action_space.shape == (5,)
    sampler = Sampler(1)
    observed, infos = env.reset(seed=1)
    for _ in range(200):
        assert env.observation_space.contains(observed)
        assert observed["observation"].shape == (5, PLANES, 4, 9)
        observed, rewards, terminated, truncated, infos = env.step(sampled(env, sampler))
        assert (rewards.shape, terminated.dtype, truncated.any()) == ((5,), np.bool_, False)
        assert (infos["payments"].sum(axis=1) == 0).all()
        assert (terminated == (infos["deals"] > 0)).all()
        assert set(infos["seats"]) <= {0, 1, 2, 3}


@every_book
def test_a_seat_may_do_what_the_engine_accepts_and_sees_what_its_view_shows(rules: str) -> None:
    env, policy = vector_env(rules, 3, observation="bytes", plays_forced=False), AtRandom(2)
    observed, infos = env.reset(seed=2)
    for _ in range(150):
        assert env.tables is not None
        for n in range(3):
            state, seat = env.tables.state(n), int(infos["seats"][n])
            assert np.flatnonzero(observed["action_mask"][n]).tolist() == accepted(state, seat, state.copy())
            assert decode(observed["observation"][n].data).legal == tuple(state.actions(seat))
        observed, *_, infos = env.step(policy(observed["observation"], observed["action_mask"]))


@sizes(100, 2_500)
@every_book
def test_rewards_are_what_the_engine_pays(rules: str, count: int) -> None:
    """Every deal is played again on a single state with the same wall and the same actions."""
    env, swift = vector_env(rules, 4, observation="bytes"), Swift(book(rules))
    observed, infos = env.reset(seed=3)
    assert env.tables is not None
    singles = [Single(env.tables, n, True, True) for n in range(4)]
    deals = won = 0
    while deals < count:
        acted = infos["seats"]
        actions = swift(observed["observation"], observed["action_mask"])
        observed, rewards, terminated, _, infos = env.step(actions)
        for n, single in enumerate(singles):
            single.step(actions[n])
            assert infos["payments"][n].tolist() == single.rewards
            assert rewards[n] == single.rewards[acted[n]]
            assert (infos["deals"][n], infos["seats"][n], terminated[n]) == (single.done, single.seat, single.done > 0)
            won += any(single.rewards)
        deals += int(infos["deals"].sum())
    assert won > count // 3


@every_book
def test_kernel_players_sit_with_the_seat_that_learns(rules: str) -> None:
    env = vector_env(rules, 3, players=["swift", None, "strong", STYLES["beginner"]], observation="bytes")
    swift = Swift(book(rules))
    observed, infos = env.reset(seed=4)
    for _ in range(60):
        assert infos["seats"].tolist() == [1, 1, 1]
        observed, rewards, _, _, infos = env.step(swift(observed["observation"], observed["action_mask"]))
        assert (rewards == infos["payments"][:, 1]).all()


def test_rewards_can_be_normalised_or_divided() -> None:
    def rewards(kind: Any) -> np.ndarray[Any, Any]:
        env, swift, found = vector_env("lingque28", 8, observation="bytes", rewards=kind), Swift(book("lingque28")), []
        observed, _ = env.reset(seed=5)
        for _ in range(120):
            observed, earned, *_ = env.step(swift(observed["observation"], observed["action_mask"]))
            found.append(earned)
        return np.concatenate(found)

    points, normalised, tenths = rewards("points"), rewards("normalised"), rewards(10)
    assert points.any()
    assert np.allclose(points / 10, tenths)
    assert (np.sign(points) == np.sign(normalised)).all()
    assert (abs(normalised) <= 1).all()


def test_it_follows_from_its_seed() -> None:
    def played(seed: int | None, env: TablesEnv) -> list[Any]:
        env.reset(seed=seed)
        sampler, found = Sampler(1), []
        for _ in range(100):
            observed, rewards, *_ = env.step(sampled(env, sampler))
            found.append((observed["observation"].tobytes(), rewards.tolist()))
        return found

    first, second = vector_env("guobiao", 3), vector_env("guobiao", 3)
    assert played(7, first) == played(7, second)
    assert played(None, first) == played(None, second)
    assert played(8, first) != played(7, second)
    assert first.tables is not None
    assert first.tables.seed == 8


# Memory.


@pytest.mark.parametrize("form", ["planes", "bytes"])
def test_observations_and_masks_stay_in_the_same_memory_unless_they_are_copied(form: str) -> None:
    env, sampler = vector_env("guobiao", 4, observation=form), Sampler(1)
    first, infos = env.reset(seed=1)
    later, *_, more = env.step(sampled(env, sampler))
    for name in ("observation", "action_mask"):
        assert np.shares_memory(first[name], later[name])
    assert not np.shares_memory(infos["payments"], more["payments"])
    again, _ = env.reset(seed=2)
    assert np.shares_memory(first["observation"], again["observation"])
    copying = vector_env("guobiao", 4, observation=form, copy=True)
    one, _ = copying.reset(seed=1)
    two, *_ = copying.step(sampled(copying, sampler))
    assert not np.shares_memory(one["observation"], two["observation"])
    assert not np.shares_memory(one["action_mask"], two["action_mask"])


def test_planes_are_those_of_the_bytes() -> None:
    env, sampler = vector_env("woodshole", 6), Sampler(1)
    observed, _ = env.reset(seed=1)
    for _ in range(80):
        assert (observed["observation"] == planes(env.cells)).all()
        observed, *_ = env.step(sampled(env, sampler))


def test_arrays_of_other_libraries_share_the_memory() -> None:
    """By DLPack, as every library of tensors reads it."""
    env, sampler = vector_env("guobiao", 4, tensors=np.from_dlpack), Sampler(1)
    observed, infos = env.reset(seed=1)
    before = observed["observation"].copy()
    assert env.cells is not observed["observation"]
    later, rewards, *_ = env.step(sampled(env, sampler))
    assert later["observation"] is observed["observation"]
    assert (before != observed["observation"]).any()
    assert (observed["observation"] == planes(env.cells)).all()
    assert rewards.shape == infos["seats"].shape == (4,)


def test_torch_is_imported_only_if_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    real = importlib.import_module

    def import_module(name: str, package: str | None = None) -> Any:
        tried.append(name)
        return SimpleNamespace(from_numpy=np.from_dlpack) if name == "torch" else real(name, package)

    monkeypatch.setattr("quepu.env.vector.import_module", import_module)
    vector_env("guobiao", 2).reset(seed=1)
    assert tried == []
    env = vector_env("guobiao", 2, tensors="torch")
    assert tried == ["torch"]
    observed, _ = env.reset(seed=1)
    assert (observed["observation"] == planes(env.cells)).all()


def test_a_missing_torch_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(QuepuError) as caught:
        vector_env("guobiao", 2, tensors="torch")
    assert (caught.value.code, caught.value.details) == ("missing_package", {"text": "torch"})


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_missing_packages_are_named_with_the_extra_that_has_them(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == missing or name.startswith("quepu.env")]:
        monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def refusing(name: str, *others: Any, **more: Any) -> Any:
        if name.partition(".")[0] == missing:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)
        return real(name, *others, **more)

    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(QuepuError) as caught:
        importlib.import_module("quepu.env").aec_env("guobiao")
    assert (caught.value.code, caught.value.details) == ("missing_extra", {"text": missing, "extra": "env"})


# Registered names.


@every_book
def test_it_is_registered(rules: str) -> None:
    made: Any = gymnasium.make_vec(IDS[rules], num_envs=7, observation="bytes")
    assert isinstance(made, TablesEnv)
    assert (made.num_envs, made.book.id) == (7, rules)
    _, infos = made.reset(seed=1)
    assert infos["seats"].tolist() == [0] * 7


# Wrong input.


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    env, sampler = vector_env("guobiao", 3), Sampler(1)
    observed, _ = env.reset(seed=1)
    for _ in range(10):
        observed, *_ = env.step(sampled(env, sampler))
    assert env.tables is not None
    before = [env.tables.state(n).dump() for n in range(3)], env.cells.copy(), observed["action_mask"].copy()
    good = observed["action_mask"].argmax(axis=1)
    illegal = int(np.flatnonzero(observed["action_mask"][1] == 0)[0])
    for wrong in (illegal, 120, 255, 256 + int(good[1]), -1, 2**40):
        actions = good.astype(np.int64)
        actions[1] = wrong
        with pytest.raises(IllegalAction) as caught:
            env.step(actions)
        assert (caught.value.code, caught.value.details["table"]) == ("illegal_at_table", 1)
    for shapeless in (
        None, 3, "abc", good[:2], np.zeros(4, int), good.astype(float), good.astype(bool), good[:, None], [1, [2], 3], [2**70] * 3,
        [None] * 3, np.array(["1", "2", "3"]), {}, object(),
    ):  # fmt: skip
        with pytest.raises(QuepuError) as refused:
            env.step(shapeless)
        assert refused.value.code == "bad_value"
    assert [env.tables.state(n).dump() for n in range(3)] == before[0]
    assert (env.cells == before[1]).all()
    assert (observed["action_mask"] == before[2]).all()
    for taken in (good.tolist(), tuple(good.tolist()), good.astype(np.uint8), good.astype(np.int16)[::1]):
        assert np.array_equal(taken, good)
    env.step(good.tolist())


def test_there_is_nothing_to_do_before_the_reset() -> None:
    with pytest.raises(QuepuError) as caught:
        vector_env("guobiao", 2).step([0, 0])
    assert caught.value.code == "not_reset"


@pytest.mark.parametrize(
    ("count", "options", "code"),
    [
        (0, {}, "out_of_range"),
        (1 << 21, {}, "out_of_range"),
        (2.0, {}, "out_of_range"),
        (2, {"players": ["swift"] * 4}, "bad_value"),
        (2, {"players": ["swift", None]}, "bad_value"),
        (2, {"players": "swift"}, "bad_value"),
        (2, {"players": ["master", None, None, None]}, "unknown_player"),
        (2, {"players": [object(), None, None, None]}, "bad_value"),
        (2, {"observation": "pixels"}, "not_one_of"),
        (2, {"rewards": -1}, "not_one_of"),
        (2, {"tensors": "tensorflow"}, "not_one_of"),
        (2, {"tiles": 7}, "bad_value"),
    ],
)
def test_wrong_options_are_refused(count: Any, options: dict[str, Any], code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        vector_env("guobiao", count, **options)
    assert caught.value.code == code


@pytest.mark.parametrize("seed", [-1, 1 << 64, [1, 2], 1.0])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(QuepuError) as caught:
        vector_env("guobiao", 2).reset(seed=seed)
    assert caught.value.code == "out_of_range"


def test_no_table_waits_for_nobody() -> None:
    """Deals follow one another, so a seat is always asked."""
    env, sampler = vector_env("lingque26", 32), Sampler(3)
    _, infos = env.reset(seed=6)
    for _ in range(300):
        assert NO_SEAT not in infos["seats"]
        *_, infos = env.step(sampled(env, sampler))
    assert env.tables is not None
    assert all(env.tables.state(n).phase != OVER for n in range(32))
