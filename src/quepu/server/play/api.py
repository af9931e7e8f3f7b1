"""The HTTP functions of play, below ``/api/v1``: rooms, games, records. Games are played over the socket."""

from __future__ import annotations

import asyncio
import gzip
import io
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, WebSocket
from starlette.responses import Response

from quepu.engine import verify
from quepu.errors import QuepuError, RecordError
from quepu.players import DEFAULT_LEVEL, LEVELS, PLAYERS
from quepu.rules.catalogue import whole
from quepu.server import schemas
from quepu.server.addresses import Addresses
from quepu.server.cluster.alone import Cluster
from quepu.server.cluster.limits import SharedLimits
from quepu.server.http import JSONAnswer, Workers, bearer, language, no_parameter_twice, read_body, read_bytes, takes_gzip, to_json
from quepu.server.logs import log_loop_error
from quepu.server.openapi import answers_of
from quepu.server.play import lesson_schemas, replays, review_schemas
from quepu.server.play import schemas as play_schemas
from quepu.server.play.banned import Banned
from quepu.server.play.connected import ConnectedBots
from quepu.server.play.deserted import DesertedGames
from quepu.server.play.forgetting import forget_member
from quepu.server.play.lessons import lessons
from quepu.server.play.messages import (
    CancelReviewRequest,
    ChangeRequest,
    ContinueRequest,
    ForgetRequest,
    HintRequest,
    JoinRequest,
    ReviewRequest,
    RoomRequest,
    read_request,
)
from quepu.server.play.registry import RoomRegistry
from quepu.server.play.reviews import Reviews
from quepu.server.play.settings import LIMITS, PHRASES, SPEEDS, Pace
from quepu.server.play.socket import Sockets
from quepu.server.play.store import Store
from quepu.server.play.store_departed import forget_departed
from quepu.server.play.store_events import is_hidden
from quepu.server.play.store_rows import StoredGame
from quepu.server.play.upkeep import Upkeep
from quepu.server.settings import Settings
from quepu.server.signed_in import required, signed_in
from quepu.server.threads import Check
from quepu.server.tokens import Account
from quepu.texts import both
from quepu.tiles import WINDS

LOG = logging.getLogger("quepu.server")

_Id = Annotated[str, Path(max_length=64)]
_Language = Annotated[schemas.LanguageQuery, Query()]

REQUESTS: dict[str, Any] = {
    "make_room": RoomRequest,
    "join_room": JoinRequest,
    "change_room": ChangeRequest,
    "forget_member_of_room": ForgetRequest,
    "continue_game": ContinueRequest,
    "claim_member": HintRequest,
    "room_hint": HintRequest,
    "room_reach": HintRequest,
    "start_review": ReviewRequest,
    "cancel_review": CancelReviewRequest,
}
"""The body of each function, for the description."""

RECORD = "application/x-ndjson"
_BODY_ERRORS = (408, 413, 415)
_STOP_SECONDS = 1.0
"""How long the end of the server waits for answers that are being computed."""


