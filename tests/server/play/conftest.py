"""A server as people run it: a process of its own, with a folder of its own."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import pytest

from quepu.server.play.store_connect import file_url
from tests.server.play.postgres import Postgres, running


class Server:
    """``quepu serve`` with a folder; it can be killed and started again at the same port."""

    program: ClassVar = [sys.executable, "-m", "quepu"]

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = 0
        self.start()

    @staticmethod
    def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """One that is expected not to start."""
        command = [sys.executable, "-m", "quepu", "serve", "--port", "0", "--no-browser", "--lang", "en", "--data", str(folder), *options]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)

    def start(self) -> None:
        command = [*self.program, "serve", "--port", str(self.port), "--no-browser", "--lang", "en"]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.folder), *self.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                [port] = re.findall(r"http://127\.0\.0\.1:(\d+)/", "".join(said))
                self.port = int(port)
                return
        raise AssertionError("".join(said) + (self.process.stderr.read() if self.process.stderr else ""))

    def kill(self) -> None:
        """As a power cut would, as far as a process can be cut."""
        self.process.kill()
        self.process.communicate()

    def ask(self, method: str, path: str, given: object = None, media_type: str = "application/json") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        body = given if given is None or isinstance(given, bytes) else json.dumps(given).encode()
        connection.request(method, f"/api/v1{path}", body, {"Content-Type": media_type})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def get(self, path: str) -> Any:
        status, content = self.ask("GET", path)
        assert status == 200, content
        return json.loads(content)

    def post(self, path: str, given: object) -> Any:
        status, content = self.ask("POST", path, given)
        assert status == 200, content
        return json.loads(content)

    def record(self, game: str) -> bytes:
        status, content = self.ask("GET", f"/games/{game}/record")
        assert status == 200, content
        return content


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is such a thing: a disk that others use would make long waits of many small commits."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One without pauses."""
    with quick_folder() as folder:
        server = Server(folder, "--pace", "0")
        yield server
        server.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with quick_folder() as folder, running(folder) as postgres:
        yield postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of a database."""
    assert isinstance(request.param, str)
    return request.param


@pytest.fixture
def database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database of each kind."""
    return new_database(kind, request, tmp_path / "quepu.db")


@pytest.fixture
def other_database(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of another one of the same kind."""
    return new_database(kind, request, tmp_path / "other.db")


def new_database(kind: str, request: pytest.FixtureRequest, file: Path) -> str:
    if kind == "sqlite":
        return file_url(file).render_as_string()
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()
