"""The least and the greatest points of every fan, by going through all hands.

All arrangements (sets, pair), all exposures (claimed or concealed, pung or kong), all winning tiles, all circumstances. What is skipped is
provably idle. The C types stand in ``sweep.pxd``.

*Images.* No fan tells one suit from another, nor one dragon, but for those that ask whether the whole hand lies in certain kinds (绿一色,
推不倒); the book names these kinds as ``particular``. So of the images of a hand one is done for each answer to these questions. All
winds are alike but the seat wind, here east, and the round wind, which is seen in pungs alone: it is the seat wind, or else south.

*Winning tiles.* All that a fan sees of the winning tile stands in its signature: which pung it opens if it is another's, whether it makes
九莲宝灯, whether its other copies lie in the melds, and how it was waited for in every reading. So of the tiles with one signature one
stands for all; save that a last copy must be held once, and that a robbed tile must be the only one of its kind, as the others lie in the
pung that was to become a kong.

*Circumstances.* A win is scored plain; then, if that could change a floor or a ceiling, in all circumstances that it can have. Only the
accidental fans look at the circumstances, each at those it names; in each reading all others hold as before. More fans are never worth
less (see ``Scorer.worth``). So in whatever circumstances, the points of a reading are

- at most what all its eligible fans (those that do not come with another that holds) and all accidental ones are worth together; but
  without the rivals of the fan in question, and of those that look at the ready declaration only one holds at a time, as of those that
  look at the number of tiles left;
- at least what those of its counted fans are worth that are neither accidental nor rivals of an accidental one, as these may still be
  counted together;
- and with a given accidental fan, at least what these are worth with it.

A score is the points of one reading, and its fans hold in it. So if by these bounds no fan of any reading can get less than its least
points so far, nor more than its greatest, nothing is lost.
"""

from collections.abc import Sequence
from itertools import permutations

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import guard
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import (
    CHOW_TYPES,
    CONCEALED_KONG,
    DECLARED,
    FEW_LEFT,
    FIRST_TURN,
    FLAGS,
    KONG,
    LAST_COPY,
    LAST_TILE,
    MELDS,
    MOST_FANS,
    NO_TILE,
    ON_KONG,
    PUNG,
    READY,
    RIVALS,
    ROW,
    SELF_DRAWN,
    SET_TYPES,
    TAKES_ALL,
    TILES_LEFT,
    WINDS,
)
from quepu.tiles import KINDS

PAIRS = (*range(9), 27, 28, 29, 31)
"""The pairs that stand for all: a number of the first suit, the seat wind, the round wind or a guest, a guest, a dragon."""

NEVER = 1 << 30

MOST_PARTICULAR = 6
"""So many masks of particular kinds have room."""

MOST_SIGNED = 16
"""Of how many readings a signature has room for the waits; where there are more, a tile stands for itself alone."""


