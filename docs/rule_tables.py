"""The table of a rule book on one printed page of A4: a page of HTML that needs nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from page_parts import MADE, case_values, count_rows, row_names, rows_of_text

from quepu.explain import value_text
from quepu.names import width
from quepu.rules import book
from quepu.rules.base import Category, Fan, RuleBook

PAGE, MARGIN, GAP, COLUMNS = (210, 297), 8, 5, 3
"""In millimetres."""
COLUMN = (PAGE[0] - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS
POINT = 25.4 / 72
LINE, HEADING, BELOW = 1.26, 2.0, 0.34
"""The height of a line, of a category's heading and of the space below a fan, in letters."""
FULL = 0.93
"""The part of the columns that is filled: they do not end at the same height, and fonts differ in width."""

STYLE = """
@page { size: A4; margin: %(margin)smm }
body { font: %(size)spt/%(line)s "Helvetica Neue", Arial, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: #1c2b40;
  background: #fff; width: %(wide)smm; margin: 0 auto }
header { display: flex; justify-content: space-between; align-items: baseline; height: 7mm; margin-bottom: 1.5mm;
  border-bottom: .5mm solid #1d6a5a }
h1 { font-size: 13pt; margin: 0; white-space: nowrap } header p { font-size: 7.5pt; margin: 0 }
main { columns: %(columns)s; column-gap: %(gap)smm }
h2 { font-size: 1em; line-height: 1.4; margin: .2em 0 .4em; padding: 0 .4em; border-radius: .2em; break-after: avoid;
  color: #fff; background: #1d6a5a; print-color-adjust: exact; -webkit-print-color-adjust: exact }
div { break-inside: avoid; margin-bottom: %(below)sem; overflow: hidden }
b { font-size: 1.12em } i { font-style: normal; color: #56616f }
span { float: right; margin-left: .6em } span, em { color: #a62e1c; font-weight: 600; font-style: normal }
p { margin: 0 }
@media screen { body { padding: %(margin)smm } }
"""


@dataclass(frozen=True)
class Entry:
    """A fan in the table; a row of the text with several values is one entry."""

    name: str
    en: str
    value: str
    cases: str
    text: str

    def height(self, em: float) -> float:
        """In millimetres; ``em`` is the width of a letter."""
        head = width(self.name) * 0.56 + width(self.en) * 0.5 + width(self.value) * 0.56 + 1
        below = lines(width(self.cases) * 0.56, em) + lines(width(self.text) * 0.52, em)
        return em * (LINE * (lines(head, em) + below) + BELOW)

    def html(self) -> str:
        value = f"<span>{escape(self.value)}</span>" if self.value else ""
        cases = f"<p><em>{escape(self.cases)}</em></p>" if self.cases else ""
        return f"<div>{value}<b>{escape(self.name)}</b> <i>{escape(self.en)}</i>{cases}<p>{escape(self.text)}</p></div>"


def lines(letters: float, em: float) -> int:
    return math.ceil(letters * em / COLUMN)


def rules_table(id: str, lang: str) -> str:
    """All fans of a rule book on a page."""
    rules = book(id)
    parts = [(title(category, lang), [entry(rules, fans, lang) for fans in rows]) for category, rows in rows_of_text(rules)]
    style = STYLE % {
        "size": f"{fitting(parts):.1f}",
        "margin": MARGIN,
        "wide": PAGE[0] - 2 * MARGIN,
        "columns": COLUMNS,
        "gap": GAP,
        "line": LINE,
        "below": BELOW,
    }
    name = rules.name if lang == "zh" else f"{rules.name} {rules.en}"
    body = [line for heading, found in parts for line in (f"<h2>{escape(heading)}</h2>", *(one.html() for one in found))]
    return "\n".join(
        [
            "<!doctype html>",
            MADE,
            f'<html lang="{"zh-Hans" if lang == "zh" else "en"}">',
            '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
            f"<title>{escape(name)}</title>",
            f"<style>{style}</style>",
            f"<header><h1>{escape(name)}</h1><p>{escape(summary(rules, lang))}</p></header>",
            "<main>",
            *body,
            "</main>",
            "</html>",
            "",
        ]
    )


def summary(rules: RuleBook, lang: str) -> str:
    """The line beside the title."""
    count = count_rows(rules)
    if lang == "zh":
        minimum = f"{rules.minimum} 分起和" if rules.minimum else "无起和限制"
        flower = f"，每花 {rules.flower_points} 分" if rules.flower_points else ""
        return f"{count} 个番种，{minimum}{flower}。雀谱 Quepu"
    minimum = f"{rules.minimum} points to win" if rules.minimum else "no minimum"
    flower = f", a flower {rules.flower_points} more" if rules.flower_points else ""
    return f"{count} fans, {minimum}{flower}. Quepu 雀谱"


def title(category: Category, lang: str) -> str:
    return category.name if lang == "zh" else f"{category.name} {category.en}"


def entry(rules: RuleBook, fans: list[Fan], lang: str) -> Entry:
    name, en = row_names(fans)
    text = fans[0].zh if lang == "zh" else fans[0].text
    if len(fans) == 1:
        return Entry(name, en, value_text(rules, fans[0], 1, lang), "", text)
    return Entry(name, en, "", case_values(rules, fans, lang), text)


def fitting(parts: list[tuple[str, list[Entry]]]) -> float:
    """The largest letters, in points, with which all of it fits on the page."""
    room = (PAGE[1] - 2 * MARGIN - 10) * COLUMNS * FULL
    for tenths in range(95, 40, -1):
        em = tenths / 10 * POINT
        if sum(HEADING * em + sum(one.height(em) for one in found) for _, found in parts) <= room:
            return tenths / 10
    raise ValueError("there is too much for one page")
