"""A browser as far as accounts are concerned: it keeps cookies, and its pages send what browsers and our pages send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.play.store import Store
from quepu.server.settings import Settings

SETTINGS = Settings(rate=None, local_rate=None, pace=0)
PASSWORD = "correct horse"
HERE = "http://testserver"


class Browser:
    def __init__(self, site: TestClient, address: str = "203.0.113.5", here: str = HERE) -> None:
        self.site = TestClient(site.app, base_url=here, client=(address, 1), raise_server_exceptions=False)
        self.site.portal = site.portal  # the event loop of the application, in which its rooms live
        self.here = here

    def headers(self) -> dict[str, str]:
        """What a page of the site sends."""
        token = next((value for name, value in self.site.cookies.items() if name.endswith("quepu_token")), None)
        return {"Origin": self.here, "Sec-Fetch-Site": "same-origin", **({"Quepu-Token": token} if token else {})}

    def ask(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """The status, and the answer or the code of its error."""
        sent = self.headers() if headers is None else headers
        address = f"/api/v1{path}"
        answer = self.site.get(address, headers=sent) if method == "GET" else self.site.post(address, headers=sent, json=body)
        content = answer.json()
        return answer.status_code, content["error"]["code"] if "error" in content else content

    def get(self, path: str) -> Any:
        status, content = self.ask("GET", path)
        assert status == 200, content
        return content

    def post(self, path: str, body: object | None = None) -> Any:
        status, content = self.ask("POST", path, {} if body is None else body)
        assert status == 200, content
        return content

    def refused(self, path: str, body: object | None = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
        status, content = self.ask("POST", path, {} if body is None else body, headers)
        assert status != 200
        assert isinstance(content, str)
        return status, content

    def sign_up(self, name: str, password: str = PASSWORD) -> Any:
        return self.post("/account/sign-up", {"name": name, "password": password})

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.post("/account/sign-in", {"name": name, "password": password})

    @property
    def name(self) -> str | None:
        """Who is signed in."""
        account = self.get("/account")["account"]
        return None if account is None else account["name"]

    @property
    def session(self) -> str | None:
        return next((value for name, value in self.site.cookies.items() if name.endswith("quepu_session")), None)


@contextmanager
def opened(settings: Settings = SETTINGS, store: Store | None = None) -> Iterator[TestClient]:
    with TestClient(create_app(settings, store), raise_server_exceptions=False) as site:
        yield site
