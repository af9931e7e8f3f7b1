"""The tables of clubs and tournaments as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from quepu.csv_text import Cell, csv_text
from quepu.errors import QuepuError

_Table = tuple[Sequence[str], Iterable[Sequence[Cell]]]


def club_csv(table: str, summary: Mapping[str, Any]) -> bytes:
    """A table of a club, from its ``club_summary``: its ``standings``, or its ``players``."""
    return _csv(table, summary, {"standings": _club_standings, "players": _club_players})


def tournament_csv(table: str, state: Mapping[str, Any]) -> bytes:
    """A table of a tournament, from its ``tournament_state``: its ``standings``, ``results``, ``draw`` or ``players``."""
    return _csv(table, state, {"standings": _standings, "results": _results, "draw": _draw, "players": _players})


def _csv(table: str, state: Mapping[str, Any], tables: Mapping[str, Callable[[Mapping[str, Any]], _Table]]) -> bytes:
    if table not in tables:
        raise QuepuError("not_one_of", option="table", text=table, known=", ".join(tables))
    head, rows = tables[table](state)
    return csv_text(head, rows, mark=True)


def _club_standings(summary: Mapping[str, Any]) -> _Table:
    head = ["rules", "rank", "name", "guest", "sheets", "deals", "points", "average", "first", "second", "third", "fourth"]
    rows: list[list[Cell]] = []
    for key, found in summary["standings"].items():
        for row in found:
            own = [row[column] for column in ("sheets", "deals", "points", "average")]
            rows.append([key, row["rank"], row["name"], int(row["member"] is None), *own, *row["ranks"], row["standard"], row["reduced"]])
    return [*head, "standard", "reduced"], rows


def _club_players(summary: Mapping[str, Any]) -> _Table:
    return ("id", "name", "left"), [[member["id"], member["name"], int(member["left"])] for member in summary["club"]["members"]]


def _standings(state: Mapping[str, Any]) -> _Table:
    head = ["rank", "name", "team", "total", "points", "first", "second", "third", "fourth", "played", "penalty"]
    rounds = [f"round_{number}" for number in range(1, state["settings"]["rounds"] + 1)]
    rows: list[list[Cell]] = []
    for row in state["standings"]:
        own: list[Cell] = [row[column] for column in ("rank", "name", "team", "total", "points")]
        rows.append([*own, *row["places"], row["played"], row["penalty"], *row["by_round"]])
    return [*head, *rounds], rows


def _names(state: Mapping[str, Any]) -> dict[str, str]:
    return {player["id"]: player["name"] for player in state["players"]}


def _results(state: Mapping[str, Any]) -> _Table:
    names = _names(state)
    head = ("round", "table", "seat", "name", "points", "penalty", "counted", "rank", "standard", "reduced", "origin")
    rows: list[list[Cell]] = []
    for one in state["rounds"]:
        for table in one["tables"]:
            lists = [table[column] or [None] * 4 for column in ("points", "penalties", "counted", "ranks", "standard", "reduced")]
            for seat, player in enumerate(table["players"]):
                rows.append([one["round"], table["table"], seat + 1, names[player], *(each[seat] for each in lists), table["origin"]])
    return head, rows


def _draw(state: Mapping[str, Any]) -> _Table:
    names = _names(state)
    rows: list[list[Cell]] = []
    for one in state["rounds"]:
        rows += [[one["round"], table["table"], *(names[player] for player in table["players"])] for table in one["tables"]]
        rows += [[one["round"], None, names[player]] for player in one["sitting_out"]]
    return ("round", "table", "east", "south", "west", "north"), [[*row, *[None] * (6 - len(row))] for row in rows]


def _players(state: Mapping[str, Any]) -> _Table:
    columns = ("id", "name", "team", "member", "withdrawn")
    return columns, [[player[column] for column in columns] for player in state["players"]]
