"""``quepu analyse``: a position, a decision of a record, and the review of a player."""

from __future__ import annotations

import base64
import io
import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from quepu.cli import analyse as command
from quepu.cli import main
from quepu.engine import decode
from quepu.engine.decisions import decisions
from quepu.engine.record import RecordLines
from quepu.players import analysed
from quepu.players.analysed import analysis_dict
from quepu.players.analysis import analyse
from quepu.players.position import observation_of
from quepu.players.review import review
from quepu.rules import book
from tests.games import golden

Capture = pytest.CaptureFixture[str]
HAND = "123456m2299p [EEE] +5s"
GAME = golden("guobiao")

pytestmark = [pytest.mark.usefixtures("no_locale"), pytest.mark.compiled]


def answer(capsys: Capture, *arguments: str) -> object:
    assert main(["analyse", "--json", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def refused(capsys: Capture, *arguments: str) -> tuple[int, str]:
    code = main(["analyse", "--json", *arguments])
    return code, json.loads(capsys.readouterr().out)["error"]["code"]


def expected(position: dict[str, object], rules: str, samples: int, seed: int) -> dict[str, object]:
    observation = observation_of(position, book(rules))
    return analysis_dict(book(rules), observation, analyse(book(rules), observation, samples, seed))


def test_a_hand_is_analysed_as_the_first_decision_of_a_deal(capsys: Capture) -> None:
    found = answer(capsys, HAND, "--samples", "32", "--seed", "5")
    assert found == expected({"hand": HAND}, "lingque28", 32, 5)
    assert answer(capsys, *HAND.split(), "--samples", "32", "--seed", "5") == found
    assert answer(capsys, HAND, "--samples", "32", "--rules", "guobiao") == expected({"hand": HAND}, "guobiao", 32, 0)


def test_a_position_is_read_from_a_file_and_from_standard_input(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = expected({"hand": HAND}, "woodshole", 16, 2)
    request = json.dumps({"hand": HAND, "rules": "woodshole", "samples": 16, "seed": 2})
    file = tmp_path / "position.json"
    file.write_text(request, "utf-8")
    assert answer(capsys, str(file)) == wanted
    assert answer(capsys, str(file), "--samples", "8") == expected({"hand": HAND}, "woodshole", 8, 2)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(request.encode())))
    assert answer(capsys, "-") == wanted


def test_an_observation_is_read_from_an_argument_and_from_a_file(capsys: Capture, tmp_path: Path) -> None:
    observation = next(decisions(GAME.read_bytes(), player=1)).observation
    wanted = analysis_dict(book("guobiao"), observation, analyse(book("guobiao"), observation, 8))
    file = tmp_path / "observation.txt"
    file.write_text(observation.hex() + "\n")
    for given in (observation.hex(), base64.b64encode(observation).decode(), str(file)):
        assert answer(capsys, given, "--rules", "guobiao", "--samples", "8") == wanted


def test_the_actions_are_drawn_as_a_table_in_both_languages(capsys: Capture) -> None:
    assert main(["analyse", HAND, "--samples", "16", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "Lingque, 28th edition, seat East, random deals: 16, seed: 0",
        "",
        "  123456m2299p  +5s  [EEE]",
        "  Nothing else is known: East's first turn, no discards, all other hands concealed; claimed melds are from the player before.",
        "",
    ]
    assert lines[5].split("  ")[1] == "action"
    assert sum(line.startswith("  discard ") for line in lines) == 9
    assert sum("the bot's choice" in line for line in lines) == 1
    assert main(["analyse", HAND, "--samples", "16", "--lang", "zh"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("灵雀（第二十八版），東家，每种打法试 16 副随机牌局，种子 0\n")
    assert text.count("  打") >= 9
    assert text.count("机器人的选择") == 1
    assert "\n  其他情况未知：按東家第一次出牌计算，各家还没有打出牌；吃、碰、明杠来自上家。\n" in text


def test_the_fans_of_the_first_turn_are_named_for_a_concealed_hand_and_nothing_for_a_decision(capsys: Capture) -> None:
    hand = "123456m2299pEEE+5s"
    assert main(["analyse", hand, "--samples", "2", "--lang", "en"]) == 0
    assert "all other hands concealed; fans of the first turn (天和, 天听 and the like) count.\n" in capsys.readouterr().out
    assert main(["analyse", hand, "--samples", "2", "--lang", "zh"]) == 0
    assert "各家还没有打出牌；第一巡的番种（天和、天听等）照计。\n" in capsys.readouterr().out
    assert main(["analyse", hand, "--samples", "2", "--rules", "guobiao", "--lang", "en"]) == 0
    assert "all other hands concealed; these rules have no fans of the first turn.\n" in capsys.readouterr().out
    assert (
        main(["analyse", next(decisions(GAME.read_bytes())).observation.hex(), "--rules", "guobiao", "--samples", "2", "--lang", "en"]) == 0
    )
    assert "Nothing else is known" not in capsys.readouterr().out


def test_a_record_alone_lists_its_decisions(capsys: Capture) -> None:
    found = answer(capsys, str(GAME))
    known = list(decisions(GAME.read_bytes()))
    assert found == {
        "rules": "guobiao",
        "players": [f"nearest {n}" for n in range(4)],
        "complete": True,
        "decisions": [
            {"decision": n, "hand": one.deal, "step": one.step, "seat": "ESWN"[one.seat], "player": one.player, "action": one.action}
            for n, one in enumerate(known, 1)
        ],
    }
    assert main(["analyse", str(GAME), "--deal", "2", "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == sum(one.deal == 2 for one in known) + 3
    assert lines[-1].startswith(f"decisions: {sum(one.deal == 2 for one in known)}. --decision N")


def test_one_decision_of_a_record(capsys: Capture) -> None:
    known = list(decisions(GAME.read_bytes()))
    found = answer(capsys, str(GAME), "--decision", "57", "--samples", "16")
    one = known[56]
    analysed = analysis_dict(book("guobiao"), one.observation, analyse(book("guobiao"), one.observation, 16))
    assert found == {"decision": 57, "hand": one.deal, "step": one.step, "played": one.action, **analysed}
    assert main(["analyse", str(GAME), "--decision", "57", "--samples", "16", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"decision 57: hand {one.deal}, step {one.step}, nearest {one.player} (")
    assert sum(line.endswith("played") for line in text.splitlines()) == 1


def test_all_decisions_of_a_player_are_reviewed_and_the_mistakes_ranked(capsys: Capture) -> None:
    data = GAME.read_bytes()
    rules = RecordLines(data).header().book
    numbered = [(n, one) for n, one in enumerate(decisions(data), 1) if (one.player, one.deal) == (1, 1)]
    reviews = [(n, review(rules, one, 64)) for n, one in numbered]
    wanted = [{"decision": n, **one.as_dict()} for n, one in reviews]
    arguments = str(GAME), "--seat", "S", "--deal", "1", "--samples", "64"
    found = answer(capsys, *arguments)
    assert answer(capsys, str(GAME), "--seat", "s", "--deal", "1", "--samples", "64") == found
    assert found == {"rules": "guobiao", "player": 1, "name": "nearest 1", "complete": True, "samples": 64, "seed": 0, "decisions": wanted}
    assert main(["analyse", *arguments, "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    mistakes = sorted((pair for pair in reviews if pair[1].is_mistake), key=lambda pair: -pair[1].cost)
    agreed = sum(one.agrees for _, one in reviews)
    assert lines[0].startswith(f"Guobiao, as played, nearest 1: decisions: {len(reviews)}, the bot agrees: {agreed}; ")
    assert f"clear mistakes: {len(mistakes)}, " in lines[0]
    assert len(mistakes) > 1
    listed = lines[3 : 3 + 2 * len(mistakes)]
    assert [int(line.split()[0]) for line in listed[::2]] == [n for n, _ in mistakes]
    assert listed[1::2] == ["    " + one.why["en"] for _, one in mistakes if one.why is not None]
    assert main(["analyse", *arguments, "--lang", "zh"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4 : 3 + 2 * len(mistakes) : 2] == ["    " + one.why["zh"] for _, one in mistakes if one.why is not None]


def test_a_player_without_mistakes_is_told_so(capsys: Capture) -> None:
    last = list(decisions(GAME.read_bytes()))[-1]
    assert decode(last.observation).legal
    assert main(["analyse", str(GAME), "--seat", "ESWN"[last.player], "--deal", "1", "--samples", "2", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert ("No clear mistakes were found." in text) == ("clear mistakes: 0," in text)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["123x"], (2, "unknown_character")),
        (["123456m2299p [EEE]"], (2, "tile_count")),
        ([HAND, "--rules", "nothing"], (2, "unknown_rules")),
        ([HAND, "--samples", "1"], (2, "out_of_range")),
        ([HAND, "--samples", "99999"], (2, "out_of_range")),
        ([HAND, "--seed", "-1"], (2, "out_of_range")),
        ([HAND, "--seat", "E"], (2, "only_record")),
        ([HAND, "--deal", "1"], (2, "only_record")),
        ([HAND, "--decision", "1"], (2, "only_record")),
        ([HAND, "--seat", "x"], (2, "usage")),
        (["no/such/file.jsonl"], (2, "unreadable_file")),
        (["missing.json"], (2, "unreadable_file")),
        (["/"], (2, "unreadable_file")),
        ([str(GAME), "--decision", "9999"], (2, "no_such_decision")),
        ([str(GAME), "--deal", "9"], (2, "no_such_deal")),
        ([str(GAME), "--deal", "2", "--decision", "3"], (2, "other_decision")),
        (["A" * 500], (2, "bad_value")),
        (["0" * 816], (2, "nothing_to_decide")),
        ([], (2, "usage")),
    ],
    ids=lambda one: " ".join(map(str, one))[:40],
)
def test_wrong_input_is_refused_with_a_code(arguments: list[str], wanted: tuple[int, str], capsys: Capture) -> None:
    assert refused(capsys, *arguments) == wanted


def test_rules_that_differ_from_those_of_the_input_are_refused(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps({"hand": HAND, "rules": "guobiao", "samples": 2}), "utf-8")
    for given in (str(file), str(GAME)):
        assert refused(capsys, given, "--rules", "woodshole") == (2, "other_rules")
        assert refused(capsys, given, "--rules", "nothing") == (2, "unknown_rules")
        assert answer(capsys, given, "--rules", "guobiao") == answer(capsys, given)


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"", (2, "not_a_position")),
        (b"null\n", (2, "not_a_position")),
        (b"\x00\xff\x00", (2, "not_a_position")),
        (b"\x00\xff" * 400, (2, "not_a_position")),
        (b"123456m2299p [EEE] +5s", (2, "not_a_position")),
        (b"00" * 407, (2, "bad_value")),
        (b"{", (2, "bad_json")),
        (b"[]", (2, "bad_json")),
        (b'{"hand": 5}', (2, "bad_value")),
        (b'{"hand": "1m", "rules": 5}', (2, "bad_value")),
        (b'{"view": {}}', (2, "missing_key")),
        (b'{"samples": 16}', (2, "one_position")),
        (b'{"hand": "123456m2299p [EEE] +5s", "samples": true}', (2, "out_of_range")),
        (b'{"hand": "123456m2299p [EEE] +5s", "overlay": "x"}', (2, "unknown_key")),
        (b"[" * 5000, (2, "bad_json")),
        (b'{"quepu":9}', (2, "record_incomplete")),
    ],
    ids=lambda one: str(one)[:40],
)
def test_a_file_that_is_no_position_is_refused(content: bytes, wanted: tuple[int, str], capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "given"
    file.write_bytes(content)
    assert refused(capsys, str(file)) == wanted


def test_an_error_about_a_record_says_where_the_decision_is_and_how_many_deals_there_are(capsys: Capture) -> None:
    known = list(decisions(GAME.read_bytes()))
    seat, other = "ESWN"[known[2].player], "ESWN"[known[2].player - 1]
    assert main(["analyse", str(GAME), "--seat", other, "--decision", "3", "--lang", "en"]) == 2
    assert f"decision 3 is that of --seat {seat}, in --deal 1" in capsys.readouterr().err
    assert main(["analyse", str(GAME), "--deal", "99", "--lang", "zh"]) == 2
    assert f"没有第 99 局：牌谱共有 {known[-1].deal} 局" in capsys.readouterr().err


def test_a_record_of_a_game_that_was_left_is_analysed_as_far_as_it_goes(capsys: Capture, tmp_path: Path) -> None:
    lines, known = GAME.read_bytes().splitlines(keepends=True), list(decisions(GAME.read_bytes()))
    whole = answer(capsys, str(GAME))
    assert isinstance(whole, dict)
    file = tmp_path / "game.jsonl"
    counts = set()
    for cut in (40, 150, len(lines) - 1):
        file.write_bytes(b"".join(lines[:cut]))
        found = answer(capsys, str(file))
        assert isinstance(found, dict)
        count = len(found["decisions"])
        assert found == {**whole, "complete": False, "decisions": whole["decisions"][:count]}
        counts.add(count)
    assert len(counts) == 3
    assert max(counts) == len(known)
    file.write_bytes(b"".join(lines[:40]))
    for arguments in ([], ["--decision", "3", "--samples", "2"], ["--seat", "ESWN"[known[2].player], "--samples", "2"]):
        assert main(["analyse", str(file), *arguments, "--lang", "en"]) == 0
        assert capsys.readouterr().out.endswith("\nThe record is incomplete: it ends at line 41, before the end of the match.\n")
    found = answer(capsys, str(file), "--decision", "3", "--samples", "2")
    assert found == answer(capsys, str(GAME), "--decision", "3", "--samples", "2")


def test_a_wrong_record_is_answered_with_no_and_one_without_decisions_is_bad_input(capsys: Capture, tmp_path: Path) -> None:
    lines = GAME.read_bytes().splitlines(keepends=True)
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"".join([*lines[:30], lines[31], lines[30], *lines[32:]]))
    assert refused(capsys, str(file))[0] == 1
    for cut in (1, 2):
        file.write_bytes(b"".join(lines[:cut]))
        assert refused(capsys, str(file)) == (2, "record_incomplete")


def test_the_limits_in_the_help_are_those_of_the_analysis() -> None:
    assert (command.SAMPLES, command.FEWEST, command.MOST, command.MOST_SEED) == (
        analysed.SAMPLES, analysed.FEWEST_SAMPLES, analysed.MOST_SAMPLES, analysed.MOST_SEED,
    )  # fmt: skip


def test_ctrl_c_ends_a_review_without_a_traceback() -> None:
    """It is interrupted when the progress bar shows that the review has begun; then only the bar is wiped off."""
    arguments = [sys.executable, "-m", "quepu", "analyse", str(GAME), "--seat", "E", "--samples", "8192", "--lang", "en"]
    parent, child = pty.openpty()
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=child, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(child)
        shown = b""
        while b"%" not in shown:
            shown += os.read(parent, 1024)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    with suppress(OSError):  # how Linux says that the other end of a terminal is closed
        while more := os.read(parent, 1024):
            shown += more
    os.close(parent)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in shown
    assert shown.endswith(b"\r\x1b[K\r\n")
