"""The timer of a round, from the times at which its entries were made."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clubs import NOON, Tournament

MINUTE = 60_000
Step = tuple[int, str, int]


@pytest.mark.parametrize(
    ("steps", "timer"),
    [
        ([], None),
        ([(0, "start", 0)], {"running": True, "ends": 60, "left": None}),
        ([(0, "start", 0), (10, "pause", 0)], {"running": False, "ends": None, "left": 50}),
        ([(0, "start", 0), (10, "pause", 0), (25, "resume", 0)], {"running": True, "ends": 75, "left": None}),
        ([(0, "start", 0), (5, "add", 600)], {"running": True, "ends": 70, "left": None}),
        ([(0, "start", 0), (10, "pause", 0), (12, "add", -300)], {"running": False, "ends": None, "left": 45}),
        ([(0, "start", 0), (10, "pause", 0), (12, "add", -36_000)], {"running": False, "ends": None, "left": 0}),
        ([(0, "start", 0), (70, "pause", 0)], {"running": False, "ends": None, "left": 0}),
        ([(0, "start", 0), (30, "stop", 0)], {"running": False, "ends": None, "left": None}),
        ([(0, "start", 0), (30, "start", 0)], {"running": True, "ends": 90, "left": None}),
        ([(0, "start", -1800)], {"running": True, "ends": 30, "left": None}),
    ],
)
def test_the_timer_runs_from_its_start_with_pauses_and_extra_time(steps: list[Step], timer: dict[str, Any] | None) -> None:
    """Times are in minutes after the start."""
    made = Tournament(4, 2)
    for minute, do, seconds in steps:
        more = {"seconds": seconds} if seconds else {}
        made.add("timer", when=NOON + minute * MINUTE, round=2, do=do, **more)
    expected = timer and {
        "round": 2,
        "running": timer["running"],
        "ends": None if timer["ends"] is None else NOON + timer["ends"] * MINUTE,
        "left": None if timer["left"] is None else timer["left"] * MINUTE,
    }
    assert made.state["timer"] == expected
    assert made.state["ignored"] == []


@pytest.mark.parametrize(
    "steps",
    [
        ["pause"],
        ["resume"],
        ["add"],
        ["stop"],
        ["start", "resume"],
        ["start", "pause", "pause"],
        ["start", "stop", "add"],
        ["start", "stop", "resume"],
        ["start", "stop", "stop"],
    ],
)
def test_what_does_not_fit_the_timer_has_no_effect(steps: list[str]) -> None:
    made = Tournament(4, 2)
    for do in steps[:-1]:
        made.add("timer", round=1, do=do)
    before = made.state["timer"]
    last = made.add("timer", round=1, do=steps[-1])
    assert made.state["timer"] == before
    assert made.state["ignored"] == [{"entry": last, "reason": "not_running"}]


def test_an_entry_for_another_round_does_not_touch_the_timer() -> None:
    made = Tournament(4, 2)
    made.add("timer", round=1, do="start")
    before = made.state["timer"]
    made.add("timer", round=2, do="pause")
    assert made.state["timer"] == before


def test_an_undone_pause_was_never_made() -> None:
    made = Tournament(4)
    made.add("timer", when=NOON, round=1, do="start")
    running = made.state["timer"]
    made.undo(made.add("timer", when=NOON + MINUTE, round=1, do="pause"))
    assert made.state["timer"] == running
