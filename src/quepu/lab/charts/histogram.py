"""Distributions: a histogram of one, or the outlines of several over each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quepu.lab.charts.axes import Axis, linear
from quepu.lab.charts.parts import EDGE, NARROW, legend
from quepu.lab.charts.svg import Drawing, outline, path, text_width
from quepu.lab.report import SHARE, Distribution, Table
from quepu.lab.report_text import MINUS, in_lang

TAIL = 0.004
"""The part of a distribution at an end that is drawn as one bar, where it would take much of the chart."""
STEPS = [step * 10**power for power in range(9) for step in (1, 2, 5)]


@dataclass(frozen=True, slots=True)
class Bins:
    """Equal ranges of whole numbers. The first and the last also have what is beyond them, if there is anything."""

    first: int
    size: int
    count: int
    is_open_below: bool
    is_open_above: bool

    def place(self, value: int) -> int:
        return min(self.count - 1, max(0, (value - self.first) // self.size))

    def text(self, place: int) -> str:
        """The numbers of a bin."""
        low = self.first + self.size * place
        high = low + self.size - 1
        if place == 0 and self.is_open_below:
            return f"≤ {whole(high)}"
        if place == self.count - 1 and self.is_open_above:
            return f"≥ {whole(low)}"
        return whole(low) if low == high else f"{whole(low)} … {whole(high)}"

    def shares(self, values: Sequence[int], weights: Sequence[float]) -> list[float]:
        """The part of all weights that is in each bin."""
        found, total = [0.0] * self.count, sum(weights)
        for value, weight in zip(values, weights, strict=True):
            found[self.place(value)] += weight / total if total else 0.0
        return found


def whole(value: int) -> str:
    return f"{value:,}".replace("-", MINUS)


def bins_for(values: Sequence[int], weights: Sequence[Sequence[float]], most: int) -> Bins:
    """Bins for all series, at most so many."""
    low = min(quantile(values, one, TAIL) for one in weights)
    high = max(quantile(values, one, 1 - TAIL) for one in weights)
    span = values[-1] - values[0]
    if low - values[0] < span / 10:
        low = values[0]
    if values[-1] - high < span / 10:
        high = values[-1]
    size = next(step for step in STEPS if high // step - low // step < most)
    first, count = low // size * size, high // size - low // size + 1
    return Bins(first, size, count, values[0] < first, values[-1] >= first + size * count)


def quantile(values: Sequence[int], weights: Sequence[float], part: float) -> int:
    """The smallest value that, with those below it, has this part of all weights."""
    wanted, found = part * sum(weights), 0.0
    for value, weight in zip(values, weights, strict=True):
        found += weight
        if weight and found >= wanted:
            return value
    return values[-1]


def histogram(drawing: Drawing, chart: Distribution, table: Table, lang: str) -> None:
    """One series as bars, several as lines. Below are the numbers, beside them the shares."""
    is_narrow = drawing.width == NARROW
    counts = {series.value: [float(weight or 0) for weight in table.values(series.value)] for series in chart.series}
    ordered = sorted(range(len(table.rows)), key=table.values(chart.value).__getitem__)
    values = [int(table.values(chart.value)[n]) for n in ordered]
    weights = [[counts[series.value][n] for n in ordered] for series in chart.series]
    bins = bins_for(values, weights, 30 if is_narrow else 60)
    heights = [bins.shares(values, one) for one in weights]
    top = legend(drawing, chart.series, lang, lambda n, x, y: drawing.line(x - 9, y, x + 9, y, f"line series-{n + 1}")) + 12
    bottom = top + (190 if is_narrow else 240)
    side = linear([part for one in heights for part in one], bottom, top, SHARE, 5)
    left = EDGE + max(text_width(text) for _, text in side.ticks) + 6
    right = drawing.width - EDGE
    for value, text in side.ticks:
        drawing.line(left, side.at(value), right, side.at(value), "zero" if value == 0 else "grid")
        drawing.text(text, left - 6, side.at(value) + 4, "tick", "end")
    if len(heights) == 1:
        bars(drawing, bins, heights[0], side, left, right)
    else:
        outlines(drawing, heights, side, left, right)
    numbers(drawing, bins, left, right, bottom)
    drawing.text(in_lang(table.column(chart.value).title, lang), (left + right) / 2, bottom + 34, "label", "middle")
    drawing.height = bottom + 42


def bars(drawing: Drawing, bins: Bins, heights: Sequence[float], side: Axis, left: float, right: float) -> None:
    wide = (right - left) / bins.count
    gap = min(1.0, wide / 4)
    for place, part in enumerate(heights):
        if part:
            x, y = left + wide * place + gap / 2, side.at(part)
            title = f"{bins.text(place)}: {100 * part:.2f} %"
            drawing.add("rect", "bar series-1", title, x=x, y=y, width=wide - gap, height=side.begin - y)


def outlines(drawing: Drawing, heights: Sequence[Sequence[float]], side: Axis, left: float, right: float) -> None:
    """Lines in steps; the area below the first one is filled."""
    for n, one in enumerate(heights):
        wide = (right - left) / len(one)
        steps = [(left + wide * (place + end), side.at(part)) for place, part in enumerate(one) for end in (0, 1)]
        corners = [(left, side.begin), *steps, (right, side.begin)]
        if n == 0:
            drawing.add("path", "area series-1", d=outline(*corners))
        drawing.add("path", f"line series-{n + 1}", d=path(*corners))


def numbers(drawing: Drawing, bins: Bins, left: float, right: float, bottom: float) -> None:
    """The numbers below the bins: round ones, and the ends if more is beyond them."""
    wide = (right - left) / bins.count
    room = max(text_width(whole(bins.first + bins.size * place)) for place in (0, bins.count - 1)) + 16
    step = next(step for step in STEPS if step % bins.size == 0 and step / bins.size * wide >= room)
    ends = []
    for place, is_open in ((0, bins.is_open_below), (bins.count - 1, bins.is_open_above)):
        if is_open:
            text, anchor = (bins.text(place), "start" if place == 0 else "end")
            x = left if place == 0 else right
            drawing.text(text, x, bottom + 16, "tick", anchor)
            ends.append((x, text_width(text)))
    for place in range(bins.count):
        value = bins.first + bins.size * place
        text = whole(value)
        x = left + wide * (place + (0.5 if bins.size == 1 else 0))
        half = text_width(text) / 2
        is_clear = all(abs(x - end) > half + taken + 6 for end, taken in ends)
        if value % step == 0 and is_clear and left - EDGE <= x - half and x + half <= right + EDGE:
            drawing.line(x, bottom, x, bottom + 4, "zero")
            drawing.text(text, x, bottom + 16, "tick", "middle")
