"""What differs between two rule books: exact where nothing does, corrected where many figures are compared."""

from __future__ import annotations

import json
from itertools import pairwise
from math import comb
from pathlib import Path
from random import Random

import pytest

from quepu.cli.main import main
from quepu.lab.simulate import new_study, simulate
from quepu.lab.what_if import Difference, as_dict, differences, holm, of_means, of_shares, what_if
from quepu.lab.workers import processes
from quepu.rules import book, embedded

pytestmark = pytest.mark.compiled
"""Interpreted, thousands of deals take hours."""

Capture = pytest.CaptureFixture[str]
FAST = ["swift"] * 4
TWICE = {"base": "guobiao", "name": "twice", "fan": {"mixed_shifted_chows": {"points": 12}}}
NOTHING = {"base": "guobiao", "name": "the same", "fan": {"mixed_shifted_chows": {"points": 6}}}


def test_an_overlay_that_changes_nothing_shows_no_difference() -> None:
    found = differences(*what_if("guobiao", embedded("guobiao", NOTHING), FAST, 300, seed=2, executor=processes(1)))
    assert len(found) == 6 + len(book("guobiao").fans)
    assert all((one.difference, one.p, one.is_significant) == (0.0, 1.0, False) for one in found)


def test_a_common_fan_of_twice_the_value_is_found() -> None:
    """Players that know the rules make it more often, and wins are worth more. Nothing else is called significant."""
    found = differences(*what_if("guobiao", embedded("guobiao", TWICE), FAST, 2048, seed=1, executor=processes(2)))
    assert {one.name for one in found if one.is_significant} == {"points", "mixed_shifted_chows"}
    fan = next(one for one in found if one.name == "mixed_shifted_chows")
    assert fan.is_fan
    assert 0.03 < fan.difference < 0.09


@pytest.mark.long
def test_false_alarms_are_as_rare_as_the_level_says() -> None:
    """The same book with other walls, twenty times: in one of twenty comparisons something may look significant."""
    alarms = 0
    for seed in range(20):
        one, other = (simulate(new_study("guobiao", FAST, 2048, seed=2 * seed + i)) for i in (0, 1))
        alarms += any(found.is_significant for found in differences(one, other))
    assert alarms <= 4


def test_the_chance_of_a_difference_of_shares_is_that_of_random_trials() -> None:
    random = Random(6)
    below = 0
    for _ in range(2000):
        one, other = (sum(random.random() < 0.3 for _ in range(60)) for _ in range(2))
        below += of_shares("x", one, 60, other, 60).p < 0.1
    assert 0.07 < below / 2000 < 0.14


def test_means_are_compared_with_the_error_of_both() -> None:
    same = of_means("x", {1: 10, 3: 10}, {1: 20, 3: 20})
    assert (same.before, same.after, same.p) == (2.0, 2.0, 1.0)
    # variances 20/19 and 40/39, each divided by the number of values
    assert same.error == pytest.approx((20 / 19 / 20 + 40 / 39 / 40) ** 0.5)
    assert of_means("x", {1: 10, 3: 10}, {2: 10, 4: 10}).p < 0.01
    assert of_means("x", {}, {}).p == 1.0


def test_a_few_values_that_happen_to_be_alike_are_no_certainty() -> None:
    many = {8: 100, 16: 100, 24: 100}
    for few in ({24: 1}, {24: 2}):
        for found in (of_means("x", many, few), of_means("x", few, many)):
            assert found.error > 4
            assert found.p > 0.05
    assert of_means("x", {8: 1}, {88: 1}).p == 1.0
    assert of_means("x", many, {200: 3}).p < 1e-6


def test_rare_shares_are_tested_exactly() -> None:
    """The normal distribution would call what a single win has certain: p < 10⁻¹⁸ here."""
    assert of_shares("x", 4, 399, 1, 1).p == pytest.approx(2 * 5 / 400)
    for one, size, other, rest in ((0, 7, 3, 20), (2, 7, 1, 20), (5, 9, 2, 30), (7, 8, 29, 30), (1, 40, 6, 40)):
        ways = comb(size + rest, one + other)
        chances = [comb(size, n) * comb(rest, one + other - n) / ways for n in range(one + other + 1)]
        expected = min(1.0, 2 * min(sum(chances[: one + 1]), sum(chances[one:])))
        assert of_shares("x", one, size, other, rest).p == pytest.approx(expected)
        assert of_shares("x", other, rest, one, size).p == pytest.approx(expected)
    assert of_shares("x", 3, 10**12, 4, 10**12).p == pytest.approx(1.0)


def test_figures_of_wins_are_compared_only_if_both_books_have_wins() -> None:
    never = embedded("guobiao", {"base": "guobiao", "name": "never", "minimum": 1000})
    found = differences(*what_if("guobiao", never, FAST, 60, seed=1, executor=processes(1)))
    assert [one.name for one in found] == ["draws", "refused", "discards", "points_east"]
    assert found[0].is_significant


def test_corrected_chances_are_never_smaller_and_keep_their_order() -> None:
    random = Random(3)
    for _ in range(50):
        tested = [Difference(str(i), True, 0.0, 1.0, 1.0, random.random() ** 3) for i in range(30)]
        found = holm(tested)
        assert [(one.name, one.p) for one in found] == [(one.name, one.p) for one in tested]
        assert all(one.p <= one.corrected <= 1.0 for one in found)
        ordered = sorted(found, key=lambda one: one.p)
        assert ordered[0].corrected == min(1.0, 30 * ordered[0].p)
        assert all(one.corrected <= other.corrected for one, other in pairwise(ordered))


def test_only_fans_that_both_books_have_are_compared() -> None:
    found = as_dict(*what_if("lingque26", "lingque28", FAST, 100, seed=1, executor=processes(1)))
    names = {one["name"] for one in found["fans"]}
    assert names == set(book("lingque26").fans) & set(book("lingque28").fans)
    assert found["source"] == "simulated"
    assert [one["name"] for one in found["measures"]] == ["draws", "self_draws", "refused", "discards", "points", "points_east"]
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_the_command_compares_in_both_languages(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "six.toml"
    file.write_text('base = "guobiao"\nname = "六番起和"\nminimum = 6\n', "utf-8")
    arguments = ["lab", "compare", "guobiao", str(file), "--hands", "60", "--seed", "3", "--workers", "1"]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["before"], found["after"]["overlay"]["minimum"]) == ({"rules": "guobiao", "overlay": None}, 6)
    assert main([*arguments, "--lang", "en"]) == 0
    english = capsys.readouterr().out
    assert english.startswith("Guobiao, as played → 六番起和, simulated deals each: 60, seed: 3\n")
    assert main([*arguments, "--lang", "zh"]) == 0
    chinese = capsys.readouterr().out
    assert chinese.startswith("国标麻将 → 六番起和：各模拟 60 局，种子 3\n")
    assert len(chinese.splitlines()) == len(english.splitlines())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nothing", "guobiao"], "unknown_rules"),
        (["guobiao", "nowhere.toml"], "unreadable_file"),
        (["guobiao", "guobiao98", "--players", "swift,swift"], "bad_value"),
        (["guobiao", "guobiao98", "--hands", "0"], "out_of_range"),
        (["guobiao"], "usage"),
    ],
)
def test_wrong_arguments_have_a_code(arguments: list[str], code: str, capsys: Capture) -> None:
    assert main(["lab", "compare", *arguments, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code
