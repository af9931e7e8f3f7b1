"""Friends, tables for friends, blocks and reports."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient

from quepu.server.play import store_departed, store_people
from quepu.server.play.store import Store
from tests.server.accounts.browser import HERE, Browser, opened

NOBODY = "a" * 16


def people(site: TestClient, *names: str) -> list[tuple[Browser, str]]:
    """Who has just signed up, with their ids."""
    found = []
    for name in names:
        browser = Browser(site)
        found.append((browser, browser.sign_up(name)["account"]["id"]))
    return found


def shown(browser: Browser) -> dict[str, list[str]]:
    """The names in each list."""
    return {key: [one["name"] for one in found] for key, found in browser.get("/account/people").items() if key != "tables" and found}


def befriended(ann: Browser, ann_id: str, bo: Browser, bo_id: str) -> None:
    ann.post("/account/friends", {"account": bo_id})
    bo.post("/account/friends", {"account": ann_id})


# Friends.


def test_one_asks_and_the_other_accepts(database: str) -> None:
    store = Store(database)
    with opened(store=store) as site:
        (ann, ann_id), (bo, bo_id) = people(site, "Ann", "Bo")
        answer = ann.post("/account/friends", {"name": " bo"})
        [asked] = answer.pop("asked")
        since = asked.pop("since")
        assert asked == {"id": bo_id, "name": "Bo"}
        assert answer == {"friends": [], "asking": [], "blocked": [], "tables": []}
        assert shown(bo) == {"asking": ["Ann"]}
        assert ann.post("/account/friends", {"account": bo_id})["asked"][0]["since"] == since, "asking twice changes nothing"
        bo.post("/account/friends", {"account": ann_id})
        assert (shown(ann), shown(bo)) == ({"friends": ["Bo"]}, {"friends": ["Ann"]})
        ann.post("/account/friends/end", {"account": bo_id})
        assert (shown(ann), shown(bo)) == ({}, {})
    store.close()


def test_a_request_is_taken_back_or_declined(site: TestClient) -> None:
    (ann, ann_id), (bo, bo_id) = people(site, "Ann", "Bo")
    ann.post("/account/friends", {"account": bo_id})
    ann.post("/account/friends/end", {"account": bo_id})
    assert shown(bo) == {}
    ann.post("/account/friends", {"account": bo_id})
    bo.post("/account/friends/end", {"account": ann_id})
    assert shown(ann) == {}


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"account": NOBODY}, (404, "no_such_person")),
        ({"name": "Nobody"}, (404, "no_such_person")),
        ({"name": "Ann"}, (404, "no_such_person")),
        ({"name": ""}, (404, "no_such_person")),
        ({"name": "\u0000"}, (404, "no_such_person")),
        ({"name": "\ud800"}, (400, "bad_value")),
        ({}, (400, "missing_key")),
        ({"name": "Bo", "account": NOBODY}, (400, "missing_key")),
        ({"account": "' OR 1=1 --"}, (400, "bad_value")),
        ({"account": 5}, (400, "bad_value")),
    ],
)
def test_nobody_else_is_asked(ann: Browser, body: dict[str, object], answer: tuple[int, str]) -> None:
    sent = json.dumps(body).encode()
    found = ann.site.post("/api/v1/account/friends", content=sent, headers={**ann.headers(), "Content-Type": "application/json"})
    assert (found.status_code, found.json()["error"]["code"]) == answer


FUNCTIONS: dict[str, dict[str, Any]] = {
    "friends": {"account": NOBODY},
    "friends/end": {"account": NOBODY},
    "block": {"account": NOBODY},
    "unblock": {"account": NOBODY},
    "report": {"account": NOBODY, "reason": "other"},
}


@pytest.mark.parametrize("path", FUNCTIONS)
def test_a_guest_has_no_list_of_people(site: TestClient, path: str) -> None:
    assert Browser(site).ask("GET", "/account/people") == (401, "not_signed_in")
    assert Browser(site).refused(f"/account/{path}", FUNCTIONS[path]) == (401, "not_signed_in")


# Tables for friends.


def test_friends_see_a_private_table_that_is_open_to_them_and_come_in_without_the_link(site: TestClient) -> None:
    (ann, ann_id), (bo, bo_id), (cy, _), (di, di_id) = people(site, "Ann", "Bo", "Cy", "Di")
    befriended(ann, ann_id, bo, bo_id)
    befriended(ann, ann_id, di, di_id)
    room = ann.post("/rooms", {"name": "Ann", "private": True, "friends": True})["room"]
    ann.post("/rooms", {"name": "Ann", "private": True})
    assert bo.get("/account/people")["tables"] == [
        {"room": room, "host": {"id": ann_id, "name": "Ann"}, "rules": "lingque28", "overlay": False}
    ]
    assert cy.get("/account/people")["tables"] == []
    assert [one["id"] for one in cy.get("/rooms")["rooms"]] == []
    removed = cy.post(f"/rooms/{room}/join", {"name": "x"})
    opened_by = ann.get(f"/rooms/{room}")["room"]
    assert opened_by["settings"]["friends"] is True
    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    task = state.play.rooms.live[room]

    def remove(now: float) -> None:
        from quepu.server.play.messages import Remove

        task.room.receive(0, Remove(t="remove", member=removed["member"]), now)

    site.portal.call(task.do, remove)
    assert Browser(site, "203.0.113.9").refused(f"/rooms/{room}/join", {"name": "Guest"}) == (403, "invite_needed")
    assert bo.post(f"/rooms/{room}/join", {"name": "x"})["member"] == 2
    for friend, id in ((bo, bo_id), (di, di_id)):
        ann.post("/account/friends/end", {"account": id})
        assert friend.get("/account/people")["tables"] == []
    assert di.refused(f"/rooms/{room}/join", {"name": "x"}) == (403, "invite_needed")
    assert bo.post(f"/rooms/{room}/join", {"name": "x"})["member"] == 2, "who is a member stays one"


# Blocks.


def test_who_is_blocked_is_no_friend_and_cannot_join(site: TestClient) -> None:
    (ann, ann_id), (bo, bo_id) = people(site, "Ann", "Bo")
    befriended(ann, ann_id, bo, bo_id)
    room = ann.post("/rooms", {"name": "Ann", "friends": True})["room"]
    ann.post("/account/block", {"account": bo_id})
    assert (shown(ann), shown(bo)) == ({"blocked": ["Bo"]}, {})
    assert bo.refused(f"/rooms/{room}/join", {"name": "x"}) == (403, "not_welcome")
    theirs = bo.post("/rooms", {"name": "Bo"})["room"]
    ann.post(f"/rooms/{theirs}/join", {"name": "x"})  # who blocks may join
    bo.post("/account/friends", {"account": ann_id})
    assert (shown(bo), shown(ann)) == ({"asked": ["Ann"]}, {"blocked": ["Bo"]}), "a request is not seen, and not refused"
    ann.post("/account/unblock", {"account": bo_id})
    assert shown(ann) == {"asking": ["Bo"]}
    bo.post(f"/rooms/{room}/join", {"name": "x"})
    assert ann.refused("/account/block", {"account": ann_id}) == (404, "no_such_person")
    assert ann.refused("/account/block", {"account": NOBODY}) == (404, "no_such_person")


def test_who_was_refused_is_no_guest_from_there_either_as_long_as_the_host_blocks_them(site: TestClient) -> None:
    ann, bo = Browser(site, "203.0.113.1"), Browser(site, "203.0.113.2")
    ann.sign_up("Ann")
    bo_id = bo.sign_up("Bo")["account"]["id"]
    room = ann.post("/rooms", {"name": "Ann", "private": False})["room"]
    join = f"/rooms/{room}/join", {"name": "Stranger"}
    ann.post("/account/block", {"account": bo_id})
    Browser(site, "203.0.113.2").post(*join)  # nobody has been refused there
    room = ann.post("/rooms", {"name": "Ann", "private": False})["room"]
    join = f"/rooms/{room}/join", {"name": "Stranger"}
    assert bo.refused(*join) == (403, "not_welcome")
    bo.post("/account/sign-out")
    assert bo.refused(*join) == (403, "not_welcome")
    assert Browser(site, "203.0.113.2").refused(*join) == (403, "not_welcome")
    Browser(site, "203.0.113.3").post(*join)
    other = ann.post("/rooms", {"name": "Ann", "private": False})["room"]
    bo.post(f"/rooms/{other}/join", {"name": "Stranger"})  # it is known in that room alone
    ann.post("/account/unblock", {"account": bo_id})
    bo.post(*join)


def test_others_at_the_address_of_a_member_are_not_refused_with_who_is_blocked(site: TestClient) -> None:
    ann, bo = Browser(site, "203.0.113.1"), Browser(site, "203.0.113.1")
    ann.sign_up("Ann")
    bo_id = bo.sign_up("Bo")["account"]["id"]
    room = ann.post("/rooms", {"name": "Ann"})["room"]
    ann.post("/account/block", {"account": bo_id})
    assert bo.refused(f"/rooms/{room}/join", {"name": "x"}) == (403, "not_welcome")
    Browser(site, "203.0.113.1").post(f"/rooms/{room}/join", {"name": "Sister"})


def test_a_host_admits_only_people_who_are_signed_in(site: TestClient) -> None:
    (ann, _), (bo, bo_id), (cy, _) = people(site, "Ann", "Bo", "Cy")
    opened_room = ann.post("/rooms", {"name": "Ann", "private": False})
    room, guest = opened_room["room"], Browser(site, "203.0.113.9")
    guest.post(f"/rooms/{room}/join", {"name": "Early"})
    assert ann.post(f"/rooms/{room}/settings", {"token": opened_room["token"], "guests": False})["room"]["settings"]["guests"] is False
    assert guest.refused(f"/rooms/{room}/join", {"name": "Late"}) == (403, "no_guests")
    ann.post("/account/block", {"account": bo_id})
    assert bo.refused(f"/rooms/{room}/join", {"name": "x"}) == (403, "not_welcome")
    bo.post("/account/sign-out")
    assert bo.refused(f"/rooms/{room}/join", {"name": "x"}) == (403, "no_guests")
    assert cy.post(f"/rooms/{room}/join", {"name": "x"})["member"] == 2
    assert [one["name"] for one in guest.get(f"/rooms/{room}")["room"]["members"]] == ["Ann", "Early", "Cy"], "who has come stays"
    with guest.site.websocket_connect(f"/api/v1/rooms/{room}/socket", headers={"Origin": HERE}) as socket:
        socket.send_text('{"v":1,"t":"hello"}')
        assert json.loads(socket.receive_text())["t"] == "welcome", "all can watch"


class Seat:
    """A socket of somebody at a table."""

    def __init__(self, browser: Browser, room: str, token: str | None) -> None:
        self.session = browser.site.websocket_connect(f"/api/v1/rooms/{room}/socket", headers={"Origin": HERE})
        self.socket = self.session.__enter__()
        self.send({"t": "hello", "token": token})

    def send(self, message: dict[str, Any]) -> None:
        self.socket.send_text(json.dumps({"v": 1, **message}))

    def heard(self) -> list[dict[str, Any]]:
        """All that has come until now."""
        self.send({"t": "ping"})
        found: list[dict[str, Any]] = []
        while not found or found[-1]["t"] != "pong":
            found.append(json.loads(self.socket.receive_text()))
        return found

    def phrases(self) -> list[tuple[int, str]]:
        return [(message["member"], message["phrase"]) for message in self.heard() if message["t"] == "phrase"]

    def close(self) -> None:
        self.session.__exit__(None, None, None)


def test_nobody_sees_the_phrases_of_whom_they_block_even_if_that_happens_at_the_table(site: TestClient) -> None:
    (ann, _), (bo, bo_id) = people(site, "Ann", "Bo")
    opened_room = ann.post("/rooms", {"name": "Ann"})
    room = opened_room["room"]
    joined = bo.post(f"/rooms/{room}/join", {"name": "x"})
    third = Browser(site)
    guest = third.post(f"/rooms/{room}/join", {"name": "Guest"})
    seats = [Seat(who, room, one["token"]) for who, one in ((ann, opened_room), (bo, joined), (third, guest))]
    try:
        seats[1].send({"t": "phrase", "phrase": "hello"})
        assert [seat.phrases() for seat in reversed(seats)] == [[(1, "hello")]] * 3
        ann.post("/account/block", {"account": bo_id})
        state = site.app.state  # type: ignore[attr-defined]
        state.play.rooms.live[room].room.members[1].quiet_until = 0.0
        seats[1].send({"t": "phrase", "phrase": "thanks"})
        assert [seat.phrases() for seat in reversed(seats)] == [[(1, "thanks")], [(1, "thanks")], []]
        seats[0].send({"t": "phrase", "phrase": "nice"})
        assert [seat.phrases() for seat in seats] == [[(0, "nice")]] * 3, "who is blocked hears them"
        ann.post("/account/unblock", {"account": bo_id})
        state.play.rooms.live[room].room.members[1].quiet_until = 0.0
        seats[1].send({"t": "phrase", "phrase": "oops"})
        assert [seat.phrases() for seat in reversed(seats)] == [[(1, "oops")]] * 3
    finally:
        for seat in seats:
            seat.close()


def test_after_missed_messages_of_other_nodes_blocks_and_deleted_accounts_are_looked_at_again(site: TestClient) -> None:
    (ann, ann_id), (bo, bo_id), (carl, carl_id) = people(site, "Ann", "Bo", "Carl")
    room = ann.post("/rooms", {"name": "Ann"})["room"]
    for browser in (bo, carl):
        browser.post(f"/rooms/{room}/join", {"name": "x"})
    play, portal = site.app.state.play, site.portal  # type: ignore[attr-defined]
    assert portal is not None

    def at_another_node(connection: Connection) -> None:
        store_people.block(connection, ann_id, bo_id)
        store_departed.delete_account(connection, carl_id)

    portal.call(play.rooms.store.do, at_another_node)
    live = play.rooms.live[room].room
    assert (live.blocks, live.accounts()) == (frozenset(), {ann_id, bo_id, carl_id})
    portal.call(play.cluster.bus._resume)
    end = time.monotonic() + 60
    while (live.blocks, live.accounts()) != (frozenset({(ann_id, bo_id)}), {ann_id, bo_id}):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert [member.name for member in live.members] == ["Ann", "Bo", store_departed.DEPARTED]


# Reports.


def test_a_report_comes_to_the_operators_with_the_name_at_the_table(site: TestClient) -> None:
    (ann, ann_id), (bo, bo_id) = people(site, "Ann", "Bo")
    room = ann.post("/rooms", {"name": "Ann"})["room"]
    Browser(site).post(f"/rooms/{room}/join", {"name": "Rude"})
    text = "Said \u202enothing\u0000 nice\n twice"
    assert ann.post("/account/report", {"room": room, "member": 1, "reason": "insult", "text": text}) == {}
    bo.post("/account/report", {"account": ann_id, "reason": "stalling"})
    assert bo.refused("/account/report", {"room": room, "member": 7, "reason": "other"}) == (404, "no_such_person")
    assert bo.refused("/account/report", {"account": ann_id, "reason": "unknown"}) == (400, "bad_value")
    assert bo.refused("/account/report", {"account": ann_id, "reason": "other", "text": "x" * 1001}) == (400, "bad_value")
    promote(site, bo_id)
    reports = bo.get("/operator")["reports"]
    assert [{key: one[key] for key in ("by", "account", "name", "room", "reason", "text", "closed")} for one in reports] == [
        {
            "by": "Ann",
            "account": None,
            "name": "Rude",
            "room": room,
            "reason": "insult",
            "text": "Said nothing nice\n twice",
            "closed": None,
        },
        {"by": "Bo", "account": ann_id, "name": "Ann", "room": None, "reason": "stalling", "text": "", "closed": None},
    ]


def test_somebody_sends_few_reports_a_day(site: TestClient, ann: Browser) -> None:
    [(_, bo_id)] = people(site, "Bo")
    for _ in range(20):
        ann.post("/account/report", {"account": bo_id, "reason": "other"})
    assert ann.refused("/account/report", {"account": bo_id, "reason": "other"}) == (429, "too_many_reports")


def promote(site: TestClient, id: str) -> None:
    """Make somebody an operator, as the command does."""
    from quepu.server.play.store_accounts import set_operator

    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(state.play.rooms.store.do, lambda connection: set_operator(connection, id, True))
