"""Bots that are connected to different nodes: each plays at all of them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quepu.bot_client import new_bot
from quepu.engine import verify
from quepu.server.cluster.link import connection_options
from tests.server.bots.bots import Message
from tests.server.bots.test_rooms import Bot, check_seen, opened, told
from tests.server.cluster.nodes import Node, nginx, two_nodes
from tests.server.cluster.test_nodes import Proxy
from tests.server.play.client import Client
from tests.server.play.conftest import quick_folder
from tests.server.play.postgres import Postgres


@dataclass
class Site:
    nodes: list[Node]
    database: str

    def connected(self, node: Node) -> list[Message]:
        found: list[Message] = node.get("/bots")["bots"]
        return found

    async def agree(self, wanted: Sequence[str]) -> None:
        """Until both nodes list these bots, and the same about them."""

        def lists() -> list[list[Message]]:
            return [self.connected(node) for node in self.nodes]

        async with asyncio.timeout(60):
            while True:
                one, two = await asyncio.to_thread(lists)
                if one == two and sorted(bot["name"] for bot in one) == sorted(wanted):
                    return

    def arranger(self) -> Node:
        """The node that arranges the games of the ladder."""
        with psycopg.connect(**connection_options(self.database)) as connection:
            query = "SELECT nodes.address FROM leases JOIN nodes ON nodes.id = leases.node WHERE leases.name = 'ladder'"
            [(address,)] = connection.execute(query).fetchall()
        [found] = [node for node in self.nodes if address == f"127.0.0.1:{node.port}"]
        return found


@pytest.fixture(scope="module")
def site(postgres: Postgres) -> Iterator[Site]:
    """Two nodes without pauses, which wait for bots for as long as a test may take. Without a proxy each bot has an owner of its own."""
    environment = {f"QUEPU_{name}": "60" for name in ("BOT_TURN_SECONDS", "BOT_CLAIM_SECONDS")}
    environment |= {"QUEPU_LADDER_SECONDS": "0", "QUEPU_TRUSTED_PROXIES": ""}
    database = postgres.database()
    with quick_folder() as folder, two_nodes(folder, database, "--pace", "0", **environment) as nodes:
        yield Site(nodes, database)


async def seated(host: Client, bot: Bot) -> None:
    """The host gives a bot a chair."""
    await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
    await told(host, lambda room: {"bot": bot.made["bot"], "name": "Tester"} in room["bots"])


def test_a_bot_has_a_chair_at_another_node_and_sees_there_what_its_seat_may_see(site: Site) -> None:
    one, two = site.nodes

    async def run() -> tuple[str, Bot]:
        bot = Bot(one, program="by hand", rooms=True)
        await bot.connect()
        await site.agree(["Tester"])
        expected = {"bot": bot.made["bot"], "name": "Tester", "owner": None, "program": "by hand", "rooms": True, "ladder": [], "games": 0}
        assert site.connected(two) == [expected]
        host, _ = await opened(two, rules="guobiao")
        await seated(host, bot)
        bot.answers = False
        await host.send({"t": "start"})
        await told(host, lambda room: room["phase"] == "playing")
        playing = asyncio.create_task(host.play())
        await bot.until(lambda: [found["games"] for node in site.nodes for found in site.connected(node)] == [1, 1])
        await bot.until(lambda: bot.of("ask"))
        ask = bot.of("ask")[0]
        bot.answers = True
        await bot.client.send({"t": "act", "game": ask["game"], "id": ask["id"], "action": ask["legal"][0]})
        await playing
        await bot.until(lambda: bot.of("over"))
        await host.close()
        await bot.close()
        assert host.game is not None
        return host.game, bot

    game, bot = asyncio.run(run())
    check_seen(bot, one.record(game))
    assert bot.of("over")[0]["scores"] == one.get(f"/games/{game}")["scores"]
    assert len(bot.of("welcome")) == 1


def test_a_bot_takes_a_chair_by_the_link_of_a_room_of_another_node(site: Site) -> None:
    one, two = site.nodes

    async def run() -> None:
        host, room = await opened(two)
        bot = Bot(one)
        await bot.connect({"t": "join", "room": room}, {"t": "join", "room": "missing"})
        await bot.until(lambda: bot.of("error"))
        assert bot.of("seated") == [{"v": 1, "t": "seated", "room": room}]
        assert [(error["re"], error["error"]["code"]) for error in bot.of("error")] == [("join", "not_found")]
        await told(host, lambda room: [one["name"] for one in room["bots"]] == ["Tester"])
        await host.send({"t": "unseat_bot", "bot": bot.made["bot"]})
        await bot.until(lambda: bot.of("unseated"))
        await host.send({"t": "start"})
        await told(host, lambda room: room["phase"] == "playing")
        await bot.client.send({"t": "join", "room": room})
        await bot.until(lambda: len(bot.of("error")) == 2)
        assert bot.of("error")[1]["error"]["code"] == "not_now", "the other node refuses it"
        await host.close()
        await bot.close()

    asyncio.run(run())


def test_a_bot_that_plays_at_another_node_has_a_sandbox_table_at_its_own(site: Site) -> None:
    one, two = site.nodes

    async def run() -> None:
        bot = Bot(one, rooms=True)
        await bot.connect()
        await site.agree(["Tester"])
        host, _ = await opened(two, hands=1)
        await seated(host, bot)
        await host.send({"t": "start"})
        playing = asyncio.create_task(host.play())
        await bot.until(lambda: bot.of("ask"))
        await bot.client.send({"t": "sandbox", "hands": 1})
        await bot.until(lambda: len(bot.of("over")) == 2)
        await playing
        assert sorted(game["kind"] for game in bot.of("game")) == ["room", "sandbox"]
        assert all(over["scores"] for over in bot.of("over"))
        assert bot.of("fault") == bot.of("error") == []
        await host.close()
        await bot.close()

    asyncio.run(run())


# A bot has one connection.


async def greeted(node: Node, token: str) -> tuple[Any, Message | int]:
    """A new connection of a bot, and its first message or the code that closes it."""
    return await answered(node, {"t": "hello", "token": token})


async def answered(node: Node, first: Message) -> tuple[Any, Message | int]:
    socket = await connect(f"ws://127.0.0.1:{node.port}/api/v1/bots/socket", open_timeout=60)
    await socket.send(json.dumps({"v": 1, **first}))
    try:
        return socket, json.loads(await socket.recv())
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return socket, closed.rcvd.code


async def code(socket: Any) -> int | None:
    """The code with which the server closes a connection."""
    async with asyncio.timeout(60):
        await socket.wait_closed()
    found: int | None = socket.close_code
    return found


def test_a_connection_to_another_node_ends_the_earlier_one(site: Site) -> None:
    async def run() -> None:
        made = new_bot(f"http://127.0.0.1:{site.nodes[0].port}", "Tester")
        before, _ = await greeted(site.nodes[1], made["token"])
        for number in range(6):
            now, welcome = await greeted(site.nodes[number % 2], made["token"])
            assert isinstance(welcome, dict)
            assert welcome["t"] == "welcome"
            assert await code(before) == 4409
            await site.agree(["Tester"])
            before = now
        await before.close()
        await site.agree([])

    asyncio.run(run())


def test_of_connections_to_several_nodes_at_once_one_stays(site: Site) -> None:
    async def run() -> None:
        made = new_bot(f"http://127.0.0.1:{site.nodes[0].port}", "Tester")
        for _ in range(3):
            sockets = [socket for socket, _ in await asyncio.gather(*(greeted(node, made["token"]) for node in site.nodes * 4))]
            closing = [asyncio.create_task(code(socket)) for socket in sockets]
            async with asyncio.timeout(60):
                while sum(task.done() for task in closing) < len(sockets) - 1:
                    await asyncio.sleep(0.01)
            await site.agree(["Tester"])
            [stays] = [task for task in closing if not task.done()]
            socket = sockets[closing.index(stays)]
            await socket.send(json.dumps({"v": 1, "t": "ping"}))
            assert json.loads(await socket.recv())["t"] == "pong"
            await socket.close()
            assert sorted(task.result() or 0 for task in closing if task is not stays) == [4409] * 7
            await site.agree([])

    asyncio.run(run())


@pytest.mark.parametrize("at", [0, 1])
def test_a_bot_that_is_deleted_at_any_node_is_disconnected(site: Site, at: int) -> None:
    async def run() -> None:
        made = new_bot(f"http://127.0.0.1:{site.nodes[0].port}", "Tester")
        socket, _ = await greeted(site.nodes[0], made["token"])
        await asyncio.to_thread(site.nodes[at].post, "/bots/delete", {"token": made["token"]})
        assert await code(socket) == 4401
        await site.agree([])
        assert [(await greeted(node, made["token"]))[1] for node in site.nodes] == [4401, 4401]

    asyncio.run(run())


def test_only_nodes_announce_bots(site: Site) -> None:
    async def run() -> None:
        who: Message = {"id": "bot", "name": "Tester", "account": None, "owner": None, "seen": 1e12}
        wants: Message = {"program": "", "rooms": True, "ladder": [], "games": 1, "elsewhere": 0}
        socket, error = await answered(site.nodes[0], {"t": "announced", **who, **wants})
        assert isinstance(error, dict)
        assert (error["re"], error["error"]["code"]) == ("announced", "bad_message")
        assert await code(socket) == 4400
        await site.agree([])

    asyncio.run(run())


# The ladder.


def most_at_once(bot: Bot) -> int:
    """In how many games at most the bot was asked at the same time."""
    most, asked = 0, set()
    for message in bot.log:
        if message["t"] == "ask":
            asked.add(message["game"])
        elif message["t"] == "over":
            asked.discard(message["game"])
        most = max(most, len(asked))
    return most


def test_bots_of_different_nodes_meet_on_the_ladder_and_none_plays_more_games_than_it_wants(site: Site) -> None:
    one, two = site.nodes

    async def run() -> tuple[str, list[Bot]]:
        bots = [Bot(node, name, ladder=["guobiao"], games=1) for node, name in ((one, "Ann"), (two, "Bo"))]
        for bot in bots:
            await bot.connect()
        await bots[0].until(lambda: all(bot.of("ask") for bot in bots))
        for bot in bots:
            await bot.client.send({"t": "sandbox"})
            await bot.client.send({"t": "ladder", "rules": []})
        await bots[0].until(lambda: all(bot.log[-1]["t"] == "over" for bot in bots))
        [game] = {bot.log[-1]["game"] for bot in bots}
        for bot in bots:
            await bot.client.send({"t": "sandbox", "hands": 1})
        await bots[0].until(lambda: all(bot.log[-1]["t"] == "over" and bot.log[-1]["game"] != game for bot in bots))
        await site.agree(["Ann", "Bo"])
        assert [(found["ladder"], found["games"]) for found in site.connected(one)] == [([], 0), ([], 0)]
        for bot in bots:
            await bot.close()
        await site.agree([])
        return game, bots

    game, bots = asyncio.run(run())
    ladder = one.get("/bots/ladder?rules=guobiao")
    assert ladder == two.get("/bots/ladder?rules=guobiao")
    assert [found["game"] for found in ladder["latest"]] == [game]
    assert {"Ann", "Bo"} <= {place["name"] for place in ladder["standings"]}
    assert {"Ann", "Bo"} <= set(verify(one.record(game)).players)
    for bot in bots:
        assert [message["kind"] for message in bot.of("game")] == ["ladder", "sandbox"]
        assert [error["error"]["code"] for error in bot.of("error")] == ["bot_plays"], "it plays one game, wherever that is"
        assert most_at_once(bot) == 1
        assert bot.of("fault") == []


def test_another_node_arranges_the_games_when_one_is_killed(site: Site) -> None:
    async def run() -> None:
        arranger = site.arranger()
        [other] = [node for node in site.nodes if node is not arranger]
        stay = [Bot(other, name, ladder=["lingque28"]) for name in ("Ann", "Bo")]
        gone = Bot(arranger, "Cy")
        for bot in (*stay, gone):
            await bot.connect()
        await stay[0].until(lambda: all(bot.of("ask") for bot in stay))
        [game] = {bot.of("game")[0]["game"] for bot in stay}
        await asyncio.to_thread(arranger.kill)
        try:
            await stay[0].until(lambda: all(bot.log[-1]["t"] == "ask" and bot.log[-1]["game"] != game for bot in stay))
            for bot in stay:
                assert bot.of("over") == [{"v": 1, "t": "over", "game": game, "scores": None, "ranks": None}]
                assert len(bot.of("game")) == 2
                assert len(bot.of("welcome")) == most_at_once(bot) == 1
            assert site.arranger() is other
        finally:
            await asyncio.to_thread(arranger.start)
        await gone.until(lambda: len(gone.of("welcome")) >= 2)
        await site.agree(["Ann", "Bo", "Cy"])
        for bot in (*stay, gone):
            await bot.close()

    asyncio.run(run())


# Nodes are killed.


def test_a_game_goes_on_when_the_node_of_its_room_is_killed(site: Site) -> None:
    """The bot stays connected to its own node, and goes on where people connect next."""
    one, two = site.nodes

    async def run() -> tuple[str, Bot]:
        bot = Bot(one, rooms=True)
        await bot.connect()
        await site.agree(["Tester"])
        host, room = await opened(two, hands=2)
        await seated(host, bot)
        await host.send({"t": "start"})
        await host.play(lambda client: len(bot.of("ask")) > 3)
        await asyncio.to_thread(two.kill)
        try:
            await host.close()
            asked = len(bot.of("ask"))
            host.socket, host.address = None, f"ws://127.0.0.1:{one.port}/api/v1/rooms/{room}/socket"
            await host.play_on(partial(asyncio.sleep, 0.1))
            await bot.until(lambda: bot.log[-1]["t"] == "over")
            assert len(bot.of("ask")) > asked
        finally:
            await asyncio.to_thread(two.start)
        await host.close()
        await bot.close()
        assert host.game is not None
        return host.game, bot

    game, bot = asyncio.run(run())
    assert "Tester" in verify(one.record(game)).players
    assert len(bot.of("welcome")) == 1
    assert [message["game"] for message in bot.of("game")] == [game, game]
    assert [over["scores"] for over in bot.of("over")] == [None, one.get(f"/games/{game}")["scores"]]
    assert bot.of("fault") == []


def test_games_go_on_while_nodes_behind_nginx_are_killed_in_turn(postgres: Postgres) -> None:
    """One bot has a chair in several rooms of both nodes. It connects again by itself, and a built-in player goes on where it was away."""

    async def again() -> None:
        await asyncio.sleep(0.05)

    async def run(nodes: list[Node], proxy: Proxy) -> list[str]:
        bot = Bot(proxy, rooms=True)
        await bot.connect()
        hosts = []
        for _ in range(3):
            host, _ = await opened(proxy, rules="guobiao", hands=2)
            while not host.room["bots"]:  # its node has not heard of the bot, perhaps
                await host.send({"t": "seat_bot", "bot": bot.made["bot"]})
                await host.receive()
            await host.send({"t": "start"})
            hosts.append(host)
        playing = asyncio.gather(*(host.play_on(again) for host in hosts))
        for node in nodes:
            asked = len(bot.of("ask"))
            await bot.until(lambda asked=asked: len(bot.of("ask")) > asked + 20 or playing.done())
            await asyncio.to_thread(node.kill)
            asked = len(bot.of("ask"))
            await bot.until(lambda asked=asked: len(bot.of("ask")) > asked or playing.done())
            await asyncio.to_thread(node.start)
        await asyncio.wait_for(playing, 120)
        for host in hosts:
            await host.close()
        await bot.until(lambda: {message["game"] for message in bot.of("over") if message["scores"]} == {host.game for host in hosts})
        await bot.close()
        assert bot.of("error") == []
        return [host.game for host in hosts if host.game is not None]

    with quick_folder() as folder, two_nodes(folder, postgres.database(), "--pace", "0") as nodes:
        with nginx(folder, [node.port for node in nodes]) as port:
            proxy = Proxy(port)
            games = asyncio.run(run(nodes, proxy))
            assert all("Tester" in verify(proxy.record(game)).players for game in games)
            assert len(set(games)) == 3
        for node in nodes:
            assert " ERROR " not in node.log()
