"""A bot that a test moves by hand, in the process of the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

Message = dict[str, Any]


class Bot:
    """A connection of a bot; ``log`` has all that it was sent."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.log: list[Message] = []

    def send(self, t: str, **message: Any) -> None:
        self.socket.send_text(json.dumps({"v": 1, "t": t, **message}))

    def receive(self) -> Message:
        message: Message = json.loads(self.socket.receive_text())
        assert message.pop("v") == 1
        self.log.append(message)
        return message

    def until(self, t: str) -> Message:
        """The next message of a kind."""
        while (message := self.receive())["t"] != t:
            pass
        return message

    def answer(self, ask: Message, action: int | None) -> None:
        self.send("act", game=ask["game"], id=ask["id"], action=action)

    def play(self, choose: Callable[[Message], int]) -> Message:
        """Answer all questions until a game is over."""
        while (message := self.receive())["t"] != "over":
            if message["t"] == "ask":
                self.answer(message, choose(message))
        return message

    def closed(self) -> int:
        """The code with which the server closes the connection."""
        try:
            while True:
                self.receive()
        except WebSocketDisconnect as error:
            return error.code


def first(ask: Message) -> int:
    """Wins, passes, discards the tile just drawn; else does the first thing."""
    legal: list[int] = ask["legal"]
    return next((action for action in (115, 119) if action in legal), legal[0])


def new_bot(site: TestClient, name: str = "Tester") -> Message:
    answer = site.post("/api/v1/bots", json={"name": name})
    assert answer.status_code == 200, answer.text
    made: Message = answer.json()
    return made


@contextmanager
def connected(site: TestClient, token: str, **hello: Any) -> Iterator[Bot]:
    """A bot that has said hello."""
    with site.websocket_connect("/api/v1/bots/socket") as socket:
        bot = Bot(socket)
        bot.send("hello", token=token, **hello)
        yield bot
