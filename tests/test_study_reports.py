"""Reports of studies: their figures, their pages and files, and the commands that write them."""

from __future__ import annotations

import json
import re
import shlex
import sys
from io import BytesIO
from itertools import pairwise
from math import isclose, sqrt
from pathlib import Path

import pytest

from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.intervals import student
from quepu.lab.report import Report, Table
from quepu.lab.report_data import as_csv, as_parquet
from quepu.lab.report_html import body, page
from quepu.lab.simulate import Study, new_study, simulate
from quepu.lab.simulated import figures
from quepu.lab.study_reports import comparison_report, simulation_report
from quepu.lab.what_if import what_if
from quepu.lab.workers import processes
from quepu.rules import book, embedded
from quepu.rules.overlay import parse
from tests.reports import HOSTILE, LANGUAGES, checked, read_back

pytestmark = pytest.mark.compiled
"""Interpreted, hundreds of deals take long."""

Capture = pytest.CaptureFixture[str]
FAST = ["swift"] * 4


@pytest.fixture(scope="module")
def study() -> Study:
    return simulate(new_study("guobiao", ["swift", "beginner", "easy", "swift"], 600, seed=3), processes(1))


@pytest.fixture(scope="module")
def pair() -> tuple[Study, Study]:
    """A fan worth much more, a fan less, and a name that is hostile to pages and spreadsheets."""
    overlay = {
        "base": "guobiao", "name": HOSTILE,
        "fan": {"mixed_shifted_chows": {"points": 30}, "tile_hog": {"enabled": False}},
    }  # fmt: skip
    return what_if("guobiao", embedded("guobiao", overlay), FAST, 400, seed=1, executor=processes(1))


def table_of(report: Report, id: str) -> Table:
    [found] = [section.table for section in report.sections if section.table.id == id]
    return found


