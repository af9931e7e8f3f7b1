"""The HTTP functions of matchmaking, below ``/api/v1``."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from quepu.engine import play_rules
from quepu.errors import QuepuError
from quepu.rules import named
from quepu.server import schemas
from quepu.server.http import JSONAnswer, bearer, no_parameter_twice, read_body
from quepu.server.matches.schemas import CancelledAnswer, CancelMatchRequest, MatchAnswer, MatchRequest, MatchState
from quepu.server.openapi import answers_of
from quepu.server.play import store_matches as tickets
from quepu.server.play.api import Play
from quepu.server.play.ids import new_id
from quepu.server.play.messages import read_request
from quepu.server.play.room_task import token_hash
from quepu.server.settings import Settings
from quepu.server.signed_in import signed_in

REQUESTS: dict[str, Any] = {"start_match": MatchRequest, "cancel_match": CancelMatchRequest}
"""The body of each function, for the description."""

EVERY = 1.5
"""How often a page asks, in seconds."""
_TABLES = 3
"""How many tables are made at most when somebody asks."""
_Language = Annotated[schemas.LanguageQuery, Query()]
_BODY_ERRORS = (408, 413, 415)


def router(settings: Settings, play: Play) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )

    @api.post("/match", responses=answers_of(MatchAnswer, 403, 409, *_BODY_ERRORS), response_model=None)
    async def start_match(request: Request, query: _Language) -> JSONAnswer:
        """Wait for a game of a rule book with people of similar strength."""
        wanted, account = read_request(MatchRequest, await read_body(request, settings)), signed_in(request.scope)
        book = named(wanted.rules)
        play_rules(book)
        if wanted.rated and account is None:
            raise QuepuError("sign_in_to_be_rated")
        if play.rooms.is_closing():
            raise QuepuError("closed_for_maintenance")
        store, id = play.rooms.store, None if account is None else account.id
        secret = secrets.token_urlsafe(24)
        name = wanted.name if account is None else account.name
        ticket = tickets.Ticket(token_hash(secret), book.id, wanted.rounds, wanted.rated, name, id)
        wrong = await store.do(lambda connection: tickets.add_ticket(connection, ticket))
        if wrong is not None:
            raise wrong
        return JSONAnswer({"ticket": secret, "bots_after": settings.match_seconds, "every": EVERY})

    @api.get("/match", responses=answers_of(MatchState, 404, 409), response_model=None)
    async def match_state(request: Request, query: _Language) -> JSONAnswer:
        """The state of a ticket, which is in the ``Authorization`` header. Who does not ask for some seconds is not waited for any more."""
        hash, rooms = token_hash(bearer(request) or ""), play.rooms
        ids = [new_id(rooms.random) for _ in range(0 if rooms.is_closing() else _TABLES)]
        found = await rooms.store.do(lambda connection: tickets.follow_ticket(connection, hash, settings.match_seconds, ids))
        if found is None:
            raise QuepuError("not_found", text="ticket")
        if found.room is None and rooms.is_closing():
            raise QuepuError("closed_for_maintenance")
        status = "waiting" if found.room is None else "ready"
        where = {"room": found.room, "member": found.member}
        return JSONAnswer({"status": status, "waited": round(found.waited, 1), "waiting": found.waiting, **where})

    @api.post("/match/cancel", responses=answers_of(CancelledAnswer, *_BODY_ERRORS), response_model=None)
    async def cancel_match(request: Request, query: _Language) -> JSONAnswer:
        """Do not wait any more. Who is in a room already stays there."""
        wanted = read_request(CancelMatchRequest, await read_body(request, settings))
        await play.rooms.store.do(lambda connection: tickets.drop_ticket(connection, token_hash(wanted.ticket)))
        return JSONAnswer({"cancelled": True})

    return api
