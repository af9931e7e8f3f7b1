"""The tables of ``suits``: built when they are first wanted, then kept in a file of the user's cache folder.

The file only saves time. One that is damaged, or of another version, is made anew; where none can be written the tables are built once for
each process.
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
"""Begins the file; the number changes with what the tables say."""
DIGEST = 32
_building = Lock()


def folder() -> Path | None:
    """Where this system keeps what a program could make again; None if there is no such place."""
    try:
        if sys.platform == "win32":
            place = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
        elif sys.platform == "darwin":
            place = Path.home() / "Library/Caches"
        else:
            place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # nobody's home
        return None
    return place / "quepu"


def suit_tables() -> SuitTables | None:
    """The tables, the same for all threads; None where they would not pay: interpreted, building them takes minutes."""
    if not is_compiled():
        return None
    with _building:
        return _tables()


@cache
def _tables() -> SuitTables:
    place = folder()
    return build() if place is None else kept(place / "suits.bin")


def kept(file: Path) -> SuitTables:
    """The tables in this file; built, and written there if that can be, where it does not have them."""
    try:
        found = parse(file.read_bytes()) if file.is_file() else None
    except OSError:
        found = None
    if found is None:
        found = build()
        write(file, found)
    return found


def parse(content: bytes) -> SuitTables | None:
    """What a file says, or None if that is not what was written."""
    head, body = content[: len(MAGIC) + DIGEST], content[len(MAGIC) + DIGEST :]
    if not 0 < len(body) - 5**NUMBERS - 5**HONOURS <= 256 * WIDTH or head != MAGIC + _digest(body):
        return None
    return SuitTables(body[: 5**NUMBERS], body[5**NUMBERS : 5**NUMBERS + 5**HONOURS], body[5**NUMBERS + 5**HONOURS :])


def write(file: Path, tables: SuitTables) -> None:
    """Write the file in one go, so that nobody reads half of it; or leave it."""
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
