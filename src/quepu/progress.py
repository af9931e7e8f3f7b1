"""A progress bar on a terminal; silence anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Pass the items on, showing how many of ``total`` have come."""
    stream = sys.stderr
    if not stream.isatty():
        yield from items
        return
    began = time.monotonic()
    try:
        for done, item in enumerate(items, 1):
            passed = time.monotonic() - began
            left = passed / done * (total - done)
            bar = "█" * (30 * done // total)
            stream.write(f"\r{label} {bar:░<30} {100 * done // total:3d}%  {passed:.0f}s, {left:.0f}s left \x1b[K")
            stream.flush()
            yield item
    finally:
        stream.write("\r\x1b[K")
        stream.flush()
