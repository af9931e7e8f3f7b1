"""The socket: who may open it, how it is closed, how fast and how much may be sent."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quepu.cli.serve import PING_SECONDS, PONG_SECONDS, names
from quepu.server.guard import Hosts
from quepu.server.play import socket as play_socket
from quepu.server.play.connection import Connection
from quepu.server.play.messages import Hello, read_message
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.store import Store
from quepu.server.settings import Settings
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.driver import settings

HELLO = {"v": 1, "t": "hello", "token": None, "game": None, "after": None}


def room_of(server: Server) -> tuple[str, str]:
    opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
    return f"ws://127.0.0.1:{server.port}/api/v1/rooms/{opened['room']}/socket", opened["token"]


def talk(address: str, work: Callable[[ClientConnection], Awaitable[Any]], **options: Any) -> Any:
    async def run() -> Any:
        async with connect(address, open_timeout=20, max_size=None, **options) as socket:
            return await asyncio.wait_for(work(socket), 60)

    return asyncio.run(run())


async def until_closed(socket: ClientConnection) -> AsyncIterator[dict[str, Any]]:
    with suppress(ConnectionClosed):
        while True:
            yield json.loads(await socket.recv())


def closed_after(*sent: str | bytes) -> Callable[[ClientConnection], Awaitable[int]]:
    """The code with which the connection is closed after these messages."""

    async def work(socket: ClientConnection) -> int:
        with suppress(ConnectionClosed):  # it may be closed before all is sent
            for message in sent:
                await socket.send(message)
        async for _ in until_closed(socket):
            pass
        assert socket.close_code is not None
        return int(socket.close_code)

    return work


@pytest.mark.parametrize("origin", ["http://127.0.0.1:{other}", "https://example.org", "null", "http://localhost:{port}", "file://"])
def test_a_page_from_elsewhere_gets_no_socket(server: Server, origin: str) -> None:
    address, _ = room_of(server)
    with pytest.raises(InvalidStatus) as error:
        talk(address, closed_after(), origin=origin.format(port=server.port, other=server.port + 1))
    assert error.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/api/v1/play", "/play", "/static/shared/base.css"])
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200), ("127.0.0.1:{port}", 200), ("localhost:{port}", 200), ("LOCALHOST.", 200), ("[::1]:{port}", 200),
        ("192.168.7.9:{port}", 200),
        ("table.localhost", 200), ("{name}:{port}", 200), ("{name}.local", 200), ("evil.example", 421), ("evil.example:{port}", 421),
        ("127.0.0.1.evil.example", 421), ("localhost.evil.example:{port}", 421), ("[evil]:1", 421), ("evil.example@127.0.0.1", 421),
    ],
)  # fmt: skip
def test_only_requests_for_the_servers_own_name_are_answered(server: Server, host: str, status: int, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path, headers={"Host": host.format(port=server.port, name=sockets.gethostname())})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == status
    if status == 421:
        assert json.loads(content)["error"]["code"] == "wrong_host"


def test_the_others_see_within_ten_seconds_that_a_person_has_lost_the_connection(server: Server) -> None:
    """Nothing comes from there any more, and nothing was closed: only the answers to the server's pings are missing."""
    opened = server.post("/rooms", {"name": "Ann"})
    joined = server.post(f"/rooms/{opened['room']}/join", {"name": "Bo"})

    async def run() -> None:
        ann, bo = (Client(server.port, opened["room"], one["token"]) for one in (opened, joined))
        for client in (ann, bo):
            await client.open()
        await ann.send({"t": "start"})
        assert bo.socket is not None
        bo.socket.transport.pause_reading()
        while ann.room["phase"] == "lobby" or all(player["here"] for player in ann.room["players"]):
            await ann.receive()
        [gone] = [player for player in ann.room["players"] if not player["here"]]
        assert (gone["name"], gone["away"], gone["bot_in"] > 50_000) == ("Bo", False, True)
        await ann.close()
        bo.socket.transport.abort()

    asyncio.run(run())
    assert PING_SECONDS + PONG_SECONDS < 10


