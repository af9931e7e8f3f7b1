"""Replaying a record: every action is done again by the engine, and every line compared with what the engine says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
from quepu.kernel.table import State
from quepu.table.events import (
    Claimed,
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
from quepu.table.game import MatchInPlay
from quepu.table.record import Header, Lines
from quepu.table.shuffle import Secret

Choice = tuple[int, int, bool]
"""A seat, its action, and whether a discard is from the hand."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line that was replayed: its number, its event, and the match as it stands after the action that led to it."""

    line: int
    event: Event
    game: MatchInPlay


def replay(data: bytes) -> Iterator[Step]:
    """Play a record again, line by line. Raises RecordError at the first line that is wrong."""
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
        self.game = MatchInPlay(self.header.book, self.header.settings, holds=holds)
        self.line = 2

    def batches(self) -> Iterator[list[Step]]:
        while not self.game.over:
            yield self.compare(self.game.begin(self.secret()))
            while self.game.hand is not None:
                yield self.compare(self.act(self.lines.event(self.line)))
        self.lines.check_end(self.line)

    def secret(self) -> Secret:
        """What the hand that begins here was shuffled with: it stands at its end."""
        if self.lines.object(self.line).get("t") == "end":
            raise RecordError("record_incomplete", self.line)
        for line in range(self.line, len(self.lines) + 1):
            if self.lines.object(line).get("t") == "reveal":
                revealed = self.lines.event(line)
                assert isinstance(revealed, Revealed)
                first, second, third, fourth = revealed.nonces
                secret = Secret(revealed.seed, (first, second, third, fourth))
                self.check_commitment(secret, line)
                return secret
        raise RecordError("record_incomplete", len(self.lines) + 1)

    def check_commitment(self, secret: Secret, line: int) -> None:
        """If seed and commitment do not fit, one of them was changed: the seed, unless it throws the dice that were thrown."""
        began = self.lines.event(self.line)
        if isinstance(began, HandBegan) and began.commitment != secret.commitment:
            _, dice = secret.shuffle(self.game.match.number, self.header.settings.tiles)
            if dice != began.dice:
                raise RecordError("record_shuffle", line, hand=self.line)

    def act(self, event: Event) -> list[Event]:
        """Do what led to this event."""
        assert self.game.hand is not None
        try:
            events = redo(self.game, event)
            if not events and self.game.hand.state.phase == LAST_DRAW:  # all have passed; whether the last tile is drawn is the next choice
                events = redo(self.game, event)
        except QuepuError as error:
            raise RecordError("record_impossible", self.line, reason=error.message()) from error
        if not events:
            raise RecordError("record_impossible", self.line, reason=f"nobody can do what leads to {event.t!r}")
        return events

    def compare(self, events: list[Event]) -> list[Step]:
        """Check the next lines against what the engine says."""
        steps = []
        for event in events:
            self.lines.check(self.line, event.as_dict())
            steps.append(Step(self.line, event, self.game))
            self.line += 1
        return steps


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
