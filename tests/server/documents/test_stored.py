"""Documents in the database: whole requests, numbers without gaps, and pruning."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from quepu.errors import QuepuError
from quepu.server.play import store_documents as rows
from quepu.server.play import store_tables as tables
from quepu.server.play.store import Store
from quepu.server.play.store_documents import Added, written
from quepu.server.play.upkeep import Upkeep
from quepu.server.settings import Settings
from tests.server.documents.client import draw
from tests.server.play.test_store import opened, run

ID, KEY = "abcdefghjkmnpqrs", "0" * 64
DAY = 86400.0


async def create(store: Store, id: str = ID, *entries: dict[str, Any]) -> Any:
    return await store.do(lambda connection: rows.create(connection, id, "sheet", KEY, written(entries), 100))


async def add(store: Store, *entries: dict[str, Any]) -> Any:
    return await store.do(lambda connection: rows.add(connection, ID, KEY, written(entries)))


async def all_of(store: Store) -> Any:
    part = await store.do(lambda connection: rows.read_all(connection, ID))
    assert part is not None
    return part.entries


def test_simultaneous_writes_get_numbers_without_gaps(database: str) -> None:
    async def work(store: Store) -> tuple[list[Any], list[Any], list[int]]:
        await create(store)
        devices = [f"{letter * 8}" for letter in "abcdefgh"]
        requests = [[draw(number, device=device), draw(number + 1, device=device)] for device in devices for number in (1, 3, 5)]
        answers = await asyncio.gather(*(add(store, *entries) for entries in [*requests, *requests]))
        numbers = await store.do(lambda connection: list(connection.scalars(sa.select(tables.document_entries.c.seq))))
        return answers, await all_of(store), sorted(numbers)

    with opened(database) as store:
        answers, entries, numbers = run(lambda: work(store))
        assert numbers == list(range(1, 49))
        assert len({entry["id"] for entry in entries}) == 48
        firsts = [entry["id"] for entry in entries[::2]]
        assert [entry["id"] for entry in entries[1::2]] == [f"{id[:9]}{int(id[9:]) + 1}" for id in firsts], "requests are whole"
        assert {answer.size for answer in answers[24:]} == {0}, "the second time nothing was new"
    with opened(database) as store:
        assert run(lambda: all_of(store)) == entries


def test_a_refusal_harms_nothing_that_is_committed_with_it(database: str) -> None:
    async def work(store: Store) -> list[Any]:
        await create(store)
        wrong = add(store, draw(1), draw(2), draw(1, note="other"))
        return list(await asyncio.gather(add(store, draw(1)), wrong, add(store, draw(3)), create(store, "b" * 16, draw(1))))

    with opened(database) as store:
        first, refused, third, fourth = run(lambda: work(store))
        assert (first.seq, third.seq, fourth.seq) == (1, 2, 1)
        assert isinstance(refused, QuepuError)
        assert refused.code == "entry_differs"
        assert run(lambda: all_of(store)) == [draw(1), draw(3)]


def test_a_failure_of_another_write_neither_loses_nor_doubles_entries(database: str) -> None:
    async def work(store: Store) -> list[Any]:
        await create(store)

        def fail(connection: Any) -> None:
            raise ZeroDivisionError

        return list(await asyncio.gather(add(store, draw(1)), store.do(fail), add(store, draw(2)), return_exceptions=True))

    with opened(database) as store:
        first, failed, second = run(lambda: work(store))
        assert ([first.seq, second.seq], type(failed)) == ([1, 2], ZeroDivisionError)
        assert run(lambda: all_of(store)) == [draw(1), draw(2)]


def test_any_text_is_stored_as_it_is(database: str) -> None:
    entries = [draw(1, note="雀谱 \U0001f004 '\"\\ \n </script> \u2028"), draw(2, note="", deal=0.5), draw(3, deal=1_000_000)]
    with opened(database) as store:
        run(lambda: create(store, ID, *entries))
    with opened(database) as store:
        assert run(lambda: all_of(store)) == entries


# Pruning


def test_a_document_is_pruned_after_ten_years_without_use(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now)

    async def age(store: Store, id: str, days: float) -> None:
        await store.do(
            lambda connection: (
                connection.execute(tables.documents.update().where(tables.documents.c.id == id).values(touched=now - days * DAY)) and None
            )
        )

    async def work(store: Store) -> tuple[list[str], list[str]]:
        for id, days in (("a" * 16, 3651), ("b" * 16, 3649), ("c" * 16, 3651), ("d" * 16, 1)):
            await create(store, id, draw(1))
            await age(store, id, days)
        assert await store.do(lambda connection: rows.read(connection, "c" * 16, 1, 1, 1)) is not None  # reading is a use
        await Upkeep(store, Settings(), lambda: ()).once()
        left = await store.do(lambda connection: sorted(connection.scalars(sa.select(tables.documents.c.id))))
        entries = await store.do(lambda connection: sorted(connection.scalars(sa.select(tables.document_entries.c.document))))
        return left, entries

    with opened(database) as store:
        assert run(lambda: work(store)) == (["b" * 16, "c" * 16, "d" * 16],) * 2


def test_the_ids_of_deleted_documents_are_pruned_beyond_the_limit(database: str) -> None:
    async def work(store: Store) -> list[Any]:
        for letter in "abcde":
            await create(store, letter * 16, draw(1))
        for letter in "bcd":
            await store.do(partial(rows.delete, id=letter * 16, hash=KEY))
        await Upkeep(store, Settings(stored_documents=2), lambda: ()).once()
        return await store.do(lambda connection: sorted(connection.scalars(sa.select(tables.documents.c.id))))

    with opened(database) as store:
        assert run(lambda: work(store)) == [letter * 16 for letter in "acde"]


def test_a_new_document_says_what_was_stored(database: str) -> None:
    with opened(database) as store:
        assert run(lambda: create(store, ID, draw(1), draw(2))) == Added(
            2, 2, 2 * len('{"at":1,"deal":1,"id":"abcdefgh.1","t":"draw","when":0}')
        )
