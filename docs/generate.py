"""Writes the generated pages and pictures (``make docs``). With ``--check`` nothing is written: 1 if one of them is not current."""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Any

from calibration_picture import calibration_picture
from entry_tables import entry_table
from page_parts import DOCS, MADE, table
from planes_table import planes_table
from rule_pages import rules_page
from rule_tables import rules_table
from trade_off_picture import trade_off_picture, trade_off_table

from quepu import score
from quepu.cli.terminal import Screen
from quepu.club.entries import FIELDS
from quepu.errors import MESSAGES
from quepu.kernel.planes_layout import OF_SEATS, PARTS, SEAT_PARTS
from quepu.names import width
from quepu.rules import BOOKS, book
from quepu.rules.floors import stored
from quepu.texts import say

BENCHMARKS = DOCS.parent / "benchmarks"
PICTURED = "12345678m22pEEE +9m | self"


# Errors and floors.


def errors_page() -> str:
    lines = ["# Errors", "", MADE, ""]
    lines += [
        "Every error is a `QuepuError`, which is a `ValueError`. Its `code` is stable; in its sentence `{…}` is filled in.",
        "",
    ]
    lines += ["A hand that does not win, or is below the minimum, is a result with a reason and never an error.", ""]
    lines += table(("code", "English", "中文"), ((f"`{code}`", en, zh) for code, (zh, en) in MESSAGES.items()))
    return "\n".join(lines) + "\n"


def floors_table(id: str) -> list[str]:
    """The floors of a book, beside the printed ones of 灵雀 28; of a derived edition those that differ from its parent's."""
    found = [floor.as_dict() for floor in stored(id)]
    newer = {floor.name: (floor.floor, floor.ceiling) for floor in stored(book(id).parent)}
    appendix = json.loads((DOCS.parent / "tests/data/lingque28_appendix.json").read_text("utf-8")) if id == "lingque28" else []
    printed = {row["name"]: row["floor"] for row in appendix}
    rows = []
    for row in found:
        name, least, greatest = row["name"], row["floor"], row["ceiling"]
        if newer.get(name) != (least, greatest):
            points = [f"{least}" if least == printed[name] else f"**{least}**", f"{printed[name]}"] if printed else [f"{least}"]
            rows.append((name, *points, f"`{row['hand']}`", f"{greatest}", f"`{row['ceiling_hand']}`"))
    head = ("fan", "minimum", *(["printed"] if printed else []), "a hand with the minimum", "maximum", "a hand with the maximum")
    return table(head, rows)


# Speed: what the last ``make bench`` has written.


def measured(name: str) -> Any:
    return json.loads((BENCHMARKS / name).read_text("utf-8"))


def speed_table(name: str) -> list[str]:
    """The rows of results.json or players.json."""
    target_text = runpy.run_path(str(BENCHMARKS / "targets.py"))["target_text"]
    return table(
        ("what", "ours", "peer", "ratio", "target"),
        (
            (
                row["name"],
                f"{row['ours']:,} {row['unit']}",
                row["peer_name"] if row["peer"] is None else f"{row['peer']:,} {row['peer_name']}",
                "" if row["ratio"] is None else f"{row['ratio']}",
                target_text(row["name"], row["peer_name"], row["ratio"]),
            )
            for row in measured(name)
        ),
    )


def curve_table(unit: str) -> list[str]:
    """The curves of hands or of tables, whose unit is a decision: a column for each size."""
    curves = [curve for curve in measured("curves.json") if curve["unit"] == unit]
    sizes = [f"{point['size']:,}" for point in curves[0]["points"]]
    rows = (
        (
            curve["name"],
            *(f"{point['ns']:,.0f}" for point in curve["points"]),
            f"{curve['largest_to_smallest']}",
            f"{curve['bytes_each']:,}",
        )
        for curve in curves
    )
    return table(("ns for each " + unit, *sizes, "largest / smallest", "bytes each"), rows)


def instruction_table() -> list[str]:
    return table(
        ("kernel", "instructions", "counted again"),
        ((row["name"], f"{row['instructions']:,} a {row['unit']}", f"{row['again']:,}") for row in measured("callgrind.json")),
    )


