"""Writes the generated pages and pictures (``make docs``). With ``--check`` nothing is written: 1 if one of them is not current."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from quepu import score
from quepu.errors import MESSAGES
from quepu.explain import value_text
from quepu.rules import BOOKS, book
from quepu.rules.base import EVERY_OTHER, Fan, RuleBook
from quepu.terminal import Screen, width
from quepu.texts import say

DOCS = Path(__file__).parent
MADE = "<!-- Made by docs/generate.py: change the rule book or the script, then run make docs. -->"
PICTURED = "12345678m22pEEE +9m | self"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A Markdown table."""
    cells = [list(head), *map(list, rows)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells]
    return [lines[0], "|" + "---|" * len(cells[0]), *lines[1:]]


# The rule books.


OLDER = {"lingque26": "lingque28", "guobiao98": "guobiao"}
"""The books that are derived from a newer one."""


def rules_page(id: str) -> str:
    """Every fan of a rule book, by category."""
    rules = book(id)
    lines = [f"# {rules.name} {rules.en}", "", MADE, ""]
    lines += [f"The rule book `{rules.id}`. It follows the text 《{rules.source}》; the words here are our own.", ""]
    count = len({fan.name for fan in rules.rows})
    lines += [f"{count} fans. A hand needs {rules.minimum} points to win; a flower adds {rules.flower_points} afterwards.", ""]
    if rules.has_fu:
        lines += ["The points are 副 × 翻, as told in [how points are counted](../architecture.md#副--翻).", ""]
    else:
        lines += [
            "The points of the fans add up. Fans made of two or more sets are chosen as told in",
            "[the five principles](../guobiao.md).",
            "",
        ]
    lines += ["不计: not counted beside this fan. 互斥: only one of the two is counted. The list behind a hand is its full score.", ""]
    if id in OLDER:
        lines += differences(book(OLDER[id]), rules)
    for category in rules.categories:
        fans = [fan for fan in rules.rows if fan.category == category]
        lines += [f"## {category.name} {category.en}", ""]
        for fan in fans:
            lines += fan_section(rules, fan)
    return "\n".join(lines).rstrip() + "\n"


def fan_section(rules: RuleBook, fan: Fan) -> Iterator[str]:
    yield from (f"### {fan.row_name} {fan.en}", "", f"`{fan.id}` · {value_text(rules, fan, 1, 'zh')}", "", fan.zh, "", fan.text, "")
    against = [rules.fans[b].row_name for (a, b), follows in rules.exclusions.items() if a == fan.id and not follows]
    if EVERY_OTHER in fan.excludes:
        yield from (f"- 不计: every fan that is not of the category {fan.excludes[-1]}", "")
    elif fan.excludes:
        yield from ("- 不计: " + "、".join(rules.fans[other].row_name for other in fan.excludes), "")
    if against:
        yield from ("- 互斥: " + "、".join(against), "")
    yield from floor_lines(rules, fan)
    examples = [("yes", hand) for hand in fan.yes] + [("no", hand) for hand in fan.no]
    if not examples:
        return
    yield from table(("counts", "hand", "fans", "points"), (example_row(rules, counts, hand) for counts, hand in examples))
    yield ""


def example_row(rules: RuleBook, counts: str, hand: str) -> tuple[str, ...]:
    scored = score(hand, rules)
    names = "、".join(scored.names) if scored.win else "not a winning hand"
    points = f"{scored.fu} × {scored.fan} = {scored.base}" if rules.has_fu else f"{scored.base}"
    points = points if scored.win else ""
    return counts, f"`{hand}`", names or "—", points


def differences(new: RuleBook, old: RuleBook) -> Iterator[str]:
    """The fans in which two editions differ: in value, in what they take away, or in being there at all."""
    rows = []
    for fan in new.rows:
        other = old.fans.get(fan.id)
        here = value_text(new, fan, 1, "zh")
        if other is None:
            rows.append((fan.row_name, fan.en, here, "—"))
        elif (other.fu, other.fan) != (fan.fu, fan.fan):
            rows.append((fan.row_name, fan.en, here, value_text(old, other, 1, "zh")))
        more = [old.fans[one].name for one in (other.excludes if other else ()) if one not in fan.excludes]
        if more:
            rows.append((fan.row_name, fan.en, "", "不计" + "、".join(more)))
    yield from (f"## What differs from {new.name}", "", "All the rest is the same in both editions.", "")
    if new.shapes != old.shapes:
        yield from ("组合龙 with a set and a pair is no winning shape here.", "")
    yield from table(("fan", "", new.id, old.id), rows)
    yield ""


# Errors and floors.


def errors_page() -> str:
    lines = ["# Errors", "", MADE, ""]
    lines += [
        "Every error is a `QuepuError`, which is a `ValueError`. Its `code` is stable; in its sentence `{…}` is filled in.",
        "",
    ]
    lines += ["A hand that does not win, or is below the minimum, is a result with a reason and never an error.", ""]
    lines += table(("code", "English", "中文"), ((f"`{code}`", en, zh) for code, (en, zh) in MESSAGES.items()))
    return "\n".join(lines) + "\n"


Floor = dict[str, Any]


@cache
def floors(id: str) -> dict[str, Floor]:
    """The stored floors of a book, by the names of its rows."""
    return {row["name"]: row for row in json.loads((DOCS / f"data/floors_{id}.json").read_text("utf-8"))}


