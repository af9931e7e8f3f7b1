"""A progress bar on a terminal; silence anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from typing import TypeVar

from quepu.cli.streams import can_draw

Item = TypeVar("Item")


def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Pass the items on, showing how many of ``total`` have come."""
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


def _line(label: str, done: int, total: int, passed: float) -> str:
    """The bar, the time that has passed, and what the whole is likely to take; no longer than the terminal is wide, or it would scroll."""
    bar = "█" * (30 * done // total)
    whole = f"/{passed / done * total:.0f}" if done else ""
    text = f"{label} {bar:░<30} {100 * done // total:3d}%  {passed:.0f}{whole} s"
    return f"\r{text[: get_terminal_size().columns - 1]}\x1b[K"
