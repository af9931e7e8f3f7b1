"""Documents and their entries.

A score sheet, a club and a tournament are each a *document*: a set of *entries* that is only added to. Two copies of a document are merged
by the union of their entries, and everything that is shown is computed from them, in their order. To undo is an entry too.

An entry has an id that no other device can use (the name of the device and its own number), the logical time at which it was made, the
time of the clock, a type, and the fields of that type::

    {"id": "k3v9x2ab.7", "at": 12, "when": 1763500000000, "t": "draw", "deal": 3}

``FIELDS`` describes the fields of every type. The pages check entries with the same description.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, TypeVar

from quepu.errors import QuepuError
from quepu.rules import BOOKS
from quepu.texts import ENTRY_REASONS

Entry = Mapping[str, Any]
AnyEntry = TypeVar("AnyEntry", bound=Entry)
Spec = Mapping[str, Any]
Fields = Mapping[str, Spec]

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of ids and keys: none of them looks like another."""
DOCUMENT_LETTERS, KEY_LETTERS, DEVICE_LETTERS = 16, 24, 8
MOST_NUMBER = 2**32 - 1
MOST_AT = 2**40
"""The maximum logical time."""
MOST_AHEAD = 1_000
"""How far the logical time of a new entry may be ahead of all that are known."""
MOST_WHEN = 2**45
MOST_ENTRIES = 20_000
MOST_BYTES = 4 * 2**20
MOST_ENTRY_BYTES = 8 * 1024
MOST_AT_ONCE = 500
"""The maximum numbers: entries and bytes of a document, bytes of an entry, entries of one request."""


def _int(least: int, most: int, **more: Any) -> Spec:
    return {"int": [least, most], **more}


def _text(most: int, **more: Any) -> Spec:
    return {"text": most, **more}


def _list(of: Spec, least: int, most: int, **more: Any) -> Spec:
    return {"list": of, "size": [least, most], **more}


_OPTIONAL: dict[str, Any] = {"optional": True}
_NULL: dict[str, Any] = {"null": True}
_NAME = _text(40)
_NOTE = _text(200, **_OPTIONAL)
_PLAYER = _int(0, 3)
MOST_SLOT = 1_000_000
_SLOT: Spec = {"number": [0, MOST_SLOT]}
_POINTS = 100_000_000
_ENTRY: Spec = {"entry": True}
_DOCUMENT: Spec = {"document": True}
_ID = _text(40)
"""The id of a member, a player or a season: the id of the entry that added them."""
_RULES: Spec = {"one_of": list(BOOKS)}
_OVERLAY = _text(32_768, **_NULL, **_OPTIONAL)
"""The text of an overlay; it makes an entry larger than others."""
_REPLACES: Spec = {**_ENTRY, **_OPTIONAL}
_UNDO: Fields = {"of": _ENTRY}
_SIGNED = _int(-_POINTS, _POINTS)

SHEET: Mapping[str, Fields] = {
    "sheet": {
        "rules": _RULES,
        "overlay": _OVERLAY,
        "names": _list(_NAME, 4, 4),
        "rounds": _int(1, 4, **_OPTIONAL),
        "hands": _int(1, 1_000, **_NULL, **_OPTIONAL),
        "title": _text(80, **_OPTIONAL),
        "t0": {"number": [1, 1_000_000], **_OPTIONAL},
        "alpha": {"number": [0.001, 1_000_000], **_OPTIONAL},
        "stake": {"object": {"unit": _text(8), "per_point": {"number": [0, 1_000_000]}}, **_NULL, **_OPTIONAL},
        "club": {**_DOCUMENT, **_NULL, **_OPTIONAL},
        "members": _list({**_ID, **_NULL}, 4, 4, **_NULL, **_OPTIONAL),
        "tournament": {"object": {"id": _DOCUMENT, "round": _int(1, 100), "table": _int(1, 100)}, **_NULL, **_OPTIONAL},
    },
    "names": {"names": _list(_NAME, 4, 4), "members": _list({**_ID, **_NULL}, 4, 4, **_NULL, **_OPTIONAL)},
    "win": {
        "deal": _SLOT,
        "winner": _PLAYER,
        "source": {**_PLAYER, **_NULL},
        "points": _int(0, _POINTS),
        "flowers": _int(0, 8, **_OPTIONAL),
        "given": _list(_int(0, 5), 4, 4, **_OPTIONAL),
        "kongs": _list(_int(0, 4), 4, 4, **_OPTIONAL),
        "hand": _text(200, **_NULL, **_OPTIONAL),
        "fans": _list(_text(40), 0, 40, **_OPTIONAL),
        "replaces": _REPLACES,
        "note": _NOTE,
    },
    "draw": {"deal": _SLOT, "kongs": _list(_int(0, 4), 4, 4, **_OPTIONAL), "replaces": _REPLACES, "note": _NOTE},
    "penalty": {
        "deal": _SLOT,
        "by": _PLAYER,
        "kind": {"one_of": ["false_win", "dead_hand", "other"]},
        "payments": _list(_SIGNED, 4, 4, sum=0),
        "replaces": _REPLACES,
        "note": _NOTE,
    },
    "seats": {"deal": _SLOT, "seats": _list(_PLAYER, 4, 4, distinct=True), "replaces": _REPLACES, "note": _NOTE},
    "end": {"note": _NOTE},
    "undo": _UNDO,
}
"""Players are 0 to 3 by their first seats. ``deal`` orders the deals: a new one has the greatest so far, plus one; a correction has that of
the deal it corrects; a number in between inserts a deal. ``given`` are the tiles that each player gave the winner, the winning tile too
(包牌); ``source`` is whose tile it was, null by self-draw."""

