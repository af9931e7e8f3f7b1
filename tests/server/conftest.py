"""A site with its own pages and without rate limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.settings import Settings

FILES = {
    "page.html": "<!doctype html><title>$name</title>",
    "js/main.js": "export const answer = 42;\n" * 100,
    "style.css": "body { color: black }",
    "tiles/1m.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
}


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server without a given folder uses one for this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data-home"))


@pytest.fixture(scope="session")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pages, and a file outside of it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "secret.txt").write_text("secret")
    for name, text in FILES.items():
        path = folder / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "web"


@pytest.fixture(scope="session")
def site(web: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(web=web, rate=None, local_rate=None)), raise_server_exceptions=False) as client:
        yield client
