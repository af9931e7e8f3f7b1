"""What the generated pages share."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from quepu.explain import value_text
from quepu.rules.base import Category, Fan, RuleBook

DOCS = Path(__file__).parent
MADE = "<!-- Made by docs/generate.py: change the rule book or the script, then run make docs. -->"


def rows_of_text(rules: RuleBook) -> list[tuple[Category, list[list[Fan]]]]:
    """The fans by category. Those that follow each other with the same words are one row of the text, with a value for each case."""
    return [
        (category, [list(same) for _, same in groupby((fan for fan in rules.rows if fan.category == category), key=lambda fan: fan.zh)])
        for category in rules.categories
    ]


def row_names(fans: list[Fan]) -> tuple[str, str]:
    """The Chinese and the English name of a row, without the case in brackets if it has several."""
    first = fans[0]
    return (first.row_name, first.en) if len(fans) == 1 else (first.name.partition("（")[0], first.en.partition(" (")[0])


def case(fan: Fan, lang: str) -> str:
    """Which case of its row a fan is: what is in brackets after the name."""
    return fan.name.partition("（")[2].rstrip("）") if lang == "zh" else fan.en.partition("(")[2].rstrip(")")


def case_values(rules: RuleBook, fans: list[Fan], lang: str) -> str:
    """The values of a row with several cases, as numbers alone."""
    colon = "：" if lang == "zh" else ": "
    return " · ".join(f"{case(fan, lang)}{colon}{value_text(rules, fan, 1, lang).split()[0]}" for fan in fans)


def count_rows(rules: RuleBook) -> int:
    """The number of fans in the text; the cases of a fan are one."""
    return len({fan.name.partition("（")[0] for fan in rules.rows})


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A Markdown table."""
    cells = [list(head), *map(list, rows)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells]
    return [lines[0], "|" + "---|" * len(cells[0]), *lines[1:]]
