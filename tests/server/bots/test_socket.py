"""The socket of bots: who may connect, questions, and what follows from an answer that is late, wrong or missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.rules import BOOKS
from quepu.server.app import create_app
from quepu.server.bots.schemas import SERVER_MESSAGES
from quepu.server.settings import Settings
from tests.server.bots.bots import Bot, Message, connected, first, new_bot


@pytest.fixture
def patient() -> Iterator[TestClient]:
    """A server that waits for a bot for as long as a test may take."""
    with TestClient(create_app(Settings(rate=None, local_rate=None, bot_turn_seconds=60, bot_claim_seconds=60))) as site:
        yield site


@pytest.fixture
def hasty() -> Iterator[TestClient]:
    """A server that waits for a bot hardly at all."""
    with TestClient(create_app(Settings(rate=None, local_rate=None, bot_turn_seconds=0.05, bot_claim_seconds=0.05))) as site:
        yield site


def check(log: list[Message]) -> None:
    """All messages are as the schema describes them."""
    TypeAdapter(list).validate_python(log)
    for message in log:
        SERVER_MESSAGES.validate_python(message)


@pytest.mark.parametrize("rules", BOOKS)
def test_a_bot_plays_at_the_sandbox_table_under_every_book(patient: TestClient, rules: str) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"], program="by hand") as bot:
        welcome = bot.receive()
        assert welcome["bot"] == {"id": made["bot"], "name": "Tester", "owner": None}
        bot.send("sandbox", rules=rules, hands=2, opponents=["easy", "first", "random"], player=2)
        game = bot.until("game")
        assert (game["kind"], game["rules"], game["players"], game["player"]) == (
            "sandbox",
            rules,
            ["easy", "first", "Tester", "random"],
            2,
        )
        over = bot.play(first)
        assert sum(over["scores"]) == 0
        assert over["ranks"] is None
        assert not [message for message in bot.log if message["t"] in ("fault", "error")]
        check(bot.log)


def test_the_same_seed_gives_the_same_game(patient: TestClient) -> None:
    made, logs = new_bot(patient), []
    with connected(patient, made["token"]) as bot:
        for seed in (7, 7, 8):
            bot.log.clear()
            bot.send("sandbox", rules="guobiao", hands=1, seed=seed)
            bot.play(first)
            logs.append([message["events"] for message in bot.log if message["t"] in ("ask", "events")])
    assert logs[0] == logs[1]
    assert logs[0] != logs[2]


def test_an_answer_that_is_not_legal_is_a_fault_and_something_harmless_is_done_instead(patient: TestClient) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"]) as bot:
        bot.send("sandbox", rules="guobiao", hands=1, seed=3)
        for count, wrong in enumerate((120, None, -1), 1):
            ask = bot.until("ask")
            bot.answer(ask, wrong)
            fault = bot.until("fault")
            assert fault["action"] in ask["legal"]
            assert fault == {
                "t": "fault",
                "game": ask["game"],
                "id": ask["id"],
                "reason": "illegal",
                "action": fault["action"],
                "faults": count,
                "replaced": count == 3,
            }
        asked = len([message for message in bot.log if message["t"] == "ask"])
        assert bot.until("over")["scores"] is not None
        assert len([message for message in bot.log if message["t"] == "ask"]) == asked, "a built-in player goes on"
        check(bot.log)


def test_an_answer_that_is_late_or_missing_is_a_fault_and_the_game_goes_on(hasty: TestClient) -> None:
    made = new_bot(hasty)
    with connected(hasty, made["token"]) as bot:
        bot.send("sandbox", rules="lingque28", hands=1, seed=3)
        over = bot.until("over")
        faults = [message for message in bot.log if message["t"] == "fault"]
        assert [(fault["reason"], fault["faults"], fault["replaced"]) for fault in faults] == [
            ("late", 1, False), ("late", 2, False), ("late", 3, True),
        ]  # fmt: skip
        assert over["scores"] is not None
        bot.answer(faults[0], 119)
        assert bot.until("error")["error"]["code"] == "stale"


def test_an_answer_counts_once_and_only_for_its_question(patient: TestClient) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"]) as bot:
        bot.send("sandbox", hands=1, seed=3)
        ask = bot.until("ask")
        for game, id in (("another", ask["id"]), (ask["game"], ask["id"] + 1), (ask["game"], 0)):
            bot.send("act", game=game, id=id, action=ask["legal"][0])
            error = bot.until("error")
            assert (error["re"], error["error"]["code"]) == ("act", "stale")
        bot.answer(ask, ask["legal"][0])
        bot.answer(ask, ask["legal"][0])
        assert bot.until("error")["error"]["code"] == "stale"
        assert not [message for message in bot.log if message["t"] == "fault"]


def test_a_bot_has_one_sandbox_table_at_a_time_and_loses_it_with_its_connection(patient: TestClient) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"]) as bot:
        bot.send("sandbox", hands=1)
        bot.send("sandbox", hands=1)
        assert bot.until("error")["error"]["code"] == "bot_plays"
    with connected(patient, made["token"]) as bot:
        bot.receive()
        bot.send("sandbox", hands=1)
        assert bot.play(first)["scores"] is not None


def test_a_newer_connection_of_a_bot_ends_the_older_one(patient: TestClient) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"]) as before:
        before.until("welcome")
        with connected(patient, made["token"]) as now:
            now.until("welcome")
            assert before.closed() == 4409
            now.send("ping")
            assert now.until("pong")
            assert [bot["bot"] for bot in patient.get("/api/v1/bots").json()["bots"]] == [made["bot"]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"v":1,"t":"hello","token":"unknown"}', 4401),
        ('{"v":1,"t":"hello","token":5}', 4401),
        ('{"v":1,"t":"hello","token":"%s"}' % ("x" * 8000), 4401),
        ('{"v":1,"t":"ping"}', 4400),
        ('{"v":2,"t":"hello","token":"unknown"}', 4400),
        ('{"v":1,"t":"hello"}', 4400),
        ('{"v":1,"t":"hello","token":"unknown","ladder":["chess"]}', 4400),
        ('{"v":1,"t":"hello","token":"unknown","games":1000}', 4400),
        ("hello", 4400),
        ("[" * 5000, 4400),
        ("x" * 20_000, 4413),
    ],
)
def test_who_does_not_say_who_they_are_is_not_let_in(patient: TestClient, text: str, code: int) -> None:
    with patient.websocket_connect("/api/v1/bots/socket") as socket:
        socket.send_text(text)
        assert Bot(socket).closed() == code


def test_pages_of_other_servers_cannot_connect(patient: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), patient.websocket_connect("/api/v1/bots/socket", headers={"Origin": "https://example.org"}):
        pass


def test_a_message_that_cannot_be_read_is_refused_and_too_many_end_the_connection(patient: TestClient) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"]) as bot:
        for wrong in ("x", "{}", '{"v":1,"t":"dance"}', '{"v":1,"t":"act","game":"x","id":1}', '{"v":1,"t":"sandbox","hands":1000}'):
            bot.socket.send_text(wrong)
            assert bot.until("error")["error"]["code"] == "bad_message"
        for _ in range(200):
            bot.socket.send_text("x")
        assert bot.closed() == 4429


def test_a_bot_that_is_deleted_is_disconnected_and_its_token_is_unknown(patient: TestClient) -> None:
    made = new_bot(patient)
    with connected(patient, made["token"]) as bot:
        bot.until("welcome")
        assert patient.post("/api/v1/bots/delete", json={"token": "another"}).json()["error"]["code"] == "no_such_bot"
        assert patient.post("/api/v1/bots/delete", json={"token": made["token"]}).json() == {"bot": made["bot"]}
        assert bot.closed() == 4401
    with connected(patient, made["token"]) as bot:
        assert bot.closed() == 4401


def test_the_list_has_those_that_are_connected_without_their_tokens(patient: TestClient) -> None:
    made = new_bot(patient, "  Ann\u200b ")
    assert made["name"] == "Ann"
    with connected(patient, made["token"], program="mine 1.0", rooms=True) as bot:
        bot.until("welcome")
        found = patient.get("/api/v1/bots").json()
        assert found["bots"] == [
            {"bot": made["bot"], "name": "Ann", "owner": None, "program": "mine 1.0", "rooms": True, "ladder": [], "games": 0}
        ]
        assert found["limits"] == {"turn_seconds": 60.0, "claim_seconds": 60.0, "faults": 3, "hands": 16}


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 100}, {"name": 5}, {"name": "\u200b"}, {"name": "Ann", "more": 1}])
def test_a_bot_needs_a_name(patient: TestClient, body: Message) -> None:
    assert patient.post("/api/v1/bots", json=body).status_code == 400


def test_there_is_a_maximum_of_bots() -> None:
    with TestClient(create_app(Settings(stored_bots=1))) as site:
        new_bot(site)
        assert site.post("/api/v1/bots", json={"name": "Bo"}).json()["error"]["code"] == "too_many_bots"
