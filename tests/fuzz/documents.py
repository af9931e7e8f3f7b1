"""The entry of score sheets, clubs and tournaments: exported files."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random
from typing import Any

from quepu.club.entries import FIELDS, MOST_ENTRIES, canonical, in_order, undone
from quepu.club.files import SHEET_TABLES, from_bytes, to_bytes, to_csv
from quepu.club.sheet import sheet_state
from quepu.errors import QuepuError
from tests.fuzz.entry import Entry, documented
from tests.fuzz.mutation import Mutator

_KEYS = ("quepu_document", "kind", "id", "entries")


class Documents(Entry):
    name = "documents"
    tokens = tuple(
        json.dumps(word).encode()
        for word in sorted({*_KEYS, "sha256", *FIELDS, *(t for types in FIELDS.values() for t in types), "of", "deal", "replaces", "given"})
    )

    def mutate(self, mutator: Mutator) -> bytes:
        """Mostly changes of the entries, with the hash that the file then needs."""
        chance = mutator.random.random()
        if chance < 0.3:
            return mutator.json(mutator.seed()) if chance < 0.15 else mutator.next()
        data = mutator.seed()
        try:
            file = json.loads(data)
            entry = mutator.random.randrange(len(file["entries"]))
            file["entries"][entry] = mutator.value(file["entries"][entry])
            if chance < 0.5:
                file["entries"] = mutator.value(file["entries"])
            file["sha256"] = sha256(canonical({key: file[key] for key in _KEYS}).encode()).hexdigest()
        except (ValueError, KeyError, TypeError, RecursionError):
            return mutator.change(data)
        return json.dumps(file, ensure_ascii=False).encode("utf-8", "surrogatepass")

    def run(self, data: bytes) -> str:
        try:
            document = from_bytes(data)
        except QuepuError as error:
            reason = error.details.get("reason")
            return f"{documented(error)} {documented(reason) if isinstance(reason, QuepuError) else ''}"
        written = to_bytes(document.kind, document.id, document.entries)
        assert from_bytes(written) == document
        assert len(document.entries) <= MOST_ENTRIES
        assert undone(document.entries) <= {entry["id"] for entry in document.entries}
        return self.sheet(document.entries) if document.kind == "sheet" else document.kind

    def sheet(self, entries: list[dict[str, Any]]) -> str:
        shuffled = Random(len(entries)).sample(entries, len(entries))
        try:
            state = sheet_state(shuffled)
        except QuepuError as error:
            return documented(error)
        assert state == sheet_state(in_order(entries))
        assert sum(state["scores"]) == 0
        json.dumps(state, allow_nan=False)
        for table in SHEET_TABLES:
            to_csv(table, entries).decode()
        return f"{state['rules']} {state['over']} {bool(state['conflicts'])} {bool(state['ignored'])}"
