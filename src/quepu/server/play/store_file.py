"""The file of a SQLite database: its permissions, its lock, and whether it still exists.

Only one server may use a database: two would play the same games. The lock is on a file beside the database, which works on every system,
and on Linux on the database itself too, in case that file is removed. (SQLite does not use ``flock`` there. On other systems the two would
conflict.)

No file descriptor of the database may be closed while SQLite has it open: POSIX would then drop all of SQLite's locks.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

from quepu.errors import QuepuError

LOG = logging.getLogger("quepu.server")

_MAGIC = b"SQLite format 3\0"
_TRIES, _PAUSE = 20, 0.1
"""How often a lock is tried: a server that has just been killed may hold it a moment longer."""


class DatabaseFile:
    """Create it before the database is opened, and close it after the database is closed."""

    def __init__(self, path: str) -> None:
        self.path = Path(os.path.realpath(path))
        self._open: list[int] = []
        """The lock, and the database."""
        try:
            self._narrow()
            # the lock first: closing a database that this process already uses would drop SQLite's locks
            for one, is_locked in ((self._beside(".lock"), True), (self.path, sys.platform == "linux")):
                self._open.append(os.open(one, os.O_RDWR | os.O_CREAT, 0o600))
                if is_locked and not _lock(self._open[-1]):
                    raise QuepuError("data_in_use", text=str(Path(path).parent))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        while self._open:
            os.close(self._open.pop())

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    def _narrow(self) -> None:
        """Restrict files of an earlier version, which everybody could read. SQLite gives new files the permissions of the database."""
        for one in (self.path, *map(self._beside, ("-wal", "-shm", ".lock"))):
            try:
                if one.stat().st_mode & 0o077:
                    one.chmod(0o600)
            except FileNotFoundError:
                pass
            except OSError as error:
                LOG.warning("others may be able to read %s: %s", one, error.strerror)

    def check(self) -> None:
        """Raise QuepuError if a write would be lost: the file was removed or replaced, or is not a database any more."""
        file = self._open[-1]
        try:
            here, ours = os.stat(self.path), os.fstat(file)
        except FileNotFoundError:
            raise QuepuError("store_gone") from None
        if (here.st_dev, here.st_ino) != (ours.st_dev, ours.st_ino):
            raise QuepuError("store_gone")
        os.lseek(file, 0, os.SEEK_SET)
        if ours.st_size and os.read(file, len(_MAGIC)) != _MAGIC:
            raise QuepuError("store_damaged")

    def free(self) -> int:
        """The number of free bytes on its disk."""
        return shutil.disk_usage(self.path.parent).free


def _lock(file: int) -> bool:
    """Get the lock, now or in a moment; it is held until the file is closed, or the process ends."""
    for _ in range(_TRIES):
        if _try_lock(file):
            return True
        time.sleep(_PAUSE)
    return False


def _try_lock(file: int) -> bool:
    """Get the lock if it is free."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        import msvcrt

        with suppress(OSError):
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
            return True
        return False
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False
