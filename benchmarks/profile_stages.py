"""Where the time goes: of a batch by running it up to each stage, of a single call by doing its steps one by one."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from measure import timed
from work import win_rows, wins

import quepu
from quepu.kernel.layout import row
from quepu.kernel.shapes import ROW
from quepu.rules import book

ROUNDS = 7


def show() -> None:
    rows = win_rows(20_000) * 5
    hands = len(rows) // ROW
    print("\nwhere the time of score_many lingque28 goes (ns a hand):")
    before = 0.0
    for name, seconds in book().scorer().stages(rows, hands):
        total = seconds / hands * 1e9
        print(f"  {name:44} {total - before:6.0f}   {total:6.0f} in all")
        before = total
    print("\nwhere the time of a single call goes (ns):")
    for name, work in steps().items():
        rate = timed(work, 5_000)
        print(f"  {name:44} {1e9 / median(rate() for _ in range(ROUNDS)):6.0f}", flush=True)


def steps() -> dict[str, Callable[[], object]]:
    """What a single call does, each by itself, for 5,000 hands."""
    rulebook = book("guobiao")
    some = wins()[:5_000]
    texts = [quepu.notation.format_hand(hand, win) for hand, win in some]
    rows = [row(hand, win) for hand, win in some]
    scores = [quepu.Score(hand, win, rulebook) for hand, win in some]
    return {
        "reading a string": lambda: [quepu.notation.read(text) for text in texts],
        "checking a hand and packing it": lambda: [row(hand, win) for hand, win in some],
        "scoring": lambda: [rulebook.scorers.score(packed) for packed in rows],
        "Score(hand, win, guobiao), all in all": lambda: [quepu.Score(hand, win, rulebook) for hand, win in some],
        "the names of its fans, when asked for": lambda: [score.names for score in scores],
        "score(string, guobiao), all in all": lambda: [quepu.score(text, rulebook) for text in texts],
    }
