"""What charts have in common: their sizes, legends, and the lines of an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quepu.lab.charts.axes import Axis
from quepu.lab.charts.svg import Drawing, cut, text_width
from quepu.lab.report import Column, Row, Series, Table
from quepu.lab.report_text import in_lang, with_interval

WIDE, NARROW = 720.0, 360.0
"""The widths of charts."""
EDGE = 8.0


def legend(drawing: Drawing, series: Sequence[Series], lang: str, mark: Callable[[int, float, float], None], y: float = 14) -> float:
    """The titles of the series beside their marks, if there are several; its height."""
    if len(series) < 2:
        return 0.0
    x, room = EDGE, (drawing.width - 2 * EDGE) / (1 if drawing.width == NARROW else len(series))
    for n, one in enumerate(series):
        title = cut(in_lang(one.title, lang), room - 44)
        mark(n, x + 10, y - 4)
        drawing.text(title, x + 24, y)
        if drawing.width == NARROW:
            y += 18
        else:
            x += 24 + text_width(title) + 20
    return y + (6 if drawing.width == NARROW else 10)


def upright(drawing: Drawing, axis: Axis, top: float, bottom: float, on_top: bool) -> None:
    """The lines of a horizontal axis, with its numbers below, and above if wanted."""
    for value, text in axis.ticks:
        x = axis.at(value)
        drawing.line(x, top, x, bottom, "zero" if value == 0 else "grid")
        anchor = "end" if x + text_width(text) / 2 > drawing.width else "start" if x - text_width(text) / 2 < 0 else "middle"
        drawing.text(text, x, bottom + 15, "tick", anchor)
        if on_top:
            drawing.text(text, x, top - 6, "tick", anchor)


def cell_text(table: Table, column: Column, row: Row, lang: str) -> str:
    """A value of a row, with its interval."""
    low, high = (row[table.place(id)] for id in column.bounds) if column.bounds else (None, None)
    return with_interval(row[table.place(column.id)], low, high, column.form, lang)
