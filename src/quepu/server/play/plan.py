"""What was arranged for a room before anybody came: a game that begins by itself, for people who were put together or who play an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from quepu.server.play.schemas import Arranged

if TYPE_CHECKING:
    from quepu.server.play.members import Member
    from quepu.server.play.room import Room


@dataclass(frozen=True, slots=True)
class Plan:
    """The game begins when all who have a chair are there, or some time after the first of them."""

    kind: Arranged
    secret: str | None = None
    """For an event: what the seeds of its walls follow from, in hexadecimal. All its tables have the same, and nobody sees it before the
    event is over."""
    rated: bool = True
    """Whether the game may change ratings; who waits for a game can want one that does not."""

    def seed(self, deal: int) -> bytes | None:
        """The seed of a deal; None where the server chooses one by chance."""
        return None if self.secret is None else seed_of(bytes.fromhex(self.secret), deal)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Plan:
        return cls(**given)


def seed_of(secret: bytes, deal: int) -> bytes:
    """The seed of a deal of an event. From the seeds of other deals nobody can compute it."""
    return sha256(b"quepu-event-1" + secret + deal.to_bytes(4, "big")).digest()


class Start:
    """The start of the game of a room that was arranged."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._due: float | None = None
        """When the game begins also without those who are missing; None while nobody is there."""

    @property
    def is_open(self) -> bool:
        """Whether the game that was arranged has not begun."""
        return self._room.plan is not None and self._room.session is None and not self._room.games

    def tick(self, now: float) -> None:
        """Begin the game if it is time."""
        room = self._room
        if not self.is_open:
            self._due = None
            return
        seated = room.members.seated()
        if room.is_closing() or not any(member.connections for member in seated):
            self._due = None
        elif all(member.connections for member in seated) or (self._due is not None and now >= self._due):
            room.start(now)
        elif self._due is None:
            self._due = now + room.pace.arrival

    def wakes_at(self) -> float | None:
        return self._due

    def players(self) -> list[Member]:
        """Those who play the game that was arranged: of an event all, in their order; else those who have come."""
        seated = sorted(self._room.members.seated(), key=lambda member: member.chair or 0)
        plan = self._room.plan
        return seated if plan is not None and plan.kind == "event" else [member for member in seated if member.connections]
