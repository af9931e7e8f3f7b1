"""Work in the background, which one node does for all: another goes on with it when that node ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from quepu.lab.simulate import PART
from quepu.server.cluster import nodes as cluster_nodes
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import Lease, Leases, OwnedElsewhere
from quepu.server.cluster.nodes import Nodes
from quepu.server.cluster.roles import Role
from quepu.server.lab import studies as module
from quepu.server.lab.studies import Studies
from quepu.server.play.reviews import Reviews
from quepu.server.play.store import Store
from tests.server.play.postgres import Postgres
from tests.server.play.test_moving import HERE, THERE, expire
from tests.server.play.test_reviews import LOCAL, RECORD
from tests.server.play.test_reviews import Gate as ReviewGate
from tests.server.play.test_reviews import gate as review_gate
from tests.server.play.test_studies import SETTINGS, code_of, design, drawn, ended, eventually
from tests.server.studies import Gate

__all__ = ["review_gate"]


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made = Gate()
    monkeypatch.setattr(module, "play_part", made.play)
    return made


class Node:
    """A node that works on studies and reviews."""

    def __init__(self, store: Store, cluster: Nodes) -> None:
        self.store = store
        self.cluster = cluster
        self.studies = Studies(store, SETTINGS, cluster)

        async def record_of(game: str) -> bytes:
            return RECORD

        self.reviews = Reviews(store, LOCAL, record_of, cluster)


@asynccontextmanager
async def node(url: str, address: str) -> AsyncIterator[Node]:
    store = Store(url, shared=True)
    cluster = Nodes(url, address, 1)
    try:
        async with cluster.running():
            found = Node(store, cluster)
            working = [asyncio.create_task(found.studies.run()), asyncio.create_task(found.reviews.run())]
            try:
                yield found
            finally:
                for task in working:
                    task.cancel()
                await asyncio.gather(*working, return_exceptions=True)
                found.studies.close()
                found.reviews.close()
    finally:
        store.close()


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Node, Node, AsyncExitStack]]:
    """Two nodes, of which the first does all work; its end."""
    async with AsyncExitStack() as running:
        first = AsyncExitStack()
        running.push_async_exit(first)
        here = await first.enter_async_context(node(url, HERE))
        for role in (here.studies._role, here.reviews._role):
            await role.own()
        yield here, await running.enter_async_context(node(url, THERE)), first


def test_a_server_alone_does_the_work_until_it_ends() -> None:
    async def work() -> list[object]:
        role, done = Role(Cluster(), "studies"), asyncio.Event()

        async def forever() -> None:
            done.set()
            await asyncio.Event().wait()

        running = asyncio.create_task(role.run(forever))
        await done.wait()
        held = role.lease
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return [held, role.lease]

    [held, after] = asyncio.run(work())
    assert (getattr(held, "name", None), after) == ("studies", None)


def test_an_error_of_the_work_ends_it() -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(Role(Cluster(), "studies").run(fail))


def test_a_lease_that_is_lost_while_it_is_claimed_is_not_owned() -> None:
    """The node has expired meanwhile, and begins anew."""

    class Losing(Leases):
        async def claim(self, name: str) -> Lease:
            claims.append(name)
            if len(claims) == 1:
                for lose in lost:
                    lose()
            return Lease(name, "node", len(claims))

    class Node(Cluster):
        def __init__(self) -> None:
            super().__init__()
            self.leases = Losing()

        def when_lost(self, called: Callable[[], None]) -> None:
            lost.append(called)

    claims: list[str] = []
    lost: list[Callable[[], None]] = []

    async def work() -> list[object]:
        role = Role(Node(), "studies")
        return [await code_of(role.own()), role.lease, (await role.own()).epoch]

    assert asyncio.run(work()) == ["moved", None, 2]


def test_a_study_goes_on_at_another_node_when_its_node_ends(postgres: Postgres, gate: Gate) -> None:
    async def work() -> Any:
        async with two(postgres.database()) as (here, there, end):
            id, token = await here.studies.start(design(3 * PART), "198.51.100.1", False)
            with pytest.raises(OwnedElsewhere) as error:
                await there.studies.start(design(PART), "198.51.100.1", False)
            assert error.value.owner.address == HERE
            assert await code_of(there.studies.cancel(id, token)) == "moved"
            gate.allow(1)
            await eventually(lambda: len(gate.begun) == 2)  # one part is stored
            assert (await there.studies.find(id)).study.done == 1, "every node can show what is stored"
            await end.aclose()
            gate.allow(3)
            found = await ended(there.studies, id)
            return found.status, found.study.as_bytes()

    assert asyncio.run(work()) == ("done", drawn(3 * PART).as_bytes())
    assert [task.part for task in gate.begun] == [0, 1, 1, 2]


def test_a_node_that_has_lost_the_work_stores_nothing_of_it(postgres: Postgres, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_nodes, "RENEWAL", 3600)  # it believes that it lives
    monkeypatch.setattr(cluster_nodes, "EXPIRY", 3600)

    async def work() -> Any:
        async with two(postgres.database()) as (here, there, _):
            id, _ = await here.studies.start(design(2 * PART), "198.51.100.1", False)
            await eventually(lambda: len(gate.begun) == 1)
            await expire(here)  # type: ignore[arg-type]  # it has a store and a cluster, as rooms have
            await eventually(lambda: there.studies._role.lease is not None and len(gate.begun) == 2)
            gate.allow(3)  # one of them is for the first node, which does not store its part
            found = await ended(there.studies, id)
            await eventually(lambda: not here.studies.background.tasks)
            return found.status, found.study.as_bytes(), found.error

    assert asyncio.run(work()) == ("done", drawn(2 * PART).as_bytes(), None)
    assert [task.part for task in gate.begun] == [0, 0, 1], "the first node goes no further"


def test_a_review_goes_on_at_another_node_when_its_node_ends(postgres: Postgres, review_gate: ReviewGate) -> None:
    async def work() -> Any:
        async with two(postgres.database()) as (here, there, end):
            game = await here.store.keep(RECORD, {"header": {}, "scores": [], "hands": 1})
            await here.reviews.request(game, 0, 1, "198.51.100.1", False)
            with pytest.raises(OwnedElsewhere):
                await there.reviews.request(game, 1, 1, "198.51.100.1", False)
            await eventually(lambda: bool(review_gate.begun))
            await end.aclose()
            review_gate.allow(1000)
            await eventually(lambda: (game, 0) in there.reviews.background.tasks)
            await eventually(lambda: not there.reviews.background.tasks)
            answer = (await there.reviews.state(game, 0, 1, "198.51.100.2"))(lambda: None)
            return answer["status"], answer["error"], [deal["hand"] for deal in answer["hands"]], len(answer["decisions"] or [])

    status, error, deals, decisions = asyncio.run(work())
    assert (status, error, deals) == ("idle", None, [1])
    assert decisions > 0
