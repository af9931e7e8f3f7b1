"""A PostgreSQL for the tests: started by them, on a free port of this machine, with a folder of its own, and ended with them."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

_SECONDS = 60


class Postgres:
    """A server of databases that can be stopped and started again."""

    def __init__(self, folder: Path, programs: Path, port: int) -> None:
        self.folder = folder
        self.programs = programs
        self.port = port
        self._numbers = count(1)
        self.process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", "data", "-U", "quepu", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")

    def _as_user(self) -> dict[str, Any]:
        """It refuses to run as root; then it runs as the user that its package makes for it."""
        root = os.geteuid() == 0
        return {"cwd": self.folder, **({"user": "postgres", "group": "postgres", "extra_groups": []} if root else {})}

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments], capture_output=True, text=True, timeout=_SECONDS, check=False, **self._as_user()
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        where = ("-p", str(self.port), "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}")
        with (self.folder / "log").open("ab") as log:
            command = [str(self.programs / "postgres"), "-D", "data", *where]
            process: subprocess.Popen[bytes] = subprocess.Popen(command, stdout=log, stderr=log, **self._as_user())
        self.process = process
        until = time.monotonic() + _SECONDS
        while True:
            try:
                self.ask("SELECT 1")
                return
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > until:
                    raise AssertionError((self.folder / "log").read_text()) from None
                time.sleep(0.05)

    def stop(self) -> None:
        """At once, with all its connections."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(_SECONDS)
            finally:
                self.process.kill()
                self.process.wait()

    def ask(self, query: str, database: str = "postgres") -> Any:
        with psycopg.connect(host="127.0.0.1", port=self.port, user="quepu", dbname=database, autocommit=True) as connection:
            cursor = connection.execute(query.encode())
            return cursor.fetchone() if cursor.description else None

    def database(self) -> str:
        """The URL of a new one."""
        name = f"test_{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://quepu@127.0.0.1:{self.port}/{name}"


def programs() -> Path:
    """The folder of PostgreSQL; the newest version if there are several."""
    found = [Path(path) for path in (shutil.which("postgres"),) if path] or sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3])
    )
    assert found, "these tests need PostgreSQL (make test installs Debian's); none was found"
    return found[-1].parent


@contextmanager
def running(folder: Path) -> Iterator[Postgres]:
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    postgres = Postgres(folder, programs(), port)
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.stop()
