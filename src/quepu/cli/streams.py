"""The standard streams: encoding, what a terminal supports, closed and full streams."""

from __future__ import annotations

import codecs
import os
import sys
from typing import TextIO

_NO_CURSOR = ("dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor."""


def open_streams() -> None:
    """Let the streams read and write every character in any locale. Replace closed ones: standard input is empty, errors are discarded, and
    writing to standard output fails as it does on a full disk."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # open until the process ends
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open until the process ends
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(sys.stdin, "reconfigure"):
        ascii_only = codecs.lookup(sys.stdin.encoding).name == "ascii"
        sys.stdin.reconfigure(encoding="utf-8" if ascii_only else None, errors="backslashreplace")


def can_draw(stream: TextIO) -> bool:
    """Whether the stream is a terminal that can move the cursor."""
    return stream.isatty() and os.environ.get("TERM") not in _NO_CURSOR


def can_colour(stream: TextIO) -> bool:
    """Whether the stream is a terminal with colours, and the user has not disabled them (https://no-color.org)."""
    return can_draw(stream) and not os.environ.get("NO_COLOR")


def discard_output() -> None:
    """Send standard output to /dev/null after a failed write, so that the interpreter does not fail again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