def fuzz_table() -> list[str]:
    """The inputs that were run on a build with sanitizers, by entry: all runs whose counts are in tests/fuzz/counts."""
    runs = [json.loads(path.read_text("utf-8")) for path in sorted((DOCS.parent / "tests/fuzz/counts").glob("*.json"))]
    rows = []
    for name, listed in runpy.run_path(str(DOCS.parent / "tests/fuzz/entries.py"))["ENTRIES"].items():
        counts = [run["entries"][name] for run in runs if name in run["entries"] and run["build"] in ("sanitizers", "all")]
        inputs, failures = (sum(count[key] for count in counts) for key in ("inputs", "failures"))
        rows.append((name, listed, inputs, failures))
    lines = [(f"`{name}`", listed.about, listed.unit, f"{inputs:,}", f"{failures}") for name, listed, inputs, failures in rows]
    total = ("all", "", "", f"{sum(row[2] for row in rows):,}", f"{sum(row[3] for row in rows)}")
    return table(("entry", "what is fuzzed", "one input is", "inputs", "failures"), [*lines, total])


def load_table() -> list[str]:
    """The runs of ``make load``: medians, and of times also the worst run."""
    found = measured("load.json")
    kinds = [("one process", found["one"]), ("two nodes", found["two"]), ("two nodes", [found["two_with_many"]])]

    def both(runs: list[Any], what: str, key: str) -> str:
        values = sorted(run[what][key] for run in runs)
        middle, worst = values[len(values) // 2], values[0] if key == "under_100_ms" else values[-1]
        shown = [f"{100 * value:.1f} %" if key == "under_100_ms" else f"{value:g} ms" for value in (middle, worst)]
        return shown[0] if len(runs) == 1 else f"{shown[0]}; worst run {shown[1]}"

    def median(values: list[float]) -> str:
        return f"{sorted(values)[len(values) // 2]:g}"

    rows = [
        ("runs, and seconds measured in each", *(f"{len(runs)}, {runs[0]['seconds']:g}" for _, runs in kinds)),
        ("actions per second and table", *(median([run["actions_a_second_and_table"] for run in runs]) for _, runs in kinds)),
    ]
    for what, title in (("actions", "action → update"), ("answers", "answer to a discard → confirmation")):
        for key, part in (("p50", "half within"), ("p99", "99 % within"), ("under_100_ms", "within 100 ms")):
            rows.append((f"{title}: {part}", *(both(runs, what, key) for _, runs in kinds)))
    for key in ("serving", "proxy", "database"):
        rows.append((f"cores: {key}", *(median([run["cores"].get(key, 0) for run in runs]) for _, runs in kinds)))
    rows.append(("cores: clients", *(median([run["client_cores"] for run in runs]) for _, runs in kinds)))
    rows.append(("memory per table, KiB", *(median([run["kib_a_table"] for run in runs]) for _, runs in kinds)))
    rows.append(("load average before", *(median([run["load_before"] for run in runs]) for _, runs in kinds)))
    head = [f"{name}, {runs[0]['tables']:,} tables" for name, runs in kinds]
    return table((f"{found['cores_of_the_machine']} cores", *head), rows)


def with_tables(name: str, *tables: list[str]) -> str:
    """The page as it is, with new tables between its markers."""
    begin, end = "<!-- table: made by docs/generate.py -->", "<!-- end of table -->"
    before, *parts = (DOCS / name).read_text("utf-8").split(begin)
    after = (part.split(end)[1] for part in parts)
    return before + "".join("\n".join([begin, "", *rows, "", end]) + text for rows, text in zip(tables, after, strict=True))


# The picture: what the command prints, on a drawn terminal.

CELL, LINE, MARGIN = 8.4, 21, 20
STYLE = """
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
  fill: #d8dee9; white-space: pre }
.command { fill: #88c0d0 } .points { fill: #a3be8c; font-weight: bold } .dim { fill: #8d99ae }
"""


def picture(lang: str) -> str:
    """The score of a hand as SVG. Every run of characters is fitted to its columns, in any font."""
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
    """Every generated file, with its content."""
    return {
        **{f"rules/{id}.md": rules_page(id) for id in BOOKS},
        **{f"rules/{id}-table.html": rules_table(id, "en") for id in BOOKS},
        **{f"rules/{id}-table.zh.html": rules_table(id, "zh") for id in BOOKS},
        "errors.md": errors_page(),
        "floors.md": with_tables("floors.md", *(floors_table(rules) for rules in BOOKS)),
        "performance.md": with_tables(
            "performance.md",
            speed_table("results.json"),
            speed_table("players.json"),
            trade_off_table(measured("trade_off.json")),
            curve_table("hand"),
            curve_table("decision"),
            instruction_table(),
            load_table(),
        ),
        "calibration.svg": calibration_picture(),
        "trade_off.svg": trade_off_picture(measured("trade_off.json")),
        "sheets.md": with_tables("sheets.md", *(entry_table(kind) for kind in FIELDS)),
        "env.md": with_tables("env.md", planes_table(PARTS, 0), planes_table(SEAT_PARTS, OF_SEATS)),
        "fuzzing.md": with_tables("fuzzing.md", fuzz_table()),
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
