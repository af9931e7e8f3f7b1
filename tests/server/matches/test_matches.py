"""People wait for a game, and are led to a room where it begins by itself."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient

from quepu.engine import verify
from quepu.server.app import create_app
from quepu.server.play import store_matches, store_rows
from quepu.server.play.plan import Plan
from quepu.server.play.room_task import token_hash
from quepu.server.play.store import Store
from quepu.server.play.store_matches import Ticket, TicketState
from quepu.server.play.store_operator import Maintenance, set_maintenance
from quepu.server.play.store_rated import running_game
from quepu.server.play.store_tables import games, match_tickets, members, ratings
from quepu.server.settings import Settings
from quepu.server.signed_in import KEY, SignedIn
from tests.server.play.client import Client
from tests.server.play.conftest import Server
from tests.server.play.test_store import opened
from tests.server.ratings.played import PlayedGame, add_account
from tests.server.ratings.test_store_ratings import do


def follow(server: Server, ticket: str) -> Any:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/api/v1/match", headers={"Authorization": f"Bearer {ticket}"})
    answer = connection.getresponse()
    body = json.loads(answer.read())
    connection.close()
    assert answer.status == 200, body
    return body


def test_four_guests_are_put_together_and_play(server: Server) -> None:
    wanted = {"rules": "guobiao", "rounds": 1}
    tickets = [server.post("/match", {"name": f"guest {number}", **wanted})["ticket"] for number in range(4)]
    states = [follow(server, ticket) for ticket in tickets]
    assert {state["status"] for state in states} == {"ready"}
    [room] = {state["room"] for state in states}
    assert sorted(state["member"] for state in states) == [0, 1, 2, 3]
    described = server.get(f"/rooms/{room}")["room"]
    assert (described["arranged"], described["phase"], described["settings"]["rules"]) == ("match", "lobby", "guobiao")
    assert described["settings"]["clock"] == {"turn": 20, "bank": 60, "claim": 8}
    clients = [Client(server.port, room, ticket) for ticket in tickets]

    async def play() -> None:
        await asyncio.gather(*(client.play() for client in clients))

    asyncio.run(play())
    game = clients[0].game
    assert game is not None
    assert sorted(verify(server.record(game)).players) == [f"guest {number}" for number in range(4)]


def site_of(store: Store, **others: Any) -> TestClient:
    return TestClient(create_app(Settings(rate=None, local_rate=None, **others), store))


def state(site: TestClient, ticket: str) -> Any:
    return site.get("/api/v1/match", headers={"Authorization": f"Bearer {ticket}"})


def test_bots_take_the_free_seats_after_a_while() -> None:
    store = Store()
    with site_of(store, match_seconds=0) as site:
        ticket = site.post("/api/v1/match", json={"name": "Ann"}).json()["ticket"]
        found = state(site, ticket).json()
        assert (found["status"], found["member"]) == ("ready", 0)
        room = site.get(f"/api/v1/rooms/{found['room']}").json()["room"]
        assert [member["name"] for member in room["members"]] == ["Ann"]
        assert (room["settings"]["bots"], room["settings"]["private"], room["settings"]["casual"]) == ("normal", False, False)
        assert state(site, ticket).json()["room"] == found["room"], "the ticket leads there again"
    store.close()


def test_who_waits_sees_how_many_do_and_may_stop() -> None:
    store = Store()
    with site_of(store) as site:
        tickets = [site.post("/api/v1/match", json={"name": "Ann"}).json()["ticket"] for _ in range(2)]
        other = site.post("/api/v1/match", json={"name": "Bob", "rules": "guobiao"}).json()["ticket"]
        assert [state(site, ticket).json()["waiting"] for ticket in (*tickets, other)] == [2, 2, 1]
        assert site.post("/api/v1/match/cancel", json={"ticket": tickets[0]}).json() == {"cancelled": True}
        assert state(site, tickets[0]).status_code == 404
        assert state(site, tickets[1]).json()["waiting"] == 1
        assert site.post("/api/v1/match/cancel", json={"ticket": "unknown"}).status_code == 200
    store.close()


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"name": "Ann", "rated": True}, 403, "sign_in_to_be_rated"),
        ({"name": "Ann", "rules": "nothing"}, 400, "unknown_rules"),
        ({"name": "Ann", "rounds": 3}, 400, "bad_value"),
        ({"name": ""}, 400, "name_empty"),
        ({"name": "x" * 5000}, 400, "name_long"),
        ({"name": "Ann", "mu": 50}, 400, "unknown_key"),
        ([], 400, "bad_json"),
    ],
)
def test_what_cannot_be_waited_for_is_refused(given: object, status: int, code: str) -> None:
    store = Store()
    with site_of(store) as site:
        answer = site.post("/api/v1/match", json=given)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert state(site, "").status_code == 404
        assert site.get("/api/v1/match").status_code == 404
    store.close()


def ticket(secret: str, account: str | None = None, rated: bool = True, name: str = "Ann") -> Ticket:
    return Ticket(token_hash(secret), "lingque28", 1, rated, name, account)


def execute(connection: Connection, statement: sa.Executable) -> None:
    connection.execute(statement)


def follow_stored(store: Store, secret: str, bots_after: float = 30, room: str = "room") -> TicketState | None:
    return do(store, lambda connection: store_matches.follow_ticket(connection, token_hash(secret), bots_after, [room]))


def test_people_meet_by_their_ratings(database: str) -> None:
    with opened(database) as store:
        for account, mu in (("a", 25.0), ("b", 26.0), ("c", 60.0), ("d", 24.0), ("e", 25.5)):
            row = {"who": account, "rules": "lingque28", "mu": mu, "sigma": 3.0, "games": 9, "seats": 9, "rank_sum": 20, "rated": 1.0}
            do(store, partial(execute, statement=ratings.insert().values(**row)))
            do(store, partial(store_matches.add_ticket, ticket=ticket(account, account)))
        found = follow_stored(store, "a")
        assert found is not None
        assert found.room == "room"
        rows = do(store, lambda connection: connection.execute(sa.select(members.c.account).order_by(members.c.number)).scalars().all())
        assert sorted(str(one) for one in rows) == ["a", "b", "d", "e"]
        alone = follow_stored(store, "c", room="other")
        assert alone is not None
        assert (alone.room, alone.waiting) == (None, 1)


def test_an_account_waits_once_and_those_who_are_gone_are_not_waited_for(database: str) -> None:
    with opened(database) as store:
        do(store, lambda connection: store_matches.add_ticket(connection, ticket("first", "a")))
        do(store, lambda connection: store_matches.add_ticket(connection, ticket("second", "a")))
        assert follow_stored(store, "first") is None
        do(store, lambda connection: store_matches.add_ticket(connection, ticket("gone", "b")))
        gone = match_tickets.c.hash == token_hash("gone")
        do(store, lambda connection: connection.execute(match_tickets.update().where(gone).values(seen=1.0)) and None)
        found = follow_stored(store, "second")
        assert found is not None
        assert found.waiting == 1
        assert follow_stored(store, "gone") is None


def test_equal_names_are_told_apart_and_no_name_looks_like_a_bot(database: str) -> None:
    with opened(database) as store:
        for secret, name in (("a", "Ann"), ("b", "Ann"), ("c", "normal 1"), ("d", "Ann")):
            do(store, partial(store_matches.add_ticket, ticket=ticket(secret, rated=False, name=name)))
        follow_stored(store, "a")
        names = do(store, lambda connection: connection.execute(sa.select(members.c.name).order_by(members.c.number)).scalars().all())
        assert len(set(names)) == 4
        assert "normal 1" not in names


def test_of_two_servers_that_look_at_the_same_time_only_one_opens_the_room(postgres: Any) -> None:
    database = postgres.database()
    with opened(database) as store:
        for secret in "abcd":
            do(store, partial(store_matches.add_ticket, ticket=ticket(secret, rated=False)))

        def look(number: int) -> TicketState | None:
            engine = sa.create_engine(database)
            with engine.begin() as connection:
                found = store_matches.follow_ticket(connection, token_hash("abcd"[number]), 30, [f"room{number}"])
            engine.dispose()
            return found

        async def all_at_once() -> list[TicketState | None]:
            return list(await asyncio.gather(*(asyncio.to_thread(look, number) for number in range(4))))

        found = asyncio.run(all_at_once())
        assert len({one.room for one in found if one is not None}) == 1
        assert do(store, lambda connection: connection.scalar(sa.select(sa.func.count()).select_from(members))) == 4


def test_who_has_a_rated_game_that_is_not_over_finishes_it_first() -> None:
    store = Store()
    game = PlayedGame(["ann"], seed=3).play()

    def as_a_match(connection: Connection) -> None:
        game.store(connection, "room")
        settings = {**game.driver.room.settings.as_dict(), "invite": None, "plan": Plan("match").as_dict()}
        store_rows.write(connection, store_rows.Write("settings", {"id": "room", "settings": settings}))

    do(store, as_a_match)
    assert do(store, lambda connection: running_game(connection, "ann")) is None
    do(store, partial(execute, statement=games.update().values(finished=None)))
    assert do(store, lambda connection: running_game(connection, "ann")) == "room"
    assert do(store, lambda connection: running_game(connection, "bob")) is None
    app = create_app(Settings(rate=None, local_rate=None), store)

    async def signed_in(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, KEY: SignedIn("ann", "Ann", False, "session")}, receive, send)

    with TestClient(app):
        own = TestClient(signed_in)
        assert own.post("/api/v1/match", json={"name": "x", "rated": True}).json()["error"]["code"] == "unfinished_game"
        assert own.post("/api/v1/match", json={"name": "x", "rated": False}).status_code == 200
    store.close()


def test_who_has_a_place_in_a_rated_game_gets_no_other_before_it_begins(database: str) -> None:
    with opened(database) as store:

        def add(secret: str, rated: bool = True) -> str | None:
            wrong = do(store, lambda connection: store_matches.add_ticket(connection, ticket(secret, "ann", rated)))
            return None if wrong is None else wrong.code

        assert add("first") is None
        found = follow_stored(store, "first", bots_after=0)
        assert found is not None
        assert found.room == "room"
        assert add("second") == "unfinished_game"
        assert add("unrated", rated=False) is None
        late = match_tickets.update().values(seen=match_tickets.c.seen - 700)
        do(store, partial(execute, statement=late))
        assert add("third") is None


def test_a_rated_match_of_people_with_accounts_is_rated() -> None:
    """From the ticket to the leaderboard, by one person with an account and three bots."""
    store = Store()
    do(store, partial(add_account, id="ann", name="Ann"))
    do(store, lambda connection: store_matches.add_ticket(connection, ticket("secret", "ann")))
    with site_of(store, match_seconds=0, pace=0) as site:
        found = state(site, "secret").json()
        assert (found["status"], found["member"]) == ("ready", 0)
        room = site.get(f"/api/v1/rooms/{found['room']}").json()["room"]
        assert room["rated"] is True
        with site.websocket_connect(f"/api/v1/rooms/{found['room']}/socket") as socket:
            play_here(socket, "secret")
        listed = site.get("/api/v1/players?bots=true").json()["players"]
    assert {one["player"]: one["rating"]["games"] for one in listed} == {"ann": 1, "bot:normal": 1}
    store.close()


def play_here(socket: Any, token: str, until: Callable[[Client], bool] = lambda client: client.room.get("phase") == "over") -> None:
    """Answer everything until the game is over, or something else has come true."""
    socket.send_json({"v": 1, "t": "hello", "token": token})
    client = Client(0, "", token)
    sent: list[Any] = []

    async def keep(message: Any) -> None:
        sent.append({"v": 1, **message})

    client.send = keep  # type: ignore[method-assign]
    while not until(client):
        message = socket.receive_json()
        message.pop("v")
        client._take(message)
        asyncio.run(client.answer())
        while sent:
            socket.send_json(sent.pop(0))


def maintain(site: TestClient, minutes: float | None) -> None:
    """As an operator at another server would, and this one looks at it."""
    accounts = site.app.state.accounts  # type: ignore[attr-defined]
    planned = None if minutes is None else Maintenance(time.time() + 60 * minutes, "")
    assert site.portal is not None
    site.portal.call(accounts.do, lambda connection: set_maintenance(connection, planned))
    site.portal.call(accounts.look)


def test_nothing_is_arranged_while_the_server_is_closed_for_maintenance() -> None:
    """Who waits is told so. People who have been put together wait in their room, and their game begins when the server is open again."""
    store = Store()
    with site_of(store, match_seconds=0, pace=0) as site:
        early, late = (site.post("/api/v1/match", json={"name": name, "rules": rules}).json()["ticket"]
                       for name, rules in (("Ann", "lingque28"), ("Bob", "guobiao")))  # fmt: skip
        room = state(site, early).json()["room"]
        maintain(site, 0)
        assert site.post("/api/v1/match", json={"name": "Eve"}).json()["error"]["code"] == "closed_for_maintenance"
        assert state(site, late).json()["error"]["code"] == "closed_for_maintenance"
        assert state(site, early).json()["room"] == room
        with site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
            socket.send_json({"v": 1, "t": "hello", "token": early})
            assert [socket.receive_json()["t"] for _ in range(2)] == ["welcome", "notice"]
            socket.send_json({"v": 1, "t": "ping"})
            while (message := socket.receive_json())["t"] != "pong":
                assert (message["t"], message["room"]["phase"]) == ("room", "lobby")
            maintain(site, None)
            play_here(socket, early, lambda client: client.room.get("phase") == "playing")
        assert state(site, late).json()["status"] == "ready"
    store.close()
