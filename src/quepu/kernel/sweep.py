"""The least and the greatest points of every fan, found by enumerating all hands.

All arrangements (sets, pair), all exposures (claimed or concealed, pung or kong), all winning tiles, all circumstances. What is skipped
provably changes nothing. The C types are in ``sweep.pxd``.

*Images.* No fan distinguishes one suit from another, or one dragon, except those that require all tiles to be of certain kinds (绿一色,
推不倒); the book names these kinds as ``particular``. So of the images of a hand one is done for each set of these requirements that it
meets. All winds are alike except the seat wind, here east, and the round wind, which matters in pungs only: it is the seat wind, or else
south.

*Winning tiles.* All that a fan can depend on is in the *signature* of a winning tile: which pung it opens if it is a discard, whether it
makes 九莲宝灯, whether its other copies are in the melds, and how it was waited for in every reading. So of the tiles with one signature
one represents all. There are two exceptions: a last copy must be held once, and a robbed tile must be the only one of its kind, since the
others are in the pung that was to become a kong.

*Circumstances.* A win is scored without circumstances; then, if that could change an extreme (see ``extremes``), in all circumstances that
it can have.
"""

from collections.abc import Sequence
from itertools import permutations

from quepu.kernel import guard, row_codec
from quepu.kernel.extremes import Extremes
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import (
    CHOW_TYPES,
    CONCEALED_KONG,
    DECLARED,
    FEW_LEFT,
    FIRST_TURN,
    KONG,
    LAST_COPY,
    LAST_TILE,
    NO_TILE,
    ON_KONG,
    PUNG,
    SELF_DRAWN,
    SET_TYPES,
)
from quepu.tiles import KINDS

PAIRS = (*range(9), 27, 28, 29, 31)
"""The pairs that represent all others: a number of the first suit, the seat wind, the round wind or a guest, a guest, a dragon."""

MOST_PARTICULAR = 6
"""The maximum number of masks of particular kinds."""

