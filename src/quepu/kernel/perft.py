"""Counts of lines of play, and the actions that a state accepts: for tests. The C types are in ``perft.pxd``."""

from __future__ import annotations

from quepu.kernel import guard
from quepu.kernel.actions import ACTIONS, NO_SEAT
from quepu.kernel.state import State

MOST_DEPTH = 1_000
"""More actions than a deal has."""


def lines(state: State, depth: int) -> int:
    """The number of lines of play: sequences of ``depth`` actions, or fewer where the deal ends. The seats that are asked act in order."""
    guard.check_type("state", state, State)
    state.check_scorer()
    guard.check_range("depth", depth, 0, MOST_DEPTH)
    return count_lines(state, depth)


def count_lines(state: State, depth: int) -> int:
    """``lines`` after the checks."""
    seat = state.next_asked()
    if depth == 0 or seat == NO_SEAT:
        return 1
    found = 0
    child = state.copy()
    for action in state.actions(seat):
        child.assign(state)
        child.attempt(seat, action, 0)
        found += count_lines(child, depth - 1)
    return found


def accepted(state: State, seat: int, scratch: State) -> list[int]:
    """The actions that ``scratch`` accepts when it is equal to the state. A refused action must not change it."""
    guard.check_type("state", state, State)
    guard.check_type("scratch", scratch, State)
    state.check_usable()
    scratch.check_scorer()
    guard.check_seat(seat)
    found = []
    scratch.assign(state)
    for action in range(ACTIONS):
        if scratch.attempt(seat, action, 0):
            found.append(action)
            scratch.assign(state)
        elif not scratch.is_same(state):
            raise AssertionError(f"action {action} of seat {seat} is refused but changes the state")
    return found
