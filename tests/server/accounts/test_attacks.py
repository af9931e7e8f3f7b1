"""What attackers try against accounts: fixed sessions, requests forged by other sites, guessed passwords, and whatever can be sent."""

from __future__ import annotations

import asyncio
import json
import logging
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.errors import QuepuError
from quepu.server.accounts import limits as limits_module
from quepu.server.accounts import passwords
from quepu.server.accounts.limits import SignInLimits
from quepu.server.accounts.sessions import session_hash, token_of
from quepu.server.app import create_app
from quepu.server.logs import Discreet
from quepu.server.play import store_accounts as rows
from quepu.server.play import store_operator
from quepu.server.settings import Rate, Settings
from tests.server.accounts.browser import HERE, PASSWORD, SETTINGS, Browser, opened
from tests.server.play.test_store import opened as opened_store
from tests.server.ratings.test_store_ratings import do

Result = TypeVar("Result")

ELSEWHERE = "https://evil.example"


# Cookies.


def cookies(browser: Browser, path: str, body: object) -> dict[str, set[str]]:
    """The cookies of an answer, with their attributes."""
    answer = browser.site.post(f"/api/v1{path}", json=body, headers=browser.headers())
    assert answer.status_code == 200
    found = [one.split("; ") for one in answer.headers.get_list("set-cookie")]
    return {parts[0].split("=")[0]: {part.lower() for part in parts[1:]} for parts in found}


def test_no_script_reads_the_session_and_no_other_site_sends_it(site: TestClient) -> None:
    found = cookies(Browser(site), "/account/sign-up", {"name": "Ann", "password": PASSWORD})
    shared = {"max-age=7776000", "path=/", "samesite=lax"}
    assert found == {"quepu_session": {*shared, "httponly"}, "quepu_token": shared}


def test_by_https_no_other_host_can_set_the_session(site: TestClient) -> None:
    browser = Browser(site, here="https://testserver")
    found = cookies(browser, "/account/sign-up", {"name": "Ann", "password": PASSWORD})
    shared = {"max-age=7776000", "path=/", "samesite=lax", "secure"}
    assert found == {"__Host-quepu_session": {*shared, "httponly"}, "__Host-quepu_token": shared}
    assert browser.name == "Ann"
    secret = browser.session
    assert secret is not None
    browser.site.cookies.clear()
    browser.site.cookies.set("quepu_session", secret)
    assert browser.name is None, "a cookie that another host may have set does not count"


def test_a_session_that_was_fixed_before_is_not_the_one_of_who_signs_in(site: TestClient, ann: Browser) -> None:
    """The attacker sets a session in the victim's browser: an invented one, and one of their own account."""
    mallory = Browser(site)
    mallory.sign_up("Mallory")
    for fixed in ("x" * 43, mallory.session):
        victim = Browser(site)
        victim.site.cookies.set("quepu_session", str(fixed), domain="testserver.local")
        victim.site.cookies.set("quepu_token", token_of(str(fixed)), domain="testserver.local")
        victim.sign_in("Ann")
        assert victim.session != fixed
        attacker = Browser(site)
        attacker.site.cookies.set("quepu_session", str(fixed), domain="testserver.local")
        assert attacker.name is None


def test_every_sign_in_makes_another_secret(ann: Browser) -> None:
    seen = {ann.session}
    for _ in range(3):
        ann.sign_in("Ann")
        seen.add(ann.session)
    assert len(seen) == 4


@pytest.mark.parametrize("cookie", ["", "x", "x" * 100_000, "../../etc", "' OR 1=1 --", "%00", "\x7f", '"quoted"', "a,b", "é"])
def test_a_cookie_that_is_none_of_ours_is_a_guests(site: TestClient, cookie: str) -> None:
    answer = site.get("/api/v1/account", headers=[(b"Cookie", b"quepu_session=" + cookie.encode())])
    assert (answer.status_code, answer.json()) == (200, {"account": None})


# Requests that other sites forge.


