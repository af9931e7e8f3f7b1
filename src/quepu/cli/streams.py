"""The standard streams: what they can show, and what is done when they are closed or full."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TextIO

_NO_CURSOR = ("dumb", "unknown")
"""Values of TERM: such a terminal prints what it gets and can do nothing else."""


def open_streams() -> None:
    """Let the streams show everything, whatever the locale, and read everything. Closed ones are replaced by streams that lead nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(sys.stdin, "reconfigure"):
        ascii_only = codecs.lookup(sys.stdin.encoding).name == "ascii"
        sys.stdin.reconfigure(encoding="utf-8" if ascii_only else None, errors="backslashreplace")


def can_draw(stream: TextIO) -> bool:
    """Whether this is a terminal on which the cursor can be moved."""
    return stream.isatty() and os.environ.get("TERM") not in _NO_CURSOR


def can_colour(stream: TextIO) -> bool:
    """Whether this is a terminal that has colours, and its user wants them (https://no-color.org)."""
    return can_draw(stream) and not os.environ.get("NO_COLOR")


def discard_output() -> None:
    """Nothing more can be written to standard output. Keep the interpreter from trying, and complaining, at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
