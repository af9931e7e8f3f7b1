"""Facts: what the fans of every rule book check about one reading of a hand.

Sets of kinds are bit masks (see ``quepu.tiles``); a chow is named by its lowest kind. The C types are in ``facts.pxd``.

A hand comes as a row: see ``row_codec``.
"""

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, fact_bits
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

FIVES, MIDDLES, OUTERS = 0b000010000, 0b000111000, 0b110000011
"""Numbers as nine bits: 5; 4, 5, 6; 1, 2, 8, 9."""

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
        """Load the hand in the row that begins at ``at``."""
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
        """Set the tiles of each suit from two sums, one of characters and dots, one of bamboos and honours: three bits for each kind, then
        five for each suit."""
        self.suit_tiles[0] = low & 0x7FFFFFF
        self.suit_tiles[1] = low >> 27 & 0x7FFFFFF
        self.suit_tiles[2] = high & 0x7FFFFFF
        self.suit_tiles[3] = high >> 27 & 0x7FFFFFF
        self.suit_size[0] = low >> 54 & 31
        self.suit_size[1] = low >> 59
        self.suit_size[2] = high >> 54 & 31
        self.suit_size[3] = high >> 59

    def hold(self, kind: int, copies: int) -> None:
        """Add concealed tiles of a kind, or remove them if ``copies`` is negative."""
        self.held[kind] += copies
        self.suit_tiles[kind // 9] += copies * (1 << 3 * (kind % 9))
        self.suit_size[kind // 9] += copies

    def count(self, kind: int, copies: int) -> None:
        """Add copies of a kind to the whole hand."""
        self.total[kind] += copies
        self.kinds |= self.bit(kind)
        if self.total[kind] == 4:
            self.fours |= self.bit(kind)

    def draw(self, words: Sequence[int], winning: int) -> None:
        """Add concealed tiles, one of them the winning tile, to a hand that was loaded without them. They are four words as in
        ``combinations``, of the honours and then of the suits."""
        for i in range(4):
            suit = i + 3 & 3
            tiles = words[i]
            self.suit_size[suit] = bits.bit_count(tiles)
            while tiles:
                n = bits.lowest_bit(tiles) >> 2
                copies = bits.bit_count(tiles >> 4 * n & 15)
                self.held[9 * suit + n] = copies
                self.suit_tiles[suit] |= copies << 3 * n
                self.count(9 * suit + n, copies)
                tiles = tiles >> 4 * n + 4 << 4 * n + 4
        self.winning = winning

    def set_flags(self, flags: int) -> None:
        """The circumstances of the win."""
        self.self_drawn = flags & 1
        self.last_tile = flags >> 1 & 1
        self.kong = flags >> 2 & 1
        self.first_turn = flags >> 3 & 1
        self.last_copy = flags >> 4 & 1

    def set_circumstances(self, flags: int, ready: int, tiles_left: int) -> None:
        """All circumstances that ``Sweep`` varies."""
        self.set_flags(flags)
        self.ready = ready
        self.tiles_left = tiles_left

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
        """Add a set to the reading."""
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
        """Add a set of tiles in hand. A pung completed by a discard is not concealed, unless the hand holds a fourth copy: then the three
        were in hand already and the winning tile is in another set."""
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
        """Set ``picked`` to some of the sets (a bit for each), for the fans that consist of a number of sets."""
        self.picked = 0
        for i in range(self.set_count):
            if sets >> i & 1:
                self.picked |= self.bit(self.sets[i] & 63)

    def finish(self) -> None:
        """Count, and set the bits of ``has``, by which most fans can be skipped."""
        self.pung_count = self.size(self.pungs)
        self.chow_count = self.set_count - self.pung_count
        self.kong_count = self.size(self.kongs)
        self.concealed_count = self.size(self.concealed_pungs)
        suits = self.suit_count()
        characters, dots, bamboos = self.suit(self.chows, 0), self.suit(self.chows, 1), self.suit(self.chows, 2)
        chow_suits = (characters != 0) + (dots != 0) + (bamboos != 0)
        # a suit with two or three different chows: some remain without the lowest
        second = characters & (characters - 1) | dots & (dots - 1) | bamboos & (bamboos - 1) if self.chows else 0
        numbers = self.numbers()
        number_count = self.size(numbers)
        one = self.one
        self.has = (
            ((one << self.chow_count) - 1) << fact_bits.CHOWS
            | ((one << self.pung_count) - 1) << fact_bits.PUNGS
            | ((one << self.kong_count) - 1) << fact_bits.KONGS
            | ((one << self.concealed_count) - 1) << fact_bits.CONCEALED_PUNGS
            | one << fact_bits.SHAPE + self.shape
            | one << (fact_bits.HONOURS if self.kinds >> 27 else fact_bits.NO_HONOURS)
            | one << (fact_bits.SELF_DRAWN if self.self_drawn else fact_bits.DISCARDED)
            | one * self.last_tile << fact_bits.LAST_TILE
            | one * self.kong << fact_bits.ON_KONG
            | one * self.first_turn << fact_bits.FIRST_TURN
            | (0 if self.claimed else one << fact_bits.CLOSED)
            | (one << fact_bits.FOURS if self.fours else 0)
            | (one << fact_bits.AT_MOST_ONE_SUIT if suits <= 1 else 0)
            | (one << fact_bits.AT_MOST_ONE_SUIT + suits if suits else 0)
            | (one << fact_bits.FOUR_NUMBERS if number_count <= 4 else 0)
            | (one << fact_bits.THREE_NUMBERS if number_count <= 3 else 0)
            | (one << fact_bits.SIMPLES if self.kinds & ~SIMPLE_KINDS == 0 else 0)
            | (one << fact_bits.NO_SIMPLES if self.kinds & SIMPLE_KINDS == 0 else 0)
            | (one << fact_bits.NO_FIVES if numbers & FIVES == 0 else 0)
            | (one << fact_bits.HONOUR_PUNG if self.pungs >> 27 else 0)
            | (one << fact_bits.HONOUR_PAIR if self.pairs >> 27 else 0)
            | (one << fact_bits.EQUAL_CHOWS if self.chows_twice else 0)
            | (one << fact_bits.CHOWS_IN_TWO_SUITS if chow_suits >= 2 else 0)
            | (one << fact_bits.CHOWS_IN_THREE_SUITS if chow_suits >= 3 else 0)
            | (one << fact_bits.CHOWS_OF_A_SUIT if second else 0)
            | one * self.wait << fact_bits.WAIT
            | one * self.last_copy << fact_bits.LAST_COPY
            | (one << fact_bits.FLOWERS if self.flowers else 0)
            | (one << fact_bits.SPECIAL if self.shape else 0)
            | (one << fact_bits.NO_MIDDLES if numbers & MIDDLES == 0 else 0)
            | (one << fact_bits.NO_OUTERS if numbers & OUTERS == 0 else 0)
            | (one << fact_bits.NO_CHARACTERS if self.suit(self.kinds, 0) == 0 else 0)
            | (one << fact_bits.ALL_CLAIMED if self.claimed == 4 else 0)
        )

    def turn_to_self_draw(self) -> None:
        """Change a reading of a win on a discard into that of a self-draw: a pung in hand is concealed even if it has the winning tile."""
        self.self_drawn = 1
        if self.held[self.winning] >= 3:
            self.concealed_pungs |= self.pungs & self.bit(self.winning)
            self.concealed_count = self.size(self.concealed_pungs)
        self.has |= ((self.one << self.concealed_count) - 1) << fact_bits.CONCEALED_PUNGS | self.one << fact_bits.SELF_DRAWN
        self.has &= ~(self.one << fact_bits.DISCARDED)

    # Questions about masks of sets or kinds.

    def bit(self, kind: int) -> int:
        """The mask of one kind. (``one`` is a 1 as wide as a mask: C would shift a plain 1 out of its 32 bits.)"""
        return self.one << kind

    def size(self, mask: int) -> int:
        """The number of bits set."""
        return bits.bit_count(mask)

    def only(self, kinds: int) -> int:
        """The whole hand is made of these kinds."""
        return self.kinds & ~kinds == 0

    def suit(self, mask: int, suit: int) -> int:
        """One suit's part of a mask, as nine bits."""
        return mask >> 9 * suit & 511

    def suit_count(self) -> int:
        """The number of suits in the hand."""
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
        """The number of colours in the hand, of five: three suits, winds, dragons."""
        return self.suit_count() + (self.kinds >> 27 & 15 != 0) + (self.kinds >> 31 != 0)

    def eleven_number_count(self) -> int:
        """The number of different numbers, where all winds count as one and all dragons as another."""
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
        """The distance of two chows of one suit; 0 if they are of two suits."""
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
        """The number of groups, none of them a kong, that hold the four tiles of a kind, plus 8 if none of them was claimed; 0 if there are
        not four."""
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
