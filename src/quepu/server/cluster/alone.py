"""What a server knows of other nodes: here, that there are none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from quepu.server.cluster.bus import Bus
from quepu.server.cluster.leases import Leases


@dataclass(frozen=True, slots=True)
class Node:
    """A live node: the address under which others reach it, the version of its engine, and whether it is about to end."""

    id: str
    address: str
    engine: int
    draining: bool


class Cluster:
    """A server alone: there are no other nodes."""

    def __init__(self) -> None:
        self.bus = Bus()
        self.leases = Leases()
        self.id = ""
        self.secret: str | None = None
        """What nodes send with requests that they relay to each other."""
        self.is_draining = False
        self.live: dict[str, Node] = {}
        """All live nodes by id, as they were a moment ago."""

    @property
    def is_alone(self) -> bool:
        return True

    @property
    def others(self) -> list[Node]:
        """All other live nodes."""
        return []

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """A part of the lifespan of the application: from when the store is open until all rooms have ended."""
        yield

    def when_lost(self, called: Callable[[], None]) -> None:
        """Call a function whenever this node has lost its leases."""

    async def drain(self) -> None:
        """Own nothing new from now on."""
        self.is_draining = True
