"""The JSON of matchmaking: requests, and answers as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.rules import DEFAULT
from quepu.server.play.messages import Name, Strict
from quepu.server.schemas import closed


class MatchRequest(Strict):
    """The game that somebody wants. Only people with accounts play rated games."""

    name: Name
    rules: Annotated[str, Field(max_length=64)] = DEFAULT
    rounds: Literal[1, 2, 4] = 1
    rated: bool = False


class CancelMatchRequest(Strict):
    ticket: Annotated[str, Field(max_length=100)]


@closed
class MatchAnswer(TypedDict):
    """A ticket: with it one asks for the state, and it is the token of the room."""

    ticket: str
    bots_after: Annotated[float, Field(description="After how many seconds bots take the seats that are free.")]
    every: Annotated[float, Field(description="How often the state should be asked for, in seconds.")]


@closed
class MatchState(TypedDict):
    """How a ticket stands."""

    status: Literal["waiting", "ready"]
    waited: float
    waiting: Annotated[int, Field(description="How many people wait for the same game.")]
    room: str | None
    member: int | None


@closed
class CancelledAnswer(TypedDict):
    cancelled: Literal[True]
