"""The targets for the table: a row of results.json by its name and its peer, and the minimum ratio."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """At least ``ratio`` times the peer's rate; ``goal`` is what would be better still."""

    ratio: float
    goal: float | None = None

    def text(self, ratio: float | None) -> str:
        """The target and the goal, each with whether this ratio reaches it."""
        text = f"≥ {self.ratio:g}×" + _sign(ratio, self.ratio)
        return text + f", goal {self.goal:g}×" + _sign(ratio, self.goal) if self.goal else text


def _sign(ratio: float | None, wanted: float) -> str:
    if ratio is None:
        return ""
    return " ✓" if ratio >= wanted else " ✗"


GB_LOOP, GB, RIICHIENV = "PyMahjongGB loop", "PyMahjongGB", "riichienv"

TARGETS = {
    ("score_many guobiao", GB_LOOP): Target(5, 10),
    ("score_many lingque28", GB_LOOP): Target(5, 10),
    ("Score(hand, win, guobiao)", GB): Target(1),
    ("score(hand, guobiao, seat=…)", GB): Target(1),
    ("distance_many, uniform", GB): Target(10),
    ("distance_many, near-complete", GB): Target(10),
    ("distance_and_useful(hand), uniform", GB): Target(10),
    ("distance_and_useful(hand), near-complete", GB): Target(10),
    ("play guobiao, one table", RIICHIENV): Target(3),
    ("play guobiao, one table, with observations", RIICHIENV): Target(3),
    ("play guobiao, many tables", RIICHIENV): Target(10),
    ("play guobiao, many tables, with observations", RIICHIENV): Target(10),
}


def target_text(name: str, peer_name: str, ratio: float | None) -> str:
    """The target of a row with whether it is met; nothing if there is none."""
    target = TARGETS.get((name, peer_name))
    return target.text(ratio) if target else ""
