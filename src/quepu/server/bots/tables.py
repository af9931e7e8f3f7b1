"""Games without people: the sandbox table, and what it shares with the ladder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from random import Random
from typing import TypeVar

from quepu.bot_protocol.match import BuiltIn, Participant, play_match, program_match
from quepu.bot_protocol.seat import DealSoFar
from quepu.engine import Header, MatchResult, RecordWriter, View
from quepu.engine.shuffle import Secret, secret_for
from quepu.errors import QuepuError
from quepu.players import distinct_names, player
from quepu.rules import named
from quepu.server.bots.hub import BotConnection, BotHub
from quepu.server.bots.messages import Sandbox
from quepu.server.play.ids import new_id
from quepu.server.play.room_task import SYSTEM
from quepu.server.threads import Job, Threads
from quepu.server.tokens import Buckets

Result = TypeVar("Result")


@dataclass(slots=True)
class InThreads:
    """A built-in player that chooses in another thread, so that searches delay nobody else."""

    player: BuiltIn
    threads: Threads
    address: str

    async def choose(self, deal: DealSoFar, view: View) -> int:
        return await self.threads.run(Job(lambda check: self.player.player.choose(view), self.address))

    def deal_over(self, deal: DealSoFar) -> None:
        pass


@dataclass(slots=True)
class Paced:
    """A bot whose questions are limited to a rate: each costs the server something, and here no person sets the pace."""

    seat: Participant
    address: str
    buckets: Buckets

    async def choose(self, deal: DealSoFar, view: View) -> int:
        while wait := self.buckets.take(self.address, 1):
            await asyncio.sleep(wait)
        return await self.seat.choose(deal, view)

    def deal_over(self, deal: DealSoFar) -> None:
        self.seat.deal_over(deal)


class BotTables:
    """The games among bots that are being played."""

    def __init__(self, hub: BotHub, threads: Threads) -> None:
        self.hub = hub
        self.threads = threads
        self.running = 0
        self._buckets = None if hub.settings.bot_rate is None else Buckets(hub.settings.bot_rate)

    def seat(self, found: BotConnection, game: str, kind: str, header: Header, number: int) -> Participant:
        """The seat of a connected bot."""
        seat = self.hub.sit(found.bot.id, game, kind, header, number)
        return seat if found.is_local or self._buckets is None else Paced(seat, found.address, self._buckets)

    def built_in(self, name: str, header: Header, seed: int) -> Participant:
        """The seat of a built-in player."""
        return InThreads(BuiltIn(player(name, header.book, seed)), self.threads, "bots")

    async def play(self, header: Header, seats: Sequence[Participant], secret: Callable[[int], Secret]) -> tuple[MatchResult, bytes]:
        """Play a match to its end; its record."""
        self.running += 1
        try:
            stream = BytesIO()
            record = RecordWriter(stream, header)
            result = await play_match(header.book, header.settings, seats, secret, record.write)
            record.finish()
            return result, stream.getvalue()
        finally:
            self.running -= 1

    def check_free(self, found: BotConnection) -> None:
        """Raise QuepuError if the bot, or the server, plays as many games as it may."""
        if self.hub.games_of(found.bot.id) >= found.most_games:
            raise QuepuError("bot_plays", limit=found.most_games)
        if self.running >= self.hub.settings.bot_games:
            raise QuepuError("too_many_bot_games", limit=self.hub.settings.bot_games)

    def sandbox(self, found: BotConnection, wanted: Sandbox) -> None:
        """Begin a game at the sandbox table. Raises QuepuError if that cannot be done now."""
        if found.has_sandbox:
            raise QuepuError("bot_plays", limit=1)
        self.check_free(found)
        found.has_sandbox = True
        playing = asyncio.create_task(self._sandbox(found, wanted))
        found.tasks.add(playing)
        playing.add_done_callback(found.tasks.discard)

    async def _sandbox(self, found: BotConnection, wanted: Sandbox) -> None:
        book, game = named(wanted.rules), new_id(SYSTEM)
        seed = SYSTEM.getrandbits(31) if wanted.seed is None else wanted.seed
        names = list(wanted.opponents)
        names.insert(wanted.player, found.bot.name)
        header = Header(book, tuple(distinct_names(names)), program_match(book, wanted.hands))
        random = Random(seed)
        try:
            seats = [self.built_in(name, header, random.getrandbits(31)) for name in wanted.opponents]
            seats.insert(wanted.player, self.seat(found, game, "sandbox", header, wanted.player))
            if await self._is_one_too_many(found):
                return
            result, _ = await self.play(header, seats, lambda number: secret_for(seed, number))
            self.hub.end(game, list(result.scores))
        finally:
            found.has_sandbox = False
            self.hub.leave(game)

    async def _is_one_too_many(self, found: BotConnection) -> bool:
        """Whether another node has begun a game with the bot at the same moment."""
        if found.elsewhere is None:
            return False
        await found.elsewhere.settle()
        return self.hub.games_of(found.bot.id) > found.most_games
