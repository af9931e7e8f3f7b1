"""Matchmaking at two nodes: people are put together once, wherever they ask, and a node that dies loses nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from quepu.engine import verify
from quepu.server.play.store_tables import games, match_tickets
from tests.server.cluster.people import People, Person, again, people_of, until
from tests.server.play.client import Client
from tests.server.play.expected import check_updates
from tests.server.play.postgres import Postgres

ONE, TWO = 0, 1
WANTED = {"name": "x", "rules": "guobiao", "rounds": 1, "rated": True}


@pytest.fixture(scope="module")
def people(postgres: Postgres) -> Iterator[People]:
    """Bots take free seats at once."""
    with people_of(postgres.database(), QUEPU_MATCH_SECONDS="0") as found:
        yield found


def tickets_of(waiting: Sequence[Person], **wanted: object) -> list[str]:
    return [person.post("/match", {**WANTED, **wanted})["ticket"] for person in waiting]


def states_of(waiting: Sequence[Person], tickets: Sequence[str]) -> list[Any]:
    """What all are told who ask at the same moment."""
    with ThreadPoolExecutor(len(waiting)) as threads:
        return list(threads.map(lambda one: one[0].get("/match", bearer=one[1]), zip(waiting, tickets, strict=True)))


def play(clients: Sequence[Client]) -> None:
    """All connect at the same moment, wherever they are; so one of the nodes may leave the room to the other."""

    async def all_play() -> None:
        await asyncio.gather(*(client.play_on(again) for client in clients))

    asyncio.run(all_play())


def rooms_in(people: People) -> int:
    return len(people.operator(ONE).get("/operator")["rooms"])


def test_two_people_at_different_nodes_are_matched_once_and_play(people: People) -> None:
    """They ask their own nodes, again and again and at the same moment; and connect there, or through the proxy."""
    waiting = [people.signed_up(ONE), people.signed_up(TWO)]
    before, tickets = rooms_in(people), tickets_of(waiting)
    asked = [states_of(waiting * 4, tickets * 4) for _ in range(3)]
    assert {(state["status"], state["waiting"]) for states in asked for state in states} == {("ready", 0)}
    [room] = {state["room"] for states in asked for state in states}
    assert sorted({state["member"] for states in asked for state in states}) == [0, 1]
    assert rooms_in(people) == before + 1
    assert [person.ask("POST", "/match", WANTED) for person in waiting] == [(409, "unfinished_game")] * 2

    clients = [person.client(room, ticket, node.port) for person, ticket, node in zip(waiting, tickets, people.nodes, strict=True)]
    play(clients)
    game = clients[0].game
    records = [node.record(str(game)) for node in people.nodes]
    assert records[0] == records[1]
    assert {person.name for person in waiting} < set(verify(records[0]).players)
    for client in clients:
        check_updates(client, records[0])
    boards = [person.get("/players?rules=guobiao")["players"] for person in waiting]
    assert boards[0] == boards[1]
    assert {person.id for person in waiting} == {one["player"] for one in boards[0] if one["rating"]["games"] == 1}
    for person in waiting:
        person.post("/match", WANTED)


def test_who_blocks_somebody_at_one_node_is_not_put_together_with_them_at_the_other(people: People) -> None:
    ann, bob = people.signed_up(ONE), people.signed_up(TWO)
    ann.post("/account/block", {"account": bob.id})
    waiting = [bob, ann.at(people.nodes[TWO].port)]
    tickets = tickets_of(waiting, rules="lingque28")
    states = states_of(waiting, tickets)
    assert len({state["room"] for state in states} - {None}) == 2


def test_nobody_begins_two_rated_matches_at_two_nodes(people: People) -> None:
    """Their first room waits at one node, the game in the second one has begun at the other."""
    ann = people.signed_up(ONE)
    there = ann.at(people.nodes[TWO].port)
    rooms, tickets = [], []
    for person in (ann, there):
        tickets += tickets_of([person], rules="woodshole")
        rooms.append(states_of([person], tickets[-1:])[0]["room"])
        with people.connection() as connection:  # ten minutes later
            connection.execute(match_tickets.update().values(seen=match_tickets.c.seen - 700))
    first = ann.client(rooms[0], tickets[0], people.nodes[ONE].port)
    second = ann.client(rooms[1], tickets[1], people.nodes[TWO].port)
    found: list[object] = []

    async def begin(client: Client) -> None:
        """Connect, also again, until the game begins or there is no room any more."""
        while True:
            try:
                await client.enter()
                while client.room.get("phase") != "playing":
                    await client.receive()
                found.append("playing")
                return
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                if closed.rcvd.code != 1012:
                    found.append(closed.rcvd.code)
                    return

    async def both() -> None:
        await asyncio.gather(begin(first), begin(second))
        for client in (first, second):
            await client.close()

    asyncio.run(both())
    assert sorted(map(str, found)) == ["4404", "playing"]


def is_finished(people: People, game: str) -> bool:
    """By the database alone: a node that is asked for the game opens its room."""
    with people.connection() as connection:
        return connection.scalar(sa.select(games.c.finished).where(games.c.id == game)) is not None


def test_a_node_killed_in_the_middle_of_matchmaking_loses_no_ticket(postgres: Postgres) -> None:
    """Three wait at both nodes, one of which dies before the fourth comes. Then it dies with the room, when all have left the game."""
    with people_of(postgres.database(), QUEPU_MATCH_SECONDS="3600", QUEPU_DESERTED_SECONDS="2") as people:
        waiting = [people.signed_up(node) for node in (ONE, ONE, TWO)]
        tickets = tickets_of(waiting)
        assert [state["waiting"] for state in states_of(waiting, tickets)] == [3, 3, 3]
        late = people.signed_up(TWO)
        people.nodes[ONE].kill()
        waiting.append(late)
        tickets += tickets_of([late])
        states = states_of(waiting, tickets)
        assert {state["status"] for state in states} == {"ready"}
        [room] = {state["room"] for state in states}
        people.nodes[ONE].start()
        clients = [person.client(room, ticket, people.nodes[ONE].port) for person, ticket in zip(waiting, tickets, strict=True)]

        async def play_a_while(client: Client) -> None:
            while client.n is None or client.n <= 10:
                with suppress(ConnectionClosed):
                    await client.play(lambda client: client.n is not None and client.n > 10)
                    return
                client.socket = None
                await again()

        async def begin_and_leave() -> None:
            await asyncio.gather(*map(play_a_while, clients))
            for client in clients:
                await client.close()

        asyncio.run(begin_and_leave())
        people.nodes[ONE].kill()
        game = str(clients[0].game)
        until(lambda: is_finished(people, game))
        assert set(verify(people.nodes[TWO].record(game)).players) == {person.name for person in waiting}
        assert late.ask("POST", "/match", WANTED)[0] == 200, "the match is over"
