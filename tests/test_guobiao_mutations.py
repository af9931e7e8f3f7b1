"""The mutation check for 国标: spoil one number or one exclusion, and some golden score must notice.

As ``test_mutations`` does for 灵雀. The mutations that no hand at all can notice stand in ``UNNOTICEABLE``, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from quepu import score
from quepu.kernel import shapes
from quepu.rules import book
from quepu.rules.base import RuleBook
from tests.goldens import GUOBIAO
from tests.test_guobiao import NEVER_MET
from tests.test_mutations import GOLDENS, Mutation, holders, noticed, without_one

# What a hand guards, and the hand.
GUARDS = (
    ("8 points are enough", "23m55p (3333s) (7777p) [678m] +4m"),
    ("flowers do not help a hand of 7 points", "78m55p [789m] [678p] [345s] +9m | last_copy flowers=8"),
    ("each flower is worth 1 point", "23m55p (3333s) (7777p) [678m] +4m | flowers=1f5f"),
)

HANDS = [hand for _, hand in GUARDS]

BY_PRINCIPLE = (
    ("一色双龙会", "一般高"),
    ("一色双龙会", "老少副"),
    ("一色四同顺", "一般高"),
    ("一色四同顺", "一色三同顺"),
    ("三色双龙会", "喜相逢"),
    ("三色双龙会", "老少副"),
)
"""The text says them, and 不拆移 says them too: the cheaper fan is made of two or three of the dearer one's sets."""

UNNOTICEABLE = {
    **{f"{fan} 计 {other}": reason for (fan, other), reason in NEVER_MET.items()},
    **{f"{fan} 计 {other}": "不拆移 refuses it" for fan, other in BY_PRINCIPLE},
    "小四喜 计 幺九刻": "the fourth set would be a pung of terminals, so the hand is 混幺九 and that refuses it",
}


def mutations(rules: RuleBook) -> Iterator[Mutation]:
    for row in rules.rows:
        for step in (1, -1):
            yield Mutation(row.id, f"{row.name} {step:+}", {"fan": row.fan + step})
        for other, kept in without_one(row.excludes):
            yield Mutation(row.id, f"{row.name} 计 {rules.fans[other].name}", {"excludes": kept})
        for other, kept in without_one(row.against):
            yield Mutation(row.id, f"{row.name} 容 {rules.fans[other].name}", {"against": kept})


FAN_MUTATIONS = [(rules, mutation) for rules in GUOBIAO for mutation in mutations(book(rules))]


@pytest.mark.parametrize(
    ("rules", "mutation"), [pytest.param(rules, mutation, id=f"{rules} {mutation.title}") for rules, mutation in FAN_MUTATIONS]
)
def test_a_changed_fan_is_noticed(rules: str, mutation: Mutation) -> None:
    hands = holders(rules)[mutation.fan] if mutation.fan != book(rules).nothing else GOLDENS[rules]
    assert noticed(rules, mutation.of(book(rules)), hands) == (mutation.title not in UNNOTICEABLE)


@pytest.mark.parametrize("rules", GUOBIAO)
def test_unnoticeable_mutations_are_mutations(rules: str) -> None:
    assert set(UNNOTICEABLE) <= {mutation.title for mutation in mutations(book(rules))}


@pytest.mark.parametrize("rules", GUOBIAO)
@pytest.mark.parametrize(("fan", "other"), BY_PRINCIPLE)
def test_an_exclusion_that_不拆移_repeats_is_the_better_reason(rules: str, fan: str, other: str) -> None:
    """Without it the score stays, but the explanation says less."""
    mutation = next(mutation for mutation in mutations(book(rules)) if mutation.title == f"{fan} 计 {other}")
    mutated = mutation.of(book(rules))
    assert any(score(hand, mutated).text() != score(hand, rules).text() for hand in holders(rules)[mutation.fan])


def book_mutations(rules: RuleBook) -> dict[str, dict[str, Any]]:
    return {
        "minimum+1": {"minimum": rules.minimum + 1},
        "minimum-1": {"minimum": rules.minimum - 1},
        "flower points+1": {"flower_points": rules.flower_points + 1},
        **({"flower points-1": {"flower_points": rules.flower_points - 1}} if rules.flower_points else {}),
        "four equal tiles as two pairs": {"four_as_two_pairs": not rules.four_as_two_pairs},
        "no 无番和": {"nothing": ""},
        **{f"without {shapes.NAMES[shape]}": {"shapes": without} for shape, without in without_one(rules.shapes)},
    }


@pytest.mark.parametrize(
    ("rules", "changes"),
    [pytest.param(rules, changes, id=f"{rules} {title}") for rules in GUOBIAO for title, changes in book_mutations(book(rules)).items()],
)
def test_a_changed_book_is_noticed(rules: str, changes: dict[str, Any]) -> None:
    assert noticed(rules, replace(book(rules), **changes), GOLDENS[rules])


@pytest.mark.parametrize("rules", GUOBIAO)
def test_the_same_book_changes_nothing(rules: str) -> None:
    same = replace(book(rules), fans={fan: replace(row) for fan, row in book(rules).fans.items()})
    assert not noticed(rules, same, GOLDENS[rules])
