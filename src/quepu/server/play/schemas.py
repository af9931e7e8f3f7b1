"""The JSON of play: the answers of its functions, as OpenAPI describes them, and what the server sends over a socket."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field, with_config
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.server.position_schemas import ViewJson
from quepu.server.schemas import (
    BothLanguages,
    DiscardsAnswer,
    ExplainedWin,
    LanguageQuery,
    NamedFan,
    OverlayContent,
    ScoreAnswer,
    WaitsAnswer,
    Wind,
    closed,
)

Phase = Literal["lobby", "playing", "over"]
Arranged = Literal["match", "event"]
ProposalKind = Literal["takeback", "rematch", "end"]
ProposalOutcome = Literal["agreed", "refused", "withdrawn", "expired", "dropped"]
Speed = Literal["instant", "fast", "normal", "leisurely"]


@closed
class ReadyAnswer(TypedDict):
    status: Literal["ready"]


@closed
class PlayAnswer(TypedDict):
    bots: list[str]
    levels: Annotated[list[str], Field(description="The bots that are levels for people, the weakest first.")]
    default_bot: str
    phrases: dict[str, BothLanguages]
    speeds: Annotated[list[Speed], Field(description="The fastest first.")]
    claim_seconds: Annotated[
        dict[str, list[float]], Field(description="By speed: how long a discard is on offer among people, at least and at most.")
    ]
    limits: Annotated[dict[str, list[int]], Field(description="The minimum and the maximum.")]


@closed
class ListedRoom(TypedDict):
    id: str
    rules: str
    overlay: Annotated[bool, Field(description="Whether custom rules are played.")]
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
class ForgottenAnswer(TypedDict):
    room: str
    games: int


@closed
class MatchLength(TypedDict):
    tiles: int
    rounds: int
    hands: int | None


@closed
class GameMatch(MatchLength):
    flowers_at_once: NotRequired[Literal[True]]


@closed
class ClockSettings(TypedDict):
    turn: float
    bank: float
    claim: float


@closed
class RoomSettings(MatchLength):
    rules: str
    overlay: Annotated[BothLanguages | None, Field(description="The name of custom rules.")]
    clock: ClockSettings | None
    bots: str | None
    private: bool
    casual: bool
    open_hands: bool
    flowers: bool
    hints: bool
    friends: Annotated[bool, Field(description="Friends of the host see the room, and may come in.")]
    guests: Annotated[bool, Field(description="People who are not signed in may join.")]
    speed: Speed


@closed
class RoomMember(TypedDict):
    member: int
    name: str
    chair: int | None
    here: bool
    account: Annotated[str | None, Field(description="The id of their account; null for a guest.")]


@closed
class ClaimedAnswer(TypedDict):
    """The member of this room is the person who is signed in."""

    room: str


@closed
class RoomPlayer(TypedDict):
    name: str
    member: int | None
    bot: str | None
    here: bool
    away: bool
    bot_in: Annotated[int | None, Field(description="The milliseconds until a bot plays for somebody who has lost the connection.")]


@closed
class RoomBot(TypedDict):
    """A connected bot that has a chair."""

    bot: str
    name: str


@closed
class RoomProposal(TypedDict):
    id: int
    kind: ProposalKind
    by: int
    agreed: list[int]
    asked: list[int]


@closed
class SettledProposal(TypedDict):
    """How a proposal has ended; it is ``dropped`` if it could not be carried out any more."""

    id: int
    kind: ProposalKind
    by: int
    outcome: ProposalOutcome


@closed
class Room(TypedDict):
    id: str
    settings: RoomSettings
    phase: Phase
    game: str | None
    host: int | None
    members: list[RoomMember]
    players: list[RoomPlayer] | None
    bots: Annotated[list[RoomBot], Field(description="The connected bots that have a chair.")]
    spectators: int
    proposal: RoomProposal | None
    settled: Annotated[SettledProposal | None, Field(description="The last proposal of this game that has ended.")]
    arranged: Annotated[
        Arranged | None, Field(description="People were put together here, or it is a table of an event: the game begins by itself.")
    ]
    rated: Annotated[bool, Field(description="Whether the game changes the ratings of its players, if they play it to its end.")]


@closed
class RoomAnswer(TypedDict):
    room: Room


@closed
class WhyNoWin(TypedDict):
    reason: Literal["no_tile", "flowers_in_hand", "below_minimum", "not_a_win"]
    score: ScoreAnswer | None


@closed
class FanInBrief(NamedFan):
    en: str


@closed
class WinInBrief(TypedDict):
    """The points of a win, and its fans, the most valuable first."""

    points: int
    fans: list[FanInBrief]


@closed
class HandAim(WinInBrief):
    """A winning hand within reach that may win: on a discard, or only by self-draw. ``missing`` are the tiles that it lacks, the winning
    one last."""

    self_drawn: bool
    missing: list[str]
    hand: str


@closed
class ClaimAdvice(TypedDict):
    """What a chow, a pung or a kong gives and loses: the distance from ready ``before`` it and after it, the best discard and the best aim
    then; what that aim would be worth if the set were ``concealed``; and the fans that are lost."""

    action: int
    before: int
    distance: int | None
    discard: str | None
    hopeless: Annotated[bool, Field(description="Whether no hand that may win was found then.")]
    aim: HandAim | None
    concealed: int | None
    lost: list[FanInBrief]


@closed
class SuggestionJson(TypedDict):
    """What a careful bot would do now from what the player sees, and why. A discard makes the hand ``ready``; is ``safe``, where what
    promises more is more dangerous; keeps the ``aim``, or leaves it ``nearest`` to a win; a claim or kong makes it ``ready`` or
    ``nearer``, or of more ``worth``. The hand is better left alone where the best claim, which is ``instead``, leaves it ``hopeless`` or
    ``no_nearer``, or brings it nearer, but has ``lost`` fans, makes it too much ``cheaper`` or promises ``less``. The last tile may win
    (``last_ready``) or not (``last_far``). Otherwise it is simply the ``best``."""

    action: int
    reason: Literal[
        "win", "ready", "safe", "aim", "nearest", "best", "nearer", "worth", "hopeless", "lost", "no_nearer", "cheaper", "less",
        "last_ready", "last_far",
    ]  # fmt: skip
    instead: int | None
    aim: Annotated[HandAim | None, Field(description="The hand that counts most for it, if one that may win is within reach.")]
    because: Annotated[str, Field(description="The whole reason, in the language of the request.")]


@closed
class HintAnswer(TypedDict):
    """About one's own hand at the update ``n``: the win that is offered, or why it may not win now; the waits of thirteen tiles or the
    discards of fourteen; what to aim for, the best first, null where that is not searched; what each legal claim gives and loses; and what
    a beginner may well do, null where there is nothing to decide."""

    game: str
    n: int
    why: WhyNoWin | None
    win: WinInBrief | None
    waits: WaitsAnswer | None
    discards: DiscardsAnswer | None
    hopeless: Annotated[bool, Field(description="Whether a search found no hand that may win.")]
    aims: list[HandAim] | None
    claims: list[ClaimAdvice]
    suggestion: SuggestionJson | None


@closed
class ReachAnswer(TypedDict):
    """Which fans a player can no longer make in this deal, by their ids, as of the update ``n``."""

    game: str
    n: int
    out: list[str]


@closed
class StepsInBothLanguages(TypedDict):
    zh: list[str]
    en: list[str]


@closed
class PaymentJson(TypedDict):
    """What a seat pays to the winner, and why, step by step."""

    seat: Wind
    points: int
    why: StepsInBothLanguages


@closed
class LastScoreAnswer(TypedDict):
    """The win that ended the deal, explained, and who pays what; null and empty while it goes on, or if nobody won. ``score`` is null too
    if somebody won by flowers."""

    game: str | None
    hand: int | None
    score: ExplainedWin | None
    payments: list[PaymentJson]


@closed
class GameAnswer(TypedDict):
    """A game; ``scores`` and ``hands`` when it is over, times in seconds since 1970."""

    game: str
    room: str | None
    status: Literal["playing", "finished"]
    rules: str
    overlay: OverlayContent | None
    players: list[str]
    match: GameMatch
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


@with_config(ConfigDict(extra="allow"))
class GameEvent(TypedDict):
    """Something that happened. The further keys depend on ``t``; they are those of a record (docs/table.md)."""

    t: str


@closed
class GameStep(TypedDict):
    step: int
    events: list[GameEvent]
    view: ViewJson
    scores: list[int]


@closed
class StepsAnswer(TypedDict):
    """A deal, step by step; ``score`` is the win, explained, and ``payments`` who pays what and why."""

    game: str
    hand: HandOfGame
    hands: int
    players: list[str]
    steps: list[GameStep]
    score: ExplainedWin | None
    payments: list[PaymentJson]


# Over a socket.

Waiting = TypedDict(
    "Waiting",
    {
        "for": Literal["commit", "ready", "turn", "claims", "over", "paused", "vote"],
        "left": NotRequired[int | None],
        "bank": NotRequired[int | None],
        "held": NotRequired[bool],
        "window": NotRequired[bool],
        "seat": NotRequired[Wind],
        "players": NotRequired[list[int]],
        "hand": NotRequired[int],
        "commitment": NotRequired[str],
        "nonce_commitments": NotRequired[list[str | None]],
    },
)
closed(Waiting)


@closed
class Prompt(TypedDict):
    """What a player is asked for: one of the legal actions, or whether they are ready; what a win is worth, if they may win."""

    legal: NotRequired[list[int]]
    win: NotRequired[WinInBrief]
    ready: NotRequired[Literal[True]]


@closed
class TableJson(TypedDict):
    """Everything that a viewer sees of a session."""

    game: str
    n: int
    you: int | None
    hand: HandOfGame | None
    scores: list[int]
    view: ViewJson | None
    waits: Waiting
    prompt: Prompt | None
    answered: int | None
    commit: int | None
    open: int | None
    bot_discards: int


@closed
class Update(TypedDict):
    n: int
    events: list[GameEvent]


SOCKET = (TableJson, Update, Room)
"""The objects in messages of the server."""


class StepsQuery(LanguageQuery):
    hand: int = Field(ge=1, lt=2**31)
    seat: Wind | SkipJsonSchema[None] = Field(None, description="A player by their first seat; all hands are open if left out.")
