"""How many tiles a hand lacks.

``missing`` is the least number of tiles that must be exchanged for others to make a winning hand; a hand is ready when one is missing. No
answer ever needs a fifth copy of a tile. The C types stand in ``distance.pxd``.
"""

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cy as cython

from quepu.kernel.arrange import KNITTED, ORPHANS
from quepu.kernel.shapes import KNITTED_HONOURS, KNITTED_STRAIGHT, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS

FAR = 99


class Distances:
    """Answers for one rule book's shapes. Remembers what it found about the tiles of a suit, so keep it for hands that are alike."""

    def __init__(self, shapes: int, four_as_two_pairs: bool = False) -> None:
        self.shapes = shapes
        self.four_as_two_pairs = four_as_two_pairs
        self.known: dict[bytes, bytes] = {}
        if not cython.compiled:
            self.now, self.next = [0] * 250, [0] * 250

    def missing(self, held: bytes, melded: bytes, melds: int) -> int:
        """The tiles missing from the nearest win; ``held`` and ``melded`` count the concealed and the laid-down tiles of each kind."""
        best = FAR
        if self.shapes >> STANDARD & 1:
            best = self.missing_sets(held, melded, 4 - melds)
        if melds == 0:
            if self.shapes >> SEVEN_PAIRS & 1:
                best = min(best, self.missing_pairs(held))
            if self.shapes >> THIRTEEN_ORPHANS & 1:
                kinds = [kind for kind in range(34) if ORPHANS >> kind & 1]
                found = sum(held[kind] > 0 for kind in kinds) + any(held[kind] > 1 for kind in kinds)
                best = min(best, 14 - found)
            if self.shapes >> KNITTED_HONOURS & 1:
                honours = sum(held[kind] > 0 for kind in range(27, 34))
                for knitted in KNITTED:
                    found = honours + sum(held[kind] > 0 for kind in range(27) if knitted >> kind & 1)
                    best = min(best, 14 - min(14, found))
        if melds <= 1 and self.shapes >> KNITTED_STRAIGHT & 1:
            for knitted in KNITTED:
                row = bytes([knitted >> kind & 1 for kind in range(34)])
                rest = bytes([held[kind] - min(held[kind], row[kind]) for kind in range(34)])
                used = bytes([melded[kind] + row[kind] for kind in range(34)])
                if max(used) <= 4:
                    lacking = sum(row[kind] > held[kind] for kind in range(34))
                    best = min(best, lacking + self.missing_sets(rest, used, 1 - melds))
        return best

    def missing_pairs(self, held: bytes) -> int:
        """For seven pairs: of seven different kinds, or with four equal tiles as two pairs."""
        pairs = singles = 0
        for count in held:
            if self.four_as_two_pairs:
                pairs += count // 2
                # a third tile may still find its fourth, a single its second
                singles += count % 2
            else:
                pairs += count >= 2
                singles += count == 1
        pairs = min(pairs, 7)
        return 14 - 2 * pairs - min(singles, 7 - pairs)

    def missing_sets(self, held: bytes, melded: bytes, sets: int) -> int:
        """For so many sets and a pair: the least sum over suits and honours, each giving some of them."""
        best = [0] + [FAR] * 9
        for first in (0, 9, 18, 27):
            last = 34 if first == 27 else first + 9
            costs = self.suit_costs(held[first:last] + melded[first:last])
            total = [FAR] * 10
            for have in range(10):
                if best[have] < FAR:
                    for more in range(10):
                        # 2 · sets + pairs: at most one pair, at most four sets
                        both = have + more
                        if both < 10 and not (have & more & 1):
                            total[both] = min(total[both], best[have] + costs[more])
            best = total
        return best[2 * sets + 1]

    def suit_costs(self, tiles: bytes) -> bytes:
        """For one suit (or the honours): the tiles missing from j sets and p pairs in it, at 2j + p. ``tiles`` holds the counts in hand,
        then those laid down."""
        costs = self.known.get(tiles)
        if costs is None:
            costs = self.known[tiles] = bytes(self.count_costs(tiles, len(tiles) // 2))
        return costs

    def count_costs(self, tiles: bytes, kinds: int) -> list[int]:
        """Walk up the numbers; a state tells how many chows began at the two numbers before, and the sets and pairs so far."""
        for state in range(250):
            self.now[state] = 99
        self.now[0] = 0
        for n in range(kinds):
            self.step(tiles[n], 4 - tiles[kinds + n], kinds == 9 and n < 7)
        costs = []
        for done in range(10):
            costs.append(self.now[done])
        return costs

    def step(self, held: int, limit: int, chows_may_begin: int) -> None:
        """One number further."""
        for state in range(250):
            self.next[state] = 99
        for state in range(250):
            cost = self.now[state]
            if cost == 99:
                continue
            before, last, done = state // 50, state // 10 % 5, state % 10
            for chows in range(5 if chows_may_begin else 1):
                for pung in range(2):
                    for pair in range(2 if done % 2 == 0 else 1):
                        used = before + last + chows + 3 * pung + 2 * pair
                        then = done + 2 * (chows + pung) + pair
                        if used <= limit and then < 10:
                            lacking = cost
                            if used > held:
                                lacking += used - held
                            to = last * 50 + chows * 10 + then
                            if lacking < self.next[to]:
                                self.next[to] = lacking
        for state in range(250):
            self.now[state] = self.next[state]
