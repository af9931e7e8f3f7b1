"""What is left of an account that was deleted: every column of every table is searched for it."""

from __future__ import annotations

import json
import time
import zlib
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.testclient import TestClient

from quepu.engine import verify
from quepu.server.accounts.sessions import session_hash
from quepu.server.play import store_tables as tables
from quepu.server.play.room_task import token_hash
from quepu.server.play.store import Store
from quepu.server.play.store_departed import DEPARTED
from tests.server.accounts.browser import PASSWORD, Browser, opened
from tests.server.accounts.games import play, short_game

NAME, BOT = "Annabella", "Bellabot"
PROFILE = {"practice": {"guobiao": {"asked": 12321}}, "daily": {}, "lessons": {}, "settings": {}}

UNRELATED = {
    "quepu_version", "alembic_version", "clock", "journal", "records", "reviews", "review_requests", "studies", "documents",
    "document_keys", "document_entries", "nodes", "leases", "cluster_secret", "maintenance",
}  # fmt: skip
"""The tables in which nothing is about an account, and nobody has a name, except in what people write into documents of theirs."""


def found(database: str, wanted: dict[str, str]) -> dict[str, set[str]]:
    """By what was looked for: the columns in which it is. Anything compressed is unpacked."""
    engine = sa.create_engine(database)  # beside the server
    places: dict[str, set[str]] = defaultdict(set)
    with engine.connect() as connection:
        for table in tables.metadata.sorted_tables:
            for row in connection.execute(sa.select(table)).mappings():
                for column, value in row.items():
                    text = zlib.decompress(value).decode() if isinstance(value, bytes) else str(value)
                    for what, one in wanted.items():
                        if one.casefold() in text.casefold():
                            places[what].add(f"{table.name}.{column}")
    engine.dispose()
    return dict(places)


def insert(site: TestClient, rows: dict[sa.Table, dict[str, Any]]) -> None:
    def work(connection: Connection) -> None:
        for table, values in rows.items():
            connection.execute(table.insert().values(**values))

    state = site.app.state  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(state.play.rooms.store.do, work)


def fill(site: TestClient, ann: Browser, others: list[Browser]) -> dict[str, str]:
    """Do with an account what can be done with one; what must not be found afterwards. Rows that take long to get are inserted."""
    bo, cy = others
    id, codes = (made := ann.sign_up(NAME))["account"]["id"], made["codes"]
    bo_id, cy_id = bo.sign_up("Bo")["account"]["id"], cy.sign_up("Cy")["account"]["id"]
    ann.post("/account/profile", {"number": 0, "profile": PROFILE})
    ann.post("/account/friends", {"account": bo_id})
    bo.post("/account/friends", {"account": id})
    cy.post("/account/friends", {"account": id})
    ann.post("/account/block", {"account": cy_id})
    cy.post("/account/block", {"account": id})
    room = ann.post("/rooms", {"name": "x"})
    ann.post("/account/report", {"account": bo_id, "reason": "other", "text": "rude"})
    bo.post("/account/report", {"account": id, "reason": "name"})
    bo.post("/account/report", {"room": room["room"], "member": room["member"], "reason": "cheating"})
    game = short_game(ann)["game"]
    short_game(ann, private=False)
    again = ann.post(f"/games/{game}/continue", {"hand": 1, "step": 3, "seat": "S", "name": "x", "bots": "first"})
    play(ann, again["room"], again["token"])
    theirs = bo.post(f"/games/{game}/continue", {"hand": 1, "step": 3, "seat": "S", "name": "x", "bots": "first"})
    play(bo, theirs["room"], theirs["token"])
    guest = Browser(site)
    played = short_game(guest)
    ann.post(f"/rooms/{played['room']}/claim", {"token": played["token"]})
    bot = ann.post("/bots", {"name": BOT})
    task = site.app.state.play.rooms.live[room["room"]]  # type: ignore[attr-defined]
    assert site.portal is not None
    site.portal.call(task.do, lambda now: task.room.bots.add(bot["bot"], BOT))
    now, of_game = time.time(), {"game": "rated", "rules": "lingque28", "finished": 1.0}
    rating = {"who": id, "rules": "lingque28", "mu": 25.0, "sigma": 5.0}
    players = json.dumps([[id, 1, False], [bo_id, 2, False], [cy_id, 3, False], ["bot:swift", 4, False]])
    ticket = {"rounds": 1, "rated": True, "mu": 25.0, "created": now, "seen": now, "rules": "guobiao", "account": id, "name": NAME}
    event = {"id": "event", "title": "Cup", "settings": "{}", "people": 4, "secret": "s", "organiser": "o", "account": id, "created": now}
    insert(
        site,
        {
            tables.bans: {"id": "ban", "kind": "account", "subject": id, "reason": "", "created": 1.0, "until": 2.0},
            tables.ratings: {**rating, "games": 1, "seats": 1, "rank_sum": 1, "rated": 1.0},
            tables.rated_games: {**of_game, "number": 1, "players": players},
            tables.rating_changes: {**rating, "number": 1, "mu_before": 25.0},
            tables.bot_ratings: {"rules": "guobiao", "bot": bot["bot"], "mu": 25.0, "sigma": 5.0, "games": 1},
            tables.ladder_games: {"game": "l", "rules": "guobiao", "bots": f'["{bot["bot"]}"]', "ranks": "[1]", "ended": 1.0},
            tables.won_hands: {
                **of_game, "deal": 1, "step": 1, "player": 0, "who": id, "self_drawn": True, "points": 60, "hand": "", "fans": "{}",
            },
            tables.match_tickets: {**ticket, "hash": "ticket"},
            tables.events: event,
            tables.event_players: {"event": "event", "number": 0, "name": NAME, "token": "t", "account": id, "room": None, "member": None},
        },
    )  # fmt: skip
    secret = ann.session
    assert secret is not None
    return {
        "name": NAME, "id": id, "session": session_hash(secret), "profile": "12321", "bot's name": BOT, "bot": bot["bot"],
        "bot's token": token_hash(bot["token"]), "ticket": "ticket", "ban": "ban",
        **{f"code {number}": code for number, code in enumerate(codes)},
    }  # fmt: skip


