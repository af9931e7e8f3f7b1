"""Files that have their old content or the new one, never a part of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from quepu.engine.record import why_not
from quepu.errors import QuepuError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file by way of another one beside it, which an interruption removes. Raises QuepuError if that is not possible."""
    with beside(path) as part:
        with open(part, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, path)


def check_writable(path: Path) -> None:
    """Raise the QuepuError now that ``write_whole`` would raise later, and change nothing."""
    with beside(path) as part:
        if path.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        with open(part, "wb"):
            pass


@contextmanager
def beside(path: Path) -> Iterator[Path]:
    """The name of a file beside another one, which is not there in the end. Errors of the file system become a QuepuError."""
    part = None
    try:
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        yield part
    except (OSError, ValueError) as error:
        raise QuepuError("unwritable_file", text=str(path), reason=why_not(error)) from error
    finally:
        if part is not None:
            with suppress(OSError, ValueError):
                part.unlink()
