"""Clubs and tournaments of random entries, valid in form but not in sense: their JSON is as described, in whatever order they come."""

from __future__ import annotations

from random import Random
from typing import Any

from pydantic import TypeAdapter

from quepu.club.clubs import club_summary
from quepu.club.entries import CLUB, TOURNAMENT, check_entry
from quepu.club.linked import LinkedSheet, read_sheet
from quepu.club.statistics import member_statistics
from quepu.club.tables import club_csv, tournament_csv
from quepu.club.tournaments import tournament_state
from quepu.rules import BOOKS
from quepu.server.documents import club_schemas
from quepu.server.http import to_json
from tests.clubs import document, sheet_of
from tests.sheets import random_sheet
from tests.sizes import sizes

SHEETS = [document(letter) for letter in "abcdef"]


def linked(random: Random) -> dict[str, LinkedSheet]:
    """A sheet that is over, one that is not there, one without its first entry, and random ones."""
    entries = [sheet_of((0, 2, 12)), None, sheet_of((0, 2, 12))[1:], *(random_sheet(random, random.choice(list(BOOKS))) for _ in range(3))]
    return {id: read_sheet(id, sheet) for id, sheet in zip(SHEETS, entries, strict=True)}


def value(random: Random, spec: Any, ids: list[str]) -> Any:
    """A value of a field; ids are mostly of entries that are there, numbers mostly small."""
    if spec.get("null") and random.random() < 0.2:
        return None
    if "int" in spec:
        least, most = spec["int"]
        return random.choice((random.randint(least, min(most, least + 3)), random.randint(max(least, -9), min(most, 9)), least, most))
    if "number" in spec:
        return random.choice((0, -0.1, 1, 2.5, -1_000_000))
    if "one_of" in spec:
        return random.choice(spec["one_of"])
    if "list" in spec:
        return [value(random, spec["list"], ids) for _ in range(random.randint(spec["size"][0], min(spec["size"][1], spec["size"][0] + 2)))]
    if "object" in spec:
        return {key: value(random, of, ids) for key, of in spec["object"].items()}
    if "document" in spec:
        return random.choice(SHEETS)
    return random.choice(ids) if "entry" in spec or random.random() < 0.95 else "x"


def random_document(random: Random, kind: str, length: int) -> list[dict[str, Any]]:
    fields = {"club": CLUB, "tournament": TOURNAMENT}[kind]
    types = [kind, *random.choices(list(fields), k=length), kind]  # the last settings are not undone
    entries: list[dict[str, Any]] = []
    for number, t in enumerate(types, 1):
        ids = [entry["id"] for entry in entries] or ["zzzzzzzz.1"]
        players = [entry["id"] for entry in entries if entry["t"] in ("player", "member")] or ids
        own = {
            key: value(random, spec, ids if "entry" in spec else players)
            for key, spec in fields[t].items()
            if not spec.get("optional") or random.random() < 0.5
        }
        if t == kind == "tournament":
            own["rounds"] = random.randint(1, 5)
        if t == "draw" and len(players) >= 8 and random.random() < 0.8:
            seated = [random.sample(players, 8) for _ in range(2)]
            own["rounds"], own["from_round"] = [[one[:4], one[4:]] for one in seated], random.randint(1, 4)
        entry = {"id": f"aaaaaaaa.{number}", "at": number, "when": 10_000 * number, "t": t, **own}
        check_entry(kind, entry)
        entries.append(entry)
    return entries


def with_players(random: Random, length: int) -> list[dict[str, Any]]:
    """A tournament that begins with ten players."""
    found = random_document(random, "tournament", length)
    first = [{"id": f"bbbbbbbb.{n}", "at": 1, "when": 0, "t": "player", "name": f"P{n}"} for n in range(1, 11)]
    players = [entry["id"] for entry in first]
    for entry in found:
        if entry["t"] == "draw" and random.random() < 0.7:
            seated = random.sample(players, 8)
            entry |= {"rounds": [[seated[:4], seated[4:]]] * 3, "from_round": 1}
    return [*first, *found]


@sizes(150, 5_000)
def test_a_random_tournament_is_as_described(count: int) -> None:
    adapter = TypeAdapter(club_schemas.TournamentState)
    for seed in range(count):
        random = Random(seed)
        entries, sheets = with_players(random, 40), linked(random)
        state = tournament_state(entries, sheets)
        adapter.validate_json(to_json(state), strict=True)
        random.shuffle(entries)
        assert tournament_state(entries, sheets) == state, seed
        for table in ("standings", "results", "draw", "players"):
            tournament_csv(table, state)


@sizes(100, 5_000)
def test_a_random_club_is_as_described(count: int) -> None:
    adapter, of_member = TypeAdapter(club_schemas.ClubSummary), TypeAdapter(club_schemas.MemberStatistics)
    for seed in range(count):
        random = Random(seed)
        entries, sheets = random_document(random, "club", 40), linked(random)
        summary = club_summary(entries, sheets)
        adapter.validate_json(to_json(summary), strict=True)
        random.shuffle(entries)
        assert club_summary(entries, sheets) == summary, seed
        for member in summary["club"]["members"]:
            of_member.validate_json(to_json(member_statistics(entries, sheets, member["id"])), strict=True)
        for table in ("standings", "players"):
            club_csv(table, summary)
