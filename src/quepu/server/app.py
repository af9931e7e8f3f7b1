"""The application: the API, the pages, and what stands around both."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from threading import Lock
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Lifespan

from quepu.errors import QuepuError
from quepu.rules import BOOKS
from quepu.server import answers, offline, pages
from quepu.server.accounts.accounts import Accounts
from quepu.server.accounts.api import REQUESTS as ACCOUNT_REQUESTS
from quepu.server.accounts.api import router as account_router
from quepu.server.accounts.bans import RefuseBanned
from quepu.server.accounts.operator_api import REQUESTS as OPERATOR_REQUESTS
from quepu.server.accounts.operator_api import room_router as operator_room_router
from quepu.server.accounts.operator_api import router as operator_router
from quepu.server.accounts.people_api import REQUESTS as PEOPLE_REQUESTS
from quepu.server.accounts.people_api import router as people_router
from quepu.server.accounts.sessions import Sessions
from quepu.server.addresses import Forwarded
from quepu.server.api import REQUESTS, router
from quepu.server.bots.api import REQUESTS as BOT_REQUESTS
from quepu.server.bots.api import Bots
from quepu.server.bots.api import router as bot_router
from quepu.server.bots.api import socket_router as bot_socket_router
from quepu.server.cluster.compute import Compute
from quepu.server.cluster.relayed import Relayed
from quepu.server.cluster.routes import Relays, Routes
from quepu.server.documents.api import REQUESTS as DOCUMENT_REQUESTS
from quepu.server.documents.api import router as document_router
from quepu.server.documents.club_api import REQUESTS as CLUB_REQUESTS
from quepu.server.documents.club_api import router as club_router
from quepu.server.documents.computed import Computed
from quepu.server.documents.documents import Documents
from quepu.server.events.api import REQUESTS as EVENT_REQUESTS
from quepu.server.events.api import router as event_router
from quepu.server.guard import Guard, Hosts, RateLimit
from quepu.server.http import PACKED_FROM, Workers, error_answer, takes_gzip, to_json
from quepu.server.lab.api import REQUESTS as LAB_REQUESTS
from quepu.server.lab.api import Lab
from quepu.server.lab.api import router as lab_router
from quepu.server.matches.api import REQUESTS as MATCH_REQUESTS
from quepu.server.matches.api import router as match_router
from quepu.server.metrics.counted import watch_loop
from quepu.server.metrics.requests import Measured
from quepu.server.metrics.shown import Shown, metrics_router
from quepu.server.openapi import describe
from quepu.server.play.api import REQUESTS as PLAY_REQUESTS
from quepu.server.play.api import Play, socket_router
from quepu.server.play.api import router as play_router
from quepu.server.play.engine import ENGINE
from quepu.server.play.lessons import lessons
from quepu.server.play.store import Store
from quepu.server.play.store_operator import Maintenance
from quepu.server.ratings.api import router as ratings_router
from quepu.server.settings import Settings


def create_app(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The application, ready to be served. Without a store it forgets its rooms and games when it ends; ``app.state.play.store`` and
    ``app.state.compute``, the processes that compute, can be set until it starts."""
    settings = settings or Settings()
    # the interactive pages of FastAPI would load from elsewhere
    workers = Workers(settings)
    play = Play(settings, store, workers)
    lab = Lab(settings, workers)
    documents = Documents(settings, workers)
    accounts = Accounts(settings, workers, play.banned)
    accounts.limits.share(play.limits.add)
    relays = Relays(lambda: play.cluster)
    bots = Bots(settings, play, relays)

    def follow_operators(maintenance: Maintenance | None) -> None:
        play.rooms.announce(maintenance)
        play.rooms.close_banned()
        bots.hub.close_banned()

    accounts.when_operated(follow_operators)
    running = _running(play, lab, documents, accounts, bots, relays)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False, lifespan=running)
    computed = Computed(documents)
    own = router(settings, workers), play_router(settings, play, workers), lab_router(settings, lab)
    of_documents = document_router(settings, documents, computed), club_router(settings, workers, computed)
    of_games = match_router(settings, play), event_router(settings, play, workers)
    of_operators = metrics_router(settings, lambda is_ready: Shown(play, lab, documents, workers, is_ready), play)
    of_bots = bot_router(settings, bots), bot_socket_router(bots)
    of_people = *_account_functions(settings, play, accounts), ratings_router(play)
    functions = *own, *of_documents, *of_people, *of_games, of_operators, *of_bots, socket_router(play)
    for part in functions:
        app.include_router(part)
    requests = REQUESTS | PLAY_REQUESTS | LAB_REQUESTS | DOCUMENT_REQUESTS | CLUB_REQUESTS | ACCOUNT_REQUESTS | BOT_REQUESTS
    requests |= MATCH_REQUESTS | EVENT_REQUESTS | PEOPLE_REQUESTS | OPERATOR_REQUESTS
    app.openapi = cache(lambda: describe(app, requests))  # type: ignore[method-assign]  # as FastAPI documents it
    app.state.play = play
    app.state.lab = lab
    app.state.documents = documents
    app.state.accounts = accounts
    app.state.bots = bots
    app.state.web = settings.web
    app.state.compute = None
    app.state.functions = [route for part in functions for route in part.routes]
    app.router.routes += [_description(workers), *offline.routes(settings, _constant_answers()), *pages.routes(settings.web)]
    _add_error_answers(app)
    # the last one added is the outermost
    app.add_middleware(Compute, settings=settings, processes=lambda: app.state.compute)
    app.add_middleware(Sessions, find=accounts.find)
    app.add_middleware(RefuseBanned, banned=accounts.banned)
    routing: dict[str, Any] = {"cluster": lambda: play.cluster, "hand_over": lambda room: play.rooms.hand_over(room), "engine": ENGINE}
    app.add_middleware(Routes, relays=relays, **routing)
    app.add_middleware(RateLimit, settings=settings, share=play.limits.add)
    app.add_middleware(GZipMiddleware, minimum_size=PACKED_FROM, compresslevel=6)
    app.add_middleware(Hosts, settings=settings)
    app.add_middleware(Guard)
    app.add_middleware(Measured)
    app.add_middleware(Forwarded, settings=settings)
    app.add_middleware(Relayed, secret=lambda: play.cluster.secret)
    return app


