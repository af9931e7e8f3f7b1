"""What a command says when a server refuses a bot, or when there is none."""

from __future__ import annotations

import ssl
from urllib.error import URLError

from quepu.bot_client.register import BotError
from quepu.errors import QuepuError


def error_of(server: str, error: BotError) -> QuepuError:
    """The error of a command that wanted something of the server at this address."""
    cause: object = error.__cause__
    if isinstance(cause, URLError):
        cause = cause.reason
    if error.code == "connection" and isinstance(cause, OSError) and not isinstance(cause, ssl.SSLError):
        return QuepuError("no_server", text=server[:200], reason=cause.strerror or str(cause) or type(cause).__name__)
    return QuepuError("bot_refused", reason=str(error))
