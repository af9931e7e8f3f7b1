"""The targets for the table: a row of results.json by its name and its peer, and the minimum ratio."""

from __future__ import annotations

from typing import NamedTuple


class Target(NamedTuple):
    """At least ``ratio`` times the peer's rate; ``goal`` is what would be better still."""

    ratio: float
    goal: float | None = None

    @property
    def text(self) -> str:
        return f"≥ {self.ratio:g}×" + (f", goal {self.goal:g}×" if self.goal else "")

    def is_met(self, ratio: float) -> bool:
        return ratio >= self.ratio


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
    if target is None or ratio is None:
        return "" if target is None else target.text
    return f"{target.text} {'✓' if target.is_met(ratio) else '✗'}"
