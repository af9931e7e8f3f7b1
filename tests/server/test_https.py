"""``quepu serve --https`` with real clients: the site by HTTPS, the page about trust by HTTP, and clients that never finish a handshake."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import socket
import ssl
import struct
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quepu.cli import main
from quepu.cli import serve as command
from quepu.server.handshakes import secured
from quepu.server.https.authority import authority, server_certificate
from quepu.server.https.contexts import context
from quepu.server.https.trust import CERTIFICATE, Trusted, page, system_of
from quepu.server.settings import Rate, Settings
from quepu.texts import TEXTS
from tests.server.test_connections import REQUEST, Connection, answer, app
from tests.server.test_serve import end, serving

HELLO = {"v": 1, "t": "hello", "token": None, "game": None, "after": None}


class Site:
    """A server that runs, as its terminal says."""

    def __init__(self, said: list[str]) -> None:
        self.said = "".join(said)
        self.port = int(re.findall(r"https://127\.0\.0\.1:(\d+)/", self.said)[0])
        self.page = int(re.findall(r"http://127\.0\.0\.1:(\d+)/", self.said)[0])
        [self.fingerprint] = re.findall(r"^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$", self.said, re.M)
        self.der = self.by_http("GET", CERTIFICATE)[2]
        self.client = ssl.create_default_context(cadata=self.der)

    def by_http(self, method: str, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        return ask(http.client.HTTPConnection("127.0.0.1", self.page, timeout=60), method, path, None, headers)

    def by_https(self, method: str, path: str, given: object = None, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=self.client)
        return ask(connection, method, path, given, headers)


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, given: object, headers: dict[str, str]
) -> tuple[int, http.client.HTTPMessage, bytes]:
    body = None if given is None else json.dumps(given)
    connection.request(method, path, body, {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = str(tmp_path_factory.mktemp("https"))
    with serving("--https", "--port", "0", "--no-browser", "--data", data, "--lang", "en") as (process, said):
        yield Site(said)
        assert end(process) == (0, "Ended.\n", "")


def test_the_terminal_says_where_the_site_is_and_how_to_trust_it(site: Site) -> None:
    name = f"Quepu local CA on {socket.gethostname()}"
    assert site.said == (
        f"Quepu 雀谱 is at https://127.0.0.1:{site.port}/\n"
        "Before a device opens it for the first time, let it trust the local certificate. How to do that: "
        f"http://127.0.0.1:{site.page}/\n"
        f"Check the SHA-256 fingerprint of “{name}” before you install it:\n{site.fingerprint}\n"
        f"Then open the site: https://127.0.0.1:{site.port}/\n"
        "Press Ctrl-C to stop.\n"
    )
    assert site.fingerprint == sha256(site.der).digest().hex(":").upper()


def test_the_site_works_by_https_and_sends_no_hsts(site: Site) -> None:
    status, headers, content = site.by_https("POST", "/api/v1/score", {"hand": "12345678m22p [EEE] +9m"})
    assert (status, json.loads(content)["points"]) == (200, 36)
    for path in ("/", "/hand", "/api/v1/rules", "/nothing"):
        _, headers, _ = site.by_https("GET", path)
        assert {"Strict-Transport-Security", "Set-Cookie"}.isdisjoint(headers.keys()), "another site may be at this address by http"
    status, headers, _ = site.by_https("GET", "/rules/?x=1")
    assert (status, headers["Location"]) == (308, "/rules?x=1"), "relative, so the scheme stays"
    assert site.by_https("GET", "/", Host="evil.example")[0] == 421
    assert site.by_https("GET", "/", Host=f"{socket.gethostname()}.local:{site.port}")[0] == 200
    status, _, content = site.by_https("GET", "/api/v1/health", **{"X-Forwarded-Proto": "http", "X-Forwarded-For": "192.0.2.1"})
    assert status == 200, "a client that is no proxy cannot claim another scheme"


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_both_current_versions_of_tls_work(site: Site, version: ssl.TLSVersion) -> None:
    client = ssl.create_default_context(cadata=site.der)
    client.minimum_version = client.maximum_version = version
    with socket.create_connection(("127.0.0.1", site.port), 60) as plain, client.wrap_socket(plain, server_hostname="localhost") as secure:
        assert secure.version() == version.name.replace("_", ".")


def test_a_client_that_does_not_trust_the_authority_refuses_the_server(site: Site) -> None:
    with socket.create_connection(("127.0.0.1", site.port), 60) as plain, pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(plain, server_hostname="127.0.0.1")


def test_sockets_open_for_its_own_pages_by_https_and_for_no_others(site: Site) -> None:
    room = json.loads(site.by_https("POST", "/api/v1/rooms", {"name": "Ann", "bots": "first"})[2])["room"]

    async def welcomed(origin: str) -> str:
        address = f"wss://127.0.0.1:{site.port}/api/v1/rooms/{room}/socket"
        async with connect(address, ssl=site.client, origin=origin, open_timeout=60) as there:  # type: ignore[arg-type]  # it is a str
            await there.send(json.dumps(HELLO))
            return str(json.loads(await there.recv())["t"])

    assert asyncio.run(welcomed(f"https://127.0.0.1:{site.port}")) == "welcome"
    for origin in (f"http://127.0.0.1:{site.page}", "https://example.org"):
        with pytest.raises(InvalidStatus) as error:
            asyncio.run(welcomed(origin))
        assert error.value.response.status_code == 403


def test_by_http_there_is_only_the_page_about_trust(site: Site) -> None:
    for lang in ("zh", "en"):
        status, headers, content = site.by_http(
            "GET", f"/?lang={lang}", **{"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)"}
        )
        trusted = trusted_by(site)
        assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert content.decode() == page(trusted, f"https://127.0.0.1:{site.port}/", lang, "iphone")
        assert "default-src 'none'" in headers["Content-Security-Policy"]
    name = f"{socket.gethostname()}.local"
    assert f'href="https://{name}:{site.port}/"'.casefold() in site.by_http("GET", "/", Host=f"{name}:{site.page}")[2].decode()
    assert f'href="https://[::1]:{site.port}/"' in site.by_http("GET", "/", Host=f"[::1]:{site.page}")[2].decode()
    assert site.by_http("GET", "/", Host="evil.example")[0] == 421
    status, headers, content = site.by_http("GET", CERTIFICATE)
    assert (status, headers["Content-Type"], content) == (200, "application/x-x509-ca-cert", site.der)
    assert site.by_http("GET", "/style.css")[1]["Content-Type"] == "text/css; charset=utf-8"
    for method, path in (
        ("GET", "/hand"),
        ("GET", "/api/v1/rules"),
        ("POST", "/"),
        ("POST", "/api/v1/score"),
        ("GET", "/..%2fauthority.pem"),
    ):
        status, headers, content = site.by_http(method, path)
        assert (status, headers["Location"], content) == (303, "/", b"")

    async def socket_by_http() -> None:
        async with connect(f"ws://127.0.0.1:{site.page}/api/v1/rooms/x/socket"):
            pass

    with pytest.raises(InvalidStatus) as error:
        asyncio.run(socket_by_http())
    assert error.value.response.status_code == 403


def trusted_by(site: Site) -> Trusted:
    last = re.findall(rb"\d{4}-\d\d-\d\d", site.by_http("GET", "/?lang=en")[2])[-1].decode()
    return Trusted(f"Quepu local CA on {socket.gethostname()}", site.der, site.fingerprint, last, site.port)


def test_the_page_about_trust_has_all_its_texts_in_both_languages_and_nothing_unescaped() -> None:
    trusted = Trusted("<b>&", b"", "AB:CD", "2036-11-17", 8000)
    for lang, place in (("zh", 0), ("en", 1)):
        found = page(trusted, 'https://"<x>:8000/', lang, "")
        assert "<b>" not in found
        assert "<x>" not in found
        for key, text in TEXTS.items():
            if key.startswith("trust_"):
                for line in text[place].split("\n"):
                    assert escape(line.format(name="<b>&", date="2036-11-17")) in found, (key, line)


@pytest.mark.parametrize(
    ("browser", "system"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15", "ios"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36", "android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15", "macos"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "linux"),
        ("curl/8.0", None),
    ],
)
def test_the_steps_for_the_system_of_the_browser_are_open(browser: str, system: str | None) -> None:
    assert system_of(browser) == system
    assert page(Trusted("x", b"", "", "", 1), "https://x/", "en", browser).count("<details open>") == (system is not None)


def test_a_later_start_has_the_same_authority_and_a_killed_one_leaves_it_usable(tmp_path: Path) -> None:
    fingerprints = set()
    for _ in range(2):
        with serving("--https", "--port", "0", "--no-browser", "--data", str(tmp_path), "--lang", "zh") as (process, said):
            found = Site(said)
            fingerprints.add(found.fingerprint)
            assert found.by_https("GET", "/api/v1/health")[0] == 200
            process.kill()
            process.wait(60)
    assert len(fingerprints) == 1
    assert sorted(os.listdir(tmp_path / "https")) == ["authority.pem", "server.pem"]


def test_it_ends_at_once_though_clients_do_not_finish_their_handshake_or_do_not_answer(tmp_path: Path) -> None:
    with serving("--https", "--port", "0", "--no-browser", "--data", str(tmp_path), "--lang", "en") as (process, said):
        found = Site(said)
        silent = socket.create_connection(("127.0.0.1", found.port), 60)
        started = socket.create_connection(("127.0.0.1", found.port), 60)
        started.sendall(b"\x16\x03\x01\x02\x00\x01")
        kept = found.client.wrap_socket(socket.create_connection(("127.0.0.1", found.port), 60), server_hostname="localhost")
        kept.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert kept.recv(12) == b"HTTP/1.1 200"
        assert end(process) == (0, "Ended.\n", "")
        for one in (silent, started, kept):
            one.close()


def test_in_the_local_network_there_are_codes_for_the_page_and_for_the_site(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delattr(os, "fork")  # all in this process, as on Windows
    monkeypatch.setattr(command, "lan_address", lambda: "127.0.0.2")
    served: list[Any] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: served.extend(one.getsockname()[0] for one in sockets))
    arguments = ["serve", "--lan", "--port", "0", "--no-browser", "--data", str(tmp_path)]
    assert main([*arguments, "--https", "--lang", "zh"]) == 0
    said = capsys.readouterr().out
    [address] = re.findall(r"^雀谱：(https://127\.0\.0\.2:\d+/)\n同一网络中的任何人都能打开它。\n", said)
    [about] = re.findall(r"步骤在这里：(http://127\.0\.0\.2:\d+/)\n", said)
    assert said.index(command.qr_code(about)) < said.index(f"然后打开网站：{address}") < said.index(command.qr_code(address))
    assert served == ["127.0.0.2", "127.0.0.1"] * 2
    assert main([*arguments, "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "https: quepu serve --lan --https\n" in said
    assert "opening the pages without a network" in said
    assert main(["serve", "--port", "0", "--no-browser", "--data", str(tmp_path)]) == 0
    assert "--https" not in capsys.readouterr().out, "on this machine nothing needs it"


def test_own_certificates_need_no_other_library(tmp_path: Path) -> None:
    by = authority(tmp_path / "other", "box", [])
    file = str(server_certificate(by, ["127.0.0.1"]))
    script = "import sys; sys.modules['cryptography'] = None; from quepu.cli import main; sys.exit(main())"
    arguments = ["--https-certificate", file, "--https-key", file, "--port", "0", "--no-browser", "--lang", "en", "--data", str(tmp_path)]
    with subprocess.Popen([sys.executable, "-c", script, "serve", *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        [port] = re.findall(r"^Quepu 雀谱 is at https://127\.0\.0\.1:(\d+)/\n", process.stdout.readline())
        assert "QUEPU_HOSTS" in process.stdout.readline()
        client = ssl.create_default_context(cadata=by.der)
        connection = http.client.HTTPSConnection("127.0.0.1", int(port), timeout=60, context=client)
        assert ask(connection, "GET", "/api/v1/health", None, {})[0] == 200
        process.terminate()
        assert process.wait(60) == 0
    assert not (tmp_path / "https").exists()


def test_without_the_library_the_error_names_the_extra_to_install(tmp_path: Path) -> None:
    script = "import sys; sys.modules['cryptography'] = None; from quepu.cli import main; sys.exit(main())"
    arguments = ["serve", "--https", "--no-browser", "--lang", "en", "--data", str(tmp_path)]
    result = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False)
    expected = "error [missing_extra]: cryptography is not installed; this command requires it: python3 -m pip install 'quepu[https]'\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", expected)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--https-certificate", "x.pem"], "needs_the_other"),
        (["--https-key", "x.pem"], "needs_the_other"),
        (["--https-certificate", "", "--https-key", "x.pem"], "bad_value"),
        (["--https-certificate", "none.pem", "--https-key", "none.pem"], "unreadable_file"),
        (["--https", "--data", "damaged"], "authority_damaged"),
        (["--https", "--data", "blocked"], "unwritable_folder"),
    ],
)
def test_a_wrong_certificate_is_an_error_before_anything_is_served(
    arguments: list[str], code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "damaged/https").mkdir(parents=True)
    (tmp_path / "damaged/https/authority.pem").touch(0o600)
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked/https").symlink_to("/proc/self")
    assert main(["serve", "--no-browser", "--lang", "en", *arguments]) == 2
    out, errors = capsys.readouterr()
    assert (out, errors.startswith(f"error [{code}]: "), errors.count("\n")) == ("", True, 1), errors


# handshakes


@asynccontextmanager
async def server(tmp_path: Path, settings: Settings, most: int = 1000) -> AsyncIterator[SimpleNamespace]:
    """A server by HTTPS: ``plain`` opens a connection without a handshake and sends something, ``secure`` opens one by HTTPS."""
    by = authority(tmp_path, "box", [])
    listening = socket.create_server(("127.0.0.1", 0))
    protocol = secured(settings, most, context(server_certificate(by, ["127.0.0.1"])), ())
    config = uvicorn.Config(app, http=protocol, lifespan="off", log_config=None, timeout_graceful_shutdown=1)
    running = asyncio.create_task((serves := uvicorn.Server(config)).serve(sockets=[listening]))
    opened: list[asyncio.StreamWriter] = []
    client = ssl.create_default_context(cadata=by.der)

    async def plain(data: bytes, **options: Any) -> Connection:
        reader, writer = await asyncio.open_connection(*listening.getsockname(), **options)
        opened.append(writer)
        writer.write(data)
        return reader, writer

    async def secure(data: bytes) -> Connection:
        return await plain(data, ssl=client)

    try:
        yield SimpleNamespace(plain=plain, secure=secure, connections=serves.server_state.connections)
    finally:
        for writer in opened:
            writer.close()
        serves.should_exit = True
        await asyncio.wait_for(running, 20)


Work = Callable[[SimpleNamespace], Awaitable[Any]]


def with_server(tmp_path: Path, settings: Settings, work: Work, most: int = 1000) -> Any:
    async def run() -> Any:
        async with server(tmp_path, settings, most) as there:
            return await work(there)

    return asyncio.run(run())


CLIENT_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"


@pytest.mark.parametrize(
    "sent", [b"", CLIENT_HELLO, REQUEST % b"x", b"\x00" * 100, b"\x16" * 20_000], ids=["silent", "half", "http", "zeros", "long"]
)
def test_handshakes_that_are_never_finished_hold_nobody_up_and_are_closed(tmp_path: Path, sent: bytes) -> None:
    async def work(there: SimpleNamespace) -> list[bytes]:
        open = [await there.plain(sent) for _ in range(50)]
        others = [await answer(await there.secure(REQUEST % b"x")) for _ in range(3)]
        ends = [await answer(one) for one in open]
        return [*others, *set(ends)]

    assert with_server(tmp_path, Settings(head_seconds=1), work) == [b"ok", b"ok", b"ok", b""]


def test_a_request_that_comes_with_the_end_of_the_handshake_is_answered_and_one_that_never_comes_is_not_awaited(tmp_path: Path) -> None:
    async def work(there: SimpleNamespace) -> list[bytes]:
        silent, half = await there.secure(b""), await there.secure(b"GET /x HTTP/1.1\r\nHost:")
        slow, again = await there.secure(REQUEST % b"slow"), await there.secure(REQUEST % b"x")
        first = await answer(again)
        again[1].write(REQUEST % b"x")
        return [first, await answer(again), await answer(slow), await answer(silent), await answer(half)]

    assert with_server(tmp_path, Settings(head_seconds=0.5), work) == [b"ok", b"ok", b"ok", b"", b""]


@pytest.mark.parametrize("reset", [False, True])
def test_connections_count_before_their_handshake_and_no_more_after_their_end(tmp_path: Path, reset: bool) -> None:
    settings = Settings(local_networks=(), address_connections=2, connection_rate=None)

    async def work(there: SimpleNamespace) -> list[bytes]:
        first = [await there.plain(b"") for _ in range(2)]
        refused = await answer(await there.plain(b""))
        if reset:  # the end comes without a word
            first[0][1].get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        first[0][1].close()
        async with asyncio.timeout(20):
            while True:
                try:
                    return [refused, await answer(await there.secure(REQUEST % b"x"))]
                except OSError:  # the server has not seen the end of the first one yet
                    await asyncio.sleep(0.01)

    assert with_server(tmp_path, settings, work) == [b"", b"ok"]


def test_an_address_opens_connections_at_a_limited_rate_with_one_token_for_each(tmp_path: Path) -> None:
    settings = Settings(local_networks=(), connection_rate=Rate(per_second=0.001, burst=3))

    async def work(there: SimpleNamespace) -> list[bytes]:
        found = []
        for _ in range(4):
            try:
                found.append(await answer(await there.secure(REQUEST % b"x")))
            except OSError:
                found.append(b"refused")
        return found

    assert with_server(tmp_path, settings, work) == [b"ok", b"ok", b"ok", b"refused"]


def test_after_all_clients_are_gone_no_connection_is_counted(tmp_path: Path) -> None:
    async def work(there: SimpleNamespace) -> None:
        for sent in (b"", CLIENT_HELLO, b"no handshake"):
            (await there.plain(sent))[1].close()
        (await there.secure(b""))[1].close()
        async with asyncio.timeout(20):
            while there.connections:
                await asyncio.sleep(0.01)

    with_server(tmp_path, Settings(head_seconds=10), work)
