"""A match between players that may take time to answer, such as programs in other processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from quepu.bot_protocol.seat import DealSoFar
from quepu.engine.events import Event, HandBegan
from quepu.engine.game import MatchInPlay, MatchResult
from quepu.engine.game import Player as EnginePlayer
from quepu.engine.match import MatchSettings
from quepu.engine.rules import play_rules
from quepu.engine.shuffle import Secret
from quepu.engine.view import View
from quepu.rules.base import RuleBook


class Participant(Protocol):
    """A player of a match."""

    async def choose(self, deal: DealSoFar, view: View) -> int:
        """One of ``view.legal``; called only if there are several."""
        ...

    def deal_over(self, deal: DealSoFar) -> None:
        """A deal has ended; ``deal`` has all its events."""
        ...


class BuiltIn:
    """A player of the library, which chooses at once."""

    def __init__(self, player: EnginePlayer) -> None:
        self.player = player

    async def choose(self, deal: DealSoFar, view: View) -> int:
        return self.player.choose(view)

    def deal_over(self, deal: DealSoFar) -> None:
        pass


def program_match(book: RuleBook, hands: int | None, rounds: int = 1) -> MatchSettings:
    """The match that programs play: flowers are replaced at once also where the book leaves it to the players."""
    rules = play_rules(book)
    return MatchSettings(rules.tiles, rounds, hands, flowers_at_once=rules.chosen_flowers)


async def play_match(
    book: RuleBook,
    settings: MatchSettings,
    players: Sequence[Participant],
    secret: Callable[[int], Secret],
    write: Callable[[Event], None] | None = None,
) -> MatchResult:
    """Let four players, by their first seats, play a match. ``secret`` makes the seed of a deal from its number."""
    game = MatchInPlay(book, settings, write)
    while not game.over:
        seats = game.match.seats
        batches = [game.begin(secret(game.match.number))]
        began = batches[0][0]
        assert isinstance(began, HandBegan)
        deal = DealSoFar(began, batches, game.match.rules.shows_concealed_kongs)
        while game.deal is not None:
            asked = game.deal.asked()
            views = [game.deal.view(seat) for seat in asked]
            choosing = [_choose(players[seats[seat]], deal, view) for seat, view in zip(asked, views, strict=True)]
            actions = [await choosing[0]] if len(choosing) == 1 else await asyncio.gather(*choosing)
            events: list[Event] = []
            for seat, action in zip(asked, actions, strict=True):
                events += game.apply(seat, action)
            batches.append(events)
        for player in players:
            player.deal_over(deal)
    return MatchResult(tuple(game.match.scores), game.match.number - 1)


async def _choose(player: Participant, deal: DealSoFar, view: View) -> int:
    return await player.choose(deal, view) if len(view.legal) > 1 else view.legal[0]
