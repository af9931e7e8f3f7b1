"""A player of a session."""

from __future__ import annotations

from dataclasses import dataclass

from quepu.server.play.schemas import RoomPlayer


@dataclass(slots=True)
class SessionPlayer:
    """A player of a session: a member of the room, or a bot."""

    name: str
    member: int | None
    bot: str
    """The bot that plays while no member does."""
    account: str | None = None
    """The id of the account that the game counts for; None for a guest, and for a bot."""
    here: bool = False
    has_come: bool = False
    """Whether they have been here since the game began."""
    away: bool = False
    gone: float = 0.0
    """When they lost their last connection."""
    bot_discards: int = 0
    """How many tiles a bot has discarded for them since they last did something themselves."""

    @property
    def plays(self) -> bool:
        """Whether a person plays now."""
        return self.member is not None and not self.away

    def as_dict(self, bot_in: int | None) -> RoomPlayer:
        """``bot_in``: the milliseconds until a bot plays for them, if that is to come."""
        is_bot = self.member is None
        return {
            "name": self.name,
            "member": self.member,
            "bot": self.bot if is_bot else None,
            "here": is_bot or self.here,
            "away": self.away,
            "bot_in": bot_in,
        }
