"""How a process ended."""

from __future__ import annotations

import signal


def describe_exit(code: int) -> str:
    """The name of the signal if the code is negative, as ``subprocess`` and ``multiprocessing`` have it; else the exit code.

    >>> describe_exit(-9), describe_exit(2)
    ('SIGKILL', 'exit code 2')
    """
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
