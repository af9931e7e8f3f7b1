"""Tells systemd how far the service is, where a unit with ``Type=notify`` has started it (sd_notify(3))."""

from __future__ import annotations

import contextlib
import os
import socket

READY = "READY=1"
"""People can use the service: ``systemctl start`` returns."""


def ending(seconds: int) -> str:
    """The service ends and may take so long, also where ``TimeoutStopSec=`` is shorter."""
    return f"STOPPING=1\nEXTEND_TIMEOUT_USEC={seconds * 1_000_000}"


def notify(state: str) -> None:
    """Send a state to systemd, if it waits for one. Nothing of the service depends on that it arrives."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect("\0" + address[1:] if address.startswith("@") else address)
        line.send(state.encode())
