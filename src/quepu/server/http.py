"""Between HTTP and the answers: reading a body, choosing a language, working in a thread, and errors as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse

from quepu.batch import read_json
from quepu.errors import QuepuError
from quepu.server.settings import Settings

Answer = TypeVar("Answer")

LANGUAGES = ("zh", "en")

_THROWN_AWAY = 4 * 2**20
"""Of a body that is too large so much is still read, so that its sender hears the answer; he must stop sending first."""

STATUS = {
    "not_found": 404,
    "wrong_method": 405,
    "too_slow": 408,
    "game_unfinished": 409,
    "hand_over": 409,
    "room_full": 409,
    "too_large": 413,
    "wrong_media_type": 415,
    "wrong_host": 421,
    "too_many_requests": 429,
    "internal_error": 500,
    "busy": 503,
    "not_running": 503,
    "store_unwritable": 503,
    "store_gone": 503,
    "store_damaged": 503,
    "disk_low": 503,
}
"""The status of an error, by its code; 400 for all others."""


class JSONAnswer(JSONResponse):
    """JSON as the command line writes it: UTF-8, and half a surrogate pair as an escape."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def error_answer(request: Request, error: QuepuError, status: int | None = None) -> JSONAnswer:
    return JSONAnswer({"error": error.as_dict(language(request))}, status or STATUS.get(error.code, 400))


def language(request: Request) -> str:
    """The language of the answer: ``lang`` in the query, else what ``Accept-Language`` likes better, else English.

    >>> language(Request({"type": "http", "query_string": b"", "headers": [(b"accept-language", b"fr, en;q=0.5, zh-CN;q=0.8")]}))
    'zh'
    """
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    best, liked = "en", 0.0
    for part in request.headers.get("accept-language", "").split(","):
        tag, _, weight = part.strip().partition(";")
        known = tag.casefold().split("-")[0]
        quality = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        how_much = float(quality[1]) if quality else 1.0
        if known in LANGUAGES and how_much > liked:
            best, liked = known, how_much
    return best


def no_parameter_twice(request: Request) -> None:
    """Refuse a parameter that is given more than once: which of its values was meant, nobody knows."""
    names = [name for name, _ in request.query_params.multi_items()]
    for name in names:
        if names.count(name) > 1:
            raise QuepuError("repeated_key", text=name)


async def read_body(request: Request, settings: Settings, limit: int | None = None) -> object:
    """The JSON in a request's body."""
    return read_json(await read_bytes(request, settings, "application/json", limit or settings.body_limit))


async def read_bytes(request: Request, settings: Settings, wanted: str, most: int) -> bytes:
    """A request's body, of this media type and not larger."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if media_type != wanted:
        raise QuepuError("wrong_media_type", text=media_type, wanted=wanted)
    body = bytearray()
    size = 0
    try:
        with anyio.fail_after(settings.body_seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= most:
                    body += chunk
                elif size > _THROWN_AWAY:
                    break
    except TimeoutError as error:
        raise QuepuError("too_slow", seconds=settings.body_seconds) from error
    if size > most:
        raise QuepuError("too_large", option="body", limit=most)
    return bytes(body)


class Workers:
    """A few threads to work in, so that one long answer does not hold up the others."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.answer_seconds
        self.threads = settings.threads
        self._limiter: anyio.CapacityLimiter | None = None

    async def run(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        self._limiter = self._limiter or anyio.CapacityLimiter(self.threads)
        try:
            with anyio.fail_after(self.seconds):
                return await anyio.to_thread.run_sync(work, *arguments, limiter=self._limiter, abandon_on_cancel=True)
        except TimeoutError as error:
            raise QuepuError("busy", seconds=self.seconds) from error
