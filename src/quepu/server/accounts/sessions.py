"""Sessions in cookies.

- The cookie of a session holds a random secret, of which the database has the hash. Scripts cannot read it (``HttpOnly``), other sites
  cannot send it with a form (``SameSite=Lax``), and by HTTPS it has the prefix ``__Host-``, so that no other host can set it.
- A second cookie, which the pages can read, holds a token that follows from the secret. A request that may change something must send it in
  a header, and must come from a page of this server by its ``Origin`` or ``Sec-Fetch-Site``.
- A guest has neither, and needs neither.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quepu.errors import QuepuError
from quepu.server.http import error_answer
from quepu.server.signed_in import KEY, SignedIn

SESSION, TOKEN = "quepu_session", "quepu_token"
_HOST = "__Host-"
TOKEN_HEADER = "Quepu-Token"
_SAFE = ("GET", "HEAD", "OPTIONS")
_LONGEST = 100
"""The maximum length of a cookie that is looked up."""


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def session_hash(secret: str) -> str:
    return hashlib.sha256(b"quepu-session\0" + secret.encode("utf-8", "surrogatepass")).hexdigest()


def token_of(secret: str) -> str:
    """The token that requests must send besides the cookie. The secret does not follow from it."""
    return hashlib.sha256(b"quepu-token\0" + secret.encode("utf-8", "surrogatepass")).hexdigest()


def _is_secure(scope: Scope) -> bool:
    return scope.get("scheme") == "https"


def _name(name: str, scope: Scope) -> str:
    """The name of a cookie. By HTTPS only cookies with the prefix count: others may have been set by another host of the domain."""
    return _HOST + name if _is_secure(scope) else name


def secret_of(scope: Scope) -> str | None:
    """The secret in the cookie of a request."""
    secret = Request(scope).cookies.get(_name(SESSION, scope))
    return secret if secret and len(secret) <= _LONGEST else None


def set_cookies(answer: Response, scope: Scope, secret: str, seconds: float) -> None:
    """Let a browser keep a session."""
    for name, value, hidden in ((SESSION, secret, True), (TOKEN, token_of(secret), False)):
        answer.set_cookie(
            _name(name, scope), value, max_age=int(seconds), path="/", secure=_is_secure(scope), httponly=hidden, samesite="lax"
        )


def clear_cookies(answer: Response, scope: Scope) -> None:
    for name, hidden in ((SESSION, True), (TOKEN, False)):
        answer.delete_cookie(_name(name, scope), path="/", secure=_is_secure(scope), httponly=hidden, samesite="lax")


def comes_from_here(headers: Headers) -> bool | None:
    """Whether a page of this server has sent a request, by what browsers say about that; None if nothing says it."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is None and site is None:
        return None
    parts = urlsplit(origin or "")
    is_own = parts.scheme in ("http", "https") and parts.netloc == headers.get("host")
    return (origin is None or is_own) and site in (None, "same-origin")


class Sessions:
    """Middleware that finds the account of a request, and refuses what a page elsewhere has sent in its name."""

    def __init__(self, app: ASGIApp, find: Callable[[str], Awaitable[SignedIn | None]]) -> None:
        """``find`` returns the account of a session, by its hash."""
        self.app = app
        self.find = find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        secret = secret_of(scope) if scope["type"] == "http" and scope["path"].startswith("/api/") else None
        if secret is None:
            await self.app(scope, receive, send)
            return
        try:
            account = await self.find(session_hash(secret))
            if account is not None:
                _check(scope, secret)
        except QuepuError as error:
            await error_answer(Request(scope), error)(scope, receive, send)
            return
        if account is not None:
            await self.app({**scope, KEY: account}, receive, send)
        else:
            await self.app(scope, receive, _clearing(scope, send))


def _check(scope: Scope, secret: str) -> None:
    """Raise QuepuError if a request that may change something was not sent by a page of this server."""
    if scope["method"] in _SAFE:
        return
    headers = Headers(scope=scope)
    if comes_from_here(headers) is not True:
        raise QuepuError("wrong_origin")
    if not hmac.compare_digest(headers.get(TOKEN_HEADER, "").encode("utf-8", "surrogatepass"), token_of(secret).encode()):
        raise QuepuError("wrong_token")


def _clearing(scope: Scope, send: Send) -> Send:
    """Let the browser forget a session that has ended, unless the answer begins another one."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if "set-cookie" not in headers:
                gone = Response()
                clear_cookies(gone, scope)
                for value in gone.headers.getlist("set-cookie"):
                    headers.append("set-cookie", value)
        await send(message)

    return sending
