"""Clubs: members, seasons, evenings, and standings over the sheets of a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from quepu.club.entries import Entry, in_order
from quepu.club.linked import LinkedSheet
from quepu.club.live import live
from quepu.club.points import number, ranked, standard_points
from quepu.errors import QuepuError
from quepu.rules import book
from quepu.texts import ENTRY_REASONS, both, phrase

_MINUTE = 60_000
_DIGITS = 6
"""The decimals of 约化分数."""


def club_state(entries: Iterable[Entry]) -> dict[str, Any]:
    """A club from its own entries, as a JSON object: settings, members, seasons, and what it lists. The entries may come in any order.
    Raises QuepuError if none of them is the settings of a club."""
    ordered = in_order(entries)
    found = live(ordered)
    settings = [entry for entry in found.entries if entry["t"] == "club"][-1:]
    if not settings:
        raise QuepuError("entry_wrong", place="entries", reason=ENTRY_REASONS["no_club"])
    ignored = dict.fromkeys(found.ignored, "unknown_entry")
    members = _members(found.entries, ignored)
    seasons = []
    for entry in found.entries:
        if entry["t"] == "season":
            if entry["ends"] is not None and entry["ends"] < entry["begins"]:
                ignored[entry["id"]] = "ends_before_it_begins"
            else:
                seasons.append({key: entry[key] for key in ("id", "name", "begins", "ends")})
    return {
        "name": settings[0]["name"],
        "rules": settings[0].get("rules"),
        "about": settings[0].get("about", ""),
        "members": members,
        "seasons": seasons,
        "sheets": _listed(found.entries, "sheet"),
        "tournaments": _listed(found.entries, "tournament"),
        "undone": found.undone,
        "ignored": [{"entry": entry["id"], "reason": ignored[entry["id"]]} for entry in ordered if entry["id"] in ignored],
    }


def _listed(entries: Sequence[Entry], kind: str) -> list[str]:
    """The documents of a kind, each once."""
    return [*dict.fromkeys(entry[kind] for entry in entries if entry["t"] == kind)]


def _members(entries: Sequence[Entry], ignored: dict[str, str]) -> list[dict[str, Any]]:
    """The members in the order in which they joined, with renames and merges. A merge that would go round in a circle has no effect."""
    members: dict[str, dict[str, Any]] = {}
    into: dict[str, str] = {}
    for entry in entries:
        if entry["t"] == "member":
            members[entry["id"]] = {"id": entry["id"], "name": entry["name"], "left": False, "merged": []}
            continue
        if entry["t"] not in ("rename", "leave", "merge"):
            continue
        if entry["member"] not in members or entry.get("into", entry["member"]) not in members:
            ignored[entry["id"]] = "unknown_member"
        elif entry["t"] == "rename":
            members[entry["member"]]["name"] = entry["name"]
        elif entry["t"] == "leave":
            members[entry["member"]]["left"] = True
        elif entry["member"] in into:
            ignored[entry["id"]] = "merged_already"
        elif _end(entry["into"], into) == entry["member"]:
            ignored[entry["id"]] = "itself"
        else:
            into[entry["member"]] = entry["into"]
    for member in into:
        members[_end(member, into)]["merged"].append(member)
    return [member for id, member in members.items() if id not in into]


def _end(member: str, into: Mapping[str, str]) -> str:
    """Who a member has become."""
    while member in into:
        member = into[member]
    return member


@dataclass
class Selection:
    """The sheets of a club that are asked for, with the members who played in them."""

    state: dict[str, Any]
    sheets: list[LinkedSheet]
    """Those of the season under the rules, the oldest first."""
    problems: list[dict[str, str]]
    member_of: dict[str, str] = field(default_factory=dict)
    """By the id of a member, also of one who was merged."""

    def __post_init__(self) -> None:
        for member in self.state["members"]:
            self.member_of |= dict.fromkeys([member["id"], *member["merged"]], member["id"])

    @property
    def counted(self) -> list[LinkedSheet]:
        """The sheets that have a deal, over or not."""
        return [sheet for sheet in self.sheets if sheet.deals]

    def members(self, sheet: LinkedSheet) -> list[str | None]:
        """The members who are the players of a sheet; None for guests."""
        return [None if id is None else self.member_of.get(id) for id in sheet.members]

    def books(self) -> list[dict[str, Any]]:
        """The rule books in use."""
        found = {}
        for sheet in self.sheets:
            rules = book(sheet.rules)
            name = (rules.name, rules.en) if sheet.key == rules.id else phrase("own_rules", name=(rules.name, rules.en))
            found[sheet.key] = {"key": sheet.key, "rules": rules.id, "name": both(name), "reduced_scores": rules.reduced_scores}
        return [found[key] for key in sorted(found)]


def select(entries: Iterable[Entry], sheets: Mapping[str, LinkedSheet], season: str | None, rules: str | None) -> Selection:
    """The sheets of a club in a season, under some rules; all if None. A sheet belongs to the day of its first entry."""
    state = club_state(entries)
    chosen = [one for one in state["seasons"] if one["id"] == season]
    if season is not None and not chosen:
        raise QuepuError("not_found", text=season)
    found, problems = [], []
    for id in state["sheets"]:
        sheet = sheets[id]
        if sheet.code is not None:
            problems.append({"document": id, "code": sheet.code})
        elif (not chosen or _is_in(chosen[0], sheet.when)) and rules in (None, sheet.key):
            found.append(sheet)
    return Selection(state, sorted(found, key=lambda sheet: (sheet.when, sheet.id)), problems)


def _is_in(season: Mapping[str, Any], when: int) -> bool:
    return bool(season["begins"] <= when and (season["ends"] is None or when < season["ends"]))


def club_summary(
    entries: Iterable[Entry],
    sheets: Mapping[str, LinkedSheet],
    season: str | None = None,
    rules: str | None = None,
    zone: int = 0,
    tournaments: Mapping[str, dict[str, Any] | None] | None = None,
) -> dict[str, Any]:
    """The standings and the evenings of a club, as a JSON object; ``docs/clubs.md`` describes it. ``sheets`` has those that the club lists,
    ``tournaments`` what ``tournament_summary`` says of its tournaments (None: there is none), ``zone`` the minutes east of UTC."""
    chosen = select(entries, sheets, season, rules)
    standings: dict[str, list[LinkedSheet]] = {}
    for sheet in chosen.counted:
        standings.setdefault(sheet.key, []).append(sheet)
    found = {id: (tournaments or {}).get(id) for id in chosen.state["tournaments"]}
    return {
        "club": chosen.state,
        "season": season,
        "rules": rules,
        "books": chosen.books(),
        "standings": {key: _standings(chosen, standings[key]) for key in sorted(standings)},
        "evenings": _evenings(chosen, zone),
        "tournaments": [{"id": id, **one} for id, one in found.items() if one is not None],
        "problems": [*chosen.problems, *({"document": id, "code": "no_document"} for id, one in found.items() if one is None)],
    }


def tournament_summary(state: Mapping[str, Any], when: int) -> dict[str, Any]:
    """A tournament in short; ``when`` is the time of its first entry."""
    return {
        "name": state["settings"]["name"],
        "rules": state["settings"]["rules"],
        "players": sum(not player["substitute"] for player in state["players"]),
        "rounds": state["settings"]["rounds"],
        "played": sum(one["complete"] for one in state["rounds"]),
        "finished": state["finished"],
        "when": when,
    }


def _evenings(chosen: Selection, zone: int) -> list[dict[str, Any]]:
    days: dict[str, list[dict[str, Any]]] = {}
    for sheet in reversed(chosen.sheets):
        shown = {
            "id": sheet.id,
            "key": sheet.key,
            "title": sheet.title,
            "when": sheet.when,
            "names": [*sheet.names],
            "members": chosen.members(sheet),
            "scores": [*sheet.scores],
            "ranks": [*sheet.ranks],
            "deals": len(sheet.deals),
            "over": sheet.over,
            "counts": bool(sheet.deals),
        }
        days.setdefault(_day(sheet.when, zone), []).append(shown)
    return [{"date": day, "sheets": sheets} for day, sheets in days.items()]


def _day(when: int, zone: int) -> str:
    """The date of a time in ms."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=when + zone * _MINUTE)).date().isoformat()