def _images() -> list[list[int]]:
    """The exchanges of suits and of dragons: which kind each kind becomes. The first changes nothing."""
    return [
        [*(9 * suits[kind // 9] + kind % 9 for kind in range(27)), *range(27, 31), *(31 + dragon for dragon in dragons)]
        for suits in permutations(range(3))
        for dragons in permutations(range(3))
    ]


def low_kind(type: int) -> int:
    """The lowest kind of a type of set."""
    guard.check_range("type", type, 0, SET_TYPES - 1)
    return lowest_kind(type)


def lowest_kind(type: int) -> int:
    """``low_kind`` for the kernel itself."""
    return type // 7 * 9 + type % 7 if type < CHOW_TYPES else type - CHOW_TYPES


class Sweep(Guarded):
    """Goes through hands and keeps, for every fan, the least and the greatest points with the row that has them."""

    def __init__(self, scorer: Scorer, accidental: Sequence[int], particular: Sequence[int], rounds: int, waits: bool) -> None:
        """``accidental``: for every fan the circumstances that it looks at, as bits. ``particular``: masks of kinds. ``rounds``: 2 if some
        fan looks at the round wind, else 1. ``waits``: some fan asks how the winning tile was waited for."""
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        self.table, self.facts, self.arrangements = self.scorer.table, self.scorer.facts, self.scorer.arrangements
        # behind the fans stands what was found about any hand
        guard.check_range("the number of fans", self.table.size, 0, MOST_FANS - 1)
        self.size = self.table.size
        self.rounds, self.waits = rounds, waits
        guard.check_range("rounds", self.rounds, 1, 2)
        self.circumstances = self.accidental_count = 0
        accidental, particular = tuple(accidental), tuple(particular)
        guard.check_range("the number of accidental circumstances", len(accidental), self.size, self.size)
        guard.check_range("the number of particular kinds", len(particular), 0, MOST_PARTICULAR)
        self.particular_count = len(particular)
        self.image_count = 36 if particular else 1
        self.one = 1
        self.hands = 0
        if not cython.compiled:
            self.least, self.greatest = [0] * MOST_FANS, [0] * MOST_FANS
            self.least_row, self.greatest_row = bytearray(MOST_FANS * ROW), bytearray(MOST_FANS * ROW)
            self.accidental, self.looks_at = [0] * MOST_FANS, [0] * MOST_FANS
            self.particular, self.images = [0] * 6, [0] * (36 * 34)
            self.row = bytearray([NO_TILE] * ROW)
            self.set_type, self.state = [0] * 4, [0] * 4
            self.total, self.held, self.signatures, self.only_waits = [0] * 34, [0] * 34, [0] * 34, [0] * 34
        for i in range(MOST_FANS):
            self.least[i] = NEVER
            self.greatest[i] = -1
            self.looks_at[i] = 0
        for i in range(self.size):
            self.looks_at[i] = accidental[i]
            if accidental[i]:
                self.circumstances |= accidental[i]
                self.accidental[self.accidental_count] = i
                self.accidental_count += 1
        for i in range(self.particular_count):
            self.particular[i] = particular[i]
        for i, image in enumerate(_images()):
            for kind in range(34):
                self.images[34 * i + kind] = image[kind]
        for i in range(FLAGS, ROW):
            self.row[i] = 0
        self.ready, self.tiles_left = 0, NO_TILE
        self.finish_init()

    def check(self) -> None:
        """Raise unless the sweep and its scorer can be used."""
        self.check_usable()
        self.scorer.check_usable()

    def result(self) -> list[tuple[int, int, bytes, int, bytes]]:
        """For every fan met: its number, the least points and their row, the greatest and theirs. Last, with the next number, those of any
        hand."""
        self.check()
        found = []
        for i in range(self.size + 1):
            if self.greatest[i] >= 0:
                least = bytes([self.least_row[i * ROW + j] for j in range(ROW)])
                greatest = bytes([self.greatest_row[i * ROW + j] for j in range(ROW)])
                found.append((i, self.least[i], least, self.greatest[i], greatest))
        return found

    # Four sets and a pair.

    def standard(self, pair: int, first: int) -> None:
        """All hands with this pair whose first set (in the order of the types) is of this type."""
        self.check()
        guard.check_range("pair", pair, 0, KINDS - 1)
        guard.check_range("first", first, 0, SET_TYPES - 1)
        for round in range(self.rounds):
            self.round = round
            self.go_through(pair, first)

    def go_through(self, pair: int, first: int) -> None:
        for kind in range(34):
            self.total[kind] = 0
        self.pair = pair
        self.total[pair] = 2
        self.set_count = 4
        self.set_type[0] = first
        if self.add(first, 1):
            for second in range(first, SET_TYPES):
                self.set_type[1] = second
                if self.add(second, 1):
                    for third in range(second, SET_TYPES):
                        self.set_type[2] = third
                        if self.add(third, 1):
                            for fourth in range(third, SET_TYPES):
                                self.set_type[3] = fourth
                                if self.add(fourth, 1):
                                    if self.is_canonical():
                                        self.go_through_images()
                                    self.add(fourth, -1)
                            self.add(third, -1)
                    self.add(second, -1)
            self.add(first, -1)

    def add(self, type: int, sign: int) -> int:
        """Put a set on the table, or take it off; 0 (and nothing done) if there are not enough tiles."""
        kind = lowest_kind(type)
        if type >= CHOW_TYPES:
            if self.total[kind] + 3 * sign > 4:
                return 0
            self.total[kind] += 3 * sign
            return 1
        for i in range(3):
            if self.total[kind + i] + sign > 4:
                return 0
        for i in range(3):
            self.total[kind + i] += sign
        return 1

    def is_canonical(self) -> int:
        """Whether these sets stand for their images: the suits but the pair's own in falling order, so the guest winds, so the dragons."""
        if self.pair < 27:
            if self.suit_name(1) < self.suit_name(2):
                return 0
        elif self.suit_name(0) < self.suit_name(1) or self.suit_name(1) < self.suit_name(2):
            return 0
        if self.total[32] < self.total[33] or (self.pair != 31 and self.total[31] < self.total[32]):
            return 0
        if self.round:
            # another round wind than the seat wind, south: it is seen in pungs alone, of it or of the wind that it no longer is
            return (self.total[27] > 2 or self.total[28] > 2) and (self.pair == 29 or self.total[29] >= self.total[30])
        if self.pair == 29 or self.total[29] < self.total[30]:
            return 0
        return self.pair == 28 or self.total[28] >= self.total[29]

    def suit_name(self, suit: int) -> int:
        """A number for the sets of a suit."""
        name = 0
        for i in range(4):
            kind = lowest_kind(self.set_type[i])
            if kind < 27 and kind // 9 == suit:
                name = name * 17 + 1 + kind % 9 + (8 if self.set_type[i] >= CHOW_TYPES else 0)
        return name

    # Images.

    def go_through_images(self) -> None:
        """Expose this arrangement, and of its images one for each further answer to which of the particular kinds hold all of it."""
        answers = self.one - self.one
        for image in range(self.image_count):
            answer = self.one << self.lies_in(image)
            if answers & answer == 0:
                answers |= answer
                self.image = image
                self.expose(0)

    def lies_in(self, image: int) -> int:
        """Which of the particular masks hold the whole image of the hand, a bit each."""
        kinds = self.one - self.one
        for kind in range(34):
            if self.total[kind]:
                kinds |= self.one << self.images[34 * image + kind]
        answer = 0
        for i in range(self.particular_count):
            if kinds & ~self.particular[i] == 0:
                answer |= 1 << i
        return answer

    # Exposures: 0 in hand, 1 claimed, 2 open kong, 3 concealed kong.

    def expose(self, i: int) -> None:
        """Every exposure of the sets from ``i`` on."""
        if i >= self.set_count or i >= 4:
            self.lay_out()
            self.win_every_way()
            return
        type = self.set_type[i]
        for state in range(4 if type >= CHOW_TYPES and self.total[type - CHOW_TYPES] == 3 else 2):
            if i and self.set_type[i - 1] == type and state > self.state[i - 1]:
                break
            self.state[i] = state
            self.expose(i + 1)

    def lay_out(self) -> None:
        """The image of the hand, exposed so: what is held, and the melds."""
        for kind in range(34):
            self.held[self.images[34 * self.image + kind]] = self.total[kind]
        self.meld_count = self.claimed = self.kongs = 0
        for i in range(4):
            self.row[MELDS + i] = NO_TILE
        for i in range(self.set_count):
            type, state = self.set_type[i], self.state[i]
            if state:
                code = self.images[34 * self.image + lowest_kind(type)]
                if type < CHOW_TYPES:
                    for j in range(3):
                        self.held[code + j] -= 1
                else:
                    self.held[code] -= 3
                    code |= CONCEALED_KONG if state == 3 else KONG if state == 2 else PUNG
                self.row[MELDS + self.meld_count] = code
                self.meld_count += 1
                if state < 3:
                    self.claimed += 1
                if state >= 2:
                    self.kongs += 1

    # Wins.

    def win_every_way(self) -> None:
        """By every winning tile that can matter, by discard and by self-draw."""
        self.row[WINDS] = self.round << 2
        self.lay(-1, 0)
        self.facts.load(self.row, 0)
        self.arrangements.find(self.facts, self.table.shapes, self.table.four_as_two_pairs)
        # a book may lack a special shape
        if self.arrangements.count:
            self.sign()
            for kind in range(34):
                if self.held[kind]:
                    if self.stands_for_all(kind, 0):
                        self.win(kind, 0)
                    if self.stands_for_all(kind, 1):
                        self.win(kind, 1)

    def lay(self, winning: int, flags: int) -> None:
        """The row of the hand, won on this tile."""
        at = 0
        for kind in range(34):
            for _ in range(self.held[kind] - 1 if kind == winning else self.held[kind]):
                self.row[at] = kind
                at += 1
        if winning >= 0:
            self.row[at] = winning
            at += 1
        for i in range(at, 14):
            self.row[i] = NO_TILE
        self.row[FLAGS] = flags
        self.row[READY] = self.ready
        self.row[TILES_LEFT] = self.tiles_left

    def sign(self) -> None:
        """The signature of every tile held, as a winning tile: in its lowest six bits the pung that it opens if it is another's."""
        for kind in range(34):
            if self.held[kind]:
                self.facts.winning = kind
                self.facts.only_wait = -1
                signature = self.how_waited_for(kind) << 8 if self.waits else self.one - self.one
                signature |= self.facts.is_nine_gates() << 7
                if self.is_last_copy(kind):
                    signature |= 1 << 6
                # with four in hand the three were there already and the tile serves elsewhere
                self.signatures[kind] = signature | (kind if self.held[kind] == 3 else 63)
                self.only_waits[kind] = self.facts.only_wait

    def how_waited_for(self, kind: int) -> int:
        """The wait for a tile in every reading, if it was the only one waited for; else 0."""
        count = self.arrangements.count
        waits = self.one - self.one
        for reading in range(count):
            self.arrangements.read(reading, self.facts)
            self.scorer.look_at_wait()
            if self.facts.only_wait == 0:
                return waits - waits
            waits = waits << 3 | self.facts.wait
        if self.facts.only_wait < 0:
            return waits - waits
        return self.one << 54 | (waits if count <= MOST_SIGNED else self.one * kind)

    def is_last_copy(self, kind: int) -> int:
        """The other three lie in the melds, and some fan asks for that."""
        return self.circumstances & LAST_COPY and self.held[kind] == 1 and self.facts.total[kind] == 4

    def stands_for_all(self, kind: int, self_drawn: int) -> int:
        """Whether no lower tile has the same signature. Note which tile of this signature can be the last copy, and which can be robbed."""
        unlike = 6 if self_drawn else 0
        self.last_copy = self.robbed = -1
        for other in range(34):
            if self.held[other] and self.signatures[other] >> unlike == self.signatures[kind] >> unlike:
                if other < kind:
                    return 0
                if self.held[other] == 1:
                    if self.last_copy < 0 and not self.is_last_copy(other):
                        self.last_copy = other
                    if self.facts.total[other] == 1:
                        self.robbed = other
        return 1

    def win(self, winning: int, self_drawn: int) -> None:
        """Score this win plain, then in every circumstance it can have."""
        self.plain = self_drawn
        if self.is_last_copy(winning):
            self.plain |= LAST_COPY
        self.possible = LAST_TILE | FEW_LEFT | DECLARED
        if (self_drawn and self.kongs) or (not self_drawn and self.robbed >= 0):
            self.possible |= ON_KONG
        if self.meld_count == 0:
            self.possible |= FIRST_TURN
        if self.last_copy >= 0:
            self.possible |= LAST_COPY
        self.possible &= self.circumstances
        matter = self.score_plain(winning)
        if matter:
            for few_left in range(2 if matter & FEW_LEFT else 1):
                self.tiles_left = 1 if few_left else NO_TILE
                # ready after so many discards, each of which may have followed a claim
                for ready in range(6 if matter & DECLARED else 1):
                    if ready == 0 or ready > self.claimed:
                        self.ready = ready
                        for flags in range(0, 24, 2):
                            if flags & ~matter == 0 and (flags or ready or few_left):
                                self.win_under(winning, flags)
            self.ready, self.tiles_left = 0, NO_TILE

    def win_under(self, winning: int, flags: int) -> None:
        """Score this win under these circumstances, if they can come together."""
        if flags & FIRST_TURN and (flags != FIRST_TURN or self.ready or self.tiles_left != NO_TILE):
            return
        if flags & LAST_TILE and self.tiles_left != NO_TILE:
            return
        if flags & ON_KONG and self.plain & SELF_DRAWN == 0:
            # that a robbed tile is the last copy goes without saying
            if flags & LAST_COPY == 0:
                self.score(self.robbed, flags)
        else:
            self.score(self.last_copy if flags & LAST_COPY else winning, flags | self.plain)

    def set_win(self, winning: int, flags: int) -> None:
        self.facts.winning = winning
        self.facts.only_wait = self.only_waits[winning]
        self.set_circumstances(flags, self.ready, self.tiles_left)
        self.hands += 1

    def set_circumstances(self, flags: int, ready: int, tiles_left: int) -> None:
        self.facts.set_flags(flags)
        self.facts.ready = ready
        self.facts.tiles_left = tiles_left

    def score(self, winning: int, flags: int) -> None:
        """Score the hand won on this tile, under these circumstances."""
        self.set_win(winning, flags)
        self.scorer.score_readings()
        self.note(winning, flags)

    def score_plain(self, winning: int) -> int:
        """Score it, and tell which further circumstances could matter: the first turn, and all others, which do not come with it."""
        self.set_win(winning, self.plain)
        self.scorer.best_points = -1
        possible, matter = self.possible, 0
        for reading in range(self.arrangements.count):
            self.scorer.try_reading(reading)
            for first_turn in range(2):
                self.possible = possible & ~matter & (FIRST_TURN if first_turn else ~FIRST_TURN)
                if self.possible and self.could_matter():
                    matter |= self.possible
        self.note(winning, self.plain)
        return matter

    def could_matter(self) -> int:
        """Whether some fan of the reading just judged could get less than its least points so far, or more than its greatest, in some of
        the possible circumstances."""
        settled = self.scorer.held_count
        self.hold_accidental()
        matters = self.some_fan_may_improve(settled)
        self.scorer.held_count = settled
        return matters

    def some_fan_may_improve(self, settled: int) -> int:
        """By the bounds told above; the accidental fans that are new stand behind the ``settled`` ones."""
        sure = self.sure_to_count(settled)
        low = self.scorer.worth(sure)
        if low == 0 and self.table.nothing >= 0:
            self.scorer.hold(self.table.nothing, 1)
        high = self.scorer.worth(self.at_most(settled, -1))
        for a in range(self.scorer.held_count):
            if a >= settled or self.scorer.eligible >> a & 1:
                fan = self.scorer.held[a]
                if high > self.greatest[fan] and self.scorer.worth(self.at_most(settled, fan)) > self.greatest[fan]:
                    return 1
                if low < self.least[fan]:
                    # with a new accidental fan they are sure to count; any other might stand alone
                    alone = self.one << a
                    if self.scorer.worth(sure | alone if a >= settled else alone) < self.least[fan]:
                        return 1
        return 0

    def hold_accidental(self) -> None:
        """Hold every accidental fan that the possible circumstances may bring."""
        for j in range(self.accidental_count):
            fan = self.accidental[j]
            a = 0
            while a < self.scorer.held_count and self.scorer.held[a] != fan:
                a += 1
            if a == self.scorer.held_count and self.may_hold(fan):
                self.scorer.hold(fan, 1)
        self.set_circumstances(self.plain, 0, NO_TILE)

    def may_hold(self, fan: int) -> int:
        """Whether a fan holds under some of the possible circumstances that it looks at."""
        seen = self.looks_at[fan] & self.possible
        bits = seen
        while bits:
            for ready in range(self.claimed + 1 if bits & DECLARED else 0, 6 if bits & DECLARED else 1):
                self.set_circumstances(self.plain | bits & 30, ready, 1 if bits & FEW_LEFT else NO_TILE)
                if self.table.ask(fan, self.facts):
                    return 1
            bits = bits - 1 & seen
        return 0

    def sure_to_count(self, settled: int) -> int:
        """Of the fans just counted those that are neither accidental nor have a rival among the accidental ones that are new."""
        sure = self.scorer.counted
        for b in range(settled):
            if self.looks_at[self.scorer.held[b]] or self.scorer.held[b] == self.table.nothing:
                sure &= ~(self.one << b)
            for a in range(settled, self.scorer.held_count):
                if self.table.rivals[self.scorer.held[a] * MOST_FANS + self.scorer.held[b]]:
                    sure &= ~(self.one << b)
        return sure

    def at_most(self, settled: int, counted: int) -> int:
        """All eligible fans and all new ones but the rivals of the one that is to be counted; of those that look at the ready declaration
        only the dearest, and so of those that look at the tiles left."""
        most = self.scorer.eligible | (self.one << self.scorer.held_count) - (self.one << settled)
        if counted >= 0:
            for a in range(self.scorer.held_count):
                how = self.table.rivals[counted * MOST_FANS + self.scorer.held[a]]
                if how == RIVALS or how == TAKES_ALL:  # noqa: SIM109  # compiled, `in` would make a tuple
                    most &= ~(self.one << a)
        if self.possible & (DECLARED | FEW_LEFT):
            for a in range(settled, self.scorer.held_count):
                for b in range(settled, self.scorer.held_count):
                    if most >> b & 1 and self.is_outdone(self.scorer.held[a], self.scorer.held[b], a - b):
                        most &= ~(self.one << a)
        return most

    def is_outdone(self, fan: int, other: int, later: int) -> int:
        """Whether only one of two different fans holds at a time, and the other is the dearer or, among equals, the earlier."""
        if self.looks_at[fan] & self.looks_at[other] & (DECLARED | FEW_LEFT) == 0:
            return 0
        dearer = self.table.fan[other] + self.table.percent[other] - self.table.fan[fan] - self.table.percent[fan]
        return dearer > 0 or (dearer == 0 and later > 0)

    def note(self, winning: int, flags: int) -> None:
        """Enter the score just made."""
        points = self.scorer.best_points
        for fan in range(self.size + 1):
            if fan == self.size or self.scorer.best_counts[fan]:
                if points < self.least[fan]:
                    self.least[fan] = points
                    self.lay(winning, flags)
                    for j in range(ROW):
                        self.least_row[fan * ROW + j] = self.row[j]
                if points > self.greatest[fan]:
                    self.greatest[fan] = points
                    self.lay(winning, flags)
                    for j in range(ROW):
                        self.greatest_row[fan * ROW + j] = self.row[j]

    # The special shapes.

    def special(self, tiles: bytes, sets: Sequence[int]) -> None:
        """All hands with these tiles, given as a count for each kind; if there are sets among them they may be exposed."""
        self.check()
        guard.check_range("the number of kinds", len(tiles), KINDS, KINDS)
        sets = tuple(sets)
        guard.check_range("the number of sets", len(sets), 0, 4)
        for kind in range(34):
            self.total[kind] = tiles[kind]
        self.check_tiles(sets)
        for round in range(self.rounds):
            self.round = round
            if round == 0 or self.total[27] > 2 or self.total[28] > 2:
                self.go_through_images()

    def check_tiles(self, sets: tuple[int, ...]) -> None:
        """Raise unless these are fourteen tiles, and the sets are among them."""
        tiles = 0
        for kind in range(34):
            guard.check_range("a count", self.total[kind], 0, 4)
            tiles += self.total[kind]
        guard.check_range("the number of tiles", tiles, 14, 14)
        self.set_count = len(sets)
        for i in range(self.set_count):
            self.set_type[i] = sets[i]
            guard.check_range("a set", self.set_type[i], 0, SET_TYPES - 1)
            self.add(self.set_type[i], -1)
        for kind in range(34):
            guard.check_range("the tiles beside the sets", self.total[kind], 0, 4)
        for i in range(self.set_count):
            self.add(self.set_type[i], 1)
