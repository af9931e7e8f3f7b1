"""Legal actions: what each seat may do now.

``state`` calls one of the ``allow_…`` methods whenever the table begins to wait; they set a bit for each action of each seat. ``legal``
returns these bits and ``apply`` checks them, so that both always agree. A win is legal if the scorer gives the row that would be scored at
least the book's minimum. The C types are in ``legal_actions.pxd``.
"""

from __future__ import annotations

from quepu.kernel import bits, guard, row_codec
from quepu.kernel.actions import (
    ACTIONS,
    ADDED_KONG_OF,
    CHOW_HIGH,
    CHOW_LOW,
    CHOW_MIDDLE,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIMING,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    DECLINE,
    FOR_KONG,
    NO_SEAT,
    OVER,
    PASS,
    REPLACE_FLOWER,
    ROBBING,
    WIN,
)
from quepu.kernel.position import Position
from quepu.kernel.shapes import (
    FIRST_TURN,
    FLOWER_MASK,
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    KONG,
    LAST_COPY,
    LAST_TILE,
    NO_TILE,
    ON_KONG,
    PUNG,
    ROW,
    SELF_DRAWN,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
)

TWO_64 = 1 << 64

NO_FLOWERS = (1 << 34) - 1
ONE_TO_SEVEN = 0b001111111_001111111_001111111
"""Masks of kinds: all except the flowers; where a chow can begin."""


def in_runs(kinds: int) -> int:
    """Those of some kinds that are in a run of three."""
    runs = kinds & kinds >> 1 & kinds >> 2 & ONE_TO_SEVEN
    return runs | runs << 1 | runs << 2


