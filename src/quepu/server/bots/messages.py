"""What bots may send over their socket, checked by Pydantic, and the body of the functions about them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter

from quepu.players import DEFAULT_LEVEL
from quepu.rules import BOOKS, DEFAULT
from quepu.server.play.messages import Bot, Name, Number, Strict, token_or_unknown

MAX_GAMES = 16
"""The maximum number of games that a bot plays at the same time."""
MOST_HANDS = 16
"""The maximum number of deals in a game at the sandbox table."""


def _known_book(id: str) -> str:
    if id not in BOOKS:
        raise ValueError("there is no such rule book")
    return id


BookId = Annotated[str, Field(json_schema_extra={"enum": list(BOOKS)}), AfterValidator(_known_book)]
Ladder = Annotated[list[BookId], Field(max_length=len(BOOKS))]


class Hello(Strict):
    """The first message: who it is, and what it wants to play."""

    t: Literal["hello"]
    token: Annotated[str, BeforeValidator(token_or_unknown)]
    program: Annotated[str, Field(max_length=60)] = ""
    rooms: bool = False
    ladder: Ladder = Field(default_factory=list)
    games: Annotated[int, Field(ge=1, le=MAX_GAMES)] = 4


class Act(Strict):
    """The answer to a question. An action that is not legal is a fault."""

    t: Literal["act"]
    game: Annotated[str, Field(max_length=32)]
    id: Number
    action: Annotated[int, Field(ge=-(2**31), lt=2**31)] | None


class Sandbox(Strict):
    """A game at full speed against built-in players, not rated and not stored. The same seed gives the same walls."""

    t: Literal["sandbox"]
    rules: BookId = DEFAULT
    hands: Annotated[int, Field(ge=1, le=MOST_HANDS)] = 4
    opponents: Annotated[list[Bot], Field(min_length=3, max_length=3)] = Field(default_factory=lambda: [DEFAULT_LEVEL] * 3)
    player: Annotated[int, Field(ge=0, le=3)] = 0
    seed: Number | None = None


class Join(Strict):
    """Take a free chair in a room, as a person does with its link."""

    t: Literal["join"]
    room: Annotated[str, Field(max_length=64)]
    invite: Annotated[str | None, BeforeValidator(token_or_unknown)] = None


class WantLadder(Strict):
    """The rule books of which games of the ladder are wanted from now on; none: no more."""

    t: Literal["ladder"]
    rules: Ladder


class Ping(Strict):
    t: Literal["ping"]


BotMessage = Act | Sandbox | Join | WantLadder | Ping
BOT_MESSAGES: TypeAdapter[Hello | BotMessage] = TypeAdapter(Annotated[Hello | BotMessage, Field(discriminator="t")])


class Announced(Strict):
    """The first message of another node about a bot that is connected to it; ``elsewhere`` is the number of games that it plays at others
    than the one that receives this."""

    t: Literal["announced"]
    id: str
    name: str
    account: str | None
    owner: str | None
    seen: float
    program: str
    rooms: bool
    ladder: Ladder
    games: int
    elsewhere: int


class GamesElsewhere(Strict):
    """From another node: the number of games has changed."""

    t: Literal["elsewhere"]
    games: int


OfNode = Announced | GamesElsewhere | Act | Join | WantLadder | Ping
NODE_MESSAGES: TypeAdapter[OfNode] = TypeAdapter(Annotated[OfNode, Field(discriminator="t")])


class NewBotRequest(Strict):
    """A new bot."""

    name: Name


class DeleteBotRequest(Strict):
    """Which bot is deleted, by its token."""

    token: Annotated[str, Field(max_length=100)]
