"""The serving process dies, and is started again: the port stays open, games go on, and the log has no secrets."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from quepu.engine import verify
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.expected import check_updates
from tests.server.play.test_crash import rooms
from tests.sizes import variants

PATIENCE = 60


def wait_for(condition: Callable[[], object], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, what
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def child_of(server: Server) -> int:
    """The process that serves."""
    [child] = children(server.process.pid)
    return child


def is_alive(pid: int) -> bool:
    """Whether a process is there and no zombie, which is nobody's child where nothing collects orphans."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def server() -> Iterator[Server]:
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        yield server
        server.kill()


def kill_child(server: Server, number: signal.Signals = signal.SIGSEGV) -> None:
    """End the process that serves, and wait until there is another."""
    child = child_of(server)
    os.kill(child, number)
    wait_for(lambda: child not in children(server.process.pid), "it was killed")
    wait_for(lambda: children(server.process.pid) or server.process.poll() is not None, "it is started again")


async def play_through_crashes(server: Server, tables: list[list[Client]], random: Random) -> int:
    """Play all games while the child crashes every now and then; how often it did. Nobody waits for the port: it is always open."""

    async def again() -> None:
        await asyncio.sleep(0)

    async def table(clients: list[Client]) -> None:
        for client in clients:
            await client.open()
        await clients[0].send({"t": "start"})
        await asyncio.gather(*(client.play_on(again) for client in clients))

    def seen() -> int:
        return sum(len(client.raw) for clients in tables for client in clients)

    playing = asyncio.gather(*(table(clients) for clients in tables))
    crashes = 0
    while crashes < 3 and not playing.done():
        until = seen() + random.randrange(50, 200)
        while not playing.done() and seen() < until:
            await asyncio.sleep(0.01)
        if not playing.done():
            await asyncio.to_thread(kill_child, server)
            crashes += 1
    await playing
    return crashes


def test_games_go_on_when_the_process_that_serves_crashes(server: Server) -> None:
    random = Random(7)
    tables = rooms(server, 4, random)
    assert asyncio.run(play_through_crashes(server, tables, random)) == 3
    for clients in tables:
        game = clients[0].game
        assert game is not None
        record = server.record(game)
        verify(record)
        for client in clients:
            check_updates(client, record)
    server.process.send_signal(signal.SIGINT)
    out, errors = server.process.communicate(timeout=PATIENCE)
    again = "The serving process died (SIGSEGV) and is started again; see the log.\n"
    assert (server.process.returncode, out, errors) == (0, "Ended.\n", 3 * again)
    log = (server.folder / "server.log").read_text("utf-8")
    assert log.count("ERROR the serving process died (SIGSEGV) and is started again") == 3
    assert log.count("Fatal Python error: Segmentation fault") == 3
    assert re.search(r'File ".*", line \d+ in \w+', log), "the functions it was in"
    secrets = [client.token for clients in tables for client in clients if client.token]
    assert [secret for secret in secrets if secret in log] == []


def seconds_used(pid: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_the_port_stays_open_and_answers_again_at_once(server: Server) -> None:
    """Nobody is refused. What a new child needs is counted in processor time, as machines are busy."""
    for _ in range(3):
        child = child_of(server)
        os.kill(child, signal.SIGKILL)
        assert server.get("/health")["status"] == "ok", "it waits in the socket of the parent"
        again = child_of(server)
        assert again != child
        assert seconds_used(again) < 0.8


def test_a_server_that_dies_repeatedly_is_not_started_again(server: Server) -> None:
    for _ in range(5):
        assert server.get("/health")["status"] == "ok"
        kill_child(server, signal.SIGABRT)
    out, errors = server.process.communicate(timeout=PATIENCE)
    assert (server.process.returncode, out) == (2, "")
    assert errors.splitlines() == [
        *["The serving process died (SIGABRT) and is started again; see the log."] * 4,
        "error [keeps_dying]: the server process died 5 times within 60 s, most recently from SIGABRT; it is not restarted, see the log",
    ]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def test_a_child_does_not_outlive_its_parent(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "bots": "first"})
    child = child_of(server)
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait(PATIENCE)
    server.start()  # at once: the port and the database may be held for another moment
    wait_for(lambda: not is_alive(child), "the child is gone")
    assert server.get(f"/rooms/{opened['room']}")["room"]["id"] == opened["room"]


@variants("number", signal.SIGTERM, signal.SIGINT)
def test_one_that_hangs_is_killed_in_the_end(server: Server, number: signal.Signals) -> None:
    child = child_of(server)
    os.kill(child, signal.SIGSTOP)
    server.process.send_signal(number)
    assert server.process.communicate(timeout=PATIENCE) == ("Ended.\n", "")
    assert server.process.returncode == 0
    assert not is_alive(child)


def test_ctrl_c_reaches_both_from_the_keyboard_and_both_end_in_order(server: Server) -> None:
    child = child_of(server)
    for pid in (server.process.pid, child):  # as a terminal does
        os.kill(pid, signal.SIGINT)
    assert server.process.communicate(timeout=PATIENCE) == ("Ended.\n", "")
    assert server.process.returncode == 0
    assert not is_alive(child)
    assert not list(server.folder.glob("*-wal")), "the database is closed"


def test_a_signal_to_the_child_alone_ends_all(server: Server) -> None:
    server.get("/health")  # it serves, and so it listens to signals
    os.kill(child_of(server), signal.SIGTERM)
    assert server.process.communicate(timeout=PATIENCE) == ("Ended.\n", "")
    assert server.process.returncode == 0


@pytest.mark.parametrize("kind", ["file", "abstract"])
def test_it_tells_systemd_when_it_serves_and_how_long_its_end_may_take(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        name = str(folder / "notify")
        systemd.bind(name if kind == "file" else f"\0{name}")
        systemd.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", name if kind == "file" else f"@{name}")
        server = Server(folder)
        try:
            assert systemd.recv(4096) == b"READY=1"
            assert server.get("/ready") == {"status": "ready"}
            kill_child(server)
            assert systemd.recv(4096) == b"READY=1"
            server.process.terminate()
            assert systemd.recv(4096) == b"STOPPING=1\nEXTEND_TIMEOUT_USEC=10000000"
            assert server.process.wait(PATIENCE) == 0
        finally:
            server.kill()


def test_it_serves_if_nobody_hears_what_it_tells_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_folder() as folder:
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "nobody"))
        server = Server(folder)
        try:
            assert server.get("/ready") == {"status": "ready"}
        finally:
            server.kill()
