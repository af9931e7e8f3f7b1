"""What operators do: reports, bans, rooms, closing for maintenance."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.server.accounts import bans
from quepu.server.accounts.accounts import OPERATORS
from quepu.server.play import store_operator
from tests.server.accounts.browser import HERE, PASSWORD, Browser, opened
from tests.server.accounts.games import play
from tests.server.accounts.test_people import Seat, promote


@pytest.fixture
def operator(site: TestClient) -> Browser:
    browser = Browser(site, "127.0.0.1")
    promote(site, browser.sign_up("Olga")["account"]["id"])
    return browser


DOING: dict[str, dict[str, Any]] = {
    "ban": {"kind": "address", "subject": "203.0.113.77"},
    "unban": {"ban": "a" * 16},
    "reports/close": {"report": "a" * 16},
    "maintenance": {"minutes": 5},
}


@pytest.mark.parametrize("path", DOING)
def test_only_operators_do_what_operators_do(site: TestClient, ann: Browser, path: str) -> None:
    assert Browser(site).refused(f"/operator/{path}", DOING[path]) == (401, "not_signed_in")
    assert ann.refused(f"/operator/{path}", DOING[path]) == (403, "not_an_operator")
    for look in ("/operator", "/operator/accounts"):
        assert (Browser(site).ask("GET", look), ann.ask("GET", look)) == ((401, "not_signed_in"), (403, "not_an_operator"))


def test_the_page_of_another_site_does_nothing_for_an_operator(operator: Browser) -> None:
    headers = {**operator.headers(), "Origin": "https://evil.example"}
    assert operator.refused("/operator/ban", DOING["ban"], headers) == (403, "wrong_origin")
    assert operator.get("/operator")["bans"] == []


# Accounts.


def test_accounts_are_found_by_how_their_names_begin(site: TestClient, operator: Browser) -> None:
    for name in ("Annabel", "Annette", "Bo"):
        Browser(site).sign_up(name)

    def found(name: str) -> list[str]:
        return [one["name"] for one in operator.get(f"/operator/accounts?name={name}")["accounts"]]

    assert found("ANN") == ["Annette", "Annabel"]
    assert found("") == ["Bo", "Annette", "Annabel", "Olga"]
    assert found("%25") == []
    assert found("Zo") == []


def test_a_banned_account_is_signed_out_and_cannot_come_back_before_the_ban_ends(site: TestClient, operator: Browser, ann: Browser) -> None:
    ann_id = ann.get("/account")["account"]["id"]
    codes = ann.post("/account/codes", {"password": PASSWORD})["codes"]
    operator.post("/operator/ban", {"kind": "account", "subject": ann_id, "reason": "cheating", "days": 2})
    assert ann.name is None
    assert ann.refused("/account/sign-in", {"name": "Ann", "password": PASSWORD}) == (403, "account_banned")
    assert ann.refused("/account/sign-in", {"name": "Ann", "password": "wrong horse"}) == (403, "wrong_sign_in")
    recovery = {"name": "Ann", "code": codes[0], "password": "battery staple"}
    assert ann.refused("/account/recover", recovery) == (403, "account_banned")
    [ban] = operator.get("/operator")["bans"]
    assert ban.pop("until") - ban.pop("created") == pytest.approx(2 * 86400)
    assert ban == {"id": ban["id"], "kind": "account", "subject": ann_id, "name": "Ann", "reason": "cheating"}
    operator.post("/operator/unban", {"ban": ban["id"]})
    assert operator.get("/operator")["bans"] == []
    ann.sign_in("Ann", "battery staple")


def test_only_accounts_and_networks_that_exist_are_banned(operator: Browser) -> None:
    for subject in ("a" * 16, "Ann", "'", "\u0000"):
        assert operator.refused("/operator/ban", {"kind": "account", "subject": subject})[1] == "no_such_account"
    for subject in ("Ann", "10.0.0.1/40", "1.2.3", "::g"):
        assert operator.refused("/operator/ban", {"kind": "address", "subject": subject}) == (400, "wrong_network")
    assert operator.get("/operator")["bans"] == []


@pytest.mark.parametrize(
    ("subject", "stored", "banned", "free"),
    [
        ("203.0.113.77", "203.0.113.77/32", "203.0.113.77", "203.0.113.78"),
        (" 203.0.113.7/24", "203.0.113.0/24", "203.0.113.200", "203.0.114.1"),
        ("2001:db8::5", "2001:db8::/64", "2001:db8::9", "2001:db8:0:1::5"),
        ("::ffff:203.0.113.66", "203.0.113.66/32", "203.0.113.66", "203.0.113.67"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24", "203.0.113.66", "203.0.114.1"),
    ],
)
def test_a_banned_network_gets_neither_functions_nor_sockets(
    site: TestClient, operator: Browser, subject: str, stored: str, banned: str, free: str
) -> None:
    room = operator.post("/rooms", {"name": "Olga"})["room"]
    operator.post("/operator/ban", {"kind": "address", "subject": subject})
    [ban] = operator.get("/operator")["bans"]
    assert (ban["subject"], ban["name"], ban["until"]) == (stored, None, None)
    assert Browser(site, banned).ask("GET", "/rules") == (403, "address_banned")
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        Browser(site, banned).site.websocket_connect(f"/api/v1/rooms/{room}/socket", headers={"Origin": HERE}),
    ):
        pass
    assert closed.value.code == 1008
    Browser(site, free).get("/rules")
    operator.post("/operator/unban", {"ban": ban["id"]})
    Browser(site, banned).get("/rules")


@pytest.mark.parametrize(
    "subject",
    ["0.0.0.0/0", "::/0", "10.0.0.0/7", "128.0.0.0/1", "2000::/3", "2001::/15", "::ffff:0:0/96", "::ffff:0.0.0.0/103", "::ffff:0:0/95"],
)
def test_a_network_that_has_nearly_everybody_is_not_banned(site: TestClient, operator: Browser, subject: str) -> None:
    assert operator.refused("/operator/ban", {"kind": "address", "subject": subject}) == (400, "network_too_large")
    assert operator.get("/operator")["bans"] == []


@pytest.mark.parametrize(
    ("own", "refused", "banned"),
    [
        (
            "198.51.100.7",
            ["198.51.100.7", "198.51.100.0/24", "198.0.0.0/8", "::ffff:198.51.100.7", "::ffff:198.0.0.0/104"],
            "198.51.101.0/24",
        ),
        ("2001:db8::7", ["2001:db8::7", "2001:db8::8", "2001:db8::/32", "2001::/16", "2001:db8::8/127"], "2001:db8:1::/48"),
        ("127.0.0.1", ["127.0.0.0/8", "127.0.0.1"], "198.51.100.0/24"),
    ],
)
def test_operators_do_not_ban_themselves(site: TestClient, operator: Browser, own: str, refused: list[str], banned: str) -> None:
    here = Browser(site, own)
    here.sign_in("Olga")
    for subject in refused:
        assert here.refused("/operator/ban", {"kind": "address", "subject": subject}) == (400, "bans_yourself")
    here.post("/operator/ban", {"kind": "address", "subject": banned})
    assert [ban["subject"] for ban in here.get("/operator")["bans"]] == [banned]


def test_why_a_network_is_not_banned_is_said_in_both_languages(operator: Browser) -> None:
    def said(subject: str, lang: str) -> str:
        body = {"kind": "address", "subject": subject}
        answer = operator.site.post(f"/api/v1/operator/ban?lang={lang}", json=body, headers=operator.headers())
        return str(answer.json()["error"]["message"])

    assert [said(subject, lang) for subject in ("::ffff:0:0/96", "127.0.0.1/8") for lang in ("zh", "en")] == [
        "网段 0.0.0.0/0 太大，几乎会禁掉所有人：前缀至少 /8",
        "the network 0.0.0.0/0 is too large: a ban would exclude nearly everybody; its prefix must be /8 or longer",
        "网段 127.0.0.0/8 包含你自己的地址",
        "the network 127.0.0.0/8 contains your own address",
    ]


def test_this_machine_is_never_banned(site: TestClient, operator: Browser) -> None:
    elsewhere = Browser(site, "203.0.113.1")
    elsewhere.sign_in("Olga")
    for subject in ("127.0.0.0/8", "127.0.0.1", "::1", "::ffff:127.0.0.1"):
        refused = elsewhere.refused("/operator/ban", {"kind": "address", "subject": subject})
        assert refused == (400, "bans_this_machine")
    state, portal = site.app.state, site.portal  # type: ignore[attr-defined]
    assert portal is not None
    made = portal.call(state.accounts.do, lambda connection: store_operator.ban(connection, "address", "127.0.0.0/8", "", None))
    elsewhere.post("/operator/ban", {"kind": "address", "subject": "203.0.113.9"})  # all bans are read again
    assert Browser(site, "203.0.113.9").ask("GET", "/rules") == (403, "address_banned")
    assert Browser(site, "127.0.0.2").ask("GET", "/rules")[0] == 200, "also by a ban of an earlier release"
    assert made in [ban["id"] for ban in operator.get("/operator")["bans"]]
    for ban in operator.get("/operator")["bans"]:
        operator.post("/operator/unban", {"ban": ban["id"]})


def closed_with(seat: Seat) -> int:
    """Read until the server closes the connection; the code."""
    while (message := seat.socket.receive())["type"] != "websocket.close":
        pass
    seat.close()
    return int(message["code"])


def test_connections_of_a_banned_account_are_closed_and_its_tokens_refused(site: TestClient, operator: Browser, ann: Browser) -> None:
    opened_room = ann.post("/rooms", {"name": "Ann"})
    room, id = opened_room["room"], ann.get("/account")["account"]["id"]
    guest = Browser(site).post(f"/rooms/{room}/join", {"name": "Guest"})
    seat, other = Seat(ann, room, opened_room["token"]), Seat(operator, room, guest["token"])
    other.heard()
    operator.post("/operator/ban", {"kind": "account", "subject": id})
    assert closed_with(seat) == 1008
    assert closed_with(Seat(ann, room, opened_room["token"])) == 1008
    other.heard()
    [ban] = operator.get("/operator")["bans"]
    operator.post("/operator/unban", {"ban": ban["id"]})
    again = Seat(ann, room, opened_room["token"])
    again.heard()
    for one in (again, other):
        one.close()


def test_connections_from_a_banned_network_are_closed(site: TestClient, operator: Browser, ann: Browser) -> None:
    """Those of spectators too, but none from this machine."""
    opened_room = ann.post("/rooms", {"name": "Ann"})
    room = opened_room["room"]
    watching = Seat(Browser(site, "203.0.113.5"), room, None)
    seats = [Seat(ann, room, opened_room["token"]), watching, Seat(operator, room, None), Seat(Browser(site, "198.51.100.1"), room, None)]
    for seat in seats:
        seat.heard()
    operator.post("/operator/ban", {"kind": "address", "subject": "203.0.113.0/24"})
    assert [closed_with(seat) for seat in seats[:2]] == [1008, 1008]
    for seat in seats[2:]:
        seat.heard()
        seat.close()
    [ban] = operator.get("/operator")["bans"]
    operator.post("/operator/unban", {"ban": ban["id"]})


def test_the_bots_of_a_banned_account_are_disconnected(site: TestClient, operator: Browser, ann: Browser) -> None:
    token = ann.post("/bots", {"name": "Robo"})["token"]

    def connect() -> Any:
        return ann.site.websocket_connect("/api/v1/bots/socket", headers={"Origin": HERE})

    with connect() as bot:
        bot.send_json({"v": 1, "t": "hello", "token": token})
        assert bot.receive_json()["t"] == "welcome"
        operator.post("/operator/ban", {"kind": "account", "subject": ann.get("/account")["account"]["id"]})
        assert bot.receive()["code"] == 1008
    with connect() as bot:
        bot.send_json({"v": 1, "t": "hello", "token": token})
        assert bot.receive()["code"] == 1008


def test_what_an_operator_changes_at_another_node_holds_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message says that there is something to look at. It is looked at too when messages may have been missed."""
    monkeypatch.setattr(bans, "SECONDS", 3600)
    with opened() as site:
        state, portal = site.app.state, site.portal  # type: ignore[attr-defined]
        assert portal is not None
        bus = state.play.cluster.bus
        for subject, hear in (("203.0.113.77", lambda: bus.publish(OPERATORS, "")), ("203.0.113.78", lambda: bus._resume())):
            Browser(site, subject).get("/rules")
            network = store_operator.network(subject, ())
            portal.call(state.accounts.do, lambda connection, network=network: store_operator.ban(connection, "address", network, "", None))
            portal.call(hear)
            end = time.monotonic() + 60
            while Browser(site, subject).ask("GET", "/rules") != (403, "address_banned"):
                assert time.monotonic() < end


