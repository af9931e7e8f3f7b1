"""What ``make dist`` makes, installed as a stranger does: into an environment that has neither a compiler nor this repository."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.test_serve import ask, end, port_of

ROOT = Path(__file__).parents[2]
HAND = "12345678m22p [EEE] +9m"

pytestmark = [pytest.mark.long, pytest.mark.compiled]


@pytest.fixture(scope="module")
def dist() -> Path:
    subprocess.run(["make", "dist"], cwd=ROOT, check=True, capture_output=True)
    return ROOT / "dist"


class Clean:
    """A new environment. Its programs find nothing else, and no compiler."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        self.bin = folder / "bin"
        hidden = ("PYTHONPATH", "QUEPU_REQUIRE_COMPILED", "LANG", "LC_ALL", "DISPLAY", "WAYLAND_DISPLAY")
        own = {"PATH": str(self.bin), "CC": "/nonexistent/cc", "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
        self.environment = {**{name: value for name, value in os.environ.items() if name not in hidden}, **own}

    def run(self, *command: str) -> str:
        done = subprocess.run([str(self.bin / command[0]), *command[1:]], env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def test_the_wheel_installs_and_plays_without_a_compiler(dist: Path, tmp_path: Path) -> None:
    [wheel] = dist.glob("*.whl")
    clean = Clean(tmp_path / "environment")
    clean.run("python", "-m", "pip", "install", "--quiet", f"quepu[server] @ {wheel.as_uri()}")
    assert clean.run("quepu", "--version").strip().endswith("(compiled)")
    assert json.loads(clean.run("quepu", "score", "--json", HAND))["points"] == 36
    clean.run("quepu", "arena", "efficient", "first", "random", "first", "--hands", "4", "--records", str(tmp_path / "games"))
    records = sorted(str(path) for path in (tmp_path / "games").iterdir())
    assert len(clean.run("quepu", "verify", *records).splitlines()) == len(records) == 4
    command = [str(clean.bin / "quepu"), "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, env=clean.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = port_of([server.stdout.readline(), server.stdout.readline()])
        for page in ("/", "/hand", "/rules", "/practice", "/play", "/static/tiles/1m.svg"):
            assert ask(port, "GET", page)[0] == 200
        assert json.loads(ask(port, "POST", "/api/v1/score", {"hand": HAND})[1])["points"] == 36
        status, room = ask(port, "POST", "/api/v1/rooms", {"name": "Ann", "start": True, "rules": "guobiao"})
        assert (status, ask(port, "GET", f"/api/v1/rooms/{json.loads(room)['room']}")[0]) == (200, 200)
        assert end(server) == (0, "Ended.\n", "")


def test_the_source_archive_installs_and_scores_interpreted_without_a_compiler(dist: Path, tmp_path: Path) -> None:
    [archive] = dist.glob("*.tar.gz")
    clean = Clean(tmp_path / "environment")
    clean.run("python", "-m", "pip", "install", "--quiet", str(archive))
    assert clean.run("quepu", "--version").strip().endswith("(interpreted)")
    assert json.loads(clean.run("quepu", "score", "--json", HAND))["points"] == 36
