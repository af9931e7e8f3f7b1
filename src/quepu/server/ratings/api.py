"""The HTTP functions of ratings and statistics, below ``/api/v1``."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from quepu.errors import QuepuError
from quepu.rules import named
from quepu.server import schemas
from quepu.server.http import JSONAnswer, no_parameter_twice
from quepu.server.openapi import answers_of
from quepu.server.play.api import Play
from quepu.server.ratings import schemas as rating_schemas
from quepu.server.ratings import store

_DAY = 86400.0
_Player = Annotated[str, Path(max_length=64)]


def router(play: Play) -> APIRouter:
    api = APIRouter(
        prefix="/api/v1",
        default_response_class=JSONAnswer,
        generate_unique_id_function=lambda route: route.name,
        dependencies=[Depends(no_parameter_twice)],
    )

    @api.get("/players", responses=answers_of(rating_schemas.PlayersAnswer), response_model=None)
    async def list_players(query: Annotated[rating_schemas.PlayersQuery, Query()]) -> JSONAnswer:
        """The players under a rule book by their rating, the best first."""
        rules = named(query.rules).id
        return JSONAnswer(await play.rooms.store.do(lambda connection: store.leaderboard(connection, rules, query.bots, query.first)))

    @api.get("/players/{player}", responses=answers_of(rating_schemas.PlayerAnswer, 404), response_model=None)
    async def show_player(player: _Player, query: Annotated[schemas.LanguageQuery, Query()]) -> JSONAnswer:
        """A player: ratings, statistics and best hands by rule book, and the latest games."""
        key = player if player.isascii() and player.replace(":", "").isalnum() else ""
        found = await play.rooms.store.do(lambda connection: store.profile(connection, key))
        if found is None:
            raise QuepuError("not_found", text=player)
        return JSONAnswer(found)

    @api.get("/gallery", responses=answers_of(rating_schemas.GalleryAnswer), response_model=None)
    async def show_gallery(query: Annotated[rating_schemas.GalleryQuery, Query()]) -> JSONAnswer:
        """The hands with most points that people have won in public rooms, each with its place in a replay."""
        rules, since = named(query.rules).id, time.time() - query.days * _DAY if query.days else None
        return JSONAnswer(await play.rooms.store.do(lambda connection: store.gallery(connection, rules, since, query.fan, query.first)))

    return api
