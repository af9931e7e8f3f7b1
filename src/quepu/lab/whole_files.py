"""Files that have their old content or the new one, never a part of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path

from quepu.engine.record import why_not
from quepu.errors import QuepuError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file by way of another one beside it, which an interruption removes. Raises QuepuError if that is not possible."""
    with beside(path) as (target, part):
        with open(part, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, target)


def check_writable(path: Path) -> None:
    """Raise the QuepuError now that ``write_whole`` would raise later, and change nothing."""
    with beside(path) as (_, part), open(part, "wb"):
        pass


@contextmanager
def beside(path: Path) -> Iterator[tuple[Path, Path]]:
    """A file, or what it links to, and the name of another one beside it, which is not there in the end. Errors of the file system become a
    QuepuError; so does anything there that is not a file: a device or a pipe would be replaced."""
    part = None
    try:
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        if path.is_symlink():
            path = path.resolve()
            part = path.with_name(part.name)
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not path.is_file():
            raise QuepuError("unwritable_file", text=str(path), reason=("不是普通文件", "not a regular file"))
        yield path, part
    except QuepuError:
        raise
    except (OSError, ValueError) as error:
        raise QuepuError("unwritable_file", text=str(path), reason=why_not(error)) from error
    finally:
        if part is not None:
            with suppress(OSError, ValueError):
                part.unlink()
