"""A rule book: its fans, its scoring family, and its rules of play.

A book is predicates (code) plus one table (values, categories, exclusions, minimum). An edition is derived from its parent by the
differences alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quepu.errors import RuleBookError
from quepu.kernel.estimates import Estimates, estimates
from quepu.kernel.fact_bits import LAST_TILE, SELF_DRAWN, needs
from quepu.kernel.fan_row import FanRow
from quepu.kernel.fan_table import FanTable
from quepu.kernel.pools import ChooserPool, DistancePool, ScorerPool
from quepu.kernel.scorer import Scorer
from quepu.kernel.shapes import RIVALS, TAKES_ALL, TAKES_ONE
from quepu.kernel.style import STYLES, Style
from quepu.rules.family import Family
from quepu.rules.fan import EVERY_OTHER, HAND, NOTHING, SETS, TILES, WINNING, Category, Fan, Grade, Omission, Predicate
from quepu.rules.play import PlayRules
from quepu.texts import Text, fill

if TYPE_CHECKING:
    from quepu.kernel.rollouts import Rollouts

__all__ = ["EVERY_OTHER", "HAND", "NOTHING", "SETS", "TILES", "WINNING", "Category", "Fan", "Grade", "Omission", "Predicate", "RuleBook"]


@dataclass(frozen=True, slots=True)
class Variant:
    """An option of a book: what it is called, and the changes of fans that it makes."""

    name: str
    en: str
    changes: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class RuleBook:
    """The fans of a rule book in the order of its text, and how they are counted."""

    id: str
    name: str
    en: str
    source: str
    """The rule text that it follows."""
    shapes: tuple[int, ...]
    minimum: int
    flower_points: int
    """The points of each flower, in the books that have no fan for flowers."""
    family: Family
    """How the fans become points, and points become payments."""
    play: PlayRules | None = None
    """How the book is played; None: it only scores."""
    four_as_two_pairs: bool = False
    nothing: str = ""
    """The fan that counts where no other does."""
    fifth_tile_waits: bool = True
    """A wait for a tile of which the hand has all four is a wait, though it cannot win."""
    variants: Mapping[str, Variant] = field(default_factory=dict)
    """Options of the book by name; ``lingque28+appendix`` is a book with its option."""
    parent: str = ""
    """The id of the book that this one is derived from."""
    overlay: dict[str, Any] | None = None
    """The overlay that made this book."""
    particular: tuple[int, ...] = ()
    """Masks of kinds: some fan holds only if the whole hand is in one of them, as 绿一色. Apart from these no fan distinguishes the suits,
    or the dragons: what holds for a hand holds for its images."""
    honours_in_order: bool = False
    """In seven pairs the winds and the dragons have an order, so no two of them are interchangeable."""
    source_en: str = ""
    """``source`` in English."""
    reduced_scores: bool = False
    """约化分数: a match ends with scores in which large differences count less; ``quepu.engine.match.reduced_scores`` computes them."""
    sections: Mapping[str, Text] = field(default_factory=dict)
    """Places in the text, by name: the heading of a category if the text has another name for it, and the place of a single fan."""
    lost: frozenset[str] = frozenset()
    """The fans whose page is missing from the copies of the text, by name."""
    also: Text = ("", "")
    """What else it is called, for somebody who chooses a book."""
    count_note: Text = ("", "")
    """Why the number of fans is not the one that people expect."""
    about: tuple[str, str] = ("", "")
    """In a sentence, for somebody who chooses a book: Chinese, English."""
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
        omissions: tuple[Omission, ...] = (),
        yes: tuple[str, ...] = (),
        no: tuple[str, ...] = (),
        **necessary: Any,
    ) -> None:
        """Enter a fan, or one for each of its grades. ``necessary`` are facts without which it cannot hold (see
        ``quepu.kernel.fact_bits.needs``): hands without them skip it. Circumstances among them need not be named in ``sees``."""
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
            omissions=omissions,
            needs=needs(**necessary),
            yes=yes,
            no=no,
        )
        for entry in [row.graded(grade) for grade in grades] or [row]:
            if entry.id in self.fans:
                raise RuleBookError("wrong_rule_book", rules=self.id, reason=f"two fans are called {entry.id}")
            self.fans[entry.id] = entry

    def derive(
        self,
        id: str,
        name: str,
        en: str,
        source: str,
        fans: Iterable[str],
        changes: Mapping[str, Mapping[str, Any]],
        **other: Any,
    ) -> RuleBook:
        """A book with those fans of this one that are named by id or Chinese name, changed in these fields. As all are named, a fan that is
        later added to this book does not enter the derived one by itself."""
        named = dict.fromkeys(fans)
        names = {row.name for row in self.rows}
        for fan in (*named, *changes):
            if fan not in self.fans and (fan not in names or fan in changes):
                raise RuleBookError("unknown_fan", rules=self.id, text=fan)
        kept = {row.id for row in self.rows if row.id in named or row.name in named}
        derived = {}
        for row in self.rows:
            if row.id in kept:
                changed: dict[str, Any] = {"excludes": row.excludes, "excludes_one": row.excludes_one, "against": row.against}
                changed |= changes.get(row.id, {})
                for others in ("excludes", "excludes_one", "against"):
                    changed[others] = tuple(fan for fan in changed[others] if fan in kept or fan not in self.fans)
                derived[row.id] = replace(row, **changed)
        variants = {option: variant for option, variant in self.variants.items() if kept.issuperset(variant.changes)}
        return replace(self, **{"variants": variants, **other}, id=id, name=name, en=en, source=source, parent=self.id, fans=derived)

    def variant(self, name: str) -> RuleBook:
        """This book with one of its options."""
        if name not in self.variants:
            known = ", ".join(f"{self.id}+{option}" for option in self.variants) or self.id
            raise RuleBookError("unknown_rules", text=f"{self.id}+{name}", known=known)
        variant = self.variants[name]
        names = f"{self.id}+{name}", f"{self.name}，{variant.name}", f"{self.en}, {variant.en}"
        return self.derive(*names, self.source, self.fans, variant.changes, variants={})

    @property
    def base_id(self) -> str:
        """The id of the book, with its option, that an overlay changes; without an overlay the book's own."""
        return str(self.overlay["base"]) if self.overlay else self.id

    @cached_property
    def rows(self) -> tuple[Fan, ...]:
        """The fans by number."""
        return tuple(self.fans.values())

    def __getstate__(self) -> dict[str, Any]:
        """All but what is computed from the rest: the kernel's table cannot be pickled."""
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
        """What some fan depends on besides the tiles, self-draw and the seat wind."""
        return frozenset(name for row in self.rows for name in row.sees)

    @cached_property
    def words(self) -> dict[str, str]:
        """Words for the last tile that mean different things in different books, with the options that they stand for in this one."""
        found = {} if any(row.en == "Last Tile" for row in self.rows) else {"last tile": "last_tile"}
        for row in self.rows:
            if row.needs >> LAST_TILE & 1:
                found[row.name] = "self last_tile" if row.needs >> SELF_DRAWN & 1 else "last_tile"
        return found

    def same_fan(self, fan: Fan) -> Fan | None:
        """The same fan of another book in this one. The id decides: names differ between books, and 海底捞月 is the name of two fans."""
        return self.fans.get(fan.id)

    def section(self, row: Fan, lang: str = "zh") -> str:
        """The place of the fan in the rule text: in Chinese in its own words and numbers."""
        heading = self.sections.get(row.category.name, (row.category.name, row.category.en))
        lost = ("（页缺）", " (page missing)") if row.name in self.lost else ("", "")
        return fill(self.sections.get(row.name, heading), lang) + fill(lost, lang)

    @property
    def shape_bits(self) -> int:
        """The shapes, a bit each."""
        return sum(1 << shape for shape in self.shapes)

    def excluded_by(self, row: Fan) -> tuple[str, ...]:
        """The ids of the fans that are not counted together with this one (不计)."""
        if EVERY_OTHER not in row.excludes:
            return row.excludes
        spared = row.excludes[row.excludes.index(EVERY_OTHER) + 1 :]
        return tuple(other.id for other in self.rows if other is not row and other.category.name not in spared)

    @cached_property
    def _relations(self) -> dict[tuple[int, int], int]:
        """How two fans relate that are not counted together, by their numbers; the kernel's form of ``exclusions``."""
        number = self.numbers
        found = {(number[a], number[b]): TAKES_ALL if follows else RIVALS for (a, b), follows in self.exclusions.items()}
        for row in self.rows:
            for other in row.excludes_one:
                found[number[row.id], number[other]] = TAKES_ONE - 1 + row.excludes_one.count(other)
        return found

    @cached_property
    def exclusions(self) -> dict[tuple[str, str], bool]:
        """Every ordered pair (a, b) such that b is refused when a counts: True by 不计, False by 互斥 (then both orders are here)."""
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
        """The fans as numbers, for the kernel."""
        order = sorted(range(len(self.rows)), key=lambda i: -max(1, self.rows[i].fu) * self.rows[i].fan)
        return FanTable(
            [self._kernel_row(row) for row in self.rows],
            [(a, b, how) for (a, b), how in self._relations.items()],
            order,
            self.shape_bits,
            self.four_as_two_pairs,
            self.minimum,
            self.flower_points,
            self.numbers[self.nothing] if self.nothing else -1,
            self.fifth_tile_waits,
        )

    def _kernel_row(self, row: Fan) -> FanRow:
        return FanRow(
            predicate=row.predicate,
            needs=row.needs,
            fu=row.fu,
            fan=0 if row.outside else row.fan,
            percent=row.percent,
            outside=row.fan if row.outside else 0,
            category=1 + self.categories.index(row.category),
            merged=(2 if row.adds else 1) if row.merged else 0,
            grade=row.grade,
            sets=row.takes,
            of_pungs=row.of_pungs,
        )

    def find(self, name: str) -> tuple[Fan, ...]:
        """The fans with this id or name, in Chinese or English; 番牌中 is the name of two."""
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

    def fan_dict(self, row: Fan) -> dict[str, object]:
        """All about a fan, for JSON."""
        return {
            "id": row.id,
            "name": row.name,
            "row_name": row.row_name,
            "en": row.en,
            "category": row.category.name,
            "section": self.section(row),
            "section_en": self.section(row, "en"),
            **self.family.value_dict(row),
            "text": {"zh": row.zh, "en": row.text},
            "excludes": list(self.excluded_by(row)),
            "against": [b for (a, b), follows in self.exclusions.items() if a == row.id and not follows],
            "yes": list(row.yes),
            "no": list(row.no),
        }

    def scorer(self) -> Scorer:
        """A new scorer; give each thread its own."""
        return self.family.scorer(self.table)

    @cached_property
    def scorers(self) -> ScorerPool:
        """Scorers for single hands; threads may share the pool."""
        return ScorerPool(self.family.scorer, self.table)

    @cached_property
    def distances(self) -> DistancePool:
        """How far single hands are from a win; threads may share it."""
        return DistancePool(self.shape_bits, self.four_as_two_pairs)

    @property
    def estimates(self) -> Estimates:
        """What careful players estimate with; for an option or an overlay, the numbers of the book that it changes."""
        return estimates(self.base_id.partition("+")[0])

    @cached_property
    def choosers(self) -> ChooserPool:
        """The players of the kernel, in the order of ``STYLES``; threads may share it."""
        return ChooserPool(self.family.scorer, self.table, self.family.settlement.payments(), tuple(STYLES.values()), self.estimates)

    @cached_property
    def free_rollouts(self) -> dict[Style, list[Rollouts]]:
        """The roll-outs that nobody uses now, by the style of play; ``quepu.players.trials`` fills it."""
        return {}
