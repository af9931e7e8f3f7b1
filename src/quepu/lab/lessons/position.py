"""A moment of a deal, played by the engine, from which a lesson starts. The learner is 東."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quepu import notation
from quepu.engine.deal import Deal
from quepu.engine.wall import as_shuffled
from quepu.hand import Hand, Meld
from quepu.kernel.actions import CHOW_HIGH, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF, PASS, WIN
from quepu.lab.arranged import wall_with
from quepu.rules import DEFAULT, book
from quepu.tiles import NAMES, WINDS
from quepu.waits import discards

DICE = (3, 2, 6, 5)
LEARNER = 0
_ANY_DISCARD = (1 << CONCEALED_KONG_OF) - 1
_CLAIMS = {"pung": CLAIM_PUNG, "kong": CLAIM_KONG, "win": WIN}


@dataclass(frozen=True)
class Position:
    """A deal in which the players get these tiles (東 first; the rest is filled in), up to the last of these moves."""

    hands: tuple[str, ...]
    draws: str
    """The tiles that are drawn, one after the other, the learner's first."""
    moves: str
    """What has happened: seats with the tile that they discard, with ``pung``, or with ``draw`` when it is their turn. All others pass."""
    tail: str = ""
    """The replacements for kongs."""

    def deal(self) -> Deal:
        """The deal at this moment: the learner has something to decide, or a tile has just been discarded."""
        wall = wall_with(self.hands, self.draws, self.tail)
        deal = Deal(book(DEFAULT), as_shuffled(wall, DICE), DICE, holds=True)
        for move in filter(None, self.moves.split(", ")):
            seat, action = move.split(" ")
            if action == "draw":
                _reach(deal, WINDS.index(seat), _ANY_DISCARD)
            else:
                _play(deal, WINDS.index(seat), _CLAIMS[action] if action in _CLAIMS else NAMES.index(action))
        return deal

    def legal(self) -> tuple[int, ...]:
        """What the learner may do."""
        return self.deal().view(LEARNER).legal

    def after(self, action: int) -> Deal:
        """The deal after an action of the learner. If it claims a tile, the others pass."""
        deal = self.deal()
        deal.apply(LEARNER, action)
        while action >= CHOW_LOW and (others := [seat for seat in deal.asked() if seat != LEARNER]):
            deal.apply(others[0], PASS)
        return deal

    def nearest(self) -> tuple[int, ...]:
        """The legal actions that leave the hand nearest to a win: discards, or claims and passing."""
        distances = {action: self._distance(action) for action in self.legal()}
        return tuple(action for action, distance in distances.items() if distance == min(distances.values()))

    def _distance(self, action: int) -> int:
        """How far the hand is from ready after an action and the best discard."""
        if action < CONCEALED_KONG_OF:
            return next(one.distance for one in discards(hand_of(self.deal()), DEFAULT) if one.tile == action)
        hand = hand_of(self.after(action))
        return min(one.distance for one in discards(hand, DEFAULT)) if hand.size == 14 else 99


def _play(deal: Deal, seat: int, action: int) -> None:
    _reach(deal, seat, 1 << action)
    deal.apply(seat, action)


def _reach(deal: Deal, seat: int, actions: int) -> None:
    """Go on until a seat may do one of these actions; those who are asked before pass."""
    while not deal.legal(seat) & actions:
        if deal.held:
            deal.release()
        else:
            deal.apply(next(other for other in deal.asked() if deal.legal(other) >> PASS & 1), PASS)


def hand_of(deal: Deal) -> Hand:
    """The learner's hand."""
    return Hand(tuple(deal.state.hand(LEARNER)), tuple(Meld.from_code(code) for code, *_ in deal.state.melds_of(LEARNER)))


def hand_of_win(deal: Deal) -> Hand:
    """The learner's hand with the tile on which it is won: the one on offer, or the one just drawn."""
    hand, view = hand_of(deal), deal.view(LEARNER)
    if view.offer is not None:
        return replace(hand, winning=view.offer.tile)
    assert view.drawn is not None
    rest = list(hand.concealed)
    rest.remove(view.drawn)
    return replace(hand, concealed=tuple(rest), winning=view.drawn)


def meld_tiles(action: int, offered: int) -> str:
    """The tiles of the set that a claim makes."""
    if CHOW_LOW <= action <= CHOW_HIGH:
        lowest = offered - (action - CHOW_LOW)
        return notation.format_tiles([lowest, lowest + 1, lowest + 2])
    return notation.format_tiles([offered] * {CLAIM_PUNG: 3, CLAIM_KONG: 4}.get(action, 0))
