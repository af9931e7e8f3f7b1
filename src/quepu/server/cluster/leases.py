"""Leases: what only one node may own at a time, by name. ``room:ID`` is a room; ``reviews``, ``studies``, ``upkeep`` and ``ladder`` are
work in the background.

A lease is free if no node holds it, or if its node has expired. Each claim gives it a new epoch. A write that depends on a lease checks in
its own transaction that the node still holds it with this epoch (``Store``), so a node that was only paused, and whose leases others hold
now, writes nothing.

All times are those of the database: the clocks of nodes may differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from quepu.errors import QuepuError

ROOM = "room:"
REVIEWS, STUDIES, UPKEEP, LADDER = "reviews", "studies", "upkeep", "ladder"


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as it was claimed. A server alone holds leases without a node, which nothing checks."""

    name: str
    node: str = ""
    epoch: int = 0

    @property
    def is_fenced(self) -> bool:
        """Whether writes must check it."""
        return bool(self.node)


@dataclass(frozen=True, slots=True)
class Owner:
    """A live node that holds a lease, and the address under which other nodes reach it."""

    node: str
    address: str


class OwnedElsewhere(QuepuError):
    """Another node holds the lease, or must be the one to claim it."""

    def __init__(self, owner: Owner) -> None:
        super().__init__("moved")
        self.owner = owner


class Leases:
    """The leases of a server alone: everything is its own."""

    async def claim(self, name: str) -> Lease:
        """Own something from now on. Raises OwnedElsewhere if another node does, or QuepuError if this node may not own anything now."""
        return Lease(name)

    async def release(self, lease: Lease) -> None:
        """Let others own it. Nothing happens if this claim of it has ended already."""

    async def owner(self, name: str) -> Owner | None:
        """The live node that owns something."""
        return None

    async def elsewhere(self, name: str) -> str | None:
        """The address of the other node that must answer for something; None if this one may."""
        return None

    def check(self, lease: Lease) -> None:
        """Raise QuepuError if this node knows that it has lost its leases."""
