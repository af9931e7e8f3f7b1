"""The entries of the server: HTTP and sockets within this process, for many inputs a second, and bytes on the wire of a real one."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import re
import socket
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

from quepu.errors import MESSAGES
from quepu.server.app import create_app
from quepu.server.settings import Settings
from tests.fuzz.entry import CORPUS, Entry
from tests.fuzz.mutation import Mutator
from tests.server.play.conftest import Server
from tests.server.play.hostile import Hostile

_KEPT = 2000
"""So many inputs come to one application; then another begins, as rooms and games remain in its memory."""
_ANSWER_SECONDS = 60
_STATUSES = {200, 206, 304, 307, 308, 400, 404, 405, 408, 409, 413, 415, 416, 421, 429}
"""What the API and the pages may answer. 5xx is never right: one client alone does not keep the server busy."""
_CLOSED = {1000, 1008, 4400, 4401, 4403, 4404, 4408, 4409, 4413, 4429, 4430}
_SENT = {
    "welcome", "update", "table", "room", "answered", "more", "error", "pong", "phrase", "committed", "opened", "invite",
}  # fmt: skip
"""What docs/protocol.md lists. A socket is never closed with 1011: that is an error of the server."""
_N, _HAND = 70707, 80808
"""Stand for the numbers that count now in what Hostile writes."""

_PATHS = (
    "/", "/hand", "/learn", "/learn/tiles", "/rules", "/rules/lingque28", "/practice", "/daily/", "/play", "/play/{room}", "/replay/{game}",
    "/static/js/main.js", "/openapi.json",
    *(
        f"/api/v1{path}"
        for path in (
            "/parse", "/score", "/score/batch", "/waits", "/discards", "/compare", "/overlay", "/rules",
            "/rules/guobiao", "/rules/guobiao/fans",
            "/rules/lingque28/diff/lingque26", "/practice", "/practice/daily", "/lessons", "/health", "/play", "/rooms",
            "/rooms/{room}", "/rooms/{room}/rules",
            "/rooms/{room}/join", "/rooms/{room}/hint", "/rooms/{room}/score", "/rooms/{room}/qr", "/games/{game}",
            "/games/{game}/record",
            "/games/{game}/steps", "/games/{game}/continue", "/records",
        )
    ),
)  # fmt: skip


class Heard(logging.Handler):
    """Collects the errors that the server logs."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


