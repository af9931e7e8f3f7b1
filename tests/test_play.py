"""``quepu play``: a person at the table. The lines typed are given, what is shown is read."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from quepu.cli import main
from quepu.cli.play import Quit, Setup, TerminalMatch
from quepu.cli.terminal import Screen
from quepu.engine import Header, MatchSettings, RecordWriter, play_rules, verify
from quepu.engine.events import Discarded
from quepu.errors import RecordError
from quepu.kernel.actions import PASS
from quepu.players import player
from quepu.players.reason_parts import signed
from quepu.rules import book
from quepu.tiles import NAMES
from tests.tables import Arranged, wall_with

Capture = pytest.CaptureFixture[str]


pytestmark = pytest.mark.usefixtures("no_locale")


class Script:
    """A match in which these lines are typed; at their end the person leaves."""

    def __init__(
        self, *lines: str, rules: str = "lingque28", lang: str = "en", practice: bool = False, fancy: bool = False, bots: str = "first"
    ) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.shown: list[str] = []
        rulebook = book(rules)
        names = ("you", "first 1", "first 2", "first 3")
        settings = MatchSettings(play_rules(rulebook).tiles, hands=2)
        setup = Setup(rulebook, names, tuple(player(bots, rulebook) for _ in range(3)), 1, settings, practice, (bots,) * 3)
        self.match = TerminalMatch(setup, Screen(lang, fancy), None, self.ask, self.shown.append)

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise Quit
        return line

    def play(self, wall: bytes) -> str:
        """Play a hand on this wall; all that was shown."""
        with suppress(Quit):
            self.match.play_deal(Arranged(bytes(32), (bytes(16),) * 4, wall))
        return "\n".join(self.shown)


READY = "12345678m22pEEE"
HANDS = [READY, "159m159p159sSWNC", "147m47p147sPPSWN", "69p369sWNCPSWNC"]
"""The other three have nothing to claim and throw nothing that the first could claim."""


def discards(script: Script) -> list[tuple[str, bool]]:
    """What the person has discarded, and whether it was from the hand."""
    hand = script.match.game.deal
    assert hand is not None
    return [(NAMES[event.tile], event.from_hand) for event in hand.events if isinstance(event, Discarded) and event.seat == 0]


def test_the_table_shows_seats_tiles_discards_scores_winds_and_the_tiles_left() -> None:
    script = Script("")
    shown = script.play(wall_with(HANDS, draws="F8s8s8s8p"))
    assert (
        shown.partition("Discard?  [h] [?] > ")[2]
        == """

  you: discards F, just drawn
  first 1: discards 1m
  first 2: discards 1m
  first 3: discards 6p
  you: draws 8p

East round, hand 1, 79 tiles left

  South first 1     +0  ?????????????
      1m

  West  first 2     +0  ?????????????
      1m

  North first 3     +0  ?????????????
      6p

▶ East  you         +0
      F

  12345678m22pEEE  +8p

