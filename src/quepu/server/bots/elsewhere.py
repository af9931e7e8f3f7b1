"""A bot plays at all nodes, whichever it is connected to: that one announces it to the others.

For each bot there is a connection to each other node, relayed as if the bot itself had opened it there, except for its first message. What
comes over it is passed on to the bot, and the bot's answer goes to the node that plays the game.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from starlette.types import Message as SocketMessage
from starlette.types import Scope

from quepu.errors import QuepuError
from quepu.server.bots.hub import REPLACED, TOO_MANY_ERRORS, UNKNOWN, BotConnection, BotHub
from quepu.server.bots.messages import Act, Join, WantLadder
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.routes import Relays
from quepu.server.cluster.upstream import Unreachable
from quepu.server.play.connection import encode

Message = dict[str, Any]

_LOOK = 0.5
"""How often it is looked which nodes there are, and which connections have ended."""
_MAX_WAITING = 256
"""The maximum number of messages that wait for a node. Beyond it the connection ends, and another one is made."""
_FINAL = (UNKNOWN, REPLACED, TOO_MANY_ERRORS)
"""The codes of another node that close the connection of the bot itself."""


class _Link:
    """A connection to another node, from before it is made until it ends."""

    task: asyncio.Task[None]
    """It makes the connection, and ends with it."""

    def __init__(self) -> None:
        self.outgoing: asyncio.Queue[SocketMessage] = asyncio.Queue(_MAX_WAITING)
        self.outgoing.put_nowait({"type": "websocket.connect"})
        self.games = 0
        """The number of the bot's games elsewhere, as the node was told."""
        self._pings: deque[asyncio.Future[bool]] = deque()

    def send(self, message: Mapping[str, Any]) -> None:
        if self.outgoing.full():
            self.task.cancel()
        else:
            self.outgoing.put_nowait({"type": "websocket.receive", "text": encode(message)})

    def tell(self, games: int) -> None:
        """Say how many games the bot plays elsewhere, if that has changed."""
        if games != self.games:
            self.send({"t": "elsewhere", "games": games})
            self.games = games

    def settled(self) -> asyncio.Future[bool]:
        """Wait until the node has done everything that it was sent. The result is False if the connection ends before."""
        self.send({"t": "ping"})
        settled: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pings.append(settled)
        return settled

    def answer_ping(self, is_done: bool) -> None:
        settled = self._pings.popleft()
        if not settled.done():
            settled.set_result(is_done)

    def end(self) -> None:
        while self._pings:
            self.answer_ping(False)


class Elsewhere:
    """A bot that is connected to this node, at the other nodes."""

    def __init__(self, found: BotConnection, scope: Scope, hub: BotHub, cluster: Cluster, relays: Relays) -> None:
        """``scope`` is that of its socket."""
        self._found = found
        self._scope = scope
        self._hub = hub
        self._cluster = cluster
        self._relays = relays
        self._links: dict[str, _Link] = {}
        """By the address of the node."""
        self._games: dict[str, str] = {}
        """The address of the node that plays a game."""

    async def run(self) -> None:
        """Keep connections to all other nodes until cancelled."""
        try:
            while True:
                self.look()
                await asyncio.sleep(_LOOK)
        finally:
            tasks = [link.task for link in self._links.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def look(self) -> None:
        """Connect to nodes that are not connected, and tell the others how many games the bot plays."""
        live = {node.address for node in self._cluster.others}
        for address in self._links.keys() - live:
            self._links.pop(address).task.cancel()
        for address in live:
            link = self._links.get(address)
            if link is None or link.task.done():
                link = self._links[address] = _Link()
                link.games = self._games_not_at(address)
                link.send(self._announcement(link.games))
                link.task = asyncio.create_task(self._connect(address, link))
            else:
                link.tell(self._games_not_at(address))

    def _announcement(self, games: int) -> Message:
        found, bot = self._found, self._found.bot
        who = {"id": bot.id, "name": bot.name, "account": bot.account, "owner": bot.owner, "seen": bot.seen}
        wants = {"program": found.program, "rooms": found.rooms, "ladder": sorted(found.ladder), "games": found.most_games}
        return {"t": "announced", **who, **wants, "elsewhere": games}

    async def _connect(self, address: str, link: _Link) -> None:
        """Make a connection, and pass on what comes over it until it ends."""
        try:
            with suppress(Unreachable):
                await self._relays.get().websocket(address, self._scope, link.outgoing.get, partial(self._receive, address, link))
        finally:
            link.end()
            for game in [game for game, at in self._games.items() if at == address]:
                del self._games[game]
                self._found.connection.send({"t": "over", "game": game, "scores": None, "ranks": None})
            self._count()

    # From the other nodes.

    async def _receive(self, address: str, link: _Link, message: SocketMessage) -> None:
        if message["type"] == "websocket.close" and message["code"] in _FINAL:
            self._found.connection.close(message["code"])
        elif message["type"] == "websocket.send":
            text = message["text"]
            self._pass_on(address, link, text, json.loads(text))

    def _pass_on(self, address: str, link: _Link, text: str, message: Message) -> None:
        if message["t"] == "pong":
            link.answer_ping(True)
        elif message["t"] != "welcome" and ("game" not in message or self._follow(address, message)):
            self._found.connection.send_text(text)

    def _follow(self, address: str, message: Message) -> bool:
        """Note who plays a game. Whether a message about it is from that node: one that was paused may not know that it has lost it."""
        game = message["game"]
        if self._hub.plays(self._found.bot.id, game):
            return False
        if message["t"] == "game":
            self._games[game] = address
        elif self._games.setdefault(game, address) != address:
            return False
        if message["t"] == "over":
            del self._games[game]
        self._count()
        return True

    def _count(self) -> None:
        self._found.games_elsewhere = len(self._games)
        self._hub.changed.set()

    def _games_not_at(self, address: str) -> int:
        return self._hub.games_here(self._found.bot.id) + sum(at != address for at in self._games.values())

    # From the bot.

    def answer(self, message: Act) -> bool:
        """Pass an answer on, if another node plays the game; whether one does."""
        link = self._links.get(self._games.get(message.game, ""))
        if link is None or self._hub.plays(self._found.bot.id, message.game):
            return False
        link.send(message.model_dump())
        return True

    async def join(self, address: str, message: Join) -> None:
        """Let another node give the bot a chair, or say why not. Raises QuepuError if that node is gone."""
        link = self._links.get(address)
        if link is None or link.task.done():
            raise QuepuError("moved")
        link.send(message.model_dump())
        if not await link.settled():
            raise QuepuError("moved")

    def want(self, message: WantLadder) -> None:
        """Tell all nodes of which rule books the bot wants games of the ladder."""
        for link in self._links.values():
            link.send(message.model_dump())

    async def settle(self) -> None:
        """Wait until all nodes know how many games the bot plays, and until those that they have begun before are known here."""
        waiting = []
        for address, link in self._links.items():
            if not link.task.done():
                link.tell(self._games_not_at(address))
                waiting.append(link.settled())
        await asyncio.gather(*waiting)
