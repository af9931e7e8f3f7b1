"""The program's texts, in both languages."""

from __future__ import annotations

from quepu.texts.answers import ANSWERS
from quepu.texts.commands import COMMANDS
from quepu.texts.games import GAMES
from quepu.texts.lab import LAB
from quepu.texts.players import LEVELS_IN_WORDS, PLAYERS_ABOUT, PLAYERS_IN_WORDS
from quepu.texts.reasons import REASONS
from quepu.texts.text import Both, Text, both, fill, plural

__all__ = ["LEVELS_IN_WORDS", "PLAYERS_ABOUT", "PLAYERS_IN_WORDS", "TEXTS", "Both", "Text", "both", "fill", "plural", "say"]

TEXTS: dict[str, Text] = {**ANSWERS, **REASONS, **GAMES, **COMMANDS, **LAB}


def say(lang: str, key: str, /, **details: object) -> str:
    """The sentence with this key, in Chinese (``zh``) or English."""
    return fill(TEXTS[key], lang, **details)
