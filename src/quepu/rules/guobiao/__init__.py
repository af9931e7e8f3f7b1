"""国标麻将 as played, in the order of its text."""

from quepu.rules.guobiao.book import book

# Each part enters its fans into the book when it is loaded, so the order of these lines is the order of the text.
from quepu.rules.guobiao import highest  # isort: skip
from quepu.rules.guobiao import high  # isort: skip
from quepu.rules.guobiao import middle  # isort: skip
from quepu.rules.guobiao import low  # isort: skip

PARTS = (highest, high, middle, low)

__all__ = ["PARTS", "book"]
