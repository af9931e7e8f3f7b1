"""Evaluation: every wall at all four seats, the results of the arena, intervals over walls, records; and wrong policies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from quepu.engine import read_record, verify
from quepu.engine.events import Dealt, Paid
from quepu.env import PLANES, evaluate
from quepu.errors import IllegalAction, QuepuError
from quepu.lab.arena import arena, estimate
from quepu.rules import BOOKS, book
from tests.env.policies import AtRandom, Swift


def recorded(policy: Any, **options: Any) -> tuple[Any, dict[str, bytes]]:
    records: dict[str, bytes] = {}
    return evaluate(policy, record=records.__setitem__, **options), records


@pytest.mark.parametrize("rules", BOOKS)
def test_every_wall_is_played_at_all_four_seats_and_the_interval_is_over_walls(rules: str) -> None:
    results, records = recorded(Swift(book(rules)), opponents="beginner", rules=rules, deals=40, seed=3, observation="bytes")
    assert (results.sets, results.hands, results.rules) == (10, 40, rules)
    assert sorted(records) == [f"{wall:06d}-{seat}.jsonl" for wall in range(1, 11) for seat in (1, 2, 3, 4)]
    sums = []
    for wall in range(1, 11):
        matches = [read_record(records[f"{wall:06d}-{seat}.jsonl"]) for seat in (1, 2, 3, 4)]
        assert sorted(match.header.players.index("policy") for match in matches) == [0, 1, 2, 3]
        dealt = [[event for event in match.events if isinstance(event, Dealt)] for match in matches]
        assert dealt[0] == dealt[1] == dealt[2] == dealt[3]
        sums.append(
            sum(
                event.payments[match.header.players.index("policy")]
                for match in matches
                for event in match.events
                if isinstance(event, Paid)
            )
        )
    assert results.players[0].name == "policy"
    assert results.players[0].points == estimate(sums, [4] * 10)
    for data in records.values():
        assert verify(data).players.count("beginner") == 3


@pytest.mark.parametrize("length", [1, 3])
def test_a_policy_that_plays_as_a_player_does_has_its_results_in_the_arena(length: int) -> None:
    names = ("swift", "efficient", "careful", "swift")
    found = evaluate(Swift(book("guobiao")), names[1:], "guobiao", 24, 5, observation="bytes", deals_in_a_match=length, at_once=5).as_dict()
    if length == 1:  # so few deals are single ones in the arena too
        wanted = arena(names, "guobiao", 24, 5, workers=1).as_dict()
        wanted["players"][0]["name"] = "policy"
        assert found == wanted
    assert found["hands"] == 24
    assert found["sets"] == 6 // length


@pytest.mark.parametrize("at_once", [1, 7, 1000])
def test_results_do_not_depend_on_how_many_tables_are_played_at_once(at_once: int) -> None:
    def first(observations: NDArray[Any], masks: NDArray[Any]) -> Any:
        assert observations.shape == (len(masks), PLANES, 4, 9)
        assert len(masks) <= at_once
        return masks.argmax(axis=1)

    assert evaluate(first, "swift", "lingque28", 36, 1, at_once=at_once) == evaluate(
        lambda observations, masks: masks.argmax(axis=1), "swift", "lingque28", 36, 1, observation="bytes"
    )


def test_opponents_are_the_next_the_opposite_and_the_previous_seat() -> None:
    _, records = recorded(AtRandom(1), opponents=["swift", "first", "random"], deals=4)
    assert [read_record(records[f"000001-{seat}.jsonl"]).header.players for seat in (1, 2, 3, 4)] == [
        ("policy", "swift", "first", "random"),
        ("swift", "first", "random", "policy"),
        ("first", "random", "policy", "swift"),
        ("random", "policy", "swift", "first"),
    ]


def test_the_interval_of_a_stronger_player_is_above_zero() -> None:
    results = evaluate(Swift(book("lingque28")), "random", "lingque28", 200, 1, observation="bytes")
    interval = results.players[0].points.interval
    assert interval is not None
    assert interval[0] > 0


def test_progress_is_reported_for_every_match() -> None:
    seen: list[tuple[int, str]] = []

    def progress(items: Any, total: int, label: str) -> Any:
        for item in items:
            seen.append((total, label))
            yield item

    evaluate(AtRandom(1), "first", "woodshole", 8, progress=progress)
    assert seen == [(8, "evaluate woodshole")] * 8


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (lambda masks: masks.argmax(axis=1)[1:], "bad_value"),
        (lambda masks: masks.argmax(axis=1) * 1.0, "bad_value"),
        (lambda masks: masks.astype(bool).any(axis=1), "bad_value"),
        (lambda masks: None, "bad_value"),
        (lambda masks: masks.argmin(axis=1), "illegal_action"),
        (lambda masks: np.full(len(masks), -1), "no_such_action"),
        (lambda masks: np.full(len(masks), 120), "no_such_action"),
        (lambda masks: np.full(len(masks), 256) + masks.argmax(axis=1), "no_such_action"),
    ],
)
def test_wrong_answers_of_a_policy_are_refused(answer: Any, code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        evaluate(lambda observations, masks: answer(masks), "first", deals=8)
    assert caught.value.code == code
    assert isinstance(caught.value, IllegalAction) == (code != "bad_value")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"opponents": "nobody"}, "unknown_player"),
        ({"opponents": ["swift"]}, "bad_value"),
        ({"rules": "riichi"}, "unknown_rules"),
        ({"deals": 0}, "out_of_range"),
        ({"deals": 1.5}, "out_of_range"),
        ({"seed": -1}, "out_of_range"),
        ({"observation": "pixels"}, "not_one_of"),
        ({"deals_in_a_match": 17}, "out_of_range"),
        ({"at_once": 0}, "out_of_range"),
        ({"policy": "swift"}, "bad_value"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(QuepuError) as caught:
        evaluate(**{"policy": AtRandom(1), **options})
    assert caught.value.code == code
