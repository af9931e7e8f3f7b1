"""Routes requests among nodes: what only one node may answer goes to the node that holds its lease.

The proxy sends requests of a room to the same node as long as the nodes stay the same. Where it does not, this middleware relays them, one
hop. A room that nobody is connected to is not relayed to: it moves to the node where people connect. If the owner cannot be reached, the
middleware waits until its lease has expired, and the request is answered here.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.addresses import RELAYED
from quepu.server.cluster import relay
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.leases import REVIEWS, ROOM, STUDIES
from quepu.server.cluster.relay import Kept, Relay
from quepu.server.cluster.relayed import TAKES
from quepu.server.cluster.upstream import Broken, Unreachable
from quepu.server.http import error_answer

_PATIENCE = 6.0
"""How long an owner that cannot be reached is waited for: its lease expires after three seconds."""
_PAUSE = 0.1
_LOOK = 0.25
"""How often the nodes to which something is relayed are checked."""

_PATHS = (
    (re.compile(r"/api/v1/rooms/([0-9A-Za-z]{1,32})(?:/.*)?"), ROOM),
    (re.compile(r"/api/v1/games/[^/]+/review(?:/cancel)?"), REVIEWS),
    (re.compile(r"/api/v1/studies(?:/.*)?"), STUDIES),
)


def lease_of(scope: Scope) -> str | None:
    """The name of the lease whose holder must answer; None if every node may."""
    for pattern, name in _PATHS:
        if found := pattern.fullmatch(scope["path"]):
            return name + "".join(found.groups())
    return None


class Relays:
    """What is relayed to other nodes."""

    def __init__(self, cluster: Callable[[], Cluster]) -> None:
        self._cluster = cluster
        self._relay: tuple[str, Relay] | None = None
        """The relay, and its secret."""
        self._watching: asyncio.Task[None] | None = None

    def get(self) -> Relay:
        """The relay to the other nodes, which are watched from now on."""
        secret = self._cluster().secret
        if secret is None:
            raise QuepuError("not_running")
        if self._relay is None or self._relay[0] != secret:
            self._relay = secret, Relay(secret)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch(self._relay[1]))
        return self._relay[1]

    async def _watch(self, relay: Relay) -> None:
        """Drop what is relayed to nodes that are gone: a connection to a machine that was switched off does not end by itself."""
        await asyncio.sleep(_LOOK)
        while addresses := relay.addresses():
            live = {node.address for node in self._cluster().live.values()}
            for address in addresses - live:
                relay.drop(address)
            await asyncio.sleep(_LOOK)

    def close(self) -> None:
        """End everything that is relayed."""
        if self._watching is not None:
            self._watching.cancel()
        if self._relay is not None:
            self._relay[1].close()
        self._relay = self._watching = None


class Routes:
    """Middleware that relays to other nodes. For a server alone it does nothing."""

    def __init__(
        self, app: ASGIApp, cluster: Callable[[], Cluster], relays: Relays, hand_over: Callable[[str], Awaitable[bool]], engine: int
    ) -> None:
        """``hand_over`` ends an unused room, and returns whether it did."""
        self.app = app
        self.cluster = cluster
        self.relays = relays
        self.hand_over = hand_over
        self.engine = engine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cluster = self.cluster()
        name = None if cluster.is_alone or scope["type"] not in ("http", "websocket") else lease_of(scope)
        if name is None:
            await self.app(scope, receive, send)
            return
        try:
            if RELAYED in scope:
                await self._answer(cluster, name, scope, receive, send)
            else:
                await self._route(cluster, name, scope, receive, send)
        except QuepuError as error:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.accept"})
                await send({"type": "websocket.close", "code": relay.RESTARTED})
            else:
                refusal = error_answer(Request(scope), error)
                await refusal(scope, receive, send)

    async def _route(self, cluster: Cluster, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Relay a request to the owner, or answer it here."""
        kept = Kept(receive) if scope["type"] == "http" else None  # of a socket nothing is received before it is relayed
        until = time.monotonic() + _PATIENCE
        while (address := await cluster.leases.elsewhere(name)) is not None:
            try:
                await self._pass_on(cluster, address, scope, receive if kept is None else kept.again(), send)
                return
            except (Unreachable, Broken) as error:
                if time.monotonic() > until:
                    raise QuepuError("node_gone") from error
                if isinstance(error, Unreachable):
                    await asyncio.sleep(_PAUSE)
        await self.app(scope, receive if kept is None else kept.again(), send)

    async def _pass_on(self, cluster: Cluster, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        relays = self.relays.get()
        if scope["type"] == "http":
            await relays.http(address, scope, receive, send)
        else:
            await relays.ask(address, scope, "" if cluster.is_draining else str(self.engine))
            await relays.websocket(address, scope, receive, send)

    async def _answer(self, cluster: Cluster, name: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what another node has relayed, unless this node is not responsible, or leaves the room to the other."""
        takes = scope[TAKES]
        moved = await cluster.leases.elsewhere(name) is not None or await self._leaves(name, takes)
        if scope["type"] == "websocket" and moved:
            raise QuepuError("moved")
        if moved or takes is not None:
            answer = Response(status_code=421, headers={relay.MOVED.decode(): "1"}) if moved else Response(status_code=204)
            await answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _leaves(self, name: str, takes: bytes | None) -> bool:
        """Leave a room to the node that would rather have it, if nobody is connected here."""
        is_wanted = takes == str(self.engine).encode() and name.startswith(ROOM)
        return is_wanted and await self.hand_over(name.removeprefix(ROOM))
