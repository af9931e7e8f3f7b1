"""Limits on connections before they send a request: how many there may be, and how long they may take.

Without them one address could use up all the files that a process may have open; then asyncio does nothing but fail to accept.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from quepu.server.addresses import Addresses
from quepu.server.metrics.counted import REFUSED
from quepu.server.settings import Settings
from quepu.server.tokens import Buckets

BACKLOG = 128
"""The number of connections that asyncio accepts at once."""
_SPARE = 6 * BACKLOG
"""The number of files that are left for everything else, and for connections that were accepted and refused but are not closed yet: asyncio
needs a few iterations for that, and accepts more in each of them."""
LAST_SECONDS = 1.0
"""How long an answer may still take when the server ends."""
_FILES = 65_536
"""The maximum that is requested."""


def max_connections() -> int:
    """The maximum number of connections. The limit on open files is raised as far as the system allows."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows: as many as its event loop can wait for
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft == resource.RLIM_INFINITY or soft >= files:
        files = _FILES if soft == resource.RLIM_INFINITY else soft
    else:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return max(BACKLOG, files - _SPARE)


def limited(settings: Settings, limit: int) -> type[LimitedProtocol]:
    """The protocol of a server that has at most this many connections."""

    class Limited(LimitedProtocol):
        limits = _Limits(settings, limit)

    return Limited


class _Limits:
    """The connections of a server, counted by address."""

    def __init__(self, settings: Settings, limit: int) -> None:
        self.settings = settings
        self.limit = limit
        self.known = Addresses(settings)
        self.addresses: Counter[str] = Counter()
        self.opened = Buckets(settings.connection_rate) if settings.connection_rate else None

    def add(self, client: tuple[str, int] | None, total: int) -> tuple[str, bool]:
        """Count a connection; its address, and whether it is too much."""
        address, local = self.known.who({"client": client})
        self.addresses[address] += 1
        # many people may be behind a proxy: they are counted by the address that the proxy sends
        is_one_client = not local and not self.known.is_proxy(client[0] if client else "")
        return address, total > self.limit or (is_one_client and self._is_too_much(address))

    def _is_too_much(self, address: str) -> bool:
        """Whether an address has too many connections, or opens them too fast."""
        if self.addresses[address] > self.settings.address_connections:
            return True
        return self.opened is not None and self.opened.take(address, 1) > 0

    def remove(self, address: str) -> None:
        self.addresses[address] -= 1
        if not self.addresses[address]:
            del self.addresses[address]


class LimitedProtocol(H11Protocol):
    """uvicorn's protocol with limits; ``limited`` makes it."""

    limits: ClassVar[_Limits]
    _address: str | None = None
    """The address under which it is counted."""
    _timer: asyncio.TimerHandle | None = None
    """Closes the connection if the head of a request does not arrive in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if self._address is None and not self.admit(self.client):
            transport.abort()
        else:
            self._start_timer()

    def admit(self, client: tuple[str, int] | None) -> bool:
        """Count the connection; whether it is allowed. A connection by HTTPS is counted before its handshake (``handshakes.py``)."""
        self._address, is_too_much = self.limits.add(client, len(self.connections))
        if is_too_much:
            REFUSED.labels("connection").inc()
        return not is_too_much

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self or not self._is_idle():
            self._stop_timer()
        elif self._timer is None:
            self._start_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.stop_counting()  # sockets are counted separately
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(LAST_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        """The server ends: treat a client that still waits for an answer as disconnected, so that the work stops."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_counting()
        super().connection_lost(exc)

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self.limits.settings.head_seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        if self._is_idle():
            self.transport.close()

    def stop_counting(self) -> None:
        self._stop_timer()
        if self._address is not None:
            self.limits.remove(self._address)
            self._address = None