def floor_lines(rules: RuleBook, fan: Fan) -> Iterator[str]:
    """The least and the greatest points of hands with a fan."""
    floor = floors(rules.id)[fan.label or fan.name]
    yield f"- [at least](../floors.md) {floor['floor']} points: `{floor['hand']}`"
    yield from (f"- at most {floor['ceiling']} points: `{floor['ceiling_hand']}`", "")


def floors_table(id: str) -> list[str]:
    """The floors of a book, beside the printed ones of 灵雀 28; of an older edition those that differ from the newer one's."""
    appendix = json.loads((DOCS.parent / "tests/data/lingque28_appendix.json").read_text("utf-8")) if id == "lingque28" else []
    printed = {row["name"]: row["floor"] for row in appendix}
    newer = floors(OLDER[id]) if id in OLDER else {}
    rows = []
    for name, floor in floors(id).items():
        least, greatest = floor["floor"], floor["ceiling"]
        there = newer.get(name, {})
        if (least, greatest) != (there.get("floor"), there.get("ceiling")):
            points = [f"{least}"] if not printed else [f"{least}" if least == printed[name] else f"**{least}**", f"{printed[name]}"]
            rows.append((name, *points, f"`{floor['hand']}`", f"{greatest}", f"`{floor['ceiling_hand']}`"))
    head = ("fan", "least", *(["printed"] if printed else []), "a hand with the least", "greatest", "a hand with the greatest")
    return table(head, rows)


def speed_table() -> list[str]:
    """The figures of the last ``make bench``."""
    results = json.loads((DOCS.parent / "benchmarks/results.json").read_text("utf-8"))
    return table(
        ("what", "ours", "peer", "ratio"),
        (
            (
                row["name"],
                f"{row['ours']:,} {row['unit']}",
                f"{row['peer']:,} {row['peer_name']}" if row["peer"] else "",
                f"{row['ratio']}" if row["ratio"] else "",
            )
            for row in results
        ),
    )


def with_tables(name: str, *tables: list[str]) -> str:
    """The page as it is, with new tables between its markers."""
    begin, end = "<!-- table: made by docs/generate.py -->", "<!-- end of table -->"
    before, *parts = (DOCS / name).read_text("utf-8").split(begin)
    after = [part.split(end)[1] for part in parts]
    return before + "".join("\n".join([begin, "", *rows, "", end]) + text for rows, text in zip(tables, after, strict=True))


# The picture: what the command prints, on a drawn terminal.

CELL, LINE, MARGIN = 8.4, 21, 20
STYLE = """
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
  fill: #d8dee9; white-space: pre }
.command { fill: #88c0d0 } .points { fill: #a3be8c; font-weight: bold } .dim { fill: #8d99ae }
"""


def picture(lang: str) -> str:
    """The score of a hand as SVG. Every run of characters is fitted to its columns, whatever font there is."""
    lines = [*styled(lang)]
    columns = max(width(line) for _, line in lines)
    wide, high = round(columns * CELL + 2 * MARGIN), len(lines) * LINE + 2 * MARGIN + 12
    body = [run for n, (kind, line) in enumerate(lines) for run in runs(kind, line, MARGIN + 28 + n * LINE)]
    dots = [
        f'<circle cx="{MARGIN + 2 + 18 * n}" cy="16" r="5.5" fill="{fill}"/>' for n, fill in enumerate(("#bf616a", "#ebcb8b", "#a3be8c"))
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
    title = f"<title>{escape(lines[0][1])}</title>"
    return "\n".join(
        [head, title, f"<style>{STYLE}</style>", '<rect width="100%" height="100%" rx="9" fill="#242933"/>', *dots, *body, "</svg>", ""]
    )


def styled(lang: str) -> Iterator[tuple[str, str]]:
    """The lines on the terminal, each with its class."""
    yield "command", f'$ quepu score "{PICTURED}"'
    yield "", ""
    kind = ""
    for n, line in enumerate(Screen(lang, fancy=False).score(score(PICTURED)).splitlines()):
        if line == say(lang, "refused"):
            kind = "dim"
        yield "dim" if n == 0 else "points" if n == 2 else kind, line


def runs(kind: str, line: str, y: int) -> Iterator[str]:
    """The words of a line, wide and narrow characters apart, each in its place."""
    column = 0
    for (_, blank), characters in groupby(line, key=lambda character: (width(character), character == " ")):
        text = "".join(characters)
        if not blank:
            fit = f'x="{MARGIN + column * CELL:.1f}" y="{y}" textLength="{width(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text class="{kind}" {fit}>{escape(text)}</text>'
        column += width(text)


def pages() -> dict[str, str]:
    """Every generated file with what should stand in it."""
    return {
        **{f"rules/{id}.md": rules_page(id) for id in BOOKS},
        "errors.md": errors_page(),
        "floors.md": with_tables("floors.md", *(floors_table(id) for id in ("lingque28", "lingque26", "guobiao", "guobiao98"))),
        "performance.md": with_tables("performance.md", speed_table()),
        "score.svg": picture("en"),
        "score.zh.svg": picture("zh"),
    }


def main(check: bool) -> int:
    stale = []
    for name, text in pages().items():
        path = DOCS / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if not check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
    for name in stale:
        print(f"docs/{name} {'is not current: run make docs' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
