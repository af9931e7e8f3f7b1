"""The rules of play in the engine: those of a book, and a new state that follows them."""

from __future__ import annotations

from quepu.errors import RuleBookError
from quepu.kernel.listener import Listener
from quepu.kernel.state import State
from quepu.rules import BOOKS
from quepu.rules.base import RuleBook
from quepu.rules.play import PlayRules

__all__ = ["PlayRules", "new_state", "play_rules"]


def play_rules(book: RuleBook) -> PlayRules:
    """The rules of play of a book; an option or an overlay of it has the same ones."""
    if book.play is None:
        raise RuleBookError("unknown_rules", text=book.id, known=", ".join(BOOKS))
    return book.play


def new_state(book: RuleBook, rules: PlayRules, round: int = 0, listener: Listener | None = None, holds: bool = False) -> State:
    """A state that follows these rules, with a scorer of its own."""
    return State(
        book.scorer(),
        round if rules.has_round_wind else 0,
        listener,
        chosen_flowers=rules.chosen_flowers,
        kong_after_claim=rules.kong_after_claim,
        plays_on=rules.plays_on,
        ready_limit=rules.ready_limit,
        may_decline=rules.may_decline,
        eight_flowers=book.fans[rules.eight_flowers].fan if rules.eight_flowers in book.fans else 0,
        uses_tiles_left=rules.uses_tiles_left,
        shows_concealed_kongs=rules.shows_concealed_kongs,
        holds=holds,
    )