class Play:
    """The rooms of an application, while it runs."""

    def __init__(self, settings: Settings, store: Store | None, workers: Workers) -> None:
        self.settings = settings
        self.store = store
        self.cluster = Cluster()
        """The other nodes; it can be set until the application starts."""
        self.workers = workers
        self.sockets = Sockets(settings)
        self.limits = SharedLimits()
        self.sockets.share(self.limits)
        self.addresses = Addresses(settings)
        self._rooms: RoomRegistry | None = None
        self._reviews: Reviews | None = None
        self._check: tuple[float, asyncio.Task[QuepuError | None]] | None = None
        """When the store was last checked, and the result."""
        self._was_ready = True
        self.banned = Banned(settings)
        self.connected: ConnectedBots | None = None
        """The bots that are connected; set before the application runs."""

    @property
    def rooms(self) -> RoomRegistry:
        if self._rooms is None:
            raise QuepuError("not_running")
        return self._rooms

    @property
    def reviews(self) -> Reviews:
        if self._reviews is None:
            raise QuepuError("not_running")
        return self._reviews

    def address(self, request: Request) -> str:
        return self.addresses.who(request.scope)[0]

    @asynccontextmanager
    async def running(self, app: FastAPI) -> AsyncIterator[None]:
        """The lifespan of the application."""
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        store = self.store or Store()
        self._rooms = rooms = RoomRegistry(store, self.settings, cluster=self.cluster, connected=self.connected, banned=self.banned)
        upkeep = Upkeep(store, self.settings, lambda: rooms.live, self.cluster)
        await upkeep.once()
        again = asyncio.create_task(upkeep.run())
        self._reviews = Reviews(store, self.settings, lambda game: _record(self, game), self.cluster)
        working = [asyncio.create_task(self._reviews.run())]
        working.append(asyncio.create_task(DesertedGames(rooms, self.settings.deserted_seconds).run()))
        if not self.cluster.is_alone:
            working += [asyncio.create_task(rooms.lobby.run()), asyncio.create_task(self.limits.run(self.cluster))]
        try:
            yield
        finally:
            self.workers.threads.stop_all(_STOP_SECONDS)
            again.cancel()
            for task in working:
                task.cancel()
            self._reviews.close()
            await asyncio.gather(*working, return_exceptions=True)
            self._reviews = None
            await self._rooms.close()
            self._rooms = None
            self._check = None
            if self.store is None:
                store.close()

    async def drain(self) -> None:
        """This server is about to end: let other nodes go on with its rooms."""
        if not self.cluster.is_alone and self._rooms is not None:
            await self.cluster.drain()
            await self._rooms.drain(self.settings.drain_seconds)

    async def forget_account(self, account: str) -> None:
        """An account was deleted: nobody at a table has its name any more, and its finished games lose it now."""
        await self.rooms.forget_account(account)
        await forget_departed(self.rooms.store)

    async def check(self) -> None:
        """Raise QuepuError if nothing can be stored. A check costs a write, so its result is kept for a second."""
        now = asyncio.get_running_loop().time()
        if self._check is None or (self._check[1].done() and now > self._check[0] + 1):
            self._check = now, asyncio.create_task(self._check_store(self.rooms.store))
        wrong = await asyncio.shield(self._check[1])
        if wrong is not None:
            raise QuepuError(wrong.code)

    async def _check_store(self, store: Store) -> QuepuError | None:
        wrong = None
        try:
            await store.check(self.settings.ready_seconds, self.settings.disk_reserve)
        except QuepuError as error:
            wrong = error
        if self._was_ready != (wrong is None):
            self._was_ready = wrong is None
            LOG.log(logging.WARNING if wrong else logging.INFO, "the store is %s", f"not ready: {wrong.code}" if wrong else "ready again")
        return wrong


def router(settings: Settings, play: Play, workers: Workers) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )
    _add_rooms(api, settings, play, workers)
    _add_help(api, settings, play, workers)
    _add_games(api, settings, play, workers)
    _add_reviews(api, settings, play, workers)
    _add_records(api, settings, play, workers)

    @api.get("/play", responses=answers_of(play_schemas.PlayAnswer), response_model=None)
    async def play_options(query: _Language) -> JSONAnswer:
        """The options of a room, and the phrases that can be sent in it."""
        phrases = {id: both(words) for id, words in PHRASES.items()}
        limits = {key: list(limit) for key, limit in LIMITS.items()}
        pace = Pace().scaled(settings.pace)
        claims = {speed: [round(seconds, 1) for seconds in pace.at(speed).window] for speed in SPEEDS}
        bots = {"bots": list(PLAYERS), "levels": list(LEVELS), "default_bot": DEFAULT_LEVEL}
        return JSONAnswer({**bots, "phrases": phrases, "speeds": list(SPEEDS), "claim_seconds": claims, "limits": limits})

    @api.get("/lessons", responses=answers_of(lesson_schemas.LessonsAnswer), response_model=None)
    async def all_lessons(request: Request, query: _Language) -> Response:
        """The lessons of the tutorial, with their positions and the right answers; always the same."""
        return await workers.answer(request, lambda check: lessons())

    @api.get("/ready", responses=answers_of(play_schemas.ReadyAnswer), response_model=None)
    async def ready(query: _Language) -> JSONAnswer:
        """Whether rooms and games can be stored now."""
        await play.check()
        return JSONAnswer({"status": "ready"})

    return api


def socket_router(play: Play) -> APIRouter:
    sockets = APIRouter(prefix="/api/v1")

    @sockets.websocket("/rooms/{room}/socket")
    async def room_socket(socket: WebSocket, room: str) -> None:
        await play.sockets.serve(socket, play.rooms, room)

    return sockets


