"""Rounds in which nobody meets twice, by construction. Players are numbers from 0, tables are four of them.

Two constructions cover most numbers of players that are a multiple of four:

- *A base class.* Players are Z_m × {0, 1, 2} and one, two or three more. One round, the base class, is given; adding 1 to every element
  of Z_m gives the next one, m rounds in all. Two players meet at most once because every difference occurs at most once in the base class.
  With one more player (16, 28, 40, 52) everybody meets everybody: the resolvable designs 2-(v, 4, 1).
- *A transversal design.* Players are four rows of n; in round r, table t has the player t + a·r of the row with the factor a. Two rows
  meet once in each pair of columns, as long as the differences of their factors times r differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

Table = tuple[int, int, int, int]
Round = list[Table]

_Point = tuple[int, int]

_BASE_CLASSES: dict[int, tuple[int, int, str]] = {
    16: (5, 1, "0a,0b,0c 1a,2b,3b,4a"),
    24: (7, 1, "3a,2b,5c 0a,1b,4a,6a"),
    28: (9, 4, "0a,0b,0c 1a,5c,7b,2b 3a,6a,4c,8a"),
    36: (11, 1, "0a,10b,4c 1a,6c,8c,9a 2a,3a,5c,7a"),
    40: (13, 3, "0a,0b,0c 1a,2a,6a,12c 3a,8b,1b,4c 4a,6c,7c,11a"),
    44: (14, 11, "13a,3b,5c 8a,4b,2c 0a,1b,10a,10c 1a,4a,13b,7b 2a,3a,10b,11a"),
    48: (15, 1, "11a,5b,7c 0a,3a,6b,10a 1a,2a,4c,9b 8a,12a,13b,14a"),
    52: (17, 1, "0a,0b,0c 1a,11b,15b,16c 2a,8a,9a,13c 3a,4c,6b,12a 5a,7a,10a,14b"),
    56: (18, 7, "0a,0b,0c 14a,8b,2c 1a,17c,10c,11b 2a,4a,8a,15b 3a,11c,6c,7c 7a,9b,10a,12c"),
    60: (19, 11, "11a,12b,3c 0a,13c,15a,16a 1a,3b,7a,18b 3a,5a,9b,10b 4a,6c,5c,18a"),
    72: (23, 1, "19a,4b,1c 0a,9c,15b,16c 2a,14b,18b,20c 3a,5a,13a,17c 6a,7a,10b,12a 8a,11a,21b,22a"),
}
"""By the number of players: m, a cube root of 1 modulo m, and tables. The map (x, i) → (root·x, i + 1) gives the other tables of the class,
so one of three is written down, with a, b, c for i; found by a search. A table of three has a further player as its fourth."""


@cache
def schedule(players: int) -> tuple[tuple[Table, ...], ...]:
    """As many rounds as are known in which nobody meets twice; none if there is no construction. Eight players cannot avoid it: in their
    seven rounds everybody meets everybody three times."""
    if players in _BASE_CLASSES:
        return tuple(tuple(found) for found in _from_base_class(*_BASE_CLASSES[players]))
    if players == 8:
        return tuple(tuple(found) for found in _parallel_planes())
    if players % 4 or players < 16:
        return ()
    return tuple(tuple(found) for found in _transversal(players // 4))


def _from_base_class(m: int, root: int, written: str) -> list[Round]:
    """Develop the base class modulo m. The further players have the numbers from 3·m on."""
    tables: list[tuple[_Point, ...]] = []
    for text in written.split():
        table = tuple((int(point[:-1]), "abc".index(point[-1])) for point in text.split(","))
        for _ in range(3):
            if {*table} not in [{*other} for other in tables]:  # some are their own image
                tables.append(table)
            table = tuple((root * x % m, (i + 1) % 3) for x, i in table)
    rounds = []
    for step in range(m):
        more = iter(range(3 * m, 3 * m + 3))
        seated = [[i * m + (x + step) % m for x, i in table] for table in tables]
        rounds.append([_table(players if len(players) == 4 else [*players, next(more)]) for players in seated])
    return rounds


def _parallel_planes() -> list[Round]:
    """The planes in the space of eight points, which are 0 to 7 as three bits: two parallel ones are a round."""
    sides = [[[point for point in range(8) if (point & plane).bit_count() % 2 == side] for side in (0, 1)] for plane in range(1, 8)]
    return [[_table(side) for side in both] for both in sides]


def _table(players: Sequence[int]) -> Table:
    a, b, c, d = players
    return a, b, c, d


def _transversal(n: int) -> list[Round]:
    """Rounds of four rows of n players."""
    powers = _prime_powers(n)
    if min(powers) >= 4:
        fields = [_Field(prime, exponent) for prime, exponent in powers.values()]
        elements = list(product(*(range(size) for size in powers)))
        number = {element: position for position, element in enumerate(elements)}

        def at(row: int, table: int, turn: int) -> int:
            parts = zip(fields, elements[table], elements[turn], strict=True)
            return number[tuple(field.add(t, field.times(row, r)) for field, t, r in parts)]

        rounds = n
    else:  # the integers modulo n, with the factors 0 to 3: their differences are 1, 2 and 3
        rounds = n // (3 if n % 3 == 0 else 2)

        def at(row: int, table: int, turn: int) -> int:
            return (table + row * turn) % n

    return [[_table([row * n + at(row, table, turn) for row in range(4)]) for table in range(n)] for turn in range(rounds)]


def _prime_powers(n: int) -> dict[int, tuple[int, int]]:
    """The factors of n that are powers of different primes.

    >>> _prime_powers(36)
    {4: (2, 2), 9: (3, 2)}
    """
    found = {}
    prime = 2
    while n > 1:
        exponent = 0
        while n % prime == 0:
            n //= prime
            exponent += 1
        if exponent:
            found[prime**exponent] = (prime, exponent)
        prime += 1
    return found


class _Field:
    """The finite field of this size. An element is a number whose digits to the base ``prime`` are the coefficients of a polynomial."""

    def __init__(self, prime: int, exponent: int) -> None:
        self.prime = prime
        self.exponent = exponent
        self.size: int = prime**exponent
        self.powers = next(powers for low in range(1, self.size) if len(powers := self._powers_of_x(low)) == self.size - 1)
        """1, x, x², … modulo a polynomial for which these are all elements but 0."""
        self.logarithm = {power: position for position, power in enumerate(self.powers)}

    def _powers_of_x(self, low: int) -> list[int]:
        """The powers of x modulo x^exponent − low, until they repeat."""
        top = self.size // self.prime
        found = [1]
        while True:
            digit, rest = divmod(found[-1], top)
            power = self.add(rest * self.prime if self.exponent > 1 else 0, self._multiple(low, digit))
            if power in (0, 1) or len(found) == self.size:
                return found
            found.append(power)

    def _multiple(self, element: int, digit: int) -> int:
        total = 0
        for _ in range(digit):
            total = self.add(total, element)
        return total

    def add(self, a: int, b: int) -> int:
        total, place = 0, 1
        for _ in range(self.exponent):
            total += (a + b) % self.prime * place
            a, b, place = a // self.prime, b // self.prime, place * self.prime
        return total

    def times(self, row: int, element: int) -> int:
        """The element times the factor of a row: the factors are 0, 1, x, x²."""
        if row == 0 or element == 0:
            return 0
        return self.powers[(self.logarithm[element] + row - 1) % (self.size - 1)]
