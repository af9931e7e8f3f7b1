"""What stands around the application: headers on every answer, no error that shows its insides, and a limit on how often one may ask."""

from __future__ import annotations

import ipaddress
import logging
import math
import re
import time
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.http import error_answer
from quepu.server.settings import Rate, Settings

LOG = logging.getLogger("quepu.server")

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "font-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Guard:
    """The outermost layer. Pages may load and ask nothing but what this server has."""

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
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
                headers.add_vary_header("Accept-Language")
            await send(message)

        try:
            await self.app(scope, receive, send_guarded)
        except ClientDisconnect:  # nobody is there to be told
            return
        except Exception:
            LOG.exception("%s %s", scope["method"], scope["path"])
            if not started:
                answer = error_answer(Request(scope), QuepuError("internal_error"), 500)
                await answer(scope, receive, send_guarded)


class Hosts:
    """Only who calls this server by a name of its own is let in. A page elsewhere could else let a name of its own lead here, and would be
    taken for this server's page (DNS rebinding); an address in numbers leads nowhere else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = None if settings.hosts is None else {name.casefold() for name in settings.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.names is None or scope["type"] not in ("http", "websocket") or self.is_own(host := Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            answer = error_answer(Request(scope), QuepuError("wrong_host", text=host[:100]))
            await answer(scope, receive, send)

    def is_own(self, host: str) -> bool:
        """Whether a ``Host`` is this server; who is no browser may leave it out."""
        assert self.names is not None
        name = re.sub(r":\d*$", "", host).rstrip(".").casefold()
        if not name or name == "localhost" or name.endswith(".localhost") or name in self.names:
            return True
        try:
            ipaddress.ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
        except ValueError:
            return False
        return True


class Buckets:
    """A bucket of tokens for each address. Each request takes some; they come back with time."""

    MOST = 10_000
    """So many addresses are remembered; then those with full buckets are forgotten, and if that is not enough all of them."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self.filled: dict[str, tuple[float, float]] = {}
        """By address: how many tokens were there, and when."""

    def take(self, address: str, tokens: float) -> float:
        """Take tokens; 0, or in how many seconds there will be enough."""
        now = self.clock()
        before, since = self.filled.get(address, (self.rate.burst, now))
        there = min(self.rate.burst, before + (now - since) * self.rate.per_second)
        if there < tokens:
            self.filled[address] = (there, now)
            return (tokens - there) / self.rate.per_second
        if address not in self.filled and len(self.filled) >= self.MOST:
            self._forget(now)
        self.filled[address] = (there - tokens, now)
        return 0

    def _forget(self, now: float) -> None:
        rate = self.rate
        self.filled = {
            address: (tokens, since)
            for address, (tokens, since) in self.filled.items()
            if tokens + (now - since) * rate.per_second < rate.burst
        }
        if len(self.filled) >= self.MOST:
            self.filled.clear()


_COST = {"batch": 20, "records": 20, "discards": 5, "practice": 5, "daily": 5, "rooms": 5, "join": 5, "steps": 5, "continue": 20}
"""How many tokens a request takes, by the end of its path: more where the answer takes longer, or something is kept; 1 for all others."""


class RateLimit:
    """How often one address may ask the API."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.others = Buckets(settings.rate) if settings.rate else None
        self.local = Buckets(settings.local_rate) if settings.local_rate else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            address, local = who(scope)
            buckets = self.local if local else self.others
            wait = buckets.take(address, _COST.get(scope["path"].rpartition("/")[2], 1)) if buckets else 0
            if wait:
                seconds = math.ceil(wait)
                answer = error_answer(Request(scope), QuepuError("too_many_requests", seconds=seconds), 429)
                answer.headers["Retry-After"] = str(seconds)
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)


def who(scope: Scope) -> tuple[str, bool]:
    """Who asks, and whether it is this machine itself. Of an IPv6 address the network counts: one person has all its addresses."""
    host = (scope.get("client") or ("",))[0]
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host, False
    if address.version == 6:
        if address.ipv4_mapped:
            address = address.ipv4_mapped
        elif not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False)), False
    return str(address), address.is_loopback