HEADERS: list[dict[str, str]] = [
    {},
    {"Origin": ELSEWHERE},
    {"Origin": "null"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://testserver:8080"},
    {"Origin": "file://"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
    {"Origin": ELSEWHERE, "Sec-Fetch-Site": "same-origin"},
]


@pytest.mark.parametrize("headers", HEADERS, ids=lambda headers: " ".join(headers.values()) or "none")
def test_a_request_in_the_name_of_somebody_must_come_from_our_pages(ann: Browser, headers: dict[str, str]) -> None:
    token = {"Quepu-Token": ann.headers()["Quepu-Token"]}
    assert ann.refused("/account/name", {"name": "Hacked"}, {**headers, **token}) == (403, "wrong_origin")
    assert ann.refused("/rooms", {"name": "x"}, {**headers, **token}) == (403, "wrong_origin")
    assert ann.name == "Ann"


@pytest.mark.parametrize("token", [None, "", "x", "0" * 64, "é", "session"])
def test_and_must_send_the_token_of_the_session(ann: Browser, token: str | None) -> None:
    headers = {"Origin": HERE, "Sec-Fetch-Site": "same-origin"}
    if token is not None:
        headers["Quepu-Token"] = str(ann.session) if token == "session" else token
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    answer = ann.site.post("/api/v1/account/name", json={"name": "Hacked"}, headers=sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_token")
    assert ann.name == "Ann"


def test_the_token_of_another_session_is_wrong(site: TestClient, ann: Browser) -> None:
    other = Browser(site)
    other.sign_in("Ann")
    headers = {**ann.headers(), "Quepu-Token": other.headers()["Quepu-Token"]}
    assert ann.refused("/account/name", {"name": "Hacked"}, headers) == (403, "wrong_token")


@pytest.mark.parametrize("path", ["sign-in", "sign-up", "recover"])
@pytest.mark.parametrize("headers", HEADERS[1:], ids=lambda headers: " ".join(headers.values()))
def test_no_other_site_signs_anybody_in(site: TestClient, path: str, headers: dict[str, str]) -> None:
    body = {"name": "Mallory", "password": PASSWORD, **({"code": "x"} if path == "recover" else {})}
    assert Browser(site).refused(f"/account/{path}", body, headers) == (403, "wrong_origin")


def test_a_form_cannot_send_what_the_functions_take(ann: Browser) -> None:
    for media_type in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"):
        for path in ("sign-out", "name", "sign-in"):
            headers = {**ann.headers(), "Content-Type": media_type}
            answer = ann.site.post(f"/api/v1/account/{path}", content=b'{"name":"x"}', headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (415, "wrong_media_type")
    assert ann.name == "Ann"


def test_no_get_request_changes_anything(ann: Browser) -> None:
    paths = [path for path in ann.site.app.openapi()["paths"] if path.startswith("/api/v1/account")]  # type: ignore[attr-defined]
    for path in paths:
        ann.site.get(path)
        answer = ann.site.options(path, headers={"Origin": ELSEWHERE, "Access-Control-Request-Method": "POST"})
        assert not [name for name in answer.headers if name.startswith("access-control")]
    assert ann.name == "Ann"


def test_a_guest_needs_no_token_and_no_origin(site: TestClient) -> None:
    status, _ = Browser(site).ask("POST", "/rooms", {"name": "Guest"}, {})
    assert status == 200


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://testserver.evil.example", "http://testserver:81"])
def test_a_page_elsewhere_opens_no_socket_with_our_cookies(ann: Browser, origin: str) -> None:
    room = ann.post("/rooms", {"name": "Ann"})["room"]
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        ann.site.websocket_connect(f"/api/v1/rooms/{room}/socket", headers={"Origin": origin}) as socket,
    ):
        socket.receive_text()
    assert closed.value.code == 1008


def test_the_cookie_alone_is_nobody_at_a_table(ann: Browser) -> None:
    """A socket is who its token says: so even a page that may open one cannot play for somebody."""
    room = ann.post("/rooms", {"name": "Ann"})["room"]
    with ann.site.websocket_connect(f"/api/v1/rooms/{room}/socket", headers={"Origin": HERE}) as socket:
        socket.send_text('{"v":1,"t":"hello"}')
        assert json.loads(socket.receive_text())["you"] == {"member": None, "player": None}


# Guessing.


def test_wrong_passwords_are_slowed_down_for_a_name_and_an_address(site: TestClient, ann: Browser) -> None:
    mallory = Browser(site, "203.0.113.66")
    tries = [mallory.refused("/account/sign-in", {"name": "Ann", "password": f"guess {n}"}) for n in range(7)]
    assert tries == [(403, "wrong_sign_in")] * 5 + [(429, "too_many_requests")] * 2
    assert mallory.refused("/account/sign-in", {"name": "ANN", "password": PASSWORD}) == (429, "too_many_requests"), "also the right one"
    answer = mallory.site.post("/api/v1/account/sign-in", json={"name": "Ann", "password": PASSWORD})
    assert int(answer.headers["Retry-After"]) > 1
    ann.post("/account/sign-out")
    ann.sign_in("Ann")  # from another address


def test_so_are_recovery_codes_and_the_passwords_that_confirm_something(site: TestClient, ann: Browser) -> None:
    mallory = Browser(site, "203.0.113.66")
    given = {"name": "Ann", "code": "AAAA-AAAA-AAAA-AAAA", "password": "battery staple"}
    tries = [mallory.refused("/account/recover", given) for _ in range(6)]
    assert tries == [(403, "wrong_recovery")] * 5 + [(429, "too_many_requests")]
    tries = [ann.refused("/account/codes", {"password": "x"}) for _ in range(6)]
    assert tries == [(403, "wrong_password")] * 5 + [(429, "too_many_requests")]


def test_many_names_from_one_address_are_slowed_down() -> None:
    with opened(replace(SETTINGS, address_sign_in_rate=Rate(0.001, 3))) as site:
        mallory = Browser(site)
        tries = [mallory.refused("/account/sign-in", {"name": f"Name {n}", "password": "x"})[0] for n in range(5)]
        assert tries == [403] * 3 + [429] * 2
        assert Browser(site, "203.0.113.7").refused("/account/sign-in", {"name": "Ann", "password": "x"})[0] == 403


def test_one_name_from_many_addresses_is_slowed_down() -> None:
    with opened(replace(SETTINGS, name_sign_in_rate=Rate(0.001, 3))) as site:
        tries = [Browser(site, f"203.0.113.{n}").refused("/account/sign-in", {"name": "Ann", "password": "x"})[0] for n in range(5)]
        assert tries == [403] * 3 + [429] * 2


STRICT = replace(SETTINGS, sign_in_rate=Rate(0.001, 3), address_sign_in_rate=Rate(0.001, 4), name_sign_in_rate=Rate(0.001, 5))


def tried_at_once(*passwords: str, settings: Settings = STRICT) -> tuple[list[int], list[int]]:
    """The statuses of tries to sign in as Ann that come at the same moment, and then of five wrong ones, each after the other."""
    app = create_app(settings)

    async def work() -> tuple[list[int], list[int]]:
        import httpx2

        transport = httpx2.ASGITransport(app=app, client=("203.0.113.9", 1))
        async with app.router.lifespan_context(app), httpx2.AsyncClient(transport=transport, base_url=HERE) as client:

            async def ask(what: str, password: str) -> int:
                client.cookies.clear()
                return (await client.post(f"/api/v1/account/{what}", json={"name": "Ann", "password": password})).status_code

            assert await ask("sign-up", PASSWORD) == 200
            together = await asyncio.gather(*(ask("sign-in", password) for password in passwords))
            return sorted(together), [await ask("sign-in", "x") for _ in range(5)]

    return asyncio.run(work())


def test_many_tries_at_once_count_as_many() -> None:
    assert tried_at_once(*["x"] * 10) == ([403] * 3 + [429] * 7, [429] * 5)


def test_many_right_tries_at_once_all_succeed_and_are_not_counted() -> None:
    assert tried_at_once(*[PASSWORD] * 12) == ([200] * 12, [403] * 3 + [429] * 2)


def test_wrong_tries_among_right_ones_are_no_more_than_the_limit() -> None:
    together, after = tried_at_once(*[PASSWORD, "x"] * 8)
    assert together.count(403) == 3
    assert 200 in together
    assert together.count(200) + together.count(403) + together.count(429) == 16
    assert after == [429] * 5


def test_who_goes_while_waiting_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = SignInLimits(STRICT)
    who = ("203.0.113.9", False, "ann")

    async def work() -> None:
        async with limits.trying(*who), limits.trying(*who), limits.trying(*who):

            async def one_more() -> None:
                async with limits.trying(*who):
                    pass

            gone, stays = asyncio.create_task(one_more()), asyncio.create_task(one_more())
            while len(limits._waiting) < 2:
                await asyncio.sleep(0)
            gone.cancel()
            await asyncio.wait([gone])
            assert len(limits._waiting) == 1
            monkeypatch.setattr(limits_module, "_MOST_WAITING", 1)
            with pytest.raises(QuepuError) as refused:
                await one_more()
            assert refused.value.code == "too_many_requests"
        await stays
        assert not limits._waiting
        assert not limits._checking

    asyncio.run(work())


def test_right_passwords_are_not_counted(ann: Browser) -> None:
    for _ in range(8):
        ann.sign_in("Ann")


# At the same moment.


def in_store(site: TestClient, work: Callable[[Connection], Result]) -> Result:
    assert site.portal is not None
    return site.portal.call(site.app.state.play.rooms.store.do, work)  # type: ignore[attr-defined, no-any-return]


def test_a_password_that_is_replaced_while_it_is_checked_opens_no_session(
    site: TestClient, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    mallory, is_right = Browser(site), passwords.is_right
    id, changed = ann.get("/account")["account"]["id"], passwords.hashed("battery staple")

    def replaced_meanwhile(password: str, hash: str | None) -> bool:
        right = is_right(password, hash)
        in_store(site, lambda connection: rows.set_password(connection, id, changed))
        return right

    monkeypatch.setattr(passwords, "is_right", replaced_meanwhile)
    assert mallory.refused("/account/sign-in", {"name": "Ann", "password": PASSWORD}) == (403, "wrong_sign_in")
    assert mallory.name is None


@pytest.mark.parametrize("path", ["/account/codes", "/account/password", "/account/delete"])
def test_nor_does_it_confirm_anything(site: TestClient, ann: Browser, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    id, changed, is_right = ann.get("/account")["account"]["id"], passwords.hashed("battery staple"), passwords.is_right

    def replaced_meanwhile(password: str, hash: str | None) -> bool:
        right = is_right(password, hash)
        in_store(site, lambda connection: rows.set_password(connection, id, changed))
        return right

    monkeypatch.setattr(passwords, "is_right", replaced_meanwhile)
    new = {"new_password": "another horse"} if path == "/account/password" else {}
    assert ann.refused(path, {"password": PASSWORD, **new}) == (403, "wrong_password")
    stored = in_store(site, lambda connection: rows.by_id(connection, id))
    assert stored is not None
    assert stored.password == changed


def test_who_is_banned_while_signing_in_is_not_signed_in(site: TestClient, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    id, is_right = ann.get("/account")["account"]["id"], passwords.is_right

    def banned_meanwhile(password: str, hash: str | None) -> bool:
        in_store(site, lambda connection: store_operator.ban(connection, "account", id, "cheating", None))
        return is_right(password, hash)

    monkeypatch.setattr(passwords, "is_right", banned_meanwhile)
    assert Browser(site).refused("/account/sign-in", {"name": "Ann", "password": PASSWORD}) == (403, "account_banned")


def test_recovery_codes_that_are_made_by_two_servers_at_once_replace_each_other(postgres: Any) -> None:
    database = postgres.database()
    with opened_store(database) as store:
        do(store, lambda connection: rows.create(connection, "ann", "Ann", "hash", ["old"]))
        engine = sa.create_engine(database)

        def renew(number: int) -> None:
            with engine.begin() as connection:
                assert rows.still_has(connection, "ann", "hash")
                rows.set_codes(connection, "ann", [f"{number} {code}" for code in range(10)])

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(renew, range(4)))
        engine.dispose()
        assert do(store, lambda connection: rows.codes_left(connection, "ann")) == 10


# Which names there are.


def test_signing_in_does_not_show_which_names_there_are(site: TestClient, ann: Browser) -> None:
    def said(name: str) -> tuple[int, dict[str, Any], list[str]]:
        answer = Browser(site).site.post("/api/v1/account/sign-in", json={"name": name, "password": "wrong horse"})
        return answer.status_code, answer.json(), sorted(answer.headers)

    assert said("Ann") == said("Nobody") == said("x" * 200)


def test_nor_does_the_time_that_it_takes() -> None:
    """A password is hashed in both cases; without that, a name that does not exist would take no time at all."""
    hash = passwords.hashed(PASSWORD)
    taken: dict[str | None, list[float]] = {hash: [], None: []}
    for _ in range(9):
        for known, times in taken.items():
            began = time.thread_time()
            assert passwords.is_right("wrong horse", known) is False
            times.append(time.thread_time() - began)
    with_name, without = statistics.median(taken[hash][1:]), statistics.median(taken[None][1:])
    assert with_name < 3 * without < 9 * with_name


# Whatever can be sent.


FUNCTIONS = ("sign-up", "sign-in", "recover", "sign-out", "name", "password", "codes")
FIELDS = ("name", "password", "new_password", "code", "everywhere")


@pytest.mark.parametrize("path", FUNCTIONS)
def test_no_json_breaks_a_function(ann: Browser, path: str) -> None:
    bodies = [b"", b"{", b"[]", b"null", b'"x"', b"1e999", b"NaN", b"\xff", b"[" * 5000, b'{"a":' * 5000, b"{}" * 2, b'{"password": 5}']
    values = ["5", "null", "[]", "{}", "true", "1e400", '"\\u0000"', '"\\ud800"', '"' + "x" * 10_000 + '"', '"\\u202e\\u200b"', '""']
    bodies += [f'{{"{field}": {value}}}'.encode() for field in FIELDS for value in values if (path, field) != ("sign-out", "everywhere")]
    for body in bodies:
        answer = ann.site.post(f"/api/v1/account/{path}", content=body, headers={**ann.headers(), "Content-Type": "application/json"})
        assert answer.status_code in (400, 403, 429), (body[:50], answer.text)
        assert answer.json()["error"]["code"] != "internal_error"
    assert ann.name == "Ann"


@pytest.mark.parametrize("path", FUNCTIONS)
def test_a_body_that_is_too_large_is_refused(ann: Browser, path: str) -> None:
    headers = {**ann.headers(), "Content-Type": "application/json"}
    answer = ann.site.post(f"/api/v1/account/{path}", content=b" " * 65_537, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_a_password_of_any_size_takes_no_longer_than_allowed(site: TestClient) -> None:
    for password in ("x" * 201, "é" * 30_000):
        for path in ("sign-in", "sign-up"):
            assert Browser(site).refused(f"/account/{path}", {"name": "Ann", "password": password}) == (400, "bad_value")


INJECTIONS = [
    "' OR '1'='1", '"; DROP TABLE accounts; --', "<img src=x onerror=alert(1)>", "{{7*7}}", "${jndi:ldap}", "%s%n", "../../etc",
    "Ann\\", "=1+1", "javascript:alert(1)",
]  # fmt: skip


@pytest.mark.parametrize("text", INJECTIONS)
def test_text_in_a_name_or_a_password_is_only_text(site: TestClient, text: str) -> None:
    password = f"{text} and more"
    browser = Browser(site)
    name = text[:24].strip()
    assert browser.refused("/account/sign-up", {"name": name, "password": password}) == (400, "name_letters")
    browser.sign_up("Olga", password)
    assert Browser(site).refused("/account/sign-in", {"name": name, "password": password}) == (403, "wrong_sign_in")
    assert Browser(site).refused("/account/sign-in", {"name": "Olga", "password": text}) == (403, "wrong_sign_in")
    Browser(site).sign_in("Olga", password)
    room = Browser(site).post("/rooms", {"name": name})["room"]
    assert Browser(site).get(f"/rooms/{room}")["room"]["members"][0]["name"] == name


def test_no_secret_is_in_a_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not where the server fails."""
    caplog.set_level(logging.DEBUG)
    caplog.handler.setFormatter(Discreet())
    with opened() as site:
        browser = Browser(site)
        codes = browser.sign_up("Ann")["codes"]
        secrets = [PASSWORD, "battery staple", "wrong horse", *codes, str(browser.session), browser.headers()["Quepu-Token"]]
        secrets.append(session_hash(str(browser.session)))
        browser.refused("/account/sign-in", {"name": "Ann", "password": "wrong horse"})
        browser.refused("/account/recover", {"name": "Ann", "code": "x", "password": "battery staple"})

        def fails(*_: object) -> bool:
            raise RuntimeError(f"a fault that knows {PASSWORD}")

        monkeypatch.setattr(passwords, "is_right", fails)
        assert browser.refused("/account/codes", {"password": PASSWORD}) == (500, "internal_error")
    assert "internal_error" not in caplog.text
    assert "RuntimeError" in caplog.text
    assert [secret for secret in secrets if secret in caplog.text] == []
