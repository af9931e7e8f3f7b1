"""Results of an event: what somebody made of their tiles, compared with all who had the same."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from quepu.server.events.comparing import PlayedTable, compare_tables
from tests.server.play.test_plans import event, play_event


@pytest.fixture(scope="module")
def tables() -> list[PlayedTable]:
    """Two people, one person and three: as many tables."""
    numbers, found = iter(range(1, 10)), []
    for table, people in enumerate((2, 1, 3), 1):
        record = play_event(event(people, seed=table, hands=4, bots="swift"))
        found.append(PlayedTable(table, [next(numbers) if seat < people else None for seat in range(4)], record))
    return found


def paid(table: PlayedTable) -> dict[int, tuple[list[int], list[int]]]:
    """By deal: the players at its seats, and the payments."""
    found, began = {}, {}
    for line in map(json.loads, table.record.splitlines()):
        if line.get("t") == "hand":
            began = line
        elif line.get("t") == "pay":
            found[began["number"]] = began["seats"], line["payments"]
    return found


def test_in_each_deal_a_seat_is_compared_with_the_same_seat_at_all_tables(tables: list[PlayedTable]) -> None:
    results = compare_tables(tables)
    assert list(results.deals) == [1, 2, 3, 4]
    for deal, found in results.deals.items():
        assert len(found) == 12
        for seat in range(4):
            at_seat = [one for one in found if one.seat == seat]
            assert [one.table for one in at_seat] == [1, 2, 3]
            assert [one.payment for one in at_seat] == [paid(table)[deal][1][seat] for table in tables]
            mean = sum(one.payment for one in at_seat) / 3
            assert [one.difference for one in at_seat] == pytest.approx([one.payment - mean for one in at_seat])
            assert [one.number for one in at_seat] == [table.players[paid(table)[deal][0][seat]] for table in tables]


def test_the_differences_of_a_seat_and_of_a_table_add_up_to_nothing(tables: list[PlayedTable]) -> None:
    for found in compare_tables(tables).deals.values():
        for seat in range(4):
            assert sum(one.difference for one in found if one.seat == seat) == pytest.approx(0)
        for table in (1, 2, 3):
            assert sum(one.difference for one in found if one.table == table) == pytest.approx(0)


def test_the_standings_are_the_sums_of_the_people(tables: list[PlayedTable]) -> None:
    results = compare_tables(tables)
    differences: dict[int, float] = defaultdict(float)
    scores: dict[int, int] = defaultdict(int)
    for one in (one for found in results.deals.values() for one in found):
        if one.number is not None:
            differences[one.number] += one.difference
            scores[one.number] += one.payment
    assert {one.number: one.score for one in results.standings} == scores
    assert {one.number: one.difference for one in results.standings} == pytest.approx(differences)
    shown = [one.difference for one in results.standings]
    assert shown == sorted(shown, reverse=True)
    assert [one.rank for one in results.standings] == [1 + sum(other > one for other in shown) for one in shown]
    assert {one.number: one.table for one in results.standings} == {1: 1, 2: 1, 3: 2, 4: 3, 5: 3, 6: 3}


def test_the_same_play_is_worth_nothing_more(tables: list[PlayedTable]) -> None:
    first = tables[0]
    same = compare_tables([first, PlayedTable(2, [7, 8, None, None], first.record)])
    assert {one.difference for one in same.standings} == {0}
    assert {one.rank for one in same.standings} == {1}


def test_without_tables_there_are_no_results() -> None:
    assert (compare_tables([]).deals, compare_tables([]).standings) == ({}, [])
