"""JSON Lines: one object with a hand in, one object with its score out. The HTTP API takes and returns the same objects."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from quepu import notation
from quepu.errors import QuepuError
from quepu.hand import Hand, Win
from quepu.rules import DEFAULT, book
from quepu.score import Score

LONGEST_LINE = 2**20
"""The maximum size of a line in bytes."""
_KEYS = ("rules", "hand", "self_drawn", "seat", "round", "flags", "flowers", "ready", "tiles_left")
_FLAGS = ("last_tile", "kong", "first_turn", "last_copy")
_DEPTH = 8
"""Nothing that is asked of us is nested so deeply."""


def read_json(text: bytes) -> object:
    """What a JSON text says."""
    try:
        given = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise QuepuError("bad_json", text=str(error)) from error
    level = [given]
    for _ in range(_DEPTH):
        level = [
            inner for outer in level if isinstance(outer, dict | list) for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    if level:
        raise QuepuError("bad_json", text=f"nested more than {_DEPTH} deep")
    return given


def read_object(given: Mapping[str, object]) -> tuple[str, Hand, Win]:
    """Rules, hand and win of one JSONL object, as INTERFACES promises them; anything unknown is an error."""
    for key in given:
        if key not in _KEYS:
            raise QuepuError("unknown_key", text=key)
    text = given.get("hand")
    if text is None:
        raise QuepuError("missing_key", text="hand")
    rules = given.get("rules", DEFAULT)
    for key, value in (("hand", text), ("rules", rules), ("seat", given.get("seat", "E")), ("round", given.get("round", "E"))):
        if not isinstance(value, str):
            raise QuepuError("bad_value", option=key, text=as_sent(value))
    flowers = given.get("flowers", 0)
    if isinstance(flowers, list | tuple) and not all(isinstance(flower, str) for flower in flowers):
        raise QuepuError("bad_value", option="flowers", text=as_sent(flowers))
    circumstances = {key: given[key] for key in _KEYS if key in given and key not in ("rules", "hand", "flags")}
    flags = given.get("flags", [])
    if not isinstance(flags, list | tuple):
        raise QuepuError("bad_value", option="flags", text=as_sent(flags))
    for flag in flags:
        if flag not in _FLAGS:
            raise QuepuError("unknown_flag", text=flag if isinstance(flag, str) else as_sent(flag))
        circumstances[flag] = True
    hand, win = notation.read(str(text), circumstances)
    return str(rules), hand, win


def as_sent(value: object) -> str:
    """A wrong value as its sender wrote it."""
    return json.dumps(value, ensure_ascii=False, default=repr)


def answer_line(line: bytes, rules: str = DEFAULT, explain: bool = False) -> dict[str, Any]:
    """The answer to one line of JSON."""
    try:
        if len(line) > LONGEST_LINE:
            raise QuepuError("too_large", option="line", limit=LONGEST_LINE)
        given = read_json(line)
        if not isinstance(given, dict):
            raise QuepuError("bad_json", text=type(given).__name__)
        id, hand, win = read_object({"rules": rules, **given})
        return Score(hand, win, book(id)).as_dict(explain)
    except QuepuError as error:
        return {"error": error.as_dict()}