CLUB: Mapping[str, Fields] = {
    "club": {"name": _NAME, "rules": {**_RULES, **_OPTIONAL}, "about": _text(500, **_OPTIONAL)},
    "member": {"name": _NAME},
    "rename": {"member": _ID, "name": _NAME},
    "leave": {"member": _ID},
    "merge": {"member": _ID, "into": _ID},
    "season": {"name": _NAME, "begins": _int(0, MOST_WHEN), "ends": _int(0, MOST_WHEN, **_NULL)},
    "sheet": {"sheet": _DOCUMENT, "note": _NOTE},
    "tournament": {"tournament": _DOCUMENT, "note": _NOTE},
    "undo": _UNDO,
}

TOURNAMENT: Mapping[str, Fields] = {
    "tournament": {
        "name": _NAME,
        "rules": _RULES,
        "overlay": _OVERLAY,
        "rounds": _int(1, 40),
        "minutes": _int(1, 1_000),
        "system": {"one_of": ["standard", "reduced", "points"]},
        "deals": {"object": {"rounds": _int(1, 4), "hands": _int(1, 1_000, **_NULL)}, **_OPTIONAL},
        "club": {**_DOCUMENT, **_NULL, **_OPTIONAL},
        "about": _text(500, **_OPTIONAL),
    },
    "player": {
        "name": _NAME,
        "member": {**_ID, **_NULL, **_OPTIONAL},
        "team": _text(40, **_NULL, **_OPTIONAL),
        "role": {"one_of": ["player", "substitute"], **_OPTIONAL},
    },
    "rename": {"player": _ID, "name": _NAME},
    "withdraw": {"player": _ID, "round": _int(1, 40)},
    "draw": {
        "seed": _int(0, 2**32 - 1),
        "from_round": _int(1, 40),
        "rounds": _list(_list(_list(_ID, 4, 4), 0, 100), 1, 40),
    },
    "table_sheet": {"round": _int(1, 40), "table": _int(1, 100), "sheet": _DOCUMENT},
    "result": {
        "round": _int(1, 40),
        "table": _int(1, 100),
        "points": _list(_SIGNED, 4, 4),
        "replaces": _REPLACES,
        "note": _NOTE,
    },
    "penalty": {
        "player": _ID,
        "round": _int(1, 40),
        "points": {"number": [-1_000_000, 1_000_000]},
        "of": {"one_of": ["standing", "table"]},
        "note": _NOTE,
    },
    "timer": {
        "round": _int(1, 40),
        "do": {"one_of": ["start", "pause", "resume", "add", "stop"]},
        "seconds": _int(-36_000, 36_000, **_OPTIONAL),
    },
    "finish": {"note": _NOTE},
    "undo": _UNDO,
}
"""A substitute fills a seat and is not ranked. A draw lists, for each round from ``from_round`` on, the players at 東南西北 of each table;
who is at no table sits out."""

