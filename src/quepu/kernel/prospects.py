"""Prospects: the winning hands within reach of a player's tiles, and the value of each tile for them.

A *target* is a winning hand that has the player's melds and uses tiles in hand; the tiles that it lacks must still come. Targets are
searched level by level, those that lack the fewest tiles first, until a budget is used up. Each is scored as the rule book scores it, so
that only hands that may win have a value.

The tiles of a target, of the hand and of what is left are words, one for each suit (see ``combinations``), and nothing here needs Python.
The *parts* of targets, which are the combinations of one suit that lack a certain number of tiles, and the worth of targets are cached from
search to search. The C types are in ``prospects.pxd``.
"""

from quepu.kernel import bits, guard, row_checks
from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.arrivals import Arrivals
from quepu.kernel.cache import suit_tables
from quepu.kernel.distance import Distances
from quepu.kernel.guard import Guarded
from quepu.kernel.parts import Parts
from quepu.kernel.payments import Payments
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import (
    BEYOND,
    DRAWN,
    FOR_CHOW,
    FOR_PUNG,
    KEEP,
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    MARK,
    MARK_BITS_IGNORED,
    MARK_FACTOR,
    MOST_SAMPLED,
    NO_TILE,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    TILES,
)
from quepu.kernel.target_notes import TargetNotes
from quepu.kernel.worths import Worths

MOST_TARGETS = 1 << 20
"""The maximum of the budget."""

MOST_RATE = 100.0
"""The maximum of ``chow`` and ``pung``."""

MOST_HALVES = 1 << 11
"""The maximum number of halves of targets that are listed at a time."""


