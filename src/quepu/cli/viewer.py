"""``quepu replay``: a record step by step on a terminal, or all of it as text or JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from quepu import tiles
from quepu.cli.drawing import Seating, TableScreen
from quepu.cli.terminal import Screen
from quepu.engine.deal import Deal
from quepu.engine.events import Event, HandBegan, Paid, Won
from quepu.engine.record import Header, RecordLines
from quepu.engine.replay import replay
from quepu.engine.view import seen, view
from quepu.errors import RecordError
from quepu.kernel.state import State
from quepu.players import distinct_names, in_words
from quepu.score import score

ALL = "all"


@dataclass(slots=True)
class Frame:
    """The state after an action, with its events. ``line`` is the line of the first event in the record."""

    line: int
    seating: Seating
    deal: Deal
    state: State
    events: list[Event] = field(default_factory=list)


def header(data: bytes) -> Header:
    return RecordLines(data).header()


def frames(data: bytes, lang: str) -> Iterator[Frame]:
    """A record action by action, with the names of bots in words of a language. Raises RecordError like ``replay``."""
    names = [in_words(name, lang) for name in distinct_names(header(data).players)]
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
        # when a deal is over the game no longer has it, but the frame before does
        deal = playing if playing is not None else frame.deal if frame is not None else None
        assert deal is not None
        if frame is None or isinstance(step.event, HandBegan) or not frame.state.equals(deal.state):
            if frame is not None:
                yield frame
            seating = Seating(number, [names[player] for player in seats], [scores[player] for player in seats])
            frame = Frame(step.line, seating, deal, deal.state.copy())
        frame.events.append(step.event)
        if isinstance(step.event, Paid):
            scores = list(step.event.scores)
    if frame is not None:
        yield frame


class FrameScreen:
    """Draws frames as one seat sees them, or with all hands visible."""

    def __init__(self, screen: Screen, shown: str) -> None:
        self.screen = screen
        self.draw = TableScreen(screen)
        self.shown = shown

    @property
    def seat(self) -> int:
        return 0 if self.shown == ALL else tiles.WINDS.index(self.shown)

    def sentences(self, frame: Frame) -> list[str]:
        """The events of a frame as sentences."""
        events = frame.events
        if self.shown != ALL:
            events = [seen(event, self.seat, frame.deal.rules.shows_concealed_kongs) for event in events]
        return [sentence for event in events if (sentence := self.draw.sentence(event, frame.seating.names))]

    def table(self, frame: Frame) -> list[str]:
        hands = {seat: frame.state.hand(seat) for seat in range(4)} if self.shown == ALL else {}
        return self.draw.table(view(frame.state, self.seat), frame.seating, hands)

    def score(self, frame: Frame) -> list[str]:
        """The explained score of the winner, if there is one."""
        return [self.screen.score(score(event.hand, frame.deal.book)) for event in frame.events if isinstance(event, Won)]


def transcript(data: bytes, screen: Screen, shown: str) -> Iterator[str]:
    """The whole record as text: the start and the events of every deal, and the table at its end, or where the record ends early."""
    drawn = FrameScreen(screen, shown)
    source = frames(data, screen.lang)
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
    """The whole record as one object: its header, and its deals with their events."""
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
    """Shows a record step by step. ``ask`` reads a line for a prompt, ``show`` prints."""

    def __init__(
        self, data: bytes, screen: Screen, shown: str, ask: Callable[[str], str] = input, show: Callable[[str], None] = print
    ) -> None:
        self.header = header(data)
        self.source = frames(data, screen.lang)
        self.frames: list[Frame] = []
        self.error: RecordError | None = None
        self.screen = screen
        self.say = screen.say
        self.drawn = FrameScreen(screen, shown)
        self.ask = ask
        self.show = show
        self.at = 0

    def run(self) -> RecordError | None:
        """Show frames until the user leaves; return the error in the record, if there is one, even if the user did not reach it."""
        book = self.header.book
        self.show(
            self.screen.paint(book.name if self.screen.lang == "zh" else book.en, "bold")
            + "  "
            + ", ".join(in_words(name, self.screen.lang) for name in self.header.players)
        )
        self.show(self.say("replay_help"))
        if self.reach(0):
            self.read_commands()
        while self.read_frame():
            self.frames.pop()
        return self.error

    def read_commands(self) -> None:
        while True:
            self.draw()
            try:
                line = self.ask(self.say("replay_prompt", at=self.at + 1, line=self.frames[self.at].line) + " > ").strip()
            except EOFError:
                self.show("")
                return
            if line in ("q", "quit"):
                return
            self.run_command(line)

    def read_frame(self) -> bool:
        """Read one more frame, if there is one."""
        if self.error is None:
            try:
                self.frames.append(next(self.source))
                return True
            except StopIteration:
                pass
            except RecordError as error:
                self.error = error
        return False

    def reach(self, at: int) -> bool:
        """Read frames up to this number; print a message if the record ends before."""
        while len(self.frames) <= at and self.read_frame():
            pass
        if at < len(self.frames):
            return True
        self.show(self.error.message(self.screen.lang) if self.error else self.say("replay_end"))
        return False

    def draw(self) -> None:
        frame = self.frames[self.at]
        lines = ["", *("  " + sentence for sentence in self.drawn.sentences(frame)), "", *self.drawn.table(frame), ""]
        self.show("\n".join([*lines, *self.drawn.score(frame)]))

    def run_command(self, line: str) -> None:
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
        """Go to the start of the deal with this number."""
        at = 0
        while at < len(self.frames) or self.reach(at):
            if self.frames[at].seating.number == number:
                self.at = at
                return
            at += 1
