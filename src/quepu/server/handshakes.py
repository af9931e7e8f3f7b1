"""The connections of a server with HTTPS.

uvicorn and asyncio would count a connection only after its TLS handshake, and wait a minute for that. Here it is counted when it is
accepted, and its handshake may take as long as the head of a request. The ports in ``plain`` are served without TLS.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Collection
from typing import Any

import uvicorn
from uvicorn.protocols.utils import get_local_addr, get_remote_addr
from uvicorn.server import ServerState

from quepu.server.connections import LAST_SECONDS, LimitedProtocol, limited
from quepu.server.settings import Settings


def secured(settings: Settings, limit: int, context: ssl.SSLContext, plain: Collection[int]) -> type[asyncio.Protocol]:
    """The protocol of a server that has at most this many connections, and uses TLS at all ports but the plain ones."""
    by_http = limited(settings, limit)

    class Secured(_SecuredProtocol):
        def __init__(
            self,
            config: uvicorn.Config,
            server_state: ServerState,
            app_state: dict[str, Any],
            _loop: asyncio.AbstractEventLoop | None = None,
        ) -> None:
            self.connection = by_http(config, server_state, app_state, _loop)
            self.connections = server_state.connections
            self.seconds = settings.head_seconds
            self.context = context
            self.plain = plain

    return Secured


class _SecuredProtocol(asyncio.Protocol):
    """A connection until its handshake is done; then the protocol of HTTP takes over."""

    connection: LimitedProtocol
    connections: set[Any]
    """All connections of the server, as uvicorn has them: it ends them with ``shutdown``."""
    seconds: float
    context: ssl.SSLContext
    plain: Collection[int]

    transport: asyncio.Transport
    shaking: asyncio.Task[None]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # servers have this one
        address = get_local_addr(transport)
        if address is not None and address[1] in self.plain:
            transport.set_protocol(self.connection)
            self.connection.connection_made(transport)
            return
        self.transport = transport
        self.received = bytearray()
        self.connections.add(self)
        if self.connection.admit(get_remote_addr(transport)):
            self.shaking = asyncio.get_running_loop().create_task(self._shake_hands())
        else:
            transport.abort()

    async def _shake_hands(self) -> None:
        loop, found = asyncio.get_running_loop(), None
        try:
            found = await loop.start_tls(
                self.transport,
                self,
                self.context,
                server_side=True,
                ssl_handshake_timeout=self.seconds,
                ssl_shutdown_timeout=LAST_SECONDS,
            )
        except OSError:  # not TLS, a client that does not trust the certificate, too slow, or gone
            pass
        finally:
            self.connections.discard(self)
            if found is None or found.is_closing():
                self.connection.stop_counting()
        if found is not None and not found.is_closing():
            found.set_protocol(self.connection)
            self.connection.connection_made(found)
            if self.received:
                self.connection.data_received(bytes(self.received))

    def data_received(self, data: bytes) -> None:
        """What comes with the last message of the handshake."""
        self.received += data

    def connection_lost(self, error: Exception | None) -> None:
        """Refused by ``admit``, or lost right after the handshake: nobody else will end it."""
        self.connections.discard(self)
        self.connection.stop_counting()

    def shutdown(self) -> None:
        """The server ends."""
        self.transport.abort()
