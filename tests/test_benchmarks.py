"""The benchmarks: what they write is what is promised and shown, and what they compute from the rounds is right. Nothing is timed here."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import bench
import callgrind
import close_decisions
import curves
import engines
import environments
import install_peers
import measure
import players
import pytest
import scoring
import targets
import trade_off
import work

import quepu
from quepu.engine.batch import Tables
from quepu.hand import Hand
from quepu.kernel.shapes import ROW
from quepu.kernel.style import STYLES
from quepu.rules import book

ROOT = Path(__file__).parent.parent
KEYS = ["name", "unit", "ours", "peer", "peer_name", "ratio"]


def written(name: str) -> Any:
    return json.loads((ROOT / "benchmarks" / name).read_text("utf-8"))


# What is written, and shown


def test_the_results_have_the_promised_keys_and_figures_that_belong_together() -> None:
    rows = written("results.json")
    assert rows
    for row in rows:
        assert list(row) == KEYS
        assert row["ours"] > 0
        if row["peer"] is None:
            assert row["ratio"] is None
            assert row["peer_name"] == "" or "not installed: " in row["peer_name"]
        else:
            assert row["peer_name"]
            # the ratio is the median of ratios, not the ratio of medians; they are not far apart
            assert 0.5 < row["ratio"] / (row["ours"] / row["peer"]) < 2
    assert len({(row["name"], row["peer_name"]) for row in rows}) == len(rows)


def test_every_peer_is_in_the_table() -> None:
    named = {row["peer_name"].split()[0] for row in written("results.json") if row["peer_name"]}
    _, peers = install_peers.requirements((ROOT / "requirements-bench.txt").read_text("utf-8"))
    assert named == {wanted.partition("==")[0] for wanted in peers} == {"PyMahjongGB", "mahjong", "riichienv", "pymahjong", "rlcard"}


def test_the_docs_show_every_row_with_its_target() -> None:
    page = (ROOT / "docs/performance.md").read_text("utf-8")
    for row in written("results.json"):
        [line] = [
            line
            for line in page.splitlines()
            if line.startswith(f"| {row['name']} | {row['ours']:,} {row['unit']} |") and row["peer_name"] in line.split("|")[3]
        ]
        assert line.endswith(f"| {targets.target_text(row['name'], row['peer_name'], row['ratio'])} |")


def test_the_players_table_has_every_player_under_every_book_beside_an_agent_of_riichienv() -> None:
    rows = written("players.json")
    assert all(list(row) == KEYS for row in rows)
    assert [row["name"] for row in rows] == [contest.name for contest in players.contests()]
    assert {row["name"].split(", ")[0] for row in rows if row["peer_name"].startswith("riichienv RandomAgent")} == {
        f"four {name}" for name in ("efficient", "swift", "careful")
    }
    page = (ROOT / "docs/performance.md").read_text("utf-8")
    assert all(f"| {row['name']} | {row['ours']:,} {row['unit']} |" in page for row in rows)


def test_the_trade_off_has_every_variant_under_three_books() -> None:
    found = written("trade_off.json")
    drawn = [(point["rules"], point["beyond"], point["budget"]) for point in found["points"]]
    assert drawn == [(id, style.beyond, style.budget) for id in trade_off.RULES for style in trade_off.variants()]
    for point in found["points"]:
        low, high = point["points"]["interval"]
        assert low < point["points"]["mean"] < high
        assert point["deals"] == found["deals"]
        assert point["microseconds"] > 0


def test_the_curves_go_from_a_thousand_to_ten_million_hands_and_from_one_to_ten_thousand_tables() -> None:
    drawn = written("curves.json")
    sizes = {curve["unit"]: [point["size"] for point in curve["points"]] for curve in drawn}
    assert sizes == {"hand": [10**power for power in range(3, 8)], "decision": [10**power for power in range(5)]}
    for curve in drawn:
        times = [point["ns"] for point in curve["points"]]
        assert curve["largest_to_smallest"] == pytest.approx(times[-1] / times[0], abs=0.01)
        assert curve["bytes_each"] > 0


def test_the_instructions_of_the_three_kernels_are_the_same_when_counted_again() -> None:
    counted = written("callgrind.json")
    assert [row["name"] for row in counted] == [*callgrind.KERNELS]
    assert {row["name"].split()[0] for row in counted} == {"scoring", "distance", "engine"}
    for row in counted:
        assert row["again"] == pytest.approx(row["instructions"], rel=0.001)


# How it is computed


def figures(*values: float) -> measure.Rate:
    """Rates that were, one a round."""
    return iter(values).__next__


def test_a_row_has_medians_their_spreads_and_the_median_ratio_of_the_rounds() -> None:
    peer = measure.Peer("slow", figures(10, 30, 20))
    [row] = measure.run(measure.Contest("work", "things/s", figures(100, 90, 110), [peer], rounds=3))
    assert row.as_dict() == {"name": "work", "unit": "things/s", "ours": 100, "peer": 20, "peer_name": "slow", "ratio": 5.5}
    assert (row.spread, row.peer_spread, row.ratios) == (0.1, 0.5, (3.0, 10.0))


def test_ours_and_its_peers_take_turns() -> None:
    order: list[str] = []

    def rate(name: str) -> measure.Rate:
        return lambda: order.append(name) or 1.0  # type: ignore[func-returns-value]

    contest = measure.Contest("work", "things/s", rate("ours"), [measure.Peer("a", rate("a")), measure.Peer("b", rate("b"))], rounds=2)
    assert [row.peer_name for row in measure.run(contest)] == ["a", "b"]
    assert order == ["ours", "a", "b"] * 2


def test_a_peer_that_is_not_installed_has_a_row_that_says_why() -> None:
    package = measure.imported("no_such_package_anywhere", "nobody")
    assert package == "ModuleNotFoundError: No module named 'no_such_package_anywhere'"
    absent = measure.peer("nobody", package, lambda: pytest.fail("it is not there to be asked"))
    [row] = measure.run(measure.Contest("work", "things/s", figures(3, 1, 2), [absent], rounds=3))
    assert row.as_dict() == {
        "name": "work",
        "unit": "things/s",
        "ours": 2,
        "peer": None,
        "peer_name": "nobody (not installed: ModuleNotFoundError: No module named 'no_such_package_anywhere')",
        "ratio": None,
    }
    assert "not installed" in bench.line(row)


def test_the_output_of_pip_about_a_peer_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = "WARNING: slow\nERROR: No matching distribution found for nobody==1\n"
    file = tmp_path / "not_installed.json"
    file.write_text(json.dumps({"nobody": install_peers.reason(output)}))
    monkeypatch.setattr(measure, "NOT_INSTALLED", file)
    assert measure.imported("no_such_package_anywhere", "nobody") == "No matching distribution found for nobody==1"


def test_rates_are_units_by_the_clock() -> None:
    clock = count(step=4).__next__
    assert measure.timed(lambda: None, 100, clock)() == 25


def test_a_target_is_met_or_not() -> None:
    assert targets.target_text("score_many guobiao", "PyMahjongGB loop", 9.9) == "≥ 5× ✓, goal 10× ✗"
    assert targets.target_text("score_many guobiao", "PyMahjongGB loop", 4.99) == "≥ 5× ✗, goal 10× ✗"
    assert targets.target_text("play guobiao, one table", "riichienv", 3) == "≥ 3× ✓"
    assert targets.target_text("score(string)", "", None) == ""


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    measure.write_json(file, [{"name": "副"}])
    with pytest.raises(TypeError):
        measure.write_json(file, [object()])
    assert json.loads(file.read_text("utf-8")) == [{"name": "副"}]


def test_an_interrupt_leaves_the_old_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "HERE", tmp_path)
    monkeypatch.setattr(bench, "is_compiled", lambda: True)
    monkeypatch.setitem(bench.PARTS, "scoring", lambda: iter([measure.Contest("work", "things/s", interrupted)]))
    (tmp_path / "results.json").write_text("old")
    assert bench.main([]) == 130
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]
    assert (tmp_path / "results.json").read_text() == "old"
    assert capsys.readouterr().err == "interrupted: nothing is written\n"


def test_callgrinds_report_is_read_and_nothing_counted_is_an_error() -> None:
    assert callgrind.collected("==7== Events    : Ir\n==7== Collected : 46221\n") == 46221
    for report in ("==7== Collected : 0\n", "valgrind: no such file"):
        with pytest.raises(RuntimeError):
            callgrind.collected(report)


# What is worked on


def test_batches_of_every_size_have_the_same_hands() -> None:
    rows = work.win_rows(40)
    assert b"".join(curves.batches(rows, 10)) == rows
    assert curves.batches(rows, 120) == [rows * 3]


def test_the_peers_get_the_hands_that_ours_gets() -> None:
    hand = Hand((0, 0, 8, 9, 17, 18, 26, 27, 28, 30, 31, 33, 33))
    assert work.gb_tiles(hand) == ("W1", "W1", "W9", "B1", "B9", "T1", "T9", "F1", "F2", "F4", "J1", "J3", "J3")
    assert [kind for kind, held in enumerate(work.counts(hand)) for _ in range(held)] == list(hand.concealed)
    assert [number // 4 for number in work.tile_numbers(hand)] == list(hand.concealed)
    assert len({*work.tile_numbers(hand)}) == 13


def test_a_batch_for_a_book_has_only_hands_that_win_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "BATCH", 300)
    known: scoring.Known = [(hand, win, ()) for hand, win in work.wins(200)]
    for rules in ("woodshole", "guobiao"):
        batch = scoring.batch_of(known, book(rules))
        assert len(batch.rows) == 300 * ROW
        assert all(quepu.score_many(batch).win)


def test_many_tables_make_a_decision_each_in_every_step() -> None:
    assert curves.many_tables(3)() == 3


def test_a_player_is_timed_on_decisions_of_its_own_deals() -> None:
    seen = players.observations("guobiao", STYLES["swift"], 3)
    table = Tables("guobiao", 1, 2026)
    choosing = players.chooser("guobiao", STYLES["swift"])
    for observation in seen:
        assert observation == bytes(table.observations or b"")
        table.step([choosing.choose(observation)])


def test_a_set_has_the_points_of_a_variant_at_every_seat_with_one_wall() -> None:
    """Against players like itself it gets nothing over the four seats: what one seat wins the others pay."""
    like_the_others = trade_off.Task("guobiao", STYLES["efficient"], 5, 2)
    assert trade_off.sums_of_sets(like_the_others) == [0, 0]
    assert trade_off.sums_of_sets(trade_off.Task("guobiao", trade_off.variants()[0], 5, 2)) != [0, 0]


@pytest.mark.compiled
def test_a_decision_is_tried_between_the_two_best_actions_and_repeatably(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_decisions, "TASK", 12)
    task = close_decisions.Task("guobiao", 3)
    found = close_decisions.try_positions(task)
    assert close_decisions.try_positions(task) == found
    assert {one.kind for one in found} == {"turn", "claim"}
    assert all(one.less >= 0 for one in found if one.kind == "turn")
    assert {len(one.differences) for one in found} == {close_decisions.DEALS}


def test_the_true_spread_of_differences_is_found_below_the_luck() -> None:
    """True differences of −1 and 3, each with luck of 20 points: no single deal shows them, many decisions do."""
    random = Random(1)
    group = [[true + random.gauss(0, 20) for _ in range(3)] for true in [-1.0, 3.0] * 50_000]
    mean, mean_error, variance, variance_error = close_decisions.true_spread(group)
    assert abs(mean - 1.0) < 2 * mean_error < 0.3
    assert abs(variance - 4.0) < 2 * variance_error < 6.0


def test_a_perfect_choice_gains_what_the_worse_action_would_lose() -> None:
    assert close_decisions.perfect_gain(0.0, 4.0) == pytest.approx(2 * 0.39894, abs=1e-4)
    assert close_decisions.perfect_gain(-1.0, 4.0) == close_decisions.perfect_gain(1.0, 4.0)
    assert close_decisions.perfect_gain(-1.0, 4.0) == pytest.approx(0.3956, abs=1e-3)
    assert close_decisions.perfect_gain(5.0, -1.0) == 0.0


def test_an_engine_counts_its_decisions_and_the_hands_in_which_somebody_got_something(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(step=2).__next__
    monkeypatch.setattr("time.process_time", clock)
    hands = iter([(70, False), (50, True)])
    play = engines.RandomPlay("somebody", 2, lambda random: next(hands))
    assert play() == 60
    assert str(play) == "somebody: 2 hands played to the end, in 1 of them points changed hands"


class Toy:
    """A game of two steps in the manner of rlcard: a choice, then none."""

    def make(self, name: str, config: dict[str, int]) -> Toy:
        return self

    def reset(self) -> tuple[dict[str, dict[int, None]], int]:
        self.left = 2
        return {"legal_actions": {3: None, 5: None}}, 0

    def step(self, action: int) -> tuple[dict[str, dict[int, None]], int]:
        assert action in (3, 5)
        self.left -= 1
        return {"legal_actions": {5: None}}, 1

    def is_over(self) -> bool:
        return self.left == 0

    def get_payoffs(self) -> Toy:
        return self

    def any(self) -> bool:
        return True


def test_a_decision_is_a_seat_with_two_or_more_actions() -> None:
    assert engines.rlcard(Toy(), True)(Random(1)) == (1, True)


@pytest.mark.compiled
@pytest.mark.parametrize("form", environments.FORMS)
def test_the_environments_play_and_are_measured(form: str) -> None:
    assert environments.vector_rate("guobiao", form, tables=4, seconds=0.01) > 0
    assert environments.aec_rate("guobiao", form, seconds=0.01) > 0


def test_environments_are_measured_under_every_book_beside_every_other_engine() -> None:
    found = list(environments.contests())
    assert len(found) == 4 * 5
    beside = [contest for contest in found if contest.peers]
    assert {contest.name for contest in beside} == {
        f"play guobiao, {way}_env, {form}" for way in ("vector", "aec") for form in ("bytes", "planes")
    }
    assert all([peer.name for peer in contest.peers] == ["riichienv", "pymahjong", "rlcard"] for contest in beside)
