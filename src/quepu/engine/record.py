"""Records: a match as canonical JSON Lines. ``docs/table.md`` describes the format.

The first line has the rules and the players; then there is one event in each line; the last line has the SHA-256 of all bytes before it.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from quepu.engine.events import Event, HandBegan, read_event
from quepu.engine.match import MatchSettings
from quepu.engine.rules import play_rules
from quepu.errors import QuepuError, RecordError, as_json
from quepu.names import fault_of
from quepu.rules import embedded
from quepu.rules.base import RuleBook

PLAIN, COMMITTED = VERSIONS = 1, 2
"""The versions. A record has the second one if players have committed to nonces before a deal, else the first."""

HEADER_KEYS = ["quepu", "rules", "overlay", "players", "match"]


def why_not(error: OSError | ValueError) -> str:
    """The reason in an error of the file system."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def canonical(value: Mapping[str, Any]) -> bytes:
    """A line: no spaces, the keys in the given order, UTF-8, LF."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the version, the rule book (with its whole overlay), the players' names by their first seats, and the settings."""

    book: RuleBook
    players: tuple[str, ...]
    settings: MatchSettings
    version: int = PLAIN

    def as_dict(self) -> dict[str, Any]:
        return {
            "quepu": self.version,
            "rules": self.book.base_id,
            "overlay": self.book.overlay,
            "players": list(self.players),
            "match": self.settings.as_dict(),
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Header:
        """The header in an object. Raises QuepuError if the object is not a header."""
        version = given.get("quepu")
        if type(version) is not int or version not in VERSIONS:
            raise QuepuError("record_version", text=as_json(version), known=", ".join(map(str, VERSIONS)))
        if list(given) != HEADER_KEYS:
            raise QuepuError("wrong_keys", text=", ".join(given), known=", ".join(HEADER_KEYS))
        overlay, players, match = given["overlay"], given["players"], given["match"]
        for key, kind in (("rules", str), ("players", list), ("match", dict)):
            if type(given[key]) is not kind:
                raise QuepuError("bad_value", option=key, text=as_json(given[key]))
        if len(players) != 4:
            raise QuepuError("bad_value", option="players", text=as_json(players))
        for fault in map(fault_of, players):
            if fault is not None:
                raise QuepuError("record_player", reason=fault)
        book = embedded(given["rules"], overlay)
        play_rules(book)
        return cls(book, tuple(players), MatchSettings.from_dict(match), version)


class RecordWriter:
    """Writes a record, event by event. As a context manager it writes the last line on exit; after an exception the record stays
    incomplete."""

    def __init__(self, stream: BinaryIO, header: Header) -> None:
        self.stream = stream
        self.hash = sha256()
        self._line(header.as_dict())

    @classmethod
    def create(cls, path: str | Path, header: Header) -> RecordWriter:
        """Write to a new file. An existing file is not overwritten."""
        try:
            stream = open(path, "xb")  # noqa: SIM115  # closed by ``close``
        except FileExistsError as error:
            raise QuepuError("record_exists", text=str(path)) from error
        except (OSError, ValueError) as error:
            raise QuepuError("unwritable_file", text=str(path), reason=why_not(error)) from error
        return cls(stream, header)

    def write(self, event: Event) -> None:
        self._line(event.as_dict())

    def flush(self) -> None:
        """Flush all lines to the file."""
        self.stream.flush()

    def _line(self, value: Mapping[str, Any]) -> None:
        line = canonical(value)
        self.hash.update(line)
        self.stream.write(line)

    def finish(self) -> None:
        """Write the last line."""
        self._line({"t": "end", "sha256": self.hash.hexdigest()})
        self.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self.finish()
        self.stream.close()


_FIRST = b'{"quepu":'
"""The first bytes of every record."""


def _object(raw: bytes) -> dict[str, Any]:
    """Parse a JSON object. Raises QuepuError if it is not valid."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise QuepuError("not_utf8") from error
    except (ValueError, RecursionError) as error:  # too many digits and too deep nesting have no position
        raise QuepuError("record_no_json", position=1 + getattr(error, "pos", 0)) from error
    if type(value) is not dict:
        raise QuepuError("record_no_object")
    return value


class RecordLines:
    """The lines of a record, numbered from 1, each parsed when it is needed."""

    def __init__(self, data: bytes) -> None:
        self.raw = data.split(b"\n")
        self.torn = self.raw.pop() != b""
        """Whether the LF of the last line is missing."""
        if self.torn:
            self.raw.append(data[data.rfind(b"\n") + 1 :])
        self.data = data
        self.version = COMMITTED

    def __len__(self) -> int:
        return len(self.raw)

    def object(self, line: int) -> dict[str, Any]:
        """The JSON object in a line."""
        if line > len(self) or (line == len(self) and self.torn):
            raise RecordError("record_incomplete", line)
        try:
            return _object(self.raw[line - 1])
        except QuepuError as error:
            raise RecordError("record_unreadable", line, reason=error) from error

    def peek(self, line: int) -> dict[str, Any]:
        """The JSON object in a later line; an empty one if it cannot be read. Its errors are raised when its turn comes."""
        try:
            return self.object(line)
        except RecordError:
            return {}

    def header(self) -> Header:
        """The header in the first line. Raises RecordError if this is not a record."""
        self.check_not_rewritten()
        if self.data and self.torn and len(self) == 1 and (self.data.startswith(_FIRST) or _FIRST.startswith(self.data)):
            raise RecordError("record_incomplete", 1)
        try:
            if not self.data:
                raise QuepuError("record_empty")
            header = Header.from_dict(_object(self.raw[0]))
        except QuepuError as error:
            raise RecordError("record_foreign", 1, reason=error) from error
        self.check(1, header.as_dict())
        self.version = header.version
        return header

    def check_not_rewritten(self) -> None:
        """Raise RecordError if an editor has added a byte order mark or changed the ends of the lines: then everything but the hash would
        look right."""
        reason = None
        if self.data.startswith(BOM_UTF8 + _FIRST):
            reason = QuepuError("record_mark")
        elif self.data.startswith(_FIRST) and b"\r" in self.raw[0]:  # JSON escapes it within a string
            reason = QuepuError("record_line_ends", found="CRLF" if self.raw[0].index(b"\r") == len(self.raw[0]) - 1 else "CR")
        if reason is not None:
            raise RecordError("record_rewritten", 1, reason=reason)

    def event(self, line: int) -> Event:
        """The event in a line."""
        given = self.object(line)
        try:
            event = read_event(given)
            if self.version == PLAIN and isinstance(event, HandBegan) and event.nonce_commitments is not None:
                plain = replace(event, nonce_commitments=None)
                raise QuepuError("wrong_keys", text=", ".join(given), known=", ".join(plain.as_dict()))
            return event
        except QuepuError as error:
            raise RecordError("record_bad_event", line, reason=error) from error

    def check(self, line: int, wanted: Mapping[str, Any]) -> None:
        """Raise RecordError unless the line is exactly this object."""
        expected = canonical(wanted)
        self.object(line)
        if self.raw[line - 1] + b"\n" != expected:
            if self.raw[line - 1] + b"\n" == expected[:-1] + b"\r\n":
                raise RecordError("record_rewritten", line, reason=QuepuError("record_line_ends", found="CRLF"))
            raise RecordError("record_differs", line, wanted=expected.decode().rstrip())

    def check_end(self, line: int) -> None:
        """Raise RecordError unless this is the last line, with the right hash."""
        before = sum(len(raw) + 1 for raw in self.raw[: line - 1])
        wanted = {"t": "end", "sha256": sha256(self.data[:before]).hexdigest()}
        given = self.object(line)
        if list(given) == ["t", "sha256"] and given["t"] == "end" and given != wanted:
            raise RecordError("record_hash", line)
        self.check(line, wanted)
        if line < len(self):
            raise RecordError("record_goes_on", line + 1)


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read but not replayed; see ``quepu.engine.replay``."""

    header: Header
    events: tuple[Event, ...]


def read_record(data: bytes) -> Record:
    """Read a whole record. Its format and its hash are checked, but not whether its actions are legal."""
    lines = RecordLines(data)
    header = lines.header()
    if not len(lines) or lines.object(len(lines)).get("t") != "end":
        raise RecordError("record_incomplete", len(lines) + 1)
    events = tuple(lines.event(line) for line in range(2, len(lines)))
    lines.check_end(len(lines))
    return Record(header, events)
