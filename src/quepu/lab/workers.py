"""Processes that work on one thing together."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.pool import Pool

from quepu.errors import QuepuError
from quepu.lab.cores import most_workers


@contextmanager
def pool_of(workers: int) -> Iterator[Pool]:
    """So many processes, ended on the way out. Ctrl-C is the parent's alone, from their first moment on."""
    if not 1 <= workers <= most_workers():
        raise QuepuError("out_of_range", option="workers", text=repr(workers), least=1, most=most_workers())
    with ExitStack() as stack:
        with _interrupts_held():
            pool = stack.enter_context(get_context("spawn").Pool(workers, initializer=_ignore_interrupt))
        yield pool


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """No Ctrl-C here, and none ever in a process that is started here; one that comes in between is felt at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would let interrupts through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
