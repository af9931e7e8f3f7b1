"""Connections before anything is asked over them: how many there may be, and how long they may take to ask.

Else one address could hold all the files that a process may have open; and where there are none left, asyncio is busy with nothing else.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from quepu.server.addresses import Addresses
from quepu.server.settings import Settings
from quepu.server.tokens import Buckets

BACKLOG = 128
"""So many connections are taken at once."""
_SPARE = 6 * BACKLOG
"""So many files are left for all that is no connection, and for those that were taken and are not closed again yet: it takes asyncio a few
turns to come to that, and in each of them it takes more."""
_LAST_SECONDS = 1.0
"""So long an answer may still take when the server ends."""
_FILES = 65_536
"""More are not asked for."""


def most_connections() -> int:
    """How many connections there may be. As many files are asked for as the system allows."""
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


def limited(settings: Settings, most: int) -> type[H11Protocol]:
    """The protocol of a server that has so many connections at most."""
    known = Addresses(settings)
    addresses: Counter[str] = Counter()
    opened = Buckets(settings.connection_rate) if settings.connection_rate else None

    def is_too_much(address: str) -> bool:
        """Whether an address has too many connections, or opens them too fast."""
        return addresses[address] > settings.address_connections or (opened is not None and opened.take(address, 1) > 0)

    class Limited(H11Protocol):
        _address: str | None = None
        """Under which it is counted."""
        _patience: asyncio.TimerHandle | None = None
        """Until the head of a request must be whole."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._address, local = known.who({"client": self.client})
            addresses[self._address] += 1
            # behind a proxy are many people: each of them is counted by the address that the proxy tells
            is_one_person = not local and not known.is_proxy(self.client[0] if self.client else "")
            if len(self.connections) > most or (is_one_person and is_too_much(self._address)):
                transport.abort()
            else:
                self._be_patient()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is not self or not self._is_idle():
                self._stop_waiting()
            elif self._patience is None:
                self._be_patient()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._let_go()  # sockets have a count of their own
            super().handle_websocket_upgrade(event)

        def shutdown(self) -> None:
            super().shutdown()
            self.loop.call_later(_LAST_SECONDS, self._hang_up)

        def _hang_up(self) -> None:
            """The server ends: a client that still waits for an answer is treated as one that has gone away, so that the work stops."""
            if self.cycle is not None and not self.cycle.response_complete:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
                self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            self._let_go()
            super().connection_lost(exc)

        def _is_idle(self) -> bool:
            """Whether nothing is being answered."""
            return self.cycle is None or self.cycle.response_complete

        def _be_patient(self) -> None:
            self._patience = self.loop.call_later(settings.head_seconds, self._give_up)

        def _stop_waiting(self) -> None:
            if self._patience is not None:
                self._patience.cancel()
                self._patience = None

        def _give_up(self) -> None:
            self._patience = None
            if self._is_idle():
                self.transport.close()

        def _let_go(self) -> None:
            self._stop_waiting()
            if self._address is not None:
                addresses[self._address] -= 1
                if not addresses[self._address]:
                    del addresses[self._address]
                self._address = None

    return Limited