MOST_SIGNED = 16
"""The number of readings whose waits fit into a signature; where there are more, a tile represents itself only."""


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
    """Enumerates hands and keeps, for every fan, the least and the greatest points with the rows that have them."""

    particular: list[int]
    images: list[int]
    row: list[int]
    melds: list[int]
    set_type: list[int]
    state: list[int]
    total: list[int]
    held: list[int]
    only_waits: list[int]
    signatures: list[int]

    def __init__(self, scorer: Scorer, accidental: Sequence[int], particular: Sequence[int], rounds: int, waits: bool) -> None:
        """``accidental``: for every fan the circumstances that it depends on, as bits. ``particular``: masks of kinds. ``rounds``: 2 if
        some fan depends on the round wind, else 1. ``waits``: some fan depends on the wait."""
        self.start_init()
        self.extremes = Extremes(scorer, accidental)
        self.scorer = scorer
        self.table, self.facts, self.arrangements = self.scorer.table, self.scorer.facts, self.scorer.arrangements
        self.rounds, self.waits = rounds, waits
        guard.check_range("rounds", self.rounds, 1, 2)
        particular = tuple(particular)
        guard.check_range("the number of particular kinds", len(particular), 0, MOST_PARTICULAR)
        self.particular_count = len(particular)
        self.image_count = 36 if particular else 1
        self.one = 1
        self.hands = 0
        for i in range(self.particular_count):
            self.particular[i] = particular[i]
        for i, image in enumerate(_images()):
            for kind in range(34):
                self.images[34 * i + kind] = image[kind]
        self.ready, self.tiles_left = 0, NO_TILE
        self.finish_init()

    def check(self) -> None:
        """Raise unless the sweep and its scorer can be used."""
        self.check_usable()
        self.scorer.check_usable()

    def result(self) -> list[tuple[int, int, bytes, int, bytes]]:
        """For every fan that was counted: its number, the least points and their row, the greatest and theirs. Last, with the next number,
        those of any hand."""
        self.check()
        return self.extremes.result()

    # Four sets and a pair.

    def standard(self, pair: int, first: int) -> None:
        """All hands with this pair whose first set (in the order of the types) is of this type."""
        self.check()
        guard.check_range("pair", pair, 0, KINDS - 1)
        guard.check_range("first", first, 0, SET_TYPES - 1)
        for round in range(self.rounds):
            self.round = round
            self.try_arrangements(pair, first)

    def try_arrangements(self, pair: int, first: int) -> None:
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
                                        self.try_images()
                                    self.add(fourth, -1)
                            self.add(third, -1)
                    self.add(second, -1)
            self.add(first, -1)

    def add(self, type: int, sign: int) -> int:
        """Add a set to the tiles (``sign`` 1), or remove it (-1); return 0, and change nothing, if there are not enough tiles."""
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
        """Whether these sets represent their images: the suits without the pair's own are in falling order, so are the guest winds and the
        dragons."""
        if self.pair < 27:
            if self.suit_name(1) < self.suit_name(2):
                return 0
        elif self.suit_name(0) < self.suit_name(1) or self.suit_name(1) < self.suit_name(2):
            return 0
        if self.total[32] < self.total[33] or (self.pair != 31 and self.total[31] < self.total[32]):
            return 0
        if self.round:
            # the round wind is south, not the seat wind: it matters in pungs only, of south or of the wind that it no longer is
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

    def try_images(self) -> None:
        """Expose this arrangement, and of its images one for each other set of particular masks that contain all of it."""
        answers = self.one - self.one
        for image in range(self.image_count):
            answer = self.one << self.contained_in(image)
            if answers & answer == 0:
                answers |= answer
                self.image = image
                self.expose(0)

    def contained_in(self, image: int) -> int:
        """Which of the particular masks contain the whole image of the hand, a bit each."""
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
            self.apply_exposure()
            self.win_every_way()
            return
        type = self.set_type[i]
        for state in range(4 if type >= CHOW_TYPES and self.total[type - CHOW_TYPES] == 3 else 2):
            if i and self.set_type[i - 1] == type and state > self.state[i - 1]:
                break
            self.state[i] = state
            self.expose(i + 1)

    def apply_exposure(self) -> None:
        """The image of the hand with this exposure: what is held, and the melds."""
        for kind in range(34):
            self.held[self.images[34 * self.image + kind]] = self.total[kind]
        self.meld_count = self.claimed = self.kongs = 0
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
                self.melds[self.meld_count] = code
                self.meld_count += 1
                if state < 3:
                    self.claimed += 1
                if state >= 2:
                    self.kongs += 1

    # Wins.

    def win_every_way(self) -> None:
        """By every winning tile that can matter, by discard and by self-draw."""
        self.write_row(NO_TILE, 0)
        self.facts.load(self.row, 0)
        self.arrangements.find(self.facts, self.table.shapes, self.table.four_as_two_pairs)
        # a book may lack a special shape
        if self.arrangements.count:
            self.find_signatures()
            for kind in range(34):
                if self.held[kind]:
                    if self.represents_all(kind, 0):
                        self.win(kind, 0)
                    if self.represents_all(kind, 1):
                        self.win(kind, 1)

    def write_row(self, winning: int, flags: int) -> None:
        """The row of the hand, won on this tile."""
        row_codec.write_concealed(self.row, self.held, winning)
        row_codec.write_melds(self.row, self.melds, self.meld_count)
        row_codec.write_circumstances(self.row, flags, self.round << 2, 0, 0, self.ready, self.tiles_left)

    def find_signatures(self) -> None:
        """The signature of every tile held, as a winning tile: the lowest six bits are the pung that it opens if it is a discard."""
        for kind in range(34):
            if self.held[kind]:
                self.facts.winning = kind
                self.facts.only_wait = -1
                signature = self.wait_for(kind) << 8 if self.waits else self.one - self.one
                signature |= self.facts.is_nine_gates() << 7
                if self.is_last_copy(kind):
                    signature |= 1 << 6
                # with four in hand the three were there already and the tile is in another set
                self.signatures[kind] = signature | (kind if self.held[kind] == 3 else 63)
                self.only_waits[kind] = self.facts.only_wait

    def wait_for(self, kind: int) -> int:
        """The wait for a tile in every reading, if it was the only tile waited for; else 0."""
        count = self.arrangements.count
        waits = self.one - self.one
        for reading in range(count):
            self.arrangements.read(reading, self.facts)
            self.scorer.find_wait()
            if self.facts.only_wait == 0:
                return waits - waits
            waits = waits << 3 | self.facts.wait
        if self.facts.only_wait < 0:
            return waits - waits
        return self.one << 54 | (waits if count <= MOST_SIGNED else self.one * kind)

    def is_last_copy(self, kind: int) -> int:
        """Whether the other three are in the melds, and some fan depends on that."""
        return self.extremes.circumstances & LAST_COPY and self.held[kind] == 1 and self.facts.total[kind] == 4

    def represents_all(self, kind: int, self_drawn: int) -> int:
        """Whether no lower tile has the same signature. Also find which tile of this signature can be the last copy, and which can be
        robbed."""
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
        """Score this win without circumstances, then in all that it can have and that could matter."""
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
        self.possible &= self.extremes.circumstances
        matter = self.score_plain(winning)
        if matter:
            for few_left in range(2 if matter & FEW_LEFT else 1):
                self.tiles_left = 1 if few_left else NO_TILE
                # declared after ``ready`` - 1 discards, each of which may have followed a claim
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
            # a robbed tile is always the last copy
            if flags & LAST_COPY == 0:
                self.score(self.robbed, flags)
        else:
            self.score(self.last_copy if flags & LAST_COPY else winning, flags | self.plain)

    def set_win(self, winning: int, flags: int) -> None:
        self.facts.winning = winning
        self.facts.only_wait = self.only_waits[winning]
        self.facts.set_circumstances(flags, self.ready, self.tiles_left)
        self.hands += 1

    def score(self, winning: int, flags: int) -> None:
        """Score the hand won on this tile, under these circumstances."""
        self.set_win(winning, flags)
        self.scorer.score_readings()
        self.enter(winning, flags)

    def enter(self, winning: int, flags: int) -> None:
        """Keep the score just made if it is an extreme of some fan."""
        if self.extremes.is_new():
            self.write_row(winning, flags)
            self.extremes.enter(self.row)

    def score_plain(self, winning: int) -> int:
        """Score it, and return the further circumstances that could matter: the first turn, and all others, which do not come with it."""
        self.set_win(winning, self.plain)
        self.scorer.best_points = -1
        matter = 0
        for reading in range(self.arrangements.count):
            self.scorer.score_reading(reading)
            for first_turn in range(2):
                further = self.possible & ~matter & (FIRST_TURN if first_turn else ~FIRST_TURN)
                if further and self.extremes.could_change(self.plain, further, self.claimed):
                    matter |= further
        self.enter(winning, self.plain)
        return matter

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
                self.try_images()

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
            guard.check_range("the tiles besides the sets", self.total[kind], 0, 4)
        for i in range(self.set_count):
            self.add(self.set_type[i], 1)
