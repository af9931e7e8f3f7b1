"""Reviews on the server: in the background, one after the other, kept with the game, and continued after a restart."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.engine.decisions import Decision, decisions
from quepu.engine.observation import decode
from quepu.engine.record import RecordLines
from quepu.errors import QuepuError
from quepu.players.analysis import ActionEstimate, Analysis
from quepu.players.review import Reviewed, review
from quepu.server.app import create_app
from quepu.server.play import reviews as module
from quepu.server.play import store_reviews as rows
from quepu.server.play.replays import summary
from quepu.server.play.reviews import Reviews
from quepu.server.play.store import Store
from quepu.server.play.store_connect import file_url
from quepu.server.play.store_reviews import WHOLE_GAME, ReviewRequest
from quepu.server.play.store_tables import games, reviews
from quepu.server.play.upkeep import Upkeep
from quepu.server.settings import Rate, Settings
from tests.games import golden
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.test_store import opened, run

RECORD = golden("guobiao").read_bytes()
LOCAL = Settings(rate=None, local_rate=None, review_samples=8)


def simple_review(book: Any, decision: Decision, samples: int, seed: int = 0, check: Callable[[], None] = lambda: None) -> Reviewed:
    """A review that needs no time: the first legal action is the best, each other costs a point more."""
    check()
    legal = decode(decision.observation).legal
    found = tuple(ActionEstimate(action, -float(i), 1.0, 0.1, 0.1, 0.1, samples, float(i), 0.5) for i, action in enumerate(legal))
    return Reviewed(decision, Analysis(decision.seat, found, legal[0], samples, seed), None)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "review", simple_review)


class Gate:
    """Reviews that wait until the test lets them go on."""

    def __init__(self) -> None:
        self.allowed = threading.Semaphore(0)
        self.begun: list[tuple[int, int]] = []
        """The player and the deal of each decision whose review has begun."""

    def review(self, book: Any, decision: Decision, samples: int, seed: int = 0, check: Callable[[], None] = lambda: None) -> Reviewed:
        self.begun.append((decision.player, decision.deal))
        while not self.allowed.acquire(timeout=0.01):
            check()
        return simple_review(book, decision, samples, seed, check)

    def allow(self, count: int) -> None:
        self.allowed.release(count)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    made = Gate()
    monkeypatch.setattr(module, "review", made.review)
    return made


@pytest.fixture
def local_site() -> Iterator[TestClient]:
    with TestClient(create_app(LOCAL), raise_server_exceptions=False) as client:
        yield client


def upload(site: TestClient, record: bytes = RECORD) -> str:
    return str(site.post("/api/v1/records", content=record, headers={"Content-Type": "application/x-ndjson"}).json()["game"])


def start(site: TestClient, game: str, seat: str = "E", hand: int | None = None) -> Any:
    answer = site.post(f"/api/v1/games/{game}/review", json={"seat": seat, "hand": hand})
    assert answer.status_code == 200, answer.json()
    return answer.json()


def state(site: TestClient, game: str, seat: str = "E", hand: int = 1) -> Any:
    return site.get(f"/api/v1/games/{game}/review", params={"seat": seat, "hand": hand}).json()


def until(site: TestClient, game: str, holds: Callable[[Any], bool], seat: str = "E", hand: int = 1) -> Any:
    """The state of a review when something holds."""
    end = time.monotonic() + 60
    while not holds(found := state(site, game, seat, hand)):
        assert time.monotonic() < end, found
        time.sleep(0.01)
    return found


def is_idle(found: Any) -> bool:
    return bool(found["status"] == "idle")


def of_player(player: int, deal: int | None = None) -> list[Decision]:
    return list(decisions(RECORD, player, deal))


@pytest.mark.compiled
def test_a_review_of_a_deal_is_the_review_of_each_of_its_decisions(local_site: TestClient) -> None:
    """With the real analysis."""
    game = upload(local_site)
    before = state(local_site, game, "S", 2)
    assert (before["status"], before["hands"], before["mistakes"], before["decisions"]) == ("idle", [], [], None)
    start(local_site, game, "S", 2)
    found = until(local_site, game, is_idle, "S", 2)
    book = RecordLines(RECORD).header().book
    wanted = [review(book, one, 8).as_dict() for one in of_player(1, 2)]
    assert found["decisions"] == wanted
    mistakes = sorted((one for one in wanted if one["mistake"]), key=lambda one: -one["cost"])
    assert found["mistakes"] == [{key: value for key, value in one.items() if key != "actions"} for one in mistakes]
    agreed = sum(one["action"] == one["choice"] for one in wanted)
    cost = round(sum(one["cost"] for one in mistakes), 3)
    assert found["hands"] == [{"hand": 2, "decisions": len(wanted), "agreed": agreed, "mistakes": len(mistakes), "cost": cost}]
    assert (found["status"], found["error"], found["done"], found["total"]) == ("idle", None, 0, 0)


@pytest.mark.usefixtures("at_once")
def test_a_whole_game_is_reviewed_and_a_second_visitor_sees_it_at_once(local_site: TestClient) -> None:
    game = upload(local_site)
    assert start(local_site, game)["status"] in ("waiting", "running")
    found = until(local_site, game, is_idle)
    assert [one["hand"] for one in found["hands"]] == [1, 2, 3, 4]
    assert sum(one["decisions"] for one in found["hands"]) == len(of_player(0))
    costs = [one["cost"] for one in found["mistakes"]]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) > 10
    again = start(local_site, game)
    until(local_site, game, is_idle)
    assert again["mistakes"] == found["mistakes"], "what is done is there while it is asked for again"
    other = state(local_site, game, "S")
    assert (other["hands"], other["reviewed"]) == ([], ["E"]), "the other players have none"


def test_progress_is_shown_and_what_is_done_so_far(local_site: TestClient, gate: Gate) -> None:
    game = upload(local_site)
    start(local_site, game, hand=2)
    total = len(of_player(0, 2))
    running = until(local_site, game, lambda found: found["total"] > 0 and gate.begun != [], hand=2)
    assert (running["status"], running["done"], running["total"], running["yours"], running["decisions"]) == (
        "running",
        0,
        total,
        True,
        None,
    )
    gate.allow(3)
    found = until(local_site, game, lambda found: found["done"] == 3, hand=2)
    assert [one["step"] for one in found["decisions"]] == [one.step for one in of_player(0, 2)[:3]]
    assert found["hands"] == []
    gate.allow(total)
    assert len(until(local_site, game, is_idle, hand=2)["decisions"]) == total


def test_progress_and_what_is_done_are_of_the_same_moment(local_site: TestClient, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a decision is done while the database is read."""
    game = upload(local_site)
    start(local_site, game, hand=2)
    until(local_site, game, lambda found: gate.begun != [], hand=2)
    read = rows.read_reviews

    def read_while_a_decision_is_done(*arguments: Any) -> Any:
        begun, end = len(gate.begun), time.monotonic() + 60
        gate.allow(1)
        while len(gate.begun) == begun and time.monotonic() < end:
            time.sleep(0.01)
        return read(*arguments)

    monkeypatch.setattr(rows, "read_reviews", read_while_a_decision_is_done)
    found = [state(local_site, game, hand=2) for _ in range(3)]
    assert [(one["done"], len(one["decisions"] or [])) for one in found] == [(0, 0), (1, 1), (2, 2)]


