"""The lines in which the keys of a TOML text are: ``tomllib`` gives the values only, and an error has to name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

Path = tuple[str, ...]
"""The keys from the outermost table to one of its values."""

_TOKEN = re.compile(
    r'''
    (?P<quoted> """(?:\\.|[^\\])*?"{3,5} | \'\'\'.*?\'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
    | \#[^\n]*
    | (?P<line>\n)
    | (?P<sign>[\[\]{},=])
    | (?P<bare>[^\s\[\]{},=.\#"']+)
    ''',
    re.VERBOSE | re.DOTALL,
)


class Key(NamedTuple):
    """A key as it is written once."""

    path: Path
    line: int
    inline: bool
    """It is in an inline table, not at the beginning of a statement."""


def key_lines(text: str) -> dict[Path, int]:
    """Every key of a TOML text, which must be valid, with the line it is first written in.

    >>> key_lines('base = "x"\\n[fan.kong]\\nfu = 1')
    {('base',): 1, ('fan',): 2, ('fan', 'kong'): 2, ('fan', 'kong', 'fu'): 3}
    """
    found: dict[Path, int] = {}
    for key in keys(text):
        for length in range(1, len(key.path) + 1):
            found.setdefault(key.path[:length], key.line)
    return found


def keys(text: str) -> Iterator[Key]:
    """The keys of a TOML text in their order, those of tables' headers too. Where it is not valid they end, at the latest."""
    table: Path = ()
    path: Path = ()
    parts: list[str] = []
    reads_key, in_header = True, False
    line = first_line = 1
    values: list[tuple[str, Path]] = []
    """The brackets around the place: which they are, and the key they are the value of."""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if reads_key and match.lastgroup in ("quoted", "bare"):
            first_line = first_line if parts else line
            name = _name(token)
            if name is None:
                return
            parts.append(name)
        elif token == "=" and reads_key:
            path = (*(values[-1][1] if values else table), *parts)
            yield Key(path, first_line, bool(values))
            reads_key = False
            parts.clear()
        elif token == "[" and reads_key:
            in_header = True
        elif token == "]" and in_header:
            if parts:  # at the first bracket of the two that close [[table]]
                table = tuple(parts)
                yield Key(table, first_line, False)
                parts.clear()
        elif token in ("[", "{"):
            values.append((token, path))
            reads_key = token == "{"
        elif token in ("]", "}", ",") and not values:
            return
        elif token in ("]", "}"):
            values.pop()
            reads_key = False
        elif token == "," and values[-1][0] == "{":
            reads_key = True
        elif match.lastgroup == "line" and not values:
            reads_key, in_header = True, False
        line += token.count("\n")


def _name(token: str) -> str | None:
    """The key with this spelling; None if it is not a key."""
    try:
        return str(tomllib.loads(f"key = {token}")["key"]) if token[0] in "\"'" else token
    except tomllib.TOMLDecodeError:
        return None
