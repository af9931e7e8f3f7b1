"""Position: what lies on the table, in fixed arrays, and what each seat may do now.

Seats are 0–3 for 東南西北; 東 deals. A hand is four layers of masks of kinds: those it holds at all, those it holds more than once, twice,
three times. So most questions about it are a few operations on words. The transitions stand in ``table``, the C types in ``position.pxd``.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard
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
    ENTRY,
    FOR_KONG,
    LOG,
    NO_SEAT,
    OVER,
    PASS,
    REPLACE_FLOWER,
    RIVER,
    ROBBING,
    WIN,
)
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import (
    FLAGS,
    FLOWER_COUNT,
    FLOWER_MASK,
    KNITTED_HONOURS,
    KNITTED_STRAIGHT,
    KONG,
    MELDS,
    NO_TILE,
    PUNG,
    READY,
    ROW,
    SEVEN_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    TILES_LEFT,
    WINDS,
)

if cython.compiled:
    from cython.cimports.libc.string import memcmp, memcpy

TWO_64 = 1 << 64

NO_FLOWERS = (1 << 34) - 1
ONE_TO_SEVEN = 0b001111111_001111111_001111111
"""Masks of kinds: all but the flowers; where a chow can begin."""


def in_runs(kinds: int) -> int:
    """Those of some kinds that stand in a run of three."""
    runs = kinds & kinds >> 1 & kinds >> 2 & ONE_TO_SEVEN
    return runs | runs << 1 | runs << 2


class Position(Guarded):
    """The arrays of a table. The rules of play are numbers among them, so that a copy is a copy of bytes."""

    def __init__(
        self,
        scorer: Scorer,
        round: int = 0,
        *,
        chosen_flowers: bool = False,
        kong_after_claim: bool = False,
        plays_on: bool = False,
        ready_limit: int = -1,
        may_decline: bool = False,
        eight_flowers: int = 0,
        tells_tiles_left: bool = False,
        shows_concealed_kongs: bool = True,
        holds: bool = False,
    ) -> None:
        """``scorer`` scores wins; it is one worker's, so states that share it belong to one thread. The rules of play are told in
        ``quepu.engine.rules``."""
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        self.one = 1
        if not cython.compiled:
            self.wall = [0] * 144
            self.layers = [[0] * 4 for _ in range(4)]
            self.melds, self.meld_tile, self.meld_from = ([[NO_TILE] * 4 for _ in range(4)] for _ in range(3))
            self.meld_count, self.flowers, self.ready, self.exchanges, self.response = ([0] * 4 for _ in range(5))
            self.river, self.river_marks = ([0] * RIVER for _ in range(2))
            self.seen = [0] * 34
            self.menu_low, self.menu_high = [0] * 4, [0] * 4
            self.row = bytearray(ROW)
            self.log = bytearray(1 + LOG * ENTRY)
        self.round = round
        guard.check_range("round", self.round, 0, 3)
        self.chosen_flowers = chosen_flowers
        self.kong_after_claim = kong_after_claim
        self.plays_on = plays_on
        self.ready_limit = ready_limit
        self.may_decline = may_decline
        self.eight_flowers = eight_flowers
        self.tells_tiles_left = tells_tiles_left
        self.shows_concealed_kongs = shows_concealed_kongs
        self.holds = holds
        self.take_off()
        self.finish_init()

    def take_off(self) -> None:
        """Take everything off the table; its rules stay."""
        self.front = self.back = self.river_count = self.points = 0
        self.phase = OVER
        self.turn = self.drawn_for = 0
        self.drawn = self.offered = NO_TILE
        self.offerer = self.winner = self.loser = NO_SEAT
        for i in range(144):
            self.wall[i] = 0
        for i in range(RIVER):
            self.river[i] = self.river_marks[i] = NO_TILE
        for kind in range(34):
            self.seen[kind] = 0
        for seat in range(4):
            self.meld_count[seat] = self.flowers[seat] = self.ready[seat] = self.exchanges[seat] = 0
            for i in range(4):
                self.layers[seat][i] = 0
                self.melds[seat][i] = self.meld_tile[seat][i] = self.meld_from[seat][i] = NO_TILE
        self.clear_menus()
        self.log[0] = 0

    # Copies.

    def take_over(self, other: Position) -> None:
        """Become as the other is. Both must stand under the same rules."""
        if cython.compiled:
            memcpy(cython.address(self.wall), cython.address(other.wall), self.extent())
        else:
            for name, value in other.__dict__.items():
                if isinstance(value, list):
                    value = [list(part) if isinstance(part, list) else part for part in value]
                elif not isinstance(value, int):
                    continue
                setattr(self, name, value)

    def is_same(self, other: Position) -> int:
        """Whether not a byte differs."""
        if cython.compiled:
            return int(memcmp(cython.address(self.wall), cython.address(other.wall), self.extent()) == 0)
        else:
            return all(value == other.__dict__[name] for name, value in self.__dict__.items() if isinstance(value, list | int))

    def extent(self) -> int:
        """How many bytes make the position: from ``wall`` up to ``past_the_end``, as they stand in the .pxd."""
        if cython.compiled:
            first: int = cython.cast(cython.size_t, cython.address(self.wall))
            end: int = cython.cast(cython.size_t, cython.address(self.past_the_end))  # type: ignore[attr-defined]
            return end - first
        else:
            return 0

    # What has happened since the last action was asked for.

    def note(self, what: int, first: int, second: int, third: int, fourth: int) -> None:
        at = 1 + ENTRY * self.log[0]
        self.log[at] = what
        self.log[at + 1] = first
        self.log[at + 2] = second
        self.log[at + 3] = third
        self.log[at + 4] = fourth
        self.log[0] += 1

    # Hands.

    def put(self, seat: int, kind: int) -> None:
        """One more tile in the seat's hand."""
        bit = self.one << kind
        self.layers[seat][3] |= self.layers[seat][2] & bit
        self.layers[seat][2] |= self.layers[seat][1] & bit
        self.layers[seat][1] |= self.layers[seat][0] & bit
        self.layers[seat][0] |= bit

    def remove(self, seat: int, kind: int) -> None:
        """One less."""
        others = ~(self.one << kind)
        self.layers[seat][0] &= self.layers[seat][1] | others
        self.layers[seat][1] &= self.layers[seat][2] | others
        self.layers[seat][2] &= self.layers[seat][3] | others
        self.layers[seat][3] &= others

    def held(self, seat: int, kind: int) -> int:
        """How many of a kind the seat has in hand."""
        count = 0
        for i in range(4):
            count += self.layers[seat][i] >> kind & 1
        return count

    def size(self, seat: int) -> int:
        """How many tiles the seat has in hand."""
        count = 0
        for i in range(4):
            count += bits.bit_count(self.layers[seat][i])
        return count

    # Menus: what each seat may do, a bit for each action.

    def clear_menus(self) -> None:
        self.waiting = 0
        for seat in range(4):
            self.menu_low[seat] = self.menu_high[seat] = 0
            self.response[seat] = NO_TILE

    def allow(self, seat: int, action: int) -> None:
        if action < 64:
            self.menu_low[seat] |= self.one << action
        else:
            self.menu_high[seat] |= self.one << action - 64

    def may(self, seat: int, action: int) -> int:
        """Whether this seat may do this now: what ``legal`` tells and ``apply`` asks."""
        return self.allows(seat, action)

    def allows(self, seat: int, action: int) -> int:
        """``may`` for the kernel itself; it needs no Python."""
        if seat < 0 or seat > 3 or action < 0 or action >= ACTIONS:
            return 0
        if action < 64:
            return self.menu_low[seat] >> action & 1
        return self.menu_high[seat] >> action - 64 & 1

    def is_asked(self, seat: int) -> int:
        return self.menu_low[seat] != 0 or self.menu_high[seat] != 0

    def legal(self, seat: int) -> int:
        """The seat's actions as a mask over the numbering; 0 if it is not asked."""
        guard.check_seat(seat)
        if self.menu_high[seat] == 0:
            return self.menu_low[seat]
        return self.menu_low[seat] + self.menu_high[seat] * TWO_64

    def actions(self, seat: int) -> list[int]:
        """The seat's actions by number."""
        guard.check_seat(seat)
        found = []
        low, high = self.menu_low[seat], self.menu_high[seat]
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
        """Whether the seat, which is asked, can do one thing only."""
        choices: int = bits.bit_count(self.menu_low[seat]) + bits.bit_count(self.menu_high[seat])
        return choices == 1

    def first_action(self, seat: int) -> int:
        """The lowest number that the seat, which is asked, may choose."""
        action: int = bits.lowest_bit(self.menu_low[seat]) if self.menu_low[seat] else 64 + bits.lowest_bit(self.menu_high[seat])
        return action

    def asked(self) -> list[int]:
        """The seats that must act now, in turn order from the one after the last actor."""
        found = []
        for i in range(1, 5):
            seat = self.turn + i & 3
            if self.is_asked(seat):
                found.append(seat)
        return found

    def offer_turn(self) -> None:
        """For the seat with a tile too many: discard, kong, flower, 听, win."""
        seat = self.turn
        self.clear_menus()
        if self.ready[seat]:
            self.allow(seat, self.drawn)  # 听 declared: nothing is changed any more
        else:
            self.menu_low[seat] = self.layers[seat][0]  # a discard is numbered as its kind
            self.offer_kongs(seat)
            if self.chosen_flowers and self.remaining() and self.lowest_flower(seat) != NO_TILE:
                self.allow(seat, REPLACE_FLOWER)
            if self.may_declare(seat):
                self.allow(seat, DECLARE_READY)
        if self.drawn < 34 and self.wins(seat, self.drawn):
            self.allow(seat, WIN)

    def offer_kongs(self, seat: int) -> None:
        """Concealed and added ones."""
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

    def offer_ready_discards(self) -> None:
        """For the seat that has declared 听: the discards that leave it ready."""
        seat = self.turn
        self.clear_menus()
        for kind in range(34):
            if self.layers[seat][0] >> kind & 1 and self.is_ready_without(seat, kind):
                self.allow(seat, kind)

    def offer_last_draw(self) -> None:
        self.clear_menus()
        self.allow(self.turn, DECLINE)
        self.allow(self.turn, PASS)

    def offer_claims(self) -> None:
        """For the others, when a tile is offered: by a discard, or by an added kong, which can only be robbed. Whoever could only pass
        is not asked."""
        self.clear_menus()
        if self.offered > 33:
            return
        for i in range(1, 4):
            seat = self.offerer + i & 3
            if self.wins(seat, self.offered):
                self.allow(seat, WIN)
            if self.phase == CLAIMING and not self.ready[seat] and (self.remaining() or self.plays_on):
                self.offer_sets(seat, i == 1)
            if self.is_asked(seat):
                self.allow(seat, PASS)
                self.waiting += 1

    def offer_sets(self, seat: int, is_next: int) -> None:
        """Chow, pung and open kong of the discard."""
        tile = self.offered
        if self.layers[seat][1] >> tile & 1:
            self.allow(seat, CLAIM_PUNG)
        if self.layers[seat][2] >> tile & 1:
            self.allow(seat, CLAIM_KONG)
        if is_next and tile < 27:
            n = tile % 9
            near = self.layers[seat][0] << 2 >> tile  # from the tile two below on
            if n < 7 and near & 24 == 24:
                self.allow(seat, CHOW_LOW)
            if n > 0 and n < 8 and near & 10 == 10:
                self.allow(seat, CHOW_MIDDLE)
            if n > 1 and near & 3 == 3:
                self.allow(seat, CHOW_HIGH)

    # Questions.

    def left(self) -> int:
        """Tiles left in the wall."""
        return self.remaining()

    def remaining(self) -> int:
        """``left`` for the kernel itself."""
        return self.back - self.front

    def is_offer(self) -> int:
        """Whether a tile lies there that others may answer to."""
        return self.phase == CLAIMING or self.phase == ROBBING

    def lowest_flower(self, seat: int) -> int:
        """The first flower in the seat's hand, or NO_TILE."""
        flowers = self.layers[seat][0] >> 34
        return 34 + bits.lowest_bit(flowers) if flowers else NO_TILE

    def wins(self, seat: int, tile: int) -> int:
        """Whether the seat wins on this tile, drawn or offered, with the points that the book asks for."""
        if self.chosen_flowers and self.lowest_flower(seat) != NO_TILE:
            return 0
        if not self.may_be_complete(seat, tile if self.is_offer() else NO_TILE) and self.flowers[seat] != 255:
            return 0
        self.lay_row(seat, tile)
        return self.scorer.score_row(self.row, 0) and self.scorer.best_points >= self.scorer.table.minimum

    def may_be_complete(self, seat: int, extra: int) -> int:
        """Whether one look does not show that the seat's tiles, with an extra one if there is any, are no shape of the book: among sets and
        a pair no tile is single or four times there that is in no run of three, and at most one so is there twice. Eight flowers are not
        looked at."""
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

    def lay_row(self, seat: int, tile: int) -> None:
        """The seat's hand as the scorer reads it, won on this tile: the one it has drawn, or one that is offered."""
        drawn = not self.is_offer()
        self.lay_tiles(seat, tile, drawn)
        # 海底; 杠上 or 抢杠; 天和, 地和; 绝张
        flags = 1 if drawn else 0
        if self.remaining() == 0:
            flags |= 2
        if self.phase == ROBBING or (drawn and self.drawn_for == FOR_KONG):
            flags |= 4
        if self.phase != ROBBING and self.river_count == (0 if drawn else 1) and self.meld_count[0] == 0:
            flags |= 8
        if self.seen[tile] == (3 if drawn else 4):
            flags |= 16
        self.row[FLAGS] = flags
        self.row[WINDS] = seat | self.round << 2
        count = 0
        for i in range(8):
            count += self.flowers[seat] >> i & 1
        self.row[FLOWER_COUNT] = count
        self.row[FLOWER_MASK] = self.flowers[seat]
        self.row[READY] = self.ready[seat]
        self.row[TILES_LEFT] = self.remaining() if self.tells_tiles_left else NO_TILE

    def lay_tiles(self, seat: int, tile: int, is_held: int) -> None:
        """The tiles and melds of a row, this one last."""
        at = 0
        for kind in range(34):
            for _ in range(self.held(seat, kind) - (1 if is_held and kind == tile else 0)):
                self.row[at] = kind
                at += 1
        self.row[at] = tile
        for i in range(at + 1, MELDS):
            self.row[i] = NO_TILE
        for i in range(4):
            self.row[MELDS + i] = self.melds[seat][i] if i < self.meld_count[seat] else NO_TILE

    def ready_grade(self, seat: int) -> int:
        """How often the seat has exchanged a tile before declaring 听, the dealer's first discard not counted."""
        return self.exchanges[seat] - 1 if seat == 0 and self.exchanges[seat] else self.exchanges[seat]

    def may_declare(self, seat: int) -> int:
        """Whether 听 may be declared: after a draw, not too late, and some discard leaves the hand ready."""
        if self.drawn == NO_TILE or self.ready_grade(seat) > self.ready_limit or self.is_scattered(seat):
            return 0
        for kind in range(34):
            if self.layers[seat][0] >> kind & 1 and self.is_ready_without(seat, kind):
                return 1
        return 0

    def is_scattered(self, seat: int) -> int:
        """Whether one look shows that no discard leaves the hand ready. In a hand that waits to complete sets or pairs at most two tiles
        are single and in no run of three: both want one between or beside them, or one wants its second. Before the discard it is three.
        A hand that waits for thirteen orphans has twelve of them. A book with knitted shapes is not looked at so."""
        if self.scorer.table.shapes & (1 << KNITTED_HONOURS | 1 << KNITTED_STRAIGHT):
            return 0
        once = self.layers[seat][0] & NO_FLOWERS
        alone: int = bits.bit_count(once & ~self.layers[seat][1] & ~in_runs(once))
        orphans: int = bits.bit_count(once & self.scorer.arrangements.orphans)
        return alone > 3 and orphans < 12

    def is_ready_without(self, seat: int, kind: int) -> int:
        """Whether the seat's other tiles lack one tile only, of a kind that it does not have four times itself."""
        found = 0
        self.row[FLOWER_MASK] = 0
        self.remove(seat, kind)
        for tile in range(34):
            if self.may_be_complete(seat, tile) and self.own_copies(seat, tile) < 4:
                self.lay_tiles(seat, tile, 0)
                self.scorer.facts.load(self.row, 0)
                if self.scorer.arrangements.find(self.scorer.facts, self.scorer.table.shapes, self.scorer.table.four_as_two_pairs):
                    found = 1
                    break
        self.put(seat, kind)
        return found

    def own_copies(self, seat: int, kind: int) -> int:
        """How many of a kind the seat has, in hand and in melds."""
        count = self.held(seat, kind)
        for i in range(self.meld_count[seat]):
            code = self.melds[seat][i]
            low = code & 63
            if code >= KONG:
                count += 4 if low == kind else 0
            elif code >= PUNG:
                count += 3 if low == kind else 0
            elif low <= kind and kind <= low + 2:
                count += 1
        return count

    # What Python reads.

    def hand(self, seat: int) -> list[int]:
        """The tiles in a seat's hand, flowers among them, in order."""
        guard.check_seat(seat)
        return [kind for kind in range(42) for _ in range(self.held(seat, kind))]

    def hand_size(self, seat: int) -> int:
        """How many tiles a seat holds."""
        guard.check_seat(seat)
        return self.size(seat)

    def melds_of(self, seat: int) -> list[tuple[int, int, int]]:
        """A seat's melds: the scorer's byte, the claimed tile and who gave it (NO_TILE and NO_SEAT for a concealed kong)."""
        guard.check_seat(seat)
        return [(self.melds[seat][i], self.meld_tile[seat][i], self.meld_from[seat][i]) for i in range(self.meld_count[seat])]

    def river_list(self) -> list[tuple[int, int, int]]:
        """All discards in order: seat, kind, marks (FROM_HAND, CLAIMED)."""
        return [(self.river_marks[i] & 3, self.river[i], self.river_marks[i] >> 2) for i in range(self.river_count)]

    def river_of(self, seat: int) -> list[tuple[int, int]]:
        """A seat's discards in order: kind, marks."""
        guard.check_seat(seat)
        return [(self.river[i], self.river_marks[i] >> 2) for i in range(self.river_count) if self.river_marks[i] & 3 == seat]

    def wall_left(self) -> bytes:
        """The wall, in the order in which it will be drawn if nothing comes from the tail."""
        return bytes([self.wall[i] for i in range(self.front, self.back)])

    def flowers_of(self, seat: int) -> int:
        """The flowers a seat has laid out, a bit each."""
        guard.check_seat(seat)
        return self.flowers[seat]

    def ready_of(self, seat: int) -> int:
        """1–5 for 天听 … 虫听, 0 if not declared."""
        guard.check_seat(seat)
        return self.ready[seat]

    def visible(self) -> list[int]:
        """How many of each kind lie open to all."""
        return [self.seen[kind] for kind in range(34)]

    def winning_row(self, seat: int) -> bytes | None:
        """The seat's hand as the scorer would read it if it won now, or None where there is no tile to win on."""
        guard.check_seat(seat)
        if self.is_offer():
            tile = self.offered if seat != self.offerer else NO_TILE
        else:
            tile = self.drawn if seat == self.turn and self.phase != OVER else NO_TILE
        if tile > 33:
            return None
        self.lay_row(seat, tile)
        return bytes([self.row[i] for i in range(ROW)])
