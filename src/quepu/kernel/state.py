"""State: one deal, from the wall to its end.

Each transition (deal, draw, flower, discard, claim, kong, ready, win, exhausted) changes the position and adds an entry to its log; then
the table waits again (``allow_…``) or play continues. Everything that happens, in play or in a replay, happens through ``apply``, which
then emits the entries to ``listener`` if there is one. The transitions need no Python: see ``stepper``. The C types are in ``state.pxd``.
"""

from __future__ import annotations

from typing import Any

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
from quepu.kernel.legal_actions import LegalActions
from quepu.kernel.listener import Listener
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import CONCEALED_KONG, DEAL_ORDER, DEALT_TILES, KONG, NO_TILE, PUNG, ROW
from quepu.tiles import ALL_TILES, SET_SIZES

SEATS_DEALT = DEAL_ORDER  # compiled, a C pointer: see the .pxd file

OF_PASS, OF_CHOW, OF_PUNG, OF_WIN = range(4)
"""The priorities of responses."""


class State(LegalActions):
    """The state of a deal. ``start`` it with a wall, then ``apply`` one of the ``actions`` of a seat that is ``asked`` until ``phase`` is
    OVER."""

    def __init__(self, scorer: Scorer, round: int = 0, listener: Listener | None = None, **rules: Any) -> None:
        LegalActions.__init__(self, scorer, round, **rules)
        self.rules = rules
        self.listener = listener

    def copy(self) -> State:
        """The same state without a listener. It shares the scorer, so it belongs to the same thread."""
        self.check_usable()
        other = State(self.scorer, self.round, None, **self.rules)
        other.assign(self)
        return other

    def independent_copy(self) -> State:
        """The same state without a listener and with its own scorer."""
        self.check_usable()
        other = State(type(self.scorer)(self.scorer.table), self.round, None, **self.rules)
        other.assign(self)
        return other

    def copy_from(self, other: State) -> None:
        """Become equal to another state of the same rules."""
        self.check_usable()
        guard.check_type("other", other, State)
        other.check_usable()
        self.assign(other)

    def equals(self, other: State) -> bool:
        """Whether nothing differs."""
        self.check_usable()
        guard.check_type("other", other, State)
        other.check_usable()
        return self.is_same(other) != 0

    # Actions.

    def apply(self, seat: int, action: int, from_hand: bool = False) -> None:
        """Apply a seat's action. ``from_hand``: discard a tile of the drawn one's kind from the hand. An action that is not legal raises
        IllegalAction and changes nothing."""
        self.check_scorer()
        if not 0 <= seat < 4 or not 0 <= action < ACTIONS:
            raise IllegalAction("no_such_action", seat=seat, action=action)
        # C numbers from here on: an object that compares like a seat may have another value
        place, chosen = seat, action
        guard.check_seat(place)
        if self.attempt(place, chosen, from_hand):
            self.emit()
        else:
            if self.phase == OVER:
                raise IllegalAction("hand_over", seat=place, action=chosen)
            raise IllegalAction("illegal_action" if self.is_asked(place) else "not_asked", seat=place, action=chosen)

    def attempt(self, seat: int, action: int, from_hand: int) -> int:
        """``apply`` for the kernel itself: return whether the action was legal."""
        if not self.allows(seat, action) or (from_hand and not self.has_another(seat, action)):
            return 0
        self.log[0] = 0
        if self.is_offer():
            self.respond(seat, action)
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
            self.expose_flower(seat, self.lowest_flower(seat))
            self.replace_flower()
        else:
            self.declare_ready()
        return 1

    def has_another(self, seat: int, action: int) -> int:
        """Whether the seat can discard this tile from the hand instead of the tile just drawn."""
        if self.phase != TURN and self.phase != READYING:
            return 0
        if action >= CONCEALED_KONG_OF or (self.ready[seat] and self.phase == TURN):
            return 0
        return self.held(seat, action) > (1 if action == self.drawn else 0)

    def emit(self) -> None:
        """Emit the entries of the log to the listener."""
        listener = self.listener
        if listener is None:
            return
        for i in range(self.log[0]):
            at = 1 + ENTRY * i
            what, first, second, third, fourth = self.log[at], self.log[at + 1], self.log[at + 2], self.log[at + 3], self.log[at + 4]
            if what == DEALT:
                listener.deal([sorted([self.wall[n] for n in range(DEALT_TILES) if dealt_to(n) == seat]) for seat in range(4)])
            elif what == DREW:
                listener.draw(first, second, third)
            elif what == LAID_FLOWER:
                listener.flower(first, second)
            elif what == DISCARDED:
                listener.discard(first, second, third != 0)
            elif what == TOOK:
                listener.claim(first, second, third, fourth)
            elif what == MADE_KONG:
                listener.kong(first, second, third != 0)
            elif what == DECLARED:
                listener.ready(first, second)
            elif what == WON:
                # the deal has ended, so the scorer still has the result
                _, _, _, _, counts = self.scorer.result()
                listener.win(first, second, bytes([self.row[i] for i in range(ROW)]), self.points, counts)
            elif what == HAS_EIGHT_FLOWERS:
                listener.eight_flowers(first, self.points)
            else:
                listener.exhausted(first)

    # Dealing and drawing.

    def start(self, wall: bytes) -> None:
        """Deal from this wall, which is in the order of drawing."""
        self.check_scorer()
        if self.back:
            raise ValueError("this table has been dealt")
        if len(wall) not in SET_SIZES or bytes(sorted(wall)) != ALL_TILES[: len(wall)]:
            raise ValueError("a wall has four of each tile, and eight flowers or none")
        for i in range(len(wall)):
            self.wall[i] = wall[i]
        self.back = len(wall)
        self.deal()
        self.emit()

    def clear(self, round: int | None = None) -> None:
        """Clear the table for another deal by the same rules, in another round if one is given."""
        self.check_usable()
        wind = self.round if round is None else round
        guard.check_range("round", wind, 0, 3)
        self.reset()
        self.round = wind

    def deal(self) -> None:
        """Deal 4, 4, 4 and 1 tiles to each seat; then the dealer draws. Unless players choose when to replace flowers, all flowers are
        replaced first, beginning with the dealer."""
        for i in range(DEALT_TILES):
            self.add_tile(dealt_to(i), self.wall[i])
        self.front = DEALT_TILES
        self.add_to_log(DEALT, 0, 0, 0, 0)
        if not self.chosen_flowers:
            self.replace_dealt_flowers()
        if self.winner == NO_SEAT:
            self.start_draw(0, ORDINARY)

    def replace_dealt_flowers(self) -> None:
        for seat in range(4):
            flower = self.lowest_flower(seat)
            while flower != NO_TILE:
                self.expose_flower(seat, flower)
                if self.eight_flowers and self.flowers[seat] == 255:
                    self.win_by_flowers(seat)
                    return
                self.draw_tile(seat, FOR_FLOWER)
                flower = self.lowest_flower(seat)

    def draw_tile(self, seat: int, why: int) -> None:
        """Draw a tile from the front of the wall, or from its tail. The upper tile of the stack at the tail is drawn first, so the two
        tiles are exchanged when the first of them is drawn."""
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
        self.add_tile(seat, tile)
        self.drawn = tile
        self.add_to_log(DREW, seat, tile, why, 0)

    def start_draw(self, seat: int, why: int) -> None:
        """Begin the turn of a seat that is to draw a tile; the deal ends if there is none."""
        self.turn = seat
        self.drawn_for = why
        self.drawn = self.offered = NO_TILE
        self.offerer = NO_SEAT
        if self.remaining() == 0:
            self.exhaust(NO_SEAT)
        elif self.remaining() == 1 and self.may_decline:
            self.phase = LAST_DRAW
            self.allow_last_draw()
        else:
            self.draw()

    def draw(self) -> None:
        self.draw_tile(self.turn, self.drawn_for)
        if self.drawn > 33 and not self.chosen_flowers:
            self.expose_flower(self.turn, self.drawn)
            self.replace_flower()
        else:
            self.phase = TURN
            self.allow_turn()

    def expose_flower(self, seat: int, tile: int) -> None:
        self.remove_tile(seat, tile)
        self.flowers[seat] |= 1 << tile - 34
        self.add_to_log(LAID_FLOWER, seat, tile, 0, 0)

    def replace_flower(self) -> None:
        if self.eight_flowers and self.flowers[self.turn] == 255:
            self.win_by_flowers(self.turn)
        else:
            self.start_draw(self.turn, FOR_FLOWER)

    # A seat's turn.

    def declare_ready(self) -> None:
        self.ready[self.turn] = 1 + self.ready_grade(self.turn)
        self.add_to_log(DECLARED, self.turn, self.ready[self.turn], 0, 0)
        self.phase = READYING
        self.allow_ready_discards()

    def discard(self, tile: int, from_hand: int) -> None:
        seat = self.turn
        from_hand = from_hand or tile != self.drawn
        self.remove_tile(seat, tile)
        self.exchanges[seat] += 1
        self.add_discard(seat, tile, FROM_HAND if from_hand else 0)
        self.add_to_log(DISCARDED, seat, tile, from_hand, 0)
        self.offer(tile, CLAIMING)

    def offer(self, tile: int, phase: int) -> None:
        """Let the other seats respond, if any can. A table that ``holds`` waits in any case, until ``release``, so that nobody can see
        whether a seat could have responded."""
        self.offered = tile
        self.offerer = self.turn
        self.drawn = NO_TILE
        self.phase = phase
        self.allow_claims()
        if self.waiting == 0 and not self.holds:
            self.continue_play()

    def is_held(self) -> int:
        """Whether the table holds at an offer to which no seat can respond."""
        return self.is_offer() and self.waiting == 0

    def release(self) -> None:
        """Continue where the table holds."""
        self.check_scorer()
        if not self.is_held():
            raise IllegalAction("not_held")
        self.log[0] = 0
        self.continue_play()
        self.emit()

    def continue_play(self) -> None:
        """Continue after an offer that no seat has claimed."""
        if self.phase == ROBBING:
            self.finish_added_kong()
        else:
            self.start_draw(self.offerer + 1 & 3, ORDINARY)

    def make_concealed_kong(self, kind: int) -> None:
        seat = self.turn
        for _ in range(4):
            self.remove_tile(seat, kind)
        self.add_meld(seat, CONCEALED_KONG | kind, NO_TILE, NO_SEAT)
        self.add_to_log(MADE_KONG, seat, CONCEALED_KONG | kind, 0, 0)
        self.start_draw(seat, FOR_KONG)

    def add_to_pung(self, kind: int) -> None:
        """Expose the fourth tile; the kong is complete when no seat has robbed it."""
        seat = self.turn
        self.expose_tiles(seat, kind, 1)
        self.add_to_log(MADE_KONG, seat, KONG | kind, 1, 0)
        self.offer(kind, ROBBING)

    def finish_added_kong(self) -> None:
        seat = self.offerer
        for i in range(self.meld_count[seat]):
            if self.melds[seat][i] == (PUNG | self.offered):
                self.melds[seat][i] = KONG | self.offered
        self.start_draw(seat, FOR_KONG)

    # Claims: collected from all seats that are asked, then resolved.

    def respond(self, seat: int, action: int) -> None:
        self.response[seat] = action
        self.legal_low[seat] = self.legal_high[seat] = 0
        self.waiting -= 1
        if self.waiting == 0:
            self.resolve()

    def resolve(self) -> None:
        """A win has priority over a pung or kong, those over a chow; of several wins the first in turn after the offerer."""
        chosen = NO_SEAT
        highest = OF_PASS
        for i in range(1, 4):
            seat = self.offerer + i & 3
            response = self.response[seat]
            if response == WIN:
                priority = OF_WIN
            elif CLAIM_PUNG <= response <= CLAIM_KONG:
                priority = OF_PUNG
            elif CHOW_LOW <= response < CLAIM_PUNG:
                priority = OF_CHOW
            else:
                priority = OF_PASS
            if priority > highest:
                chosen = seat
                highest = priority
        if highest == OF_PASS:
            self.continue_play()
        elif highest == OF_WIN:
            self.win(chosen, self.offerer)
        else:
            self.claim(chosen, self.response[chosen])

    def claim(self, seat: int, action: int) -> None:
        tile = self.offered
        if action == CLAIM_PUNG:
            code = PUNG | tile
            self.expose_tiles(seat, tile, 2)
        elif action == CLAIM_KONG:
            code = KONG | tile
            self.expose_tiles(seat, tile, 3)
        else:
            code = tile - (action - CHOW_LOW)
            for kind in range(code, code + 3):
                if kind != tile:
                    self.expose_tiles(seat, kind, 1)
        self.add_meld(seat, code, tile, self.offerer)
        self.discard_marks[self.discard_count - 1] |= CLAIMED << 2
        self.add_to_log(TOOK, seat, self.offerer, code, tile)
        if action == CLAIM_KONG:
            # a chow or pung and the discard that follows are one exchange; a kong is one, the tile drawn for it another
            self.exchanges[seat] += 1
            self.start_draw(seat, FOR_KONG)
        else:
            self.turn = seat
            self.offered = NO_TILE
            self.offerer = NO_SEAT
            self.phase = TURN
            self.allow_turn()

    # The end.

    def win(self, seat: int, source: int) -> None:
        """The seat wins on the tile that ``source`` offered, which then is in its hand, or on its own draw."""
        tile = self.drawn if source == NO_SEAT else self.offered
        self.write_win(seat, tile)
        self.scorer.score_row(self.row, 0)
        self.points = self.scorer.total_points()
        if source != NO_SEAT:
            self.add_tile(seat, tile)
            if self.phase == CLAIMING:
                self.discard_marks[self.discard_count - 1] |= CLAIMED << 2
        self.end(seat, source)
        self.add_to_log(WON, seat, source, 0, 0)

    def win_by_flowers(self, seat: int) -> None:
        self.points = self.eight_flowers
        for i in range(ROW):
            self.row[i] = NO_TILE
        self.end(seat, NO_SEAT)
        self.add_to_log(HAS_EIGHT_FLOWERS, seat, 0, 0, 0)

    def exhaust(self, declined: int) -> None:
        """There is no tile to draw, or the last one was declined."""
        self.end(NO_SEAT, NO_SEAT)
        self.add_to_log(EXHAUSTED, declined, 0, 0, 0)

    def end(self, winner: int, loser: int) -> None:
        self.winner = winner
        self.loser = loser
        self.phase = OVER
        self.clear_legal()

    # For search and for tests.

    def rearrange(self, seat: int, tiles: bytes) -> None:
        """Put the tiles that a seat cannot see into another order. Responses stay; the legal actions are found again."""
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
                self.add_tile(other, tiles[place])
            at += size
            if other == self.turn and self.drawn != NO_TILE:
                self.drawn = tiles[at - 1]
        for i in range(self.front, self.back):
            self.wall[i] = tiles[at + i - self.front]
        self.allow_again()

    def allow_again(self) -> None:
        """The legal actions of the phase, for hands that have changed."""
        if self.phase == TURN:
            self.allow_turn()
        elif self.phase == READYING:
            self.allow_ready_discards()
        elif self.is_offer():
            responses = [self.response[seat] for seat in range(4)]
            self.allow_claims()
            for seat in range(4):
                if responses[seat] != NO_TILE:
                    self.waiting -= self.is_asked(seat)
                    self.legal_low[seat] = self.legal_high[seat] = 0
                    self.response[seat] = responses[seat]

    def dump(self) -> dict[str, Any]:
        """Everything, to compare states."""
        return {
            "wall": self.wall_left(),
            "hands": [self.hand(seat) for seat in range(4)],
            "melds": [self.melds_of(seat) for seat in range(4)],
            "flowers": [self.flowers[seat] for seat in range(4)],
            "ready": [self.ready[seat] for seat in range(4)],
            "exchanges": [self.exchanges[seat] for seat in range(4)],
            "discards": self.discard_list(),
            "seen": self.visible(),
            "legal": [self.legal(seat) for seat in range(4)],
            "responses": [self.response[seat] for seat in range(4)],
            "now": (self.phase, self.turn, self.drawn, self.drawn_for, self.offered, self.offerer, self.waiting),
            "result": (self.winner, self.loser, self.points),
        }


def dealt_to(place: int) -> int:
    """The seat to which the tile at this place of the wall is dealt."""
    return SEATS_DEALT[place]
