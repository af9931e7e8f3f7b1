"""Middleware that counts, times and logs requests."""

from __future__ import annotations

from time import perf_counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.server.logs import REQUESTS as REQUEST_LOG
from quepu.server.metrics.counted import REQUEST_SECONDS, REQUESTS

PAGES, STATIC, NONE = "page", "static", "none"
"""The functions of requests for pages, for their files, and for what does not exist below ``/api``."""


class Measured:
    """The status is what clients see, so it is outside of the middleware that answers errors."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0

        async def send_measured(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = perf_counter()
        await self.app(scope, receive, send_measured)
        if status:  # else the client has gone
            name = function_of(scope)
            REQUESTS.labels(name, status).inc()
            seconds = perf_counter() - began
            REQUEST_SECONDS.labels(name).observe(seconds)
            if not REQUEST_LOG.disabled:
                _log(scope, name, status, seconds)


def _log(scope: Scope, function: str, status: int, seconds: float) -> None:
    """Without the query, which is what people have entered."""
    client = (scope.get("client") or ("",))[0]
    fields = {"client": client, "method": scope["method"], "path": scope["path"], "function": function, "status": status}
    REQUEST_LOG.info("request", extra={"fields": {**fields, "seconds": round(seconds, 4)}})


def function_of(scope: Scope) -> str:
    """The name of the function that has answered a request. It never contains anything that the client has sent."""
    path, route = scope["path"], scope.get("route")
    if path.startswith("/api/"):
        return str(getattr(route, "name", NONE))
    return STATIC if path.startswith("/static/") else PAGES