# Reports and rooms.


def test_a_report_that_is_dealt_with_is_closed(operator: Browser, ann: Browser) -> None:
    ann_id = ann.get("/account")["account"]["id"]
    ann.post("/account/report", {"account": ann_id, "reason": "name"})
    [report] = operator.get("/operator")["reports"]
    operator.post("/operator/reports/close", {"report": report["id"]})
    [again] = operator.get("/operator")["reports"]
    assert again["closed"] >= report["created"]


def test_a_room_is_closed_with_its_game_for_all_who_are_there(site: TestClient, operator: Browser, ann: Browser) -> None:
    opened = ann.post("/rooms", {"name": "Ann", "start": True, "rules": "guobiao"})
    room = opened["room"]
    [listed] = [one for one in operator.get("/operator")["rooms"] if one["room"] == room]
    assert time.time() - listed.pop("touched") < 60
    assert listed == {"room": room, "rules": "guobiao", "private": True, "playing": True, "seated": ["Ann"]}
    seat = Seat(ann, room, opened["token"])
    assert ann.refused(f"/rooms/{room}/close") == (403, "not_an_operator")
    assert Browser(site).refused(f"/rooms/{room}/close") == (401, "not_signed_in")
    operator.post(f"/rooms/{room}/close")
    messages = [seat.socket.receive()]
    while messages[-1]["type"] != "websocket.close":
        messages.append(seat.socket.receive())
    assert messages[-1]["code"] in (1011, 4404)
    seat.close()
    assert ann.ask("GET", f"/rooms/{room}") == (404, "not_found")
    assert ann.ask("GET", f"/games/{opened['game']}") == (404, "not_found")
    assert [one for one in operator.get("/operator")["rooms"] if one["room"] == room] == []
    assert operator.refused(f"/rooms/{room}/close") == (404, "not_found")