def test_the_report_of_a_simulation_has_its_figures(study: Study) -> None:
    report, found = simulation_report(study), figures(study)
    ids = ["measures", "fans", "rarity", "points", "payments", "discards", "players", "seats", "pairs"]
    assert [section.table.id for section in report.sections] == ids
    assert report.command == "quepu lab simulate --rules guobiao --players swift,beginner,easy,swift --hands 600 --seed 3"
    assert (report.source, report.files) == ("simulated", ())
    fans = table_of(report, "fans")
    for row, one in zip(fans.rows, found["fans"], strict=True):
        fan = book("guobiao").fans[one["id"]]
        assert row[:3] == (fan.id, fan.name, fan.en)
        assert row[8:] == (one["wins"], one["times"], one["points"])
        assert row[5:8] == pytest.approx((one["share"]["mean"], *one["share"]["interval"]), abs=1e-6)
    measures = {str(row[0]): row[3:6] for row in table_of(report, "measures").rows}
    assert measures.keys() == {"draws", "self_draws", "refused", "discards", "points", "dealer_advantage"}
    for key, (mean, low, high) in measures.items():
        factor = 100 if key in ("draws", "self_draws", "refused") else 1
        assert (mean, low, high) == pytest.approx([factor * value for value in (found[key]["mean"], *found[key]["interval"])])
    for id, name in (("points", "wins"), ("payments", "seats"), ("discards", "deals")):
        table = table_of(report, id)
        assert [list(row[:2]) for row in table.rows] == found["distributions"][id]
        assert isclose(sum(table.values("share")), 1)
        assert table.columns[1].id == name
    at_least = table_of(report, "points").values("at_least")
    assert at_least[0] == 1
    assert all(one > other for one, other in pairwise(at_least))
    assert table_of(report, "players").values("player") == ["swift 1", "beginner", "easy", "swift 2"]
    assert [row[:2] for row in table_of(report, "pairs").rows] == [tuple(one["fans"]) for one in found["pairs"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_a_simulation_has_all_its_sections(study: Study, lang: str) -> None:
    report = simulation_report(study)
    elements = checked(body(report, lang), report)
    assert elements.texts["模拟所得" if lang == "zh" else "simulated"] == len(report.sections)
    for section in report.sections:
        assert elements.texts[section.title[lang != "zh"]] >= 2  # the heading and the contents
    assert elements.texts[report.command] == 1


def test_the_dealers_advantage_is_that_of_the_deals() -> None:
    """Deal by deal: what the dealer receives, less the mean of the others."""
    from quepu.engine.batch import Tables

    study = simulate(new_study("lingque28", FAST, 256, seed=5), processes(1))
    tables = Tables("lingque28", 256, 5 << 32, players=FAST, observes=False, outcomes=True)
    tables.step()
    paid = [tables.rewards[4 * n : 4 * n + 4].tolist() for n in range(256)]
    assert all(sum(deal) == 0 for deal in paid)
    advantages = [deal[0] - sum(deal[1:]) / 3 for deal in paid]
    mean = sum(advantages) / 256
    error = sqrt(sum((one - mean) ** 2 for one in advantages) / 255 / 256)
    found = figures(study)["dealer_advantage"]
    assert isclose(found["mean"], mean, abs_tol=1e-6)
    assert isclose(found["interval"][1] - found["mean"], student(255) * error, abs_tol=1e-5)


def test_the_report_of_a_comparison_has_both_books_and_what_repeats_it(pair: tuple[Study, Study]) -> None:
    report = comparison_report(*pair)
    assert [section.table.id for section in report.sections] == ["measures", "fans", "only", "points", "payments", "discards"]
    assert report.command == "quepu lab compare guobiao after.toml --players swift,swift,swift,swift --hands 400 --seed 1"
    [file] = report.files
    assert (file.name, parse(file.text, "after.toml", book).overlay) == ("after.toml", pair[1].design.overlay)
    [only] = table_of(report, "only").rows
    assert only[2:5] == ("tile_hog", "四归一", "Tile Hog")
    fans = table_of(report, "fans")
    assert sorted(fans.values("fan")) == sorted({*book("guobiao").fans} - {"tile_hog"})
    rows = dict(zip(fans.values("fan"), zip(fans.values("before"), fans.values("after"), strict=True), strict=True))
    assert rows["mixed_shifted_chows"] == tuple(one.counts.fans["mixed_shifted_chows"] / sum(one.counts.points.values()) for one in pair)
    assert fans.values("significant") == [int(one < 0.05) for one in fans.values("corrected")]
    chances = fans.values("p")
    assert chances == sorted(chances)
    points = table_of(report, "points")
    assert sum(points.values("after_count")) == sum(pair[1].counts.points.values())
    assert isclose(sum(points.values("before")), 1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_gets_out_of_its_place(pair: tuple[Study, Study], lang: str) -> None:
    report = comparison_report(*pair)
    elements = checked(body(report, lang), report)
    assert HOSTILE not in page(report, lang)
    assert elements.texts[f"{'国标麻将' if lang == 'zh' else 'Guobiao, as played'} → {HOSTILE}"] == 1
    overlay = {"base": "guobiao", "name": '=HYPERLINK("http://x")'}
    other = embedded("guobiao", {**overlay, "fan": {"tile_hog": {"enabled": False}}})
    report = comparison_report(*(simulate(new_study(one, FAST, 8, seed=1), processes(1)) for one in (other, "guobiao")))
    assert read_back(table_of(report, "only"))[0][0] == "国标麻将"
    report = comparison_report(*(simulate(new_study(one, FAST, 8, seed=1), processes(1)) for one in ("guobiao", other)))
    assert table_of(report, "only").rows[0][2] == "tile_hog"


def test_all_tables_of_studies_are_the_same_in_their_files(study: Study, pair: tuple[Study, Study]) -> None:
    import pyarrow.parquet

    for report in (simulation_report(study), comparison_report(*pair)):
        for section in report.sections:
            found = pyarrow.parquet.read_table(BytesIO(as_parquet(section.table))).to_pylist()
            assert [tuple(row.values()) for row in found] == list(section.table.rows)
            assert read_back(section.table) == list(section.table.rows)


def test_a_shard_and_a_part_of_a_study_say_so() -> None:
    shard = simulate(new_study("lingque28", FAST, 2000, seed=1, shard=2, shards=2), processes(1))
    assert simulation_report(shard).command.endswith("--hands 2000 --seed 1 --shard 2/2")
    assert (("分片", "shard"), ("2/2", "2/2")) in simulation_report(shard).facts
    assert (("局数", "deals"), ("976，共 2,000", "976 of 2,000")) in simulation_report(shard).facts
    with pytest.raises(QuepuError) as caught:
        simulation_report(new_study("lingque28", FAST, 4))
    assert caught.value.code == "nothing_simulated"


def test_a_study_without_a_win_has_a_report() -> None:
    report = simulation_report(without_wins())
    for lang in LANGUAGES:
        checked(body(report, lang), report)
    for section in comparison_report(without_wins(), without_wins()).sections:
        as_csv(section.table)


def without_wins() -> Study:
    """Three deals that are draws."""
    study = new_study("guobiao", FAST, 3)
    counts = study.counts
    counts.deals = counts.draws = 3
    counts.discards.update({"80": 3})
    counts.payments.update({f"{seat},{seat},0": 3 for seat in range(4)})
    study.done = 1
    return Study.from_bytes(study.as_bytes())


# The commands


@pytest.fixture
def arguments() -> list[str]:
    return ["lab", "simulate", "--rules", "guobiao", "--hands", "64", "--seed", "1", "--workers", "1"]


def test_the_commands_write_reports_in_their_language(tmp_path: Path, arguments: list[str], capsys: Capture) -> None:
    study = str(tmp_path / "study.json")
    english, chinese, data = (tmp_path / name for name in ("en.html", "zh.html", "data"))
    assert main([*arguments, "--out", study, "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert "the dealer's advantage, points a deal beyond the mean of the others: " in text
    assert main([*arguments, "--lang", "en", "--report", str(english), "--data", str(data)]) == 0
    assert capsys.readouterr().out == text
    assert main(["lab", "merge", study, "--lang", "zh", "--report", str(chinese)]) == 0
    report = simulation_report(Study.from_bytes(Path(study).read_bytes()))
    assert english.read_text("utf-8") == page(report, "en")
    assert chinese.read_text("utf-8") == page(report, "zh")
    assert (data / "fans.csv").read_bytes() == as_csv(table_of(report, "fans"))
    assert len([*data.iterdir()]) == 2 * len(report.sections)
    # a report is written again, and its command gives the same one
    assert main([*shlex.split(report.command)[1:], "--report", str(chinese), "--lang", "en"]) == 0
    assert chinese.read_bytes() == english.read_bytes()


def test_a_comparison_with_an_overlay_is_repeated_by_its_command_and_files(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("six.toml").write_text('base = "guobiao"\nname = "六番起和"\nminimum = 6\n', "utf-8")
    assert main(["lab", "compare", "guobiao", "six.toml", "--hands", "60", "--seed", "3", "--workers", "1", "--report", "one.html"]) == 0
    command, files = repeated(Path("one.html").read_text("utf-8"))
    for name, text in files.items():
        Path(name).write_text(text, "utf-8")
    assert main([*command[1:], "--report", "two.html"]) == 0
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()


def repeated(text: str) -> tuple[list[str], dict[str, str]]:
    """The command on a page, and the files that it reads."""
    from html import unescape

    section = text[text.index('id="report-repeat"') :]
    command, *files = (unescape(one) for one in re.findall("<pre>(.*?)</pre>", section, re.DOTALL))
    return shlex.split(command), dict(zip(re.findall("<summary>(.*?)</summary>", section), files, strict=True))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["--report", ""], "bad_value"),
        (["--data", ""], "bad_value"),
        (["--report", "none/report.html"], "unwritable_file"),
        (["--report", "folder"], "unwritable_file"),
        (["--report", "a\0b"], "unwritable_file"),
        (["--report", "notes.txt"], "not_a_report"),
        (["--data", "notes.txt"], "unwritable_folder"),
        (["--data", "notes.txt/data"], "unwritable_folder"),
        (["--data", "a\0b"], "unwritable_folder"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_simulated(
    given: list[str], code: str, tmp_path: Path, arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("notes.txt").write_text("mine")
    monkeypatch.setattr("quepu.lab.simulate.play_part", None)
    for command in (arguments, ["lab", "compare", "guobiao", "guobiao98"]):
        assert main([*command, *given, "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] == code
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "notes.txt"]
    assert Path("notes.txt").read_text() == "mine"


def test_a_report_does_not_overwrite_what_the_same_command_writes(
    tmp_path: Path, arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("quepu.lab.simulate.play_part", None)
    for command in (
        [*arguments, "--out", "one.toml"],
        ["lab", "balance", "guobiao", "--overlay", "one.toml"],
        ["lab", "balance", "guobiao", "--overlay", str(tmp_path / "one.toml")],
    ):
        assert main([*command, "--report", "./one.toml", "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "not_together"
    assert not [*tmp_path.iterdir()]


def test_parquet_is_an_extra(tmp_path: Path, arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*arguments, "--data", str(tmp_path / "data"), "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "missing_extra"
    assert "quepu[lab]" in error["message"]
    assert not (tmp_path / "data").exists()
