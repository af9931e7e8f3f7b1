"""Banned addresses, and when the server is to be stopped: read from the database every few seconds, as another process may change them."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.addresses import Addresses
from quepu.server.http import error_answer
from quepu.server.settings import Network, Settings

SECONDS = 5.0
"""The time from one look at the database to the next."""


class Watch:
    """Looks at something again and again."""

    def __init__(self, look: Callable[[], Awaitable[None]]) -> None:
        self._look = look
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._try()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SECONDS)
            await self._try()

    async def _try(self) -> None:
        with suppress(QuepuError, SQLAlchemyError):  # the log has it, and the next time may succeed
            await self._look()


class Banned:
    """The banned networks."""

    def __init__(self, settings: Settings) -> None:
        self._addresses = Addresses(settings)
        self._networks: tuple[Network, ...] = ()

    def set(self, networks: list[str]) -> None:
        self._networks = tuple(ipaddress.ip_network(text) for text in networks)

    def has(self, scope: Scope) -> bool:
        """Whether a request comes from one of them. This machine itself is never banned."""
        if not self._networks:
            return False
        text, local = self._addresses.who(scope)
        if local:
            return False
        with suppress(ValueError):
            found: Any = ipaddress.ip_network(text, strict=False)
            return any(found.version == one.version and found.subnet_of(one) for one in self._networks)
        return False


class RefuseBanned:
    """Middleware that refuses the API and sockets to banned addresses."""

    def __init__(self, app: ASGIApp, banned: Banned) -> None:
        self.app = app
        self.banned = banned

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["type"] in ("http", "websocket") and scope["path"].startswith("/api/")
        if not is_api or not self.banned.has(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await error_answer(Request(scope), QuepuError("address_banned"))(scope, receive, send)
