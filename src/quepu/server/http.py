"""What all functions of the API share: reading a body, choosing a language, working in a thread, and errors as JSON."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from quepu.errors import QuepuError
from quepu.json_lines import read_json
from quepu.server.settings import Settings
from quepu.server.threads import Check, Job, Stopped, Threads
from quepu.server.tokens import Account, too_many_requests

Answer = TypeVar("Answer")

LANGUAGES = ("zh", "en")

PACKED_FROM = 1000
"""The minimum size of an answer that is compressed."""

_MAX_DISCARDED = 4 * 2**20
"""How much is read of a body that is too large: a client sees the answer only after it has stopped sending."""

STATUS = {
    "not_signed_in": 401,
    "wrong_sign_in": 403,
    "wrong_password": 403,
    "wrong_recovery": 403,
    "wrong_origin": 403,
    "wrong_token": 403,
    "not_welcome": 403,
    "no_guests": 403,
    "account_banned": 403,
    "address_banned": 403,
    "not_an_operator": 403,
    "invite_needed": 403,
    "metrics_private": 403,
    "not_a_member": 403,
    "not_your_review": 403,
    "not_your_study": 403,
    "removed": 403,
    "not_a_node": 403,
    "wrong_key": 403,
    "wrong_pin": 403,
    "no_pin": 403,
    "not_found": 404,
    "no_such_person": 404,
    "no_such_account": 404,
    "no_document": 404,
    "no_such_bot": 404,
    "wrong_method": 405,
    "too_slow": 408,
    "game_unfinished": 409,
    "unfinished_game": 409,
    "sign_in_to_be_rated": 403,
    "event_running": 409,
    "event_begun": 409,
    "event_not_begun": 409,
    "event_full": 409,
    "hand_over": 409,
    "room_full": 409,
    "too_many_reviews": 409,
    "too_many_studies": 409,
    "nothing_simulated": 409,
    "studies_not_comparable": 409,
    "entry_differs": 409,
    "document_exists": 409,
    "bot_plays": 409,
    "document_full": 409,
    "name_taken": 409,
    "claimed_already": 409,
    "closed_for_maintenance": 409,
    "too_many_people": 409,
    "profile_changed": 409,
    "too_large": 413,
    "too_many_entries": 413,
    "wrong_media_type": 415,
    "wrong_host": 421,
    "too_many_requests": 429,
    "pin_locked": 429,
    "too_many_reports": 429,
    "internal_error": 500,
    "busy": 503,
    "node_gone": 503,
    "too_many_documents": 503,
    "too_many_accounts": 503,
    "too_many_bots": 503,
    "too_many_bot_games": 503,
    "not_running": 503,
    "moved": 503,
    "store_unwritable": 503,
    "store_gone": 503,
    "store_damaged": 503,
    "disk_low": 503,
}
"""The status of an error, by its code; 400 for all others."""


def to_json(content: Any, allow_nan: bool = True) -> bytes:
    """JSON as the command line writes it: UTF-8, with half a surrogate pair as an escape. Without ``allow_nan`` it raises ValueError for
    numbers that Python reads and browsers do not."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=allow_nan).encode("utf-8", "backslashreplace")


class JSONAnswer(JSONResponse):
    def render(self, content: Any) -> bytes:
        return to_json(content)


def error_answer(request: Request, error: QuepuError, status: int | None = None) -> JSONAnswer:
    answer = JSONAnswer({"error": error.as_dict(language(request))}, status or STATUS.get(error.code, 400))
    if error.code in ("too_many_requests", "pin_locked"):
        answer.headers["Retry-After"] = str(error.details["seconds"])
    return answer


def language(request: Request) -> str:
    """The language of the answer: ``lang`` in the query, else what ``Accept-Language`` prefers, else English.

    >>> language(Request({"type": "http", "query_string": b"", "headers": [(b"accept-language", b"fr, en;q=0.5, zh-CN;q=0.8")]}))
    'zh'
    """
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    best, highest = "en", 0.0
    for part in request.headers.get("accept-language", "").split(","):
        tag, _, weight = part.strip().partition(";")
        known = tag.casefold().split("-")[0]
        quality = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        weight_of_tag = float(quality[1]) if quality else 1.0
        if known in LANGUAGES and weight_of_tag > highest:
            best, highest = known, weight_of_tag
    return best


