"""The command line: what it prints and its exit codes, in processes of its own where a stream or a terminal matters."""

import fcntl
import io
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from quepu import __version__
from quepu.cli import main, progress
from quepu.cli.prompt import prompt
from quepu.json_lines import answer_line
from quepu.kernel import is_compiled
from tests.games import GAMES

Capture = pytest.CaptureFixture[str]

HAND = "12345678m22p [EEE] +9m"
GAME = str(GAMES / "lingque28.jsonl")


pytestmark = pytest.mark.usefixtures("no_locale")


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "quepu", *arguments], input=stdin, capture_output=True, check=False, env={**os.environ, **environment}
    )


def test_score_explains_in_english(capsys: Capture) -> None:
    assert main(["score", HAND]) == 0
    assert (
        capsys.readouterr().out
        == """\
12345678m22p [EEE] +9m  Lingque, 28th edition

  36 points   123m 456m 789m 22p [EEE]

  Seat Wind 番牌门风牌    4 fu, 1 fan  EEE
  Pure Straight 一气贯通  8 fu, 3 fan  123456789m

  fu 4 + 8 = 12
  the greatest single fan: Pure Straight 一气贯通, 3 fan
  12 fu × 3 fan = 36 points
  36 ≥ 10: the minimum is met

Not counted:
  Short Straight 连六: not counted, Pure Straight 一气贯通 counts already
  Two Terminal Chows 老少副: not counted, Pure Straight 一气贯通 counts already
"""
    )


def test_a_fan_that_counts_and_is_refused_too_shows_how_often_it_is_refused(capsys: Capture) -> None:
    assert main(["score", "--rules", "guobiao", "--lang", "zh", "123m4599s [123m] [123p] +6s"]) == 0
    assert capsys.readouterr().out.endswith("""\
  4 < 8，未达起和分，不能和牌

不计：
  无字：不计，平和已计入
  喜相逢×1：其中一组牌已用于另一个喜相逢，同一番种不再重复用它
""")


def test_score_explains_in_chinese(capsys: Capture) -> None:
    assert main(["score", "--lang", "zh", HAND, "--self", "--flowers", "2"]) == 0
    assert (
        capsys.readouterr().out
        == """\
12345678m22p [EEE] +9m | self flowers=2  灵雀（第二十八版）

  46 分   123m 456m 789m 22p [EEE]

  自摸        2 副 1 翻  9m
  番牌门风牌  4 副 1 翻  EEE
  一气贯通    8 副 3 翻  123456789m

  副数 2 + 4 + 8 = 14
  最大单番：一气贯通 3 翻
  14 副 × 3 翻 = 42 分
  花牌 2 张，每张 2 分：42 + 2×2 = 46 分
  42 ≥ 10，达到起和分

不计：
  连六：不计，一气贯通已计入
  老少副：不计，一气贯通已计入
"""
    )


