"""Behind a proxy: who asks, and by which scheme, is what a trusted proxy says, and nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.server.addresses import Addresses, Forwarded
from quepu.server.app import create_app
from quepu.server.play.api import qr_svg
from quepu.server.settings import Rate, Settings

TRUSTED = Settings(trusted_proxies=("10.0.0.0/8", "127.0.0.1", "fd00::1"))


def read(client: str, *headers: tuple[str, str], settings: Settings = TRUSTED, type: str = "http") -> dict[str, Any]:
    async def app(*_: object) -> None:
        raise AssertionError("it is not called")

    scope = {
        "type": type,
        "client": (client, 1234),
        "scheme": "http" if type == "http" else "ws",
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }
    return dict(Forwarded(app, settings).read(scope))


def who(client: str, *forwarded: str, settings: Settings = TRUSTED) -> tuple[str, bool]:
    return Addresses(settings).who(read(client, *(("x-forwarded-for", one) for one in forwarded), settings=settings))


@pytest.mark.parametrize(
    ("client", "forwarded", "expected"),
    [
        ("10.0.0.1", ["198.51.100.7"], ("198.51.100.7", False)),
        ("10.0.0.1", ["203.0.113.9, 198.51.100.7"], ("198.51.100.7", False)),
        ("10.0.0.1", ["198.51.100.7, 10.0.0.2"], ("198.51.100.7", False)),
        ("10.0.0.1", ["198.51.100.7", "10.0.0.2"], ("198.51.100.7", False)),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], ("10.0.0.3", False)),
        ("10.0.0.1", ["198.51.100.7, unknown"], ("10.0.0.1", False)),
        ("10.0.0.1", ["198.51.100.7:4711"], ("198.51.100.7", False)),
        ("10.0.0.1", ["[2001:db8::7]:4711"], ("2001:db8::/64", False)),
        ("fd00::1", ["::ffff:198.51.100.7"], ("198.51.100.7", False)),
        ("127.0.0.1", ["198.51.100.7"], ("198.51.100.7", False)),
        ("127.0.0.1", ["127.0.0.1"], ("127.0.0.1", False)),
        ("127.0.0.1", [], ("127.0.0.1", False)),
        ("127.0.0.2", [], ("127.0.0.2", True)),
        ("127.0.0.2", ["198.51.100.7"], ("127.0.0.2", False)),
        ("203.0.113.5", ["198.51.100.7"], ("203.0.113.5", False)),
        ("203.0.113.5", [], ("203.0.113.5", False)),
    ],
)
def test_the_address_is_that_of_the_first_stranger(client: str, forwarded: list[str], expected: tuple[str, bool]) -> None:
    assert who(client, *forwarded) == expected


@pytest.mark.parametrize(
    ("client", "type", "headers", "scheme"),
    [
        ("10.0.0.1", "http", [("x-forwarded-proto", "https")], "https"),
        ("10.0.0.1", "http", [("x-forwarded-proto", "HTTPS")], "https"),
        ("10.0.0.1", "websocket", [("x-forwarded-proto", "https")], "wss"),
        ("10.0.0.1", "websocket", [("x-forwarded-proto", "http")], "ws"),
        ("10.0.0.1", "http", [("x-forwarded-proto", "gopher")], "http"),
        ("10.0.0.1", "http", [("x-forwarded-for", "198.51.100.7, 10.0.0.2"), ("x-forwarded-proto", "https, http")], "https"),
        ("10.0.0.1", "http", [("x-forwarded-for", "198.51.100.7, 10.0.0.2"), ("x-forwarded-proto", "https")], "https"),
        ("10.0.0.1", "http", [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https, http")], "http"),
        ("203.0.113.5", "http", [("x-forwarded-proto", "https")], "http"),
        ("127.0.0.2", "http", [("x-forwarded-proto", "https"), ("x-forwarded-for", "198.51.100.7")], "http"),
    ],
)
def test_the_scheme_comes_from_a_trusted_proxy(client: str, type: str, headers: list[tuple[str, str]], scheme: str) -> None:
    assert read(client, *headers, type=type)["scheme"] == scheme


def test_each_person_behind_a_trusted_proxy_has_tokens_of_their_own(web: Path) -> None:
    settings = Settings(web=web, rate=Rate(per_second=0.01, burst=2), trusted_proxies=("10.0.0.1",))
    app = create_app(settings)

    def ask(client: str, forwarded: str) -> list[int]:
        with TestClient(app, client=(client, 1)) as site:
            return [site.get("/api/v1/health", headers={"X-Forwarded-For": forwarded}).status_code for _ in range(3)]

    assert ask("10.0.0.1", "198.51.100.7") == [200, 200, 429]
    assert ask("10.0.0.1", "203.0.113.9, 198.51.100.8") == [200, 200, 429]
    assert ask("10.0.0.1", "203.0.113.9, 198.51.100.7") == [429, 429, 429], "what the client itself has sent is not looked at"
    assert ask("192.0.2.1", "198.51.100.9") == [200, 200, 429]
    assert ask("192.0.2.1", "198.51.100.10") == [429, 429, 429], "who is not trusted cannot change their address"
    assert ask("127.0.0.1", "198.51.100.11") == [200, 200, 429], "what comes through a proxy is not this machine's own"


@pytest.mark.parametrize(("client", "scheme"), [("10.0.0.1", "https"), ("192.0.2.1", "http")])
def test_codes_and_links_have_the_scheme_that_people_use(web: Path, client: str, scheme: str) -> None:
    app = create_app(Settings(web=web, trusted_proxies=("10.0.0.1",)))
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7", "Host": "tables.example"}
    with TestClient(app, client=(client, 1), headers=headers) as site:
        room = site.post("/api/v1/rooms", json={"name": "Ann"}).json()["room"]
        assert site.get(f"/api/v1/rooms/{room}/qr").content == qr_svg(f"{scheme}://tables.example/play/{room}")