def test_a_review_is_cancelled_and_keeps_the_deals_that_are_done(local_site: TestClient, gate: Gate) -> None:
    game = upload(local_site)
    start(local_site, game)
    first = len(of_player(0, 1))
    gate.allow(first + 2)
    until(local_site, game, lambda found: found["done"] == first + 2)
    cancelled = local_site.post(f"/api/v1/games/{game}/review/cancel", json={"seat": "E"}).json()
    assert (cancelled["status"], [one["hand"] for one in cancelled["hands"]]) == ("idle", [1])
    begun = len(gate.begun)
    start(local_site, game, hand=2)
    until(local_site, game, lambda found: len(gate.begun) > begun)
    assert gate.begun[begun] == (0, 2)
    gate.allow(100)
    assert [one["hand"] for one in until(local_site, game, is_idle)["hands"]] == [1, 2]
    nothing = local_site.post(f"/api/v1/games/{game}/review/cancel", json={"seat": "N"})
    assert (nothing.status_code, nothing.json()["status"]) == (200, "idle")


def test_there_is_one_review_of_a_player_and_a_wider_request_widens_it(local_site: TestClient, gate: Gate) -> None:
    game = upload(local_site)
    start(local_site, game, hand=3)
    until(local_site, game, lambda found: found["total"] > 0)
    start(local_site, game, hand=3)
    assert state(local_site, game)["total"] == len(of_player(0, 3))
    start(local_site, game)
    gate.allow(1000)
    assert [one["hand"] for one in until(local_site, game, is_idle)["hands"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({}, 400, "missing_key"),
        ({"seat": "X"}, 400, "bad_value"),
        ({"seat": "E", "hand": 0}, 400, "bad_value"),
        ({"seat": "E", "hand": 5}, 404, "not_found"),
        ({"seat": "E", "samples": 5}, 400, "unknown_key"),
        ([], 400, "bad_json"),
    ],
    ids=str,
)
def test_a_wrong_request_is_refused(local_site: TestClient, given: object, status: int, code: str) -> None:
    answer = local_site.post(f"/api/v1/games/{upload(local_site)}/review", json=given)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_only_a_game_that_is_over_is_reviewed(local_site: TestClient) -> None:
    opened_room = local_site.post("/api/v1/rooms", json={"name": "Ann", "start": True}).json()
    for path, body in (("/review", {"seat": "E"}), ("/review/cancel", {"seat": "E"})):
        answer = local_site.post(f"/api/v1/games/{opened_room['game']}{path}", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "game_unfinished")
        assert local_site.post(f"/api/v1/games/nothing{path}", json=body).status_code == 404
    assert local_site.get(f"/api/v1/games/{opened_room['game']}/review?seat=E").json()["error"]["code"] == "game_unfinished"


