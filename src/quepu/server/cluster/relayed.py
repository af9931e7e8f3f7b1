"""The other end of a relay: middleware that takes over who the client is from a process with the same secret."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.addresses import FORWARDED, RELAYED
from quepu.server.cluster import relay
from quepu.server.http import error_answer
from quepu.server.tokens import Costs

TAKES = "quepu.takes"
"""The key in the scope of a request that asks whether this node answers a socket: the version of the engine of the node that asks and
would rather have the room itself. None for all other requests."""


class Relayed:
    """The outermost middleware. ``secret`` returns the secret of the processes of this site, or None if there is only one. With
    ``required``, requests that were not relayed are refused."""

    def __init__(self, app: ASGIApp, secret: Callable[[], str | None], required: bool = False) -> None:
        self.app = app
        self.secret = secret
        self.required = required

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = {name: value for name, value in scope["headers"] if name.startswith(relay.PREFIX)}
        if relay.SECRET not in given and not self.required:
            if given:
                scope = {**scope, "headers": _without(scope, relay.PREFIX)}
            await self.app(scope, receive, send)
        elif not self._is_known(given.get(relay.SECRET, b"")):
            await _refuse(scope, receive, send)
        else:
            costs = Costs()

            async def send_with_costs(message: Message) -> None:
                if message["type"] == "http.response.start":
                    headers = [*message.get("headers", []), (relay.COST, f"{costs.seconds:.6f} {costs.stored}".encode())]
                    message = {**message, "headers": headers}
                await send(message)

            await self.app(_read(scope, given, costs), receive, send_with_costs)

    def _is_known(self, given: bytes) -> bool:
        secret = self.secret()
        return secret is not None and hmac.compare_digest(given, secret.encode())


def _read(scope: Scope, given: dict[bytes, bytes], costs: Costs) -> Scope:
    """The scope as it was where the request came in."""
    headers = _without(scope, relay.PREFIX)
    if relay.HOST in given:
        headers = [*((name, value) for name, value in headers if name != b"host"), (b"host", given[relay.HOST])]
    client = given.get(relay.CLIENT, b"").decode("latin-1"), 0
    scheme = given.get(relay.SCHEME, scope["scheme"].encode()).decode("latin-1")
    scope = {**scope, "headers": headers, "client": client, "scheme": scheme, RELAYED: costs, TAKES: given.get(relay.TAKES)}
    return {**scope, FORWARDED: True} if relay.IS_FORWARDED in given else scope


def _without(scope: Scope, prefix: bytes) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, value in scope["headers"] if not name.startswith(prefix)]


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    answer = error_answer(Request(scope), QuepuError("not_a_node"))
    answer.headers["Connection"] = "close"
    await answer(scope, receive, send)
