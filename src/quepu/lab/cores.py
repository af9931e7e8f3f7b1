"""How many processes a task may be shared among."""

from __future__ import annotations

import os

_PER_CORE = 4
"""More processes than these take memory and start-up time from each other and gain nothing."""


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def most_workers() -> int:
    """No more processes may be asked for."""
    return _PER_CORE * cores()
