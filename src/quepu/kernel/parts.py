"""The parts of targets: the combinations of one suit that lack a certain number of tiles (see ``prospects``).

The first two suits and the last two are the *halves* of a target. A target has a number of sets and pairs (2 · sets + pairs, ``done``) and
lacks a number of tiles; both are divided between the halves, and in each half between its suits. Parts are cached from search to search.
The C types are in ``parts.pxd``.
"""

from array import array

from quepu.kernel import bits, guard
from quepu.kernel.combinations import combinations
from quepu.kernel.distance import Distances
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import BEYOND, TILES

HONOURS = 0
"""The first suit is that of the honours."""

FAR = 99

PLACES = 3 * 40
"""For each suit, each number of sets and pairs, and each number of tiles beyond: the list of parts."""

LISTS_BITS, PARTS = 15, 1 << 19
"""The sizes of the caches of lists (in bits) and parts. One search needs 408 lists and 67,000 parts at most: all combinations of each suit.
So they never fill up in a search if they are cleared before it when they are half full."""

MIXER = 0x9E3779B97F4A7C15


class Parts(Guarded):
    """The parts for one hand at a time: write its tiles to ``rest``, then ``find_costs``. The parts at a place, which ``find`` returns, are
    ``words`` from its ``first`` on, as many as its ``count``."""

    rest: list[int]
    cost: list[list[int]]
    least: list[list[int]]
    ways: list[list[list[int]]]
    first: list[int]
    count: list[int]
    pairs: list[list[int]]
    first_pair: list[list[list[int]]]
    pair_count: list[list[list[int]]]

    def __init__(self, distances: Distances) -> None:
        self.start_init()
        guard.check_type("distances", distances, Distances)
        self.distances = distances
        self.distances.check_usable()
        self.combinations = combinations()
        self.list_keys = array("Q", bytes(8 << LISTS_BITS))
        self.list_first = array("i", bytes(4 << LISTS_BITS))
        self.list_count = array("i", bytes(4 << LISTS_BITS))
        self.words = array("Q", bytes(8 * PARTS))
        self.lists_used = self.words_used = 0
        self.finish_init()

    def make_room(self) -> None:
        """Clear the caches if they are half full."""
        if 2 * self.words_used > PARTS or 2 * self.lists_used > 1 << LISTS_BITS:
            for i in range(1 << LISTS_BITS):
                self.list_keys[i] = 0
            self.lists_used = self.words_used = 0

    def find_costs(self, all_done: int) -> None:
        """Find the minimum that each number of sets and pairs, up to ``all_done``, lacks in each suit and in each half. Everything else is
        found when it is needed."""
        for suit in range(4):
            self.distances.find_costs(suit + 3 & 3, self.rest[suit])
            for done in range(all_done + 1):
                self.cost[suit][done] = self.distances.rows[done]
        for half in range(2):
            for done in range(all_done + 1):
                self.least[half][done] = self.lacking(half, done)
                for missing in range(16):
                    self.ways[half][done][missing] = -1
        for place in range(PLACES):
            self.count[place] = -1
        self.pairs_used = 0

    def lacking(self, half: int, done: int) -> int:
        """The minimum that a half with these sets and pairs lacks. Only one suit has a pair."""
        least = FAR
        for here in range(done + 1):
            if here & 1 <= done & 1:
                least = min(least, self.cost[2 * half][here] + self.cost[2 * half + 1][done - here])
        return least

    def count_ways(self, done: int, missing: int) -> int:
        """The number of targets with these sets and pairs that lack exactly ``missing`` tiles."""
        ways = 0
        for there in range(done + 1):
            for lacking in range(self.least[1][there], missing - self.least[0][done - there] + 1):
                here = self.count_half(0, done - there, missing - lacking)
                if here:
                    ways += here * self.count_half(1, there, lacking)
        return ways

    def count_half(self, half: int, done: int, missing: int) -> int:
        """The number of halves with these sets and pairs that lack exactly ``missing`` tiles."""
        if self.ways[half][done][missing] < 0:
            self.first_pair[half][done][missing] = self.pairs_used
            self.ways[half][done][missing] = self.list_pairs(2 * half, done, missing)
            self.pair_count[half][done][missing] = self.pairs_used - self.first_pair[half][done][missing]
        return self.ways[half][done][missing]

    def list_pairs(self, suit: int, done: int, missing: int) -> int:
        """List the pairs of places of this suit and the next whose parts together are such halves: every part at the first place with every
        part at the second. Return the number of these halves."""
        ways = 0
        for here in range(done + 1):
            more = missing - self.cost[suit][here] - self.cost[suit + 1][done - here]
            if here & 1 <= done & 1 and more >= 0:
                for some in range(max(0, more - BEYOND), min(BEYOND, more) + 1):
                    first = self.find(suit, here, some)
                    if self.count[first]:
                        second = self.find(suit + 1, done - here, more - some)
                        self.pairs[self.pairs_used][0] = first
                        self.pairs[self.pairs_used][1] = second
                        self.pairs_used += 1
                        ways += self.count[first] * self.count[second]
        return ways

    def find(self, suit: int, done: int, more: int) -> int:
        """Find all parts of this suit with ``done`` sets and pairs that lack ``more`` tiles more than those that lack the fewest; return
        their place."""
        place = (10 * suit + done) * (BEYOND + 1) + more
        if self.count[place] < 0:
            key = ((self.rest[suit] * 2 + (1 if suit == HONOURS else 0)) * 10 + done) * (BEYOND + 1) + more + 1
            at = bits.wrapping_product(key, MIXER) >> 64 - LISTS_BITS
            while self.list_keys[at] != key and self.list_keys[at] != 0:
                at = at + 1 & (1 << LISTS_BITS) - 1
            if self.list_keys[at] == 0:
                self.list_keys[at] = key
                self.list_first[at] = self.words_used
                self.select(suit, done, self.cost[suit][done] + more)
                self.list_count[at] = self.words_used - self.list_first[at]
                self.lists_used += 1
            self.first[place] = self.list_first[at]
            self.count[place] = self.list_count[at]
        return place

    def select(self, suit: int, done: int, missing: int) -> None:
        """Select the combinations that lack this number of tiles. Each is written, and then kept or not: no branch to mispredict."""
        first = 10 + done if suit == HONOURS else done
        absent = ~self.rest[suit] & TILES
        used = self.words_used
        for i in range(self.combinations.first[first], self.combinations.first[first + 1]):
            self.words[used] = self.combinations.words[i]
            used += 1 if bits.bit_count(self.combinations.words[i] & absent) == missing else 0
        self.words_used = used
