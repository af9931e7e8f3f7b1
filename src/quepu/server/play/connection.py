"""One connection to a room: the queue of what is to be sent over its socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from itertools import count
from typing import Any

from quepu.server.play.messages import VERSION

_MAX_WAITING = 256
"""The maximum number of messages that wait for a connection which does not read them."""
_MAX_WAITING_BYTES = 2**21
"""The maximum of their bytes together, unless it is a single message."""
_ORDER = count()
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


class Connection:
    """What is to be sent over one socket, and how it is to be closed."""

    def __init__(self, address: str = "", is_local: bool = False) -> None:
        self.address = address
        """Where it comes from."""
        self.is_local = is_local
        """It comes from this machine."""
        self.number = -1
        """The member, or -1."""
        self.since = next(_ORDER)
        self.outgoing: asyncio.Queue[str | int] = asyncio.Queue(_MAX_WAITING + 1)
        """Texts; a number is the code to close it with."""
        self.waiting = 0
        """The number of bytes that wait."""
        self.closed = False

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(encode(message))

    def send_text(self, text: str) -> None:
        size = _size(text)
        if self.outgoing.qsize() >= _MAX_WAITING or (self.waiting and self.waiting + size > _MAX_WAITING_BYTES):
            self.close(4430)
        if not self.closed:
            self.waiting += size
            self.outgoing.put_nowait(text)

    async def next(self) -> str | int:
        """Wait for what is to be sent next."""
        outgoing = await self.outgoing.get()
        if isinstance(outgoing, str):
            self.waiting -= _size(outgoing)
        return outgoing

    def close(self, code: int) -> None:
        if not self.closed:
            self.closed = True
            self.outgoing.put_nowait(code)


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def encode(message: Mapping[str, Any]) -> str:
    """A message as JSON. Half a surrogate pair becomes an escape, so that it can always be sent."""
    text = _JSON.encode({"v": VERSION, **message})
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