class Application:
    """The site in this process, with a room and a finished game, and without rate limits."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        unlimited: dict[str, Any] = {one.name: None for one in fields(Settings) if one.name.endswith("rate")}
        self.app = create_app(Settings(pace=0, **unlimited))
        self.running = self.app.router.lifespan_context(self.app)
        self.runner.run(self.running.__aenter__())
        self.heard = Heard()
        logging.getLogger("quepu").addHandler(self.heard)
        logging.getLogger("asyncio").addHandler(self.heard)
        opened = self.post("/rooms", {"name": "host", "start": True, "bots": "random", "rules": "lingque28", "hands": 4})
        self.names = {b"{room}": str(opened["room"]).encode(), b"{token}": str(opened["token"]).encode()}
        record = (CORPUS / "records/guobiao.jsonl").read_bytes()
        status, _, body = self.ask("POST", b"/api/v1/records", [(b"content-type", b"application/x-ndjson")], record)
        assert status == 200, body
        self.names[b"{game}"] = str(json.loads(body)["game"]).encode()

    def close(self) -> None:
        for name in ("quepu", "asyncio"):
            logging.getLogger(name).removeHandler(self.heard)
        self.runner.run(self.running.__aexit__(None, None, None))
        self.runner.close()

    def fill_in(self, data: bytes) -> bytes:
        for name, value in self.names.items():
            data = data.replace(name, value)
        return data

    def check_log(self) -> None:
        assert not self.heard.said, "\n".join(self.heard.said)

    def post(self, path: str, given: object) -> Any:
        status, _, body = self.ask("POST", f"/api/v1{path}".encode(), [(b"content-type", b"application/json")], json.dumps(given).encode())
        assert status == 200, body
        return json.loads(body)

    def ask(self, method: str, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        """Status, headers and body of the answer, as a server that speaks ASGI has them."""
        path, _, query = target.partition(b"?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": unquote(path.decode("ascii", "replace")), "raw_path": path, "query_string": query, "root_path": "",
            "headers": [(b"host", b"localhost"), *headers], "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip
        sent: list[dict[str, Any]] = []
        coming = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if coming:
                return coming.pop()
            await asyncio.sleep(_ANSWER_SECONDS)
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def run() -> None:
            async with asyncio.timeout(_ANSWER_SECONDS):
                await self.app(scope, receive, send)  # type: ignore[arg-type]  # plain dicts are what ASGI sends

        self.runner.run(run())
        content = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], dict(sent[0]["headers"]), content

    async def converse(self, room: bytes, query: bytes, messages: list[str | bytes]) -> list[Any]:
        """Open a socket, send these messages and a ping, and return what was sent back until the pong or the close; last the close code."""
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "scheme": "ws",
            "path": f"/api/v1/rooms/{room.decode()}/socket", "raw_path": b"",
            "query_string": query, "root_path": "", "headers": [(b"host", b"localhost")], "subprotocols": [], "client": ("127.0.0.1", 1),
            "server": ("localhost", 80), "http_version": "1.1",
        }  # fmt: skip
        coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        answers: list[Any] = []
        ended = asyncio.Event()

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.close":
                answers.append(message.get("code", 1000))
                ended.set()
            elif message["type"] == "websocket.send":
                answers.append(json.loads(message["text"]))
                if answers[-1]["t"] == "pong":
                    ended.set()

        coming.put_nowait({"type": "websocket.connect"})
        for given in messages:
            coming.put_nowait({"type": "websocket.receive", "text" if isinstance(given, str) else "bytes": given})
        coming.put_nowait({"type": "websocket.receive", "text": '{"v":1,"t":"ping"}'})
        serving = asyncio.create_task(self.app(scope, coming.get, send))  # type: ignore[arg-type]  # plain dicts are what ASGI sends
        async with asyncio.timeout(_ANSWER_SECONDS):
            waiting = asyncio.create_task(ended.wait())
            await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
            coming.put_nowait({"type": "websocket.disconnect", "code": 1001})
            waiting.cancel()
            await serving
        return answers


class OfServer(Entry):
    """Has an application, and a new one now and then."""

    def __init__(self) -> None:
        self.application = Application()
        self.asked = 0

    def fresh(self) -> Application:
        self.asked += 1
        if self.asked % _KEPT == 0:
            self.application.close()
            self.application = Application()
        return self.application

    def close(self) -> None:
        self.application.close()


class Http(OfServer):
    """An input is a request: its method and target in a line, then its headers, an empty line, and the body."""

    name = "http"
    tokens = (
        *(path.encode() for path in _PATHS), b"GET ", b"POST ", b"PUT ", b"HEAD ", b"OPTIONS ", b"content-type: application/json\n",
        b"content-type: application/x-ndjson\n", b"accept-language: zh;q=0.5\n", b"accept-encoding: gzip\n", b"range: bytes=0-1\n",
        b"if-none-match: *\n", b"host: example.org\n", b"?lang=zh", b"&lang=en", b"?explain=true", b"?q=", b"?seed=1",
        b"?level=hard", b"?weak=",
        b"?date=2026-02-30", b"?hand=1&seat=E", b"%00", b"%2e%2e%2f", b"%ff", b"../", b"{room}", b"{game}", b"{token}",
        b'"hand":', b'"toml":',
        b'"name":', b'"overlay":', b'"seen":', b'"rules":', b'"clock":', b'"bots":', b"1" * 60 + b"m", b"123m" * 30, b"\xff", b"[", b"{",
    )  # fmt: skip

    def seeds(self) -> list[bytes]:
        paths = [f"GET {path}\n\n".encode() for path in _PATHS]
        record = (CORPUS / "records/lingque26.jsonl").read_bytes()
        return [*super().seeds(), *paths, b"POST /api/v1/records\ncontent-type: application/x-ndjson\n\n" + record]

    def mutate(self, mutator: Mutator) -> bytes:
        head, empty, body = mutator.seed().partition(b"\n\n")
        chance = mutator.random.random()
        if chance < 0.5 and body:
            return head + empty + mutator.json(body)
        if chance < 0.7:
            return mutator.change(head) + empty + body
        if chance < 0.8:
            return mutator.seed().partition(b"\n\n")[0] + empty + body
        return mutator.next()

    def run(self, data: bytes) -> str:
        application = self.fresh()
        head, _, body = application.fill_in(data).partition(b"\n\n")
        first, *lines = head.split(b"\n")
        method, _, target = first.partition(b" ")
        headers = [
            (name.lower(), value)
            for name, _, value in (line.partition(b": ") for line in lines)
            if re.fullmatch(rb"[!#-'*+.0-9A-Z^-z|~-]+", name) and not re.search(rb"[\0-\x1f\x7f]", value)
        ]
        target = re.sub(rb"[^!-~]", b"", target)
        called = re.sub(r"[^A-Z]", "", method.decode("latin-1").upper()) or "GET"
        status, answered, content = application.ask(called, target if target.startswith(b"/") else b"/" + target, headers, body)
        assert status in _STATUSES, (status, content[:500])
        if answered.get(b"content-encoding") == b"gzip":
            content = gzip.decompress(content)
        code = ""
        if answered.get(b"content-type", b"").startswith(b"application/json") and called != "HEAD" and status != 304:
            given: Any = json.loads(content) if status != 206 else None
            if status >= 400:
                code = given["error"]["code"]
                assert code in MESSAGES
                assert isinstance(given["error"]["message"], str)
        application.check_log()
        return f"{status} {code or target.partition(b'?')[0][:20].decode('ascii', 'replace') if status >= 400 else ''}"


class Sockets(OfServer):
    """An input is the messages of one connection, one in each line; a line that begins with a NUL is a binary frame."""

    name = "websocket"
    tokens = (
        *(
            f'"{word}"'.encode()
            for word in (
                "v", "t", "hello", "act", "ready", "more", "phrase", "propose", "vote", "remove", "start", "sit", "stand", "away", "back",
                "ping", "token", "game", "after", "n", "action", "from_hand", "hand", "nonce", "commitment", "kind", "takeback", "rematch",
                "end", "id", "agree", "member", "name",
            )
        ),
        b"{token}", b"{n}", b"\n", b"\0", b"null", b"true", b"1e400",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.hostile: Hostile | None = None
        self.n = self.hand = 1

    def mutate(self, mutator: Mutator) -> bytes:
        if mutator.random.random() < 0.4:
            lines = mutator.seed().split(b"\n")
            at = mutator.random.randrange(len(lines))
            lines[at] = mutator.json(lines[at]) if mutator.random.random() < 0.5 else mutator.change(lines[at])
            return b"\n".join(lines)
        self.hostile = self.hostile or Hostile(mutator.random)
        written = [self.hostile.message(_N, _HAND).replace("\n", " ") for _ in range(1 + mutator.random.randrange(6))]
        first = '{"v":1,"t":"hello","token":"{token}"}' if mutator.random.random() < 0.9 else written.pop()
        text = "\n".join([first, *written]).replace(str(_N), "{n}").replace(str(_HAND), "{hand}")
        return text.encode("utf-8", "surrogatepass")

    def run(self, data: bytes) -> str:
        application = self.fresh()
        filled = application.fill_in(data).replace(b"{n}", str(self.n).encode()).replace(b"{hand}", str(self.hand).encode())
        messages = [line[1:] if line.startswith(b"\0") else line.decode("utf-8", "replace") for line in filled.split(b"\n")]
        query = b"lang=zh" if len(data) % 2 else b""
        answers = application.runner.run(application.converse(application.names[b"{room}"], query, messages))
        codes = [self.check(answer) for answer in answers]
        assert answers, "nothing was answered, and the connection was not closed"
        application.check_log()
        return codes[-2] if codes[-1] == "pong" and len(codes) > 1 else codes[-1]

    def check(self, answer: Any) -> str:
        if isinstance(answer, int):
            assert answer in _CLOSED, answer
            return str(answer)
        assert answer["v"] == 1
        assert answer["t"] in _SENT, answer
        if answer["t"] == "error":
            assert answer["error"]["code"] in MESSAGES
            assert isinstance(answer["error"]["message"], str)
            return str(answer["error"]["code"])
        table = answer.get("table")
        if table is not None:
            self.n, self.hand = table["n"], (table["hand"] or {"number": 1})["number"]
        return str(answer["t"])


class Wire(Entry):
    """An input is any bytes sent over a connection to ``quepu serve``."""

    name = "wire"
    tokens = (
        b"GET ", b"POST ", b" HTTP/1.1\r\n", b" HTTP/1.0\r\n", b"Host: localhost\r\n", b"Content-Length: ",
        b"Transfer-Encoding: chunked\r\n",
        b"Connection: Upgrade\r\nUpgrade: websocket\r\n", b"Content-Type: application/json\r\n",
        b"Expect: 100-continue\r\n", b"\r\n\r\n", b"0\r\n\r\n",
        b"\x81\x85\0\0\0\0hello", b"\x88\x80\0\0\0\0", b"\x89\x80\0\0\0\0", b"\x82\xfe\xff\xff", b"/api/v1/score",
        b"/api/v1/rooms/x/socket",
    )  # fmt: skip

    def __init__(self) -> None:
        memory = Path("/dev/shm")
        self.folder = TemporaryDirectory(dir=memory if memory.is_dir() else None)
        for one in fields(Settings):
            if one.name.endswith("rate"):
                os.environ[f"QUEPU_{one.name.upper()}"] = "none"
        self.server = Server(Path(self.folder.name), "--pace", "0")
        self.processes = family(self.server.process.pid)

    def close(self) -> None:
        for process in reversed(family(self.server.process.pid)):
            with suppress(ProcessLookupError):
                os.kill(process, 9)
        self.server.process.communicate()
        self.folder.cleanup()

    def run(self, data: bytes) -> str:
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as connection:
            with suppress(ConnectionError):
                connection.sendall(data)
            answer = self.read(connection)
        self.check_alive()
        if not answer:
            return "no answer"
        status = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
        assert status, answer[:200]
        assert int(status[1]) < 500, answer[:1000]
        return status[1].decode()

    def read(self, connection: socket.socket) -> bytes:
        """The beginning of the answer; none if the server waits for more."""
        connection.settimeout(0.05)
        for _ in range(4):
            try:
                return connection.recv(65536)
            except TimeoutError:
                self.check_alive()
            except ConnectionError:
                return b""
        return b""

    def check_alive(self) -> None:
        """That the server runs, and that no process of it has been started again."""
        assert self.server.process.poll() is None, self.log()
        assert family(self.server.process.pid) == self.processes, "a process of the server died\n" + self.log()

    def log(self) -> str:
        path = Path(self.folder.name) / "server.log"
        return path.read_text("utf-8", "replace")[-10_000:] if path.exists() else ""


def family(process: int) -> list[int]:
    """A process and all that it has started."""
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return [process]
    return [process, *(one for child in children for one in family(int(child)))]
