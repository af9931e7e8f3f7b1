"""Reports: whole pages and files of small studies, and that nothing that people enter can break them."""

from __future__ import annotations

import csv
import json
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO, StringIO
from itertools import pairwise
from math import isclose, sqrt
from pathlib import Path
from typing import Any

import pytest

from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.intervals import student
from quepu.lab.charts import drawn
from quepu.lab.charts.parts import NARROW, WIDE
from quepu.lab.report import (
    NUMBER,
    SHARE,
    SIMULATED,
    TEXT,
    WHOLE,
    Bars,
    Chart,
    Column,
    Distribution,
    File,
    Points,
    Report,
    Scatter,
    Section,
    Series,
    Table,
    measured,
    name_ids,
    names,
)
from quepu.lab.report_data import as_csv, as_parquet, metadata_of, write_data
from quepu.lab.report_html import STYLE, body, page
from quepu.lab.simulate import Study, new_study, simulate
from quepu.lab.simulated import figures
from quepu.lab.study_reports import comparison_report, simulation_report
from quepu.lab.what_if import what_if
from quepu.lab.whole_files import check_writable, write_whole
from quepu.names import width as width_of
from quepu.rules import book, embedded
from quepu.rules.overlay import as_toml, parse
from tests.test_tile_faces import DEUTERANOPIA, PROTANOPIA, contrast, difference, seen

Capture = pytest.CaptureFixture[str]
FAST = ["swift"] * 4
HOSTILE = "<script>alert('1')</script>&\"=1+2"
LANGUAGES = ["zh", "en"]


# A page as its elements

VOID = {"meta", "br"}
ALLOWED = {"class", "id", "lang", "href", "aria-label", "aria-labelledby", "role", "tabindex", "scope"}
DRAWN = {
    "viewbox", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "d", "text-anchor",
}  # fmt: skip


class Elements(HTMLParser):
    """The elements of a page in order, each with the names of those around it. Fails if they are not nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str], tuple[str, ...]]] = []
        self.texts: Counter[str] = Counter()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert all(value is not None for _, value in attrs)
        assert len({name for name, _ in attrs}) == len(attrs)
        self.found.append((tag, {name: value or "" for name, value in attrs}, tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts[data.strip()] += 1

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes, _ in self.found if tag in tags]


def checked(fragment: str, report: Report) -> Elements:
    """The fragment's elements, after all checks that every report passes."""
    elements = Elements(fragment)
    for tag, attributes, around in elements.found:
        assert tag not in ("script", "style", "link", "img", "iframe", "object", "form", "base", "use", "image", "foreignobject"), tag
        known = ALLOWED | (DRAWN if "svg" in (tag, *around) else set())
        assert attributes.keys() <= known, (tag, attributes)
        if tag not in ("html", "svg", "path"):
            assert not any(value.casefold().startswith(("http", "javascript", "data:")) for value in attributes.values())
        assert tag != "svg" or attributes["role"] == "img"
        assert tag != "svg" or len(attributes["aria-label"]) >= 10
        assert tag != "th" or attributes["scope"] in ("col", "row")
    ids = [attributes["id"] for _, attributes, _ in elements.found if "id" in attributes]
    assert len(ids) == len({*ids})
    for _, attributes, _ in elements.found:
        assert set(attributes.get("aria-labelledby", "").split()) <= {*ids}
        assert attributes.get("href", "#").startswith("#")
        assert attributes.get("href", "#")[1:] in ("", *ids)
    assert len(elements.all("table")) == len(elements.all("caption")) == len(report.sections)
    charts = [section for section in report.sections if section.chart is not None]
    assert len(elements.all("svg")) == 2 * len(charts)
    assert len(elements.all("details")) == len(charts) + len(report.files)
    rows = sum(len(section.table.rows) for section in report.sections)
    assert len(elements.all("tr")) == rows + len(report.sections)
    return elements


def texts_of(fragment: str) -> list[str]:
    """The cells of the tables, in order."""
    return re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", fragment, re.DOTALL)


# A small report that is written by hand

