"""``quepu bot``: programs are checked, and players of the library are programs themselves."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from quepu.cli import main
from quepu.rules import BOOKS
from tests.sizes import variants

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.usefixtures("no_locale")

PROGRAMS = Path(__file__).parent / "programs"
SAMPLE = [sys.executable, str(PROGRAMS / "botzone_sample.py")]

RANDOM = """
import json, sys
from random import Random
random = Random(5)
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "ask":
        action = 115 if 115 in message["legal"] else random.choice(message["legal"])
        print(json.dumps({"t": "act", "game": message["game"], "id": message["id"], "action": action}), flush=True)
"""


def check(capsys: Capture, *options: str, program: list[str]) -> tuple[int, dict[str, Any]]:
    code = main(["bot", "check", "--json", "--hands", "1", *options, "--", *program])
    return code, json.loads(capsys.readouterr().out)


def test_a_program_that_plays_by_the_protocol_passes_under_every_book(capsys: Capture) -> None:
    code, found = check(capsys, "--seconds", "60", "--deterministic", program=[sys.executable, "-c", RANDOM])
    assert (code, found["ok"]) == (0, True)
    names = [(one["check"], one["rules"]) for one in found["checks"]]
    first = BOOKS[0]
    others = [("again", first), ("several", first), ("unknown", first), ("ends", None), ("deterministic", first)]
    assert names == [*(("plays", rules) for rules in BOOKS), *others]
    assert all(one["asked"] > 3 for one in found["checks"] if one["check"] != "ends")


def test_the_result_as_text_in_both_languages(capsys: Capture) -> None:
    options = ["--rules", "guobiao", "--hands", "1", "--seconds", "60", "--", sys.executable, "-c", RANDOM]
    assert main(["bot", "check", *options]) == 0
    english = capsys.readouterr().out.splitlines()
    assert english[0].startswith("ok      guobiao: plays a match to its end (questions: ")
    assert english[-1] == "Everything is as it should be."
    assert main(["bot", "check", "--lang", "zh", *options]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "全部通过。"


def failed(found: dict[str, Any]) -> list[str]:
    return [one["check"] for one in found["checks"] if not one["ok"]]


@pytest.mark.parametrize(
    ("change", "checks"),
    [
        # answers in a second are late here
        (("action = ", "import time; time.sleep(1); action = "), ["plays", "again", "several", "unknown"]),
        # an action that no seat has
        (("random.choice(message", "0 * len(message"), ["plays"]),
        # the first action is remembered, whatever is asked
        (('"id": message["id"]', '"id": 1'), ["plays"]),
        # another answer in every process
        (("Random(5)", "Random()"), ["deterministic"]),
        # an exception at the first unknown message
        (('    if message["t"] == "ask"', '    assert message["t"] != "unknown"\n    if message["t"] == "ask"'), ["unknown"]),
        # goes on after its input has ended
        (("for line in sys.stdin:", "import itertools, time\nfor line in itertools.chain(sys.stdin, iter(lambda: time.sleep(9), 1)):\n"
          "    if line is None: continue"), ["ends"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_program_is_found(capsys: Capture, change: tuple[str, str], checks: list[str]) -> None:
    assert change[0] in RANDOM
    program = [sys.executable, "-c", RANDOM.replace(*change)]
    slow = "sleep(1)" in change[1] or '"id": 1' in change[1]
    code, found = check(capsys, "--rules", "lingque28", "--deterministic", "--seconds", "0.5" if slow else "60", program=program)
    assert (code, found["ok"]) == (1, False)
    assert set(checks) <= set(failed(found))


def test_a_program_that_cannot_be_started_is_an_error(capsys: Capture) -> None:
    code, found = check(capsys, program=["no-such-program"])
    assert (code, found["error"]["code"]) == (2, "program_ended")


@pytest.mark.parametrize(
    ("options", "program"),
    [
        (["json"], [*SAMPLE, "json"]),
        (["simple"], [*SAMPLE, "simple"]),
        (["json", "--keep-running"], [*SAMPLE, "json", "keep"]),
        (["simple", "--keep-running"], [*SAMPLE, "simple", "keep"]),
    ],
)
def test_a_program_for_botzone_plays_whole_games(capsys: Capture, options: list[str], program: list[str]) -> None:
    code, found = check(capsys, "--rules", "guobiao", "--seconds", "60", "--deterministic", "--botzone", *options, program=program)
    assert (code, failed(found)) == (0, [])
    assert [one["check"] for one in found["checks"]] == ["plays", "again", "several", "deterministic"]


@variants("keep", ["--keep-running"], [])
def test_our_player_behind_botzones_protocol_plays_whole_games(capsys: Capture, keep: list[str]) -> None:
    program = [sys.executable, "-m", "quepu", "bot", "botzone", "swift", *keep]
    code, found = check(capsys, "--rules", "guobiao", "--seconds", "60", "--botzone", "json", *keep, program=program)
    assert (code, failed(found)) == (0, [])


def test_a_program_for_botzone_that_answers_nonsense_fails(capsys: Capture) -> None:
    for text in ("PLAY X", '{"response": 5}', "[]", ""):
        program = [sys.executable, "-c", f"print({text!r})"]
        code, found = check(capsys, "--rules", "guobiao", "--seconds", "60", "--botzone", "json", program=program)
        assert (code, failed(found)) == (1, ["plays", "again", "several"])


def test_botzones_protocol_is_for_its_books_only(capsys: Capture) -> None:
    code, found = check(capsys, "--rules", "lingque28", "--botzone", "json", program=SAMPLE)
    assert (code, found["error"]["code"]) == (2, "not_one_of")


def answer(monkeypatch: pytest.MonkeyPatch, capsys: Capture, text: str, *command: str) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return main(["bot", *command]), capsys.readouterr().out


DEALT = "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 T5 F1"


def test_our_player_reads_both_interactions_of_botzone(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    given = json.dumps({"requests": ["0 0 0", DEALT, "2 B1"], "responses": ["PASS", "PASS"], "data": ""})
    code, output = answer(monkeypatch, capsys, given + "\n", "botzone", "swift")
    assert (code, json.loads(output)["response"].split()[0]) == (0, "PLAY")
    code, plain = answer(monkeypatch, capsys, f"3\n0 0 0\nPASS\n{DEALT}\nPASS\n2 B1\n", "botzone", "swift")
    assert (code, plain.strip()) == (0, json.loads(output)["response"])
    code, kept = answer(monkeypatch, capsys, f"1\n0 0 0\n\n{DEALT}\n2 B1\n", "botzone", "swift", "--keep-running")
    marker = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
    assert (code, kept.split("\n")) == (0, ["PASS", marker, "PASS", marker, plain.strip(), marker, ""])


@pytest.mark.parametrize("text", ["", "x\n", "{\n", '{"requests":[],"responses":[]}\n', '{"requests":["0 0 0"]}\n', "2\n0 0 0\n"])
def test_input_that_is_not_botzones_is_an_error(monkeypatch: pytest.MonkeyPatch, capsys: Capture, text: str) -> None:
    assert answer(monkeypatch, capsys, text, "botzone", "swift")[0] == 2


def test_an_unknown_player_is_an_error(capsys: Capture) -> None:
    for command in ("play", "botzone"):
        assert main(["bot", command, "nobody"]) == 2
        assert "unknown_player" in capsys.readouterr().err


@pytest.mark.compiled  # it needs websockets
def test_without_a_token_nothing_runs(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("QUEPU_BOT_TOKEN", raising=False)
    assert main(["bot", "run", "--", "true"]) == 2
    assert "no_token" in capsys.readouterr().err
    assert main(["bot", "run", "--token-file", str(tmp_path / "missing"), "--", "true"]) == 2
    assert "unreadable_file" in capsys.readouterr().err
