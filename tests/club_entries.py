"""Valid entries of every type, made from the descriptions of their fields."""

from __future__ import annotations

from random import Random
from typing import Any

from quepu.club.entries import DOCUMENT_LETTERS, FIELDS, LETTERS, MOST_WHEN, Spec

Entry = dict[str, Any]

TYPES = [(kind, t) for kind, types in FIELDS.items() for t in types]


def some_value(spec: Spec, random: Random) -> Any:
    """A value that fits; often one at the end of its range."""
    if spec.get("null") and random.random() < 0.3:
        return None
    if "int" in spec:
        return random.choice((*spec["int"], random.randint(*spec["int"])))
    if "number" in spec:
        least, most = spec["number"]
        return random.choice((least, most, round(random.uniform(least, most), random.randrange(8)), float(most)))
    if "text" in spec:
        return "".join(random.choices("a雀\n=é😀\t\"'\\</", k=random.choice((0, 1, min(9, spec["text"]), min(300, spec["text"])))))
    if "one_of" in spec:
        return random.choice(spec["one_of"])
    if "list" in spec:
        return _some_list(spec, random)
    if "object" in spec:
        return some_fields(spec["object"], random)
    letters = "".join(random.choices(LETTERS, k=DOCUMENT_LETTERS))
    return letters if "document" in spec else f"{letters[:8]}.{random.choice((1, 2**32 - 1, random.randint(1, 99)))}"


def _some_list(spec: Spec, random: Random) -> list[Any]:
    least, most = spec["size"]
    if spec.get("distinct"):
        return random.sample(range(4), 4)
    items = [some_value(spec["list"], random) for _ in range(random.choice((least, least, min(most, least + 2))))]
    if spec.get("sum") == 0:
        items = [items[0], -items[0], items[1], -items[1]]
    return items


def some_fields(fields: Any, random: Random) -> Entry:
    return {key: some_value(spec, random) for key, spec in fields.items() if not spec.get("optional") or random.random() < 0.6}


def some_entry(kind: str, t: str, number: int, random: Random) -> Entry:
    """An entry that is valid in form; whether it makes sense is left to chance."""
    head = {"id": f"{random.choice(('aaaaaaaa', 'k3v9x2ab'))}.{number}", "at": number, "when": random.choice((0, MOST_WHEN)), "t": t}
    return head | some_fields(FIELDS[kind][t], random)
