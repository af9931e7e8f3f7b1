"""Work that is shared among processes.

Each process has a connection of its own. So the death of one is noticed, and ending them while they send leaves nobody waiting for the rest
of a message: ``multiprocessing.Pool``, whose processes share one pipe, can wait for ever in both cases.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from quepu.errors import QuepuError
from quepu.exit_codes import describe_exit
from quepu.lab.cores import most_workers

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_processes(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Generator[Result, None, None]:
    """The results of ``work`` in the order of the items. The processes are ended on the way out; Ctrl-C is the parent's alone."""
    if not 1 <= workers <= most_workers():
        raise QuepuError("out_of_range", option="workers", text=repr(workers), least=1, most=most_workers())
    tasks = enumerate(items)
    under_way: dict[Connection, int] = {}
    done: dict[int, Result] = {}

    def give(line: Connection) -> None:
        for number, item in tasks:
            with _death_noticed(processes[line]):
                line.send(item)
            under_way[line] = number
            return

    with _started(work, workers) as processes:
        for line in processes:
            give(line)
        following = 0
        while under_way or following in done:
            while following not in done:
                ready = wait(list(under_way))
                for line in [line for line in under_way if line in ready]:
                    with _death_noticed(processes[line]):
                        result, error = line.recv()
                    if error is not None:
                        raise error
                    done[under_way.pop(line)] = result
                    give(line)
            yield done.pop(following)
            following += 1


@contextmanager
def _started(work: Callable[[Any], Any], count: int) -> Iterator[dict[Connection, SpawnProcess]]:
    """So many processes by their connections, ended on the way out."""
    context = get_context("spawn")
    processes: dict[Connection, SpawnProcess] = {}
    with ExitStack() as stack:
        with _interrupts_held():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(work, theirs), daemon=True)
                process.start()
                stack.callback(_end, process, ours)
                theirs.close()  # so that the process has the only one, and its death is the end of the connection
                processes[ours] = process
        yield processes


def _end(process: SpawnProcess, line: Connection) -> None:
    process.terminate()
    line.close()
    process.join()


@contextmanager
def _death_noticed(process: SpawnProcess) -> Iterator[None]:
    try:
        yield
    except (EOFError, ConnectionError) as error:
        process.join()
        raise QuepuError("worker_died", reason=describe_exit(process.exitcode or 0)) from error


def _serve(work: Callable[[Any], Any], line: Connection) -> None:
    """What each process does, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            item = line.recv()
            try:
                answer = work(item), None
            except Exception as error:  # it is the parent's
                line.send((None, error))
            else:
                line.send(answer)
    except (EOFError, ConnectionError):
        return


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
