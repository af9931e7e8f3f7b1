"""What holds for every hand."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu import notation
from quepu.batch import HandBatch, row, score_many
from quepu.hand import Hand, Meld, Win
from quepu.kernel import is_compiled
from quepu.rules import BOOKS, book
from quepu.score import Score
from tests.hands import random_rows, random_wins, wins

# Interpreted, a hundredth of the hands tells as much about the other mode.
MANY = 100_000 if is_compiled() else 1_000

books = st.sampled_from(BOOKS)


def turned(hand: Hand, order: tuple[int, ...]) -> Hand:
    """The hand with its suits exchanged."""

    def turn(kind: int) -> int:
        return order[kind // 9] * 9 + kind % 9 if kind < 27 else kind

    assert hand.winning is not None
    melds = tuple(Meld(meld.type, turn(meld.tile)) for meld in hand.melds)
    return Hand(tuple(map(turn, hand.concealed)), melds, turn(hand.winning))


@given(wins, st.sampled_from([*permutations(range(3))]), books)
def test_permuting_the_suits_changes_nothing(given_win: tuple[Hand, Win], order: tuple[int, ...], rules: str) -> None:
    hand, win = given_win
    here, there = Score(hand, win, book(rules)), Score(turned(hand, order), win, book(rules))
    assert (here.counts, here.fu, here.fan, here.points) == (there.counts, there.fu, there.fan, there.points)


@given(wins, st.integers(0, 8), books)
def test_a_flower_adds_2_points_and_does_not_help_to_the_minimum(given_win: tuple[Hand, Win], flowers: int, rules: str) -> None:
    hand, win = given_win
    plain = Score(hand, win.replace({"flowers": 0}), book(rules))
    flowered = Score(hand, win.replace({"flowers": flowers}), book(rules))
    assert flowered.points == plain.points + 2 * flowers
    assert (flowered.base, flowered.legal, flowered.counts) == (plain.base, plain.legal, plain.counts)


@given(wins, books)
def test_the_score_is_the_maximum_over_the_readings(given_win: tuple[Hand, Win], rules: str) -> None:
    score = Score(*given_win, book(rules))
    assert score.base == max(reading.points for reading in score.readings)
    assert score.reading.points == score.base
    assert {score.rules.rows[i].id: score.reading.held[i] for i in score.reading.counted} == score.counts


@given(wins, books)
def test_the_choice_among_exclusions_is_the_best_of_all_choices(given_win: tuple[Hand, Win], rules: str) -> None:
    """Against every subset of the held fans without a forbidden pair, worked out from the book's table alone."""
    score = Score(*given_win, book(rules))
    rows, exclusions = score.rules.rows, score.rules.exclusions
    for reading in score.readings:
        barred = {(i, j) for i in reading.held for j in reading.held if (rows[i].id, rows[j].id) in exclusions}
        contested = sorted({i for pair in barred for i in pair})
        free = [i for i in reading.held if i not in contested]
        best = 0
        for chosen in range(1 << len(contested)):
            taken = [contested[k] for k in range(len(contested)) if chosen >> k & 1]
            if not any((i, j) in barred for i in taken for j in taken):
                best = max(best, points_by_hand([*free, *taken], reading.held, score))
        assert best == reading.points


def points_by_hand(fans: list[int], held: dict[int, int], score: Score) -> int:
    """副 × 翻 as the text says it, fan by fan."""
    rows = score.rules.rows
    fu = sum(rows[i].fu * held[i] for i in fans)
    best_of_category = {rows[i].category: 0 for i in fans}
    for i in fans:
        best_of_category[rows[i].category] = max(best_of_category[rows[i].category], rows[i].fan)
    pungs_of_value = sum(rows[i].adds for i in fans)
    for i in fans:
        if rows[i].merged:
            best_of_category[rows[i].category] = max(best_of_category[rows[i].category], pungs_of_value)
    largest = [*sorted(best_of_category.values(), reverse=True), 0, 0]
    closed = all(meld.type == 3 for meld in score.hand.melds)
    return fu * (largest[0] + (largest[1] ** 2 > 2 * largest[0]) + closed)


EQUIVALENT = {
    **dict.fromkeys(("双暗刻", "一般高", "双同刻", "三色步高", "三色连环"), 8),
    "门前清": 6,
    **dict.fromkeys(("杠", "四归"), 4),
    **dict.fromkeys(("自摸", "暗刻", "客风刻", "幺九刻", "缺一门", "喜相逢", "连六", "老少副"), 2),
}
"""丁8, table 2; 番牌 has 4 as a pung and 2 as a pair, which are its 副."""


@pytest.mark.parametrize("rules", BOOKS)
def test_丁8_equivalent_points_agree_with_the_minimum(rules: str) -> None:
    rulebook = book(rules)
    scores = score_many(HandBatch(random_rows(8, MANY), rulebook))
    seen = set()
    for n in range(len(scores)):
        counted = [(fan, scores.fans[n, i]) for i, fan in enumerate(rulebook.rows) if scores.fans[n, i]]
        direct = any(fan.fan >= 3 or (fan.fan == 2 and fan.fu == 8) for fan, _ in counted)
        value_pungs = sum(fan.adds for fan, _ in counted)
        equivalent = sum(fan.fu if fan.merged else EQUIVALENT.get(fan.name, 0) * count for fan, count in counted)
        wins = direct or value_pungs >= 2 or equivalent >= 10
        assert bool(scores.legal[n]) == wins, [fan.name for fan, _ in counted]
        seen.add((direct, value_pungs >= 2, equivalent >= 10))
    assert len(seen) >= 6  # every way to the minimum, and below it, has been met


@pytest.mark.parametrize("rules", BOOKS)
def test_the_declared_needs_of_a_fan_are_necessary(rules: str) -> None:
    """A fan skipped for want of its needs would not have held anyway."""
    rulebook = book(rules)
    rows = random_rows(9, MANY)
    unskipped = rulebook.derive(rules, "", "", "", {fan: {"needs": 0} for fan in rulebook.fans})
    skipped, asked = score_many(HandBatch(rows, rulebook)), score_many(HandBatch(rows, rulebook), unskipped)
    assert skipped.fans == asked.fans
    assert skipped.points == asked.points


def test_editions_agree_where_only_values_differ() -> None:
    """26 counts the same fans as 28 unless values decide between two choices, or 五门齐 is there."""
    for hand, win in random_wins(10, 300):
        new, old = Score(hand, win, book("lingque28")), Score(hand, win, book("lingque26"))
        held = {new.rules.rows[i].id: count for i, count in new.reading.held.items() if new.rules.rows[i].id != "five_gates"}
        same = [reading for reading in old.readings if {old.rules.rows[i].id: c for i, c in reading.held.items()} == held]
        assert same, notation.format_hand(hand, win)


@given(wins)
def test_packing_keeps_the_hand(given_win: tuple[Hand, Win]) -> None:
    assert len(row(*given_win)) == 24