def download(name: str) -> dict[str, str]:
    """The headers of a file that browsers save."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def bearer(request: Request) -> str | None:
    """The secret in the ``Authorization`` header: a member's token, the invitation of a room, or the key of a document."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() or None if scheme.lower() == "bearer" else None


def no_parameter_twice(request: Request) -> None:
    """Refuse a parameter that is given more than once: it is not clear which value was meant."""
    names = [name for name, _ in request.query_params.multi_items()]
    for name in names:
        if names.count(name) > 1:
            raise QuepuError("repeated_key", text=name)


async def read_body(request: Request, settings: Settings) -> object:
    """The JSON in a request's body."""
    return read_json(await read_json_bytes(request, settings, settings.body_limit))


async def read_json_bytes(request: Request, settings: Settings, limit: int) -> bytes:
    """The body of a request with the media type of JSON, to be parsed in a thread."""
    return await read_bytes(request, settings, "application/json", limit)


async def read_bytes(request: Request, settings: Settings, wanted: str, most: int) -> bytes:
    """The body of a request, of the wanted media type and at most ``most`` bytes."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if media_type != wanted:
        raise QuepuError("wrong_media_type", text=media_type, wanted=wanted)
    body = bytearray()
    size = 0
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= most:
                    body += chunk
                elif size > _MAX_DISCARDED:
                    break
    except TimeoutError as error:
        raise QuepuError("too_slow", seconds=settings.body_seconds) from error
    if size > most:
        raise QuepuError("too_large", option="body", limit=most)
    return bytes(body)


async def discard_body(request: Request, settings: Settings) -> None:
    """Read the body of a request that is refused: a client that is still sending does not see an answer."""
    size = 0
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size > _MAX_DISCARDED:
                    break
    except TimeoutError as error:
        raise QuepuError("too_slow", seconds=settings.body_seconds) from error


def takes_gzip(headers: Headers) -> bool:
    return "gzip" in headers.get("accept-encoding", "")


class Workers:
    """Threads for answers, so that a long one does not delay the others. Each request pays for its processor time."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.answer_seconds
        self.threads = Threads(settings.threads, "quepu-answer")

    async def run(self, request: Request, work: Callable[[Check], Answer], is_long: bool = False) -> Answer:
        """Compute something for a request, until it is done, the time is over, or the client has disconnected."""
        account = Account.of(request.scope)

        def may_begin() -> None:
            # other requests of the address may have cost more than it had
            if wait := account.owed():
                raise too_many_requests(wait)

        job = Job(work, account.address, is_long, may_begin, account.spend)
        watching = asyncio.create_task(self._watch(request, job))
        try:
            async with asyncio.timeout(self.seconds):
                return await self.threads.run(job)
        except TimeoutError as error:
            raise QuepuError("busy", seconds=self.seconds) from error
        except Stopped as stopped:
            if watching.done():
                raise ClientDisconnect from stopped
            raise QuepuError("not_running") from stopped
        finally:
            watching.cancel()

    async def answer(self, request: Request, work: Callable[[Check], Any], is_long: bool = False) -> Response:
        """The result as JSON. It is encoded and compressed in the thread too: an answer can have millions of bytes."""
        packs = takes_gzip(request.headers)

        def rendered(check: Check) -> tuple[bytes, bool]:
            body = to_json(work(check))
            return (gzip.compress(body, 6), True) if packs and len(body) >= PACKED_FROM else (body, False)

        body, packed = await self.run(request, rendered, is_long)
        headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packed else {})}
        return Response(body, media_type="application/json", headers=headers)

    async def _watch(self, request: Request, job: Job[Any]) -> None:
        """Stop the job when the client disconnects. Ends then, and only then."""
        while (await request.receive())["type"] != "http.disconnect":
            pass
        self.threads.stop(job)
