"""The mutation check: spoil one number or one exclusion of a rule book, and some golden score must notice.

A mutation that no golden notices is a line of the rule book that no test guards. The hands in ``GUARDS`` are for what the examples leave
unguarded; the few mutations that no hand at all can notice stand in ``UNNOTICEABLE``, with the reason.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

import pytest

from quepu import score
from quepu.kernel import shapes
from quepu.rules import book
from quepu.rules.base import Fan, RuleBook
from tests.goldens import GUOBIAO, LINGQUE, WOODSHOLE, load, result
from tests.test_exclusions import NOT_COUNTED

T = TypeVar("T")

# What a hand guards, and the hand.
GUARDS = (
    ("自摸 alone", "23m456p22s [567s] [678p] +4m | self"),
    ("门前清 alone", "23m456678p22567s +4m"),
    ("缺一门 alone", "23m55p [678m] [345p] [789p] +4m"),
    ("四连刻 without a second fan of 3 翻", "33m88p [444m] [555m] [666m] +3m"),
    ("字一色 beside a fan of 4 翻; beside 对对和 alone 4 and 5 翻 come to the same", "NNPP [SSSS] [WWWW] [FFFF] +P"),
    ("a pair of the seat wind adds no 翻 to a pung of 番牌", "23mEE [CCC] [345p] [678p] +4m"),
    ("nor a pair of the red dragon", "23mCC [EEE] [345p] [678p] +4m"),
    ("nor a pair of the green dragon", "23mFF [EEE] [345p] [678p] +4m"),
    ("nor a pair of the white dragon", "23mPP [EEE] [345p] [678p] +4m"),
    ("each flower is worth 2 points", "12345678m22p [EEE] +9m | flowers=3"),
    ("flowers do not help a hand of 8 points to the minimum", "23m55p [333p] [333s] [678m] +4m | flowers=8"),
    ("10 points are enough", "23mFF [EEEE] [789p] [678m] +4m"),
    ("four equal tiles are not two pairs", "2222m446688p377s +3s"),
)

HANDS = [hand for _, hand in GUARDS]

# A pair adds no 翻 to 番牌 and is of its category: only the explanation tells whether it is merged, as the last test shows.
UNNOTICEABLE = [f"番牌{tile}（对） not merged" for tile in ("门风牌", "中", "發", "白")]

GOLDENS = {**load(), **load(GUOBIAO), **load(WOODSHOLE)}


@dataclass(frozen=True)
class Mutation:
    """A fan's row with some fields changed."""

    fan: str
    title: str
    changes: dict[str, object]

    def of(self, rules: RuleBook) -> RuleBook:
        row = replace(rules.fans[self.fan], **self.changes)  # type: ignore[arg-type]
        return replace(rules, fans={**rules.fans, self.fan: row})


def mutations(rules: RuleBook) -> Iterator[Mutation]:
    for row in rules.rows:
        for step in (1, -1):
            yield Mutation(row.id, f"{row.row_name} 副{step:+}", {"fu": row.fu + step})
            yield Mutation(row.id, f"{row.row_name} 翻{step:+}", {"fan": row.fan + step})
        if row.merged:
            yield Mutation(row.id, f"{row.row_name} not merged", {"merged": False})
            yield Mutation(row.id, f"{row.row_name} {'does not add' if row.adds else 'adds'}", {"adds": not row.adds})
        for other, kept in without_one(rules.excluded_by(row)):
            if can_meet(row, rules.fans[other]):
                yield Mutation(row.id, f"{row.row_name} 计 {rules.fans[other].row_name}", {"excludes": kept})
        for other, kept in without_one(row.against):
            yield Mutation(row.id, f"{row.row_name} 容 {rules.fans[other].row_name}", {"against": kept})


def can_meet(fan: Fan, other: Fan) -> bool:
    """Whether any hand can have both: all but most of what 九莲宝灯 refuses; ``test_exclusions`` finds what can hold with it."""
    if fan.id != "nine_gates":
        return True
    return any(other.row_name in others.split() for name, others, _ in NOT_COUNTED if name == fan.row_name)


def without_one(members: tuple[T, ...]) -> Iterator[tuple[T, tuple[T, ...]]]:
    """Each member, and the others."""
    for one in members:
        yield one, tuple(other for other in members if other != one)


@cache
def holders(rules: str) -> dict[str, list[str]]:
    """For each fan the golden hands in which it holds, counted or not: no other hand can notice a change of its row."""
    rows = book(rules).rows
    hands = defaultdict(list)
    for hand in GOLDENS[rules]:
        for fan in {rows[number].id for reading in score(hand, rules).readings for number in reading.held}:
            hands[fan].append(hand)
    return hands


def noticed(rules: str, mutated: RuleBook, hands: Iterable[str]) -> bool:
    return any(result(score(hand, mutated)) != GOLDENS[rules][hand] for hand in hands)


FAN_MUTATIONS = [(rules, mutation) for rules in LINGQUE for mutation in mutations(book(rules))]


@pytest.mark.parametrize(
    ("rules", "mutation"), [pytest.param(rules, mutation, id=f"{rules} {mutation.title}") for rules, mutation in FAN_MUTATIONS]
)
def test_a_changed_fan_is_noticed(rules: str, mutation: Mutation) -> None:
    seen = noticed(rules, mutation.of(book(rules)), holders(rules)[mutation.fan])
    assert seen == (mutation.title not in UNNOTICEABLE)


def test_unnoticeable_mutations_are_mutations() -> None:
    assert set(UNNOTICEABLE) <= {mutation.title for _, mutation in FAN_MUTATIONS}


def book_mutations(rules: RuleBook) -> dict[str, dict[str, Any]]:
    return {
        # every 副 is even and so are the points: a minimum of 9 or 10 would be the same
        "minimum+2": {"minimum": rules.minimum + 2},
        "minimum-2": {"minimum": rules.minimum - 2},
        "flower points+1": {"flower_points": rules.flower_points + 1},
        "flower points-1": {"flower_points": rules.flower_points - 1},
        "four equal tiles as two pairs": {"four_as_two_pairs": not rules.four_as_two_pairs},
        **{f"without {shapes.NAMES[shape]}": {"shapes": without} for shape, without in without_one(rules.shapes)},
    }


@pytest.mark.parametrize(
    ("rules", "changes"),
    [pytest.param(rules, changes, id=f"{rules} {title}") for rules in LINGQUE for title, changes in book_mutations(book(rules)).items()],
)
def test_a_changed_book_is_noticed(rules: str, changes: dict[str, Any]) -> None:
    assert noticed(rules, replace(book(rules), **changes), GOLDENS[rules])


@pytest.mark.parametrize("rules", LINGQUE)
def test_the_same_book_changes_nothing(rules: str) -> None:
    same = replace(book(rules), fans={fan: replace(row) for fan, row in book(rules).fans.items()})
    assert not noticed(rules, same, GOLDENS[rules])


@pytest.mark.parametrize("rules", LINGQUE)
@pytest.mark.parametrize("fan", ["seat_wind_pair", "red_pair", "green_pair", "white_pair"])
def test_a_pair_of_番牌_that_is_not_merged_is_noticed_in_the_explanation(rules: str, fan: str) -> None:
    changed = Mutation(fan, "", {"merged": False}).of(book(rules))
    assert any(score(hand, changed).text() != score(hand, rules).text() for hand in holders(rules)[fan])
