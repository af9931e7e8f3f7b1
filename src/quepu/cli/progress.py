"""A progress bar on a terminal; no output anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from typing import TypeVar

from quepu.cli.streams import can_draw

Item = TypeVar("Item")


def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Yield the items and show how many of ``total`` there have been."""
    stream = sys.stderr
    if not can_draw(stream):
        yield from items
        return
    began = time.monotonic()
    try:
        stream.write(_line(label, 0, total, 0))
        stream.flush()
        for done, item in enumerate(items, 1):
            stream.write(_line(label, done, total, time.monotonic() - began))
            stream.flush()
            yield item
    finally:
        stream.write("\r\x1b[K")
        stream.flush()


def _line(label: str, done: int, total: int, elapsed: float) -> str:
    """The bar, the elapsed time and the time that is left, cut to the width of the terminal so that it does not scroll."""
    bar = "█" * (30 * done // total)
    left = f"  ETA {clock(elapsed / done * (total - done))}" if done else ""
    text = f"{label} {bar:░<30} {100 * done // total:3d}%  {clock(elapsed)}{left}"
    return f"\r{text[: get_terminal_size().columns - 1]}\x1b[K"


def clock(seconds: float) -> str:
    """A duration.

    >>> clock(9.7), clock(75), clock(36_000)
    ('0:10', '1:15', '10:00:00')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
