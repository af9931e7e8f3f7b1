"""An account is one member of a room, however often it joins."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from quepu.server.play.messages import Remove
from tests.server.accounts.browser import Browser
from tests.server.accounts.games import play


def hello(socket: WebSocketTestSession, token: str) -> dict[str, Any]:
    """Connect as the member with this token; who they are."""
    socket.send_text(json.dumps({"v": 1, "t": "hello", "token": token}))
    you: dict[str, Any] = json.loads(socket.receive_text())["you"]
    return you


def closed_with(socket: WebSocketTestSession) -> int:
    """The code with which a connection is closed, after other messages."""
    while True:
        message = socket.receive()
        if message["type"] == "websocket.close":
            return int(message["code"])


def refused_with(browser: Browser, room: str, token: str) -> int:
    """The code that refuses a connection with this token."""
    with browser.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        socket.send_text(json.dumps({"v": 1, "t": "hello", "token": token}))
        return closed_with(socket)


def members(browser: Browser, room: str) -> list[tuple[int, str, int | None]]:
    found = browser.get(f"/rooms/{room}")["room"]["members"]
    return [(one["member"], one["name"], one["chair"]) for one in found]


def test_who_is_a_member_already_gets_the_same_member_with_a_new_token(site: TestClient) -> None:
    ann, bo = Browser(site), Browser(site)
    ann.sign_up("Ann")
    bo.sign_up("Bo Li")
    opened = ann.post("/rooms", {"name": "x"})
    room = opened["room"]
    first = bo.post(f"/rooms/{room}/join", {"name": "x"})
    with bo.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        assert hello(socket, first["token"]) == {"member": 1, "player": None}
        second = bo.post(f"/rooms/{room}/join", {"name": "x", "token": first["token"]})
        assert closed_with(socket) == 4401
    again = ann.post(f"/rooms/{room}/join", {"name": "x"})
    assert [one["member"] for one in (opened, first, second, again)] == [0, 1, 1, 0]
    assert len({one["token"] for one in (opened, first, second, again)}) == 4
    assert members(ann, room) == [(0, "Ann", 0), (1, "Bo Li", 1)]
    assert [refused_with(bo, room, one["token"]) for one in (opened, first)] == [4401, 4401]
    with bo.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        assert hello(socket, second["token"]) == {"member": 1, "player": None}
    guests = [Browser(site).post(f"/rooms/{room}/join", {"name": "Guest"})["member"] for _ in range(2)]
    assert guests == [2, 3], "guests are told apart by their tokens only"


def test_several_joins_at_the_same_moment_are_one_member(site: TestClient) -> None:
    host = Browser(site)
    room = host.post("/rooms", {"name": "Host"})["room"]
    Browser(site).sign_up("Ann")
    devices = [Browser(site) for _ in range(4)]
    for one in devices:
        one.sign_in("Ann")
    with ThreadPoolExecutor(len(devices)) as threads:
        joined = list(threads.map(lambda one: one.post(f"/rooms/{room}/join", {"name": "x"}), devices))
    assert [one["member"] for one in joined] == [1] * 4
    assert members(host, room) == [(0, "Host", 0), (1, "Ann", 1)]
    accepted = [one["token"] for one in joined if host.ask("POST", f"/rooms/{room}/forget", {"token": one["token"]})[0] == 200]
    assert len(accepted) == 1, "only the token that was given last is valid"


def test_a_player_who_joins_again_goes_on_with_the_same_hand(site: TestClient) -> None:
    ann = Browser(site)
    ann.sign_up("Ann")
    opened = ann.post("/rooms", {"name": "x", "hands": 1, "bots": "first", "start": True})
    room = opened["room"]
    with ann.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        before = hello(socket, opened["token"])
        joined = ann.post(f"/rooms/{room}/join", {"name": "x"})
        assert closed_with(socket) == 4401
    with ann.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        assert hello(socket, joined["token"]) == before
    assert before["player"] is not None
    assert play(ann, room, joined["token"]) == opened["game"]
    assert [one["member"] for one in ann.get(f"/rooms/{room}")["room"]["members"]] == [0]


def test_a_member_needs_no_invitation_and_no_welcome_and_the_new_token_is_stored(site: TestClient) -> None:
    """Blocking somebody does not remove them, nor does an invitation that came later."""
    ann, bo, cy = Browser(site), Browser(site), Browser(site)
    ann.sign_up("Ann")
    id = bo.sign_up("Bo Li")["account"]["id"]
    room = ann.post("/rooms", {"name": "x"})["room"]
    old = bo.post(f"/rooms/{room}/join", {"name": "x"})
    removed = cy.post(f"/rooms/{room}/join", {"name": "Cy"})["member"]
    rooms = site.app.state.play.rooms  # type: ignore[attr-defined]
    task = rooms.live[room]
    assert site.portal is not None
    site.portal.call(task.do, lambda now: task.room.receive(0, Remove(t="remove", member=removed), now))
    ann.post("/account/block", {"account": id})
    assert cy.refused(f"/rooms/{room}/join", {"name": "Cy"}) == (403, "invite_needed")
    new = bo.post(f"/rooms/{room}/join", {"name": "x"})
    assert new["member"] == old["member"] == 1

    async def leave() -> None:
        await task.leave()

    site.portal.call(leave)
    assert refused_with(bo, room, old["token"]) == 4401
    assert rooms.live[room] is not task, "the room was restored from the store"
    with bo.site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        assert hello(socket, new["token"]) == {"member": 1, "player": None}
