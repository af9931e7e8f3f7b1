"""The sheets that a club or a tournament links to: what is needed of them, without their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from quepu.club.entries import Entry, in_order
from quepu.club.sheet import NOBODY_GAVE, sheet_state
from quepu.errors import QuepuError


@dataclass(frozen=True, slots=True)
class LinkedDeal:
    """A deal that counts."""

    number: int
    winner: int | None
    source: int | None
    points: int
    kongs: tuple[int, ...]
    hand: str | None
    fans: tuple[str, ...]
    when: int


@dataclass(frozen=True, slots=True)
class LinkedSheet:
    """A sheet as others see it. Lists of four are by player."""

    id: str
    code: str | None = None
    """Why it cannot be used; then it has nothing else."""
    when: int = 0
    """The time of its first entry, in ms."""
    rules: str = ""
    key: str = ""
    """What it is counted together with: sheets under the same book, or the same overlay of it."""
    title: str = ""
    names: tuple[str, ...] = ()
    members: tuple[str | None, ...] = (None, None, None, None)
    t0: float = 0
    alpha: float = 0
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    reduced: tuple[float, ...] | None = None
    penalties: tuple[int, ...] = ()
    """What penalties brought or cost."""
    over: bool = False
    deals: tuple[LinkedDeal, ...] = ()


def read_sheet(id: str, entries: Iterable[Entry] | None) -> LinkedSheet:
    """A sheet from its entries; None if there is no such sheet."""
    if entries is None:
        return LinkedSheet(id, "no_document")
    ordered = in_order(entries)
    try:
        state = sheet_state(ordered)
    except QuepuError as error:
        return LinkedSheet(id, error.code)
    by_id = {entry["id"]: entry for entry in ordered}
    overlay, final = state["overlay"], state["final"]
    penalties = [deal["penalty_payments"] for deal in (*state["deals"], state["open"]) if deal]
    return LinkedSheet(
        id,
        None,
        ordered[0]["when"],
        state["rules"],
        state["rules"] if overlay is None else f"{state['rules']}~{sha256(overlay.encode()).hexdigest()[:8]}",
        state["title"],
        tuple(state["names"]),
        tuple(state["members"] or (None, None, None, None)),
        state["t0"],
        state["alpha"],
        tuple(state["scores"]),
        tuple(final["ranks"]),
        None if final["reduced"] is None else tuple(final["reduced"]),
        tuple(sum(paid[player] for paid in penalties) for player in range(4)),
        state["over"],
        tuple(_deal(deal, by_id[deal["entry"]]) for deal in state["deals"] if deal["counts"]),
    )


def _deal(deal: Mapping[str, Any], entry: Entry) -> LinkedDeal:
    return LinkedDeal(
        deal["number"],
        deal["winner"],
        deal["source"],
        deal["points"],
        tuple(entry.get("kongs", NOBODY_GAVE)),
        entry.get("hand"),
        tuple(entry.get("fans", ())),
        entry["when"],
    )
