"""The number of worker processes."""

from __future__ import annotations

import os

_PER_CORE = 4
"""The maximum number of processes per core. More only cost memory and time to start."""


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_workers() -> int:
    """The maximum number of worker processes."""
    return _PER_CORE * cores()
