"""State: one hand at the table, from the deal to its end.

Each transition (deal, draw, flower, discard, claim, kong, ready, win, exhausted) changes the position and notes it; then the table waits
again (``offer_…``) or goes on by itself. Whatever happens, in play or in a replay, happens by ``apply``, which then tells ``listener``, if
there is one, what was noted. None of the transitions needs Python: see ``stepper``. The C types stand in ``table.pxd``.
"""

from __future__ import annotations

from typing import Any, Protocol

from quepu.errors import IllegalAction
from quepu.kernel import guard
from quepu.kernel.actions import (
    ACTIONS,
    ADDED_KONG_OF,
    CHOW_LOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIMED,
    CLAIMING,
    CONCEALED_KONG_OF,
    DEALT,
    DECLARED,
    DECLINE,
    DISCARDED,
    DREW,
    ENTRY,
    EXHAUSTED,
    FOR_FLOWER,
    FOR_KONG,
    FROM_HAND,
    HAS_EIGHT_FLOWERS,
    LAID_FLOWER,
    LAST_DRAW,
    MADE_KONG,
    NO_SEAT,
    ORDINARY,
    OVER,
    READYING,
    REPLACE_FLOWER,
    ROBBING,
    TOOK,
    TURN,
    WIN,
    WON,
)
from quepu.kernel.position import Position
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import CONCEALED_KONG, KONG, NO_TILE, PUNG, ROW

