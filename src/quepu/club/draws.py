"""Draws: who plays whom at which table, and where they sit, for all rounds of a tournament or an evening.

People shall meet as evenly as possible: what is minimised is the sum, over all pairs, of the squares of their meetings. Where a schedule is
known in which nobody meets twice it is used (``quepu.club.schedules``); otherwise the draw is optimised (``quepu.club.draw_search``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from quepu.club.draw_search import Meetings, Search, count_meetings, shuffled, squares
from quepu.club.schedules import Table, schedule
from quepu.club.seats import count_winds, seat_spread, seated
from quepu.errors import QuepuError
from quepu.texts import ENTRY_REASONS

LEAST_PLAYERS, MOST_PLAYERS, MOST_ROUNDS, SEEDS = 4, 400, 40, 2**32

Rounds = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True)
class Draw:
    """New rounds. Players are numbers from 0."""

    players: int
    seed: int
    method: str
    """``exact``: of a schedule in which everybody meets everybody equally often; ``transversal``: nobody meets twice; ``search``:
    optimised."""
    rounds: tuple[tuple[Table, ...], ...]
    """The tables of each round, their players at 東南西北."""
    history: Rounds = ()
    absent: frozenset[int] = frozenset()

    @property
    def sitting_out(self) -> list[list[int]]:
        """For each round the players at no table."""
        return [sorted({*range(self.players)} - self.absent - {player for table in tables for player in table}) for tables in self.rounds]

    @cached_property
    def quality(self) -> dict[str, Any]:
        return quality([*self.history, *self.rounds], [player for player in range(self.players) if player not in self.absent])

    @cached_property
    def bound(self) -> dict[str, int]:
        """What no draw can be better than; it need not be possible to reach."""
        met = count_meetings(self.players, self.history)
        active = [player for player in range(self.players) if player not in self.absent]
        return lower_bound(met, active, 6 * sum(map(len, self.rounds)))

    @cached_property
    def by_chance(self) -> float:
        """The sum of the squares that a draw by lot is expected to have."""
        met = count_meetings(self.players, self.history)
        active = self.players - len(self.absent)
        chances = [6 * len(tables) / (active * (active - 1) / 2) for tables in self.rounds]
        mean, variance = sum(chances), sum(chance * (1 - chance) for chance in chances)
        total = float(squares(met))
        for player in range(self.players):
            if player not in self.absent:
                others = (times for other, times in enumerate(met[player][:player]) if other not in self.absent)
                total += sum(2 * times * mean + mean**2 + variance for times in others)
        return round(total, 3)

    def as_dict(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "seed": self.seed,
            "method": self.method,
            "rounds": [[[*table] for table in tables] for tables in self.rounds],
            "sitting_out": self.sitting_out,
            "quality": self.quality,
            "bound": self.bound,
            "by_chance": self.by_chance,
        }


def draw(
    players: int,
    rounds: int,
    seed: int = 0,
    history: Rounds = (),
    absent: Collection[int] = (),
    sitting_out: Sequence[int] | None = None,
) -> Draw:
    """Tables and seats for some rounds after those of the history. ``absent`` are the players who do not play any more; ``sitting_out`` is
    how often each player has sat out, if not as the history has it. The same input gives the same draw everywhere.

    >>> found = draw(16, 5)
    >>> found.method, found.quality["pairs_met"]
    ('exact', {'1': 120})
    """
    _check(players, rounds, seed, history, absent, sitting_out)
    rng = Random(seed)
    planned: list[Sequence[Table]] = []
    is_uneven = players == 7 and len(history) + rounds != 7  # of eight players, some meet the missing one more often until the end
    if not absent and sitting_out is None and not is_uneven:
        planned = _planned(shuffled(range(players), rng.random), history)[:rounds]
    method = "search"
    if len(planned) == rounds:
        method = "exact" if _is_complete(players) else "transversal"
    found: list[Sequence[Sequence[int]]] = [*planned]
    if method == "search":
        found += _searched(players, rounds - len(planned), rng, [*history, *planned], absent, sitting_out)
    tables = seated(players, found, history)
    return Draw(players, seed, method, tuple(map(tuple, tables)), tuple(history), frozenset(absent))


def check_draw(rounds: Iterable[Iterable[Sequence[Hashable]]], known: Collection[Hashable]) -> str | None:
    """What is wrong with a draw: ``table_of_four``, ``unknown_player`` or ``player_twice``; None if it is right.

    >>> check_draw([[(0, 1, 2, 3), (4, 5, 6, 0)]], range(8))
    'player_twice'
    """
    for tables in rounds:
        seen: set[Hashable] = set()
        for table in tables:
            if len(table) != 4:
                return "table_of_four"
            if any(player not in known for player in table):
                return "unknown_player"
            if len(seen | {*table}) != len(seen) + 4:
                return "player_twice"
            seen |= {*table}
    return None


def quality(rounds: Rounds, active: Collection[int]) -> dict[str, Any]:
    """How evenly people meet and sit; ``active`` are the players whose number of rounds and pairs is compared."""
    everybody = {*active, *(player for tables in rounds for table in tables for player in table)}
    size = max(everybody, default=-1) + 1
    met = count_meetings(size, rounds)
    winds = count_winds(size, rounds)
    counted = sorted(everybody)
    pairs = Counter(met[player][other] for at, player in enumerate(counted) for other in counted[:at])
    played = [sum(winds[player]) for player in active]
    return {
        "pairs_met": {str(times): pairs[times] for times in sorted(pairs)},
        "most_meetings": max(pairs, default=0),
        "squares": squares(met),
        "seat_spread": seat_spread(winds),
        "played_spread": max(played, default=0) - min(played, default=0),
    }


def lower_bound(met: Meetings, active: Sequence[int], more: int) -> dict[str, int]:
    """The minimum of the greatest number of meetings, and of the sum of squares, after so many ``more`` meetings of active players: those
    that have met least often meet first."""
    pairs = Counter(met[player][other] for at, player in enumerate(active) for other in active[:at])
    total, level = squares(met), 0
    greatest = max((times for row in met for times in row), default=0)
    while more and pairs:
        level = min(pairs)
        raised = min(more, pairs[level])
        total += raised * (2 * level + 1)
        more -= raised
        pairs[level + 1] += raised
        pairs[level] -= raised
        if not pairs[level]:
            del pairs[level]
        greatest = max(greatest, level + 1)
    return {"most_meetings": greatest, "squares": total}


def _check(players: int, rounds: int, seed: int, history: Rounds, absent: Collection[int], sitting_out: Sequence[int] | None) -> None:
    for option, value, least, most in (
        ("players", players, LEAST_PLAYERS, MOST_PLAYERS),
        ("rounds", rounds, 1, MOST_ROUNDS),
        ("seed", seed, 0, SEEDS - 1),
        ("history", len(history), 0, MOST_ROUNDS),
    ):
        if type(value) is not int or not least <= value <= most:
            raise QuepuError("out_of_range", option=option, text=str(value), least=least, most=most)
    if (reason := check_draw(history, range(players))) is not None:
        raise QuepuError("entry_wrong", place="history", reason=ENTRY_REASONS[reason])
    if any(player not in range(players) for player in absent):
        raise QuepuError("entry_wrong", place="absent", reason=ENTRY_REASONS["unknown_player"])
    if players - len({*absent}) < LEAST_PLAYERS:
        raise QuepuError("out_of_range", option="players", text=str(players - len({*absent})), least=LEAST_PLAYERS, most=MOST_PLAYERS)
    if sitting_out is not None and (len(sitting_out) != players or any(not 0 <= times <= MOST_ROUNDS for times in sitting_out)):
        raise QuepuError("entry_wrong", place="sitting_out", reason=ENTRY_REASONS["list"])


def _is_complete(players: int) -> bool:
    """Whether everybody meets everybody equally often in the schedule."""
    size = players + (players % 4 == 3)
    return len(schedule(size)) * 3 % (size - 1) == 0


def _planned(order: Sequence[int], history: Rounds) -> list[Sequence[Table]]:
    """The rounds of the known schedule that have not been played; none if others were played. With one player fewer than the schedule has,
    the table of the missing one sits out."""
    size = len(order) + (len(order) % 4 == 3)
    names = [*order, -1] if size > len(order) else order
    rounds = [[_named(names, table) for table in tables] for tables in schedule(size)]
    rest = {frozenset(frozenset(table) for table in tables if -1 not in table): [t for t in tables if -1 not in t] for tables in rounds}
    for tables in history:
        if rest.pop(frozenset(frozenset(table) for table in tables), None) is None:
            return []
    return [*rest.values()]


def _named(names: Sequence[int], table: Table) -> Table:
    a, b, c, d = (names[player] for player in table)
    return a, b, c, d


def _searched(
    players: int, rounds: int, rng: Random, before: Rounds, absent: Collection[int], sitting_out: Sequence[int] | None
) -> list[list[list[int]]]:
    gone = {*absent}
    active = [player for player in range(players) if player not in gone]
    if sitting_out is None:
        at_table = Counter(player for tables in before for table in tables for player in table)
        sitting_out = [len(before) - at_table[player] for player in range(players)]
    playing = _playing(active, rounds, rng, [*sitting_out])
    met = count_meetings(players, before)
    bound = lower_bound(met, active, sum(len(players) for players in playing) // 4 * 6)
    return Search(met, rng).run(playing, bound["squares"])


def _playing(active: Sequence[int], rounds: int, rng: Random, sat_out: list[int]) -> list[list[int]]:
    """Who plays in each round. Who has sat out least often sits out; the lot decides among equals."""
    found = []
    for _ in range(rounds):
        order = sorted(shuffled(active, rng.random), key=lambda player: -sat_out[player])
        playing = len(active) // 4 * 4
        for player in order[playing:]:
            sat_out[player] += 1
        found.append(order[:playing])
    return found
