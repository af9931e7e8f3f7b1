"""Bots: one small interface, one file each.

A player sees only a ``View``; it is called only when it has more than one legal action.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from quepu.engine.game import Player
from quepu.errors import QuepuError
from quepu.players.first import First
from quepu.players.kernel_player import KernelPlayer
from quepu.players.random import RandomPlayer
from quepu.rules.base import RuleBook
from quepu.texts import PLAYERS_IN_WORDS, fill

Maker = Callable[[RuleBook, int], Player]

PLAYERS: dict[str, Maker] = {
    "random": lambda book, seed: RandomPlayer(seed),
    "first": lambda book, seed: First(),
    "swift": lambda book, seed: KernelPlayer(book, "swift"),
    "efficient": lambda book, seed: KernelPlayer(book, "efficient"),
    "careful": lambda book, seed: KernelPlayer(book, "careful"),
}
"""Name → function that makes a player for a rule book, from a seed."""

_RECORDED = re.compile(rf"({'|'.join(PLAYERS)})( \d)?")


def in_words(name: str, lang: str) -> str:
    """A name as people read it: the name of a bot, with its number if it has one, in words; other names as they are.

    >>> in_words("efficient 2", "zh"), in_words("Ann", "zh")
    ('快攻机器人 2', 'Ann')
    """
    found = _RECORDED.fullmatch(name)
    return fill(PLAYERS_IN_WORDS[found[1]], lang) + (found[2] or "") if found else name


def player(name: str, book: RuleBook, seed: int = 0) -> Player:
    """The player of this name."""
    if name not in PLAYERS:
        raise QuepuError("unknown_player", text=name, known=", ".join(PLAYERS))
    return PLAYERS[name](book, seed)