def test_the_language_follows_the_environment(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    main(["score", HAND])
    assert "一气贯通已计入" in capsys.readouterr().out


def test_exit_codes_0_done_1_the_answer_is_no_2_bad_input(capsys: Capture) -> None:
    assert main(["score", HAND]) == 0
    assert main(["score", "23m55p [345p] [678s] [999m] +4m"]) == 0, "below the minimum is an answer"
    assert main(["score", "12345678m22p [EEE] +1p"]) == 1
    assert main(["waits", "12345678m22p [EEE]"]) == 0
    assert main(["waits", "1357m2468p159sEN"]) == 1
    assert main(["discards", HAND]) == 0
    assert main(["score", "12345678m22x"]) == 2
    assert main(["score", HAND, "--rules", "nothing"]) == 2
    assert main(["fans", "nothing"]) == 2
    assert main(["score", HAND, "--seat", "Q"]) == 2
    capsys.readouterr()


def test_an_error_points_at_its_place(capsys: Capture) -> None:
    assert main(["score", "东东 12x [EEE] +9m", "--lang", "zh"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "错误 [unknown_character]: 第 6 个字符：'x' 不是牌、副露或选项\n  东东 12x [EEE] +9m\n         ^\n"


def test_json_carries_the_whole_explanation(capsys: Capture) -> None:
    assert main(["score", "--json", "12m55p [234m] [345m] [567m] +3m"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [(fan["id"], fan["tiles"], fan["groups"]) for fan in result["fans"]] == [
        ("missing_suit", "122333445567m55p", ["123m", "55p", "234m", "345m", "567m"]),
        ("three_shifted_chows", "122333445m", ["123m", "", "234m", "345m", ""]),
        ("short_straight", "234567m", ["", "", "234m", "", "567m"]),
    ]
    assert [(fan["id"], fan["by"]) for fan in result["refused"]] == [("three_stepped_chows", "three_shifted_chows")]
    assert result["refused"][0]["clause"]["zh"] == "三连环：与三步高互斥，两者只计其一"
    assert result["steps"]["en"][0] == "fu 2 + 16 + 2 = 20"
    assert result["reading"]["groups"] == ["123m", "55p", "[234m]", "[345m]", "[567m]"]
    assert result["others"] == []


def test_json_errors_too(capsys: Capture) -> None:
    assert main(["score", "--json", "1x"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "unknown_character"


@pytest.mark.compiled
def test_waits_shows_the_legal_distance_if_it_differs(capsys: Capture) -> None:
    assert main(["waits", "34m55p [345p] [789s] [234s]", "--lang", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 away from a wait that may win on a discard"
    assert main(["waits", "5m [234m] [567p] [789s] [333p]", "--lang", "zh"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "距能点和（不计偶然番种）的听牌至少 4 步"
    main(["waits", "12345678m22p [EEE]", "--lang", "en"])
    assert "may win on a discard" not in capsys.readouterr().out


def test_waits_and_discards_as_json(capsys: Capture) -> None:
    main(["waits", "--json", "12345678m22p [EEE]", "--seen", "9m"])
    result = json.loads(capsys.readouterr().out)
    assert [(wait["tile"], wait["left"], wait["discard"]["points"]) for wait in result["waits"]] == [
        ("3m", 3, 6),
        ("6m", 3, 6),
        ("9m", 3, 36),
    ]
    main(["discards", "--json", "123456m2299p [EEE] +5s"])
    result = json.loads(capsys.readouterr().out)
    assert (result["discards"][0]["tile"], result["discards"][0]["distance"]) == ("5s", 0)
    main(["waits", "--json", "1357m2468p159sEN"])
    result = json.loads(capsys.readouterr().out)
    assert (result["distance"], result["waits"], len(result["useful"])) == (4, [], 9)


def test_fans_as_a_table_and_one_by_one(capsys: Capture) -> None:
    main(["fans", "--lang", "zh"])
    table = capsys.readouterr().out
    assert "77 个番种，10 分起和，花牌每张 2 分" in table
    assert re.search(r"  一气贯通 +8 副 3 翻 +pure_straight +一色的 123、456、789。\n", table)
    for name in ("一气贯通", "pure_straight", "Pure Straight", "pure straight", "purestraight"):
        main(["fans", name])
        assert capsys.readouterr().out.startswith("Pure Straight 一气贯通  8 fu, 3 fan  Related parts  (pure_straight)")
    main(["fans", "番牌中", "--json"])
    assert [fan["row_name"] for fan in json.loads(capsys.readouterr().out)] == ["番牌中（刻）", "番牌中（对）"]
    main(["fans", "--rules", "lingque26", "--json"])
    assert len(json.loads(capsys.readouterr().out)) == 80


def test_html_is_one_well_formed_fragment(capsys: Capture) -> None:
    from xml.etree import ElementTree

    for hand in (HAND, "23m22233344455p +4m", "12345678m22p [EEE] +1p"):
        for lang in ("zh", "en"):
            main(["score", "--html", hand, "--lang", lang])
            section = ElementTree.fromstring(capsys.readouterr().out)
            assert section.tag == "section"
            assert section.get("lang") == lang


def test_version_says_whether_it_is_compiled(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"quepu {__version__} ({'compiled' if is_compiled() else 'interpreted'})\n"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "command",
    [
        [],
        *(
            [name]
            for name in (
                "score",
                "waits",
                "discards",
                "compare",
                "fans",
                "play",
                "replay",
                "verify",
                "arena",
                "sheet",
                "serve",
                "admin",
                "lab",
                "bot",
            )
        ),
        ["lab", "floors"],
    ],
    ids=" ".join,
)
def test_every_command_has_help_in_both_languages(command: list[str], lang: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    assert main([*command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert any("\u4e00" <= character <= "\u9fff" for character in shown.replace("雀谱", "")) == (lang == "zh")
    for english, chinese in (("usage: ", "用法："), ("options:", "选项:"), ("show this help message and exit", "显示本帮助")):
        assert (english in shown, chinese in shown) == (lang == "en", lang == "zh")


def test_jsonl_answers_each_line_in_order_and_survives_everything() -> None:
    chance = random.Random(71)
    lines = []
    for n in range(300):
        line = json.dumps({"hand": HAND, "flowers": n % 9}).encode()
        kind = chance.randrange(4)
        if kind == 1:
            line = line[: chance.randrange(len(line))]
        elif kind == 2:
            line = bytes(chance.choice([b for b in range(256) if b != 10]) for _ in range(chance.randrange(60)))
        elif kind == 3:
            line = b'{"hand": "\\ud800' + bytes(f"{n}", "ascii") + b'"}'
        lines.append(line)
    result = run("score", "--jsonl", stdin=b"\n".join(lines) + b"\n")
    answers = [json.loads(answer) for answer in result.stdout.splitlines()]
    assert result.returncode == 0
    assert result.stderr == b""
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        try:
            given = json.loads(line)
            assert given["hand"] == HAND
        except (ValueError, TypeError, AssertionError, RecursionError):
            assert answer["error"]["code"] in ("bad_json", "unknown_character", "missing_key")
        else:
            assert answer["points"] == 36 + 2 * given["flowers"]


def test_a_line_with_deep_nesting_or_an_impossible_file_name_is_refused() -> None:
    for depth in (8, *range(900, 1000), 100_000):
        for key in ("hand", "flags", "flowers", "colour"):
            answer = answer_line(b'{"hand":"1m","%s":%s}' % (key.encode(), b"[" * depth + b"]" * depth))
            assert answer["error"]["code"] == "bad_json"
    assert answer_line(b'{"hand":"1m","flags":[[]]}')["error"] == {"code": "unknown_flag", "message": "unknown flag '[]'"}
    error = answer_line(b'{"hand":"%s","rules":"\\u0000.toml"}' % HAND.encode())["error"]
    assert error == {"code": "unreadable_file", "message": "cannot read \0.toml: embedded null byte"}


def test_jsonl_answers_before_the_next_line_comes() -> None:
    with subprocess.Popen([sys.executable, "-m", "quepu", "score", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps({"hand": HAND}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == 36
        process.stdin.close()


def test_a_reader_that_ends_early_does_not_crash_the_command() -> None:
    command = f"{sys.executable} -m quepu fans | head -1"
    result = subprocess.run(["sh", "-c", command], capture_output=True, check=True)
    assert result.stderr == b""


def talk(*typed: str) -> str:
    """What a person at a terminal sees who types each of these when prompted."""
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "quepu", "score"]

    def own_terminal() -> None:
        """So that Ctrl-C reaches the program."""
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True, preexec_fn=own_terminal
    ) as process:
        os.close(child)
        seen = b""
        waiting = list(typed)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if not select.select([parent], [], [], 0.3)[0]:
                # all is quiet: at a prompt, type the next line
                if waiting and seen.decode(errors="ignore").rstrip().endswith("雀谱>"):
                    os.write(parent, waiting.pop(0).encode())
                continue
            try:
                seen += os.read(parent, 65536)
            except OSError:  # the other end is closed
                break
        else:
            process.kill()
        assert process.wait(10) == 0
    os.close(parent)
    return seen.decode()


def test_the_prompt_shows_scores_waits_discards_and_fans() -> None:
    seen = talk(
        f"{HAND}\n", "12345678m22p [EEE]\n", "d 123456m2299p [EEE] +5s\n", "一气贯通\n", "12x\n", "lang zh\n", "rules lingque26\n", "q\n"
    )
    for expected in (
        "36 points",
        "waiting for 3 kinds, 10 tiles",
        "after 5s",
        "123, 456 and 789 of one suit",
        "unknown_character",
        "灵雀（第二十六版）",
    ):
        assert expected in seen
    assert "\x1b[" in seen, "a terminal gets colour"
    assert "🀏" in seen, "a terminal gets tiles"


def test_the_prompt_ends_with_its_input() -> None:
    assert "雀谱>" in talk("\x04")


def on_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """What a person sees who types this command, on both streams."""
    parent, child = pty.openpty()
    termios.tcsetwinsize(child, (24, columns))
    variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    command = [sys.executable, "-m", "quepu", *arguments]
    with subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, env={**variables, "TERM": "xterm", "LANG": "C.UTF-8", **environment}
    ) as process:
        os.close(child)
        seen = b""
        with suppress(OSError):  # the other end is closed
            while read := os.read(parent, 65536):
                seen += read
        process.wait(60)
    os.close(parent)
    return seen.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("arguments", [("score", HAND), ("waits", "1357m2468p159sEN"), ("fans", "kong"), ("replay", "--all", GAME)])
def test_the_text_is_complete_without_colour(arguments: tuple[str, ...]) -> None:
    plain = run(*arguments, LANG="C.UTF-8").stdout.decode()
    coloured = on_terminal(*arguments)
    assert "\x1b[" in coloured
    assert re.search("[\U0001f000-\U0001f02b]", coloured), "tiles are drawn"
    assert on_terminal(*arguments, NO_COLOR="1") == plain
    assert on_terminal(*arguments, TERM="dumb") == plain
    assert on_terminal(*arguments, NO_COLOR="") == coloured, "an empty NO_COLOR says nothing"


ARENA = ("arena", "first", "first", "first", "first", "--hands", "8", "--workers", "1")


def test_progress_is_shown_on_a_terminal_alone_and_in_one_line() -> None:
    plain = run(*ARENA, LANG="C.UTF-8")
    assert plain.stderr == b""
    assert on_terminal(*ARENA, TERM="dumb") == plain.stdout.decode()
    for columns in (20, 80):
        *bars, last = on_terminal(*ARENA, columns=columns).split("\x1b[K")
        assert last == plain.stdout.decode()
        assert bars[0].startswith("\rarena lingque28 ░")
        assert bars[-1] == "\r", "it is taken away at the end"
        assert max(map(len, bars)) <= columns
        assert columns < 80 or " 50%  " in "".join(bars)


def test_progress_shows_how_far_the_work_is_and_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, now = io.StringIO(), iter([0.0, 90.0, 400.0, 5000.0])
    monkeypatch.setattr(progress, "can_draw", lambda _: True)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: next(now)))
    monkeypatch.setattr(progress, "get_terminal_size", lambda: os.terminal_size((80, 24)))
    monkeypatch.setattr(sys, "stderr", stream)
    assert [*progress.progress("abc", 3, "simulate")] == ["a", "b", "c"]
    assert [line for line in stream.getvalue().replace("\x1b[K", "").split("\r") if line] == [
        "simulate " + 30 * "░" + "   0%  0:00",
        "simulate " + 10 * "█" + 20 * "░" + "  33%  1:30  ETA 3:00",
        "simulate " + 20 * "█" + 10 * "░" + "  66%  6:40  ETA 3:20",
        "simulate " + 30 * "█" + " 100%  1:23:20  ETA 0:00",
    ]


def test_the_answers_of_verify_are_not_mixed_with_a_bar() -> None:
    seen = on_terminal("verify", GAME, GAME)
    assert seen == run("verify", GAME, GAME, LANG="C.UTF-8").stdout.decode()
    assert "\r" not in seen
    assert on_terminal("verify", GAME, GAME, "--json").startswith("\rverify ░"), "one answer at the end"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("command", [[], ["lab"]], ids=" ".join)
def test_without_a_command_the_help_is_shown(command: list[str], lang: str, capsys: Capture) -> None:
    if not command:
        assert run(LANG=f"{lang}_XX.UTF-8").returncode == 0
    assert main(["--lang", lang, *command]) == 0
    shown = capsys.readouterr()
    assert main(["--lang", lang, *command, "--help"]) == 0
    assert capsys.readouterr() == shown
    assert shown.out.startswith({"zh": "用法：quepu", "en": "usage: quepu"}[lang])
    assert shown.err == ""


@pytest.mark.parametrize("columns", ["1", "20", "x"])
def test_the_help_fits_any_terminal(columns: str) -> None:
    for command in ([], ["score"], ["serve"]):
        shown = run(*command, "--help", COLUMNS=columns)
        assert (shown.returncode, shown.stderr) == (0, b"")


def test_chinese_can_be_typed_and_shown_in_any_locale() -> None:
    for locale, encoding in (("C", ""), ("C.UTF-8", "ascii"), ("POSIX", "ascii")):
        ran = run("score", "--lang", "zh", stdin="一气贯通\nq\n".encode(), LC_ALL=locale, PYTHONIOENCODING=encoding)
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert "一色的 123、456、789。" in ran.stdout.decode()
        assert (
            run("fans", "一气贯通", "--lang", "zh", LC_ALL=locale, PYTHONIOENCODING=encoding)
            .stdout.decode()
            .startswith("一气贯通  8 副 3 翻")
        )


def test_the_prompt_has_two_languages(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    lines = iter(["lang fr", "lang zh", "1x\x1b", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    assert prompt("lingque28", "en") == 0
    shown = capsys.readouterr().out
    assert "error [not_one_of]: lang cannot be 'fr'; expected one of zh, en\n" in shown
    assert shown.endswith("错误 [unknown_character]: 第 2 个字符：'x' 不是牌、副露或选项\n  1x\\x1b\n   ^\n")


def test_a_missing_kernel_is_an_error_where_it_is_required() -> None:
    source = Path(__file__).parent.parent / "src"
    result = run("--version", PYTHONPATH=str(source), QUEPU_REQUIRE_COMPILED="1")
    assert result.returncode == 1
    assert b"the kernel of quepu is not compiled" in result.stderr


def test_ctrl_c_while_the_command_is_imported_ends_it_without_a_traceback() -> None:
    code = """
import os, signal, sys
import quepu_command

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "quepu.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.exit(quepu_command.main())
"""
    ended = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_ctrl_c_at_the_prompt_clears_the_line_and_goes_on() -> None:
    seen = talk("123\x03", f"{HAND}\n", "q\n")
    assert "36 points" in seen


def test_the_language_may_come_before_the_command(capsys: Capture) -> None:
    assert main(["--lang", "zh", "score", HAND]) == 0
    assert "36 分" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "--json"],
        ["score", "--seat", "S"],
        ["score", "--jsonl", HAND],
        ["score", "--jsonl", "--self"],
        ["score", HAND, "--flowers", "3 self"],
        ["score", HAND, "--flowers", "9" * 5000],
        ["score", f"{HAND} | flowers={'1' * 5000}"],
        ["score", f"{HAND} | tiles_left={'1' * 5000}"],
        ["waits", "12345678m22p [EEE]", "--seen", "9x"],
        ["waits", "12345678m22p [EEE]", "--first-turn"],
        ["fans", ""],
    ],
)
def test_meaningless_input_is_refused_in_a_short_sentence(arguments: list[str], capsys: Capture) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert len((captured.out or captured.err).splitlines()[0]) < 200


def test_discards_of_a_winning_hand_say_so(capsys: Capture) -> None:
    assert main(["discards", "123456789m11222p"]) == 0
    assert capsys.readouterr().out.startswith("these fourteen tiles win by self-draw: 64 points.")
    assert main(["discards", "123456789m11222p", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["win"]["points"] == 64
    assert main(["discards", "123456m2299p [EEE] +5s", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["win"] is None


def test_a_hand_that_does_not_win_says_why_in_the_language(capsys: Capture) -> None:
    assert main(["score", "--json", "--lang", "zh", "12345678m22p [EEE] +1p"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"].startswith("不成和牌")


def test_the_fans_of_the_books_are_counted_as_their_texts_count_them(capsys: Capture) -> None:
    main(["fans"])
    assert "77 fans" in capsys.readouterr().out
    main(["fans", "--rules", "lingque26"])
    assert "76 fans" in capsys.readouterr().out
    main(["fans", "番牌", "--json"])
    assert len(json.loads(capsys.readouterr().out)) == 8
