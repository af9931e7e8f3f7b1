"""The JSON that bots are sent, and the answers of the functions about them, as OpenAPI and the JSON Schema describe them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.bot_protocol import VERSION
from quepu.rules import DEFAULT
from quepu.server.bots.messages import BOT_MESSAGES, BookId
from quepu.server.play.schemas import GameEvent, GameMatch
from quepu.server.position_schemas import ViewJson
from quepu.server.schemas import LanguageQuery, OverlayContent, Wind, closed

Kind = Literal["room", "sandbox", "ladder"]
Reason = Literal["late", "illegal"]


@closed
class BotLimits(TypedDict):
    turn_seconds: float
    claim_seconds: float
    faults: Annotated[int, Field(description="After this number of faults in a game a built-in player goes on for the bot.")]
    hands: Annotated[int, Field(description="The maximum number of deals of a game at the sandbox table.")]


@closed
class BotIdentity(TypedDict):
    id: str
    name: str
    owner: Annotated[str | None, Field(description="The name of the account of its owner; null for a guest.")]


@closed
class WelcomeMessage(TypedDict):
    """The first message to a bot."""

    t: Literal["welcome"]
    bot: BotIdentity
    limits: BotLimits


@closed
class GameMessage(TypedDict):
    """A game begins, or is described again after a new connection. ``player`` is the place of the bot among the players."""

    t: Literal["game"]
    game: str
    kind: Kind
    rules: str
    overlay: OverlayContent | None
    match: GameMatch
    players: list[str]
    player: int


AskMessage = TypedDict(
    "AskMessage",
    {
        "t": Literal["ask"],
        "game": str,
        "id": int,
        "deal": int,
        "from": Annotated[int, Field(description="How many events of the deal came before these.")],
        "events": list[GameEvent],
        "round": Wind,
        "view": ViewJson,
        "legal": list[int],
        "seconds": Annotated[float, Field(description="How long the answer may take.")],
    },
)
AskMessage.__doc__ = "A question: which of the legal actions?"
closed(AskMessage)

EventsMessage = TypedDict(
    "EventsMessage",
    {
        "t": Literal["events"],
        "game": str,
        "deal": int,
        "from": Annotated[int, Field(description="How many events of the deal came before these.")],
        "events": list[GameEvent],
    },
)
EventsMessage.__doc__ = "The rest of a deal that has ended."
closed(EventsMessage)


@closed
class FaultMessage(TypedDict):
    """There was no legal answer in time: ``action`` was done instead."""

    t: Literal["fault"]
    game: str
    id: int
    reason: Reason
    action: int
    faults: Annotated[int, Field(description="The faults in this game so far.")]
    replaced: Annotated[bool, Field(description="Whether a built-in player goes on for the rest of the game.")]


@closed
class OverMessage(TypedDict):
    """A game is over. ``ranks`` are those of a game of the ladder that was rated, by player, 1 for the first."""

    t: Literal["over"]
    game: str
    scores: Annotated[list[int] | None, Field(description="Null for a game that was not played to its end.")]
    ranks: list[int] | None


@closed
class SeatedMessage(TypedDict):
    """The bot has a chair in a room, or has lost it."""

    t: Literal["seated", "unseated"]
    room: str


@closed
class PongMessage(TypedDict):
    t: Literal["pong"]


@closed
class ErrorOfMessage(TypedDict):
    code: str
    message: str


@closed
class ErrorMessage(TypedDict):
    """A message of the bot was refused; ``re`` is its name, null if it could not be read."""

    t: Literal["error"]
    re: str | None
    error: ErrorOfMessage


ServerMessage = Annotated[
    WelcomeMessage | GameMessage | AskMessage | EventsMessage | FaultMessage | OverMessage | SeatedMessage | PongMessage | ErrorMessage,
    Field(discriminator="t"),
]
SERVER_MESSAGES: TypeAdapter[Any] = TypeAdapter(ServerMessage)


def message_schema() -> dict[str, Any]:
    """The JSON Schema of all messages: ``to_bot`` and ``from_bot`` among its definitions. Every message has the version ``v`` too."""
    schemas, shared = TypeAdapter.json_schemas(
        [("to_bot", "serialization", SERVER_MESSAGES), ("from_bot", "validation", BOT_MESSAGES)], ref_template="#/$defs/{model}"
    )
    defs: dict[str, Any] = dict(shared["$defs"])
    for name in ("to_bot", "from_bot"):
        key: Any = (name, "serialization" if name == "to_bot" else "validation")
        defs[name] = schemas[key]
    for found in defs.values():
        if "t" in found.get("properties", {}) and found.get("additionalProperties") is False:
            found["properties"] = {"v": {"const": VERSION}, **found["properties"]}
            found["required"] = ["v", *(key for key in found.get("required", []) if key != "v")]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages between Quepu and bots",
        "anyOf": [{"$ref": "#/$defs/to_bot"}, {"$ref": "#/$defs/from_bot"}],
        "$defs": dict(sorted(defs.items())),
    }


@closed
class NewBotAnswer(TypedDict):
    """A new bot; ``token`` is the proof of who it is, and shown only now."""

    bot: str
    name: str
    token: str


@closed
class DeletedBotAnswer(TypedDict):
    bot: str


@closed
class ConnectedBot(TypedDict):
    """A bot that is connected: whether hosts may give it a chair, of which rule books it plays the ladder, and in how many games it is."""

    bot: str
    name: str
    owner: str | None
    program: str
    rooms: bool
    ladder: list[str]
    games: int


@closed
class BotsAnswer(TypedDict):
    bots: list[ConnectedBot]
    limits: BotLimits


@closed
class LadderPlace(TypedDict):
    """A bot of the ladder, or a built-in player: its rating, which begins at 1500, and the standard deviation of it."""

    bot: str
    name: str
    owner: str | None
    builtin: bool
    games: int
    rating: int
    deviation: int


@closed
class LadderGame(TypedDict):
    """A game of the ladder; bots that were deleted have no name any more."""

    game: str
    names: list[str | None]
    ranks: list[int]
    ended: float


@closed
class LadderAnswer(TypedDict):
    rules: str
    standings: list[LadderPlace]
    latest: list[LadderGame]


class LadderQuery(LanguageQuery):
    rules: BookId = DEFAULT
