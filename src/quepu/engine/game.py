"""The runner: a match as it is played, hand by hand, every event told to whoever writes it down."""

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
    """Whoever plays. The game asks only when there is more than one thing to do."""

    def choose(self, view: View) -> int:
        """One of ``view.legal``."""
        ...


class MatchInPlay:
    """A match with the hand that is being played. ``write`` gets every event before anybody can ask about what it changed. Its hands stop
    at every claim if it ``holds``; see ``Deal``."""

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
        self.hand: Deal | None = None
        self.latest: Deal | None = None
        """The hand in play, or the last one."""
        self._secret: Secret | None = None

    @property
    def over(self) -> bool:
        return self.match.over and self.hand is None

    def begin(self, secret: Secret) -> list[Event]:
        """Shuffle and deal the next hand; its first events."""
        match = self.match
        if match.over or self.hand is not None:
            raise ValueError("a hand begins when the one before has ended and the match has not")
        wall, dice = secret.shuffle(match.number, match.settings.tiles)
        began = HandBegan(match.number, match.round, match.seats[0], match.seats, dice, secret.commitment, secret.nonce_commitments)
        self._secret = secret
        self.hand = self.latest = Deal(self.book, wall, dice, match.round, match.rules, self.holds)
        return self._tell([began, *self.hand.events])

    def abandon(self) -> None:
        """Forget the hand in play, as if it had not begun. What has been written of it is the writer's affair."""
        self.hand = None

    def apply(self, seat: int, action: int, from_hand: bool = False) -> list[Event]:
        """Do what a seat has chosen; all events of it. If it ends the hand, that is settled, and ``hand`` is None."""
        if self.hand is None:
            raise IllegalAction("hand_over", seat=seat, action=action)
        return self._tell(self.hand.apply(seat, action, from_hand))

    def release(self) -> list[Event]:
        """Go on where the hand is held; all events of it."""
        assert self.hand is not None, "no hand is being played"
        return self._tell(self.hand.release())

    def _tell(self, events: list[Event]) -> list[Event]:
        if self.hand is not None and self.hand.over:
            events += self._settle(self.hand.outcome())
        if self.write is not None:
            for event in events:
                self.write(event)
        return events

    def _settle(self, outcome: Outcome) -> list[Event]:
        assert self._secret is not None
        self.match.finish(outcome)
        self.hand = None
        return [Paid(outcome.payments, tuple(self.match.scores)), Revealed(self._secret.seed, self._secret.nonces)]


def play_deal(hand: Deal, players: Sequence[Player]) -> Outcome:
    """Let four players, by seat, play a hand to its end."""
    while not hand.over:
        for seat, action in choices(hand, players):
            hand.apply(seat, action)
    return hand.outcome()


def choices(hand: Deal, players: Sequence[Player]) -> list[tuple[int, int]]:
    """What the seats that are asked choose, each before it knows of the others' choices."""
    found = []
    for seat in hand.asked():
        view = hand.view(seat)
        found.append((seat, players[seat].choose(view) if len(view.legal) > 1 else view.legal[0]))
    return found


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The players' scores, and how many hands were played."""

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
        while game.hand is not None:
            for seat, action in choices(game.hand, [players[player] for player in seats]):
                game.apply(seat, action)
    return MatchResult(tuple(game.match.scores), game.match.number - 1)
