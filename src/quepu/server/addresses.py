"""The client of a request: the address that limits apply to, also behind a proxy."""

from __future__ import annotations

import ipaddress
import re
from ipaddress import IPv4Address, IPv6Address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from quepu.server.settings import Network, Settings, networks

Address = IPv4Address | IPv6Address

FORWARDED = "quepu.forwarded"
"""The key in the scope of a request that came through a proxy, trusted or not: it is not from this machine."""

RELAYED = "quepu.relayed"
"""The key in the scope of a request that another process of this site has relayed: its costs, which the client pays there."""

_SECURE = {("http", "https"): "https", ("websocket", "https"): "wss", ("http", "http"): "http", ("websocket", "http"): "ws"}


class Addresses:
    """Which addresses are trusted proxies, which are local, and which one a request comes from."""

    def __init__(self, settings: Settings) -> None:
        self.proxies = networks(settings.trusted_proxies)
        self.local = networks(settings.local_networks)

    def is_proxy(self, host: str) -> bool:
        address = read_address(host)
        return address is not None and _is_in(address, self.proxies)

    def who(self, scope: Scope) -> tuple[str, bool]:
        """The address of the client, and whether it is this machine. An IPv6 address counts as its /64 network, which one person has."""
        host = (scope.get("client") or ("",))[0]
        address = read_address(host)
        if address is None:
            return host, False
        local = FORWARDED not in scope and _is_in(address, self.local)
        if address.version == 6 and not address.is_loopback:
            return str(ipaddress.ip_network((address, 64), strict=False)), local
        return str(address), local


class Forwarded:
    """Middleware that reads the client's address and the scheme from the headers of a trusted proxy, and ignores those of all others."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.addresses = Addresses(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and RELAYED not in scope:  # a relay has read them
            scope = self.read(scope)
        await self.app(scope, receive, send)

    def read(self, scope: Scope) -> Scope:
        """The scope with the client and the scheme that the request had at the first trusted proxy."""
        headers = Headers(scope=scope)
        hops = _parts(headers.getlist("x-forwarded-for"))
        peer = str((scope.get("client") or ("",))[0])
        trusted = self.addresses.is_proxy(peer)
        if not hops and not trusted:
            return scope
        scope = {**scope, FORWARDED: True}
        if trusted:
            host, depth = self.first_stranger(peer, hops)
            scope["client"] = (host, 0)
            schemes = _parts(headers.getlist("x-forwarded-proto"))
            if schemes:
                # a proxy may replace the header, or append to it as it does to the addresses
                scheme = schemes[max(0, len(schemes) - max(1, depth))].casefold()
                scope["scheme"] = _SECURE.get((scope["type"], scheme), scope["scheme"])
        return scope

    def first_stranger(self, peer: str, hops: list[str]) -> tuple[str, int]:
        """The nearest hop that is not a trusted proxy, and how many steps away it is; the last known one if all are, or if a header has
        something that is not an address."""
        found, depth = peer, 0
        for hop in reversed(hops):
            address = read_address(hop)
            if address is None:
                break
            found, depth = str(address), depth + 1
            if not self.addresses.is_proxy(found):
                break
        return found, depth


def read_address(text: str) -> Address | None:
    """Parse an address as sockets and proxies write it: with a zone, in brackets, with a port. An IPv4-mapped IPv6 address is IPv4."""
    if written := re.fullmatch(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+", text):
        text = written[1] or written[2]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _is_in(address: Address, among: tuple[Network, ...]) -> bool:
    return any(address in network for network in among)


def _parts(headers: list[str]) -> list[str]:
    return [part.strip() for header in headers for part in header.split(",") if part.strip()]
