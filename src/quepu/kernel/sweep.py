"""The least and the greatest points of every fan, by going through all hands.

All arrangements (sets, pair), all exposures (claimed or concealed, pung or kong), all winning tiles that can make a difference, all
circumstances; what is only another suit, guest wind or dragon of the same is done once. The C types stand in ``sweep.pxd``.

Only one thing is skipped, as it is provably idle: another's winning tile matters only by opening a concealed pung, so of the kinds held
less than three times (or four times) one stands for all, and a self-drawn one does not matter at all. In a closed hand of one suit
(九莲宝灯) every tile is tried.
"""

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cy as cython

from quepu.kernel.scorer import Scoring
from quepu.kernel.shapes import CONCEALED_KONG, FLAGS, KONG, MELDS, MOST_FANS, NO_TILE, PUNG, ROW

PAIRS = (*range(9), 27, 28, 31)
"""The pairs that stand for all: a number of the first suit, the seat wind, a guest wind, a dragon."""

SET_TYPES = 55
"""21 chows, then 34 pungs."""

NEVER = 1 << 30


class Sweep:
    """Goes through hands and keeps, for every fan, the least and the greatest points with the row that has them."""

    def __init__(self, desk: Scoring) -> None:
        self.desk = desk
        self.size = desk.table.size
        self.hands = 0
        if not cython.compiled:
            self.least, self.greatest = [0] * MOST_FANS, [0] * MOST_FANS
            self.least_row, self.greatest_row = bytearray(MOST_FANS * ROW), bytearray(MOST_FANS * ROW)
            self.row = bytearray([NO_TILE] * ROW)
            self.set_type, self.state = [0] * 4, [0] * 4
            self.total, self.held = [0] * 34, [0] * 34
        for i in range(MOST_FANS):
            self.least[i] = NEVER
            self.greatest[i] = -1
        for i in range(18, ROW):
            self.row[i] = 0
        self.row[23] = NO_TILE

    def result(self) -> list[tuple[int, int, bytes, int, bytes]]:
        """For every fan met: its number, the least points and their row, the greatest and theirs."""
        found = []
        for i in range(self.size):
            if self.greatest[i] >= 0:
                least = bytes([self.least_row[i * ROW + j] for j in range(ROW)])
                greatest = bytes([self.greatest_row[i * ROW + j] for j in range(ROW)])
                found.append((i, self.least[i], least, self.greatest[i], greatest))
        return found

    # Four sets and a pair.

    def standard(self, pair: int, first: int) -> None:
        """All hands with this pair whose first set (in the order of the types) is of this type."""
        self.go_through(pair, first)

    def go_through(self, pair: int, first: int) -> None:
        for kind in range(34):
            self.total[kind] = 0
        self.pair = pair
        self.total[pair] = 2
        self.set_type[0] = first
        if self.add(first, 1):
            for second in range(first, 55):
                self.set_type[1] = second
                if self.add(second, 1):
                    for third in range(second, 55):
                        self.set_type[2] = third
                        if self.add(third, 1):
                            for fourth in range(third, 55):
                                self.set_type[3] = fourth
                                if self.add(fourth, 1):
                                    if self.is_canonical():
                                        self.expose(0)
                                    self.add(fourth, -1)
                            self.add(third, -1)
                    self.add(second, -1)
            self.add(first, -1)

    def low_kind(self, type: int) -> int:
        """The lowest kind of a type of set."""
        return type // 7 * 9 + type % 7 if type < 21 else type - 21

    def add(self, type: int, sign: int) -> int:
        """Put a set on the table, or take it off; 0 (and nothing done) if there are not enough tiles."""
        kind = self.low_kind(type)
        if type >= 21:
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
        if self.total[29] < self.total[30] or (self.pair != 28 and self.total[28] < self.total[29]):
            return 0
        return not (self.total[32] < self.total[33] or (self.pair != 31 and self.total[31] < self.total[32]))

    def suit_name(self, suit: int) -> int:
        """A number for the sets of a suit."""
        name = 0
        for i in range(4):
            kind = self.low_kind(self.set_type[i])
            if kind < 27 and kind // 9 == suit:
                name = name * 17 + 1 + kind % 9 + (8 if self.set_type[i] >= 21 else 0)
        return name

    # Exposures: 0 in hand, 1 claimed, 2 open kong, 3 concealed kong.

    def expose(self, i: int) -> None:
        """Every exposure of the sets from ``i`` on."""
        if i == 4:
            self.play()
            return
        type = self.set_type[i]
        for state in range(4 if type >= 21 and self.total[type - 21] == 3 else 2):
            if i and self.set_type[i - 1] == type and state > self.state[i - 1]:
                break
            self.state[i] = state
            self.expose(i + 1)

    def play(self) -> None:
        """Lay the hand out and score it in every way it can be won."""
        for kind in range(34):
            self.held[kind] = 0
        self.held[self.pair] = 2
        melds = self.kongs = 0
        for i in range(4):
            self.row[MELDS + i] = NO_TILE
        for i in range(4):
            type, state = self.set_type[i], self.state[i]
            kind = self.low_kind(type)
            if state == 0:
                if type < 21:
                    for j in range(3):
                        self.held[kind + j] += 1
                else:
                    self.held[kind] += 3
            else:
                code = kind
                if state == 3:
                    code |= CONCEALED_KONG
                elif state == 2:
                    code |= KONG
                elif type >= 21:
                    code |= PUNG
                self.row[MELDS + melds] = code
                melds += 1
                if state >= 2:
                    self.kongs += 1
        self.melds = melds
        self.win_every_way()

    def win_every_way(self) -> None:
        """By every winning tile that can matter, by discard and by self-draw."""
        every_tile = 0
        if self.melds == 0:
            suits = honours = 0
            for kind in range(34):
                if self.held[kind]:
                    if kind < 27:
                        suits |= 1 << kind // 9
                    else:
                        honours = 1
            if not honours and (suits == 1 or suits == 2 or suits == 4):
                every_tile = 1
        plain = 0
        single = -1
        drawn = 0
        for kind in range(34):
            if self.held[kind]:
                if every_tile or self.held[kind] == 3 or not plain:
                    self.win(kind, 0)
                if self.held[kind] != 3:
                    plain = 1
                    if self.total[kind] == 1:
                        single = kind
                if every_tile or not drawn:
                    self.win(kind, 1)
                    drawn = 1
        if single >= 0:
            # only a tile of which the hand has no other can be robbed
            self.rob(single)

    def lay(self, winning: int, flags: int) -> None:
        """The row of the hand as it is held, won on this tile."""
        at = 0
        for kind in range(34):
            for _ in range(self.held[kind] - 1 if kind == winning else self.held[kind]):
                self.row[at] = kind
                at += 1
        self.row[at] = winning
        for i in range(at + 1, 14):
            self.row[i] = NO_TILE
        self.row[FLAGS] = flags
        self.hands += 1

    def win(self, winning: int, self_drawn: int) -> None:
        """Score this win plain, then in every circumstance it can have: 2 last tile, 4 kong, 8 first turn."""
        self.lay(winning, self_drawn)
        self.score_row()
        self.again(self_drawn | 2)
        if self_drawn and self.kongs:
            self.again(self_drawn | 4)
            self.again(self_drawn | 6)
        if self.melds == 0:
            self.again(self_drawn | 8)

    def rob(self, winning: int) -> None:
        """Score a win on a robbed kong."""
        self.lay(winning, 4)
        self.score_row()
        self.again(6)

    def score_row(self) -> None:
        self.desk.score_row(self.row, 0)
        self.note()

    def again(self, flags: int) -> None:
        """Score the same hand under other circumstances."""
        self.desk.facts.set_flags(flags)
        self.desk.score_readings()
        self.row[FLAGS] = flags
        self.note()
        self.hands += 1

    def note(self) -> None:
        """Enter the score just made, if it is one: a book may lack a special shape."""
        points = self.desk.best_points
        if points < 0:
            return
        for i in range(self.size):
            if self.desk.best_counts[i]:
                if points < self.least[i]:
                    self.least[i] = points
                    for j in range(ROW):
                        self.least_row[i * ROW + j] = self.row[j]
                if points > self.greatest[i]:
                    self.greatest[i] = points
                    for j in range(ROW):
                        self.greatest_row[i * ROW + j] = self.row[j]

    # The special shapes.

    def special(self, held: bytes) -> None:
        """Fourteen concealed tiles, given as a count for each kind."""
        for kind in range(34):
            self.held[kind] = self.total[kind] = held[kind]
        for i in range(4):
            self.row[MELDS + i] = NO_TILE
        self.melds = self.kongs = 0
        self.win_every_way()
