"""The arena: duplicate sets, their results and intervals, records, and its command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from quepu.cli import main
from quepu.cli.games import _record_folder
from quepu.engine import read_record, verify
from quepu.engine.events import HandBegan, Paid, Revealed
from quepu.errors import QuepuError
from quepu.intervals import student
from quepu.lab.arena import Estimate, Results, arena, estimate, share
from quepu.players import PLAYERS

Capture = pytest.CaptureFixture[str]

NAMES = ["first", "random", "first", "random"]


pytestmark = pytest.mark.usefixtures("no_locale")


def recorded(hands: int, rules: str = "lingque28", seed: int = 1) -> tuple[Results, dict[str, bytes]]:
    records: dict[str, bytes] = {}
    results = arena(NAMES, rules, hands, seed, workers=1, record=lambda name, data: records.update({name: data}))
    return results, records


def test_a_set_is_one_match_with_the_same_walls_in_all_seatings() -> None:
    _, records = recorded(hands=8)
    assert list(records) == [f"00000{set}-{seating}.jsonl" for set in (1, 2) for seating in (1, 2, 3, 4)]
    matches = [read_record(data) for data in records.values()]
    assert [match.header.players for match in matches[:4]] == [
        ("first", "random", "first", "random"),
        ("random", "first", "random", "first"),
        ("first", "random", "first", "random"),
        ("random", "first", "random", "first"),
    ]
    seeds = [[event.seed for event in match.events if isinstance(event, Revealed)] for match in matches]
    assert seeds[0] == seeds[1] == seeds[2] == seeds[3] != seeds[4] == seeds[5] == seeds[6] == seeds[7]


@pytest.mark.parametrize(
    ("hands", "sets", "played"),
    [(1, 1, 4), (4, 1, 4), (9, 3, 12), (64, 16, 64), (132, 17, 132)],
)
def test_hands_are_rounded_up_to_whole_sets_of_matches_that_are_short_if_there_are_few(hands: int, sets: int, played: int) -> None:
    results = arena(["first"] * 4, "lingque28", hands, workers=1)
    assert (results.sets, results.hands) == (sets, played)


def test_the_results_agree_with_the_records() -> None:
    results, records = recorded(hands=16, seed=4)
    points = [0] * 4
    hands = 0
    for i, data in enumerate(records.values()):
        events = read_record(data).events
        for began, paid in zip(
            [event for event in events if isinstance(event, HandBegan)], [event for event in events if isinstance(event, Paid)], strict=True
        ):
            hands += 1
            for seat, place in enumerate(began.seats):
                points[(place + i) % 4] += paid.payments[seat]
    assert results.hands == hands == 16
    assert [standing.points.mean * hands for standing in results.players] == pytest.approx(points)
    shares = [standing.of_decided.mean for standing in results.players]
    assert sum(shares) == pytest.approx(1)
    assert sum(standing.wins.mean for standing in results.players) == pytest.approx(1 - results.draws.mean)


def test_the_results_do_not_depend_on_the_number_of_workers() -> None:
    alone = arena(NAMES, "woodshole", 32, 7, workers=1)
    assert arena(NAMES, "woodshole", 32, 7, workers=2) == alone
    assert arena(NAMES, "woodshole", 32, 8, workers=1) != alone


def test_an_interval_is_computed_over_sets() -> None:
    """Four sets of ten hands: their means differ by 0.0816 about 0.5, and t with three degrees of freedom is 3.18."""
    half = estimate([4, 6, 5, 5], [10] * 4)
    assert half.mean == 0.5
    assert half.interval == pytest.approx((0.3701, 0.6299), abs=1e-3)
    assert estimate([4, 6], [10, 10]) == Estimate(0.5, None)
    assert estimate([0, 0, 0], [0, 0, 0]) == Estimate(0.0, None)
    assert [round(student(freedom), 2) for freedom in (1, 2, 3, 5, 15, 63)] == [12.71, 4.27, 3.18, 2.57, 2.13, 2.0]


def test_the_interval_of_a_share_stays_within_its_bounds_and_never_shrinks_to_nothing() -> None:
    """Wilson's, with as many hands as would, if independent, differ as much as the sets do; where nothing differs, a quarter of them."""
    t = student(15)
    assert share([10] * 16, [10] * 16).interval == pytest.approx((1 - t * t / (40 + t * t), 1))
    assert share([0] * 16, [10] * 16).interval == pytest.approx((0, t * t / (40 + t * t)))
    wide = share([0, 10] * 8, [10] * 16)  # each set is all or nothing: sixteen sets are as good as fifteen hands
    reach = t / (1 + t * t / 15) * (0.25 / 15 + t * t / (4 * 15 * 15)) ** 0.5
    assert wide.interval == pytest.approx((0.5 - reach, 0.5 + reach))
    assert share([4, 6], [10, 10]) == Estimate(0.5, None)


def test_a_player_that_does_not_exist_is_named() -> None:
    with pytest.raises(QuepuError, match="unknown player 'nobody'"):
        arena(["first", "first", "first", "nobody"])


