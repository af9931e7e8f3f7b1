"""Names of rule books and players: checks, cleaning for display in one line, and their width."""

from __future__ import annotations

import re
import unicodedata

from quepu.errors import QuepuError

LONGEST = 60
"""The maximum number of characters."""
MOST_MARKS = 4
"""The maximum number of combining marks on one letter. Tibetan needs four, most scripts two; more would cover other lines."""

_UNSEEN = ("Cc", "Cs", "Zl", "Zp")
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""They would reverse the text after the name."""

_LOOK_EMPTY = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
"""Letters, marks and signs that are invisible."""
_JOINER = "\u200d"
_LATER = range(0x1F000, 0x34000)
"""Unicode adds emoji and Chinese characters here that this version of Python may not know yet."""


def cleaned(text: str) -> str:
    """A name for display: normalised, without invisible characters (except joiners of emoji), marks without a letter, or repeated spaces.

    >>> cleaned(" A\\u200bn\\u202en\\u3000\\u2800e\\u0301 ")
    'Ann é'
    """
    text = _LOOK_EMPTY.sub(" ", text)
    seen = "".join(character for at, character in enumerate(text) if _is_shown(text, at))
    words = unicodedata.normalize("NFC", " ".join(seen.split())).split()
    return " ".join(word for word in (_from_first_letter(word) for word in words) if word)


def fault_of(name: object, longest: int = LONGEST) -> QuepuError | None:
    """The reason why this cannot be a name; None if it can."""
    if not isinstance(name, str):
        return QuepuError("name_no_text")
    if not name.strip():
        return QuepuError("name_empty")
    if len(name) > longest:
        return QuepuError("name_long", found=len(name), limit=longest)
    for character in name:
        if _is_control(character):
            return QuepuError("name_character", text=f"U+{ord(character):04X}")
    if not cleaned(name):
        return QuepuError("name_empty")
    marks = 0
    for character in unicodedata.normalize("NFC", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return QuepuError("name_marks", limit=MOST_MARKS)
    return None


def escaped(text: str) -> str:
    """Untrusted text for display in one line: characters that would move the cursor, end the line or reverse it are escaped.

    >>> escaped("雀\\x1b[31m友\\n")
    '雀\\\\x1b[31m友\\\\n'
    """
    return "".join(character.encode("unicode_escape").decode() if _is_control(character) else character for character in text)


def width(text: str) -> int:
    """The number of columns of a text: Chinese characters take two."""
    return sum(0 if unicodedata.combining(c) or c == "\ufe0e" else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN or unicodedata.bidirectional(character) in _TURNING


def _is_shown(text: str, at: int) -> bool:
    """Whether a character is kept: visible ones and white space are, invisible ones are not."""
    character = text[at]
    if character == _JOINER:
        before = text[:at].rstrip("\ufe0f")[-1:]
        return _is_picture(before) and _is_picture(text[at + 1 : at + 2])
    return character.isspace() or unicodedata.category(character)[0] != "C" or ord(character) in _LATER


def _is_picture(character: str) -> bool:
    """Whether this is an emoji or a skin tone."""
    return character != "" and (unicodedata.category(character) == "So" or ord(character) in _LATER)


def _from_first_letter(word: str) -> str:
    """The word without leading marks, which would attach to the text before the name."""
    return word[next((at for at, character in enumerate(word) if unicodedata.category(character)[0] != "M"), len(word)) :]
