"""Records looked at: ``quepu replay``, step by step on a terminal, or whole as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from quepu import tiles
from quepu.cli.drawing import Seating, TableScreen, told_apart
from quepu.cli.terminal import Screen
from quepu.engine.deal import Deal
from quepu.engine.events import Event, HandBegan, Paid, Won
from quepu.engine.record import Header, RecordLines
from quepu.engine.replay import replay
from quepu.engine.view import seen, view
from quepu.errors import RecordError
from quepu.kernel.state import State
from quepu.score import score

ALL = "all"


@dataclass(slots=True)
class Frame:
    """The table after an action, with the events of it; ``line`` is the first of them in the record."""

    line: int
    seating: Seating
    hand: Deal
    state: State
    events: list[Event] = field(default_factory=list)


def header(data: bytes) -> Header:
    return RecordLines(data).header()


def frames(data: bytes) -> Iterator[Frame]:
    """A record action by action. Raises RecordError where it is wrong, as ``replay`` does."""
    names = told_apart(header(data).players)
    frame: Frame | None = None
    scores = [0, 0, 0, 0]
    steps = replay(data)
    while True:
        try:
            step = next(steps)
        except StopIteration:
            break
        except RecordError:
            if frame is not None:
                yield frame
            raise
        playing = step.game.deal
        if isinstance(step.event, HandBegan):
            seats, number = step.event.seats, step.event.number
        # a hand that is over is no longer the game's, but the frame before has it still
        hand = playing if playing is not None else frame.hand if frame is not None else None
        assert hand is not None
        if frame is None or isinstance(step.event, HandBegan) or not frame.state.equals(hand.state):
            if frame is not None:
                yield frame
            seating = Seating(number, [names[player] for player in seats], [scores[player] for player in seats])
            frame = Frame(step.line, seating, hand, hand.state.copy())
        frame.events.append(step.event)
        if isinstance(step.event, Paid):
            scores = list(step.event.scores)
    if frame is not None:
        yield frame


class FrameScreen:
    """Draws frames as one seat saw them, or with all hands open."""

    def __init__(self, screen: Screen, shown: str) -> None:
        self.screen = screen
        self.draw = TableScreen(screen)
        self.shown = shown

    @property
    def seat(self) -> int:
        return 0 if self.shown == ALL else tiles.WINDS.index(self.shown)

    def sentences(self, frame: Frame) -> list[str]:
        """What happened, as it was told."""
        told = frame.events
        if self.shown != ALL:
            told = [seen(event, self.seat, frame.hand.rules.shows_concealed_kongs) for event in told]
        return [sentence for event in told if (sentence := self.draw.tell(event, frame.seating.names))]

    def table(self, frame: Frame) -> list[str]:
        hands = {seat: frame.state.hand(seat) for seat in range(4)} if self.shown == ALL else {}
        return self.draw.table(view(frame.state, self.seat), frame.seating, hands)

    def score(self, frame: Frame) -> list[str]:
        """The winner's score with its reasons, if somebody won."""
        return [self.screen.score(score(event.hand, frame.hand.book)) for event in frame.events if isinstance(event, Won)]


def transcript(data: bytes, screen: Screen, shown: str) -> Iterator[str]:
    """The whole record as text: each hand's deal, all that happened, and the table at its end, or where the record breaks off."""
    drawn = FrameScreen(screen, shown)
    source = frames(data)
    at_end = True
    while True:
        try:
            frame = next(source)
        except StopIteration:
            return
        except RecordError:
            if not at_end:
                yield from ["", *drawn.table(frame), ""]
            raise
        if isinstance(frame.events[0], HandBegan):
            yield ""
        yield from drawn.sentences(frame)
        at_end = isinstance(frame.events[0], HandBegan) or any(isinstance(event, Paid) for event in frame.events)
        if at_end:
            yield from ["", *drawn.table(frame), ""]
        for text in drawn.score(frame):
            yield from [text, ""]


def as_dict(data: bytes) -> dict[str, Any]:
    """The whole record as one object: its header, and its hands with their events."""
    first = header(data)
    hands: list[dict[str, Any]] = []
    scores = [0, 0, 0, 0]
    for step in replay(data):
        event = step.event
        if isinstance(event, HandBegan):
            names = [first.players[player] for player in event.seats]
            hands.append({"line": step.line, "number": event.number, "seats": names, "events": []})
        hands[-1]["events"].append(event.as_dict())
        if isinstance(event, Paid):
            scores = list(event.scores)
    return {**first.as_dict(), "hands": hands, "scores": scores}


class Viewer:
    """Steps through a record."""

    def __init__(
        self, data: bytes, screen: Screen, shown: str, ask: Callable[[str], str] = input, show: Callable[[str], None] = print
    ) -> None:
        self.header = header(data)
        self.source = frames(data)
        self.frames: list[Frame] = []
        self.broken: RecordError | None = None
        self.screen = screen
        self.say = screen.say
        self.drawn = FrameScreen(screen, shown)
        self.ask = ask
        self.show = show
        self.at = 0

    def run(self) -> RecordError | None:
        """Show what is asked for, until one has seen enough; what is wrong with the record, if something is, seen or not."""
        book = self.header.book
        self.show(self.screen.paint(book.name if self.screen.lang == "zh" else book.en, "bold") + "  " + ", ".join(self.header.players))
        self.show(self.say("replay_help"))
        if self.reach(0):
            self.look()
        while self.read_on():
            self.frames.pop()
        return self.broken

    def look(self) -> None:
        while True:
            self.draw()
            try:
                line = self.ask(self.say("replay_prompt", at=self.at + 1, line=self.frames[self.at].line) + " > ").strip()
            except EOFError:
                self.show("")
                return
            if line in ("q", "quit"):
                return
            self.obey(line)

    def read_on(self) -> bool:
        """Read one more frame, if there is one."""
        if self.broken is None:
            try:
                self.frames.append(next(self.source))
                return True
            except StopIteration:
                pass
            except RecordError as error:
                self.broken = error
        return False

    def reach(self, at: int) -> bool:
        """Read on until there is a frame of this number; say so if the record does not go that far."""
        while len(self.frames) <= at and self.read_on():
            pass
        if at < len(self.frames):
            return True
        self.show(self.broken.message(self.screen.lang) if self.broken else self.say("replay_end"))
        return False

    def draw(self) -> None:
        frame = self.frames[self.at]
        lines = ["", *("  " + sentence for sentence in self.drawn.sentences(frame)), "", *self.drawn.table(frame), ""]
        self.show("\n".join([*lines, *self.drawn.score(frame)]))

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word in ("", "n"):
            if self.reach(self.at + 1):
                self.at += 1
        elif word == "p":
            self.at = max(0, self.at - 1)
        elif word in ("j", "hand") and rest.strip().isdecimal() and len(rest.strip()) < 10:
            self.jump(int(rest))
        elif word == "v" and rest.strip() in (*tiles.WINDS, ALL):
            self.drawn.shown = rest.strip()
        else:
            self.show(self.say("replay_help"))

    def jump(self, number: int) -> None:
        """To the beginning of the hand with this number."""
        at = 0
        while at < len(self.frames) or self.reach(at):
            if self.frames[at].seating.number == number:
                self.at = at
                return
            at += 1