# Maintenance.


def test_all_tables_learn_when_the_server_is_to_be_stopped_and_then_no_game_begins(operator: Browser, ann: Browser) -> None:
    waiting = ann.post("/rooms", {"name": "Ann"})
    begun = ann.post("/rooms", {"name": "Ann", "start": True, "hands": 1, "bots": "first"})
    seat = Seat(ann, waiting["room"], waiting["token"])
    seat.heard()
    before = time.time()
    operator.post("/operator/maintenance", {"minutes": 10, "text": "更新 update"})
    planned = operator.get("/operator")["maintenance"]
    assert 590 < planned["at"] - before < 620
    notice = {"v": 1, "t": "notice", "at": planned["at"], "text": "更新 update"}
    assert [message for message in seat.heard() if message["t"] == "notice"] == [notice]
    late = Seat(ann, waiting["room"], waiting["token"])
    assert [message for message in late.heard() if message["t"] == "notice"] == [notice], "also who comes later"
    ann.post("/rooms", {"name": "Ann", "start": True})  # until then all goes on
    operator.post("/operator/maintenance", {"minutes": 0})
    assert ann.refused("/rooms", {"name": "Ann"}) == (409, "closed_for_maintenance")
    seat.send({"t": "start"})
    assert [message["error"]["code"] for message in seat.heard() if message["t"] == "error"] == ["closed_for_maintenance"]
    assert play(ann, begun["room"], begun["token"]) == begun["game"], "a game that has begun goes on"
    operator.post("/operator/maintenance", {"minutes": None})
    assert operator.get("/operator")["maintenance"] is None
    ann.post("/rooms", {"name": "Ann", "start": True})
    for one in (seat, late):
        one.close()
