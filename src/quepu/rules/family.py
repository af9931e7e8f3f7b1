"""Scoring families: how the fans of a rule book become points.

A family is one object: the scorer that does the arithmetic, the explanation of its trace, the keys of its numbers in JSON, its words in
both languages, and the settlement. Nothing else in the package knows which families there are. To add one, write a scorer in
``quepu.kernel.counting`` and a class here, and name it in a rule book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from quepu.kernel.counting import CombinationScorer, ProductScorer, SheetScorer
from quepu.kernel.scorer import Scorer
from quepu.rules.fan import Category, Fan, category_name, fan_name
from quepu.rules.settlement import Settlement
from quepu.texts import Text, fill, say

Links = Sequence[tuple[Fan, frozenset[int]]]
"""Fans that are made of certain sets of a reading, by the sets' places."""
Counted = Sequence[tuple[Fan, int]]
"""The fans that count, each with how often."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trace:
    """The numbers with which the scorer came to the points of a reading, for the explanation."""

    points: int
    """Without flowers."""
    sum: int
    """The sum of the fans' values."""
    rate: int
    """What the sum is multiplied by, or the percent added to it; 0 where there is no such thing."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What else the family's scorer used; see ``Scorer.trace``."""


@dataclass(frozen=True)
class Family:
    """The points of the fans add up. Other families differ from this one."""

    scorer: ClassVar[type[Scorer]] = Scorer
    settlement: ClassVar[Settlement] = Settlement()
    about: ClassVar[Text] = ("各番种的分数相加。", "The points of the fans add up.")
    """How points are counted, in a sentence."""
    page: ClassVar[str] = ""
    """The documentation that says more."""
    has_fu: ClassVar[bool] = False
    """Fans have 副 and 翻, not points."""
    words: ClassVar[Mapping[str, Text]] = {
        "sum": ("{sum} = {points} 分", "{sum} = {points} point{points:s}"),
        "one_term": ("{points} 分", "{points} point{points:s}"),
        "used": (
            "{fan}：有一组牌已用于{by}，同一表中每组牌只用一次",
            "{fan}: one of its sets already serves in {by}, and serves only once in a table",
        ),
    }

    def say(self, lang: str, key: str, /, **details: object) -> str:
        return fill(self.words[key], lang, **details)

    # A fan's value.

    def value_fields(self, fan: Fan) -> dict[str, str]:
        """The numbers of a fan's value: their keys in JSON and in overlays, and the fields of ``Fan`` that hold them."""
        return {"points": "fan"}

    def value_dict(self, fan: Fan) -> dict[str, int]:
        """A fan's value, for JSON."""
        return {key: getattr(fan, name) for key, name in self.value_fields(fan).items()}

    def value_text(self, fan: Fan, count: int, lang: str) -> str:
        """What a fan that counts ``count`` times is worth."""
        return say(lang, "points", points=fan.fan * count)

    def balanced_value(self, fan: Fan) -> tuple[str, int]:
        """The key of the number that makes a fan worth more or less, and what one of it is worth in points; no key if the fan has none."""
        return "points", 1

    # The numbers of a hand. The scorer gives ``sum`` and ``rate``.

    def fu_and_fan(self, sum: T, rate: T) -> tuple[T, T]:
        """Which of them is ``fu`` and which ``fan`` in ``Score`` and ``ScoreBatch``."""
        return rate, sum

    def sum_and_percent(self, base: int, sum: int, rate: int) -> tuple[int, int]:
        """The points before flowers and percentages, and the percentages."""
        return base, 0

    def score_dict(self, sum: int, rate: int) -> dict[str, int]:
        """The family's own numbers of a hand, for JSON."""
        return {}

    def reading_dict(self, sum: int, rate: int) -> dict[str, int]:
        """The family's own numbers of a reading, for JSON."""
        return {}

    def reading_text(self, trace: Trace, lang: str) -> str:
        """What a reading is worth."""
        return say(lang, "points", points=trace.points)

    def sum_text(self, sum: int, rate: int, base: int, points: int) -> str:
        """The points in a cell of a table, with what was multiplied."""
        return str(points)

    # The explanation, a line for each step.

    def bar(self, refused: Links, counted: Links) -> tuple[str, Fan]:
        """Why a fan made of sets does not count with the counted ones: the key of a sentence, and the fan that it names. Here a set serves
        only once in fans of a category."""
        shared = [(by.category == fan.category, by) for fan, groups in refused for by, others in counted if groups & others]
        return "used", max(shared, key=lambda one: one[0])[1]

    def steps(self, counted: Counted, trace: Trace, lang: str) -> list[str]:
        """From the fans' values to the points that the minimum requires."""
        added = _added([(fan.fan, count) for fan, count in counted])
        return [self.say(lang, "one_term" if added == str(trace.sum) else "sum", sum=added, points=trace.sum)]

    def last_steps(self, counted: Counted, reached: int, trace: Trace, points: int, lang: str) -> list[str]:
        """From the points with flowers, ``reached``, to the final points."""
        return []


