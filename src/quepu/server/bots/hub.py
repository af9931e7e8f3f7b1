"""All bots that are connected to this server, and their seats at games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quepu.bot_protocol.seat import DealSoFar
from quepu.engine import Header
from quepu.errors import QuepuError
from quepu.server.bots.messages import MOST_HANDS
from quepu.server.bots.schemas import BotLimits, ConnectedBot
from quepu.server.bots.seats import MAX_FAULTS, BotSeat
from quepu.server.play.banned import BANNED, Banned
from quepu.server.play.connected import bot_of
from quepu.server.play.connection import Connection
from quepu.server.play.game import Game
from quepu.server.play.session import BotRequest, Session
from quepu.server.play.store_bots import StoredBot
from quepu.server.settings import Settings

if TYPE_CHECKING:
    from quepu.server.bots.elsewhere import Elsewhere

LOG = logging.getLogger("quepu.server")

UNKNOWN = 4401
"""The code that closes a connection with a token that no bot has."""
REPLACED = 4409
"""The code that closes a connection when the same bot connects again."""
TOO_MANY_ERRORS = 4429
"""The code that closes a connection over which too many messages came that had to be refused."""


@dataclass(slots=True, eq=False)
class BotConnection:
    """A bot that is connected, to this node or to another one that has announced it, and what it wants to play."""

    bot: StoredBot
    connection: Connection
    address: str
    is_local: bool
    program: str = ""
    rooms: bool = False
    ladder: frozenset[str] = frozenset()
    most_games: int = 1
    has_sandbox: bool = False
    """It is at the sandbox table."""
    games_elsewhere: int = 0
    """How many games it plays at other nodes."""
    elsewhere: Elsewhere | None = None
    """The other nodes, if there are any, and it is connected to this one."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """What it does apart from reading messages."""


class BotHub:
    def __init__(self, settings: Settings, banned: Banned | None = None) -> None:
        self.settings = settings
        self.banned = banned or Banned(settings)
        self.connected: dict[str, BotConnection] = {}
        """By the id of the bot."""
        self.seats: dict[tuple[str, int], BotSeat] = {}
        """By game and player."""
        self.changed = asyncio.Event()
        """Set when a bot connects, changes what it wants, or a game ends."""
        self._shown: dict[str, int] = {}
        """By game of a room: the last deal whose end was sent."""

    @property
    def limits(self) -> BotLimits:
        settings = self.settings
        return {
            "turn_seconds": settings.bot_turn_seconds,
            "claim_seconds": settings.bot_claim_seconds,
            "faults": MAX_FAULTS,
            "hands": MOST_HANDS,
        }

    # Connections.

    def connect(self, found: BotConnection) -> None:
        """A bot is connected. An earlier connection of it ends; other nodes may announce them in any order."""
        before = self.connected.get(found.bot.id)
        if before is not None and before.bot.seen > found.bot.seen:
            found.connection.close(REPLACED)
            return
        if before is not None:
            before.connection.close(REPLACED)
        self.connected[found.bot.id] = found
        bot = found.bot
        found.connection.send({"t": "welcome", "bot": {"id": bot.id, "name": bot.name, "owner": bot.owner}, "limits": self.limits})
        for seat in self._seats_of(bot.id):
            seat.connect(found.connection.send)
        self.changed.set()

    def disconnect(self, gone: BotConnection) -> None:
        """A connection has ended; there may be a newer one of the same bot."""
        if self.connected.get(gone.bot.id) is gone:
            del self.connected[gone.bot.id]
            for seat in self._seats_of(gone.bot.id):
                seat.disconnect()

    def dismiss(self, bot: str) -> None:
        """Close the connection of a bot whose token is not valid any more."""
        found = self.connected.get(bot)
        if found is not None:
            found.connection.close(UNKNOWN)

    def dismiss_of(self, account: str) -> None:
        """Close the connections of the bots of an account that was deleted."""
        for found in list(self.connected.values()):
            if found.bot.account == account:
                found.connection.close(UNKNOWN)

    def close_banned(self) -> None:
        """Close the connections of bots that are, or whose owners are, banned."""
        for one in self.connected.values():
            if self.banned.has_account(one.bot.account) or self.banned.has_address(one.address, one.is_local):
                one.connection.close(BANNED)

    def _seats_of(self, bot: str) -> list[BotSeat]:
        return [seat for seat in self.seats.values() if seat.bot == bot]

    def games_of(self, bot: str) -> int:
        """In how many games it is, at all nodes."""
        found = self.connected.get(bot)
        return self.games_here(bot) + (0 if found is None else found.games_elsewhere)

    def games_here(self, bot: str) -> int:
        """In how many games of this node it is."""
        return len(self._seats_of(bot))

    def plays(self, bot: str, game: str) -> bool:
        """Whether it is in a game of this node."""
        return any(seat.game == game for seat in self._seats_of(bot))

    def describe(self) -> list[ConnectedBot]:
        """All that are connected, in the order of their names."""
        found: list[ConnectedBot] = [
            {
                "bot": one.bot.id,
                "name": one.bot.name,
                "owner": one.bot.owner,
                "program": one.program,
                "rooms": one.rooms,
                "ladder": sorted(one.ladder),
                "games": self.games_of(one.bot.id),
            }
            for one in self.connected.values()
        ]
        return sorted(found, key=lambda one: (one["name"], one["bot"]))

    def answered(self, bot: str, game: str, id: int, action: int | None) -> None:
        """A bot has answered. Raises QuepuError if it was not asked."""
        seats = [seat for seat in self._seats_of(bot) if seat.game == game]
        if not seats:
            raise QuepuError("stale", n=id, now=0)
        seats[0].answered(id, action)

    # Seats.

    def sit(self, bot: str, game: str, kind: str, header: Header, number: int) -> BotSeat:
        """The seat of a bot at a game, which is new to it."""
        seat = self.seats[game, number] = BotSeat(bot, game, kind, header, number, self.settings)
        connected = self.connected.get(bot)
        if connected is not None:
            seat.connect(connected.connection.send)
        return seat

    def is_replaced(self, game: str, number: int) -> bool:
        """Whether a built-in player has gone on for a bot."""
        seat = self.seats.get((game, number))
        return seat is not None and seat.replaced

    def leave(self, game: str) -> None:
        """Forget the seats at a game that does not go on here."""
        for key in [key for key in self.seats if key[0] == game]:
            seat = self.seats.pop(key)
            seat.over(None)
        self._shown.pop(game, None)
        self.changed.set()

    def end(self, game: str, scores: list[int], ranks: list[int] | None = None) -> None:
        """A game is over."""
        for key in [key for key in self.seats if key[0] == game]:
            self.seats.pop(key).over(scores, ranks)
        self._shown.pop(game, None)
        self.changed.set()

    # Rooms.

    def name_of(self, bot: str, open_only: bool) -> str | None:
        found = self.connected.get(bot)
        return found.bot.name if found is not None and (found.rooms or not open_only) else None

    def seated(self, bot: str, room: str, has_chair: bool) -> None:
        found = self.connected.get(bot)
        if found is not None:
            found.connection.send({"t": "seated" if has_chair else "unseated", "room": room})

    def ask(self, session: Session, request: BotRequest) -> Awaitable[int]:
        [seat] = self._room_seats(session, [request.player])
        return seat.answer_to(seat.ask(_so_far(session.game), request.view), request.view)

    def follow(self, session: Session) -> None:
        game = session.game
        has_seats = any((session.id, number) in self.seats for number in range(4))
        if not has_seats and game.over:
            return
        if game.deal is None and game.began is not None and self._shown.get(session.id) != game.began.number:
            self._shown[session.id] = game.began.number
            for seat in self._room_seats(session, range(4)):
                seat.deal_over(_so_far(game))
        if game.over:
            self.end(session.id, list(game.match.scores))

    def _room_seats(self, session: Session, players: Iterable[int]) -> list[BotSeat]:
        """The seats of connected bots among these players of a room."""
        found = []
        for number in players:
            bot = bot_of(session.players[number].bot) if session.players[number].member is None else None
            if bot is not None:
                known = self.seats.get((session.id, number))
                found.append(known or self.sit(bot, session.id, "room", session.game.header, number))
        return found


def _so_far(game: Game) -> DealSoFar:
    assert game.began is not None
    assert game.latest is not None
    return DealSoFar(game.began, list(game.batches), game.latest.rules.shows_concealed_kongs)
