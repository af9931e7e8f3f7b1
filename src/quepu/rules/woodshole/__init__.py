"""麻將记分法 (Woods Hole, 2010), in the order of its sheet."""

from quepu.rules.woodshole.book import book

# Each part enters its fans into the book when it is loaded, so the order of these lines is the order of the sheet.
from quepu.rules.woodshole import low  # isort: skip
from quepu.rules.woodshole import high  # isort: skip
from quepu.rules.woodshole import notes  # isort: skip
from quepu.rules.woodshole import pairs  # isort: skip
from quepu.rules.woodshole import fours  # isort: skip
from quepu.rules.woodshole import groups  # isort: skip

PARTS = (low, high, notes, pairs, fours, groups)

__all__ = ["PARTS", "book"]
