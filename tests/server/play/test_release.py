"""A database of the version before, with its games, is brought up to date: what is over stays, what is played goes on."""

from __future__ import annotations

import asyncio
import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from quepu.engine import verify
from quepu.server import backup
from quepu.server.play.store_migrate import NEWEST
from tests.server.play.client import Client
from tests.server.play.conftest import Server, new_database, quick_folder

RELEASE = Path(__file__).parents[2] / "data" / "release"
GAMES = json.loads((RELEASE / "games.json").read_text())


def test_the_games_of_the_version_before_are_kept_and_played_on(kind: str, request: pytest.FixtureRequest) -> None:
    with quick_folder() as folder:
        url = new_database(kind, request, folder / "quepu.db")
        if kind == "sqlite":
            (folder / "quepu.db").write_bytes(gzip.decompress((RELEASE / "quepu.db.gz").read_bytes()))
            options: list[str] = []
        else:
            restored = backup.restore(RELEASE / "quepu.dump", sa.make_url(url))
            assert (restored.revision, restored.rooms, restored.games) == (None, 2, 2)
            options = ["--database", url]
        server = Server(folder, "--pace", "0", *options)
        try:
            check(server, GAMES[kind])
            assert "Traceback" not in (folder / "server.log").read_text()
            assert backup.back_up(sa.make_url(url), folder / "backup").revision == NEWEST
        finally:
            server.kill()


def check(server: Server, games: dict[str, Any]) -> None:
    over, played = games["over"], games["played"]
    record = server.record(over["game"])
    verify(record)
    assert sha256(record).hexdigest() == over["record"]
    before = server.get(f"/games/{played['game']}")
    assert (before["status"], before["scores"]) == ("playing", None)
    client = Client(server.port, played["room"], played["token"])
    asyncio.run(client.play())
    assert client.game == played["game"]
    assert client.you["member"] == played["member"]
    assert max(client.updates) > played["n"]
    after = server.record(played["game"])
    verify(after)
    assert server.get(f"/games/{played['game']}")["hands"] == 2