def test_a_name_that_was_made_to_lead_here_gets_no_socket(server: Server) -> None:
    address, _ = room_of(server)
    with pytest.raises(InvalidStatus) as error:
        talk(
            address.replace("127.0.0.1", "evil.example"),
            closed_after(),
            origin=f"http://evil.example:{server.port}",
            host="127.0.0.1",
            port=server.port,
        )
    assert error.value.response.status_code == 403


def test_a_server_answers_to_the_names_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_HOSTS", "Tables.example.org, other.example")
    hosts = Hosts(lambda *_: None, Settings(hosts=names("quepu.lan")))  # type: ignore[arg-type]  # no application is asked
    asked = ("tables.example.org", "other.example:8000", "quepu.lan:8000", "example.org", "")
    assert [hosts.is_own(host) for host in asked] == [True, True, True, False, True]


@pytest.mark.parametrize("origin", ["http://127.0.0.1:{port}", None])
def test_its_own_page_and_a_program_do(server: Server, origin: str | None) -> None:
    address, _ = room_of(server)

    async def work(socket: ClientConnection) -> Any:
        await socket.send(json.dumps(HELLO))
        return json.loads(await socket.recv())["t"]

    assert talk(address, work, origin=origin and origin.format(port=server.port)) == "welcome"


@pytest.mark.parametrize(
    ("code", "first"),
    [
        (4400, '{"v":1,"t":"ping"}'),
        (4400, "x"),
        (4400, b"\x00"),
        (4400, '{"v":2,"t":"hello"}'),
        (4401, json.dumps({**HELLO, "token": "x"})),
        (4401, json.dumps({**HELLO, "token": 5})),
        (4401, json.dumps({**HELLO, "token": {"a": []}})),
        (4401, json.dumps({**HELLO, "token": ""})),
        (4401, json.dumps({**HELLO, "token": "x" * 5000})),
        (4401, json.dumps({**HELLO, "token": "\ud800"})),
        (1009, "x" * 20_000),
    ],
    ids=[
        "ping",
        "no JSON",
        "binary",
        "another version",
        "an unknown token",
        "a number",
        "an object",
        "empty",
        "long",
        "half a letter",
        "too large",
    ],
)
def test_a_connection_without_a_valid_hello_is_closed(server: Server, code: int, first: str | bytes) -> None:
    address, _ = room_of(server)
    assert talk(address, closed_after(first)) == code


def test_a_token_of_another_room_is_unknown(server: Server) -> None:
    address, _ = room_of(server)
    _, token = room_of(server)
    assert talk(address, closed_after(json.dumps({**HELLO, "token": token}))) == 4401


def test_a_room_that_is_not_there_closes(server: Server) -> None:
    address, _ = room_of(server)
    assert talk(address.replace("/socket", "x/socket"), closed_after(json.dumps(HELLO))) == 4404


@pytest.mark.parametrize(
    ("code", "message"),
    [(4400, b"{}"), (4413, "x" * 4097), (4413, "é" * 2049), (1009, "x" * 20_000)],
    ids=["binary", "large", "large in bytes", "too large"],
)
def test_a_message_that_is_binary_or_too_large_closes(server: Server, code: int, message: str | bytes) -> None:
    address, _ = room_of(server)
    assert talk(address, closed_after(json.dumps(HELLO), message)) == code


def test_nothing_is_compressed_even_if_the_client_offers_it(server: Server) -> None:
    address, _ = room_of(server)

    async def work(socket: ClientConnection) -> Any:
        assert socket.request is not None
        assert socket.response is not None
        assert "permessage-deflate" in socket.request.headers["Sec-WebSocket-Extensions"]
        return socket.response.headers.get("Sec-WebSocket-Extensions")

    assert talk(address, work, compression="deflate") is None


def test_errors_are_in_the_requested_language(server: Server) -> None:
    address, _ = room_of(server)

    async def work(socket: ClientConnection) -> Any:
        await socket.send(json.dumps(HELLO))
        await socket.recv()
        await socket.send('{"v":1,"t":"start"}')
        while True:
            message = json.loads(await socket.recv())
            if message["t"] == "error":
                return message

    wanted = {"v": 1, "t": "error", "re": "start", "error": {"code": "not_a_player", "message": "只有玩家才能这样做"}}
    assert talk(address + "?lang=zh", work) == wanted
    assert talk(address, work)["error"]["message"] == "only a player can do this"


