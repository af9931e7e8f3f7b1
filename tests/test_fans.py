"""Every fan of 灵雀 by its examples, and every golden score in full, with a second opinion."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quepu import Hand, MeldType, Score, Win, notation, score
from quepu.rules import book
from tests import oracle_lingque
from tests.goldens import LINGQUE, golden_hands, load, result
from tests.hands import random_wins
from tests.sizes import sizes

GOLDENS = load()
FANS = [pytest.param(rules, row.id, id=f"{rules} {row.row_name}") for rules in LINGQUE for row in book(rules).rows]
EVERY_GOLDEN = pytest.mark.parametrize(("rules", "hand"), [(rules, hand) for rules in LINGQUE for hand in GOLDENS[rules]])

MELDS = {MeldType.CHOW: "chow", MeldType.PUNG: "pung", MeldType.KONG: "kong", MeldType.CONCEALED_KONG: "hidden_kong"}
"""The oracle's words."""


@pytest.mark.parametrize(("rules", "fan"), FANS)
def test_a_fan_has_two_examples_and_two_near_misses(rules: str, fan: str) -> None:
    row = book(rules).fans[fan]
    assert len(set(row.yes)) >= 2
    assert len(set(row.no)) >= 2


@pytest.mark.parametrize(("rules", "fan"), FANS)
def test_its_examples_count_it(rules: str, fan: str) -> None:
    for hand in book(rules).fans[fan].yes:
        scored = score(hand, rules)
        assert fan in scored.counts, scored.text("en")


@pytest.mark.parametrize(("rules", "fan"), FANS)
def test_its_near_misses_do_not_count_it(rules: str, fan: str) -> None:
    for hand in book(rules).fans[fan].no:
        scored = score(hand, rules)
        assert fan not in scored.counts, scored.text("en")


@EVERY_GOLDEN
def test_a_golden_hand_scores_as_it_did(rules: str, hand: str) -> None:
    scored = score(hand, rules)
    assert result(scored) == GOLDENS[rules][hand], scored.text("en")


@EVERY_GOLDEN
def test_the_oracle_agrees_with_the_golden(rules: str, hand: str) -> None:
    golden = GOLDENS[rules][hand]
    opinion = second_opinion(hand, rules)
    if golden is None or opinion is None:
        assert golden is opinion is None, score(hand, rules).text("en")
        return
    names: Counter[str] = Counter()
    for fan, count in golden["fans"].items():
        names[book(rules).fans[fan].name] += count  # the oracle knows no row of its own for a pair of 番牌
    ours = {"fans": dict(names), "fu": golden["fu"], "fan": golden["fan"], "points": golden["fu"] * golden["fan"]}
    assert ours in opinion["solutions"], score(hand, rules).text("en")


@sizes(2_000, 20_000, interpreted=1_000)
@pytest.mark.parametrize("rules", LINGQUE)
def test_the_oracle_agrees_on_random_hands(rules: str, count: int) -> None:
    """The brute force knows both editions; where only values differ, so do its own."""
    for hand, win in random_wins(28, count):
        ours = Score(hand, win, book(rules))
        opinion = opinion_on(hand, win, rules)
        expected = None if opinion is None else {(answer["fu"], answer["fan"], answer["points"]) for answer in opinion["solutions"]}
        found = (ours.fu, ours.fan, ours.base) if ours.win else None
        assert found in expected if expected else found is None, (ours.text("en"), opinion)


def second_opinion(text: str, rules: str) -> dict[str, Any] | None:
    return opinion_on(*notation.read(text), rules)


def opinion_on(hand: Hand, win: Win, rules: str) -> dict[str, Any] | None:
    assert hand.winning is not None
    return oracle_lingque.score(
        list(hand.concealed),
        [(MELDS[meld.type], meld.tile) for meld in hand.melds],
        hand.winning,
        self_drawn=win.self_drawn,
        seat=win.seat,
        last_tile=win.last_tile,
        kong=win.kong,
        first_turn=win.first_turn,
        edition=int(rules.removeprefix("lingque")),
    )


@pytest.mark.parametrize("rules", LINGQUE)
def test_the_goldens_are_those_of_the_examples_and_tests(rules: str) -> None:
    assert list(GOLDENS[rules]) == golden_hands()[rules], "python -m tests.goldens brings them up to date"
