"""Engines: whole hands at random, beside those of other packages, each through the calls its own documentation shows.

A decision is a seat with two or more legal actions; shuffling, dealing and everything between count into the time. The peers play other
games:

- riichienv (Rust) plays riichi: ``reset``, ``mask`` and ``legal_actions`` of every observation, ``step``. A round of one hand each, its log
  left out (``skip_mjai_logging``), which is the faster way. Observations are its ``encode``: 74 x 34 numbers.
- pymahjong (C++) plays riichi: ``reset``, ``get_valid_actions``, ``step``. It passes over seats without a choice by itself. Its ``reset``
  deals the same tiles all through a second and fails with a seed, so what it does is done here, with a seed. Observations are its
  ``get_obs``: 93 x 34 flags.
- rlcard (Python) plays a simple game of its own: four sets and a pair, no fans, no points, a win is worth 1. It makes an observation with
  every step, wanted or not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from random import Random
from typing import Any

from measure import Contest, Peer, Rate, imported, peer
from play import TABLES, batch_rate, one_table_rate

from quepu.rules import BOOKS

ROUNDS = 5
MOST_STEPS = 5_000
"""No hand of any of these games is so long."""

PlayHand = Callable[[Random], tuple[int, bool]]
"""Plays a hand to its end: how many decisions there were, and whether anybody got anything."""


@dataclass
class RandomPlay:
    """An engine of somebody else. A call plays some hands and says how many decisions a second there were."""

    name: str
    hands: int
    play: PlayHand
    random: Random = field(default_factory=lambda: Random(2026))
    played: int = 0
    paid: int = 0

    def __call__(self) -> float:
        decisions = 0
        began = time.process_time()
        for _ in range(self.hands):
            taken, paid = self.play(self.random)
            decisions += taken
            self.paid += paid
        passed = time.process_time() - began
        self.played += self.hands
        return decisions / passed

    def __str__(self) -> str:
        return f"{self.name}: {self.played:,} hands played to the end, in {self.paid:,} of them points changed hands"


def ours(rules: str) -> Iterator[tuple[str, Rate, bool]]:
    """What of ours plays by a rule book: what it is called, its decisions a second, and whether it makes observations."""
    for observes, addition in ((False, ""), (True, ", with observations")):
        yield f"one table{addition}", partial(one_table_rate, rules, observes), observes
        yield f"many tables{addition}", partial(batch_rate, rules, TABLES, observes), observes


def contests() -> Iterator[Contest]:
    plain, observing = peers(False), peers(True)
    for way, rate, observes in ours("guobiao"):
        yield Contest(f"play guobiao, {way}", "decisions/s", rate, observing if observes else plain, ROUNDS)
    for rules in BOOKS:
        if rules != "guobiao":
            for way, rate, _ in ours(rules):
                yield Contest(f"play {rules}, {way}", "decisions/s", rate, (), ROUNDS)


def peers(observations: bool) -> list[Peer]:
    """Every other engine; a slow one plays fewer hands."""
    found = []
    for module, hands, opened in (("riichienv", 200, riichienv), ("pymahjong", 50, pymahjong), ("rlcard", 20, rlcard)):
        package = imported(module, module)
        found.append(peer(module, package, partial(random_play, module, hands, opened, package, observations)))
    return found


def random_play(name: str, hands: int, opened: Callable[[Any, bool], PlayHand], package: Any, observations: bool) -> RandomPlay:
    return RandomPlay(name, hands, opened(package, observations))


def ended(name: str) -> RuntimeError:
    return RuntimeError(f"{name}: a hand did not end within {MOST_STEPS} steps")


def riichienv(package: Any, observations: bool) -> PlayHand:
    env = package.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=2026)

    def act(observation: Any, random: Random) -> tuple[bool, object]:
        mask: bytes = observation.mask()
        if observations:
            observation.encode()
        actions = observation.legal_actions()
        return mask.count(1) > 1, actions[int(random.random() * len(actions))]

    def play(random: Random) -> tuple[int, bool]:
        asked: Mapping[int, object] = env.reset()
        before = env.scores()
        decisions = 0
        for _ in range(MOST_STEPS):
            if env.done():
                return decisions, env.scores() != before
            answers = {}
            for seat, observation in asked.items():
                is_decision, answers[seat] = act(observation, random)
                decisions += is_decision
            asked = env.step(answers)
        raise ended("riichienv")

    return play


def pymahjong(package: Any, observations: bool) -> PlayHand:
    env = package.MahjongEnv()
    dealers = cycle(range(4))

    def reset(seed: int) -> None:
        env.t = package.Table()
        env.t.set_seed(seed)
        env.t.game_init_with_config([], [env.INIT_POINTS] * 4, 0, 0, 0, next(dealers))
        env.riichi_stage2, env.may_riichi_tile_id = False, None
        env._proceed()

    def play(random: Random) -> tuple[int, bool]:
        reset(random.randrange(1, 2**31))
        decisions = 0
        for _ in range(MOST_STEPS):
            if env.is_over():
                return decisions, bool(env.get_payoffs().any())
            seat = env.get_curr_player_id()
            actions = env.get_valid_actions()
            if observations:
                env.get_obs(seat)
            decisions += len(actions) > 1
            env.step(seat, int(actions[int(random.random() * len(actions))]))
        raise ended("pymahjong")

    return play


def rlcard(package: Any, observations: bool) -> PlayHand:
    env = package.make("mahjong", config={"seed": 2026})

    def play(random: Random) -> tuple[int, bool]:
        state, _ = env.reset()
        decisions = 0
        for _ in range(MOST_STEPS):
            if env.is_over():
                return decisions, bool(env.get_payoffs().any())
            actions = [*state["legal_actions"]]
            decisions += len(actions) > 1
            state, _ = env.step(actions[int(random.random() * len(actions))])
        raise ended("rlcard")

    return play
