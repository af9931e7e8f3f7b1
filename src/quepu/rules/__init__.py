"""The rule books, by id."""

from importlib import import_module

from quepu.errors import RuleBookError
from quepu.rules.base import RuleBook

BOOKS = ("lingque28", "lingque26")
DEFAULT = "lingque28"


def book(rules: str | RuleBook = DEFAULT) -> RuleBook:
    """The rule book with this id. It is loaded when first asked for.

    >>> book("lingque28").minimum
    10
    """
    if isinstance(rules, RuleBook):
        return rules
    if rules not in BOOKS:
        raise RuleBookError("unknown_rules", text=rules, known=", ".join(BOOKS))
    found: RuleBook = import_module(f"quepu.rules.{rules}").book
    return found
