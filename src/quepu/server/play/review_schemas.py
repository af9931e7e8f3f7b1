"""The JSON of reviews, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.server.position_schemas import ActionEstimateJson
from quepu.server.schemas import BothLanguages, LanguageQuery, Wind, closed


@closed
class ReviewDecision(TypedDict):
    """A decision of a player: ``step`` is the one after which they chose, ``offered`` the tile that they could claim. ``cost``: how many
    expected points less the ``action`` brings than master's ``choice``; it is a ``mistake`` if that is more than its error. Errors are
    half widths of 95 % intervals."""

    hand: int
    step: int
    seat: Wind
    offered: str | None
    action: int
    choice: int
    cost: float
    cost_error: float
    mistake: bool
    points: Annotated[float, Field(description="What the player could expect after their action.")]
    error: float
    choice_points: Annotated[float, Field(description="What they could expect after the choice of master.")]
    win: Annotated[float, Field(description="The chance to win after their action.")]
    choice_win: Annotated[float, Field(description="The chance to win after the choice of master.")]
    samples: int
    why: Annotated[BothLanguages | None, Field(description="Of a mistake: what speaks for the choice.")]


@closed
class FullReviewDecision(ReviewDecision):
    """A decision with the estimates for all its legal actions, the best average first. The ``choice`` of master need not be the first: it
    also weighs the hand itself."""

    actions: list[ActionEstimateJson]


@closed
class ReviewedDeal(TypedDict):
    """A deal whose review is done: how many decisions there were, in how many master agrees, and what the mistakes cost."""

    hand: int
    decisions: int
    agreed: int
    mistakes: int
    cost: float


@closed
class ReviewAnswer(TypedDict):
    """How far the review of a player is: ``done`` of ``total`` decisions, or how many reviews are ``ahead`` of it; the deals that are done;
    the mistakes so far, the most expensive first; and the decisions of one deal, null if they are not known."""

    game: str
    seat: Wind
    status: Literal["idle", "waiting", "running"]
    error: Annotated[str | None, Field(description="The code of the error that has ended the last review.")]
    yours: Annotated[bool, Field(description="Whether the review was requested from this address, which may cancel it.")]
    ahead: int
    done: int
    total: int
    reviewed: Annotated[list[Wind], Field(description="The players of the game of whom a deal has been reviewed, by their first seats.")]
    hands: list[ReviewedDeal]
    mistakes: list[ReviewDecision]
    decisions: list[FullReviewDecision] | None


class ReviewQuery(LanguageQuery):
    seat: Wind = Field(description="A player by their first seat.")
    hand: int = Field(1, ge=1, lt=2**31, description="The deal whose decisions are in the answer.")
