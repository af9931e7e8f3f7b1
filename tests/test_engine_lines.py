"""How many lines of play there are from fixed positions.

``data/lines.json`` has, for each book, a seed, how many actions at random were done from its deal (early, in the middle, and with the wall
almost empty), and then the number of sequences of 1, 2, 3, … actions: every action of the first seat asked, then every action of the next,
and so on; a hand that ends counts once. A change in any rule of play changes some of them. They were counted by the engine and, for
small depths, by the second reading of the rules in ``oracle_table``, which this test does again. ``python -m tests.test_engine_lines``
counts them again.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quepu.engine.deal import Deal
from quepu.kernel import is_compiled
from quepu.kernel.actions import DECLINE, LAST_DRAW, PASS
from quepu.kernel.perft import lines
from tests import oracle_table
from tests.test_engine_random import TABLES, dealt, family

FILE = Path(__file__).parent / "data/lines.json"
LINES = json.loads(FILE.read_text("utf-8"))

every_position = pytest.mark.parametrize(
    "given", LINES, ids=lambda given: f"{given['table']}, seed {given['seed']}, after {given['after']}"
)

Line = list[tuple[int, int]]


def random_line(name: str, seed: int, length: int) -> Line:
    """So many actions at random from a deal."""
    hand, random = dealt(name, seed), Random(seed)
    line: Line = []
    while len(line) < length:
        seat = hand.asked()[0]
        line.append((seat, random.choice(hand.state.actions(seat))))
        hand.apply(*line[-1])
    return line


def played(name: str, seed: int, line: Line) -> Deal:
    hand = dealt(name, seed)
    for seat, action in line:
        hand.apply(seat, action)
    return hand


@every_position
def test_the_lines_of_play_are_as_many_as_were_counted(given: dict[str, Any]) -> None:
    name, seed, counts = given["table"], given["seed"], given["lines"]
    state = played(name, seed, random_line(name, seed, given["after"])).state
    depth = len(counts) if is_compiled() else 2
    assert [lines(state, n) for n in range(1, depth + 1)] == counts[:depth]


@every_position
def test_the_oracle_counts_the_same_lines(given: dict[str, Any]) -> None:
    name, seed, counts = given["table"], given["seed"], given["lines"]
    depth = 2 if is_compiled() else 1
    assert count(name, seed, random_line(name, seed, given["after"]), depth) == counts[depth - 1]


def count(name: str, seed: int, line: Line, depth: int) -> int:
    """Play the line again from the deal, and count what the oracle says can follow."""
    hand = played(name, seed, line)
    if depth == 0 or hand.over:
        return 1
    legal = oracle_legal(name, hand)
    seat = next(seat for seat in hand.asked() if seat in legal)
    return sum(count(name, seed, [*line, (seat, action)], depth - 1) for action in sorted(legal[seat]))


def oracle_legal(name: str, hand: Deal) -> dict[int, set[int]]:
    if hand.state.phase == LAST_DRAW:
        return {hand.state.turn: {DECLINE, PASS}}
    rules, _, size = TABLES[name]
    oracle = oracle_table.Oracle(rules, family(name), size, 0)
    for event in hand.events:
        oracle.see(event)
    return oracle.menus()


if __name__ == "__main__":
    for given in LINES:
        position = played(given["table"], given["seed"], random_line(given["table"], given["seed"], given["after"])).state
        given["lines"] = [lines(position, n) for n in range(1, len(given["lines"]) + 1)]
    FILE.write_text("[\n" + ",\n".join(map(json.dumps, LINES)) + "\n]\n", encoding="utf-8")
