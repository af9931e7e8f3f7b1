"""The server's log: only its owner can read it, and it has nothing of what players hold.

An exception is logged with its type and its stack. Its message is left out unless it comes from a library that never puts values into it: a
message could contain tiles, a seed or a token.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import stat
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

NAME = "server.log"
_BYTES, _OLDER = 2**20, 3
TEXT, JSON = "text", "json"
"""The forms of a log: lines for people, in a file that is rotated; JSON Lines on standard error, for what collects the logs of services."""
REQUESTS = logging.getLogger("quepu.requests")
"""A record for each request, with its values in ``fields``; only for the form JSON."""
REQUESTS.disabled = True


class PrivateLog(RotatingFileHandler):
    """A log that only its owner can read, older parts included. A crash writes its stack into it."""

    takes_crashes = False

    def __init__(self, path: Path) -> None:
        for part in [path, *(path.with_name(f"{path.name}.{number}") for number in range(1, _OLDER + 1))]:
            with suppress(OSError):  # it does not exist, or belongs to another user
                part.chmod(0o600)
        super().__init__(path, maxBytes=_BYTES, backupCount=_OLDER, encoding="utf-8")

    def emit(self, record: logging.LogRecord) -> None:
        """Another process (a server has several, and nodes may have one folder) may have begun a new file."""
        with suppress(OSError):
            self._follow()
        super().emit(record)

    def doRollover(self) -> None:
        """One process begins a new file, the others follow."""
        with _alone(Path(self.baseFilename).parent):
            if not self._follow():
                super().doRollover()

    def _follow(self) -> bool:
        """Write to the file of this name; whether that is another one than before."""
        if self.stream is None:
            return False
        try:
            here = os.stat(self.baseFilename)
        except FileNotFoundError:
            here = None
        ours = os.fstat(self.stream.fileno())
        is_here = here is not None and (here.st_dev, here.st_ino) == (ours.st_dev, ours.st_ino)
        if is_here or not stat.S_ISREG(ours.st_mode):  # a device is not renamed
            return False
        before, self.stream = self.stream, self._open()
        before.close()
        return True

    def _open(self) -> TextIOWrapper:
        file = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        opened = TextIOWrapper(open(file, "ab"), self.encoding, "backslashreplace")  # noqa: SIM115  # the handler closes it
        if self.takes_crashes:  # the file before was renamed
            faulthandler.enable(opened)
        return opened

    def handleError(self, record: logging.LogRecord) -> None:
        """If the disk is full, the server goes on without a log."""


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Exclude other processes that begin a new file in a folder. On Windows none can rename a file that is open anyway."""
    try:
        import fcntl
    except ModuleNotFoundError:
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


class Discreet(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # as another formatter may have written it
        text = super().format(record)
        record.exc_text = None
        return text

    def formatException(self, info: Any) -> str:
        return discreet(info[1])


class JsonLines(Discreet):
    """Each record is a JSON object on a line of its own, whatever its message contains."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {"time": at, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = discreet(record.exc_info[1])
        return json.dumps(line)


def discreet(error: BaseException) -> str:
    """An exception and its causes: types, and functions with their lines, but no values."""
    parts = [*_stack(error.__traceback__), name(error)]
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        parts = [discreet(before), "then:", *parts]
    return "\n".join(parts)


def _stack(at: TracebackType | None) -> Iterator[str]:
    if at is not None:
        yield "Traceback (most recent call last):"
        for frame in traceback.extract_tb(at):
            yield f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}'


def name(error: BaseException) -> str:
    """The type of an exception, and its message if that has no values."""
    kind = type(error).__qualname__
    cause = getattr(error, "orig", None)
    if isinstance(cause, BaseException):  # SQLAlchemy's: it adds the statement and its parameters
        return f"{kind}: {name(cause)}"
    primary = getattr(getattr(error, "diag", None), "message_primary", None)
    if isinstance(primary, str):  # PostgreSQL's: the details beside it hold the row
        return f"{kind}: {primary}"
    if type(error).__module__ == "sqlite3" or isinstance(error, OSError):
        return f"{kind}: {error}"
    code = getattr(error, "code", None)
    return f"{kind}: {code}" if isinstance(code, str) else kind


def log_loop_error(loop: object, context: dict[str, Any]) -> None:
    """Log a failed task as asyncio does, but without the representation of the task, which has values."""
    logging.getLogger("asyncio").error("%s", context.get("message"), exc_info=context.get("exception"))


@contextmanager
def logging_to(folder: Path | None, form: str = TEXT) -> Iterator[None]:
    """Write errors to standard error; or, with a folder, errors, requests and the stack of a crash to a log there. In the form JSON all of
    it goes to standard error."""
    is_json = form == JSON
    handler: logging.Handler = logging.StreamHandler() if folder is None or is_json else PrivateLog(folder / NAME)
    handler.setFormatter(JsonLines() if is_json else Discreet())
    root = logging.getLogger()
    before = root.level, REQUESTS.disabled
    root.addHandler(handler)
    root.setLevel(logging.INFO if is_json or folder is not None else logging.WARNING)
    REQUESTS.disabled = not is_json
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before[0])
        REQUESTS.disabled = before[1]
        with suppress(OSError):  # a full disk
            handler.close()


def log_crashes() -> None:
    """Let a crash (such as SIGSEGV) write its stack, and no core dump."""
    if faulthandler.is_enabled():  # the user wants it elsewhere
        return
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    log = next((handler for handler in logging.getLogger().handlers if isinstance(handler, PrivateLog)), None)
    if log is None or log.stream is None:
        faulthandler.enable()
    else:
        log.takes_crashes = True
        faulthandler.enable(log.stream)
