"""The page, by plain HTTP, that explains how to trust the local certificate authority, and the certificate itself.

A device that does not trust the authority yet cannot open the site by HTTPS without a warning. The page works without scripts.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from quepu.server.guard import Guard, Hosts, RateLimit
from quepu.server.http import language
from quepu.server.settings import Settings
from quepu.texts import say

CERTIFICATE = "/quepu-local-ca.crt"
_STYLE = "/style.css"
_SYSTEMS = ("ios", "android", "windows", "macos", "linux")
_MARKS = (("ios", ("iphone", "ipad")), ("android", ("android",)), ("windows", ("windows",)), ("macos", ("mac os",)), ("linux", ("linux",)))
"""What browsers call themselves, the first that fits: a phone with Android says Linux too."""


@dataclass(frozen=True, slots=True)
class Trusted:
    """What there is to trust, and where the site is."""

    name: str
    der: bytes
    fingerprint: str
    last: str
    """The last day of its validity."""
    port: int
    """Where the site is, at the host name or address by which the client has opened this page."""


class TrustPage:
    """Serves the page by HTTP, and the site by HTTPS."""

    def __init__(self, site: ASGIApp, trusted: Trusted, settings: Settings) -> None:
        self.site = site
        self.trusted = trusted
        self.page = Guard(Hosts(RateLimit(self._answer, settings), settings))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["scheme"] == "http":
            await self.page(scope, receive, send)
        elif scope["type"] == "websocket" and scope["scheme"] == "ws":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self.site(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        await self._response(request)(scope, receive, send)

    def _response(self, request: Request) -> Response:
        path = request.scope["path"]
        if path == CERTIFICATE:
            return Response(self.trusted.der, media_type="application/x-x509-ca-cert")
        if path == _STYLE:
            return Response(_CSS, media_type="text/css")
        if path != "/" or request.method not in ("GET", "HEAD"):
            return RedirectResponse("/", 303)
        host, lang = request.url.hostname or "localhost", language(request)
        address = f"https://[{host}]:{self.trusted.port}/" if ":" in host else f"https://{host}:{self.trusted.port}/"
        return Response(page(self.trusted, address, lang, request.headers.get("user-agent", "")), media_type="text/html")


def page(trusted: Trusted, address: str, lang: str, browser: str) -> str:
    """The page; the steps for the system of this browser are open."""

    def text(key: str, **details: object) -> str:
        return escape(say(lang, f"trust_{key}", **details))

    def steps(key: str) -> str:
        return "".join(f"<li>{line}</li>" for line in text(f"{key}_steps").split("\n"))

    system = system_of(browser)
    systems = "".join(
        f"<details{' open' if one == system else ''}><summary>{text(one)}</summary><ol>{steps(one)}</ol></details>" for one in _SYSTEMS
    )
    other, name = ("en", "English") if lang == "zh" else ("zh", "中文")
    return f"""<!doctype html>
<html lang="{"zh-Hans" if lang == "zh" else "en"}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{text("title")} · 雀谱 Quepu</title><link rel="stylesheet" href="{_STYLE}">
<main><p class="language"><a href="/?lang={other}" lang="{"zh-Hans" if other == "zh" else "en"}">{name}</a></p>
<h1>{text("title")}</h1><p>{text("why")}</p>
<h2>{text("check")}</h2><p>{text("check_why")}</p><p class="fingerprint"><code>{escape(trusted.fingerprint)}</code></p>
<h2>{text("get")}</h2><p><a class="button" href="{CERTIFICATE}">{text("button", name=trusted.name)}</a></p>
<p>{text("valid", date=trusted.last)}</p>
<h2>{text("do")}</h2>{systems}
<h2>{text("open")}</h2><p><a class="button" href="{escape(address)}">{escape(address)}</a></p>
<h2>{text("means")}</h2><p>{text("means_why")}</p>
<h2>{text("remove")}</h2><ul>{steps("remove")}</ul></main></html>
"""


def system_of(browser: str) -> str | None:
    """The system of a browser, by what it calls itself."""
    said = browser.casefold()
    return next((system for system, marks in _MARKS if any(mark in said for mark in marks)), None)


_CSS = """
:root { color-scheme: light dark; font: 100%/1.6 system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; }
*, *::before { box-sizing: border-box; }
body { margin: 0; background: light-dark(#f5f1e8, #121816); color: light-dark(#22302b, #ece7da); }
main { max-width: 44rem; margin: 0 auto; padding: .75rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.125rem; margin: 1.75rem 0 .5rem; }
p { margin: .5rem 0; }
a { color: light-dark(#1b6b55, #74cfae); }
.language { text-align: right; margin: 0; }
.language a { display: inline-block; padding: .625rem 0; }
.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .75rem;
  background: light-dark(#1b6b55, #74cfae);
  color: light-dark(#fff, #0d1f19); text-decoration: none; overflow-wrap: anywhere; }
.fingerprint { padding: .75rem; border-radius: .5rem; background: light-dark(#fffdf8, #1a221f); overflow-wrap: anywhere; }
code { font: .9375rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
details { border-top: 1px solid light-dark(#ded6c4, #323e39); }
details:last-of-type { border-bottom: 1px solid light-dark(#ded6c4, #323e39); }
summary { padding: .625rem 0; min-height: 2.75rem; font-weight: 600; cursor: pointer; }
ol, ul { margin: 0 0 .75rem; padding-left: 1.5rem; }
li { margin: .25rem 0; }
"""
