"""A room with a clock of its own: everything happens when the test says so, and every byte is kept with its time."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from quepu.engine import Deal
from quepu.engine.shuffle import nonce_commitment
from quepu.engine.view import View
from quepu.errors import QuepuError
from quepu.kernel.actions import PASS, WIN
from quepu.players import player as make_player
from quepu.rules import named
from quepu.server.play.connection import encode
from quepu.server.play.messages import read_message
from quepu.server.play.room import Room
from quepu.server.play.session import BotRequest, Session
from quepu.server.play.settings import Clock, Pace, RoomSettings, match_settings
from quepu.server.play.snapshot import Viewer
from quepu.server.play.store_rows import Write
from quepu.server.play.timing import CLAIMS, READY, TURN

Message = dict[str, Any]

CLOCK = Clock(turn=20, bank=30, claim=8)


def settings(rules: str = "lingque28", hands: int | None = 2, **others: Any) -> RoomSettings:
    given: dict[str, Any] = {"clock": None, "bots": "first", "private": True, "casual": True, "open_hands": False, **others}
    return RoomSettings(rules=rules, overlay=None, match=match_settings(named(rules), None, 4, hands), **given)


class Driver:
    """A room, driven by hand. Bots choose at once. ``log`` has what each member (-1: a spectator) was sent: the time and the text."""

    def __init__(self, wanted: RoomSettings, people: int = 1, seed: int = 1, pace: Pace | None = None) -> None:
        self.now = 100.0
        self.random = Random(seed)
        self.room = Room("room", wanted, pace or Pace(), self.random)
        self.bots: dict[int, Any] = {}
        self.seed = seed
        self.writes: list[Write] = []
        self.gives_nonces = True
        """All who are there commit to nonces and open them at once, as a page does."""
        self.log: dict[int, list[tuple[float, str]]] = {-1: []}
        for number in range(people):
            self.room.join(f"member {number}", f"hash {number}", self.now)
            self.log[number] = []
        self.settle()

    # Time.

    def settle(self) -> None:
        """Carry away what the room leaves, until it leaves nothing."""
        while True:
            self.room.collect()
            self.writes += self.room.writes
            self.room.writes = []
            for outgoing in self.room.outbox:
                text = encode(outgoing.message)
                for number in self.log:
                    here = self.room.spectators > 0 if number < 0 else self.room.members[number].connections > 0
                    if here and (outgoing.to is None or number in outgoing.to):
                        self.log[number].append((round(self.now, 6), text))
            self.room.outbox = []
            session = self.room.session
            requests = session.bot_requests if session else []
            if not requests:
                break
            assert session is not None
            session.bot_requests = []
            for request in requests:
                session.bot_chose(request.id, self.choose(request), self.now)
        if self.gives_nonces:
            self.give_nonces()

    def nonce(self, number: int, hand: int) -> bytes:
        """What a member gives for a hand."""
        return (number + 16 * hand).to_bytes(16, "big")

    def give_nonces(self) -> None:
        session = self.room.session
        for member in self.room.members:
            player = self.room.viewer(member.number)
            if session is None or player is None or not member.connections or session.game.over:
                continue
            game = session.game
            if player not in game.committed:
                hand = game.next_to_commit
                commitment = nonce_commitment(self.nonce(member.number, hand))
                self.send(member.number, {"t": "commit", "hand": hand, "commitment": commitment.hex()})
            hand = game.match.number
            known = nonce_commitment(self.nonce(member.number, hand))
            if session.decision.phase == READY and player not in game.opened and game.nonce_commitment_of(player) == known:
                self.send(member.number, {"t": "open", "hand": hand, "nonce": self.nonce(member.number, hand).hex()})

    def choose(self, request: BotRequest) -> int:
        bot = self.bots.get(request.player)
        if bot is None:
            bot = self.bots[request.player] = make_player(request.bot, self.session.game.header.book, self.seed + request.player)
        action: int = bot.choose(request.view)
        return action

    def advance(self, until: float | None = None) -> None:
        """To the next moment at which the room wants to do something, or to a time."""
        wakes_at = self.room.wakes_at()
        if until is not None and (wakes_at is None or wakes_at > until):
            self.now = until
        else:
            assert wakes_at is not None, "it waits for ever"
            self.now = max(self.now, wakes_at)
        self.room.tick(self.now)
        self.settle()

    def pass_time(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.advance(until)

    # People.

    def connect(self, number: int) -> Message:
        self.room.connect(number, self.now)
        self.settle()
        return self.room.welcome(number, None, None)

    def disconnect(self, number: int) -> None:
        self.room.disconnect(number, self.now)
        self.settle()

    def send(self, number: int, message: Message) -> Message | None:
        """Raises what the room raises."""
        read = read_message(json.dumps({"v": 1, **message}))
        answer = self.room.receive(number, read, self.now)  # type: ignore[arg-type]
        self.settle()
        return answer

    def start(self) -> None:
        """All connect, and the first one starts."""
        for number in range(len(self.room.members)):
            self.connect(number)
        self.send(0, {"t": "start"})

    # The session.

    @property
    def session(self) -> Session:
        assert self.room.session is not None
        return self.room.session

    @property
    def hand(self) -> Deal:
        assert self.session.game.deal is not None
        return self.session.game.deal

    @property
    def n(self) -> int:
        return self.session.game.n

    @property
    def description(self) -> Message:
        return dict(self.room.describe())

    def player(self, number: int) -> int:
        player = self.room.viewer(number)
        assert player is not None
        return player

    def member_at(self, seat: int) -> int | None:
        return self.session.players[self.session.game.seats[seat]].member

    def snapshot(self, viewer: Viewer) -> Message:
        return dict(self.session.views.snapshot(viewer))

    def prompt(self, number: int) -> Message | None:
        prompt: Message | None = self.snapshot(self.player(number))["prompt"]
        return prompt

    def prompted(self) -> list[int]:
        """The members who are asked for something."""
        return [member.number for member in self.room.members if self.room.viewer(member.number) is not None and self.prompt(member.number)]

    def answer(self, number: int, action: int | None = None) -> None:
        """Answer a member's prompt: with the given action, or a pass, or the first legal action."""
        prompt = self.prompt(number)
        assert prompt is not None
        if "ready" in prompt:
            self.send(number, {"t": "ready", "hand": self.session.game.match.number})
            return
        legal: list[int] = prompt["legal"]
        if action is None:
            action = PASS if PASS in legal else min(legal)
        self.send(number, {"t": "act", "n": self.n, "action": action})

    def play(self, updates: int) -> None:
        """Everybody answers at once, until there are this many more updates or the game is over."""
        wanted = self.n + updates
        while self.n < wanted and self.room.phase == "playing":
            people = self.prompted()
            if people:
                self.answer(people[0])
            else:
                self.advance()

    def play_to(self, phase: str) -> None:
        """Until the session waits for a turn, for claims, for players to be ready."""
        while self.session.decision.phase != phase:
            self.play(1)

    def play_to_claim(self) -> int:
        """Until a member can claim a tile on offer; that member."""
        while True:
            self.play(1)
            if self.session.decision.phase == CLAIMS and self.prompted():
                return self.prompted()[0]

    def play_to_win(self) -> int:
        """Until a member can win on a tile on offer, where all play as well as a bot does; that member."""
        bots = [make_player("efficient", self.session.game.header.book, self.seed + player) for player in range(4)]
        while True:
            people = self.prompted()
            if self.session.decision.phase == CLAIMS:
                winning = [number for number in people if WIN in (self.prompt(number) or {})["legal"]]
                if winning:
                    return winning[0]
            if not people:
                self.advance()
            elif self.session.decision.phase == READY:
                self.answer(people[0])
            else:
                self.answer(people[0], bots[self.player(people[0])].choose(view_of(self, people[0])))

    def sent(self, number: int) -> list[Message]:
        return [json.loads(text) for _, text in self.log[number]]


