"""The decisions in a record: what each player could know when they chose, and what they chose.

A record shows what happened, not who passed. A player who could have claimed a tile, and has not, has passed; unless another claim came
first, so that nobody can see what they chose: such a decision is left out. So is one with a single legal action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quepu.engine.events import Claimed, Event, HandBegan, Won
from quepu.engine.game import MatchInPlay
from quepu.engine.observation import observation
from quepu.engine.replay import choices_for, replay_batches
from quepu.hand import MeldType
from quepu.kernel.actions import CHOW_LOW, CLAIM_PUNG, PASS, WIN
from quepu.kernel.state import State


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice of a player among several legal actions."""

    deal: int
    """The number of the deal."""
    step: int
    """The step of the deal, from 0, after which the player chooses; the steps of a replay on the site, and of a game that continues."""
    player: int
    """The player, by their first seat."""
    seat: int
    """Their seat in this deal."""
    observation: bytes
    """What they could know."""
    action: int
    """What they chose."""


def decisions(
    record: bytes, player: int | None = None, deal: int | None = None, check: Callable[[], None] = lambda: None
) -> Iterator[Decision]:
    """The decisions of a record in order, of one player or of all, in one deal or in all. ``check`` is called between steps, and may raise.
    Raises RecordError at the first line that is wrong or missing."""
    found: list[Decision] = []
    step = -1
    seats: tuple[int, ...] = ()
    number = 0

    def before(game: MatchInPlay, event: Event) -> None:
        if (deal is None or number == deal) and game.deal is not None:
            state = game.deal.state
            for seat, action, _ in choices_for(event, state):
                is_wanted = player is None or seats[seat] == player
                if is_wanted and len(state.actions(seat)) > 1 and not _is_unknown(state, seat, action, event):
                    found.append(Decision(number, step, seats[seat], seat, observation(state, seat), action))

    for batch in replay_batches(record, holds=True, before=before):
        check()
        yield from found  # those that led to this step
        found.clear()
        began = batch[0].event
        if isinstance(began, HandBegan):
            if deal is not None and number == deal:
                return
            number, seats, step = began.number, began.seats, 0
        else:
            step += 1


def _is_unknown(state: State, seat: int, action: int, event: Event) -> bool:
    """Whether a claim of another seat hides what this seat chose: it may have wanted something that had to give way."""
    if action != PASS or not isinstance(event, Claimed | Won) or event.seat == seat:
        return False
    is_chow = isinstance(event, Claimed) and event.meld.type == MeldType.CHOW
    taken = _rank(WIN if isinstance(event, Won) else CHOW_LOW if is_chow else CLAIM_PUNG, event.seat, state.turn)
    return any(_rank(other, seat, state.turn) < taken for other in state.actions(seat) if other != PASS)


def _rank(action: int, seat: int, offerer: int) -> tuple[int, int]:
    """Which of two claims comes first: a win, then a pung or kong, then a chow; of two wins the first in turn after the offerer."""
    return (2 if action == WIN else 1 if action >= CLAIM_PUNG else 0), -((seat - offerer) % 4)
