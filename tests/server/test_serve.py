"""``quepu serve`` as people run it: a process of its own, on a free port of this machine, ended from the keyboard."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from quepu.cli import main
from quepu.cli import serve as command
from quepu.errors import QuepuError
from quepu.server.app import create_app
from quepu.server.settings import Settings

HAND = "12345678m22p [EEE] +9m"


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A server, and what it said when it began."""
    clean = {
        name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "DISPLAY", "WAYLAND_DISPLAY")
    }
    with subprocess.Popen(
        [sys.executable, "-m", "quepu", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**clean, **environment},
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                break
        try:
            yield process, said
        finally:
            if process.poll() is None:
                process.kill()


def port_of(said: list[str]) -> int:
    [address] = re.findall(r"http://127\.0\.0\.1:(\d+)/", "".join(said))
    return int(address)


def ask(port: int, method: str, path: str, given: object = None) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = None if given is None else json.dumps(given)
    connection.request(method, path, body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, content


def end(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    return process.returncode, out, errors


def test_it_serves_until_ctrl_c_and_leaves_nothing() -> None:
    with serving("--port", "0", "--no-browser") as (process, said):
        port = port_of(said)
        assert said == [f"Quepu 雀谱 is at http://127.0.0.1:{port}/\n", "Press Ctrl-C to stop.\n"]
        status, content = ask(port, "POST", "/api/v1/score", {"hand": HAND})
        assert (status, json.loads(content)["points"]) == (200, 36)
        assert ask(port, "POST", "/api/v1/score", {"hand": "x" * 2**20})[0] == 413, "a client that sends too much sees the answer"
        kept_open = socket.create_connection(("127.0.0.1", port), timeout=60)
        assert end(process) == (0, "Ended.\n", "")
        kept_open.close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=60)


def test_a_connection_that_comes_while_it_ends_holds_nothing_up() -> None:
    """It is accepted after uvicorn asked all others to close, which a busy machine makes likely."""

    async def nothing() -> None:
        pass

    async def run() -> None:
        config = uvicorn.Config(lambda: None, lifespan="off", timeout_graceful_shutdown=3600)
        server = command._Server(config, lambda: None, nothing)
        config.load()
        server.servers, server.lifespan = [], config.lifespan_class(config)

        class Late:
            def shutdown(self) -> None:
                server.server_state.connections.clear()

        ending = asyncio.create_task(server.shutdown())
        await asyncio.sleep(0.01)
        server.server_state.connections.add(Late())  # type: ignore[arg-type]  # all that is asked of it is to shut down
        await asyncio.wait_for(ending, 120)

    asyncio.run(run())


def test_a_signal_while_the_event_loop_is_created_ends_it_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = []
    get_loop_factory = uvicorn.Config.get_loop_factory

    def interrupted(self: uvicorn.Config) -> object:
        signal.raise_signal(signal.SIGTERM)
        return get_loop_factory(self)

    monkeypatch.setattr(uvicorn.Config, "get_loop_factory", interrupted)
    before = signal.getsignal(signal.SIGTERM)
    sockets = command.listen(["127.0.0.1"], 0)
    site = command.Site(create_app(Settings()), Settings(), sockets)
    assert command._run(site, lambda: reports.append("serves"), access_log=False) == 0
    assert reports == ["serves"]
    assert [one.fileno() for one in sockets] == [-1]
    assert signal.getsignal(signal.SIGTERM) is before


def test_it_speaks_chinese_and_keeps_a_log(tmp_path: Path) -> None:
    with serving("--port", "0", "--no-browser", "--data", str(tmp_path / "new/data"), LANG="zh_CN.UTF-8") as (process, said):
        port = port_of(said)
        assert said == [f"雀谱：http://127.0.0.1:{port}/\n", "按 Ctrl-C 结束。\n"]
        assert ask(port, "GET", "/api/v1/health")[0] == 200
        assert end(process) == (0, "已结束。\n", "")
    assert '"GET /api/v1/health HTTP/1.1" 200' in (tmp_path / "new/data/server.log").read_text("utf-8")


def test_its_log_is_json_lines_if_that_is_wanted(tmp_path: Path) -> None:
    for options, environment in ((("--log", "json"), {}), ((), {"QUEPU_LOG": "json"})):
        with serving("--port", "0", "--no-browser", "--data", str(tmp_path), *options, **environment) as (process, said):
            assert ask(port_of(said), "GET", "/api/v1/health")[0] == 200
            code, out, errors = end(process)
        assert (code, out) == (0, "Ended.\n")
        lines = [json.loads(line) for line in errors.splitlines()]
        [request] = [line for line in lines if line["logger"] == "quepu.requests"]
        assert (request["client"], request["function"], request["status"]) == ("127.0.0.1", "health", 200)
        assert not (tmp_path / "server.log").exists()


def test_an_unknown_form_of_the_log_is_an_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUEPU_LOG", "xml")
    assert main(["serve", "--port", "0", "--no-browser", "--lang", "en"]) == 2
    expected = "error [bad_variable]: the environment variable QUEPU_LOG cannot be 'xml'; expected: text, json\n"
    assert capsys.readouterr() == ("", expected)


def test_a_given_port_that_is_in_use_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--no-browser", "--lang", "en"]) == 2
    expected = f"error [port_taken]: port {port} is in use by another program; choose another one with --port, or omit --port\n"
    assert capsys.readouterr() == ("", expected)


def test_without_a_given_port_the_next_free_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(command, "PORT", first)
        [found] = command.listen(["127.0.0.1"], None)
        with found:
            assert first < found.getsockname()[1] < first + 50
        monkeypatch.setattr(command, "_TRIED", 1)
        with pytest.raises(QuepuError) as caught:
            command.listen(["127.0.0.1"], None)
        assert caught.value.code == "port_taken"


def test_an_answer_is_sent_at_once() -> None:
    """asyncio turns the waiting off for sockets that say they are TCP; those accepted are as the one that listens."""
    [listening] = command.listen(["127.0.0.1"], 0)
    with listening, socket.create_connection(listening.getsockname()[:2]):
        accepted, _ = listening.accept()
        with accepted:
            assert (listening.proto, accepted.proto) == (socket.IPPROTO_TCP, socket.IPPROTO_TCP)


def test_several_hosts_share_a_port_or_get_none() -> None:
    sockets = command.listen(["127.0.0.2", "127.0.0.1"], 0)
    assert [listening.getsockname()[0] for listening in sockets] == ["127.0.0.2", "127.0.0.1"]
    assert len({listening.getsockname()[1] for listening in sockets}) == 1
    for listening in sockets:
        listening.close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(QuepuError):
            command.listen(["127.0.0.2", "127.0.0.1"], port)
        socket.create_server(("127.0.0.2", port)).close()


@pytest.mark.parametrize("host", ["no such host", "192.0.2.1"])
def test_an_address_that_is_not_here_is_an_error(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", host, "--port", "0", "--no-browser", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"error [cannot_listen]: cannot listen on the address {host}:0: ")


def test_in_the_local_network_it_shows_a_code_for_phones(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delattr(os, "fork")  # all in this process, as on Windows
    monkeypatch.setattr(command, "lan_address", lambda: "127.0.0.2")
    served: list[socket.socket] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: served.extend(sockets))
    assert main(["serve", "--lan", "--port", "0", "--no-browser", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    [port] = re.findall(r"^Quepu 雀谱 is at http://127\.0\.0\.2:(\d+)/\nAnyone in this network can open it\.\n", said)
    assert command.qr_code(f"http://127.0.0.2:{port}/") in said
    assert len(served) == 2
    assert all(listening.fileno() == -1 for listening in served), "closed at the end"


def test_a_code_is_a_square_with_a_light_border() -> None:
    lines = command.qr_code("http://192.0.2.20:8000/").splitlines()
    assert {len(line) for line in lines} == {2 * len(lines) - 1} == {29}
    assert set("".join(lines)) == set("█▀▄ ")
    assert set(lines[0]) == {"█"}
    assert all(line.startswith("██") and line.endswith("██") for line in lines[:-1])


@pytest.mark.parametrize(
    ("bound", "address"),
    [
        (("127.0.0.1", 8000), "http://127.0.0.1:8000/"),
        (("0.0.0.0", 8000), "http://127.0.0.1:8000/"),
        (("::", 8000, 0, 0), "http://127.0.0.1:8000/"),
        (("::1", 8000, 0, 0), "http://[::1]:8000/"),
    ],
)
def test_the_address_is_one_to_type_into_a_browser(bound: tuple[object, ...], address: str) -> None:
    class Bound(socket.socket):
        def getsockname(self) -> tuple[object, ...]:
            return bound

    with Bound() as listening:
        assert command.url(listening) == address


def test_a_machine_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, address: object) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Unplugged)
    with pytest.raises(QuepuError) as caught:
        command.lan_address()
    assert caught.value.code == "no_lan"


@pytest.mark.parametrize(("screen", "asked", "opened"), [(":0", True, True), ("", True, False), (":0", False, False)])
def test_a_browser_is_opened_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], screen: str, asked: bool, opened: bool
) -> None:
    monkeypatch.delattr(os, "fork")  # all in this process, as on Windows
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    seen: list[str] = []
    opened_at = threading.Event()

    def show(address: str) -> None:
        seen.append(address)
        opened_at.set()

    monkeypatch.setattr(webbrowser, "open", show)

    def run(self: object, sockets: list[socket.socket]) -> None:
        if opened:
            opened_at.wait(20)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    assert main(["serve", "--port", "0", *([] if asked else ["--no-browser"])]) == 0
    assert len(seen) == opened
    assert all(re.fullmatch(r"http://127\.0\.0\.1:\d+/", address) for address in seen)
    capsys.readouterr()


def test_a_folder_that_cannot_be_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--data", "file/data", "--no-browser", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "error [unwritable_folder]: cannot write to the folder file/data: Not a directory\n"


@pytest.mark.parametrize("arguments", [["--port", "65536"], ["--port", "x"], ["--port", "-1"], ["--lan", "--host", "127.0.0.1"]])
def test_impossible_requests_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *arguments]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("host", ["a" * 70, "\udcff", "a..b"], ids=["long", "no text", "dots"])
def test_a_host_that_cannot_be_a_name_is_refused(
    host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--host", host, "--data", "data", "--no-browser", "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("error [cannot_listen]: cannot listen on the address ")


@pytest.mark.parametrize("missing", ["fastapi", "platformdirs", "uvicorn", "segno"])
def test_without_the_extra_the_error_names_the_command_to_install_it(missing: str) -> None:
    script = f"import sys; sys.modules[{missing!r}] = None; from quepu.cli import main; sys.exit(main(['serve', '--lang', 'en']))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    expected = f"error [missing_extra]: {missing} is not installed; this command requires it: python3 -m pip install 'quepu[server]'\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", expected)


def test_a_postgresql_database_without_psycopg_names_the_extra_to_install(tmp_path: Path) -> None:
    arguments = ["serve", "--database", "postgresql+psycopg://localhost/none", "--data", str(tmp_path), "--no-browser", "--lang", "en"]
    script = f"import sys; sys.modules['psycopg'] = None; from quepu.cli import main; sys.exit(main({arguments!r}))"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    expected = "error [missing_extra]: psycopg is not installed; this command requires it: python3 -m pip install 'quepu[postgres]'\n"
    assert (result.returncode, result.stderr) == (2, expected)


def test_the_command_line_loads_nothing_of_the_server() -> None:
    heavy = {"fastapi", "starlette", "pydantic", "uvicorn", "segno", "platformdirs", "quepu.server"}
    script = f"import sys; import quepu.cli, quepu.cli.prompt; sys.exit(not {heavy!r}.isdisjoint(sys.modules))"
    subprocess.run([sys.executable, "-c", script], check=True)
