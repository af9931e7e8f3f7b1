"""Small applications behind uvicorn, in the event loop of a test."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 60


@asynccontextmanager
async def serving(app: ASGIApp, path: Path | None = None) -> AsyncIterator[str]:
    """Serve an application on a free port, or at a Unix socket; its address."""
    if path is None:
        listening = socket.create_server(("127.0.0.1", 0))
        # as the command does: asyncio sets TCP_NODELAY only on such sockets
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=listening.detach())
        address = f"127.0.0.1:{listening.getsockname()[1]}"
    else:
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(path))
        address = f"unix:{path}"
    config = uvicorn.Config(app, http=H11Protocol, lifespan="off", log_config=None, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server._serve([listening]))  # without its handlers of signals
    async with asyncio.timeout(SECONDS):
        while not server.started:
            await asyncio.sleep(0.001)
    try:
        yield address
    finally:
        server.should_exit = server.force_exit = True
        await task
        listening.close()