def test_a_connection_that_sends_too_much_is_refused_and_then_closed() -> None:
    with quick_folder() as folder:
        server = Server(folder)  # at the pace of people, as the limit fits the pace
        try:
            address, _ = room_of(server)
            pongs = errors = 0

            async def work(socket: ClientConnection) -> int:
                nonlocal pongs, errors
                await socket.send(json.dumps(HELLO))
                for _ in range(400):
                    await socket.send('{"v":1,"t":"ping"}')
                async for message in until_closed(socket):
                    pongs += message["t"] == "pong"
                    errors += message["t"] == "error" and message["error"]["code"] == "too_fast"
                return int(socket.close_code or 0)

            assert talk(address, work) == 4429
            assert 60 <= pongs < 100
            assert 90 <= errors <= 110
        finally:
            server.kill()


def test_a_silent_connection_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_socket, "HELLO_SECONDS", 0.01)

    class Silent:
        async def receive(self) -> None:
            await asyncio.sleep(10)

    with pytest.raises(play_socket.Closed) as closed:
        asyncio.run(play_socket.first_message(Silent(), read_message))  # type: ignore[arg-type]
    assert closed.value.code == 4408


def test_a_connection_that_does_not_read_is_closed_and_delays_nobody() -> None:
    async def run() -> list[Any]:
        connection = Connection()
        for number in range(1000):
            connection.send({"t": "x", "number": number})
        return [connection.outgoing.get_nowait() for _ in range(connection.outgoing.qsize())]

    waiting = asyncio.run(run())
    assert waiting[-1] == 4430
    assert len(waiting) == 257


def test_few_large_messages_are_too_many_too() -> None:
    async def run() -> tuple[list[Any], list[Any]]:
        slow, quick = Connection(), Connection()
        taken = []
        for _ in range(20):
            for connection in (slow, quick):
                connection.send({"t": "x" * 500_000})
            taken.append(await quick.next())
        return [slow.outgoing.get_nowait() for _ in range(slow.outgoing.qsize())], taken

    waiting, taken = asyncio.run(run())
    assert waiting[-1] == 4430
    assert len(waiting) == 5
    assert all(isinstance(text, str) for text in taken)


def test_there_is_a_place_for_a_member_however_many_look_on() -> None:
    async def run() -> tuple[list[int | None], int | None, list[bool]]:
        store = Store()
        rooms = RoomRegistry(store, Settings())
        live, _, token = await rooms.create(settings(), "Ann")
        looking = [await live.connect(Connection(), Hello(t="hello"), 3) for _ in range(5)]
        devices = [Connection() for _ in range(9)]
        for device in devices:
            last = await live.connect(device, Hello(t="hello", token=token), 3)
        await rooms.close()
        store.close()
        return looking, last, [device.closed for device in devices]

    looking, last, closed = asyncio.run(run())
    assert looking == [None, None, None, 4409, 4409]
    assert last is None
    assert closed[:2] == [True, True]  # by the ninth, and at the end


def test_a_removed_member_is_disconnected_and_cannot_come_back(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
    joined = server.post(f"/rooms/{opened['room']}/join", {"name": "Bo"})
    ann, bo = (Client(server.port, opened["room"], one["token"]) for one in (opened, joined))

    async def run() -> list[int | None]:
        await ann.open()
        await bo.open()
        await ann.send({"t": "remove", "member": joined["member"]})
        assert bo.socket is not None
        await asyncio.wait_for(bo.socket.wait_closed(), 20)
        codes = [bo.socket.close_code]
        while any(member["name"] == "Bo" for member in ann.room["members"]):
            await ann.receive()
        await ann.close()
        return codes

    assert asyncio.run(run()) == [4403]
    assert talk(bo.address, closed_after(json.dumps({**HELLO, "token": joined["token"]}))) == 4403


def test_a_connection_that_is_cut_without_a_word_is_noticed(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
    ann = Client(server.port, opened["room"], opened["token"])
    looks_on = Client(server.port, opened["room"], None)

    async def run() -> None:
        await ann.open()
        await looks_on.open()
        assert ann.socket is not None
        transport = ann.socket.transport
        transport.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        transport.abort()
        while looks_on.room["members"][0]["here"]:
            await looks_on.receive()
        await looks_on.close()

    asyncio.run(run())
