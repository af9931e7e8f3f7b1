"""The tables of the fields of entries, for docs/sheets.md."""

from __future__ import annotations

from page_parts import table

from quepu.club.entries import FIELDS, Spec


def entry_table(kind: str) -> list[str]:
    """The types of entries of a kind of document, with a row for each field."""
    rows = []
    for t, fields in FIELDS[kind].items():
        for number, (field, spec) in enumerate(fields.items()):
            rows.append((f"`{t}`" if number == 0 else "", f"`{field}`", value_text(spec), "yes" if spec.get("optional") else ""))
    return table(("type", "field", "value", "may be left out"), rows)


def value_text(spec: Spec) -> str:
    """The values that a field may have."""
    return _value(spec) + (" or null" if spec.get("null") else "")


def _value(spec: Spec) -> str:
    if "int" in spec:
        return "integer " + _range(*spec["int"])
    if "number" in spec:
        return "number " + _range(*spec["number"])
    if "text" in spec:
        return f"text, up to {spec['text']:,} characters"
    if "one_of" in spec:
        return ", ".join(f"`{value}`" for value in spec["one_of"])
    if "list" in spec:
        least, most = spec["size"]
        size = f"{least}" if least == most else f"{least} to {most:,}"
        also = ", different" if spec.get("distinct") else ", adding up to 0" if "sum" in spec else ""
        return f"array of {size}: {value_text(spec['list'])}{also}"
    if "object" in spec:
        return "object: " + ", ".join(f"`{key}` {value_text(inner)}" for key, inner in spec["object"].items())
    return "id of a document" if "document" in spec else "id of an entry"


def _range(least: float, most: float) -> str:
    return f"{least:,} to {most:,}"