def test_nothing_is_left_of_a_deleted_account_but_what_the_documentation_says(database: str) -> None:
    store = Store(database)
    with opened(store=store) as site:
        ann, bo, cy = Browser(site), Browser(site), Browser(site)
        wanted = fill(site, ann, [bo, cy])
        games = [game["game"] for game in ann.get("/account/games")["games"]]
        before = found(database, wanted)
        touched = {place.split(".")[0] for places in before.values() for place in places}
        assert touched | {"account_codes"} == {table.name for table in tables.metadata.sorted_tables} - UNRELATED - {"departed_accounts"}
        assert ann.post("/account/delete", {"password": PASSWORD}) == {}
        for game in games:
            verify(bo.site.get(f"/api/v1/games/{game}/record").content)
            assert DEPARTED in bo.get(f"/games/{game}")["players"]
    store.close()
    assert found(database, wanted) == {"id": {"games.accounts", "rated_games.players"}, "bot": {"ladder_games.bots"}}


def test_a_bot_of_a_deleted_account_loses_its_connection_and_its_chair(site: TestClient, ann: Browser) -> None:
    bo = Browser(site)
    bot = ann.post("/bots", {"name": BOT})
    room = bo.post("/rooms", {"name": "Bo"})["room"]
    with bo.site.websocket_connect("/api/v1/bots/socket") as socket:
        socket.send_text(json.dumps({"v": 1, "t": "hello", "token": bot["token"]}))
        assert json.loads(socket.receive_text())["bot"]["owner"] == "Ann"
        task = site.app.state.play.rooms.live[room]  # type: ignore[attr-defined]
        assert site.portal is not None
        site.portal.call(task.do, lambda now: task.room.bots.add(bot["bot"], BOT))
        assert [one["name"] for one in bo.get(f"/rooms/{room}")["room"]["bots"]] == [BOT]
        ann.post("/account/delete", {"password": PASSWORD})
        message = socket.receive()
        while message["type"] != "websocket.close":
            message = socket.receive()
        assert message["code"] == 4401
    assert bo.get(f"/rooms/{room}")["room"]["bots"] == []


def test_somebody_else_with_the_number_of_a_former_member_keeps_their_name(site: TestClient) -> None:
    """In a full room a number goes to another member: games that another has played under it are not theirs."""
    ann, bo = Browser(site), Browser(site)
    ann.sign_up("Ann")
    bo.sign_up("Bo")
    played = short_game(bo)
    state = site.app.state  # type: ignore[attr-defined]
    id = ann.get("/account")["account"]["id"]
    assert site.portal is not None

    def give(connection: Connection) -> None:
        connection.execute(tables.members.update().where(tables.members.c.room == played["room"]).values(account=id, name="Ann"))

    site.portal.call(state.play.rooms.store.do, give)
    ann.post("/account/delete", {"password": PASSWORD})
    assert "Bo" in bo.get(f"/games/{played['game']}")["players"]
