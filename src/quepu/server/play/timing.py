"""When a session goes on: the phases of a game, and how long each decision may take.

While a tile is on offer, nothing here depends on what anybody holds: only on who is present, who has answered, and chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from quepu.kernel.actions import CLAIMING, ROBBING
from quepu.server.play.game import Entry, Game
from quepu.server.play.settings import Clock, Pace

COMMIT: Final = "commit"
READY: Final = "ready"
TURN: Final = "turn"
CLAIMS: Final = "claims"
OVER: Final = "over"


@dataclass(slots=True)
class Decision:
    """What a session waits for, and since when."""

    phase: str
    opened: float
    due: float
    """It does not go on by itself before then."""
    deadline: float | None
    """It goes on then in any case. Only ``more_time`` moves it."""
    expired: bool = False
    """The turn has used all its time: a bot ends it, even if the player is back."""
    more_time: set[int] = field(default_factory=set)
    """The players who have asked for more time before they answer."""
    bot_requests: dict[int, int] = field(default_factory=dict)
    """By seat: the id of the request to a bot."""
    bot_choices: dict[int, int] = field(default_factory=dict)
    """By seat: the action that the bot chose."""

    def postpone(self, seconds: float) -> None:
        self.opened += seconds
        self.due += seconds
        if self.deadline is not None:
            self.deadline += seconds

    def is_late(self, now: float) -> bool:
        return self.deadline is not None and now >= self.deadline


class Timing:
    """The clock of a session, if it has one: its limits, and what is left of each player's time bank."""

    def __init__(self, clock: Clock | None, pace: Pace, random: Random) -> None:
        self.clock = clock
        self.pace = pace
        self.random = random
        self.banks = [clock.bank if clock else 0.0] * 4

    def restore(self, entries: Iterable[Entry]) -> None:
        """Set the banks to what the journal says."""
        for entry in entries:
            self.banks = entry.get("banks", self.banks)

    def new_deal(self) -> None:
        if self.clock:
            self.banks = [self.clock.bank] * 4

    def stored_with(self, entry: Entry) -> Entry:
        """An entry with the banks, where they may have changed."""
        if self.clock and entry["e"] in ("deal", "act"):
            entry["banks"] = [round(bank, 1) for bank in self.banks]
        return entry

    def charge(self, player: int, decision: Decision, now: float) -> None:
        """Subtract the time that a turn used beyond its own from the player's bank, even if a bot ended it."""
        if self.clock:
            used = now - decision.opened - self.clock.turn
            self.banks[player] = max(0.0, self.banks[player] - max(0.0, used))

    def decide(self, game: Game, now: float) -> Decision:
        """The decision that the game waits for now."""
        deal, pace, clock = game.deal, self.pace, self.clock
        if game.over:
            return Decision(OVER, now, now, None)
        if deal is None and game.seed is None:
            return Decision(COMMIT, now, now, now + pace.commit)
        if deal is None:
            pause = pace.between if game.began is not None else 0
            return Decision(READY, now, now + pause, now + max(pause, pace.ready) if clock else None)
        if deal.state.phase in (CLAIMING, ROBBING):
            due = now + self.random.uniform(*pace.claims)
            return Decision(CLAIMS, now, due, max(due, now + clock.claim) if clock else None)
        [seat] = deal.asked()
        due = now + self.random.uniform(*pace.bot)
        return Decision(TURN, now, due, now + clock.turn + self.banks[game.seats[seat]] if clock else None)

    def limit_wait(self, decision: Decision, people: int, now: float) -> None:
        """Give a decision without a clock a deadline if several people play. One alone with bots has no time limit."""
        if decision.deadline is None and decision.phase != OVER and people > 1:
            patience = self.random.uniform(*self.pace.window) if decision.phase == CLAIMS else self.pace.idle
            decision.deadline = max(decision.due, now + patience)

    def visible_left(self, decision: Decision, now: float) -> int | None:
        """The milliseconds that pages show as left; None where there is no clock to show."""
        if decision.deadline is None or (self.clock is None and decision.phase != CLAIMS):
            return None
        return max(0, round(1000 * (decision.deadline - now)))
