"""The sheets that a club or a tournament links to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from quepu.club.entries import Entry, in_order
from quepu.club.sheet import sheet_state
from quepu.errors import QuepuError


@dataclass(frozen=True)
class LinkedSheet:
    """A sheet as others see it; ``code`` says why it cannot be used."""

    id: str
    state: dict[str, Any] | None = None
    code: str | None = None
    when: int = 0
    """The time of its first entry, in ms."""
    entries: Mapping[str, Entry] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return self.state is not None and self.state["over"]

    @property
    def deals(self) -> list[dict[str, Any]]:
        """The deals that count."""
        return [deal for deal in self.state["deals"] if deal["counts"]] if self.state else []


def read_sheet(id: str, entries: Iterable[Entry] | None) -> LinkedSheet:
    """A sheet from its entries; None if there is no such sheet."""
    if entries is None:
        return LinkedSheet(id, code="no_document")
    ordered = in_order(entries)
    try:
        return LinkedSheet(id, sheet_state(ordered), None, ordered[0]["when"], {entry["id"]: entry for entry in ordered})
    except QuepuError as error:
        return LinkedSheet(id, code=error.code)
