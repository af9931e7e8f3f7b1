"""Facts: what the fans of every rule book ask about one hand read in one way.

Sets of kinds are bit masks (see ``quepu.tiles``); a chow is named by its lowest kind. The C types stand in ``facts.pxd``.

A hand comes in as a row of 24 bytes:

====== ======================================================================
0–13   the concealed tiles, the winning one last; 255 where there are fewer
14–17  the melds, type << 6 | lowest kind; 255 for none
18     1 self-drawn, 2 last tile, 4 kong, 8 first turn, 16 last copy
19     seat wind | round wind << 2
20, 21 how many flowers; which, a bit each, when they are known
22     the ready declaration of Woods Hole, 1–5; 0 for none
23     tiles left in the wall; 255 when not told
====== ======================================================================
"""

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits
from quepu.kernel.arrays import allocate
from quepu.kernel.shapes import (
    CLOSED_WAIT,
    CONCEALED_KONG,
    EDGE_WAIT,
    FLAGS,
    FLOWER_COUNT,
    FLOWER_MASK,
    KONG,
    MELDS,
    NO_TILE,
    PAIR_WAIT,
    PUNG,
    READY,
    TILES_LEFT,
    WINDS,
)
from quepu.tiles import SIMPLE_KINDS

# The numbers from 1 up to 9 - span, in all three suits: where a run that is `span` longer than its start may begin.
_STARTS = tuple(sum(((1 << 9 - span) - 1) << 9 * suit for suit in range(3)) for span in range(9))


