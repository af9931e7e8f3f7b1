"""Environments: random legal play, deal after deal on one core, through the interfaces that learning programs use, beside the peers of
``engines``. ``bench.py`` reports it; run alone it prints its own lines and writes nothing.

A decision is a seat with two or more legal actions. Choosing at random counts into the time, and every decision makes an observation and a
mask: ours as planes or as bytes, the peers' as ``engines`` says. The tables of ``vector_env`` choose with ``Sampler``, in one call; the
others choose one by one in Python, as the peers do.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from random import Random

import engines
from measure import Contest, Rate, run

from quepu.engine import Sampler
from quepu.rules import BOOKS

TABLES = 1024
SECONDS = 1.0
FORMS = ("bytes", "planes")


def vector_rate(rules: str, form: str, tables: int = TABLES, seconds: float = SECONDS, seed: int = 2026) -> float:
    """Decisions a second of ``vector_env``, after enough steps for the deals to be at different places."""
    import numpy as np

    from quepu.env import vector_env

    env, sampler, actions = vector_env(rules, tables, observation=form), Sampler(seed), np.zeros(tables, np.uint8)
    env.reset(seed=seed)
    for _ in range(50):
        sampler.choose(env.words, actions)
        env.step(actions)
    decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        sampler.choose(env.words, actions)
        env.step(actions)
        decisions += tables
    return decisions / (time.process_time() - began)


def aec_rate(rules: str, form: str, seconds: float = SECONDS, seed: int = 2026) -> float:
    """Decisions a second of ``aec_env``: each agent looks, and chooses from its mask."""
    import numpy as np

    from quepu.env import aec_env

    env, random = aec_env(rules, observation=form), Random(seed)
    decisions = 0
    env.reset(seed)
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in env.agent_iter():
            observed, _, ended, _, _ = env.last()
            assert observed is not None
            if ended:
                env.step(None)
                continue
            legal = np.flatnonzero(observed["action_mask"])
            env.step(int(legal[int(random.random() * len(legal))]))
            decisions += 1
        env.reset()
    return decisions / (time.process_time() - began)


def ours(rules: str) -> Iterator[tuple[str, Rate]]:
    for form in FORMS:
        yield f"vector_env, {form}", partial(vector_rate, rules, form)
        yield f"aec_env, {form}", partial(aec_rate, rules, form)


def contests() -> Iterator[Contest]:
    peers = engines.peers(True)
    for way, rate in ours("guobiao"):
        yield Contest(f"play guobiao, {way}", "decisions/s", rate, peers, engines.ROUNDS)
    for rules in BOOKS:
        if rules != "guobiao":
            for way, rate in ours(rules):
                yield Contest(f"play {rules}, {way}", "decisions/s", rate, (), engines.ROUNDS)


def report() -> None:
    for contest in contests():
        for row in run(contest):
            beside = "" if row.peer is None else f"{row.peer:>12,.0f} {row.peer_name}, ratio {row.ratio:.2f}"
            print(f"{row.name:36} {row.ours:>12,.0f} {row.unit} ±{100 * row.spread:.0f}%  {beside}", flush=True)


if __name__ == "__main__":
    report()
