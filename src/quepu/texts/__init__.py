"""The program's texts, in both languages."""

from __future__ import annotations

from quepu.texts.answers import ANSWERS
from quepu.texts.bots import BOTS
from quepu.texts.commands import COMMANDS
from quepu.texts.entries import CLUBS, ENTRY_REASONS
from quepu.texts.games import GAMES
from quepu.texts.lab import LAB
from quepu.texts.players import LEVELS_IN_WORDS, PLAYERS_ABOUT, PLAYERS_IN_WORDS
from quepu.texts.reasons import REASONS
from quepu.texts.reports import REPORTS
from quepu.texts.sheets import SHEETS
from quepu.texts.text import Both, Text, both, fill, plural
from quepu.texts.trust import TRUST

__all__ = [
    "ENTRY_REASONS",
    "LEVELS_IN_WORDS",
    "PLAYERS_ABOUT",
    "PLAYERS_IN_WORDS",
    "TEXTS",
    "Both",
    "Text",
    "both",
    "fill",
    "phrase",
    "plural",
    "say",
]

TEXTS: dict[str, Text] = {**ANSWERS, **REASONS, **GAMES, **COMMANDS, **LAB, **REPORTS, **SHEETS, **CLUBS, **TRUST, **BOTS}


def say(lang: str, key: str, /, **details: object) -> str:
    """The sentence with this key, in Chinese (``zh``) or English."""
    return fill(TEXTS[key], lang, **details)


def phrase(key: str, /, **details: object) -> Text:
    """The sentence with this key in both languages; a detail that is a Text itself is filled in by language."""
    return say("zh", key, **_in(0, details)), say("en", key, **_in(1, details))


def _in(place: int, details: dict[str, object]) -> dict[str, object]:
    return {name: value[place] if isinstance(value, tuple) else value for name, value in details.items()}
