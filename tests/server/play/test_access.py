"""Who may come into a room: not by a replay, and not again after the host has removed them. How often anybody may connect."""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quepu.server.app import create_app
from quepu.server.play import room as room_module
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.replays import continuation, journal_size
from quepu.server.play.store import Store
from quepu.server.settings import Rate, Settings
from tests.games import GOLDEN, golden
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.driver import Driver, settings

HELLO = {"v": 1, "t": "hello"}


def ask(server: Server, source: str, path: str, given: object = None, secret: str | None = None) -> tuple[int, Any]:
    """An answer to who asks from an address of this machine."""
    headers = {"Content-Type": "application/json", **({} if secret is None else {"Authorization": f"Bearer {secret}"})}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(source, 0))
    connection.request("GET" if given is None else "POST", f"/api/v1{path}", json.dumps(given), headers)
    answer = connection.getresponse()
    content = json.loads(answer.read())
    connection.close()
    return answer.status, content.get("error", {}).get("code", content)


async def code_for(server: Server, room: str, forwarded: str | None = None, **hello: object) -> int | None:
    """The code with which a connection is closed after its hello; None if it is welcome."""
    address = f"ws://127.0.0.1:{server.port}/api/v1/rooms/{room}/socket"
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    async with connect(address, open_timeout=60, max_size=None, additional_headers=headers) as socket:
        try:
            await socket.send(json.dumps({**HELLO, **hello}))
            assert json.loads(await asyncio.wait_for(socket.recv(), 60))["t"] == "welcome"
        except ConnectionClosed:
            return socket.close_code
        return None


async def remove(ann: Client, number: int) -> str | None:
    """The host removes a member; the new invitation, which the host gets."""
    await ann.open()
    await ann.send({"t": "remove", "member": number})
    invite = None
    while any(member["member"] == number for member in ann.room["members"]):
        message = await ann.receive()
        invite = message["invite"] if message["t"] == "invite" else invite
    return invite


# Replays.


@pytest.mark.parametrize("private", [True, False])
def test_a_replay_shows_its_room_only_if_all_may_come_in(server: Server, private: bool) -> None:
    opened = server.post("/rooms", {"name": "Ann", "start": True, "hands": 1, "bots": "random", "private": private})
    room, game = opened["room"], opened["game"]
    shown = None if private else room
    assert server.get(f"/games/{game}")["room"] == shown
    asyncio.run(Client(server.port, room, opened["token"], at_random(4)).play())
    summary = server.get(f"/games/{game}")
    assert (summary["status"], summary["room"]) == ("finished", shown)
    go_on = {"hand": 1, "step": 3, "seat": "E", "name": "Eve", "bots": "first"}
    others = [
        server.record(game),
        server.ask("GET", f"/games/{game}/steps?hand=1")[1],
        server.ask("POST", f"/games/{game}/continue", go_on)[1],
        server.ask("POST", "/records", server.record(game), "application/x-ndjson")[1],
    ]
    assert [room.encode() in answer for answer in others] == [False] * 4
    assert server.ask("GET", f"/rooms/{game}")[0] == 404


def test_the_room_of_a_replay_stays_unknown_when_it_is_not_alive() -> None:
    async def run() -> list[bool]:
        store = Store()
        rooms = RoomRegistry(store, Settings())
        made = [(await rooms.create(settings(private=private), "Ann"))[0].room.id for private in (True, False)]
        alive = [await rooms.is_open(room) for room in made]
        await rooms.close()
        rooms = RoomRegistry(store, Settings())
        stored = [await rooms.is_open(room) for room in (*made, "nothing", None)]
        await rooms.close()
        store.close()
        return [*alive, *stored]

    assert asyncio.run(run()) == [False, True, False, True, False, False]


# Removal.


