"""The texts that people read, on the pages and the terminal: plural forms, one unit for points, bots in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import quepu.server
from quepu.lab.lessons import BOOK_LESSONS, chapters
from quepu.players import LEVELS, PLAYERS, in_words
from quepu.rules import BOOKS, book
from quepu.rules.family import Combinations, Family, FuTimesFan, Percentages
from quepu.server.constants import constants
from quepu.texts import LEVELS_IN_WORDS, PLAYERS_ABOUT, PLAYERS_IN_WORDS, TEXTS, both

WEB = Path(quepu.server.__file__).parent / "web"
FILES = sorted(path.relative_to(WEB).as_posix() for path in WEB.glob("**/*texts.js"))
ENTRY = re.compile(r'^  \w+: \[\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*"),?\s*\]', re.MULTILINE)
PLURAL = re.compile(
    r"\{\w+\} (?:more )?(?:tiles|points|kinds|fans|hands|games|rounds|deals|flowers|days|waits|seconds|steps|times|players|wins)\b"
)
"""A number before a noun that is always in the plural."""


WORDS = re.compile(r"\{\w+(:[\w ]+\|[\w ]+)?\}")


def texts_of(file: str) -> list[tuple[str, str]]:
    """The texts in a file of the pages: Chinese, English."""
    source = (WEB / file).read_text("utf-8")
    found = [(json.loads(zh), json.loads(en)) for zh, en in ENTRY.findall(source)]
    assert len(found) == len(re.findall(r"^  \w+: \[", source, re.MULTILINE))
    return found


def program_texts() -> list[tuple[str, str]]:
    families = [text for family in (Family, Combinations, Percentages, FuTimesFan) for text in (family.about, *family.words.values())]
    steps = [step for chapter in chapters() for step in chapter.steps]
    tasks = [text for step in steps if step.task for text in (step.task.ask, step.task.right, step.task.hint)]
    facts = [text for lesson in BOOK_LESSONS for text in (lesson.lead, *(text for fact in lesson.facts() for text in fact))]
    return [*TEXTS.values(), *families, *(book(id).about for id in BOOKS), *(step.text for step in steps), *tasks, *facts]


@pytest.mark.parametrize("file", FILES)
def test_a_noun_on_a_page_follows_its_number(file: str) -> None:
    numbers = [(en, found) for _, en in texts_of(file) for found in PLURAL.findall(en)]
    assert [en for en, found in numbers if found not in ("{who} wins", "{dealer} deals", "{known} players", "{known} fans")] == []


@pytest.mark.parametrize("file", FILES)
def test_both_words_of_a_number_are_found_by_the_page(file: str) -> None:
    """As ``texts`` in ``shared/settings.js`` reads them; others would stay as they are written."""
    assert [en for _, en in texts_of(file) for found in re.findall(r"\{[^{}]*\}", en) if not WORDS.fullmatch(found)] == []


@pytest.mark.parametrize(
    "texts", [*(pytest.param(texts_of(file), id=file) for file in FILES), pytest.param(program_texts(), id="texts.py")]
)
def test_points_are_called_分_in_every_chinese_text(texts: list[tuple[str, str]]) -> None:
    assert [zh for zh, _ in texts if re.search(r"[}0-9] ?点(?![和炮])|点数|算点|多少点|^点$", zh)] == []


def test_every_bot_has_a_name_in_words_which_the_pages_know() -> None:
    assert list(PLAYERS_IN_WORDS) == list(PLAYERS)
    assert constants()["bots"] == {name: {"zh": in_words(name, "zh"), "en": in_words(name, "en")} for name in PLAYERS}
    assert {in_words(f"{name} 2", lang) for name in PLAYERS for lang in ("zh", "en")} == {
        "随机机器人 2", "random bot 2", "简单机器人 2", "simple bot 2", "快攻机器人 2", "quick bot 2",
        "敏捷机器人 2", "swift bot 2", "稳健机器人 2", "careful bot 2", "新手机器人 2", "beginner bot 2",
        "初级机器人 2", "easy bot 2", "中级机器人 2", "normal bot 2", "高级机器人 2", "strong bot 2",
        "大师机器人 2", "master bot 2",
    }  # fmt: skip
    assert constants()["levels"] == {level: both(LEVELS_IN_WORDS[level][0]) for level in LEVELS}
    assert constants()["bots_about"] == {name: both(PLAYERS_ABOUT[name]) for name in PLAYERS}
    assert len({text for about in PLAYERS_ABOUT.values() for text in about}) == 2 * len(PLAYERS)
    assert [in_words(name, "en") for name in ("Ann", "firsts", "first 22", "my random")] == ["Ann", "firsts", "first 22", "my random"]