class LegalActions(Position):
    """A position with the actions of each seat: a bit for each number, the first 64 in ``legal_low``, the others in ``legal_high``."""

    def clear_legal(self) -> None:
        self.waiting = 0
        for seat in range(4):
            self.legal_low[seat] = self.legal_high[seat] = 0
            self.response[seat] = NO_TILE

    def allow(self, seat: int, action: int) -> None:
        if action < 64:
            self.legal_low[seat] |= self.one << action
        else:
            self.legal_high[seat] |= self.one << action - 64

    def may(self, seat: int, action: int) -> int:
        """Whether this action of this seat is legal now."""
        return self.allows(seat, action)

    def allows(self, seat: int, action: int) -> int:
        """``may`` for the kernel itself. It needs no Python."""
        if seat < 0 or seat > 3 or action < 0 or action >= ACTIONS:
            return 0
        if action < 64:
            return self.legal_low[seat] >> action & 1
        return self.legal_high[seat] >> action - 64 & 1

    def is_asked(self, seat: int) -> int:
        """Whether the seat has legal actions."""
        return self.legal_low[seat] != 0 or self.legal_high[seat] != 0

    def legal(self, seat: int) -> int:
        """The seat's legal actions as a mask; 0 if it is not asked."""
        guard.check_seat(seat)
        if self.legal_high[seat] == 0:
            return self.legal_low[seat]
        return self.legal_low[seat] + self.legal_high[seat] * TWO_64

    def actions(self, seat: int) -> list[int]:
        """The seat's legal actions by number."""
        guard.check_seat(seat)
        found = []
        low, high = self.legal_low[seat], self.legal_high[seat]
        while low:
            found.append(bits.lowest_bit(low))
            low &= low - 1
        while high:
            found.append(64 + bits.lowest_bit(high))
            high &= high - 1
        return found

    def first_asked(self) -> int:
        """The first of the seats that must act now, or NO_SEAT."""
        return self.next_asked()

    def next_asked(self) -> int:
        """``first_asked`` for the kernel itself."""
        for i in range(1, 5):
            seat = self.turn + i & 3
            if self.is_asked(seat):
                return seat
        return NO_SEAT

    def is_forced(self, seat: int) -> int:
        """Whether the seat, which is asked, has one legal action only."""
        choices = bits.bit_count(self.legal_low[seat]) + bits.bit_count(self.legal_high[seat])
        return choices == 1

    def first_action(self, seat: int) -> int:
        """The lowest legal action of the seat, which is asked."""
        return bits.lowest_bit(self.legal_low[seat]) if self.legal_low[seat] else 64 + bits.lowest_bit(self.legal_high[seat])

    def asked(self) -> list[int]:
        """The seats that must act now, in turn order from the one after the last that acted."""
        found = []
        for i in range(1, 5):
            seat = self.turn + i & 3
            if self.is_asked(seat):
                found.append(seat)
        return found

    def allow_turn(self) -> None:
        """The actions of the seat whose turn it is: discard, kong, flower, 听, win."""
        seat = self.turn
        self.clear_legal()
        if self.ready[seat]:
            self.allow(seat, self.drawn)  # 听 declared: the hand may not change
        else:
            self.legal_low[seat] = self.layers[seat][0]  # a discard is numbered as its kind
            self.allow_kongs(seat)
            if self.chosen_flowers and self.remaining() and self.lowest_flower(seat) != NO_TILE:
                self.allow(seat, REPLACE_FLOWER)
            if self.may_declare(seat):
                self.allow(seat, DECLARE_READY)
        if self.drawn < 34 and self.wins(seat, self.drawn):
            self.allow(seat, WIN)

    def allow_kongs(self, seat: int) -> None:
        """Concealed and added kongs."""
        if (self.drawn == NO_TILE and not self.kong_after_claim) or not (self.remaining() or self.plays_on):
            return
        fours = self.layers[seat][3]
        while fours:
            self.allow(seat, CONCEALED_KONG_OF + bits.lowest_bit(fours))
            fours &= fours - 1
        for i in range(self.meld_count[seat]):
            code = self.melds[seat][i]
            if code >= PUNG and code < KONG and self.layers[seat][0] >> (code & 63) & 1:
                self.allow(seat, ADDED_KONG_OF + (code & 63))

    def allow_ready_discards(self) -> None:
        """The discards that leave the seat ready that has declared 听."""
        seat = self.turn
        self.clear_legal()
        for kind in range(34):
            if self.layers[seat][0] >> kind & 1 and self.is_ready_without(seat, kind):
                self.allow(seat, kind)

    def allow_last_draw(self) -> None:
        self.clear_legal()
        self.allow(self.turn, DECLINE)
        self.allow(self.turn, PASS)

    def allow_claims(self) -> None:
        """The actions of the other seats when a tile is offered: a discard, or the tile of an added kong, which can only be robbed. A seat
        that could only pass is not asked."""
        self.clear_legal()
        if self.offered > 33:
            return
        for i in range(1, 4):
            seat = self.offerer + i & 3
            if self.wins(seat, self.offered):
                self.allow(seat, WIN)
            if self.phase == CLAIMING and not self.ready[seat] and (self.remaining() or self.plays_on):
                self.allow_sets(seat, i == 1)
            if self.is_asked(seat):
                self.allow(seat, PASS)
                self.waiting += 1

    def allow_sets(self, seat: int, is_next: int) -> None:
        """Chow, pung and open kong with the discard."""
        tile = self.offered
        if self.layers[seat][1] >> tile & 1:
            self.allow(seat, CLAIM_PUNG)
        if self.layers[seat][2] >> tile & 1:
            self.allow(seat, CLAIM_KONG)
        if is_next and tile < 27:
            n = tile % 9
            near = self.layers[seat][0] << 2 >> tile  # bit 0 is two below the tile
            if n < 7 and near & 24 == 24:
                self.allow(seat, CHOW_LOW)
            if n > 0 and n < 8 and near & 10 == 10:
                self.allow(seat, CHOW_MIDDLE)
            if n > 1 and near & 3 == 3:
                self.allow(seat, CHOW_HIGH)

    # Winning and being ready.

    def wins(self, seat: int, tile: int) -> int:
        """Whether the seat wins on this tile, drawn or offered, with at least the book's minimum of points."""
        if self.chosen_flowers and self.lowest_flower(seat) != NO_TILE:
            return 0
        if not self.may_be_complete(seat, tile if self.is_offer() else NO_TILE) and self.flowers[seat] != 255:
            return 0
        self.write_win(seat, tile)
        if not self.scorer.score_row(self.row, 0):
            return 0
        if self.scorer.best_points >= self.scorer.table.minimum:
            return 1
        self.refused |= 1 << seat
        return 0

    def may_be_complete(self, seat: int, extra: int) -> int:
        """A quick necessary condition for the seat's tiles, with an extra one if it is not NO_TILE, to be a shape of the book. In sets and
        a pair every kind that the hand holds once or four times is in a run of three, and at most one kind that it holds twice is in
        none. Eight flowers are not considered."""
        once, twice, thrice, four = self.layers[seat][0], self.layers[seat][1], self.layers[seat][2], self.layers[seat][3]
        if extra != NO_TILE:
            bit = self.one << extra
            four |= thrice & bit
            thrice |= twice & bit
            twice |= once & bit
            once |= bit
        shapes = self.scorer.table.shapes
        if shapes >> STANDARD & 1:
            apart = ~in_runs(once)
            if (once & ~twice | four) & apart == 0 and bits.bit_count(twice & ~thrice & apart) <= 1:
                return 1
        if self.meld_count[seat] == 0:
            if shapes >> SEVEN_PAIRS & 1 and (once & ~twice | thrice & ~four) == 0:
                return 1
            if shapes >> THIRTEEN_ORPHANS & 1 and once == self.scorer.arrangements.orphans:
                return 1
            if shapes >> KNITTED_HONOURS & 1 and twice == 0:
                return 1
        if self.meld_count[seat] <= 1 and shapes >> KNITTED_STRAIGHT & 1:
            for i in range(6):
                if self.scorer.arrangements.knitted_kinds[i] & ~once == 0:
                    return 1
        return 0

    def write_win(self, seat: int, tile: int) -> None:
        """The seat's hand as a row for the scorer, won on this tile: the one that it has drawn, or one that is offered."""
        drawn = not self.is_offer()
        self.write_tiles(seat, tile, drawn)
        flags = SELF_DRAWN if drawn else 0
        if self.remaining() == 0:
            flags |= LAST_TILE
        if self.phase == ROBBING or (drawn and self.drawn_for == FOR_KONG):
            flags |= ON_KONG
        if self.phase != ROBBING and self.discard_count == (0 if drawn else 1) and self.meld_count[0] == 0:
            flags |= FIRST_TURN
        if self.seen[tile] == (3 if drawn else 4):
            flags |= LAST_COPY
        flowers = self.flowers[seat]
        left = self.remaining() if self.uses_tiles_left else NO_TILE
        row_codec.write_circumstances(self.row, flags, seat | self.round << 2, bits.bit_count(flowers), flowers, self.ready[seat], left)

    def winning_discards(self, seat: int) -> list[tuple[int, int]]:
        """The kinds with which a seat that waits could win now if another seat discarded them, each with the points. For programs that
        learn from deals whose hidden tiles they know."""
        guard.check_seat(seat)
        self.check_scorer()
        found: list[tuple[int, int]] = []
        if self.size(seat) % 3 != 1 or (self.chosen_flowers and self.lowest_flower(seat) != NO_TILE):
            return found
        for tile in range(34):
            if self.would_win(seat, tile):
                found.append((tile, self.scorer.total_points()))
        return found

    def would_win(self, seat: int, tile: int) -> int:
        """Whether a seat that waits could win now if another seat discarded this tile."""
        if not self.may_be_complete(seat, tile) or self.own_copies(seat, tile) == 4:
            return 0
        flowers = self.flowers[seat]
        left = self.remaining() if self.uses_tiles_left else NO_TILE
        self.write_tiles(seat, tile, 0)
        row_codec.write_circumstances(self.row, 0, seat | self.round << 2, bits.bit_count(flowers), flowers, self.ready[seat], left)
        return self.scorer.score_row(self.row, 0) and self.scorer.best_points >= self.scorer.table.minimum

    def ready_grade(self, seat: int) -> int:
        """The number of tiles that the seat has exchanged before it declares 听, without the dealer's first discard."""
        return self.exchanges[seat] - 1 if seat == 0 and self.exchanges[seat] else self.exchanges[seat]

    def may_declare(self, seat: int) -> int:
        """Whether the seat may declare 听: after a draw, before the limit, and if some discard leaves the hand ready."""
        if self.drawn == NO_TILE or self.ready_grade(seat) > self.ready_limit or self.is_scattered(seat):
            return 0
        for kind in range(34):
            if self.layers[seat][0] >> kind & 1 and self.is_ready_without(seat, kind):
                return 1
        return 0

    def is_scattered(self, seat: int) -> int:
        """A quick sufficient condition that no discard leaves the hand ready. A ready hand of sets or pairs has at most two single tiles
        that are in no run of three; before the discard there are at most three. A hand that waits for thirteen orphans has twelve of
        them. The condition is not used for books with knitted shapes."""
        if self.scorer.table.shapes & (1 << KNITTED_HONOURS | 1 << KNITTED_STRAIGHT):
            return 0
        once = self.layers[seat][0] & NO_FLOWERS
        alone = bits.bit_count(once & ~self.layers[seat][1] & ~in_runs(once))
        orphans = bits.bit_count(once & self.scorer.arrangements.orphans)
        return alone > 3 and orphans < 12

    def is_ready_without(self, seat: int, kind: int) -> int:
        """Whether the hand without this tile waits for a tile of which the seat does not have all four."""
        found = 0
        self.row[FLOWER_MASK] = 0
        self.remove_tile(seat, kind)
        for tile in range(34):
            if self.may_be_complete(seat, tile) and self.own_copies(seat, tile) < 4:
                self.write_tiles(seat, tile, 0)
                self.scorer.facts.load(self.row, 0)
                if self.scorer.arrangements.find(self.scorer.facts, self.scorer.table.shapes, self.scorer.table.four_as_two_pairs):
                    found = 1
                    break
        self.add_tile(seat, kind)
        return found

    def winning_row(self, seat: int) -> bytes | None:
        """The row that would be scored if the seat won now, or None if there is no tile to win on."""
        guard.check_seat(seat)
        if self.is_offer():
            tile = self.offered if seat != self.offerer else NO_TILE
        else:
            tile = self.drawn if seat == self.turn and self.phase != OVER else NO_TILE
        if tile > 33:
            return None
        self.write_win(seat, tile)
        return bytes([self.row[i] for i in range(ROW)])
