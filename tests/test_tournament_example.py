"""A whole tournament, checked by hand: sixteen players, five rounds, from the draw to the prize list.

Everybody meets everybody once. At every table the player with the lower number beats the others: 30, 10, −10 and −30 points. So player k,
who meets k − 1 better players in all, has 5 × 30 − 20 × (k − 1) points in the end, however the tables were drawn. Then two results differ:

- Round 1, table 1 (P2, P5, P12, P3): P2 and P3 both have 20 points, so they share 4 and 2: 3 each. P2 falls to 17 and 120, P3 rises to 17
  and 120, and both have four firsts and a second: they share rank 2.
- P4 has a penalty of 2 in the standing: 15 become 13, as many as P5, and the points put P4 before P5.
"""

from __future__ import annotations

import pytest

from quepu.club.draws import draw
from quepu.club.tables import tournament_csv
from quepu.errors import QuepuError
from tests.clubs import Tournament

BY_PLACE = (30, 10, -10, -30)

STANDINGS = [
    (1, "P1", 20, 150, [5, 0, 0, 0], 0),
    (2, "P2", 17, 120, [4, 1, 0, 0], 0),
    (2, "P3", 17, 120, [4, 1, 0, 0], 0),
    (4, "P4", 13, 90, [3, 1, 1, 0], -2),
    (5, "P5", 13, 70, [2, 2, 1, 0], 0),
    (6, "P6", 11, 50, [1, 3, 1, 0], 0),
    (7, "P7", 10, 30, [1, 3, 0, 1], 0),
    (8, "P8", 8, 10, [0, 3, 2, 0], 0),
    (9, "P9", 8, -10, [1, 0, 4, 0], 0),
    (10, "P10", 6, -30, [0, 3, 0, 2], 0),
    (11, "P11", 5, -50, [0, 1, 3, 1], 0),
    (12, "P12", 4, -70, [0, 1, 2, 2], 0),
    (13, "P13", 3, -90, [0, 0, 3, 2], 0),
    (14, "P14", 2, -110, [0, 0, 2, 3], 0),
    (15, "P15", 1, -130, [0, 0, 1, 4], 0),
    (16, "P16", 0, -150, [0, 0, 0, 5], 0),
]


@pytest.fixture
def played() -> Tournament:
    made = Tournament(16, 5)
    rounds = draw(16, 5, seed=1).rounds
    made.draw(*[[[*table] for table in tables] for tables in rounds])
    for round, tables in enumerate(rounds, 1):
        for number, table in enumerate(tables, 1):
            first = (round, number) == (1, 1)
            made.result(round, number, *([20, -10, -30, 20] if first else [BY_PLACE[sorted(table).index(player)] for player in table]))
    made.add("penalty", player=made.players[3], round=5, points=-2, of="standing", note="迟到")
    return made


def test_the_standings_are_as_computed_by_hand(played: Tournament) -> None:
    state = played.state
    assert [[int(player.split(".")[1]) - 1 for player in table["players"]] for table in state["rounds"][0]["tables"][:1]] == [[2, 5, 12, 3]]
    rows = [(row["rank"], row["name"], row["total"], row["points"], row["places"], row["penalty"]) for row in state["standings"]]
    assert rows == STANDINGS
    assert sum(row["total"] for row in state["standings"]) == 20 * 7 - 2  # every table gives 7, the penalty takes 2
    assert sum(row["points"] for row in state["standings"]) == 0
    assert state["quality"] == {"pairs_met": {"1": 120}, "most_meetings": 1, "squares": 120, "seat_spread": 1, "played_spread": 0}
    assert (state["current"], state["missing"], state["ignored"], state["prizes"]) == (None, [], [], None)


def test_the_standings_after_each_round_add_up_to_the_last_ones(played: Tournament) -> None:
    state = played.state
    assert [one["round"] for one in state["after"]] == [1, 2, 3, 4, 5]
    assert [sum(row["total"] for row in one["standings"]) for one in state["after"]] == [28, 56, 84, 112, 138]
    last = [(row["rank"], row["player"], row["total"], row["points"]) for row in state["after"][-1]["standings"]]
    assert last == [(row["rank"], row["player"], row["total"], row["points"]) for row in state["standings"]]
    first = {row["player"]: row["total"] for row in state["after"][0]["standings"]}
    assert [first[played.players[number - 1]] for number in (2, 5, 12, 3)] == [3, 1, 0, 3]
    assert [row["by_round"] for row in state["standings"][:4]] == [[4, 4, 4, 4, 4], [3, 4, 4, 4, 2], [3, 4, 2, 4, 4], [4, 4, 1, 2, 4]]


def test_the_prize_list_has_shared_ranks(played: Tournament) -> None:
    played.add("finish")
    state = played.state
    assert state["finished"]
    assert [(prize["rank"], prize["names"], prize["total"], prize["points"]) for prize in state["prizes"][:4]] == [
        (1, ["P1"], 20, 150),
        (2, ["P2", "P3"], 17, 120),
        (4, ["P4"], 13, 90),
        (5, ["P5"], 13, 70),
    ]
    assert [prize["rank"] for prize in state["prizes"]] == [1, 2, *range(4, 17)]


def test_the_tables_as_csv_are_for_spreadsheets(played: Tournament) -> None:
    def lines(table: str) -> list[str]:
        return tournament_csv(table, played.state).decode("utf-8-sig").split("\r\n")

    head, first, second, third, fourth = lines("standings")[:5]
    assert head == ("rank,name,team,total,points,first,second,third,fourth,played,penalty,round_1,round_2,round_3,round_4,round_5")
    assert first == "1,P1,,20,150,5,0,0,0,5,0,4,4,4,4,4"
    assert second.startswith("2,P2,,17,120,4,1,0,0,5,0,3,")
    assert third.startswith("2,P3,,17,120,4,1,0,0,5,0,3,")
    assert fourth.startswith("4,P4,,13,90,3,1,1,0,5,-2,")
    assert lines("results")[:5] == [
        "round,table,seat,name,points,penalty,counted,rank,standard,reduced,origin",
        "1,1,1,P2,20,0,20,1,3,,result",
        "1,1,2,P5,-10,0,-10,3,1,,result",
        "1,1,3,P12,-30,0,-30,4,0,,result",
        "1,1,4,P3,20,0,20,1,3,,result",
    ]
    assert lines("draw")[:2] == ["round,table,east,south,west,north", "1,1,P2,P5,P12,P3"]
    assert (len(lines("draw")), len(lines("results"))) == (1 + 20 + 1, 1 + 80 + 1)
    assert lines("players")[:2] == ["id,name,team,member,withdrawn", "aaaaaaaa.2,P1,,,"]
    with pytest.raises(QuepuError):
        lines("prizes")
