"""The JSON of duplicate events: requests, and answers as OpenAPI describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.names import LONGEST, cleaned, fault_of
from quepu.players import DEFAULT_LEVEL
from quepu.rules import DEFAULT
from quepu.server.play.messages import Bot, ClockRequest, Name, Strict
from quepu.server.play.schemas import MatchLength
from quepu.server.schemas import LanguageQuery, Wind, closed

MOST_DEALS = 16
_MAX_TITLE = 400
"""The maximum number of characters of a title that are read; many of them may be invisible."""


def clean_title(text: str) -> str:
    """A title as it is displayed. Raises QuepuError if it is not valid."""
    title = cleaned(text) if len(text) <= _MAX_TITLE else text
    fault = fault_of(title, LONGEST)
    if fault is not None:
        raise fault
    return title


Title = Annotated[str, Field(json_schema_extra={"maxLength": _MAX_TITLE}), AfterValidator(clean_title)]
_Secret = Annotated[str, Field(max_length=100)]


class EventRequest(Strict):
    """A new event: how many deals, and how many people at a table; bots have the other seats."""

    title: Title
    rules: Annotated[str, Field(max_length=64)] = DEFAULT
    deals: Annotated[int, Field(ge=1, le=MOST_DEALS)] = 8
    people: Annotated[int, Field(ge=1, le=4)] = 1
    clock: ClockRequest | None = None
    bots: Bot = Field(default=DEFAULT_LEVEL)


class JoinEventRequest(Strict):
    name: Name


class LeaveEventRequest(Strict):
    token: _Secret


class OrganiserRequest(Strict):
    """The key proves who has made the event."""

    key: _Secret


@closed
class MadeEvent(TypedDict):
    id: str
    key: Annotated[str, Field(description="The proof of who has made the event: it begins and ends it.")]


@closed
class JoinedEvent(TypedDict):
    number: int
    token: Annotated[str, Field(description="The proof of who the player is; later also the token of their room.")]


EventStatus = Literal["open", "running", "over"]


@closed
class ListedEvent(TypedDict):
    id: str
    title: str
    rules: str
    deals: int
    people: int
    status: EventStatus
    joined: Annotated[int, Field(description="The number of people in it.")]
    created: float


@closed
class EventsAnswer(TypedDict):
    events: Annotated[list[ListedEvent], Field(description="The newest first.")]


@closed
class EventPerson(TypedDict):
    number: int
    name: str
    player: Annotated[str | None, Field(description="The key of the player; null for a guest.")]
    table: int | None


@closed
class EventTableJson(TypedDict):
    """A table; its game is named when the event is over."""

    table: int
    deals: Annotated[int, Field(description="How many deals of a game in progress are over.")]
    finished: bool
    game: str | None


@closed
class OwnPlace(TypedDict):
    """The place of who asks."""

    number: int
    room: str | None
    member: int | None


@closed
class EventAnswer(TypedDict):
    """An event. The commitments are the SHA-256 of the seed of each deal, and known from the beginning; the seeds follow at the end."""

    id: str
    title: str
    rules: str
    match: MatchLength
    deals: int
    people: int
    bots: str | None
    status: EventStatus
    created: float
    started: float | None
    ended: float | None
    commitments: list[str]
    seeds: list[str] | None
    players: list[EventPerson]
    tables: list[EventTableJson]
    you: OwnPlace | None
    organiser: Annotated[bool, Field(description="Whether the secret of the request is the key of the event.")]


@closed
class EventStanding(TypedDict):
    """The place of somebody: what they won more than the mean of all at the same seats with the same tiles."""

    rank: int
    number: int
    name: str
    table: int
    score: int
    difference: float


@closed
class EventSeat(TypedDict):
    table: int
    seat: Wind
    number: Annotated[int | None, Field(description="null for a bot.")]
    name: str
    payment: int
    difference: float


@closed
class EventDeal(TypedDict):
    """What was paid in a deal at all tables, table by table."""

    deal: int
    seats: list[EventSeat]


@closed
class ResultsAnswer(TypedDict):
    standings: list[EventStanding]
    deal: EventDeal | None


class ResultsQuery(LanguageQuery):
    deal: int | None = Field(None, ge=1, le=MOST_DEALS, description="A deal, to compare all tables in it.")


@closed
class DoneAnswer(TypedDict):
    done: Literal[True]
