"""What is computed from clubs and tournaments together with the documents that they link to.

Answers are kept as long as no document involved has changed, so that a page of results costs little however many look at it.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import Response

from quepu.club.clubs import club_state, club_summary, tournament_summary
from quepu.club.entries import Entry, in_order, is_id
from quepu.club.linked import LinkedSheet, read_sheet
from quepu.club.statistics import member_statistics
from quepu.club.tables import club_csv, tournament_csv
from quepu.club.tournaments import linked_sheets, tournament_state
from quepu.errors import QuepuError
from quepu.server.documents.documents import Documents
from quepu.server.http import PACKED_FROM, takes_gzip, to_json
from quepu.server.play.store_documents import Part, Version
from quepu.server.threads import Check

Value = TypeVar("Value")

_KEPT_BYTES = 32 * 2**20
"""How much is kept: of answers, and of documents by their size in the database."""
_LINKED_BYTES = 16 * 2**20
"""How much the sheets of a club or a tournament may have together, and the tournaments of a club; further ones are not read."""
_AT_ONCE_BYTES = 2 * 2**20
_OVERHEAD = 2_000
"""What anything kept takes besides."""


class Kept(Generic[Value]):
    """The values that were used last, each with the version that it is of."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._values: OrderedDict[Hashable, tuple[Hashable, Value, int]] = OrderedDict()

    def get(self, key: Hashable, version: Hashable) -> Value | None:
        found = self._values.get(key)
        if found is None or found[0] != version:
            return None
        self._values.move_to_end(key)
        return found[1]

    def put(self, key: Hashable, version: Hashable, value: Value, size: int) -> None:
        self._remove(key)
        self._values[key] = version, value, size + _OVERHEAD
        self._size += size + _OVERHEAD
        while self._size > self._most and len(self._values) > 1:
            self._remove(next(iter(self._values)))

    def _remove(self, key: Hashable) -> None:
        found = self._values.pop(key, None)
        self._size -= found[2] if found is not None else 0


@dataclass(frozen=True, slots=True)
class Own:
    """A club or a tournament, and what it links to."""

    version: Version
    entries: Sequence[Entry]
    sheets: Sequence[str]
    tournaments: Sequence[str]


@dataclass(frozen=True, slots=True)
class Found:
    """A club or a tournament, with everything that it links to. ``version`` is that of all together."""

    own: Own
    tournaments: Mapping[str, Own | None]
    versions: Mapping[str, Version]

    @property
    def version(self) -> Hashable:
        return self.own.version, tuple(sorted((id, one.seq, one.digest) for id, one in self.versions.items()))

    @property
    def sheets(self) -> list[str]:
        linked = [self.own, *(one for one in self.tournaments.values() if one is not None)]
        return [*dict.fromkeys(id for one in linked for id in one.sheets)]


Work = Callable[[Found, Mapping[str, LinkedSheet], Check], bytes]


