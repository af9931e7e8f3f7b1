"""The members of a room: who they are, and where they sit between games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from quepu.errors import QuepuError
from quepu.players import PLAYERS
from quepu.server.play.schemas import RoomMember
from quepu.texts import PLAYERS_IN_WORDS

_BOTS = ("bot", "机器人", *PLAYERS, *(words for both in PLAYERS_IN_WORDS.values() for words in both))
_BOT_NAME = re.compile(rf"({'|'.join(map(re.escape, _BOTS))}) *\d", re.IGNORECASE)
"""The names of bots in a record or on a page."""


def is_name_of_bot(name: str) -> bool:
    """Whether a bot could have this name, with or without a number."""
    return name.casefold() in _BOTS or _BOT_NAME.fullmatch(name) is not None


@dataclass(slots=True)
class Member:
    """Somebody who has joined. ``chair`` is one of the four chairs of the room, or None; ``gone`` is when they joined, or lost their last
    connection."""

    number: int
    name: str
    chair: int | None
    gone: float
    connections: int = 0
    seen: bool = False
    """They have been connected."""
    stands: bool = False
    """They want no chair."""
    removed: bool = False
    """The host has removed them; their token is not valid any more."""
    account: str | None = None
    """The id of their account; None for a guest."""
    quiet_until: float = 0.0
    """Until then they may send no phrase, and propose nothing to others."""

    def check_may_speak(self, now: float) -> None:
        """Raise QuepuError if they have sent something to all a moment ago."""
        if now < self.quiet_until:
            raise QuepuError("too_fast")

    def is_gone(self, now: float, grace: float) -> bool:
        """Whether they have been disconnected for longer than ``grace``."""
        return not self.connections and now >= self.gone + grace

    def as_row(self) -> dict[str, Any]:
        """For the store."""
        return {"number": self.number, "name": self.name, "chair": self.chair, "account": self.account}

    def as_dict(self) -> RoomMember:
        return {"member": self.number, "name": self.name, "chair": self.chair, "here": self.connections > 0, "account": self.account}


class Members(list[Member]):
    """All members by number, also those who were removed."""

    def seated(self) -> list[Member]:
        return [member for member in self if member.chair is not None]

    def of_account(self, account: str | None) -> Member | None:
        """The member with this account, if there is one."""
        return None if account is None else next((member for member in self if member.account == account and not member.removed), None)

    @property
    def host(self) -> int | None:
        """The first member with a chair who is connected; if none is, the first with a chair."""
        seated = self.seated()
        return next((member.number for member in seated if member.connections), seated[0].number if seated else None)

    def free_name(self, name: str, of: Member | None = None) -> str:
        """A name that nobody else has, and no bot: with a number if it is taken."""
        taken = {member.name for member in self if not member.removed and member is not of}
        wanted, count = name, 2
        while name in taken or _BOT_NAME.fullmatch(name):
            name, count = f"{wanted} {count}", count + 1
        return name


_BURST = 8.0
"""How many times in a row a change of presence is announced at once."""


class PresenceLimit:
    """When it is announced who comes and goes: at once, if that has not happened too often. Connections that come and go must not make
    others receive more and more."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        """The time between two announcements in the long run."""
        self._left = _BURST
        self._since = 0.0
        """How many can be made at once, and since when."""
        self.planned: float | None = None
        """When one is made that could not be made at once."""

    def allows(self, now: float) -> bool:
        """Whether to announce a change now; otherwise that is planned."""
        if not self._seconds:
            return True
        self._left = min(_BURST, self._left + (now - self._since) / self._seconds)
        self._since = now
        if self._left < 0.999:  # not 1: the planned time may be a rounding error away
            self.planned = self.planned or now + (1 - self._left) * self._seconds
            return False
        self._left -= 1
        return True
