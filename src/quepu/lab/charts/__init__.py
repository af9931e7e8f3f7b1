"""Charts as SVG. Each is drawn twice, for wide and for narrow screens, and the style sheet shows one of them: scaled, texts would become
too small. No chart uses colour alone: series differ in shape, or in the dashes of their lines.
"""

from __future__ import annotations

from quepu.lab.charts.histogram import histogram
from quepu.lab.charts.parts import EDGE, NARROW, WIDE
from quepu.lab.charts.rows import row_chart
from quepu.lab.charts.scatter import scatter
from quepu.lab.charts.svg import Drawing
from quepu.lab.report import Bars, Chart, Distribution, Points, Scatter, Table
from quepu.lab.report_text import in_lang, shown
from quepu.texts import say


def charts(chart: Chart, table: Table, lang: str) -> str:
    """A chart for wide screens, and one for narrow ones."""
    return drawn(chart, table, lang, WIDE) + drawn(chart, table, lang, NARROW)


def drawn(chart: Chart, table: Table, lang: str, width: float) -> str:
    """A chart of this width."""
    drawing = Drawing(width)
    if is_empty(chart, table):
        drawing.text(say(lang, "report_nothing"), EDGE, 20)
        drawing.height = 30
    elif isinstance(chart, Points | Bars):
        row_chart(drawing, chart, table, lang)
    elif isinstance(chart, Distribution):
        histogram(drawing, chart, table, lang)
    else:
        scatter(drawing, chart, table, lang)
    return drawing.as_svg(described(chart, table, lang), "chart-wide" if width == WIDE else "chart-narrow")


def described(chart: Chart, table: Table, lang: str) -> str:
    """A chart in words, for people who do not see it: what it is of, and its first and last rows."""
    title = in_lang(table.title, lang)
    if is_empty(chart, table):
        return say(lang, "report_alt_nothing", title=title)
    if isinstance(chart, Distribution):
        values = table.values(chart.value)
        ends = [shown(value, table.column(chart.value).form, lang) for value in (values[:1] + values[-1:])]
        return say(lang, "report_alt_distribution", title=title, ends=" – ".join(ends))
    labels = table.values(in_lang(chart.labels, lang))
    count = len(labels) if isinstance(chart, Scatter) else min(chart.rows, len(labels))
    value = chart.value if isinstance(chart, Bars) else chart.series[0].value
    rows = [f"{label} {shown(cell, table.column(value).form, lang)}" for label, cell in zip(labels, table.values(value), strict=True)]
    return say(lang, "report_alt_rows", title=title, count=count, first=rows[0], last=rows[count - 1])


def is_empty(chart: Chart, table: Table) -> bool:
    return not table.rows or (isinstance(chart, Points | Bars) and not chart.rows)