class Computed:
    """Answers about clubs and tournaments."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.workers = documents.workers
        self._own: Kept[Own] = Kept(_KEPT_BYTES)
        self._sheets: Kept[LinkedSheet] = Kept(_KEPT_BYTES)
        self._answers: Kept[tuple[bytes, bytes]] = Kept(_KEPT_BYTES)
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    # The answers.

    async def summary(self, request: Request, id: str, season: str | None, rules: str | None, zone: int) -> Response:
        """The standings and the evenings of a club."""

        def work(found: Found, sheets: Mapping[str, LinkedSheet], check: Check) -> bytes:
            return to_json(_summary(found, sheets, check, season, rules, zone))

        return await self._answer(request, id, "club", ("summary", season, rules, zone), work)

    async def member(self, request: Request, id: str, member: str, season: str | None, rules: str | None) -> Response:
        """What a member of a club has done."""

        def work(found: Found, sheets: Mapping[str, LinkedSheet], check: Check) -> bytes:
            return to_json(member_statistics(found.own.entries, sheets, member, season, rules))

        return await self._answer(request, id, "club", ("member", member, season, rules), work)

    async def state(self, request: Request, id: str) -> Response:
        """The state of a tournament."""

        def work(found: Found, sheets: Mapping[str, LinkedSheet], check: Check) -> bytes:
            return to_json(tournament_state(found.own.entries, sheets))

        return await self._answer(request, id, "tournament", ("state",), work)

    async def table(self, request: Request, id: str, kind: str, table: str) -> bytes:
        """A table of a club or a tournament as CSV."""

        def work(found: Found, sheets: Mapping[str, LinkedSheet], check: Check) -> bytes:
            if kind == "club":
                return club_csv(table, _summary(found, sheets, check))
            return tournament_csv(table, tournament_state(found.own.entries, sheets))

        return (await self._computed(request, id, kind, ("table", table), work))[0]

    async def _answer(self, request: Request, id: str, kind: str, what: Hashable, work: Work) -> Response:
        body, packed = await self._computed(request, id, kind, what, work)
        packs = takes_gzip(request.headers) and len(body) >= PACKED_FROM
        headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packs else {})}
        return Response(packed if packs else body, media_type="application/json", headers=headers)

    async def _computed(self, request: Request, id: str, kind: str, what: Hashable, work: Work) -> tuple[bytes, bytes]:
        """An answer, as it is and compressed. Of those who want the same at once, one computes it."""
        lock = self._locks.setdefault((id, what), asyncio.Lock())
        async with lock:
            found = await self._find(request, id, kind)
            answer = self._answers.get((id, what), found.version)
            if answer is None:
                sheets = await self._read_sheets(request, found)

                def packed(check: Check) -> tuple[bytes, bytes]:
                    body = work(found, sheets, check)
                    return body, gzip.compress(body, 6)

                answer = await self.workers.run(request, packed, is_long=True)
                self._answers.put((id, what), found.version, answer, len(answer[0]) + len(answer[1]))
        return answer

    # The documents.

    async def _find(self, request: Request, id: str, kind: str) -> Found:
        version = (await self.documents.versions([id])).get(id) if is_id("document", id) else None
        if version is None or version.kind != kind:
            raise QuepuError("no_document", text=id)
        own = await self._read_own(request, id, version)
        versions = await self.documents.versions([*own.sheets, *own.tournaments])
        tournaments: dict[str, Own | None] = {}
        left = _LINKED_BYTES
        for linked in own.tournaments:
            tournaments[linked], version = None, versions.get(linked)
            if version is not None and version.kind == "tournament" and version.size <= left:
                left -= version.size
                tournaments[linked] = await self._read_own(request, linked, version)
        more = [sheet for one in tournaments.values() if one is not None for sheet in one.sheets]
        return Found(own, tournaments, versions | await self.documents.versions([sheet for sheet in more if sheet not in versions]))

    async def _read_own(self, request: Request, id: str, version: Version) -> Own:
        own = self._own.get(id, version)
        if own is None:
            part = await self.documents.read_all(id, version.kind)
            own = await self.workers.run(request, lambda check: _parsed(part, version))
            self._own.put(id, version, own, version.size)
        return own

    async def _read_sheets(self, request: Request, found: Found) -> dict[str, LinkedSheet]:
        """The sheets that a club or a tournament links to, some at a time."""
        sheets: dict[str, LinkedSheet] = {}
        parts: list[Part] = []
        total = waiting = 0
        for id in found.sheets:
            version = found.versions.get(id)
            if version is None or version.kind != "sheet":
                sheets[id] = read_sheet(id, None)
                continue
            total += version.size
            if total > _LINKED_BYTES:
                sheets[id] = LinkedSheet(id, "too_large")
                continue
            known = self._sheets.get(id, version)
            if known is not None:
                sheets[id] = known
                continue
            part = await self._read_part(id)
            if part is None:
                sheets[id] = read_sheet(id, None)
                continue
            parts.append(part)
            waiting += version.size
            if waiting > _AT_ONCE_BYTES:
                sheets |= await self._parse(request, parts, found.versions)
                parts, waiting = [], 0
        return sheets | await self._parse(request, parts, found.versions)

    async def _read_part(self, id: str) -> Part | None:
        try:
            return await self.documents.read_all(id, "sheet")
        except QuepuError as error:
            if error.code != "no_document":
                raise
            return None  # deleted a moment ago

    async def _parse(self, request: Request, parts: Sequence[Part], versions: Mapping[str, Version]) -> dict[str, LinkedSheet]:
        def read_all(check: Check) -> dict[str, LinkedSheet]:
            found = {}
            for part in parts:
                check()
                found[part.document.id] = read_sheet(part.document.id, part.entries)
            return found

        found = await self.workers.run(request, read_all, is_long=True) if parts else {}
        for part in parts:
            document = part.document
            version = Version(document.kind, document.seq, document.digest, document.size)
            self._sheets.put(document.id, version, found[document.id], document.size)
        return found


def _parsed(part: Part, version: Version) -> Own:
    """A club or a tournament, with the ids of what it links to. One without its first entry links to nothing."""
    entries = in_order(part.entries)
    if version.kind == "tournament":
        return Own(version, entries, linked_sheets(entries), [])
    try:
        state = club_state(entries)
    except QuepuError:
        return Own(version, entries, [], [])
    return Own(version, entries, state["sheets"], state["tournaments"])


def _summary(
    found: Found, sheets: Mapping[str, LinkedSheet], check: Check, season: str | None = None, rules: str | None = None, zone: int = 0
) -> dict[str, Any]:
    tournaments = {}
    for id, own in found.tournaments.items():
        check()
        tournaments[id] = None if own is None else _short(own, sheets)
    return club_summary(found.own.entries, sheets, season, rules, zone, tournaments)


def _short(own: Own, sheets: Mapping[str, LinkedSheet]) -> dict[str, Any] | None:
    """A tournament in short; None without its first entry."""
    try:
        return tournament_summary(tournament_state(own.entries, sheets), own.entries[0]["when"])
    except QuepuError:
        return None
