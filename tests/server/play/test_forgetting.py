"""Guests can be forgotten with nothing but their token: their name, and the games that only they have played."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from quepu.engine import Header, read_record, verify
from quepu.server.play import store_names as names
from quepu.server.play import store_rows as rows
from quepu.server.play import store_tables as tables
from quepu.server.play.store import Store
from quepu.server.play.store_names import FORMER
from quepu.server.play.store_rows import Write
from tests.games import GOLDEN, golden
from tests.server.play.client import Client
from tests.server.play.conftest import Server


def ask(server: Server, room: str, token: str) -> tuple[int, Any]:
    status, content = server.ask("POST", f"/rooms/{room}/forget", {"token": token})
    answer = json.loads(content)
    return status, answer.get("error", {}).get("code", answer)


def open_room(server: Server, *names: str, **wanted: Any) -> list[Client]:
    """A room, and its members."""
    opened = server.post("/rooms", {"name": names[0], "rules": "guobiao", "hands": 1, "bots": "swift", **wanted})
    tokens = [opened["token"], *(server.post(f"/rooms/{opened['room']}/join", {"name": name})["token"] for name in names[1:])]
    return [Client(server.port, opened["room"], token) for token in tokens]


def room_of(client: Client) -> str:
    return client.address.split("/")[-2]


async def play(clients: list[Client]) -> str:
    for client in clients:
        await client.open()
    await clients[0].send({"t": "start"})
    await asyncio.gather(*(client.play() for client in clients))
    for client in clients:
        await client.close()
        client.socket = None
    assert clients[0].game is not None
    return clients[0].game


def test_a_game_that_nobody_else_has_played_is_deleted(server: Server) -> None:
    [ann] = open_room(server, "Ann")
    game = asyncio.run(play([ann]))
    record = server.record(game)
    assert ask(server, room_of(ann), ann.token or "") == (200, {"room": room_of(ann), "games": 1})
    assert server.ask("GET", f"/games/{game}")[0] == 404
    assert server.ask("GET", f"/games/{game}/record")[0] == 404
    assert server.get(f"/rooms/{room_of(ann)}")["room"]["members"] == []
    again = json.loads(server.ask("POST", "/records", record, "application/x-ndjson")[1])
    assert again["game"] != game, "nothing of it is known any more"


def test_in_a_game_with_others_only_the_name_goes_and_the_record_stays_valid(server: Server) -> None:
    ann, bob = open_room(server, "Ann", "Bob")
    game = asyncio.run(play([ann, bob]))
    before = server.record(game)
    player = verify(before).players.index("Ann")
    assert ask(server, room_of(ann), ann.token or "") == (200, {"room": room_of(ann), "games": 1})
    after = server.record(game)
    header: Header = verify(after)
    names = list(verify(before).players)
    names[player] = FORMER
    assert list(header.players) == names
    assert after.splitlines()[1:-1] == before.splitlines()[1:-1]
    assert server.get(f"/games/{game}")["players"] == names
    for record in (before, after):  # a copy that somebody has is this game
        assert json.loads(server.ask("POST", "/records", record, "application/x-ndjson")[1]) == {"game": game}
    room = server.get(f"/rooms/{room_of(ann)}")["room"]
    assert "Ann" not in json.dumps(room)
    assert [member["name"] for member in room["members"]] == ["Bob"]

    assert ask(server, room_of(bob), bob.token or "") == (200, {"room": room_of(bob), "games": 1})
    assert server.ask("GET", f"/games/{game}")[0] == 404, "now nobody is left who has played it"


def test_the_name_does_not_come_back_after_a_restart(server: Server) -> None:
    ann, bob = open_room(server, "Ann", "Bob")
    game = asyncio.run(play([ann, bob]))
    assert ask(server, room_of(ann), ann.token or "")[0] == 200
    server.kill()
    server.start()
    room = server.get(f"/rooms/{room_of(ann)}")["room"]
    assert "Ann" not in json.dumps(room) + json.dumps(server.get(f"/games/{game}"))
    assert ask(server, room_of(ann), ann.token or "") == (403, "not_a_member")


def test_a_token_that_was_forgotten_opens_nothing_and_others_may_come_from_there(server: Server) -> None:
    [ann] = open_room(server, "Ann")
    assert ask(server, room_of(ann), ann.token or "") == (200, {"room": room_of(ann), "games": 0})
    assert ask(server, room_of(ann), ann.token or "") == (403, "not_a_member")
    assert server.post(f"/rooms/{room_of(ann)}/join", {"name": "Ann"})["member"] >= 0
    with pytest.raises(AssertionError):
        server.post(f"/rooms/{room_of(ann)}/hint", {"token": ann.token})


def test_nobody_is_forgotten_during_their_game_or_with_a_wrong_token(server: Server) -> None:
    ann, bob = open_room(server, "Ann", "Bob", hands=2)

    async def begin() -> None:
        await ann.open()
        await bob.open()
        await ann.send({"t": "start"})
        await ann.play(lambda client: client.room["phase"] == "playing")
        assert await asyncio.to_thread(ask, server, room_of(ann), ann.token or "") == (409, "game_unfinished")
        assert await asyncio.to_thread(ask, server, room_of(ann), "x" * 32) == (403, "not_a_member")
        assert await asyncio.to_thread(ask, server, "nothing", ann.token or "") == (404, "not_found")
        await ann.close()
        await bob.close()

    asyncio.run(begin())
    names = {member["name"] for member in server.get(f"/rooms/{room_of(ann)}")["room"]["members"]}
    assert names == {"Ann", "Bob"}


def look(database: str, is_event: bool, accounts: list[str | None] | None, members: list[int | None]) -> dict[str, Any]:
    """What a database has of a game, after one of its players was forgotten."""
    record = golden(next(iter(GOLDEN))).read_bytes()
    header = read_record(record).header
    store = Store(database)

    def prepare(connection: Connection) -> None:
        rows.write(connection, Write("room", {"id": "room", "settings": {}}))
        rows.write(connection, Write("member", {"room": "room", "number": 0, "name": header.players[1], "chair": 0, "token": "hash"}))
        known = {
            "id": "game",
            "room": "room",
            "ordinal": 1,
            "header": header.as_dict(),
            "members": members,
            "bots": ["first"] * 4,
            "accounts": [None] * 4,
        }
        rows.write(connection, Write("game", known))
        done = {"finished": 5.0, "record": zlib.compress(record), "accounts": json.dumps(accounts) if accounts else None}
        connection.execute(tables.games.update().values(**done))
        if accounts:
            connection.execute(tables.account_games.insert().values(account="ann", game="game", player=1, claimed=False))
        if is_event:
            person = {"event": "event", "number": 1, "name": header.players[1], "token": "hash", "account": None}
            connection.execute(tables.event_players.insert().values(**person, room="room", member=0))

    def forget(connection: Connection) -> dict[str, Any]:
        found: dict[str, Any] = {"counts": [names.forget_games(connection, "room", 0) for _ in range(2)]}
        names.forget_member(connection, "room", 0)
        game = connection.execute(sa.select(tables.games)).first()
        found["game"] = None
        if game is not None:
            played = verify(zlib.decompress(game.record)).players
            assert played == tuple(json.loads(game.header)["players"])
            found["game"] = {"named": played[1], "members": json.loads(game.members), "accounts": game.accounts}
        found["accounts"] = len(connection.execute(sa.select(tables.account_games)).all())
        found["event"] = connection.scalar(sa.select(tables.event_players.c.name))
        found["member"] = tuple(connection.execute(sa.select(tables.members.c.name, tables.members.c.token)).one())
        return found

    async def run() -> dict[str, Any]:
        await store.do(prepare)
        return await store.do(forget)

    try:
        return asyncio.run(run())
    finally:
        store.close()


def test_the_results_of_an_event_stay_without_the_name(database: str) -> None:
    assert look(database, True, None, [None, 0, None, None]) == {
        "counts": [1, 0],
        "game": {"named": FORMER, "members": [None, 0, None, None], "accounts": None},
        "accounts": 0,
        "event": FORMER,
        "member": (FORMER, ""),
    }


def test_a_game_with_accounts_stays_and_is_nobody_s_any_more(database: str) -> None:
    assert look(database, False, [None, "ann", None, None], [None, 0, None, None]) == {
        "counts": [1, 0],
        "game": {"named": FORMER, "members": [None, None, None, None], "accounts": "[null,null,null,null]"},
        "accounts": 0,
        "event": None,
        "member": (FORMER, ""),
    }


def test_a_game_with_bots_is_deleted(database: str) -> None:
    assert look(database, False, None, [None, 0, None, None]) == {
        "counts": [1, 0],
        "game": None,
        "accounts": 0,
        "event": None,
        "member": (FORMER, ""),
    }
