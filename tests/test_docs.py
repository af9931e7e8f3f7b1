"""The documentation: its code runs and prints what it shows, its links lead somewhere, its generated pages are current.

- A ``python`` block is a doctest; the blocks of a page share their names, in order.
- A ``console`` block is a shell session: each command after ``$`` is run, and its output compared.
- A ``py`` block is a quotation from the source.
- A comment before a block marks it: ``<!-- needs: … -->`` runs in the compiled suite only, ``<!-- not run: … -->`` never.
"""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

import pytest

import quepu
from quepu import book, notation, tiles
from quepu.cli.terminal import Screen
from quepu.errors import MESSAGES
from quepu.explain import value_text
from quepu.hand import MeldType
from quepu.rules import BOOKS
from quepu.rules.floors import stored

ROOT = Path(__file__).parent.parent
WRITTEN = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
PAGES = [*WRITTEN, *sorted(ROOT.glob("docs/rules/*.md"))]
FLOORS = [floor.as_dict() for floor in stored("lingque28")]

for_every_page = pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))


class Block(NamedTuple):
    """A fenced block: its language, its text, the mark before it, and the line where the text begins."""

    language: str
    text: str
    mark: str
    line: int


def blocks(page: Path, *languages: str) -> Iterator[Block]:
    text = page.read_text("utf-8")
    for found in re.finditer(r"^(?:<!-- ([^\n]*) -->\n)?```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if found[2] in languages:
            yield Block(found[2], found[3], found[1] or "", text.count("\n", 0, found.start(3)))


def commands(block: Block) -> list[tuple[str, str]]:
    """Every command of a console block, with the output shown below it."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert parts[0] == "", "a console block begins with a command"
    return [(command, output) for command, _, output in (part.partition("\n") for part in parts[1:])]


def test_every_block_is_of_a_known_kind() -> None:
    for page in WRITTEN:
        text = page.read_text("utf-8")
        languages = set(re.findall(r"^```(\w+)$", text, re.MULTILINE))
        assert languages <= {"python", "py", "console", "sh", "json", "toml", "text", "mermaid", "html"}, page
        marks = set(re.findall(r"^<!-- ((?:needs|not run).*) -->$", text, re.MULTILINE))
        assert marks <= {"needs: numpy", "needs: compiled", "needs: server", "not run: takes minutes"}, page


# Python


def run_python(page: Path, everything: bool) -> None:
    names: dict[str, object] = {}
    parser = doctest.DocTestParser()
    report: list[str] = []
    for block in blocks(page, "python"):
        assert block.text.startswith(">>> "), f"{page.name}:{block.line + 1}: a python block is a doctest"
        if everything or not block.mark:
            test = parser.get_doctest(block.text, names, page.name, str(page), block.line)
            doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
            names = test.globs
    assert not report, "".join(report)


@for_every_page
def test_the_python_of_a_page_does_what_it_shows(page: Path) -> None:
    run_python(page, everything=False)


@pytest.mark.compiled
@for_every_page
def test_the_python_of_a_page_that_needs_numpy_does_too(page: Path) -> None:
    if any(block.mark for block in blocks(page, "python")):
        run_python(page, everything=True)


@pytest.mark.parametrize(
    "module",
    [
        "quepu",
        "quepu.notation",
        "quepu.tiles",
        "quepu.rules",
        "quepu.batch",
        "quepu.score",
        "quepu.waits",
        "quepu.engine.wall",
        "quepu.rules.settlement",
        "quepu.engine.match",
        "quepu.rules.search",
        "quepu.lab.quiz",
        "quepu.lab.arena",
        "quepu.lab.report_text",
        "quepu.lab.charts.axes",
        "quepu.lab.charts.svg",
        "quepu.rules.overlay",
        "quepu.csv_text",
        "quepu.club.entries",
        "quepu.club.live",
        "quepu.club.sheet",
        "quepu.club.files",
        "quepu.players",
        "quepu.players.master",
        "quepu.players.analysis",
    ],
)
def test_the_docstrings_of_a_module_do_what_they_show(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


@for_every_page
def test_a_quotation_stands_in_the_source(page: Path) -> None:
    source = "\n".join(path.read_text("utf-8") for path in sorted(ROOT.glob("src/quepu/**/*.py")))
    for block in blocks(page, "py"):
        assert block.text in source


# The command line


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which ``quepu`` is the package under test."""
    folder = tmp_path_factory.mktemp("bin")
    command = folder / "quepu"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quepu "$@"\n')
    command.chmod(0o755)
    clean = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES")}
    sources = os.pathsep.join(str(ROOT / path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path)
    return {**clean, "PATH": f"{folder}:{os.environ['PATH']}", "COLUMNS": "100", "PYTHONUTF8": "1", "PYTHONPATH": sources}


def run_console(page: Path, shell: dict[str, str], marked: bool, folder: Path) -> None:
    """A Chinese page is run in a Chinese environment; all in an empty folder, as some write files."""
    environment = {**shell, "LANG": "zh_CN.UTF-8" if page.name.endswith(".zh.md") else "C.UTF-8"}
    for block in blocks(page, "console"):
        if not block.mark.startswith("not run") and bool(block.mark) == marked:
            for command, shown in commands(block):
                ran = subprocess.run(
                    ["sh", "-c", command], env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
                )
                assert ran.stdout.decode() == shown, command


@for_every_page
def test_the_commands_of_a_page_print_what_it_shows(page: Path, shell: dict[str, str], tmp_path: Path) -> None:
    run_console(page, shell, marked=False, folder=tmp_path)


@pytest.mark.compiled
@for_every_page
def test_the_commands_of_a_page_that_need_the_compiled_kernel_do_too(page: Path, shell: dict[str, str], tmp_path: Path) -> None:
    run_console(page, shell, marked=True, folder=tmp_path)


@for_every_page
def test_what_is_not_run_are_the_floors_and_they_are_those_of_the_data(page: Path) -> None:
    screen = Screen("zh" if page.name.endswith(".zh.md") else "en", fancy=False)
    rows = [[screen.say(key) for key in ("fan_name", "floor", "ceiling", "witness")]]
    rows += [[row["name"], str(row["floor"]), str(row["ceiling"]), row["hand"]] for row in FLOORS]
    for block in blocks(page, "console"):
        if block.mark.startswith("not run"):
            [(command, shown)] = commands(block)
            count = int(command.removeprefix("quepu lab floors | head -"))
            assert shown.splitlines() == screen.columns(rows)[:count]


# The pages together


def test_the_generated_pages_are_current() -> None:
    check = subprocess.run([sys.executable, "docs/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout + check.stderr


def faces(text: str) -> list[str]:
    """The faces by which a hand is shown: of a concealed kong only the inner tiles."""
    hand, _ = notation.parse(text)
    names = [tiles.NAMES[kind] for kind in hand.concealed]
    for meld in hand.melds:
        name = [tiles.NAMES[kind] for kind in meld.tiles]
        names += ["back", *name[1:3], "back"] if meld.type == MeldType.CONCEALED_KONG else name
    return names if hand.winning is None else [*names, tiles.NAMES[hand.winning]]


@pytest.mark.parametrize("rules", BOOKS)
def test_the_page_of_a_rule_book_has_every_fan_with_its_texts_its_place_in_the_rule_text_and_its_examples_in_tiles(rules: str) -> None:
    opened = book(rules)
    page = (ROOT / f"docs/rules/{rules}.md").read_text("utf-8")
    sections = dict.fromkeys(row.zh for row in opened.rows)  # the cases of a row share its words, and one section
    for zh in sections:
        rows = [row for row in opened.rows if row.zh == zh]
        [section] = [part for part in re.split(r"\n#+ ", page) if f"\n{zh}\n\n{rows[0].text}\n" in part]
        for row in rows:
            assert section.startswith((f"{row.row_name} {row.en}\n", row.name.partition("（")[0] + " "))
            assert f"`{row.id}` · {value_text(opened, row, 1, 'zh')} · {opened.section(row)}" in section
        yes = rows[0].yes if len(rows) == 1 else [row.yes[0] for row in rows if row.yes]
        lines = [line for line in section.splitlines() if "<img" in line]
        for line, hand in zip(lines, dict.fromkeys([*yes, *rows[0].no]), strict=True):
            drawn = re.findall(r"tiles/(\w+)\.svg height=28 alt=(\w+)>", line)
            assert [file for file, alt in drawn if file == alt] == faces(hand)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("rules", BOOKS)
def test_the_printed_table_of_a_rule_book_has_every_fan_and_needs_no_other_file(rules: str, lang: str) -> None:
    opened = book(rules)
    page = (ROOT / f"docs/rules/{rules}-table{'.zh' if lang == 'zh' else ''}.html").read_text("utf-8")
    assert not re.search(r"(src|href)=|url\(|https?:|<script", page)
    entries = re.findall("<div>(.*)</div>", page)
    for row in opened.rows:
        [entry] = [entry for entry in entries if entry.endswith(f"<p>{escape(row.zh if lang == 'zh' else row.text)}</p>")]
        value = value_text(opened, row, 1, lang)
        _, _, case = (row.name if lang == "zh" else row.en).partition("（" if lang == "zh" else " (")
        colon = "：" if lang == "zh" else ": "
        assert f"<b>{escape(row.row_name.partition('（')[0])}" in entry
        assert f"<span>{escape(value)}</span>" in entry or f"{escape(case[:-1])}{colon}{value.split()[0]}" in entry
    headings = [category.name if lang == "zh" else f"{category.name} {category.en}" for category in opened.categories]
    assert list(map(unescape, re.findall("<h2>(.*?)</h2>", page))) == headings


def test_every_error_code_has_a_line() -> None:
    lines = (ROOT / "docs/errors.md").read_text("utf-8").splitlines()
    for code in MESSAGES:
        assert sum(line.startswith(f"| `{code}` |") for line in lines) == 1, code


def test_every_public_name_is_in_the_interfaces() -> None:
    text = (ROOT / "docs/api.md").read_text("utf-8")
    for name in quepu.__all__:
        assert re.search(rf"`{name}\b", text), name


def test_both_readmes_have_the_same_commands() -> None:
    english, chinese = (
        [
            re.sub(r" +#.*", "", line)
            for block in blocks(ROOT / name, "sh", "console", "python")
            for line in block.text.splitlines()
            if block.language == "sh" or line.startswith(("$ ", ">>> ", "... "))
        ]
        for name in ("README.md", "README.zh.md")
    )
    assert english == chinese
    assert english[:2] == ["make play", "make test"]


def headings(page: Path) -> set[str]:
    """The anchors of a page, as they are made of its headings."""
    found = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in {*re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)), *re.findall(r'<img src="?([^" ]*)', text)}:
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), target
        assert not anchor or anchor in headings(there), target
