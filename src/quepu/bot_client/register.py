"""Registers a bot at a server. It needs only the standard library."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, Request, build_opener

Message = dict[str, Any]


class BotError(Exception):
    """The server has refused something. ``code`` is that of its error (``docs/errors.md``), or of the closed connection."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def new_bot(server: str, name: str) -> Message:
    """Register a bot at a server: its ``bot``, ``name`` and ``token``."""
    body = json.dumps({"name": name}).encode()
    request = Request(f"{server.rstrip('/')}/api/v1/bots", body, {"Content-Type": "application/json"})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=30) as answer:
            made: Message = json.load(answer)
            return made
    except HTTPError as error:
        raise _error(error) from error
    except URLError as error:
        raise BotError("connection", str(error.reason)) from error


def _error(error: HTTPError) -> BotError:
    """What a refused request says."""
    with suppress(ValueError, KeyError, TypeError):
        refused = json.load(error)["error"]
        return BotError(refused["code"], refused["message"])
    return BotError(str(error.code), str(error))
