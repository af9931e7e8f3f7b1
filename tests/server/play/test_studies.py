"""Studies in the background: stored after each part, continued after a restart, in turn for all addresses, and pruned."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from quepu.errors import QuepuError
from quepu.lab.simulate import PART, Counts, Design, Study, Task, design_of, new_study, play_part, simulate
from quepu.lab.workers import processes
from quepu.rules import named
from quepu.server.lab import studies as module
from quepu.server.lab.studies import Studies
from quepu.server.play import store_studies as rows
from quepu.server.play.store import Store
from quepu.server.play.store_tables import studies as table
from quepu.server.play.upkeep import Upkeep
from quepu.server.settings import Rate, Settings
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.test_store import opened, run
from tests.server.studies import Gate, drawn_part

SETTINGS = Settings(rate=None, local_rate=None)
DAY = 86400.0


def design(hands: int, players: str = "swift", seed: int = 1) -> Design:
    return design_of(named("guobiao"), [players] * 4, hands, seed)


def drawn(hands: int) -> Study:
    """What a study gives whose deals are all drawn."""
    study = Study(design(hands))
    for part in study.parts:
        study.counts.add(drawn_part(Task(study.design, part)))
        study.done += 1
    return study


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made = Gate()
    monkeypatch.setattr(module, "play_part", made.play)
    return made


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "play_part", drawn_part)


class Running:
    """Studies over a store, at work."""

    def __init__(self, store: Store, settings: Settings = SETTINGS) -> None:
        self.studies = Studies(store, settings)

    async def __aenter__(self) -> Studies:
        self.task = asyncio.create_task(self.studies.run())
        return self.studies

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        self.studies.close()
        await asyncio.gather(self.task, return_exceptions=True)


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.005)


async def ended(found: Studies, id: str) -> module.FoundStudy:
    async with asyncio.timeout(60):
        while (now := await found.find(id)).status in ("waiting", "running"):
            await asyncio.sleep(0.005)
    return now


async def code_of(work: Any) -> str:
    try:
        await work
    except QuepuError as error:
        return error.code
    return ""


@pytest.mark.compiled
def test_a_study_that_is_interrupted_gives_the_same_bytes_as_the_library(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = new_study("guobiao", ["swift"] * 4, 2 * PART + 100, seed=7)
    played: list[int] = []
    goes_on = threading.Event()

    def play(task: Task, check: Callable[[], None] = lambda: None) -> Counts:
        """The first part is played; the second waits until the server has ended."""
        while played and not goes_on.wait(0.01):
            check()
        played.append(task.part)
        return play_part(task, check)

    monkeypatch.setattr(module, "play_part", play)

    async def begin(store: Store) -> str:
        async with Running(store) as found:
            id, _ = await found.start(wanted.design, "a", False)
            await eventually(lambda: found.background.tasks[id].parts == 1)
        return id

    async def go_on(store: Store, id: str) -> bytes:
        async with Running(store) as found:
            return (await ended(found, id)).study.as_bytes()

    with opened(database) as store:
        id = run(lambda: begin(store))
        stored = run(lambda: store.do(lambda connection: rows.read_study(connection, id)))
        assert (stored.status, stored.study.done, stored.study.counts.deals) == ("open", 1, PART)
    goes_on.set()
    with opened(database) as store:
        assert run(lambda: go_on(store, id)) == simulate(wanted, processes(1)).as_bytes()
    assert played == [0, 1, 2]


@pytest.mark.compiled
def test_a_study_survives_the_death_of_the_server() -> None:
    """Killed after its first part, at any moment of the second."""
    wanted = {"rules": "guobiao", "players": ["swift"] * 4, "hands": 3 * PART, "seed": 5}
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        id = server.post("/studies", wanted)["id"]

        def deals() -> int:
            return int(server.get(f"/studies/{id}")["deals"])

        end = time.monotonic() + 120
        while not (before := deals()):
            assert time.monotonic() < end
            time.sleep(0.01)
        server.kill()
        server.start()
        after = deals()
        while server.get(f"/studies/{id}")["status"] != "done":
            assert time.monotonic() < end
            time.sleep(0.05)
        status, file = server.ask("GET", f"/studies/{id}/file")
        server.kill()
    assert 0 < before <= after
    assert (status, file) == (200, simulate(new_study("guobiao", ["swift"] * 4, 3 * PART, seed=5), processes(1)).as_bytes())


def test_what_another_version_has_simulated_is_not_continued(gate: Gate) -> None:
    """Two versions may play differently."""

    async def begin(store: Store) -> str:
        async with Running(store) as found:
            id, _ = await found.start(design(2 * PART), "a", False)
            gate.allow(1)
            await eventually(lambda: len(gate.begun) == 2)
        [stored] = await store.do(rows.read_open_studies)
        body = rows.pack(replace(stored.study, release="another"))
        await store.do(lambda connection: connection.execute(table.update().values(body=body)) and None)
        return id

    async def go_on(store: Store, id: str) -> bytes:
        gate.begun.clear()
        gate.allow(2)
        async with Running(store) as found:
            return (await ended(found, id)).study.as_bytes()

    with opened("sqlite://") as store:
        id = run(lambda: begin(store))
        assert run(lambda: go_on(store, id)) == drawn(2 * PART).as_bytes()
    assert [task.part for task in gate.begun] == [0, 1]


def test_progress_is_known_while_a_study_runs(gate: Gate) -> None:
    async def work(store: Store) -> None:
        async with Running(store) as found:
            first, _ = await found.start(design(2 * PART), "a", False)
            await eventually(lambda: len(gate.begun) == 1)
            second, _ = await found.start(design(PART), "a", False)
            one, two = await found.find(first), await found.find(second)
            assert (one.status, one.ahead, one.seconds_left, one.study.counts.deals) == ("running", 0, None, 0)
            assert (two.status, two.ahead, two.seconds_left) == ("waiting", 1, None)
            gate.allow(1)
            await eventually(lambda: found.background.tasks[first].parts == 1)
            one = await found.find(first)
            assert one.seconds_left is not None
            assert (one.study.done, one.study.counts.deals) == (1, PART)
            gate.allow(10)
            one, two = await ended(found, first), await ended(found, second)
            assert (one.status, one.seconds_left, one.study) == ("done", None, drawn(2 * PART))
            assert (two.status, two.error) == ("done", None)

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_two_people_take_turns(gate: Gate) -> None:
    async def work(store: Store) -> None:
        async with Running(store) as found:
            for players, address in (("swift", "a"), ("efficient", "b")):
                await found.start(design(20 * PART, players), address, False)
                await eventually(lambda: bool(gate.begun))
            gate.allow(20)
            await eventually(lambda: len(gate.begun) > 20)
            turns = [task.design.players[0] for task in gate.begun[2:20]]
            assert abs(turns.count("swift") - turns.count("efficient")) <= 2

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_only_who_has_started_a_study_can_cancel_it_and_what_is_done_stays(gate: Gate) -> None:
    async def work(store: Store) -> None:
        async with Running(store) as found:
            id, token = await found.start(design(3 * PART), "a", False)
            other, others_token = await found.start(design(PART, seed=2), "a", False)
            gate.allow(1)
            await eventually(lambda: found.background.tasks[id].parts == 1)
            for wrong in ("", "x", others_token, "\ud800", token[:-1]):
                assert await code_of(found.cancel(id, wrong)) == "not_your_study"
            assert await code_of(found.cancel("nothing", token)) == "not_found"
            await found.cancel(id, token)
            cancelled = await found.find(id)
            assert (cancelled.status, cancelled.study.counts.deals) == ("cancelled", PART)
            await found.cancel(id, token)  # it has ended already
            gate.allow(10)
            assert (await ended(found, other)).status == "done"
            assert await found.find(id) == cancelled
            await found.cancel(other, others_token)
            assert (await found.find(other)).status == "done"

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_the_number_of_studies_is_limited_for_an_address_and_in_all(gate: Gate) -> None:
    async def work(store: Store) -> list[str]:
        async with Running(store, replace(SETTINGS, address_studies=2, studies_limit=3)) as found:
            return [await code_of(found.start(design(PART), address, False)) for address in ("a", "a", "a", "b", "c")]

    with opened("sqlite://") as store:
        assert run(lambda: work(store)) == ["", "", "too_many_studies", "", "too_many_studies"]


@pytest.mark.usefixtures("at_once")
def test_an_address_that_owes_something_waits_and_the_others_go_on() -> None:
    async def work(store: Store) -> None:
        async with Running(store, replace(SETTINGS, study_rate=Rate(per_second=0.001, burst=1))) as found:
            assert found.background.buckets is not None
            found.background.buckets.charge("a", 1000)
            owing, _ = await found.start(design(PART), "a", False)
            for address, is_local in (("a", True), ("b", False)):
                id, _ = await found.start(design(PART), address, is_local)
                assert (await ended(found, id)).status == "done"
            assert (await found.find(owing)).status == "waiting"
            found.background.buckets.filled.clear()
            found.background.wake()
            assert (await ended(found, owing)).status == "done"

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_the_processor_time_is_charged_to_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(task: Task, check: Callable[[], None] = lambda: None) -> Counts:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return drawn_part(task, check)

    monkeypatch.setattr(module, "play_part", busy)

    async def work(store: Store) -> float:
        async with Running(store, replace(SETTINGS, study_rate=Rate(per_second=0.001, burst=100_000))) as found:
            id, _ = await found.start(design(4 * PART), "a", False)
            await ended(found, id)
            assert found.background.buckets is not None
            return 100_000 - found.background.buckets.filled["a"][0]

    with opened("sqlite://") as store:
        assert run(lambda: work(store)) >= 4 * 0.05 / SETTINGS.token_seconds


def test_a_fault_in_one_study_ends_it_with_an_error_and_not_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(task: Task, check: Callable[[], None] = lambda: None) -> Counts:
        if task.design.seed == 1 and task.part == 1:
            raise ZeroDivisionError
        return drawn_part(task, check)

    monkeypatch.setattr(module, "play_part", faulty)

    async def work(store: Store) -> None:
        async with Running(store) as found:
            one, _ = await found.start(design(3 * PART), "a", False)
            two, _ = await found.start(design(2 * PART, seed=2), "a", False)
            failed, done = await ended(found, one), await ended(found, two)
            await eventually(lambda: not found.background.tasks)
            assert (failed.status, failed.error, failed.study.counts.deals) == ("failed", "internal_error", PART)
            assert (done.status, done.error) == ("done", None)

    with opened("sqlite://") as store:
        run(lambda: work(store))
        assert run(lambda: store.do(rows.read_open_studies)) == []


@pytest.mark.usefixtures("at_once")
def test_a_study_that_cannot_be_stored_is_continued_when_the_server_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def unwritable(*_: object) -> bool:
        raise OSError("disk full")

    async def fails(store: Store) -> str:
        with monkeypatch.context() as faults:
            faults.setattr(rows, "keep_progress", unwritable)
            async with Running(store) as found:
                id, _ = await found.start(design(PART), "a", False)
                failed = await ended(found, id)
                assert (failed.status, failed.error, failed.study.counts.deals) == ("failed", "store_unwritable", 0)
        return id

    async def again(store: Store, id: str) -> Study:
        async with Running(store) as found:
            return (await ended(found, id)).study

    with opened("sqlite://") as store:
        id = run(lambda: fails(store))
        assert run(lambda: again(store, id)) == drawn(PART)


@pytest.mark.usefixtures("at_once")
def test_old_studies_are_pruned_and_the_oldest_if_there_are_too_many(database: str) -> None:
    ids = ["running", "old", "cancelled", "first", "second"]

    async def work(store: Store) -> list[Any]:
        now = time.time()
        body = rows.pack(drawn(PART))

        def keep(connection: Any) -> None:
            for n, id in enumerate(ids):
                rows.keep_study(connection, id, "hash", body)
                status = {"running": "open", "cancelled": "cancelled"}.get(id, "done")
                touched = now - 100 * DAY if id == "old" else now - 10 + n
                connection.execute(table.update().where(table.c.id == id).values(status=status, touched=touched))

        await store.do(keep)

        async def left(settings: Settings) -> list[str]:
            await Upkeep(store, settings, lambda: ()).once()
            return list(await store.do(lambda connection: connection.scalars(sa.select(table.c.id).order_by(table.c.touched)).all()))

        return [await left(SETTINGS), await left(replace(SETTINGS, stored_studies=3)), await left(replace(SETTINGS, stored_studies=1))]

    with opened(database) as store:
        kept = run(lambda: work(store))
    # those without a result go first, and one that runs never goes because there are too many
    assert kept == [["running", "cancelled", "first", "second"], ["running", "first", "second"], ["running"]]


def test_a_study_that_was_deleted_meanwhile_ends(gate: Gate) -> None:
    async def work(store: Store) -> str:
        async with Running(store) as found:
            id, _ = await found.start(design(2 * PART), "a", False)
            await eventually(lambda: bool(gate.begun))
            await store.do(lambda connection: connection.execute(table.delete()) and None)
            gate.allow(1)
            await eventually(lambda: not found.background.tasks)
            return await code_of(found.find(id))

    with opened("sqlite://") as store:
        assert run(lambda: work(store)) == "not_found"