@dataclass
class Tally:
    """What somebody has in the sheets that count."""

    sheets: int = 0
    deals: int = 0
    points: int = 0
    ranks: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    standard: Fraction = Fraction(0)
    reduced: float | None = None

    def add(self, sheet: LinkedSheet, player: int) -> None:
        self.sheets += 1
        self.deals += len(sheet.deals)
        self.points += sheet.scores[player]
        self.ranks[sheet.ranks[player] - 1] += 1
        self.standard += standard_points(sheet.scores)[player]
        if sheet.reduced is not None:
            self.reduced = (self.reduced or 0) + sheet.reduced[player]

    def as_dict(self) -> dict[str, Any]:
        return {
            "sheets": self.sheets,
            "deals": self.deals,
            "points": self.points,
            "average": round(self.points / self.sheets, 3) if self.sheets else None,
            "ranks": self.ranks,
            "standard": number(self.standard),
            "reduced": None if self.reduced is None else round(self.reduced, _DIGITS),
        }


def _standings(chosen: Selection, sheets: Sequence[LinkedSheet]) -> list[dict[str, Any]]:
    """Members and guests by points, then 标准分. A guest is known by name alone, and is not the member of the same name."""
    tallies: dict[tuple[bool, str], Tally] = {}
    for sheet in sheets:
        for player, who in _who(chosen, sheet):
            tallies.setdefault(who, Tally()).add(sheet, player)
    names = {member["id"]: member["name"] for member in chosen.state["members"]}
    ranks = ranked([(tally.points, tally.standard) for tally in tallies.values()])
    rows = [
        {"rank": rank, "member": id if is_member else None, "name": names[id] if is_member else id, **tally.as_dict()}
        for rank, ((is_member, id), tally) in zip(ranks, tallies.items(), strict=True)
    ]
    return sorted(rows, key=lambda row: row["rank"])


def _who(chosen: Selection, sheet: LinkedSheet) -> Iterator[tuple[int, tuple[bool, str]]]:
    """The players of a sheet: whether they are members, and their id or name."""
    for player, member in enumerate(chosen.members(sheet)):
        yield player, (member is not None, sheet.names[player] if member is None else member)
