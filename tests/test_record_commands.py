"""``quepu replay`` and ``quepu verify``."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quepu.cli import main
from quepu.cli.terminal import Screen
from quepu.cli.viewer import Frame, Viewer, as_dict, frames, transcript
from quepu.engine import replay
from quepu.engine.record import canonical
from quepu.engine.replay import replay_batches
from quepu.errors import RecordError
from tests.games import GAMES, GOLDEN

Capture = pytest.CaptureFixture[str]


pytestmark = pytest.mark.usefixtures("no_locale")


def golden(name: str) -> bytes:
    return (GAMES / f"{name}.jsonl").read_bytes()


# verify


def test_a_valid_record_is_reported_as_valid(capsys: Capture) -> None:
    path = str(GAMES / "guobiao.jsonl")
    assert main(["verify", path]) == 0
    assert capsys.readouterr().out == f"{path}: valid (hands: 4): nearest 0, nearest 1, nearest 2, nearest 3\n"
    assert main(["verify", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"file": path, "valid": True, "rules": "guobiao", "players": [f"nearest {n}" for n in range(4)], "hands": 4}
    ]


def test_a_wrong_record_is_reported_with_its_first_wrong_line(capsys: Capture, tmp_path: Path) -> None:
    data = golden("lingque28")
    lines = data.splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"t":"discard"' in line)
    was = b"true" if b'"from_hand":true' in lines[at] else b"false"
    lines[at] = lines[at].replace(b'"from_hand":' + was, b'"from_hand":' + {b"true": b"false", b"false": b"true"}[was])
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(b"".join(lines))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith(f"{path}: line {at + 1}: ")
    assert main(["verify", str(path), "--json", "--lang", "zh"]) == 1
    [answer] = json.loads(capsys.readouterr().out)
    assert (answer["file"], answer["valid"], answer["error"]["line"]) == (str(path), False, at + 1)
    assert answer["error"]["message"].startswith(f"第 {at + 1} 行：")


MARK = ("the file begins with a byte order mark (BOM)", "文件开头多了 BOM（字节顺序标记）")
CRLF = ("the lines end with CRLF instead of LF", "行尾是 CRLF，应为 LF")
CR = ("the lines end with CR instead of LF", "行尾是 CR，应为 LF")


def with_crlf_in(data: bytes, at: int) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[: at - 1], lines[at - 1][:-1] + b"\r\n", *lines[at:]])


@pytest.mark.parametrize(
    ("rewritten", "line", "reasons"),
    [
        (lambda data: data.replace(b"\n", b"\r\n"), 1, CRLF),
        (lambda data: BOM_UTF8 + data, 1, MARK),
        (lambda data: BOM_UTF8 + data.replace(b"\n", b"\r\n"), 1, MARK),
        (lambda data: data.replace(b"\n", b"\r"), 1, CR),
        (lambda data: with_crlf_in(data, 7), 7, CRLF),
        (lambda data: with_crlf_in(data, data.count(b"\n")), golden("lingque28").count(b"\n"), CRLF),
    ],
    ids=["CRLF", "mark", "mark and CRLF", "CR", "one line", "the last line"],
)
def test_a_record_that_an_editor_has_saved_again_is_wrong_and_the_reason_is_named(
    rewritten: Callable[[bytes], bytes], line: int, reasons: tuple[str, str], capsys: Capture, tmp_path: Path
) -> None:
    path = tmp_path / "saved.jsonl"
    path.write_bytes(rewritten(golden("lingque28")))
    en = (
        f"line {line}: another program has saved this file again: {reasons[0]}. "
        "Records are compared byte by byte; use the file as written or downloaded"
    )
    zh = f"第 {line} 行：这个文件被其他程序重新保存过：{reasons[1]}。牌谱须逐字节保持原样，请使用最初写出或下载的文件"
    for lang, word, message in (("en", "error", en), ("zh", "错误", zh)):
        assert main(["verify", str(path), "--lang", lang]) == 1
        assert capsys.readouterr().out == f"{path}: {message}\n"
        error = {"code": "record_rewritten", "message": message, "line": line}
        assert main(["verify", str(path), "--lang", lang, "--json"]) == 1
        assert json.loads(capsys.readouterr().out) == [{"file": str(path), "valid": False, "error": error}]
        assert main(["replay", str(path), "--lang", lang]) == 1
        assert capsys.readouterr().err == f"{word} [record_rewritten]: {message}\n"
        assert main(["replay", str(path), "--lang", lang, "--json"]) == 1
        assert json.loads(capsys.readouterr().out) == {"error": error}


@pytest.mark.parametrize("keep", [0, 1, 40])
def test_an_incomplete_or_unreadable_record_is_neither_valid_nor_wrong(capsys: Capture, tmp_path: Path, keep: int) -> None:
    path = tmp_path / "part.jsonl"
    path.write_bytes(b"".join(golden("lingque28").splitlines(keepends=True)[:keep]))
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().out.startswith(f"{path}: line ")


def test_a_missing_file_is_named(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["verify", "none.jsonl", "--json"]) == 2
    error = {"code": "unreadable_file", "message": "cannot read none.jsonl: No such file or directory"}
    assert json.loads(capsys.readouterr().out) == [{"file": "none.jsonl", "valid": False, "error": error}]


def test_several_records_are_all_reported_and_the_worst_gives_the_exit_code(capsys: Capture, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_bytes(golden("lingque28")[:-80])
    good = str(GAMES / "lingque26.jsonl")
    assert main(["verify", good, str(part)]) == 2
    assert [line.rpartition(": ")[0].split(":")[0] for line in capsys.readouterr().out.splitlines()] == [good, str(part)]


# replay


@pytest.mark.parametrize("name", GOLDEN)
def test_every_event_of_a_record_is_in_one_frame(name: str) -> None:
    data = golden(name)
    found = list(frames(data, "en"))
    steps = list(replay(data))
    assert [event for frame in found for event in frame.events] == [step.event for step in steps]
    assert [frame.line for frame in found] == [step.line for step in steps if step.line in {frame.line for frame in found}]
    assert {frame.seating.number for frame in found} == {1, 2, 3, 4}


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.parametrize("shown", ["all", "E", "S", "W", "N"])
def test_the_transcript_shows_every_deal_from_any_seat(name: str, shown: str) -> None:
    text = "\n".join(transcript(golden(name), Screen("en", fancy=False), shown))
    assert [f"hand {n}, " in text for n in (1, 2, 3, 4)] == [True] * 4
    assert ("?????" in text) == (shown != "all")


def test_the_whole_record_as_json(capsys: Capture) -> None:
    path = GAMES / "woodshole.jsonl"
    assert main(["replay", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == as_dict(path.read_bytes())
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert {key: answer[key] for key in lines[0]} == lines[0]
    assert [event for hand in answer["hands"] for event in hand["events"]] == lines[1:-1]
    assert answer["scores"] == [line for line in lines[1:] if line["t"] == "pay"][-1]["scores"]


def test_without_a_terminal_all_is_printed(capsys: Capture) -> None:
    path = str(GAMES / "lingque28.jsonl")
    assert main(["replay", path]) == 0
    printed = capsys.readouterr().out
    assert main(["replay", path, "--all"]) == 0
    assert capsys.readouterr().out == printed
    assert printed == "".join(line + "\n" for line in transcript(golden("lingque28"), Screen("en", fancy=False), "all"))


def test_a_record_that_cannot_be_read_is_refused_with_a_code(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_bytes(b"{}\n")
    assert main(["replay", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "record_foreign"


def look(*lines: str, data: bytes | None = None) -> tuple[Viewer, str]:
    """A viewer at which these lines are typed, and what it showed after the last of them."""
    typed: Iterator[str] = iter([*lines, "q"])
    shown: list[str] = []

    def ask(prompt: str) -> str:
        line = next(typed)
        if line != "q":
            shown.clear()
        return line

    viewer = Viewer(golden("lingque28") if data is None else data, Screen("en", fancy=False), "all", ask, shown.append)
    viewer.run()
    return viewer, "\n".join(shown)


def test_the_viewer_steps_forward_and_back_and_jumps_to_a_deal() -> None:
    assert [look(*lines)[0].at for lines in ((), ("",), ("n", "n"), ("n", "p"), ("p",))] == [0, 1, 2, 0, 0]
    viewer, shown = look("j 3")
    assert viewer.frames[viewer.at].seating.number == 3
    assert "hand 3, " in shown
    assert look("n", "j 9")[0].at == 1
    assert look("j 3", "j 1")[0].at == 0


def test_the_view_can_be_changed_to_any_seat() -> None:
    _, everything = look("n", "v all")
    viewer, south = look("n", "v S")
    assert viewer.drawn.shown == "S"
    assert "?????????????" in south
    assert "?" not in everything


def test_other_words_are_answered_with_what_can_be_typed() -> None:
    for word in ("x", "j", "j -1", "j " + "9" * 5000, "v Q", "\x1b[A"):
        assert look(word)[1].startswith("Enter or n: next;")


def test_an_incomplete_record_is_shown_as_far_as_it_goes() -> None:
    data = golden("lingque28")
    whole = data.index(b'{"t":"hand","number":2')
    viewer, shown = look("j 2", data=data[:whole])
    assert {frame.seating.number for frame in viewer.frames} == {1}
    assert "the record ends here, before the end of the match" in shown
    assert (
        viewer.frames[-1].events[-2:] == [step.event for step in replay(golden("lingque28")) if step.line <= data[:whole].count(b"\n")][-2:]
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_the_last_deal_of_an_incomplete_record_is_shown_with_its_known_tiles(name: str) -> None:
    """At every frame all hold what they hold in the whole record, and no line is left out but one that another must follow."""
    data = golden(name)
    lines = data.splitlines(keepends=True)
    held: dict[int, list[list[int]]] = {}
    for batch in replay_batches(data, holds=True):
        hand = batch[-1].game.latest
        assert hand is not None
        held[batch[-1].line] = [hand.state.hand(seat) for seat in range(4)]
    for keep in range(30, len(lines) - 1, 41):
        found: list[Frame] = []
        with pytest.raises(RecordError) as caught:
            found.extend(frames(b"".join(lines[:keep]), "en"))
        assert (caught.value.code, caught.value.line) == ("record_incomplete", keep + 1)
        last = found[-1].line + len(found[-1].events) - 1
        assert [canonical(event.as_dict()) for frame in found for event in frame.events] == lines[1:last]
        assert [found[-1].state.hand(seat) for seat in range(4)] == held[last]
        assert last == max(line for line in held if line <= keep) or b'"pay"' in lines[last - 1]


@pytest.mark.parametrize("shown", ["all", "S"])
def test_the_transcript_of_an_incomplete_record_ends_with_the_table_and_the_reason(shown: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "part.jsonl"
    path.write_bytes(b"".join(golden("guobiao").splitlines(keepends=True)[:40]))
    assert main(["replay", str(path), "--view", shown]) == 2
    printed = capsys.readouterr()
    assert printed.err == "error [record_incomplete]: line 41: the record ends here, before the end of the match\n"
    assert printed.out.count("East round, hand 1, ") == 2
    assert ("?????" in printed.out) == (shown != "all")


def test_a_wrong_record_is_shown_up_to_the_wrong_line_and_is_wrong(tmp_path: Path, capsys: Capture) -> None:
    lines = golden("guobiao").splitlines(keepends=True)
    at = [n for n, line in enumerate(lines) if b'"discard"' in line][9]
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(b"".join([*lines[:at], lines[at].replace(b'"discard"', b'"throw"'), *lines[at + 1 :]]))
    assert main(["replay", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out.count(": discards ") == 9
    assert printed.err.startswith(f"error [record_bad_event]: line {at + 1}: ")


def test_on_a_terminal_an_incomplete_record_has_the_same_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "part.jsonl"
    path.write_bytes(b"".join(golden("guobiao").splitlines(keepends=True)[:40]))
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "quepu", "replay", str(path), "--lang", "en"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, start_new_session=True) as process:
        os.close(theirs)
        os.write(ours, b"q\n")
        _, complaints = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 2
    assert complaints.endswith(b"error [record_incomplete]: line 41: the record ends here, before the end of the match\n")
