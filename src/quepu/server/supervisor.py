"""Runs ``quepu serve`` in a child process, and starts another when it dies.

The parent opens the listening sockets, so connections wait for the next child instead of being refused. It never reads what clients send.
Children are forked: all modules are loaded already, so that a new child answers within a fraction of a second (loading takes more than a
second), and their memory is shared.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from quepu.errors import QuepuError
from quepu.exit_codes import describe_exit
from quepu.server.systemd import READY, ending, notify

LOG = logging.getLogger("quepu.server")

Work = Callable[[Callable[[], None], bool], int]
"""The work of the child; its exit code. It calls the first argument once it serves; the second is whether another child died."""

MAX_DEATHS = 5
DEATHS_SECONDS = 60
"""The parent stops after this number of deaths in this time."""
END_SECONDS = 5
"""How long a child may take to end; then it is killed."""
_REST_SECONDS = 5
"""How long the parent may take after its child has ended."""
BAD = 2
"""The exit code of the command for a wrong input."""

_INTERRUPTED = 130
_PR_SET_PDEATHSIG = 1


def supervise(work: Work, died: Callable[[str, bool], None], end_seconds: int = END_SECONDS) -> int:
    """Work in a child until it ends normally; the exit code. ``died`` is called with the reason of every unexpected death, and whether
    another child is started. ``end_seconds`` is how long a child may take to end."""
    if not hasattr(os, "fork"):  # Windows
        return work(lambda: None, False)
    return _Supervisor(work, died, end_seconds).run()


class _Supervisor:
    def __init__(self, work: Work, died: Callable[[str, bool], None], end_seconds: int) -> None:
        self._work = work
        self._died = died
        self._end_seconds = end_seconds
        self._child: int | None = None
        self._ending = False

    def run(self) -> int:
        deaths: list[float] = []
        again = False
        with self._handlers():
            while True:
                started, code = self._run_child(again)
                if self._ending:
                    return 0
                if code == 0 or (code > 0 and not started):
                    return code
                now = time.monotonic()
                deaths = [*(death for death in deaths if death > now - DEATHS_SECONDS), now]
                reason = describe_exit(code)
                again = len(deaths) < MAX_DEATHS
                self._died(reason, again)
                if not again:
                    raise QuepuError("keeps_dying", count=len(deaths), seconds=DEATHS_SECONDS, reason=reason)

    @contextlib.contextmanager
    def _handlers(self) -> Iterator[None]:
        """Ctrl-C and SIGTERM end the child, and then the parent."""
        before = {number: signal.signal(number, self._end) for number in (signal.SIGINT, signal.SIGTERM)}
        before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._kill)
        try:
            yield
        finally:
            signal.alarm(0)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: object) -> None:
        if self._child is not None and not self._ending:
            os.kill(self._child, signal.SIGTERM)
            signal.alarm(self._end_seconds)
            notify(ending(self._end_seconds + _REST_SECONDS))
        self._ending = True

    def _kill(self, number: int, frame: object) -> None:
        if self._child is not None:
            os.kill(self._child, signal.SIGKILL)

    def _run_child(self, again: bool) -> tuple[bool, int]:
        """Run one child: whether it has served, and its exit code, or the negative number of the signal that ended it."""
        for stream in (sys.stdout, sys.stderr):
            stream.flush()  # or the child would print it once more
        ours, its = socket.socketpair()
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        if self._ending:
            return False, 0
        parent, self._child = os.getpid(), os.fork()
        if self._child == 0:
            ours.close()
            self._be_child(its, parent, mask, again)
        its.close()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        with ours:  # until the child has ended: it ends when this is closed
            report = _read(ours)
            if "started" in report:
                notify(READY)
            status = os.waitpid(self._child, 0)[1]
            self._child = None
        if "code" in report:
            raise QuepuError(report["code"], **report["details"])
        return bool(report), os.waitstatus_to_exitcode(status)

    def _be_child(self, line: socket.socket, parent: int, mask: set[int | signal.Signals], again: bool) -> NoReturn:
        code = 1
        try:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            # Ctrl-C reaches both processes; the parent passes it on, and a second signal would make uvicorn stop at once
            signal.pthread_sigmask(signal.SIG_SETMASK, {*mask, signal.SIGINT})
            die_with(parent, line)
            code = self._work(lambda: _send(line, {"started": True}), again)
        except QuepuError as error:
            _send(line, {"code": error.code, "details": error.details})
            code = BAD
        except KeyboardInterrupt:
            code = _INTERRUPTED
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 1
        except BaseException:
            LOG.exception("the server failed")
        finally:  # without waiting for threads whose results nobody needs
            with contextlib.suppress(Exception):
                logging.shutdown()
                for stream in (sys.stdout, sys.stderr):
                    stream.flush()
            os._exit(code)


def _read(line: socket.socket) -> dict[str, Any]:
    """The report of a child: that it serves, or why it cannot; empty if it died before."""
    text = b""
    with contextlib.suppress(ConnectionResetError):
        while not text.endswith(b"\n") and (more := line.recv(4096)):
            text += more
    report: dict[str, Any] = json.loads(text) if text.endswith(b"\n") else {}
    return report


def _send(line: socket.socket, what: dict[str, Any]) -> None:
    line.sendall(json.dumps(what, default=str).encode() + b"\n")


def die_with(parent: int, line: socket.socket) -> None:
    """End this process when its parent ends for any reason, so that the next server finds the port and the database free."""

    def watch() -> None:
        line.recv(1)  # the parent sends nothing: this returns when the parent's end is closed
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="quepu-parent", daemon=True).start()
    if sys.platform == "linux":  # sooner, and also when this process hangs
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
