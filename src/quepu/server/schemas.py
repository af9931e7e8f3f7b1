"""The JSON of the API, as OpenAPI describes it.

The library itself checks requests, with its own error codes; tests compare every answer with these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, with_config
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.kernel import shapes
from quepu.lab.quiz import SEEDS
from quepu.rules import DEFAULT

_CLOSED = ConfigDict(extra="forbid")
closed = with_config(_CLOSED)

Wind = Literal["E", "S", "W", "N"]
Language = Literal["zh", "en"]
Shape = Annotated[str, Field(json_schema_extra={"enum": [*shapes.NAMES]})]
HandText = Annotated[str, Field(description="A hand in the notation.", json_schema_extra={"format": "quepu-hand"})]
Tile = Annotated[str, Field(description="A tile in the notation, as 5p or E.")]
Rules = Annotated[
    str, Field(description="The id of a rule book, + an option of it if wanted.", json_schema_extra={"format": "quepu-rules"})
]
Overlay = Annotated[str, Field(description="An overlay: the text of a TOML file.", json_schema_extra={"format": "quepu-overlay"})]
Tiles = Annotated[str, Field(description="Tiles in the notation.", json_schema_extra={"format": "quepu-tiles"})]
Flower = Literal["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"]


@closed
class Circumstances(TypedDict):
    """How a hand was won."""

    hand: Annotated[HandText, Field(examples=["12345678m22p [EEE] +9m"])]
    self_drawn: NotRequired[Annotated[bool, Field(default=False)]]
    seat: NotRequired[Annotated[Wind, Field(default="E")]]
    round: NotRequired[Annotated[Wind, Field(default="E")]]
    flags: NotRequired[list[Literal["last_tile", "kong", "first_turn", "last_copy"]]]
    flowers: NotRequired[Annotated[int, Field(ge=0, le=8)] | Annotated[list[Flower], Field(json_schema_extra={"uniqueItems": True})]]
    ready: NotRequired[Literal["heaven", "earth", "human", "ghost", "insect"] | None]
    tiles_left: NotRequired[Annotated[int, Field(ge=0, le=144)] | None]


@closed
class ParseRequest(TypedDict):
    """A hand of any number of tiles."""

    hand: Annotated[HandText, Field(examples=["一二三萬 [东东东]"])]
    rules: NotRequired[Annotated[Rules, Field(default=DEFAULT, description="The book in use: some words mean something else in another.")]]


@closed
class ScoreRequest(Circumstances):
    """A winning hand of fourteen tiles, a kong counting three."""

    rules: NotRequired[Annotated[Rules, Field(default=DEFAULT)]]
    overlay: NotRequired[Annotated[Overlay, Field(description="Custom rules, instead of rules.")]]


@closed
class HandRequest(ScoreRequest):
    """Thirteen tiles for waits, fourteen for discards."""

    seen: NotRequired[Annotated[Tiles, Field(description="Tiles that are visible elsewhere.", default="", examples=["99m"])]]


@closed
class CompareRequest(Circumstances):
    """A winning hand, and the books to compare: all of them if none is named."""

    rules: NotRequired[Annotated[list[Rules], Field(min_length=1, max_length=16)]]
    overlay: NotRequired[Annotated[Overlay, Field(description="Custom rules, before the others.")]]


BatchRequest = Annotated[list[ScoreRequest | Any], Field(max_length=1000, description="Anything else gets an error object.")]


@closed
class OverlayRequest(TypedDict):
    toml: Annotated[Overlay, Field(examples=['base = "lingque28"\nminimum = 12\n'])]


@closed
class ErrorDetails(TypedDict):
    code: Annotated[str, Field(description="Stable; see docs/errors.md.")]
    message: str
    position: NotRequired[Annotated[int, Field(description="The character in the hand that is wrong, from 0.")]]
    line: NotRequired[Annotated[int, Field(description="The line in the overlay that is wrong, from 1.")]]
    reason: NotRequired[str]
    fan: NotRequired[Annotated[str, Field(description="The id of the fan whose name was given instead of a hand.")]]
    rules: NotRequired[Annotated[str, Field(description="The id of the rule book that has the fan.")]]


@closed
class ErrorAnswer(TypedDict):
    error: ErrorDetails


@closed
class BothLanguages(TypedDict):
    zh: str
    en: str


@closed
class LinesInBothLanguages(TypedDict):
    zh: list[str]
    en: list[str]


@closed
class FanValue(TypedDict):
    """The value of a fan: ``fu`` and ``fan`` in books of 副 × 翻, ``points`` or ``percent`` in others."""

    fu: NotRequired[int]
    fan: NotRequired[int]
    points: NotRequired[int]
    percent: NotRequired[int]


@closed
class NamedFan(TypedDict):
    id: str
    name: str
    count: int


@closed
class CountedFan(NamedFan, FanValue):
    """A fan that counts; with ``en`` in a comparison."""

    en: NotRequired[str]


@closed
class ExplainedFan(NamedFan, FanValue):
    """A fan that counts, with its rule and its tiles."""

    en: str
    category: str
    text: BothLanguages
    tiles: str
    groups: Annotated[list[str], Field(description="The same tiles by the groups of the reading.")]


@closed
class RefusedFan(TypedDict):
    """A fan that holds and does not count."""

    id: str
    name: str
    en: str
    count: int
    by: Annotated[str, Field(description="The id of the fan that refuses it.")]
    clause: BothLanguages


@closed
class Reading(TypedDict):
    """One way to read the tiles."""

    shape: Shape
    groups: list[str]
    points: int
    fu: NotRequired[int]
    fan: NotRequired[int]
    fans: list[NamedFan]


@closed
class WinNumbers(TypedDict):
    """The numbers of a winning hand: ``fu`` and ``fan`` in books of 副 × 翻, ``sum`` and ``percent`` in those with percentages."""

    win: Literal[True]
    legal: bool
    points: int
    base: int
    fu: NotRequired[int]
    fan: NotRequired[int]
    sum: NotRequired[int]
    percent: NotRequired[int]
    rules: str
    minimum: int
    hand: str


@closed
class Win(WinNumbers):
    """The score of a winning hand."""

    fans: list[CountedFan]


@closed
class ExplainedWin(WinNumbers):
    """The score of a winning hand, explained."""

    fans: list[ExplainedFan]
    refused: list[RefusedFan]
    steps: LinesInBothLanguages
    payments: Annotated[
        BothLanguages | None, Field(description="What each player pays, unless somebody is liable; null below the minimum.")
    ]
    reading: Reading
    others: list[Reading]


@closed
class NoWin(TypedDict):
    win: Literal[False]
    reason: str


@closed
class ParseAnswer(TypedDict):
    hand: Annotated[str, Field(description="The same hand in the canonical form.")]
    size: Annotated[int, Field(description="How many tiles, a kong counting three.")]
    assumed_winning: Annotated[bool, Field(description="Whether the text does not say which of fourteen tiles won: the last one is taken.")]
    says_discarded: Annotated[bool, Field(description="Whether the text says in words that another discarded the winning tile: 点和.")]
    says_winds: Annotated[bool, Field(description="Whether the text says which the seat or the round wind is, even if it is east.")]
    rules: Annotated[str | None, Field(description="The rule book that the text names, if it is not the one in use.")]


ScoreAnswer = ExplainedWin | Win | NoWin
BatchAnswer = list[ScoreAnswer | ErrorAnswer]


@closed
class TileLeft(TypedDict):
    tile: Tile
    left: int


@closed
class Wait(TypedDict):
    """A tile that wins. A score is null where the circumstances rule that way of winning out."""

    tile: Tile
    left: int
    discard: Win | None
    self_drawn: Win | None


@closed
class WaitsAnswer(TypedDict):
    distance: int
    waits: list[Wait]
    useful: list[TileLeft]


@closed
class Discard(TypedDict):
    tile: Tile
    distance: int
    useful: list[TileLeft]
    useful_left: int
    waits: list[Wait]


@closed
class DiscardsAnswer(TypedDict):
    win: Annotated[Win | None, Field(description="What the fourteen tiles are worth as they are, self-drawn; null if they do not win.")]
    discards: list[Discard]


@closed
class Judgement(BothLanguages):
    """Whether a book counts a fan, and the value or why not."""

    counts: bool


@closed
class DifferentFan(TypedDict):
    """A fan that the books differ in."""

    id: str
    name: str
    en: str
    books: Annotated[dict[str, Judgement], Field(description="By the id of each book in which the hand wins.")]


@closed
class CompareAnswer(TypedDict):
    hand: str
    scores: Annotated[dict[str, Win | NoWin], Field(description="By the id of the book.")]
    differences: LinesInBothLanguages
    fans: list[DifferentFan]


@closed
class Option(TypedDict):
    """A book with an option: what the option is called, and what it changes, by the fan's id."""

    id: str
    name: BothLanguages
    changes: dict[str, dict[str, int]]