def test_a_removed_member_of_a_private_room_needs_a_new_link(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
    room = opened["room"]
    bo = server.post(f"/rooms/{room}/join", {"name": "Bo"})
    ann = Client(server.port, room, opened["token"])

    async def run() -> tuple[str | None, list[int | None]]:
        assert await code_for(server, room) is None, "before, the link is enough"
        invite = await remove(ann, bo["member"])
        tokens: list[dict[str, object]] = [{"token": bo["token"]}, {}, {"invite": "x"}, {"invite": "\ud800"}, {"invite": invite}]
        codes = [await code_for(server, room, None, **one) for one in tokens]
        again = Client(server.port, room, opened["token"])
        await again.open()
        first = json.loads(again.raw[0])
        assert first["invite"] == invite, "members get it when they come back"
        await again.close()
        await ann.close()
        return invite, codes

    invite, codes = asyncio.run(run())
    assert invite
    assert codes == [4403, 4410, 4410, 4410, None]
    assert ask(server, "127.0.0.1", f"/rooms/{room}/join", {"name": "Bo"}) == (403, "invite_needed")
    assert ask(server, "127.0.0.1", f"/rooms/{room}/join", {"name": "Bo", "invite": "x"}) == (403, "invite_needed")
    assert ask(server, "127.0.0.1", f"/rooms/{room}/join", {"name": "Bo", "invite": invite, "token": bo["token"]}) == (403, "removed")
    assert ask(server, "127.0.0.1", f"/rooms/{room}/hint", {"token": bo["token"]}) == (400, "not_a_player")
    status, joined = ask(server, "127.0.0.1", f"/rooms/{room}/join", {"name": "Cy", "invite": invite})
    assert (status, joined["member"]) == (200, 2)
    assert ask(server, "127.0.0.1", f"/rooms/{room}/rules")[0] == 200
    for path in (f"/rooms/{room}", f"/rooms/{room}/score"):
        for refused in (None, "x", bo["token"], "\xff"):
            assert ask(server, "127.0.0.1", path, secret=refused) == (403, "invite_needed")
        for secret in (invite, opened["token"], joined["token"]):
            status, shown = ask(server, "127.0.0.1", path, secret=secret)
            assert status == 200
            assert invite not in json.dumps(shown), "only members know it"


def test_a_removed_member_of_a_public_room_cannot_join_from_the_same_address(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "bots": "first", "private": False})
    room = opened["room"]
    _, bo = ask(server, "127.0.0.2", f"/rooms/{room}/join", {"name": "Bo"})
    _, cy = ask(server, "127.0.0.3", f"/rooms/{room}/join", {"name": "Cy"})
    _, di = ask(server, "127.0.0.3", f"/rooms/{room}/join", {"name": "Di"})
    ann = Client(server.port, room, opened["token"])

    async def run() -> list[int | None]:
        for one in (bo, cy):
            assert await remove(ann, one["member"]) is None, "the link stays"
        codes = [await code_for(server, room, token=one["token"]) for one in (bo, cy, di)] + [await code_for(server, room)]
        await ann.close()
        return codes

    assert asyncio.run(run()) == [4403, 4403, None, None]
    assert ask(server, "127.0.0.2", f"/rooms/{room}/join", {"name": "Bo"}) == (403, "removed")
    assert ask(server, "127.0.0.4", f"/rooms/{room}/join", {"name": "Bo", "token": bo["token"]}) == (403, "removed")
    assert ask(server, "127.0.0.4", f"/rooms/{room}/join", {"name": "Ed"})[0] == 200
    assert ask(server, "127.0.0.3", f"/rooms/{room}/join", {"name": "Fay"})[0] == 200, "another member shares this address"


