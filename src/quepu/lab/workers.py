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
from typing import Any, Protocol, TypeVar

from quepu.errors import QuepuError, as_json
from quepu.exit_codes import describe_exit
from quepu.lab.cores import cores, most_workers

Item = TypeVar("Item")
Result = TypeVar("Result")

SECONDS_TO_END = 20.0
"""How long a process may take to end before it is killed. Only a process with a cluster of its own needs more than a moment."""


class Executor(Protocol):
    """Where work is done. It yields the results for ``total`` items in their order, and what it has started ends with the generator."""

    def __call__(self, work: Callable[[Item], Result], items: Iterable[Item], total: int) -> Generator[Result, None, None]: ...


def processes(workers: int | None = None) -> Executor:
    """Work in processes of this machine, by default one per core, and in this process if one is enough."""

    def execute(work: Callable[[Item], Result], items: Iterable[Item], total: int) -> Generator[Result, None, None]:
        count = min(workers or cores(), max(1, total))
        yield from map(work, items) if count == 1 else map_in_processes(work, items, count)

    return execute


def map_in_processes(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Generator[Result, None, None]:
    """The results of ``work`` in the order of the items. The processes end with the generator; only the parent handles Ctrl-C."""
    if not 1 <= workers <= most_workers():
        raise QuepuError("out_of_range", option="workers", text=as_json(workers), least=1, most=most_workers())
    tasks = enumerate(items)
    in_progress: dict[Connection, int] = {}
    done: dict[int, Result] = {}

    def send_next(line: Connection) -> None:
        for number, item in tasks:
            with death_noticed(family[line]):
                line.send(item)
            in_progress[line] = number
            return

    with started(_serve, (work,), workers) as family:
        for line in family:
            send_next(line)
        following = 0
        while in_progress or following in done:
            while following not in done:
                ready = wait(list(in_progress))
                for line in [line for line in in_progress if line in ready]:
                    with death_noticed(family[line]):
                        result, error = line.recv()
                    if error is not None:
                        raise error
                    done[in_progress.pop(line)] = result
                    send_next(line)
            yield done.pop(following)
            following += 1


@contextmanager
def started(serve: Callable[..., None], arguments: tuple[Any, ...], count: int) -> Iterator[dict[Connection, SpawnProcess]]:
    """Start processes that call ``serve(connection, *arguments)``; return them by their connections. They are terminated on exit."""
    context = get_context("spawn")
    processes: dict[Connection, SpawnProcess] = {}
    with ExitStack() as stack:
        with _interrupts_held():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=serve, args=(theirs, *arguments), daemon=True)
                process.start()
                stack.callback(_end, process, ours)
                theirs.close()  # then only the process holds it, and its death closes the connection
                processes[ours] = process
        yield processes


def _end(process: SpawnProcess, line: Connection) -> None:
    process.terminate()
    line.close()
    process.join(SECONDS_TO_END)
    process.kill()
    process.join()


@contextmanager
def death_noticed(process: SpawnProcess) -> Iterator[None]:
    try:
        yield
    except (EOFError, ConnectionError) as error:
        process.join()
        raise QuepuError("worker_died", reason=describe_exit(process.exitcode or 0)) from error


def _serve(line: Connection, work: Callable[[Any], Any]) -> None:
    """The loop of each process, until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            line.send(answer_of(work, line.recv()))
    except (EOFError, ConnectionError):
        return


def answer_of(work: Callable[[Any], Any], item: Any) -> tuple[Any, Exception | None]:
    """The result of work, or the error that it raised, which the parent raises again."""
    try:
        return work(item), None
    except Exception as error:
        return None, error


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
