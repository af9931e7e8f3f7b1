"""The timer of the rounds, from the times at which it was started, paused and changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quepu.club.entries import Entry

_MINUTE, _SECOND = 60_000, 1_000


def timer_state(entries: Iterable[Entry], minutes: int) -> tuple[dict[str, Any] | None, list[str]]:
    """The timer after its entries, which are in order, and those without effect. Whether the time is over depends on who looks when.

    >>> start = {"id": "k3v9x2ab.1", "at": 1, "when": 1000, "t": "timer", "round": 1, "do": "start"}
    >>> timer_state([start, {**start, "id": "k3v9x2ab.2", "at": 2, "when": 61000, "do": "pause"}], 60)
    ({'round': 1, 'running': False, 'ends': None, 'left': 3540000}, [])
    """
    timer: dict[str, Any] | None = None
    ignored = []
    for entry in entries:
        if entry["do"] == "start":
            length = minutes * _MINUTE + entry.get("seconds", 0) * _SECOND
            timer = {"round": entry["round"], "running": True, "ends": entry["when"] + length, "left": None}
        elif timer is None or timer["round"] != entry["round"] or not _change(timer, entry):
            ignored.append(entry["id"])
    return timer, ignored


def _change(timer: dict[str, Any], entry: Entry) -> bool:
    """Apply an entry to a timer that was started; False if it does not fit."""
    do, running, paused = entry["do"], timer["running"], timer["left"] is not None
    if do == "pause" and running:
        timer |= {"running": False, "ends": None, "left": max(0, timer["ends"] - entry["when"])}
    elif do == "resume" and paused:
        timer |= {"running": True, "ends": entry["when"] + timer["left"], "left": None}
    elif do == "add" and running:
        timer["ends"] = max(0, timer["ends"] + entry.get("seconds", 0) * _SECOND)
    elif do == "add" and paused:
        timer["left"] = max(0, timer["left"] + entry.get("seconds", 0) * _SECOND)
    elif do == "stop" and (running or paused):
        timer |= {"running": False, "ends": None, "left": None}
    else:
        return False
    return True
