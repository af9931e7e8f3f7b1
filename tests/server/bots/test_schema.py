"""The JSON Schema of the messages is current, and real messages fit it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from starlette.testclient import TestClient

from quepu.server.app import create_app
from quepu.server.settings import Settings
from tests.server.bots.bots import connected, first, new_bot

ROOT = Path(__file__).parents[3]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs/bots.schema.json").read_text("utf-8"))


def test_the_schema_is_current() -> None:
    check = subprocess.run([sys.executable, "tools/bot_schema.py", "--check"], cwd=ROOT, check=False)
    assert check.returncode == 0, "run tools/bot_schema.py"


def fits(message: dict[str, Any], side: str) -> bool:
    validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": SCHEMA["$defs"]})
    return bool(validator.is_valid({"v": 1, **message}))


def test_all_messages_of_a_game_fit_it() -> None:
    with TestClient(create_app(Settings(rate=None, local_rate=None, bot_turn_seconds=60, bot_claim_seconds=60))) as site:
        with connected(site, new_bot(site)["token"]) as bot:
            bot.send("ping")
            bot.send("sandbox", hands=1, rules="guobiao")
            ask = bot.until("ask")
            bot.answer(ask, -1)
            bot.send("dance")
            bot.play(first)
        assert {message["t"] for message in bot.log} >= {"welcome", "game", "ask", "events", "fault", "over", "pong", "error"}
        assert [message for message in bot.log if not fits(message, "to_bot")] == []


@pytest.mark.parametrize(
    ("message", "right"),
    [
        ({"t": "hello", "token": "x"}, True),
        ({"t": "hello", "token": "x", "ladder": ["guobiao"], "rooms": True, "games": 2, "program": "mine"}, True),
        ({"t": "hello"}, False),
        ({"t": "act", "game": "g", "id": 1, "action": 5}, True),
        ({"t": "act", "game": "g", "id": 1, "action": None}, True),
        ({"t": "act", "game": "g", "id": "1", "action": 5}, False),
        ({"t": "sandbox"}, True),
        ({"t": "sandbox", "rules": "chess"}, False),
        ({"t": "join", "room": "k3v9"}, True),
        ({"t": "ladder", "rules": []}, True),
        ({"t": "ping", "more": 1}, False),
        ({"t": "dance"}, False),
    ],
)
def test_what_a_bot_may_send(message: dict[str, Any], right: bool) -> None:
    assert fits(message, "from_bot") == right
