"""The connected bots that have a chair in a room. They play in its next games, before built-in ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.server.play.connected import SeatedBot
from quepu.server.play.messages import SeatBot
from quepu.server.play.schemas import RoomBot

if TYPE_CHECKING:
    from quepu.server.play.room import Room


class SeatedBots:
    """Those of one room, in the order in which they came."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._bots: list[SeatedBot] = []

    def restore(self, stored: list[list[str]]) -> None:
        self._bots = [SeatedBot(id, name) for id, name in stored]

    def stored(self) -> list[list[str]]:
        """For the store."""
        return [[bot.id, bot.name] for bot in self._bots]

    def as_dicts(self) -> list[RoomBot]:
        return [{"bot": bot.id, "name": bot.name} for bot in self._bots]

    def present(self) -> list[SeatedBot]:
        """Those that are connected now."""
        connected = self._room.connected
        return [] if connected is None else [bot for bot in self._bots if connected.name_of(bot.id, open_only=False) is not None]

    def receive(self, number: int, message: SeatBot) -> None:
        """The host gives a bot a chair, or takes it away."""
        room = self._room
        if number != room.members.host:
            raise QuepuError("not_the_host")
        if message.t == "unseat_bot":
            self.remove(message.bot)
            return
        name = None if room.connected is None else room.connected.name_of(message.bot, open_only=True)
        if name is None:
            raise QuepuError("no_such_bot", text=message.bot)
        self.add(message.bot, name)

    def add(self, id: str, name: str) -> None:
        """Give a bot a chair, if one is free, for the next games. People have the first choice of chairs."""
        room = self._room
        if room.phase == "playing" or room.plan is not None:
            raise QuepuError("not_now")
        if any(bot.id == id for bot in self._bots):
            return
        if len(room.members.seated()) + len(self._bots) >= 4:
            raise QuepuError("no_chair")
        self._change([*self._bots, SeatedBot(id, self._free_name(name))], id, True)

    def _free_name(self, name: str) -> str:
        """A name that neither a member nor another bot has."""
        wanted, count = name, 2
        while (name := self._room.members.free_name(name)) in {bot.name for bot in self._bots}:
            name, count = f"{wanted} {count}", count + 1
        return name

    def remove(self, id: str) -> None:
        """Take the chair of a bot away. If it plays, it does so until the game is over."""
        if all(bot.id != id for bot in self._bots):
            raise QuepuError("no_such_bot", text=id)
        self._change([bot for bot in self._bots if bot.id != id], id, False)

    def forget(self, deleted: set[str]) -> None:
        """These bots were deleted, and the store has taken their chairs away."""
        if any(bot.id in deleted for bot in self._bots):
            self._bots = [bot for bot in self._bots if bot.id not in deleted]
            self._room.announce()

    def _change(self, bots: list[SeatedBot], id: str, has_chair: bool) -> None:
        self._bots = bots
        self._room.store_settings()
        self._room.announce()
        if self._room.connected is not None:
            self._room.connected.seated(id, self._room.id, has_chair)
