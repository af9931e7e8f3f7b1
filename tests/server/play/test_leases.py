"""Leases: one owner at a time, by the clock of the database, and nobody writes without one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

import pytest

from quepu.errors import QuepuError
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import Lease, Leases, OwnedElsewhere, Owner
from quepu.server.cluster.nodes import Nodes
from quepu.server.play.store import Store
from quepu.server.play.store_rows import Write
from tests.server.play.postgres import Postgres

HERE, THERE = "127.0.0.1:1", "127.0.0.1:2"


def entry(number: int) -> Write:
    return Write("entry", {"game": "game", "number": number, "body": {"number": number}})


@pytest.fixture
def url(postgres: Postgres) -> str:
    """The URL of a database with tables."""
    url = postgres.database()
    Store(url, shared=True).close()
    return url


def expire(postgres: Postgres, url: str, node: Nodes) -> None:
    """Let the row of a node be as old as if it had not renewed it."""
    postgres.ask(f"UPDATE nodes SET expires = now() - interval '1 second' WHERE id = '{node.id}'", url.rpartition("/")[2])


@asynccontextmanager
async def nodes(url: str, *addresses: str, engine: int = 1) -> AsyncIterator[list[Nodes]]:
    found = [Nodes(url, address, engine) for address in addresses]
    async with AsyncExitStack() as running:
        for node in found:
            await running.enter_async_context(node.running())
        yield found


async def refused(work: Awaitable[object]) -> object:
    """Who owns what was claimed, or the code of another error."""
    try:
        await work
    except OwnedElsewhere as error:
        return error.owner
    except QuepuError as error:
        return error.code
    raise AssertionError("it was claimed")


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await true():
            await asyncio.sleep(0.02)


def test_a_server_alone_owns_everything() -> None:
    async def work() -> list[object]:
        leases = Cluster().leases
        lease = await leases.claim("room:a")
        leases.check(lease)
        await leases.release(lease)
        return [type(leases), lease, lease.is_fenced, await leases.owner("room:a"), await leases.elsewhere("room:a")]

    assert asyncio.run(work()) == [Leases, Lease("room:a"), False, None, None]


def test_one_node_owns_what_many_claim_at_once(url: str) -> None:
    async def work() -> tuple[list[Any], list[Any]]:
        async with nodes(url, HERE, THERE, "127.0.0.1:3") as three:
            claims = [node.leases.claim(f"room:{number}") for number in range(20) for node in three]
            found = await asyncio.gather(*claims, return_exceptions=True)
            owners = [await three[0].leases.owner(f"room:{number}") for number in range(20)]
            return found, owners

    found, owners = asyncio.run(work())
    for number in range(20):
        [lease] = [one for one in found[3 * number : 3 * number + 3] if isinstance(one, Lease)]
        others = [one.owner for one in found[3 * number : 3 * number + 3] if isinstance(one, OwnedElsewhere)]
        assert owners[number] is not None
        assert (lease.name, lease.node, lease.epoch) == (f"room:{number}", owners[number].node, 1)
        assert others == [owners[number]] * 2


def test_each_claim_has_a_new_epoch_and_an_old_one_releases_nothing(url: str) -> None:
    async def work() -> list[object]:
        async with nodes(url, HERE, THERE) as (here, there):
            first = await here.leases.claim("studies")
            second = await here.leases.claim("studies")
            await here.leases.release(first)
            still = await refused(there.leases.claim("studies"))
            await here.leases.release(second)
            third = await there.leases.claim("studies")
            return [first.epoch, second.epoch, still == Owner(here.id, HERE), third.epoch, third.node == there.id]

    assert asyncio.run(work()) == [1, 2, True, 3, True]


def test_what_an_expired_node_owned_is_free(url: str, postgres: Postgres) -> None:
    async def work() -> list[object]:
        async with nodes(url, HERE, THERE) as (here, there):
            lost: list[str] = []
            here.when_lost(lambda: lost.append(here.id))
            before = here.id
            lease = await here.leases.claim("room:a")
            expire(postgres, url, here)
            taken = await there.leases.claim("room:a")

            async def is_new() -> bool:
                return here.id != before and here.is_live

            await until(is_new)  # it finds out at its next renewal, and begins anew
            with pytest.raises(QuepuError) as error:
                here.leases.check(lease)
            owner = await refused(here.leases.claim("room:a"))
            return [taken.epoch, lost == [before], error.value.code, owner == Owner(there.id, THERE), await here.leases.elsewhere("room:a")]

    assert asyncio.run(work()) == [2, True, "moved", True, THERE]


def test_a_node_that_starts_again_owns_at_once_what_its_address_owned(url: str) -> None:
    async def work() -> tuple[int, bool]:
        async with nodes(url, HERE) as [before]:
            await before.leases.claim("room:a")
            async with nodes(url, HERE) as [after]:
                lease = await after.leases.claim("room:a")
                return lease.epoch, lease.node == after.id

    assert asyncio.run(work()) == (2, True)


def test_a_node_that_ends_leaves_nothing_that_others_wait_for(url: str) -> None:
    async def work() -> tuple[int, list[str]]:
        async with nodes(url, THERE) as [there]:
            async with nodes(url, HERE) as [here]:
                await here.leases.claim("room:a")
            lease = await there.leases.claim("room:a")
            await there._look()
            return lease.epoch, [node.address for node in there.live.values()]

    assert asyncio.run(work()) == (2, [THERE])


def test_a_node_that_drains_claims_nothing_and_names_another(url: str) -> None:
    async def work() -> list[object]:
        async with nodes(url, HERE, THERE) as (here, there):
            await here._look()
            await here.drain()
            await there._look()
            seen = there.live[here.id].draining
            return [seen, await refused(here.leases.claim("room:a")), await here.leases.elsewhere("room:a"), there.another()]

    assert asyncio.run(work()) == [True, "moved", THERE, None]


def test_writes_of_a_lease_that_ended_do_nothing_and_harm_no_others(url: str) -> None:
    """Also if all are committed together."""

    async def work() -> list[object]:
        with closing(Store(url, shared=True)) as store:
            async with nodes(url, HERE, THERE) as (here, there):
                old, kept = await here.leases.claim("room:a"), await here.leases.claim("room:b")
                await store.write([entry(1)], old)
                await here.leases.release(old)
                await there.leases.claim("room:a")
                writes = [
                    store.write([entry(2)], old),
                    store.write([entry(3)], kept),
                    store.write([entry(4)], old),
                    store.write([entry(5)]),
                ]
                done = await asyncio.gather(*writes, return_exceptions=True)
                numbers = [one["number"] for one in await store.journal("game")]
                return [[getattr(one, "code", one) for one in done], numbers]

    assert asyncio.run(work()) == [["moved", None, "moved", None], [1, 3, 5]]


def test_a_server_alone_and_nodes_exclude_each_other(url: str) -> None:
    with closing(Store(url, shared=True)), closing(Store(url, shared=True)):
        with pytest.raises(QuepuError) as error:
            Store(url)
        assert error.value.code == "data_in_use"
    with closing(Store(url)):
        with pytest.raises(QuepuError) as error:
            Store(url, shared=True)
        assert error.value.code == "data_in_use"