# How often one may connect.


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server at the pace of people, at which one may connect a few times."""
    for name, value in (("LOCAL_CONNECT_RATE", 30), ("MEMBER_CONNECT_RATE", 3), ("ROOM_CONNECT_RATE", 20)):
        monkeypatch.setenv(f"QUEPU_{name}_PER_SECOND", "0.001")
        monkeypatch.setenv(f"QUEPU_{name}_BURST", str(value))
    with quick_folder() as folder:
        server = Server(folder)
        yield server
        server.kill()


def test_an_address_a_member_and_a_room_can_be_connected_so_often(strict: Server) -> None:
    opened, other = (strict.post("/rooms", {"name": "Ann", "bots": "first"}) for _ in range(2))

    async def run() -> tuple[list[int | None], list[int | None], list[int | None]]:
        member = [await code_for(strict, opened["room"], token=opened["token"]) for _ in range(4)]
        looks_on = [await code_for(strict, opened["room"]) for _ in range(21)]
        return member, looks_on, [await code_for(strict, other["room"]) for _ in range(6)]

    member, looks_on, elsewhere = asyncio.run(run())
    assert member == [None, None, None, 4431]
    assert looks_on == [None] * 20 + [4431]
    assert elsewhere == [None] * 5 + [4431], "the address has used up its thirty"


def test_behind_a_trusted_proxy_each_person_connects_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("CONNECT_RATE_PER_SECOND", "0.001"), ("CONNECT_RATE_BURST", "2"), ("TRUSTED_PROXIES", "127.0.0.1")):
        monkeypatch.setenv(f"QUEPU_{name}", value)
    with quick_folder() as folder:
        server = Server(folder)
        try:
            room = server.post("/rooms", {"name": "Ann", "bots": "first"})["room"]

            async def run() -> list[int | None]:
                addresses = ["198.51.100.7"] * 3 + ["203.0.113.9, 198.51.100.8"] * 2 + ["203.0.113.10, 198.51.100.8"]
                return [await code_for(server, room, address) for address in addresses]

            assert asyncio.run(run()) == [None, None, 4431, None, None, 4431]
        finally:
            server.kill()


def test_the_others_in_a_room_are_not_sent_more_the_more_people_come_and_go() -> None:
    with quick_folder() as folder:
        server = Server(folder)
        try:
            opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
            ann = Client(server.port, opened["room"], opened["token"])

            async def run() -> tuple[int, float]:
                began = time.monotonic()
                await ann.open()
                for _ in range(60):
                    assert await code_for(server, opened["room"]) is None
                while ann.room["spectators"]:
                    await ann.receive()
                await ann.send({"t": "ping"})
                while (await ann.receive())["t"] != "pong":
                    pass
                await ann.close()
                return sum('"t":"room"' in text for text in ann.raw), time.monotonic() - began

            count, seconds = asyncio.run(run())
            assert count <= 8 + seconds + 1, "the first eight at once, then one a second; without a limit it would be 120"
        finally:
            server.kill()


def test_a_new_connection_does_not_get_all_that_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = Driver(settings(hands=1))
    driver.start()
    driver.play(6)
    whole = driver.room.welcome(0, None, None)
    assert len(whole["missed"]) > 4
    monkeypatch.setattr(room_module, "MAX_MISSED", 4)
    short = driver.room.welcome(0, None, None)
    assert short == {**whole, "missed": None}
    assert len(driver.room.welcome(0, driver.session.id, driver.n - 2)["missed"]) == 2


# What goes on from a replay.


def test_the_stored_size_of_a_continued_game_is_paid_for_and_limited() -> None:
    record = golden(next(iter(GOLDEN))).read_bytes()
    size = journal_size(continuation(record, 4, 3, "first")[2], 2**20)
    wanted = {"hand": 4, "step": 3, "seat": "E", "name": "Ann"}
    ndjson = {"Content-Type": "application/x-ndjson"}
    rate = Rate(per_second=0.001, burst=200)
    paid = Settings(rate=rate, token_bytes=1000, token_seconds=1)
    with TestClient(create_app(paid), client=("192.0.2.7", 1)) as site:
        game = site.post("/api/v1/records", content=record, headers=ndjson).json()["game"]
        assert site.post(f"/api/v1/games/{game}/continue", json=wanted).status_code == 200
        left = 0
        while site.get("/api/v1/health").status_code == 200:
            left += 1
        expected = 200 - len(record) / 1000 - size / 1000
        assert expected - 3 < left <= expected, "a second of processor time costs a token here"
        answer = site.get("/api/v1/health")
        assert answer.headers["Retry-After"]
    with TestClient(create_app(Settings(continue_limit=size - 1))) as site:
        game = site.post("/api/v1/records", content=record, headers=ndjson).json()["game"]
        refused = site.post(f"/api/v1/games/{game}/continue", json=wanted)
        assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too_large")
        assert site.get("/api/v1/rooms").json() == {"rooms": []}
