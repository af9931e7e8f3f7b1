"""Tables of what the tiles of one suit lack.

The tiles of a suit have a number: the counts of the kinds, read as digits to the base 5, the lowest kind being the lowest digit. For every
such number there is a *vector*: at 2j + p, the number of tiles missing from j sets and p pairs (j up to 4, p up to 1) where no kind may be
used more than four times. Few vectors differ, so a table has their ids, and the vectors are stored once. The C types are in
``suits.pxd``.
"""

from array import array

from quepu.kernel import bits, guard
from quepu.kernel.guard import Guarded
from quepu.kernel.shapes import WIDTH

NUMBERS, HONOURS = 9, 7
FAR = 99
MOST_VECTORS = 256
"""An id is a byte. (There are 130.)"""
PLACES = 1024
"""The size of the hash table of vectors."""
MIXER = 0x9E3779B97F4A7C15


class SuitTables(Guarded):
    """``numbers`` and ``honours`` have an id for every combination of tiles of a suit, ``vectors`` the vectors by their ids."""

    def __init__(self, numbers: bytes, honours: bytes, vectors: bytes) -> None:
        self.start_init()
        self.numbers = numbers
        self.honours = honours
        self.vectors = vectors
        # an id is any byte, so there are as many vectors, though most are not used
        self.all_vectors = vectors.ljust(MOST_VECTORS * WIDTH, bytes([FAR]))
        guard.check_range("the ids of numbers", len(numbers), 5**NUMBERS, 5**NUMBERS)
        guard.check_range("the ids of honours", len(honours), 5**HONOURS, 5**HONOURS)
        guard.check_range("the bytes of the vectors", len(vectors), 0, MOST_VECTORS * WIDTH)
        self.finish_init()


class Builder(Guarded):
    """Finds the vectors of all combinations of tiles of a suit, and numbers those that differ."""

    def __init__(self) -> None:
        self.start_init()
        self.vectors = bytearray()
        self.count = 0
        self.keys, self.ids = array("Q", bytes(8 * PLACES)), bytearray(PLACES)
        self.finish_init()

    def build(self, kinds: int, chows: bool) -> bytes:
        """The ids for suits of ``kinds`` kinds."""
        self.check_usable()
        guard.check_range("kinds", kinds, 1, NUMBERS)
        size = 1
        for _ in range(kinds):
            size *= 5
        cells = bytearray([FAR]) * (WIDTH * size)
        self.mark(cells, kinds, chows, 0, 1, 0, 0, 0, 0)
        self.spread(cells, kinds, size)
        ids = bytearray(size)
        for index in range(size):
            ids[index] = self.number(cells, WIDTH * index)
        return bytes(ids)

    def mark(self, cells: bytearray, kinds: int, chows: bool, n: int, step: int, before: int, last: int, index: int, done: int) -> None:
        """Mark the tiles that are exactly sets and pairs: nothing is missing. Walk up the numbers; ``before`` and ``last`` chows began at
        the two numbers before this one, whose tiles count ``step`` in the index."""
        if n == kinds:
            cells[WIDTH * index + done] = 0
            return
        for begun in range(5 if chows and n < kinds - 2 else 1):
            for pung in range(2):
                for pair in range(1 if done & 1 else 2):
                    used = before + last + begun + 3 * pung + 2 * pair
                    then = done + 2 * (begun + pung) + pair
                    if used <= 4 and then < 10:
                        self.mark(cells, kinds, chows, n + 1, 5 * step, last, begun, index + used * step, then)

    def spread(self, cells: bytearray, kinds: int, size: int) -> None:
        """With an additional tile no more is missing: carry that upwards. With a tile less one more is missing: carry that downwards."""
        step = 1
        for _ in range(kinds):
            for index in range(size):
                if index // step % 5 > 0:
                    for i in range(WIDTH * index, WIDTH * index + WIDTH):
                        fewer = cells[i - WIDTH * step]
                        if fewer < cells[i]:
                            cells[i] = fewer
            step *= 5
        step = 1
        for _ in range(kinds):
            for index in range(size - 1, -1, -1):
                if index // step % 5 < 4:
                    for i in range(WIDTH * index, WIDTH * index + WIDTH):
                        more = cells[i + WIDTH * step] + 1
                        if more < cells[i]:
                            cells[i] = more
            step *= 5

    def number(self, cells: bytearray, at: int) -> int:
        """The id of a vector; a new one if it is a new vector. No number in a vector is above 14, so its content fits into a word."""
        content = 1
        for i in range(10):
            content = content << 4 | cells[at + i]
        place = bits.wrapping_product(content, MIXER) >> 54
        while self.keys[place] != content:
            if self.keys[place] == 0:
                if self.count == MOST_VECTORS:
                    raise OverflowError("more vectors than ids")
                self.keys[place] = content
                self.ids[place] = self.count
                self.count += 1
                for i in range(WIDTH):
                    self.vectors.append(cells[at + i])
            else:
                place = (place + 1) % PLACES
        return self.ids[place]


def build() -> SuitTables:
    """Build both tables."""
    builder = Builder()
    numbers, honours = builder.build(NUMBERS, True), builder.build(HONOURS, False)
    return SuitTables(numbers, honours, bytes(builder.vectors))
