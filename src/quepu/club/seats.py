"""Who sits at 東南西北: each player as evenly as possible at every wind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import permutations

from quepu.club.schedules import Table

_PASSES = 20
"""How often all tables are looked at again, where there is a history."""


def count_winds(players: int, rounds: Iterable[Sequence[Sequence[int]]]) -> list[list[int]]:
    """How often each player has sat at each wind."""
    found = [[0, 0, 0, 0] for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                found[player][wind] += 1
    return found


def seated(players: int, rounds: Sequence[Sequence[Sequence[int]]], history: Sequence[Sequence[Sequence[int]]]) -> list[list[Table]]:
    """The tables with their players at 東南西北. Without a history nobody sits at one wind more than once more often than at another: each
    place is halved twice, which divides the rounds of every player as evenly as they can be."""
    tables = [tuple(table) for tables in rounds for table in tables]
    places = [(number, player) for number, table in enumerate(tables) for player in table]
    wind_of: dict[tuple[int, int], int] = {}
    for first, half in enumerate(_halves(places)):
        for second, quarter in enumerate(_halves(half)):
            wind_of.update(dict.fromkeys(quarter, 2 * first + second))
    found = [[player for _, player in sorted((wind_of[number, player], player) for player in table)] for number, table in enumerate(tables)]
    if history:
        _even_out(found, count_winds(players, history))
    flat = iter(found)
    return [[(a, b, c, d) for a, b, c, d in (next(flat) for _ in tables)] for tables in rounds]


def _halves(places: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Divide the places, so that every table and every player has half of theirs in each part, give or take one.

    At each table and for each player the places are paired. A place has at most two partners, one by its table and one by its player, so
    places and pairs are paths and circles of even length: going along them, the places belong to the two parts in turn."""
    partners: dict[tuple[int, int], list[tuple[int, int]]] = {place: [] for place in places}
    for side in (0, 1):
        alone: dict[int, tuple[int, int]] = {}
        for place in places:
            other = alone.pop(place[side], None)
            if other is None:
                alone[place[side]] = place
            else:
                partners[place].append(other)
                partners[other].append(place)
    part: dict[tuple[int, int], int] = {}
    for start in places:
        pending = [(start, 0)] if start not in part else []
        while pending:
            place, number = pending.pop()
            if place not in part:
                part[place] = number
                pending += [(other, 1 - number) for other in partners[place]]
    return [place for place in places if part[place] == 0], [place for place in places if part[place] == 1]


def _even_out(tables: list[list[int]], winds: list[list[int]]) -> None:
    """Exchange winds at tables until nobody gains by it; ``winds`` is what the players have had before."""
    for table in tables:
        for wind, player in enumerate(table):
            winds[player][wind] += 1
    pairs = tuple(permutations(range(4), 2))
    for _ in range(_PASSES):
        if not sum(_exchange(tables, winds, *pair) for pair in pairs):
            return


def _exchange(tables: list[list[int]], winds: list[list[int]], often: int, seldom: int) -> bool:
    """Relieve those who sit at one wind more often than at another. At a table the two winds can be exchanged; along a chain of tables only
    the first player has one wind less, and the last one has it once more. Returns whether anything has changed."""
    at: dict[int, list[list[int]]] = {}
    for table in tables:
        at.setdefault(table[often], []).append(table)
    excess = {player: winds[player][often] - winds[player][seldom] for table in tables for player in table}
    changed = False
    for start in sorted(excess, key=lambda player: -excess[player]):
        came: dict[int, tuple[int, list[int]] | None] = {start: None}
        pending = deque([start])
        while pending:
            player = pending.popleft()
            if excess[start] - excess[player] > 2:
                _turn_chain(came, player, at, often, seldom)
                excess[start] -= 2
                excess[player] += 2
                for end, change in ((start, 1), (player, -1)):
                    winds[end][often] -= change
                    winds[end][seldom] += change
                changed = True
                break
            for table in at.get(player, ()):
                other = table[seldom]
                if other not in came:
                    came[other] = (player, table)
                    pending.append(other)
    return changed


def _turn_chain(came: dict[int, tuple[int, list[int]] | None], end: int, at: dict[int, list[list[int]]], often: int, seldom: int) -> None:
    """Exchange the two winds at all tables of a chain, from its end back to its start."""
    player = end
    while (step := came[player]) is not None:
        before, table = step
        table[often], table[seldom] = table[seldom], table[often]
        at[before] = [other for other in at[before] if other is not table]
        at.setdefault(player, []).append(table)
        player = before


def seat_spread(winds: Iterable[Sequence[int]]) -> int:
    """The maximum, over players, of how much more often they have sat at one wind than at another."""
    return max((max(row) - min(row) for row in winds), default=0)
