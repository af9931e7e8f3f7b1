"""Processes that compute: the same answers as without them, charged once, and started again when they die."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import re
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.cluster.compute import FUNCTIONS, ComputeProcesses
from quepu.server.cluster.turns import Turns
from quepu.server.settings import Rate, Settings
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.test_supervisor import children, is_alive, seconds_used, wait_for

HAND = {"hand": "12m55p [234m] [345m] [567m] +3m"}
POSITION = {"hand": "134m34566p34578s +9s", "rules": "guobiao", "samples": 8}

REQUESTS: list[tuple[str, str, Any]] = [
    ("POST", "/parse", HAND),
    ("POST", "/score", HAND),
    ("POST", "/score?explain=true&lang=zh", HAND),
    ("POST", "/score/batch", [HAND, {"hand": "1m"}]),
    ("POST", "/waits", {"hand": "12m55p [234m] [345m] [567m]"}),
    ("POST", "/discards", {"hand": "123456m2299p [EEE] +5s"}),
    ("POST", "/compare", HAND),
    ("POST", "/analyse", POSITION),
    ("POST", "/overlay", {"toml": 'base = "lingque28"\nname = "club"\n'}),
    ("POST", "/draws", {"players": [str(n) for n in range(1, 9)], "rounds": 3, "seed": 1}),
    ("GET", "/rules/guobiao", None),
    ("GET", "/rules/guobiao/fans?q=flush", None),
    ("GET", "/rules/lingque28/diff/lingque26?lang=zh", None),
    ("GET", "/practice?seed=5", None),
    ("GET", "/practice/daily?date=2026-01-01", None),
    ("GET", "/lessons", None),
    ("GET", "/rules", None),
    ("GET", "/rooms", None),
    # and wrong ones
    ("POST", "/score", {"hand": "1x"}),
    ("POST", "/score", {"hand": "1m", "what": 1}),
    ("POST", "/score?explain=maybe", HAND),
    ("POST", "/score", b"{"),
    ("POST", "/score", b" " * 70_000),
    ("POST", "/score/batch", [HAND] * 1001),
    ("POST", "/draws", {"players": 5}),
    ("GET", "/rules/none", None),
    ("GET", "/rules/none?lang=zh", None),
    ("GET", "/practice?seed=x", None),
    ("GET", "/score", None),
    ("DELETE", "/practice", None),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with quick_folder() as folder:
        server = Server(folder, "--compute", "2")
        yield server
        server.kill()


def ask(port: int, method: str, path: str, given: Any, headers: dict[str, str] | None = None) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = given if given is None or isinstance(given, bytes) else json.dumps(given).encode()
    connection.request(method, f"/api/v1{path}", body, {"Content-Type": "application/json", **(headers or {})})
    answer = connection.getresponse()
    content = answer.read()
    if answer.getheader("Content-Encoding") == "gzip":  # which has the time in it
        content = gzip.decompress(content)
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders() if name.lower() != "date"}, content


def keeper_of(server: Server) -> int:
    """The process that starts those that compute."""
    [keeper] = [child for child in children(server.process.pid) if children(child)]
    return keeper


def test_all_functions_answer_as_they_do_without_such_processes(server: Server) -> None:
    with quick_folder() as folder:
        alone = Server(folder)
        try:
            for method, path, given in REQUESTS:
                for headers in ({}, {"Accept-Encoding": "gzip", "Accept-Language": "zh"}):
                    assert ask(server.port, method, path, given, headers) == ask(alone.port, method, path, given, headers), (method, path)
        finally:
            alone.kill()


def test_all_functions_that_need_no_store_are_relayed() -> None:
    app = create_app(Settings())
    relayed = set()
    for route in app.state.functions:
        for method in route.methods if hasattr(route, "methods") else ():
            path = route.path.replace("{id}", "guobiao").replace("{a}", "guobiao").replace("{b}", "guobiao98")
            if any(function.pattern.fullmatch(f"{method} {path}") for function in FUNCTIONS):
                relayed.add(f"{method} {route.path.removeprefix('/api/v1')}")
    assert relayed == {
        *(f"POST /{name}" for name in ("parse", "score", "score/batch", "waits", "discards", "compare", "analyse", "overlay", "draws")),
        *(f"GET /{name}" for name in ("rules/{id}", "rules/{id}/fans", "rules/{a}/diff/{b}", "practice", "practice/daily", "lessons")),
    }


def test_the_process_that_serves_does_not_compute(server: Server) -> None:
    ask(server.port, "POST", "/analyse", POSITION)
    keeper = keeper_of(server)
    [serving] = [child for child in children(server.process.pid) if child != keeper]
    before = [seconds_used(pid) for pid in (serving, *children(keeper))]
    ask(server.port, "POST", "/analyse", {**POSITION, "samples": 4096})
    served, *computed = (seconds_used(pid) - earlier for pid, earlier in zip((serving, *children(keeper)), before, strict=True))
    assert sum(computed) > 5 * served
    assert sum(computed) > 0.2


def test_the_sockets_are_private(server: Server) -> None:
    [folder] = server.folder.glob("compute-*")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert sorted(path.name for path in folder.iterdir()) == ["1", "2"]


def test_a_process_that_computes_refuses_what_has_no_secret(server: Server) -> None:
    [folder] = server.folder.glob("compute-*")
    with socket.socket(socket.AF_UNIX) as own:
        own.connect(str(folder / "1"))
        own.sendall(b"GET /api/v1/practice HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert own.makefile("rb").readline().startswith(b"HTTP/1.1 403")


def test_a_process_that_dies_is_started_again_and_no_request_fails(server: Server) -> None:
    keeper = keeper_of(server)
    for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
        for child in children(keeper):
            os.kill(child, number)
            assert ask(server.port, "POST", "/score", HAND)[0] == 200
        wait_for(lambda: len(children(keeper)) == 2, "both are there again")
    log = (server.folder / "server.log").read_text()
    assert "a process that computes died (SIGSEGV) and is started again" in log
    assert HAND["hand"] not in log


def test_without_its_processes_the_server_computes_itself(server: Server) -> None:
    keeper = keeper_of(server)
    computing = children(keeper)
    os.kill(keeper, signal.SIGKILL)
    wait_for(lambda: not any(is_alive(pid) for pid in computing), "they end with their keeper")
    assert ask(server.port, "POST", "/score", HAND)[0] == 200


def test_all_end_with_the_command() -> None:
    with quick_folder() as folder:
        server = Server(folder, "--compute", "1")
        keeper = keeper_of(server)
        all_of_them = [keeper, *children(keeper)]
        assert ask(server.port, "POST", "/score", HAND)[0] == 200
        server.process.send_signal(signal.SIGTERM)
        out, errors = server.process.communicate(timeout=60)
        assert (server.process.returncode, out, errors) == (0, "Ended.\n", "")
        assert not any(is_alive(pid) for pid in all_of_them)
        assert list(folder.glob("compute-*")) == []


def test_what_a_killed_server_left_is_removed() -> None:
    with quick_folder() as folder:
        server = Server(folder, "--compute", "1")
        computing = children(keeper_of(server))
        server.kill()
        [left] = folder.glob("compute-*")
        wait_for(lambda: not any(is_alive(pid) for pid in computing), "they end with the command")
        server.start()
        try:
            [made] = folder.glob("compute-*")
            assert made != left
        finally:
            server.kill()


def test_a_long_path_of_the_folder_does_not_matter(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    server = Server(folder, "--compute", "1")
    try:
        assert ask(server.port, "POST", "/score", HAND)[0] == 200
        assert not server.folder.glob("compute-*") or list(server.folder.glob("compute-*")) == []
        assert len(children(keeper_of(server))) == 1
    finally:
        server.kill()


def test_the_variable_of_the_environment_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_COMPUTE", "1")
    with quick_folder() as folder:
        server = Server(folder)
        try:
            assert len(children(keeper_of(server))) == 1
        finally:
            server.kill()


# Turns.


def test_turns_are_shared_fairly() -> None:
    """As threads are: short before long, one address has at most half of them, and so does long work."""

    async def run() -> None:
        turns, began, ends = Turns(4), [], {}

        async def work(name: str, address: str, is_long: bool = False) -> None:
            ends[name] = asyncio.Event()
            async with turns.turn(address, is_long):
                began.append(name)
                await ends[name].wait()

        wanted = [
            ("a1", "a"),
            ("a2", "a"),
            ("a3", "a"),
            ("b long", "b", True),
            ("b long 2", "b", True),
            ("c long", "c", True),
            ("d long", "d", True),
        ]
        tasks = {one[0]: asyncio.create_task(work(*one)) for one in wanted}  # type: ignore[arg-type]

        async def settle() -> list[str]:
            for _ in range(20):
                await asyncio.sleep(0)
            return sorted(began)

        assert await settle() == ["a1", "a2", "b long", "c long"]
        ends["a1"].set()
        assert await settle() == ["a1", "a2", "a3", "b long", "c long"], "no third long one"
        tasks["b long 2"].cancel()
        ends["b long"].set()
        assert await settle() == ["a1", "a2", "a3", "b long", "c long", "d long"]
        for event in ends.values():
            event.set()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        assert "b long 2" not in began

    asyncio.run(run())


@contextmanager
def process(path: Path, answer: bytes | None) -> Iterator[list[bytes]]:
    """Something at a Unix socket that gives this answer to each request, dies at each without one; the requests."""
    received: list[bytes] = []
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen(8)

        def run() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listening.accept()
                    with connection, connection.makefile("rb") as reader:
                        head = b"".join(iter(reader.readline, b"\r\n"))
                        [size] = re.findall(rb"content-length: (\d+)", head)
                        received.append(head + reader.read(int(size)))
                        connection.sendall(answer or b"")

        thread = threading.Thread(target=run)
        thread.start()
        yield received
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def site_with(web: Path, *paths: Path, **settings: Any) -> TestClient:
    app = create_app(Settings(web=web, **settings))
    app.state.compute = ComputeProcesses([f"unix:{path}" for path in paths], "secret")
    return TestClient(app, client=("192.0.2.7", 1))


def test_a_request_that_kills_two_processes_is_given_up(web: Path, tmp_path: Path) -> None:
    one, two, three = (tmp_path / name for name in "123")
    with process(one, None) as first, process(two, None) as second, process(three, None) as third, site_with(web, one, two, three) as site:
        answer = site.post("/api/v1/score", json=HAND)
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal_error")
        assert [len(received) for received in (first, second, third)] == [1, 1, 0]


def test_a_request_goes_to_another_process_if_one_dies(web: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    answer = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\ndone"
    with process(one, None) as first, process(two, answer) as second, site_with(web, one, two) as site:
        assert site.post("/api/v1/score", json=HAND).text == "done"
        assert b"".join(first) == b"".join(second), "the same request"


def test_an_address_pays_once_for_what_was_computed_elsewhere(web: Path, tmp_path: Path) -> None:
    """The limits are those of the process where requests come in."""
    answer = b"HTTP/1.1 200 OK\r\nX-Quepu-Cost: 0.05 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    with process(tmp_path / "1", answer) as received, site_with(web, tmp_path / "1", rate=Rate(0.001, 15)) as site:
        asked = [site.post("/api/v1/score", json=HAND).status_code for _ in range(3)]
        assert asked == [200, 200, 429], "each is 10 tokens: the price of 1, and the rest afterwards"
        assert len(received) == 2


def test_a_process_that_hangs_does_not_delay_others(web: Path, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(str(tmp_path / "1"))
        hanging.listen(8)
        with site_with(web, tmp_path / "1", answer_seconds=0.2) as site:
            answer = site.post("/api/v1/score", json=HAND)
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
            assert site.get("/api/v1/rules").status_code == 200
