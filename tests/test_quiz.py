"""Hands to practise on: of their level, the same for the same seed, and with the fans that were asked for."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

import quepu
from quepu.errors import QuepuError
from quepu.hand import MeldType, Win
from quepu.kernel import is_compiled
from quepu.lab.quiz import LEVELS, SEEDS, _random_scores, daily, quiz
from quepu.rules import BOOKS, book

for_every_book = pytest.mark.parametrize("rules", BOOKS)
for_every_level = pytest.mark.parametrize("level", LEVELS)


@for_every_book
@for_every_level
def test_a_hand_is_of_its_level(rules: str, level: int) -> None:
    wanted = LEVELS[level]
    hands = set()
    for seed in range(30):
        score = quiz(rules, level, seed).score
        hands.add(str(score))
        assert score.rules.id == rules
        assert wanted.least <= len(score.counts) <= wanted.most
        if wanted.plain:
            win = score.circumstances
            assert score.legal
            assert score.reading.shape == "standard"
            assert win == Win(self_drawn=win.self_drawn, seat=win.seat, round=win.round)
    assert len(hands) == 30


@for_every_book
@for_every_level
def test_one_hand_in_fifty_at_least_is_of_a_level(rules: str, level: int) -> None:
    wanted = LEVELS[level]
    fitting = sum(wanted.accepts(score) for score in _random_scores(Random(3), book(rules), wanted, 600))
    assert fitting >= 12


def test_the_same_seed_gives_the_same_hand_and_everything_counts_for_it() -> None:
    first = quiz("lingque28", 3, 17)
    assert first.as_dict() == quiz("lingque28", 3, 17).as_dict()
    assert first.as_dict()["score"] == quepu.score(first.as_dict()["hand"]).as_dict(explain=True)
    others = [quiz("lingque28", 3, 18), quiz("lingque28", 4, 17), quiz("lingque26", 3, 17), quiz("lingque28", 3, 17, ["kong"])]
    assert first.as_dict()["hand"] not in {other.as_dict()["hand"] for other in others}


def test_hands_stay_the_same_from_version_to_version() -> None:
    assert [quiz("lingque28", level, 1).as_dict()["hand"] for level in LEVELS] == [
        "6s [2222s] [SSS] [333m] [555m] +6s | seat=S round=W",
        "44m56778888p999s +6p | self round=N",
        "C [123p] [123s] [123m] [123s] +C | round=S flowers=2",
        "1113p123s [123p] [345p] +2p | self flowers=8",
        "234788889pFFPP +P | self seat=W round=W",
    ]


@for_every_book
def test_a_weak_fan_is_in_the_hand(rules: str) -> None:
    """Every fan of the book (interpreted, every sixth), but those without examples, which need flowers or nothing at all."""
    for fan in book(rules).rows[:: 1 if is_compiled() else 6]:
        found = quiz(rules, 3, 5, [fan.id]).score
        assert fan.id in found.counts or not fan.yes, fan.name


def test_of_several_weak_fans_each_comes_up() -> None:
    weak = ["nine_gates", "kong", "seven_pairs"]
    met = {fan for seed in range(30) for fan in quiz("lingque28", 2, seed, weak).score.counts if fan in weak}
    assert met == set(weak)


def test_the_generated_hands_are_possible() -> None:
    """What the tiles of the other players would have to be is considered too."""
    for seed in range(300):
        score = quiz("guobiao", 3 + seed % 3, seed).score
        hand, win = score.hand, score.circumstances
        assert hand.winning is not None
        others = hand.counts()[hand.winning] - 1
        if win.kong:
            assert any(meld.type >= MeldType.KONG for meld in hand.melds) if win.self_drawn else others == 0
        if win.last_copy:
            assert hand.winning not in hand.concealed
        if win.first_turn:
            assert (win.kong, win.last_tile, win.last_copy) == (False, False, False)


def test_the_hand_of_a_day_is_one_hand_for_each_book_and_harder_on_sundays() -> None:
    monday = date(2025, 1, 6)
    week = [daily("lingque28", monday + timedelta(days)) for days in range(7)]
    assert [hand.level for hand in week] == [1, 2, 3, 3, 4, 4, 5]
    assert week[0].as_dict() == daily("lingque28", monday).as_dict() == quiz("lingque28", 1, week[0].seed).as_dict()
    assert len({daily(rules, monday).seed for rules in BOOKS} | {hand.seed for hand in week}) == len(BOOKS) + 6
    assert daily("lingque28", date(2025, 1, 1)).seed == 8693268838790279


@pytest.mark.parametrize(
    ("level", "seed", "weak", "code"),
    [
        (0, 1, [], "bad_value"),
        (6, 1, [], "bad_value"),
        (1, -1, [], "bad_value"),
        (1, SEEDS, [], "bad_value"),
        (1, 1, ["gong"], "unknown_fan"),
    ],
)
def test_meaningless_arguments_are_refused(level: int, seed: int, weak: list[str], code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        quiz("lingque28", level, seed, weak)
    assert caught.value.code == code
