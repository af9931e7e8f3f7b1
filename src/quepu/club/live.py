"""Which entries of a document count: what was undone, what was replaced, and what makes no sense."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quepu.club.entries import Entry, in_order, undone

_ONE_PLACE = {"draw": "win"}
"""Types of entries that replace each other, besides those of the same type: how a deal ended."""


@dataclass(frozen=True, slots=True)
class Live:
    """The entries that count, and the ids of those that do not; each is in one of the lists, in the order of the entries."""

    entries: list[Entry]
    undone: list[str]
    replaced: list[str]
    ignored: list[str]


def live(entries: Iterable[Entry], makes_sense: Callable[[Entry], bool] = lambda entry: True) -> Live:
    """Sort the entries of a document. An entry counts unless it is undone, or one that is not undone replaces it. One that does not make
    sense has no effect: it undoes something that does not come before it, replaces something of another type, or ``makes_sense`` says so.

    >>> deal = {"id": "k3v9x2ab.1", "at": 1, "when": 0, "t": "draw", "deal": 1}
    >>> corrected = {**deal, "id": "k3v9x2ab.2", "at": 2, "replaces": "k3v9x2ab.1"}
    >>> found = live([deal, corrected])
    >>> [entry["id"] for entry in found.entries], found.replaced
    (['k3v9x2ab.2'], ['k3v9x2ab.1'])
    """
    ordered = in_order(entries)
    back = undone(ordered)
    before: dict[str, Entry] = {}
    ignored, replaced = set(), set()
    for entry in ordered:
        target = before.get(entry.get("replaces", ""))
        if entry["id"] not in back:
            if (entry["t"] == "undo" and entry["of"] not in before) or not _same_type(entry, target) or not makes_sense(entry):
                ignored.add(entry["id"])
            elif target is not None:
                replaced.add(target["id"])
        before[entry["id"]] = entry
    replaced -= back | ignored
    out = back | ignored | replaced
    ids = [entry["id"] for entry in ordered]
    found = ([id for id in ids if id in group] for group in (back, replaced, ignored))
    return Live([entry for entry in ordered if entry["id"] not in out], *found)


def _same_type(entry: Entry, target: Entry | None) -> bool:
    """An entry that is unknown, or that comes later, is not replaced; the new one counts all the same."""
    return target is None or _ONE_PLACE.get(entry["t"], entry["t"]) == _ONE_PLACE.get(target["t"], target["t"])
