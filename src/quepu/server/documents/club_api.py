"""The HTTP functions of clubs, tournaments and draws, below ``/api/v1``."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from quepu.club.draws import draw
from quepu.json_lines import read_json
from quepu.server import schemas
from quepu.server.documents import club_schemas
from quepu.server.documents.club_schemas import DrawRequest
from quepu.server.documents.computed import Computed
from quepu.server.http import JSONAnswer, Workers, no_parameter_twice, read_json_bytes
from quepu.server.openapi import answers_of
from quepu.server.play.messages import read_request
from quepu.server.settings import Settings

REQUESTS: dict[str, Any] = {"make_draw": DrawRequest}
"""The body of each function, for the description."""

_Id = Annotated[str, Path(max_length=64)]
_Language = Annotated[schemas.LanguageQuery, Query()]
_BODY_ERRORS = (408, 413, 415)


def router(settings: Settings, workers: Workers, computed: Computed) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )

    @api.post("/draws", responses=answers_of(club_schemas.DrawAnswer, *_BODY_ERRORS), response_model=None)
    async def make_draw(request: Request, query: _Language) -> Response:
        """Tables and seats for some rounds, so that people meet as evenly as possible. The same request gives the same draw."""
        body = await read_json_bytes(request, settings, settings.document_body_limit)

        def made(wanted: DrawRequest) -> dict[str, Any]:
            return draw(wanted.players, wanted.rounds, wanted.seed, wanted.history, wanted.absent, wanted.sitting_out).as_dict()

        return await workers.answer(request, lambda check: made(read_request(DrawRequest, read_json(body))), is_long=True)

    @api.get("/clubs/{document}/summary", responses=answers_of(club_schemas.ClubSummary, 404), response_model=None)
    async def club_summary_of(document: _Id, request: Request, query: Annotated[club_schemas.SummaryQuery, Query()]) -> Response:
        """The members, standings and evenings of a club."""
        return await computed.summary(request, document, query.season, query.rules, query.zone)

    @api.get("/clubs/{document}/members/{member}", responses=answers_of(club_schemas.MemberStatistics, 404), response_model=None)
    async def club_member(document: _Id, member: _Id, request: Request, query: Annotated[club_schemas.MemberQuery, Query()]) -> Response:
        """What a member of a club has done: wins, deal-ins, the best hand, fans, points over time."""
        return await computed.member(request, document, member, query.season, query.rules)

    @api.get("/tournaments/{document}/state", responses=answers_of(club_schemas.TournamentState, 404), response_model=None)
    async def tournament_state_of(document: _Id, request: Request, query: _Language) -> Response:
        """The draw, results, standings and timer of a tournament, and what is missing."""
        return await computed.state(request, document)

    return api
