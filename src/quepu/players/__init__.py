"""Bots: one small interface, one file each.

A player sees only a ``View``; it is called only when it has more than one legal action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import count

from quepu.engine.game import Player
from quepu.errors import QuepuError
from quepu.players.first import First
from quepu.players.kernel_player import KernelPlayer
from quepu.players.master import SAMPLES, Master, read_options
from quepu.players.random import RandomPlayer
from quepu.rules.base import RuleBook
from quepu.texts import LEVELS_IN_WORDS, PLAYERS_IN_WORDS, fill

Maker = Callable[[RuleBook, int], Player]

STRONG = "careful"
"""The player behind the level ``strong``: the strongest that answers fast enough at a table."""

PLAYERS: dict[str, Maker] = {
    "beginner": lambda book, seed: KernelPlayer(book, "beginner"),
    "easy": lambda book, seed: KernelPlayer(book, "easy"),
    "normal": lambda book, seed: KernelPlayer(book, "normal"),
    "strong": lambda book, seed: PLAYERS[STRONG](book, seed),
    "random": lambda book, seed: RandomPlayer(seed),
    "first": lambda book, seed: First(),
    "swift": lambda book, seed: KernelPlayer(book, "swift"),
    "efficient": lambda book, seed: KernelPlayer(book, "efficient"),
    "careful": lambda book, seed: KernelPlayer(book, "careful"),
    "master": lambda book, seed: Master(book, seed, samples=SAMPLES),
}
"""Name → function that makes a player for a rule book, from a seed."""

LEVELS = tuple(LEVELS_IN_WORDS)
"""The players that people choose from, the weakest first. The other names are for programs, records and the curious."""

DEFAULT_LEVEL = "normal"
"""The level of those who choose none: neither the weakest nor the strongest."""

_RECORDED = re.compile(rf"({'|'.join(PLAYERS)})( \d)?")


def in_words(name: str, lang: str) -> str:
    """A name as people read it: the name of a bot, with its number if it has one, in words; other names as they are.

    >>> in_words("efficient 2", "zh"), in_words("Ann", "zh")
    ('快攻机器人 2', 'Ann')
    """
    found = _RECORDED.fullmatch(name)
    return fill(PLAYERS_IN_WORDS[found[1]], lang) + (found[2] or "") if found else name


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names, with numbers added to equal ones.

    >>> distinct_names(["random", "first", "random"])
    ['random 1', 'first', 'random 2']
    """
    return [name if names.count(name) == 1 else f"{name} {names[: i + 1].count(name)}" for i, name in enumerate(names)]


def bots_for(names: Sequence[str], bot: str) -> list[str]:
    """The names of four bots that go on for the players of a record: bots keep theirs, and people are replaced by bots of this name.

    >>> bots_for(["Ann", "beginner 2", "Bob", "normal 1"], "normal")
    ['normal 2', 'beginner 2', 'normal 3', 'normal 1']
    """
    kept = iter(distinct_names([name for name in names if _RECORDED.fullmatch(name)]))
    found = [next(kept) if _RECORDED.fullmatch(name) else "" for name in names]
    free = (name for number in count(1) if (name := f"{bot} {number}") not in found)
    return [name or next(free) for name in found]


def player(name: str, book: RuleBook, seed: int = 0) -> Player:
    """The player of this name. ``master`` can have options after a colon, as ``master:samples=32,candidates=3``."""
    base, colon, options = name.partition(":")
    if base == "master" and colon:
        return Master(book, seed, **read_options(options))
    if name not in PLAYERS:
        raise QuepuError("unknown_player", text=name, known=", ".join(PLAYERS))
    return PLAYERS[name](book, seed)


def player_at_table(name: str, book: RuleBook, seed: int = 0) -> Player:
    """The player of this name for a table with people: ``master`` without options thinks for a limited time. It is then not repeatable; all
    other players are those of ``player``."""
    return Master(book, seed) if (STRONG if name == "strong" else name) == "master" else player(name, book, seed)
