"""A database as a released version leaves it, with a game that is over and one that is being played: ``tests/data/release``.

Made with the code of the release, from the folder of this repository:

    PYTHONPATH=RELEASE/src:. python -m tests.server.play.release tests/data/release
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import quepu
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder
from tests.server.play.postgres import Postgres, running


def open_room(server: Server, hands: int) -> tuple[Client, dict[str, Any]]:
    opened = server.post("/rooms", {"name": "Ann", "rules": "guobiao", "hands": hands, "bots": "normal", "start": True})
    return Client(server.port, opened["room"], opened["token"]), opened


async def play(server: Server) -> dict[str, Any]:
    (over, _), (held, opened) = open_room(server, 1), open_room(server, 2)
    await over.play()
    await held.play(lambda client: client.hand_number() == 2 and client.table is not None and client.table["prompt"] is not None)
    record = sha256(server.record(over.game or "")).hexdigest()
    return {"over": {"game": over.game, "record": record}, "played": {**opened, "game": held.game, "n": held.n}}


def left_by(folder: Path, *options: str) -> dict[str, Any]:
    server = Server(folder, "--pace", "0", *options)
    try:
        return asyncio.run(play(server))
    finally:
        server.kill()


def dump(postgres: Postgres, url: str, file: Path) -> None:
    where = ("-h", "127.0.0.1", "-p", str(postgres.port), "-U", "quepu", url.rpartition("/")[2])
    subprocess.run(["pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={file}", *where], check=True)


def main(out: Path) -> None:
    out.mkdir(exist_ok=True)
    made: dict[str, Any] = {"version": quepu.__version__}
    with quick_folder() as folder:
        made["sqlite"] = left_by(folder)
        with sqlite3.connect(folder / "quepu.db") as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
        (out / "quepu.db.gz").write_bytes(gzip.compress((folder / "quepu.db").read_bytes(), 9, mtime=0))
    with quick_folder() as folder, quick_folder() as data, running(folder) as postgres:
        url = postgres.database()
        made["postgresql"] = left_by(data, "--database", url)
        dump(postgres, url, out / "quepu.dump")
    (out / "games.json").write_text(json.dumps(made, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