def _add_rooms(api: APIRouter, settings: Settings, play: Play, workers: Workers) -> None:
    @api.get("/rooms", responses=answers_of(play_schemas.RoomsAnswer), response_model=None)
    async def list_rooms(query: _Language) -> JSONAnswer:
        """The public rooms with somebody in them, the newest first."""
        return JSONAnswer({"rooms": play.rooms.lobby.rooms()})

    @api.post("/rooms", responses=answers_of(play_schemas.OpenedAnswer, 409, *_BODY_ERRORS), response_model=None)
    async def make_room(request: Request, query: _Language) -> JSONAnswer:
        """A new room; with `start`, a game that begins at once."""
        wanted = read_request(RoomRequest, await read_body(request, settings))
        chosen = await workers.run(request, lambda check: wanted.settings(settings.overlay_limit))
        Account.of(request.scope).spend(stored=len(to_json(chosen.overlay)))
        return JSONAnswer(await play.rooms.open_room(wanted, chosen, play.address(request), signed_in(request.scope)))

    @api.get("/rooms/{room}", responses=answers_of(play_schemas.RoomAnswer, 403, 404), response_model=None)
    async def show_room(room: _Id, request: Request, query: _Language) -> JSONAnswer:
        """A room as all see it."""
        found = await play.rooms.find(room)
        return JSONAnswer({"room": await found.read_as(bearer(request), found.room.describe)})

    @api.get("/rooms/{room}/rules", responses=answers_of(schemas.Book, 404), response_model=None)
    async def room_rules(room: _Id, request: Request, query: _Language) -> Response:
        """The whole rule book that is played in a room."""
        found = await play.rooms.find(room)
        return await workers.answer(request, lambda check: whole(found.room.settings.book))

    @api.post("/rooms/{room}/settings", responses=answers_of(play_schemas.RoomAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def change_room(room: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Change the settings of a room before its first game, by its host."""
        wanted = read_request(ChangeRequest, await read_body(request, settings))
        found = await play.rooms.find(room)
        change = await workers.run(request, lambda check: wanted.change(settings.overlay_limit))
        Account.of(request.scope).spend(stored=len(to_json(wanted.overlay)))
        return JSONAnswer({"room": await found.change(wanted.token, change)})

    @api.post("/rooms/{room}/join", responses=answers_of(play_schemas.JoinedAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def join_room(room: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Become a member of a room."""
        wanted = read_request(JoinRequest, await read_body(request, settings))
        found, account = await play.rooms.find(room), signed_in(request.scope)
        member, token = await found.join(wanted.name, play.address(request), wanted.invite, wanted.token, account)
        return JSONAnswer({"room": room, "member": member.number, "token": token})

    @api.post(
        "/rooms/{room}/claim", responses=answers_of(play_schemas.ClaimedAnswer, 401, 403, 404, 409, *_BODY_ERRORS), response_model=None
    )
    async def claim_member(room: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Say that a member of a room, by their token, is the person who is signed in: the games that they played there are theirs."""
        account = required(request.scope)
        wanted = read_request(HintRequest, await read_body(request, settings))
        await (await play.rooms.find(room)).claim(wanted.token, account)
        return JSONAnswer({"room": room})

    @api.post("/rooms/{room}/forget", responses=answers_of(play_schemas.ForgottenAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None)
    async def forget_member_of_room(room: _Id, request: Request, query: _Language) -> JSONAnswer:
        """Forget a member: their name is removed from the room and its games, and games that nobody else has played are deleted."""
        wanted = read_request(ForgetRequest, await read_body(request, settings))
        return JSONAnswer({"room": room, "games": await forget_member(await play.rooms.find(room), wanted.token)})


def _add_help(api: APIRouter, settings: Settings, play: Play, workers: Workers) -> None:
    @api.post("/rooms/{room}/hint", responses=answers_of(play_schemas.HintAnswer, 404, 409, *_BODY_ERRORS), response_model=None)
    async def room_hint(room: _Id, request: Request, query: _Language) -> Response:
        """A hint for a player about their own hand, from what they see."""
        wanted = read_request(HintRequest, await read_body(request, settings))
        found = await play.rooms.find(room)
        compute = await found.hint(wanted.token, language(request))
        return await workers.answer(request, lambda check: compute())

    @api.post("/rooms/{room}/reach", responses=answers_of(play_schemas.ReachAnswer, 404, 409, *_BODY_ERRORS), response_model=None)
    async def room_reach(room: _Id, request: Request, query: _Language) -> Response:
        """The fans that a player can no longer make in this deal, from what they see."""
        wanted = read_request(HintRequest, await read_body(request, settings))
        found = await play.rooms.find(room)
        compute = await found.reach(wanted.token)
        return await workers.answer(request, lambda check: compute())

    @api.get("/rooms/{room}/score", responses=answers_of(play_schemas.LastScoreAnswer, 403, 404), response_model=None)
    async def room_score(room: _Id, request: Request, query: _Language) -> Response:
        """The win that ended the last deal, explained, and who pays what; everybody may see it."""
        found = await play.rooms.find(room)
        last = await found.read_as(bearer(request), found.last_batch)
        if last is None:
            return JSONAnswer({"game": None, "hand": None, "score": None, "payments": []})
        session, number, events, payments = last
        lang = language(request)
        return await workers.answer(
            request,
            lambda check: {
                "game": session.id,
                "hand": number,
                "score": replays.explained(events, session.game.header, lang),
                "payments": replays.payments_list(payments),
            },
        )

    qr_answers = {**answers_of(None, 404), 200: {"content": {"image/svg+xml": {}}, "description": "The QR code."}}

    @api.get("/rooms/{room}/qr", responses=qr_answers, response_model=None, response_class=Response)
    async def room_qr(room: _Id, request: Request, query: _Language) -> Response:
        """The address of a room's page as a QR code."""
        await play.rooms.find(room)
        address = f"{request.base_url}play/{room}"
        return Response(await workers.run(request, lambda check: qr_svg(address)), media_type="image/svg+xml")


def qr_svg(text: str) -> bytes:
    drawn = io.BytesIO()
    segno.make(text, micro=False).save(drawn, kind="svg", border=2, xmldecl=False, omitsize=True)
    return drawn.getvalue()


def _add_games(api: APIRouter, settings: Settings, play: Play, workers: Workers) -> None:
    @api.get("/games/{game}", responses=answers_of(play_schemas.GameAnswer, 404), response_model=None)
    async def show_game(game: _Id, query: _Language) -> JSONAnswer:
        """What was played, by whom, and how it ended; of an event that is not over, it does not say how."""
        found = await play.rooms.game(game)
        hidden = await play.rooms.store.do(lambda connection: is_hidden(connection, found.room))
        return JSONAnswer(_summary(found, await play.rooms.is_open(found.room), hidden))

    record_answers = {**answers_of(None, 404, 409), 200: {"content": {RECORD: {}}, "description": "The record."}}

    @api.get("/games/{game}/record", responses=record_answers, response_model=None, response_class=Response)
    async def game_record(game: _Id, query: _Language) -> Response:
        """The record of a game that is over: JSON Lines."""
        headers = {"Content-Disposition": f'attachment; filename="{game}.jsonl"'}
        return Response(await _record(play, game), media_type=RECORD, headers=headers)

    kept = replays.StepsCache()

    async def made(request: Request, wanted: replays.StepsKey) -> bytes:
        record = await _record(play, wanted[0])
        return await workers.run(request, lambda check: kept.make(wanted, record, check), is_long=True)

    @api.get("/games/{game}/steps", responses=answers_of(play_schemas.StepsAnswer, 404, 409), response_model=None)
    async def game_steps(game: _Id, request: Request, query: Annotated[play_schemas.StepsQuery, Query()]) -> Response:
        """A deal of a game that is over, step by step, as a player saw it or with all hands open."""
        wanted = game, query.hand, None if query.seat is None else WINDS.index(query.seat), language(request)
        packed = kept.get(wanted) or await made(request, wanted)
        headers = {"Vary": "Accept-Encoding"}
        if takes_gzip(request.headers):
            return Response(packed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
        body = await workers.run(request, lambda check: gzip.decompress(packed))
        return Response(body, media_type="application/json", headers=headers)


def _add_reviews(api: APIRouter, settings: Settings, play: Play, workers: Workers) -> None:
    async def state(request: Request, game: str, player: int, deal: int) -> Response:
        made = await play.reviews.state(game, player, deal, play.address(request))
        return await workers.answer(request, made)

    @api.get("/games/{game}/review", responses=answers_of(review_schemas.ReviewAnswer, 404, 409), response_model=None)
    async def show_review(game: _Id, request: Request, query: Annotated[review_schemas.ReviewQuery, Query()]) -> Response:
        """The review of a player's decisions in a game that is over: how far it is, and what it has found."""
        await finished_game(play, game)
        return await state(request, game, WINDS.index(query.seat), query.hand)

    @api.post("/games/{game}/review", responses=answers_of(review_schemas.ReviewAnswer, 404, 409, *_BODY_ERRORS), response_model=None)
    async def start_review(game: _Id, request: Request, query: _Language) -> Response:
        """Review a player's decisions in the background, in one deal or in the whole game. What is done already is not done again."""
        wanted = read_request(ReviewRequest, await read_body(request, settings))
        await play.reviews.request(game, wanted.player, wanted.hand, *play.addresses.who(request.scope))
        return await state(request, game, wanted.player, wanted.hand or 1)

    @api.post(
        "/games/{game}/review/cancel", responses=answers_of(review_schemas.ReviewAnswer, 403, 404, 409, *_BODY_ERRORS), response_model=None
    )
    async def cancel_review(game: _Id, request: Request, query: _Language) -> Response:
        """End a review that was requested from the same address. The deals that are done stay."""
        wanted = read_request(CancelReviewRequest, await read_body(request, settings))
        await finished_game(play, game)
        await play.reviews.cancel(game, wanted.player, play.address(request))
        return await state(request, game, wanted.player, 1)


def _add_records(api: APIRouter, settings: Settings, play: Play, workers: Workers) -> None:
    @api.post("/games/{game}/continue", responses=answers_of(play_schemas.OpenedAnswer, 404, 409, *_BODY_ERRORS), response_model=None)
    async def continue_game(game: _Id, request: Request, query: _Language) -> JSONAnswer:
        """A new game against bots that continues from a step of one that is over."""
        wanted = read_request(ContinueRequest, await read_body(request, settings))
        record = await _record(play, game)

        def begin(check: Check) -> tuple[replays.Continuation, int]:
            begun = replays.continuation(record, wanted.hand, wanted.step, wanted.bots, check)
            return begun, replays.journal_size(begun[2], settings.continue_limit)

        begun, size = await workers.run(request, begin, is_long=True)
        Account.of(request.scope).spend(stored=size)
        return JSONAnswer(await play.rooms.continue_game(*begun, wanted, play.address(request), signed_in(request.scope)))

    body = {"requestBody": {"required": True, "content": {RECORD: {"schema": {"type": "string"}}}}}

    @api.post("/records", responses=answers_of(play_schemas.UploadedAnswer, *_BODY_ERRORS), response_model=None, openapi_extra=body)
    async def send_record(request: Request, query: _Language) -> JSONAnswer:
        """Upload a record: it is verified, and can then be viewed."""
        record = await read_bytes(request, settings, RECORD, settings.record_limit)

        def read(check: Check) -> dict[str, Any]:
            verify(record)
            check()
            return replays.summary(record)

        try:
            summary = await workers.run(request, read, is_long=True)
        except RecordError as error:
            raise QuepuError("bad_record", reason=error.message(language(request))) from error
        Account.of(request.scope).spend(stored=len(record))
        return JSONAnswer({"game": await play.rooms.store.keep(record, summary)})


async def finished_game(play: Play, id: str) -> None:
    """Raise QuepuError unless there is such a game and it is over; and if it belongs to an event, that too."""
    game = await play.rooms.game(id)
    if game.finished is None:
        raise QuepuError("game_unfinished")
    if await play.rooms.store.do(lambda connection: is_hidden(connection, game.room)):
        raise QuepuError("event_running")


async def _record(play: Play, id: str) -> bytes:
    await finished_game(play, id)
    record = await play.rooms.store.record(id)
    if record is None:
        raise QuepuError("not_found", text=id)
    return record


def _summary(game: StoredGame, room_is_open: bool, is_hidden: bool) -> play_schemas.GameAnswer:
    """A game without its room, unless the room is public: the link of a game is not an invitation. While results are hidden, it has none:
    other tables play the same walls."""
    header = game.header
    return {
        "game": game.id,
        "room": game.room if room_is_open else None,
        "status": "playing" if game.finished is None else "finished",
        "rules": header["rules"],
        "overlay": header["overlay"],
        "players": header["players"],
        "match": header["match"],
        "scores": None if is_hidden else game.scores,
        "hands": None if is_hidden else game.hands,
        "created": game.created,
        "finished": game.finished,
    }
