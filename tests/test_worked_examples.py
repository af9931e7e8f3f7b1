"""The worked examples of both editions: the printed list of fans, 副, 翻 and 点, each with a hand that scores exactly that.

The tiles of the texts are lost; the hands in ``data/lingque_worked_examples.json`` were made for the lists. Where the printed list is in
error (``erratum``), ``corrected`` is the list that the printed sum belongs to.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quepu import score
from quepu.rules import book

FILE = Path(__file__).parent / "data" / "lingque_worked_examples.json"
EXAMPLES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
WITH_HAND = [example for example in EXAMPLES if "hand" in example]
IMPOSSIBLE = [example for example in EXAMPLES if "hand" not in example]

WRONG_SUM = {"lingque26-05": (6, 2, 12)}
"""The printed list, added up; the text prints another sum."""


def by_id(examples: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", examples, ids=[example["id"] for example in examples])


def rules_of(example: dict[str, Any]) -> str:
    return f"lingque{example['edition']}"


@by_id(WITH_HAND)
def test_worked_example(example: dict[str, Any]) -> None:
    scored = score(example["hand"], rules_of(example))
    fans: Counter[str] = Counter()
    for counted in scored.fans:
        fans[counted.fan.name] += counted.count
    sum_ = WRONG_SUM.get(example["id"], (example["fu"], example["fan"], example["points"]))
    assert dict(fans) == example.get("corrected", example["fans"]), scored.text("en")
    assert (scored.fu, scored.fan, scored.points) == sum_, scored.text("en")


@by_id(IMPOSSIBLE)
def test_a_list_that_no_hand_can_have_still_adds_up(example: dict[str, Any]) -> None:
    """三暗刻 takes three sets that are pungs and 喜相逢 two that are chows: five sets, and a hand has four."""
    needed_sets = {"三暗刻": 3, "喜相逢": 2}
    assert sum(needed_sets[name] for name in example["fans"] if name in needed_sets) > 4
    values = {row.name: row.fu for row in book(rules_of(example)).rows}
    assert sum(values[name] * count for name, count in example["fans"].items()) == example["fu"]
    assert example["fu"] * example["fan"] == example["points"]


def test_every_worked_example_is_here() -> None:
    assert Counter(rules_of(example) for example in EXAMPLES) == {"lingque28": 69, "lingque26": 68}
    assert {example["id"] for example in IMPOSSIBLE} == {"lingque28-57", "lingque26-56"}
    assert {example["id"] for example in EXAMPLES if "erratum" in example} == {
        *("lingque28-25", "lingque28-57", "lingque28-64"),
        *("lingque26-05", "lingque26-30", "lingque26-56", "lingque26-63"),
    }


# 丁5: what the text says of its examples 91 and 92.

EXAMPLE_91 = next(example["hand"] for example in EXAMPLES if example["id"] == "lingque26-64")
EXAMPLE_92 = next(example["hand"] for example in EXAMPLES if example["id"] == "lingque26-65")
BOOKS = pytest.mark.parametrize("rules", ["lingque28", "lingque26"])


@BOOKS
def test_example_91_has_two_readings_about_4_and_the_higher_one_counts(rules: str) -> None:
    scored = score(EXAMPLE_91, rules)
    dearer, other = scored.readings
    names = [{scored.rules.rows[number].name for number in reading.counted} for reading in (dearer, other)]
    assert names[0] - names[1] == {"幺九刻"}
    assert "镜数" in names[0] & names[1]
    assert dearer.fu == other.fu + 2


@BOOKS
def test_example_91_is_no_镜数_once_456_of_bamboos_is_claimed(rules: str) -> None:
    claimed = score("1112377s [345m] [456s] +7s", rules)
    assert claimed.hand.counts() == score(EXAMPLE_91, rules).hand.counts()
    assert len(claimed.readings) == 1
    assert "mirrored" not in claimed.counts


@BOOKS
def test_example_92_is_symmetric_about_4_and_a_half(rules: str) -> None:
    scored = score(EXAMPLE_92, rules)
    numbers = [kind % 9 + 1 for kind, count in enumerate(scored.hand.counts()) for _ in range(count)]
    assert min(numbers) + max(numbers) == 9
    assert scored.counts["mirrored"] == 1