@dataclass(frozen=True)
class Combinations(Family):
    """A sum, with fans made of several sets that are chosen by the five principles: 国标."""

    scorer = CombinationScorer
    # everybody pays a base of 8; the discarder, or by self-draw everybody, pays the points too
    settlement = Settlement(base=8, others=0)
    about = (
        "各番种的分数相加，由多组牌构成的番种按五项计番原则取舍。",
        "The points of the fans add up. Fans of two or more sets are chosen by the five principles.",
    )
    page = "guobiao.md"
    words: ClassVar[Mapping[str, Text]] = {
        **Family.words,
        "of_sets": (
            "由 {count} 组牌构成：两组牌已组成另一个番种时不计，其余见五项计番原则",
            "made of {count} sets: not counted where two of them already form another fan, nor against the other principles",
        ),
        "split": (
            "{fan}：其中两组牌已组成{by}，不再拆开重新组合",
            "{fan}: two of its sets already form {by}, and are not taken apart to form another fan",
        ),
        "same": (
            "{fan}：其中一组牌已用于另一个{by}，同一番种不再重复用它",
            "{fan}: one of its sets already forms another {by}, and does not form the same fan again",
        ),
        "cycle": (
            "{fan}：各组牌已由{by}等番种组合在一起，每组牌只能再套算一次",
            "{fan}: {by} and other fans already combine its sets, and each set is combined with the others only once",
        ),
    }

    def bar(self, refused: Links, counted: Links) -> tuple[str, Fan]:
        shared = [(len(groups & others), fan, by) for fan, groups in refused for by, others in counted if groups & others]
        for size, fan, by in shared:
            if size > 1 and by is not fan:
                return "split", by
        for _, fan, by in shared:
            if by is fan:
                return "same", by
        return "cycle", shared[0][2]


