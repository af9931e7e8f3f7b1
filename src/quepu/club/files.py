"""Documents as files: export and import as JSON, and the tables of a sheet as CSV."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from quepu.club.entries import FIELDS, MOST_BYTES, MOST_ENTRIES, Entry, canonical, check_entries, in_order, is_id
from quepu.club.sheet import sheet_state
from quepu.csv_text import Cell, csv_text
from quepu.errors import QuepuError
from quepu.json_lines import read_json

VERSION = 1
_KEYS = ("quepu_document", "kind", "id", "entries", "sha256")

LARGEST_FILE = 2 * MOST_BYTES
"""The maximum size of a file in bytes: with spaces and escapes it may be larger than its content."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a file has: the kind and the id of a document, and its entries in their order."""

    kind: str
    id: str
    entries: list[dict[str, Any]]


def to_file(kind: str, id: str, entries: Iterable[Entry]) -> dict[str, Any]:
    """A document as the JSON object of an exported file. ``sha256`` is the hash of all the rest, as canonical JSON.

    >>> entry = {"id": "k3v9x2ab.1", "at": 1, "when": 0, "t": "member", "name": "莫"}
    >>> file = to_file("club", "abcdefghjkmnpqrs", [entry])
    >>> file["sha256"][:8], from_file(file).entries == [entry]
    ('f88477f9', True)
    """
    content = {"quepu_document": VERSION, "kind": kind, "id": id, "entries": in_order(entries)}
    return content | {"sha256": sha256(canonical(content).encode()).hexdigest()}


def to_bytes(kind: str, id: str, entries: Iterable[Entry]) -> bytes:
    """A document as an exported file: JSON with a line for each entry."""
    file = to_file(kind, id, entries)
    head = "".join(f"{json.dumps(key)}: {json.dumps(file[key])},\n" for key in _KEYS[:3])
    lines = ",\n".join(map(canonical, file["entries"]))
    return f'{{{head}"entries": [\n{lines}\n],\n"sha256": "{file["sha256"]}"}}\n'.encode()


def from_bytes(data: bytes) -> Document:
    """The document of an exported file. Raises QuepuError (``wrong_document_file``) if anything in it is not as it was exported."""
    if len(data) > LARGEST_FILE:
        raise _wrong(QuepuError("file_size"))
    try:
        return from_file(read_json(data))
    except QuepuError as error:
        raise error if error.code == "wrong_document_file" else _wrong(error) from error


def from_file(file: object) -> Document:
    """The document of the JSON object of an exported file. Raises QuepuError (``wrong_document_file``) if anything in it is not as it was
    exported."""
    if not isinstance(file, dict) or sorted(file) != sorted(_KEYS):
        raise _wrong(QuepuError("file_keys", known=", ".join(_KEYS)))
    kind, id, entries = file["kind"], file["id"], file["entries"]
    fits = {
        "quepu_document": type(file["quepu_document"]) is int and file["quepu_document"] == VERSION,
        "kind": isinstance(kind, str) and kind in FIELDS,
        "id": is_id("document", id),
        "sha256": isinstance(file["sha256"], str),
    }
    for key, right in fits.items():
        if not right:
            raise _wrong(QuepuError("file_value", option=key))
    try:
        checked = check_entries(kind, entries, most=MOST_ENTRIES)
    except QuepuError as error:
        raise _wrong(error) from error
    content = canonical({key: file[key] for key in _KEYS[:-1]}).encode()
    if len(content) > MOST_BYTES:
        raise _wrong(QuepuError("file_size"))
    if sha256(content).hexdigest() != file["sha256"]:
        raise _wrong(QuepuError("file_hash"))
    return Document(kind, id, in_order(checked))


def _wrong(reason: QuepuError) -> QuepuError:
    return QuepuError("wrong_document_file", reason=reason)


# The tables of a sheet.

SHEET_TABLES = ("deals", "scores")


def to_csv(table: str, entries: Iterable[Entry]) -> bytes:
    """A table of a sheet as CSV: its ``deals``, or its ``scores``."""
    if table not in SHEET_TABLES:
        raise QuepuError("not_one_of", option="table", text=table, known=", ".join(SHEET_TABLES))
    known = list(entries)
    state = sheet_state(known)
    head, rows = _scores(state) if table == "scores" else _deals(state, {entry["id"]: entry for entry in known})
    return csv_text(head, rows, mark=True)


def _scores(state: Mapping[str, Any]) -> tuple[Sequence[str], list[list[Cell]]]:
    final, stake = state["final"], state["stake"]
    rows: list[list[Cell]] = []
    for player, name in enumerate(state["names"]):
        score = state["scores"][player]
        reduced = final["reduced"] and final["reduced"][player]
        money = None if stake is None else round(score * stake["per_point"], 2)
        rows.append([player + 1, name, final["ranks"][player], score, reduced, money, stake and stake["unit"]])
    return ("player", "name", "rank", "score", "reduced", "amount", "unit"), rows


_NUMBERED = ("payment", "penalty", "score")


def _deals(state: Mapping[str, Any], entries: Mapping[str, Entry]) -> tuple[Sequence[str], list[list[Cell]]]:
    """A row for each deal, and one for the penalties that belong to no deal yet; payments, penalties and scores are by player."""
    head = ["deal", "slot", "counts", "round", "dealer", "kind", "winner", "source", "points", "flowers", "hand", "conflict", "note"]
    head += [f"{what}_{player}" for what in _NUMBERED for player in (1, 2, 3, 4)]
    rows: list[list[Cell]] = []

    def name(player: int | None) -> Cell:
        return None if player is None else str(state["names"][player])

    for deal in state["deals"]:
        entry = entries[deal["entry"]]
        row = [deal["number"], deal["slot"], int(deal["counts"]), deal["round"] + 1, name(deal["dealer"]), deal["kind"]]
        row += [name(deal["winner"]), name(deal["source"]), deal["points"], entry.get("flowers"), entry.get("hand")]
        row += [int(len(deal["candidates"]) > 1), entry.get("note")]
        rows.append(row + deal["payments"] + deal["penalty_payments"] + deal["scores"])
    if state["open"]:
        row = [None, state["open"]["slot"], None, None, None, "open", None, None, None, None, None, None, None]
        rows.append(row + [None] * 4 + state["open"]["penalty_payments"] + state["scores"])
    return head, rows
