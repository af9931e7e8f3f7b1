"""``quepu serve``: the site on this machine, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import io
import logging
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno
import sqlalchemy as sa
import uvicorn
from fastapi import FastAPI
from sqlalchemy import URL
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from quepu.cli.data import NAME, data_folder
from quepu.cli.serve_https import Https, Own, https_by_authority, https_with
from quepu.cli.streams import can_colour
from quepu.errors import QuepuError
from quepu.server.app import create_app, create_compute_app, end_soon
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.compute import ComputeProcesses
from quepu.server.cluster.processes import computing
from quepu.server.connections import BACKLOG, limited, max_connections
from quepu.server.handshakes import secured
from quepu.server.logs import JSON, TEXT, log_crashes, logging_to
from quepu.server.play.engine import ENGINE
from quepu.server.play.messages import MAX_FIRST_BYTES
from quepu.server.play.store import Store
from quepu.server.play.store_connect import file_url
from quepu.server.settings import Settings
from quepu.server.supervisor import END_SECONDS, supervise
from quepu.texts import say

LOG = logging.getLogger("quepu.server")

PORT = 8000
_TRIED = 50
"""How many ports are tried from the first one on when no port is given."""
_PATIENCE = 1.0
"""How many seconds a given port may take to become free."""
_CHECK, _CHECK_AGAIN = 5.0, 0.5
"""How many seconds the check of the database may take: when the server starts, and when its child is started again."""
_LOOPBACK = "127.0.0.1"
_DRAIN = 10
"""How many seconds longer the end of a node may take, so that others go on with its rooms."""
PING_SECONDS, PONG_SECONDS = 3.0, 5.0
"""How often connections are checked, and how long an answer may take. Together less than ten seconds: those at a table want to know soon
that somebody they wait for has lost the connection."""


def serve(
    host: str | None,
    port: int | None,
    lan: bool,
    https: Own | bool,
    data: str | None,
    database: str | None,
    node: str | None,
    compute: int | None,
    pace: float,
    browser: bool,
    lang: str,
    log_form: str | None = None,
) -> int:
    """Serve until interrupted; the exit code."""
    form = _log_form(log_form)
    hosts = [lan_address(), _LOOPBACK] if lan else [host or _LOOPBACK]
    log = None if data is None else _folder(data)
    store_url = database_url(data, database)
    given: dict[str, Any] = {} if compute is None else {"compute": compute}
    settings = Settings.from_environment(pace=pace, hosts=names(host), **given)
    node = _node(node or os.environ.get("QUEPU_NODE"), store_url)
    secure = _https(https, hosts, host, data)
    with _computing(settings, data, log, form) as processes, contextlib.ExitStack() as open_sockets:
        app = create_app(settings)
        app.state.compute = processes
        sockets = [open_sockets.enter_context(listening) for listening in listen(hosts, port)]
        site = Site(app, settings, sockets, secure, lan)
        if secure is not None and secure.authority is not None:
            site.plain += [open_sockets.enter_context(listening) for listening in listen(hosts, None, _port(sockets[0]) + 1)]

        def work(started: Callable[[], None], again: bool) -> int:
            with logging_to(log, form):
                log_crashes()
                with contextlib.closing(Store(store_url, _CHECK_AGAIN if again else _CHECK, shared=node is not None)) as store:
                    if not again:
                        _announce(site, browser, lang)
                    app.state.play.store = store
                    if node is not None:
                        app.state.play.cluster = _nodes(store_url, node)
                    return _run(site, started, access_log=log is not None and form == TEXT)

        def died(reason: str, again: bool) -> None:
            with logging_to(log, form):
                LOG.error("the serving process died (%s) and is %s", reason, "started again" if again else "not started again")
            if again and log is not None and form == TEXT:
                print(say(lang, "serve_died", reason=reason), file=sys.stderr, flush=True)

        # a full garbage collection visits the objects of all games and delays them all, so it is done less often
        gc.freeze()
        gc.set_threshold(20_000, 20, 100)
        code = supervise(work, died, END_SECONDS if node is None else END_SECONDS + _DRAIN + int(settings.drain_seconds))
    if code == 0:
        print(say(lang, "serve_ended"))
    return code


@contextlib.contextmanager
def _computing(settings: Settings, data: str | None, log: Path | None, form: str) -> Iterator[ComputeProcesses | None]:
    """The processes that compute; None if there are none."""
    if not settings.compute:
        yield None
        return
    secret = secrets.token_urlsafe(24)
    app = create_compute_app(settings, secret)

    def work(listening: socket.socket) -> int:
        with logging_to(log, form):
            log_crashes()
            quiet: dict[str, Any] = {"log_config": None, "access_log": False, "proxy_headers": False, "server_header": False}
            config = uvicorn.Config(app, http=H11Protocol, ws="none", lifespan="off", **quiet)
            uvicorn.Server(config).run(sockets=[listening])
        return 0

    def died(reason: str) -> None:
        with logging_to(log, form):
            LOG.error("a process that computes died (%s) and is started again", reason)

    gc.freeze()
    with computing(settings.compute, _folder(data), work, died) as addresses:
        yield ComputeProcesses(addresses, secret) if addresses else None


def _log_form(given: str | None) -> str:
    """The form of the log: given, or from the environment."""
    form = given or os.environ.get("QUEPU_LOG", "").strip() or TEXT
    if form not in (TEXT, JSON):
        raise QuepuError("bad_variable", option="QUEPU_LOG", text=form[:100], wanted=f"{TEXT}, {JSON}")
    return form


@dataclass
class Site:
    """The site, and where it is served."""

    app: FastAPI
    settings: Settings
    sockets: list[socket.socket]
    https: Https | None = None
    lan: bool = False
    plain: list[socket.socket] = field(default_factory=list)
    """The sockets of the page that explains how to trust the local authority."""

    @property
    def address(self) -> str:
        return url(self.sockets[0], "https" if self.https else "http")

    def protocol(self) -> type[asyncio.Protocol]:
        """The protocol of its connections."""
        if self.https is None:
            return limited(self.settings, max_connections())
        return secured(self.settings, max_connections(), self.https.context, {_port(listening) for listening in self.plain})

    def application(self) -> ASGIApp:
        return self.app if self.https is None else self.https.with_page(self.app, self.settings, _port(self.sockets[0]))


def _node(address: str | None, database: str | sa.URL) -> str | None:
    """The address under which other nodes reach this server, as HOST:PORT; None if it is alone. Raises QuepuError."""
    if not address:
        return None
    parts = urlsplit(f"//{address}")
    try:
        is_right = bool(parts.hostname and parts.port) and parts.netloc == address and "@" not in address
    except ValueError:  # of the port
        is_right = False
    if not is_right:
        raise QuepuError("bad_value", option="--node", text=address)
    if not str(database).startswith("postgresql"):
        raise QuepuError("nodes_need_postgresql")
    return address


def _nodes(database: str | sa.URL, address: str) -> Cluster:
    from quepu.server.cluster.nodes import Nodes  # it needs psycopg, which only PostgreSQL needs

    return Nodes(database, address, ENGINE)


def _https(wanted: Own | bool, hosts: list[str], host: str | None, data: str | None) -> Https | None:
    """How the site is served by HTTPS; None if it is not."""
    if isinstance(wanted, Own):
        return https_with(wanted)
    if not wanted:
        return None
    listening = [lan_address(), _LOOPBACK] if host in ("0.0.0.0", "::") else hosts
    return https_by_authority(lambda: _folder(data), listening, names(host))


def _announce(site: Site, browser: bool, lang: str) -> None:
    """Print the address of the site and how to use it, and open it in a browser."""
    print(say(lang, "serve_lan" if site.lan else "serve_at", address=site.address))
    authority = site.https and site.https.authority
    if authority:
        page = url(site.plain[0])
        print(say(lang, "serve_trust", address=page))
        if site.lan:
            print(qr_code(page))
        print(say(lang, "serve_fingerprint", name=authority.name, fingerprint=authority.fingerprint))
        print(say(lang, "serve_then", address=site.address))
    elif site.https:
        print(say(lang, "serve_own_certificate"))
    if site.lan:
        print(qr_code(site.address))
    if site.lan and site.https is None:
        print(say(lang, "serve_lan_http"))
    print(say(lang, "serve_stop"), flush=True)
    if browser and _has_screen():
        # the socket is listening already, so a fast browser waits for the server
        threading.Thread(target=webbrowser.open, args=(site.address,), daemon=True).start()


def _run(site: Site, started: Callable[[], None], access_log: bool) -> int:
    """Serve until interrupted."""
    config = uvicorn.Config(
        site.application(),
        http=site.protocol(),
        backlog=BACKLOG,
        log_config=None,
        access_log=access_log,
        ws_per_message_deflate=False,
        ws_max_size=MAX_FIRST_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        proxy_headers=False,  # otherwise any local client could claim another address
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    # so that the thread of the store continues at once after each call of the database, not after Python's default of 5 ms
    sys.setswitchinterval(0.0005)
    server = _Server(config, started, partial(end_soon, site.app))
    with _ended_by_signals(server):
        server.run(sockets=[*site.sockets, *site.plain])
    return 0


class _Server(uvicorn.Server):
    """uvicorn's server that reports when it serves and when it is about to end, and does not wait for connections that were accepted at the
    last moment."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None], ending: Callable[[], Awaitable[None]]) -> None:
        """``ending`` is awaited before connections are closed."""
        super().__init__(config)
        self._report_started = started
        self._report_ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._report_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """uvicorn closes the connections once, and would wait for one that is accepted after that."""
        await self._report_ending()
        asked = set(self.server_state.connections)
        closing = asyncio.create_task(super().shutdown(sockets))
        while not closing.done():
            await asyncio.wait([closing], timeout=0.1)
            for connection in self.server_state.connections - asked:
                connection.shutdown()
                asked.add(connection)
        await closing


