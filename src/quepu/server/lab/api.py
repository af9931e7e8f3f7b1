"""The HTTP functions of the laboratory, below ``/api/v1``: studies are started, watched, compared and downloaded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from quepu.errors import QuepuError
from quepu.lab.simulate import KNOWN, PART
from quepu.lab.simulated import figures
from quepu.server import schemas
from quepu.server.addresses import Addresses
from quepu.server.cluster.alone import Cluster
from quepu.server.http import JSONAnswer, Workers, download, language, no_parameter_twice, read_body
from quepu.server.lab import schemas as lab_schemas
from quepu.server.lab.reports import report_answer, table_csv, table_parquet
from quepu.server.lab.studies import FoundStudy, Studies
from quepu.server.openapi import answers_of
from quepu.server.play.messages import CancelStudyRequest, StudyRequest, read_request
from quepu.server.play.store import Store
from quepu.server.settings import Settings
from quepu.texts import both

REQUESTS: dict[str, Any] = {"start_study": StudyRequest, "cancel_study": CancelStudyRequest}
"""The body of each function, for the description."""

_Id = Annotated[str, Path(max_length=64)]
_Language = Annotated[schemas.LanguageQuery, Query()]
_BODY_ERRORS = (408, 413, 415)
_DAY = 86400.0
PARQUET = "application/vnd.apache.parquet"
DEFAULT_PLAYER = "swift"


class Lab:
    """The studies of an application, while it runs."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        self.settings = settings
        self.workers = workers
        self.addresses = Addresses(settings)
        self._studies: Studies | None = None

    @property
    def studies(self) -> Studies:
        if self._studies is None:
            raise QuepuError("not_running")
        return self._studies

    @asynccontextmanager
    async def running(self, store: Store, cluster: Cluster) -> AsyncIterator[None]:
        """A part of the lifespan of the application: from when the store is open until before it is closed."""
        studies = self._studies = Studies(store, self.settings, cluster)
        working = asyncio.create_task(studies.run())
        try:
            yield
        finally:
            working.cancel()
            studies.close()
            await asyncio.gather(working, return_exceptions=True)
            self._studies = None

    def describe(self, found: FoundStudy) -> lab_schemas.StudyAnswer:
        """A study as the API shows it. This takes milliseconds, so it is for a thread."""
        study = found.study
        design, book = study.design, study.design.book()
        return {
            "id": found.id,
            "status": found.status,
            "error": found.error,
            "rules": design.rules,
            "overlay": cast(Any, design.overlay),
            "name": cast(Any, both((book.name, book.en))),
            "players": list(design.players),
            "hands": design.hands,
            "seed": design.seed,
            "deals": study.counts.deals,
            "ahead": found.ahead,
            "seconds_left": None if found.seconds_left is None else round(found.seconds_left, 1),
            "created": found.created,
            "expires": None if found.status in ("waiting", "running") else found.touched + self.settings.study_days * _DAY,
        }


def router(settings: Settings, lab: Lab) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )

    @api.get("/lab", responses=answers_of(lab_schemas.LabAnswer), response_model=None)
    async def lab_options(query: _Language) -> JSONAnswer:
        """What a study can be."""
        known = {"players": list(KNOWN), "default_player": DEFAULT_PLAYER}
        return JSONAnswer({**known, "most_hands": settings.study_hands, "part": PART, "days": settings.study_days})

    _add_studies(api, settings, lab)
    _add_results(api, lab)
    return api


def _add_studies(api: APIRouter, settings: Settings, lab: Lab) -> None:
    workers = lab.workers

    @api.post("/studies", responses=answers_of(lab_schemas.StartedStudyAnswer, 409, *_BODY_ERRORS), response_model=None)
    async def start_study(request: Request, query: _Language) -> JSONAnswer:
        """Begin a study in the background: bots play deals under a rule book, and everything is counted."""
        wanted = read_request(StudyRequest, await read_body(request, settings))
        design = await workers.run(request, lambda check: wanted.design(settings.overlay_limit, settings.study_hands))
        id, token = await lab.studies.start(design, *lab.addresses.who(request.scope))
        return JSONAnswer({"id": id, "token": token})

    @api.get("/studies/{study}", responses=answers_of(lab_schemas.StudyAnswer, 404), response_model=None)
    async def show_study(study: _Id, request: Request, query: _Language) -> Response:
        """What is simulated, and how far it is."""
        found = await lab.studies.find(study)
        return await workers.answer(request, lambda check: lab.describe(found))

    @api.post("/studies/{study}/cancel", responses=answers_of(lab_schemas.StudyAnswer, 403, 404, *_BODY_ERRORS), response_model=None)
    async def cancel_study(study: _Id, request: Request, query: _Language) -> Response:
        """End a study, with the token of who has started it. What is done of it stays."""
        wanted = read_request(CancelStudyRequest, await read_body(request, settings))
        await lab.studies.cancel(study, wanted.token)
        found = await lab.studies.find(study)
        return await workers.answer(request, lambda check: lab.describe(found))


