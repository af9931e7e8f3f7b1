"""The JSON of ratings, statistics and the gallery, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.rules import DEFAULT
from quepu.server.schemas import LanguageQuery, closed

_MAX_FIRST = 1_000_000


@closed
class RatingJson(TypedDict):
    """A rating and its standard deviation; everybody begins with 1500 and 500."""

    rating: int
    deviation: int
    games: Annotated[int, Field(description="The number of rated games.")]
    rated: Annotated[float, Field(description="When the last one ended.")]


@closed
class ListedPlayer(TypedDict):
    place: int
    player: Annotated[str, Field(description="The key of the player: the id of an account, or bot: and the name of a bot.")]
    name: str | None
    bot: str | None
    rating: RatingJson
    mean_rank: Annotated[float, Field(description="In rated games.")]


@closed
class PlayersAnswer(TypedDict):
    """A page of the leaderboard: in the order of the rating less three deviations."""

    rules: str
    books: Annotated[list[str], Field(description="The rule books with rated games.")]
    total: int
    first: int
    players: list[ListedPlayer]


@closed
class RatingPoint(TypedDict):
    """The rating after a game, and by how much it has changed."""

    at: float
    rating: int
    deviation: int
    change: int


@closed
class FanMade(TypedDict):
    fan: str
    hands: Annotated[int, Field(description="The number of hands with it.")]


@closed
class GreatHand(TypedDict):
    """A hand that was won: the deal and the step of the replay that shows it."""

    game: str
    deal: int
    step: int
    seat_player: Annotated[int, Field(description="The number of the player in the game, by their first seat.")]
    player: Annotated[str | None, Field(description="The key of the player; null for a guest.")]
    name: str
    rules: str
    points: int
    self_drawn: bool
    hand: str
    fans: dict[str, int]
    finished: float


@closed
class PlayerBook(TypedDict):
    """What a player has done under a rule book, in their latest games (1,000 at most); points are sums."""

    rules: str
    rating: RatingJson | None
    place: Annotated[int | None, Field(description="Among all people.")]
    history: list[RatingPoint]
    games: int
    score: Annotated[int, Field(description="The sum of the final scores.")]
    ranks: Annotated[list[int], Field(description="How often the player was first to fourth.")]
    deals: int
    wins: int
    self_drawn: int
    deal_ins: int
    drawn: int
    opened: Annotated[int, Field(description="The deals in which they claimed a discard.")]
    points_won: int
    points_dealt_in: int
    fans: list[FanMade]
    best: list[GreatHand]


@closed
class PlayedGame(TypedDict):
    """A game of a player, who is number ``player`` in it."""

    game: str
    player: int
    rules: str
    finished: float
    rank: int
    score: int
    players: list[str]
    scores: list[int]


@closed
class PlayerAnswer(TypedDict):
    """A player: somebody with an account, or a bot."""

    player: str
    name: str | None
    bot: str | None
    created: float | None
    books: list[PlayerBook]
    games: Annotated[list[PlayedGame], Field(description="The latest ones in public rooms.")]


@closed
class GalleryAnswer(TypedDict):
    """A page of the hands with most points."""

    rules: str
    books: Annotated[list[str], Field(description="The rule books with hands.")]
    first: int
    hands: list[GreatHand]
    more: Annotated[bool, Field(description="Whether there are more after these.")]


class PlayersQuery(LanguageQuery):
    rules: str = Field(DEFAULT, max_length=64, description="The id of a rule book, + an option of it if wanted.")
    bots: bool = Field(False, description="Bots too.")
    first: int = Field(0, ge=0, le=_MAX_FIRST, description="How many are left out before the first.")


class GalleryQuery(LanguageQuery):
    rules: str = Field(DEFAULT, max_length=64, description="The id of a rule book, + an option of it if wanted.")
    days: int = Field(0, ge=0, le=3660, description="Of the last days only; 0: of all time.")
    fan: str | None = Field(None, max_length=64, pattern=r"^[a-z0-9_]+$", description="Only hands with this fan.")
    first: int = Field(0, ge=0, le=_MAX_FIRST, description="How many are left out before the first.")
