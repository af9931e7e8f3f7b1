"""Players of a game that are programs connected to the server: how a room names them, and what it needs from whoever connects them."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from quepu.server.play.session import BotRequest, Session

_PREFIX = "bot:"
"""Before the id of a connected bot, where the name of a built-in one could be too."""


def player_of(bot: str) -> str:
    """The bot of a player that a connected bot plays.

    >>> player_of("k3v9"), bot_of("bot:k3v9"), bot_of("normal")
    ('bot:k3v9', 'k3v9', None)
    """
    return _PREFIX + bot


def bot_of(player: str) -> str | None:
    """The id of the connected bot; None for a built-in one."""
    return player.removeprefix(_PREFIX) if player.startswith(_PREFIX) else None


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A connected bot that has a chair in a room."""

    id: str
    name: str


class ConnectedBots(Protocol):
    """All connected bots, as rooms know them."""

    def name_of(self, bot: str, open_only: bool) -> str | None:
        """The name of a bot that is connected, and, with ``open_only``, lets hosts give it a chair."""
        ...

    def ask(self, session: Session, request: BotRequest) -> Awaitable[int]:
        """Ask the bot of a player for an action; the answer comes in time, whatever the bot does."""
        ...

    def follow(self, session: Session) -> None:
        """Send the bots of a game what is new to them when a deal or the game is over."""
        ...

    def leave(self, game: str) -> None:
        """The game goes on elsewhere, or not at all."""
        ...

    def seated(self, bot: str, room: str, has_chair: bool) -> None:
        """A bot has got a chair in a room, or has lost it."""
        ...
