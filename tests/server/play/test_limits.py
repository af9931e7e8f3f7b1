"""Limits of an address, which hold for all nodes together."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

from quepu.server.cluster import limits as module
from quepu.server.cluster.limits import SharedLimits
from quepu.server.cluster.nodes import Nodes
from quepu.server.play.store import Store
from quepu.server.settings import Rate
from quepu.server.tokens import Buckets
from tests.server.play.postgres import Postgres
from tests.server.play.test_moving import HERE, THERE, until


def steady(burst: float) -> Buckets:
    """Buckets that do not fill again."""
    return Buckets(Rate(per_second=1, burst=burst), lambda: 0.0)


def test_what_was_spent_is_told_once_and_small_amounts_together() -> None:
    buckets = steady(100)
    buckets.take("a", 5)
    assert buckets.spent(2) == {}, "nobody asked before"
    buckets.take("a", 5)
    buckets.take("b", 1)
    assert buckets.spent(2) == {"a": 5}
    buckets.charge("b", 1)
    assert buckets.spent(2) == {"b": 2}
    assert buckets.spent(2) == {}
    buckets.charge_elsewhere("c", 50)
    assert buckets.spent(2) == {}, "it is not told back"


def test_what_is_spent_elsewhere_is_not_owed() -> None:
    buckets = steady(10)
    buckets.charge_elsewhere("a", 50)
    assert (buckets.owed("a"), buckets.take("a", 1)) == (0, 1)
    buckets.charge("b", 15)
    buckets.charge_elsewhere("b", 50)
    assert buckets.owed("b") == 5, "what was owed before stays"


def test_an_address_cannot_use_its_limit_at_each_node(postgres: Postgres) -> None:
    async def work() -> None:
        url = postgres.database()
        Store(url, shared=True).close()
        names = "requests", "pages"
        async with AsyncExitStack() as running:
            found: list[dict[str, Buckets]] = []
            tasks = []
            for address in (HERE, THERE):
                cluster = Nodes(url, address, 1)
                await running.enter_async_context(cluster.running())
                limits, buckets = SharedLimits(), {name: steady(300) for name in names}
                for name in names:
                    limits.add(name, buckets[name])
                limits.add("none", None)
                found.append(buckets)
                tasks.append(asyncio.create_task(limits.run(cluster)))
            here, there = found
            here["requests"].spent(0)  # from now on it counts
            for number in range(250):  # more than a message has
                assert here["requests"].take(f"192.0.2.{number}", 100) == 0
            await until(lambda: len(there["requests"].filled) == 250)
            assert there["requests"].take("192.0.2.7", 201) > 0
            assert there["requests"].take("192.0.2.7", 200) == 0
            assert there["pages"].take("192.0.2.7", 300) == 0
            await until(lambda: here["requests"].take("192.0.2.7", 1) > 0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(work())


def test_a_message_has_what_fits_into_it() -> None:
    """A key may be the name of an account, in any script."""
    spent = {f"198.51.100.7 {'雀' * 150}{number}": 1.0 for number in range(40)}
    parts = list(module._parts(spent))
    assert [key for part in parts for key in part] == list(spent)
    assert len(parts) > 1
    for part in parts:
        assert len(json.dumps(["id", "topic", json.dumps(part)]).encode()) < 7900
