"""Names that people give: of rules, of players. Such as can be shown in a line, wherever that is."""

from __future__ import annotations

import unicodedata

from quepu.errors import QuepuError

LONGEST = 60
"""So many characters."""

_UNSEEN = ("Cc", "Cs", "Zl", "Zp")
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""They would turn round what is written after the name."""


def fault_of(name: object) -> QuepuError | None:
    """Why this cannot be a name; None if it can."""
    if not isinstance(name, str):
        return QuepuError("name_no_text")
    if not name.strip():
        return QuepuError("name_empty")
    if len(name) > LONGEST:
        return QuepuError("name_long", found=len(name), limit=LONGEST)
    for character in name:
        if unicodedata.category(character) in _UNSEEN or unicodedata.bidirectional(character) in _TURNING:
            return QuepuError("name_character", text=f"U+{ord(character):04X}")
    return None