MOST_DEPTH = 1_000
"""More actions than a hand has."""

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

    def __init__(self, scorer: Scorer, round: int = 0, listener: Listener | None = None, **rules: Any) -> None:
        Position.__init__(self, scorer, round, **rules)
        self.rules = rules
        self.listener = listener

    def copy(self) -> State:
        """The same state, with nobody listening. It has the same scorer, so it belongs to the same thread."""
        self.check_usable()
        other = State(self.scorer, self.round, None, **self.rules)
        other.take_over(self)
        return other

    def alone(self) -> State:
        """The same state, with nobody listening and a scorer of its own."""
        self.check_usable()
        other = State(type(self.scorer)(self.scorer.table), self.round, None, **self.rules)
        other.take_over(self)
        return other

    def copy_from(self, other: State) -> None:
        """Become as another state of the same rules is."""
        self.check_usable()
        guard.check_type("other", other, State)
        other.check_usable()
        self.take_over(other)

    def equals(self, other: State) -> bool:
        """Whether nothing at all differs."""
        self.check_usable()
        guard.check_type("other", other, State)
        other.check_usable()
        return self.is_same(other) != 0

    # The one way in.

    def apply(self, seat: int, action: int, from_hand: bool = False) -> None:
        """Do what a seat has chosen. ``from_hand``: discard a tile of the drawn one's kind from the hand. What is not allowed raises
        IllegalAction and changes nothing."""
        self.check_scorer()
        if not 0 <= seat < 4 or not 0 <= action < ACTIONS:
            raise IllegalAction("no_such_action", seat=seat, action=action)
        # C numbers from here on: what compares as a seat need not be one
        place, chosen = seat, action
        guard.check_seat(place)
        if self.attempt(place, chosen, from_hand):
            self.tell()
        else:
            if self.phase == OVER:
                raise IllegalAction("hand_over", seat=place, action=chosen)
            raise IllegalAction("illegal_action" if self.is_asked(place) else "not_asked", seat=place, action=chosen)

    def check_scorer(self) -> None:
        """Raise unless the table and its scorer can be used."""
        self.check_usable()
        self.scorer.check_usable()

    def attempt(self, seat: int, action: int, from_hand: int) -> int:
        """As ``apply``; whether it was allowed. Only ``allows`` says what is."""
        if not self.allows(seat, action) or (from_hand and not self.has_another(seat, action)):
            return 0
        self.log[0] = 0
        if self.is_offer():
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
        return self.held(seat, action) > (1 if action == self.drawn else 0)

    def tell(self) -> None:
        """Let the listener hear of what was noted."""
        hears = self.listener
        if hears is None:
            return
        for i in range(self.log[0]):
            at = 1 + ENTRY * i
            what, first, second, third, fourth = self.log[at], self.log[at + 1], self.log[at + 2], self.log[at + 3], self.log[at + 4]
            if what == DEALT:
                hears.deal([sorted([self.wall[n] for n in range(52) if self.owner(n) == seat]) for seat in range(4)])
            elif what == DREW:
                hears.draw(first, second, third)
            elif what == LAID_FLOWER:
                hears.flower(first, second)
            elif what == DISCARDED:
                hears.discard(first, second, third != 0)
            elif what == TOOK:
                hears.claim(first, second, third, fourth)
            elif what == MADE_KONG:
                hears.kong(first, second, third != 0)
            elif what == DECLARED:
                hears.ready(first, second)
            elif what == WON:
                # with it the hand ended, so the scorer still has what it scored
                _, _, _, _, counts = self.scorer.result()
                hears.win(first, second, bytes([self.row[i] for i in range(ROW)]), self.points, counts)
            elif what == HAS_EIGHT_FLOWERS:
                hears.eight_flowers(first, self.points)
            else:
                hears.exhausted(first)

    # The deal and the wall.

    def start(self, wall: bytes) -> None:
        """Deal from this wall, which lies in the order of drawing."""
        self.check_scorer()
        if self.back:
            raise ValueError("this table has been dealt")
        if sorted(wall) != (SET_136 if len(wall) == 136 else SET_144):
            raise ValueError("a wall has four of each tile, and eight flowers or none")
        for i in range(len(wall)):
            self.wall[i] = wall[i]
        self.back = len(wall)
        self.deal()
        self.tell()

    def clear(self, round: int | None = None) -> None:
        """Take everything off the table, for another hand by the same rules; in another round, if that is told."""
        self.check_usable()
        wind = self.round if round is None else round
        guard.check_range("round", wind, 0, 3)
        self.take_off()
        self.round = wind

    def deal(self) -> None:
        """Deal 4, 4, 4 and 1 to each; then the dealer draws. Where flowers are not the players' choice they are replaced first, beginning
        with the dealer."""
        for i in range(52):
            self.put(self.owner(i), self.wall[i])
        self.front = 52
        self.note(DEALT, 0, 0, 0, 0)
        if not self.chosen_flowers:
            self.replace_dealt_flowers()
        if self.winner == NO_SEAT:
            self.give(0, ORDINARY)

    def owner(self, place: int) -> int:
        """To whom the tile at this place of the wall is dealt."""
        return place // 4 & 3 if place < 48 else place & 3

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
        self.put(seat, tile)
        self.drawn = tile
        self.note(DREW, seat, tile, why, 0)

    def give(self, seat: int, why: int) -> None:
        """A tile is due to the seat: its turn begins with it, or the hand ends because there is none."""
        self.turn = seat
        self.drawn_for = why
        self.drawn = self.offered = NO_TILE
        self.offerer = NO_SEAT
        if self.remaining() == 0:
            self.exhaust(NO_SEAT)
        elif self.remaining() == 1 and self.may_decline:
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
        self.remove(seat, tile)
        self.flowers[seat] |= 1 << tile - 34
        self.note(LAID_FLOWER, seat, tile, 0, 0)

    def replace_flower(self) -> None:
        if self.eight_flowers and self.flowers[self.turn] == 255:
            self.win_by_flowers(self.turn)
        else:
            self.give(self.turn, FOR_FLOWER)

    # A seat's turn.

    def declare_ready(self) -> None:
        self.ready[self.turn] = 1 + self.ready_grade(self.turn)
        self.note(DECLARED, self.turn, self.ready[self.turn], 0, 0)
        self.phase = READYING
        self.offer_ready_discards()

    def discard(self, tile: int, from_hand: int) -> None:
        seat = self.turn
        from_hand = from_hand or tile != self.drawn
        self.remove(seat, tile)
        self.exchanges[seat] += 1
        self.river[self.river_count] = tile
        self.river_marks[self.river_count] = seat | (FROM_HAND << 2 if from_hand else 0)
        self.river_count += 1
        if tile < 34:
            self.seen[tile] += 1
        self.note(DISCARDED, seat, tile, from_hand, 0)
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
        return self.is_offer() and self.waiting == 0

    def release(self) -> None:
        """Go on where the table holds."""
        self.check_scorer()
        if not self.is_held():
            raise IllegalAction("not_held")
        self.log[0] = 0
        self.go_on()
        self.tell()

    def go_on(self) -> None:
        """Nobody wants the tile that was offered."""
        if self.phase == ROBBING:
            self.finish_added_kong()
        else:
            self.give(self.offerer + 1 & 3, ORDINARY)

    def make_concealed_kong(self, kind: int) -> None:
        seat = self.turn
        for _ in range(4):
            self.remove(seat, kind)
        self.add_meld(seat, CONCEALED_KONG | kind, NO_TILE, NO_SEAT)
        self.note(MADE_KONG, seat, CONCEALED_KONG | kind, 0, 0)
        self.give(seat, FOR_KONG)

    def add_to_pung(self, kind: int) -> None:
        """The fourth tile is shown; the kong is made when nobody has robbed it."""
        seat = self.turn
        self.remove(seat, kind)
        self.seen[kind] += 1
        self.note(MADE_KONG, seat, KONG | kind, 1, 0)
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
        self.river_marks[self.river_count - 1] |= CLAIMED << 2
        self.note(TOOK, seat, self.offerer, code, tile)
        if action == CLAIM_KONG:
            # a chow or pung is exchanged for the discard that follows; a kong is one exchange, what is drawn for it another
            self.exchanges[seat] += 1
            self.give(seat, FOR_KONG)
        else:
            self.turn = seat
            self.offered = NO_TILE
            self.offerer = NO_SEAT
            self.phase = TURN
            self.offer_turn()

    def lay_open(self, seat: int, kind: int, count: int) -> None:
        """Tiles from the hand that become part of an open meld."""
        for _ in range(count):
            self.remove(seat, kind)
        self.seen[kind] += count

    # The end.

    def win(self, seat: int, source: int) -> None:
        """The seat wins, on the tile that ``source`` offered or on its own draw; the tile then lies in its hand."""
        tile = self.drawn if source == NO_SEAT else self.offered
        self.lay_row(seat, tile)
        self.scorer.score_row(self.row, 0)
        self.points = self.scorer.total()
        if source != NO_SEAT:
            self.put(seat, tile)
            if self.phase == CLAIMING:
                self.river_marks[self.river_count - 1] |= CLAIMED << 2
        self.end(seat, source)
        self.note(WON, seat, source, 0, 0)

    def win_by_flowers(self, seat: int) -> None:
        self.points = self.eight_flowers
        self.end(seat, NO_SEAT)
        self.note(HAS_EIGHT_FLOWERS, seat, 0, 0, 0)

    def exhaust(self, declined: int) -> None:
        """A tile is due and there is none, or the last one was declined."""
        self.end(NO_SEAT, NO_SEAT)
        self.note(EXHAUSTED, declined, 0, 0, 0)

    def end(self, winner: int, loser: int) -> None:
        self.winner = winner
        self.loser = loser
        self.phase = OVER
        self.clear_menus()

    def given(self) -> list[int]:
        """How many tiles each seat has given to the winner: one for each claimed set, one for the tile won on."""
        self.check_usable()
        return [self.given_by(seat) for seat in range(4)]

    def given_by(self, seat: int) -> int:
        """One seat's part of ``given``."""
        if self.winner == NO_SEAT:
            return 0
        count = 1 if self.loser == seat else 0
        for i in range(self.meld_count[self.winner]):
            if self.meld_from[self.winner][i] == seat:
                count += 1
        return count

    # What a seat cannot know.

    def hidden(self, seat: int) -> bytes:
        """The tiles that a seat cannot see: the others' in hand, then the wall; concealed kongs are left out."""
        guard.check_seat(seat)
        return bytes([tile for i in range(1, 4) for tile in self.hand(seat + i & 3)]) + self.wall_left()

    def rearrange(self, seat: int, tiles: bytes) -> None:
        """Lay the tiles that a seat cannot see in another order: a guess, for search and for tests. Who has answered has answered; who is
        asked is found anew."""
        self.check_scorer()
        if sorted(tiles) != sorted(self.hidden(seat)):
            raise ValueError("these are not the tiles that are hidden")
        at = 0
        for i in range(1, 4):
            other = seat + i & 3
            size = self.hand_size(other)
            for layer in range(4):
                self.layers[other][layer] = 0
            for place in range(at, at + size):
                self.put(other, tiles[place])
            at += size
            if other == self.turn and self.drawn != NO_TILE:
                self.drawn = tiles[at - 1]
        for i in range(self.front, self.back):
            self.wall[i] = tiles[at + i - self.front]
        self.offer_again()

    def offer_again(self) -> None:
        """The menus of the phase, for hands that have changed."""
        if self.phase == TURN:
            self.offer_turn()
        elif self.phase == READYING:
            self.offer_ready_discards()
        elif self.is_offer():
            answers = [self.response[seat] for seat in range(4)]
            self.offer_claims()
            for seat in range(4):
                if answers[seat] != NO_TILE:
                    self.waiting -= self.is_asked(seat)
                    self.menu_low[seat] = self.menu_high[seat] = 0
                    self.response[seat] = answers[seat]

    def dump(self) -> dict[str, Any]:
        """Everything, for comparing states."""
        return {
            "wall": self.wall_left(),
            "hands": [self.hand(seat) for seat in range(4)],
            "melds": [self.melds_of(seat) for seat in range(4)],
            "flowers": [self.flowers[seat] for seat in range(4)],
            "ready": [self.ready[seat] for seat in range(4)],
            "exchanges": [self.exchanges[seat] for seat in range(4)],
            "river": self.river_list(),
            "seen": self.visible(),
            "menus": [self.legal(seat) for seat in range(4)],
            "responses": [self.response[seat] for seat in range(4)],
            "now": (self.phase, self.turn, self.drawn, self.drawn_for, self.offered, self.offerer, self.waiting),
            "result": (self.winner, self.loser, self.points),
        }

    # For tests and for search.

    def lines(self, depth: int) -> int:
        """How many lines of play there are: sequences of so many actions, or fewer where the hand ends. The seats asked act in order."""
        self.check_scorer()
        guard.check_range("depth", depth, 0, MOST_DEPTH)
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
        self.check_usable()
        guard.check_type("scratch", scratch, State)
        scratch.check_scorer()
        guard.check_seat(seat)
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
