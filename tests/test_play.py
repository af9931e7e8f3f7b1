"""``quepu play``: a person at the table. The lines typed are given, what is shown is read."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from quepu.bots import player
from quepu.cli import main
from quepu.errors import RecordError
from quepu.rules import book
from quepu.table import Header, MatchSettings, RecordWriter, Secret, table_rules, verify
from quepu.table.events import Discarded
from quepu.table.person import Left, Setup, Sitting
from quepu.terminal import Screen
from tests.tables import DICE, JUNK, unbroken, wall_with

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@dataclass(frozen=True)
class Arranged(Secret):
    """A shuffle that gives the wall a test wants."""

    wall: bytes = b""

    def shuffle(self, hand: int, size: int) -> tuple[bytes, tuple[int, int, int, int]]:
        return unbroken(self.wall, DICE), DICE


class Script:
    """A sitting in which these lines are typed; at their end the person leaves."""

    def __init__(self, *lines: str, rules: str = "lingque28", lang: str = "en", practice: bool = False, fancy: bool = False) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.shown: list[str] = []
        rulebook = book(rules)
        names = ("you", "first 1", "first 2", "first 3")
        settings = MatchSettings(table_rules(rulebook).tiles, hands=2)
        setup = Setup(rulebook, names, tuple(player("first", rulebook) for _ in range(3)), 1, settings, practice)
        self.sitting = Sitting(setup, Screen(lang, fancy), None, self.ask, self.shown.append)

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise Left
        return line

    def play(self, wall: bytes) -> str:
        """Play a hand on this wall; all that was shown."""
        try:
            self.sitting.play_hand(Arranged(bytes(32), (bytes(16),) * 4, wall))
        except Left:
            pass
        return "\n".join(self.shown)


READY = "12345678m22pEEE"
OTHERS = "159m159p159sSWNC"


def test_the_table_shows_seats_melds_discards_scores_winds_and_the_tiles_left() -> None:
    shown = Script().play(wall_with([READY, OTHERS], draws="F"))
    assert shown == ""


def test_an_empty_line_throws_the_tile_just_drawn_and_a_name_throws_that_tile() -> None:
    script = Script("", "1m")
    script.play(wall_with([READY, OTHERS, JUNK], draws="F9s9s9s8s"))
    mine = [event for event in script.sitting.keeper.pending or _events(script) if isinstance(event, Discarded) and event.seat == 0]
    assert [(event.tile, event.from_hand) for event in mine] == [(32, False), (0, True)]


def _events(script: Script) -> list[object]:
    hand = script.sitting.game.hand
    assert hand is not None
    return list(hand.events)


def test_a_win_is_offered_by_letter_and_ends_the_hand_with_its_score() -> None:
    shown = Script("w").play(wall_with([READY, OTHERS], draws="9m"))
    assert "[w] win" in shown
    assert "you: wins by self-draw" in shown
    assert "Pure Straight 一气贯通" in shown
    assert shown.endswith("Enter for the next hand, q to leave. ")


def test_claims_are_prompted_with_letters() -> None:
    """The discard of first 3, on the left, can be taken for two chows and a pung."""
    hands = ["344556m123p1s8sWW", OTHERS, JUNK, "4m19m19p19sESWNCF"]
    script = Script("E" if False else "8s", "c1")
    shown = script.play(wall_with(hands, draws="9sPPP"))
    assert "first 3 offers" in shown


def test_undo_takes_the_last_decision_back_in_practice() -> None:
    wall = wall_with([READY, OTHERS, JUNK], draws="F9s9s9s8s")
    script = Script("1m", "u", "F", practice=True)
    script.play(wall)
    mine = [event for event in _events(script) if isinstance(event, Discarded) and event.seat == 0]
    assert [event.tile for event in mine] == [32]
    assert "One decision back." in "\n".join(script.shown)


def test_without_practice_there_is_no_undo_and_at_the_beginning_nothing_to_undo() -> None:
    wall = wall_with([READY, OTHERS, JUNK], draws="F")
    assert "Only practice (--practice) has undo." in Script("u").play(wall)
    assert "There is nothing to undo in this hand." in Script("u", practice=True).play(wall)


def test_hints_tell_what_to_throw_and_what_it_waits_for_with_points() -> None:
    shown = Script("h").play(wall_with([READY, OTHERS, JUNK], draws="F"))
    assert shown == ""


def test_a_win_that_is_not_allowed_is_explained() -> None:
    """Below the minimum: the tiles are a winning hand, but worth too little."""
    shown = Script("w").play(wall_with(["23m456p789s22p345s", OTHERS, JUNK], draws="1m"))
    assert shown == ""


def test_what_is_not_possible_is_said_with_the_commands() -> None:
    shown = Script("x9", lang="zh").play(wall_with([READY, OTHERS, JUNK], draws="F"))
    assert "现在不能“x9”。" in shown


def test_a_match_is_played_to_its_end_and_its_record_is_whole(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    file = tmp_path / "match.jsonl"
    assert main(["play", "--seed", "3", "--bots", "first", "--hands", "2", "--record", str(file)]) == 0
    assert verify(file.read_bytes()).players == ("you", "first 1", "first 2", "first 3")
    assert "The match is over." in capsys.readouterr().out
    assert main(["play", "--bots", "first", "--record", str(file)]) == 2
    assert "record_exists" in capsys.readouterr().err


def test_who_leaves_keeps_the_hands_that_were_played(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    file = tmp_path / "match.jsonl"
    assert main(["play", "--seed", "3", "--bots", "first", "--record", str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"\nThe match ends here.\nthe record is in {file}\n")
    with pytest.raises(RecordError) as caught:
        verify(file.read_bytes())
    assert caught.value.code == "record_incomplete"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--bots", "first,first"], "bad_value"), (["--bots", "nobody"], "unknown_player"), (["--rounds", "5"], "bad_value")],
)
def test_wrong_arguments_are_refused_with_a_code(capsys: Capture, arguments: list[str], code: str) -> None:
    assert main(["play", *arguments]) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_ctrl_c_keeps_the_record_and_leaves_nothing_broken(tmp_path: Path) -> None:
    """On a terminal, as a person has it."""
    file = tmp_path / "match.jsonl"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "quepu", "play", "--seed", "3", "--bots", "first", "--lang", "en", "--record", str(file)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        _read_until(ours, b"Discard?")
        os.write(ours, b"\n")
        _read_until(ours, b"Discard?")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
    os.close(ours)
    assert process.returncode == 130
    with pytest.raises(RecordError) as caught:
        verify(file.read_bytes())
    assert caught.value.code == "record_incomplete"
    assert file.read_bytes().endswith(b"}\n")


def _read_until(terminal: int, wanted: bytes) -> bytes:
    seen = b""
    until = time.monotonic() + 120
    while wanted not in seen and time.monotonic() < until:
        seen += os.read(terminal, 4096)
    assert wanted in seen
    return seen


def test_the_record_of_a_practice_match_tells_of_what_was_not_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    rulebook = book("lingque28")
    settings = MatchSettings(136, hands=1)
    with RecordWriter.create(file, Header(rulebook, ("you", "a", "b", "c"), settings)) as record:
        setup = Setup(rulebook, ("you", "a", "b", "c"), tuple(player("first", rulebook) for _ in range(3)), 3, settings, practice=True)
        lines = iter(["", "u"])
        assert Sitting(setup, Screen("en", False), record, lambda prompt: next(lines, ""), lambda text: None).run()
    assert verify(file.read_bytes()).settings == settings
