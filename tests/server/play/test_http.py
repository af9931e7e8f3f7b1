"""RoomRegistry and games by HTTP: what can be chosen, who is let in, replays, records that are sent in, games that go on from a moment."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from quepu.engine import read_record, verify
from quepu.engine.events import HandBegan, Won
from quepu.errors import QuepuError
from quepu.names import cleaned, fault_of
from quepu.players import DEFAULT_LEVEL, PLAYERS
from quepu.rules import BOOKS
from quepu.server.play.game import Game
from quepu.server.play.messages import ContinueRequest, JoinRequest, RoomRequest, read_request
from quepu.server.play.replays import StepsCache, continuation, steps
from quepu.server.play.serialize import view_dict
from quepu.server.play.settings import PHRASES
from tests.games import GOLDEN, golden
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server
from tests.server.play.expected import check_updates, expected_steps

RECORD = {"Content-Type": "application/x-ndjson"}

every_game = pytest.mark.parametrize("name", GOLDEN)


def ask(site: TestClient, path: str, given: object = None) -> tuple[int, Any]:
    answer = site.get(f"/api/v1{path}") if given is None else site.post(f"/api/v1{path}", json=given)
    return answer.status_code, answer.json()


def refused(site: TestClient, path: str, given: object = None) -> tuple[int, str]:
    status, answer = ask(site, path, given)
    return status, answer["error"]["code"]


def send(site: TestClient, record: bytes) -> tuple[int, Any]:
    answer = site.post("/api/v1/records", content=record, headers=RECORD)
    return answer.status_code, answer.json()


# RoomRegistry.


def test_the_options_of_a_room(site: TestClient) -> None:
    status, options = ask(site, "/play")
    assert status == 200
    assert options["bots"] == list(PLAYERS)
    assert options["levels"] == ["beginner", "easy", "normal", "strong"]
    assert options["default_bot"] == DEFAULT_LEVEL == "normal"
    assert options["phrases"] == {id: {"zh": zh, "en": en} for id, (zh, en) in PHRASES.items()}
    assert options["speeds"] == ["instant", "fast", "normal", "leisurely"]
    assert options["limits"]["rounds"] == [1, 4]


def test_the_host_changes_the_settings_of_a_room(site: TestClient) -> None:
    _, opened = ask(site, "/rooms", {"name": "Ann"})
    _, joined = ask(site, f"/rooms/{opened['room']}/join", {"name": "Bo"})
    address, token = f"/rooms/{opened['room']}/settings", opened["token"]
    before = ask(site, f"/rooms/{opened['room']}")[1]["room"]
    assert refused(site, address, {"token": joined["token"], "hands": 1}) == (400, "not_the_host")
    assert refused(site, address, {"token": "x", "hands": 1}) == (400, "not_the_host")
    assert refused(site, address, {"hands": 1}) == (400, "missing_key")
    assert refused(site, address, {"token": token, "rules": "nothing"})[1] == "unknown_rules"
    assert refused(site, "/rooms/nowhere/settings", {"token": token}) == (404, "not_found")
    assert ask(site, f"/rooms/{opened['room']}") == (200, {"room": before})
    after = {**before, "settings": {**before["settings"], "rules": "woodshole", "tiles": 144, "hands": 1, "hints": False}}
    assert ask(site, address, {"token": token, "rules": "woodshole", "hands": 1, "hints": False}) == (200, {"room": after})
    assert ask(site, f"/rooms/{opened['room']}") == (200, {"room": after})
    assert site.get(f"/api/v1/rooms/{opened['room']}/rules").json()["id"] == "woodshole"


def test_a_table_without_hints_gives_none(site: TestClient) -> None:
    _, opened = ask(site, "/rooms", {"name": "Ann", "start": True, "hints": False})
    assert refused(site, f"/rooms/{opened['room']}/hint", {"token": opened["token"]}) == (400, "no_hints")


def test_a_room_has_the_requested_settings(site: TestClient) -> None:
    wanted = {"rules": "guobiao", "rounds": 2, "hands": 3, "tiles": 136, "clock": {"turn": 5, "bank": 0, "claim": 3}, "bots": "first"}
    wanted |= {"flowers": False, "hints": False, "friends": True, "guests": False, "speed": "leisurely"}
    status, opened = ask(site, "/rooms", {"name": "  Ann\u202e\n B ", **wanted, "private": False, "casual": False, "open_hands": True})
    assert (status, opened["member"], opened["game"]) == (200, 0, None)
    assert len(opened["token"]) >= 32
    assert ask(site, f"/rooms/{opened['room']}") == (
        200,
        {
            "room": {
                "id": opened["room"],
                "settings": {**wanted, "overlay": None, "private": False, "casual": False, "open_hands": True},
                "phase": "lobby",
                "game": None,
                "host": 0,
                "members": [{"member": 0, "name": "Ann B", "chair": 0, "here": False, "account": None}],
                "bots": [],
                "players": None,
                "spectators": 0,
                "proposal": None,
                "settled": None,
                "arranged": None,
                "rated": False,
            }
        },
    )


def test_the_strongest_bots_sit_in_empty_chairs_if_nothing_is_said(site: TestClient) -> None:
    _, opened = ask(site, "/rooms", {"name": "Ann", "start": True})
    _, answer = ask(site, f"/rooms/{opened['room']}")
    assert answer["room"]["settings"]["bots"] == DEFAULT_LEVEL
    assert sorted(player["bot"] or "" for player in answer["room"]["players"]) == ["", *[DEFAULT_LEVEL] * 3]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "missing_key"),
        ({"name": ""}, "name_empty"),
        ({"name": "\u200b\u0000 "}, "name_empty"),
        ({"name": "x" * 25}, "name_long"),
        ({"name": "x" + "\u0334" * 9000}, "name_long"),
        ({"name": "x" + "\u0334" * 5}, "name_marks"),
        ({"name": 5}, "bad_value"),
        ({"rules": "riichi"}, "unknown_rules"),
        ({"rules": "../x.toml"}, "unknown_rules"),
        ({"rules": "guobiao", "overlay": 'base = "guobiao"'}, "two_rules"),
        ({"overlay": "base ="}, "wrong_overlay"),
        ({"overlay": "x" * 40_000}, "too_large"),
        ({"rounds": 5}, "bad_value"),
        ({"rounds": True}, "bad_value"),
        ({"hands": 0}, "bad_value"),
        ({"tiles": 137}, "bad_value"),
        ({"clock": {}}, "missing_key"),
        ({"clock": {"turn": 1, "bank": 0, "claim": 3}}, "bad_value"),
        ({"bots": "nobody"}, "bad_value"),
        ({"bots": None, "start": True}, "too_few_players"),
        ({"seed": 1}, "unknown_key"),
    ],
)
def test_a_room_that_makes_no_sense_is_refused(site: TestClient, given: dict[str, Any], code: str) -> None:
    assert refused(site, "/rooms", {"name": "Ann", **given} if given else given) == (413 if code == "too_large" else 400, code)


@given(st.text(st.one_of(st.sampled_from("\u200b\u200d\u202e\u3164\u3000\u0301\u0323\ud800\x00👩a "), st.characters()), max_size=40))
def test_wherever_a_name_enters_it_becomes_the_same_or_is_refused_alike(name: str) -> None:
    def outcome(kind: type[JoinRequest | RoomRequest | ContinueRequest], **others: object) -> str:
        try:
            return "name: " + read_request(kind, {"name": name, **others}).name
        except QuepuError as error:
            assert error.code in ("name_empty", "name_long", "name_marks")
            return error.code

    joined = outcome(JoinRequest)
    assert outcome(RoomRequest) == joined
    assert outcome(ContinueRequest, hand=1, step=0, seat="E") == joined
    if joined.startswith("name: "):
        shown = joined.removeprefix("name: ")
        assert (shown, fault_of(shown, 24)) == (cleaned(name), None)


def test_friends_take_chairs_and_the_fifth_looks_on(site: TestClient) -> None:
    _, opened = ask(site, "/rooms", {"name": "Ann"})
    joined = [ask(site, f"/rooms/{opened['room']}/join", {"name": "Bo"})[1] for _ in range(4)]
    assert [one["member"] for one in joined] == [1, 2, 3, 4]
    assert len({opened["token"], *(one["token"] for one in joined)}) == 5
    _, answer = ask(site, f"/rooms/{opened['room']}")
    assert [(one["name"], one["chair"]) for one in answer["room"]["members"]] == [
        ("Ann", 0), ("Bo", 1), ("Bo 2", 2), ("Bo 3", 3), ("Bo 4", None),
    ]  # fmt: skip
    assert opened["token"] not in json.dumps(answer)


def test_a_room_has_an_end(site: TestClient) -> None:
    _, opened = ask(site, "/rooms", {"name": "Ann"})
    for _ in range(99):
        assert ask(site, f"/rooms/{opened['room']}/join", {"name": "Bo"})[0] == 200
    assert refused(site, f"/rooms/{opened['room']}/join", {"name": "Bo"}) == (409, "room_full")


def test_a_room_that_is_not_there(site: TestClient) -> None:
    for path in ("/rooms/x", "/rooms/x/rules", "/rooms/x/qr", "/games/x", "/games/x/record", "/games/x/steps?hand=1"):
        assert refused(site, path) == (404, "not_found")
    assert refused(site, "/rooms/x/join", {"name": "Ann"}) == (404, "not_found")
    assert refused(site, "/games/x/continue", {"name": "Ann", "hand": 1, "step": 0, "seat": "E"}) == (404, "not_found")


def test_a_parameter_that_is_missing_is_named(site: TestClient) -> None:
    answer = site.get("/api/v1/games/abcdefgh/steps")
    assert (answer.status_code, answer.json()) == (400, {"error": {"code": "missing_key", "message": "missing key 'hand'"}})


@pytest.mark.parametrize(
    "path", ["/play?lang=zh&lang=zh", "/rooms?lang=zh&lang=en", "/rooms/x?lang=en&lang=en", "/games/x/steps?hand=1&seat=E&hand=2"]
)
def test_a_parameter_that_is_given_twice_is_refused(site: TestClient, path: str) -> None:
    assert refused(site, path) == (400, "repeated_key")
    assert refused(site, "/rooms/x/join?lang=zh&lang=zh", {"name": "Ann"}) == (400, "repeated_key")


def test_the_address_of_a_room_as_a_code(site: TestClient) -> None:
    _, opened = ask(site, "/rooms", {"name": "Ann"})
    answer = site.get(f"/api/v1/rooms/{opened['room']}/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")


def test_open_rooms_are_listed_while_somebody_is_there(server: Server) -> None:
    hidden = server.post("/rooms", {"name": "Ann", "bots": "first"})
    shown = server.post("/rooms", {"name": "Bo", "private": False, "bots": "first", "rules": "guobiao"})
    clients = [Client(server.port, opened["room"], opened["token"]) for opened in (hidden, shown)]

    async def run() -> None:
        for client in clients:
            await client.open()
        listed = await asyncio.to_thread(server.get, "/rooms")
        room = {"id": shown["room"], "rules": "guobiao", "overlay": False, "phase": "lobby", "host": "Bo", "seated": 1, "spectators": 0}
        assert [one for one in listed["rooms"] if one["id"] in (hidden["room"], shown["room"])] == [room]
        for client in clients:
            await client.close()

    asyncio.run(run())


# Replays.


@every_game
def test_an_uploaded_record_can_be_viewed_and_downloaded(site: TestClient, name: str) -> None:
    record = golden(name).read_bytes()
    status, sent = send(site, record)
    assert status == 200
    assert send(site, record) == (200, sent), "the same record has the same link"
    _, summary = ask(site, f"/games/{sent['game']}")
    header = json.loads(record.splitlines()[0])
    assert {key: summary[key] for key in ("rules", "overlay", "players", "match", "status", "room")} == {
        **{key: header[key] for key in ("rules", "overlay", "players", "match")},
        "status": "finished",
        "room": None,
    }
    answer = site.get(f"/api/v1/games/{sent['game']}/record")
    assert (answer.content, answer.headers["content-type"]) == (record, "application/x-ndjson")
    assert answer.headers["content-disposition"] == f'attachment; filename="{sent["game"]}.jsonl"'


def test_the_record_of_a_game_that_was_played_here_has_the_link_of_that_game(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "start": True, "hands": 1, "bots": "random"})
    asyncio.run(Client(server.port, opened["room"], opened["token"], at_random(4)).play())
    status, body = server.ask("POST", "/records", server.record(opened["game"]), "application/x-ndjson")
    assert (status, json.loads(body)) == (200, {"game": opened["game"]})


def test_steps_are_worked_out_once_and_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    record = golden(next(iter(GOLDEN))).read_bytes()
    kept = StepsCache()
    wanted = ("game", 1, None, "en")
    packed = kept.make(wanted, record)
    assert json.loads(gzip.decompress(packed)) == steps("game", record, 1, None, "en")
    assert kept.make(wanted, b"") is packed
    assert kept.get(wanted) is packed
    monkeypatch.setattr(StepsCache, "MAX_BYTES", len(packed) + 10)
    other = kept.make(("game", 1, 0, "en"), record)
    assert (kept.get(wanted), kept.get(("game", 1, 0, "en"))) == (None, other)


def test_steps_are_also_sent_uncompressed(site: TestClient) -> None:
    _, sent = send(site, golden(next(iter(GOLDEN))).read_bytes())
    answers = [site.get(f"/api/v1/games/{sent['game']}/steps?hand=1", headers={"Accept-Encoding": one}) for one in ("gzip", "identity")]
    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip", None]
    assert answers[0].json() == answers[1].json()


@every_game
def test_every_step_of_every_deal_is_what_a_player_saw(name: str) -> None:
    record = golden(name).read_bytes()
    hands = sum(isinstance(event, HandBegan) for event in read_record(record).events)
    for player in (0, 3):
        found = [step for number in range(1, hands + 1) for step in steps("game", record, number, player, "en")["steps"]]
        assert [(step["events"], step["view"]) for step in found] == expected_steps(record, player)


@every_game
def test_the_hands_of_a_replay_lie_open_and_its_wins_are_explained(site: TestClient, name: str) -> None:
    record = golden(name).read_bytes()
    _, sent = send(site, record)
    events = read_record(record).events
    wins = [event for event in events if isinstance(event, Won)]
    explained = []
    for number in range(1, 1 + sum(isinstance(event, HandBegan) for event in events)):
        _, hand = ask(site, f"/games/{sent['game']}/steps?hand={number}")
        assert hand["hand"]["number"] == number
        assert [step["step"] for step in hand["steps"]] == list(range(len(hand["steps"])))
        assert all(len(step["view"]["hands"]) == 4 for step in hand["steps"])
        assert hand["steps"][-1]["events"][-1]["t"] == "reveal"
        explained += [hand["score"]] if hand["score"] else []
    assert [score["points"] for score in explained] == [event.points for event in wins]
    assert refused(site, f"/games/{sent['game']}/steps?hand=1000") == (404, "not_found")
    assert refused(site, f"/games/{sent['game']}/steps?hand=1&seat=X") == (400, "not_one_of")


def test_a_record_with_one_tile_changed_is_refused(site: TestClient) -> None:
    record = golden(next(iter(GOLDEN))).read_bytes()
    lines = record.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"discard"' in line)
    lines[at] = lines[at].replace(b'"seat":"E"', b'"seat":"S"')
    status, answer = send(site, b"".join(lines))
    assert (status, answer["error"]["code"]) == (400, "bad_record")
    assert f"line {at + 1}" in answer["error"]["message"]


def test_a_wrong_record_is_refused(site: TestClient) -> None:
    assert [send(site, body)[0] for body in (b"", b"x", b"{}\n", b"\xff\n" * 100)] == [400] * 4
    assert send(site, b"x" * (2**20 + 1))[1]["error"]["code"] == "too_large"
    wrong = site.post("/api/v1/records", content=b"{}", headers={"Content-Type": "application/json"})
    assert wrong.status_code == 415


# On from a moment.


@every_game
def test_a_game_can_go_on_from_every_step(name: str) -> None:
    """What its journal gives back is what the record shows at that step."""
    record = golden(name).read_bytes()
    number = 2
    shown = steps("game", record, number, None, "en")["steps"]
    for step in [*range(0, len(shown) - 1, 20), len(shown) - 2]:
        settings, begun, entries = continuation(record, number, step, "first")
        again = Game.restore(replace(begun.header, settings=settings.match), entries)
        assert (again.n, again.updates, again.seed, again.nonces) == (begun.n, begun.updates, begun.seed, begun.nonces)
        for game in (begun, again):
            assert game.deal is not None
            assert view_dict(game.deal, None, True) == shown[step]["view"]
    for wrong in (len(shown) - 1, len(shown) + 50):
        with pytest.raises(QuepuError) as error:
            continuation(record, number, wrong, "first")
        assert error.value.code == "hand_over"
    with pytest.raises(QuepuError) as error:
        continuation(record, 1000, 0, "first")
    assert error.value.code == "not_found"


@pytest.mark.parametrize("rules", BOOKS)
def test_a_game_continues_against_bots_and_has_its_own_record(server: Server, rules: str) -> None:
    name = next(name for name, game in GOLDEN.items() if game[0] == rules)
    record = golden(name).read_bytes()
    status, body = server.ask("POST", "/records", record, "application/x-ndjson")
    assert status == 200
    game = json.loads(body)["game"]
    opened = server.post(f"/games/{game}/continue", {"hand": 1, "step": 9, "seat": "S", "name": "Ann", "bots": "random"})
    client = Client(server.port, opened["room"], opened["token"], at_random(3))
    asyncio.run(client.play())
    assert client.you == {"member": 0, "player": 1}
    again = server.record(opened["game"])
    assert verify(again).players[1] == "Ann"
    before = [event for step in steps("game", record, 1, None, "en")["steps"][:10] for event in step["events"]]
    after = [event for step in steps("game", again, 1, None, "en")["steps"][:10] for event in step["events"]]
    assert after == before


def test_a_game_that_is_being_played_has_no_record_yet(server: Server) -> None:
    opened = server.post("/rooms", {"name": "Ann", "start": True, "hands": 1, "bots": "random"})
    for path in ("record", "steps?hand=1"):
        status, body = server.ask("GET", f"/games/{opened['game']}/{path}")
        assert (status, json.loads(body)["error"]["code"]) == (409, "game_unfinished")
    assert server.get(f"/games/{opened['game']}")["status"] == "playing"
    client = Client(server.port, opened["room"], opened["token"], at_random(2))
    asyncio.run(client.play())
    record = server.record(opened["game"])
    check_updates(client, record)
    found = server.get(f"/games/{opened['game']}/steps?hand=1&seat={'ESWN'[client.you['player']]}")
    assert [(step["events"], step["view"]) for step in found["steps"]] == expected_steps(record, client.you["player"])