def refused(driver: Driver, number: int, message: dict[str, object]) -> str:
    """The code of the error; nothing was sent to anybody."""
    before = {one: len(log) for one, log in driver.log.items()}
    n, writes = driver.n, len(driver.writes)
    with pytest.raises(QuepuError) as error:
        driver.send(number, message)
    driver.settle()
    assert (before, n, writes) == ({one: len(log) for one, log in driver.log.items()}, driver.n, len(driver.writes))
    return error.value.code


def at_own_turn(people: int, number: int = 0, **others: Any) -> tuple[Driver, int]:
    """A session in which it is a member's turn; and their seat."""
    driver = Driver(settings(**others), people=people)
    driver.start()
    driver.play(1)
    while driver.session.decision.phase != TURN or driver.member_at(driver.hand.asked()[0]) != number:
        driver.play(1)
    return driver, driver.hand.asked()[0]


def viewers(driver: Driver) -> list[Viewer]:
    return [0, 1, 2, 3, None]


def hidden_from(driver: Driver, viewer: Viewer, random: Random) -> bytes:
    """The tiles that a viewer cannot see, in another order."""
    seat = 0 if viewer is None else driver.session.game.seats.index(viewer)
    tiles = bytearray(driver.hand.state.hidden(seat))
    random.shuffle(tiles)
    return bytes(tiles)


def view_of(driver: Driver, number: int) -> View:
    return driver.hand.view(driver.session.game.seats.index(driver.player(number)))
