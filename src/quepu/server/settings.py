"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

WEB = Path(__file__).with_name("web")


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests a second in the long run, and so many at once."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of a server, and where its pages lie."""

    web: Path = WEB
    """The pages: HTML files, and all else below ``/static``."""
    rate: Rate | None = Rate(per_second=20, burst=200)
    """For each address; None: no limit."""
    local_rate: Rate | None = Rate(per_second=500, burst=5000)
    """For this machine itself."""
    head_seconds: float = 10
    """How long a connection may take to ask for something, and the head of a request to arrive."""
    body_limit: int = 64 * 1024
    batch_body_limit: int = 512 * 1024
    batch_limit: int = 1000
    overlay_limit: int = 32 * 1024
    body_seconds: float = 10
    """How long a body may take to arrive."""
    answer_seconds: float = 20
    """How long an answer may take to be worked out, waiting for a free thread included."""
    threads: int = 4
    pace: float = 1
    """How long bots and claims take: 1 as people like it, 0 no time at all."""
    socket_rate: Rate | None = Rate(per_second=10, burst=60)
    """Messages of each connection, at a pace of 1."""
    room_connections: int = 200
    """Of people without a token; there is always a place for a member."""
    address_connections: int = 100
    """Connections of one address: so many to rooms, and so many others; this machine itself may have more."""
    record_limit: int = 2**20
    hosts: tuple[str, ...] | None = None
    """The names by which this server may be called, besides ``localhost`` and addresses in numbers; None: any."""
    origins: tuple[str, ...] = ()
    """Where pages may come from besides this server itself, as ``https://example.org``."""
    room_days: float = 90
    """A room that nobody used for so long is pruned; records are kept."""
    rooms_limit: int = 5000
    """If more rooms are stored, those that were not used for longest are pruned, but never a game that is being played."""
    unrecorded_limit: int = 1000
    """If more games are stored that ended before their first deal did, and so have no record, the oldest are pruned."""
    journal_seconds: float = 3600
    """The journal of a game is kept for so long after its record is stored."""
    upkeep_seconds: float = 3600
    """The time from one upkeep of the database to the next."""
    ready_seconds: float = 5
    """The store is not ready if it takes longer to write something small."""
    disk_reserve: int = 64 * 2**20
    """Nor is it if fewer bytes are free on its disk."""
