"""Behind the real nginx and Caddy, with the configurations in ``deploy``: HTTPS, sockets, and limits for each address."""

from __future__ import annotations

import asyncio
import datetime
import getpass
import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quepu.engine import verify
from quepu.server.play.api import qr_svg
from tests.server.play.client import Client
from tests.server.play.conftest import Server, quick_folder

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "tables.example.org"
TOKEN = "a-token-of-the-operator"
BURST = 60
SETTINGS = {
    "QUEPU_HOSTS": NAME,
    "QUEPU_TRUSTED_PROXIES": "127.0.0.1",
    "QUEPU_METRICS_TOKENS": TOKEN,
    "QUEPU_RATE_PER_SECOND": "0.001",
    "QUEPU_RATE_BURST": str(BURST),
    "QUEPU_ADDRESS_CONNECTIONS": "3",
}


@dataclass
class Proxy:
    server: Server
    port: int
    plain: int | None
    """Where it redirects to HTTPS, if that is a port of its own."""
    context: ssl.SSLContext

    def ask(self, path: str, client: str, method: str = "GET", given: object = None, **headers: str) -> http.client.HTTPResponse:
        """Ask as a client with another address of this machine."""
        connection = http.client.HTTPSConnection(NAME, self.port, timeout=60)
        plain = socket.create_connection(("127.0.0.1", self.port), 60, (client, 0))
        connection.sock = self.context.wrap_socket(plain, server_hostname=NAME)
        body = None if given is None else json.dumps(given)
        connection.request(method, path, body, {"Content-Type": "application/json", "Connection": "close", **headers})
        return connection.getresponse()

    def status(self, path: str, client: str, **headers: str) -> int:
        with self.ask(path, client, **headers) as answer:
            answer.read()
            return answer.status

    def post(self, path: str, given: object, client: str) -> Any:
        with self.ask(path, client, "POST", given) as answer:
            assert answer.status == 200
            return json.load(answer)

    def socket_options(self, client: str, **options: Any) -> dict[str, Any]:
        return {"ssl": self.context, "server_hostname": NAME, "host": "127.0.0.1", "local_addr": (client, 0), **options}


