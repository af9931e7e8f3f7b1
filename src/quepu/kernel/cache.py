"""The tables of ``suits``: built when they are first needed, then stored in a file of the user's cache folder.

The file only saves time. If it is damaged or of another version, it is replaced; if it cannot be written, each process builds the tables.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from threading import Lock

from quepu.kernel import is_compiled
from quepu.kernel.shapes import WIDTH
from quepu.kernel.suits import HONOURS, NUMBERS, SuitTables, build

MAGIC = b"quepu suits 1\n"
"""The first bytes of the file; the number changes with the content of the tables."""
DIGEST = 32
_building = Lock()


def folder() -> Path | None:
    """The cache folder of this program on this system; None if there is none."""
    try:
        if sys.platform == "win32":
            place = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
        elif sys.platform == "darwin":
            place = Path.home() / "Library/Caches"
        else:
            place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # no home folder
        return None
    return place / "quepu"


def suit_tables() -> SuitTables | None:
    """The tables, shared by all threads; None if the kernel runs interpreted, because building them would take minutes."""
    if not is_compiled():
        return None
    with _building:
        return _tables()


@cache
def _tables() -> SuitTables:
    place = folder()
    return build() if place is None else kept(place / "suits.bin")


def kept(file: Path) -> SuitTables:
    """The tables in this file. If it does not have them, they are built and, if possible, written there."""
    try:
        found = parse(file.read_bytes()) if file.is_file() else None
    except OSError:
        found = None
    if found is None:
        found = build()
        write(file, found)
    return found


def parse(content: bytes) -> SuitTables | None:
    """The tables in the content of a file, or None if it is not valid."""
    head, body = content[: len(MAGIC) + DIGEST], content[len(MAGIC) + DIGEST :]
    if not 0 < len(body) - 5**NUMBERS - 5**HONOURS <= 256 * WIDTH or head != MAGIC + _digest(body):
        return None
    return SuitTables(body[: 5**NUMBERS], body[5**NUMBERS : 5**NUMBERS + 5**HONOURS], body[5**NUMBERS + 5**HONOURS :])


def write(file: Path, tables: SuitTables) -> None:
    """Write the file atomically, so that no process reads half of it; ignore errors."""
    body = tables.numbers + tables.honours + tables.vectors
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(MAGIC + _digest(body) + body)
        draft.replace(file)
    except OSError:
        _discard(draft)


def _discard(draft: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
    except OSError:
        return


def _digest(body: bytes) -> bytes:
    from hashlib import sha256

    return sha256(body).digest()
