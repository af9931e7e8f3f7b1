"""Rated games that all people have left end by themselves: bots play on for them (``Session``). A room in memory does so; this finds the
rooms that are not, as after a crash."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from sqlalchemy.engine import Connection

from quepu.errors import QuepuError
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.store_rated import rooms_of_rated_games
from quepu.server.play.store_rows import rooms_of_nodes

LOG = logging.getLogger("quepu.server")

_AT_ONCE = 50
"""The maximum number of rooms that are opened at a time."""


_PASSING = ("moved", "not_found", "store_unwritable", "store_gone")
"""Errors of rooms that may be opened later: another node has the room, it is gone, or the database cannot be reached."""


class DesertedGames:
    def __init__(self, rooms: RoomRegistry, seconds: float) -> None:
        """``seconds`` is how long a game waits for people: they have as long to come back before this opens their room."""
        self._rooms = rooms
        self._seconds = seconds
        self._broken: set[str] = set()
        """Rooms that cannot be opened."""

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await asyncio.sleep(self._seconds)
            with suppress(QuepuError):  # of the store: the next time may succeed
                await self.once()

    async def once(self) -> None:
        """Open rooms with a rated game that is not over; in them the time begins to run."""

        def look(connection: Connection) -> list[str]:
            live = rooms_of_nodes(connection)
            return [id for id in rooms_of_rated_games(connection) if id not in live]

        found = [id for id in await self._rooms.store.do(look) if id not in self._broken and id not in self._rooms.live]
        for id in found[:_AT_ONCE]:
            await self._open(id)

    async def _open(self, id: str) -> None:
        try:
            await self._rooms.find(id)
        except Exception as error:  # one game that cannot go on must not keep the others
            if not isinstance(error, QuepuError) or error.code not in _PASSING:
                LOG.exception("the room %s cannot be opened", id)
                self._broken.add(id)
