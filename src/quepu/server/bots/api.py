"""The HTTP functions of bots, below ``/api/v1``, and what runs while the application does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, WebSocket
from starlette.types import Scope

from quepu.errors import QuepuError
from quepu.server.bots import schemas as bot_schemas
from quepu.server.bots.elsewhere import Elsewhere
from quepu.server.bots.hub import BotConnection, BotHub
from quepu.server.bots.ladder import Ladder
from quepu.server.bots.messages import DeleteBotRequest, NewBotRequest
from quepu.server.bots.socket import BotSockets
from quepu.server.bots.tables import BotTables
from quepu.server.cluster.routes import Relays
from quepu.server.http import JSONAnswer, no_parameter_twice, read_body
from quepu.server.openapi import answers_of
from quepu.server.play.api import Play
from quepu.server.play.ids import new_id
from quepu.server.play.messages import read_request
from quepu.server.play.registry import DELETED
from quepu.server.play.room_task import SYSTEM, token_hash
from quepu.server.play.store import Store
from quepu.server.play.store_bots import add_bot, drop_bot
from quepu.server.play.store_ladder import read_ladder
from quepu.server.schemas import LanguageQuery
from quepu.server.settings import Settings
from quepu.server.signed_in import signed_in
from quepu.server.tokens import Account

REQUESTS: dict[str, Any] = {"make_bot": NewBotRequest, "delete_bot": DeleteBotRequest}
"""The body of each function, for the description."""

DELETED_BOTS = "deleted_bots"
"""The topic of the bus: bots that were deleted."""

_Language = Annotated[LanguageQuery, Query()]
_BODY_ERRORS = (408, 413, 415)
_ROW_BYTES = 4096
"""What a bot costs as stored bytes: more than it has, so that nobody makes thousands."""


class Bots:
    """The bots of an application, while it runs."""

    def __init__(self, settings: Settings, play: Play, relays: Relays) -> None:
        self.settings = settings
        self.play = play
        self.relays = relays
        self.hub = BotHub(settings, play.banned)
        play.connected = self.hub
        self._sockets: BotSockets | None = None

    @property
    def sockets(self) -> BotSockets:
        if self._sockets is None:
            raise QuepuError("not_running")
        return self._sockets

    @asynccontextmanager
    async def running(self, store: Store) -> AsyncIterator[None]:
        """A part of the lifespan of the application: while rooms are open."""
        tables, cluster = BotTables(self.hub, self.play.rooms.services.bots), self.play.cluster
        self._sockets = BotSockets(self.play.sockets, self.hub, tables, lambda: self.play.rooms, self._elsewhere)
        ladder = asyncio.create_task(Ladder(self.hub, tables, store, self.settings.ladder_seconds, cluster).run())
        ends = (cluster.bus.subscribe(DELETED_BOTS, self.hub.dismiss), cluster.bus.subscribe(DELETED, self.hub.dismiss_of))
        try:
            yield
        finally:
            for end in ends:
                end()
            self._sockets = None
            ladder.cancel()
            await asyncio.gather(ladder, return_exceptions=True)

    def _elsewhere(self, found: BotConnection, scope: Scope) -> Elsewhere | None:
        cluster = self.play.cluster
        return None if cluster.is_alone else Elsewhere(found, scope, self.hub, cluster, self.relays)


def router(settings: Settings, bots: Bots) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )

    @api.get("/bots", responses=answers_of(bot_schemas.BotsAnswer), response_model=None)
    async def list_bots(query: _Language) -> JSONAnswer:
        """The bots that are connected, and the limits of all."""
        return JSONAnswer({"bots": bots.hub.describe(), "limits": bots.hub.limits})

    @api.post("/bots", responses=answers_of(bot_schemas.NewBotAnswer, *_BODY_ERRORS), response_model=None)
    async def make_bot(request: Request, query: _Language) -> JSONAnswer:
        """A new bot, and the token with which its program connects."""
        wanted = read_request(NewBotRequest, await read_body(request, settings))
        account = signed_in(request.scope)
        owner = None if account is None else account.id
        id, token = new_id(SYSTEM), secrets.token_urlsafe(24)
        Account.of(request.scope).spend(stored=_ROW_BYTES)
        store, most = bots.play.rooms.store, settings.stored_bots
        await store.do(lambda connection: add_bot(connection, id, wanted.name, token_hash(token), owner, most))
        return JSONAnswer({"bot": id, "name": wanted.name, "token": token})

    @api.post("/bots/delete", responses=answers_of(bot_schemas.DeletedBotAnswer, 404, *_BODY_ERRORS), response_model=None)
    async def delete_bot(request: Request, query: _Language) -> JSONAnswer:
        """Delete a bot, with its ratings; its connection is closed. The games that it has played stay."""
        wanted = read_request(DeleteBotRequest, await read_body(request, settings))
        id = await bots.play.rooms.store.do(lambda connection: drop_bot(connection, token_hash(wanted.token)))
        if id is None:
            raise QuepuError("no_such_bot", text="…")
        bots.play.cluster.bus.publish(DELETED_BOTS, id)
        return JSONAnswer({"bot": id})

    @api.get("/bots/ladder", responses=answers_of(bot_schemas.LadderAnswer), response_model=None)
    async def bot_ladder(query: Annotated[bot_schemas.LadderQuery, Query()]) -> JSONAnswer:
        """The ladder of a rule book: bots and built-in players, the best first, and the latest games."""
        return JSONAnswer(await bots.play.rooms.store.do(lambda connection: read_ladder(connection, query.rules)))

    return api


def socket_router(bots: Bots) -> APIRouter:
    sockets = APIRouter(prefix="/api/v1")

    @sockets.websocket("/bots/socket")
    async def bot_socket(socket: WebSocket) -> None:
        await bots.sockets.serve(socket)

    return sockets
