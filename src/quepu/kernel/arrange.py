"""Every way in which the tiles of a hand form a winning shape.

The C types are in ``arrange.pxd``.
"""

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits
from quepu.kernel.arrays import allocate
from quepu.kernel.facts import Facts
from quepu.kernel.shapes import (
    EIGHT_FLOWERS,
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    MOST_READINGS,
    NO_TILE,
    PUNG,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
)

# The three knitted rows 147, 258, 369 in the three suits in all six ways, as masks of kinds.
_ROWS = (0b001001001, 0b010010010, 0b100100100)
KNITTED = tuple(_ROWS[a] | _ROWS[b] << 9 | _ROWS[3 - a - b] << 18 for a in range(3) for b in range(3) if a != b)
KNOWN_SUITS = 4096
"""The number of suits whose readings are cached."""
KNOWN_WAITS = 8192
"""The number of suits whose waits are cached."""
SUIT_READINGS = 4
"""No tiles of a suit have more readings as sets, with a pair or without (a test counts them)."""
ORPHANS = sum(1 << kind for kind in (0, 8, 9, 17, 18, 26, *range(27, 34)))


class Arrangements:
    """The readings of one hand: ``find`` them, then ``read(i, facts)`` each."""

    left: list[int]
    group: list[int]
    over: list[int]
    shape: list[int]
    pair: list[int]
    sets: list[int]
    knitted_kinds: list[int]
    waiting_suits: list[int]
    known_waits: list[int]
    read_suits: list[int]
    reading_count: list[int]
    suit_pairs: list[int]
    suit_sets: list[int]
    place: list[int]

    def __init__(self) -> None:
        self.orphans = ORPHANS
        self.testing = 0
        if not cython.compiled:
            allocate(self)
        for i in range(6):
            self.knitted_kinds[i] = KNITTED[i]

    def find(self, f: Facts, shapes: int, four_as_two_pairs: int) -> int:
        """Find all readings of the hand in ``f`` as one of ``shapes`` (a bit each); return their number."""
        self.count = 0
        if shapes >> STANDARD & 1:
            self.find_sets(f)
        if f.meld_count == 0:
            if shapes >> SEVEN_PAIRS & 1 and self.is_seven_pairs(f, four_as_two_pairs):
                self.add_reading(SEVEN_PAIRS, -1)
            if shapes >> THIRTEEN_ORPHANS & 1 and f.kinds == self.orphans:
                for kind in range(34):
                    if f.held[kind] == 2:
                        self.add_reading(THIRTEEN_ORPHANS, kind)
            if shapes >> KNITTED_HONOURS & 1 and self.is_knitted_with_honours(f):
                self.add_reading(KNITTED_HONOURS, -1)
        if shapes >> KNITTED_STRAIGHT & 1 and f.meld_count <= 1:
            self.find_knitted_straights(f)
        if shapes >> EIGHT_FLOWERS & 1 and f.flower_mask == 255:
            self.add_reading(EIGHT_FLOWERS, -1)
        return self.count

    def find_sets(self, f: Facts) -> None:
        """Four sets and a pair: every reading of each suit with every reading of the others. The suit whose number of tiles is 2 modulo 3
        has the pair; there must be exactly one."""
        pairs = 0
        for suit in range(4):
            over = f.suit_size[suit] % 3
            if over == 1:
                return
            pairs += over >> 1
        if pairs != 1:
            return
        for suit in range(4):
            self.place[suit] = self.place_of(f, suit)
            if self.reading_count[self.place[suit]] == 0:
                return
        if self.are_all_there(f):
            self.join(f, 0, 0, -1)
        else:
            for kind in range(34):
                self.left[kind] = f.held[kind]
            self.walk_for(STANDARD, 4 - f.meld_count)

    def are_all_there(self, f: Facts) -> int:
        """Whether the readings of all suits of the hand are in the cache: one may have replaced another."""
        for suit in range(4):
            if self.read_suits[self.place[suit]] != self.suit_key(f, suit):
                return 0
        return 1

    def suit_key(self, f: Facts, suit: int) -> int:
        """A suit's tiles, and whether they are honours; never 0."""
        return f.suit_tiles[suit] | (suit == 3) << 28 | 1 << 29

    def join(self, f: Facts, suit: int, taken: int, pair: int) -> None:
        """Add the readings of this suit and those after it to ``taken`` sets of those before it."""
        if suit == 4:
            self.add_reading(STANDARD, pair)
            return
        sets = f.suit_size[suit] // 3
        first = SUIT_READINGS * self.place[suit]
        for i in range(first, first + self.reading_count[self.place[suit]]):
            for j in range(sets):
                self.group[taken + j] = self.suit_sets[4 * i + j] + 9 * suit
            self.join(f, suit + 1, taken + sets, pair if self.suit_pairs[i] == NO_TILE else self.suit_pairs[i] + 9 * suit)

    def place_of(self, f: Facts, suit: int) -> int:
        """The place of the readings of a suit in the cache. Hands differ, but their suits are often the same. Each place of the cache
        serves many suits."""
        tiles = self.suit_key(f, suit)
        place = tiles * 1640531527 >> 20 & (KNOWN_SUITS - 1)
        if self.read_suits[place] != tiles:
            self.read_suits[place] = tiles
            self.read_suit(f, suit, place)
        return place

    def read_suit(self, f: Facts, suit: int, place: int) -> None:
        """Find the readings of a suit."""
        for kind in range(34):
            self.left[kind] = f.held[kind] if kind // 9 == suit else 0
        before = self.count
        self.wanted = f.suit_size[suit] // 3
        self.wanted_pairs = f.suit_size[suit] % 3 >> 1
        self.wanted_shape = STANDARD
        self.walk(0, 0, -1)
        self.reading_count[place] = self.count - before
        self.count = before
        for i in range(self.reading_count[place]):
            at = SUIT_READINGS * place + i
            self.suit_pairs[at] = self.pair[before + i] - 9 * suit if self.wanted_pairs else NO_TILE
            for j in range(self.wanted):
                self.suit_sets[4 * at + j] = self.sets[4 * (before + i) + j] - 9 * suit

    def walk_for(self, shape: int, sets: int) -> None:
        """Add every way in which the tiles left form ``sets`` sets and a pair."""
        self.wanted = sets
        self.wanted_pairs = 1
        self.wanted_shape = shape
        self.walk(0, 0, -1)

    def walk(self, kind: int, taken: int, pair: int) -> None:
        """Use the tiles from the lowest on: of each kind a pung or none, the pair or none, and all that remain begin chows. So every
        reading is found exactly once."""
        while kind < 34 and self.left[kind] == 0:
            kind += 1
        if kind == 34:
            if taken == self.wanted and (pair >= 0) == self.wanted_pairs:
                self.add_reading(self.wanted_shape, pair)
            return
        held = self.left[kind]
        for pung in range(2):
            for eyes in range(2):
                chows = held - 3 * pung - 2 * eyes
                if chows < 0 or (eyes and pair >= 0) or taken + pung + chows > self.wanted:
                    continue
                if chows:
                    if kind > 24 or kind % 9 > 6 or self.left[kind + 1] < chows or self.left[kind + 2] < chows:
                        continue
                    self.left[kind + 1] -= chows
                    self.left[kind + 2] -= chows
                if pung:
                    self.group[taken] = PUNG | kind
                for i in range(chows):
                    self.group[taken + pung + i] = kind
                self.walk(kind + 1, taken + pung + chows, kind if eyes else pair)
                if chows:
                    self.left[kind + 1] += chows
                    self.left[kind + 2] += chows

    def add_reading(self, shape: int, pair: int) -> None:
        """Add a reading; when ``testing``, only note that there is one."""
        if self.testing:
            self.completes = 1
        elif self.count < MOST_READINGS:
            self.shape[self.count] = shape
            self.pair[self.count] = pair
            for i in range(4):
                self.sets[4 * self.count + i] = self.group[i]
            self.count += 1

    def is_seven_pairs(self, f: Facts, four_as_two_pairs: int) -> int:
        """Seven pairs: different ones, or (where the book allows it) four equal tiles as two."""
        for kind in range(34):
            held = f.held[kind]
            if held != 0 and held != 2 and not (held == 4 and four_as_two_pairs):
                return 0
        return 1

    def is_knitted_with_honours(self, f: Facts) -> int:
        """Fourteen different tiles out of seven honours and nine knitted ones."""
        if f.size(f.kinds) != 14:
            return 0
        numbered = f.kinds & 0x7FFFFFF
        for i in range(6):
            if numbered & ~self.knitted_kinds[i] == 0:
                return 1
        return 0

    def find_knitted_straights(self, f: Facts) -> None:
        """The nine knitted tiles, one set and a pair. The first byte after the set is the number of the knitting."""
        for i in range(6):
            knitted = self.knitted_kinds[i]
            if f.kinds & knitted != knitted and not self.testing:
                continue
            complete = 1
            for kind in range(34):
                self.left[kind] = f.held[kind]
                if knitted >> kind & 1:
                    if f.held[kind] == 0:
                        complete = 0
                        break
                    self.left[kind] -= 1
            if complete:
                self.group[1] = i
                self.walk_for(KNITTED_STRAIGHT, 1 - f.meld_count)

    def is_only_wait(self, f: Facts, shapes: int, four_as_two_pairs: int, fifth_tile_waits: int) -> int:
        """Whether no tile except the winning one completes the concealed tiles. ``fifth_tile_waits``: a fifth tile of a kind counts too. A
        hand that waits for a set or a pair cannot wait for thirteen orphans or honours and knitted tiles, so these are not tried."""
        f.hold(f.winning, -1)
        others = self.completes_sets(f, fifth_tile_waits)
        if not others and f.meld_count == 0 and shapes >> SEVEN_PAIRS & 1:
            others = self.completes_pairs(f, four_as_two_pairs)
        if not others and f.meld_count <= 1 and shapes >> KNITTED_STRAIGHT & 1:
            others = self.completes_knitted(f)
        f.hold(f.winning, 1)
        return not others

    def completes_sets(self, f: Facts, fifth_tile_waits: int) -> int:
        """Whether a tile other than the winning one makes sets and a pair of what is held. Only a suit (or the honours) whose number of
        tiles is not a multiple of three can lack it."""
        for suit in range(4):
            self.over[suit] = f.suit_size[suit] % 3
        for wanting in range(4):
            if self.over[wanting] == 0:
                continue
            # the pair is in the other suit whose number of tiles is 2 modulo 3, else in this one
            pair_suit = wanting
            for suit in range(4):
                if suit != wanting and self.over[suit] == 2:
                    pair_suit = suit
            if not self.others_split(f, wanting, pair_suit):
                continue
            waits = self.completed_by(f, wanting, 1 if pair_suit == wanting else 0) & 511
            if f.winning // 9 == wanting:
                waits &= ~(1 << f.winning % 9)
            while waits and not fifth_tile_waits and f.total[9 * wanting + bits.lowest_bit(waits)] == 4:
                waits &= waits - 1
            if waits:
                return 1
        return 0

    def others_split(self, f: Facts, wanting: int, pair_suit: int) -> int:
        """Whether all suits but one are sets, and a pair in ``pair_suit``. If the hand has been read as sets they are, except the suit from
        which the winning tile was removed."""
        for suit in range(4):
            if suit == wanting or (f.shape == STANDARD and suit != f.winning // 9):
                continue
            if self.completed_by(f, suit, 1 if suit == pair_suit else 0) <= 511:
                return 0
        return 1

    def completed_by(self, f: Facts, suit: int, pairs: int) -> int:
        """Which numbers (a bit each) complete the tiles held of a suit to sets and ``pairs`` pairs, and 512 if they are complete already;
        cached like the readings."""
        tiles = self.suit_key(f, suit) | pairs << 27
        place = tiles * 1640531527 >> 19 & (KNOWN_WAITS - 1)
        if self.waiting_suits[place] != tiles:
            self.waiting_suits[place] = tiles
            self.known_waits[place] = self.find_waits(f.suit_tiles[suit], suit == 3, pairs)
        return self.known_waits[place]

    def find_waits(self, tiles: int, honours: int, pairs: int) -> int:
        """``completed_by`` without the cache."""
        found = 512 if self.splits(tiles, honours, pairs) else 0
        for i in range(7 if honours else 9):
            if self.splits(tiles + (1 << 3 * i), honours, pairs):
                found |= 1 << i
        return found

    def splits(self, tiles: int, honours: int, pairs: int) -> int:
        """Whether the tiles of a suit are sets and ``pairs`` pairs."""
        if pairs == 0:
            return self.are_sets(tiles, honours)
        for i in range(9):
            if tiles >> 3 * i & 7 > 1 and self.are_sets(tiles - (2 << 3 * i), honours):
                return 1
        return 0

    def are_sets(self, tiles: int, honours: int) -> int:
        """Whether the tiles of a suit are sets. From the lowest number on, three of a kind can always be a pung (three equal chows are
        equivalent to three pungs), and the others begin chows."""
        while tiles:
            chows = (tiles & 7) % 3
            tiles >>= 3
            if chows and (honours or tiles & 7 < chows or tiles >> 3 & 7 < chows):
                return 0
            tiles -= chows | chows << 3
        return 1

    def completes_pairs(self, f: Facts, four_as_two_pairs: int) -> int:
        """Whether a tile other than the winning one makes seven pairs."""
        lone = -1
        for kind in range(34):
            held = f.held[kind]
            if held == 1 or (held == 3 and four_as_two_pairs):
                if lone >= 0:
                    return 0
                lone = kind
            elif held == 3 or (held == 4 and not four_as_two_pairs):
                return 0
        return lone >= 0 and lone != f.winning

    def completes_knitted(self, f: Facts) -> int:
        """Whether a tile other than the winning one makes a knitted straight with a set and a pair."""
        self.testing = 1
        self.completes = 0
        for i in range(6):
            if f.size(f.kinds & self.knitted_kinds[i]) >= 8:
                for kind in range(34):
                    if kind != f.winning and not self.completes:
                        f.held[kind] += 1
                        self.find_knitted_straights(f)
                        f.held[kind] -= 1
        self.testing = 0
        return self.completes

    def read(self, i: int, f: Facts) -> None:
        """Set the facts to reading ``i``."""
        shape = self.shape[i]
        if shape == EIGHT_FLOWERS:
            # the tiles do not matter, and neither do the melds
            f.clear(shape)
        else:
            f.begin(shape)
        wanted = 0
        if shape == STANDARD:
            wanted = 4 - f.meld_count
        elif shape == KNITTED_STRAIGHT:
            wanted = 1 - f.meld_count
            f.knitted = self.knitted_kinds[self.sets[4 * i + 1]]
        for j in range(wanted):
            f.add_concealed_set(self.sets[4 * i + j])
        if shape == SEVEN_PAIRS:
            for kind in range(34):
                if f.held[kind]:
                    f.add_pair(kind)
        elif self.pair[i] >= 0:
            f.add_pair(self.pair[i])
        f.finish()
