"""The messages of all nodes, by PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque

import psycopg
import sqlalchemy as sa

from quepu.server.cluster.bus import Bus
from quepu.server.cluster.link import LOST, Link

LOG = logging.getLogger("quepu.server")

_MOST_BYTES = 7900
"""PostgreSQL accepts 7,999 bytes."""
_MOST_WAITING = 10_000
"""The maximum number of messages that wait for the connection; beyond it the oldest are lost."""
_AT_ONCE = 200
_PAUSE = 0.2
"""How many seconds after an error the next attempt is made."""


class NodeBus(Bus):
    """The messages of all nodes. ``run`` receives and sends them until it is cancelled."""

    def __init__(self, url: str | sa.URL, link: Link) -> None:
        """It listens with a connection of its own, and sends over ``link``."""
        super().__init__()
        self._listening = Link(url, ["LISTEN quepu"])
        self._link = link
        self._id = secrets.token_hex(8)
        """Marks the messages of this process, which have been delivered already when they come back."""
        self._waiting: deque[str] = deque(maxlen=_MOST_WAITING)
        self._wake = asyncio.Event()
        self._listens = asyncio.Event()

    def publish(self, topic: str, text: str) -> None:
        payload = json.dumps([self._id, topic, text], separators=(",", ":"), ensure_ascii=False)
        if len(payload.encode()) > _MOST_BYTES:
            raise ValueError(f"a message of {topic} is too long")
        super().publish(topic, text)
        self._waiting.append(payload)
        self._wake.set()

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._listen())
            tasks.create_task(self._send())

    async def listens(self) -> None:
        """Wait until messages of other nodes are received."""
        await self._listens.wait()

    async def _listen(self) -> None:
        try:
            while True:
                try:
                    connection = await self._listening.open()
                    self._listens.set()
                    self._resume()
                    async for message in connection.notifies():
                        self._receive(message)
                except LOST as error:
                    LOG.warning("messages of other nodes cannot be received: %s", type(error).__name__)
                self._listens.clear()
                await asyncio.sleep(_PAUSE)
        finally:
            await self._listening.close()

    def _receive(self, message: psycopg.Notify) -> None:
        try:
            sender, topic, text = json.loads(message.payload)
        except ValueError:  # not ours
            return
        if sender != self._id and isinstance(topic, str) and isinstance(text, str):
            self._deliver(topic, text)

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), _AT_ONCE))]
                try:
                    await self._link.fetch("SELECT pg_notify('quepu', one) FROM unnest(%(texts)s::text[]) AS one", {"texts": batch})
                except LOST:
                    self._waiting.extendleft(reversed(batch))
                    await asyncio.sleep(_PAUSE)
