"""The results of a duplicate event: functions of the records of its tables.

In a deal, who sits at a seat is compared with all who sat there at other tables: they had the same tiles. What somebody has won more than
the mean of them is what they have made of the tiles; the sum over all deals is the result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from quepu.club.sheet import ranks
from quepu.engine.events import HandBegan, Paid
from quepu.engine.record import read_record


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table whose game is over: its number, the number in the event of each player (None for a bot), and its record."""

    table: int
    players: Sequence[int | None]
    record: bytes


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What somebody at a table got in a deal, and how much more than the mean of all at this seat."""

    table: int
    player: int
    """The number of the player in the game."""
    number: int | None
    seat: int
    payment: int
    difference: float


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of somebody in the event."""

    rank: int
    number: int
    table: int
    score: int
    difference: float


@dataclass(frozen=True, slots=True)
class EventResults:
    deals: dict[int, list[SeatResult]]
    """By the number of the deal; at each table by seat."""
    standings: list[Standing]


def compare_tables(tables: Iterable[PlayedTable]) -> EventResults:
    """Compare what was paid at all tables, deal by deal and seat by seat."""
    paid: dict[int, list[tuple[PlayedTable, HandBegan, Paid]]] = defaultdict(list)
    for table in tables:
        began: HandBegan | None = None
        for event in read_record(table.record).events:
            if isinstance(event, HandBegan):
                began = event
            elif isinstance(event, Paid) and began is not None:
                paid[began.number].append((table, began, event))
    deals = {number: _compare(found) for number, found in sorted(paid.items())}
    return EventResults(deals, _standings(deals))


def _compare(found: Sequence[tuple[PlayedTable, HandBegan, Paid]]) -> list[SeatResult]:
    means = [fmean(event.payments[seat] for _, _, event in found) for seat in range(4)]
    return [
        SeatResult(table.table, player, table.players[player], seat, event.payments[seat], event.payments[seat] - means[seat])
        for table, began, event in found
        for seat, player in enumerate(began.seats)
    ]


def _standings(deals: dict[int, list[SeatResult]]) -> list[Standing]:
    """The people, the best first."""
    tables: dict[int, int] = {}
    scores: dict[int, int] = defaultdict(int)
    differences: dict[int, float] = defaultdict(float)
    for result in (result for results in deals.values() for result in results):
        if result.number is not None:
            tables[result.number] = result.table
            scores[result.number] += result.payment
            differences[result.number] += result.difference
    rounded = {number: round(difference, 6) for number, difference in differences.items()}
    order = sorted(rounded, key=lambda number: (-rounded[number], -scores[number], number))
    placed = ranks([rounded[number] for number in order])
    return [Standing(rank, number, tables[number], scores[number], rounded[number]) for rank, number in zip(placed, order, strict=True)]
