"""Simulations: what is counted, that the same study gives the same bytes however it is divided, and files of studies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from quepu.cli.main import main
from quepu.engine import play_rules
from quepu.engine.batch import Tables
from quepu.engine.events import read_row
from quepu.errors import QuepuError
from quepu.lab.simulate import PART, Study, merge, new_study, simulate
from quepu.lab.simulated import average, figures, share
from quepu.lab.study_files import StudyFile
from quepu.lab.workers import processes
from quepu.rules import BOOKS, book, embedded
from quepu.score import Score
from tests.tables import S, Scene, wall_with

pytestmark = pytest.mark.compiled
"""Interpreted, thousands of deals take hours."""

Capture = pytest.CaptureFixture[str]
FAST = ["swift"] * 4
SMALL = PART + 200


def small(hands: int = SMALL, **options: int) -> Study:
    return new_study("guobiao", ["swift", "beginner", "easy", "normal"], hands, seed=3, **options)


@pytest.fixture(scope="module")
def whole() -> Study:
    return simulate(small(), executor=processes(1))


# Outcomes of deals


@pytest.mark.parametrize("rules", BOOKS)
def test_an_outcome_has_the_hand_that_was_paid(rules: str) -> None:
    tables = Tables(rules, 40, 5, players=FAST, observes=False, outcomes=True, deals_again=False)
    tables.step()
    payments = book(rules).family.settlement.payments()
    decided = 0
    for n in range(40):
        outcome, state = tables.outcome(n), tables.state(n)
        assert outcome.discards == state.discard_count
        assert (outcome.winner, outcome.source) == tuple(None if seat == 255 else seat for seat in (state.winner, state.loser))
        if outcome.row is not None:
            assert outcome.winner is not None
            score = Score(*read_row(outcome.row), book(rules))
            assert (score.win, score.legal, score.points) == (True, True, state.points)
            paid = payments.settled(outcome.winner, state.loser, score.points, state.given())
            assert list(paid) == tables.rewards[4 * n : 4 * n + 4].tolist()
            decided += 1
        else:
            assert outcome.winner is None
    assert decided > 20


def test_outcomes_must_be_asked_for() -> None:
    with pytest.raises(QuepuError) as caught:
        Tables("guobiao", 1, players=FAST).outcome(0)
    assert caught.value.code == "bad_value"


@pytest.mark.parametrize(("rules", "refused"), [("guobiao", 1 << S), ("woodshole", 0)])
def test_a_complete_hand_below_the_minimum_is_refused(rules: str, refused: int) -> None:
    """门前清, 平和, 无字, 连六 and 嵌张 are seven points under 国标, which asks for eight. Woods Hole has no minimum."""
    hands = ["5m159p159sSSWWNN", "13m456p789p345s99s", "258m258p258sEEPF"]
    scene = Scene(rules, wall_with(hands, draws="2m", size=play_rules(book(rules)).tiles))
    assert scene.hand.state.refused == 0
    scene.discard(0, "2m")
    assert scene.hand.state.refused == refused


# What is counted


def test_the_counts_are_those_of_the_deals(whole: Study) -> None:
    """Counted once more, from the tables and with single scores."""
    design = whole.design
    wins: Counter[str] = Counter()
    fans: Counter[str] = Counter()
    points: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    draws = 0
    for part in range(2):
        seated = [(place + part) % 4 for place in range(4)]
        players = [design.players[i] for i in seated]
        tables = Tables("guobiao", 256, design.seed << 32 | part, players=players, observes=False, outcomes=True)
        for step in range(4):
            tables.step()
            for n in range(256):
                if part * PART + 256 * step + n >= SMALL:
                    continue
                outcome = tables.outcome(n)
                for seat in range(4):
                    paid[f"{seated[seat]},{seat},{tables.rewards[4 * n + seat]}"] += 1
                if outcome.winner is None:
                    draws += 1
                    continue
                wins[f"{seated[outcome.winner]},{outcome.winner},{int(outcome.source is None)}"] += 1
                assert outcome.row is not None
                score = Score(*read_row(outcome.row), book("guobiao"))
                points[str(score.points)] += 1
                fans.update(score.counts.keys())
    counts = whole.counts
    assert (counts.deals, counts.draws) == (SMALL, draws)
    assert (counts.wins, counts.points, counts.payments) == (wins, points, paid)
    assert counts.fans == fans


def test_counts_fit_together(whole: Study) -> None:
    counts = whole.counts
    hands = sum(counts.points.values())
    assert counts.draws + sum(counts.wins.values()) == counts.deals
    assert hands == sum(counts.wins.values()) - counts.flowers
    assert sum(int(key.rpartition(",")[2]) * count for key, count in counts.payments.items()) == 0
    assert sum(counts.discards.values()) == counts.deals
    assert sum(counts.deal_ins.values()) == sum(count for key, count in counts.wins.items() if key.endswith(",0"))
    assert all(min(counts.fans[id] for id in pair.split(",")) >= count for pair, count in counts.together.items())
    assert max(counts.refusals.values()) <= counts.refused <= sum(counts.refusals.values())
    assert all(counts.times[id] >= counts.fans[id] for id in counts.fans)


def test_figures_have_intervals_and_say_that_they_are_simulated(whole: Study) -> None:
    found = figures(whole)
    assert found["source"] == "simulated"
    assert [one["name"] for one in found["players"]] == ["swift", "beginner", "easy", "normal"]
    assert len(found["fans"]) == len(book("guobiao").fans)
    assert sum(one["wins"] for one in found["fans"]) == sum(whole.counts.fans.values())
    for one in [*found["players"], *found["seats"]]:
        for key in ("points", "wins", "self_draws", "deal_ins"):
            low, high = one[key]["interval"]
            assert low <= one[key]["mean"] <= high
    # a beginner is worse than swift, beyond the intervals
    assert found["players"][1]["points"]["interval"][1] < found["players"][0]["points"]["interval"][0]
    assert json.loads(json.dumps(found)) == found


def test_intervals_cover_what_is_true_about_as_often_as_they_say() -> None:
    random = Random(8)
    covered = 0
    for _ in range(400):
        count = sum(random.random() < 0.1 for _ in range(200))
        interval = share(count, 200).interval
        assert interval is not None
        covered += interval[0] <= 0.1 <= interval[1]
    assert 0.91 < covered / 400 < 0.99
    values = Counter(random.randrange(6) for _ in range(500))
    mean = average(values)
    assert mean.interval is not None
    assert mean.interval[0] < 2.5 < mean.interval[1]


# The same bytes


def test_the_number_of_processes_does_not_matter(whole: Study) -> None:
    assert simulate(small(), executor=processes(2)).as_bytes() == whole.as_bytes()


def test_a_study_that_was_interrupted_after_any_part_gives_the_same_bytes(whole: Study) -> None:
    kept: list[bytes] = []
    simulate(small(), executor=processes(1), keep=lambda study: kept.append(study.as_bytes()))
    assert kept[-1] == whole.as_bytes()
    for data in kept[:-1]:
        study = Study.from_bytes(data)
        assert not study.is_complete
        assert simulate(study, executor=processes(1)).as_bytes() == whole.as_bytes()


@pytest.mark.parametrize("shards", [2, 5])
def test_shards_merge_to_the_same_bytes(whole: Study, shards: int) -> None:
    parts = [simulate(small(shard=i + 1, shards=shards), executor=processes(1)) for i in range(shards)]
    assert merge([Study.from_bytes(part.as_bytes()) for part in reversed(parts)]).as_bytes() == whole.as_bytes()


def test_shards_that_do_not_belong_together_are_refused() -> None:
    one, two = (simulate(new_study("guobiao", FAST, 8, shard=i, shards=2), executor=processes(1)) for i in (1, 2))
    other = simulate(new_study("guobiao", FAST, 9, shard=2, shards=2), executor=processes(1))
    for given, code in (
        ([], "not_a_study"),
        ([one], "missing_shards"),
        ([one, one], "missing_shards"),
        ([one, other], "different_studies"),
        ([replace(one, done=0), two], "incomplete_study"),
        ([one, replace(two, release="another")], "different_releases"),
    ):
        with pytest.raises(QuepuError) as caught:
            merge(given)
        assert caught.value.code == code


def test_an_overlay_is_kept_in_the_study() -> None:
    easier = embedded("guobiao", {"base": "guobiao", "name": "six", "minimum": 6})
    study = simulate(new_study(easier, FAST, 200, seed=1), executor=processes(1))
    again = Study.from_bytes(study.as_bytes())
    assert again.design.book().minimum == 6
    assert min(map(int, study.counts.points)) >= 6
    assert study.counts.refused < simulate(new_study("guobiao", FAST, 200, seed=1), executor=processes(1)).counts.refused


# Files


def test_bytes_that_are_not_a_study_are_refused(whole: Study) -> None:
    data = whole.as_bytes()
    content = json.loads(data)
    random = Random(2)
    wrong = [b"", b"{}", b"[]", b"null", b"\xff", data[:-9], b"[" * 100_000, random.randbytes(500)]
    changes: list[tuple[list[str], object]] = [
        (["quepu_study"], 2), (["release"], 1), (["release"], "x" * 101),
        (["done"], 1), (["done"], -1), (["done"], 10**30), (["done"], None),
        (["shard"], [3, 2]), (["shard"], [1]),
        (["design", "rules"], "nothing"), (["design", "overlay"], {"base": "lingque28"}),
        (["design", "players"], ["swift"]), (["design", "players"], ["random"] * 4),
        (["design", "hands"], 0), (["design", "seed"], "1"),
        (["counts"], []), (["counts", "deals"], 1.5), (["counts", "deals"], SMALL - 1),
        (["counts", "wins"], 3), (["counts", "wins"], {"0,0,0": -1}), (["counts", "wins"], {"0,0": 1}),
        (["counts", "payments"], {"0,0,x": 1}), (["counts", "points"], {"": 1}), (["counts", "fans"], {"nothing": 1}),
        (["counts", "wins"], {"0,0,1": 5}), (["counts", "draws"], SMALL), (["counts", "refused"], 0), (["counts", "discards"], {"40": 1}),
        (["counts", "payments"], {"0,0,1": 4 * SMALL}), (["counts", "payments"], {"0,0,-0": 4 * SMALL}),
        (["counts", "points"], {f"{n:09}": count for n, (_, count) in enumerate(content["counts"]["points"].items())}),
        (["counts", "fan_points", "all_chows"], 10**400), (["counts", "times", "all_chows"], 10**25),
        (["counts", "together"], {"all_chows,nothing": 1}), (["counts", "together"], {"all_chows": 1}),
    ]  # fmt: skip
    for path, value in changes:
        changed = json.loads(data)
        place = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        wrong.append(json.dumps(changed).encode())
    for given in wrong:
        with pytest.raises(QuepuError):
            Study.from_bytes(given)
    assert Study.from_bytes(json.dumps(content).encode()).as_bytes() == data


def test_a_file_of_another_study_is_not_overwritten(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "study.json"
    arguments = ["lab", "simulate", "--hands", "40", "--rules", "guobiao", "--workers", "1", "--out", str(file)]
    assert main([*arguments, "--seed", "1"]) == 0
    data = file.read_bytes()
    capsys.readouterr()
    assert main([*arguments, "--seed", "2", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "other_study"
    assert file.read_bytes() == data
    assert main([*arguments, "--seed", "1"]) == 0
    assert file.read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == ["study.json"]


def test_a_file_of_another_release_is_shown_but_not_continued(tmp_path: Path, whole: Study) -> None:
    """Another release may play otherwise, also one from before files had a release."""
    earlier = json.loads(whole.as_bytes())
    del earlier["release"]
    begun = new_study("guobiao", FAST, 2 * PART, seed=1)
    for release in ("", "another"):
        assert Study.from_bytes(replace(whole, release=release).as_bytes()) == replace(whole, release=release)
        file = tmp_path / f"study-{release}.json"
        file.write_bytes(replace(begun, release=release).as_bytes())
        with pytest.raises(QuepuError) as caught:
            StudyFile(file, begun)
        assert caught.value.code == "different_releases"
        assert file.read_bytes() == replace(begun, release=release).as_bytes()
    assert Study.from_bytes(json.dumps(earlier).encode()) == replace(whole, release="")


def test_the_number_of_deals_of_a_large_study_is_checked_at_once(whole: Study) -> None:
    study = replace(whole, design=replace(whole.design, hands=10**12), done=0)
    for done, deals in ((0, 0), (1, PART), (976_562_499, 10**12 - PART), (976_562_500, 10**12)):
        began = time.monotonic()
        assert replace(study, done=done).expected_deals() == deals
        assert time.monotonic() - began < 1
    shards = [Study(small(5 * PART + 7).design, shard, 4) for shard in (1, 2, 3, 4)]
    assert [[replace(shard, done=done).expected_deals() for done in range(len(shard.parts) + 1)] for shard in shards] == [
        [0, PART, 2 * PART], [0, PART, PART + 7], [0, PART], [0, PART]
    ]  # fmt: skip


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_simulated(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quepu.lab.simulate.play_part", None)
    os.mkfifo(tmp_path / "pipe")
    for name in ("none/study.json", "pipe", "x" * 300, "."):
        assert main(["lab", "simulate", "--hands", "40", "--workers", "1", "--out", str(tmp_path / name), "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "unwritable_file"


def test_a_file_is_written_again_after_some_seconds_only(tmp_path: Path) -> None:
    now = 0.0
    with StudyFile(tmp_path / "study.json", small(), clock=lambda: now) as file:
        written = []
        for _ in range(6):
            now += 2
            file.keep(file.study)
            written.append(file.path.exists())
            file.path.unlink(missing_ok=True)
        assert written == [False, False, True, False, False, True]
        file.keep(file.study)
    assert Study.from_bytes(file.path.read_bytes()).done == 0


OFTEN = """
import sys
from quepu.cli.main import main
from quepu.lab import study_files
study_files.SECONDS = 0.0
sys.exit(main(sys.argv[1:]))
"""
"""The command line, which writes the file of a study after every part."""


@pytest.fixture(scope="module")
def straight() -> bytes:
    """The study of the next test, without an interruption."""
    return simulate(new_study("guobiao", FAST, 3 * PART, seed=4), processes(2)).as_bytes()


@pytest.mark.parametrize(("end", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_study_goes_on_after_it_was_ended(tmp_path: Path, straight: bytes, end: signal.Signals, code: int) -> None:
    """What was written before is not played again, and the result has the same bytes."""
    file, design = tmp_path / "study.json", new_study("guobiao", FAST, 3 * PART, seed=4)
    arguments = ["lab", "simulate", "--rules", "guobiao", "--hands", str(3 * PART), "--seed", "4", "--workers", "1", "--out", str(file)]
    with subprocess.Popen([sys.executable, "-c", OFTEN, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        while not file.exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(end)
        assert process.communicate(timeout=300)[1] == b""
    assert process.returncode == code
    ended = Study.from_bytes(file.read_bytes())
    assert 1 <= ended.done < 3
    assert ended.as_bytes() == file.read_bytes()
    played: list[int] = []
    with StudyFile(file, design) as kept:
        simulate(kept.study, processes(1), lambda study: played.append(study.done))
        kept.write(kept.study)
    assert played == [*range(ended.done + 1, 4)]
    assert file.read_bytes() == straight
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".part"] == ["study.json"]


# The commands


def test_the_command_prints_figures_in_both_languages(capsys: Capture) -> None:
    arguments = ["lab", "simulate", "--rules", "guobiao", "--hands", "64", "--seed", "1", "--workers", "1"]
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == figures(simulate(new_study("guobiao", FAST, 64, seed=1), executor=processes(1)))
    assert main([*arguments, "--lang", "en"]) == 0
    english = capsys.readouterr().out
    assert english.startswith("guobiao, simulated deals: 64, seed: 1, shard: 1/1\n")
    assert "fans together" in english
    assert main([*arguments, "--lang", "zh"]) == 0
    chinese = capsys.readouterr().out
    assert chinese.startswith("guobiao：模拟 64 局，种子 1，分片 1/1\n")
    assert len(chinese.splitlines()) == len(english.splitlines())


def test_the_head_names_the_overlay(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "guobiao"\nname = "俱乐部"\nminimum = 6\n', "utf-8")
    assert main(["lab", "simulate", "--rules", str(path), "--hands", "8", "--workers", "1", "--lang", "zh"]) == 0
    assert capsys.readouterr().out.startswith("guobiao/俱乐部：模拟 8 局")


def test_an_empty_shard_has_no_report(tmp_path: Path, capsys: Capture) -> None:
    shard = ["lab", "simulate", "--hands", "5", "--shard", "2/2", "--workers", "1", "--json"]
    assert main(shard) == 0
    assert json.loads(capsys.readouterr().out) == {}
    assert main([*shard, "--report", str(tmp_path / "report.html")]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "nothing_simulated"
    assert not [*tmp_path.iterdir()]


def test_shards_are_merged_by_the_command(tmp_path: Path, capsys: Capture) -> None:
    common = ["--rules", "lingque28", "--hands", "1100", "--players", "swift,strong,swift,easy", "--workers", "1"]
    files = [str(tmp_path / f"{i}.json") for i in (1, 2, 3)]
    for i, file in enumerate(files, 1):
        assert main(["lab", "simulate", *common, "--shard", f"{i}/3", "--out", file]) == 0
    assert "this shard has no deals" in capsys.readouterr().out  # two parts, three shards
    assert main(["lab", "merge", *files, "--out", str(tmp_path / "all.json"), "--json"]) == 0
    merged = json.loads(capsys.readouterr().out)
    assert main(["lab", "simulate", *common, "--out", str(tmp_path / "one.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == merged
    assert (tmp_path / "all.json").read_bytes() == (tmp_path / "one.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--players", "swift"], "bad_value"),
        (["--players", "swift,swift,swift,master"], "unknown_player"),
        (["--hands", "0"], "out_of_range"),
        (["--seed", "-1"], "out_of_range"),
        (["--shard", "3/2"], "bad_shard"),
        (["--shard", "x"], "bad_shard"),
        (["--shard", "0/1"], "bad_shard"),
        (["--rules", "nothing"], "unknown_rules"),
        (["--out", ""], "bad_value"),
        (["--out", "/nowhere/at/all.json"], "unwritable_file"),
    ],
)
def test_wrong_arguments_have_a_code(arguments: list[str], code: str, capsys: Capture) -> None:
    assert main(["lab", "simulate", "--hands", "4", "--workers", "1", *arguments, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code
