"""A table: who may do what when, as a machine without a clock, a network or a disk of its own.

Whoever drives it tells it the time, carries what it leaves in ``writes`` to the store, then what it leaves in ``outbox`` to the viewers,
lets bots think about what it leaves in ``thoughts``, and comes back at ``wakes_at``.

While a tile is on offer, nothing here that decides about time looks at what anybody holds: only at who is there, at who has answered, and
at chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from quepu.engine import Deal
from quepu.engine.events import Event
from quepu.engine.shuffle import nonce_commitment
from quepu.engine.view import View
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import CLAIMING, PASS, ROBBING
from quepu.server.play.game import Committed, Entry, Game
from quepu.server.play.settings import Clock, Pace
from quepu.server.play.shown import Seats, events_dicts, hand_dict, view_dict
from quepu.tiles import WINDS

Viewer = int | None
"""A player, or None: a spectator."""

COMMIT, READY, TURN, CLAIMS, OVER = "commit", "ready", "turn", "claims", "over"


@dataclass(slots=True)
class Chair:
    """A player of a game: a member, or a bot."""

    name: str
    member: int | None
    bot: str
    """Who plays here while no member does."""
    here: bool = False
    away: bool = False
    gone: float = 0.0
    """When he lost his last connection."""

    @property
    def plays(self) -> bool:
        """Whether a person plays here now."""
        return self.member is not None and not self.away


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot is to choose."""

    id: int
    player: int
    bot: str
    view: View


@dataclass(slots=True)
class Decision:
    """What the table waits for, and since when."""

    phase: str
    opened: float
    due: float
    """Not before then does it go on by itself."""
    deadline: float | None
    """Then it goes on in any case. Nothing that anybody does moves it, but ``more``."""
    expired: bool = False
    """The turn has taken all its time: a bot ends it, whoever is back."""
    more: set[int] = field(default_factory=set)
    """The players who have asked for more time before they answer."""
    asked: dict[int, int] = field(default_factory=dict)
    """By seat: the thought that a bot was asked for."""
    thoughts: dict[int, int] = field(default_factory=dict)
    """By seat: what it chose."""


