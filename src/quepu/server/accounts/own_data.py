"""What an account has: the profile of its browsers, its games, a file with everything, and its deletion."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, RowMapping
from starlette.requests import Request

from quepu.errors import QuepuError
from quepu.server.accounts.accounts import Accounts
from quepu.server.accounts.schemas import OwnGameJson
from quepu.server.http import to_json
from quepu.server.play import store_accounts as rows
from quepu.server.play import store_people as people
from quepu.server.play.store_bots import bots_of
from quepu.server.play.store_events import hidden_among
from quepu.server.play.store_rows import read_record
from quepu.server.play.store_tables import games
from quepu.server.signed_in import SignedIn
from quepu.server.tokens import too_many_requests

MOST_PROFILE = 256 * 1024
"""The maximum size of a profile as JSON."""
PAGE = 50
"""How many games are listed at a time."""
_IN_MEMORY, _CHUNK = 4 * 2**20, 64 * 1024


def packed_profile(profile: Mapping[Any, Any]) -> bytes:
    """A profile as it is stored. Raises QuepuError if it is too large, or has a number that is none in JSON."""
    try:
        body = to_json(profile, allow_nan=False)
    except ValueError as error:
        raise QuepuError("bad_json", text=str(error)) from error
    if len(body) > MOST_PROFILE:
        raise QuepuError("too_large", option="profile", limit=MOST_PROFILE)
    return zlib.compress(body, 6)


def _unpacked(packed: bytes) -> dict[str, Any]:
    return dict(json.loads(zlib.decompress(packed)))


class OwnData:
    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self._exporting: set[str] = set()
        """The accounts whose data is being collected."""

    async def profile(self, account: SignedIn) -> tuple[int, Callable[[], dict[str, Any]] | None]:
        """The number of the profile, and a function that reads it, for a thread."""
        found = await self.accounts.do(lambda connection: rows.read_profile(connection, account.id))
        return (0, None) if found is None else (found[0], lambda: _unpacked(found[1]))

    async def keep_profile(self, account: SignedIn, packed: bytes, number: int) -> int:
        return await self.accounts.do(lambda connection: rows.write_profile(connection, account.id, packed, number))

    async def games(self, account: SignedIn, before: str | None) -> list[OwnGameJson]:
        """Some games, the newest first."""
        return [_game(row) for row in await self.accounts.do(lambda connection: _page(connection, account.id, before))]

    # The file.

    async def export(self, request: Request, account: SignedIn) -> tuple[Iterator[bytes], int]:
        """A ZIP file with everything, in pieces, and its size."""
        if account.id in self._exporting:
            raise too_many_requests(5)
        self._exporting.add(account.id)
        # the pieces close it
        file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        try:
            await self._write(request, account, file)
            size = file.tell()
            file.seek(0)
            return _pieces(file), size
        except BaseException:
            file.close()
            raise
        finally:
            self._exporting.discard(account.id)

    async def _write(self, request: Request, account: SignedIn, file: SpooledTemporaryFile[bytes]) -> None:
        """The account, then the records of its games, some at a time."""
        run, do = self.accounts.workers.run, self.accounts.do
        about = await do(lambda connection: _about(connection, account.id))
        number, profile = await self.profile(account)
        listed: list[OwnGameJson] = []
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            before: str | None = None
            while found := await self.games(account, before):
                listed += found
                before = found[-1]["game"]
                ids = [game["game"] for game in found if game["finished"] is not None]
                kept = await do(lambda connection, ids=ids: _records(connection, ids))  # type: ignore[misc]
                await run(request, lambda check, kept=kept: _add_records(archive, kept), is_long=True)  # type: ignore[misc]
            whole = {"quepu_account": 1, **about, "profile": profile and profile(), "profile_number": number, "games": listed}
            await run(request, lambda check: archive.writestr("account.json", json.dumps(whole, ensure_ascii=False, indent=1)))


def _records(connection: Connection, ids: list[str]) -> list[tuple[str, bytes | None]]:
    """The records of games that are over, except those of events that are not: other tables may not have played the same walls yet."""
    hidden = hidden_among(connection, ids)
    return [(id, read_record(connection, id)) for id in ids if id not in hidden]


def _add_records(archive: zipfile.ZipFile, records: list[tuple[str, bytes | None]]) -> None:
    for id, record in records:
        if record is not None:
            archive.writestr(f"records/{id}.jsonl", record)


def _pieces(file: SpooledTemporaryFile[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(_CHUNK):
            yield piece


def _about(connection: Connection, id: str) -> dict[str, Any]:
    """Everything about an account except its games. Hashes of secrets are left out: they are of no use to anybody else either."""
    found = rows.by_id(connection, id)
    assert found is not None, "the session would have ended"
    sessions = [{"created": created, "expires": expires} for created, expires in rows.sessions_of(connection, id)]
    about = {"id": found.id, "name": found.name, "is_operator": found.is_operator, "created": found.created, "seen": found.seen}
    return {
        "account": about,
        "sessions": sessions,
        "recovery_codes_left": rows.codes_left(connection, id),
        **people.about(connection, id),
        "bots": bots_of(connection, id),
    }


def _page(connection: Connection, id: str, before: str | None) -> list[RowMapping]:
    known = None
    if before is not None and before.isascii() and before.isalnum():
        created = connection.scalar(sa.select(games.c.created).where(games.c.id == before))
        known = None if created is None else (created, before)
    return rows.games_of(connection, id, known, PAGE)


def _game(row: RowMapping) -> OwnGameJson:
    header = json.loads(row["header"])
    return {
        "game": row["id"],
        "rules": header["rules"],
        "overlay": header["overlay"],
        "players": header["players"],
        "player": row["player"],
        "scores": None if row["scores"] is None else json.loads(row["scores"]),
        "hands": row["hands"],
        "created": row["created"],
        "finished": row["finished"],
        "claimed": row["claimed"],
    }