@closed
class BookSummary(TypedDict):
    id: str
    name: BothLanguages
    about: Annotated[BothLanguages, Field(description="The book in a sentence.")]
    source: Annotated[str, Field(description="The text of the rules.")]
    source_en: Annotated[str, Field(description="The same in English.")]
    minimum: int
    flower_points: int
    has_fu: Annotated[bool, Field(description="副 × 翻; else the fans' values are points and add up.")]
    shapes: list[Shape]
    fan_count: int
    count_note: Annotated[BothLanguages | None, Field(description="Why the number of fans is not the one that people expect.")]
    options: list[Option]


@closed
class RulesAnswer(TypedDict):
    default: str
    books: list[BookSummary]


@closed
class Category(TypedDict):
    name: str
    en: str


@closed
class Extreme(TypedDict):
    """The minimum or maximum points of any hand with a fan, and such a hand."""

    points: int
    hand: str


@closed
class Fan(FanValue):
    id: str
    name: str
    row_name: str
    en: str
    pinyin: str
    category: str
    section: Annotated[str, Field(description="Its place in the text of the rules.")]
    section_en: Annotated[str, Field(description="The same in English.")]
    text: BothLanguages
    excludes: list[str]
    against: list[str]
    yes: list[str]
    no: list[str]
    floor: Annotated[Extreme | None, Field(description="Null where it was not computed.")]
    ceiling: Extreme | None


