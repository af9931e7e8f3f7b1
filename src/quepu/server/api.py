"""The HTTP API, ``/api/v1``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from quepu import __version__
from quepu.json_lines import read_json
from quepu.kernel import is_compiled
from quepu.server import answers, position_schemas, schemas
from quepu.server.http import JSONAnswer, Workers, language, no_parameter_twice, read_json_bytes
from quepu.server.openapi import answers_of
from quepu.server.settings import Settings

_Id = Annotated[schemas.Rules, Path()]

REQUESTS: dict[str, Any] = {
    "parse": schemas.ParseRequest,
    "score": schemas.ScoreRequest,
    "score_batch": schemas.BatchRequest,
    "waits": schemas.HandRequest,
    "discards": schemas.HandRequest,
    "compare": schemas.CompareRequest,
    "analyse": position_schemas.AnalyseRequest,
    "overlay": schemas.OverlayRequest,
}
"""The body of each function, for the description."""


def router(settings: Settings, workers: Workers) -> APIRouter:
    """All functions of the API about hands and rules."""
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )
    _add_hands(api, settings, workers)
    _add_books(api, workers)
    _add_practice(api, workers)

    @api.get("/health", responses=answers_of(schemas.HealthAnswer), response_model=None)
    async def health(query: Annotated[schemas.LanguageQuery, Query()]) -> JSONAnswer:
        """That the server is alive, and its version; `/ready` says whether it can store games."""
        return JSONAnswer({"status": "ok", "version": __version__, "compiled": is_compiled()})

    return api


def _add_hands(api: APIRouter, settings: Settings, workers: Workers) -> None:
    sent = (408, 413, 415)
    limit = settings.overlay_limit

    async def worked_out(request: Request, work: Callable[[object], Any]) -> Response:
        """The answer to what was sent."""
        body = await read_json_bytes(request, settings, settings.body_limit)
        return await workers.answer(request, lambda check: work(read_json(body)))

    @api.post("/parse", responses=answers_of(schemas.ParseAnswer, *sent), response_model=None)
    async def parse(request: Request, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """A hand in any notation, in its canonical form."""
        return await worked_out(request, answers.parse_hand)

    @api.post("/score", responses=answers_of(schemas.ScoreAnswer, *sent), response_model=None)
    async def score(request: Request, query: Annotated[schemas.ScoreQuery, Query()]) -> Response:
        """The score of a hand: the objects of `quepu score --jsonl`."""
        return await worked_out(request, lambda given: answers.score(given, query.explain, language(request), limit))

    @api.post("/score/batch", responses=answers_of(schemas.BatchAnswer, *sent), response_model=None)
    async def score_batch(request: Request, query: Annotated[schemas.ScoreQuery, Query()]) -> Response:
        """The scores of up to 1000 hands, in their order, an error object where one is wrong."""
        body = await read_json_bytes(request, settings, settings.batch_body_limit)
        lang = language(request)
        return await workers.answer(
            request,
            lambda check: answers.score_batch(read_json(body), query.explain, lang, settings.batch_limit, limit, check),
            is_long=True,
        )

    @api.post("/waits", responses=answers_of(schemas.WaitsAnswer, *sent), response_model=None)
    async def waits(request: Request, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """What thirteen tiles wait for: the object of `quepu waits --json`."""
        return await worked_out(request, lambda given: answers.waits(given, limit))

    @api.post("/discards", responses=answers_of(schemas.DiscardsAnswer, *sent), response_model=None)
    async def discards(request: Request, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """Which of fourteen tiles to discard: the object of `quepu discards --json`."""
        return await worked_out(request, lambda given: answers.discards(given, limit))

    @api.post("/compare", responses=answers_of(schemas.CompareAnswer, *sent), response_model=None)
    async def compare(request: Request, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """One hand under several rule books: the object of `quepu compare --json`."""
        return await worked_out(request, lambda given: answers.compare(given, limit))

    @api.post("/analyse", responses=answers_of(position_schemas.AnalyseAnswer, *sent), response_model=None)
    async def analyse(request: Request, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """What every legal action of a position brings: the object of `quepu analyse --json`."""
        body = await read_json_bytes(request, settings, settings.body_limit)
        return await workers.answer(request, lambda check: answers.analyse(read_json(body), limit, check), is_long=True)

    @api.post("/overlay", responses=answers_of(schemas.Book, *sent), response_model=None)
    async def overlay(request: Request, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """An overlay checked: the book it makes, or the error with its line and reason."""
        return await worked_out(request, lambda given: answers.overlay(given, limit))


def _add_books(api: APIRouter, workers: Workers) -> None:
    @api.get("/rules", responses=answers_of(schemas.RulesAnswer), response_model=None)
    async def rules(query: Annotated[schemas.LanguageQuery, Query()]) -> JSONAnswer:
        """The rule books."""
        return JSONAnswer(answers.books())

    @api.get("/rules/{id}", responses=answers_of(schemas.Book, 404), response_model=None)
    async def book(request: Request, id: _Id, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """A whole rule book: its categories, every fan, and what excludes what as a graph."""
        return await workers.answer(request, lambda check: answers.book(id))

    @api.get("/rules/{id}/fans", responses=answers_of(schemas.FansAnswer, 404), response_model=None)
    async def fans(request: Request, id: _Id, query: Annotated[schemas.SearchQuery, Query()]) -> Response:
        """The fans of a book that match a search, the best first."""
        return await workers.answer(request, lambda check: answers.fans(id, query.q))

    @api.get("/rules/{a}/diff/{b}", responses=answers_of(schemas.DiffAnswer, 404), response_model=None)
    async def diff(request: Request, a: _Id, b: _Id, query: Annotated[schemas.LanguageQuery, Query()]) -> Response:
        """What differs between two books, fan by fan."""
        return await workers.answer(request, lambda check: answers.diff(a, b))


def _add_practice(api: APIRouter, workers: Workers) -> None:
    @api.get("/practice", responses=answers_of(schemas.PracticeAnswer), response_model=None)
    async def practice(request: Request, query: Annotated[schemas.PracticeQuery, Query()]) -> Response:
        """A hand to practise on, with its score explained. Rules, level, weak fans and seed determine it."""
        lang = language(request)
        return await workers.answer(request, lambda check: answers.practice(query.rules, query.level, query.seed, query.weak, lang))

    @api.get("/practice/daily", responses=answers_of(schemas.DailyAnswer), response_model=None)
    async def daily(request: Request, query: Annotated[schemas.DailyQuery, Query()]) -> Response:
        """The hand of a day, the same for everyone."""
        lang = language(request)
        return await workers.answer(request, lambda check: answers.daily(query.rules, query.date, lang))
