"""Replaying a record: every action is done again by the engine, and every line compared with what the engine says."""

from __future__ import annotations

from collections.abc import Iterator
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
from quepu.engine.record import PLAIN, Header, Lines
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


@dataclass(frozen=True, slots=True)
class Step:
    """A line that was replayed: its number, its event, and the match as it stands after the action that led to it."""

    line: int
    event: Event
    game: MatchInPlay


def replay(data: bytes) -> Iterator[Step]:
    """Play a record again, line by line. Raises RecordError at the first line that is wrong, or that is missing."""
    for batch in replay_batches(data):
        yield from batch


def replay_batches(data: bytes, holds: bool = False) -> Iterator[list[Step]]:
    """As ``replay``, but all lines of one action together; the match holds at every claim if that is wanted."""
    return _Replay(data, holds).batches()


def verify(data: bytes) -> Header:
    """Replay a record to its end; its header. Raises RecordError, which names the first wrong line."""
    played = _Replay(data)
    for _ in played.batches():
        pass
    return played.header


class _Replay:
    def __init__(self, data: bytes, holds: bool = False) -> None:
        self.lines = Lines(data)
        self.header = self.lines.header()
        self.game = MatchInPlay(self.header.book, self.header.settings)
        self.holds = holds
        self.line = 2
        self.began = 2
        """The line in which the hand began."""
        self.secret: Secret | None = None
        self.committed = False
        """Players have committed to nonces in some hand so far."""

    def batches(self) -> Iterator[list[Step]]:
        while not self.game.over:
            yield from self.compare(self.begin())
            while self.game.hand is not None:
                yield from self.compare(self.act(self.event()))
        if not self.committed:  # then there is only the first version to write it in
            self.lines.check(1, replace(self.header, version=PLAIN).as_dict())
        self.lines.check_end(self.line)

    def event(self) -> Event:
        """What the next line tells."""
        if self.lines.object(self.line).get("t") == "end":
            raise RecordError("record_incomplete", self.line)
        return self.lines.event(self.line)

    # What a hand was shuffled with stands at its end. Later lines are looked at for it, but nothing is said of them before their turn.

    def begin(self) -> list[Event]:
        """Deal the next hand."""
        self.began = self.line
        self.secret = self.revealed()
        if self.secret is None:
            self.secret = self.reconstruct()
        self.committed = self.committed or self.secret.nonce_commitments is not None
        # where tiles are unknown, no more may happen at once than the record tells
        self.game.holds = self.holds or isinstance(self.secret, ReconstructedWall)
        return self.game.begin(self.secret)

    def coming(self) -> Iterator[tuple[int, Any]]:
        """The lines of the hand that begins here, each with what it says that it is."""
        for line in range(self.line, len(self.lines) + 1):
            t = self.lines.peek(line).get("t")
            if t == "end" or (t == "hand" and line > self.line):
                return
            yield line, t

    def told(self, line: int) -> Event | None:
        try:
            return self.lines.event(line)
        except RecordError:
            return None

    def revealed(self) -> Secret | None:
        """The secret that the hand's end tells, if it shuffles to the dice or to the tiles that were dealt: then it is the right one."""
        for line, t in self.coming():
            event = self.told(line) if t == Revealed.t else None
            if isinstance(event, Revealed):
                began = self.told(self.line)
                first, second, third, fourth = event.nonces
                secret = Secret(event.seed, (first, second, third, fourth))
                shown = began.nonce_commitments if isinstance(began, HandBegan) else None
                return replace(secret, nonce_commitments=expected_commitments(secret, shown)) if self.fits(secret) else None
        return None

    def fits(self, secret: Secret) -> bool:
        began, dealt = self.told(self.line), self.told(self.line + 1)
        wall, dice = secret.shuffle(self.game.match.number, self.header.settings.tiles)
        if isinstance(began, HandBegan) and began.dice == dice:
            return True
        ordered = drawing_order(wall, dice)
        hands = tuple(tuple(sorted(ordered[place] for place in dealt_places(seat))) for seat in range(4))
        return isinstance(dealt, Dealt) and dealt.hands == hands

    def reconstruct(self) -> ReconstructedWall:
        """The hand without its secret, from what is told of it."""
        began = self.event()
        if not isinstance(began, HandBegan):
            raise RecordError("record_wanted", self.line, t=HandBegan.t)
        events = [event for line, _ in self.coming() if (event := self.told(line)) is not None]
        try:
            return reconstruct(events, self.header.settings.tiles, began)
        except QuepuError as error:
            raise RecordError("record_bad_event", self.line, reason=error) from error

    def act(self, event: Event) -> list[Event]:
        """Do what led to this event."""
        assert self.game.hand is not None
        try:
            events = redo(self.game, event)
            if not events and self.game.hand.state.phase == LAST_DRAW:  # all have passed; whether the last tile is drawn is the next choice
                events = redo(self.game, event)
        except QuepuError as error:
            raise RecordError("record_impossible", self.line, reason=error) from error
        if not events:
            raise RecordError("record_impossible", self.line, reason=QuepuError("record_nobody", t=event.t))
        return events

    def compare(self, events: list[Event]) -> Iterator[list[Step]]:
        """Check the next lines against what the engine says; those that are right, though a later one is not."""
        steps: list[Step] = []
        for i, event in enumerate(events):
            try:
                self.check(event)
            except RecordError:
                # unless the table has tiles already of which nobody was told
                if steps and not any(isinstance(later, Dealt | Drew) for later in events[i:]):
                    yield steps
                raise
            steps.append(Step(self.line, event, self.game))
            self.line += 1
        yield steps

    def check(self, event: Event) -> None:
        """That this event stands in the next line."""
        if isinstance(self.secret, ReconstructedWall) and isinstance(event, Revealed | Dealt | Drew):
            self.check_reconstructed(event)
        self.lines.check(self.line, event.as_dict())

    def check_reconstructed(self, event: Event) -> None:
        """Without the secret the engine does not know itself which tiles it should deal, and how it ends."""
        if self.lines.object(self.line).get("t") != event.t:
            raise RecordError("record_wanted", self.line, t=event.t)
        told = self.lines.event(self.line)
        if isinstance(told, Revealed):
            assert self.secret is not None
            fits = sha256(told.seed).digest() == self.secret.commitment
            raise RecordError("record_deal" if fits else "record_shuffle", self.line, hand=self.began)
        if told != event:
            raise RecordError("record_impossible", self.line, reason=QuepuError("record_tiles"))


def redo(game: MatchInPlay, event: Event | None) -> list[Event]:
    """Do again what led to this event, or to none; the events of it."""
    assert game.hand is not None, "no hand is being played"
    if game.hand.held:
        return game.release()
    events: list[Event] = []
    for seat, action, from_hand in choices_for(event, game.hand.state):
        events += game.apply(seat, action, from_hand)
    return events


def choices_for(event: Event | None, state: State) -> list[Choice]:
    """The choices of all who are asked that lead to this event next. Whoever's choice it does not tell of has passed."""
    own = _choice(event, state)
    if state.phase in (CLAIMING, ROBBING):
        others = [(seat, PASS, False) for seat in state.asked() if own is None or seat != own[0]]
        return [*others, *([own] if own else [])]
    return [own] if own else []


def _choice(event: Event | None, state: State) -> Choice | None:
    """The choice that an event tells of."""
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