def certificate(folder: Path, host: str = NAME) -> ssl.SSLContext:
    """A certificate of a site, as ``cert.pem`` and ``key.pem``; a context that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "key.pem").write_bytes(private)
    return ssl.create_default_context(cafile=folder / "cert.pem")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, plain: int, server: Server) -> list[str]:
    site = replaced(
        (DEPLOY / "nginx.conf").read_text("utf-8"),
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl http2;", ""),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("server 127.0.0.1:8000;", f"server 127.0.0.1:{server.port};"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(folder / "cert.pem")),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(folder / "key.pem")),
    )
    own = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    process = f"user {getpass.getuser()};\nworker_processes 1;\ndaemon off;\npid {folder}/pid;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{process}http {{\naccess_log off;\n{own}{site}}}\n")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    assert Path(program).exists(), "these tests need nginx (make test installs Debian's)"
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "log")]


def caddy(folder: Path, port: int, plain: int, server: Server) -> list[str]:
    site = replaced(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        (f"\n{NAME} {{\n", f"\nhttps://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/cert.pem {folder}/key.pem\n"),
        ("127.0.0.1:8000", f"127.0.0.1:{server.port}"),
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site)
    program = shutil.which("caddy")
    assert program, "these tests need caddy (make test installs Debian's)"
    return [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextmanager
def in_front(kind: str, folder: Path, server: Server) -> Iterator[Proxy]:
    context, port, plain = certificate(folder), free_port(), free_port()
    command = (nginx if kind == "nginx" else caddy)(folder, port, plain, server)
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(folder)})
    try:
        until = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 60).close()
                break
            except ConnectionRefusedError:
                if process.poll() is not None or time.monotonic() > until:
                    raise AssertionError((folder / "log").read_text()) from None
                time.sleep(0.02)
        yield Proxy(server, port, plain if kind == "nginx" else None, context)
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest) -> Iterator[Proxy]:
    patch = pytest.MonkeyPatch()
    for name, value in SETTINGS.items():
        patch.setenv(name, value)
    with quick_folder() as folder:
        server = Server(folder / "data", "--pace", "0")
        patch.undo()
        try:
            with in_front(request.param, folder, server) as proxy:
                yield proxy
        finally:
            server.kill()


def test_the_site_is_served_by_https_with_its_headers(proxy: Proxy) -> None:
    with proxy.ask("/", "127.0.1.1") as answer:
        assert (answer.status, answer.headers["X-Content-Type-Options"]) == (200, "nosniff")
        assert b"<title>" in answer.read()
    assert proxy.status("/api/v1/ready", "127.0.1.1") == 200
    if proxy.plain is not None:
        connection = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=60)
        connection.request("GET", "/play?x=1", headers={"Host": NAME})
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/play?x=1")
        connection.close()


def test_a_game_is_played_over_its_sockets_and_links_have_its_scheme(proxy: Proxy) -> None:
    opened = proxy.post("/api/v1/rooms", {"name": "Ann", "rules": "guobiao", "hands": 1, "bots": "swift", "start": True}, "127.0.1.2")
    with proxy.ask(f"/api/v1/rooms/{opened['room']}/qr", "127.0.1.2") as answer:
        assert answer.read() == qr_svg(f"https://{NAME}:{proxy.port}/play/{opened['room']}")
    client = Client(proxy.port, opened["room"], opened["token"])
    client.address = f"wss://{NAME}:{proxy.port}/api/v1/rooms/{opened['room']}/socket"
    client.options = proxy.socket_options("127.0.1.2", origin=f"https://{NAME}:{proxy.port}")
    asyncio.run(client.play())
    assert client.game is not None
    verify(proxy.server.record(client.game))


def test_each_address_has_its_own_limit_which_a_header_cannot_change(proxy: Proxy) -> None:
    statuses = [proxy.status("/api/v1/health", "127.0.1.3") for _ in range(BURST)]
    assert set(statuses) == {200}
    assert proxy.status("/api/v1/health", "127.0.1.3") == 429
    for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
        assert proxy.status("/api/v1/health", "127.0.1.3", **{name: "198.51.100.7"}) == 429
    assert proxy.status("/api/v1/health", "127.0.1.4") == 200


def test_each_address_has_its_own_sockets(proxy: Proxy) -> None:
    room = proxy.post("/api/v1/rooms", {"name": "Ann"}, "127.0.1.5")["room"]
    address = f"wss://{NAME}:{proxy.port}/api/v1/rooms/{room}/socket"

    async def try_all() -> list[int | None]:
        found: list[int | None] = []
        opened = []
        for client in ("127.0.1.5",) * 4 + ("127.0.1.6",):
            one = await connect(address, compression=None, **proxy.socket_options(client))
            opened.append(one)
            try:  # it may be closed before it has sent anything
                await one.send(json.dumps({"v": 1, "t": "hello", "token": None, "game": None, "after": None}))
                assert json.loads(await asyncio.wait_for(one.recv(), 60))["t"] == "welcome"
                found.append(None)
            except ConnectionClosed as closed:
                found.append(closed.rcvd.code if closed.rcvd else 0)
        for one in opened:
            await one.close()
        return found

    assert asyncio.run(try_all()) == [None, None, None, 4409, None]


def test_a_socket_from_another_site_is_refused(proxy: Proxy) -> None:
    room = proxy.post("/api/v1/rooms", {"name": "Ann"}, "127.0.1.7")["room"]

    async def try_one() -> int:
        options = proxy.socket_options("127.0.1.7", origin="https://evil.example")
        try:
            async with connect(f"wss://{NAME}:{proxy.port}/api/v1/rooms/{room}/socket", **options):
                return 101
        except InvalidStatus as error:
            return error.response.status_code

    assert asyncio.run(try_one()) == 403


def test_metrics_need_a_token_through_a_proxy(proxy: Proxy) -> None:
    assert proxy.status("/metrics", "127.0.1.8") == 403
    assert proxy.status("/metrics", "127.0.1.8", Authorization=f"Bearer {TOKEN}") == 200
    assert proxy.status("/metrics", "127.0.1.8", **{"X-Forwarded-For": "127.0.0.1"}) == 403


def test_another_host_name_is_not_served(proxy: Proxy) -> None:
    with proxy.ask("/api/v1/health", "127.0.1.9", Host="evil.example") as answer:
        found = answer.status, answer.read()
    if proxy.plain is None:  # Caddy knows only its own name
        assert found == (200, b"")
    else:
        assert (found[0], json.loads(found[1])["error"]["code"]) == (421, "wrong_host")
