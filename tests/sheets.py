"""Random score sheets: entries of every type from several devices, in any order, with corrections, conflicts and nonsense."""

from __future__ import annotations

from random import Random
from typing import Any

from quepu.club.entries import LETTERS, MOST_SLOT, check_entry
from quepu.club.sheet import sheet_state
from quepu.errors import QuepuError
from quepu.rules import BOOKS

Entry = dict[str, Any]

DEVICES = ("aaaaaaaa", "k3v9x2ab", "zzzzzzzz")


class SheetWriter:
    """Makes the entries of one sheet, valid in form but not always in sense."""

    def __init__(self, random: Random, rules: str) -> None:
        self.random = random
        self.rules = rules
        self.entries: list[Entry] = []
        self.at = 0
        self.numbers = dict.fromkeys(DEVICES, 0)

    def add(self, t: str, **fields: Any) -> Entry:
        """Devices that do not know each other's entries make some at the same logical time."""
        device = self.random.choice(DEVICES)
        self.numbers[device] += 1
        self.at += self.random.choice((0, 1, 1, 1, 2)) if self.at else 1
        entry = {"id": f"{device}.{self.numbers[device]}", "at": self.at, "when": 1_763_500_000_000 + self.at, "t": t, **fields}
        check_entry("sheet", entry)
        self.entries.append(entry)
        return entry

    def slot(self) -> float:
        """Mostly the next deal; sometimes one before, one in between, or one far away."""
        random = self.random
        known: list[float] = [entry["deal"] for entry in self.entries if entry["t"] in ("win", "draw")]
        following = int(max(known, default=0)) + 1
        chance = random.random()
        if chance < 0.93 or not known:
            return min(following, MOST_SLOT)
        if chance < 0.96:
            return random.choice(known)
        if chance < 0.99:
            return min(random.choice(known) * random.choice((0.5, 1)) + random.choice((0, 0.25, 1 / 3, 0.00001)), MOST_SLOT)
        return min(random.choice((0, following + 2, following + 0.5, MOST_SLOT if random.random() < 0.05 else 0.75)), MOST_SLOT)

    def known(self, *types: str) -> str:
        """The id of an entry, mostly of one of these types; or of nothing."""
        fitting = [entry["id"] for entry in self.entries if entry["t"] in types] or [self.entries[0]["id"]]
        chance = self.random.random()
        if chance < 0.9:
            return str(self.random.choice(fitting[-6:]))
        return str(self.random.choice(self.entries)["id"]) if chance < 0.97 else "mmmmmmmm.9"

    def settings(self) -> None:
        random = self.random
        fields: Entry = {"rules": self.rules, "names": [f"甲{random.randrange(9)}", "B", "", "丁"]}
        for key, values in {
            "rounds": (1, 2, 3, 4, 4, 4),
            "hands": (None, 1, 30, 40),
            "title": ("", "周五"),
            "t0": (480, 1, 33.5, 1e6),
            "alpha": (1, 0.001, 2.5, 1_000_000),
            "stake": (None, {"unit": "元", "per_point": 0.1}),
            "club": (None, LETTERS[:16]),
            "members": (None, ["a", None, "b", None]),
            "tournament": (None, {"id": LETTERS[:16], "round": 3, "table": 2}),
            "overlay": (None, 'base = "guobiao"'),
        }.items():
            if random.random() < 0.4:
                fields[key] = random.choice(values)
        self.add("sheet", **fields)

    def win(self, **more: Any) -> None:
        random = self.random
        winner = random.randrange(4)
        source = random.choice((None, *(player for player in range(4) if player != winner)))
        if random.random() < 0.01:
            source = winner
        points = random.choice((0, 1, 8, random.randrange(200), random.randrange(200), random.randrange(100_000_001)))
        if random.random() < 0.3:
            more["given"] = [random.choice((0, 0, 0, 1, 3, 4, 5)) for _ in range(4)]
        if random.random() < 0.1:
            more["kongs"] = [0, 1, 0, 2]
        self.add("win", **{"deal": self.slot(), "winner": winner, "source": source, "points": points, **more})

    def ending(self, **more: Any) -> None:
        if self.random.random() < 0.85:
            self.win(**more)
        else:
            self.add("draw", **{"deal": self.slot(), **more})

    def penalty(self, **more: Any) -> None:
        a, b, c = (self.random.randrange(-100, 101) for _ in range(3))
        kind = self.random.choice(("false_win", "dead_hand", "other"))
        payments = [a, b, c, -a - b - c]
        self.add("penalty", **{"deal": self.slot(), "by": self.random.randrange(4), "kind": kind, "payments": payments, **more})

    def seats(self, **more: Any) -> None:
        self.add("seats", **{"deal": self.slot(), "seats": self.random.sample(range(4), 4), **more})

    def something(self) -> None:
        """One entry more."""
        random = self.random
        chance = random.random()
        if chance < 0.78:
            self.ending()
        elif chance < 0.83:
            self.penalty()
        elif chance < 0.86:
            self.seats()
        elif chance < 0.9:
            self.ending(replaces=self.known("win", "draw"))
        elif chance < 0.91:
            random.choice((self.penalty, self.seats))(replaces=self.known("penalty", "seats"))
        elif chance < 0.98:
            self.add("undo", of=self.known("win", "draw", "penalty", "seats", "undo", "undo", "end"))
        elif chance < 0.985:
            self.add("names", names=["1", "2", "3", "4"], **random.choice(({}, {"members": None}, {"members": [None, "x", None, None]})))
        elif chance < 0.987:
            self.rules = random.choice((self.rules, self.rules, *BOOKS))
            self.settings()
        elif chance < 0.989:
            self.add("end")


