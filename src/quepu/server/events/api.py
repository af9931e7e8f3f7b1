"""The HTTP functions of duplicate events, below ``/api/v1``."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from quepu.server import schemas
from quepu.server.events import schemas as event_schemas
from quepu.server.events.events import Events, describe, results_answer, status_of
from quepu.server.http import JSONAnswer, Workers, bearer, no_parameter_twice, read_body
from quepu.server.openapi import answers_of
from quepu.server.play import store_events as rows
from quepu.server.play.api import Play
from quepu.server.play.messages import read_request
from quepu.server.settings import Settings
from quepu.server.signed_in import signed_in
from quepu.server.tokens import Account

REQUESTS: dict[str, Any] = {
    "make_event": event_schemas.EventRequest,
    "join_event": event_schemas.JoinEventRequest,
    "leave_event": event_schemas.LeaveEventRequest,
    "begin_event": event_schemas.OrganiserRequest,
    "end_event": event_schemas.OrganiserRequest,
}
"""The body of each function, for the description."""

_Id = Annotated[str, Path(max_length=64, pattern=r"^[0-9a-z]+$")]
_Language = Annotated[schemas.LanguageQuery, Query()]
_BODY_ERRORS = (408, 413, 415)
_STORED = 500
"""About how many bytes an event, or a player in it, takes."""


def router(settings: Settings, play: Play, workers: Workers) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )
    events = Events(settings)
    _add_reading(api, play, workers, events)
    _add_changes(api, settings, play, events)
    return api


def _add_reading(api: APIRouter, play: Play, workers: Workers, events: Events) -> None:
    @api.get("/events", responses=answers_of(event_schemas.EventsAnswer), response_model=None)
    async def list_events(query: _Language) -> JSONAnswer:
        """The newest duplicate events."""
        found = await play.rooms.store.do(rows.list_events)
        listed: list[event_schemas.ListedEvent] = []
        for row, joined in found:
            wanted = json.loads(row.settings)
            about = {"rules": wanted["rules"], "deals": wanted["hands"], "people": row.people, "joined": joined}
            listed.append({"id": row.id, "title": row.title, **about, "status": status_of(row.started, row.ended), "created": row.created})  # type: ignore[typeddict-item]
        return JSONAnswer({"events": listed})

    @api.get("/events/{event}", responses=answers_of(event_schemas.EventAnswer, 404), response_model=None)
    async def show_event(event: _Id, request: Request, query: _Language) -> Response:
        """An event; with a player's token in the ``Authorization`` header also their place."""
        found, secret = await events.find(play.rooms, event), bearer(request)
        return await workers.answer(request, lambda check: describe(found, secret))

    @api.get("/events/{event}/results", responses=answers_of(event_schemas.ResultsAnswer, 404, 409), response_model=None)
    async def event_results(event: _Id, request: Request, query: Annotated[event_schemas.ResultsQuery, Query()]) -> Response:
        """The standings of an event that is over, and what was paid in a deal at all tables."""
        found = await events.find(play.rooms, event)
        tables = await events.tables(play.rooms, found)
        return await workers.answer(request, lambda check: results_answer(found, events.compare(found, tables), query.deal))


def _add_changes(api: APIRouter, settings: Settings, play: Play, events: Events) -> None:
    @api.post("/events", responses=answers_of(event_schemas.MadeEvent, 409, *_BODY_ERRORS), response_model=None)
    async def make_event(request: Request, query: _Language) -> JSONAnswer:
        """A new duplicate event: its tables play the same walls, whose seeds are committed to now."""
        wanted = read_request(event_schemas.EventRequest, await read_body(request, settings))
        Account.of(request.scope).spend(stored=_STORED)
        return JSONAnswer(await events.make(play.rooms, wanted, signed_in(request.scope)))

    @api.post("/events/{event}/join", responses=answers_of(event_schemas.JoinedEvent, 404, 409, *_BODY_ERRORS), response_model=None)
    async def join_event(event: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Take part in an event that has not begun."""
        wanted = read_request(event_schemas.JoinEventRequest, await read_body(request, settings))
        Account.of(request.scope).spend(stored=_STORED)
        return JSONAnswer(await events.join(play.rooms, event, wanted.name, signed_in(request.scope)))

    @api.post("/events/{event}/leave", responses=answers_of(event_schemas.DoneAnswer, 404, 409, *_BODY_ERRORS), response_model=None)
    async def leave_event(event: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Do not take part after all."""
        wanted = read_request(event_schemas.LeaveEventRequest, await read_body(request, settings))
        await events.leave(play.rooms, event, wanted.token)
        return JSONAnswer({"done": True})

    @api.post("/events/{event}/start", responses=answers_of(event_schemas.DoneAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def begin_event(event: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Draw the tables and begin, by the organiser."""
        wanted = read_request(event_schemas.OrganiserRequest, await read_body(request, settings))
        await events.begin(play.rooms, event, wanted.key)
        return JSONAnswer({"done": True})

    @api.post("/events/{event}/end", responses=answers_of(event_schemas.DoneAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def end_event(event: _Id, request: Request, query: _Language) -> JSONAnswer:
        """End an event whose tables have not all finished, by the organiser. Those that have not do not count."""
        wanted = read_request(event_schemas.OrganiserRequest, await read_body(request, settings))
        await events.end(play.rooms, event, wanted.key)
        return JSONAnswer({"done": True})