# Without HTTP: addresses, limits, faults, restarts.


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.005)


async def kept(store: Store) -> str:
    return await store.keep(RECORD, summary(RECORD))


class Running:
    """Reviews over a store, at work."""

    def __init__(self, store: Store, settings: Settings = LOCAL) -> None:
        self.store = store

        async def record_of(game: str) -> bytes:
            record = await store.record(game)
            if record is None:
                raise QuepuError("not_found", text=game)
            return record

        self.reviews = Reviews(store, settings, record_of)

    async def __aenter__(self) -> Reviews:
        self.task = asyncio.create_task(self.reviews.run())
        return self.reviews

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        self.reviews.close()
        await asyncio.gather(self.task, return_exceptions=True)


async def status_of(found: Reviews, game: str, player: int, address: str = "a") -> Any:
    return (await found.state(game, player, 1, address))(lambda: None)


def test_a_review_that_ends_while_its_state_is_read_is_not_reported_as_ended_without_results(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store) -> None:
        game = await kept(store)
        async with Running(store) as found:
            await found.request(game, 0, 1, "a", False)
            await eventually(lambda: bool(gate.begun))
            read = store.do

            async def ends_meanwhile(job: Callable[[Any], Any]) -> Any:
                """Read as usual; then the review ends, before the caller goes on."""
                answer = await read(job)
                monkeypatch.setattr(store, "do", read)
                gate.allow(1000)
                await eventually(lambda: not found.background.tasks)
                return answer

            monkeypatch.setattr(store, "do", ends_meanwhile)
            meanwhile = await status_of(found, game, 0)
            assert (meanwhile["status"], meanwhile["decisions"]) == ("running", None)
            done = await status_of(found, game, 0)
            assert (done["status"], len(done["decisions"])) == ("idle", len(of_player(0, 1)))

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_two_people_take_turns(gate: Gate) -> None:
    async def work(store: Store) -> None:
        game = await kept(store)
        async with Running(store) as found:
            await found.request(game, 0, None, "a", False)
            await eventually(lambda: bool(gate.begun))
            await found.request(game, 1, None, "b", False)
            waiting = await status_of(found, game, 1, "b")
            assert (waiting["status"], waiting["ahead"], waiting["yours"]) == ("waiting", 1, True)
            assert (await status_of(found, game, 1, "a"))["yours"] is False
            gate.allow(20)
            await eventually(lambda: len(gate.begun) > 20)
            players = [player for player, _ in gate.begun[2:20]]
            assert abs(players.count(0) - players.count(1)) <= 2
            with pytest.raises(QuepuError) as error:
                await found.cancel(game, 1, "a")
            assert error.value.code == "not_your_review"
            await found.cancel(game, 1, "b")
            assert (await status_of(found, game, 1))["status"] == "idle"

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_the_number_of_reviews_is_limited_for_an_address_and_in_all(gate: Gate) -> None:
    async def work(store: Store) -> list[str]:
        game = await kept(store)
        codes = []
        async with Running(store, Settings(review_samples=8, address_reviews=2, reviews_limit=3)) as found:
            for player, address in ((0, "a"), (1, "a"), (2, "a"), (2, "b"), (3, "c")):
                try:
                    await found.request(game, player, None, address, False)
                    codes.append("")
                except QuepuError as error:
                    codes.append(error.code)
            await found.request(game, 0, None, "a", False)  # it is there already
        return codes

    with opened("sqlite://") as store:
        assert run(lambda: work(store)) == ["", "", "too_many_reviews", "", "too_many_reviews"]


