"""Signing up, in and out; passwords, names and recovery codes."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.errors import QuepuError
from quepu.server.accounts import passwords
from quepu.server.play.store import Store
from quepu.server.play.store_connect import open_engine
from quepu.server.play.store_tables import account_codes, account_sessions, accounts
from quepu.server.settings import Rate
from tests.server.accounts.browser import PASSWORD, SETTINGS, Browser, opened


@pytest.fixture
def browser(site: TestClient) -> Browser:
    return Browser(site)


def test_somebody_signs_up_and_out_and_in_again(database: str) -> None:
    store = Store(database)
    with opened(store=store) as site:
        browser = Browser(site)
        assert browser.get("/account") == {"account": None}
        before = time.time()
        made = browser.sign_up("Ann")
        account = made["account"]
        assert before <= account.pop("created") <= time.time()
        assert account == {"id": account["id"], "name": "Ann", "is_operator": False, "codes_left": 10}
        assert len(set(made["codes"])) == 10
        assert all(len(code) == 19 and code.count("-") == 3 for code in made["codes"])
        assert browser.name == "Ann"
        assert browser.post("/account/sign-out") == {}
        assert [browser.name, browser.session] == [None, None]
        assert browser.refused("/account/sign-in", {"name": "Ann", "password": "wrong horse"}) == (403, "wrong_sign_in")
        assert browser.sign_in(" ann ")["account"]["id"] == account["id"]
        assert browser.name == "Ann"
    store.close()
    store = Store(database)
    with opened(store=store) as site:
        again = Browser(site)
        again.site.cookies = browser.site.cookies
        assert again.name == "Ann"
    store.close()


def test_a_session_ends_in_one_browser_or_in_all(site: TestClient) -> None:
    first, second, third = Browser(site), Browser(site), Browser(site)
    first.sign_up("Ann")
    second.sign_in("Ann")
    third.sign_in("Ann")
    first.post("/account/sign-out")
    assert [first.name, second.name, third.name] == [None, "Ann", "Ann"]
    second.post("/account/sign-out", {"everywhere": True})
    assert [second.name, third.name] == [None, None]
    assert third.session is None, "the browser forgets a session that has ended"


def test_a_session_ends_after_its_time() -> None:
    with opened(replace(SETTINGS, session_days=0.01)) as site:
        browser = Browser(site)
        browser.sign_up("Ann")
        assert browser.name == "Ann"
        store = site.app.state.play.rooms.store  # type: ignore[attr-defined]
        assert site.portal is not None
        site.portal.call(
            store.do, lambda connection: connection.execute(account_sessions.update().values(expires=time.time() - 1)) and None
        )
        assert browser.name is None


def test_the_oldest_of_fifty_sessions_ends_with_a_new_one(site: TestClient) -> None:
    first = Browser(site)
    first.sign_up("Ann")
    second = Browser(site)
    second.sign_in("Ann")
    other = Browser(site)
    for _ in range(49):
        other.site.cookies.clear()
        other.sign_in("Ann")
    assert (first.name, second.name) == (None, "Ann")


# Names.


@pytest.mark.parametrize("name", ["admin", "Operat0r", "管理员", "first", "normal 2", "机器人 3", "Bot 7", "雀谱"])
def test_nobody_is_named_as_an_operator_or_a_bot(browser: Browser, name: str) -> None:
    assert browser.refused("/account/sign-up", {"name": name, "password": PASSWORD}) == (400, "name_reserved")


def test_a_name_is_changed_and_the_old_one_is_free(site: TestClient) -> None:
    ann, bo = Browser(site), Browser(site)
    ann.sign_up("Ann")
    bo.sign_up("Bo")
    assert ann.refused("/account/name", {"name": "bo"}) == (409, "name_taken")
    assert ann.post("/account/name", {"name": "ANN"})["account"]["name"] == "ANN"
    assert ann.post("/account/name", {"name": "Cy"})["account"]["name"] == "Cy"
    assert bo.post("/account/name", {"name": "Ann"})["account"]["name"] == "Ann"
    assert (ann.name, bo.name) == ("Cy", "Ann")


# Passwords.


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password_short"),
        ("1234567", "password_short"),
        ("aaaaaaaaaaaa", "password_weak"),
        ("Long Name Ann", "password_common"),
        ("password", "password_common"),
        ("PassWord", "password_common"),
        ("ｐａｓｓｗｏｒｄ", "password_common"),
        ("1234567890", "password_common"),
        ("woaini1314", "password_common"),
    ],
)
def test_a_password_that_is_easy_to_guess_is_refused(browser: Browser, password: str, code: str) -> None:
    assert browser.refused("/account/sign-up", {"name": "Long name Ann", "password": password}) == (400, code)


def test_a_common_password_is_refused_whenever_one_is_chosen(browser: Browser) -> None:
    codes = browser.sign_up("Ann")["codes"]
    changed = {"password": PASSWORD, "new_password": "Qwerty123"}
    assert browser.refused("/account/password", changed) == (400, "password_common")
    assert browser.refused("/account/recover", {"name": "Ann", "code": codes[0], "password": "Qwerty123"}) == (400, "password_common")
    assert browser.post("/account/password", {**changed, "new_password": "Qwerty123 and more"})["account"]["name"] == "Ann"


def test_every_common_password_would_be_accepted_otherwise() -> None:
    for password in passwords._COMMON:
        assert password == password.casefold()
        assert (len(password) >= passwords.LEAST, len(set(password)) >= 4) == (True, True), password


def test_a_password_may_be_in_any_script_and_however_composed(site: TestClient) -> None:
    Browser(site).sign_up("Ann", "密码是café和🀄吧")
    Browser(site).sign_in("Ann", "密码是cafe\u0301和🀄吧")


def test_a_changed_password_ends_all_other_sessions(site: TestClient) -> None:
    here, there = Browser(site), Browser(site)
    here.sign_up("Ann")
    there.sign_in("Ann")
    before = here.session
    wrong = {"password": "wrong horse", "new_password": "battery staple"}
    assert here.refused("/account/password", wrong) == (403, "wrong_password")
    here.post("/account/password", {"password": PASSWORD, "new_password": "battery staple"})
    assert (here.name, there.name) == ("Ann", None)
    assert here.session != before
    assert there.refused("/account/sign-in", {"name": "Ann", "password": PASSWORD}) == (403, "wrong_sign_in")
    there.sign_in("Ann", "battery staple")


def test_a_hash_with_other_parameters_is_made_again(site: TestClient) -> None:
    from argon2 import PasswordHasher

    browser = Browser(site)
    id = browser.sign_up("Ann")["account"]["id"]
    weaker = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD)
    store = site.app.state.play.rooms.store  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(store.do, lambda connection: connection.execute(accounts.update().values(password=weaker)) and None)
    browser.sign_in("Ann")
    stored = site.portal.call(store.do, lambda connection: connection.scalar(sa.select(accounts.c.password).where(accounts.c.id == id)))
    assert stored != weaker
    assert not passwords.is_outdated(stored)
    browser.sign_in("Ann")


# Recovery codes.


def test_a_recovery_code_sets_a_password_once_and_ends_all_sessions(site: TestClient) -> None:
    ann, elsewhere = Browser(site), Browser(site)
    codes = ann.sign_up("Ann")["codes"]
    given = {"name": "Ann", "code": codes[3].lower().replace("-", " "), "password": "battery staple"}
    assert elsewhere.post("/account/recover", given)["account"]["codes_left"] == 9
    assert (elsewhere.name, ann.name) == ("Ann", None)
    assert ann.refused("/account/recover", given) == (403, "wrong_recovery")
    assert ann.refused("/account/recover", {**given, "name": "Nobody"}) == (403, "wrong_recovery")
    assert ann.refused("/account/recover", {**given, "code": codes[4], "password": "short"}) == (400, "password_short")
    ann.sign_in("Ann", "battery staple")


def test_new_recovery_codes_replace_the_old_ones(site: TestClient) -> None:
    ann = Browser(site)
    old = ann.sign_up("Ann")["codes"]
    assert ann.refused("/account/codes", {"password": "wrong horse"}) == (403, "wrong_password")
    new = ann.post("/account/codes", {"password": PASSWORD})["codes"]
    assert not set(old) & set(new)
    other = Browser(site)
    assert other.refused("/account/recover", {"name": "Ann", "code": old[0], "password": "battery staple"}) == (403, "wrong_recovery")
    other.post("/account/recover", {"name": "Ann", "code": new[0], "password": "battery staple"})


def test_the_code_of_another_account_is_none_of_mine(site: TestClient) -> None:
    codes = Browser(site).sign_up("Ann")["codes"]
    Browser(site).sign_up("Bo")
    given = {"name": "Bo", "code": codes[0], "password": "battery staple"}
    assert Browser(site).refused("/account/recover", given) == (403, "wrong_recovery")


# At tables.


def test_who_is_signed_in_plays_under_the_name_of_the_account(site: TestClient) -> None:
    ann = Browser(site)
    id = ann.sign_up("Ann")["account"]["id"]
    room = ann.post("/rooms", {"name": "Somebody else"})["room"]
    guest = Browser(site)
    guest.post(f"/rooms/{room}/join", {"name": "Guest"})
    members = guest.get(f"/rooms/{room}")["room"]["members"]
    assert [(one["name"], one["account"]) for one in members] == [("Ann", id), ("Guest", None)]


# What the server accepts.


def test_a_server_can_accept_no_accounts() -> None:
    with opened(replace(SETTINGS, stored_accounts=1)) as site:
        Browser(site).sign_up("Ann")
        assert Browser(site).refused("/account/sign-up", {"name": "Bo", "password": PASSWORD}) == (503, "too_many_accounts")


def test_an_address_gets_few_accounts_at_once() -> None:
    with opened(replace(SETTINGS, sign_up_rate=Rate(0.001, 2))) as site:
        for name in ("Ann", "Bo"):
            Browser(site).sign_up(name)
        assert Browser(site).refused("/account/sign-up", {"name": "Cy", "password": PASSWORD}) == (429, "too_many_requests")
        Browser(site, "203.0.113.6").sign_up("Cy")
        Browser(site, "127.0.0.1").sign_up("Di")


def test_nothing_secret_is_stored_as_it_is(database: str) -> None:
    store = Store(database)
    with opened(store=store) as site:
        browser = Browser(site)
        codes = browser.sign_up("Ann")["codes"]
        secret = browser.session
    store.close()
    engine = open_engine(database)
    with engine.connect() as connection:
        content = str([connection.execute(sa.select(table)).all() for table in (accounts, account_sessions, account_codes)])
    engine.dispose()
    assert "Ann" in content
    assert [one for one in (PASSWORD, secret, *codes, *(code.replace("-", "") for code in codes)) if str(one) in content] == []


def test_a_password_check_raises_nothing_for_a_hash_that_is_damaged() -> None:
    assert passwords.is_right(PASSWORD, "$argon2id$damaged") is False
    assert passwords.is_right(PASSWORD, passwords.hashed(PASSWORD)) is True
    with pytest.raises(QuepuError):
        passwords.check_password("x" * 8, "Ann")
