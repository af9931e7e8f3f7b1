"""Work shared among processes.

Each process has its own connection, so the parent notices when one dies, and no process waits for the rest of a message when another is
terminated while sending. The processes of ``multiprocessing.Pool`` share one pipe and can wait forever in both cases.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from quepu.errors import QuepuError, as_json
from quepu.exit_codes import describe_exit
from quepu.lab.cores import most_workers

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_processes(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Generator[Result, None, None]:
    """The results of ``work`` in the order of the items. The processes end with the generator; only the parent handles Ctrl-C."""
    if not 1 <= workers <= most_workers():
        raise QuepuError("out_of_range", option="workers", text=as_json(workers), least=1, most=most_workers())
    tasks = enumerate(items)
    in_progress: dict[Connection, int] = {}
    done: dict[int, Result] = {}

    def send_next(line: Connection) -> None:
        for number, item in tasks:
            with _death_noticed(processes[line]):
                line.send(item)
            in_progress[line] = number
            return

    with _started(work, workers) as processes:
        for line in processes:
            send_next(line)
        following = 0
        while in_progress or following in done:
            while following not in done:
                ready = wait(list(in_progress))
                for line in [line for line in in_progress if line in ready]:
                    with _death_noticed(processes[line]):
                        result, error = line.recv()
                    if error is not None:
                        raise error
                    done[in_progress.pop(line)] = result
                    send_next(line)
            yield done.pop(following)
            following += 1


@contextmanager
def _started(work: Callable[[Any], Any], count: int) -> Iterator[dict[Connection, SpawnProcess]]:
    """Start processes; return them by their connections. They are terminated on exit."""
    context = get_context("spawn")
    processes: dict[Connection, SpawnProcess] = {}
    with ExitStack() as stack:
        with _interrupts_held():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(work, theirs), daemon=True)
                process.start()
                stack.callback(_end, process, ours)
                theirs.close()  # then only the process holds it, and its death closes the connection
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
    """The loop of each process, until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            item = line.recv()
            try:
                answer = work(item), None
            except Exception as error:  # the parent raises it
                line.send((None, error))
            else:
                line.send(answer)
    except (EOFError, ConnectionError):
        return


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block Ctrl-C here and in processes that are started here. One that arrives meanwhile takes effect at the end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock interrupts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