def random_sheet(random: Random, rules: str, length: int = 30) -> list[Entry]:
    """The entries of a sheet, shuffled; a few of them are there twice."""
    writer = SheetWriter(random, rules)
    writer.settings()
    for _ in range(length):
        writer.something()
    found = [*writer.entries, *random.sample(writer.entries, min(2, length))]
    random.shuffle(found)
    return found


def state_of(entries: list[Entry]) -> dict[str, Any] | None:
    """The state of a sheet, or None if its settings were undone."""
    try:
        return sheet_state(entries)
    except QuepuError as error:
        assert error.code == "entry_wrong"
        return None


class Sheet:
    """A sheet that a test writes entry by entry. Every method returns the id of its entry."""

    def __init__(self, rules: str, **settings: Any) -> None:
        self.entries: list[Entry] = []
        self.at = 0
        self.add("sheet", **{"rules": rules, "names": ["甲", "乙", "丙", "丁"], **settings})

    def made(self, t: str, device: str = "aaaaaaaa", at: int | None = None, **fields: Any) -> Entry:
        number = 1 + sum(entry["id"].startswith(device) for entry in self.entries)
        at = self.at + 1 if at is None else at
        entry = {"id": f"{device}.{number}", "at": at, "when": 1_763_500_000_000 + 60_000 * at, "t": t, **fields}
        check_entry("sheet", entry)
        return entry

    def add(self, t: str, **fields: Any) -> str:
        entry = self.made(t, **fields)
        self.at = max(self.at, entry["at"])
        self.entries.append(entry)
        return str(entry["id"])

    def win(self, deal: float, winner: int, source: int | None, points: int, **more: Any) -> str:
        return self.add("win", deal=deal, winner=winner, source=source, points=points, **more)

    def draw(self, deal: float, **more: Any) -> str:
        return self.add("draw", deal=deal, **more)

    def penalty(self, deal: float, payments: list[int], **more: Any) -> str:
        return self.add("penalty", **{"deal": deal, "by": 0, "kind": "other", "payments": payments, **more})

    def undo(self, of: str, **more: Any) -> str:
        return self.add("undo", of=of, **more)

    def state(self) -> dict[str, Any]:
        return sheet_state(self.entries)
