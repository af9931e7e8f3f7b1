"""State: one hand at the table, from the deal to its end.

Each transition (deal, draw, flower, discard, claim, kong, ready, win, exhausted) changes the position and tells it to ``listener``, if
there is one; then the table waits again (``offer_…``) or goes on by itself. Whatever happens, in play or in a replay, happens by ``apply``.
The C types stand in ``table.pxd``.
"""

from __future__ import annotations

from typing import Any, Protocol

from quepu.errors import IllegalAction
from quepu.kernel.actions import (
    ACTIONS,
    ADDED_KONG_OF,
    CHOW_LOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIMED,
    CLAIMING,
    CONCEALED_KONG_OF,
    DECLINE,
    FOR_FLOWER,
    FOR_KONG,
    FROM_HAND,
    LAST_DRAW,
    NO_SEAT,
    ORDINARY,
    OVER,
    READYING,
    REPLACE_FLOWER,
    ROBBING,
    TURN,
    WIN,
)
from quepu.kernel.position import Position
from quepu.kernel.scorer import Scoring
from quepu.kernel.shapes import CONCEALED_KONG, KONG, NO_TILE, PUNG, ROW

OF_PASS, OF_CHOW, OF_PUNG, OF_WIN = range(4)
"""The order in which claims are heard."""


class Listener(Protocol):
    """What hears of a table: one method for each transition."""

    def deal(self, hands: list[list[int]]) -> None: ...
    def draw(self, seat: int, tile: int, why: int) -> None: ...
    def flower(self, seat: int, tile: int) -> None: ...
    def discard(self, seat: int, tile: int, from_hand: bool) -> None: ...
    def claim(self, seat: int, source: int, meld: int, tile: int) -> None: ...
    def kong(self, seat: int, meld: int, added: bool) -> None: ...
    def ready(self, seat: int, grade: int) -> None: ...
    def win(self, seat: int, source: int, row: bytes, points: int, counts: bytes) -> None: ...
    def eight_flowers(self, seat: int, points: int) -> None: ...
    def exhausted(self, declined: int) -> None: ...


