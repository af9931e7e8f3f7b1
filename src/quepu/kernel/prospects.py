"""Prospects: the winning hands within reach of a player's tiles, and the value of each tile for them.

A *target* is a winning hand that has the player's melds and uses tiles in hand; the tiles that it lacks must still come. Targets are
searched level by level, those that lack the fewest tiles first, until a budget is used up. Each is scored as the rule book scores it, so
that only hands that may win have a value. The C types are in ``prospects.pxd``.
"""

from collections.abc import Callable

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard, row_checks, row_codec
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.cache import suit_tables
from quepu.kernel.distance import Distances
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import (
    FLAGS,
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    NO_TILE,
    ROW,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
)

KEEP = 34
"""Instead of a tile to discard: none, the hand waits for its next tile."""

BEYOND = 2
"""The maximum number of tiles that a part of a target in one suit lacks beyond the nearest part with the same number of sets."""

FAR = 99

MOST_TARGETS = 1 << 20
"""The maximum of the budget."""

MOST_KNOWN = 1 << 17
"""The maximum size of a cache, which is then cleared."""


class Prospects(Guarded):
    """Searches for one hand at a time. ``income(points, self_drawn)`` is the value of a win; ``budget`` is the number of targets that is
    enough."""

    held: list[int]
    left: list[int]
    target: list[int]
    need: list[int]
    spare: list[int]
    cost: list[list[int]]
    least: list[list[int]]
    ways: list[list[list[int]]]
    pairs: list[int]
    kinds: list[int]
    chance: list[float]
    best: list[list[float]]
    row: list[int]
    suit: list[int]
    first: list[int]
    choices: list[float]

    def __init__(self, scorer: Scorer, income: Callable[[int, bool], float], budget: int = 400) -> None:
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        self.income = income
        self.budget = budget
        guard.check_range("budget", self.budget, 1, MOST_TARGETS)
        self.shapes = self.scorer.table.shapes
        self.four_as_two_pairs = self.scorer.table.four_as_two_pairs
        self.distances = Distances(self.shapes, self.four_as_two_pairs, suit_tables())
        self.known_parts: dict[bytes, list[bytes]] = {}
        self.suits: list[bytes] = [b""] * 4
        self.parts: list[list[bytes] | None] = [None] * (40 * (BEYOND + 1))
        self.worths: dict[bytes, float] = {}
        for suit in range(4):
            self.first[suit] = FIRST[suit]
        for i in range(25):
            self.choices[i] = CHOICES[i]
        self.finish_init()

    def search(self, held: bytes, melds: bytes, left: bytes, draws: float, winds: int, flowers: int, ready: int) -> int:
        """Search the targets; return the number of tiles that the nearest winning hand lacks, legal or not. ``held`` counts the tiles in
        hand and ``left`` those that may still come, of each kind; ``melds`` are the scorer's bytes; ``draws`` is the number of tiles that
        will come. With ``ready`` (a 听 declaration) only targets that lack one tile are searched."""
        self.check_usable()
        self.scorer.check_usable()
        row_checks.check_counts(held, left)
        row_checks.check_melds(melds)
        self.melds = len(melds)
        tiles = 0
        for kind in range(34):
            tiles += held[kind]
        guard.check_range("the number of tiles", tiles + 3 * self.melds, 0, 14)
        guard.check_range("winds", winds, 0, 15)
        guard.check_range("flowers", flowers, 0, 255)
        guard.check_range("ready", ready, 0, 5)
        # ``income`` could call this method
        self.lock()
        try:
            return self.find_targets(held, melds, left, draws, winds, flowers, ready)
        finally:
            self.unlock()

    def find_targets(self, held: bytes, melds: bytes, left: bytes, draws: float, winds: int, flowers: int, ready: int) -> int:
        """``search`` after the checks."""
        for kind in range(34):
            self.held[kind] = held[kind]
            self.left[kind] = left[kind]
            for discarded in range(35):
                self.best[discarded][kind] = 0.0
        self.write_circumstances(melds, winds, flowers, ready)
        self.find_chances(draws)
        self.found = 0
        self.base = UNKNOWN
        nearest = max(1, self.distances.missing(held, bytes(34), self.melds))
        for missing in range(nearest, min(nearest + BEYOND + 1, 2 if ready else 15)):
            self.count = 0
            self.try_targets(missing, 1)
            self.sample = 1
            while self.count > self.sample * (self.budget - self.found):
                self.sample *= 2
            self.try_targets(missing, 0)
            if self.found >= self.budget:
                break
        return nearest

    def kept(self) -> float:
        """The value of the hand if nothing is to be discarded."""
        return self.without(KEEP)

    def without(self, discarded: int) -> float:
        """The value of the hand without this tile. A tile that may come counts as the best target that needs it."""
        self.check_usable()
        guard.check_range("discarded", discarded, 0, KEEP)
        total = 0.0
        for kind in range(34):
            total += self.left[kind] * self.best[discarded][kind]
        return total

    def write_circumstances(self, melds: bytes, winds: int, flowers: int, ready: int) -> None:
        row_codec.write_melds(self.row, melds, self.melds)
        row_codec.write_circumstances(self.row, 0, winds, bits.bit_count(flowers), flowers, ready, NO_TILE)

    def find_chances(self, draws: float) -> None:
        """Find, for each number of given tiles, the probability that all of them are among the tiles that will come."""
        left = 0
        for kind in range(34):
            left += self.left[kind]
        self.chance[0] = 1.0
        for i in range(15):
            self.chance[i + 1] = self.chance[i] * (draws - i) / (left - i) if draws > i and left > i else 0.0

    # Finding targets.

    def try_targets(self, missing: int, counting: int) -> None:
        """Count (``counting``) or evaluate all targets that lack exactly ``missing`` tiles."""
        self.counting = counting
        if self.shapes >> STANDARD & 1:
            self.find_sets(0, 4 - self.melds, missing)
        if self.melds == 0:
            if self.shapes >> SEVEN_PAIRS & 1:
                self.set_base(0)
                self.count_pairs()
                self.find_pairs(0, 7, missing)
            if self.shapes >> THIRTEEN_ORPHANS & 1:
                self.find_orphans(missing)
            if self.shapes >> KNITTED_HONOURS & 1:
                for knitted in KNITTED:
                    self.find_knitted_honours(knitted, missing)
        if self.melds <= 1 and self.shapes >> KNITTED_STRAIGHT & 1:
            for knitted in KNITTED:
                self.find_sets(knitted, 1 - self.melds, missing)

    def set_base(self, kinds: int) -> int:
        """Begin a target with one tile of each of these kinds; return how many of them are lacking."""
        lacking = 0
        for kind in range(34):
            wanted = kinds >> kind & 1
            self.target[kind] = wanted
            lacking += wanted > self.held[kind]
        return lacking

    def find_sets(self, base: int, sets: int, missing: int) -> None:
        """The targets of ``sets`` sets and a pair in addition to one tile of each kind of the base."""
        missing -= self.set_base(base)
        if missing < 0:
            return
        if base != self.base:
            self.base = base
            self.find_costs()
        done = 2 * sets + 1
        if self.least[0][done] <= missing:
            if self.counting:
                self.count += self.count_ways(0, done, missing)
            else:
                self.combine(0, done, missing, 0)

    def find_costs(self) -> None:
        """Find the minimum that each number of sets and pairs (2 · sets + pairs) lacks in each suit, and in all suits from it on."""
        rest = bytes([self.held[kind] - (1 if self.held[kind] and self.base >> kind & 1 else 0) for kind in range(34)])
        for done in range(10):
            self.least[4][done] = FAR if done else 0
        for suit in range(3, -1, -1):
            held = rest[self.first[suit] : self.first[suit] + 9]
            self.suits[suit] = held
            costs = self.distances.suit_costs(held)
            for done in range(10):
                self.cost[suit][done] = costs[done]
            for done in range(10):
                least = FAR
                for here in range(done + 1):
                    if (here & 1) <= (done & 1) and self.cost[suit][here] + self.least[suit + 1][done - here] < least:
                        least = self.cost[suit][here] + self.least[suit + 1][done - here]
                self.least[suit][done] = least
                for missing in range(16):
                    self.ways[suit][done][missing] = -1
        for i in range(40 * (BEYOND + 1)):
            self.parts[i] = None

    def count_ways(self, suit: int, done: int, missing: int) -> int:
        """The number of targets that ``combine`` finds."""
        if suit == 4:
            return missing == 0
        ways = self.ways[suit][done][missing]
        if ways >= 0:
            return ways
        ways = 0
        for here in range(done + 1):
            cheapest = self.cost[suit][here]
            most = missing - self.least[suit + 1][done - here]
            if (here & 1) <= (done & 1) and cheapest <= most:
                for more in range(min(BEYOND, most - cheapest) + 1):
                    parts = self.find_parts(suit, here, more)
                    if parts:
                        ways += len(parts) * self.count_ways(suit + 1, done - here, missing - cheapest - more)
        self.ways[suit][done][missing] = ways
        return ways

    def combine(self, suit: int, done: int, missing: int, mark: int) -> None:
        """Combine parts with ``done`` sets and pairs that lack ``missing`` tiles in this suit and those after it."""
        first = self.first[suit]
        for here in range(done + 1):
            cheapest = self.cost[suit][here]
            most = missing - self.least[suit + 1][done - here]
            if (here & 1) <= (done & 1) and cheapest <= most:
                for more in range(min(BEYOND, most - cheapest) + 1):
                    if self.count_ways(suit + 1, done - here, missing - cheapest - more) == 0:
                        continue
                    for part in self.find_parts(suit, here, more):
                        kinds = len(part) - 2
                        now = 31 * mark + (part[kinds] | part[kinds + 1] << 8)
                        if suit == 3 and not self.is_in_sample(now):
                            continue
                        for n in range(kinds):
                            self.target[first + n] += part[n]
                        if suit == 3:
                            self.evaluate()
                        else:
                            self.combine(suit + 1, done - here, missing - cheapest - more, now)
                        for n in range(kinds):
                            self.target[first + n] -= part[n]

    def is_in_sample(self, mark: int) -> int:
        """If there are too many targets, a sample of them is evaluated. It depends on the tiles only, so that a later search finds the same
        targets again, whose worth is cached."""
        return (mark * 0x5851F42D >> 12 & 1023) % self.sample == 0

    def find_parts(self, suit: int, done: int, more: int) -> list[bytes]:
        """All parts of this suit with ``done`` sets and pairs, as counts, that lack ``more`` tiles more than those that lack the fewest."""
        at = (10 * suit + done) * (BEYOND + 1) + more
        found = self.parts[at]
        if found is None:
            held = self.suits[suit]
            key = held + bytes([done, more])
            found = self.known_parts.get(key)
            if found is None:
                if len(self.known_parts) > MOST_KNOWN:
                    self.known_parts.clear()
                parts: set[bytes] = set()
                self.split(held, 0, 0, 0, done, self.cost[suit][done] + more, parts)
                found = self.known_parts[key] = sorted(parts)
            self.parts[at] = found
        return found

    def split(self, held: bytes, n: int, before: int, last: int, done: int, missing: int, parts: set[bytes]) -> None:
        """Walk up the numbers of a suit as ``Distances`` does, and add the tiles of every way that lacks exactly ``missing``."""
        kinds = len(held)
        if n == kinds:
            if done == 0 and missing == 0:
                mark = 0
                for i in range(kinds):
                    mark = (7 * mark + self.suit[i]) * 40503 & 65535
                parts.add(bytes([*[self.suit[i] for i in range(kinds)], mark & 255, mark >> 8]))
            return
        for chows in range(5 if kinds == 9 and n < 7 else 1):
            for pung in range(2):
                for pair in range(2 if done & 1 else 1):
                    then = done - 2 * (chows + pung) - pair
                    used = before + last + chows + 3 * pung + 2 * pair
                    rest = missing - (used - held[n] if used > held[n] else 0)
                    if then >= 0 and used <= 4 and rest >= 0:
                        self.suit[n] = used
                        self.split(held, n + 1, last, chows, then, rest, parts)

    def find_pairs(self, kind: int, pairs: int, missing: int) -> None:
        """Seven pairs of kinds in hand: ``pairs`` more from this kind on, ``missing`` of them lacking a tile."""
        if pairs == 0:
            if missing == 0:
                self.try_special()
            return
        if missing < 0 or pairs - missing > self.pairs[kind] or pairs > self.kinds[kind]:
            return
        self.find_pairs(kind + 1, pairs, missing)
        if self.held[kind]:
            self.target[kind] = 2
            self.find_pairs(kind + 1, pairs - 1, missing - (self.held[kind] == 1))
            if self.four_as_two_pairs and self.held[kind] > 2 and pairs > 1:
                self.target[kind] = 4
                self.find_pairs(kind + 1, pairs - 2, missing - (self.held[kind] == 3))
            self.target[kind] = 0

    def count_pairs(self) -> None:
        """Count the pairs in hand, and the possible pairs, from each kind on."""
        self.pairs[34] = self.kinds[34] = 0
        for kind in range(33, -1, -1):
            held = self.held[kind]
            twice = self.four_as_two_pairs and held > 2
            self.pairs[kind] = self.pairs[kind + 1] + (held // 2 if twice else held > 1)
            self.kinds[kind] = self.kinds[kind + 1] + (2 if twice else held > 0)

    def find_orphans(self, missing: int) -> None:
        lacking = self.set_base(ORPHANS)
        for kind in range(34):
            if ORPHANS >> kind & 1 and lacking + (self.held[kind] < 2) == missing:
                self.target[kind] = 2
                self.try_special()
                self.target[kind] = 1

    def find_knitted_honours(self, knitted: int, missing: int) -> None:
        """全不靠: fourteen of sixteen kinds; two that are lacking are left out."""
        if self.set_base(knitted | HONOURS) - 2 != missing:
            return
        for first in range(34):
            if self.target[first] > self.held[first]:
                self.target[first] = 0
                for second in range(first):
                    if self.target[second] > self.held[second]:
                        self.target[second] = 0
                        self.try_special()
                        self.target[second] = 1
                self.target[first] = 1

    # Evaluating them.

    def try_special(self) -> None:
        """Count or evaluate a target of a special shape."""
        if self.counting:
            self.count += 1
            return
        mark = 0
        for kind in range(34):
            mark = (5 * mark + self.target[kind]) * 40503 & 65535
        if self.is_in_sample(mark):
            self.evaluate()

    def evaluate(self) -> None:
        """Enter the value of the target for every tile that it lacks and every tile that it does not need: its worth, times the probability
        that this tile comes first and the other tiles that it lacks come too."""
        needs = spares = missing = 0
        likely = 1.0
        last = NO_TILE
        for kind in range(34):
            lacking = self.target[kind] - self.held[kind]
            if lacking > 0:
                if lacking > self.left[kind]:
                    return
                missing += lacking
                likely *= self.choices[5 * self.left[kind] + lacking]
                self.need[needs] = kind
                needs += 1
                if last == NO_TILE or self.left[kind] < self.left[last]:
                    last = kind
            elif lacking < 0:
                self.spare[spares] = kind
                spares += 1
        self.found += 1
        likely *= self.chance[missing - 1] * self.worth(last) / missing
        for i in range(needs):
            kind = self.need[i]
            # once one of it has come, one less is lacking and one less is left
            value = likely * (self.target[kind] - self.held[kind]) / self.left[kind]
            for j in range(spares):
                if value > self.best[self.spare[j]][kind]:
                    self.best[self.spare[j]][kind] = value
            if value > self.best[KEEP][kind]:
                self.best[KEEP][kind] = value

    def worth(self, last: int) -> float:
        """The worth of the target if this tile comes last: from a discard of three other players, or by self-draw."""
        row_codec.write_concealed(self.row, self.target, last)
        self.row[FLAGS] = 0
        if cython.compiled:
            key = cython.cast(cython.p_char, self.row)[:ROW]
        else:
            key = bytes(self.row)
        known = self.worths.get(key)
        if known is None:
            known = 0.75 * self.value_of_win(0) + 0.25 * self.value_of_win(1)
            if len(self.worths) > MOST_KNOWN:
                self.worths.clear()
            self.worths[key] = known
        return known

    def value_of_win(self, self_drawn: int) -> float:
        """The value of winning. A hand below the minimum is worth almost nothing, but more the nearer it is to the minimum."""
        self.row[FLAGS] = self_drawn
        self.scorer.score_row(self.row, 0)
        points = self.scorer.best_points
        if points < self.scorer.table.minimum:
            return 1e-6 * (1 + points)
        return self.income(self.scorer.total_points(), self_drawn != 0)


HONOURS = 127 << 27
UNKNOWN = 1 << 34
FIRST = (27, 0, 9, 18)
"""The first kind of each suit. The honours come first, because the last suit should have many parts."""
CHOICES = (1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1)
"""The number of ways to choose k of n tiles, at 5n + k."""
