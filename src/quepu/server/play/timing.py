"""When a session goes on: the phases of a game, and how long each decision may take.

While a tile is on offer among people, nothing here depends on what anybody holds, nor on answers: only on who is present, who has asked for
more time, and chance. (When that time has passed, a session without a clock also waits for those who can win.) One person alone with
bots is waited for if they can claim; nobody else is there to notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from quepu.kernel.actions import CLAIMING, ROBBING
from quepu.server.play.game import Entry, Game
from quepu.server.play.settings import NORMAL, Clock, Pace

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
    """It goes on then in any case."""
    is_window: bool = False
    """A tile is on offer among people: it goes on when it is due, whoever could claim the tile and whoever has answered."""
    is_held: bool = False
    """The window is over, and the table waits for people who have asked for more time, have lost the connection, or can win without a
    clock."""
    expired: bool = False
    """The turn has used all its time: a bot ends it, even if the player is back."""
    more_time: set[int] = field(default_factory=set)
    """The players who have asked for more time, and have neither answered nor said that they need no more."""
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
        self._pace = pace
        self.speed = NORMAL
        self.skips = False
        """There are no pauses until the next decision of the one person who plays."""
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

    def pace(self, people: int) -> Pace:
        """The pace with this many people. Where nobody plays, bots are not faster than usual: nobody waits for them."""
        speed = self.speed if people else NORMAL
        return replace(self._pace.at(speed), bot=(0, 0), claims=(0, 0)) if self.skips and people == 1 else self._pace.at(speed)

    def decide(self, game: Game, people: int, now: float) -> Decision:
        """The decision that the game waits for now, with this many people who play."""
        deal, pace, clock = game.deal, self.pace(people), self.clock
        if game.over:
            return Decision(OVER, now, now, None)
        if deal is None and game.seed is None:
            return Decision(COMMIT, now, now, now + pace.commit)
        if deal is None:
            pause = pace.between if game.began is not None else 0
            ready = Decision(READY, now, now + pause, now + max(pause, pace.ready) if clock else None)
            return self._limited(ready, people, now)
        if deal.state.phase in (CLAIMING, ROBBING):
            due = now + self.random.uniform(*pace.claims)
            return self.as_window(Decision(CLAIMS, now, due, max(due, now + clock.claim) if clock else None), people, now)
        [seat] = deal.asked()
        due = now + self.random.uniform(*pace.bot)
        turn = Decision(TURN, now, due, now + clock.turn + self.banks[game.seats[seat]] if clock else None)
        return self._limited(turn, people, now)

    def _limited(self, decision: Decision, people: int, now: float) -> Decision:
        """Without a clock: with a deadline if several people play. One alone with bots has no time limit."""
        if decision.deadline is None and people > 1:
            decision.deadline = max(decision.due, now + self._pace.idle)
        return decision

    def as_window(self, decision: Decision, people: int, now: float) -> Decision:
        """A tile is on offer for a time that depends on chance alone, if several people play."""
        window = self.pace(people).window
        if people <= 1 or decision.is_window:
            return decision
        if not window[1]:
            return self._limited(decision, people, now)
        decision.is_window, decision.deadline = True, None
        decision.due = now + self.random.uniform(*window)
        return decision

    def person_returned(self, decision: Decision, people: int, now: float) -> None:
        """One more person plays: from now on a decision has the limits that it has among this many people."""
        if decision.phase == CLAIMS:
            self.as_window(decision, people, now)
        elif decision.phase in (READY, TURN):
            self._limited(decision, people, now)

    def hold(self, decision: Decision, now: float) -> None:
        """The window is over, but people need more time."""
        decision.is_held = True
        decision.deadline = now + (self.clock.claim if self.clock else self._pace.idle)

    def offer_again(self, decision: Decision, people: int, now: float) -> None:
        """A person has come back while a tile is on offer, or something else has stopped the game: there is as much time as at first."""
        decision.is_held = False
        decision.due = max(decision.due, now + self.random.uniform(*self.pace(people).window))
        if decision.deadline is not None:
            decision.deadline = max(decision.deadline, decision.due)

    def visible_left(self, decision: Decision, now: float) -> int | None:
        """The milliseconds that are left, as all may know: of the time in which a tile is on offer among people, or of a clock."""
        offered = decision.is_window and not decision.is_held
        end = decision.due if offered else decision.deadline
        return max(0, round(1000 * (end - now))) if end is not None and (offered or self.clock) else None

    @property
    def grace(self) -> float:
        """How long a player may be disconnected before a bot plays for them."""
        return self._pace.grace if self.clock else self._pace.untimed_grace