class State(Position):
    """A position that plays. ``start`` it with a wall, ask ``asked`` and ``legal``, ``apply`` actions until ``phase`` is OVER."""

    def __init__(self, desk: Scoring, round: int = 0, listener: Listener | None = None, **rules: Any) -> None:
        Position.__init__(self, desk, round, **rules)
        self.rules = rules
        self.listener = listener

    def copy(self) -> State:
        """The same state, with nobody listening. It scores at the same desk, so it belongs to the same thread."""
        other = State(self.desk, self.round, None, **self.rules)
        other.take_over(self)
        return other

    def copy_from(self, other: State) -> None:
        """Become as another state of the same rules is."""
        self.take_over(other)

    def equals(self, other: State) -> bool:
        """Whether nothing at all differs."""
        return self.is_same(other) != 0

    # The one way in.

    def apply(self, seat: int, action: int, from_hand: bool = False) -> None:
        """Do what a seat has chosen. ``from_hand``: discard a tile of the drawn one's kind from the hand. What is not allowed raises
        IllegalAction and changes nothing."""
        if not 0 <= seat < 4 or not 0 <= action < ACTIONS:
            raise IllegalAction("no_such_action", seat=seat, action=action)
        if not self.attempt(seat, action, from_hand):
            if self.phase == OVER:
                raise IllegalAction("hand_over", seat=seat, action=action)
            raise IllegalAction("illegal_action" if self.is_asked(seat) else "not_asked", seat=seat, action=action)

    def attempt(self, seat: int, action: int, from_hand: int) -> int:
        """As ``apply``; whether it was allowed. Only ``may`` says what is."""
        if not self.may(seat, action) or (from_hand and not self.has_another(seat, action)):
            return 0
        if self.phase == CLAIMING or self.phase == ROBBING:
            self.answer(seat, action)
        elif self.phase == LAST_DRAW:
            if action == DECLINE:
                self.exhaust(seat)
            else:
                self.draw()
        elif action < CONCEALED_KONG_OF:
            self.discard(action, from_hand)
        elif action < ADDED_KONG_OF:
            self.make_concealed_kong(action - CONCEALED_KONG_OF)
        elif action < CHOW_LOW:
            self.add_to_pung(action - ADDED_KONG_OF)
        elif action == WIN:
            self.win(seat, NO_SEAT)
        elif action == REPLACE_FLOWER:
            self.lay_flower(seat, self.lowest_flower(seat))
            self.replace_flower()
        else:
            self.declare_ready()
        return 1

    def has_another(self, seat: int, action: int) -> int:
        """Whether a discard can be one from the hand, and not the tile just drawn."""
        if self.phase != TURN and self.phase != READYING:
            return 0
        if action >= CONCEALED_KONG_OF or (self.ready[seat] and self.phase == TURN):
            return 0
        return self.held[seat][action] > (1 if action == self.drawn else 0)

    # The deal and the wall.

    def start(self, wall: bytes) -> None:
        """Deal from this wall, which lies in the order of drawing: 4, 4, 4 and 1 to each; then the dealer draws. Where flowers are not
        the players' choice they are replaced first, beginning with the dealer."""
        if self.back:
            raise ValueError("this table has been dealt")
        if sorted(wall) != (SET_136 if len(wall) == 136 else SET_144):
            raise ValueError("a wall has four of each tile, and eight flowers or none")
        for i in range(len(wall)):
            self.wall[i] = wall[i]
        self.back = len(wall)
        for i in range(52):
            seat = i // 4 & 3 if i < 48 else i & 3
            self.held[seat][self.wall[i]] += 1
        self.front = 52
        if self.listener is not None:
            self.listener.deal([self.hand(seat) for seat in range(4)])
        if not self.chosen_flowers:
            self.replace_dealt_flowers()
        if self.winner == NO_SEAT:
            self.give(0, ORDINARY)

    def replace_dealt_flowers(self) -> None:
        for seat in range(4):
            flower = self.lowest_flower(seat)
            while flower != NO_TILE:
                self.lay_flower(seat, flower)
                if self.eight_flowers and self.flowers[seat] == 255:
                    self.win_by_flowers(seat)
                    return
                self.take(seat, FOR_FLOWER)
                flower = self.lowest_flower(seat)

    def take(self, seat: int, why: int) -> None:
        """A tile from the front of the wall, or from its tail. Of the stack at the tail the upper tile goes first, so it is put behind
        the lower one when the stack is begun."""
        if why == ORDINARY:
            tile = self.wall[self.front]
            self.front += 1
        else:
            self.back -= 1
            if self.back % 2 and self.front < self.back:
                upper = self.wall[self.back - 1]
                self.wall[self.back - 1] = self.wall[self.back]
                self.wall[self.back] = upper
            tile = self.wall[self.back]
        self.held[seat][tile] += 1
        self.drawn = tile
        if self.listener is not None:
            self.listener.draw(seat, tile, why)

    def give(self, seat: int, why: int) -> None:
        """A tile is due to the seat: its turn begins with it, or the hand ends because there is none."""
        self.turn = seat
        self.drawn_for = why
        self.drawn = self.offered = NO_TILE
        self.offerer = NO_SEAT
        if self.left() == 0:
            self.exhaust(NO_SEAT)
        elif self.left() == 1 and self.may_decline:
            self.phase = LAST_DRAW
            self.offer_last_draw()
        else:
            self.draw()

    def draw(self) -> None:
        self.take(self.turn, self.drawn_for)
        if self.drawn > 33 and not self.chosen_flowers:
            self.lay_flower(self.turn, self.drawn)
            self.replace_flower()
        else:
            self.phase = TURN
            self.offer_turn()

    def lay_flower(self, seat: int, tile: int) -> None:
        self.held[seat][tile] -= 1
        self.flowers[seat] |= 1 << tile - 34
        if self.listener is not None:
            self.listener.flower(seat, tile)

    def replace_flower(self) -> None:
        if self.eight_flowers and self.flowers[self.turn] == 255:
            self.win_by_flowers(self.turn)
        else:
            self.give(self.turn, FOR_FLOWER)

    # A seat's turn.

    def declare_ready(self) -> None:
        self.ready[self.turn] = 1 + self.ready_grade(self.turn)
        if self.listener is not None:
            self.listener.ready(self.turn, self.ready[self.turn])
        self.phase = READYING
        self.offer_ready_discards()

    def discard(self, tile: int, from_hand: int) -> None:
        seat = self.turn
        from_hand = from_hand or tile != self.drawn
        self.held[seat][tile] -= 1
        self.discards[seat] += 1
        self.river[self.river_count] = tile
        self.river_seat[self.river_count] = seat
        self.river_marks[self.river_count] = FROM_HAND if from_hand else 0
        self.river_count += 1
        if tile < 34:
            self.seen[tile] += 1
        if self.listener is not None:
            self.listener.discard(seat, tile, from_hand != 0)
        self.offer(tile, CLAIMING)

    def offer(self, tile: int, phase: int) -> None:
        """Let the others answer, if anybody can. A table that holds waits in any case, until ``release``: so nothing shows whether anybody
        could have answered."""
        self.offered = tile
        self.offerer = self.turn
        self.drawn = NO_TILE
        self.phase = phase
        self.offer_claims()
        if self.waiting == 0 and not self.holds:
            self.go_on()

    def is_held(self) -> int:
        """Whether the table holds at an offer that nobody can answer."""
        return (self.phase == CLAIMING or self.phase == ROBBING) and self.waiting == 0

    def release(self) -> None:
        """Go on where the table holds."""
        if not self.is_held():
            raise IllegalAction("not_held")
        self.go_on()

    def go_on(self) -> None:
        """Nobody wants the tile that was offered."""
        if self.phase == ROBBING:
            self.finish_added_kong()
        else:
            self.give(self.offerer + 1 & 3, ORDINARY)

    def make_concealed_kong(self, kind: int) -> None:
        seat = self.turn
        self.held[seat][kind] -= 4
        self.add_meld(seat, CONCEALED_KONG | kind, NO_TILE, NO_SEAT)
        if self.listener is not None:
            self.listener.kong(seat, CONCEALED_KONG | kind, False)
        self.give(seat, FOR_KONG)

    def add_to_pung(self, kind: int) -> None:
        """The fourth tile is shown; the kong is made when nobody has robbed it."""
        seat = self.turn
        self.held[seat][kind] -= 1
        self.seen[kind] += 1
        if self.listener is not None:
            self.listener.kong(seat, KONG | kind, True)
        self.offer(kind, ROBBING)

    def finish_added_kong(self) -> None:
        seat = self.offerer
        for i in range(self.meld_count[seat]):
            if self.melds[seat][i] == (PUNG | self.offered):
                self.melds[seat][i] = KONG | self.offered
        self.give(seat, FOR_KONG)

    def add_meld(self, seat: int, code: int, tile: int, source: int) -> None:
        i = self.meld_count[seat]
        self.melds[seat][i] = code
        self.meld_tile[seat][i] = tile
        self.meld_from[seat][i] = source
        self.meld_count[seat] = i + 1

    # Claims: collected from all who are asked, then resolved.

    def answer(self, seat: int, action: int) -> None:
        self.response[seat] = action
        self.menu_low[seat] = self.menu_high[seat] = 0
        self.waiting -= 1
        if self.waiting == 0:
            self.resolve()

    def resolve(self) -> None:
        """A win goes before a pung or kong, that before a chow; of several wins the first in turn after the offerer."""
        chosen = NO_SEAT
        rank = OF_PASS
        for i in range(1, 4):
            seat = self.offerer + i & 3
            answer = self.response[seat]
            if answer == WIN:
                worth = OF_WIN
            elif CLAIM_PUNG <= answer <= CLAIM_KONG:
                worth = OF_PUNG
            elif CHOW_LOW <= answer < CLAIM_PUNG:
                worth = OF_CHOW
            else:
                worth = OF_PASS
            if worth > rank:
                chosen = seat
                rank = worth
        if rank == OF_PASS:
            self.go_on()
        elif rank == OF_WIN:
            self.win(chosen, self.offerer)
        else:
            self.claim(chosen, self.response[chosen])

    def claim(self, seat: int, action: int) -> None:
        tile = self.offered
        if action == CLAIM_PUNG:
            code = PUNG | tile
            self.lay_open(seat, tile, 2)
        elif action == CLAIM_KONG:
            code = KONG | tile
            self.lay_open(seat, tile, 3)
        else:
            code = tile - (action - CHOW_LOW)
            for kind in range(code, code + 3):
                if kind != tile:
                    self.lay_open(seat, kind, 1)
        self.add_meld(seat, code, tile, self.offerer)
        self.river_marks[self.river_count - 1] |= CLAIMED
        if self.listener is not None:
            self.listener.claim(seat, self.offerer, code, tile)
        if action == CLAIM_KONG:
            self.give(seat, FOR_KONG)
        else:
            self.turn = seat
            self.offered = NO_TILE
            self.offerer = NO_SEAT
            self.phase = TURN
            self.offer_turn()

    def lay_open(self, seat: int, kind: int, count: int) -> None:
        """Tiles from the hand that become part of an open meld."""
        self.held[seat][kind] -= count
        self.seen[kind] += count

    # The end.

    def win(self, seat: int, source: int) -> None:
        """The seat wins, on the tile that ``source`` offered or on its own draw; the tile then lies in its hand."""
        tile = self.drawn if source == NO_SEAT else self.offered
        self.lay_row(seat, tile)
        self.desk.score_row(self.row, 0)
        self.points = self.desk.total()
        if source != NO_SEAT:
            self.held[seat][tile] += 1
            if self.phase == CLAIMING:
                self.river_marks[self.river_count - 1] |= CLAIMED
        self.end(seat, source)
        if self.listener is not None:
            _, _, _, _, counts = self.desk.result()
            self.listener.win(seat, source, bytes([self.row[i] for i in range(ROW)]), self.points, counts)

    def win_by_flowers(self, seat: int) -> None:
        self.points = self.eight_flowers
        self.end(seat, NO_SEAT)
        if self.listener is not None:
            self.listener.eight_flowers(seat, self.points)

    def exhaust(self, declined: int) -> None:
        """A tile is due and there is none, or the last one was declined."""
        self.end(NO_SEAT, NO_SEAT)
        if self.listener is not None:
            self.listener.exhausted(declined)

    def end(self, winner: int, loser: int) -> None:
        self.winner = winner
        self.loser = loser
        self.phase = OVER
        self.clear_menus()

    def given(self) -> list[int]:
        """How many tiles each seat has given to the winner: one for each claimed set, one for the tile won on."""
        counts = [0, 0, 0, 0]
        if self.winner != NO_SEAT:
            for i in range(self.meld_count[self.winner]):
                if self.meld_from[self.winner][i] != NO_SEAT:
                    counts[self.meld_from[self.winner][i]] += 1
            if self.loser != NO_SEAT:
                counts[self.loser] += 1
        return counts

    # For tests and for search.

    def lines(self, depth: int) -> int:
        """How many lines of play there are: sequences of so many actions, or fewer where the hand ends. The seats asked act in order."""
        seats = self.asked()
        if depth == 0 or not seats:
            return 1
        found = 0
        child = self.copy()
        for action in self.actions(seats[0]):
            child.take_over(self)
            child.attempt(seats[0], action, 0)
            found += child.lines(depth - 1)
        return found

    def accepted(self, seat: int, scratch: State) -> list[int]:
        """Every action of the numbering tried on ``scratch``, which is made equal to this state before each: those that are accepted. A
        refused one must leave the scratch as it was."""
        found = []
        scratch.take_over(self)
        for action in range(ACTIONS):
            if scratch.attempt(seat, action, 0):
                found.append(action)
                scratch.take_over(self)
            elif not scratch.is_same(self):
                raise AssertionError(f"action {action} of seat {seat} is refused but changes the state")
        return found


SET_136 = [kind for kind in range(34) for _ in range(4)]
SET_144 = [*SET_136, *range(34, 42)]
