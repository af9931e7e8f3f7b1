"""The lessons of ``quepu.lab.lessons`` as JSON. They are always the same, and computed once."""

from __future__ import annotations

from functools import cache

from quepu.engine.deal import Deal
from quepu.lab.lessons import BOOK_LESSONS, chapters
from quepu.lab.lessons.lesson import Option, Step, Task, word
from quepu.lab.lessons.position import DICE, LEARNER, Position, meld_tiles
from quepu.rules import DEFAULT
from quepu.server.play.lesson_schemas import LessonBoard, LessonOption, LessonsAnswer, LessonStep, LessonTask
from quepu.server.play.serialize import view_dict
from quepu.texts import both
from quepu.tiles import NAMES


@cache
def lessons() -> LessonsAnswer:
    """All chapters, and all books for those who know another."""
    return {
        "rules": DEFAULT,
        "chapters": [
            {
                "id": chapter.id,
                "title": both(chapter.title),
                "about": both(chapter.about),
                "steps": [_step(step) for step in chapter.steps],
            }
            for chapter in chapters()
        ],
        "books": [
            {
                "rules": lesson.rules,
                "known": lesson.known,
                "lead": both(lesson.lead),
                "facts": [{"new": both(new), "known": both(known)} for new, known in lesson.facts()],
                "hands": list(lesson.hands),
            }
            for lesson in BOOK_LESSONS
        ],
    }


def _step(step: Step) -> LessonStep:
    return {
        "id": step.id,
        "text": both(step.text),
        "rows": list(step.rows),
        "board": _board(step.position.deal()) if step.position else None,
        "score": step.score or None,
        "task": _task(step.task, step.position) if step.task else None,
    }


def _task(task: Task, position: Position | None) -> LessonTask:
    return {
        "kind": task.kind,
        "ask": both(task.ask),
        "right": both(task.right),
        "hint": both(task.hint),
        "tiles": task.tiles,
        "answers": list(task.answers),
        "options": [_option(option, position) for option in task.options],
    }


def _option(option: Option, position: Position | None) -> LessonOption:
    action = option.action
    made: LessonOption = {
        "right": option.right,
        "text": both(option.text) if option.text else None,
        "hand": option.hand or None,
        "action": action,
        "word": None if action is None else word(action),
        "tiles": "",
        "why": both(option.why) if option.why else None,
        "after": None,
    }
    if action is not None and position is not None:
        offer = position.deal().view(LEARNER).offer
        made["tiles"] = meld_tiles(action, offer.tile) if offer else NAMES[action]
        made["after"] = _board(position.after(action)) if option.right else None
    return made


def _board(deal: Deal) -> LessonBoard:
    return {"view": view_dict(deal, LEARNER, is_open=False), "dice": list(DICE), "round": "E", "number": 1, "tiles": deal.rules.tiles}
