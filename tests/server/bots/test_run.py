"""``quepu bot new`` and ``quepu bot run``: a program at a server."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from quepu.bot_client import Client, new_bot
from quepu.bot_client.register import BotError
from quepu.cli import main
from tests.server.bots.bots import first
from tests.server.play.conftest import Server

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.usefixtures("no_locale")

SAMPLE = [sys.executable, str(Path(__file__).parents[2] / "programs/botzone_sample.py"), "simple", "keep"]


@pytest.fixture
def address(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def test_a_bot_is_registered_and_its_token_is_kept_in_a_file_that_only_its_owner_reads(
    address: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "token"
    assert main(["bot", "new", "Ann", "--server", address, "--token-file", str(file), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["name"], made["token"]) == ("Ann", None)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["bot", "new", "Ann", "--server", address, "--token-file", str(file)]) == 2, "an existing file is not overwritten"
    assert len(file.read_text().strip()) == 32


@pytest.mark.parametrize(
    "program",
    [["--", sys.executable, "-m", "quepu", "bot", "play", "swift"], ["--botzone", "simple", "--keep-running", "--", *SAMPLE]],
    ids=["lines", "botzone"],
)
def test_a_program_plays_a_game_at_the_sandbox_table(
    address: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch, program: list[str]
) -> None:
    monkeypatch.setenv("QUEPU_BOT_TOKEN", new_bot(address, "Tester")["token"])
    assert main(["bot", "run", "--server", address, "--sandbox", "guobiao", "--hands", "1", *program]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Tester (")
    assert "guobiao, Tester, normal 1, normal 2, normal 3" in lines[1]
    assert " is over: " in lines[-1]
    assert not [line for line in lines if "fault" in line]


def test_a_program_that_ends_and_a_token_that_is_unknown_are_errors(address: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_BOT_TOKEN", new_bot(address, "Tester")["token"])
    assert main(["bot", "run", "--server", address, "--", "no-such-program"]) == 2
    assert "program_ended" in capsys.readouterr().err
    monkeypatch.setenv("QUEPU_BOT_TOKEN", "unknown")
    assert main(["bot", "run", "--server", address, "--", sys.executable, "-m", "quepu", "bot", "play", "swift"]) == 2
    assert "the token is unknown" in capsys.readouterr().err


def test_the_client_is_a_few_lines(address: str) -> None:
    client = Client(address, new_bot(address, "Tester")["token"])
    assert sum(client.sandbox(first, rules="woodshole", hands=1)) == 0
    with pytest.raises(BotError) as error:
        client.sandbox(first, rules="chess")
    assert error.value.code == "bad_message"


@pytest.mark.parametrize(
    "words", [["new", "Ann"], ["run", "--sandbox", "guobiao", "--", sys.executable, "-m", "quepu", "bot", "play", "swift"]]
)
def test_a_server_that_is_not_there_is_an_error(capsys: Capture, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    monkeypatch.setenv("QUEPU_BOT_TOKEN", "token")
    assert main(["bot", words[0], "--server", "http://127.0.0.1:1", *words[1:]]) == 2
    said = capsys.readouterr().err
    assert "no_server" in said
    assert "nothing answers at http://127.0.0.1:1: " in said
    assert "refuses" not in said


def test_the_client_needs_no_other_part_of_the_package() -> None:
    code = "import sys, quepu.bot_client.client; print(sorted(m for m in sys.modules if m.startswith('quepu.')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "server" not in found
    assert "engine" not in found
