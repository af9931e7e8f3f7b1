"""The rounds of a tournament: who sits at which table, and the result of each table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from quepu.club.draws import check_draw
from quepu.club.entries import Entry
from quepu.club.linked import LinkedSheet
from quepu.club.points import exactly, number, standard_points
from quepu.club.sheet import ranks
from quepu.engine.match import reduced_scores

_T0, _ALPHA = 480.0, 1.0
"""The constants of 约化分数, unless a sheet has others."""
_DIGITS = 9
"""The decimals of 约化分数 that count: sums of the same numbers in another order are the same."""


@dataclass
class Table:
    """A table of a round. Lists are by 東南西北."""

    round: int
    number: int
    players: list[str]
    results: list[tuple[Entry, list[int]]] = field(default_factory=list)
    """The entries with a result, and the points in the order of the players."""
    sheets: dict[str, tuple[Entry, list[int]]] = field(default_factory=dict)
    """The entries that link to sheets, by document, with the players of the sheet (0 to 3) in the order of the players."""
    penalties: list[Fraction] = field(default_factory=lambda: [Fraction(0)] * 4)
    points: list[int] | None = None
    counted: list[Fraction] | None = None
    ranks: list[int] | None = None
    standard: list[Fraction] | None = None
    reduced: list[Fraction] | None = None
    other_draw: list[str] = field(default_factory=list)
    described: dict[str, Any] = field(default_factory=dict)
    """What the result is from, for JSON."""

    def settle(self, sheets: Mapping[str, LinkedSheet]) -> None:
        """Find the result. One that was entered counts more than a sheet; of several the first one counts until the conflict is settled."""
        linked = [(entry, sheets[id], order) for id, (entry, order) in self.sheets.items()]
        readable = [found for found in linked if found[1].code is None]
        over = [found for found in readable if found[1].over]
        candidates = [entry["id"] for entry, _ in self.results] or [entry["id"] for entry, _, _ in over]
        shown = next(iter([*over, *readable, *linked]), None)
        t0, alpha = _T0, _ALPHA
        if self.results:
            self.points = self.results[0][1]
        elif over:
            _, sheet, order = over[0]
            self.points, t0, alpha = [sheet.scores[player] for player in order], sheet.t0, sheet.alpha
        self.described = {
            "origin": None if self.points is None else "result" if self.results else "sheet",
            "entry": candidates[0] if candidates else None,
            "candidates": candidates,
            "conflict": len(candidates) > 1 or (not self.results and len(readable) > 1),
            "not_zero": self.points is not None and sum(self.points) != 0,
            **_sheet_shown(shown),
        }
        if self.points is not None:
            self._rank(self.points, t0, alpha)

    def _rank(self, points: list[int], t0: float, alpha: float) -> None:
        self.counted = [own + penalty for own, penalty in zip(points, self.penalties, strict=True)]
        scores = [*map(float, self.counted)]
        self.ranks = ranks(scores)
        self.standard = standard_points(self.counted)
        self.reduced = [exactly(round(score, _DIGITS)) for score in reduced_scores(scores, t0, alpha)]

    def as_dict(self, shows_reduced: bool) -> dict[str, Any]:
        return {
            "table": self.number,
            "players": self.players,
            "points": self.points,
            "penalties": [*map(number, self.penalties)],
            "counted": None if self.counted is None else [*map(number, self.counted)],
            "ranks": self.ranks,
            "standard": None if self.standard is None else [*map(number, self.standard)],
            "reduced": [*map(number, self.reduced)] if self.reduced is not None and shows_reduced else None,
            **self.described,
            "other_draw": self.other_draw,
        }


def _sheet_shown(shown: tuple[Entry, LinkedSheet, list[int]] | None) -> dict[str, Any]:
    """The sheet of a table, for JSON."""
    if shown is None:
        return {"sheet": None, "sheet_deals": None, "sheet_scores": None, "sheet_over": False}
    _, sheet, order = shown
    if sheet.code is not None:
        return {"sheet": sheet.id, "sheet_deals": None, "sheet_scores": None, "sheet_over": False}
    scores = [sheet.scores[player] for player in order]
    return {"sheet": sheet.id, "sheet_deals": len(sheet.deals), "sheet_scores": scores, "sheet_over": sheet.over}


class Rounds:
    """The draws of a tournament, and the tables of those that count in the end."""

    def __init__(self, ordered: Sequence[Entry], live: Sequence[Entry], known: Collection[str], rounds: int) -> None:
        """``ordered`` are all entries, ``live`` those that count; ``known`` are the players."""
        self.rounds = rounds
        self.ignored: dict[str, str] = {}
        """The entries without effect, and why."""
        self.entry_of: dict[int, str] = {}
        self.tables: dict[int, list[Table]] = {round: [] for round in range(1, rounds + 1)}
        alive = {entry["id"] for entry in live}
        self._place = {entry["id"]: place for place, entry in enumerate(ordered)}
        self._undone_at = {entry["of"]: self._place[entry["id"]] for entry in live if entry["t"] == "undo"}
        self._draws: list[Entry] = []
        for entry in ordered:
            if entry["t"] != "draw":
                continue
            if (reason := check_draw(entry["rounds"], known)) is not None:
                self.ignored |= {entry["id"]: reason} if entry["id"] in alive else {}
                continue
            self._draws.append(entry)
            if entry["id"] in alive:
                self._use(entry)
        self._by_players = {(table.round, frozenset(table.players)): table for tables in self.tables.values() for table in tables}

    def _use(self, draw: Entry) -> None:
        for number_of_round, tables in enumerate(draw["rounds"], draw["from_round"]):
            if number_of_round <= self.rounds:
                self.entry_of[number_of_round] = draw["id"]
                self.tables[number_of_round] = [Table(number_of_round, place, [*players]) for place, players in enumerate(tables, 1)]

    def add(self, entry: Entry, sheets: Mapping[str, LinkedSheet], members: Mapping[str, str | None]) -> None:
        """Give a result, or a sheet, to the table of the players it was entered for."""
        if entry["round"] > self.rounds:
            self.ignored[entry["id"]] = "no_round"
            return
        players = self._seen(entry)
        table = None if players is None else self._by_players.get((entry["round"], frozenset(players)))
        if players is None:
            self.ignored[entry["id"]] = "unknown_table"
        elif table is None:
            self._keep_other(entry)
        elif entry["t"] == "result":
            table.results.append((entry, [entry["points"][players.index(player)] for player in table.players]))
        elif entry["sheet"] not in table.sheets:
            order = _players_of(sheets[entry["sheet"]], players, members)
            table.sheets[entry["sheet"]] = (entry, [order.index(player) for player in table.players])

    def _seen(self, entry: Entry) -> list[str] | None:
        """The players of the table when the entry was made: by the last draw before it that was not undone then."""
        place = self._place[entry["id"]]
        for draw in reversed(self._draws):
            tables = draw["rounds"][entry["round"] - draw["from_round"] :][:1] if entry["round"] >= draw["from_round"] else []
            was_there = self._place[draw["id"]] < place <= self._undone_at.get(draw["id"], place)
            if was_there and tables:
                return [*tables[0][entry["table"] - 1]] if entry["table"] <= len(tables[0]) else None
        return None

    def _keep_other(self, entry: Entry) -> None:
        """Show an entry for players who do not meet any more, at the table of its number."""
        tables = self.tables[entry["round"]]
        if entry["table"] <= len(tables):
            tables[entry["table"] - 1].other_draw.append(entry["id"])
        else:
            self.ignored[entry["id"]] = "unknown_table"


def _players_of(sheet: LinkedSheet, seated: list[str], members: Mapping[str, str | None]) -> list[str]:
    """The players of the tournament who are the players of a sheet: by the sheet's members if it has them, else in the order of seats."""
    player_of: dict[str | None, str] = {members[player]: player for player in seated}
    player_of |= {player: player for player in seated}
    found = [player_of[id] for id in sheet.members if id is not None and id in player_of]
    return found if len(set(found)) == 4 else seated
