"""A match: the order of the deals, the seats of the players, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt, tanh
from typing import Any

from quepu.engine.deal import Outcome, check_number
from quepu.engine.rules import PlayRules
from quepu.errors import QuepuError
from quepu.tiles import SET_SIZES

ROUNDS = 4
MOST_HANDS = 2**32 - 1
"""The maximum number of deals: the shuffle counts them in 32 bits."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The length of a match and the number of tiles. ``rounds`` are the 圈 (two are a half game, 半庄); ``hands``, if given, is the maximum
    number of deals."""

    tiles: int
    rounds: int = ROUNDS
    hands: int | None = None
    flowers_at_once: bool = False
    """Flowers are replaced at once, those of the deal before its first discard, also where the book leaves it to the players."""

    def __post_init__(self) -> None:
        if type(self.tiles) is not int or self.tiles not in SET_SIZES:
            raise QuepuError("not_one_of", option="tiles", text=str(self.tiles), known=", ".join(map(str, SET_SIZES)))
        check_number("rounds", self.rounds, 1, ROUNDS)
        if self.hands is not None:
            check_number("hands", self.hands, 1, MOST_HANDS)

    def as_dict(self) -> dict[str, Any]:
        """As in a record: ``flowers_at_once`` only where it is chosen."""
        found = asdict(self)
        if not self.flowers_at_once:
            del found["flowers_at_once"]
        return found

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> MatchSettings:
        keys = ["tiles", "rounds", "hands"]
        if list(given) not in (keys, [*keys, "flowers_at_once"]):
            raise QuepuError("wrong_keys", text=", ".join(given), known="tiles, rounds, hands")
        if given.get("flowers_at_once", True) is not True:
            raise QuepuError("bad_value", option="flowers_at_once", text=str(given["flowers_at_once"])[:100])
        return cls(**given)


class Match:
    """The state of a match between two deals. Players are 0–3 by their first seats 東南西北."""

    def __init__(self, rules: PlayRules, settings: MatchSettings | None = None) -> None:
        self.settings = settings or MatchSettings(rules.tiles)
        self.rules = replace(rules, chosen_flowers=False) if self.settings.flowers_at_once else rules
        self.scores = [0, 0, 0, 0]
        self.number = 1
        """The number of the next deal, from 1."""
        self.round = 0
        """The 圈 of the next deal, from 0."""
        self.dealer_changes = 0
        """How often the deal has passed to the next player in this 圈."""

    @property
    def over(self) -> bool:
        return self.round == self.settings.rounds or (self.settings.hands is not None and self.number > self.settings.hands)

    @property
    def seats(self) -> tuple[int, ...]:
        """The players at 東南西北 in the next deal."""
        seating = self.rules.seatings[self.round]
        return seating[self.dealer_changes :] + seating[: self.dealer_changes]

    def finish(self, outcome: Outcome) -> None:
        """Add the payments of a deal to the scores, and advance to the next deal."""
        for seat, player in enumerate(self.seats):
            self.scores[player] += outcome.payments[seat]
        if not (self.rules.dealer_stays and outcome.winner == 0):
            self.dealer_changes += 1
            if self.dealer_changes == 4:
                self.dealer_changes = 0
                self.round += 1
        self.number += 1


def reduced_scores(scores: Sequence[float], t0: float = 480, alpha: float = 1) -> list[float]:
    """约化分数 (灵雀 26): each score compared with every other, so that large differences count less and less.

    >>> [round(score, 3) for score in reduced_scores([480, 0, 0, -480])]
    [1.686, 0.0, 0.0, -1.686]
    """
    scale = t0 * sqrt(len(scores))
    return [alpha * sum(tanh((own - other) / scale) for other in scores) for own in scores]
