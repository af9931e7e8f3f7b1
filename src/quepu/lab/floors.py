"""Floors: the least (and the greatest) points of any hand that has a fan, found by going through all hands.

What is gone through, and what may be skipped, is told in ``quepu.kernel.sweep``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from quepu import notation, tiles
from quepu.errors import QuepuError
from quepu.hand import Hand, Meld, Win
from quepu.kernel import is_compiled, shapes
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.sweep import PAIRS, SET_TYPES, Sweep
from quepu.progress import progress
from quepu.rules import BOOKS, book
from quepu.rules.base import RuleBook

STORED = Path(__file__).with_name("data")
"""Where the results of long runs lie."""

Found = list[tuple[int, int, bytes, int, bytes]]


@dataclass(frozen=True, slots=True)
class Floor:
    """The least and the greatest points of hands with a fan (or with one of those that share a row), each with a hand that has them."""

    name: str
    floor: int
    hand: str
    ceiling: int
    ceiling_hand: str

    def as_dict(self) -> dict[str, Any]:
        return {"name": self.name, "floor": self.floor, "ceiling": self.ceiling, "hand": self.hand, "ceiling_hand": self.ceiling_hand}


def floors(rules: str | RuleBook = "lingque28", workers: int | None = None) -> list[Floor]:
    """The floor and the ceiling of every fan, in the order of the book."""
    rulebook = book(rules)
    if not rulebook.symmetric:
        raise QuepuError("no_floors", rules=rulebook.id)
    if not is_compiled():
        raise QuepuError("needs_compiled")
    units: list[tuple[str, int, int]] = [(rulebook.id, pair, first) for pair in PAIRS for first in range(SET_TYPES)]
    # the special shapes are one more unit; the dearest units come first, so that the last ones end together
    units.insert(0, (rulebook.id, -1, 0))
    least: dict[str, tuple[int, bytes]] = {}
    greatest: dict[str, tuple[int, bytes]] = {}
    for found in progress(_run(units, workers or os.cpu_count() or 1), len(units), f"floors {rulebook.id}"):
        for number, low, low_row, high, high_row in found:
            fan = rulebook.rows[number]
            name = fan.label or fan.name
            # rows break ties, so that the witnesses do not depend on which worker was faster
            least[name] = min(least.get(name, (low, low_row)), (low, low_row))
            greatest[name] = max(greatest.get(name, (high, high_row)), (high, high_row))
    names = dict.fromkeys(fan.label or fan.name for fan in rulebook.rows)
    return [
        Floor(name, least[name][0], _hand(least[name][1]), greatest[name][0], _hand(greatest[name][1])) for name in names if name in least
    ]


def stored(rules: str) -> list[Floor]:
    """The floors that were worked out before and come with the package; none for most books."""
    path = STORED / f"floors_{rules}.json"
    return [Floor(**row) for row in json.loads(path.read_text("utf-8"))] if rules in BOOKS and path.exists() else []


def _run(units: list[tuple[str, int, int]], workers: int) -> Iterator[Found]:
    """The findings of each unit, as they come. The pool is ended on the way out, also on Ctrl-C."""
    with get_context("spawn").Pool(workers, initializer=_ignore_interrupt) as pool:
        yield from pool.imap_unordered(_unit, units)


def _ignore_interrupt() -> None:
    """Ctrl-C is the parent's: it ends the pool."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _unit(unit: tuple[str, int, int]) -> Found:
    rules, pair, first = unit
    rulebook = book(rules)
    sweep = Sweep(rulebook.desk())
    if pair >= 0:
        sweep.standard(pair, first)
    else:
        for held in _special_hands(rulebook):
            sweep.special(held)
    return sweep.result()


def _special_hands(rules: RuleBook) -> Iterator[bytes]:
    """All hands of the special shapes, as counts of each kind, one for all its images."""
    if shapes.SEVEN_PAIRS in rules.shapes:
        for honours in _few_of_each((27,), (28, 29, 30), (31, 32, 33)):
            for suits in _three_suits(7 - len(honours)):
                yield bytes(2 * (kind in suits or kind in honours) for kind in range(tiles.KINDS))
    kinds = [kind for kind in range(tiles.KINDS) if kind >= 27 or KNITTED[0] >> kind & 1]
    for chosen in combinations(kinds, 14):
        yield bytes(kind in chosen for kind in range(tiles.KINDS))
    for double in range(tiles.KINDS):
        if ORPHANS >> double & 1:
            yield bytes((ORPHANS >> kind & 1) + (kind == double) for kind in range(tiles.KINDS))


def _few_of_each(*alike: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Any number of kinds from each of some groups in which all are alike."""
    if not alike:
        yield ()
        return
    for rest in _few_of_each(*alike[1:]):
        for count in range(len(alike[0]) + 1):
            yield alike[0][:count] + rest


def _three_suits(count: int) -> Iterator[frozenset[int]]:
    """So many different numbered kinds, the suits in falling order."""
    masks = sorted(range(512), reverse=True)
    sizes = [mask.bit_count() for mask in range(512)]
    for first in masks:
        for second in range(first + 1):
            rest = count - sizes[first] - sizes[second]
            if rest >= 0:
                for third in range(second + 1):
                    if sizes[third] == rest:
                        bits = first | second << 9 | third << 18
                        yield frozenset(kind for kind in range(27) if bits >> kind & 1)


def _hand(row: bytes) -> str:
    """The hand in a row, in our notation. An earthly hand is another player's: its seat wind is turned from east to south."""
    flags = row[shapes.FLAGS]
    earthly = bool(flags & 8 and not flags & 1)
    turned = {27: 28, 28: 27} if earthly else {}
    concealed = [turned.get(kind, kind) for kind in row[: shapes.MELDS] if kind < tiles.KINDS]
    melds = [Meld.from_code(code) for code in row[shapes.MELDS : shapes.FLAGS] if code != shapes.NO_TILE]
    hand = Hand(tuple(concealed[:-1]), tuple(melds), concealed[-1])
    win = Win(bool(flags & 1), int(earthly), last_tile=bool(flags & 2), kong=bool(flags & 4), first_turn=bool(flags & 8))
    return notation.format_hand(hand, win)
