"""What people ask for over their sockets, and what comes of it: whole messages, from a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.play.client import Client, Message
from tests.server.play.conftest import Server, quick_folder


def people(server: Server, names: str) -> list[Client]:
    """Members of a new room, the first one its host; not connected."""
    first, *others = names.split()
    opened = server.post("/rooms", {"name": first, "bots": "first"})
    joined = [opened, *(server.post(f"/rooms/{opened['room']}/join", {"name": name}) for name in others)]
    return [Client(server.port, opened["room"], one["token"]) for one in joined]


async def heard(client: Client) -> list[Message]:
    """All that a client is sent until it is answered."""
    await client.send({"t": "ping"})
    found = []
    while (message := await client.receive()) != {"t": "pong"}:
        found.append(message)
    return found


async def answer(client: Client, message: Message) -> Message:
    """The answer to a message of a client."""
    await heard(client)
    await client.send(message)
    [found] = await heard(client)
    return found


def error(re: str, code: str, message: str) -> Message:
    return {"t": "error", "re": re, "error": {"code": code, "message": message}}


async def close_code(client: Client) -> int | None:
    assert client.socket is not None
    await asyncio.wait_for(client.socket.wait_closed(), 20)
    return client.socket.close_code


@pytest.fixture
def slow_server() -> Iterator[Server]:
    """One whose discards are on offer for half a minute."""
    with quick_folder() as folder:
        server = Server(folder, "--pace", "10")
        yield server
        server.kill()


def test_a_request_for_more_time_is_confirmed_on_all_devices_of_that_player_only(slow_server: Server) -> None:
    server = slow_server
    ann, bo = people(server, "Ann Bo")
    looks_on = Client(server.port, ann.address.split("/")[-2], None)

    def is_asked(client: Client) -> bool:
        return client.table is not None and client.table["waits"]["for"] == "claims"

    async def run() -> None:
        for client in (ann, bo, looks_on):
            await client.open()
        not_yet = await answer(ann, {"t": "more", "n": 0})
        assert not_yet == error("more", "not_now", "this is not possible now")
        await ann.send({"t": "start"})
        await asyncio.gather(ann.play(is_asked), bo.play(is_asked))
        assert ann.table is not None
        asks = ann if ann.table["view"]["offer"]["seat"] != ann.table["view"]["seat"] else bo
        other = bo if asks is ann else ann
        second = Client(server.port, asks.address.split("/")[-2], asks.token)
        await second.open()
        for client in (asks, other, looks_on):
            await heard(client)
        n = asks.n
        assert n is not None
        await asks.send({"t": "more", "n": n})
        assert await heard(asks) == [{"t": "more", "n": n, "done": False}]
        assert await heard(second) == [{"t": "more", "n": n, "done": False}]
        assert await heard(other) == []
        assert await heard(looks_on) == []
        late = error("more", "stale", f"this message refers to number {n - 1}, but the game is at {n}")
        assert await answer(asks, {"t": "more", "n": n - 1}) == late
        assert await answer(looks_on, {"t": "more", "n": n}) == error("more", "not_a_player", "only a player can do this")
        for wrong in (None, -1, "1", 2**31, True, 1.5):
            refused = await answer(asks, {"t": "more", "n": wrong})
            assert (refused["re"], refused["error"]["code"]) == ("more", "bad_message")
        for client in (ann, bo, second, looks_on):
            await client.close()

    asyncio.run(run())


def test_all_devices_of_a_removed_player_are_closed_and_a_bot_plays_on(server: Server) -> None:
    ann, bo = people(server, "Ann Bo")
    id = ann.address.split("/")[-2]
    second = Client(server.port, id, bo.token)

    async def run() -> tuple[Message, list[int | None]]:
        for client in (ann, bo, second):
            await client.open()
        await ann.send({"t": "start"})
        while ann.room["phase"] != "playing":
            await ann.receive()
        await heard(bo)
        await heard(second)
        await ann.send({"t": "remove", "member": bo.you["member"]})
        while len(ann.room["members"]) > 1 or ann.room["spectators"]:
            message = await ann.receive()
        codes = [await close_code(client) for client in (bo, second)]
        again = Client(server.port, id, bo.token)
        with pytest.raises(Exception, match="4403"):
            await again.open()
        await heard(ann)
        await ann.close()
        return message, codes

    message, codes = asyncio.run(run())
    assert codes == [4403, 4403]
    players: dict[str, Any] = {one["name"]: one for one in message["room"]["players"]}
    assert players.pop("Bo") == {"name": "Bo", "member": 1, "bot": None, "here": True, "away": True, "bot_in": None}
    assert players.pop("Ann") == {"name": "Ann", "member": 0, "bot": None, "here": True, "away": False, "bot_in": None}
    assert list(players.values()) == [
        {"name": f"first {number}", "member": None, "bot": "first", "here": True, "away": False, "bot_in": None} for number in (1, 2)
    ]
    del message["room"]["players"]
    assert message == {
        "t": "room",
        "room": {
            "id": id,
            "settings": {
                "rules": "lingque28", "overlay": None, "clock": None, "bots": "first", "private": True, "casual": True, "open_hands": False,
                "flowers": True, "hints": True, "friends": False, "guests": True, "speed": "normal", "tiles": 136, "rounds": 1,
                "hands": None,
            },
            "phase": "playing",
            "game": ann.game,
            "host": 0,
            "members": [{"member": 0, "name": "Ann", "chair": 0, "here": True, "account": None}],
            "bots": [],
            "spectators": 0,
            "proposal": None,
            "settled": None,
            "arranged": None,
            "rated": False,
        },
    }  # fmt: skip
    status, refused = server.ask("POST", f"/rooms/{id}/join", {"name": "Bo"})
    assert (status, json.loads(refused)["error"]["code"]) == (403, "invite_needed"), "not by the link they had"


def test_nobody_removes_a_member_without_permission(server: Server) -> None:
    ann, bo, cy = people(server, "Ann Bo Cy")
    looks_on = Client(server.port, ann.address.split("/")[-2], None)
    cannot = error("remove", "cannot_remove", "you can only remove people who joined after you")

    async def run() -> None:
        for client in (ann, bo, cy, looks_on):
            await client.open()
        for member in (0, 3, 99, 2**31 - 1):
            assert await answer(ann, {"t": "remove", "member": member}) == cannot
        for other in (bo, cy):
            found = await answer(other, {"t": "remove", "member": 2})
            assert found == error("remove", "not_the_host", "only the host of the room can do this")
        assert await answer(looks_on, {"t": "remove", "member": 1}) == error("remove", "not_a_player", "only a player can do this")
        for client in (ann, bo, cy, looks_on):
            await heard(client)
            await client.close()

    asyncio.run(run())