@closed
class Node(TypedDict):
    id: str
    name: str
    en: str
    category: str


Edge = TypedDict("Edge", {"from": str, "to": str, "kind": Literal["excludes", "against"]})
closed(Edge)


@closed
class Graph(TypedDict):
    """What excludes what: 不计 from the fan that counts to the one that does not, 互斥 once for both."""

    nodes: list[Node]
    edges: list[Edge]


@closed
class FanChange(FanValue):
    """What an overlay changes in a fan."""

    enabled: NotRequired[bool]
    excludes_add: NotRequired[list[str]]
    excludes_remove: NotRequired[list[str]]


@closed
class OverlayContent(TypedDict):
    """An overlay, read."""

    base: str
    name: NotRequired[str]
    minimum: NotRequired[int]
    fan: NotRequired[dict[str, FanChange]]


@closed
class Book(BookSummary):
    formula: Annotated[BothLanguages, Field(description="How points are counted, in a sentence.")]
    payments: Annotated[BothLanguages, Field(description="Who pays what.")]
    categories: list[Category]
    fans: list[Fan]
    exclusions: Graph
    overlay: OverlayContent | None


@closed
class FansAnswer(TypedDict):
    rules: str
    fans: list[Fan]


@closed
class Pair(TypedDict):
    """A value in one book and in the other; null where a book has none."""

    a: Any
    b: Any


@closed
class FanDifference(TypedDict):
    """A fan that only one book has, with its value there; or one that differs, with what does."""

    id: str
    name: str
    en: str
    only: NotRequired[Literal["a", "b"]]
    value: NotRequired[FanValue]
    changes: NotRequired[dict[str, Pair]]


@closed
class DiffAnswer(TypedDict):
    a: BookSummary
    b: BookSummary
    book: dict[str, Pair]
    fans: list[FanDifference]


@closed
class PracticeAnswer(TypedDict):
    rules: str
    level: int
    seed: int
    weak: list[str]
    hand: str
    score: ExplainedWin


@closed
class DailyAnswer(PracticeAnswer):
    date: str


@closed
class HealthAnswer(TypedDict):
    status: Literal["ok"]
    version: str
    compiled: bool


class LanguageQuery(BaseModel):
    model_config = _CLOSED
    lang: Language | SkipJsonSchema[None] = Field(
        None, description="The language of sentences; by default the one that Accept-Language prefers."
    )


class ScoreQuery(LanguageQuery):
    explain: bool = Field(False, description="The whole explanation too.")


class SearchQuery(LanguageQuery):
    q: str = Field("", max_length=100, description="A name in Chinese, pinyin or English, initials, or an id; all fans if left out.")


class PracticeQuery(LanguageQuery):
    rules: Rules = DEFAULT
    level: int = Field(1, ge=1, le=5)
    seed: int | SkipJsonSchema[None] = Field(None, ge=0, lt=SEEDS, description="The same gives the same hand; if left out, one is chosen.")
    weak: str = Field("", max_length=2000, description="The ids of fans to practise, with commas between them.")


class DailyQuery(LanguageQuery):
    rules: Rules = DEFAULT
    date: str | SkipJsonSchema[None] = Field(None, description="Today by UTC if left out.", json_schema_extra={"format": "date"})
