"""The leases of a node, in PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import psycopg

from quepu.errors import QuepuError
from quepu.server.cluster.leases import ROOM, Lease, Leases, OwnedElsewhere, Owner
from quepu.server.cluster.link import LOST, Link

if TYPE_CHECKING:
    from quepu.server.cluster.nodes import Nodes

LOG = logging.getLogger("quepu.server")

_TRY_SECONDS = 5.0
"""How long a claim is tried while a transaction of a paused node has the lease locked: the database ends it after three seconds."""
_PAUSE = 0.05

_CLAIM = """
INSERT INTO leases AS held (name, node, epoch)
SELECT %(name)s::text, %(node)s::text, 1
WHERE EXISTS (SELECT FROM nodes WHERE id = %(node)s::text AND expires > now() AND NOT draining)
AND NOT EXISTS (
    SELECT FROM rooms JOIN nodes USING (engine)
    WHERE rooms.id = %(room)s AND rooms.engine <> %(engine)s AND nodes.expires > now() AND NOT nodes.draining
)
ON CONFLICT (name) DO UPDATE SET node = excluded.node, epoch = held.epoch + 1
WHERE held.node IS NULL OR held.node = excluded.node
OR NOT EXISTS (SELECT FROM nodes WHERE id = held.node AND expires > now())
RETURNING epoch
"""
_OWNER = """
SELECT nodes.id, nodes.address FROM leases JOIN nodes ON nodes.id = leases.node
WHERE leases.name = %(name)s AND nodes.expires > now()
"""
_OF_ENGINE = """
SELECT nodes.id, nodes.address FROM rooms JOIN nodes USING (engine)
WHERE rooms.id = %(room)s AND rooms.engine <> %(engine)s AND nodes.expires > now() AND NOT nodes.draining
ORDER BY nodes.id LIMIT 1
"""
_RELEASE = "UPDATE leases SET node = NULL WHERE name = %(name)s AND node = %(node)s AND epoch = %(epoch)s"


class NodeLeases(Leases):
    """The leases of a node."""

    def __init__(self, link: Link, nodes: Nodes) -> None:
        self._link = link
        self._nodes = nodes
        self.held: dict[str, Lease] = {}
        """Those that this node has claimed and not released."""

    async def claim(self, name: str) -> Lease:
        until = time.monotonic() + _TRY_SECONDS
        while True:
            node = self._nodes.id
            try:
                lease = await self._try(name, node)
                if lease is not None and node == self._nodes.id:
                    self.held[name] = lease
                    return lease
                owner = await self.owner(name) or await self._of_engine(name)
            except (psycopg.errors.LockNotAvailable, psycopg.errors.QueryCanceled):  # a transaction of another node has it
                owner = await self.owner(name)
            except LOST as error:
                raise QuepuError("store_unwritable") from error
            if owner is not None and owner.node != self._nodes.id:
                raise OwnedElsewhere(owner)
            if self._nodes.is_draining or not self._nodes.is_live or time.monotonic() > until:
                raise QuepuError("moved")
            await asyncio.sleep(_PAUSE)  # it was released at this moment, or is locked

    async def _try(self, name: str, node: str) -> Lease | None:
        given = {"name": name, "node": node, "room": _room(name), "engine": self._nodes.engine}
        rows = await self._link.fetch(_CLAIM, given)
        return Lease(name, node, rows[0][0]) if rows else None

    async def _of_engine(self, name: str) -> Owner | None:
        """A node with the version of the engine that plays the running game of a room, if this one has another."""
        if not name.startswith(ROOM):
            return None
        rows = await self._link.fetch(_OF_ENGINE, {"room": _room(name), "engine": self._nodes.engine})
        return Owner(*rows[0]) if rows else None

    async def release(self, lease: Lease) -> None:
        if self.held.get(lease.name) is lease:
            del self.held[lease.name]
        try:
            await self._link.fetch(_RELEASE, {"name": lease.name, "node": lease.node, "epoch": lease.epoch})
        except LOST:  # it ends with this node
            LOG.warning("the lease of %s could not be released", lease.name)

    async def owner(self, name: str) -> Owner | None:
        try:
            rows = await self._link.fetch(_OWNER, {"name": name})
        except LOST as error:
            raise QuepuError("store_unwritable") from error
        return Owner(*rows[0]) if rows else None

    async def elsewhere(self, name: str) -> str | None:
        held = self.held.get(name)
        if held is not None and held.node == self._nodes.id and self._nodes.is_live:
            return None
        owner = await self.owner(name)
        if owner is not None:
            return None if owner.node == self._nodes.id else owner.address
        of_engine = await self._of_engine(name)
        if of_engine is not None:
            return of_engine.address
        return self._nodes.another() if self._nodes.is_draining else None

    def check(self, lease: Lease) -> None:
        if lease.is_fenced and (lease.node != self._nodes.id or not self._nodes.is_live):
            raise QuepuError("moved")


def _room(name: str) -> str | None:
    """The room of a lease."""
    return name.removeprefix(ROOM) if name.startswith(ROOM) else None
