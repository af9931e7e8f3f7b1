"""Your own rules: a TOML overlay on a rule book. It can change the table and nothing else.

``docs/overlays.md`` describes the format. Unknown keys and values of the wrong type are refused with the line and the reason.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from quepu.errors import QuepuError, RuleBookError
from quepu.names import fault_of
from quepu.rules.base import RuleBook
from quepu.rules.toml_lines import key_lines, keys

MOST = 1_000
"""The maximum of a value: the kernel counts in 32 bits, and multiplies 副 by 翻, or a sum by its percentages."""

LARGEST = 2**20
"""The maximum number of characters in a file. One that changes everything it can in a book has a tenth of them."""

_DOTS = 100
"""The maximum in a line: the time to read a key grows with the square of its parts."""


def load(path: str, find_book: Callable[[str], RuleBook]) -> RuleBook:
    """The rule book that an overlay file makes."""
    try:
        with open(path, encoding="utf-8-sig") as stream:
            text = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise RuleBookError("unreadable_file", text=path, reason=_why(error)) from error
    if len(text) > LARGEST:
        raise RuleBookError("too_large", option=path, limit=LARGEST)
    return parse(text, path, find_book)


def _why(error: OSError | ValueError) -> str | QuepuError:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return QuepuError("not_utf8") if isinstance(error, UnicodeDecodeError) else str(error)


def parse(text: str, source: str, find_book: Callable[[str], RuleBook]) -> RuleBook:
    """The rule book that an overlay text makes; ``source`` is its name in errors."""
    for n, written in enumerate(text.split("\n"), 1):
        if written.count(".") > _DOTS:
            raise RuleBookError("wrong_overlay", file=source, line=n, reason=QuepuError("overlay_dots"))
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason = QuepuError("overlay_syntax", detail=str(error))
        raise RuleBookError("wrong_overlay", file=source, line=_syntax_line(text, str(error)), reason=reason) from error
    return _Overlay(text, source, given).book(find_book)


def _syntax_line(text: str, error: str) -> int:
    """The line of an error of ``tomllib``, which names none at the end of the text and for a number of too many digits."""
    named = re.search(r"at line (\d+)", error)
    number = re.search(rf"[0-9][0-9_]{{{sys.get_int_max_str_digits()},}}", text) if "digits" in error else None
    if named:
        line = int(named[1])
    else:
        line = text.rstrip().count("\n", 0, number.start() if number else len(text)) + 1
    if error.startswith("Cannot"):  # a key that is given twice; its value may end some lines below it
        until = "\n".join(text.split("\n")[:line])
        line = max((key.line for key in keys(until) if not key.inline), default=line)
    return line


def from_dict(given: dict[str, Any], source: str, find_book: Callable[[str], RuleBook]) -> RuleBook:
    """The rule book that a parsed overlay makes, as it is in a record."""
    return _Overlay("", source, given).book(find_book)


def as_toml(given: dict[str, Any]) -> str:
    """The reverse of ``parse``: an overlay as a file.

    >>> print(as_toml({"base": "guobiao", "name": "六番", "fan": {"chicken_hand": {"points": 6, "enabled": True}}}), end="")
    base = "guobiao"
    name = "六番"
    <BLANKLINE>
    [fan.chicken_hand]
    points = 6
    enabled = true
    """

    def lines(table: dict[str, Any]) -> list[str]:
        # JSON's texts, numbers and lists are TOML's too, except that TOML escapes one more character
        written = {key: json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f") for key, value in table.items()}
        return [f"{key} = {value}" for key, value in written.items() if key != "fan"]

    found = lines(given)
    for fan, table in given.get("fan", {}).items():
        found += ["", f"[fan.{fan}]", *lines(table)]
    return "\n".join(found) + "\n"


class _Overlay:
    def __init__(self, text: str, source: str, given: dict[str, Any]) -> None:
        self.text = text
        self.source = source
        self.given = given

    def book(self, find_book: Callable[[str], RuleBook]) -> RuleBook:
        for key in self.given:
            if key not in ("base", "name", "minimum", "fan"):
                self.refuse(QuepuError("overlay_key", text=key, known="base, name, minimum, fan"), key)
        base_id = self.given.get("base")
        if not isinstance(base_id, str) or base_id.endswith(".toml"):
            self.refuse(QuepuError("overlay_base"), "base")
        try:
            base = find_book(base_id)
        except RuleBookError as error:
            self.refuse(error, "base")
        name = self.name()
        tables = self.given.get("fan", {})
        if not isinstance(tables, dict):
            self.refuse(QuepuError("overlay_fans"), "fan")
        changes, disabled = {}, set()
        for fan, wanted in tables.items():
            if fan not in base.fans:
                self.refuse(QuepuError("unknown_fan", rules=base.id, text=fan), "fan", fan)
            if not isinstance(wanted, dict):
                self.refuse(QuepuError("overlay_fan", fan=fan), "fan", fan)
            changes[fan] = self.changes(base, fan, wanted)
            if not wanted.get("enabled", True):
                disabled.add(fan)
        other: dict[str, Any] = {"overlay": self.given, "variants": {}}
        if "minimum" in self.given:
            other["minimum"] = self.number("minimum", self.given["minimum"])
        if base.nothing in disabled:
            other["nothing"] = ""
        fans = [fan for fan in base.fans if fan not in disabled]
        return base.derive(f"{base.id}/{name}", name, name, base.source, fans, changes, **other)

    def name(self) -> str:
        """The book's name, which must fit in a line; by default the name of the file."""
        if "name" not in self.given:
            return Path(self.source).stem
        name = self.given["name"]
        fault = fault_of(name)
        if fault is not None:
            self.refuse(fault, "name")
        return str(name)

    def changes(self, base: RuleBook, fan: str, wanted: dict[str, Any]) -> dict[str, Any]:
        """What one [fan.…] table changes in the fan's row."""
        row = base.fans[fan]
        values = base.family.value_fields(row)
        changed: dict[str, Any] = {}
        lists = {"excludes": list(base.excluded_by(row)), "excludes_one": list(row.excludes_one), "against": list(row.against)}
        for key, value in wanted.items():
            if key in values:
                changed[values[key]] = self.number(key, value, fan)
            elif key == "enabled":
                if not isinstance(value, bool):
                    self.refuse(QuepuError("overlay_enabled"), "fan", fan, key)
            elif key in ("excludes_add", "excludes_remove"):
                if not isinstance(value, list):
                    self.refuse(QuepuError("overlay_list", key=key), "fan", fan, key)
                for other in value:
                    if not isinstance(other, str) or other not in base.fans:
                        self.refuse(QuepuError("unknown_fan", rules=base.id, text=other), "fan", fan, key)
                    if key == "excludes_add":
                        if other == fan:
                            self.refuse(QuepuError("overlay_itself"), "fan", fan, key)
                        if other not in lists["excludes"]:
                            lists["excludes"].append(other)
                    elif any(other in named for named in lists.values()):
                        lists = {field: [one for one in named if one != other] for field, named in lists.items()}
                    else:
                        self.refuse(QuepuError("overlay_not_excluded", fan=fan, other=other), "fan", fan, key)
                changed |= {field: tuple(named) for field, named in lists.items()}
            else:
                known = ", ".join((*values, "enabled", "excludes_add", "excludes_remove"))
                self.refuse(QuepuError("overlay_key", text=key, known=known), "fan", fan, key)
        return changed

    def number(self, key: str, value: object, fan: str = "") -> int:
        if type(value) is not int or not 0 <= value <= MOST:
            self.refuse(QuepuError("overlay_number", key=key, limit=MOST), *(("fan", fan, key) if fan else (key,)))
        return value

    def refuse(self, reason: QuepuError, *path: str) -> NoReturn:
        """Raise an error with the line of the key; for a missing key with the first line."""
        raise RuleBookError("wrong_overlay", file=self.source, line=key_lines(self.text).get(path, 1), reason=reason)
