"""Clubs and tournaments that tests write entry by entry."""

from __future__ import annotations

from typing import Any

from quepu.club.clubs import club_state
from quepu.club.entries import check_entry
from quepu.club.linked import LinkedSheet, read_sheet
from quepu.club.tournaments import linked_sheets, tournament_state
from tests.sheets import Sheet

Entry = dict[str, Any]

NOON = 1_770_000_000_000
DAY = 86_400_000


class Writer:
    """A document of which every entry comes after the others. Methods return the id of the entry."""

    def __init__(self, kind: str, first: str, **settings: Any) -> None:
        self.kind = kind
        self.entries: list[Entry] = []
        self.add(first, **settings)

    def add(self, t: str, when: int = NOON, **fields: Any) -> str:
        number = len(self.entries) + 1
        entry = {"id": f"aaaaaaaa.{number}", "at": number, "when": when, "t": t, **fields}
        check_entry(self.kind, entry)
        self.entries.append(entry)
        return str(entry["id"])

    def undo(self, id: str) -> str:
        return self.add("undo", of=id)


class Club(Writer):
    def __init__(self, **settings: Any) -> None:
        super().__init__("club", "club", **{"name": "雀友会", **settings})

    @property
    def state(self) -> dict[str, Any]:
        return club_state(self.entries)


class Tournament(Writer):
    """``sheets`` are the sheets of its tables, by document."""

    def __init__(self, players: int, rounds: int = 1, **settings: Any) -> None:
        fields = {"name": "春季赛", "rules": "guobiao", "rounds": rounds, "minutes": 60, "system": "standard", **settings}
        super().__init__("tournament", "tournament", **fields)
        self.players = [self.add("player", name=f"P{number + 1}") for number in range(players)]
        self.sheets: dict[str, list[Entry] | None] = {}

    def draw(self, *rounds: list[list[int]], from_round: int = 1, seed: int = 1) -> str:
        """Players are numbers here."""
        drawn = [[[self.players[player] for player in table] for table in tables] for tables in rounds]
        return self.add("draw", seed=seed, from_round=from_round, rounds=drawn)

    def result(self, round: int, table: int, *points: int, **more: Any) -> str:
        return self.add("result", round=round, table=table, points=[*points], **more)

    @property
    def state(self) -> dict[str, Any]:
        linked = {id: read_sheet(id, self.sheets.get(id)) for id in linked_sheets(self.entries)}
        return tournament_state(self.entries, linked)

    def standing(self) -> list[tuple[int | None, str, float, float]]:
        """Rank, name, total and points."""
        return [(row["rank"], row["name"], row["total"], row["points"]) for row in self.state["standings"]]


def sheet_of(*wins: tuple[int, int | None, int], ended: bool = True, when: int = NOON, **settings: Any) -> list[Entry]:
    """A sheet with these wins: winner, source and points."""
    sheet = Sheet("guobiao", **settings)
    for slot, (winner, source, points) in enumerate(wins, 1):
        sheet.add("win", deal=slot, winner=winner, source=source, points=points)
    if ended:
        sheet.add("end")
    return [{**entry, "when": when} for entry in sheet.entries]


def linked(**sheets: list[Entry] | None) -> dict[str, LinkedSheet]:
    """Sheets by the first letter of their ids."""
    return {document(letter): read_sheet(document(letter), entries) for letter, entries in sheets.items()}


def document(letter: str) -> str:
    return letter * 16
