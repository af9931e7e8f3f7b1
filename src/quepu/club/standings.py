"""The standings of a tournament: what each player has, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from quepu.club.points import exactly, number, ranked
from quepu.club.results import Table


@dataclass
class Account:
    """What a player has so far."""

    player: Mapping[str, Any]
    rounds: int
    total: Fraction = Fraction(0)
    """What is ranked first, with the penalties of the standing."""
    points: Fraction = Fraction(0)
    penalty: Fraction = Fraction(0)
    places: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    played: int = 0
    by_round: list[Fraction | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.by_round = [None] * self.rounds

    def key(self, system: str) -> tuple[Fraction | int, ...]:
        """What decides the rank, the most important first. Who has not played comes last."""
        key: list[Fraction | int] = [int(self.played > 0), self.total]
        if system == "points":
            return (*key, *self.places[:2])
        return (*key, self.points, *(self.places[:3] if system == "standard" else ()))

    def as_dict(self, rank: int | None) -> dict[str, Any]:
        player = self.player
        return {
            "rank": rank,
            "player": player["id"],
            "name": player["name"],
            "team": player["team"],
            "substitute": player["substitute"],
            "withdrawn": player["withdrawn"],
            "total": number(self.total),
            "points": number(self.points),
            "places": list(self.places),
            "played": self.played,
            "penalty": number(self.penalty),
            "by_round": [None if value is None else number(value) for value in self.by_round],
        }


class Standings:
    """The accounts of all players, filled round by round."""

    def __init__(self, players: Iterable[Mapping[str, Any]], system: str, rounds: int) -> None:
        self.system = system
        self.accounts = {player["id"]: Account(player, rounds) for player in players}

    def add(self, table: Table) -> None:
        """Add the result of a table."""
        gained = {"standard": table.standard, "reduced": table.reduced, "points": table.counted}[self.system]
        if gained is None or table.counted is None or table.ranks is None:
            return
        for place, player in enumerate(table.players):
            account = self.accounts[player]
            account.total += gained[place]
            account.points += table.counted[place]
            account.places[table.ranks[place] - 1] += 1
            account.played += 1
            account.by_round[table.round - 1] = gained[place]

    def add_penalty(self, player: str, points: float) -> None:
        """A penalty of the standing: negative points are taken off."""
        account = self.accounts[player]
        account.total += exactly(points)
        account.penalty += exactly(points)

    def ranked(self) -> list[tuple[int | None, Account]]:
        """The accounts in their order, with their ranks; substitutes come last and have none."""
        own = [account for account in self.accounts.values() if not account.player["substitute"]]
        others = [account for account in self.accounts.values() if account.player["substitute"]]
        ranks = ranked([account.key(self.system) for account in own])
        found = sorted(zip(ranks, own, strict=True), key=lambda pair: pair[0])
        return [*found, *((None, account) for account in others)]

    def rows(self) -> list[dict[str, Any]]:
        return [account.as_dict(rank) for rank, account in self.ranked()]

    def short_rows(self) -> list[dict[str, Any]]:
        return [
            {"rank": rank, "player": account.player["id"], "total": number(account.total), "points": number(account.points)}
            for rank, account in self.ranked()
        ]

    def teams(self) -> list[dict[str, Any]]:
        """The teams by the sums of their players; substitutes count for none."""
        members: dict[str, list[Account]] = {}
        for account in self.accounts.values():
            if account.player["team"] and not account.player["substitute"]:
                members.setdefault(account.player["team"], []).append(account)
        sums = {
            team: (sum((one.total for one in accounts), Fraction(0)), sum((one.points for one in accounts), Fraction(0)))
            for team, accounts in members.items()
        }
        found = [
            {
                "rank": rank,
                "team": team,
                "total": number(sums[team][0]),
                "points": number(sums[team][1]),
                "players": [account.player["id"] for account in members[team]],
            }
            for rank, team in zip(ranked([*sums.values()]), sums, strict=True)
        ]
        return sorted(found, key=lambda row: row["rank"])


def prizes(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The prize list: each rank with all who share it. Who has not played is not in it."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        if row["rank"] is not None and row["played"]:
            empty = {"rank": row["rank"], "players": [], "names": [], "total": row["total"], "points": row["points"]}
            prize = found.setdefault(row["rank"], empty)
            prize["players"].append(row["player"])
            prize["names"].append(row["name"])
    return [*found.values()]
