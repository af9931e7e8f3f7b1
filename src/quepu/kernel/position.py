"""Position: which tiles are where on the table, in fixed arrays.

Seats are 0–3 for 東南西北; 東 deals. A hand is four layers of masks of kinds: the kinds that it holds at least once, twice, three times,
four times. So most questions about a hand are a few operations on words. ``legal_actions`` adds what each seat may do, ``state`` the
transitions. The C types are in ``position.pxd``.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import arrays, bits, guard, row_codec
from quepu.kernel.actions import CLAIMING, ENTRY, MOST_DISCARDS, NO_SEAT, OVER, ROBBING
from quepu.kernel.guard import Guarded
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import KONG, NO_TILE, PUNG

if cython.compiled:
    from cython.cimports.libc.string import memcmp, memcpy


class Position(Guarded):
    """The arrays of a table. The rules of play are numbers among them, so that a copy is a copy of bytes."""

    wall: list[int]
    layers: list[list[int]]
    melds: list[list[int]]
    meld_tile: list[list[int]]
    meld_from: list[list[int]]
    meld_count: list[int]
    flowers: list[int]
    ready: list[int]
    exchanges: list[int]
    response: list[int]
    discards: list[int]
    discard_marks: list[int]
    seen: list[int]
    legal_low: list[int]
    legal_high: list[int]
    counts: list[int]
    row: list[int]
    log: list[int]

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
        uses_tiles_left: bool = False,
        shows_concealed_kongs: bool = True,
        holds: bool = False,
    ) -> None:
        """``scorer`` scores wins; states that share one belong to one thread. ``quepu.engine.rules`` describes the rules of play."""
        self.start_init()
        guard.check_type("scorer", scorer, Scorer)
        self.scorer = scorer
        self.scorer.check_usable()
        self.one = 1
        self.round = round
        guard.check_range("round", self.round, 0, 3)
        self.chosen_flowers = chosen_flowers
        self.kong_after_claim = kong_after_claim
        self.plays_on = plays_on
        self.ready_limit = ready_limit
        self.may_decline = may_decline
        self.eight_flowers = eight_flowers
        self.uses_tiles_left = uses_tiles_left
        self.shows_concealed_kongs = shows_concealed_kongs
        self.holds = holds
        self.reset()
        self.finish_init()

    def check_scorer(self) -> None:
        """Raise unless the position and its scorer can be used."""
        self.check_usable()
        self.scorer.check_usable()

    def reset(self) -> None:
        """Clear the table; its rules stay."""
        self.front = self.back = self.discard_count = self.points = self.waiting = 0
        self.phase = OVER
        self.turn = self.drawn_for = self.refused = 0
        self.drawn = self.offered = NO_TILE
        self.offerer = self.winner = self.loser = NO_SEAT
        for i in range(144):
            self.wall[i] = 0
        for i in range(MOST_DISCARDS):
            self.discards[i] = self.discard_marks[i] = NO_TILE
        for kind in range(34):
            self.seen[kind] = 0
        for seat in range(4):
            self.meld_count[seat] = self.flowers[seat] = self.ready[seat] = self.exchanges[seat] = 0
            self.legal_low[seat] = self.legal_high[seat] = 0
            self.response[seat] = NO_TILE
            for i in range(4):
                self.layers[seat][i] = 0
                self.melds[seat][i] = self.meld_tile[seat][i] = self.meld_from[seat][i] = NO_TILE
        self.log[0] = 0

    # Copies.

    def assign(self, other: Position) -> None:
        """Become equal to another position of the same rules."""
        if cython.compiled:
            memcpy(cython.address(self.wall), cython.address(other.wall), self.extent())
        else:
            for name in arrays.fields_before(Position, "past_the_end"):
                value = getattr(other, name)
                if isinstance(value, list):
                    value = [list(part) if isinstance(part, list) else part for part in value]
                setattr(self, name, value)

    def is_same(self, other: Position) -> int:
        """Whether no byte differs."""
        if cython.compiled:
            return int(memcmp(cython.address(self.wall), cython.address(other.wall), self.extent()) == 0)
        else:
            return all(getattr(self, name) == getattr(other, name) for name in arrays.fields_before(Position, "past_the_end"))

    def extent(self) -> int:
        """The number of bytes of a position: from ``wall`` up to ``past_the_end``, in the order of the .pxd."""
        if cython.compiled:
            first: int = cython.cast(cython.size_t, cython.address(self.wall))
            end: int = cython.cast(cython.size_t, cython.address(self.past_the_end))  # type: ignore[attr-defined]
            return end - first
        else:
            return 0

    # The log: what has happened since the last action was chosen.

    def add_to_log(self, what: int, first: int, second: int, third: int, fourth: int) -> None:
        at = 1 + ENTRY * self.log[0]
        self.log[at] = what
        self.log[at + 1] = first
        self.log[at + 2] = second
        self.log[at + 3] = third
        self.log[at + 4] = fourth
        self.log[0] += 1

    # Moving tiles.

    def add_tile(self, seat: int, kind: int) -> None:
        """Add a tile to the seat's hand."""
        bit = self.one << kind
        self.layers[seat][3] |= self.layers[seat][2] & bit
        self.layers[seat][2] |= self.layers[seat][1] & bit
        self.layers[seat][1] |= self.layers[seat][0] & bit
        self.layers[seat][0] |= bit

    def remove_tile(self, seat: int, kind: int) -> None:
        """Remove a tile from the seat's hand."""
        others = ~(self.one << kind)
        self.layers[seat][0] &= self.layers[seat][1] | others
        self.layers[seat][1] &= self.layers[seat][2] | others
        self.layers[seat][2] &= self.layers[seat][3] | others
        self.layers[seat][3] &= others

    def expose_tiles(self, seat: int, kind: int, count: int) -> None:
        """Remove tiles from the seat's hand that all can see from now on."""
        for _ in range(count):
            self.remove_tile(seat, kind)
        self.seen[kind] += count

    def add_meld(self, seat: int, code: int, tile: int, source: int) -> None:
        i = self.meld_count[seat]
        self.melds[seat][i] = code
        self.meld_tile[seat][i] = tile
        self.meld_from[seat][i] = source
        self.meld_count[seat] = i + 1

    def add_discard(self, seat: int, tile: int, marks: int) -> None:
        self.discards[self.discard_count] = tile
        self.discard_marks[self.discard_count] = seat | marks << 2
        self.discard_count += 1
        if tile < 34:
            self.seen[tile] += 1

    # Questions. They need no Python.

    def held(self, seat: int, kind: int) -> int:
        """The number of tiles of a kind in the seat's hand."""
        count = 0
        for i in range(4):
            count += self.layers[seat][i] >> kind & 1
        return count

    def size(self, seat: int) -> int:
        """The number of tiles in the seat's hand."""
        count = 0
        for i in range(4):
            count += bits.bit_count(self.layers[seat][i])
        return count

    def own_copies(self, seat: int, kind: int) -> int:
        """The number of tiles of a kind in the seat's hand and melds."""
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

    def lowest_flower(self, seat: int) -> int:
        """The first flower in the seat's hand, or NO_TILE."""
        flowers = self.layers[seat][0] >> 34
        return 34 + bits.lowest_bit(flowers) if flowers else NO_TILE

    def remaining(self) -> int:
        """The number of tiles left in the wall."""
        return self.back - self.front

    def is_offer(self) -> int:
        """Whether other seats may respond to a tile: a discard, or one that is added to a pung."""
        return self.phase == CLAIMING or self.phase == ROBBING

    def given_by(self, seat: int) -> int:
        """The number of tiles that a seat has given to the winner: one for each claimed set, one for the winning tile."""
        if self.winner == NO_SEAT:
            return 0
        count = 1 if self.loser == seat else 0
        for i in range(self.meld_count[self.winner]):
            if self.meld_from[self.winner][i] == seat:
                count += 1
        return count

    def write_tiles(self, seat: int, tile: int, is_held: int) -> None:
        """The tiles and melds of the row for the scorer, with this winning tile: one that the seat holds, or another."""
        for kind in range(34):
            self.counts[kind] = self.held(seat, kind)
        if not is_held:
            self.counts[tile] += 1
        row_codec.write_concealed(self.row, self.counts, tile)
        row_codec.write_melds(self.row, self.melds[seat], self.meld_count[seat])

    # The same for Python.

    def left(self) -> int:
        """The number of tiles left in the wall."""
        return self.remaining()

    def hand(self, seat: int) -> list[int]:
        """The tiles in a seat's hand in order, flowers included."""
        guard.check_seat(seat)
        return [kind for kind in range(42) for _ in range(self.held(seat, kind))]

    def hand_size(self, seat: int) -> int:
        """The number of tiles in a seat's hand."""
        guard.check_seat(seat)
        return self.size(seat)

    def melds_of(self, seat: int) -> list[tuple[int, int, int]]:
        """A seat's melds: the scorer's byte, the claimed tile and the seat that gave it (NO_TILE and NO_SEAT for a concealed kong)."""
        guard.check_seat(seat)
        return [(self.melds[seat][i], self.meld_tile[seat][i], self.meld_from[seat][i]) for i in range(self.meld_count[seat])]

    def discard_list(self) -> list[tuple[int, int, int]]:
        """All discards in order: seat, kind, marks (FROM_HAND, CLAIMED)."""
        return [(self.discard_marks[i] & 3, self.discards[i], self.discard_marks[i] >> 2) for i in range(self.discard_count)]

    def discards_of(self, seat: int) -> list[tuple[int, int]]:
        """A seat's discards in order: kind, marks."""
        guard.check_seat(seat)
        return [(self.discards[i], self.discard_marks[i] >> 2) for i in range(self.discard_count) if self.discard_marks[i] & 3 == seat]

    def wall_left(self) -> bytes:
        """The wall, in the order in which it will be drawn if no tile comes from the tail."""
        return bytes([self.wall[i] for i in range(self.front, self.back)])

    def flowers_of(self, seat: int) -> int:
        """The flowers that a seat has exposed, a bit each."""
        guard.check_seat(seat)
        return self.flowers[seat]

    def ready_of(self, seat: int) -> int:
        """1–5 for 天听 … 虫听, 0 if not declared."""
        guard.check_seat(seat)
        return self.ready[seat]

    def visible(self) -> list[int]:
        """The number of tiles of each kind that all can see."""
        return [self.seen[kind] for kind in range(34)]

    def given(self) -> list[int]:
        """The number of tiles that each seat has given to the winner."""
        self.check_usable()
        return [self.given_by(seat) for seat in range(4)]

    def hidden(self, seat: int) -> bytes:
        """The tiles that a seat cannot see: those in the other hands, then the wall. Concealed kongs are left out."""
        guard.check_seat(seat)
        return bytes([tile for i in range(1, 4) for tile in self.hand(seat + i & 3)]) + self.wall_left()
