"""The processes that compute: each listens at a Unix socket of its own, and is started again when it dies.

A keeper, a child of the command, holds the sockets and starts the processes, so connections wait for the next process instead of being
refused. All are forks of the command, which has loaded everything.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from quepu.errors import QuepuError
from quepu.exit_codes import describe_exit
from quepu.server.supervisor import END_SECONDS, die_with

LOG = logging.getLogger("quepu.server")

Work = Callable[[socket.socket], int]
"""The work of a process, which listens at this socket; its exit code."""

_MAX_PATH = 100
"""The address of a Unix socket has at most 104 to 108 bytes."""
_SOON = 1.0
"""A process that dies within this time of its start is started again after as long."""
_PREFIX = "compute-"


class _Ended(BaseException):
    """The keeper is to end."""


@contextlib.contextmanager
def computing(count: int, folder: Path, work: Work, died: Callable[[str], None]) -> Iterator[list[str]]:
    """Processes that do this work until the end of the block; their addresses. ``died`` is called, in the keeper, with the reason of each
    death. Without processes, or where there is no fork (Windows), there are no addresses."""
    if not count or not hasattr(os, "fork"):
        yield []
        return
    with contextlib.ExitStack() as stack:
        place = _new_folder(folder)
        stack.callback(shutil.rmtree, place, ignore_errors=True)
        paths = [place / str(number) for number in range(1, count + 1)]
        sockets = [stack.enter_context(_listen(path)) for path in paths]
        ours, its = socket.socketpair()
        stack.enter_context(ours)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()  # or the child would print it once more
        parent, keeper = os.getpid(), os.fork()
        if keeper == 0:
            ours.close()
            _Keeper(sockets, work, died).be(parent, its)
        its.close()
        for listening in sockets:  # the keeper has them
            listening.close()
        stack.callback(_end, keeper)
        yield [f"unix:{path}" for path in paths]


def _new_folder(folder: Path) -> Path:
    """A folder for the sockets that only we can open. Those of servers that were killed are removed."""
    for old in folder.glob(f"{_PREFIX}*"):
        if not _is_used(old):
            shutil.rmtree(old, ignore_errors=True)
    made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder))
    if len(os.fsencode(made / "000")) > _MAX_PATH:
        made.rmdir()
        made = Path(tempfile.mkdtemp(prefix="quepu-"))
    return made


def _is_used(folder: Path) -> bool:
    """Whether somebody listens at the sockets of a folder."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(folder / "1"))
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError:
            return True
    return True


def _listen(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    try:
        listening.bind(str(path))
        listening.listen(512)
    except OSError as error:
        listening.close()
        raise QuepuError("cannot_listen", text=str(path), reason=error.strerror) from error
    return listening


def _end(keeper: int) -> None:
    """End the keeper, and with it the processes."""
    os.kill(keeper, signal.SIGTERM)
    until = time.monotonic() + END_SECONDS
    while os.waitpid(keeper, os.WNOHANG)[0] == 0:
        if time.monotonic() > until:
            os.kill(keeper, signal.SIGKILL)
        time.sleep(0.005)


class _Keeper:
    """Starts the processes, and starts those again that die."""

    def __init__(self, sockets: list[socket.socket], work: Work, died: Callable[[str], None]) -> None:
        self._sockets = sockets
        self._work = work
        self._died = died
        self._children: dict[int, tuple[int, float]] = {}
        """By process: the number of its socket, and when it was started."""
        self._lines: dict[int, socket.socket] = {}
        """By process: it ends when this is closed."""
        self._ends = False

    def be(self, parent: int, line: socket.socket) -> NoReturn:
        code = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the command passes it on
            signal.signal(signal.SIGTERM, self._end)
            die_with(parent, line)
            self._keep()
        except _Ended:
            code = 0
        except BaseException:
            LOG.exception("the processes that compute are not started again")
        finally:
            for child in self._children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)  # what they have begun is not wanted any more
            os._exit(code)

    def _end(self, number: int, frame: object) -> None:
        if not self._ends:
            self._ends = True
            raise _Ended

    def _keep(self) -> NoReturn:
        for number in range(len(self._sockets)):
            self._start(number)
        while True:
            child, status = os.wait()
            number, started = self._children.pop(child)
            self._lines.pop(child).close()
            self._died(describe_exit(os.waitstatus_to_exitcode(status)))
            if time.monotonic() < started + _SOON:
                time.sleep(_SOON)
            self._start(number)

    def _start(self, number: int) -> None:
        ours, its = socket.socketpair()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        keeper, child = os.getpid(), os.fork()
        if child == 0:
            ours.close()
            self._be_child(self._sockets[number], keeper, its, mask)
        its.close()
        self._lines[child] = ours
        self._children[child] = number, time.monotonic()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def _be_child(self, listening: socket.socket, keeper: int, line: socket.socket, mask: set[int | signal.Signals]) -> NoReturn:
        code = 1
        try:
            for other in (*self._lines.values(), *(one for one in self._sockets if one is not listening)):
                other.close()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, {*mask, signal.SIGINT})
            die_with(keeper, line)
            code = self._work(listening)
        except BaseException:
            LOG.exception("a process that computes failed")
        finally:
            os._exit(code)
