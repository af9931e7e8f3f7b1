"""A session: one game being played in a room. It decides who may do what when, and has no clock, network or disk of its own.

Its driver passes the time in, stores what is in ``writes``, then sends what is in ``outbox`` to the viewers, lets bots choose what is in
``bot_requests``, and comes back at ``wakes_at``.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from quepu.engine.shuffle import nonce_commitment
from quepu.engine.view import View
from quepu.errors import IllegalAction, QuepuError
from quepu.kernel.actions import CONCEALED_KONG_OF, PASS, REPLACE_FLOWER, WIN
from quepu.server.play.game import Entry, Game
from quepu.server.play.plan import Plan
from quepu.server.play.schemas import RoomPlayer
from quepu.server.play.session_player import SessionPlayer
from quepu.server.play.settings import Pace, RoomSettings
from quepu.server.play.snapshot import SessionViews, Viewer
from quepu.server.play.timing import CLAIMS, COMMIT, OVER, READY, TURN, Timing
from quepu.tiles import WINDS


@dataclass(frozen=True, slots=True)
class BotRequest:
    """A bot must choose an action from a view."""

    id: int
    player: int
    bot: str
    view: View


class Session:
    def __init__(
        self,
        id: str,
        game: Game,
        players: list[SessionPlayer],
        settings: RoomSettings,
        pace: Pace,
        random: Random,
        now: float,
        plan: Plan | None = None,
    ) -> None:
        self.id = id
        self.game = game
        self.players = players
        self.is_open = settings.open_hands
        """All hands are visible to all."""
        self.flowers = settings.flowers
        """Flowers are replaced at once, without a choice."""
        self.pace = pace
        self.random = random
        """Chooses seeds and pauses. It is the system's, except in tests."""
        self.has_fixed_walls = plan is not None and plan.seed(1) is not None
        """The walls are those of an event: nobody gives a nonce, and nobody sees a seed before the event is over."""
        self._plan = plan
        self.timing = Timing(settings.clock, pace, random)
        self.timing.speed = settings.speed
        self.is_voting = False
        """Play waits for a vote on taking a move back."""
        self.spectated = False
        self.is_rated = False
        """If all people leave, bots end the game after a while."""
        self.is_abandoned = False
        """They do so now."""
        self.ready_players: set[int] = set()
        """The players who are ready for the next deal."""
        self.paused_since: float | None = None if any(player.here for player in players) else now
        """Since when nothing goes on: nobody is present, or people vote."""
        self.now = now
        self.changed = False
        """Something has changed that is part of the room's description."""
        self.writes: list[Entry] = []
        self.outbox: list[tuple[Viewer, dict[str, Any]]] = []
        self.bot_requests: list[BotRequest] = []
        self._last_request = 0
        self.views = SessionViews(self)
        for player in players:
            player.gone = now
        self.decision = self.timing.decide(game, self.people, now)

    # Time and connections.

    def tick(self, now: float) -> None:
        """Go on as far as the time allows."""
        self.now = now
        if self.is_deserted and not self._abandon():
            return
        for player in self.players:
            if player.plays and not player.here and now >= player.gone + self._grace(player):
                player.away = True
                self.changed = True
        while self.paused_since is None and self._step():
            pass

    def wakes_at(self) -> float | None:
        """When ``tick`` must be called again."""
        if self.is_deserted:
            return self._abandoned_at
        times = [player.gone + self._grace(player) for player in self.players if player.plays and not player.here]
        decision = self.decision
        if decision.phase == OVER or self.is_voting:
            return min(times, default=None)
        if decision.is_window and not decision.is_held and self.now < decision.due:
            times.append(decision.due)
        elif self.people_waited_for():
            # once the deadline has passed, only a bot that is still choosing is waited for
            times += [] if decision.deadline is None or decision.is_late(self.now) else [decision.deadline]
        elif self._bots_have_chosen():
            times.append(decision.due)
        return min(times, default=None)

    def _grace(self, player: SessionPlayer) -> float:
        """How long a player may be disconnected before a bot plays for them. Who has not come to the game is not waited for so long."""
        return self.timing.grace if player.has_come else self.pace.grace

    def describe_players(self, now: float) -> list[RoomPlayer]:
        """The players as all see them: also when a bot will play for somebody who has lost the connection."""

        def bot_in(player: SessionPlayer) -> int | None:
            waited_for = player.plays and not player.here and not self.is_deserted and not self.game.over
            return max(0, round(1000 * (player.gone + self._grace(player) - now))) if waited_for else None

        return [player.as_dict(bot_in(player)) for player in self.players]

    def connect(self, player: int, now: float) -> None:
        """A player is connected."""
        self.now = now
        was_deserted, self.is_abandoned = self.is_deserted, False
        was_here, self.players[player].here = self.players[player].here, True
        self.players[player].has_come = True
        if was_deserted:
            for one in self.players:
                one.gone = now
            self._stop_or_go_on()
        if not was_here and self.decision.is_window and player in self._others():
            self.timing.offer_again(self.decision, self.people, now)
            self._send_snapshots()
        self.come_back(player, now)

    def disconnect(self, player: int, now: float) -> None:
        """A player has lost their last connection. Without any player the session is paused."""
        self.now = now
        gone = self.players[player]
        gone.here, gone.gone = False, now
        self.changed = True
        if self.is_deserted:
            self._stop_or_go_on()

    @property
    def is_deserted(self) -> bool:
        """Whether no player is present, and the game waits for them."""
        return not self.is_abandoned and not any(player.here for player in self.players)

    @property
    def _abandoned_at(self) -> float | None:
        """When bots play on in a game without people; None if it waits for them for ever."""
        if not self.is_rated or self.game.over:
            return None
        return max(player.gone for player in self.players) + self.pace.deserted

    def _abandon(self) -> bool:
        """Let bots play on for all people, if it is time; whether it is."""
        at = self._abandoned_at
        if at is None or self.now < at:
            return False
        self.is_abandoned = self.changed = True
        for player in self.players:
            player.away = player.member is not None
        self._stop_or_go_on()
        return True

    def wait_for_vote(self, waits: bool, now: float) -> None:
        """People vote on taking a move back or on ending the game, or have done so: nothing goes on meanwhile, and no time is lost."""
        self.now = now
        self.is_voting = waits
        self._stop_or_go_on()
        self.tick(now)

    def _stop_or_go_on(self) -> None:
        if self.is_deserted or self.is_voting:
            self.paused_since = self.now if self.paused_since is None else self.paused_since
        elif self.paused_since is not None:
            self.decision.postpone(self.now - self.paused_since)
            self.paused_since = None
            if self.decision.is_window and not self.decision.is_held:  # people have looked at something else
                self.timing.offer_again(self.decision, self.people, self.now)
        self._send_snapshots()

    def go_away(self, player: int, now: float) -> None:
        """Let a bot play for a player."""
        self.now = now
        if self.players[player].plays:
            self._send_away(player)
        self.tick(now)

    def _send_away(self, player: int) -> None:
        self.players[player].away = True
        self._forget_bot_choice(player)

    def come_back(self, player: int, now: float) -> None:
        """A player plays themselves again. The time limit of a turn that has begun does not change."""
        self.now = now
        if self.players[player].away:
            self.players[player].away = False
            self.timing.person_returned(self.decision, self.people, now)
            self._forget_bot_choice(player)
        self.changed = True
        self.tick(now)

    def _forget_bot_choice(self, player: int) -> None:
        """A bot's choice for this player is not valid any more, and the player's prompt appears or disappears."""
        seat = self.game.seats.index(player)
        if not self.decision.expired:
            self.decision.bot_requests.pop(seat, None)
            self.decision.bot_choices.pop(seat, None)
        self.changed = True
        if self.players[player].here:
            self._send_snapshot(player)

    # What players do. Each method raises QuepuError if it is not allowed, and nothing has changed.

    def act(self, player: int, n: int, action: int, from_hand: bool, now: float) -> None:
        """A player chooses an action after update ``n``."""
        self.now = now
        game, decision = self.game, self.decision
        self._check_update(n)
        if decision.phase not in (TURN, CLAIMS) or self.is_voting:
            raise QuepuError("not_now")
        seat = game.seats.index(player)
        if seat in game.answers:
            raise QuepuError("answered_already", n=n)
        legal = self.legal(seat)
        if action not in legal:
            raise IllegalAction("illegal_action" if legal else "not_asked", seat=WINDS[seat], action=action)
        if decision.phase == TURN:
            self._apply([(seat, action, from_hand)], by=[seat])
        else:
            if from_hand:
                raise IllegalAction("illegal_action", seat=WINDS[seat], action=action)
            self.writes.append(game.answer(seat, action))
            self._set_present(player)
            self.outbox.append((player, {"t": "answered", "n": n, "action": action}))
        self.tick(now)

    def _check_update(self, n: int) -> None:
        if n != self.game.n:
            raise QuepuError("stale", n=n, now=self.game.n)

    def more_time(self, player: int, n: int, done: bool, now: float) -> None:
        """A player wants more time for the tile on offer, or (``done``) needs no more. Anybody but the one whose tile it is may ask,
        whatever they hold."""
        self.now = now
        self._check_update(n)
        decision = self.decision
        answered = self.game.seats.index(player) in self.game.answers
        if not decision.is_window or self.is_voting or player not in self._others() or not self.chooses(player) or answered:
            raise QuepuError("not_now")
        (decision.more_time.discard if done else decision.more_time.add)(player)
        self.outbox.append((player, {"t": "more", "n": n, "done": done}))
        self.tick(now)

    def skip(self, player: int, n: int, now: float) -> None:
        """The only person who plays wants no pauses until their next decision."""
        self.now = now
        self._check_update(n)
        decision = self.decision
        if decision.phase not in (TURN, CLAIMS) or self.people != 1 or not self.chooses(player) or player in self.people_waited_for():
            raise QuepuError("not_now")
        self.timing.skips = True
        decision.due = now
        self.tick(now)

    def _set_present(self, player: int) -> None:
        """A player who acts is present, even if they were marked away."""
        self.players[player].bot_discards = 0
        if self.players[player].away:
            self.players[player].away = False
            self.changed = True

    # Before a deal: commitments to nonces, then the server's seed, then the nonces. Pages send them by themselves, so they do not show that
    # a person is present.

    def commit_nonce(self, player: int, number: int, commitment: bytes, now: float) -> None:
        """A player commits to a nonce for a deal."""
        self.now = now
        game = self.game
        if self.has_fixed_walls:
            raise QuepuError("not_now")
        if game.over or number != game.next_to_commit:
            raise QuepuError("stale", n=number, now=game.next_to_commit)
        if player in game.committed:
            raise QuepuError("answered_already", n=number)
        self.writes.append(game.commit_nonce(player, commitment))
        self.outbox.append((player, {"t": "committed", "hand": number, "commitment": commitment.hex()}))
        self.tick(now)

    def open_nonce(self, player: int, number: int, nonce: bytes, now: float) -> None:
        """A player opens the nonce that they have committed to."""
        self.now = now
        game = self.game
        self._check_ready(number)
        if nonce_commitment(nonce) != game.nonce_commitment_of(player):
            raise QuepuError("wrong_nonce", n=number)
        if player in game.opened:
            raise QuepuError("answered_already", n=number)
        self.writes.append(game.open_nonce(player, nonce))
        self.outbox.append((player, {"t": "opened", "hand": number}))

    def _check_ready(self, number: int) -> None:
        """Raise QuepuError unless the session waits for the players of this deal."""
        if self.decision.phase != READY or number != self.game.match.number:
            raise QuepuError("stale", n=number, now=self.game.match.number)

    def ready(self, player: int, number: int, now: float) -> None:
        """A player is ready for a deal."""
        self.now = now
        self._check_ready(number)
        if player in self.ready_players:
            raise QuepuError("answered_already", n=number)
        self.ready_players.add(player)
        self._set_present(player)
        self.outbox.append((player, {"t": "answered", "n": self.game.n, "action": None}))
        self.tick(now)
        if self.decision.phase == READY:
            self._send_snapshots()  # all see who is still missing

    def bot_chose(self, id: int, action: int, now: float) -> None:
        """The answer to a ``BotRequest``. It may be too late."""
        for seat, request in self.decision.bot_requests.items():
            if request == id:
                self.decision.bot_choices[seat] = action
        self.tick(now)

    def last_choice(self, player: int) -> int | None:
        """The number of batches of this deal before the player's last own choice; None if they have made none."""
        if self.game.deal is None:
            return None
        seat = self.game.seats.index(player)
        return next((at for at in range(len(self.game.batches) - 1, 0, -1) if seat in self.game.by[at]), None)

    def take_back(self, player: int, keep: int, now: float) -> None:
        """Take back a player's choice, after all have agreed."""
        self.now = now
        self.is_voting, self.paused_since = False, None
        self._publish(self.game.take_back(player, keep))
        self.tick(now)

    def end(self, now: float) -> None:
        """End the game here, after all have agreed."""
        self.now = now
        self.is_voting, self.paused_since = False, None
        self._publish(self.game.end())

    def begin(self) -> None:
        """Ask the players of a new game for their commitments."""
        if self.decision.phase == COMMIT:
            self._send_snapshots()

    # Who is waited for.

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(player.plays for player in self.players)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat now. There are none for a seat that cannot claim, nor where the table acts by itself."""
        deal = self.game.deal
        if deal is None or self.decision.phase not in (TURN, CLAIMS) or self._flower_seat() is not None:
            return []
        return deal.state.actions(seat)

    def chooses(self, player: int) -> bool:
        """Whether a person chooses the player's next action."""
        return self.players[player].plays and not self.decision.expired

    def _others(self) -> list[int]:
        """The players who do not offer the tile that is on offer."""
        deal = self.game.deal
        return [] if deal is None else [player for seat, player in enumerate(self.game.seats) if seat != deal.state.offerer]

    def people_waited_for(self) -> list[int]:
        """The players who must answer and play themselves. While a tile is on offer among people, those who have asked for more time or
        lost the connection, whatever they hold, and without a clock those who can win; else all who can claim it."""
        game, decision = self.game, self.decision
        if decision.phase == COMMIT and self.has_fixed_walls:
            return []
        if decision.phase in (COMMIT, READY):
            given = game.committed if decision.phase == COMMIT else self.ready_players
            return [number for number, player in enumerate(self.players) if player.plays and number not in given]
        if game.over or game.deal is None:
            return []
        if decision.is_window:
            open_to = [player for player in self._others() if self.chooses(player) and game.seats.index(player) not in game.answers]
            return [one for one in open_to if one in decision.more_time or not self.players[one].here or self._can_win(one)]
        asked = [game.seats[seat] for seat in game.deal.asked() if seat not in game.answers]
        return [player for player in asked if self.chooses(player)]

    def _can_win(self, player: int) -> bool:
        """Whether a player can win on the tile on offer, at a table where nobody loses a win by being slow: one without a clock."""
        deal = self.game.deal
        return self.timing.clock is None and deal is not None and bool(deal.state.may(self.game.seats.index(player), WIN))

    def _bots_to_ask(self) -> list[int]:
        """The seats of bots that have a choice. (They are never waited for longer than they take.)"""
        deal, seats = self.game.deal, self.game.seats
        if deal is None or self.game.over:
            return []
        return [seat for seat in deal.asked() if seat not in self.game.answers and not self.chooses(seats[seat])]

    def _bots_have_chosen(self) -> bool:
        return all(seat in self.decision.bot_choices for seat in self._bots_to_ask())

    def _flower_seat(self) -> int | None:
        """The seat whose flower the table replaces now."""
        deal = self.game.deal
        if deal is None or not self.flowers or self.decision.phase != TURN:
            return None
        return next((seat for seat in deal.asked() if deal.state.may(seat, REPLACE_FLOWER)), None)

    # What happens by itself.

    def _step(self) -> bool:
        """Do one thing that is due now; whether there was one."""
        decision = self.decision
        flower = self._flower_seat()
        if flower is not None:
            self._apply([(flower, REPLACE_FLOWER, False)], by=[])
            return True
        self._ask_bots()
        if decision.phase == OVER:
            return False
        waited_for = self.people_waited_for()
        late = decision.is_late(self.now)
        if waited_for and decision.is_window and not decision.is_held and self.now >= decision.due:
            self.timing.hold(decision, self.now)
            self._send_snapshots()
            return False
        if (waited_for or self.now < decision.due) and not late:
            return False
        if decision.phase == COMMIT:
            self.ready_players = set()
            seed = None if self._plan is None else self._plan.seed(self.game.match.number)
            self._publish(self.game.commit(seed or self.random.randbytes(32)))
        elif decision.phase == READY:
            self.timing.new_deal()
            self._publish(self.game.start_deal(self.game.seat_nonces()))
        elif decision.phase == CLAIMS:
            return self._close_claims()
        elif waited_for:
            self._send_away(waited_for[0])
            decision.expired = True
        elif self._bots_have_chosen():
            assert self.game.deal is not None
            [seat] = self.game.deal.asked()
            self._apply([(seat, decision.bot_choices[seat], False)], by=[])
        else:
            return False
        return True

    def _ask_bots(self) -> None:
        for seat in self._bots_to_ask():
            if seat not in self.decision.bot_requests:
                assert self.game.deal is not None
                player = self.game.seats[seat]
                self._last_request += 1
                self.decision.bot_requests[seat] = self._last_request
                self.bot_requests.append(BotRequest(self._last_request, player, self.players[player].bot, self.game.deal.view(seat)))

    def _close_claims(self) -> bool:
        game = self.game
        assert game.deal is not None
        if not self._bots_have_chosen():
            return False
        answers = {**self.decision.bot_choices, **game.answers}
        asked = game.deal.asked()
        self._apply([(seat, answers.get(seat, PASS), False) for seat in asked], by=[seat for seat in asked if seat in game.answers])
        return True

    def _apply(self, choices: list[tuple[int, int, bool]], by: list[int]) -> None:
        game = self.game
        entry = game.act(choices, by)  # an illegal action raises here, and nothing has changed
        if self.decision.phase == TURN:
            self.timing.charge(game.seats[choices[0][0]], self.decision, self.now)
        for seat, action, _ in choices:
            if seat in by:
                self._set_present(game.seats[seat])
            elif action < CONCEALED_KONG_OF and self.players[game.seats[seat]].member is not None:
                self.players[game.seats[seat]].bot_discards += 1
        self._publish(entry)

    # What is stored and sent.

    def _publish(self, entry: Entry) -> None:
        """Store a change, send its update to all viewers, and wait for the next decision."""
        self.writes.append(self.timing.stored_with(entry))
        self.decision = self.timing.decide(self.game, self.people, self.now)
        if self.timing.skips and (self.decision.phase not in (TURN, CLAIMS) or self.people_waited_for()):
            self.timing.skips = False
        self.changed = self.changed or self.game.over
        n, events = self.game.updates[-1]
        for viewer in self._viewers():
            update = {"t": "update", "n": n, "events": self.views.events(events, viewer), "table": self.views.snapshot(viewer)}
            self.outbox.append((viewer, update))

    def _viewers(self) -> list[Viewer]:
        players: list[Viewer] = [number for number, player in enumerate(self.players) if player.here]
        return [*players, None] if self.spectated else players

    def _send_snapshot(self, viewer: Viewer) -> None:
        self.outbox.append((viewer, {"t": "table", "table": self.views.snapshot(viewer)}))

    def _send_snapshots(self) -> None:
        for viewer in self._viewers():
            self._send_snapshot(viewer)