class Facts:
    """One hand (``load``) read in one way (``read``)."""

    held: list[int]
    total: list[int]
    melds: list[int]
    sets: list[int]
    starts: list[int]
    suit_tiles: list[int]
    suit_size: list[int]
    adds_low: list[int]
    adds_high: list[int]

    def __init__(self) -> None:
        self.one = 1
        if not cython.compiled:
            allocate(self)
        for span in range(9):
            self.starts[span] = _STARTS[span]
        for kind in range(18):
            self.adds_low[kind] = self.one << 3 * kind | self.one << 54 + 5 * (kind // 9)
        for kind in range(18, 34):
            self.adds_high[kind] = self.one << 3 * (kind - 18) | self.one << 54 + 5 * (kind // 27)

    def load(self, rows: Sequence[int], at: int) -> None:
        """Take the hand in the row that begins at ``at``."""
        for kind in range(34):
            self.held[kind] = 0
            self.total[kind] = 0
        self.kinds = self.fours = 0
        low = high = 0
        for i in range(MELDS):
            tile = rows[at + i]
            if tile < 34:
                self.held[tile] += 1
                self.count(tile, 1)
                low += self.adds_low[tile]
                high += self.adds_high[tile]
                self.winning = tile
        self.split_suits(low, high)
        self.meld_count = 0
        self.claimed = 0
        for i in range(4):
            code = rows[at + MELDS + i]
            if code != NO_TILE:
                self.melds[self.meld_count] = code
                self.meld_count += 1
                kind = code & 63
                if code < PUNG:
                    self.count(kind, 1)
                    self.count(kind + 1, 1)
                    self.count(kind + 2, 1)
                else:
                    self.count(kind, 3 if code < KONG else 4)
                if code < CONCEALED_KONG:
                    self.claimed += 1
        self.set_flags(rows[at + FLAGS])
        self.seat = rows[at + WINDS] & 3
        self.round = rows[at + WINDS] >> 2 & 3
        self.flowers = rows[at + FLOWER_COUNT]
        self.flower_mask = rows[at + FLOWER_MASK]
        self.ready = rows[at + READY]
        self.tiles_left = rows[at + TILES_LEFT]
        self.only_wait = self.chain = -1

    def split_suits(self, low: int, high: int) -> None:
        """Note the tiles of each suit. They come added up, characters and dots, bamboos and honours: three bits for each kind and behind
        them five for each suit."""
        self.suit_tiles[0] = low & 0x7FFFFFF
        self.suit_tiles[1] = low >> 27 & 0x7FFFFFF
        self.suit_tiles[2] = high & 0x7FFFFFF
        self.suit_tiles[3] = high >> 27 & 0x7FFFFFF
        self.suit_size[0] = low >> 54 & 31
        self.suit_size[1] = low >> 59
        self.suit_size[2] = high >> 54 & 31
        self.suit_size[3] = high >> 59

    def hold(self, kind: int, copies: int) -> None:
        """So many concealed tiles of a kind more, or less."""
        self.held[kind] += copies
        self.suit_tiles[kind // 9] += copies * (1 << 3 * (kind % 9))
        self.suit_size[kind // 9] += copies

    def count(self, kind: int, copies: int) -> None:
        """Some more copies of a kind."""
        self.total[kind] += copies
        self.kinds |= self.bit(kind)
        if self.total[kind] == 4:
            self.fours |= self.bit(kind)

    def set_flags(self, flags: int) -> None:
        """The circumstances of the win."""
        self.self_drawn = flags & 1
        self.last_tile = flags >> 1 & 1
        self.kong = flags >> 2 & 1
        self.first_turn = flags >> 3 & 1
        self.last_copy = flags >> 4 & 1

    def clear(self, shape: int) -> None:
        """Start a reading without any set."""
        self.shape = shape
        self.set_count = self.open_sets = 0
        self.chows = self.chows_twice = self.chows_thrice = self.chows_four_times = 0
        self.pungs = self.kongs = self.concealed_pungs = self.pairs = self.knitted = self.picked = 0
        self.wait = 0

    def begin(self, shape: int) -> None:
        """Start a reading with the melds; the concealed sets and pairs are added next, then ``finish``."""
        self.clear(shape)
        for i in range(self.meld_count):
            code = self.melds[i]
            self.add_set(code, code >= CONCEALED_KONG)
            if code < CONCEALED_KONG:
                self.open_sets |= 1 << i

    def add_set(self, code: int, concealed: int) -> None:
        """One more set of the reading."""
        self.sets[self.set_count] = code
        self.set_count += 1
        bit = self.bit(code & 63)
        if code < PUNG:
            self.chows_four_times |= self.chows_thrice & bit
            self.chows_thrice |= self.chows_twice & bit
            self.chows_twice |= self.chows & bit
            self.chows |= bit
        else:
            self.pungs |= bit
            if code >= KONG:
                self.kongs |= bit
            if concealed:
                self.concealed_pungs |= bit

    def add_concealed_set(self, code: int) -> None:
        """A set of tiles in hand. A pung that another's tile completed is not concealed, unless a fourth copy shows that the three
        were in hand already and the tile serves elsewhere."""
        kind = code & 63
        self.add_set(code, self.self_drawn or kind != self.winning or self.held[kind] == 4)
        if code < PUNG:
            # a chow that the winning tile completed from one side only, or in the middle
            place = self.winning - kind
            if place == 1:
                self.wait |= CLOSED_WAIT
            elif (place == 2 and kind % 9 == 0) or (place == 0 and kind % 9 == 6):
                self.wait |= EDGE_WAIT

    def add_pair(self, kind: int) -> None:
        self.pairs |= self.bit(kind)
        if kind == self.winning:
            self.wait |= PAIR_WAIT

    def pick(self, sets: int) -> None:
        """Let ``picked`` be some of the sets (a bit for each), for the fans that are made of so many sets."""
        self.picked = 0
        for i in range(self.set_count):
            if sets >> i & 1:
                self.picked |= self.bit(self.sets[i] & 63)

    def finish(self) -> None:
        """Count, and note the cheap facts by which most fans can be skipped (see ``needs``)."""
        self.pung_count = self.size(self.pungs)
        self.chow_count = self.set_count - self.pung_count
        self.kong_count = self.size(self.kongs)
        self.concealed_count = self.size(self.concealed_pungs)
        suits = self.suit_count()
        characters, dots, bamboos = self.suit(self.chows, 0), self.suit(self.chows, 1), self.suit(self.chows, 2)
        chow_suits = (characters != 0) + (dots != 0) + (bamboos != 0)
        # a suit with two or three different chows: take away the lowest, and some are left
        second = characters & (characters - 1) | dots & (dots - 1) | bamboos & (bamboos - 1) if self.chows else 0
        numbers = self.number_count()
        self.has = (
            ((1 << self.chow_count) - 1)
            | ((1 << self.pung_count) - 1) << 4
            | ((1 << self.kong_count) - 1) << 8
            | ((1 << self.concealed_count) - 1) << 12
            | 1 << 16 + self.shape
            | (1 << 22 if self.kinds >> 27 else 1 << 23)
            | (1 << 24 if self.self_drawn else 1 << 25)
            | self.last_tile << 26
            | self.kong << 27
            | self.first_turn << 28
            | (0 if self.claimed else 1 << 29)
            | (1 << 30 if self.fours else 0)
            | (self.one << 31 if suits <= 1 else 0)
            | (self.one << 31 + suits if suits else 0)
            | (self.one << 35 if numbers <= 4 else 0)
            | (self.one << 36 if numbers <= 3 else 0)
            | (self.one << 37 if self.kinds & ~SIMPLE_KINDS == 0 else 0)
            | (self.one << 38 if self.kinds & SIMPLE_KINDS == 0 else 0)
            | (self.one << 39 if self.numbers() & 16 == 0 else 0)
            | (self.one << 40 if self.pungs >> 27 else 0)
            | (self.one << 41 if self.pairs >> 27 else 0)
            | (self.one << 42 if self.chows_twice else 0)
            | (self.one << 43 if chow_suits >= 2 else 0)
            | (self.one << 44 if chow_suits >= 3 else 0)
            | (self.one << 45 if second else 0)
            | self.one * self.wait << 46
            | self.one * self.last_copy << 49
            | (self.one << 50 if self.flowers else 0)
            | (self.one << 51 if self.shape else 0)
            | (self.one << 52 if self.numbers() & 0b000111000 == 0 else 0)
            | (self.one << 53 if self.numbers() & 0b110000011 == 0 else 0)
            | (self.one << 54 if self.suit(self.kinds, 0) == 0 else 0)
            | (self.one << 55 if self.claimed == 4 else 0)
        )

    # Questions about masks of sets or kinds.

    def bit(self, kind: int) -> int:
        """The mask of one kind. (``one`` is a 1 as wide as a mask: C would shift a plain 1 out of its 32 bits.)"""
        return self.one << kind

    def size(self, mask: int) -> int:
        """How many."""
        return bits.bit_count(mask)

    def only(self, kinds: int) -> int:
        """The whole hand is made of these kinds."""
        return self.kinds & ~kinds == 0

    def suit(self, mask: int, suit: int) -> int:
        """One suit's part of a mask, as nine bits."""
        return mask >> 9 * suit & 511

    def suit_count(self) -> int:
        """In how many suits the hand has tiles."""
        count = 0
        for suit in range(3):
            if self.suit(self.kinds, suit):
                count += 1
        return count

    def numbers(self) -> int:
        """The numbers that occur in the hand, as nine bits."""
        return self.suit(self.kinds, 0) | self.suit(self.kinds, 1) | self.suit(self.kinds, 2)

    def number_count(self) -> int:
        return self.size(self.numbers())

    def colour_count(self) -> int:
        """Of how many of the five colours the hand has tiles: three suits, winds, dragons."""
        return self.suit_count() + (self.kinds >> 27 & 15 != 0) + (self.kinds >> 31 != 0)

    def eleven_number_count(self) -> int:
        """How many numbers there are in the hand where all winds are one number, and all dragons one."""
        return self.number_count() + (self.kinds >> 27 & 15 != 0) + (self.kinds >> 31 != 0)

    def in_sequence(self, mask: int, step: int, length: int) -> int:
        """Those members of a mask that begin ``length`` members of one suit, each ``step`` above the last."""
        found = mask & self.starts[step * (length - 1)]
        for i in range(1, length):
            found &= mask >> step * i
        return found

    def in_three_suits(self, mask: int, step: int) -> int:
        """Members of a mask in three suits, each ``step`` above the last (0: the same number)."""
        characters, dots, bamboos = self.suit(mask, 0), self.suit(mask, 1), self.suit(mask, 2)
        if characters == 0 or dots == 0 or bamboos == 0:
            return 0
        twice = 2 * step
        return (
            characters & (dots >> step & bamboos >> twice | bamboos >> step & dots >> twice)
            | dots & (characters >> step & bamboos >> twice | bamboos >> step & characters >> twice)
            | bamboos & (characters >> step & dots >> twice | dots >> step & characters >> twice)
        ) != 0

    def in_two_suits(self, mask: int) -> int:
        """The numbers, as nine bits, that a mask holds in at least two suits."""
        characters, dots, bamboos = self.suit(mask, 0), self.suit(mask, 1), self.suit(mask, 2)
        return characters & dots | dots & bamboos | bamboos & characters

    def is_nine_gates(self) -> int:
        """1112345678999 of one suit in hand, and one more of the suit."""
        if self.meld_count or self.suit_count() != 1 or self.kinds >> 27:
            return 0
        first = self.winning // 9 * 9
        for n in range(9):
            wanted = 3 if n == 0 or n == 8 else 1
            if first + n == self.winning:
                wanted += 1
            if self.held[first + n] != wanted:
                return 0
        return 1

    def chows_apart(self, i: int, j: int) -> int:
        """How far apart two of the sets, both chows, lie in one suit; 0 in two suits."""
        if self.sets[i] // 9 != self.sets[j] // 9:
            return 0
        apart = self.sets[i] - self.sets[j]
        return apart if apart >= 0 else -apart  # Cython cannot check abs() for overflow

    def chow_copies(self, kind: int) -> int:
        """How many chows begin with this kind."""
        return (
            (self.chows >> kind & 1)
            + (self.chows_twice >> kind & 1)
            + (self.chows_thrice >> kind & 1)
            + (self.chows_four_times >> kind & 1)
        )

    def groups_of_four(self, kind: int) -> int:
        """In how many groups, none of them a kong, the four tiles of a kind lie, 8 more if none of these was claimed; 0 if they do not."""
        tiles = groups = claimed = 0
        for i in range(self.set_count):
            code = self.sets[i]
            if code < PUNG:
                here = 1 if code <= kind <= code + 2 else 0
            else:
                here = 3 if code == PUNG | kind else 0
            if here:
                tiles += here
                groups += 1
                claimed |= self.open_sets >> i & 1
        if self.pairs >> kind & 1:
            tiles += 2
            groups += 1
        if tiles < 4:
            return 0
        return groups if claimed else groups + 8


def needs(
    chows: int = 0,
    pungs: int = 0,
    kongs: int = 0,
    concealed_pungs: int = 0,
    shape: int | None = None,
    honours: bool | None = None,
    self_drawn: bool | None = None,
    last_tile: bool = False,
    kong: bool = False,
    first_turn: bool = False,
    closed: bool = False,
    fours: bool = False,
    suits: int | None = None,
    at_most_one_suit: bool = False,
    at_most_numbers: int | None = None,
    simples: bool | None = None,
    fives: bool = True,
    honour_pung: bool = False,
    honour_pair: bool = False,
    equal_chows: bool = False,
    chow_suits: int = 1,
    chows_of_a_suit: bool = False,
    wait: int = 0,
    last_copy: bool = False,
    flowers: bool = False,
    special: bool = False,
    middles: bool = True,
    outers: bool = True,
    characters: bool = True,
    all_claimed: bool = False,
) -> int:
    """Necessary facts of a fan, as the bits that ``Facts.has`` must show: at least so many chows, pungs, …; a shape; with or without
    honours; circumstances; nothing claimed, or all four sets; four tiles of a kind; tiles of exactly so many suits; at most three or four
    numbers; simples alone or none; no five; no 4, 5, 6; no 1, 2, 8, 9; no characters; a pung or a pair of honours; equal chows, chows in
    so many suits, two different ones of one suit; a wait; any shape but sets and a pair. A fan is asked only where they hold; a test
    checks that they are truly necessary."""
    bits = (1 << chows) - 1 | ((1 << pungs) - 1) << 4 | ((1 << kongs) - 1) << 8 | ((1 << concealed_pungs) - 1) << 12
    if shape is not None:
        bits |= 1 << 16 + shape
    if honours is not None:
        bits |= 1 << 22 if honours else 1 << 23
    if self_drawn is not None:
        bits |= 1 << 24 if self_drawn else 1 << 25
    for there, bit in (
        (last_tile, 26), (kong, 27), (first_turn, 28), (closed, 29), (fours, 30), (at_most_one_suit, 31), (not fives, 39),
        (honour_pung, 40), (honour_pair, 41), (equal_chows, 42), (chow_suits >= 2, 43), (chow_suits >= 3, 44), (chows_of_a_suit, 45),
        (last_copy, 49), (flowers, 50), (special, 51), (not middles, 52), (not outers, 53), (not characters, 54), (all_claimed, 55),
    ):  # fmt: skip
        bits |= 1 << bit if there else 0
    if suits is not None:
        bits |= 1 << 31 + suits
    if at_most_numbers is not None:
        bits |= {4: 1 << 35, 3: 1 << 36}[at_most_numbers]
    if simples is not None:
        bits |= 1 << 37 if simples else 1 << 38
    return bits | wait << 46
