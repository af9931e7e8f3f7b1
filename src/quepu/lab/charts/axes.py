"""Axes: from values to places on a chart, and the values that are written beside an axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

from quepu.lab.report import SHARE
from quepu.lab.report_text import MINUS, RAISED

STEPS = (1, 2, 5, 10)
LEAST_REACH = 0.2
"""Half the length of a logarithmic axis, as a power of ten, so that there are at least two numbers beside it."""
LOG_STEPS = ((480, (1, 1.5, 2, 3, 5, 7)), (120, (1, 2, 5)), (0, (1,)))
"""The steps of a logarithmic axis, by the room that each power of ten has."""


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from ``low`` at place ``begin`` to ``high`` at place ``end``, with its ticks."""

    low: float
    high: float
    begin: float
    end: float
    ticks: tuple[tuple[float, str], ...]
    """Values, and how they are written; an empty text for a line without a number."""
    is_log: bool = False

    def at(self, value: float) -> float:
        """The place of a value."""
        if self.is_log:
            part = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        else:
            part = (value - self.low) / (self.high - self.low)
        return self.begin + part * (self.end - self.begin)


def linear(values: Iterable[float], begin: float, end: float, form: str, most: int, with_zero: bool = True) -> Axis:
    """An axis for these values, from tick to tick. Shares are written in percent."""
    known = [*values, *([0.0] if with_zero else [])] or [0.0]
    low, high = min(known), max(known)
    if low == high:
        low, high = (low, low + (0.01 if form == SHARE else 1)) if with_zero else (low - 1, high + 1)
    step = step_for(high - low, most)
    low, high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    count = round((high - low) / step)
    shown = ((low + n * step, step) for n in range(count + 1))
    return Axis(low, high, begin, end, tuple((value, tick_text(value, step, form)) for value, step in shown))


def step_for(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, … or 0.5, 0.2, … that divides a span into so many parts at most."""
    size = 10.0 ** floor(log10(span / most))
    return next(step * size for step in STEPS if step * size * most >= span * (1 - 1e-9))


def tick_text(value: float, step: float, form: str) -> str:
    """A value beside an axis, with as many decimals as the step has.

    >>> tick_text(0.05, 0.05, "share"), tick_text(-1500, 500, "number"), tick_text(0.5, 0.25, "number")
    ('5 %', '−1,500', '0.50')
    """
    if form == SHARE:
        value, step = 100 * value, 100 * step
    decimals = max(0, -floor(log10(step) + 1e-9)) + (round(step / 10 ** floor(log10(step) + 1e-9), 6) % 1 > 0)
    text = f"{round(value, decimals) + 0.0:,.{decimals}f}".replace("-", MINUS)
    return f"{text} %" if form == SHARE else text


def logarithmic(values: Iterable[float], begin: float, end: float, form: str) -> Axis:
    """A logarithmic axis for values above 0, with some room at both ends."""
    known = [log10(value) for value in values if value > 0] or [0.0]
    middle, reach = (min(known) + max(known)) / 2, max(LEAST_REACH, (max(known) - min(known)) * 0.53)
    low, high = middle - reach, middle + reach
    powers = range(floor(low), ceil(high) + 1)
    decade = abs(end - begin) / (high - low)
    steps = next(steps for room, steps in LOG_STEPS if decade >= room)
    shown = [(step * 10.0**power, power) for power in powers for step in steps if low <= log10(step) + power <= high]
    every = max(1, ceil(40 / decade))
    ticks = tuple((value, power_text(value, form) if power % every == 0 else "") for value, power in shown)
    return Axis(10**low, 10**high, begin, end, ticks, is_log=True)


def power_text(value: float, form: str) -> str:
    """A value beside a logarithmic axis.

    >>> power_text(0.001, "share"), power_text(20000, "number"), power_text(1e7, "number"), power_text(5e-6, "number")
    ('0.1 %', '20,000', '10⁷', '5×10⁻⁶')
    """
    if form == SHARE:
        value *= 100
    power = floor(log10(value) + 1e-9)
    if -3 <= power <= 5:
        text = f"{value:,.{max(0, -power) + (round(value / 10.0**power, 3) % 1 > 0)}f}" if value < 10 else f"{value:,.0f}"
    else:
        first = f"{value / 10.0**power:.2g}"
        text = (f"{first}×" if first != "1" else "") + "10" + str(power).translate(RAISED)
    return f"{text} %" if form == SHARE else text
