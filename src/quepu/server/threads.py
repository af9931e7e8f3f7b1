"""A few threads for long work, shared fairly among addresses. They never delay the end of the server.

They are daemons, so the process can end while they work. Work can be stopped between two of its steps. A thread is free again only when its
work has ended, not when nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, Protocol, TypeVar

Result = TypeVar("Result")
One = TypeVar("One", bound="Turn")
Check = Callable[[], None]
"""Work calls it between its steps; it raises Stopped when the result is not wanted any more."""

_IDLE_SECONDS = 10.0
"""A thread ends after this time without work."""
_ORDER = count()


class Stopped(Exception):
    """The work is not wanted any more."""


@dataclass(slots=True, eq=False)
class Job(Generic[Result]):
    """Something to compute: for which address, whether it may take long, and what to call before and after it."""

    work: Callable[[Check], Result]
    address: str = ""
    is_long: bool = False
    may_begin: Check = lambda: None
    """Called by the thread before it begins; an exception of it becomes the result."""
    ended: Callable[[float], None] = lambda seconds: None
    """Called by the thread after the work, with the processor time that it took."""
    stopped: bool = False
    order: int = field(default_factory=lambda: next(_ORDER))

    def check(self) -> None:
        if self.stopped:
            raise Stopped


class Threads:
    """At most this many threads. One address has at most half of them, and so does long work; one address has at most half of that."""

    def __init__(self, threads: int, name: str) -> None:
        self.name = name
        self.most = threads
        self._changed = threading.Condition()
        self._waiting: list[tuple[Job[Any], Callable[[Any, BaseException | None], None]]] = []
        self._running: set[Job[Any]] = set()
        self._threads = 0
        self._idle = 0

    async def run(self, job: Job[Result]) -> Result:
        """Do a job in one of the threads. If this is cancelled the job is stopped, but its thread is free only when it has ended."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()

        def settle(result: Any, error: BaseException | None) -> None:
            if not future.done():
                if error is None:
                    future.set_result(result)
                else:
                    future.set_exception(error)

        def tell(result: Any, error: BaseException | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(settle, result, error)

        with self._changed:
            self._waiting.append((job, tell))
            if len(self._waiting) > self._idle and self._threads < self.most:
                self._threads += 1
                threading.Thread(target=self._work, name=self.name, daemon=True).start()
            self._changed.notify_all()
        try:
            return await future
        finally:
            self.stop(job)

    def stop(self, job: Job[Any]) -> None:
        """Let a job end at its next step, or not begin."""
        job.stopped = True
        with self._changed:
            self._changed.notify_all()  # if it waits, a thread discards it

    def stop_all(self, seconds: float) -> None:
        """Stop everything, and wait at most this long for what has begun."""
        with self._changed:
            for job in (*self._running, *(job for job, _ in self._waiting)):
                job.stopped = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._running and not self._waiting, seconds)

    def count(self) -> tuple[int, int]:
        """How many jobs run, and how many wait."""
        with self._changed:
            return len(self._running), len(self._waiting)

    # In the threads.

    def _work(self) -> None:
        while (taken := self._take()) is not None:
            job, tell = taken
            result: Any = None
            error: BaseException | None = None
            began = time.thread_time()
            try:
                job.check()
                job.may_begin()
                result = job.work(job.check)
            except BaseException as raised:  # the caller gets it
                error = raised
            job.ended(time.thread_time() - began)  # before the next job of the address, which may depend on it
            with self._changed:
                self._running.discard(job)
                self._changed.notify_all()
            tell(result, error)
            del job, tell, taken, result, error

    def _take(self) -> Any:
        """Wait for a job that may begin; None if there was none for a while and the thread must end."""
        with self._changed:
            while True:
                found = self._next()
                if found is not None:
                    self._waiting.remove(found)
                    self._running.add(found[0])
                    return found
                self._idle += 1
                woken = self._changed.wait(_IDLE_SECONDS)
                self._idle -= 1
                if not woken and not self._waiting:
                    self._threads -= 1
                    return None

    def _next(self) -> Any:
        """The job to begin."""
        first = choose((job for job, _ in self._waiting), self._running, self.most)
        return next((waiting for waiting in self._waiting if waiting[0] is first), None)


class Turn(Protocol):
    """What waits for its turn, or has it."""

    @property
    def address(self) -> str: ...
    @property
    def is_long(self) -> bool: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def order(self) -> int: ...


def choose(waiting: Iterable[One], running: Iterable[One], most: int) -> One | None:
    """Who of those who wait comes next, if at most this many run at a time: stopped ones first, which take no time; then of the addresses
    with the fewest that run, short before long and old before new. None if all of them have their share."""
    share, long_share = max(1, most // 2), max(1, most // 4)
    of_address: Counter[str] = Counter()
    long: Counter[str] = Counter()
    for one in running:
        of_address[one.address] += 1
        long[one.address] += one.is_long
    best, key = None, None
    for one in waiting:
        has_share = of_address[one.address] >= share
        has_long_share = long[one.address] >= long_share or long.total() >= share
        if not one.stopped and (has_share or (one.is_long and has_long_share)):
            continue
        own = (not one.stopped, of_address[one.address], one.is_long, one.order)
        if key is None or own < key:
            best, key = one, own
    return best