Discard?  [h] [?] > """
    )


def test_tiles_are_drawn_with_what_to_type_below_them() -> None:
    shown = Script(fancy=True).play(wall_with(HANDS, draws="F"))
    plain = re.sub(r"\x1b\[[0-9;]*m|\ufe0e", "", shown)
    assert "  🀇   🀈   🀉   🀊   🀋   🀌   🀍   🀎   🀚   🀚   🀀   🀀   🀀     🀅\n" in plain
    assert "  1m  2m  3m  4m  5m  6m  7m  8m  2p  2p  E   E   E     F\n" in plain
    assert plain.count("🀫×13") == 3


def test_an_empty_line_discards_the_drawn_tile_and_a_name_discards_that_tile() -> None:
    script = Script("", "E")
    script.play(wall_with(HANDS, draws="F8s8s8s8p"))
    assert discards(script) == [("F", False), ("E", True)]


def test_a_win_is_offered_by_letter_and_ends_the_hand_with_its_score() -> None:
    shown = Script("w").play(wall_with(HANDS, draws="9m"))
    assert "[w] win" in shown
    assert "you: wins by self-draw" in shown
    assert "Pure Straight 一气贯通" in shown
    assert shown.endswith("Enter for the next hand, y for why the bots played so, q to leave. ")


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("zh", "  first 1 付 422 分：自摸，三家都付：和牌分 211；和家是庄家，加倍：211 × 2 = 422\n"),
        ("en", "  first 1 pays 422 points: won by self-draw, all three pay: 211 points; the winner is the dealer: 211 × 2 = 422\n"),
    ],
)
def test_the_payments_of_a_win_are_explained_in_a_line_each(lang: str, line: str) -> None:
    assert line in Script("w", rules="woodshole", lang=lang).play(wall_with(HANDS, draws="9m", size=144))


CHOOSER = ["344556m789p1sPPC", "159m159p159sSWNC", "147m47p147sEESWN", "4m69p369sWNCEFFS"]
"""The others have nothing to claim; the discard of the fourth, on the left, can be taken by the first for two chows and a pung."""


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("c1", "you: chow with 4m from first 3: [456m]"),
        ("吃2", "you: chow with 4m from first 3: [345m]"),
        ("p", "you: pung with 4m from first 3: [444m]"),
    ],
)
def test_claims_are_made_by_letter_or_word(typed: str, expected: str) -> None:
    shown = Script("1s", typed).play(wall_with(CHOOSER, draws="9sC8s8s"))
    assert "first 3 discards 4m:  [c1] chow 456m  [c2] chow 345m  [p] pung  [n] pass  [h] [?] > " in shown
    assert expected in shown


def test_an_empty_line_passes() -> None:
    shown = Script("1s", "").play(wall_with(CHOOSER, draws="9sC8s8s2p"))
    assert "  you: draws 2p\n" in shown


def test_hints_show_the_result_of_a_claim() -> None:
    shown = Script("1s", "h").play(wall_with(CHOOSER, draws="9sC8s8s"))
    hints = shown.partition("[n] pass  [h] [?] > ")[2].rpartition("\nfirst 3")[0]
    assert re.search(r"to ready: 1 → 1; lost: Concealed Hand.*; with this set concealed: \d+ points\n  .* about \d+ points ", hints)
    assert (
        "\n".join(line for line in hints.split("\n") if not re.search("about|worth aiming|to ready:", line))
        == """

suggested: pass, chow 456m brings the hand no nearer to ready.
  careful bot: pass: aims for Three Shifted Chows + Concealed Hand (80 points, 3 tiles from winning: 5m 6m 7m); 2 tiles from the \
nearest win, 16 tiles help; chow 456m promises 13 % less (aims for Three Shifted Chows + White Dragon (54 points, 2 tiles from winning: \
2m 3m); 26 tiles can bring some win nearer).

not ready, 1 away; useful tiles:
  7s×4  8s×4  9s×3  C×3  P×2


after chow 456m:
  discard  to ready  left  useful tiles
  C        1         26    2m×4  3m×3  4m×1  5m×2  6m×3  7s×4  8s×4  9s×3  P×2

after chow 345m:
  discard  to ready  left  useful tiles
  C        1         30    2m×4  3m×3  4m×1  5m×2  6m×3  7m×4  7s×4  8s×4  9s×3  P×2

after pung:
  discard  to ready  left  useful tiles
  9s       1         5     4m×1  7m×4
