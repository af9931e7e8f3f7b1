"""Whole games over real sockets, by every rule book."""

from __future__ import annotations

import asyncio

import pytest

from quepu.rules import BOOKS
from quepu.table import read_record, verify
from tests.server.play.client import Client, at_random
from tests.server.play.conftest import Server


@pytest.mark.parametrize("rules", BOOKS)
def test_play_now_is_one_request_and_three_bots(server: Server, rules: str) -> None:
    opened = server.post("/rooms", {"name": "Ann", "start": True, "rules": rules, "hands": 2, "bots": "random"})
    client = Client(server.port, opened["room"], opened["token"], at_random(1))
    asyncio.run(client.play())
    record = server.record(opened["game"])
    assert sorted(verify(record).players) == ["Ann", "random 1", "random 2", "random 3"]
    summary = server.get(f"/games/{opened['game']}")
    assert (summary["status"], summary["hands"], summary["rules"]) == ("finished", 2, rules)
    assert client.table is not None
    assert client.table["scores"] == summary["scores"]
    assert not client.errors
    assert len(read_record(record).events) > 50