FANS = Table(
    "fans",
    ("番种", "fans"),
    (
        Column("fan", ("番种", "fan"), TEXT, "data"),
        *names("fan_name", ("番种", "fan")),
        *measured("share", ("占和牌", "share of wins"), SHARE),
        Column("wins", ("和牌次数", "wins"), WHOLE),
        Column("hand_points", ("平均分", "points"), NUMBER),
    ),
    (
        ("all_chows", "平和", "All Chows", 0.5, 0.4, 0.6, 50, 12.25),
        ("=cmd", "=坏", "+bad, \"quoted\"\nline", 0.00012, None, None, 1, None),
        ("never", "没有", "<b>never</b>", 0.0, 0.0, 0.03, 0, None),
    ),
)  # fmt: skip
LENGTHS = Table(
    "lengths",
    ("长短", "lengths"),
    (Column("value", ("值", "value"), WHOLE), Column("one", ("甲", "one"), WHOLE), Column("other", ("乙", "other"), SHARE)),
    (*((n, 100 - abs(n), 1 / 301) for n in range(-100, 100)), (5000, 1, 0.001)),
)
SHARES = Series(("占比", "share"), "share")


def small(*charts: Chart | None, table: Table = FANS) -> Report:
    sections = (
        Section(("节", "section"), ("说明", "what it shows"), chart, replace(table, id=f"{table.id}_{n}")) for n, chart in enumerate(charts)
    )
    return Report(
        ("报告", f"report {HOSTILE}"), ("关于", "about"), SIMULATED, "quepu lab something --seed 1 --rules 'a b.toml'",
        ((("种子", "seed"), ("1", "1")),), tuple(sections), (File("a b.toml", f'name = "{HOSTILE}"\n'),),
    )  # fmt: skip


CHARTS: list[tuple[Chart, Table]] = [
    (Points(name_ids("fan_name"), (SHARES,)), FANS),
    (Points(name_ids("fan_name"), (SHARES, Series(("平均分", "points"), "hand_points"))), FANS),
    (Bars(name_ids("fan_name"), "wins", rows=2), FANS),
    (Scatter(name_ids("fan_name"), "share", (Series(("平均分", "points"), "hand_points"),)), FANS),
    (Scatter(name_ids("fan_name"), "wins", (SHARES,), log_x=False, log_y=False), FANS),
    (Distribution("value", (Series(("甲", "one"), "one"),)), LENGTHS),
    (Distribution("value", (Series(("甲", "one"), "one"), Series((HOSTILE, HOSTILE), "other"))), LENGTHS),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("chart", "table"), CHARTS, ids=lambda given: type(given).__name__)
def test_every_kind_of_chart_is_a_well_formed_picture_with_its_table(chart: Chart, table: Table, lang: str) -> None:
    report = small(chart, None, table=table)
    elements = checked(body(report, lang), report)
    assert elements.texts["模拟所得" if lang == "zh" else "simulated"] == 2
    for width in (WIDE, NARROW):
        found = Elements(drawn(chart, table, lang, width)).found
        for number in (float(attributes[name]) for _, attributes, _ in found for name in ("x", "x1", "x2", "cx") if name in attributes):
            assert 0 <= number <= width
    assert body(report, lang) == body(report, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("chart", "table"), CHARTS, ids=lambda given: type(given).__name__)
def test_every_kind_of_chart_can_be_of_nothing(chart: Chart, table: Table, lang: str) -> None:
    report = small(chart, table=replace(table, rows=()))
    checked(body(report, lang), report)
    unknown = replace(table, rows=(tuple("x" if column.form == TEXT else 0 if column.form == WHOLE else None for column in table.columns),))
    report = small(chart, table=unknown)
    checked(body(report, lang), report)


