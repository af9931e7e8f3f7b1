"""Decisions of a seat among players of the kernel, for tests of players that search."""

from __future__ import annotations

from collections.abc import Iterator

from quepu.engine.batch import Tables
from quepu.engine.observation import decode
from quepu.engine.view import View
from quepu.kernel.observation_layout import LEFT, OBSERVATION
from quepu.kernel.state import State
from quepu.kernel.style import STYLES, Style
from quepu.rules import book

QUICK = Style(budget=4, beyond=0)
"""Plays badly, but fast enough to be interpreted."""

SEAT = 1


def decisions(rules: str, count: int, seed: int = 9, most_left: int = 144) -> Iterator[tuple[State, View]]:
    """States in which the seat must decide, with its views; at most this number of tiles is left in the wall."""
    tables = Tables(rules, count=2, seed=seed, players=["swift", None, "swift", "swift"])
    found = 0
    while found < count:
        actions = []
        for n in range(2):
            seen = bytes(tables.observe([SEAT, SEAT])[n * OBSERVATION : (n + 1) * OBSERVATION])
            actions.append(book(rules).choosers.choose(seen, list(STYLES).index("swift")))
            if found < count and seen[LEFT] <= most_left:
                found += 1
                yield tables.state(n), decode(seen)
        tables.step(actions)
