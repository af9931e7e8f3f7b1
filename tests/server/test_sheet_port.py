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
from quepu.club.sheet import sheet_state
from quepu.errors import QuepuError
from quepu.rules import BOOKS
from quepu.server.constants import constants
from tests.sheets import Entry, random_sheet
from tests.sizes import sizes

DOCUMENTS = Path(__file__).parents[2] / "src" / "quepu" / "server" / "web" / "shared" / "documents"


def in_node(sheets: list[list[Entry]], tmp_path: Path) -> list[tuple[dict[str, Any] | None, str]]:
    """The states that the pages compute, and the canonical texts."""
    modules = tmp_path / "documents"
    shutil.copytree(DOCUMENTS, modules)
    (modules / "package.json").write_text('{"type": "module"}')
    books = tmp_path / "books.json"
    books.write_text(json.dumps(constants()["books"]))
    given = "".join(json.dumps(sheet) + "\n" for sheet in sheets)
    command = ["node", str(Path(__file__).with_name("sheet_states.mjs")), str(modules), str(books)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return [(state, text) for state, text in map(json.loads, done.stdout.splitlines())]


def in_python(sheet: list[Entry]) -> dict[str, Any] | None:
    try:
        return sheet_state(sheet)
    except QuepuError as error:
        assert error.code == "entry_wrong"
        return None


def without_reduced(state: dict[str, Any] | None) -> tuple[dict[str, Any] | None, list[float], float]:
    """A state without its 约化分数, those, and their scale."""
    if state is None or state["final"]["reduced"] is None:
        return state, [], 1
    return state | {"final": state["final"] | {"reduced": "elsewhere"}}, state["final"]["reduced"], state["alpha"]


@sizes(10_000, 300_000)
@pytest.mark.parametrize("rules", BOOKS)
def test_pages_settle_random_sheets_as_python_does(rules: str, tmp_path: Path, count: int) -> None:
    """Whole states, until so many wins are settled: corrections, fractions, undos, seats, penalties, conflicts, odd points, 包牌, ends."""
    random = Random(f"sheets {rules}")
    sheets, states, settled = [], [], 0
    while settled < count:
        sheet = random_sheet(random, rules, random.choice((0, 5, 30, 30, 30, 60)))
        state = in_python(sheet)
        sheets.append(sheet)
        states.append(state)
        if state is not None and state["rules"] == rules:
            settled += sum(deal["counts"] and deal["kind"] == "win" for deal in state["deals"])
    for sheet, state, (found, text) in zip(sheets, states, in_node(sheets, tmp_path), strict=True):
        whole, reduced, alpha = without_reduced(state)
        theirs, their_reduced, _ = without_reduced(found)
        assert theirs == whole, json.dumps(sheet)
        assert all(isclose(a, b, rel_tol=1e-9, abs_tol=1e-12 * alpha) for a, b in zip(reduced, their_reduced, strict=True))
        assert text == canonical(in_order(sheet))
