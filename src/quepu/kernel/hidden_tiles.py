"""Hidden tiles: deals them at random so that they fit what one seat may know.

An observation (``observation_layout``) lacks the hands of the other seats, their concealed kongs that are face down, and the wall. A
*sample* deals the tiles that the seat cannot see to these places. It follows from a seed and its number alone. The C types are in
``hidden_tiles.pxd``.

The hands of players who have had some turns are better than random ones. So a hand is dealt from the tiles that are not seen and then
improves: for each turn that its player has had, it draws a tile and returns the one that a player of the kernel (``Chooser``) would
discard. Whether it is ready is decided first, with the chance that ``Opponents`` estimates: a hand that should be ready improves until it
is, and one that should not stops before. A ready hand is dealt again, some times at most, if it waits for tiles that its player is unlikely
to wait for after what it discarded and let pass.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import guard
from quepu.kernel.actions import (
    CLAIMED,
    CLAIMING,
    DECLINE,
    FOR_KONG,
    LAST_DRAW,
    NO_SEAT,
    ORDINARY,
    READYING,
    ROBBING,
    TURN,
    WIN,
)
from quepu.kernel.chance import Chance
from quepu.kernel.chooser import Chooser
from quepu.kernel.guard import Guarded
from quepu.kernel.observation_layout import (
    CONCEALED,
    DISCARD_COUNT,
    DISCARD_MARKS,
    DISCARDS,
    DRAWN,
    FLOWERS,
    HAND,
    IS_OVER,
    LEFT,
    MELD_COUNT,
    MELDS,
    OBSERVATION,
    OFFERED,
    OFFERER,
    READY,
    ROBBED,
    ROUND,
    SEAT,
    SEAT_BYTES,
    SEATS,
    TURN_OF,
)
from quepu.kernel.shapes import CONCEALED_KONG, FLOWER, KONG, NO_TILE, PUNG
from quepu.kernel.state import State

if cython.compiled:
    from cython.cimports.libc.math import exp
else:
    from math import exp

ALL_KINDS = 42

TRIES = 8
"""How often a ready hand is dealt at most until its waits are plausible."""

MOST_EXCHANGES = 40
"""After this number of turns a hand is taken as it is, even if it should be ready."""

MOST_LEFT = 92
"""The number of tiles in the wall when the dealer has been dealt the first tiles."""


class HiddenTiles(Guarded):
    """Reads an observation, then deals samples into the state ``dealt``. ``seat`` is the seat of the observation."""

    unseen: list[int]
    pool: list[int]
    sizes: list[int]
    turns: list[int]
    chances: list[float]
    evidence: list[list[float]]
    kong_seats: list[int]
    kong_places: list[int]
    observed: list[int]
    cells: list[int]

    def __init__(self, state: State, chooser: Chooser) -> None:
        """The deals have the rules of ``state``. ``chooser`` plays for the other seats; it belongs to the same thread."""
        self.start_init()
        guard.check_type("state", state, State)
        # other threads may use the scorer of the given state while this one works
        self.dealt = state.independent_copy()
        self.dealt.reset()
        self.dealt.holds = False
        guard.check_type("chooser", chooser, Chooser)
        self.chooser = chooser
        self.chooser.check_usable()
        self.has_estimates = self.chooser.has_estimates()
        self.chance = Chance()
        self.finish_init()

    # Reading an observation.

    def read(self, cells: bytes) -> None:
        """Read an observation into ``dealt``, which then lacks the hidden tiles only. Raise unless these bytes describe such a deal."""
        # it raises unless each part is possible; here follow the parts that must fit each other
        self.chooser.check_usable()
        self.chooser.check_observation(cells)
        self.dealt.reset()
        self.seat = cells[SEAT]
        self.dealt.round = cells[ROUND]
        for tile in range(ALL_KINDS):
            copies = 4 if tile < FLOWER else 1
            guard.check_range("the number of tiles of a kind", cells[HAND + tile], 0, copies)
            self.unseen[tile] = copies - cells[HAND + tile]
            for _ in range(cells[HAND + tile]):
                self.dealt.add_tile(self.seat, tile)
        self.read_discards(cells)
        self.kong_count = 0
        for i in range(OBSERVATION):
            self.observed[i] = cells[i]
        for seat in range(4):
            self.read_seat(cells, seat, SEATS + SEAT_BYTES * seat)
        self.read_turn(cells)
        self.check_sizes(cells)
        self.check_unseen(cells[LEFT])
        self.dealt.front = 0
        self.dealt.back = cells[LEFT]
        self.find_reason(cells)
        self.estimate()

    def estimate(self) -> None:
        """Estimate who is ready, and what the discards say about the waits."""
        if not self.has_estimates:
            return
        self.chooser.opponents.load(self.observed)
        for seat in range(4):
            self.chances[seat] = self.chooser.opponents.chances[seat]
            for kind in range(FLOWER):
                self.evidence[seat][kind] = 0.0 if seat == self.seat else self.chooser.opponents.evidence(seat, kind)

    def read_discards(self, cells: bytes) -> None:
        self.claimed = 0
        for seat in range(4):
            self.turns[seat] = 0
        for i in range(cells[DISCARD_COUNT]):
            tile, marks = cells[DISCARDS + i], cells[DISCARD_MARKS + i]
            guard.check_range("the marks of a discard", marks, 0, 15)
            self.dealt.add_discard(marks & 3, tile, marks >> 2)
            self.dealt.exchanges[marks & 3] += 1
            self.turns[marks & 3] += 1
            if marks >> 2 & CLAIMED:
                # it is counted among the tiles of the meld
                self.claimed += 1
                self.dealt.seen[tile] -= 1 if tile < FLOWER else 0
            else:
                self.unseen[tile] -= 1

    def read_seat(self, cells: bytes, seat: int, at: int) -> None:
        """Read what all can see of a seat."""
        self.sizes[seat] = cells[at + CONCEALED]
        self.dealt.ready[seat] = cells[at + READY]
        self.dealt.flowers[seat] = cells[at + FLOWERS]
        for i in range(8):
            self.unseen[FLOWER + i] -= cells[at + FLOWERS] >> i & 1
        for i in range(cells[at + MELD_COUNT]):
            code, tile, source = cells[at + MELDS + 3 * i], cells[at + MELDS + 3 * i + 1], cells[at + MELDS + 3 * i + 2]
            self.dealt.add_meld(seat, code, tile, source)
            if code == NO_TILE:
                self.kong_seats[self.kong_count] = seat
                self.kong_places[self.kong_count] = i
                self.kong_count += 1
            elif code >= CONCEALED_KONG:
                self.unseen[code & 63] -= 4
            else:
                self.read_open_meld(code)
                self.turns[seat] -= 1
                # a claimed kong is an exchange; an added kong, which is none, looks the same
                self.dealt.exchanges[seat] += 1 if code >= KONG else 0

    def read_open_meld(self, code: int) -> None:
        kind = code & 63
        if code < PUNG:
            for low in range(kind, kind + 3):
                self.see(low, 1)
        else:
            self.see(kind, 3 if code < KONG else 4)

    def see(self, kind: int, count: int) -> None:
        """Count tiles that all can see."""
        self.dealt.seen[kind] += count
        self.unseen[kind] -= count

    def read_turn(self, cells: bytes) -> None:
        """Read what the table waits for."""
        guard.check_range("the end", cells[IS_OVER], 0, 0)
        guard.check_seat(cells[TURN_OF])
        self.dealt.turn = cells[TURN_OF]
        drawn = cells[DRAWN]
        if cells[OFFERED] != NO_TILE:
            self.read_offer(cells)
            drawn = NO_TILE
        elif self.seat != self.dealt.turn:
            raise ValueError("it is not the turn of this seat")
        elif cells[DECLINE >> 3] >> (DECLINE & 7) & 1:
            self.dealt.phase = LAST_DRAW
            guard.check_range("tiles left", cells[LEFT], 1, 1)
            drawn = NO_TILE
        else:
            self.dealt.phase = READYING if self.dealt.ready[self.seat] and self.chooses_discard(cells) else TURN
            if drawn == NO_TILE and self.dealt.ready[self.seat]:
                raise ValueError("a seat that has declared draws a tile")
        if drawn != NO_TILE:
            guard.check_range("the drawn tile", drawn, 0, ALL_KINDS - 1)
            guard.check_range("the number of drawn tiles", cells[HAND + drawn], 1, 4)
        self.dealt.drawn = drawn

    def read_offer(self, cells: bytes) -> None:
        guard.check_range("the tile on offer", cells[OFFERED], 0, FLOWER - 1)
        guard.check_range("the seat that offers", cells[OFFERER], self.dealt.turn, self.dealt.turn)
        if self.seat == self.dealt.turn:
            raise ValueError("a seat does not claim its own tile")
        self.dealt.offered = cells[OFFERED]
        self.dealt.offerer = self.dealt.turn
        if cells[ROBBED]:
            self.dealt.phase = ROBBING
            self.see(self.dealt.offered, 1)
        else:
            self.dealt.phase = CLAIMING
            last = self.dealt.discard_count - 1
            if last < 0 or self.dealt.discards[last] != self.dealt.offered or self.dealt.discard_marks[last] & 3 != self.dealt.offerer:
                raise ValueError("the tile on offer is not the last discard")
            if self.dealt.discard_marks[last] >> 2 & CLAIMED:
                raise ValueError("the tile on offer is claimed already")

    def chooses_discard(self, cells: bytes) -> int:
        """Whether a discard is legal that is not the drawn tile: then the seat has declared 听 in this turn."""
        for tile in range(ALL_KINDS):
            if cells[tile >> 3] >> (tile & 7) & 1 and tile != cells[DRAWN]:
                return 1
        return 0

    def check_sizes(self, cells: bytes) -> None:
        """Raise unless each hand has as many tiles as its melds and the turn require. So no deal has more discards than there is room
        for: see MOST_DISCARDS."""
        in_turn = self.dealt.phase == TURN or self.dealt.phase == READYING
        melds = 0
        for seat in range(4):
            melds += self.dealt.meld_count[seat]
            expected = 13 - 3 * self.dealt.meld_count[seat] + (1 if in_turn and seat == self.dealt.turn else 0)
            guard.check_range("the number of tiles in a hand", self.sizes[seat], expected, expected)
        guard.check_range("the number of own tiles", self.dealt.size(self.seat), self.sizes[self.seat], self.sizes[self.seat])
        guard.check_range("the number of claimed discards", self.claimed, 0, melds)

    def check_unseen(self, left: int) -> None:
        """Raise unless the tiles that are not seen are exactly those that are hidden, in a set with or without flowers."""
        wanted = left + 4 * self.kong_count
        for seat in range(4):
            wanted += self.sizes[seat] if seat != self.seat else 0
        plain = flowers = fours = 0
        for tile in range(ALL_KINDS):
            guard.check_range("the number of tiles that are not seen", self.unseen[tile], 0, 4)
            if tile >= FLOWER:
                flowers += self.unseen[tile]
            else:
                plain += self.unseen[tile]
                fours += 1 if self.unseen[tile] == 4 else 0
        if plain == wanted and flowers == 8:
            for tile in range(FLOWER, ALL_KINDS):
                self.unseen[tile] = 0
        else:
            guard.check_range("the number of hidden tiles", wanted, plain + flowers, plain + flowers)
        guard.check_range("the number of kongs that are face down", self.kong_count, 0, fours)

    def find_reason(self, cells: bytes) -> None:
        """An observation does not say why a tile was drawn. It was for a kong if the seat has just claimed one, or if it could not win
        otherwise; else an ordinary draw is by far the most likely."""
        self.dealt.drawn_for = ORDINARY
        if self.has_claimed_kong():
            self.dealt.drawn_for = FOR_KONG
        elif self.dealt.drawn != NO_TILE and cells[WIN >> 3] >> (WIN & 7) & 1:
            self.allow()
            if not self.dealt.allows(self.seat, WIN):
                self.dealt.drawn_for = FOR_KONG

    def has_claimed_kong(self) -> int:
        """Whether the last discard is in the last meld of the seat, a kong."""
        last, melds = self.dealt.discard_count - 1, self.dealt.meld_count[self.seat]
        if last < 0 or melds == 0 or not self.dealt.discard_marks[last] >> 2 & CLAIMED:
            return 0
        return self.dealt.melds[self.seat][melds - 1] == (KONG | self.dealt.discards[last])

    # Dealing the hidden tiles.

    def deal(self, seed: int, number: int, style: int) -> None:
        """Deal the hidden tiles of a sample. The other players have discarded in this style."""
        self.style = style
        self.chance.begin(seed, number, 0)
        self.fill_pool()
        self.dealt_tiles = 0
        for i in range(1, 4):
            self.deal_hand(self.seat + i & 3)
        for i in range(self.dealt.back):
            self.dealt.wall[i] = self.draw(self.pool_size)
        self.allow()

    def fill_pool(self) -> None:
        """Choose the kongs that are face down, all kinds that they can have equally likely. The other tiles that are not seen are the pool:
        the flowers last."""
        taken = self.dealt.one & 0
        for i in range(self.kong_count):
            kind = self.choose_kong(taken)
            taken |= self.dealt.one << kind
            self.dealt.melds[self.kong_seats[i]][self.kong_places[i]] = CONCEALED_KONG | kind
        self.pool_size = self.plain_size = 0
        for tile in range(ALL_KINDS):
            if taken >> tile & 1:
                continue
            for _ in range(self.unseen[tile]):
                self.pool[self.pool_size] = tile
                self.pool_size += 1
                self.plain_size += 1 if tile < FLOWER else 0

    def choose_kong(self, taken: int) -> int:
        """A kind of which no tile is seen and that is not taken."""
        count = 0
        for kind in range(FLOWER):
            count += 1 if self.unseen[kind] == 4 and not taken >> kind & 1 else 0
        which = self.chance.below(count)
        for kind in range(FLOWER):
            if self.unseen[kind] == 4 and not taken >> kind & 1:
                if which == 0:
                    return kind
                which -= 1
        return 0

    def deal_hand(self, seat: int) -> None:
        """Deal a hand that its player could have. It has no flowers: players lay them down, at the latest in their first turn."""
        first = self.dealt_tiles
        is_ready = 1 if self.has_estimates and self.chance.fraction() < self.chances[seat] else 0
        self.write_view(seat)
        for _ in range(TRIES):
            self.dealt_tiles = first
            for i in range(4):
                self.dealt.layers[seat][i] = 0
            for _ in range(self.sizes[seat]):
                self.dealt.add_tile(seat, self.draw(self.plain_size))
            self.improve(seat, is_ready)
            if not is_ready or self.chance.fraction() < self.plausibility(seat):
                break

    def improve(self, seat: int, is_ready: int) -> None:
        """Exchange tiles as in the turns that the player has had; longer until the hand is ready if it should be, and no longer than it is
        not ready if it should not."""
        for turn in range(MOST_EXCHANGES):
            if self.dealt_tiles >= self.plain_size:
                return
            if turn >= self.turns[seat] and (not is_ready or self.waits(seat)):
                return
            if self.exchange(seat, max(0, self.turns[seat] - turn)) and self.has_estimates and not is_ready and self.waits(seat):
                self.take_back(seat)
                return

    def exchange(self, seat: int, turn: int) -> int:
        """Draw a tile and return the one that the player would discard to the pool. Return whether the hand has changed."""
        self.drawn = self.draw(self.plain_size)
        self.dealt.add_tile(seat, self.drawn)
        self.discarded = self.choose_discard(seat, turn)
        self.dealt.remove_tile(seat, self.discarded)
        self.dealt_tiles -= 1
        self.swap_in_pool(self.discarded)
        return self.discarded != self.drawn

    def take_back(self, seat: int) -> None:
        """Undo the last exchange."""
        self.dealt.add_tile(seat, self.discarded)
        self.dealt.remove_tile(seat, self.drawn)
        self.swap_in_pool(self.drawn)

    def swap_in_pool(self, tile: int) -> None:
        """Exchange a tile of the hand that is dealt with the first tile of the pool after it: the tiles before stay those of the hands."""
        at = self.dealt_tiles
        while self.pool[at] != tile:
            at -= 1
        self.pool[at] = self.pool[self.dealt_tiles]
        self.pool[self.dealt_tiles] = tile

    def waits(self, seat: int) -> int:
        """Whether the hand of a seat can win on some discard."""
        for kind in range(FLOWER):
            if self.dealt.would_win(seat, kind):
                return 1
        return 0

    def plausibility(self, seat: int) -> float:
        """How much less often than without its discards a player has a hand with these waits; 1 if not less often, 0 without waits."""
        total = 0.0
        count = 0
        for kind in range(FLOWER):
            if self.dealt.would_win(seat, kind):
                total += self.evidence[seat][kind]
                count += 1
        if count == 0:
            return 0.0
        return float(exp(total / count)) if total < 0.0 else 1.0

    def write_view(self, seat: int) -> None:
        """Begin the observation of another seat, in whose turn it chooses a discard."""
        for i in range(OBSERVATION):
            self.cells[i] = self.observed[i]
        for i in range(16):
            self.cells[i] = 0
        self.cells[SEAT] = self.cells[TURN_OF] = seat
        self.cells[DRAWN] = self.cells[OFFERED] = NO_TILE
        self.cells[OFFERER] = NO_SEAT
        self.cells[ROBBED] = 0
        for i in range(self.dealt.meld_count[seat]):
            self.cells[SEATS + SEAT_BYTES * seat + MELDS + 3 * i] = self.dealt.melds[seat][i]

    def choose_discard(self, seat: int, turn: int) -> int:
        """The tile that the player of a hand chooses to discard, this number of turns ago."""
        kinds = self.dealt.layers[seat][0]
        for i in range(5):
            self.cells[i] = kinds >> 8 * i & 255
        for tile in range(ALL_KINDS):
            self.cells[HAND + tile] = self.dealt.held(seat, tile)
        left = self.dealt.back + 4 * turn
        self.cells[LEFT] = left if left < MOST_LEFT else MOST_LEFT
        return self.chooser.decide(self.cells, self.style)

    def draw(self, end: int) -> int:
        """Draw a tile of the pool, up to ``end`` as long as there are any."""
        at = self.dealt_tiles
        other = at + self.chance.below((end if end > at else self.pool_size) - at)
        tile = self.pool[other]
        self.pool[other] = self.pool[at]
        self.pool[at] = tile
        self.dealt_tiles += 1
        return tile

    def allow(self) -> None:
        """Find the legal actions. Nobody is known to have passed, so all seats that can claim are asked."""
        if self.dealt.phase == TURN:
            self.dealt.allow_turn()
        elif self.dealt.phase == READYING:
            self.dealt.allow_ready_discards()
        elif self.dealt.phase == LAST_DRAW:
            self.dealt.allow_last_draw()
        else:
            self.dealt.allow_claims()
