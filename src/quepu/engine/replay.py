"""Replay a record: the engine repeats every action, and every line is compared with the events of the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from quepu.engine.events import (
    Claimed,
    Dealt,
    DeclaredReady,
    Discarded,
    Drew,
    Event,
    Exhausted,
    HandBegan,
    LaidFlower,
    MadeKong,
    Revealed,
    Won,
)
from quepu.engine.game import MatchInPlay
from quepu.engine.reconstruct import ReconstructedWall, reconstruct
from quepu.engine.record import PLAIN, Header, RecordLines
from quepu.engine.shuffle import Secret, expected_commitments
from quepu.engine.wall import dealt_places, drawing_order
from quepu.errors import QuepuError, RecordError
from quepu.hand import MeldType
from quepu.kernel.actions import (
    ADDED_KONG_OF,
    CHOW_LOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIMING,
    CONCEALED_KONG_OF,
    DECLARE_READY,
    DECLINE,
    LAST_DRAW,
    PASS,
    REPLACE_FLOWER,
    ROBBING,
    WIN,
)
from quepu.kernel.state import State

Choice = tuple[int, int, bool]
"""A seat, its action, and whether a discard is from the hand."""
Before = Callable[[MatchInPlay, Event], None]
"""Called before the choices that lead to an event are repeated, with the match as it was when they were made."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A line that was replayed: its number, its event, and the match after the action that led to it."""

    line: int
    event: Event
    game: MatchInPlay


def replay(data: bytes) -> Iterator[ReplayStep]:
    """Replay a record line by line. Raises RecordError at the first line that is wrong or missing."""
    for batch in replay_batches(data):
        yield from batch


def replay_batches(data: bytes, holds: bool = False, before: Before = lambda game, event: None) -> Iterator[list[ReplayStep]]:
    """Like ``replay``, with all lines of one action in one list. With ``holds`` the match stops at every claim; see ``Deal``."""
    return _Replay(data, holds, before).batches()


def verify(data: bytes) -> Header:
    """Replay a record to its end; return its header. Raises RecordError with the first wrong line."""
    played = _Replay(data)
    for _ in played.batches():
        pass
    return played.header


