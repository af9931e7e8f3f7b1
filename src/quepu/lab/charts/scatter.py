"""Points with labels on two axes. Labels are placed so that they cover neither each other nor a point, as far as there is room."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from quepu.lab.charts.axes import Axis, linear, logarithmic
from quepu.lab.charts.parts import EDGE, NARROW, legend, upright
from quepu.lab.charts.svg import Drawing, cut, path, text_width
from quepu.lab.report import Scatter, Table
from quepu.lab.report_text import in_lang, shown

SIZE = 11
"""The size of labels."""
LONGEST = 150.0
RADIUS = 4.0


@dataclass(frozen=True, slots=True)
class Box:
    """An area that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def is_in(self, other: Box) -> bool:
        return other.left <= self.left and self.right <= other.right and other.top <= self.top and self.bottom <= other.bottom


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the table on the chart: the points of its series, in order, and what it is called."""

    label: str
    points: tuple[tuple[float, float], ...]
    title: str


def scatter(drawing: Drawing, chart: Scatter, table: Table, lang: str) -> None:
    is_narrow = drawing.width == NARROW
    top = legend(drawing, chart.series, lang, lambda n, x, y: drawing.mark(n, x, y, r=RADIUS)) + 24
    bottom = top + (380 if is_narrow else 440)
    ids = [one.value for one in chart.series] + ([chart.fit] if chart.fit else [])
    heights = [float(value) for id in ids for value in table.values(id) if value is not None and (value > 0 or not chart.log_y)]
    form = table.column(ids[0]).form
    side = logarithmic(heights, bottom, top, form) if chart.log_y else linear(heights, bottom, top, form, 8)
    left, right = EDGE + max(text_width(text) for _, text in side.ticks) + 6, drawing.width - EDGE
    x_column = table.column(chart.x)
    lengths = [float(value) for value in table.values(chart.x) if value is not None and (value > 0 or not chart.log_x)]
    if chart.log_x:
        base = logarithmic(lengths, left, right, x_column.form)
    else:
        base = linear(lengths, left, right, x_column.form, 4 if is_narrow else 8)
    for value, text in side.ticks:
        drawing.line(left, side.at(value), right, side.at(value), "grid")
        drawing.text(text, left - 6, side.at(value) + 4, "tick", "end")
    upright(drawing, base, top, bottom, on_top=False)
    drawing.text(in_lang(table.column(ids[0]).title, lang), EDGE, top - 10)
    drawing.text(in_lang(x_column.title, lang), right, bottom + 32, anchor="end")
    if chart.fit:
        ends = sorted((base.at(x), side.at(y)) for x, y in zip(table.values(chart.x), table.values(chart.fit), strict=True) if x and y)
        drawing.add("path", "line fit", d=path(*ends))
    placed(drawing, places(chart, table, base, side, lang), Box(left, top, right, bottom))
    drawing.height = bottom + 40


def places(chart: Scatter, table: Table, base: Axis, side: Axis, lang: str) -> list[Place]:
    """The rows that can be drawn: a logarithmic axis has no zero."""
    found = []
    forms = [table.column(id).form for id in (chart.x, *(one.value for one in chart.series))]
    columns = [table.values(id) for id in (in_lang(chart.labels, lang), chart.x, *(one.value for one in chart.series))]
    for label, x, *ys in zip(*columns, strict=True):
        known = [y for y in ys if y is not None and (y > 0 or not chart.log_y)]
        if known and x is not None and (x > 0 or not chart.log_x):
            title = f"{label}: " + ", ".join(shown(value, form, lang) for value, form in zip((x, *ys), forms, strict=True))
            found.append(Place(str(label), tuple((base.at(x), side.at(y)) for y in known), title))
    return found


def placed(drawing: Drawing, found: list[Place], area: Box) -> None:
    """Draw the points, then each label at the first free place around the last point of its row."""
    taken = []
    for place in found:
        for (x1, y1), (x2, y2) in pairwise(place.points):
            drawing.line(x1, y1, x2, y2, "change")
        taken += [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in place.points]
    for place in found:
        x, y = place.points[-1]
        text = cut(place.label, LONGEST, SIZE)
        wide = text_width(text, SIZE)
        for at_x, at_y in around(x, y, wide):
            box = Box(at_x, at_y - SIZE + 1, at_x + wide, at_y + 3)
            if box.is_in(area) and not any(box.covers(other) for other in taken):
                taken.append(box)
                lead(drawing, x, y, box)
                drawing.text(text, at_x, at_y, "point-label")
                break
    for place in found:
        for n, (x, y) in enumerate(place.points):
            drawing.mark(n, x, y, place.title, RADIUS)


def around(x: float, y: float, wide: float) -> list[tuple[float, float]]:
    """Where a label of this width may begin: beside the point, above and below it, and then farther away."""
    found = []
    for away in (7.0, 16.0, 27.0, 40.0):
        middle = y + 4
        found += [(x + away, middle), (x - away - wide, middle)]
        for up in (-1, 1):
            found += [
                (x - wide / 2, middle + up * (away + 5)),
                (x + away * 0.7, middle + up * away),
                (x - away * 0.7 - wide, middle + up * away),
            ]
    return found


def lead(drawing: Drawing, x: float, y: float, box: Box) -> None:
    """A thin line from a point to a label that is not beside it."""
    end_x, end_y = min(box.right, max(box.left, x)), min(box.bottom, max(box.top, y))
    if abs(end_x - x) + abs(end_y - y) > 13:
        drawing.line(x, y, end_x, end_y, "lead")
