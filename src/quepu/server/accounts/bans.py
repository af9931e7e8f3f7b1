"""Who is banned, and when the server is to be stopped: read from the database every few seconds, as the command of operators may change it,
and at once when an operator has changed it here or at another node."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.http import error_answer
from quepu.server.play.banned import BANNED, Banned

SECONDS = 5.0
"""The time from one look at the database to the next."""


class Watch:
    """Looks at something again and again, and whenever it is woken."""

    def __init__(self, look: Callable[[], Awaitable[None]]) -> None:
        self._look = look
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._try()
        self._task = asyncio.create_task(self._run())

    def wake(self) -> None:
        self._wake.set()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            await self._try()

    async def _try(self) -> None:
        with suppress(QuepuError, SQLAlchemyError):  # the log has it, and the next time may succeed
            await self._look()


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
            await send({"type": "websocket.close", "code": BANNED})
        else:
            await error_answer(Request(scope), QuepuError("address_banned"))(scope, receive, send)
