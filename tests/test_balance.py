"""Balance: worth against rarity, outliers, and proposals of values."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quepu
from quepu import cli
from quepu.lab import balance as lab
from quepu.lab.balance import Balance, Constraints, Share, balance
from quepu.lab.count import Count
from quepu.lab.simulate import Counts, Study, new_study
from quepu.rules import book
from quepu.rules.base import RuleBook
from quepu.rules.overlay import as_toml, parse

Capture = pytest.CaptureFixture[str]
TREND = 0.5
"""In the books of these tests a fan of share s would be worth 2 / s^0.5."""


def shares_of(rules: RuleBook, differing: Mapping[str, float] | None = None) -> list[Share]:
    """Every fan exactly as rare as its value says, but those that are named: this many times as rare."""
    found = []
    for fan in rules.rows:
        key, unit = rules.family.balanced_value(fan)
        worth = getattr(fan, rules.family.value_fields(fan)[key]) * unit if key else 1
        mean = (2 / worth) ** (1 / TREND) / 20 / (differing or {}).get(fan.id, 1)
        found.append(Share(fan, mean, 0.95 * mean, 1.05 * mean, 1000))
    return found


def proposals(found: Balance) -> dict[str, int]:
    return {one.share.fan.id: one.proposed for one in found.fans if one.proposed != one.value}


def test_a_book_that_keeps_its_promise_has_no_outlier_and_needs_no_change() -> None:
    found = balance(book("guobiao"), "simulated", shares_of(book("guobiao")))
    assert round(found.line.slope, 6) == TREND
    assert all(0.999 < one.ratio < 1.001 for one in found.fans)
    assert found.broken == 0 < found.pairs
    assert proposals(found) == {}
    assert found.overlay() == {"base": "guobiao", "fan": {}}
    assert found.left_out == ()


def test_a_fan_that_is_much_rarer_than_its_value_says_is_an_outlier_and_moves_to_the_line() -> None:
    """混一色, 6 points, is made a hundred times as rare: it would be worth 60."""
    found = balance(book("guobiao"), "simulated", shares_of(book("guobiao"), {"half_flush": 100}))
    assert [one.share.fan.id for one in found.fans if one.is_outlier] == ["half_flush"]
    assert proposals(found) == {"half_flush": 60}
    assert found.broken > 0
    assert found.overlay() == {"base": "guobiao", "fan": {"half_flush": {"points": 60}}}


def test_what_an_interval_allows_is_no_outlier() -> None:
    shares = shares_of(book("guobiao"), {"half_flush": 100})
    wide = [replace(one, low=0.0, high=1.0) if one.fan.id == "half_flush" else one for one in shares]
    assert proposals(balance(book("guobiao"), "simulated", wide)) == {}


def test_values_become_multiples() -> None:
    found = balance(book("guobiao"), "simulated", shares_of(book("guobiao")), constraints=Constraints(multiple=4))
    assert {one.proposed % 4 for one in found.fans} == {0}
    # the nearest by ratio: 6 is 1.5 times 4, and 8 is 1.33 times 6
    assert {one.value: one.proposed for one in found.fans} == {
        1: 4, 2: 4, 4: 4, 5: 4, 6: 8, 8: 8, 12: 12, 16: 16, 24: 24, 32: 32, 48: 48, 64: 64, 88: 88,
    }  # fmt: skip


def test_the_order_of_the_fans_can_be_kept() -> None:
    """三暗刻 (16) becomes as frequent as one of 2: alone it would fall below all fans of 4 to 12 points."""
    shares = shares_of(book("guobiao"), {"three_concealed_pungs": 1 / 64})
    assert proposals(balance(book("guobiao"), "simulated", shares)) == {"three_concealed_pungs": 2}
    found = balance(book("guobiao"), "simulated", shares, constraints=Constraints(keeps_order=True))
    check_order(found)
    assert "three_concealed_pungs" in proposals(found)


def check_order(found: Balance) -> None:
    for one in found.fans:
        for other in found.fans:
            if one.unit == other.unit and one.value < other.value:
                assert one.proposed <= other.proposed, (one, other)


def test_fans_that_are_kept_stay_and_hold_the_others_in_order() -> None:
    shares = shares_of(book("guobiao"), {"half_flush": 100})
    kept = Constraints(keeps_order=True, kept=frozenset({"mixed_straight"}))
    found = balance(book("guobiao"), "simulated", shares, constraints=kept)
    # 花龙 has 8 points and stays, so 混一色 cannot pass it
    assert {one.share.fan.id: one.proposed for one in found.fans}["mixed_straight"] == 8
    assert {one.share.fan.id: one.proposed for one in found.fans}["half_flush"] == 8
    check_order(found)


def test_fans_that_were_never_found_hold_the_others_in_order() -> None:
    """十三幺 (88 points) becomes as frequent as a fan of 8. Nobody made 字一色 (64) or 一色四同顺 (48), which have no proposal."""
    shares = [
        replace(one, mean=0.0, low=0.0, hands=0) if one.fan.id in ("all_honours", "quadruple_chow") else one
        for one in shares_of(book("guobiao"), {"thirteen_orphans": 1 / 121, "half_flush": 400})
    ]
    free = balance(book("guobiao"), "simulated", shares)
    assert proposals(free) == {"thirteen_orphans": 8, "half_flush": 120}
    ordered = balance(book("guobiao"), "simulated", shares, constraints=Constraints(keeps_order=True))
    check_order(ordered)
    changed = proposals(ordered)
    assert changed["thirteen_orphans"] == 64
    assert max(value for id, value in changed.items() if book("guobiao").fans[id].fan < 48) <= 48


def test_in_lingque_the_fu_move_and_the_multiplier_stays() -> None:
    """一气贯通, 8 副 3 翻, is made a hundred times as rare: 240 points, so 80 副."""
    found = balance(book("lingque28"), "simulated", shares_of(book("lingque28"), {"pure_straight": 100}))
    assert found.overlay() == {"base": "lingque28", "fan": {"pure_straight": {"fu": 80}}}


def test_a_proposal_is_on_top_of_the_overlay_that_made_the_book() -> None:
    text = 'base = "guobiao"\nname = "club"\nminimum = 6\n[fan.half_flush]\npoints = 5\nexcludes_add = ["all_chows"]\n'
    rules = parse(text, "club.toml", book)
    found = balance(rules, "simulated", shares_of(book("guobiao"), {"half_flush": 100}))
    assert found.overlay() == {
        "base": "guobiao",
        "name": "club",
        "minimum": 6,
        "fan": {"half_flush": {"points": 60, "excludes_add": ["all_chows"]}},
    }
    assert parse(as_toml(found.overlay()), "x.toml", book).fans["half_flush"].fan == 60


def test_fans_with_percentages_have_no_value_to_move() -> None:
    found = balance(book("woodshole"), "simulated", shares_of(book("woodshole")))
    assert {fan.id for fan in found.left_out} == {fan.id for fan in book("woodshole").rows if fan.percent}


@given(
    st.lists(st.floats(0.01, 100), min_size=82, max_size=82),
    st.integers(1, 7),
    st.sets(st.sampled_from([*book("guobiao").fans]), max_size=5),
    st.booleans(),
)
def test_whatever_the_shares_a_proposal_observes_its_constraints(factors: list[float], multiple: int, kept: set[str], all: bool) -> None:
    shares = shares_of(book("guobiao"), dict(zip(book("guobiao").fans, factors, strict=True)))
    constraints = Constraints(multiple, keeps_order=True, kept=frozenset(kept), moves_all=all)
    found = balance(book("guobiao"), "simulated", shares, 2.0, constraints)
    check_order(found)
    stayed = {one.share.fan.id for one in found.fans if one.proposed == one.value}
    assert kept <= stayed
    # a value that is not a multiple is one of now, where kept fans leave no room
    assert all_multiples(found, multiple) or kept
    assert parse(as_toml(found.overlay()), "x.toml", book).base_id == "guobiao"


def all_multiples(found: Balance, multiple: int) -> bool:
    return all(one.proposed % multiple == 0 for one in found.fans)


@given(st.lists(st.floats(0.001, 1000), min_size=1, max_size=12))
def test_rising_values_never_fall_and_keep_the_product(values: list[float]) -> None:
    found = lab.rising(values)
    assert all(one <= other * (1 + 1e-9) for one, other in pairwise(found))
    assert sorted(values) != values or found == pytest.approx(values)


@given(st.text(max_size=30), st.integers(0, 1000), st.lists(st.sampled_from([*book("guobiao").fans]), max_size=3, unique=True))
def test_an_overlay_survives_being_written(name: str, points: int, fans: list[str]) -> None:
    overlay = {"base": "guobiao", "name": name, "minimum": 4, "fan": {"pure_straight": {"points": points, "excludes_add": fans}}}
    assert tomllib.loads(as_toml(overlay)) == overlay


# The command.


def study_file(folder: Path, rules: str) -> str:
    """A study of 1,000 deals in which every fan was found ten times as often as the one before it."""
    study: Study = new_study(rules, ["swift"] * 4, 1000, 1)
    counts = Counts(deals=1000)
    counts.wins["0,0,1"] = counts.points["10"] = 1000
    counts.discards["40"] = 1000
    counts.payments["0,0,0"] = 4000
    for n, id in enumerate(["half_flush", "all_pungs", "full_flush", "big_three_dragons"]):
        for counter in (counts.fans, counts.times, counts.fan_points):
            counter[id] = 900 // 3**n
    study.counts, study.done = counts, 1
    path = folder / f"{rules}.json"
    path.write_bytes(study.as_bytes())
    return str(path)


def test_the_command_reads_a_study_and_writes_an_overlay_to_play_with(tmp_path: Path, capsys: Capture) -> None:
    study, overlay = study_file(tmp_path, "guobiao"), tmp_path / "new.toml"
    assert cli.main(["lab", "balance", "--study", study, "--factor", "1.5", "--overlay", str(overlay), "--lang", "zh"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("国标麻将：番种的分数与稀有程度\n占和牌的比例来自模拟")
    assert f"quepu play --rules {overlay}" in out
    assert cli.main(["lab", "balance", "--study", study, "--factor", "1.5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["source"] == "simulated"
    assert [one["id"] for one in found["fans"]] == ["half_flush", "all_pungs", "full_flush", "big_three_dragons"]
    assert tomllib.loads(overlay.read_text(encoding="utf-8")) == found["proposal"]
    changed = {one["id"]: one["proposed"] for one in found["fans"] if one["proposed"] != one["points"]}
    assert changed
    rules = book(str(overlay))
    assert {id: rules.fans[id].fan for id in changed} == changed
    assert "half_flush" in changed
    scores = [quepu.score("12345678m22m [EEE] +9m", under) for under in ("guobiao", str(overlay))]
    assert scores[1].points - scores[0].points == changed["half_flush"] - 6


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["lingque28", "--study", "guobiao"], "other_book"),
        (["--study", "missing.json"], "unreadable_file"),
        (["--study", ""], "bad_value"),
        (["guobiao", "--study", "guobiao", "--keep", "三暗刻,no_such_fan"], "unknown_fan"),
        (["--study", "lingque28", "--overlay", "."], "unwritable_file"),
        (["--study", "guobiao", "--enumerated"], "usage"),
        (["nonsense", "--hands", "10"], "unknown_rules"),
        (["--study", "guobiao", "--hands", "10"], "not_together"),
        (["--study", "guobiao", "--players", "swift,swift,swift,swift"], "not_together"),
        (["--study", "guobiao", "--seed", "0"], "not_together"),
        (["--study", "guobiao", "--ray", "local"], "not_together"),
        (["--study", "guobiao", "--workers", "1"], "not_together"),
        (["--enumerated", "--seed", "3"], "not_together"),
        (["--enumerated", "--ray", "local"], "not_together"),
    ],
)
def test_wrong_options_have_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, options: list[str], code: str
) -> None:
    files = {rules: study_file(tmp_path, rules) for rules in ("guobiao", "lingque28")}
    monkeypatch.chdir(tmp_path)
    at = options.index("--study") + 1 if "--study" in options else -1
    words = [files.get(word, word) if n == at else word for n, word in enumerate(options)]
    assert cli.main(["lab", "balance", *words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


@pytest.mark.parametrize("source", [[], ["--enumerated"]], ids=["simulated", "enumerated"])
@pytest.mark.parametrize(("fans", "code"), [("no_such_fan", "unknown_fan"), ("", "bad_value")])
def test_the_fans_to_keep_are_checked_before_anything_is_computed(
    source: list[str], fans: str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("quepu.lab.simulate.play_part", None)
    monkeypatch.setattr("quepu.lab.count.count_unit", None)
    assert cli.main(["lab", "balance", "guobiao", *source, "--keep", fans, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


@pytest.mark.parametrize(("shards", "code"), [(1, "incomplete_study"), (2, "incomplete_study"), (3000, "missing_shards")])
def test_a_part_of_a_study_is_refused(shards: int, code: str, tmp_path: Path, capsys: Capture) -> None:
    """The command in the report would give other figures."""
    path = tmp_path / "part.json"
    path.write_bytes(new_study("guobiao", ["swift"] * 4, 4096, 1, shards, shards).as_bytes())
    assert cli.main(["lab", "balance", "--study", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


def test_a_proposal_overwrites_overlays_only(tmp_path: Path, capsys: Capture) -> None:
    study = study_file(tmp_path, "guobiao")
    notes, before, empty = tmp_path / "notes.toml", tmp_path / "before.toml", tmp_path / "empty.toml"
    notes.write_text('[project]\nname = "mine"\n')
    before.write_text('base = "guobiao"\nminimum = 6\n')
    empty.touch()
    for path in (notes, Path(study), tmp_path / "new.json"):
        data = path.read_bytes() if path.exists() else None
        assert cli.main(["lab", "balance", "--study", study, "--overlay", str(path), "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "not_an_overlay_file"
        assert (path.read_bytes() if path.exists() else None) == data
    for path in (before, empty):
        assert cli.main(["lab", "balance", "--study", study, "--factor", "1.5", "--overlay", str(path), "--json"]) == 0
        assert tomllib.loads(path.read_text("utf-8")) == json.loads(capsys.readouterr().out)["proposal"]


def test_a_study_without_enough_fans_has_no_trend(tmp_path: Path, capsys: Capture) -> None:
    study = new_study("guobiao", ["swift"] * 4, 1000, 1)
    counts = Counts(deals=1000, draws=1000)
    counts.discards["90"], counts.payments["0,0,0"] = 1000, 4000
    study.counts, study.done = counts, 1
    path = tmp_path / "empty.json"
    path.write_bytes(study.as_bytes())
    assert cli.main(["lab", "balance", "--study", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "too_few_fans"


@pytest.mark.compiled
def test_a_simulation_is_the_default_and_an_enumeration_is_labelled(capsys: Capture) -> None:
    assert cli.main(["lab", "balance", "guobiao", "--hands", "1000", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["source"] == "simulated"
    fans = dict.fromkeys(book("guobiao").fans, (3, 2))
    shares = lab.of_counts([Count(book("guobiao"), way, 0, 0, (9, 9), (8, 8), fans) for way in (False, True)])
    assert {(one.mean, one.low, one.high, one.hands) for one in shares} == {(0.25, 0.25, 0.25, 6)}
