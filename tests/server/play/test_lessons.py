"""The lessons over HTTP: one answer, the same for everybody."""

from __future__ import annotations

from starlette.testclient import TestClient

from quepu.lab.lessons import BOOK_LESSONS, chapters
from quepu.server.app import create_app


def test_the_lessons_are_one_answer_without_hidden_tiles() -> None:
    with TestClient(create_app()) as site:
        found = site.get("/api/v1/lessons").json()
        assert site.get("/api/v1/lessons?lang=zh").json() == found, "in both languages at once"
        assert site.get("/api/v1/lessons?chapter=1").json()["error"]["code"] == "unknown_key"
    assert found["rules"] == "lingque28"
    assert [(chapter["id"], [step["id"] for step in chapter["steps"]]) for chapter in found["chapters"]] == [
        (chapter.id, [step.id for step in chapter.steps]) for chapter in chapters()
    ]
    assert [lesson["rules"] for lesson in found["books"]] == [lesson.rules for lesson in BOOK_LESSONS]
    boards = [step["board"] for chapter in found["chapters"] for step in chapter["steps"] if step["board"]]
    assert len(boards) >= 8
    for board in boards:
        assert "hands" not in board["view"], "only the learner's own tiles are there"
        assert board["view"]["seat"] == "E"


def test_a_right_action_shows_the_table_after_it() -> None:
    with TestClient(create_app()) as site:
        found = site.get("/api/v1/lessons").json()
    options = [
        option
        for chapter in found["chapters"]
        for step in chapter["steps"]
        if step["task"]
        for option in step["task"]["options"]
        if option["word"]
    ]
    assert {option["word"] for option in options} == {"discard", "chow", "pung", "kong", "win", "pass"}
    assert all((option["after"] is not None) == option["right"] for option in options)
    [won] = [option["after"]["view"]["result"] for option in options if option["word"] == "win"]
    assert (won["winner"], won["loser"], won["points"]) == ("E", "N", 36)
