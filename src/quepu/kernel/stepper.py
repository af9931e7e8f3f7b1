"""Stepper: many tables of one rule book, advanced together. ``quepu.engine.batch`` is the way in.

A state works at one table after the other: a table is put before it, changed, and laid back. Compiled, the tables are bytes, all this needs
no Python, and other threads run meanwhile. The C types stand in ``stepper.pxd``.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import chance, guard, observation
from quepu.kernel.actions import NO_SEAT
from quepu.kernel.chance import Chance
from quepu.kernel.guard import Guarded
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.payments import Payments
from quepu.kernel.state import State

if cython.compiled:
    from cython.cimports.libc.string import memcpy

MOST_TABLES = 1 << 20


class Stepper(Guarded):
    """The tables. ``write_to`` tells where results go; then ``begin`` deals at all of them, and ``step`` does what was chosen."""

    def __init__(
        self, state: State, count: int, seed: int, tiles: int, way: int, has_round_wind: bool, plays_forced: bool, deals_again: bool
    ) -> None:
        """The tables stand under the rules of ``state``. ``way`` is how to settle."""
        self.start_init()
        guard.check_type("state", state, State)
        # others may use theirs while ours is at work, and nobody listens to ours
        self.state = state.alone()
        self.count = count
        guard.check_range("count", self.count, 1, MOST_TABLES)
        self.seed = seed
        self.tiles = tiles
        chance.check_wall_size(self.tiles)
        self.has_round_wind = has_round_wind
        self.plays_forced = plays_forced
        self.deals_again = deals_again
        self.chance = Chance()
        self.payments = Payments(way)
        self.extent = self.state.extent()
        if cython.compiled:
            self.store = bytearray(self.count * self.extent)
            for n in range(self.count):
                self.put_back(n)
        else:
            self.tables = [self.state.copy() for _ in range(self.count)]
        self.hands = array("I", bytes(4 * self.count))
        self.hand = self.hands
        self.asked = bytearray(self.count)
        self.menus = array("Q", bytes(16 * self.count))
        self.writes = False
        self.finish_init()

    def start_work(self) -> None:
        """While other threads may run, nobody else uses the tables or the scorer."""
        self.lock()
        self.state.scorer.lock()

    def end_work(self) -> None:
        self.state.scorer.unlock()
        self.unlock()

    def write_to(
        self, seats: memoryview, masks: memoryview, rewards: memoryview, done: memoryview, observations: memoryview | None = None
    ) -> None:
        """Where to write of each table: the seat asked; what it may do, two words; what each seat gets; how many hands have ended; and the
        observation of the seat asked, if that is wanted."""
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

    def begin(self) -> None:
        """Deal the first hand at every table."""
        self.check_writes()
        self.start_work()
        with cython.nogil:
            for n in range(self.count):
                self.hand[n] = 0
                self.forget(n)
                self.fetch(n)
                self.deal(n)
                self.go_on(n)
                self.put_back(n)
        self.end_work()

    def check_writes(self) -> None:
        """Raise unless the tables can be used, and it is known where results go."""
        self.check_usable()
        if not self.writes:
            raise ValueError("write_to must say first where results go")

    def step(self, actions: memoryview) -> int:
        """At every table let the seat that is asked do this, and go on to the next question; -1. If any action is not allowed, nothing
        happens; the table."""
        self.check_writes()
        guard.check_length("actions", len(actions), self.count)
        self.start_work()
        with cython.nogil:
            wrong = self.first_illegal(actions)
            if wrong < 0:
                for n in range(self.count):
                    self.forget(n)
                    if self.asked[n] != NO_SEAT:
                        self.fetch(n)
                        self.state.attempt(self.asked[n], actions[n], 0)
                        self.go_on(n)
                        self.put_back(n)
        self.end_work()
        return wrong

    def first_illegal(self, actions: memoryview) -> int:
        """The first table at which the action is not allowed, or -1."""
        for n in range(self.count):
            action = actions[n]
            if self.asked[n] != NO_SEAT and (action > 127 or self.menus[2 * n + (action >> 6)] >> (action & 63) & 1 == 0):
                return n
        return -1

    def forget(self, n: int) -> None:
        """No hand has ended in this step yet."""
        self.done[n] = 0
        for seat in range(4):
            self.rewards[4 * n + seat] = 0

    def fetch(self, n: int) -> None:
        """Put a table before the state."""
        if cython.compiled:
            memcpy(cython.address(self.state.wall), cython.address(self.store[n * self.extent]), self.extent)
        else:
            self.state = self.tables[n]

    def put_back(self, n: int) -> None:
        """Lay the table that is before the state back to its place."""
        if cython.compiled:
            memcpy(cython.address(self.store[n * self.extent]), cython.address(self.state.wall), self.extent)

    def deal(self, n: int) -> None:
        """The table's next hand."""
        self.state.take_off()
        if self.has_round_wind:
            self.state.round = self.hand[n] & 3
        self.chance.begin(self.seed, n, self.hand[n])
        self.chance.shuffle(self.state.wall, self.tiles)
        self.state.back = self.tiles
        self.state.deal()
        self.hand[n] += 1

    def finish(self, n: int) -> None:
        """A hand has ended."""
        self.done[n] += 1
        if self.state.winner != NO_SEAT:
            for seat in range(4):
                self.payments.given[seat] = self.state.given_by(seat)
            self.payments.settle(self.state.winner, self.state.loser, self.state.points)
            for seat in range(4):
                self.rewards[4 * n + seat] += self.payments.paid[seat]

    def go_on(self, n: int) -> None:
        """Up to the next question: what is forced is done, and after a hand comes another, where that is wished."""
        while True:
            seat = self.state.next_asked()
            if seat == NO_SEAT:
                self.finish(n)
                if not self.deals_again:
                    break
                self.deal(n)
            elif self.plays_forced and self.state.is_forced(seat):
                self.state.attempt(seat, self.state.first_action(seat), 0)
            else:
                break
        self.ask(n, seat)

    def ask(self, n: int, seat: int) -> None:
        """Write down who is asked, and what he may do and know."""
        self.asked[n] = self.seats[n] = seat
        self.menus[2 * n] = 0 if seat == NO_SEAT else self.state.menu_low[seat]
        self.menus[2 * n + 1] = 0 if seat == NO_SEAT else self.state.menu_high[seat]
        self.masks[2 * n] = self.menus[2 * n]
        self.masks[2 * n + 1] = self.menus[2 * n + 1]
        if self.observes:
            if cython.compiled:
                observation.observe(self.state, seat, cython.address(self.observations[0]), n * OBSERVATION)
            else:
                observation.observe(self.state, seat, self.observations, n * OBSERVATION)

    # Single tables.

    def look(self, n: int, other: State) -> State:
        """Let another state of the same rules become as a table is."""
        self.check_usable()
        guard.check_type("other", other, State)
        other.check_usable()
        guard.check_range("table", n, 0, self.count - 1)
        self.fetch(n)
        other.take_over(self.state)
        return other

    def observe_all(self, seats: memoryview, cells: memoryview) -> None:
        """Of each table the observation of a seat, or of nobody."""
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
                self.fetch(n)
                if cython.compiled:
                    observation.observe(self.state, seat, cython.address(cells[0]), n * OBSERVATION)
                else:
                    observation.observe(self.state, seat, cells, n * OBSERVATION)
        self.end_work()
        if wrong:
            raise IndexError(f"there is no seat {wrong}")
