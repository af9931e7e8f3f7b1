"""Names that people give: of rules, of players. Such as can be shown in a line, wherever that is."""

from __future__ import annotations

import re
import unicodedata

from quepu.errors import QuepuError

LONGEST = 60
"""So many characters."""
MOST_MARKS = 4
"""So many marks may stand on one letter. Tibetan needs as many, most scripts two; what is piled up higher covers other lines."""

_UNSEEN = ("Cc", "Cs", "Zl", "Zp")
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""They would turn round what is written after the name."""

_LOOK_EMPTY = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
"""Letters, marks and signs that show nothing."""
_JOINER = "\u200d"
_LATER = range(0x1F000, 0x34000)
"""Here Unicode adds emoji and Chinese characters faster than Python learns of them."""


def cleaned(text: str) -> str:
    """A name as it is shown: in one spelling, with nothing unseen but what joins emoji, no mark without a letter, single blanks.

    >>> cleaned(" A\\u200bn\\u202en\\u3000\\u2800e\\u0301 ")
    'Ann é'
    """
    text = _LOOK_EMPTY.sub(" ", text)
    seen = "".join(character for at, character in enumerate(text) if _is_shown(text, at))
    words = unicodedata.normalize("NFC", " ".join(seen.split())).split()
    return " ".join(word for word in (_from_first_letter(word) for word in words) if word)


def fault_of(name: object, longest: int = LONGEST) -> QuepuError | None:
    """Why this cannot be a name; None if it can."""
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
    """A text of others as it can be shown in a line: what would move the cursor, end the line or turn it round as an escape.

    >>> escaped("雀\\x1b[31m友\\n")
    '雀\\\\x1b[31m友\\\\n'
    """
    return "".join(character.encode("unicode_escape").decode() if _is_control(character) else character for character in text)


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in _UNSEEN or unicodedata.bidirectional(character) in _TURNING


def _is_shown(text: str, at: int) -> bool:
    """Whether a character stays: what ends a line or a word does as a blank, what is unseen does not."""
    character = text[at]
    if character == _JOINER:
        before = text[:at].rstrip("\ufe0f")[-1:]
        return _is_picture(before) and _is_picture(text[at + 1 : at + 2])
    return character.isspace() or unicodedata.category(character)[0] != "C" or ord(character) in _LATER


def _is_picture(character: str) -> bool:
    """Whether this is an emoji, or the colour of its skin."""
    return character != "" and (unicodedata.category(character) == "So" or ord(character) in _LATER)


def _from_first_letter(word: str) -> str:
    """Marks that stand on nothing would stand on what is written before the name."""
    return word[next((at for at, character in enumerate(word) if unicodedata.category(character)[0] != "M"), len(word)) :]
