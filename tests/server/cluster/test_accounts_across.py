"""What people with accounts, and operators, do at one node holds at the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.cluster.people import PASSWORD, People, Person, people_of, until
from tests.server.cluster.test_bots import code, greeted
from tests.server.play.client import Client
from tests.server.play.postgres import Postgres

ONE, TWO = 0, 1


@pytest.fixture(scope="module")
def people(postgres: Postgres) -> Iterator[People]:
    with people_of(postgres.database()) as found:
        yield found


async def closed_with(client: Client) -> int | None:
    """Connect, unless that was done, and read until the server closes the connection for good; the code. A room may move meanwhile."""
    while True:
        try:
            if client.socket is None:
                await client.open()
            while True:
                await client.receive()
        except ConnectionClosed as closed:
            client.socket = None
            code = closed.rcvd.code if closed.rcvd else None
            if code != 1012:
                return code


# Sessions.


def test_a_session_of_one_node_is_one_of_the_other_and_ends_at_both(people: People) -> None:
    ann = people.signed_up(ONE)
    there, elsewhere = ann.at(people.nodes[TWO].port), people.person(TWO)
    assert there.name == ann.name
    elsewhere.post("/account/sign-in", {"name": ann.name, "password": PASSWORD})
    kept = there.at(people.nodes[TWO].port)
    ann.post("/account/sign-out", {})
    assert (there.name, there.cookies) == (None, {})
    assert kept.ask("POST", "/account/name", {"name": "Thief"}) == (401, "not_signed_in")
    assert elsewhere.name is not None, "another session of the account goes on"


@pytest.mark.parametrize("how", ["everywhere", "password"])
def test_all_sessions_of_an_account_end_at_both_nodes(people: People, how: str) -> None:
    ann, other = people.signed_up(ONE), people.person(TWO)
    name = ann.name
    other.post("/account/sign-in", {"name": name, "password": PASSWORD})
    assert other.name == name
    if how == "everywhere":
        ann.post("/account/sign-out", {"everywhere": True})
    else:
        ann.post("/account/password", {"password": PASSWORD, "new_password": "battery staple"})
        assert ann.at(people.nodes[TWO].port).name == name
    assert other.name is None


def test_a_deleted_account_is_signed_out_at_both_nodes_and_a_guest_at_its_tables(people: People) -> None:
    ann, bob = people.signed_up(ONE, "Ann"), people.person(TWO)
    there = ann.at(people.nodes[TWO].port)
    opened = ann.post("/rooms", {"name": "x"})
    joined = bob.post(f"/rooms/{opened['room']}/join", {"name": "Bob"})
    watching = bob.client(opened["room"], joined["token"], people.nodes[ONE].port)

    async def play() -> None:
        await watching.open()  # the room is at the first node now
        assert watching.room["members"][0]["account"] == ann.id
        await asyncio.to_thread(there.post, "/account/delete", {"password": PASSWORD})
        assert await asyncio.to_thread(lambda: ann.name) is None
        while watching.room["members"][0]["account"] is not None:
            await watching.receive()
        await watching.close()

    asyncio.run(play())
    assert watching.room["members"][0]["name"] == "已注销 former player"
    assert bob.ask("POST", "/account/sign-in", {"name": "Ann a", "password": PASSWORD}) == (403, "wrong_sign_in")


@pytest.mark.parametrize("at", [ONE, TWO])
def test_the_bots_of_a_deleted_account_lose_their_connections_at_both_nodes(people: People, at: int) -> None:
    ann = people.signed_up(ONE)
    bots = [ann.post("/bots", {"name": name}) for name in ("Robo", "Mecha")]
    other = people.person(ONE).post("/bots", {"name": "Other"})

    async def play() -> None:
        sockets = [(await greeted(node, bot["token"]))[0] for node, bot in zip(people.nodes, bots, strict=True)]
        stays, welcome = await greeted(people.nodes[TWO], other["token"])
        assert isinstance(welcome, dict)
        await asyncio.to_thread(ann.at(people.nodes[at].port).post, "/account/delete", {"password": PASSWORD})
        assert [await code(socket) for socket in sockets] == [4401, 4401]
        assert [(await greeted(node, bot["token"]))[1] for node in people.nodes for bot in bots] == [4401] * 4
        await stays.send('{"v":1,"t":"ping"}')
        assert json.loads(await stays.recv())["t"] == "pong", "the bot of somebody else stays"
        await stays.close()

    asyncio.run(play())


# Blocks.


def test_a_block_at_one_node_is_respected_at_the_other(people: People) -> None:
    """Whoever is blocked cannot become a member any more, and is not heard at a table at which both sit already."""
    ann, bob, carl, dan = people.signed_up(ONE), people.signed_up(TWO), people.person(TWO), people.signed_up(TWO)
    room = ann.post("/rooms", {"name": "x"})
    joined = [who.post(f"/rooms/{room['room']}/join", {"name": "Guest"}) for who in (bob, carl)]
    tokens = [room["token"], *(one["token"] for one in joined)]
    clients = [
        who.client(room["room"], token, people.nodes[node].port)
        for who, token, node in zip((ann, bob, carl), tokens, (ONE, TWO, TWO), strict=True)
    ]

    async def says(client: Client, phrase: str) -> None:
        await client.send({"t": "phrase", "phrase": phrase})

    async def heard(client: Client) -> set[str]:
        """The phrases that have come until now."""
        await client.send({"t": "ping"})
        found: set[str] = set()
        while (message := await client.receive())["t"] != "pong":
            found |= {message["phrase"]} if message["t"] == "phrase" else set()
        return found

    async def says_until_heard(phrase: str) -> set[str]:
        """Bob says something, as soon as he may, until Carl has heard it; what Ann has heard."""
        while phrase not in await heard(clients[2]):
            await says(clients[1], phrase)
        return await heard(clients[0])

    async def play() -> None:
        for client in clients:
            await client.enter()
        assert "hello" in await says_until_heard("hello")
        for blocked in (bob, dan):
            await asyncio.to_thread(ann.at(people.nodes[TWO].port).post, "/account/block", {"account": blocked.id})
        for node in people.nodes:
            refused = await asyncio.to_thread(dan.at(node.port).ask, "POST", f"/rooms/{room['room']}/join", {"name": "x"})
            assert refused == (403, "not_welcome")
        for phrase in ("nice", "oops", "thanks"):  # the message to the other node may take a moment
            if phrase not in await says_until_heard(phrase):
                break
        else:
            raise AssertionError("Ann still hears whom she blocks")
        for client in clients:
            await client.close()

    asyncio.run(play())


# Bans.


def member_at(people: People, host: int, port: int) -> tuple[Person, str, str]:
    """Somebody with an account at the second node who is in a room that the given node plays: the person, the room, the token."""
    owner, bob = people.signed_up(host), people.signed_up(TWO)
    room = owner.post("/rooms", {"name": "x"})["room"]
    return bob, room, bob.post(f"/rooms/{room}/join", {"name": "x"})["token"]


@pytest.mark.parametrize("node", [ONE, TWO])
def test_a_banned_account_loses_its_connections_and_sessions_at_both_nodes(people: People, node: int) -> None:
    operator = people.operator(ONE)
    bob, room, token = member_at(people, node, people.port)
    name, ticket = bob.name, bob.post("/match", {"name": "x", "rules": "guobiao"})["ticket"]
    client = bob.client(room, token, people.nodes[node].port)

    async def play() -> None:
        await client.enter()
        await asyncio.to_thread(operator.post, "/operator/ban", {"kind": "account", "subject": bob.id, "reason": "cheating"})
        assert await closed_with(client) == 1008
        for each in people.nodes:
            assert await closed_with(bob.client(room, token, each.port)) == 1008

    asyncio.run(play())
    for each in people.nodes:
        there = bob.at(each.port)
        assert there.name is None
        assert there.ask("POST", "/account/sign-in", {"name": name, "password": PASSWORD}) == (403, "account_banned")
        assert there.ask("GET", "/match", bearer=ticket) == (404, "not_found"), "nobody is put together with them"


@pytest.mark.parametrize("node", [ONE, TWO])
def test_a_banned_address_loses_its_connections_at_both_nodes(people: People, node: int) -> None:
    operator = people.operator(node)
    eve = people.person(ONE)
    rooms = [eve.post("/rooms", {"name": "Eve"}) for _ in people.nodes]
    clients = [eve.client(room["room"], room["token"], each.port) for room, each in zip(rooms, people.nodes, strict=True)]

    async def play() -> None:
        for client in clients:
            await client.enter()
        ban = {"kind": "address", "subject": eve.address}
        await asyncio.to_thread(operator.post, "/operator/ban", ban)
        assert [await closed_with(client) for client in clients] == [1008, 1008]

    asyncio.run(play())
    for each in people.nodes:
        assert eve.at(each.port).ask("GET", "/rules") == (403, "address_banned")
    assert eve.ask("GET", "/rules") == (403, "address_banned")
    assert operator.ask("GET", "/account")[0] == 200, "others come in"
    [ban] = [one for one in operator.get("/operator")["bans"] if one["subject"] == f"{eve.address}/32"]
    operator.post("/operator/unban", {"ban": ban["id"]})
    until(lambda: eve.ask("GET", "/rules")[0] == 200)


# Maintenance.


def test_maintenance_that_is_announced_at_one_node_holds_at_the_other(people: People) -> None:
    operator, ann = people.operator(ONE), people.person(TWO)
    room = ann.post("/rooms", {"name": "Ann", "hands": 1, "bots": "first"})
    client = ann.client(room["room"], room["token"], people.nodes[TWO].port)
    notices: list[str] = []

    async def noticed(text: str) -> None:
        while True:
            message = await client.receive()
            if message["t"] == "notice":
                notices.append(message["text"])
                if message["text"] == text:
                    return

    async def play() -> None:
        await client.enter()
        try:
            await asyncio.to_thread(operator.post, "/operator/maintenance", {"minutes": 10, "text": "update"})
            await noticed("update")
            await asyncio.to_thread(operator.post, "/operator/maintenance", {"minutes": 0, "text": "now"})
            await noticed("now")
            await client.send({"t": "start"})
            while not client.errors:
                await client.receive()
            assert [one["error"]["code"] for one in client.errors] == ["closed_for_maintenance"]
            for path, body in (("/rooms", {"name": "Ann"}), ("/match", {"name": "Ann"})):
                refused = await asyncio.to_thread(ann.ask, "POST", path, body)
                assert refused == (409, "closed_for_maintenance")
        finally:
            await asyncio.to_thread(operator.post, "/operator/maintenance", {"minutes": None})
        await noticed("")
        await client.send({"t": "start"})
        await client.play()

    asyncio.run(play())
    assert client.game is not None
    assert ann.post("/rooms", {"name": "Ann"})["member"] == 0
