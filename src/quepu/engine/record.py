"""Records: a match as JSON Lines, in a form that has only one spelling. The format is promised in ``docs/table.md``.

The first line says what is played and by whom; then one event a line; the last line has the SHA-256 of all bytes before it.
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
from quepu.errors import QuepuError, RecordError
from quepu.names import fault_of
from quepu.rules import named
from quepu.rules.base import RuleBook
from quepu.rules.overlay import from_dict

PLAIN, COMMITTED = VERSIONS = 1, 2
"""A record in which players have committed to nonces before a deal has the second version. All others are what they always were."""

HEADER_KEYS = ["quepu", "rules", "overlay", "players", "match"]


def why_not(error: OSError | ValueError) -> str:
    """Why a file could not be opened."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def canonical(value: Mapping[str, Any]) -> bytes:
    """A line: no spaces, the keys as they stand, UTF-8, LF."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the version, the rule book (with its overlay whole), the players' names by their first seats, and the match."""

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
        """Raises QuepuError where it is none."""
        version = given.get("quepu")
        if type(version) is not int or version not in VERSIONS:
            raise QuepuError("record_version", text=repr(version), known=", ".join(map(str, VERSIONS)))
        if list(given) != HEADER_KEYS:
            raise QuepuError("wrong_keys", text=", ".join(given), known=", ".join(HEADER_KEYS))
        overlay, players, match = given["overlay"], given["players"], given["match"]
        for key, kind in (("rules", str), ("players", list), ("match", dict)):
            if type(given[key]) is not kind:
                raise QuepuError("bad_value", option=key, text=repr(given[key]))
        if len(players) != 4:
            raise QuepuError("bad_value", option="players", text=repr(players))
        for fault in map(fault_of, players):
            if fault is not None:
                raise QuepuError("record_player", reason=fault)
        if overlay is None:
            book = named(given["rules"])
        elif type(overlay) is dict and overlay.get("base") == given["rules"]:
            book = from_dict(overlay, "overlay", named)
        else:
            raise QuepuError("bad_value", option="overlay", text=repr(overlay))
        play_rules(book)
        return cls(book, tuple(players), MatchSettings.from_dict(match), version)


class RecordWriter:
    """Writes a record, event by event. As a context it is finished at its end; if something went wrong before, it is left as it is: a
    record that breaks off."""

    def __init__(self, stream: BinaryIO, header: Header) -> None:
        self.stream = stream
        self.hash = sha256()
        self._line(header.as_dict())

    @classmethod
    def create(cls, path: str | Path, header: Header) -> RecordWriter:
        """A record in a new file. One that exists is not touched."""
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
        """Let all lines so far reach the file."""
        self.stream.flush()

    def _line(self, value: Mapping[str, Any]) -> None:
        line = canonical(value)
        self.hash.update(line)
        self.stream.write(line)

    def finish(self) -> None:
        """The last line."""
        self._line({"t": "end", "sha256": self.hash.hexdigest()})
        self.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self.finish()
        self.stream.close()


_FIRST = b'{"quepu":'
"""How a record begins."""


def _object(raw: bytes) -> dict[str, Any]:
    """The JSON object that this is; raises QuepuError if it is none."""
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise QuepuError("not_utf8") from error
    except (ValueError, RecursionError) as error:  # a number of too many digits, and brackets too deep, have no place
        raise QuepuError("record_no_json", position=1 + getattr(error, "pos", 0)) from error
    if type(value) is not dict:
        raise QuepuError("record_no_object")
    return value


class Lines:
    """The lines of a record, numbered from 1, read as they are asked for."""

    def __init__(self, data: bytes) -> None:
        self.raw = data.split(b"\n")
        self.torn = self.raw.pop() != b""
        """The last line lacks its LF."""
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
        """The JSON object in a line; an empty one if there is none. For looking ahead: what is wrong there is told when it is its turn."""
        try:
            return self.object(line)
        except RecordError:
            return {}

    def header(self) -> Header:
        self.check_kept()
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

    def check_kept(self) -> None:
        """That no editor has put a mark before the record, or other ends to its lines. All else would look right, and no hash could be."""
        reason = None
        if self.data.startswith(BOM_UTF8 + _FIRST):
            reason = QuepuError("record_mark")
        elif self.data.startswith(_FIRST) and b"\r" in self.raw[0]:  # which JSON would write as an escape
            reason = QuepuError("record_line_ends", found="CRLF" if self.raw[0].index(b"\r") == len(self.raw[0]) - 1 else "CR")
        if reason is not None:
            raise RecordError("record_rewritten", 1, reason=reason)

    def event(self, line: int) -> Event:
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
        """That exactly this stands in a line."""
        expected = canonical(wanted)
        self.object(line)
        if self.raw[line - 1] + b"\n" != expected:
            if self.raw[line - 1] + b"\n" == expected[:-1] + b"\r\n":
                raise RecordError("record_rewritten", line, reason=QuepuError("record_line_ends", found="CRLF"))
            raise RecordError("record_differs", line, wanted=expected.decode().rstrip())

    def check_end(self, line: int) -> None:
        """That the record ends with this line, and its hash."""
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
    """A record as it was read, not replayed: for that see ``quepu.engine.replay``."""

    header: Header
    events: tuple[Event, ...]


def read_record(data: bytes) -> Record:
    """A whole record. Its form and its hash are checked, not whether it could be played."""
    lines = Lines(data)
    header = lines.header()
    if not len(lines) or lines.object(len(lines)).get("t") != "end":
        raise RecordError("record_incomplete", len(lines) + 1)
    events = tuple(lines.event(line) for line in range(2, len(lines)))
    lines.check_end(len(lines))
    return Record(header, events)