"""
    )


def test_the_bots_say_why_in_practice_and_after_a_deal_but_not_during_one() -> None:
    wall = wall_with(HANDS, draws="F8s8s8s8p")
    rule = "wins if possible, else takes the first legal action.\n"
    during = Script("F", "y").play(wall)
    assert "Reasons reveal hidden tiles" in during
    assert rule not in during
    practice = Script("y", "F", "y", practice=True).play(wall)
    assert "The bots have made no choice to explain yet." in practice
    assert [practice.count(f"  first {n}: discard ") for n in (1, 2, 3)] == [1, 1, 1]
    assert practice.count(rule) == 3
    after = Script("w", "y").play(wall_with(HANDS, draws="9m"))
    assert after.count("y for why the bots played so") == 2
    assert after.endswith("q to leave. ")


@pytest.mark.compiled
def test_master_says_why_with_the_numbers_that_decided() -> None:
    """Each bot has decided once, and was not asked to decide again: another search would count as its second decision."""
    script = Script("F", "y", practice=True, bots="master:samples=8,candidates=2,budget=4")
    shown = script.play(wall_with(HANDS, draws="F8s8s8s8p"))
    judged = [one for choices in script.match.bot_choices for one in choices]
    assert len(judged) >= 3
    for one in judged:
        judgement = one.judgement
        assert judgement is not None
        assert judgement.choice == one.action
        if one.action != PASS and judgement.weighed:
            unusual = next(weighed for weighed in judgement.weighed if weighed.action != judgement.prior.usual)
            assert f"{signed(unusual.difference)} ±" in shown
    assert shown.count(" by the values of the careful bot; ") == sum(one.action != PASS for one in judged)


def test_undo_takes_decisions_back_in_practice_one_by_one() -> None:
    wall = wall_with(HANDS, draws="F8s8s8s8p")
    script = Script("1m", "u", "F", "8p", "u", "u", "2p", practice=True)
    script.play(wall)
    assert discards(script) == [("2p", True)]
    assert "\n".join(script.shown).count("The last decision is undone.") == 3


def test_undone_actions_are_not_in_the_record() -> None:
    """The same hand with and without detours: the same events are kept for the record."""
    wall = wall_with(HANDS, draws="F8s8s8s8p")
    direct, detour = Script("F", "8p", practice=True), Script("1m", "u", "E", "u", "F", "2p", "u", "8p", practice=True)
    direct.play(wall)
    detour.play(wall)
    assert direct.match.buffer.pending == detour.match.buffer.pending != []


def test_without_practice_there_is_no_undo_and_at_the_beginning_nothing_to_undo() -> None:
    wall = wall_with(HANDS, draws="F")
    assert "Undo is available in practice mode only (--practice)." in Script("u").play(wall)
    assert "There is nothing to undo in this hand." in Script("u", practice=True).play(wall)


def test_hints_show_discards_and_waits_with_points() -> None:
    shown = Script("h").play(wall_with(HANDS, draws="F"))
    hints = shown.split("Discard?  [h] [?] > ")[1]
    assert hints.startswith("""

suggested: discard F, then the hand is ready.
  careful bot: discard F: waits for 3m 6m 9m: 10 left, 20 to 64 points; 9m makes Pure Straight + Seat Wind, 64 points; next best: \
discard 2p, which promises 72 % less.

  discard  to ready  left  useful tiles
  F        ready     10    3m×3  6m×3  9m×4
  1m       1         33 """)
    assert (
        """
after F, waiting for:
  tile  left  by discard  by self-draw  fans by discard
  3m    3     20 points   24 points     Concealed Hand, Concealed Pung, Seat Wind, Short Straight
  6m    3     20 points   24 points     Concealed Hand, Concealed Pung, Seat Wind, Short Straight
  9m    4     64 points   72 points     Concealed Hand, Concealed Pung, Seat Wind, Pure Straight

worth aiming for:
  Pure Straight, Seat Wind   about 64 points   1 tile away: 9m    as 12345678m22pEEE +9m
"""
        in hints
    )


@pytest.mark.parametrize("typed", ["w", "h"])
def test_a_win_that_is_not_allowed_is_explained(typed: str) -> None:
    """The tiles are a winning hand, but worth too little."""
    hands = ["12m456p22p34s678sE", "159m159p159sSWNC", "147m47p147sPPSWN", "3m69p369sWNCCSWN"]
    shown = Script("", "c", "E", "", typed, rules="guobiao").play(wall_with(hands, draws="9sFFFFEE5s", size=144))
    assert "[w] win" not in shown
    assert (
        """Too few points, so it cannot win:
22456p34678s [123m] +5s | self  Guobiao, as played

  4 points   456p 345s 678s 22p [123m]
