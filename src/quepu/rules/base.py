"""What a rule book is made of: fans, each in one place, and how they add up.

A rule book is predicates (code) plus one table (values, categories, exclusions, minimum). An edition is derived from its neighbour by
the differences alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from quepu.errors import RuleBookError
from quepu.kernel.counting import ProductScorer, SheetScorer
from quepu.kernel.fact_bits import needs
from quepu.kernel.facts import Facts
from quepu.kernel.pools import DistancePool, ScorerPool
from quepu.kernel.scorer import FanTable, Scorer
from quepu.kernel.shapes import RIVALS, TAKES_ALL, TAKES_ONE

Predicate = Callable[[Facts], int]

# What of a hand a fan speaks of, for marking the tiles in an explanation.
SETS = "sets"
"""Some sets and pairs: the fewest that make the fan hold."""
TILES = "tiles"
"""Some kinds of tiles, wherever they lie: those without which the fan would not hold."""
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
    """Of its fans only one counts."""


@dataclass(frozen=True, slots=True)
class Grade:
    """One cell of a printed row with several values: it holds where the predicate says ``number``."""

    number: int
    id: str
    """What follows the predicate's name in the fan's id."""
    zh: str
    en: str
    fan: int = 0
    percent: int = 0
    excludes: tuple[str, ...] = ()
    """Beside what the whole row excludes."""
    yes: tuple[str, ...] = ()


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
    fu: int = 0
    excludes: tuple[str, ...] = ()
    """不计: fans that follow from this one and are not counted beside it."""
    excludes_one: tuple[str, ...] = ()
    """Fans of which one follows and is not counted; named twice, two."""
    against: tuple[str, ...] = ()
    """互斥: fans of which only one or the other is counted, whichever is worth more."""
    grade: int = 0
    """What the predicate must say for the fan to hold; 0: it holds as often as the predicate says."""
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
    """Made of so many sets, and asked about each choice of them; 0: asked about the whole hand."""
    of_pungs: bool = False
    """The sets it takes are pungs, not chows."""
    outside: bool = False
    """Its points stand outside the book's minimum."""
    sees: tuple[str, ...] = ()
    """What it looks at beside the tiles, self-draw and the seat wind: circumstances of the win by their names, ``round`` in pungs of winds
    alone; or ``wait``, how the winning tile was waited for."""
    needs: int = 0
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()

    @property
    def row_name(self) -> str:
        """The name, told apart where one name has two rows: 番牌中（刻）."""
        return self.name + self.label[self.label.index("（") :] if self.label else self.name


def _graded(row: Fan, grade: Grade) -> Fan:
    """The fan of one cell of a row."""
    return replace(
        row,
        id=f"{row.id}_{grade.id}",
        name=f"{row.name}（{grade.zh}）",
        en=f"{row.en} ({grade.en})",
        fan=grade.fan,
        percent=grade.percent,
        grade=grade.number,
        excludes=row.excludes + grade.excludes,
        yes=grade.yes or row.yes,
    )


