"""All entries by name. Each is loaded where it is used: those of the server need its packages."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.fuzz.entry import Entry


class Listed(NamedTuple):
    """Where an entry is, what it fuzzes, what one input is, and how many of ten thousand inputs are for it."""

    place: str
    about: str
    unit: str
    share: int

    @property
    def needs_server(self) -> bool:
        return self.place.startswith("server:")


ENTRIES = {
    "notation": Listed("library:Notation", "hands as text: `read`, `score`, `waits`, `discards`", "a hand string", 2500),
    "jsonl": Listed("library:JsonLines", "the objects of `quepu score --jsonl` and `pack`", "a line", 1500),
    "records": Listed("library:Records", "records: `verify`, `read_record`, `replay`", "a file", 20),
    "overlays": Listed("library:Overlays", "overlays: TOML, and JSON as in a record", "a text", 150),
    "observations": Listed("library:Observations", "observations: `decode`", "a string of bytes", 1000),
    "searches": Listed("library:Searches", "observations: players that weigh actions and try them in deals", "a string of bytes", 200),
    "rows": Listed("library:Rows", "packed rows: `HandBatch`, `score_many`, `distance_many`", "a string of rows", 3500),
    "studies": Listed("studies:Studies", "files of simulations: `Study.from_bytes`, `figures`, `merge`", "a file", 150),
    "documents": Listed("documents:Documents", "exported sheets and clubs: `from_bytes`, `sheet_state`, `to_csv`", "a file", 150),
    "tables": Listed("play:Buffers", "the buffers of `Tables` and `Sampler`", "a program of calls with their buffers", 200),
    "actions": Listed("play:Actions", "one table: `Deal.apply`, `release`, `view`", "a string of actions", 50),
    "deals": Listed("play:Deals", "walls and dice: `Deal`", "a wall with its dice", 500),
    "kernel": Listed("kernel:Kernel", "every function of the compiled modules, called directly", "a call", 500),
    "http": Listed("server:Http", "every path of the site: bodies, queries, headers", "a request", 50),
    "websocket": Listed("server:Sockets", "the messages to a room", "the messages of a connection", 30),
    "wire": Listed("server:Wire", "bytes sent to the port of `quepu serve`", "the bytes of a connection", 5),
}


FAULTY = {"dies": "faulty:Dies", "raises": "faulty:Raises", "waits": "faulty:Waits"}
"""Entries with a fault, for the tests of the runner."""


def make_entry(name: str) -> Entry:
    module, _, kind = (ENTRIES[name].place if name in ENTRIES else FAULTY[name]).partition(":")
    made: Entry = getattr(import_module(f"tests.fuzz.{module}"), kind)()
    assert made.name == name
    return made
