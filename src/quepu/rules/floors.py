"""The stored floors of the rule books: the minimum and the maximum points of hands with each fan. ``quepu.lab.floors`` computes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quepu.rules import BOOKS

DATA = Path(__file__).with_name("data")


@dataclass(frozen=True, slots=True)
class Floor:
    """The minimum and the maximum points of hands with a fan (or with one of those that share a row), each with an example."""

    name: str
    floor: int
    hand: str
    ceiling: int
    ceiling_hand: str

    def as_dict(self) -> dict[str, Any]:
        return {"name": self.name, "floor": self.floor, "ceiling": self.ceiling, "hand": self.hand, "ceiling_hand": self.ceiling_hand}


def stored(rules: str) -> list[Floor]:
    """The floors that come with the package; an empty list for a book without them."""
    path = DATA / f"floors_{rules}.json"
    return [Floor(**row) for row in json.loads(path.read_text("utf-8"))] if rules in BOOKS and path.exists() else []
