"""A text in both languages, and its details."""

from __future__ import annotations

from typing import TypedDict

Text = tuple[str, str]
"""A sentence in Chinese and in English, in this order everywhere."""


class Both(TypedDict):
    """A text as JSON has it."""

    zh: str
    en: str


def both(text: Text) -> Both:
    """A text by language."""
    return {"zh": text[0], "en": text[1]}


def plural(number: int) -> str:
    """The ending of an English noun after a number: ``f"{n} point{plural(n)}"``. In a text of this module it is ``{n} point{n:s}``."""
    return "" if number == 1 else "s"


class _Number(int):
    """A number whose format ``s`` is the plural ending."""

    def __format__(self, spec: str) -> str:
        return plural(self) if spec == "s" else super().__format__(spec)


def fill(text: Text, lang: str, /, **details: object) -> str:
    """A sentence in Chinese (``zh``) or English, with its details filled in."""
    numbers = {name: _Number(value) for name, value in details.items() if type(value) is int}
    return text[lang != "zh"].format(**{**details, **numbers})
