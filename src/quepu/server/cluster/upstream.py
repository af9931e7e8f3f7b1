"""Connections by HTTP/1.1 to other processes of this site: at a TCP address, or at a Unix socket."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import h11

_IDLE_SECONDS = 2.0
"""How long a connection is kept for the next request: less than uvicorn keeps it open (5 s), so that it does not end while it is used."""
_MAX_IDLE = 64
"""The maximum number of kept connections to one process."""
_READ = 2**16


class Unreachable(Exception):
    """No connection could be made: the other process has received nothing."""


class Broken(Exception):
    """The connection ended before the answer began. ``was_kept``: it had been used before, so the other process may have ended long ago."""

    def __init__(self, address: str = "", was_kept: bool = False) -> None:
        super().__init__(address)
        self.was_kept = was_kept


@dataclass(frozen=True, slots=True)
class Place:
    """Where a process listens: the path of a Unix socket, or a host and a port."""

    path: str = ""
    host: str = ""
    port: int = 0


def place(address: str) -> Place:
    """Parse an address.

    >>> place("unix:/run/quepu/1.sock").path
    '/run/quepu/1.sock'
    >>> place("[fd00::1]:8000").host, place("10.0.0.2:8000").port
    ('fd00::1', 8000)
    """
    if address.startswith("unix:"):
        return Place(path=address.removeprefix("unix:"))
    found = re.fullmatch(r"\[([^\]]+)\]:(\d+)|([^:\s/]+):(\d+)", address)
    if found is None:
        raise ValueError(address)
    return Place(host=found[1] or found[3], port=int(found[2] or found[4]))


class Link:
    """A connection to another process, and the state of HTTP on it."""

    def __init__(self, address: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.address = address
        self.http = h11.Connection(h11.CLIENT)
        self.since = 0.0
        """When it became idle, by the monotonic clock; 0 if it was never used before."""
        self._reader = reader
        self._writer = writer

    async def send(self, *events: Any) -> None:
        self._writer.write(b"".join(self.http.send(event) or b"" for event in events))
        await self._writer.drain()

    def received(self) -> Any:
        """The next event in what has arrived; ``h11.NEED_DATA`` if there is none."""
        return self.http.next_event()

    async def read(self) -> None:
        """Wait for more data. The end of the connection is data too."""
        self.http.receive_data(await self._reader.read(_READ))

    def is_open(self) -> bool:
        return not self._reader.at_eof() and not self._writer.is_closing()

    def broken(self) -> Broken:
        return Broken(self.address, was_kept=self.since > 0)

    def close(self) -> None:
        self._writer.close()

    def abort(self) -> None:
        """End the connection at once: whoever reads from it notices."""
        self._writer.transport.abort()


class Upstreams:
    """Connections to other processes. Those that are free are used again."""

    def __init__(self, seconds: float) -> None:
        """``seconds`` is how long a connection may take to be made."""
        self._seconds = seconds
        self._idle: dict[str, list[Link]] = {}

    async def take(self, address: str) -> Link:
        """A connection to a process. Raises Unreachable if it cannot be made."""
        idle = self._idle.get(address, [])
        while idle:
            link = idle.pop()  # the one that was used last
            if link.is_open() and time.monotonic() - link.since < _IDLE_SECONDS:
                return link
            link.close()
        where = place(address)
        try:
            async with asyncio.timeout(self._seconds):
                if where.path:
                    reader, writer = await asyncio.open_unix_connection(where.path, limit=_READ)
                else:
                    reader, writer = await asyncio.open_connection(where.host, where.port, limit=_READ)
        except (OSError, TimeoutError) as error:
            raise Unreachable(address) from error
        return Link(address, reader, writer)

    def give_back(self, link: Link) -> None:
        """After an exchange: keep the connection for the next one, or close it if it cannot be used again."""
        idle = self._idle.setdefault(link.address, [])
        with suppress(h11.LocalProtocolError):  # a part of the request or of the answer is missing
            if link.is_open() and len(idle) < _MAX_IDLE:
                link.http.start_next_cycle()
                link.since = time.monotonic()
                idle.append(link)
                return
        link.close()

    def close(self) -> None:
        for idle in self._idle.values():
            for link in idle:
                link.close()
        self._idle.clear()
