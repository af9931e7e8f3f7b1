"""``quepu bot check``: whether a program plays as the protocol of bots demands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from quepu.bot_client.program import Program
from quepu.bot_protocol import VERSION
from quepu.bot_protocol.match import BuiltIn, Participant, play_match, program_match
from quepu.bot_protocol.seat import DealSoFar, Message, SeatFeed, ask_message, game_message, substitute
from quepu.engine import Header, View
from quepu.engine.shuffle import secret_for
from quepu.errors import QuepuError
from quepu.players import DEFAULT_LEVEL, distinct_names, player
from quepu.rules import named

_NAME = "program"
MAX_FAULTS = 3
"""A match ends after this number of questions without a legal answer in time, as the server then goes on without the program."""
_KILLED_AFTER = 7
"""The question after which a program is killed and started again."""


class _TooManyFaults(Exception):
    """The program is not asked any more."""


class Player(Protocol):
    """A program, as a player of games."""

    def notice(self, message: Message) -> None: ...

    async def choose(self, ask: Message) -> int | None: ...

    def kill(self) -> None: ...

    async def close(self) -> bool: ...


Start = Callable[[], Player]


@dataclass(slots=True)
class Checked:
    """What was checked, and whether it is as it should be."""

    check: str
    """``plays``, ``again``, ``several``, ``unknown``, ``ends`` or ``deterministic``."""
    rules: str | None
    ok: bool
    asked: int = 0
    late: int = 0
    illegal: int = 0
    slowest: float = 0.0
    """The longest time for an answer, in seconds."""

    def as_dict(self) -> dict[str, Any]:
        found = {"check": self.check, "rules": self.rules, "ok": self.ok}
        return found | {"asked": self.asked, "late": self.late, "illegal": self.illegal, "slowest": round(self.slowest, 3)}


@dataclass
class _Seat:
    """The program in one game, and its answers."""

    player: Player
    header: Header
    number: int
    game: str
    seconds: float
    restarts: Start | None = None
    """Makes another process, if the program is to be killed once."""
    more: dict[str, Any] = field(default_factory=dict)
    """Keys that the program does not know."""
    late: int = 0
    illegal: int = 0
    slowest: float = 0.0
    answers: list[int | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.feed = SeatFeed(self.number)
        self._begin()

    def _begin(self) -> None:
        self.feed.forget()
        self.player.notice(self._message(game_message(self.game, "sandbox", self.header, self.number)))

    def _message(self, message: Message) -> Message:
        return {"v": VERSION, **message, **self.more}

    async def choose(self, deal: DealSoFar, view: View) -> int:
        if self.restarts is not None and len(self.answers) == _KILLED_AFTER:
            self.player.kill()
            await self.player.close()
            self.player, self.restarts = self.restarts(), None
            self._begin()
        id = len(self.answers) + 1
        ask = self._message(ask_message(self.game, id, self.feed.news(deal), deal, view, self.seconds))
        began = time.monotonic()
        action: int | None = None
        try:
            async with asyncio.timeout(self.seconds):
                action = await self.player.choose(ask)
        except TimeoutError:
            self.late += 1
        else:
            self.illegal += action not in view.legal
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.answers.append(action)
        if self.late + self.illegal >= MAX_FAULTS:
            raise _TooManyFaults
        return action if action is not None and action in view.legal else substitute(view)

    def deal_over(self, deal: DealSoFar) -> None:
        news = self.feed.news(deal)
        self.player.notice(self._message({"t": "events", "game": self.game, **news}))

    def over(self, scores: Sequence[int]) -> None:
        self.player.notice(self._message({"t": "over", "game": self.game, "scores": list(scores), "ranks": None}))

    def checked(self, check: str, rules: str | None, ok: bool = True) -> Checked:
        ok = ok and not self.late and not self.illegal
        return Checked(check, rules, ok, len(self.answers), self.late, self.illegal, self.slowest)


async def _match(seat: _Seat, seed: int) -> None:
    """A match of the program against built-in players."""
    book = seat.header.book
    players: list[Participant] = [BuiltIn(player(DEFAULT_LEVEL, book, seed + number)) for number in range(4)]
    players[seat.number] = seat
    with suppress(_TooManyFaults):
        result = await play_match(book, seat.header.settings, players, lambda number: secret_for(seed, number))
        seat.over(result.scores)


@dataclass(slots=True)
class Check:
    """What is to be checked, and how."""

    start: Start
    books: Sequence[str]
    hands: int
    seconds: float
    seed: int
    deterministic: bool
    lines: bool = True
    """The program speaks JSON lines; otherwise Botzone's protocol, where less can be checked."""

    async def run(self, report: Callable[[Checked], None]) -> bool:
        """Run all checks; whether all is as it should be."""
        found: list[Checked] = []

        def add(one: Checked) -> None:
            found.append(one)
            report(one)

        for rules in self.books:
            add(await self._plays(rules))
        first = self.books[0]
        add(await self._again(first))
        add(await self._several(first))
        if self.lines:
            add(await self._unknown(first))
            add(await self._ends(first))
        if self.deterministic:
            add(await self._same(first))
        return all(one.ok for one in found)

    def _seat(self, player: Player, rules: str, game: str = "check", number: int = 1, **others: Any) -> _Seat:
        book = named(rules)
        names = [DEFAULT_LEVEL] * 4
        names[number] = _NAME
        header = Header(book, tuple(distinct_names(names)), program_match(book, self.hands))
        return _Seat(player, header, number, game, self.seconds, **others)

    async def _plays(self, rules: str) -> Checked:
        """It answers every question of a match, legally and in time."""
        program = self.start()
        seat = self._seat(program, rules)
        await _match(seat, self.seed)
        await program.close()
        if isinstance(program, Program) and program.reason and not program.has_started:
            raise QuepuError("program_ended", reason=program.reason)
        return seat.checked("plays", rules)

    async def _again(self, rules: str) -> Checked:
        """It goes on in the middle of a deal after it was killed: all that it needs comes again."""
        seat = self._seat(self.start(), rules, restarts=self.start)
        await _match(seat, self.seed + 1)
        await seat.player.close()
        return seat.checked("again", rules, len(seat.answers) > _KILLED_AFTER)

    async def _several(self, rules: str) -> Checked:
        """It plays two games at the same time."""
        program = self.start()
        seats = [self._seat(program, rules, f"check {number}", number) for number in (0, 2)]
        await asyncio.gather(*(_match(seat, self.seed + 2 + seat.number) for seat in seats))
        await program.close()
        one, other = (seat.checked("several", rules) for seat in seats)
        counts = one.asked + other.asked, one.late + other.late, one.illegal + other.illegal
        return Checked("several", rules, one.ok and other.ok, *counts, max(one.slowest, other.slowest))

    async def _unknown(self, rules: str) -> Checked:
        """It ignores messages and keys that it does not know."""
        program = self.start()
        program.notice({"v": VERSION, "t": "unknown", "text": "…"})
        seat = self._seat(program, rules, more={"unknown": {"number": 1}})
        await _match(seat, self.seed + 5)
        await program.close()
        return seat.checked("unknown", rules)

    async def _ends(self, rules: str) -> Checked:
        """It ends when its standard input does."""
        program = self.start()
        seat = self._seat(program, rules)
        ended = await program.close()
        return seat.checked("ends", None, ended)

    async def _same(self, rules: str) -> Checked:
        """It gives the same answers to the same questions, in another process."""
        seats = []
        for _ in range(2):
            program = self.start()
            seats.append(self._seat(program, rules))
            await _match(seats[-1], self.seed + 6)
            await program.close()
        return seats[0].checked("deterministic", rules, seats[0].answers == seats[1].answers)
