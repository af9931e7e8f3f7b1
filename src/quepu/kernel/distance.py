"""How many tiles a hand lacks, and which tiles reduce that number.

``missing`` is the minimum number of tiles that must be exchanged for others to make a winning hand; a hand is ready when one is missing. No
result ever needs a fifth copy of a tile. The C types are in ``distance.pxd``.

For sets and a pair, a suit's tiles have a *vector*: at 2j + p, the number of tiles missing from j sets and p pairs in this suit. The hand
lacks the minimum of the sums over suits and honours, each with some of the sets. A tile is useful if the vector of its suit with it,
combined with the other three, gives less. Vectors come from tables (``suits``) if the suit has no melds; else, and interpreted, they are
found by walking up the numbers, and cached.
"""

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.errors import ImpossibleHand
from quepu.kernel import bits, guard, row_checks, row_codec
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import (
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    ROW,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    WIDTH,
)
from quepu.kernel.suits import HONOURS as HONOUR_KINDS
from quepu.kernel.suits import NUMBERS, SuitTables

FAR = 99
KNOWN_SUITS = 4096
"""The number of suits whose vectors are cached."""
HONOURS = 127 << 27
WITH_ONE, AHEAD, BEHIND, OTHERS, AREA = 4, 5, 6, 7, 11
"""The rows of vectors: four suits, then these."""
MIXER = 0x9E3779B97F4A7C15