@dataclass(frozen=True)
class RuleBook:
    """The fans of a rule book in the order of its text, and how they are counted."""

    id: str
    name: str
    en: str
    source: str
    """Which text it follows."""
    shapes: tuple[int, ...]
    minimum: int
    flower_points: int
    """For each flower, in the books that have no fan for them."""
    scoring: type[Scorer] = ProductScorer
    four_as_two_pairs: bool = False
    nothing: str = ""
    """The fan that counts where no other does."""
    fifth_tile_waits: bool = True
    """A wait for a tile of which the hand has all four is a wait, though it cannot be won on."""
    variants: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """Options of the book: the changes that each makes, by name; ``lingque28+appendix`` is a book with its option."""
    overlay: dict[str, Any] | None = None
    """The overlay that made this book of another."""
    particular: tuple[int, ...] = ()
    """Kinds of which a fan asks whether the whole hand lies in them, as 绿一色 does. Otherwise no fan tells one suit from another, nor one
    dragon: what holds for a hand holds for its images."""
    honours_in_order: bool = False
    """In seven pairs winds and dragons have an order, and no two of them are alike."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """Where the text has what, by name: the heading over a category if it has another name there, and the place of a single fan."""
    lost: frozenset[str] = frozenset()
    """The fans whose page is missing from the copies of the text, by name."""
    fans: dict[str, Fan] = field(default_factory=dict)

    def fan(
        self,
        predicate: Predicate,
        name: str,
        en: str,
        *,
        zh: str,
        category: Category,
        fan: int = 0,
        fu: int = 0,
        percent: int = 0,
        grades: tuple[Grade, ...] = (),
        excludes: tuple[str, ...] = (),
        excludes_one: tuple[str, ...] = (),
        against: tuple[str, ...] = (),
        merged: bool = False,
        adds: bool = False,
        label: str = "",
        scope: str = SETS,
        takes: int = 0,
        of_pungs: bool = False,
        outside: bool = False,
        sees: tuple[str, ...] = (),
        yes: tuple[str, ...] = (),
        no: tuple[str, ...] = (),
        **necessary: Any,
    ) -> None:
        """Enter a fan, or one for each of its grades. ``necessary`` are its necessary facts (see ``quepu.kernel.fact_bits.needs``), by
        which it is skipped; circumstances among them need not be named in ``sees``."""
        row = Fan(
            id=predicate.__name__,
            name=name,
            en=en,
            text=" ".join((predicate.__doc__ or "").split()),
            zh=zh,
            predicate=predicate,
            category=category,
            fan=fan,
            fu=fu,
            percent=percent,
            excludes=excludes,
            excludes_one=excludes_one,
            against=against,
            merged=merged,
            adds=adds,
            label=label,
            scope=scope,
            takes=takes,
            of_pungs=of_pungs,
            outside=outside,
            sees=(*sees, *(name for name in ("last_tile", "kong", "first_turn") if necessary.get(name))),
            needs=needs(**necessary),
            yes=yes,
            no=no,
        )
        for entry in [_graded(row, grade) for grade in grades] or [row]:
            if entry.id in self.fans:
                raise RuleBookError("wrong_rule_book", rules=self.id, reason=f"two fans are called {entry.id}")
            self.fans[entry.id] = entry

    def derive(
        self,
        id: str,
        name: str,
        en: str,
        source: str,
        changes: Mapping[str, Mapping[str, Any]],
        without: Iterable[str] = (),
        **other: Any,
    ) -> RuleBook:
        """A book that differs from this one in these fields of these fans."""
        gone = set(without)
        for fan in (*changes, *gone):
            if fan not in self.fans:
                raise RuleBookError("unknown_fan", rules=self.id, text=fan)
        fans = {}
        for row in self.rows:
            if row.id not in gone:
                changed: dict[str, Any] = {"excludes": row.excludes, "excludes_one": row.excludes_one, "against": row.against}
                changed |= changes.get(row.id, {})
                for others in ("excludes", "excludes_one", "against"):
                    changed[others] = tuple(fan for fan in changed[others] if fan not in gone)
                fans[row.id] = replace(row, **changed)
        variants = {option: changed for option, changed in self.variants.items() if not gone.intersection(changed)}
        return replace(self, **{"variants": variants, **other}, id=id, name=name, en=en, source=source, fans=fans)

    def variant(self, name: str) -> RuleBook:
        """This book with one of its options."""
        if name not in self.variants:
            known = ", ".join(f"{self.id}+{option}" for option in self.variants) or self.id
            raise RuleBookError("unknown_rules", text=f"{self.id}+{name}", known=known)
        names = f"{self.id}+{name}", f"{self.name}，{name}", f"{self.en}, {name}"
        return self.derive(*names, self.source, self.variants[name], variants={})

    @property
    def has_fu(self) -> bool:
        """副 × 翻; else the fans' values are points and add up."""
        return issubclass(self.scoring, ProductScorer)

    @property
    def has_percent(self) -> bool:
        """Some fans are percentages on the sum."""
        return issubclass(self.scoring, SheetScorer)

    @cached_property
    def rows(self) -> tuple[Fan, ...]:
        """The fans by number."""
        return tuple(self.fans.values())

    def __getstate__(self) -> dict[str, Any]:
        """All but what is worked out from the rest: the kernel's table cannot be pickled, and need not be."""
        return {name: value for name, value in self.__dict__.items() if name in self.__dataclass_fields__}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each fan, by id."""
        return {fan: number for number, fan in enumerate(self.fans)}

    @cached_property
    def categories(self) -> tuple[Category, ...]:
        return tuple(dict.fromkeys(row.category for row in self.rows))

    @cached_property
    def sees(self) -> frozenset[str]:
        """What some fan looks at beside the tiles, self-draw and the seat wind; nothing else matters."""
        return frozenset(name for row in self.rows for name in row.sees)

    def section(self, row: Fan) -> str:
        """Where the fan stands in the text, in the text's own words and numbers."""
        heading = self.sections.get(row.category.name, row.category.name)
        return self.sections.get(row.name, heading) + ("（页缺）" if row.name in self.lost else "")

    @property
    def shape_bits(self) -> int:
        """The shapes, a bit each."""
        return sum(1 << shape for shape in self.shapes)

    def excluded_by(self, row: Fan) -> tuple[str, ...]:
        """The ids of the fans that 不计 takes away beside this one."""
        if EVERY_OTHER not in row.excludes:
            return row.excludes
        spared = row.excludes[row.excludes.index(EVERY_OTHER) + 1 :]
        return tuple(other.id for other in self.rows if other is not row and other.category.name not in spared)

    @cached_property
    def _relations(self) -> dict[tuple[int, int], int]:
        """How every two fans stand that have to do with each other, by number, as the kernel wants to know it."""
        number = self.numbers
        found = {(number[a], number[b]): TAKES_ALL if follows else RIVALS for (a, b), follows in self.exclusions.items()}
        for row in self.rows:
            for other in row.excludes_one:
                found[number[row.id], number[other]] = TAKES_ONE - 1 + row.excludes_one.count(other)
        return found

    @cached_property
    def exclusions(self) -> dict[tuple[str, str], bool]:
        """Every ordered pair (a, b) such that b is refused beside a: True by 不计, False by 互斥 (then both orders stand here)."""
        pairs: dict[tuple[str, str], bool] = {}
        for row in self.rows:
            alike = (
                [other.id for other in self.rows if other.category == row.category and other is not row] if row.category.only_one else ()
            )
            for fan in (*row.against, *alike):
                pairs[row.id, fan] = pairs[fan, row.id] = False
        for row in self.rows:
            for other in (*self.excluded_by(row), *row.excludes_one):
                pairs[row.id, other] = True
        return pairs

    @cached_property
    def table(self) -> FanTable:
        """The numbers, as the kernel wants them."""
        rows = self.rows
        order = sorted(range(len(rows)), key=lambda i: -max(1, rows[i].fu) * rows[i].fan)
        number = self.numbers
        return FanTable(
            [row.predicate for row in rows],
            [row.needs for row in rows],
            [row.fu for row in rows],
            [0 if row.outside else row.fan for row in rows],
            [1 + self.categories.index(row.category) for row in rows],
            [(2 if row.adds else 1) if row.merged else 0 for row in rows],
            [(a, b, how) for (a, b), how in self._relations.items()],
            order,
            self.shape_bits,
            self.four_as_two_pairs,
            self.minimum,
            self.flower_points,
            [row.takes for row in rows],
            [row.of_pungs for row in rows],
            number[self.nothing] if self.nothing else -1,
            [row.grade for row in rows],
            [row.percent for row in rows],
            [row.fan if row.outside else 0 for row in rows],
            self.fifth_tile_waits,
        )

    def find(self, name: str) -> tuple[Fan, ...]:
        """The fans that bear this id or name, in Chinese or English; 番牌中 are two."""
        wanted = name.replace(" ", "").casefold()
        found = tuple(
            row for row in self.rows
            if wanted and wanted in (row.id, row.name, row.row_name, row.label, row.label.partition("（")[0],
                                     row.name.partition("（")[0], row.predicate.__name__,
                                     row.en.replace(" ", "").casefold(), row.id.replace("_", ""))
        )  # fmt: skip
        if not found:
            raise RuleBookError("unknown_fan", rules=self.id, text=name)
        return found

    def value_dict(self, row: Fan) -> dict[str, int]:
        """A fan's value, for JSON: 副 and 翻, or points."""
        if row.percent:
            return {"percent": row.percent}
        return {"fu": row.fu, "fan": row.fan} if self.has_fu else {"points": row.fan}

    def fan_dict(self, row: Fan) -> dict[str, object]:
        """All about a fan, for JSON."""
        return {
            "id": row.id,
            "name": row.name,
            "row_name": row.row_name,
            "en": row.en,
            "category": row.category.name,
            "section": self.section(row),
            **self.value_dict(row),
            "text": {"zh": row.zh, "en": row.text},
            "excludes": list(self.excluded_by(row)),
            "against": [b for (a, b), follows in self.exclusions.items() if a == row.id and not follows],
            "yes": list(row.yes),
            "no": list(row.no),
        }

    def scorer(self) -> Scorer:
        """A new scorer; give each thread its own."""
        return self.scoring(self.table)

    @cached_property
    def scorers(self) -> ScorerPool:
        """Scorers for single hands; threads may share the pool."""
        return ScorerPool(self.scoring, self.table)

    @cached_property
    def distances(self) -> DistancePool:
        """How far single hands are from a win; threads may share it."""
        return DistancePool(self.shape_bits, self.four_as_two_pairs)
