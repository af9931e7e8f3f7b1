"""A device that reads and writes documents through the API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from starlette.testclient import TestClient

from quepu.club.entries import LETTERS
from quepu.server.app import create_app
from quepu.server.play.store import Store
from quepu.server.settings import Settings

SETTINGS = Settings(rate=None, local_rate=None)
_RANDOM = Random(11)


def some_id(letters: int = 16) -> str:
    return "".join(_RANDOM.choice(LETTERS) for _ in range(letters))


def some_key() -> str:
    return some_id(24)


def draw(number: int, at: int | None = None, device: str = "abcdefgh", **fields: Any) -> dict[str, Any]:
    """A drawn deal."""
    return {"id": f"{device}.{number}", "at": number if at is None else at, "when": 0, "t": "draw", "deal": number, **fields}


def settings_entry(number: int = 1, **fields: Any) -> dict[str, Any]:
    names = ["甲", "乙", "丙", "丁"]
    return {"id": f"abcdefgh.{number}", "at": number, "when": 0, "t": "sheet", "rules": "guobiao", "names": names, **fields}


class Device:
    """One that knows a document, and perhaps a key of it."""

    def __init__(self, site: TestClient, id: str | None = None, key: str | None = None) -> None:
        self.site = site
        self.id = id or some_id()
        self.key = key

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """The status, and the answer or the code of its error."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        answer = (
            self.site.request(method, f"/api/v1{path}", headers=headers, json=body)
            if body is not None
            else self.site.get(f"/api/v1{path}", headers=headers)
        )
        content = answer.json()
        return answer.status_code, content["error"]["code"] if answer.status_code != 200 else content

    def create(self, *entries: dict[str, Any], kind: str = "sheet") -> tuple[int, Any]:
        self.key = self.key or some_key()
        return self.ask("POST", "/documents", {"kind": kind, "id": self.id, "key": self.key, "entries": list(entries)})

    def add(self, *entries: dict[str, Any]) -> tuple[int, Any]:
        return self.post("entries", {"entries": list(entries)})

    def post(self, function: str, body: object) -> tuple[int, Any]:
        return self.ask("POST", f"/documents/{self.id}/{function}", body)

    def read(self, query: str = "") -> tuple[int, Any]:
        return self.ask("GET", f"/documents/{self.id}{query}")

    def entries(self) -> list[dict[str, Any]]:
        """All of them, in the order of their arrival."""
        found: list[dict[str, Any]] = []
        while True:
            status, part = self.read(f"?after={len(found)}")
            assert status == 200
            found += part["entries"]
            assert part["seq"] == len(found)
            if not part["more"]:
                return found


@contextmanager
def opened(settings: Settings = SETTINGS, store: Store | None = None, client: str = "testclient") -> Iterator[TestClient]:
    with TestClient(create_app(settings, store), client=(client, 1), raise_server_exceptions=False) as site:
        yield site
