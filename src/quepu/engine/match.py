"""A match: hand after hand, who sits where, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt, tanh
from typing import Any

from quepu.engine.deal import Outcome, check_number
from quepu.engine.rules import PlayRules
from quepu.errors import QuepuError
from quepu.tiles import SET_SIZES

ROUNDS = 4
MOST_HANDS = 2**32 - 1
"""The shuffle counts hands in 32 bits."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How long a match is and with how many tiles. ``rounds`` are the 圈 (two are a half game, 半庄); ``hands``, if given, ends it after so
    many hands, however many 圈 they make."""

    tiles: int
    rounds: int = ROUNDS
    hands: int | None = None

    def __post_init__(self) -> None:
        if type(self.tiles) is not int or self.tiles not in SET_SIZES:
            raise QuepuError("not_one_of", option="tiles", text=str(self.tiles), known=", ".join(map(str, SET_SIZES)))
        check_number("rounds", self.rounds, 1, ROUNDS)
        if self.hands is not None:
            check_number("hands", self.hands, 1, MOST_HANDS)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> MatchSettings:
        if list(given) != ["tiles", "rounds", "hands"]:
            raise QuepuError("wrong_keys", text=", ".join(given), known="tiles, rounds, hands")
        return cls(**given)


class Match:
    """Where a match stands. Players are 0–3 by their first seats 東南西北."""

    def __init__(self, rules: PlayRules, settings: MatchSettings | None = None) -> None:
        self.rules = rules
        self.settings = settings or MatchSettings(rules.tiles)
        self.scores = [0, 0, 0, 0]
        self.number = 1
        """The hand to be played, from 1."""
        self.round = 0
        """Its 圈, from 0."""
        self.deal = 0
        """How many have lost the deal in this 圈."""

    @property
    def over(self) -> bool:
        return self.round == self.settings.rounds or (self.settings.hands is not None and self.number > self.settings.hands)

    @property
    def seats(self) -> tuple[int, ...]:
        """The players at 東南西北 of the hand to be played."""
        seating = self.rules.seatings[self.round]
        return seating[self.deal :] + seating[: self.deal]

    def finish(self, outcome: Outcome) -> None:
        """Enter how the hand ended, and go on to the next."""
        for seat, player in enumerate(self.seats):
            self.scores[player] += outcome.payments[seat]
        if not (self.rules.dealer_stays and outcome.winner == 0):
            self.deal += 1
            if self.deal == 4:
                self.deal = 0
                self.round += 1
        self.number += 1


def reduced_scores(scores: Sequence[int], t0: float = 480, alpha: float = 1) -> list[float]:
    """约化分数 (灵雀 26): each score measured against every other's, large differences counting for less and less.

    >>> [round(score, 3) for score in reduced_scores([480, 0, 0, -480])]
    [1.686, 0.0, 0.0, -1.686]
    """
    scale = t0 * sqrt(len(scores))
    return [alpha * sum(tanh((own - other) / scale) for other in scores) for own in scores]
