"""The seat of a connected bot at a game: questions with a time limit, and what happens without a legal answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from quepu.bot_protocol.seat import DealSoFar, SeatFeed, ask_message, game_message, substitute
from quepu.engine import Header, View
from quepu.errors import QuepuError
from quepu.players import DEFAULT_LEVEL, player
from quepu.server.settings import Settings

Message = dict[str, Any]
Send = Callable[[Message], None]

MAX_FAULTS = 3
"""After this number of faults in a game a built-in player goes on for the bot."""


@dataclass(slots=True)
class Question:
    """A question that waits for its answer."""

    id: int
    deal: DealSoFar
    view: View
    until: float
    answer: asyncio.Future[int]


class BotSeat:
    """A bot as a player of one game, with or without a connection."""

    def __init__(self, bot: str, game: str, kind: str, header: Header, number: int, settings: Settings) -> None:
        self.bot = bot
        self.game = game
        self.kind = kind
        self.header = header
        self.number = number
        """The player that it is."""
        self.faults = 0
        self.send: Send | None = None
        """How to send it a message; None while it is not connected."""
        self._settings = settings
        self._feed = SeatFeed(number)
        self._question: Question | None = None
        self._last = 0
        self._stand_in = player(DEFAULT_LEVEL, header.book, Random().getrandbits(32))

    @property
    def replaced(self) -> bool:
        """Whether a built-in player goes on for it."""
        return self.faults >= MAX_FAULTS

    def connect(self, send: Send) -> None:
        """The bot is connected, now or again: it is told of the game, and asked again what it was asked."""
        self.send = send
        self._feed.forget()
        send(game_message(self.game, self.kind, self.header, self.number))
        question = self._question
        if question is not None:
            self._send_question(question)

    def disconnect(self) -> None:
        self.send = None

    # Questions.

    def ask(self, deal: DealSoFar, view: View) -> Question | None:
        """Send a question; None if the built-in player answers instead. It replaces an earlier one, to which the answer is not needed."""
        if self.replaced:
            return None
        loop = asyncio.get_running_loop()
        seconds = self._settings.bot_turn_seconds if view.offer is None else self._settings.bot_claim_seconds
        self._last += 1
        self._drop_question()
        self._question = Question(self._last, deal, view, loop.time() + seconds, loop.create_future())
        self._send_question(self._question)
        return self._question

    def _drop_question(self) -> None:
        """Nobody needs the answer any more."""
        if self._question is not None and not self._question.answer.done():
            self._question.answer.set_result(substitute(self._question.view))
        self._question = None

    def _send_question(self, question: Question) -> None:
        if self.send is not None:
            seconds = max(0.0, question.until - asyncio.get_running_loop().time())
            news = self._feed.news(question.deal)
            self.send(ask_message(self.game, question.id, news, question.deal, question.view, seconds))

    async def answer_to(self, question: Question | None, view: View) -> int:
        """Wait for the answer; without a legal one in time, what is done instead."""
        if question is None:
            return self._stand_in.choose(view)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(question.until):
                return await question.answer
        return self._fault(question, "late")

    async def choose(self, deal: DealSoFar, view: View) -> int:
        return await self.answer_to(self.ask(deal, view), view)

    def answered(self, id: int, action: int | None) -> None:
        """The bot has answered. Raises QuepuError if nothing, or something else, was asked."""
        question = self._question
        if question is None or question.id != id or question.answer.done():
            raise QuepuError("stale", n=id, now=self._last)
        if action in question.view.legal:
            self._question = None
            question.answer.set_result(int(action or 0))
        else:
            question.answer.set_result(self._fault(question, "illegal"))

    def _fault(self, question: Question, reason: str) -> int:
        """There is no legal answer in time: count it, tell the bot, and return what is done instead."""
        self._question = None
        self.faults += 1
        action = substitute(question.view)
        self._tell({"t": "fault", "id": question.id, "reason": reason, "action": action, "faults": self.faults, "replaced": self.replaced})
        return action

    # What is not a question.

    def _tell(self, message: Message) -> None:
        if self.send is not None:
            self.send({"t": message.pop("t"), "game": self.game, **message})

    def deal_over(self, deal: DealSoFar) -> None:
        news = self._feed.news(deal)
        if news["events"]:
            self._tell({"t": "events", **news})

    def over(self, scores: list[int] | None, ranks: list[int] | None = None) -> None:
        """The game is over; without scores it was not played to its end."""
        self._drop_question()
        self._tell({"t": "over", "scores": scores, "ranks": ranks})