class Table:
    def __init__(
        self, id: str, game: Game, chairs: list[Chair], clock: Clock | None, is_open: bool, pace: Pace, random: Random, now: float
    ) -> None:
        self.id = id
        self.game = game
        self.chairs = chairs
        self.clock = clock
        self.is_open = is_open
        self.pace = pace
        self.random = random
        """Chooses seeds and pauses: the system's, but in tests."""
        self.moves = 0
        """How many choices people have made in this game, passes left out."""
        self.spectated = False
        self.banks = [clock.bank if clock else 0.0] * 4
        self.ready_players: set[int] = set()
        """Who wants the next hand to be dealt."""
        self.paused_since: float | None = None if any(chair.here for chair in chairs) else now
        self.now = now
        self.changed = False
        """Something has changed that the room tells."""
        self.writes: list[Entry] = []
        self.outbox: list[tuple[Viewer, dict[str, Any]]] = []
        self.thoughts: list[Thought] = []
        self._thought = 0
        self._seats = Seats()
        for chair in chairs:
            chair.gone = now
        self.decision = self._decide()
        self._be_patient()

    def restore_banks(self, entries: Iterable[Entry]) -> None:
        """What was left of the clocks."""
        for entry in entries:
            self.banks = entry.get("banks", self.banks)

    # What the driver tells.

    def tick(self, now: float) -> None:
        """Go on as far as the time allows."""
        self.now = now
        if self.paused_since is not None:
            return
        for chair in self.chairs:
            if chair.plays and not chair.here and now >= chair.gone + self.pace.grace:
                chair.away = True
                self.changed = True
        while self._step():
            pass

    def wakes_at(self) -> float | None:
        """When it wants to be told the time again."""
        if self.paused_since is not None:
            return None
        times = [chair.gone + self.pace.grace for chair in self.chairs if chair.plays and not chair.here]
        decision = self.decision
        if decision.phase == OVER:
            return min(times, default=None)
        if self._people_waited_for():
            # once it has passed, only a bot that still thinks is waited for
            times += [] if decision.deadline is None or decision.deadline <= self.now else [decision.deadline]
        elif self._bots_have_chosen():
            times.append(decision.due)
        return min(times, default=None)

    def arrive(self, player: int, now: float) -> None:
        """A player is connected."""
        self.now = now
        chair = self.chairs[player]
        chair.here = True
        if self.paused_since is not None:
            self._resume()
        self.come_back(player, now)

    def depart(self, player: int, now: float) -> None:
        """A player's last connection is gone. Without any player the table stands still."""
        self.now = now
        chair = self.chairs[player]
        chair.here, chair.gone = False, now
        self.changed = True
        if not any(chair.here for chair in self.chairs):
            self.paused_since = now
            self._show_all()

    def _resume(self) -> None:
        assert self.paused_since is not None
        pause = self.now - self.paused_since
        self.paused_since = None
        decision = self.decision
        decision.opened += pause
        decision.due += pause
        if decision.deadline is not None:
            decision.deadline += pause
        for chair in self.chairs:
            chair.gone = self.now
        self._show_all()

    def go_away(self, player: int, now: float) -> None:
        """Let a bot play for him."""
        self.now = now
        if self.chairs[player].plays:
            self._send_away(player)
        self.tick(now)

    def _send_away(self, player: int) -> None:
        self.chairs[player].away = True
        self._changed_hands(player)

    def come_back(self, player: int, now: float) -> None:
        """He plays himself again; the time of a turn that is going on stays what it was."""
        self.now = now
        chair = self.chairs[player]
        if chair.away:
            chair.away = False
            self._be_patient()
            self._changed_hands(player)
        self.changed = True
        self.tick(now)

    def _changed_hands(self, player: int) -> None:
        """What a bot thinks for this player does not count any more; and he sees his prompt come or go."""
        seat = self.game.seats.index(player)
        if not self.decision.expired:
            self.decision.asked.pop(seat, None)
            self.decision.thoughts.pop(seat, None)
        self.changed = True
        if self.chairs[player].here:
            self._show(player)

    def act(self, player: int, n: int, action: int, from_hand: bool, now: float) -> None:
        """A player's choice. Raises QuepuError, and nothing has changed."""
        self.now = now
        game, decision = self.game, self.decision
        if n != game.n:
            raise QuepuError("stale", n=n, now=game.n)
        if decision.phase not in (TURN, CLAIMS):
            raise QuepuError("not_now")
        assert game.hand is not None
        seat = game.seats.index(player)
        if seat in game.answers:
            raise QuepuError("answered_already", n=n)
        if action not in self._legal(game.hand, seat):
            raise IllegalAction("illegal_action" if self._legal(game.hand, seat) else "not_asked", seat=WINDS[seat], action=action)
        if decision.phase == TURN:
            self._act([(seat, action, from_hand)], by=[seat])
        else:
            if from_hand:
                raise IllegalAction("illegal_action", seat=WINDS[seat], action=action)
            self.writes.append(game.answer(seat, action))
            self._changed_mind(player)
            self.outbox.append((player, {"t": "answered", "n": n, "action": action}))
        self.tick(now)

    def more_time(self, player: int, n: int, now: float) -> None:
        """A player, whatever he holds, wants to think about what is on offer. Raises QuepuError, and nothing has changed."""
        self.now = now
        if n != self.game.n:
            raise QuepuError("stale", n=n, now=self.game.n)
        if self.clock or self.decision.phase != CLAIMS or player not in self._people_waited_for():
            raise QuepuError("not_now")
        self.decision.more.add(player)
        self.outbox.append((player, {"t": "more", "n": n}))

    def _changed_mind(self, player: int) -> None:
        """Who acts is there, whatever he said before."""
        if self.chairs[player].away:
            self.chairs[player].away = False
            self.changed = True

    # Before a hand is dealt: commitments to nonces, then the table's seed, then the nonces. Pages send them by themselves, so they do not
    # show that a person is there.

    def commit_nonce(self, player: int, hand: int, commitment: bytes, now: float) -> None:
        """A player's commitment to a nonce. Raises QuepuError, and nothing has changed."""
        self.now = now
        game = self.game
        if game.over or hand != game.next_to_commit:
            raise QuepuError("stale", n=hand, now=game.next_to_commit)
        if player in game.committed:
            raise QuepuError("answered_already", n=hand)
        self.writes.append(game.commit_nonce(player, commitment))
        self.outbox.append((player, {"t": "committed", "hand": hand, "commitment": commitment.hex()}))
        self.tick(now)

    def open_nonce(self, player: int, hand: int, nonce: bytes, now: float) -> None:
        """The nonce that a player had committed to. Raises QuepuError, and nothing has changed."""
        self.now = now
        game = self.game
        self._check_ready(hand)
        if nonce_commitment(nonce) != game.nonce_commitment_of(player):
            raise QuepuError("wrong_nonce", n=hand)
        if player in game.opened:
            raise QuepuError("answered_already", n=hand)
        self.writes.append(game.open_nonce(player, nonce))
        self.outbox.append((player, {"t": "opened", "hand": hand}))

    def _check_ready(self, hand: int) -> None:
        """That the table waits for the players of this hand."""
        if self.decision.phase != READY or hand != self.game.play.match.number:
            raise QuepuError("stale", n=hand, now=self.game.play.match.number)

    def ready(self, player: int, hand: int, now: float) -> None:
        """A player wants the next hand to be dealt. Raises QuepuError, and nothing has changed."""
        self.now = now
        self._check_ready(hand)
        if player in self.ready_players:
            raise QuepuError("answered_already", n=hand)
        self.ready_players.add(player)
        self._changed_mind(player)
        self.outbox.append((player, {"t": "answered", "n": self.game.n, "action": None}))
        self.tick(now)

    def chosen(self, id: int, action: int, now: float) -> None:
        """A bot has chosen. It may be too late."""
        for seat, asked in self.decision.asked.items():
            if asked == id:
                self.decision.thoughts[seat] = action
        self.tick(now)

    def last_choice(self, player: int) -> int | None:
        """How many batches of this hand there were before the player's last own choice; None if he has made none."""
        if self.game.hand is None:
            return None
        seat = self.game.seats.index(player)
        return next((at for at in range(len(self.game.batches) - 1, 0, -1) if seat in self.game.by[at]), None)

    def take_back(self, player: int, keep: int, now: float) -> None:
        """All have agreed that a player's choice is taken back."""
        self.now = now
        self._write(self.game.take_back(player, keep))
        self._told()
        self.tick(now)

    def end(self, now: float) -> None:
        """All have agreed to end here."""
        self.now = now
        self._write(self.game.end())
        self._told()

    def begin(self) -> None:
        """After the table was set up for a new game: its players are asked for their commitments."""
        if self.decision.phase == COMMIT:
            self._show_all()

    # What the table does by itself.

    def _decide(self) -> Decision:
        """What is waited for from now on."""
        game, now = self.game, self.now
        hand = game.hand
        if game.over:
            return Decision(OVER, now, now, None)
        if hand is None and game.seed is None:
            return Decision(COMMIT, now, now, now + self.pace.commit)
        if hand is None:
            pause = self.pace.between if game.began is not None else 0
            return Decision(READY, now, now + pause, now + max(pause, self.pace.ready) if self.clock else None)
        if hand.state.phase in (CLAIMING, ROBBING):
            due = now + self.random.uniform(*self.pace.claims)
            return Decision(CLAIMS, now, due, max(due, now + self.clock.claim) if self.clock else None)
        [seat] = hand.asked()
        due = now + self.random.uniform(*self.pace.bot)
        return Decision(TURN, now, due, now + self.clock.turn + self.banks[game.seats[seat]] if self.clock else None)

    def _be_patient(self) -> None:
        """Where there is no clock, people do not wait for each other for ever; one alone with bots has all the time there is."""
        decision = self.decision
        if decision.deadline is None and decision.phase != OVER and sum(chair.plays for chair in self.chairs) > 1:
            patience = self.random.uniform(*self.pace.window) if decision.phase == CLAIMS else self.pace.idle
            decision.deadline = max(decision.due, self.now + patience)

    def _seats_waited_for(self) -> list[int]:
        """The seats whose answer is wanted: in a turn one of them, for claims all others', whatever they hold."""
        game = self.game
        if game.over or game.hand is None:
            return []
        if self.decision.phase == CLAIMS:
            offerer = game.hand.state.offerer
            return [seat for seat in range(4) if seat != offerer and seat not in game.answers]
        return game.hand.asked()

    def _people_waited_for(self) -> list[int]:
        """The players whose answer is wanted and who play themselves."""
        if self.decision.phase in (COMMIT, READY):
            given = self.game.committed if self.decision.phase == COMMIT else self.ready_players
            return [player for player, chair in enumerate(self.chairs) if chair.plays and player not in given]
        seats = self.game.seats
        return [seats[seat] for seat in self._seats_waited_for() if self._chooses(seats[seat])]

    def _chooses(self, player: int) -> bool:
        """Whether it is left to the player himself what he does now."""
        return self.chairs[player].plays and not self.decision.expired

    def _bots_to_ask(self) -> list[int]:
        """The seats of bots that have a choice. (What they choose is never waited for longer than it takes them.)"""
        hand, seats = self.game.hand, self.game.seats
        if hand is None or self.game.over:
            return []
        return [seat for seat in hand.asked() if seat not in self.game.answers and not self._chooses(seats[seat])]

    def _bots_have_chosen(self) -> bool:
        return all(seat in self.decision.thoughts for seat in self._bots_to_ask())

    def _step(self) -> bool:
        """One thing that is due now; whether there was one."""
        decision = self.decision
        self._ask_bots()
        if decision.phase == OVER:
            return False
        waited_for = self._people_waited_for()
        late = decision.deadline is not None and self.now >= decision.deadline
        if late and decision.more.intersection(waited_for):
            decision.more.clear()
            decision.deadline = self.now + self.pace.more
            self._show_all()
            return False
        if (waited_for or self.now < decision.due) and not late:
            return False
        if decision.phase == COMMIT:
            self._commit()
        elif decision.phase == READY:
            self._deal()
        elif decision.phase == CLAIMS:
            return self._close_claims()
        elif waited_for:
            self._send_away(waited_for[0])
            decision.expired = True
        elif self._bots_have_chosen():
            assert self.game.hand is not None
            [seat] = self.game.hand.asked()
            self._act([(seat, decision.thoughts[seat], False)], by=[])
        else:
            return False
        return True

    def _ask_bots(self) -> None:
        for seat in self._bots_to_ask():
            if seat not in self.decision.asked:
                assert self.game.hand is not None
                player = self.game.seats[seat]
                self._thought += 1
                self.decision.asked[seat] = self._thought
                self.thoughts.append(Thought(self._thought, player, self.chairs[player].bot, self.game.hand.view(seat)))

    def _close_claims(self) -> bool:
        game = self.game
        assert game.hand is not None
        if not self._bots_have_chosen():
            return False
        answers = {**self.decision.thoughts, **game.answers}
        asked = game.hand.asked()
        self._act([(seat, answers.get(seat, PASS), False) for seat in asked], by=[seat for seat in asked if seat in game.answers])
        return True

    def _act(self, choices: list[tuple[int, int, bool]], by: list[int]) -> None:
        game = self.game
        entry = game.act(choices, by)  # what is not legal raises here, and nothing has changed
        if self.decision.phase == TURN:
            self._charge(game.seats[choices[0][0]])
        for seat in by:
            self._changed_mind(game.seats[seat])
        self.moves += any(seat in by and action != PASS for seat, action, _ in choices)
        self._write(entry)
        self._told()

    def _charge(self, player: int) -> None:
        """Take what a turn has taken beyond its own time from the player's bank, whoever has ended it."""
        if self.clock:
            used = self.now - self.decision.opened - self.clock.turn
            self.banks[player] = max(0.0, self.banks[player] - max(0.0, used))

    def _commit(self) -> None:
        self.ready_players = set()
        self._write(self.game.commit(self.random.randbytes(32)))
        self._told()

    def _deal(self) -> None:
        if self.clock:
            self.banks = [self.clock.bank] * 4
        self._write(self.game.deal(self.game.seat_nonces()))
        self._told()

    def _write(self, entry: Entry) -> None:
        if self.clock and entry["e"] in ("deal", "act"):
            entry["banks"] = [round(bank, 1) for bank in self.banks]
        self.writes.append(entry)

    # What is told.

    def _told(self) -> None:
        """The game has something new to tell."""
        self.decision = self._decide()
        self._be_patient()
        self.changed = self.changed or self.game.over
        n, events = self.game.told[-1]
        for viewer in self._viewers():
            self.outbox.append((viewer, {"t": "update", "n": n, "events": self._events(events, viewer), "table": self.snapshot(viewer)}))

    def _viewers(self) -> list[Viewer]:
        players: list[Viewer] = [player for player, chair in enumerate(self.chairs) if chair.here]
        return [*players, None] if self.spectated else players

    def _show(self, viewer: Viewer) -> None:
        self.outbox.append((viewer, {"t": "table", "table": self.snapshot(viewer)}))

    def _show_all(self) -> None:
        for viewer in self._viewers():
            self._show(viewer)

    def _seat(self, viewer: Viewer) -> int | None:
        return None if viewer is None else self.game.seats.index(viewer)

    def _events(self, events: list[Event], viewer: Viewer) -> list[dict[str, Any]]:
        if self.game.latest is None:  # there is nothing yet that could be hidden
            return [event.as_dict() for event in events]
        return events_dicts(events, self.game.latest, self._seat(viewer), self.is_open)

    @property
    def since(self) -> int:
        """The update before those that are at hand: the last deal and all after it."""
        return self.game.told[0][0] - 1 if self.game.told else self.game.n

    def missed(self, viewer: Viewer, after: int) -> list[dict[str, Any]] | None:
        """The updates after one; None if they are not at hand."""
        told = self.game.told
        if not told or not told[0][0] - 1 <= after <= self.game.n:
            return None
        return [{"n": n, "events": self._events(events, viewer)} for n, events in told if n > after]

    def snapshot(self, viewer: Viewer) -> dict[str, Any]:
        """Everything that a viewer sees now."""
        game = self.game
        seat = self._seat(viewer)
        shown: dict[str, Any] = {
            "game": self.id,
            "n": game.n,
            "you": viewer,
            "hand": None if game.began is None else hand_dict(game.began),
            "scores": list(game.play.match.scores),
            "view": None if game.latest is None else view_dict(game.latest, seat, self.is_open, self._seats),
            "waits": self._waits(),
            "prompt": None,
            "answered": None,
            "commit": None,
            "open": None,
        }
        if viewer is None or seat is None or self.paused_since is not None:
            return shown
        if not game.over and viewer not in game.committed:
            shown["commit"] = game.next_to_commit
        if self.decision.phase == READY:
            if game.nonce_commitment_of(viewer) is not None and viewer not in game.opened:
                shown["open"] = game.play.match.number
            if viewer not in self.ready_players:
                shown["prompt"] = {"ready": True}
        elif game.hand is not None:
            shown["answered"] = game.answers.get(seat)
            if self._chooses(viewer) and seat not in game.answers:
                legal = self._legal(game.hand, seat)
                shown["prompt"] = {"legal": legal} if legal else None
        return shown

    def _legal(self, hand: Deal, seat: int) -> list[int]:
        """What a seat may choose now: who cannot claim may pass."""
        if self.decision.phase == CLAIMS and seat != hand.state.offerer:
            return hand.state.actions(seat) or [PASS]
        return hand.state.actions(seat)

    def _waits(self) -> dict[str, Any]:
        decision, game = self.decision, self.game
        if decision.phase == OVER:
            return {"for": OVER}
        if self.paused_since is not None:
            return {"for": "paused"}
        told = decision.deadline is not None and (self.clock is not None or decision.phase == CLAIMS)
        left = max(0, round(1000 * (decision.deadline - self.now))) if told and decision.deadline is not None else None
        if decision.phase == COMMIT:
            return {"for": COMMIT, "left": left, "hand": game.play.match.number}
        if decision.phase == READY:
            committed = Committed(game.play.match.number, game.commitment, game.nonce_commitments).as_dict()
            del committed["t"]
            return {"for": READY, "left": left, **committed}
        if decision.phase == CLAIMS:
            return {"for": CLAIMS, "left": left}
        assert game.hand is not None
        [seat] = game.hand.asked()
        bank = None if left is None else round(1000 * self.banks[game.seats[seat]])
        turn = None if left is None or bank is None else max(0, left - bank)
        return {"for": TURN, "seat": WINDS[seat], "left": turn, "bank": bank if turn else left}
