"""Rows of a table as a chart: a label, and marks or a bar, with their intervals."""

from __future__ import annotations

from quepu.lab.charts.axes import Axis, linear
from quepu.lab.charts.parts import EDGE, NARROW, cell_text, legend, upright
from quepu.lab.charts.svg import Drawing, cut, path, text_width
from quepu.lab.report import SHARE, SIGNED, Bars, Column, Points, Row, Series, Table
from quepu.lab.report_text import in_lang, shown

LABELS = 260.0
"""The maximum width of the labels beside a chart."""
HIGH = 240.0
"""A higher chart has its numbers above it too."""


def row_chart(drawing: Drawing, chart: Points | Bars, table: Table, lang: str) -> None:
    """Wide, the labels are on the left; narrow, above the marks."""
    series = (Series(("", ""), chart.value),) if isinstance(chart, Bars) else chart.series
    columns = [table.column(one.value) for one in series]
    rows = table.rows[: chart.rows]
    labels = table.values(in_lang(chart.labels, lang))[: chart.rows]
    is_narrow = drawing.width == NARROW
    values = [cell for column in columns for row in rows for cell in spread(table, column, row)]
    single = [shown(row[table.place(columns[0].id)], columns[0].form, lang) for row in rows] if len(series) == 1 else []
    room = max(map(text_width, single), default=0)
    left = EDGE + 6 if is_narrow else EDGE + min(LABELS, max(map(text_width, labels))) + 12
    right = drawing.width - (EDGE + 10 if is_narrow or not single else EDGE + room + 14)
    form = columns[0].form
    axis = linear(values, left, right, form, 4 if is_narrow else 8, with_zero=isinstance(chart, Bars) or form in (SHARE, SIGNED))
    step = (38.0 if is_narrow else 22.0) + (6 if len(series) > 1 else 0)
    height = step * len(rows) + 4
    is_high = height > HIGH
    top = legend(drawing, series, lang, drawing.mark) + (22 if is_high else 4)
    bottom = top + height
    above = 10 + 5 * len(series)
    upright(drawing, axis, top, bottom, on_top=is_high)
    for n, (row, label) in enumerate(zip(rows, labels, strict=True)):
        y = top + step * n + (above + 9 if is_narrow else step / 2 + 2)
        if is_narrow:
            drawing.text(cut(label, right - left - room - 8), EDGE, y - above)
        else:
            drawing.text(cut(label, LABELS), left - 12, y + 4, anchor="end")
        if single:
            drawing.text(single[n], drawing.width - EDGE, y - above if is_narrow else y + 4, "value", "end")
        for place, column in enumerate(columns):
            offset = (place - (len(columns) - 1) / 2) * 9
            one_row(drawing, axis, table, column, row, y + offset, place, label, lang, is_bar=isinstance(chart, Bars))
    drawing.height = bottom + 22


def spread(table: Table, column: Column, row: Row) -> list[float]:
    """A value and its bounds."""
    found = [row[table.place(id)] for id in (column.id, *(column.bounds or ()))]
    return [float(one) for one in found if isinstance(one, int | float)]


def one_row(
    drawing: Drawing, axis: Axis, table: Table, column: Column, row: Row, y: float, place: int, label: str, lang: str, is_bar: bool
) -> None:
    """The mark or bar of a row, with its interval."""
    found = spread(table, column, row)
    if not found:
        return
    value, *bounds = found
    title = f"{label}: {cell_text(table, column, row, lang)}"
    if is_bar:
        begin, end = sorted((axis.at(max(axis.low, 0.0)), axis.at(value)))
        drawing.add("rect", "bar series-1", title, x=begin, y=y - 6, width=end - begin, height=12)
    if len(bounds) == 2:
        low, high = map(axis.at, bounds)
        kind = f"interval series-{place + 1}" if not is_bar else "interval"
        drawing.add("path", kind, d=path((low, y), (high, y)) + path((low, y - 3), (low, y + 3)) + path((high, y - 3), (high, y + 3)))
    if not is_bar:
        drawing.mark(place, axis.at(value), y, title)