def test_the_command_answers_in_json(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "records"
    command = ["arena", *NAMES, "--rules", "guobiao98", "--hands", "12", "--seed", "5", "--records", "records", "--workers", "1"]
    assert main([*command, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == arena(NAMES, "guobiao98", 12, 5, workers=1).as_dict()
    assert list(answer) == ["rules", "seed", "hands", "sets", "confidence", "draws", "players"]
    assert list(answer["players"][0]) == ["name", "points", "wins", "of_decided", "self_draws", "deal_ins"]
    assert sorted(path.name for path in folder.iterdir()) == [f"00000{set}-{n}.jsonl" for set in (1, 2, 3) for n in (1, 2, 3, 4)]
    assert all(verify(path.read_bytes()).book.id == "guobiao98" for path in folder.iterdir())
    assert main(command) == 2
    assert capsys.readouterr().err == "error [folder_not_empty]: records is not an empty folder, and nothing is overwritten\n"


def test_the_command_prints_a_table_and_says_what_the_intervals_are(capsys: Capture) -> None:
    """With fewer than three sets there are no intervals."""
    command = ["arena", "first", "random", "random", "first", "--rules", "woodshole", "--workers", "1"]
    assert main([*command, "--hands", "8"]) == 0
    assert (
        capsys.readouterr().out
        == """woodshole, hands: 8, duplicate sets: 2, seed: 0

  player    points a hand  wins %  of decided hands %  self-draws %  deal-ins %
  first 1   -1.50          25.0    66.7                0.0           0.0
  random 1  -10.25         0.0     0.0                 0.0           12.5
  random 2  -9.25          0.0     0.0                 0.0           12.5
  first 2   +21.00         12.5    33.3                12.5          0.0

draws 62.5 %
± and brackets are 95 % confidence intervals, over duplicate sets (the same walls, all four seatings), not over single hands.
"""
    )
    assert main([*command, "--hands", "16", "--seed", "2"]) == 0
    with_intervals = capsys.readouterr().out.splitlines()
    assert with_intervals[3] == "  first 1   -0.19 ±4.39    6.2 (0.5–47.2)  50.0 (3.3–96.7)     0.0 (0.0–71.6)  0.0 (0.0–71.6)"
    assert with_intervals[8] == "draws 87.5 (47.8–98.2) %"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_help_names_every_player(capsys: Capture, lang: str) -> None:
    assert main(["arena", "--help", "--lang", lang]) == 0
    text = capsys.readouterr().out
    assert [name for name in PLAYERS if name not in text] == []


def test_the_table_is_in_chinese_too(capsys: Capture) -> None:
    assert main(["arena", "first", "first", "first", "first", "--hands", "1", "--workers", "1", "--lang", "zh"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "lingque28，4 局，1 组复式，种子 0"
    assert lines[2].split() == ["玩家", "每局得分", "和牌", "%", "占分出胜负之局", "%", "自摸", "%", "放铳", "%"]
    assert lines[-1] == "± 与括号为 95 % 置信区间，以复式组（同样的牌墙，四种座次）为单位计算，不以单局计。"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["first", "first", "first", "nobody"], "unknown_player"),
        (["first", "first", "first", "first", "--hands", "0"], "out_of_range"),
        (["first", "first", "first", "first", "--workers", "0"], "out_of_range"),
        (["first", "first", "first", "first", "--records", ""], "bad_value"),
        (["first", "first", "first", "first", "--records", "/proc/none/records"], "unwritable_folder"),
        (["first", "first", "first", "first", "--rules", "none"], "unknown_rules"),
    ],
)
def test_wrong_arguments_are_refused_with_a_code(capsys: Capture, arguments: list[str], code: str) -> None:
    assert main(["arena", *arguments, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code


def test_an_interrupted_arena_leaves_whole_records_and_no_process_behind(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    command = [sys.executable, "-m", "quepu", "arena", *NAMES, "--hands", "100000", "--workers", "2", "--records", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        until = time.monotonic() + 120
        while (not folder.is_dir() or len(list(folder.iterdir())) < 2) and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to all of them
        output, complaints = process.communicate(timeout=120)
    assert (process.returncode, output, complaints) == (130, b"", b"")
    assert all(verify(path.read_bytes()) for path in folder.iterdir())
    while (left := _running(process.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == []


def test_an_arena_interrupted_while_its_processes_start_prints_nothing() -> None:
    command = [sys.executable, "-m", "quepu", "arena", *NAMES, "--hands", "100000", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        until = time.monotonic() + 120
        while not any("spawn_main" in args for args in _running(process.pid)) and time.monotonic() < until:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGINT)
        output, complaints = process.communicate(timeout=120)
    assert (process.returncode, output, complaints) == (130, b"", b"")


def test_two_arenas_in_one_new_folder_do_not_overwrite_each_other(tmp_path: Path) -> None:
    """Both find it empty; the second to write a record is refused, and the first keeps its own."""
    folder = tmp_path / "records"
    first, second = _record_folder(folder), _record_folder(folder)
    first("000001-1.jsonl", b"first")
    with pytest.raises(QuepuError, match="already exists, and nothing is overwritten") as caught:
        second("000001-1.jsonl", b"second")
    assert caught.value.code == "record_exists"
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("000001-1.jsonl", b"first")]


def _running(group: int) -> list[str]:
    """The commands of a process group that have not ended, whether or not somebody has asked how."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pgid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    found = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [args for pgid, stat, args in found if pgid == str(group) and not stat.startswith("Z")]
