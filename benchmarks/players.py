"""The players of the kernel: how many decisions a second each makes, and how many deals a second four of a kind play at ``Tables``.

A decision is a choice between two or more legal actions, from the bytes of an observation, by a call from Python. The observations are
those of deals that four such players play, prepared before. Deals count everything: shuffling, dealing, playing, settling.

Beside the deals stands riichienv with the only agent that it has, ``RandomAgent``, in the loop that its documentation shows. That is
another game (riichi), and another kind of player: it chooses any legal action and hardly ever wins, so its deals are long and its choices
cost nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import Any

from engines import MOST_STEPS, PlayHand, ended
from measure import Contest, Peer, imported, peer

from quepu.engine.batch import Tables
from quepu.kernel.chooser import Chooser
from quepu.kernel.style import STYLES, Style
from quepu.players import LEVELS
from quepu.rules import BOOKS, book

ROUNDS = 5
DECISIONS = 2_000
DEALS = 64
PEER_DEALS = 100


NAMES = tuple(name for name in STYLES if name not in LEVELS)
"""The levels for people are left out: they differ from ``swift`` in a few numbers only."""


def contests() -> Iterator[Contest]:
    for name in NAMES:
        for rules in BOOKS:
            yield Contest(f"choose {rules}, {name}", "decisions/s", partial(decision_rate, rules, STYLES[name], DECISIONS), (), ROUNDS)
    agent = riichienv_agent()
    for name in NAMES:
        for rules in BOOKS:
            peers = [agent] if rules == "guobiao" else []
            yield Contest(f"four {name}, {rules}", "deals/s", partial(deal_rate, rules, name), peers, ROUNDS)


def chooser(rules: str, style: Style) -> Chooser:
    rulebook = book(rules)
    return Chooser(rulebook.scorer(), rulebook.family.settlement.payments(), [style], rulebook.estimates)


@cache
def observations(rules: str, style: Style, count: int, seed: int = 2026) -> Sequence[bytes]:
    """What the seats see that have something to decide, while four players of this style play deal after deal."""
    choosing = chooser(rules, style)
    table = Tables(rules, 1, seed)
    found = []
    for _ in range(count):
        found.append(bytes(table.observations or b""))
        table.step([choosing.choose(found[-1])])
    return found


def decision_rate(rules: str, style: Style, count: int) -> float:
    """Decisions a second. The first half only warms the caches, with other deals than those of the second."""
    seen = observations(rules, style, 2 * count)
    choosing = chooser(rules, style)
    for observation in seen[:count]:
        choosing.choose(observation)
    began = time.process_time()
    for observation in seen[count:]:
        choosing.choose(observation)
    return count / (time.process_time() - began)


def deal_rate(rules: str, name: str, deals: int = DEALS, seed: int = 2026) -> float:
    """Deals a second of four such players in one thread; the first ones, which warm the caches, do not count."""
    tables = Tables(rules, deals, seed, players=[name] * 4, observes=False)
    tables.step()
    began = time.process_time()
    tables.step()
    return deals / (time.process_time() - began)


def riichienv_agent() -> Peer:
    package = imported("riichienv.agents", "riichienv")
    return peer("riichienv RandomAgent", package, lambda: partial(agent_rate, riichienv(package)))


def agent_rate(play: PlayHand, deals: int = PEER_DEALS, seed: int = 2026) -> float:
    """Deals a second of an engine of somebody else."""
    random = Random(seed)
    began = time.process_time()
    for _ in range(deals):
        play(random)
    return deals / (time.process_time() - began)


def riichienv(agents: Any) -> PlayHand:
    """Four of its agents over its environment, a round of one deal each, without its log, which is faster."""
    env = import_module("riichienv").RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=2026)
    agent = agents.RandomAgent(2026)

    def play(random: Random) -> tuple[int, bool]:
        asked = env.reset()
        before = env.scores()
        decisions = 0
        for _ in range(MOST_STEPS):
            if env.done():
                return decisions, env.scores() != before
            decisions += len(asked)
            asked = env.step({seat: agent.act(observation) for seat, observation in asked.items()})
        raise ended("riichienv")

    return play
