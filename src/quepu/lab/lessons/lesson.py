"""What lessons consist of: chapters of steps, each a few sentences, something to look at, and something to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from quepu.kernel.actions import CHOW_HIGH, CHOW_LOW, CLAIM_KONG, CLAIM_PUNG, PASS, WIN
from quepu.lab.lessons.position import Position
from quepu.texts import Text

Word = Literal["discard", "chow", "pung", "kong", "win", "pass"]
_WORDS: dict[int, Word] = {CLAIM_PUNG: "pung", CLAIM_KONG: "kong", WIN: "win", PASS: "pass"}


@dataclass(frozen=True)
class Option:
    """One of the answers to choose from: words, a hand, or an action."""

    right: bool
    text: Text | None = None
    hand: str = ""
    action: int | None = None
    why: Text | None = None
    """Why it is wrong, where the hint is not enough."""


@dataclass(frozen=True)
class Task:
    """Something to do. ``pick``: tiles from a row; ``choose``: one of the options; ``act``: a legal action at the table."""

    kind: Literal["pick", "choose", "act"]
    ask: Text
    right: Text
    """Shown after the right answer: why it is right."""
    hint: Text
    """Shown after a wrong answer."""
    tiles: str = ""
    """The tiles to pick from, in this order."""
    answers: tuple[str, ...] = ()
    """The tiles that are right, in the canonical order."""
    options: tuple[Option, ...] = ()


@dataclass(frozen=True)
class Step:
    id: str
    text: Text
    task: Task | None = None
    rows: tuple[str, ...] = ()
    """Tiles to look at."""
    position: Position | None = None
    score: str = ""
    """A hand whose score is explained, after the task is done."""


@dataclass(frozen=True)
class Chapter:
    id: str
    title: Text
    about: Text
    steps: tuple[Step, ...]


def word(action: int) -> Word:
    """What an action is."""
    return "chow" if CHOW_LOW <= action <= CHOW_HIGH else _WORDS.get(action, "discard")


PASSED: Text = ("也可以过，但这张牌你正用得上。", "You may pass, but this tile is just what you need.")


def act(
    position: Position,
    ask: Text,
    right: Text,
    hint: Text,
    actions: tuple[int, ...] | None = None,
    why: Mapping[int, Text] | None = None,
) -> Task:
    """A task at the table. Right are these actions, or those that leave the hand nearest to a win; ``why`` others are wrong, where the hint
    does not say it."""
    wanted = position.nearest() if actions is None else actions
    reasons = {PASS: PASSED, **(why or {})}
    options = tuple(Option(action in wanted, action=action, why=reasons.get(action)) for action in position.legal())
    return Task("act", ask, right, hint, options=options)