class Distances(Guarded):
    """Measures hands for one rule book's shapes, one at a time: give each thread its own. It caches what it finds about the tiles of a
    suit, so keep it for the next hand. Without ``tables`` it computes all vectors."""

    held: list[int]
    melded: list[int]
    knitted: list[int]
    straights: list[int]
    index: list[int]
    laid: list[int]
    power: list[int]
    rows: list[int]
    now: list[int]
    next: list[int]
    known_keys: list[int]
    known: list[int]

    def __init__(self, shapes: int, four_as_two_pairs: bool = False, tables: SuitTables | None = None) -> None:
        self.start_init()
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.orphans = ORPHANS
        self.one = 1
        self.tabled = cython.compiled and tables is not None
        if self.tabled and tables is not None:
            self.use_tables(tables)
        for i in range(6):
            self.knitted[i] = KNITTED[i]
        step = 1
        for n in range(9):
            self.power[n] = step
            step *= 5
        self.finish_init()

    def use_tables(self, tables: SuitTables) -> None:
        tables.check_usable()
        self.numbers, self.honours, self.vectors = tables.numbers, tables.honours, tables.all_vectors

    # One hand, or many.

    def missing(self, held: bytes, melded: bytes, melds: int) -> int:
        """The number of tiles missing from the nearest win; ``held`` and ``melded`` count the tiles of each kind in hand and in melds."""
        self.check(held, melded, melds)
        self.load_counts(held, melded, melds)
        self.find_nearest()
        return self.nearest

    def missing_from(self, row: bytes) -> int:
        """The same for the hand in a row, of thirteen or fourteen tiles."""
        self.check_usable()
        row_checks.check_hand_at(row, 0)
        self.load_row(row, 0)
        self.find_nearest()
        return self.nearest

    def useful(self, held: bytes, melded: bytes, melds: int) -> tuple[int, int]:
        """The number of tiles missing, and the kinds that reduce it, a bit each."""
        self.check(held, melded, melds)
        self.load_counts(held, melded, melds)
        self.find_nearest()
        self.find_useful()
        return self.nearest, self.nearer

    def useful_from(self, row: bytes) -> tuple[int, int]:
        """The same for the hand in a row."""
        self.check_usable()
        row_checks.check_hand_at(row, 0)
        self.load_row(row, 0)
        self.find_nearest()
        self.find_useful()
        return self.nearest, self.nearer

    def measure_rows(self, rows: bytes, first: int, last: int, distance: memoryview, useful: memoryview) -> None:
        """Write the distance from ready and the useful kinds of the rows from ``first`` up to ``last`` into these columns. Compiled, other
        threads can run meanwhile."""
        self.check_usable()
        row_checks.check_part(rows, first, last)
        guard.check_length("a column", min(len(distance), len(useful)), last)
        self.lock()
        wrong = self.fill(rows, first, last, distance, useful)
        self.unlock()
        if wrong >= 0:
            raise ImpossibleHand("bad_row", found=wrong)

    def check(self, held: bytes, melded: bytes, melds: int) -> None:
        """Raise unless these are counts of tiles, and a number of melds."""
        self.check_usable()
        row_checks.check_counts(held, melded)
        guard.check_range("melds", melds, 0, 4)

    def fill(self, rows: bytes, first: int, last: int, distance: memoryview, useful: memoryview) -> int:
        """``measure_rows`` after the checks; stop at the first row that is not a hand, and return its number, or -1."""
        wrong = -1
        with cython.nogil:
            for n in range(first, last):
                if row_checks.is_wrong_hand(rows, n * ROW):
                    wrong = n
                    break
                self.load_row(rows, n * ROW)
                self.find_nearest()
                self.find_useful()
                distance[n] = self.nearest - 1
                useful[n] = self.nearer
        return wrong

    def load_counts(self, held: bytes, melded: bytes, melds: int) -> None:
        self.melds = melds
        for kind in range(34):
            self.held[kind] = held[kind]
            self.melded[kind] = melded[kind]
        self.survey()

    def load_held(self, held: Sequence[int], melds: int) -> None:
        """Load a hand whose melds are tiles like others: what lacks a tile may lack a fifth one."""
        self.melds = melds
        for kind in range(34):
            self.held[kind] = held[kind]
            self.melded[kind] = 0
        self.survey()

    def load_row(self, rows: Sequence[int], at: int) -> None:
        self.melds = row_codec.read_counts(rows, at, self.held, self.melded)
        self.survey()

    def survey(self) -> None:
        """Find what is needed repeatedly: the kinds held at least once, at least twice, those of which there are four and those with all
        four in melds; each suit's tiles as a number, and whether it has melds."""
        self.singly = self.doubly = self.full = self.all_laid = 0
        for suit in range(4):
            index = laid = 0
            for n in range(7 if suit == 3 else 9):
                kind = 9 * suit + n
                held = self.held[kind]
                melded = self.melded[kind]
                index += self.power[n] * held
                laid |= melded
                bit = self.one << kind
                self.singly |= bit if held > 0 else 0
                self.doubly |= bit if held > 1 else 0
                self.full |= bit if held + melded > 3 else 0
                self.all_laid |= bit if melded > 3 else 0
            self.index[suit] = index
            self.laid[suit] = laid

    # The shapes.

    def find_nearest(self) -> None:
        """Find what the nearest shape lacks."""
        self.nearest = self.of_sets = FAR
        if self.shapes >> STANDARD & 1:
            self.nearest = self.of_sets = self.lacking_sets(0, 4 - self.melds)
        if self.melds == 0:
            if self.shapes >> SEVEN_PAIRS & 1:
                self.nearest = min(self.nearest, self.lacking_pairs())
            if self.shapes >> THIRTEEN_ORPHANS & 1:
                self.nearest = min(self.nearest, self.lacking_orphans())
            if self.shapes >> KNITTED_HONOURS & 1:
                for i in range(6):
                    self.nearest = min(self.nearest, self.lacking_knitted_honours(self.knitted[i]))
        if self.melds <= 1 and self.shapes >> KNITTED_STRAIGHT & 1:
            for i in range(6):
                self.straights[i] = self.lacking_straight(self.knitted[i])
                self.nearest = min(self.nearest, self.straights[i])

    def find_useful(self) -> None:
        """Find the kinds that reduce what the nearest shapes lack. One tile reduces what a shape lacks by one at most, so the other shapes
        do not matter. Call ``find_nearest`` first."""
        self.nearer = 0
        if self.nearest == 0:
            return
        if self.of_sets == self.nearest:
            self.find_useful_to_sets(0, self.nearest)
        if self.melds == 0:
            if self.shapes >> SEVEN_PAIRS & 1 and self.lacking_pairs() == self.nearest:
                self.find_useful_to_pairs()
            if self.shapes >> THIRTEEN_ORPHANS & 1 and self.lacking_orphans() == self.nearest:
                self.nearer |= self.orphans & ~self.singly if self.doubly & self.orphans else self.orphans
            if self.shapes >> KNITTED_HONOURS & 1:
                for i in range(6):
                    if self.lacking_knitted_honours(self.knitted[i]) == self.nearest:
                        self.nearer |= (self.knitted[i] | HONOURS) & ~self.singly
        if self.melds <= 1 and self.shapes >> KNITTED_STRAIGHT & 1:
            for i in range(6):
                if self.straights[i] == self.nearest:
                    self.nearer |= self.knitted[i] & ~self.singly
                    self.find_useful_to_sets(self.knitted[i], self.lacking_sets(self.knitted[i], 1 - self.melds))
        self.nearer &= ~self.full

    def lacking_pairs(self) -> int:
        """For seven pairs: of seven different kinds, or with four equal tiles as two pairs."""
        self.pairs = self.singles = 0
        for kind in range(34):
            held = self.held[kind]
            if self.four_as_two_pairs:
                self.pairs += held >> 1
                # a third tile can still get its fourth, a single one its second
                self.singles += held & 1 if held + self.melded[kind] < 4 else 0
            else:
                self.pairs += held > 1
                self.singles += held == 1
        if self.pairs > 7:
            self.pairs = 7
        return 14 - 2 * self.pairs - min(self.singles, 7 - self.pairs)

    def find_useful_to_pairs(self) -> None:
        """The second tile of a pair; and if there are not enough kinds, the first. Call ``lacking_pairs`` first."""
        for kind in range(34):
            held = self.held[kind]
            if held < 2 or self.four_as_two_pairs:
                is_second = held & 1
                is_first = is_second == 0 and self.singles < 7 - self.pairs and held + self.melded[kind] < 3
                if is_second or is_first:
                    self.nearer |= self.one << kind

    def lacking_orphans(self) -> int:
        kinds = bits.bit_count(self.singly & self.orphans)
        return 14 - kinds - (1 if self.doubly & self.orphans else 0)

    def lacking_knitted_honours(self, knitted: int) -> int:
        kinds = bits.bit_count(self.singly & (knitted | HONOURS))
        return 14 - min(14, kinds)

    def lacking_straight(self, knitted: int) -> int:
        """For a knitted straight with sets and a pair; FAR if it cannot be among the nearest."""
        kinds = bits.bit_count(self.singly & knitted)
        lacking = 9 - kinds
        if self.all_laid & knitted or lacking > self.nearest:
            return FAR
        return lacking + self.lacking_sets(knitted, 1 - self.melds)

    # Sets and a pair. The vectors are in rows: four for the suits, one for a suit with one tile more, two for two suits together, four for
    # the other three suits together; and the same again for sets in addition to a base, one tile of each of its kinds.

    def lacking_sets(self, base: int, sets: int) -> int:
        """For ``sets`` sets and a pair in addition to the base."""
        first = AREA if base else 0
        for suit in range(4):
            if base:
                self.index[4 + suit] = self.index[suit] - self.index_of(self.singly & base, suit)
            self.find_vector(suit, base, -1, first + suit)
        self.combine(first, first + 1, first + AHEAD, sets)
        self.combine(first + 2, first + 3, first + BEHIND, sets)
        for suit in range(4):
            self.combine(first + (suit ^ 1), first + (BEHIND if suit < 2 else AHEAD), first + OTHERS + suit, sets)
            self.reverse(first + OTHERS + suit, sets)
        return self.least_sum(first, first + OTHERS)

    def find_useful_to_sets(self, base: int, missing: int) -> None:
        """Call ``lacking_sets`` first."""
        first = AREA if base else 0
        for suit in range(4):
            for n in range(7 if suit == 3 else 9):
                more = self.one << 9 * suit + n
                # the first tile of a kind of the base belongs to the base
                if (self.full | self.nearer | base & ~self.singly) & more == 0:
                    self.find_vector(suit, base, n, first + WITH_ONE)
                    if self.least_sum(first + WITH_ONE, first + OTHERS + suit) < missing:
                        self.nearer |= more

    def combine(self, a: int, b: int, to: int, sets: int) -> None:
        """The vector of two suits together, up to ``sets`` sets."""
        a, b, to = WIDTH * a, WIDTH * b, WIDTH * to
        for j in range(sets + 1):
            least = paired = FAR
            for i in range(j + 1):
                here, there = a + 2 * i, b + 2 * (j - i)
                least = min(least, self.rows[here] + self.rows[there])
                paired = min(paired, min(self.rows[here + 1] + self.rows[there], self.rows[here] + self.rows[there + 1]))
            self.rows[to + 2 * j] = least
            self.rows[to + 2 * j + 1] = paired

    def reverse(self, row: int, sets: int) -> None:
        """Reverse a vector, so that its entries and those of another vector that together make ``sets`` sets and a pair have the same
        index."""
        row *= WIDTH
        for i in range(sets + 1):
            other = row + 2 * sets + 1 - i
            self.rows[row + i], self.rows[other] = self.rows[other], self.rows[row + i]
        for i in range(2 * sets + 2, WIDTH):
            self.rows[row + i] = FAR

    def least_sum(self, a: int, b: int) -> int:
        """What the whole hand lacks: the minimum of the sums of a vector and a reversed one."""
        a, b = WIDTH * a, WIDTH * b
        least = FAR
        for i in range(WIDTH):
            both = self.rows[a + i] + self.rows[b + i]
            if both < least:
                least = both
        return least

    def index_of(self, kinds: int, suit: int) -> int:
        """One tile of each of these kinds of a suit, as a number."""
        index = 0
        for n in range(9):
            index += self.power[n] * (kinds >> 9 * suit + n & 1)
        return index

    def find_vector(self, suit: int, base: int, n: int, to: int) -> None:
        """The vector of a suit without the base's tiles, and with one more of number ``n`` unless that is -1.

        The tables assume four tiles of every kind, and in addition to the base there is one less. That does not matter: only a set and a
        pair are needed there, and they never use four tiles of a kind."""
        to *= WIDTH
        if self.tabled and self.laid[suit] == 0:
            index = self.index[4 + suit if base else suit]
            if n >= 0:
                index += self.power[n]
            at = WIDTH * (self.honours[index] if suit == 3 else self.numbers[index])
            for i in range(WIDTH):
                self.rows[to + i] = self.vectors[at + i]
        else:
            at = WIDTH * self.cached_vector(suit, base, n)
            for i in range(WIDTH):
                self.rows[to + i] = self.known[at + i]

    def suit_costs(self, held: bytes) -> bytes:
        """The vector of a suit (nine counts) or of the honours (seven) without melds."""
        self.check_usable()
        kinds = len(held)
        if kinds != NUMBERS and kinds != HONOUR_KINDS:
            raise ValueError(f"a suit has {NUMBERS} kinds and the honours are {HONOUR_KINDS}, not {kinds}")
        for n in range(kinds):
            guard.check_range("a count", held[n], 0, 4)
        tiles = 0
        for n in range(kinds):
            tiles |= ((self.one << held[n]) - 1) << 4 * n
        self.find_costs(3 if kinds == HONOUR_KINDS else 0, tiles)
        return bytes([self.rows[i] for i in range(10)])

    def find_costs(self, suit: int, tiles: int) -> None:
        """Write the vector of a suit without melds, or of the honours, into the first row. ``tiles`` has as many ones as there are tiles
        of a kind in the four bits of the kind. It needs no Python."""
        index = 0
        for n in range(7 if suit == 3 else 9):
            held = bits.bit_count(tiles >> 4 * n & 15)
            self.held[9 * suit + n] = held
            self.melded[9 * suit + n] = 0
            index += self.power[n] * held
        self.index[suit] = index
        self.laid[suit] = 0
        self.find_vector(suit, 0, -1, 0)

    # Vectors that are not in the tables.

    def cached_vector(self, suit: int, base: int, more: int) -> int:
        """The place of a vector in the cache, where it is computed if necessary. Each place serves many suits."""
        kinds = 7 if suit == 3 else 9
        key = 2 + (suit == 3)
        for n in range(kinds):
            kind = 9 * suit + n
            based = base >> kind & 1
            held = self.held[kind] + (n == more)
            if based and held:
                held -= 1
            key = key << 6 | held << 3 | self.melded[kind] + based
        place = bits.wrapping_product(key, MIXER) >> 52
        if self.known_keys[place] != key:
            self.known_keys[place] = key
            self.walk(key, kinds)
            for i in range(WIDTH):
                self.known[WIDTH * place + i] = self.now[i] if i < 10 else FAR
        return place

    def walk(self, key: int, kinds: int) -> None:
        """Walk up the numbers. A state has the numbers of chows that began at the two numbers before, and of the sets and pairs so far."""
        for state in range(250):
            self.now[state] = FAR
        self.now[0] = 0
        for n in range(kinds):
            both = key >> 6 * (kinds - 1 - n)
            self.step(both >> 3 & 7, 4 - (both & 7), kinds == 9 and n < 7)

    def step(self, held: int, limit: int, chows_may_begin: int) -> None:
        """Walk one number up."""
        for state in range(250):
            self.next[state] = FAR
        for state in range(250):
            cost = self.now[state]
            if cost == FAR:
                continue
            before, last, done = state // 50, state // 10 % 5, state % 10
            for chows in range(5 if chows_may_begin else 1):
                for pung in range(2):
                    for pair in range(2 if done % 2 == 0 else 1):
                        used = before + last + chows + 3 * pung + 2 * pair
                        then = done + 2 * (chows + pung) + pair
                        if used <= limit and then < 10:
                            lacking = cost
                            if used > held:
                                lacking += used - held
                            to = last * 50 + chows * 10 + then
                            if lacking < self.next[to]:
                                self.next[to] = lacking
        for state in range(250):
            self.now[state] = self.next[state]
