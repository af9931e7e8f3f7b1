"""Connected bots at the tables of people: how they get a chair, what they see, and what happens when they are gone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quepu.bot_client import Client as BotClient
from quepu.bot_client import new_bot
from quepu.engine import verify
from tests.server.bots.bots import Message, first
from tests.server.play.client import Client
from tests.server.play.conftest import Server
from tests.server.play.expected import expected_steps


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for bots for as long as a test may take."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUEPU_BOT_TURN_SECONDS", "60")
        patch.setenv("QUEPU_BOT_CLAIM_SECONDS", "60")
        server = Server(tmp_path_factory.mktemp("bots"), "--pace", "0")
    yield server
    server.kill()


class Bot:
    """A bot with the client of the package, and all that it was sent."""

    def __init__(self, server: Server, name: str = "Tester", made: Message | None = None, **options: Any) -> None:
        """``made`` is one that is registered already."""
        self.address = f"http://127.0.0.1:{server.port}"
        self.made = made or new_bot(self.address, name)
        self.log: list[Message] = []
        self.asked = asyncio.Condition()
        self.answers = True
        self.client = BotClient(self.address, self.made["token"], **options)
        self.task: asyncio.Task[None] | None = None

    async def choose(self, ask: Message) -> int | None:
        self.log.append(ask)
        if not self.answers:
            await asyncio.Event().wait()
        return first(ask)

    async def connect(self, *first_messages: Message) -> None:
        self.task = asyncio.create_task(self.client.run(self.choose, self.log.append, first_messages))
        await self.until(lambda: any(message["t"] == "welcome" for message in self.log))

    async def until(self, found: Any) -> None:
        async with asyncio.timeout(240):
            while not found():
                await asyncio.sleep(0.01)

    def of(self, kind: str) -> list[Message]:
        return [message for message in self.log if message["t"] == kind]

    async def close(self) -> None:
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def opened(server: Server, **settings: Any) -> tuple[Client, str]:
    """A room with its host, who is connected."""
    made = server.post("/rooms", {"name": "Ann", "hands": 2, **settings})
    host = Client(server.port, made["room"], made["token"])
    await host.open()
    return host, made["room"]


async def told(client: Client, found: Any) -> None:
    """Until the room is as wanted."""
    while not found(client.room):
        await client.receive()


def test_the_host_gives_a_bot_a_chair_and_it_plays_a_whole_game_seeing_what_its_seat_may_see(patient: Server) -> None:
    async def run() -> tuple[str, Bot]:
        bot = Bot(patient, rooms=True)
        await bot.connect()
        host, _ = await opened(patient, rules="guobiao")
        await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
        await told(host, lambda room: room["bots"] == [{"bot": bot.made["bot"], "name": "Tester"}])
        await host.send({"t": "start"})
        await host.play()
        await bot.until(lambda: bot.of("over"))
        await host.close()
        await bot.close()
        assert host.game is not None
        return host.game, bot

    game, bot = asyncio.run(run())
    check_seen(bot, patient.record(game))
    assert bot.of("over")[0]["scores"] == json.loads(patient.ask("GET", f"/games/{game}")[1])["scores"]


def check_seen(bot: Bot, record: bytes) -> None:
    """The bot, which has played one game without losing its connection, was sent each event of its record once, as its seat may see it."""
    players = verify(record).players
    number = players.index("Tester")
    assert [(message["kind"], message["player"], message["players"]) for message in bot.of("game")] == [("room", number, list(players))]
    assert bot.of("fault") == bot.of("error") == []
    received: list[Any] = []
    begun = deal = 0
    for message in bot.log:
        if message["t"] in ("ask", "events"):
            if message["deal"] != deal:
                deal, begun = message["deal"], len(received)
            assert message["from"] == len(received) - begun
            received += message["events"]
    assert received == [event for events, _ in expected_steps(record, number) for event in events]
    views = [view for _, view in expected_steps(record, number)]
    assert all(ask["view"] in views for ask in bot.of("ask"))


def test_a_bot_takes_a_chair_by_the_link_of_a_room_and_the_host_can_take_it_away(patient: Server) -> None:
    async def run() -> None:
        host, room = await opened(patient)
        bot = Bot(patient, "Bo")
        await bot.connect({"t": "join", "room": room})
        await bot.until(lambda: bot.of("seated"))
        await told(host, lambda room: [one["name"] for one in room["bots"]] == ["Bo"])
        await host.send({"t": "unseat_bot", "bot": bot.made["bot"]})
        await bot.until(lambda: bot.of("unseated"))
        await told(host, lambda room: room["bots"] == [])
        await bot.client.send({"t": "join", "room": "missing"})
        await bot.until(lambda: bot.of("error"))
        assert bot.of("error")[0]["error"]["code"] == "not_found"
        # one that does not let hosts seat it, and one that is not there
        for id in (bot.made["bot"], "missing"):
            await host.send({"t": "seat_bot", "bot": id})
            while not host.errors:
                await host.receive()
            assert host.errors.pop()["error"]["code"] == "no_such_bot"
        await host.close()
        await bot.close()

    asyncio.run(run())


def test_people_have_the_first_choice_of_chairs_and_bots_come_before_built_in_ones(patient: Server) -> None:
    async def run() -> None:
        host, _ = await opened(patient, bots=None, hands=1)
        bots = [Bot(patient, name, rooms=True) for name in ("Bo", "Bo", "Cy")]
        for bot in bots:
            await bot.connect()
            await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
        await told(host, lambda room: [one["name"] for one in room["bots"]] == ["Bo", "Bo 2", "Cy"])
        other = Bot(patient, "Di", rooms=True)
        await other.connect()
        await host.send({"t": "seat_bot", "bot": other.made["bot"]})
        while not host.errors:
            await host.receive()
        assert host.errors.pop()["error"]["code"] == "no_chair"
        await host.send({"t": "start"})
        await told(host, lambda room: room["phase"] == "playing")
        players = sorted(player["name"] for player in host.room["players"])
        assert players == ["Ann", "Bo", "Bo 2", "Cy"]
        await host.play()
        await host.close()
        for bot in [*bots, other]:
            await bot.close()

    asyncio.run(run())


def test_a_bot_that_connects_again_is_told_of_its_game_and_asked_again(patient: Server) -> None:
    async def run() -> None:
        bot = Bot(patient, rooms=True)
        await bot.connect()
        host, _ = await opened(patient, hands=1)
        await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
        await told(host, lambda room: bool(room["bots"]))
        bot.answers = False
        await host.send({"t": "start"})
        playing = asyncio.create_task(host.play())
        await bot.until(lambda: bot.of("ask"))
        await bot.close()
        before = list(bot.log)
        bot.log.clear()
        bot.answers = True
        await bot.connect()
        await bot.until(lambda: bot.of("over"))
        await playing
        assert [message["t"] for message in bot.log[:3]] == ["welcome", "game", "ask"]
        last, again = before[-1], bot.of("ask")[0]
        assert (again["id"], again["view"], again["legal"], again["from"]) == (last["id"], last["view"], last["legal"], 0)
        assert bot.of("fault") == []
        await host.close()
        await bot.close()

    asyncio.run(run())


def test_a_bot_that_is_gone_delays_a_game_by_its_limit_at_most_three_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_BOT_TURN_SECONDS", "0.2")
    monkeypatch.setenv("QUEPU_BOT_CLAIM_SECONDS", "0.2")
    server = Server(tmp_path, "--pace", "0")

    async def run() -> str:
        bot = Bot(server, rooms=True)
        await bot.connect()
        host, _ = await opened(server, hands=1)
        await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
        await told(host, lambda room: bool(room["bots"]))
        await host.send({"t": "start"})
        await told(host, lambda room: room["phase"] == "playing")
        await bot.close()
        await host.play()
        await host.close()
        assert host.game is not None
        return host.game

    assert "Tester" in verify(server.record(asyncio.run(run()))).players
    server.kill()


def test_after_the_server_was_killed_a_bot_connects_by_itself_and_the_game_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path, "--pace", "0")

    async def run() -> str:
        bot = Bot(server, rooms=True)
        await bot.connect()
        host, _ = await opened(server, hands=2)
        await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
        await told(host, lambda room: bool(room["bots"]))
        await host.send({"t": "start"})
        await host.play(lambda client: len(bot.of("ask")) > 3)
        server.kill()
        await host.close()
        server.start()
        host.socket = None
        await host.play_on(partial(asyncio.sleep, 0.1))
        await bot.until(lambda: bot.of("over"))
        await host.close()
        await bot.close()
        assert len(bot.of("welcome")) >= 2
        assert host.game is not None
        return host.game

    assert "Tester" in verify(server.record(asyncio.run(run()))).players
    server.kill()
