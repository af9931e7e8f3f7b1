"""An event from the invitation to the standings: the same walls for all, and nothing is shown before the end."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import zipfile
from hashlib import sha256
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from quepu.engine import verify
from quepu.server.app import create_app
from quepu.server.play.store import Store
from quepu.server.play.store_names import FORMER
from quepu.server.play.store_tables import event_players, events
from quepu.server.settings import Settings
from quepu.server.signed_in import KEY, SignedIn
from tests.server.accounts.browser import Browser, opened
from tests.server.matches.test_matches import play_here
from tests.server.play.client import Client, first
from tests.server.play.conftest import Server
from tests.server.ratings.test_store_ratings import do


def ask(server: Server, method: str, path: str, given: object = None, secret: str = "") -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
    connection.request(method, f"/api/v1{path}", None if given is None else json.dumps(given), headers)
    answer = connection.getresponse()
    body = json.loads(answer.read())
    connection.close()
    return answer.status, body


def shown(server: Server, id: str, secret: str = "") -> Any:
    status, body = ask(server, "GET", f"/events/{id}", secret=secret)
    assert status == 200, body
    return body


def code(server: Server, method: str, path: str, given: object = None) -> tuple[int, str]:
    status, body = ask(server, method, path, given)
    return status, body["error"]["code"]


WANTED = {"title": "Friday", "rules": "guobiao", "deals": 2, "people": 2, "bots": "first"}


def test_an_event_from_its_beginning_to_its_end(server: Server) -> None:
    made = server.post("/events", WANTED)
    id, key = made["id"], {"key": made["key"]}
    joined = [server.post(f"/events/{id}/join", {"name": name}) for name in ("Ann", "Bob", "Ann")]
    before = shown(server, id, joined[2]["token"])
    assert (before["status"], before["deals"], before["people"], before["rules"]) == ("open", 2, 2, "guobiao")
    assert [one["name"] for one in before["players"]] == ["Ann", "Bob", "Ann 2"]
    assert (before["you"], before["organiser"]) == ({"number": 3, "room": None, "member": None}, False)
    assert (len(before["commitments"]), before["seeds"], before["tables"]) == (2, None, [])
    assert shown(server, id, made["key"])["organiser"] is True
    assert code(server, "GET", f"/events/{id}/results") == (409, "event_not_begun")
    assert code(server, "POST", f"/events/{id}/start", {"key": "wrong"}) == (403, "wrong_key")
    assert code(server, "POST", f"/events/{id}/end", key) == (409, "event_not_begun")

    server.post(f"/events/{id}/start", key)
    assert code(server, "POST", f"/events/{id}/start", key) == (409, "event_begun")
    assert code(server, "POST", f"/events/{id}/join", {"name": "late"}) == (409, "event_begun")
    places = [shown(server, id, one["token"])["you"] for one in joined]
    assert len({one["room"] for one in places}) == 2
    clients = [Client(server.port, place["room"], one["token"], first) for place, one in zip(places, joined, strict=True)]
    running = shown(server, id)
    assert (running["status"], [table["finished"] for table in running["tables"]]) == ("running", [False, False])
    assert running["you"] is None
    assert {one["table"] for one in running["players"]} == {1, 2}

    alone = next(client for client, place in zip(clients, places, strict=True) if [one["room"] for one in places].count(place["room"]) == 1)
    together = [client for client in clients if client is not alone]
    asyncio.run(alone.play())
    summary = server.get(f"/games/{alone.game}")
    assert (summary["status"], summary["scores"], summary["hands"], summary["room"]) == ("finished", None, None, None)
    assert code(server, "GET", f"/games/{alone.game}/record") == (409, "event_running")
    assert code(server, "GET", f"/games/{alone.game}/steps?hand=1") == (409, "event_running")
    assert code(server, "POST", f"/games/{alone.game}/review", {"seat": "E"}) == (409, "event_running")
    assert code(server, "POST", f"/games/{alone.game}/continue", {"hand": 1, "step": 0, "seat": "E", "name": "x"}) == (409, "event_running")
    assert code(server, "GET", f"/events/{id}/results") == (409, "event_running")
    assert '"reveal"' not in "".join(alone.raw)

    async def play() -> None:
        await asyncio.gather(*(client.play() for client in together))

    asyncio.run(play())
    over = shown(server, id)
    assert over["status"] == "over"
    assert [sha256(bytes.fromhex(seed)).hexdigest() for seed in over["seeds"]] == over["commitments"] == before["commitments"]
    records = [server.record(table["game"]) for table in over["tables"]]
    assert server.get(f"/games/{alone.game}")["hands"] == 2
    assert sum(server.get(f"/games/{alone.game}")["scores"]) == 0
    walls = []
    for record in records:
        verify(record)
        walls.append([(event["seed"], event["nonces"]) for event in map(json.loads, record.splitlines()) if event.get("t") == "reveal"])
    assert walls[0] == walls[1]
    assert [seed for seed, _ in walls[0]] == over["seeds"]

    results = server.get(f"/events/{id}/results?deal=2")
    assert sorted(one["name"] for one in results["standings"]) == ["Ann", "Ann 2", "Bob"]
    assert results["deal"]["deal"] == 2
    assert len(results["deal"]["seats"]) == 8
    assert sum(one["payment"] for one in results["deal"]["seats"]) == 0
    assert {one["name"] for one in results["deal"]["seats"] if one["number"]} == {"Ann", "Ann 2", "Bob"}
    assert server.get(f"/events/{id}/results")["standings"] == results["standings"]
    assert server.get(f"/events/{id}/results?deal=9")["deal"] is None
    assert next(one for one in server.get("/events")["events"] if one["id"] == id)["status"] == "over"


def test_the_organiser_ends_an_event_and_unfinished_tables_do_not_count(server: Server) -> None:
    made = server.post("/events", {**WANTED, "people": 1})
    joined = [server.post(f"/events/{made['id']}/join", {"name": name}) for name in ("Ann", "Bob")]
    server.post(f"/events/{made['id']}/start", {"key": made["key"]})
    place = shown(server, made["id"], joined[0]["token"])["you"]
    asyncio.run(Client(server.port, place["room"], joined[0]["token"], first).play())
    server.post(f"/events/{made['id']}/end", {"key": made["key"]})
    assert shown(server, made["id"])["status"] == "over"
    standings = server.get(f"/events/{made['id']}/results")["standings"]
    assert [(one["name"], one["difference"]) for one in standings] == [("Ann", 0)]
    late = shown(server, made["id"], joined[1]["token"])["you"]
    asyncio.run(Client(server.port, late["room"], joined[1]["token"], first).play())
    assert [table["finished"] for table in shown(server, made["id"])["tables"]] == [True, True]
    server.post(f"/rooms/{place['room']}/forget", {"token": joined[0]["token"]})
    forgotten = shown(server, made["id"])
    assert [one["name"] for one in forgotten["players"]] == [FORMER, "Bob"]
    assert "Ann" not in json.dumps([forgotten, server.get(f"/events/{made['id']}/results?deal=1")])


def test_what_belongs_to_an_account_shows_nothing_before_the_end() -> None:
    """The file with the data of somebody who has finished, and their statistics: another table plays the same walls later."""
    settings = Settings(rate=None, local_rate=None, pace=0)
    with opened(settings) as site:
        ann = Browser(site)
        id = ann.sign_up("Ann")["account"]["id"]
        made = ann.post("/events", {**WANTED, "people": 1})
        joined = [
            ann.post(f"/events/{made['id']}/join", {"name": "Ann"}),
            Browser(site).post(f"/events/{made['id']}/join", {"name": "Bob"}),
        ]
        ann.post(f"/events/{made['id']}/start", {"key": made["key"]})
        room = site.get(f"/api/v1/events/{made['id']}", headers={"Authorization": f"Bearer {joined[0]['token']}"}).json()["you"]["room"]
        with site.websocket_connect(f"/api/v1/rooms/{room}/socket") as socket:
            play_here(socket, joined[0]["token"])
        [game] = ann.get("/account/games")["games"]
        assert game["finished"] is not None
        record = f"records/{game['game']}.jsonl"

        def exported() -> list[str]:
            return zipfile.ZipFile(io.BytesIO(ann.site.get("/api/v1/account/export").content)).namelist()

        assert exported() == ["account.json"]
        assert ann.get(f"/players/{id}")["books"] == []
        ann.post(f"/events/{made['id']}/end", {"key": made["key"]})
        assert exported() == [record, "account.json"]
        assert [(book["rules"], book["games"]) for book in ann.get(f"/players/{id}")["books"]] == [("guobiao", 1)]


def test_nobody_looks_into_a_table_of_an_event(server: Server) -> None:
    made = server.post("/events", {**WANTED, "people": 1})
    joined = server.post(f"/events/{made['id']}/join", {"name": "Ann"})
    server.post(f"/events/{made['id']}/start", {"key": made["key"]})
    room = shown(server, made["id"], joined["token"])["you"]["room"]
    assert code(server, "GET", f"/rooms/{room}") == (403, "invite_needed")
    assert code(server, "POST", f"/rooms/{room}/join", {"name": "Eve"}) == (403, "invite_needed")
    assert code(server, "GET", f"/rooms/{room}/score") == (403, "invite_needed")
    assert room not in json.dumps(shown(server, made["id"]))


def test_who_leaves_before_it_begins_is_not_in_it(server: Server) -> None:
    made = server.post("/events", WANTED)
    joined = server.post(f"/events/{made['id']}/join", {"name": "Ann"})
    assert code(server, "POST", f"/events/{made['id']}/start", {"key": "x"}) == (403, "wrong_key")
    server.post(f"/events/{made['id']}/leave", {"token": joined["token"]})
    assert shown(server, made["id"])["players"] == []
    assert code(server, "POST", f"/events/{made['id']}/start", {"key": made["key"]}) == (400, "too_few_players")
    assert code(server, "POST", f"/events/{made['id']}/leave", {"token": 1})[0] == 400


WRONG = [
    {"title": "", "rules": "guobiao"},
    {"title": "\u202e\u200b"},
    {"title": "x" * 100_000},
    {"title": "x", "rules": "nothing"},
    {"title": "x", "deals": 0},
    {"title": "x", "deals": 17},
    {"title": "x", "people": 5},
    {"title": "x", "secret": "00"},
    {"title": ["x"]},
    {"title": "x", "bots": "nobody"},
    [],
]


@pytest.mark.parametrize("given", WRONG, ids=str)
def test_an_event_that_cannot_be_is_refused(server: Server, given: object) -> None:
    before = server.get("/events")
    assert ask(server, "POST", "/events", given)[0] in (400, 413)
    assert server.get("/events") == before


@pytest.mark.parametrize("id", ["unknown", "x" * 64])
def test_what_is_not_there_is_not_found(server: Server, id: str) -> None:
    assert code(server, "GET", f"/events/{id}") == (404, "not_found")
    assert code(server, "GET", f"/events/{id}/results") == (404, "not_found")
    assert code(server, "POST", f"/events/{id}/join", {"name": "Ann"}) == (404, "not_found")
    for path in ("start", "end"):
        assert code(server, "POST", f"/events/{id}/{path}", {"key": "x"}) == (404, "not_found")


def test_there_is_a_limit_on_events_and_on_people_in_one() -> None:
    store = Store()
    with TestClient(create_app(Settings(rate=None, local_rate=None, stored_events=1, event_players=2), store)) as site:
        made = site.post("/api/v1/events", json=WANTED).json()
        assert site.post("/api/v1/events", json=WANTED).json()["error"]["code"] == "event_full"
        answers = [site.post(f"/api/v1/events/{made['id']}/join", json={"name": "Ann"}).status_code for _ in range(3)]
        assert answers == [200, 200, 409]
    store.close()


def test_an_account_is_in_an_event_once() -> None:
    store = Store()
    app = create_app(Settings(rate=None, local_rate=None), store)

    async def signed_in(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, KEY: SignedIn("ann", "Ann of account", False, "session")}, receive, send)

    with TestClient(app) as site:
        made = site.post("/api/v1/events", json=WANTED).json()
        own = TestClient(signed_in)
        joined = [own.post(f"/api/v1/events/{made['id']}/join", json={"name": "another name"}).json() for _ in range(2)]
        assert [one["number"] for one in joined] == [1, 1]
        found = site.get(f"/api/v1/events/{made['id']}", headers={"Authorization": f"Bearer {joined[1]['token']}"}).json()
        assert found["players"] == [{"number": 1, "name": "Ann of account", "player": "ann", "table": None}]
        assert found["you"]["number"] == 1
        old = site.get(f"/api/v1/events/{made['id']}", headers={"Authorization": f"Bearer {joined[0]['token']}"}).json()
        assert old["you"] is None
    store.close()


def test_an_old_event_is_pruned_and_its_records_stay() -> None:
    store = Store()
    with TestClient(create_app(Settings(rate=None, local_rate=None, event_days=1), store)) as site:
        made = [site.post("/api/v1/events", json=WANTED).json()["id"] for _ in range(2)]
        site.post(f"/api/v1/events/{made[0]}/join", json={"name": "Ann"})
    old = events.update().where(events.c.id == made[0]).values(created=1.0)
    do(store, lambda connection: connection.execute(old) and None)
    with TestClient(create_app(Settings(rate=None, local_rate=None, event_days=1), store)) as site:
        assert [one["id"] for one in site.get("/api/v1/events").json()["events"]] == [made[1]]
        assert site.get(f"/api/v1/events/{made[0]}").status_code == 404
    assert do(store, lambda connection: connection.scalar(sa.select(sa.func.count()).select_from(event_players))) == 0
    store.close()
