"""Reading files, and standard input, up to a maximum size."""

from __future__ import annotations

import sys

from quepu.errors import QuepuError

LARGEST_RECORD = 64 * 2**20
"""The maximum size of a record in bytes. A deal takes about two thousand; a device file may be endless."""


def read_file(path: str) -> bytes:
    """The content of a file; ``-`` is standard input."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_RECORD + 1)
        else:
            with open(path, "rb") as stream:
                data = stream.read(LARGEST_RECORD + 1)
    except (OSError, ValueError) as error:
        from quepu.engine.record import why_not

        raise QuepuError("unreadable_file", text=path, reason=why_not(error)) from error
    if len(data) > LARGEST_RECORD:
        raise QuepuError("too_large", option=path, limit=LARGEST_RECORD)
    return data
