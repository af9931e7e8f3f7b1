"""The rating of players from the ranks of finished games.

The method is the Plackett–Luce model of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning
Research 12 (2011), 267–300, as openskill implements it (Joshy, "OpenSkill: A faster asymmetric multi-team, multiplayer rating system",
Journal of Open Source Software 9 (2024), 5901). A rating is a mean with its uncertainty. All values depend on the order of the games and on
nothing else, so they can be computed again from the games (``recomputed``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING, Any

from quepu.players import PLAYERS

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

FIRST_MU, FIRST_SIGMA = 25.0, 25.0 / 3
"""The rating of a player without games."""
SCALE = 60
"""A rating is shown times this number, so that everybody begins at 1500."""
BOT = "bot:"
"""The key of a bot begins with this; that of a person is the id of their account."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: its mean and its standard deviation."""

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA

    @property
    def safe(self) -> float:
        """What the player is at least, almost certainly. Players are ordered by it."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        return round(SCALE * self.mu)

    @property
    def deviation(self) -> int:
        return round(SCALE * self.sigma)


@dataclass(frozen=True, slots=True)
class Played:
    """A player in a game: the key, the rank from 1, and whether they left the game to a bot."""

    who: str
    rank: int
    left: bool = False


RATED_DEALS = 4
"""The minimum number of deals of a rated game."""


def is_rateable(settings: Mapping[str, Any], players: Sequence[str | None]) -> bool:
    """Whether a game in a room with these settings is rated, if it is played to its end; ``docs/ratings.md`` has the reasons. The players
    are accounts or bots; None is a guest."""
    hands = settings["hands"]
    is_plain = not (settings["private"] or settings["casual"] or settings["open_hands"] or settings["hints"])
    people = [one for one in players if one is not None and one not in PLAYERS]
    return (
        is_plain
        and settings["overlay"] is None
        and (hands is None or hands >= RATED_DEALS)
        and None not in players
        and 0 < len(people) == len(set(people))
    )


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # it takes 0.1 s to import

    return PlackettLuce(mu=FIRST_MU, sigma=FIRST_SIGMA)


def rate(known: Mapping[str, Rating], players: Sequence[Played]) -> dict[str, Rating]:
    """The new ratings after a game, of those whose rating it changes.

    Somebody who left a game is rated as its last. For the others that game does not count, as they did not play it against its own players.
    A bot that has several seats gets the mean of their results.
    """
    before = [known.get(player.who, Rating()) for player in players]
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    ranks: list[float] = [len(players) + 1 if player.left else player.rank for player in players]
    after = [Rating(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]
    if any(player.left for player in players):
        changed = [(player.who, rating) for player, rating in zip(players, after, strict=True) if player.left]
    else:
        changed = [(player.who, rating) for player, rating in zip(players, after, strict=True)]
    by_player: dict[str, list[Rating]] = {}
    for who, rating in changed:
        by_player.setdefault(who, []).append(rating)
    return {who: _mean(found) for who, found in by_player.items()}


def _mean(ratings: list[Rating]) -> Rating:
    return Rating(fmean(rating.mu for rating in ratings), fmean(rating.sigma for rating in ratings))


def recomputed(games: Iterable[Sequence[Played]]) -> dict[str, Rating]:
    """The ratings under one rule book after all of these games, in their order."""
    ratings: dict[str, Rating] = {}
    for players in games:
        ratings.update(rate(ratings, players))
    return ratings