class Prospects(Guarded):
    """Searches for one hand at a time. ``payments`` says what a win brings; ``budget`` is the number of targets that is enough, and
    ``beyond`` how many tiles more than the nearest they may lack."""

    held: list[int]
    left: list[int]
    codes: list[int]
    own: list[int]
    first: list[int]
    possible: list[int]
    based: list[int]
    target: list[int]
    places: list[int]
    need: list[int]
    spare: list[int]
    kinds: list[int]
    pairs: list[int]
    possible_pairs: list[int]
    weight: list[int]
    bases: list[list[int]]
    chance: list[float]
    best: list[list[float]]
    first_half: list[int]
    next_half: list[int]
    half_mark: list[int]
    half_parts: list[list[int]]

    def __init__(self, scorer: Scorer, payments: Payments, budget: int = 400, beyond: int = BEYOND) -> None:
        self.start_init()
        self.worths = Worths(scorer, payments)
        self.scorer = self.worths.scorer
        self.set_limits(budget, beyond)
        self.shapes = self.scorer.table.shapes
        self.four_as_two_pairs = self.scorer.table.four_as_two_pairs
        self.distances = Distances(self.shapes, self.four_as_two_pairs, suit_tables())
        self.parts = Parts(self.distances)
        self.one = 1
        self.fifteen = 15
        for suit in range(4):
            self.first[suit] = FIRST[suit]
        self.notes = TargetNotes()
        weight = 1
        for kind in range(33, -1, -1):
            weight = weight * 40503 & 65535
            self.weight[kind] = weight
            weight *= 5
        self.arrivals = Arrivals()
        self.set_claims(0.0, 0.0)
        self.write_base(ONE_OF_EACH_ORPHAN, ORPHANS)
        for i in range(6):
            self.write_base(KNITTED_ALONE + i, KNITTED[i])
            self.write_base(KNITTED_WITH_HONOURS + i, KNITTED[i] | ALL_HONOURS)
        self.finish_init()

    def set_limits(self, budget: int, beyond: int) -> None:
        """Set how much is searched from now on."""
        guard.check_range("budget", budget, 1, MOST_TARGETS)
        guard.check_range("beyond", beyond, 0, BEYOND)
        self.budget = budget
        self.beyond = beyond

    def set_claims(self, chow: float, pung: float) -> None:
        """Set how many times as fast tiles come that can be claimed for a chow or a pung; 0: only drawn tiles are considered."""
        self.chow = chow
        self.pung = pung
        if chow <= 0.0:
            self.arrivals.count_ways()

    def write_base(self, base: int, kinds: int) -> None:
        """Write one tile of each of these kinds as words."""
        for suit in range(4):
            for n in range(7 if suit == HONOURS else 9):
                self.bases[base][suit] |= (kinds >> self.first[suit] + n & 1) << 4 * n

    def search(
        self,
        held: bytes,
        melds: bytes,
        left: bytes,
        draws: float,
        winds: int,
        flowers: int,
        ready: int,
        chow: float = 0.0,
        pung: float = 0.0,
    ) -> int:
        """Search the targets; return the number of tiles that the nearest winning hand lacks, legal or not. ``held`` counts the tiles in
        hand and ``left`` those that may still come, of each kind; ``melds`` are the scorer's bytes; ``draws`` is the number of tiles that
        will come. With ``ready`` (a 听 declaration) only targets that lack one tile are searched. ``set_claims`` describes ``chow`` and
        ``pung``."""
        self.check_usable()
        self.scorer.check_usable()
        row_checks.check_counts(held, left)
        row_checks.check_melds(melds)
        tiles = 3 * len(melds)
        for kind in range(34):
            tiles += held[kind]
            self.held[kind] = held[kind]
            self.left[kind] = left[kind]
        guard.check_range("the number of tiles", tiles, 0, 14)
        guard.check_range("winds", winds, 0, 15)
        guard.check_range("flowers", flowers, 0, 255)
        guard.check_range("ready", ready, 0, 5)
        if not (0.0 <= chow <= MOST_RATE and 0.0 <= pung <= MOST_RATE):
            raise ValueError(f"chow and pung are numbers from 0 to {MOST_RATE:g}")
        self.set_claims(chow, pung)
        self.melds = len(melds)
        for i in range(self.melds):
            self.codes[i] = melds[i]
        return self.find_targets(draws, winds, flowers, ready)

    def find_targets(self, draws: float, winds: int, flowers: int, ready: int) -> int:
        """``search`` for the hand in ``held``, ``left``, ``codes`` and ``melds``. It needs no Python."""
        self.write_words()
        self.parts.make_room()
        self.worths.set_hand(self.codes, self.melds, winds, flowers, ready)
        self.find_chances(draws)
        self.found = 0
        self.base = UNKNOWN
        nearest = self.lacking()
        for missing in range(nearest, min(nearest + self.beyond + 1, 2 if ready else 15)):
            self.count = 0
            self.try_targets(missing, 1)
            self.find_sample()
            self.try_targets(missing, 0)
            if self.found >= self.budget:
                break
        return nearest

    def find_sample(self) -> None:
        """If there are too many targets, a sample of them is evaluated. It depends on the tiles only, so that a later search finds the same
        targets again, whose worth is cached. Each combination has a mark; a target is in the sample if certain bits of the sum of the
        marks of its parts, each times a power of 31, are zero."""
        sample = 1
        while self.count > sample * (self.budget - self.found):
            sample *= 2
        self.sampling = min(sample - 1, MOST_SAMPLED)
        self.not_sampled = self.sampling << MARK_BITS_IGNORED

    def write_words(self) -> None:
        """Write the hand, and what it can have when all that is left comes, as words; and forget the values of the last hand."""
        for suit in range(4):
            self.own[suit] = self.possible[suit] = 0
        self.kind_count = 0
        for kind in range(34):
            held = self.held[kind]
            most = held + self.left[kind]
            shift = 4 * (kind % 9)
            suit = kind // 9 + 1 & 3
            self.own[suit] |= ((self.one << held) - 1) << shift
            self.possible[suit] |= ((self.one << (most if most < 4 else 4)) - 1) << shift
            if held:
                self.kinds[self.kind_count] = kind
                self.kind_count += 1
                self.forget(kind)
        self.forget(KEEP)

    def forget(self, discarded: int) -> None:
        for kind in range(34):
            self.best[discarded][kind] = 0.0

    def remove(self, kind: int, count: int) -> None:
        """Remove tiles from the hand that is to be searched."""
        self.held[kind] -= count

    def lacking(self) -> int:
        """The number of tiles that the nearest winning hand lacks, at least one."""
        self.distances.load_held(self.held, self.melds)
        self.distances.find_nearest()
        return max(1, self.distances.nearest)

    def kept(self) -> float:
        """The value of the hand if nothing is to be discarded."""
        self.check_usable()
        return self.value_kept()

    def without(self, discarded: int) -> float:
        """The value of the hand without this tile. A tile that may come counts as the best target that needs it."""
        self.check_usable()
        guard.check_range("discarded", discarded, 0, KEEP)
        return self.value_without(discarded)

    def value_without(self, discarded: int) -> float:
        """``without`` for the kernel itself."""
        total = 0.0
        for kind in range(34):
            total += self.left[kind] * self.best[discarded][kind]
        return total

    def value_kept(self) -> float:
        """``kept`` for the kernel itself."""
        return self.value_without(KEEP)

    def find_chances(self, draws: float) -> None:
        """Find how likely tiles come: for each number of given tiles, the probability that all of them are among the tiles that will come;
        with claims, the probability for the tiles of each kind instead."""
        left = 0
        for kind in range(34):
            left += self.left[kind]
        self.chance[0] = 1.0
        for i in range(15):
            if self.chow > 0.0:
                self.chance[i + 1] = 1.0
            else:
                self.chance[i + 1] = self.chance[i] * (draws - i) / (left - i) if draws > i and left > i else 0.0
        if self.chow > 0.0:
            self.arrivals.find(draws / max(left, 1), self.chow, self.pung)

    # Finding targets.

    def try_targets(self, missing: int, counting: int) -> None:
        """Count (``counting``) or evaluate all targets that lack exactly ``missing`` tiles."""
        self.counting = counting
        if self.shapes >> STANDARD & 1:
            self.find_sets(NOTHING, 4 - self.melds, missing)
        if self.melds == 0:
            if self.shapes >> SEVEN_PAIRS & 1:
                self.set_base(NOTHING)
                self.count_pairs()
                if counting and not self.four_as_two_pairs:
                    self.count += self.combinations_of(self.pairs[0], 7 - missing) * self.combinations_of(
                        self.kind_count - self.pairs[0], missing
                    )
                else:
                    self.find_pairs(0, 7, missing, 0)
            if self.shapes >> THIRTEEN_ORPHANS & 1:
                self.find_orphans(missing)
            if self.shapes >> KNITTED_HONOURS & 1:
                for i in range(6):
                    self.find_knitted_honours(KNITTED_WITH_HONOURS + i, missing)
        if self.melds <= 1 and self.shapes >> KNITTED_STRAIGHT & 1:
            for i in range(6):
                self.find_sets(KNITTED_ALONE + i, 1 - self.melds, missing)

    def lacking_base(self, base: int) -> int:
        """The number of tiles that are lacking of one of each kind of a base."""
        lacking = 0
        for suit in range(4):
            lacking += bits.bit_count(self.bases[base][suit] & ~self.own[suit])
        return lacking

    def set_base(self, base: int) -> None:
        """Begin a target with one tile of each kind of a base."""
        for suit in range(4):
            self.based[suit] = self.target[suit] = self.bases[base][suit]

    def find_sets(self, base: int, sets: int, missing: int) -> None:
        """The targets of ``sets`` sets and a pair in addition to the base."""
        missing -= self.lacking_base(base)
        if missing < 0:
            return
        self.set_base(base)
        done = 2 * sets + 1
        if base != self.base:
            self.base = base
            for suit in range(4):
                self.parts.rest[suit] = self.without_base(suit)
            self.parts.find_costs(done)
        ways = self.parts.count_ways(done, missing)
        if self.counting:
            self.count += ways
        elif ways:
            self.combine(done, missing)

    def without_base(self, suit: int) -> int:
        """The hand's tiles of a suit without those that belong to the base."""
        lanes = self.based[suit] * 15
        return self.own[suit] & ~lanes | (self.own[suit] & lanes) >> 1 & lanes & ~(self.based[suit] << 3)

    def combine(self, done: int, missing: int) -> None:
        """Evaluate the targets of the sample with these sets and pairs that lack ``missing`` tiles. They are joined from halves, whose ways
        have been counted."""
        for there in range(done + 1):
            for lacking in range(self.parts.least[1][there], missing - self.parts.least[0][done - there] + 1):
                if self.parts.ways[0][done - there][missing - lacking] > 0 and self.parts.ways[1][there][lacking] > 0:
                    self.first_pair = self.parts.first_pair[0][done - there][missing - lacking]
                    self.pair_count = self.parts.pair_count[0][done - there][missing - lacking]
                    self.list_halves(self.parts.first_pair[1][there][lacking], self.parts.pair_count[1][there][lacking])
                    self.join_halves()

    def list_halves(self, first_pair: int, pair_count: int) -> None:
        """List the second halves from these pairs of places, by the bits of their marks that choose the sample. If there is no more room,
        join those listed so far."""
        self.clear_halves()
        for i in range(first_pair, first_pair + pair_count):
            first, second = self.parts.pairs[i][0], self.parts.pairs[i][1]
            for a in range(self.parts.first[first], self.parts.first[first] + self.parts.count[first]):
                mark = 31 * (self.parts.words[a] >> MARK)
                for b in range(self.parts.first[second], self.parts.first[second] + self.parts.count[second]):
                    if self.half_count == MOST_HALVES:
                        self.join_halves()
                        self.clear_halves()
                    n = self.half_count
                    self.half_mark[n] = mark + (self.parts.words[b] >> MARK)
                    self.half_parts[n][0] = a
                    self.half_parts[n][1] = b
                    bucket = self.half_mark[n] >> MARK_BITS_IGNORED & self.sampling
                    self.next_half[n] = self.first_half[bucket]
                    self.first_half[bucket] = n
                    self.half_count += 1

    def clear_halves(self) -> None:
        self.half_count = 0
        for bucket in range(self.sampling + 1):
            self.first_half[bucket] = -1

    def join_halves(self) -> None:
        """Join each first half with those second halves that are listed and with which it is in the sample."""
        for i in range(self.first_pair, self.first_pair + self.pair_count):
            first, second = self.parts.pairs[i][0], self.parts.pairs[i][1]
            for a in range(self.parts.first[first], self.parts.first[first] + self.parts.count[first]):
                self.target[0] = self.with_base(0, self.parts.words[a] & TILES)
                for b in range(self.parts.first[second], self.parts.first[second] + self.parts.count[second]):
                    self.target[1] = self.with_base(1, self.parts.words[b] & TILES)
                    self.join(31 * 31 * (31 * (self.parts.words[a] >> MARK) + (self.parts.words[b] >> MARK)))

    def join(self, mark: int) -> None:
        """Join the first half in ``target``, which has this mark, with second halves. The bits that choose the sample must be zero in the
        sum of the marks; whether the bits below them carry a one is not known before, so two lists come into question."""
        bucket = self.sampling + 1 - (mark >> MARK_BITS_IGNORED & self.sampling) & self.sampling
        for carry in range(2 if self.sampling else 1):
            # one turn more, so that no number is below zero: they are unsigned
            n = self.first_half[bucket + self.sampling + 1 - carry & self.sampling]
            while n >= 0:
                if mark + self.half_mark[n] & self.not_sampled == 0:
                    self.target[2] = self.with_base(2, self.parts.words[self.half_parts[n][0]] & TILES)
                    self.target[3] = self.with_base(3, self.parts.words[self.half_parts[n][1]] & TILES)
                    self.evaluate()
                n = self.next_half[n]

    def with_base(self, suit: int, part: int) -> int:
        """The tiles of a part, and those of the base."""
        lanes = self.based[suit] * 15
        return part & ~lanes | (part << 1 & lanes | self.based[suit])

    # Special shapes.

    def find_pairs(self, first: int, pairs: int, missing: int, mark: int) -> None:
        """Seven pairs of kinds in hand: ``pairs`` more of the kinds from the ``first`` on, ``missing`` of them lacking a tile."""
        for i in range(first, self.kind_count):
            if pairs - missing > self.pairs[i] or missing > self.possible_pairs[i] - self.pairs[i]:
                return
            held = self.held[self.kinds[i]]
            self.add_pairs(i, 2, pairs - 1, missing - (1 if held == 1 else 0), mark)
            if self.four_as_two_pairs and held > 2 and pairs > 1:
                self.add_pairs(i, 4, pairs - 2, missing - (1 if held == 3 else 0), mark)

    def add_pairs(self, i: int, copies: int, pairs: int, missing: int, mark: int) -> None:
        """Try targets with this number of tiles of the i-th kind in hand, and ``pairs`` more of the kinds after it."""
        kind = self.kinds[i]
        mark += copies * self.weight[kind]
        if missing >= 0 and (pairs or (missing == 0 and self.is_wanted(mark))):
            self.set_tiles(kind, copies)
            if pairs:
                self.find_pairs(i + 1, pairs, missing, mark)
            else:
                self.evaluate()
            self.set_tiles(kind, 0)

    def combinations_of(self, all: int, some: int) -> int:
        """The number of ways to choose some of all."""
        if some < 0 or some > all:
            return 0
        ways = 1
        for i in range(some):
            ways = ways * (all - i) // (i + 1)
        return ways

    def set_tiles(self, kind: int, count: int) -> None:
        """Set the number of tiles of a kind in the target."""
        suit = kind // 9 + 1 & 3
        shift = 4 * (kind % 9)
        self.target[suit] = self.target[suit] & ~(self.fifteen << shift) | ((self.one << count) - 1) << shift

    def count_of(self, kind: int) -> int:
        """The number of tiles of a kind in the target."""
        return bits.bit_count(self.target[kind // 9 + 1 & 3] >> 4 * (kind % 9) & 15)

    def count_pairs(self) -> None:
        """Count the pairs in hand, and the possible pairs, from each kind on."""
        self.pairs[self.kind_count] = self.possible_pairs[self.kind_count] = 0
        for i in range(self.kind_count - 1, -1, -1):
            held = self.held[self.kinds[i]]
            twice = self.four_as_two_pairs and held > 2
            self.pairs[i] = self.pairs[i + 1] + (held // 2 if twice else 1 if held > 1 else 0)
            self.possible_pairs[i] = self.possible_pairs[i + 1] + (2 if twice else 1)

    def find_orphans(self, missing: int) -> None:
        lacking = self.lacking_base(ONE_OF_EACH_ORPHAN)
        if lacking + 1 < missing or lacking > missing:
            return
        self.set_base(ONE_OF_EACH_ORPHAN)
        mark = self.mark_of_target()
        for kind in range(34):
            if ORPHANS >> kind & 1 and lacking + (1 if self.held[kind] < 2 else 0) == missing and self.is_wanted(mark + self.weight[kind]):
                self.set_tiles(kind, 2)
                self.evaluate()
                self.set_tiles(kind, 1)

    def find_knitted_honours(self, base: int, missing: int) -> None:
        """全不靠: fourteen of sixteen kinds; two that are lacking are left out."""
        if self.lacking_base(base) - 2 != missing:
            return
        self.set_base(base)
        mark = self.mark_of_target()
        for first in range(34):
            if self.count_of(first) > self.held[first]:
                self.set_tiles(first, 0)
                for second in range(first):
                    if self.count_of(second) > self.held[second] and self.is_wanted(mark - self.weight[first] - self.weight[second]):
                        self.set_tiles(second, 0)
                        self.evaluate()
                        self.set_tiles(second, 1)
                self.set_tiles(first, 1)

    # Evaluating them.

    def mark_of_target(self) -> int:
        """The bits that decide whether a target of a special shape is in a sample."""
        mark = 0
        for kind in range(34):
            mark += self.weight[kind] * self.count_of(kind)
        return mark

    def is_wanted(self, mark: int) -> int:
        """Whether a target of a special shape with this mark is to be evaluated; when targets are counted it is counted."""
        self.count += self.counting
        return not self.counting and (mark & 65535) * MARK_FACTOR & self.not_sampled == 0

    def evaluate(self) -> None:
        """Enter the value of the target for every tile that it lacks and every tile that it does not need: its worth, times the probability
        that this tile comes first and the other tiles that it lacks come too."""
        if (
            self.target[0] & ~self.possible[0]
            | self.target[1] & ~self.possible[1]
            | self.target[2] & ~self.possible[2]
            | self.target[3] & ~self.possible[3]
        ):
            return
        needs = spares = 0
        likely = 1.0
        last = NO_TILE
        missing = self.lacking_of_target()
        # the last tile can be claimed by everybody
        regards_claims = self.chow > 0.0 and missing > 1
        for i in range(1, 5):
            suit = i & 3
            lacking = self.target[suit] & ~self.own[suit]
            while lacking:
                n = bits.lowest_bit(lacking) >> 2
                kind = self.first[suit] + n
                count = bits.bit_count(lacking >> 4 * n & 15)
                lacking &= ~(self.fifteen << 4 * n)
                place = (self.use_of(suit, n, count) if regards_claims else DRAWN) + 5 * self.left[kind] + count
                likely *= self.arrivals.come[place]
                self.need[needs] = kind
                self.places[needs] = place
                needs += 1
                if last == NO_TILE or self.left[kind] < self.left[last]:
                    last = kind
            lacking = self.own[suit] & ~self.target[suit]
            while lacking:
                n = bits.lowest_bit(lacking) >> 2
                lacking &= ~(self.fifteen << 4 * n)
                self.spare[spares] = self.first[suit] + n
                spares += 1
        self.found += 1
        likely *= self.chance[missing - 1] * self.worths.worth(self.target, last) / missing
        for i in range(needs):
            kind = self.need[i]
            value = likely * self.arrivals.first[self.places[i]]
            for j in range(spares):
                if value > self.best[self.spare[j]][kind]:
                    self.best[self.spare[j]][kind] = value
            if value > self.best[KEEP][kind]:
                self.best[KEEP][kind] = value
        if self.notes.is_noting:
            self.notes.note(self.best[self.notes.discarded], self.target)

    def lacking_of_target(self) -> int:
        """The number of tiles that the target lacks."""
        missing = 0
        for suit in range(4):
            missing += bits.bit_count(self.target[suit] & ~self.own[suit])
        return missing

    def use_of(self, suit: int, n: int, count: int) -> int:
        """What tiles that the target lacks are for. A single one can be claimed if the rest of its pung or of a chow is in hand."""
        if count > 1:
            return DRAWN
        own = self.own[suit] & self.target[suit]
        if self.target[suit] >> 4 * n & 15 == 7 and own >> 4 * n & 15 == 3:
            return FOR_PUNG
        if suit == HONOURS:
            return DRAWN
        below = own >> 4 * (n - 1) & 1 if n > 0 else 0
        above = own >> 4 * (n + 1) & 1 if n < 8 else 0
        second_below = own >> 4 * (n - 2) & 1 if n > 1 else 0
        second_above = own >> 4 * (n + 2) & 1 if n < 7 else 0
        return FOR_CHOW if below & second_below | above & second_above | below & above else DRAWN

    # The targets behind a value, for those who want to know why.

    def start_notes(self, discarded: int) -> None:
        """Note the targets behind the value of the hand without this tile, in the searches from now on."""
        self.notes.start(discarded)

    def find_main_target(self) -> float:
        """Make the target that contributes most to the value the current one; return what it contributes, 0 if there is none. Nothing more
        is noted."""
        most = self.notes.find_main(self.left)
        if most > 0.0:
            for suit in range(4):
                self.target[suit] = self.notes.targets[self.notes.main][suit]
        return most


NOTHING, ONE_OF_EACH_ORPHAN, KNITTED_ALONE, KNITTED_WITH_HONOURS, UNKNOWN = 0, 1, 2, 8, 14
"""The bases: what a target has besides sets and pairs. There are six knitted straights."""
HONOURS = 0
FIRST = (27, 0, 9, 18)
"""The words: of the honours, then of the suits, with the first kind of each. The last one should have many parts."""
ALL_HONOURS = 127 << 27
