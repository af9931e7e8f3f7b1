"""How fast the engine plays at random. ``bench.py`` reports it; run alone it prints its own lines.

A decision is a seat with two or more legal actions taking one of them. Dealing and everything between count into the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from quepu.engine.batch import Sampler, Tables
from quepu.engine.observation import observation
from quepu.engine.rules import new_state, play_rules
from quepu.engine.wall import full_set
from quepu.kernel.actions import OVER
from quepu.rules import BOOKS, book

HANDS = 300
ROUNDS = 7
TABLES = 4096


def decision_rate(rules: str, seed: int = 2026) -> float:
    """Decisions a second of tables one after the other, each decision taken from the list of legal actions; the shuffling counts too."""
    rulebook = book(rules)
    table = play_rules(rulebook)
    random = Random(seed)
    tiles = bytearray(full_set(table.tiles))
    decisions = 0
    began = time.process_time()
    for _ in range(HANDS):
        random.shuffle(tiles)
        state = new_state(rulebook, table)
        state.start(bytes(tiles))
        while state.phase != OVER:
            for seat in state.asked():
                actions = state.actions(seat)
                decisions += len(actions) > 1
                state.apply(seat, actions[int(random.random() * len(actions))])
    return decisions / (time.process_time() - began)


def one_table_rate(rules: str, observations: bool, seconds: float = 1.0, seed: int = 2026) -> float:
    """Decisions a second of one table through Python, each from the mask of legal actions; with an observation at each, or without."""
    rulebook = book(rules)
    table = play_rules(rulebook)
    random = Random(seed).random
    tables = Tables(rulebook, 1, seed, observes=False)
    state = new_state(rulebook, table)
    decisions = hand = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state.clear()
        state.start(tables.wall(0, hand))
        hand += 1
        while state.phase != OVER:
            seat = state.first_asked()
            mask = state.legal(seat)
            choices = mask.bit_count()
            if choices > 1:
                decisions += 1
                if observations:
                    observation(state, seat)
                for _ in range(int(random() * choices)):
                    mask &= mask - 1
            state.apply(seat, (mask & -mask).bit_length() - 1)
    return decisions / (time.process_time() - began)


def batch_rate(rules: str, tables: int = TABLES, observations: bool = True, seconds: float = 1.0, seed: int = 2026) -> float:
    """Decisions per second of several tables in one thread; the time includes choosing at random."""
    batch, sampler = Tables(rules, tables, seed, observes=observations), Sampler(seed)
    actions = bytearray(tables)
    decisions = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        sampler.choose(batch.masks, actions)
        batch.step(actions)
        decisions += tables
    return decisions / (time.process_time() - began)


def report() -> None:
    for rules in BOOKS:
        ways: dict[str, Callable[[], float]] = {
            "tables one after the other": partial(decision_rate, rules),
            "one table": partial(one_table_rate, rules, False),
            "one table, observed": partial(one_table_rate, rules, True),
            f"{TABLES} tables": partial(batch_rate, rules, TABLES, False),
            f"{TABLES} tables, observed": partial(batch_rate, rules, TABLES, True),
        }
        for name, rate in ways.items():
            print(f"random play {rules:10} {name:26} {median(rate() for _ in range(ROUNDS)):>12,.0f} decisions/s")


if __name__ == "__main__":
    report()
