"""The JSON of the laboratory, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.lab.simulate import KNOWN
from quepu.server.schemas import BothLanguages, LanguageQuery, OverlayContent, closed

SimulatedPlayerName = Annotated[str, Field(json_schema_extra={"enum": list(KNOWN)})]


@closed
class LabAnswer(TypedDict):
    """What a study can be: the players, the maximum number of deals, and how many days it is kept."""

    players: list[SimulatedPlayerName]
    default_player: SimulatedPlayerName
    most_hands: int
    part: Annotated[int, Field(description="The number of deals that are simulated at a time.")]
    days: float


@closed
class StartedStudyAnswer(TypedDict):
    """A study that has been started; with the ``token`` it can be cancelled."""

    id: str
    token: str


@closed
class StudyAnswer(TypedDict):
    """A study: what is simulated, and how far it is."""

    id: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    error: Annotated[str | None, Field(description="The code of the error that has ended it.")]
    rules: Annotated[str, Field(description="The id of the rule book, or of the book that the overlay changes.")]
    overlay: OverlayContent | None
    name: Annotated[BothLanguages, Field(description="The name of the rule book, or of the overlay.")]
    players: list[SimulatedPlayerName]
    hands: Annotated[int, Field(description="The number of deals that are wanted.")]
    seed: int
    deals: Annotated[int, Field(description="The number of deals that have been simulated.")]
    ahead: Annotated[int, Field(description="How many studies are before it.")]
    seconds_left: Annotated[float | None, Field(description="The expected time until it is done; null if it is not known.")]
    created: float
    expires: Annotated[float | None, Field(description="When it is deleted, once it has ended.")]


@closed
class ReportTable(TypedDict):
    """A table of a report, which `csv` has."""

    id: str
    title: BothLanguages


@closed
class ReportAnswer(TypedDict):
    """A report: HTML with classes, for the style sheet `/static/report.css`, without scripts and styles. It is of all ``deals`` that have
    been simulated; ``complete`` if those are all that are wanted. ``parquet``: the server can write the tables as Parquet."""

    html: str
    tables: list[ReportTable]
    deals: int
    complete: bool
    parquet: bool


FiguresAnswer = Annotated[dict[str, Any], Field(description="The object of `quepu lab simulate --json`.")]
"""All figures of a study."""


class ComparisonQuery(LanguageQuery):
    other: str = Field(max_length=64, description="The id of the study to compare with.")


class CsvQuery(LanguageQuery):
    table: str = Field(max_length=64, description="The id of a table of the report.")
    other: str | None = Field(None, max_length=64, description="A table of the comparison with this study instead.")