@contextlib.contextmanager
def _ended_by_signals(server: uvicorn.Server) -> Iterator[None]:
    """uvicorn handles signals only while its event loop runs, and raises them again afterwards. An exception while the loop is created or
    closed would leave it half made, and one afterwards would end the process before the database is closed."""
    before = {number: signal.signal(number, server.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def listen(hosts: list[str], port: int | None, first: int | None = None) -> list[socket.socket]:
    """A listening socket at each host, all at one port: the given one, or the first free one from ``first`` on."""
    first = PORT if first is None else first
    for candidate in [port] if port is not None else range(first, min(first + _TRIED, 2**16)):
        # a server that was killed a moment ago may still hold the port
        until = time.monotonic() + (_PATIENCE if port else 0)
        while True:
            sockets = _listen_at(hosts, candidate)
            if sockets:
                return sockets
            if time.monotonic() >= until:
                break
            time.sleep(0.02)
    raise QuepuError("port_taken", port=port if port is not None else f"{first}–{first + _TRIED - 1}")


def _listen_at(hosts: list[str], port: int) -> list[socket.socket]:
    """A listening socket at each host; none if the port is taken."""
    sockets: list[socket.socket] = []
    try:
        for host in hosts:
            # port 0 is any free one: all hosts use the one that the first host got
            sockets.append(_listen(host, sockets[0].getsockname()[1] if sockets else port))
    except (OSError, UnicodeError) as error:  # the latter for a host that cannot be a name
        for opened in sockets:
            opened.close()
        if getattr(error, "errno", None) != errno.EADDRINUSE:
            reason = getattr(error, "strerror", None) or str(error)
            raise QuepuError("cannot_listen", text=f"{hosts[len(sockets)]}:{port}", reason=reason) from error
        return []
    return sockets


def _listen(host: str, port: int) -> socket.socket:
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listening = socket.create_server(address, family=family, backlog=512)
    # asyncio sets TCP_NODELAY only on sockets that have the protocol of TCP; without it every answer of two packets waits 40 ms
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=listening.detach())


def lan_address() -> str:
    """This machine's address in its network. No packet is sent: connecting a UDP socket only chooses a route."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation
            address: str = probe.getsockname()[0]
    except OSError as error:
        raise QuepuError("no_lan") from error
    if address.startswith("127."):
        raise QuepuError("no_lan")
    return address


def names(host: str | None) -> tuple[str, ...]:
    """The host names of this server: where it listens, the name of the machine, and those in ``QUEPU_HOSTS``."""
    machine = socket.gethostname()
    more = os.environ.get("QUEPU_HOSTS", "").split(",")
    return tuple(name for name in (host or "", machine, f"{machine}.local", *(one.strip() for one in more)) if name)


def url(listening: socket.socket, scheme: str = "http") -> str:
    """The address to type into a browser."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = _LOOPBACK
    return f"{scheme}://[{host}]:{port}/" if ":" in host else f"{scheme}://{host}:{port}/"


def _port(listening: socket.socket) -> int:
    port: int = listening.getsockname()[1]
    return port


def qr_code(text: str) -> str:
    """A QR code of half blocks for a terminal. The blocks are the light part, whatever the terminal's colours are."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" if can_colour(sys.stdout) else line for line in drawn.getvalue().splitlines())


def database_url(data: str | None, database: str | None) -> str | URL:
    """The URL of the database: as it is given, as the environment has it, or of the file in the folder."""
    return database or os.environ.get("QUEPU_DATABASE") or file_url(_folder(data) / NAME)


def _folder(data: str | None) -> Path:
    """The folder for the database, which is created if needed."""
    folder = data_folder() if data is None else Path(data)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        raise QuepuError("unwritable_folder", text=str(folder), reason=getattr(error, "strerror", None) or str(error)) from error
    return folder


def _has_screen() -> bool:
    """Whether a browser would have a window. A browser in the terminal is not opened."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
