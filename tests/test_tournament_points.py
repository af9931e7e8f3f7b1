"""标准分, the ranks of a table, and the order of the standings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quepu.club.points import standard_points
from quepu.engine.match import reduced_scores
from tests.clubs import Tournament

TABLE = [[[0, 1, 2, 3]]]


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((40, 10, -20, -30), ("4", "2", "1", "0")),
        ((-30, -20, 10, 40), ("0", "1", "2", "4")),
        ((20, 20, -10, -30), ("3", "3", "1", "0")),
        ((40, -10, -10, -20), ("4", "3/2", "3/2", "0")),
        ((40, 0, -20, -20), ("4", "2", "1/2", "1/2")),
        ((10, 10, 10, -30), ("7/3", "7/3", "7/3", "0")),
        ((30, -10, -10, -10), ("4", "1", "1", "1")),
        ((20, 20, -20, -20), ("3", "3", "1/2", "1/2")),
        ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
    ],
)
def test_equal_scores_share_the_mean_of_their_places(scores: tuple[int, ...], points: tuple[str, ...]) -> None:
    assert standard_points(scores) == [Fraction(each) for each in points]
    assert sum(standard_points(scores)) == 7


def test_thirds_add_up_exactly() -> None:
    """Three times 7/3 are 7: as many as 4, 2 and 1. Then those who shared the first place three times come first."""
    made = Tournament(8, 3)
    made.draw(*[[[0, 1, 2, 3], [4, 5, 6, 7]]] * 3)
    for round in (1, 2, 3):
        made.result(round, 1, 10, 10, 10, -30)
    for round, points in enumerate([(12, 6, 0, -18), (6, 0, 12, -18), (12, 24, 18, -54)], 1):
        made.result(round, 2, *points)
    assert made.standing() == [
        (1, "P1", 7, 30),
        (1, "P2", 7, 30),
        (1, "P3", 7, 30),
        (4, "P5", 7, 30),
        (4, "P6", 7, 30),
        (4, "P7", 7, 30),
        (7, "P4", 0, -90),
        (7, "P8", 0, -90),
    ]


def test_the_points_decide_among_equal_standard_points_then_firsts_seconds_and_thirds() -> None:
    made = Tournament(8, 2)
    made.draw(*[[[0, 1, 2, 3], [4, 5, 6, 7]]] * 2)
    made.result(1, 1, 30, 10, -10, -30)
    made.result(2, 1, -30, -10, 10, 30)
    made.result(1, 2, 31, 10, -10, -31)
    made.result(2, 2, -31, -10, 10, 31)
    rows = made.state["standings"]
    assert [(row["rank"], row["name"], row["total"], row["points"], row["places"]) for row in rows] == [
        (1, "P1", 4, 0, [1, 0, 0, 1]),
        (1, "P4", 4, 0, [1, 0, 0, 1]),
        (1, "P5", 4, 0, [1, 0, 0, 1]),
        (1, "P8", 4, 0, [1, 0, 0, 1]),
        (5, "P2", 3, 0, [0, 1, 1, 0]),
        (5, "P3", 3, 0, [0, 1, 1, 0]),
        (5, "P6", 3, 0, [0, 1, 1, 0]),
        (5, "P7", 3, 0, [0, 1, 1, 0]),
    ]


def test_a_first_and_a_fourth_are_more_than_two_seconds_if_all_else_is_equal() -> None:
    made = Tournament(8, 2)
    made.draw(*[[[0, 1, 2, 3], [4, 5, 6, 7]]] * 2)
    made.result(1, 1, 8, 0, -4, -4)
    made.result(2, 1, -8, 8, 4, -4)
    made.result(1, 2, 8, 0, -4, -4)
    made.result(2, 2, 8, 0, -4, -4)
    assert [(row["rank"], row["name"], row["total"], row["points"], row["places"]) for row in made.state["standings"]] == [
        (1, "P5", 8, 16, [2, 0, 0, 0]),
        (2, "P2", 6, 8, [1, 1, 0, 0]),
        (3, "P1", 4, 0, [1, 0, 0, 1]),
        (4, "P6", 4, 0, [0, 2, 0, 0]),
        (5, "P3", 2.5, 0, [0, 1, 1, 0]),
        (6, "P4", 1.5, -8, [0, 0, 2, 0]),
        (7, "P7", 1, -8, [0, 0, 2, 0]),
        (7, "P8", 1, -8, [0, 0, 2, 0]),
    ]


def test_reduced_scores_are_added_up_over_the_tables() -> None:
    made = Tournament(4, 2, rules="lingque26", system="reduced")
    made.draw(TABLE[0], TABLE[0])
    made.result(1, 1, 480, 0, 0, -480)
    made.result(2, 1, -100, 300, -150, -50)
    first, second = reduced_scores([480, 0, 0, -480]), reduced_scores([-100, 300, -150, -50])
    state = made.state
    assert state["rounds"][0]["tables"][0]["reduced"] == [round(score, 6) for score in first]
    expected = sorted(((a + b, name) for a, b, name in zip(first, second, ["P1", "P2", "P3", "P4"], strict=True)), reverse=True)
    assert [(row["rank"], row["name"], row["total"]) for row in state["standings"]] == [
        (rank, name, pytest.approx(total, abs=1e-6)) for rank, (total, name) in enumerate(expected, 1)
    ]


def test_with_points_alone_firsts_and_seconds_decide() -> None:
    made = Tournament(4, 2, system="points")
    made.draw(TABLE[0], TABLE[0])
    made.result(1, 1, 10, 0, 5, -15)
    made.result(2, 1, -5, 5, 0, 0)
    assert [(row["rank"], row["name"], row["total"], row["places"]) for row in made.state["standings"]] == [
        (1, "P1", 5, [1, 0, 0, 1]),
        (1, "P2", 5, [1, 0, 1, 0]),
        (3, "P3", 5, [0, 2, 0, 0]),
        (4, "P4", -15, [0, 1, 0, 1]),
    ]


def test_a_penalty_of_the_standing_is_taken_off_the_total_and_one_of_a_table_before_it_is_ranked() -> None:
    made = Tournament(4)
    made.draw(*TABLE)
    made.result(1, 1, 12, 10, -2, -20)
    of_table = made.add("penalty", player=made.players[0], round=1, points=-2.5, of="table", note="迟到")
    of_standing = made.add("penalty", player=made.players[1], round=1, points=-0.5, of="standing")
    state = made.state
    table = state["rounds"][0]["tables"][0]
    assert (table["points"], table["penalties"], table["counted"]) == ([12, 10, -2, -20], [-2.5, 0, 0, 0], [9.5, 10, -2, -20])
    assert (table["ranks"], table["standard"], table["not_zero"]) == ([2, 1, 3, 4], [2, 4, 1, 0], False)
    assert made.standing() == [(1, "P2", 3.5, 10), (2, "P1", 2, 9.5), (3, "P3", 1, -2), (4, "P4", 0, -20)]
    assert state["penalties"] == [
        {"entry": of_table, "player": made.players[0], "round": 1, "points": -2.5, "of": "table", "note": "迟到", "counts": True},
        {"entry": of_standing, "player": made.players[1], "round": 1, "points": -0.5, "of": "standing", "note": "", "counts": True},
    ]


def test_who_has_not_played_comes_last_and_substitutes_are_not_ranked() -> None:
    made = Tournament(4, system="points")
    absent = made.add("player", name="来迟")
    made.players[3] = made.add("player", name="替补", role="substitute")
    made.draw(*TABLE)
    made.result(1, 1, -20, -5, 0, 25)
    assert made.standing() == [
        (1, "P3", 0, 0),
        (2, "P2", -5, -5),
        (3, "P1", -20, -20),
        (4, "P4", 0, 0),
        (4, "来迟", 0, 0),
        (None, "替补", 25, 25),
    ]
    assert made.state["rounds"][0]["sitting_out"] == ["aaaaaaaa.5", absent]


def test_teams_are_ranked_by_the_sums_of_their_players() -> None:
    made = Tournament(0)
    made.players = [made.add("player", name=name, team=team) for name, team in [("a", "北"), ("b", "南"), ("c", "北"), ("d", "南")]]
    made.draw(*TABLE)
    made.result(1, 1, 30, 20, -30, -20)
    assert made.state["teams"] == [
        {"rank": 1, "team": "北", "total": 4, "points": 0, "players": [made.players[0], made.players[2]]},
        {"rank": 2, "team": "南", "total": 3, "points": 0, "players": [made.players[1], made.players[3]]},
    ]