@pytest.mark.usefixtures("at_once")
def test_an_address_that_owes_something_waits_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        game = await kept(store)
        # the burst is far more than the reviews cost, also on a busy machine, and what is owed far more than is earned meanwhile
        settings = Settings(review_samples=8, review_rate=Rate(per_second=0.001, burst=10_000))
        async with Running(store, settings) as found:
            assert found.background.buckets is not None
            found.background.buckets.charge("a", 20_000)
            await found.request(game, 0, 1, "a", False)
            await found.request(game, 1, 1, "a", True)  # a local address is not limited
            await found.request(game, 2, 1, "b", False)
            await eventually(lambda: (game, 1) not in found.background.tasks)
            assert (await status_of(found, game, 0))["status"] == "waiting"
            found.background.buckets.filled.clear()
            found.background.wake()
            await eventually(lambda: (game, 0) not in found.background.tasks)

    with opened("sqlite://") as store:
        run(lambda: work(store))


def test_the_processor_time_is_charged_to_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(book: Any, decision: Decision, samples: int, seed: int = 0, check: Callable[[], None] = lambda: None) -> Reviewed:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        return simple_review(book, decision, samples, seed, check)

    monkeypatch.setattr(module, "review", busy)

    async def work(store: Store) -> float:
        game = await kept(store)
        async with Running(store, Settings(review_samples=8, review_rate=Rate(per_second=0.001, burst=100_000))) as found:
            await found.request(game, 0, 1, "a", False)
            await eventually(lambda: not found.background.tasks)
            assert found.background.buckets is not None
            return 100_000 - found.background.buckets.filled["a"][0]

    with opened("sqlite://") as store:
        spent = run(lambda: work(store))
    assert spent >= len(of_player(0, 1)) * 0.02 / Settings().token_seconds


def test_a_review_that_the_end_of_the_server_interrupts_continues_with_the_missing_deals(database: str, gate: Gate) -> None:
    first = len(of_player(0, 1))

    async def begin(store: Store) -> str:
        game = await kept(store)
        async with Running(store) as found:
            await found.request(game, 0, None, "a", False)
            gate.allow(first + 3)
            await eventually(lambda: len(gate.begun) == first + 4)
        return game

    async def go_on(store: Store, game: str) -> Any:
        gate.begun.clear()
        gate.allow(1000)
        async with Running(store) as found:
            await eventually(lambda: len(gate.begun) == len(of_player(0)) - first and not found.background.tasks)
            return await status_of(found, game, 0)

    with opened(database) as store:
        game = run(lambda: begin(store))
        assert run(lambda: store.do(rows.read_requests)) == [ReviewRequest(game, 0, WHOLE_GAME)]
        assert run(lambda: store.do(lambda connection: rows.reviewed_deals(connection, game, 0))) == {1}
    with opened(database) as store:
        done = run(lambda: go_on(store, game))
        assert [one["hand"] for one in done["hands"]] == [1, 2, 3, 4]
        assert {deal for _, deal in gate.begun} == {2, 3, 4}
        assert run(lambda: store.do(rows.read_requests)) == []


