"""Work that one node at a time does for all, such as the reviews of games: the node that holds its lease."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from quepu.errors import QuepuError
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import Lease

_PAUSE = 1.0
"""How often a node looks whether the lease is free."""


class Role:
    """Whether this node does the work of a lease. A server alone always does."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self.name = name
        self.lease: Lease | None = None
        """None if this node does not do the work."""
        self._cluster = cluster
        self._claiming = asyncio.Lock()
        self._lost = asyncio.Event()
        cluster.when_lost(self._lose)

    def _lose(self) -> None:
        self.lease = None
        self._lost.set()

    async def own(self) -> Lease:
        """Do the work from now on. Raises OwnedElsewhere if another node does it."""
        async with self._claiming:
            if self.lease is None:
                self._lost.clear()
                lease = await self._cluster.leases.claim(self.name)
                if self._lost.is_set():  # while it was claimed
                    raise QuepuError("moved")
                self.lease = lease
            return self.lease

    async def release(self) -> None:
        """Let another node do it."""
        lease, self.lease = self.lease, None
        if lease is not None:
            await self._cluster.leases.release(lease)

    async def run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Work whenever this node holds the lease, until this is cancelled. ``work`` is cancelled when the lease is lost."""
        try:
            while True:
                try:
                    await self.own()
                except QuepuError:  # another node does it, or the database cannot be reached
                    await asyncio.sleep(_PAUSE)
                    continue
                await self._work(work)
        finally:
            await self.release()

    async def _work(self, work: Callable[[], Awaitable[None]]) -> None:
        working = asyncio.ensure_future(work())
        lost = asyncio.create_task(self._lost.wait())
        try:
            await asyncio.wait({working, lost}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (working, lost):
                task.cancel()
            results = await asyncio.gather(working, lost, return_exceptions=True)
        if isinstance(results[0], Exception):
            raise results[0]
