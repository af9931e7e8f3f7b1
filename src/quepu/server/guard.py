"""Middleware around the application: headers on every answer, errors without internals, and limits for each address."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.addresses import RELAYED, Addresses
from quepu.server.http import discard_body, error_answer
from quepu.server.metrics.counted import REFUSED
from quepu.server.settings import Settings
from quepu.server.tokens import Account, Buckets, too_many_requests

LOG = logging.getLogger("quepu.server")

WORKER = "/static/shared/offline-worker.js"
"""The only script that may compile WebAssembly: it runs Pyodide, in a thread of its own and without access to the page."""


def policy(path: str) -> str:
    """The content policy of what is at this path: everything comes from this server, and no code is made from text."""
    scripts = "script-src 'self' 'wasm-unsafe-eval'" if path == WORKER else "script-src 'self'"
    return "; ".join(
        (
            "default-src 'none'",
            scripts,
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "font-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


HEADERS = {  # and the content policy, which depends on the path
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """The outermost middleware. Its headers let pages load from and connect to this server only."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                if RELAYED in scope:  # the headers are added where the request came in
                    await send(message)
                    return
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers["Content-Security-Policy"] = policy(scope["path"])
                headers.setdefault("Cache-Control", "no-store")
                headers.add_vary_header("Accept-Language")
            await send(message)

        try:
            await self.app(scope, receive, send_guarded)
        except ClientDisconnect:  # there is nobody to answer
            return
        except Exception:
            LOG.exception("%s %s", scope["method"], scope["path"])
            if not started:
                answer = error_answer(Request(scope), QuepuError("internal_error"), 500)
                await answer(scope, receive, send_guarded)


class Hosts:
    """Refuses requests for other host names. Otherwise a page elsewhere could make its own name resolve to this server, and would count as
    this server's page (DNS rebinding). Numeric addresses cannot be used for that.

    Starlette's ``TrustedHostMiddleware`` does not know numeric addresses, and answers with plain text, also to sockets."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = None if settings.hosts is None else {name.casefold() for name in settings.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        exempt = self.names is None or scope["type"] not in ("http", "websocket") or RELAYED in scope
        if exempt or self.is_own(host := Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            REFUSED.labels("host").inc()
            answer = error_answer(Request(scope), QuepuError("wrong_host", text=host[:100]))
            await answer(scope, receive, send)

    def is_own(self, host: str) -> bool:
        """Whether a ``Host`` is this server. Programs other than browsers may leave it out."""
        assert self.names is not None
        name = re.sub(r":\d*$", "", host).rstrip(".").casefold()
        if not name or name == "localhost" or name.endswith(".localhost") or name in self.names:
            return True
        try:
            ipaddress.ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
        except ValueError:
            return False
        return True


_PRICE = {
    "batch": 20,
    "records": 20,
    "discards": 5,
    "practice": 5,
    "daily": 5,
    "rooms": 5,
    "bots": 5,
    "ladder": 2,
    "join": 5,
    "forget": 5,
    "steps": 5,
    "continue": 20,
    "analyse": 20,
    "review": 2,
    "studies": 20,
    "figures": 2,
    "report": 5,
    "comparison": 5,
    "csv": 5,
    "parquet": 5,
    "documents": 5,
    "import": 20,
    "export": 5,
    "unlock": 5,
    "pin": 5,
    "delete": 5,
    "state": 2,
    "players": 2,
    "gallery": 2,
    "match": 5,
    "events": 10,
    "start": 20,
    "results": 5,
    "sign-up": 10,
    "sign-in": 10,
    "recover": 10,
    "password": 10,
    "codes": 5,
    "claim": 5,
    "people": 2,
    "friends": 2,
    "block": 2,
    "profile": 2,
}
"""The tokens that a request pays in advance, by the end of its path: more where the answer takes longer, or something is stored; 1 for all
others. The rest is paid when the answer is done."""


_PAUSE = 0.5
"""How many seconds a refusal takes."""


class RateLimit:
    """Limits the rate of requests of each address, and how many of them are in progress at a time."""

    def __init__(self, app: ASGIApp, settings: Settings, share: Callable[[str, Buckets | None], None] = lambda name, buckets: None) -> None:
        """``share`` lets limits hold for all nodes together."""
        self.app = app
        self.settings = settings
        self.addresses = Addresses(settings)
        self.others = Buckets(settings.rate) if settings.rate else None
        self.local = Buckets(settings.local_rate) if settings.local_rate else None
        self.pages = Buckets(settings.page_rate) if settings.page_rate else None
        self.in_progress: Counter[str] = Counter()
        for name, buckets in (("requests", self.others), ("local", self.local), ("pages", self.pages)):
            share(name, buckets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        address, local = self.addresses.who(scope)
        if RELAYED in scope:  # what it costs is paid where it came in
            account = Account(self.settings, None, address, 0, scope[RELAYED])
            await self.app({**scope, Account.KEY: account}, receive, send)
            return
        if scope["path"].startswith("/api/"):
            buckets, price = self.local if local else self.others, _PRICE.get(scope["path"].rpartition("/")[2], 1)
        else:
            buckets, price = None if local else self.pages, 1
        account = Account(self.settings, buckets, address, price)
        self.in_progress[address] += 1
        try:
            if not local and self.in_progress[address] > self.settings.address_connections:
                REFUSED.labels("simultaneous").inc()
                await self._refuse(1, 0, scope, receive, send)
            elif wait := account.enter():
                REFUSED.labels("rate").inc()
                await self._refuse(wait, min(wait, _PAUSE), scope, receive, send)
            else:
                scope[Account.KEY] = account
                await self.app(scope, receive, send)
        finally:
            self.in_progress[address] -= 1
            if not self.in_progress[address]:
                del self.in_progress[address]

    async def _refuse(self, wait: float, pause: float, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, after a pause, and close its connection: the client must open another, which is limited too. A refusal also
        costs something."""
        await asyncio.sleep(pause)
        with suppress(QuepuError):  # too large, or too slow: then the client does not see the answer
            await discard_body(Request(scope, receive), self.settings)
        answer = error_answer(Request(scope), too_many_requests(wait))
        answer.headers["Connection"] = "close"
        await answer(scope, receive, send)
