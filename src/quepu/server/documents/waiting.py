"""Clients that wait for new entries. None of them occupies a thread, and a write of any node wakes them at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import ClientDisconnect, Request

from quepu.server.settings import Settings


class Waiting:
    """Who waits for which document. ``close`` ends all waiting, when the server ends."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._events: dict[str, set[asyncio.Event]] = {}
        self._addresses: Counter[str] = Counter()
        self._closed = False

    @property
    def count(self) -> int:
        return self._addresses.total()

    @contextmanager
    def place(self, document: str, address: str, is_local: bool) -> Iterator[asyncio.Event | None]:
        """A place among those who wait, from before the entries are read, so that none is missed: an event that new entries set. None if
        too many wait: then the client is answered at once."""
        is_full = self.count >= self._settings.waiting_limit
        if self._closed or is_full or (not is_local and self._addresses[address] >= self._settings.address_waiting):
            yield None
            return
        event = asyncio.Event()
        self._events.setdefault(document, set()).add(event)
        self._addresses[address] += 1
        try:
            yield event
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]
            self._events[document].discard(event)
            if not self._events[document]:
                del self._events[document]

    def wake(self, document: str) -> None:
        """There is something new in a document."""
        for event in self._events.get(document, ()):
            event.set()

    def wake_all(self) -> None:
        """There may be something new in any document."""
        for document in self._events:
            self.wake(document)

    def close(self) -> None:
        """Answer all who wait, and let nobody wait any more."""
        self._closed = True
        self.wake_all()


async def happened(event: asyncio.Event, request: Request, seconds: float) -> None:
    """Wait until the event, or the end of the time. Raises ClientDisconnect when the client has gone."""
    tasks = asyncio.create_task(event.wait()), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if tasks[1].done():
            raise ClientDisconnect
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
