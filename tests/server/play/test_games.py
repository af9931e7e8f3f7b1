"""Whole games over real sockets: by every rule book, by one and by four, with people who come and go."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from quepu.engine import verify
from quepu.players import DEFAULT_LEVEL
from quepu.rules import BOOKS
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server
from tests.server.play.expected import check_updates


def play_now(server: Server, **wanted: Any) -> tuple[Client, str]:
    opened = server.post("/rooms", {"name": "Ann", "start": True, "hands": 1, "bots": "random", **wanted})
    return Client(server.port, opened["room"], opened["token"], at_random(1)), opened["game"]


def friends(server: Server, count: int, **wanted: Any) -> list[Client]:
    """A room with this many members."""
    opened = server.post("/rooms", {"name": "friend 0", "hands": 1, "bots": "random", **wanted})
    room, tokens = opened["room"], [opened["token"]]
    tokens += [server.post(f"/rooms/{room}/join", {"name": f"friend {number}"})["token"] for number in range(1, count)]
    return [Client(server.port, room, token, at_random(number)) for number, token in enumerate(tokens)]


async def start(clients: list[Client]) -> None:
    for client in clients:
        await client.open()
    await clients[0].send({"t": "start"})


def is_over(client: Client) -> bool:
    return bool(client.room["phase"] == "over")


@pytest.mark.parametrize("rules", BOOKS)
def test_play_now_is_one_request_and_three_bots(server: Server, rules: str) -> None:
    client, game = play_now(server, rules=rules)
    asyncio.run(client.play())
    record = server.record(game)
    assert sorted(verify(record).players) == ["Ann", "random 1", "random 2", "random 3"]
    summary = server.get(f"/games/{game}")
    assert (summary["status"], summary["hands"], summary["rules"]) == ("finished", 1, rules)
    assert client.table is not None
    assert client.table["scores"] == summary["scores"]
    assert not client.errors
    check_updates(client, record)


def test_the_bots_that_come_by_default_play_whole_games_too(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "start": True, "hands": 1})
    client = Client(server.port, opened["room"], opened["token"])
    asyncio.run(client.play())
    record = server.record(opened["game"])
    assert sum(name.startswith(DEFAULT_LEVEL) for name in verify(record).players) == 3
    check_updates(client, record)


def test_four_friends_and_a_spectator(server: Server) -> None:
    clients = friends(server, 4, hands=2, rules="guobiao")
    spectator = Client(server.port, clients[0].address.split("/")[-2], None)

    async def play() -> None:
        await spectator.open()
        await start(clients)
        await asyncio.gather(*(client.play() for client in clients), spectator.play())

    asyncio.run(play())
    game = clients[0].game
    assert game is not None
    record = server.record(game)
    assert sorted(verify(record).players) == [f"friend {number}" for number in range(4)]
    for client in [*clients, spectator]:
        assert not client.errors
        check_updates(client, record)
    assert spectator.you == {"member": None, "player": None}
    for client in clients:  # everybody's own nonces are in the reveals
        reveals = [event for events in client.updates.values() for event in events if event["t"] == "reveal"]
        began = [event for events in client.updates.values() for event in events if event["t"] == "hand"]
        for hand, (reveal, first) in enumerate(zip(reveals, began, strict=True), 1):
            assert reveal["nonces"][first["seats"].index(client.you["player"])] == client.nonces[hand]


def test_a_reload_in_the_middle_of_a_claim_changes_nothing(server: Server) -> None:
    [client] = clients = friends(server, 1, hands=4)  # in one deal there may be nothing to claim

    async def play() -> None:
        await start(clients)
        reloads = 0
        while not is_over(client):
            await client.play(lambda one: is_over(one) or bool(one.table and one.table["waits"]["for"] == "claims" and one.table["prompt"]))
            if is_over(client):
                break
            before = client.table
            await client.close()
            client.answered = set()
            await client.open()
            assert client.table == before, "the same offer, the same prompt"
            n = client.n
            await client.answer()
            await client.play(lambda one, n=n: one.n != n or is_over(one))  # type: ignore[misc]
            reloads += 1
        assert reloads > 1

    asyncio.run(play())
    assert client.game is not None
    check_updates(client, server.record(client.game))


def test_two_devices_of_one_player_see_the_same_and_either_can_act(server: Server) -> None:
    client, game = play_now(server)
    other = Client(server.port, client.address.split("/")[-2], client.token)

    async def play() -> None:
        await client.open()
        await other.open()
        turn = 0

        async def follow(one: Client, number: int) -> None:
            nonlocal turn
            while not is_over(one):
                if one.n is not None and one.n % 2 == number:
                    await one.answer()
                    turn += 1
                await one.receive()

        await asyncio.gather(follow(client, 0), follow(other, 1))
        assert turn > 10

    asyncio.run(play())
    record = server.record(game)
    check_updates(client, record)
    check_updates(other, record)
    assert {error["error"]["code"] for error in client.errors + other.errors} <= {"stale", "answered_already", "not_asked"}


def test_a_bot_plays_for_a_player_who_leaves_until_they_return(server: Server) -> None:
    clients = friends(server, 2, clock={"turn": 3, "bank": 0, "claim": 1})
    one, other = clients

    async def play() -> None:
        await start(clients)
        await asyncio.gather(*(client.play(lambda client: (client.n or 0) > 12) for client in clients))
        await other.close()
        player = other.you["player"]
        await one.play(lambda client: bool(client.room["players"][player]["away"]))
        n = one.n
        assert n is not None
        await one.play(lambda client: is_over(client) or (client.n or 0) > n + 6)
        assert not is_over(one), "the bot plays on"
        other.answered = set()
        await other.open()
        assert not other.room["players"][player]["away"]
        assert (other.n or 0) >= (one.n or 0), "they get the current state"
        await asyncio.gather(one.play(), other.play())

    asyncio.run(play())
    assert one.game is not None
    record = server.record(one.game)
    check_updates(one, record)
    check_updates(other, record)


def test_a_choice_taken_back_is_in_no_record(server: Server) -> None:
    client, game = play_now(server)

    async def play() -> None:
        await client.play(lambda one: (one.n or 0) > 20)
        await client.send({"t": "propose", "kind": "takeback"})
        while client.updates[client.n or 0] != [{"t": "back", "player": client.you["player"]}]:
            await client.receive()
        await client.play()

    asyncio.run(play())
    assert not client.errors
    verify(server.record(game))


def test_after_the_game_the_same_people_play_again(server: Server) -> None:
    clients = friends(server, 2)

    async def play() -> None:
        await start(clients)
        await asyncio.gather(*(client.play() for client in clients))
        first = clients[0].game
        await clients[0].send({"t": "propose", "kind": "rematch"})
        await clients[1].play(lambda one: one.room["proposal"] is not None)
        await clients[1].send({"t": "vote", "id": clients[1].room["proposal"]["id"], "agree": True})
        await asyncio.gather(*(client.play(lambda one: one.game != first and is_over(one)) for client in clients))
        assert clients[0].game != first

    asyncio.run(play())
    game = clients[0].game
    assert game is not None
    record = server.record(game)
    for client in clients:
        check_updates(client, record)


def test_an_overlay_is_played_and_is_in_the_record(server: Server) -> None:
    overlay = 'base = "lingque28"\nname = "club"\nminimum = 1\n[fan.pure_straight]\nfu = 10\n'
    client, game = play_now(server, overlay=overlay)
    room = client.address.split("/")[-2]
    assert server.get(f"/rooms/{room}")["room"]["settings"]["overlay"]["zh"] == "club"
    assert server.get(f"/rooms/{room}/rules")["minimum"] == 1
    asyncio.run(client.play())
    header = json.loads(server.record(game).splitlines()[0])
    assert (header["rules"], header["overlay"]["name"], header["overlay"]["minimum"]) == ("lingque28", "club", 1)
