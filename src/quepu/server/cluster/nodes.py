"""Nodes: servers that share one PostgreSQL. Each is a row that it renews every second, and that expires three seconds after that.

A node that could not renew its row in time has lost its leases: it ends its rooms by itself, and begins anew under another id. That is for
the people in its rooms, who find them at another node; what protects the games is that every write checks its lease (``leases.py``).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import sqlalchemy as sa

from quepu.server.cluster.alone import Cluster, Node
from quepu.server.cluster.link import LOST, Link
from quepu.server.cluster.node_bus import NodeBus
from quepu.server.cluster.node_leases import NodeLeases

LOG = logging.getLogger("quepu.server")

EXPIRY = 3.0
"""A node expires so many seconds after it has renewed its row."""
RENEWAL = 1.0
"""How often it renews its row."""
_MARGIN = 0.5
"""So many seconds before others may take its rooms, a node ends them itself."""
_PAUSE = 0.2
"""How many seconds after an error the next attempt is made."""
_SETTINGS = (
    "SET lock_timeout = 500",
    "SET statement_timeout = 2000",
    "SET idle_in_transaction_session_timeout = 3000",
)

_REGISTER = """
WITH old AS (DELETE FROM nodes WHERE id <> %(id)s AND (address = %(address)s OR expires < now() - interval '1 day'))
INSERT INTO nodes (id, address, engine, expires, draining)
VALUES (%(id)s, %(address)s, %(engine)s, now() + %(expiry)s * interval '1 second', %(draining)s)
"""
_RENEW = """
UPDATE nodes SET expires = now() + %(expiry)s * interval '1 second', draining = %(draining)s
WHERE id = %(id)s AND expires > now() RETURNING id
"""
_SECRET = """
WITH made AS (INSERT INTO cluster_secret (id, secret) VALUES (1, %(secret)s) ON CONFLICT DO NOTHING RETURNING secret)
SELECT secret FROM made UNION SELECT secret FROM cluster_secret
"""
_LIVE = "SELECT id, address, engine, draining FROM nodes WHERE expires > now() ORDER BY id"


class Nodes(Cluster):
    """This server as one of several nodes."""

    def __init__(self, url: str | sa.URL, address: str, engine: int) -> None:
        """``address`` is where other nodes reach this one; ``engine`` is the version of its engine."""
        super().__init__()
        self._url = url
        self.address = address
        self.engine = engine
        self._lost: list[Callable[[], None]] = []
        self._deadline = 0.0
        """Until when this node may rely on its leases, by the monotonic clock; 0 if it has none."""
        self._alarm: asyncio.TimerHandle | None = None
        self._changed = asyncio.Event()

    @property
    def is_alone(self) -> bool:
        return False

    @property
    def others(self) -> list[Node]:
        # by their address, as an earlier process of this server may have been here a moment ago
        return [node for node in self.live.values() if node.address != self.address]

    @property
    def is_live(self) -> bool:
        """Whether this node may rely on its leases now."""
        return time.monotonic() < self._deadline

    def another(self) -> str | None:
        """The address of some other node that takes rooms."""
        taking = [node.address for node in self.others if not node.draining]
        return secrets.choice(taking) if taking else None

    def when_lost(self, called: Callable[[], None]) -> None:
        self._lost.append(called)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        # made here, as they belong to the event loop
        self._link = Link(self._url, _SETTINGS)
        self.leases = NodeLeases(self._link, self)
        self.bus = bus = NodeBus(self._url, self._link)
        self.is_draining, self._lost = False, []
        self.secret = await self._shared_secret()
        await self._register()
        await self._look()
        working = [asyncio.create_task(self._renew_again()), asyncio.create_task(bus.run())]
        await bus.listens()
        try:
            yield
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            self._stop_alarm()
            self._deadline = 0.0
            with suppress(*LOST):
                async with asyncio.timeout(EXPIRY):
                    await self._link.fetch("DELETE FROM nodes WHERE id = %(id)s", {"id": self.id})
            await self._link.close()

    async def drain(self) -> None:
        """Own nothing new from now on; other nodes know it at once."""
        self.is_draining = True
        with suppress(*LOST):
            await self._renew()

    async def _shared_secret(self) -> str:
        """The secret of all nodes, which the first one makes."""
        rows: list[tuple[str]] = []
        while not rows:  # another node has made it at this moment
            rows = await self._link.fetch(_SECRET, {"secret": secrets.token_urlsafe(32)})
        return rows[0][0]

    # The row of this node.

    async def _register(self) -> None:
        """Become a node, with a new id. A node with the same address must be an earlier process of this server: it ends."""
        began, self.id = time.monotonic(), secrets.token_hex(8)
        given = {"id": self.id, "address": self.address, "engine": self.engine, "expiry": EXPIRY, "draining": self.is_draining}
        await self._link.fetch(_REGISTER, given)
        self._extend(began)
        LOG.info("this is node %s at %s", self.id, self.address)

    async def _renew(self) -> bool:
        """Whether this node is still alive."""
        began = time.monotonic()
        renewed = await self._link.fetch(_RENEW, {"id": self.id, "expiry": EXPIRY, "draining": self.is_draining})
        if renewed:
            self._extend(began)
        return bool(renewed)

    async def _look(self) -> None:
        self.live = {row[0]: Node(*row) for row in await self._link.fetch(_LIVE)}

    async def _renew_again(self) -> None:
        """Renew the row every second, until cancelled."""
        while True:
            await asyncio.sleep(RENEWAL)
            try:
                if not self.is_live or not await self._renew():
                    self._lose()
                    await self._register()
                await self._look()
            except LOST as error:
                LOG.warning("the node %s could not be renewed: %s", self.id, type(error).__name__)
                await asyncio.sleep(_PAUSE)

    def _extend(self, began: float) -> None:
        self._stop_alarm()
        self._deadline = began + EXPIRY - _MARGIN
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_later(max(0.0, self._deadline - time.monotonic()), self._lose)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _lose(self) -> None:
        """The leases of this node are lost."""
        if not self._deadline:
            return
        self._deadline = 0.0
        self._stop_alarm()
        LOG.warning("the node %s has expired, and ends what it owns", self.id)
        for called in self._lost:
            called()
