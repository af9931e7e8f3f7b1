"""What a finished game says about its players: the counts of each, and every hand that was won. Functions of its record and its journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quepu.club.sheet import ranks
from quepu.engine.events import Claimed, Discarded, Event, Exhausted, HandBegan, Paid, Won, WonByFlowers
from quepu.engine.replay import replay_batches
from quepu.tiles import WINDS

OWN_SHARE = 0.75
"""A person who makes fewer of their choices themselves has left the game."""


@dataclass(slots=True)
class Counts:
    """What a player did in a game."""

    deals: int = 0
    wins: int = 0
    self_drawn: int = 0
    deal_ins: int = 0
    drawn: int = 0
    opened: int = 0
    """The deals in which they claimed a discard."""
    points_won: int = 0
    points_dealt_in: int = 0
    fans: Counter[str] = field(default_factory=Counter)
    """In how many winning hands a fan was counted."""


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand that was won, and where: the number of the deal, and the step of its replay that shows it."""

    deal: int
    step: int
    player: int
    self_drawn: bool
    points: int
    hand: str
    fans: dict[str, int]


@dataclass(frozen=True, slots=True)
class GameResult:
    """By player: the final scores, the ranks, the counts. ``complete``: the match was played to its end, and nobody took a choice back."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    counts: tuple[Counts, ...]
    wins: tuple[WonHand, ...]
    complete: bool
    left: tuple[bool, ...]
    """The players for whom bots made many of the choices. A bot never leaves."""


NOBODY: tuple[int | None, ...] = (None,) * 4


def result_of(
    record: bytes,
    entries: Sequence[Mapping[str, Any]] = (),
    members: Sequence[int | None] = NOBODY,
    check: Callable[[], None] = lambda: None,
) -> GameResult:
    """The result of a game. Without its journal it counts as played by its own players. ``check`` is called between steps, and may
    raise."""
    altered = _altered_deals(entries)
    counts, wins = tuple(Counts() for _ in range(4)), []
    scores: tuple[int, ...] = (0, 0, 0, 0)
    began: HandBegan | None = None
    opened: set[int] = set()
    step = 0
    for batch in replay_batches(record, holds=True):
        check()
        step += 1
        for event in (one.event for one in batch):
            if isinstance(event, HandBegan):
                began, opened, step = event, set(), 0
            assert began is not None
            if isinstance(event, Paid):
                scores = event.scores
            if began.number in altered:
                continue
            if isinstance(event, Claimed):
                opened.add(began.seats[event.seat])
            elif isinstance(event, Won | WonByFlowers | Exhausted):
                _count_end(counts, began, event, opened)
                if isinstance(event, Won):
                    wins.append(_won_hand(began, event, step))
    complete = not altered and not any(entry["e"] == "end" for entry in entries)
    return GameResult(tuple(scores), tuple(ranks(scores)), counts, tuple(wins), complete, _left(entries, members))


def _count_end(counts: Sequence[Counts], began: HandBegan, end: Event, opened: set[int]) -> None:
    """Count the end of a deal for all players."""
    for player, own in enumerate(counts):
        own.deals += 1
        own.opened += player in opened
        own.drawn += isinstance(end, Exhausted)
    if not isinstance(end, Won | WonByFlowers):
        return
    winner, source = counts[began.seats[end.seat]], end.source if isinstance(end, Won) else None
    winner.wins += 1
    winner.points_won += end.points
    winner.self_drawn += source is None
    if source is not None:
        loser = counts[began.seats[source]]
        loser.deal_ins += 1
        loser.points_dealt_in += end.points
    if isinstance(end, Won):
        winner.fans.update(end.fans.keys())


def _won_hand(began: HandBegan, won: Won, step: int) -> WonHand:
    return WonHand(began.number, step, began.seats[won.seat], won.source is None, won.points, won.hand, dict(won.fans))


def _altered_deals(entries: Iterable[Mapping[str, Any]]) -> set[int]:
    """The numbers of the deals in which a choice was taken back."""
    deal, found = 0, set()
    for entry in entries:
        deal += entry["e"] == "deal"
        if entry["e"] == "back":
            found.add(deal)
    return found


def _left(entries: Iterable[Mapping[str, Any]], members: Sequence[int | None]) -> tuple[bool, ...]:
    """The people who made fewer than ``OWN_SHARE`` of their choices themselves. Choices are discards, kongs, claims and wins; a tile that
    somebody lets go is none, as the table cannot know why."""
    own, all_choices = Counter[int](), Counter[int]()
    seats: Sequence[int] = range(4)
    for entry in entries:
        if entry["e"] == "deal":
            seats = entry["events"][0]["seats"]
        elif entry["e"] == "act":
            chosen = {WINDS.index(event["seat"]) for event in entry["events"] if event["t"] in _CHOSEN and "seat" in event}
            for seat in chosen:
                all_choices[seats[seat]] += 1
                own[seats[seat]] += seat in entry["by"]
    return tuple(
        member is not None and bool(all_choices[player]) and own[player] < OWN_SHARE * all_choices[player]
        for player, member in enumerate(members)
    )


_CHOSEN = frozenset({Discarded.t, Claimed.t, "kong", "ready", Won.t})
