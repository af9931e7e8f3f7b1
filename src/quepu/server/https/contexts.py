"""The TLS settings of the server, from files."""

from __future__ import annotations

import ssl
from pathlib import Path

from quepu.errors import QuepuError


def context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """TLS with this certificate, whose key may be in the same file. Raises QuepuError."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["http/1.1"])
    for path in (certificate, key or certificate):
        try:
            path.read_bytes()
        except OSError as error:
            raise QuepuError("unreadable_file", text=str(path), reason=error.strerror or str(error)) from error
    encrypted = False

    def password() -> str:
        nonlocal encrypted
        encrypted = True  # and OpenSSL must not ask on the terminal
        return ""

    try:
        made.load_cert_chain(certificate, key, password)
    except (ssl.SSLError, ValueError) as error:
        if encrypted:
            raise QuepuError("key_encrypted", text=str(key or certificate)) from error
        if getattr(error, "reason", None) in ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH"):
            raise QuepuError("key_mismatch", text=str(certificate), key=str(key or certificate)) from error
        reason = getattr(error, "reason", None) or str(error)
        raise QuepuError("unreadable_certificate", text=str(certificate), key=str(key or certificate), reason=reason) from error
    return made