FIELDS: Mapping[str, Mapping[str, Fields]] = {"sheet": SHEET, "club": CLUB, "tournament": TOURNAMENT}
"""The types of entries of each kind of document, and their fields. A field has one of ``int``, ``number`` (a range, both ends included),
``text`` (the maximum of characters), ``one_of``, ``list`` (with its ``size``; ``sum`` and ``distinct`` are about its items), ``object``,
``entry`` and ``document`` (ids); it may be ``optional``, or ``null``."""

_LARGE = ("overlay", "rounds")
"""The fields that may make an entry larger than MOST_ENTRY_BYTES: an overlay, and a draw of many tables."""
MOST_LARGE_BYTES = 256 * 1024

_FIELD = re.compile("[a-z0-9_]{1,40}")
"""The names of fields that an error repeats."""
_IDS = {
    "document": re.compile(f"[{LETTERS}]{{{DOCUMENT_LETTERS}}}"),
    "key": re.compile(f"[{LETTERS}]{{{KEY_LETTERS}}}"),
    "entry": re.compile(f"([{LETTERS}]{{{DEVICE_LETTERS}}})\\.([1-9][0-9]{{0,9}})"),
}


def is_id(what: str, text: object) -> bool:
    """Whether this is the id of a ``document``, of an ``entry``, or a ``key``."""
    return isinstance(text, str) and _IDS[what].fullmatch(text) is not None and (what != "entry" or int(text[9:]) <= MOST_NUMBER)


def order(entry: Entry) -> tuple[int, str, int]:
    """Entries are applied in this order: by logical time, then by device and number."""
    device, number = entry["id"].split(".")
    return entry["at"], device, int(number)


def in_order(entries: Iterable[AnyEntry]) -> list[AnyEntry]:
    """The entries in the order in which they apply; one that is there twice counts once."""
    return sorted({entry["id"]: entry for entry in entries}.values(), key=order)