def test_a_table_shows_its_language_and_intervals_with_their_figures() -> None:
    shown = texts_of(body(small(None), "en"))
    assert shown == [
        "fan", "share of wins", "wins", "points",
        "All Chows", "50.00 % (40.00–60.00)", "50", "12.25",
        "+bad, &quot;quoted&quot;\nline", "0.012 %", "1", "—",
        "&lt;b&gt;never&lt;/b&gt;", "0 % (0–3.00)", "0", "—",
    ]  # fmt: skip
    assert texts_of(body(small(None), "zh"))[:5] == ["番种", "占和牌", "和牌次数", "平均分", "平和"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_one_file_with_its_language_title_command_and_version(lang: str) -> None:
    from quepu import __version__

    report = small(CHARTS[0][0])
    text = page(report, lang)
    assert text.startswith(f'<!doctype html>\n<html lang="{"zh-Hans" if lang == "zh" else "en"}">')
    elements = Elements(text)
    assert body(report, lang) in text
    assert len(elements.all("style")) == len(elements.all("title")) - text.count("<title>", text.index("<body>")) == 1
    assert not elements.all("script", "link", "img")
    assert not re.search(r"https?:|url\(|@import|src=", text)
    assert elements.texts[report.command] == 1
    assert __version__ in text
    assert HOSTILE not in text


def test_the_marks_of_series_differ_in_shape_and_lines_in_their_dashes() -> None:
    """Without colour too."""
    chart = CHARTS[1][0]
    found = Elements(drawn(chart, FANS, "en", WIDE)).found
    shapes = {attributes["class"]: tag for tag, attributes, _ in found if attributes.get("class", "").startswith("mark ")}
    assert shapes == {"mark series-1": "circle", "mark series-2": "path"}
    assert re.search(r"\.line\.series-2 \{ stroke-dasharray", STYLE)
    assert re.search(r"\.line\.series-3 \{ stroke-dasharray", STYLE)


def test_labels_of_points_do_not_cover_each_other() -> None:
    """As far as there is room: the picture says how many have no label."""
    columns = (*names("name", ("名", "name")), Column("x", ("x", "x"), NUMBER), Column("y", ("y", "y"), NUMBER))
    rows = tuple((f"番种{n}", f"a fan {n}", 1.5 ** (n % 9) + n / 50, 1.3 ** (n // 9) + n / 70) for n in range(60))
    table = Table("many", ("多", "many"), columns, rows)
    chart = Scatter(name_ids("name"), "x", (Series(("y", "y"), "y"),))
    for lang, width in (("zh", WIDE), ("en", WIDE), ("zh", NARROW), ("en", NARROW)):
        picture = drawn(chart, table, lang, width)
        labels = re.findall(r'<text class="point-label" x="([\d.]+)" y="([\d.]+)" text-anchor="start">(.*?)</text>', picture)
        boxes = [(float(x), float(y), 5.5 * width_of(text)) for x, y, text in labels]
        for i, (x, y, wide) in enumerate(boxes):
            for other_x, other_y, other_wide in boxes[:i]:
                assert abs(y - other_y) >= 11 or x + wide <= other_x or other_x + other_wide <= x
        said = re.search(r"(\d+) (?:more point|个点)", picture)
        assert len(labels) + int(said[1] if said else 0) == 60
        assert len(labels) >= (50 if width == WIDE else 25)


# Colours


def colours(scheme: str) -> dict[str, str]:
    return {
        found[1]: found[2 if scheme == "light" else 3]
        for found in re.finditer(r"--report-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE)
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_can_be_seen_and_told_apart(scheme: str) -> None:
    found = colours(scheme)
    marks = [found[f"series-{n}"] for n in (1, 2, 3)]
    for paper in (found["paper"], found["soft"]):
        assert min(contrast(found[ink], paper) for ink in ("ink", "quiet")) >= 4.5
    assert min(contrast(colour, found["paper"]) for colour in (*marks, found["edge"])) >= 3
    assert contrast(found["series-1"], found["paper"]) >= 4.5  # links
    for blindness in (DEUTERANOPIA, PROTANOPIA):
        for one, other in ((0, 1), (1, 2), (0, 2)):
            assert difference(seen(marks[one], blindness), seen(marks[other], blindness)) > 15, (one, other)


# Data


def read_back(table: Table) -> list[tuple[Any, ...]]:
    """The rows of a CSV file, with the types of the columns."""
    head, *rows = csv.reader(StringIO(as_csv(table).decode(), newline=""), strict=True)
    assert head == [column.id for column in table.columns]
    make: dict[str, Callable[[str], Any]] = {TEXT: str, WHOLE: int, "yes": int}
    return [tuple(make.get(c.form, float)(cell) if cell else None for c, cell in zip(table.columns, row, strict=True)) for row in rows]


def test_csv_has_all_digits_and_defuses_texts_that_would_be_formulas() -> None:
    first, second, third = read_back(FANS)
    assert first == FANS.rows[0]
    assert second == ("'=cmd", "'=坏", '\'+bad, "quoted"\nline', 0.00012, None, None, 1, None)
    assert third == FANS.rows[2]
    assert as_csv(LENGTHS).startswith(b"value,one,other\r\n-100,0,")
    assert read_back(LENGTHS) == list(LENGTHS.rows)


@pytest.mark.compiled
def test_parquet_has_the_same_rows_with_types_and_says_where_it_is_from() -> None:
    import pyarrow.parquet

    report = small(None)
    table = report.sections[0].table
    found = pyarrow.parquet.read_table(BytesIO(as_parquet(table, metadata_of(report))))
    assert [tuple(row[column.id] for column in table.columns) for row in found.to_pylist()] == list(table.rows)
    types = {field.name: str(field.type) for field in found.schema}
    assert types == {
        "fan": "string", "fan_name_zh": "string", "fan_name_en": "string", "share": "double", "share_low": "double", "share_high": "double",
        "wins": "int64", "hand_points": "double",
    }  # fmt: skip
    said = {key.decode(): value.decode() for key, value in found.schema.metadata.items()}
    assert (said["source"], said["command"], said["title_zh"]) == ("simulated", report.command, "番种")
    assert said["file:a b.toml"] == report.files[0].text
    assert found.schema.field("wins").metadata == {b"title_zh": "和牌次数".encode(), b"title_en": b"wins", b"form": b"whole"}
    assert as_parquet(table, metadata_of(report)) == as_parquet(table, metadata_of(report))


@pytest.mark.compiled
def test_the_data_of_a_report_are_two_files_for_each_table(tmp_path: Path) -> None:
    write_data(small(None, CHARTS[0][0]), tmp_path / "new" / "folder")
    files = ["fans_0.csv", "fans_0.parquet", "fans_1.csv", "fans_1.parquet"]
    assert sorted(path.name for path in (tmp_path / "new" / "folder").iterdir()) == files


@pytest.mark.parametrize(
    ("id", "columns", "rows"),
    [
        ("Big", FANS.columns, ()),
        ("fans", (*FANS.columns, FANS.columns[0]), ()),
        ("fans", (Column("no!", ("", "")),), ()),
        ("fans", (Column("share", ("", ""), "form"),), ()),
        ("fans", (Column("share", ("", ""), SHARE, bounds=("low", "high")),), ()),
        ("fans", (Column("share", ("", ""), SHARE),), ((1,),)),
        ("fans", (Column("share", ("", ""), SHARE),), ((float("nan"),),)),
        ("fans", (Column("wins", ("", ""), WHOLE),), ((True,),)),
        ("fans", (Column("wins", ("", ""), WHOLE),), ((1, 2),)),
    ],
)
def test_a_table_that_is_not_plain_is_refused(id: str, columns: tuple[Column, ...], rows: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=id):
        Table(id, ("", ""), columns, rows)


def test_a_chart_of_columns_that_are_not_there_is_refused() -> None:
    for chart in (Bars(("a", "b"), "wins"), Scatter(name_ids("fan_name"), "wins", (SHARES,), fit="none")):
        with pytest.raises(ValueError, match="unknown columns"):
            Section(("", ""), ("", ""), chart, FANS)
    with pytest.raises(ValueError, match="one id"):
        replace(small(None), sections=small(None).sections * 2)
    with pytest.raises(ValueError, match="source"):
        replace(small(None), source="guessed")


# Whole files


def test_a_file_is_never_there_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at the worst moment leaves the old content, and nothing beside it."""
    file = tmp_path / "file"
    write_whole(file, b"old")

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["none/file", "", "a\0b", "x" * 300, "folder"])
def test_a_file_that_cannot_be_written_is_an_error_of_its_own(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    path = Path(name) if not name else tmp_path / name
    with pytest.raises(QuepuError) as caught:
        write_whole(path, b"new")
    with pytest.raises(QuepuError) as checked:
        check_writable(path)
    assert caught.value.code == checked.value.code == "unwritable_file"
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_an_overlay_as_toml_is_the_same_overlay() -> None:
    given = {
        "base": "guobiao", "name": 'a "b" \\ c\x7f 雀', "minimum": 6,
        "fan": {"all_chows": {"points": 4, "enabled": True, "excludes_add": ["no_honours"]}, "tile_hog": {"enabled": False}},
    }  # fmt: skip
    assert parse(as_toml({**given, "name": "雀"}), "x.toml", book).overlay == {**given, "name": "雀"}
    import tomllib

    assert tomllib.loads(as_toml(given)) == given


# Reports of studies


@pytest.fixture(scope="module")
def study() -> Study:
    return simulate(new_study("guobiao", ["swift", "beginner", "easy", "swift"], 600, seed=3), workers=1)


@pytest.fixture(scope="module")
def pair() -> tuple[Study, Study]:
    """A fan worth much more, a fan less, and a name that is hostile to pages and spreadsheets."""
    overlay = {
        "base": "guobiao", "name": HOSTILE,
        "fan": {"mixed_shifted_chows": {"points": 30}, "tile_hog": {"enabled": False}},
    }  # fmt: skip
    return what_if("guobiao", embedded("guobiao", overlay), FAST, 400, seed=1, workers=1)


def table_of(report: Report, id: str) -> Table:
    [found] = [section.table for section in report.sections if section.table.id == id]
    return found


@pytest.mark.compiled
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


@pytest.mark.compiled
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_a_simulation_has_all_its_sections(study: Study, lang: str) -> None:
    report = simulation_report(study)
    elements = checked(body(report, lang), report)
    assert elements.texts["模拟所得" if lang == "zh" else "simulated"] == len(report.sections)
    for section in report.sections:
        assert elements.texts[section.title[lang != "zh"]] >= 2  # the heading and the contents
    assert elements.texts[report.command] == 1


@pytest.mark.compiled
def test_the_dealers_advantage_is_that_of_the_deals() -> None:
    """Deal by deal: what the dealer receives, less the mean of the others."""
    from quepu.engine.batch import Tables

    study = simulate(new_study("lingque28", FAST, 256, seed=5), workers=1)
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


@pytest.mark.compiled
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


@pytest.mark.compiled
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_name_gets_out_of_its_place(pair: tuple[Study, Study], lang: str) -> None:
    report = comparison_report(*pair)
    elements = checked(body(report, lang), report)
    assert HOSTILE not in page(report, lang)
    assert elements.texts[f"{'国标麻将' if lang == 'zh' else 'Guobiao, as played'} → {HOSTILE}"] == 1
    overlay = {"base": "guobiao", "name": '=HYPERLINK("http://x")'}
    other = embedded("guobiao", {**overlay, "fan": {"tile_hog": {"enabled": False}}})
    report = comparison_report(*(simulate(new_study(one, FAST, 8, seed=1), workers=1) for one in (other, "guobiao")))
    assert read_back(table_of(report, "only"))[0][0] == "国标麻将"
    report = comparison_report(*(simulate(new_study(one, FAST, 8, seed=1), workers=1) for one in ("guobiao", other)))
    assert table_of(report, "only").rows[0][2] == "tile_hog"


@pytest.mark.compiled
def test_all_tables_of_studies_are_the_same_in_their_files(study: Study, pair: tuple[Study, Study]) -> None:
    import pyarrow.parquet

    for report in (simulation_report(study), comparison_report(*pair)):
        for section in report.sections:
            found = pyarrow.parquet.read_table(BytesIO(as_parquet(section.table))).to_pylist()
            assert [tuple(row.values()) for row in found] == list(section.table.rows)
            assert read_back(section.table) == list(section.table.rows)


@pytest.mark.compiled
def test_a_shard_and_a_part_of_a_study_say_so() -> None:
    shard = simulate(new_study("lingque28", FAST, 2000, seed=1, shard=2, shards=2), workers=1)
    assert simulation_report(shard).command.endswith("--hands 2000 --seed 1 --shard 2/2")
    assert (("分片", "shard"), ("2/2", "2/2")) in simulation_report(shard).facts
    assert (("局数", "deals"), ("976，共 2,000", "976 of 2,000")) in simulation_report(shard).facts
    with pytest.raises(QuepuError) as caught:
        simulation_report(new_study("lingque28", FAST, 4))
    assert caught.value.code == "not_a_study"


@pytest.mark.compiled
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


@pytest.mark.compiled
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


@pytest.mark.compiled
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


@pytest.mark.compiled
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


@pytest.mark.compiled
def test_parquet_is_an_extra(tmp_path: Path, arguments: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*arguments, "--data", str(tmp_path / "data"), "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "missing_extra"
    assert "quepu[lab]" in error["message"]
    assert not (tmp_path / "data").exists()
