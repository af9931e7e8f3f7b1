"""Duplicate events at two nodes: made at one, played at both, with the same results at both, and no wall is seen before the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from quepu.engine import verify
from tests.server.cluster.people import People, Person, again, people_of
from tests.server.play.client import Client
from tests.server.play.postgres import Postgres

ONE, TWO = 0, 1
WANTED = {"title": "Friday", "rules": "guobiao", "deals": 2, "people": 1, "bots": "first"}


@pytest.fixture(scope="module")
def people(postgres: Postgres) -> Iterator[People]:
    with people_of(postgres.database()) as found:
        yield found


def begun(people: People, playing: Sequence[Person]) -> tuple[str, dict[str, str], list[Client]]:
    """An event, its key, and a client of each of these people, who connect to different nodes in turn. It is made at the first node and
    begun at the other."""
    organiser = people.person(ONE)
    made = organiser.post("/events", WANTED)
    key = {"key": made["key"]}
    tokens = [person.post(f"/events/{made['id']}/join", {"name": f"Player {n}"})["token"] for n, person in enumerate(playing)]
    organiser.at(people.nodes[TWO].port).post(f"/events/{made['id']}/start", key)
    clients = []
    for number, (person, token) in enumerate(zip(playing, tokens, strict=True)):
        place = person.get(f"/events/{made['id']}", bearer=token)["you"]
        clients.append(person.client(place["room"], token, people.nodes[number % 2].port))
    return made["id"], key, clients


def everywhere(people: People, path: str, bearer: str | None = None) -> Any:
    """The answer of all nodes, and of the proxy: it is the same."""
    answers = [Person(port).ask("GET", path, bearer=bearer) for port in (*(node.port for node in people.nodes), people.port)]
    assert all(answer == answers[0] for answer in answers), answers
    return answers[0]


def play(clients: Sequence[Client]) -> None:
    async def all_play() -> None:
        await asyncio.gather(*(client.play_on(again) for client in clients))
        for client in clients:
            await client.close()

    asyncio.run(all_play())


def test_tables_at_both_nodes_play_the_same_walls_and_nobody_sees_them_before_the_end(people: People) -> None:
    id, _, clients = begun(people, [people.person(node) for node in (ONE, TWO, ONE, TWO)])
    play(clients[:3])
    assert all('"reveal"' not in text for client in clients for text in client.raw)
    status, shown = everywhere(people, f"/events/{id}")
    assert (status, shown["status"], shown["seeds"]) == (200, "running", None)
    assert sorted(table["finished"] for table in shown["tables"]) == [False, True, True, True]
    assert everywhere(people, f"/events/{id}/results") == (409, "event_running")
    for client in clients[:3]:
        for what in ("record", "steps?hand=1"):
            assert everywhere(people, f"/games/{client.game}/{what}") == (409, "event_running")
        _, summary = everywhere(people, f"/games/{client.game}")
        assert (summary["status"], summary["scores"], summary["hands"]) == ("finished", None, None)

    play(clients[3:])
    _, over = everywhere(people, f"/events/{id}")
    assert over["status"] == "over"
    records = [[node.record(table["game"]) for node in people.nodes] for table in over["tables"]]
    walls = []
    for one, two in records:
        assert one == two
        verify(one)
        walls.append([(event["seed"], event["nonces"]) for event in map(json.loads, one.splitlines()) if event.get("t") == "reveal"])
    assert walls == [walls[0]] * 4
    assert [seed for seed, _ in walls[0]] == over["seeds"]
    status, results = everywhere(people, f"/events/{id}/results?deal=2")
    assert status == 200
    assert sorted(one["name"] for one in results["standings"]) == [f"Player {n}" for n in range(4)]
    assert len(results["deal"]["seats"]) == 16


def test_a_table_that_finishes_after_the_end_counts_at_no_node(people: People) -> None:
    """Whether a node has looked at the results before or not."""
    organiser = people.person(TWO)
    id, key, clients = begun(people, [people.person(node) for node in (ONE, TWO, ONE)])
    play(clients[:2])
    organiser.post(f"/events/{id}/end", key)
    before = organiser.at(people.nodes[ONE].port).get(f"/events/{id}/results?deal=1")
    assert len(before["standings"]) == 2
    play(clients[2:])
    assert everywhere(people, f"/events/{id}/results?deal=1") == (200, before)
