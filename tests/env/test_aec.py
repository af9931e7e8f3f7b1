"""The PettingZoo environment: what PettingZoo requires, the rules and rewards of the engine, records, and wrong input."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo import test as pettingzoo_test

from quepu.engine import decode, replay, verify
from quepu.engine.events import HandBegan, Paid
from quepu.engine.view import view
from quepu.env import AGENTS, PLANES, aec_env, planes
from quepu.env.aec import DealEnv
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.perft import accepted
from quepu.players.first import First
from quepu.rules import BOOKS, book
from tests.env.policies import AtRandom, Swift, legal
from tests.sizes import sizes

every_book = pytest.mark.parametrize("rules", BOOKS)


def played(env: DealEnv, policy: AtRandom | None = None, seed: int | None = None) -> dict[str, float]:
    """The rewards of all agents in an episode."""
    chosen = policy or AtRandom(seed or 0)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert observation is not None
        assert not truncated
        earned[agent] += reward
        env.step(None if terminated else chosen.choose(observation["action_mask"]))
    assert env.agents == []
    return earned


@pytest.mark.parametrize("form", ["planes", "bytes"])
@every_book
def test_it_is_what_pettingzoo_requires(rules: str, form: str) -> None:
    checks: Any = pettingzoo_test
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # it recommends plain arrays, and names with numbers; PettingZoo's own games with masks have no plain arrays either
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be|Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="We recommend agents to be named")
        checks.api_test(aec_env(rules, observation=form), num_cycles=250)
        checks.seed_test(lambda: aec_env(rules, observation=form), num_cycles=60)


@every_book
def test_a_seat_may_do_what_the_engine_accepts_and_sees_what_its_view_shows(rules: str) -> None:
    env = aec_env(rules, observation="bytes", plays_forced=False, deals=2)
    random, seen = AtRandom(5), 0
    for seed in range(3):
        env.reset(seed)
        for agent in env.agent_iter():
            observed = env.last()[0]
            assert observed is not None
            episode = env.episode
            assert episode is not None
            if env.terminations[agent]:
                env.step(None)
                continue
            assert episode.game.deal is not None
            state, seat = episode.game.deal.state, env.infos[agent]["seat"]
            assert legal(observed["action_mask"]) == accepted(state, seat, state.copy()) != []
            assert decode(observed["observation"].data) == view(state, seat)
            assert (planes(observed["observation"]) <= 1).all()
            for other in env.agents:
                if other != agent and env.infos[other]["seat"] not in state.asked():
                    assert not env.observe(other)["action_mask"].any()
            env.step(random.choose(observed["action_mask"]))
            seen += 1
    assert seen > 100


@sizes(60, 2_000)
@every_book
def test_rewards_are_what_the_engine_pays(rules: str, count: int) -> None:
    """The record is replayed by the engine, which settles every deal anew."""
    env = aec_env(rules, observation="bytes", players=("swift", None, "swift", "swift"))
    swift, won = Swift(book(rules)), 0
    for seed in range(count):
        env.reset(seed)
        earned = dict.fromkeys(env.possible_agents, 0.0)
        paid = (0, 0, 0, 0)
        for agent in env.agent_iter():
            observed, reward, terminated, _, info = env.last()
            assert observed is not None
            earned[agent] += reward
            if terminated:
                paid = info["payments"]
            env.step(None if terminated else swift.choose(observed["observation"]))
        [settled] = [step.event.payments for step in replay(env.record()) if isinstance(step.event, Paid)]
        assert paid == settled
        assert earned == {"south": settled[1]}
        won += any(settled)
    assert won > count // 4


@every_book
def test_a_match_pays_each_player_wherever_they_sit(rules: str) -> None:
    env = aec_env(rules, deals=5, players=("swift", "swift", None, None), observation="bytes")
    for seed in range(2):
        earned = played(env, seed=seed)
        totals, seats = [0, 0, 0, 0], (0, 1, 2, 3)
        for step in replay(env.record()):
            if isinstance(step.event, HandBegan):
                seats = step.event.seats  # type: ignore[assignment]
            if isinstance(step.event, Paid):
                for seat, points in enumerate(step.event.payments):
                    totals[seats[seat]] += points
        assert earned == {"west": totals[2], "north": totals[3]}
        assert verify(env.record()).settings.hands == 5


def test_rewards_can_be_normalised_or_divided_and_add_up_to_zero() -> None:
    swift = Swift(book("lingque28"))

    def rewards(kind: Any, seed: int) -> list[float]:
        env = aec_env("lingque28", rewards=kind, observation="bytes")
        earned = dict.fromkeys(AGENTS, 0.0)
        env.reset(seed)
        for agent in env.agent_iter():
            observed, reward, terminated, _, _ = env.last()
            assert observed is not None
            earned[agent] += reward
            env.step(None if terminated else swift.choose(observed["observation"]))
        return list(earned.values())

    won = 0
    for seed in range(8):
        points, normalised, hundredths = (rewards(kind, seed) for kind in ("points", "normalised", 100))
        assert sum(points) == 0
        assert hundredths == pytest.approx([value / 100 for value in points])
        assert normalised == pytest.approx([value / (max(points) or 1) for value in points])
        won += any(points)
    assert won > 3


def text(env: DealEnv) -> str:
    drawn = env.render()
    assert drawn is not None
    return drawn


def test_an_episode_follows_from_its_seed() -> None:
    def records(seed: int) -> list[bytes]:
        env, policy, found = aec_env("guobiao", players=(None, "random", None, "random")), AtRandom(1), []
        for n in range(3):
            played(env, policy, seed if n == 0 else None)
            found.append(env.record())
        return found

    first = records(7)
    assert first == records(7)
    assert len({*first, *records(8)}) == 6


def test_our_players_and_any_object_that_chooses_sit_with_the_agents() -> None:
    env = aec_env("lingque28", players=("careful", None, First(), "random"))
    assert env.possible_agents == ["south"]
    played(env, seed=3)
    assert verify(env.record()).players == ("careful", "south", "First", "random")


def test_the_table_is_drawn_as_the_agent_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env("guobiao", render_mode="ansi", players=(None, "swift", "swift", "swift"))
    env.reset(3)
    drawn = text(env).splitlines()
    assert drawn[0] == "East round, hand 1, 91 tiles left"
    assert [line.split() for line in drawn if "+0" in line] == [
        ["South", "swift", "bot", "+0", "?????????????"],
        ["West", "swift", "bot", "+0", "?????????????"],
        ["North", "swift", "bot", "+0", "?????????????"],
        ["▶", "East", "east", "+0"],
    ]
    assert drawn[-1] == "  459m24567p2sSC24f  +2s"
    human = aec_env("guobiao", render_mode="human")
    human.reset(3)
    assert human.render() is None
    assert capsys.readouterr().out.startswith("East round, hand 1, 91 tiles left\n")
    silent = aec_env("guobiao")
    silent.reset(3)
    assert silent.render() is None


def test_overlays_are_played(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('base = "guobiao"\nname = "no minimum"\nminimum = 0\n')
    env = aec_env(str(file), observation="bytes")
    played(env, seed=1)
    assert verify(env.record()).book.minimum == 0


@pytest.mark.parametrize("tiles", [136, 144])
def test_flowers_can_be_chosen(tiles: int) -> None:
    env = aec_env("lingque28", tiles=tiles)
    played(env, seed=2)
    assert verify(env.record()).settings.tiles == tiles


# Wrong input.


def wrong_actions() -> Iterator[Any]:
    yield from (-1, 120, 255, 10**30, None, "5", 1.5, True, [3], b"\x01", np.float32(3), np.array([1, 2]), float("nan"), object())


def test_wrong_actions_are_refused_and_change_nothing() -> None:
    env = aec_env("guobiao", observation="bytes")
    env.reset(1)
    for _ in range(30):
        agent = env.agent_selection
        before = env.record(), env.observe(agent)["observation"].tobytes(), dict(env.rewards), dict(env.infos)
        mask = env.observe(agent)["action_mask"]
        illegal = [action for action in range(120) if not mask[action]]
        for code, actions in (("no_such_action", wrong_actions()), ("illegal_action", illegal)):
            for action in actions:
                with pytest.raises(IllegalAction) as caught:
                    env.step(action)
                assert caught.value.code == code
        assert before == (env.record(), env.observe(agent)["observation"].tobytes(), dict(env.rewards), dict(env.infos))
        env.step(int(legal(mask)[0]))


def test_before_the_reset_and_after_the_end_there_is_nothing_to_do() -> None:
    env = aec_env("lingque28")
    for call in (lambda: env.step(0), lambda: env.observe("east"), env.record, env.render):
        with pytest.raises(QuepuError) as caught:
            call()
        assert caught.value.code == "not_reset"
    played(env, seed=1)
    with pytest.raises(QuepuError) as caught:
        env.step(None)
    assert caught.value.code == "not_reset"
    env.reset(2)
    with pytest.raises(QuepuError) as caught:
        env.observe("nobody")
    assert caught.value.code == "not_one_of"
    env.reset(1)
    while not env.terminations[env.agent_selection]:
        env.step(legal(env.observe(env.agent_selection)["action_mask"])[0])
    with pytest.raises(IllegalAction) as over:
        env.step(3)
    assert over.value.code == "hand_over"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deals": 0}, "out_of_range"),
        ({"deals": 17}, "out_of_range"),
        ({"deals": "two"}, "out_of_range"),
        ({"players": ["swift"] * 4}, "bad_value"),
        ({"players": ["swift", None]}, "bad_value"),
        ({"players": "swift"}, "bad_value"),
        ({"players": ["nobody", None, None, None]}, "unknown_player"),
        ({"players": [3, None, None, None]}, "bad_value"),
        ({"observation": "pixels"}, "not_one_of"),
        ({"observation": ["planes"]}, "not_one_of"),
        ({"rewards": "money"}, "not_one_of"),
        ({"rewards": 0}, "not_one_of"),
        ({"rewards": float("nan")}, "not_one_of"),
        ({"rewards": True}, "not_one_of"),
        ({"rewards": [1]}, "not_one_of"),
        ({"tiles": 140}, "not_one_of"),
        ({"render_mode": "rgb_array"}, "not_one_of"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        aec_env("lingque28", **options)
    assert caught.value.code == code


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "1", True])
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(QuepuError) as caught:
        aec_env("lingque28").reset(seed)
    assert caught.value.code == "out_of_range"


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(QuepuError) as caught:
        aec_env("riichi")
    assert caught.value.code == "unknown_rules"


def test_planes_are_made_of_any_number_of_observations() -> None:
    env = aec_env("guobiao", observation="bytes")
    env.reset(1)
    rows = np.stack([env.observe(agent)["observation"] for agent in AGENTS])
    assert planes(rows).shape == (4, PLANES, 4, 9)
    assert (planes(rows)[2] == planes(rows[2])).all()
    assert (planes(rows[:, ::-1][:, ::-1]) == planes(rows)).all()
    assert planes(rows.reshape(2, 2, 408)).shape == (2, 2, PLANES, 4, 9)
    assert planes(rows[:0]).shape == (0, PLANES, 4, 9)
    for wrong in (rows.astype(np.int64), rows[:, :407], np.uint8(3), "observation", None):
        with pytest.raises(QuepuError) as caught:
            planes(wrong)
        assert caught.value.code == "bad_value"


def test_random_numbers_are_not_those_of_the_process() -> None:
    """Neither Python's nor NumPy's global generator is used or changed."""
    before = np.random.get_state()[1].tolist(), Random(1).random()  # type: ignore[index]
    played(aec_env("lingque28", players=("random", None, "random", "random")), seed=5)
    assert before == (np.random.get_state()[1].tolist(), Random(1).random())  # type: ignore[index]
