"""The mutation check for Woods Hole: spoil one value, one inclusion or one circumstance of the book, and some golden score must notice.

As ``test_mutations`` does for 灵雀. The mutations that no hand at all can notice stand in ``UNNOTICEABLE``, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from quepu.kernel import shapes
from quepu.rules import book
from quepu.rules.base import RuleBook
from tests.goldens import WOODSHOLE
from tests.test_mutations import GOLDENS, Mutation, holders, noticed, without_one
from tests.test_woodshole import NEVER_COUNTED

BOOK = book("woodshole")

# Pairs (fan, other) where something else that then holds includes the other as well.
INCLUDED_BY_ANOTHER = (
    ("all_honours", "all_pungs"),
    ("all_honours", "outside_pungs"),
    ("all_terminals", "all_pungs"),
    ("all_terminals", "outside_hand"),
    ("all_terminals", "outside_pungs"),
    ("all_terminals", "three_same_pungs_19"),
    ("all_terminals", "two_same_pungs_19"),
    ("all_terminals", "two_terminal_pungs"),
    ("big_four_winds", "all_pungs"),
    ("big_four_winds", "outside_pungs"),
    ("big_four_winds", "two_winds"),
    ("big_three_dragons", "dragon_pung"),
    ("big_three_winds", "little_three_winds"),
    ("five_rising_pungs_1", "missing_suit"),
    ("four_kongs_0", "only_wait"),
    ("honour_pungs", "all_pungs"),
    ("little_four_winds", "little_three_winds"),
    ("little_four_winds", "two_winds"),
    ("little_three_dragons", "dragon_pung"),
    ("little_three_dragons", "little_two_dragons"),
    ("terminal_pungs", "all_pungs"),
    ("two_dragon_pungs", "little_two_dragons"),
    *((f"fours_in_three_and_four_{n}", "missing_suit") for n in range(3)),
    *((f"fours_in_three_four_and_four_{n}", "missing_suit") for n in range(2)),
    *((f"fours_in_two_two_and_three_{n}", "missing_suit") for n in range(4)),
)

UNNOTICEABLE = {f"{fan} without {other}" for fan, other in INCLUDED_BY_ANOTHER}


def mutations(rules: RuleBook) -> Iterator[Mutation]:
    """But for the cells that never count."""
    for row in rules.rows:
        if row.id in NEVER_COUNTED:
            continue
        for step in (1, -1):
            value: dict[str, object] = {"percent": row.percent + step} if row.percent else {"fan": row.fan + step}
            yield Mutation(row.id, f"{row.id} {step:+}", value)
        for other, kept in without_one(row.excludes):
            yield Mutation(row.id, f"{row.id} without {other}", {"excludes": kept})
        for other, kept in without_one(row.excludes_one):
            yield Mutation(row.id, f"{row.id} without {other}", {"excludes_one": kept})


MUTATIONS = list(mutations(BOOK))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.title)
def test_a_changed_fan_is_noticed(mutation: Mutation) -> None:
    seen = noticed("woodshole", mutation.of(BOOK), holders("woodshole")[mutation.fan])
    assert seen == (mutation.title not in UNNOTICEABLE)


def test_unnoticeable_mutations_are_mutations() -> None:
    assert {mutation.title for mutation in MUTATIONS} >= UNNOTICEABLE


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"four_as_two_pairs": False}, id="four equal tiles are not two pairs"),
        pytest.param({"fifth_tile_waits": True}, id="a fifth tile is a wait"),
        *(
            pytest.param({"shapes": without}, id=f"without {shapes.NAMES[shape]}")
            for shape, without in without_one(BOOK.shapes)
        ),
    ],
)  # fmt: skip
def test_a_changed_book_is_noticed(changes: dict[str, Any]) -> None:
    assert noticed("woodshole", replace(BOOK, **changes), GOLDENS[WOODSHOLE[0]])
