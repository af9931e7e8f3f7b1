"""Rule books from overlays that users send."""

from __future__ import annotations

from functools import lru_cache

from quepu.errors import QuepuError, as_json
from quepu.rules import named
from quepu.rules.base import RuleBook
from quepu.rules.overlay import parse


def overlay_book(text: object, limit: int, option: str = "overlay") -> RuleBook:
    """The rule book that an overlay makes. It names its base by id; it cannot name a file."""
    if not isinstance(text, str):
        raise QuepuError("bad_value", option=option, text=as_json(text))
    if len(text.encode("utf-8", "surrogatepass")) > limit:
        raise QuepuError("too_large", option=option, limit=limit)
    return _parsed(text)


@lru_cache(maxsize=64)
def _parsed(text: str) -> RuleBook:
    return parse(text, "overlay", named)
