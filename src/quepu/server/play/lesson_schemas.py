"""The JSON of lessons: what the tutorial shows and asks, and which answers are right."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict  # Pydantic wants this one before Python 3.12

from quepu.lab.lessons.lesson import Word
from quepu.server.position_schemas import ViewJson
from quepu.server.schemas import BothLanguages, Wind, closed


@closed
class LessonBoard(TypedDict):
    """A moment at the table, as the learner sees it."""

    view: ViewJson
    dice: list[int]
    round: Wind
    number: int
    tiles: int


@closed
class LessonOption(TypedDict):
    """An answer to choose from: words, a hand, or a legal action with the tiles that it discards or puts together."""

    right: bool
    text: BothLanguages | None
    hand: str | None
    action: int | None
    word: Word | None
    tiles: str
    why: Annotated[BothLanguages | None, Field(description="Why it is wrong; otherwise the hint says it.")]
    after: Annotated[LessonBoard | None, Field(description="The table after a right action.")]


@closed
class LessonTask(TypedDict):
    """``pick``: tiles from a row, as many as an answer has; ``choose``: an option; ``act``: an action at the table."""

    kind: Literal["pick", "choose", "act"]
    ask: BothLanguages
    right: BothLanguages
    hint: BothLanguages
    tiles: str
    answers: Annotated[list[str], Field(description="The tiles to pick, in the order of the notation.")]
    options: list[LessonOption]


@closed
class LessonStep(TypedDict):
    id: str
    text: BothLanguages
    rows: Annotated[list[str], Field(description="Tiles to look at.")]
    board: LessonBoard | None
    score: Annotated[str | None, Field(description="A hand whose score is shown.")]
    task: LessonTask | None


@closed
class LessonChapter(TypedDict):
    id: str
    title: BothLanguages
    about: BothLanguages
    steps: list[LessonStep]


@closed
class BookFact(TypedDict):
    new: BothLanguages
    known: BothLanguages


@closed
class BookLessonJson(TypedDict):
    """A book for players of another: what is different, and hands to compare."""

    rules: str
    known: str
    lead: BothLanguages
    facts: list[BookFact]
    hands: list[str]


@closed
class LessonsAnswer(TypedDict):
    rules: Annotated[str, Field(description="The book by which the chapters teach.")]
    chapters: list[LessonChapter]
    books: list[BookLessonJson]
