"""The tables of planes, for docs/env.md."""

from __future__ import annotations

from itertools import accumulate

from page_parts import table


def planes_table(parts: dict[str, tuple[int, str]], first: int) -> list[str]:
    """The parts of a layout, with their first and last planes if the first part begins with plane ``first``."""
    counts = [count for count, _ in parts.values()]
    ends = [first + end for end in accumulate(counts)]
    rows = []
    for (name, (count, text)), end in zip(parts.items(), ends, strict=True):
        rows.append((f"{end - 1}" if count == 1 else f"{end - count}–{end - 1}", f"`{name}`", text))
    return table(("planes", "part", "what they show"), rows)