"""
        in shown
    )
    assert "  4 < 8: below the minimum, this may not win\n" in shown


def test_an_impossible_command_is_answered_with_the_commands() -> None:
    shown = Script("x9", lang="zh").play(wall_with(HANDS, draws="F"))
    assert "现在不能“x9”。" in shown


def test_a_match_is_played_to_its_end_and_its_record_is_complete(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("\n" * 200))
    file = tmp_path / "match.jsonl"
    assert main(["play", "--seed", "3", "--bots", "first", "--hands", "2", "--record", str(file)]) == 0
    assert verify(file.read_bytes()).players == ("you", "first 1", "first 2", "first 3")
    assert "The match is over." in capsys.readouterr().out
    assert main(["play", "--bots", "first", "--record", str(file)]) == 2
    assert "record_exists" in capsys.readouterr().err


def test_leaving_early_keeps_the_deals_that_were_played(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("\nq\n"))
    file = tmp_path / "match.jsonl"
    assert main(["play", "--seed", "3", "--bots", "first", "--record", str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"\nThe match ends here.\nthe record is in {file}\n")
    with pytest.raises(RecordError) as caught:
        verify(file.read_bytes())
    assert caught.value.code == "record_incomplete"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--bots", "first,first"], "bot_count"),
        (["--bots", "nobody"], "unknown_player"),
        (["--rounds", "5"], "out_of_range"),
        (["--hands", "0"], "out_of_range"),
        (["--record", ""], "bad_value"),
        (["--record", "/no/such/folder/match.jsonl"], "unwritable_file"),
        (["--record", "a\0b"], "unwritable_file"),
    ],
)
def test_wrong_arguments_are_refused_with_a_code(capsys: Capture, arguments: list[str], code: str) -> None:
    assert main(["play", *arguments]) == 2
    assert f"[{code}]" in capsys.readouterr().err
    assert main(["play", *arguments, "--lang", "zh"]) == 2
    assert f"[{code}]" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "1" * 10, "9" * 5000, "1.5", "abc", "", "٣", "1_0", " 7"])
def test_a_number_out_of_range_is_refused_with_the_range_in_both_languages(text: str, capsys: Capture) -> None:
    shown = text if text.lstrip("-").isdecimal() else repr(text)
    shown = shown if len(shown) <= 60 else shown[:40] + "…"
    assert main(["play", "--hands", text]) == 2
    expected = f"error [out_of_range]: --hands cannot be {shown}; expected an integer from 1 to 999999999\n"
    assert capsys.readouterr() == ("", expected)
    assert main(["play", "--rounds", text, "--lang", "zh"]) == 2
    assert capsys.readouterr() == ("", f"错误 [out_of_range]: --rounds 不能是 {shown}，应为 1 到 4 的整数\n")


def test_bytes_that_are_not_text_are_answered_like_any_other_word() -> None:
    command = [sys.executable, "-m", "quepu", "play", "--seed", "3", "--bots", "first", "--lang", "en"]
    played = subprocess.run(command, input=b"\xff\xfe\nq\n", capture_output=True, check=False)
    assert (played.returncode, played.stderr) == (0, b"")
    assert rb"'\xff\xfe' is not possible now." in played.stdout


def test_glyphs_are_above_their_names_on_a_narrow_terminal_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = Script(fancy=True).play(wall_with(HANDS, draws="F"))
    lines = re.sub(r"\x1b\[[0-9;]*m|\ufe0e", "", shown).splitlines()
    at = lines.index("  🀇   🀈   🀉   🀊   🀋   🀌   🀍   🀎")
    assert lines[at + 1 : at + 4] == [
        "  1m  2m  3m  4m  5m  6m  7m  8m",
        "  🀚   🀚   🀀   🀀   🀀     🀅",
        "  2p  2p  E   E   E     F",
    ]


def test_ctrl_c_keeps_the_record_and_leaves_nothing_broken(tmp_path: Path) -> None:
    """On a terminal, as a person has it."""
    file = tmp_path / "match.jsonl"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "quepu", "play", "--seed", "3", "--bots", "first", "--lang", "en", "--record", str(file)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        try:
            _read_until(ours, b" > ")
            os.write(ours, b"\n")
            _read_until(ours, b" > ")
            for _ in range(60):  # again, as people do: readline does not wake for one that comes just before it begins to wait
                process.send_signal(signal.SIGINT)  # the terminal's own Ctrl-C goes to whom it controls, and this one controls nobody
                with suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=1)
                    break
        finally:
            process.kill()
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
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 4096)
    assert wanted in seen
    return seen


def test_the_record_of_a_practice_match_has_only_what_was_not_undone(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    rulebook = book("lingque28")
    settings = MatchSettings(136, hands=1)
    with RecordWriter.create(file, Header(rulebook, ("you", "a", "b", "c"), settings)) as record:
        setup = Setup(rulebook, ("you", "a", "b", "c"), tuple(player("first", rulebook) for _ in range(3)), 3, settings, practice=True)
        lines = iter(["", "u"])
        assert TerminalMatch(setup, Screen("en", False), record, lambda prompt: next(lines, ""), lambda text: None).run()
    assert verify(file.read_bytes()).settings == settings
