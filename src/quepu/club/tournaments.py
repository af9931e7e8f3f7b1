"""The state of a tournament: its draw, its results, its standings, its timer, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quepu.club.draws import quality
from quepu.club.entries import Entry, in_order
from quepu.club.linked import LinkedSheet
from quepu.club.live import live
from quepu.club.points import exactly
from quepu.club.results import Rounds, Table
from quepu.club.standings import Standings, prizes
from quepu.club.timer import timer_state
from quepu.errors import QuepuError
from quepu.texts import ENTRY_REASONS

_SETTINGS: Mapping[str, Any] = {
    "name": "",
    "rules": None,
    "overlay": None,
    "rounds": 1,
    "minutes": 1,
    "system": "standard",
    "deals": None,
    "club": None,
    "about": "",
}


def linked_sheets(entries: Iterable[Entry]) -> list[str]:
    """The documents of the sheets of a tournament."""
    return [*dict.fromkeys(entry["sheet"] for entry in live(entries).entries if entry["t"] == "table_sheet")]


def tournament_state(entries: Iterable[Entry], sheets: Mapping[str, LinkedSheet]) -> dict[str, Any]:
    """The whole state of a tournament as a JSON object; ``sheets`` has those of ``linked_sheets``. ``docs/clubs.md`` describes it. The
    entries may come in any order. Raises QuepuError if none of them is the settings of a tournament."""
    ordered = in_order(entries)
    found = live(ordered)
    settings = _settings(found.entries)
    ignored = dict.fromkeys(found.ignored, "unknown_entry")
    players = _players(ordered, found.entries, ignored)
    rounds = Rounds(ordered, found.entries, players.keys(), settings["rounds"])
    _keep_withdrawn(players, rounds, {entry["id"] for entry in found.entries})
    members = {id: player["member"] for id, player in players.items()}
    for entry in found.entries:
        if entry["t"] in ("result", "table_sheet"):
            rounds.add(entry, sheets, members)
    penalties = _penalties(found.entries, players, rounds, ignored)
    for tables in rounds.tables.values():
        for table in tables:
            table.settle(sheets)
    standings = Standings(players.values(), settings["system"], settings["rounds"])
    after = _add_up(standings, rounds, penalties)
    timer, without_effect = timer_state((entry for entry in found.entries if entry["t"] == "timer"), settings["minutes"])
    ignored |= rounds.ignored | dict.fromkeys(without_effect, "not_running")
    rows, described = standings.rows(), _rounds(rounds, players, settings["system"] == "reduced")
    current = next((one["round"] for one in described if not one["complete"]), None)
    finished = any(entry["t"] == "finish" for entry in found.entries)
    return {
        "settings": settings,
        "players": [*players.values()],
        "rounds": described,
        "current": current,
        "penalties": penalties,
        "standings": rows,
        "after": after,
        "teams": standings.teams(),
        "quality": _quality(rounds, players),
        "timer": timer,
        "missing": _missing(rounds, players, sheets, current),
        "finished": finished,
        "prizes": prizes(rows) if finished else None,
        "undone": found.undone,
        "ignored": [{"entry": entry["id"], "reason": ignored[entry["id"]]} for entry in ordered if entry["id"] in ignored],
    }


def _settings(entries: Sequence[Entry]) -> dict[str, Any]:
    """The settings that were entered last."""
    last = [entry for entry in entries if entry["t"] == "tournament"][-1:]
    if not last:
        raise QuepuError("entry_wrong", place="entries", reason=ENTRY_REASONS["no_tournament"])
    return {key: last[0].get(key, default) for key, default in _SETTINGS.items()}


def _players(ordered: Sequence[Entry], entries: Sequence[Entry], ignored: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The players in the order in which they were added, also those that were taken back: a draw may name them."""
    players: dict[str, dict[str, Any]] = {
        entry["id"]: {
            "id": entry["id"],
            "name": entry["name"],
            "member": entry.get("member"),
            "team": entry.get("team"),
            "substitute": entry.get("role") == "substitute",
            "withdrawn": None,
        }
        for entry in ordered
        if entry["t"] == "player"
    }
    for entry in entries:
        if entry["t"] in ("rename", "withdraw"):
            player = players.get(entry["player"])
            if player is None:
                ignored[entry["id"]] = "unknown_player"
            elif entry["t"] == "rename":
                player["name"] = entry["name"]
            else:
                player["withdrawn"] = entry["round"]
    return players


