"""Rollouts: what an action brings on average, found by playing on in deals with random hidden tiles.

A sample deals the hidden tiles so that they fit an observation (``HiddenTiles``). Each action is applied to it, then the players of the
kernel (``Chooser``) play on at all four seats: to the end of the deal, where it is settled, or to a horizon, where the hands show what the
seat can expect. That is known with far fewer samples, since the luck after the horizon does not matter.

All actions are tried on the same samples with the same luck of draws, and a sample follows from the seed and its number alone, so equal
arguments give equal results on every machine. The C types are in ``rollouts.pxd``.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ModuleNotFoundError:
    from quepu.kernel import cython_stub as cython

from quepu.kernel import bits, guard, observation
from quepu.kernel.actions import ACTIONS, MOST_DISCARDS, NO_SEAT, TURN
from quepu.kernel.chooser import Chooser
from quepu.kernel.estimates import NONE, Estimates
from quepu.kernel.guard import Guarded
from quepu.kernel.hidden_tiles import HiddenTiles
from quepu.kernel.payments import Payments
from quepu.kernel.rollout_results import DEALT_IN, MOST_SAMPLES, NOT_WEIGHED, NOTHING, WON
from quepu.kernel.state import State
from quepu.kernel.style import Style


class Rollouts(Guarded):
    """Plays deals on from what one seat may know, by the rules of a state."""

    order: list[list[int]]
    tile_at: list[int]
    place_of: list[int]
    drawn: list[int]
    actions: list[int]
    cells: list[int]

    def __init__(self, state: State, payments: Payments, styles: Sequence[Style], estimates: Estimates = NONE) -> None:
        """The deals have the rules of ``state``, and ``payments`` settles them. ``styles`` are called by their numbers. By the estimates,
        hands are ready as often as those of real players."""
        self.start_init()
        guard.check_type("state", state, State)
        guard.check_type("payments", payments, Payments)
        self.payments = payments.fresh_copy()
        styles = tuple(styles)
        self.style_count = len(styles)
        self.chooser = Chooser(type(state.scorer)(state.scorer.table), self.payments, styles, estimates)
        self.hidden = HiddenTiles(state, self.chooser)
        self.played = self.hidden.dealt.copy()
        self.finish_init()

    # What Python can call.

    def play(
        self,
        observation: bytes,
        actions: bytes | memoryview,
        seed: int,
        first: int,
        samples: int,
        points: memoryview[float],
        ends: memoryview,
        style: int = 0,
        horizon: int = MOST_DISCARDS,
        judge: int = 0,
    ) -> None:
        """Play on after each of the actions in the samples from number ``first`` on, all seats in the given style. Write the points of the
        seat into ``points``, and NOTHING, WON or DEALT_IN into ``ends``: a row for each sample, with an entry for each action. A deal that
        has not ended after ``horizon`` more discards is judged: the points are then those that the hands promise to players in the style
        ``judge``."""
        self.check_usable()
        self.check_style(style)
        self.check_style(judge)
        guard.check_range("horizon", horizon, 0, MOST_DISCARDS)
        guard.check_range("samples", samples, 0, MOST_SAMPLES)
        count = len(actions)
        guard.check_range("the number of actions", count, 1, ACTIONS)
        guard.check_length("points", len(points), samples * count)
        guard.check_length("ends", len(ends), samples * count)
        self.hidden.read(observation)
        # another thread may write into the actions, so each is read once
        for i in range(count):
            self.actions[i] = actions[i]
        self.hidden.deal(seed, first, style)
        for i in range(count):
            if not self.hidden.dealt.allows(self.hidden.seat, self.actions[i]):
                raise ValueError(f"action {self.actions[i]} is not legal")
        self.lock()
        with cython.nogil:
            for n in range(samples):
                self.hidden.deal(seed, bits.wrapping_sum(first, n), style)
                self.order_draws()
                for i in range(count):
                    points[n * count + i] = self.play_after(self.actions[i], style, horizon, judge)
                    ends[n * count + i] = self.end()
        self.unlock()

    def sample(self, observation: bytes, seed: int, number: int, style: int = 0) -> State:
        """The deal of one sample: a state that the seat of the observation cannot distinguish from its own."""
        self.check_usable()
        self.check_style(style)
        self.hidden.read(observation)
        self.hidden.deal(seed, number, style)
        return self.hidden.dealt.independent_copy()

    def weigh(self, observation: bytes, style: int = 0) -> tuple[int, list[float | None]]:
        """The choice of a player of the kernel in this style, and for each action the points that its value promises; None where it has
        computed no value."""
        self.check_usable()
        self.check_style(style)
        for action in range(ACTIONS):
            self.chooser.values[action] = NOT_WEIGHED
        chosen = self.chooser.choose(observation, style)
        weighed = [self.chooser.values[action] != NOT_WEIGHED for action in range(ACTIONS)]
        return chosen, [self.chooser.points_of(action) if weighed[action] else None for action in range(ACTIONS)]

    def check_style(self, style: int) -> None:
        guard.check_range("style", style, 0, self.style_count - 1)

    # The luck of draws. A claim changes who draws which tile of the wall. So that actions have the same luck, each seat has its own order
    # of the tiles of the wall, and draws the first in this order that is left, whatever happened before.

    def order_draws(self) -> None:
        """Find a random order of the tiles for each seat."""
        for seat in range(4):
            for i in range(self.hidden.dealt.back):
                other = self.hidden.chance.below(i + 1)
                self.order[seat][i] = self.order[seat][other]
                self.order[seat][other] = i

    def begin_draws(self) -> None:
        for i in range(self.played.back):
            self.tile_at[i] = self.place_of[i] = i
        for seat in range(4):
            self.drawn[seat] = 0

    def prepare_draw(self, seat: int) -> None:
        """Move the tile that a seat draws, if it is the next to draw, to the front of the wall."""
        front = self.played.front
        if front >= self.played.back:
            return
        i = self.drawn[seat]
        while self.place_of[self.order[seat][i]] < front or self.place_of[self.order[seat][i]] >= self.played.back:
            i += 1
        self.drawn[seat] = i
        number, first = self.order[seat][i], self.tile_at[front]
        place = self.place_of[number]
        tile = self.played.wall[place]
        self.played.wall[place] = self.played.wall[front]
        self.played.wall[front] = tile
        self.tile_at[place] = first
        self.place_of[first] = place
        self.tile_at[front] = number
        self.place_of[number] = front

    # Playing.

    def play_after(self, action: int, style: int, horizon: int, judge: int) -> float:
        """Apply an action to the sample and play on. Return the points of the seat, or those that it can expect at the horizon."""
        self.played.assign(self.hidden.dealt)
        self.begin_draws()
        self.prepare_draw(self.played.turn + 1 & 3)
        self.played.attempt(self.hidden.seat, action, 0)
        last = self.hidden.dealt.discard_count + horizon
        seat = self.played.next_asked()
        while seat != NO_SEAT:
            if self.played.discard_count >= last and self.played.phase == TURN:
                return self.expected(judge)
            # whatever is chosen now, the next to draw from the front of the wall is the seat after the one whose turn it is
            self.prepare_draw(self.played.turn + 1 & 3)
            if self.played.is_forced(seat):
                self.played.attempt(seat, self.played.first_action(seat), 0)
            else:
                observation.observe(self.played, seat, self.cells, 0)
                self.played.attempt(seat, self.chooser.decide(self.cells, style), 0)
            seat = self.played.next_asked()
        return self.settled()

    def expected(self, judge: int) -> float:
        """The points that the hands promise the seat: what its own wins on average, less a third of what each of the others wins."""
        total = 0.0
        for seat in range(4):
            observation.observe(self.played, seat, self.cells, 0)
            gain = self.chooser.hand_points(self.cells, judge)
            total += gain if seat == self.hidden.seat else -gain / 3.0
        return total

    def settled(self) -> float:
        """The points of the seat when the deal is over."""
        if self.played.winner == NO_SEAT:
            return 0.0
        for seat in range(4):
            self.payments.given[seat] = self.played.given_by(seat)
        self.payments.settle(self.played.winner, self.played.loser, self.played.points)
        return self.payments.paid[self.hidden.seat]

    def end(self) -> int:
        """How the deal has ended for the seat."""
        if self.played.winner == self.hidden.seat:
            return WON
        return DEALT_IN if self.played.loser == self.hidden.seat else NOTHING
