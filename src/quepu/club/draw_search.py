"""Draws by local search, where no construction is known: players of two tables are exchanged as long as that makes meetings more even.

The work is bounded by the number of exchanges that are tried, never by a clock, and all numbers are integers: the same draw is found
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

Meetings = list[list[int]]
"""How often two players meet."""

_TRIES = 120_000
"""The number of exchanges that are tried for a draw."""
_LEAST_TRIES = 8
"""For each player and round at least this number, while meetings are made even one round after another."""
_PATIENCE = (3, 2, 1, 1, 0, 0)
"""What an exchange may cost, in turn: those that cost something lead out of dead ends."""


def count_meetings(players: int, rounds: Sequence[Sequence[Sequence[int]]]) -> Meetings:
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            _count(met, table, 1)
    return met


def _count(met: Meetings, table: Sequence[int], change: int) -> None:
    for player in table:
        row = met[player]
        for other in table:
            if other != player:
                row[other] += change


def squares(met: Meetings) -> int:
    """The sum, over pairs, of the squares of their meetings."""
    return sum(times * times for row in met for times in row) // 2


class Search:
    """New rounds after others. ``met`` has the meetings of the rounds before."""

    def __init__(self, met: Meetings, rng: Random) -> None:
        self.met = met
        self.random = rng.random  # the one function of Random that gives the same numbers in every version of Python
        self.rounds: list[list[list[int]]] = []

    def run(self, playing: Sequence[Sequence[int]], bound: int) -> list[list[list[int]]]:
        """Tables for the players of each round; ``bound`` is a sum of squares that is certainly good enough."""
        for players in playing:
            self._begin(shuffled(players, self.random))
        self._improve(_TRIES, bound)
        return self.rounds

    def _begin(self, players: Sequence[int]) -> None:
        """Another round, as even as it becomes on its own."""
        tables = [[*players[at : at + 4]] for at in range(0, len(players), 4)]
        for table in tables:
            _count(self.met, table, 1)
        self.rounds.append(tables)
        if len(tables) > 1:
            for _ in range(3):
                self._settle(tables)

    def _settle(self, tables: list[list[int]]) -> None:
        """Move each player of a round who meets others more often than need be."""
        met, below = self.met, self._below
        for at, table in enumerate(tables):
            for seat in range(4):
                row = met[table[seat]]
                if max(row[other] for other in table if other != table[seat]) < 2:
                    continue
                for _ in range(_LEAST_TRIES):
                    other_at, other_seat = (at + 1 + below(len(tables) - 1)) % len(tables), below(4)
                    if self._cost(table, seat, tables[other_at], other_seat) < 0:
                        self._exchange(table, seat, tables[other_at], other_seat)
                        break

    def _improve(self, tries: int, bound: int) -> None:
        """Exchange players of all new rounds."""
        rounds = [tables for tables in self.rounds if len(tables) > 1]
        enough = (bound - squares(self.met)) // 2
        if not rounds or not enough:
            return
        random = self.random
        cost = least = 0
        since: list[tuple[list[int], int, list[int], int]] = []  # the exchanges since the best
        for patience in _PATIENCE:
            for _ in range(tries // len(_PATIENCE)):
                tables = rounds[int(random() * len(rounds))]
                first = int(random() * len(tables))
                second = (first + 1 + int(random() * (len(tables) - 1))) % len(tables)
                one, other = tables[first], tables[second]
                seat, other_seat = int(random() * 4), int(random() * 4)
                change = self._cost(one, seat, other, other_seat)
                if change <= patience:
                    self._exchange(one, seat, other, other_seat)
                    since.append((one, seat, other, other_seat))
                    cost += change
                    if cost < least:
                        least = cost
                        since.clear()
                        if cost <= enough:
                            return
        for exchange in reversed(since):
            self._exchange(*exchange)

    def _below(self, bound: int) -> int:
        return int(self.random() * bound)

    def _cost(self, one: list[int], seat: int, other: list[int], other_seat: int) -> int:
        """Half of what an exchange adds to the sum of the squares of all meetings."""
        a, b = one[seat], other[other_seat]
        of_a, of_b = self.met[a], self.met[b]
        w, x, y, z = one
        total = of_b[w] + of_b[x] + of_b[y] + of_b[z] - of_b[a] - of_a[w] - of_a[x] - of_a[y] - of_a[z]
        w, x, y, z = other
        return 6 + total + of_a[w] + of_a[x] + of_a[y] + of_a[z] - of_a[b] - of_b[w] - of_b[x] - of_b[y] - of_b[z]

    def _exchange(self, one: list[int], seat: int, other: list[int], other_seat: int) -> None:
        met = self.met
        a, b = one[seat], other[other_seat]
        of_a, of_b = met[a], met[b]
        for table, leaves, of_leaves, comes, of_comes in ((one, a, of_a, b, of_b), (other, b, of_b, a, of_a)):
            for player in table:
                if player != leaves:
                    row = met[player]
                    row[leaves] -= 1
                    of_leaves[player] -= 1
                    row[comes] += 1
                    of_comes[player] += 1
        one[seat], other[other_seat] = b, a


def shuffled(players: Sequence[int], random: Callable[[], float]) -> list[int]:
    """The players in an order by lot."""
    found = [*players]
    for last in range(len(found) - 1, 0, -1):
        at = int(random() * (last + 1))
        found[at], found[last] = found[last], found[at]
    return found
