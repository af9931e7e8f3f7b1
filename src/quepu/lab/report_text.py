"""The values of a report as text, for tables and charts."""

from __future__ import annotations

from math import floor, log10

from quepu.csv_text import Cell
from quepu.lab.report import CHANCE, FACTOR, NUMBER, SHARE, SIGNED, YES
from quepu.texts import Text, say

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MINUS = "−"
"""As wide as +, and it does not end a line."""


def in_lang(text: Text, lang: str) -> str:
    return text[lang != "zh"]


def shown(cell: Cell, form: str, lang: str) -> str:
    """A value as text."""
    if cell is None:
        return "—"
    if isinstance(cell, str):
        return cell
    if form == YES:
        return say(lang, "report_yes" if cell else "report_no")
    if form == SHARE:
        return f"{percent(cell)} %"
    if form == SIGNED:
        return f"{cell:+,.2f}".replace("-", MINUS)
    if form == CHANCE:
        return chance(cell)
    if form in (NUMBER, FACTOR):
        return ("×" if form == FACTOR else "") + decimal(cell)
    return f"{cell:,}".replace("-", MINUS)


def with_interval(cell: Cell, low: Cell, high: Cell, form: str, lang: str) -> str:
    """A value with its interval in brackets, if it has one."""
    if low is None or high is None or cell is None:
        return shown(cell, form, lang)
    between = "–" if form != SIGNED else " … "
    return f"{shown(cell, form, lang)} ({bare(low, form, lang)}{between}{bare(high, form, lang)})"


def bare(cell: Cell, form: str, lang: str) -> str:
    """A value as text, without its unit."""
    return shown(cell, form, lang).removesuffix(" %").removeprefix("×")


def percent(value: float) -> str:
    """A share in percent: two decimals, or two digits of a smaller one.

    >>> [percent(share) for share in (0.5, 0.000123, 0.0000001234, 0)]
    ['50.00', '0.012', '0.000012', '0']
    """
    return decimal(100 * value) if value else "0"


def decimal(value: float) -> str:
    """A number with two decimals, or two digits of a smaller one.

    >>> [decimal(number) for number in (1234.5, 0.0567, 0.00123, 3e-9, -0.5)]
    ['1,234.50', '0.057', '0.0012', '3.0×10⁻⁹', '−0.50']
    """
    size = abs(value)
    if size == 0 or size >= 0.1:
        text = f"{value:,.2f}"
    elif size >= 1e-5:
        text = f"{value:.{1 - floor(log10(size))}f}"
    else:
        mantissa, exponent = f"{value:.1e}".split("e")
        text = f"{mantissa}×10{str(int(exponent)).translate(RAISED)}"
    return text.replace("-", MINUS)


def chance(value: float) -> str:
    """The chance in a test.

    >>> [chance(p) for p in (1.0, 0.0432, 0.00043, 1e-12)]
    ['1', '0.043', '0.00043', '< 0.0001']
    """
    return "< 0.0001" if value < 0.0001 else f"{value:.2g}"
