"""A match as it is played, deal by deal; every event goes to a listener."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from quepu.engine.deal import Deal, Outcome
from quepu.engine.events import Event, HandBegan, Paid, Revealed
from quepu.engine.match import Match, MatchSettings
from quepu.engine.rules import play_rules
from quepu.engine.shuffle import Secret, secret_for
from quepu.engine.view import View
from quepu.errors import IllegalAction
from quepu.rules import DEFAULT
from quepu.rules import book as find_book
from quepu.rules.base import RuleBook


class Player(Protocol):
    """A person or a program that plays. ``choose`` is called only when there is more than one legal action."""

    def choose(self, view: View) -> int:
        """One of ``view.legal``."""
        ...


class MatchInPlay:
    """A match with the deal that is being played. ``write`` is called with every event before ``begin``, ``apply`` or ``release`` returns.
    With ``holds`` its deals stop at every claim; see ``Deal``."""

    def __init__(
        self,
        book: RuleBook,
        settings: MatchSettings | None = None,
        write: Callable[[Event], None] | None = None,
        holds: bool = False,
    ) -> None:
        self.book = book
        self.match = Match(play_rules(book), settings)
        self.write = write
        self.holds = holds
        self.deal: Deal | None = None
        """The deal in play; None between two deals."""
        self.latest: Deal | None = None
        """The deal in play, or the last one."""
        self._secret: Secret | None = None

    @property
    def over(self) -> bool:
        return self.match.over and self.deal is None

    def begin(self, secret: Secret) -> list[Event]:
        """Shuffle and start the next deal; return its first events."""
        match = self.match
        if match.over or self.deal is not None:
            raise ValueError("a deal can begin only when the one before has ended and the match has not")
        wall, dice = secret.shuffle(match.number, match.settings.tiles)
        began = HandBegan(match.number, match.round, match.seats[0], match.seats, dice, secret.commitment, secret.nonce_commitments)
        self._secret = secret
        self.deal = self.latest = Deal(self.book, wall, dice, match.round, match.rules, self.holds)
        return self._emit([began, *self.deal.events])

    def abandon(self) -> None:
        """Drop the deal in play, as if it had not begun. The events that were already written stay written."""
        self.deal = None

    def apply(self, seat: int, action: int, from_hand: bool = False) -> list[Event]:
        """Apply the action of a seat; return all its events. If it ends the deal, the deal is settled and ``deal`` is None."""
        if self.deal is None:
            raise IllegalAction("hand_over", seat=seat, action=action)
        return self._emit(self.deal.apply(seat, action, from_hand))

    def release(self) -> list[Event]:
        """Continue a deal that is on hold; return all its events."""
        assert self.deal is not None, "no deal is being played"
        return self._emit(self.deal.release())

    def _emit(self, events: list[Event]) -> list[Event]:
        """Settle the deal if it is over, and pass the events to the listener."""
        if self.deal is not None and self.deal.over:
            events += self._settle(self.deal.outcome())
        if self.write is not None:
            for event in events:
                self.write(event)
        return events

    def _settle(self, outcome: Outcome) -> list[Event]:
        assert self._secret is not None
        self.match.finish(outcome)
        self.deal = None
        return [Paid(outcome.payments, tuple(self.match.scores)), Revealed(self._secret.seed, self._secret.nonces)]


def play_deal(deal: Deal, players: Sequence[Player]) -> Outcome:
    """Let four players, by seat, play a deal to its end."""
    while not deal.over:
        for seat, action in choices(deal, players):
            deal.apply(seat, action)
    return deal.outcome()


def choices(deal: Deal, players: Sequence[Player]) -> list[tuple[int, int]]:
    """The actions of all seats that must act now. No player sees the choice of another."""
    found = []
    for seat in deal.asked():
        view = deal.view(seat)
        found.append((seat, players[seat].choose(view) if len(view.legal) > 1 else view.legal[0]))
    return found


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The players' scores, and the number of deals that were played."""

    scores: tuple[int, ...]
    hands: int


def play_match(
    players: Sequence[Player],
    rules: str | RuleBook = DEFAULT,
    seed: int = 0,
    settings: MatchSettings | None = None,
    write: Callable[[Event], None] | None = None,
) -> MatchResult:
    """Let four players, by their first seats, play a match from a seed."""
    game = MatchInPlay(find_book(rules), settings, write)
    while not game.over:
        seats = game.match.seats
        game.begin(secret_for(seed, game.match.number))
        while game.deal is not None:
            for seat, action in choices(game.deal, [players[player] for player in seats]):
                game.apply(seat, action)
    return MatchResult(tuple(game.match.scores), game.match.number - 1)
