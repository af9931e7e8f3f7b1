"""The rule books, by id."""

from functools import cache
from importlib import import_module

from quepu.errors import QuepuError, RuleBookError, as_json
from quepu.rules.base import RuleBook

BOOKS = ("lingque28", "lingque26", "guobiao", "guobiao98", "woodshole")
DEFAULT = "lingque28"
USUAL = "guobiao"
"""The book that most players know."""


def book(rules: str | RuleBook = DEFAULT) -> RuleBook:
    """The rule book with this id, optionally ``+`` one of its options; or the book that an overlay file makes. A book is imported when it
    is first used.

    >>> book("lingque28").minimum, book("lingque28+appendix").fans["reflected_pairs"].fu
    (10, 12)
    """
    if isinstance(rules, RuleBook):
        return rules
    if not isinstance(rules, str):
        raise RuleBookError("unknown_rules", text=rules, known=", ".join(BOOKS))
    if rules.lower().endswith(".toml"):
        from quepu.rules.overlay import load

        return load(rules, named)
    return named(rules)


@cache
def named(rules: str) -> RuleBook:
    """The rule book with this id, optionally with one of its options; never one from a file."""
    id, plus, variant = rules.partition("+")
    if id not in BOOKS:
        raise RuleBookError("unknown_rules", text=rules, known=", ".join(BOOKS))
    found: RuleBook = import_module(f"quepu.rules.{id}").book
    return found.variant(variant) if plus else found


def embedded(rules: str, overlay: object) -> RuleBook:
    """The rule book that is written down as the id of its base and its whole overlay, or None, as in records and studies.

    >>> embedded("guobiao", {"base": "guobiao", "minimum": 6}).minimum
    6
    """
    if overlay is None:
        return named(rules)
    if not isinstance(overlay, dict) or overlay.get("base") != rules:
        raise QuepuError("bad_value", option="overlay", text=as_json(overlay))
    from quepu.rules.overlay import from_dict

    return from_dict(overlay, "overlay", named)


def family_id(rules: str) -> str:
    """What the editions of a book share: the id without option and number.

    >>> family_id("lingque26"), family_id("guobiao98+kongs2006")
    ('lingque', 'guobiao')
    """
    return rules.partition("+")[0].rstrip("0123456789")
