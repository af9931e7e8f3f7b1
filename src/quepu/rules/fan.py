"""A fan: one entry in the table of a rule book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from quepu.kernel.facts import Facts
from quepu.texts import Text

Predicate = Callable[[Facts], int]

# The part of a hand that a fan is about, for marking the tiles in an explanation.
SETS = "sets"
"""Some sets and pairs: the smallest number of them that makes the fan hold."""
TILES = "tiles"
"""Some kinds of tiles, in whatever sets: those without which the fan would not hold."""
HAND = "hand"
"""The whole hand."""
WINNING = "winning"
"""The winning tile."""
NOTHING = "nothing"
"""No tile of the hand: flowers."""

EVERY_OTHER = "every other"
"""In ``excludes``: all fans but those of the category named after it, as ``EVERY_OTHER, category``."""


@dataclass(frozen=True)
class Category:
    """A heading of the rule book."""

    name: str
    en: str
    only_one: bool = False
    """Only one of its fans counts."""


@dataclass(frozen=True, slots=True)
class Grade:
    """One cell of a printed row with several values: it holds where the predicate returns ``number``."""

    number: int
    id: str
    """The end of the fan's id, after the predicate's name."""
    zh: str
    en: str
    fan: int = 0
    percent: int = 0
    excludes: tuple[str, ...] = ()
    """In addition to what the whole row excludes."""
    yes: tuple[str, ...] = ()


class Part(Protocol):
    """A set or pair of a reading, as ``score.Group`` is."""

    @property
    def tiles(self) -> tuple[int, ...]: ...

    @property
    def concealed(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Omission:
    """A case that the predicate leaves out, because other fans are counted in its place. Only explanations use it."""

    by: tuple[str, ...]
    """One of these fans counts."""
    would_hold: Callable[[Sequence[Part]], int]
    """How often the parts of the hand alone would make the fan."""
    beside: tuple[str, ...] = ()
    """If there are any, one of these counts too."""
    reason: Text | None = None
    """Why, with ``{fan}``, ``{by}`` and ``{beside}``; None: it follows from ``by``."""


@dataclass(frozen=True, slots=True)
class Fan:
    """One fan: its row in the table, its predicate, what it excludes, and its examples. The id is the predicate's name; where a row has
    several values, each is a fan of its own."""

    id: str
    name: str
    en: str
    text: str
    """The rule in our own words."""
    zh: str
    """The same in Chinese."""
    predicate: Predicate
    category: Category
    fan: int
    """翻, or points."""
    fu: int = 0
    excludes: tuple[str, ...] = ()
    """不计: fans that follow from this one and are not counted together with it."""
    excludes_one: tuple[str, ...] = ()
    """Fans of which one follows and is not counted; named twice, two."""
    against: tuple[str, ...] = ()
    """互斥: fans of which only one or the other is counted, the one that gives more points."""
    grade: int = 0
    """The fan holds if the predicate returns this number; 0: it holds as often as the predicate returns."""
    percent: int = 0
    """Percent on the sum."""
    merged: bool = False
    """The 翻 of all merged fans are one fan's."""
    adds: bool = False
    """A merged fan that adds its 翻 to the others'."""
    label: str = ""
    """The row of a printed table that the fan shares with others, as 番牌（刻）."""
    scope: str = SETS
    takes: int = 0
    """The fan is made of this number of sets, and evaluated for each choice of them; 0: it is evaluated for the whole hand."""
    of_pungs: bool = False
    """These sets are pungs, not chows."""
    outside: bool = False
    """Its points do not count for the book's minimum."""
    sees: tuple[str, ...] = ()
    """What it depends on besides the tiles, self-draw and the seat wind: circumstances of the win by their names, ``round`` in pungs of
    winds alone; or ``wait``, how the winning tile was waited for."""
    omissions: tuple[Omission, ...] = ()
    needs: int = 0
    """The facts without which it cannot hold."""
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    @property
    def row_name(self) -> str:
        """The name, with an addition where one name has two rows: 番牌中（刻）."""
        return self.name + self.label[self.label.index("（") :] if self.label else self.name

    def graded(self, grade: Grade) -> Fan:
        """The fan of one cell of this row."""
        return replace(
            self,
            id=f"{self.id}_{grade.id}",
            name=f"{self.name}（{grade.zh}）",
            en=f"{self.en} ({grade.en})",
            fan=grade.fan,
            percent=grade.percent,
            grade=grade.number,
            excludes=self.excludes + grade.excludes,
            yes=grade.yes or self.yes,
        )


def fan_name(fan: Fan, lang: str) -> str:
    return fan.name if lang == "zh" else f"{fan.en} {fan.name}"


def category_name(category: Category, lang: str) -> str:
    return category.name if lang == "zh" else category.en
