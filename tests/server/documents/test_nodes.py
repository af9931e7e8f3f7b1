"""Documents that several nodes read and write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

from fastapi import FastAPI

from quepu.errors import QuepuError
from quepu.server.app import create_app
from quepu.server.cluster.nodes import Nodes
from quepu.server.play import store_documents as rows
from quepu.server.play.store import Store
from quepu.server.play.store_documents import digest_of, written
from quepu.server.settings import Settings
from tests.server.documents.client import draw
from tests.server.documents.test_waiting import ID, KEY, Request, add, all_wait, wait
from tests.server.play.postgres import Postgres

HASH = "0" * 64
HERE, THERE = "127.0.0.1:1", "127.0.0.1:2"


def entries(device: str, numbers: range) -> list[dict[str, Any]]:
    return [draw(number, device=device * 8) for number in numbers]


def test_entries_that_two_nodes_store_at_once_have_numbers_without_gaps(postgres: Postgres) -> None:
    async def work() -> tuple[list[Any], Any]:
        url = postgres.database()
        with closing(Store(url, shared=True)) as here, closing(Store(url, shared=True)) as there:
            stores = here, there

            async def create(store: Store) -> Any:
                return await store.do(lambda connection: rows.create(connection, ID, "sheet", HASH, written([draw(1)]), 100))

            async def add(store: Store, device: str) -> Any:
                added = []
                for number in range(1, 20):
                    new = written(entries(device, range(number, number + 2)))
                    added.append(await store.do(lambda connection, new=new: rows.add(connection, ID, HASH, new)))  # type: ignore[misc]
                return added

            both = await asyncio.gather(*map(create, stores))
            await asyncio.gather(*(add(store, device) for device in "abcd" for store in stores))  # each entry at both nodes
            return both, await here.do(lambda connection: rows.read_all(connection, ID))

    created, found = asyncio.run(work())
    assert sorted(one.size > 0 for one in created) == [False, True], "one of them was first"
    assert [one.seq for one in created] == [1, 1]
    ids = [entry["id"] for entry in found.entries]
    assert sorted(ids) == sorted({entry["id"] for device in "abcd" for entry in entries(device, range(1, 21))} | {draw(1)["id"]})
    assert (found.document.seq, found.document.digest) == (len(ids), digest_of(ids))


def test_wrong_pins_at_two_nodes_at_once_count_together(postgres: Postgres) -> None:
    async def work() -> list[str]:
        url = postgres.database()
        with closing(Store(url, shared=True)) as here, closing(Store(url, shared=True)) as there:
            await here.do(lambda connection: rows.create(connection, ID, "sheet", HASH, [], 100))
            await here.do(lambda connection: rows.set_pin(connection, ID, HASH, "hashed", False))
            tries = [store.do(lambda connection: rows.begin_try(connection, ID)) for _ in range(10) for store in (here, there)]
            return [one.code if isinstance(one, QuepuError) else one for one in await asyncio.gather(*tries)]

    answers = asyncio.run(work())
    assert (answers.count("hashed"), answers.count("pin_locked")) == (rows.FREE_TRIES, 20 - rows.FREE_TRIES)


@asynccontextmanager
async def site(url: str, address: str) -> AsyncIterator[FastAPI]:
    """The whole application as a node."""
    app = create_app(Settings(rate=None, local_rate=None))
    with closing(Store(url, shared=True)) as store:
        app.state.play.store, app.state.play.cluster = store, Nodes(url, address, 1)
        async with app.router.lifespan_context(app):
            yield app


def test_who_waits_at_one_node_is_woken_by_a_write_at_another(postgres: Postgres) -> None:
    async def work() -> None:
        url = postgres.database()
        async with asyncio.timeout(60), site(url, HERE) as here, site(url, THERE) as there:
            made = {"kind": "sheet", "id": ID, "key": KEY, "entries": [draw(1)]}
            assert (await Request(here, "POST", "/documents", made).answer())[0] == 200
            for number, (waits, writes) in enumerate([(here, there), (there, here)], 2):
                waiting = wait(waits, number - 1)
                await all_wait(waits.state.documents, 1)
                assert (await add(writes, number).answer())[0] == 200
                assert (await waiting.answer())[1]["entries"] == [draw(number)]

    asyncio.run(work())


def test_who_waits_looks_again_when_messages_may_have_been_missed(postgres: Postgres) -> None:
    """The connection over which a node listens was lost, and is open again."""

    async def work() -> None:
        url = postgres.database()
        async with asyncio.timeout(60), site(url, HERE) as here:
            made = {"kind": "sheet", "id": ID, "key": KEY, "entries": [draw(1)]}
            assert (await Request(here, "POST", "/documents", made).answer())[0] == 200
            waiting = wait(here)
            await all_wait(here.state.documents, 1)
            listens = "query = 'LISTEN quepu' AND datname = current_database()"
            end = f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE {listens}"
            assert postgres.ask(end, url.rpartition("/")[2]) == (1,)
            assert (await waiting.answer())[1]["entries"] == []

    asyncio.run(work())
