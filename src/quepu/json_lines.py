"""JSON Lines: one object with a hand in, one object with its score out. The HTTP API uses the same objects."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from quepu import notation
from quepu.errors import QuepuError, as_json, json_type
from quepu.hand import Hand, Win
from quepu.rules import DEFAULT, book
from quepu.score import Score

LONGEST_LINE = 2**20
"""The maximum size of a line in bytes."""
_KEYS = ("rules", "hand", "self_drawn", "seat", "round", "flags", "flowers", "ready", "tiles_left")
_FLAGS = ("last_tile", "kong", "first_turn", "last_copy")
_DEPTH = 8
"""The maximum depth of nested values. Valid input needs less."""


def read_json(text: bytes) -> object:
    """The value of a JSON text. Raises QuepuError if it is not valid or nested too deeply."""
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
        raise QuepuError("bad_json", text=f"more than {_DEPTH} levels of nesting")
    return given


def read_object(given: Mapping[str, object], words: Callable[[str], Mapping[str, str]]) -> tuple[str, Hand, Win]:
    """The rules, the hand and the win of one object. Unknown keys, flags and values are errors. ``words`` returns those of the book with an
    id."""
    for key in given:
        if key not in _KEYS:
            raise QuepuError("unknown_key", text=key)
    text = given.get("hand")
    if text is None:
        raise QuepuError("missing_key", text="hand")
    rules = given.get("rules", DEFAULT)
    for key, value in (("hand", text), ("rules", rules), ("seat", given.get("seat", "E")), ("round", given.get("round", "E"))):
        if not isinstance(value, str):
            raise QuepuError("bad_value", option=key, text=as_json(value))
    flowers = given.get("flowers", 0)
    if isinstance(flowers, list | tuple) and not all(isinstance(flower, str) for flower in flowers):
        raise QuepuError("bad_value", option="flowers", text=as_json(flowers))
    circumstances = {key: given[key] for key in _KEYS if key in given and key not in ("rules", "hand", "flags")}
    flags = given.get("flags", [])
    if not isinstance(flags, list | tuple):
        raise QuepuError("bad_value", option="flags", text=as_json(flags))
    for flag in flags:
        if flag not in _FLAGS:
            raise QuepuError("unknown_flag", text=flag if isinstance(flag, str) else as_json(flag))
        circumstances[flag] = True
    hand, win = notation.read(str(text), circumstances, lambda: words(str(rules)))
    return str(rules), hand, win


def answer_line(line: bytes, rules: str = DEFAULT, explain: bool = False) -> dict[str, Any]:
    """The result for one line: the score as an object, or an error object."""
    try:
        if len(line) > LONGEST_LINE:
            raise QuepuError("too_large", option="line", limit=LONGEST_LINE)
        given = read_json(line)
        if not isinstance(given, dict):
            raise QuepuError("bad_json", text=f"expected an object, got {json_type(given)}")
        id, hand, win = read_object({"rules": rules, **given}, lambda id: book(id).words)
        return Score(hand, win, book(id)).as_dict(explain)
    except QuepuError as error:
        return {"error": error.as_dict()}