def test_a_fault_in_one_review_ends_it_with_an_error_and_not_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(book: Any, decision: Decision, samples: int, seed: int = 0, check: Callable[[], None] = lambda: None) -> Reviewed:
        if decision.player == 0:
            raise ZeroDivisionError
        return simple_review(book, decision, samples, seed, check)

    monkeypatch.setattr(module, "review", faulty)

    async def work(store: Store) -> tuple[Any, Any]:
        game = await kept(store)
        async with Running(store) as found:
            await found.request(game, 0, 1, "a", False)
            await found.request(game, 1, 1, "a", False)
            await eventually(lambda: not found.background.tasks)
            return await status_of(found, game, 0), await status_of(found, game, 1)

    with opened("sqlite://") as store:
        failed, other = run(lambda: work(store))
        assert run(lambda: store.do(rows.read_requests)) == []
    assert (failed["status"], failed["error"], failed["hands"]) == ("idle", "internal_error", [])
    assert (other["error"], [one["hand"] for one in other["hands"]]) == (None, [1])


# The store.


def test_reviews_are_stored_by_deal_and_replaced(database: str) -> None:
    with opened(database) as store:
        game = run(lambda: kept(store))

        def keep(connection: Any) -> None:
            rows.keep_review(connection, game, 0, 2, [{"cost": 1}])
            rows.keep_review(connection, game, 0, 1, [{"cost": 2}, {"why": {"zh": "打東", "en": "discard E"}}])
            rows.keep_review(connection, game, 0, 2, [{"cost": 3}])
            rows.keep_review(connection, game, 1, 2, [])
            rows.keep_review(connection, "deleted", 0, 1, [])

        run(lambda: store.do(keep))
        found = run(lambda: store.do(lambda connection: rows.read_reviews(connection, game, 0)))
        assert [(deal, rows.unpack(body)) for deal, body in found] == [
            (1, [{"cost": 2}, {"why": {"zh": "打東", "en": "discard E"}}]),
            (2, [{"cost": 3}]),
        ]
        assert run(lambda: store.do(lambda connection: rows.reviewed_deals(connection, game, 1))) == {2}
        assert run(lambda: store.do(lambda connection: connection.scalar(sa.select(sa.func.count()).select_from(reviews)))) == 3


def test_who_deletes_a_game_deletes_its_reviews(database: str) -> None:
    """Upkeep deletes games of which no deal was finished; should one have a review, it goes too."""
    with opened(database) as store:

        def prepare(connection: Any) -> None:
            for id in ("old", "new"):
                row = {
                    "id": id,
                    "room": None,
                    "ordinal": 0,
                    "header": "{}",
                    "created": 1.0,
                    "finished": 1.0 if id == "old" else time.time(),
                }
                connection.execute(games.insert().values(**row))
                rows.keep_review(connection, id, 0, 1, [])
                rows.keep_request(connection, ReviewRequest(id, 0, 1))

        run(lambda: store.do(prepare))
        run(lambda: Upkeep(store, Settings(unrecorded_limit=1), list).once())
        assert run(lambda: store.do(lambda connection: list(connection.scalars(sa.select(reviews.c.game))))) == ["new"]
        assert run(lambda: store.do(rows.read_requests)) == [ReviewRequest("new", 0, 1)]


@pytest.mark.compiled
def test_a_review_survives_that_the_server_is_killed() -> None:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        try:
            status, content = server.ask("POST", "/records", RECORD, "application/x-ndjson")
            assert status == 200
            game = content.decode().split('"')[3]
            server.post(f"/games/{game}/review", {"seat": "W", "hand": 1})
            while server.get(f"/games/{game}/review?seat=W")["done"] == 0:
                time.sleep(0.01)
            server.kill()
            server.start()
            while server.get(f"/games/{game}/review?seat=W")["status"] != "idle":
                time.sleep(0.05)
            found = server.get(f"/games/{game}/review?seat=W")
            assert [one["hand"] for one in found["hands"]] == [1]
            assert [one["step"] for one in found["decisions"]] == [one.step for one in of_player(2, 1)]
            assert found["error"] is None
        finally:
            server.kill()


def test_a_file_of_sqlite_keeps_reviews_for_the_next_server(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "review", simple_review)
    url = file_url(tmp_path / "quepu.db")
    with opened(url) as store, TestClient(create_app(LOCAL, store)) as site:
        game = upload(site)
        start(site, game, hand=1)
        before = until(site, game, is_idle)
    with opened(url) as store, TestClient(create_app(LOCAL, store)) as site:
        assert state(site, game) == before
