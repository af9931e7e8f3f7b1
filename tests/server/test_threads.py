"""Threads are shared fairly, and what nobody wants any more stops."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from quepu.errors import QuepuError
from quepu.server import answers
from quepu.server.app import create_app
from quepu.server.settings import Settings
from quepu.server.threads import Check, Job, Stopped, Threads


class Gate:
    """Work that goes on until it is opened; it counts what has begun."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.begun: list[str] = []

    def job(self, address: str, name: str = "", is_long: bool = False) -> Job[str]:
        def work(check: Check) -> str:
            self.begun.append(name or address)
            self.opened.wait(60)
            return name or address

        return Job(work, address, is_long)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


def start(threads: Threads, *jobs: Job[str]) -> list[asyncio.Task[str]]:
    return [asyncio.create_task(threads.run(job)) for job in jobs]


def test_one_address_never_has_more_than_half_of_the_threads() -> None:
    async def run() -> tuple[list[str], list[str]]:
        threads, gate = Threads(4, "test"), Gate()
        tasks = start(threads, *(gate.job("a", f"a{number}") for number in range(6)))
        await until(lambda: len(gate.begun) == 2)
        other = start(threads, gate.job("b"))
        await until(lambda: len(gate.begun) == 3)
        begun = sorted(gate.begun)
        gate.opened.set()
        return begun, await asyncio.gather(*tasks, *other)

    begun, done = asyncio.run(run())
    assert begun == ["a0", "a1", "b"]
    assert done == [*(f"a{number}" for number in range(6)), "b"]


def test_long_work_of_many_addresses_leaves_threads_for_short_work() -> None:
    async def run() -> list[str]:
        threads, gate = Threads(4, "test"), Gate()
        tasks = start(threads, *(gate.job(address, is_long=True) for address in "abcd"))
        await until(lambda: len(gate.begun) == 2)
        tasks += start(threads, gate.job("e"), gate.job("f"))
        await until(lambda: len(gate.begun) == 4)
        begun = list(gate.begun)
        gate.opened.set()
        await asyncio.gather(*tasks)
        return begun

    begun = asyncio.run(run())
    assert (sorted(begun[:2]), sorted(begun[2:])) == (["a", "b"], ["e", "f"])


def test_long_work_of_one_address_leaves_room_for_that_of_another() -> None:
    async def run() -> list[str]:
        threads, gate = Threads(4, "test"), Gate()
        tasks = start(threads, *(gate.job("a", f"a{number}", is_long=True) for number in range(3)), gate.job("b", is_long=True))
        await until(lambda: len(gate.begun) == 2)
        begun = sorted(gate.begun)
        gate.opened.set()
        await asyncio.gather(*tasks)
        return begun

    assert asyncio.run(run()) == ["a0", "b"]


def test_addresses_with_the_fewest_threads_go_first_then_short_work() -> None:
    async def run() -> list[str]:
        threads, first, then = Threads(2, "test"), Gate(), Gate()
        tasks = start(threads, first.job("a"), then.job("a", "a second"), then.job("c", "c long", is_long=True), then.job("d", "d short"))
        then.opened.set()
        await asyncio.gather(*tasks[2:])
        first.opened.set()
        await asyncio.gather(*tasks)
        return then.begun

    begun = asyncio.run(run())
    assert begun[-1] == "a second"


def test_a_thread_is_free_when_its_work_has_ended_and_not_when_nobody_waits_for_it() -> None:
    async def run() -> list[str]:
        threads, gate = Threads(2, "test"), Gate()
        [held] = start(threads, gate.job("a", "held"))
        await until(lambda: gate.begun == ["held"])
        held.cancel()
        await asyncio.gather(held, return_exceptions=True)
        [waits] = start(threads, gate.job("a", "waits"))
        other = await asyncio.wait_for(threads.run(Job(lambda check: "other", "b")), 60)
        assert gate.begun == ["held"], "its address has no other thread"
        gate.opened.set()
        return [other, await waits]

    assert asyncio.run(run()) == ["other", "waits"]


def test_stopped_work_ends_at_its_next_step_and_waiting_work_does_not_begin() -> None:
    async def run() -> tuple[list[BaseException | str], list[str]]:
        threads, begun = Threads(2, "test"), []

        def work(check: Check) -> str:
            begun.append("steps")
            while True:
                check()

        tasks = start(threads, Job(work, "a"), Job(work, "a"), Job(work, "b"))
        await until(lambda: len(begun) == 2)
        threads.stop_all(60)
        return await asyncio.gather(*tasks, return_exceptions=True), begun

    results, begun = asyncio.run(run())
    assert [type(result) for result in results] == [Stopped] * 3
    assert begun == ["steps", "steps"]


def test_work_that_may_not_begin_does_not() -> None:
    def refuse() -> None:
        raise QuepuError("too_many_requests", seconds=3)

    def work(check: Check) -> None:
        raise AssertionError("it has begun")

    with pytest.raises(QuepuError, match="try again in 3 s"):
        asyncio.run(Threads(2, "test").run(Job(work, "a", may_begin=refuse)))


# Answers.


def ask(app: Any, path: str, body: bytes, gone: Callable[[], Awaitable[None]]) -> list[dict[str, Any]]:
    """What is sent to a client that goes away when ``gone`` returns."""
    sent: list[dict[str, Any]] = []
    messages = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        message = next(messages, None)
        if message is None:
            await gone()
        return message or {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "client": ("192.0.2.7", 1),
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "http_version": "1.1",
    }
    asyncio.run(app(scope, receive, send))
    return sent


def test_a_batch_stops_between_two_hands_when_its_client_disconnects(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[object] = []
    second = threading.Event()

    def slow(given: object, *_: object) -> dict[str, Any]:
        scored.append(given)
        second.wait(0.01 if len(scored) > 1 else 0)
        return {}

    async def gone() -> None:
        await until(lambda: len(scored) > 1)

    monkeypatch.setattr(answers, "score", slow)
    app = create_app(Settings())
    assert ask(app, "/api/v1/score/batch", json.dumps([{}] * 1000).encode(), gone) == []
    stopped = len(scored)
    assert 2 <= stopped < 1000
    second.wait(0.2)
    assert len(scored) <= stopped + 1, "it has ended, and not only its answer"
