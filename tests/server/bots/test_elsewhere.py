"""What a node does with the messages of other nodes about a bot that is connected to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from quepu.engine.match import MatchSettings
from quepu.engine.record import Header
from quepu.errors import QuepuError
from quepu.rules import named
from quepu.server.bots.elsewhere import Elsewhere
from quepu.server.bots.hub import BotConnection, BotHub
from quepu.server.bots.messages import Act, Join, Sandbox, WantLadder
from quepu.server.bots.tables import BotTables
from quepu.server.cluster.alone import Cluster, Node
from quepu.server.cluster.routes import Relays
from quepu.server.cluster.upstream import Unreachable
from quepu.server.play.connection import Connection
from quepu.server.play.store_bots import StoredBot
from quepu.server.settings import Settings
from quepu.server.threads import Threads
from tests.server.bots.bots import Message

HEADER = Header(named("guobiao"), ("a", "b", "c", "d"), MatchSettings(144, 1, 4))


class Others(Cluster):
    """A cluster with other nodes, which are only addresses."""

    def __init__(self, *addresses: str) -> None:
        super().__init__()
        self.addresses = list(addresses)

    @property
    def others(self) -> list[Node]:
        return [Node(address, address, 1, False) for address in self.addresses]


class Far:
    """The other end of all connections to other nodes."""

    def __init__(self) -> None:
        self.received: dict[str, asyncio.Queue[Message]] = {}
        self.send: dict[str, Callable[..., Awaitable[None]]] = {}
        self.end: dict[str, asyncio.Event] = {}
        self.unreachable = False
        self.reads = True

    def get(self) -> Far:
        return self

    async def websocket(self, address: str, scope: object, receive: Callable[[], Awaitable[Any]], send: Callable[..., Any]) -> None:
        assert await receive() == {"type": "websocket.connect"}
        if self.unreachable:
            raise Unreachable(address)
        if not self.reads:
            await asyncio.Event().wait()
        received: asyncio.Queue[Message] = asyncio.Queue()
        self.received[address], self.send[address], self.end[address] = received, send, asyncio.Event()

        async def read() -> None:
            while True:
                received.put_nowait(json.loads((await receive())["text"]))

        reading = asyncio.create_task(read())
        try:
            await self.end[address].wait()
        finally:
            reading.cancel()
            del self.received[address]

    async def says(self, address: str, t: str, **message: Any) -> None:
        await self.send[address]({"type": "websocket.send", "text": json.dumps({"v": 1, "t": t, **message})})

    async def gets(self, address: str) -> Message:
        """The next message that a node receives."""
        while address not in self.received:
            await asyncio.sleep(0)
        message = await self.received[address].get()
        assert message.pop("v") == 1
        return message


class Case:
    """A bot that is connected to this node, with two other ones, B and C."""

    def __init__(self, games: int = 4) -> None:
        self.far, self.cluster = Far(), Others("B", "C")
        self.hub = BotHub(Settings())
        self.found = BotConnection(StoredBot("bot", "Tester", None, None, 1.0), Connection(), "", True, most_games=games)
        self.elsewhere = Elsewhere(self.found, {"type": "websocket"}, self.hub, self.cluster, cast("Relays", self.far))
        self.found.elsewhere = self.elsewhere
        self.hub.connect(self.found)
        assert self.sent()[0]["t"] == "welcome"

    def sent(self) -> list[Message]:
        """What the bot was sent since the last time."""
        texts = []
        while not self.found.connection.outgoing.empty():
            texts.append(self.found.connection.outgoing.get_nowait())
        return [json.loads(text) if isinstance(text, str) else {"t": "close", "code": text} for text in texts]

    async def announced(self) -> None:
        """Until both nodes know of the bot."""
        self.elsewhere.look()
        for address in self.cluster.addresses:
            assert (await self.far.gets(address))["t"] == "announced"

    async def idle(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)


def test_a_bot_is_announced_with_what_it_wants_and_how_many_games_it_plays_elsewhere() -> None:
    async def run() -> None:
        case = Case()
        case.hub.sit("bot", "here", "room", HEADER, 0)
        case.elsewhere.look()
        expected: Message = {
            "t": "announced", "id": "bot", "name": "Tester", "account": None, "owner": None, "seen": 1.0,
            "program": "", "rooms": False, "ladder": [], "games": 4, "elsewhere": 1,
        }  # fmt: skip
        assert [await case.far.gets(address) for address in ("B", "C")] == [expected, expected]
        await case.far.says("B", "game", game="there")
        case.elsewhere.look()
        assert await case.far.gets("C") == {"t": "elsewhere", "games": 2}
        case.elsewhere.want(WantLadder(t="ladder", rules=["guobiao"]))
        for address in ("B", "C"):
            assert await case.far.gets(address) == {"t": "ladder", "rules": ["guobiao"]}
        assert (case.hub.games_of("bot"), case.hub.games_here("bot")) == (2, 1)

    asyncio.run(run())


def test_an_answer_goes_to_the_node_that_plays_the_game_last() -> None:
    async def run() -> None:
        case = Case()
        await case.announced()
        answer = Act(t="act", game="g", id=1, action=3)
        assert not case.elsewhere.answer(answer)
        await case.far.says("B", "game", game="g")
        assert case.elsewhere.answer(answer)
        assert await case.far.gets("B") == {"t": "act", "game": "g", "id": 1, "action": 3}
        await case.far.says("C", "game", game="g")
        assert case.elsewhere.answer(answer)
        assert await case.far.gets("C") == {"t": "act", "game": "g", "id": 1, "action": 3}
        case.hub.sit("bot", "g", "room", HEADER, 0)
        assert not case.elsewhere.answer(answer), "now it is played here"

    asyncio.run(run())


def test_what_a_node_says_of_a_game_that_it_has_lost_does_not_reach_the_bot() -> None:
    async def run() -> None:
        case = Case()
        await case.announced()
        await case.far.says("B", "game", game="g")
        await case.far.says("C", "game", game="g")
        assert [message["t"] for message in case.sent()] == ["game", "game"]
        for t in ("ask", "fault", "over"):
            await case.far.says("B", t, game="g")
        assert case.sent() == []
        await case.far.says("C", "ask", game="g", id=1)
        assert case.sent() == [{"v": 1, "t": "ask", "game": "g", "id": 1}]
        case.hub.sit("bot", "g", "room", HEADER, 0)
        case.sent()
        for t in ("game", "ask", "over"):
            await case.far.says("C", t, game="g")
        assert case.sent() == []

    asyncio.run(run())


def test_the_games_of_a_node_that_is_gone_are_over_and_it_is_connected_again() -> None:
    async def run() -> None:
        case = Case()
        await case.announced()
        await case.far.says("B", "game", game="g")
        await case.far.says("C", "game", game="h")
        assert case.found.games_elsewhere == 2
        case.sent()
        case.far.end["B"].set()
        await case.idle()
        assert case.sent() == [{"v": 1, "t": "over", "game": "g", "scores": None, "ranks": None}]
        assert case.found.games_elsewhere == 1
        case.elsewhere.look()
        assert (await case.far.gets("B"))["elsewhere"] == 1
        case.cluster.addresses = ["B"]
        case.elsewhere.look()
        await case.idle()
        assert case.sent() == [{"v": 1, "t": "over", "game": "h", "scores": None, "ranks": None}]

    asyncio.run(run())


@pytest.mark.parametrize(("code", "closes"), [(4401, True), (4409, True), (4429, True), (1012, False), (4400, False), (4430, False)])
def test_a_node_ends_the_connection_of_the_bot_only_where_that_is_about_the_bot(code: int, closes: bool) -> None:
    async def run() -> None:
        case = Case()
        await case.announced()
        await case.far.send["B"]({"type": "websocket.close", "code": code})
        assert case.sent() == ([{"t": "close", "code": code}] if closes else [])

    asyncio.run(run())


def test_a_bot_joins_a_room_of_another_node_or_is_told_that_the_node_is_gone() -> None:
    async def run() -> None:
        case = Case()
        await case.announced()
        wanted = Join(t="join", room="r")
        joining = asyncio.create_task(case.elsewhere.join("B", wanted))
        assert [await case.far.gets("B") for _ in range(2)] == [{"t": "join", "room": "r", "invite": None}, {"t": "ping"}]
        assert not joining.done()
        await case.far.says("B", "pong")
        await joining
        joining = asyncio.create_task(case.elsewhere.join("B", wanted))
        await case.idle()
        case.far.end["B"].set()
        for join in (joining, case.elsewhere.join("B", wanted), case.elsewhere.join("D", wanted)):
            with pytest.raises(QuepuError) as raised:
                await join
            assert raised.value.code == "moved"

    asyncio.run(run())


@pytest.mark.parametrize("other_begins", [True, False])
def test_of_two_games_that_two_nodes_begin_at_the_same_moment_only_one_is_played(other_begins: bool) -> None:
    async def run() -> None:
        case, threads = Case(games=1), Threads(1, "test")
        await case.announced()
        BotTables(case.hub, threads).sandbox(case.found, Sandbox(t="sandbox", hands=1))
        for address in ("B", "C"):
            assert [await case.far.gets(address) for _ in range(2)] == [{"t": "elsewhere", "games": 1}, {"t": "ping"}]
        [begun] = case.sent()
        await case.far.says("C", "pong")
        if other_begins:
            await case.far.says("B", "game", game="g")
        await case.idle()
        assert [message["t"] for message in case.sent()] == ["game"] * other_begins, "nothing is asked before all nodes have answered"
        await case.far.says("B", "pong")
        while not (sent := case.sent()):
            await asyncio.sleep(0)
        assert (sent[0]["t"], sent[0]["game"]) == ("over" if other_begins else "ask", begun["game"])
        assert case.hub.games_of("bot") == 1
        for task in case.found.tasks:
            task.cancel()
        threads.stop_all(1)

    asyncio.run(run())


def test_a_node_that_cannot_be_reached_does_not_hold_up_the_bot() -> None:
    async def run() -> None:
        case = Case()
        case.far.unreachable = True
        running = asyncio.create_task(case.elsewhere.run())
        await case.idle()
        await asyncio.wait_for(case.elsewhere.settle(), 60)
        case.far.unreachable = False
        assert (await asyncio.wait_for(case.far.gets("B"), 60))["t"] == "announced"
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert not any(address in case.far.end and case.far.end[address].is_set() for address in ("B", "C"))

    asyncio.run(run())


def test_a_node_that_does_not_read_is_connected_anew() -> None:
    async def run() -> None:
        case = Case()
        case.far.reads = False
        case.elsewhere.look()
        for number in range(300):
            case.elsewhere.want(WantLadder(t="ladder", rules=["guobiao"] if number % 2 else []))
        case.far.reads = True
        await case.idle()
        case.elsewhere.look()
        assert (await case.far.gets("B"))["t"] == "announced"

    asyncio.run(run())
