"""Turns for work in other processes, shared fairly among addresses as threads are (``threads.py``)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count

from quepu.server.threads import choose

_ORDER = count()


@dataclass(slots=True, eq=False)
class Waiting:
    """Something that waits for its turn, or has it."""

    address: str
    is_long: bool
    has_turn: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: bool = False
    order: int = field(default_factory=lambda: next(_ORDER))


class Turns:
    """At most this many at a time; one address and long work have at most half of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: list[Waiting] = []
        self._running: list[Waiting] = []

    @asynccontextmanager
    async def turn(self, address: str, is_long: bool) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        one = Waiting(address, is_long)
        self._waiting.append(one)
        self._next()
        try:
            await one.has_turn.wait()
            yield
        finally:
            (self._running if one.has_turn.is_set() else self._waiting).remove(one)
            self._next()

    def _next(self) -> None:
        while len(self._running) < self.most and (one := choose(self._waiting, self._running, self.most)) is not None:
            self._waiting.remove(one)
            self._running.append(one)
            one.has_turn.set()
