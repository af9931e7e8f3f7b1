"""``quepu serve --https``: which certificate, and what the terminal says about it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.server.https.contexts import context
from quepu.server.https.trust import Trusted, TrustPage
from quepu.server.settings import Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from quepu.server.https.authority import Authority

FOLDER = "https"
"""The folder of the local authority, in the data folder."""


@dataclass(frozen=True, slots=True)
class Own:
    """A certificate of the user's own, and its key."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Https:
    """How the site is served by HTTPS."""

    context: ssl.SSLContext
    authority: Authority | None
    """None with a certificate of the user's own."""

    def with_page(self, app: ASGIApp, settings: Settings, port: int) -> ASGIApp:
        """The application that also explains by HTTP how to trust the authority of the site at this port."""
        if self.authority is None:
            return app
        last = f"{self.authority.expires:%Y-%m-%d}"
        trusted = Trusted(self.authority.name, self.authority.der, self.authority.fingerprint, last, port)
        return TrustPage(app, trusted, settings)


def https_with(own: Own) -> Https:
    """HTTPS with the user's own certificate. Raises QuepuError."""
    return Https(context(own.certificate, own.key), None)


def https_by_authority(data: Callable[[], Path], hosts: list[str], names: tuple[str, ...]) -> Https:
    """HTTPS with a certificate of the local authority: for the addresses where the server listens, and for its names as far as the
    authority permits them. Raises QuepuError."""
    try:
        from quepu.server.https.authority import authority, server_certificate
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "cryptography":
            raise
        raise QuepuError("missing_extra", text="cryptography", extra="https") from error
    needed = [host for host in hosts if host not in ("0.0.0.0", "::")]
    by = authority(data() / FOLDER, socket.gethostname(), needed)
    return Https(context(server_certificate(by, [*needed, "localhost", "127.0.0.1", "::1", *names])), by)