@dataclass(frozen=True)
class Percentages(Family):
    """A sum, then percentages on it: Woods Hole."""

    scorer = SheetScorer
    # each of the others pays the points, the discarder no more than the rest; the dealer pays and receives double
    settlement = Settlement(dealer=2)
    about = ("各番种的分数相加，再按百分比加成。", "The points of the fans add up, then come the percentages.")
    page = "woodshole.md"
    words: ClassVar[Mapping[str, Text]] = {
        **Family.words,
        "percent": ("+{percent}%", "+{percent}%"),
        "of_sets": ("由 {count} 组牌构成：同一表中每组牌只用一次", "made of {count} sets, each of which serves only once in a table"),
        "raised": ("加成：{sum} ×（100 + {percents}）% = {exact} 分", "percentages: {sum} × (100 + {percents})% = {exact} point{points:s}"),
    }

    def value_fields(self, fan: Fan) -> dict[str, str]:
        return {"percent": "percent"} if fan.percent else {"points": "fan"}

    def balanced_value(self, fan: Fan) -> tuple[str, int]:
        return ("", 0) if fan.percent else ("points", 1)

    def value_text(self, fan: Fan, count: int, lang: str) -> str:
        return self.say(lang, "percent", percent=fan.percent) if fan.percent else super().value_text(fan, count, lang)

    def sum_and_percent(self, base: int, sum: int, rate: int) -> tuple[int, int]:
        return sum, rate

    def score_dict(self, sum: int, rate: int) -> dict[str, int]:
        return {"sum": sum, "percent": rate}

    def last_steps(self, counted: Counted, reached: int, trace: Trace, points: int, lang: str) -> list[str]:
        if not trace.rate:
            return []
        percents = " + ".join(str(fan.percent) for fan, _ in counted if fan.percent)
        raised = reached * (100 + trace.rate)
        exact = str(raised // 100) if raised % 100 == 0 else f"{raised / 100:.2f} → {points}"
        return [self.say(lang, "raised", sum=reached, percents=percents, exact=exact, points=points)]


@dataclass(frozen=True)
class FuTimesFan(Family):
    """副 × 翻: 灵雀. The sum is 副, the rate 翻."""

    scorer = ProductScorer
    # by self-draw each pays one and a half times the points; by discard the discarder pays twice the points, the others once. A player who
    # gave the winner four tiles pays half of what the others owe, with five tiles all of it (包牌)
    settlement = Settlement(self_drawn=3, discarder=4, others=2, half_liable=4, liable=5)
    about = (
        "分数 = 副 × 翻：副数相加；翻数取最大的单番，复合跳翻、门清跳翻各再加 1。",
        "The points are 副 × 翻. The 副 add up; 翻 is that of the greatest single fan, one more for a combination (复合跳翻), "
        "and one more for a concealed hand (门清跳翻).",
    )
    page = "architecture.md#副--翻"
    has_fu = True
    words: ClassVar[Mapping[str, Text]] = {
        "value": ("{fu} 副 {fan} 翻", "{fu} fu, {fan} fan"),
        "worth": ("{value} {points}", "{value}, {points}"),
        "fu_sum": ("副数 {sum} = {fu}", "fu {sum} = {fu}"),
        "fu_one_term": ("副数 {fu}", "fu {fu}"),
        "merged": ("番牌合并为一个番种，刻子数即翻数：{fan} 翻", "the value tiles are one fan of as many fan as pungs: {fan}"),
        "merged_name": ("番牌", "番牌 (dragons and seat wind)"),
        "most": ("最大单番：{name} {fan} 翻", "the greatest single fan: {name}, {fan} fan"),
        "jump": (
            "复合跳翻：不同类的{name}（{category}）{fan} 翻，{fan}² = {square} > 2×最大 = {twice}，加 1 翻，得 {total} 翻",
            "combination: {name}, of another category ({category}), {fan} fan; "
            "{fan}² = {square} > twice the greatest = {twice}: one more, {total}",
        ),
        "concealed": ("门清跳翻：没有吃、碰、明杠，加 1 翻，得 {total} 翻", "concealed: nothing was claimed, one more, {total}"),
        "product": ("{fu} 副 × {fan} 翻 = {points} 分", "{fu} fu × {fan} fan = {points} point{points:s}"),
    }

    def value_fields(self, fan: Fan) -> dict[str, str]:
        return {"fu": "fu", "fan": "fan"}

    def balanced_value(self, fan: Fan) -> tuple[str, int]:
        return "fu", fan.fan

    def value_text(self, fan: Fan, count: int, lang: str) -> str:
        return self.say(lang, "value", fu=fan.fu * count, fan=fan.fan)

    def fu_and_fan(self, sum: T, rate: T) -> tuple[T, T]:
        return sum, rate

    def score_dict(self, sum: int, rate: int) -> dict[str, int]:
        return {"fu": sum, "fan": rate}

    def reading_dict(self, sum: int, rate: int) -> dict[str, int]:
        return self.score_dict(sum, rate)

    def reading_text(self, trace: Trace, lang: str) -> str:
        value = self.say(lang, "value", fu=trace.sum, fan=trace.rate)
        return self.say(lang, "worth", value=value, points=super().reading_text(trace, lang))

    def sum_text(self, sum: int, rate: int, base: int, points: int) -> str:
        return f"{sum} × {rate} = {base}"

    def steps(self, counted: Counted, trace: Trace, lang: str) -> list[str]:
        added = _added([(fan.fu, count) for fan, count in counted])
        return [
            self.say(lang, "fu_one_term" if added == str(trace.sum) else "fu_sum", sum=added, fu=trace.sum),
            *self._fan_steps(counted, trace, lang),
            self.say(lang, "product", fu=trace.sum, fan=trace.rate, points=trace.points),
        ]

    def _fan_steps(self, counted: Counted, trace: Trace, lang: str) -> list[str]:
        """翻: the maximum of a single fan, one more for a combination across categories, one more for a concealed hand."""
        lines = []
        merged = [fan for fan, _ in counted if fan.merged]
        values = [(fan_name(fan, lang), fan.category, fan.fan) for fan, _ in counted if not fan.merged]
        if merged:
            values.append((self.say(lang, "merged_name"), merged[0].category, trace.numbers["merged"]))
            if sum(fan.adds for fan in merged) > 1:
                lines.append(self.say(lang, "merged", fan=trace.numbers["merged"]))
        most, second = trace.numbers["most"], trace.numbers["second"]
        name, category = _first(values, most)
        lines.append(self.say(lang, "most", name=name, fan=most))
        if trace.numbers["jumps"]:
            name, other = _first([value for value in values if value[1] != category], second)
            lines.append(
                self.say(
                    lang, "jump", name=name, category=category_name(other, lang), fan=second,
                    square=second**2, twice=2 * most, total=most + 1,
                )
            )  # fmt: skip
        if trace.numbers["concealed"]:
            lines.append(self.say(lang, "concealed", total=trace.rate))
        return lines


def _added(values: list[tuple[int, int]]) -> str:
    """Values with how often they count, as a sum: ``4 + 2×2``."""
    return " + ".join(f"{value}×{count}" if count > 1 else str(value) for value, count in values)


def _first(values: list[tuple[str, Category, int]], fan: int) -> tuple[str, Category]:
    """The first fan with this number of 翻."""
    return next((name, category) for name, category, value in values if value == fan)
