"""Stepper: many tables of one rule book, advanced together. ``quepu.engine.batch`` is its public interface.

One ``State`` serves all tables: each table is loaded into it, changed, and saved. Compiled, the stored tables are bytes, no Python is
needed, and other threads can run meanwhile. The C types are in ``stepper.pxd``.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import chance, guard, observation
from quepu.kernel.actions import NO_SEAT, OVER
from quepu.kernel.chance import Chance
from quepu.kernel.chooser import Chooser
from quepu.kernel.estimates import NONE, Estimates
from quepu.kernel.guard import Guarded
from quepu.kernel.observation_layout import OBSERVATION, OUTCOME
from quepu.kernel.payments import Payments
from quepu.kernel.shapes import NO_TILE, ROW
from quepu.kernel.state import State
from quepu.kernel.style import Style

if cython.compiled:
    from cython.cimports.libc.string import memcpy

MOST_TABLES = 1 << 20

NOBODY = -1
"""Instead of the number of a style: the seat is played from outside."""


class Stepper(Guarded):
    """The tables. ``write_to`` sets the buffers for results; then ``begin`` deals at all tables, and ``step`` applies actions."""

    style: list[int]
    cells: list[int]

    def __init__(
        self,
        state: State,
        count: int,
        seed: int,
        tiles: int,
        payments: Payments,
        has_round_wind: bool,
        plays_forced: bool,
        deals_again: bool,
        players: Sequence[Style | None] = (None,) * 4,
        estimates: Estimates = NONE,
    ) -> None:
        """The tables have the rules of ``state``. ``payments`` settles their deals. The kernel plays the seats that have a style (see
        ``Chooser``)."""
        self.start_init()
        guard.check_type("state", state, State)
        # other threads may use the scorer of the given state while this one works
        self.state = state.independent_copy()
        self.count = count
        guard.check_range("count", self.count, 1, MOST_TABLES)
        self.seed = seed
        self.tiles = tiles
        chance.check_wall_size(self.tiles)
        self.has_round_wind = has_round_wind
        self.plays_forced = plays_forced
        self.deals_again = deals_again
        self.chance = Chance()
        guard.check_type("payments", payments, Payments)
        self.payments = payments
        self.seat_players(tuple(players), estimates)
        self.extent = self.state.extent()
        if cython.compiled:
            self.store = bytearray(self.count * self.extent)
            for n in range(self.count):
                self.save(n)
        else:
            self.tables = [self.state.copy() for _ in range(self.count)]
        self.hands = array("I", bytes(4 * self.count))
        self.hand = self.hands
        self.asked = bytearray(self.count)
        self.legal = array("Q", bytes(16 * self.count))
        self.writes = False
        self.finish_init()

    def seat_players(self, players: tuple[Style | None, ...], estimates: Estimates) -> None:
        """Let the kernel play at the seats that have a style."""
        guard.check_range("the number of players", len(players), 4, 4)
        styles = [style for style in players if style is not None]
        self.plays_all = len(styles) == 4
        if styles:
            self.chooser = Chooser(type(self.state.scorer)(self.state.scorer.table), self.payments, styles, estimates)
        for seat in range(4):
            self.style[seat] = NOBODY if players[seat] is None else sum([style is not None for style in players[:seat]])

    def start_work(self) -> None:
        """Lock the tables and the scorer while other threads may run."""
        self.lock()
        self.state.scorer.lock()

    def end_work(self) -> None:
        self.state.scorer.unlock()
        self.unlock()

    def write_to(
        self,
        seats: memoryview,
        masks: memoryview,
        rewards: memoryview,
        done: memoryview,
        observations: memoryview | None = None,
        outcomes: memoryview | None = None,
    ) -> None:
        """Set the buffers, with an entry for each table: the seat that is asked; its legal actions, two words; the reward of each seat;
        the number of deals that have ended; and, unless they are None, the observation of the seat that is asked, and the outcome of the
        last deal that has ended (see ``write_outcome``)."""
        self.check_usable()
        guard.check_length("seats", len(seats), self.count)
        guard.check_length("masks", len(masks), 2 * self.count)
        guard.check_length("rewards", len(rewards), 4 * self.count)
        guard.check_length("done", len(done), self.count)
        if observations is not None:
            guard.check_length("observations", len(observations), OBSERVATION * self.count)
        self.writes = True
        self.seats, self.masks, self.rewards, self.done = seats, masks, rewards, done
        self.observes = observations is not None
        if observations is not None:
            self.observations = observations
        if outcomes is not None:
            guard.check_length("outcomes", len(outcomes), OUTCOME * self.count)
            self.outcomes = outcomes
        self.writes_outcomes = outcomes is not None

    def begin(self) -> None:
        """Deal for the first time at every table."""
        self.check_writes()
        self.start_work()
        with cython.nogil:
            for n in range(self.count):
                self.hand[n] = 0
                self.clear_results(n)
                self.load(n)
                self.deal(n)
                if self.plays_all:
                    self.write_results(n, NO_SEAT)
                else:
                    self.advance(n)
                self.save(n)
        self.end_work()

    def check_writes(self) -> None:
        """Raise unless the tables can be used and have buffers for results."""
        self.check_usable()
        if not self.writes:
            raise ValueError("call write_to first: the tables have no buffers for results")

    def step(self, actions: memoryview) -> int:
        """At every table apply this action of the seat that is asked, and advance until a seat is asked again; where the kernel plays all
        seats, until the deal has ended. Return -1; or, if some action is not legal, change nothing and return the number of the first
        such table."""
        self.check_writes()
        guard.check_length("actions", len(actions), self.count)
        self.start_work()
        with cython.nogil:
            wrong = self.first_illegal(actions)
            if wrong < 0:
                for n in range(self.count):
                    self.clear_results(n)
                    if self.asked[n] != NO_SEAT:
                        self.load(n)
                        self.state.attempt(self.asked[n], actions[n], 0)
                        self.advance(n)
                        self.save(n)
                    elif self.plays_all:
                        self.load(n)
                        if self.state.phase != OVER or self.deals_again:
                            self.advance(n)
                        self.save(n)
        self.end_work()
        return wrong

    def first_illegal(self, actions: memoryview) -> int:
        """The first table at which the action is not legal, or -1."""
        for n in range(self.count):
            action = actions[n]
            if self.asked[n] != NO_SEAT and (action > 127 or self.legal[2 * n + (action >> 6)] >> (action & 63) & 1 == 0):
                return n
        return -1

    def clear_results(self, n: int) -> None:
        """No deal has ended in this step yet."""
        self.done[n] = 0
        for seat in range(4):
            self.rewards[4 * n + seat] = 0

    def load(self, n: int) -> None:
        """Load a table into the state."""
        if cython.compiled:
            memcpy(cython.address(self.state.wall), cython.address(self.store[n * self.extent]), self.extent)
        else:
            self.state = self.tables[n]

    def save(self, n: int) -> None:
        """Save the state as a table."""
        if cython.compiled:
            memcpy(cython.address(self.store[n * self.extent]), cython.address(self.state.wall), self.extent)

    def deal(self, n: int) -> None:
        """The table's next deal."""
        self.state.reset()
        if self.has_round_wind:
            self.state.round = self.hand[n] & 3
        self.chance.begin(self.seed, n, self.hand[n])
        self.chance.shuffle(self.state.wall, self.tiles)
        self.state.back = self.tiles
        self.state.deal()
        self.hand[n] += 1

    def finish(self, n: int) -> None:
        """Settle a deal that has ended."""
        self.done[n] += 1
        if self.state.winner != NO_SEAT:
            for seat in range(4):
                self.payments.given[seat] = self.state.given_by(seat)
            self.payments.settle(self.state.winner, self.state.loser, self.state.points)
            for seat in range(4):
                self.rewards[4 * n + seat] += self.payments.paid[seat]
        if self.writes_outcomes:
            self.write_outcome(n)

    def write_outcome(self, n: int) -> None:
        """Write how a deal has ended: the winner, the seat that gave the tile, the number of discards, a bit for each seat that had a
        complete hand below the minimum, and the row of the winning hand; 255 for no seat, and for no hand (eight flowers have none)."""
        at = OUTCOME * n
        self.outcomes[at] = self.state.winner
        self.outcomes[at + 1] = self.state.loser
        self.outcomes[at + 2] = self.state.discard_count
        self.outcomes[at + 3] = self.state.refused
        for i in range(ROW):
            self.outcomes[at + 4 + i] = self.state.row[i] if self.state.winner != NO_SEAT else NO_TILE

    def advance(self, n: int) -> None:
        """Advance until a seat is asked that the kernel does not play, or a deal has ended at a table where it plays all. Where that is
        set, actions without an alternative are applied and a deal follows a deal."""
        while True:
            seat = self.state.next_asked()
            if seat == NO_SEAT:
                self.finish(n)
                if self.deals_again:
                    self.deal(n)
                if self.plays_all or not self.deals_again:
                    break
            elif (self.plays_forced or self.style[seat] != NOBODY) and self.state.is_forced(seat):
                self.state.attempt(seat, self.state.first_action(seat), 0)
            elif self.style[seat] != NOBODY:
                observation.observe(self.state, seat, self.cells, 0)
                self.state.attempt(seat, self.chooser.decide(self.cells, self.style[seat]), 0)
            else:
                break
        self.write_results(n, seat)

    def write_results(self, n: int, seat: int) -> None:
        """Write the seat that is asked, its legal actions and its observation."""
        self.asked[n] = self.seats[n] = seat
        self.legal[2 * n] = 0 if seat == NO_SEAT else self.state.legal_low[seat]
        self.legal[2 * n + 1] = 0 if seat == NO_SEAT else self.state.legal_high[seat]
        self.masks[2 * n] = self.legal[2 * n]
        self.masks[2 * n + 1] = self.legal[2 * n + 1]
        if self.observes:
            self.observe(n, seat, self.observations)

    def observe(self, n: int, seat: int, cells: memoryview) -> None:
        """Write a seat's observation of the state to the table's place."""
        if cython.compiled:
            observation.observe(self.state, seat, cython.address(cells[0]), n * OBSERVATION)
        else:
            observation.observe(self.state, seat, cells, n * OBSERVATION)

    # Single tables.

    def copy_to(self, n: int, other: State) -> State:
        """Make another state of the same rules equal to a table."""
        self.check_usable()
        guard.check_type("other", other, State)
        other.check_usable()
        guard.check_range("table", n, 0, self.count - 1)
        self.load(n)
        other.assign(self.state)
        return other

    def observe_all(self, seats: memoryview, cells: memoryview) -> None:
        """Write the observation of a seat, or of a spectator (NO_SEAT), for each table."""
        self.check_usable()
        guard.check_length("seats", len(seats), self.count)
        guard.check_length("cells", len(cells), OBSERVATION * self.count)
        wrong = 0
        self.start_work()
        with cython.nogil:
            for n in range(self.count):
                # another thread may write into the seats, so each is read once
                seat = seats[n]
                if seat > 3 and seat != NO_SEAT:
                    wrong = seat
                    break
                self.load(n)
                self.observe(n, seat, cells)
        self.end_work()
        if wrong:
            guard.check_seat(wrong)
