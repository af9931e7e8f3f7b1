"""The JSON that the functions of play answer with, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.server.schemas import BothLanguages, DiscardsAnswer, LanguageQuery, ScoreAnswer, WaitsAnswer, Wind, closed
from quepu.server.schemas import Win as WinAnswer

Phase = Literal["lobby", "playing", "over"]


@closed
class ReadyAnswer(TypedDict):
    status: Literal["ready"]


@closed
class PlayAnswer(TypedDict):
    bots: list[str]
    default_bot: str
    phrases: dict[str, BothLanguages]
    limits: Annotated[dict[str, list[int]], Field(description="The least and the most.")]


@closed
class ListedRoom(TypedDict):
    id: str
    rules: str
    overlay: Annotated[bool, Field(description="Whether rules of one's own are played.")]
    phase: Phase
    host: str | None
    seated: int
    spectators: int


@closed
class RoomsAnswer(TypedDict):
    rooms: list[ListedRoom]


@closed
class OpenedAnswer(TypedDict):
    """A new room; ``token`` is the proof of who made it."""

    room: str
    member: int
    token: str
    game: Annotated[str | None, Field(description="The game, if it has begun.")]


@closed
class JoinedAnswer(TypedDict):
    room: str
    member: int
    token: str


@closed
class MatchLength(TypedDict):
    tiles: int
    rounds: int
    hands: int | None


@closed
class ClockSettings(TypedDict):
    turn: float
    bank: float
    claim: float


@closed
class RoomSettings(MatchLength):
    rules: str
    overlay: Annotated[BothLanguages | None, Field(description="The name of rules of one's own.")]
    clock: ClockSettings | None
    bots: str | None
    private: bool
    casual: bool
    open_hands: bool


@closed
class RoomMember(TypedDict):
    member: int
    name: str
    chair: int | None
    here: bool


@closed
class RoomPlayer(TypedDict):
    name: str
    member: int | None
    bot: str | None
    here: bool
    away: bool


@closed
class RoomProposal(TypedDict):
    id: int
    kind: Literal["takeback", "rematch", "end"]
    by: int
    agreed: list[int]
    asked: list[int]


@closed
class Room(TypedDict):
    id: str
    settings: RoomSettings
    phase: Phase
    game: str | None
    host: int | None
    members: list[RoomMember]
    players: list[RoomPlayer] | None
    spectators: int
    proposal: RoomProposal | None


@closed
class RoomAnswer(TypedDict):
    room: Room


@closed
class WhyNoWin(TypedDict):
    reason: Literal["no_tile", "flowers_in_hand", "below_minimum", "not_a_win"]
    score: ScoreAnswer | None


@closed
class HintAnswer(TypedDict):
    """About one's own hand at the update ``n``: the waits of thirteen tiles or the discards of fourteen, and why it may not win now."""

    game: str
    n: int
    why: WhyNoWin | None
    waits: WaitsAnswer | None
    discards: DiscardsAnswer | None


@closed
class LastScoreAnswer(TypedDict):
    """The win that ended the hand, with its reasons; null while it goes on, or where nobody won by a hand."""

    game: str | None
    hand: int | None
    score: WinAnswer | None


@closed
class GameAnswer(TypedDict):
    """A game; ``scores`` and ``hands`` when it is over, times in seconds since 1970."""

    game: str
    room: str | None
    status: Literal["playing", "finished"]
    rules: str
    overlay: dict[str, Any] | None
    players: list[str]
    match: MatchLength
    scores: list[int] | None
    hands: int | None
    created: float
    finished: float | None


@closed
class UploadedAnswer(TypedDict):
    game: str


@closed
class HandOfGame(TypedDict):
    number: int
    round: Wind
    dealer: int
    seats: list[int]
    dice: list[int]
    commitment: str
    nonce_commitments: NotRequired[list[str | None]]


MeldShown = TypedDict("MeldShown", {"type": str, "tiles": str, "claimed": str | None, "from": Wind | None})
closed(MeldShown)


@closed
class SeatShown(TypedDict):
    concealed: int
    melds: list[MeldShown]
    discards: Annotated[list[list[Any]], Field(description="Tile and marks: 1 from the hand, 2 taken by another.")]
    flowers: str
    ready: str | None


@closed
class OfferShown(TypedDict):
    seat: Wind
    tile: str
    robbing: bool


@closed
class ResultShown(TypedDict):
    winner: Wind | None
    loser: Wind | None
    points: int
    hand: str


@closed
class ViewShown(TypedDict):
    """What a seat sees; ``hands`` if all lie open."""

    seat: Wind | None
    hand: str
    drawn: str | None
    turn: Wind
    offer: OfferShown | None
    wall_left: int
    seats: list[SeatShown]
    result: ResultShown | None
    hands: NotRequired[list[str]]


@closed
class GameStep(TypedDict):
    step: int
    events: list[dict[str, Any]]
    view: ViewShown
    scores: list[int]


@closed
class StepsAnswer(TypedDict):
    """A hand, step by step; ``score`` is the win explained."""

    game: str
    hand: HandOfGame
    hands: int
    players: list[str]
    steps: list[GameStep]
    score: WinAnswer | None


class StepsQuery(LanguageQuery):
    hand: int = Field(ge=1, lt=2**31)
    seat: Wind | SkipJsonSchema[None] = Field(None, description="A player by his first seat; all hands lie open if left out.")
