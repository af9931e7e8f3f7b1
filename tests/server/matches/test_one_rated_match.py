"""Nobody plays two rated matches at a time, also not in rooms that were waiting for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.server.app import create_app
from quepu.server.play import store_matches, store_rows
from quepu.server.play.store import Store
from quepu.server.play.store_rated import begins_without_others
from quepu.server.play.store_rows import Write
from quepu.server.play.store_tables import games, match_tickets
from quepu.server.settings import Settings
from tests.server.matches.test_matches import execute, follow_stored, play_here, state, ticket
from tests.server.play.test_store import opened
from tests.server.ratings.played import add_account
from tests.server.ratings.test_store_ratings import do


def people_of(store: Store, *accounts: str) -> None:
    for account in accounts:
        do(store, partial(add_account, id=account, name=account.title()))


def add(store: Store, secret: str, account: str, rated: bool = True) -> str | None:
    wrong = do(store, lambda connection: store_matches.add_ticket(connection, ticket(secret, account, rated, account.title())))
    return None if wrong is None else wrong.code


def place(store: Store, room: str, secret: str) -> None:
    """All who wait are led to a room of this id."""
    found = follow_stored(store, secret, bots_after=0, room=room)
    assert found is not None
    assert found.room == room


def ten_minutes_later(store: Store) -> None:
    do(store, partial(execute, statement=match_tickets.update().values(seen=match_tickets.c.seen - 700)))


def unfinished(store: Store) -> list[str]:
    """The rooms of games that are not over."""
    return list(do(store, lambda connection: connection.scalars(sa.select(games.c.room).where(games.c.finished.is_(None))).all()))


@contextmanager
def site_of(store: Store) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(rate=None, local_rate=None, pace=0, match_seconds=0), store)) as site:
        yield site


def read_to_the_end(socket: Any) -> None:
    while True:
        socket.receive_json()


def closed_with(site: TestClient, room: str, *tokens: str) -> list[int]:
    """The members with these tokens connect, and read until the server closes their connections; the codes."""
    codes, sockets = [], [site.websocket_connect(f"/api/v1/rooms/{room}/socket").__enter__() for _ in tokens]
    for socket, token in zip(sockets, tokens, strict=True):
        socket.send_json({"v": 1, "t": "hello", "token": token})
    for socket in sockets:
        with pytest.raises(WebSocketDisconnect) as closed:
            read_to_the_end(socket)
        codes.append(closed.value.code)
    for socket in sockets:
        socket.__exit__(None, None, None)
    return codes


def begin(site: TestClient, room: str, token: str) -> Any:
    """A member connects, and leaves when the game has begun."""
    with site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
        play_here(socket, token, lambda client: client.room.get("phase") == "playing")
    return site.get(f"/api/v1/rooms/{room}").json()["room"]


def test_a_room_that_still_waits_for_somebody_who_plays_elsewhere_is_closed(database: str) -> None:
    """After ten minutes they were given another ticket, as nobody had come to the first room."""
    with opened(database) as store:
        people_of(store, "ann")
        assert add(store, "early", "ann") is None
        place(store, "first", "early")
        assert add(store, "late", "ann") == "unfinished_game"
        ten_minutes_later(store)
        assert add(store, "late", "ann") is None
        place(store, "second", "late")
        with site_of(store) as site:
            begin(site, "second", "late")
            assert closed_with(site, "first", "early") == [1012]
            assert site.get("/api/v1/rooms/first").status_code == 404
            assert closed_with(site, "first", "early") == [4404]
        assert unfinished(store) == ["second"]


def test_who_plays_elsewhere_loses_the_chair_and_the_others_play(database: str) -> None:
    with opened(database) as store:
        people_of(store, "ann", "bob")
        for account in ("ann", "bob"):
            assert add(store, f"early {account}", account) is None
        place(store, "first", "early ann")
        ten_minutes_later(store)
        assert add(store, "late", "ann") is None
        place(store, "second", "late")
        with site_of(store) as site:
            begin(site, "second", "late")
            assert closed_with(site, "first", "early ann", "early bob") == [1012, 1012]
            assert state(site, "early ann").status_code == 404
            described = begin(site, "first", "early bob")
        assert [(one["name"], one["chair"]) for one in described["members"]] == [("Ann", None), ("Bob", 1)]
        assert sorted(one["name"] for one in described["players"] if one["member"] is not None) == ["Bob"]
        assert sorted(unfinished(store)) == ["first", "second"]


def test_of_two_rooms_that_begin_at_the_same_time_only_one_does(postgres: Any) -> None:
    """Two servers ask in transactions of their own; the second waits for the first."""
    database = postgres.database()
    with opened(database) as store:
        people_of(store, "ann")
        for number in range(4):
            assert add(store, f"ticket {number}", "ann") is None
            place(store, f"room{number}", f"ticket {number}")
            ten_minutes_later(store)

        def play(number: int) -> bool:
            engine = sa.create_engine(database)
            with engine.begin() as connection:
                accounts = ["ann", None, None, None]
                begins = begins_without_others(connection, f"room{number}", accounts)
                if begins:
                    game = {"id": f"game{number}", "room": f"room{number}", "ordinal": 1, "header": {}, "members": [0, None, None, None]}
                    store_rows.write(connection, Write("game", {**game, "bots": ["first"] * 4, "accounts": accounts}))
            engine.dispose()
            return begins

        async def all_at_once() -> list[bool]:
            return list(await asyncio.gather(*(asyncio.to_thread(play, number) for number in range(4))))

        assert sorted(asyncio.run(all_at_once())) == [False, False, False, True]
        assert len(unfinished(store)) == 1


def test_a_match_for_which_no_rating_was_wanted_changes_none() -> None:
    store = Store()
    people_of(store, "ann")
    assert add(store, "secret", "ann", rated=False) is None
    with site_of(store) as site:
        room = state(site, "secret").json()["room"]
        with site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
            play_here(socket, "secret", lambda client: client.room.get("phase") == "playing")
            assert site.get(f"/api/v1/rooms/{room}").json()["room"]["rated"] is False
            assert add(store, "rated", "ann") is None, "it does not keep anybody from a rated one"
        with site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
            play_here(socket, "secret")
        assert site.get("/api/v1/players?bots=true").json()["players"] == []
    store.close()