def _keep_withdrawn(players: dict[str, dict[str, Any]], rounds: Rounds, alive: set[str]) -> None:
    """A player who was taken back is gone, unless the draw names them: then they have withdrawn from the first round on."""
    drawn = {player for tables in rounds.tables.values() for table in tables for player in table.players}
    for id in [id for id in players if id not in alive]:
        if id in drawn:
            players[id]["withdrawn"] = 1
        else:
            del players[id]


def _penalties(entries: Sequence[Entry], players: Mapping[str, Any], rounds: Rounds, ignored: dict[str, str]) -> list[dict[str, Any]]:
    """The penalties; those of tables are taken off there."""
    found = []
    for entry in entries:
        if entry["t"] != "penalty":
            continue
        if entry["player"] not in players:
            ignored[entry["id"]] = "unknown_player"
            continue
        tables = [table for table in rounds.tables.get(entry["round"], ()) if entry["player"] in table.players]
        if entry["of"] == "table" and tables:
            tables[0].penalties[tables[0].players.index(entry["player"])] += exactly(entry["points"])
        counts = entry["of"] == "standing" or bool(tables)
        shown = {key: entry[key] for key in ("player", "round", "points", "of")}
        found.append({"entry": entry["id"], **shown, "note": entry.get("note", ""), "counts": counts})
    return found


def _add_up(standings: Standings, rounds: Rounds, penalties: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Fill the standings, and return them as they were after each round that has a result."""
    after = []
    of_standing = [penalty for penalty in penalties if penalty["of"] == "standing"]
    for number, tables in rounds.tables.items():
        for table in tables:
            standings.add(table)
        for penalty in of_standing:
            if penalty["round"] == number:
                standings.add_penalty(penalty["player"], penalty["points"])
        if any(table.points is not None for table in tables):
            after.append({"round": number, "standings": standings.short_rows()})
    for penalty in of_standing:
        if penalty["round"] > rounds.rounds:
            standings.add_penalty(penalty["player"], penalty["points"])
    return after


def _rounds(rounds: Rounds, players: Mapping[str, Mapping[str, Any]], shows_reduced: bool) -> list[dict[str, Any]]:
    found = []
    for number, tables in rounds.tables.items():
        seated = {player for table in tables for player in table.players}
        sitting_out = [
            id
            for id, player in players.items()
            if id not in seated and not player["substitute"] and (player["withdrawn"] is None or player["withdrawn"] > number)
        ]
        found.append(
            {
                "round": number,
                "entry": rounds.entry_of.get(number),
                "tables": [table.as_dict(shows_reduced) for table in tables],
                "sitting_out": sitting_out if tables else [],
                "complete": bool(tables) and all(table.points is not None for table in tables),
            }
        )
    return found


def _quality(rounds: Rounds, players: Mapping[str, Mapping[str, Any]]) -> dict[str, Any] | None:
    """How evenly the whole draw lets people meet. Who has withdrawn, and substitutes, do not count when rounds are compared."""
    numbers = {id: number for number, id in enumerate(players)}
    drawn = [[[numbers[player] for player in table.players] for table in tables] for tables in rounds.tables.values() if tables]
    active = [numbers[id] for id, player in players.items() if not player["substitute"] and player["withdrawn"] is None]
    return quality(drawn, active) if drawn else None


def _missing(
    rounds: Rounds, players: Mapping[str, Mapping[str, Any]], sheets: Mapping[str, LinkedSheet], current: int | None
) -> list[dict[str, Any]]:
    """What has to be done. Results are missing up to the current round, and in a later one once it has begun."""
    found: list[dict[str, Any]] = []

    def note(what: str, round: int, table: int | None = None, player: str | None = None, code: str | None = None) -> None:
        found.append({"what": what, "round": round, "table": table, "player": player, "code": code})

    for number, tables in rounds.tables.items():
        if not tables:
            note("draw", number)
        has_begun = (current is not None and number <= current) or any(table.points is not None for table in tables)
        for table in tables:
            for player in table.players:
                withdrawn = players[player]["withdrawn"]
                if withdrawn is not None and withdrawn <= number:
                    note("withdrawn", number, table.number, player)
            if table.points is None and has_begun:
                note("result", number, table.number)
            for what in _wrong(table):
                note(what, number, table.number)
            for id in table.sheets:
                if sheets[id].code is not None and not table.results:
                    note("no_sheet", number, table.number, None, sheets[id].code)
    return found


def _wrong(table: Table) -> list[str]:
    checks = {"conflict": table.described["conflict"], "not_zero": table.described["not_zero"], "other_draw": bool(table.other_draw)}
    return [what for what, holds in checks.items() if holds]