def canonical(value: object) -> str:
    """The same text for the same content, also in browsers: keys in order, no spaces, numbers as JavaScript writes them.

    >>> canonical({"deal": 2.0, "at": 1, "per_point": 0.00005})
    '{"at":1,"deal":2,"per_point":0.00005}'
    """
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{_json(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(canonical, value)) + "]"
    return _number(value) if isinstance(value, float) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """A number as JavaScript writes it. Python has an exponent from 0.0001 down, JavaScript from 0.000001."""
    if not isfinite(value):
        raise ValueError(f"{value} is not a number of JSON")
    if value == int(value) and abs(value) < 2**53:
        return str(int(value))
    digits, _, exponent = repr(value).partition("e-")
    if not exponent:
        return digits
    if int(exponent) > 6:
        return f"{digits}e-{int(exponent)}"
    sign, whole, fraction = "-" * (value < 0), *digits.lstrip("-").partition(".")[::2]
    return f"{sign}0.{'0' * (int(exponent) - 1)}{whole}{fraction}"


def check_entries(kind: str, entries: object, known_at: int = 0, most: int = MOST_AT_ONCE) -> list[dict[str, Any]]:
    """The entries, if each has the form of its type; ``known_at`` is the greatest logical time so far. They may come in any order. An error
    names the first that is wrong. Whether an entry makes sense after those before it is not checked here: one that does not has no effect.

    >>> check_entries("sheet", [{"id": "k3v9x2ab.7", "at": 1, "when": 0, "t": "draw", "deal": 3}])[0]["deal"]
    3
    """
    if not isinstance(entries, list):
        raise _wrong("entries", "list")
    if len(entries) > most:
        raise QuepuError("too_many_entries", found=len(entries), limit=most)
    known: dict[str, dict[str, Any]] = {}
    for number, entry in enumerate(entries):
        check_entry(kind, entry, f"entries[{number}]")
        same = known.setdefault(entry["id"], entry)
        if same is not entry and canonical(same) != canonical(entry):
            raise QuepuError("entry_differs", text=entry["id"])
    for number, entry in sorted(enumerate(entries), key=lambda one: int(one[1]["at"])):
        if entry["at"] > known_at + MOST_AHEAD:
            raise _wrong(f"entries[{number}].at", "ahead")
        known_at = max(known_at, entry["at"])
    return entries


_HEAD: Fields = {"id": _ENTRY, "at": _int(1, MOST_AT), "when": _int(0, MOST_WHEN), "t": _text(20)}


def check_entry(kind: str, entry: object, place: str = "entry") -> None:
    """Raise QuepuError if an entry does not have the form of its type."""
    if not isinstance(entry, dict):
        raise _wrong(place, "object")
    _check_fields({key: value for key, value in entry.items() if key in _HEAD}, _HEAD, place)
    fields = FIELDS[kind].get(entry["t"])
    if fields is None:
        raise _wrong(f"{place}.t", "type")
    _check_fields({key: value for key, value in entry.items() if key not in _HEAD}, fields, place)
    limit = MOST_LARGE_BYTES if any(field in entry for field in _LARGE) else MOST_ENTRY_BYTES
    if len(json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()) > limit:
        raise _wrong(place, "size")


def _wrong(place: str, reason: str) -> QuepuError:
    return QuepuError("entry_wrong", place=place, reason=ENTRY_REASONS[reason])


def _check_fields(given: Mapping[str, Any], fields: Fields, place: str) -> None:
    for key in given:
        if key not in fields:
            raise _wrong(f"{place}.{key if _FIELD.fullmatch(key) else '…'}", "unknown")
    for key, spec in fields.items():
        if key in given:
            _check(given[key], spec, f"{place}.{key}")
        elif not spec.get("optional"):
            raise _wrong(f"{place}.{key}", "missing")


def _check(value: Any, spec: Spec, place: str) -> None:
    if value is None:
        if not spec.get("null"):
            raise _wrong(place, "null")
        return
    for name, check in _CHECKS.items():
        if name in spec:
            check(value, spec, place)


def _check_int(value: Any, spec: Spec, place: str) -> None:
    least, most = spec["int"]
    if type(value) is not int or not least <= value <= most:
        raise _wrong(place, "int")


def _check_number(value: Any, spec: Spec, place: str) -> None:
    least, most = spec["number"]
    if type(value) not in (int, float) or not least <= value <= most:  # not a number is in no range
        raise _wrong(place, "number")


def _check_text(value: Any, spec: Spec, place: str) -> None:
    if not isinstance(value, str) or len(value) > spec["text"] or not _is_clean(value):
        raise _wrong(place, "text")


def _is_clean(text: str) -> bool:
    """No control characters but new lines and tabs, and no halves of characters: databases and browsers would disagree about them."""
    return all((char >= " " or char in "\n\t") and char != "\x7f" and not "\ud800" <= char <= "\udfff" for char in text)


def _check_one_of(value: Any, spec: Spec, place: str) -> None:
    if not isinstance(value, str) or value not in spec["one_of"]:
        raise _wrong(place, "one_of")


def _check_list(value: Any, spec: Spec, place: str) -> None:
    least, most = spec["size"]
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise _wrong(place, "list")
    for number, item in enumerate(value):
        _check(item, spec["list"], f"{place}[{number}]")
    if "sum" in spec and sum(value) != spec["sum"]:
        raise _wrong(place, "sum")
    if spec.get("distinct") and len(set(value)) != len(value):
        raise _wrong(place, "distinct")


def _check_object(value: Any, spec: Spec, place: str) -> None:
    if not isinstance(value, dict):
        raise _wrong(place, "object")
    _check_fields(value, spec["object"], place)


def _check_id(what: str) -> Callable[[Any, Spec, str], None]:
    def check(value: Any, spec: Spec, place: str) -> None:
        if not is_id(what, value):
            raise _wrong(place, what)

    return check


_CHECKS: Mapping[str, Callable[[Any, Spec, str], None]] = {
    "int": _check_int,
    "number": _check_number,
    "text": _check_text,
    "one_of": _check_one_of,
    "list": _check_list,
    "object": _check_object,
    "entry": _check_id("entry"),
    "document": _check_id("document"),
}


def undone(entries: Sequence[Entry]) -> set[str]:
    """The ids of the entries that an ``undo`` takes back; who undoes an undo restores. ``entries`` are in order; an undo of what does not
    come before it has no effect."""
    back: set[str] = set()
    position = {entry["id"]: number for number, entry in enumerate(entries)}
    for number in range(len(entries) - 1, -1, -1):  # the last undo is never undone, so it decides
        entry = entries[number]
        if entry["t"] == "undo" and entry["id"] not in back and position.get(entry["of"], number) < number:
            back.add(entry["of"])
    return back
