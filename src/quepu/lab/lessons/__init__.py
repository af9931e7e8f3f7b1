"""Lessons: mahjong in ten minutes for somebody who has never played, and each rule book for those who know another.

The positions are deals that the engine plays; which answers are right follows from it, from the scorer and from the waits.
"""

from __future__ import annotations

from functools import cache

from quepu.lab.lessons import counting, first_steps
from quepu.lab.lessons.lesson import Chapter
from quepu.lab.lessons.other_books import BOOK_LESSONS, BookLesson


@cache
def chapters() -> tuple[Chapter, ...]:
    """The chapters for somebody who has never played, in the order in which they are taught."""
    return (
        first_steps.tiles(), first_steps.turn(), first_steps.claims(), first_steps.shapes(),
        counting.minimum(), counting.points(), counting.payments(), counting.play(),
    )  # fmt: skip


__all__ = ["BOOK_LESSONS", "BookLesson", "Chapter", "chapters"]
