"""How fast the engine plays: hands at random, every decision taken from the list of legal actions. ``bench.py`` reports it; run alone it
prints its own lines."""

from __future__ import annotations

import time
from random import Random
from statistics import median

from quepu.kernel.actions import OVER
from quepu.rules import BOOKS, book
from quepu.table.rules import table_rules
from quepu.table.wall import full_set

HANDS = 300
ROUNDS = 7


def decision_rate(rules: str, seed: int = 2026) -> float:
    """Decisions a second: a seat with two or more legal actions takes one of them. Shuffling, dealing and everything between count into the
    time."""
    rulebook = book(rules)
    table = table_rules(rulebook)
    random = Random(seed)
    tiles = bytearray(full_set(table.tiles))
    decisions = 0
    began = time.process_time()
    for _ in range(HANDS):
        random.shuffle(tiles)
        state = table.state(rulebook)
        state.start(bytes(tiles))
        while state.phase != OVER:
            for seat in state.asked():
                actions = state.actions(seat)
                decisions += len(actions) > 1
                state.apply(seat, actions[int(random.random() * len(actions))])
    return decisions / (time.process_time() - began)


if __name__ == "__main__":
    for rules in BOOKS:
        print(f"random play {rules:12} {median(decision_rate(rules) for _ in range(ROUNDS)):>12,.0f} decisions/s")
