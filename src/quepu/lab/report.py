"""Reports: what an experiment has found, as tables of plain values, each with at most one chart.

A report has no layout and no language. ``quepu.lab.report_html`` shows it in one language, ``quepu.lab.report_data`` writes its tables as
files. All figures of a report come from one source, which every section names: what is simulated and what is exact are never mixed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeAlias

from quepu.csv_text import Cell
from quepu.texts import Text

Row: TypeAlias = tuple[Cell, ...]

TEXT, WHOLE, NUMBER, SIGNED, SHARE, FACTOR, CHANCE, YES = "text", "whole", "number", "signed", "share", "factor", "chance", "yes"
"""The forms of columns: text; a whole number; a number; a number with its sign; a share from 0 to 1, shown in percent; how many times as
much; the chance in a test (p); 1 for yes and 0 for no."""
TYPES: Mapping[str, type] = {TEXT: str, WHOLE: int, NUMBER: float, SIGNED: float, SHARE: float, FACTOR: float, CHANCE: float, YES: int}
"""The type of the values of each form."""

SIMULATED, ENUMERATED = "simulated", "enumerated"
SOURCES = (SIMULATED, ENUMERATED)

EVERYWHERE, DATA_ONLY = "", "data"
"""Where a column is: everywhere, in one language (``zh``, ``en``) of the page and in the files, or in the files only."""

_ID = re.compile("[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. ``bounds`` are the columns with the bounds of its confidence interval."""

    id: str
    title: Text
    form: str = TEXT
    only: str = EVERYWHERE
    bounds: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of plain values. Texts that depend on the language have a column for each (``names``)."""

    id: str
    title: Text
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        ids = [column.id for column in self.columns]
        if len({*ids}) < len(ids) or not all(_ID.fullmatch(id) for id in (self.id, *ids)):
            raise ValueError(f"the ids of table {self.id!r} are not different names in lower case: {ids}")
        for column in self.columns:
            if column.form not in TYPES or not {*(column.bounds or ())} <= {*ids}:
                raise ValueError(f"column {column.id!r} of table {self.id!r} has an unknown form or unknown bounds")
        for row in self.rows:
            if len(row) != len(ids) or not all(fits(cell, column.form) for cell, column in zip(row, self.columns, strict=True)):
                raise ValueError(f"a row of table {self.id!r} does not fit its columns: {row!r}")

    def column(self, id: str) -> Column:
        return self.columns[self.place(id)]

    def place(self, id: str) -> int:
        """The number of a column, from 0."""
        return next(n for n, column in enumerate(self.columns) if column.id == id)

    def values(self, id: str) -> list[Any]:
        place = self.place(id)
        return [row[place] for row in self.rows]


def fits(cell: Cell, form: str) -> bool:
    """Whether this can be a value of a column of this form. Nothing (None) is one of every form."""
    return cell is None or (type(cell) is TYPES[form] and (not isinstance(cell, float) or isfinite(cell)))


# Charts. Each is made of columns of one table, which it names by their ids.


@dataclass(frozen=True, slots=True)
class Series:
    """A column of a chart, and what it is called in the legend."""

    title: Text
    value: str


@dataclass(frozen=True, slots=True)
class Points:
    """A line for each of the first rows, with one mark for each series, and its interval if the column has bounds."""

    labels: Text
    """The columns with the names of the rows: in Chinese, in English."""
    series: tuple[Series, ...]
    rows: int = 25


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar for each of the first rows, with the interval if the column has bounds."""

    labels: Text
    value: str
    rows: int = 25


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often each value of a column of whole numbers is found: a histogram, or with several series lines over each other. The columns
    of the series have counts or shares; they are drawn as shares."""

    value: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Scatter:
    """A point with its label for each row. With several series the points of a row are joined by a line. ``fit`` is a column with the
    height of a line that is drawn through the points."""

    labels: Text
    x: str
    series: tuple[Series, ...]
    log_x: bool = True
    log_y: bool = True
    fit: str | None = None


Chart: TypeAlias = Points | Bars | Distribution | Scatter


@dataclass(frozen=True, slots=True)
class Section:
    """A table, a chart of it if there is one, and what they show."""

    title: Text
    text: Text
    chart: Chart | None
    table: Table

    def __post_init__(self) -> None:
        known = {column.id for column in self.table.columns}
        if not {*chart_columns(self.chart)} <= known:
            raise ValueError(f"the chart of table {self.table.id!r} has unknown columns")


def chart_columns(chart: Chart | None) -> tuple[str, ...]:
    """The columns that a chart is made of."""
    match chart:
        case Points(labels, series):
            return *labels, *(one.value for one in series)
        case Bars(labels, value):
            return *labels, value
        case Distribution(value, series):
            return value, *(one.value for one in series)
        case Scatter(labels, x, series):
            return *labels, x, *(one.value for one in series), *([chart.fit] if chart.fit else [])
    return ()


@dataclass(frozen=True, slots=True)
class File:
    """A text file that the command of a report reads, such as an overlay."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What an experiment has found. ``command`` repeats it exactly; ``files`` are what the command reads."""

    title: Text
    about: Text
    source: str
    command: str
    facts: tuple[tuple[Text, Text], ...]
    sections: tuple[Section, ...]
    files: tuple[File, ...] = ()

    def __post_init__(self) -> None:
        ids = [section.table.id for section in self.sections]
        if self.source not in SOURCES or len({*ids}) < len(ids):
            raise ValueError(f"the source {self.source!r} is unknown, or two of the tables {ids} have one id")


# What most tables have.


def names(id: str, title: Text) -> tuple[Column, Column]:
    """Two columns with the name of a row in both languages."""
    return Column(f"{id}_zh", title, TEXT, "zh"), Column(f"{id}_en", title, TEXT, "en")


def name_ids(id: str) -> Text:
    """The ids of these two columns."""
    return f"{id}_zh", f"{id}_en"


def measured(id: str, title: Text, form: str) -> tuple[Column, Column, Column]:
    """Three columns: a figure and the bounds of its interval. A page shows them in one."""
    low, high = f"{id}_low", f"{id}_high"
    return Column(id, title, form, bounds=(low, high)), Column(low, title, form, DATA_ONLY), Column(high, title, form, DATA_ONLY)


def cells(mean: float, interval: Sequence[float] | None, factor: float = 1) -> tuple[float | None, float | None, float | None]:
    """The three cells of a figure."""
    low, high = interval or (None, None)
    return factor * mean, None if low is None else factor * low, None if high is None else factor * high
