"""Nodes of one site, each a process of its own, behind a real proxy."""

from __future__ import annotations

import getpass
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.server.play.conftest import Server

DEPLOY = Path(__file__).parents[3] / "deploy"
SECONDS = 60

ENVIRONMENT = {
    "QUEPU_TRUSTED_PROXIES": "127.0.0.1",
    "QUEPU_ADDRESS_CONNECTIONS": "100000",
    **{
        f"QUEPU_{name}_PER_SECOND": "none"
        for name in (
            "RATE",
            "PAGE_RATE",
            "CONNECT_RATE",
            "CONNECTION_RATE",
            "MEMBER_CONNECT_RATE",
            "ROOM_CONNECT_RATE",
            "ADDRESS_SOCKET_RATE",
        )
    },
}
"""Behind the proxy all clients of a test are one address."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


class Node(Server):
    """``quepu serve --node`` with a folder of its own."""

    def __init__(self, folder: Path, database: str, *options: str) -> None:
        folder.mkdir()
        self.folder = folder
        self.port = free_port()
        self.options = ("--database", database, "--node", f"127.0.0.1:{self.port}", *options)
        self.start()

    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")

    def requests(self, pattern: str) -> int:
        """How many requests the log has whose address has this pattern."""
        return len(re.findall(rf'"\S+ {pattern} HTTP', self.log()))


@contextmanager
def without_limits(**more: str) -> Iterator[None]:
    """Servers that are started in this block do not limit what an address does. ``more`` are other variables."""
    environment = {**ENVIRONMENT, **more}
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def two_nodes(folder: Path, database: str, *options: str, **environment: str) -> Iterator[list[Node]]:
    nodes: list[Node] = []
    with without_limits(**environment):
        try:
            for name in ("one", "two"):
                nodes.append(Node(folder / name, database, *options))
            yield nodes
        finally:
            for node in nodes:
                node.kill()


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """nginx with the configuration in ``deploy``, except for names, addresses and TLS; the port where it listens."""
    port = free_port()
    text = (DEPLOY / "nginx-nodes.conf").read_text("utf-8")
    text = text[: text.index("server {\n    listen 80;")] + text[text.index("server {\n    listen 443") :]
    text = re.sub(r"    listen .*\n|    ssl_.*\n", "", text).replace("    server_name", f"    listen 127.0.0.1:{port};\n    server_name", 1)
    for number, node in enumerate(ports):
        text = text.replace(f"10.0.0.1{1 + number}:8000", f"127.0.0.1:{node}")
    assert "10.0.0" not in text
    (folder / "site.conf").write_text(text, "utf-8")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = (
        f"user {getpass.getuser()};\nworker_processes 1;\nworker_rlimit_nofile 20000;\ndaemon off;\npid {folder}/nginx.pid;\n"
        "events { worker_connections 16384; }\n"
        f"http {{\naccess_log off;\n{temporary}include {folder}/site.conf;\n}}\n"
    )
    (folder / "nginx.conf").write_text(main, "utf-8")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    assert Path(program).exists(), "these tests need nginx (make test installs Debian's)"
    log = folder / "error.log"
    with _running([program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(log)], port, log):
        yield port


@contextmanager
def caddy(folder: Path, ports: Sequence[int]) -> Iterator[int]:
    """Caddy with the configuration in ``deploy``, except for names and addresses; the port where it listens."""
    port = free_port()
    text = (DEPLOY / "Caddyfile-nodes").read_text("utf-8").replace("tables.example.org {", f"http://127.0.0.1:{port} {{")
    for number, node in enumerate(ports):
        text = text.replace(f"10.0.0.1{1 + number}:8000", f"127.0.0.1:{node}")
    assert "10.0.0" not in text
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text, "utf-8")
    program = shutil.which("caddy")
    assert program is not None, "these tests need Caddy (make test installs Debian's)"
    log = folder / "caddy.log"
    with _running([program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")], port, log, HOME=str(folder)):
        yield port


@contextmanager
def _running(command: list[str], port: int, log: Path, **environment: str) -> Iterator[None]:
    """Run a proxy until the end of the block."""
    with log.open("ab") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, **environment})
    try:
        until = time.monotonic() + SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                if process.poll() is not None or time.monotonic() > until:
                    raise AssertionError(log.read_text("utf-8")) from None
                time.sleep(0.01)
        yield
    finally:
        process.terminate()
        process.wait(SECONDS)
