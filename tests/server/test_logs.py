"""The log: private, without values, and with the functions in which something went wrong."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quepu.errors import QuepuError
from quepu.server.app import create_app
from quepu.server.logs import JSON, Discreet, PrivateLog, discreet, log_loop_error, logging_to
from quepu.server.settings import Settings

SECRET = "5ec3e7"


def fails() -> None:
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise ValueError(f"not {SECRET}") from error


def test_an_exception_is_logged_by_its_functions_and_not_by_its_message() -> None:
    with pytest.raises(ValueError, match=SECRET) as caught:
        fails()
    lines = re.sub(r'File ".*", line \d+', "File", discreet(caught.value)).splitlines()
    assert lines == [
        "Traceback (most recent call last):",
        "  File, in fails",
        "KeyError",
        "then:",
        "Traceback (most recent call last):",
        "  File, in test_an_exception_is_logged_by_its_functions_and_not_by_its_message",
        "  File, in fails",
        "ValueError",
    ]


def test_messages_that_hold_no_values_are_logged() -> None:
    assert discreet(OSError(28, "No space left on device")) == "OSError: [Errno 28] No space left on device"
    assert discreet(QuepuError("store_gone")) == "QuepuError: store_gone"


def test_the_text_of_another_formatter_is_not_repeated(caplog: pytest.LogCaptureFixture) -> None:
    try:
        fails()
    except ValueError:
        logging.getLogger("quepu.server").exception("it failed")
    [record] = caplog.records
    assert SECRET in logging.Formatter().format(record)
    assert SECRET not in Discreet().format(record)


def test_a_task_that_fails_is_logged_without_its_values(caplog: pytest.LogCaptureFixture) -> None:
    async def task() -> None:
        raise ValueError(SECRET)

    async def work() -> None:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        failing = asyncio.create_task(task())
        await asyncio.wait([failing])
        del failing

    asyncio.run(work())
    [record] = caplog.records
    assert re.sub(r'File ".*", line \d+', "File", Discreet().format(record)).splitlines()[1:] == [
        "Traceback (most recent call last):",
        "  File, in task",
        "ValueError",
    ]


def test_tasks_of_the_application_are_logged_so() -> None:
    with TestClient(create_app()) as site:
        assert site.portal is not None
        assert site.portal.call(lambda: asyncio.get_running_loop().get_exception_handler()) is log_loop_error


def test_a_log_that_is_rotated_stays_private_and_takes_the_next_crash(tmp_path: Path) -> None:
    script = (
        "import logging, os, signal, sys\n"
        "from pathlib import Path\n"
        "from quepu.server import logs\n"
        "logs._BYTES = 1000\n"
        "os.umask(0)\n"
        "with logs.logging_to(Path(sys.argv[1])):\n"
        "    logs.log_crashes()\n"
        "    for _ in range(20):\n"
        "        logging.info('x' * 100)\n"
        "    os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (-11, b"")
    parts = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert parts == {"server.log": 0o600, "server.log.1": 0o600, "server.log.2": 0o600}
    assert "Fatal Python error: Segmentation fault" in (tmp_path / "server.log").read_text()


def test_a_full_disk_does_not_stop_the_caller_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = PrivateLog(tmp_path / "server.log")
    log.setStream(open("/dev/full", "w"))  # noqa: SIM115  # closed with the log
    log.maxBytes = 0
    log.emit(logging.makeLogRecord({"msg": "text"}))
    with pytest.raises(OSError, match="No space left"):  # what is left of it
        log.close()
    assert capsys.readouterr() == ("", "")


def test_a_full_disk_does_not_stop_the_closing_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(tmp_path):
        [log] = (handler for handler in logging.getLogger().handlers if isinstance(handler, PrivateLog))
        log.setStream(open("/dev/full", "w"))  # noqa: SIM115  # closed with the log
        log.maxBytes = 0
        logging.getLogger("quepu.server").error("text")
    assert capsys.readouterr() == ("", "")


def read_lines(text: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    return lines


def test_json_lines_hold_no_values_and_stay_lines_whatever_is_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # pytest's own handlers keep what is logged for its report, and a process of pytest-xdist cannot send half a surrogate pair
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    with logging_to(tmp_path, JSON):
        logging.getLogger("quepu.server").warning("two\nlines, \u2028 and \ud800")
        try:
            fails()
        except ValueError:
            logging.getLogger("quepu.server").exception("it failed")
    assert list(tmp_path.iterdir()) == []
    first, second = read_lines(capsys.readouterr().err)
    assert first == {"level": "WARNING", "logger": "quepu.server", "message": "two\nlines, \u2028 and \ud800"}
    assert SECRET not in str(second)
    assert (second["level"], second["message"], str(second["exception"]).splitlines()[-1]) == ("ERROR", "it failed", "ValueError")


def test_a_request_is_logged_as_json_with_its_client_and_without_its_query(capsys: pytest.CaptureFixture[str]) -> None:
    app = create_app(Settings(trusted_proxies=("127.0.0.1",)))
    headers = {"X-Forwarded-For": "198.51.100.7", "Authorization": f"Bearer {SECRET}", "Cookie": f"session={SECRET}"}
    with logging_to(None, JSON), TestClient(app, client=("127.0.0.1", 1), headers=headers) as site:
        capsys.readouterr()
        site.get(f"/api/v1/health?lang={SECRET}")
        site.post("/api/v1/score", json={"hand": SECRET})
        site.get("/%22%0a")
        lines = [line for line in read_lines(capsys.readouterr().err) if line["logger"] == "quepu.requests"]
    assert all(isinstance(line.pop("seconds"), float) for line in lines)
    shared = {"level": "INFO", "logger": "quepu.requests", "message": "request", "client": "198.51.100.7"}
    assert lines == [
        {**shared, "method": "GET", "path": "/api/v1/health", "function": "health", "status": 400},
        {**shared, "method": "POST", "path": "/api/v1/score", "function": "score", "status": 400},
        {**shared, "method": "GET", "path": '/"\n', "function": "page", "status": 404},
    ]


def test_requests_are_not_logged_twice_as_text(tmp_path: Path) -> None:
    with logging_to(tmp_path), TestClient(create_app()) as site:
        site.get("/api/v1/health")
    assert "quepu.requests" not in (tmp_path / "server.log").read_text()
    assert " request" not in (tmp_path / "server.log").read_text()


def test_two_processes_that_write_to_one_log_begin_a_new_file_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "server.log"
    here, there = PrivateLog(path), PrivateLog(path)
    monkeypatch.setattr(here, "maxBytes", 300)
    monkeypatch.setattr(there, "maxBytes", 300)
    for number in range(20):
        for log in (here, there):
            log.emit(logging.LogRecord("quepu", logging.INFO, "", 0, f"{'here' if log is here else 'there'} {number:02}", (), None))
    here.close()
    there.close()
    files = [tmp_path / name for name in ("server.log.3", "server.log.2", "server.log.1", "server.log")]
    lines = [line for file in files if file.exists() for line in file.read_text().splitlines()]
    written = [f"{log} {number:02}" for number in range(20) for log in ("here", "there")]
    assert lines == written, "nothing is lost, and all is in order"
    assert [file.exists() for file in files] == [False, False, True, True]