def _account_functions(settings: Settings, play: Play, accounts: Accounts) -> tuple[APIRouter, ...]:
    return (
        account_router(settings, accounts, play.forget_account),
        people_router(settings, accounts, lambda account: play.rooms.people_changed(account)),
        operator_router(settings, accounts),
        operator_room_router(settings, lambda room: play.rooms.close_room(room)),
    )


def create_compute_app(settings: Settings, secret: str) -> FastAPI:
    """The application of a process that computes: it has no store, and answers only what another process with this secret relays to it."""
    workers = Workers(settings)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    documents = Documents(settings, workers)
    parts = (
        router(settings, workers),
        play_router(settings, Play(settings, None, workers), workers),
        club_router(settings, workers, Computed(documents)),
    )
    for part in parts:
        app.include_router(part)
    app.state.web = settings.web
    app.state.functions = [route for part in parts for route in part.routes]
    _add_error_answers(app)
    app.add_middleware(RateLimit, settings=settings)
    app.add_middleware(Guard)
    app.add_middleware(Relayed, secret=lambda: secret, required=True)
    return app


def _running(play: Play, lab: Lab, documents: Documents, accounts: Accounts, bots: Bots, relays: Relays) -> Lifespan[FastAPI]:
    """The lifespan of the application."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        async with play.cluster.running(), play.running(app), _beside(play, lab, documents, accounts, bots):
            watching = asyncio.create_task(watch_loop())
            try:
                yield
            finally:
                watching.cancel()
                relays.close()
                if app.state.compute is not None:
                    app.state.compute.relay.close()

    return running


@asynccontextmanager
async def _beside(play: Play, lab: Lab, documents: Documents, accounts: Accounts, bots: Bots) -> AsyncIterator[None]:
    """What uses the store of the rooms."""
    store, cluster = play.rooms.store, play.cluster
    async with lab.running(store, cluster), documents.running(store, cluster), accounts.running(store, cluster.bus), bots.running(store):
        yield


async def end_soon(app: FastAPI) -> None:
    """The server is about to end: answer those who wait, and let other nodes go on with its rooms."""
    app.state.documents.waiting.close()
    await app.state.play.drain()


def _constant_answers() -> dict[str, Callable[[], Any]]:
    """What the API always answers in the same way: browsers keep it for use without a network."""
    return {"/lessons": lessons, "/rules": answers.books, **{f"/rules/{id}": partial(answers.book, id) for id in BOOKS}}


def _add_error_answers(app: FastAPI) -> None:
    for kind in (QuepuError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _answer_error)


def _answer_error(request: Request, error: Exception) -> Response:
    """Every error as the library's error object."""
    if isinstance(error, QuepuError):
        # an unknown book in the path is a 404
        in_path = error.code == "unknown_rules" and request.path_params
        return error_answer(request, error, 404 if in_path else None)
    if isinstance(error, RequestValidationError):
        return error_answer(request, _wrong_parameter(error.errors()[0]))
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        answer = error_answer(request, QuepuError("wrong_method", text=request.method))
        answer.headers.update(error.headers or {})
        functions = [route for route in request.app.state.functions if route.matches(request.scope)[0] != Match.NONE]
        if functions:  # there may be several at one address
            answer.headers["Allow"] = ", ".join(sorted(method for function in functions for method in function.methods))
        return answer
    return pages.missing(request, request.app.state.web) or error_answer(request, QuepuError("not_found", text=request.url.path))


def _wrong_parameter(error: dict[str, Any]) -> QuepuError:
    """What is wrong with a parameter of the address."""
    name = str(error["loc"][1])  # after "query" or "path"; what follows is about its type
    if error["type"] == "extra_forbidden":
        return QuepuError("unknown_key", text=name)
    if error["type"] == "missing":
        return QuepuError("missing_key", text=name)
    if error["type"] == "literal_error":
        known = error["ctx"]["expected"].replace("'", "").replace(" or ", ", ")
        return QuepuError("not_one_of", option=name, text=str(error["input"]), known=known)
    return QuepuError("bad_value", option=name, text=str(error["input"]))


def _description(workers: Workers) -> Route:
    making = Lock()

    @cache
    def description(app: FastAPI) -> tuple[bytes, bytes]:
        """As it is, and compressed."""
        with making:  # FastAPI makes it for one at a time
            body = to_json(app.openapi())
        return body, gzip.compress(body, 9)

    async def describe_all(request: Request) -> Response:
        packs = takes_gzip(request.headers)
        body = (await workers.run(request, lambda check: description(request.app)))[packs]
        headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if packs else {})}
        return Response(body, media_type="application/json", headers=headers)

    return Route("/openapi.json", describe_all)
