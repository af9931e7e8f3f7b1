"""A client that plays: it speaks the protocol over a real socket, keeps all it was sent, and connects again when it must."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Message = dict[str, Any]
Chooser = Callable[[Message], int]
"""Of a table with a prompt: the action."""


def first(table: Message) -> int:
    """Wins, passes, throws the tile just drawn; else does the first thing."""
    legal: list[int] = table["prompt"]["legal"]
    return next((action for action in (115, 119) if action in legal), legal[0])


def at_random(seed: int) -> Chooser:
    random = Random(seed)
    return lambda table: random.choice(table["prompt"]["legal"])


class Client:
    """A member of a room, or with the token None a spectator."""

    def __init__(self, port: int, room: str, token: str | None, choose: Chooser = first) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/v1/rooms/{room}/socket"
        self.options: dict[str, Any] = {}
        """More arguments to connect with."""
        self.token = token
        self.choose = choose
        self.raw: list[str] = []
        """Everything it was sent."""
        self.updates: dict[int, list[Message]] = {}
        """The events of each update of the game, by its number."""
        self.views: dict[int, Message | None] = {}
        """What it saw at each update; of those it missed only the last."""
        self.game: str | None = None
        self.n: int | None = None
        self.table: Message | None = None
        self.room: Message = {}
        self.you: Message = {}
        self.nonces: dict[int, str] = {}
        """Its nonce of each hand, committed to and opened as the table asks for it."""
        self.given: set[tuple[str, int]] = set()
        """What was sent of them on this connection."""
        self.errors: list[Message] = []
        self.socket: ClientConnection | None = None
        self.answered: set[int] = set()
        self.confirmed: dict[int, int | None] = {}
        """The answers that the table has confirmed, by the update they answered."""

    async def open(self) -> None:
        self.socket = await connect(self.address, compression=None, open_timeout=60, max_size=None, ping_interval=None, **self.options)
        await self.send({"t": "hello", "token": self.token, "game": self.game, "after": self.n})
        self.given = set()
        message = await self.receive()
        assert message["t"] == "welcome"

    async def enter(self) -> None:
        """Open it, again and again where the room is on its way to another node, as pages do."""
        async with asyncio.timeout(60):
            while True:
                try:
                    await self.open()
                except ConnectionClosed as closed:
                    if closed.rcvd is None or closed.rcvd.code != 1012:
                        raise
                    await asyncio.sleep(0.05)
                else:
                    return

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send(self, message: Message) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps({"v": 1, **message}))

    async def receive(self) -> Message:
        """The next message, taken in."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), 60)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = json.loads(text)
        assert message.pop("v") == 1
        self._take(message)
        return message

    def _take(self, message: Message) -> None:
        kind = message["t"]
        if kind == "welcome":
            self.you, self.room = message["you"], message["room"]
            self._see(message["table"])
            for missed in message["missed"] or []:
                self._tell(missed["n"], missed["events"])
        elif kind == "update":
            self._see(message["table"])
            self._tell(message["n"], message["events"])
        elif kind == "table":
            self._see(message["table"])
        elif kind == "room":
            self.room = message["room"]
        elif kind == "answered":
            self.confirmed[message["n"]] = message["action"]
        elif kind == "error":
            self.errors.append(message)

    def _see(self, table: Message | None) -> None:
        if table is not None and table["game"] != self.game:
            self.game, self.n, self.updates, self.views, self.answered, self.confirmed = table["game"], None, {}, {}, set(), {}
            self.nonces, self.given = {}, set()
        if table is not None:
            if self.confirmed.get(table["n"]) is not None:
                assert table["answered"] == self.confirmed[table["n"]], "a confirmed answer is kept"
            assert self.n is None or table["n"] >= self.n, "a table never goes back"
            self.n = table["n"]
            self.you["player"] = table["you"]
            self.views[table["n"]] = table["view"]
        self.table = table

    def _tell(self, n: int, events: list[Message]) -> None:
        assert self.updates.setdefault(n, events) == events, "an update is always the same"

    def hand_number(self) -> int:
        return self.table["hand"]["number"] if self.table and self.table["hand"] else 0

    async def give_nonces(self, table: Message) -> None:
        """Commit to a nonce, or open one, where that is asked for and was not done yet."""
        for kind in ("open", "commit"):
            hand = table[kind]
            if hand is None or (kind, hand) in self.given:
                continue
            nonce = self.nonces.setdefault(hand, secrets.token_hex(16))
            commitment = sha256(bytes.fromhex(nonce)).hexdigest()
            if kind == "open" and commitment not in table["waits"]["nonce_commitments"]:
                continue  # another device has committed to its own
            self.given.add((kind, hand))
            await self.send({"t": kind, "hand": hand, **({"nonce": nonce} if kind == "open" else {"commitment": commitment})})

    async def answer(self) -> None:
        """Do what the table asks for."""
        table = self.table
        if table is None:
            return
        await self.give_nonces(table)
        if table["prompt"] is None:
            return
        if "ready" in table["prompt"]:
            if table["n"] not in self.answered:
                self.answered.add(table["n"])
                await self.send({"t": "ready", "hand": table["waits"]["hand"]})
        elif table["n"] not in self.answered:
            self.answered.add(table["n"])
            await self.send({"t": "act", "n": table["n"], "action": self.choose(table)})

    async def play(self, until: Callable[[Client], bool] = lambda client: client.room["phase"] == "over") -> None:
        """Answer everything until the game is over, or something else has come true."""
        if self.socket is None:
            await self.open()
        while not until(self):
            await self.answer()
            await self.receive()

    async def play_on(self, again: Callable[[], Awaitable[None]]) -> None:
        """Play to the end through any number of broken connections; ``again`` waits until it makes sense to connect once more."""
        while True:
            with suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError):
                if self.socket is None:
                    await self.open()
                self.answered = set()
                await self.play()
                return
            self.socket = None
            await again()
