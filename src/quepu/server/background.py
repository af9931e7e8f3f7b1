"""Work in the background: one step at a time, in turn for all addresses that wait.

The steps run in one thread, beside the threads of answers. The processor time is charged to the address that wanted the work; while an
address owes something its work waits, and that of the others goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from quepu.errors import QuepuError
from quepu.server.metrics.counted import BACKGROUND_SECONDS
from quepu.server.settings import Rate, Settings
from quepu.server.threads import Check, Job, Stopped, Threads
from quepu.server.tokens import Account, Buckets

LOG = logging.getLogger("quepu.server")

RESTARTED = ""
"""The address of work that was wanted before the server started again. It has no limit."""

_STOP_SECONDS = 0.5
"""How long the end of the server waits for a step to stop."""


@dataclass(slots=True, eq=False, kw_only=True)
class BackgroundTask:
    """Work that waits or runs."""

    account: Account
    """Of the address that wants it."""
    order: int = 0
    job: Job[Any] | None = None
    """What a thread is computing for it."""
    is_cancelled: bool = False


Key = TypeVar("Key", bound=Hashable)
Task = TypeVar("Task", bound=BackgroundTask)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work there may be: the tokens of an address, the tasks of an address, all tasks, and the code of the error if there are
    more."""

    rate: Rate | None
    address: int
    all: int
    code: str


class Background(Generic[Key, Task]):
    """Tasks by their keys. ``run`` works on them until it is cancelled."""

    def __init__(
        self,
        name: str,
        settings: Settings,
        limits: Limits,
        advance: Callable[[Task], Awaitable[None]],
        fail: Callable[[Task, str], Awaitable[None]],
    ) -> None:
        """``advance`` does the next step of a task; ``fail`` ends a task that cannot go on, with the code of the error."""
        self.name = name
        self.tasks: dict[Key, Task] = {}
        self.buckets = Buckets(limits.rate) if limits.rate else None
        self._settings = settings
        self._limits = limits
        self._advance = advance
        self._fail = fail
        self._threads = Threads(1, f"quepu-{name}")
        self._served: dict[str, int] = {}
        """By address: when it was last served, as a number that grows."""
        self._number = count()
        self._changed = asyncio.Event()

    def account(self, address: str, is_local: bool = False) -> Account:
        """The account of new work; local addresses have no limit, nor has work that goes on after a restart."""
        return Account(self._settings, None if is_local or address == RESTARTED else self.buckets, address, 0)

    def check_limits(self, address: str) -> None:
        """Raise QuepuError if an address may not add another task."""
        own = sum(one.account.address == address for one in self.tasks.values())
        if own >= self._limits.address or len(self.tasks) >= self._limits.all:
            raise QuepuError(self._limits.code)

    def add(self, key: Key, task: Task) -> None:
        """Add a task behind all others; it begins when ``wake`` is called."""
        task.order = next(self._number)
        self.tasks[key] = task

    def wake(self) -> None:
        """Look for work now: there is a new task, or an address owes nothing any more."""
        self._changed.set()

    def remove(self, key: Key) -> None:
        """End a task, also in the middle of a step."""
        task = self.tasks.pop(key, None)
        if task is not None:
            task.is_cancelled = True
            if task.job is not None:
                self._threads.stop(task.job)

    def clear(self) -> None:
        """End all tasks: another node goes on with what is stored of them."""
        for key in list(self.tasks):
            self.remove(key)

    def ahead(self, task: Task) -> int:
        """How many tasks were added before this one."""
        return sum(one.order < task.order for one in self.tasks.values())

    async def compute(self, task: Task, work: Callable[[Check], Result]) -> Result:
        """Compute something in the thread, at the expense of the address that wants it. Raises Stopped if the task is removed."""
        if task.is_cancelled:
            raise Stopped

        def ended(seconds: float) -> None:
            task.account.spend(seconds)
            BACKGROUND_SECONDS.labels(self.name).inc(seconds)

        task.job = Job(work, task.account.address, is_long=True, ended=ended)
        try:
            return await self._threads.run(task.job)
        finally:
            task.job = None

    async def run(self) -> None:
        while True:
            self._changed.clear()
            task = self._next()
            if task is None:
                await self._wait()
                continue
            self._served[task.account.address] = next(self._number)
            await self._advance_or_fail(task)

    def close(self) -> None:
        self._threads.stop_all(_STOP_SECONDS)

    def _next(self) -> Task | None:
        """Of the address that was served longest ago, the oldest task; none of an address that owes something."""
        ready = [one for one in self.tasks.values() if not one.account.owed()]
        return min(ready, key=lambda one: (self._served.get(one.account.address, -1), one.order), default=None)

    async def _wait(self) -> None:
        """Wait for a task, or until an address owes nothing any more."""
        addresses = {one.account.address for one in self.tasks.values()}
        self._served = {address: at for address, at in self._served.items() if address in addresses}
        pause = min((one.account.owed() for one in self.tasks.values()), default=None)
        with suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._changed.wait()

    async def _advance_or_fail(self, task: Task) -> None:
        try:
            await self._advance(task)
        except Stopped:  # it was removed
            pass
        except (QuepuError, SQLAlchemyError) as error:
            await self._fail(task, error.code if isinstance(error, QuepuError) else "store_unwritable")
        except Exception:  # a fault in one task must not end the others
            LOG.exception("a task of %s failed", self.name)
            await self._fail(task, "internal_error")
