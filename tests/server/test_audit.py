"""``make audit`` with the real pip and the real pip-audit, and an index of our own in place of pypi.org."""

from __future__ import annotations

import json
import os
import socketserver
import ssl
import subprocess
import sys
import threading
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.server.test_real_proxies import certificate

AUDIT = Path(__file__).parents[2] / "tools" / "audit.py"
NAME = "quepu-example"
FILE = "quepu_example-1.0-py3-none-any.whl"
ADVISORY = {"id": "PYSEC-2026-1", "fixed_in": ["1.1"], "aliases": ["CVE-2026-1"], "details": "", "summary": "", "withdrawn": None}


def wheel() -> bytes:
    """A package with nothing in it."""
    folder = "quepu_example-1.0.dist-info"
    files = {
        f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n",
        f"{folder}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{folder}/RECORD,,\n"
    for path, text in files.items():
        digest = urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
        record += f"{path},sha256={digest},{len(text)}\n"
    with ZipFile(made := BytesIO(), "w") as archive:
        for path, text in {**files, f"{folder}/RECORD": record}.items():
            archive.writestr(path, text)
    return made.getvalue()


WHEEL = wheel()
DIGEST = sha256(WHEEL).hexdigest()


@dataclass
class Index:
    """What pypi.org answers, and how to reach it: programs ask it as their proxy for pypi.org, and get this one."""

    context: ssl.SSLContext
    status: int = 200
    """Of the page with the advisories."""
    vulnerabilities: list[dict[str, Any]] = field(default_factory=list)
    yanked: str = ""

    def answer(self, path: str) -> tuple[int, str, bytes]:
        if path == f"/simple/{NAME}/":
            link = f'<a href="/files/{FILE}#sha256={DIGEST}"{self.yanked}>{FILE}</a>'
            return 200, "text/html", f"<!DOCTYPE html><html><body>{link}</body></html>".encode()
        if path == f"/files/{FILE}":
            return 200, "application/octet-stream", WHEEL
        if path == f"/pypi/{NAME}/1.0/json":
            known = {"info": {}, "urls": [{"digests": {"sha256": DIGEST}}], "vulnerabilities": self.vulnerabilities}
            return self.status, "application/json", json.dumps(known).encode()
        return 404, "text/plain", b""


def handler(index: Index) -> Callable[..., BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_CONNECT(self) -> None:
            assert self.path == "pypi.org:443"
            self.send_response(200)
            self.end_headers()
            self.close_connection = False
            self.connection = index.context.wrap_socket(self.connection, server_side=True)
            self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")

        def do_GET(self) -> None:
            status, media_type, content = index.answer(self.path)
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
            self.wfile.flush()

        def finish(self) -> None:
            self.connection.close()

        def log_message(self, *given: object) -> None:
            pass

    Handler.protocol_version = "HTTP/1.1"
    return Handler


class Listening(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A program may leave at any time."""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    certificate(tmp_path, "pypi.org")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    made = Index(context)
    for name in [name for name in os.environ if name.startswith("PIP_") or name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_CERT", str(tmp_path / "cert.pem"))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "cert.pem"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with Listening(("127.0.0.1", 0), handler(made)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.server_address[1]}")
        yield made
        server.shutdown()


def audit(folder: Path, *options: str) -> tuple[int, str]:
    """The exit code, and what is printed."""
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{NAME}==1.0 --hash=sha256:{DIGEST}\n")
    command = [sys.executable, str(AUDIT), *options, str(requirements)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


ASKED = "hashes: as pinned\nadvisories: 1 of 1 packages were looked up\n"
NOT_ASKED = "hashes: as pinned\nadvisories: none could be read; nothing was looked up\n"


def test_it_passes_if_the_index_knows_no_advisory(index: Index, tmp_path: Path) -> None:
    assert audit(tmp_path, "--require") == (0, ASKED)


def test_it_fails_for_an_advisory(index: Index, tmp_path: Path) -> None:
    index.vulnerabilities = [ADVISORY]
    assert audit(tmp_path) == (1, ASKED.replace("advisories", f"{NAME} 1.0: PYSEC-2026-1, fixed in: 1.1\nadvisories"))


def test_it_fails_for_a_release_that_was_withdrawn(index: Index, tmp_path: Path) -> None:
    index.yanked = ' data-yanked="It deletes files."'
    code, said = audit(tmp_path)
    assert code == 1
    assert f"yanked version: '{NAME}' candidate (version 1.0" in said


@pytest.mark.parametrize("status", [404, 503])
def test_it_says_that_it_could_not_ask_and_fails_only_if_it_must(index: Index, tmp_path: Path, status: int) -> None:
    index.status = status
    assert audit(tmp_path) == (0, NOT_ASKED)
    assert audit(tmp_path, "--require") == (3, NOT_ASKED)
