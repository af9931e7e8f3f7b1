"""The golden scores: what every example hand is worth, fan by fan, kept in ``data/lingque_goldens.json`` and its like.

python -m tests.goldens            adds the hands that are missing and prints what else would change
python -m tests.goldens --accept   makes those changes too
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TypedDict

from quepu import QuepuError, Score, score
from quepu.rules import book

Books = tuple[str, ...]
LINGQUE: Books = ("lingque28", "lingque26")
GUOBIAO: Books = ("guobiao", "guobiao98")
WOODSHOLE: Books = ("woodshole",)
FILES = {LINGQUE: "lingque_goldens.json", GUOBIAO: "guobiao_goldens.json", WOODSHOLE: "woodshole_goldens.json"}
DATA = Path(__file__).parent / "data"


class Result(TypedDict):
    """A score without its reasons."""

    fans: dict[str, int]
    fu: int
    fan: int
    points: int
    legal: bool


Goldens = dict[str, dict[str, Result | None]]
"""Rule book → hand → result; None if the hand does not win."""


def load(books: Books = LINGQUE) -> Goldens:
    """What is kept; nothing for a book that is new."""
    file = DATA / FILES[books]
    goldens: Goldens = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {rules: goldens.get(rules, {}) for rules in books}


def result(scored: Score) -> Result | None:
    if not scored.win:
        return None
    return Result(fans=scored.counts, fu=scored.fu, fan=scored.fan, points=scored.points, legal=scored.legal)


def golden_hands(books: Books = LINGQUE) -> dict[str, list[str]]:
    """Every hand that has a golden: the examples of the fans and the hands of the tests, which stand under both books."""
    # here, because these read the goldens themselves
    from tests import test_exclusions, test_guobiao, test_guobiao_mutations, test_mutations, test_woodshole

    tested = {
        LINGQUE: [*test_exclusions.HANDS, *test_mutations.HANDS],
        GUOBIAO: [*test_guobiao.HANDS, *test_guobiao_mutations.HANDS],
        WOODSHOLE: [*test_woodshole.HANDS],
    }[books]
    return {rules: list(dict.fromkeys([*(hand for row in book(rules).rows for hand in (*row.yes, *row.no)), *tested])) for rules in books}


def save(books: Books, goldens: Goldens) -> None:
    """One line for each hand, so that a change is easy to read."""
    parts = []
    for rules, results in goldens.items():
        lines = [f"    {json.dumps(hand, ensure_ascii=False)}: {json.dumps(results[hand])}" for hand in results]
        parts.append(f'  "{rules}": {{\n' + ",\n".join(lines) + "\n  }")
    (DATA / FILES[books]).write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def bring_up_to_date(books: Books, accept: bool) -> int:
    """How many changes were left to accept."""
    old = load(books)
    new: Goldens = {rules: {} for rules in books}
    refused = 0
    for rules, hands in golden_hands(books).items():
        gone = [hand for hand in old[rules] if hand not in hands]
        for hand in [*hands, *gone]:
            kept = old[rules].get(hand)
            try:
                found = None if hand in gone else result(score(hand, rules))
            except QuepuError as error:
                raise SystemExit(f"{rules}: the example {hand!r} is wrong: {error}") from error
            added = hand not in old[rules]
            changed = not added and (hand in gone or found != kept)
            if changed:
                print(f"{rules}  {hand}\n  was {kept}\n  now {'no example' if hand in gone else found}")
                refused += not accept
            if changed and not accept:
                new[rules][hand] = kept
            elif hand not in gone:
                new[rules][hand] = found
    save(books, new)
    return refused


def main(accept: bool) -> int:
    """Bring the files up to date; 1 if something was left to accept."""
    refused = sum(bring_up_to_date(books, accept) for books in FILES)
    if refused:
        print(f"{refused} changes not written; --accept writes them")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main("--accept" in sys.argv[1:]))
