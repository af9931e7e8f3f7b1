"""The connection of a bot to a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from quepu.bot_client.register import BotError, Message

Choose = Callable[[Message], int | Awaitable[int | None] | None]
"""A player: of a question, one of its ``legal`` actions."""
Notice = Callable[[Message], None]
"""Called with every message that is not a question."""

VERSION = 1
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
"""The pauses before connecting again, in seconds."""
_LASTED = 10.0
"""A connection that has lasted so long was a good one: the next pause is short again."""
_FINAL = {
    4400: "the server does not understand this version of the client",
    4401: "the token is unknown",
    4409: "the same bot has connected again elsewhere, or too many connections come from this address",
}
"""The codes after which connecting again does not help."""


class Client:
    """A bot of a server. ``run`` plays until it is cancelled, and connects again when the connection is lost."""

    def __init__(
        self, server: str, token: str, *, program: str = "", rooms: bool = False, ladder: Sequence[str] = (), games: int = 4
    ) -> None:
        """``rooms``: hosts may give it a chair. ``ladder``: the rule books of which it plays the ladder. ``games``: the maximum number
        at the same time."""
        parts = urlsplit(server)
        self.address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/api/v1/bots/socket"
        self.hello = {"t": "hello", "token": token, "program": program, "rooms": rooms, "ladder": list(ladder), "games": games}
        self._socket: ClientConnection | None = None
        self._answering: set[asyncio.Task[None]] = set()

    # A program without an event loop of its own.

    def sandbox(self, choose: Choose, notice: Notice | None = None, **wanted: Any) -> list[int]:
        """Play one game at the sandbox table; the scores by player. ``wanted`` are keys of the message ``sandbox``."""
        return asyncio.run(self.run_sandbox(choose, notice, **wanted))

    def serve(self, choose: Choose, notice: Notice | None = None, first: Sequence[Message] = ()) -> None:
        """Play until interrupted."""
        with suppress(KeyboardInterrupt):
            asyncio.run(self.run(choose, notice, first))

    # Coroutines.

    async def run_sandbox(self, choose: Choose, notice: Notice | None = None, **wanted: Any) -> list[int]:
        """As ``sandbox``."""
        over: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()
        begun: set[str] = set()

        def look(message: Message) -> None:
            if notice is not None:
                notice(message)
            if over.done():
                return
            if message["t"] == "game" and message["kind"] == "sandbox":
                begun.add(message["game"])
            elif message["t"] == "over" and message["game"] in begun:
                if message["scores"] is None:
                    over.set_exception(BotError("not_over", "the game was not played to its end"))
                else:
                    over.set_result(message["scores"])
            elif message["t"] == "error" and message["re"] == "sandbox":
                over.set_exception(BotError(message["error"]["code"], message["error"]["message"]))

        running = asyncio.create_task(self.run(choose, look, [{"t": "sandbox", **wanted}], again=False))
        waiting: list[asyncio.Future[Any]] = [running, over]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running  # an error of the connection is raised here
        if not over.done():
            raise BotError("not_over", "the connection was lost before the end of the game")
        return over.result()

    async def run(self, choose: Choose, notice: Notice | None = None, first: Sequence[Message] = (), again: bool = True) -> None:
        """Answer questions until the server closes the connection for good, or, without ``again``, for any reason. ``first`` is sent after
        the first welcome."""
        pause, loop, to_send = _FIRST_PAUSE, asyncio.get_running_loop(), list(first)
        while True:
            began = loop.time()
            try:
                async with connect(self.address, compression=None, max_size=None, proxy=None) as self._socket:
                    await self.send(self.hello)
                    await self._read(choose, notice, to_send)
            except (ConnectionClosed, InvalidHandshake, OSError) as error:
                self._check(error)
                if not again:
                    raise BotError("connection", str(error)) from error
            finally:
                self._socket = None
                for task in self._answering:
                    task.cancel()
            pause = _FIRST_PAUSE if loop.time() >= began + _LASTED else min(_LONGEST_PAUSE, 2 * pause)
            await asyncio.sleep(pause)

    @staticmethod
    def _check(error: Exception) -> None:
        """Raise BotError if connecting again does not help."""
        code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd is not None else None
        if code in _FINAL:
            raise BotError(str(code), _FINAL[code]) from error

    async def send(self, message: Message) -> None:
        """Send a message, if there is a connection."""
        if self._socket is not None:
            await self._socket.send(json.dumps({"v": VERSION, **message}))

    async def _read(self, choose: Choose, notice: Notice | None, to_send: list[Message]) -> None:
        assert self._socket is not None
        async for text in self._socket:
            message: Message = json.loads(text)
            if message["t"] == "ask":
                answering = asyncio.create_task(self._answer(choose, message))
                self._answering.add(answering)
                answering.add_done_callback(self._answering.discard)
                continue
            if notice is not None:
                notice(message)
            while message["t"] == "welcome" and to_send:
                await self.send(to_send.pop(0))

    async def _answer(self, choose: Choose, ask: Message) -> None:
        chosen = choose(ask)
        action = chosen if chosen is None or isinstance(chosen, int) else await chosen
        with suppress(ConnectionClosed):
            await self.send({"t": "act", "game": ask["game"], "id": ask["id"], "action": action})