class _Replay:
    def __init__(self, data: bytes, holds: bool = False, before: Before = lambda game, event: None) -> None:
        self.before = before
        self.lines = RecordLines(data)
        self.header = self.lines.header()
        self.game = MatchInPlay(self.header.book, self.header.settings)
        self.holds = holds
        self.line = 2
        self.began = 2
        """The line in which the deal began."""
        self.secret: Secret | None = None
        self.committed = False
        """Whether players have committed to nonces in any deal so far."""

    def batches(self) -> Iterator[list[ReplayStep]]:
        while not self.game.over:
            yield from self.compare(self.begin())
            while self.game.deal is not None:
                yield from self.compare(self.act(self.event()))
        if not self.committed:  # such a record must have the first version
            self.lines.check(1, replace(self.header, version=PLAIN).as_dict())
        self.lines.check_end(self.line)

    def event(self) -> Event:
        """The event in the next line."""
        if self.lines.object(self.line).get("t") == "end":
            raise RecordError("record_incomplete", self.line)
        return self.lines.event(self.line)

    # The secret of a deal is at its end. Later lines are read in advance to find it; errors in them are raised when their turn comes.

    def begin(self) -> list[Event]:
        """Start the next deal."""
        self.began = self.line
        self.secret = self.revealed_secret()
        if self.secret is None:
            self.secret = self.reconstructed_wall()
        self.committed = self.committed or self.secret.nonce_commitments is not None
        # where tiles are unknown, the deal must stop after every event of the record
        self.game.holds = self.holds or isinstance(self.secret, ReconstructedWall)
        return self.game.begin(self.secret)

    def lines_of_deal(self) -> Iterator[tuple[int, Any]]:
        """The numbers of the lines of the deal that begins here, each with the type of its event."""
        for line in range(self.line, len(self.lines) + 1):
            t = self.lines.peek(line).get("t")
            if t == "end" or (t == "hand" and line > self.line):
                return
            yield line, t

    def peek_event(self, line: int) -> Event | None:
        """The event in a later line; None if it cannot be read."""
        try:
            return self.lines.event(line)
        except RecordError:
            return None

    def revealed_secret(self) -> Secret | None:
        """The secret at the end of the deal, if it gives the dice or the hands that were dealt; None if it does not, or is missing."""
        for line, t in self.lines_of_deal():
            event = self.peek_event(line) if t == Revealed.t else None
            if isinstance(event, Revealed):
                began = self.peek_event(self.line)
                first, second, third, fourth = event.nonces
                secret = Secret(event.seed, (first, second, third, fourth))
                shown = began.nonce_commitments if isinstance(began, HandBegan) else None
                return replace(secret, nonce_commitments=expected_commitments(secret, shown)) if self.is_secret(secret) else None
        return None

    def is_secret(self, secret: Secret) -> bool:
        """Whether this secret gives the dice or the hands of the deal that begins here."""
        began, dealt = self.peek_event(self.line), self.peek_event(self.line + 1)
        wall, dice = secret.shuffle(self.game.match.number, self.header.settings.tiles)
        if isinstance(began, HandBegan) and began.dice == dice:
            return True
        ordered = drawing_order(wall, dice)
        hands = tuple(tuple(sorted(ordered[place] for place in dealt_places(seat))) for seat in range(4))
        return isinstance(dealt, Dealt) and dealt.hands == hands

    def reconstructed_wall(self) -> ReconstructedWall:
        """The wall of the deal that begins here, from its events."""
        began = self.event()
        if not isinstance(began, HandBegan):
            raise RecordError("record_wanted", self.line, t=HandBegan.t)
        events = [event for line, _ in self.lines_of_deal() if (event := self.peek_event(line)) is not None]
        try:
            return reconstruct(events, self.header.settings.tiles, began)
        except QuepuError as error:
            raise RecordError("record_bad_event", self.line, reason=error) from error

    def act(self, event: Event) -> list[Event]:
        """Repeat the action that led to this event."""
        assert self.game.deal is not None
        try:
            self.before(self.game, event)
            events = redo(self.game, event)
            if not events and self.game.deal.state.phase == LAST_DRAW:  # all have passed; the next choice is whether to draw the last tile
                self.before(self.game, event)
                events = redo(self.game, event)
        except QuepuError as error:
            raise RecordError("record_impossible", self.line, reason=error) from error
        if not events:
            raise RecordError("record_impossible", self.line, reason=QuepuError("record_nobody", t=event.t))
        return events

    def compare(self, events: list[Event]) -> Iterator[list[ReplayStep]]:
        """Check the next lines against the events of the engine. If a later one is wrong, the right ones come first."""
        steps: list[ReplayStep] = []
        for i, event in enumerate(events):
            try:
                self.check(event)
            except RecordError:
                # unless the state already has tiles that no checked line shows
                if steps and not any(isinstance(later, Dealt | Drew) for later in events[i:]):
                    yield steps
                raise
            steps.append(ReplayStep(self.line, event, self.game))
            self.line += 1
        yield steps

    def check(self, event: Event) -> None:
        """Raise RecordError unless the next line has this event."""
        if isinstance(self.secret, ReconstructedWall) and isinstance(event, Revealed | Dealt | Drew):
            self.check_reconstructed(event)
        self.lines.check(self.line, event.as_dict())

    def check_reconstructed(self, event: Event) -> None:
        """Without the secret the engine cannot know which tiles to deal, so the types are compared first."""
        if self.lines.object(self.line).get("t") != event.t:
            raise RecordError("record_wanted", self.line, t=event.t)
        recorded = self.lines.event(self.line)
        if isinstance(recorded, Revealed):
            assert self.secret is not None
            matches = sha256(recorded.seed).digest() == self.secret.commitment
            raise RecordError("record_deal" if matches else "record_shuffle", self.line, hand=self.began)
        if recorded != event:
            raise RecordError("record_impossible", self.line, reason=QuepuError("record_tiles"))


def redo(game: MatchInPlay, event: Event | None) -> list[Event]:
    """Repeat the actions that led to this event, or to none; return the events."""
    assert game.deal is not None, "no deal is being played"
    if game.deal.held:
        return game.release()
    events: list[Event] = []
    for seat, action, from_hand in choices_for(event, game.deal.state):
        events += game.apply(seat, action, from_hand)
    return events


def choices_for(event: Event | None, state: State) -> list[Choice]:
    """The choices of all seats that must act, so that this event is next. Seats whose choice the event does not show have passed."""
    own = _choice(event, state)
    if state.phase in (CLAIMING, ROBBING):
        others = [(seat, PASS, False) for seat in state.asked() if own is None or seat != own[0]]
        return [*others, *([own] if own else [])]
    return [own] if own else []


def _choice(event: Event | None, state: State) -> Choice | None:
    """The choice that led to an event; None if it was nobody's choice."""
    match event:
        case Discarded():
            return event.seat, event.tile, event.from_hand and event.tile == state.drawn
        case Claimed():
            kinds = {MeldType.PUNG: CLAIM_PUNG, MeldType.KONG: CLAIM_KONG}
            return event.seat, kinds.get(event.meld.type, CHOW_LOW + event.tile - event.meld.tile), False
        case MadeKong():
            return event.seat, (ADDED_KONG_OF if event.added else CONCEALED_KONG_OF) + event.meld.tile, False
        case LaidFlower():
            return event.seat, REPLACE_FLOWER, False
        case DeclaredReady():
            return event.seat, DECLARE_READY, False
        case Won():
            return event.seat, WIN, False
        case Exhausted(declined=int(seat)) if state.phase == LAST_DRAW:
            return seat, DECLINE, False
        case Drew() if state.phase == LAST_DRAW:
            return event.seat, PASS, False
    return None
