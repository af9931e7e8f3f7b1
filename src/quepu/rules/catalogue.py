"""Rule books as JSON: a summary, a whole book, and the difference of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quepu.kernel import shapes
from quepu.rules.base import Fan, RuleBook
from quepu.rules.floors import stored
from quepu.rules.search import pinyin
from quepu.texts import both


def summary(rules: RuleBook) -> dict[str, Any]:
    """A book without its fans."""
    return {
        "id": rules.id,
        "name": both((rules.name, rules.en)),
        "about": both(rules.about),
        "source": rules.source,
        "source_en": rules.source_en,
        "minimum": rules.minimum,
        "flower_points": rules.flower_points,
        "has_fu": rules.family.has_fu,
        "shapes": [shapes.NAMES[shape] for shape in rules.shapes],
        "fan_count": len({row.name for row in rules.rows}),
        "count_note": both(rules.count_note) if rules.count_note[0] else None,
        "options": [
            {
                "id": f"{rules.id}+{name}",
                "name": both((variant.name, variant.en)),
                "changes": {fan: _values(rules, fan, change) for fan, change in variant.changes.items()},
            }
            for name, variant in rules.variants.items()
        ],
    }


def _values(rules: RuleBook, fan: str, change: Mapping[str, int]) -> dict[str, int]:
    """The values that an option gives a fan, with the keys of ``value_dict``."""
    return {key: change[name] for key, name in rules.family.value_fields(rules.fans[fan]).items() if name in change}


def whole(rules: RuleBook) -> dict[str, Any]:
    """A book with its categories, its fans, what they exclude as a graph, and the overlay it comes from."""
    return {
        **summary(rules),
        "formula": both(rules.family.about),
        "payments": both(rules.family.settlement.in_words()),
        "categories": [{"name": category.name, "en": category.en} for category in rules.categories],
        "fans": fan_dicts(rules, rules.rows),
        "exclusions": {
            "nodes": [{"id": row.id, "name": row.row_name, "en": row.en, "category": row.category.name} for row in rules.rows],
            "edges": [
                {"from": a, "to": b, "kind": "excludes" if follows else "against"}
                for (a, b), follows in rules.exclusions.items()
                if follows or (a < b and not rules.exclusions[b, a])
            ],
        },
        "overlay": rules.overlay,
    }


def fan_dicts(rules: RuleBook, rows: tuple[Fan, ...] | list[Fan]) -> list[dict[str, Any]]:
    """Fans as in ``fan_dict``, with their pinyin and, where they are stored, the minimum and maximum points of hands that have them."""
    floors = {floor.name: floor for floor in stored(rules.id)}
    found = []
    for row in rows:
        floor = floors.get(row.label or row.name)
        found.append(
            {
                **rules.fan_dict(row),
                "pinyin": pinyin(row.name),
                "floor": floor and {"points": floor.floor, "hand": floor.hand},
                "ceiling": floor and {"points": floor.ceiling, "hand": floor.ceiling_hand},
            }
        )
    return found


_COMPARED = ("name", "en", "category", "fu", "fan", "points", "percent", "text", "excludes", "against")


def difference(a: RuleBook, b: RuleBook) -> dict[str, Any]:
    """What differs between two books, fan by fan; ``RuleBook.same_fan`` says which fans are the same."""
    fans = []
    for row in (*a.rows, *(row for row in b.rows if a.same_fan(row) is None)):
        in_a, in_b = a.same_fan(row), b.same_fan(row)
        entry: dict[str, Any] = {"id": row.id, "name": row.row_name, "en": row.en}
        if in_a is None or in_b is None:
            only, rules = ("a", a) if in_a else ("b", b)
            fans.append({**entry, "only": only, "value": rules.family.value_dict(row)})
            continue
        of_a, of_b = a.fan_dict(in_a), b.fan_dict(in_b)
        pairs = {key: {"a": of_a.get(key), "b": of_b.get(key)} for key in _COMPARED}
        changes = {key: pair for key, pair in pairs.items() if _order_free(pair["a"]) != _order_free(pair["b"])}
        if changes:
            fans.append({**entry, "changes": changes})
    of_books = {rules.id: summary(rules) for rules in (a, b)}
    compared = {rules.id: {**of_books[rules.id], "flower_points": _flower_points(rules)} for rules in (a, b)}
    return {
        "a": of_books[a.id],
        "b": of_books[b.id],
        "book": {
            key: {"a": compared[a.id][key], "b": compared[b.id][key]}
            for key in ("minimum", "flower_points", "has_fu", "shapes")
            if compared[a.id][key] != compared[b.id][key]
        },
        "fans": fans,
    }


def _flower_points(rules: RuleBook) -> int:
    """What a flower is worth, by itself or as a fan."""
    return rules.flower_points or max(row.outside for row in rules.rows)


def _order_free(value: object) -> object:
    """A field of a fan as it is compared: the order of exclusions has no meaning."""
    return set(value) if isinstance(value, list) else value
