"""The list of public rooms: those of this server, and of all other nodes.

Each node looks once a second what has changed in its own list, and tells it the others. What a node has told counts as long as that node
lives.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from quepu.server.cluster.alone import Cluster
from quepu.server.play.schemas import ListedRoom

TOPIC = "lobby"
_PAUSE = 1.0


@dataclass(frozen=True, slots=True)
class Listed:
    """A room in the list, and since when it is in memory, by the clock of its machine."""

    since: float
    room: ListedRoom


class Lobby:
    """The public rooms. With other nodes, ``run`` keeps the list current until it is cancelled."""

    def __init__(self, cluster: Cluster, own: Callable[[], list[Listed]]) -> None:
        """``own`` returns the rooms of this server, the newest first."""
        self._cluster = cluster
        self._own = own
        self._told: dict[str, Listed] = {}
        """What the others know of this node."""
        self._told_as = ""
        """The id of this node when it told them."""
        self._others: dict[str, tuple[str, Listed]] = {}
        """By the id of a room: its node, and what that has told of it."""

    def rooms(self) -> list[ListedRoom]:
        """The public rooms, the newest first."""
        own = self._own()
        if not self._others:
            return [listed.room for listed in own]
        here = {listed.room["id"] for listed in own}
        others = [listed for id, (node, listed) in self._others.items() if id not in here and node in self._cluster.live]
        return [listed.room for listed in sorted([*own, *others], key=lambda listed: listed.since, reverse=True)]

    async def run(self) -> None:
        end = self._cluster.bus.subscribe(TOPIC, self._receive, missed=self._ask)
        self._ask()
        try:
            while True:
                self._tell()
                self._others = {id: one for id, one in self._others.items() if one[0] in self._cluster.live}
                await asyncio.sleep(_PAUSE)
        finally:
            end()

    def _publish(self, **what: object) -> None:
        self._cluster.bus.publish(TOPIC, json.dumps({"node": self._cluster.id, **what}, ensure_ascii=False, separators=(",", ":")))

    def _ask(self) -> None:
        """Let the others tell everything again."""
        self._publish(ask=True)

    def _tell(self) -> None:
        """Tell the others what has changed."""
        if self._told_as != self._cluster.id:
            self._told, self._told_as = {}, self._cluster.id
        now = {listed.room["id"]: listed for listed in self._own()}
        for id in self._told.keys() - now.keys():
            self._publish(gone=id)
        for id, listed in now.items():
            if self._told.get(id) != listed:
                self._publish(since=listed.since, room=listed.room)
        self._told = now

    def _receive(self, text: str) -> None:
        message = json.loads(text)
        node = message["node"]
        if node == self._cluster.id:
            return
        if "ask" in message:
            self._told = {}
        elif "room" in message:
            self._others[message["room"]["id"]] = node, Listed(message["since"], message["room"])
        elif self._others.get(message["gone"], ("",))[0] == node:
            del self._others[message["gone"]]
