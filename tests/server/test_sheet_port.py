"""The pages compute the state of a sheet as Python does."""

from __future__ import annotations

import json
import shutil
import subprocess
from math import isclose
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quepu.club.entries import canonical, in_order
from quepu.rules import BOOKS
from quepu.server.constants import constants
from tests.sheets import Entry, random_sheet, state_of
from tests.sizes import sizes

WINS = 10_000
DOCUMENTS = Path(__file__).parents[2] / "src" / "quepu" / "server" / "web" / "shared" / "documents"


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of the pages where node takes them for modules, and the constants of the books."""
    folder = tmp_path_factory.mktemp("pages") / "documents"
    shutil.copytree(DOCUMENTS, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "books.json").write_text(json.dumps(constants()["books"]))
    return folder


def in_node(sheets: list[list[Entry]], modules: Path) -> list[tuple[dict[str, Any] | None, str]]:
    """The states that the pages compute, and the canonical texts."""
    given = "".join(json.dumps(sheet) + "\n" for sheet in sheets)
    command = ["node", str(Path(__file__).with_name("sheet_states.mjs")), str(modules), str(modules / "books.json")]
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return [(state, text) for state, text in map(json.loads, done.stdout.splitlines())]


def random_sheets(rules: str, seed: int) -> list[list[Entry]]:
    """Sheets with WINS wins that count under this book."""
    random = Random(f"sheets {rules} {seed}")
    sheets, settled = [], 0
    while settled < WINS:
        sheet = random_sheet(random, rules, random.choice((0, 5, 30, 30, 30, 60)))
        state = state_of(sheet)
        sheets.append(sheet)
        if state is not None and state["rules"] == rules:
            settled += sum(deal["counts"] and deal["kind"] == "win" for deal in state["deals"])
    return sheets


def without_reduced(state: dict[str, Any] | None) -> tuple[dict[str, Any] | None, list[float], float]:
    """A state without its 约化分数, those, and their scale."""
    if state is None or state["final"]["reduced"] is None:
        return state, [], 1
    return state | {"final": state["final"] | {"reduced": "elsewhere"}}, state["final"]["reduced"], state["alpha"]


@sizes(1, 20)
@pytest.mark.parametrize("rules", BOOKS)
def test_pages_settle_ten_thousand_wins_in_random_sheets_as_python_does(rules: str, modules: Path, count: int) -> None:
    """Whole states, with corrections, fractions, undos, seats, penalties, conflicts, odd points, 包牌 and ends."""
    for seed in range(count):
        sheets = random_sheets(rules, seed)
        for sheet, (found, text) in zip(sheets, in_node(sheets, modules), strict=True):
            whole, reduced, alpha = without_reduced(state_of(sheet))
            theirs, their_reduced, _ = without_reduced(found)
            assert theirs == whole, json.dumps(sheet)
            assert all(isclose(a, b, rel_tol=1e-9, abs_tol=1e-12 * alpha) for a, b in zip(reduced, their_reduced, strict=True))
            assert text == canonical(in_order(sheet))
