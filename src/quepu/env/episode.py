"""An episode: a match in which the environment asks for the actions of some players, and the others choose by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from operator import index
from typing import Any

import numpy as np

from quepu.engine import Header, MatchInPlay, MatchSettings, Player, RecordWriter, observation, play_rules, view
from quepu.engine.deal import check_number
from quepu.engine.events import Event
from quepu.engine.shuffle import secret_for
from quepu.engine.view import View
from quepu.env.observing import AGENTS, Bytes
from quepu.errors import IllegalAction, QuepuError, as_json
from quepu.kernel.actions import ACTIONS
from quepu.players import player as find_player
from quepu.rules.base import RuleBook

MOST_DEALS = 16
"""The deals of a match in which each player deals once in each 圈; with 连庄 there may be more, but not fewer."""

SeatedPlayer = str | Player | None
"""The name of a player, a player, or None for one whom the environment asks."""


def settings_for(book: RuleBook, deals: int, tiles: int | None) -> MatchSettings:
    """The settings of a match of this many deals."""
    check_number("deals", deals, 1, MOST_DEALS)
    return MatchSettings(play_rules(book).tiles if tiles is None else tiles, hands=deals)


def check_players(players: Sequence[SeatedPlayer], book: RuleBook) -> tuple[SeatedPlayer, ...]:
    """Four players, at least one of whom the environment asks."""
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != 4:
        raise QuepuError("bad_value", option="players", text=f"{players!r:.100}; expected four names, players or None")
    for player in players:
        if isinstance(player, str):
            find_player(player, book)
        elif player is not None and not callable(getattr(player, "choose", None)):
            raise QuepuError("bad_value", option="players", text=as_json(player))
    if None not in players:
        raise QuepuError("bad_value", option="players", text="all four; expected at least one None, who is asked")
    return tuple(players)


def names_of(players: Sequence[SeatedPlayer]) -> tuple[str, ...]:
    """The names of the players in records: those who are asked are called by their first seats."""
    return tuple(
        agent if player is None else player if isinstance(player, str) else type(player).__name__
        for agent, player in zip(AGENTS, players, strict=True)
    )


class Episode:
    """A match from a seed, advanced to the next action that is not forced of a player who is None."""

    def __init__(
        self,
        book: RuleBook,
        settings: MatchSettings,
        players: Sequence[Player | None],
        names: Sequence[str],
        seed: int,
        plays_forced: bool = True,
    ) -> None:
        self.book = book
        self.players = players
        self.names = tuple(names)
        self.seed = seed
        self.plays_forced = plays_forced
        self.events: list[Event] = []
        self.game = MatchInPlay(book, settings, self.events.append)
        self.seats = self.game.match.seats
        """The players at 東南西北 in the deal in play or, after it, in the last one."""
        self.asked: int | None = None
        """The player who is asked; None if the match is over."""
        self.paid = [0, 0, 0, 0]
        """What the players got since the last action."""
        self._advance()

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def seat(self) -> int:
        """The seat of the player who is asked."""
        assert self.asked is not None
        return self.seats.index(self.asked)

    def observation(self, player: int) -> bytes:
        """What a player may know now, or at the end of the last deal."""
        assert self.game.latest is not None
        return observation(self.game.latest.state, self.seats.index(player))

    def cells(self, player: int) -> Bytes:
        """The same as an array."""
        return np.frombuffer(self.observation(player), np.uint8)

    def view(self, player: int) -> View:
        assert self.game.latest is not None
        return view(self.game.latest.state, self.seats.index(player))

    def legal(self) -> int:
        """The legal actions of the player who is asked, as a mask."""
        assert self.game.deal is not None
        return self.game.deal.legal(self.seat)

    def check(self, action: Any) -> int:
        """The action as a number. Raises IllegalAction unless the player who is asked may choose it."""
        try:
            number = -1 if isinstance(action, bool | np.bool_) else index(action)
        except TypeError:
            number = -1
        if not 0 <= number < ACTIONS:
            raise IllegalAction("no_such_action", seat=self.seat, action=action)
        if not self.legal() >> number & 1:
            raise IllegalAction("illegal_action", seat=self.seat, action=number)
        return number

    def act(self, action: Any) -> None:
        """Apply the action of the player who is asked, and advance. Raises IllegalAction without any change."""
        number = self.check(action)
        before = tuple(self.game.match.scores)
        self.game.apply(self.seat, number)
        self._advance()
        self.paid = [after - points for after, points in zip(self.game.match.scores, before, strict=True)]

    def _advance(self) -> None:
        self.asked = None
        while self.asked is None and not self.game.over:
            if self.game.deal is None:
                self.seats = self.game.match.seats
                self.game.begin(secret_for(self.seed, self.game.match.number))
            else:
                self._choose()

    def _choose(self) -> None:
        """Let the next seat act by itself, or ask its player."""
        assert self.game.deal is not None
        seat = self.game.deal.state.first_asked()
        player = self.seats[seat]
        chooser = self.players[player]
        legal = self.game.deal.legal(seat)
        is_forced = not legal & legal - 1
        if is_forced and (self.plays_forced or chooser is not None):
            self.game.apply(seat, legal.bit_length() - 1)
        elif chooser is None:
            self.asked = player
        else:
            self.game.apply(seat, chooser.choose(self.game.deal.view(seat)))

    def record(self) -> bytes:
        """The record so far: complete if the match is over."""
        stream = BytesIO()
        writer = RecordWriter(stream, Header(self.book, self.names, self.game.match.settings))
        for event in self.events:
            writer.write(event)
        if self.over:
            writer.finish()
        return stream.getvalue()


class Episodes:
    """Makes the episodes of an environment, one after the other."""

    def __init__(self, book: RuleBook, deals: int, tiles: int | None, players: Sequence[SeatedPlayer], plays_forced: bool) -> None:
        self.book = book
        self.settings = settings_for(book, deals, tiles)
        self.players = check_players(players, book)
        self.names = names_of(self.players)
        self.plays_forced = plays_forced

    def begin(self, random: np.random.Generator) -> Episode:
        """The next episode; the walls and the seeds of players follow from the random numbers."""
        seed = int(random.integers(1 << 63))
        seated = [find_player(player, self.book, seed + i) if isinstance(player, str) else player for i, player in enumerate(self.players)]
        return Episode(self.book, self.settings, seated, self.names, seed, self.plays_forced)
