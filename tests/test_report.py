"""Reports: whole pages and files of small studies, and that nothing that people enter can break them."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from quepu.errors import QuepuError
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
from quepu.lab.whole_files import check_writable, write_whole
from quepu.names import width as width_of
from quepu.rules import book
from quepu.rules.overlay import as_toml, parse
from quepu.texts.reports import REPORTS
from tests.reports import HOSTILE, LANGUAGES, Elements, checked, read_back, texts_of
from tests.test_tile_faces import DEUTERANOPIA, PROTANOPIA, contrast, difference, seen

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
    (Scatter(name_ids("fan_name"), "share", (Series(("前", "before"), "wins"), Series(("后", "after"), "hand_points")), fit="wins"), FANS),
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


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_bars_marks_and_intervals_are_where_their_values_are(width: float) -> None:
    """Halfway between the numbers 0 % and 60 % of the axis is 30 %."""
    rows = (("甲", "one", 0.3, 0.15, 0.45), ("乙", "two", 0.6, None, None), ("丙", "three", 0.0, 0.0, 0.15))
    table = Table("rows", ("表", "rows"), (*names("name", ("名", "name")), *measured("value", ("值", "value"), SHARE)), rows)
    charts: list[Chart] = [Bars(name_ids("name"), "value"), Points(name_ids("name"), (Series(("值", "value"), "value"),))]
    for chart in charts:
        found = [attributes for _, attributes, _ in Elements(drawn(chart, table, "en", width)).found if "class" in attributes]
        [zero] = [float(one["x1"]) for one in found if one["class"] == "zero"]
        [last] = [float(one["x1"]) for one in found if one["class"] == "grid"][-1:]
        unit = (last - zero) / 0.6
        if isinstance(chart, Bars):
            bars = [(float(one["x"]), float(one["width"])) for one in found if one["class"] == "bar series-1"]
            assert bars == [pytest.approx((zero, unit * part), abs=0.2) for part in (0.3, 0.6, 0)]
        else:
            marks = [float(one["cx"]) for one in found if one["class"] == "mark series-1"]
            assert marks == pytest.approx([zero + unit * part for part in (0.3, 0.6, 0)], abs=0.2)
        intervals = [re.findall(r"[\d.]+", one["d"])[0:4:2] for one in found if one["class"].startswith("interval")]
        assert [[*map(float, ends)] for ends in intervals] == [
            pytest.approx([zero + unit * low, zero + unit * high], abs=0.2) for low, high in ((0.15, 0.45), (0, 0.15))
        ]


def test_a_histogram_has_shares_and_gathers_a_long_tail() -> None:
    values = (*((n, 10) for n in range(1, 101)), (100_000, 1))
    table = Table("long", ("长", "long"), (Column("value", ("值", "value"), WHOLE), Column("count", ("数", "count"), WHOLE)), values)
    chart = Distribution("value", (Series(("数", "count"), "count"),))
    picture = drawn(chart, table, "en", WIDE)
    said = [(text, float(part)) for text, part in re.findall("<title>(.*?): ([0-9.]+) %</title>", picture)]
    assert said[:2] == [("0 … 1", 1.0), ("2 … 3", 2.0)]
    assert said[-1] == ("≥ 100", 1.1)
    assert sum(part for _, part in said) == pytest.approx(100, abs=0.2)


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("kind", ["rows", "points"])
def test_no_text_of_a_full_chart_covers_another(kind: str, width: float, lang: str) -> None:
    """The labels and the numbers of an axis, and the title of an axis and how many points have no label."""
    x = Column("x", ("平均多少次和牌出现一次", "wins for each that has the fan"), NUMBER)
    columns = (*names("name", ("名", "name")), x, Column("y", ("y", "y"), NUMBER))
    rows = tuple((f"番种{n}", f"a rather long name of fan {n}", 1.0 + n % 7, 1.0 + n // 7) for n in range(70))
    table = Table("many", ("多", "many"), columns, rows)
    series = (Series(("前", "before"), "x"), Series(("后", "after"), "y"))
    chart: Chart = Points(name_ids("name"), series, rows=70) if kind == "rows" else Scatter(name_ids("name"), "x", series[1:])
    picture = drawn(chart, table, lang, width)
    boxes = []
    for of, left, y, anchor, text in re.findall(r'<text class="(.*?)" x="(.*?)" y="(.*?)" text-anchor="(.*?)">(.*?)</text>', picture):
        wide = 0.5 * (12 if of == "label" else 11) * width_of(text)
        x1 = float(left) - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
        boxes.append((x1, x1 + wide, float(y), text))
    for i, (x1, x2, y, text) in enumerate(boxes):
        for other_x1, other_x2, other_y, other in boxes[:i]:
            assert abs(y - other_y) >= 11 or x2 <= other_x1 or other_x2 <= x1, (text, other)
    without = re.search(r"\d+ (?:more point|个点)", picture)
    assert (without is not None) == (kind == "points")


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
    with pytest.raises(QuepuError) as before:
        check_writable(path)
    assert caught.value.code == before.value.code == "unwritable_file"
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_a_link_stays_and_what_it_links_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    for data in (b"one", b"two"):
        write_whole(tmp_path / "link", data)
        assert (tmp_path / "file").read_bytes() == data
    assert (tmp_path / "link").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_a_pipe_or_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(QuepuError) as caught:
            write_whole(path, b"new")
        with pytest.raises(QuepuError) as before:
            check_writable(path)
        assert str(caught.value) == str(before.value)
        assert str(caught.value).endswith(": not a regular file")
    assert pipe.is_fifo()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "pipe"]


def test_an_overlay_as_toml_is_the_same_overlay() -> None:
    given = {
        "base": "guobiao", "name": 'a "b" \\ c\x7f 雀', "minimum": 6,
        "fan": {"all_chows": {"points": 4, "enabled": True, "excludes_add": ["no_honours"]}, "tile_hog": {"enabled": False}},
    }  # fmt: skip
    assert parse(as_toml({**given, "name": "雀"}), "x.toml", book).overlay == {**given, "name": "雀"}
    import tomllib

    assert tomllib.loads(as_toml(given)) == given


def test_every_text_of_reports_has_the_same_details_in_both_languages() -> None:
    for key, (zh, en) in REPORTS.items():
        assert {*re.findall(r"{(\w+)", zh)} == {*re.findall(r"{(\w+)", en)}, key
