"""Scoring families: the numbers, words and keys that differ between rule books."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import quepu
from quepu.rules import BOOKS, book
from quepu.rules.family import Combinations, Family, FuTimesFan, Percentages

HAND = "12345678m22p [EEE] +9m"


class Counted:
    """An object whose method calls are counted."""

    def __init__(self, wrapped: Any, calls: Counter[str]) -> None:
        self.wrapped, self.calls = wrapped, calls

    def __getattr__(self, name: str) -> Any:
        self.calls[name] += 1
        return getattr(self.wrapped, name)


class CountedPool(Counted):
    """A pool of scorers that counts its own calls and those of its scorers."""

    def take(self) -> Counted:
        return Counted(self.wrapped.take(), self.calls)

    def put_back(self, scorer: Counted) -> None:
        self.wrapped.put_back(scorer.wrapped)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_hand_is_scored_once_for_its_points_and_once_for_all_explanations(rules: str) -> None:
    counted = replace(book(rules))
    calls: Counter[str] = Counter()
    counted.__dict__["scorers"] = CountedPool(counted.scorers, calls)
    score = quepu.score(HAND, counted)
    assert calls == {"score": 1}
    assert all((score.text("en"), score.text("zh"), score.html(), score.as_dict(explain=True)))
    assert (calls["score"], calls["readings"], calls["score_row"]) == (1, 1, 0)


@pytest.mark.parametrize("rules", BOOKS)
def test_the_trace_has_the_numbers_of_the_score(rules: str) -> None:
    score = quepu.score(HAND, rules)
    trace = score.reading.trace
    assert (trace.points, score.rules.family.fu_and_fan(trace.sum, trace.rate)) == (score.base, (score.fu, score.fan))


def test_the_trace_of_副_and_翻() -> None:
    """门清: 四聚 has 3 翻, and 3² > 2 × 4, the 翻 of 三同顺 in another category."""
    trace = quepu.score("23m22233344455p +4m", "lingque26").reading.trace
    assert (trace.sum, trace.rate, trace.points) == (46, 6, 276)
    assert trace.numbers == {"merged": 0, "most": 4, "second": 3, "jumps": 1, "concealed": 1}


def test_番牌_is_one_fan_in_the_trace() -> None:
    trace = quepu.score("23m55p [EEE] [CCC] [FFF] +4m").reading.trace
    assert (trace.numbers["merged"], trace.numbers["most"], trace.numbers["concealed"]) == (3, 3, 0)


@pytest.mark.parametrize(
    ("rules", "family", "keys", "numbers"),
    [
        ("lingque28", FuTimesFan, ["fu", "fan"], ["fu", "fan"]),
        ("guobiao", Combinations, ["points"], []),
        ("woodshole", Percentages, ["points"], ["sum", "percent"]),
    ],
)
def test_a_family_has_its_keys(rules: str, family: type[Family], keys: list[str], numbers: list[str]) -> None:
    score = quepu.score(HAND, rules)
    assert isinstance(score.rules.family, family)
    assert list(score.rules.family.value_dict(score.fans[0].fan)) == keys
    assert list(score.numbers()) == numbers


def test_woods_hole_has_percentages() -> None:
    score = quepu.score("23m55p [678p] [567s] [345s] +4m | kong", "woodshole")
    assert (score.sum, score.percent, score.points) == (4, 100, 8)
    assert score.rules.family.value_dict(score.rules.fans["robbing_a_kong"]) == {"percent": 100}
    assert score.rules.family.value_text(score.rules.fans["robbing_a_kong"], 1, "en") == "+100%"


def test_a_single_term_is_no_sum() -> None:
    steps = quepu.explain.arithmetic
    assert steps(quepu.score("19m19p19sESWNCFP +P", "guobiao"), "zh")[0] == "88 分"
    assert steps(quepu.score("19m19p19sESWNCFP +P", "guobiao"), "en")[0] == "88 points"
    assert steps(quepu.score("EECC [123m] [555m] [789m] +C", "guobiao"), "zh")[0].endswith(" 分")
    assert " + " in steps(quepu.score("EECC [123m] [555m] [789m] +C", "guobiao"), "zh")[0]
    one = quepu.score("24m22p [678p] [888s] [345m] +3m | last_tile")
    assert len(one.fans) == 1
    assert steps(one, "zh")[0] == f"副数 {one.fu}"
    assert steps(one, "en")[0] == f"fu {one.fu}"