def _add_results(api: APIRouter, lab: Lab) -> None:
    workers = lab.workers

    @api.get("/studies/{study}/figures", responses=answers_of(lab_schemas.FiguresAnswer, 404, 409), response_model=None)
    async def study_figures(study: _Id, request: Request, query: _Language) -> Response:
        """All figures of what has been simulated: the object of `quepu lab simulate --json`."""
        found = await lab.studies.find(study)
        return await workers.answer(request, lambda check: figures(_begun(found)))

    @api.get("/studies/{study}/report", responses=answers_of(lab_schemas.ReportAnswer, 404, 409), response_model=None)
    async def study_report(study: _Id, request: Request, query: _Language) -> Response:
        """The report of what has been simulated, with its charts."""
        found, lang = await lab.studies.find(study), language(request)
        return await workers.answer(request, lambda check: report_answer(found.body, None, lang))

    @api.get("/studies/{study}/comparison", responses=answers_of(lab_schemas.ReportAnswer, 404, 409), response_model=None)
    async def compare_studies(study: _Id, request: Request, query: Annotated[lab_schemas.ComparisonQuery, Query()]) -> Response:
        """The report of what differs between two studies with the same players, number of deals and seed."""
        found, other, lang = await lab.studies.find(study), await lab.studies.find(query.other), language(request)
        return await workers.answer(request, lambda check: report_answer(found.body, other.body, lang))

    csv_answers = {**answers_of(None, 404, 409), 200: {"content": {"text/csv": {}}, "description": "The table."}}

    @api.get("/studies/{study}/csv", responses=csv_answers, response_model=None, response_class=Response)
    async def study_csv(study: _Id, request: Request, query: Annotated[lab_schemas.CsvQuery, Query()]) -> Response:
        """A table of the report, or of a comparison, as CSV."""
        found = await lab.studies.find(study)
        other = None if query.other is None else await lab.studies.find(query.other)
        table = await workers.run(request, lambda check: table_csv(found.study, None if other is None else other.study, query.table))
        return Response(table, media_type="text/csv", headers=download(f"{study}-{query.table}.csv"))

    parquet_answers = {**answers_of(None, 404, 409), 200: {"content": {PARQUET: {}}, "description": "The table."}}

    @api.get("/studies/{study}/parquet", responses=parquet_answers, response_model=None, response_class=Response)
    async def study_parquet(study: _Id, request: Request, query: Annotated[lab_schemas.CsvQuery, Query()]) -> Response:
        """The same as Parquet, where the server has the library for it."""
        found = await lab.studies.find(study)
        other = None if query.other is None else await lab.studies.find(query.other)
        table = await workers.run(request, lambda check: table_parquet(found.study, None if other is None else other.study, query.table))
        return Response(table, media_type=PARQUET, headers=download(f"{study}-{query.table}.parquet"))

    file_answers = {**answers_of(None, 404), 200: {"content": {"application/json": {}}, "description": "The file."}}

    @api.get("/studies/{study}/file", responses=file_answers, response_model=None, response_class=Response)
    async def study_file(study: _Id, request: Request, query: _Language) -> Response:
        """The study with all its counts: the file of `quepu lab simulate --out`."""
        found = await lab.studies.find(study)
        body = await workers.run(request, lambda check: found.study.as_bytes())
        return Response(body, media_type="application/json", headers=download(f"{study}.json"))


def _begun(found: FoundStudy) -> Any:
    study = found.study
    if not study.counts.deals:
        raise QuepuError("nothing_simulated")
    return study
