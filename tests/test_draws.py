"""Draws of tables and seats: known schedules are exact, others are optimised, and seats are shared evenly."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.club.draws import MOST_ROUNDS, Draw, check_draw, draw
from quepu.club.schedules import schedule
from quepu.club.seats import count_winds
from quepu.errors import QuepuError


def meetings(rounds: Any) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def assert_whole(found: Draw) -> None:
    """Four to a table, nobody twice in a round, and as few as possible sit out."""
    playing = found.players - len(found.absent)
    assert check_draw(found.rounds, range(found.players)) is None
    for tables, sitting_out in zip(found.rounds, found.sitting_out, strict=True):
        assert len(tables) == playing // 4
        assert sorted([*sitting_out, *(player for table in tables for player in table), *found.absent]) == [*range(found.players)]


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (28, 9), (40, 13), (52, 17)])
def test_everybody_meets_everybody_exactly_once(players: int, rounds: int) -> None:
    found = draw(players, rounds, seed=3)
    assert_whole(found)
    assert meetings(found.rounds) == dict.fromkeys(combinations(range(players), 2), 1)
    assert found.method == "exact"
    assert found.quality == {
        "pairs_met": {"1": players * (players - 1) // 2},
        "most_meetings": 1,
        "squares": players * (players - 1) // 2,
        "seat_spread": 1,
        "played_spread": 0,
    }
    assert found.bound == {"most_meetings": 1, "squares": players * (players - 1) // 2}


def test_sixteen_players_sit_at_every_wind_once_and_at_one_twice_in_five_rounds() -> None:
    winds = count_winds(16, draw(16, 5).rounds)
    assert [sorted(row) for row in winds] == [[1, 1, 1, 2]] * 16


@pytest.mark.parametrize("players", range(16, 404, 4))
def test_nobody_meets_twice_in_a_schedule(players: int) -> None:
    rounds = schedule(players)
    assert len(rounds) >= 5
    for tables in rounds:
        assert sorted(player for table in tables for player in table) == [*range(players)]
    assert max(meetings(rounds[:MOST_ROUNDS]).values()) == 1


def test_eight_players_meet_three_times_in_seven_rounds() -> None:
    assert meetings(draw(8, 7).rounds) == dict.fromkeys(combinations(range(8), 2), 3)


def test_fewer_rounds_are_the_first_of_the_whole_schedule() -> None:
    whole = draw(28, 9, seed=5).rounds
    part = draw(28, 4, seed=5).rounds
    assert [[{*table} for table in tables] for tables in part] == [[{*table} for table in tables] for tables in whole[:4]]


def test_with_one_player_missing_the_others_of_that_table_sit_out() -> None:
    found = draw(15, 5)
    assert_whole(found)
    assert sorted(player for out in found.sitting_out for player in out) == [*range(15)]
    assert found.quality == {"pairs_met": {"0": 15, "1": 90}, "most_meetings": 1, "squares": 90, "seat_spread": 0, "played_spread": 0}


def test_ten_players_sit_out_equally_often() -> None:
    found = draw(10, 5, seed=1)
    assert_whole(found)
    assert [len(out) for out in found.sitting_out] == [2] * 5
    assert sorted(player for out in found.sitting_out for player in out) == [*range(10)]
    assert (found.method, found.quality["played_spread"], found.quality["most_meetings"]) == ("search", 0, 3)
    assert found.bound == {"most_meetings": 2, "squares": 90}
    assert 90 <= found.quality["squares"] <= 102 < found.by_chance == 124.0


@pytest.mark.parametrize(
    ("players", "rounds", "above"),
    [(8, 3, 1.16), (12, 5, 1.1), (14, 6, 1.1), (18, 6, 1.2), (20, 7, 1.07), (32, 10, 1.2), (101, 10, 1), (398, 40, 1)],
)
def test_an_optimised_draw_is_near_the_bound_and_far_below_chance(players: int, rounds: int, above: float) -> None:
    found = draw(players, rounds, seed=2)
    assert_whole(found)
    bound, reached = found.bound["squares"], found.quality["squares"]
    assert bound <= reached <= bound * above
    assert reached < found.by_chance


@pytest.mark.parametrize("players", [397, 400])
def test_four_hundred_players_are_drawn_for_forty_rounds_without_a_second_meeting(players: int) -> None:
    began = time.process_time()
    found = draw(players, 40, seed=9)
    assert time.process_time() - began < 5  # it takes half a second
    assert_whole(found)
    assert found.quality["most_meetings"] == 1
    assert found.quality["seat_spread"] <= 1


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 60), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_any_draw_is_whole_even_and_the_same_again(players: int, rounds: int, seed: int) -> None:
    found = draw(players, rounds, seed)
    assert_whole(found)
    assert len(found.rounds) == rounds
    assert found.quality["seat_spread"] <= 1
    assert found.quality["played_spread"] <= 1
    assert found.bound["squares"] <= found.quality["squares"]
    assert found.bound["most_meetings"] <= found.quality["most_meetings"]
    assert draw(players, rounds, seed).as_dict() == found.as_dict()


@settings(max_examples=15, deadline=None)
@given(st.integers(5, 30), st.integers(1, 4), st.integers(1, 4), st.integers(0, 1000), st.data())
def test_rounds_that_were_played_and_players_who_left_are_respected(
    players: int, played: int, rounds: int, seed: int, data: st.DataObject
) -> None:
    before = draw(players, played, seed)
    absent = data.draw(st.sets(st.integers(0, players - 1), max_size=players - 4))
    found = draw(players, rounds, seed + 1, before.rounds, absent)
    assert_whole(found)
    both = meetings([*before.rounds, *found.rounds])
    assert found.quality["squares"] == sum(times * times for times in both.values())
    assert found.bound["squares"] <= found.quality["squares"]


def test_a_draw_goes_on_with_the_schedule_that_was_begun() -> None:
    first = draw(16, 3, seed=7)
    rest = draw(16, 2, seed=7, history=first.rounds)
    assert rest.method == "exact"
    assert rest.quality["pairs_met"] == {"1": 120}


def test_who_came_later_plays_at_once_and_who_left_does_not() -> None:
    """Nine players: two of the eight who began have left, and three have come."""
    begun = draw(8, 2, seed=1).rounds
    found = draw(11, 3, seed=1, history=begun, absent=[0, 1])
    assert_whole(found)
    assert [{8, 9, 10} & {*out} for out in found.sitting_out] == [set()] * 3
    assert [{0, 1} & {*out} for out in found.sitting_out] == [set()] * 3


def test_how_often_players_have_sat_out_can_be_given() -> None:
    found = draw(5, 1, sitting_out=[1, 1, 0, 1, 1])
    assert found.sitting_out == [[2]]


def test_seats_are_evened_out_over_rounds_that_were_played() -> None:
    """Two rounds at the same wind, and six more: everybody can sit at every wind twice."""
    played = [[[0, 1, 2, 3], [4, 5, 6, 7]]] * 2
    found = draw(8, 6, seed=4, history=played)
    assert count_winds(8, [*played, *found.rounds]) == [[2, 2, 2, 2]] * 8


def test_a_draw_with_a_fault_is_named() -> None:
    assert check_draw([[[0, 1, 2, 3]], [[4, 5, 6, 7]]], range(8)) is None
    assert check_draw([[[0, 1, 2, 8]]], range(8)) == "unknown_player"
    assert check_draw([[[0, 1, 2, 3], [3, 4, 5, 6]]], range(8)) == "player_twice"
    assert check_draw([[[0, 1, 2, 2]]], range(8)) == "player_twice"
    assert check_draw([[[0, 1, 2]]], range(8)) == "table_of_four"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"players": 3, "rounds": 1}, "out_of_range"),
        ({"players": 401, "rounds": 1}, "out_of_range"),
        ({"players": 8, "rounds": 41}, "out_of_range"),
        ({"players": 8, "rounds": 0}, "out_of_range"),
        ({"players": 8, "rounds": 1, "seed": -1}, "out_of_range"),
        ({"players": 8, "rounds": 1, "absent": [0, 1, 2, 3, 4]}, "out_of_range"),
        ({"players": 8, "rounds": 1, "absent": [8]}, "entry_wrong"),
        ({"players": 8, "rounds": 1, "history": [[[0, 1, 2, 8]]]}, "entry_wrong"),
        ({"players": 8, "rounds": 1, "history": [[[0, 1, 2, 2]]]}, "entry_wrong"),
        ({"players": 8, "rounds": 1, "sitting_out": [0] * 7}, "entry_wrong"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(wanted: dict[str, Any], code: str) -> None:
    with pytest.raises(QuepuError) as error:
        draw(**wanted)
    assert error.value.code == code
