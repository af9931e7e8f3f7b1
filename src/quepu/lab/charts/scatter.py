"""Points with labels on two axes. Labels are placed so that they cover neither each other nor a point, as far as there is room."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from math import hypot

from quepu.lab.charts.axes import Axis, linear, logarithmic
from quepu.lab.charts.parts import EDGE, NARROW, legend, upright
from quepu.lab.charts.svg import Drawing, cut, path, text_width
from quepu.lab.report import Scatter, Series, Table
from quepu.lab.report_text import in_lang, shown
from quepu.texts import say

SIZE = 11
"""The size of labels."""
LONGEST = 150.0
RADIUS = 4.0
RINGS = (7.0, 16.0, 27.0, 40.0, 55.0, 72.0, 90.0)
"""How far labels may be from their points."""
DIRECTIONS = (
    (1, 0), (-1, 0), (0, -1), (0, 1), (0.7, -0.7), (0.7, 0.7), (-0.7, -0.7), (-0.7, 0.7),
    (0.92, -0.38), (0.92, 0.38), (-0.92, -0.38), (-0.92, 0.38), (0.38, -0.92), (0.38, 0.92), (-0.38, -0.92), (-0.38, 0.92),
)  # fmt: skip
"""Around a point, the best ones first: how far to the right, how far down."""


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
    top = scatter_legend(drawing, chart, table, lang) + 24
    bottom = top + (400 if is_narrow else 520)
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
    drawing.line(left, bottom, right, bottom, "zero")
    drawing.line(left, top, left, bottom, "zero")
    drawing.text(in_lang(table.column(ids[0]).title, lang), EDGE, top - 10)
    x_title = in_lang(x_column.title, lang)
    drawing.text(x_title, right, bottom + 32, anchor="end")
    if chart.fit:
        ends = sorted((base.at(x), side.at(y)) for x, y in zip(table.values(chart.x), table.values(chart.fit), strict=True) if x and y)
        drawing.add("path", "line fit", d=path(*ends))
    without = placed(drawing, places(chart, table, base, side, lang), Box(left, top, right, bottom))
    end = bottom + 32
    if without:
        note = say(lang, "report_without_label", count=without)
        end += 18 if left + text_width(note) + text_width(x_title) > right else 0
        drawing.text(note, left, end, "tick")
    drawing.height = end + 8


def scatter_legend(drawing: Drawing, chart: Scatter, table: Table, lang: str) -> float:
    """The series, and the line through them."""
    lines = [Series(table.column(chart.fit).title, chart.fit)] if chart.fit else []

    def mark(n: int, x: float, y: float) -> None:
        if n < len(chart.series):
            drawing.mark(n, x, y, r=RADIUS)
        else:
            drawing.line(x - 9, y, x + 9, y, "line fit")

    return legend(drawing, [*chart.series, *lines], lang, mark)


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


def placed(drawing: Drawing, found: list[Place], area: Box) -> int:
    """Draw the points, and labels at free places around the last points of the rows: first those that have one beside their point, then
    farther away, and last with lines below other labels. The number of labels without a place."""
    points = []
    for place in found:
        for (x1, y1), (x2, y2) in pairwise(place.points):
            drawing.line(x1, y1, x2, y2, "change")
        points += [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in place.points]
    labels: dict[int, tuple[str, Box]] = {}
    for blocks_lines, away in product((True, False), RINGS):
        for n, place in enumerate(found):
            if n not in labels:
                text, taken = cut(place.label, LONGEST, SIZE), [box for _, box in labels.values()]
                box = free_box(place.points[-1], away, text_width(text, SIZE), area, points + taken, points + taken * blocks_lines)
                if box is not None:
                    labels[n] = text, box
    for n, (_, box) in labels.items():
        x, y = found[n].points[-1]
        if is_away(x, y, box):
            drawing.line(x, y, *nearest(x, y, box), "lead")
    for text, box in labels.values():
        drawing.text(text, box.left, box.bottom - 3, "point-label")
    for place in found:
        for n, (x, y) in enumerate(place.points):
            drawing.mark(n, x, y, place.title, RADIUS)
    return len(found) - len(labels)


def free_box(point: tuple[float, float], away: float, wide: float, area: Box, taken: list[Box], in_the_way: list[Box]) -> Box | None:
    """The first free place for a label at a distance from its point, with nothing in the way of the line to it."""
    x, y = point
    for right, down in DIRECTIONS[: 8 if away < RINGS[2] else None]:
        left = x + right * away + (right - 1) / 2 * wide
        bottom = y + 4 + down * (away + 5 * (1 - abs(right)))
        box = Box(left, bottom - SIZE + 1, left + wide, bottom + 3)
        is_free = box.is_in(area) and not any(box.covers(other) for other in taken)
        if is_free and (not is_away(x, y, box) or is_clear(x, y, *nearest(x, y, box), in_the_way)):
            return box
    return None


def nearest(x: float, y: float, box: Box) -> tuple[float, float]:
    """The place of a label that is nearest to a point."""
    return min(box.right, max(box.left, x)), min(box.bottom, max(box.top, y))


def is_away(x: float, y: float, box: Box) -> bool:
    """Whether a label is so far from its point that a thin line joins them."""
    end_x, end_y = nearest(x, y, box)
    return abs(end_x - x) + abs(end_y - y) > 13


def is_clear(x: float, y: float, end_x: float, end_y: float, taken: list[Box]) -> bool:
    """Whether a line from a point covers nothing, apart from the point itself and those that it covers already."""
    steps = int(hypot(end_x - x, end_y - y) // 3) + 1
    line = [
        Box(at_x, at_y, at_x, at_y) for n in range(steps) for at_x, at_y in [(x + n / steps * (end_x - x), y + n / steps * (end_y - y))]
    ]
    return not any(other.covers(at) for other in taken if not other.covers(line[0]) for at in line)
