"""How far a hand is from a wait that may win: the winning hands near it are scored, nearest first, until one reaches the minimum.

A *target* is a winning hand with the melds of the hand. A player who has all of it except one tile waits for that tile; so a target that
lacks k tiles is k - 1 exchanges away by waiting for a tile that it lacks, and k by waiting for one that is held already. The C types are in
``legal_distance.pxd``.
"""

from quepu.kernel import guard, row_checks, row_codec
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.distance import Distances
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import (
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    NO_TILE,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
)

FAR = 99
MOST_EXCHANGES = 13
"""After this number of exchanges a hand can be any other."""
HONOURS = 127 << 27


class LegalSearch(Guarded):
    """Searches the nearest target that may win. No other thread may use ``scorer`` and ``distances``."""

    held: list[int]
    limit: list[int]
    target: list[int]
    base: list[int]
    least: list[list[int]]
    row: list[int]

    def __init__(self, scorer: Scorer, distances: Distances) -> None:
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        guard.check_type("distances", distances, Distances)
        self.scorer = scorer
        self.distances = distances
        self.finish_init()

    def nearest(self, held: bytes, melded: bytes, melds: bytes, winds: int, first: int, last: int) -> int:
        """The minimum number of exchanges, from ``first`` up to ``last``, after which a win on a discard is legal; ``last`` + 1 if there is
        none. ``held`` and ``melded`` count the tiles of each kind, ``melds`` are the scorer's bytes."""
        self.check_usable()
        self.scorer.check_usable()
        row_checks.check_counts(held, melded)
        row_checks.check_melds(melds)
        guard.check_range("winds", winds, 0, 15)
        guard.check_range("last", last, -1, MOST_EXCHANGES)
        guard.check_range("first", first, 0, last + 1)
        for kind in range(34):
            self.held[kind] = held[kind]
            self.limit[kind] = 4 - melded[kind]
        self.melds = len(melds)
        row_codec.write_melds(self.row, melds, self.melds)
        row_codec.write_circumstances(self.row, 0, winds, 0, 0, 0, NO_TILE)
        self.find_least(held)
        self.found = 0
        for away in range(first, last + 1):
            self.budget = away + 1
            self.try_targets()
            if self.found:
                return away
        return last + 1

    def find_least(self, held: bytes) -> None:
        """Find the minimum that each number of sets and pairs (2 · sets + pairs) lacks in all suits from each on."""
        for done in range(10):
            self.least[4][done] = FAR if done else 0
        for suit in range(3, -1, -1):
            costs = self.distances.suit_costs(held[9 * suit : 9 * suit + 9])
            for done in range(10):
                least = FAR
                for here in range(done + 1):
                    if (here & 1) <= (done & 1):
                        least = min(least, costs[here] + self.least[suit + 1][done - here])
                self.least[suit][done] = least

    # Finding targets.

    def try_targets(self) -> None:
        """Try all targets that lack as many tiles as the budget, or one less."""
        shapes = self.scorer.table.shapes
        if shapes >> STANDARD & 1:
            self.set_base(0)
            self.add_sets(0, 2 * (4 - self.melds) + 1, 0, 0, 0)
        if self.melds == 0:
            if shapes >> SEVEN_PAIRS & 1:
                self.set_base(0)
                self.add_pairs(0, 7, 0)
            if shapes >> THIRTEEN_ORPHANS & 1:
                for kind in range(34):
                    if ORPHANS >> kind & 1:
                        self.set_base(ORPHANS)
                        self.base[kind] = 2
                        self.add_sets(0, 0, 0, 0, 0)
            if shapes >> KNITTED_HONOURS & 1:
                for knitted in KNITTED:
                    self.leave_out_two(knitted | HONOURS)
        if self.melds <= 1 and shapes >> KNITTED_STRAIGHT & 1:
            for knitted in KNITTED:
                self.set_base(knitted)
                self.add_sets(0, 2 * (1 - self.melds) + 1, 0, 0, 0)

    def set_base(self, kinds: int) -> None:
        for kind in range(34):
            self.base[kind] = kinds >> kind & 1

    def leave_out_two(self, kinds: int) -> None:
        """Fourteen of sixteen kinds."""
        for first in range(34):
            for second in range(first):
                if kinds >> first & 1 and kinds >> second & 1:
                    self.set_base(kinds)
                    self.base[first] = self.base[second] = 0
                    self.add_sets(0, 0, 0, 0, 0)

    def add_sets(self, kind: int, wanted: int, before: int, last: int, lacking: int) -> None:
        """Walk up the kinds with ``wanted`` sets and pairs (2 · sets + pairs) still to find; ``before`` and ``last`` chows began at the two
        numbers before this one."""
        if kind == 34:
            if wanted == 0:
                self.try_target(lacking)
            return
        n = kind % 9 if kind < 27 else 9
        if (n == 0 or kind == 27) and lacking + self.least[kind // 9][wanted] > self.budget:
            return
        for chows in range(min(wanted // 2, 4) + 1 if n < 7 else 1):
            for pung in range(2):
                for pair in range(2 if wanted & 1 else 1):
                    then = wanted - 2 * (chows + pung) - pair
                    used = self.base[kind] + before + last + chows + 3 * pung + 2 * pair
                    now = lacking + max(0, used - self.held[kind])
                    if then >= 0 and used <= self.limit[kind] and now <= self.budget and not self.found:
                        self.target[kind] = used
                        self.add_sets(kind + 1, then, last, chows, now)

    def add_pairs(self, kind: int, wanted: int, lacking: int) -> None:
        """Walk up the kinds with ``wanted`` pairs still to find."""
        if kind == 34:
            if wanted == 0:
                self.try_target(lacking)
            return
        for pairs in range(min(wanted, 2 if self.scorer.table.four_as_two_pairs else 1) + 1):
            now = lacking + max(0, 2 * pairs - self.held[kind])
            if now <= self.budget and not self.found:
                self.target[kind] = 2 * pairs
                self.add_pairs(kind + 1, wanted - pairs, now)

    # Scoring them.

    def try_target(self, lacking: int) -> None:
        """Score a target with each winning tile for which the number of exchanges is that of the budget."""
        if lacking < self.budget - 1:
            return
        for kind in range(34):
            is_lacking = self.target[kind] > self.held[kind]
            if self.target[kind] and is_lacking == (lacking == self.budget) and not self.found:
                self.found = self.may_win(kind)

    def may_win(self, winning: int) -> int:
        """Whether the target has the minimum of points if it is won on a discard of this tile."""
        row_codec.write_concealed(self.row, self.target, winning)
        return self.scorer.score_row(self.row, 0) and self.scorer.best_points >= self.scorer.table.minimum
