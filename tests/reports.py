"""What the tests of reports have in common: pages as elements, with checks that every report passes, and CSV files read back."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from io import StringIO
from typing import Any

from quepu.lab.report import TEXT, WHOLE, Report, Table
from quepu.lab.report_data import as_csv

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
    assert HOSTILE not in fragment
    assert "<b>" not in fragment  # as in a label below; the parser does not look into titles
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


def read_back(table: Table) -> list[tuple[Any, ...]]:
    """The rows of a CSV file, with the types of the columns."""
    head, *rows = csv.reader(StringIO(as_csv(table).decode(), newline=""), strict=True)
    assert head == [column.id for column in table.columns]
    make: dict[str, Callable[[str], Any]] = {TEXT: str, WHOLE: int, "yes": int}
    return [tuple(make.get(c.form, float)(cell) if cell else None for c, cell in zip(table.columns, row, strict=True)) for row in rows]
