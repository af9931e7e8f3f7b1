"""The command line refuses wrong input with a reason, and survives full disks and closed streams."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quepu.cli import main
from quepu.cli.main import parser
from quepu.errors import QuepuError
from quepu.lab.cores import most_workers
from quepu.lab.workers import map_in_processes
from tests.test_cli import GAME, HAND, Capture, run

USAGE: list[tuple[list[str], str, str]] = [
    (["--json"], "unrecognized arguments: --json", "不认识的参数：--json"),
    (["verify", "--json"], "the following arguments are required: FILE", "缺少 FILE"),
    (["arena", "a", "b", "--json"], "the following arguments are required: PLAYER", "缺少 PLAYER"),
    (["score", "--json", "--self=1"], "argument --self: ignored explicit argument '1'", "--self：不能带值 '1'"),
    (["fans", "--rules", "--json"], "argument --rules: expected one argument", "--rules：后面要有一个值"),
    (["score", "--jsonl", "--wind=E"], "unrecognized arguments: --wind=E", "不认识的参数：--wind=E"),
    (["score", "--json", "--sel", HAND], "unrecognized arguments: --sel", "不认识的参数：--sel"),
    (["serve", "--json"], "unrecognized arguments: --json", "不认识的参数：--json"),
    (["serve", "--lan", "--host", "x", "--json"], "argument --host: not allowed with argument --lan", "--host：不能与 --lan 同用"),
]


@pytest.mark.parametrize(("arguments", "en", "zh"), USAGE, ids=[" ".join(row[0]) for row in USAGE])
def test_a_usage_error_is_json_where_json_is_wanted(arguments: list[str], en: str, zh: str, capsys: Capture) -> None:
    for lang, message in (("en", f"invalid command line: {en}"), ("zh", f"命令行有误：{zh}")):
        assert main(["--lang", lang, *arguments]) == 2
        captured = capsys.readouterr()
        assert json.loads(captured.out) == {"error": {"code": "usage", "message": message}}
        assert captured.err == ""


def test_a_usage_error_in_words_has_the_usage_and_the_code(capsys: Capture) -> None:
    assert main(["verify"]) == 2
    assert capsys.readouterr() == (
        "",
        "usage: quepu verify [-h] [--json] [--lang {zh,en}] FILE [FILE ...]\n"
        "error [usage]: invalid command line: the following arguments are required: FILE\n",
    )
    assert main(["replay", "--view", "Q", "--lang", "zh", "x"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("用法：quepu replay ")
    assert re.search(r"错误 \[usage\]: 命令行有误：--view：不能是 'Q'，应为 .*all.* 之一\n$", captured.err)
    assert main(["x" * 9000]) == 2
    assert len(capsys.readouterr().err) < 500


def test_words_after_two_dashes_are_not_options(capsys: Capture) -> None:
    assert main(["score", "--", "--json"]) == 2
    assert capsys.readouterr() == ("", "error [unknown_character]: character 1: '-' is not a tile, meld or option\n  --json\n  ^\n")


NUMBERS: list[tuple[list[str], str, int, int]] = [
    (["serve"], "--port", 0, 65535),
    (["play"], "--seed", 0, 999_999_999),
    (["play"], "--rounds", 1, 4),
    (["play"], "--hands", 1, 999_999_999),
    (["arena", *["first"] * 4], "--hands", 1, 10_000_000),
    (["arena", *["first"] * 4], "--seed", 0, 999_999_999),
    (["arena", *["first"] * 4], "--workers", 1, most_workers()),
    (["lab", "floors"], "--workers", 1, most_workers()),
    (["score", HAND], "--tiles-left", 0, 144),
    (["waits", HAND], "--tiles-left", 0, 144),
]


@pytest.mark.parametrize(("command", "option", "least", "most"), NUMBERS, ids=[f"{row[0][0]} {row[1]}" for row in NUMBERS])
def test_a_number_out_of_range_is_refused_with_its_range(command: list[str], option: str, least: int, most: int, capsys: Capture) -> None:
    for number in (least, most):
        options = parser("en").parse_args([*command, option, str(number)])
        assert getattr(options, option[2:].replace("-", "_")) == number
    for text, shown in ((str(least - 1), str(least - 1)), (str(most + 1), str(most + 1)), ("two", "'two'"), ("1e1", "'1e1'")):
        assert main([*command, option, text]) == 2
        expected = f"error [out_of_range]: {option} cannot be {shown}; expected an integer from {least} to {most}\n"
        assert capsys.readouterr() == ("", expected)
        assert main([*command, option, text, "--lang", "zh"]) == 2
        assert capsys.readouterr() == ("", f"错误 [out_of_range]: {option} 不能是 {shown}，应为 {least} 到 {most} 的整数\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["serve", "--pace", "10.5"], "decimal_out_of_range", "--pace cannot be '10.5'; expected a number from 0 to 10"),
        (["serve", "--pace", "nan"], "decimal_out_of_range", "--pace cannot be 'nan'; expected a number from 0 to 10"),
        (["serve", "--host", ""], "bad_value", "--host cannot be ''"),
        (["serve", "--data", ""], "bad_value", "--data cannot be ''"),
        (["serve", "--database", ""], "bad_value", "--database cannot be ''"),
        (["play", "--bots", "a,b"], "bot_count", "--bots cannot be 'a,b'; expected one name, or three names separated by commas"),
        (
            ["score", HAND, "--flowers", "9"],
            "bad_flowers",
            "--flowers cannot be '9'; expected an integer from 0 to 8, or different flowers such as 1f5f",
        ),
        (["score", HAND, "--html", "--json"], "not_together", "--html and --json cannot be used together"),
        (["score", "--html", "--jsonl"], "not_together", "--html and --jsonl cannot be used together"),
    ],
)
def test_other_values_are_refused_with_the_reason(arguments: list[str], code: str, message: str, capsys: Capture) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    if captured.out:
        assert (json.loads(captured.out), captured.err) == ({"error": {"code": code, "message": message}}, "")
    else:
        assert captured.err == f"error [{code}]: {message}\n"


def test_more_processes_than_the_maximum_are_refused_by_the_library_too() -> None:
    with pytest.raises(QuepuError) as caught:
        list(map_in_processes(str, [1], most_workers() + 1))
    assert str(caught.value) == f"workers cannot be {most_workers() + 1}; expected an integer from 1 to {most_workers()}"


@pytest.mark.parametrize(
    "command", ["", "--help", "--version", f"score '{HAND}'", "score --json 1x", "score --json --seat Q", "fans", f"replay --json {GAME}"]
)
def test_a_full_disk_and_a_closed_pipe_do_not_crash_the_command(command: str) -> None:
    quepu = f"{sys.executable} -m quepu --lang en {command}"
    full = subprocess.run(f"{quepu} >/dev/full", shell=True, capture_output=True, check=False)
    assert (full.returncode, full.stderr) == (2, b"error [system_error]: system error: No space left on device\n")
    gone = subprocess.run(["bash", "-c", f"{quepu} | true; exit ${{PIPESTATUS[0]}}"], capture_output=True, check=False)
    assert (gone.returncode, gone.stderr) == (2 if "--json " in command and "replay" not in command else 0, b"")


@pytest.mark.parametrize("stream", ["/dev/full", "&-"])
def test_an_error_that_cannot_be_printed_has_its_exit_code(stream: str) -> None:
    for command in ("score 1x", "score --seat Q", "nonsense"):
        ended = subprocess.run(f"{sys.executable} -m quepu {command} 2>{stream}", shell=True, capture_output=True, check=False)
        assert (ended.returncode, ended.stdout, ended.stderr) == (2, b"", b"")


def test_input_in_a_message_is_short_and_escaped(capsys: Capture) -> None:
    assert main(["score", "1m" * 60 + "\x1b[2J\n" + "1m" * 60]) == 2
    assert capsys.readouterr().err == (
        "error [unknown_character]: character 121: '\\x1b' is not a tile, meld or option\n"
        f"  …{'1m' * 19}\\x1b[2J\\n{'1m' * 16}1…\n"
        f"  {' ' * 39}^\n"
    )
    assert main(["verify", "no\x1b[2J\nfile"]) == 2
    name = "no\\x1b[2J\\nfile"
    assert capsys.readouterr().out == f"{name}: cannot read {name}: No such file or directory\n"


def test_endless_input_is_not_read_to_its_end(capsys: Capture, tmp_path: Path) -> None:
    assert main(["verify", "/dev/zero"]) == 2
    assert capsys.readouterr().out == "/dev/zero: /dev/zero is larger than 67,108,864 bytes\n"
    overlay = tmp_path / "zero.toml"
    overlay.symlink_to("/dev/zero")
    assert main(["fans", "--rules", str(overlay)]) == 2
    assert capsys.readouterr().err == f"error [too_large]: {overlay} is larger than 1,048,576 bytes\n"


def test_a_line_that_is_too_long_gets_an_error_and_the_stream_continues() -> None:
    line = json.dumps({"hand": HAND}).encode()
    answers = run("score", "--jsonl", stdin=line + b"\n" + b" " * 3_000_000 + line + b"\n" + line + b"\n" + b"x" * 2_000_000).stdout
    found = [json.loads(answer) for answer in answers.splitlines()]
    too_large = {"code": "too_large", "message": "line is larger than 1,048,576 bytes"}
    assert [answer.get("points", answer.get("error")) for answer in found] == [36, too_large, 36, too_large]


@pytest.mark.parametrize("command", ["score", f"score '{HAND}'", "play --bots first --seed 3"])
def test_closed_streams_do_not_crash_the_command(command: str) -> None:
    for closed, code, message in (
        ("<&-", 0, b""),
        ("</dev/null >&-", 2, b"error [system_error]: system error: Bad file descriptor\n"),
        ("<&- >&- 2>&-", 2, b""),
    ):
        quepu = f"{sys.executable} -m quepu --lang en {command} {closed}"
        ended = subprocess.run(quepu, shell=True, capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (code, message)
