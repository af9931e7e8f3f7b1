"""Tables as CSV, for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TypeAlias

Cell: TypeAlias = str | int | float | None
"""A value of a table; None is an empty cell."""

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula, and runs it."""
MARK = "\ufeff"
"""With it at the beginning, spreadsheets read a file as UTF-8."""


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]], mark: bool = False) -> bytes:
    """A table as RFC 4180 has it, in UTF-8. A text that a spreadsheet would take for a formula begins with an apostrophe; numbers have all
    their digits.

    >>> csv_text(["name", "score"], [["=A1", -8]])
    b"name,score\\r\\n'=A1,-8\\r\\n"
    """
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([defused(cell) for cell in head])
    writer.writerows([["" if cell is None else defused(cell) for cell in row] for row in rows])
    return ((MARK if mark else "") + stream.getvalue()).encode()


def defused(cell: Cell) -> Cell:
    return "'" + cell if isinstance(cell, str) and cell.startswith(FORMULAS) else cell
