"""The state of a score sheet: what its entries add up to.

Players are 0–3 by their first seats 東南西北. ``shared/documents/sheet-state.js`` computes the same in pages, for use without a network;
a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor
from typing import Any

from quepu.club.entries import MOST_SLOT, Entry
from quepu.club.live import live
from quepu.engine.deal import Outcome
from quepu.engine.match import ROUNDS, Match, MatchSettings, reduced_scores
from quepu.engine.rules import play_rules
from quepu.errors import QuepuError
from quepu.rules import book
from quepu.texts import ENTRY_REASONS

NOBODY_GAVE = (0, 0, 0, 0)

_DEFAULTS: dict[str, Any] = {
    "overlay": None,
    "title": "",
    "members": None,
    "rounds": ROUNDS,
    "hands": None,
    "t0": 480,
    "alpha": 1,
    "stake": None,
    "club": None,
    "tournament": None,
}
"""The settings that a sheet may leave out."""


def sheet_state(entries: Iterable[Entry]) -> dict[str, Any]:
    """The whole state of a sheet, as a JSON object: its settings, its deals with their payments, what comes next, and the result as if it
    ended now. The entries may come in any order. Raises QuepuError if none of them is the settings of a sheet.

    >>> begin = {"id": "k3v9x2ab.1", "at": 1, "when": 0, "t": "sheet", "rules": "guobiao", "names": ["甲", "乙", "丙", "丁"]}
    >>> win = {"id": "k3v9x2ab.2", "at": 2, "when": 0, "t": "win", "deal": 1, "winner": 0, "source": 2, "points": 12}
    >>> state = sheet_state([begin, win])
    >>> state["scores"], state["next"]["dealer"]
    ([36, -8, -20, -8], 1)
    """
    found = live(entries, _makes_sense)
    settings = _settings(found.entries)
    course = _Course(settings, found.entries)
    deals = [course.deal(slot) for slot in course.slots]
    following = floor(course.slots[-1]) + 1 if course.slots else 1
    left = course.coming(min(following, MOST_SLOT))
    ended = any(entry["t"] == "end" for entry in found.entries)
    over = course.match.over or ended
    return settings | {
        "deals": deals,
        "open": left["open"],
        "scores": course.scores,
        "next": None if over else left["next"],
        "over": over,
        "ended": ended,
        "conflicts": [deal["slot"] for deal in deals if len(deal["candidates"]) > 1],
        "undone": found.undone,
        "replaced": found.replaced,
        "ignored": found.ignored,
        "final": _final(settings, course.scores),
    }


def _makes_sense(entry: Entry) -> bool:
    """A player who wins on their own tile has drawn it: then ``source`` is None."""
    return bool(entry["t"] != "win" or entry["winner"] != entry["source"])


def _settings(entries: Sequence[Entry]) -> dict[str, Any]:
    """The settings: those entered last, with the names entered after them. New names alone leave the members as they are."""
    found: dict[str, Any] | None = None
    for entry in entries:
        if entry["t"] == "sheet":
            found = {"rules": entry["rules"], "names": entry["names"]} | {key: entry.get(key, value) for key, value in _DEFAULTS.items()}
        elif entry["t"] == "names" and found is not None:
            found |= {key: entry[key] for key in ("names", "members") if key in entry}
    if found is None:
        raise QuepuError("entry_wrong", place="entries", reason=ENTRY_REASONS["no_sheet"])
    return found


class _Course:
    """The deals of a sheet one after another, with the match that says who sits where."""

    def __init__(self, settings: dict[str, Any], entries: Sequence[Entry]) -> None:
        rules = book(settings["rules"])
        play = play_rules(rules)
        self.settlement = rules.family.settlement
        self.match = Match(play, MatchSettings(play.tiles, settings["rounds"], settings["hands"]))
        self.players = [0, 1, 2, 3]
        """Who the players of the match are: corrected seats change it."""
        self.scores = [0, 0, 0, 0]
        self.number = 1
        self.place = self._place()
        self.ends: dict[float, list[Entry]] = {}
        for entry in entries:
            if entry["t"] in ("win", "draw"):
                self.ends.setdefault(entry["deal"], []).append(entry)
        self.slots = sorted(self.ends)
        self.seats = _Queue(entries, "seats")
        self.penalties = _Queue(entries, "penalty")

    def _place(self) -> dict[str, Any]:
        seats = [self.players[player] for player in self.match.seats]
        return {"round": self.match.round, "dealer": seats[0], "seats": seats}

    def deal(self, slot: float) -> dict[str, Any]:
        """The deal at a slot. One after the end of the match does not count; it is shown where the last one was."""
        counts = not self.match.over
        self._sit(slot)
        candidates = self.ends[slot]
        entry = candidates[0]
        won = entry["t"] == "win"
        found = {"slot": slot, "number": self.number, **self.place, "counts": counts, "entry": entry["id"]}
        found |= {"candidates": [one["id"] for one in candidates], "kind": entry["t"]}
        found |= {"winner": entry["winner"], "source": entry["source"]} if won else {"winner": None, "source": None}
        payments = self._settle(entry) if counts else [0, 0, 0, 0]
        found |= {"points": entry["points"] if won else 0, "payments": payments, **self._penalties(slot)}
        self._add(payments)
        self.number += 1
        return found | {"scores": list(self.scores)}

    def coming(self, slot: float) -> dict[str, Any]:
        """The deal that comes next, and the penalties that no deal has yet."""
        self._sit(slot)
        penalties = self._penalties(MOST_SLOT)
        return {
            "open": {"slot": slot, **penalties} if penalties["penalties"] else None,
            "next": {"slot": slot, "number": self.number, **self.place},
        }

    def _sit(self, slot: float) -> None:
        """Correct the seats as entered up to this slot, and see who sits where."""
        if self.match.over:
            return
        for entry in self.seats.up_to(slot):
            for player, seated in zip(self.match.seats, entry["seats"], strict=True):
                self.players[player] = seated
        self.place = self._place()

    def _settle(self, entry: Entry) -> list[int]:
        """What each player gets, and on to the next deal."""
        seats = self.place["seats"]
        winner, loser, points, paid = None, None, 0, NOBODY_GAVE
        if entry["t"] == "win":
            winner, points = seats.index(entry["winner"]), entry["points"]
            loser = None if entry["source"] is None else seats.index(entry["source"])
            given = entry.get("given", NOBODY_GAVE)
            paid = self.settlement.settle(winner, loser, points, [given[player] for player in seats])
        self.match.finish(Outcome(winner, loser, points, paid))
        return [paid[seats.index(player)] for player in range(4)]

    def _penalties(self, slot: float) -> dict[str, Any]:
        """The penalties that are left up to a slot: one whose deal was taken back belongs to the next."""
        entries = self.penalties.up_to(slot)
        sums = [sum(entry["payments"][player] for entry in entries) for player in range(4)]
        self._add(sums)
        return {"penalties": [entry["id"] for entry in entries], "penalty_payments": sums}

    def _add(self, payments: Sequence[int]) -> None:
        self.scores = [score + paid for score, paid in zip(self.scores, payments, strict=True)]


class _Queue:
    """The entries of a type by slot, each taken once."""

    def __init__(self, entries: Sequence[Entry], type: str) -> None:
        self.entries = sorted((entry for entry in entries if entry["t"] == type), key=lambda entry: float(entry["deal"]))
        self.taken = 0

    def up_to(self, slot: float) -> list[Entry]:
        begin = self.taken
        while self.taken < len(self.entries) and self.entries[self.taken]["deal"] <= slot:
            self.taken += 1
        return self.entries[begin : self.taken]


def _final(settings: dict[str, Any], scores: Sequence[int]) -> dict[str, Any]:
    reduced = book(settings["rules"]).reduced_scores
    return {
        "ranks": ranks(scores),
        "reduced": reduced_scores(scores, settings["t0"], settings["alpha"]) if reduced else None,
        "transfers": transfers(scores),
    }


def ranks(scores: Sequence[float]) -> list[int]:
    """The place of each score, from 1; equal scores share it.

    >>> ranks([5, 20, 5, -30])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > own for other in scores) for own in scores]


def transfers(scores: Sequence[int]) -> list[dict[str, int]]:
    """The fewest transfers that settle the scores of four players, which add up to zero.

    >>> transfers([30, -20, -30, 20])
    [{'from': 2, 'to': 0, 'points': 30}, {'from': 1, 'to': 3, 'points': 20}]
    """
    left = list(scores)
    found = []
    for group in _groups(scores):
        while any(left[player] for player in group):
            payer, receiver = min(group, key=lambda player: left[player]), max(group, key=lambda player: left[player])
            points = min(-left[payer], left[receiver])
            left[payer] += points
            left[receiver] -= points
            found.append({"from": payer, "to": receiver, "points": points})
    return found


def _groups(scores: Sequence[int]) -> list[list[int]]:
    """Those who pay or receive, in the most groups that settle among themselves. A group needs one transfer fewer than it has players, so
    two pairs need two transfers; other groups of four do not exist."""
    players = [player for player in range(4) if scores[player]]
    for partner in (1, 2, 3):
        if len(players) == 4 and scores[0] + scores[partner] == 0:
            return [[0, partner], [player for player in players if player not in (0, partner)]]
    return [players]
