"""What stands around the application: headers on every kind of answer, and how often one may ask."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quepu.server import answers
from quepu.server.addresses import Addresses
from quepu.server.app import create_app
from quepu.server.settings import Rate, Settings
from quepu.server.tokens import Account, Buckets

HAND = "12345678m22p [EEE] +9m"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


@pytest.mark.parametrize(
    ("method", "path", "status", "kept"),
    [
        ("GET", "/", 200, "no-cache"),
        ("GET", "/rules/lingque28", 200, "no-cache"),
        ("HEAD", "/static/style.css", 200, "no-cache"),
        ("GET", "/static/nothing.js", 404, "no-store"),
        ("GET", "/static/../secret.txt", 404, "no-store"),
        ("GET", "/nothing", 404, "no-store"),
        ("GET", "/openapi.json", 200, "no-store"),
        ("GET", "/api/v1/rules", 200, "no-store"),
        ("GET", "/api/v1/rules/riichi", 404, "no-store"),
        ("GET", "/api/v1/health?lang=fr", 400, "no-store"),
        ("GET", "/api/v1/score", 405, "no-store"),
        ("POST", "/api/v1/score", 415, "no-store"),
    ],
)
def test_every_answer_has_the_headers(site: TestClient, method: str, path: str, status: int, kept: str) -> None:
    answer = site.request(method, path)
    assert answer.status_code == status
    assert {name: answer.headers[name] for name in ALWAYS} == ALWAYS
    assert answer.headers["Cache-Control"] == kept
    assert "Accept-Language" in answer.headers["Vary"]
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_too_many_requests_are_refused_with_retry_after(web: Path) -> None:
    with TestClient(create_app(Settings(web=web, rate=Rate(per_second=0.1, burst=3))), client=("192.0.2.7", 1)) as site:
        assert [site.get("/api/v1/health").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = site.get("/api/v1/health?lang=zh")
        seconds = answer.headers["Retry-After"]
        assert 1 <= int(seconds) <= 10, "the bucket fills while the test runs"
        assert answer.json() == {"error": {"code": "too_many_requests", "message": f"请求过多，请 {seconds} 秒后再试"}}
        assert {name: answer.headers[name] for name in ALWAYS} == ALWAYS
        assert site.get("/").status_code == 200, "pages are not counted"
    app = create_app(Settings(web=web, rate=Rate(per_second=0.1, burst=3)))
    for address, expected in (("192.0.2.7", 429), ("192.0.2.8", 200), ("127.0.0.1", 200)):
        with TestClient(app, client=(address, 1)) as site:
            for _ in range(3 if expected == 429 else 0):
                site.get("/api/v1/health")
            assert site.get("/api/v1/health").status_code == expected, "each address for itself"


def test_longer_answers_cost_more(web: Path) -> None:
    with TestClient(create_app(Settings(web=web, rate=Rate(per_second=0.1, burst=21))), client=("192.0.2.7", 1)) as site:
        assert site.post("/api/v1/score/batch", json=[]).status_code == 200
        assert [site.get("/api/v1/health").status_code for _ in range(2)] == [200, 429]


def test_tokens_come_back_with_time() -> None:
    now = 0.0
    buckets = Buckets(Rate(per_second=2, burst=4), lambda: now)
    assert [buckets.take("a", 1) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    now = 0.5
    assert [buckets.take("a", 1), buckets.take("a", 1), buckets.take("b", 4)] == [0, 0.5, 0]
    now = 100
    assert [buckets.take("a", 4), buckets.take("a", 4)] == [0, 2], "never more than the burst"


def test_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(Buckets, "MAX_ADDRESSES", 3)
    buckets = Buckets(Rate(per_second=1, burst=2), lambda: now)
    for address in "abc":
        buckets.take(address, 1)
    now = 0.5
    buckets.take("c", 1)
    now = 1
    buckets.take("d", 1)
    assert set(buckets.filled) == {"c", "d"}, "those whose buckets are full again"
    buckets.take("e", 1)
    buckets.take("f", 1)
    assert set(buckets.filled) == {"f"}, "all of them if none is"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", ("127.0.0.1", True)),
        ("::1", ("::1", True)),
        ("::ffff:127.0.0.1", ("127.0.0.1", True)),
        ("192.0.2.7", ("192.0.2.7", False)),
        ("2001:db8::1", ("2001:db8::/64", False)),
        ("2001:db8:0:0:ffff::9", ("2001:db8::/64", False)),
        ("fe80::1%eth0", ("fe80::/64", False)),
        ("testclient", ("testclient", False)),
    ],
)
def test_the_address_of_a_client(host: str, expected: tuple[str, bool]) -> None:
    who = Addresses(Settings()).who
    assert who({"client": (host, 1)}) == expected
    assert who({}) == ("", False)


# What a request costs.


def overlays(count: int, name: str) -> list[dict[str, str]]:
    return [{"hand": HAND, "overlay": f'base = "lingque28"\nname = "{name} {number}"'} for number in range(count)]


def test_costs_beyond_the_price_are_owed() -> None:
    now = 0.0
    buckets = Buckets(Rate(per_second=2, burst=10), lambda: now)
    settings = Settings(token_seconds=0.5, token_bytes=100)
    account = Account(settings, buckets, "a", 4)
    assert (account.enter(), account.owed()) == (0, 0)
    account.spend(1)
    account.spend(stored=100)
    assert buckets.filled["a"] == (6, 0), "four tokens pay for four, of three are used"
    account.spend(4.5, 300)
    assert (buckets.filled["a"], account.owed()) == ((-5, 0), 2.5)
    assert buckets.take("a", 1) == 3
    now = 2.5
    assert (account.owed(), buckets.take("a", 1)) == (0, 0.5)
    free = Account(settings, None, "a", 1)
    free.spend(1000)
    assert (free.enter(), free.owed()) == (0, 0)


def test_rule_books_that_have_to_be_made_are_paid_for(web: Path) -> None:
    """Each of a thousand overlays takes milliseconds; that is charged when it is done, and the next request has to wait."""
    settings = Settings(web=web, rate=Rate(per_second=20, burst=200), token_seconds=0.0001)
    with TestClient(create_app(settings), client=("192.0.2.7", 1)) as site:
        assert site.post("/api/v1/score/batch", json=overlays(100, "paid")).status_code == 200
        answer = site.get("/api/v1/health")
        assert (answer.status_code, answer.json()["error"]["code"], answer.headers["Connection"]) == (429, "too_many_requests", "close")
        assert int(answer.headers["Retry-After"]) > 10, "a hundred books take far more than 40 ms"


def test_parallel_requests_do_not_begin_when_the_address_owes(web: Path) -> None:
    settings = Settings(web=web, rate=Rate(per_second=0.1, burst=200), token_seconds=0.0001, threads=2)
    app = create_app(settings)
    with TestClient(app, client=("192.0.2.7", 1)) as site, ThreadPoolExecutor(5) as together:
        batches = [together.submit(site.post, "/api/v1/score/batch", json=overlays(100, f"at once {number}")) for number in range(5)]
        statuses = sorted(batch.result().status_code for batch in batches)
    assert statuses == [200, 429, 429, 429, 429]


def test_the_requests_of_an_address_in_progress_are_limited(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a proxy keeps few connections for many people, or many for one."""
    begun, opened = threading.Semaphore(0), threading.Event()

    def slow(given: object) -> dict[str, str]:
        begun.release()
        opened.wait(60)
        return {}

    monkeypatch.setattr(answers, "parse_hand", slow)
    app = create_app(Settings(web=web, address_connections=2))
    site, other = (TestClient(app, client=(address, 1)) for address in ("192.0.2.7", "192.0.2.8"))
    with ThreadPoolExecutor(2) as together:
        asked = [together.submit(site.post, "/api/v1/parse", json={"hand": "1m"}) for _ in range(2)]
        for _ in asked:
            assert begun.acquire(timeout=60)
        refused = site.get("/api/v1/health")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert other.get("/api/v1/health").status_code == 200
        opened.set()
        assert [one.result().status_code for one in asked] == [200, 200]
    assert site.get("/api/v1/health").status_code == 200


def test_pages_have_a_limit_of_their_own(web: Path) -> None:
    app = create_app(Settings(web=web, page_rate=Rate(per_second=0.01, burst=2)))
    with TestClient(app, client=("192.0.2.7", 1)) as site:
        assert [site.get("/static/style.css").status_code for _ in range(3)] == [200, 200, 429]
        assert site.get("/api/v1/health").status_code == 200
    with TestClient(app, client=("127.0.0.1", 1)) as site:
        assert [site.get("/static/style.css").status_code for _ in range(3)] == [200, 200, 200]
