"""The JSON of positions: what a seat sees, and the analysis of it, as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.kernel.actions import ACTIONS
from quepu.players.analysed import FEWEST_SAMPLES, MOST_SAMPLES, MOST_SEED, SAMPLES
from quepu.rules import DEFAULT
from quepu.server.schemas import HandText, Overlay, Rules, Wind, closed

MeldName = Literal["chow", "pung", "kong", "concealed_kong"]

MeldJson = TypedDict("MeldJson", {"type": MeldName, "tiles": str, "claimed": str | None, "from": Wind | None})
closed(MeldJson)


@closed
class SeatJson(TypedDict):
    concealed: int
    melds: list[MeldJson]
    discards: Annotated[list[list[Any]], Field(description="Tile and marks: 1 from the hand, 2 claimed by another.")]
    flowers: str
    ready: str | None


@closed
class OfferJson(TypedDict):
    seat: Wind
    tile: str
    robbing: bool


@closed
class ResultJson(TypedDict):
    winner: Wind | None
    loser: Wind | None
    points: int
    hand: str


@closed
class ViewJson(TypedDict):
    """What a seat sees; ``hands`` if all hands are open."""

    seat: Wind | None
    hand: str
    drawn: str | None
    turn: Wind
    offer: OfferJson | None
    wall_left: int
    seats: list[SeatJson]
    result: ResultJson | None
    hands: NotRequired[list[str]]


_Samples = Annotated[
    int, Field(ge=FEWEST_SAMPLES, le=MOST_SAMPLES, default=SAMPLES, description="In how many random deals an action is tried.")
]
_Seed = Annotated[int, Field(ge=0, le=MOST_SEED, default=0, description="The same seed gives the same answer.")]


@closed
class AnalyseRequest(TypedDict):
    """A position: exactly one of ``hand``, ``view`` and ``observation`` (docs/analysis.md)."""

    rules: NotRequired[Annotated[Rules, Field(default=DEFAULT)]]
    overlay: NotRequired[Annotated[Overlay, Field(description="Custom rules, instead of rules.")]]
    hand: NotRequired[
        Annotated[HandText, Field(description="Fourteen tiles: the first decision of a deal.", examples=["123456m2299p [EEE] +5s"])]
    ]
    view: NotRequired[Annotated[ViewJson, Field(description="What a seat sees, as GET /games/{id}/steps has it.")]]
    round: NotRequired[Annotated[Wind, Field(default="E", description="With a view: the round wind.")]]
    observation: NotRequired[Annotated[str, Field(description="An observation, in hexadecimal or base64.")]]
    samples: NotRequired[_Samples]
    seed: NotRequired[_Seed]


@closed
class ActionEstimateJson(TypedDict):
    """What an action brings on average. Errors are half widths of 95 % intervals."""

    action: Annotated[int, Field(ge=0, lt=ACTIONS)]
    points: Annotated[float, Field(description="Expected points of the seat at the end of the deal.")]
    error: float
    win: Annotated[float, Field(description="The chance that the seat wins the deal.")]
    win_error: float
    deal_in: Annotated[float, Field(description="The chance that it pays for its own discard.")]
    samples: int
    behind: Annotated[float, Field(description="How many points less than the best action; 0 for the best.")]
    behind_error: float


@closed
class AnalyseAnswer(TypedDict):
    """What every legal action of a position brings, the best average first; ``choice`` is what the player master would do. It need not be
    the first: master also weighs the hand itself."""

    rules: str
    seat: Wind
    hand: Annotated[str, Field(description="The concealed tiles, with the drawn one.")]
    drawn: str | None
    offered: Annotated[str | None, Field(description="The tile that can be claimed.")]
    choice: int
    samples: int
    seed: int
    actions: list[ActionEstimateJson]
