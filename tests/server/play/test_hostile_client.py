"""Whatever a client sends, nothing changes that it may not change, nothing breaks, and it learns nothing that it may not know."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from quepu.engine import verify
from quepu.errors import QuepuError
from quepu.rules import BOOKS
from quepu.server.play.connection import encode
from quepu.server.play.messages import (
    Act,
    BadMessage,
    ChangeSpeed,
    ClientMessage,
    Hello,
    More,
    Phrase,
    Plain,
    Propose,
    Ready,
    Remove,
    Skip,
    Vote,
    read_message,
)
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server
from tests.server.play.driver import Driver, Message, settings
from tests.server.play.expected import expected_steps
from tests.server.play.hostile import MAX_BYTES, Hostile
from tests.sizes import variants

PLAYER, LOOKS_ON, NOBODY = 0, 4, -1
"""A player, a member without a chair, a spectator without a name."""


def everything(driver: Driver) -> tuple[Any, ...]:
    """All that anybody has been shown, would be shown, and that is stored."""
    shown = [encode(driver.session.views.snapshot(viewer)) for viewer in (0, 1, 2, 3, None)]
    return (driver.n, len(driver.writes), sum(map(len, driver.log.values())), encode(driver.room.describe()), *shown)


def may_do(driver: Driver, number: int, message: ClientMessage) -> bool:
    """Whether the member may do this now, so that it is not an attack."""
    if number == NOBODY:
        return isinstance(message, Plain) and message.t == "ping"
    if isinstance(message, Phrase) or (isinstance(message, Plain) and message.t == "ping"):
        return True
    if number != PLAYER:
        return False
    prompt = driver.prompt(number)
    if isinstance(message, Act):
        return bool(prompt and message.n == driver.n and message.action in prompt.get("legal", []))
    if isinstance(message, Ready):
        return bool(prompt and "ready" in prompt)
    if isinstance(message, More):
        return message.n == driver.n and driver.session.decision.is_window
    if isinstance(message, Skip):
        return False
    if isinstance(message, ChangeSpeed):
        return True  # they are the host
    if isinstance(message, Remove):
        return 0 < message.member < 5  # they are the host
    return isinstance(message, Vote) or (isinstance(message, Propose) and message.kind != "rematch") or message.t in ("away", "back")


def refusal(driver: Driver, number: int, text: str) -> str | None:
    """How a message is refused; None if it is not an attack, and was not sent."""
    try:
        message = read_message(text)
        if isinstance(message, Hello):
            raise BadMessage("hello has been said", "hello")
        if may_do(driver, number, message):
            return None
        driver.room.receive(number, message, driver.now)
    except QuepuError as error:
        driver.settle()
        return encode({"t": "error", "error": error.as_dict("en")})
    raise AssertionError(f"{text} was taken")


def attack(rules: str, messages: int, seed: int) -> None:
    """So many messages that are refused, while the others play; and more, if some way to be refused has not come up by chance."""
    wanted = {"bad_message", "stale", "not_a_player", "not_asked", "illegal_action", "not_now"}
    random = Random(seed)
    hostile = Hostile(random)
    driver = Driver(settings(rules, hands=None), people=5, seed=seed)
    driver.connect(NOBODY)
    driver.start()
    refused = 0
    codes: set[str] = set()
    while refused < messages or (not codes >= wanted and refused < 20_000):
        people = driver.prompted()
        hostile.seen = [*hostile.seen[-50:], honest_message(driver, people[0])] if people else hostile.seen
        for number in (PLAYER, LOOKS_ON, NOBODY):
            for _ in range(4):
                text = hostile.message(driver.n, driver.session.game.match.number)
                before = everything(driver)
                said = refusal(driver, number, text)
                if said is None:
                    continue
                assert everything(driver) == before, text
                assert same_whatever_is_hidden(driver, number, text, said, random)
                refused += 1
                codes.add(json.loads(said)["error"]["code"])
        driver.play(1)
    assert codes >= wanted


def honest_message(driver: Driver, number: int) -> Message:
    prompt = driver.prompt(number)
    assert prompt is not None
    if "ready" in prompt:
        return {"t": "ready", "hand": driver.session.game.match.number}
    return {"t": "act", "n": driver.n, "action": prompt["legal"][0]}


def same_whatever_is_hidden(driver: Driver, number: int, text: str, said: str, random: Random) -> bool:
    """Whether the refusal would be the same with the hidden tiles in another order."""
    hand = driver.session.game.deal
    player = driver.room.viewer(number)
    if hand is None or player is None:
        return True
    state = hand.state.copy()
    seat = driver.session.game.seats.index(player)
    tiles = bytearray(hand.state.hidden(seat))
    random.shuffle(tiles)
    hand.state.rearrange(seat, bytes(tiles))
    again = refusal(driver, number, text)
    hand.state.copy_from(state)
    return again == said


@variants("rules", *BOOKS)
def test_illegal_messages_change_nothing_and_send_nothing(rules: str) -> None:
    attack(rules, 800, seed=5)


@pytest.mark.long
@pytest.mark.parametrize("rules", BOOKS)
def test_twenty_thousand_messages_under_each_book_change_nothing_and_send_nothing(rules: str) -> None:
    attack(rules, 20_000, seed=6)


# Over real sockets.


class Attacker:
    """Sends whatever it likes, comes back whenever it is thrown out, and keeps all that it is sent."""

    def __init__(self, address: str, token: str | None, random: Random) -> None:
        self.address = address
        self.token = token
        self.random = random
        self.hostile = Hostile(random)
        self.raw: list[str] = []
        """What it was sent with its token,"""
        self.looked_on: list[str] = []
        """and where it had said hello without one: so anybody may look on who knows the room."""
        self.sent = 0
        self.n = 0
        self.hand = 1
        self.closed: set[int] = set()

    async def run(self, messages: int) -> None:
        while self.sent < messages:
            with suppress(WebSocketException, OSError, TimeoutError, EOFError, RuntimeError):
                async with connect(self.address, compression=None, open_timeout=20, max_size=None, ping_interval=None) as socket:
                    first = self.first()
                    reading = asyncio.create_task(self.read(socket, self.looked_on if is_hello_without_token(first) else self.raw))
                    try:
                        await self.be_hostile(socket, first, messages)
                    finally:
                        reading.cancel()
                        with suppress(asyncio.CancelledError, WebSocketException):
                            await reading
                        if socket.close_code is not None:
                            self.closed.add(socket.close_code)

    def first(self) -> str:
        """What it begins with: itself, now and then nobody, or anything."""
        chance = self.random.random()
        if chance < 0.03:
            return self.hostile.message(1, 1)
        return self.hostile.text({"t": "hello", "token": None if chance < 0.06 else self.token, "game": None, "after": None})

    async def be_hostile(self, socket: Any, first: str, messages: int) -> None:
        random = self.random
        self.sent += 1
        await socket.send(first)
        while self.sent < messages:
            self.sent += 1
            chance = random.random()
            if chance < 0.002:
                await socket.send(random.randbytes(random.randrange(1, 2000)))
            elif chance < 0.004:
                await socket.send("x" * random.choice((MAX_BYTES, MAX_BYTES + 1, 70_000)))
            elif chance < 0.005:
                socket.transport.write(random.randbytes(200))
            elif chance < 0.006:
                socket.transport.abort()
            else:
                await socket.send(self.hostile.message(self.n, self.hand))
            if random.random() < 0.1:
                await asyncio.sleep(random.uniform(0, 0.02))

    async def read(self, socket: Any, kept: list[str]) -> None:
        async for text in socket:
            kept.append(text)
            table = json.loads(text).get("table")
            if table is not None:
                self.n = table["n"]
                self.hand = (table["hand"] or {"number": 1})["number"]


def is_hello_without_token(text: str) -> bool:
    try:
        message = read_message(text)
    except BadMessage:
        return False
    return isinstance(message, Hello) and message.token is None


KINDS = {"welcome", "update", "table", "room", "answered", "committed", "opened", "more", "error", "pong", "phrase", "invite"}
"""The messages of the server."""
KEYS = {"v", "t", "n", "action", "hand", "commitment", "room", "re", "error", "you", "table", "missed", "member", "phrase", "invite"}
"""The keys of those that show no table."""


def check_bytes(raw: list[str], player: int | None, record: bytes, numbers: list[int]) -> int:
    """That all that was sent is what this viewer may know; ``numbers`` are the updates in which something happened. Counts the tables."""
    expected = dict(zip(numbers, expected_steps(record, player), strict=False))
    seen = 0
    for text in raw:
        message = json.loads(text)
        kind = message["t"]
        assert kind in KINDS, text
        table = message.get("table")
        if table is None:
            assert player is not None or message.get("invite") is None
            assert set(message) <= KEYS
            continue
        assert table["you"] == player
        assert set(table) == {"game", "n", "you", "hand", "scores", "view", "waits", "prompt", "answered", "commit", "open", "bot_discards"}
        if table["n"] in expected:
            events, view = expected[table["n"]]
            assert table["view"] == view
            assert kind != "update" or message["events"] == events
            seen += 1
    return seen


def attack_over_sockets(server: Server, messages: int, seed: int) -> None:
    """Four friends play; one of them, somebody who looks on, and two strangers attack."""
    opened = server.post("/rooms", {"name": "friend 0", "bots": "random", "rounds": 4, "rules": "guobiao"})
    room, tokens = opened["room"], [opened["token"]]
    tokens += [server.post(f"/rooms/{room}/join", {"name": f"friend {number}"})["token"] for number in range(1, 5)]
    clients = [Client(server.port, room, token, at_random(number)) for number, token in enumerate(tokens[:4])]
    address = clients[0].address
    server_is = server.process.pid

    async def play() -> list[Attacker]:
        for client in clients:
            await client.open()
        await clients[0].send({"t": "start"})
        attackers = [Attacker(address, token, Random(seed + at)) for at, token in enumerate((tokens[2], tokens[4], None, "no such token"))]
        attacking = asyncio.gather(*(attacker.run(messages // 4) for attacker in attackers))
        last: list[int] = []

        def is_enough(client: Client) -> bool:
            """All stop at the same update, so that nobody waits for one who has stopped; or the game is over already."""
            n = client.n or 0
            if client.room["phase"] == "over":
                return True
            if not last and attacking.done() and client.hand_number() > 2:
                last.append(n + 10)
            return bool(last) and n >= last[0]

        await asyncio.gather(*(client.play(is_enough) for client in clients))
        await attacking
        if clients[0].room["phase"] == "playing":
            await clients[0].send({"t": "propose", "kind": "end"})
            for client in clients[1:]:
                while client.room["proposal"] is None or client.room["proposal"]["kind"] != "end":
                    await client.receive()
                await client.send({"t": "vote", "id": client.room["proposal"]["id"], "agree": True})
        await asyncio.gather(*(client.play() for client in clients))
        return attackers

    attackers = asyncio.run(play())
    assert server.process.poll() is None
    assert server.process.pid == server_is
    log = (server.folder / "server.log").read_text()
    assert "Traceback" not in log, log[log.index("Traceback") :][:10_000]
    game = clients[0].game
    assert game is not None
    record = server.record(game)
    verify(record)
    happened = [n for n, events in sorted(clients[0].updates.items()) if events and events[0]["t"] not in ("commit", "ended")]
    for client in clients:
        assert check_bytes(client.raw, client.you["player"], record, happened) > 100
    as_player, as_member, as_nobody, stranger = attackers
    assert check_bytes(as_player.raw, clients[2].you["player"], record, happened) > 10
    assert check_bytes(as_member.raw, None, record, happened) > 10
    assert check_bytes(as_nobody.looked_on, None, record, happened) > 10
    assert [text for text in stranger.raw if json.loads(text)["t"] != "error"] == []
    for attacker in attackers:
        check_bytes(attacker.looked_on, None, record, happened)
        assert attacker.closed, "it was thrown out, or left"


def test_a_game_survives_anything_that_its_sockets_receive(server: Server) -> None:
    attack_over_sockets(server, 4000, seed=9)


@pytest.mark.long
def test_a_game_survives_a_hundred_thousand_hostile_messages(server: Server) -> None:
    attack_over_sockets(server, 100_000, seed=12)
